(* Radius and slope: the mass of the points of a quarter that lie on one side of a vertical line, seen through an angle.

   In a quarter of the plane the point of radius r and slope s has the abscissa r / sqrt(1 + s^2) and the ordinate s times that.
   With the radius law of PlanarDensity.v and bisection, first over slopes, then over abscissas, the points below a slope and
   left of a line ([slope_law]) and the strips of a quarter ([strip_law]) are events, and their probabilities are integrals. *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals ZArith Lra Lia List Bool Arith Psatz.
From Kdelta Require Import LaplaceLaw TheoremACoupling Words UnitCube.
From Kdelta Require Import PlanarScaling PlanarTheoremA PlanarLaplace PlanarRadius PlanarSamplers Exponential PrintedRadius PlanarDensity.

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
    assert (E1 : exp (- beta * b) <= exp (- beta * c)) by (apply exp_le_exp; nra).
    assert (E2 : exp (- beta * c) <= exp (- beta * a)) by (apply exp_le_exp; nra).
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

(* ** Strips *)

Definition ordinate (w : point) : R := slope (snd w) * abscissa w.

Lemma abscissa_positive w : 0 < abscissa w.
Proof.
  unfold abscissa. pose proof (hypot_positive (slope (snd w))). apply Rdiv_lt_0_compat; [| lra].
  destruct (radius_product beta w) as [-> P]. pose proof (value_range (fst (fst w))). pose proof (value_range (snd (fst w))).
  apply Rdiv_lt_0_compat; [| exact beta_positive]. apply Ropp_0_gt_lt_contravar. rewrite <- ln_1. apply ln_increasing; [exact P | nra].
Qed.

(* Between two vertical lines and below a slope. *)
Lemma wedge_law s t tau : 0 <= s -> s <= t -> 0 <= tau ->
  cube_is (fun w => (Rltb s (abscissa w) && Rleb (abscissa w) t) && slopes 0 tau (snd w)) (RInt (rate t) 0 tau - RInt (rate s) 0 tau).
Proof.
  intros Hs Hst Htau.
  destruct (slope_law s tau Hs Htau) as [E1 P1]. destruct (slope_law t tau ltac:(lra) Htau) as [E2 P2].
  set (A := fun w : point => Rleb (abscissa w) s && slopes 0 tau (snd w)) in *.
  set (B := fun w : point => Rleb (abscissa w) t && slopes 0 tau (snd w)) in *.
  set (D := fun w : point => (Rltb s (abscissa w) && Rleb (abscissa w) t) && slopes 0 tau (snd w)).
  assert (ED : event unit_cube D).
  { apply (event_ext unit_cube (fun w => B w && negb (A w))); [| apply event_and; [exact E2 | apply event_not, E1]].
    intros w. unfold A, B, D. rewrite (Rleb_negb (abscissa w) s). destruct (Rltb s (abscissa w)), (Rleb (abscissa w) t), (slopes 0 tau (snd w)); reflexivity. }
  split; [exact ED |].
  assert (Add : Pr unit_cube (fun w : point => A w || D w) = Pr unit_cube A + Pr unit_cube D).
  { apply Pr_add; trivial. intros w H1 H2. apply andb_prop in H1 as [H1 _]. apply andb_prop in H2 as [H2 _].
    apply Rleb_true in H1. apply range_test in H2. lra. }
  assert (U : Pr unit_cube (fun w : point => A w || D w) = Pr unit_cube B).
  { apply Pr_ext. intros w. unfold A, B, D. destruct (slopes 0 tau (snd w)); [| now rewrite !andb_false_r]. rewrite !andb_true_r.
    unfold Rleb, Rltb. destruct (Rle_dec (abscissa w) s), (Rlt_dec s (abscissa w)), (Rle_dec (abscissa w) t); cbn; trivial; exfalso; lra. }
  assert (PA : Pr unit_cube A = RInt (rate s) 0 tau) by exact P1. assert (PB : Pr unit_cube B = RInt (rate t) 0 tau) by exact P2.
  change (Pr unit_cube D = RInt (rate t) 0 tau - RInt (rate s) 0 tau). lra.
Qed.

Definition density : R -> R -> R := planar_density (beta ^ 2 / (2 * PI)) beta.

Lemma density_scaled x s : 0 < x -> density x (x * s) = beta ^ 2 / (2 * PI) * exp (- beta * (x * hypot s)).
Proof.
  intros Hx. unfold density, planar_density. do 2 f_equal. replace (euclid x (x * s)) with (x * hypot s); [ring |].
  rewrite <- (Rmult_1_r x) at 2. rewrite euclid_scaled by lra. unfold euclid, hypot. do 3 f_equal. ring.
Qed.

Lemma density_integrable x a b : ex_RInt (density x) a b.
Proof.
  apply (ex_RInt_continuous (density x)). intros z _. unfold density, planar_density, euclid.
  apply (continuous_scal_r (beta ^ 2 / (2 * PI)) (fun z => exp (- (beta * sqrt (x ^ 2 + z ^ 2))))).
  apply continuous_exp_comp. apply (continuous_opp (V := R_NormedModule) (fun z => beta * sqrt (x ^ 2 + z ^ 2))).
  apply (continuous_scal_r beta (fun z => sqrt (x ^ 2 + z ^ 2))). apply continuous_sqrt_comp.
  apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). auto_derive. trivial.
