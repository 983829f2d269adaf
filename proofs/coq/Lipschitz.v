(** * The inverse CDF: Lipschitz constant and closed form

    Paper, Section 5; proofs/theory.md, paragraph 1.4 and F9, F18:
    n(u) = -b sgn(u-1/2) ln(1-2|u-1/2|) has on |n| <= T the Lipschitz constant
    2 b e^(T/b), which is the least one; with an exact sign bit,
    n(u) = -b ln u has b e^(T/b).  The closed form of paragraph 1.4 for T and
    delta.  Last, Theorem B (paragraph 1.3) for this n and a finite generator,
    giving (H) of Discretised.v and so Theorem A.

    [Classical_Prop.classic] enters through the standard library's [ln].

    In Rust: Laplace::of with the generator Midpoint.  Rests on Discretised.v and
    TheoremA.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised TheoremA.

Local Open Scope R_scope.

(** ** The quantile function *)

(** n(u) = -b sgn(u-1/2) ln(1-2|u-1/2|). *)
Definition noise (b u : R) : R :=
  - b * sign (u - 1 / 2) * ln (1 - 2 * Rabs (u - 1 / 2)).

(** The magnitude -b ln u, used with an exact sign bit. *)
Definition magnitude (b u : R) : R := - b * ln u.

Section Quantile.

Variable b : R.
Hypothesis b_pos : 0 < b.

Lemma rate_pos : 0 < / b.
Proof. apply Rinv_0_lt_compat; assumption. Qed.

Lemma noise_low (u : R) : 0 < u <= 1 / 2 -> noise b u = b * ln (2 * u).
Proof.
  intros Hu. unfold noise.
  destruct (Req_dec u (1 / 2)) as [E|E].
  - rewrite E. replace (1 / 2 - 1 / 2) with 0 by ring.
    rewrite sign_0. replace (2 * (1 / 2)) with 1 by field. rewrite ln_1. ring.
  - rewrite sign_eq_m1 by lra. rewrite Rabs_left by lra.
    replace (1 - 2 * - (u - 1 / 2)) with (2 * u) by field. ring.
Qed.

Lemma noise_high (u : R) : 1 / 2 <= u < 1 -> noise b u = - (b * ln (2 * (1 - u))).
Proof.
  intros Hu. unfold noise.
  destruct (Req_dec u (1 / 2)) as [E|E].
  - rewrite E. replace (1 / 2 - 1 / 2) with 0 by ring.
    rewrite sign_0. replace (2 * (1 - 1 / 2)) with 1 by field. rewrite ln_1. ring.
  - rewrite sign_eq_1 by lra. rewrite Rabs_pos_eq by lra.
    replace (1 - 2 * (u - 1 / 2)) with (2 * (1 - u)) by field. ring.
Qed.

Lemma ln_le_0 (x : R) : 0 < x <= 1 -> ln x <= 0.
Proof. intros H. rewrite <- ln_1. apply ln_le; lra. Qed.

(** n is the quantile function of the Laplace law: F(n(u)) = u on (0,1). *)
Theorem noise_is_quantile (u : R) : 0 < u < 1 -> F (/ b) (noise b u) = u.
Proof.
  intros Hu. destruct (Rle_dec u (1 / 2)) as [H|H].
  - rewrite noise_low by lra.
    assert (ln (2 * u) <= 0) by (apply ln_le_0; lra).
    rewrite F_nonpos by nra.
    replace (/ b * (b * ln (2 * u))) with (ln (2 * u)) by (field; lra).
    rewrite exp_ln by lra. field.
  - rewrite noise_high by lra.
    assert (ln (2 * (1 - u)) <= 0) by (apply ln_le_0; lra).
    rewrite F_nonneg by nra.
    replace (- (/ b * - (b * ln (2 * (1 - u))))) with (ln (2 * (1 - u))) by (field; lra).
    rewrite exp_ln by lra. field.
Qed.

(** ... and n(F(x)) = x. *)
Theorem quantile_of_F (x : R) : noise b (F (/ b) x) = x.
Proof.
  assert (Hr := rate_pos).
  assert (H := noise_is_quantile _ (F_range (/ b) Hr x)).
  apply Rle_antisym; apply (F_le_inv (/ b) Hr); lra.
Qed.

(** ** Slope of F *)

Lemma F_slope_ge (T x y : R) :
  x <= y -> Rabs x <= T -> Rabs y <= T ->
  / b / 2 * exp (- (/ b * T)) * (y - x) <= F (/ b) y - F (/ b) x.
Proof.
  intros Hxy Hx Hy. assert (Hr := rate_pos).
  apply Rabs_le_between in Hx. apply Rabs_le_between in Hy.
  assert (Hc : is_RInt (fun _ => / b / 2 * exp (- (/ b * T))) x y
                 ((y - x) * (/ b / 2 * exp (- (/ b * T))))) by apply @is_RInt_const.
  rewrite Rmult_comm.
  apply (is_RInt_le _ _ x y _ _ Hxy Hc (laplace_cdf_is_integral (/ b) x y)).
  intros z Hz. unfold laplace_density. apply Rmult_le_compat_l; [lra|].
  apply exp_le_exp. assert (Rabs z <= T) by (apply Rabs_le; lra). nra.
Qed.

Lemma F_slope_le (x y : R) :
  0 <= x -> x <= y -> F (/ b) y - F (/ b) x <= / b / 2 * exp (- (/ b * x)) * (y - x).
Proof.
  intros Hx Hxy. assert (Hr := rate_pos).
  assert (Hc : is_RInt (fun _ => / b / 2 * exp (- (/ b * x))) x y
                 ((y - x) * (/ b / 2 * exp (- (/ b * x))))) by apply @is_RInt_const.
  rewrite (Rmult_comm _ (y - x)).
  apply (is_RInt_le _ _ x y _ _ Hxy (laplace_cdf_is_integral (/ b) x y) Hc).
  intros z Hz. unfold laplace_density. apply Rmult_le_compat_l; [lra|].
  apply exp_le_exp. rewrite Rabs_pos_eq by lra. nra.
Qed.

(** A bound that holds up to every x < T holds at T. *)
Lemma exp_bound_limit (c T K : R) :
  0 < c -> 0 < T ->
  (forall x, 0 <= x < T -> c * exp (x / b) <= K) -> c * exp (T / b) <= K.
Proof.
  intros Hc HT H. destruct (Rle_lt_dec (c * exp (T / b)) K) as [Hle|Hlt]; [assumption|exfalso].
  set (E := c * exp (T / b)) in *.
  assert (HE : 0 < E) by (apply Rmult_lt_0_compat; [assumption|apply exp_pos]).
  set (s := Rmin T ((E - K) * b / (2 * E))).
  assert (Hs1 : s <= T) by apply Rmin_l.
  assert (Hs2 : s <= (E - K) * b / (2 * E)) by apply Rmin_r.
  assert (Hs0 : 0 < s).
  { apply Rmin_glb_lt; [assumption|]. apply Rdiv_lt_0_compat; nra. }
  assert (H1 : c * exp ((T - s) / b) <= K) by (apply H; lra).
  replace ((T - s) / b) with (T / b + - (s / b)) in H1 by (field; lra).
  rewrite exp_plus, <- Rmult_assoc in H1. fold E in H1.
  assert (H2 := one_plus_le_exp (- (s / b))).
  assert (H3 : E * (s / b) <= (E - K) / 2).
  { replace ((E - K) / 2) with (E * ((E - K) * b / (2 * E) / b)) by (field; lra).
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_r; [|assumption].
    left; apply rate_pos. }
  nra.
Qed.

(** ** Lipschitz constants *)

(** On |n| <= T the quantile n is Lipschitz with constant 2 b e^(T/b). *)
Theorem noise_lipschitz (T u v : R) :
  0 < u < 1 -> 0 < v < 1 -> Rabs (noise b u) <= T -> Rabs (noise b v) <= T ->
  Rabs (noise b u - noise b v) <= 2 * b * exp (T / b) * Rabs (u - v).
Proof.
  assert (W : forall u v, 0 < u < 1 -> 0 < v < 1 ->
            Rabs (noise b u) <= T -> Rabs (noise b v) <= T -> noise b u <= noise b v ->
            Rabs (noise b u - noise b v) <= 2 * b * exp (T / b) * Rabs (u - v)).
  { clear u v. intros u v Hu Hv HTu HTv Hle.
    assert (H := F_slope_ge T _ _ Hle HTu HTv).
    rewrite !noise_is_quantile in H by assumption.
    rewrite Rabs_minus_sym, Rabs_pos_eq by lra.
    rewrite (Rabs_minus_sym u v).
    apply Rle_trans with (2 * b * exp (T / b) * (v - u)).
    - set (d := noise b v - noise b u) in *.
      replace d with (2 * b * exp (T / b) * (/ b / 2 * exp (- (/ b * T)) * d)).
      + apply Rmult_le_compat_l; [|exact H].
        assert (0 < exp (T / b)) by apply exp_pos. nra.
      + rewrite exp_neg_inv. replace (/ b * T) with (T / b) by (field; lra).
        field. split; [|lra]. assert (0 < exp (T / b)) by apply exp_pos. lra.
    - apply Rmult_le_compat_l; [|apply Rle_abs].
      assert (0 < exp (T / b)) by apply exp_pos. nra. }
  intros Hu Hv HTu HTv. destruct (Rle_dec (noise b u) (noise b v)) as [H|H].
  - apply W; assumption.
  - rewrite Rabs_minus_sym, (Rabs_minus_sym u v). apply W; trivial. lra.
Qed.

(** 2 b e^(T/b) is the least Lipschitz constant of n on |n| <= T. *)
Theorem noise_lipschitz_least (T K : R) :
  0 < T ->
  (forall u v, 0 < u < 1 -> 0 < v < 1 -> Rabs (noise b u) <= T -> Rabs (noise b v) <= T ->
     Rabs (noise b u - noise b v) <= K * Rabs (u - v)) ->
  2 * b * exp (T / b) <= K.
Proof.
  intros HT H. assert (Hr := rate_pos).
  apply exp_bound_limit; [lra|assumption|]. intros x Hx.
  assert (Hlt : F (/ b) x < F (/ b) T) by (apply F_increasing; lra).
  assert (HK := H (F (/ b) T) (F (/ b) x) (F_range _ Hr _) (F_range _ Hr _)).
  rewrite !quantile_of_F in HK. rewrite !Rabs_pos_eq in HK by lra.
  specialize (HK (Rle_refl T) ltac:(lra)).
  assert (Hs := F_slope_le x T (proj1 Hx) ltac:(lra)).
  assert (HK0 : 0 < K).
  { destruct (Rlt_le_dec 0 K) as [|Hn]; [assumption|]. nra. }
  assert (H2 : T - x <= K * (/ b / 2 * exp (- (/ b * x)) * (T - x))).
  { apply Rle_trans with (1 := HK). apply Rmult_le_compat_l; lra. }
  assert (He : 0 < exp (x / b)) by apply exp_pos.
  rewrite exp_neg_inv in H2. replace (/ b * x) with (x / b) in H2 by (field; lra).
  apply Rmult_le_reg_r with ((T - x) * / (2 * b * exp (x / b))).
  - apply Rmult_lt_0_compat; [lra|]. apply Rinv_0_lt_compat. nra.
  - replace (2 * b * exp (x / b) * ((T - x) * / (2 * b * exp (x / b)))) with (T - x)
      by (field; lra).
    apply Rle_trans with (1 := H2). apply Req_le. field. lra.
Qed.

Lemma exp_magnitude (u : R) : 0 < u -> exp (- (magnitude b u / b)) = u.
Proof.
  intros Hu. unfold magnitude. replace (- (- b * ln u / b)) with (ln u) by (field; lra).
  apply exp_ln; assumption.
Qed.

Lemma magnitude_exp (x : R) : magnitude b (exp (- (x / b))) = x.
Proof. unfold magnitude. rewrite ln_exp. field. lra. Qed.

(** With a sign bit: on -b ln u <= T the magnitude -b ln u is Lipschitz with
    constant b e^(T/b). *)
Theorem magnitude_lipschitz (T u v : R) :
  0 < u -> 0 < v -> magnitude b u <= T -> magnitude b v <= T ->
  Rabs (magnitude b u - magnitude b v) <= b * exp (T / b) * Rabs (u - v).
Proof.
  assert (W : forall u v, 0 < u -> 0 < v -> magnitude b v <= T -> magnitude b u <= magnitude b v ->
            Rabs (magnitude b u - magnitude b v) <= b * exp (T / b) * Rabs (u - v)).
  { clear u v. intros u v Hu Hv HTv Hle.
    rewrite <- (exp_magnitude u Hu) at 2. rewrite <- (exp_magnitude v Hv) at 2.
    set (x := magnitude b u) in *. set (y := magnitude b v) in *.
    rewrite Rabs_minus_sym, Rabs_pos_eq by lra.
    apply Rle_trans with (b * exp (T / b) * (exp (- (x / b)) - exp (- (y / b)))).
    2:{ apply Rmult_le_compat_l; [|apply Rle_abs].
        assert (0 < exp (T / b)) by apply exp_pos. nra. }
    replace (- (x / b)) with (- (y / b) + (y - x) / b) by (field; lra).
    rewrite exp_plus.
    assert (H1 := one_plus_le_exp ((y - x) / b)).
    assert (H2 : 1 <= exp (T / b) * exp (- (y / b))).
    { rewrite <- exp_plus. apply one_le_exp.
      replace (T / b + - (y / b)) with ((T - y) * / b) by (field; lra).
      apply Rmult_le_pos; [lra|]. left; apply rate_pos. }
    assert (H3 : b * ((y - x) / b) = y - x) by (field; lra).
    set (s := (y - x) / b) in *.
    assert (Hs : 0 <= s).
    { unfold s. apply Rmult_le_pos; [lra|]. left; apply rate_pos. }
    replace (b * exp (T / b) * (exp (- (y / b)) * exp s - exp (- (y / b))))
      with (b * ((exp (T / b) * exp (- (y / b))) * (exp s - 1))) by ring.
    rewrite <- H3. apply Rmult_le_compat_l; [lra|]. nra. }
  intros Hu Hv HTu HTv. destruct (Rle_dec (magnitude b u) (magnitude b v)) as [H|H].
  - apply W; assumption.
  - rewrite Rabs_minus_sym, (Rabs_minus_sym u v). apply W; trivial. lra.
Qed.

(** b e^(T/b) is the least Lipschitz constant of -b ln u on -b ln u <= T,
    u in (0,1]. *)
Theorem magnitude_lipschitz_least (T K : R) :
  0 < T ->
  (forall u v, 0 < u <= 1 -> 0 < v <= 1 -> magnitude b u <= T -> magnitude b v <= T ->
     Rabs (magnitude b u - magnitude b v) <= K * Rabs (u - v)) ->
  b * exp (T / b) <= K.
Proof.
  intros HT H. apply exp_bound_limit; [lra|assumption|]. intros x Hx.
  assert (Hr := rate_pos).
  assert (Hrange : forall z, 0 <= z -> 0 < exp (- (z / b)) <= 1).
  { intros z Hz. split; [apply exp_pos|]. apply exp_le_one.
    assert (0 <= z / b) by (apply Rmult_le_pos; lra). lra. }
  assert (HK := H _ _ (Hrange T ltac:(lra)) (Hrange x ltac:(lra))).
  rewrite !magnitude_exp in HK. specialize (HK (Rle_refl T) ltac:(lra)).
  rewrite Rabs_pos_eq in HK by lra.
  assert (Hlt : exp (- (T / b)) < exp (- (x / b))).
  { apply exp_lt_exp. assert (x * / b < T * / b) by (apply Rmult_lt_compat_r; lra).
    unfold Rdiv; lra. }
  rewrite Rabs_minus_sym, Rabs_pos_eq in HK by lra.
  assert (HK0 : 0 < K).
  { destruct (Rlt_le_dec 0 K) as [|Hn]; [assumption|]. nra. }
  (* e^(-x/b) - e^(-T/b) <= e^(-x/b) (T-x)/b *)
  assert (H1 := one_plus_le_exp (- ((T - x) / b))).
  assert (E : exp (- (T / b)) = exp (- (x / b)) * exp (- ((T - x) / b))).
  { rewrite <- exp_plus. f_equal. field. lra. }
  assert (He : 0 < exp (- (x / b))) by apply exp_pos.
  assert (H2 : T - x <= K * (exp (- (x / b)) * ((T - x) / b))).
  { apply Rle_trans with (1 := HK). apply Rmult_le_compat_l; [lra|]. rewrite E. nra. }
  rewrite exp_neg_inv in H2. assert (Hx' : 0 < exp (x / b)) by apply exp_pos.
  apply Rmult_le_reg_r with ((T - x) * / (b * exp (x / b))).
  - apply Rmult_lt_0_compat; [lra|]. apply Rinv_0_lt_compat. nra.
  - replace (b * exp (x / b) * ((T - x) * / (b * exp (x / b)))) with (T - x) by (field; lra).
    apply Rle_trans with (1 := H2). apply Req_le. field. lra.
Qed.

(** ** The closed form of paragraph 1.4 *)

Lemma exp_1_lt_3 : exp 1 < 3.
Proof.
  (* e^(-1) = (e^(-1/8))^8 >= (7/8)^8 > 1/3 *)
  assert (H := one_plus_le_exp (- (/ 8))).
  set (q := exp (- (/ 8))) in *.
  assert (E : q * q * (q * q) * (q * q * (q * q)) = exp (-1)).
  { unfold q. rewrite <- !exp_plus. f_equal. field. }
  assert (H2 : 49 / 64 <= q * q) by nra.
  assert (H4 : 2401 / 4096 <= q * q * (q * q)) by nra.
  assert (H8 : 5764801 / 16777216 <= exp (-1)) by (rewrite <- E; nra).
  assert (E1 : exp 1 * exp (-1) = 1) 
    by (rewrite <- exp_plus; replace (1 + -1) with 0 by ring; apply exp_0).
  assert (0 < exp 1) by apply exp_pos. nra.
Qed.

(** e^y < 1 + 2y on (0,1]. *)
Lemma exp_lt_1_2y (y : R) : 0 < y <= 1 -> exp y < 1 + 2 * y.
Proof.
  intros Hy. assert (H := exp_convex 1 y ltac:(lra)).
  rewrite Rmult_1_r in H. assert (H3 := exp_1_lt_3). nra.
Qed.

(** The closed form of paragraph 1.4.  Let k(T) = kappa b e^(T/b), where
    kappa = 2 for the inverse CDF and kappa = 1 with a sign bit;
    c = kappa delta0 e^(rho_M/b), eta = delta_n/b.  If 2c < 1 and
    y0 = (c+eta)/(1-2c) <= 1, then T = rho_M + b y0 satisfies (v):
    T > rho_M + k(T) delta0 + delta_n. *)
Theorem closed_form (kappa rho_M delta0 delta_n : R) :
  0 < kappa -> 0 < delta0 -> 0 <= delta_n ->
  let c := kappa * delta0 * exp (rho_M / b) in
  let eta := delta_n / b in
  let y0 := (c + eta) / (1 - 2 * c) in
  let T := rho_M + b * y0 in
  2 * c < 1 -> y0 <= 1 ->
  rho_M + kappa * b * exp (T / b) * delta0 + delta_n < T.
Proof.
  intros Hk Hd0 Hdn c eta y0 T Hc Hy.
  assert (Hr := rate_pos).
  assert (Hc0 : 0 < c).
  { unfold c. apply Rmult_lt_0_compat; [nra|apply exp_pos]. }
  assert (Heta : 0 <= eta) by (apply Rmult_le_pos; lra).
  assert (Hy0 : 0 < y0) by (apply Rdiv_lt_0_compat; lra).
  assert (Hfix : c * (1 + 2 * y0) + eta = y0) by (unfold y0; field; lra).
  assert (He := exp_lt_1_2y y0 (conj Hy0 Hy)).
  assert (HT : exp (T / b) = exp (rho_M / b) * exp y0).
  { rewrite <- exp_plus. f_equal. unfold T. field. lra. }
  rewrite HT.
  replace (rho_M + kappa * b * (exp (rho_M / b) * exp y0) * delta0 + delta_n)
    with (rho_M + b * (c * exp y0 + eta)) by (unfold c, eta; field; lra).
  assert (Hs : c * exp y0 + eta < y0) by nra.
  unfold T. nra.
Qed.

(** The resulting delta = b y0 is (k_D delta0 + delta_n)/(1 - 2 k_D delta0/b),
    k_D = kappa b e^(rho_M/b). *)
Theorem closed_form_delta (kappa rho_M delta0 delta_n : R) :
  let c := kappa * delta0 * exp (rho_M / b) in
  let k_D := kappa * b * exp (rho_M / b) in
  2 * c < 1 ->
  b * ((c + delta_n / b) / (1 - 2 * c))
  = (k_D * delta0 + delta_n) / (1 - 2 * k_D * delta0 / b).
Proof.
  intros c k_D Hc. unfold k_D, c in *. field. repeat split; lra.
Qed.

(** ** Theorem B for the inverse CDF and a finite generator *)

(** Crossing: if |n(u)| <= T < |n(v)| and |u-v| <= delta0, then
    |n(u)| >= T - k delta0, k = 2 b e^(T/b). *)
Lemma noise_crossing (T delta0 u v : R) :
  0 <= T -> 0 < u < 1 -> 0 < v < 1 -> Rabs (u - v) <= delta0 ->
  Rabs (noise b u) <= T -> T < Rabs (noise b v) ->
  T - 2 * b * exp (T / b) * delta0 <= Rabs (noise b u).
Proof.
  intros HT Hu Hv Hd HTu HTv. assert (Hr := rate_pos).
  assert (Hk : 0 < 2 * b * exp (T / b)) by (assert (0 < exp (T / b)) by apply exp_pos; nra).
  apply Rabs_le_between in HTu as HTu'. apply Rabs_le_between in Hd.
  assert (Fu := noise_is_quantile u Hu). assert (Fv := noise_is_quantile v Hv).
  (* the crossing point: w = F(T) or F(-T), between u and v *)
  assert (W : exists s, Rabs s = T /\ Rabs (u - F (/ b) s) <= delta0).
  { destruct (Rle_dec 0 (noise b v)) as [Hp|Hp].
    - rewrite Rabs_pos_eq in HTv by assumption. exists T. split; [apply Rabs_pos_eq; lra|].
      assert (F (/ b) (noise b u) <= F (/ b) T) by (apply F_monotone; lra).
      assert (F (/ b) T <= F (/ b) (noise b v)) by (apply F_monotone; lra).
      apply Rabs_le. lra.
    - rewrite Rabs_left in HTv by lra. exists (- T).
      split; [rewrite Rabs_Ropp; apply Rabs_pos_eq; lra|].
      assert (F (/ b) (- T) <= F (/ b) (noise b u)) by (apply F_monotone; lra).
      assert (F (/ b) (noise b v) <= F (/ b) (- T)) by (apply F_monotone; lra).
      apply Rabs_le. lra. }
  destruct W as [s [Hs Hus]].
  assert (H := noise_lipschitz T u (F (/ b) s) Hu (F_range _ Hr s) HTu).
  rewrite quantile_of_F, Hs in H. specialize (H (Rle_refl T)).
  assert (Htri : Rabs s <= Rabs (noise b u) + Rabs (noise b u - s)).
  { replace s with (noise b u + - (noise b u - s)) at 1 by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra. }
  rewrite Hs in Htri.
  assert (2 * b * exp (T / b) * Rabs (u - F (/ b) s) <= 2 * b * exp (T / b) * delta0)
    by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

(** The draws of a generator with absolute bias delta0 and a computed function
    n' with error delta_n up to T that never comes back: the draw with the
    interval ]lo,hi[ stands for a point v of (0,1) within delta0 of the
    interval's points ((i)); if |n(v)| <= T, its value is within delta_n of
    n(v) ((iii)); otherwise it is no number or has magnitude at least
    T - delta_n ((iv)). *)
Definition absolute_bias_draws (T delta0 delta_n : R) (g : generator) : Prop :=
  pieces (fun lo hi x => lo < hi ->
    exists v, 0 < v < 1 /\
      (forall u, lo < u < hi -> Rabs (u - v) <= delta0) /\
      (Rabs (noise b v) <= T -> exists x', x = Some x' /\ Rabs (x' - noise b v) <= delta_n) /\
      (T < Rabs (noise b v) -> forall x', x = Some x' -> T - delta_n <= Rabs x')) 0 g.

(** Theorem B for the inverse CDF: if moreover T > rho_M + k delta0 + delta_n,
    k = 2 b e^(T/b), then each value is within delta = k delta0 + delta_n of
    the quantile, or both are farther than rho_M from 0. *)
Theorem inverse_cdf_near_or_far (T delta0 delta_n rho_M : R) (g : generator) :
  0 <= delta0 -> 0 <= delta_n -> 0 <= rho_M ->
  rho_M + 2 * b * exp (T / b) * delta0 + delta_n < T ->
  absolute_bias_draws T delta0 delta_n g ->
  near_or_far (/ b) (2 * b * exp (T / b) * delta0 + delta_n) rho_M g.
Proof.
  intros Hd0 Hdn HrM HT. assert (Hr := rate_pos).
  assert (Hk : 0 < 2 * b * exp (T / b)) by (assert (0 < exp (T / b)) by apply exp_pos; nra).
  assert (Hkd : 0 <= 2 * b * exp (T / b) * delta0) by (apply Rmult_le_pos; lra).
  apply pieces_impl. intros lo hi x Hx y Hy.
  destruct (Hx ltac:(lra)) as [v [Hv [Hi [Hiii Hiv]]]].
  assert (Hu := F_range (/ b) Hr y). assert (Hq := quantile_of_F y).
  set (u := F (/ b) y) in *. specialize (Hi u Hy).
  destruct (Rle_dec (Rabs (noise b v)) T) as [HTv|HTv].
  - destruct (Hiii HTv) as [x' [-> Hx']].
    destruct (Rle_dec (Rabs (noise b u)) T) as [HTu|HTu].
    + (* case 1 *)
      left. exists x'. split; [reflexivity|]. rewrite <- Hq.
      assert (HL := noise_lipschitz T v u Hv Hu HTv HTu).
      replace (x' - noise b u) with ((x' - noise b v) + (noise b v - noise b u)) by ring.
      apply Rle_trans with (1 := Rabs_triang _ _).
      assert (2 * b * exp (T / b) * Rabs (v - u) <= 2 * b * exp (T / b) * delta0)
        by (rewrite Rabs_minus_sym; apply Rmult_le_compat_l; lra).
      lra.
    + (* case 3 *)
      right. rewrite <- Hq. split; [|lra].
      intros w E. injection E as <-.
      rewrite Rabs_minus_sym in Hi.
      assert (HC := noise_crossing T delta0 v u ltac:(lra) Hv Hu Hi HTv ltac:(lra)).
      assert (Htri : Rabs (noise b v) <= Rabs x' + Rabs (x' - noise b v)).
      { replace (noise b v) with (x' + - (x' - noise b v)) at 1 by ring.
        apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra. }
      lra.
  - (* cases 2 and 4 *)
    right. split.
    + intros x' E. assert (H := Hiv ltac:(lra) x' E). lra.
    + rewrite <- Hq. destruct (Rle_dec (Rabs (noise b u)) T) as [HTu|HTu]; [|lra].
      assert (HC := noise_crossing T delta0 u v ltac:(lra) Hu Hv Hi HTu ltac:(lra)). lra.
