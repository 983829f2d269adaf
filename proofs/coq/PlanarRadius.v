(** * The radius of planar Laplace noise: its law, and how far a bias moves it

    proofs/theory.md, F5.  Two samplers: r = C^{-1}(u), which is not Lipschitz
    at 0 (PrintedRadius.v) and is used through the modulus of Lemma R or through
    its (k,delta) form; and r = -(ln u1 + ln u2)/beta, which is Lipschitz on
    {r <= T} in the sup, the Euclidean and the log metric.

    In Rust: the samplers Inverse (the first) and Gamma (the second) of
    crates/finite/src/planar.  Rests on Crossing.v and PrintedRadius.v. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import Closeness Crossing Exponential PrintedRadius.
From Kdelta Require LaplaceLaw.

Local Open Scope R_scope.

(** ** Gamma(2): the law *)

(** For q in ]0,1], the part of the unit square with u1 u2 >= q has the area
    1 - q + q ln q: for each u1 in [q,1], u2 runs over [q/u1, 1]. *)
Lemma gamma_radius_area : forall q, 0 < q <= 1 ->
  is_RInt (fun u1 => 1 - q / u1) q 1 (1 - q + q * ln q).
Proof.
  intros q Hq.
  replace (1 - q + q * ln q) with (minus (1 - q * ln 1) (q - q * ln q))
    by (rewrite ln_1; unfold minus, plus, opp; simpl; ring).
  apply (is_RInt_derive (fun u => u - q * ln u) (fun u => 1 - q / u)).
  - intros u Hu. rewrite Rmin_left, Rmax_right in Hu by lra.
    auto_derive; [lra | field; lra].
  - intros u Hu. rewrite Rmin_left, Rmax_right in Hu by lra.
    apply (continuous_minus (V := R_NormedModule)); [apply continuous_const |].
    apply (continuous_scal_r q (fun u => / u)).
    apply continuous_Rinv. lra.
Qed.

(** F5, repair (b): r = -(ln u1 + ln u2)/beta has the distribution function C.
    Given u1, the u2 with r <= T are those of [e^{-beta T}/u1, 1], of length
    1 - e^{-beta T}/u1 if u1 >= e^{-beta T} and none otherwise; the integral of
    that length over u1 is C(T). *)
Theorem gamma_radius_law : forall beta T, 0 < beta -> 0 <= T ->
  (forall u1 u2, 0 < u1 <= 1 -> 0 < u2 <= 1 ->
     (gamma_radius beta u1 u2 <= T <-> exp (- (beta * T)) / u1 <= u2)) /\
  is_RInt (fun u1 => 1 - exp (- (beta * T)) / u1) (exp (- (beta * T))) 1 (radius_cdf beta T).
Proof.
  intros beta T Hb HT. split.
  - intros u1 u2 H1 H2. unfold gamma_radius.
    assert (Hp : 0 < u1 * u2) by (apply Rmult_lt_0_compat; lra).
    rewrite <- ln_mult by lra. split; intros H.
    + apply Rle_div_l in H; [| exact Hb].
      apply Rle_div_l; [lra |]. rewrite (Rmult_comm u2).
      rewrite <- (exp_ln (u1 * u2) Hp). apply LaplaceLaw.exp_le_exp. lra.
    + apply Rle_div_l in H; [| lra]. rewrite (Rmult_comm u2) in H.
      apply Rle_div_l; [exact Hb |].
      assert (HL : ln (exp (- (beta * T))) <= ln (u1 * u2)) by (apply ln_le; [apply exp_pos | exact H]).
      rewrite ln_exp in HL. lra.
  - replace (radius_cdf beta T)
      with (1 - exp (- (beta * T)) + exp (- (beta * T)) * ln (exp (- (beta * T)))).
    + apply gamma_radius_area. split; [apply exp_pos |].
      apply LaplaceLaw.exp_le_one. assert (0 <= beta * T) by (apply Rmult_le_pos; lra). lra.
    + rewrite ln_exp. unfold radius_cdf. replace (- beta * T) with (- (beta * T)) by ring. ring.
Qed.

(** ** Gamma(2): the Euclidean Lipschitz constant *)

