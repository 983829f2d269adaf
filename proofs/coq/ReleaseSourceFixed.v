(* One release in fixed point, as the functions generated from the source compute it, and the model of FixedMechanism.v: they are
   one function of the answer and the word, so what is proved of the model holds of the source.

   The release is the one of Release.v, put together from generated functions: clamp, draw, logarithm, product, sum, index, point,
   window. All numbers are integers; that none leaves its word is proved. A lazy draw is that of LazyMechanisms.v.
   Rests on Release.v, DrawSource.v, ShiftAddSource.v, FarLogSource.v, CountsSource.v, FixedMechanism.v and LazyMechanisms.v. *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Flocq Require Import Core.
From Kdelta Require Import Discretised LogMetric Words LazyWords WordLoss Vectors Window Binary GridRounding FixedMechanism LazyMechanisms.
From Kdelta Require Import Machine MachineIntegers ExponentBits DrawSource ShiftAddSource FarLogSource CountsSource.
From Kdelta Require ShiftAddKernel Release SourceCast SourceGrid SourceWindow SourceFixed SourceFloating.

Local Open Scope R_scope.

(* ** The integers of the source *)

Section Integers.
Local Open Scope Z_scope.

Lemma two_to_the_is s : 0 <= s <= 126 -> SourceFixed.two_to_the s = 2 ^ s.
Proof.
  intros H. unfold SourceFixed.two_to_the. rewrite Z.mod_small, Z.shiftl_1_l by lia. apply i128_same.
  pose proof (Z.pow_le_mono_r 2 s 126 ltac:(lia) ltac:(lia)). pose proof (Z.pow_pos_nonneg 2 s). lia.
Qed.

Lemma round_shift_is x s : 1 <= s <= 126 -> Z.abs x <= 2 ^ 126 -> SourceFixed.round_shift x s = half_up x s.
Proof.
  intros Hs Hx. unfold SourceFixed.round_shift, SourceFixed.floor_shift, half_up. replace (s =? 0) with false by (symmetry; apply Z.eqb_neq; lia).
  rewrite u32_same, two_to_the_is by lia. pose proof (Z.pow_le_mono_r 2 (s - 1) 125 ltac:(lia) ltac:(lia)). pose proof (Z.pow_pos_nonneg 2 (s - 1)).
  rewrite i128_same, Z.mod_small, Z.shiftr_div_pow2 by lia. reflexivity.
Qed.

Lemma half_up_range x s n : 1 <= s -> 0 <= n -> 0 <= x < 2 ^ (n + 1) -> 0 <= half_up x s <= 2 ^ n.
Proof.
  intros Hs Hn Hx. unfold half_up. assert (P : 0 < 2 ^ (s - 1)) by (apply Z.pow_pos_nonneg; lia).
  assert (E : 2 ^ s = 2 * 2 ^ (s - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia). split.
  - apply Z.div_pos; lia.
  - apply Z.div_le_upper_bound; [lia |]. rewrite E. change (n + 1) with (Z.succ n) in Hx. rewrite Z.pow_succ_r in Hx by lia. nia.
Qed.

Lemma with_sign_is x negative : Z.abs x < 2 ^ 127 -> SourceFixed.with_sign x negative = if negative then - x else x.
Proof.
  intros H. unfold SourceFixed.with_sign. destruct negative.
  - change (i128 (- Z.b2z true)) with (-1). cbv zeta. rewrite Z.lxor_m1_r. rewrite i128_same by (unfold Z.lnot; lia). unfold Z.lnot. lia.
  - change (i128 (- Z.b2z false)) with 0. cbv zeta. rewrite Z.lxor_0_r, Z.sub_0_r. apply i128_same. lia.
Qed.

Lemma between_is x low high : low <= high -> SourceCast.between x low high = Z.min high (Z.max low x).
Proof.
  intros H. unfold SourceCast.between. cbv zeta.
  destruct (Z.ltb_spec x low); destruct (Z.ltb_spec high x); try lia; cbn [Z.b2z];
    change (i64 (0 - 1)) with (-1); change (i64 (0 - 0)) with 0; change (Z.lnot (-1)) with 0; change (Z.lnot 0) with (-1);
    rewrite ?Z.land_0_r, ?Z.land_m1_r, ?Z.land_0_r, ?Z.lor_0_l, ?Z.lor_0_r; lia.
Qed.

Lemma saturate_is x : SourceCast.saturate x = Z.max (- 2 ^ 63) (Z.min (2 ^ 63 - 1) x).
Proof.
  unfold SourceCast.saturate, checked. assert (B : - 2 ^ 63 <= i64 x < 2 ^ 63).
  { unfold i64, signed. pose proof (Z.mod_pos_bound (x + 2 ^ (64 - 1)) (2 ^ 64) ltac:(lia)). lia. }
  destruct (Z.eqb_spec (i64 x) x) as [E | E]; cbn [unwrap_or].
  - lia.
  - assert (~ (- 2 ^ 63 <= x < 2 ^ 63)) by (intros R; apply E, i64_same, R). destruct (Z.ltb_spec x 0); lia.
Qed.

(* A shift to nearest is the index of the nearest point. *)
Lemma half_up_nearest x s : 1 <= s -> half_up x s = nearest_up (IZR x * bpow radix2 (- s)).
Proof.
  intros Hs. unfold half_up, nearest_up. assert (P : 0 < 2 ^ s) by (apply Z.pow_pos_nonneg; lia). rewrite <- Zfloor_div by lia. f_equal.
  rewrite plus_IZR, 2!power_is_bpow, bpow_opp by lia. replace (bpow radix2 s) with (2 * bpow radix2 (s - 1))%R.
  - pose proof (bpow_gt_0 radix2 (s - 1)). field. lra.
  - replace s with (s - 1 + 1) at 2 by ring. rewrite bpow_plus. change (bpow radix2 1) with 2%R. ring.
Qed.

Lemma nearest_up_zero x s : Z.abs x < 2 ^ (s - 1) -> 1 <= s -> nearest_up (IZR x * bpow radix2 (- s)) = 0.
Proof.
  intros Hx Hs. rewrite <- half_up_nearest by exact Hs. unfold half_up. apply Z.div_small.
  assert (E : 2 ^ s = 2 * 2 ^ (s - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia). lia.
Qed.

(* The index of a sum; a grid of more than 2^120 units is taken as one of 2^120, where the sum rounds to 0 as well. *)
Lemma noisy_index_is raw noise step : Z.abs raw <= 2 ^ 63 -> Z.abs noise <= 2 ^ 115 -> 0 <= step <= 163 ->
  SourceFixed.noisy_index raw noise step
  = Z.max (- 2 ^ 63) (Z.min (2 ^ 63 - 1) (nearest_up (IZR (raw + noise) * bpow radix2 (- step)))).
Proof.
  intros Hr Hn Hs. unfold SourceFixed.noisy_index, SourceFixed.index_of. rewrite i128_same, saturate_is by lia. do 2 f_equal.
  set (sum := raw + noise). assert (Hsum : Z.abs sum <= 2 ^ 116) by (unfold sum; lia).
  destruct (Z.eq_dec step 0) as [-> | N].
  - change (Z.min 0 120) with 0. unfold SourceFixed.round_shift. cbn [Z.eqb]. symmetry. apply nearest_up_unique. cbn [Z.opp bpow]. lra.
  - rewrite round_shift_is by lia. destruct (Z.le_gt_cases step 120) as [L | L].
    + rewrite Z.min_l by exact L. apply half_up_nearest. lia.
    + rewrite Z.min_r by lia. rewrite half_up_nearest, (nearest_up_zero sum 120) by (try change (120 - 1) with 119; lia). symmetry. apply nearest_up_zero; [| lia].
      pose proof (Z.pow_le_mono_r 2 117 (step - 1) ltac:(lia) ltac:(lia)). lia.
Qed.

(* How many steps fit the format, and the number of a point that is not beyond. *)
Lemma steps_to_is max step : 0 <= max < 2 ^ 63 -> 0 <= step -> SourceFixed.steps_to max step = max / 2 ^ step.
Proof.
  intros Hm Hs. unfold SourceFixed.steps_to. cbv zeta. destruct (Z.ltb_spec step 63).
  - rewrite Z.mod_small, Z.shiftr_div_pow2 by lia. reflexivity.
  - change (63 mod 64) with 63. rewrite Z.shiftr_div_pow2 by lia. pose proof (Z.pow_le_mono_r 2 63 step ltac:(lia) ltac:(lia)).
    rewrite 2!Z.div_small by lia. reflexivity.
Qed.

Lemma point_is index limit step : 0 <= step -> 0 <= limit -> limit * 2 ^ step < 2 ^ 63 -> - limit <= index <= limit ->
  SourceFixed.point index limit step = index * 2 ^ step.
Proof.
  intros Hs Hl Hf Hi. assert (P : 0 < 2 ^ step) by (apply Z.pow_pos_nonneg; lia). assert (limit <= limit * 2 ^ step) by nia.
  unfold SourceFixed.point. rewrite (i64_same (- limit)), between_is, (Z.max_r (- limit)), (Z.min_r limit) by lia. destruct (Z.le_gt_cases step 63) as [L | L].
  - rewrite Z.min_l, Z.mod_small, Z.shiftl_mul_pow2 by lia. apply i64_same. nia.
  - pose proof (Z.pow_le_mono_r 2 63 step ltac:(lia) ltac:(lia)). assert (limit = 0) by nia. replace index with 0 by lia.
    rewrite Z.shiftl_0_l. reflexivity.
Qed.

(* The greatest number of a format. *)
Lemma max_is width fraction : 1 <= width <= 64 -> SourceFixed.Fixed_MAX width fraction = 2 ^ (width - 1) - 1.
Proof.
  intros H. unfold SourceFixed.Fixed_MAX. rewrite u32_same, Z.mod_small, Z.shiftr_div_pow2 by lia.
  assert (E : 2 ^ 63 = 2 ^ (width - 1) * 2 ^ (64 - width)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia). rewrite E.
  assert (P : 0 < 2 ^ (64 - width)) by (apply Z.pow_pos_nonneg; lia).
  symmetry. apply Z.div_unique with (2 ^ (64 - width) - 1); lia.
Qed.

End Integers.

(* The setting of a mechanism: numbers have `width` bits, `fraction` of them after the point; the generator reads `words` words of
   64 bits, `bits` of them for sign and mantissa, and `further` words at most if it is lazy, else 0; the scale is mantissa·2^exponent;
   answers are clamped to low..high, which are raw numbers of the format; released are the multiples first..last of 2^log2. *)
Record Setting := {
  width : Z; fraction : Z;
  bits : Z; words : Z; further : Z;
  scale_mantissa : Z; scale_exponent : Z;
  answer_low : Z; answer_high : Z;
  log2 : Z; first : Z; last : Z }.

Section Release.

Variable s : Setting.

(* Steps of the grid, and the product with the scale, in units of the format. *)
Definition step_shift : Z := log2 s + fraction s.
Definition scale_shift : Z := 58 - fraction s - scale_exponent s.

Definition window : SourceWindow.Window := SourceWindow.Build_Window (SourceGrid.Build_Grid (log2 s)) (first s) (last s).
Definition factor : SourceFixed.FixedFactor := SourceFixed.Build_FixedFactor (scale_mantissa s) scale_shift.

Definition noise (z : Z) : Z := Release.noise_fixed (width s) (fraction s) (bits s) (words s) (further s) factor (word_of z).

Definition release (answer z : Z) : SourceWindow.Release Z :=
  Release.release_fixed (width s) (fraction s) (bits s) (words s) (further s) factor (answer_low s) (answer_high s) window answer (word_of z).

(* What the builders of the crate accept, as a function that Coq runs. *)
Definition admissible : bool :=
  ((2 <=? width s) && (width s <=? 64) && (0 <=? fraction s) && (fraction s <=? 63) &&
   (2 <=? bits s) && (bits s <=? 52) && (1 <=? words s) && (words s <=? 16) && (64 * words s - bits s <=? 90) &&
   (0 <=? further s) && (further s <=? 2 ^ 25) &&
   (0 <? scale_mantissa s) && (scale_mantissa s <? 2 ^ 24) && (1 <=? scale_shift) && (scale_shift <=? 126) &&
   (- 2 ^ 63 <=? answer_low s) && (answer_low s <=? answer_high s) && (answer_high s <? 2 ^ 63) &&
   (-100 <=? log2 s) && (log2 s <=? 100) && (0 <=? step_shift) &&
   (- 2 ^ 52 <? first s) && (first s <=? last s) && (last s <? 2 ^ 52) &&
   (- 2 ^ (width s - 1) <? first s * 2 ^ step_shift) && (last s * 2 ^ step_shift <? 2 ^ (width s - 1)))%Z%bool.

Hypothesis accepted : admissible = true.

Lemma facts :
  (2 <= width s <= 64 /\ 0 <= fraction s <= 63 /\ 2 <= bits s <= 52 /\ 1 <= words s <= 16 /\ 64 * words s - bits s <= 90 /\ 0 <= further s <= 2 ^ 25 /\
   0 < scale_mantissa s < 2 ^ 24 /\ 1 <= scale_shift <= 126 /\
   - 2 ^ 63 <= answer_low s /\ answer_low s <= answer_high s /\ answer_high s < 2 ^ 63 /\
   -100 <= log2 s <= 100 /\ 0 <= step_shift /\ - 2 ^ 52 < first s /\ first s <= last s /\ last s < 2 ^ 52 /\
   - 2 ^ (width s - 1) < first s * 2 ^ step_shift /\ last s * 2 ^ step_shift < 2 ^ (width s - 1))%Z.
Proof.
  pose proof accepted as A. unfold admissible in A. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt in A. tauto.
Qed.

(* ** The setting in real numbers *)

(* The number that a raw one stands for. *)
Definition value (raw : Z) : R := IZR raw * bpow radix2 (- fraction s).

Definition precision_bits : nat := Z.to_nat (bits s).
Definition exponent_bits : nat := Z.to_nat (64 * words s - bits s).
Definition cells : nat := Z.to_nat (last s - first s + 1).

Definition clamp (answer : Z) : Z := Z.min (answer_high s) (Z.max (answer_low s) answer).

Lemma value_plus x y : value (x + y) = value x + value y.
Proof. unfold value. rewrite plus_IZR. ring. Qed.

Lemma value_le x y : (x <= y)%Z -> value x <= value y.
Proof. intros H. apply Rmult_le_compat_r; [apply bpow_ge_0 | now apply IZR_le]. Qed.

Lemma clamp_range answer : (answer_low s <= clamp answer <= answer_high s)%Z.
Proof. pose proof facts. unfold clamp. lia. Qed.

Lemma clamp_near x y : Rabs (value (clamp x) - value (clamp y)) <= Rabs (value x - value y).
Proof.
  assert (E : forall a b, Rabs (value a - value b) = IZR (Z.abs (a - b)) * bpow radix2 (- fraction s)).
  { intros a b. unfold value. rewrite abs_IZR, minus_IZR. rewrite <- (Rabs_pos_eq (bpow _ _)) at 3 by apply bpow_ge_0. rewrite <- Rabs_mult. f_equal. ring. }
  rewrite 2!E. apply Rmult_le_compat_r; [apply bpow_ge_0 |]. apply IZR_le. pose proof facts. unfold clamp. lia.
Qed.

(* ** The noise *)

(* The product with the scale, for every logarithm of a draw. *)
Lemma scaled_is log negative : (0 <= log < 2 ^ 90)%Z ->
  let product := half_up (scale_mantissa s * log) scale_shift in
  SourceFixed.Fixed_scaled (width s) (fraction s) log factor negative = (if negative then - product else product)%Z /\ (0 <= product <= 2 ^ 115)%Z.
Proof.
  intros Hl product. pose proof facts as F.
  assert (Hp : (0 <= scale_mantissa s * log < 2 ^ 116)%Z) by (change (2 ^ 116)%Z with (2 ^ 24 * 2 ^ 92)%Z; nia).
  assert (B : (0 <= product <= 2 ^ 115)%Z) by (apply half_up_range; [lia | lia | exact Hp]).
  split; [| exact B]. unfold SourceFixed.Fixed_scaled. change SourceFixed.LOG_LIMIT with (2 ^ 90 - 1)%Z. rewrite Z.min_l by lia.
  unfold SourceFixed.FixedFactor_noise, SourceFixed.FixedFactor_times, SourceFixed.product, SourceCast.signed_wide, checked.
  change (SourceFixed.FixedFactor_mantissa factor) with (scale_mantissa s). change (SourceFixed.FixedFactor_shift factor) with scale_shift.
  rewrite (i128_same log) by lia. assert (W : SourceFixed.with_sign (SourceFixed.round_shift (i128 (scale_mantissa s * log)) scale_shift) negative = (if negative then - product else product)%Z).
  { rewrite i128_same, round_shift_is by lia. apply with_sign_is. fold product. lia. }
  destruct (Z.eqb_spec (u64 log) log) as [E | _]; exact W.
Qed.

(* v of a draw. *)
Definition tail (e j : nat) : R := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ precision_bits).

Lemma value_of_draw e j : em_value precision_bits (1 / 2) e j = tail e j.
Proof.
  pose proof facts as F. unfold em_value, em_point, tail. f_equal. f_equal. unfold precision_bits.
  assert (2 <= Z.to_nat (bits s))%nat by lia. destruct (Z.to_nat (bits s)) as [| n]; [lia |]. cbn [Nat.sub]. rewrite Nat.sub_0_r. cbn [pow]. field.
  apply pow_nonzero. lra.
Qed.

Lemma mantissa_below top : (top < 2 ^ precision_bits)%nat -> (Nat.div2 top < 2 ^ (precision_bits - 1))%nat.
Proof.
  pose proof facts as F. intros T. replace precision_bits with (S (precision_bits - 1)) in T by (unfold precision_bits; lia). rewrite Nat.pow_succ_r' in T.
  rewrite Nat.div2_div. apply Nat.div_lt_upper_bound; lia.
Qed.

Lemma zeros_at_most K w : (zeros K w <= K)%nat.
Proof. revert w. induction K as [| n IH]; intros w; cbn [zeros]; [lia |]. destruct Nat.odd; [lia |]. specialize (IH (Nat.div2 w)). lia. Qed.

(* The noise of a draw. *)
Definition noise_of (draw : SourceFloating.Floating) : Z :=
  SourceFixed.Fixed_scaled (width s) (fraction s) (SourceFloating.Floating_minus_ln_Fixed (width s) (fraction s) (bits s) (words s) (further s) draw) factor
    (SourceFloating.Floating_get_negative (bits s) (words s) (further s) draw).

Lemma noise_of_draw z : noise z = noise_of (Release.draw (bits s) (words s) (further s) (word_of z)).
Proof. unfold noise, noise_of, Release.noise_fixed. reflexivity. Qed.

(* It is that of the logarithm of the model, near or far. *)
Lemma noise_is_product negative open e j : (Z.of_nat e < 2 ^ 32)%Z -> (e <= exponent_bits)%nat \/ (0 < further s)%Z -> (j < 2 ^ (precision_bits - 1))%nat ->
  let log := if (Z.of_nat e <=? Z.of_nat exponent_bits)%Z then ShiftAddKernel.minus_ln_scaled (FixedMechanism.word_of (tail e j)) (Z.of_nat e)
             else far_log (tail e j) in
  let product := half_up (scale_mantissa s * log) scale_shift in
  noise_of (SourceFloating.Build_Floating negative open (Z.of_nat e) (2 * Z.of_nat j + 1)) = (if negative then - product else product)%Z /\
  (Z.abs (if negative then - product else product) <= 2 ^ 115)%Z.
Proof.
  intros He Hf Hj log. pose proof facts as F. unfold noise_of, SourceFloating.Floating_minus_ln_Fixed, SourceFloating.Floating_far_log, SourceFloating.Floating_is_far,
    SourceFloating.Floating_get_negative.
  destruct (aligned_word (bits s) (words s) (further s) negative open (Z.of_nat e) j ltac:(lia) Hj) as [-> Bn].
  rewrite first_exponent_bits by lia. cbn [SourceFloating.Floating_exponent SourceFloating.Floating_negative].
  assert (W : FixedMechanism.word_of (tail e j) = (2 ^ 63 + (2 * Z.of_nat j + 1) * 2 ^ (63 - bits s))%Z).
  { unfold tail. rewrite word_of_tail by (unfold precision_bits in *; lia). now replace (Z.of_nat precision_bits) with (bits s) by (unfold precision_bits; lia). }
  assert (M : (- mag radix2 (tail e j) = Z.of_nat e)%Z) by apply (scaled_word precision_bits e j ltac:(unfold precision_bits; lia) Hj).
  rewrite <- W in *. replace (64 * words s - bits s)%Z with (Z.of_nat exponent_bits) by (unfold exponent_bits; lia).
  assert (L : (if ((0 <? further s) && (Z.of_nat exponent_bits <? Z.of_nat e))%Z%bool then SourceShiftAdd.minus_ln_far (FixedMechanism.word_of (tail e j)) (Z.of_nat e)
    else SourceShiftAdd.minus_ln_scaled (FixedMechanism.word_of (tail e j)) (Z.of_nat e)) = log /\ (0 <= log < 2 ^ 90)%Z).
  { unfold log. destruct (Z.leb_spec (Z.of_nat e) (Z.of_nat exponent_bits)) as [N | N].
    - replace (Z.of_nat exponent_bits <? Z.of_nat e)%Z with false by (symmetry; apply Z.ltb_ge; lia). rewrite andb_false_r.
      destruct (source_minus_ln_scaled _ (Z.of_nat e) Bn ltac:(unfold exponent_bits in *; lia)) as [-> B]. split; [reflexivity | lia].
    - replace (0 <? further s)%Z with true by (symmetry; apply Z.ltb_lt; lia).
      replace (Z.of_nat exponent_bits <? Z.of_nat e)%Z with true by (symmetry; apply Z.ltb_lt; lia). cbn [andb].
      unfold far_log. rewrite M. apply source_minus_ln_far; [exact Bn | lia]. }
  destruct L as [-> Bl]. destruct (scaled_is log negative Bl) as [-> B]. split; [reflexivity |]. destruct negative; lia.
Qed.

(* What the words give: the noise of the model. *)
Theorem noise_is w : further s = 0%Z -> (w < 2 ^ (exponent_bits + precision_bits))%nat ->
  noise_of_word exponent_bits precision_bits (computed (scale_mantissa s) (scale_exponent s) (fraction s)) w = Some (value (noise (Z.of_nat w))) /\
  (Z.abs (noise (Z.of_nat w)) <= 2 ^ 115)%Z.
Proof.
  intros H0 Hw. pose proof facts as F. rewrite noise_of_draw.
  assert (E : Release.draw (bits s) (words s) (further s) (word_of (Z.of_nat w)) = draw (bits s) (words s) (Z.of_nat w)) by now rewrite H0.
  rewrite E, (draw_of_word (bits s) (words s) w ltac:(lia) ltac:(lia) Hw). fold exponent_bits. cbv zeta.
  unfold noise_of_word. cbv zeta. set (e := zeros exponent_bits (w mod 2 ^ exponent_bits)). set (top := (w / 2 ^ exponent_bits)%nat). set (j := Nat.div2 top).
  assert (He : (e <= exponent_bits)%nat) by apply zeros_at_most.
  assert (Hj : (j < 2 ^ (precision_bits - 1))%nat).
  { apply mantissa_below, Nat.div_lt_upper_bound; [apply Nat.pow_nonzero; lia | now rewrite <- Nat.pow_add_r]. }
  destruct (noise_is_product (Nat.odd top) false e j ltac:(unfold exponent_bits in *; lia) (or_introl He) Hj) as [-> B]. split; [| exact B].
  rewrite value_of_draw. unfold computed.
  replace (- mag radix2 (tail e j))%Z with (Z.of_nat e) by (symmetry; apply (scaled_word precision_bits e j ltac:(unfold precision_bits; lia) Hj)).
  rewrite (proj2 (Z.leb_le (Z.of_nat e) (Z.of_nat exponent_bits))) by lia. fold scale_shift. unfold value. destruct (Nat.odd top); [| reflexivity].
  rewrite opp_IZR. f_equal. ring.
Qed.

(* The same of a lazy draw: a number w fills all words that it may read. *)
Definition further_words : nat := Z.to_nat (further s).
Definition filled (w : nat) : nat * list nat := entropy 64 exponent_bits precision_bits further_words w.

Theorem lazy_noise_is w : (0 < further s)%Z ->
  lazy_noise 64 exponent_bits precision_bits (fixed_lazy_computed (scale_mantissa s) (scale_exponent s) (fraction s) exponent_bits) (filled w)
  = Some (value (noise (Z.of_nat w))) /\ (Z.abs (noise (Z.of_nat w)) <= 2 ^ 115)%Z.
Proof.
  intros Hf. pose proof facts as F. rewrite noise_of_draw.
  assert (Ef : Z.of_nat further_words = further s) by (unfold further_words; lia).
  pose proof (lazy_draw (bits s) (words s) further_words w ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as D. cbv zeta in D. fold exponent_bits in D.
  change (Z.to_nat (bits s)) with precision_bits in D. fold (filled w) in D. rewrite Ef in D.
  assert (B1 : (fst (filled w) < 2 ^ (exponent_bits + precision_bits))%nat) by (apply Nat.mod_upper_bound, power_not_zero).
  assert (B2 : (further_zeros 64 (snd (filled w)) <= 64 * further_words)%nat).
  { unfold filled, entropy. cbn [snd]. rewrite tape_zeros. apply zeros_at_most. }
  destruct (filled w) as [start rest]. cbn [fst snd] in B1, B2. rewrite D. unfold lazy_noise.
  set (e := lazy_exponent 64 exponent_bits (start mod 2 ^ exponent_bits) rest). set (top := (start / 2 ^ exponent_bits)%nat). set (j := Nat.div2 top).
  assert (Be : (e <= exponent_bits + 64 * further_words)%nat).
  { unfold e, lazy_exponent. destruct Nat.eqb; [lia |]. pose proof (zeros_at_most exponent_bits (start mod 2 ^ exponent_bits)). lia. }
  assert (Hj : (j < 2 ^ (precision_bits - 1))%nat).
  { apply mantissa_below, Nat.div_lt_upper_bound; [apply Nat.pow_nonzero; lia | now rewrite <- Nat.pow_add_r]. }
  destruct (noise_is_product (Nat.odd top) false e j ltac:(unfold exponent_bits in *; lia) (or_intror Hf) Hj) as [-> B]. split; [| exact B].
  rewrite value_of_draw. unfold fixed_lazy_computed, fixed_log.
  replace (- mag radix2 (tail e j))%Z with (Z.of_nat e) by (symmetry; apply (scaled_word precision_bits e j ltac:(unfold precision_bits; lia) Hj)).
  fold scale_shift. unfold value. destruct (Nat.odd top); [| reflexivity].
  rewrite opp_IZR. f_equal. ring.
Qed.

(* ** The release *)

(* What leaves the source for an output of the model: the raw number of a grid point, or nothing. *)
Definition released (o : option nat) : SourceWindow.Release Z :=
  match o with
  | Some i => SourceWindow.Release_Value ((first s + Z.of_nat i) * 2 ^ step_shift)%Z
  | None => SourceWindow.Release_Outside
  end.

(* From the noise on. *)
Theorem released_is answer x : (Z.abs x <= 2 ^ 115)%Z ->
  fst (SourceFixed.Fixed_released (width s) (fraction s) answer (answer_low s) (answer_high s) x window)
  = released (in_window (log2 s) (first s) cells (value (clamp answer) + value x)).
Proof.
  intros Hx. pose proof facts as F. pose proof (clamp_range answer) as Bc.
  unfold SourceFixed.Fixed_released, SourceFixed.released, SourceWindow.Window_get_grid. change (SourceWindow.Window_grid window) with (SourceGrid.Build_Grid (log2 s)).
  assert (St : SourceFixed.step_bits (SourceGrid.Grid_get_log2 (SourceGrid.Build_Grid (log2 s))) (fraction s) = Some step_shift).
  { unfold SourceFixed.step_bits, checked, SourceGrid.Grid_get_log2, SourceCast.signed. cbn [SourceGrid.Grid_log2].
    rewrite (i32_same (fraction s)) by lia. fold step_shift. rewrite i32_same, u32_same, Z.eqb_refl by (unfold step_shift in *; lia). reflexivity. }
  rewrite St. cbv zeta. change (i128 (- SourceFixed.NOISE_LIMIT)) with (- 2 ^ 115)%Z. change SourceFixed.NOISE_LIMIT with (2 ^ 115)%Z.
  rewrite (Z.max_l x), (Z.min_l x), between_is by lia. fold (clamp answer). rewrite noisy_index_is by (unfold step_shift in *; lia).
  rewrite max_is by lia. set (limit := SourceFixed.steps_to _ _).
  rewrite <- value_plus. unfold in_window, value, step, Rdiv. rewrite <- bpow_opp, Rmult_assoc, <- bpow_plus.
  replace (- fraction s + - log2 s)%Z with (- step_shift)%Z by (unfold step_shift; ring). set (i := nearest_up _). cbv zeta.
  assert (P : (0 < 2 ^ step_shift)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (Pw : (0 < 2 ^ (width s - 1) <= 2 ^ 63)%Z) by (split; [apply Z.pow_pos_nonneg | apply Z.pow_le_mono_r]; lia).
  assert (Li : limit = ((2 ^ (width s - 1) - 1) / 2 ^ step_shift)%Z) by (apply steps_to_is; lia).
  pose proof (Z.mul_div_le (2 ^ (width s - 1) - 1) (2 ^ step_shift) P) as Ld.
  assert (L1 : (- limit <= first s)%Z) by (rewrite Li; enough (- first s <= (2 ^ (width s - 1) - 1) / 2 ^ step_shift)%Z by lia; apply Z.div_le_lower_bound; lia).
  assert (L2 : (last s <= limit)%Z) by (rewrite Li; apply Z.div_le_lower_bound; lia).
  unfold SourceWindow.Window_classify, SourceWindow.Window_contains, SourceWindow.Window_nearest, window. cbn [SourceWindow.Window_low SourceWindow.Window_high].
  set (index := Z.max (- 2 ^ 63) (Z.min (2 ^ 63 - 1) i)).
  assert (C : Z.of_nat cells = (last s - first s + 1)%Z) by (unfold cells; lia). rewrite C.
  destruct (Z.leb_spec 0 (i - first s)); destruct (Z.ltb_spec (i - first s) (last s - first s + 1)); cbn [andb released].
  - assert (I : index = i) by (unfold index; lia). rewrite I, (proj2 (Z.leb_le (first s) i)), (proj2 (Z.leb_le i (last s))) by lia. cbn [andb fst].
    rewrite between_is, Z.max_r, Z.min_r by lia. rewrite point_is by (rewrite ?Li in *; nia). rewrite Z2Nat.id by lia. do 2 f_equal. ring.
  - replace (index <=? last s)%Z with false by (symmetry; apply Z.leb_gt; unfold index; lia). rewrite andb_false_r. reflexivity.
  - replace (first s <=? index)%Z with false by (symmetry; apply Z.leb_gt; unfold index; lia). reflexivity.
  - lia.
Qed.

Lemma release_steps answer z :
  release answer z = fst (SourceFixed.Fixed_released (width s) (fraction s) answer (answer_low s) (answer_high s) (noise z) window).
Proof. unfold release, noise, Release.release_fixed. reflexivity. Qed.

Theorem release_is answer w : further s = 0%Z -> (w < 2 ^ (exponent_bits + precision_bits))%nat ->
  release answer (Z.of_nat w)
  = released (FixedMechanism.release (scale_mantissa s) (scale_exponent s) (fraction s) precision_bits exponent_bits (log2 s) (first s) cells
      (value (clamp answer)) w).
Proof.
  intros H0 Hw. destruct (noise_is w H0 Hw) as [E B]. rewrite release_steps, released_is by exact B. unfold FixedMechanism.release. now rewrite E.
Qed.

(* With a lazy draw, for every filling of the words. *)
Theorem lazy_release_is answer w : (0 < further s)%Z ->
  release answer (Z.of_nat w)
  = released (release_lazy_fixed (scale_mantissa s) (scale_exponent s) (fraction s) exponent_bits precision_bits (log2 s) (first s) cells
      (value (clamp answer)) (filled w)).
Proof.
  intros Hf. destruct (lazy_noise_is w Hf) as [E B]. rewrite release_steps, released_is by exact B. unfold release_lazy_fixed. now rewrite E.
Qed.

(* ** Counts, in the numbers that the files of certificates write *)

(* Vectors, whose values are released one after the other, each from a number below B. *)
Definition release_vector (B : nat) (answers : list Z) (z : nat) : list (SourceWindow.Release Z) :=
  release_each B (fun answer w => release answer (Z.of_nat w)) answers z.

Section Numbers.

Variables (low high : R) (mantissa exponent frac : Z) (p K n N : nat) (grid_log2 window_low : Z).

Record Numbers : Prop := {
  low_is : value (answer_low s) = low;
  high_is : value (answer_high s) = high;
  scale_is : scale_mantissa s = mantissa /\ scale_exponent s = exponent;
  fraction_is : fraction s = frac;
  precision_is : Z.of_nat p = bits s;
  exponent_is : Z.of_nat K = (64 * words s - bits s)%Z;
  further_is : Z.of_nat n = further s;
  cells_are : Z.of_nat N = (last s - first s + 1)%Z;
  log2_is : log2 s = grid_log2;
  first_is : first s = window_low }.

Hypothesis numbers : Numbers.

Lemma in_numbers : scale_mantissa s = mantissa /\ scale_exponent s = exponent /\ fraction s = frac /\
  precision_bits = p /\ exponent_bits = K /\ further_words = n /\ cells = N /\ log2 s = grid_log2 /\ first s = window_low.
Proof. destruct numbers. unfold precision_bits, exponent_bits, further_words, cells. repeat split; try assumption; try apply scale_is0; lia. Qed.

Lemma inside answer : low <= value (clamp answer) <= high.
Proof. pose proof (clamp_range answer). rewrite <- (low_is numbers), <- (high_is numbers). split; apply value_le; lia. Qed.

(* With all words at once. *)
Lemma long_model : n = 0%nat -> forall answer w, (w < 2 ^ (K + p))%nat ->
  release answer (Z.of_nat w) = released (FixedMechanism.release mantissa exponent frac p K grid_log2 window_low N (value (clamp answer)) w).
Proof.
  intros Hn answer w. pose proof (further_is numbers) as F. rewrite Hn in F. destruct in_numbers as (<- & <- & <- & <- & <- & _ & <- & <- & <-).
  apply release_is. now rewrite <- F.
Qed.

(* With a lazy draw. *)
Lemma lazy_model : (0 < n)%nat -> forall answer w, (w < 2 ^ (K + p + 64 * n))%nat ->
  release answer (Z.of_nat w) = released (release_lazy_fixed mantissa exponent frac K p grid_log2 window_low N (value (clamp answer)) (entropy 64 K p n w)).
Proof.
  intros Hn answer w _. pose proof (further_is numbers) as F. destruct in_numbers as (<- & <- & <- & <- & <- & E & <- & <- & <-). rewrite <- E in *.
  apply lazy_release_is. lia.
Qed.

Definition source_counts (long : n = 0%nat) :=
  counts value (fun answer => value (clamp answer)) low high (fun answer w => release answer (Z.of_nat w)) inside clamp_near
    (2 ^ (K + p)) (FixedMechanism.release mantissa exponent frac p K grid_log2 window_low N) released (long_model long).

Definition source_vector_counts (long : n = 0%nat) :=
  vector_counts value (fun answer => value (clamp answer)) low high (fun answer w => release answer (Z.of_nat w)) inside clamp_near
    (2 ^ (K + p)) (fun r w => FixedMechanism.release mantissa exponent frac p K grid_log2 window_low N r w) released (long_model long).

Definition lazy_source_counts (lazy : (0 < n)%nat) :=
  counts value (fun answer => value (clamp answer)) low high (fun answer w => release answer (Z.of_nat w)) inside clamp_near
    (2 ^ (K + p + 64 * n)) (fun r w => release_lazy_fixed mantissa exponent frac K p grid_log2 window_low N r (entropy 64 K p n w)) released (lazy_model lazy).

Definition lazy_source_vector_counts (lazy : (0 < n)%nat) :=
  vector_counts value (fun answer => value (clamp answer)) low high (fun answer w => release answer (Z.of_nat w)) inside clamp_near
    (2 ^ (K + p + 64 * n)) (fun r w => release_lazy_fixed mantissa exponent frac K p grid_log2 window_low N r (entropy 64 K p n w)) released (lazy_model lazy).

End Numbers.

End Release.
