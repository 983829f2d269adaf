(* Planar noise in f64: the ledger of PlanarLedger.v for the functions that run.

   `polar_f64` is Polar for f64 of crates/finite/src/planar/polar.rs: sum of two logarithms, product with b, cosine and sine as
   floats, two products, each rounded. `gamma_f64` is PlanarLaplace::of with the sampler Gamma: the table logarithm of both
   draws (TableLogarithms.v) and the kernel of cosine and sine (CosSinKernel.v). `gamma_f64_ledger` is the ledger of every
   certificate in binary64 with that sampler; nothing of it is assumed. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core Relative.
From Kdelta Require Import PureInterval.
From Kdelta Require Import Closeness Binary PlanarScaling PlanarNoise PlanarLedger TableConstants TableKernel TableReduction TableLogarithms TableMechanisms FloatMechanism.
From Kdelta Require Import CosSinConstants.
From Kdelta Require CosSinKernel.

Local Open Scope R_scope.
Local Existing Instance binary64.

(* One rounding's relative error, h/(1+h) with h = 2^-53. *)
Definition once : R := @product_rounding binary64.

Lemma once_value : once = / 2 ^ 53 / (1 + / 2 ^ 53).
Proof. unfold once, product_rounding. rewrite half_ulp_64. reflexivity. Qed.

Lemma once_range : 0 <= once <= / 2 ^ 53.
Proof. rewrite once_value. assert (H : 0 < / 2 ^ 53) by (apply Rinv_0_lt_compat, pow_lt; lra). set (h := / 2 ^ 53) in *. split.
  - left. apply Rdiv_lt_0_compat; lra.
  - apply Rle_div_l; nra. Qed.

(* No subnormal: a rounding is relative. *)
Lemma rnd_relative x : x = 0 \/ bpow radix2 (-1000) <= Rabs x -> Rabs (rnd x - x) <= once * Rabs x.
Proof.
  intros [-> | H].
  { unfold rnd. rewrite round_0 by apply valid_rnd_N. rewrite Rminus_0_r, Rabs_R0. lra. }
  unfold rnd. rewrite round_FLT_FLX.
  - pose proof (relative_error_N_FLX' radix2 53 ltac:(reflexivity) (fun n => negb (Z.even n)) x) as E.
    unfold once, product_rounding. unfold u_ro in E.
    replace (/ 2 * bpow radix2 (- (53) + 1)) with (@half_ulp binary64) in E.
    + exact E.
    + change (@half_ulp binary64) with (bpow radix2 (- (53))). rewrite bpow_twice. field.
  - apply Rle_trans with (2 := H). apply bpow_le. cbn. lia.
Qed.

Lemma rnd_large x k : (-1000 <= k)%Z -> bpow radix2 k <= Rabs x -> bpow radix2 k <= Rabs (rnd x).
Proof. intros Hk H. apply abs_round_ge_generic; [apply valid | apply valid_rnd_N | apply format_bpow; cbn; lia | exact H]. Qed.

(* c units of 2^-62 as a float: Polar::coordinate's second factor. *)
Definition direction (c : Z) : R := rnd (IZR c) * bpow radix2 (-62).

Lemma direction_error_f64 c : Rabs (direction c - IZR c / 2 ^ 62) <= once * Rabs (IZR c / 2 ^ 62).
Proof.
  unfold direction. change (/ 2 ^ 62) with (/ 2 ^ 62). unfold Rdiv. rewrite <- (bpow_inv 62).
  change (- Z.of_nat 62)%Z with (-62)%Z. rewrite <- Rmult_minus_distr_r, 2!Rabs_bpow, <- Rmult_assoc.
  apply Rmult_le_compat_r; [apply bpow_ge_0 |]. apply rnd_relative.
  destruct (Z.eq_dec c 0) as [-> | N]; [now left | right].
  rewrite <- abs_IZR. apply Rle_trans with 1.
  - change 1 with (bpow radix2 0). apply bpow_le. lia.
  - apply (IZR_le 1). lia.
Qed.

Lemma direction_size c : direction c = 0 \/ bpow radix2 (-62) <= Rabs (direction c).
Proof.
  unfold direction. destruct (Z.eq_dec c 0) as [-> | N].
  - left. unfold rnd. rewrite round_0 by apply valid_rnd_N. ring.
  - right. rewrite Rabs_bpow. rewrite <- (Rmult_1_l (bpow radix2 (-62))) at 1. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
    change 1 with (bpow radix2 0). apply rnd_large; [lia |]. rewrite <- abs_IZR. apply (IZR_le 1). lia.
Qed.

(* The multiplication by 2^-62 is exact, so `direction` needs no second rounding. *)
Lemma direction_format c : in_format (direction c).
Proof.
  unfold direction. destruct (Z.eq_dec c 0) as [-> | N].
  - replace (rnd 0) with 0 by (unfold rnd; now rewrite round_0 by apply valid_rnd_N). rewrite Rmult_0_l. apply generic_format_0.
  - assert (H : bpow radix2 0 <= Rabs (rnd (IZR c))).
    { apply rnd_large; [lia |]. rewrite <- abs_IZR. change (bpow radix2 0) with 1. apply (IZR_le 1). lia. }
    pose proof (rnd_format (IZR c)) as F. set (x := rnd (IZR c)) in *.
    assert (Nx : x <> 0) by (intros ->; rewrite Rabs_R0 in H; cbn in H; lra).
    apply generic_format_FLT_FLX.
    + rewrite Rabs_bpow. rewrite <- (Rmult_1_l (bpow radix2 _)). apply Rmult_le_compat; [lra | apply bpow_ge_0 | exact H |].
      apply bpow_le. cbn. lia.
    + apply generic_format_FLX_FLT in F. destruct (FLX_format_generic _ _ _ F) as [[n e] E B].
      apply generic_format_FLX. exists (Float radix2 n (e - 62)); [| exact B].
      rewrite E. unfold F2R. cbn [Fnum Fexp]. rewrite Rmult_assoc, <- bpow_plus. reflexivity.
Qed.

(* Polar for f64, from the two logarithms and the two integers of cos_sin. *)
Definition polar_f64 (b l1 l2 : R) (c s : Z) : plane :=
  let length := rnd (rnd (l1 + l2) * b) in (rnd (length * direction c), rnd (length * direction s)).

Theorem polar_f64_ledger b l1 l2 l c s theta A g tau :
  bpow radix2 (-200) <= b -> bpow radix2 (-100) <= Rabs (l1 + l2) -> 0 <= l -> 0 <= A -> 0 <= g -> 0 <= tau ->
  Rabs (l1 + l2 - l) <= A + g * l ->
  Rabs (IZR c / 2 ^ 62 - cos theta) <= tau -> Rabs (IZR s / 2 ^ 62 - sin theta) <= tau ->
  norm (minus (polar_f64 b l1 l2 c s) (at_polar (b * l) theta))
  <= plane_absolute A tau once * b + plane_relative g tau once * (b * l).
Proof.
  intros Hb Hsum Hl HA Hg Htau H Hc Hs.
  assert (Pb : 0 < b) by (pose proof (bpow_gt_0 radix2 (-200)); lra).
  pose proof once_range as (D0 & _).
  assert (M : forall x y i j, bpow radix2 i <= Rabs x -> bpow radix2 j <= Rabs y -> bpow radix2 (i + j) <= Rabs (x * y)).
  { intros x y i j Hx Hy. rewrite bpow_plus, Rabs_mult. apply Rmult_le_compat; trivial; apply bpow_ge_0. }
  assert (S1 : bpow radix2 (-100) <= Rabs (rnd (l1 + l2))) by (apply rnd_large; [lia | exact Hsum]).
  assert (S2 : bpow radix2 (-300) <= Rabs (rnd (l1 + l2) * b)).
  { apply (M _ _ (-100)%Z (-200)%Z S1). rewrite Rabs_pos_eq by lra. exact Hb. }
  set (length := rnd (rnd (l1 + l2) * b)).
  assert (S3 : bpow radix2 (-300) <= Rabs length) by (apply rnd_large; [lia | exact S2]).
  assert (Weak : forall x k, (-1000 <= k)%Z -> bpow radix2 k <= Rabs x -> x = 0 \/ bpow radix2 (-1000) <= Rabs x).
  { intros x k Hk Hx. right. apply Rle_trans with (2 := Hx). now apply bpow_le. }
  assert (P : forall n, Rabs (rnd (length * direction n) - length * direction n) <= once * Rabs (length * direction n) + 0).
  { intros n. rewrite Rplus_0_r. apply rnd_relative. destruct (direction_size n) as [E | Hn]; [left; rewrite E; ring |].
    apply (Weak _ (-362)%Z ltac:(lia)). exact (M _ _ (-300)%Z (-62)%Z S3 Hn). }
  rewrite <- (Rplus_0_r (_ + _)).
  replace 0 with (plane_rounding 0 tau once) by (unfold plane_rounding; ring).
  apply (planar_ledger b l (l1 + l2) (rnd (l1 + l2)) length theta (IZR c / 2 ^ 62) (IZR s / 2 ^ 62) (direction c) (direction s)); trivial; try lra.
  - apply rnd_relative. apply (Weak _ (-100)%Z ltac:(lia) Hsum).
  - rewrite Rplus_0_r, (Rmult_comm b). unfold length. apply rnd_relative. apply (Weak _ (-300)%Z ltac:(lia) S2).
  - apply direction_error_f64.
  - apply direction_error_f64.
Qed.

(* ** The sampler Gamma with the table logarithm *)

(* The tail probability of exponent e and mantissa j, the middle of its cell. *)
Definition tail_value (p e j : nat) : R := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p).

Definition log_f64 (v : R) : R := minus_ln_f64 (bits_of v).

Lemma log_f64_near p e j : (1 <= p <= 52)%nat -> (e < 1000)%nat -> (j < 2 ^ (p - 1))%nat ->
  let v := tail_value p e j in
  0 < v < 1 /\ / 2 ^ 53 <= - ln v /\
  Rabs (log_f64 v - - ln v) <= certified_table_f64 + / 2 ^ 53 * - ln v.
Proof.
  intros Hp He Hj v.
  destruct (from_parts (f := binary64) p e j ltac:(lia) ltac:(cbn; lia) ltac:(cbn; lia) Hj) as (Rv & [V0 V1] & m & Bm & Em).
  change (/ 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p)) with v in *.
  change (2 ^ fraction)%Z with (2 ^ 52)%Z in Bm, Em. change bias with 1023%Z in Em.
  assert (Up : v <= 1 - / 2 ^ 53).
  { unfold v, tail_value. pose proof (LogMetric.mantissa_bound p j Hj) as Hm.
    assert (P1 : 2 ^ p = 2 * 2 ^ (p - 1)) by (replace p with (S (p - 1)) at 1 by lia; reflexivity).
    assert (P0 : 0 < 2 ^ p) by (apply pow_lt; lra).
    assert (Pe : / 2 ^ S e <= / 2).
    { apply Rinv_le_contravar; [lra |]. cbn [pow]. pose proof (pow_R1_Rle 2 e ltac:(lra)). lra. }
    assert (Pe0 : 0 < / 2 ^ S e) by (apply Rinv_0_lt_compat, pow_lt; lra).
    assert (Pq : / 2 ^ 52 <= / 2 ^ p) by (apply Rinv_le_contravar; [exact P0 | apply Rle_pow; [lra | lia]]).
    assert (Hq : (2 * INR j + 1) * / 2 ^ p <= 1 - / 2 ^ p).
    { apply Rle_trans with ((2 ^ p - 1) * / 2 ^ p); [apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, P0 | lra] |].
      right. field. lra. }
    assert (Hq0 : 0 <= (2 * INR j + 1) * / 2 ^ p).
    { apply Rmult_le_pos; [pose proof (pos_INR j); lra | left; apply Rinv_0_lt_compat, P0]. }
    apply Rle_trans with (/ 2 * (1 + (1 - / 2 ^ 52))); [apply Rmult_le_compat; lra | lra]. }
  assert (L : / 2 ^ 53 <= - ln v).
  { pose proof (exp_ineq1_le (ln v)) as H. rewrite exp_ln in H by exact V0. lra. }
  split; [lra |]. split; [exact L |].
  assert (Dv : (23 * 2 ^ 52 <= bits_of v < 1023 * 2 ^ 52)%Z).
  { rewrite Em. change (2 ^ 52)%Z with 4503599627370496%Z in *. lia. }
  pose proof (minus_ln_f64_certified (bits_of v) Dv) as C.
  change (real64 (bits_of v)) with (real (bits_of v)) in C. rewrite Rv in C.
  rewrite (Rabs_left1 (ln v)) in C by lra. unfold certified_table_f64_relative in C.
  unfold log_f64. lra.
Qed.

(* PlanarLaplace::of for the sampler Gamma: two draws (e, j) and the turn of an angle. *)
Definition gamma_f64 (b : R) (p e1 j1 e2 j2 : nat) (turn : Z) : plane :=
  polar_f64 b (log_f64 (tail_value p e1 j1)) (log_f64 (tail_value p e2 j2))
    (fst (CosSinKernel.cos_sin turn)) (snd (CosSinKernel.cos_sin turn)).

Theorem gamma_f64_ledger b p e1 j1 e2 j2 turn :
  bpow radix2 (-200) <= b -> (1 <= p <= 52)%nat -> (e1 < 1000)%nat -> (e2 < 1000)%nat ->
  (j1 < 2 ^ (p - 1))%nat -> (j2 < 2 ^ (p - 1))%nat -> (0 <= turn < 2 ^ 64)%Z ->
  let r := b * (- ln (tail_value p e1 j1) - ln (tail_value p e2 j2)) in
  norm (minus (gamma_f64 b p e1 j1 e2 j2 turn) (at_polar r (2 * PI * IZR turn / 2 ^ 64)))
  <= plane_absolute (2 * certified_table_f64) certified_cos_sin once * b + plane_relative (/ 2 ^ 53) certified_cos_sin once * r.
Proof.
  intros Hb Hp He1 He2 Hj1 Hj2 Ht r.
  destruct (log_f64_near p e1 j1 Hp He1 Hj1) as (V1 & L1 & N1). destruct (log_f64_near p e2 j2 Hp He2 Hj2) as (V2 & L2 & N2).
  cbv zeta in *. set (v1 := tail_value p e1 j1) in *. set (v2 := tail_value p e2 j2) in *.
  destruct (CosSinKernel.cos_sin_certified turn Ht) as [C S].
  apply Rabs_le_inv in N1. apply Rabs_le_inv in N2.
  assert (Ph : 0 < / 2 ^ 53) by (apply Rinv_0_lt_compat, pow_lt; lra).
  assert (K : certified_table_f64 <= / 2 ^ 60) by (unfold certified_table_f64; lra).
  apply polar_f64_ledger; trivial; try lra.
  - change (bpow radix2 (-100) <= Rabs (log_f64 v1 + log_f64 v2)).
    assert (Q : forall x, 0 <= x -> / 2 ^ 53 * x <= x / 4) by (intros x Hx; lra).
    pose proof (Q _ (Rle_trans _ _ _ (Rlt_le _ _ Ph) L1)). pose proof (Q _ (Rle_trans _ _ _ (Rlt_le _ _ Ph) L2)).
    assert (H54 : bpow radix2 (-54) <= log_f64 v1 + log_f64 v2).
    { change (-54)%Z with (- Z.of_nat 54)%Z. rewrite bpow_inv. lra. }
    pose proof (bpow_gt_0 radix2 (-54)). rewrite Rabs_pos_eq by lra.
    apply Rle_trans with (2 := H54). apply bpow_le; lia.
  - unfold certified_table_f64. lra.
  - unfold certified_cos_sin. lra.
  - change (Rabs (log_f64 v1 + log_f64 v2 - (- ln v1 - ln v2)) <= 2 * certified_table_f64 + / 2 ^ 53 * (- ln v1 - ln v2)).
    apply Rabs_le. lra.
Qed.

(* The constants that planar-binary64.json prints. *)
Theorem planar_binary64_constants :
  plane_absolute (2 * certified_table_f64) certified_cos_sin once <= 1334499437907504255247264463775 / 2 ^ 160 /\
  plane_relative (/ 2 ^ 53) certified_cos_sin once <= 405842521059852252052857913336146 / 2 ^ 159.
Proof.
  unfold plane_absolute, plane_relative, turned_error, direction_error, certified_table_f64, certified_cos_sin. rewrite once_value.
  split; interval with (i_prec 400).
Qed.
