(* The table logarithm of crates/finite/src/ln/table.rs, in any format: what the source computes, and the error of its
   straight-line part.

   minus_ln_f64 and minus_ln_f32 are two instances of the class `Kernel` (TableLogarithms.v). Every operation is rounded as
   IEEE 754 rounds it. The argument is given by its bit pattern, as the source takes it apart with integer operations; that
   every number of the domain has one is `unit_bits` of TableReduction.v.
   Rests on Binary.v and ErrorTerms.v; the premises `Shaped` and `Near` are proved for both in TableLogarithms.v. *)
From Coq Require Import Reals ZArith List Lia Lra Psatz.
From Coquelicot Require Import Rcomplements.
From Flocq Require Import Core Plus_error Sterbenz.
From Kdelta Require Import Binary ErrorTerms.
Import ListNotations.

Local Open Scope R_scope.

Class Kernel := {
  format :> Format;
  largest_k : Z;      (* the domain is [2^-largest_k, 1[ *)
  start : Z;          (* 11/16, where the mantissas begin: a bit pattern, as the next ones *)
  ln_2_high : Z;
  ln_2_low : Z;
  cells : list (Z * Z * Z);
  index_bits : Z;     (* so many bits of the mantissa choose the cell *)
  cut : Z;            (* m₁ is m without its last bits, so many *)
  inverse_bits : Z;   (* the places after the point of c, the inverse of a cell *)
  high_bits : Z;      (* and of ln_2_high and of `high` of a cell *)
  largest_r : Z;      (* |m c − 1| ≤ largest_r/2^20 *)
  pairs : nat;        (* q has so many pairs of coefficients after the first *)
  (* How far ln_2_high + ln_2_low and the sums of a cell are off, and what the series loses by its cut: see Near. *)
  ln_2_error : R;
  cell_error : R;
  series_error : R }.

Section Kernel.

Context {kernel : Kernel}.

(* ** The source *)

(* reduce_f64, reduce_f32 *)
Definition position (bits : Z) : Z := (bits + largest_k * 2 ^ fraction - start)%Z.
Definition k_of (bits : Z) : Z := (largest_k - position bits / 2 ^ fraction)%Z.
Definition index_of (bits : Z) : Z := (position bits / 2 ^ (fraction - index_bits) mod 2 ^ index_bits)%Z.
Definition m_bits (bits : Z) : Z := (bits + k_of bits * 2 ^ fraction)%Z.

(* 1/2, 1/3, … stand in the source as quotients, which the compiler rounds. *)
Definition coefficient (i : Z) : R := rnd (1 / IZR i).

(* q(r) = (c₂ − c₃r) + z((c₄ − c₅r) + …), z = r² *)
Fixpoint computed_q (n : nat) (i : Z) (r z : R) : R :=
  let pair := rnd (coefficient i - rnd (r * coefficient (i + 1))) in
  match n with O => pair | S n => rnd (pair + rnd (z * computed_q n (i + 2) r z)) end.

(* The straight-line part, from m, m₁, k and the cell. *)
Definition evaluate (m m1 k inverse high low : R) : R :=
  let r := rnd (rnd (rnd (m1 * inverse) - 1) + rnd (rnd (m - m1) * inverse)) in
  let w := rnd (rnd (k * real ln_2_high) + high) in
  let s := rnd (w - r) in
  let t := rnd (rnd (w - s) - r) in
  let low := rnd (rnd (k * real ln_2_low) + low) in
  let z := rnd (r * r) in
  let p := rnd (z * computed_q pairs 2 r z) in
  rnd (s + rnd (rnd (p + low) + t)).

(* The cell of c = 1, which the source names as the fallback of the look-up. *)
Definition nowhere : Z * Z * Z := (bias * 2 ^ fraction, 0, 0)%Z.

Definition minus_ln (bits : Z) : R :=
  let '(inverse, high, low) := nth (Z.to_nat (index_of bits)) cells nowhere in
  let mb := m_bits bits in
  evaluate (real mb) (real (mb - mb mod 2 ^ cut)) (IZR (k_of bits)) (real inverse) (real high) (real low).

(* ** The bounds, line by line as in the ledger of the source *)

(* r is rounded once, below 2^(3 − inverse_bits). *)
Definition r_error : R := bpow radix2 (2 - inverse_bits - precision).
Definition radius : R := IZR largest_r / 2 ^ 20 + r_error.

Definition coefficient_bound (i : Z) : bound :=
  if (2 ^ Z.log2 i =? i)%Z then Bound (1 / IZR i) 0 else rounded (Bound (1 / IZR i) 0).
Definition z_bound : bound := rounded (product (Bound radius 0) (Bound radius 0)).
Fixpoint q_bound (n : nat) (i : Z) : bound :=
  let pair := rounded (sum (coefficient_bound i) (rounded (product (Bound radius 0) (coefficient_bound (i + 1))))) in
  match n with O => pair | S n => rounded (sum pair (rounded (product z_bound (q_bound n (i + 2))))) end.
Definition p_bound : bound := rounded (product z_bound (q_bound pairs 2)).
Definition low_bound : bound :=
  moved (IZR largest_k * ln_2_error + cell_error)
    (rounded (sum (rounded (Bound (IZR largest_k * Rabs (real ln_2_low)) 0)) (Bound (bpow radix2 (- high_bits - 1)) 0))).
Definition t_bound : bound := Bound (half_ulp * (bpow radix2 (fraction - high_bits) + radius) + tiny) 0.
Definition total_error : R :=
  (error (rounded (sum (rounded (sum p_bound low_bound)) t_bound)) + series_error + r_error / (1 - radius)) * (1 + half_ulp) + tiny.

(* q without any rounding *)
Fixpoint Q (n : nat) (i : Z) (r : R) : R :=
  let pair := 1 / IZR i - r * (1 / IZR (i + 1)) in
  match n with O => pair | S n => pair + r * r * Q n (i + 2) r end.

(* ** What the numbers of a kernel must satisfy *)

Definition ln_2_multiple : Z := multiple high_bits (decode ln_2_high).

(* So that nothing is rounded before r, and w and s + t are exact. *)
Record Shaped : Prop := {
  k_fits : (1 <= largest_k < bias)%Z;
  start_fits : start = ((bias - 1) * 2 ^ fraction + 3 * 2 ^ (fraction - 3))%Z;
  index_fits : (3 <= index_bits <= fraction)%Z;
  inverse_fits : (2 <= inverse_bits <= cut - 2)%Z;
  cut_fits : (cut + inverse_bits + 2 <= precision)%Z;
  high_fits : (1 <= high_bits <= precision + inverse_bits)%Z;
  least_fits : (precision + inverse_bits + precision <= - least)%Z;
  pairs_fit : (2 * Z.of_nat pairs + 3 < 2 ^ 7)%Z;
  r_fits : (0 <= largest_r /\ largest_r * 2 ^ inverse_bits <= 2 ^ 23)%Z;
  ln_2_short : short high_bits (decode ln_2_high) = true;
  w_fits : (largest_k * ln_2_multiple + 2 ^ (high_bits - 1) < 2 ^ fraction)%Z;
  (* ln_2_high − ½ is at least 2|r|. *)
  w_wide : (20 <= precision + inverse_bits /\ 2 * (largest_r * 2 ^ (precision + inverse_bits - 20)) + 8
            <= (ln_2_multiple - 2 ^ (high_bits - 1)) * 2 ^ (precision + inverse_bits - high_bits))%Z }.

(* That the constants stand for ln 2, and q for the series; the cells are looked at in TableReduction.v. *)
Record Near : Prop := {
  ln_2_near : Rabs (real ln_2_high + real ln_2_low - ln 2) <= ln_2_error;
  radius_small : radius < 1;
  series_near : forall r, Rabs r <= radius -> Rabs (- ln (1 + r) - (- r + r * r * Q pairs 2 r)) <= series_error }.

(* What the straight-line part needs of a cell and an argument: short numbers, small r, and w = 0 or |w| ≥ 2|r|. *)
Record Reduced (m m1 k inverse high low : R) : Prop := {
  short_inverse : exists n, inverse = IZR n * bpow radix2 (- inverse_bits) /\ (0 < n < 2 ^ (inverse_bits + 1))%Z;
  short_m1 : exists n, m1 = IZR n * bpow radix2 (cut - precision) /\ (0 < n < 2 ^ (precision + 1 - cut))%Z;
  short_m2 : exists n, m - m1 = IZR n * bpow radix2 (- precision) /\ (0 <= n < 2 ^ (cut + 1))%Z;
  short_high : exists n, high = IZR n * bpow radix2 (- high_bits) /\ (Z.abs n < 2 ^ (high_bits - 1))%Z;
  short_k : exists n, k = IZR n /\ (0 <= n <= largest_k)%Z;
  positive_m : 0 < m;
  small_r : Rabs (m * inverse - 1) <= IZR largest_r / 2 ^ 20;
  wide_w : let w := k * real ln_2_high + high in w = 0 \/ 2 * Rabs (m * inverse - 1) + 2 * r_error <= Rabs w;
  small_low : Rabs low <= bpow radix2 (- high_bits - 1);
  near_ln : Rabs (high + low - ln inverse) <= cell_error }.

(* ** The proof *)

Hypothesis shaped : Shaped.

Lemma ln_2_high_short : real ln_2_high = IZR ln_2_multiple * bpow radix2 (- high_bits) /\ (0 < ln_2_multiple)%Z.
Proof.
  destruct shaped. split; [now apply short_dyadic |].
  assert (0 < 2 ^ (high_bits - 1))%Z by (apply Z.pow_pos_nonneg; lia).
  assert (0 < 2 ^ (precision + inverse_bits - 20))%Z by (apply Z.pow_pos_nonneg; lia).
  assert (0 < 2 ^ (precision + inverse_bits - high_bits))%Z by (apply Z.pow_pos_nonneg; lia). nia.
Qed.

Lemma coefficient_off i : (0 < i < 2 ^ 7)%Z -> off (coefficient i) (1 / IZR i) (coefficient_bound i).
Proof.
  intros Hi. assert (P : 0 < 1 / IZR i) by (apply Rdiv_lt_0_compat; [lra | apply (IZR_lt 0); lia]).
  unfold coefficient_bound. destruct (Z.eqb_spec (2 ^ Z.log2 i) i) as [E | E].
  - unfold coefficient. rewrite rnd_exact; [apply off_exact; rewrite Rabs_pos_eq; lra |].
    assert (L : (0 <= Z.log2 i < 7)%Z) by (split; [apply Z.log2_nonneg | apply Z.log2_lt_pow2; lia]).
    rewrite <- E, power_is_bpow by lia. unfold Rdiv. rewrite Rmult_1_l, <- bpow_opp.
    apply format_bpow. pose proof bias_large. pose proof fraction_large. destruct shaped. lia.
  - apply off_rounded, off_exact. rewrite Rabs_pos_eq; lra.
Qed.

Lemma q_off r z n : off r r (Bound radius 0) -> off z (r * r) z_bound ->
  forall i, (0 < i)%Z -> (i + 2 * Z.of_nat n + 1 < 2 ^ 7)%Z -> off (computed_q n i r z) (Q n i r) (q_bound n i).
Proof.
  intros Hr Hz. induction n as [| n IH]; intros i H1 H2; cbn [computed_q Q q_bound];
    [| apply off_rounded, off_sum; [| apply off_rounded, off_product; [exact Hz | apply IH; lia]]];
    apply off_rounded, off_difference; try (apply coefficient_off; lia);
    apply off_rounded, off_product; try (apply coefficient_off; lia); exact Hr.
Qed.

(* ln(1 + x) moves by at most e/(1 − ρ) when x does by e. *)
Lemma ln_moves x y e rho : rho < 1 -> Rabs (x - y) <= e -> Rabs x <= rho -> Rabs y <= rho ->
  Rabs (ln (1 + x) - ln (1 + y)) <= e / (1 - rho).
Proof.
  intros Hrho.
  assert (G : forall a b, Rabs (a - b) <= e -> Rabs a <= rho -> Rabs b <= rho -> ln (1 + a) - ln (1 + b) <= e / (1 - rho)).
  { intros a b He Ha Hb. apply Rabs_le_inv in He, Ha, Hb.
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
  intros He Hx Hy. apply Rabs_le. split.
  - enough (ln (1 + y) - ln (1 + x) <= e / (1 - rho)) by lra. apply G; try easy. now rewrite Rabs_minus_sym.
  - now apply G.
Qed.

(* w − s is exact (Sterbenz) for s = rnd(w − r), where w is a short number and |r| ≤ |w|/2. *)
Lemma difference_exact w r n e : w = IZR n * bpow radix2 e -> (Z.abs n < 2 ^ precision)%Z -> (least < e)%Z -> 2 * Rabs r <= Rabs w ->
  in_format (w - rnd (w - r)).
Proof.
  intros Hw Hn He Hr.
  assert (F : forall a e, (least <= e)%Z -> a = IZR n * bpow radix2 e -> rnd a = a).
  { intros. apply rnd_exact. eapply format_dyadic; eassumption. }
  assert (Fw : in_format w) by (apply (format_dyadic _ n e); [easy | easy | lia]).
  assert (H1 : rnd (w / 2) = w / 2).
  { apply (F _ (e - 1)%Z); [lia |]. rewrite Hw. replace e with (e - 1 + 1)%Z at 1 by ring. rewrite bpow_twice. field. }
  assert (H2 : rnd (2 * w) = 2 * w) by (apply (F _ (e + 1)%Z); [lia |]; rewrite Hw, bpow_twice; ring).
  assert (Hr' : Rabs r <= Rabs w / 2) by lra. apply Rabs_le_inv in Hr'.
  destruct (Rle_dec 0 w) as [P | P].
  - rewrite (Rabs_pos_eq w) in * by easy.
    assert (w / 2 <= rnd (w - r)) by (rewrite <- H1; apply rnd_le; lra).
    assert (rnd (w - r) <= 2 * w) by (rewrite <- H2; apply rnd_le; lra).
    apply sterbenz; [apply valid | apply monotone | easy | apply rnd_format | lra].
  - rewrite (Rabs_left w) in * by lra.
    assert (rnd (w - r) <= w / 2) by (rewrite <- H1; apply rnd_le; lra).
    assert (2 * w <= rnd (w - r)) by (rewrite <- H2; apply rnd_le; lra).
    replace (w - rnd (w - r)) with (- (- w - - rnd (w - r))) by ring.
    apply format_opp, sterbenz; [apply valid | apply monotone | now apply format_opp | apply format_opp, rnd_format | lra].
Qed.

(* Fast2Sum: t is what the rounding of s = rnd(w − r) loses, exactly. *)
Lemma fast_two_sum w r n e : w = IZR n * bpow radix2 e -> (Z.abs n < 2 ^ precision)%Z -> (least < e)%Z -> in_format r ->
  w = 0 \/ 2 * Rabs r <= Rabs w -> rnd (rnd (w - rnd (w - r)) - r) = w - rnd (w - r) - r.
Proof.
  intros Hw Hn He Fr H. assert (Fw : in_format w) by (apply (format_dyadic _ n e); [easy | easy | lia]).
  rewrite (rnd_exact (w - rnd (w - r))).
  - apply rnd_exact. replace (w - rnd (w - r) - r) with (- (rnd (w + - r) - (w + - r))) by (unfold Rminus; ring).
    apply format_opp. apply plus_error; [apply valid | apply monotone | exact Fw | now apply format_opp].
  - destruct H as [-> | H]; [| now apply (difference_exact w r n e)].
    rewrite 2!Rminus_0_l. rewrite (rnd_exact (- r)) by now apply format_opp. now rewrite Ropp_involutive.
Qed.

Lemma product_below a b i j p : (0 <= a < 2 ^ i)%Z -> (0 <= b < 2 ^ j)%Z -> (0 <= i)%Z -> (0 <= j)%Z -> (i + j <= p)%Z -> (a * b < 2 ^ p)%Z.
Proof.
  intros Ha Hb Hi Hj Hp. apply Z.lt_le_trans with (2 ^ i * 2 ^ j)%Z; [nia |].
  rewrite <- Z.pow_add_r by lia. apply Z.pow_le_mono_r; lia.
Qed.

(* Before r nothing is rounded. *)
Lemma reduction_rounded_once m m1 k inverse high low : Reduced m m1 k inverse high low ->
  rnd (rnd (rnd (m1 * inverse) - 1) + rnd (rnd (m - m1) * inverse)) = rnd (m * inverse - 1).
Proof.
  intros [(nc & Ec & Bc) (n1 & E1 & B1) (n2 & E2 & B2) _ _ _ _ _ _ _]. destruct shaped. pose proof fraction_large.
  assert (M : forall a e b, a * bpow radix2 e * (b * bpow radix2 (- inverse_bits)) = a * b * bpow radix2 (e - inverse_bits))
    by (intros; unfold Zminus; rewrite bpow_plus; ring).
  assert (P1 : (0 < n1 * nc < 2 ^ precision)%Z) by (split; [lia | apply (product_below _ _ (precision + 1 - cut) (inverse_bits + 1)); lia]).
  assert (X1 : m1 * inverse = IZR (n1 * nc) * bpow radix2 (cut - precision - inverse_bits)) by (rewrite E1, Ec, mult_IZR; apply M).
  assert (X2 : m1 * inverse - 1 = IZR (n1 * nc - 2 ^ (precision + inverse_bits - cut)) * bpow radix2 (cut - precision - inverse_bits)).
  { rewrite X1, minus_IZR, power_is_bpow, Rmult_minus_distr_r, <- bpow_plus by lia.
    replace (precision + inverse_bits - cut + (cut - precision - inverse_bits))%Z with 0%Z by ring. reflexivity. }
  assert (P2 : (0 < 2 ^ (precision + inverse_bits - cut) < 2 ^ precision)%Z)
    by (split; [apply Z.pow_pos_nonneg | apply Z.pow_lt_mono_r]; lia).
  assert (X4 : (m - m1) * inverse = IZR (n2 * nc) * bpow radix2 (- precision - inverse_bits)) by (rewrite E2, Ec, mult_IZR; apply M).
  assert (P4 : (0 <= n2 * nc < 2 ^ precision)%Z)
    by (split; [apply Z.mul_nonneg_nonneg | apply (product_below _ _ (cut + 1) (inverse_bits + 1))]; lia).
  assert (P3 : (n2 < 2 ^ precision)%Z) by (apply Z.lt_le_trans with (1 := proj2 B2); apply Z.pow_le_mono_r; lia).
  rewrite (rnd_exact (m1 * inverse)) by (apply (format_dyadic _ _ _ X1); lia).
  rewrite (rnd_exact (m1 * inverse - 1)) by (apply (format_dyadic _ _ _ X2); lia).
  rewrite (rnd_exact (m - m1)) by (apply (format_dyadic _ _ _ E2); lia).
  rewrite (rnd_exact ((m - m1) * inverse)) by (apply (format_dyadic _ _ _ X4); lia).
  f_equal. ring.
Qed.

(* The sum of what is rounded away after w and r: k·ln2_low + low stands for `rest`. *)
Lemma low_off k high low inverse : 0 <= k <= IZR largest_k -> Near -> Rabs low <= bpow radix2 (- high_bits - 1) ->
  Rabs (high + low - ln inverse) <= cell_error ->
  off (rnd (rnd (k * real ln_2_low) + low)) (k * (ln 2 - real ln_2_high) + (ln inverse - high)) low_bound.
Proof.
  intros Hk [H2 _ _] Hl Hln. apply off_moved with (k * real ln_2_low + low).
  - apply off_rounded, off_sum; [| now apply off_exact]. apply off_rounded, off_exact.
    rewrite Rabs_mult, (Rabs_pos_eq k) by easy. apply Rmult_le_compat_r; [apply Rabs_pos | easy].
  - replace (k * real ln_2_low + low - (k * (ln 2 - real ln_2_high) + (ln inverse - high)))
      with (k * (real ln_2_high + real ln_2_low - ln 2) + (high + low - ln inverse)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). apply Rplus_le_compat; [| exact Hln].
    rewrite Rabs_mult, (Rabs_pos_eq k) by easy. apply Rmult_le_compat; [easy | apply Rabs_pos | easy | exact H2].
Qed.

Theorem evaluate_off m m1 k inverse high low : Near -> Reduced m m1 k inverse high low ->
  Rabs (evaluate m m1 k inverse high low - (k * ln 2 - ln m)) <= total_error + half_ulp * Rabs (k * ln 2 - ln m).
Proof.
  intros near reduced. pose proof (reduction_rounded_once _ _ _ _ _ _ reduced) as X. unfold evaluate. cbv zeta. rewrite X.
  destruct reduced as [(nc & Ec & Bc) _ _ (nh & Eh & Bh) (nk & Ek & Bk) Pm Hr Hw Hl Hln]. cbv zeta in Hw.
  destruct ln_2_high_short as [E0 B0]. pose proof fraction_large.
  assert (Bk' : 0 <= k <= IZR largest_k) by (rewrite Ek; split; [apply (IZR_le 0) | apply IZR_le]; lia).
  pose proof (low_off k high low inverse Bk' near Hl Hln) as L.
  destruct near as [_ Hrad Hseries]. destruct shaped.
  set (h2 := real ln_2_high) in *. set (c := inverse) in *. set (rho := m * c - 1) in *.
  assert (Pc : 0 < c) by (rewrite Ec; apply Rmult_lt_0_compat; [apply (IZR_lt 0); lia | apply bpow_gt_0]).
  (* r *)
  assert (R0 : Rabs (rnd rho - rho) <= r_error).
  { unfold r_error. replace (2 - inverse_bits - precision)%Z with (3 - inverse_bits - precision - 1)%Z by ring.
    apply rnd_near; [lia |]. apply Rle_trans with (1 := Hr).
    assert (I : IZR largest_r * IZR (2 ^ inverse_bits) <= IZR (2 ^ 23)) by (rewrite <- mult_IZR; apply IZR_le; lia).
    rewrite power_is_bpow in I by lia. change (IZR (2 ^ 23)) with 8388608 in I.
    unfold Zminus. rewrite bpow_plus, bpow_opp. change (bpow radix2 3) with 8. pose proof (bpow_gt_0 radix2 inverse_bits) as P.
    apply Rmult_le_reg_r with (bpow radix2 inverse_bits); [exact P |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (P0 : 0 <= r_error) by apply bpow_ge_0.
  set (r := rnd rho) in *.
  assert (Hr' : Rabs r <= Rabs rho + r_error).
  { replace r with (rho + (r - rho)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  assert (Rr : Rabs r <= radius) by (unfold radius; lra).
  assert (Fr : in_format r) by apply rnd_format.
  (* w is exact *)
  assert (Bn : (0 <= nk * ln_2_multiple <= largest_k * ln_2_multiple)%Z)
    by (split; [apply Z.mul_nonneg_nonneg | apply Z.mul_le_mono_nonneg_r]; lia).
  assert (W : (2 ^ precision = 2 * 2 ^ fraction)%Z) by (rewrite Z.pow_add_r by lia; lia).
  assert (X5 : k * h2 = IZR (nk * ln_2_multiple) * bpow radix2 (- high_bits)) by (rewrite E0, Ek, mult_IZR; ring).
  assert (Ew : k * h2 + high = IZR (nk * ln_2_multiple + nh) * bpow radix2 (- high_bits)) by (rewrite X5, Eh, plus_IZR; ring).
  assert (Fw : in_format (k * h2 + high)) by (apply (format_dyadic _ _ _ Ew); lia).
  rewrite (rnd_exact (k * h2)) by (apply (format_dyadic _ _ _ X5); lia).
  rewrite (rnd_exact (k * h2 + high) Fw). set (w := k * h2 + high) in *.
  (* s and t together are w − r *)
  rewrite (fast_two_sum w r _ _ Ew) by (first [lia | exact Fr | destruct Hw; [now left | right; lra]]).
  assert (T : off (w - rnd (w - r) - r) (w - rnd (w - r) - r) t_bound).
  { apply off_exact. replace (w - rnd (w - r) - r) with (- (rnd (w - r) - (w - r))) by ring. rewrite Rabs_Ropp.
    apply Rle_trans with (1 := rnd_error _). apply Rplus_le_compat_r, Rmult_le_compat_l; [apply bpow_ge_0 |].
    unfold Rminus at 1. apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. apply Rplus_le_compat; [| exact Rr].
    rewrite Ew, Rabs_bpow, <- abs_IZR. unfold Zminus. rewrite bpow_plus, <- (power_is_bpow fraction) by lia.
    apply Rmult_le_compat_r; [apply bpow_ge_0 | apply IZR_le; lia]. }
  set (s := rnd (w - r)) in *. set (t := w - s - r) in *.
  (* (p + low) + t *)
  assert (Z : off (rnd (r * r)) (r * r) z_bound) by (apply off_rounded, off_product; now apply off_exact).
  assert (P : off (rnd (rnd (r * r) * computed_q pairs 2 r (rnd (r * r)))) (r * r * Q pairs 2 r) p_bound).
  { apply off_rounded, off_product; [exact Z |]. apply q_off; [now apply off_exact | exact Z | lia | lia]. }
  set (rest := k * (ln 2 - h2) + (ln c - high)) in *.
  destruct (off_rounded _ _ _ (off_sum _ _ _ _ _ _ (off_rounded _ _ _ (off_sum _ _ _ _ _ _ P L)) T)) as [_ U].
  match type of U with Rabs (?x - _) <= _ => set (u := x) in * end.
  (* the exact logarithm *)
  set (truth := k * ln 2 - ln m).
  pose proof (Hseries r Rr) as S. pose proof (ln_moves r rho r_error radius Hrad R0 Rr ltac:(unfold radius; lra)) as M.
  set (A0 := error (rounded (sum (rounded (sum p_bound low_bound)) t_bound)) + series_error + r_error / (1 - radius)).
  assert (A : Rabs (s + u - truth) <= A0).
  { replace (s + u - truth) with
      ((u - (r * r * Q pairs 2 r + rest + t)) + - ((- ln (1 + r) - (- r + r * r * Q pairs 2 r)) + (ln (1 + r) - ln (1 + rho)))).
    - apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp.
      pose proof (Rabs_triang (- ln (1 + r) - (- r + r * r * Q pairs 2 r)) (ln (1 + r) - ln (1 + rho))). unfold A0. lra.
    - unfold truth, t, rest, w. replace (1 + rho) with (m * c) by (unfold rho; ring). rewrite ln_mult by easy. ring. }
  (* the last rounding *)
  pose proof (rnd_error (s + u)) as E. assert (P1 : 0 <= half_ulp) by apply bpow_ge_0.
  assert (B : Rabs (s + u) <= Rabs truth + A0).
  { replace (s + u) with (truth + (s + u - truth)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  apply (Rmult_le_compat_l half_ulp _ _ P1) in B.
  replace (rnd (s + u) - truth) with ((rnd (s + u) - (s + u)) + (s + u - truth)) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). unfold total_error. fold A0. lra.
Qed.

End Kernel.
