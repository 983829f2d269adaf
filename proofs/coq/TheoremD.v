(** * Theorem D: (eps',delta')-differential privacy without truncation

    proofs/theory.md, F12 (the paper's Section 7 asks for it).  The rounding is
    a grid of cells without Outside; only N of them are ever reported, as is
    the case for every finite machine.  Any probability space (see
    TheoremACoupling.v), Laplace noise of rate beta.

    (a) If |X'-X| <= delta but with probability tau, then
        P1 <= e^eps' P2 + (1 + e^eps') tau.
    (b) If |X| <= T1 implies |X'-X| <= delta, then
        P1 <= e^eps' P2 + P[|X| > T0], T0 = T1 - Delta - L_max;
        P[|X| > T0] = e^(-beta T0) for Laplace noise.

    In Rust: the approximate bound of crates/oracle; no certificate uses it.
    Rests on TheoremACoupling.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds LogConcave Discretised
  TheoremACoupling.

Local Open Scope R_scope.

(** A rounding to N consecutive cells; ties are free. *)
Definition rounds_to_grid (rd : R -> nat) (a : nat -> R) (N : nat) : Prop :=
  (forall y, a 0%nat <= y <= a N -> (rd y < N)%nat /\ a (rd y) <= y <= a (S (rd y))) /\
  (forall y i, (i < N)%nat -> a i < y < a (S i) -> rd y = i).

Section TheoremD.

Variables (W : probability_space) (X : W -> R) (beta delta L : R).
Hypothesis beta_pos : 0 < beta.
Hypothesis delta_nonneg : 0 <= delta.
Hypothesis L_large : 2 * delta < L.
Hypothesis law : has_law W X (F beta).

Variables (rd : R -> nat) (a : nat -> R) (N : nat).
Hypothesis grid : rounds_to_grid rd a N.
Hypothesis cells_long : forall i, (i < N)%nat -> a i + L <= a (S i).

(** The computed noise for the answer r; r + X' always falls in the N cells, and
    its output sets are events. *)
Variables (M_f : R -> Prop) (X' : R -> W -> R).
Hypothesis measurable : forall r, M_f r -> forall S : nat -> bool,
  event W (fun w => S (rd (r + X' r w))).
Hypothesis in_grid : forall r w, M_f r -> a 0%nat <= r + X' r w <= a N.

(** P[K_r in S]. *)
Definition PD (r : R) (S : nat -> bool) : R := Pr W (fun w => S (rd (r + X' r w))).

(** The cell i such that a_i + delta < r + X < a_(i+1) - delta, if there is one,
    among the first n. *)
Fixpoint shrunk_cell (r : R) (n : nat) (w : W) : option nat :=
  match n with
  | O => None
  | S m => if Rltb (a m + delta - r) (X w) && Rltb (X w) (a (S m) - delta - r)
           then Some m else shrunk_cell r m w
  end.

Lemma shrunk_cell_spec (r : R) (n i : nat) (w : W) :
  (n <= N)%nat ->
  shrunk_cell r n w = Some i <->
  (i < n)%nat /\ a i + delta - r < X w < a (S i) - delta - r.
Proof.
  intros Hn. induction n as [|n IH]; simpl.
  - split; [discriminate|lia].
  - destruct (Rltb (a n + delta - r) (X w) && Rltb (X w) (a (S n) - delta - r)) eqn:E.
    + apply andb_prop in E. rewrite !Rltb_true in E. split.
      * intros H. injection H as <-. split; [lia|lra].
      * intros [Hi Hx]. f_equal. destruct (Nat.eq_dec i n) as [->|Hne]; [reflexivity|exfalso].
        assert (a (S i) <= a n).
        { apply (edges_le a N); try lia. intros k Hk. assert (H := cells_long k Hk). lra. }
        lra.
    + rewrite IH by lia. split; intros [Hi Hx]; (split; [|exact Hx]); [lia|].
      destruct (Nat.eq_dec i n) as [->|Hne]; [exfalso|lia].
      assert (Rltb (a n + delta - r) (X w) && Rltb (X w) (a (S n) - delta - r) = true).
      { apply andb_true_intro. rewrite !Rltb_true. exact Hx. }
      congruence.
Qed.

Lemma event_true : event W (fun _ => true).
Proof.
  destruct (law 0) as [E _].
  apply (event_ext W (fun w => negb (Rleb (X w) 0 && negb (Rleb (X w) 0)))).
  - intros w. destruct (Rleb (X w) 0); reflexivity.
  - apply event_not, event_and; [exact E|apply event_not, E].
Qed.

Lemma event_or (E E' : W -> bool) :
  event W E -> event W E' -> event W (fun w => E w || E' w).
Proof.
  intros H H'. apply (event_ext W (fun w => negb (negb (E w) && negb (E' w)))).
  - intros w. destruct (E w), (E' w); reflexivity.
  - apply event_not, event_and; apply event_not; assumption.
Qed.

Lemma event_const (c : bool) : event W (fun _ => c).
Proof.
  destruct c; [apply event_true|].
  apply (event_ext W (fun _ => negb true)); [reflexivity|]. apply (event_not W (fun _ => true)), event_true.
Qed.

Lemma shrunk_cell_event (r : R) (n : nat) (S : option nat -> bool) :
  event W (fun w => S (shrunk_cell r n w)).
Proof.
  induction n as [|n IH]; simpl; [apply event_const|].
  assert (E := proj1 (Pr_open W X (F beta) law (a n + delta - r) (a (Datatypes.S n) - delta - r))).
  apply (event_ext W (fun w =>
    (Rltb (a n + delta - r) (X w) && Rltb (X w) (a (Datatypes.S n) - delta - r) && S (Some n))
    || (negb (Rltb (a n + delta - r) (X w) && Rltb (X w) (a (Datatypes.S n) - delta - r))
        && S (shrunk_cell r n w)))).
  - intros w. destruct (Rltb _ _ && Rltb _ _); simpl; [|reflexivity].
    rewrite orb_false_r. reflexivity.
  - apply event_or; apply event_and; auto.
    + apply event_const.
    + apply event_not, E.
Qed.

Section GoodComparison.

Variables (good1 : W -> bool) (act : nat -> bool) (r1 r2 : R).
Hypothesis r1_admitted : M_f r1.
Hypothesis good1_event : event W good1.
Hypothesis good1_near : forall w, good1 w = true -> Rabs (X' r1 w - X w) <= delta.

Let C := exp (beta * Rabs (r1 - r2)) * Gamma beta L delta.

(** T at the selected cells only. *)
Let sel (T : option nat -> bool) (o : option nat) : bool :=
  match o with Some i => T (Some i) && act i | None => false end.
Let Q1 (T : option nat -> bool) : R := Pr W (fun w => sel T (Some (rd (r1 + X' r1 w))) && good1 w).
Let Q2 (T : option nat -> bool) : R := Pr W (fun w => sel T (shrunk_cell r2 N w)).

Lemma Pr_false : Pr W (fun _ : W => false) = 0.
Proof. assert (H := Pr_not W (fun _ => true) event_true). simpl in H. rewrite Pr_total in H. lra. Qed.

Lemma good_event (T : option nat -> bool) : event W (fun w => sel T (Some (rd (r1 + X' r1 w))) && good1 w).
Proof. apply event_and; [|exact good1_event]. apply (measurable r1 r1_admitted (fun i => sel T (Some i))). Qed.

Lemma good_additive : additive_on_outputs Q1 N.
Proof.
  split; [|split].
  - intros T T' H. apply Pr_ext. intros w. unfold sel. rewrite H. reflexivity.
  - intros T T' H. unfold Q1. rewrite <- Pr_add; try apply good_event.
    + apply Pr_ext. intros w. unfold sel.
      destruct (T _), (T' _), (act _), (good1 w); reflexivity.
    + intros w. unfold sel. specialize (H (Some (rd (r1 + X' r1 w)))).
      destruct (T _), (T' _); simpl; auto; discriminate.
  - intros T H. unfold Q1. rewrite <- Pr_false. apply Pr_ext. intros w. unfold sel.
    destruct (T (Some (rd (r1 + X' r1 w)))) eqn:E; [exfalso|reflexivity].
    destruct (H _ E) as [i [Ei Hi]]. injection Ei as <-.
    destruct (proj1 grid _ (in_grid r1 w r1_admitted)) as [Hlt _]. lia.
Qed.

Lemma shrunk_additive : additive_on_outputs Q2 N.
Proof.
  split; [|split].
  - intros T T' H. apply Pr_ext. intros w. unfold sel.
    destruct (shrunk_cell r2 N w); [rewrite H|]; reflexivity.
  - intros T T' H. unfold Q2. rewrite <- Pr_add; try apply shrunk_cell_event.
    + apply Pr_ext. intros w. unfold sel.
      destruct (shrunk_cell r2 N w); [|reflexivity].
      destruct (T _), (T' _), (act _); reflexivity.
    + intros w. unfold sel. destruct (shrunk_cell r2 N w) as [i|]; [|discriminate].
      specialize (H (Some i)). destruct (T _), (T' _); simpl; auto; discriminate.
  - intros T H. unfold Q2. rewrite <- Pr_false. apply Pr_ext. intros w. unfold sel.
    destruct (shrunk_cell r2 N w) as [i|] eqn:Ei; [|reflexivity].
    destruct (T (Some i)) eqn:E; [exfalso|reflexivity].
    destruct (H _ E) as [k [Ek Hk]]. injection Ek as <-.
    apply shrunk_cell_spec in Ei; [|lia]. lia.
Qed.

(** The grown cell seen from r1 and the shrunk one seen from r2. *)
Lemma grown_and_shrunk (i : nat) : (i < N)%nat ->
  mass beta (a i - delta - r1) (a (S i) + delta - r1) <= C * mass beta (a i + delta - r2) (a (S i) - delta - r2).
Proof.
  intros Hi. assert (Hlong := cells_long i Hi). assert (HGp := Gamma_pos beta L delta beta_pos delta_nonneg L_large).
  set (c := (a i + a (S i)) / 2 - r1). set (l := a (S i) - a i).
  apply Rle_trans with (Gamma beta L delta * mass beta (a i + delta - r1) (a (S i) - delta - r1)).
  - replace (a i - delta - r1) with (c - (l + 2 * delta) / 2) by (unfold c, l; field).
    replace (a (S i) + delta - r1) with (c + (l + 2 * delta) / 2) by (unfold c, l; field).
    replace (a i + delta - r1) with (c - (l - 2 * delta) / 2) by (unfold c, l; field).
    replace (a (S i) - delta - r1) with (c + (l - 2 * delta) / 2) by (unfold c, l; field).
    apply sinh_bound_cell; unfold l; lra.
  - unfold C. rewrite (Rmult_comm (exp _)), Rmult_assoc. apply Rmult_le_compat_l; [lra|].
    replace (a i + delta - r1) with ((a i + delta - r2) + (r2 - r1)) by ring.
    replace (a (S i) - delta - r1) with ((a (S i) - delta - r2) + (r2 - r1)) by ring.
    rewrite (Rabs_minus_sym r1 r2). apply interval_translation; lra.
Qed.

Lemma good_cell (i : nat) : (i < N)%nat ->
  Q1 (fun o => option_nat_eqb o (Some i)) <= C * Q2 (fun o => option_nat_eqb o (Some i)).
Proof.
  intros Hi. assert (Hlong := cells_long i Hi).
  assert (HC : 0 < C)
    by (apply Rmult_lt_0_compat; [apply exp_pos | apply Gamma_pos; assumption]).
  unfold Q1, Q2, sel. simpl. destruct (act i) eqn:Eact.
  - apply Rle_trans with (mass beta (a i - delta - r1) (a (S i) + delta - r1)).
    + destruct (Pr_closed W X (F beta) law (a i - delta - r1) (a (S i) + delta - r1)) as [HEv HP].
      unfold mass. rewrite <- HP by lra. apply Pr_mono.
      * apply (good_event (fun o => option_nat_eqb o (Some i))).
      * exact HEv.
      * intros w Hw. apply andb_prop in Hw. destruct Hw as [Hw Hgw].
        apply andb_prop in Hw. destruct Hw as [Hw _]. apply Nat.eqb_eq in Hw.
        destruct (proj1 grid _ (in_grid r1 w r1_admitted)) as [_ Hcell]. rewrite Hw in Hcell.
        assert (Hd := good1_near w Hgw). apply Rabs_le_between in Hd.
        apply andb_true_intro. rewrite !Rleb_true. lra.
    + apply Rle_trans with (1 := grown_and_shrunk i Hi). apply Rmult_le_compat_l; [lra|].
      destruct (Pr_open W X (F beta) law (a i + delta - r2) (a (S i) - delta - r2)) as [HEv HP].
      unfold mass. rewrite <- HP by lra. apply Pr_mono.
      * exact HEv.
      * apply (shrunk_cell_event r2 N (sel (fun o => option_nat_eqb o (Some i)))).
      * intros w Hw. apply andb_prop in Hw. rewrite !Rltb_true in Hw.
        assert (Es : shrunk_cell r2 N w = Some i)
          by (apply shrunk_cell_spec; [lia|split; [exact Hi|exact Hw]]).
        rewrite Es. simpl. rewrite Nat.eqb_refl, Eact. reflexivity.
  - rewrite (Pr_ext W _ (fun _ => false)), Pr_false.
    + apply Rmult_le_pos; [lra|]. apply Pr_nonneg.
      apply (shrunk_cell_event r2 N (sel (fun o => option_nat_eqb o (Some i)))).
    + intros w. destruct (Nat.eqb (rd (r1 + X' r1 w)) i) eqn:Ei; [|reflexivity].
      apply Nat.eqb_eq in Ei. rewrite Ei, Eact. reflexivity.
Qed.

(** The comparison on good outcomes.  [good1] is an event on which X' is within
    delta of X for the answer r1; [act] selects cells that contain all outputs
    of good outcomes.  Then
    P[K_r1 in S, good1] <= e^(beta|r1-r2|) Gamma P[shrunk cell of r2 in S, act]. *)
Lemma good_comparison (S : nat -> bool) :
  (forall w, good1 w = true -> act (rd (r1 + X' r1 w)) = true) ->
  Pr W (fun w => S (rd (r1 + X' r1 w)) && good1 w)
  <= exp (beta * Rabs (r1 - r2)) * Gamma beta L delta
     * Pr W (fun w => match shrunk_cell r2 N w with
                      | Some i => S i && act i | None => false end).
Proof.
  intros Hact. apply Rle_trans with (Q1 (fun o => match o with Some i => S i | None => false end)).
  - apply Req_le, Pr_ext. intros w. unfold sel.
    destruct (good1 w) eqn:Egood; [|rewrite !andb_false_r; reflexivity].
    rewrite (Hact w Egood), !andb_true_r. reflexivity.
  - apply (additive_comparison Q1 Q2 N); [exact good_additive|exact shrunk_additive|exact good_cell|].
    assert (Z1 : Q1 (fun o => option_nat_eqb o None) = 0)
      by (unfold Q1; rewrite <- Pr_false; apply Pr_ext; intros w; reflexivity).
    assert (Z2 : Q2 (fun o => option_nat_eqb o None) = 0).
    { unfold Q2. rewrite <- Pr_false. apply Pr_ext. intros w. unfold sel.
      destruct (shrunk_cell r2 N w); reflexivity. }
    rewrite Z1, Z2. lra.
Qed.

End GoodComparison.

(** Theorem D (a). *)
Theorem theorem_D_a (bad1 bad2 : W -> bool) (tau r1 r2 : R) (S : nat -> bool) :
  M_f r1 -> M_f r2 -> event W bad1 -> event W bad2 ->
  Pr W bad1 <= tau -> Pr W bad2 <= tau ->
  (forall w, bad1 w = false -> Rabs (X' r1 w - X w) <= delta) ->
  (forall w, bad2 w = false -> Rabs (X' r2 w - X w) <= delta) ->
  let C := exp (beta * Rabs (r1 - r2)) * Gamma beta L delta in
  PD r1 S <= C * PD r2 S + (1 + C) * tau.
Proof.
  intros H1 H2 Eb1 Eb2 Hb1 Hb2 Hn1 Hn2 C. destruct grid as [Hin Hopen].
  assert (HGp := Gamma_pos beta L delta beta_pos delta_nonneg L_large).
  assert (HC : 0 < C) by (apply Rmult_lt_0_compat; [apply exp_pos|exact HGp]).
  assert (Eg1 := event_not W bad1 Eb1).
  assert (M1 := measurable r1 H1 S). assert (M2 := measurable r2 H2 S).
  assert (Hn1' : forall w, negb (bad1 w) = true -> Rabs (X' r1 w - X w) <= delta).
  { intros w Hw. apply Hn1. apply negb_true_iff. exact Hw. }
  assert (Hg := good_comparison (fun w => negb (bad1 w)) (fun _ => true) r1 r2 H1 Eg1 Hn1' S
                  (fun _ _ => eq_refl)).
  fold C in Hg.
  (* P[K1 in S] <= P[K1 in S, good] + tau *)
  assert (U1 : PD r1 S <= Pr W (fun w => S (rd (r1 + X' r1 w)) && negb (bad1 w)) + tau).
  { apply Rle_trans with (Pr W (fun w => S (rd (r1 + X' r1 w)) && negb (bad1 w)) + Pr W bad1);
      [|lra].
    rewrite <- Pr_add.
    - apply Pr_mono; [exact M1| |].
      + apply event_or; [apply event_and|]; assumption.
      + intros w Hw. rewrite Hw. destruct (bad1 w); reflexivity.
    - apply event_and; assumption.
    - exact Eb1.
    - intros w Ha Hb. rewrite Hb, andb_false_r in Ha. discriminate. }
  (* P[shrunk cell in S] <= P[K2 in S] + tau *)
  assert (U2 : Pr W (fun w => match shrunk_cell r2 N w with
                               | Some i => S i && true | None => false end) <= PD r2 S + tau).
  { apply Rle_trans with (Pr W (fun w => S (rd (r2 + X' r2 w)) && negb (bad2 w)) + Pr W bad2).
    - rewrite <- Pr_add.
      + apply Pr_mono.
        * apply (shrunk_cell_event r2 N
                   (fun o => match o with Some i => S i && true | None => false end)).
        * apply event_or; [apply event_and; [exact M2|apply event_not, Eb2]|exact Eb2].
        * intros w Hw. destruct (bad2 w) eqn:Eb; [apply orb_true_r|].
          rewrite orb_false_r, andb_true_r.
          destruct (shrunk_cell r2 N w) as [i|] eqn:Ei; [|discriminate].
          rewrite andb_true_r in Hw. apply shrunk_cell_spec in Ei; [|lia].
          destruct Ei as [Hi Hx]. assert (Hd := Hn2 w Eb). apply Rabs_le_between in Hd.
          rewrite (Hopen _ i Hi); [exact Hw|lra].
      + apply event_and; [exact M2|apply event_not, Eb2].
      + exact Eb2.
      + intros w Ha Hb. rewrite Hb, andb_false_r in Ha. discriminate.
    - apply Rplus_le_compat; [|exact Hb2]. apply Pr_mono.
      + apply event_and; [exact M2|apply event_not, Eb2].
      + exact M2.
      + intros w Hw. apply andb_prop in Hw. apply Hw. }
  assert (U3 : C * Pr W (fun w => match shrunk_cell r2 N w with
                               | Some i => S i && true | None => false end)
               <= C * (PD r2 S + tau)) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

(** P[|X| > T0] for Laplace noise: e^(-beta T0). *)
Theorem laplace_tail (T0 : R) :
  0 <= T0 ->
  event W (fun w => negb (Rleb (- T0) (X w) && Rleb (X w) T0)) /\
  Pr W (fun w => negb (Rleb (- T0) (X w) && Rleb (X w) T0)) = exp (- (beta * T0)).
Proof.
  intros HT. destruct (Pr_closed W X (F beta) law (- T0) T0) as [E HP].
  split; [apply event_not, E|].
  rewrite (Pr_not W (fun w => Rleb (- T0) (X w) && Rleb (X w) T0) E), HP by lra.
  rewrite F_symmetric, F_nonneg by lra. lra.
Qed.

(** Theorem D (b).  L_max is the largest length of a cell. *)
Theorem theorem_D_b (T1 Delta L_max r1 r2 : R) (S : nat -> bool) :
  M_f r1 -> M_f r2 -> Rabs (r1 - r2) <= Delta ->
  (forall i, (i < N)%nat -> a (Datatypes.S i) <= a i + L_max) ->
  (forall r w, M_f r -> Rabs (X w) <= T1 -> Rabs (X' r w - X w) <= delta) ->
  let T0 := T1 - Delta - L_max in
  0 <= T0 ->
  PD r1 S <= exp (beta * Rabs (r1 - r2)) * Gamma beta L delta * PD r2 S + exp (- (beta * T0)).
Proof.
  intros H1 H2 HD Hmax Hnear T0 HT0. destruct grid as [Hin Hopen].
  assert (HGp := Gamma_pos beta L delta beta_pos delta_nonneg L_large).
  set (C := exp (beta * Rabs (r1 - r2)) * Gamma beta L delta).
  assert (HC : 0 < C) by (apply Rmult_lt_0_compat; [apply exp_pos|exact HGp]).
  assert (HD0 : 0 <= Delta) by (assert (H := Rabs_pos (r1 - r2)); lra).
  set (good := fun w => Rleb (- T0) (X w) && Rleb (X w) T0).
  assert (Eg : event W good) by apply (Pr_closed W X (F beta) law (- T0) T0).
  destruct (laplace_tail T0 HT0) as [Eb Pb].
  assert (Hgood : forall w, good w = true -> - T0 <= X w <= T0).
  { intros w Hw. apply andb_prop in Hw. rewrite !Rleb_true in Hw. exact Hw. }
  (* the cells whose grown cell, seen from r1, meets [-T0,T0] *)
  set (act := fun i => Nat.ltb i N && Rleb (- T0) (a (Datatypes.S i) + delta - r1)
                       && Rleb (a i - delta - r1) T0).
  assert (P1 : forall w, good w = true -> Rabs (X' r1 w - X w) <= delta).
  { intros w Hw. apply Hnear; [exact H1|]. apply Hgood in Hw.
    destruct (Hin _ (in_grid r1 w H1)) as [Hlt _].
    assert (HL0 := cells_long 0%nat ltac:(lia)). assert (HM0 := Hmax 0%nat ltac:(lia)).
    apply Rabs_le. unfold T0 in *. lra. }
  assert (P2 : forall w, good w = true -> act (rd (r1 + X' r1 w)) = true).
  { intros w Hw. assert (Hd := P1 w Hw). apply Rabs_le_between in Hd. apply Hgood in Hw.
    destruct (Hin _ (in_grid r1 w H1)) as [Hlt Hcell]. unfold act.
    apply andb_true_intro. split; [apply andb_true_intro; split|].
    - apply Nat.ltb_lt. exact Hlt.
    - apply Rleb_true. lra.
    - apply Rleb_true. lra. }
  assert (Hg := good_comparison good act r1 r2 H1 Eg P1 S P2). fold C in Hg.
  assert (U1 : PD r1 S <= Pr W (fun w => S (rd (r1 + X' r1 w)) && good w)
                          + exp (- (beta * T0))).
  { rewrite <- Pb, <- Pr_add.
    - apply Pr_mono.
      + apply measurable, H1.
      + apply event_or; [apply event_and; [apply measurable, H1|exact Eg]|exact Eb].
      + intros w Hw. rewrite Hw. unfold good. destruct (Rleb _ _ && Rleb _ _); reflexivity.
    - apply event_and; [apply measurable, H1|exact Eg].
    - exact Eb.
    - intros w Ha Hb'. unfold good in Ha. destruct (Rleb _ _ && Rleb _ _);
        [discriminate|rewrite andb_false_r in Ha; discriminate]. }
  assert (U2 : Pr W (fun w => match shrunk_cell r2 N w with
                              | Some i => S i && act i | None => false end) <= PD r2 S).
  { apply Pr_mono.
    - apply (shrunk_cell_event r2 N
               (fun o => match o with Some i => S i && act i | None => false end)).
    - apply measurable, H2.
    - intros w Hw. destruct (shrunk_cell r2 N w) as [i|] eqn:Ei; [|discriminate].
      apply andb_prop in Hw. destruct Hw as [HS Hact].
      apply andb_prop in Hact. destruct Hact as [Hact Ha2].
      apply andb_prop in Hact. destruct Hact as [_ Ha1].
      apply Rleb_true in Ha1. apply Rleb_true in Ha2.
      apply shrunk_cell_spec in Ei; [|lia]. destruct Ei as [Hi Hx].
      assert (Hm := Hmax i Hi). apply Rabs_le_between in HD as HD'.
      (* Lemma 0: points of the grown and of the shrunk cell are at most L_max apart *)
      assert (Hd : Rabs (X' r2 w - X w) <= delta).
      { apply Hnear; [exact H2|]. apply Rabs_le. unfold T0 in *. lra. }
      apply Rabs_le_between in Hd. rewrite (Hopen _ i Hi); [exact HS|lra]. }
  assert (U3 := Rmult_le_compat_l C _ _ (Rlt_le _ _ HC) U2). lra.
Qed.

End TheoremD.