Qed.

Lemma ray_integral x y : 0 < x -> is_RInt (fun s => density x (x * s)) 0 (y / x) (RInt (density x) 0 y / x).
Proof.
  intros Hx. replace (RInt (density x) 0 y / x) with (scal (/ x) (RInt (density x) 0 y)) by (unfold scal; simpl; unfold mult; simpl; field; lra).
  apply (is_RInt_ext (fun s => scal (/ x) (scal x (density x (x * s + 0))))).
  - intros s _. unfold scal; simpl; unfold mult; simpl. rewrite Rplus_0_r. field. lra.
  - apply (is_RInt_scal (V := R_NormedModule)). apply (is_RInt_comp_lin (density x) x 0 0 (y / x)).
    replace (x * 0 + 0) with 0 by ring. replace (x * (y / x) + 0) with y by (field; apply Rgt_not_eq, Hx).
    apply (RInt_correct (V := R_CompleteNormedModule)), density_integrable.
Qed.

Lemma rate_difference s t z : 0 < s -> s <= t -> 0 <= z ->
  (t - s) * s * density t (t * z) <= rate t z - rate s z <= (t - s) * t * density s (s * z).
Proof.
  intros Hs Hst Hz. rewrite 2!density_scaled by lra. pose proof PI_RGT_0. pose proof (hypot_positive z) as Hh. pose proof (hypot_squared z) as H2.
  destruct (C_between (s * hypot z) (t * hypot z)) as [B1 B2]; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra |].
  assert (E : rate t z - rate s z = (C (t * hypot z) - C (s * hypot z)) * (/ (hypot z * hypot z) * / (2 * PI))).
  { unfold rate, Rdiv. rewrite H2. ring. }
  rewrite E. assert (P : 0 <= / (hypot z * hypot z) * / (2 * PI)) by (apply Rmult_le_pos; left; apply Rinv_0_lt_compat; nra).
  split.
  - apply Rle_trans with (2 := Rmult_le_compat_r _ _ _ P B1). right. field. split; lra.
  - apply Rle_trans with (1 := Rmult_le_compat_r _ _ _ P B2). right. field. split; lra.
Qed.

Lemma rates_difference s t tau : 0 <= tau ->
  is_RInt (fun z => minus (rate t z) (rate s z)) 0 tau (RInt (rate t) 0 tau - RInt (rate s) 0 tau).
Proof.
  intros _. apply (is_RInt_minus (V := R_NormedModule)); apply (RInt_correct (V := R_CompleteNormedModule)), rate_integrable.
Qed.

Section Strip.

Variable y : R.
Hypothesis y_nonneg : 0 <= y.

Definition column (x : R) : R := RInt (density x) 0 y.

