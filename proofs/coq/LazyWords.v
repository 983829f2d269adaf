(* The generator Lazy as a function of words of entropy, and why its law is that of one long word.

   A draw reads `first` bits: F of exponent, a sign, P - 1 of mantissa. Only while all bits of the exponent are zero it reads
   further words, one after the other (crates/finite/src/uniform/floating.rs, Floating::complete). `lazy_noise` does just this on a
   list of words. `lazy_count`: among all fillings of the first word and of n further words there are as many that lead into a
   set as there are words of F + W n + P bits that lead there through `noise_of_word` of Words.v, which reads all bits of the
   exponent at once. So a theorem about long words is one about the lazy draw, and what is not read could not change it.
   Rests on Words.v. *)
From Coq Require Import Reals Lra Lia List Bool Arith.
From Kdelta Require Import Discretised TheoremA LogMetric Words.
Import ListNotations.
Local Open Scope R_scope.

Lemma sum_swap (f : nat -> nat -> R) a b : sum a (fun i => sum b (fun j => f i j)) = sum b (fun j => sum a (fun i => f i j)).
Proof. induction a as [| a IH]; cbn [sum]; [now rewrite sum_const, Rmult_0_r |]. now rewrite IH, sum_plus. Qed.

(* ** Zeros across words *)

Lemma zeros_of_zero K : zeros K 0 = K.
Proof. induction K as [| K IH]; [reflexivity |]. cbn [zeros Nat.odd Nat.even negb Nat.div2]. now rewrite IH. Qed.

(* The bits of w below those of y. *)
Lemma zeros_append a n w y : (w < 2 ^ a)%nat ->
  zeros (a + n) (w + 2 ^ a * y) = if Nat.eqb w 0 then (a + zeros n y)%nat else zeros a w.
Proof.
  revert w. induction a as [| a IH]; intros w Hw.
  - cbn in Hw. replace w with 0%nat by lia. cbn. f_equal. lia.
  - rewrite Nat.pow_succ_r' in *. destruct (Nat.Even_or_Odd w) as [[u E] | [u E]]; subst w.
    + replace (2 * u + 2 * 2 ^ a * y)%nat with (2 * (u + 2 ^ a * y))%nat by lia.
      rewrite Nat.add_succ_l, 2!zeros_even, IH by lia.
      destruct (Nat.eqb_spec u 0), (Nat.eqb_spec (2 * u) 0); lia.
    + replace (2 * u + 1 + 2 * 2 ^ a * y)%nat with (2 * (u + 2 ^ a * y) + 1)%nat by lia.
      rewrite Nat.add_succ_l, 2!zeros_odd. destruct (Nat.eqb_spec (2 * u + 1) 0); [lia | reflexivity].
Qed.

Section Lazy.

