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

(* ** Evaluation in whole steps

   The sums above in whole numbers of steps of size 2^-bits, rounded downward or upward: what an argument of many digits needs. *)

Section Steps.

Variable bits : Z.
Hypothesis bits_natural : (0 <= bits)%Z.

Let unit : Z := (2 ^ bits)%Z.
Notation real z := (IZR z / IZR unit).

(* The quotient of two numbers of steps by an odd number, rounded downward. *)
Definition odd_quotient (product : Z) (k : nat) : Z := Z.shiftr product bits / (2 * Z.of_nat k + 3).

Fixpoint nested_down (n k : nat) (s : Z) : Z :=
  match n with O => 2 ^ bits | S m => 2 ^ bits + odd_quotient (s * nested_down m (S k) s) k end.
Fixpoint nested_up (n k : nat) (s : Z) : Z :=
  match n with O => 2 ^ bits | S m => 2 ^ bits + (odd_quotient (s * nested_up m (S k) s) k + 1) end.
Fixpoint product_up (k : nat) (s : Z) : Z :=
  match k with O => 2 ^ bits | S m => odd_quotient (product_up m s * s) m + 1 end.

Let unit_real : 0 < IZR unit.
Proof. apply (IZR_lt 0), Z.pow_pos_nonneg; lia. Qed.

Lemma odd_quotient_is product k : odd_quotient product k = (product / (unit * (2 * Z.of_nat k + 3)))%Z.
Proof. unfold odd_quotient. rewrite Z.shiftr_div_pow2 by exact bits_natural. apply Z.div_div; [apply Z.pow_nonzero |]; lia. Qed.

Lemma odd_positive k : 0 < IZR (2 * Z.of_nat k + 3).
Proof. apply (IZR_lt 0). lia. Qed.

Lemma odd_quotient_down a b k : real (odd_quotient (a * b) k) <= real a * real b / IZR (2 * Z.of_nat k + 3).
Proof.
  rewrite odd_quotient_is. pose proof (odd_positive k) as P. set (c := (2 * Z.of_nat k + 3)%Z) in *. assert (0 < c)%Z by (apply lt_IZR, P). assert (U : (0 < unit)%Z) by (apply lt_IZR, unit_real).
  apply (Rmult_le_reg_r (IZR unit * (IZR unit * IZR c))); [repeat apply Rmult_lt_0_compat; assumption |].
  replace (real a * real b / IZR c * (IZR unit * (IZR unit * IZR c))) with (IZR (a * b)) by (rewrite mult_IZR; field; lra).
  replace (real (a * b / (unit * c)) * (IZR unit * (IZR unit * IZR c))) with (IZR (unit * c * (a * b / (unit * c)))) by (rewrite 2!mult_IZR; field; lra).
  apply IZR_le, Z.mul_div_le. lia.
Qed.

Lemma odd_quotient_up a b k : real a * real b / IZR (2 * Z.of_nat k + 3) <= real (odd_quotient (a * b) k + 1).
Proof.
  rewrite odd_quotient_is. pose proof (odd_positive k) as P. set (c := (2 * Z.of_nat k + 3)%Z) in *. assert (0 < c)%Z by (apply lt_IZR, P). assert (U : (0 < unit)%Z) by (apply lt_IZR, unit_real).
  apply (Rmult_le_reg_r (IZR unit * (IZR unit * IZR c))); [repeat apply Rmult_lt_0_compat; assumption |].
  replace (real a * real b / IZR c * (IZR unit * (IZR unit * IZR c))) with (IZR (a * b)) by (rewrite mult_IZR; field; lra).
  replace (real (a * b / (unit * c) + 1) * (IZR unit * (IZR unit * IZR c))) with (IZR (unit * c * (a * b / (unit * c) + 1)))
    by (rewrite 2!mult_IZR; field; lra).
  apply IZR_le. pose proof (Z.mul_succ_div_gt (a * b) (unit * c) ltac:(lia)). lia.
Qed.

Lemma steps_nonneg z : (0 <= z)%Z -> 0 <= real z.
Proof. intros H. apply Rmult_le_pos; [exact (IZR_le 0 z H) | left; apply Rinv_0_lt_compat, unit_real]. Qed.

Lemma whole_and_rest z : real (unit + z) = 1 + real z.
Proof. rewrite plus_IZR. field. lra. Qed.

Lemma steps_quotient a b c x y : 0 <= a <= x -> 0 <= b <= y -> 0 < c -> a * b / c <= x / c * y.
Proof.
  intros Ha Hb Hc. replace (x / c * y) with (x * y / c) by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Hc |]. apply Rmult_le_compat; lra.
Qed.

Lemma nested_down_sound n k s r : (0 <= s)%Z -> real s <= r -> (0 <= nested_down n k s)%Z /\ real (nested_down n k s) <= nested n k r.
Proof.
  intros Hs Hr. pose proof (steps_nonneg s Hs) as Ps. revert k. induction n as [| n IH]; intros k; cbn [nested_down nested]; fold unit.
  - split; [apply Z.lt_le_incl, lt_IZR, unit_real |]. right. field. lra.
  - destruct (IH (S k)) as [P B]. split.
    + assert (U : (0 < unit)%Z) by (apply lt_IZR, unit_real). fold unit. rewrite odd_quotient_is.
      pose proof (Z.div_pos (s * nested_down n (S k) s) (unit * (2 * Z.of_nat k + 3)) ltac:(lia) ltac:(lia)). lia.
    + rewrite whole_and_rest. apply Rplus_le_compat_l.
      apply Rle_trans with (1 := odd_quotient_down s (nested_down n (S k) s) k).
      apply steps_quotient; [split; assumption | split; [apply steps_nonneg, P | exact B] | apply odd_positive].
