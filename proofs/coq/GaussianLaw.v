(** * The Gaussian law on the line: local slope, cells and half-lines moved

    proofs/theory.md, the paragraph on Gaussian noise.  G is the distribution
    function of N(0, sigma^2).  -ln of the density is convex but not Lipschitz,
    so that Lemma 3 (LogConcave.v) is applied to the density that continues it
    beyond the values that matter, |x| <= t, with constant slope: the function
      H_t(x) = max over |s| <= t of s x - s^2/2,
    which is x^2/2 for |x| <= t.  With t = rho_M + delta and tau = t/sigma,
      beta = (tau + sqrt(tau^2+4))/(2 sigma)
    bounds the slope of -ln of the density there, and by Birnbaum's bound that of
    -ln of both tails: [gaussian_cell_grown] and its like are what Theorem T needs.

    In Rust: Gaussian of crates/oracle/src/noise.  Rests on NormalInverse.v,
    LogConcave.v and TheoremT.v, of which the factors are used. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds LogConcave TheoremT
  NormalTail NormalMills NormalInverse.

Local Open Scope R_scope.

(** ** The density that is continued with constant slope *)

(** x, or the nearer end of [-t,t]. *)
Definition clamp (t x : R) : R := Rmax (- t) (Rmin t x).

Definition continued (t x : R) : R := clamp t x * x - clamp t x * clamp t x / 2.

Lemma clamp_range (t x : R) : 0 <= t -> - t <= clamp t x <= t.
Proof.
  intros Ht. unfold clamp. split; [apply Rmax_l|].
  apply Rmax_lub; [lra|apply Rmin_l].
Qed.

Lemma clamp_inside (t x : R) : - t <= x <= t -> clamp t x = x.
Proof. intros H. unfold clamp. rewrite Rmin_right, Rmax_right; lra. Qed.

Lemma continued_inside (t x : R) : - t <= x <= t -> continued t x = x * x / 2.
Proof. intros H. unfold continued. rewrite clamp_inside by exact H. field. Qed.

(** It is the largest of the lines s x - s^2/2, |s| <= t. *)
Lemma continued_above (t s x : R) : - t <= s <= t -> s * x - s * s / 2 <= continued t x.
Proof.
  intros Hs. unfold continued, clamp, Rmax, Rmin.
  assert (Q : forall u, 0 <= (u - s) * (x - u) -> s * x - s * s / 2 <= u * x - u * u / 2).
  { intros u Hu. assert (0 <= (u - s) * (u - s)) by apply Rle_0_sqr. nra. }
  destruct (Rle_dec t x) as [H1|H1].
  - destruct (Rle_dec (- t) t); [|lra]. apply Q. nra.
  - destruct (Rle_dec (- t) x); apply Q; nra.
Qed.

Lemma continued_convex (t x y q : R) :
  0 <= t -> 0 <= q <= 1 ->
  continued t ((1 - q) * x + q * y) <= (1 - q) * continued t x + q * continued t y.
Proof.
  intros Ht Hq. set (z := (1 - q) * x + q * y). assert (C := clamp_range t z Ht).
  unfold continued at 1. set (s := clamp t z) in *.
  assert (H1 := continued_above t s x C). assert (H2 := continued_above t s y C).
  replace (s * z - s * s / 2) with ((1 - q) * (s * x - s * s / 2) + q * (s * y - s * s / 2))
    by (unfold z; field).
  apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
Qed.

Lemma continued_lipschitz (t x y : R) :
  0 <= t -> continued t y <= continued t x + t * Rabs (x - y).
Proof.
  intros Ht. assert (C := clamp_range t y Ht).
  unfold continued at 1. set (s := clamp t y) in *.
  assert (H := continued_above t s x C).
  assert (A := Rle_abs (s * (y - x))).
  rewrite Rabs_mult, (Rabs_minus_sym y x) in A.
  assert (S : Rabs s <= t) by (apply Rabs_le; lra).
  assert (P := Rabs_pos (x - y)). nra.
Qed.

(** ** The law *)

Section Gaussian.

Variable sigma : R.
Hypothesis sigma_pos : 0 < sigma.

(** The distribution function of N(0, sigma^2). *)
Definition gaussian_cdf (x : R) : R := normal_tail (- (x / sigma)).
Definition gaussian_density (x : R) : R := phi (x / sigma) / sigma.

Notation G := gaussian_cdf.

Lemma ratio_lt (x y : R) : x < y -> x / sigma < y / sigma.
Proof. intros H. apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, sigma_pos|exact H]. Qed.

