(* From words of entropy to weights: counting.

   A release reads K + P equally likely bits as crates/finite/src/uniform/floating.rs reads them: K bits of exponent, a sign,
   P - 1 bits of mantissa. The theorem `words_have_the_weights` says that the 2^(K+P) words, each with the same weight, give
   exactly the weights of the exponent-and-mantissa generator of LogMetric.v, whatever function n' makes noise of a tail
   probability. So a probability of that generator is a number of words divided by 2^(K+P). *)
From Coq Require Import Reals Lra Lia List Bool Arith.
From Kdelta Require Import Discretised TheoremA LogMetric.
Import ListNotations.
Local Open Scope R_scope.

(* ** Finite sums *)

Fixpoint sum (n : nat) (f : nat -> R) : R := match n with O => 0 | S m => sum m f + f m end.

Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof. induction n as [| n IH]; intros H; cbn [sum]; [easy |]. rewrite IH by (intros; apply H; lia). now rewrite H by lia. Qed.

Lemma sum_plus n f g : sum n (fun i => f i + g i) = sum n f + sum n g.
Proof. induction n as [| n IH]; cbn [sum]; [lra |]. rewrite IH. lra. Qed.

Lemma sum_scal n c f : sum n (fun i => c * f i) = c * sum n f.
Proof. induction n as [| n IH]; cbn [sum]; [lra |]. rewrite IH. lra. Qed.

Lemma sum_const n c : sum n (fun _ => c) = INR n * c.
Proof. induction n as [| n IH]; cbn [sum]; [cbn; lra |]. rewrite IH, S_INR. lra. Qed.

Lemma sum_first n f : sum (S n) f = f 0%nat + sum n (fun i => f (S i)).
Proof. induction n as [| n IH]; [cbn [sum]; lra |]. change (sum (S (S n)) f) with (sum (S n) f + f (S n)). rewrite IH. cbn [sum]. lra. Qed.

Lemma sum_double n f : sum (2 * n) f = sum n (fun i => f (2 * i)%nat + f (2 * i + 1)%nat).
Proof.
  induction n as [| n IH]; [reflexivity |]. replace (2 * S n)%nat with (S (S (2 * n))) by lia.
  cbn [sum]. rewrite IH. replace (S (2 * n)) with (2 * n + 1)%nat by lia. lra.
Qed.

Lemma sum_append m n f : sum (m + n) f = sum m f + sum n (fun i => f (m + i)%nat).
Proof.
  induction n as [| n IH]; [rewrite Nat.add_0_r; cbn [sum]; lra |].
  rewrite Nat.add_succ_r. cbn [sum]. rewrite IH. lra.
Qed.

Lemma sum_blocks m q f : sum (m * q) f = sum q (fun t => sum m (fun i => f (i + m * t)%nat)).
Proof.
  induction q as [| q IH]; [now rewrite Nat.mul_0_r |].
  rewrite Nat.mul_succ_r, sum_append. cbn [sum]. rewrite IH. f_equal. apply sum_ext. intros i _. f_equal. lia.
Qed.

(* ** Counting *)

Fixpoint number (n : nat) (f : nat -> bool) : nat :=
  match n with O => O | S m => ((if f m then 1 else 0) + number m f)%nat end.

(* How many z below n satisfy f. *)
Definition count (n : nat) (f : nat -> bool) : R := INR (number n f).

Lemma count_is_sum n f : count n f = sum n (fun i => if f i then 1 else 0).
Proof.
  unfold count. induction n as [| n IH]; cbn [number sum]; [reflexivity |].
  rewrite plus_INR, IH. destruct (f n); cbn; lra.
Qed.

(* ** Zeros before the first one, stopped at K *)

Fixpoint zeros (K x : nat) : nat :=
  match K with O => O | S k => if Nat.odd x then O else S (zeros k (Nat.div2 x)) end.

Lemma zeros_even K x : zeros (S K) (2 * x) = S (zeros K x).
Proof. cbn [zeros]. rewrite Nat.odd_mul. cbn [Nat.odd Nat.even negb andb]. now rewrite Nat.div2_double. Qed.

Lemma zeros_odd K x : zeros (S K) (2 * x + 1) = O.
Proof. cbn [zeros]. rewrite Nat.add_1_r, Nat.odd_succ, Nat.even_mul. reflexivity. Qed.

(* 2^(K-1-e) words have e zeros, one has K. *)
Lemma sum_zeros K (g : nat -> R) :
  sum (2 ^ K) (fun x => g (zeros K x)) = sum K (fun e => 2 ^ (K - 1 - e) * g e) + g K.