Qed.

Lemma nested_nonneg n k r : 0 <= r -> 0 <= nested n k r.
Proof.
  intros Hr. revert k. induction n as [| n IH]; intros k; cbn [nested]; [lra |]. specialize (IH (S k)).
  assert (0 <= r / IZR (2 * Z.of_nat k + 3)) by (apply Rmult_le_pos; [exact Hr | left; apply Rinv_0_lt_compat, odd_positive]). nra.
Qed.

Lemma quotient_steps a b c x y : 0 <= x <= a -> 0 <= y <= b -> 0 < c -> x / c * y <= a * b / c.
Proof.
  intros Ha Hb Hc. replace (x / c * y) with (x * y / c) by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, Hc |]. apply Rmult_le_compat; lra.
Qed.

Lemma nested_up_sound n k s r : 0 <= r <= real s -> nested n k r <= real (nested_up n k s).
Proof.
  intros Hr. revert k. induction n as [| n IH]; intros k; cbn [nested_up nested]; fold unit.
  - right. field. lra.
  - rewrite whole_and_rest. apply Rplus_le_compat_l.
    apply Rle_trans with (2 := odd_quotient_up s (nested_up n (S k) s) k).
    apply quotient_steps; [exact Hr | split; [apply nested_nonneg; lra | apply IH] | apply odd_positive].
Qed.

Lemma product_up_sound k s r : 0 <= r <= real s -> 0 <= product k r <= real (product_up k s).
Proof.
  intros Hr. induction k as [| k IH]; cbn [product product_up]; fold unit.
  - split; [lra |]. right. field. lra.
  - pose proof (odd_positive k) as P. split.
    + apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat, P].
    + apply Rle_trans with (2 := odd_quotient_up (product_up k s) s k).
      replace (product k r * r / IZR (2 * Z.of_nat k + 3)) with (product k r / IZR (2 * Z.of_nat k + 3) * r) by (field; lra).
      apply quotient_steps; [exact IH | exact Hr | exact P].
Qed.

(* δ(ε) is at most d, from the numbers of steps s below x² and t above y² and the sums that they give. *)
Theorem gaussian_delta_in_steps (mu eps : R) (n : nat) (s t below above rest : Z) (d : R) : 0 < mu -> mu / 2 <= eps / mu ->
  let x := eps / mu - mu / 2 in let y := eps / mu + mu / 2 in
  (0 <= s)%Z -> real s <= x * x -> y * y <= real t ->
  nested_down (S n) 0 s = below -> nested_up (S n) 0 t = above -> product_up (S (S n)) t = rest ->
  1 / 2 - bell x * (x * real below) / sqrt (2 * PI) - exp eps * (1 / 2 - (bell y * (y * real above) + y * real rest) / sqrt (2 * PI)) <= d ->
  gaussian_delta mu eps <= d.
Proof.
  intros Hm He x y Hs Hx Hy <- <- <- H. apply Rle_trans with (1 := gaussian_delta_series mu eps n Hm He), Rle_trans with (2 := H).
  fold x y. assert (X : 0 <= x) by (unfold x; lra). assert (Y : 0 <= y) by (unfold y; lra).
  destruct (nested_down_sound (S n) 0 s (x * x) Hs Hx) as [_ N1].
  pose proof (nested_up_sound (S n) 0 t (y * y) (conj (Rle_0_sqr y) Hy)) as N2.
  destruct (product_up_sound (S (S n)) t (y * y) (conj (Rle_0_sqr y) Hy)) as [_ N3].
  assert (P : 0 < / sqrt (2 * PI)) by (apply Rinv_0_lt_compat, root_pos). pose proof (exp_pos eps). pose proof (bell_pos x). pose proof (bell_pos y).
  assert (L : bell x * (x * real (nested_down (S n) 0 s)) / sqrt (2 * PI) <= bell x * (x * nested (S n) 0 (x * x)) / sqrt (2 * PI)).
  { apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; assumption. }
  assert (U : (bell y * (y * nested (S n) 0 (y * y)) + y * product (S (S n)) (y * y)) / sqrt (2 * PI)
    <= (bell y * (y * real (nested_up (S n) 0 t)) + y * real (product_up (S (S n)) t)) / sqrt (2 * PI)).
  { apply Rmult_le_compat_r; [lra |]. apply Rplus_le_compat; [apply Rmult_le_compat_l; [lra |] |]; apply Rmult_le_compat_l; assumption. }
  apply (Rmult_le_compat_l (exp eps)) in U; lra.
Qed.

End Steps.

(* The sums are computed; what is left is the goal about x, y and the exponentials. *)
Ltac gaussian_delta_in_steps bits n s t :=
  let below := eval vm_compute in (nested_down bits (S n) 0 s) in
  let above := eval vm_compute in (nested_up bits (S n) 0 t) in
  let rest := eval vm_compute in (product_up bits (S (S n)) t) in
  apply (gaussian_delta_in_steps bits ltac:(lia) _ _ n s t below above rest);
    [ | | lia | | | vm_cast_no_check (eq_refl below) | vm_cast_no_check (eq_refl above) | vm_cast_no_check (eq_refl rest) | unfold bell].
