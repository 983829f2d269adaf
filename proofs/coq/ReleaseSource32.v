(* One release in f32, as the functions generated from the source compute it, and the model of TableMechanisms.v: they are one
   function of the answer and the word, so what is proved of the model holds of the source.

   The release is the one of Release.v, put together from generated functions: clamp, draw, logarithm, product, sum, index, point,
   window. Overflow, infinities and NaN are excluded by proof.
   Rests on Release.v, ExponentBits.v, TableSource32.v, IndexFloats.v and TableMechanisms.v. *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Flocq Require Import Core.
From Kdelta Require Import Discretised LogMetric Words Window Binary GridRounding FloatAddition.
From Kdelta Require Import TableConstants TableKernel TableReduction TableLogarithms FloatMechanism TableMechanisms.
From Kdelta Require Import Machine MachineIntegers Represents MachineFloats ExponentBits TableSource32 IndexFloats.
From Kdelta Require Release SourceCast SourceGrid SourceWindow SourceScale SourceFormat SourceTable SourceFloating.

Local Open Scope R_scope.

(* The setting of a mechanism: the generator reads `words` words of 64 bits, `bits` of them for sign and mantissa; the scale is
   mantissa·2^exponent; answers are clamped to low..high; released are the multiples first..last of 2^log2. *)
Record Setting := {
  bits : Z; words : Z;
  scale_mantissa : Z; scale_exponent : Z;
  answer_low : f32; answer_high : f32;
  log2 : Z; first : Z; last : Z }.

Section Release.

Variable s : Setting.

Definition grid : SourceGrid.Grid := SourceGrid.Build_Grid (log2 s).
Definition window : SourceWindow.Window := SourceWindow.Build_Window grid (first s) (last s).
Definition factor : f32 := SourceCast.to_f32 (SourceScale.Scale_to_f64 (SourceScale.Build_Scale (scale_mantissa s) (scale_exponent s))).

Definition noise (z : Z) : f32 := Release.noise_f32 (bits s) (words s) 0 factor (word_of z).

Definition point (index : Z) : f32 := SourceFormat.f32_grid_point (SourceWindow.Window_nearest window index) grid.

Definition release (answer : f32) (z : Z) : SourceWindow.Release f32 :=
  Release.release_f32 (bits s) (words s) 0 factor (answer_low s) (answer_high s) window answer (word_of z).

Lemma release_steps answer z : release answer z
  = let index := SourceFormat.f32_add_and_round (SourceFormat.f32_clamped answer (answer_low s) (answer_high s)) (noise z) grid in
    SourceWindow.Window_classify window index (point index).
Proof.
  unfold release, Release.release_f32, SourceFormat.f32_released, SourceWindow.Window_get_grid, point, noise.
  change (SourceWindow.Window_grid window) with grid. cbv zeta. cbn [fst]. reflexivity.
Qed.

(* ** The setting in real numbers *)

Variables (low high : R) (largest : Z).

Record Admissible : Prop := {
  bits_fit : (2 <= bits s <= 23)%Z;
  words_fit : (1 <= words s <= 15 /\ 64 * words s - bits s < 64)%Z;
  mantissa_fits : (0 < scale_mantissa s < 2 ^ 24)%Z;
  exponent_fits : (-100 <= scale_exponent s <= 40)%Z;
  low_holds : holds32 (answer_low s) low largest;
  high_holds : holds32 (answer_high s) high largest;
  range : low <= high;
  largest_fits : (-100 <= largest <= 120)%Z;
  log2_fits : (-100 <= log2 s <= 100)%Z;
  first_fits : (- 2 ^ 22 < first s)%Z;
  order : (first s <= last s)%Z;
  last_fits : (last s < 2 ^ 22)%Z }.

Hypothesis admissible : Admissible.

Definition b : R := IZR (scale_mantissa s) * bpow radix2 (scale_exponent s).
Definition precision_bits : nat := Z.to_nat (bits s).
Definition exponent_bits : nat := Z.to_nat (64 * words s - bits s).
Definition cells : nat := Z.to_nat (last s - first s + 1).

(* ** Clamp and scale *)

Definition clamp (r : R) : R := Rmin high (Rmax low r).

Lemma clamp_range r : low <= clamp r <= high.
Proof. pose proof (range admissible). unfold clamp. pose proof (Rmax_l low r). split; [apply Rmin_glb | apply Rmin_l]; lra. Qed.

Lemma clamp_near r1 r2 : Rabs (clamp r1 - clamp r2) <= Rabs (r1 - r2).
Proof.
  pose proof (range admissible). unfold clamp, Rmin, Rmax.
  repeat destruct Rle_dec; unfold Rabs; repeat destruct Rcase_abs; lra.
Qed.

Lemma clamped_answer answer r e : holds32 answer r e ->
  holds32 (SourceFormat.f32_clamped answer (answer_low s) (answer_high s)) (clamp r) largest.
Proof.
  intros Ha. destruct admissible. unfold SourceFormat.f32_clamped. cbv zeta.
  destruct (compare_f32 _ _ _ _ _ _ Ha low_holds0) as (-> & _ & _).
  set (raised := if Rlt_bool r low then answer_low s else answer).
  assert (Hr : holds32 raised (Rmax low r) (Z.max e largest)).
  { unfold raised. destruct (Rlt_bool_spec r low).
    - rewrite Rmax_left by lra. apply (@holds_wider binary32) with (1 := low_holds0). lia.
    - rewrite Rmax_right by lra. apply (@holds_wider binary32) with (1 := Ha). lia. }
  destruct (compare_f32 _ _ _ _ _ _ high_holds0 Hr) as (-> & _ & _). apply (@holds_within binary32) with (Z.max e largest).
  - unfold clamp. destruct (Rlt_bool_spec high (Rmax low r)).
    + rewrite Rmin_left by lra. apply (@holds_wider binary32) with (1 := high_holds0). lia.
    + rewrite Rmin_right by lra. exact Hr.
  - pose proof (clamp_range r). pose proof (@holds_bound binary32 _ _ _ low_holds0) as L. pose proof (@holds_bound binary32 _ _ _ high_holds0) as H1.
    apply Rabs_le_inv in L, H1. apply Rabs_le. lra.
Qed.

Lemma b_positive : 0 < b.
Proof. destruct admissible. apply Rmult_lt_0_compat; [apply (IZR_lt 0); lia | apply bpow_gt_0]. Qed.

Lemma factor_holds : holds32 factor b (24 + scale_exponent s).
Proof.
  destruct admissible. unfold factor, SourceCast.to_f32, SourceScale.Scale_to_f64. cbn [SourceScale.Scale_mantissa SourceScale.Scale_exponent].
  pose proof (f64_of_integer_holds (scale_mantissa s) 24 ltac:(lia) ltac:(lia) ltac:(lia)) as M.
  pose proof (mul_f64_holds _ _ _ _ _ _ M (power_of_two_holds (scale_exponent s) ltac:(lia)) ltac:(lia)) as H.
  assert (F : @in_format binary32 b).
  { apply (@format_dyadic binary32 _ (scale_mantissa s) (scale_exponent s)); [reflexivity | |].
    - change (Z.abs (scale_mantissa s) < 2 ^ 24)%Z. lia.
    - change (-149 <= scale_exponent s)%Z. lia. }
  fold b in H. rewrite (@rnd_exact binary64 b) in H by now apply binary32_in_binary64.
  apply (@holds_same binary32) with (rnd32 b); [| now apply (@rnd_exact binary32)].
  apply (f32_of_f64_holds _ _ _ _ H); [exact (@holds_bound binary64 _ _ _ H) | lia].
Qed.

(* ** The noise *)

Lemma exponent_below w : (zeros exponent_bits w <= exponent_bits)%nat.
Proof. revert w. induction exponent_bits as [| n IH]; intros w; cbn [zeros]; [lia |]. destruct Nat.odd; [lia |]. specialize (IH (Nat.div2 w)). lia. Qed.

(* v of a draw, and its pattern. *)
Definition tail (e j : nat) : R := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ precision_bits).

