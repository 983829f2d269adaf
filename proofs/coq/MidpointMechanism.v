(* The mechanism with the generator Midpoint in f64 or f32, from words of entropy to the released set, through Theorem U.

   A word z of `bits` bits is the middle u = (z + 1/2)/2^bits of its cell; the tail 1 - 2|u - 1/2| is computed in integers without
   rounding (FloatReduction.v), its logarithm by the table, and the product with b is rounded once. Theorem U (TheoremU.v) charges
   the bias 2^-(bits+1) to the masses of the cells, so no Lipschitz constant is needed. *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core Relative.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised TheoremA Lipschitz LogMetric TheoremU.
From Kdelta Require Import Words WordLoss Window Binary GridRounding FloatAddition FloatReduction TableConstants TableKernel TableReduction.
From Kdelta Require Import TableLogarithms FloatMechanism TableMechanisms.

Local Open Scope R_scope.

(* Of the quotient in Theorem U: a bound at a smaller mass is a bound. *)
Lemma ratio_at_smaller_mass C d m mu : 0 <= C -> 0 <= d -> d < m -> m <= mu -> (C * mu + d) / (mu - d) <= (C * m + d) / (m - d).
Proof.
  intros HC Hd Hm Hmu.
  apply Rmult_le_reg_r with (mu - d); [lra |]. replace ((C * mu + d) / (mu - d) * (mu - d)) with (C * mu + d) by (field; lra).
  apply (ratio_at_least_mass C d m mu (C * mu + d) (mu - d)); lra.
Qed.

(* `bits_of` is the pattern of every positive normal number. *)
Lemma bits_of_real {f : Format} n : (2 ^ fraction <= n < (2 ^ width - 1) * 2 ^ fraction)%Z -> bits_of (real n) = n.
Proof.
  intros Hn. pose proof fraction_large. set (v := real n). assert (Rn : real n = v) by reflexivity.
  assert (Pf : (0 < 2 ^ fraction)%Z) by (apply Z.pow_pos_nonneg; lia).
  set (q := (n / 2 ^ fraction)%Z). set (m := (n mod 2 ^ fraction)%Z).
  assert (Bm : (0 <= m < 2 ^ fraction)%Z) by (apply Z.mod_pos_bound; lia).
  assert (En : (n = q * 2 ^ fraction + m)%Z) by (unfold q, m; rewrite (Z.div_mod n (2 ^ fraction)) at 1 by lia; ring).
  rewrite real_normal in Rn by exact Hn. fold q m in Rn.
  assert (P : 0 < bpow radix2 (q - bias - fraction)) by apply bpow_gt_0.
  assert (M : (mag radix2 v = q - bias + 1 :> Z)%Z).
  { apply mag_unique. rewrite <- Rn, Rabs_pos_eq by (apply Rmult_le_pos; [apply (IZR_le 0); lia | lra]). split.
    - replace (q - bias + 1 - 1)%Z with (fraction + (q - bias - fraction))%Z by ring.
      rewrite bpow_plus, <- (power_is_bpow fraction) by lia.
      apply Rmult_le_compat_r; [lra |]. apply IZR_le. lia.
    - replace (q - bias + 1)%Z with (precision + (q - bias - fraction))%Z by ring.
      rewrite bpow_plus, <- (power_is_bpow precision) by lia.
      apply Rmult_lt_compat_r; [lra |]. apply IZR_lt. rewrite Z.pow_add_r by lia. lia. }
  unfold bits_of. rewrite M. rewrite <- Rn at 1. rewrite Rmult_assoc, <- bpow_plus.
  replace (q - bias - fraction + (precision - (q - bias + 1)))%Z with 0%Z by ring. cbn [bpow].
  rewrite Rmult_1_r, Zfloor_IZR, En. ring.
Qed.

Section Midpoint.

Context {kernel : Kernel}.
Hypothesis sound : Sound.
Hypothesis largest_k_small : (largest_k < bias)%Z.
Variable absolute : R.
Hypothesis absolute_bound : total_error <= absolute.
Hypothesis absolute_nonneg : 0 <= absolute.
Variable size : nat.
Hypothesis size_range : (1 <= Z.of_nat size <= precision)%Z.
Hypothesis size_in_table : (Z.of_nat size <= largest_k)%Z.

(* Unit64::from_fraction of Midpoint::tail. *)
Definition unit_of (z : Z) : R := rnd (rnd (IZR (tail (Z.of_nat size) z)) * bpow radix2 (- Z.of_nat size)).

(* Laplace::of for the word z: negative below one half. *)
Definition midpoint_noise (b : R) (z : Z) : option R :=
  Some (if (z <? 2 ^ Z.of_nat size - 1 - z)%Z then - computed b (unit_of z) else computed b (unit_of z)).

Lemma bits_of_unit v : in_format v -> bpow radix2 (- largest_k) <= v < 1 -> in_domain (bits_of v) /\ real (bits_of v) = v.
Proof.
  intros Fv Hv. destruct (unit_bits sound v Fv Hv) as (n & Dn & Rn).
  enough (E : bits_of v = n) by (rewrite E; split; assumption). rewrite <- Rn. apply bits_of_real.
  unfold in_domain in Dn. pose proof width_large. assert (Pf : (0 < 2 ^ fraction)%Z) by (apply Z.pow_pos_nonneg; pose proof fraction_large; lia).
  assert (W : (2 ^ width = 2 * 2 ^ (width - 1))%Z) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia). nia.
