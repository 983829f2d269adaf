(* A lazy draw as the functions generated from the source read it, byte by byte, and the one of LazyWords.v: they are one function
   of the bits of entropy.

   `complete` of crates/finite/src/uniform/floating.rs asks its source for eight bytes at a time, while all bits of the exponent
   are zero. What the source delivers is given by one number z, whose words of 64 bits it hands out one after the other, the
   lowest first: any filling of all words that a draw may read is such a number.
   Rests on Release.v, ExponentBits.v and LazyWords.v. *)
From Coq Require Import ZArith List Bool Lia.
From Kdelta Require Import Machine MachineIntegers Words LazyWords ExponentBits.
From Kdelta Require Release SourceCast SourceBits SourceFloating.
Import ListNotations.

Local Open Scope Z_scope.

(* ** Bytes *)

(* The bytes of y, the lowest first. *)
Definition delivers (source : entropy_source) (y : Z) : Prop := forall i, 0 <= i -> source i = (y / 2 ^ (8 * i)) mod 2 ^ 8.

Lemma delivers_behind n source y : 0 <= n -> delivers source y -> delivers (fun i => source (i + n)) (y / 2 ^ (8 * n)).
Proof.
  intros Hn H i Hi. rewrite H by lia. rewrite Z.div_div by (try apply Z.pow_nonzero; try apply Z.pow_pos_nonneg; lia).
  rewrite <- Z.pow_add_r by lia. do 3 f_equal. lia.
Qed.

Lemma bytes_of_number n source y : delivers source y ->
  from_le_bytes (map (fun i => source (Z.of_nat i)) (seq 0 n)) = y mod 2 ^ (8 * Z.of_nat n).
