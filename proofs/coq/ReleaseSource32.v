(* One release in f32, as the functions generated from the source compute it, and the model of TableMechanisms.v: they are one
   function of the answer and the word, so what is proved of the model holds of the source.

   The release is the one of Release.v, put together from generated functions: clamp, draw, logarithm, product, sum, index, point,
   window. Overflow, infinities and NaN are excluded by proof.
   Rests on Release.v, DrawSource.v, FarLogSource.v, TableSource32.v, IndexFloats.v and TableMechanisms.v. *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Flocq Require Import Core.
From Kdelta Require Import Discretised LogMetric Vectors Words LazyWords WordLoss Window Binary GridRounding FloatAddition.
From Kdelta Require Import TableConstants TableKernel TableReduction TableLogarithms FloatMechanism TableMechanisms LazyMechanisms.
From Kdelta Require Import Machine MachineIntegers Represents MachineFloats ExponentBits DrawSource FarLogSource TableSource32 IndexFloats.
From Kdelta Require LazyGenerator FixedMechanism.
From Kdelta Require Release SourceCast SourceShiftAdd SourceGrid SourceWindow SourceScale SourceFormat SourceTable SourceFloating.

Local Open Scope R_scope.

(* The setting of a mechanism: the generator reads `words` words of 64 bits, `bits` of them for sign and mantissa, and `further`
   words more at most, which is 0 unless it is lazy; the scale is mantissa·2^exponent; answers are clamped to low..high; released are the multiples first..last of 2^log2. *)
Record Setting := {
  bits : Z; words : Z; further : Z;
  scale_mantissa : Z; scale_exponent : Z;
  answer_low : f32; answer_high : f32;
  log2 : Z; first : Z; last : Z }.

Section Release.

Variable s : Setting.

Definition grid : SourceGrid.Grid := SourceGrid.Build_Grid (log2 s).
Definition window : SourceWindow.Window := SourceWindow.Build_Window grid (first s) (last s).
Definition factor : f32 := SourceCast.to_f32 (SourceScale.Scale_to_f64 (SourceScale.Build_Scale (scale_mantissa s) (scale_exponent s))).

Definition noise (z : Z) : f32 := Release.noise_f32 (bits s) (words s) (further s) factor (word_of z).

Definition point (index : Z) : f32 := SourceFormat.f32_grid_point (SourceWindow.Window_nearest window index) grid.

Definition release (answer : f32) (z : Z) : SourceWindow.Release f32 :=
  Release.release_f32 (bits s) (words s) (further s) factor (answer_low s) (answer_high s) window answer (word_of z).

(* What is released with this noise. *)
Definition release_with (answer noise : f32) : SourceWindow.Release f32 :=
  fst (SourceFormat.f32_released answer (answer_low s) (answer_high s) noise window).

Lemma release_steps answer noise : release_with answer noise
  = let index := SourceFormat.f32_add_and_round (SourceFormat.f32_clamped answer (answer_low s) (answer_high s)) noise grid in
    SourceWindow.Window_classify window index (point index).
Proof.
  unfold release_with, SourceFormat.f32_released, SourceWindow.Window_get_grid, point.
  change (SourceWindow.Window_grid window) with grid. cbv zeta. cbn [fst]. reflexivity.
Qed.

(* ** The setting in real numbers *)

Variables (low high : R) (largest : Z).

Record Admissible : Prop := {
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

(* From the logarithm of a draw to its noise. *)
Lemma scaled_holds log l negative e : holds32 log l e -> 0 <= l -> (0 <= e <= 50)%Z ->
  let x := rnd32 (b * l) in
  holds32 (SourceFormat.f32_scaled log factor negative) (if negative then - x else x) (74 + scale_exponent s).
Proof.
  intros H Hl He x. destruct admissible.
  assert (Hb : holds32 (mul_f32 log factor) x (74 + scale_exponent s)).
  { pose proof (mul_f32_holds _ _ _ _ _ _ H factor_holds ltac:(lia)) as X. rewrite Rmult_comm in X.
    apply (@holds_wider binary32) with (1 := X). lia. }
  assert (P : 0 <= x).
  { unfold x. rewrite <- (@rnd_exact binary32 0) by apply generic_format_0. apply (@rnd_le binary32). pose proof b_positive.
    apply Rmult_le_pos; [lra | exact Hl]. }
  unfold SourceFormat.f32_scaled. destruct negative.
  - change (u32 (Z.shiftl (Z.b2z true) 31)) with (2 ^ 31)%Z. apply signed_f32_holds; [exact Hb | exact P | lia].
  - change (u32 (Z.shiftl (Z.b2z false) 31)) with 0%Z. rewrite Z.lor_0_r, f32_of_bits_of_f32. exact Hb.
Qed.

(* ** The release *)

(* What leaves the source for an output of the model. *)
Definition released (o : option nat) : SourceWindow.Release f32 :=
  match o with
  | Some i => SourceWindow.Release_Value (point (first s + Z.of_nat i))
  | None => SourceWindow.Release_Outside
  end.

(* Sum, index, point and window, for noise of value x. *)
Lemma released_for_noise answer r e noise x : holds32 answer r e -> holds32 noise x (74 + scale_exponent s) ->
  release_with answer noise = released (@float_window (@format table32) (log2 s) (first s) cells (clamp r + x)).
Proof.
  intros Ha Hx. pose proof (clamped_answer answer r e Ha) as Hc. pose proof admissible as A. destruct A.
  rewrite release_steps. cbv zeta. unfold SourceFormat.f32_add_and_round.
  pose proof (add_f32_holds _ _ _ _ _ _ Hc Hx ltac:(lia)) as Hs.
  rewrite (index_near_holds grid _ _ _ (f64_of_f32_holds _ _ _ Hs ltac:(lia)) log2_fits0 ltac:(lia)). change (SourceGrid.Grid_log2 grid) with (log2 s).
  unfold float_window.
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

(* ** Counts *)

Lemma any_holds x : Float.is_finite 24 128 x = true -> holds32 x (Float.B2R 24 128 x) 128.
Proof. intros F. repeat split; [exact F |]. left. apply Float.abs_B2R_lt_emax. Qed.

Section Counts.

(* A model that the source is, for all numbers below B. *)
Variables (B : nat) (source : f32 -> nat -> SourceWindow.Release f32) (model : R -> nat -> option nat).
Hypothesis is_model : forall answer r e w, holds32 answer r e -> (w < B)%nat -> source answer w = released (model (clamp r) w).

Lemma same_count answer T : Float.is_finite 24 128 answer = true ->
  count B (fun w => T (source answer w)) = count B (fun w => T (released (model (clamp (Float.B2R 24 128 answer)) w))).
Proof.
  intros F. rewrite 2!count_is_sum. apply sum_ext. intros w Hw. now rewrite (is_model answer _ 128 w (any_holds answer F) Hw).
Qed.

(* So a count of words for the model is one for the source. *)
Theorem model_counts epsilon verdict :
  (forall r1 r2 T, low <= r1 <= high -> low <= r2 <= high -> Rabs (r1 - r2) <= epsilon ->
    count B (fun w => T (model r1 w)) <= exp verdict * count B (fun w => T (model r2 w))) ->
  forall answer1 answer2 T, Float.is_finite 24 128 answer1 = true -> Float.is_finite 24 128 answer2 = true ->
  Rabs (Float.B2R 24 128 answer1 - Float.B2R 24 128 answer2) <= epsilon ->
  count B (fun w => T (source answer1 w)) <= exp verdict * count B (fun w => T (source answer2 w)).
Proof.
  intros H answer1 answer2 T F1 F2 D. rewrite 2!same_count by assumption.
  apply (H _ _ (fun o => T (released o))); try apply clamp_range. apply Rle_trans with (1 := clamp_near _ _). exact D.
Qed.

(* The same for vectors, whose values are released one after the other. *)
Lemma same_vector answers z : (0 < B)%nat -> List.Forall (fun answer => Float.is_finite 24 128 answer = true) answers ->
  release_each B source answers z = map released (release_each B model (map (fun answer => clamp (Float.B2R 24 128 answer)) answers) z).
Proof.
  intros HB F. revert z. induction F as [| answer rest Fa Fr IH]; intros z; [reflexivity |].
  cbn [release_each map]. rewrite IH. f_equal.
  apply (is_model answer _ 128); [now apply any_holds | apply Nat.mod_upper_bound; lia].
Qed.

Lemma clamped_vectors answers1 answers2 :
  let values answers := map (Float.B2R 24 128) answers in
  let clamped answers := map (fun answer => clamp (Float.B2R 24 128 answer)) answers in
  l1_distance (clamped answers1) (clamped answers2) <= l1_distance (values answers1) (values answers2) /\
  (changed (clamped answers1) (clamped answers2) <= changed (values answers1) (values answers2))%nat.
Proof.
  cbv zeta. revert answers2. induction answers1 as [| x rest IH]; intros [| y other]; cbn [map l1_distance changed]; [split; [lra | lia] .. |].
  destruct (IH other) as [D C]. pose proof (clamp_near (Float.B2R 24 128 x) (Float.B2R 24 128 y)). split; [lra |].
  destruct (Req_EM_T (Float.B2R 24 128 x) (Float.B2R 24 128 y)) as [E | E].
  - rewrite E. destruct Req_EM_T; [exact C | easy].
  - destruct Req_EM_T; lia.
Qed.

Theorem model_vector_counts distance number verdict : (0 < B)%nat ->
  (forall r1 r2 T, length r1 = length r2 -> List.Forall (fun r => low <= r <= high) r1 -> List.Forall (fun r => low <= r <= high) r2 ->
    l1_distance r1 r2 <= distance -> (changed r1 r2 <= number)%nat ->
    count (B ^ length r1) (fun z => T (release_each B model r1 z)) <= exp verdict * count (B ^ length r2) (fun z => T (release_each B model r2 z))) ->
  forall answers1 answers2 T, length answers1 = length answers2 ->
  List.Forall (fun answer => Float.is_finite 24 128 answer = true) answers1 -> List.Forall (fun answer => Float.is_finite 24 128 answer = true) answers2 ->
  l1_distance (map (Float.B2R 24 128) answers1) (map (Float.B2R 24 128) answers2) <= distance ->
  (changed (map (Float.B2R 24 128) answers1) (map (Float.B2R 24 128) answers2) <= number)%nat ->
  count (B ^ length answers1) (fun z => T (release_each B source answers1 z)) <= exp verdict * count (B ^ length answers2) (fun z => T (release_each B source answers2 z)).
Proof.
  intros HB H answers1 answers2 T L F1 F2 D C.
  set (clamped := fun answers => map (fun answer => clamp (Float.B2R 24 128 answer)) answers).
  assert (same : forall answers, List.Forall (fun answer => Float.is_finite 24 128 answer = true) answers ->
    count (B ^ length answers) (fun z => T (release_each B source answers z))
    = count (B ^ length (clamped answers)) (fun z => T (map released (release_each B model (clamped answers) z)))).
  { intros answers F. unfold clamped. rewrite map_length, 2!count_is_sum. apply sum_ext. intros z _. now rewrite (same_vector answers z HB F). }
  rewrite 2!same by assumption. destruct (clamped_vectors answers1 answers2) as [D' C']. fold (clamped answers1) (clamped answers2) in D', C'.
  assert (In : forall answers, List.Forall (fun r => low <= r <= high) (clamped answers)).
  { intros answers. apply List.Forall_forall. intros r Hr. apply in_map_iff in Hr as (answer & <- & _). apply clamp_range. }
  apply (H _ _ (fun o => T (map released o))); [unfold clamped; now rewrite 2!map_length | apply In | apply In | lra | lia].
Qed.

End Counts.

(* The logarithm of a number up to the one before 1 is not negative. *)
Lemma minus_ln_not_negative n : @in_domain table32 n -> real32 n <= 1 - / 2 ^ 24 -> 0 <= minus_ln_f32 n.
Proof.
  intros D U. assert (P : 0 < real32 n).
  { change (63 * 2 ^ 23 <= n < 127 * 2 ^ 23)%Z in D.
    pose proof (@real_normal binary32 n ltac:(change (2 ^ 23 <= n < (2 ^ 8 - 1) * 2 ^ 23)%Z; lia)) as E.
    change (real32 n = IZR (2 ^ 23 + n mod 2 ^ 23) * bpow radix2 (n / 2 ^ 23 - 127 - 23)) in E. rewrite E.
    pose proof (Z.mod_pos_bound n (2 ^ 23) ltac:(lia)). apply Rmult_lt_0_compat; [apply (IZR_lt 0); lia | apply bpow_gt_0]. }
  pose proof (minus_ln_f32_certified n D) as C. set (v := real32 n) in *.
  assert (L : / 2 ^ 24 <= - ln v).
  { pose proof (exp_ineq1_le (ln v)) as X. rewrite exp_ln in X by lra. lra. }
  rewrite (Rabs_left1 (ln v)) in C by (assert (0 < / 2 ^ 24) by (apply Rinv_0_lt_compat, pow_lt; lra); lra).
  apply Rabs_le_inv in C. unfold certified_table_f32, certified_table_f32_relative in C. cbn [pow] in *. lra.
Qed.

(* ** The draws of the generators Relative, Deep and Lazy *)

Section Draws.

Record Drawable : Prop := {
  bits_fit : (2 <= bits s <= 23)%Z;
  words_fit : (1 <= words s <= 15 /\ 64 * words s - bits s < 64)%Z;
  further_fits : (0 <= further s <= 2 ^ 25)%Z; }.

Hypothesis drawable : Drawable.

Lemma zeros_at_most K w : (zeros K w <= K)%nat.
Proof. revert w. induction K as [| n IH]; intros w; cbn [zeros]; [lia |]. destruct Nat.odd; [lia |]. specialize (IH (Nat.div2 w)). lia. Qed.

Lemma exponent_below w : (zeros exponent_bits w <= exponent_bits)%nat.
Proof. apply zeros_at_most. Qed.

(* v of a draw, and its pattern. *)
Definition tail (e j : nat) : R := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ precision_bits).

Lemma unit_is e j : (e <= exponent_bits)%nat -> (j < 2 ^ (precision_bits - 1))%nat ->
  SourceTable.Unit32_from_parts (Z.of_nat e) (SourceCast.low_u32 (u64 (Z.shiftl (2 * Z.of_nat j + 1) (u32 (23 - bits s) mod 64))))
  = Bits.b32_of_bits (@bits_of binary32 (tail e j)) /\ @in_domain table32 (@bits_of binary32 (tail e j)) /\ real32 (@bits_of binary32 (tail e j)) = tail e j /\
  0 < tail e j < 1.
Proof.
  intros He Hj. destruct admissible, drawable. unfold exponent_bits, precision_bits in *.
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
  intros He Hj. destruct (unit_is e j He Hj) as (_ & D & Rv & V0 & V1). destruct admissible, drawable.
  apply (minus_ln_not_negative _ D). rewrite Rv. set (v := tail e j) in *.
  unfold v, tail. assert (P : 0 < 2 ^ precision_bits) by (apply pow_lt; lra).
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
  apply Rle_trans with (/ 2 * (1 + t)); [apply Rmult_le_compat_r; lra |]. replace (/ 2 ^ 24) with (/ 2 * / 2 ^ 23) by (cbn [pow]; field). lra.
Qed.

(* The noise of a draw. *)
Definition noise_of (draw : SourceFloating.Floating) : f32 :=
  SourceFormat.f32_scaled (SourceFloating.Floating_minus_ln_f32 (bits s) (words s) (further s) draw) factor
    (SourceFloating.Floating_get_negative (bits s) (words s) (further s) draw).

Lemma is_far negative open e m : SourceFloating.Floating_is_far (bits s) (words s) (further s) (SourceFloating.Build_Floating negative open (Z.of_nat e) m)
  = ((0 <? further s) && (Z.of_nat exponent_bits <? Z.of_nat e))%Z%bool.
Proof.
  destruct admissible, drawable. unfold SourceFloating.Floating_is_far. rewrite first_exponent_bits by lia. cbn [SourceFloating.Floating_exponent].
  replace (64 * words s - bits s)%Z with (Z.of_nat exponent_bits) by (unfold exponent_bits; lia). reflexivity.
Qed.

Lemma near_noise negative open e j : (e <= exponent_bits)%nat -> (j < 2 ^ (precision_bits - 1))%nat ->
  let x := @computed table32 b (tail e j) in
  holds32 (noise_of (SourceFloating.Build_Floating negative open (Z.of_nat e) (2 * Z.of_nat j + 1))) (if negative then - x else x) (74 + scale_exponent s).
Proof.
  intros He Hj. destruct (unit_is e j He Hj) as (U & D & _). unfold noise_of, SourceFloating.Floating_minus_ln_f32. rewrite is_far.
  replace (Z.of_nat exponent_bits <? Z.of_nat e)%Z with false by (symmetry; apply Z.ltb_ge; lia). rewrite andb_false_r.
  unfold SourceFloating.Floating_unit, SourceFloating.Floating_get_negative.
  cbn [SourceFloating.Floating_exponent SourceFloating.Floating_mantissa SourceFloating.Floating_negative]. rewrite U.
  exact (scaled_holds _ _ negative 50 (minus_ln_f32_holds _ D) (minus_ln_positive e j He Hj) ltac:(lia)).
Qed.

(* Far out, the integer logarithm, rounded. *)
Lemma far_noise negative open e j : (0 < further s)%Z -> (exponent_bits < e)%nat -> (Z.of_nat e < 2 ^ 32)%Z -> (j < 2 ^ (precision_bits - 1))%nat ->
  let x := rnd32 (b * rnd32 (rnd32 (IZR (far_log (tail e j))) * bpow radix2 (- (58)))) in
  holds32 (noise_of (SourceFloating.Build_Floating negative open (Z.of_nat e) (2 * Z.of_nat j + 1))) (if negative then - x else x) (74 + scale_exponent s).
Proof.
  intros Hf He Hb Hj. pose proof admissible as A. pose proof drawable as D0. destruct A, D0. unfold noise_of, SourceFloating.Floating_minus_ln_f32. rewrite is_far.
  replace (0 <? further s)%Z with true by (symmetry; apply Z.ltb_lt; lia).
  replace (Z.of_nat exponent_bits <? Z.of_nat e)%Z with true by (symmetry; apply Z.ltb_lt; lia). cbn [andb].
  unfold SourceFloating.Floating_far_log, SourceFloating.Floating_get_negative.
  destruct (aligned_word (bits s) (words s) (further s) negative open (Z.of_nat e) j ltac:(lia) Hj) as [-> Bn]. cbn [SourceFloating.Floating_negative].
  destruct (source_minus_ln_far _ (Z.of_nat e) Bn ltac:(lia)) as [-> Bl].
  assert (F : far_log (tail e j) = LazyGenerator.minus_ln_far (2 ^ 63 + (2 * Z.of_nat j + 1) * 2 ^ (63 - bits s))%Z (Z.of_nat e)).
  { unfold far_log, tail. destruct (FixedMechanism.scaled_word precision_bits e j ltac:(unfold precision_bits; lia) Hj) as (_ & -> & _).
    rewrite word_of_tail by (unfold precision_bits in *; lia). now replace (Z.of_nat precision_bits) with (bits s) by (unfold precision_bits; lia). }
  rewrite <- F in *. set (n := far_log (tail e j)) in *.
  pose proof (f32_of_integer_rounds n 92 ltac:(lia) ltac:(lia)) as Hn.
  assert (Hp : holds32 (SourceCast.to_f32 (SourceCast.power_of_two (i32 (- SourceCast.signed SourceShiftAdd.FRACTION_64)))) (bpow radix2 (- (58))) (-58)) by (
    pose proof (power_of_two_holds (-58) ltac:(lia)) as Q;
    apply (@holds_same binary32) with (rnd32 (bpow radix2 (- (58)))); [| apply (@rnd_exact binary32), format_bpow; cbn; lia];
    exact (f32_of_f64_holds _ _ _ _ Q (@holds_bound binary64 _ _ _ Q) ltac:(lia))).
  pose proof (mul_f32_holds _ _ _ _ _ _ Hn Hp ltac:(lia)) as Hl.
  apply (scaled_holds _ _ negative (92 + -58) Hl); [| lia].
  rewrite <- (@rnd_exact binary32 0) by apply generic_format_0. apply (@rnd_le binary32). apply Rmult_le_pos; [| apply bpow_ge_0].
  rewrite <- (@rnd_exact binary32 0) by apply generic_format_0. apply (@rnd_le binary32). apply (IZR_le 0). lia.
Qed.

Lemma value_of_draw e j : em_value precision_bits (1 / 2) e j = tail e j.
Proof.
  destruct admissible, drawable. unfold em_value, em_point, tail. f_equal. f_equal. unfold precision_bits.
  assert (2 <= Z.to_nat (bits s))%nat by lia. destruct (Z.to_nat (bits s)) as [| n]; [lia |]. cbn [Nat.sub]. rewrite Nat.sub_0_r. cbn [pow]. field.
  apply pow_nonzero. lra.
Qed.

Lemma mantissa_below top : (top < 2 ^ precision_bits)%nat -> (Nat.div2 top < 2 ^ (precision_bits - 1))%nat.
Proof.
  destruct admissible, drawable. intros T. replace precision_bits with (S (precision_bits - 1)) in T by (unfold precision_bits; lia). rewrite Nat.pow_succ_r' in T.
  rewrite Nat.div2_div. apply Nat.div_lt_upper_bound; lia.
Qed.

(* What the words give: the noise of the model. *)
Theorem noise_holds w : further s = 0%Z -> (w < 2 ^ (exponent_bits + precision_bits))%nat ->
  exists x, noise_of_word exponent_bits precision_bits (@computed table32 b) w = Some x /\ holds32 (noise (Z.of_nat w)) x (74 + scale_exponent s).
Proof.
  intros H0 Hw. pose proof admissible as A. pose proof drawable as D0. destruct A, D0. change (noise (Z.of_nat w)) with (noise_of (Release.draw (bits s) (words s) (further s) (word_of (Z.of_nat w)))).
  assert (E : Release.draw (bits s) (words s) (further s) (word_of (Z.of_nat w)) = draw (bits s) (words s) (Z.of_nat w)) by now rewrite H0.
  rewrite E, (draw_of_word (bits s) (words s) w ltac:(lia) ltac:(lia) Hw). fold exponent_bits. cbv zeta.
  unfold noise_of_word. cbv zeta. set (e := zeros exponent_bits (w mod 2 ^ exponent_bits)). set (top := (w / 2 ^ exponent_bits)%nat). set (j := Nat.div2 top).
  rewrite value_of_draw. eexists. split; [reflexivity |].
  assert (Hj : (j < 2 ^ (precision_bits - 1))%nat).
  { apply mantissa_below, Nat.div_lt_upper_bound; [apply Nat.pow_nonzero; lia | now rewrite <- Nat.pow_add_r]. }
  exact (near_noise (Nat.odd top) false e j (exponent_below _) Hj).
Qed.

(* The same of a lazy draw: a number w fills all words that it may read. *)
Definition further_words : nat := Z.to_nat (further s).
Definition filled (w : nat) : nat * list nat := entropy 64 exponent_bits precision_bits further_words w.

Theorem lazy_noise_holds w : (0 < further s)%Z ->
  exists x, lazy_noise 64 exponent_bits precision_bits (@lazy_computed table32 exponent_bits b) (filled w) = Some x /\
    holds32 (noise (Z.of_nat w)) x (74 + scale_exponent s).
Proof.
  intros Hf. pose proof admissible as A. pose proof drawable as D0. destruct A, D0. change (noise (Z.of_nat w)) with (noise_of (Release.draw (bits s) (words s) (further s) (word_of (Z.of_nat w)))).
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
  rewrite value_of_draw. eexists. split; [reflexivity |]. unfold lazy_computed, lazy_minus_ln.
  destruct (FixedMechanism.scaled_word precision_bits e j ltac:(unfold precision_bits; lia) Hj) as (_ & M & _).
  change (/ 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ precision_bits)) with (tail e j) in M. rewrite M.
  destruct (Z.leb_spec (Z.of_nat e) (Z.of_nat exponent_bits)) as [L | L].
  - exact (near_noise (Nat.odd top) false e j ltac:(lia) Hj).
  - exact (far_noise (Nat.odd top) false e j Hf ltac:(lia) ltac:(unfold exponent_bits in *; lia) Hj).
