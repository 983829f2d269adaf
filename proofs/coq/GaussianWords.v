(* Gaussian noise from words of entropy, (ε, δ) as a count: for every format, then for f64 and f32. Fixed point is in
   GaussianFixed.v.

   The logarithm of a tail probability goes through a kernel of g and is multiplied by σ, rounded once. GaussianRelease.v turns
   the errors of the three into the privacy of a vector of values, and WordLaw.v turns laws into numbers of words. The ideal
   mechanism appears as one number, `gaussian_delta`, the exact curve δ(ε) of noise N(0, σ²). In f64 and f32 a lazy draw
   (LazyMechanisms.v) gives the tail probability, and the kernel is that of InverseTail.v. *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core Relative.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised TheoremA Lipschitz LogMetric Transfer Composition TheoremT.
From Kdelta Require Import Vectors NormalTail NormalMills NormalInverse GaussianLaw GaussianCurve GaussianGenerator GaussianMechanism.
From Kdelta Require Import GaussianPrivacy GaussianRelease Words LazyWords WordLoss WordLaw Window Binary GridRounding PureInterval.
From Kdelta Require Import TableConstants TableKernel TableReduction TableLogarithms FloatMechanism TableMechanisms LazyMechanisms.
From Kdelta Require Import InverseTailConstants InverseTailApproximation InverseTailKernel InverseTail MidpointMechanism.
From Kdelta Require FixedMechanism.

Local Open Scope R_scope.

Lemma words_power_positive k m : (0 < (2 ^ k) ^ m)%nat.
Proof. pose proof (Nat.pow_nonzero (2 ^ k) m (power_not_zero k)). lia. Qed.

(* ** Every format *)

(* (ε, δ) for vectors r and s of answers whose Euclidean distance is at most Delta2, of which at most Delta0 values differ: for every ε
   that exact noise has at target·e^(-Delta0 κ₊). One value reads one of W words; its law is that of the generator with e_max bits of
   exponent, whose logarithm, kernel and product have the errors (al, rl), (ag, rg) and (ap, rp). *)
Theorem gaussian_count (sigma L T rho_M al rl ag rg ap rp answer_low answer_high Delta2 epsilon target above below verdict : R)
    (p e_max N Delta0 W : nat) (logarithm kernel n' : R -> R) (window : R -> option nat) (a : nat -> R) (release : R -> nat -> option nat) :
  (1 <= p)%nat -> 0 < sigma -> 0 <= rho_M -> 0 <= al -> 0 <= rl -> 0 <= ag -> 0 <= rg -> 0 <= ap -> 0 <= rp ->
  gaussian_noise_relative rl rg rp <= 1 ->
  (forall e j, (e <= e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
     let v := GaussianRelease.midpoint p e j in
     Rabs (logarithm v - - ln v) <= al + rl * - ln v /\
     Rabs (kernel (logarithm v) - inverse_tail (logarithm v)) <= ag + rg * inverse_tail (logarithm v) /\
     Rabs (n' v - sigma * kernel (logarithm v)) <= ap + rp * (sigma * Rabs (kernel (logarithm v)))) ->
  let delta := sigma * sqrt (PI / 2) * ln (1 + / 2 ^ p) + (gaussian_noise_absolute sigma al ag rg ap rp + gaussian_noise_relative rl rg rp * T) in
  let beta := gaussian_slope sigma (rho_M + delta) in
  rho_M + delta < T ->
  T / sigma * (T / sigma) / 2 + ln (sqrt (PI / 2) * birnbaum (T / sigma)) <= INR e_max * ln 2 -> 2 * delta < L ->
  rounds_to_cells window a N -> (forall i, (i < N)%nat -> a i + L <= a (S i)) ->
  answer_high - rho_M <= a 0%nat -> a N <= answer_low + rho_M ->
  ln (Gamma_above beta L delta) <= above -> ln (Gamma_below beta L delta) <= below ->
  0 < Delta2 -> 0 <= target -> gaussian_delta (Delta2 / sigma) epsilon <= target * exp (- (INR Delta0 * above)) ->
  epsilon + INR Delta0 * (above + below) <= verdict ->
  (0 < W)%nat -> (forall x z, In (release x z) (outputs N)) ->
  (forall x T', prob (fun y => T' (output window x y)) (relative_generator p e_max n') = / INR W * count W (fun z => T' (release x z))) ->
  let answers := fun r => answer_low <= r <= answer_high in
  forall (r s : list R) S, length r = length s -> List.Forall answers r -> List.Forall answers s ->
  square_distance r s <= Delta2 * Delta2 -> (changed r s <= Delta0)%nat ->
  count (W ^ length r) (fun z => S (release_each W release r z))
  <= exp verdict * count (W ^ length s) (fun z => S (release_each W release s z)) + target * INR (W ^ length r).
Proof.
  intros Hp Hs HrM Hal Hrl Hag Hrg Hap Hrp Hrel Errors delta beta HT Hcut HL Cells Long Hr1 Hr2 Hkp Hkm HD Ht Hcurve Hv HW Inside Law answers
    r s S Hlen Mr Ms Dist Changed.
  pose proof (gaussian_release_private sigma L T rho_M al rl ag rg ap rp Delta2 epsilon target
    p e_max N Delta0 logarithm kernel n' window a answers r s S) as G.
  cbv zeta in G. fold delta beta in G.
  pose proof (vector_law_is_count W N window (relative_generator p e_max n') release HW Inside Law) as C.
  rewrite (C r S) in G. rewrite Hlen, (C s S) in G. rewrite Hlen.
  set (V := INR (W ^ length s)) in *.
  assert (PV : 0 < V) by (apply lt_0_INR; pose proof (Nat.pow_nonzero W (length s)); lia).
  apply Rmult_le_reg_l with (/ V); [now apply Rinv_0_lt_compat |].
  rewrite Rmult_plus_distr_l. replace (/ V * (target * V)) with target by (field; lra).
  eapply Rle_trans; [apply G; clear G C |]; try assumption; try reflexivity.
  - apply Rle_trans with (2 := Hcut). unfold minus_ln_tail. apply minus_ln_tail_upper.
  - intros x Hx. unfold answers in Hx. lra.
  - apply Rle_trans with (1 := Hcurve). apply Rmult_le_compat_l; [exact Ht |]. apply exp_le_exp.
    apply Ropp_le_contravar, Rmult_le_compat_l; [apply pos_INR | exact Hkp].
  - apply Rplus_le_compat_r. set (c := count _ (fun z => S (release_each W release s z))).
    replace (/ V * (exp verdict * c)) with (exp verdict * (/ V * c)) by ring.
    apply Rmult_le_compat_r; [apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat | apply count_nonneg] |].
    apply exp_le_exp. apply Rle_trans with (2 := Hv). pose proof (pos_INR Delta0). apply Rplus_le_compat_l, Rmult_le_compat_l; lra.
Qed.

(* One value is a vector of one. *)
Lemma count_one {O : Type} B (release : R -> nat -> O) x (S : O -> bool) : (0 < B)%nat ->
  count (B ^ 1) (fun z => match release_each B release (cons x nil) z with nil => false | cons o _ => S o end) = count B (fun z => S (release x z)).
Proof.
  intros HB. rewrite 2!count_is_sum. change (B ^ 1)%nat with (B ^ length (cons x nil))%nat.
  rewrite (sum_release_each B release x nil (fun t => if match t with nil => false | cons o _ => S o end then 1 else 0) HB).
  cbn. ring.
Qed.

Lemma gaussian_one B (release : R -> nat -> option nat) (answers : R -> Prop) verdict target distance :
  (0 < B)%nat ->
  (forall (r s : list R) (S : list (option nat) -> bool), length r = length s -> List.Forall answers r -> List.Forall answers s ->
    square_distance r s <= distance * distance -> (changed r s <= 1)%nat ->
    count (B ^ length r) (fun z => S (release_each B release r z))
    <= exp verdict * count (B ^ length s) (fun z => S (release_each B release s z)) + target * INR (B ^ length r)) ->
  forall r1 r2 S, answers r1 -> answers r2 -> Rabs (r1 - r2) <= distance ->
  count B (fun z => S (release r1 z)) <= exp verdict * count B (fun z => S (release r2 z)) + target * INR B.
Proof.
  intros HB H r1 r2 S M1 M2 D.
  pose proof (H (cons r1 nil) (cons r2 nil) (fun t => match t with nil => false | cons o _ => S o end) eq_refl
    ltac:(repeat constructor; assumption) ltac:(repeat constructor; assumption)) as G.
  cbn [length] in G. rewrite 2!count_one, Nat.pow_1_r in G by exact HB. apply G.
  - cbn [square_distance]. apply Rabs_le_inv in D. nra.
  - cbn [changed]. destruct (Req_EM_T r1 r2); lia.
Qed.

(* ** f64 and f32 *)

(* g(y) ≥ y near 0, where Mills' ratio is more than 1. *)
Lemma inverse_tail_at_least y : 0 <= y <= / 4 -> y <= inverse_tail y.
Proof.
  intros Hy. rewrite <- (inverse_tail_of_minus_ln y) at 1 by lra. apply inverse_tail_monotone.
  pose proof (minus_ln_tail_chord 0 y (proj1 Hy)) as [_ C]. rewrite minus_ln_tail_zero, !Rminus_0_r in C. apply Rle_trans with (1 := C).
  pose proof (mills_lipschitz 0 y ltac:(lra) (proj1 Hy)) as M. rewrite mills_zero in M.
  assert (125 / 100 <= sqrt (PI / 2)) by interval with (i_prec 60). rewrite hazard_is_inverse.
  assert (/ mills y <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra). nra.
Qed.

Section Float.

Context {kernel : Kernel}.
Hypothesis sound : Sound.
Hypothesis largest_k_small : (largest_k < bias)%Z.
Hypothesis fraction_24 : (23 <= fraction)%Z.
(* The error of the logarithm, and of one rounding. *)
Variables (absolute h : R).
Hypothesis absolute_bound : total_error <= absolute.
Hypothesis absolute_range : 0 <= absolute <= half_ulp / 2.
Hypothesis half_ulp_is : half_ulp = h.
(* The kernel of g. *)
Variables (gaussian_kernel : R -> R) (ag rg : R).
Hypothesis ag_range : 0 <= ag <= half_ulp / 8.
Hypothesis rg_range : 0 <= rg <= / 4.
Hypothesis kernel_error : forall l, in_format l -> 0 <= l < 2 ^ 31 - / 4 ->
  Rabs (gaussian_kernel l - inverse_tail l) <= ag + rg * inverse_tail l.
(* The bits of exponent in the first word, and that the table of logarithms has these exponents. *)
Variable first : nat.
Hypothesis first_large : (41 <= first)%nat.
Hypothesis first_in_table : (Z.of_nat first < largest_k)%Z.

(* Rounding moves y by at most h/(1+h) of itself, if it is not subnormal. *)
Lemma rnd_relative y : bpow radix2 (least + precision - 1) <= Rabs y -> Rabs (rnd y - y) <= product_rounding * Rabs y.
Proof.
  intros H. unfold rnd. rewrite round_FLT_FLX by exact H.
  pose proof (relative_error_N_FLX' radix2 precision precision_positive (fun n => negb (Z.even n)) y) as E.
  assert (U : u_ro radix2 precision = half_ulp) by (unfold u_ro, half_ulp; rewrite bpow_twice; field).
  rewrite U in E. exact E.
Qed.

(* Gaussian::of before the sign. *)
Definition gaussian_computed (sigma v : R) : R := rnd (sigma * gaussian_kernel (lazy_minus_ln first v)).

Section Draw.

Variables (p e j : nat).
Hypothesis p_range : (1 <= p)%nat.
Hypothesis p_fits : (Z.of_nat p <= fraction)%Z.
Hypothesis p_word : (p <= 63)%nat.
Hypothesis e_range : (Z.of_nat e <= 2147483724)%Z.
Hypothesis j_range : (j < 2 ^ (p - 1))%nat.
Notation v := (GaussianRelease.midpoint p e j).

Lemma tail_of_draw : half_ulp <= - ln v <= 1490000000.
Proof.
  pose proof (mantissa_bound p j j_range) as Hj. pose proof (pos_INR j) as J0.
  assert (Pp : 0 < 2 ^ (p - 1)) by (apply pow_lt; lra).
  assert (E : 2 ^ p = 2 * 2 ^ (p - 1)) by (destruct p as [| q]; [lia |]; replace (S q - 1)%nat with q by lia; reflexivity).
  set (t := (2 * INR j + 1) * / 2 ^ p).
  assert (T : 0 <= t /\ t + / 2 ^ p <= 1).
  { assert (I : 0 < / 2 ^ p) by (apply Rinv_0_lt_compat; lra).
    assert (I1 : / 2 ^ p * 2 ^ p = 1) by (apply Rinv_l; lra). unfold t. split; [nra |].
    replace ((2 * INR j + 1) * / 2 ^ p + / 2 ^ p) with ((2 * INR j + 2) * / 2 ^ p) by ring. nra. }
  assert (U : 2 * half_ulp <= / 2 ^ p).
  { unfold half_ulp. rewrite <- bpow_twice, <- bpow_inv. apply bpow_le. lia. }
  assert (U0 : 0 < half_ulp) by apply bpow_gt_0.
  assert (S2 : 0 < / 2 ^ S e <= / 2).
  { split; [apply half_pow_pos |]. apply Rinv_le_contravar; [lra |]. cbn [pow]. pose proof (pow_R1_Rle 2 e ltac:(lra)). lra. }
  assert (V : / 2 ^ S e <= v <= 1 - half_ulp) by (unfold GaussianRelease.midpoint; fold t; split; nra).
  split.
  - assert (ln v <= v - 1); [| lra]. pose proof (exp_ineq1_le (ln v)) as X. rewrite exp_ln in X by lra. lra.
  - assert (L : ln (/ 2 ^ S e) <= ln v) by (apply ln_le; lra).
    assert (R : ln (/ 2 ^ S e) = - (INR (S e) * ln 2)).
    { rewrite ln_Rinv by (apply pow_lt; lra). rewrite <- Rpower_pow by lra. unfold Rpower. now rewrite ln_exp. }
    rewrite R, S_INR, INR_IZR_INZ in L. apply IZR_le in e_range.
    assert (0 < ln 2 <= 6932 / 10000) by (split; interval with (i_prec 60)). nra.
Qed.

Lemma lazy_log_format : in_format (lazy_minus_ln first v).
Proof.
  unfold lazy_minus_ln. destruct (_ <=? _)%Z; [| apply rnd_format].
  unfold minus_ln. destruct (nth _ _ _) as [[inverse high] low]. apply rnd_format.
Qed.

Lemma lazy_log_error : Rabs (lazy_minus_ln first v - - ln v) <= absolute + (h + 5 / 2 ^ 65) * - ln v.
Proof.
  rewrite <- half_ulp_is.
  apply (lazy_minus_ln_error sound largest_k_small fraction_24 absolute absolute_bound (proj1 absolute_range) first first_large first_in_table p e j);
    assumption.
Qed.

Lemma lazy_log_range : half_ulp / 4 <= lazy_minus_ln first v < 2 ^ 31 - / 4.
Proof.
  pose proof lazy_log_error as E. pose proof tail_of_draw as L. pose proof (half_ulp_small fraction_24 first first_large) as U. rewrite <- half_ulp_is in E.
  apply Rabs_le_inv in E. set (l := - ln v) in *.
  assert (U0 : 0 < half_ulp) by apply bpow_gt_0.
  assert (Small : (half_ulp + 5 / 2 ^ 65) * l <= / 2 ^ 20 * l).
  { apply Rmult_le_compat_r; lra. }
  lra.
Qed.

(* The kernel's result is not so small that its product with σ could be subnormal. *)
Lemma gaussian_kernel_least : half_ulp / 16 <= gaussian_kernel (lazy_minus_ln first v).
Proof.
  pose proof lazy_log_range as L. pose proof (half_ulp_small fraction_24 first first_large) as U. set (l := lazy_minus_ln first v) in *.
  pose proof (kernel_error l lazy_log_format ltac:(lra)) as E. apply Rabs_le_inv in E.
  assert (G : half_ulp / 4 <= inverse_tail (half_ulp / 4)) by (apply inverse_tail_at_least; lra). pose proof (inverse_tail_monotone _ _ (proj1 L)) as M.
  set (g := inverse_tail l) in *. assert (rg * g <= / 4 * g) by (apply Rmult_le_compat_r; lra). lra.
Qed.

End Draw.

(* What is released for the answer r and the entropy. *)
Definition release_gaussian (sigma : R) (p : nat) (log2 low : Z) (N : nat) (r : R) (entropy : nat * list nat) : option nat :=
  output (float_window log2 low N) r (lazy_noise 64 first p (gaussian_computed sigma) entropy).

Lemma release_inside sigma p log2 low N r entropy : In (release_gaussian sigma p log2 low N r entropy) (outputs N).
Proof.
  unfold release_gaussian, outputs. destruct (output _ r _) as [i |] eqn:O; [| now left]. right. apply in_map, in_seq.
  unfold output in O. destruct (lazy_noise _ _ _ _ _) as [x |]; [| discriminate].
  unfold float_window in O. apply in_window_some in O. lia.
Qed.

Theorem float_gaussian (sigma T rho_M answer_low answer_high Delta2 epsilon target above below verdict : R) (p n : nat) (log2 low E : Z)
    (N Delta0 : nat) :
  bpow radix2 (least + precision - 1) <= sigma * (half_ulp / 16) ->
  (1 <= p)%nat -> (Z.of_nat p <= fraction)%Z -> (p <= 63)%nat -> (Z.of_nat (first + 64 * n) <= 2147483724)%Z ->
  (least < log2)%Z -> (- 2 ^ (fraction - 1) < low)%Z -> (low + Z.of_nat N <= 2 ^ (fraction - 1))%Z -> (least + precision <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let rl := h + 5 / 2 ^ 65 in
  let rp := h / (1 + h) in
  let delta := sigma * sqrt (PI / 2) * ln (1 + / 2 ^ p)
    + (gaussian_noise_absolute sigma absolute ag rg 0 rp + gaussian_noise_relative rl rg rp * T) in
  let L := step log2 - bpow radix2 (E - precision - 1) in
  let beta := gaussian_slope sigma (rho_M + delta) in
  0 <= rho_M -> rho_M + delta < T ->
  T / sigma * (T / sigma) / 2 + ln (sqrt (PI / 2) * birnbaum (T / sigma)) <= INR (first + 64 * n) * ln 2 -> 2 * delta < L ->
  answer_high - rho_M <= corner log2 low 0 - bpow radix2 (E - precision - 1) -> corner log2 low N <= answer_low + rho_M ->
  ln (Gamma_above beta L delta) <= above -> ln (Gamma_below beta L delta) <= below ->
  0 < Delta2 -> 0 <= target -> gaussian_delta (Delta2 / sigma) epsilon <= target * exp (- (INR Delta0 * above)) ->
  epsilon + INR Delta0 * (above + below) <= verdict ->
  let bits := (first + p + 64 * n)%nat in
  let released := release_each (2 ^ bits) (fun r z => release_gaussian sigma p log2 low N r (entropy 64 first p n z)) in
  let answers := fun r => answer_low <= r <= answer_high in
  forall (r s : list R) S, length r = length s -> List.Forall answers r -> List.Forall answers s ->
  square_distance r s <= Delta2 * Delta2 -> (changed r s <= Delta0)%nat ->
  count ((2 ^ bits) ^ length r) (fun z => S (released r z))
  <= exp verdict * count ((2 ^ bits) ^ length s) (fun z => S (released s z)) + target * INR ((2 ^ bits) ^ length r).
Proof.
  intros Hs Hp Hf Hp' He Hlog Hlow Hhigh HE H0 HN rl rp delta L beta HrM HT Hcut HL Hr1 Hr2 Hkp Hkm HD Ht Hcurve Hv bits released answers
    r s S Hlen Mr Ms Dist Changed.
  assert (Far : forall k, (k <= N)%nat -> Rabs (corner log2 low k) < bpow radix2 E).
  { intros k Hk. pose proof (corner_monotone log2 low 0 k ltac:(lia)). pose proof (corner_monotone log2 low k N Hk).
    apply Rabs_lt_inv in H0, HN. apply Rabs_lt. lra. }
  pose proof (float_edge_near log2 low E N Hlog Hlow Hhigh HE Far 0 ltac:(lia)) as Near0.
  pose proof (float_edge_near log2 low E N Hlog Hlow Hhigh HE Far N ltac:(lia)) as NearN.
  pose proof (half_ulp_small fraction_24 first first_large) as U. assert (U0 : 0 < half_ulp) by apply bpow_gt_0.
  assert (Ps : 0 < sigma).
  { apply Rmult_lt_reg_r with (half_ulp / 16); [lra |]. rewrite Rmult_0_l. apply Rlt_le_trans with (2 := Hs), bpow_gt_0. }
  assert (Rp : 0 <= rp <= / 2 ^ 24).
  { unfold rp. rewrite <- half_ulp_is. split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra] |].
    apply Rmult_le_reg_r with (1 + half_ulp); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
  assert (Rl : 0 <= rl <= / 2 ^ 20) by (unfold rl; rewrite <- half_ulp_is; lra).
  apply (gaussian_count sigma L T rho_M absolute rl ag rg 0 rp answer_low answer_high Delta2 epsilon target above below verdict
    p (first + 64 * n) N Delta0 (2 ^ bits) (lazy_minus_ln first) gaussian_kernel (gaussian_computed sigma) (float_window log2 low N)
    (float_edge log2 low)); try assumption; try lra.
  - unfold gaussian_noise_relative.
    assert (1 * 1 * 1 <= (1 + rl) * (1 + rg) * (1 + rp) <= (1 + / 2 ^ 20) * (1 + / 2) * (1 + / 2 ^ 24)); [| lra].
    split; (apply Rmult_le_compat; [| | apply Rmult_le_compat |]); try nra.
  - intros e j He' Hj v. set (l := lazy_minus_ln first v). split; [| split].
    + apply lazy_log_error; assumption.
    + apply kernel_error; [apply lazy_log_format |]. pose proof (lazy_log_range p e j Hp Hf Hp' ltac:(lia) Hj). unfold l, v. lra.
    + unfold gaussian_computed. fold l. pose proof (gaussian_kernel_least p e j Hp Hf Hp' ltac:(lia) Hj) as K. fold v l in K.
      pose proof (rnd_relative (sigma * gaussian_kernel l)) as R. rewrite Rabs_mult, (Rabs_pos_eq sigma), (Rabs_pos_eq (gaussian_kernel l)) in R by lra.
      rewrite (Rabs_pos_eq (gaussian_kernel l)), Rplus_0_l by lra. unfold product_rounding in R. rewrite half_ulp_is in R. apply R.
      apply Rle_trans with (1 := Hs). apply Rmult_le_compat_l; lra.
  - apply float_cells; assumption.
  - intros i Hi. apply (float_cell_long log2 low E N Hlog Hlow Hhigh HE Far i Hi).
  - apply words_positive.
  - intros x z. apply release_inside.
  - intros x T'. unfold relative_generator. rewrite <- (words_have_the_weights (first + 64 * n) p (gaussian_computed sigma)) by lia.
    unfold words. rewrite prob_equal_draws. unfold release_gaussian.
    unfold bits. rewrite (lazy_count 64 first p (gaussian_computed sigma) n (fun y => T' (output (float_window log2 low N) x y))), count_is_sum, INR_pow2.
    replace (first + p + 64 * n)%nat with (first + 64 * n + p)%nat by lia. reflexivity.
Qed.

End Float.

(* g of the logarithm l, looked up at the bits of l + 1/4. *)
Definition gaussian_kernel_f64 (l : R) : R := inverse_tail_f64 l (@bits_of binary64 (@rnd binary64 (l + / 4))).
Definition gaussian_kernel_f32 (l : R) : R := inverse_tail_f32 l (@bits_of binary64 (@rnd binary64 (l + / 4))).

Lemma kernel_position l : @in_format binary64 l -> 0 <= l < 2 ^ 31 - / 4 -> position l (@bits_of binary64 (@rnd binary64 (l + / 4))).
Proof.
  intros Fl Hl. destruct (position_exists l Fl Hl) as (bits & Hb & Hr). unfold position.
  rewrite <- Hr, (@bits_of_real binary64 bits) by (cbn; lia). split; [exact Hb | reflexivity].
Qed.

Definition release_gaussian_f64 := @release_gaussian table64 gaussian_kernel_f64.
Definition release_gaussian_f32 := @release_gaussian table32 gaussian_kernel_f32.

Theorem f64_gaussian (sigma T rho_M answer_low answer_high Delta2 epsilon target above below verdict : R) (p first n : nat) (log2 low E : Z)
    (N Delta0 : nat) :
  / 2 ^ 100 <= sigma -> (1 <= p <= 52)%nat -> (41 <= first < 1000)%nat -> (Z.of_nat (first + 64 * n) <= 2147483724)%Z ->
  (-1074 < log2)%Z -> (- 2 ^ 51 < low)%Z -> (low + Z.of_nat N <= 2 ^ 51)%Z -> (-1021 <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let rl := / 2 ^ 53 + 5 / 2 ^ 65 in
  let rp := / 2 ^ 53 / (1 + / 2 ^ 53) in
  let rg := certified_inverse_tail_f64_relative in
  let delta := sigma * sqrt (PI / 2) * ln (1 + / 2 ^ p)
    + (gaussian_noise_absolute sigma certified_table_f64 certified_inverse_tail_f64 rg 0 rp + gaussian_noise_relative rl rg rp * T) in
  let L := step log2 - bpow radix2 (E - 53 - 1) in
  let beta := gaussian_slope sigma (rho_M + delta) in
  0 <= rho_M -> rho_M + delta < T ->
  T / sigma * (T / sigma) / 2 + ln (sqrt (PI / 2) * birnbaum (T / sigma)) <= INR (first + 64 * n) * ln 2 -> 2 * delta < L ->
  answer_high - rho_M <= corner log2 low 0 - bpow radix2 (E - 53 - 1) -> corner log2 low N <= answer_low + rho_M ->
  ln (Gamma_above beta L delta) <= above -> ln (Gamma_below beta L delta) <= below ->
  0 < Delta2 -> 0 <= target -> gaussian_delta (Delta2 / sigma) epsilon <= target * exp (- (INR Delta0 * above)) ->
  epsilon + INR Delta0 * (above + below) <= verdict ->
  let bits := (first + p + 64 * n)%nat in
  let released := release_each (2 ^ bits) (fun r z => release_gaussian_f64 first sigma p log2 low N r (entropy 64 first p n z)) in
  let answers := fun r => answer_low <= r <= answer_high in
  forall (r s : list R) S, length r = length s -> List.Forall answers r -> List.Forall answers s ->
  square_distance r s <= Delta2 * Delta2 -> (changed r s <= Delta0)%nat ->
  count ((2 ^ bits) ^ length r) (fun z => S (released r z))
  <= exp verdict * count ((2 ^ bits) ^ length s) (fun z => S (released s z)) + target * INR ((2 ^ bits) ^ length r).
Proof.
  intros Hs Hp HF.
  refine (@float_gaussian table64 sound64 ltac:(cbn; lia) ltac:(cbn; lia) certified_table_f64 (/ 2 ^ 53) total64 _
    half_ulp_64 gaussian_kernel_f64 certified_inverse_tail_f64 certified_inverse_tail_f64_relative _ _ _ first ltac:(lia) ltac:(cbn; lia)
    sigma T rho_M answer_low answer_high Delta2 epsilon target above below verdict p n log2 low E N Delta0 _ ltac:(lia) ltac:(cbn; lia) ltac:(lia)).
  - change (@half_ulp (@format table64)) with (@half_ulp binary64). rewrite half_ulp_64. unfold certified_table_f64. lra.
  - change (@half_ulp (@format table64)) with (@half_ulp binary64). rewrite half_ulp_64. unfold certified_inverse_tail_f64. lra.
  - unfold certified_inverse_tail_f64_relative. lra.
  - intros l Fl Hl. apply inverse_tail_f64_certified; [exact Fl | exact Hl | now apply kernel_position].
  - change (@half_ulp (@format table64)) with (@half_ulp binary64). rewrite half_ulp_64.
    apply Rle_trans with (bpow radix2 (- Z.of_nat 200)); [apply bpow_le; cbn; lia |]. rewrite bpow_inv. lra.
Qed.

Theorem f32_gaussian (sigma T rho_M answer_low answer_high Delta2 epsilon target above below verdict : R) (p first n : nat) (log2 low E : Z)
    (N Delta0 : nat) :
  / 2 ^ 90 <= sigma -> (1 <= p <= 23)%nat -> (41 <= first < 64)%nat -> (Z.of_nat (first + 64 * n) <= 2147483724)%Z ->
  (-149 < log2)%Z -> (- 2 ^ 22 < low)%Z -> (low + Z.of_nat N <= 2 ^ 22)%Z -> (-125 <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let rl := / 2 ^ 24 + 5 / 2 ^ 65 in
  let rp := / 2 ^ 24 / (1 + / 2 ^ 24) in
  let rg := certified_inverse_tail_f32_relative in
  let delta := sigma * sqrt (PI / 2) * ln (1 + / 2 ^ p)
    + (gaussian_noise_absolute sigma certified_table_f32 certified_inverse_tail_f32 rg 0 rp + gaussian_noise_relative rl rg rp * T) in
  let L := step log2 - bpow radix2 (E - 24 - 1) in
  let beta := gaussian_slope sigma (rho_M + delta) in
  0 <= rho_M -> rho_M + delta < T ->
  T / sigma * (T / sigma) / 2 + ln (sqrt (PI / 2) * birnbaum (T / sigma)) <= INR (first + 64 * n) * ln 2 -> 2 * delta < L ->
  answer_high - rho_M <= corner log2 low 0 - bpow radix2 (E - 24 - 1) -> corner log2 low N <= answer_low + rho_M ->
  ln (Gamma_above beta L delta) <= above -> ln (Gamma_below beta L delta) <= below ->
  0 < Delta2 -> 0 <= target -> gaussian_delta (Delta2 / sigma) epsilon <= target * exp (- (INR Delta0 * above)) ->
  epsilon + INR Delta0 * (above + below) <= verdict ->
  let bits := (first + p + 64 * n)%nat in
  let released := release_each (2 ^ bits) (fun r z => release_gaussian_f32 first sigma p log2 low N r (entropy 64 first p n z)) in
  let answers := fun r => answer_low <= r <= answer_high in
  forall (r s : list R) S, length r = length s -> List.Forall answers r -> List.Forall answers s ->
  square_distance r s <= Delta2 * Delta2 -> (changed r s <= Delta0)%nat ->
  count ((2 ^ bits) ^ length r) (fun z => S (released r z))
  <= exp verdict * count ((2 ^ bits) ^ length s) (fun z => S (released s z)) + target * INR ((2 ^ bits) ^ length r).
Proof.
  intros Hs Hp HF.
  refine (@float_gaussian table32 sound32 ltac:(cbn; lia) ltac:(cbn; lia) certified_table_f32 (/ 2 ^ 24) total32 _
    half_ulp_32 gaussian_kernel_f32 certified_inverse_tail_f32 certified_inverse_tail_f32_relative _ _ _ first ltac:(lia) ltac:(cbn; lia)
    sigma T rho_M answer_low answer_high Delta2 epsilon target above below verdict p n log2 low E N Delta0 _ ltac:(lia) ltac:(cbn; lia) ltac:(lia)).
  - change (@half_ulp (@format table32)) with (@half_ulp binary32). rewrite half_ulp_32. unfold certified_table_f32. lra.
  - change (@half_ulp (@format table32)) with (@half_ulp binary32). rewrite half_ulp_32. unfold certified_inverse_tail_f32. lra.
  - unfold certified_inverse_tail_f32_relative. lra.
  - intros l Fl Hl. apply inverse_tail_f32_certified; [exact Fl | exact Hl | apply kernel_position; [now apply binary32_in_binary64 | exact Hl]].
  - change (@half_ulp (@format table32)) with (@half_ulp binary32). rewrite half_ulp_32.
    apply Rle_trans with (bpow radix2 (- Z.of_nat 126)); [apply bpow_le; cbn; lia |]. rewrite bpow_inv. lra.
Qed.