Lemma cauchy_schwarz_2 : forall a b x y,
  a * x + b * y <= sqrt (a ^ 2 + b ^ 2) * sqrt (x ^ 2 + y ^ 2).
Proof.
  intros a b x y. rewrite <- sqrt_mult_alt by nra.
  destruct (Rle_lt_dec (a * x + b * y) 0) as [H | H].
  - apply Rle_trans with (1 := H). apply sqrt_pos.
  - rewrite <- (sqrt_pow2 (a * x + b * y)) by lra.
    apply sqrt_le_1_alt.
    assert (0 <= (a * y - b * x) ^ 2) by apply pow2_ge_0. nra.
Qed.

Lemma gamma_radius_one_sided_euclidean : forall beta T u1 u2 v1 v2,
  0 < beta -> 0 < u1 -> 0 < u2 -> 0 < v1 <= 1 -> 0 < v2 <= 1 ->
  gamma_radius beta v1 v2 <= T ->
  gamma_radius beta v1 v2 - gamma_radius beta u1 u2
  <= sqrt (1 + exp (2 * (beta * T))) / beta * sqrt ((u1 - v1) ^ 2 + (u2 - v2) ^ 2).
Proof.
  intros beta T u1 u2 v1 v2 Hb Hu1 Hu2 Hv1 Hv2 HT.
  pose proof (ln_difference u1 v1 Hu1 (proj1 Hv1)) as L1.
  pose proof (ln_difference u2 v2 Hu2 (proj1 Hv2)) as L2.
  assert (Hv : 0 < v1 * v2) by (apply Rmult_lt_0_compat; lra).
  assert (Hprod : / (v1 * v2) <= exp (beta * T)).
  { unfold gamma_radius in HT. apply Rle_div_l in HT; [| exact Hb].
    rewrite <- ln_mult in HT by lra.
    rewrite <- (exp_ln (v1 * v2) Hv), <- exp_Ropp. apply LaplaceLaw.exp_le_exp. lra. }
  assert (I1 : 1 <= / v1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (I2 : 1 <= / v2) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  (* (x1^2 - 1)(x2^2 - 1) >= 0 for x_i = 1/v_i *)
  assert (Hsum : (/ v1) ^ 2 + (/ v2) ^ 2 <= 1 + exp (2 * (beta * T))).
  { replace (2 * (beta * T)) with (beta * T + beta * T) by ring. rewrite exp_plus.
    rewrite Rinv_mult in Hprod by lra.
    assert (Hsq : / v1 * / v2 * (/ v1 * / v2) <= exp (beta * T) * exp (beta * T))
      by (apply Rmult_le_compat; nra).
    assert (0 <= ((/ v1) ^ 2 - 1) * ((/ v2) ^ 2 - 1)) by (apply Rmult_le_pos; nra).
    nra. }
  assert (Hcs := cauchy_schwarz_2 (/ v1) (/ v2) (u1 - v1) (u2 - v2)).
  assert (Hmain : (ln u1 + ln u2) - (ln v1 + ln v2)
                  <= sqrt (1 + exp (2 * (beta * T))) * sqrt ((u1 - v1) ^ 2 + (u2 - v2) ^ 2)).
  { apply Rle_trans with (/ v1 * (u1 - v1) + / v2 * (u2 - v2)).
    - replace (/ v1 * (u1 - v1)) with ((u1 - v1) / v1) by (field; lra).
      replace (/ v2 * (u2 - v2)) with ((u2 - v2) / v2) by (field; lra). lra.
    - apply Rle_trans with (1 := Hcs). apply Rmult_le_compat_r; [apply sqrt_pos |].
      apply sqrt_le_1_alt, Hsum. }
  unfold gamma_radius.
  replace (- (ln v1 + ln v2) / beta - - (ln u1 + ln u2) / beta)
    with (((ln u1 + ln u2) - (ln v1 + ln v2)) * / beta) by (field; lra).
  replace (sqrt (1 + exp (2 * (beta * T))) / beta * sqrt ((u1 - v1) ^ 2 + (u2 - v2) ^ 2))
    with (sqrt (1 + exp (2 * (beta * T))) * sqrt ((u1 - v1) ^ 2 + (u2 - v2) ^ 2) * / beta)
    by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact Hb | exact Hmain].
Qed.

