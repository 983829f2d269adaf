(* The whole planar mechanism in f64 with the sampler Inverse, from words of entropy to the released cell: one theorem for every setting.

   The radius is C^-1(u), u = 1 - w, and w the middle of one of 2^B cells. No other law is needed than that of PlanarLaw.v: with radius
   and angle from a point of the cube, u = C(radius) is uniform and independent of the angle (`radius_law`), so the cells of u and of the
   angle are as probable as words ([inverse_is_probability]). Joined here with the ledger of the root (PlanarRoot.v) and Lemma R. *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals ZArith Lra Lia List Bool Arith Psatz FunctionalExtensionality.
From Flocq Require Import Core.
From Kdelta Require Import LaplaceLaw Sinh Discretised TheoremACoupling LogMetric Words Window Binary GridRounding FloatMechanism.
From Kdelta Require Import PlanarScaling PlanarTheoremA PlanarLaplace PlanarNoise PlanarRadius PlanarSamplers PlanarLedger PlanarFloat.
From Kdelta Require Import UnitCube PlanarWords PlanarDensity PlanarLaw PlanarCounts PlanarRelease PlanarRoot CosSinConstants.
From Kdelta Require Crossing PrintedRadius.

Local Open Scope R_scope.

(* ** The program *)

(* PlanarLaplace::of for the word i of B bits of the radius and the word t of A bits of the angle, and their number z. *)
Definition inverse_noise (b : R) (B A : nat) (d : nat * nat) : R * R :=
  inverse_f64 b ((2 * Z.of_nat (fst d) + 1) * 2 ^ (63 - Z.of_nat B)) ((2 * Z.of_nat (snd d) + 1) * 2 ^ (63 - Z.of_nat A)).
Definition two_words (B z : nat) : nat * nat := (z mod 2 ^ B, z / 2 ^ B)%nat.

Definition release_inverse_f64 (b : R) (B A : nat) (log2 lowx lowy : Z) (Nx Ny : nat) (chosen : nat -> nat -> bool) (r : R * R) (z : nat) : option nat :=
  released (region_window (float_window (f := binary64) log2 lowx Nx) (float_window (f := binary64) log2 lowy Ny) Ny chosen) r
    (Some (inverse_noise b B A (two_words B z))).

(* ** Words and probabilities *)

Section Coupling.

Variables (b : R) (B A : nat).
Hypothesis b_positive : 0 < b.
Hypothesis b_large : bpow radix2 (-200) <= b.
Hypothesis B_range : (1 <= B <= 63)%nat.
Hypothesis A_range : (1 <= A <= 63)%nat.

Notation C := (PrintedRadius.radius_cdf (/ b)).
Notation radius := (radius (/ b)).

Lemma rate_positive : 0 < / b.
Proof. apply Rinv_0_lt_compat, b_positive. Qed.

Lemma radius_nonneg w : 0 <= radius w.
Proof.
  apply (gamma_nonnegative (/ b) (value (fst (fst w)), value (snd (fst w))) rate_positive).
  pose proof (value_range (fst (fst w))). pose proof (value_range (snd (fst w))). split; cbn [fst snd]; lra.
Qed.

(* The uniform of a point. *)
Definition uniform (w : point) : R := C (radius w).

Lemma cdf_range r : 0 <= r -> 0 <= C r < 1.
Proof.
  intros Hr. split.
  - destruct Hr as [Hr | <-]; [| rewrite PrintedRadius.radius_cdf_zero; lra].
    pose proof (radius_cdf_increasing (/ b) 0 r rate_positive ltac:(lra)) as H. rewrite PrintedRadius.radius_cdf_zero in H. lra.
  - unfold PrintedRadius.radius_cdf. assert (0 < (1 + / b * r) * exp (- / b * r)); [| lra].
    apply Rmult_lt_0_compat; [pose proof rate_positive; nra | apply exp_pos].
Qed.

Definition draws_of_place (w : point) : nat * nat := (cell_of B (1 - uniform w), cell_of A (value (snd w))).

Variable inverse : R -> R.
Hypothesis inverse_is : forall u, 0 <= u < 1 -> 0 <= inverse u /\ C (inverse u) = u.

Lemma inverse_of_radius w : inverse (uniform w) = radius w.
Proof.
  pose proof (radius_nonneg w) as R0. destruct (inverse_is (uniform w) (cdf_range _ R0)) as [I0 IC].
  change (C (inverse (uniform w)) = C (radius w)) in IC.
  apply Rle_antisym; apply (radius_cdf_order (/ b)); trivial; try exact rate_positive; lra.
Qed.

Lemma below_law V nu c : 0 <= c <= 1 -> line_is V nu -> cube_is (fun w => Rleb (uniform w) c && V (snd w)) (nu * c).
Proof.
  intros [C0 C1] HV. destruct (Rle_lt_dec 1 c) as [H | H].
  - replace c with 1 by lra. destruct (axes_are _ _ _ _ _ _ everywhere everywhere HV) as [E P].
    assert (Same : forall w, on_axes (fun _ => true) (fun _ => true) V w = Rleb (uniform w) 1 && V (snd w)).
    { intros w. unfold on_axes. cbn. pose proof (cdf_range _ (radius_nonneg w)). fold (uniform w) in H0.
      assert (Rleb (uniform w) 1 = true) as -> by (apply Rleb_true; lra). reflexivity. }
    split; [exact (event_ext unit_cube _ _ Same E) | refine (eq_trans (eq_sym (Pr_ext unit_cube _ _ Same)) (eq_trans P _)); ring].
  - destruct (inverse_is c (conj C0 H)) as [I0 IC].
    assert (L := radius_law (/ b) rate_positive V nu (inverse c) (fun w => Rleb (uniform w) c && V (snd w)) I0 HV).
    rewrite IC in L. apply L.
    + intros w Hw HVw. rewrite HVw, andb_true_r. apply Rleb_true. unfold uniform. rewrite <- IC.
      left. apply radius_cdf_increasing; [exact rate_positive | pose proof (radius_nonneg w); lra].
    + intros w Hw. apply andb_prop in Hw as [H1 H2]. apply Rleb_true in H1. split; [| exact H2].
      apply (radius_cdf_order (/ b)); [exact rate_positive | apply radius_nonneg | exact I0 |]. unfold uniform in H1. lra.
Qed.

Lemma uniform_positive w : 0 < uniform w.
Proof.
  unfold uniform. rewrite <- (PrintedRadius.radius_cdf_zero (/ b)). apply radius_cdf_increasing; [exact rate_positive |]. split; [lra |].
  destruct (radius_product (/ b) w) as [-> P].
  assert (Q : value (fst (fst w)) * value (snd (fst w)) < 1) by (pose proof (value_range (fst (fst w))); pose proof (value_range (snd (fst w))); nra).
  apply Rdiv_lt_0_compat; [| exact rate_positive]. assert (ln (value (fst (fst w)) * value (snd (fst w))) < ln 1) by (apply ln_increasing; assumption).
  rewrite ln_1 in H. lra.
Qed.

Lemma cell_is i w : (i < 2 ^ B)%nat ->
  (Nat.eqb (fst (draws_of_place w)) i = true <-> 1 - (INR i + 1) / 2 ^ B < uniform w <= 1 - INR i / 2 ^ B).
Proof.
  intros Hi. unfold draws_of_place. cbn [fst]. pose proof (uniform_positive w) as U0.
  pose proof (cdf_range _ (radius_nonneg w)) as U1. fold (uniform w) in U1.
  destruct (cell_of_range B (1 - uniform w) ltac:(lra)) as (H1 & H2 & H3). specialize (H3 ltac:(lra)).
  assert (P2 : 0 < 2 ^ B) by (apply pow_lt; lra). set (j := cell_of B (1 - uniform w)) in *.
  rewrite Nat.eqb_eq. split.
  - intros <-. split; [assert ((1 - uniform w) < (INR j + 1) / 2 ^ B) by (apply Rlt_div_r; lra) | assert (INR j / 2 ^ B <= 1 - uniform w) by (apply Rle_div_l; lra)]; lra.
  - intros [L1 L2]. assert (M1 : (1 - uniform w) * 2 ^ B < INR i + 1) by (apply Rlt_div_r; lra).
    assert (M2 : INR i <= (1 - uniform w) * 2 ^ B) by (apply Rle_div_l; lra).
    assert (INR i < INR j + 1) by lra. assert (INR j < INR i + 1) by lra.
    rewrite <- S_INR in H, H0. apply INR_lt in H, H0. lia.
Qed.

Lemma cell_law V nu i : (i < 2 ^ B)%nat -> line_is V nu ->
  cube_is (fun w => Nat.eqb (fst (draws_of_place w)) i && V (snd w)) (nu / 2 ^ B).
Proof.
  intros Hi HV. assert (P2 : 0 < 2 ^ B) by (apply pow_lt; lra).
  assert (I1 : INR i + 1 <= 2 ^ B) by (apply lt_le_S, le_INR in Hi; rewrite S_INR, INR_pow2 in Hi; exact Hi).
  pose proof (pos_INR i) as I0.
  assert (D1 : 0 <= INR i / 2 ^ B) by (apply Rle_div_r; lra). assert (D2 : (INR i + 1) / 2 ^ B <= 1) by (apply Rle_div_l; lra).
  assert (D3 : (INR i + 1) / 2 ^ B = INR i / 2 ^ B + / 2 ^ B) by (field; lra). assert (D4 : 0 < / 2 ^ B) by (apply Rinv_0_lt_compat, P2).
  destruct (cube_difference _ _ _ _ (below_law V nu (1 - (INR i + 1) / 2 ^ B) ltac:(lra) HV) (below_law V nu (1 - INR i / 2 ^ B) ltac:(lra) HV)) as [E P].
  { intros w Hw. apply andb_prop in Hw as [H1 H2]. apply Rleb_true in H1. rewrite H2, andb_true_r. apply Rleb_true. lra. }
  assert (Same : forall w, (Rleb (uniform w) (1 - INR i / 2 ^ B) && V (snd w)) && negb (Rleb (uniform w) (1 - (INR i + 1) / 2 ^ B) && V (snd w))
            = Nat.eqb (fst (draws_of_place w)) i && V (snd w)).
  { intros w. apply eq_true_iff_eq. pose proof (cell_is i w Hi) as CI. rewrite !andb_true_iff, negb_true_iff, CI, Rleb_true. split.
    - intros [[H1 H2] H3]. rewrite H2, andb_true_r in H3. split; [split; [| exact H1] | exact H2].
      apply Rnot_le_lt. intros H. apply Rleb_true in H. congruence.
    - intros [[H1 H2] H3]. rewrite H3, andb_true_r. split; [tauto |]. destruct (Rleb _ _) eqn:K; [apply Rleb_true in K; lra | reflexivity]. }
  split; [exact (event_ext unit_cube _ _ Same E) |]. refine (eq_trans (eq_sym (Pr_ext unit_cube _ _ Same)) (eq_trans P _)). rewrite D3. field. lra.
Qed.

Lemma first_cells (f : nat * nat -> bool) n : (n <= 2 ^ B)%nat ->
  cube_is (fun w => Nat.ltb (fst (draws_of_place w)) n && f (draws_of_place w))
    (sum n (fun i => count (2 ^ A) (fun t => f (i, t)) / 2 ^ A / 2 ^ B)).
Proof.
  induction n as [| n IH]; intros Hn.
  - assert (Z : cube_is (fun w => Rleb (uniform w) 0 && true) (1 * 0)) by (apply (below_law (fun _ => true) 1 0); [lra | exact everywhere]).
    destruct Z as [E P]. assert (Same : forall w, Rleb (uniform w) 0 && true = Nat.ltb (fst (draws_of_place w)) 0 && f (draws_of_place w)).
    { intros w. pose proof (uniform_positive w). destruct (Rleb (uniform w) 0) eqn:K; [apply Rleb_true in K; lra | reflexivity]. }
    cbn [sum]. split; [exact (event_ext unit_cube _ _ Same E) | refine (eq_trans (eq_sym (Pr_ext unit_cube _ _ Same)) (eq_trans P _)); ring].
  - destruct (IH ltac:(lia)) as [E1 P1].
    destruct (cell_law (fun v => f (n, word_of_number A v)) _ n ltac:(lia) (words_on_the_line A (fun t => f (n, t)))) as [E2 P2].
    assert (Word : forall w : point, snd (draws_of_place w) = word_of_number A (snd w)).
    { intros w. unfold draws_of_place, cell_of, word_of_number. cbn [snd]. pose proof (value_range (snd w)). destruct (Rlt_dec (value (snd w)) 1); [reflexivity | lra]. }
    set (E := fun w => Nat.ltb (fst (draws_of_place w)) n && f (draws_of_place w)) in *.
    set (E' := fun w : point => Nat.eqb (fst (draws_of_place w)) n && f (n, word_of_number A (snd w))) in *.
    assert (Or : event unit_cube (fun w : point => E w || E' w)) by (apply event_or; assumption).
    assert (Add : Pr unit_cube (fun w : point => E w || E' w) = Pr unit_cube E + Pr unit_cube E').
    { apply Pr_add; trivial. intros w H1 H2. unfold E, E' in *. apply andb_prop in H1 as [H1 _]. apply andb_prop in H2 as [H2 _].
      apply Nat.ltb_lt in H1. apply Nat.eqb_eq in H2. lia. }
    assert (Same : forall w : point, E w || E' w = Nat.ltb (fst (draws_of_place w)) (S n) && f (draws_of_place w)).
    { intros w. unfold E, E'. rewrite <- Word. destruct (Nat.eq_dec (fst (draws_of_place w)) n) as [H | H].
      - rewrite <- H, Nat.ltb_irrefl, Nat.eqb_refl. cbn [andb orb]. rewrite <- surjective_pairing.
        assert (Nat.ltb (fst (draws_of_place w)) (S (fst (draws_of_place w))) = true) as -> by (apply Nat.ltb_lt; lia). reflexivity.
      - assert (Nat.eqb (fst (draws_of_place w)) n = false) as -> by now apply Nat.eqb_neq. cbn [andb]. rewrite orb_false_r. f_equal.
        apply eq_true_iff_eq. rewrite 2!Nat.ltb_lt. lia. }
    cbn [sum]. split; [exact (event_ext unit_cube _ _ Same Or) |].
    refine (eq_trans (eq_sym (Pr_ext unit_cube _ _ Same)) (eq_trans Add _)). rewrite <- P1. apply f_equal. exact P2.
Qed.

Theorem inverse_is_probability (f : nat * nat -> bool) :
  event unit_cube (fun w => f (draws_of_place w)) /\
  Pr unit_cube (fun w => f (draws_of_place w)) = count (2 ^ (B + A)) (fun z => f (two_words B z)) / (2 ^ B * 2 ^ A).
Proof.
  destruct (first_cells f (2 ^ B) (Nat.le_refl _)) as [E P].
  assert (Same : forall w, Nat.ltb (fst (draws_of_place w)) (2 ^ B) && f (draws_of_place w) = f (draws_of_place w)).
  { intros w. pose proof (uniform_positive w). pose proof (cdf_range _ (radius_nonneg w)) as U. fold (uniform w) in U.
    destruct (cell_of_range B (1 - uniform w) ltac:(lra)) as (H1 & _).
    assert (Nat.ltb (fst (draws_of_place w)) (2 ^ B) = true) as -> by (apply Nat.ltb_lt; exact H1). reflexivity. }
  split; [exact (event_ext unit_cube _ _ Same E) |].
  refine (eq_trans (eq_sym (Pr_ext unit_cube _ _ Same)) (eq_trans P _)).
  assert (PB : 2 ^ B <> 0) by (apply pow_nonzero; lra). assert (PA : 2 ^ A <> 0) by (apply pow_nonzero; lra).
  rewrite (sum_ext _ _ (fun i => / (2 ^ B * 2 ^ A) * sum (2 ^ A) (fun t => if f (i, t) then 1 else 0)))
    by (intros i _; rewrite count_is_sum; field; tauto).
  rewrite sum_scal, sum_exchange, count_is_sum, Nat.pow_add_r, sum_blocks. unfold Rdiv. rewrite Rmult_comm. f_equal.
  apply sum_ext. intros t _. apply sum_ext. intros i Hi. unfold two_words. pose proof (power_of_two_positive B) as Z.
  rewrite (Nat.mul_comm (2 ^ B) t), Nat.mod_add, Nat.div_add, Nat.mod_small, Nat.div_small by lia. reflexivity.
Qed.

(* ** The coupling *)

(* n_0 and n' of Theorem B; u and the angle in turns. *)
Definition middle_of (n : nat) (x : R) : R := (INR (cell_of n x) + / 2) / 2 ^ n.
Definition near_place (x : R * R) : R * R := (1 - middle_of B (1 - fst x), middle_of A (snd x)).
Definition noise_there (x : R * R) : plane := inverse_f64 b (Zfloor ((1 - fst x) * 2 ^ 64)) (Zfloor (snd x * 2 ^ 64)).
Definition place_of (w : point) : R * R := (uniform w, value (snd w)).

Lemma middle_near n x : 0 < x <= 1 -> Rabs (middle_of n x - x) <= / 2 ^ S n.
Proof.
  intros Hx. destruct (cell_of_range n x Hx) as (_ & H & _). assert (P2 : 0 < 2 ^ n) by (apply pow_lt; lra). unfold middle_of.
  replace ((INR (cell_of n x) + / 2) / 2 ^ n - x) with ((INR (cell_of n x) + / 2 - x * 2 ^ n) / 2 ^ n) by (field; lra).
  unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ 2 ^ n)) by (left; apply Rinv_0_lt_compat, P2).
  replace (/ 2 ^ S n) with (/ 2 * / 2 ^ n) by (cbn [pow]; field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, P2 |]. apply Rabs_le. lra.
Qed.

Lemma middle_range n x : 0 < x <= 1 -> 0 < middle_of n x < 1.
Proof.
  intros Hx. destruct (cell_of_range n x Hx) as (H & _). assert (P2 : 0 < 2 ^ n) by (apply pow_lt; lra).
  apply lt_le_S, le_INR in H. rewrite S_INR, INR_pow2 in H. pose proof (pos_INR (cell_of n x)). unfold middle_of. split.
  - apply Rdiv_lt_0_compat; lra.
  - apply Rlt_div_l; lra.
Qed.

(* The middle of a cell as an integer: Inverse::complement and Angle::turn. *)
Lemma middle_word n x : (1 <= n <= 63)%nat -> 0 < x <= 1 ->
  let k := ((2 * Z.of_nat (cell_of n x) + 1) * 2 ^ (63 - Z.of_nat n))%Z in
  middle_of n x * 2 ^ 64 = IZR k /\ (1 <= k < 2 ^ 64)%Z.
Proof.
  intros Hn Hx k. destruct (cell_of_range n x Hx) as (H & _). destruct (angle_turn n _ Hn H) as [E R]. fold k in E, R.
  split; [unfold middle_of; now rewrite E |]. assert (0 < 2 ^ (63 - Z.of_nat n))%Z by (apply Z.pow_pos_nonneg; lia). unfold k in *. lia.
Qed.

Lemma noise_of_place w : noise_there (near_place (place_of w)) = inverse_noise b B A (draws_of_place w).
Proof.
  pose proof (uniform_positive w). pose proof (cdf_range _ (radius_nonneg w)) as U. fold (uniform w) in U. pose proof (value_range (snd w)).
  unfold noise_there, near_place, place_of, inverse_noise, draws_of_place. cbn [fst snd].
  replace (1 - (1 - middle_of B (1 - uniform w))) with (middle_of B (1 - uniform w)) by ring.
  rewrite (proj1 (middle_word B (1 - uniform w) B_range ltac:(lra))), (proj1 (middle_word A (value (snd w)) A_range ltac:(lra))), 2!Zfloor_IZR. reflexivity.
Qed.

Notation V := (fun u : R => 0 <= u < 1).
Notation turns := (fun v : R => 0 < v < 1).

Lemma near_draw x : planar_draw V turns x -> planar_draw V turns (near_place x).
Proof.
  intros [H1 H2]. cbv beta in *. pose proof (middle_range B (1 - fst x) ltac:(lra)). pose proof (middle_range A (snd x) ltac:(lra)).
  unfold near_place. split; cbn [fst snd]; lra.
Qed.

Lemma excess_of_radius u : 0 <= u < 1 -> excess (/ b * inverse u) = - ln (1 - u).
Proof.
  intros Hu. destruct (inverse_is u Hu) as [I0 IC]. pose proof rate_positive as Pi. unfold excess.
  assert (E : 1 - u = (1 + / b * inverse u) * exp (- (/ b * inverse u))).
  { rewrite <- IC at 1. unfold PrintedRadius.radius_cdf. replace (- / b * inverse u) with (- (/ b * inverse u)) by ring. ring. }
  rewrite E, ln_mult, ln_exp; [ring | nra | apply exp_pos].
Qed.

Notation absolute := (plane_absolute root_error certified_cos_sin once * b).
Notation g := (plane_relative 0 certified_cos_sin once).

Lemma inverse_error x : planar_draw V turns x ->
  norm (minus (noise_there (near_place x)) (planar_noise inverse 0 (near_place x))) <= absolute + g * inverse (fst (near_place x)).
Proof.
  intros Hx. destruct (near_draw x Hx) as [N1 N2]. destruct Hx as [H1 H2]. cbv beta in *.
  destruct (middle_word B (1 - fst x) B_range ltac:(lra)) as [EB RB]. destruct (middle_word A (snd x) A_range ltac:(lra)) as [EA RA].
  set (w := ((2 * Z.of_nat (cell_of B (1 - fst x)) + 1) * 2 ^ (63 - Z.of_nat B))%Z) in *.
  set (t := ((2 * Z.of_nat (cell_of A (snd x)) + 1) * 2 ^ (63 - Z.of_nat A))%Z) in *.
  destruct (inverse_is (fst (near_place x)) N1) as [I0 _]. pose proof rate_positive as Pi.
  pose proof (inverse_f64_ledger b w t (/ b * inverse (fst (near_place x))) b_large RB ltac:(lia) ltac:(nra)) as L.
  replace (b * (/ b * inverse (fst (near_place x)))) with (inverse (fst (near_place x))) in L by (field; lra).
  unfold noise_there, planar_noise. cbn [fst snd near_place] in *.
  replace (1 - (1 - middle_of B (1 - fst x))) with (middle_of B (1 - fst x)) by ring. rewrite EB, EA, 2!Zfloor_IZR.
  replace (angle 0 (middle_of A (snd x))) with (2 * PI * IZR t / 2 ^ 64) by (rewrite <- EA; unfold angle; field; apply pow_nonzero; lra).
  apply L. rewrite excess_of_radius by exact N1. f_equal. f_equal.
  replace (1 - (1 - middle_of B (1 - fst x))) with (middle_of B (1 - fst x)) by ring.
  rewrite <- EB. change (IZR (2 ^ 64)) with (IZR (2 ^ Z.of_nat 64)). rewrite <- pow_IZR. field.
Qed.

(* (A) and (B) hold for the computed noise. *)
Lemma inverse_A_B T rho_M delta_n (M M_f : plane -> Prop) :
  let delta := planar_shift T (modulus_R (/ b) T (/ 2 ^ S B)) (/ 2 ^ S A) delta_n in
  0 < T -> 0 <= g <= 1 -> 0 <= delta_n -> absolute + g * T <= delta_n -> rho_M + delta < T ->
  (forall y z, M y -> M_f z -> norm (minus y z) <= rho_M) ->
  condition_A_plane V inverse turns 0 noise_there near_place M M_f delta /\
  condition_B_plane V inverse turns 0 noise_there near_place M M_f delta.
Proof.
  intros delta HT Hg Hdn Herr Hlarge Hreach.
  assert (Pn : forall n, 0 < / 2 ^ n) by (intros n; apply Rinv_0_lt_compat, pow_lt; lra).
  apply (planar_shift_inverse_cdf (/ b) T rho_M (/ 2 ^ S A) delta_n 0 turns M M_f rate_positive HT (Rlt_le _ _ (Pn (S A))) Hdn
    interval_of_turns Hreach inverse noise_there near_place (/ 2 ^ S B) inverse_is); [| | exact Hlarge].
  - intros x Hx. apply (near_draw x Hx).
  - intros x Hx. pose proof (inverse_error x Hx) as Herror. destruct (near_draw x Hx) as [Dn _]. destruct Hx as [H1 H2]. cbv beta in *.
    destruct (inverse_is (fst (near_place x)) Dn) as [R0 _].
    destruct (affine_error_never_comes_back _ (noise_there (near_place x)) _ g _ T Hg
      (polar_norm (inverse (fst (near_place x))) (angle 0 (snd (near_place x))) R0) Herror) as [E1 E2].
    unfold regular_draw. split; [| split; [| split]].
    + unfold near_place. cbn [fst]. pose proof (middle_near B (1 - fst x) ltac:(lra)) as H. rewrite Rabs_minus_sym in H.
      replace (1 - middle_of B (1 - fst x) - fst x) with (1 - fst x - middle_of B (1 - fst x)) by ring. exact H.
    + apply middle_near. lra.
    + intros H. specialize (E1 H). apply Rle_trans with (2 := Herr). exact E1.
    + intros H. specialize (E2 H). lra.
Qed.

Lemma place_density : has_density unit_cube (fun w => planar_noise inverse 0 (place_of w)) (planar_density ((/ b) ^ 2 / (2 * PI)) (/ b)).
Proof.
  refine (eq_ind (polar_noise (/ b)) (fun X : unit_cube -> R * R => has_density unit_cube X _) (planar_has_density (/ b) rate_positive) _ _).
  apply functional_extensionality. intros w. unfold polar_noise, planar_noise, place_of. cbn [fst snd]. now rewrite inverse_of_radius.
Qed.

End Coupling.

(* Of all words of entropy, those that lead from one answer into a set of outputs are at most e^verdict times as many as those
   that lead there from another. Nothing is assumed of the noise: its density is that of PlanarLaw.v. *)
Theorem planar_inverse_f64_mechanism (b T delta_n Dx Dy xl xh yl yh distance verdict : R) (B A : nat) (log2 lowx lowy Ex Ey E : Z) (Nx Ny : nat)
    (chosen : nat -> nat -> bool) :
  bpow radix2 (-200) <= b -> (1 <= B <= 63)%nat -> (1 <= A <= 63)%nat ->
  (-1074 < log2)%Z -> (- 2 ^ 51 < lowx)%Z /\ (- 2 ^ 51 < lowy)%Z ->
  (lowx + Z.of_nat Nx <= 2 ^ 51)%Z /\ (lowy + Z.of_nat Ny <= 2 ^ 51)%Z -> (-1021 <= Ex <= E)%Z /\ (-1021 <= Ey <= E)%Z ->
  Rabs (corner log2 lowx 0) < bpow radix2 Ex /\ Rabs (corner log2 lowx Nx) < bpow radix2 Ex ->
  Rabs (corner log2 lowy 0) < bpow radix2 Ey /\ Rabs (corner log2 lowy Ny) < bpow radix2 Ey ->
  (0 < Nx)%nat /\ (0 < Ny)%nat ->
  let g := plane_relative 0 certified_cos_sin once in
  let delta := planar_shift T (modulus_R (/ b) T (/ 2 ^ S B)) (/ 2 ^ S A) delta_n in
  let L := step log2 - bpow radix2 (E - 53 - 1) in
  0 < T -> 0 <= g <= 1 -> 0 <= delta_n -> plane_absolute root_error certified_cos_sin once * b + g * T <= delta_n ->
  euclid Dx Dy + delta < T -> 2 * delta < L ->
  xh - Dx <= corner log2 lowx 0 - bpow radix2 (Ex - 53 - 1) -> corner log2 lowx Nx <= xl + Dx ->
  yh - Dy <= corner log2 lowy 0 - bpow radix2 (Ey - 53 - 1) -> corner log2 lowy Ny <= yl + Dy ->
  / b * distance + kappa_plane (/ b) L delta <= verdict ->
  forall r1 r2 S,
  xl <= fst r1 <= xh /\ yl <= snd r1 <= yh -> xl <= fst r2 <= xh /\ yl <= snd r2 <= yh ->
  euclid (fst r1 - fst r2) (snd r1 - snd r2) <= distance ->
  count (2 ^ (B + A)) (fun z => S (release_inverse_f64 b B A log2 lowx lowy Nx Ny chosen r1 z))
  <= exp verdict * count (2 ^ (B + A)) (fun z => S (release_inverse_f64 b B A log2 lowx lowy Nx Ny chosen r2 z)).
Proof.
  intros Hb HB HA Hlog Hlow Hhigh HE Fx Fy Hsome g delta L HT Hg Hdn Herr Hlarge HL X1 X2 Y1 Y2 Hv.
  assert (Pb : 0 < b) by (pose proof (bpow_gt_0 radix2 (-200)); lra).
  assert (Pi : 0 < / b) by (apply Rinv_0_lt_compat, Pb).
  destruct (float_axis log2 lowx Ex E Nx Hlog (proj1 Hlow) (proj1 Hhigh) (proj1 HE) Fx) as (Cx & Lx & Ex0 & ExN).
  destruct (float_axis log2 lowy Ey E Ny Hlog (proj2 Hlow) (proj2 Hhigh) (proj2 HE) Fy) as (Cy & Ly & Ey0 & EyN).
  destruct (inverse_radius_cdf_exists (/ b) Pi) as [inverse Hinv].
  set (M_f := fun z : R * R => xl <= fst z <= xh /\ yl <= snd z <= yh).
  set (wx := float_window (f := binary64) log2 lowx Nx) in *. set (wy := float_window (f := binary64) log2 lowy Ny) in *.
  assert (Hdelta : 0 <= delta) by (apply Rplus_le_le_0_compat; [apply sqrt_pos | exact Hdn]).
  assert (Reach : forall y z : plane, region_window wx wy Ny rectangle y <> None -> M_f z -> norm (minus y z) <= euclid Dx Dy).
  { intros y z Hy Hz. apply (plane_reach wx wy _ _ Nx Ny L Cx Cy Lx Ly Hsome Dx Dy xl xh yl yh y z); trivial; lra. }
  destruct (inverse_A_B b B A Pb Hb HB HA inverse Hinv T (euclid Dx Dy) delta_n (fun z : R * R => region_window wx wy Ny rectangle z <> None) M_f
    HT Hg Hdn Herr Hlarge Reach) as [HAc HBc].
  apply (counts_of_conditions (fun u : R => 0 <= u < 1) inverse (noise_there b) (near_place B A) (place_of b) b delta L distance verdict
    (2 ^ B * 2 ^ A) (2 ^ (B + A)) wx wy _ _ Nx Ny chosen (fun z => inverse_noise b B A (two_words B z)) M_f Pb Hdelta HL
    ltac:(apply Rmult_lt_0_compat; apply pow_lt; lra) Cx Cy Lx Ly Hsome); try assumption.
  - intros w. split; [exact (cdf_range b Pb _ (radius_nonneg b Pb w)) | apply value_range].
  - exact (place_density b Pb inverse Hinv).
  - intros r S. pose proof (inverse_is_probability b B A Pb HB HA inverse Hinv
      (fun d => S (released (region_window wx wy Ny rectangle) r (Some (inverse_noise b B A d))))) as [Ev P].
    assert (Same : forall w, S (released (region_window wx wy Ny rectangle) r (Some (inverse_noise b B A (draws_of_place b B A w))))
              = S (released (region_window wx wy Ny rectangle) r (Some (noise_there b (near_place B A (place_of b w)) : R * R)))).
    { intros w. now rewrite (noise_of_place b B A Pb HB HA w). }
    split; [exact (event_ext unit_cube _ _ Same Ev) | exact (eq_trans (eq_sym (Pr_ext unit_cube _ _ Same)) P)].
Qed.
