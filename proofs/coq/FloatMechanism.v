(* The whole mechanism in f64 or f32, from words of entropy to the released set: one theorem for every setting.

   Joined here: the counting of words (Words.v), the table logarithm (TableReduction.v), the product with b, the addition
   (FloatAddition.v), the grid and the window (Window.v), and Theorems L and A (LogMetric.v). The generated files
   Mechanism*.v apply `float_mechanism` to the numbers of one certificate. *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core Relative.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised TheoremA Lipschitz LogMetric.
From Kdelta Require Import Words WordLoss Window Binary GridRounding FloatAddition TableKernel TableReduction.

Local Open Scope R_scope.

(* ** The window: add, round to the grid, test *)

Section Edges.

Context {f : Format}.
Variables (log2 low E : Z) (N : nat).
Hypothesis grid : (least < log2)%Z.
Hypothesis low_index : (- 2 ^ (fraction - 1) < low)%Z.
Hypothesis high_index : (low + Z.of_nat N <= 2 ^ (fraction - 1))%Z.
Hypothesis E_normal : (least + precision <= E)%Z.
Hypothesis farthest : forall k, (k <= N)%nat -> Rabs (corner log2 low k) < bpow radix2 E.

(* What is released for the exact sum s, which the format rounds: grid point number low + k, or Outside. *)
Definition float_window (s : R) : option nat := in_window log2 low N (rnd s).
Definition float_edge (k : nat) : R := edge (corner log2 low k).

Lemma corner_format k : (k <= N)%nat -> in_format (corner log2 low k) /\ corner log2 low k <> 0.
Proof.
  intros Hk. pose proof fraction_large.
  assert (E1 : corner log2 low k = IZR (2 * (low + Z.of_nat k) - 1) * bpow radix2 (log2 - 1)).
  { unfold corner, grid_point, step. replace log2 with (log2 - 1 + 1)%Z at 1 2 by ring.
    rewrite bpow_twice, minus_IZR, mult_IZR. field. }
  rewrite E1. split.
  - apply (format_dyadic _ _ _ eq_refl); [| lia].
    replace (fraction + 1)%Z with (fraction - 1 + 2)%Z by ring. rewrite Z.pow_add_r by lia.
    assert (0 < 2 ^ (fraction - 1))%Z by (apply Z.pow_pos_nonneg; lia). change (2 ^ 2)%Z with 4%Z. lia.
  - apply Rmult_integral_contrapositive. split; [apply not_0_IZR; lia | apply Rgt_not_eq, bpow_gt_0].
Qed.

Lemma released_sum s : released log2 s 0 = nearest_up (rnd s / step log2).
Proof. unfold released, float_sum. now rewrite Rplus_0_r. Qed.

Theorem float_cells : rounds_to_cells float_window float_edge N.
Proof.
  split; [| split].
  - intros y i H. unfold float_window in H. apply in_window_some in H as [Hi Ei]. split; [exact Hi |]. rewrite <- released_sum in Ei.
    pose proof (preimage_within log2 (low + Z.of_nat i) grid ltac:(lia) y 0 Ei) as W.
    rewrite Rplus_0_r in W. unfold float_edge. rewrite corner_next. exact W.
  - intros y i Hi H. unfold float_edge in H. rewrite corner_next in H.
    unfold float_window. apply in_window_some. split; [exact Hi |]. rewrite <- released_sum.
    apply (preimage_contains log2 (low + Z.of_nat i) grid ltac:(lia)). rewrite Rplus_0_r. exact H.
  - intros y [H1 H2]. unfold float_edge in H1, H2.
    destruct (corner_format 0 ltac:(lia)) as [F0 _]. destruct (corner_format N ltac:(lia)) as [FN NN].
    apply sum_above_edge in H1; [| exact F0]. apply sum_below_edge in H2; [| exact FN | exact NN].
    unfold float_window. apply in_window_inside. lra.
Qed.

Lemma last_place_below x : x <> 0 -> Rabs x < bpow radix2 E -> last_place x <= 2 * bpow radix2 (E - precision - 1).
Proof.
  intros Nx H. unfold last_place. rewrite ulp_neq_0 by exact Nx.
  rewrite <- bpow_twice. apply bpow_le. assert (mag radix2 x <= E)%Z by (apply mag_le_bpow; assumption). unfold cexp, FLT_exp. lia.
Qed.

(* F24: an edge moves by at most half a last place of the farthest corner, and a cell is shorter by that at most. *)
Theorem float_cell_long i : (i < N)%nat -> float_edge i + (step log2 - bpow radix2 (E - precision - 1)) <= float_edge (S i).
Proof.
  intros Hi. pose proof (preimage_length log2 (low + Z.of_nat i) grid ltac:(lia)) as [W _].
  rewrite <- corner_next in W. fold (corner log2 low i) in W.
  destruct (corner_format (S i) ltac:(lia)) as [_ Ni].
  pose proof (last_place_below _ Ni (farthest (S i) ltac:(lia))). unfold float_edge. lra.
Qed.

Lemma float_edge_near k : (k <= N)%nat ->
  corner log2 low k - bpow radix2 (E - precision - 1) <= float_edge k <= corner log2 low k.
Proof.
  intros Hk. destruct (corner_format k Hk) as [Fk Nk]. pose proof (below_gap _ Fk Nk) as G.
  pose proof (last_place_below _ Nk (farthest k Hk)). unfold float_edge, edge. lra.
Qed.

End Edges.

(* ** The noise: logarithm, then product *)

Section Product.

Context {f : Format}.

(* The relative error of one rounding to nearest, h/(1+h). *)
Definition product_rounding : R := half_ulp / (1 + half_ulp).

Lemma product_error b l l' A r : 0 < b -> 0 <= l -> 0 <= A -> 0 <= r -> Rabs (l' - l) <= A + r * l ->
  Rabs (rnd (b * l') - b * l)
  <= A * b * (1 + product_rounding) + tiny + (r * (1 + product_rounding) + product_rounding) * (b * l).
Proof.
  intros Hb Hl HA Hr H.
  destruct (relative_error_N_FLT'_ex radix2 least precision precision_positive (fun n => negb (Z.even n)) (b * l'))
    as (eps & eta & Heps & Heta & _ & Ex).
  change (rnd (b * l') = b * l' * (1 + eps) + eta) in Ex. rewrite Ex.
  assert (U : u_ro radix2 precision = half_ulp).
  { unfold u_ro, half_ulp. rewrite bpow_twice. field. }
  rewrite U in Heps. fold product_rounding in Heps. set (d := product_rounding) in *.
  assert (Heta' : Rabs eta <= tiny).
  { apply Rle_trans with (1 := Heta). unfold tiny. pose proof (bpow_gt_0 radix2 least). lra. }
  assert (Hbl : 0 <= b * l) by nra.
  replace (b * l' * (1 + eps) + eta - b * l) with (b * (l' - l) * (1 + eps) + b * l * eps + eta) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _).
  apply Rle_trans with (b * (A + r * l) * (1 + d) + b * l * d + tiny); [| right; ring].
  apply Rplus_le_compat; [| exact Heta'].
  apply Rle_trans with (1 := Rabs_triang _ _). apply Rplus_le_compat.
  - rewrite 2!Rabs_mult, (Rabs_pos_eq b) by lra.
    apply Rmult_le_compat; [apply Rmult_le_pos; [lra | apply Rabs_pos] | apply Rabs_pos | |].
    + apply Rmult_le_compat_l; [lra | exact H].
    + apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_R1. lra.
  - rewrite Rabs_mult, (Rabs_pos_eq (b * l)) by exact Hbl. apply Rmult_le_compat_l; assumption.
Qed.

(* The bit pattern of a normal number of ]0,1[, as Unit64::from_parts and Unit32::from_parts compose it. *)
Definition bits_of (v : R) : Z :=
  ((bias - 1 + mag radix2 v) * 2 ^ fraction + (Zfloor (v * bpow radix2 (precision - mag radix2 v)) - 2 ^ fraction))%Z.

Lemma from_parts_mantissa p e j : (1 <= p)%nat -> (Z.of_nat p <= fraction)%Z -> (Z.of_nat e < bias - 1)%Z -> (j < 2 ^ (p - 1))%nat ->
  let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
  real (bits_of v) = v /\ 0 < v < 1 /\
  exists m, (0 < m < 2 ^ fraction /\ m = (2 * Z.of_nat j + 1) * 2 ^ (fraction - Z.of_nat p))%Z /\
    bits_of v = ((bias - 1 - Z.of_nat e) * 2 ^ fraction + m)%Z.
Proof.
  intros Hp Hf He Hj v. pose proof fraction_large. pose proof width_large.
  set (q := (fraction - Z.of_nat p)%Z). set (m := ((2 * Z.of_nat j + 1) * 2 ^ q)%Z). set (n := (2 ^ fraction + m)%Z).
  assert (Q : (2 ^ fraction = 2 ^ Z.of_nat p * 2 ^ q)%Z) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (Pq : (0 < 2 ^ q)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (J : (2 * Z.of_nat j + 1 < 2 ^ Z.of_nat p)%Z).
  { apply Nat2Z.inj_lt in Hj. rewrite Nat2Z.inj_pow in Hj.
    replace (2 ^ Z.of_nat p)%Z with (2 * 2 ^ Z.of_nat (p - 1))%Z; [change (Z.of_nat 2) with 2%Z in Hj; lia |].
    rewrite <- Z.pow_succ_r by lia. f_equal. lia. }
  assert (Bm : (0 < m < 2 ^ fraction)%Z) by (unfold m; rewrite Q; nia).
  assert (Ev : v = IZR n * bpow radix2 (- Z.of_nat e - precision)).
  { unfold v, n, m. rewrite plus_IZR, mult_IZR, plus_IZR, mult_IZR, <- INR_IZR_INZ, !power_is_bpow by lia.
    replace (- Z.of_nat e - (fraction + 1))%Z with (- Z.of_nat (S e) + - fraction)%Z by lia. rewrite bpow_plus, bpow_inv.
    replace (bpow radix2 q) with (bpow radix2 fraction * / 2 ^ p).
    - rewrite (bpow_opp radix2 fraction). field. repeat split; first [apply pow_nonzero; lra | apply Rgt_not_eq, bpow_gt_0].
    - rewrite <- bpow_inv, <- bpow_plus. reflexivity. }
  assert (Pb : 0 < bpow radix2 (- Z.of_nat e - precision)) by apply bpow_gt_0.
  assert (V1 : bpow radix2 (- Z.of_nat e - 1) <= v).
  { rewrite Ev. replace (- Z.of_nat e - 1)%Z with (fraction + (- Z.of_nat e - (fraction + 1)))%Z by lia. rewrite bpow_plus.
    apply Rmult_le_compat_r; [lra |]. rewrite <- power_is_bpow by lia. apply IZR_le. lia. }
  assert (V2 : v < bpow radix2 (- Z.of_nat e)).
  { rewrite Ev. replace (- Z.of_nat e)%Z with (precision + (- Z.of_nat e - precision))%Z at 2 by lia. rewrite bpow_plus.
    apply Rmult_lt_compat_r; [lra |]. rewrite <- power_is_bpow by lia. apply IZR_lt. rewrite Z.pow_add_r by lia. lia. }
  assert (V0 : 0 < v) by (pose proof (bpow_gt_0 radix2 (- Z.of_nat e - 1)); lra).
  assert (M : mag radix2 v = (- Z.of_nat e)%Z :> Z) by (apply mag_unique; rewrite Rabs_pos_eq by lra; split; assumption).
  assert (B : bits_of v = ((bias - 1 - Z.of_nat e) * 2 ^ fraction + m)%Z).
  { unfold bits_of. rewrite M. rewrite Ev at 1.
    replace (IZR n * bpow radix2 (- Z.of_nat e - precision) * bpow radix2 (precision - - Z.of_nat e)) with (IZR n).
    - rewrite Zfloor_IZR. unfold n. ring.
    - rewrite Rmult_assoc, <- bpow_plus.
      replace (- Z.of_nat e - precision + (precision - - Z.of_nat e))%Z with 0%Z by ring. cbn [bpow]. ring. }
  assert (V3 : v < 1) by (apply Rlt_le_trans with (1 := V2); change 1 with (bpow radix2 0); apply bpow_le; lia).
  split; [| split; [lra | exists m; split; [split; [exact Bm | reflexivity] | exact B]]].
  assert (W : (2 ^ width = 2 * 2 ^ (width - 1))%Z) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  assert (D : ((((bias - 1 - Z.of_nat e) * 2 ^ fraction + m) / 2 ^ fraction = bias - 1 - Z.of_nat e)%Z))
    by (symmetry; apply Z.div_unique with m; lia).
  assert (R : ((((bias - 1 - Z.of_nat e) * 2 ^ fraction + m) mod 2 ^ fraction = m)%Z))
    by (symmetry; apply Z.mod_unique with (bias - 1 - Z.of_nat e)%Z; lia).
  rewrite B, real_normal by nia. rewrite D, R, Ev. unfold n. do 2 f_equal. lia.
Qed.

Lemma from_parts p e j : (1 <= p)%nat -> (Z.of_nat p <= fraction)%Z -> (Z.of_nat e < bias - 1)%Z -> (j < 2 ^ (p - 1))%nat ->
  let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
  real (bits_of v) = v /\ 0 < v < 1 /\
  exists m, (0 < m < 2 ^ fraction)%Z /\ bits_of v = ((bias - 1 - Z.of_nat e) * 2 ^ fraction + m)%Z.
Proof.
  intros Hp Hf He Hj v. destruct (from_parts_mantissa p e j Hp Hf He Hj) as (R & V & m & [B _] & E).
  split; [exact R | split; [exact V | now exists m]].
Qed.

End Product.

(* ** The law of one release *)

Section Law.

Context {f : Format}.
Variables (b T rho_M delta_n answer_low answer_high : R) (n' : R -> R) (p K : nat) (log2 low E : Z) (N : nat).
Hypothesis b_positive : 0 < b.
Hypothesis p_positive : (1 <= p)%nat.
Hypothesis grid : (least < log2)%Z.
Hypothesis low_index : (- 2 ^ (fraction - 1) < low)%Z.
Hypothesis high_index : (low + Z.of_nat N <= 2 ^ (fraction - 1))%Z.
Hypothesis E_normal : (least + precision <= E)%Z.
Hypothesis first_near : Rabs (corner log2 low 0) < bpow radix2 E.
Hypothesis last_near : Rabs (corner log2 low N) < bpow radix2 E.

(* Any computed noise n' that is within delta_n of the ideal one up to T, and does not come back beyond T. *)
Theorem float_generator :
  let delta := b * ln (1 + / 2 ^ p) + delta_n in
  let L := step log2 - bpow radix2 (E - precision - 1) in
  0 <= delta_n ->
  (forall e j, (e <= K)%nat -> (j < 2 ^ (p - 1))%nat ->
     let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
     (magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n) /\ (T < magnitude b v -> T - delta_n <= n' v)) ->
  rho_M + delta < T -> T <= b * INR K * ln 2 -> 2 * delta < L ->
  answer_high - rho_M <= corner log2 low 0 - bpow radix2 (E - precision - 1) -> corner log2 low N <= answer_low + rho_M ->
  let g := em_generator p K (1 / 2) n' (clamped_draws p K (1 / 2) (-1) n') (clamped_draws p K (1 / 2) 1 n') in
  forall r1 r2 S, answer_low <= r1 <= answer_high -> answer_low <= r2 <= answer_high ->
  prob (fun x => S (output (float_window log2 low N) r1 x)) g
  <= exp (/ b * Rabs (r1 - r2) + ln (Gamma (/ b) L delta)) * prob (fun x => S (output (float_window log2 low N) r2 x)) g.
Proof.
  intros delta L Hdn Herr HT HK2 HL Hr1 Hr2 g r1 r2 S M1 M2.
  assert (Far : forall k, (k <= N)%nat -> Rabs (corner log2 low k) < bpow radix2 E).
  { intros k Hk. pose proof (corner_monotone log2 low 0 k ltac:(lia)). pose proof (corner_monotone log2 low k N Hk).
    apply Rabs_lt_inv in first_near, last_near. apply Rabs_lt. lra. }
  pose proof (float_edge_near log2 low E N grid low_index high_index E_normal Far 0 ltac:(lia)) as Near0.
  pose proof (float_edge_near log2 low E N grid low_index high_index E_normal Far N ltac:(lia)) as NearN.
  apply (relative_generator_theorem_A b L T rho_M delta_n p K n' (float_window log2 low N)
    (float_edge log2 low) N (fun r => answer_low <= r <= answer_high)); try assumption.
  - apply float_cells; assumption.
  - intros i Hi. now apply (float_cell_long log2 low E N grid low_index high_index E_normal Far).
  - intros r Hr. cbv beta in Hr. lra.
Qed.

End Law.

Section Noise.

Context {kernel : Kernel}.
Hypothesis sound : Sound.
Hypothesis largest_k_small : (largest_k < bias)%Z.
(* The certified absolute error of the logarithm; the relative one is half_ulp. *)
Variable absolute : R.
Hypothesis absolute_bound : total_error <= absolute.
Hypothesis absolute_nonneg : 0 <= absolute.

(* Laplace::of before the sign. *)
Definition computed (b v : R) : R := rnd (b * minus_ln (bits_of v)).

(* The error of the computed noise x is at most error_constant b + error_slope |x|. *)
Definition error_slope : R := half_ulp * (1 + product_rounding) + product_rounding.
Definition error_constant (b : R) : R := absolute * b * (1 + product_rounding) + tiny.

Lemma slope_range : 0 <= error_slope < 1.
Proof.
  unfold error_slope, product_rounding. pose proof fraction_large.
  assert (H0 : 0 < half_ulp) by apply bpow_gt_0.
  assert (H1 : half_ulp <= / 16).
  { unfold half_ulp. change (/ 16) with (bpow radix2 (-4)). apply bpow_le. lia. }
  set (h := half_ulp) in *. assert (Q : 0 <= h / (1 + h) <= h).
  { split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra] |].
    apply Rmult_le_reg_r with (1 + h); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
  split; nra.
Qed.

Theorem computed_noise_error b T delta_n p e j :
  0 < b -> (1 <= p)%nat -> (Z.of_nat p <= fraction)%Z -> (Z.of_nat e < largest_k)%Z -> (j < 2 ^ (p - 1))%nat ->
  error_constant b + error_slope * T <= delta_n ->
  let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
  (magnitude b v <= T -> Rabs (computed b v - magnitude b v) <= delta_n) /\
  (T < magnitude b v -> T - delta_n <= computed b v).
Proof.
  intros Hb Hp Hf He Hj Hd v.
  destruct (from_parts p e j Hp Hf ltac:(lia) Hj) as (Rv & [V0 V1] & m & Bm & Em). fold v in Rv, V0, V1, Em.
  assert (Dv : in_domain (bits_of v)) by (unfold in_domain; rewrite Em; nia).
  pose proof (minus_ln_off sound (bits_of v) Dv) as C. rewrite Rv in C.
  assert (L : 0 <= - ln v).
  { assert (ln v <= ln 1) as H by (apply ln_le; lra). rewrite ln_1 in H. lra. }
  replace (Rabs (ln v)) with (- ln v) in C by (rewrite Rabs_left1; lra).
  assert (C' : Rabs (minus_ln (bits_of v) - - ln v) <= absolute + half_ulp * - ln v) by lra.
  apply product_error with (b := b) in C'; [| exact Hb | exact L | exact absolute_nonneg | apply bpow_ge_0].
  fold (computed b v) in C'. fold (error_constant b) error_slope in C'.
  replace (b * - ln v) with (magnitude b v) in C' by (unfold magnitude; ring).
  pose proof slope_range as S.
  split; intros H.
  - apply Rle_trans with (1 := C'). apply Rle_trans with (2 := Hd). apply Rplus_le_compat_l, Rmult_le_compat_l; lra.
  - apply Rabs_le_inv in C'. nra.
Qed.

(* ** The mechanism *)

(* What is released for the answer r and the word z of K + p bits. *)
Definition release (b : R) (p K : nat) (log2 low : Z) (N : nat) (r : R) (z : nat) : option nat :=
  output (float_window log2 low N) r (noise_of_word K p (computed b) z).

Theorem float_loss (b T rho_M delta_n answer_low answer_high : R) (p K : nat) (log2 low E : Z) (N : nat) :
  0 < b -> (1 <= p)%nat -> (Z.of_nat p <= fraction)%Z -> (Z.of_nat K < largest_k)%Z ->
  (least < log2)%Z -> (- 2 ^ (fraction - 1) < low)%Z -> (low + Z.of_nat N <= 2 ^ (fraction - 1))%Z -> (least + precision <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let delta := b * ln (1 + / 2 ^ p) + delta_n in
  let L := step log2 - bpow radix2 (E - precision - 1) in
  0 <= delta_n -> error_constant b + error_slope * T <= delta_n ->
  rho_M + delta < T -> T <= b * INR K * ln 2 -> 2 * delta < L ->
  answer_high - rho_M <= corner log2 low 0 - bpow radix2 (E - precision - 1) -> corner log2 low N <= answer_low + rho_M ->
  loss_within (2 ^ (K + p)) (release b p K log2 low N) (fun r => answer_low <= r <= answer_high) (/ b) (ln (Gamma (/ b) L delta)).
Proof.
  intros Hb Hp Hf HK Hlog Hlow Hhigh HE H0 HN delta L Hdn Herr HT HK2 HL Hr1 Hr2 r1 r2 S M1 M2.
  apply (count_of_prob K p (computed b) Hp (float_window log2 low N) _ r1 r2 S).
  exact (float_generator b T rho_M delta_n answer_low answer_high (computed b) p K log2 low E N
    Hb Hp Hlog Hlow Hhigh HE H0 HN Hdn
    (fun e j He Hj => computed_noise_error b T delta_n p e j Hb Hp Hf ltac:(lia) Hj Herr) HT HK2 HL Hr1 Hr2 r1 r2 S M1 M2).
Qed.

Theorem float_mechanism (b T rho_M delta_n answer_low answer_high epsilon verdict : R) (p K : nat) (log2 low E : Z) (N : nat) :
  0 < b -> (1 <= p)%nat -> (Z.of_nat p <= fraction)%Z -> (Z.of_nat K < largest_k)%Z ->
  (least < log2)%Z -> (- 2 ^ (fraction - 1) < low)%Z -> (low + Z.of_nat N <= 2 ^ (fraction - 1))%Z -> (least + precision <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let delta := b * ln (1 + / 2 ^ p) + delta_n in
  let L := step log2 - bpow radix2 (E - precision - 1) in
  0 <= delta_n -> error_constant b + error_slope * T <= delta_n ->
  rho_M + delta < T -> T <= b * INR K * ln 2 -> 2 * delta < L ->
  answer_high - rho_M <= corner log2 low 0 - bpow radix2 (E - precision - 1) -> corner log2 low N <= answer_low + rho_M ->
  epsilon + ln (Gamma (/ b) L delta) <= verdict ->
  forall r1 r2 S, answer_low <= r1 <= answer_high -> answer_low <= r2 <= answer_high -> Rabs (r1 - r2) <= b * epsilon ->
  count (2 ^ (K + p)) (fun z => S (release b p K log2 low N r1 z))
  <= exp verdict * count (2 ^ (K + p)) (fun z => S (release b p K log2 low N r2 z)).
Proof.
  intros Hb Hp Hf HK Hlog Hlow Hhigh HE H0 HN delta L Hdn Herr HT HK2 HL Hr1 Hr2 Hv r1 r2 S.
  apply (pure_of_loss _ _ _ _ _
    (float_loss b T rho_M delta_n answer_low answer_high p K log2 low E N Hb Hp Hf HK Hlog Hlow Hhigh HE H0 HN Hdn Herr HT HK2 HL Hr1 Hr2)
    ltac:(left; now apply Rinv_0_lt_compat)).
  rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. exact Hv.
Qed.

End Noise.
