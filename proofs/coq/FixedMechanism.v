(* The whole mechanism in fixed point, from words of entropy to the released set: one theorem for every setting.

   Joined here: the counting of words (Words.v), the shift-and-add logarithm (ShiftAddKernel.v), the product with b, the
   exact addition, the grid and the window (Window.v), and Theorems L and A (LogMetric.v). The generated files Mechanism*.v
   apply `fixed_mechanism` to the numbers of one certificate. *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised TheoremA Lipschitz LogMetric.
From Kdelta Require Import Words WordLoss Window GridRounding PureInterval ErrorTerms ShiftAddConstants.
From Kdelta Require Import Binary.
From Kdelta Require ShiftAddKernel.

Local Open Scope R_scope.

(* A shift by s >= 1 places to the right, rounded to nearest, ties upward. *)
Definition half_up (x s : Z) : Z := ((x + 2 ^ (s - 1)) / 2 ^ s)%Z.

Lemma half_up_near x s : (1 <= s)%Z -> Rabs (IZR (half_up x s) - IZR x * bpow radix2 (- s)) <= / 2.
Proof.
  intros Hs. unfold half_up. pose proof (ShiftAddKernel.floor_between (x + 2 ^ (s - 1)) (2 ^ s) ltac:(apply Z.pow_pos_nonneg; lia)) as F.
  assert (E : IZR (x + 2 ^ (s - 1)) / IZR (2 ^ s) = IZR x * bpow radix2 (- s) + / 2).
  { assert (I : forall k, (0 <= k)%Z -> IZR (2 ^ k) = bpow radix2 k) by (intros k Hk; change 2%Z with (radix_val radix2); now apply IZR_Zpower).
    rewrite plus_IZR, 2!I by lia. rewrite bpow_opp.
    replace (bpow radix2 s) with (2 * bpow radix2 (s - 1)).
    - assert (bpow radix2 (s - 1) <> 0) by apply Rgt_not_eq, bpow_gt_0. field. assumption.
    - replace s with (1 + (s - 1))%Z at 2 by ring. now rewrite bpow_plus. }
  rewrite E in F. apply Rabs_le. lra.
Qed.

Section Noise.

(* b = mantissa * 2^exponent; numbers of the format have `frac` bits after the point. *)
Variables (mantissa exponent frac : Z).
Hypothesis shift_positive : (1 <= 58 - frac - exponent)%Z.
Hypothesis mantissa_positive : (0 < mantissa)%Z.
Definition scale : R := IZR mantissa * bpow radix2 exponent.

Lemma scale_positive : 0 < scale.
Proof. apply Rmult_lt_0_compat; [now apply (IZR_lt 0) | apply bpow_gt_0]. Qed.

Definition word_of (v : R) : Z := Zfloor (v * bpow radix2 (64 - mag radix2 v)).
Definition computed (v : R) : R :=
  IZR (half_up (mantissa * ShiftAddKernel.minus_ln_scaled (word_of v) (- mag radix2 v)) (58 - frac - exponent)) * bpow radix2 (- frac).

Lemma scaled_word p e j : (1 <= p <= 63)%nat -> (j < 2 ^ (p - 1))%nat ->
  let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
  (2 ^ 63 <= word_of v < 2 ^ 64)%Z /\ (- mag radix2 v = Z.of_nat e)%Z /\
  v = IZR (word_of v) / IZR (2 ^ (64 + Z.of_nat e)) /\ 0 < v < 1.
Proof.
  intros Hp Hj v. set (q := (63 - Z.of_nat p)%Z). set (n := (2 ^ 63 + (2 * Z.of_nat j + 1) * 2 ^ q)%Z).
  assert (Q : (2 ^ 63 = 2 ^ Z.of_nat p * 2 ^ q)%Z) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (Pq : (0 < 2 ^ q)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (J : (2 * Z.of_nat j + 1 < 2 ^ Z.of_nat p)%Z).
  { apply Nat2Z.inj_lt in Hj. rewrite Nat2Z.inj_pow in Hj.
    replace (2 ^ Z.of_nat p)%Z with (2 * 2 ^ Z.of_nat (p - 1))%Z; [change (Z.of_nat 2) with 2%Z in Hj; lia |].
    rewrite <- Z.pow_succ_r by lia. f_equal. lia. }
  assert (Bn : (2 ^ 63 <= n < 2 ^ 64)%Z) by (unfold n; nia).
  assert (Iq : IZR (2 ^ q) = bpow radix2 q) by (change 2%Z with (radix_val radix2); apply IZR_Zpower; lia).
  assert (Ev : v = IZR n * bpow radix2 (- Z.of_nat e - 64)).
  { unfold v, n. rewrite plus_IZR, mult_IZR, plus_IZR, mult_IZR, <- INR_IZR_INZ, Iq.
    change (IZR (2 ^ 63)) with (bpow radix2 63).
    replace (- Z.of_nat e - 64)%Z with (- Z.of_nat (S e) + - (63))%Z by lia. rewrite bpow_plus, bpow_inv.
    replace (bpow radix2 q) with (bpow radix2 63 * / 2 ^ p).
    - rewrite (bpow_opp radix2 63). field. repeat split; first [apply pow_nonzero; lra | apply Rgt_not_eq, bpow_gt_0].
    - rewrite <- bpow_inv, <- bpow_plus. f_equal. }
  assert (Pb : 0 < bpow radix2 (- Z.of_nat e - 64)) by apply bpow_gt_0.
  assert (V1 : bpow radix2 (- Z.of_nat e - 1) <= v).
  { rewrite Ev. replace (- Z.of_nat e - 1)%Z with (63 + (- Z.of_nat e - 64))%Z by lia. rewrite bpow_plus.
    apply Rmult_le_compat_r; [lra |]. change (bpow radix2 63) with (IZR (2 ^ 63)). apply IZR_le. lia. }
  assert (V2 : v < bpow radix2 (- Z.of_nat e)).
  { rewrite Ev. replace (- Z.of_nat e)%Z with (64 + (- Z.of_nat e - 64))%Z at 2 by lia. rewrite bpow_plus.
    apply Rmult_lt_compat_r; [lra |]. change (bpow radix2 64) with (IZR (2 ^ 64)). apply IZR_lt. lia. }
  assert (V0 : 0 < v) by (pose proof (bpow_gt_0 radix2 (- Z.of_nat e - 1)); lra).
  assert (M : mag radix2 v = (- Z.of_nat e)%Z :> Z) by (apply mag_unique; rewrite Rabs_pos_eq by lra; split; assumption).
  assert (W : word_of v = n).
  { unfold word_of. rewrite M. rewrite Ev at 1.
    rewrite Rmult_assoc, <- bpow_plus. replace (- Z.of_nat e - 64 + (64 - - Z.of_nat e))%Z with 0%Z by lia. cbn [bpow].
    rewrite Rmult_1_r. apply Zfloor_IZR. }
  rewrite W, M. repeat split; try lia; try lra.
  - rewrite Ev at 1. unfold Rdiv. f_equal. change 2%Z with (radix_val radix2). rewrite IZR_Zpower by lia. rewrite <- bpow_opp. f_equal. lia.
  - apply Rlt_le_trans with (1 := V2). change 1 with (bpow radix2 0). apply bpow_le. lia.
Qed.

(* The product of b and a logarithm in units of 2^-58, rounded to the format. *)
Lemma product_error (log : Z) (l c : R) : Rabs (IZR log / 2 ^ 58 - l) <= c ->
  Rabs (IZR (half_up (mantissa * log) (58 - frac - exponent)) * bpow radix2 (- frac) - scale * l)
  <= c * scale + bpow radix2 (- frac - 1).
Proof.
  intros C. pose proof (half_up_near (mantissa * log) (58 - frac - exponent) shift_positive) as H.
  set (x := IZR (half_up (mantissa * log) (58 - frac - exponent))) in *.
  pose proof scale_positive as Ps.
  assert (Pf : 0 < bpow radix2 (- frac)) by apply bpow_gt_0.
  assert (E1 : IZR (mantissa * log) * bpow radix2 (- (58 - frac - exponent)) * bpow radix2 (- frac) = scale * (IZR log / 2 ^ 58)).
  { unfold scale, Rdiv. rewrite <- (bpow_inv 58), mult_IZR. change (- Z.of_nat 58)%Z with (- (58))%Z.
    replace (- (58 - frac - exponent))%Z with (exponent + - (58) + frac)%Z by ring.
    rewrite !bpow_plus. replace (bpow radix2 (- frac)) with (/ bpow radix2 frac) by now rewrite bpow_opp.
    field. apply Rgt_not_eq, bpow_gt_0. }
  replace (x * bpow radix2 (- frac) - scale * l)
    with ((x - IZR (mantissa * log) * bpow radix2 (- (58 - frac - exponent))) * bpow radix2 (- frac) + scale * (IZR log / 2 ^ 58 - l)).
  - apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rplus_comm. apply Rplus_le_compat.
    + rewrite Rabs_mult, (Rabs_pos_eq scale), Rmult_comm by lra. apply Rmult_le_compat_r; lra.
    + rewrite Rabs_mult, (Rabs_pos_eq (bpow _ _)) by lra.
      replace (bpow radix2 (- frac - 1)) with (/ 2 * bpow radix2 (- frac)); [apply Rmult_le_compat_r; lra |].
      unfold Zminus. rewrite bpow_plus. change (bpow radix2 (Z.opp 1)) with (/ 2). ring.
  - rewrite Rmult_minus_distr_r, E1. ring.
Qed.

Definition error_bound : R := certified_shift_add_64 * scale + bpow radix2 (- frac - 1).

Theorem computed_noise_error T p e j : (1 <= p <= 63)%nat -> (e <= 90)%nat -> (j < 2 ^ (p - 1))%nat ->
  let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
  (magnitude scale v <= T -> Rabs (computed v - magnitude scale v) <= error_bound) /\
  (T < magnitude scale v -> T - error_bound <= computed v).
Proof.
  intros Hp He Hj v. destruct (scaled_word p e j Hp Hj) as (Bw & M & Ev & V0 & V1). fold v in Bw, M, Ev, V0, V1.
  pose proof (ShiftAddKernel.minus_ln_scaled_certified (word_of v) (Z.of_nat e) Bw ltac:(lia)) as C.
  rewrite <- Ev in C. unfold computed. rewrite M. apply product_error in C. fold error_bound in C.
  replace (scale * - ln v) with (magnitude scale v) in C by (unfold magnitude; ring).
  split; intros Hv; [exact C |]. apply Rabs_le_inv in C. lra.
Qed.

(* What is released for the answer r and the word z of K + p bits. *)
Definition release (p K : nat) (log2 low : Z) (N : nat) (r : R) (z : nat) : option nat :=
  output (in_window log2 low N) r (noise_of_word K p computed z).

Theorem fixed_loss (T rho_M answer_low answer_high : R) (p K : nat) (log2 low : Z) (N : nat) :
  (1 <= p <= 63)%nat -> (K <= 90)%nat ->
  let delta := scale * ln (1 + / 2 ^ p) + error_bound in
  rho_M + delta < T -> T <= scale * INR K * ln 2 -> 2 * delta < step log2 ->
  answer_high - rho_M <= corner log2 low 0 -> corner log2 low N <= answer_low + rho_M ->
  loss_within (2 ^ (K + p)) (release p K log2 low N) (fun r => answer_low <= r <= answer_high)
    (/ scale) (ln (Gamma (/ scale) (step log2) delta)).
Proof.
  intros Hp HK delta HT HK2 HL Hr1 Hr2 r1 r2 S M1 M2.
  assert (Pe : 0 <= error_bound).
  { unfold error_bound, certified_shift_add_64. pose proof (bpow_gt_0 radix2 (- frac - 1)). pose proof scale_positive.
    assert (0 <= 15 / 2 ^ 62 * scale) by (apply Rmult_le_pos; lra). lra. }
  apply (count_of_prob K p computed ltac:(lia) (in_window log2 low N) _ r1 r2 S).
  apply (relative_generator_theorem_A scale (step log2) T rho_M error_bound p K computed (in_window log2 low N)
    (corner log2 low) N (fun r => answer_low <= r <= answer_high)); try assumption; try lia.
  - exact scale_positive.
  - intros e j He Hj. apply computed_noise_error; lia.
  - apply window_cells.
  - intros i _. apply corner_long.
  - intros r Hr. cbv beta in Hr. lra.
Qed.

Theorem fixed_mechanism (T rho_M answer_low answer_high epsilon verdict : R) (p K : nat) (log2 low : Z) (N : nat) :
  (1 <= p <= 63)%nat -> (K <= 90)%nat ->
  let delta := scale * ln (1 + / 2 ^ p) + error_bound in
  rho_M + delta < T -> T <= scale * INR K * ln 2 -> 2 * delta < step log2 ->
  answer_high - rho_M <= corner log2 low 0 -> corner log2 low N <= answer_low + rho_M ->
  epsilon + ln (Gamma (/ scale) (step log2) delta) <= verdict ->
  forall r1 r2 S, answer_low <= r1 <= answer_high -> answer_low <= r2 <= answer_high -> Rabs (r1 - r2) <= scale * epsilon ->
  count (2 ^ (K + p)) (fun z => S (release p K log2 low N r1 z))
  <= exp verdict * count (2 ^ (K + p)) (fun z => S (release p K log2 low N r2 z)).
Proof.
  intros Hp HK delta HT HK2 HL Hr1 Hr2 Hv r1 r2 S. pose proof scale_positive.
  apply (pure_of_loss _ _ _ _ _ (fixed_loss T rho_M answer_low answer_high p K log2 low N Hp HK HT HK2 HL Hr1 Hr2)
    ltac:(left; now apply Rinv_0_lt_compat)).
  rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. exact Hv.
Qed.

End Noise.
