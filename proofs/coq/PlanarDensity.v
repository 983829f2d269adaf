(* Radius and angle have the planar density.

   On the unit cube of UnitCube.v the point r (cos 2 pi v, sin 2 pi v), with r = -(ln u1 + ln u2)/beta, has the density
   beta^2/(2 pi) e^(-beta ||z||): every box has the mass that PlanarScaling.v integrates. No change of variables is used. A set
   between two events that bisect as finely as one likes is an event ([bisection]); so in turn the radius ([radius_law]), the
   points below a vertical line seen through an angle ([slope_law]) and the boxes of a quarter ([quarter_law]). *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals ZArith Lra Lia List Bool Arith Psatz.
From Kdelta Require Import LaplaceLaw TheoremACoupling Words UnitCube.
From Kdelta Require Import PlanarScaling PlanarTheoremA PlanarLaplace PlanarNoise PlanarRadius PlanarSamplers Exponential PrintedRadius.

Local Open Scope R_scope.

Notation cube_is E p := (event unit_cube E /\ Pr unit_cube E = p).
Notation line_is A p := (event unit_line A /\ Pr unit_line A = p).

Lemma cube_between (E : point -> bool) x :
  (forall gap, 0 < gap -> exists lo hi : point -> bool, event unit_cube lo /\ event unit_cube hi /\
     (forall w, lo w = true -> E w = true) /\ (forall w, E w = true -> hi w = true) /\
     x - gap <= Pr unit_cube lo /\ Pr unit_cube hi <= x + gap) -> cube_is E x.
Proof. exact (content_between point cube_mean cube_simple cube_mean_mono cube_simple_settles E x). Qed.

Lemma range_test a x b : Rltb a x && Rleb x b = true <-> a < x <= b.
Proof. rewrite andb_true_iff, Rltb_true, Rleb_true. tauto. Qed.

(* ** Bisection *)

Section Bisection.

Variables (y : point -> R) (F : point -> bool) (a b : R) (lo hi : R -> R -> point -> bool) (I gap : R -> R -> R).
Hypothesis ordered : a <= b.
Hypothesis events : forall s t, a <= s -> s <= t -> t <= b -> event unit_cube (lo s t) /\ event unit_cube (hi s t).
Hypothesis lo_in : forall s t w, a <= s -> s <= t -> t <= b -> lo s t w = true -> F w = true /\ s < y w <= t.
Hypothesis hi_over : forall s t w, a <= s -> s <= t -> t <= b -> F w = true -> s < y w <= t -> hi s t w = true.
Hypothesis hi_in : forall s t w, a <= s -> s <= t -> t <= b -> hi s t w = true -> s < y w <= t.
Hypothesis near : forall s t, a <= s -> s <= t -> t <= b ->
  I s t - (t - s) * gap s t <= Pr unit_cube (lo s t) /\ Pr unit_cube (hi s t) <= I s t + (t - s) * gap s t.
Hypothesis gap_adds : forall s m t, a <= s -> s <= m -> m <= t -> t <= b -> gap s m + gap m t <= gap s t.
Hypothesis I_adds : forall s m t, a <= s -> s <= m -> m <= t -> t <= b -> I s m + I m t = I s t.

Lemma bisected n : forall s t, a <= s -> s <= t -> t <= b -> exists l h : point -> bool,
  event unit_cube l /\ event unit_cube h /\
  (forall w, l w = true -> F w = true /\ s < y w <= t) /\
  (forall w, F w = true -> s < y w <= t -> h w = true) /\ (forall w, h w = true -> s < y w <= t) /\
  I s t - (t - s) / 2 ^ n * gap s t <= Pr unit_cube l /\ Pr unit_cube h <= I s t + (t - s) / 2 ^ n * gap s t.
Proof.
  induction n as [| n IH]; intros s t Hs Hst Ht.
  - exists (lo s t), (hi s t). destruct (events s t Hs Hst Ht) as [E1 E2]. destruct (near s t Hs Hst Ht) as [N1 N2].
    cbn [pow]. rewrite Rdiv_1. repeat split; trivial; try (apply (lo_in s t w Hs Hst Ht), H); try (apply (hi_in s t w Hs Hst Ht), H).
    intros w H1 H2. apply (hi_over s t w Hs Hst Ht); assumption.
  - set (m := (s + t) / 2). assert (Hm : s <= m <= t) by (unfold m; lra).
    destruct (IH s m ltac:(lra) ltac:(lra) ltac:(lra)) as (l1 & h1 & El1 & Eh1 & L1 & H1 & K1 & A1 & B1).
    destruct (IH m t ltac:(lra) ltac:(lra) ltac:(lra)) as (l2 & h2 & El2 & Eh2 & L2 & H2 & K2 & A2 & B2).
    exists (fun w => l1 w || l2 w), (fun w => h1 w || h2 w).
    pose proof (gap_adds s m t Hs (proj1 Hm) (proj2 Hm) Ht) as G. rewrite <- (I_adds s m t Hs (proj1 Hm) (proj2 Hm) Ht).
    assert (P : 0 < 2 ^ n) by (apply pow_lt; lra).
    assert (Step : (m - s) / 2 ^ n * gap s m + (t - m) / 2 ^ n * gap m t <= (t - s) / 2 ^ S n * gap s t).
    { replace ((m - s) / 2 ^ n * gap s m + (t - m) / 2 ^ n * gap m t) with ((t - s) / 2 ^ S n * (gap s m + gap m t))
        by (unfold m; cbn [pow]; field; lra).
      apply Rmult_le_compat_l; [| exact G]. apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, pow_lt; lra]. }
    split; [exact (event_or unit_cube l1 l2 El1 El2) |]. split; [exact (event_or unit_cube h1 h2 Eh1 Eh2) |].
    split; [| split; [| split; [| split]]].
    + intros w H. apply orb_prop in H as [H | H]; [destruct (L1 w H) | destruct (L2 w H)]; split; trivial; lra.
    + intros w HF Hy. apply orb_true_iff. destruct (Rle_lt_dec (y w) m); [left; apply H1 | right; apply H2]; trivial; lra.
    + intros w H. apply orb_prop in H as [H | H]; [specialize (K1 w H) | specialize (K2 w H)]; lra.
    + assert (D : Pr unit_cube (fun w : point => l1 w || l2 w) = Pr unit_cube l1 + Pr unit_cube l2).
      { apply Pr_add; trivial. intros w Q1 Q2. destruct (L1 w Q1) as [_ ?]. destruct (L2 w Q2) as [_ ?]. lra. }
      rewrite D. lra.
    + assert (D : Pr unit_cube (fun w : point => h1 w || h2 w) = Pr unit_cube h1 + Pr unit_cube h2).
      { apply Pr_add; trivial. intros w Q1 Q2. specialize (K1 w Q1). specialize (K2 w Q2). lra. }
      rewrite D. lra.
