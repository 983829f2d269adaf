(** * Closeness of a function and its implementation, in any metric space

    Section 4.2 of the paper ("The function n for generating the noise"),
    definitions (k,delta)-close (l.597) and k-Lipschitz (l.606), Theorem kdelta
    (l.615), Theorem non-kdelta (l.621), the paragraph after it (l.627), and
    the remark on the sensitivity of an implementation (l.454); in
    proofs/theory.md: section 0.1 and finding F14.

    Nothing here depends on measure theory or on real analysis beyond the
    completeness of R (for the exact converse).

    In Rust: the module closeness of crates/oracle checks the same definitions
    on finite sets of points; the error that a function of crates/finite states
    is such a delta. *)

From Coq Require Import Reals Lra.
Local Open Scope R_scope.

(** ** Metric spaces *)

Record metric_space : Type := Metric_space {
  point :> Type;
  distance : point -> point -> R;
  distance_same : forall x, distance x x = 0;
  distance_separates : forall x y, distance x y = 0 -> x = y;
  distance_symmetric : forall x y, distance x y = distance y x;
  distance_triangle : forall x y z, distance x z <= distance x y + distance y z
}.

Arguments distance {_} _ _.

(** Distances are non-negative: this follows from the other axioms. *)
Lemma distance_nonnegative : forall (A : metric_space) (x y : A), 0 <= distance x y.
Proof.
  intros A x y.
  pose proof (distance_triangle A x y x) as triangle.
  rewrite (distance_same A x), (distance_symmetric A y x) in triangle.
  lra.
Qed.

(** The line with |x - y|. *)
Lemma line_separates : forall x y : R, Rabs (x - y) = 0 -> x = y.
Proof.
  intros x y H.
  destruct (Req_dec (x - y) 0) as [E | E].
  - lra.
  - exfalso. exact (Rabs_no_R0 _ E H).
Qed.

Lemma line_triangle : forall x y z : R, Rabs (x - z) <= Rabs (x - y) + Rabs (y - z).
Proof.
  intros x y z.
  replace (x - z) with ((x - y) + (y - z)) by ring.
  apply Rabs_triang.
Qed.

Lemma line_same : forall x : R, Rabs (x - x) = 0.
Proof. intros x. unfold Rminus. rewrite Rplus_opp_r. apply Rabs_R0. Qed.

Definition line : metric_space :=
  Metric_space R (fun x y => Rabs (x - y)) line_same line_separates Rabs_minus_sym line_triangle.

(** ** Definitions of the paper *)

Section Definitions.

Variables A B : metric_space.

(** k-Lipschitz (l.606), on a set S of arguments and everywhere. *)
Definition lipschitz_on (S : A -> Prop) (k : R) (n : A -> B) : Prop :=
  forall u v, S u -> S v -> distance (n u) (n v) <= k * distance u v.

Definition lipschitz (k : R) (n : A -> B) : Prop :=
  forall u v, distance (n u) (n v) <= k * distance u v.

(** n' is (k,delta)-close to n (l.597), on a set S (Condition 3 needs it on
    U_r) and everywhere. *)
