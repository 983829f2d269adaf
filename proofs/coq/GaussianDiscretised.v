(** * The discretised form for any law on the line

    proofs/theory.md, paragraph 1.6, for a distribution function F that is
    increasing and takes every value of ]0,1[ (Discretised.v and SignedOutside.v
    are this for Laplace's), with the outputs Below, the cells, and Above.  The
    probability of an output lies between the masses under F of what the output
    stands for, shrunk and grown by delta.

    [theorem_T_of_factors]: factors that compare every cell and both half-lines
    with the same moved by delta bound the distance of what runs from the ideal
    law; [close_without_sides]: the mechanism that reports Outside for Below and
    Above is post-processing.

    In Rust: Mechanism::release_to_ends and Mechanism::release, with noise other
    than Laplace's.  Rests on TheoremT.v and TheoremTCoupling.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Discretised SignedOutside Transfer TheoremT TheoremTCoupling.

Local Open Scope R_scope.

(** Value and quantile are near, or beyond rho_M on the same side: what Theorem B
    ends in.  For Laplace's F it is [near_or_same_side]. *)
Definition near_or_same_side_of (F : R -> R) (delta rho_M : R) (g : generator) : Prop :=
  pieces (fun lo hi x =>
    forall y, lo < F y < hi ->
      exists v, x = Some v /\
        (Rabs (v - y) <= delta \/ (rho_M < v /\ rho_M < y) \/ (v < - rho_M /\ y < - rho_M))) 0 g.

Lemma near_or_same_side_is_of (beta delta rho_M : R) (g : generator) :
  near_or_same_side beta delta rho_M g = near_or_same_side_of (F beta) delta rho_M g.
Proof. reflexivity. Qed.

(** The law of rs(r + X), X with the distribution function F. *)
Definition ideal_signed_of (F : R -> R) (a : nat -> R) (N : nat) (r : R) (o : signed_output) : R :=
  match o with
  | Below => F (a 0%nat - r)
  | Cell i => F (a (S i) - r) - F (a i - r)
  | Above => 1 - F (a N - r)
  end.

(** The same with every edge moved outwards by d. *)
Definition moved_signed_of (F : R -> R) (a : nat -> R) (N : nat) (r d : R) (o : signed_output) : R :=
  match o with
  | Below => F (a 0%nat - r + d)
  | Cell i => F (a (S i) - r + d) - F (a i - r - d)
  | Above => 1 - F (a N - r - d)
  end.

Section Law.

Variable F : R -> R.
Hypothesis F_range : forall x, 0 < F x < 1.
Hypothesis F_increasing : forall x y, x < y -> F x < F y.
Hypothesis F_onto : forall u, 0 < u < 1 -> exists x, F x = u.

Lemma law_monotone (x y : R) : x <= y -> F x <= F y.
Proof. intros [H| ->]; [left; apply F_increasing, H|apply Rle_refl]. Qed.

Lemma law_lt_inv (x y : R) : F x < F y -> x < y.
Proof.
  intros H. destruct (Rlt_le_dec x y) as [H'|H']; [exact H'|]. apply law_monotone in H'. lra.
Qed.

(** A nonempty subinterval of (0,1) all of whose points F(y) have y >= x lies
    above F x, and one with y <= x below. *)
Lemma law_piece_above (lo hi x : R) :
  0 <= lo -> hi <= 1 -> lo < hi -> (forall y, lo < F y < hi -> x <= y) -> F x <= lo.
Proof.
  intros H0 H1 Hlt H. destruct (Rle_lt_dec (F x) lo) as [Hle|Hgt]; [exact Hle|exfalso].
  assert (M1 := Rmin_l (F x) hi). assert (M2 := Rmin_r (F x) hi).
  assert (M : lo < Rmin (F x) hi) by (apply Rmin_glb_lt; assumption).
  destruct (F_onto ((lo + Rmin (F x) hi) / 2)) as [y Hy]; [lra|].
  assert (Hxy : x <= y) by (apply H; lra). apply law_monotone in Hxy. lra.
Qed.

Lemma law_piece_below (lo hi x : R) :
  0 <= lo -> hi <= 1 -> lo < hi -> (forall y, lo < F y < hi -> y <= x) -> hi <= F x.
Proof.
  intros H0 H1 Hlt H. destruct (Rle_lt_dec hi (F x)) as [Hle|Hgt]; [exact Hle|exfalso].
  assert (M1 := Rmax_l (F x) lo). assert (M2 := Rmax_r (F x) lo).
  assert (M : Rmax (F x) lo < hi) by (apply Rmax_lub_lt; assumption).
  destruct (F_onto ((hi + Rmax (F x) lo) / 2)) as [y Hy]; [lra|].
  assert (Hxy : y <= x) by (apply H; lra). apply law_monotone in Hxy. lra.
Qed.

Variables (delta L rho_M : R) (rs : R -> signed_output) (a : nat -> R) (N : nat).
Hypothesis delta_nonneg : 0 <= delta.
Hypothesis L_large : 2 * delta < L.
Hypothesis cells : rounds_to_signed_cells rs a N.
Hypothesis cells_long : forall i, (i < N)%nat -> a i + L <= a (S i).
Variables (g : generator) (r : R).
Hypothesis window : r - rho_M <= a 0%nat /\ a N <= r + rho_M.
Hypothesis gen : is_generator g.
Hypothesis near : near_or_same_side_of F delta rho_M g.

Let edges : forall i, (i < N)%nat -> a i <= a (S i).
Proof. intros i Hi. assert (H := cells_long i Hi). lra. Qed.

(** What is known of a value v and its quantile y. *)
Let related (v y : R) : Prop :=
  Rabs (v - y) <= delta \/ (r + v < a 0%nat /\ r + y < a 0%nat) \/ (a N < r + v /\ a N < r + y).

Lemma related_pieces :
  pieces (fun lo hi x => 0 <= lo /\ hi <= 1 /\
            forall y, lo < F y < hi -> exists v, x = Some v /\ related v y) 0 g.
Proof.
  destruct gen as [Hw Ht].
  apply (pieces_impl (fun lo hi x => _ /\ _) _ g 0)
    with (2 := pieces_and _ _ _ _ near (pieces_range g Hw 0)).
  intros lo hi x [Hx [Hlo [_ Hhi]]]. rewrite Ht in Hhi. repeat split; [lra|lra|].
  intros y Hy. destruct (Hx y Hy) as [v [E Hv]]. exists v. split; [exact E|]. unfold related.
  destruct Hv as [Hv|[Hv|Hv]]; [left; exact Hv|right; right; lra|right; left; lra].
Qed.

(** A set of outputs has at most the mass of ]A,B[ if the quantiles of its
    values lie there ... *)
Lemma law_upper (S : signed_output -> bool) (A B : R) :
  A <= B -> 0 <= A ->
  (forall lo hi, 0 <= lo -> hi <= 1 -> lo < hi ->
     (forall y, lo < F y < hi -> exists v, S (rs (r + v)) = true /\ related v y) ->
     A <= lo /\ hi <= B) ->
  prob (fun x => S (signed_report rs r x)) g <= B - A.
Proof.
  intros HAB HA H. destruct gen as [Hw _].
  assert (HP : prob (fun x => S (signed_report rs r x)) g <= Rmax 0 (B - Rmax A 0)).
  { apply prob_inside; [exact HAB|exact Hw|].
    apply pieces_impl with (2 := related_pieces). intros lo hi x [H0 [H1 Hx]] HS Hlt.
    apply H; trivial. intros y Hy. destruct (Hx y Hy) as [v [-> Hv]]. exists v. auto. }
  rewrite (Rmax_left A 0) in HP by lra. rewrite Rmax_right in HP by lra. exact HP.
Qed.

(** ... and at least that mass if it contains the values of all quantiles there. *)
Lemma law_lower (S : signed_output -> bool) (A B : R) :
  0 <= A -> B <= 1 ->
  (forall y v, A < F y < B -> related v y -> S (rs (r + v)) = true) ->
  B - A <= prob (fun x => S (signed_report rs r x)) g.
Proof.
  intros HA HB H. destruct gen as [Hw Ht].
  assert (HP : Rmin B (0 + total g) - Rmax A 0 <= prob (fun x => S (signed_report rs r x)) g).
  { apply prob_cover; [exact Hw|].
    apply pieces_impl with (2 := related_pieces). intros lo hi x [H0 [H1 Hx]] Hmeet.
    assert (M1 := Rmax_l lo A). assert (M2 := Rmax_r lo A).
    assert (M3 := Rmin_l hi B). assert (M4 := Rmin_r hi B).
    destruct (F_onto ((Rmax lo A + Rmin hi B) / 2)) as [y Hy]; [lra|].
    destruct (Hx y) as [v [-> Hv]]; [lra|]. apply (H y v); [lra|exact Hv]. }
  rewrite Ht, Rplus_0_l, Rmin_left, Rmax_left in HP by lra. exact HP.
Qed.

Lemma law_edge_order : a 0%nat <= a N.
Proof. apply (edges_le a N edges); lia. Qed.

(** The report is o. *)
Lemma report_is (o : signed_output) (v : R) :
  In o (signed_outputs N) -> signed_eqb N (rs (r + v)) o = true <-> rs (r + v) = o.
Proof.
  intros Ho. apply signed_eqb_eq; [|exact Ho].
  apply (report_in_outputs a N rs cells r (Some v)).
Qed.

(** Paragraph 1.6, upper half: what is reported has at most the mass of the
    grown output. *)
Theorem discretised_upper_of (o : signed_output) :
  In o (signed_outputs N) -> finite_signed N rs g r o <= moved_signed_of F a N r delta o.
Proof.
  intros Ho. destruct cells as [B1 [_ [A1 [_ [C1 _]]]]]. assert (E := law_edge_order).
  unfold finite_signed. destruct o as [|i|]; simpl.
  - rewrite <- (Rminus_0_r (F (a 0%nat - r + delta))). assert (R0 := F_range (a 0%nat - r + delta)).
    apply (law_upper (fun o => signed_eqb N o Below)); [lra|lra|].
    intros lo hi H0 H1 Hlt Hy. split; [exact H0|]. apply (law_piece_below lo hi); trivial.
    intros y Hy'. destruct (Hy y Hy') as [v [Hv Hr]]. apply report_is, B1 in Hv; [|exact Ho].
    destruct Hr as [Hd|[Hd|Hd]]; [apply Rabs_le_between in Hd| |]; lra.
  - assert (Hi := Ho). apply in_signed_outputs_cell in Hi. assert (Hl := cells_long i Hi).
    assert (H0i : a 0%nat <= a i) by (apply (edges_le a N edges); lia).
    assert (HiN : a (S i) <= a N) by (apply (edges_le a N edges); lia).
    assert (R0 := F_range (a i - r - delta)).
    apply (law_upper (fun o => signed_eqb N o (Cell i))); [apply law_monotone; lra|lra|].
    intros lo hi H0 H1 Hlt Hy.
    assert (Hin : forall y, lo < F y < hi -> a i - r - delta <= y <= a (S i) - r + delta).
    { intros y Hy'. destruct (Hy y Hy') as [v [Hv Hr]]. apply report_is, C1 in Hv; [|exact Ho].
      destruct Hr as [Hd|[Hd|Hd]]; [apply Rabs_le_between in Hd| |]; lra. }
    split; [apply (law_piece_above lo hi)|apply (law_piece_below lo hi)]; trivial;
      intros y Hy'; apply Hin, Hy'.
  - assert (R0 := F_range (a N - r - delta)).
    apply (law_upper (fun o => signed_eqb N o Above)); [lra|lra|].
    intros lo hi H0 H1 Hlt Hy. split; [|exact H1]. apply (law_piece_above lo hi); trivial.
    intros y Hy'. destruct (Hy y Hy') as [v [Hv Hr]]. apply report_is, A1 in Hv; [|exact Ho].
    destruct Hr as [Hd|[Hd|Hd]]; [apply Rabs_le_between in Hd| |]; lra.
Qed.

(** Paragraph 1.6, lower half: it has at least the mass of the shrunk output. *)
Theorem discretised_lower_of (o : signed_output) :
  In o (signed_outputs N) -> moved_signed_of F a N r (- delta) o <= finite_signed N rs g r o.
Proof.
  intros Ho. destruct cells as [_ [B2 [_ [A2 [_ C2]]]]]. assert (E := law_edge_order).
  unfold finite_signed. destruct o as [|i|]; simpl.
  - rewrite <- (Rminus_0_r (F (a 0%nat - r + - delta))).
    assert (R0 := F_range (a 0%nat - r + - delta)).
    apply (law_lower (fun o => signed_eqb N o Below)); [lra|lra|].
    intros y v [_ Hy] Hr. apply law_lt_inv in Hy. apply report_is; [exact Ho|]. apply B2.
    destruct Hr as [Hd|[Hd|Hd]]; [apply Rabs_le_between in Hd| |]; lra.
  - assert (Hi := Ho). apply in_signed_outputs_cell in Hi.
    assert (H0i : a 0%nat <= a i) by (apply (edges_le a N edges); lia).
    assert (HiN : a (S i) <= a N) by (apply (edges_le a N edges); lia).
    assert (R0 := F_range (a i - r - - delta)). assert (R1 := F_range (a (S i) - r + - delta)).
    apply (law_lower (fun o => signed_eqb N o (Cell i))); [lra|lra|].
    intros y v [Hy1 Hy2] Hr. apply law_lt_inv in Hy1. apply law_lt_inv in Hy2.
    apply report_is; [exact Ho|]. apply C2; [exact Hi|].
    destruct Hr as [Hd|[Hd|Hd]]; [apply Rabs_le_between in Hd| |]; lra.
  - assert (R0 := F_range (a N - r - - delta)).
    apply (law_lower (fun o => signed_eqb N o Above)); [lra|lra|].
    intros y v [Hy _] Hr. apply law_lt_inv in Hy. apply report_is; [exact Ho|]. apply A2.
    destruct Hr as [Hd|[Hd|Hd]]; [apply Rabs_le_between in Hd| |]; lra.
Qed.

Lemma ideal_signed_of_is_law : is_law (signed_outputs N) (ideal_signed_of F a N r).
Proof.
  split.
  - intros [|i|] Ho; simpl.
    + left. apply F_range.
    + apply in_signed_outputs_cell in Ho. assert (H := edges i Ho).
      assert (F (a i - r) <= F (a (S i) - r)) by (apply law_monotone; lra). lra.
    + assert (H := F_range (a N - r)). lra.
  - unfold signed_outputs. cbn [Sum]. rewrite Sum_map. simpl ideal_signed_of.
    assert (T : forall n, Sum (seq 0 n) (fun i => F (a (S i) - r) - F (a i - r))
                          = F (a n - r) - F (a 0%nat - r)).
    { induction n as [|n IH]; [simpl; ring|]. rewrite seq_S, Sum_app, IH. simpl. ring. }
    rewrite T. ring.
Qed.

(** Theorem T with sides, from factors. *)
Theorem theorem_T_of_factors (Gp Gm kp km : R) :
  0 < Gp -> 0 < Gm -> ln Gp <= kp -> ln Gm <= km ->
  (forall o, In o (signed_outputs N) ->
     moved_signed_of F a N r delta o <= Gp * ideal_signed_of F a N r o /\
     ideal_signed_of F a N r o <= Gm * moved_signed_of F a N r (- delta) o) ->
  close (signed_outputs N) (ideal_signed_of F a N r) (finite_signed N rs g r) kp km.
Proof.
  intros Hp Hm Lp Lm H. apply close_from_factors with (Gp := Gp) (Gm := Gm); trivial.
  - apply ideal_signed_of_is_law.
  - apply (finite_signed_is_law a N rs cells g r gen).
  - intros o Ho. destruct (H o Ho) as [H1 H2].
    assert (U := discretised_upper_of o Ho). assert (V := discretised_lower_of o Ho).
    split; [|lra]. apply Rle_trans with (1 := H2). apply Rmult_le_compat_l; lra.
Qed.

End Law.

(** ** Outside instead of Below and Above *)

(** A rounding to cells with its sides, and the way back. *)
Definition with_sides (rd : R -> option nat) (a : nat -> R) (y : R) : signed_output :=
  match rd y with
  | Some i => Cell i
  | None => if Rle_dec y (a 0%nat) then Below else Above
  end.

Definition without_sides (o : signed_output) : option nat :=
  match o with
  | Cell i => Some i
  | _ => None
  end.

Lemma with_sides_cells (rd : R -> option nat) (a : nat -> R) (N : nat) :
  rounds_to_cells rd a N -> (forall i, (i < N)%nat -> a i <= a (S i)) ->
  rounds_to_signed_cells (with_sides rd a) a N.
Proof.
  intros [Hin [Hopen Hwin]] Ha. assert (Hle := edges_le a N Ha).
  assert (H0 : a 0%nat <= a N) by (apply Hle; lia).
  assert (Hcell : forall y i, rd y = Some i -> a 0%nat <= y <= a N).
  { intros y i E. destruct (Hin _ _ E) as [Hi Hy].
    assert (a 0%nat <= a i) by (apply Hle; lia). assert (a (S i) <= a N) by (apply Hle; lia). lra. }
  assert (Hside : forall y i, with_sides rd a y = Cell i -> rd y = Some i).
  { intros y i. unfold with_sides. destruct (rd y) as [j|]; [intros H; injection H as ->; reflexivity|].
    destruct (Rle_dec y (a 0%nat)); discriminate. }
  assert (Hnone : forall y, y < a 0%nat \/ a N < y -> rd y = None).
  { intros y Hy. destruct (rd y) as [i|] eqn:E; [apply Hcell in E; lra|reflexivity]. }
  split; [|split; [|split; [|split; [|split]]]].
  - intros y. unfold with_sides. destruct (rd y); [discriminate|].
    destruct (Rle_dec y (a 0%nat)); [trivial|discriminate].
  - intros y Hy. unfold with_sides. rewrite Hnone by (left; exact Hy).
    destruct (Rle_dec y (a 0%nat)); [reflexivity|lra].
  - intros y. assert (W := Hwin y). unfold with_sides. destruct (rd y) as [i|]; [discriminate|].
    destruct (Rle_dec y (a 0%nat)) as [Hy|Hy]; [discriminate|]. intros _.
    destruct (Rle_lt_dec (a N) y) as [H1|H1]; [exact H1|]. exfalso. apply W; [lra|reflexivity].
  - intros y Hy. unfold with_sides. rewrite Hnone by (right; exact Hy).
    destruct (Rle_dec y (a 0%nat)); [lra|reflexivity].
  - intros y i H. apply Hin, Hside, H.
  - intros y i Hi Hy. unfold with_sides. rewrite (Hopen y i Hi Hy). reflexivity.
Qed.

(** The law that runs and the ideal one, as functions of those with sides. *)
Lemma finite_without_sides (rd : R -> option nat) (a : nat -> R) (N : nat) (g : generator) (r : R)
    (o : option nat) :
  rounds_to_signed_cells (with_sides rd a) a N ->
  finite rd g r o
  = Prob (signed_outputs N) (finite_signed N (with_sides rd a) g r)
      (fun o' => option_nat_eqb (without_sides o') o).