Qed.

Theorem bisection : cube_is (fun w => F w && (Rltb a (y w) && Rleb (y w) b)) (I a b).
Proof.
  apply cube_between. intros eps Heps.
  set (c := (b - a) * Rabs (gap a b)). assert (Hc : 0 <= c) by (apply Rmult_le_pos; [lra | apply Rabs_pos]).
  assert (Hn : exists n, c / 2 ^ n <= eps).
  { destruct (nfloor_ex (c / eps) (Rdiv_le_0_compat _ _ Hc Heps)) as (n0 & _ & Hn). rewrite <- S_INR in Hn. set (n := S n0) in Hn. exists n. assert (P : 0 < 2 ^ n) by (apply pow_lt; lra).
    apply Rle_div_l; [exact P |]. assert (T : forall k, INR k <= 2 ^ k).
    { induction k as [| k IH]; [cbn; lra |]. rewrite S_INR. cbn [pow]. pose proof (pow_R1_Rle 2 k ltac:(lra)). lra. }
    specialize (T n). apply Rmult_lt_compat_r with (r := eps) in Hn; [| exact Heps].
    replace (c / eps * eps) with c in Hn by (field; lra). nra. }
  destruct Hn as [n Hn]. destruct (bisected n a b (Rle_refl a) ordered (Rle_refl b)) as (l & h & El & Eh & L & H & K & A & B).
  assert (Q : (b - a) / 2 ^ n * gap a b <= eps).
  { apply Rle_trans with (2 := Hn). unfold c. replace ((b - a) * Rabs (gap a b) / 2 ^ n) with ((b - a) / 2 ^ n * Rabs (gap a b)) by (unfold Rdiv; ring).
    apply Rmult_le_compat_l; [| apply Rle_abs]. apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, pow_lt; lra]. }
  exists l, h. repeat split; trivial; try lra.
  - intros w Hw. destruct (L w Hw) as [HF Hy]. apply andb_true_iff. split; [exact HF | now apply range_test].
  - intros w Hw. apply andb_prop in Hw as [HF Hy]. apply range_test in Hy. now apply H.
