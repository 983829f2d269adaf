(* Mills' ratio and its derivatives, for the proofs of the kernels inverse_tail_f64 and inverse_tail_64.

   m_n(x) = (−1)^n M^(n)(x)/n! = ∫₀^∞ t^n e^{−xt−t²/2} dt/n!. From M′ = xM − 1 alone follow the recursion
   (n+1) m_(n+1) = m_(n−1) − x m_n (with m_(−1) = 1) and m_n′ = −(n+1) m_(n+1); that all m_n are positive follows
   from m_n(x) e^{−x²/2} → 0. Then M is enclosed by its Taylor polynomials, and m_n/m_(n−1) by a continued fraction.
   Rests on NormalMills.v. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import NormalMills.

Local Open Scope R_scope.

(* |f′| ≤ k′ between a and b: f moves by no more than k. *)
Lemma moves_less (f df k dk : R -> R) a b : a <= b ->
  (forall t, is_derive f t (df t)) -> (forall t, is_derive k t (dk t)) ->
  (forall t, a <= t <= b -> Rabs (df t) <= dk t) -> Rabs (f b - f a) <= k b - k a.
Proof.
  intros Hab Df Dk H.
  assert (G : forall sign, Rabs sign = 1 -> sign * (f b - f a) <= k b - k a).
  { intros sign Hs.
    destruct (MVT_gen (fun t => k t - sign * f t) a b (fun t => dk t - sign * df t)) as (c & Hc & E).
    - intros t _. apply (is_derive_minus k (fun t => sign * f t)); [apply Dk | apply (is_derive_scal f), Df].
    - intros t _. apply continuity_pt_filterlim, (ex_derive_continuous (fun t => k t - sign * f t)).
      exists (dk t - sign * df t). apply (is_derive_minus k (fun t => sign * f t)); [apply Dk | apply (is_derive_scal f), Df].
    - rewrite Rmin_left, Rmax_right in Hc by lra. specialize (H c Hc).
      assert (sign * df c <= Rabs (df c)) by (rewrite <- (Rmult_1_l (Rabs (df c))), <- Hs, <- Rabs_mult; apply Rle_abs).
      assert (0 <= (dk c - sign * df c) * (b - a)) by (apply Rmult_le_pos; lra). lra. }
  apply Rabs_le. specialize (G 1) as G1. specialize (G (-1)) as G2. rewrite Rabs_R1 in G1. rewrite Rabs_left in G2 by lra.
  split; [assert (- (1) * (f b - f a) <= k b - k a) by (apply G2; lra); lra | lra].
Qed.

Fixpoint moment (n : nat) (x : R) : R :=
  match n with
  | O => mills x
  | S n' => match n' with O => 1 - x * mills x | S n'' => (moment n'' x - x * moment n' x) / INR n end
  end.

Lemma moment_step n x : moment (S (S n)) x = (moment n x - x * moment (S n) x) / INR (S (S n)).
Proof. reflexivity. Qed.

Lemma moment_recursion n x : INR (S (S n)) * moment (S (S n)) x = moment n x - x * moment (S n) x.
Proof. rewrite moment_step. field. apply not_0_INR. lia. Qed.

Lemma moment_derive n x : is_derive (moment n) x (- INR (S n) * moment (S n) x).
Proof.
  revert x. enough (H : forall x, is_derive (moment n) x (- INR (S n) * moment (S n) x) /\
    is_derive (moment (S n)) x (- INR (S (S n)) * moment (S (S n)) x)) by (intros x; apply H).
  induction n as [| n IH]; intros x.
  - assert (D : is_derive (moment 0) x (- INR 1 * moment 1 x)).
    { cbn [moment]. replace (- INR 1 * (1 - x * mills x)) with (x * mills x - 1) by (cbn; ring). apply mills_derive. }
    split; [exact D |].
    replace (- INR 2 * moment 2 x) with (0 - (1 * mills x + x * (x * mills x - 1))).
    + apply (is_derive_minus (fun _ => 1) (fun x => x * mills x)); [apply @is_derive_const |].
      apply (is_derive_mult (fun x => x) mills); [apply @is_derive_id | apply mills_derive | intros; apply Rmult_comm].
    + rewrite <- Ropp_mult_distr_l, moment_recursion. cbn [moment]. ring.
  - split; [apply IH |]. destruct (IH x) as [D1 D2].
    apply (is_derive_ext (fun x => / INR (S (S n)) * (moment n x - x * moment (S n) x))).
    { intros t. rewrite moment_step. unfold Rdiv. apply Rmult_comm. }
    assert (N : INR (S (S n)) <> 0) by (apply not_0_INR; lia).
    replace (- INR (S (S (S n))) * moment (S (S (S n))) x)
      with (/ INR (S (S n)) * (- INR (S n) * moment (S n) x - (1 * moment (S n) x + x * (- INR (S (S n)) * moment (S (S n)) x)))).
    + apply (is_derive_scal (fun x => moment n x - x * moment (S n) x)).
      apply (is_derive_minus (moment n) (fun x => x * moment (S n) x)); [exact D1 |].
      apply (is_derive_mult (fun x => x) (moment (S n))); [apply @is_derive_id | exact D2 | intros; apply Rmult_comm].
    + assert (E := moment_recursion (S n) x). set (a := moment (S (S (S n))) x) in *. set (b := moment (S (S n)) x) in *.
      replace (- INR (S (S (S n))) * a) with (- (moment (S n) x - x * b)) by (rewrite <- E; ring).
      rewrite (S_INR (S n)) in *. field. exact N.
Qed.

Lemma moment_continuous n x : continuous (moment n) x.
Proof. apply (ex_derive_continuous (moment n)). eexists. apply moment_derive. Qed.

(* ** All moments are positive *)

Lemma moment_grows n : exists C, 0 <= C /\ forall x, 1 <= x -> Rabs (moment n x) <= C * x ^ n.
Proof.
  enough (H : exists C, 0 <= C /\ forall x, 1 <= x -> Rabs (moment n x) <= C * x ^ n /\ Rabs (moment (S n) x) <= C * x ^ S n).
  { destruct H as (C & HC & H). exists C. split; [exact HC |]. intros x Hx. apply H, Hx. }
  set (root := sqrt (PI / 2)).
  assert (L : 0 < root) by (apply Rlt_le_trans with (1 := mills_pos 0); apply mills_below_root; lra).
  induction n as [| n (C & HC & IH)].
  - exists (1 + root). split; [lra |]. intros x Hx. assert (B := mills_below_root x ltac:(lra)). fold root in B. assert (P := mills_pos x).
    cbn [moment pow]. split; [rewrite Rabs_pos_eq; lra |]. apply Rabs_le. split; nra.
  - exists (2 * C). split; [lra |]. intros x Hx. destruct (IH x Hx) as [H1 H2].
    assert (P : 0 < x ^ S n) by (apply pow_lt; lra). split; [nra |].
    rewrite moment_step. unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (INR _)) by apply pos_INR.
    assert (I : / INR (S (S n)) <= 1).
    { rewrite <- Rinv_1. apply Rinv_le_contravar; [lra |]. rewrite !S_INR. pose proof (pos_INR n). lra. }
    assert (I0 : 0 < / INR (S (S n))) by (apply Rinv_0_lt_compat, lt_0_INR; lia).
    assert (Rabs (moment n x - x * moment (S n) x) <= 2 * C * x ^ S (S n)).
    { apply Rle_trans with (Rabs (moment n x) + x * Rabs (moment (S n) x)).
      - unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq x) by lra. lra.
      - assert (x ^ n <= x ^ S n) by (cbn [pow]; assert (0 < x ^ n) by (apply pow_lt; lra); nra).
        assert (x ^ S n <= x ^ S (S n)) by (cbn [pow] in *; nra).
        assert (x * Rabs (moment (S n) x) <= C * x ^ S (S n)) by (cbn [pow] in *; nra). nra. }
    assert (0 <= Rabs (moment n x - x * moment (S n) x)) by apply Rabs_pos. nra.
