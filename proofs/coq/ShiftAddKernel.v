(* The shift-and-add kernels of crates/finite/src/ln/shift_add.rs on integers, and their certified error.

   The functions below are the source's, operation by operation. Words are integers here: `step_of_words` shows that the
   branch-free step on 64-bit words is the one below, `nothing_overflows` that every later value of the 64-bit kernel fits
   its word (for the 16- and 32-bit kernels the harnesses and contracts say so).
   `x >> k` is written x / 2^k, which it is for x ≥ 0.
   Unit: 2^-64, the last place of the sums.
   Rests on the constants of ShiftAddConstants.v, which are generated from the source. *)
From Coq Require Import Reals ZArith List Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import PureInterval ShiftAddConstants.
Import ListNotations.

Definition ONE : Z := 2 ^ 63.

Section Source.
Local Open Scope Z_scope.

Definition part (m k : Z) : Z := m / 2 ^ k.

Definition step (m sum k ln_factor : Z) : Z * Z :=
  if m + part m k <=? ONE then (m + part m k, sum + ln_factor) else (m, sum).

(* normalise::<K> is `normalise 1` of the first K constants. *)
Fixpoint normalise (k : Z) (ln_factors : list Z) (m sum : Z) : Z * Z :=
  match ln_factors with
  | nil => (m, sum)
  | c :: rest => let (m', sum') := step m sum k c in normalise (k + 1) rest m' sum'
  end.

Definition series (K : nat) (n e : Z) : Z :=
  let (m, sum) := normalise 1 (firstn K ln_factors) (n / 2) 0 in
  let r := ONE - m in
  let head := r / 2 ^ (32 - Z.of_nat K) in
  let square := head * head / 2 ^ (2 * Z.of_nat K - 1) in
  e * ln_2 / 2 ^ 16 + sum + (2 * r + square).

Definition leading_zeros (width x : Z) : Z := width - 1 - Z.log2 x.

Definition minus_ln_16 (x : Z) : Z :=
  let e := leading_zeros 16 x in (series 12 (x * 2 ^ (48 + e)) e + 2 ^ 35) / 2 ^ 36.
Definition minus_ln_32 (x : Z) : Z :=
  let e := leading_zeros 32 x in (series 18 (x * 2 ^ (32 + e)) e + 2 ^ 15) / 2 ^ 16.
Definition minus_ln_scaled (n e : Z) : Z := (series 21 n e + 10) / 2 ^ 6.
Definition minus_ln_64 (x : Z) : Z := let e := leading_zeros 64 x in minus_ln_scaled (x * 2 ^ e) e.

End Source.

Local Open Scope R_scope.

(* ln(1+x) ≤ x. *)
Lemma ln_one_plus_le x : 0 <= x -> ln (1 + x) <= x.
Proof.
  intros [H | <-].
  - rewrite <- (ln_exp x) at 2. apply Rlt_le, ln_increasing; [lra | apply exp_ineq1; lra].
  - rewrite Rplus_0_r, ln_1. lra.
Qed.

Lemma ln_one_plus_ge x : 0 <= x -> 0 <= ln (1 + x).
Proof. intros H. rewrite <- ln_1. destruct H as [H | <-]; [apply Rlt_le, ln_increasing; lra | rewrite Rplus_0_r; lra]. Qed.

(* What is cut off the series of −ln(1−x): f′ = x²/(1−x), and the difference of the two sides has the derivative
   x³/(3(1−x)²). *)
