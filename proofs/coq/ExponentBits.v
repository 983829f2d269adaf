(* The exponent of a draw: zeros below the first one of a word, counted word by word as the source counts them, and all at
   once as Words.v counts them.
   Rests on Machine.v and Words.v. *)
From Coq Require Import ZArith Bool Lia.
From Kdelta Require Import Machine MachineIntegers Words.
From Kdelta Require SourceCast SourceBits SourceFloating.

Local Open Scope Z_scope.

(* `zeros` of Words.v on Z. *)
Fixpoint low_zeros (n : nat) (x : Z) : Z :=
  match n with O => 0 | S n => if Z.odd x then 0 else 1 + low_zeros n (x / 2) end.

Lemma odd_of_nat x : Z.odd (Z.of_nat x) = Nat.odd x.
Proof.
  rewrite <- Nat.negb_even, <- Z.negb_even. f_equal. apply eq_true_iff_eq. rewrite Nat.even_spec, Z.even_spec. split; intros [k H].
  - exists (Z.to_nat k). lia.
  - exists (Z.of_nat k). lia.
Qed.

Lemma div2_of_nat x : Z.of_nat (Nat.div2 x) = Z.of_nat x / 2.
Proof. now rewrite Nat.div2_div, Nat2Z.inj_div. Qed.

Lemma zeros_low_zeros n x : Z.of_nat (zeros n x) = low_zeros n (Z.of_nat x).
Proof.
  revert x. induction n as [| n IH]; intros x; cbn [zeros low_zeros]; [reflexivity |].
  rewrite odd_of_nat. destruct (Nat.odd x); [reflexivity |]. rewrite Nat2Z.inj_succ, IH, div2_of_nat. lia.
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

(* ** Loops *)

Lemma for_range_invariant {S} (Inv : Z -> S -> Prop) low high body (state : S) : low <= high -> Inv low state ->
  (forall i s, low <= i < high -> Inv i s -> Inv (i + 1) (body i s)) -> Inv high (for_range low high body state).
Proof.
  intros L I Step. unfold for_range. assert (E : low + Z.of_nat (Z.to_nat (high - low)) = high) by lia.
  set (n := Z.to_nat (high - low)) in *. clearbody n. revert low state L I Step E. induction n as [| n IH]; intros low state L I Step E; cbn [loop].
  - replace high with low by lia. exact I.
  - apply IH; [lia | apply Step; [lia | exact I] | | lia]. intros i s Hi. apply Step. lia.
Qed.

(* ** The draw of a word *)

(* Word number i of z, the lowest first. *)
Definition word_of (z i : Z) : Z := (z / 2 ^ (64 * i)) mod 2 ^ 64.

Lemma word_range z i : 0 <= word_of z i < 2 ^ 64.
Proof. apply Z.mod_pos_bound. reflexivity. Qed.

Definition low_zeros_of (n x : Z) : Z := low_zeros (Z.to_nat n) x.

(* What `counted` adds, when all was zero so far and when not. *)
Lemma counted_zero e w : 0 <= e < 2 ^ 32 -> 0 <= w < 2 ^ 64 ->
  SourceBits.counted e (2 ^ 64 - 1) w = (e + low_zeros_of 64 w, if w =? 0 then 2 ^ 64 - 1 else 0).
Proof.
  intros He Hw. unfold SourceBits.counted, SourceCast.under, SourceBits.zeros_below. cbv zeta.
  change 64 with (Z.of_nat 64) at 1. rewrite (trailing_zeros_word 64 w Hw). change (low_zeros 64 w) with (low_zeros_of 64 w).
  pose proof (low_zeros_range (Z.to_nat 64) w) as B. change (low_zeros (Z.to_nat 64) w) with (low_zeros_of 64 w) in B.
  change (2 ^ 64 - 1) with (Z.ones 64). rewrite Z.land_ones, Z.mod_small by lia. rewrite u64_same by lia.
  f_equal. destruct (Z.eqb_spec w 0) as [_ | _]; reflexivity.
Qed.

Lemma counted_seen e w : 0 <= e < 2 ^ 64 -> SourceBits.counted e 0 w = (e, 0).
Proof.
  intros He. unfold SourceBits.counted, SourceCast.under. cbv zeta. rewrite Z.land_0_r, Z.land_0_l, Z.add_0_r, u64_same by exact He. reflexivity.
Qed.

