(* Enclosures of Mills' ratio and its derivatives by integers, for the anchors of the tables of inverse_tail_f64 and
   inverse_tail_64.

   From x = 2 on by the continued fraction, below 2 by the Taylor series at 0; and e^y by the interval library on Coq's own
   integers, which decides whether −ln 2Φ̄(x) is the centre of a cell. *)
From Coq Require Import Reals ZArith List Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Interval Require Import Float.Specific_ops Float.Specific_stdz Interval.Float_full Interval.Interval Real.Xreal Float.Basic.
From Kdelta Require Import Binary PureInterval NormalTail NormalMills NormalInverse InverseTailMoments InverseTailModel.
Import ListNotations.

Local Open Scope R_scope.

(* Bounds of a in units of 2^-q. *)
Definition between (q : Z) (a : R) (b : Z * Z) : Prop := IZR (fst b) <= a * bpow radix2 q <= IZR (snd b).

(* All of f k, f (k+1), … *)
Fixpoint all_between (q : Z) (f : nat -> R) (k : nat) (l : list (Z * Z)) : Prop :=
  match l with nil => True | b :: l => between q (f k) b /\ all_between q f (S k) l end.

(* ** The continued fraction, scaled by s = 2^sigma *)

Section Fraction.

Variables (q sigma xq : Z) (x : R).
Let s := bpow radix2 sigma.
Let B := bpow radix2 q.
Hypothesis q_nonneg : (0 <= q)%Z.
Hypothesis sigma_nonneg : (0 <= sigma)%Z.
Hypothesis x_is : x = IZR xq / B * s.
Hypothesis x_large : s <= x.

(* From the bounds of ratio n + 1 those of ratio n. *)
Definition fraction_step (n : nat) (b : Z * Z) : Z * Z :=
  let k := Z.of_nat (S n) in
  let square := Z.shiftl 1 (2 * q) in
  (square / (xq + Z.shiftr (k * snd b) (2 * sigma) + 1), square / (xq + Z.shiftr (k * fst b) (2 * sigma)) + 1)%Z.

Fixpoint ratios (n : nat) (b : Z * Z) (after : list (Z * Z)) : list (Z * Z) :=
  match n with O => b :: after | S n => ratios n (fraction_step n b) (b :: after) end.

Let PB : 0 < B := bpow_gt_0 radix2 q.
Let Ps : 0 < s := bpow_gt_0 radix2 sigma.

Lemma xq_large : (2 ^ q <= xq)%Z.
Proof.
  apply le_IZR. rewrite power_is_bpow by exact q_nonneg. fold B. pose proof x_large as L. rewrite x_is in L.
  apply Rmult_le_reg_r with (s / B); [apply Rdiv_lt_0_compat; lra |].
  replace (B * (s / B)) with s by (field; lra). replace (IZR xq * (s / B)) with (IZR xq / B * s) by (field; lra). exact L.
Qed.

Lemma square_real : IZR (Z.shiftl 1 (2 * q)) = B * B.
Proof. rewrite Z.shiftl_mul_pow2, Z.mul_1_l, power_is_bpow by lia. unfold B. rewrite <- bpow_plus. f_equal. lia. Qed.

Lemma sigma_square : bpow radix2 (2 * sigma) = s * s.
Proof. unfold s. rewrite <- bpow_plus. f_equal. lia. Qed.