Lemma unit_is e j : (e <= exponent_bits)%nat -> (j < 2 ^ (precision_bits - 1))%nat ->
  SourceTable.Unit32_from_parts (Z.of_nat e) (SourceCast.low_u32 (u64 (Z.shiftl (2 * Z.of_nat j + 1) (u32 (23 - bits s) mod 64))))
  = Bits.b32_of_bits (@bits_of binary32 (tail e j)) /\ @in_domain table32 (@bits_of binary32 (tail e j)) /\ real32 (@bits_of binary32 (tail e j)) = tail e j /\
  0 < tail e j < 1.
Proof.
  intros He Hj. destruct admissible. unfold exponent_bits, precision_bits in *.
  destruct (@from_parts_mantissa binary32 (Z.to_nat (bits s)) e j ltac:(lia) ltac:(change (Z.of_nat (Z.to_nat (bits s)) <= 23)%Z; lia)
    ltac:(change (Z.of_nat e < 127 - 1)%Z; lia) Hj) as (Rv & V & m & [Bm Em] & Eb).
  change (/ 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ Z.to_nat (bits s))) with (tail e j) in *.
  change (0 < m < 2 ^ 23)%Z in Bm. change (@bits_of binary32 (tail e j) = (127 - 1 - Z.of_nat e) * 2 ^ 23 + m)%Z in Eb.
  change (m = (2 * Z.of_nat j + 1) * 2 ^ (23 - Z.of_nat (Z.to_nat (bits s))))%Z in Em. rewrite Z2Nat.id in Em by lia.
  split; [| split; [| split; [exact Rv | exact V]]].
  - unfold SourceTable.Unit32_from_parts. rewrite (u32_same (23 - bits s)), (Z.mod_small (23 - bits s)), (Z.shiftl_mul_pow2 (2 * Z.of_nat j + 1)) by lia. rewrite <- Em.
    rewrite (u64_same m) by lia. unfold SourceCast.low_u32. rewrite (u32_same m) by lia.
    rewrite (u32_same (126 - Z.of_nat e)), Z.shiftl_mul_pow2 by lia. rewrite (u32_same (_ * 2 ^ 23)) by lia.
    rewrite u32_same by lia. rewrite Eb. apply (f_equal Bits.b32_of_bits). lia.
  - rewrite Eb. change (63 * 2 ^ 23 <= (127 - 1 - Z.of_nat e) * 2 ^ 23 + m < 127 * 2 ^ 23)%Z. lia.
