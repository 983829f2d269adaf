(** * Condition 1, Theorem laplace0 and Theorem Laplace

    Section 3 of the paper: Condition 1 (l.446), Theorem laplace0 (l.461) and
    Theorem Laplace (l.467), proofs in its appendix A (l.935); Theorem Laplace is
    repaired as in F22 of proofs/theory.md: the supremum Delta_f' need not be
    attained.  "b" is a rate here, as in the paper's Definition Laplace
    (l.373; F15): the density is K e^{-b d(x,r)}.

    What is covered.

    - Theorem laplace0 in any metric space of answers, for any class of events
      with non-negative probabilities: in particular all measurable sets.
    - Theorem Laplace, both directions, in any metric space of answers and for
      any notion of integral over a class of events that is monotone and
      homogeneous ([integration]); the converse needs an event of positive
      volume inside every ball.  Pointwise for densities, without any integral.
    - The line with Coquelicot's Riemann integral: events are finite unions of
      bounded intervals (finite sums of RInt), and countable unions, half-lines
      among them, as sums of series.
    - The plane with a norm: events are boxes, iterated Riemann integrals.

    The density is not assumed to be normalised: K is any positive constant.

    In Rust: the ideal mechanism, which no machine runs; the finite one is
    compared with it.  Rests on Closeness.v. *)

From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import Closeness.
Import ListNotations.
Local Open Scope R_scope.

(** ** The exponential is increasing

    The standard library's [exp_increasing] rests on its mean value theorem and
    so on the axiom of excluded middle; this proof does not. *)
Lemma exp_at_least : forall x, 0 <= x -> 1 + x <= exp x.
Proof.
  intros x Hx. unfold exp. destruct (exist_exp x) as [l Hl]; simpl.
  replace (1 + x) with (sum_f_R0 (fun i => / INR (fact i) * x ^ i) 1) by (simpl; field).
  apply sum_incr; [exact Hl |].
  intros i. apply Rmult_le_pos.
  - left. apply Rinv_0_lt_compat, INR_fact_lt_0.
  - apply pow_le, Hx.
Qed.

Lemma exp_lt : forall x y, x < y -> exp x < exp y.
Proof.
  intros x y H. replace y with (x + (y - x)) by ring. rewrite exp_plus.
  pose proof (exp_at_least (y - x)) as Hge.
  pose proof (exp_pos x). nra.
Qed.

Lemma exp_le : forall x y, x <= y -> exp x <= exp y.
Proof.
  intros x y [H | H].
  - left. apply exp_lt, H.
  - right. rewrite H. reflexivity.
Qed.

(** ** Condition 1 and Theorem laplace0 *)

Section Condition_1.

Variables (Answer : metric_space) (Event Database : Type).
Variable neighbours : Database -> Database -> Prop.
(** [probability r S] is P[r + X in S]. *)
Variable probability : Answer -> Event -> R.

(** Condition 1 with degree epsilon (l.446), for a sensitivity Delta. *)
Definition condition_1 (epsilon Delta : R) : Prop :=
  forall r1 r2 S,
  probability r1 S <= exp (epsilon * (distance r1 r2 / Delta)) * probability r2 S.

