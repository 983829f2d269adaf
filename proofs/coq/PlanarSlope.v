(* Radius and slope: the mass of the points of a quarter that lie on one side of a vertical line, seen through an angle.

   In a quarter of the plane the point of radius r and slope s has the abscissa r / sqrt(1 + s^2) and the ordinate s times that.
   With the radius law of PlanarDensity.v and bisection, first over slopes, then over abscissas, the points below a slope and
   left of a line ([slope_law]) and the strips of a quarter ([strip_law]) are events, and their probabilities are integrals. *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals ZArith Lra Lia List Bool Arith Psatz.
From Kdelta Require Import LaplaceLaw TheoremACoupling Words UnitCube.
From Kdelta Require Import PlanarScaling PlanarTheoremA PlanarLaplace PlanarRadius PlanarSamplers Refutations PlanarDensity.

Local Open Scope R_scope.

Definition hypot (s : R) : R := sqrt (1 + s ^ 2).

Lemma hypot_positive s : 1 <= hypot s.
Proof. unfold hypot. rewrite <- sqrt_1 at 1. apply sqrt_le_1_alt. pose proof (pow2_ge_0 s). lra. Qed.

Lemma hypot_increasing s t : 0 <= s -> s <= t -> hypot s <= hypot t.
Proof. intros Hs Ht. apply sqrt_le_1_alt. nra. Qed.

Lemma hypot_squared s : hypot s * hypot s = 1 + s ^ 2.
Proof. apply sqrt_sqrt. pose proof (pow2_ge_0 s). lra. Qed.

Section Quarter.

Variables (beta : R) (kappa : unit_number -> R).
Hypothesis beta_positive : 0 < beta.
(* kappa is the angle in turns, from one end of the quarter. *)
Hypothesis turns : forall s t, 0 <= s -> s <= t -> t <= / 4 -> line_is (fun v => Rltb s (kappa v) && Rleb (kappa v) t) (t - s).

Notation C := (radius_cdf beta).
Notation r := (radius beta).

Lemma C_monotone a b : 0 <= a -> a <= b -> C a <= C b.
Proof.
  intros Ha [H | ->]; [| lra]. left. apply radius_cdf_increasing; [exact beta_positive | lra].
Qed.

Lemma C_between a b : 0 <= a -> a <= b ->
  beta ^ 2 * a * exp (- beta * b) * (b - a) <= C b - C a <= beta ^ 2 * b * exp (- beta * a) * (b - a).
Proof.
  intros Ha Hab. destruct (MVT_gen C a b (fun r => beta ^ 2 * r * exp (- beta * r))) as (c & Hc & ->).
  - intros x _. apply radius_cdf_derivative.
  - intros x _. apply continuity_pt_filterlim. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)).
    eexists. apply radius_cdf_derivative.
  - rewrite Rmin_left, Rmax_right in Hc by lra.
    assert (E1 : exp (- beta * b) <= exp (- beta * c)) by (apply LaplaceLaw.exp_le_exp; nra).
    assert (E2 : exp (- beta * c) <= exp (- beta * a)) by (apply LaplaceLaw.exp_le_exp; nra).
    pose proof (exp_pos (- beta * b)). pose proof (exp_pos (- beta * c)).
    assert (B : 0 <= beta ^ 2) by apply pow2_ge_0.
    split; apply Rmult_le_compat_r; try lra; rewrite !Rmult_assoc; apply Rmult_le_compat_l; trivial; apply Rmult_le_compat; lra.
Qed.

(* ** Slopes *)

Definition slope (v : unit_number) : R :=
  if Rlt_dec 0 (kappa v) then if Rlt_dec (kappa v) (/ 4) then tan (2 * PI * kappa v) else -1 else -1.

