(* minus_ln_f32 of crates/finite/src/ln/table.rs: every operation rounded as IEEE 754 rounds it, and its certified error.

   `rnd` is rounding to nearest, ties to even, in binary32 with subnormals and without overflow; nothing here comes near
   2^128. The argument is given by its bit pattern, as the source takes it apart with integer operations; that
   every number of [2^-64, 1[ has one is `unit32_bits`. *)
From Coq Require Import Reals ZArith List Lia Lra Psatz.
From Coquelicot Require Import Rcomplements.
From Flocq Require Import Core Plus_error Sterbenz Relative.
From Kdelta Require Import Binary32 PureInterval ErrorTerms TableConstants.
Import ListNotations.

Local Open Scope R_scope.

Section Source.

Definition START : Z := 0x3f300000%Z.

(* reduce_f32 *)
Definition position (bits : Z) : Z := (bits + 64 * 2 ^ 23 - START)%Z.
Definition k_of (bits : Z) : Z := (64 - position bits / 2 ^ 23)%Z.
Definition index_of (bits : Z) : Z := (position bits / 2 ^ 18 mod 32)%Z.
Definition m_bits (bits : Z) : Z := (bits + k_of bits * 2 ^ 23)%Z.

(* c₂ to c₅ stand in the source as quotients, which the compiler rounds. *)
Definition coefficient (i : Z) : R := rnd (1 / IZR i).

(* The straight-line part, from m, m₁, k and the cell. *)
Definition evaluate (m m1 k inverse high low : R) : R :=
  let r := rnd (rnd (rnd (m1 * inverse) - 1) + rnd (rnd (m - m1) * inverse)) in
  let w := rnd (rnd (k * real32 ln_2_high_32) + high) in
  let s := rnd (w - r) in
  let t := rnd (rnd (w - s) - r) in
  let low := rnd (rnd (k * real32 ln_2_low_32) + low) in
  let z := rnd (r * r) in
  let q := rnd (rnd (coefficient 2 - rnd (r * coefficient 3)) + rnd (z * rnd (coefficient 4 - rnd (r * coefficient 5)))) in
  let p := rnd (z * q) in
  rnd (s + rnd (rnd (p + low) + t)).

Definition minus_ln_f32 (bits : Z) : R :=
  let '(inverse, high, low) := nth (Z.to_nat (index_of bits)) cells_32 (0x3f800000, 0, 0)%Z in
  let mb := m_bits bits in
  evaluate (real32 mb) (real32 (mb - mb mod 2 ^ 12)) (IZR (k_of bits)) (real32 inverse) (real32 high) (real32 low).

End Source.

(* The computed rnd x against an ideal y of magnitude at most 2^-n. *)
Lemma rnd_off x y e n : (n <= 100)%nat -> Rabs (x - y) <= e -> Rabs y + e <= / 2 ^ n -> Rabs (rnd x - y) <= e + / 2 ^ (n + 25).
Proof.
  intros Hn He Hy. assert (Rabs x <= / 2 ^ n).
  { replace x with (y + (x - y)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  assert (Rabs (rnd x - x) <= / 2 ^ (n + 25)).
  { rewrite <- bpow_inv in *. replace (- Z.of_nat (n + 25))%Z with (- Z.of_nat n - 25)%Z by lia. apply rnd_near; [lia | easy]. }
  replace (rnd x - y) with ((rnd x - x) + (x - y)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.

(* H: |x − y| ≤ e becomes |rnd x − y| ≤ e + 2^-(n+25), as |y| + e ≤ 2^-n. *)
Ltac rounded H n :=
  match type of H with
  | Rabs (?x - ?y) <= ?e =>
      let S := fresh in
      assert (S : Rabs y + e <= / 2 ^ n) by num; apply (fun h => rnd_off x y e n ltac:(lia) h S) in H; clear S
  end.

Lemma coefficient_2 : coefficient 2 = 1 / 2.
Proof. apply rnd_exact, (format_dyadic _ 1 (-1)); [change (bpow radix2 (-1)) with (/ 2); field | lia | lia]. Qed.
Lemma coefficient_4 : coefficient 4 = 1 / 4.
Proof. apply rnd_exact, (format_dyadic _ 1 (-2)); [change (bpow radix2 (-2)) with (/ 4); field | lia | lia]. Qed.
Lemma coefficient_off i n : (n <= 100)%nat -> Rabs (1 / IZR i) <= / 2 ^ n -> Rabs (coefficient i - 1 / IZR i) <= / 2 ^ (n + 25).
Proof.
  intros Hn H. rewrite <- (Rplus_0_l (/ 2 ^ (n + 25))). apply rnd_off; [easy | | lra].
  rewrite Rminus_diag_eq by easy. rewrite Rabs_R0. lra.
Qed.

(* The polynomial. *)
Definition Q (r : R) : R := 1 / 2 - r * (1 / 3) + r * r * (1 / 4 - r * (1 / 5)).

Definition computed_p (r : R) : R :=
  let z := rnd (r * r) in
  rnd (z * rnd (rnd (coefficient 2 - rnd (r * coefficient 3)) + rnd (z * rnd (coefficient 4 - rnd (r * coefficient 5))))).

(* R_32 is 17664/2^20; the computed r may be 2^-30 larger. *)
Lemma polynomial_off r : Rabs r <= 17665 / 2 ^ 20 -> Rabs (computed_p r - r * r * Q r) <= 5 / 2 ^ 37.
Proof.
  intros Hr. unfold computed_p, Q. cbv zeta.
  assert (Z : Rabs (rnd (r * r) - r * r) <= / 2 ^ 36).
  { assert (H : Rabs (r * r - r * r) <= 0) by (rewrite Rminus_diag_eq, Rabs_R0 by easy; lra).
    rounded H 11%nat. weaken H (/ 2 ^ 36). exact H. }
  assert (R0 : Rabs (r - r) <= 0) by (rewrite Rminus_diag_eq, Rabs_R0 by easy; lra).
  assert (c3 := coefficient_off 3 1 ltac:(lia) ltac:(num)).
  assert (c5 := coefficient_off 5 2 ltac:(lia) ltac:(num)).
  assert (c2 : Rabs (coefficient 2 - 1 / 2) <= 0) by (rewrite coefficient_2, Rminus_diag_eq, Rabs_R0 by easy; lra).
  assert (c4 : Rabs (coefficient 4 - 1 / 4) <= 0) by (rewrite coefficient_4, Rminus_diag_eq, Rabs_R0 by easy; lra).
  assert (R1 : Rabs (r * r) <= (17665 / 2 ^ 20) ^ 2) by num.
  (* 1/4 − r/5 *)
  pose proof (mul_off _ _ _ _ _ _ (17665 / 2 ^ 20) 1 R0 c5 Hr ltac:(num)) as A.
  rounded A 8%nat. weaken A (/ 2 ^ 31).
  pose proof (sub_off _ _ _ _ _ _ c4 A) as B. clear A.
  rounded B 1%nat. weaken B (/ 2 ^ 25).
  pose proof (mul_off _ _ _ _ _ _ ((17665 / 2 ^ 20) ^ 2) 1 Z B R1 ltac:(num)) as H. clear B.
  rounded H 13%nat. weaken H (/ 2 ^ 34).
  (* 1/2 − r/3 + … *)
  pose proof (mul_off _ _ _ _ _ _ (17665 / 2 ^ 20) 1 R0 c3 Hr ltac:(num)) as A.
  rounded A 7%nat. weaken A (/ 2 ^ 30).
  pose proof (sub_off _ _ _ _ _ _ c2 A) as B. clear A.
  rounded B 0%nat.
  pose proof (add_off _ _ _ _ _ _ B H) as A. clear B H.
  rounded A 0%nat. weaken A (/ 2 ^ 24 + / 2 ^ 29).
  (* z·q *)
  pose proof (mul_off _ _ _ _ _ _ ((17665 / 2 ^ 20) ^ 2) (507 / 1000) Z A R1 ltac:(num)) as H. clear A.
  rounded H 12%nat. weaken H (5 / 2 ^ 37). exact H.
Qed.

(* The series cut after r^5. *)
Lemma series_cut r : Rabs r <= 17665 / 2 ^ 20 -> Rabs (- ln (1 + r) - (- r + r * r * Q r)) <= / 2 ^ 37.
Proof. intros Hr. unfold Q. interval with (i_taylor r, i_degree 10, i_prec 100). Qed.

(* ln(1+x) moves by at most 2^-30/(1 − R) when x does by 2^-30. *)
Lemma ln_moves x y e : Rabs (x - y) <= e -> Rabs x <= 17665 / 2 ^ 20 -> Rabs y <= 17665 / 2 ^ 20 ->
  Rabs (ln (1 + x) - ln (1 + y)) <= e / (1 - 17665 / 2 ^ 20).
Proof.
  intros He Hx Hy.
  assert (G : forall a b, Rabs (a - b) <= e -> Rabs a <= 17665 / 2 ^ 20 -> Rabs b <= 17665 / 2 ^ 20 ->
    ln (1 + a) - ln (1 + b) <= e / (1 - 17665 / 2 ^ 20)).
  { clear. intros a b He Ha Hb. apply Rabs_le_inv in He, Ha, Hb.
    assert (0 < 1 + a) by lra. assert (0 < 1 + b) by lra.
    rewrite <- ln_div by lra. replace ((1 + a) / (1 + b)) with (1 + (a - b) / (1 + b)) by (field; lra).
    apply Rle_trans with ((a - b) / (1 + b)).
    - assert (0 < 1 + (a - b) / (1 + b)) by (replace (1 + (a - b) / (1 + b)) with ((1 + a) / (1 + b)) by (field; lra); now apply Rdiv_lt_0_compat).
      destruct (Req_dec ((a - b) / (1 + b)) 0) as [-> | N].
      + rewrite Rplus_0_r, ln_1. lra.
      + rewrite <- (ln_exp ((a - b) / (1 + b))) at 2. apply Rlt_le, ln_increasing; [easy |]. now apply exp_ineq1.
    - apply Rle_trans with (e / (1 + b)).
      + apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | lra].
      + apply Rmult_le_compat_l; [lra |]. apply Rinv_le_contravar; lra. }
  apply Rabs_le. split.
  - enough (ln (1 + y) - ln (1 + x) <= e / (1 - 17665 / 2 ^ 20)) by lra. apply G; try easy. now rewrite Rabs_minus_sym.
  - now apply G.
Qed.

(* What the kernel needs of a cell and an argument: short numbers, small r, and w = 0 or |w| ≥ 2|r|. *)
Record Reduced (m m1 k inverse high low : R) : Prop := {
  short_inverse : exists n, inverse = IZR n * bpow radix2 (-8) /\ (0 < n < 2 ^ 9)%Z;
  short_m1 : exists n, m1 = IZR n * bpow radix2 (-12) /\ (0 < n < 2 ^ 13)%Z;
  short_m2 : exists n, m - m1 = IZR n * bpow radix2 (-24) /\ (0 <= n < 2 ^ 13)%Z;
  short_high : exists n, high = IZR n * bpow radix2 (-16) /\ (Z.abs n < 2 ^ 15)%Z;
  short_k : exists n, k = IZR n /\ (0 <= n <= 64)%Z;
  positive_m : 0 < m;
  small_r : Rabs (m * inverse - 1) <= 17664 / 2 ^ 20;
  wide_w : let w := k * real32 ln_2_high_32 + high in w = 0 \/ 2 * Rabs (m * inverse - 1) + / 2 ^ 29 <= Rabs w;
  small_low : Rabs low <= / 2 ^ 17;
  near_ln : Rabs (high + low - ln inverse) <= / 2 ^ 42 }.

Lemma ln_2_high_short : exists n, real32 ln_2_high_32 = IZR n * bpow radix2 (-16) /\ (0 < n < 46000)%Z.
Proof. exists (multiple 16 (decode 8 23 ln_2_high_32)). split; [apply (short_dyadic 16); reflexivity | now vm_compute]. Qed.

Lemma ln_2_low_small : Rabs (real32 ln_2_low_32) <= 150 / 100 / 2 ^ 20.
Proof. unfold ln_2_low_32. decoded. num. Qed.

(* w − s is exact (Sterbenz) for s = rnd(w − r), where w is a short number and |r| ≤ |w|/2. *)
Lemma difference_exact w r n : w = IZR n * bpow radix2 (-16) -> (Z.abs n < 2 ^ 24)%Z -> 2 * Rabs r <= Rabs w ->
  format32 (w - rnd (w - r)).
Proof.
  intros Hw Hn Hr.
  assert (F : forall a e, (-149 <= e)%Z -> a = IZR n * bpow radix2 e -> rnd a = a /\ rnd (- a) = - a).
  { intros a e He Ha. assert (format32 a) by now apply (format_dyadic _ n e). split; apply rnd_exact; auto using format_opp. }
  assert (Fw : format32 w) by (apply (format_dyadic _ n (-16)); [easy | easy | lia]).
  destruct (F (w / 2) (-17)%Z ltac:(lia)) as [H1 H1'].
  { rewrite Hw. change (-17)%Z with (-16 + -1)%Z. rewrite bpow_plus. change (bpow radix2 (-1)) with (/ 2). field. }
  destruct (F (2 * w) (-15)%Z ltac:(lia)) as [H2 H2'].
  { rewrite Hw. change (-15)%Z with (-16 + 1)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. ring. }
  assert (Mono : forall a b, a <= b -> rnd a <= rnd b) by (intros; apply round_le; [apply valid32 | apply valid_rnd_N | easy]).
  assert (Hr' : Rabs r <= Rabs w / 2) by lra. apply Rabs_le_inv in Hr'.
  destruct (Rle_dec 0 w) as [P | P].
  - rewrite (Rabs_pos_eq w) in * by easy.
    assert (w / 2 <= rnd (w - r)) by (rewrite <- H1; apply Mono; lra).
    assert (rnd (w - r) <= 2 * w) by (rewrite <- H2; apply Mono; lra).
    apply sterbenz; [apply valid32 | apply monotone32 | easy | apply rnd_format | lra].
  - rewrite (Rabs_left w) in * by lra.
    assert (rnd (w - r) <= w / 2) by (rewrite <- H1; apply Mono; lra).
    assert (2 * w <= rnd (w - r)) by (rewrite <- H2; apply Mono; lra).
    replace (w - rnd (w - r)) with (- (- w - - rnd (w - r))) by ring.
    apply format_opp, sterbenz; [apply valid32 | apply monotone32 | now apply format_opp | apply format_opp, rnd_format | lra].
Qed.

Ltac exactly n e :=
  apply rnd_exact, (format_dyadic _ n e); [| try nia | try lia].

Lemma evaluate_off m m1 k inverse high low : Reduced m m1 k inverse high low ->
  Rabs (evaluate m m1 k inverse high low - (k * ln 2 - ln m))
  <= certified_table_f32 + certified_table_f32_relative * Rabs (k * ln 2 - ln m).
Proof.
  intros [(nc & Ec & Bc) (n1 & E1 & B1) (n2 & E2 & B2) (nh & Eh & Bh) (nk & Ek & Bk) Pm Hr Hw Hl Hln].
  destruct ln_2_high_short as (n0 & E0 & B0). pose proof ln_2_low_small as Hl2. pose proof ln_2_32_off as H2.
  unfold evaluate. cbv zeta.
  set (h2 := real32 ln_2_high_32) in *. set (l2 := real32 ln_2_low_32) in *. clearbody h2 l2.
  set (c := inverse) in *.
  assert (Pc : 0 < c) by (rewrite Ec; apply Rmult_lt_0_compat; [apply (IZR_lt 0); lia | apply bpow_gt_0]).
  (* the reduction is exact *)
  assert (X1 : rnd (m1 * c) = m1 * c).
  { exactly (n1 * nc)%Z (-20)%Z. rewrite E1, Ec, mult_IZR. change (-20)%Z with (-12 + -8)%Z. rewrite bpow_plus. ring. }
  assert (X2 : rnd (m1 * c - 1) = m1 * c - 1).
  { exactly (n1 * nc - 2 ^ 20)%Z (-20)%Z. rewrite E1, Ec, minus_IZR, mult_IZR.
    replace (bpow radix2 (-20)) with (bpow radix2 (-12) * bpow radix2 (-8)) by now rewrite <- bpow_plus.
    change (IZR (2 ^ 20)) with (bpow radix2 20). rewrite Rmult_minus_distr_r, <- bpow_plus, <- bpow_plus.
    change (bpow radix2 (20 + (-12 + -8))) with 1. rewrite bpow_plus. ring. }
  assert (X3 : rnd (m - m1) = m - m1) by (exactly n2 (-24)%Z; exact E2).
  assert (X4 : rnd ((m - m1) * c) = (m - m1) * c).
  { exactly (n2 * nc)%Z (-32)%Z. rewrite E2, Ec, mult_IZR. change (-32)%Z with (-24 + -8)%Z. rewrite bpow_plus. ring. }
  rewrite X1, X2, X3, X4. replace (m1 * c - 1 + (m - m1) * c) with (m * c - 1) by ring.
  set (rho := m * c - 1) in *.
  assert (R0 : Rabs (rho - rho) <= 0) by (rewrite Rminus_diag_eq, Rabs_R0 by easy; lra).
  rounded R0 5%nat. weaken R0 (/ 2 ^ 30). set (r := rnd rho) in *.
  assert (Hr' : Rabs r <= Rabs rho + / 2 ^ 30).
  { replace r with (rho + (r - rho)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  assert (Rr : Rabs r <= 17665 / 2 ^ 20) by (apply Rle_trans with (1 := Hr'); lra).
  (* w is exact *)
  assert (X5 : rnd (k * h2) = k * h2).
  { exactly (nk * n0)%Z (-16)%Z. rewrite E0, Ek, mult_IZR. ring. }
  assert (Ew : k * h2 + high = IZR (nk * n0 + nh) * bpow radix2 (-16)) by (rewrite E0, Ek, Eh, plus_IZR, mult_IZR; ring).
  assert (Bw : (Z.abs (nk * n0 + nh) < 2 ^ 23)%Z) by nia.
  assert (X6 : rnd (k * h2 + high) = k * h2 + high) by (exactly (nk * n0 + nh)%Z (-16)%Z; exact Ew).
  rewrite X5, X6. set (w := k * h2 + high) in *.
  assert (Fw : format32 w) by (apply (format_dyadic _ (nk * n0 + nh) (-16)); [exact Ew | lia | lia]).
  assert (Fr : format32 r) by apply rnd_format.
  (* s and t together are w − r *)
  assert (X7 : rnd (w - rnd (w - r)) = w - rnd (w - r)).
  { apply rnd_exact. destruct Hw as [Hw | Hw].
    - rewrite Hw, 2!Rminus_0_l. rewrite (rnd_exact (- r)) by now apply format_opp. now rewrite Ropp_involutive.
    - apply (difference_exact w r (nk * n0 + nh)); [exact Ew | lia | lra]. }
  assert (X8 : rnd (w - rnd (w - r) - r) = w - rnd (w - r) - r).
  { apply rnd_exact. replace (w - rnd (w - r) - r) with (- (rnd (w + - r) - (w + - r))) by (unfold Rminus; ring).
    apply format_opp. apply plus_error; [apply valid32 | apply monotone32 | exact Fw | now apply format_opp]. }
  rewrite X7, X8.
  assert (Ht : Rabs (w - rnd (w - r) - r) <= / 2 ^ 19).
  { replace (w - rnd (w - r) - r) with (- (rnd (w - r) - (w - r))) by ring. rewrite Rabs_Ropp.
    rewrite <- bpow_inv. apply (rnd_near _ 6); [lia |].
    unfold Rminus. apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp.
    assert (Rabs w <= 63).
    { rewrite Ew, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0. rewrite <- abs_IZR.
      replace 63 with (IZR (63 * 2 ^ 16) * bpow radix2 (-16)).
      - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. apply IZR_le. nia.
      - rewrite mult_IZR. change (IZR (2 ^ 16)) with (bpow radix2 16). rewrite Rmult_assoc, <- bpow_plus.
        change (bpow radix2 (16 + -16)) with 1. ring. }
    change (bpow radix2 6) with 64. lra. }
  set (s := rnd (w - r)) in *. set (t := w - s - r) in *.
  (* k·ln2_low + low *)
  set (rest := k * (ln 2 - h2) + (ln c - high)).
  assert (Bk' : 0 <= k <= 64) by (rewrite Ek; split; [apply (IZR_le 0) | apply (IZR_le _ 64)]; lia).
  assert (L : Rabs (k * l2 - k * l2) <= 0) by (rewrite Rminus_diag_eq, Rabs_R0 by easy; lra).
  rounded L 13%nat. weaken L (/ 2 ^ 38).
  assert (L0 : Rabs (low - low) <= 0) by (rewrite Rminus_diag_eq, Rabs_R0 by easy; lra).
  pose proof (add_off _ _ _ _ _ _ L L0) as L1. clear L L0.
  rounded L1 13%nat.
  assert (L2 : Rabs (k * l2 + low - rest) <= 64 / 2 ^ 44 + / 2 ^ 42).
  { unfold rest. replace (k * l2 + low - (k * (ln 2 - h2) + (ln c - high))) with (k * (h2 + l2 - ln 2) + (high + low - ln c)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). apply Rplus_le_compat; [| exact Hln].
    rewrite Rabs_mult, (Rabs_pos_eq k) by lra. unfold Rdiv. apply Rmult_le_compat; try lra. apply Rabs_pos. }
  assert (L : Rabs (rnd (rnd (k * l2) + low) - rest) <= / 2 ^ 36).
  { replace (rnd (rnd (k * l2) + low) - rest) with ((rnd (rnd (k * l2) + low) - (k * l2 + low)) + (k * l2 + low - rest)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). apply Rle_trans with (1 := Rplus_le_compat _ _ _ _ L1 L2). num. }
  assert (Hrest : Rabs rest <= 82 / 100 / 2 ^ 13).
  { replace rest with ((k * l2 + low) - (k * l2 + low - rest)) by ring. unfold Rminus at 1.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp.
    assert (Rabs (k * l2 + low) <= 75 / 100 / 2 ^ 13 + / 2 ^ 17).
    { apply Rle_trans with (1 := Rabs_triang _ _). apply Rplus_le_compat; [num | exact Hl]. }
    apply Rle_trans with (1 := Rplus_le_compat _ _ _ _ H L2). num. }
  clear L1 L2.
  (* (p + low) + t *)
  pose proof (polynomial_off r Rr) as P. unfold computed_p in P. cbv zeta in P.
  match type of P with Rabs (?x - _) <= _ => set (p := x) in * end.
  match goal with |- context [rnd (s + rnd (rnd (?x + _) + t))] => change x with p end.
  assert (Y : Rabs (r * r * Q r) <= 589 / 1000 / 2 ^ 12) by (unfold Q; num).
  pose proof (add_off _ _ _ _ _ _ P L) as U. clear P L.
  assert (Y1 : Rabs (r * r * Q r + rest) <= / 2 ^ 12).
  { apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  assert (S1 : Rabs (r * r * Q r + rest) + (5 / 2 ^ 37 + / 2 ^ 36) <= / 2 ^ 11) by lra.
  apply (fun h => rnd_off _ _ _ 11 ltac:(lia) h S1) in U.
  assert (T0 : Rabs (t - t) <= 0) by (rewrite Rminus_diag_eq, Rabs_R0 by easy; lra).
  pose proof (add_off _ _ _ _ _ _ U T0) as V. clear U T0.
  assert (Y2 : Rabs (r * r * Q r + rest + t) <= / 2 ^ 12 + / 2 ^ 19).
  { apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  assert (S2 : Rabs (r * r * Q r + rest + t) + (5 / 2 ^ 37 + / 2 ^ 36 + / 2 ^ (11 + 25) + 0) <= / 2 ^ 11) by (simpl; lra).
  apply (fun h => rnd_off _ _ _ 11 ltac:(lia) h S2) in V.
  match type of V with Rabs (rnd (?x + t) - _) <= _ => set (u := rnd (x + t)) in * end.
  assert (V' : Rabs (u - (r * r * Q r + rest + t)) <= 5 / 2 ^ 37 + 4 / 2 ^ 37 + / 2 ^ 36) by (apply Rle_trans with (1 := V); simpl; lra).
  clear V. rename V' into V.
  (* the exact logarithm *)
  set (truth := k * ln 2 - ln m).
  assert (Et : truth = s + (r * r * Q r + rest + t) + ((- ln (1 + r) - (- r + r * r * Q r)) + (ln (1 + r) - ln (1 + rho)))).
  { unfold truth, t, rest, w. replace (1 + rho) with (m * c) by (unfold rho; ring). rewrite ln_mult by easy. ring. }
  pose proof (series_cut r Rr) as S.
  pose proof (ln_moves r rho (/ 2 ^ 30) R0 Rr ltac:(lra)) as M.
  set (A0 := 5 / 2 ^ 37 + 4 / 2 ^ 37 + / 2 ^ 36 + (/ 2 ^ 37 + / 2 ^ 30 / (1 - 17665 / 2 ^ 20))).
  assert (A : Rabs (s + u - truth) <= A0).
  { rewrite Et. match goal with |- Rabs ?x <= _ => replace x with
      ((u - (r * r * Q r + rest + t)) + - ((- ln (1 + r) - (- r + r * r * Q r)) + (ln (1 + r) - ln (1 + rho)))) by ring end.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp.
    pose proof (Rabs_triang (- ln (1 + r) - (- r + r * r * Q r)) (ln (1 + r) - ln (1 + rho))). unfold A0. lra. }
  (* the last rounding *)
  destruct (error_N_FLT radix2 (-149) 24 ltac:(lia) (fun n => negb (Z.even n)) (s + u)) as (eps & eta & Heps & Heta & _ & E).
  change (rnd (s + u) = (s + u) * (1 + eps) + eta) in E. rewrite E.
  replace ((s + u) * (1 + eps) + eta - truth) with ((s + u - truth) * (1 + eps) + truth * eps + eta) by ring.
  assert (Heps' : Rabs eps <= / 2 ^ 24).
  { apply Rle_trans with (1 := Heps). change (- (24) + 1)%Z with (- Z.of_nat 23)%Z. rewrite bpow_inv. right. field. }
  assert (Heta' : Rabs eta <= / 2 ^ 100).
  { apply Rle_trans with (1 := Heta). apply Rle_trans with (bpow radix2 (- Z.of_nat 100)); [| rewrite bpow_inv; lra].
    apply Rle_trans with (bpow radix2 (-149)); [pose proof (bpow_ge_0 radix2 (-149)); lra | apply bpow_le; lia]. }
  apply Rle_trans with (1 := Rabs_triang _ _). 
  apply Rle_trans with (A0 * (1 + / 2 ^ 24) + Rabs truth * / 2 ^ 24 + / 2 ^ 100).
  - apply Rplus_le_compat; [| exact Heta']. apply Rle_trans with (1 := Rabs_triang _ _). rewrite 2!Rabs_mult.
    apply Rplus_le_compat.
    + apply Rmult_le_compat; try apply Rabs_pos; [exact A |]. apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_R1. lra.
    + apply Rmult_le_compat_l; [apply Rabs_pos | exact Heps'].
  - unfold certified_table_f32_relative.
    assert (A0 * (1 + / 2 ^ 24) + / 2 ^ 100 <= certified_table_f32) by (unfold A0, certified_table_f32; num).
    pose proof (Rabs_pos truth). lra.
Qed.
