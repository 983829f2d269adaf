(* The argument reduction of the table logarithm on bit patterns, its cells, and the error of the whole kernel, in any format.

   reduce_f64 and reduce_f32 of crates/finite/src/ln/table.rs take k and the cell from the bits of v with integer operations.
   Every cell is checked by computation at its two ends, between which r is monotone.
   Rests on TableKernel.v; the premise `Sound` is proved for both formats in TableLogarithms.v. *)
From Coq Require Import Reals ZArith List Lia Lra Psatz Bool.
From Coquelicot Require Import Rcomplements.
From Flocq Require Import Core.
From Kdelta Require Import Binary ErrorTerms TableKernel.

Local Open Scope R_scope.

Section Reduction.

Context {kernel : Kernel}.

(* The domain [2^-largest_k, 1[ as bit patterns. *)
Definition in_domain (bits : Z) : Prop := ((bias - largest_k) * 2 ^ fraction <= bits < bias * 2 ^ fraction)%Z.

(* m in units of 2^-precision, from the place y of m in its binade counted from 11/16. *)
Definition mantissa (y : Z) : Z :=
  let eighth := (2 ^ (fraction - 3))%Z in if (y <? 5 * eighth)%Z then (11 * eighth + y)%Z else (2 * (3 * eighth + y))%Z.

(* What each cell must satisfy, as a computation; r in units of 2^-unit. *)
Notation unit := (precision + inverse_bits)%Z.
Definition cell_fits (i : nat) (cell : Z * Z * Z) : bool :=
  let '(inverse, high, low) := cell in
  let c := multiple inverse_bits (decode inverse) in
  let h := multiple high_bits (decode high) in
  let edge i := Z.abs (mantissa (i * 2 ^ (fraction - index_bits)) * c - 2 ^ unit) in
  let r := Z.max (edge (Z.of_nat i)) (edge (Z.of_nat i + 1)%Z) in
  let low := decode low in
  (short inverse_bits (decode inverse) && (0 <? c) && (c <? 2 ^ (inverse_bits + 1))
   && short high_bits (decode high) && (Z.abs h <? 2 ^ (high_bits - 1))
   && (r <=? largest_r * 2 ^ (unit - 20))
   && ((5 * 2 ^ (index_bits - 3) <=? Z.of_nat i) || (h =? 0) || (2 * r + 8 <=? Z.abs h * 2 ^ (unit - high_bits)))
   && (snd low <=? - high_bits - 1) && (Z.abs (fst low) <=? 2 ^ (- high_bits - 1 - snd low)))%Z.

Record Sound : Prop := {
  shaped : Shaped;
  near : Near;
  cells_number : length cells = Z.to_nat (2 ^ index_bits);
  cells_fit : forallb (fun i => cell_fits i (nth i cells nowhere)) (seq 0 (length cells)) = true;
  cells_near : Forall (cell_off cell_error) cells }.

Hypothesis sound : Sound.

Let eighth : Z := (2 ^ (fraction - 3))%Z.

(* What is linear in the shape, so that lia looks at nothing else. *)
Lemma ranges : (3 <= fraction /\ 1 <= largest_k < bias /\ 3 <= index_bits <= fraction /\ 2 <= inverse_bits /\ 0 < cut <= fraction - 3 /\
  1 <= high_bits <= unit /\ 20 <= unit)%Z.
Proof. pose proof fraction_large. destruct sound as [[] _ _ _ _]. clear - H k_fits index_fits inverse_fits cut_fits high_fits w_wide. lia. Qed.

Lemma eighths : (2 ^ fraction = 8 * eighth /\ 0 < 2 ^ fraction)%Z.
Proof.
  pose proof fraction_large. unfold eighth. split; [| apply Z.pow_pos_nonneg; lia].
  replace fraction with (3 + (fraction - 3))%Z at 1 by ring. rewrite Z.pow_add_r by lia. reflexivity.
Qed.

Lemma widths : (2 ^ width = 2 * bias + 2 /\ 7 * eighth <= bias * eighth)%Z.
Proof.
  pose proof width_large. split; [| apply Z.mul_le_mono_nonneg_r; [pose proof eighths; lia | apply bias_large]].
  replace width with (1 + (width - 1))%Z at 1 by ring. rewrite Z.pow_add_r by lia. lia.
Qed.

Lemma real_mantissa y : (0 <= y < 2 ^ fraction)%Z -> real (start + y) = IZR (mantissa y) * bpow radix2 (- precision).
Proof.
  destruct eighths as [E P]. destruct widths as [W B].
  intros Hy. unfold mantissa. rewrite (start_fits (shaped sound)). fold eighth. rewrite real_normal by (rewrite W; lia). rewrite E in *.
  destruct (Z.ltb_spec y (5 * eighth)) as [H1 | H1].
  - rewrite <- (Z.div_unique ((bias - 1) * (8 * eighth) + 3 * eighth + y) (8 * eighth) (bias - 1) (3 * eighth + y)) by lia.
    rewrite <- (Z.mod_unique ((bias - 1) * (8 * eighth) + 3 * eighth + y) (8 * eighth) (bias - 1) (3 * eighth + y)) by lia.
    f_equal; f_equal; lia.
  - rewrite <- (Z.div_unique ((bias - 1) * (8 * eighth) + 3 * eighth + y) (8 * eighth) bias (y - 5 * eighth)) by lia.
    rewrite <- (Z.mod_unique ((bias - 1) * (8 * eighth) + 3 * eighth + y) (8 * eighth) bias (y - 5 * eighth)) by lia.
    replace (bias - bias - fraction)%Z with (- precision + 1)%Z by ring.
    replace (8 * eighth + (y - 5 * eighth))%Z with (3 * eighth + y)%Z by ring. rewrite bpow_twice, (mult_IZR 2). ring.
Qed.

Lemma mantissa_monotone y y' : (0 <= y <= y')%Z -> (0 < mantissa y <= mantissa y')%Z.
Proof.
  destruct eighths as [E P]. intros H. unfold mantissa. fold eighth.
  destruct (Z.ltb_spec y (5 * eighth)), (Z.ltb_spec y' (5 * eighth)); lia.
Qed.

Lemma reduction bits : in_domain bits ->
  let y := (position bits mod 2 ^ fraction)%Z in
  (0 <= y < 2 ^ fraction)%Z /\ (0 <= k_of bits <= largest_k)%Z /\ (k_of bits = 0 -> y < 5 * eighth)%Z /\
  m_bits bits = (start + y)%Z /\ index_of bits = (y / 2 ^ (fraction - index_bits))%Z.
Proof.
  intros Hb y. destruct eighths as [E P]. destruct ranges as (_ & R & R' & _). unfold in_domain in Hb.
  pose proof (start_fits (shaped sound)) as F. fold eighth in F.
  assert (Q : (5 * eighth <= position bits < (largest_k + 1) * 2 ^ fraction - 3 * eighth)%Z) by (unfold position; lia).
  assert (Ep : bits = (position bits - largest_k * 2 ^ fraction + start)%Z) by (unfold position; lia).
  pose proof (Z_div_mod_eq_full (position bits) (2 ^ fraction)) as D. fold y in D.
  pose proof (Z.mod_pos_bound (position bits) (2 ^ fraction) P) as Y. fold y in Y.
  unfold k_of, m_bits, index_of, k_of. set (a := (position bits / 2 ^ fraction)%Z) in *.
  assert (A : (0 <= a < largest_k + 1)%Z) by (split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia).
  assert (S : (2 ^ fraction = 2 ^ index_bits * 2 ^ (fraction - index_bits))%Z) by (rewrite <- Z.pow_add_r by lia; f_equal; ring).
  assert (0 < 2 ^ index_bits)%Z by (apply Z.pow_pos_nonneg; lia).
  assert (0 < 2 ^ (fraction - index_bits))%Z by (apply Z.pow_pos_nonneg; lia).
  repeat split; try lia.
  replace (position bits) with (y + (a * 2 ^ index_bits) * 2 ^ (fraction - index_bits))%Z by lia.
  rewrite Z.div_add, Z.mod_add by lia. apply Z.mod_small. split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia.
Qed.

(* m₁ and m₂ as short integers. *)
Lemma mantissa_split y : (0 <= y < 2 ^ fraction)%Z ->
  (exists n, mantissa (y - y mod 2 ^ cut) = n * 2 ^ cut /\ 0 < n < 2 ^ (precision + 1 - cut))%Z /\
  (0 <= mantissa y - mantissa (y - y mod 2 ^ cut) < 2 ^ (cut + 1))%Z.
Proof.
  destruct eighths as [E P]. destruct ranges as (_ & _ & _ & _ & R & _). intros Hy. set (C := (2 ^ cut)%Z).
  assert (PC : (0 < C)%Z) by (apply Z.pow_pos_nonneg; lia).
  set (V := (2 ^ (fraction - 3 - cut))%Z). assert (PV : (0 < V)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (EV : eighth = (C * V)%Z) by (unfold eighth, V, C; rewrite <- Z.pow_add_r by lia; f_equal; ring).
  assert (E32 : (2 ^ (precision + 1 - cut) = 32 * V)%Z).
  { unfold V. replace (precision + 1 - cut)%Z with (5 + (fraction - 3 - cut))%Z by ring. rewrite Z.pow_add_r by lia. reflexivity. }
  assert (E2 : (2 ^ (cut + 1) = 2 * C)%Z) by (unfold C; rewrite Z.pow_add_r by lia; lia).
  pose proof (Z.mod_pos_bound y C PC) as B. pose proof (Z_div_mod_eq_full y C) as D.
  set (a := (y / C)%Z) in *. set (b := (y mod C)%Z) in *. replace (y - b)%Z with (C * a)%Z by lia.
  unfold mantissa. fold eighth. rewrite E32, E2. rewrite E, EV in *. clearbody a b C V. clear R E EV E32 E2.
  assert (A : (0 <= a < 8 * V)%Z) by (split; [apply Z.lt_succ_r, (Z.mul_lt_mono_pos_l C) | apply (Z.mul_lt_mono_pos_l C)]; lia).
  destruct (Z.ltb_spec y (5 * (C * V))) as [H1 | H1], (Z.ltb_spec (C * a) (5 * (C * V))) as [H2 | H2].
  - split; [exists (11 * V + a)%Z; split; [ring | lia] | lia].
  - lia.
  - assert (a + 1 <= 5 * V)%Z as H3 by (apply Z.le_succ_l, (Z.mul_lt_mono_pos_l C); lia).
    apply (Z.mul_le_mono_nonneg_l _ _ C) in H3; lia.
  - split; [exists (2 * (3 * V + a))%Z; split; [ring | lia] | lia].
Qed.

Lemma start_cut y : ((start + y) mod 2 ^ cut = y mod 2 ^ cut)%Z.
Proof.
  destruct eighths as [E _]. destruct ranges as (_ & _ & _ & _ & R & _). rewrite (start_fits (shaped sound)), E. fold eighth.
  assert (EV : eighth = (2 ^ (fraction - 3 - cut) * 2 ^ cut)%Z) by (unfold eighth; rewrite <- Z.pow_add_r by lia; f_equal; ring).
  rewrite EV, <- (Z.mod_add y (((bias - 1) * 8 + 3) * 2 ^ (fraction - 3 - cut))) by (apply Z.pow_nonzero; lia). f_equal. ring.
Qed.

Lemma between_ends M M0 M1 c t : (0 < c)%Z -> (M0 <= M <= M1)%Z ->
  (Z.abs (M * c - t) <= Z.max (Z.abs (M0 * c - t)) (Z.abs (M1 * c - t)))%Z.
Proof.
  intros Hc HM. pose proof (Z.mul_le_mono_nonneg_r M0 M c). pose proof (Z.mul_le_mono_nonneg_r M M1 c). lia.
Qed.

(* What the check of a cell says: c, ln c and r, which is at most D between the ends. *)
Lemma cell_fits_means i inverse high low : cell_fits i (inverse, high, low) = true -> exists c h D : Z,
  (real inverse = IZR c * bpow radix2 (- inverse_bits) /\ (0 < c < 2 ^ (inverse_bits + 1))%Z) /\
  (real high = IZR h * bpow radix2 (- high_bits) /\ (Z.abs h < 2 ^ (high_bits - 1))%Z) /\
  (forall y, Z.of_nat i = y / 2 ^ (fraction - index_bits) -> 0 <= y -> Z.abs (mantissa y * c - 2 ^ unit) <= D)%Z /\
  (D <= largest_r * 2 ^ (unit - 20))%Z /\
  (5 * 2 ^ (index_bits - 3) <= Z.of_nat i \/ h = 0 \/ 2 * D + 8 <= Z.abs h * 2 ^ (unit - high_bits))%Z /\
  Rabs (real low) <= bpow radix2 (- high_bits - 1).
Proof.
  unfold cell_fits. set (side := (2 ^ (fraction - index_bits))%Z). set (c := multiple _ _). set (h := multiple _ _).
  cbv zeta. set (D := Z.max _ _). intros Fit. exists c, h, D.
  apply andb_prop in Fit as [Fit F9]. apply andb_prop in Fit as [Fit F8]. apply andb_prop in Fit as [Fit F7].
  apply andb_prop in Fit as [Fit F6]. apply andb_prop in Fit as [Fit F5]. apply andb_prop in Fit as [Fit F4].
  apply andb_prop in Fit as [Fit F3]. apply andb_prop in Fit as [F1 F2].
  apply short_dyadic in F1, F4. apply Z.ltb_lt in F2, F3, F5. apply Z.leb_le in F6, F8, F9.
  refine (conj (conj F1 (conj F2 F3)) (conj (conj F4 F5) (conj _ (conj F6 (conj _ _))))).
  - intros y Hi Hy. apply between_ends; [exact F2 |].
    assert (P : (0 < side)%Z) by (apply Z.pow_pos_nonneg; [| destruct ranges]; lia).
    pose proof (Z_div_mod_eq_full y side). pose proof (Z.mod_pos_bound y side P). rewrite Hi. fold side.
    pose proof (Z.mul_nonneg_nonneg side (y / side) ltac:(lia) (Z.div_pos y side Hy P)).
    split; apply mantissa_monotone; clear - H H0 H1 Hy; lia.
  - apply orb_prop in F7 as [F7 | F7]; [apply orb_prop in F7 as [F7 | F7] |].
    + left. now apply Z.leb_le.
    + right. left. now apply Z.eqb_eq.
    + right. right. now apply Z.leb_le.
  - unfold real, dyadic. destruct (decode low) as [n e]. cbn [fst snd] in *. rewrite Rabs_bpow, <- abs_IZR.
    apply Rle_trans with (IZR (2 ^ (- high_bits - 1 - e)) * bpow radix2 e).
    + apply Rmult_le_compat_r; [apply bpow_ge_0 | now apply IZR_le].
    + rewrite power_is_bpow, <- bpow_plus by lia. apply bpow_le. lia.
Qed.

(* An integer in units of 2^-unit against one in units of 2^-p. *)
Lemma unit_of p n : (0 <= p <= unit)%Z -> IZR n * bpow radix2 (- p) = IZR (n * 2 ^ (unit - p)) * bpow radix2 (- unit).
Proof.
  intros Hp. rewrite mult_IZR, power_is_bpow, Rmult_assoc, <- bpow_plus by lia. do 2 f_equal. ring.
Qed.

Lemma unit_le a b : (a <= b)%Z -> IZR a * bpow radix2 (- unit) <= IZR b * bpow radix2 (- unit).
Proof. intros H. apply Rmult_le_compat_r; [apply bpow_ge_0 | now apply IZR_le]. Qed.

(* k ln_2_high + high is wide for k ≥ 1. *)
Lemma multiple_wide k h D : (1 <= k)%Z -> (Z.abs h < 2 ^ (high_bits - 1))%Z -> (D <= largest_r * 2 ^ (unit - 20))%Z ->
  (2 * D + 8 <= Z.abs (k * ln_2_multiple + h) * 2 ^ (unit - high_bits))%Z.
Proof.
  intros Hk Hh HD. destruct (ln_2_high_short (shaped sound)) as [_ P]. destruct (w_wide (shaped sound)) as [_ W].
  apply (Z.mul_le_mono_nonneg_r 1 k ln_2_multiple) in Hk; [| lia].
  assert (G : (ln_2_multiple - 2 ^ (high_bits - 1) <= Z.abs (k * ln_2_multiple + h))%Z) by lia.
  apply (Z.mul_le_mono_nonneg_r _ _ (2 ^ (unit - high_bits))) in G; [lia | apply Z.pow_nonneg; lia].
Qed.

Lemma reduced bits : in_domain bits ->
  let '(inverse, high, low) := nth (Z.to_nat (index_of bits)) cells nowhere in
  let mb := m_bits bits in
  Reduced (real mb) (real (mb - mb mod 2 ^ cut)) (IZR (k_of bits)) (real inverse) (real high) (real low).
Proof.
  intros Hb. destruct (reduction bits Hb) as (Hy & Hk & Hk0 & Em & Ei). destruct eighths as [E8 P8].
  destruct ranges as (R1 & R2 & R3 & R4 & R5 & R6 & R7).
  set (y := (position bits mod 2 ^ fraction)%Z) in *. set (i := Z.to_nat (index_of bits)).
  set (side := (2 ^ (fraction - index_bits))%Z) in *.
  assert (S : (2 ^ fraction = side * 2 ^ index_bits)%Z) by (unfold side; rewrite <- Z.pow_add_r by lia; f_equal; ring).
  assert (S3 : (2 ^ index_bits = 8 * 2 ^ (index_bits - 3))%Z).
  { replace index_bits with (3 + (index_bits - 3))%Z at 1 by ring. rewrite Z.pow_add_r by lia. reflexivity. }
  assert (PS : (0 < side)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (Bi : (0 <= y / side < 2 ^ index_bits)%Z) by (split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia).
  assert (Zi : Z.of_nat i = (y / side)%Z) by lia.
  assert (Hi : (i < length cells)%nat) by (rewrite (cells_number sound); lia).
  assert (Fit : cell_fits i (nth i cells nowhere) = true) by (apply (proj1 (forallb_forall _ _) (cells_fit sound)), in_seq; lia).
  assert (Off : cell_off cell_error (nth i cells nowhere)) by (apply (proj1 (Forall_forall _ _) (cells_near sound)), nth_In, Hi).
  destruct (nth i cells nowhere) as [[inverse high] low]. unfold cell_off in Off. cbv zeta.
  destruct (cell_fits_means _ _ _ _ Fit) as (c & h & D & Fc & Fh & HD & HR & HW & HL). clear Fit.
  specialize (HD y Zi (proj1 Hy)). rewrite Em, start_cut.
  replace (start + y - y mod 2 ^ cut)%Z with (start + (y - y mod 2 ^ cut))%Z by ring.
  assert (PC : (0 < 2 ^ cut)%Z) by (apply Z.pow_pos_nonneg; lia).
  pose proof (Z.mod_pos_bound y (2 ^ cut) PC) as B1. pose proof (Z.mod_le y (2 ^ cut) (proj1 Hy) PC) as B2.
  rewrite 2!real_mantissa by lia. destruct (mantissa_split y Hy) as [(n1 & E1 & N1) N2].
  assert (PM : (0 < mantissa y)%Z) by (apply (mantissa_monotone y y); lia).
  set (M := mantissa y) in *. destruct Fc as [Fc Bc]. destruct Fh as [Fh Bh].
  set (r := IZR M * bpow radix2 (- precision) * real inverse - 1).
  assert (Hr : Rabs r <= IZR D * bpow radix2 (- unit)).
  { replace r with (IZR (M * c - 2 ^ unit) * bpow radix2 (- unit)).
    - rewrite Rabs_bpow, <- abs_IZR. now apply unit_le.
    - unfold r. rewrite Fc, minus_IZR, mult_IZR, power_is_bpow, Rmult_minus_distr_r, <- bpow_plus by lia.
      replace (unit + - unit)%Z with 0%Z by ring. replace (- unit)%Z with (- precision + - inverse_bits)%Z by ring.
      rewrite bpow_plus. cbn [bpow]. ring. }
  assert (wide : forall n, (2 * D + 8 <= Z.abs n * 2 ^ (unit - high_bits))%Z ->
    2 * Rabs r + 2 * r_error <= Rabs (IZR n * bpow radix2 (- high_bits))).
  { intros n Hn. rewrite Rabs_bpow, <- abs_IZR, unit_of by lia. apply Rle_trans with (2 := unit_le _ _ Hn).
    rewrite plus_IZR, mult_IZR, Rmult_plus_distr_r. apply Rplus_le_compat; [lra |].
    unfold r_error. replace (2 - inverse_bits - precision)%Z with (2 + - unit)%Z by ring. rewrite bpow_plus.
    change (bpow radix2 2) with 4. lra. }
  constructor; fold r; try assumption.
  - exists c. split; [exact Fc | exact Bc].
  - exists n1. split; [| exact N1]. rewrite E1, mult_IZR, power_is_bpow, Rmult_assoc, <- bpow_plus by lia. reflexivity.
  - exists (M - mantissa (y - y mod 2 ^ cut))%Z. split; [rewrite minus_IZR; ring | exact N2].
  - exists h. split; [exact Fh | exact Bh].
  - exists (k_of bits). split; [reflexivity | exact Hk].
  - apply Rmult_lt_0_compat; [now apply (IZR_lt 0) | apply bpow_gt_0].
  - apply Rle_trans with (1 := Hr). apply Rle_trans with (IZR largest_r * bpow radix2 (- (20))).
    + rewrite (unit_of 20) by lia. now apply unit_le.
    + unfold Rdiv. rewrite <- (bpow_inv 20). apply Rle_refl.
  - cbv zeta. destruct (Z.eq_dec (k_of bits) 0) as [K0 | K1].
    + rewrite K0, Rmult_0_l, Rplus_0_l, Fh.
      assert (I5 : (Z.of_nat i < 5 * 2 ^ (index_bits - 3))%Z) by (rewrite Zi; apply Z.div_lt_upper_bound; lia).
      destruct HW as [HW | [HW | HW]]; [lia | left; rewrite HW; ring | right; now apply wide].
    + right. rewrite (proj1 (ln_2_high_short (shaped sound))), Fh, <- Rmult_assoc, <- mult_IZR, <- Rmult_plus_distr_r, <- plus_IZR.
      apply wide, multiple_wide; [lia | exact Bh | exact HR].
Qed.

(* v = m·2^-k *)
Lemma value_split bits : in_domain bits -> - ln (real bits) = IZR (k_of bits) * ln 2 - ln (real (m_bits bits)).
Proof.
  intros Hb. destruct (reduction bits Hb) as (Hy & Hk & _ & Em & _). destruct eighths as [E8 P8]. unfold in_domain in Hb.
  pose proof (real_mantissa _ Hy) as RM. rewrite <- Em in RM. destruct widths as [W B]. destruct ranges as (_ & R & _).
  pose proof (start_fits (shaped sound)) as F. fold eighth in F. set (y := (position bits mod 2 ^ fraction)%Z) in *.
  assert (P : 0 < real (m_bits bits)).
  { rewrite RM. apply Rmult_lt_0_compat; [apply (IZR_lt 0), (mantissa_monotone y y); lia | apply bpow_gt_0]. }
  assert (Bb : (1 * 2 ^ fraction <= (bias - largest_k) * 2 ^ fraction)%Z) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (E : real (m_bits bits) = real bits * bpow radix2 (k_of bits)).
  { rewrite (real_normal (m_bits bits)) by (rewrite Em, W; lia). rewrite (real_normal bits) by (rewrite W; lia).
    unfold m_bits. rewrite Z.div_add, Z.mod_add by lia. rewrite Rmult_assoc, <- bpow_plus. do 2 f_equal. ring. }
  assert (P' : 0 < real bits) by (apply Rmult_lt_reg_r with (bpow radix2 (k_of bits)); [apply bpow_gt_0 | lra]).
  rewrite E, (ln_mult _ _ P' (bpow_gt_0 radix2 (k_of bits))), bpow_exp, ln_exp. change (IZR radix2) with 2. ring.
Qed.

Theorem minus_ln_off bits : in_domain bits ->
  Rabs (minus_ln bits - - ln (real bits)) <= total_error + half_ulp * Rabs (ln (real bits)).
Proof.
  intros Hb. pose proof (reduced bits Hb) as H. unfold minus_ln.
  destruct (nth (Z.to_nat (index_of bits)) cells nowhere) as [[inverse high] low]. cbv zeta in H |- *.
  rewrite <- (Rabs_Ropp (ln (real bits))), (value_split bits Hb). apply evaluate_off; [apply (shaped sound) | apply (near sound) | exact H].
Qed.

(* Every number of the domain has such a bit pattern, and every such bit pattern is such a number. *)
Theorem unit_bits v : in_format v -> bpow radix2 (- largest_k) <= v < 1 -> exists bits, in_domain bits /\ real bits = v.
Proof.
  intros Fv Hv. assert (P : 0 < v) by (pose proof (bpow_gt_0 radix2 (- largest_k)); lra).
  destruct eighths as [E8 P8]. destruct widths as [W B]. destruct ranges as (R1 & R2 & _).
  destruct (mag radix2 v) as [e Hmag] eqn:Ee. pose proof (Hmag ltac:(lra)) as He. rewrite Rabs_pos_eq in He by lra.
  assert (E1 : (- largest_k < e)%Z) by (apply (lt_bpow radix2); lra).
  assert (E2 : (e - 1 < 0)%Z) by (apply (lt_bpow radix2); cbn [bpow]; lra).
  assert (Ec : cexp radix2 exponents v = (e - precision)%Z) by (unfold cexp; rewrite Ee; cbn [mag_val]; unfold FLT_exp; lia).
  set (n := Ztrunc (scaled_mantissa radix2 exponents v)).
  assert (En : v = IZR n * bpow radix2 (e - precision)) by (unfold in_format, generic_format in Fv; rewrite Ec in Fv; exact Fv).
  assert (Bn : (2 ^ fraction <= n < 2 * 2 ^ fraction)%Z).
  { assert (Pe : 0 < bpow radix2 (e - precision)) by apply bpow_gt_0. split.
    - apply le_IZR. apply Rmult_le_reg_r with (1 := Pe). rewrite power_is_bpow, <- bpow_plus, <- En by lia.
      replace (fraction + (e - precision))%Z with (e - 1)%Z by ring. lra.
    - apply lt_IZR. apply Rmult_lt_reg_r with (1 := Pe). rewrite mult_IZR, power_is_bpow, <- bpow_twice, <- bpow_plus, <- En by lia.
      replace (precision + (e - precision))%Z with e by ring. lra. }
  exists ((e + (bias - 1)) * 2 ^ fraction + (n - 2 ^ fraction))%Z.
  assert (D : (((e + (bias - 1)) * 2 ^ fraction + (n - 2 ^ fraction)) / 2 ^ fraction = e + (bias - 1))%Z)
    by (symmetry; apply Z.div_unique with (n - 2 ^ fraction)%Z; lia).
  assert (M : (((e + (bias - 1)) * 2 ^ fraction + (n - 2 ^ fraction)) mod 2 ^ fraction = n - 2 ^ fraction)%Z)
    by (symmetry; apply Z.mod_unique with (e + (bias - 1))%Z; lia).
  assert (L : ((bias - largest_k) * 2 ^ fraction <= (e + (bias - 1)) * 2 ^ fraction)%Z) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (H : ((e + (bias - 1)) * 2 ^ fraction <= (bias - 1) * 2 ^ fraction)%Z) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (L' : (1 * 2 ^ fraction <= (bias - largest_k) * 2 ^ fraction)%Z) by (apply Z.mul_le_mono_nonneg_r; lia).
  unfold in_domain. split; [lia |]. rewrite real_normal, D, M, En by (rewrite W; lia). f_equal; f_equal; lia.
Qed.

End Reduction.