Qed.

Lemma pow_exp n x : 0 < x -> x ^ n * exp (- x) <= INR (S n) ^ S n / x.
Proof.
  intros Hx. assert (N : 0 < INR (S n)) by (apply lt_0_INR; lia).
  assert (E : (x / INR (S n)) ^ S n <= exp x).
  { replace (exp x) with (exp (x / INR (S n)) ^ S n).
    - apply pow_incr. split; [apply Rlt_le, Rdiv_lt_0_compat; lra |].
      destruct (Req_dec (x / INR (S n)) 0) as [-> | Z]; [rewrite exp_0; lra |]. apply exp_ineq1 in Z. lra.
    - rewrite <- exp_ln with (exp (x / INR (S n)) ^ S n) by (apply pow_lt, exp_pos).
      rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite !ln_exp. f_equal. field. lra. }
  rewrite exp_Ropp. assert (P := exp_pos x). unfold Rdiv in E. rewrite Rpow_mult_distr in E.
  assert (Q : 0 < INR (S n) ^ S n) by now apply pow_lt. rewrite pow_inv in E.
  apply Rmult_le_reg_r with (exp x * x); [nra |].
  replace (x ^ n * / exp x * (exp x * x)) with (x ^ S n) by (cbn [pow]; field; lra).
  replace (INR (S n) ^ S n / x * (exp x * x)) with (INR (S n) ^ S n * exp x) by (field; lra).
  apply Rmult_le_reg_r with (/ INR (S n) ^ S n); [now apply Rinv_0_lt_compat |].
  replace (INR (S n) ^ S n * exp x * / INR (S n) ^ S n) with (exp x) by (field; lra). exact E.