(* From above with the slope y/s, from below with y/t. *)
Lemma wedge_above s t : 0 < s -> s <= t -> RInt (rate t) 0 (y / s) - RInt (rate s) 0 (y / s) <= (t - s) * (t * (column s / s)).
Proof.
  intros Hs Hst. assert (T : 0 <= y / s) by (apply Rle_div_r; lra).
  replace ((t - s) * (t * (column s / s))) with (scal ((t - s) * t) (column s / s)) by (unfold scal; simpl; unfold mult; simpl; ring).
  apply (is_RInt_le (fun z => minus (rate t z) (rate s z)) (fun z => scal ((t - s) * t) (density s (s * z))) 0 (y / s) _ _ T).
  - apply rates_difference, T.
  - apply (is_RInt_scal (V := R_NormedModule)), ray_integral, Hs.
  - intros z Hz. apply (rate_difference s t z); lra.
Qed.

Lemma wedge_below s t : 0 < s -> s <= t -> (t - s) * (s * (column t / t)) <= RInt (rate t) 0 (y / t) - RInt (rate s) 0 (y / t).
Proof.
  intros Hs Hst. assert (T : 0 <= y / t) by (apply Rle_div_r; lra).
  replace ((t - s) * (s * (column t / t))) with (scal ((t - s) * s) (column t / t)) by (unfold scal; simpl; unfold mult; simpl; ring).
  apply (is_RInt_le (fun z => scal ((t - s) * s) (density t (t * z))) (fun z => minus (rate t z) (rate s z)) 0 (y / t) _ _ T).
  - apply (is_RInt_scal (V := R_NormedModule)), ray_integral. lra.
  - apply rates_difference, T.
  - intros z Hz. apply (rate_difference s t z); lra.
Qed.

Lemma density_decreasing s t z : 0 <= s -> s <= t -> density t z <= density s z.
Proof.
  intros Hs Hst. unfold density, planar_density. pose proof PI_RGT_0. apply Rmult_le_compat_l.
  - apply Rle_div_r; [lra |]. rewrite Rmult_0_l. apply pow2_ge_0.
  - apply exp_le_exp. assert (euclid s z <= euclid t z) by (apply (proj1 euclid_absolute); [rewrite (Rabs_pos_eq s), (Rabs_pos_eq t) by lra; exact Hst | apply Rle_refl]). nra.
Qed.

Lemma density_range x z : 0 <= density x z <= beta ^ 2 / (2 * PI).
Proof.
  unfold density, planar_density. pose proof PI_RGT_0.
  assert (K : 0 <= beta ^ 2 / (2 * PI)) by (apply Rle_div_r; [lra |]; rewrite Rmult_0_l; apply pow2_ge_0).
  pose proof (exp_pos (- (beta * euclid x z))).
  assert (E : exp (- (beta * euclid x z)) <= 1) by (apply exp_le_one; pose proof (sqrt_pos (x ^ 2 + z ^ 2)); unfold euclid; nra).
  split; [apply Rmult_le_pos; lra |]. rewrite <- (Rmult_1_r (beta ^ 2 / (2 * PI))) at 2. apply Rmult_le_compat_l; lra.
Qed.

Lemma column_decreasing s t : 0 <= s -> s <= t -> 0 <= column t <= column s.
Proof.
  intros Hs Hst. split.
  - apply RInt_ge_0; [exact y_nonneg | apply density_integrable |]. intros z _. apply density_range.
  - apply RInt_le; [exact y_nonneg | apply density_integrable | apply density_integrable |]. intros z _. now apply density_decreasing.
Qed.

Lemma column_integrable s t : ex_RInt column s t.
Proof.
  unfold column. pose proof PI_RGT_0 as Hpi.
  apply (inner_integrable density beta euclid beta_positive euclid_absolute); trivial.
  - intros x z. apply density_range.
  - intros x z x' z'. apply planar_density_C1; [| exact beta_positive]. apply Rdiv_lt_0_compat; [apply pow_lt, beta_positive | lra].
Qed.

Lemma columns_between s t : 0 <= s -> s <= t -> (t - s) * column t <= RInt column s t <= (t - s) * column s.
Proof.
  intros Hs Hst. assert (R0 : is_RInt column s t (RInt column s t)) by (apply (RInt_correct (V := R_CompleteNormedModule)), column_integrable).
  split.
  - apply (is_RInt_le (fun _ => column t) column s t _ _ Hst (is_RInt_const (V := R_NormedModule) s t (column t)) R0).
    intros z Hz. apply column_decreasing; lra.
  - apply (is_RInt_le column (fun _ => column s) s t _ _ Hst R0 (is_RInt_const (V := R_NormedModule) s t (column s))).
    intros z Hz. apply column_decreasing; lra.