Lemma nondecreasing_from_zero (f f' : R -> R) (x : R) :
  0 <= x < 1 -> (forall t, 0 <= t < 1 -> is_derive f t (f' t)) -> (forall t, 0 <= t < 1 -> 0 <= f' t) -> f 0 = 0 -> 0 <= f x.
Proof.
  intros Hx Hd Hpos H0.
  destruct (MVT_gen f 0 x f') as [c [Hc E]].
  - intros t Ht. rewrite Rmin_left, Rmax_right in Ht by lra. apply Hd. lra.
  - intros t Ht. rewrite Rmin_left, Rmax_right in Ht by lra.
    apply derivable_continuous_pt. exists (f' t). apply is_derive_Reals, Hd. lra.
  - rewrite Rmin_left, Rmax_right in Hc by lra. rewrite H0 in E.
    assert (0 <= f' c) by (apply Hpos; lra). nra.
Qed.

Lemma series_cut x : 0 <= x < 1 -> 0 <= - ln (1 - x) - x - x ^ 2 / 2 <= x ^ 3 / (3 * (1 - x)).
Proof.
  intros Hx. split.
  - apply (nondecreasing_from_zero (fun x => - ln (1 - x) - x - x ^ 2 / 2) (fun t => t ^ 2 / (1 - t))); auto.
    + intros t Ht. auto_derive; [lra | field; lra].
    + intros t Ht. apply Rdiv_le_0_compat; [nra | lra].
    + cbv beta. replace (1 - 0) with 1 by lra. rewrite ln_1. field.
  - enough (0 <= x ^ 3 / (3 * (1 - x)) - (- ln (1 - x) - x - x ^ 2 / 2)) by lra.
    apply (nondecreasing_from_zero (fun x => x ^ 3 / (3 * (1 - x)) - (- ln (1 - x) - x - x ^ 2 / 2))
             (fun t => t ^ 3 / (3 * (1 - t) ^ 2))); auto.
    + intros t Ht. auto_derive; [lra | field; lra].
    + intros t Ht. apply Rdiv_le_0_compat; [apply pow_le; lra | nra].
    + cbv beta. replace (1 - 0) with 1 by lra. rewrite ln_1. field.
Qed.

Lemma IZR_pow2 k : (0 <= k)%Z -> IZR (2 ^ k) = 2 ^ Z.to_nat k.
Proof. intros H. rewrite <- (Z2Nat.id k) at 1 by lia. rewrite <- pow_IZR. reflexivity. Qed.

(* x / 2^k rounded down, as a real. *)
Lemma floor_between a b : (0 < b)%Z -> IZR a / IZR b - 1 < IZR (a / b) <= IZR a / IZR b.
Proof.
  intros Hb. assert (0 < IZR b) by now apply (IZR_lt 0).
  pose proof (Z_div_mod_eq_full a b) as E. pose proof (Z.mod_pos_bound a b Hb) as [L U].
  apply (f_equal IZR) in E. rewrite plus_IZR, mult_IZR in E. apply IZR_le in L. apply IZR_lt in U.
  rewrite E. split.
  - apply Rmult_lt_reg_r with (IZR b); [easy |]. field_simplify; lra.
  - apply Rmult_le_reg_r with (IZR b); [easy |]. field_simplify; lra.
Qed.

(* The invariant after step k: m is in range, m(1+2^-k) ≥ ONE, and the sum is 2^64·ln(m/m₀), the logarithm of the exact
   product of the taken factors, but for `low` and `high`. *)
Definition invariant (m0 : R) (k : Z) (m sum : Z) (low high : R) : Prop :=
  (2 ^ 62 <= m <= ONE)%Z /\ (ONE * 2 ^ k <= m * (2 ^ k + 1))%Z /\
  - low <= IZR sum - 2 ^ 64 * (ln (IZR m) - ln m0) <= high.

(* What one constant, off by between l and h in 1/1024, and one shift may add below and above. *)
Definition step_low (error : Z * Z) : R := IZR (Z.max 0 (- fst error)) / 1024.
Definition step_high (k : nat) (error : Z * Z) : R := IZR (Z.max 0 (snd error)) / 1024 + 2 * (1 + / 2 ^ k).

Lemma step_invariant m0 k m sum low high c l h :
  0 < m0 -> (k < 21)%nat -> invariant m0 (Z.of_nat k) m sum low high ->
  IZR l / 1024 <= IZR c - 2 ^ 64 * ln (1 + / 2 ^ S k) <= IZR h / 1024 ->
  let (m', sum') := step m sum (Z.of_nat (S k)) c in
  invariant m0 (Z.of_nat (S k)) m' sum' (low + step_low (l, h)) (high + step_high (S k) (l, h)).
Proof.
  intros Hm0 Hk (Hm & HI & Hlow & Hhigh) Hc. set (j := Z.of_nat (S k)) in *.
  unfold step_low, step_high, fst, snd.
  assert (P : 0 < / 2 ^ S k) by (apply Rinv_0_lt_compat, pow_lt; lra).
  assert (L0 : 0 <= IZR (Z.max 0 (- l)) / 1024) by (assert (0 <= IZR (Z.max 0 (- l))) by (apply (IZR_le 0); lia); lra).
  assert (L1 : - IZR l <= IZR (Z.max 0 (- l))) by (rewrite <- opp_IZR; apply IZR_le; lia).
  assert (H0 : 0 <= IZR (Z.max 0 h) / 1024) by (assert (0 <= IZR (Z.max 0 h)) by (apply (IZR_le 0); lia); lra).
  assert (H1 : IZR h <= IZR (Z.max 0 h)) by (apply IZR_le; lia).
  assert (Ej : (2 ^ j = 2 * 2 ^ Z.of_nat k)%Z) by (unfold j; rewrite Nat2Z.inj_succ, Z.pow_succ_r; lia).
  assert (Pk : (1 <= 2 ^ Z.of_nat k)%Z) by (pose proof (Z.pow_pos_nonneg 2 (Z.of_nat k)); lia).
  assert (Pk' : (2 ^ Z.of_nat k <= 2 ^ 20)%Z) by (apply Z.pow_le_mono_r; lia).
  assert (Ij : IZR (2 ^ j) = 2 ^ S k) by (unfold j; rewrite IZR_pow2, Nat2Z.id by lia; reflexivity).
  pose proof (Z_div_mod_eq_full m (2 ^ j)) as D. pose proof (Z.mod_pos_bound m (2 ^ j) ltac:(lia)) as B.
  unfold step, part. destruct (Z.leb_spec (m + m / 2 ^ j) ONE) as [T | T].
  - (* taken *)
    set (p := (m / 2 ^ j)%Z) in *. set (b := (m mod 2 ^ j)%Z) in *.
    assert (Hp : (0 <= p)%Z) by (apply Z.div_pos; lia).
    assert (HI' : (ONE * 2 ^ j <= (m + p) * (2 ^ j + 1))%Z).
    { (* (m+p)·2^j = m·2^j + m − b ≥ m(2^j + 1) − 2^j + 1, and m ≥ 2^62. *)
      unfold ONE in *. change (2 ^ 63)%Z with 9223372036854775808%Z in *. change (2 ^ 62)%Z with 4611686018427387904%Z in *.
      change (2 ^ 20)%Z with 1048576%Z in *. rewrite Ej in *. set (q := (2 ^ Z.of_nat k)%Z) in *. nia. }
    assert (D' : IZR m = 2 ^ S k * IZR p + IZR b) by (rewrite <- Ij, <- mult_IZR, <- plus_IZR; f_equal; exact D).
    assert (B0 : 0 <= IZR b) by (apply (IZR_le 0); lia).
    assert (B1 : IZR b < 2 ^ S k) by (rewrite <- Ij; apply IZR_lt; lia).
    assert (M0 : 0 < IZR m) by (apply (IZR_lt 0); lia).
    assert (M1 : 0 < IZR (m + p)) by (apply (IZR_lt 0); lia).
    assert (I1 : 2 ^ 63 * 2 ^ S k <= IZR (m + p) * (2 ^ S k + 1)).
    { apply IZR_le in HI'. rewrite 2!mult_IZR, (plus_IZR (2 ^ j)), Ij in HI'. unfold ONE in HI'.
      rewrite IZR_pow2 in HI' by lia. exact HI'. }
    assert (Q0 : 0 < 2 ^ S k) by (apply pow_lt; lra).
    rewrite plus_IZR in M1, I1.
    set (Q := 2 ^ S k) in *. set (d := ln (1 + IZR b / Q / (IZR m + IZR p))).
    assert (T0 : 0 <= IZR b / Q / (IZR m + IZR p)) by (repeat apply Rdiv_le_0_compat; lra).
    assert (E : ln (IZR m + IZR p) = ln (IZR m) + ln (1 + / Q) - d).
    { enough (ln (IZR m + IZR p) + d = ln (IZR m) + ln (1 + / Q)) by lra.
      unfold d. rewrite <- !ln_mult by lra. f_equal. rewrite D'. field. rewrite <- D'. split; lra. }
    assert (d0 : 0 <= d) by now apply ln_one_plus_ge.
    assert (d1 : 2 ^ 64 * d <= 2 * (1 + / Q)).
    { apply Rle_trans with (2 ^ 64 * (IZR b / Q / (IZR m + IZR p))).
      - apply Rmult_le_compat_l; [lra | now apply ln_one_plus_le].
      - apply Rmult_le_reg_r with (Q * (IZR m + IZR p)); [nra |].
        replace (2 ^ 64 * (IZR b / Q / (IZR m + IZR p)) * (Q * (IZR m + IZR p))) with (2 ^ 64 * IZR b) by (field; lra).
        replace (2 * (1 + / Q) * (Q * (IZR m + IZR p))) with (2 * ((IZR m + IZR p) * (Q + 1))) by (field; lra).
        lra. }
    repeat split; try lia; try exact HI'; rewrite 2!plus_IZR, E; lra.
  - (* not taken *)
    repeat split; try lia.
    + unfold ONE in *. nia.
    + lra.
    + lra.
Qed.

(* All steps *)
Fixpoint lows (errors : list (Z * Z)) : R :=
  match errors with nil => 0 | error :: rest => step_low error + lows rest end.
Fixpoint highs (k : nat) (errors : list (Z * Z)) : R :=
  match errors with nil => 0 | error :: rest => step_high k error + highs (S k) rest end.

Lemma normalise_invariant m0 : 0 < m0 -> forall constants errors k m sum low high,
  (k + length constants <= 21)%nat -> off_by (S k) constants errors -> invariant m0 (Z.of_nat k) m sum low high ->
  let (m', sum') := normalise (Z.of_nat (S k)) constants m sum in
  invariant m0 (Z.of_nat (k + length constants)) m' sum' (low + lows errors) (high + highs (S k) errors).
Proof.
  intros Hm0 constants. induction constants as [| c rest IH]; intros [| [l h] errors] k m sum low high Hk Hoff Hinv;
    try contradiction.
  - cbn [normalise lows highs length]. now rewrite Nat.add_0_r, !Rplus_0_r.
  - cbn [length] in Hk. destruct Hoff as [Hc Hoff]. cbn [normalise lows highs length].
    pose proof (step_invariant m0 k m sum low high c l h Hm0 ltac:(lia) Hinv Hc) as Hstep.
    destruct (step m sum (Z.of_nat (S k)) c) as [m' sum'].
    replace (Z.of_nat (S k) + 1)%Z with (Z.of_nat (S (S k))) by lia.
    specialize (IH errors (S k) m' sum' _ _ ltac:(lia) Hoff Hstep).
    destruct (normalise (Z.of_nat (S (S k))) rest m' sum') as [m2 sum2].
    replace (k + S (length rest))%nat with (S k + length rest)%nat by lia.
    now rewrite <- !Rplus_assoc.
Qed.

Lemma off_by_firstn K : forall k constants errors,
  off_by k constants errors -> off_by k (firstn K constants) (firstn K errors).
Proof.
  induction K as [| K IH]; intros k [| c constants] [| [l h] errors] H; try contradiction; try exact I.
  destruct H as [H H']. split; auto.
Qed.

(* The sum before the last rounding is too small by at most series_low, too large by at most series_high, and e/2^17 more
   on both sides for the constant ln 2. *)
Definition series_low (K : nat) : R :=
  lows (firstn K ln_factor_errors) + 2 ^ 33 / 2 ^ (2 * K) + 1 + 2 ^ 64 * ((/ 2 ^ K) ^ 3 / (3 * (1 - / 2 ^ K))) + 1.
Definition series_high (K : nat) : R := 2 + highs 1 (firstn K ln_factor_errors).

Lemma ln_2_half : - (1 / 2) <= IZR ln_2 - 2 ^ 80 * ln 2 <= 1 / 2.
Proof. pose proof ln_2_off. lra. Qed.

(* e·ln 2 *)
Lemma exponent_off e : (0 <= e)%Z ->
  - (1 + IZR e / 2 ^ 17) <= IZR (e * ln_2 / 2 ^ 16) - 2 ^ 64 * (IZR e * ln 2) <= IZR e / 2 ^ 17.
Proof.
  intros He. pose proof (floor_between (e * ln_2) (2 ^ 16) ltac:(lia)) as F. pose proof ln_2_half as C.
  rewrite mult_IZR in F. rewrite (IZR_pow2 16) in F by lia. change (Z.to_nat 16) with 16%nat in F.
  assert (E0 : 0 <= IZR e) by (apply (IZR_le 0); lia).
  set (x := IZR ln_2 - 2 ^ 80 * ln 2) in *.
  replace (IZR e * IZR ln_2 / 2 ^ 16) with (2 ^ 64 * (IZR e * ln 2) + IZR e * x / 2 ^ 16) in F by (unfold x; field).
  assert (- (IZR e / 2 ^ 17) <= IZR e * x / 2 ^ 16 <= IZR e / 2 ^ 17) by nra.
  lra.
Qed.

(* r and r²/2, for r = ONE − m ≤ 2^(63−K) *)
Lemma tail_off K r : (12 <= K <= 21)%nat -> (0 <= r)%Z -> (r * 2 ^ Z.of_nat K <= ONE)%Z ->
  let head := (r / 2 ^ (32 - Z.of_nat K))%Z in
  - (2 ^ 33 / 2 ^ (2 * K) + 1 + 2 ^ 64 * ((/ 2 ^ K) ^ 3 / (3 * (1 - / 2 ^ K))))
  <= IZR (2 * r + head * head / 2 ^ (2 * Z.of_nat K - 1)) - 2 ^ 64 * - ln (1 - IZR r / 2 ^ 63) <= 0.
Proof.
  intros HK Hr HrK head.
  assert (QK : 2 ^ 12 <= 2 ^ K) by (apply Rle_pow; [lra | lia]).
  assert (Q0 : 0 < / 2 ^ K) by (apply Rinv_0_lt_compat; lra).
  assert (Q1 : / 2 ^ K <= / 2 ^ 12) by (apply Rinv_le_contravar; lra).
  set (rho := IZR r / 2 ^ 63).
  assert (R0 : 0 <= IZR r) by (apply (IZR_le 0); lia).
  assert (R1 : IZR r * 2 ^ K <= 2 ^ 63).
  { apply IZR_le in HrK. rewrite mult_IZR in HrK. unfold ONE in HrK. rewrite 2!IZR_pow2, Nat2Z.id in HrK by lia. exact HrK. }
  assert (rho0 : 0 <= rho) by (unfold rho; apply Rdiv_le_0_compat; lra).
  assert (rho1 : rho <= / 2 ^ K).
  { unfold rho. apply Rmult_le_reg_r with (2 ^ 63 * 2 ^ K); [nra |].
    replace (IZR r / 2 ^ 63 * (2 ^ 63 * 2 ^ K)) with (IZR r * 2 ^ K) by (field; lra).
    replace (/ 2 ^ K * (2 ^ 63 * 2 ^ K)) with (2 ^ 63) by (field; lra). exact R1. }
  pose proof (series_cut rho ltac:(lra)) as [S0 S1].
  assert (S2 : rho ^ 3 / (3 * (1 - rho)) <= (/ 2 ^ K) ^ 3 / (3 * (1 - / 2 ^ K))).
  { unfold Rdiv. apply Rmult_le_compat.
    - apply pow_le; lra.
    - left; apply Rinv_0_lt_compat; lra.
    - apply pow_incr; lra.
    - apply Rinv_le_contravar; lra. }
  (* head = the exact quotient h, less than 1 cut *)
  pose proof (floor_between r (2 ^ (32 - Z.of_nat K)) ltac:(lia)) as F1. fold head in F1.
  pose proof (floor_between (head * head) (2 ^ (2 * Z.of_nat K - 1)) ltac:(lia)) as F2. rewrite mult_IZR in F2.
  rewrite IZR_pow2 in F1, F2 by lia.
  assert (E32 : 2 ^ 32 = 2 ^ Z.to_nat (32 - Z.of_nat K) * 2 ^ K) by (rewrite <- pow_add; f_equal; lia).
  assert (E2K : 2 ^ (2 * K) = 2 * 2 ^ Z.to_nat (2 * Z.of_nat K - 1)).
  { replace (2 * K)%nat with (S (Z.to_nat (2 * Z.of_nat K - 1))) by lia. reflexivity. }
  assert (EKK : 2 ^ (2 * K) = 2 ^ K * 2 ^ K) by (rewrite <- pow_add; f_equal; lia).
  set (A := 2 ^ Z.to_nat (32 - Z.of_nat K)) in *. set (B := 2 ^ Z.to_nat (2 * Z.of_nat K - 1)) in *.
  set (Q := 2 ^ K) in *.
  assert (A0 : 0 < A) by (apply pow_lt; lra). assert (B0 : 0 < B) by (apply pow_lt; lra).
  assert (H0 : 0 <= IZR head) by (apply (IZR_le 0), Z.div_pos; lia).
  set (h := IZR r / A) in *.
  assert (h0 : 0 <= h) by (unfold h; apply Rdiv_le_0_compat; lra).
  assert (h1 : h <= 2 ^ 31).
  { unfold h. apply Rmult_le_reg_r with (A * Q); [nra |]. replace (IZR r / A * (A * Q)) with (IZR r * Q) by (field; lra).
    rewrite <- E32. lra. }
  assert (hh : h * h / B = 2 ^ 63 * rho ^ 2).
  { unfold h, rho. assert (A * A * B = 2 ^ 63).
    { apply Rmult_eq_reg_r with (2 * Q * Q); [| nra]. 
      replace (A * A * B * (2 * Q * Q)) with ((A * Q) * (A * Q) * (2 * B)) by ring. rewrite <- E32, <- E2K, EKK. ring. }
    apply Rmult_eq_reg_r with (A * A * B * 2 ^ 63); [| nra].
    replace (IZR r / A * (IZR r / A) / B * (A * A * B * 2 ^ 63)) with (IZR r * IZR r * 2 ^ 63) by (field; lra).
    rewrite H. field. }
  assert (G0 : IZR head * IZR head / B <= h * h / B) by (apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | nra]).
  assert (G1 : h * h / B - 2 ^ 33 / 2 ^ (2 * K) <= IZR head * IZR head / B).
  { rewrite E2K. apply Rmult_le_reg_r with B; [easy |].
    replace ((h * h / B - 2 ^ 33 / (2 * B)) * B) with (h * h - 2 ^ 32) by (field; lra).
    replace (IZR head * IZR head / B * B) with (IZR head * IZR head) by (field; lra). nra. }
  rewrite plus_IZR, mult_IZR.
  assert (Er : 2 * IZR r = 2 ^ 64 * rho) by (unfold rho; field).
  lra.
Qed.

Lemma series_off K n e : (12 <= K <= 21)%nat -> (2 ^ 63 <= n < 2 ^ 64)%Z -> (0 <= e)%Z ->
  - (series_low K + IZR e / 2 ^ 17) <= IZR (series K n e) - 2 ^ 64 * (- ln (IZR n / 2 ^ 64) + IZR e * ln 2)
    <= series_high K + IZR e / 2 ^ 17.
Proof.
  intros HK Hn He. unfold series.
  set (m0 := (n / 2)%Z).
  assert (Hm0 : (2 ^ 62 <= m0 < 2 ^ 63)%Z) by (unfold m0; split; [apply Z.div_le_lower_bound | apply Z.div_lt_upper_bound]; lia).
  assert (P0 : 0 < IZR m0) by (apply (IZR_lt 0); lia).
  assert (HL : length (firstn K ln_factors) = K) by (rewrite firstn_length; cbn [length ln_factors]; lia).
  assert (Hstart : invariant (IZR m0) (Z.of_nat 0) m0 0 0 0).
  { repeat split; unfold ONE; cbn [Z.of_nat]; try lia; lra. }
  pose proof (normalise_invariant (IZR m0) P0 (firstn K ln_factors) (firstn K ln_factor_errors) 0 m0 0 0 0
    ltac:(lia) (off_by_firstn K 1 _ _ ln_factors_off) Hstart) as Hend.
  change (Z.of_nat 1) with 1%Z in Hend.
  destruct (normalise 1 (firstn K ln_factors) m0 0) as [m sum].
  rewrite HL in Hend. cbn [Nat.add] in Hend. destruct Hend as ((M0 & M1) & MI & L & H).
  assert (P1 : 0 < IZR m) by (apply (IZR_lt 0); lia).
  set (r := (ONE - m)%Z).
  assert (Hr : (0 <= r)%Z) by lia.
  assert (HrK : (r * 2 ^ Z.of_nat K <= ONE)%Z) by (unfold r; lia).
  pose proof (tail_off K r HK Hr HrK) as T. cbv zeta in T.
  pose proof (exponent_off e He) as X.
  (* ln(m/ONE) = ln(1 − r/2^63) *)
  assert (Em : 1 - IZR r / 2 ^ 63 = IZR m / 2 ^ 63).
  { unfold r. rewrite minus_IZR. unfold ONE. rewrite IZR_pow2 by lia. change (Z.to_nat 63) with 63%nat. field. }
  rewrite Em, ln_div in T by lra.
  (* n/2 *)
  assert (N : 0 <= ln (IZR n / 2 ^ 64) - (ln (IZR m0) - ln (2 ^ 63)) <= / 2 ^ 63).
  { assert (Nm : IZR n = 2 * IZR m0 + IZR (n mod 2)).
    { unfold m0. rewrite <- mult_IZR, <- plus_IZR. f_equal. apply Z_div_mod_eq_full. }
    assert (Nb : 0 <= IZR (n mod 2) <= 1) by (pose proof (Z.mod_pos_bound n 2); split; [apply (IZR_le 0) | apply (IZR_le _ 1)]; lia).
    assert (P2 : 2 ^ 62 <= IZR m0) by (change (2 ^ 62) with (2 ^ Z.to_nat 62); rewrite <- IZR_pow2 by lia; apply IZR_le; lia).
    rewrite <- ln_div by lra.
    replace (IZR n / 2 ^ 64) with ((IZR m0 / 2 ^ 63) * (1 + IZR (n mod 2) / (2 * IZR m0))) by (rewrite Nm; field; lra).
    assert (Q : 0 <= IZR (n mod 2) / (2 * IZR m0) <= / 2 ^ 63).
    { split; [apply Rdiv_le_0_compat; lra |]. apply Rmult_le_reg_r with (2 * IZR m0); [lra |].
      replace (IZR (n mod 2) / (2 * IZR m0) * (2 * IZR m0)) with (IZR (n mod 2)) by (field; lra). lra. }
    rewrite ln_mult; [| apply Rdiv_lt_0_compat; lra | lra].
    pose proof (ln_one_plus_ge _ (proj1 Q)). pose proof (ln_one_plus_le _ (proj1 Q)). lra. }
  rewrite plus_IZR, (plus_IZR (e * ln_2 / 2 ^ 16)). unfold series_low, series_high. lra.
Qed.

(* The last shift, which adds `centre` and drops 2^d − 1 at most. *)
Lemma last_shift d centre s truth low high : (0 <= d)%Z -> - low <= IZR s - truth <= high ->
  - (low + 2 ^ Z.to_nat d - IZR centre) <= 2 ^ Z.to_nat d * IZR ((s + centre) / 2 ^ d) - truth <= high + IZR centre.
Proof.
  intros Hd Hs. pose proof (floor_between (s + centre) (2 ^ d) ltac:(lia)) as F.
  rewrite IZR_pow2, plus_IZR in F by lia. set (D := 2 ^ Z.to_nat d) in *.
  assert (D0 : 0 < D) by (apply pow_lt; lra).
  assert (D * ((IZR s + IZR centre) / D) = IZR s + IZR centre) by (field; lra). nra.
Qed.

(* A kernel with d dropped bits, f = 64 − d fraction bits left, for any exponent. *)
Lemma kernel_off_any K n e d centre bound :
  (12 <= K <= 21)%nat -> (2 ^ 63 <= n < 2 ^ 64)%Z -> (0 <= e)%Z -> (0 <= d <= 64)%Z ->
  series_low K + 2 ^ Z.to_nat d - IZR centre <= 2 ^ 64 * bound -> series_high K + IZR centre <= 2 ^ 64 * bound ->
  Rabs (IZR ((series K n e + centre) / 2 ^ d) / 2 ^ Z.to_nat (64 - d) - - ln (IZR n / IZR (2 ^ (64 + e))))
  <= bound + IZR e / 2 ^ 81.
Proof.
  intros HK Hn He Hd L H. pose proof (series_off K n e HK Hn He) as S.
  assert (P : 0 < IZR n) by (apply (IZR_lt 0); lia).
  assert (E : - ln (IZR n / IZR (2 ^ (64 + e))) = - ln (IZR n / 2 ^ 64) + IZR e * ln 2).
  { rewrite IZR_pow2, Z2Nat.inj_add, pow_add by lia. change (Z.to_nat 64) with 64%nat.
    assert (0 < 2 ^ Z.to_nat e) by (apply pow_lt; lra).
    rewrite 2!ln_div, ln_mult by nra.
    replace (ln (2 ^ Z.to_nat e)) with (IZR e * ln 2); [lra |].
    rewrite <- Rpower_pow, INR_IZR_INZ, Z2Nat.id by (lra || lia). unfold Rpower. now rewrite ln_exp. }
  rewrite E. set (truth := - ln (IZR n / 2 ^ 64) + IZR e * ln 2) in *.
  pose proof (last_shift d centre _ _ _ _ (proj1 Hd) S) as F.
  set (k := IZR ((series K n e + centre) / 2 ^ d)) in *.
  assert (W : 2 ^ 64 = 2 ^ Z.to_nat d * 2 ^ Z.to_nat (64 - d)) by (rewrite <- pow_add; f_equal; lia).
  assert (0 < 2 ^ Z.to_nat (64 - d)) by (apply pow_lt; lra).
  assert (2 ^ 64 * (k / 2 ^ Z.to_nat (64 - d)) = 2 ^ Z.to_nat d * k) by (rewrite W; field; lra).
  apply Rabs_le. split; apply Rmult_le_reg_l with (2 ^ 64); lra.
Qed.

(* The same in the words of a certificate, whose exponents are at most 90. *)
Lemma kernel_off K n e d centre bound :
  (12 <= K <= 21)%nat -> (2 ^ 63 <= n < 2 ^ 64)%Z -> (0 <= e <= 90)%Z -> (0 <= d <= 64)%Z ->
  series_low K + / 2 ^ 10 + 2 ^ Z.to_nat d - IZR centre <= 2 ^ 64 * bound ->
  series_high K + / 2 ^ 10 + IZR centre <= 2 ^ 64 * bound ->
  Rabs (IZR ((series K n e + centre) / 2 ^ d) / 2 ^ Z.to_nat (64 - d) - - ln (IZR n / IZR (2 ^ (64 + e)))) <= bound.
Proof.
  intros HK Hn He Hd L H.
  assert (E : IZR e <= 90) by (apply (IZR_le e 90); lia).
  apply Rle_trans with (bound - / 2 ^ 74 + IZR e / 2 ^ 81); [| lra].
  apply kernel_off_any; try assumption; try lia; lra.
Qed.

Ltac ledger :=
  cbv [series_low series_high certified_shift_add_16 certified_shift_add_32 certified_shift_add_64
       lows highs step_low step_high firstn ln_factor_errors fst snd Z.max Z.compare Z.opp Pos.compare Pos.compare_cont
       Nat.mul Nat.add Z.to_nat Pos.to_nat Pos.iter_op];
  interval with (i_prec 100).

(* THE CERTIFICATE kernel-shift-add-64.json, its whole domain. *)
Theorem minus_ln_scaled_certified n e : (2 ^ 63 <= n < 2 ^ 64)%Z -> (0 <= e <= 90)%Z ->
  Rabs (IZR (minus_ln_scaled n e) / 2 ^ 58 - - ln (IZR n / IZR (2 ^ (64 + e)))) <= certified_shift_add_64.
Proof.
  intros Hn He. apply (kernel_off 21 n e 6 10); try lia; try assumption; ledger.
Qed.

(* Normalising: x·2^e with e leading zeros has its top bit set. *)
Lemma normalised width x : (0 < width <= 64)%Z -> (1 <= x < 2 ^ width)%Z ->
  let e := leading_zeros width x in (0 <= e < width)%Z /\ (2 ^ 63 <= x * 2 ^ (64 - width + e) < 2 ^ 64)%Z.
Proof.
  intros Hw Hx e. unfold e, leading_zeros.
  pose proof (Z.log2_spec x ltac:(lia)) as [A B]. pose proof (Z.log2_nonneg x).
  assert (Z.log2 x < width)%Z by (apply Z.log2_lt_pow2; lia).
  split; [lia |]. replace (64 - width + (width - 1 - Z.log2 x))%Z with (63 - Z.log2 x)%Z by lia.
  assert (P : (2 ^ Z.log2 x * 2 ^ (63 - Z.log2 x) = 2 ^ 63)%Z) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite Z.pow_succ_r in B by lia. pose proof (Z.pow_pos_nonneg 2 (63 - Z.log2 x)). nia.
Qed.

Lemma unscaled width x e : (0 < width <= 64)%Z -> (0 <= e)%Z ->
  IZR x / IZR (2 ^ width) = IZR (x * 2 ^ (64 - width + e)) / IZR (2 ^ (64 + e)).
Proof.
  intros Hw He. replace (64 + e)%Z with (width + (64 - width + e))%Z by lia.
  rewrite (Z.pow_add_r 2 width) by lia. rewrite 2!mult_IZR. field.
  split; apply not_0_IZR; apply Z.pow_nonzero; lia.
Qed.

Theorem minus_ln_64_certified x : (1 <= x < 2 ^ 64)%Z ->
  Rabs (IZR (minus_ln_64 x) / 2 ^ 58 - - ln (IZR x / IZR (2 ^ 64))) <= certified_shift_add_64.
Proof.
  intros Hx. destruct (normalised 64 x ltac:(lia) Hx) as [He Hn].
  rewrite (unscaled 64 x (leading_zeros 64 x)) by lia.
  apply (minus_ln_scaled_certified _ _ Hn). lia.
Qed.

Theorem minus_ln_32_certified x : (1 <= x < 2 ^ 32)%Z ->
  Rabs (IZR (minus_ln_32 x) / 2 ^ 48 - - ln (IZR x / IZR (2 ^ 32))) <= certified_shift_add_32.
Proof.
  intros Hx. destruct (normalised 32 x ltac:(lia) Hx) as [He Hn].
  rewrite (unscaled 32 x (leading_zeros 32 x)) by lia.
  apply (kernel_off 18 _ _ 16 (2 ^ 15)); try lia; try assumption; ledger.
Qed.

Theorem minus_ln_16_certified x : (1 <= x < 2 ^ 16)%Z ->
  Rabs (IZR (minus_ln_16 x) / 2 ^ 28 - - ln (IZR x / IZR (2 ^ 16))) <= certified_shift_add_16.
Proof.
  intros Hx. destruct (normalised 16 x ltac:(lia) Hx) as [He Hn].
  rewrite (unscaled 16 x (leading_zeros 16 x)) by lia.
  apply (kernel_off 12 _ _ 36 (2 ^ 35)); try lia; try assumption; ledger.
Qed.

(* Words *)

(* The step as the source has it: wrapping subtraction and a mask instead of a comparison. *)
Definition word (x : Z) : Z := (x mod 2 ^ 64)%Z.
Definition step_on_words (m sum k ln_factor : Z) : Z * Z :=
  let take := word (0 - word (m + part m k - (ONE + 1)) / 2 ^ 63) in
  (m + Z.land (part m k) take, sum + Z.land ln_factor take)%Z.

Theorem step_of_words m sum k c : (1 <= m <= ONE)%Z -> (1 <= k)%Z -> (0 <= c < 2 ^ 64)%Z ->
  (m + part m k < 2 ^ 64)%Z /\ step_on_words m sum k c = step m sum k c.
Proof.
  intros Hm Hk Hc. unfold ONE in *.
  assert (Pk : (2 <= 2 ^ k)%Z) by (change 2%Z with (2 ^ 1)%Z at 1; apply Z.pow_le_mono_r; lia).
  assert (Hp : (0 <= part m k <= m / 2)%Z).
  { unfold part. split; [apply Z.div_pos; lia | apply Z.div_le_compat_l; lia]. }
  assert (H2 : (m / 2 <= 2 ^ 62)%Z) by (apply Z.div_le_upper_bound; lia).
  split; [lia |]. unfold step_on_words, step, word. set (p := part m k) in *. unfold ONE.
  destruct (Z.leb_spec (m + p) (2 ^ 63)) as [T | T].
  - assert (E : ((m + p - (2 ^ 63 + 1)) mod 2 ^ 64 = m + p - (2 ^ 63 + 1) + 2 ^ 64)%Z) by (symmetry; apply Z.mod_unique with (-1)%Z; lia).
    assert (D : ((m + p - (2 ^ 63 + 1) + 2 ^ 64) / 2 ^ 63 = 1)%Z)
      by (symmetry; apply Z.div_unique with (m + p - (2 ^ 63 + 1) + 2 ^ 64 - 2 ^ 63)%Z; lia).
    rewrite E, D. change ((0 - 1) mod 2 ^ 64)%Z with (Z.ones 64). rewrite 2!Z.land_ones, 2!Z.mod_small by lia. reflexivity.
  - assert (E : ((m + p - (2 ^ 63 + 1)) mod 2 ^ 64 = m + p - (2 ^ 63 + 1))%Z) by (apply Z.mod_small; lia).
    assert (D : ((m + p - (2 ^ 63 + 1)) / 2 ^ 63 = 0)%Z) by (apply Z.div_small; lia).
    rewrite E, D. change ((0 - 0) mod 2 ^ 64)%Z with 0%Z. rewrite 2!Z.land_0_r, 2!Z.add_0_r. reflexivity.
Qed.

Fixpoint total (constants : list Z) : Z := match constants with nil => 0%Z | c :: rest => (c + total rest)%Z end.

Lemma normalise_sum constants : List.Forall (fun c => 0 <= c)%Z constants -> forall k m sum, (0 <= sum)%Z ->
  (0 <= snd (normalise k constants m sum) <= sum + total constants)%Z.
Proof.
  induction 1 as [| c rest Hc Hrest IH]; intros k m sum Hs; cbn [normalise total]; [cbn [snd]; lia |].
  assert (0 <= total rest)%Z by (clear - Hrest; induction Hrest; cbn [total]; lia).
  unfold step. destruct (m + part m k <=? ONE)%Z; [specialize (IH (k + 1)%Z (m + part m k)%Z (sum + c)%Z) | specialize (IH (k + 1)%Z m sum)]; lia.
Qed.

(* For K = 21: the sum, r, the square of its head and the result fit 64-bit words. *)
Theorem nothing_overflows n e : (2 ^ 63 <= n < 2 ^ 64)%Z -> (0 <= e <= 90)%Z ->
  let (m, sum) := normalise 1 (firstn 21 ln_factors) (n / 2) 0 in
  let r := (ONE - m)%Z in
  let head := (r / 2 ^ 11)%Z in
  (0 <= sum < 2 ^ 64)%Z /\ (0 <= r <= 2 ^ 42)%Z /\ (0 <= head * head <= 2 ^ 62)%Z /\
  (0 <= 2 * r + head * head / 2 ^ 41 < 2 ^ 64)%Z /\ (0 <= minus_ln_scaled n e < 2 ^ 64)%Z.
Proof.
  intros Hn He.
  assert (Hm0 : (2 ^ 62 <= n / 2 < 2 ^ 63)%Z) by (split; [apply Z.div_le_lower_bound | apply Z.div_lt_upper_bound]; lia).
  assert (P0 : 0 < IZR (n / 2)) by (apply (IZR_lt 0); lia).
  assert (Hstart : invariant (IZR (n / 2)) (Z.of_nat 0) (n / 2) 0 0 0).
  { repeat split; unfold ONE; cbn [Z.of_nat]; try lia; lra. }
  pose proof (normalise_invariant (IZR (n / 2)) P0 (firstn 21 ln_factors) (firstn 21 ln_factor_errors) 0 (n / 2) 0 0 0
    ltac:(cbn; lia) (off_by_firstn 21 1 _ _ ln_factors_off) Hstart) as Hend. change (Z.of_nat 1) with 1%Z in Hend.
  assert (Hpos : List.Forall (fun c => 0 <= c)%Z (firstn 21 ln_factors)) by (repeat constructor; discriminate).
  pose proof (normalise_sum _ Hpos 1 (n / 2) 0 ltac:(lia)) as Hsum.
  assert (Htotal : (total (firstn 21 ln_factors) < 2 ^ 64)%Z) by reflexivity.
  pose proof (minus_ln_scaled_certified n e Hn He) as C. unfold minus_ln_scaled, series in *.
  destruct (normalise 1 (firstn 21 ln_factors) (n / 2) 0) as [m sum]. cbn [snd] in Hsum.
  change (Z.of_nat (0 + length (firstn 21 ln_factors))) with 21%Z in Hend. destruct Hend as ((M0 & M1) & MI & _).
  cbv zeta. set (r := (ONE - m)%Z) in *. change (32 - Z.of_nat 21)%Z with 11%Z in *. change (2 * Z.of_nat 21 - 1)%Z with 41%Z in *.
  set (head := (r / 2 ^ 11)%Z) in *.
  assert (Hr : (0 <= r <= 2 ^ 42)%Z) by (unfold r, ONE in *; lia).
  assert (Hh : (0 <= head <= 2 ^ 31)%Z) by (unfold head; split; [apply Z.div_pos | apply Z.div_le_upper_bound]; lia).
  assert (Hhh : (0 <= head * head <= 2 ^ 62)%Z) by nia.
  assert (Hq : (0 <= head * head / 2 ^ 41 <= 2 ^ 21)%Z) by (split; [apply Z.div_pos | apply Z.div_le_upper_bound]; lia).
  assert (Hx : (0 <= e * ln_2 / 2 ^ 16)%Z) by (apply Z.div_pos; unfold ln_2; lia).
  repeat split; try lia.
  - apply Z.div_pos; lia.
  - (* −ln v ≤ 91·ln 2 < 63.1 *)
    apply lt_IZR. set (k := IZR _) in *. apply Rabs_le_between in C. unfold certified_shift_add_64 in C.
    assert (T : - ln (IZR n / IZR (2 ^ (64 + e))) <= 631 / 10).
    { assert (Q : / 2 ^ 91 <= IZR n / IZR (2 ^ (64 + e))).
      { assert (0 < IZR (2 ^ (64 + e))) by (apply (IZR_lt 0); lia).
        apply Rmult_le_reg_r with (IZR (2 ^ (64 + e)) * 2 ^ 91); [apply Rmult_lt_0_compat; lra |].
        replace (/ 2 ^ 91 * (IZR (2 ^ (64 + e)) * 2 ^ 91)) with (IZR (2 ^ (64 + e))) by (field; lra).
        replace (IZR n / IZR (2 ^ (64 + e)) * (IZR (2 ^ (64 + e)) * 2 ^ 91)) with (IZR n * 2 ^ 91) by (field; lra).
        change (2 ^ 91) with (2 ^ Z.to_nat 91). rewrite <- IZR_pow2 by lia. rewrite <- mult_IZR. apply IZR_le.
        apply Z.le_trans with (2 ^ 154)%Z; [apply Z.pow_le_mono_r; lia | change (2 ^ 154)%Z with (2 ^ 63 * 2 ^ 91)%Z; apply Z.mul_le_mono_nonneg_r; lia]. }
      apply Rle_trans with (- ln (/ 2 ^ 91)); [| interval with (i_prec 60)].
      apply Ropp_le_contravar, ln_le; [apply Rinv_0_lt_compat, pow_lt; lra | exact Q]. }
    change (IZR (2 ^ 64)) with 18446744073709551616. lra.
Qed.
