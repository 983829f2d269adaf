(** * The discretised main theorem for a finite generator

    proofs/theory.md, paragraph 1.6: no measure theory.  A finite generator is
    a list of weights and values; the weights are the lengths of consecutive
    intervals I_z that partition (0,1); hypothesis (H) says that a value is
    within delta of the Laplace quantile on its interval wherever this
    matters.  Conclusion: the probability of a cell lies between the Laplace
    masses of the shrunk and of the grown cell.

    Against the page: a value may also be "no number" (reported as Outside,
    paragraph 1.1, Coupling); the tie rule of the rounding is arbitrary
    (paragraph 1.1, Rounding), the half-open cells [a_i,a_(i+1)) being one
    instance; and (H) is asked for on the open interval
    ]m0 + delta, m1 - delta[ only, which is a weaker hypothesis.

    In Rust: a generator of crates/finite/src/uniform.rs followed by Laplace::of;
    the rounding is the window of Mechanism::release.  Rests on LaplaceLaw.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw.
Import ListNotations.

Local Open Scope R_scope.

(** ** Finite generators *)

(** A draw is a weight and a value; [None] is a value that is no number. *)
Definition generator := list (R * option R).

(** The sum of the weights. *)
Fixpoint total (g : generator) : R :=
  match g with
  | [] => 0
  | (w, _) :: g' => w + total g'
  end.

(** The probability of a set of values. *)
Fixpoint prob (S : option R -> bool) (g : generator) : R :=
  match g with
  | [] => 0
  | (w, x) :: g' => (if S x then w else 0) + prob S g'
  end.

(** [pieces P s g]: the predicate P lo hi x holds for every draw of g, where
    x is the value and ]lo,hi[ its interval; the intervals are consecutive,
    have the weights as lengths, and the first starts at s. *)
Fixpoint pieces (P : R -> R -> option R -> Prop) (s : R) (g : generator) : Prop :=
  match g with
  | [] => True
  | (w, x) :: g' => P s (s + w) x /\ pieces P (s + w) g'
  end.

Definition nonneg_weights (g : generator) : Prop := Forall (fun d => 0 <= fst d) g.

(** A finite generator: nonnegative weights of sum one. *)
Definition is_generator (g : generator) : Prop := nonneg_weights g /\ total g = 1.

Lemma pieces_impl (P Q : R -> R -> option R -> Prop) (g : generator) :
  forall s, (forall lo hi x, P lo hi x -> Q lo hi x) -> pieces P s g -> pieces Q s g.
Proof.
  induction g as [|[w x] g IH]; intros s H; simpl; [trivial|].
  intros [HP HR]. split; auto.
Qed.

Lemma pieces_and (P Q : R -> R -> option R -> Prop) (g : generator) :
  forall s, pieces P s g -> pieces Q s g ->
            pieces (fun lo hi x => P lo hi x /\ Q lo hi x) s g.
Proof.
  induction g as [|[w x] g IH]; intros s; simpl; [trivial|].
  intros [HP HP'] [HQ HQ']. split; auto.
Qed.

Lemma total_nonneg (g : generator) : nonneg_weights g -> 0 <= total g.
Proof.
  unfold nonneg_weights. induction 1 as [|[w x] g Hw _ IH]; simpl in *; lra.
Qed.

(** The intervals of a generator lie between their start and start + total. *)
Lemma pieces_range (g : generator) :
  nonneg_weights g ->
  forall s, pieces (fun lo hi _ => s <= lo /\ lo <= hi /\ hi <= s + total g) s g.
Proof.
  unfold nonneg_weights. induction 1 as [|[w x] g Hw Hg IH]; intros s; simpl in *; [trivial|].
  assert (Ht : 0 <= total g) by (apply total_nonneg; exact Hg).
  split; [lra|].
  apply (pieces_impl (fun lo hi _ => s + w <= lo /\ lo <= hi /\ hi <= s + w + total g)).
  - intros lo hi _ H; lra.
  - apply IH.
Qed.

Lemma prob_nonneg (S : option R -> bool) (g : generator) :
  nonneg_weights g -> 0 <= prob S g.
Proof.
  unfold nonneg_weights. induction 1 as [|[w x] g Hw _ IH]; simpl in *; [lra|].
  destruct (S x); lra.
Qed.

Lemma prob_ext (S S' : option R -> bool) (g : generator) :
  (forall x, S x = S' x) -> prob S g = prob S' g.
Proof.
  intros H. induction g as [|[w x] g IH]; simpl; [reflexivity|].
  rewrite H, IH. reflexivity.
Qed.

Lemma prob_negb (S : option R -> bool) (g : generator) :
  prob (fun x => negb (S x)) g = total g - prob S g.
Proof.
  induction g as [|[w x] g IH]; simpl; [lra|].
  rewrite IH. destruct (S x); simpl; lra.
Qed.

(** ** Lists of draws *)

Lemma total_app (g h : generator) : total (g ++ h) = total g + total h.
Proof. induction g as [|[w x] g IH]; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma total_rev (g : generator) : total (rev g) = total g.
Proof. induction g as [|[w x] g IH]; simpl; [lra|]. rewrite total_app, IH. simpl. lra. Qed.

Lemma pieces_app (P : R -> R -> option R -> Prop) (g h : generator) :
  forall s, pieces P s g -> pieces P (s + total g) h -> pieces P s (g ++ h).
Proof.
  induction g as [|[w x] g IH]; intros s; simpl.
  - rewrite Rplus_0_r. auto.
  - intros [H1 H2] H3. split; [exact H1|]. apply IH; [exact H2|].
    rewrite Rplus_assoc. exact H3.
Qed.

(** Reversing a list of draws reflects its intervals. *)
Lemma pieces_rev (P : R -> R -> option R -> Prop) (c : R) (g : generator) :
  forall s, pieces (fun lo hi x => P (c - hi) (c - lo) x) s g ->
            pieces P (c - s - total g) (rev g).
Proof.
  induction g as [|[w x] g IH]; intros s; simpl; [trivial|].
  intros [H1 H2]. apply pieces_app.
  - replace (c - s - (w + total g)) with (c - (s + w) - total g) by ring. apply IH, H2.
  - rewrite total_rev. simpl. split; [|exact I].
    replace (c - s - (w + total g) + total g) with (c - (s + w)) by ring.
    replace (c - (s + w) + w) with (c - s) by ring. exact H1.
Qed.

(** n draws of weight w with the values val 0, ..., val (n-1). *)
Fixpoint equal_draws (w : R) (val : nat -> option R) (n : nat) : generator :=
  match n with
  | O => []
  | S j => equal_draws w val j ++ [(w, val j)]
  end.

Lemma total_equal_draws (w : R) (val : nat -> option R) (n : nat) :
  total (equal_draws w val n) = INR n * w.
Proof.
  induction n as [|n IH]; [simpl; ring|].
  rewrite S_INR. simpl equal_draws. rewrite total_app, IH. simpl. ring.
Qed.

Lemma pieces_equal_draws (P : R -> R -> option R -> Prop) (s w : R) (val : nat -> option R) (n : nat) :
  (forall j, (j < n)%nat -> P (s + INR j * w) (s + (INR j + 1) * w) (val j)) ->
  pieces P s (equal_draws w val n).
Proof.
  induction n as [|n IH]; intros H; simpl; [exact I|].
  apply pieces_app.
  - apply IH. intros j Hj. apply H. lia.
  - rewrite total_equal_draws. simpl. split; [|exact I].
    replace (s + INR n * w + w) with (s + (INR n + 1) * w) by ring. apply H. lia.
Qed.

Lemma nonneg_weights_app (g h : generator) :
  nonneg_weights g -> nonneg_weights h -> nonneg_weights (g ++ h).
Proof. unfold nonneg_weights. intros H1 H2. apply Forall_app. auto. Qed.

Lemma nonneg_weights_equal_draws (w : R) (val : nat -> option R) (n : nat) :
  0 <= w -> nonneg_weights (equal_draws w val n).
Proof.
  intros Hw. induction n as [|n IH]; simpl; [constructor|].
  apply nonneg_weights_app; [exact IH|]. constructor; [exact Hw|constructor].
Qed.

Lemma Forall_equal_draws (Q : R * option R -> Prop) (w : R) (val : nat -> option R) (n : nat) :
  (forall j, (j < n)%nat -> Q (w, val j)) -> Forall Q (equal_draws w val n).
Proof.
  induction n as [|n IH]; intros H; simpl; [constructor|].
  apply Forall_app. split.
  - apply IH. intros j Hj. apply H. lia.
  - constructor; [|constructor]. apply H. lia.
Qed.

(** ** Disjoint intervals inside one interval, and a cover of an interval *)

(** If the (nonempty) intervals of all draws of S lie in [A,B], the probability
    of S is at most B - A. *)
Lemma prob_inside (S : option R -> bool) (A B : R) (g : generator) :
  A <= B -> nonneg_weights g ->
  forall s,
  pieces (fun lo hi x => S x = true -> lo < hi -> A <= lo /\ hi <= B) s g ->
  prob S g <= Rmax 0 (B - Rmax A s).
Proof.
  intros HAB. unfold nonneg_weights.
  induction 1 as [|[w x] g Hw _ IH]; intros s; simpl in *.
  { intros _. apply Rmax_l. }
  intros [HP HR]. specialize (IH _ HR).
  assert (HA := Rmax_l A s). assert (Hs := Rmax_r A s).
  destruct (S x) eqn:ES.
  - destruct (Rle_lt_dec w 0) as [H0|H0].
    + replace w with 0 in * by lra. rewrite Rplus_0_r in IH. lra.
    + destruct (HP eq_refl) as [H1 H2]; [lra|].
      rewrite (Rmax_right A s) by lra. rewrite (Rmax_right A (s + w)) in IH by lra.
      rewrite Rmax_right in IH by lra. rewrite Rmax_right by lra. lra.
  - rewrite Rplus_0_l. apply Rle_trans with (1 := IH).
    apply Rle_max_compat_l.
    assert (Rmax A s <= Rmax A (s + w)) by (apply Rle_max_compat_l; lra). lra.
Qed.

(** If every draw whose interval meets ]A,B[ belongs to S, the probability of
    S is at least the length of the part of ]A,B[ that the intervals cover. *)
Lemma prob_cover (S : option R -> bool) (A B : R) (g : generator) :
  nonneg_weights g ->
  forall s,
  pieces (fun lo hi x => Rmax lo A < Rmin hi B -> S x = true) s g ->
  Rmin B (s + total g) - Rmax A s <= prob S g.
Proof.
  intros Hg. assert (Hg' := Hg). unfold nonneg_weights in Hg.
  induction Hg as [|[w x] g Hw Hg IH]; intros s; simpl in *.
  { intros _. assert (H1 := Rmax_r A s). assert (H2 := Rmin_r B (s + 0)). lra. }
  intros [HP HR]. specialize (IH Hg _ HR).
  rewrite <- Rplus_assoc.
  assert (HA := Rmax_l A s). assert (Hs := Rmax_r A s).
  assert (Hm : Rmax A (s + w) <= Rmax A s + w) by (apply Rmax_lub; lra).
  destruct (S x) eqn:ES; [lra|]. rewrite Rplus_0_l.
  destruct (Rlt_le_dec (Rmax s A) (Rmin (s + w) B)) as [H|H].
  { apply HP in H. discriminate. }
  assert (HB := Rmin_l B (s + w + total g)).
  assert (Hp := prob_nonneg S g Hg).
  rewrite Rmax_comm in H.
  destruct (Rle_dec (s + w) B) as [HwB|HwB].
  - rewrite Rmin_left in H by assumption.
    assert (HA' : s + w <= A \/ w = 0).
    { destruct (Rle_dec A s) as [HAs|HAs].
      - rewrite Rmax_right in H by assumption. right; lra.
      - rewrite Rmax_left in H by lra. left; lra. }
    destruct HA' as [HA'|HA'].
    + rewrite (Rmax_left A s) by lra. rewrite (Rmax_left A (s + w)) in IH by lra. lra.
    + subst w. rewrite Rplus_0_r in *. lra.
  - rewrite Rmin_right in H by lra. lra.
Qed.

(** ** Rounding to cells *)

(** [rounds_to_cells rd a N]: the rounding rd sends a real number to the index
    of its cell or to [None] (Outside).  The cell i < N lies between the open
    interval ]a_i,a_(i+1)[ and its closure, and the window M, the union of the
    cells, contains the open interval ]a_0,a_N[. *)
Definition rounds_to_cells (rd : R -> option nat) (a : nat -> R) (N : nat) : Prop :=
  (forall y i, rd y = Some i -> (i < N)%nat /\ a i <= y <= a (S i)) /\
  (forall y i, (i < N)%nat -> a i < y < a (S i) -> rd y = Some i) /\
  (forall y, a 0%nat < y < a N -> rd y <> None).

(** The reported output for the answer r and the drawn value x. *)
Definition output (rd : R -> option nat) (r : R) (x : option R) : option nat :=
  match x with
  | Some v => rd (r + v)
  | None => None
  end.

(** Hypothesis (H) of paragraph 1.6 for the answer r.  The point u of the
    interval I_z = ]lo,hi[ is written F(y), that is, y = F^(-1)(u). *)
Definition hypothesis_H (beta delta : R) (rd : R -> option nat) (a : nat -> R)
    (N : nat) (g : generator) (r : R) : Prop :=
  pieces (fun lo hi x =>
    forall y, lo < F beta y < hi ->
      output rd r x <> None \/ a 0%nat + delta < r + y < a N - delta ->
      exists v, x = Some v /\ Rabs (v - y) <= delta) 0 g.

Definition option_nat_eqb (x y : option nat) : bool :=
  match x, y with
  | Some i, Some j => Nat.eqb i j
  | None, None => true
  | _, _ => false
  end.

Lemma option_nat_eqb_eq (x y : option nat) : option_nat_eqb x y = true <-> x = y.
Proof.
  destruct x as [i|], y as [j|]; simpl; split; intros H; try discriminate; trivial.
  - apply Nat.eqb_eq in H; subst; reflexivity.
  - injection H as ->. apply Nat.eqb_refl.
Qed.

Section Discretised.

Variables (beta delta : R) (rd : R -> option nat) (a : nat -> R) (N : nat) (g : generator).
Hypothesis beta_pos : 0 < beta.
Hypothesis delta_nonneg : 0 <= delta.
Hypothesis cells : rounds_to_cells rd a N.
Hypothesis edges_increase : forall i, (i < N)%nat -> a i <= a (S i).
Hypothesis gen : is_generator g.

Notation F := (F beta).

Lemma edges_le (i j : nat) : (i <= j)%nat -> (j <= N)%nat -> a i <= a j.
Proof.
  induction 1 as [|j Hij IH]; intros Hj; [lra|].
  apply Rle_trans with (a j); [apply IH; lia|apply edges_increase; lia].
Qed.

(** A nonempty subinterval of (0,1) all of whose points F(y) have y >= x1 lies
    above F x1 ... *)
Lemma piece_above (lo hi x1 : R) :
  0 <= lo -> hi <= 1 -> lo < hi ->
  (forall y, lo < F y < hi -> x1 <= y) -> F x1 <= lo.
Proof.
  intros H0 H1 Hlt H.
  destruct (Rle_lt_dec (F x1) lo) as [Hle|Hgt]; [assumption|exfalso].
  assert (Hm : lo < Rmin (F x1) hi) by (apply Rmin_glb_lt; assumption).
  assert (Hm1 := Rmin_l (F x1) hi). assert (Hm2 := Rmin_r (F x1) hi).
  set (u := (lo + Rmin (F x1) hi) / 2).
  destruct (F_onto beta beta_pos u) as [y Hy]; [unfold u; lra|].
  assert (Hy1 : x1 <= y) by (apply H; rewrite Hy; unfold u; lra).
  apply (F_monotone beta beta_pos) in Hy1. rewrite Hy in Hy1. unfold u in Hy1. lra.
Qed.

(** ... and one all of whose points have y <= x2 lies below F x2. *)
Lemma piece_below (lo hi x2 : R) :
  0 <= lo -> hi <= 1 -> lo < hi ->
  (forall y, lo < F y < hi -> y <= x2) -> hi <= F x2.
Proof.
  intros H0 H1 Hlt H.
  destruct (Rle_lt_dec hi (F x2)) as [Hle|Hgt]; [assumption|exfalso].
  assert (Hm : Rmax (F x2) lo < hi) by (apply Rmax_lub_lt; assumption).
  assert (Hm1 := Rmax_l (F x2) lo). assert (Hm2 := Rmax_r (F x2) lo).
  set (u := (hi + Rmax (F x2) lo) / 2).
  destruct (F_onto beta beta_pos u) as [y Hy]; [unfold u; lra|].
  assert (Hy1 : y <= x2) by (apply H; rewrite Hy; unfold u; lra).
  apply (F_monotone beta beta_pos) in Hy1. rewrite Hy in Hy1. unfold u in Hy1. lra.
Qed.

Lemma piece_inside (lo hi x1 x2 : R) :
  0 <= lo -> hi <= 1 -> lo < hi ->
  (forall y, lo < F y < hi -> x1 <= y <= x2) ->
  F x1 <= lo /\ hi <= F x2.
Proof.
  intros H0 H1 Hlt H. split.
  - apply (piece_above lo hi x1); trivial. intros y Hy. apply H, Hy.
  - apply (piece_below lo hi x2); trivial. intros y Hy. apply H, Hy.
Qed.

(** Upper half of 1.6, for a set S of outputs contained in [l,e]. *)
Lemma discretised_upper_set (S : option nat -> bool) (l e r : R) :
  hypothesis_H beta delta rd a N g r ->
  l <= e ->
  (forall v, S (rd (r + v)) = true -> rd (r + v) <> None /\ l <= r + v <= e) ->
  S None = false ->
  prob (fun x => S (output rd r x)) g <= F (e + delta - r) - F (l - delta - r).
Proof.
  intros HH Hle HS HN. destruct gen as [Hw Ht].
  assert (HF : F (l - delta - r) <= F (e + delta - r)) by (apply F_monotone; lra).
  assert (H : prob (fun x => S (output rd r x)) g
              <= Rmax 0 (F (e + delta - r) - Rmax (F (l - delta - r)) 0)).
  { apply prob_inside; [assumption|assumption|].
    apply (pieces_impl (fun lo hi x => _ /\ _)
             _ g 0) with (2 := pieces_and _ _ _ _ HH (pieces_range g Hw 0)).
    intros lo hi x [Hx [Hlo [_ Hhi]]] HSx Hlt. rewrite Ht in Hhi.
    apply piece_inside; [lra|lra|assumption|].
    intros y Hy. destruct x as [v|]; simpl in *; [|congruence].
    destruct (HS v HSx) as [Hn Hin].
    destruct (Hx y Hy (or_introl Hn)) as [v' [Hv Hd]].
    injection Hv as <-. apply Rabs_le_between in Hd. lra. }
  assert (H0 := F_range beta beta_pos (l - delta - r)).
  rewrite (Rmax_left (F (l - delta - r)) 0) in H by lra.
  rewrite Rmax_right in H by lra. exact H.
Qed.

(** Lower half of 1.6, for a set S of outputs that contains all numbers of
    ]l,e[, where ]l,e[ is part of the window. *)
Lemma discretised_lower_set (S : option nat -> bool) (l e r : R) :
  hypothesis_H beta delta rd a N g r ->
  a 0%nat <= l -> e <= a N ->
  (forall v, l < r + v < e -> S (rd (r + v)) = true) ->
  F (e - delta - r) - F (l + delta - r) <= prob (fun x => S (output rd r x)) g.
Proof.
  intros HH Hl He HS. destruct gen as [Hw Ht].
  assert (H1 := F_range beta beta_pos (l + delta - r)).
  assert (H2 := F_range beta beta_pos (e - delta - r)).
  assert (H : Rmin (F (e - delta - r)) (0 + total g) - Rmax (F (l + delta - r)) 0
              <= prob (fun x => S (output rd r x)) g).
  { apply prob_cover; [assumption|].
    apply (pieces_impl _ _ g 0) with (2 := HH).
    intros lo hi x Hx Hmeet.
    assert (Hl1 := Rmax_l lo (F (l + delta - r))).
    assert (Hl2 := Rmax_r lo (F (l + delta - r))).
    assert (Hh1 := Rmin_l hi (F (e - delta - r))).
    assert (Hh2 := Rmin_r hi (F (e - delta - r))).
    set (u := (Rmax lo (F (l + delta - r)) + Rmin hi (F (e - delta - r))) / 2).
    destruct (F_onto beta beta_pos u) as [y Hy]; [unfold u; lra|].
    assert (Hy1 : l + delta - r < y).
    { apply (F_lt_inv beta beta_pos). rewrite Hy. unfold u. lra. }
    assert (Hy2 : y < e - delta - r).
    { apply (F_lt_inv beta beta_pos). rewrite Hy. unfold u. lra. }
    destruct (Hx y) as [v [-> Hd]].
    - rewrite Hy. unfold u. lra.
    - right. lra.
    - simpl. apply HS. apply Rabs_le_between in Hd. lra. }
  rewrite Ht, Rplus_0_l, Rmin_left, Rmax_left in H by lra. exact H.
Qed.

(** Paragraph 1.6, first half, one cell: the probability of the output i is at
    most the Laplace mass of the cell grown by delta. *)
Theorem discretised_upper (i : nat) (r : R) :
  (i < N)%nat -> hypothesis_H beta delta rd a N g r ->
  prob (fun x => option_nat_eqb (output rd r x) (Some i)) g
  <= mass beta (a i - delta - r) (a (S i) + delta - r).
Proof.
  intros Hi HH. destruct cells as [Hin _].
  apply (discretised_upper_set (fun o => option_nat_eqb o (Some i)));
    [exact HH|apply edges_increase; exact Hi| |reflexivity].
  intros v Hv. apply option_nat_eqb_eq in Hv. split; [congruence|].
  apply (Hin _ _ Hv).
Qed.

(** Paragraph 1.6, second half, one cell: the probability of the output i is at
    least the Laplace mass of the cell shrunk by delta. *)
Theorem discretised_lower (i : nat) (r : R) :
  (i < N)%nat -> hypothesis_H beta delta rd a N g r ->
  mass beta (a i + delta - r) (a (S i) - delta - r)
  <= prob (fun x => option_nat_eqb (output rd r x) (Some i)) g.
Proof.
  intros Hi HH. destruct cells as [_ [Hin _]].
  apply (discretised_lower_set (fun o => option_nat_eqb o (Some i)));
    [exact HH|apply edges_le; lia|apply edges_le; lia|].
  intros v Hv. apply option_nat_eqb_eq. apply Hin; assumption.
Qed.

Lemma prob_outside_complement (r : R) :
  prob (fun x => option_nat_eqb (output rd r x) None) g
  = 1 - prob (fun x => negb (option_nat_eqb (output rd r x) None)) g.
Proof. destruct gen as [_ Ht]. rewrite prob_negb, Ht. ring. Qed.

(** Paragraph 1.6 for Outside: its probability is at most the Laplace mass
    outside the window shrunk by delta (two half-lines) ... *)
Theorem discretised_outside_upper (r : R) :
  hypothesis_H beta delta rd a N g r ->
  prob (fun x => option_nat_eqb (output rd r x) None) g
  <= F (a 0%nat + delta - r) + (1 - F (a N - delta - r)).
Proof.
  intros HH. destruct cells as [_ [_ Hin]]. rewrite prob_outside_complement.
  assert (H : F (a N - delta - r) - F (a 0%nat + delta - r)
              <= prob (fun x => negb (option_nat_eqb (output rd r x) None)) g).
  { apply (discretised_lower_set (fun o => negb (option_nat_eqb o None)));
      [exact HH|lra|lra|].
    intros v Hv. apply Hin in Hv. destruct (rd (r + v)); [reflexivity|congruence]. }
  lra.
Qed.

(** ... and at least the Laplace mass outside the window grown by delta. *)
Theorem discretised_outside_lower (r : R) :
  hypothesis_H beta delta rd a N g r ->
  F (a 0%nat - delta - r) + (1 - F (a N + delta - r))
  <= prob (fun x => option_nat_eqb (output rd r x) None) g.
Proof.
  intros HH. destruct cells as [Hin _]. rewrite prob_outside_complement.
  assert (H : prob (fun x => negb (option_nat_eqb (output rd r x) None)) g
              <= F (a N + delta - r) - F (a 0%nat - delta - r)).
  { apply (discretised_upper_set (fun o => negb (option_nat_eqb o None)));
      [exact HH|apply edges_le; lia| |reflexivity].
    intros v Hv. destruct (rd (r + v)) as [i|] eqn:E; [|discriminate].
    split; [congruence|]. destruct (Hin _ _ E) as [Hi Hv'].
    assert (a 0%nat <= a i) by (apply edges_le; lia).
    assert (a (S i) <= a N) by (apply edges_le; lia). lra. }
  lra.
Qed.

End Discretised.

(** ** Half-open cells *)

(** The rounding with half-open cells [a_i,a_(i+1)), i < N. *)
Fixpoint half_open_rounding (a : nat -> R) (N : nat) (y : R) : option nat :=
  match N with
  | O => None
  | S n => if Rle_dec (a n) y then
             if Rlt_dec y (a (S n)) then Some n else half_open_rounding a n y
           else half_open_rounding a n y
  end.

(** For increasing edges it is a rounding to cells, and its window is exactly
    [a_0,a_N). *)
Theorem half_open_rounding_cells (a : nat -> R) (N : nat) :
  (forall i, (i < N)%nat -> a i < a (S i)) ->
  rounds_to_cells (half_open_rounding a N) a N /\
  (forall y, half_open_rounding a N y <> None <-> a 0%nat <= y < a N) /\
  (forall y i, half_open_rounding a N y = Some i <-> (i < N)%nat /\ a i <= y < a (S i)).
Proof.
  intros Ha.
  assert (Hmono : forall i j, (i <= j)%nat -> (j <= N)%nat -> a i <= a j).
  { intros i j. induction 1 as [|j Hij IH]; intros Hj; [lra|].
    assert (H1 := Ha j ltac:(lia)). assert (H2 := IH ltac:(lia)). lra. }
  assert (Hcell : forall n, (n <= N)%nat -> forall y i,
            half_open_rounding a n y = Some i <-> (i < n)%nat /\ a i <= y < a (S i)).
  { induction n as [|n IH]; intros Hn y i; simpl.
    - split; [discriminate|intros [H _]; lia].
    - assert (IH' := IH ltac:(lia) y i).
      assert (Hsub : forall o, (half_open_rounding a n y = o) -> ~ (a n <= y < a (S n)) ->
                (half_open_rounding a n y = Some i <-> (i < S n)%nat /\ a i <= y < a (S i))).
      { intros _ _ Hno. rewrite IH'. split; intros [H1 H2]; split; trivial; try lia.
        assert (i <> n) by (intros ->; contradiction). lia. }
      destruct (Rle_dec (a n) y) as [H1|H1]; [destruct (Rlt_dec y (a (S n))) as [H2|H2]|].
      + split.
        * intros H; injection H as <-. split; [lia|lra].
        * intros [Hi Hy]. f_equal.
          destruct (Nat.eq_dec i n) as [E|E]; [congruence|].
          assert (a (S i) <= a n) by (apply Hmono; lia). lra.
      + apply (Hsub _ eq_refl); lra.
      + apply (Hsub _ eq_refl); lra. }
  assert (Hwin : forall n, (n <= N)%nat -> forall y,
            a 0%nat <= y < a n -> half_open_rounding a n y <> None).
  { induction n as [|n IH]; intros Hn y Hy; simpl; [lra|].
    destruct (Rle_dec (a n) y) as [H1|H1].
    - destruct (Rlt_dec y (a (S n))) as [H2|H2]; [discriminate|lra].
    - apply IH; [lia|lra]. }
  split; [|split].
  - split; [|split].
    + intros y i H. apply Hcell in H; [|lia]. split; [tauto|lra].
    + intros y i Hi Hy. apply Hcell; [lia|]. split; [assumption|lra].
    + intros y Hy. apply Hwin; [lia|lra].
  - intros y. split.
    + destruct (half_open_rounding a N y) as [i|] eqn:E; [|congruence]. intros _.
      apply Hcell in E; [|lia]. destruct E as [Hi Hy].
      assert (a 0%nat <= a i) by (apply Hmono; lia).
      assert (a (S i) <= a N) by (apply Hmono; lia). lra.
    + apply Hwin; lia.
  - intros y i. apply Hcell; lia.
Qed.

(** ** From a coupling to (H) *)

(** The four cases of Theorem B (paragraph 1.3) end in one of two ways: the
    value is within delta of the quantile, or both are farther than rho_M from
    0.  [near_or_far] says so for every point of every interval. *)
Definition near_or_far (beta delta rho_M : R) (g : generator) : Prop :=
  pieces (fun lo hi x =>
    forall y, lo < F beta y < hi ->
      (exists v, x = Some v /\ Rabs (v - y) <= delta) \/
      ((forall v, x = Some v -> rho_M < Rabs v) /\ rho_M < Rabs y)) 0 g.

(** [near_or_same_side]: the same, with numbers only, and in the second case
    value and quantile are on the same side of 0 (F7). *)
Definition near_or_same_side (beta delta rho_M : R) (g : generator) : Prop :=
  pieces (fun lo hi x =>
    forall y, lo < F beta y < hi ->
      exists v, x = Some v /\
        (Rabs (v - y) <= delta \/ (rho_M < v /\ rho_M < y) \/ (v < - rho_M /\ y < - rho_M))) 0 g.

(** If every point of the window is within rho_M of the answer r, then
    [near_or_far] implies (H): this is (A) and (B) for a finite generator. *)
Theorem hypothesis_H_from_near_or_far
    (beta delta rho_M : R) (rd : R -> option nat) (a : nat -> R) (N : nat)
    (g : generator) (r : R) :
  0 <= delta ->
  rounds_to_cells rd a N ->
  (forall i, (i < N)%nat -> a i <= a (S i)) ->
  r - rho_M <= a 0%nat -> a N <= r + rho_M ->
  near_or_far beta delta rho_M g ->
  hypothesis_H beta delta rd a N g r.
Proof.
  intros Hd [Hin _] Ha H0 HN. apply pieces_impl.
  intros lo hi x H y Hy Hor. destruct (H y Hy) as [Hnear|[Hx Hfar]]; [exact Hnear|exfalso].
  destruct Hor as [Hout|Hwin].
  - destruct x as [v|]; simpl in Hout; [|congruence].
    destruct (rd (r + v)) as [i|] eqn:E; [|congruence].
    destruct (Hin _ _ E) as [Hi Hv].
    assert (a 0%nat <= a i) by (apply (edges_le a N Ha); lia).
    assert (a (S i) <= a N) by (apply (edges_le a N Ha); lia).
    assert (Hv' := Hx v eq_refl).
    assert (Rabs v <= rho_M) by (apply Rabs_le; lra). lra.
  - assert (Rabs y <= rho_M) by (apply Rabs_le; lra). lra.
Qed.

(** (H) becomes weaker when delta grows. *)
Lemma hypothesis_H_weaken (beta delta delta' : R) (rd : R -> option nat)
    (a : nat -> R) (N : nat) (g : generator) (r : R) :
  delta <= delta' ->
  hypothesis_H beta delta rd a N g r -> hypothesis_H beta delta' rd a N g r.
Proof.
  intros Hd. apply pieces_impl. intros lo hi x H y Hy Hor.
  destruct (H y Hy) as [v [Hv Hv']].
  - destruct Hor as [Ho|Ho]; [left; exact Ho|right; lra].
  - exists v. split; [exact Hv|lra].
Qed.
