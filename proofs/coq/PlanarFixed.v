(* Planar noise in fixed point: the ledger of PlanarLedger.v for the integers that run.

   `polar_fixed` is Polar for Fixed of crates/finite/src/planar/polar.rs, in units of 2^-frac: the exact sum of two logarithms in
   units of 2^-58 times b = mantissa 2^exponent, rounded once to a unit, then times cosine and sine in units of 2^-62, each rounded
   once. Rounding is to nearest, halves upward. `gamma_fixed` is PlanarLaplace::of with the sampler Gamma: the shift-and-add logarithm
   (ShiftAddKernel.v) and the kernel of cosine and sine (CosSinKernel.v). *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Closeness Binary PlanarScaling PlanarNoise PlanarLedger PlanarFloat FixedMechanism ShiftAddConstants CosSinConstants PureInterval.
From Kdelta Require ShiftAddKernel CosSinKernel.

Local Open Scope R_scope.

Section Fixed.

Variables (mantissa exponent frac : Z).
Hypothesis shift_positive : (1 <= 58 - frac - exponent)%Z.
Hypothesis mantissa_positive : (0 < mantissa)%Z.

Notation b := (scale mantissa exponent).
Notation one := (bpow radix2 (- frac)).

Definition length_fixed (log : Z) : Z := half_up (mantissa * log) (58 - frac - exponent).
Definition coordinate_fixed (length c : Z) : Z := half_up (length * c) 62.
Definition polar_fixed (log c s : Z) : plane :=
  (IZR (coordinate_fixed (length_fixed log) c) * one, IZR (coordinate_fixed (length_fixed log) s) * one).

(* Polar::coordinate splits the length into high 2^62 + low, so that no product overflows; that is the same integer. *)
Lemma coordinate_split length c : coordinate_fixed length c = (length / 2 ^ 62 * c + half_up (length mod 2 ^ 62 * c) 62)%Z.
Proof.
  unfold coordinate_fixed, half_up. pose proof (Z.div_mod length (2 ^ 62) ltac:(lia)) as D.
  replace (length * c + 2 ^ (62 - 1))%Z with (length mod 2 ^ 62 * c + 2 ^ (62 - 1) + (length / 2 ^ 62 * c) * 2 ^ 62)%Z
    by (rewrite D at 3; ring). rewrite Z.div_add by lia. ring.
Qed.

Lemma length_near log : Rabs (IZR (length_fixed log) * one - b * (IZR log / 2 ^ 58)) <= one / 2.
Proof.
  pose proof (half_up_near (mantissa * log) (58 - frac - exponent) shift_positive) as H. fold (length_fixed log) in H.
  assert (P : 0 < one) by apply bpow_gt_0.
  assert (E : IZR (mantissa * log) * bpow radix2 (- (58 - frac - exponent)) * one = b * (IZR log / 2 ^ 58)).
  { unfold scale, Rdiv. rewrite <- (bpow_inv 58), mult_IZR. change (- Z.of_nat 58)%Z with (- (58))%Z.
    replace (- (58 - frac - exponent))%Z with (exponent + - (58) + frac)%Z by ring. rewrite !bpow_plus.
    replace one with (/ bpow radix2 frac) by now rewrite bpow_opp. field. apply Rgt_not_eq, bpow_gt_0. }
  rewrite <- E, <- Rmult_minus_distr_r, Rabs_mult, (Rabs_pos_eq one) by lra.
  replace (one / 2) with (/ 2 * one) by field. apply Rmult_le_compat_r; lra.
Qed.

Lemma coordinate_near length c : Rabs (IZR (coordinate_fixed length c) * one - IZR length * one * (IZR c / 2 ^ 62)) <= one / 2.
Proof.
  pose proof (half_up_near (length * c) 62 ltac:(lia)) as H. fold (coordinate_fixed length c) in H.
  assert (P : 0 < one) by apply bpow_gt_0. rewrite mult_IZR in H. change (- (62))%Z with (- Z.of_nat 62)%Z in H. rewrite bpow_inv in H.
  replace (IZR (coordinate_fixed length c) * one - IZR length * one * (IZR c / 2 ^ 62))
    with ((IZR (coordinate_fixed length c) - IZR length * IZR c * / 2 ^ 62) * one) by (unfold Rdiv; ring).
  rewrite Rabs_mult, (Rabs_pos_eq one) by lra. replace (one / 2) with (/ 2 * one) by field. apply Rmult_le_compat_r; lra.
Qed.

Theorem polar_fixed_ledger log l c s theta A tau : 0 <= l -> 0 <= A -> 0 <= tau ->
  Rabs (IZR log / 2 ^ 58 - l) <= A ->
  Rabs (IZR c / 2 ^ 62 - cos theta) <= tau -> Rabs (IZR s / 2 ^ 62 - sin theta) <= tau ->
  norm (minus (polar_fixed log c s) (at_polar (b * l) theta))
  <= plane_absolute A tau 0 * b + plane_relative 0 tau 0 * (b * l) + plane_rounding (one / 2) tau 0.
Proof.
  intros Hl HA Htau H Hc Hs. assert (P : 0 < one) by apply bpow_gt_0.
  assert (Pb : 0 < b) by (apply Rmult_lt_0_compat; [now apply (IZR_lt 0) | apply bpow_gt_0]).
  assert (Z : forall x, Rabs (x - x) <= 0 * Rabs x) by (intros x; rewrite Rminus_eq_0, Rabs_R0; lra).
  apply (planar_ledger b l (IZR log / 2 ^ 58) (IZR log / 2 ^ 58) (IZR (length_fixed log) * one) theta
    (IZR c / 2 ^ 62) (IZR s / 2 ^ 62) (IZR c / 2 ^ 62) (IZR s / 2 ^ 62)); trivial; try lra.
  - pose proof (length_near log). lra.
  - pose proof (coordinate_near (length_fixed log) c). lra.
  - pose proof (coordinate_near (length_fixed log) s). lra.
Qed.

(* ** The sampler Gamma with the shift-and-add logarithm *)

Definition log_fixed (v : R) : Z := ShiftAddKernel.minus_ln_scaled (word_of v) (- mag radix2 v).

Lemma log_fixed_near p e j : (1 <= p <= 63)%nat -> (e <= 90)%nat -> (j < 2 ^ (p - 1))%nat ->
  let v := tail_value p e j in
  0 < v < 1 /\ Rabs (IZR (log_fixed v) / 2 ^ 58 - - ln v) <= certified_shift_add_64.
Proof.
  intros Hp He Hj v. destruct (scaled_word p e j Hp Hj) as (Bw & M & Ev & V0).
  change (/ 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p)) with v in *. split; [exact V0 |].
  pose proof (ShiftAddKernel.minus_ln_scaled_certified (word_of v) (Z.of_nat e) Bw ltac:(lia)) as N.
  rewrite <- Ev in N. unfold log_fixed. rewrite M. exact N.
