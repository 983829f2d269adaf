(** * The derivatives of g alternate in sign and decrease

    proofs/theory.md, the paragraph on Gaussian noise: Mills' ratio is completely
    monotone, g is a Bernstein function, (-1)^(n+1) g^(n) >= 0 for n >= 1, and
    |g^(n)| decreases.  So on a cell of the table of the kernel the remainder of a
    Taylor polynomial is at most its value with the derivative at the left end
    ([inverse_tail_taylor]).

    Up to the factor phi, the derivatives of M are the repeated integrals of the tail,
      J_(-1) = phi, J_0 = tail, J_(n+1)' = -J_n,
      (n+1) J_(n+1) = J_(n-1) - x J_n.
    g is continued to l > -ln 2 ([extended]), so that 0 is an inner point.  As g' = M(g),
    every derivative of f(g), f completely monotone, is again of that
    form: (f(g))' = (f' M)(g); no formula for higher derivatives is needed.

    In Rust: the certificate of inverse_tail in crates/oracle.  Rests on
    NormalInverse.v. *)

From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import LaplaceLaw NormalTail NormalMills NormalInverse.

Local Open Scope R_scope.

(** ** Completely monotone functions *)

(** f >= 0 and, n times, minus the derivative is of the same kind. *)
Fixpoint alternating (n : nat) (f : R -> R) : Prop :=
  (forall x, 0 <= f x) /\
  match n with
  | O => True
  | S n => exists f', (forall x, is_derive f x (- f' x)) /\ alternating n f'
  end.

Definition completely_monotone (f : R -> R) : Prop := forall n, alternating n f.

Lemma alternating_nonneg (n : nat) (f : R -> R) (x : R) : alternating n f -> 0 <= f x.
Proof. intros H. destruct n; apply H. Qed.