(** F5: on {r <= T} the Gamma(2) radius is k_2 = sqrt(1 + e^{2 beta T})/beta
    Lipschitz in the Euclidean metric of (u1,u2). *)
Theorem gamma_radius_lipschitz_euclidean : forall beta T u1 u2 v1 v2,
  0 < beta -> 0 < u1 <= 1 -> 0 < u2 <= 1 -> 0 < v1 <= 1 -> 0 < v2 <= 1 ->
  gamma_radius beta u1 u2 <= T -> gamma_radius beta v1 v2 <= T ->
  Rabs (gamma_radius beta u1 u2 - gamma_radius beta v1 v2)
  <= sqrt (1 + exp (2 * (beta * T))) / beta * sqrt ((u1 - v1) ^ 2 + (u2 - v2) ^ 2).
Proof.
  intros beta T u1 u2 v1 v2 Hb Hu1 Hu2 Hv1 Hv2 HTu HTv.
  pose proof (gamma_radius_one_sided_euclidean beta T u1 u2 v1 v2 Hb (proj1 Hu1) (proj1 Hu2)
                Hv1 Hv2 HTv) as H1.
  pose proof (gamma_radius_one_sided_euclidean beta T v1 v2 u1 u2 Hb (proj1 Hv1) (proj1 Hv2)
                Hu1 Hu2 HTu) as H2.
  replace ((v1 - u1) ^ 2 + (v2 - u2) ^ 2) with ((u1 - v1) ^ 2 + (u2 - v2) ^ 2) in H2 by ring.
  apply Rabs_le. lra.
Qed.

(** {r <= T}, that is u1 u2 >= e^{-beta T}, is convex in ]0,1]^2: the product
    along a segment is at least the smaller of those of the ends. *)
Theorem gamma_ball_convex : forall q u1 u2 v1 v2 t,
  0 < u1 -> 0 < u2 -> 0 < v1 -> 0 < v2 -> 0 <= t <= 1 -> q <= u1 * u2 -> q <= v1 * v2 ->
  q <= (u1 + t * (v1 - u1)) * (u2 + t * (v2 - u2)).
Proof.
  intros q u1 u2 v1 v2 t H1 H2 H3 H4 Ht Hu Hv.
  (* 2 (u1 v2 + u2 v1) >= 4 sqrt(u1 u2 v1 v2) >= 4 q, through squares *)
  assert (Hmix : 2 * q <= u1 * v2 + u2 * v1).
  { destruct (Rle_lt_dec q 0) as [Hq | Hq].
    - assert (0 < u1 * v2) by (apply Rmult_lt_0_compat; lra).
      assert (0 < u2 * v1) by (apply Rmult_lt_0_compat; lra). lra.
    - apply Rnot_lt_le. intros Hlt.
      assert (0 < u1 * v2) by (apply Rmult_lt_0_compat; lra).
      assert (0 < u2 * v1) by (apply Rmult_lt_0_compat; lra).
      assert (Hsq : (u1 * v2 + u2 * v1) * (u1 * v2 + u2 * v1) < 2 * q * (2 * q))
        by (apply Rmult_le_0_lt_compat; lra).
      assert (Hqq : q * q <= (u1 * u2) * (v1 * v2)) by (apply Rmult_le_compat; lra).
      assert (0 <= (u1 * v2 - u2 * v1) ^ 2) by apply pow2_ge_0. nra. }
  replace ((u1 + t * (v1 - u1)) * (u2 + t * (v2 - u2)))
    with ((1 - t) ^ 2 * (u1 * u2) + t ^ 2 * (v1 * v2) + t * (1 - t) * (u1 * v2 + u2 * v1)) by ring.
  assert (0 <= (1 - t) ^ 2) by apply pow2_ge_0. assert (0 <= t ^ 2) by apply pow2_ge_0.
  assert (0 <= t * (1 - t)) by (apply Rmult_le_pos; lra).
  replace q with ((1 - t) ^ 2 * q + t ^ 2 * q + t * (1 - t) * (2 * q)) by ring.
  apply Rplus_le_compat; [apply Rplus_le_compat |]; apply Rmult_le_compat_l; lra.
Qed.

(** ** The inverse of the distribution function C *)

