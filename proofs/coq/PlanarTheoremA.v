(** * Theorem A in the plane: any finite union of cells, any probability space

    proofs/theory.md, paragraphs 1.1 and 1.2, for m = 2.  The outputs are
    finitely many boxes with sides >= L, and "outside"; the complement of the
    window is tiled by boxes with sides >= L that do not meet it ([tiled]), which
    is proved for any set of cells of a grid ([grid_tiled]).  X and X' live on
    one probability space and satisfy (A) and (B) in the sup norm; X' may be no
    number and may depend on the answer.  A factor that bounds the mass of every
    grown box by that of the shrunk box bounds the probability of every set of
    outputs; Lemma 2 and the sinh bound give two such factors.

    In Rust: PlanarMechanism::release, whatever its noise.  Rests on
    PlanarScaling.v and TheoremACoupling.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool Classical_Prop Classical_Pred_Type.
From Kdelta Require Import LaplaceLaw Scaling Sinh Discretised TheoremACoupling PlanarScaling.
Import ListNotations.

Local Open Scope R_scope.

(** ** Boxes *)

(** (left, right), (bottom, top) *)
Definition box : Type := ((R * R) * (R * R))%type.

Definition left_of (t : box) : R := fst (fst t).
Definition right_of (t : box) : R := snd (fst t).
Definition bottom_of (t : box) : R := fst (snd t).
Definition top_of (t : box) : R := snd (snd t).

Definition in_closed (t : box) (z : R * R) : Prop :=
  left_of t <= fst z <= right_of t /\ bottom_of t <= snd z <= top_of t.

Definition in_open (t : box) (z : R * R) : Prop :=
  left_of t < fst z < right_of t /\ bottom_of t < snd z < top_of t.

Definition sides_at_least (L : R) (t : box) : Prop :=
  left_of t + L <= right_of t /\ bottom_of t + L <= top_of t.

(** t grown by d on every side, seen from r. *)
Definition seen (t : box) (d : R) (r : R * R) : box :=
  ((left_of t - d - fst r, right_of t + d - fst r), (bottom_of t - d - snd r, top_of t + d - snd r)).

Definition mass_of (p : R -> R -> R) (t : box) : R :=
  box_mass p (left_of t) (right_of t) (bottom_of t) (top_of t).

Definition closed_test (t : box) (z : R * R) : bool :=
  Rleb (left_of t) (fst z) && Rleb (fst z) (right_of t) &&
  (Rleb (bottom_of t) (snd z) && Rleb (snd z) (top_of t)).

Definition open_test (t : box) (z : R * R) : bool :=
  Rltb (left_of t) (fst z) && Rltb (fst z) (right_of t) &&
  (Rltb (bottom_of t) (snd z) && Rltb (snd z) (top_of t)).

Lemma closed_test_true (t : box) (z : R * R) : closed_test t z = true <-> in_closed t z.
Proof. unfold closed_test, in_closed. rewrite !andb_true_iff, !Rleb_true. tauto. Qed.

Lemma open_test_true (t : box) (z : R * R) : open_test t z = true <-> in_open t z.
Proof. unfold open_test, in_open. rewrite !andb_true_iff, !Rltb_true. tauto. Qed.

(** X has the density p: boxes, closed and open, have their mass, and nothing
    is lost at infinity. *)
Definition has_density (W : probability_space) (X : W -> R * R) (p : R -> R -> R) : Prop :=
  (forall t, left_of t <= right_of t -> bottom_of t <= top_of t ->
     event W (fun w => closed_test t (X w)) /\ Pr W (fun w => closed_test t (X w)) = mass_of p t) /\
  (forall t, left_of t <= right_of t -> bottom_of t <= top_of t ->
     event W (fun w => open_test t (X w)) /\ Pr W (fun w => open_test t (X w)) = mass_of p t) /\
  (forall eps, 0 < eps -> exists R, 1 - eps < Pr W (fun w => closed_test ((- R, R), (- R, R)) (X w)) /\
     event W (fun w => closed_test ((- R, R), (- R, R)) (X w))).

(** ** The window *)

(** rd rounds to N boxes: each value of cell k lies in the closed box, each
    point of the open box is rounded to k (any rule for the border). *)
Definition rounds_to_boxes (rd : R * R -> option nat) (cell : nat -> box) (N : nat) : Prop :=
  (forall z k, rd z = Some k -> (k < N)%nat /\ in_closed (cell k) z) /\
  (forall z k, (k < N)%nat -> in_open (cell k) z -> rd z = Some k).

Definition disjoint_boxes (s t : box) : Prop := forall z, in_open s z -> in_open t z -> False.

(** The complement of the window within any square is covered by finitely many
    closed boxes with sides >= L, with disjoint interiors outside the window. *)
Definition tiled (rd : R * R -> option nat) (L : R) : Prop :=
  forall S, exists tiles : list box,
    Forall (sides_at_least L) tiles /\ ForallOrdPairs disjoint_boxes tiles /\
    (forall t z, In t tiles -> in_open t z -> rd z = None) /\
    (forall z, rd z = None -> Rabs (fst z) <= S -> Rabs (snd z) <= S ->
       exists t, In t tiles /\ in_closed t z).

Definition moved (r v : R * R) : R * R := (fst r + fst v, snd r + snd v).

Definition released (rd : R * R -> option nat) (r : R * R) (x : option (R * R)) : option nat :=
  match x with Some v => rd (moved r v) | None => None end.

Definition near (delta : R) (v x : R * R) : Prop :=
  Rabs (fst v - fst x) <= delta /\ Rabs (snd v - snd x) <= delta.

(** ** Unions of events *)

Section Events.

Variable W : probability_space.
Hypothesis event_none : event W (fun _ => false).

Lemma Pr_none : Pr W (fun _ => false) = 0.
Proof.
  assert (H := Pr_add W _ _ event_none event_none ltac:(intros; discriminate)).
  simpl in H. lra.
Qed.

Lemma event_or (E E' : W -> bool) : event W E -> event W E' -> event W (fun w => E w || E' w).
Proof.
  intros H H'. apply (event_ext W (fun w => negb (negb (E w) && negb (E' w)))).
  - intros w. destruct (E w), (E' w); reflexivity.
  - apply event_not, event_and; apply event_not; assumption.
Qed.

Lemma Pr_or (E E' : W -> bool) : event W E -> event W E' ->
  Pr W (fun w => E w || E' w) <= Pr W E + Pr W E'.
Proof.
  intros H H'.
  assert (HD : event W (fun w => E' w && negb (E w))) by (apply event_and; [exact H' | apply event_not, H]).
  rewrite (Pr_ext W _ (fun w => E w || (E' w && negb (E w)))).
  - rewrite Pr_add; trivial.
    + apply Rplus_le_compat_l. apply Pr_mono; trivial.
      intros w Hw. apply andb_prop in Hw. tauto.
    + intros w H1 H2. rewrite H1, andb_false_r in H2. discriminate.
  - intros w. destruct (E w), (E' w); reflexivity.
Qed.

(** The sum over a list of events. *)
Definition sum_Pr (Es : list (W -> bool)) : R := fold_right (fun E s => Pr W E + s) 0 Es.

Definition some_event (Es : list (W -> bool)) (w : W) : bool := existsb (fun E => E w) Es.

Lemma event_some (Es : list (W -> bool)) : Forall (event W) Es -> event W (some_event Es).
Proof.
  induction 1 as [| E Es HE _ IH]; [exact event_none |].
  apply (event_ext W (fun w => E w || some_event Es w)); [reflexivity |].
  apply event_or; assumption.
Qed.

Lemma Pr_some_le (Es : list (W -> bool)) : Forall (event W) Es -> Pr W (some_event Es) <= sum_Pr Es.
Proof.
  induction 1 as [| E Es HE HEs IH].
  - simpl. right. exact Pr_none.
  - simpl. rewrite (Pr_ext W _ (fun w => E w || some_event Es w)) by reflexivity.
    apply Rle_trans with (1 := Pr_or _ _ HE (event_some Es HEs)). lra.
Qed.

Lemma Pr_some_disjoint (Es : list (W -> bool)) :
  Forall (event W) Es ->
  ForallOrdPairs (fun E E' => forall w, E w = true -> E' w = true -> False) Es ->
  sum_Pr Es = Pr W (some_event Es).
Proof.
  induction 1 as [| E Es HE HEs IH]; intros HD.
  - simpl. symmetry. exact Pr_none.
  - inversion HD as [| E0 Es0 Hhead Htail]; subst. simpl.
    rewrite (Pr_ext W (some_event (E :: Es)) (fun w => E w || some_event Es w)) by reflexivity.
    rewrite Pr_add; trivial.
    + rewrite <- IH by exact Htail. reflexivity.
    + apply event_some, HEs.
    + intros w H1 H2. apply existsb_exists in H2. destruct H2 as [E' [HIn H2]].
      rewrite Forall_forall in Hhead. exact (Hhead E' HIn w H1 H2).
Qed.

End Events.

(** ** Two mechanisms *)

(** Distances within d and boxes grown by d. *)
Lemma near_closed (d : R) (t : box) (r v x : R * R) :
  near d v x -> in_closed t (moved r v) -> in_closed (seen t d r) x.
Proof.
  intros [H1 H2] [H3 H4]. apply Rabs_le_between in H1. apply Rabs_le_between in H2.
  unfold in_closed, seen, moved, left_of, right_of, bottom_of, top_of in *; simpl in *. lra.
Qed.

Lemma near_open (d : R) (t : box) (r v x : R * R) :
  near d v x -> in_open (seen t (- d) r) x -> in_open t (moved r v).
Proof.
  intros [H1 H2] [H3 H4]. apply Rabs_le_between in H1. apply Rabs_le_between in H2.
  unfold in_open, seen, moved, left_of, right_of, bottom_of, top_of in *; simpl in *. lra.
Qed.

Lemma seen_shrunk_near (d : R) (t : box) (r x s : R * R) :
  in_open (seen t (- d) r) x -> near d s (moved r x) -> in_open t s.
Proof.
  intros [H3 H4] [H1 H2]. apply Rabs_le_between in H1. apply Rabs_le_between in H2.
  unfold in_open, seen, moved, left_of, right_of, bottom_of, top_of in *; simpl in *. lra.
Qed.

(** (A) and (B) of paragraph 1.1 for the answer r and the computed noise Y, with
    the shift d. *)
Definition satisfies_A {W : probability_space} (X : W -> R * R) (rd : R * R -> option nat)
    (d : R) (r : R * R) (Y : W -> option (R * R)) : Prop :=
  forall w, released rd r (Y w) <> None -> exists v, Y w = Some v /\ near d v (X w).

Definition satisfies_B {W : probability_space} (X : W -> R * R) (rd : R * R -> option nat)
    (d : R) (r : R * R) (Y : W -> option (R * R)) : Prop :=
  forall w, (forall s, near d s (moved r (X w)) -> rd s <> None) ->
  exists v, Y w = Some v /\ near d v (X w).

(** Two mechanisms with the same rounding: the answers r1 and r2, the computed
    noises Y1 and Y2 with the shifts d1 and d2 from the same X.  A factor C that
    bounds the mass of every box grown by d1, seen from r1, by that of the box
    shrunk by d2, seen from r2, bounds the probability of every set of outputs.
    Theorem A is the case of two answers and one shift; Theorem T that of one
    answer, with the shifts delta and 0. *)
Section Comparison.

Variables (W : probability_space) (X : W -> R * R) (p : R -> R -> R).
Variables (L : R) (rd : R * R -> option nat) (cell : nat -> box) (N : nat).
Variables (d1 d2 C : R) (r1 r2 : R * R) (Y1 Y2 : W -> option (R * R)).
Hypothesis law : has_density W X p.
Hypothesis d1_nonneg : 0 <= d1.
Hypothesis d2_nonneg : 0 <= d2.
Hypothesis L_large : 2 * d2 < L.
Hypothesis cells : rounds_to_boxes rd cell N.
Hypothesis cells_large : forall k, (k < N)%nat -> sides_at_least L (cell k).
Hypothesis complement : tiled rd L.
Hypothesis measurable1 : forall S : option nat -> bool, event W (fun w => S (released rd r1 (Y1 w))).
Hypothesis measurable2 : forall S : option nat -> bool, event W (fun w => S (released rd r2 (Y2 w))).
Hypothesis A1 : satisfies_A X rd d1 r1 Y1.
Hypothesis B1 : satisfies_B X rd d1 r1 Y1.
Hypothesis A2 : satisfies_A X rd d2 r2 Y2.
Hypothesis B2 : satisfies_B X rd d2 r2 Y2.
Hypothesis C_nonneg : 0 <= C.
Hypothesis factor : forall t, sides_at_least L t ->
  mass_of p (seen t d1 r1) <= C * mass_of p (seen t (- d2) r2).

Let P1 (S : option nat -> bool) : R := Pr W (fun w => S (released rd r1 (Y1 w))).
Let P2 (S : option nat -> bool) : R := Pr W (fun w => S (released rd r2 (Y2 w))).

Lemma grown_ordered (t : box) : sides_at_least L t ->
  left_of (seen t d1 r1) <= right_of (seen t d1 r1) /\
  bottom_of (seen t d1 r1) <= top_of (seen t d1 r1).
Proof.
  intros [H1 H2]. unfold seen, left_of, right_of, bottom_of, top_of in *; simpl in *. lra.
Qed.

Lemma shrunk_ordered (t : box) : sides_at_least L t ->
  left_of (seen t (- d2) r2) <= right_of (seen t (- d2) r2) /\
  bottom_of (seen t (- d2) r2) <= top_of (seen t (- d2) r2).
Proof.
  intros [H1 H2]. unfold seen, left_of, right_of, bottom_of, top_of in *; simpl in *. lra.
Qed.

Lemma one_cell (k : nat) : (k < N)%nat ->
  P1 (fun o => option_nat_eqb o (Some k)) <= C * P2 (fun o => option_nat_eqb o (Some k)).
Proof.
  intros Hk. destruct law as [Hclosed [Hopen _]]. assert (Hs := cells_large k Hk).
  destruct (grown_ordered _ Hs) as [G1 G2]. destruct (shrunk_ordered _ Hs) as [S1 S2].
  destruct (Hclosed _ G1 G2) as [EG PG]. destruct (Hopen _ S1 S2) as [ES PS].
  apply Rle_trans with (mass_of p (seen (cell k) d1 r1)).
  - rewrite <- PG. apply Pr_mono; [exact (measurable1 (fun o => option_nat_eqb o (Some k))) | exact EG |].
    intros w Hw. apply option_nat_eqb_eq in Hw.
    destruct (A1 w) as [v [Ev Hd]]; [congruence |].
    rewrite Ev in Hw. simpl in Hw. apply closed_test_true.
    apply (near_closed d1 _ _ v); [exact Hd |]. apply (proj1 cells _ _ Hw).
  - apply Rle_trans with (1 := factor _ Hs). apply Rmult_le_compat_l; [exact C_nonneg |].
    rewrite <- PS. apply Pr_mono; [exact ES | exact (measurable2 (fun o => option_nat_eqb o (Some k))) |].
    intros w Hw. apply open_test_true in Hw. apply option_nat_eqb_eq.
    destruct (B2 w) as [v [Ev Hd]].
    { intros s Hn. rewrite (proj2 cells s k Hk (seen_shrunk_near d2 _ _ _ _ Hw Hn)). discriminate. }
    rewrite Ev. simpl. apply (proj2 cells _ _ Hk). apply (near_open d2 _ _ _ (X w)); assumption.
Qed.

Lemma outside : P1 (fun o => option_nat_eqb o None) <= C * P2 (fun o => option_nat_eqb o None).
Proof.
  destruct law as [Hclosed [Hopen Htight]].
  assert (Hfalse : event W (fun _ => false)) by exact (measurable1 (fun _ => false)).
  apply Rnot_lt_le. intros Hlt.
  set (eps := P1 (fun o => option_nat_eqb o None) - C * P2 (fun o => option_nat_eqb o None)).
  destruct (Htight eps) as [S [HS ES]]; [unfold eps; lra |].
  set (big := fun w => closed_test ((- S, S), (- S, S)) (X w)) in *.
  set (reach := Rmax (Rabs (fst r1)) (Rabs (snd r1)) + S + d1).
  destruct (complement reach) as [tiles [Hlarge [Hdisj [Hout Hcover]]]].
  rewrite Forall_forall in Hlarge.
  set (grown := map (fun t => fun w => closed_test (seen t d1 r1) (X w)) tiles).
  set (shrunk := map (fun t => fun w => open_test (seen t (- d2) r2) (X w)) tiles).
  assert (Egrown : Forall (event W) grown).
  { apply Forall_forall. intros E HE. apply in_map_iff in HE. destruct HE as [t [<- Ht]].
    destruct (grown_ordered t (Hlarge t Ht)). apply Hclosed; assumption. }
  assert (Eshrunk : Forall (event W) shrunk).
  { apply Forall_forall. intros E HE. apply in_map_iff in HE. destruct HE as [t [<- Ht]].
    destruct (shrunk_ordered t (Hlarge t Ht)). apply Hopen; assumption. }
  (* outside from r1: in a grown tile, or far *)
  assert (H1 : P1 (fun o => option_nat_eqb o None)
               <= Pr W (fun w => some_event W grown w || negb (big w))).
  { apply Pr_mono; [exact (measurable1 (fun o => option_nat_eqb o None)) | apply event_or; [apply event_some; assumption | apply event_not, ES] |].
    intros w Hw. apply option_nat_eqb_eq in Hw.
    destruct (big w) eqn:Hbig; [| apply orb_true_r]. rewrite orb_false_r.
    assert (Hy : exists s, near d1 s (moved r1 (X w)) /\ rd s = None).
    { apply NNPP. intros Hno. destruct (B1 w) as [v [Ev Hd]].
      - intros s Hn Hs. apply Hno. exists s. split; assumption.
      - rewrite Ev in Hw. simpl in Hw. apply Hno. exists (moved r1 v). split; [| exact Hw].
        destruct Hd as [D1 D2]. unfold near, moved; simpl. split.
        + replace (fst r1 + fst v - (fst r1 + fst (X w))) with (fst v - fst (X w)) by ring. exact D1.
        + replace (snd r1 + snd v - (snd r1 + snd (X w))) with (snd v - snd (X w)) by ring. exact D2. }
    destruct Hy as [s [[N1 N2] Hs]]. unfold big in Hbig. apply closed_test_true in Hbig.
    unfold in_closed, left_of, right_of, bottom_of, top_of in Hbig; simpl in Hbig.
    unfold moved in N1, N2; simpl in N1, N2.
    assert (Bound : forall c x r, Rabs (c - (r + x)) <= d1 -> - S <= x <= S ->
              Rabs r <= Rmax (Rabs (fst r1)) (Rabs (snd r1)) -> Rabs c <= reach).
    { intros c x r Hc Hx Hr. replace c with ((c - (r + x)) + (r + x)) by ring.
      apply Rle_trans with (1 := Rabs_triang _ _).
      assert (Rabs (r + x) <= Rabs r + Rabs x) by apply Rabs_triang.
      assert (Rabs x <= S) by (apply Rabs_le; lra). unfold reach. lra. }
    destruct (Hcover s Hs) as [t [Ht [T1 T2]]].
    - apply (Bound _ (fst (X w)) (fst r1)); [exact N1 | lra | apply Rmax_l].
    - apply (Bound _ (snd (X w)) (snd r1)); [exact N2 | lra | apply Rmax_r].
    - apply existsb_exists. exists (fun w => closed_test (seen t d1 r1) (X w)).
      split; [apply in_map_iff; exists t; split; [reflexivity | exact Ht] |].
      apply closed_test_true.
      apply Rabs_le_between in N1. apply Rabs_le_between in N2.
      unfold in_closed, seen, left_of, right_of, bottom_of, top_of in *; simpl in *. lra. }
  (* outside from r2: wherever a shrunk tile is *)
  assert (H2 : Pr W (some_event W shrunk) <= P2 (fun o => option_nat_eqb o None)).
  { apply Pr_mono; [apply event_some; assumption | exact (measurable2 (fun o => option_nat_eqb o None)) |].
    intros w Hw. apply existsb_exists in Hw. destruct Hw as [E [HE Hw]].
    apply in_map_iff in HE. destruct HE as [t [<- Ht]]. apply open_test_true in Hw.
    apply option_nat_eqb_eq.
    destruct (released rd r2 (Y2 w)) eqn:Hr; [| reflexivity]. exfalso.
    destruct (A2 w) as [v [Ev Hd]]; [congruence |].
    assert (Hin := near_open d2 t r2 v (X w) Hd Hw). rewrite Ev in Hr. simpl in Hr.
    rewrite (Hout t _ Ht Hin) in Hr. discriminate. }
  assert (Hsum : sum_Pr W grown <= C * sum_Pr W shrunk).
  { unfold grown, shrunk. clear Egrown Eshrunk H1 H2 Hcover Hdisj Hout grown shrunk.
    induction tiles as [| t tiles IH]; [simpl; lra |]. simpl.
    assert (Hs : sides_at_least L t) by (apply Hlarge; left; reflexivity).
    destruct (grown_ordered t Hs) as [G1 G2]. destruct (shrunk_ordered t Hs) as [S1 S2].
    rewrite (proj2 (Hclosed _ G1 G2)), (proj2 (Hopen _ S1 S2)).
    assert (IH' := IH ltac:(intros t' Ht'; apply Hlarge; right; exact Ht')).
    assert (Hf := factor t Hs). lra. }
  assert (Hd : sum_Pr W shrunk = Pr W (some_event W shrunk)).
  { apply Pr_some_disjoint; trivial. unfold shrunk. clear - Hdisj d2_nonneg.
    induction Hdisj as [| t tiles Hhead Htail IH]; simpl; constructor; [| exact IH].
    apply Forall_forall. intros E HE. apply in_map_iff in HE. destruct HE as [t' [<- Ht']].
    intros w Hw Hw'. rewrite Forall_forall in Hhead.
    apply open_test_true in Hw. apply open_test_true in Hw'.
    apply (Hhead t' Ht' (moved r2 (X w))); apply (seen_shrunk_near d2 _ r2 (X w));
      trivial; unfold near; rewrite !Rminus_eq_0, Rabs_R0; lra. }
  assert (Hor := Pr_or W _ _ (event_some W Hfalse grown Egrown) (event_not W _ ES)).
  assert (Hle := Pr_some_le W Hfalse grown Egrown). rewrite Pr_not in Hor by exact ES.
  fold big in HS. unfold eps in HS. rewrite Hd in Hsum.
  assert (C * Pr W (some_event W shrunk) <= C * P2 (fun o => option_nat_eqb o None))
    by (apply Rmult_le_compat_l; assumption).
  lra.
Qed.

Lemma released_additive (r : R * R) (Y : W -> option (R * R)) :
  (forall S : option nat -> bool, event W (fun w => S (released rd r (Y w)))) ->
  additive_on_outputs (fun S => Pr W (fun w => S (released rd r (Y w)))) N.
Proof.
  intros Hm. split; [| split].
  - intros S S' H. apply Pr_ext. intros w. apply H.
  - intros S S' H.
    apply (Pr_add W (fun w => S (released rd r (Y w))) (fun w => S' (released rd r (Y w))));
      [apply Hm | apply Hm | intros w; apply H].
  - intros S H. rewrite (Pr_ext W _ (fun _ => false)).
    + apply Pr_none. exact (Hm (fun _ => false)).
    + intros w. destruct (S (released rd r (Y w))) eqn:E; [| reflexivity].
      destruct (H _ E) as [k [Hk Hle]]. exfalso.
      destruct (Y w) as [v |]; simpl in Hk; [| discriminate].
      destruct (proj1 cells _ _ Hk). lia.
Qed.

(** Every set of outputs. *)
Theorem compare_plane (T : option nat -> bool) :
  Pr W (fun w => T (released rd r1 (Y1 w))) <= C * Pr W (fun w => T (released rd r2 (Y2 w))).
Proof.
  apply (additive_comparison P1 P2 N);
    [apply released_additive, measurable1 | apply released_additive, measurable2
    | exact one_cell | exact outside].
Qed.

End Comparison.

(** ** Theorem A *)

Section Coupling.

Variables (W : probability_space) (X : W -> R * R) (p : R -> R -> R).
Variables (delta L : R) (rd : R * R -> option nat) (cell : nat -> box) (N : nat).
Variables (M_f : R * R -> Prop) (X' : R * R -> W -> option (R * R)).
Hypothesis law : has_density W X p.
Hypothesis delta_nonneg : 0 <= delta.
Hypothesis L_large : 2 * delta < L.
Hypothesis cells : rounds_to_boxes rd cell N.
Hypothesis cells_large : forall k, (k < N)%nat -> sides_at_least L (cell k).
Hypothesis complement : tiled rd L.
Hypothesis measurable : forall r, M_f r -> forall S : option nat -> bool,
  event W (fun w => S (released rd r (X' r w))).
(** (A) and (B) *)
Hypothesis A : forall r w, M_f r -> released rd r (X' r w) <> None ->
  exists v, X' r w = Some v /\ near delta v (X w).
Hypothesis B : forall r w, M_f r ->
  (forall s, near delta s (moved r (X w)) -> rd s <> None) ->
  exists v, X' r w = Some v /\ near delta v (X w).

(** P[K_r in S] *)
Definition PK (r : R * R) (S : option nat -> bool) : R :=
  Pr W (fun w => S (released rd r (X' r w))).

(** The factor C bounds the mass of every grown box seen from r1 by that of the
    shrunk box seen from r2; then it bounds the probability of every set of
    outputs. *)
Theorem theorem_A_plane (C : R) (r1 r2 : R * R) (T : option nat -> bool) :
  0 <= C -> M_f r1 -> M_f r2 ->
  (forall t, sides_at_least L t ->
     mass_of p (seen t delta r1) <= C * mass_of p (seen t (- delta) r2)) ->
  PK r1 T <= C * PK r2 T.
Proof.
  intros HC H1 H2 Hf.
  apply (compare_plane W X p L rd cell N delta delta C r1 r2 (X' r1) (X' r2)); auto;
    try (intros w; auto).
Qed.

(** *** Forms 1 and 2 *)

Variables (beta : R) (Nm : R -> R -> R).
Hypothesis beta_pos : 0 < beta.
Hypothesis norm_absolute : absolute_norm Nm.
Hypothesis p_nonneg : forall x y, 0 <= p x y.
Hypothesis C1 : forall x y x' y', p x y <= exp (beta * Nm (x - x') (y - y')) * p x' y'.

Lemma seen_centre (t : box) (d : R) (r : R * R) :
  let c1 := (left_of t + right_of t) / 2 in let l1 := right_of t - left_of t in
  let c2 := (bottom_of t + top_of t) / 2 in let l2 := top_of t - bottom_of t in
  mass_of p (seen t d r)
  = box_mass p (c1 - (l1 + 2 * d) / 2 - fst r) (c1 + (l1 + 2 * d) / 2 - fst r)
               (c2 - (l2 + 2 * d) / 2 - snd r) (c2 + (l2 + 2 * d) / 2 - snd r).
Proof.
  intros c1 l1 c2 l2. unfold mass_of, c1, l1, c2, l2.
  unfold seen, left_of, right_of, bottom_of, top_of; simpl. f_equal; field.
Qed.

(** Form 1 (scaling): rho^2 e^(beta (N(2 delta,2 delta) + N(r1 - r2))). *)
Theorem theorem_A_plane_scaling (r1 r2 : R * R) (T : option nat -> bool) :
  M_f r1 -> M_f r2 ->
  PK r1 T <= rho L delta ^ 2
             * exp (beta * (Nm (2 * delta) (2 * delta) + Nm (fst r1 - fst r2) (snd r1 - snd r2)))
             * PK r2 T.
Proof.
  intros H1 H2.
  assert (HE := exp_pos (beta * (Nm (2 * delta) (2 * delta) + Nm (fst r1 - fst r2) (snd r1 - snd r2)))).
  apply theorem_A_plane; trivial.
  - apply Rmult_le_pos; [apply pow2_ge_0 | lra].
  - intros t [S1 S2]. rewrite !seen_centre.
    replace (right_of t - left_of t + 2 * - delta) with (right_of t - left_of t - 2 * delta) by ring.
    replace (top_of t - bottom_of t + 2 * - delta) with (top_of t - bottom_of t - 2 * delta) by ring.
    apply (scaling_box p beta Nm); trivial; lra.
Qed.

(** Form 2 (sinh), for a log-concave density: e^(beta N(r1 - r2)) Gamma^2. *)
Theorem theorem_A_plane_sinh (psi : R -> R -> R) (r1 r2 : R * R) (T : option nat -> bool) :
  (forall x y, p x y = exp (- psi x y)) ->
  (forall x y y' t, 0 <= t <= 1 -> psi x ((1 - t) * y + t * y') <= (1 - t) * psi x y + t * psi x y') ->
  (forall y x x' t, 0 <= t <= 1 -> psi ((1 - t) * x + t * x') y <= (1 - t) * psi x y + t * psi x' y) ->
  M_f r1 -> M_f r2 ->
  PK r1 T <= exp (beta * Nm (fst r1 - fst r2) (snd r1 - snd r2)) * Gamma beta L delta ^ 2 * PK r2 T.
Proof.
  intros Hp Hcy Hcx H1 H2.
  assert (HE := exp_pos (beta * Nm (fst r1 - fst r2) (snd r1 - snd r2))).
  assert (HG := pow2_ge_0 (Gamma beta L delta)).
  apply theorem_A_plane; trivial; [apply Rmult_le_pos; lra |].
  intros t [S1 S2].
  (* grown from r1 to shrunk from r1 by the sinh bound, then r1 to r2 by (C1): scaling with delta = 0 *)
  apply Rle_trans with (Gamma beta L delta ^ 2 * mass_of p (seen t (- delta) r1)).
  - rewrite !seen_centre.
    set (c1 := (left_of t + right_of t) / 2). set (l1 := right_of t - left_of t).
    set (c2 := (bottom_of t + top_of t) / 2). set (l2 := top_of t - bottom_of t).
    assert (H := sinh_box p beta Nm beta_pos norm_absolute p_nonneg C1 psi
              (c1 - fst r1) (c2 - snd r1) l1 l2 L delta Hp Hcy Hcx delta_nonneg L_large
              ltac:(unfold l1; lra) ltac:(unfold l2; lra)). cbv zeta in H.
    replace (c1 - (l1 + 2 * delta) / 2 - fst r1) with (c1 - fst r1 - (l1 + 2 * delta) / 2) by ring.
    replace (c1 + (l1 + 2 * delta) / 2 - fst r1) with (c1 - fst r1 + (l1 + 2 * delta) / 2) by ring.
    replace (c2 - (l2 + 2 * delta) / 2 - snd r1) with (c2 - snd r1 - (l2 + 2 * delta) / 2) by ring.
    replace (c2 + (l2 + 2 * delta) / 2 - snd r1) with (c2 - snd r1 + (l2 + 2 * delta) / 2) by ring.
    replace (c1 - (l1 + 2 * - delta) / 2 - fst r1) with (c1 - fst r1 - (l1 - 2 * delta) / 2) by field.
    replace (c1 + (l1 + 2 * - delta) / 2 - fst r1) with (c1 - fst r1 + (l1 - 2 * delta) / 2) by field.
    replace (c2 - (l2 + 2 * - delta) / 2 - snd r1) with (c2 - snd r1 - (l2 - 2 * delta) / 2) by field.
    replace (c2 + (l2 + 2 * - delta) / 2 - snd r1) with (c2 - snd r1 + (l2 - 2 * delta) / 2) by field.
    exact H.
  - replace (exp (beta * Nm (fst r1 - fst r2) (snd r1 - snd r2)) * Gamma beta L delta ^ 2
             * mass_of p (seen t (- delta) r2))
      with (Gamma beta L delta ^ 2 * (exp (beta * Nm (fst r1 - fst r2) (snd r1 - snd r2))
             * mass_of p (seen t (- delta) r2))) by ring.
    apply Rmult_le_compat_l; [exact HG |]. rewrite !seen_centre.
    set (c1 := (left_of t + right_of t) / 2). set (l1 := right_of t - left_of t + 2 * - delta).
    set (c2 := (bottom_of t + top_of t) / 2). set (l2 := top_of t - bottom_of t + 2 * - delta).
    assert (H := scaling_box p beta Nm beta_pos norm_absolute p_nonneg C1
              c1 c2 l1 l2 (L - 2 * delta) 0 (fst r1) (snd r1) (fst r2) (snd r2)
              (Rle_refl 0) ltac:(lra) ltac:(unfold l1; lra) ltac:(unfold l2; lra)). cbv zeta in H.
    replace (l1 + 2 * 0) with l1 in H by ring. replace (l1 - 2 * 0) with l1 in H by ring.
    replace (l2 + 2 * 0) with l2 in H by ring. replace (l2 - 2 * 0) with l2 in H by ring.
    replace (rho (L - 2 * delta) 0) with 1 in H by (unfold rho; field; lra).
    assert (HN0 : Nm (2 * 0) (2 * 0) <= 0).
    { destruct norm_absolute as [_ [_ Hle]]. apply Rle_trans with (1 := Hle _ _).
      rewrite Rmult_0_r, Rabs_R0. lra. }
    apply Rle_trans with (1 := H).
    apply Rmult_le_compat_r.
    + apply (box_mass_nonneg p beta Nm); trivial; unfold l1, l2; lra.
    + rewrite pow1, Rmult_1_l. apply exp_le_exp, Rmult_le_compat_l; lra.
Qed.

End Coupling.