Qed.

Definition weighted n x := moment n x * exp (- (x * x / 2)).

Lemma weighted_derive n x : is_derive (weighted (S n)) x (- weighted n x).
Proof.
  unfold weighted.
  replace (- (moment n x * exp (- (x * x / 2))))
    with (- INR (S (S n)) * moment (S (S n)) x * exp (- (x * x / 2)) + moment (S n) x * (- x * exp (- (x * x / 2))))
    by (rewrite <- Ropp_mult_distr_l, moment_recursion; ring).
  apply (is_derive_mult (moment (S n)) (fun x => exp (- (x * x / 2)))); [apply moment_derive | | intros; apply Rmult_comm].
  auto_derive; [exact I |]. unfold Rdiv. field.
Qed.

Lemma moment_positive n x : 0 < moment n x.
Proof.
  revert x. induction n as [| n IH]; intros x; [apply mills_pos |].
  assert (W : forall y, 0 < weighted n y) by (intros y; apply Rmult_lt_0_compat; [apply IH | apply exp_pos]).
  assert (D : forall a b, a < b -> weighted (S n) b < weighted (S n) a).
  { intros a b Hab. destruct (MVT_gen (weighted (S n)) a b (fun t => - weighted n t)) as (c & _ & E).
    - intros t _. apply weighted_derive.
    - intros t _. apply continuity_pt_filterlim, (ex_derive_continuous (weighted (S n))). eexists. apply weighted_derive.
    - specialize (W c). nra. }
  destruct (Rlt_le_dec 0 (moment (S n) x)) as [P | P]; [exact P | exfalso].
  assert (W0 : weighted (S n) x <= 0) by (unfold weighted; pose proof (exp_pos (- (x * x / 2))); nra).
  assert (W1 := D x (x + 1) ltac:(lra)). set (d := - weighted (S n) (x + 1)) in *.
  destruct (moment_grows (S n)) as (C & HC & G).
  set (K := INR (S (S n)) ^ S (S n)). assert (PK : 0 < K) by (apply pow_lt, lt_0_INR; lia).
  set (y := Rmax (x + 2) (Rmax 2 ((C * K + 1) / d))).
  assert (Y1 : x + 2 <= y) by apply Rmax_l.
  assert (Y2 : 2 <= y) by (eapply Rle_trans; [apply Rmax_l | apply Rmax_r]).
  assert (Y3 : (C * K + 1) / d <= y) by (eapply Rle_trans; [apply Rmax_r | apply Rmax_r]).
  assert (Wy := D (x + 1) y ltac:(lra)).
  assert (Gy := G y ltac:(lra)). assert (Ey := pow_exp (S n) y ltac:(lra)). fold K in Ey.
  assert (d_pos : 0 < d) by (unfold d in *; lra).
  assert (Exp : exp (- (y * y / 2)) <= exp (- y)).
  { assert (L : - (y * y / 2) <= - y) by nra. destruct L as [L | ->]; [left; now apply exp_increasing | apply Rle_refl]. }
  assert (P0 : 0 < exp (- (y * y / 2))) by apply exp_pos.
  assert (A : - weighted (S n) y <= C * (K / y)).
  { unfold weighted. apply Rabs_le_between in Gy.
    apply Rle_trans with (C * y ^ S n * exp (- (y * y / 2))); [nra |].
    apply Rle_trans with (C * (y ^ S n * exp (- y))); [| apply Rmult_le_compat_l; assumption].
    assert (0 < y ^ S n) by (apply pow_lt; lra). assert (0 <= C * y ^ S n) by nra. nra. }
  assert (B : C * (K / y) < d).
  { apply Rmult_lt_reg_r with y; [lra |]. replace (C * (K / y) * y) with (C * K) by (field; lra).
    assert (C * K + 1 <= d * y). { apply Rmult_le_compat_l with (r := d) in Y3; [| lra].
      replace (d * ((C * K + 1) / d)) with (C * K + 1) in Y3 by (field; lra). exact Y3. } lra. }
  unfold d in *. lra.
