(** * What does not hold as printed

    Formulas of the paper that are false as printed, as theorems, each followed
    by the theorem for its repair where it is short.  Here: findings F1 (CE1),
    F12 (CE9, CE10), F19 and F20 (CE12) of proofs/theory.md.  F3 and F4 are in
    PrintedRatio.v, F5 in PrintedRadius.v, F6 in PrintedPolar.v, F8 (CE5) in
    PrintedContinuity.v; this file hands them on.

    In Rust: crates/oracle/tests/counterexamples.rs and paper_numbers.rs compute
    the same examples exactly.  Rests on Closeness.v, LaplaceMechanism.v and
    Crossing.v. *)

From Coq Require Import Reals Lra Lia List ZArith Bool.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import Closeness LaplaceMechanism Crossing.
From Kdelta Require Export Exponential PrintedRatio PrintedRadius PrintedPolar PrintedContinuity.
Import ListNotations.
Local Open Scope R_scope.

(** ** F1: the set S^{-epsilon} (l.301)

    Printed: {x | forall s, d(x,s) <= epsilon implies s not in S}, claimed to be
    ((S^c)^{+epsilon})^c. *)
Section F1.

Variable A : metric_space.

Definition plus_neighbour (S : A -> Prop) (epsilon : R) (x : A) : Prop :=
  exists s, S s /\ distance x s <= epsilon.

Definition printed_minus_neighbour (S : A -> Prop) (epsilon : R) (x : A) : Prop :=
  forall s, distance x s <= epsilon -> ~ S s.

Definition repaired_minus_neighbour (S : A -> Prop) (epsilon : R) (x : A) : Prop :=
  forall s, distance x s <= epsilon -> S s.

Definition complement (S : A -> Prop) (x : A) : Prop := ~ S x.

(** The printed set is the complement of S^{+epsilon}. *)
Theorem printed_minus_neighbour_is_complement_of_plus : forall S epsilon x,
  printed_minus_neighbour S epsilon x <-> complement (plus_neighbour S epsilon) x.
Proof.
  intros S epsilon x. split.
  - intros H (s & Hs & Hd). exact (H s Hd Hs).
  - intros H s Hd Hs. apply H. exists s. split; assumption.
Qed.

(** It contains no point of S at all. *)
Theorem printed_minus_neighbour_misses_S : forall (S : A -> Prop) epsilon x,
  0 <= epsilon -> S x -> ~ printed_minus_neighbour S epsilon x.
Proof.
  intros S epsilon x He Sx H. apply (H x); [| exact Sx].
  rewrite (distance_same A x). exact He.
Qed.

(** The repaired set lies in S. *)
Theorem repaired_minus_neighbour_inside : forall (S : A -> Prop) epsilon x,
  0 <= epsilon -> repaired_minus_neighbour S epsilon x -> S x.
Proof.
  intros S epsilon x He H. apply H. rewrite (distance_same A x). exact He.
Qed.

(** The repaired set is ((S^c)^{+epsilon})^c, as the paper wants (S decidable). *)
Theorem repaired_minus_neighbour_is_as_claimed : forall (S : A -> Prop) epsilon x,
  (forall s, S s \/ ~ S s) ->
  repaired_minus_neighbour S epsilon x
  <-> complement (plus_neighbour (complement S) epsilon) x.
Proof.
  intros S epsilon x Hdec. split.
  - intros H (s & Hs & Hd). exact (Hs (H s Hd)).
  - intros H s Hd. destruct (Hdec s) as [Hs | Hs]; [exact Hs |].
    exfalso. apply H. exists s. split; assumption.
Qed.

End F1.

(** CE1: S = [0,1], epsilon = 1/4.  The printed set contains -1, which is not in
    S, and no point of [1/4,3/4], which is the repaired set. *)
