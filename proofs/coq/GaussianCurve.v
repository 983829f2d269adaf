(** * The privacy curve of Gaussian noise: weighted tests

    proofs/theory.md, the paragraph on Gaussian noise.  Of the normal laws with
    centres 0 and mu, weighted with p and q, a test can tell at most
      curve mu p q = p Phi(mu/2 + ln(p/q)/mu) - q Phi(-mu/2 + ln(p/q)/mu)
    apart: it is the largest of p Phi(t) - q Phi(t - mu), t real (Neyman and
    Pearson).  For p = 1 and q = e^eps it is delta(eps), the analytic curve.

    [convolution_upper] and [convolution_lower] enclose
      int phi(x) Phi(A - B x) dx = Phi(A/sqrt(1+B^2)),
    the integral being over a part of the line; the proof is by the derivative in
    A.  By this GaussianCoordinate.v adds one coordinate after the other.

    In Rust: the curve of the ideal Gaussian mechanism in crates/oracle.  Rests on
    NormalMills.v. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import LaplaceLaw NormalTail NormalMills.

Local Open Scope R_scope.

(** ** The normal distribution function *)

Definition Phi (x : R) : R := normal_tail (- x).

Lemma Phi_range (x : R) : 0 < Phi x < 1.
Proof. apply normal_tail_range. Qed.

Lemma Phi_increasing (x y : R) : x < y -> Phi x < Phi y.
Proof. intros H. apply normal_tail_decreasing. lra. Qed.

Lemma Phi_monotone (x y : R) : x <= y -> Phi x <= Phi y.
Proof. intros H. apply normal_tail_monotone. lra. Qed.

Lemma Phi_derive (x : R) : is_derive Phi x (phi x).
Proof.
  replace (phi x) with (scal (-1) (- phi (- x)))
    by (rewrite phi_even; unfold scal; simpl; unfold mult; simpl; ring).
  apply (is_derive_comp normal_tail (fun y => - y)); [apply normal_tail_derive|].
  auto_derive; [exact I|ring].
Qed.

Lemma Phi_continuous (x : R) : continuous Phi x.
Proof. apply (ex_derive_continuous Phi). eexists. apply Phi_derive. Qed.

Lemma Phi_is_integral (a b : R) : is_RInt phi a b (Phi b - Phi a).
Proof.
  replace (Phi b - Phi a) with (normal_tail a - normal_tail b)
    by (unfold Phi; rewrite !normal_tail_symmetric; ring).
  apply normal_tail_is_integral.
Qed.

Lemma phi_le_one (x : R) : phi x <= 1.
Proof.
  apply Rle_trans with (1 := phi_below_bell x). apply exp_le_one. assert (0 <= x * x) by apply Rle_0_sqr. lra.
Qed.

(** Phi grows by at most the step. *)
Lemma Phi_step (x y : R) : x <= y -> Phi y <= Phi x + (y - x).
Proof.
  intros H.
  assert (C : is_RInt (fun _ => 1) x y (scal (y - x) 1)) by apply @is_RInt_const.
  assert (L := is_RInt_le phi (fun _ => 1) x y _ _ H (Phi_is_integral x y) C (fun z _ => phi_le_one z)).
  unfold scal in L; simpl in L; unfold mult in L; simpl in L. lra.
Qed.

(** What is at most y up to a multiple of the tail, however far, is at most y. *)
Lemma le_up_to_tail (c x y : R) :
  0 <= c -> (forall z, 1 <= z -> x <= y + c * normal_tail z) -> x <= y.
Proof.
  intros Hc H. apply Rnot_lt_le. intros Hlt.
  set (z := 1 + c / (x - y)).
  assert (Hz : 1 <= z).
  { assert (0 <= c / (x - y)); [|unfold z; lra].
    apply Rmult_le_pos; [exact Hc|left; apply Rinv_0_lt_compat; lra]. }
  assert (T := normal_tail_vanishes z ltac:(lra)).
  assert (Tz : normal_tail z * z <= 1).
  { assert (V : / (z * z) * z <= 1).
    { replace (/ (z * z) * z) with (/ z) by (field; lra). rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
    nra. }
  assert (H1 := H z Hz). assert (N := normal_tail_range z).
  assert (E : (x - y) * z = (x - y) + c) by (unfold z; field; lra).
  nra.
Qed.

(** ** The curve is the best threshold *)

Definition curve (mu p q : R) : R :=
  p * Phi (mu / 2 + (ln p - ln q) / mu) - q * Phi (- (mu / 2) + (ln p - ln q) / mu).

(** The threshold at which it is attained. *)
Definition threshold (mu p q : R) : R := mu / 2 + (ln p - ln q) / mu.

Lemma curve_at_threshold (mu p q : R) :
  curve mu p q = p * Phi (threshold mu p q) - q * Phi (threshold mu p q - mu).
Proof. unfold curve, threshold. do 3 f_equal. lra. Qed.

Section OneCurve.

Variables (mu p q : R).
Hypothesis mu_pos : 0 < mu.
Hypothesis p_pos : 0 < p.
Hypothesis q_pos : 0 < q.

(** The weighted densities: p phi(t) >= q phi(t-mu) up to the threshold, and <= beyond. *)
Lemma weighted_density (t : R) :
  p * phi t = q * phi (t - mu) * exp (mu * (threshold mu p q - t)).
Proof.
  assert (R0 := root_pos). unfold threshold, phi, bell.
  rewrite <- (exp_ln p p_pos) at 1. rewrite <- (exp_ln q q_pos) at 1.
  apply Rmult_eq_reg_r with (sqrt (2 * PI)); [|lra].
  replace (exp (ln p) * (exp (- (t * t / 2)) / sqrt (2 * PI)) * sqrt (2 * PI))
    with (exp (ln p) * exp (- (t * t / 2))) by (field; lra).
  match goal with |- _ = exp (ln q) * (?x / sqrt (2 * PI)) * ?y * sqrt (2 * PI) =>
    replace (exp (ln q) * (x / sqrt (2 * PI)) * y * sqrt (2 * PI)) with (exp (ln q) * x * y)
      by (field; lra) end.
  rewrite <- !exp_plus. f_equal. field. lra.
Qed.

Lemma threshold_derive (t : R) :
  is_derive (fun t => p * Phi t - q * Phi (t - mu)) t (p * phi t - q * phi (t - mu)).
Proof.
  apply (is_derive_minus (fun t => p * Phi t) (fun t => q * Phi (t - mu))).
  - apply (is_derive_scal Phi), Phi_derive.
  - apply (is_derive_scal (fun t => Phi (t - mu))).
    replace (phi (t - mu)) with (scal 1 (phi (t - mu)))
      by (unfold scal; simpl; unfold mult; simpl; ring).
    apply (is_derive_comp Phi (fun t => t - mu)); [apply Phi_derive|].
    auto_derive; [exact I|ring].
Qed.

Lemma threshold_derivative_continuous (t : R) :
  continuous (fun t => p * phi t - q * phi (t - mu)) t.
Proof.
  apply (continuous_minus (fun t => p * phi t) (fun t => q * phi (t - mu))).
  - apply (continuous_mult (fun _ => p) phi); [apply continuous_const|apply phi_continuous].
  - apply (continuous_mult (fun _ => q) (fun t => phi (t - mu))); [apply continuous_const|].
    apply (continuous_comp (fun t => t - mu) phi); [|apply phi_continuous].
    apply (continuous_minus (fun t => t) (fun _ => mu)); [apply continuous_id|apply continuous_const].
Qed.

(** Neyman and Pearson, for thresholds. *)
Theorem curve_is_largest (t : R) : p * Phi t - q * Phi (t - mu) <= curve mu p q.
Proof.
  rewrite curve_at_threshold. set (u := threshold mu p q).
  assert (S : forall z, q * phi (z - mu) * (1 + mu * (u - z)) <= p * phi z).
  { intros z. rewrite weighted_density. fold u. assert (Q := phi_pos (z - mu)).
    apply Rmult_le_compat_l; [nra|apply one_plus_le_exp]. }
  assert (S' : forall z, u <= z -> p * phi z <= q * phi (z - mu)).
  { intros z Hz. rewrite weighted_density. fold u. assert (Q := phi_pos (z - mu)).
    rewrite <- (Rmult_1_r (q * phi (z - mu))) at 2.
    apply Rmult_le_compat_l; [nra|]. apply exp_le_one. nra. }
  destruct (Rle_lt_dec t u) as [H|H].
  - apply (nonneg_derivative_le (fun t => p * Phi t - q * Phi (t - mu))
             (fun t => p * phi t - q * phi (t - mu)) t u H).
    + intros z _. apply threshold_derive.
    + intros z _. apply threshold_derivative_continuous.
    + intros z Hz. assert (A := S z). assert (Q := phi_pos (z - mu)).
      assert (0 <= q * phi (z - mu) * (mu * (u - z))) by (apply Rmult_le_pos; nra). lra.
  - assert (A : - (p * Phi u - q * Phi (u - mu)) <= - (p * Phi t - q * Phi (t - mu))); [|lra].
    apply (nonneg_derivative_le (fun t => - (p * Phi t - q * Phi (t - mu)))
             (fun t => - (p * phi t - q * phi (t - mu))) u t ltac:(lra)).
    + intros z _. apply (is_derive_opp (fun t => p * Phi t - q * Phi (t - mu))), threshold_derive.
    + intros z _. apply (continuous_opp (fun t => p * phi t - q * phi (t - mu))),
        threshold_derivative_continuous.
    + intros z Hz. assert (A := S' z ltac:(lra)). lra.
Qed.

(** It is at least 0 and at least p - q: the tests that accept nothing, or all. *)
Lemma curve_nonneg : 0 <= curve mu p q.
Proof.
  apply (le_up_to_tail q); [lra|]. intros z Hz.
  assert (H := curve_is_largest (- z)). assert (R1 := Phi_range (- z)).
  assert (M : Phi (- z - mu) <= normal_tail z) by (apply normal_tail_monotone; lra).
  nra.
Qed.

Lemma curve_above_difference : p - q <= curve mu p q.
Proof.
  apply (le_up_to_tail p); [lra|]. intros z Hz.
  assert (H := curve_is_largest z). assert (R1 := Phi_range (z - mu)).
  assert (E : Phi z = 1 - normal_tail z) by (unfold Phi; apply normal_tail_symmetric).
  rewrite E in H. nra.
Qed.

End OneCurve.

(** It grows with mu, and by at most q times the step. *)
Theorem curve_monotone (mu nu p q : R) :
  0 < mu -> mu <= nu -> 0 < p -> 0 < q -> curve mu p q <= curve nu p q.
Proof.
  intros Hmu Hnu Hp Hq. rewrite curve_at_threshold. set (u := threshold mu p q).
  apply Rle_trans with (2 := curve_is_largest nu p q ltac:(lra) Hp Hq u).
  assert (Phi (u - nu) <= Phi (u - mu)) by (apply Phi_monotone; lra). nra.
Qed.

Lemma curve_step (mu nu p q : R) :
  0 < mu -> mu <= nu -> 0 < p -> 0 < q -> curve nu p q <= curve mu p q + q * (nu - mu).
Proof.
  intros Hmu Hnu Hp Hq. rewrite (curve_at_threshold nu). set (u := threshold nu p q).
  assert (H := curve_is_largest mu p q Hmu Hp Hq u).
  assert (S := Phi_step (u - nu) (u - mu) ltac:(lra)). nra.
Qed.

(** The analytic curve: delta(eps) = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu). *)
Theorem curve_is_analytic (mu eps : R) :
  0 < mu ->
  curve mu 1 (exp eps) = Phi (mu / 2 - eps / mu) - exp eps * Phi (- (mu / 2) - eps / mu).
Proof.
  intros H. unfold curve. rewrite ln_1, ln_exp, Rmult_1_l.
  replace (mu / 2 + (0 - eps) / mu) with (mu / 2 - eps / mu) by (field; lra).
  replace (- (mu / 2) + (0 - eps) / mu) with (- (mu / 2) - eps / mu) by (field; lra). reflexivity.
Qed.

(** ** Integrals of Phi against phi *)

Section Convolution.

Variables (B u v : R).
Hypothesis uv : u <= v.

Let D : R := sqrt (1 + B * B).

Lemma D_facts : 1 <= D /\ D * D = 1 + B * B.
Proof.
  assert (H : 0 <= B * B) by apply Rle_0_sqr. assert (S := sqrt_sqrt (1 + B * B) ltac:(lra)).
  assert (P : 0 < D) by (apply sqrt_lt_R0; lra). unfold D in *. split; [nra|exact S].
Qed.

(** The square is completed. *)
Lemma product_of_densities (A y : R) : phi y * phi (A - B * y) = phi (A / D) * phi (D * y + - (A * B / D)).
Proof.
  destruct D_facts as [D1 D2]. assert (R0 := root_pos). unfold phi.
  assert (E : bell y * bell (A - B * y) = bell (A / D) * bell (D * y + - (A * B / D))).
  { unfold bell. rewrite <- !exp_plus. f_equal.
    assert (Q : A / D * (A / D) + (D * y + - (A * B / D)) * (D * y + - (A * B / D))
                = y * y + (A - B * y) * (A - B * y)).
    { replace (A / D * (A / D) + (D * y + - (A * B / D)) * (D * y + - (A * B / D)))
        with (A * A * ((1 + B * B) / (D * D)) + (D * D) * (y * y) - 2 * A * B * y) by (field; lra).
      rewrite D2. field. nra. }
    lra. }
  replace (bell y / sqrt (2 * PI) * (bell (A - B * y) / sqrt (2 * PI)))
    with (bell y * bell (A - B * y) / (sqrt (2 * PI) * sqrt (2 * PI))) by (field; lra).
  rewrite E. field. lra.
Qed.

Definition convolution (A : R) : R := RInt (fun y => phi y * Phi (A - B * y)) u v.

Let slope (A : R) : R := phi (A / D) / D * (Phi (D * v + - (A * B / D)) - Phi (D * u + - (A * B / D))).

Lemma convolution_slope (A : R) : is_RInt (fun y => phi y * phi (A - B * y)) u v (slope A).
Proof.
  destruct D_facts as [D1 D2].
  assert (H : is_RInt (fun y => scal D (phi (D * y + - (A * B / D)))) u v
                (Phi (D * v + - (A * B / D)) - Phi (D * u + - (A * B / D)))).
  { apply (is_RInt_comp_lin phi D (- (A * B / D)) u v). apply Phi_is_integral. }
  apply (is_RInt_scal _ _ _ (phi (A / D) / D)) in H.
  apply is_RInt_ext with (2 := H). intros y _. unfold scal; simpl; unfold mult; simpl. real_eq.
  rewrite product_of_densities. field. lra.
Qed.

Lemma shifted_continuous (f : R -> R) (A y : R) :
  (forall x, continuous f x) -> continuous (fun y => f (A - B * y)) y.
Proof.
  intros C. apply (continuous_comp (fun y => A - B * y) f); [|apply C].
  apply (continuous_minus (fun _ => A) (fun y => B * y)); [apply continuous_const|].
  apply (continuous_mult (fun _ => B) (fun y => y)); [apply continuous_const|apply continuous_id].
Qed.

Lemma convolution_integrable (A : R) : ex_RInt (fun y => phi y * Phi (A - B * y)) u v.
Proof.
  apply (ex_RInt_continuous (fun y => phi y * Phi (A - B * y))). intros y _.
  apply (continuous_mult phi (fun y => Phi (A - B * y))); [apply phi_continuous|].
  apply shifted_continuous, Phi_continuous.
Qed.

Lemma convolution_derive (A : R) : is_derive convolution A (slope A).
Proof.
  assert (E : forall a y, is_derive (fun a => phi y * Phi (a - B * y)) a (phi y * phi (a - B * y))).
  { intros a y. apply (is_derive_scal (fun a => Phi (a - B * y))).
    replace (phi (a - B * y)) with (scal 1 (phi (a - B * y)))
      by (unfold scal; simpl; unfold mult; simpl; ring).
    apply (is_derive_comp Phi (fun a => a - B * y)); [apply Phi_derive|]. auto_derive; [exact I|ring]. }
  assert (H := is_derive_RInt_param (fun a y => phi y * Phi (a - B * y)) u v A).
  replace (slope A) with (RInt (fun y => Derive (fun a => phi y * Phi (a - B * y)) A) u v).
  - apply H.
    + apply filter_forall. intros a y _. eexists. apply E.
    + intros y _. apply (continuity_2d_pt_ext (fun a y => phi y * phi (a - B * y))).
      * intros a z. symmetry. apply is_derive_unique, E.
      * assert (Cp : forall z, continuity_pt phi z) by (intros z; apply continuity_pt_filterlim, phi_continuous).
        assert (I1 := continuity_2d_pt_id1 A y). assert (I2 := continuity_2d_pt_id2 A y).
        apply (continuity_2d_pt_mult (fun a y => phi y)).
        -- apply (continuity_1d_2d_pt_comp phi (fun a y => y)); [apply Cp|exact I2].
        -- apply (continuity_1d_2d_pt_comp phi (fun a y => a - B * y)); [apply Cp|].
           apply (continuity_2d_pt_minus (fun a y => a)); [exact I1|].
           apply (continuity_2d_pt_mult (fun a y => B)); [apply continuity_2d_pt_const|exact I2].
    + apply filter_forall. intros a. apply convolution_integrable.
  - apply is_RInt_unique. apply is_RInt_ext with (2 := convolution_slope A).
    intros y _. symmetry. apply is_derive_unique, E.
Qed.

(** Far to the left it is as small as a tail. *)
Lemma convolution_far (A : R) :
  convolution (- A - Rmax (Rabs (B * u)) (Rabs (B * v))) <= normal_tail A.
Proof.
  set (w := Rmax (Rabs (B * u)) (Rabs (B * v))).
  assert (I1 := RInt_correct _ _ _ (convolution_integrable (- A - w))).
  fold (convolution (- A - w)) in I1.
  assert (I2 := is_RInt_scal phi u v (normal_tail A) _ (Phi_is_integral u v)).
  assert (H := is_RInt_le _ _ u v _ _ uv I1 I2).
  assert (N := normal_tail_range A). assert (R1 := Phi_range u). assert (R2 := Phi_range v).
  apply Rle_trans with (scal (normal_tail A) (Phi v - Phi u)).
  - apply H. intros y Hy. unfold scal; simpl; unfold mult; simpl. rewrite Rmult_comm.
    apply Rmult_le_compat_r; [left; apply phi_pos|]. unfold Phi. apply normal_tail_monotone.
    assert (W1 : Rabs (B * u) <= w) by apply Rmax_l. assert (W2 : Rabs (B * v) <= w) by apply Rmax_r.
    apply Rabs_le_between in W1. apply Rabs_le_between in W2.
    destruct (Rle_lt_dec 0 B) as [HB|HB]; nra.
  - unfold scal; simpl; unfold mult; simpl. nra.
Qed.

Lemma slope_continuous (A : R) : continuous (fun A => phi (A / D) / D - slope A) A.
Proof.
  destruct D_facts as [D1 D2].
  assert (C1 : forall f : R -> R, (forall x, continuous f x) ->
            forall c d, continuous (fun A => f (c * A + d)) A).
  { intros f Cf c d. apply (continuous_comp (fun A => c * A + d) f); [|apply Cf].
    apply (ex_derive_continuous (fun A => c * A + d)). auto_derive. exact I. }
  assert (C2 : continuous (fun A => phi (A / D) / D) A).
  { apply (continuous_ext (fun A => phi (/ D * A + 0) * / D)).
    { intros z. real_eq. unfold Rdiv. do 2 f_equal. ring. }
    apply (continuous_mult (fun A => phi (/ D * A + 0)) (fun _ => / D)); [|apply continuous_const].
    apply C1, phi_continuous. }
  apply (continuous_minus (fun A => phi (A / D) / D) slope); [exact C2|].
  apply (continuous_mult (fun A => phi (A / D) / D)
           (fun A => Phi (D * v + - (A * B / D)) - Phi (D * u + - (A * B / D)))); [exact C2|].
  apply (continuous_minus (fun A => Phi (D * v + - (A * B / D))) (fun A => Phi (D * u + - (A * B / D)))).
  - apply (continuous_ext (fun A => Phi (- (B / D) * A + D * v))).
    { intros z. real_eq. f_equal. field. lra. }
    apply C1, Phi_continuous.
  - apply (continuous_ext (fun A => Phi (- (B / D) * A + D * u))).
    { intros z. real_eq. f_equal. field. lra. }
    apply C1, Phi_continuous.
Qed.

(** The integral over a part of the line is at most that over the whole line ... *)
Theorem convolution_upper (A : R) : convolution A <= Phi (A / D).
Proof.
  destruct D_facts as [D1 D2].
  set (f := fun z => Phi (z / D) - convolution z).
  assert (Mono : forall y z, y <= z -> f y <= f z).
  { intros y z Hyz.
    apply (nonneg_derivative_le f (fun A => phi (A / D) / D - slope A) y z Hyz).
    - intros x _. apply (is_derive_minus (fun z => Phi (z / D)) convolution); [|apply convolution_derive].
      replace (phi (x / D) / D) with (scal (/ D) (phi (x / D)))
        by (unfold scal; simpl; unfold mult; simpl; unfold Rdiv; ring).
      apply (is_derive_comp Phi (fun z => z / D)); [apply Phi_derive|].
      auto_derive; [exact I|]. field. lra.
    - intros x _. apply slope_continuous.
    - intros x _. unfold slope.
      assert (P : 0 < phi (x / D) / D) by (apply Rdiv_lt_0_compat; [apply phi_pos|lra]).
      assert (R1 := Phi_range (D * v + - (x * B / D))). assert (R2 := Phi_range (D * u + - (x * B / D))).
      nra. }
  set (w := Rmax (Rabs (B * u)) (Rabs (B * v))).
  assert (H : 0 <= f (- (- A - w) - w)).
  { apply (nonneg_from_infinity (fun z => f (- z - w)) 1).
    - intros y z Hyz. apply Mono. lra.
    - intros z Hz. assert (C := convolution_far z). fold w in C.
      assert (T := normal_tail_vanishes z ltac:(lra)). assert (R1 := Phi_range ((- z - w) / D)).
      assert (V : / (z * z) <= / z) by (apply Rinv_le_contravar; nra).
      unfold f, Rdiv at 1. unfold w in *. lra. }
  unfold f in H. replace (- (- A - w) - w) with A in H by ring. lra.
Qed.

End Convolution.

(** ... and less by at most what lies outside. *)
Theorem convolution_lower (B u v A : R) :
  u <= v -> Phi (A / sqrt (1 + B * B)) - Phi u - normal_tail v <= convolution B u v A.
Proof.
  intros Huv.
  assert (U := convolution_upper (- B) u v Huv (- A)).
  replace (- B * - B) with (B * B) in U by ring.
  replace (- A / sqrt (1 + B * B)) with (- (A / sqrt (1 + B * B))) in U
    by (unfold Rdiv; ring).
  assert (E : convolution (- B) u v (- A) = (Phi v - Phi u) - convolution B u v A).
  { apply is_RInt_unique.
    apply (is_RInt_ext (fun y => minus (phi y) (phi y * Phi (A - B * y)))).
    - intros y _. unfold minus, plus, opp; simpl. real_eq. unfold Phi.
      replace (- (- A - - B * y)) with (- - (A - B * y)) by ring.
      rewrite (normal_tail_symmetric (- (A - B * y))). ring.
    - apply (is_RInt_minus phi (fun y => phi y * Phi (A - B * y))); [apply Phi_is_integral|].
      apply (RInt_correct (fun y => phi y * Phi (A - B * y))), convolution_integrable. }
  rewrite E in U. assert (S : Phi (- (A / sqrt (1 + B * B))) = 1 - Phi (A / sqrt (1 + B * B)))
    by (unfold Phi; apply normal_tail_symmetric).
  assert (T : Phi v = 1 - normal_tail v) by (unfold Phi; apply normal_tail_symmetric). lra.
Qed.
