(* The mechanism with the generator Lazy, in f64, in f32 and in fixed point: what the generated files of certificates apply.

   A draw whose exponent is within the bits of the first word takes the logarithm of FloatMechanism.v or FixedMechanism.v; a far
   draw takes the integer logarithm of LazyGenerator.v, which a float then rounds once. Both are within one bound that is
   proportional to the noise, so no noise that should be far comes back, and Theorems L and A hold with the cut-off of the longest
   word. LazyWords.v counts. *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core Relative.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised TheoremA Lipschitz LogMetric.
From Kdelta Require Import Words LazyWords WordLoss Window Binary GridRounding PureInterval ErrorTerms TableConstants ShiftAddConstants.
From Kdelta Require Import TableKernel TableReduction TableLogarithms FloatMechanism TableMechanisms.
From Kdelta Require LazyGenerator ShiftAddKernel FixedMechanism.

Local Open Scope R_scope.

(* The integer logarithm of a far draw, in units of 2^-58. *)
Definition far_log (v : R) : Z := LazyGenerator.minus_ln_far (FixedMechanism.word_of v) (- mag radix2 v).

Lemma far_log_error p e j : (1 <= p <= 63)%nat -> (42 <= e)%nat -> (j < 2 ^ (p - 1))%nat ->
  let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
  29 <= - ln v /\ 1 <= IZR (far_log v) / 2 ^ 58 /\ (- mag radix2 v = Z.of_nat e)%Z /\
  Rabs (IZR (far_log v) / 2 ^ 58 - - ln v) <= certified_shift_add_64 + - ln v / 2 ^ 80 /\
  forall u rounded, 0 <= u <= / 2 ^ 24 ->
    Rabs (rounded - IZR (far_log v) / 2 ^ 58) <= u * Rabs (IZR (far_log v) / 2 ^ 58) ->
    Rabs (rounded - - ln v) <= (u + 5 / 2 ^ 65) * - ln v.
Proof.
  intros Hp He Hj v. destruct (FixedMechanism.scaled_word p e j Hp Hj) as (Bw & M & Ev & V0 & V1). fold v in Bw, M, Ev, V0, V1.
  unfold far_log. rewrite M.
  pose proof (LazyGenerator.far_fixed _ (Z.of_nat e) Bw ltac:(lia)) as F.
  pose proof (LazyGenerator.far_logarithm_large _ (Z.of_nat e) Bw ltac:(lia)) as G.
  pose proof (fun u x => LazyGenerator.far_float _ (Z.of_nat e) u x Bw ltac:(lia)) as H.
  unfold LazyGenerator.far_logarithm in F, G, H. rewrite <- Ev in F, G, H.
  assert (E : 42 <= IZR (Z.of_nat e)) by (apply (IZR_le 42); lia).
  assert (L : 693 / 1000 <= ln 2) by interval with (i_prec 60).
  assert (B : 29 <= - ln v) by nra.
  split; [exact B |]. split; [| split; [reflexivity | split; [exact F | exact H]]].
  unfold certified_shift_add_64 in F. apply Rabs_le_inv in F. lra.
Qed.

(* ** f64 and f32 *)

Section Float.

Context {kernel : Kernel}.
Hypothesis sound : Sound.
Hypothesis largest_k_small : (largest_k < bias)%Z.
Hypothesis fraction_24 : (23 <= fraction)%Z.
Variable absolute : R.
Hypothesis absolute_bound : total_error <= absolute.
Hypothesis absolute_nonneg : 0 <= absolute.
(* The bits of exponent in the first word. *)
Variable first : nat.
Hypothesis first_large : (41 <= first)%nat.
Hypothesis first_in_table : (Z.of_nat first < largest_k)%Z.

(* Floating::minus_ln of a lazy draw. *)
Definition lazy_minus_ln (v : R) : R :=
  if (- mag radix2 v <=? Z.of_nat first)%Z then minus_ln (bits_of v) else rnd (rnd (IZR (far_log v)) * bpow radix2 (- (58))).

(* Laplace::of before the sign. *)
Definition lazy_computed (b v : R) : R := rnd (b * lazy_minus_ln v).

Lemma half_ulp_small : 0 <= half_ulp <= / 2 ^ 24.
Proof.
  split; [apply bpow_ge_0 |]. unfold half_ulp. rewrite <- (bpow_inv 24). apply bpow_le. lia.
Qed.

(* The product with 2^-58 of a number that is at least 2^58 is exact. *)
Lemma scaled_down_exact y : in_format y -> bpow radix2 58 <= y -> rnd (y * bpow radix2 (- (58))) = y * bpow radix2 (- (58)).
Proof.
  intros Fy Hy. apply rnd_exact. pose proof least_small. pose proof fraction_large.
  assert (N : y <> 0) by (pose proof (bpow_gt_0 radix2 58); lra).
  assert (M : (59 <= mag radix2 y)%Z).
  { apply mag_ge_bpow. rewrite Rabs_pos_eq; [exact Hy | pose proof (bpow_gt_0 radix2 58); lra]. }
  unfold in_format in *. rewrite Fy at 1. unfold F2R. cbn [Fnum Fexp].
  set (m := Ztrunc _). set (c := cexp _ _ y).
  replace (IZR m * bpow radix2 c * bpow radix2 (- (58))) with (IZR m * bpow radix2 (c + - (58))) by (rewrite bpow_plus; ring).
  apply generic_format_F2R' with (f := Float radix2 m (c + - (58))); [reflexivity |]. intros _. cbn [Fexp].
  replace (IZR m * bpow radix2 (c + - (58))) with (y * bpow radix2 (- (58)))
    by (rewrite bpow_plus, <- Rmult_assoc; f_equal; exact Fy).
  unfold c, cexp. rewrite mag_mult_bpow by exact N. unfold FLT_exp. lia.
Qed.

Theorem lazy_minus_ln_error p e j : (1 <= p)%nat -> (Z.of_nat p <= fraction)%Z -> (p <= 63)%nat -> (j < 2 ^ (p - 1))%nat ->
  let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
  0 <= - ln v /\ Rabs (lazy_minus_ln v - - ln v) <= absolute + (half_ulp + 5 / 2 ^ 65) * - ln v.
Proof.
  intros Hp Hf Hp' Hj v. pose proof half_ulp_small as U.
  destruct (FixedMechanism.scaled_word p e j ltac:(lia) Hj) as (_ & M & _ & V0 & V1). fold v in M, V0, V1.
  assert (L : 0 <= - ln v).
  { assert (ln v <= ln 1) as H by (apply ln_le; lra). rewrite ln_1 in H. lra. }
  split; [exact L |]. unfold lazy_minus_ln. rewrite M. destruct (Z.leb_spec (Z.of_nat e) (Z.of_nat first)) as [He | He].
  - destruct (from_parts p e j Hp Hf ltac:(lia) Hj) as (Rv & _ & m & Bm & Em). fold v in Rv, Em.
    assert (Dv : in_domain (bits_of v)) by (unfold in_domain; rewrite Em; nia).
    pose proof (minus_ln_off sound (bits_of v) Dv) as C. rewrite Rv in C.
    replace (Rabs (ln v)) with (- ln v) in C by (rewrite Rabs_left1; lra). nra.
  - destruct (far_log_error p e j ltac:(lia) ltac:(lia) Hj) as (_ & G1 & _ & _ & G). fold v in G1, G.
    set (x := IZR (far_log v)) in *. assert (P58 : 2 ^ 58 = bpow radix2 58) by (change (bpow radix2 58) with (IZR (2 ^ 58)); lra).
    rewrite P58 in G1, G.
    assert (P : 0 < bpow radix2 58) by apply bpow_gt_0.
    assert (X : bpow radix2 58 <= x).
    { apply Rmult_le_reg_r with (/ bpow radix2 58); [now apply Rinv_0_lt_compat |]. rewrite Rinv_r by lra. exact G1. }
    pose proof least_small.
    assert (B58 : in_format (bpow radix2 58)) by (apply format_bpow; lia).
    assert (Rx : bpow radix2 58 <= rnd x) by (rewrite <- (rnd_exact _ B58); apply rnd_le, X).
    rewrite scaled_down_exact by (exact Rx || apply rnd_format).
    assert (E : Rabs (rnd x - x) <= half_ulp * Rabs x).
    { replace half_ulp with (/ 2 * bpow radix2 (- precision + 1)) by (unfold half_ulp; rewrite bpow_twice; field).
      apply relative_error_N_FLT; [apply precision_positive |]. rewrite (Rabs_pos_eq x) by lra.
      apply Rle_trans with (2 := X). apply bpow_le. lia. }
    specialize (G half_ulp (rnd x * bpow radix2 (- (58))) U). rewrite bpow_opp in *. fold (x / bpow radix2 58) in G.
    apply Rle_trans with ((half_ulp + 5 / 2 ^ 65) * - ln v); [apply G | lra].
    unfold Rdiv. rewrite <- Rmult_minus_distr_r, 2!Rabs_mult, <- Rmult_assoc.
    apply Rmult_le_compat_r; [apply Rabs_pos | exact E].
Qed.

(* The error of the computed noise x is at most error_constant b + lazy_slope |x|. *)
Definition lazy_slope : R := (half_ulp + 5 / 2 ^ 65) * (1 + product_rounding) + product_rounding.

Lemma lazy_slope_range : 0 <= lazy_slope < 1.
Proof.
  unfold lazy_slope, product_rounding. pose proof half_ulp_small as U. set (h := half_ulp) in *.
  assert (Q : 0 <= h / (1 + h) <= h).
  { split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra] |].
    apply Rmult_le_reg_r with (1 + h); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
  assert (/ 2 ^ 24 <= / 16) by lra. assert (0 <= 5 / 2 ^ 65 <= / 16) by lra. set (q := h / (1 + h)) in *. split; nra.