Definition close_on (S : A -> Prop) (k delta : R) (n n' : A -> B) : Prop :=
  forall u v, S u -> S v -> distance (n u) (n' v) <= k * distance u v + delta.

Definition close (k delta : R) (n n' : A -> B) : Prop :=
  forall u v, distance (n u) (n' v) <= k * distance u v + delta.

(** ||n - n'||_oo <= delta, on a set S and everywhere. *)
Definition within_on (S : A -> Prop) (delta : R) (n n' : A -> B) : Prop :=
  forall u, S u -> distance (n u) (n' u) <= delta.

Definition within (delta : R) (n n' : A -> B) : Prop :=
  forall u, distance (n u) (n' u) <= delta.

(** Close everywhere is close on every set. *)
Lemma close_everywhere : forall k delta n n',
  close k delta n n' <-> (forall S, close_on S k delta n n').
Proof.
  intros k delta n n'. split.
  - intros H S u v _ _. apply H.
  - intros H u v. exact (H (fun _ => True) u v I I).
Qed.

(** A (k,delta)-close implementation is within delta: take u = v. *)
Lemma within_of_close_on : forall S k delta n n',
  close_on S k delta n n' -> within_on S delta n n'.
Proof.
  intros S k delta n n' H u Su.
  pose proof (H u u Su Su) as Huu.
  rewrite (distance_same A u) in Huu. lra.
Qed.

Lemma within_of_close : forall k delta n n', close k delta n n' -> within delta n n'.
Proof.
  intros k delta n n' H u.
  pose proof (H u u) as Huu.
  rewrite (distance_same A u) in Huu. lra.
Qed.

(** ** Theorem kdelta (l.615)

    If n is k-Lipschitz and ||n - n'||_oo <= delta, then n and n' are
    (k,delta)-close.  First on a set S (the form Condition 3 uses). *)
Theorem kdelta_on : forall S k delta n n',
  lipschitz_on S k n -> within_on S delta n n' -> close_on S k delta n n'.
Proof.
  intros S k delta n n' Hlip Hnear u v Su Sv.
  pose proof (distance_triangle B (n u) (n v) (n' v)) as triangle.
  pose proof (Hlip u v Su Sv). pose proof (Hnear v Sv). lra.
Qed.

Theorem kdelta : forall k delta n n',
  lipschitz k n -> within delta n n' -> close k delta n n'.
Proof.
  intros k delta n n' Hlip Hnear u v.
  pose proof (distance_triangle B (n u) (n v) (n' v)) as triangle.
  pose proof (Hlip u v). pose proof (Hnear v). lra.
Qed.

(** ** Theorem non-kdelta (l.621)

    If d(n(u),n(v)) > k d(u,v) + 2 delta for some u, v, then no n' is
    (k,delta)-close to n.  The paper omits the proof; the statement is correct
    as printed (F14). *)
Theorem non_kdelta : forall k delta n,
  (exists u v, distance (n u) (n v) > k * distance u v + 2 * delta) ->
  ~ (exists n', close k delta n n').
Proof.
  intros k delta n (u & v & gap) (n' & H).
  pose proof (H u v) as Huv.
  pose proof (within_of_close _ _ _ _ H v) as Hv.
  pose proof (distance_triangle B (n u) (n' v) (n v)) as triangle.
  rewrite (distance_symmetric B (n' v) (n v)) in triangle.
  lra.
Qed.

(** The same read forwards: closeness makes n itself Lipschitz up to 2 delta. *)
Theorem lipschitz_up_to_two_delta : forall k delta n n',
  close k delta n n' -> forall u v, distance (n u) (n v) <= k * distance u v + 2 * delta.
Proof.
  intros k delta n n' H u v.
  pose proof (H u v) as Huv.
  pose proof (within_of_close _ _ _ _ H v) as Hv.
  pose proof (distance_triangle B (n u) (n' v) (n v)) as triangle.
  rewrite (distance_symmetric B (n' v) (n v)) in triangle.
  lra.
Qed.

(** The paragraph after Theorem non-kdelta (l.627): a noise n that is unbounded
    on a bounded domain has no (k,delta)-close implementation at all.  This is
    why the result has to be truncated. *)
Theorem unbounded_noise_has_no_close_implementation : forall k delta n diameter,
  0 <= k ->
  (forall u v : A, distance u v <= diameter) ->
  (forall bound, exists u v, distance (n u) (n v) > bound) ->
  ~ (exists n', close k delta n n').
Proof.
  intros k delta n diameter Hk Hbounded Hunbounded.
  apply non_kdelta.
  destruct (Hunbounded (k * diameter + 2 * delta)) as (u & v & gap).
  exists u, v.
  pose proof (Rmult_le_compat_l k _ _ Hk (Hbounded u v)). lra.
Qed.

End Definitions.

Arguments lipschitz_on {A B} _ _ _.
Arguments lipschitz {A B} _ _.
Arguments close_on {A B} _ _ _ _ _.
Arguments close {A B} _ _ _ _.
Arguments within_on {A B} _ _ _ _.
Arguments within {A B} _ _ _.

(** ** The 2 delta of Theorem non-kdelta is sharp (F14)

    n is the step from -delta to delta, n' = 0.  Then n' is (k,delta)-close to
    n, and yet for every c < 2 delta some u, v have d(n(u),n(v)) > k d(u,v)+c:
    2 delta cannot be replaced by anything smaller. *)
Definition step (delta : R) (u : line) : line := if Rle_dec u 0 then - delta else delta.

Theorem non_kdelta_two_delta_is_sharp : forall k delta c,
  0 <= k -> 0 <= delta -> c < 2 * delta ->
  @close line line k delta (step delta) (fun _ => 0)
  /\ exists u v : line, distance (step delta u) (step delta v) > k * distance u v + c.
Proof.
  intros k delta c Hk Hdelta Hc. split.
  - intros u v.
    assert (Hd : distance (step delta u) 0 = delta).
    { unfold step; simpl. destruct (Rle_dec u 0).
      - rewrite Rminus_0_r, Rabs_Ropp. apply Rabs_pos_eq; assumption.
      - rewrite Rminus_0_r. apply Rabs_pos_eq; assumption. }
    rewrite Hd.
    pose proof (distance_nonnegative line u v) as Huv.
    pose proof (Rmult_le_pos _ _ Hk Huv). lra.
  - pose (h := (2 * delta - c) / (k + 1)).
    assert (Hk1 : 0 < k + 1) by lra.
    assert (Hh : 0 < h) by (apply Rdiv_lt_0_compat; lra).
    assert (Hkh : k * h < 2 * delta - c).
    { replace (2 * delta - c) with ((k + 1) * h) by (unfold h; field; lra). lra. }
    exists (h : line), (0 : line). unfold step; simpl.
    destruct (Rle_dec h 0); [lra |].
    destruct (Rle_dec 0 0); [| lra].
    replace (delta - - delta) with (2 * delta) by ring.
    replace (h - 0) with h by ring.
    rewrite (Rabs_pos_eq (2 * delta)), (Rabs_pos_eq h) by lra. lra.
Qed.

(** ** The exact converse of Theorem non-kdelta for real-valued n (F14)

    If |n(u) - n(w)| <= k d(u,w) + 2 delta for all u, w, then
    n'(v) = 1/2 (sup_u (n(u) - k d(u,v)) + inf_u (n(u) + k d(u,v)))
    is (k,delta)-close to n. *)
Section Exact_converse.

Variable A : metric_space.
Variables (k delta : R) (n : A -> line).
Hypothesis k_nonnegative : 0 <= k.
Hypothesis almost_lipschitz : forall u w, distance (n u) (n w) <= k * distance u w + 2 * delta.

(** The values n(u) - k d(u,v), whose supremum is s(v). *)
Definition lower_cone (v : A) (x : R) : Prop := exists u, x = n u - k * distance u v.

(** The values -(n(u) + k d(u,v)), whose supremum is -i(v). *)
Definition upper_cone (v : A) (x : R) : Prop := exists u, x = - (n u + k * distance u v).

Lemma cones_apart : forall u w v,
  (n u - k * distance u v) - (n w + k * distance w v) <= 2 * delta.
Proof.
  intros u w v.
  pose proof (almost_lipschitz u w) as H. simpl in H.
  pose proof (Rle_abs (n u - n w)) as Habs.
  pose proof (distance_triangle A u v w) as triangle.
  rewrite (distance_symmetric A v w) in triangle.
  pose proof (Rmult_le_compat_l k _ _ k_nonnegative triangle) as Hk.
  rewrite Rmult_plus_distr_l in Hk. lra.
Qed.

Lemma lower_cone_bound : forall v, bound (lower_cone v).
Proof.
  intros v. exists (n v + k * distance v v + 2 * delta).
  intros x (u & ->). pose proof (cones_apart u v v). lra.
Qed.

Lemma upper_cone_bound : forall v, bound (upper_cone v).
Proof.
  intros v. exists (2 * delta - (n v - k * distance v v)).
  intros x (u & ->). pose proof (cones_apart v u v). lra.
Qed.

Lemma lower_cone_inhabited : forall v, exists x, lower_cone v x.
Proof. intros v. exists (n v - k * distance v v). exists v. reflexivity. Qed.

Lemma upper_cone_inhabited : forall v, exists x, upper_cone v x.
Proof. intros v. exists (- (n v + k * distance v v)). exists v. reflexivity. Qed.

Definition supremum_of_cones (v : A) : R :=
  proj1_sig (completeness _ (lower_cone_bound v) (lower_cone_inhabited v)).

Definition infimum_of_cones (v : A) : R :=
  - proj1_sig (completeness _ (upper_cone_bound v) (upper_cone_inhabited v)).

Definition midpoint_implementation (v : A) : line :=
  (supremum_of_cones v + infimum_of_cones v) / 2.

Lemma supremum_above : forall v u, n u - k * distance u v <= supremum_of_cones v.
Proof.
  intros v u. unfold supremum_of_cones.
  destruct (completeness _ _ _) as [s [upper least]]; simpl.
  apply upper. exists u. reflexivity.
Qed.

Lemma infimum_below : forall v u, infimum_of_cones v <= n u + k * distance u v.
Proof.
  intros v u. unfold infimum_of_cones.
  destruct (completeness _ _ _) as [s [upper least]]; simpl.
  assert (- (n u + k * distance u v) <= s) by (apply upper; exists u; reflexivity). lra.
Qed.

Lemma supremum_minus_infimum : forall v, supremum_of_cones v - infimum_of_cones v <= 2 * delta.
Proof.
  intros v. unfold supremum_of_cones, infimum_of_cones.
  destruct (completeness _ (lower_cone_bound v) _) as [s [s_upper s_least]]; simpl.
  destruct (completeness _ (upper_cone_bound v) _) as [i [i_upper i_least]]; simpl.
  assert (Hs : s <= 2 * delta - i); [| lra].
  apply s_least. intros x (u & ->).
  assert (Hi : i <= 2 * delta - (n u - k * distance u v)); [| lra].
  apply i_least. intros y (w & ->).
  pose proof (cones_apart u w v). lra.
Qed.

Theorem midpoint_implementation_close : close k delta n midpoint_implementation.
Proof.
  intros u v. unfold midpoint_implementation; simpl.
  pose proof (supremum_above v u). pose proof (infimum_below v u).
  pose proof (supremum_minus_infimum v).
  apply Rabs_le. lra.
Qed.

End Exact_converse.

(** Statement in words: a real-valued n on any metric space has a
    (k,delta)-close implementation if and only if
    |n(u) - n(w)| <= k d(u,w) + 2 delta for all u, w (F14; sharpens l.621).
    The domain may even be empty. *)
Theorem non_kdelta_exact_converse : forall (A : metric_space) k delta (n : A -> line),
  0 <= k ->
  (exists n', close k delta n n')
  <-> (forall u w, distance (n u) (n w) <= k * distance u w + 2 * delta).
Proof.
  intros A k delta n Hk. split.
  - intros (n' & H). exact (lipschitz_up_to_two_delta A line k delta n n' H).
  - intros H. exists (midpoint_implementation A k delta n Hk H).
    apply midpoint_implementation_close.
Qed.

(** The same for R^m with the sup norm, coordinate by coordinate (I is the set
    of coordinates; "sup norm <= c" is "every coordinate <= c"). *)
Theorem non_kdelta_exact_converse_sup_norm :
  forall (A : metric_space) (I : Type) k delta (n : A -> I -> R),
  0 <= k ->
  (exists n' : A -> I -> R, forall u v i, Rabs (n u i - n' v i) <= k * distance u v + delta)
  <-> (forall u w i, Rabs (n u i - n w i) <= k * distance u w + 2 * delta).
Proof.
  intros A I k delta n Hk. split.
  - intros (n' & H) u w i.
    apply (lipschitz_up_to_two_delta A line k delta (fun v => n v i) (fun v => n' v i)).
    intros u' v'. apply (H u' v' i).
  - intros H.
    exists (fun v i => midpoint_implementation A k delta (fun v => n v i) Hk (fun u w => H u w i) v).
    intros u v i.
    exact (midpoint_implementation_close A k delta (fun v => n v i) Hk (fun u w => H u w i) u v).
Qed.

(** ** A gap wider than 2 delta keeps the order

    (What remains of Condition 2, l.659, for a kernel that is not monotone
    point by point; issue 7.) *)

Lemma line_ball : forall (x y : line) c, distance x y <= c -> x - c <= y <= x + c.
Proof.
  intros x y c H; simpl in H.
  pose proof (Rle_abs (x - y)) as H1.
  pose proof (Rle_abs (- (x - y))) as H2.
  rewrite Rabs_Ropp in H2. lra.
Qed.

(** If n' is within delta of n at u and v and n(u) + 2 delta < n(v), then
    n'(u) < n'(v); with <= in the hypothesis, <= in the conclusion. *)
Theorem gap_wider_than_two_delta : forall (A : metric_space) delta (n n' : A -> line),
  within delta n n' ->
  forall u v, n u + 2 * delta < n v -> n' u < n' v.
Proof.
  intros A delta n n' Hnear u v gap.
  pose proof (line_ball _ _ _ (Hnear u)) as Hu.
  pose proof (line_ball _ _ _ (Hnear v)) as Hv. lra.
Qed.

Theorem gap_of_two_delta : forall (A : metric_space) delta (n n' : A -> line),
  within delta n n' ->
  forall u v, n u + 2 * delta <= n v -> n' u <= n' v.
Proof.
  intros A delta n n' Hnear u v gap.
  pose proof (line_ball _ _ _ (Hnear u)) as Hu.
  pose proof (line_ball _ _ _ (Hnear v)) as Hv. lra.
Qed.

(** The same for a (k,delta)-close n'. *)
Theorem gap_wider_than_two_delta_close : forall (A : metric_space) k delta (n n' : A -> line),
  close k delta n n' ->
  forall u v, n u + 2 * delta < n v -> n' u < n' v.
Proof.
  intros A k delta n n' H.
  apply gap_wider_than_two_delta.
  exact (within_of_close A line k delta n n' H).
Qed.

(** n' within delta of an increasing n is strictly increasing on every set G of
    arguments (for instance a grid) on which the increments of n are wider than
    2 delta. *)
Theorem monotone_across_gaps : forall delta (n n' : line -> line) (G : line -> Prop),
  within_on G delta n n' ->
  (forall u v : R, G u -> G v -> u < v -> n u + 2 * delta < n v) ->
  forall u v : R, G u -> G v -> u < v -> n' u < n' v.
Proof.
  intros delta n n' G Hnear Hgap u v Gu Gv Huv.
  pose proof (line_ball _ _ _ (Hnear u Gu)) as Hu.
  pose proof (line_ball _ _ _ (Hnear v Gv)) as Hv.
  pose proof (Hgap u v Gu Gv Huv). lra.
Qed.

(** An increasing n implemented within delta never decreases by more than
    2 delta: n'(v) >= n'(u) - 2 delta for u <= v. *)
Theorem monotone_up_to_two_delta : forall delta (n n' : line -> line),
  within delta n n' ->
  (forall u v : R, u <= v -> n u <= n v) ->
  forall u v : R, u <= v -> n' u <= n' v + 2 * delta.
Proof.
  intros delta n n' Hnear Hmono u v Huv.
  pose proof (line_ball _ _ _ (Hnear u)) as Hu.
  pose proof (line_ball _ _ _ (Hnear v)) as Hv.
  pose proof (Hmono u v Huv). lra.
Qed.

(** The 2 delta of the gap is sharp: with a gap of exactly 2 delta the
    implementation may have equal values. *)
Theorem gap_of_two_delta_is_sharp : forall delta, 0 <= delta ->
  @within line line delta (step delta) (fun _ => 0)
  /\ step delta 0 + 2 * delta = step delta 1.
Proof.
  intros delta Hdelta. split.
  - intros u. unfold step; simpl. destruct (Rle_dec u 0).
    + rewrite Rminus_0_r, Rabs_Ropp, Rabs_pos_eq; lra.
    + rewrite Rminus_0_r, Rabs_pos_eq; lra.
  - unfold step. destruct (Rle_dec 0 0); [| lra]. destruct (Rle_dec 1 0); lra.
Qed.

(** ** The sensitivity of an implementation (remark, l.454; F14)

    If ||f - f'|| <= delta_f, then Delta_f' <= Delta_f + 2 delta_f: stated for
    every bound Delta of the sensitivity of f, and for the suprema. *)
Section Sensitivity.

Variables (Database : Type) (neighbours : Database -> Database -> Prop) (A : metric_space).

Definition sensitivity_at_most (f : Database -> A) (Delta : R) : Prop :=
  forall D1 D2, neighbours D1 D2 -> distance (f D1) (f D2) <= Delta.

Definition is_sensitivity (f : Database -> A) (Delta : R) : Prop :=
  is_lub (fun x => exists D1 D2, neighbours D1 D2 /\ x = distance (f D1) (f D2)) Delta.

Lemma sensitivity_bounds : forall f Delta, is_sensitivity f Delta -> sensitivity_at_most f Delta.
Proof.
  intros f Delta [upper _] D1 D2 H. apply upper. exists D1, D2. split; [exact H | reflexivity].
Qed.

Lemma sensitivity_least : forall f Delta bound,
  is_sensitivity f Delta -> sensitivity_at_most f bound -> Delta <= bound.
Proof.
  intros f Delta bound [_ least] Hbound. apply least.
  intros x (D1 & D2 & H & ->). apply Hbound, H.
Qed.

Theorem sensitivity_of_implementation : forall f f' Delta delta_f,
  sensitivity_at_most f Delta ->
  (forall D, distance (f D) (f' D) <= delta_f) ->
  sensitivity_at_most f' (Delta + 2 * delta_f).
Proof.
  intros f f' Delta delta_f Hf Hnear D1 D2 H.
  pose proof (Hf D1 D2 H). pose proof (Hnear D1) as H1. pose proof (Hnear D2).
  rewrite (distance_symmetric A (f D1)) in H1.
  pose proof (distance_triangle A (f' D1) (f D1) (f' D2)).
  pose proof (distance_triangle A (f D1) (f D2) (f' D2)). lra.
Qed.

Theorem sensitivity_of_implementation_suprema : forall f f' Delta Delta' delta_f,
  is_sensitivity f Delta -> is_sensitivity f' Delta' ->
  (forall D, distance (f D) (f' D) <= delta_f) ->
  Delta' <= Delta + 2 * delta_f.
Proof.
  intros f f' Delta Delta' delta_f Hf Hf' Hnear.
  apply (sensitivity_least f'); [exact Hf' |].
  apply sensitivity_of_implementation with f; [apply sensitivity_bounds; exact Hf | exact Hnear].
Qed.

End Sensitivity.

Arguments sensitivity_at_most {Database} _ {A} _ _.
Arguments is_sensitivity {Database} _ {A} _ _.