Proof.
  intros Hs. rewrite <- (finite_signed_sets a N (with_sides rd a) Hs g r).
  apply prob_ext. intros [v|]; simpl; [|reflexivity]. unfold with_sides.
  destruct (rd (r + v)); [reflexivity|]. destruct (Rle_dec (r + v) (a 0%nat)); reflexivity.
Qed.

Lemma ideal_without_sides (F : R -> R) (a : nat -> R) (N : nat) (r : R) (o : option nat) :
  In o (outputs N) ->
  ideal_of F a N r o
  = Prob (signed_outputs N) (ideal_signed_of F a N r)
      (fun o' => option_nat_eqb (without_sides o') o).
Proof.
  intros Ho. unfold Prob, signed_outputs. cbn [Sum]. rewrite Sum_map. simpl.
  destruct o as [i|]; simpl.
  - apply in_outputs_cell in Ho.
    rewrite (Sum_at (fun k j => Nat.eqb j k) (seq 0 N) i (fun j => F (a (S j) - r) - F (a j - r))).
    + ring.
    + apply seq_NoDup.
    + intros j _. rewrite Nat.eqb_eq. split; congruence.
    + apply in_seq. lia.
  - rewrite Sum_zero. ring.
Qed.

(** Closeness without sides. *)
Theorem close_without_sides (F : R -> R) (rd : R -> option nat) (a : nat -> R) (N : nat)
    (g : generator) (r kp km : R) :
  rounds_to_signed_cells (with_sides rd a) a N ->
  close (signed_outputs N) (ideal_signed_of F a N r) (finite_signed N (with_sides rd a) g r) kp km ->
  close (outputs N) (ideal_of F a N r) (finite rd g r) kp km.
Proof.
  intros Hs Hc o Ho. rewrite (ideal_without_sides F a N r o Ho), (finite_without_sides rd a N g r o Hs).
  apply close_sets, Hc.
Qed.