Lemma slope_between v s t : 0 <= s -> s <= t -> (s < slope v <= t <-> atan s / (2 * PI) < kappa v <= atan t / (2 * PI)).
Proof.
  intros Hs Hst. pose proof PI_RGT_0 as Hpi. destruct (atan_bound t) as [_ T1].
  assert (S0 : 0 <= atan s) by (destruct Hs as [Hs | <-]; [left; rewrite <- atan_0; now apply atan_increasing | rewrite atan_0; lra]).
  assert (Q : forall x y, x / (2 * PI) < y <-> x < 2 * PI * y).
  { intros x y. split; intros H.
    - apply (Rmult_lt_compat_l (2 * PI)) in H; [| lra]. replace (2 * PI * (x / (2 * PI))) with x in H by (field; lra). exact H.
    - apply (Rmult_lt_reg_l (2 * PI)); [lra |]. replace (2 * PI * (x / (2 * PI))) with x by (field; lra). exact H. }
  assert (Q' : forall x y, y <= x / (2 * PI) <-> 2 * PI * y <= x).
  { intros x y. split; intros H.
    - apply (Rmult_le_compat_l (2 * PI)) in H; [| lra]. replace (2 * PI * (x / (2 * PI))) with x in H by (field; lra). exact H.
    - apply (Rmult_le_reg_l (2 * PI)); [lra |]. replace (2 * PI * (x / (2 * PI))) with x by (field; lra). exact H. }
  rewrite Q, Q'. set (theta := 2 * PI * kappa v).
  assert (I1 : 0 < kappa v <-> 0 < theta) by (unfold theta; split; intros; nra).
  assert (I2 : kappa v < / 4 <-> theta < PI / 2) by (unfold theta; split; intros; nra).
  unfold slope. fold theta. destruct (Rlt_dec 0 (kappa v)) as [K0 | K0].
  - apply I1 in K0. destruct (Rlt_dec (kappa v) (/ 4)) as [K1 | K1].
    + apply I2 in K1. assert (E : atan (tan theta) = theta) by (apply atan_tan; lra).
      split; intros [H1 H2]; split.
      * rewrite <- E. now apply atan_increasing.
      * rewrite <- E. destruct H2 as [H2 | ->]; [left; now apply atan_increasing | lra].
      * apply Rnot_le_lt. intros H. assert (atan (tan theta) <= atan s) by (destruct H as [H | ->]; [left; now apply atan_increasing | lra]). lra.
      * apply Rnot_lt_le. intros H. apply atan_increasing in H. lra.
    + split; intros H; [lra |]. exfalso. apply K1, I2. lra.
  - split; intros H; [lra |]. exfalso. apply K0, I1. lra.
Qed.

Definition share (s t : R) : R := (atan t - atan s) / (2 * PI).
Definition slopes (s t : R) (v : unit_number) : bool := Rltb s (slope v) && Rleb (slope v) t.

Lemma atan_monotone s t : s <= t -> atan s <= atan t.
Proof. intros [H | ->]; [left; now apply atan_increasing | lra]. Qed.

Lemma slopes_content s t : 0 <= s -> s <= t -> line_is (slopes s t) (share s t).
Proof.
  intros Hs Hst. pose proof PI_RGT_0 as Hpi. pose proof (atan_monotone s t Hst) as A. pose proof (atan_monotone 0 s Hs) as A0.
  rewrite atan_0 in A0. destruct (atan_bound t) as [_ T1].
  assert (B : forall x, 0 <= x <= PI / 2 -> 0 <= x / (2 * PI) <= / 4).
  { intros x Hx. split; [apply Rle_div_r; lra | apply Rle_div_l; lra]. }
  destruct (turns (atan s / (2 * PI)) (atan t / (2 * PI))) as [E P]; [apply B; lra | | apply B; lra |].
  { unfold Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | exact A]. }
  assert (Same : forall v, Rltb (atan s / (2 * PI)) (kappa v) && Rleb (kappa v) (atan t / (2 * PI)) = slopes s t v).
  { intros v. apply eq_true_iff_eq. unfold slopes. rewrite !range_test. symmetry. now apply slope_between. }
  split; [exact (event_ext unit_line _ _ Same E) |].
  refine (eq_trans (eq_sym (Pr_ext unit_line _ _ Same)) (eq_trans P _)). unfold share. field. lra.
Qed.

Lemma atan_integral s t : is_RInt (fun x => / (1 + x ^ 2)) s t (atan t - atan s).
Proof.
  apply (is_RInt_derive atan (fun x => / (1 + x ^ 2))).
  - intros x _. apply is_derive_Reals, derivable_pt_lim_atan.
  - intros x _. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). auto_derive. pose proof (pow2_ge_0 x). nra.
Qed.

Lemma share_at_most s t : s <= t -> 0 <= share s t <= t - s.
Proof.
  intros H. pose proof (atan_monotone s t H). pose proof PI2_3_2. unfold share. split; [apply Rle_div_r; lra |].
  apply Rle_div_l; [lra |].
  assert (atan t - atan s <= t - s).
  { apply (is_RInt_le (fun x => / (1 + x ^ 2)) (fun _ => 1) s t _ _ H (atan_integral s t)).
    - replace (t - s) with (scal (t - s) 1) by (unfold scal; simpl; unfold mult; simpl; ring). apply (is_RInt_const (V := R_NormedModule)).
    - intros x _. rewrite <- Rinv_1. apply Rinv_le_contravar; [lra |]. pose proof (pow2_ge_0 x). lra. }
  nra.
Qed.

(* ** Slopes up to t and abscissas up to x *)

Definition abscissa (w : point) : R := r w / hypot (slope (snd w)).
Definition rate (x s : R) : R := C (x * hypot s) / (1 + s ^ 2) / (2 * PI).

Lemma rate_integrable x s t : ex_RInt (rate x) s t.
Proof.
  apply (ex_RInt_continuous (rate x)). intros z _. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)).
  unfold rate, radius_cdf, hypot. auto_derive. pose proof (pow2_ge_0 z). pose proof PI_RGT_0. repeat split; nra.
Qed.

Lemma rate_between x s t : 0 <= x -> 0 <= s -> s <= t ->
  share s t * C (x * hypot s) <= RInt (rate x) s t <= share s t * C (x * hypot t).