(** The modulus of Lemma R. *)
Definition modulus_R (beta T a : R) : R :=
  Rmax (2 * sqrt a / beta) (2 * exp (beta * T) * a / (beta ^ 2 * T)).

Lemma modulus_R_increasing : forall beta T a d,
  0 < beta -> 0 < T -> 0 <= a <= d -> modulus_R beta T a <= modulus_R beta T d.
Proof.
  intros beta T a d Hb HT Ha. unfold modulus_R.
  assert (Hi : 0 < / beta) by (apply Rinv_0_lt_compat, Hb).
  assert (Hj : 0 < / (beta ^ 2 * T))
    by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; [apply pow_lt, Hb | exact HT]).
  assert (He := exp_pos (beta * T)).
  apply Rmax_le_compat; unfold Rdiv; apply Rmult_le_compat_r; try lra.
  - assert (sqrt a <= sqrt d) by (apply sqrt_le_1_alt; lra). lra.
  - apply Rmult_le_compat_l; lra.
Qed.

Lemma modulus_R_nonneg : forall beta T a, 0 < beta -> 0 <= modulus_R beta T a.
Proof.
  intros beta T a Hb. unfold modulus_R. eapply Rle_trans; [| apply Rmax_l].
  apply Rmult_le_pos; [| left; apply Rinv_0_lt_compat, Hb].
  pose proof (sqrt_pos a). lra.
Qed.

Lemma radius_cdf_increasing : forall beta r1 r2,
  0 < beta -> 0 <= r1 < r2 -> radius_cdf beta r1 < radius_cdf beta r2.
Proof.
  intros beta r1 r2 Hb Hr. apply Rnot_le_lt. intros Hle.
  assert (H := lemma_R beta r2 r1 r2 Hb ltac:(lra) ltac:(lra)). cbv zeta in H.
  set (a := radius_cdf beta r2 - radius_cdf beta r1) in *.
  assert (Ha : a <= 0) by (unfold a; lra).
  assert (Hi : 0 < / (beta ^ 2 * r2))
    by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; [apply pow_lt, Hb | lra]).
  assert (He := exp_pos (beta * r2)).
  assert (H0 : Rmax (2 * sqrt a / beta) (2 * exp (beta * r2) * a / (beta ^ 2 * r2)) <= 0).
  { apply Rmax_lub.
    - rewrite sqrt_neg_0 by exact Ha. unfold Rdiv. rewrite Rmult_0_r, Rmult_0_l. lra.
    - unfold Rdiv. assert (2 * exp (beta * r2) * a <= 0) by nra. nra. }
  lra.
Qed.

Lemma radius_cdf_order : forall beta r1 r2,
  0 < beta -> 0 <= r1 -> 0 <= r2 -> radius_cdf beta r1 <= radius_cdf beta r2 -> r1 <= r2.
Proof.
  intros beta r1 r2 Hb H1 H2 Hle. apply Rnot_lt_le. intros Hlt.
  assert (H := radius_cdf_increasing beta r2 r1 Hb ltac:(lra)). lra.
Qed.

(** Lemma R in the form used: radii up to T whose values of C differ by at most
    d differ by at most omega(d). *)
Theorem lemma_R_symmetric : forall beta T r1 r2 d,
  0 < beta -> 0 < T -> 0 <= r1 <= T -> 0 <= r2 <= T ->
  Rabs (radius_cdf beta r1 - radius_cdf beta r2) <= d ->
  Rabs (r1 - r2) <= modulus_R beta T d.
Proof.
  intros beta T r1 r2 d Hb HT H1 H2 Hd.
  assert (Hone : forall s t, 0 <= s -> s <= t -> t <= T ->
            Rabs (radius_cdf beta s - radius_cdf beta t) <= d -> t - s <= modulus_R beta T d).
  { intros s t Hs Hst Ht Hdd.
    eapply Rle_trans; [apply (lemma_R beta T s t Hb (conj Hs Hst) Ht) |].
    apply modulus_R_increasing; trivial. split.
    - destruct (Req_dec s t) as [-> | Hne]; [lra |].
      assert (H := radius_cdf_increasing beta s t Hb ltac:(lra)). lra.
    - rewrite Rabs_minus_sym in Hdd. pose proof (Rle_abs (radius_cdf beta t - radius_cdf beta s)). lra. }
  destruct (Rle_lt_dec r1 r2) as [Hle | Hlt].
  - rewrite Rabs_minus_sym, Rabs_pos_eq by lra. apply Hone; trivial; lra.
  - rewrite Rabs_pos_eq by lra. rewrite Rabs_minus_sym in Hd. apply Hone; trivial; lra.