Proof.
  revert source y. induction n as [| n IH]; intros source y H; [cbn; now rewrite Z.mod_1_r |].
  cbn [seq map]. rewrite <- seq_shift, map_map. unfold from_le_bytes. cbn [fold_right].
  change (fold_right _ 0 ?l) with (from_le_bytes l).
  rewrite (map_ext _ (fun i => source (Z.of_nat i + 1))) by (intros i; f_equal; lia).
  pose proof (IH _ _ (delivers_behind 1 source y ltac:(lia) H)) as E. cbv beta in E. rewrite E, H by reflexivity.
  change (8 * Z.of_nat 0) with 0. rewrite Z.pow_0_r, Z.div_1_r. change (8 * 1) with 8.
  replace (2 ^ (8 * Z.of_nat (S n))) with (2 ^ 8 * 2 ^ (8 * Z.of_nat n)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite (Z.rem_mul_r y) by (try apply Z.pow_pos_nonneg; lia). reflexivity.
Qed.

Lemma word_filled source y : delivers source y ->
  from_le_bytes (fst (fill 8 source)) = y mod 2 ^ 64 /\ delivers (snd (fill 8 source)) (y / 2 ^ 64).
Proof. intros H. split; [exact (bytes_of_number 8 source y H) | exact (delivers_behind 8 source y ltac:(lia) H)]. Qed.

(* Behind the first words. *)
Lemma bytes_from_deliver first z : 0 <= first -> delivers (Release.bytes_from first (word_of z)) (z / 2 ^ (64 * first)).
Proof.
  intros Hf i Hi. unfold Release.bytes_from, word_of.
  assert (D : 0 <= i / 8) by (apply Z.div_pos; lia). pose proof (Z.mod_pos_bound i 8 ltac:(lia)) as R. pose proof (Z_div_mod_eq_full i 8) as E.
  set (q := i / 8) in *. set (r := i mod 8) in *. set (x := z / 2 ^ (64 * (first + q))).
  replace (z / 2 ^ (64 * first) / 2 ^ (8 * i)) with (x / 2 ^ (8 * r)).
  - replace (2 ^ 64) with (2 ^ (8 * r) * (2 ^ 8 * 2 ^ (56 - 8 * r))) by (rewrite <- 2!Z.pow_add_r by lia; f_equal; lia).
    assert (P1 : 0 < 2 ^ (8 * r)) by (apply Z.pow_pos_nonneg; lia). assert (P2 : 0 < 2 ^ (56 - 8 * r)) by (apply Z.pow_pos_nonneg; lia).
    rewrite (Z.rem_mul_r x) by lia. rewrite (Z.mul_comm (2 ^ (8 * r)) (_ mod _)), Z.div_add, (Z.div_small (x mod _)), Z.add_0_l by (try apply Z.mod_pos_bound; lia).
    rewrite Z.rem_mul_r by lia. rewrite (Z.mul_comm (2 ^ 8) (_ mod _)), Z.mod_add by lia. now rewrite Z.mod_mod by lia.
  - unfold x. rewrite 2!Z.div_div by (try apply Z.pow_nonzero; try apply Z.pow_pos_nonneg; lia). rewrite <- 2!Z.pow_add_r by lia. do 2 f_equal. lia.
Qed.

(* ** The words that follow *)

Lemma low_zeros_all n x : low_zeros n x = Z.of_nat n -> x mod 2 ^ Z.of_nat n = 0.
Proof.
  revert x. induction n as [| n IH]; intros x H; [apply Z.mod_1_r |]. cbn [low_zeros] in H. rewrite Nat2Z.inj_succ in *.
  destruct (Z.odd x) eqn:O; [lia |]. specialize (IH (x / 2) ltac:(lia)). rewrite Z.pow_succ_r by lia.
  rewrite Z.rem_mul_r by (try apply Z.pow_pos_nonneg; lia). rewrite IH, Zmod_odd, O. reflexivity.
Qed.

Lemma following_words (body : Z -> entropy_source * Z -> (entropy_source * Z) * bool) n :
  (forall i source e, body i (source, e)
    = ((snd (fill 8 source), u32 (e + trailing_zeros 64 (from_le_bytes (fst (fill 8 source))))), negb (from_le_bytes (fst (fill 8 source)) =? 0))) ->
  forall i source e y, delivers source (Z.of_nat y) -> 0 <= e -> e + 64 * Z.of_nat n < 2 ^ 32 ->
  snd (loop_until n i body (source, e)) = e + Z.of_nat (further_zeros 64 (tape 64 n y)).
Proof.
  intros Hbody. induction n as [| n IH]; intros i source e y Hd He Hn; [cbn; lia |].
  cbn [loop_until tape further_zeros]. rewrite Hbody. destruct (word_filled source _ Hd) as [-> Hrest].
  assert (Pw : Z.of_nat (2 ^ 64) = 2 ^ 64) by now rewrite Nat2Z.inj_pow.
  rewrite <- Pw, <- Nat2Z.inj_mod. rewrite <- Pw, <- Nat2Z.inj_div in Hrest.
  assert (B : (y mod 2 ^ 64 < 2 ^ 64)%nat) by (apply Nat.mod_upper_bound, power_not_zero).
  set (w := (y mod 2 ^ 64)%nat) in *. apply Nat2Z.inj_lt in B. rewrite Pw in B.
  pose proof (trailing_zeros_word 64 (Z.of_nat w) ltac:(change (Z.of_nat 64) with 64; lia)) as T. change (Z.of_nat 64) with 64 in T. rewrite T.
  rewrite <- zeros_low_zeros. pose proof (low_zeros_range 64 (Z.of_nat w)) as Z0. rewrite <- zeros_low_zeros in Z0. change (Z.of_nat 64) with 64 in Z0.
  rewrite u32_same by lia. destruct (Nat.eqb_spec w 0) as [E | E].
  - rewrite E in *. change (Z.of_nat 0 =? 0) with true. cbn [negb]. rewrite zeros_of_zero. rewrite (IH _ _ _ _ Hrest) by lia. lia.
  - replace (Z.of_nat w =? 0) with false by (symmetry; apply Z.eqb_neq; lia). cbn [negb snd]. reflexivity.
Qed.

(* ** The draw *)

Lemma u32_plain x y : 0 <= x < 2 ^ 32 -> y = x -> u32 y = x.
Proof. intros H ->. now apply u32_same. Qed.

Lemma first_exponent_bits p words further : 2 <= p <= 52 -> 1 <= words <= 16 ->
  SourceFloating.Floating_FIRST_EXPONENT_BITS p words further = 64 * words - p.
Proof.
  intros Hp Hw. unfold SourceFloating.Floating_FIRST_EXPONENT_BITS, SourceCast.low_u32. rewrite (u32_same words), (u32_same (64 * words)), u32_same by lia. reflexivity.
Qed.

(* What the source draws from the words of w, if it may read n words behind the first ones. *)
Theorem lazy_draw p words (n w : nat) : 2 <= p <= 52 -> 1 <= words <= 16 -> (0 < n)%nat -> 64 * Z.of_nat n < 2 ^ 32 - 1024 ->
  let F := Z.to_nat (64 * words - p) in
  let '(first, rest) := entropy 64 F (Z.to_nat p) n w in
  Release.draw p words (Z.of_nat n) (word_of (Z.of_nat w))
  = SourceFloating.Build_Floating (Nat.odd (first / 2 ^ F)) false (Z.of_nat (lazy_exponent 64 F (first mod 2 ^ F) rest))
      (2 * Z.of_nat (Nat.div2 (first / 2 ^ F)) + 1).
Proof.
  intros Hp Hw Hn Hb F. unfold entropy. set (k := 64 * words - p). assert (EK : Z.of_nat F = k) by (unfold F; lia).
  assert (EW : Z.of_nat (F + Z.to_nat p) = 64 * words) by lia.
  assert (PF : Z.of_nat (2 ^ F) = 2 ^ k) by (rewrite Nat2Z.inj_pow, EK; reflexivity).
  assert (PW : Z.of_nat (2 ^ (F + Z.to_nat p)) = 2 ^ (64 * words)) by (rewrite Nat2Z.inj_pow, EW; reflexivity).
  set (first := (w mod 2 ^ (F + Z.to_nat p))%nat). set (y := (w / 2 ^ (F + Z.to_nat p))%nat).
  unfold Release.draw. rewrite (first_words p words (Z.of_nat n) (Z.of_nat w) Hp Hw ltac:(lia)). cbv zeta. fold k.
  replace (0 <? Z.of_nat n) with true by (symmetry; apply Z.ltb_lt; lia). cbn [andb].
  (* first words: in natural numbers *)
  replace (Z.of_nat w mod 2 ^ (64 * words)) with (Z.of_nat first) by (unfold first; now rewrite Nat2Z.inj_mod, PW).
  replace (Z.of_nat first / 2 ^ k) with (Z.of_nat (first / 2 ^ F)) by now rewrite Nat2Z.inj_div, PF.
  rewrite odd_of_nat, <- div2_of_nat.
  assert (E0 : low_zeros_of k (Z.of_nat w) = Z.of_nat (zeros F (first mod 2 ^ F))).
  { rewrite zeros_low_zeros. unfold low_zeros_of. replace (Z.to_nat k) with F by lia. apply low_zeros_mod. rewrite EK.
    rewrite Nat2Z.inj_mod, PF, Z.mod_mod by (apply Z.pow_nonzero; lia). unfold first. rewrite Nat2Z.inj_mod, PW.
    replace (2 ^ (64 * words)) with (2 ^ k * 2 ^ p) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    rewrite Z.rem_mul_r by (try apply Z.pow_pos_nonneg; try apply Z.pow_nonzero; lia).
    rewrite Z.mul_comm, Z.mod_add, Z.mod_mod by (apply Z.pow_nonzero; lia). reflexivity. }
  rewrite E0. set (bits := (first mod 2 ^ F)%nat) in *. assert (Bb : (bits < 2 ^ F)%nat) by (apply Nat.mod_upper_bound, power_not_zero).
  unfold SourceFloating.Floating_complete, SourceFloating.Floating_is_open, SourceFloating.Floating_LAZY.
  replace (0 <? Z.of_nat n) with true by (symmetry; apply Z.ltb_lt; lia). cbn [andb SourceFloating.Floating_open].
  unfold lazy_exponent. destruct (Z.eqb_spec (Z.of_nat (zeros F bits)) k) as [E | E].
  - (* open: further words *)
    assert (B0 : bits = 0%nat).
    { rewrite zeros_low_zeros, <- EK in E. apply low_zeros_all in E. rewrite EK, <- PF, <- Nat2Z.inj_mod, Nat.mod_small in E by exact Bb. lia. }
    rewrite B0. cbn [negb Nat.eqb]. cbv zeta. cbn [SourceFloating.Floating_exponent SourceFloating.Floating_negative SourceFloating.Floating_mantissa].
    rewrite zeros_of_zero, EK. unfold for_range_until. replace (Z.to_nat (Z.of_nat n - 0)) with n by lia.
    match goal with |- context [loop_until n 0 ?body ?start] =>
      assert (H : snd (loop_until n 0 body start) = k + Z.of_nat (further_zeros 64 (tape 64 n y)));
      [apply (following_words body n); [reflexivity | | lia | lia] | destruct (loop_until n 0 body start) as [source exponent]] end.
    + unfold y. rewrite Nat2Z.inj_div, PW. apply bytes_from_deliver. lia.
    + cbn [snd] in H. rewrite H. cbn [unwrap_or]. now rewrite Nat2Z.inj_add, EK.
  - (* decided *)
    destruct (Nat.eqb_spec bits 0) as [B0 | _]; [exfalso; apply E; rewrite B0, zeros_of_zero; exact EK |].
    cbn [negb unwrap_or]. reflexivity.
Qed.