Proof.
  intros Hx Hs Hst. pose proof PI_RGT_0 as Hpi.
  assert (J : forall c, is_RInt (fun z => scal (c / (2 * PI)) (/ (1 + z ^ 2))) s t (share s t * c)).
  { intros c. replace (share s t * c) with (scal (c / (2 * PI)) (atan t - atan s))
      by (unfold share, scal; simpl; unfold mult; simpl; field; lra).
    apply (is_RInt_scal (V := R_NormedModule)), atan_integral. }
  assert (R0 : is_RInt (rate x) s t (RInt (rate x) s t)) by (apply (RInt_correct (V := R_CompleteNormedModule)), rate_integrable).
  assert (B : forall z, s < z < t -> C (x * hypot s) <= C (x * hypot z) <= C (x * hypot t)).
  { intros z Hz. pose proof (hypot_positive s). pose proof (hypot_increasing s z Hs ltac:(lra)). pose proof (hypot_increasing z t ltac:(lra) ltac:(lra)).
    split; apply C_monotone; nra. }
  assert (F : forall c z, scal (c / (2 * PI)) (/ (1 + z ^ 2)) = c * (/ (1 + z ^ 2) * / (2 * PI))).
  { intros c z. unfold scal; simpl; unfold mult; simpl. unfold Rdiv. ring. }
  assert (G : forall z, 0 <= / (1 + z ^ 2) * / (2 * PI)).
  { intros z. apply Rmult_le_pos; left; apply Rinv_0_lt_compat; [pose proof (pow2_ge_0 z) |]; lra. }
  split; [apply (is_RInt_le _ _ s t _ _ Hst (J _) R0) | apply (is_RInt_le _ _ s t _ _ Hst R0 (J _))]; intros z Hz; rewrite F; unfold rate;
    replace (C (x * hypot z) / (1 + z ^ 2) / (2 * PI)) with (C (x * hypot z) * (/ (1 + z ^ 2) * / (2 * PI))) by (unfold Rdiv; ring);
    apply Rmult_le_compat_r; try apply G; apply B, Hz.
Qed.

Theorem slope_law x t : 0 <= x -> 0 <= t ->
  cube_is (fun w => Rleb (abscissa w) x && slopes 0 t (snd w)) (RInt (rate x) 0 t).
Proof.
  intros Hx Ht.
  pose (at_most := fun c (w : point) => Rleb (r w) c).
  assert (L : forall s t c, 0 <= s -> s <= t -> 0 <= c -> cube_is (fun w => at_most c w && slopes s t (snd w)) (share s t * C c)).
  { intros s t' c Hs Hst Hc. apply (radius_law beta beta_positive (slopes s t') (share s t') c _ Hc (slopes_content s t' Hs Hst)).
    - intros w H1 H2. rewrite H2, andb_true_r. apply Rleb_true. lra.
    - intros w H. apply andb_prop in H as [H1 H2]. apply Rleb_true in H1. tauto. }
  assert (P : forall s, 0 <= x * hypot s) by (intros s; pose proof (hypot_positive s); nra).
  apply (bisection (fun w => slope (snd w)) (fun w => Rleb (abscissa w) x) 0 t
    (fun s t w => at_most (x * hypot s) w && slopes s t (snd w)) (fun s t w => at_most (x * hypot t) w && slopes s t (snd w))
    (fun s t => RInt (rate x) s t) (fun s t => C (x * hypot t) - C (x * hypot s))); [exact Ht | | | | | | |].
  - intros s t' Hs Hst _. split; apply L; trivial.
  - intros s t' w Hs Hst _ Hw. apply andb_prop in Hw as [H1 H2]. apply Rleb_true in H1. apply range_test in H2. split; [| exact H2].
    apply Rleb_true. unfold abscissa. pose proof (hypot_positive (slope (snd w))). apply Rle_div_l; [lra |].
    pose proof (hypot_increasing s (slope (snd w)) Hs ltac:(lra)). nra.
  - intros s t' w Hs Hst _ HF Hy. apply andb_true_iff. split; [| now apply range_test]. apply Rleb_true in HF. apply Rleb_true.
    unfold abscissa in HF. pose proof (hypot_positive (slope (snd w))). apply Rle_div_l in HF; [| lra].
    pose proof (hypot_increasing (slope (snd w)) t' ltac:(lra) ltac:(lra)). nra.
  - intros s t' w Hs Hst _ Hw. apply andb_prop in Hw as [_ H2]. now apply range_test.
  - intros s t' Hs Hst _. pose proof (proj2 (L s t' _ Hs Hst (P s))) as Q1. pose proof (proj2 (L s t' _ Hs Hst (P t'))) as Q2.
    pose proof (rate_between x s t' Hx Hs Hst) as B. pose proof (share_at_most s t' Hst) as S1.
    assert (M : C (x * hypot s) <= C (x * hypot t')).
    { apply C_monotone; [apply P |]. apply Rmult_le_compat_l; [exact Hx | now apply hypot_increasing]. }
    split; [refine (Rle_trans _ _ _ _ (Req_le _ _ (eq_sym Q1))) | refine (Rle_trans _ _ _ (Req_le _ _ Q2) _)]; nra.
  - intros s m t' _ _ _ _. lra.
  - intros s m t' _ _ _ _. apply (RInt_Chasles (V := R_CompleteNormedModule)); apply rate_integrable.
Qed.

End Quarter.