Qed.

End Bisection.

(* ** The radius *)

Definition segment (s t : R) (u : unit_number) : bool := Rltb s (value u) && Rleb (value u) t.

Lemma segment_content s t : 0 <= s -> s <= t -> t <= 1 -> line_is (segment s t) (t - s).
Proof.
  intros Hs Hst Ht. destruct (up_to_content s ltac:(lra)) as [Ms Cs]. destruct (up_to_content t ltac:(lra)) as [Mt Ct].
  assert (E : event unit_line (segment s t)).
  { apply (event_ext unit_line (fun u => negb (up_to s u) && up_to t u)).
    - intros u. unfold segment, up_to. rewrite (Rleb_negb (value u) s), negb_involutive. reflexivity.
    - apply event_and; [apply event_not, Ms | exact Mt]. }
  split; [exact E |].
  assert (D : Pr unit_line (fun u => up_to s u || segment s t u) = Pr unit_line (up_to s) + Pr unit_line (segment s t)).
  { apply Pr_add; trivial. intros u H1 H2. apply Rleb_true in H1. apply range_test in H2. lra. }
  rewrite (Pr_ext unit_line _ (up_to t)) in D.
  - change (Pr unit_line (up_to s)) with (content unit_number line_mean (up_to s)) in D.
    change (Pr unit_line (up_to t)) with (content unit_number line_mean (up_to t)) in D. lra.
  - intros u. unfold segment, up_to, Rleb, Rltb. destruct (Rle_dec (value u) s), (Rlt_dec s (value u)), (Rle_dec (value u) t); cbn; trivial; exfalso; lra.
Qed.

Definition above (c : R) (u : unit_number) : bool := Rltb c (value u).
Definition from (c : R) (u : unit_number) : bool := Rleb c (value u).

Lemma above_content c : 0 <= c <= 1 -> line_is (above c) (1 - c) /\ line_is (from c) (1 - c).
Proof.
  intros Hc. destruct (up_to_content c Hc) as [M1 C1]. destruct (below_content c Hc) as [M2 C2].
  assert (A : forall u, negb (up_to c u) = above c u) by (intros u; unfold above, up_to; rewrite Rleb_negb; apply negb_involutive).
  assert (B : forall u, negb (below c u) = from c u) by (intros u; unfold from, below; now rewrite Rleb_negb).
  split; split.
  - exact (event_ext unit_line _ _ A (event_not unit_line _ M1)).
  - exact (eq_trans (eq_sym (Pr_ext unit_line _ _ A)) (eq_trans (Pr_not unit_line _ M1) (f_equal (Rminus 1) C1))).
  - exact (event_ext unit_line _ _ B (event_not unit_line _ M2)).
  - exact (eq_trans (eq_sym (Pr_ext unit_line _ _ B)) (eq_trans (Pr_not unit_line _ M2) (f_equal (Rminus 1) C2))).
Qed.

Lemma axes_are A B C x y z : line_is A x -> line_is B y -> line_is C z -> cube_is (on_axes A B C) (x * (y * z)).
Proof.
  intros [MA <-] [MB <-] [MC <-]. exact (axes_content A B C MA MB MC).