Qed.

Lemma moment_decreasing n x y : x <= y -> moment n y <= moment n x.
Proof.
  intros H. destruct (MVT_gen (moment n) x y (fun t => - INR (S n) * moment (S n) t)) as (c & _ & E).
  - intros t _. apply moment_derive.
  - intros t _. apply continuity_pt_filterlim, moment_continuous.
  - pose proof (moment_positive (S n) c). pose proof (lt_0_INR (S n) ltac:(lia)).
    assert (0 <= INR (S n) * moment (S n) c * (y - x)) by (apply Rmult_le_pos; nra). nra.
Qed.

Lemma moment_0_below x : 0 < x -> moment 0 x * x <= 1.
Proof. intros H. pose proof (moment_positive 1 x). cbn [moment] in *. lra. Qed.

Lemma moment_S_below n x : 0 < x -> moment (S n) x * x <= moment n x.
Proof.
  intros H. pose proof (moment_positive (S (S n)) x). pose proof (moment_recursion n x).
  pose proof (lt_0_INR (S (S n)) ltac:(lia)). nra.
Qed.

Lemma moment_below n x : 0 < x -> moment n x * x ^ S n <= 1.
Proof.
  intros H. induction n as [| n IH]; [pose proof (moment_0_below x H); cbn [pow]; lra |].
  apply Rle_trans with (2 := IH). pose proof (moment_S_below n x H). assert (0 < x ^ S n) by now apply pow_lt.
  change (x ^ S (S n)) with (x * x ^ S n). nra.
Qed.

(* ** Taylor *)

Fixpoint taylor (n : nat) (x h : R) : R :=
  match n with O => 0 | S n => taylor n x h + (- 1) ^ n * moment n x * h ^ n end.

Lemma taylor_derive n y x :
  is_derive (fun x => taylor n x (y - x)) x ((- 1) ^ n * INR n * moment n x * (y - x) ^ pred n).
Proof.
  induction n as [| n IH]; cbn [taylor].
  - replace (_ * _ * _ * _) with 0 by (cbn; ring). apply @is_derive_const.
  - replace ((- 1) ^ S n * INR (S n) * moment (S n) x * (y - x) ^ pred (S n)) with
      ((- 1) ^ n * INR n * moment n x * (y - x) ^ pred n +
       ((- 1) ^ n * (- INR (S n) * moment (S n) x) * (y - x) ^ n + (- 1) ^ n * moment n x * (INR n * (- 1) * (y - x) ^ pred n)))
      by (cbn [pred pow]; ring).
    apply (is_derive_plus (fun x => taylor n x (y - x)) (fun x => (- 1) ^ n * moment n x * (y - x) ^ n)); [exact IH |].
    apply (is_derive_mult (fun x => (- 1) ^ n * moment n x) (fun x => (y - x) ^ n)); [| | intros; apply Rmult_comm].
    + apply (is_derive_scal (moment n)), moment_derive.
    + apply (is_derive_pow (fun x => y - x)). auto_derive; [exact I | ring].
Qed.

Lemma taylor_0 n x : taylor (S n) x 0 = mills x.
Proof.
  induction n as [| n IH]; [cbn; ring |]. change (taylor (S n) x 0 + (- 1) ^ S n * moment (S n) x * 0 ^ S n = mills x).
  rewrite IH, pow_i by lia. ring.
Qed.

Lemma taylor_near n x h B : (forall t, Rmin x (x + h) <= t -> moment (S n) t <= B) ->
  Rabs (mills (x + h) - taylor (S n) x h) <= B * Rabs h ^ S n.