Proof.
  revert g. induction K as [| K IH]; intros g; [cbn; lra |].
  rewrite Nat.pow_succ_r', sum_double.
  rewrite (sum_ext _ _ (fun x => g (S (zeros K x)) + g O)) by (intros x _; now rewrite zeros_even, zeros_odd).
  rewrite sum_plus, sum_const, (IH (fun e => g (S e))), INR_pow2, sum_first.
  rewrite (sum_ext K (fun i => 2 ^ (S K - 1 - S i) * g (S i)) (fun e => 2 ^ (K - 1 - e) * g (S e)))
    by (intros e _; do 2 f_equal; lia).
  replace (S K - 1 - 0)%nat with K by lia. lra.
Qed.

(* ** Probabilities as sums *)

Definition hit (S : option R -> bool) (x : option R) : R := if S x then 1 else 0.

Lemma prob_app S g h : prob S (g ++ h) = prob S g + prob S h.
Proof. induction g as [| [w x] g IH]; cbn [prob app]; [lra |]. rewrite IH. lra. Qed.

Lemma prob_rev S g : prob S (rev g) = prob S g.
Proof. induction g as [| [w x] g IH]; cbn [rev]; [reflexivity |]. rewrite prob_app, IH. cbn [prob]. lra. Qed.

Lemma prob_equal_draws S w val n : prob S (equal_draws w val n) = w * sum n (fun j => hit S (val j)).
Proof.
  induction n as [| n IH]; cbn [equal_draws sum]; [cbn; lra |].
  rewrite prob_app, IH. cbn [prob]. unfold hit. destruct (S (val n)); lra.
Qed.

Lemma prob_exponents S p val e_max :
  prob S (exponents p val e_max)
  = sum e_max (fun e => em_probability p e / 2 * sum (2 ^ (p - 1)) (fun j => hit S (val e j))).
Proof.
  induction e_max as [| e IH]; cbn [exponents sum]; [reflexivity |].
  rewrite prob_app, prob_equal_draws, IH. lra.
Qed.

(* ** The words *)

Section Words.