Qed.

Theorem release_is answer r e w : further s = 0%Z -> holds32 answer r e -> (w < 2 ^ (exponent_bits + precision_bits))%nat ->
  release answer (Z.of_nat w)
  = released (release_f32 b precision_bits exponent_bits (log2 s) (first s) cells (clamp r) w).
Proof.
  intros H0 Ha Hw. destruct (noise_holds w H0 Hw) as (x & Ex & Hx). change (release answer (Z.of_nat w)) with (release_with answer (noise (Z.of_nat w))). rewrite (released_for_noise answer r e _ x Ha Hx).
  unfold release_f32, FloatMechanism.release. now rewrite Ex.
Qed.

(* With a lazy draw, for every filling of the words. *)
Theorem lazy_release_is answer r e w : (0 < further s)%Z -> holds32 answer r e ->
  release answer (Z.of_nat w)
  = released (release_lazy_f32 exponent_bits b precision_bits (log2 s) (first s) cells (clamp r) (filled w)).
Proof.
  intros Hf Ha. destruct (lazy_noise_holds w Hf) as (x & Ex & Hx). change (release answer (Z.of_nat w)) with (release_with answer (noise (Z.of_nat w))). rewrite (released_for_noise answer r e _ x Ha Hx).
  unfold release_lazy_f32, LazyMechanisms.release_lazy. now rewrite Ex.