Qed.

(** *** With sides (F7) *)

Lemma noise_crossing_up (T delta0 u v : R) :
  0 <= T -> 0 < u < 1 -> 0 < v < 1 -> Rabs (u - v) <= delta0 ->
  Rabs (noise b u) <= T -> T < noise b v ->
  T - 2 * b * exp (T / b) * delta0 <= noise b u.
Proof.
  intros HT Hu Hv Hd HTu HTv. assert (Hr := rate_pos).
  assert (Hk : 0 < 2 * b * exp (T / b)) by (assert (0 < exp (T / b)) by apply exp_pos; nra).
  apply Rabs_le_between in HTu as HTu'. apply Rabs_le_between in Hd.
  assert (Fu := noise_is_quantile u Hu). assert (Fv := noise_is_quantile v Hv).
  assert (F (/ b) (noise b u) <= F (/ b) T) by (apply F_monotone; lra).
  assert (F (/ b) T <= F (/ b) (noise b v)) by (apply F_monotone; lra).
  assert (Hw : Rabs (u - F (/ b) T) <= delta0) by (apply Rabs_le; lra).
  assert (H1 := noise_lipschitz T u (F (/ b) T) Hu (F_range _ Hr T) HTu).
  rewrite quantile_of_F in H1. rewrite (Rabs_pos_eq T) in H1 by lra.
  specialize (H1 (Rle_refl T)). apply Rabs_le_between in H1.
  assert (2 * b * exp (T / b) * Rabs (u - F (/ b) T) <= 2 * b * exp (T / b) * delta0)
    by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