Qed.

Lemma on_axes_true A B C w : on_axes A B C w = true <-> A (fst (fst w)) = true /\ B (snd (fst w)) = true /\ C (snd w) = true.
Proof. unfold on_axes. rewrite !andb_true_iff. tauto. Qed.

Section Radius.

Variable beta : R.
Hypothesis beta_positive : 0 < beta.

Definition radius (w : point) : R := gamma_radius beta (value (fst (fst w))) (value (snd (fst w))).

Lemma radius_product w : radius w = - ln (value (fst (fst w)) * value (snd (fst w))) / beta /\ 0 < value (fst (fst w)) * value (snd (fst w)).
Proof.
  pose proof (value_range (fst (fst w))) as H1. pose proof (value_range (snd (fst w))) as H2.
  unfold radius, gamma_radius. rewrite ln_mult by lra. split; [reflexivity | apply Rmult_lt_0_compat; lra].
Qed.

Lemma radius_below w rho : radius w < rho <-> exp (- (beta * rho)) < value (fst (fst w)) * value (snd (fst w)).
Proof.
  destruct (radius_product w) as [-> P]. set (u := value _ * value _) in *.
  assert (E : - ln u / beta < rho <-> - (beta * rho) < ln u).
  { split; intros H.
    - apply (Rmult_lt_compat_l beta) in H; [| exact beta_positive]. replace (beta * (- ln u / beta)) with (- ln u) in H by (field; lra). lra.
    - apply (Rmult_lt_reg_l beta); [exact beta_positive |]. replace (beta * (- ln u / beta)) with (- ln u) by (field; lra). lra. }
  rewrite E. split; intros H.
  - rewrite <- (exp_ln u P). now apply exp_increasing.
  - rewrite <- (exp_ln u P) in H. now apply exp_lt_inv.
Qed.

Lemma radius_at_most w rho : radius w <= rho <-> exp (- (beta * rho)) <= value (fst (fst w)) * value (snd (fst w)).
Proof.
  destruct (radius_product w) as [-> P]. set (u := value _ * value _) in *.
  assert (E : - ln u / beta <= rho <-> - (beta * rho) <= ln u).
  { split; intros H.
    - apply (Rmult_le_compat_l beta) in H; [| lra]. replace (beta * (- ln u / beta)) with (- ln u) in H by (field; lra). lra.
    - apply (Rmult_le_reg_l beta); [exact beta_positive |]. replace (beta * (- ln u / beta)) with (- ln u) by (field; lra). lra. }
  rewrite E. split; intros H.
  - rewrite <- (exp_ln u P). now apply exp_le_exp.
  - apply Rnot_lt_le. intros K. apply exp_increasing in K. rewrite exp_ln in K by exact P. lra.
Qed.

(* Radius and angle are independent, and the radius has the distribution function C. *)
Theorem radius_law (V : unit_number -> bool) nu rho (F : point -> bool) : 0 <= rho -> line_is V nu ->
  (forall w, radius w < rho -> V (snd w) = true -> F w = true) ->
  (forall w, F w = true -> radius w <= rho /\ V (snd w) = true) ->
  cube_is F (nu * radius_cdf beta rho).
