(* The whole planar mechanism in f64, from words of entropy to the released cell of a rectangle: one theorem for every setting.

   Joined here: the counting of words (PlanarWords.v), the computed noise and its ledger (PlanarFloat.v), Theorem B with the log
   metric (PlanarSamplers.v), the float additions and windows of both axes (FloatMechanism.v), the planar law (PlanarLaw.v), and
   Theorem A in the plane (PlanarLaplace.v). *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals ZArith Lra Lia List Bool Arith Psatz.
From Flocq Require Import Core.
From Kdelta Require Import LaplaceLaw Sinh Discretised TheoremACoupling LogMetric Words Window Binary GridRounding FloatMechanism.
From Kdelta Require Import PlanarScaling PlanarTheoremA PlanarLaplace PlanarNoise PlanarSamplers PlanarLedger PlanarFloat.
From Kdelta Require Import TableConstants CosSinConstants UnitCube PlanarWords PlanarLaw.
From Kdelta Require Crossing PrintedRadius CosSinKernel.

Local Open Scope R_scope.
Local Existing Instance binary64.

(* ** The program *)

(* PlanarLaplace::of for the draws (exponent, mantissa) of both tails and the angle's t of A bits. *)
Definition noise_of_draws (b : R) (P A : nat) (d : (nat * nat) * (nat * nat) * nat) : R * R :=
  match d with
  | ((e1, j1), (e2, j2), t) => gamma_f64 b P e1 j1 e2 j2 ((2 * Z.of_nat t + 1) * 2 ^ (63 - Z.of_nat A))
  end.

(* PlanarMechanism::noisy over a Rectangle: each sum is rounded, then its cell is looked up; row i, column j is number i Ny + j. *)
Definition plane_window (log2 lowx lowy : Z) (Nx Ny : nat) (z : R * R) : option nat :=
  match float_window log2 lowx Nx (fst z), float_window log2 lowy Ny (snd z) with
  | Some i, Some j => Some (i * Ny + j)%nat
  | _, _ => None
  end.

Definition release_plane (b : R) (K P A : nat) (log2 lowx lowy : Z) (Nx Ny : nat) (r : R * R) (z : nat) : option nat :=
  released (plane_window log2 lowx lowy Nx Ny) r (Some (noise_of_draws b P A (draws_of_word K (K + P) z))).

(* ** Its cells *)

Section Cells.

Variables (log2 lowx lowy E : Z) (Nx Ny : nat).
Hypothesis grid : (-1074 < log2)%Z.
Hypothesis lows : (- 2 ^ 51 < lowx)%Z /\ (- 2 ^ 51 < lowy)%Z.
Hypothesis highs : (lowx + Z.of_nat Nx <= 2 ^ 51)%Z /\ (lowy + Z.of_nat Ny <= 2 ^ 51)%Z.
Hypothesis E_normal : (-1021 <= E)%Z.
Hypothesis far_x : Rabs (corner log2 lowx 0) < bpow radix2 E /\ Rabs (corner log2 lowx Nx) < bpow radix2 E.
Hypothesis far_y : Rabs (corner log2 lowy 0) < bpow radix2 E /\ Rabs (corner log2 lowy Ny) < bpow radix2 E.
Hypothesis some : (0 < Nx)%nat /\ (0 < Ny)%nat.

Notation edge_x := (float_edge log2 lowx).
Notation edge_y := (float_edge log2 lowy).
Notation L := (step log2 - bpow radix2 (E - 53 - 1)).

Lemma corners_near low N : Rabs (corner log2 low 0) < bpow radix2 E /\ Rabs (corner log2 low N) < bpow radix2 E ->
  forall k, (k <= N)%nat -> Rabs (corner log2 low k) < bpow radix2 E.
Proof.
  intros [H0 HN] k Hk. pose proof (corner_monotone log2 low 0 k ltac:(lia)). pose proof (corner_monotone log2 low k N Hk).
  apply Rabs_lt_inv in H0, HN. apply Rabs_lt. lra.
Qed.

Lemma cells_x : rounds_to_cells (float_window log2 lowx Nx) edge_x Nx.
Proof. apply float_cells; cbn; lia. Qed.
Lemma cells_y : rounds_to_cells (float_window log2 lowy Ny) edge_y Ny.
Proof. apply float_cells; cbn; lia. Qed.
Lemma long_x i : (i < Nx)%nat -> edge_x i + L <= edge_x (S i).
Proof.
  intros Hi. exact (@float_cell_long binary64 log2 lowx E Nx ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia) (corners_near _ _ far_x) i Hi).
Qed.
Lemma long_y i : (i < Ny)%nat -> edge_y i + L <= edge_y (S i).
Proof.
  intros Hi. exact (@float_cell_long binary64 log2 lowy E Ny ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia) (corners_near _ _ far_y) i Hi).
