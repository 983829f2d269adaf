(* The exponent of a draw: zeros below the first one of a word, counted word by word as the source counts them, and all at
   once as Words.v counts them.
   Rests on Machine.v and Words.v. *)
From Coq Require Import ZArith Bool Lia.
From Kdelta Require Import Machine Words Represents.

Local Open Scope Z_scope.

(* `zeros` of Words.v on Z. *)
Fixpoint low_zeros (n : nat) (x : Z) : Z :=
  match n with O => 0 | S n => if Z.odd x then 0 else 1 + low_zeros n (x / 2) end.

Lemma zeros_low_zeros n x : Z.of_nat (zeros n x) = low_zeros n (Z.of_nat x).
Proof.
  revert x. induction n as [| n IH]; intros x; cbn [zeros low_zeros]; [reflexivity |].
  replace (Z.odd (Z.of_nat x)) with (Nat.odd x).
  - destruct (Nat.odd x); [reflexivity |]. rewrite Nat2Z.inj_succ, IH, Nat.div2_div, Nat2Z.inj_div. change (Z.of_nat 2) with 2. lia.
  - rewrite <- Nat.negb_even, <- Z.negb_even. f_equal. apply eq_true_iff_eq. rewrite Nat.even_spec, Z.even_spec. split; intros [k H].
    + exists (Z.of_nat k). lia.
    + exists (Z.to_nat k). lia.
Qed.

Lemma low_zeros_range n x : 0 <= low_zeros n x <= Z.of_nat n.
Proof.
  revert x. induction n as [| n IH]; intros x; cbn [low_zeros]; [lia |]. specialize (IH (x / 2)). destruct Z.odd; lia.
Qed.

(* Only the lowest n bits are looked at. *)
Lemma low_zeros_mod n x y : x mod 2 ^ Z.of_nat n = y mod 2 ^ Z.of_nat n -> low_zeros n x = low_zeros n y.
Proof.
  revert x y. induction n as [| n IH]; intros x y H; [reflexivity |]. cbn [low_zeros].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r in H by lia. set (p := 2 ^ Z.of_nat n) in *. assert (P : 0 < p) by (apply Z.pow_pos_nonneg; lia).
  rewrite 2!Z.rem_mul_r in H by lia.
  assert (Ox : x mod 2 = y mod 2 /\ (x / 2) mod p = (y / 2) mod p).
  { pose proof (Z.mod_pos_bound x 2 ltac:(lia)). pose proof (Z.mod_pos_bound y 2 ltac:(lia)). lia. }
  destruct Ox as [O1 O2]. rewrite 2!Zodd_mod, O1. destruct Zeq_bool; [reflexivity |]. f_equal. now apply IH.
Qed.

Lemma low_zeros_none n x : x mod 2 ^ Z.of_nat n = 0 -> low_zeros n x = Z.of_nat n.
Proof.
  intros H. rewrite (low_zeros_mod n x 0) by (rewrite H, Z.mod_0_l; [reflexivity | apply Z.pow_nonzero; lia]).
  clear H. induction n as [| n IH]; [reflexivity |]. cbn [low_zeros]. change (Z.odd 0) with false. change (0 / 2) with 0. cbn [negb]. lia.
Qed.

(* A word more: it counts if all before were zero. *)
Lemma low_zeros_more a b x : low_zeros (a + b) x = if x mod 2 ^ Z.of_nat a =? 0 then Z.of_nat a + low_zeros b (x / 2 ^ Z.of_nat a) else low_zeros a x.
Proof.
  revert x. induction a as [| a IH]; intros x.
  - cbn [plus low_zeros]. rewrite Z.pow_0_r, Z.mod_1_r, Z.div_1_r. reflexivity.
  - cbn [plus low_zeros]. rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. set (p := 2 ^ Z.of_nat a). assert (P : 0 < p) by (apply Z.pow_pos_nonneg; lia).
    rewrite Z.rem_mul_r, Z.div_div by lia. pose proof (Z.mod_pos_bound (x / 2) p P). rewrite Zmod_odd.
    destruct (Z.odd x).
    + replace (1 + 2 * ((x / 2) mod p) =? 0) with false by (symmetry; apply Z.eqb_neq; lia). reflexivity.
    + rewrite Z.add_0_l. replace (2 * ((x / 2) mod p) =? 0) with ((x / 2) mod p =? 0); [destruct Z.eqb; lia |].
      apply eq_true_iff_eq. rewrite 2!Z.eqb_eq. lia.
Qed.

(* A one behind the bits ends the count. *)
Lemma low_zeros_ended n x : Z.odd (x / 2 ^ Z.of_nat n) = true -> forall m, low_zeros (n + S m) x = low_zeros n x.
Proof.
  intros H m. rewrite low_zeros_more. destruct (Z.eqb_spec (x mod 2 ^ Z.of_nat n) 0) as [E | E]; [| reflexivity].
  cbn [low_zeros]. rewrite H, low_zeros_none by exact E. lia.
Qed.

Lemma trailing_zeros_word n x : 0 <= x < 2 ^ Z.of_nat n -> trailing_zeros (Z.of_nat n) x = low_zeros n x.
Proof.
  intros H. destruct x as [| p | p]; [| | lia].
  - cbn [trailing_zeros]. symmetry. apply low_zeros_none, Z.mod_0_l, Z.pow_nonzero; lia.
  - cbn [trailing_zeros]. revert n H. induction p as [p _ | p IH |]; intros n H.
    + destruct n; [cbn in H; lia | reflexivity].
    + destruct n as [| n]; [cbn in H; lia |]. cbn [zeros_of low_zeros]. change (Z.odd (Z.pos p~0)) with false.
      replace (Z.pos p~0 / 2) with (Z.pos p) by (rewrite (Pos2Z.inj_xO p), Z.mul_comm, Z.div_mul; lia).
      rewrite Nat2Z.inj_succ, Z.pow_succ_r in H by lia. cbv iota. rewrite <- (IH n) by lia. lia.
    + destruct n; [cbn in H; lia | reflexivity].
Qed.