Lemma ended_zeros w e : 0 <= e < 64 -> 0 <= w < 2 ^ 64 ->
  low_zeros_of 64 (SourceBits.ended w e) = low_zeros_of e w /\ 0 < SourceBits.ended w e < 2 ^ 64.
Proof.
  intros He Hw. unfold SourceBits.ended. cbv zeta. rewrite (Z.mod_small e 64), Z.shiftl_1_l by lia.
  assert (Pe : 0 < 2 ^ e < 2 ^ 64) by (split; [apply Z.pow_pos_nonneg | apply Z.pow_lt_mono_r]; lia). rewrite u64_same by lia.
  set (x := Z.lor w (2 ^ e)).
  assert (T : Z.testbit x e = true) by (unfold x; rewrite Z.lor_spec, Z.pow2_bits_true by lia; apply orb_true_r).
  assert (Nx : 0 <= x) by (apply Z.lor_nonneg; lia).
  assert (M : x mod 2 ^ e = w mod 2 ^ e).
  { rewrite <- 2!Z.land_ones by lia. unfold x. rewrite Z.land_lor_distr_l, (Z.land_ones (2 ^ e)), Z.mod_same by lia. apply Z.lor_0_r. }
  split; [| split].
  - unfold low_zeros_of. replace (Z.to_nat 64) with (Z.to_nat e + S (63 - Z.to_nat e))%nat by lia. rewrite low_zeros_ended.
    + apply low_zeros_mod. now rewrite Z2Nat.id by lia.
    + rewrite Z2Nat.id by lia. rewrite Z.testbit_odd, Z.shiftr_div_pow2 in T by lia. exact T.
  - destruct (Z.eq_dec x 0) as [E | E]; [rewrite E, Z.bits_0 in T; discriminate T | lia].
  - destruct (Z.eq_dec x 0) as [-> | E]; [reflexivity |]. apply Z.log2_lt_pow2; [lia |]. unfold x.
    rewrite Z.log2_lor by lia. rewrite Z.log2_pow2 by lia. apply Z.max_lub_lt; [| lia].
    destruct (Z.eq_dec w 0) as [-> | Nw]; [reflexivity |]. apply Z.log2_lt_pow2; lia.
Qed.

(* The words seen so far, and one more. *)
Lemma low_zeros_word z i n : 0 <= i -> 0 <= n <= 64 ->
  low_zeros_of (64 * i + n) z
  = if z mod 2 ^ (64 * i) =? 0 then 64 * i + low_zeros_of n (word_of z i) else low_zeros_of (64 * i) z.