Variables (K P : nat) (n' : R -> R).
Hypothesis P_positive : (1 <= P)%nat.

(* Relative::from_bits and Laplace::of: K exponent bits at the low end, then the sign, then j. *)
Definition noise_of_word (w : nat) : option R :=
  let e := zeros K (w mod 2 ^ K) in
  let top := (w / 2 ^ K)%nat in
  let v := em_value P (1 / 2) e (Nat.div2 top) in
  Some (if Nat.odd top then - n' v else n' v).

Definition words : generator := equal_draws (/ 2 ^ (K + P)) noise_of_word (2 ^ (K + P)).

Theorem words_have_the_weights T :
  prob T words
  = prob T (em_generator P K (1 / 2) n' (clamped_draws P K (1 / 2) (-1) n') (clamped_draws P K (1 / 2) 1 n')).
Proof.
  unfold words, em_generator, clamped_draws.
  rewrite prob_equal_draws, prob_app, prob_rev, !prob_app, !prob_exponents, !prob_equal_draws.
  set (m := (2 ^ (P - 1))%nat).
  set (minus := fun e j => hit T (Some (- n' (em_value P (1 / 2) e j)))).
  set (plus := fun e j => hit T (Some (n' (em_value P (1 / 2) e j)))).
  assert (E : sum (2 ^ (K + P)) (fun w => hit T (noise_of_word w))
    = sum m (fun j => sum K (fun e => 2 ^ (K - 1 - e) * (plus e j + minus e j)) + (plus K j + minus K j))).
  { rewrite Nat.pow_add_r, sum_blocks.
    replace (2 ^ P)%nat with (2 * m)%nat by (unfold m; rewrite <- Nat.pow_succ_r'; f_equal; lia).
    rewrite sum_double. apply sum_ext. intros j _.
    assert (Z : (2 ^ K <> 0)%nat) by (apply Nat.pow_nonzero; lia).
    assert (W : forall t i, (i < 2 ^ K)%nat -> noise_of_word (i + 2 ^ K * t)
              = Some (let v := em_value P (1 / 2) (zeros K i) (Nat.div2 t) in if Nat.odd t then - n' v else n' v)).
    { intros t i Hi. unfold noise_of_word.
      rewrite (Nat.mul_comm (2 ^ K) t), Nat.mod_add, Nat.div_add, Nat.mod_small, Nat.div_small by assumption. reflexivity. }
    rewrite (sum_ext _ _ (fun i => plus (zeros K i) j)).
    2: { intros i Hi. rewrite W by easy. rewrite Nat.odd_mul, Nat.div2_double. reflexivity. }
    rewrite (sum_ext (2 ^ K) (fun i => hit T (noise_of_word (i + 2 ^ K * (2 * j + 1)))) (fun i => minus (zeros K i) j)).
    2: { intros i Hi. rewrite W by easy. rewrite Nat.add_1_r, Nat.odd_succ, Nat.even_mul, Nat.div2_succ_double. reflexivity. }
    rewrite (sum_zeros K (fun e => plus e j)), (sum_zeros K (fun e => minus e j)).
    rewrite (sum_ext K (fun e => 2 ^ (K - 1 - e) * (plus e j + minus e j))
               (fun e => 2 ^ (K - 1 - e) * plus e j + 2 ^ (K - 1 - e) * minus e j)) by (intros; lra).
    rewrite sum_plus. lra. }
  rewrite E, sum_plus. clear E.
  (* exchange the two sums *)
  assert (X : forall (f : nat -> nat -> R) a b, sum a (fun i => sum b (fun j => f i j)) = sum b (fun j => sum a (fun i => f i j))).
  { intros f a b. induction a as [| a IH]; cbn [sum]; [now rewrite sum_const, Rmult_0_r |]. now rewrite IH, sum_plus. }
  rewrite X.
  assert (Pw : forall n, 0 < 2 ^ n) by (intros; apply pow_lt; lra).
  assert (KP : / 2 ^ (K + P) = / 2 ^ K * / 2 ^ (P - 1) / 2).
  { replace (K + P)%nat with (S (K + (P - 1))) by lia. cbn [pow]. rewrite pow_add. field. split; apply Rgt_not_eq, Pw. }
  rewrite Rmult_plus_distr_l, <- sum_scal.
  rewrite (sum_ext K _ (fun e => em_probability P e / 2 * sum m (minus e) + em_probability P e / 2 * sum m (plus e))).
  2: { intros e He. rewrite (sum_ext m _ (fun j => 2 ^ (K - 1 - e) * plus e j + 2 ^ (K - 1 - e) * minus e j)) by (intros; lra).
    rewrite sum_plus, !sum_scal, KP. unfold em_probability.
    replace (2 ^ K) with (2 ^ (K - 1 - e) * 2 ^ S e) by (rewrite <- pow_add; f_equal; lia).
    generalize (Pw (K - 1 - e)%nat) (Pw (S e)) (Pw (P - 1)%nat).
    generalize (2 ^ (K - 1 - e)) (2 ^ S e) (2 ^ (P - 1)) (sum m (plus e)) (sum m (minus e)).
    intros x y z u v Hx Hy Hz. field. lra. }
  rewrite sum_plus, KP, sum_plus.
  rewrite (sum_ext m (fun j => hit T (Some (-1 * n' (em_value P (1 / 2) K j)))) (minus K))
    by (intros j _; unfold minus; do 3 f_equal; lra).
  rewrite (sum_ext m (fun j => hit T (Some (1 * n' (em_value P (1 / 2) K j)))) (plus K))
    by (intros j _; unfold plus; do 3 f_equal; lra).
  change (fun e : nat => em_probability P e / 2 * sum m (fun j : nat => hit T (Some (- n' (em_value P (1 / 2) e j)))))
    with (fun i : nat => em_probability P i / 2 * sum m (minus i)).
  change (fun e : nat => em_probability P e / 2 * sum m (fun j : nat => hit T (Some (n' (em_value P (1 / 2) e j)))))
    with (fun i : nat => em_probability P i / 2 * sum m (plus i)).
  ring.
Qed.

Lemma em_prob_nonneg T :
  0 <= prob T (em_generator P K (1 / 2) n' (clamped_draws P K (1 / 2) (-1) n') (clamped_draws P K (1 / 2) 1 n')).
Proof.
  rewrite <- words_have_the_weights. apply prob_nonneg, nonneg_weights_equal_draws.
  left. apply Rinv_0_lt_compat, pow_lt. lra.
Qed.

(* So a bound on the generator's probabilities is one on numbers of words. *)
Theorem count_of_prob (rd : R -> option nat) (verdict r1 r2 : R) (S : option nat -> bool) :
  let g := em_generator P K (1 / 2) n' (clamped_draws P K (1 / 2) (-1) n') (clamped_draws P K (1 / 2) 1 n') in
  prob (fun x => S (output rd r1 x)) g <= exp verdict * prob (fun x => S (output rd r2 x)) g ->
  count (2 ^ (K + P)) (fun z => S (output rd r1 (noise_of_word z)))
  <= exp verdict * count (2 ^ (K + P)) (fun z => S (output rd r2 (noise_of_word z))).
Proof.
  intros g H. subst g. rewrite <- 2!words_have_the_weights in H. unfold words in H. rewrite 2!prob_equal_draws in H.
  apply Rmult_le_reg_l with (/ 2 ^ (K + P)); [apply Rinv_0_lt_compat, pow_lt; lra |].
  rewrite 2!count_is_sum. rewrite <- Rmult_assoc, (Rmult_comm _ (exp verdict)), Rmult_assoc. exact H.
Qed.

End Words.