Qed.

(* The logarithm is not negative, though its argument may be next to 1. *)
Lemma minus_ln_positive e j : (e <= exponent_bits)%nat -> (j < 2 ^ (precision_bits - 1))%nat -> 0 <= minus_ln_f32 (@bits_of binary32 (tail e j)).
Proof.
  intros He Hj. destruct (unit_is e j He Hj) as (_ & D & Rv & V0 & V1). destruct admissible.
  pose proof (minus_ln_f32_certified _ D) as C. rewrite Rv in C. set (v := tail e j) in *.
  assert (U : v <= 1 - / 2 ^ 24).
  { unfold v, tail. assert (P : 0 < 2 ^ precision_bits) by (apply pow_lt; lra).
    assert (J : 2 * INR j + 1 <= 2 ^ precision_bits - 1).
    { assert (Q : 2 ^ precision_bits = 2 * INR (2 ^ (precision_bits - 1))).
      { rewrite pow_INR. change (INR 2) with 2. rewrite tech_pow_Rmult. f_equal. unfold precision_bits. lia. }
      apply lt_INR in Hj as J. apply INR_lt in J. assert (INR j + 1 <= INR (2 ^ (precision_bits - 1))) by (rewrite <- S_INR; apply le_INR; lia). lra. }
    assert (I : / 2 ^ 23 <= / 2 ^ precision_bits).
    { apply Rinv_le_contravar; [exact P |]. apply Rle_pow; [lra |]. unfold precision_bits. lia. }
    assert (T : (2 * INR j + 1) * / 2 ^ precision_bits <= 1 - / 2 ^ precision_bits).
    { replace (1 - / 2 ^ precision_bits) with ((2 ^ precision_bits - 1) * / 2 ^ precision_bits) by (field; lra).
      apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | exact J]. }
    assert (E2 : 0 < / 2 ^ S e <= / 2).
    { split; [apply Rinv_0_lt_compat, pow_lt; lra |]. cbn [pow]. rewrite Rinv_mult_distr by (try apply pow_nonzero; lra).
      assert (/ 2 ^ e <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; [lra | apply pow_R1_Rle; lra]). lra. }
    set (t := (2 * INR j + 1) * / 2 ^ precision_bits) in *. assert (0 <= t) by (apply Rmult_le_pos; [pose proof (pos_INR j); lra | left; now apply Rinv_0_lt_compat]).
    apply Rle_trans with (/ 2 * (1 + t)); [apply Rmult_le_compat_r; lra |]. replace (/ 2 ^ 24) with (/ 2 * / 2 ^ 23) by (cbn [pow]; field). lra. }
  assert (L : / 2 ^ 24 <= - ln v).
  { pose proof (exp_ineq1_le (ln v)) as X. rewrite exp_ln in X by lra. lra. }
  rewrite (Rabs_left1 (ln v)) in C by (assert (0 < / 2 ^ 24) by (apply Rinv_0_lt_compat, pow_lt; lra); lra).
  apply Rabs_le_inv in C. unfold certified_table_f32, certified_table_f32_relative in C. cbn [pow] in *. lra.
