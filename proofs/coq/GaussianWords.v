(* Gaussian noise in f64 from words of entropy: (ε, δ) as a count.

   A lazy draw (LazyMechanisms.v) gives the tail probability; its logarithm goes through the kernel g of InverseTail.v and is
   multiplied by σ, rounded once. GaussianRelease.v turns the errors of the three into the privacy of a vector of values, and
   WordLaw.v turns laws into numbers of words. The ideal mechanism appears as one number, `gaussian_delta`, the exact curve δ(ε)
   of noise N(0, σ²). *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core Relative.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised TheoremA Lipschitz LogMetric Transfer Composition TheoremT.
From Kdelta Require Import Vectors NormalTail NormalMills NormalInverse GaussianLaw GaussianCurve GaussianGenerator GaussianMechanism.
From Kdelta Require Import GaussianPrivacy GaussianRelease Words LazyWords WordLoss WordLaw Window Binary GridRounding PureInterval.
From Kdelta Require Import TableConstants TableKernel TableReduction TableLogarithms FloatMechanism TableMechanisms LazyMechanisms.
From Kdelta Require Import InverseTailConstants InverseTailKernel InverseTail MidpointMechanism.
From Kdelta Require FixedMechanism.

Local Open Scope R_scope.

Existing Instance binary64.

(* Rounding moves y by at most h/(1+h) of itself, or by less than the least number. *)
Lemma rnd_error_sharp y : Rabs (rnd y - y) <= tiny + product_rounding * Rabs y.
Proof.
  destruct (relative_error_N_FLT'_ex radix2 least precision precision_positive (fun n => negb (Z.even n)) y)
    as (eps & eta & Heps & Heta & _ & Ex).
  change (rnd y = y * (1 + eps) + eta) in Ex. rewrite Ex.
  assert (U : u_ro radix2 precision = half_ulp) by (unfold u_ro, half_ulp; rewrite bpow_twice; field).
  rewrite U in Heps. fold product_rounding in Heps.
  assert (Heta' : Rabs eta <= tiny).
  { apply Rle_trans with (1 := Heta). unfold tiny. pose proof (bpow_gt_0 radix2 least). lra. }
  replace (y * (1 + eps) + eta - y) with (eta + eps * y) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). apply Rplus_le_compat; [exact Heta' |]. rewrite Rabs_mult.
  apply Rmult_le_compat_r; [apply Rabs_pos | exact Heps].
Qed.

(* Gaussian::of before the sign: g of the logarithm l, looked up at the bits of l + 1/4. *)
Definition gaussian_kernel (l : R) : R := inverse_tail_f64 l (bits_of (rnd (l + / 4))).
Definition gaussian_computed (first : nat) (sigma v : R) : R := rnd (sigma * gaussian_kernel (@lazy_minus_ln table64 first v)).

Lemma gaussian_kernel_error l : in_format l -> 0 <= l < 2 ^ 31 - / 4 ->
  Rabs (gaussian_kernel l - inverse_tail l) <= certified_inverse_tail_f64 + certified_inverse_tail_f64_relative * inverse_tail l.
Proof.
  intros Fl Hl. destruct (position_exists l Fl Hl) as (bits & Hb & Hr).
  apply (inverse_tail_f64_certified l _ Fl Hl). unfold position.
  rewrite <- Hr, (bits_of_real bits) by (cbn; lia). split; [exact Hb | reflexivity].
Qed.

Section Draw.

Variables (p first e j : nat).
Hypothesis p_range : (1 <= p <= 52)%nat.
Hypothesis first_range : (41 <= first < 1000)%nat.
Hypothesis e_range : (Z.of_nat e <= 2147483724)%Z.
Hypothesis j_range : (j < 2 ^ (p - 1))%nat.
Notation v := (GaussianRelease.midpoint p e j).

Lemma tail_of_draw : / 2 ^ 53 <= - ln v <= 1490000000.
Proof.
  pose proof (mantissa_bound p j j_range) as Hj. pose proof (pos_INR j) as J0.
  assert (Pp : 0 < 2 ^ (p - 1)) by (apply pow_lt; lra).
  assert (E : 2 ^ p = 2 * 2 ^ (p - 1)) by (destruct p as [| q]; [lia |]; replace (S q - 1)%nat with q by lia; reflexivity).
  set (t := (2 * INR j + 1) * / 2 ^ p).
  assert (T : 0 <= t /\ t + / 2 ^ p <= 1).
  { assert (I : 0 < / 2 ^ p) by (apply Rinv_0_lt_compat; lra).
    assert (I1 : / 2 ^ p * 2 ^ p = 1) by (apply Rinv_l; lra). unfold t. split; [nra |].
    replace ((2 * INR j + 1) * / 2 ^ p + / 2 ^ p) with ((2 * INR j + 2) * / 2 ^ p) by ring. nra. }
  assert (P52 : / 2 ^ 52 <= / 2 ^ p) by (apply Rinv_le_contravar; [lra | apply Rle_pow; [lra | lia]]).
  assert (S2 : 0 < / 2 ^ S e <= / 2).
  { split; [apply half_pow_pos |]. apply Rinv_le_contravar; [lra |]. cbn [pow]. pose proof (pow_R1_Rle 2 e ltac:(lra)). lra. }
  assert (V : / 2 ^ S e <= v <= 1 - / 2 ^ 53) by (unfold GaussianRelease.midpoint; fold t; split; nra).
  split.
  - assert (ln v <= v - 1); [| lra]. pose proof (exp_ineq1_le (ln v)) as X. rewrite exp_ln in X by lra. lra.
  - assert (L : ln (/ 2 ^ S e) <= ln v) by (apply ln_le; lra).
    assert (R : ln (/ 2 ^ S e) = - (INR (S e) * ln 2)).
    { rewrite ln_Rinv by (apply pow_lt; lra). rewrite <- Rpower_pow by lra. unfold Rpower. now rewrite ln_exp. }
    rewrite R, S_INR, INR_IZR_INZ in L. apply IZR_le in e_range.
    assert (0 < ln 2 <= 6932 / 10000) by (split; interval with (i_prec 60)). nra.
Qed.

Lemma lazy_log_format : in_format (@lazy_minus_ln table64 first v).
Proof.
  unfold lazy_minus_ln. destruct (_ <=? _)%Z; [| apply rnd_format].
  unfold minus_ln. destruct (nth _ _ _) as [[inverse high] low]. apply rnd_format.
Qed.

Lemma lazy_log_error : Rabs (@lazy_minus_ln table64 first v - - ln v) <= certified_table_f64 + (/ 2 ^ 53 + 5 / 2 ^ 65) * - ln v.
Proof.
  rewrite <- half_ulp_64.
  apply (@lazy_minus_ln_error table64 sound64 ltac:(cbn; lia) ltac:(cbn; lia) certified_table_f64 total64
    ltac:(unfold certified_table_f64; lra) first ltac:(lia) ltac:(cbn; lia) p e j); try assumption; cbn; lia.
Qed.

Lemma lazy_log_range : 0 <= @lazy_minus_ln table64 first v < 2 ^ 31 - / 4.
Proof.
  pose proof lazy_log_error as E. pose proof tail_of_draw as L. apply Rabs_le_inv in E. unfold certified_table_f64 in E.
  set (l := - ln v) in *. split; [| lra]. lra.
Qed.

End Draw.

(* What is released for the answer r and the entropy. *)
Definition release_gaussian_f64 (first : nat) (sigma : R) (p : nat) (log2 low : Z) (N : nat) (r : R) (entropy : nat * list nat) : option nat :=
  output (@float_window binary64 log2 low N) r (lazy_noise 64 first p (gaussian_computed first sigma) entropy).

Lemma words_power_positive k m : (0 < (2 ^ k) ^ m)%nat.
Proof. pose proof (Nat.pow_nonzero (2 ^ k) m (power_not_zero k)). lia. Qed.

Lemma release_inside first sigma p log2 low N r entropy : In (release_gaussian_f64 first sigma p log2 low N r entropy) (outputs N).
Proof.
  unfold release_gaussian_f64, outputs. destruct (output _ r _) as [i |] eqn:O; [| now left]. right. apply in_map, in_seq.
  unfold output in O. destruct (lazy_noise _ _ _ _ _) as [x |]; [| discriminate].
  unfold float_window in O. apply in_window_some in O. lia.
Qed.

(* (ε, δ) for vectors r and s of answers whose Euclidean distance is at most Delta2, of which at most Delta0 values differ: for every ε
   that exact noise has at target·e^(-Delta0 κ₊). *)
Theorem f64_gaussian (sigma T rho_M answer_low answer_high Delta2 epsilon target above below verdict : R) (p first n : nat) (log2 low E : Z)
    (N Delta0 : nat) :
  0 < sigma -> (1 <= p <= 52)%nat -> (41 <= first < 1000)%nat -> (Z.of_nat (first + 64 * n) <= 2147483724)%Z ->
  (-1074 < log2)%Z -> (- 2 ^ 51 < low)%Z -> (low + Z.of_nat N <= 2 ^ 51)%Z -> (-1021 <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let rl := / 2 ^ 53 + 5 / 2 ^ 65 in
  let rp := / 2 ^ 53 / (1 + / 2 ^ 53) in
  let rg := certified_inverse_tail_f64_relative in
  let delta := sigma * sqrt (PI / 2) * ln (1 + / 2 ^ p)
    + (gaussian_noise_absolute sigma certified_table_f64 certified_inverse_tail_f64 rg (/ 2 ^ 1074) rp + gaussian_noise_relative rl rg rp * T) in
  let L := step log2 - bpow radix2 (E - 53 - 1) in
  let beta := gaussian_slope sigma (rho_M + delta) in
  let kp := ln (Gamma_above beta L delta) in
  let km := ln (Gamma_below beta L delta) in
  0 <= rho_M -> rho_M + delta < T ->
  T / sigma * (T / sigma) / 2 + ln (sqrt (PI / 2) * birnbaum (T / sigma)) <= INR (first + 64 * n) * ln 2 -> 2 * delta < L ->
  answer_high - rho_M <= corner log2 low 0 - bpow radix2 (E - 53 - 1) -> corner log2 low N <= answer_low + rho_M ->
  kp <= above -> km <= below ->
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
  intros Hs Hp HF He Hlog Hlow Hhigh HE H0 HN rl rp rg delta L beta kp km HrM HT Hcut HL Hr1 Hr2 Hkp Hkm HD Ht Hcurve Hv bits released answers
    r s S Hlen Mr Ms Dist Changed.
  assert (Far : forall k, (k <= N)%nat -> Rabs (corner log2 low k) < bpow radix2 E).
  { intros k Hk. pose proof (corner_monotone log2 low 0 k ltac:(lia)). pose proof (corner_monotone log2 low k N Hk).
    apply Rabs_lt_inv in H0, HN. apply Rabs_lt. lra. }
  pose proof (@float_edge_near binary64 log2 low E N Hlog Hlow Hhigh HE Far 0 ltac:(lia)) as Near0.
  pose proof (@float_edge_near binary64 log2 low E N Hlog Hlow Hhigh HE Far N ltac:(lia)) as NearN.
  change (E - precision - 1)%Z with (E - 53 - 1)%Z in Near0, NearN.
  set (n' := gaussian_computed first sigma). set (window := @float_window binary64 log2 low N).
  assert (Rp : 0 <= rp) by (unfold rp; interval with (i_prec 60)).
  assert (Errors : forall e j, (e <= first + 64 * n)%nat -> (j < 2 ^ (p - 1))%nat ->
    let v := GaussianRelease.midpoint p e j in let l := @lazy_minus_ln table64 first v in
    Rabs (l - - ln v) <= certified_table_f64 + rl * - ln v /\
    Rabs (gaussian_kernel l - inverse_tail l) <= certified_inverse_tail_f64 + rg * inverse_tail l /\
    Rabs (n' v - sigma * gaussian_kernel l) <= / 2 ^ 1074 + rp * (sigma * Rabs (gaussian_kernel l))).
  { intros e j He' Hj v l. split; [| split].
    - apply lazy_log_error; assumption || lia.
    - apply gaussian_kernel_error; [apply lazy_log_format | apply lazy_log_range; assumption || lia].
    - unfold n', gaussian_computed. fold l. pose proof (rnd_error_sharp (sigma * gaussian_kernel l)) as R.
      rewrite Rabs_mult, (Rabs_pos_eq sigma) in R by lra. unfold product_rounding in R. now rewrite tiny_64, half_ulp_64 in R. }
  assert (Law : forall x T', prob (fun y => T' (output window x y)) (relative_generator p (first + 64 * n) n')
    = / INR (2 ^ bits) * count (2 ^ bits) (fun z => T' (release_gaussian_f64 first sigma p log2 low N x (entropy 64 first p n z)))).
  { intros x T'. unfold relative_generator. rewrite <- (words_have_the_weights (first + 64 * n) p n') by lia.
    unfold words. rewrite prob_equal_draws. unfold release_gaussian_f64. fold window n'.
    unfold bits. rewrite (lazy_count 64 first p n' n (fun y => T' (output window x y))), count_is_sum, INR_pow2.
    replace (first + p + 64 * n)%nat with (first + 64 * n + p)%nat by lia. reflexivity. }
  pose proof (gaussian_release_private sigma L T rho_M certified_table_f64 rl certified_inverse_tail_f64 rg (/ 2 ^ 1074) rp Delta2 epsilon target
    p (first + 64 * n) N Delta0 (@lazy_minus_ln table64 first) gaussian_kernel n' window (@float_edge binary64 log2 low) answers r s S) as G.
  cbv zeta in G. fold delta beta kp km in G.
  pose proof (vector_law_is_count (2 ^ bits) N window (relative_generator p (first + 64 * n) n')
    (fun r z => release_gaussian_f64 first sigma p log2 low N r (entropy 64 first p n z)) (words_positive bits)
    ltac:(intros; apply release_inside) Law) as C.
  rewrite (C r S) in G. rewrite Hlen, (C s S) in G. fold released in G. rewrite Hlen.
  set (W := INR ((2 ^ bits) ^ length s)) in *.
  assert (PW : 0 < W) by (apply lt_0_INR, words_power_positive).
  apply Rmult_le_reg_l with (/ W); [now apply Rinv_0_lt_compat |].
  rewrite Rmult_plus_distr_l. replace (/ W * (target * W)) with target by (field; lra).
  eapply Rle_trans; [apply G; clear G C |].
  all: try assumption; try lia; try (unfold rl, rg, certified_table_f64, certified_inverse_tail_f64, certified_inverse_tail_f64_relative; lra).
  - unfold gaussian_noise_relative, rl, rg, rp, certified_inverse_tail_f64_relative. interval with (i_prec 60).
  - apply Rle_trans with (2 := Hcut). unfold minus_ln_tail. apply minus_ln_tail_upper.
  - apply float_cells; assumption.
  - intros i Hi. apply (@float_cell_long binary64 log2 low E N Hlog Hlow Hhigh HE Far i Hi).
  - intros x Hx. unfold answers in Hx. lra.
  - apply Rle_trans with (1 := Hcurve). apply Rmult_le_compat_l; [exact Ht |]. apply exp_le_exp.
    apply Ropp_le_contravar, Rmult_le_compat_l; [apply pos_INR | exact Hkp].
  - apply Rplus_le_compat_r. set (c := count _ (fun z => S (released s z))).
    replace (/ W * (exp verdict * c)) with (exp verdict * (/ W * c)) by ring.
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