Theorem CE1 :
  let S := fun x : line => 0 <= x <= 1 in
  printed_minus_neighbour line S (1 / 4) (-1) /\ ~ S (-1) /\
  (forall x : R, 1 / 4 <= x <= 3 / 4 ->
     ~ printed_minus_neighbour line S (1 / 4) x /\ repaired_minus_neighbour line S (1 / 4) x).
Proof.
  intros S. split; [| split].
  - intros s Hs Ss. pose proof (line_ball _ _ _ Hs) as H. unfold S in Ss. lra.
  - unfold S. lra.
  - intros x Hx. split.
    + apply printed_minus_neighbour_misses_S; [lra |]. unfold S. lra.
    + intros s Hs. pose proof (line_ball _ _ _ Hs) as H. unfold S. lra.
Qed.

(** The printed set is therefore not contained in S, and not the set claimed. *)
Theorem printed_minus_neighbour_not_inside :
  ~ (forall (S : line -> Prop) epsilon x,
       0 < epsilon -> printed_minus_neighbour line S epsilon x -> S x).
Proof.
  intros H. destruct CE1 as (Hin & Hout & _). apply Hout.
  apply (H (fun x : line => 0 <= x <= 1) (1 / 4)); [lra | exact Hin].
Qed.

(** ** F19: Condition 2 (l.659) forces ||n'|| to be a function of ||n||

    In words: if ||g(x)|| = ||g(y)||, then ||g'(x)|| = ||g'(y)||.  In the plane the
    computed norm would have to be exactly constant in the angle. *)