Qed.

(* What the words give: the noise of the model. *)
Theorem noise_holds w : (w < 2 ^ (exponent_bits + precision_bits))%nat ->
  exists x, noise_of_word exponent_bits precision_bits (@computed table32 b) w = Some x /\ holds32 (noise (Z.of_nat w)) x (74 + scale_exponent s).
Proof.
  intros Hw. pose proof admissible as A. destruct A. unfold noise, Release.noise_f32. fold (draw (bits s) (words s) (Z.of_nat w)).
  rewrite (draw_of_word (bits s) (words s) w ltac:(lia) ltac:(lia) Hw). fold exponent_bits. cbv zeta.
  unfold noise_of_word. cbv zeta. set (e := zeros exponent_bits (w mod 2 ^ exponent_bits)). set (top := (w / 2 ^ exponent_bits)%nat). set (j := Nat.div2 top).
  assert (He : (e <= exponent_bits)%nat) by apply exponent_below.
  assert (Hj : (j < 2 ^ (precision_bits - 1))%nat).
  { assert (T : (top < 2 ^ precision_bits)%nat) by (apply Nat.div_lt_upper_bound; [apply Nat.pow_nonzero; lia | now rewrite <- Nat.pow_add_r]).
    unfold j. replace precision_bits with (S (precision_bits - 1)) in T by (unfold precision_bits; lia). rewrite Nat.pow_succ_r' in T.
    rewrite Nat.div2_div. apply Nat.div_lt_upper_bound; lia. }
  destruct (unit_is e j He Hj) as (U & D & Rv & V).
  assert (Ev : em_value precision_bits (1 / 2) e j = tail e j).
  { unfold em_value, em_point, tail. f_equal. f_equal. unfold precision_bits.
    assert (2 <= Z.to_nat (bits s))%nat by lia. destruct (Z.to_nat (bits s)) as [| n]; [lia |]. cbn [Nat.sub]. rewrite Nat.sub_0_r. cbn [pow]. field.
    apply pow_nonzero. lra. }
  rewrite Ev. eexists. split; [reflexivity |].
  unfold SourceFloating.Floating_minus_ln_f32, SourceFloating.Floating_is_far, SourceFloating.Floating_unit, SourceFloating.Floating_get_negative.
  cbn [Z.ltb Z.compare andb SourceFloating.Floating_exponent SourceFloating.Floating_mantissa SourceFloating.Floating_negative].
  rewrite U. pose proof (minus_ln_f32_holds _ D) as M. pose proof (minus_ln_positive e j He Hj) as N.
  pose proof (mul_f32_holds _ _ _ _ _ _ M factor_holds ltac:(lia)) as X. rewrite Rmult_comm in X.
  change (rnd32 (b * minus_ln_f32 (@bits_of binary32 (tail e j)))) with (@computed table32 b (tail e j)) in X.
  replace (50 + (24 + scale_exponent s))%Z with (74 + scale_exponent s)%Z in X by ring.
  assert (P : 0 <= @computed table32 b (tail e j)).
  { unfold computed. rewrite <- (@rnd_exact binary32 0) by apply generic_format_0. apply (@rnd_le binary32). pose proof b_positive.
    apply Rmult_le_pos; [lra | exact N]. }
  unfold SourceFormat.f32_scaled. destruct (Nat.odd top).
  - change (u32 (Z.shiftl (Z.b2z true) 31)) with (2 ^ 31)%Z. apply signed_f32_holds; [exact X | exact P | lia].
  - change (u32 (Z.shiftl (Z.b2z false) 31)) with 0%Z. rewrite Z.lor_0_r, f32_of_bits_of_f32. exact X.
Qed.

(* ** The release *)

(* What leaves the source for an output of the model. *)
Definition released (o : option nat) : SourceWindow.Release f32 :=
  match o with
  | Some i => SourceWindow.Release_Value (point (first s + Z.of_nat i))
  | None => SourceWindow.Release_Outside
  end.

Theorem release_is answer r e w : holds32 answer r e -> (w < 2 ^ (exponent_bits + precision_bits))%nat ->
  release answer (Z.of_nat w)
  = released (release_f32 b precision_bits exponent_bits (log2 s) (first s) cells (clamp r) w).