Qed.
Lemma edges_near_x k : (k <= Nx)%nat -> corner log2 lowx k - bpow radix2 (E - 53 - 1) <= edge_x k <= corner log2 lowx k.
Proof.
  intros Hk. exact (@float_edge_near binary64 log2 lowx E Nx ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia) (corners_near _ _ far_x) k Hk).
Qed.
Lemma edges_near_y k : (k <= Ny)%nat -> corner log2 lowy k - bpow radix2 (E - 53 - 1) <= edge_y k <= corner log2 lowy k.
Proof.
  intros Hk. exact (@float_edge_near binary64 log2 lowy E Ny ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia) (corners_near _ _ far_y) k Hk).
Qed.

Definition plane_cell (k : nat) : box := grid_cell edge_x edge_y (k / Ny) (k mod Ny).

Lemma plane_window_some z k : plane_window log2 lowx lowy Nx Ny z = Some k ->
  exists i j, (i < Nx)%nat /\ (j < Ny)%nat /\ (k = i * Ny + j)%nat /\ in_closed (grid_cell edge_x edge_y i j) z.
Proof.
  unfold plane_window. destruct (float_window log2 lowx Nx (fst z)) as [i |] eqn:Ex; [| discriminate].
  destruct (float_window log2 lowy Ny (snd z)) as [j |] eqn:Ey; [| discriminate]. intros [= <-].
  destruct cells_x as [Cx _]. destruct cells_y as [Cy _].
  destruct (Cx _ _ Ex) as [Hi Bx]. destruct (Cy _ _ Ey) as [Hj By]. exists i, j. repeat split; trivial; tauto.
Qed.

Lemma plane_rounds_to_boxes : rounds_to_boxes (plane_window log2 lowx lowy Nx Ny) plane_cell (Nx * Ny).
Proof.
  split.
  - intros z k H. destruct (plane_window_some z k H) as (i & j & Hi & Hj & -> & Hz). split; [nia |].
    unfold plane_cell. rewrite Nat.div_add_l, (Nat.div_small j), Nat.add_0_r by lia.
    rewrite (Nat.add_comm (i * Ny)), Nat.mod_add, Nat.mod_small by lia. exact Hz.
  - intros z k Hk [Hx Hy]. unfold plane_cell, grid_cell, left_of, right_of, bottom_of, top_of in Hx, Hy. cbn [fst snd] in Hx, Hy.
    destruct cells_x as (_ & Cx & _). destruct cells_y as (_ & Cy & _). unfold plane_window.
    rewrite (Cx (fst z) (k / Ny)%nat); [| apply Nat.div_lt_upper_bound; lia | exact Hx].
    rewrite (Cy (snd z) (k mod Ny)%nat); [| apply Nat.mod_upper_bound; lia | exact Hy].
    f_equal. rewrite (Nat.div_mod k Ny) at 3 by lia. lia.
Qed.

Lemma plane_cells_large k : (k < Nx * Ny)%nat -> sides_at_least L (plane_cell k).
Proof.
  intros Hk. split; unfold plane_cell, grid_cell, left_of, right_of, bottom_of, top_of; cbn [fst snd].
  - apply long_x, Nat.div_lt_upper_bound; lia.
  - apply long_y, Nat.mod_upper_bound; lia.
Qed.

Lemma plane_tiled : 0 < L -> tiled (plane_window log2 lowx lowy Nx Ny) L.
Proof.
  intros HL. apply (grid_tiled _ edge_x edge_y Nx Ny (fun _ _ => true)); try tauto.
  - exact long_x.
  - exact long_y.
  - split.
    + intros z k H. destruct (plane_window_some z k H) as (i & j & Hi & Hj & _ & Hz). exists i, j. tauto.
    + intros z H. destruct cells_x as (_ & _ & Cx). destruct cells_y as (_ & _ & Cy).
      destruct (Rle_lt_dec (fst z) (edge_x 0%nat)) as [H1 | H1]; [tauto |].
      destruct (Rle_lt_dec (edge_x Nx) (fst z)) as [H2 | H2]; [tauto |].
      destruct (Rle_lt_dec (snd z) (edge_y 0%nat)) as [H3 | H3]; [tauto |].
      destruct (Rle_lt_dec (edge_y Ny) (snd z)) as [H4 | H4]; [tauto |]. exfalso.
      specialize (Cx (fst z) (conj H1 H2)). specialize (Cy (snd z) (conj H3 H4)). unfold plane_window in H.
      destruct (float_window log2 lowx Nx (fst z)); [| congruence].
      destruct (float_window log2 lowy Ny (snd z)); [discriminate | congruence].
