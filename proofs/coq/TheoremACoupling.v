(** * Theorem A in one dimension, for any probability space and density

    proofs/theory.md, paragraphs 1.1 and 1.2, for m = 1 and a window that is an
    interval of cells.  X and X' live on one probability space and satisfy (A)
    and (B); X' may be "no number" and may depend on the answer.  The density
    of X satisfies (C1) (form 1, scaling), or (C1) and (LC) (form 2, sinh); the
    Laplace law is a case of both.

    Of the probability only finite additivity on an algebra of events is used,
    so that every probability space is covered.  Events are boolean-valued:
    no classical logic is needed.  (A) and (B) are required at every point of
    the space; for "almost every", remove the null set from the space.

    In Rust: Mechanism::release, as TheoremA.v, for noise other than Laplace's as
    well.  Rests on Discretised.v, Scaling.v and LogConcave.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds LogConcave Discretised.

Local Open Scope R_scope.

(** ** Probability spaces and laws *)

(** A finitely additive probability on an algebra of events. *)
Record probability_space := {
  outcome :> Type;
  event : (outcome -> bool) -> Prop;
  Pr : (outcome -> bool) -> R;
  event_ext : forall E E', (forall w, E w = E' w) -> event E -> event E';
  event_not : forall E, event E -> event (fun w => negb (E w));
  event_and : forall E E', event E -> event E' -> event (fun w => E w && E' w);
  Pr_ext : forall E E', (forall w, E w = E' w) -> Pr E = Pr E';
  Pr_nonneg : forall E, event E -> 0 <= Pr E;
  Pr_total : Pr (fun _ => true) = 1;
  Pr_add : forall E E', event E -> event E' ->
    (forall w, E w = true -> E' w = true -> False) ->
    Pr (fun w => E w || E' w) = Pr E + Pr E'
}.

Definition Rleb (x y : R) : bool := if Rle_dec x y then true else false.
Definition Rltb (x y : R) : bool := if Rlt_dec x y then true else false.

Lemma Rleb_true (x y : R) : Rleb x y = true <-> x <= y.
Proof. unfold Rleb. destruct (Rle_dec x y); split; intros; try discriminate; trivial; lra. Qed.

Lemma Rltb_true (x y : R) : Rltb x y = true <-> x < y.
Proof. unfold Rltb. destruct (Rlt_dec x y); split; intros; try discriminate; trivial; lra. Qed.

Lemma Rleb_negb (x y : R) : Rleb x y = negb (Rltb y x).
Proof.
  unfold Rleb, Rltb. destruct (Rle_dec x y), (Rlt_dec y x); simpl; trivial; exfalso; lra.
Qed.

(** X has the distribution function G, without atoms. *)
Definition has_law (W : probability_space) (X : W -> R) (G : R -> R) : Prop :=
  forall x,
    event W (fun w => Rleb (X w) x) /\ Pr W (fun w => Rleb (X w) x) = G x /\
    event W (fun w => Rltb (X w) x) /\ Pr W (fun w => Rltb (X w) x) = G x.

Section Probability.

Variable W : probability_space.

Lemma Pr_mono (E E' : W -> bool) :
  event W E -> event W E' -> (forall w, E w = true -> E' w = true) -> Pr W E <= Pr W E'.
Proof.
  intros H H' Hsub.
  assert (HD : event W (fun w => E' w && negb (E w))).
  { apply event_and; [exact H'|]. apply event_not, H. }
  rewrite (Pr_ext W E' (fun w => E w || (E' w && negb (E w)))).
  - rewrite Pr_add; trivial.
    + assert (H0 := Pr_nonneg W _ HD). lra.
    + intros w H1 H2. rewrite H1, andb_false_r in H2. discriminate.
  - intros w. specialize (Hsub w). destruct (E w), (E' w); simpl; trivial.
    discriminate Hsub. reflexivity.
Qed.

Lemma Pr_not (E : W -> bool) : event W E -> Pr W (fun w => negb (E w)) = 1 - Pr W E.
Proof.
  intros H. assert (H' := event_not W E H).
  assert (HT : Pr W (fun w => E w || negb (E w)) = Pr W E + Pr W (fun w => negb (E w))).
  { apply Pr_add; trivial. intros w H1 H2. rewrite H1 in H2. discriminate. }
  rewrite (Pr_ext W _ (fun _ => true)), Pr_total in HT.
  - lra.
  - intros w. apply orb_negb_r.
Qed.

Variables (X : W -> R) (G : R -> R).
Hypothesis law : has_law W X G.

Lemma Pr_closed (x y : R) :
  event W (fun w => Rleb x (X w) && Rleb (X w) y) /\
  (x <= y -> Pr W (fun w => Rleb x (X w) && Rleb (X w) y) = G y - G x).
Proof.
  destruct (law x) as [_ [_ [Ex Px]]]. destruct (law y) as [Ey [Py _]].
  assert (HE : event W (fun w => Rleb x (X w) && Rleb (X w) y)).
  { apply event_and; [|exact Ey].
    apply (event_ext W (fun w => negb (Rltb (X w) x))); [|apply event_not, Ex].
    intros w. symmetry. apply Rleb_negb. }
  split; [exact HE|]. intros Hxy.
  assert (HA := Pr_add W _ _ Ex HE).
  rewrite Px in HA. rewrite <- Py.
  rewrite (Pr_ext W (fun w => Rleb (X w) y)
             (fun w => Rltb (X w) x || Rleb x (X w) && Rleb (X w) y)).
  - rewrite HA; [ring|]. intros w H1 H2. apply andb_prop in H2. destruct H2 as [H2 _].
    apply Rltb_true in H1. apply Rleb_true in H2. lra.
  - intros w. unfold Rltb, Rleb.
    destruct (Rle_dec (X w) y), (Rlt_dec (X w) x), (Rle_dec x (X w)); simpl; trivial;
      exfalso; lra.
Qed.

Lemma Pr_open (x y : R) :
  event W (fun w => Rltb x (X w) && Rltb (X w) y) /\
  (x < y -> Pr W (fun w => Rltb x (X w) && Rltb (X w) y) = G y - G x).
Proof.
  destruct (law x) as [Ex [Px _]]. destruct (law y) as [_ [_ [Ey Py]]].
  assert (HE : event W (fun w => Rltb x (X w) && Rltb (X w) y)).
  { apply event_and; [|exact Ey].
    apply (event_ext W (fun w => negb (Rleb (X w) x))); [|apply event_not, Ex].
    intros w. rewrite Rleb_negb. apply negb_involutive. }
  split; [exact HE|]. intros Hxy.
  assert (HA := Pr_add W _ _ Ex HE).
  rewrite Px in HA. rewrite <- Py.
  rewrite (Pr_ext W (fun w => Rltb (X w) y)
             (fun w => Rleb (X w) x || Rltb x (X w) && Rltb (X w) y)).
  - rewrite HA; [ring|]. intros w H1 H2. apply andb_prop in H2. destruct H2 as [H2 _].
    apply Rleb_true in H1. apply Rltb_true in H2. lra.
  - intros w. unfold Rltb, Rleb.
    destruct (Rlt_dec (X w) y), (Rle_dec (X w) x), (Rlt_dec x (X w)); simpl; trivial;
      exfalso; lra.
Qed.

Lemma law_monotone (x y : R) : x <= y -> G x <= G y.
Proof.
  intros H. destruct (law x) as [Ex [<- _]]. destruct (law y) as [Ey [<- _]].
  apply Pr_mono; trivial. intros w Hw. apply Rleb_true in Hw. apply Rleb_true. lra.
Qed.

End Probability.

(** ** Sets of outputs *)

(** A finitely additive function of sets of outputs that gives no weight to the
    cells with index >= N. *)
Definition additive_on_outputs (Q : (option nat -> bool) -> R) (N : nat) : Prop :=
  (forall S S', (forall o, S o = S' o) -> Q S = Q S') /\
  (forall S S', (forall o, S o = true -> S' o = true -> False) ->
     Q (fun o => S o || S' o) = Q S + Q S') /\
  (forall S, (forall o, S o = true -> exists i, o = Some i /\ (N <= i)%nat) -> Q S = 0).

(** Single outputs suffice. *)
Lemma additive_comparison (Q1 Q2 : (option nat -> bool) -> R) (N : nat) (C : R)
    (T : option nat -> bool) :
  additive_on_outputs Q1 N -> additive_on_outputs Q2 N ->
  (forall i, (i < N)%nat ->
     Q1 (fun o => option_nat_eqb o (Some i)) <= C * Q2 (fun o => option_nat_eqb o (Some i))) ->
  Q1 (fun o => option_nat_eqb o None) <= C * Q2 (fun o => option_nat_eqb o None) ->
  Q1 T <= C * Q2 T.
Proof.
  intros A1 A2 Hcell Hout.
  set (Tn := fun n o => match o with Some i => Nat.ltb i n && T (Some i) | None => false end).
  assert (Hempty : forall Q S, additive_on_outputs Q N -> (forall o, S o = false) -> Q S = 0).
  { intros Q S [_ [_ Hz]] HS. apply Hz. intros o Ho. rewrite HS in Ho. discriminate. }
  assert (Hsum : forall Q n, additive_on_outputs Q N ->
            Q (Tn (S n)) = Q (Tn n) + Q (fun o => T (Some n) && option_nat_eqb o (Some n))).
  { intros Q n [Hext [Hadd _]]. rewrite <- Hadd.
    - apply Hext. intros [i|]; unfold Tn; simpl; [|rewrite andb_false_r; reflexivity].
      destruct (Nat.eqb i n) eqn:E.
      + apply Nat.eqb_eq in E. subst i. rewrite Nat.ltb_irrefl.
        replace (Nat.ltb n (S n)) with true by (symmetry; apply Nat.ltb_lt; lia).
        rewrite andb_true_r. reflexivity.
      + apply Nat.eqb_neq in E. rewrite andb_false_r, orb_false_r. f_equal.
        destruct (Nat.ltb i n) eqn:E2.
        * apply Nat.ltb_lt in E2. apply Nat.ltb_lt. lia.
        * apply Nat.ltb_ge in E2. apply Nat.ltb_ge. lia.
    - intros [i|]; unfold Tn; simpl; [|discriminate]. intros H1 H2.
      apply andb_prop in H1. apply andb_prop in H2. destruct H1 as [H1 _], H2 as [_ H2].
      apply Nat.ltb_lt in H1. apply Nat.eqb_eq in H2. lia. }
  assert (Hn : forall n, (n <= N)%nat -> Q1 (Tn n) <= C * Q2 (Tn n)).
  { induction n as [|n IH]; intros Hle.
    - rewrite !Hempty by (trivial; intros [i|]; reflexivity). lra.
    - rewrite !Hsum, Rmult_plus_distr_l by assumption.
      apply Rplus_le_compat; [apply IH; lia|].
      destruct (T (Some n)) eqn:E; simpl.
      + apply Hcell; lia.
      + rewrite !Hempty by trivial. lra. }
  assert (Hsplit : forall Q, additive_on_outputs Q N ->
            Q T = Q (Tn N) + Q (fun o => T None && option_nat_eqb o None)).
  { intros Q HQ. assert (HQ' := HQ). destruct HQ' as [Hext [Hadd Hz]].
    set (Trest := fun o => match o with Some i => Nat.leb N i && T (Some i) | None => false end).
    assert (E : Q T = Q (fun o => Tn N o || (Trest o || T None && option_nat_eqb o None))).
    { apply Hext. intros [i|]; unfold Tn, Trest; simpl.
      - rewrite andb_false_r, orb_false_r. rewrite Nat.ltb_antisym.
        destruct (Nat.leb N i); simpl; trivial. rewrite orb_false_r. reflexivity.
      - rewrite andb_true_r. reflexivity. }
    rewrite E, Hadd, Hadd, (Hz Trest).
    - ring.
    - intros [i|]; unfold Trest; [|discriminate]. intros H. apply andb_prop in H.
      destruct H as [H _]. apply Nat.leb_le in H. exists i. auto.
    - intros [i|]; unfold Trest; simpl; [|discriminate]. intros _. rewrite andb_false_r.
      discriminate.
    - intros [i|]; unfold Tn, Trest; simpl; [|discriminate]. intros H1.
      apply andb_prop in H1. destruct H1 as [H1 _]. apply Nat.ltb_lt in H1.
      rewrite andb_false_r, orb_false_r. intros H2. apply andb_prop in H2.
      destruct H2 as [H2 _]. apply Nat.leb_le in H2. lia. }
  rewrite (Hsplit Q1 A1), (Hsplit Q2 A2), Rmult_plus_distr_l.
  apply Rplus_le_compat; [apply Hn; lia|].
  destruct (T None); simpl.
  - exact Hout.
  - rewrite !Hempty by trivial. lra.
Qed.

(** ** Theorem A for a coupling *)

Section Coupling.

Variables (W : probability_space) (X : W -> R) (G : R -> R).
Hypothesis law : has_law W X G.

Variables (delta : R) (rd : R -> option nat) (a : nat -> R) (N : nat).
Hypothesis delta_nonneg : 0 <= delta.
Hypothesis cells : rounds_to_cells rd a N.
Hypothesis edges_increase : forall i, (i < N)%nat -> a i <= a (S i).

(** The computed noise for the answer r; its output sets are events. *)
Variables (M_f : R -> Prop) (X' : R -> W -> option R).
Hypothesis measurable : forall r, M_f r -> forall S : option nat -> bool,
  event W (fun w => S (output rd r (X' r w))).

(** (A): r + X' in M implies |X' - X| <= delta. *)
Hypothesis A : forall r w, M_f r -> output rd r (X' r w) <> None ->
  exists v, X' r w = Some v /\ Rabs (v - X w) <= delta.

(** (B): r + X in the window shrunk by delta implies |X' - X| <= delta. *)
Hypothesis B : forall r w, M_f r -> a 0%nat + delta < r + X w < a N - delta ->
  exists v, X' r w = Some v /\ Rabs (v - X w) <= delta.

(** P[K_r in S]. *)
Definition PK (r : R) (S : option nat -> bool) : R :=
  Pr W (fun w => S (output rd r (X' r w))).

Lemma PK_nonneg (r : R) (S : option nat -> bool) : M_f r -> 0 <= PK r S.
Proof. intros Hr. apply Pr_nonneg, measurable, Hr. Qed.

Lemma PK_additive (r : R) : M_f r -> additive_on_outputs (PK r) N.
Proof.
  intros Hr. split; [|split].
  - intros S S' H. apply Pr_ext. intros w. apply H.
  - intros S S' H. unfold PK.
    apply (Pr_add W (fun w => S (output rd r (X' r w))) (fun w => S' (output rd r (X' r w)))).
    + apply measurable, Hr.
    + apply measurable, Hr.
    + intros w. apply H.
  - intros S H. unfold PK.
    assert (H0 : Pr W (fun _ : W => false) = 0).
    { assert (HN := Pr_not W (fun w => (fun _ => false) (output rd r (X' r w)))
                      (measurable r Hr (fun _ => false))).
      simpl in HN. rewrite Pr_total in HN. lra. }
    rewrite <- H0. apply Pr_ext. intros w.
    destruct (S (output rd r (X' r w))) eqn:E; [exfalso|reflexivity].
    destruct (H _ E) as [i [Ho Hi]]. destruct (X' r w) as [v|]; simpl in Ho; [|discriminate].
    destruct (proj1 cells _ _ Ho) as [Hi' _]. lia.
Qed.

(** Upper bound for a set of outputs contained in [l,e]. *)
Lemma coupling_upper (S : option nat -> bool) (l e r : R) :
  M_f r -> l <= e ->
  (forall v, S (rd (r + v)) = true -> rd (r + v) <> None /\ l <= r + v <= e) ->
  S None = false ->
  PK r S <= G (e + delta - r) - G (l - delta - r).
Proof.
  intros Hr Hle HS HN.
  destruct (Pr_closed W X G law (l - delta - r) (e + delta - r)) as [HE HP].
  rewrite <- HP by lra. apply Pr_mono; [apply measurable, Hr|exact HE|].
  intros w Hw.
  destruct (X' r w) as [v|] eqn:Ev; simpl in Hw; [|congruence].
  destruct (HS v Hw) as [Hn Hv].
  destruct (A r w Hr) as [v' [Ev' Hd]]; [rewrite Ev; exact Hn|].
  rewrite Ev in Ev'. injection Ev' as <-. apply Rabs_le_between in Hd.
  apply andb_true_intro. split; apply Rleb_true; lra.
Qed.

(** Lower bound for a set of outputs that contains all numbers of ]l,e[. *)
Lemma coupling_lower (S : option nat -> bool) (l e r : R) :
  M_f r -> a 0%nat <= l -> e <= a N ->
  (forall v, l < r + v < e -> S (rd (r + v)) = true) ->
  G (e - delta - r) - G (l + delta - r) <= PK r S.
Proof.
  intros Hr Hl He HS.
  destruct (Rlt_le_dec (l + delta - r) (e - delta - r)) as [Hlt|Hge].
  - destruct (Pr_open W X G law (l + delta - r) (e - delta - r)) as [HE HP].
    rewrite <- HP by exact Hlt. apply Pr_mono; [exact HE|apply measurable, Hr|].
    intros w Hw. apply andb_prop in Hw. destruct Hw as [H1 H2].
    apply Rltb_true in H1. apply Rltb_true in H2.
    destruct (B r w Hr) as [v [Ev Hd]]; [lra|].
    rewrite Ev. simpl. apply HS. apply Rabs_le_between in Hd. lra.
  - assert (H0 := PK_nonneg r S Hr).
    assert (H1 := law_monotone W X G law _ _ Hge). lra.
Qed.

Lemma coupling_outside (r : R) :
  M_f r ->
  PK r (fun o => option_nat_eqb o None) = 1 - PK r (fun o => negb (option_nat_eqb o None)).
Proof.
  intros Hr. unfold PK.
  rewrite (Pr_not W (fun w => option_nat_eqb (output rd r (X' r w)) None)).
  - ring.
  - apply (measurable r Hr (fun o => option_nat_eqb o None)).
Qed.

(** Theorem A, abstractly: if the factor C bounds the mass of every grown cell
    by that of the shrunk one, and each grown half-line by the shrunk one, then
    it bounds the probability of every set of outputs. *)
Theorem theorem_A_coupling (C r1 r2 : R) (T : option nat -> bool) :
  0 <= C -> M_f r1 -> M_f r2 ->
  (forall i, (i < N)%nat ->
     G (a (S i) + delta - r1) - G (a i - delta - r1)
     <= C * (G (a (S i) - delta - r2) - G (a i + delta - r2))) ->
  G (a 0%nat + delta - r1) <= C * G (a 0%nat - delta - r2) ->
  1 - G (a N - delta - r1) <= C * (1 - G (a N + delta - r2)) ->
  PK r1 T <= C * PK r2 T.
Proof.
  intros HC H1 H2 Hcell Hlow Hhigh. destruct cells as [Hin [Hopen Hwin]].
  assert (Hle := edges_le a N edges_increase).
  apply (additive_comparison (PK r1) (PK r2) N);
    [apply PK_additive, H1|apply PK_additive, H2| |].
  - intros i Hi.
    apply Rle_trans with (G (a (S i) + delta - r1) - G (a i - delta - r1)).
    + apply (coupling_upper (fun o => option_nat_eqb o (Some i)));
        [exact H1|apply edges_increase, Hi| |reflexivity].
      intros v Hv. apply option_nat_eqb_eq in Hv. split; [congruence|]. apply (Hin _ _ Hv).
    + apply Rle_trans with (1 := Hcell i Hi). apply Rmult_le_compat_l; [exact HC|].
      apply (coupling_lower (fun o => option_nat_eqb o (Some i)));
        [exact H2|apply Hle; lia|apply Hle; lia|].
      intros v Hv. apply option_nat_eqb_eq. apply Hopen; assumption.
  - rewrite !coupling_outside by assumption.
    assert (U1 : G (a N - delta - r1) - G (a 0%nat + delta - r1)
                 <= PK r1 (fun o => negb (option_nat_eqb o None))).
    { apply coupling_lower; [exact H1|lra|lra|].
      intros v Hv. apply Hwin in Hv. destruct (rd (r1 + v)); [reflexivity|congruence]. }
    assert (U2 : PK r2 (fun o => negb (option_nat_eqb o None))
                 <= G (a N + delta - r2) - G (a 0%nat - delta - r2)).
    { apply coupling_upper; [exact H2|apply Hle; lia| |reflexivity].
      intros v Hv. destruct (rd (r2 + v)) as [i|] eqn:E; [|discriminate].
      split; [congruence|]. destruct (Hin _ _ E) as [Hi Hv'].
      assert (a 0%nat <= a i) by (apply Hle; lia).
      assert (a (S i) <= a N) by (apply Hle; lia). lra. }
    apply Rle_trans with (C * (G (a 0%nat - delta - r2) + (1 - G (a N + delta - r2)))); [lra|].
    apply Rmult_le_compat_l; [exact HC|]. lra.
Qed.

(** *** Densities *)

(** The density p of X: continuous, positive, (C1). *)
Variables (p : R -> R) (beta L : R).
Hypothesis beta_pos : 0 < beta.
Hypothesis p_continuous : forall x, continuous p x.
Hypothesis p_nonneg : forall x, 0 <= p x.
Hypothesis C1 : forall x y, p x <= exp (beta * Rabs (x - y)) * p y.
Hypothesis p_density : forall x y, RInt p x y = G y - G x.
(** G tends to 0 at -oo and to 1 at +oo. *)
Hypothesis G_low : forall eps, 0 < eps -> exists x, G x < eps.
Hypothesis G_high : forall eps, 0 < eps -> exists x, 1 - eps < G x.

Hypothesis L_large : 2 * delta < L.
Hypothesis cells_long : forall i, (i < N)%nat -> a i + L <= a (S i).

(** (C1) for intervals. *)
Lemma C1_interval (x y t : R) :
  x <= y -> G (y + t) - G (x + t) <= exp (beta * Rabs t) * (G y - G x).
Proof.
  intros Hxy. rewrite <- !p_density.
  assert (Ip : forall u v, ex_RInt p u v).
  { intros u v. apply (ex_RInt_continuous p). intros z _; apply p_continuous. }
  assert (H1 : is_RInt (fun z => scal 1 (p (1 * z + t))) x y (RInt p (x + t) (y + t))).
  { apply (is_RInt_comp_lin p 1 t x y). rewrite !Rmult_1_l. apply (RInt_correct p), Ip. }
  assert (H2 : is_RInt (fun z => scal (exp (beta * Rabs t)) (p z)) x y
                 (scal (exp (beta * Rabs t)) (RInt p x y))).
  { apply (is_RInt_scal p). apply (RInt_correct p), Ip. }
  apply (is_RInt_le _ _ x y _ _ Hxy H1 H2).
  intros z _. unfold scal; simpl; unfold mult; simpl. rewrite !Rmult_1_l.
  replace (Rabs t) with (Rabs (z + t - z)) by (f_equal; ring). apply C1.
Qed.

Lemma G_range (x : R) : 0 <= G x <= 1.
Proof.
  destruct (law x) as [Ex [<- _]]. split; [apply Pr_nonneg, Ex|].
  assert (H := Pr_not W _ Ex). assert (H' := Pr_nonneg W _ (event_not W _ Ex)). lra.
Qed.

(** (C1) for half-lines. *)
Lemma C1_lower_half_line (x t : R) : G (x + t) <= exp (beta * Rabs t) * G x.
Proof.
  apply Rle_trans with (exp (beta * Rabs t) * G x + 0); [|lra].
  apply Rnot_lt_le. intros H.
  set (eps := G (x + t) - exp (beta * Rabs t) * G x).
  destruct (G_low eps) as [z Hz]; [unfold eps; lra|].
  set (y := Rmin x (z - t)).
  assert (Hy1 : y <= x) by apply Rmin_l. assert (Hy2 : y <= z - t) by apply Rmin_r.
  assert (HI := C1_interval y x t Hy1).
  assert (Hm : G (y + t) <= G z) by (apply (law_monotone W X G law); lra).
  assert (H0 := G_range y). assert (He : 0 < exp (beta * Rabs t)) by apply exp_pos.
  unfold eps in Hz. nra.
Qed.

Lemma C1_upper_half_line (x t : R) : 1 - G (x + t) <= exp (beta * Rabs t) * (1 - G x).
Proof.
  apply Rle_trans with (exp (beta * Rabs t) * (1 - G x) + 0); [|lra].
  apply Rnot_lt_le. intros H.
  set (eps := 1 - G (x + t) - exp (beta * Rabs t) * (1 - G x)).
  destruct (G_high eps) as [z Hz]; [unfold eps; lra|].
  set (y := Rmax x (z - t)).
  assert (Hy1 : x <= y) by apply Rmax_l. assert (Hy2 : z - t <= y) by apply Rmax_r.
  assert (HI := C1_interval x y t Hy1).
  assert (Hm : G z <= G (y + t)) by (apply (law_monotone W X G law); lra).
  assert (H0 := G_range y). assert (He : 0 < exp (beta * Rabs t)) by apply exp_pos.
  unfold eps in Hz. nra.
Qed.

(** Half-lines under any factor that is at least e^(beta(|r1-r2|+2delta)). *)
Lemma half_lines (C r1 r2 : R) :
  exp (beta * (Rabs (r1 - r2) + 2 * delta)) <= C ->
  G (a 0%nat + delta - r1) <= C * G (a 0%nat - delta - r2) /\
  1 - G (a N - delta - r1) <= C * (1 - G (a N + delta - r2)).
Proof.
  intros HC.
  assert (Htr : forall t, Rabs t <= Rabs (r1 - r2) + 2 * delta -> exp (beta * Rabs t) <= C).
  { intros t Ht. apply Rle_trans with (2 := HC). apply exp_le_exp. nra. }
  assert (Hd : Rabs (2 * delta) = 2 * delta) by (apply Rabs_pos_eq; lra).
  assert (Ho : Rabs (- (2 * delta)) = 2 * delta) by (rewrite Rabs_Ropp; exact Hd).
  split.
  - set (t := r2 - r1 + 2 * delta).
    replace (a 0%nat + delta - r1) with ((a 0%nat - delta - r2) + t) by (unfold t; ring).
    apply Rle_trans with (1 := C1_lower_half_line _ t).
    apply Rmult_le_compat_r; [apply G_range|]. apply Htr.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Hd, (Rabs_minus_sym r2 r1). lra.
  - set (t := r2 - r1 + - (2 * delta)).
    replace (a N - delta - r1) with ((a N + delta - r2) + t) by (unfold t; ring).
    apply Rle_trans with (1 := C1_upper_half_line _ t).
    assert (HG := G_range (a N + delta - r2)).
    apply Rmult_le_compat_r; [lra|]. apply Htr.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Ho, (Rabs_minus_sym r2 r1). lra.
Qed.

(** Theorem A, form 1 (scaling), under (C1) alone: for all possible answers and
    every set T of outputs, Outside included,
    P[K_r1 in T] <= rho e^(beta(2 delta + |r1-r2|)) P[K_r2 in T]. *)
Theorem theorem_A_C1 (r1 r2 : R) (T : option nat -> bool) :
  M_f r1 -> M_f r2 ->
  PK r1 T <= rho L delta * exp (beta * (2 * delta + Rabs (r1 - r2))) * PK r2 T.
Proof.
  intros H1 H2.
  assert (Hrho : 1 <= rho L delta) by (apply rho_ge_1; assumption).
  assert (HE : 0 < exp (beta * (2 * delta + Rabs (r1 - r2)))) by apply exp_pos.
  set (C := rho L delta * exp (beta * (2 * delta + Rabs (r1 - r2)))).
  assert (HCE : exp (beta * (2 * delta + Rabs (r1 - r2))) <= C) by (unfold C; nra).
  destruct (half_lines C r1 r2) as [Hl Hh].
  { rewrite (Rplus_comm (Rabs (r1 - r2))). exact HCE. }
  apply theorem_A_coupling; trivial; [lra|].
  intros i Hi. assert (Hlong := cells_long i Hi).
  set (c := (a i + a (S i)) / 2). set (l := a (S i) - a i).
  rewrite <- !p_density.
  replace (a i - delta - r1) with (c - (l + 2 * delta) / 2 - r1) by (unfold c, l; field).
  replace (a (S i) + delta - r1) with (c + (l + 2 * delta) / 2 - r1) by (unfold c, l; field).
  replace (a i + delta - r2) with (c - (l - 2 * delta) / 2 - r2) by (unfold c, l; field).
  replace (a (S i) - delta - r2) with (c + (l - 2 * delta) / 2 - r2) by (unfold c, l; field).
  apply (scaling p beta); trivial; unfold l; lra.
Qed.

(** Theorem A, form 2 (sinh), under (C1) and (LC): p = e^(-psi), psi convex;
    P[K_r1 in T] <= e^(beta|r1-r2|) Gamma_beta(L,delta) P[K_r2 in T]. *)
Theorem theorem_A_LC (psi : R -> R) (r1 r2 : R) (T : option nat -> bool) :
  (forall x, p x = exp (- psi x)) ->
  (forall x y t, 0 <= t <= 1 -> psi ((1 - t) * x + t * y) <= (1 - t) * psi x + t * psi y) ->
  M_f r1 -> M_f r2 ->
  PK r1 T <= exp (beta * Rabs (r1 - r2)) * Gamma beta L delta * PK r2 T.
Proof.
  intros Hp Hconv H1 H2.
  assert (Hlip : forall x y, psi y <= psi x + beta * Rabs (x - y)).
  { intros x y. apply Rnot_lt_le. intros H.
    assert (HC := C1 x y). rewrite !Hp, <- exp_plus in HC.
    assert (Hlt : exp (beta * Rabs (x - y) + - psi y) < exp (- psi x))
      by (apply exp_lt_exp; lra).
    lra. }
  assert (HG : 1 <= Gamma beta L delta) by (apply Gamma_ge_1; assumption).
  assert (HE : 0 < exp (beta * Rabs (r1 - r2))) by apply exp_pos.
  set (C := exp (beta * Rabs (r1 - r2)) * Gamma beta L delta).
  destruct (half_lines C r1 r2) as [Hl Hh].
  { rewrite Rmult_plus_distr_l, exp_plus. apply Rmult_le_compat_l; [lra|].
    apply exp_le_Gamma; assumption. }
  assert (HC0 : 0 <= C) by (apply Rmult_le_pos; lra).
  apply theorem_A_coupling; trivial.
  intros i Hi. assert (Hlong := cells_long i Hi).
  set (c := (a i + a (S i)) / 2 - r1). set (l := a (S i) - a i).
  apply Rle_trans with
    (Gamma beta L delta * (G (a (S i) - delta - r1) - G (a i + delta - r1))).
  - rewrite <- !p_density.
    replace (a i - delta - r1) with (c - (l + 2 * delta) / 2) by (unfold c, l; field).
    replace (a (S i) + delta - r1) with (c + (l + 2 * delta) / 2) by (unfold c, l; field).
    replace (a i + delta - r1) with (c - (l - 2 * delta) / 2) by (unfold c, l; field).
    replace (a (S i) - delta - r1) with (c + (l - 2 * delta) / 2) by (unfold c, l; field).
    rewrite !(RInt_ext p (fun x => exp (- psi x))) by (intros x _; apply Hp).
    apply log_concave_cell; trivial; unfold l; lra.
  - unfold C. rewrite (Rmult_comm (exp _)), Rmult_assoc.
    apply Rmult_le_compat_l; [lra|].
    replace (a i + delta - r1) with ((a i + delta - r2) + (r2 - r1)) by ring.
    replace (a (S i) - delta - r1) with ((a (S i) - delta - r2) + (r2 - r1)) by ring.
    rewrite (Rabs_minus_sym r1 r2).
    apply C1_interval; lra.
Qed.

End Coupling.

(** Theorem A, form 2, for the Laplace law on any probability space. *)
Theorem theorem_A_laplace_coupling
    (W : probability_space) (X : W -> R) (beta delta L : R)
    (rd : R -> option nat) (a : nat -> R) (N : nat)
    (M_f : R -> Prop) (X' : R -> W -> option R) (r1 r2 : R) (T : option nat -> bool) :
  0 < beta -> 0 <= delta -> 2 * delta < L ->
  has_law W X (F beta) ->
  rounds_to_cells rd a N ->
  (forall i, (i < N)%nat -> a i + L <= a (S i)) ->
  (forall r, M_f r -> forall S : option nat -> bool,
     event W (fun w => S (output rd r (X' r w)))) ->
  (forall r w, M_f r -> output rd r (X' r w) <> None ->
     exists v, X' r w = Some v /\ Rabs (v - X w) <= delta) ->
  (forall r w, M_f r -> a 0%nat + delta < r + X w < a N - delta ->
     exists v, X' r w = Some v /\ Rabs (v - X w) <= delta) ->
  M_f r1 -> M_f r2 ->
  PK W rd X' r1 T <= exp (beta * Rabs (r1 - r2)) * Gamma beta L delta * PK W rd X' r2 T.
Proof.
  intros Hb Hd HL Hlaw Hcells Hlong Hmeas HA HB H1 H2.
  assert (Hinc : forall i, (i < N)%nat -> a i <= a (S i)).
  { intros i Hi. assert (H := Hlong i Hi). lra. }
  assert (HG : 1 <= Gamma beta L delta) by (apply Gamma_ge_1; assumption).
  assert (HE : 0 < exp (beta * Rabs (r1 - r2))) by apply exp_pos.
  set (C := exp (beta * Rabs (r1 - r2)) * Gamma beta L delta).
  assert (HC0 : 0 <= C) by (apply Rmult_le_pos; lra).
  destruct (half_lines W X (F beta) Hlaw delta a N Hd (laplace_density beta) beta Hb
              (laplace_density_continuous beta)
              (laplace_density_log_lipschitz beta Hb)
              (RInt_laplace_density beta)) with (C := C) (r1 := r1) (r2 := r2) as [Hl Hh].
  { intros eps He. exists (- / (beta * eps)). apply F_small; assumption. }
  { intros eps He. exists (/ (beta * eps)).
    assert (H := F_small beta Hb eps He). rewrite F_symmetric in H. lra. }
  { rewrite Rmult_plus_distr_l, exp_plus. apply Rmult_le_compat_l; [lra|].
    apply exp_le_Gamma; assumption. }
  apply (theorem_A_coupling W X (F beta) Hlaw delta rd a N Hd Hcells Hinc M_f X'); trivial.
  intros i Hi. assert (Hl' := Hlong i Hi).
  set (c := (a i + a (S i)) / 2 - r1). set (l := a (S i) - a i).
  apply Rle_trans with
    (Gamma beta L delta * mass beta (a i + delta - r1) (a (S i) - delta - r1)).
  - replace (a i - delta - r1) with (c - (l + 2 * delta) / 2) by (unfold c, l; field).
    replace (a (S i) + delta - r1) with (c + (l + 2 * delta) / 2) by (unfold c, l; field).
    replace (a i + delta - r1) with (c - (l - 2 * delta) / 2) by (unfold c, l; field).
    replace (a (S i) - delta - r1) with (c + (l - 2 * delta) / 2) by (unfold c, l; field).
    apply sinh_bound_cell; unfold l; lra.
  - unfold C. rewrite (Rmult_comm (exp _)), Rmult_assoc.
    apply Rmult_le_compat_l; [lra|].
    replace (a i + delta - r1) with ((a i + delta - r2) + (r2 - r1)) by ring.
    replace (a (S i) - delta - r1) with ((a (S i) - delta - r2) + (r2 - r1)) by ring.
    rewrite (Rabs_minus_sym r1 r2). fold (mass beta (a i + delta - r2) (a (S i) - delta - r2)).
    apply interval_translation; lra.
Qed.
