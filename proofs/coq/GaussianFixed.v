(* Gaussian noise in fixed point from words of entropy: (ε, δ) as a count.

   The generator Relative gives the tail probability; its logarithm is that of ShiftAddKernel.v, the kernel of g that of
   InverseTailInteger.v, and the product with σ is rounded once. All three errors are absolute. Rests on GaussianWords.v. *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised TheoremA Lipschitz LogMetric Transfer Composition TheoremT.
From Kdelta Require Import Vectors NormalTail NormalMills NormalInverse GaussianLaw GaussianCurve GaussianGenerator GaussianMechanism.
From Kdelta Require Import GaussianPrivacy GaussianRelease Words WordLoss WordLaw Window Binary GridRounding PureInterval ShiftAddConstants.
From Kdelta Require Import FixedMechanism InverseTailIntegerConstants InverseTailInteger GaussianWords.
From Kdelta Require ShiftAddKernel.

Local Open Scope R_scope.

Section Fixed.

(* σ = mantissa·2^exponent; numbers of the format have `frac` bits after the point. *)
Variables (mantissa exponent frac : Z).
Hypothesis shift_positive : (1 <= 58 - frac - exponent)%Z.
Hypothesis mantissa_positive : (0 < mantissa)%Z.

(* The logarithm of a draw, in units of 2^-58. *)
Definition fixed_log (v : R) : Z := ShiftAddKernel.minus_ln_scaled (word_of v) (- mag radix2 v).

(* Gaussian::of before the sign. *)
Definition gaussian_computed (v : R) : R :=
  IZR (half_up (mantissa * inverse_tail_64 (fixed_log v)) (58 - frac - exponent)) * bpow radix2 (- frac).

(* The kernel as a function of the logarithm. *)
Definition fixed_kernel (l : R) : R := IZR (inverse_tail_64 (Zfloor (l * 2 ^ 58))) / 2 ^ 58.

Lemma fixed_kernel_of log : fixed_kernel (IZR log / 2 ^ 58) = IZR (inverse_tail_64 log) / 2 ^ 58.
Proof. unfold fixed_kernel. replace (IZR log / 2 ^ 58 * 2 ^ 58) with (IZR log) by lra. now rewrite Zfloor_IZR. Qed.

Lemma fixed_errors p e j : (1 <= p <= 63)%nat -> (e <= 90)%nat -> (j < 2 ^ (p - 1))%nat ->
  let v := GaussianRelease.midpoint p e j in let l := IZR (fixed_log v) / 2 ^ 58 in
  Rabs (l - - ln v) <= certified_shift_add_64 + 0 * - ln v /\
  Rabs (fixed_kernel l - inverse_tail l) <= certified_inverse_tail_64 + 0 * inverse_tail l /\
  Rabs (gaussian_computed v - scale mantissa exponent * fixed_kernel l)
  <= bpow radix2 (- frac - 1) + 0 * (scale mantissa exponent * Rabs (fixed_kernel l)).
Proof.
  intros Hp He Hj v l. destruct (scaled_word p e j Hp Hj) as (Bw & M & Ev & V0 & V1). fold (GaussianRelease.midpoint p e j) in Bw, M, Ev, V0, V1.
  fold v in Bw, M, Ev, V0, V1.
  pose proof (ShiftAddKernel.minus_ln_scaled_certified (word_of v) (Z.of_nat e) Bw ltac:(lia)) as C. rewrite <- Ev in C.
  pose proof (ShiftAddKernel.nothing_overflows (word_of v) (Z.of_nat e) Bw ltac:(lia)) as O.
  destruct (ShiftAddKernel.normalise _ _ _ _) as [m sum]. cbv zeta in O. destruct O as (_ & _ & _ & _ & O & _).
  assert (El : fixed_log v = ShiftAddKernel.minus_ln_scaled (word_of v) (Z.of_nat e)) by (unfold fixed_log; now rewrite M).
  rewrite <- El in C, O. fold l in C.
  assert (Far : - ln v <= 631 / 10).
  { assert (P64 : / 2 ^ S e <= v).
    { unfold v, GaussianRelease.midpoint. pose proof (half_pow_pos (S e)). pose proof (half_pow_pos p). pose proof (pos_INR j).
      assert (0 <= (2 * INR j + 1) * / 2 ^ p) by (apply Rmult_le_pos; lra). nra. }
    apply ln_le in P64; [| apply half_pow_pos]. rewrite ln_Rinv in P64 by (apply pow_lt; lra). rewrite <- Rpower_pow in P64 by lra.
    unfold Rpower in P64. rewrite ln_exp in P64. assert (E91 : INR (S e) <= 91) by (rewrite INR_IZR_INZ; apply IZR_le; lia).
    assert (0 < ln 2 <= 6932 / 10000) by (split; interval with (i_prec 60)). pose proof (pos_INR (S e)). nra. }
  assert (Domain : (0 <= fixed_log v < 2 ^ 64 - 2 ^ 56)%Z).
  { split; [lia |]. apply lt_IZR. rewrite minus_IZR. change (IZR (2 ^ 64)) with 18446744073709551616. change (IZR (2 ^ 56)) with 72057594037927936.
    apply Rabs_le_inv in C. unfold certified_shift_add_64, l in C. lra. }
  split; [lra |]. split.
  - unfold l. rewrite fixed_kernel_of. pose proof (inverse_tail_64_certified _ Domain). lra.
  - unfold l. rewrite fixed_kernel_of. unfold gaussian_computed.
    pose proof (product_error mantissa exponent frac shift_positive mantissa_positive (inverse_tail_64 (fixed_log v))
      (IZR (inverse_tail_64 (fixed_log v)) / 2 ^ 58) 0 ltac:(rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra)) as P. lra.
Qed.

(* What is released for the answer r and the word z of K + p bits. *)
Definition release_gaussian_fixed (p K : nat) (log2 low : Z) (N : nat) (r : R) (z : nat) : option nat :=
  output (in_window log2 low N) r (noise_of_word K p gaussian_computed z).

Lemma fixed_release_inside p K log2 low N r z : In (release_gaussian_fixed p K log2 low N r z) (outputs N).
Proof.
  unfold release_gaussian_fixed, outputs. destruct (output _ r _) as [i |] eqn:O; [| now left]. right. apply in_map, in_seq.
  unfold output, noise_of_word in O. apply in_window_some in O. lia.
Qed.

Theorem fixed_gaussian (T rho_M answer_low answer_high Delta2 epsilon target above below verdict : R) (p K : nat) (log2 low : Z) (N Delta0 : nat) :
  (1 <= p <= 63)%nat -> (K <= 90)%nat ->
  let sigma := scale mantissa exponent in
  let delta := sigma * sqrt (PI / 2) * ln (1 + / 2 ^ p)
    + (gaussian_noise_absolute sigma certified_shift_add_64 certified_inverse_tail_64 0 (bpow radix2 (- frac - 1)) 0 + gaussian_noise_relative 0 0 0 * T) in
  let L := step log2 in
  let beta := gaussian_slope sigma (rho_M + delta) in
  0 <= rho_M -> rho_M + delta < T ->
  T / sigma * (T / sigma) / 2 + ln (sqrt (PI / 2) * birnbaum (T / sigma)) <= INR K * ln 2 -> 2 * delta < L ->
  answer_high - rho_M <= corner log2 low 0 -> corner log2 low N <= answer_low + rho_M ->
  ln (Gamma_above beta L delta) <= above -> ln (Gamma_below beta L delta) <= below ->
  0 < Delta2 -> 0 <= target -> gaussian_delta (Delta2 / sigma) epsilon <= target * exp (- (INR Delta0 * above)) ->
  epsilon + INR Delta0 * (above + below) <= verdict ->
  let bits := (K + p)%nat in
  let released := release_each (2 ^ bits) (release_gaussian_fixed p K log2 low N) in
  let answers := fun r => answer_low <= r <= answer_high in
  forall (r s : list R) S, length r = length s -> List.Forall answers r -> List.Forall answers s ->
  square_distance r s <= Delta2 * Delta2 -> (changed r s <= Delta0)%nat ->
  count ((2 ^ bits) ^ length r) (fun z => S (released r z))
  <= exp verdict * count ((2 ^ bits) ^ length s) (fun z => S (released s z)) + target * INR ((2 ^ bits) ^ length r).
Proof.
  intros Hp HK sigma delta L beta HrM HT Hcut HL Hr1 Hr2 Hkp Hkm HD Ht Hcurve Hv bits released answers.
  pose proof (scale_positive mantissa exponent mantissa_positive) as Ps. fold sigma in Ps.
  apply (gaussian_count sigma L T rho_M certified_shift_add_64 0 certified_inverse_tail_64 0 (bpow radix2 (- frac - 1)) 0 answer_low answer_high
    Delta2 epsilon target above below verdict p K N Delta0 (2 ^ bits) (fun v => IZR (fixed_log v) / 2 ^ 58) fixed_kernel gaussian_computed
    (in_window log2 low N) (corner log2 low)); try assumption; try lra; try lia.
  - unfold certified_shift_add_64. lra.
  - unfold certified_inverse_tail_64. lra.
  - apply bpow_ge_0.
  - unfold gaussian_noise_relative. lra.
  - intros e j He Hj. apply fixed_errors; [exact Hp | lia | exact Hj].
  - apply window_cells.
  - intros i _. apply corner_long.
  - apply words_positive.
  - intros x z. apply fixed_release_inside.
  - intros x T'. unfold relative_generator. rewrite <- (words_have_the_weights K p gaussian_computed) by lia.
    unfold words. rewrite prob_equal_draws, count_is_sum, INR_pow2. reflexivity.
Qed.

End Fixed.