Lemma ratio_le (x y : R) : x <= y -> x / sigma <= y / sigma.
Proof. intros [H| ->]; [left; apply ratio_lt, H|apply Rle_refl]. Qed.

(** It is the integral of the density. *)
Theorem gaussian_cdf_is_integral (a b : R) : is_RInt gaussian_density a b (G b - G a).
Proof.
  replace (G b - G a) with (normal_tail (a / sigma) - normal_tail (b / sigma))
    by (unfold G; rewrite !normal_tail_symmetric; ring).
  apply (is_RInt_ext (fun y => scal (/ sigma) (phi (/ sigma * y + 0)))).
  - intros y _. unfold gaussian_density, scal; simpl; unfold mult; simpl. real_eq.
    replace (/ sigma * y + 0) with (y / sigma) by (field; lra). field. lra.
  - apply (is_RInt_comp_lin phi (/ sigma) 0 a b).
    replace (/ sigma * a + 0) with (a / sigma) by (field; lra).
    replace (/ sigma * b + 0) with (b / sigma) by (field; lra).
    apply normal_tail_is_integral.
Qed.

Theorem gaussian_cdf_symmetric (x : R) : G (- x) = 1 - G x.
Proof.
  unfold G. rewrite <- normal_tail_symmetric. f_equal. field. lra.
Qed.

Theorem gaussian_cdf_range (x : R) : 0 < G x < 1.
Proof. apply normal_tail_range. Qed.

Theorem gaussian_cdf_increasing (x y : R) : x < y -> G x < G y.
Proof. intros H. apply normal_tail_decreasing. apply ratio_lt in H. lra. Qed.

(** For 0 < u < 1/2 the quantile is -sigma g(-ln(2u)). *)
Theorem gaussian_lower_quantile (u : R) :
  0 < u <= 1 -> G (- (sigma * inverse_tail (- ln u))) = u / 2.
Proof.
  intros Hu. unfold G.
  replace (- (- (sigma * inverse_tail (- ln u)) / sigma)) with (inverse_tail (- ln u)) by (field; lra).
  assert (H : 0 <= - ln u).
  { assert (ln u <= ln 1) by (apply ln_le; lra). rewrite ln_1 in *. lra. }
  assert (E := inverse_tail_spec _ H). rewrite Ropp_involutive, exp_ln in E by lra. lra.
Qed.

Theorem gaussian_cdf_onto (u : R) : 0 < u < 1 -> exists x, G x = u.
Proof.
  intros Hu. destruct (Rle_lt_dec u (1 / 2)) as [H|H].
  - exists (- (sigma * inverse_tail (- ln (2 * u)))). rewrite gaussian_lower_quantile by lra. field.
  - exists (- - (sigma * inverse_tail (- ln (2 * (1 - u))))).
    rewrite gaussian_cdf_symmetric, gaussian_lower_quantile by lra. field.
Qed.

(** ** Cells, where the values that matter are at most t *)

Definition gaussian_slope (t : R) : R := birnbaum (t / sigma) / sigma.

Lemma gaussian_slope_pos (t : R) : 0 < gaussian_slope t.
Proof. apply Rdiv_lt_0_compat; [apply birnbaum_pos|exact sigma_pos]. Qed.

(** -ln of the density continued beyond t. *)
Let psi (t x : R) : R := continued (t / sigma) (x / sigma) + ln (sigma * sqrt (2 * PI)).

