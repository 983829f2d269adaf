(* One release in fixed point, as the functions generated from the source compute it, and the model of FixedMechanism.v: they are
   one function of the answer and the word, so what is proved of the model holds of the source.

   The release is the one of Release.v, put together from generated functions: clamp, draw, logarithm, product, sum, index, point,
   window. All numbers are integers; that none leaves its word is proved.
   Rests on Release.v, ExponentBits.v, ShiftAddSource.v and FixedMechanism.v. *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Flocq Require Import Core.
From Kdelta Require Import Discretised LogMetric Words Window Binary GridRounding FixedMechanism.
From Kdelta Require Import Machine MachineIntegers ExponentBits ShiftAddSource.
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

Lemma half_up_range x s n : 1 <= s -> 0 <= x < 2 ^ n -> 0 <= half_up x s <= 2 ^ n.
Proof.
  intros Hs Hx. unfold half_up. assert (P : 0 < 2 ^ (s - 1)) by (apply Z.pow_pos_nonneg; lia).
  assert (E : 2 ^ s = 2 * 2 ^ (s - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia). split.
  - apply Z.div_pos; lia.
  - apply Z.div_le_upper_bound; [lia |]. rewrite E. nia.
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
   64 bits, `bits` of them for sign and mantissa; the scale is mantissa·2^exponent; answers are clamped to low..high, which are raw
   numbers of the format; released are the multiples first..last of 2^log2. *)
Record Setting := {
  width : Z; fraction : Z;
  bits : Z; words : Z;
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

Definition noise (z : Z) : Z := Release.noise_fixed (width s) (fraction s) (bits s) (words s) 0 factor (word_of z).

Definition release (answer z : Z) : SourceWindow.Release Z :=
  Release.release_fixed (width s) (fraction s) (bits s) (words s) 0 factor (answer_low s) (answer_high s) window answer (word_of z).

(* What the builders of the crate accept, as a function that Coq runs. *)
Definition admissible : bool :=
  ((2 <=? width s) && (width s <=? 64) && (0 <=? fraction s) && (fraction s <=? 63) &&
   (2 <=? bits s) && (bits s <=? 52) && (1 <=? words s) && (words s <=? 16) && (64 * words s - bits s <=? 90) &&
   (0 <? scale_mantissa s) && (scale_mantissa s <? 2 ^ 24) && (1 <=? scale_shift) && (scale_shift <=? 126) &&
   (- 2 ^ 63 <=? answer_low s) && (answer_low s <=? answer_high s) && (answer_high s <? 2 ^ 63) &&
   (-100 <=? log2 s) && (log2 s <=? 100) && (0 <=? step_shift) &&
   (- 2 ^ 52 <? first s) && (first s <=? last s) && (last s <? 2 ^ 52) &&
   (- 2 ^ (width s - 1) <? first s * 2 ^ step_shift) && (last s * 2 ^ step_shift <? 2 ^ (width s - 1)))%Z%bool.

Hypothesis accepted : admissible = true.

Lemma facts :
  (2 <= width s <= 64 /\ 0 <= fraction s <= 63 /\ 2 <= bits s <= 52 /\ 1 <= words s <= 16 /\ 64 * words s - bits s <= 90 /\
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
  SourceFixed.Fixed_scaled (width s) (fraction s) log factor negative = (if negative then - product else product)%Z /\ (0 <= product <= 2 ^ 114)%Z.
Proof.
  intros Hl product. pose proof facts as F.
  assert (Hp : (0 <= scale_mantissa s * log < 2 ^ 114)%Z) by (change (2 ^ 114)%Z with (2 ^ 24 * 2 ^ 90)%Z; nia).
  assert (B : (0 <= product <= 2 ^ 114)%Z) by (apply half_up_range; [lia | exact Hp]).
  split; [| exact B]. unfold SourceFixed.Fixed_scaled, SourceFixed.FixedFactor_noise, SourceFixed.FixedFactor_times, SourceFixed.product, SourceCast.signed_wide, checked.
  change (SourceFixed.FixedFactor_mantissa factor) with (scale_mantissa s). change (SourceFixed.FixedFactor_shift factor) with scale_shift.
  rewrite (i128_same log) by lia. assert (W : SourceFixed.with_sign (SourceFixed.round_shift (i128 (scale_mantissa s * log)) scale_shift) negative = (if negative then - product else product)%Z).
  { rewrite i128_same, round_shift_is by lia. apply with_sign_is. fold product. lia. }
  destruct (Z.eqb_spec (u64 log) log) as [E | _]; exact W.
Qed.

(* What the model and the source make of an exponent and the number of a mantissa. *)
Lemma aligned_is e j : (e <= exponent_bits)%nat -> (j < 2 ^ (precision_bits - 1))%nat ->
  let v := em_value precision_bits (1 / 2) e j in
  SourceFloating.Floating_aligned (bits s) (words s) 0 (SourceFloating.Build_Floating true false (Z.of_nat e) (2 * Z.of_nat j + 1)) = (FixedMechanism.word_of v, Z.of_nat e) /\
  (2 ^ 63 <= FixedMechanism.word_of v < 2 ^ 64)%Z /\ (- mag radix2 v = Z.of_nat e)%Z.
Proof.
  intros He Hj v. pose proof facts as F. unfold precision_bits, exponent_bits in *.
  assert (Ev : v = / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ Z.to_nat (bits s))).
  { unfold v, em_value, em_point. f_equal. f_equal. assert (2 <= Z.to_nat (bits s))%nat by lia. destruct (Z.to_nat (bits s)) as [| n]; [lia |].
    cbn [Nat.sub]. rewrite Nat.sub_0_r. cbn [pow]. field. apply pow_nonzero. lra. }
  destruct (scaled_word (Z.to_nat (bits s)) e j ltac:(lia) Hj) as (Bw & M & Ew & _). rewrite <- Ev in Bw, M, Ew.
  split; [| split; assumption]. unfold SourceFloating.Floating_aligned. cbn [SourceFloating.Floating_exponent SourceFloating.Floating_mantissa]. f_equal.
  set (q := (63 - bits s)%Z). assert (Q : (2 ^ 63 = 2 ^ bits s * 2 ^ q)%Z) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (Pq : (0 < 2 ^ q)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (J : (2 * Z.of_nat j + 1 < 2 ^ bits s)%Z).
  { apply Nat2Z.inj_lt in Hj. rewrite Nat2Z.inj_pow in Hj. replace (Z.of_nat (Z.to_nat (bits s) - 1)) with (bits s - 1)%Z in Hj by lia.
    change (Z.of_nat 2) with 2%Z in Hj. replace (bits s) with (Z.succ (bits s - 1)) by lia. rewrite Z.pow_succ_r by lia. lia. }
  assert (X : (0 <= (2 * Z.of_nat j + 1) * 2 ^ q < 2 ^ 63)%Z) by (rewrite Q; split; [lia | now apply Z.mul_lt_mono_pos_r]).
  rewrite u32_same, (Z.mod_small (63 - bits s)), (Z.shiftl_mul_pow2 (_ + _)) by lia. fold q. rewrite (u64_same (_ * _)) by lia.
  change (u64 (Z.shiftl 1 63)) with (1 * 2 ^ 63)%Z. rewrite Z.lor_comm, lor_above by first [exact X | lia].
  apply eq_IZR. apply Rmult_eq_reg_r with (/ IZR (2 ^ (64 + Z.of_nat e))).
  - change (IZR (FixedMechanism.word_of v) * / IZR (2 ^ (64 + Z.of_nat e))) with (IZR (FixedMechanism.word_of v) / IZR (2 ^ (64 + Z.of_nat e))).
    rewrite <- Ew, Ev, plus_IZR, 2!mult_IZR, plus_IZR, mult_IZR, <- INR_IZR_INZ. rewrite (power_is_bpow q), (power_is_bpow 63), (power_is_bpow (64 + _)) by lia.
    rewrite <- bpow_opp. replace (- (64 + Z.of_nat e))%Z with (- Z.of_nat (S e) + - (63))%Z by lia. rewrite bpow_plus, bpow_inv.
    replace (bpow radix2 q) with (bpow radix2 63 * / 2 ^ Z.to_nat (bits s)).
    + rewrite (bpow_opp radix2 63). field. repeat split; first [apply pow_nonzero; lra | apply Rgt_not_eq, bpow_gt_0].
    + rewrite <- bpow_inv, <- bpow_plus. f_equal. lia.
  - apply Rinv_neq_0_compat, IZR_neq, Z.pow_nonzero; lia.
Qed.

Lemma exponent_below w : (zeros exponent_bits w <= exponent_bits)%nat.
Proof. revert w. induction exponent_bits as [| n IH]; intros w; cbn [zeros]; [lia |]. destruct Nat.odd; [lia |]. specialize (IH (Nat.div2 w)). lia. Qed.

(* What the words give: the noise of the model. *)
Theorem noise_is w : (w < 2 ^ (exponent_bits + precision_bits))%nat ->
  noise_of_word exponent_bits precision_bits (computed (scale_mantissa s) (scale_exponent s) (fraction s)) w = Some (value (noise (Z.of_nat w))) /\
  (Z.abs (noise (Z.of_nat w)) <= 2 ^ 114)%Z.
Proof.
  intros Hw. pose proof facts as F. unfold noise, Release.noise_fixed.
  change (Release.draw (bits s) (words s) 0 (word_of (Z.of_nat w))) with (draw (bits s) (words s) (Z.of_nat w)).
  rewrite (draw_of_word (bits s) (words s) w) by (try exact Hw; lia). fold exponent_bits. cbv zeta.
  unfold noise_of_word. cbv zeta. set (e := zeros exponent_bits (w mod 2 ^ exponent_bits)). set (top := (w / 2 ^ exponent_bits)%nat). set (j := Nat.div2 top).
  assert (He : (e <= exponent_bits)%nat) by apply exponent_below.
  assert (Hj : (j < 2 ^ (precision_bits - 1))%nat).
  { assert (T : (top < 2 ^ precision_bits)%nat) by (apply Nat.div_lt_upper_bound; [apply Nat.pow_nonzero; lia | now rewrite <- Nat.pow_add_r]).
    unfold j. replace precision_bits with (S (precision_bits - 1)) in T by (unfold precision_bits; lia). rewrite Nat.pow_succ_r' in T.
    rewrite Nat.div2_div. apply Nat.div_lt_upper_bound; lia. }
  destruct (aligned_is e j He Hj) as (A & Bw & M). set (v := em_value precision_bits (1 / 2) e j) in *.
  destruct (source_minus_ln_scaled (FixedMechanism.word_of v) (Z.of_nat e) Bw ltac:(unfold exponent_bits in He; lia)) as [L Bl].
  unfold SourceFloating.Floating_minus_ln_Fixed, SourceFloating.Floating_is_far, SourceFloating.Floating_get_negative.
  unfold SourceFloating.Floating_aligned in A |- *. cbn [SourceFloating.Floating_exponent SourceFloating.Floating_mantissa SourceFloating.Floating_negative] in A |- *.
  apply (f_equal fst) in A. cbn [fst] in A. rewrite A. cbn [Z.ltb Z.compare andb]. rewrite L.
  destruct (scaled_is (ShiftAddKernel.minus_ln_scaled (FixedMechanism.word_of v) (Z.of_nat e)) (Nat.odd top) ltac:(lia)) as [-> B].
  unfold computed. rewrite M. fold scale_shift. unfold value. destruct (Nat.odd top); (split; [| lia]).
  - rewrite opp_IZR. f_equal. ring.
  - reflexivity.
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
  assert (St : SourceFixed.Fixed_step (width s) (fraction s) (SourceGrid.Build_Grid (log2 s)) = step_shift).
  { unfold SourceFixed.Fixed_step, SourceFixed.step_bits, checked, SourceGrid.Grid_get_log2, SourceCast.signed. cbn [SourceGrid.Grid_log2].
    rewrite (i32_same (fraction s)) by lia. fold step_shift. rewrite i32_same, u32_same, Z.eqb_refl by (unfold step_shift in *; lia). reflexivity. }
  rewrite St. cbv zeta. rewrite between_is by lia. fold (clamp answer). rewrite noisy_index_is by (unfold step_shift in *; lia).
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

Theorem release_is answer w : (w < 2 ^ (exponent_bits + precision_bits))%nat ->
  release answer (Z.of_nat w)
  = released (FixedMechanism.release (scale_mantissa s) (scale_exponent s) (fraction s) precision_bits exponent_bits (log2 s) (first s) cells
      (value (clamp answer)) w).
Proof.
  intros Hw. destruct (noise_is w Hw) as [E B]. rewrite release_steps, released_is by lia. unfold FixedMechanism.release. rewrite E. reflexivity.
Qed.

(* So a count of words for the model is one for the source. *)
Theorem source_counts epsilon verdict :
  (forall r1 r2 T, value (answer_low s) <= r1 <= value (answer_high s) -> value (answer_low s) <= r2 <= value (answer_high s) -> Rabs (r1 - r2) <= epsilon ->
    count (2 ^ (exponent_bits + precision_bits)) (fun w => T (FixedMechanism.release (scale_mantissa s) (scale_exponent s) (fraction s)
      precision_bits exponent_bits (log2 s) (first s) cells r1 w))
    <= exp verdict * count (2 ^ (exponent_bits + precision_bits)) (fun w => T (FixedMechanism.release (scale_mantissa s) (scale_exponent s) (fraction s)
      precision_bits exponent_bits (log2 s) (first s) cells r2 w))) ->
  forall answer1 answer2 T, Rabs (value answer1 - value answer2) <= epsilon ->
  count (2 ^ (exponent_bits + precision_bits)) (fun w => T (release answer1 (Z.of_nat w)))
  <= exp verdict * count (2 ^ (exponent_bits + precision_bits)) (fun w => T (release answer2 (Z.of_nat w))).
Proof.
  intros H answer1 answer2 T D.
  assert (same : forall answer, count (2 ^ (exponent_bits + precision_bits)) (fun w => T (release answer (Z.of_nat w)))
    = count (2 ^ (exponent_bits + precision_bits)) (fun w => T (released (FixedMechanism.release (scale_mantissa s) (scale_exponent s) (fraction s)
        precision_bits exponent_bits (log2 s) (first s) cells (value (clamp answer)) w)))).
  { intros answer. rewrite 2!count_is_sum. apply sum_ext. intros w Hw. now rewrite (release_is answer w Hw). }
  assert (inside : forall answer, value (answer_low s) <= value (clamp answer) <= value (answer_high s)).
  { intros answer. pose proof (clamp_range answer). split; apply value_le; lia. }
  rewrite 2!same. apply (H _ _ (fun o => T (released o))); try apply inside. apply Rle_trans with (1 := clamp_near _ _). exact D.
Qed.

End Release.