Qed.

(* Every released point is near every possible answer. *)
Lemma plane_reach Dx Dy xl xh yl yh y z :
  xh - Dx <= corner log2 lowx 0 - bpow radix2 (E - 53 - 1) -> corner log2 lowx Nx <= xl + Dx ->
  yh - Dy <= corner log2 lowy 0 - bpow radix2 (E - 53 - 1) -> corner log2 lowy Ny <= yl + Dy ->
  0 <= L -> plane_window log2 lowx lowy Nx Ny y <> None -> xl <= fst z <= xh /\ yl <= snd z <= yh ->
  norm (minus (y : plane) z) <= euclid Dx Dy.
Proof.
  intros X1 X2 Y1 Y2 HL Hy [Zx Zy]. destruct (plane_window log2 lowx lowy Nx Ny y) as [k |] eqn:Ek; [| congruence].
  destruct (plane_window_some y k Ek) as (i & j & Hi & Hj & _ & [Bx By]).
  unfold grid_cell, left_of, right_of, bottom_of, top_of in Bx, By. cbn [fst snd] in Bx, By.
  pose proof (edges_near_x 0 ltac:(lia)). pose proof (edges_near_x Nx ltac:(lia)).
  pose proof (edges_near_y 0 ltac:(lia)). pose proof (edges_near_y Ny ltac:(lia)).
  assert (Mono : forall a N, (forall i, (i < N)%nat -> a i + L <= a (S i)) -> forall i j, (i <= j)%nat -> (j <= N)%nat -> a i <= a j).
  { intros a N Ha i' j' Hij. induction Hij as [| j' Hij IH]; intros Hj'; [lra |]. specialize (IH ltac:(lia)). specialize (Ha j' ltac:(lia)). lra. }
  pose proof (Mono edge_x Nx long_x 0%nat i ltac:(lia) ltac:(lia)). pose proof (Mono edge_x Nx long_x (S i) Nx ltac:(lia) ltac:(lia)).
  pose proof (Mono edge_y Ny long_y 0%nat j ltac:(lia) ltac:(lia)). pose proof (Mono edge_y Ny long_y (S j) Ny ltac:(lia) ltac:(lia)).
  assert (B : Rabs (fst y - fst z) <= Dx /\ Rabs (snd y - snd z) <= Dy) by (split; apply Rabs_le; lra).
  destruct B as [Bx' By'].
  pose proof (Rabs_pos (fst y - fst z)). pose proof (Rabs_pos (snd y - snd z)).
  rewrite plane_norm. apply (proj1 euclid_absolute (fst y - fst z) (snd y - snd z) Dx Dy);
    [rewrite (Rabs_pos_eq Dx) by lra | rewrite (Rabs_pos_eq Dy) by lra]; assumption.
Qed.

End Cells.

(* ** The coupling of words and uniform numbers *)

Section Coupling.

Variables (b : R) (K P A : nat).
Hypothesis b_large : bpow radix2 (-200) <= b.
Hypothesis P_range : (1 <= P <= 52)%nat.
Hypothesis K_range : (1 <= K < 1000)%nat.
Hypothesis A_range : (1 <= A <= 63)%nat.

(* The cell of u among 2^n, the last one for u = 1. *)
Definition cell_of (n : nat) (u : R) : nat := if Rlt_dec u 1 then Z.to_nat (Zfloor (u * 2 ^ n)) else (2 ^ n - 1)%nat.

(* n_0 and n' of Theorem B, over real numbers; the angle in turns. *)
Definition nearby (x : (R * R) * R) : (R * R) * R :=
  ((cell_tail K P (cell_of (K + P) (fst (fst x))), cell_tail K P (cell_of (K + P) (snd (fst x)))), (INR (cell_of A (snd x)) + / 2) / 2 ^ A).
Definition noise_at (x : (R * R) * R) : plane :=
  let (c, s) := CosSinKernel.cos_sin (Zfloor (snd x * 2 ^ 64)) in polar_f64 b (log_f64 (fst (fst x))) (log_f64 (snd (fst x))) c s.

Definition real_point (w : point) : (R * R) * R := ((value (fst (fst w)), value (snd (fst w))), value (snd w)).

Lemma cell_of_range n u : 0 < u <= 1 ->
  (cell_of n u < 2 ^ n)%nat /\ INR (cell_of n u) <= u * 2 ^ n <= INR (cell_of n u) + 1 /\
  (u < 1 -> u * 2 ^ n < INR (cell_of n u) + 1).
Proof.
  intros Hu. assert (P2 : 0 < 2 ^ n) by (apply pow_lt; lra). pose proof (power_of_two_positive n) as N2. unfold cell_of.
  destruct (Rlt_dec u 1) as [H | H].
  - assert (Hf : (0 <= Zfloor (u * 2 ^ n))%Z) by (apply Zfloor_lub; nra).
    pose proof (Zfloor_lb (u * 2 ^ n)) as B1. pose proof (Zfloor_ub (u * 2 ^ n)) as B2.
    assert (EI : INR (Z.to_nat (Zfloor (u * 2 ^ n))) = IZR (Zfloor (u * 2 ^ n))) by (rewrite INR_IZR_INZ, Z2Nat.id by exact Hf; reflexivity).
    rewrite EI. split; [apply INR_lt; rewrite EI, INR_pow2; nra | split; [lra | intros _; lra]].
  - assert (Eu : u = 1) by lra. subst u. rewrite (minus_INR _ _ N2), INR_pow2. change (INR 1) with 1. split; [revert N2; generalize (2 ^ n)%nat; lia | split; [lra | intros; lra]].
Qed.

Lemma angle_turn t : (t < 2 ^ A)%nat ->
  let turn := ((2 * Z.of_nat t + 1) * 2 ^ (63 - Z.of_nat A))%Z in
  IZR turn = (INR t + / 2) / 2 ^ A * 2 ^ 64 /\ (0 <= turn < 2 ^ 64)%Z.
Proof.
  intros Ht turn. assert (P2 : 0 < 2 ^ A) by (apply pow_lt; lra).
  assert (EI : IZR turn = (INR t + / 2) / 2 ^ A * 2 ^ 64).
  { unfold turn. rewrite mult_IZR, plus_IZR, mult_IZR, <- INR_IZR_INZ. replace (63 - Z.of_nat A)%Z with (Z.of_nat (63 - A)) by lia.
    rewrite <- pow_IZR. replace (2 ^ 64) with (2 * (2 ^ A * 2 ^ (63 - A))) by (rewrite <- pow_add; replace (A + (63 - A))%nat with 63%nat by lia; simpl; ring).
    field. lra. }
  split; [exact EI |]. assert (P63 : (0 < 2 ^ (63 - Z.of_nat A))%Z) by (apply Z.pow_pos_nonneg; lia).
  split; [unfold turn; lia |]. apply lt_IZR. rewrite EI. change (IZR (2 ^ 64)) with (IZR (2 ^ Z.of_nat 64)). rewrite <- pow_IZR.
  apply lt_le_S, le_INR in Ht. rewrite S_INR, INR_pow2 in Ht. rewrite <- (Rmult_1_l (2 ^ 64)) at 2.
  apply Rmult_lt_compat_r; [apply pow_lt; lra |]. apply Rlt_div_l; lra.
Qed.

(* The computed noise of a point's cell is that of its draws. *)
Lemma noise_of_cell w : noise_at (nearby (real_point w)) = noise_of_draws b P A (draws_of_point K P A w).
Proof.
  assert (C : forall n u, cell_of n (value u) = word_of_number n u).
  { intros n u. unfold cell_of, word_of_number. pose proof (value_range u). destruct (Rlt_dec (value u) 1); [reflexivity | lra]. }
  unfold noise_at, nearby, real_point, draws_of_point, words_of_point, noise_of_draws, gamma_f64, cell_tail. cbn [fst snd]. rewrite !C.
  destruct w as [[u1 u2] v]. cbn [fst snd].
  pose proof (cell_of_range A (value v) ltac:(pose proof (value_range v); lra)) as (Ht & _). rewrite C in Ht.
  destruct (angle_turn _ Ht) as [EI _]. rewrite <- EI, Zfloor_IZR. now destruct (CosSinKernel.cos_sin _).
Qed.

Lemma cell_tail_range i : (i < 2 ^ (K + P))%nat -> 0 < cell_tail K P i < 1.
Proof.
  intros Hi. unfold cell_tail. pose proof (exponent_range K P ltac:(lia) i). pose proof (mantissa_range K P ltac:(lia) i Hi) as Hj.
  destruct (log_f64_near P (cell_exponent K P i) (cell_mantissa P i)) as (V & _); [lia | lia | exact Hj | exact V].
Qed.

Notation uniform_angle := (fun v : R => 0 < v < 1).
Notation radius_law := (gamma_of_pair (/ b)).

Lemma nearby_draw x : planar_draw unit_pair uniform_angle x -> planar_draw unit_pair uniform_angle (nearby x).
Proof.
  intros [[H1 H2] H3]. unfold nearby. split; [split |]; cbn [fst snd].
  - pose proof (cell_tail_range _ (proj1 (cell_of_range (K + P) _ H1))). lra.
  - pose proof (cell_tail_range _ (proj1 (cell_of_range (K + P) _ H2))). lra.
  - destruct (cell_of_range A (snd x) ltac:(lra)) as (Ht & _). assert (P2 : 0 < 2 ^ A) by (apply pow_lt; lra).
    apply lt_le_S, le_INR in Ht. rewrite S_INR, INR_pow2 in Ht. pose proof (pos_INR (cell_of A (snd x))). split.
    + apply Rdiv_lt_0_compat; lra.
    + apply Rlt_div_l; lra.
Qed.

Lemma tails_near u : 0 < u <= 1 -> relative_uniform (ln (1 + / 2 ^ P)) K u (cell_tail K P (cell_of (K + P) u)).
Proof.
  intros Hu. destruct (cell_of_range (K + P) u Hu) as (H1 & H2 & H3). apply cell_is_near; try assumption; [lia |].
  intros Hi. destruct (Rlt_dec u 1) as [H | H]; [auto |]. exfalso. unfold cell_of in Hi. destruct (Rlt_dec u 1); [lra |].
  rewrite Nat.pow_add_r in Hi. pose proof (power_of_two_positive P). assert (2 ^ 1 <= 2 ^ K)%nat by (apply Nat.pow_le_mono_r; lia).
  cbn [Nat.pow] in H4. nia.
Qed.

Lemma angle_near v : 0 < v < 1 -> Rabs ((INR (cell_of A v) + / 2) / 2 ^ A - v) <= / 2 ^ S A.
Proof.
  intros Hv. destruct (cell_of_range A v ltac:(lra)) as (_ & H & _). assert (P2 : 0 < 2 ^ A) by (apply pow_lt; lra).
  replace ((INR (cell_of A v) + / 2) / 2 ^ A - v) with ((INR (cell_of A v) + / 2 - v * 2 ^ A) / 2 ^ A) by (field; lra).
  unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ 2 ^ A)) by (left; apply Rinv_0_lt_compat, P2).
  replace (/ 2 ^ S A) with (/ 2 * / 2 ^ A) by (cbn [pow]; field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, P2 |]. apply Rabs_le. lra.
Qed.

(* The ledger, at every draw. *)
Lemma noise_error x : planar_draw unit_pair uniform_angle x ->
  norm (minus (noise_at (nearby x)) (planar_noise radius_law 0 (nearby x)))
  <= plane_absolute (2 * certified_table_f64) certified_cos_sin once * b
     + plane_relative (/ 2 ^ 53) certified_cos_sin once * radius_law (fst (nearby x)).
Proof.
  intros [[H1 H2] H3]. unfold nearby, noise_at, planar_noise, cell_tail. cbn [fst snd].
  destruct (cell_of_range (K + P) _ H1) as (I1 & _). destruct (cell_of_range (K + P) _ H2) as (I2 & _).
  destruct (cell_of_range A (snd x) ltac:(lra)) as (I3 & _).
  destruct (angle_turn _ I3) as [EI Ht]. cbv zeta in EI, Ht. rewrite <- EI, Zfloor_IZR.
  assert (Pb : 0 < b) by (pose proof (bpow_gt_0 radix2 (-200)); lra).
  pose proof (gamma_f64_ledger b P (cell_exponent K P (cell_of (K + P) (fst (fst x)))) (cell_mantissa P (cell_of (K + P) (fst (fst x))))
    (cell_exponent K P (cell_of (K + P) (snd (fst x)))) (cell_mantissa P (cell_of (K + P) (snd (fst x)))) _ b_large ltac:(lia)
    ltac:(pose proof (exponent_range K P ltac:(lia) (cell_of (K + P) (fst (fst x)))); lia)
    ltac:(pose proof (exponent_range K P ltac:(lia) (cell_of (K + P) (snd (fst x)))); lia)
    (mantissa_range K P ltac:(lia) _ I1) (mantissa_range K P ltac:(lia) _ I2) Ht) as G. cbv zeta in G. unfold gamma_f64 in G.
  destruct (CosSinKernel.cos_sin _) as [c s]. cbn [fst snd] in G.
  set (v1 := tail_value P _ _) in *. set (v2 := tail_value P (cell_exponent K P (cell_of (K + P) (snd (fst x)))) _) in *.
  replace (radius_law (v1, v2)) with (b * (- ln v1 - ln v2)) by (unfold gamma_of_pair, PrintedRadius.gamma_radius; cbn [fst snd]; field; lra).
  replace (angle 0 ((INR (cell_of A (snd x)) + / 2) / 2 ^ A))
    with (2 * PI * IZR ((2 * Z.of_nat (cell_of A (snd x)) + 1) * 2 ^ (63 - Z.of_nat A)) / 2 ^ 64).
  - exact G.
  - rewrite EI. unfold angle. field. apply pow_nonzero. lra.
Qed.

End Coupling.

(* ** The mechanism *)

Lemma interval_of_turns : Crossing.interval (fun v : R => 0 < v < 1).
Proof. intros x y z Hx Hy Hz. lra. Qed.

(* (A) and (B) hold for the computed noise. *)
Lemma planar_f64_A_B b K P A T rho_M delta_n (M M_f : plane -> Prop) :
  bpow radix2 (-200) <= b -> (1 <= P <= 52)%nat -> (1 <= K < 1000)%nat -> (1 <= A <= 63)%nat ->
  let g := plane_relative (/ 2 ^ 53) certified_cos_sin once in
  let delta := planar_shift T (2 / / b * ln (1 + / 2 ^ P)) (/ 2 ^ S A) delta_n in
  0 < T -> 0 <= g <= 1 -> 0 <= delta_n -> plane_absolute (2 * certified_table_f64) certified_cos_sin once * b + g * T <= delta_n ->
  T <= INR K * ln 2 / / b -> rho_M + delta < T ->
  (forall y z, M y -> M_f z -> norm (minus y z) <= rho_M) ->
  condition_A_plane unit_pair (gamma_of_pair (/ b)) (fun v => 0 < v < 1) 0 (noise_at b) (nearby K P A) M M_f delta /\
  condition_B_plane unit_pair (gamma_of_pair (/ b)) (fun v => 0 < v < 1) 0 (noise_at b) (nearby K P A) M M_f delta.
Proof.
  intros Hb HP HK HA g delta HT Hg Hdn Herr Hcut Hlarge Hreach.
  assert (Pb : 0 < b) by (pose proof (bpow_gt_0 radix2 (-200)); lra).
  assert (Pi : 0 < / b) by (apply Rinv_0_lt_compat, Pb).
  assert (Pn : forall n, 0 < / 2 ^ n) by (intros n; apply Rinv_0_lt_compat, pow_lt; lra).
  assert (L0 : 0 <= ln (1 + / 2 ^ P)) by (rewrite <- ln_1; apply ln_le; pose proof (Pn P); lra).
  apply (planar_shift_gamma_log (/ b) T rho_M (/ 2 ^ S A) delta_n 0 (fun v => 0 < v < 1) M M_f Pi HT (Rlt_le _ _ (Pn (S A))) Hdn
    interval_of_turns Hreach (noise_at b) (nearby K P A) (ln (1 + / 2 ^ P)) K L0 Hcut); [| | exact Hlarge].
  - intros x Hx. apply (nearby_draw K P A HP HK HA x Hx).
  - intros x Hx. pose proof (noise_error b K P A Hb HP HK HA x Hx) as Herror. fold g in Herror.
    destruct (nearby_draw K P A HP HK HA x Hx) as [Dn _]. destruct Hx as [[H1 H2] H3].
    split; [apply (tails_near K P A HP HK HA _ H1) |]. split; [apply (tails_near K P A HP HK HA _ H2) |].
    split; [apply (angle_near K P A HP HK HA _ H3) |].
    pose proof (gamma_nonnegative (/ b) (fst (nearby K P A x)) Pi Dn) as R0.
    destruct (affine_error_never_comes_back _ (noise_at b (nearby K P A x)) _ g _ T Hg
      (polar_norm (gamma_of_pair (/ b) (fst (nearby K P A x))) (angle 0 (snd (nearby K P A x))) R0) Herror) as [E1 E2].
    split; intros H; [specialize (E1 H) | specialize (E2 H)]; [| lra].
    apply Rle_trans with (2 := Herr). exact E1.
Qed.

(* P[release in S] as a number of words. *)
Lemma release_events b K P A log2 lowx lowy Nx Ny r S : bpow radix2 (-200) <= b -> (1 <= P <= 52)%nat -> (1 <= K < 1000)%nat -> (1 <= A <= 63)%nat ->
  let X' := fun (_ : R * R) w => Some (noise_at b (nearby K P A (real_point w)) : R * R) in
  let rd := plane_window log2 lowx lowy Nx Ny in
  event unit_cube (fun w => S (released rd r (X' r w))) /\
  PK unit_cube rd X' r S
  = count (2 ^ ((K + P) + ((K + P) + A))) (fun z => S (release_plane b K P A log2 lowx lowy Nx Ny r z)) / (2 ^ (K + P) * 2 ^ (K + P) * 2 ^ A).
Proof.
  intros Hb HP HK HA X' rd.
  destruct (count_is_probability K P A (fun d => S (released rd r (Some (noise_of_draws b P A d)))) ltac:(lia)) as [E H].
  assert (Same : forall w : unit_cube, S (released rd r (Some (noise_of_draws b P A (draws_of_point K P A w)))) = S (released rd r (X' r w))).
  { intros w. unfold X'. now rewrite (noise_of_cell b K P A HP HK HA w). }
  split; [exact (event_ext unit_cube _ _ Same E) |].
  unfold PK. exact (eq_trans (eq_sym (Pr_ext unit_cube _ _ Same)) H).
Qed.

(* Of all words of entropy, those that lead from one answer into a set of outputs are at most e^verdict times as many as those
   that lead there from another. Nothing is assumed of the noise: its density is that of PlanarLaw.v. *)
Theorem planar_f64_mechanism (b T delta_n Dx Dy xl xh yl yh distance verdict : R) (K P A : nat) (log2 lowx lowy E : Z) (Nx Ny : nat) :
  bpow radix2 (-200) <= b -> (1 <= P <= 52)%nat -> (1 <= K < 1000)%nat -> (1 <= A <= 63)%nat ->
  (-1074 < log2)%Z -> (- 2 ^ 51 < lowx)%Z /\ (- 2 ^ 51 < lowy)%Z ->
  (lowx + Z.of_nat Nx <= 2 ^ 51)%Z /\ (lowy + Z.of_nat Ny <= 2 ^ 51)%Z -> (-1021 <= E)%Z ->
  Rabs (corner log2 lowx 0) < bpow radix2 E /\ Rabs (corner log2 lowx Nx) < bpow radix2 E ->
  Rabs (corner log2 lowy 0) < bpow radix2 E /\ Rabs (corner log2 lowy Ny) < bpow radix2 E ->
  (0 < Nx)%nat /\ (0 < Ny)%nat ->
  let g := plane_relative (/ 2 ^ 53) certified_cos_sin once in
  let delta := planar_shift T (2 / / b * ln (1 + / 2 ^ P)) (/ 2 ^ S A) delta_n in
  let L := step log2 - bpow radix2 (E - 53 - 1) in
  0 < T -> 0 <= g <= 1 -> 0 <= delta_n -> plane_absolute (2 * certified_table_f64) certified_cos_sin once * b + g * T <= delta_n ->
  T <= INR K * ln 2 / / b -> euclid Dx Dy + delta < T -> 2 * delta < L ->
  xh - Dx <= corner log2 lowx 0 - bpow radix2 (E - 53 - 1) -> corner log2 lowx Nx <= xl + Dx ->
  yh - Dy <= corner log2 lowy 0 - bpow radix2 (E - 53 - 1) -> corner log2 lowy Ny <= yl + Dy ->
  / b * distance + kappa_plane (/ b) L delta <= verdict ->
  forall r1 r2 S,
  xl <= fst r1 <= xh /\ yl <= snd r1 <= yh -> xl <= fst r2 <= xh /\ yl <= snd r2 <= yh ->
  euclid (fst r1 - fst r2) (snd r1 - snd r2) <= distance ->
  count (2 ^ ((K + P) + ((K + P) + A))) (fun z => S (release_plane b K P A log2 lowx lowy Nx Ny r1 z))
  <= exp verdict * count (2 ^ ((K + P) + ((K + P) + A))) (fun z => S (release_plane b K P A log2 lowx lowy Nx Ny r2 z)).
Proof.
  intros Hb HP HK HA Hlog Hlow Hhigh HE Fx Fy Hsome g delta L HT Hg Hdn Herr Hcut Hlarge HL X1 X2 Y1 Y2 Hv r1 r2 S M1 M2 D.
  assert (Pb : 0 < b) by (pose proof (bpow_gt_0 radix2 (-200)); lra).
  assert (Pi : 0 < / b) by (apply Rinv_0_lt_compat, Pb).
  set (M_f := fun z : R * R => xl <= fst z <= xh /\ yl <= snd z <= yh).
  set (rd := plane_window log2 lowx lowy Nx Ny).
  assert (Hdelta : 0 <= delta) by (apply Rplus_le_le_0_compat; [apply sqrt_pos | exact Hdn]).
  assert (Reach : forall y z : plane, rd y <> None -> M_f z -> norm (minus y z) <= euclid Dx Dy).
  { intros y z Hy Hz. apply (plane_reach log2 lowx lowy E Nx Ny Hlog Hlow Hhigh HE Fx Fy Hsome Dx Dy xl xh yl yh y z X1 X2 Y1 Y2); trivial. fold L. lra. }
  destruct (planar_f64_A_B b K P A T (euclid Dx Dy) delta_n (fun z : R * R => rd z <> None) M_f Hb HP HK HA HT Hg Hdn Herr Hcut Hlarge Reach) as [HAc HBc].
  pose proof (planar_mechanism unit_pair (gamma_of_pair (/ b)) (fun v => 0 < v < 1) 0 (noise_at b) (nearby K P A) unit_cube real_point
    ((/ b) ^ 2 / (2 * PI)) (/ b) delta L rd (plane_cell log2 lowx lowy Ny) (Nx * Ny) M_f r1 r2 S) as Main. cbv zeta in Main.
  assert (Bound := Main
    (fun w => conj (conj (conj (proj1 (value_range _)) (Rlt_le _ _ (proj2 (value_range _))))
                         (conj (proj1 (value_range _)) (Rlt_le _ _ (proj2 (value_range _))))) (value_range _))
    HAc HBc ltac:(apply Rdiv_lt_0_compat; [apply pow_lt; exact Pi | pose proof PI_RGT_0; lra]) Pi Hdelta HL (planar_has_density (/ b) Pi)
    ltac:(eapply plane_rounds_to_boxes; eassumption)
    ltac:(eapply plane_cells_large; eassumption)
    ltac:(eapply plane_tiled; try eassumption; fold L; lra)
    (fun r _ S' => proj1 (release_events b K P A log2 lowx lowy Nx Ny r S' Hb HP HK HA)) M1 M2). clear Main.
  pose proof (proj2 (release_events b K P A log2 lowx lowy Nx Ny r1 S Hb HP HK HA)) as Q1.
  pose proof (proj2 (release_events b K P A log2 lowx lowy Nx Ny r2 S Hb HP HK HA)) as Q2.
  set (c1 := count _ _) in Q1 |- *. set (c2 := count _ _) in Q2 |- *.
  assert (Bound' : c1 / (2 ^ (K + P) * 2 ^ (K + P) * 2 ^ A) <= exp (/ b * euclid (fst r1 - fst r2) (snd r1 - snd r2) + kappa_plane (/ b) L delta)
                   * (c2 / (2 ^ (K + P) * 2 ^ (K + P) * 2 ^ A))).
  { refine (Rle_trans _ _ _ (Req_le _ _ (eq_sym Q1)) _). refine (Rle_trans _ _ _ Bound _).
    apply Rmult_le_compat_l; [left; apply exp_pos | exact (Req_le _ _ Q2)]. }
  assert (Pall : 0 < 2 ^ (K + P) * 2 ^ (K + P) * 2 ^ A) by (repeat apply Rmult_lt_0_compat; apply pow_lt; lra).
  assert (C2 : 0 <= c2) by apply pos_INR.
  apply (Rmult_le_reg_r (/ (2 ^ (K + P) * 2 ^ (K + P) * 2 ^ A))); [apply Rinv_0_lt_compat, Pall |].
  apply Rle_trans with (1 := Bound'). unfold Rdiv. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Pall |].
  apply Rmult_le_compat_r; [exact C2 |]. apply exp_le_exp. apply Rle_trans with (2 := Hv). apply Rplus_le_compat_r, Rmult_le_compat_l; lra.
Qed.