Lemma psi_inside (t x : R) : - t <= x <= t -> gaussian_density x = exp (- psi t x).
Proof.
  intros H. unfold psi. assert (R0 := root_pos).
  rewrite continued_inside.
  - rewrite Ropp_plus_distr, exp_plus, exp_neg_inv with (x := ln _), exp_ln by nra.
    unfold gaussian_density, phi, bell. field. lra.
  - replace (- (t / sigma)) with (- t / sigma) by (field; lra). split; apply ratio_le; lra.
Qed.

Lemma psi_convex (t x y q : R) :
  0 <= t -> 0 <= q <= 1 -> psi t ((1 - q) * x + q * y) <= (1 - q) * psi t x + q * psi t y.
Proof.
  intros Ht Hq. unfold psi.
  assert (T : 0 <= t / sigma) by (apply Rmult_le_pos; [exact Ht|left; apply Rinv_0_lt_compat, sigma_pos]).
  assert (H := continued_convex (t / sigma) (x / sigma) (y / sigma) q T Hq).
  replace (((1 - q) * x + q * y) / sigma) with ((1 - q) * (x / sigma) + q * (y / sigma)) by (field; lra).
  lra.
Qed.

Lemma psi_lipschitz (t x y : R) :
  0 <= t -> psi t y <= psi t x + gaussian_slope t * Rabs (x - y).
Proof.
  intros Ht. unfold psi, gaussian_slope.
  assert (T : 0 <= t / sigma) by (apply Rmult_le_pos; [exact Ht|left; apply Rinv_0_lt_compat, sigma_pos]).
  assert (H := continued_lipschitz (t / sigma) (x / sigma) (y / sigma) T).
  assert (B := birnbaum_above (t / sigma)).
  assert (Hi : 0 < / sigma) by (apply Rinv_0_lt_compat, sigma_pos).
  replace (Rabs (x / sigma - y / sigma)) with (Rabs (x - y) * / sigma) in H
    by (rewrite <- (Rabs_pos_eq (/ sigma)) at 1 by lra; rewrite <- Rabs_mult; f_equal; field; lra).
  assert (P := Rabs_pos (x - y)).
  assert (t / sigma * (Rabs (x - y) * / sigma) <= birnbaum (t / sigma) * (Rabs (x - y) * / sigma))
    by (apply Rmult_le_compat_r; nra).
  replace (birnbaum (t / sigma) / sigma * Rabs (x - y)) with (birnbaum (t / sigma) * (Rabs (x - y) * / sigma))
    by (field; lra). lra.
Qed.

(** Inside [-t,t] the continued density is the density. *)
Lemma continued_mass (t a b : R) :
  - t <= a -> a <= b -> b <= t -> RInt (fun x => exp (- psi t x)) a b = G b - G a.
Proof.
  intros Ha Hab Hb. apply is_RInt_unique.
  apply (is_RInt_ext gaussian_density); [|apply gaussian_cdf_is_integral].
  intros x Hx. rewrite Rmin_left, Rmax_right in Hx by exact Hab. apply psi_inside. lra.
Qed.

(** Lemma 3: the mass of the grown cell against that of the shrunk one. *)
Lemma gaussian_cell (t c l L delta : R) :
  0 <= delta -> 2 * delta < L -> L <= l ->
  - t <= c - (l + 2 * delta) / 2 -> c + (l + 2 * delta) / 2 <= t ->
  G (c + (l + 2 * delta) / 2) - G (c - (l + 2 * delta) / 2)
  <= Gamma (gaussian_slope t) L delta
     * (G (c + (l - 2 * delta) / 2) - G (c - (l - 2 * delta) / 2)).
Proof.
  intros Hd HL Hl H1 H2. assert (Ht : 0 <= t) by lra.
  assert (H := log_concave_cell (psi t) (gaussian_slope t) (gaussian_slope_pos t)
                 (fun x y q Hq => psi_convex t x y q Ht Hq)
                 (fun x y => psi_lipschitz t x y Ht) c l L delta Hd HL Hl).
  cbv zeta in H. rewrite !(continued_mass t) in H by lra. exact H.
Qed.

Section Moved.

Variables (t L delta : R).
Hypothesis delta_nonneg : 0 <= delta.
Hypothesis L_large : 2 * delta < L.