Qed.

(** The (k,delta) form: 2 sqrt(a)/beta <= kappa a + 1/(beta^2 kappa). *)
Lemma root_between : forall beta kappa a, 0 < beta -> 0 < kappa -> 0 <= a ->
  2 * sqrt a / beta <= kappa * a + / (beta ^ 2 * kappa).
Proof.
  intros beta kappa a Hb Hk Ha.
  rewrite <- (sqrt_sqrt a Ha) at 2. set (s := sqrt a).
  apply (Rmult_le_reg_r (beta ^ 2 * kappa)); [apply Rmult_lt_0_compat; [apply pow_lt |]; lra |].
  replace (2 * s / beta * (beta ^ 2 * kappa)) with (2 * (kappa * beta * s)) by (field; lra).
  replace ((kappa * (s * s) + / (beta ^ 2 * kappa)) * (beta ^ 2 * kappa))
    with ((kappa * beta * s) ^ 2 + 1) by (field; lra).
  assert (0 <= (kappa * beta * s - 1) ^ 2) by apply pow2_ge_0. nra.
Qed.

(** F5: for every kappa > 0, C^{-1} is (k,delta)-close to itself on [0,C(T)],
    with k = kappa + 2 e^{beta T}/(beta^2 T) and delta = 1/(beta^2 kappa). *)
Theorem inverse_radius_cdf_close : forall beta T kappa (inverse : line -> line),
  0 < beta -> 0 < T -> 0 < kappa ->
  (forall u, 0 <= u < 1 -> 0 <= inverse u /\ radius_cdf beta (inverse u) = u) ->
  close_on (A := line) (B := line) (fun u => 0 <= u < 1 /\ inverse u <= T)
    (kappa + 2 * exp (beta * T) / (beta ^ 2 * T)) (/ (beta ^ 2 * kappa)) inverse inverse.
Proof.
  intros beta T kappa inverse Hb HT Hk Hinv u v [Hu HuT] [Hv HvT].
  destruct (Hinv u Hu) as [Ru Cu]. destruct (Hinv v Hv) as [Rv Cv].
  change (Rabs (inverse u - inverse v)
          <= (kappa + 2 * exp (beta * T) / (beta ^ 2 * T)) * Rabs (u - v) + / (beta ^ 2 * kappa)).
  assert (H : Rabs (inverse u - inverse v) <= modulus_R beta T (Rabs (u - v))).
  { apply lemma_R_symmetric; try lra. rewrite Cu, Cv. lra. }
  assert (Ha := Rabs_pos (u - v)). set (a := Rabs (u - v)) in *.
  assert (Hroot := root_between beta kappa a Hb Hk Ha).
  assert (Hp : 0 < beta ^ 2 * T) by (apply Rmult_lt_0_compat; [apply pow_lt |]; lra).
  assert (Hq : 0 < beta ^ 2 * kappa) by (apply Rmult_lt_0_compat; [apply pow_lt |]; lra).
  assert (H1 : 0 <= 2 * exp (beta * T) * a / (beta ^ 2 * T)).
  { apply Rmult_le_pos; [| left; apply Rinv_0_lt_compat, Hp].
    apply Rmult_le_pos; [pose proof (exp_pos (beta * T)); lra | exact Ha]. }
  assert (H2 : 0 <= kappa * a) by (apply Rmult_le_pos; lra).
  assert (H3 : 0 < / (beta ^ 2 * kappa)) by (apply Rinv_0_lt_compat, Hq).
  apply Rle_trans with (1 := H). unfold modulus_R.
  replace ((kappa + 2 * exp (beta * T) / (beta ^ 2 * T)) * a)
    with (kappa * a + 2 * exp (beta * T) * a / (beta ^ 2 * T)) by (field; lra).
  apply Rmax_lub; lra.
Qed.