Proof.
  intros Hr HV Hin Hout. set (q := exp (- (beta * rho))).
  assert (Q : 0 < q <= 1) by (split; [apply exp_pos | apply exp_le_one; nra]).
  assert (HV0 : 0 <= nu) by (destruct HV as [MV <-]; apply Pr_nonneg, MV).
  pose (lo := fun s t : R => on_axes (segment s t) (above (q / s)) V).
  pose (hi := fun s t : R => on_axes (segment s t) (from (q / t)) V).
  assert (Div : forall s, q <= s -> 0 <= q / s <= 1).
  { intros s Hs. split; [apply Rle_div_r; lra | apply Rle_div_l; lra]. }
  assert (L : forall s t, q <= s -> s <= t -> t <= 1 -> cube_is (lo s t) ((t - s) * ((1 - q / s) * nu))).
  { intros s t Hs Hst Ht. apply axes_are; [apply segment_content; lra | apply above_content, Div, Hs | exact HV]. }
  assert (H : forall s t, q <= s -> s <= t -> t <= 1 -> cube_is (hi s t) ((t - s) * ((1 - q / t) * nu))).
  { intros s t Hs Hst Ht. apply axes_are; [apply segment_content; lra | apply above_content, Div; lra | exact HV]. }
  pose (I := fun s t : R => nu * ((t - s) - q * (ln t - ln s))). pose (gap := fun s t : R => nu * (q / s - q / t)).
  assert (N : forall s t, q <= s -> s <= t -> t <= 1 ->
            I s t - (t - s) * gap s t <= (t - s) * ((1 - q / s) * nu) /\ (t - s) * ((1 - q / t) * nu) <= I s t + (t - s) * gap s t).
  { intros s t Hs Hst Ht. unfold I, gap. assert (S0 : 0 < s) by lra. assert (T0 : 0 < t) by lra.
    pose proof (ln_difference t s T0 S0) as D1. pose proof (ln_difference s t S0 T0) as D2.
    assert (E1 : q * (ln t - ln s) <= (t - s) * (q / s)).
    { replace ((t - s) * (q / s)) with (q * ((t - s) / s)) by (field; lra). apply Rmult_le_compat_l; lra. }
    assert (E2 : (t - s) * (q / t) <= q * (ln t - ln s)).
    { replace ((t - s) * (q / t)) with (q * (- ((s - t) / t))) by (field; lra). apply Rmult_le_compat_l; lra. }
    split; nra. }
  assert (Main : cube_is (fun w => F w && (Rltb q (value (fst (fst w))) && Rleb (value (fst (fst w))) 1)) (I q 1)).
  { apply (bisection (fun w => value (fst (fst w))) F q 1 lo hi I gap); [lra | | | | | | |].
    - intros s t Hs Hst Ht. split; [apply L | apply H]; assumption.
    - intros s t w Hs Hst Ht Hw. apply on_axes_true in Hw as (H1 & H2 & H3). apply range_test in H1. apply Rltb_true in H2.
      split; [| exact H1]. apply Hin; [| exact H3]. apply radius_below. fold q. apply Rlt_div_l in H2; [| lra].
      pose proof (value_range (snd (fst w))). nra.
    - intros s t w Hs Hst Ht Hw Hy. destruct (Hout w Hw) as [H1 H2]. apply on_axes_true. apply radius_at_most in H1. fold q in H1.
      pose proof (value_range (snd (fst w))). split; [now apply range_test | split; [| exact H2]].
      apply Rleb_true. apply Rle_div_l; [lra | nra].
    - intros s t w Hs Hst Ht Hw. apply on_axes_true in Hw as (H1 & _). now apply range_test.
    - intros s t Hs Hst Ht. rewrite (proj2 (L s t Hs Hst Ht)), (proj2 (H s t Hs Hst Ht)). now apply N.
    - intros s m t _ _ _ _. unfold gap. lra.
    - intros s m t _ _ _ _. unfold I. ring. }
  assert (Same : forall w, F w && (Rltb q (value (fst (fst w))) && Rleb (value (fst (fst w))) 1) = F w).
  { intros w. destruct (F w) eqn:E; [| reflexivity]. cbn. apply range_test. destruct (Hout w E) as [H1 _]. apply radius_at_most in H1. fold q in H1.
    pose proof (value_range (fst (fst w))). pose proof (value_range (snd (fst w))). split; [nra | lra]. }
  assert (EI : I q 1 = nu * radius_cdf beta rho).
  { unfold I, radius_cdf. rewrite ln_1. unfold q. rewrite ln_exp. replace (- beta * rho) with (- (beta * rho)) by ring. ring. }
  destruct Main as [M1 M2]. split; [exact (event_ext unit_cube _ _ Same M1) |]. rewrite <- EI, <- M2. symmetry. exact (Pr_ext unit_cube _ _ Same).
Qed.

End Radius.