Theorem condition_2_forces_equal_norms : forall (X : Type) (size size' : X -> R),
  (forall x y, size x <= size y -> size' x <= size' y) ->
  forall x y, size x = size y -> size' x = size' y.
Proof.
  intros X size size' H x y E.
  apply Rle_antisym; apply H; lra.
Qed.

(** ** F20, CE12: the extension of the Wasserstein distance (l.710)

    A coupling that is zero off the diagonal outside M_r forces
    mu(M_r) = nu(M_r): in general there is none.  (Finitely many points, listed
    in [points]; mu and nu are the marginals of gamma.) *)
Section F20.

Variables (X : Type) (points : list X) (M : X -> bool) (gamma : X -> X -> R).

Definition sum_over (f : X -> R) : R := fold_right (fun x total => f x + total) 0 points.

Definition indicator (x : X) : R := if M x then 1 else 0.

Definition first_marginal (x : X) : R := sum_over (fun y => gamma x y).
Definition second_marginal (y : X) : R := sum_over (fun x => gamma x y).
Definition mass_of_M (marginal : X -> R) : R := sum_over (fun x => indicator x * marginal x).

Lemma fold_ext : forall (l : list X) (f g : X -> R), (forall x, f x = g x) ->
  fold_right (fun x total => f x + total) 0 l = fold_right (fun x total => g x + total) 0 l.
Proof.
  intros l f g H. induction l as [| x l' IH]; simpl; [reflexivity | rewrite H, IH; reflexivity].
Qed.

Lemma fold_scal : forall (l : list X) c (f : X -> R),
  c * fold_right (fun x total => f x + total) 0 l = fold_right (fun x total => c * f x + total) 0 l.
Proof.
  intros l c f. induction l as [| x l' IH]; simpl; [ring | rewrite <- IH; ring].
Qed.

Lemma fold_plus : forall (l : list X) (f g : X -> R),
  fold_right (fun x total => f x + g x + total) 0 l
  = fold_right (fun x total => f x + total) 0 l + fold_right (fun x total => g x + total) 0 l.
Proof.
  intros l f g. induction l as [| x l' IH]; simpl; [ring | rewrite IH; ring].
Qed.

Lemma fold_zero : forall (l : list X), fold_right (fun _ total => 0 + total) 0 l = 0.
Proof. intros l. induction l as [| x l' IH]; simpl; [reflexivity | rewrite IH; ring]. Qed.

Lemma fold_swap : forall (l l' : list X) (h : X -> X -> R),
  fold_right (fun x total => fold_right (fun y t => h x y + t) 0 l' + total) 0 l
  = fold_right (fun y total => fold_right (fun x t => h x y + t) 0 l + total) 0 l'.
Proof.
  intros l l' h. induction l as [| x l0 IH]; simpl.
  - symmetry. apply fold_zero.
  - rewrite IH, <- fold_plus. reflexivity.
Qed.

Theorem extended_coupling_preserves_mass :
  (forall x y, x <> y -> M x = false \/ M y = false -> gamma x y = 0) ->
  mass_of_M first_marginal = mass_of_M second_marginal.
Proof.
  intros Hdiagonal. unfold mass_of_M, first_marginal, second_marginal, sum_over.
  rewrite (fold_ext points _ _ (fun x => fold_scal points (indicator x) (fun y => gamma x y))).
  rewrite (fold_ext points _ _ (fun y => fold_scal points (indicator y) (fun x => gamma x y))).
  rewrite fold_swap.
  apply fold_ext. intros y. apply fold_ext. intros x.
  unfold indicator. destruct (M x) eqn:Ex; destruct (M y) eqn:Ey; try reflexivity.
  - rewrite (Hdiagonal x y); [ring | congruence | right; exact Ey].
  - rewrite (Hdiagonal x y); [ring | congruence | left; exact Ex].
Qed.

End F20.

(** Two points, M_r = {true}: mu all on true, nu all on false.  No coupling of
    the extended kind exists. *)
Theorem no_extended_coupling_in_general :
  ~ (exists gamma : bool -> bool -> R,
       (forall x y, x <> y -> x = false \/ y = false -> gamma x y = 0) /\
       first_marginal bool [true; false] gamma true = 1 /\
       second_marginal bool [true; false] gamma true = 0).
Proof.
  intros (gamma & Hdiagonal & Hmu & Hnu).
  pose proof (extended_coupling_preserves_mass bool [true; false] (fun x => x) gamma Hdiagonal) as H.
  unfold mass_of_M, sum_over, indicator in H. cbn [fold_right] in H.
  rewrite Hmu, Hnu in H. lra.
Qed.

(** ** F12, CE10: u_1 + u_2 (l.916)

    On a common grid of N values u_1 + u_2 takes exactly the 2N-1 values
    0, ..., 2N-2 (in units of the grid), not N^2; concatenation takes N^2. *)
Theorem sum_of_two_draws_has_2N_minus_1_values : forall N x : nat, (1 <= N)%nat ->
  (exists z1 z2, (z1 < N)%nat /\ (z2 < N)%nat /\ x = (z1 + z2)%nat)
  <-> In x (seq 0 (2 * N - 1)).
Proof.
  intros N x HN. rewrite in_seq. split.
  - intros (z1 & z2 & H1 & H2 & ->). lia.
  - intros [_ H]. exists (Nat.min x (N - 1)), (x - Nat.min x (N - 1))%nat. lia.
Qed.

Theorem fewer_than_N_squared : forall N : nat, (2 <= N)%nat ->
  (length (seq 0 (2 * N - 1)) = 2 * N - 1 /\ 2 * N - 1 < N * N)%nat.
Proof. intros N HN. rewrite seq_length. split; [reflexivity | nia]. Qed.

Theorem concatenation_has_N_squared_values : forall N x : nat, (1 <= N)%nat ->
  (x < N * N)%nat <->
  (exists z1 z2, (z1 < N)%nat /\ (z2 < N)%nat /\ x = (z1 * N + z2)%nat).
Proof.
  intros N x HN. split.
  - intros H. exists (x / N)%nat, (x mod N)%nat.
    pose proof (Nat.div_mod x N). pose proof (Nat.mod_upper_bound x N).
    assert (x / N < N)%nat by (apply Nat.div_lt_upper_bound; lia). lia.
  - intros (z1 & z2 & H1 & H2 & ->). nia.
Qed.

(** With bytes: 511 values, each of them once in the list. *)
Theorem CE10 : exists values, NoDup values /\ length values = 511%nat /\
  forall x, In x values <-> exists z1 z2, (z1 < 256)%nat /\ (z2 < 256)%nat /\ x = (z1 + z2)%nat.
Proof.
  exists (seq 0 (2 * 256 - 1)). split; [apply seq_NoDup |]. split; [apply seq_length |].
  intros x. symmetry. apply sum_of_two_draws_has_2N_minus_1_values. lia.
Qed.

(** ** Example 1.1 (l.141), CE9: disjoint supports

    Fixed-point numbers with d fractional digits are integers in units of 2^-d.
    Noise scaled by b = 2^n is 2^n z.  If the answers differ by 2^n k + h with
    0 < h < 2^n, no reported value is possible from both. *)
Theorem scaled_noise_has_disjoint_supports : forall scale k h r1 r2 z1 z2 : Z,
  (0 < h < scale)%Z -> (r2 - r1 = scale * k + h)%Z ->
  (r1 + scale * z1 <> r2 + scale * z2)%Z.
Proof.
  intros scale k h r1 r2 z1 z2 Hh Hr E.
  assert (Hmul : (h = scale * (z1 - z2 - k))%Z) by lia.
  assert (Hbound : (0 < z1 - z2 - k < 1)%Z) by nia. lia.
Qed.

(** The paper's numbers: b = 4, d = 6, r1 = 0, r2 = 1 + 2^-5 = 66 * 2^-6. *)
Theorem CE9 : forall z1 z2 : Z, (0 + 4 * z1 <> 66 + 4 * z2)%Z.
Proof.
  intros z1 z2. apply (scaled_noise_has_disjoint_supports 4 16 2); lia.
Qed.

(** Hence the standard implementation is (epsilon,delta)-private for no
    delta < 1 (the question of l.917): for any finite generator of draws z with
    weights, the event "y - r1 is a multiple of b" has probability 1 under r1
    and 0 under r2. *)
Section Example_1_1.

Variables (draws : list Z) (weight : Z -> R).
Hypothesis weights_sum : fold_right (fun z total => weight z + total) 0 draws = 1.

Definition fixed_point_probability (scale r : Z) (event : Z -> bool) : R :=
  fold_right (fun z total => (if event (r + scale * z)%Z then weight z else 0) + total) 0 draws.

Theorem standard_implementation_needs_delta_one : forall scale k h r1 r2 epsilon delta,
  (0 < h < scale)%Z -> (r2 - r1 = scale * k + h)%Z ->
  (forall event, fixed_point_probability scale r1 event
                 <= exp epsilon * fixed_point_probability scale r2 event + delta) ->
  1 <= delta.
Proof.
  intros scale k h r1 r2 epsilon delta Hh Hr Hprivate.
  pose (event := fun y : Z => ((y - r1) mod scale =? 0)%Z).
  assert (H1 : fixed_point_probability scale r1 event = 1).
  { rewrite <- weights_sum. unfold fixed_point_probability.
    apply fold_ext. intros z. unfold event.
    replace (r1 + scale * z - r1)%Z with (z * scale)%Z by ring.
    rewrite Z_mod_mult. reflexivity. }
  assert (H2 : fixed_point_probability scale r2 event = 0).
  { unfold fixed_point_probability.
    transitivity (fold_right (fun (_ : Z) total => 0 + total) 0 draws); [| apply fold_zero].
    apply fold_ext. intros z. unfold event.
    replace (r2 + scale * z - r1)%Z with (h + (k + z) * scale)%Z by lia.
    rewrite Z_mod_plus_full, Z.mod_small by lia.
    destruct (Z.eqb_spec h 0); [lia | reflexivity]. }
  pose proof (Hprivate event) as H. rewrite H1, H2 in H. lra.
Qed.

End Example_1_1.