(* W bits in a further word, F of exponent in the first, P of sign and mantissa. *)
Variables (W F P : nat) (n' : R -> R).

(* The zeros before the first one in the words that follow: the first word that is not zero is the last that is read. *)
Fixpoint further_zeros (words : list nat) : nat :=
  match words with
  | [] => 0
  | word :: rest => if Nat.eqb word 0 then W + further_zeros rest else zeros W word
  end.

Definition lazy_exponent (bits : nat) (words : list nat) : nat :=
  if Nat.eqb bits 0 then (F + further_zeros words)%nat else zeros F bits.

(* What one draw makes of its first word and of the words that may follow. *)
Definition lazy_noise (entropy : nat * list nat) : option R :=
  let (first, words) := entropy in
  let e := lazy_exponent (first mod 2 ^ F) words in
  let top := (first / 2 ^ F)%nat in
  let v := em_value P (1 / 2) e (Nat.div2 top) in
  Some (if Nat.odd top then - n' v else n' v).

(* Unless all bits of the exponent are zero, no further word is looked at. *)
Theorem lazy_reads_no_further first words words' :
  (first mod 2 ^ F <> 0)%nat -> lazy_noise (first, words) = lazy_noise (first, words').
Proof. intros H. unfold lazy_noise, lazy_exponent. destruct (Nat.eqb_spec (first mod 2 ^ F) 0); [easy | reflexivity]. Qed.

(* The n words of W bits of y, the lowest first. *)
Fixpoint tape (n y : nat) : list nat :=
  match n with O => [] | S m => (y mod 2 ^ W)%nat :: tape m (y / 2 ^ W) end.

(* The entropy z: the first word, and n words of W bits behind it. *)
Definition entropy (n z : nat) : nat * list nat := ((z mod 2 ^ (F + P))%nat, tape n (z / 2 ^ (F + P))).

Lemma power_not_zero k : (2 ^ k <> 0)%nat.
Proof. now apply Nat.pow_nonzero. Qed.

Lemma tape_zeros n y : further_zeros (tape n y) = zeros (W * n) y.
Proof.
  revert y. induction n as [| n IH]; intros y; [now rewrite Nat.mul_0_r |].
  cbn [tape further_zeros]. rewrite IH. replace (W * S n)%nat with (W + W * n)%nat by lia.
  replace (zeros (W + W * n) y) with (zeros (W + W * n) (y mod 2 ^ W + 2 ^ W * (y / 2 ^ W)))
    by (f_equal; rewrite (Nat.div_mod y (2 ^ W) (power_not_zero W)) at 3; lia).
  now rewrite zeros_append by (apply Nat.mod_upper_bound, power_not_zero).
Qed.

(* A long word with exponent bits a and then y, and s for sign and mantissa, is read as the first word a, s and the words of y. *)
Lemma long_word_is_read_lazily n a y s : (a < 2 ^ F)%nat -> (y < 2 ^ (W * n))%nat -> (s < 2 ^ P)%nat ->
  noise_of_word (F + W * n) P n' (a + 2 ^ F * (y + 2 ^ (W * n) * s))
  = lazy_noise (entropy n (a + 2 ^ F * (s + 2 ^ P * y))).
Proof.
  intros Ha Hy Hs. pose proof (power_not_zero F). pose proof (power_not_zero (W * n)).
  unfold noise_of_word, entropy, lazy_noise, lazy_exponent.
  replace (a + 2 ^ F * (y + 2 ^ (W * n) * s))%nat with (a + 2 ^ F * y + s * 2 ^ (F + W * n))%nat
    by (rewrite Nat.pow_add_r; lia).
  replace (a + 2 ^ F * (s + 2 ^ P * y))%nat with (a + 2 ^ F * s + y * 2 ^ (F + P))%nat by (rewrite (Nat.pow_add_r 2 F P); lia).
  assert (A1 : (a + 2 ^ F * y < 2 ^ (F + W * n))%nat) by (rewrite Nat.pow_add_r; nia).
  assert (A2 : (a + 2 ^ F * s < 2 ^ (F + P))%nat) by (rewrite Nat.pow_add_r; nia).
  rewrite 2!Nat.mod_add, 2!Nat.div_add by apply power_not_zero.
  rewrite (Nat.mod_small (a + 2 ^ F * y)), (Nat.div_small (a + 2 ^ F * y)), (Nat.mod_small (a + 2 ^ F * s)),
    (Nat.div_small (a + 2 ^ F * s) (2 ^ (F + P))) by assumption. rewrite 2!Nat.add_0_l.
  rewrite (Nat.mul_comm (2 ^ F) s), Nat.mod_add, Nat.div_add, (Nat.mod_small a), (Nat.div_small a), Nat.add_0_l by assumption.
  rewrite zeros_append, tape_zeros by exact Ha. reflexivity.
Qed.

Theorem lazy_count n (T : option R -> bool) :
  count (2 ^ (F + P + W * n)) (fun z => T (lazy_noise (entropy n z)))
  = count (2 ^ (F + W * n + P)) (fun z => T (noise_of_word (F + W * n) P n' z)).
Proof.
  rewrite 2!count_is_sum.
  replace (2 ^ (F + P + W * n))%nat with (2 ^ F * (2 ^ P * 2 ^ (W * n)))%nat by (rewrite !Nat.pow_add_r; lia).
  replace (2 ^ (F + W * n + P))%nat with (2 ^ F * (2 ^ (W * n) * 2 ^ P))%nat by (rewrite !Nat.pow_add_r; lia).
  rewrite 4!sum_blocks, sum_swap. apply sum_ext. intros s Hs. apply sum_ext. intros y Hy. apply sum_ext. intros a Ha.
  now rewrite long_word_is_read_lazily.
Qed.

End Lazy.

(* So a bound on the generator's probabilities is one on fillings of the first word and of n further words. *)
Theorem lazy_count_of_prob W F P n n' (rd : R -> option nat) (c r1 r2 : R) (S : option nat -> bool) : (1 <= P)%nat ->
  let g := em_generator P (F + W * n) (1 / 2) n' (clamped_draws P (F + W * n) (1 / 2) (-1) n') (clamped_draws P (F + W * n) (1 / 2) 1 n') in
  prob (fun x => S (output rd r1 x)) g <= exp c * prob (fun x => S (output rd r2 x)) g ->
  count (2 ^ (F + P + W * n)) (fun z => S (output rd r1 (lazy_noise W F P n' (entropy W F P n z))))
  <= exp c * count (2 ^ (F + P + W * n)) (fun z => S (output rd r2 (lazy_noise W F P n' (entropy W F P n z)))).
Proof.
  intros HP g H. rewrite 2!(lazy_count W F P n' n (fun x => S (output rd _ x))).
  exact (count_of_prob (F + W * n) P n' HP rd c r1 r2 S H).
Qed.