(** One cell of ends x, y, at least L long: the grown one, inside [-t,t],
    against the cell ... *)
Theorem gaussian_cell_grown (x y : R) :
  x + L <= y -> - t <= x - delta -> y + delta <= t ->
  G (y + delta) - G (x - delta) <= Gamma_above (gaussian_slope t) L delta * (G y - G x).
Proof.
  intros H Hx Hy. rewrite Gamma_above_is_Gamma.
  set (c := (x + y) / 2). set (l := y - x + delta).
  assert (C := gaussian_cell t c l (L + delta) (delta / 2)).
  replace (c + (l + 2 * (delta / 2)) / 2) with (y + delta) in C by (unfold c, l; field).
  replace (c - (l + 2 * (delta / 2)) / 2) with (x - delta) in C by (unfold c, l; field).
  replace (c + (l - 2 * (delta / 2)) / 2) with y in C by (unfold c, l; field).
  replace (c - (l - 2 * (delta / 2)) / 2) with x in C by (unfold c, l; field).
  apply C; unfold l; lra.
Qed.

(** ... and the cell, inside [-t,t], against the shrunk one. *)
Theorem gaussian_cell_shrunk (x y : R) :
  x + L <= y -> - t <= x -> y <= t ->
  G y - G x <= Gamma_below (gaussian_slope t) L delta * (G (y - delta) - G (x + delta)).
Proof.
  intros H Hx Hy. rewrite Gamma_below_is_Gamma.
  set (c := (x + y) / 2). set (l := y - x - delta).
  assert (C := gaussian_cell t c l (L - delta) (delta / 2)).
  replace (c + (l + 2 * (delta / 2)) / 2) with y in C by (unfold c, l; field).
  replace (c - (l + 2 * (delta / 2)) / 2) with x in C by (unfold c, l; field).
  replace (c + (l - 2 * (delta / 2)) / 2) with (y - delta) in C by (unfold c, l; field).
  replace (c - (l - 2 * (delta / 2)) / 2) with (x + delta) in C by (unfold c, l; field).
  apply C; unfold l; lra.
Qed.

(** Half-lines moved by delta: the hazard rate at t bounds the slope. *)
Theorem gaussian_lower_grown (x : R) :
  - t <= x -> G (x + delta) <= exp (gaussian_slope t * delta) * G x.
Proof.
  intros Hx. unfold G, gaussian_slope.
  replace (birnbaum (t / sigma) / sigma * delta)
    with (birnbaum (t / sigma) * (- (x / sigma) - - ((x + delta) / sigma))) by (field; lra).
  apply tail_moved.
  - assert (H := ratio_le x (x + delta) ltac:(lra)). lra.
  - apply Rle_trans with (hazard (t / sigma)); [|apply birnbaum_bound].
    apply hazard_monotone. assert (H := ratio_le (- t) x Hx).
    replace (- t / sigma) with (- (t / sigma)) in H by (field; lra). lra.
Qed.

Theorem gaussian_lower_shrunk (x : R) :
  - t <= x - delta -> G x <= exp (gaussian_slope t * delta) * G (x - delta).
Proof.
  intros Hx. assert (H := gaussian_lower_grown (x - delta) Hx).
  replace (x - delta + delta) with x in H by ring. exact H.
Qed.

Theorem gaussian_upper_grown (x : R) :
  x <= t -> 1 - G (x - delta) <= exp (gaussian_slope t * delta) * (1 - G x).
Proof.
  intros Hx. rewrite <- !gaussian_cdf_symmetric.
  replace (- (x - delta)) with (- x + delta) by ring. apply gaussian_lower_grown. lra.
Qed.

Theorem gaussian_upper_shrunk (x : R) :
  x + delta <= t -> 1 - G x <= exp (gaussian_slope t * delta) * (1 - G (x + delta)).
Proof.
  intros Hx. rewrite <- !gaussian_cdf_symmetric.
  replace (- (x + delta)) with (- x - delta) by ring. apply gaussian_lower_shrunk. lra.
Qed.

End Moved.

End Gaussian.