(** At kappa = 1/(beta sqrt(d)) the two forms differ by less than a factor two:
    k d + delta = 2 sqrt(d)/beta + 2 e^{beta T} d/(beta^2 T) <= 2 omega(d). *)
Theorem inverse_radius_cdf_close_best : forall beta T d,
  0 < beta -> 0 < T -> 0 < d ->
  let kappa := / (beta * sqrt d) in
  (kappa + 2 * exp (beta * T) / (beta ^ 2 * T)) * d + / (beta ^ 2 * kappa)
  = 2 * sqrt d / beta + 2 * exp (beta * T) * d / (beta ^ 2 * T) /\
  2 * sqrt d / beta + 2 * exp (beta * T) * d / (beta ^ 2 * T) <= 2 * modulus_R beta T d.
Proof.
  intros beta T d Hb HT Hd kappa.
  assert (Hs : 0 < sqrt d) by (apply sqrt_lt_R0, Hd).
  split.
  - assert (Ed : sqrt d * sqrt d = d) by (apply sqrt_sqrt; lra).
    unfold kappa. revert Hs Ed. generalize (sqrt d). intros s Hs <-. field. lra.
  - unfold modulus_R.
    pose proof (Rmax_l (2 * sqrt d / beta) (2 * exp (beta * T) * d / (beta ^ 2 * T))).
    pose proof (Rmax_r (2 * sqrt d / beta) (2 * exp (beta * T) * d / (beta ^ 2 * T))). lra.
Qed.

(** C(r) tends to 1: 1 - C(r) <= 4/(2 + beta r). *)
Lemma radius_cdf_tail : forall beta r, 0 < beta -> 0 <= r -> 1 - radius_cdf beta r <= 4 / (2 + beta * r).
Proof.
  intros beta r Hb Hr. unfold radius_cdf. set (x := beta * r).
  assert (Hx : 0 <= x) by (apply Rmult_le_pos; lra).
  replace (- beta * r) with (- x) by (unfold x; ring).
  replace (1 - (1 - (1 + x) * exp (- x))) with ((1 + x) * exp (- x)) by ring.
  apply (proj1 (Rle_div_r _ 4 (2 + x) ltac:(lra))).
  assert (Hh : 1 + x / 2 <= exp (x / 2)) by (apply LaplaceLaw.one_plus_le_exp).
  assert (He : exp (x / 2) * exp (x / 2) * exp (- x) = 1).
  { rewrite <- !exp_plus, <- exp_0. f_equal. field. }
  assert (Hm := exp_pos (- x)).
  assert (Hsq : (1 + x / 2) * (1 + x / 2) <= exp (x / 2) * exp (x / 2)) by (apply Rmult_le_compat; lra).
  assert (Hpoly : (1 + x) * (2 + x) <= 4 * ((1 + x / 2) * (1 + x / 2))) by nra.
  apply Rle_trans with (4 * (exp (x / 2) * exp (x / 2)) * exp (- x)); [| lra].
  replace ((1 + x) * exp (- x) * (2 + x)) with ((1 + x) * (2 + x) * exp (- x)) by ring.
  apply Rmult_le_compat_r; lra.
Qed.