Qed.

Theorem lazy_noise_error b T delta_n p e j :
  0 < b -> (1 <= p)%nat -> (Z.of_nat p <= fraction)%Z -> (p <= 63)%nat -> (j < 2 ^ (p - 1))%nat ->
  error_constant absolute b + lazy_slope * T <= delta_n ->
  let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
  (magnitude b v <= T -> Rabs (lazy_computed b v - magnitude b v) <= delta_n) /\
  (T < magnitude b v -> T - delta_n <= lazy_computed b v).
Proof.
  intros Hb Hp Hf Hp' Hj Hd v. destruct (lazy_minus_ln_error p e j Hp Hf Hp' Hj) as [L C]. fold v in L, C.
  apply product_error with (b := b) in C; [| exact Hb | exact L | exact absolute_nonneg | pose proof half_ulp_small; lra].
  fold (lazy_computed b v) in C. fold (error_constant absolute b) lazy_slope in C.
  replace (b * - ln v) with (magnitude b v) in C by (unfold magnitude; ring).
  pose proof lazy_slope_range as S.
  split; intros H.
  - apply Rle_trans with (1 := C). apply Rle_trans with (2 := Hd). apply Rplus_le_compat_l, Rmult_le_compat_l; lra.
  - apply Rabs_le_inv in C. nra.