Qed.

Lemma unit_of_is_tail z : (0 <= z < 2 ^ Z.of_nat size)%Z ->
  unit_of z = 1 - 2 * Rabs (midpoint (Z.of_nat size) z - / 2) /\ 0 < unit_of z < 1 /\ in_domain (bits_of (unit_of z)) /\
  real (bits_of (unit_of z)) = unit_of z.
Proof.
  intros Hz. assert (E : unit_of z = 1 - 2 * Rabs (midpoint (Z.of_nat size) z - / 2)) by (now apply reduction_exact).
  split; [exact E |]. rewrite (tail_is_reduction (Z.of_nat size) z) in E by (exact Hz || lia).
  destruct (tail_odd (Z.of_nat size) z ltac:(lia) Hz) as [Ht _].
  assert (P : 0 < IZR (2 ^ Z.of_nat size)) by (apply (IZR_lt 0); lia).
  assert (V : bpow radix2 (- Z.of_nat size) <= unit_of z < 1).
  { rewrite E, bpow_opp, <- power_is_bpow by lia. unfold Rdiv. split.
    - rewrite <- (Rmult_1_l (/ _)) at 1. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |]. apply (IZR_le 1). lia.
    - apply Rmult_lt_reg_r with (1 := P). rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra. apply IZR_lt. lia. }
  pose proof (bpow_gt_0 radix2 (- Z.of_nat size)). split; [lra |].
  apply bits_of_unit; [apply rnd_format |]. split; [| lra].
  apply Rle_trans with (2 := proj1 V). apply bpow_le. lia.
Qed.

Theorem midpoint_noise_error b T delta_n z :
  0 < b -> error_constant absolute b + error_slope * T <= delta_n -> (0 <= z < 2 ^ Z.of_nat size)%Z ->
  let u := midpoint (Z.of_nat size) z in
  exists x, midpoint_noise b z = Some x /\
  (Rabs (noise b u) <= T -> Rabs (x - noise b u) <= delta_n) /\ (T < Rabs (noise b u) -> T - delta_n <= Rabs x).