(** epsilon-differential privacy of A(D) = f'(D) + X (l.402). *)
Definition differentially_private (epsilon : R) (f' : Database -> Answer) : Prop :=
  forall D1 D2 S, neighbours D1 D2 ->
  probability (f' D1) S <= exp epsilon * probability (f' D2) S.

(** Theorem laplace0 (l.461): Condition 1 with degree epsilon implies that
    A(D) = f'(D) + X is epsilon-differentially private.  Delta may be any
    positive bound of the sensitivity of f'. *)
Theorem laplace0 : forall epsilon Delta (f' : Database -> Answer),
  0 <= epsilon -> 0 < Delta ->
  (forall r S, 0 <= probability r S) ->
  sensitivity_at_most neighbours f' Delta ->
  condition_1 epsilon Delta ->
  differentially_private epsilon f'.
Proof.
  intros epsilon Delta f' Heps HDelta Hpos Hsens H D1 D2 S HD.
  eapply Rle_trans; [apply (H (f' D1) (f' D2) S) |].
  apply Rmult_le_compat_r; [apply Hpos |].
  assert (Hratio : distance (f' D1) (f' D2) / Delta <= 1).
  { apply Rle_div_l; [exact HDelta |]. rewrite Rmult_1_l. exact (Hsens D1 D2 HD). }
  pose proof (Rmult_le_compat_l epsilon _ _ Heps Hratio) as Hle.
  rewrite Rmult_1_r in Hle.
  apply exp_le, Hle.
Qed.

(** Countable unions of disjoint events, whose probabilities are sums of series:
    a bound for the single events is a bound for the union. *)
Theorem private_countable_union : forall factor r1 r2 (S : nat -> Event) P1 P2,
  (forall k, probability r1 (S k) <= factor * probability r2 (S k)) ->
  is_series (fun k => probability r1 (S k)) P1 ->
  is_series (fun k => probability r2 (S k)) P2 ->
  P1 <= factor * P2.
Proof.
  intros factor r1 r2 S P1 P2 H H1 H2.
  assert (H2' : is_series (fun k => factor * probability r2 (S k)) (factor * P2))
    by exact (is_series_scal (V := R_NormedModule) factor _ _ H2).
  refine (is_lim_seq_le (sum_n (fun k => probability r1 (S k)))
            (sum_n (fun k => factor * probability r2 (S k))) P1 (factor * P2) _ H1 H2').
  intros m. apply sum_n_m_le. exact H.
Qed.

End Condition_1.

Arguments condition_1 {Answer Event} _ _ _.
Arguments differentially_private {Answer Event Database} _ _ _ _.

(** ** The Laplace density of rate b centred at r, in any metric space (l.373) *)

Section Density.

Variable Answer : metric_space.

Definition laplace_density (K b : R) (r x : Answer) : R := K * exp (- b * distance x r).

(** The triangle inequality of the appendix (l.961): moving the centre from r2
    to r1 costs at most e^{b d(r1,r2)}. *)
Lemma laplace_density_shift : forall K b r1 r2 x,
  0 <= K -> 0 <= b ->
  laplace_density K b r1 x <= exp (b * distance r1 r2) * laplace_density K b r2 x.
Proof.
  intros K b r1 r2 x HK Hb. unfold laplace_density.
  replace (exp (b * distance r1 r2) * (K * exp (- b * distance x r2)))
    with (K * exp (b * distance r1 r2 + - b * distance x r2)) by (rewrite exp_plus; ring).
  apply Rmult_le_compat_l; [exact HK |].
  apply exp_le.
  pose proof (distance_triangle Answer x r1 r2) as triangle.
  pose proof (Rmult_le_compat_l b _ _ Hb triangle) as H. lra.
Qed.

(** Theorem Laplace for densities, pointwise (no integral): for a pair r1, r2,
    p_{r1} <= e^epsilon p_{r2} everywhere if and only if b d(r1,r2) <= epsilon. *)
Theorem laplace_pointwise : forall K b epsilon r1 r2,
  0 < K -> 0 <= b ->
  (forall x, laplace_density K b r1 x <= exp epsilon * laplace_density K b r2 x)
  <-> b * distance r1 r2 <= epsilon.
Proof.
  intros K b epsilon r1 r2 HK Hb. split.
  - intros H. specialize (H r1). unfold laplace_density in H.
    rewrite (distance_same Answer r1), Rmult_0_r, exp_0, Rmult_1_r in H.
    assert (H' : exp 0 <= exp (epsilon + - b * distance r1 r2)).
    { rewrite exp_0, exp_plus. apply (Rmult_le_reg_l K); [exact HK |]. lra. }
    destruct (Rle_lt_dec (b * distance r1 r2) epsilon) as [Hle | Hlt]; [exact Hle |].
    exfalso. assert (Hneg : epsilon + - b * distance r1 r2 < 0) by lra.
    apply exp_lt in Hneg. lra.
  - intros H x.
    eapply Rle_trans; [apply laplace_density_shift; lra |].
    apply Rmult_le_compat_r; [| apply exp_le, H].
    unfold laplace_density. left. apply Rmult_lt_0_compat; [exact HK | apply exp_pos].
Qed.

End Density.

Arguments laplace_density {Answer} _ _ _ _.

(** ** Integrals over a class of events *)

(** What is used of an integral: it is monotone and homogeneous, and every ball
    contains an event of finite positive volume. *)
Record integration (Answer : metric_space) : Type := Integration {
  event : Type;
  member : event -> Answer -> Prop;
  integrable : event -> (Answer -> R) -> Prop;
  integral : event -> (Answer -> R) -> R;
  integrable_scaled : forall S c f, integrable S f -> integrable S (fun x => c * f x);
  integral_scaled : forall S c f, integrable S f -> integral S (fun x => c * f x) = c * integral S f;
  integral_monotone : forall S f g, integrable S f -> integrable S g ->
    (forall x, member S x -> f x <= g x) -> integral S f <= integral S g;
  small_event : forall r h, 0 < h -> exists S,
    (forall x, member S x -> distance x r <= h) /\
    integrable S (fun _ => 1) /\ 0 < integral S (fun _ => 1)
}.

Arguments event {Answer} _.
Arguments member {Answer} _ _ _.
Arguments integrable {Answer} _ _ _.
Arguments integral {Answer} _ _ _.

Section Laplace_mechanism.

Variables (Answer : metric_space) (over : integration Answer) (K b : R).
Hypothesis K_positive : 0 < K.
Hypothesis b_positive : 0 < b.
(** The Laplace density is integrable over every event. *)
Hypothesis density_integrable : forall S r, integrable over S (laplace_density K b r).

(** P[r + X in S] *)
Definition laplace_probability (r : Answer) (S : event over) : R :=
  integral over S (laplace_density K b r).

(** b d(r1,r2) bounds the loss of every event. *)
Lemma laplace_probability_shift : forall r1 r2 S,
  laplace_probability r1 S <= exp (b * distance r1 r2) * laplace_probability r2 S.
Proof.
  intros r1 r2 S. unfold laplace_probability.
  rewrite <- (integral_scaled Answer over) by apply density_integrable.
  apply (integral_monotone Answer over).
  - apply density_integrable.
  - apply (integrable_scaled Answer over), density_integrable.
  - intros x _. apply laplace_density_shift; lra.
Qed.

Lemma laplace_probability_nonnegative : forall r S, 0 <= laplace_probability r S.
Proof.
  intros r S. unfold laplace_probability.
  pose proof (integral_scaled Answer over S 0 _ (density_integrable S r)) as Hzero.
  rewrite Rmult_0_l in Hzero. rewrite <- Hzero.
  apply (integral_monotone Answer over).
  - apply (integrable_scaled Answer over), density_integrable.
  - apply density_integrable.
  - intros x _. rewrite Rmult_0_l. unfold laplace_density.
    left. apply Rmult_lt_0_compat; [exact K_positive | apply exp_pos].
Qed.

(** If no event distinguishes r1 from r2 by more than e^epsilon, then
    b d(r1,r2) <= epsilon: integrate over small events at r1. *)
Lemma laplace_pair : forall epsilon r1 r2,
  (forall S, laplace_probability r1 S <= exp epsilon * laplace_probability r2 S) ->
  b * distance r1 r2 <= epsilon.
Proof.
  intros epsilon r1 r2 H.
  apply le_epsilon. intros e He.
  pose (h := e / (2 * b)).
  assert (Hh : 0 < h) by (apply Rdiv_lt_0_compat; lra).
  assert (Hbh : 2 * (b * h) = e) by (unfold h; field; lra).
  destruct (small_event Answer over r1 h Hh) as (S & Hball & Hone & Hvolume).
  set (volume := integral over S (fun _ => 1)) in *.
  assert (Hlow : K * exp (- b * h) * volume <= laplace_probability r1 S).
  { unfold volume, laplace_probability.
    rewrite <- (integral_scaled Answer over) by exact Hone.
    apply (integral_monotone Answer over).
    - apply (integrable_scaled Answer over), Hone.
    - apply density_integrable.
    - intros x Hx. rewrite Rmult_1_r. unfold laplace_density.
      apply Rmult_le_compat_l; [lra |]. apply exp_le.
      pose proof (Rmult_le_compat_l b _ _ (Rlt_le _ _ b_positive) (Hball x Hx)). lra. }
  assert (Hhigh : laplace_probability r2 S <= K * exp (- b * (distance r1 r2 - h)) * volume).
  { unfold volume, laplace_probability.
    rewrite <- (integral_scaled Answer over) by exact Hone.
    apply (integral_monotone Answer over).
    - apply density_integrable.
    - apply (integrable_scaled Answer over), Hone.
    - intros x Hx. rewrite Rmult_1_r. unfold laplace_density.
      apply Rmult_le_compat_l; [lra |]. apply exp_le.
      pose proof (distance_triangle Answer r1 x r2) as triangle.
      rewrite (distance_symmetric Answer r1 x) in triangle.
      pose proof (Hball x Hx) as Hx'.
      assert (Hle : distance r1 r2 - h <= distance x r2) by lra.
      pose proof (Rmult_le_compat_l b _ _ (Rlt_le _ _ b_positive) Hle). lra. }
  pose proof (H S) as HS.
  pose proof (Rmult_le_compat_l (exp epsilon) _ _ (Rlt_le _ _ (exp_pos epsilon)) Hhigh) as Hhigh'.
  assert (Hexp : exp (- b * h) <= exp (epsilon + - b * (distance r1 r2 - h))).
  { rewrite exp_plus. apply (Rmult_le_reg_l (K * volume)).
    - apply Rmult_lt_0_compat; assumption.
    - lra. }
  destruct (Rle_lt_dec (- b * h) (epsilon + - b * (distance r1 r2 - h))) as [Hle | Hlt].
  - lra.
  - apply exp_lt in Hlt. lra.
Qed.

Variables (Database : Type) (neighbours : Database -> Database -> Prop).

(** Differential privacy of f'(D)+X is exactly b d(f'(D1),f'(D2)) <= epsilon for
    every neighbouring pair: no supremum occurs. *)
Theorem laplace_private_iff_pairs : forall epsilon (f' : Database -> Answer),
  differentially_private neighbours laplace_probability epsilon f'
  <-> (forall D1 D2, neighbours D1 D2 -> b * distance (f' D1) (f' D2) <= epsilon).
Proof.
  intros epsilon f'. split.
  - intros H D1 D2 HD. apply laplace_pair. intros S. exact (H D1 D2 S HD).
  - intros H D1 D2 S HD.
    eapply Rle_trans; [apply laplace_probability_shift |].
    apply Rmult_le_compat_r; [apply laplace_probability_nonnegative |].
    apply exp_le, H, HD.
Qed.

(** ... and is exactly b Delta_f' <= epsilon (blop, l.956), where Delta_f' is the
    supremum, attained or not. *)
Theorem laplace_private_iff_sensitivity : forall epsilon Delta (f' : Database -> Answer),
  is_sensitivity neighbours f' Delta ->
  differentially_private neighbours laplace_probability epsilon f' <-> b * Delta <= epsilon.
Proof.
  intros epsilon Delta f' Hsup.
  rewrite laplace_private_iff_pairs. split.
  - intros H.
    assert (HDelta : Delta <= epsilon / b).
    { apply (sensitivity_least Database neighbours Answer f'); [exact Hsup |].
      intros D1 D2 HD. apply Rle_div_r; [exact b_positive |].
      rewrite Rmult_comm. exact (H D1 D2 HD). }
    apply Rle_div_r in HDelta; [| exact b_positive]. lra.
  - intros H D1 D2 HD.
    pose proof (sensitivity_bounds Database neighbours Answer f' Delta Hsup D1 D2 HD) as Hd.
    pose proof (Rmult_le_compat_l b _ _ (Rlt_le _ _ b_positive) Hd). lra.
Qed.

(** Condition 1 with degree epsilon holds as soon as b Delta <= epsilon. *)
Theorem laplace_condition_1 : forall epsilon Delta,
  0 < Delta -> b * Delta <= epsilon ->
  condition_1 laplace_probability epsilon Delta.
Proof.
  intros epsilon Delta HDelta H r1 r2 S.
  eapply Rle_trans; [apply laplace_probability_shift |].
  apply Rmult_le_compat_r; [apply laplace_probability_nonnegative |].
  apply exp_le.
  pose proof (distance_nonnegative Answer r1 r2) as Hd.
  replace (epsilon * (distance r1 r2 / Delta)) with (epsilon / Delta * distance r1 r2)
    by (field; lra).
  apply Rmult_le_compat_r; [exact Hd |].
  apply Rle_div_r; [exact HDelta | exact H].
Qed.

(** Theorem Laplace (l.467), repaired (F22): let X be Laplacian and let the
    sensitivity Delta_f' be positive and finite, attained or not.  If
    A(D) = f'(D)+X is epsilon-differentially private, then Condition 1 holds
    with degree epsilon.  With Theorem laplace0 the two are equivalent. *)
Theorem laplace : forall epsilon Delta (f' : Database -> Answer),
  is_sensitivity neighbours f' Delta -> 0 < Delta ->
  differentially_private neighbours laplace_probability epsilon f' ->
  condition_1 laplace_probability epsilon Delta.
Proof.
  intros epsilon Delta f' Hsup HDelta H.
  apply laplace_condition_1; [exact HDelta |].
  apply (laplace_private_iff_sensitivity epsilon Delta f' Hsup), H.
Qed.

Theorem laplace_equivalence : forall epsilon Delta (f' : Database -> Answer),
  is_sensitivity neighbours f' Delta -> 0 < Delta -> 0 <= epsilon ->
  condition_1 laplace_probability epsilon Delta
  <-> differentially_private neighbours laplace_probability epsilon f'.
Proof.
  intros epsilon Delta f' Hsup HDelta Heps. split.
  - apply (laplace0 Answer (event over) Database neighbours laplace_probability epsilon Delta f'
             Heps HDelta laplace_probability_nonnegative).
    apply sensitivity_bounds, Hsup.
  - apply laplace; assumption.
Qed.

End Laplace_mechanism.

(** ** Finite unions *)

(** From a class of events, the finite unions of its events: a list stands for a
    union of disjoint events, and the integral is the sum. *)
Section Finite_unions.

Variables (Answer : metric_space) (over : integration Answer).

Definition union_member (S : list (event over)) (x : Answer) : Prop :=
  exists i, In i S /\ member over i x.

Definition union_integrable (S : list (event over)) (f : Answer -> R) : Prop :=
  forall i, In i S -> integrable over i f.

Fixpoint union_integral (S : list (event over)) (f : Answer -> R) : R :=
  match S with
  | [] => 0
  | i :: S' => integral over i f + union_integral S' f
  end.

Lemma union_integrable_scaled : forall S c f,
  union_integrable S f -> union_integrable S (fun x => c * f x).
Proof. intros S c f H i Hi. apply (integrable_scaled Answer over), H, Hi. Qed.

Lemma union_integral_scaled : forall S c f,
  union_integrable S f -> union_integral S (fun x => c * f x) = c * union_integral S f.
Proof.
  intros S c f. induction S as [| i S' IH]; intros H; simpl.
  - ring.
  - rewrite (integral_scaled Answer over), IH; [ring | |].
    + intros j Hj. apply H. right. exact Hj.
    + apply H. left. reflexivity.
Qed.

Lemma union_integral_monotone : forall S f g,
  union_integrable S f -> union_integrable S g ->
  (forall x, union_member S x -> f x <= g x) -> union_integral S f <= union_integral S g.
Proof.
  intros S f g. induction S as [| i S' IH]; intros Hf Hg H; simpl.
  - lra.
  - apply Rplus_le_compat.
    + apply (integral_monotone Answer over).
      * apply Hf. left. reflexivity.
      * apply Hg. left. reflexivity.
      * intros x Hx. apply H. exists i. split; [left; reflexivity | exact Hx].
    + apply IH.
      * intros j Hj. apply Hf. right. exact Hj.
      * intros j Hj. apply Hg. right. exact Hj.
      * intros x (j & Hj & Hx). apply H. exists j. split; [right; exact Hj | exact Hx].
Qed.

Lemma union_small_event : forall r h, 0 < h -> exists S,
  (forall x, union_member S x -> distance x r <= h) /\
  union_integrable S (fun _ => 1) /\ 0 < union_integral S (fun _ => 1).
Proof.
  intros r h Hh.
  destruct (small_event Answer over r h Hh) as (i & Hball & Hone & Hvolume).
  exists [i]. split; [| split].
  - intros x (j & [<- | []] & Hx). exact (Hball x Hx).
  - intros j [<- | []]. exact Hone.
  - simpl. lra.
Qed.

Definition finite_unions : integration Answer :=
  Integration Answer (list (event over)) union_member union_integrable union_integral
    union_integrable_scaled union_integral_scaled union_integral_monotone union_small_event.

End Finite_unions.

Arguments finite_unions {Answer} _.

(** ** The line: bounded intervals, Coquelicot's RInt *)

(** The pair (a,e) is the interval from a to max(a,e); open or closed ends do
    not matter for a density. *)
Definition interval_end (i : R * R) : R := Rmax (fst i) (snd i).

Definition interval_member (i : R * R) (x : line) : Prop := fst i <= x <= interval_end i.

Definition interval_integrable (i : R * R) (f : line -> R) : Prop :=
  ex_RInt f (fst i) (interval_end i).

Definition interval_integral (i : R * R) (f : line -> R) : R := RInt f (fst i) (interval_end i).

Lemma interval_integrable_scaled : forall i c f,
  interval_integrable i f -> interval_integrable i (fun x => c * f x).
Proof. intros i c f H. exact (ex_RInt_scal f _ _ c H). Qed.

Lemma interval_integral_scaled : forall i c f,
  interval_integrable i f -> interval_integral i (fun x => c * f x) = c * interval_integral i f.
Proof. intros i c f H. exact (RInt_scal f _ _ c H). Qed.

Lemma interval_integral_monotone : forall i f g,
  interval_integrable i f -> interval_integrable i g ->
  (forall x, interval_member i x -> f x <= g x) -> interval_integral i f <= interval_integral i g.
Proof.
  intros i f g Hf Hg H. apply RInt_le; try assumption.
  - apply Rmax_l.
  - intros x Hx. apply H. unfold interval_member. lra.
Qed.

Lemma interval_small_event : forall (r : line) h, 0 < h -> exists i,
  (forall x, interval_member i x -> distance x r <= h) /\
  interval_integrable i (fun _ => 1) /\ 0 < interval_integral i (fun _ => 1).
Proof.
  intros r h Hh. exists (r : R, r + h). split; [| split].
  - intros x Hx. unfold interval_member, interval_end in Hx; simpl in Hx.
    rewrite Rmax_right in Hx by lra. simpl. apply Rabs_le. lra.
  - apply ex_RInt_const.
  - unfold interval_integral, interval_end; simpl. rewrite RInt_const, Rmax_right by lra.
    unfold scal; simpl; unfold mult; simpl. lra.
Qed.

Definition intervals : integration line :=
  Integration line (R * R) interval_member interval_integrable interval_integral
    interval_integrable_scaled interval_integral_scaled interval_integral_monotone
    interval_small_event.

(** The Laplace density is continuous, hence integrable over every interval. *)
Lemma laplace_density_continuous : forall K b (r x : R),
  continuous (fun x : R => @laplace_density line K b r x) x.
Proof.
  intros K b r x. unfold laplace_density; simpl.
  apply (continuous_scal_r K (fun x => exp (- b * Rabs (x - r)))).
  apply continuous_exp_comp.
  apply (continuous_scal_r (- b) (fun x => Rabs (x - r))).
  apply continuous_Rabs_comp.
  apply (continuous_minus (V := R_NormedModule)); [apply continuous_id | apply continuous_const].
Qed.

Lemma laplace_density_integrable_line : forall K b S (r : line),
  integrable (finite_unions intervals) S (laplace_density K b r).
Proof.
  intros K b S r i _. apply (ex_RInt_continuous (V := R_CompleteNormedModule)).
  intros x _. apply laplace_density_continuous.
Qed.

(** P[r + X in S] for Laplace noise on the line and a finite union S of
    intervals: the sum of the integrals of K e^{-b|x-r|}. *)
Definition laplace_probability_line (K b : R) : line -> list (R * R) -> R :=
  laplace_probability line (finite_unions intervals) K b.

Lemma laplace_probability_line_sum : forall K b r S,
  laplace_probability_line K b r S =
  fold_right (fun i total => RInt (fun x => K * exp (- b * Rabs (x - r))) (fst i)
                               (Rmax (fst i) (snd i)) + total) 0 S.
Proof.
  intros K b r S. unfold laplace_probability_line, laplace_probability.
  induction S as [| i S' IH]; simpl in *; [reflexivity |].
  rewrite IH. reflexivity.
Qed.

Section Line.

Variables (K b : R) (Database : Type) (neighbours : Database -> Database -> Prop).
Hypothesis K_positive : 0 < K.
Hypothesis b_positive : 0 < b.

(** Theorem Laplace and Theorem laplace0 on the line (l.461, l.467; F22): with
    the sensitivity Delta (a supremum, attained or not), for events that are
    finite unions of intervals, the following are equivalent:
    differential privacy of f'(D)+X; b Delta <= epsilon; Condition 1. *)
Theorem laplace_line : forall epsilon Delta (f' : Database -> line),
  is_sensitivity neighbours f' Delta -> 0 < Delta -> 0 <= epsilon ->
  (differentially_private neighbours (laplace_probability_line K b) epsilon f'
     <-> b * Delta <= epsilon) /\
  (differentially_private neighbours (laplace_probability_line K b) epsilon f'
     <-> condition_1 (laplace_probability_line K b) epsilon Delta).
Proof.
  intros epsilon Delta f' Hsup HDelta Heps.
  pose proof (laplace_density_integrable_line K b) as Hint. split.
  - exact (laplace_private_iff_sensitivity line (finite_unions intervals) K b K_positive b_positive
             Hint Database neighbours epsilon Delta f' Hsup).
  - symmetry.
    exact (laplace_equivalence line (finite_unions intervals) K b K_positive b_positive
             Hint Database neighbours epsilon Delta f' Hsup HDelta Heps).
Qed.

(** Countable unions of disjoint intervals (every open set, half-lines, the whole
    line): probabilities are sums of series.  If b Delta <= epsilon, then
    P[f'(D1)+X in S] <= e^epsilon P[f'(D2)+X in S]. *)
Theorem laplace_line_countable : forall epsilon Delta (f' : Database -> line) D1 D2
    (S : nat -> R * R) P1 P2,
  sensitivity_at_most neighbours f' Delta -> b * Delta <= epsilon -> neighbours D1 D2 ->
  is_series (fun k => interval_integral (S k) (laplace_density K b (f' D1))) P1 ->
  is_series (fun k => interval_integral (S k) (laplace_density K b (f' D2))) P2 ->
  P1 <= exp epsilon * P2.
Proof.
  intros epsilon Delta f' D1 D2 S P1 P2 Hsens Hb HD H1 H2.
  assert (Hint : forall i r, integrable intervals i (laplace_density K b r)).
  { intros i r. apply (laplace_density_integrable_line K b [i] r). left. reflexivity. }
  apply (private_countable_union line (R * R) (laplace_probability line intervals K b)
           (exp epsilon) (f' D1) (f' D2) S P1 P2); [| exact H1 | exact H2].
  intros k.
  eapply Rle_trans;
    [apply (laplace_probability_shift line intervals K b K_positive b_positive Hint) |].
  apply Rmult_le_compat_r.
  - apply (laplace_probability_nonnegative line intervals K b K_positive Hint).
  - apply exp_le.
    pose proof (Rmult_le_compat_l b _ _ (Rlt_le _ _ b_positive) (Hsens D1 D2 HD)). lra.
Qed.

End Line.

(** ** The plane: boxes, iterated integrals

    For the bivariate Laplacian of section 6 (l.843, with the sign repaired, F7).
    [at_coordinates x y] is the point with coordinates x, y; the distance is that
    of any norm in which the unit vectors have norm <= 1. *)
Section Plane.

Variables (plane : metric_space) (at_coordinates : R -> R -> plane).
Hypothesis every_point : forall r : plane, exists x y, r = at_coordinates x y.
Hypothesis distance_coordinates : forall x y x' y',
  distance (at_coordinates x y) (at_coordinates x' y') <= Rabs (x - x') + Rabs (y - y').

Definition box : Type := (R * R) * (R * R).

Definition box_member (B : box) (z : plane) : Prop :=
  exists x y, interval_member (fst B) x /\ interval_member (snd B) y /\ z = at_coordinates x y.

Definition slice (B : box) (f : plane -> R) (x : R) : R :=
  interval_integral (snd B) (fun y => f (at_coordinates x y)).

Definition box_integrable (B : box) (f : plane -> R) : Prop :=
  (forall x, interval_integrable (snd B) (fun y => f (at_coordinates x y))) /\
  interval_integrable (fst B) (slice B f).

Definition box_integral (B : box) (f : plane -> R) : R := interval_integral (fst B) (slice B f).

Lemma slice_scaled : forall B c f, box_integrable B f ->
  forall x, c * slice B f x = slice B (fun z => c * f z) x.
Proof.
  intros B c f [Hy _] x. symmetry.
  exact (interval_integral_scaled (snd B) c (fun y => f (at_coordinates x y)) (Hy x)).
Qed.

Lemma box_integrable_scaled : forall B c f,
  box_integrable B f -> box_integrable B (fun z => c * f z).
Proof.
  intros B c f H. pose proof H as [Hy Hx]. split.
  - intros x. exact (interval_integrable_scaled (snd B) c (fun y => f (at_coordinates x y)) (Hy x)).
  - apply (ex_RInt_ext (fun x => c * slice B f x)).
    + intros x _. apply (slice_scaled B c f H).
    + exact (interval_integrable_scaled (fst B) c (slice B f) Hx).
Qed.

Lemma box_integral_scaled : forall B c f,
  box_integrable B f -> box_integral B (fun z => c * f z) = c * box_integral B f.
Proof.
  intros B c f H. unfold box_integral.
  rewrite <- (interval_integral_scaled (fst B) c (slice B f) (proj2 H)).
  apply RInt_ext. intros x _. symmetry. apply (slice_scaled B c f H).
Qed.

Lemma box_integral_monotone : forall B f g,
  box_integrable B f -> box_integrable B g ->
  (forall z, box_member B z -> f z <= g z) -> box_integral B f <= box_integral B g.
Proof.
  intros B f g [Hfy Hfx] [Hgy Hgx] H.
  apply (interval_integral_monotone (fst B) (slice B f) (slice B g) Hfx Hgx).
  intros x Hx.
  apply (interval_integral_monotone (snd B)); [apply Hfy | apply Hgy |].
  intros y Hy. apply H. exists x, y. repeat split; assumption || apply Hx || apply Hy.
Qed.

Lemma interval_integral_constant : forall a h c, 0 <= h ->
  interval_integral (a, a + h) (fun _ => c) = h * c.
Proof.
  intros a h c Hh. unfold interval_integral, interval_end; simpl.
  rewrite RInt_const, Rmax_right by lra. unfold scal; simpl; unfold mult; simpl. ring.
Qed.

Lemma box_small_event : forall r h, 0 < h -> exists B,
  (forall z, box_member B z -> distance z r <= h) /\
  box_integrable B (fun _ => 1) /\ 0 < box_integral B (fun _ => 1).
Proof.
  intros r h Hh. destruct (every_point r) as (x0 & y0 & ->).
  exists ((x0, x0 + h / 2), (y0, y0 + h / 2)). split; [| split].
  - intros z (x & y & Hx & Hy & ->).
    unfold interval_member, interval_end in Hx, Hy; simpl in Hx, Hy.
    rewrite Rmax_right in Hx, Hy by lra.
    eapply Rle_trans; [apply distance_coordinates |].
    rewrite !Rabs_pos_eq by lra. lra.
  - split.
    + intros x. apply ex_RInt_const.
    + exact (ex_RInt_const (V := R_NormedModule) _ _
               (interval_integral (y0, y0 + h / 2) (fun _ => 1))).
  - unfold box_integral, slice; simpl.
    rewrite !interval_integral_constant by lra.
    rewrite Rmult_1_r. apply Rmult_lt_0_compat; lra.
Qed.

Definition boxes : integration plane :=
  Integration plane box box_member box_integrable box_integral
    box_integrable_scaled box_integral_scaled box_integral_monotone box_small_event.

Section Density_in_the_plane.

Variables (K b : R).
Hypothesis K_positive : 0 < K.
Hypothesis b_positive : 0 < b.

(** Moving the point costs as much as moving the centre. *)
Lemma laplace_density_move : forall r z z' : plane,
  laplace_density K b r z <= exp (b * distance z z') * laplace_density K b r z'.
Proof.
  intros r z z'. unfold laplace_density.
  rewrite (distance_symmetric plane z r), (distance_symmetric plane z' r).
  exact (laplace_density_shift plane K b z z' r (Rlt_le _ _ K_positive) (Rlt_le _ _ b_positive)).
Qed.

(** A non-negative function that changes by a factor of at most e^{b|x-x'|} is
    continuous. *)
Lemma log_lipschitz_continuous : forall g : R -> R,
  (forall x x', g x <= exp (b * Rabs (x - x')) * g x') -> forall x, continuous g x.
Proof.
  intros g Hg x.
  assert (Hlimit : forall c : R, filterlim (fun x' => exp (c * Rabs (x' - x)) * g x)
                                   (locally x) (Rbar_locally (g x))).
  { intros c.
    assert (Hc : continuous (fun x' => exp (c * Rabs (x' - x)) * g x) x).
    { apply (continuous_scal_l (fun x' => exp (c * Rabs (x' - x))) (g x)).
      apply continuous_exp_comp.
      apply (continuous_scal_r c (fun x' => Rabs (x' - x))).
      apply continuous_Rabs_comp.
      apply (continuous_minus (V := R_NormedModule));
        [apply continuous_id | apply continuous_const]. }
    unfold continuous in Hc.
    replace (exp (c * Rabs (x - x)) * g x) with (g x) in Hc; [exact Hc |].
    unfold Rminus. rewrite Rplus_opp_r, Rabs_R0, Rmult_0_r, exp_0. ring. }
  apply (filterlim_le_le (fun x' => exp (- b * Rabs (x' - x)) * g x) g
           (fun x' => exp (b * Rabs (x' - x)) * g x) (g x)); try apply Hlimit.
  apply filter_forall. intros x'. split; [| apply Hg].
  apply (Rmult_le_reg_l (exp (b * Rabs (x' - x)))); [apply exp_pos |].
  rewrite <- Rmult_assoc, <- exp_plus.
  replace (b * Rabs (x' - x) + - b * Rabs (x' - x)) with 0 by ring.
  rewrite exp_0, Rmult_1_l, (Rabs_minus_sym x' x). apply Hg.
Qed.

Lemma laplace_density_nonnegative : forall r z : plane, 0 <= laplace_density K b r z.
Proof.
  intros r z. unfold laplace_density. left. apply Rmult_lt_0_compat; [exact K_positive | apply exp_pos].
Qed.

Lemma laplace_density_move_coordinates : forall (r : plane) x y x' y',
  laplace_density K b r (at_coordinates x y)
  <= exp (b * (Rabs (x - x') + Rabs (y - y'))) * laplace_density K b r (at_coordinates x' y').
Proof.
  intros r x y x' y'.
  eapply Rle_trans; [apply (laplace_density_move r _ (at_coordinates x' y')) |].
  apply Rmult_le_compat_r; [apply laplace_density_nonnegative |].
  apply exp_le, Rmult_le_compat_l; [lra | apply distance_coordinates].
Qed.

Lemma no_move : forall x : R, Rabs (x - x) = 0.
Proof. intros x. unfold Rminus. rewrite Rplus_opp_r. apply Rabs_R0. Qed.

Lemma laplace_density_integrable_box : forall (B : box) r, box_integrable B (laplace_density K b r).
Proof.
  intros B r.
  assert (Hy : forall x, interval_integrable (snd B)
                           (fun y => laplace_density K b r (at_coordinates x y))).
  { intros x. apply (ex_RInt_continuous (V := R_CompleteNormedModule)).
    intros y _. apply (log_lipschitz_continuous (fun y => laplace_density K b r (at_coordinates x y))).
    intros y1 y2.
    pose proof (laplace_density_move_coordinates r x y1 x y2) as H.
    rewrite no_move, Rplus_0_l in H. exact H. }
  split; [exact Hy |].
  apply (ex_RInt_continuous (V := R_CompleteNormedModule)).
  intros x _. apply log_lipschitz_continuous. intros x1 x2.
  unfold slice.
  rewrite <- (interval_integral_scaled (snd B) (exp (b * Rabs (x1 - x2)))
               (fun y => laplace_density K b r (at_coordinates x2 y)) (Hy x2)).
  apply interval_integral_monotone; [apply Hy | apply interval_integrable_scaled, Hy |].
  intros y _.
  pose proof (laplace_density_move_coordinates r x1 y x2 y) as H.
  rewrite no_move, Rplus_0_r in H. exact H.
Qed.

Variables (Database : Type) (neighbours : Database -> Database -> Prop).

Definition laplace_probability_plane : plane -> list box -> R :=
  laplace_probability plane (finite_unions boxes) K b.

(** Theorem Laplace and Theorem laplace0 in the plane (l.461, l.467; F22), for
    finite unions of boxes. *)
Theorem laplace_plane : forall epsilon Delta (f' : Database -> plane),
  is_sensitivity neighbours f' Delta -> 0 < Delta -> 0 <= epsilon ->
  (differentially_private neighbours laplace_probability_plane epsilon f'
     <-> b * Delta <= epsilon) /\
  (differentially_private neighbours laplace_probability_plane epsilon f'
     <-> condition_1 laplace_probability_plane epsilon Delta).
Proof.
  intros epsilon Delta f' Hsup HDelta Heps.
  assert (Hint : forall S r, integrable (finite_unions boxes) S (laplace_density K b r)).
  { intros S r i _. apply laplace_density_integrable_box. }
  split.
  - exact (laplace_private_iff_sensitivity plane (finite_unions boxes) K b K_positive b_positive
             Hint Database neighbours epsilon Delta f' Hsup).
  - symmetry.
    exact (laplace_equivalence plane (finite_unions boxes) K b K_positive b_positive
             Hint Database neighbours epsilon Delta f' Hsup HDelta Heps).
Qed.

End Density_in_the_plane.

End Plane.

(** The Euclidean plane is such a plane. *)
Lemma euclidean_same : forall z : C, Cmod (z - z)%C = 0.
Proof. intros z. replace (z - z)%C with (RtoC 0) by ring. apply Cmod_0. Qed.

Lemma euclidean_separates : forall z w : C, Cmod (z - w)%C = 0 -> z = w.
Proof.
  intros z w H. apply Cmod_eq_0 in H.
  replace z with (z - w + w)%C by ring. rewrite H. ring.
Qed.

Lemma euclidean_symmetric : forall z w : C, Cmod (z - w)%C = Cmod (w - z)%C.
Proof. intros z w. rewrite <- Cmod_opp. f_equal. ring. Qed.

Lemma euclidean_triangle : forall z w v : C, Cmod (z - v)%C <= Cmod (z - w)%C + Cmod (w - v)%C.
Proof.
  intros z w v. replace (z - v)%C with ((z - w) + (w - v))%C by ring. apply Cmod_triangle.
Qed.

Definition euclidean_plane : metric_space :=
  Metric_space C (fun z w => Cmod (z - w)%C) euclidean_same euclidean_separates
    euclidean_symmetric euclidean_triangle.

Lemma euclidean_coordinates : forall x y x' y' : R,
  @distance euclidean_plane (x, y) (x', y') <= Rabs (x - x') + Rabs (y - y').
Proof.
  intros x y x' y'. simpl. unfold Cmod; simpl.
  pose proof (Rabs_pos (x - x')) as Hx. pose proof (Rabs_pos (y - y')) as Hy.
  rewrite <- (sqrt_Rsqr (Rabs (x - x') + Rabs (y - y'))) by lra.
  apply sqrt_le_1_alt. unfold Rsqr.
  pose proof (Rsqr_abs (x - x')) as Ex. pose proof (Rsqr_abs (y - y')) as Ey.
  unfold Rsqr in Ex, Ey. nra.
Qed.

Theorem laplace_euclidean_plane : forall K b (Database : Type)
    (neighbours : Database -> Database -> Prop) epsilon Delta (f' : Database -> euclidean_plane),
  0 < K -> 0 < b ->
  is_sensitivity neighbours f' Delta -> 0 < Delta -> 0 <= epsilon ->
  let probability := laplace_probability_plane euclidean_plane (fun x y => (x, y))
    (fun r => match r with (x, y) => ex_intro _ x (ex_intro _ y eq_refl) end)
    euclidean_coordinates K b in
  (differentially_private neighbours probability epsilon f' <-> b * Delta <= epsilon) /\
  (differentially_private neighbours probability epsilon f'
     <-> condition_1 probability epsilon Delta).
Proof.
  intros K b Database neighbours epsilon Delta f' HK Hb Hsup HDelta Heps.
  exact (laplace_plane euclidean_plane (fun x y => (x, y)) _ euclidean_coordinates K b HK Hb
           Database neighbours epsilon Delta f' Hsup HDelta Heps).
Qed.