Qed.

(* The numbers of a setting, as the files of certificates write them. *)

Section Numbers.

Variables (scale : R) (p K n N : nat) (grid_log2 window_low : Z).

Record Numbers : Prop := {
  scale_is : b = scale;
  precision_is : Z.of_nat p = bits s;
  exponent_is : Z.of_nat K = (64 * words s - bits s)%Z;
  further_is : Z.of_nat n = further s;
  cells_are : Z.of_nat N = (last s - first s + 1)%Z;
  log2_is : log2 s = grid_log2;
  first_is : first s = window_low }.

Hypothesis numbers : Numbers.

Lemma in_numbers : b = scale /\ precision_bits = p /\ exponent_bits = K /\ further_words = n /\ cells = N /\ log2 s = grid_log2 /\ first s = window_low.
Proof. destruct numbers. unfold precision_bits, exponent_bits, further_words, cells. repeat split; try assumption; lia. Qed.

(* With all words at once. *)
Lemma long_model : n = 0%nat -> forall answer r e w, holds32 answer r e -> (w < 2 ^ (K + p))%nat ->
  release answer (Z.of_nat w) = released (release_f32 scale p K grid_log2 window_low N (clamp r) w).
Proof.
  intros Hn answer r e w. pose proof (further_is numbers) as F. rewrite Hn in F. destruct in_numbers as (<- & <- & <- & _ & <- & <- & <-).
  apply release_is. now rewrite <- F.