Qed.

Definition low (w : point) : bool := Rltb 0 (slope (snd w)) && Rleb (ordinate w) y.

Theorem strip_law x1 x2 : 0 < x1 -> x1 <= x2 ->
  cube_is (fun w => low w && (Rltb x1 (abscissa w) && Rleb (abscissa w) x2)) (RInt column x1 x2).
Proof.
  intros H1 H2.
  assert (T : forall s, 0 < s -> 0 <= y / s) by (intros s Hs; apply Rle_div_r; lra).
  apply (bisection abscissa low x1 x2
    (fun s t w => (Rltb s (abscissa w) && Rleb (abscissa w) t) && slopes 0 (y / t) (snd w))
    (fun s t w => (Rltb s (abscissa w) && Rleb (abscissa w) t) && slopes 0 (y / s) (snd w))
    (fun s t => RInt column s t) (fun s t => x2 * (column s / s - column t / t))); [exact H2 | | | | | | |].
  - intros s t Hs Hst Ht. split; apply wedge_law; try apply T; lra.
  - intros s t w Hs Hst Ht Hw. apply andb_prop in Hw as [W1 W2]. apply range_test in W1, W2. split; [| exact W1].
    unfold low. apply andb_true_iff. split; [apply Rltb_true; lra |]. apply Rleb_true. unfold ordinate.
    pose proof (abscissa_positive w). apply Rle_trans with (y / t * t); [apply Rmult_le_compat; lra | right; field; lra].
  - intros s t w Hs Hst Ht Hw Hy. apply andb_prop in Hw as [W1 W2]. apply Rltb_true in W1. apply Rleb_true in W2. unfold ordinate in W2.
    apply andb_true_iff. split; apply range_test; [exact Hy |]. split; [exact W1 |]. apply Rle_div_r; [lra | nra].
  - intros s t w Hs Hst Ht Hw. apply andb_prop in Hw as [W1 _]. now apply range_test.
  - intros s t Hs Hst Ht. pose proof (proj2 (wedge_law s t (y / t) ltac:(lra) Hst (T t ltac:(lra)))) as Q1.
    pose proof (proj2 (wedge_law s t (y / s) ltac:(lra) Hst (T s ltac:(lra)))) as Q2.
    pose proof (wedge_below s t ltac:(lra) Hst) as B1. pose proof (wedge_above s t ltac:(lra) Hst) as B2.
    pose proof (columns_between s t ltac:(lra) Hst) as B3. pose proof (column_decreasing s t ltac:(lra) Hst) as B4.
    set (ks := column s / s) in *. set (kt := column t / t) in *.
    assert (Es : column s = s * ks) by (unfold ks; field; lra). assert (Et : column t = t * kt) by (unfold kt; field; lra).
    assert (K : 0 <= ks - kt).
    { unfold ks, kt. assert (column t / t <= column s / s); [| lra]. unfold Rdiv.
      apply Rmult_le_compat; [lra | left; apply Rinv_0_lt_compat; lra | lra | apply Rinv_le_contravar; lra]. }
    rewrite Es, Et in B3. set (J := RInt column s t) in *.
    assert (G1 : (t - s) * (s * (ks - kt)) <= (t - s) * (x2 * (ks - kt))) by (apply Rmult_le_compat_l; [lra | apply Rmult_le_compat_r; lra]).
    assert (G2 : (t - s) * (t * (ks - kt)) <= (t - s) * (x2 * (ks - kt))) by (apply Rmult_le_compat_l; [lra | apply Rmult_le_compat_r; lra]).
    split; [refine (Rle_trans _ _ _ _ (Req_le _ _ (eq_sym Q1))) | refine (Rle_trans _ _ _ (Req_le _ _ Q2) _)]; lra.
  - intros s m t _ _ _ _. lra.
  - intros s m t _ _ _ _. apply (RInt_Chasles (V := R_CompleteNormedModule)); apply column_integrable.
Qed.

(* The whole rectangle from the corner of the quarter: what lies left of a thin strip hardly counts. *)
Lemma thin_strip eps : 0 < eps -> exists delta rest, 0 < delta /\ delta <= eps /\ cube_is rest (Pr unit_cube rest) /\ Pr unit_cube rest <= eps /\
  forall w, 0 < slope (snd w) -> abscissa w <= delta -> rest w = true.
