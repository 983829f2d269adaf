(* Any planar mechanism with the sampler Gamma, from words of entropy to the released cell: one theorem for every format.

   A format gives the computed noise with its ledger, and on each axis the window of its sums with its edges. Joined here to
   these: the counting of words (PlanarWords.v), Theorem B with the log metric (PlanarSamplers.v), the planar law (PlanarLaw.v), and
   Theorem A in the plane (PlanarLaplace.v). PlanarRelease.v gives f64, PlanarFixedRelease.v fixed point. *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals ZArith Lra Lia List Bool Arith Psatz.
From Flocq Require Import Core.
From Kdelta Require Import LaplaceLaw Sinh Discretised TheoremACoupling LogMetric Words.
From Kdelta Require Import PlanarScaling PlanarTheoremA PlanarLaplace PlanarNoise PlanarSamplers PlanarLedger PlanarFloat.
From Kdelta Require Import UnitCube PlanarWords PlanarLaw FixedMechanism.
From Kdelta Require Crossing PrintedRadius.

Local Open Scope R_scope.

(* ** The program *)

(* PlanarLaplace::of for the draws (exponent, mantissa) of both tails and the angle's t of A bits; `computed` is the function of the
   two tails and of the turn in units of 2^-64. *)
Definition noise_of_draws (computed : R * R -> Z -> plane) (P A : nat) (d : (nat * nat) * (nat * nat) * nat) : R * R :=
  match d with
  | ((e1, j1), (e2, j2), t) => computed (tail_value P e1 j1, tail_value P e2 j2) ((2 * Z.of_nat t + 1) * 2 ^ (63 - Z.of_nat A))%Z
  end.

(* PlanarMechanism::noisy: each sum has its place on its axis, and the cell is looked up in the region; row i, column j is number
   i Ny + j. *)
Definition region_window (wx wy : R -> option nat) (Ny : nat) (chosen : nat -> nat -> bool) (z : R * R) : option nat :=
  match wx (fst z), wy (snd z) with
  | Some i, Some j => if chosen i j then Some (i * Ny + j)%nat else None
  | _, _ => None
  end.

(* Rectangle, and Disc about the origin: cells i, j counted from 1 - radius, whose farthest corner is within the radius, in half steps. *)
Definition rectangle (i j : nat) : bool := true.
Definition disc (radius : Z) (i j : nat) : bool :=
  let far (k : nat) := (2 * Z.abs (1 - radius + Z.of_nat k) + 1)%Z in (far i * far i + far j * far j <=? 4 * radius * radius)%Z.

Definition release_plane (computed : R * R -> Z -> plane) (K P A : nat) (wx wy : R -> option nat) (Ny : nat) (chosen : nat -> nat -> bool)
    (r : R * R) (z : nat) : option nat :=
  released (region_window wx wy Ny chosen) r (Some (noise_of_draws computed P A (draws_of_word K (K + P) z))).

(* ** Its cells *)

Section Cells.

Variables (wx wy : R -> option nat) (edge_x edge_y : nat -> R) (Nx Ny : nat) (L : R).
Hypothesis cells_x : rounds_to_cells wx edge_x Nx.
Hypothesis cells_y : rounds_to_cells wy edge_y Ny.
Hypothesis long_x : forall i, (i < Nx)%nat -> edge_x i + L <= edge_x (S i).
Hypothesis long_y : forall i, (i < Ny)%nat -> edge_y i + L <= edge_y (S i).
Hypothesis some : (0 < Nx)%nat /\ (0 < Ny)%nat.

Notation window := (region_window wx wy Ny rectangle).

Definition plane_cell (k : nat) : box := grid_cell edge_x edge_y (k / Ny) (k mod Ny).

Lemma window_some z k : window z = Some k ->
  exists i j, (i < Nx)%nat /\ (j < Ny)%nat /\ (k = i * Ny + j)%nat /\ in_closed (grid_cell edge_x edge_y i j) z.
Proof.
  unfold region_window, rectangle. destruct (wx (fst z)) as [i |] eqn:Ex; [| discriminate].
  destruct (wy (snd z)) as [j |] eqn:Ey; [| discriminate]. intros [= <-].
  destruct cells_x as [Cx _]. destruct cells_y as [Cy _].
  destruct (Cx _ _ Ex) as [Hi Bx]. destruct (Cy _ _ Ey) as [Hj By]. exists i, j. repeat split; trivial; tauto.
Qed.

(* A region is what is left of its rectangle. *)
Definition chosen_only (chosen : nat -> nat -> bool) (o : option nat) : option nat :=
  match o with Some k => if chosen (k / Ny)%nat (k mod Ny)%nat then Some k else None | None => None end.

Lemma region_of_rectangle chosen z : region_window wx wy Ny chosen z = chosen_only chosen (window z).
Proof.
  unfold region_window, rectangle. destruct (wx (fst z)) as [i |]; [| reflexivity].
  destruct (wy (snd z)) as [j |] eqn:Ey; [| reflexivity]. destruct cells_y as [Cy _]. destruct (Cy _ _ Ey) as [Hj _].
  cbn [chosen_only]. rewrite Nat.div_add_l, (Nat.div_small j), Nat.add_0_r by lia.
  rewrite (Nat.add_comm (i * Ny)), Nat.mod_add, Nat.mod_small by lia. reflexivity.
Qed.

Lemma plane_rounds_to_boxes : rounds_to_boxes window plane_cell (Nx * Ny).
Proof.
  split.
  - intros z k H. destruct (window_some z k H) as (i & j & Hi & Hj & -> & Hz). split; [nia |].
    unfold plane_cell. rewrite Nat.div_add_l, (Nat.div_small j), Nat.add_0_r by lia.
    rewrite (Nat.add_comm (i * Ny)), Nat.mod_add, Nat.mod_small by lia. exact Hz.
  - intros z k Hk [Hx Hy]. unfold plane_cell, grid_cell, left_of, right_of, bottom_of, top_of in Hx, Hy. cbn [fst snd] in Hx, Hy.
    destruct cells_x as (_ & Cx & _). destruct cells_y as (_ & Cy & _). unfold region_window, rectangle.
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

Lemma plane_tiled : 0 < L -> tiled window L.
Proof.
  intros HL. apply (grid_tiled _ edge_x edge_y Nx Ny (fun _ _ => true)); try tauto.
  split.
  - intros z k H. destruct (window_some z k H) as (i & j & Hi & Hj & _ & Hz). exists i, j. tauto.
  - intros z H. destruct cells_x as (_ & _ & Cx). destruct cells_y as (_ & _ & Cy).
    destruct (Rle_lt_dec (fst z) (edge_x 0%nat)) as [H1 | H1]; [tauto |].
    destruct (Rle_lt_dec (edge_x Nx) (fst z)) as [H2 | H2]; [tauto |].
    destruct (Rle_lt_dec (snd z) (edge_y 0%nat)) as [H3 | H3]; [tauto |].
    destruct (Rle_lt_dec (edge_y Ny) (snd z)) as [H4 | H4]; [tauto |]. exfalso.
    specialize (Cx (fst z) (conj H1 H2)). specialize (Cy (snd z) (conj H3 H4)). unfold region_window, rectangle in H.
    destruct (wx (fst z)); [| congruence]. destruct (wy (snd z)); [discriminate | congruence].
Qed.

(* Every released point is near every possible answer. *)
Lemma plane_reach Dx Dy xl xh yl yh y z :
  xh - Dx <= edge_x 0%nat -> edge_x Nx <= xl + Dx -> yh - Dy <= edge_y 0%nat -> edge_y Ny <= yl + Dy ->
  0 <= L -> window y <> None -> xl <= fst z <= xh /\ yl <= snd z <= yh -> norm (minus (y : plane) z) <= euclid Dx Dy.
Proof.
  intros X1 X2 Y1 Y2 HL Hy [Zx Zy]. destruct (window y) as [k |] eqn:Ek; [| congruence].
  destruct (window_some y k Ek) as (i & j & Hi & Hj & _ & [Bx By]).
  unfold grid_cell, left_of, right_of, bottom_of, top_of in Bx, By. cbn [fst snd] in Bx, By.
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

(* The cell of u among 2^n, the last one for u = 1. *)
Definition cell_of (n : nat) (u : R) : nat := if Rlt_dec u 1 then Z.to_nat (Zfloor (u * 2 ^ n)) else (2 ^ n - 1)%nat.

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

(* The middle of cell t as an integer: Angle::turn. *)
Lemma angle_turn A t : (1 <= A <= 63)%nat -> (t < 2 ^ A)%nat ->
  let turn := ((2 * Z.of_nat t + 1) * 2 ^ (63 - Z.of_nat A))%Z in
  IZR turn = (INR t + / 2) / 2 ^ A * 2 ^ 64 /\ (0 <= turn < 2 ^ 64)%Z.
Proof.
  intros HA Ht turn. assert (P2 : 0 < 2 ^ A) by (apply pow_lt; lra).
  assert (EI : IZR turn = (INR t + / 2) / 2 ^ A * 2 ^ 64).
  { unfold turn. rewrite mult_IZR, plus_IZR, mult_IZR, <- INR_IZR_INZ. replace (63 - Z.of_nat A)%Z with (Z.of_nat (63 - A)) by lia.
    rewrite <- pow_IZR. replace (2 ^ 64) with (2 * (2 ^ A * 2 ^ (63 - A))) by (rewrite <- pow_add; replace (A + (63 - A))%nat with 63%nat by lia; simpl; ring).
    field. lra. }
  split; [exact EI |]. assert (P63 : (0 < 2 ^ (63 - Z.of_nat A))%Z) by (apply Z.pow_pos_nonneg; lia).
  split; [unfold turn; lia |]. apply lt_IZR. rewrite EI. change (IZR (2 ^ 64)) with (IZR (2 ^ Z.of_nat 64)). rewrite <- pow_IZR.
  apply lt_le_S, le_INR in Ht. rewrite S_INR, INR_pow2 in Ht. rewrite <- (Rmult_1_l (2 ^ 64)) at 2.
  apply Rmult_lt_compat_r; [apply pow_lt; lra |]. apply Rlt_div_l; lra.
Qed.

Section Coupling.

Variables (b absolute g : R) (K P A : nat) (computed : R * R -> Z -> plane).
Hypothesis b_positive : 0 < b.
Hypothesis P_range : (1 <= P <= 63)%nat.
Hypothesis K_range : (1 <= K)%nat.
Hypothesis A_range : (1 <= A <= 63)%nat.

(* The error of the computed noise, at every draw. *)
Definition ledger : Prop := forall e1 j1 e2 j2 turn, (e1 <= K)%nat -> (e2 <= K)%nat -> (j1 < 2 ^ (P - 1))%nat -> (j2 < 2 ^ (P - 1))%nat ->
  (0 <= turn < 2 ^ 64)%Z -> let r := b * (- ln (tail_value P e1 j1) - ln (tail_value P e2 j2)) in
  norm (minus (computed (tail_value P e1 j1, tail_value P e2 j2) turn) (at_polar r (2 * PI * IZR turn / 2 ^ 64))) <= absolute + g * r.
Hypothesis accurate : ledger.

(* n_0 and n' of Theorem B, over real numbers; the angle in turns. *)
Definition nearby (x : (R * R) * R) : (R * R) * R :=
  ((cell_tail K P (cell_of (K + P) (fst (fst x))), cell_tail K P (cell_of (K + P) (snd (fst x)))), (INR (cell_of A (snd x)) + / 2) / 2 ^ A).
Definition noise_at (x : (R * R) * R) : plane := computed (fst x) (Zfloor (snd x * 2 ^ 64)).

Definition real_point (w : point) : (R * R) * R := ((value (fst (fst w)), value (snd (fst w))), value (snd w)).

(* The computed noise of a point's cell is that of its draws. *)
Lemma noise_of_cell w : noise_at (nearby (real_point w)) = noise_of_draws computed P A (draws_of_point K P A w).
Proof.
  assert (C : forall n u, cell_of n (value u) = word_of_number n u).
  { intros n u. unfold cell_of, word_of_number. pose proof (value_range u). destruct (Rlt_dec (value u) 1); [reflexivity | lra]. }
  unfold noise_at, nearby, real_point, draws_of_point, words_of_point, noise_of_draws, cell_tail. cbn [fst snd]. rewrite !C.
  destruct w as [[u1 u2] v]. cbn [fst snd].
  pose proof (cell_of_range A (value v) ltac:(pose proof (value_range v); lra)) as (Ht & _). rewrite C in Ht.
  destruct (angle_turn A _ A_range Ht) as [EI _]. now rewrite <- EI, Zfloor_IZR.
Qed.

Lemma cell_tail_range i : (i < 2 ^ (K + P))%nat -> 0 < cell_tail K P i < 1.
Proof.
  intros Hi. exact (proj2 (proj2 (proj2 (scaled_word P (cell_exponent K P i) (cell_mantissa P i) P_range (mantissa_range K P ltac:(lia) i Hi))))).
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
  norm (minus (noise_at (nearby x)) (planar_noise radius_law 0 (nearby x))) <= absolute + g * radius_law (fst (nearby x)).
Proof.
  intros [[H1 H2] H3]. unfold nearby, noise_at, planar_noise, cell_tail. cbn [fst snd].
  destruct (cell_of_range (K + P) _ H1) as (I1 & _). destruct (cell_of_range (K + P) _ H2) as (I2 & _).
  destruct (cell_of_range A (snd x) ltac:(lra)) as (I3 & _).
  destruct (angle_turn A _ A_range I3) as [EI Ht]. cbv zeta in EI, Ht. rewrite <- EI, Zfloor_IZR.
  pose proof (accurate (cell_exponent K P (cell_of (K + P) (fst (fst x)))) (cell_mantissa P (cell_of (K + P) (fst (fst x))))
    (cell_exponent K P (cell_of (K + P) (snd (fst x)))) (cell_mantissa P (cell_of (K + P) (snd (fst x)))) _
    (exponent_range K P ltac:(lia) _) (exponent_range K P ltac:(lia) _)
    (mantissa_range K P ltac:(lia) _ I1) (mantissa_range K P ltac:(lia) _ I2) Ht) as G. cbv zeta in G.
  set (v1 := tail_value P _ _) in *. set (v2 := tail_value P (cell_exponent K P (cell_of (K + P) (snd (fst x)))) _) in *.
  replace (radius_law (v1, v2)) with (b * (- ln v1 - ln v2)) by (unfold gamma_of_pair, PrintedRadius.gamma_radius; cbn [fst snd]; field; lra).
  replace (angle 0 ((INR (cell_of A (snd x)) + / 2) / 2 ^ A))
    with (2 * PI * IZR ((2 * Z.of_nat (cell_of A (snd x)) + 1) * 2 ^ (63 - Z.of_nat A)) / 2 ^ 64).
  - exact G.
  - rewrite EI. unfold angle. field. apply pow_nonzero. lra.
Qed.

(* ** The mechanism *)

Lemma interval_of_turns : Crossing.interval (fun v : R => 0 < v < 1).
Proof. intros x y z Hx Hy Hz. lra. Qed.

(* (A) and (B) hold for the computed noise. *)
Lemma planar_A_B T rho_M delta_n (M M_f : plane -> Prop) :
  let delta := planar_shift T (2 / / b * ln (1 + / 2 ^ P)) (/ 2 ^ S A) delta_n in
  0 < T -> 0 <= g <= 1 -> 0 <= delta_n -> absolute + g * T <= delta_n -> T <= INR K * ln 2 / / b -> rho_M + delta < T ->
  (forall y z, M y -> M_f z -> norm (minus y z) <= rho_M) ->
  condition_A_plane unit_pair radius_law uniform_angle 0 noise_at nearby M M_f delta /\
  condition_B_plane unit_pair radius_law uniform_angle 0 noise_at nearby M M_f delta.
Proof.
  intros delta HT Hg Hdn Herr Hcut Hlarge Hreach.
  assert (Pi : 0 < / b) by (apply Rinv_0_lt_compat, b_positive).
  assert (Pn : forall n, 0 < / 2 ^ n) by (intros n; apply Rinv_0_lt_compat, pow_lt; lra).
  assert (L0 : 0 <= ln (1 + / 2 ^ P)) by (rewrite <- ln_1; apply ln_le; pose proof (Pn P); lra).
  apply (planar_shift_gamma_log (/ b) T rho_M (/ 2 ^ S A) delta_n 0 uniform_angle M M_f Pi HT (Rlt_le _ _ (Pn (S A))) Hdn
    interval_of_turns Hreach noise_at nearby (ln (1 + / 2 ^ P)) K L0 Hcut); [| | exact Hlarge].
  - intros x Hx. apply (nearby_draw x Hx).
  - intros x Hx. pose proof (noise_error x Hx) as Herror.
    destruct (nearby_draw x Hx) as [Dn _]. destruct Hx as [[H1 H2] H3].
    split; [apply (tails_near _ H1) |]. split; [apply (tails_near _ H2) |]. split; [apply (angle_near _ H3) |].
    pose proof (gamma_nonnegative (/ b) (fst (nearby x)) Pi Dn) as R0.
    destruct (affine_error_never_comes_back _ (noise_at (nearby x)) _ g _ T Hg
      (polar_norm (radius_law (fst (nearby x))) (angle 0 (snd (nearby x))) R0) Herror) as [E1 E2].
    split; intros H; [specialize (E1 H) | specialize (E2 H)]; [| lra].
    apply Rle_trans with (2 := Herr). exact E1.
Qed.

(* P[release in S] as a number of words. *)
Lemma release_events (wx wy : R -> option nat) (Ny : nat) r S :
  let X' := fun (_ : R * R) w => Some (noise_at (nearby (real_point w)) : R * R) in
  let rd := region_window wx wy Ny rectangle in
  event unit_cube (fun w => S (released rd r (X' r w))) /\
  PK unit_cube rd X' r S
  = count (2 ^ ((K + P) + ((K + P) + A))) (fun z => S (release_plane computed K P A wx wy Ny rectangle r z)) / (2 ^ (K + P) * 2 ^ (K + P) * 2 ^ A).
Proof.
  intros X' rd.
  destruct (count_is_probability K P A (fun d => S (released rd r (Some (noise_of_draws computed P A d)))) ltac:(lia)) as [E H].
  assert (Same : forall w : unit_cube, S (released rd r (Some (noise_of_draws computed P A (draws_of_point K P A w)))) = S (released rd r (X' r w))).
  { intros w. unfold X'. now rewrite (noise_of_cell w). }
  split; [exact (event_ext unit_cube _ _ Same E) |].
  unfold PK. exact (eq_trans (eq_sym (Pr_ext unit_cube _ _ Same)) H).
Qed.

End Coupling.

(* ** Theorem A, counted *)

(* For any way of drawing a point from the cube: if (A) and (B) hold, and a probability is a number of words, so is the loss. *)
Theorem counts_of_conditions {Radial : Type} (V : Radial -> Prop) (radius : Radial -> R) (n' : Radial * R -> plane)
    (n_0 : Radial * R -> Radial * R) (draw : unit_cube -> Radial * R) (b delta L distance verdict total : R) (words : nat)
    (wx wy : R -> option nat) (edge_x edge_y : nat -> R) (Nx Ny : nat) (chosen : nat -> nat -> bool)
    (noise : nat -> R * R) (M_f : R * R -> Prop) :
  let rd := region_window wx wy Ny rectangle in
  0 < b -> 0 <= delta -> 2 * delta < L -> 0 < total ->
  rounds_to_cells wx edge_x Nx -> rounds_to_cells wy edge_y Ny ->
  (forall i, (i < Nx)%nat -> edge_x i + L <= edge_x (S i)) -> (forall i, (i < Ny)%nat -> edge_y i + L <= edge_y (S i)) ->
  (0 < Nx)%nat /\ (0 < Ny)%nat ->
  (forall w, planar_draw V (fun v => 0 < v < 1) (draw w)) ->
  has_density unit_cube (fun w => planar_noise radius 0 (draw w)) (planar_density ((/ b) ^ 2 / (2 * PI)) (/ b)) ->
  condition_A_plane V radius (fun v => 0 < v < 1) 0 n' n_0 (fun z : R * R => rd z <> None) M_f delta ->
  condition_B_plane V radius (fun v => 0 < v < 1) 0 n' n_0 (fun z : R * R => rd z <> None) M_f delta ->
  (forall r S, event unit_cube (fun w => S (released rd r (Some (n' (n_0 (draw w)) : R * R)))) /\
     Pr unit_cube (fun w => S (released rd r (Some (n' (n_0 (draw w)) : R * R))))
     = count words (fun z => S (released rd r (Some (noise z)))) / total) ->
  / b * distance + kappa_plane (/ b) L delta <= verdict ->
  forall r1 r2 S, M_f r1 -> M_f r2 -> euclid (fst r1 - fst r2) (snd r1 - snd r2) <= distance ->
  count words (fun z => S (released (region_window wx wy Ny chosen) r1 (Some (noise z))))
  <= exp verdict * count words (fun z => S (released (region_window wx wy Ny chosen) r2 (Some (noise z)))).
Proof.
  intros rd Hb Hdelta HL Htotal Cx Cy Lx Ly Hsome Hdraw Hlaw HAc HBc Events Hv r1 r2 S0 M1 M2 D.
  (* The region is the rectangle with fewer outputs, which is another set of outputs. *)
  set (S := fun o => S0 (chosen_only Ny chosen o)).
  assert (Region : forall r, count words (fun z => S0 (released (region_window wx wy Ny chosen) r (Some (noise z))))
    = count words (fun z => S (released rd r (Some (noise z))))).
  { intros r. rewrite 2!count_is_sum. apply sum_ext. intros z _. unfold S, released, rd.
    now rewrite (region_of_rectangle wx wy edge_y Nx Ny Cy Hsome). }
  rewrite 2!Region. clear Region.
  assert (Pi : 0 < / b) by (apply Rinv_0_lt_compat, Hb).
  pose proof (planar_mechanism V radius (fun v => 0 < v < 1) 0 n' n_0 unit_cube draw
    ((/ b) ^ 2 / (2 * PI)) (/ b) delta L rd (plane_cell edge_x edge_y Ny) (Nx * Ny) M_f r1 r2 S) as Main. cbv zeta in Main.
  assert (Bound := Main Hdraw HAc HBc ltac:(apply Rdiv_lt_0_compat; [apply pow_lt; exact Pi | pose proof PI_RGT_0; lra]) Pi Hdelta HL Hlaw
    (plane_rounds_to_boxes wx wy edge_x edge_y Nx Ny Cx Cy Hsome)
    (plane_cells_large edge_x edge_y Nx Ny L Lx Ly Hsome)
    (plane_tiled wx wy edge_x edge_y Nx Ny L Cx Cy Lx Ly Hsome ltac:(lra))
    (fun r _ S' => proj1 (Events r S')) M1 M2). clear Main.
  pose proof (proj2 (Events r1 S)) as Q1. pose proof (proj2 (Events r2 S)) as Q2. unfold PK in Bound.
  set (c1 := count _ _) in Q1 |- *. set (c2 := count _ _) in Q2 |- *.
  assert (Bound' : c1 / total <= exp (/ b * euclid (fst r1 - fst r2) (snd r1 - snd r2) + kappa_plane (/ b) L delta) * (c2 / total)).
  { refine (Rle_trans _ _ _ (Req_le _ _ (eq_sym Q1)) _). refine (Rle_trans _ _ _ Bound _).
    apply Rmult_le_compat_l; [left; apply exp_pos | exact (Req_le _ _ Q2)]. }
  assert (C2 : 0 <= c2) by apply pos_INR.
  apply (Rmult_le_reg_r (/ total)); [apply Rinv_0_lt_compat, Htotal |].
  apply Rle_trans with (1 := Bound'). unfold Rdiv. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Htotal |].
  apply Rmult_le_compat_r; [exact C2 |]. apply exp_le_exp. apply Rle_trans with (2 := Hv). apply Rplus_le_compat_r, Rmult_le_compat_l; lra.
Qed.

(* Of all words of entropy, those that lead from one answer into a set of outputs are at most e^verdict times as many as those
   that lead there from another. Nothing is assumed of the noise but its ledger: its density is that of PlanarLaw.v. *)
Theorem planar_counts (b absolute g T delta_n Dx Dy xl xh yl yh distance verdict L : R) (K P A : nat) (computed : R * R -> Z -> plane)
    (wx wy : R -> option nat) (edge_x edge_y : nat -> R) (Nx Ny : nat) (chosen : nat -> nat -> bool) :
  0 < b -> (1 <= P <= 63)%nat -> (1 <= K)%nat -> (1 <= A <= 63)%nat -> ledger b absolute g K P computed ->
  rounds_to_cells wx edge_x Nx -> rounds_to_cells wy edge_y Ny ->
  (forall i, (i < Nx)%nat -> edge_x i + L <= edge_x (S i)) -> (forall i, (i < Ny)%nat -> edge_y i + L <= edge_y (S i)) ->
  (0 < Nx)%nat /\ (0 < Ny)%nat ->
  let delta := planar_shift T (2 / / b * ln (1 + / 2 ^ P)) (/ 2 ^ S A) delta_n in
  0 < T -> 0 <= g <= 1 -> 0 <= delta_n -> absolute + g * T <= delta_n ->
  T <= INR K * ln 2 / / b -> euclid Dx Dy + delta < T -> 2 * delta < L ->
  xh - Dx <= edge_x 0%nat -> edge_x Nx <= xl + Dx -> yh - Dy <= edge_y 0%nat -> edge_y Ny <= yl + Dy ->
  / b * distance + kappa_plane (/ b) L delta <= verdict ->
  forall r1 r2 S,
  xl <= fst r1 <= xh /\ yl <= snd r1 <= yh -> xl <= fst r2 <= xh /\ yl <= snd r2 <= yh ->
  euclid (fst r1 - fst r2) (snd r1 - snd r2) <= distance ->
  count (2 ^ ((K + P) + ((K + P) + A))) (fun z => S (release_plane computed K P A wx wy Ny chosen r1 z))
  <= exp verdict * count (2 ^ ((K + P) + ((K + P) + A))) (fun z => S (release_plane computed K P A wx wy Ny chosen r2 z)).
Proof.
  intros Hb HP HK HA Hledger Cx Cy Lx Ly Hsome delta HT Hg Hdn Herr Hcut Hlarge HL X1 X2 Y1 Y2 Hv.
  assert (Pi : 0 < / b) by (apply Rinv_0_lt_compat, Hb).
  set (M_f := fun z : R * R => xl <= fst z <= xh /\ yl <= snd z <= yh).
  set (rd := region_window wx wy Ny rectangle).
  assert (Hdelta : 0 <= delta) by (apply Rplus_le_le_0_compat; [apply sqrt_pos | exact Hdn]).
  assert (Reach : forall y z : plane, rd y <> None -> M_f z -> norm (minus y z) <= euclid Dx Dy).
  { intros y z Hy Hz. apply (plane_reach wx wy edge_x edge_y Nx Ny L Cx Cy Lx Ly Hsome Dx Dy xl xh yl yh y z X1 X2 Y1 Y2); trivial. lra. }
  destruct (planar_A_B b absolute g K P A computed Hb HP HK HA Hledger T (euclid Dx Dy) delta_n (fun z : R * R => rd z <> None) M_f
    HT Hg Hdn Herr Hcut Hlarge Reach) as [HAc HBc].
  apply (counts_of_conditions unit_pair (gamma_of_pair (/ b)) (noise_at computed) (nearby K P A) real_point b delta L distance verdict
    (2 ^ (K + P) * 2 ^ (K + P) * 2 ^ A) (2 ^ ((K + P) + ((K + P) + A))) wx wy edge_x edge_y Nx Ny chosen
    (fun z => noise_of_draws computed P A (draws_of_word K (K + P) z)) M_f Hb Hdelta HL); try assumption.
  - repeat apply Rmult_lt_0_compat; apply pow_lt; lra.
  - intros w. exact (conj (conj (conj (proj1 (value_range _)) (Rlt_le _ _ (proj2 (value_range _))))
      (conj (proj1 (value_range _)) (Rlt_le _ _ (proj2 (value_range _))))) (value_range _)).
  - exact (planar_has_density (/ b) Pi).
  - intros r S. exact (release_events K P A computed HP HK HA wx wy Ny r S).
Qed.