Proof.
  intros Hi Hn. unfold low_zeros_of. rewrite Z2Nat.inj_add, low_zeros_more by lia. rewrite Z2Nat.id by lia.
  destruct Z.eqb; [f_equal | reflexivity]. apply low_zeros_mod. rewrite Z2Nat.id by lia. unfold word_of.
  set (x := z / 2 ^ (64 * i)). replace (2 ^ 64) with (2 ^ n * 2 ^ (64 - n)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite Z.rem_mul_r by (try apply Z.pow_nonzero; try apply Z.pow_pos_nonneg; lia).
  rewrite Z.mul_comm, Z.mod_add by (apply Z.pow_nonzero; lia). now rewrite Z.mod_mod by (apply Z.pow_nonzero; lia).
Qed.

Lemma mod_word z i : 0 <= i -> (z mod 2 ^ (64 * (i + 1)) =? 0) = ((z mod 2 ^ (64 * i) =? 0) && (word_of z i =? 0))%bool.
Proof.
  intros Hi. unfold word_of. replace (2 ^ (64 * (i + 1))) with (2 ^ (64 * i) * 2 ^ 64) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (P : 0 < 2 ^ (64 * i)) by (apply Z.pow_pos_nonneg; lia). rewrite Z.rem_mul_r by lia.
  pose proof (Z.mod_pos_bound z _ P). pose proof (Z.mod_pos_bound (z / 2 ^ (64 * i)) (2 ^ 64) ltac:(lia)).
  apply eq_true_iff_eq. rewrite andb_true_iff, 3!Z.eqb_eq. nia.
Qed.

Definition draw (P words z : Z) : SourceFloating.Floating := SourceFloating.Floating_of_words P words 0 (word_of z).

(* The state of the loop before word number i. *)
Definition seen (P words z i : Z) (state : Z * Z * Z) : Prop :=
  let '(last, exponent, none) := state in
  if i =? words then last = word_of z (words - 1) /\ exponent = low_zeros_of (64 * words - P) z
  else exponent = low_zeros_of (64 * i) z /\ none = if z mod 2 ^ (64 * i) =? 0 then 2 ^ 64 - 1 else 0.

Lemma seen_next P words z i last exponent none : 2 <= P <= 52 -> words <= 16 -> 0 <= i < words -> seen P words z i (last, exponent, none) ->
  seen P words z (i + 1)
    (let last := word_of z i in
     let word := if usize (i + 1) =? words then SourceBits.ended last (u32 (64 - P)) else last in
     let '(exponent, none) := SourceBits.counted exponent none word in (last, exponent, none)).
Proof.
  intros HP HW Hi H. unfold seen in H. destruct (Z.eqb_spec i words) as [E | _]; [lia |]. destruct H as [He Hn].
  pose proof (word_range z i) as Bw. pose proof (low_zeros_range (Z.to_nat (64 * i)) z) as Be. fold (low_zeros_of (64 * i) z) in Be. rewrite <- He in Be.
  replace (usize (i + 1)) with (i + 1) by (symmetry; apply Z.mod_small; lia). rewrite u32_same by lia. cbv zeta.
  set (w := word_of z i) in *. destruct (ended_zeros w (64 - P) ltac:(lia) Bw) as [Z1 Z2].
  assert (E0 : z mod 2 ^ (64 * i) = 0 -> exponent = 64 * i).
  { intros Z0. rewrite He. unfold low_zeros_of. rewrite low_zeros_none; rewrite Z2Nat.id by lia; [reflexivity | exact Z0]. }
  unfold seen. destruct (Z.eqb_spec (i + 1) words) as [E | E].
  - replace (64 * words - P) with (64 * i + (64 - P)) by lia. rewrite low_zeros_word by lia. fold w.
    destruct (Z.eqb_spec (z mod 2 ^ (64 * i)) 0) as [Z0 | Z0]; rewrite Hn.
    + rewrite counted_zero by lia. specialize (E0 Z0). split; [unfold w; f_equal; lia | rewrite Z1; lia].
    + rewrite counted_seen by lia. split; [unfold w; f_equal; lia | exact He].
  - rewrite (mod_word z i) by lia. fold w. replace (64 * (i + 1)) with (64 * i + 64) by ring. rewrite low_zeros_word by lia. fold w.
    destruct (Z.eqb_spec (z mod 2 ^ (64 * i)) 0) as [Z0 | Z0]; rewrite Hn; cbn [andb].
    + rewrite counted_zero by lia. specialize (E0 Z0). split; [lia | reflexivity].
    + rewrite counted_seen by lia. split; [exact He | reflexivity].
Qed.

(* The exponent bits, the sign and the mantissa of the words that every draw reads, whatever stands behind them. *)
Theorem first_words P words further z : 2 <= P <= 52 -> 1 <= words <= 16 -> 0 <= z ->
  let top := (z mod 2 ^ (64 * words)) / 2 ^ (64 * words - P) in
  let e := low_zeros_of (64 * words - P) z in
  SourceFloating.Floating_of_words P words further (word_of z)
  = SourceFloating.Build_Floating (Z.odd top) ((0 <? further) && (e =? 64 * words - P)) e (2 * (top / 2) + 1).
Proof.
  intros HP HW Hz top e. unfold SourceFloating.Floating_of_words. cbv beta iota zeta.
  match goal with |- context [for_range 0 words ?body ?start] => set (state := for_range 0 words body start); assert (I : seen P words z words state) end.
  { apply (for_range_invariant (seen P words z)); [lia | |].
    - unfold seen. destruct (Z.eqb_spec 0 words); [lia |]. split; [reflexivity |]. rewrite Z.mul_0_r, Z.pow_0_r, Z.mod_1_r. reflexivity.
    - intros i [[last exponent] none] Hi H. exact (seen_next P words z i last exponent none HP (proj2 HW) Hi H). }
  clearbody state. destruct state as [[last exponent] none]. unfold seen in I. rewrite Z.eqb_refl in I. destruct I as [-> ->].
  pose proof (low_zeros_range (Z.to_nat (64 * words - P)) z) as Be. fold (low_zeros_of (64 * words - P) z) in Be.
  unfold SourceCast.low_u32. rewrite u32_same by lia.
  unfold SourceBits.sign_and_mantissa, SourceBits.is_odd, SourceBits.next_odd, SourceFloating.Floating_LAZY,
    SourceFloating.Floating_FIRST_EXPONENT_BITS, SourceCast.low_u32.
  rewrite (u32_same words), (u32_same (64 * words)), (u32_same (64 * words - P)) by lia.
  rewrite u32_same, (Z.mod_small (64 - P)), Z.shiftr_div_pow2 by lia. cbv zeta. fold e.
  assert (T : word_of z (words - 1) / 2 ^ (64 - P) = top).
  { unfold word_of, top. set (k := 64 * (words - 1)).
    replace (2 ^ (64 * words)) with (2 ^ k * 2 ^ 64) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    assert (Pk : 0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia). rewrite Z.rem_mul_r by lia.
    replace (64 * words - P) with (k + (64 - P)) by lia. rewrite Z.pow_add_r by lia.
    assert (Pq : 0 < 2 ^ (64 - P)) by (apply Z.pow_pos_nonneg; lia). rewrite <- Z.div_div by lia. f_equal.
    pose proof (Z.mod_pos_bound z _ Pk). apply Z.div_unique with (z mod 2 ^ k); lia. }
  rewrite T. change 1 with (Z.ones 1) at 1. rewrite Z.land_ones by lia. change (2 ^ 1) with 2.
  assert (N : 0 <= top) by (apply Z.div_pos; [apply Z.mod_pos_bound |]; apply Z.pow_pos_nonneg; lia).
  f_equal.
  - rewrite Zmod_odd. now destruct (Z.odd top).
  - pose proof (Z_div_mod_eq_full top 2). rewrite Zmod_odd in H. destruct (Z.odd top) eqn:O.
    + rewrite <- H. apply Z.bits_inj'. intros i Hi. rewrite Z.lor_spec. change 1 with (2 ^ 0). rewrite Z.pow2_bits_eqb by lia.
      destruct (Z.eqb_spec 0 i) as [<- | _]; [rewrite Z.bit0_odd, O; reflexivity | apply orb_false_r].
    + replace (Z.lor top 1) with (Z.lor 1 (top / 2 * 2 ^ 1)) by (rewrite Z.lor_comm; f_equal; lia). rewrite lor_above by lia. lia.
Qed.

(* If no further word may follow, as Words.v reads them. *)
Theorem draw_is P words z : 2 <= P <= 52 -> 1 <= words <= 16 -> 0 <= z < 2 ^ (64 * words) ->
  let top := z / 2 ^ (64 * words - P) in
  draw P words z = SourceFloating.Build_Floating (Z.odd top) false (low_zeros_of (64 * words - P) z) (2 * (top / 2) + 1).
Proof.
  intros HP HW Hz top. unfold draw. rewrite first_words by lia. cbv zeta. now rewrite (Z.mod_small z).
Qed.

(* The same of a natural number, in the terms of Words.v. *)
Theorem draw_of_word (p words : Z) (w : nat) : 2 <= p <= 52 -> 1 <= words <= 16 ->
  let K := Z.to_nat (64 * words - p) in
  (w < 2 ^ (K + Z.to_nat p))%nat ->
  draw p words (Z.of_nat w) = SourceFloating.Build_Floating (Nat.odd (w / 2 ^ K)) false (Z.of_nat (zeros K (w mod 2 ^ K)))
    (2 * Z.of_nat (Nat.div2 (w / 2 ^ K)) + 1).
Proof.
  intros Hp Hw K HK. set (k := 64 * words - p). assert (EK : Z.of_nat K = k) by (unfold K; lia).
  assert (Pk : Z.of_nat (2 ^ K) = 2 ^ k) by (rewrite Nat2Z.inj_pow, EK; reflexivity).
  assert (Hz : 0 <= Z.of_nat w < 2 ^ (64 * words)).
  { apply Nat2Z.inj_lt in HK. rewrite Nat2Z.inj_pow in HK. replace (Z.of_nat (K + Z.to_nat p)) with (64 * words) in HK by lia.
    change (Z.of_nat 2) with 2 in HK. lia. }
  rewrite (draw_is p words _ Hp Hw Hz). cbv zeta. fold k. rewrite div2_of_nat, Nat2Z.inj_div, Pk, <- odd_of_nat, Nat2Z.inj_div, Pk.
  f_equal. rewrite zeros_low_zeros, Nat2Z.inj_mod, Pk. unfold low_zeros_of. fold K. apply low_zeros_mod. rewrite EK.
  symmetry. apply Z.mod_mod, Z.pow_nonzero; lia.
Qed.