Qed.

(* With a lazy draw. *)
Lemma lazy_model : (0 < n)%nat -> forall answer r e w, holds32 answer r e -> (w < 2 ^ (K + p + 64 * n))%nat ->
  release answer (Z.of_nat w) = released (release_lazy_f32 K scale p grid_log2 window_low N (clamp r) (entropy 64 K p n w)).
Proof.
  intros Hn answer r e w Ha _. pose proof (further_is numbers) as F. destruct in_numbers as (<- & <- & <- & E & <- & <- & <-). rewrite <- E in *.
  apply (lazy_release_is answer r e w); [lia | exact Ha].
Qed.

Definition source_counts (long : n = 0%nat) :=
  model_counts (2 ^ (K + p)) (fun answer w => release answer (Z.of_nat w)) (fun r w => release_f32 scale p K grid_log2 window_low N r w) (long_model long).

Definition source_vector_counts (long : n = 0%nat) :=
  model_vector_counts (2 ^ (K + p)) (fun answer w => release answer (Z.of_nat w)) (fun r w => release_f32 scale p K grid_log2 window_low N r w) (long_model long).

Definition lazy_source_counts (lazy : (0 < n)%nat) :=
  model_counts (2 ^ (K + p + 64 * n)) (fun answer w => release answer (Z.of_nat w)) (fun r w => release_lazy_f32 K scale p grid_log2 window_low N r (entropy 64 K p n w)) (lazy_model lazy).

Definition lazy_source_vector_counts (lazy : (0 < n)%nat) :=
  model_vector_counts (2 ^ (K + p + 64 * n)) (fun answer w => release answer (Z.of_nat w)) (fun r w => release_lazy_f32 K scale p grid_log2 window_low N r (entropy 64 K p n w)) (lazy_model lazy).

End Numbers.

End Draws.

(* Many answers, released one after the other, each with bits of its own, given by a number below B. *)
Definition release_vector (B : nat) (answers : list f32) (z : nat) : list (SourceWindow.Release f32) :=
  release_each B (fun answer w => release answer (Z.of_nat w)) answers z.

End Release.

(* The ends of the range of answers, given by their patterns. *)
Lemma answer_holds pattern r e : (0 <= pattern < 2 ^ 32)%Z -> ((pattern / 2 ^ 23) mod 2 ^ 8 <? 255 = true)%Z ->
  ((pattern / 2 ^ 23) mod 2 ^ 8 - 126 <=? e = true)%Z -> (-126 <= e)%Z -> real32 pattern = r -> holds32 (Bits.b32_of_bits pattern) r e.
Proof. intros B F E L <-. apply Z.ltb_lt in F. apply Z.leb_le in E. apply bits_f32_holds; lia. Qed.