Proof.
  intros He. pose proof PI_RGT_0 as Hpi. pose proof PI2_3_2 as Hpi2.
  set (e := Rmin eps 1). assert (Ee : 0 < e <= eps /\ e <= 1) by (unfold e; split; [split; [apply Rmin_pos; lra | apply Rmin_l] | apply Rmin_r]).
  set (theta := PI / 2 - e). set (tau := tan theta).
  assert (A : atan tau = theta) by (apply atan_tan; unfold theta; lra).
  assert (T0 : 0 <= tau) by (left; unfold tau; apply tan_gt_0; unfold theta; lra).
  set (delta := Rmin eps (e / (2 * (beta * hypot tau)))). pose proof (hypot_positive tau) as Hh.
  assert (D0 : 0 < delta) by (apply Rmin_pos; [lra | apply Rdiv_lt_0_compat; nra]).
  assert (D1 : beta * (delta * hypot tau) <= e / 2).
  { assert (D : delta <= e / (2 * (beta * hypot tau))) by apply Rmin_r. apply Rle_div_r in D; nra. }
  pose proof (slope_law delta tau ltac:(lra) T0) as [E1 P1].
  assert (Th : 0 <= theta / (2 * PI) <= / 4) by (split; [apply Rle_div_r | apply Rle_div_l]; unfold theta; lra).
  destruct (turns (theta / (2 * PI)) (/ 4) (proj1 Th) (proj2 Th) (Rle_refl _)) as [E2 P2].
  set (steep := fun v : unit_number => Rltb (theta / (2 * PI)) (kappa v) && Rleb (kappa v) (/ 4)) in *.
  assert (One : line_is (fun _ : unit_number => true) 1) by (split; [exact (simple_measurable unit_number line_mean line_simple (fun _ => true) (ex_intro _ O (fun _ _ _ => eq_refl))) | apply (Pr_total unit_line)]).
  destruct (axes_are _ _ _ _ _ _ One One (conj E2 P2)) as [E3 P3].
  exists delta, (fun w => (Rleb (abscissa w) delta && slopes 0 tau (snd w)) || on_axes (fun _ => true) (fun _ => true) steep w).
  assert (Eor : event unit_cube (fun w : point => (Rleb (abscissa w) delta && slopes 0 tau (snd w)) || on_axes (fun _ => true) (fun _ => true) steep w))
    by exact (event_or unit_cube _ _ E1 E3).
  split; [exact D0 |]. split; [apply Rmin_l |]. split; [split; [exact Eor | reflexivity] |]. split.
  - refine (Rle_trans _ _ _ (Pr_or unit_cube _ _ E1 E3) _). refine (Rle_trans _ _ _ (Rplus_le_compat _ _ _ _ (Req_le _ _ P1) (Req_le _ _ P3)) _).
    assert (B1 : RInt (rate delta) 0 tau <= e / 2).
    { apply Rle_trans with (1 := proj2 (rate_between delta 0 tau ltac:(lra) (Rle_refl 0) T0)).
      assert (S1 : 0 <= share 0 tau <= 1).
      { unfold share. rewrite A, atan_0. unfold theta. split; [apply Rle_div_r; lra | apply Rle_div_l; lra]. }
      assert (C1 : 0 <= C (delta * hypot tau) <= e / 2).
      { split; [apply radius_cdf_nonnegative; nra |]. apply Rle_trans with (2 := D1). unfold radius_cdf.
        replace (- beta * (delta * hypot tau)) with (- (beta * (delta * hypot tau))) by ring. set (z := beta * (delta * hypot tau)) in *.
        assert (0 <= z) by (unfold z; apply Rmult_le_pos; [lra | nra]).
        pose proof (exp_ineq1_le (- z)). pose proof (exp_pos (- z)). nra. }
      nra. }
    assert (B2 : / 4 - theta / (2 * PI) <= e / 2).
    { unfold theta. replace (/ 4 - (PI / 2 - e) / (2 * PI)) with (e / (2 * PI)) by (field; lra).
      unfold Rdiv. apply Rmult_le_compat_l; [lra |]. apply Rinv_le_contravar; lra. }
    lra.
  - intros w Hs Ha. apply orb_true_iff. destruct (Rle_lt_dec (slope (snd w)) tau) as [H | H].
    + left. apply andb_true_iff. split; [now apply Rleb_true | now apply range_test].
    + right. apply on_axes_true. split; [reflexivity | split; [reflexivity |]]. apply range_test. rewrite <- A.
      assert (Top : exists top, slope (snd w) <= top) by (exists (slope (snd w)); lra). destruct Top as [top Htop].
      destruct (proj1 (slope_between (snd w) tau top T0 ltac:(lra)) (conj H Htop)) as [K1 K2]. split; [exact K1 |].
      apply Rle_trans with (1 := K2). destruct (atan_bound top). apply Rle_div_l; lra.