Qed.

(* What is released for the answer r and the entropy: a first word and further ones, which are read only if need be. *)
Definition release_lazy (b : R) (p : nat) (log2 low : Z) (N : nat) (r : R) (entropy : nat * list nat) : option nat :=
  output (float_window log2 low N) r (lazy_noise 64 first p (lazy_computed b) entropy).

Theorem float_lazy_loss (b T rho_M delta_n answer_low answer_high : R) (p n : nat) (log2 low E : Z) (N : nat) :
  0 < b -> (1 <= p)%nat -> (Z.of_nat p <= fraction)%Z -> (p <= 63)%nat ->
  (least < log2)%Z -> (- 2 ^ (fraction - 1) < low)%Z -> (low + Z.of_nat N <= 2 ^ (fraction - 1))%Z -> (least + precision <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let delta := b * ln (1 + / 2 ^ p) + delta_n in
  let L := step log2 - bpow radix2 (E - precision - 1) in
  0 <= delta_n -> error_constant absolute b + lazy_slope * T <= delta_n ->
  rho_M + delta < T -> T <= b * INR (first + 64 * n) * ln 2 -> 2 * delta < L ->
  answer_high - rho_M <= corner log2 low 0 - bpow radix2 (E - precision - 1) -> corner log2 low N <= answer_low + rho_M ->
  loss_within (2 ^ (first + p + 64 * n)) (fun r z => release_lazy b p log2 low N r (entropy 64 first p n z))
    (fun r => answer_low <= r <= answer_high) (/ b) (ln (Gamma (/ b) L delta)).
Proof.
  intros Hb Hp Hf Hp' Hlog Hlow Hhigh HE H0 HN delta L Hdn Herr HT HK2 HL Hr1 Hr2 r1 r2 S M1 M2.
  apply (lazy_count_of_prob 64 first p n (lazy_computed b) (float_window log2 low N) _ r1 r2 S Hp).
  exact (float_generator b T rho_M delta_n answer_low answer_high (lazy_computed b) p (first + 64 * n) log2 low E N
    Hb Hp Hlog Hlow Hhigh HE H0 HN Hdn
    (fun e j _ Hj => lazy_noise_error b T delta_n p e j Hb Hp Hf Hp' Hj Herr) HT HK2 HL Hr1 Hr2 r1 r2 S M1 M2).
Qed.

End Float.

Definition release_lazy_f64 := @release_lazy table64.
Definition release_lazy_f32 := @release_lazy table32.

(* As `slope` of TableMechanisms.v, with what the logarithm of a far draw adds. *)
Definition lazily_sloped (h : R) : R := (h + 5 / 2 ^ 65) * (1 + h / (1 + h)) + h / (1 + h).

Theorem f64_lazy (b T rho_M delta_n answer_low answer_high : R) (p first n : nat) (log2 low E : Z) (N : nat) :
  0 < b -> (1 <= p <= 52)%nat -> (41 <= first < 1000)%nat ->
  (-1074 < log2)%Z -> (- 2 ^ 51 < low)%Z -> (low + Z.of_nat N <= 2 ^ 51)%Z -> (-1021 <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let delta := b * ln (1 + / 2 ^ p) + delta_n in
  let L := step log2 - bpow radix2 (E - 53 - 1) in
  0 <= delta_n -> constant certified_table_f64 (/ 2 ^ 53) (/ 2 ^ 1074) b + lazily_sloped (/ 2 ^ 53) * T <= delta_n ->
  rho_M + delta < T -> T <= b * INR (first + 64 * n) * ln 2 -> 2 * delta < L ->
  answer_high - rho_M <= corner log2 low 0 - bpow radix2 (E - 53 - 1) -> corner log2 low N <= answer_low + rho_M ->
  loss_within (2 ^ (first + p + 64 * n)) (fun r z => release_lazy_f64 first b p log2 low N r (entropy 64 first p n z))
    (fun r => answer_low <= r <= answer_high) (/ b) (ln (Gamma (/ b) L delta)).
Proof.
  intros Hb Hp HF Hlog Hlow Hhigh HE H0 HN delta L Hdn Herr.
  apply (@float_lazy_loss table64 sound64 ltac:(cbn; lia) ltac:(cbn; lia) certified_table_f64 total64
    ltac:(unfold certified_table_f64; lra) first ltac:(lia) ltac:(cbn; lia)
    b T rho_M delta_n answer_low answer_high p n log2 low E N); try assumption; try lia; try (cbn; lia).
  unfold error_constant, lazy_slope, product_rounding.
  change (@half_ulp (@format table64)) with (@half_ulp binary64). change (@tiny (@format table64)) with (@tiny binary64).
  rewrite half_ulp_64, tiny_64. exact Herr.
Qed.

Theorem f32_lazy (b T rho_M delta_n answer_low answer_high : R) (p first n : nat) (log2 low E : Z) (N : nat) :
  0 < b -> (1 <= p <= 23)%nat -> (41 <= first < 64)%nat ->
  (-149 < log2)%Z -> (- 2 ^ 22 < low)%Z -> (low + Z.of_nat N <= 2 ^ 22)%Z -> (-125 <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let delta := b * ln (1 + / 2 ^ p) + delta_n in
  let L := step log2 - bpow radix2 (E - 24 - 1) in
  0 <= delta_n -> constant certified_table_f32 (/ 2 ^ 24) (/ 2 ^ 149) b + lazily_sloped (/ 2 ^ 24) * T <= delta_n ->
  rho_M + delta < T -> T <= b * INR (first + 64 * n) * ln 2 -> 2 * delta < L ->
  answer_high - rho_M <= corner log2 low 0 - bpow radix2 (E - 24 - 1) -> corner log2 low N <= answer_low + rho_M ->
  loss_within (2 ^ (first + p + 64 * n)) (fun r z => release_lazy_f32 first b p log2 low N r (entropy 64 first p n z))
    (fun r => answer_low <= r <= answer_high) (/ b) (ln (Gamma (/ b) L delta)).
Proof.
  intros Hb Hp HF Hlog Hlow Hhigh HE H0 HN delta L Hdn Herr.
  apply (@float_lazy_loss table32 sound32 ltac:(cbn; lia) ltac:(cbn; lia) certified_table_f32 total32
    ltac:(unfold certified_table_f32; lra) first ltac:(lia) ltac:(cbn; lia)
    b T rho_M delta_n answer_low answer_high p n log2 low E N); try assumption; try lia; try (cbn; lia).
  unfold error_constant, lazy_slope, product_rounding.
  change (@half_ulp (@format table32)) with (@half_ulp binary32). change (@tiny (@format table32)) with (@tiny binary32).
  rewrite half_ulp_32, tiny_32. exact Herr.
Qed.

(* ** Fixed point *)

Section Fixed.

(* b = mantissa * 2^exponent; numbers of the format have `frac` bits after the point. *)
Variables (mantissa exponent frac : Z) (first : nat).
Hypothesis shift_positive : (1 <= 58 - frac - exponent)%Z.
Hypothesis mantissa_positive : (0 < mantissa)%Z.
Hypothesis first_range : (41 <= first <= 90)%nat.

Notation scale := (FixedMechanism.scale mantissa exponent).

Definition fixed_log (v : R) : Z :=
  if (- mag radix2 v <=? Z.of_nat first)%Z then ShiftAddKernel.minus_ln_scaled (FixedMechanism.word_of v) (- mag radix2 v)
  else far_log v.

Definition fixed_lazy_computed (v : R) : R :=
  IZR (FixedMechanism.half_up (mantissa * fixed_log v) (58 - frac - exponent)) * bpow radix2 (- frac).

Theorem fixed_lazy_noise_error T delta_n p e j : (1 <= p <= 63)%nat -> (j < 2 ^ (p - 1))%nat ->
  FixedMechanism.error_bound mantissa exponent frac + T / 2 ^ 80 <= delta_n ->
  let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
  (magnitude scale v <= T -> Rabs (fixed_lazy_computed v - magnitude scale v) <= delta_n) /\
  (T < magnitude scale v -> T - delta_n <= fixed_lazy_computed v).
Proof.
  intros Hp Hj Hd v. destruct (FixedMechanism.scaled_word p e j Hp Hj) as (Bw & M & Ev & V0 & V1). fold v in Bw, M, Ev, V0, V1.
  assert (L : 0 <= - ln v).
  { assert (ln v <= ln 1) as H by (apply ln_le; lra). rewrite ln_1 in H. lra. }
  assert (C : Rabs (IZR (fixed_log v) / 2 ^ 58 - - ln v) <= certified_shift_add_64 + - ln v / 2 ^ 80).
  { unfold fixed_log. rewrite M. destruct (Z.leb_spec (Z.of_nat e) (Z.of_nat first)) as [He | He].
    - pose proof (ShiftAddKernel.minus_ln_scaled_certified _ (Z.of_nat e) Bw ltac:(lia)) as C. rewrite <- Ev in C. lra.
    - apply (far_log_error p e j Hp ltac:(lia) Hj). }
  apply (FixedMechanism.product_error mantissa exponent frac shift_positive mantissa_positive) in C.
  fold (fixed_lazy_computed v) in C.
  replace (scale * - ln v) with (magnitude scale v) in C by (unfold magnitude; ring).
  replace ((certified_shift_add_64 + - ln v / 2 ^ 80) * scale + bpow radix2 (- frac - 1))
    with (FixedMechanism.error_bound mantissa exponent frac + magnitude scale v / 2 ^ 80) in C
    by (unfold FixedMechanism.error_bound, magnitude; lra).
  split; intros H; [lra |]. apply Rabs_le_inv in C. lra.
Qed.

Definition release_lazy_fixed (p : nat) (log2 low : Z) (N : nat) (r : R) (entropy : nat * list nat) : option nat :=
  output (in_window log2 low N) r (lazy_noise 64 first p fixed_lazy_computed entropy).

Theorem fixed_lazy (T rho_M delta_n answer_low answer_high : R) (p n : nat) (log2 low : Z) (N : nat) :
  (1 <= p <= 63)%nat ->
  let delta := scale * ln (1 + / 2 ^ p) + delta_n in
  0 <= delta_n -> FixedMechanism.error_bound mantissa exponent frac + T / 2 ^ 80 <= delta_n ->
  rho_M + delta < T -> T <= scale * INR (first + 64 * n) * ln 2 -> 2 * delta < step log2 ->
  answer_high - rho_M <= corner log2 low 0 -> corner log2 low N <= answer_low + rho_M ->
  loss_within (2 ^ (first + p + 64 * n)) (fun r z => release_lazy_fixed p log2 low N r (entropy 64 first p n z))
    (fun r => answer_low <= r <= answer_high) (/ scale) (ln (Gamma (/ scale) (step log2) delta)).
Proof.
  intros Hp delta Hdn Herr HT HK2 HL Hr1 Hr2 r1 r2 S M1 M2.
  assert (Pm : 0 < IZR mantissa) by (now apply (IZR_lt 0)).
  assert (Ps : 0 < scale) by (apply Rmult_lt_0_compat; [exact Pm | apply bpow_gt_0]).
  apply (lazy_count_of_prob 64 first p n fixed_lazy_computed (in_window log2 low N) _ r1 r2 S ltac:(lia)).
  apply (relative_generator_theorem_A scale (step log2) T rho_M delta_n p (first + 64 * n) fixed_lazy_computed (in_window log2 low N)
    (corner log2 low) N (fun r => answer_low <= r <= answer_high)); try assumption; try lia.
  - intros e j _ Hj. now apply fixed_lazy_noise_error.
  - apply window_cells.
  - intros i _. apply corner_long.
  - intros r Hr. cbv beta in Hr. lra.
Qed.

End Fixed.