Qed.

Definition gamma_fixed (p e1 j1 e2 j2 : nat) (turn : Z) : plane :=
  polar_fixed (log_fixed (tail_value p e1 j1) + log_fixed (tail_value p e2 j2))
    (fst (CosSinKernel.cos_sin turn)) (snd (CosSinKernel.cos_sin turn)).

Theorem gamma_fixed_ledger p e1 j1 e2 j2 turn :
  (1 <= p <= 63)%nat -> (e1 <= 90)%nat -> (e2 <= 90)%nat -> (j1 < 2 ^ (p - 1))%nat -> (j2 < 2 ^ (p - 1))%nat -> (0 <= turn < 2 ^ 64)%Z ->
  let r := b * (- ln (tail_value p e1 j1) - ln (tail_value p e2 j2)) in
  norm (minus (gamma_fixed p e1 j1 e2 j2 turn) (at_polar r (2 * PI * IZR turn / 2 ^ 64)))
  <= plane_absolute (2 * certified_shift_add_64) certified_cos_sin 0 * b + plane_relative 0 certified_cos_sin 0 * r
     + plane_rounding (one / 2) certified_cos_sin 0.
Proof.
  intros Hp He1 He2 Hj1 Hj2 Ht r.
  destruct (log_fixed_near p e1 j1 Hp He1 Hj1) as (V1 & N1). destruct (log_fixed_near p e2 j2 Hp He2 Hj2) as (V2 & N2).
  cbv zeta in *. destruct (CosSinKernel.cos_sin_certified turn Ht) as [C S].
  assert (L : forall v, 0 < v < 1 -> ln v < 0) by (intros v Hv; rewrite <- ln_1; apply ln_increasing; lra).
  pose proof (L _ V1). pose proof (L _ V2). apply Rabs_le_inv in N1. apply Rabs_le_inv in N2.
  apply polar_fixed_ledger; trivial; try lra.
  - unfold certified_cos_sin. lra.
  - rewrite plus_IZR. apply Rabs_le. lra.
Qed.

End Fixed.

(* The constants that planar-fixed-64-32-disc.json prints. *)
Theorem planar_fixed_64_32_constants :
  plane_absolute (2 * certified_shift_add_64) certified_cos_sin 0 <= 38029518006846882055014307826204 / 2 ^ 162 /\
  plane_relative 0 certified_cos_sin 0 <= 1554631894550315382744811285812 / 2 ^ 162 /\
  plane_rounding (/ 2 ^ 33) certified_cos_sin 0 <= 410757152628473743321966819275132250955 / 2 ^ 160.
Proof.
  unfold plane_absolute, plane_relative, plane_rounding, turned_error, direction_error, certified_shift_add_64, certified_cos_sin.
  repeat split; interval with (i_prec 400).
Qed.