(** C has an inverse on [0,1[. *)
Theorem inverse_radius_cdf_exists : forall beta, 0 < beta ->
  exists inverse : R -> R, forall u, 0 <= u < 1 ->
    0 <= inverse u /\ radius_cdf beta (inverse u) = u.
Proof.
  intros beta Hb.
  assert (Hroot : forall u, 0 < u < 1 -> {r | 0 <= r /\ radius_cdf beta r = u}).
  { intros u Hu. set (far := 4 / (beta * (1 - u))).
    assert (Hfar : 0 < far).
    { apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]. }
    destruct (Ranalysis5.IVT_interv (fun r => radius_cdf beta r - u) 0 far) as [r [Hr Er]].
    - intros r _. apply continuity_pt_minus; [| apply continuity_pt_const; intros x y; reflexivity].
      apply derivable_continuous_pt.
      exists (beta ^ 2 * r * exp (- beta * r)). apply is_derive_Reals, radius_cdf_derivative.
    - exact Hfar.
    - rewrite radius_cdf_zero. lra.
    - assert (H := radius_cdf_tail beta far Hb (Rlt_le _ _ Hfar)).
      assert (Hlt : 4 / (2 + beta * far) < 1 - u).
      { apply Rlt_div_l; [assert (0 < beta * far) by (apply Rmult_lt_0_compat; lra); lra |].
        replace (beta * far) with (4 / (1 - u)) by (unfold far; field; lra).
        replace ((1 - u) * (2 + 4 / (1 - u))) with (2 * (1 - u) + 4) by (field; lra). lra. }
      lra.
    - exists r. split; lra. }
  exists (fun u => match Rlt_dec 0 u with
                   | left H0 => match Rlt_dec u 1 with
                                | left H1 => proj1_sig (Hroot u (conj H0 H1))
                                | right _ => 0
                                end
                   | right _ => 0
                   end).
  intros u Hu. destruct (Rlt_dec 0 u) as [H0 | H0]; [destruct (Rlt_dec u 1) as [H1 | H1] |].
  - exact (proj2_sig (Hroot u (conj H0 H1))).
  - lra.
  - split; [lra |]. rewrite radius_cdf_zero. lra.
Qed.

(** The inverse is continuous: by Lemma R on a slightly larger ball. *)
Theorem inverse_radius_cdf_continuous : forall beta (inverse : R -> R),
  0 < beta ->
  (forall u, 0 <= u < 1 -> 0 <= inverse u /\ radius_cdf beta (inverse u) = u) ->
  forall u, 0 <= u < 1 -> forall e, 0 < e ->
  exists h, 0 < h /\ forall v, 0 <= v < 1 -> Rabs (v - u) < h -> Rabs (inverse v - inverse u) < e.
Proof.
  intros beta inverse Hb Hinv u Hu e He.
  destruct (Hinv u Hu) as [Ru Cu].
  set (T := inverse u + 1). assert (HT : 0 < T) by (unfold T; lra).
  assert (Hgap : 0 < radius_cdf beta T - u).
  { assert (H := radius_cdf_increasing beta (inverse u) T Hb ltac:(unfold T; lra)). lra. }
  (* omega(h) < e for small h *)
  set (h1 := (e * beta / 4) ^ 2).
  set (h2 := e * (beta ^ 2 * T) / (4 * exp (beta * T))).
  assert (Hb2 : 0 < beta ^ 2 * T) by (apply Rmult_lt_0_compat; [apply pow_lt |]; lra).
  assert (HE := exp_pos (beta * T)).
  assert (Heb : 0 < e * beta) by (apply Rmult_lt_0_compat; lra).
  assert (Hh1 : 0 < h1) by (apply pow_lt; lra).
  assert (Hh2 : 0 < h2) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat |]; lra).
  exists (Rmin (radius_cdf beta T - u) (Rmin h1 h2)).
  split; [repeat apply Rmin_pos; assumption |].
  intros v Hv Hvu. destruct (Hinv v Hv) as [Rv Cv].
  assert (M1 := Rmin_l (radius_cdf beta T - u) (Rmin h1 h2)).
  assert (M2 := Rmin_r (radius_cdf beta T - u) (Rmin h1 h2)).
  assert (M3 := Rmin_l h1 h2). assert (M4 := Rmin_r h1 h2).
  assert (HvT : inverse v <= T).
  { apply (radius_cdf_order beta); try lra. pose proof (Rle_abs (v - u)). lra. }
  apply Rle_lt_trans with (modulus_R beta T (Rmin h1 h2)).
  - apply lemma_R_symmetric; try lra. { unfold T. lra. } rewrite Cu, Cv. lra.
  - unfold modulus_R. apply Rmax_lub_lt.
    + assert (Hs : sqrt (Rmin h1 h2) <= e * beta / 4).
      { rewrite <- (sqrt_pow2 (e * beta / 4)) by lra. apply sqrt_le_1_alt, M3. }
      apply Rlt_div_l; lra.
    + apply Rlt_div_l; [exact Hb2 |].
      assert (Hm : 2 * exp (beta * T) * Rmin h1 h2 <= 2 * exp (beta * T) * h2)
        by (apply Rmult_le_compat_l; lra).
      replace (2 * exp (beta * T) * h2) with (e * (beta ^ 2 * T) / 2) in Hm
        by (unfold h2; field; lra).
      assert (0 < e * (beta ^ 2 * T)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