(* Where r is s times ratio n + 1, and r' that of n. *)
Lemma fraction_step_between n b : (0 <= fst b)%Z -> between q (s * ratio (S n) x) b ->
  between q (s * ratio n x) (fraction_step n b) /\ (0 <= fst (fraction_step n b))%Z.
Proof.
  destruct b as [lo hi]. unfold between, fraction_step. cbn [fst snd]. fold B. intros Hlo [H1 H2].
  set (k := Z.of_nat (S n)). pose proof xq_large as X. assert (P2 : (0 < 2 ^ q)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (Hhi : (0 <= hi)%Z) by (apply le_IZR; apply IZR_le in Hlo; lra).
  pose proof (shiftr_real (k * lo) (2 * sigma) ltac:(lia)) as S1. pose proof (shiftr_real (k * hi) (2 * sigma) ltac:(lia)) as S2.
  assert (N1 : (0 <= Z.shiftr (k * lo) (2 * sigma))%Z) by (apply Z.shiftr_nonneg; lia).
  assert (N2 : (0 <= Z.shiftr (k * hi) (2 * sigma))%Z) by (apply Z.shiftr_nonneg; lia).
  rewrite sigma_square, mult_IZR in S1, S2. set (a := Z.shiftr (k * lo) (2 * sigma)) in *. set (d := Z.shiftr (k * hi) (2 * sigma)) in *.
  pose proof (ratio_step n x) as E. pose proof (ratio_positive n x) as R0. pose proof (ratio_positive (S n) x) as R1.
  assert (K : IZR k = INR (S n)) by (unfold k; now rewrite <- INR_IZR_INZ).
  rewrite <- K in E. set (r := ratio (S n) x) in *. set (r' := ratio n x) in *.
  assert (K0 : 0 <= IZR k) by (apply (IZR_le 0); lia).
  (* s r' (xq + k s r B/s²) = B *)
  assert (EB : (s * r' * B) * (IZR xq + IZR k * (s * r * B) / (s * s)) = B * B).
  { replace (B * B) with (r' * (x + IZR k * r) * (B * B)) by (rewrite E; ring). rewrite x_is. field. lra. }
  set (t := IZR k * (s * r * B) / (s * s)) in *.
  assert (T1 : IZR a <= t).
  { unfold t. apply Rmult_le_reg_r with (s * s); [nra |]. replace (IZR k * (s * r * B) / (s * s) * (s * s)) with (IZR k * (s * r * B)) by (field; lra).
    apply Rle_trans with (1 := proj1 S1). now apply Rmult_le_compat_l. }
  assert (T2 : t <= IZR d + 1).
  { unfold t. apply Rmult_le_reg_r with (s * s); [nra |]. replace (IZR k * (s * r * B) / (s * s) * (s * s)) with (IZR k * (s * r * B)) by (field; lra).
    left. apply Rle_lt_trans with (2 := proj2 S2). now apply Rmult_le_compat_l. }
  set (v := s * r' * B) in *. assert (V : 0 < v) by (unfold v; apply Rmult_lt_0_compat; [nra | lra]).
  set (D1 := (xq + a)%Z) in *. set (D2 := (xq + d + 1)%Z) in *.
  assert (Q1 : (0 < D1)%Z) by (unfold D1; lia). assert (Q2 : (0 < D2)%Z) by (unfold D2; lia).
  assert (I1 : IZR D1 = IZR xq + IZR a) by apply plus_IZR.
  assert (I2 : IZR D2 = IZR xq + IZR d + 1) by (unfold D2; now rewrite !plus_IZR).
  assert (Pos1 : 0 < IZR D1) by now apply (IZR_lt 0). assert (Pos2 : 0 < IZR D2) by now apply (IZR_lt 0).
  set (Sq := Z.shiftl 1 (2 * q)) in *. assert (ESq : IZR Sq = B * B) by exact square_real.
  assert (SqPos : (0 <= Sq)%Z) by (apply le_IZR; rewrite ESq; nra).
  split; [| apply Z.div_pos; lia]. split.
  - assert (L : IZR (Sq / D2) * IZR D2 <= B * B).
    { rewrite <- ESq, <- mult_IZR. apply IZR_le. pose proof (Z.mul_div_le Sq D2 Q2). lia. }
    apply Rmult_le_reg_r with (IZR D2); [lra |]. apply Rle_trans with (1 := L). rewrite <- EB. apply Rmult_le_compat_l; lra.
  - assert (U : B * B <= IZR (Sq / D1 + 1) * IZR D1).
    { rewrite <- ESq, <- mult_IZR. apply IZR_le. pose proof (Z.mul_succ_div_gt Sq D1 Q1). lia. }
    apply Rmult_le_reg_r with (IZR D1); [lra |]. apply Rle_trans with (2 := U). rewrite <- EB. apply Rmult_le_compat_l; lra.
Qed.

Lemma ratios_between n b after : (0 <= fst b)%Z -> between q (s * ratio n x) b -> List.Forall (fun b => 0 <= fst b)%Z after ->
  all_between q (fun n => s * ratio n x) (S n) after ->
  all_between q (fun n => s * ratio n x) 0 (ratios n b after) /\ List.Forall (fun b => 0 <= fst b)%Z (ratios n b after).
Proof.
  revert b after. induction n as [| n IH]; intros b after Hb H F A; cbn [ratios].
  - split; [split; assumption | now constructor].
  - destruct (fraction_step_between n b Hb H) as [H' Hb']. apply IH; trivial; [now constructor | now split].
Qed.

(* The products m_n s^(n+1) = (s m_0)(s m_1/m_0)… *)
Fixpoint products (lo hi : Z) (l : list (Z * Z)) : list (Z * Z) :=
  match l with
  | nil => nil
  | (a, b) :: l => let lo := Z.shiftr (lo * a) q in let hi := (Z.shiftr (hi * b) q + 1)%Z in (lo, hi) :: products lo hi l
  end.

Lemma between_mult f g a b c d : (0 <= a)%Z -> (0 <= c)%Z -> between q f (a, b) -> between q g (c, d) ->
  between q (f * g) (Z.shiftr (a * c) q, Z.shiftr (b * d) q + 1)%Z.
Proof.
  unfold between. cbn [fst snd]. fold B. intros Ha Hc H1 H2. apply IZR_le in Ha, Hc.
  pose proof (shiftr_real (a * c) q q_nonneg) as S1. pose proof (shiftr_real (b * d) q q_nonneg) as S2. fold B in S1, S2.
  rewrite mult_IZR in S1, S2. rewrite plus_IZR. split; apply Rmult_le_reg_r with B; trivial.
  - apply Rle_trans with (1 := proj1 S1). replace (f * g * B * B) with (f * B * (g * B)) by ring. apply Rmult_le_compat; lra.
  - left. apply Rle_lt_trans with (2 := proj2 S2). replace (f * g * B * B) with (f * B * (g * B)) by ring. apply Rmult_le_compat; lra.
Qed.

Lemma products_between l n lo hi : (0 <= lo)%Z -> between q (s ^ S n * moment n x) (lo, hi) -> List.Forall (fun b => 0 <= fst b)%Z l ->
  all_between q (fun n => s * ratio n x) (S n) l -> all_between q (fun n => s ^ S n * moment n x) (S n) (products lo hi l).
Proof.
  revert n lo hi. induction l as [| [a b] l IH]; intros n lo hi Hlo H F A; cbn [products all_between]; [exact I |].
  inversion_clear F as [| ? ? Fa Fl]. cbn [fst] in Fa. destruct A as [A1 A2].
  assert (M : between q (s ^ S (S n) * moment (S n) x) (Z.shiftr (lo * a) q, (Z.shiftr (hi * b) q + 1)%Z)).
  { rewrite ratio_product. replace (s ^ S (S n) * (moment n x * ratio (S n) x)) with (s ^ S n * moment n x * (s * ratio (S n) x)) by (cbn [pow]; ring).
    now apply between_mult. }
  split; [exact M |]. apply IH; trivial. apply Z.shiftr_nonneg. lia.
Qed.

Definition fraction_moments (n count : nat) : list (Z * Z) :=
  match ratios n (0, Z.shiftl 1 q)%Z nil with nil => nil | (lo, hi) :: l => (lo, hi) :: products lo hi (firstn count l) end.

Lemma all_between_firstn f k l n : all_between q f k l -> all_between q f k (firstn n l).
Proof. revert k l. induction n as [| n IH]; intros k [| b l] H; cbn [firstn all_between] in *; trivial. destruct H. split; auto. Qed.

Lemma fraction_moments_between n count : all_between q (fun n => s ^ S n * moment n x) 0 (fraction_moments n count).
Proof.
  assert (R : between q (s * ratio n x) (0, Z.shiftl 1 q)%Z).
  { unfold between. cbn [fst snd]. fold B. rewrite Z.shiftl_mul_pow2, Z.mul_1_l, power_is_bpow by exact q_nonneg. fold B.
    pose proof (ratio_positive n x). pose proof (ratio_below n x). split; [apply Rmult_le_pos; nra |].
    assert (s * ratio n x <= 1) by nra. nra. }
  destruct (ratios_between n (0, Z.shiftl 1 q)%Z nil ltac:(cbn; lia) R ltac:(constructor) I) as [A F].
  unfold fraction_moments. destruct (ratios n (0, Z.shiftl 1 q)%Z nil) as [| [lo hi] l]; [exact I |].
  destruct A as [A1 A2]. inversion_clear F as [| ? ? F1 F2]. cbn [fst] in F1. cbn [all_between].
  assert (M : between q (s ^ 1 * moment 0 x) (lo, hi)) by (cbn [ratio moment] in *; rewrite pow_1; exact A1).
  split; [exact M |]. apply products_between; trivial.
  - clear - F2. revert l F2. induction count as [| c IH]; intros [| b l] F2; cbn [firstn]; trivial; inversion_clear F2; constructor; auto.
  - now apply all_between_firstn.
Qed.

End Fraction.

(* ** The series at 0, for 0 ≤ x ≤ 2 *)

Lemma moment_at_0 n : moment n 0 <= 2.
Proof.
  enough (H : moment n 0 <= 2 /\ moment (S n) 0 <= 2) by apply H. induction n as [| n [H1 H2]].
  - cbn [moment]. rewrite mills_zero. split; [interval with (i_prec 60) |]. rewrite Rmult_0_l. lra.
  - split; [exact H2 |]. rewrite moment_step. replace (moment n 0 - 0 * moment (S n) 0) with (moment n 0) by ring.
    assert (N : 1 <= INR (S (S n))) by (rewrite !S_INR; pose proof (pos_INR n); lra).
    pose proof (moment_positive n 0). apply Rmult_le_reg_r with (INR (S (S n))); [lra |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. nra.
Qed.

Fixpoint evens (j : nat) : Z := match j with O => 1%Z | S j => (2 * Z.of_nat (S j) * evens j)%Z end.

Lemma moment_evens j : moment (2 * j) 0 * IZR (evens j) <= 2.
Proof.
  induction j as [| j IH]; [change (moment 0 0 * 1 <= 2); pose proof (moment_at_0 0); lra |].
  replace (2 * S j)%nat with (S (S (2 * j))) by lia. rewrite moment_step.
  replace (moment (2 * j) 0 - 0 * moment (S (2 * j)) 0) with (moment (2 * j) 0) by ring.
  assert (E : IZR (evens (S j)) = INR (S (S (2 * j))) * IZR (evens j)).
  { cbn [evens]. rewrite mult_IZR, INR_IZR_INZ. do 2 f_equal. lia. }
  rewrite E. replace (moment (2 * j) 0 / INR (S (S (2 * j))) * (INR (S (S (2 * j))) * IZR (evens j))) with (moment (2 * j) 0 * IZR (evens j)).
  - exact IH.
  - field. apply not_0_INR. lia.
Qed.

(* √(π/2)·2^180, rounded down *)
Definition root_180 : Z := 0x140d931ff627059657ca41fae722cee2f8cf9f5320b000%Z.

Lemma root_180_near : between 180 (sqrt (PI / 2)) (root_180, root_180 + 1)%Z.
Proof. unfold between. cbn [fst snd]. rewrite <- power_is_bpow by lia. unfold root_180. split; interval with (i_prec 260). Qed.

Section Series.

Variables (n k : Z) (x : R).
Hypothesis k_nonneg : (0 <= k)%Z.
Hypothesis n_nonneg : (0 <= n)%Z.
Hypothesis x_is : x * bpow radix2 k = IZR n.
Hypothesis x_small : x <= 2.

Let B := bpow radix2 180.
Let PB : 0 < B := bpow_gt_0 radix2 180.

Lemma x_nonneg : 0 <= x.
Proof. pose proof (bpow_gt_0 radix2 k). apply (IZR_le 0) in n_nonneg. apply Rmult_le_reg_r with (bpow radix2 k); lra. Qed.

(* a − x b *)
Definition minus_x (a b : Z * Z) : Z * Z := (fst a - Z.shiftr (n * snd b) k - 1, snd a - Z.shiftr (n * fst b) k)%Z.

Lemma minus_x_between f g a b : between 180 f a -> between 180 g b -> between 180 (f - x * g) (minus_x a b).
Proof.
  destruct a as [a1 a2], b as [b1 b2]. unfold between, minus_x. cbn [fst snd]. fold B. intros H1 H2.
  pose proof (shiftr_real (n * b1) k k_nonneg) as S1. pose proof (shiftr_real (n * b2) k k_nonneg) as S2.
  pose proof (bpow_gt_0 radix2 k) as K. set (c := bpow radix2 k) in *. rewrite mult_IZR, <- x_is in S1, S2. rewrite !minus_IZR. pose proof x_nonneg.
  assert (T1 : IZR (Z.shiftr (n * b1) k) <= x * IZR b1) by (apply Rmult_le_reg_r with c; lra).
  assert (T2 : x * IZR b2 <= IZR (Z.shiftr (n * b2) k) + 1) by (apply Rmult_le_reg_r with c; lra).
  assert (x * IZR b1 <= x * (g * B)) by (apply Rmult_le_compat_l; lra).
  assert (x * (g * B) <= x * IZR b2) by (apply Rmult_le_compat_l; lra).
  replace ((f - x * g) * B) with (f * B - x * (g * B)) by ring. lra.
Qed.

Definition quotient (a : Z * Z) (d : nat) : Z * Z := (fst a / Z.of_nat d, snd a / Z.of_nat d + 1)%Z.

Lemma quotient_between f a d : between 180 f a -> between 180 (f / INR (S d)) (quotient a (S d)).
Proof.
  destruct a as [a1 a2]. unfold between, quotient. cbn [fst snd]. fold B. intros H. rewrite INR_IZR_INZ. set (m := Z.of_nat (S d)).
  assert (P : (0 < m)%Z) by (unfold m; lia). assert (PR : 0 < IZR m) by now apply (IZR_lt 0).
  pose proof (Z.mul_div_le a1 m P). pose proof (Z.mul_succ_div_gt a2 m P).
  replace (f / IZR m * B) with (f * B / IZR m) by (field; lra).
  split; apply Rmult_le_reg_r with (IZR m); trivial; unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  - apply Rle_trans with (2 := proj1 H). rewrite <- mult_IZR. apply IZR_le. lia.
  - apply Rle_trans with (1 := proj2 H). rewrite <- mult_IZR. apply IZR_le. lia.
Qed.

(* m_k(0), m_(k+1)(0), …, from the two before *)
Fixpoint at_0 (count j : nat) (a b : Z * Z) : list (Z * Z) :=
  match count with O => nil | S count => a :: at_0 count (S j) b (quotient a (S (S j))) end.

Lemma at_0_between count j a b : between 180 (moment j 0) a -> between 180 (moment (S j) 0) b ->
  all_between 180 (fun j => moment j 0) j (at_0 count j a b).
Proof.
  revert j a b. induction count as [| c IH]; intros j a b Ha Hb; cbn [at_0 all_between]; [exact I |].
  split; [exact Ha |]. apply IH; [exact Hb |]. rewrite moment_step.
  replace (moment j 0 - 0 * moment (S j) 0) with (moment j 0) by ring. now apply quotient_between.
Qed.

(* m_0(0) − x(m_1(0) − x(…)) *)
Fixpoint series (l : list (Z * Z)) : Z * Z := match l with nil => (0, 0)%Z | a :: l => minus_x a (series l) end.
Fixpoint series_value (count j : nat) : R := match count with O => 0 | S c => moment j 0 - x * series_value c (S j) end.

Lemma series_between l j : all_between 180 (fun j => moment j 0) j l -> between 180 (series_value (length l) j) (series l).
Proof.
  revert j. induction l as [| a l IH]; intros j A; cbn [series series_value length].
  - unfold between. cbn [fst snd]. rewrite Rmult_0_l. lra.
  - destruct A as [A1 A2]. apply minus_x_between; [exact A1 | now apply IH].
Qed.

Lemma series_taylor count : series_value count 0 = taylor count 0 x.
Proof.
  enough (H : forall c j, series_value (c + j) 0 = taylor c 0 x + (- 1) ^ c * x ^ c * series_value j c).
  { specialize (H count 0%nat). rewrite Nat.add_0_r in H. rewrite H. cbn [series_value]. ring. }
  intros c. induction c as [| c IH]; intros j; [cbn [Nat.add taylor pow]; ring |].
  replace (S c + j)%nat with (c + S j)%nat by lia. rewrite IH. cbn [taylor series_value pow]. ring.
Qed.

(* 2^50 units cover what the series loses after 90 terms. *)
Definition small_mills : Z * Z :=
  let '(lo, hi) := series (at_0 90 0 (root_180, root_180 + 1) (2 ^ 180, 2 ^ 180))%Z in (lo - 2 ^ 50, hi + 2 ^ 50)%Z.

Lemma at_0_length count j a b : length (at_0 count j a b) = count.
Proof. revert j a b. induction count as [| c IH]; intros; cbn [at_0 length]; [reflexivity |]. now rewrite IH. Qed.

Lemma small_mills_between : between 180 (mills x) small_mills.
Proof.
  assert (A : all_between 180 (fun j => moment j 0) 0 (at_0 90 0 (root_180, root_180 + 1)%Z (2 ^ 180, 2 ^ 180)%Z)).
  { apply at_0_between.
    - cbn [moment]. rewrite mills_zero. exact root_180_near.
    - cbn [moment]. unfold between. cbn [fst snd]. rewrite power_is_bpow by lia. lra. }
  apply series_between in A. rewrite at_0_length, series_taylor in A. unfold small_mills.
  destruct (series _) as [lo hi]. unfold between in *. cbn [fst snd] in *. fold B in A |- *.
  pose proof (taylor_near 89 0 x (moment 90 0)) as T. rewrite Rplus_0_l in T. pose proof x_nonneg as X0.
  assert (T' : Rabs (mills x - taylor 90 0 x) <= moment 90 0 * Rabs x ^ 90).
  { apply T. intros t Ht. apply moment_decreasing. rewrite Rmin_left in Ht by lra. exact Ht. }
  assert (M90 : moment 90 0 * Rabs x ^ 90 * B <= IZR (2 ^ 50)).
  { pose proof (moment_evens 45) as E. change (2 * 45)%nat with 90%nat in E. pose proof (moment_positive 90 0) as P.
    assert (V : 2 ^ 90 * B * 2 <= IZR (evens 45) * IZR (2 ^ 50)).
    { unfold B. rewrite <- power_is_bpow by lia. rewrite pow_IZR, <- !mult_IZR. apply IZR_le. vm_compute. discriminate. }
    assert (W : Rabs x ^ 90 <= 2 ^ 90) by (apply pow_incr; rewrite Rabs_pos_eq; lra).
    assert (W0 : 0 <= Rabs x ^ 90) by (apply pow_le, Rabs_pos). clear T T' A.
    set (m := moment 90 0) in *. set (e := IZR (evens 45)) in *. set (p := Rabs x ^ 90) in *. set (t := 2 ^ 90) in *.
    assert (D0 : 0 <= IZR (2 ^ 50)) by (apply (IZR_le 0); lia). set (d := IZR (2 ^ 50)) in *. clearbody t e d.
    assert (p * B * 2 <= e * d) by nra. assert (m * (p * B * 2) <= 2 * d); [| lra].
    apply Rle_trans with (m * (e * d)); [apply Rmult_le_compat_l; lra | nra]. }
  assert (D : Rabs ((mills x - taylor 90 0 x) * B) <= IZR (2 ^ 50)).
  { rewrite Rabs_mult, (Rabs_pos_eq B) by lra. apply Rle_trans with (2 := M90). apply Rmult_le_compat_r; lra. }
  apply Rabs_le_inv in D. rewrite minus_IZR, plus_IZR. lra.
Qed.

(* m_j, m_(j+1), …, from m_(j−1) (where m_(−1) = 1) and m_j *)
Fixpoint forward (count j : nat) (before now : Z * Z) : list (Z * Z) :=
  match count with O => nil | S count => now :: forward count (S j) now (quotient (minus_x before now) (S j)) end.

Definition moment_before (j : nat) : R := match j with O => 1 | S j => moment j x end.

Lemma forward_between count j before now : between 180 (moment_before j) before -> between 180 (moment j x) now ->
  all_between 180 (fun j => moment j x) j (forward count j before now).
Proof.
  revert j before now. induction count as [| c IH]; intros j before now H1 H2; cbn [forward all_between]; [exact I |].
  split; [exact H2 |]. apply IH; [exact H2 |].
  replace (moment (S j) x) with ((moment_before j - x * moment j x) / INR (S j)).
  - apply quotient_between. now apply minus_x_between.
  - destruct j; cbn [moment_before]; [cbn [moment INR]; field | symmetry; apply moment_step].
Qed.

(* In units of 2^-q. *)
Definition series_moments (q : Z) (count : nat) : list (Z * Z) :=
  map (fun b => (Z.shiftr (fst b) (180 - q), Z.shiftr (snd b) (180 - q) + 1)%Z) (forward count 0 (2 ^ 180, 2 ^ 180)%Z small_mills).

Lemma series_moments_between q count : (q <= 180)%Z -> all_between q (fun j => moment j x) 0 (series_moments q count).
Proof.
  intros Hq. assert (A : all_between 180 (fun j => moment j x) 0 (forward count 0 (2 ^ 180, 2 ^ 180)%Z small_mills)).
  { apply forward_between; [| exact small_mills_between]. cbn [moment_before]. unfold between. cbn [fst snd]. rewrite power_is_bpow by lia. lra. }
  unfold series_moments. set (l := forward count 0 (2 ^ 180, 2 ^ 180)%Z small_mills) in *. clearbody l. revert A. generalize 0%nat as j.
  induction l as [| b l IH]; intros j A; cbn [map all_between]; [exact I |].
  destruct A as [A1 A2]. split; [| now apply IH]. unfold between in *. cbn [fst snd].
  pose proof (shiftr_real (fst b) (180 - q) ltac:(lia)) as S1. pose proof (shiftr_real (snd b) (180 - q) ltac:(lia)) as S2.
  assert (E : bpow radix2 180 = bpow radix2 q * bpow radix2 (180 - q)) by (rewrite <- bpow_plus; f_equal; lia).
  rewrite E in A1. pose proof (bpow_gt_0 radix2 (180 - q)) as P. set (v := bpow radix2 (180 - q)) in *.
  rewrite plus_IZR. split; apply Rmult_le_reg_r with v; trivial; lra.
Qed.

End Series.

(* ** The exponential *)

Module Floats := PureFloat.
Module Intervals := FloatIntervalFull Floats.

Definition precision_used := Floats.PtoP 100.
Definition integer (n : Z) := Intervals.fromZ precision_used n.

(* e^(n/2^k) *)
Definition exponential (n k : Z) := Intervals.exp precision_used (Intervals.div precision_used (integer n) (integer (2 ^ k))).

Lemma exponential_contains n k : (0 <= k)%Z ->
  contains (Intervals.convert (exponential n k)) (Xreal (exp (IZR n * bpow radix2 (- k)))).
Proof.
  intros Hk. change (Xreal (exp (IZR n * bpow radix2 (- k)))) with (Xexp (Xreal (IZR n * bpow radix2 (- k)))).
  apply Intervals.exp_correct.
  assert (Z0 : IZR (2 ^ k) <> 0) by (rewrite power_is_bpow by exact Hk; apply Rgt_not_eq, bpow_gt_0).
  replace (Xreal (IZR n * bpow radix2 (- k))) with (Xdiv (Xreal (IZR n)) (Xreal (IZR (2 ^ k)))).
  - apply Intervals.div_correct; apply Intervals.fromZ_correct.
  - cbn [Xdiv Xbind2]. unfold Xdiv'. rewrite is_zero_false by exact Z0. f_equal. rewrite power_is_bpow by exact Hk. now rewrite bpow_opp.
Qed.

Definition nonnegative (i : Intervals.type) : bool :=
  match Intervals.sign_large i with Xgt => true | Xeq => true | _ => false end.

Lemma nonnegative_correct i v : contains (Intervals.convert i) (Xreal v) -> nonnegative i = true -> 0 <= v.
Proof.
  intros C H. unfold nonnegative in H. pose proof (Intervals.sign_large_correct i) as S.
  destruct (Intervals.sign_large i); try discriminate.
  - specialize (S _ C). injection S as ->. apply Rle_refl.
  - apply (S _ C).
Qed.

(* a·e ≤ b and a ≤ b·e *)
Definition times_below (a : Z) (e : Intervals.type) (b : Z) : bool :=
  nonnegative (Intervals.sub precision_used (integer b) (Intervals.mul precision_used (integer a) e)).
Definition below_times (a b : Z) (e : Intervals.type) : bool :=
  nonnegative (Intervals.sub precision_used (Intervals.mul precision_used (integer b) e) (integer a)).

Lemma times_below_correct a e b v : contains (Intervals.convert e) (Xreal v) -> times_below a e b = true -> IZR a * v <= IZR b.
Proof.
  intros C H. apply (nonnegative_correct _ (IZR b - IZR a * v)) in H; [lra |].
  apply (Intervals.sub_correct precision_used _ _ (Xreal (IZR b)) (Xreal (IZR a * v))); [apply Intervals.fromZ_correct |].
  apply (Intervals.mul_correct precision_used _ _ (Xreal (IZR a)) (Xreal v)); [apply Intervals.fromZ_correct | exact C].
Qed.

Lemma below_times_correct a e b v : contains (Intervals.convert e) (Xreal v) -> below_times a b e = true -> IZR a <= IZR b * v.
Proof.
  intros C H. apply (nonnegative_correct _ (IZR b * v - IZR a)) in H; [lra |].
  apply (Intervals.sub_correct precision_used _ _ (Xreal (IZR b * v)) (Xreal (IZR a))); [| apply Intervals.fromZ_correct].
  apply (Intervals.mul_correct precision_used _ _ (Xreal (IZR b)) (Xreal v)); [apply Intervals.fromZ_correct | exact C].
Qed.