Proof.
  intros HB. set (y := x + h).
  assert (E : mills y = taylor (S n) y (y - y)) by (replace (y - y) with 0 by ring; now rewrite taylor_0).
  assert (Eh : h = y - x) by (unfold y; ring). rewrite E, Eh.
  set (f := fun x => taylor (S n) x (y - x)). change (Rabs (f y - f x) <= B * Rabs (y - x) ^ S n).
  assert (Df := taylor_derive (S n) y). fold f in Df.
  assert (Bound : forall t, Rmin x y <= t -> Rabs ((- 1) ^ S n * INR (S n) * moment (S n) t * (y - t) ^ pred (S n))
                  <= B * (INR (S n) * Rabs (y - t) ^ n)).
  { intros t Ht. rewrite !Rabs_mult, pow_1_abs, <- RPow_abs, (Rabs_pos_eq (INR _)) by apply pos_INR.
    rewrite (Rabs_pos_eq (moment _ _)) by (left; apply moment_positive). cbn [pred].
    pose proof (HB t Ht). pose proof (pos_INR (S n)). assert (0 <= Rabs (y - t) ^ n) by (apply pow_le, Rabs_pos).
    assert (0 <= INR (S n) * Rabs (y - t) ^ n) by nra. nra. }
  destruct (Rle_dec x y) as [H | H].
  - rewrite (Rabs_pos_eq (y - x)) by lra. rewrite Rmin_left in Bound by lra.
    apply Rle_trans with ((fun t => - B * (y - t) ^ S n) y - (fun t => - B * (y - t) ^ S n) x);
      [| cbn beta; replace (y - y) with 0 by ring; rewrite pow_i by lia; right; ring].
    apply (moves_less f _ (fun t => - B * (y - t) ^ S n) (fun t => B * (INR (S n) * (y - t) ^ n)) x y H Df).
    + intros t. replace (B * (INR (S n) * (y - t) ^ n)) with (- B * (INR (S n) * (- 1) * (y - t) ^ pred (S n))) by (cbn [pred]; ring).
      apply (is_derive_scal (fun t => (y - t) ^ S n)), (is_derive_pow (fun t => y - t)). auto_derive; [exact I | ring].
    + intros t Ht. eapply Rle_trans; [apply Bound; lra |]. rewrite Rabs_pos_eq by lra. apply Rle_refl.
  - rewrite (Rabs_minus_sym (f y)), (Rabs_minus_sym y), (Rabs_pos_eq (x - y)) by lra. rewrite Rmin_right in Bound by lra.
    apply Rle_trans with ((fun t => B * (t - y) ^ S n) x - (fun t => B * (t - y) ^ S n) y);
      [| cbn beta; replace (y - y) with 0 by ring; rewrite pow_i by lia; right; ring].
    apply (moves_less f _ (fun t => B * (t - y) ^ S n) (fun t => B * (INR (S n) * (t - y) ^ n)) y x ltac:(lra) Df).
    + intros t. replace (B * (INR (S n) * (t - y) ^ n)) with (B * (INR (S n) * 1 * (t - y) ^ pred (S n))) by (cbn [pred]; ring).
      apply (is_derive_scal (fun t => (t - y) ^ S n)), (is_derive_pow (fun t => t - y)). auto_derive; [exact I | ring].
    + intros t Ht. eapply Rle_trans; [apply Bound; lra |]. rewrite Rabs_minus_sym, Rabs_pos_eq by lra. apply Rle_refl.
Qed.

(* ** The continued fraction *)

(* m_n/m_(n−1), where m_(−1) = 1 *)
Definition ratio (n : nat) (x : R) : R := match n with O => mills x | S n' => moment n x / moment n' x end.

Lemma ratio_positive n x : 0 < ratio n x.
Proof. destruct n; [apply mills_pos |]. apply Rdiv_lt_0_compat; apply moment_positive. Qed.

Lemma ratio_step n x : ratio n x * (x + INR (S n) * ratio (S n) x) = 1.
Proof.
  destruct n as [| n]; cbn [ratio].
  - pose proof (mills_pos x). cbn [moment INR]. field. lra.
  - pose proof (moment_positive n x). pose proof (moment_positive (S n) x).
    replace (moment (S n) x / moment n x * (x + INR (S (S n)) * (moment (S (S n)) x / moment (S n) x)))
      with ((x * moment (S n) x + INR (S (S n)) * moment (S (S n)) x) / moment n x) by (field; lra).
    rewrite moment_recursion. field. lra.
Qed.

Lemma ratio_product n x : moment (S n) x = moment n x * ratio (S n) x.
Proof. cbn [ratio]. pose proof (moment_positive n x). field. lra. Qed.

Lemma ratio_below n x : ratio n x * x <= 1.
Proof.
  pose proof (ratio_step n x) as E. rewrite Rmult_plus_distr_l in E.
  assert (0 < ratio n x * (INR (S n) * ratio (S n) x)); [| lra].
  apply Rmult_lt_0_compat; [apply ratio_positive |].
  apply Rmult_lt_0_compat; [apply lt_0_INR; lia | apply ratio_positive].
Qed.