Proof.
  intros Ha Hw. destruct (noise_holds w Hw) as (x & Ex & Hx). pose proof (clamped_answer answer r e Ha) as Hc.
  pose proof admissible as A. destruct A.
  rewrite release_steps. cbv zeta. unfold SourceFormat.f32_add_and_round.
  pose proof (add_f32_holds _ _ _ _ _ _ Hc Hx ltac:(lia)) as Hs.
  rewrite (index_near_holds grid _ _ _ (f64_of_f32_holds _ _ _ Hs ltac:(lia)) log2_fits0 ltac:(lia)). change (SourceGrid.Grid_log2 grid) with (log2 s).
  unfold release_f32, FloatMechanism.release. rewrite Ex. cbn [output]. unfold float_window.
  change (@rnd (@format table32)) with rnd32. set (y := rnd32 (clamp r + x) / step (log2 s)). set (i := nearest_up y).
  unfold SourceWindow.Window_classify, SourceWindow.Window_contains, window. cbn [SourceWindow.Window_low SourceWindow.Window_high].
  unfold in_window. cbv zeta. fold y i.
  assert (C : Z.of_nat cells = (last s - first s + 1)%Z) by (unfold cells; lia). rewrite C.
  destruct (Z.leb_spec 0 (i - first s)); destruct (Z.ltb_spec (i - first s) (last s - first s + 1)); cbn [andb released].
  - rewrite Z.min_r, Z.max_r by lia. rewrite (proj2 (Z.leb_le (first s) i)), (proj2 (Z.leb_le i (last s))) by lia. cbn [andb].
    rewrite Z2Nat.id by lia. do 2 f_equal. ring.
  - replace (Z.max (- 2 ^ 51) (Z.min (2 ^ 51) i) <=? last s)%Z with false by (symmetry; apply Z.leb_gt; lia). now rewrite andb_false_r.
  - replace (first s <=? Z.max (- 2 ^ 51) (Z.min (2 ^ 51) i))%Z with false by (symmetry; apply Z.leb_gt; lia). reflexivity.
  - lia.
Qed.

(* So a count of words for the model is one for the source. *)
Theorem source_counts epsilon verdict :
  (forall r1 r2 T, low <= r1 <= high -> low <= r2 <= high -> Rabs (r1 - r2) <= epsilon ->
    count (2 ^ (exponent_bits + precision_bits)) (fun w => T (release_f32 b precision_bits exponent_bits (log2 s) (first s) cells r1 w))
    <= exp verdict * count (2 ^ (exponent_bits + precision_bits)) (fun w => T (release_f32 b precision_bits exponent_bits (log2 s) (first s) cells r2 w))) ->
  forall answer1 answer2 T, Float.is_finite 24 128 answer1 = true -> Float.is_finite 24 128 answer2 = true ->
  Rabs (Float.B2R 24 128 answer1 - Float.B2R 24 128 answer2) <= epsilon ->
  count (2 ^ (exponent_bits + precision_bits)) (fun w => T (release answer1 (Z.of_nat w)))
  <= exp verdict * count (2 ^ (exponent_bits + precision_bits)) (fun w => T (release answer2 (Z.of_nat w))).
Proof.
  intros H answer1 answer2 T F1 F2 D.
  assert (any : forall x, Float.is_finite 24 128 x = true -> holds32 x (Float.B2R 24 128 x) 128).
  { intros x F. repeat split; [exact F |]. left. apply Float.abs_B2R_lt_emax. }
  assert (same : forall answer, Float.is_finite 24 128 answer = true -> count (2 ^ (exponent_bits + precision_bits)) (fun w => T (release answer (Z.of_nat w)))
    = count (2 ^ (exponent_bits + precision_bits)) (fun w => T (released (release_f32 b precision_bits exponent_bits (log2 s) (first s) cells
        (clamp (Float.B2R 24 128 answer)) w)))).
  { intros answer F. rewrite 2!count_is_sum. apply sum_ext. intros w Hw. now rewrite (release_is answer _ 128 w (any answer F) Hw). }
  rewrite 2!same by assumption.
  apply (H _ _ (fun o => T (released o))); try apply clamp_range. apply Rle_trans with (1 := clamp_near _ _). exact D.
Qed.

End Release.

(* The ends of the range of answers, given by their patterns. *)
Lemma answer_holds pattern r e : (0 <= pattern < 2 ^ 32)%Z -> ((pattern / 2 ^ 23) mod 2 ^ 8 <? 255 = true)%Z ->
  ((pattern / 2 ^ 23) mod 2 ^ 8 - 126 <=? e = true)%Z -> (-126 <= e)%Z -> real32 pattern = r -> holds32 (Bits.b32_of_bits pattern) r e.
Proof. intros B F E L <-. apply Z.ltb_lt in F. apply Z.leb_le in E. apply bits_f32_holds; lia. Qed.
