(* The normal distribution function, enclosed by a series of positive terms: how the numbers of a certificate are compared with the
   exact curve δ(ε) of Gaussian noise.

   The integral of e^(-t²/2) from 0 to x is e^(-x²/2) (x + x³/3 + x⁵/(3·5) + ...); cut after any term, it is too small by at most the
   first term that is left out but one. Rests on NormalTail.v. *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia Psatz.
From Kdelta Require Import NormalTail GaussianCurve GaussianPrivacy.

Local Open Scope R_scope.

(* Coquelicot's structures, read as the real numbers that they are. *)
Ltac as_reals := match goal with |- @eq _ ?a ?b => change (@eq R a b) end.

(* x^(2k+1)/(1·3·5···(2k+1)) *)
Fixpoint term (k : nat) (x : R) : R := match k with O => x | S m => term m x * (x * x) / (2 * INR m + 3) end.
(* Terms k to k + n. *)
Fixpoint terms (n k : nat) (x : R) : R := match n with O => term k x | S m => term k x + terms m (S k) x end.

Lemma term_zero k : term k 0 = 0.
Proof. induction k as [| k IH]; cbn [term]; [reflexivity |]. rewrite IH. unfold Rdiv. ring. Qed.

Lemma terms_zero n k : terms n k 0 = 0.
Proof. revert k. induction n as [| n IH]; intros k; cbn [terms]; rewrite term_zero; [reflexivity |]. rewrite IH. ring. Qed.

Lemma term_nonneg k x : 0 <= x -> 0 <= term k x.
Proof.
  intros Hx. induction k as [| k IH]; cbn [term]; [exact Hx |]. pose proof (pos_INR k).
  apply Rmult_le_pos; [nra | left; apply Rinv_0_lt_compat; lra].
Qed.

Lemma term_power k : exists c, (forall y, term k y = c * y ^ (2 * k + 1)) /\ (2 * INR k + 1) * c = match k with O => 1 | S m => term m 1 end.
Proof.
  induction k as [| k IH].
  - exists 1. split; [intros y; cbn; ring | cbn; ring].
  - destruct IH as (c & Hc & _). exists (c / (2 * INR k + 3)). pose proof (pos_INR k). split.
    + intros y. cbn [term]. rewrite Hc. replace (2 * S k + 1)%nat with (S (S (2 * k + 1))) by lia. cbn [pow]. field. lra.
    + rewrite Hc, pow1, S_INR. field. lra.
Qed.

Lemma term_derive k x : is_derive (term k) x (match k with O => 1 | S m => x * term m x end).
Proof.
  destruct k as [| k]; [apply (is_derive_id (K := R_AbsRing)) |].
  destruct (term_power k) as (c & Hc & _). pose proof (pos_INR k).
  apply (is_derive_ext (fun y => c / (2 * INR k + 3) * y ^ (2 * k + 3))).
  { intros y. cbn [term]. rewrite Hc. replace (2 * k + 3)%nat with (S (S (2 * k + 1))) by lia. cbn [pow]. as_reals. field. lra. }
  rewrite Hc. auto_derive; [exact I |].
  replace (k + (k + 0) + 3)%nat with (S (S (2 * k + 1))) by lia. cbn [Init.Nat.pred].
  replace (INR (S (S (2 * k + 1)))) with (2 * INR k + 3) by (rewrite 2!S_INR, plus_INR, mult_INR; change (INR 2) with (1 + 1); change (INR 1) with 1; ring).
  cbn [pow]. field. lra.
Qed.

Lemma terms_derive_later n k x : is_derive (terms n (S k)) x (x * terms n k x).
Proof.
  revert k. induction n as [| n IH]; intros k; [apply (term_derive (S k)) |].
  apply (is_derive_ext (fun y => plus (term (S k) y) (terms n (S (S k)) y))); [reflexivity |].
  replace (x * terms (S n) k x) with (plus (x * term k x) (x * terms n (S k) x)) by (cbn; unfold plus; cbn; ring).
  apply (is_derive_plus (K := R_AbsRing) (V := R_NormedModule) (term (S k)) (terms n (S (S k)))); [apply (term_derive (S k)) | apply IH].
Qed.

Lemma terms_last n k x : terms (S n) k x = terms n k x + term (k + S n) x.
Proof.
  revert k. induction n as [| n IH]; intros k.
  - cbn [terms]. now rewrite Nat.add_1_r.
  - change (terms (S (S n)) k x) with (term k x + terms (S n) (S k) x). rewrite IH. cbn [terms].
    replace (S k + S n)%nat with (k + S (S n))%nat by lia. ring.
Qed.

Lemma terms_derive n x : is_derive (terms (S n) 0) x (1 + x * terms (S n) 0 x - x * term (S n) x).
Proof.
  apply (is_derive_ext (fun y => plus (term 0 y) (terms n 1 y))); [reflexivity |].
  replace (1 + x * terms (S n) 0 x - x * term (S n) x) with (plus 1 (x * terms n 0 x))
    by (rewrite terms_last; unfold plus; cbn; ring).
  apply (is_derive_plus (K := R_AbsRing) (V := R_NormedModule) (term 0) (terms n 1)); [apply (term_derive 0) | apply terms_derive_later].
Qed.

Lemma bell_derive x : is_derive bell x (- x * bell x).
Proof. unfold bell. auto_derive; [exact I |]. unfold Rdiv. lra. Qed.

Lemma bell_terms_derive n x : is_derive (fun y => bell y * terms (S n) 0 y) x (bell x * (1 - x * term (S n) x)).
Proof.
  replace (bell x * (1 - x * term (S n) x))
    with (plus (mult (- x * bell x) (terms (S n) 0 x)) (mult (bell x) (1 + x * terms (S n) 0 x - x * term (S n) x)))
    by (unfold plus, mult; cbn; ring).
  apply (is_derive_mult (K := R_AbsRing) bell (terms (S n) 0)); [apply bell_derive | apply terms_derive | intros; apply Rmult_comm].
Qed.

Theorem bell_integral_series n x : 0 <= x ->
  bell x * terms (S n) 0 x <= bell_integral x <= bell x * terms (S n) 0 x + term (S (S n)) x.
Proof.
  intros Hx. pose proof bell_integral_zero as Z.
  assert (Le : forall f df : R -> R, (forall y, is_derive f y (df y)) -> (forall y, 0 <= y -> 0 <= df y) -> f 0 <= f x).
  { intros f df D P. destruct (MVT_gen f 0 x df) as (c & Hc & E).
    - intros y _. apply D.
    - intros y _. apply continuity_pt_filterlim, (ex_derive_continuous f). exists (df y). apply D.
    - rewrite Rmin_left, Rmax_right in Hc by exact Hx. pose proof (P c ltac:(lra)). nra. }
  split.
  - pose proof (Le (fun y => minus (bell_integral y) (bell y * terms (S n) 0 y))
      (fun y => minus (bell y) (bell y * (1 - y * term (S n) y)))) as L.
    unfold minus, plus, opp in L. cbn beta in L. cbn [AbelianGroup.plus] in L.
    assert (G : bell_integral 0 + - (bell 0 * terms (S n) 0 0) <= bell_integral x + - (bell x * terms (S n) 0 x)).
    { apply L.
      - intros y. apply (is_derive_minus (K := R_AbsRing) (V := R_NormedModule) bell_integral (fun y => bell y * terms (S n) 0 y));
          [apply bell_integral_derive | apply bell_terms_derive].
      - intros y Hy. pose proof (bell_pos y). pose proof (term_nonneg (S n) y Hy).
        change (0 <= bell y + - (bell y * (1 - y * term (S n) y))).
        assert (0 <= bell y * (y * term (S n) y)) by (apply Rmult_le_pos; nra). lra. }
    rewrite Z, terms_zero in G. lra.
  - pose proof (Le (fun y => minus (plus (bell y * terms (S n) 0 y) (term (S (S n)) y)) (bell_integral y))
      (fun y => minus (plus (bell y * (1 - y * term (S n) y)) (y * term (S n) y)) (bell y))) as L.
    unfold minus, plus, opp in L. cbn beta in L.
    assert (G : bell 0 * terms (S n) 0 0 + term (S (S n)) 0 + - bell_integral 0
                <= bell x * terms (S n) 0 x + term (S (S n)) x + - bell_integral x).
    { apply L.
      - intros y. apply (is_derive_minus (K := R_AbsRing) (V := R_NormedModule) (fun y => plus (bell y * terms (S n) 0 y) (term (S (S n)) y)) bell_integral);
          [apply (is_derive_plus (K := R_AbsRing) (V := R_NormedModule) (fun y => bell y * terms (S n) 0 y) (term (S (S n)))); [apply bell_terms_derive | apply (term_derive (S (S n)))] | apply bell_integral_derive].
      - intros y Hy. pose proof (term_nonneg (S n) y Hy). assert (B : 0 < bell y <= 1).
        { split; [apply bell_pos |]. unfold bell. rewrite <- exp_0. destruct (Req_dec y 0) as [-> | N0]; [right; f_equal; lra | left; apply exp_increasing; nra]. }
        change (0 <= bell y * (1 - y * term (S n) y) + y * term (S n) y + - bell y).
        assert (0 <= (1 - bell y) * (y * term (S n) y)) by (apply Rmult_le_pos; [lra | nra]). lra. }
    rewrite Z, terms_zero, term_zero in G. lra.
Qed.

(* ** Evaluation *)

(* The terms after Horner, with s = x². *)
Fixpoint nested (n k : nat) (s : R) : R :=
  match n with O => 1 | S m => 1 + s / IZR (2 * Z.of_nat k + 3) * nested m (S k) s end.

Fixpoint product (k : nat) (s : R) : R := match k with O => 1 | S m => product m s * s / IZR (2 * Z.of_nat m + 3) end.

Lemma term_product k x : term k x = x * product k (x * x).
Proof.
  induction k as [| k IH]; cbn [term product]; [ring |]. rewrite IH, plus_IZR, mult_IZR, <- INR_IZR_INZ.
  pose proof (pos_INR k). field. lra.
Qed.

Lemma terms_nested n k x : terms n k x = term k x * nested n k (x * x).
Proof.
  revert k. induction n as [| n IH]; intros k; cbn [terms nested]; [ring |]. rewrite IH. cbn [term].
  rewrite plus_IZR, mult_IZR, <- INR_IZR_INZ. pose proof (pos_INR k). field. lra.
Qed.

(* An upper bound of δ(ε) of noise with mean moved by mu, for 0 <= x = ε/mu - mu/2. *)
Theorem gaussian_delta_series (mu eps : R) (n : nat) : 0 < mu -> mu / 2 <= eps / mu ->
  let x := eps / mu - mu / 2 in let y := eps / mu + mu / 2 in
  gaussian_delta mu eps
  <= 1 / 2 - bell x * (x * nested (S n) 0 (x * x)) / sqrt (2 * PI)
     - exp eps * (1 / 2 - (bell y * (y * nested (S n) 0 (y * y)) + y * product (S (S n)) (y * y)) / sqrt (2 * PI)).
Proof.
  intros Hm He x y. unfold gaussian_delta, Phi, normal_tail.
  replace (- (mu / 2 - eps / mu)) with x by (unfold x; ring). replace (- (- (mu / 2) - eps / mu)) with y by (unfold y; ring).
  destruct (bell_integral_series n x ltac:(unfold x; lra)) as [X _]. destruct (bell_integral_series n y ltac:(unfold y; lra)) as [_ Y].
  rewrite terms_nested in X, Y. rewrite (term_product (S (S n))) in Y. cbn [term] in X. change (term 0 y) with y in Y. change (term 0 x) with x in X.
  assert (P : 0 < / sqrt (2 * PI)) by (apply Rinv_0_lt_compat, root_pos). pose proof (exp_pos eps). unfold Rdiv.
  assert (bell x * (x * nested (S n) 0 (x * x)) * / sqrt (2 * PI) <= bell_integral x * / sqrt (2 * PI)) by (apply Rmult_le_compat_r; lra).
  assert (bell_integral y * / sqrt (2 * PI) <= (bell y * (y * nested (S n) 0 (y * y)) + y * product (S (S n)) (y * y)) * / sqrt (2 * PI))
    by (apply Rmult_le_compat_r; lra).
  nra.
Qed.