Qed.

Theorem quarter_law x : 0 <= x -> cube_is (fun w => low w && Rleb (abscissa w) x) (box_mass density 0 x 0 y).
Proof.
  intros Hx. change (box_mass density 0 x 0 y) with (RInt column 0 x). apply cube_between. intros gap Hg.
  assert (Kp : 0 <= column 0) by (apply (column_decreasing 0 0); lra).
  assert (Hg2 : 0 < gap / (2 + column 0)) by (apply Rdiv_lt_0_compat; lra).
  destruct (thin_strip (gap / (2 + column 0)) Hg2) as (delta & rest & D0 & D1 & [Er _] & Pr1 & Hrest).
  assert (G : gap / (2 + column 0) * (2 + column 0) = gap) by (field; lra).
  assert (Small : forall z, 0 <= z -> z <= delta -> 0 <= RInt column 0 z <= gap).
  { intros z Hz Hzd. pose proof (columns_between 0 z (Rle_refl 0) Hz) as B. pose proof (column_decreasing 0 z (Rle_refl 0) Hz). nra. }
  assert (None0 : event unit_cube (fun _ : point => false)).
  { apply (event_ext unit_cube (fun w => rest w && negb (rest w))); [intros w; apply andb_negb_r | apply event_and; [exact Er | apply event_not, Er]]. }
  destruct (Rle_lt_dec x delta) as [Hd | Hd].
  - exists (fun _ => false), rest. split; [exact None0 |]. split; [exact Er |]. split; [discriminate |]. split; [| split].
    + intros w Hw. apply andb_prop in Hw as [W1 W2]. apply andb_prop in W1 as [W1 _]. apply Rltb_true in W1. apply Rleb_true in W2. apply Hrest; lra.
    + refine (Rle_trans _ _ _ _ (Pr_nonneg unit_cube _ None0)). specialize (Small x Hx Hd). lra.
    + pose proof (Small x Hx Hd). nra.
  - destruct (strip_law delta x D0 ltac:(lra)) as [Es Ps].
    assert (Split : RInt column 0 x = RInt column 0 delta + RInt column delta x)
      by (symmetry; apply (RInt_Chasles (V := R_CompleteNormedModule)); apply column_integrable).
    specialize (Small delta ltac:(lra) (Rle_refl _)).
    exists (fun w => low w && (Rltb delta (abscissa w) && Rleb (abscissa w) x)), (fun w => (low w && (Rltb delta (abscissa w) && Rleb (abscissa w) x)) || rest w).
    split; [exact Es |]. split; [exact (event_or unit_cube _ _ Es Er) |]. split; [| split; [| split]].
    + intros w Hw. apply andb_prop in Hw as [W1 W2]. apply andb_prop in W2 as [_ W2]. now rewrite W1, W2.
    + intros w Hw. apply andb_prop in Hw as [W1 W2]. apply orb_true_iff. destruct (Rle_lt_dec (abscissa w) delta) as [H | H].
      * right. apply andb_prop in W1 as [W1 _]. apply Rltb_true in W1. now apply Hrest.
      * left. rewrite W1. cbn. apply range_test. apply Rleb_true in W2. lra.
    + refine (Rle_trans _ _ _ _ (Req_le _ _ (eq_sym Ps))). lra.
    + refine (Rle_trans _ _ _ (Pr_or unit_cube _ _ Es Er) _). refine (Rle_trans _ _ _ (Rplus_le_compat_r _ _ _ (Req_le _ _ Ps)) _). nra.
Qed.

End Strip.

End Quarter.