Lemma alternating_less (n : nat) : forall f, alternating (S n) f -> alternating n f.
Proof.
  induction n as [|n IH]; intros f [H0 [f' [D H]]]; split; trivial.
  exists f'. split; [exact D|]. apply IH, H.
Qed.

Lemma alternating_sum (n : nat) : forall f h,
  alternating n f -> alternating n h -> alternating n (fun x => f x + h x).
Proof.
  induction n as [|n IH]; intros f h [F0 F] [H0 H]; split;
    try (intros x; assert (A := F0 x); assert (B := H0 x); lra); trivial.
  destruct F as [f' [Df F]]. destruct H as [h' [Dh H]].
  exists (fun x => f' x + h' x). split; [|apply IH; assumption].
  intros x. replace (- (f' x + h' x)) with (plus (- f' x) (- h' x)) by (unfold plus; simpl; ring).
  apply (is_derive_plus f h); [apply Df|apply Dh].
Qed.

Lemma alternating_product (n : nat) : forall f h,
  alternating n f -> alternating n h -> alternating n (fun x => f x * h x).
Proof.
  induction n as [|n IH]; intros f h F H.
  - destruct F as [F0 _]. destruct H as [H0 _]. split; trivial. intros x. apply Rmult_le_pos; auto.
  - assert (F' := alternating_less n f F). assert (H' := alternating_less n h H).
    destruct F as [F0 [f' [Df F]]]. destruct H as [H0 [h' [Dh H]]].
    split; [intros x; apply Rmult_le_pos; auto|].
    exists (fun x => f' x * h x + f x * h' x). split.
    + intros x. replace (- (f' x * h x + f x * h' x))
        with (plus (mult (- f' x) (h x)) (mult (f x) (- h' x))) by (unfold plus, mult; simpl; ring).
      apply (is_derive_mult f h); [apply Df|apply Dh|intros a b; apply Rmult_comm].
    + apply alternating_sum; apply IH; assumption.
Qed.

Lemma alternating_continuous (n : nat) (f : R -> R) (x : R) : alternating (S n) f -> continuous f x.
Proof. intros [_ [f' [D _]]]. apply (ex_derive_continuous f). eexists. apply D. Qed.

(** It does not increase. *)
Lemma alternating_decreasing (f : R -> R) (x y : R) : alternating 2 f -> x <= y -> f y <= f x.
Proof.
  intros [_ [f' [D H]]] Hxy. apply (nonpositive_derivative_le f f'); trivial.
  - intros z. apply (alternating_continuous 0 f' z H).
  - intros z. apply (alternating_nonneg 1), H.
Qed.

(** ** Mills' ratio is completely monotone *)

(** J_(n-1). *)
Fixpoint repeated_tail (n : nat) (x : R) : R :=
  match n with
  | O => phi x
  | S m =>
      match m with
      | O => normal_tail x
      | S k => (repeated_tail k x - x * repeated_tail m x) / INR m
      end
  end.

Local Notation J := repeated_tail.

Lemma J_step (n : nat) (x : R) : INR (S n) * J (S (S n)) x = J n x - x * J (S n) x.
Proof.
  assert (P : 0 < INR (S n)) by (apply lt_0_INR; lia).
  change (J (S (S n)) x) with ((J n x - x * J (S n) x) / INR (S n)). field. lra.
Qed.

(** J_n' = -J_(n-1). *)
Lemma J_derive (n : nat) : forall x,
  is_derive (J (S n)) x (- J n x) /\ is_derive (J (S (S n))) x (- J (S n) x).
Proof.
  induction n as [|n IH]; intros x.
  - split; [apply normal_tail_derive|].
    apply (is_derive_ext (fun y => phi y - y * normal_tail y)).
    { intros t. simpl. real_eq. field. }
    replace (- J 1 x) with (minus (- x * phi x) (plus (mult 1 (normal_tail x)) (mult x (- phi x))))
      by (unfold minus, plus, opp, mult; simpl; ring).
    apply (is_derive_minus phi (fun z => z * normal_tail z)); [apply phi_derive|].
    apply (is_derive_mult (fun z => z) normal_tail);
      [apply @is_derive_id|apply normal_tail_derive|intros a b; apply Rmult_comm].
  - destruct (IH x) as [D1 D2]. split; [exact D2|].
    assert (P : 0 < INR (S n)) by (apply lt_0_INR; lia).
    assert (E : INR (S (S n)) = INR (S n) + 1) by apply S_INR.
    assert (St := J_step n x).
    apply (is_derive_ext (fun y => / INR (S (S n)) * (J (S n) y - y * J (S (S n)) y))).
    { intros y. assert (H := J_step (S n) y). real_eq. rewrite <- H. field. lra. }
    replace (- J (S (S n)) x)
      with (/ INR (S (S n)) * minus (- J n x) (plus (mult 1 (J (S (S n)) x)) (mult x (- J (S n) x)))).
    + apply (is_derive_scal (fun y => J (S n) y - y * J (S (S n)) y)).
      apply (is_derive_minus (J (S n)) (fun y => y * J (S (S n)) y)); [exact D1|].
      apply (is_derive_mult (fun y => y) (J (S (S n))));
        [apply @is_derive_id|exact D2|intros a b; apply Rmult_comm].
    + unfold minus, plus, opp, mult; cbn -[J INR].
      replace (- J n x + - (1 * J (S (S n)) x + x * - J (S n) x))
        with (- (INR (S n) * J (S (S n)) x) - J (S (S n)) x) by lra.
      rewrite E. field. lra.
Qed.

Lemma J_continuous (n : nat) (x : R) : continuous (J (S n)) x.
Proof. apply (ex_derive_continuous (J (S n))). exists (- J n x). exact (proj1 (J_derive n x)). Qed.

(** They are positive, and at most 2/x^2 far out. *)
Definition positive_and_small (f : R -> R) : Prop :=
  (forall x, 0 < f x) /\ forall x, 1 <= x -> f x <= 2 / (x * x).

Lemma J_positive (n : nat) : positive_and_small (J n) /\ positive_and_small (J (S n)).
Proof.
  induction n as [|n [[P1 B1] [P2 B2]]].
  - split; split.
    + apply phi_pos.
    + intros x Hx. apply Rle_trans with (1 := phi_below_bell x). apply bell_vanishes. lra.
    + apply normal_tail_range.
    + intros x Hx. assert (H := normal_tail_below_bell x ltac:(lra)).
      assert (V := bell_vanishes x ltac:(lra)). assert (R0 := normal_tail_range x). simpl. lra.
  - split; [split; assumption|].
    assert (K1 : 1 <= INR (S n)) by (apply (le_INR 1); lia).
    assert (St := J_step n).
    assert (N : forall x, 0 <= J (S (S n)) x).
    { intros x. apply (nonneg_from_infinity (J (S (S n))) 2).
      - apply (nonpositive_derivative_le (J (S (S n))) (J (S n))).
        + intros y. exact (proj2 (J_derive n y)).
        + intros y. exact (J_continuous n y).
        + intros y. left. apply P2.
      - intros y Hy. assert (S1 := St y). assert (Q1 := P1 y). assert (Q2 := P2 y). assert (C := B2 y Hy).
        assert (D : y * J (S n) y <= 2 * / y).
        { replace (2 * / y) with (y * (2 / (y * y))) by (field; lra). apply Rmult_le_compat_l; lra. }
        assert (I0 : 0 < / y) by (apply Rinv_0_lt_compat; lra).
        unfold Rdiv. destruct (Rle_lt_dec 0 (J (S (S n)) y)) as [H|H]; nra. }
    split.
    + intros x. assert (H := N (x + 1)).
      assert (L : J (S (S n)) (x + 1) < J (S (S n)) x).
      { apply (negative_derivative_lt (J (S (S n))) (J (S n))); [lra| | |exact P2].
        - intros z. exact (proj2 (J_derive n z)).
        - intros z. exact (J_continuous n z). }
      lra.
    + intros x Hx. assert (S1 := St x). assert (Q2 := P2 x). assert (H := N x). assert (C := B1 x Hx).
      nra.
Qed.

(** n J_n(x)/phi(x) is minus the derivative of J_(n-1)(x)/phi(x). *)
Lemma J_over_phi_derive (n : nat) (c x : R) :
  is_derive (fun y => c * (J (S n) y / phi y)) x (- (c * INR (S n) * (J (S (S n)) x / phi x))).
Proof.
  assert (P := phi_pos x). assert (St := J_step n x).
  replace (- (c * INR (S n) * (J (S (S n)) x / phi x)))
    with (c * ((- J n x * phi x - J (S n) x * (- x * phi x)) / (phi x ^ 2))).
  - apply (is_derive_scal (fun y => J (S n) y / phi y)).
    apply (is_derive_div (J (S n)) phi); [exact (proj1 (J_derive n x))|apply phi_derive|lra].
  - replace (c * INR (S n) * (J (S (S n)) x / phi x)) with (c * (INR (S n) * J (S (S n)) x) / phi x)
      by (field; lra).
    rewrite St. field. lra.
Qed.

Lemma J_over_phi_alternating (m : nat) : forall n c,
  0 <= c -> alternating m (fun y => c * (J (S n) y / phi y)).
Proof.
  assert (Nonneg : forall n c x, 0 <= c -> 0 <= c * (J (S n) x / phi x)).
  { intros n c x Hc. destruct (J_positive n) as [_ [P _]]. apply Rmult_le_pos; [exact Hc|].
    left. apply Rdiv_lt_0_compat; [apply P|apply phi_pos]. }
  induction m as [|m IH]; intros n c Hc; split; try (intros x; apply Nonneg, Hc); trivial.
  exists (fun y => c * INR (S n) * (J (S (S n)) y / phi y)). split.
  - intros x. apply J_over_phi_derive.
  - apply IH. apply Rmult_le_pos; [exact Hc|apply pos_INR].
Qed.

(** Derivatives of all orders of functions that agree agree. *)
Lemma alternating_ext (n : nat) (f h : R -> R) :
  (forall x, f x = h x) -> alternating n f -> alternating n h.
Proof.
  intros E. destruct n as [|n]; intros [F0 F].
  - split; [intros x; rewrite <- E; apply F0|exact I].
  - split; [intros x; rewrite <- E; apply F0|].
    destruct F as [f' [D F]]. exists f'. split; [|exact F].
    intros x. apply (is_derive_ext f); [intros y; apply E|apply D].
Qed.

(** M is completely monotone, on the whole line. *)
Theorem mills_completely_monotone : completely_monotone mills.
Proof.
  intros n. apply (alternating_ext n (fun y => 1 * (J 1 y / phi y))).
  - intros x. rewrite Rmult_1_l. reflexivity.
  - apply J_over_phi_alternating. lra.
Qed.

(** ** g beyond 0 *)

(** g continued to l > -ln 2, where the point with the tail e^(-l)/2 is negative. *)
Definition extended (l : R) : R :=
  if Rle_dec 0 l then inverse_tail l else - inverse_tail (- ln (2 - exp (- l))).

Lemma extended_is_inverse (l : R) : 0 <= l -> extended l = inverse_tail l.
Proof. intros H. unfold extended. destruct (Rle_dec 0 l); [reflexivity|lra]. Qed.

Lemma minus_ln_tail_of_extended (l : R) : - ln 2 < l -> minus_ln_tail (extended l) = l.
Proof.
  intros Hl. unfold extended. destruct (Rle_dec 0 l) as [H|H].
  - rewrite minus_ln_tail_of_inverse. apply Rmax_right, H.
  - assert (E1 : 1 < exp (- l)) by (rewrite <- exp_0; apply exp_lt_exp; lra).
    assert (E2 : exp (- l) < 2).
    { rewrite <- (exp_ln 2) by lra. apply exp_lt_exp. lra. }
    set (u := 2 - exp (- l)). assert (Hu : 0 < u < 1) by (unfold u; lra).
    assert (H0 : 0 <= - ln u).
    { assert (ln u < ln 1) by (apply ln_increasing; lra). rewrite ln_1 in *. lra. }
    assert (S := inverse_tail_spec _ H0). rewrite Ropp_involutive, exp_ln in S by lra.
    unfold minus_ln_tail. rewrite normal_tail_symmetric.
    replace (2 * (1 - normal_tail (inverse_tail (- ln u)))) with (exp (- l)) by (unfold u in *; lra).
    rewrite ln_exp. ring.
Qed.

Lemma extended_monotone (l m : R) : - ln 2 < l -> l <= m -> extended l <= extended m.
Proof. intros Hl Hm. apply minus_ln_tail_le_inv. rewrite !minus_ln_tail_of_extended; lra. Qed.

Lemma extended_chord (l m : R) :
  - ln 2 < l -> l <= m ->
  mills (extended m) * (m - l) <= extended m - extended l <= mills (extended l) * (m - l).
Proof.
  intros Hl Hm. assert (C := minus_ln_tail_chord _ _ (extended_monotone l m Hl Hm)).
  rewrite !minus_ln_tail_of_extended in C by lra. rewrite !mills_is_inverse.
  assert (P1 := hazard_pos (extended l)). assert (P2 := hazard_pos (extended m)). split.
  - apply Rmult_le_reg_l with (hazard (extended m)); [exact P2|].
    rewrite <- Rmult_assoc, Rinv_r; lra.
  - apply Rmult_le_reg_l with (hazard (extended l)); [exact P1|].
    rewrite <- (Rmult_assoc _ (/ hazard (extended l))), Rinv_r; lra.
Qed.

(** It has the derivative M(g) there too; in particular sqrt(PI/2) at 0. *)
Theorem extended_derive (l : R) : - ln 2 < l -> is_derive extended l (mills (extended l)).
Proof.
  intros Hl. apply (derive_from_chords extended (fun l => mills (extended l)) (- ln 2) l Hl).
  - apply (continuous_comp extended mills); [|apply mills_continuous].
    set (lo := (l + - ln 2) / 2).
    apply (continuous_from_lipschitz extended (mills (extended lo)) (l - lo));
      [apply mills_pos|unfold lo; lra|].
    assert (W : forall a b, lo <= a -> a <= b ->
              0 <= extended b - extended a <= mills (extended lo) * (b - a)).
    { intros a b Ha Hab. assert (Hlo : - ln 2 < lo) by (unfold lo; lra).
      assert (M := extended_monotone a b ltac:(lra) Hab).
      assert (C := proj2 (extended_chord a b ltac:(lra) Hab)).
      assert (D := mills_monotone _ _ (extended_monotone lo a Hlo Ha)). split; [lra|]. nra. }
    intros y Hy. apply Rabs_def2 in Hy. destruct (Rle_lt_dec y l) as [H|H].
    + assert (B := W y l ltac:(lra) H). rewrite !Rabs_left1 by lra. lra.
    + assert (B := W l y ltac:(unfold lo; lra) ltac:(lra)). rewrite !Rabs_pos_eq by lra. lra.
  - intros a b Ha Hab. apply extended_chord; assumption.
Qed.

(** ** Derivatives of g *)

(** For f completely monotone, minus the derivative of f(g) is again such a
    function of g. *)
Lemma composed_derive (f : R -> R) :
  completely_monotone f ->
  exists h, completely_monotone h /\
    forall l, - ln 2 < l -> is_derive (fun l => f (extended l)) l (- h (extended l)).
Proof.
  intros F. destruct (F 1%nat) as [_ [f' [D _]]].
  assert (F' : completely_monotone f').
  { intros n. destruct (F (S n)) as [_ [f'' [D' H]]].
    apply (alternating_ext n f''); [|exact H]. intros x.
    assert (U1 := is_derive_unique _ _ _ (D x)). assert (U2 := is_derive_unique _ _ _ (D' x)). lra. }
  exists (fun x => f' x * mills x). split.
  - intros n. apply alternating_product; [apply F'|apply mills_completely_monotone].
  - intros l Hl. replace (- (f' (extended l) * mills (extended l)))
      with (scal (mills (extended l)) (- f' (extended l)))
      by (unfold scal; simpl; unfold mult; simpl; ring).
    apply (is_derive_comp f extended); [apply D|apply extended_derive, Hl].
Qed.

(** Every derivative of g: g^(n+1)(l) = (-1)^n h(g(l)), h completely monotone. *)
Theorem extended_derivatives (n : nat) :
  exists h, completely_monotone h /\
    forall l, - ln 2 < l -> is_derive_n extended (S n) l ((-1) ^ n * h (extended l)).
Proof.
  induction n as [|n [h [H D]]].
  - exists mills. split; [apply mills_completely_monotone|]. intros l Hl. simpl.
    rewrite Rmult_1_l. apply extended_derive, Hl.
  - destruct (composed_derive h H) as [h' [H' D']]. exists h'. split; [exact H'|].
    intros l Hl.
    assert (E : locally l (fun y => (-1) ^ n * h (extended y) = Derive_n extended (S n) y)).
    { assert (Hd : 0 < l + ln 2) by lra. exists (mkposreal _ Hd). intros y Hy.
      change (Rabs (y - l) < l + ln 2) in Hy.
      assert (Hy0 : - ln 2 < y) by (apply Rabs_def2 in Hy; lra).
      symmetry. apply is_derive_n_unique, D, Hy0. }
    apply (is_derive_ext_loc (fun y => (-1) ^ n * h (extended y)) _ l _ E).
    replace ((-1) ^ S n * h' (extended l)) with ((-1) ^ n * - h' (extended l))
      by (simpl; ring).
    apply (is_derive_scal (fun y => h (extended y))), D', Hl.
Qed.

(** (-1)^(n+1) g^(n) >= 0 for n >= 1, and |g^(n)| does not increase, for l > -ln 2. *)
Theorem extended_bernstein (n : nat) (l m : R) :
  - ln 2 < l -> l <= m ->
  0 <= (-1) ^ n * Derive_n extended (S n) m <= (-1) ^ n * Derive_n extended (S n) l.
Proof.
  intros Hl Hm. destruct (extended_derivatives n) as [h [H D]].
  rewrite (is_derive_n_unique _ _ _ _ (D l Hl)), (is_derive_n_unique _ _ _ _ (D m ltac:(lra))).
  assert (E : (-1) ^ n * (-1) ^ n = 1).
  { rewrite <- Rpow_mult_distr. replace (-1 * -1) with 1 by ring. apply pow1. }
  rewrite <- !Rmult_assoc, E, !Rmult_1_l. split.
  - apply (alternating_nonneg 0), (H 0%nat).
  - apply (alternating_decreasing h); [apply (H 2%nat)|]. apply extended_monotone; assumption.
Qed.

(** ** Taylor polynomials *)

Lemma extended_smooth (k : nat) (l : R) : - ln 2 < l -> ex_derive_n extended k l.
Proof.
  intros Hl. destruct k as [|k]; [exact I|].
  destruct (extended_derivatives k) as [h [_ D]]. specialize (D l Hl).
  eexists. exact D.
Qed.

(** The Taylor polynomial of degree n at c. *)
Definition taylor (n : nat) (c l : R) : R :=
  sum_f_R0 (fun m => (l - c) ^ m / INR (fact m) * Derive_n extended m c) n.

Lemma derivative_largest (n : nat) (lo l : R) :
  - ln 2 < lo -> lo <= l ->
  Rabs (Derive_n extended (S n) l) <= Rabs (Derive_n extended (S n) lo).
Proof.
  intros H0 Hl. assert (B1 := extended_bernstein n lo l H0 Hl).
  assert (E : forall x, Rabs x = Rabs ((-1) ^ n * x)).
  { intros x. rewrite Rabs_mult, <- RPow_abs, (Rabs_left (-1)) by lra.
    replace (- -1) with 1 by ring. rewrite pow1. ring. }
  rewrite (E (Derive_n extended (S n) l)), (E (Derive_n extended (S n) lo)).
  rewrite !Rabs_pos_eq by lra. lra.
Qed.

(** The remainder is at most its value with the derivative at the left end lo of
    any interval that contains c and l. *)
Theorem extended_taylor (n : nat) (lo c l : R) :
  - ln 2 < lo -> lo <= c -> lo <= l ->
  Rabs (extended l - taylor n c l)
  <= Rabs (l - c) ^ S n / INR (fact (S n)) * Rabs (Derive_n extended (S n) lo).
Proof.
  intros H0 Hc Hl.
  assert (F0 : 0 < INR (fact (S n))) by apply INR_fact_lt_0.
  assert (Bound : forall z, lo <= z ->
            Rabs ((l - c) ^ S n / INR (fact (S n)) * Derive_n extended (S n) z)
            <= Rabs (l - c) ^ S n / INR (fact (S n)) * Rabs (Derive_n extended (S n) lo)).
  { intros z Hz. unfold Rdiv. rewrite !Rabs_mult, RPow_abs, (Rabs_pos_eq (/ INR (fact (S n))))
      by (left; apply Rinv_0_lt_compat, F0).
    apply Rmult_le_compat_l; [|apply derivative_largest; assumption].
    apply Rmult_le_pos; [apply Rabs_pos|left; apply Rinv_0_lt_compat, F0]. }
  destruct (Rtotal_order c l) as [Hlt|[Heq|Hgt]].
  - destruct (Taylor_Lagrange extended n c l Hlt) as [z [Hz E]].
    { intros t Ht k _. apply extended_smooth. lra. }
    unfold taylor. rewrite E.
    match goal with |- Rabs (?s + ?x - ?s') <= _ => replace (s + x - s') with x by ring end.
    apply Bound. lra.
  - subst l. replace (extended c - taylor n c c) with 0.
    + rewrite Rabs_R0. apply Rmult_le_pos; [|apply Rabs_pos].
      apply Rmult_le_pos; [apply pow_le, Rabs_pos|left; apply Rinv_0_lt_compat, F0].
    + unfold taylor. rewrite Rminus_eq_0. clear Bound F0. induction n as [|n IH]; [simpl; field|].
      rewrite tech5, pow_i by lia. unfold Rdiv. rewrite !Rmult_0_l, Rplus_0_r. exact IH.
  - assert (Sm : forall t, - ln 2 < t -> forall m,
              locally t (fun y => forall k, (k <= m)%nat -> ex_derive_n extended k y)).
    { intros t Ht m. assert (Hd : 0 < t + ln 2) by lra. exists (mkposreal _ Hd). intros y Hy k _.
      apply extended_smooth. change (Rabs (y - t) < t + ln 2) in Hy. apply Rabs_def2 in Hy. lra. }
    destruct (Taylor_Lagrange (fun y => extended (- y)) n (- c) (- l) ltac:(lra)) as [z [Hz E]].
    { intros t Ht k _. apply ex_derive_n_comp_opp. apply Sm. lra. }
    rewrite Ropp_involutive in E.
    assert (Ed : forall m t, t < ln 2 ->
              Derive_n (fun y => extended (- y)) m t = (-1) ^ m * Derive_n extended m (- t)).
    { intros m t Ht. apply Derive_n_comp_opp, Sm. lra. }
    assert (Ep : forall m x, (- l - - c) ^ m / INR (fact m) * ((-1) ^ m * x)
                             = (l - c) ^ m / INR (fact m) * x).
    { intros m x. replace (- l - - c) with ((-1) * (l - c)) by ring. rewrite Rpow_mult_distr.
      assert (E1 : (-1) ^ m * (-1) ^ m = 1).
      { rewrite <- Rpow_mult_distr. replace (-1 * -1) with 1 by ring. apply pow1. }
      replace ((-1) ^ m * (l - c) ^ m / INR (fact m) * ((-1) ^ m * x))
        with ((-1) ^ m * (-1) ^ m * ((l - c) ^ m / INR (fact m) * x)) by (unfold Rdiv; ring).
      rewrite E1. ring. }
    rewrite (Ed (S n) z), Ep in E by lra.
    assert (Es : sum_f_R0 (fun m => (- l - - c) ^ m / INR (fact m)
                   * Derive_n (fun y => extended (- y)) m (- c)) n = taylor n c l).
    { apply sum_eq. intros m _. rewrite Ed, Ropp_involutive by lra. apply Ep. }
    rewrite Es in E. rewrite E.
    replace (taylor n c l + (l - c) ^ S n / INR (fact (S n)) * Derive_n extended (S n) (- z) - taylor n c l)
      with ((l - c) ^ S n / INR (fact (S n)) * Derive_n extended (S n) (- z)) by ring.
    apply Bound. lra.
Qed.

(** In particular for l >= 0, where it speaks about g itself; c = lo = 0 is the first
    cell of the table. *)
Corollary inverse_tail_taylor (n : nat) (lo c l : R) :
  0 <= lo -> lo <= c -> lo <= l ->
  Rabs (inverse_tail l - taylor n c l)
  <= Rabs (l - c) ^ S n / INR (fact (S n)) * Rabs (Derive_n extended (S n) lo).
Proof.
  intros H0 Hc Hl. rewrite <- extended_is_inverse by lra. apply extended_taylor; trivial.
  assert (H : ln 1 < ln 2) by (apply ln_increasing; lra). rewrite ln_1 in H. lra.
Qed.