(** The quantile is odd around 1/2. *)
Lemma noise_reflect (u : R) : 0 < u < 1 -> noise b (1 - u) = - noise b u.
Proof.
  intros Hu. assert (Fu := noise_is_quantile u Hu).
  rewrite <- Fu at 1. rewrite <- F_symmetric. apply quantile_of_F.
Qed.

Lemma noise_crossing_down (T delta0 u v : R) :
  0 <= T -> 0 < u < 1 -> 0 < v < 1 -> Rabs (u - v) <= delta0 ->
  Rabs (noise b u) <= T -> noise b v < - T ->
  noise b u <= - (T - 2 * b * exp (T / b) * delta0).
Proof.
  intros HT Hu Hv Hd HTu HTv.
  assert (H := noise_crossing_up T delta0 (1 - u) (1 - v) HT ltac:(lra) ltac:(lra)).
  rewrite !noise_reflect, Rabs_Ropp in H by assumption.
  assert (Hd' : Rabs (1 - u - (1 - v)) <= delta0).
  { replace (1 - u - (1 - v)) with (- (u - v)) by ring. rewrite Rabs_Ropp. exact Hd. }
  specialize (H Hd' HTu ltac:(lra)). lra.
Qed.

(** Points within delta0 of each other are not beyond T on different sides. *)
Lemma noise_no_jump (T delta0 u v : R) :
  0 <= T -> 0 < u < 1 -> 0 < v < 1 -> Rabs (u - v) <= delta0 ->
  2 * b * exp (T / b) * delta0 < T -> noise b u < - T -> T < noise b v -> False.
Proof.
  intros HT Hu Hv Hd Hk HTu HTv. assert (Hr := rate_pos).
  assert (Hk0 : 0 < 2 * b * exp (T / b)) by (assert (0 < exp (T / b)) by apply exp_pos; nra).
  apply Rabs_le_between in Hd.
  assert (Fu := noise_is_quantile u Hu). assert (Fv := noise_is_quantile v Hv).
  assert (F (/ b) (noise b u) <= F (/ b) (- T)) by (apply F_monotone; lra).
  assert (F (/ b) (- T) <= F (/ b) T) by (apply F_monotone; lra).
  assert (F (/ b) T <= F (/ b) (noise b v)) by (apply F_monotone; lra).
  assert (H2 := noise_lipschitz T (F (/ b) T) (F (/ b) (- T)) (F_range _ Hr _) (F_range _ Hr _)).
  rewrite !quantile_of_F, Rabs_Ropp, !(Rabs_pos_eq T) in H2 by lra.
  specialize (H2 (Rle_refl T) (Rle_refl T)).
  rewrite !Rabs_pos_eq in H2 by lra.
  assert (2 * b * exp (T / b) * (F (/ b) T - F (/ b) (- T)) <= 2 * b * exp (T / b) * delta0)
    by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

(** [absolute_bias_draws] with numbers only and, in (iv), the sign of n(v). *)
Definition signed_absolute_bias_draws (T delta0 delta_n : R) (g : generator) : Prop :=
  pieces (fun lo hi x => lo < hi ->
    exists v x', 0 < v < 1 /\ x = Some x' /\
      (forall u, lo < u < hi -> Rabs (u - v) <= delta0) /\
      (Rabs (noise b v) <= T -> Rabs (x' - noise b v) <= delta_n) /\
      (T < noise b v -> T - delta_n <= x') /\
      (noise b v < - T -> x' <= - (T - delta_n))) 0 g.

(** Theorem B for the inverse CDF with sides: value and quantile are within
    delta = k delta0 + delta_n, or beyond rho_M on the same side. *)
Theorem inverse_cdf_near_or_same_side (T delta0 delta_n rho_M : R) (g : generator) :
  0 <= delta0 -> 0 <= delta_n -> 0 <= rho_M ->
  rho_M + 2 * b * exp (T / b) * delta0 + delta_n < T ->
  signed_absolute_bias_draws T delta0 delta_n g ->
  near_or_same_side (/ b) (2 * b * exp (T / b) * delta0 + delta_n) rho_M g.
Proof.
  intros Hd0 Hdn HrM HT. assert (Hr := rate_pos).
  assert (Hk : 0 < 2 * b * exp (T / b)) by (assert (0 < exp (T / b)) by apply exp_pos; nra).
  assert (Hkd : 0 <= 2 * b * exp (T / b) * delta0) by (apply Rmult_le_pos; lra).
  assert (HT0 : 0 <= T) by lra.
  apply pieces_impl. intros lo hi x Hx y Hy.
  destruct (Hx ltac:(lra)) as [v [x' [Hv [-> [Hi [Hiii [Hup Hdown]]]]]]].
  exists x'. split; [reflexivity|].
  assert (Hu := F_range (/ b) Hr y). assert (Hq := quantile_of_F y).
  set (u := F (/ b) y) in *. specialize (Hi u Hy). rewrite <- Hq.
  assert (Hi' := Hi). rewrite Rabs_minus_sym in Hi'.
  destruct (Rlt_le_dec T (noise b v)) as [V1|V1];
    [|destruct (Rlt_le_dec (noise b v) (- T)) as [V2|V2]].
  - (* v beyond T above *)
    right; left. specialize (Hup V1). split; [lra|].
    destruct (Rlt_le_dec T (noise b u)) as [U1|U1]; [lra|].
    destruct (Rlt_le_dec (noise b u) (- T)) as [U2|U2].
    + exfalso. apply (noise_no_jump T delta0 u v); trivial. lra.
    + assert (H := noise_crossing_up T delta0 u v HT0 Hu Hv Hi
                     (Rabs_le _ _ (conj U2 U1)) V1). lra.
  - (* v beyond T below *)
    right; right. specialize (Hdown V2). split; [lra|].
    destruct (Rlt_le_dec (noise b u) (- T)) as [U2|U2]; [lra|].
    destruct (Rlt_le_dec T (noise b u)) as [U1|U1].
    + exfalso. apply (noise_no_jump T delta0 v u); trivial. lra.
    + assert (H := noise_crossing_down T delta0 u v HT0 Hu Hv Hi
                     (Rabs_le _ _ (conj U2 U1)) V2). lra.
  - (* v in U_T *)
    assert (HTv : Rabs (noise b v) <= T) by (apply Rabs_le; lra).
    specialize (Hiii HTv). apply Rabs_le_between in Hiii as Hx'.
    destruct (Rlt_le_dec T (noise b u)) as [U1|U1];
      [|destruct (Rlt_le_dec (noise b u) (- T)) as [U2|U2]].
    + right; left. assert (H := noise_crossing_up T delta0 v u HT0 Hv Hu Hi' HTv U1). lra.
    + right; right. assert (H := noise_crossing_down T delta0 v u HT0 Hv Hu Hi' HTv U2). lra.
    + left. assert (HTu : Rabs (noise b u) <= T) by (apply Rabs_le; lra).
      assert (HL := noise_lipschitz T v u Hv Hu HTv HTu).
      replace (x' - noise b u) with ((x' - noise b v) + (noise b v - noise b u)) by ring.
      apply Rle_trans with (1 := Rabs_triang _ _).
      assert (2 * b * exp (T / b) * Rabs (v - u) <= 2 * b * exp (T / b) * delta0)
        by (apply Rmult_le_compat_l; lra).
      lra.
Qed.

(** F9: the fixpoint equation y = c e^y + eta, c > 0, eta >= 0, has a solution
    iff it has a post-fixpoint iff c <= e^(-1-eta); with c = 2 delta0 e^(rho_M/b)
    and eta = delta_n/b this is 2 delta0 e^(rho_M/b) <= e^(-1-delta_n/b). *)
Theorem fixpoint_exists_iff (c eta : R) :
  0 < c -> 0 <= eta ->
  ((exists y, y = c * exp y + eta) <-> c <= exp (- 1 - eta)) /\
  ((exists y, c * exp y + eta <= y) <-> c <= exp (- 1 - eta)).
Proof.
  intros Hc He.
  assert (Hpost : (exists y, c * exp y + eta <= y) -> c <= exp (- 1 - eta)).
  { intros [y Hy]. apply Rnot_lt_le. intros H.
    assert (H1 : exp (y - 1 - eta) < c * exp y).
    { replace (y - 1 - eta) with (- 1 - eta + y) by ring. rewrite exp_plus.
      apply Rmult_lt_compat_r; [apply exp_pos|exact H]. }
    assert (H2 := one_plus_le_exp (y - 1 - eta)). lra. }
  assert (Hfix : c <= exp (- 1 - eta) -> exists y, y = c * exp y + eta).
  { intros H.
    assert (Hat : c * exp (1 + eta) + eta <= 1 + eta).
    { assert (c * exp (1 + eta) <= exp (- 1 - eta) * exp (1 + eta))
        by (apply Rmult_le_compat_r; [left; apply exp_pos|exact H]).
      rewrite <- exp_plus in *. replace (- 1 - eta + (1 + eta)) with 0 in * by ring.
      rewrite exp_0 in *. lra. }
    assert (C : continuity (fun y => y - (c * exp y + eta))).
    { intros y. apply continuity_pt_filterlim.
      apply (continuous_minus (fun y => y) (fun y => c * exp y + eta)); [apply continuous_id|].
      apply (continuous_plus (fun y => c * exp y) (fun _ => eta)); [|apply continuous_const].
      apply (continuous_mult (fun _ => c) exp); [apply continuous_const|apply continuous_exp_at]. }
    destruct Hat as [Hat|Hat].
    - destruct (IVT (fun y => y - (c * exp y + eta)) 0 (1 + eta) C) as [y [_ Hy]].
      + lra.
      + rewrite exp_0. lra.
      + lra.
      + exists y. lra.
    - exists (1 + eta). lra. }
  split; split; auto.
  - intros [y Hy]. apply Hpost. exists y. lra.
  - intros H. destruct (Hfix H) as [y Hy]. exists y. lra.
Qed.

End Quantile.

(** Paragraph 1.4, in full: a finite generator with absolute bias delta0 > 0
    through the inverse CDF, error delta_n up to T = rho_M + b y0, all of the
    window within rho_M of each possible answer.  If 2c < 1 and y0 <= 1, then
    Theorem A holds with delta = b y0 = (k_D delta0+delta_n)/(1-2 k_D delta0/b)
    (see [closed_form_delta]) and rate 1/b:
    P[K_r1 in S] <= e^(|r1-r2|/b + ln Gamma) P[K_r2 in S]. *)
Theorem inverse_cdf_theorem_A
    (b L rho_M delta0 delta_n : R)
    (rd : R -> option nat) (a : nat -> R) (N : nat) (M_f : R -> Prop) (g : generator) :
  0 < b -> 0 < delta0 -> 0 <= delta_n -> 0 <= rho_M ->
  let c := 2 * delta0 * exp (rho_M / b) in
  let y0 := (c + delta_n / b) / (1 - 2 * c) in
  let delta := b * y0 in
  2 * c < 1 -> y0 <= 1 -> 2 * delta < L ->
  rounds_to_cells rd a N ->
  (forall i, (i < N)%nat -> a i + L <= a (S i)) ->
  (forall r, M_f r -> r - rho_M <= a 0%nat /\ a N <= r + rho_M) ->
  is_generator g ->
  absolute_bias_draws b (rho_M + b * y0) delta0 delta_n g ->
  forall (r1 r2 : R) (S : option nat -> bool), M_f r1 -> M_f r2 ->
  prob (fun x => S (output rd r1 x)) g
  <= exp (/ b * Rabs (r1 - r2) + ln (Gamma (/ b) L delta))
     * prob (fun x => S (output rd r2 x)) g.
Proof.
  intros Hb Hd0 Hdn HrM c y0 delta Hc Hy HL Hcells Hlong Hwin Hgen Hdraws r1 r2 S H1 H2.
  assert (Hr := rate_pos b Hb).
  assert (Hv := closed_form b Hb 2 rho_M delta0 delta_n ltac:(lra) Hd0 Hdn Hc Hy).
  fold c in Hv. fold y0 in Hv.
  assert (Hk : 0 <= 2 * b * exp ((rho_M + b * y0) / b) * delta0).
  { assert (0 < exp ((rho_M + b * y0) / b)) by apply exp_pos.
    apply Rmult_le_pos; [nra|lra]. }
  assert (Hinc : forall i, (i < N)%nat -> a i <= a (Datatypes.S i)).
  { intros i Hi. assert (H := Hlong i Hi). unfold delta in HL. lra. }
  apply (theorem_A_sinh (/ b) L delta Hr ltac:(unfold delta; lra) HL
           rd a N Hcells Hlong M_f (fun _ => g)); trivial.
  intros r Hr'. destruct (Hwin r Hr') as [Hw0 HwN].
  apply (hypothesis_H_weaken (/ b) (2 * b * exp ((rho_M + b * y0) / b) * delta0 + delta_n)).
  { unfold delta. lra. }
  apply hypothesis_H_from_near_or_far with (rho_M := rho_M); trivial.
  { lra. }
  apply inverse_cdf_near_or_far; trivial; lra.
Qed.

(** ** The grid of midpoints *)

(** N equiprobable midpoints (z + 1/2)/N and a computed function n' (F16). *)
Definition midpoint_grid (N : nat) (n' : R -> option R) : generator :=
  equal_draws (/ INR N) (fun z => n' ((INR z + 1 / 2) / INR N)) N.

Theorem midpoint_grid_is_generator (N : nat) (n' : R -> option R) :
  (0 < N)%nat -> is_generator (midpoint_grid N n').
Proof.
  intros HN. apply lt_0_INR in HN. unfold midpoint_grid. split.
  - apply nonneg_weights_equal_draws. left; apply Rinv_0_lt_compat, HN.
  - rewrite total_equal_draws. field. lra.
Qed.

(** Its bias is 1/(2N): with (iii) and (iv) for n' at the midpoints, its draws
    have absolute bias delta0 = 1/(2N). *)
Theorem midpoint_grid_bias (b T delta_n : R) (N : nat) (n' : R -> option R) :
  (0 < N)%nat ->
  (forall z, (z < N)%nat ->
     let v := (INR z + 1 / 2) / INR N in
     (Rabs (noise b v) <= T -> exists x', n' v = Some x' /\ Rabs (x' - noise b v) <= delta_n) /\
     (T < Rabs (noise b v) -> forall x', n' v = Some x' -> T - delta_n <= Rabs x')) ->
  absolute_bias_draws b T (/ (2 * INR N)) delta_n (midpoint_grid N n').
Proof.
  intros HN H. apply lt_0_INR in HN as HN'. assert (Hi := Rinv_0_lt_compat _ HN').
  apply pieces_equal_draws. intros z Hz _.
  exists ((INR z + 1 / 2) / INR N).
  assert (Hz0 := pos_INR z).
  assert (Hz1 : INR z + 1 <= INR N) by (rewrite <- S_INR; apply le_INR; lia).
  assert (HE : / INR N * INR N = 1) by (field; lra).
  assert (HD : / (2 * INR N) = / INR N / 2) by (field; lra).
  split; [|split; [|exact (H z Hz)]].
  - unfold Rdiv. split; nra.
  - intros u Hu. rewrite HD. unfold Rdiv. apply Rabs_le. lra.
Qed.