Proof.
  intros Hb Hd Hz u. destruct (unit_of_is_tail z Hz) as (Ev & V & Dv & Rv). fold u in Ev. set (v := unit_of z) in *.
  pose proof (minus_ln_off sound (bits_of v) Dv) as C. rewrite Rv in C.
  assert (L : 0 <= - ln v).
  { assert (ln v <= ln 1) as H by (apply ln_le; lra). rewrite ln_1 in H. lra. }
  replace (Rabs (ln v)) with (- ln v) in C by (rewrite Rabs_left1; lra).
  assert (C' : Rabs (minus_ln (bits_of v) - - ln v) <= absolute + half_ulp * - ln v) by lra.
  apply product_error with (b := b) in C'; [| exact Hb | exact L | exact absolute_nonneg | apply bpow_ge_0].
  fold (computed b v) in C'. fold (error_constant absolute b) error_slope in C'. set (x := computed b v) in *.
  set (m := b * - ln v) in *. assert (M : 0 <= m) by (apply Rmult_le_pos; lra).
  assert (P : 0 < IZR (2 ^ Z.of_nat size)) by (apply (IZR_lt 0); lia).
  assert (D : (u - / 2) * (2 * IZR (2 ^ Z.of_nat size)) = IZR (2 * z + 1 - 2 ^ Z.of_nat size)).
  { unfold u, midpoint. rewrite minus_IZR, plus_IZR, mult_IZR. field. lra. }
  pose proof slope_range as S. apply Rabs_le_inv in C'.
  assert (B : (m <= T -> Rabs (x - m) <= delta_n) /\ (T < m -> T - delta_n <= x)).
  { split; intros H; [apply Rabs_le |]; nra. }
  unfold midpoint_noise. fold v x. replace (1 / 2) with (/ 2) in * by lra.
  assert (Nu : noise b u = sign (u - / 2) * m).
  { unfold noise. replace (1 / 2) with (/ 2) by lra. rewrite <- Ev. unfold m. ring. }
  destruct (Z.ltb_spec z (2 ^ Z.of_nat size - 1 - z)) as [H | H].
  - assert (IZR (2 * z + 1 - 2 ^ Z.of_nat size) < 0) by (apply (IZR_lt _ 0); lia).
    rewrite sign_eq_m1 in Nu by nra. rewrite Nu. exists (- x). split; [reflexivity |].
    replace (-1 * m) with (- m) by ring. rewrite 2!Rabs_Ropp, (Rabs_pos_eq m M). replace (- x - - m) with (- (x - m)) by ring.
    rewrite Rabs_Ropp. split; [apply B |]. intros Far. apply Rle_trans with (1 := proj2 B Far), Rle_abs.
  - assert (2 ^ Z.of_nat size = 2 * 2 ^ (Z.of_nat size - 1))%Z by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
    assert (0 < IZR (2 * z + 1 - 2 ^ Z.of_nat size)) by (apply (IZR_lt 0); lia).
    rewrite sign_eq_1 in Nu by nra. rewrite Nu. exists x. split; [reflexivity |].
    rewrite Rmult_1_l, (Rabs_pos_eq m M). split; [apply B |]. intros Far. apply Rle_trans with (1 := proj2 B Far), Rle_abs.
Qed.

(* What is released for the answer r and the word z. *)
Definition release_midpoint (b : R) (log2 low : Z) (N : nat) (r : R) (z : nat) : option nat :=
  output (float_window log2 low N) r (midpoint_noise b (Z.of_nat z)).

(* The generator of Theorem U, whose draws are functions of u. *)
Definition midpoint_draws (b : R) : generator :=
  midpoint_grid (2 ^ size) (fun u => midpoint_noise b (Zfloor (u * INR (2 ^ size)))).

Lemma word_of_midpoint z : Zfloor ((INR z + 1 / 2) / INR (2 ^ size) * INR (2 ^ size)) = Z.of_nat z.
Proof.
  assert (P : INR (2 ^ size) <> 0) by (rewrite INR_pow2; apply pow_nonzero; lra).
  replace ((INR z + 1 / 2) / INR (2 ^ size) * INR (2 ^ size)) with (INR z + 1 / 2) by (field; exact P).
  apply Zfloor_imp. rewrite plus_IZR, <- INR_IZR_INZ. lra.
Qed.

Lemma prob_midpoint_draws b S : prob S (midpoint_draws b)
  = / 2 ^ size * count (2 ^ size) (fun z => S (midpoint_noise b (Z.of_nat z))).
Proof.
  unfold midpoint_draws, midpoint_grid. rewrite prob_equal_draws, INR_pow2, count_is_sum. f_equal. apply sum_ext.
  intros z _. unfold hit. rewrite <- INR_pow2, word_of_midpoint. reflexivity.
Qed.

Lemma power_of_size : (Z.of_nat (2 ^ size) = 2 ^ Z.of_nat size)%Z.
Proof. now rewrite Nat2Z.inj_pow. Qed.

Theorem midpoint_draws_bias b T delta_n : 0 < b -> error_constant absolute b + error_slope * T <= delta_n ->
  absolute_bias_draws b T (/ (2 * 2 ^ size)) delta_n (midpoint_draws b).
Proof.
  intros Hb Hd. rewrite <- INR_pow2. apply midpoint_grid_bias; [apply words_positive |]. intros z Hz v.
  assert (Rz : (0 <= Z.of_nat z < 2 ^ Z.of_nat size)%Z) by (rewrite <- power_of_size; lia).
  destruct (midpoint_noise_error b T delta_n (Z.of_nat z) Hb Hd Rz) as (x & Ex & H1 & H2).
  assert (Ev : midpoint (Z.of_nat size) (Z.of_nat z) = v).
  { unfold v, midpoint. rewrite <- power_of_size, <- 2!INR_IZR_INZ. f_equal. lra. }
  rewrite Ev in H1, H2. unfold v at 2 5. rewrite word_of_midpoint, Ex. split; intros H.
  - exists x. split; [reflexivity | now apply H1].
  - intros x' E. injection E as <-. now apply H2.
Qed.

(* The least mass of a cell, and of Outside, that Theorem U needs. *)
Definition least_cell (b L rho_M delta_n : R) : R := exp (- (/ b * (rho_M - L / 2))) * sinh (/ b * ((L - 2 * delta_n) / 2)).
Definition least_outside (b D delta_n : R) : R := exp (- (/ b * (D / 2 + delta_n))).

Theorem float_midpoint (b T rho_M delta_n answer_low answer_high epsilon verdict : R) (log2 low E : Z) (N : nat) :
  0 < b -> (least < log2)%Z -> (- 2 ^ (fraction - 1) < low)%Z -> (low + Z.of_nat N <= 2 ^ (fraction - 1))%Z -> (least + precision <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let moved := bpow radix2 (E - precision - 1) in
  let L := step log2 - moved in
  let D := corner log2 low N - corner log2 low 0 + moved in
  let bias_2 := / 2 ^ size in
  0 <= delta_n -> error_constant absolute b + error_slope * T <= delta_n -> rho_M + delta_n < T -> 2 * delta_n < L -> L <= rho_M ->
  answer_high - rho_M <= corner log2 low 0 - moved -> corner log2 low N <= answer_low + rho_M ->
  corner log2 low 0 <= answer_low -> answer_high <= corner log2 low N - moved ->
  bias_2 < least_cell b L rho_M delta_n -> bias_2 < least_outside b D delta_n ->
  (exp epsilon * Gamma (/ b) L delta_n * least_cell b L rho_M delta_n + bias_2) / (least_cell b L rho_M delta_n - bias_2) <= exp verdict ->
  (exp (epsilon + 2 * / b * delta_n) * least_outside b D delta_n + bias_2) / (least_outside b D delta_n - bias_2) <= exp verdict ->
  forall r1 r2 S, answer_low <= r1 <= answer_high -> answer_low <= r2 <= answer_high -> Rabs (r1 - r2) <= b * epsilon ->
  count (2 ^ size) (fun z => S (release_midpoint b log2 low N r1 z))
  <= exp verdict * count (2 ^ size) (fun z => S (release_midpoint b log2 low N r2 z)).
Proof.
  intros Hb Hlog Hlow Hhigh HE H0 HN moved L D d Hdn Herr HT HL HLr Hr1 Hr2 Ha0 HaN Hc Ho Vc Vo r1 r2 S M1 M2 Dist.
  assert (Far : forall k, (k <= N)%nat -> Rabs (corner log2 low k) < bpow radix2 E).
  { intros k Hk. pose proof (corner_monotone log2 low 0 k ltac:(lia)). pose proof (corner_monotone log2 low k N Hk).
    apply Rabs_lt_inv in H0, HN. apply Rabs_lt. lra. }
  pose proof (float_edge_near log2 low E N Hlog Hlow Hhigh HE Far 0 ltac:(lia)) as Near0.
  pose proof (float_edge_near log2 low E N Hlog Hlow Hhigh HE Far N ltac:(lia)) as NearN. fold moved in Near0, NearN.
  assert (Pd : 0 < d) by (apply Rinv_0_lt_compat, pow_lt; lra).
  assert (Ed : 2 * / (2 * 2 ^ size) = d) by (unfold d; field; apply pow_nonzero; lra).
  assert (Ec : mu_min b L rho_M delta_n = least_cell b L rho_M delta_n) by (unfold mu_min; now rewrite Rmax_left).
  assert (Eo : least_outside b D delta_n <= outside_min b delta_n (float_edge log2 low) N).
  { unfold outside_min, least_outside. apply exp_le_exp. apply Ropp_le_contravar, Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat |].
    unfold D. lra. }
  assert (Pe : 0 < exp (epsilon + 2 * / b * delta_n)) by apply exp_pos.
  pose proof (theorem_U b L T rho_M (/ (2 * 2 ^ size)) delta_n Hb
    ltac:(left; apply Rinv_0_lt_compat; pose proof (pow_lt 2 size ltac:(lra)); lra) Hdn HT HL
    (float_window log2 low N) (float_edge log2 low) N (midpoint_draws b) (float_cells log2 low N Hlog Hlow Hhigh)
    (float_cell_long log2 low E N Hlog Hlow Hhigh HE Far)
    ltac:(apply midpoint_grid_is_generator, words_positive) (midpoint_draws_bias b T delta_n Hb Herr)
    (fun r => answer_low <= r <= answer_high) ltac:(intros r Hr; cbv beta in Hr; lra)
    epsilon r1 r2 S M1 M2 ltac:(lra)
    ltac:(apply Rmult_le_reg_l with b; [exact Hb |]; rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra; exact Dist)
    ltac:(rewrite Ed, Ec; exact Hc) ltac:(rewrite Ed; lra)) as U.
  rewrite Ed, Ec in U. rewrite 2!prob_midpoint_draws in U.
  apply Rmult_le_reg_l with (/ 2 ^ size); [exact Pd |].
  apply Rle_trans with (1 := U). unfold release_midpoint. set (c := count _ (fun z => S (output _ r2 _))).
  replace (/ 2 ^ size * (exp verdict * c)) with (exp verdict * (/ 2 ^ size * c)) by ring.
  apply Rmult_le_compat_r; [apply Rmult_le_pos; [left; exact Pd | apply count_nonneg] |].
  apply Rmax_lub; [exact Vc |]. apply Rle_trans with (2 := Vo). apply ratio_at_smaller_mass; lra.
Qed.

End Midpoint.

Definition release_midpoint_f64 := @release_midpoint table64.
Definition release_midpoint_f32 := @release_midpoint table32.

Theorem f64_midpoint (b T rho_M delta_n answer_low answer_high epsilon verdict : R) (size : nat) (log2 low E : Z) (N : nat) :
  0 < b -> (1 <= size <= 53)%nat -> (-1074 < log2)%Z -> (- 2 ^ 51 < low)%Z -> (low + Z.of_nat N <= 2 ^ 51)%Z -> (-1021 <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let moved := bpow radix2 (E - 53 - 1) in
  let L := step log2 - moved in
  let D := corner log2 low N - corner log2 low 0 + moved in
  let bias_2 := / 2 ^ size in
  0 <= delta_n -> constant certified_table_f64 (/ 2 ^ 53) (/ 2 ^ 1074) b + slope (/ 2 ^ 53) * T <= delta_n ->
  rho_M + delta_n < T -> 2 * delta_n < L -> L <= rho_M ->
  answer_high - rho_M <= corner log2 low 0 - moved -> corner log2 low N <= answer_low + rho_M ->
  corner log2 low 0 <= answer_low -> answer_high <= corner log2 low N - moved ->
  bias_2 < least_cell b L rho_M delta_n -> bias_2 < least_outside b D delta_n ->
  (exp epsilon * Gamma (/ b) L delta_n * least_cell b L rho_M delta_n + bias_2) / (least_cell b L rho_M delta_n - bias_2) <= exp verdict ->
  (exp (epsilon + 2 * / b * delta_n) * least_outside b D delta_n + bias_2) / (least_outside b D delta_n - bias_2) <= exp verdict ->
  forall r1 r2 S, answer_low <= r1 <= answer_high -> answer_low <= r2 <= answer_high -> Rabs (r1 - r2) <= b * epsilon ->
  count (2 ^ size) (fun z => S (release_midpoint_f64 size b log2 low N r1 z))
  <= exp verdict * count (2 ^ size) (fun z => S (release_midpoint_f64 size b log2 low N r2 z)).
Proof.
  intros Hb Hs Hlog Hlow Hhigh HE H0 HN moved L D bias_2 Hdn Herr.
  apply (@float_midpoint table64 sound64 ltac:(cbn; lia) certified_table_f64 total64 ltac:(unfold certified_table_f64; lra)
    size ltac:(cbn; lia) ltac:(cbn; lia) b T rho_M delta_n answer_low answer_high epsilon verdict log2 low E N);
    try assumption; try (cbn; lia).
  unfold error_constant, error_slope, product_rounding.
  change (@half_ulp (@format table64)) with (@half_ulp binary64). change (@tiny (@format table64)) with (@tiny binary64).
  rewrite half_ulp_64, tiny_64. exact Herr.
Qed.

Theorem f32_midpoint (b T rho_M delta_n answer_low answer_high epsilon verdict : R) (size : nat) (log2 low E : Z) (N : nat) :
  0 < b -> (1 <= size <= 24)%nat -> (-149 < log2)%Z -> (- 2 ^ 22 < low)%Z -> (low + Z.of_nat N <= 2 ^ 22)%Z -> (-125 <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let moved := bpow radix2 (E - 24 - 1) in
  let L := step log2 - moved in
  let D := corner log2 low N - corner log2 low 0 + moved in
  let bias_2 := / 2 ^ size in
  0 <= delta_n -> constant certified_table_f32 (/ 2 ^ 24) (/ 2 ^ 149) b + slope (/ 2 ^ 24) * T <= delta_n ->
  rho_M + delta_n < T -> 2 * delta_n < L -> L <= rho_M ->
  answer_high - rho_M <= corner log2 low 0 - moved -> corner log2 low N <= answer_low + rho_M ->
  corner log2 low 0 <= answer_low -> answer_high <= corner log2 low N - moved ->
  bias_2 < least_cell b L rho_M delta_n -> bias_2 < least_outside b D delta_n ->
  (exp epsilon * Gamma (/ b) L delta_n * least_cell b L rho_M delta_n + bias_2) / (least_cell b L rho_M delta_n - bias_2) <= exp verdict ->
  (exp (epsilon + 2 * / b * delta_n) * least_outside b D delta_n + bias_2) / (least_outside b D delta_n - bias_2) <= exp verdict ->
  forall r1 r2 S, answer_low <= r1 <= answer_high -> answer_low <= r2 <= answer_high -> Rabs (r1 - r2) <= b * epsilon ->
  count (2 ^ size) (fun z => S (release_midpoint_f32 size b log2 low N r1 z))
  <= exp verdict * count (2 ^ size) (fun z => S (release_midpoint_f32 size b log2 low N r2 z)).
Proof.
  intros Hb Hs Hlog Hlow Hhigh HE H0 HN moved L D bias_2 Hdn Herr.
  apply (@float_midpoint table32 sound32 ltac:(cbn; lia) certified_table_f32 total32 ltac:(unfold certified_table_f32; lra)
    size ltac:(cbn; lia) ltac:(cbn; lia) b T rho_M delta_n answer_low answer_high epsilon verdict log2 low E N);
    try assumption; try (cbn; lia).
  unfold error_constant, error_slope, product_rounding.
  change (@half_ulp (@format table32)) with (@half_ulp binary32). change (@tiny (@format table32)) with (@tiny binary32).
  rewrite half_ulp_32, tiny_32. exact Herr.
Qed.
