(** * Adaptive composition, and the filter of a ledger

    proofs/theory.md, paragraph 1.9.  n releases are made one after the other;
    what is asked, with which setting, and the answer may depend on the outputs
    before.  A transcript is the list of the n outputs, and its law is the
    product of the conditional laws.  (Who stops early makes releases with a
    constant output, for which all the numbers below are 0; who tosses coins
    counts them among the outputs.)

    First: if the sums of kp and of km are bounded along every transcript, the
    transcript laws are close, so that everything of Transfer.v holds for the
    whole transcript.  Second: a filter may accept a release if the pure rule or
    the Renyi rule of one fixed order has room for it; and the rule of sums holds
    for (eps,delta) chosen on the way.

    [Classical_Prop.classic] enters through the standard library's [ln].

    In Rust: the ledger of crates/kdelta.  Rests on Transfer.v, and on
    RationalBounds.v for convexity of the exponential. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra List Bool.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Transfer.
Import ListNotations.

Local Open Scope R_scope.

Section Transcripts.

Context {O : Type}.
(** The possible outputs of one release (for releases with different outputs,
    their union). *)
Variable outs : list O.

(** A strategy gives the law of the next output after the prefix h, the latest
    output first. *)
Definition strategy := list O -> O -> R.

(** All transcripts of n releases. *)
Fixpoint transcripts (n : nat) : list (list O) :=
  match n with
  | 0%nat => [[]]
  | S n' => flat_map (fun o => map (cons o) (transcripts n')) outs
  end.

(** The probability of the outputs t after the prefix h. *)
Fixpoint chain (P : strategy) (h t : list O) : R :=
  match t with
  | [] => 1
  | o :: t' => P h o * chain P (o :: h) t'
  end.

(** The sum of a price along the outputs t after the prefix h. *)
Fixpoint spent (k : list O -> R) (h t : list O) : R :=
  match t with
  | [] => 0
  | o :: t' => k h + spent k (o :: h) t'
  end.

(** Every output of a transcript is a possible one. *)
Lemma in_transcripts (n : nat) (o : O) (t : list O) :
  In (o :: t) (transcripts (S n)) -> In o outs /\ In t (transcripts n).
Proof.
  simpl. rewrite in_flat_map. intros [o' [Ho' Ht]]. apply in_map_iff in Ht.
  destruct Ht as [t' [E Ht']]. injection E as -> ->. auto.
Qed.

Lemma transcripts_cons (n : nat) (t : list O) :
  In t (transcripts (S n)) -> exists o t', t = o :: t'.
Proof.
  simpl. rewrite in_flat_map. intros [o' [_ Ht]]. apply in_map_iff in Ht.
  destruct Ht as [t' [<- _]]. exists o', t'. reflexivity.
Qed.

Lemma transcripts_nil (t : list O) : In t (transcripts 0) -> t = [].
Proof. intros [H|[]]. auto. Qed.

Lemma Sum_transcripts (n : nat) (f : list O -> R) :
  Sum (transcripts (S n)) f = Sum outs (fun o => Sum (transcripts n) (fun t => f (o :: t))).
Proof. simpl. rewrite Sum_flat_map. apply Sum_ext. intros o _. apply Sum_map. Qed.

Definition nonneg_strategy (P : strategy) : Prop := forall h o, In o outs -> 0 <= P h o.

Lemma chain_nonneg (P : strategy) (n : nat) :
  nonneg_strategy P -> forall h t, In t (transcripts n) -> 0 <= chain P h t.
Proof.
  intros HP. induction n as [|n IH]; intros h t Ht.
  - apply transcripts_nil in Ht as ->. simpl. lra.
  - destruct (transcripts_cons n t Ht) as [o [t' ->]].
    apply in_transcripts in Ht as [Ho Ht]. simpl. apply Rmult_le_pos; auto.
Qed.

(** The law of the transcript is a law. *)
Theorem transcript_is_law (P : strategy) (n : nat) (h : list O) :
  (forall h, is_law outs (P h)) -> is_law (transcripts n) (chain P h).
Proof.
  intros HP. split.
  - apply chain_nonneg. intros h' o Ho. apply (HP h'), Ho.
  - revert h. induction n as [|n IH]; intros h; [simpl; ring|].
    rewrite Sum_transcripts. simpl.
    rewrite (Sum_ext outs _ (P h)); [apply (HP h)|].
    intros o _. rewrite Sum_scal, IH. ring.
Qed.

(** ** Closeness adds up *)

Lemma chain_close (P P' : strategy) (kp km : list O -> R) (n : nat) :
  nonneg_strategy P ->
  (forall h, close outs (P h) (P' h) (kp h) (km h)) ->
  forall h t, In t (transcripts n) ->
  exp (- spent km h t) * chain P h t <= chain P' h t /\
  chain P' h t <= exp (spent kp h t) * chain P h t.
Proof.
  intros HP H. induction n as [|n IH]; intros h t Ht.
  - apply transcripts_nil in Ht as ->. simpl. rewrite Ropp_0, exp_0. lra.
  - destruct (transcripts_cons n t Ht) as [o [t' ->]].
    apply in_transcripts in Ht as [Ho Ht].
    destruct (H h o Ho) as [A1 A2]. destruct (IH (o :: h) t' Ht) as [B1 B2].
    assert (C0 := chain_nonneg P n HP (o :: h) t' Ht). assert (P0 := HP h o Ho).
    simpl. rewrite Ropp_plus_distr, !exp_plus.
    assert (E1 := exp_pos (- km h)). assert (E2 := exp_pos (- spent km (o :: h) t')).
    assert (E3 := exp_pos (kp h)). assert (E4 := exp_pos (spent kp (o :: h) t')).
    split.
    + replace (exp (- km h) * exp (- spent km (o :: h) t') * (P h o * chain P (o :: h) t'))
        with ((exp (- km h) * P h o) * (exp (- spent km (o :: h) t') * chain P (o :: h) t')) by ring.
      apply Rmult_le_compat; trivial; apply Rmult_le_pos; lra.
    + replace (exp (kp h) * exp (spent kp (o :: h) t') * (P h o * chain P (o :: h) t'))
        with ((exp (kp h) * P h o) * (exp (spent kp (o :: h) t') * chain P (o :: h) t')) by ring.
      apply Rmult_le_compat; trivial.
      * apply Rle_trans with (2 := A1). apply Rmult_le_pos; lra.
      * apply Rle_trans with (2 := B1). apply Rmult_le_pos; lra.
Qed.

(** Adaptive composition: if the releases are (kp h, km h)-close and the sums
    along every transcript are at most Kp and Km, the transcripts are
    (Kp,Km)-close. *)
Theorem adaptive_composition (P P' : strategy) (kp km : list O -> R) (n : nat) (Kp Km : R) :
  nonneg_strategy P ->
  (forall h, close outs (P h) (P' h) (kp h) (km h)) ->
  (forall t, In t (transcripts n) -> spent kp [] t <= Kp /\ spent km [] t <= Km) ->
  close (transcripts n) (chain P []) (chain P' []) Kp Km.
Proof.
  intros HP H Hs t Ht. destruct (chain_close P P' kp km n HP H [] t Ht) as [A B].
  destruct (Hs t Ht) as [S1 S2]. assert (C0 := chain_nonneg P n HP [] t Ht).
  assert (exp (- Km) <= exp (- spent km [] t)) by (apply exp_le_exp; lra).
  assert (exp (spent kp [] t) <= exp Kp) by (apply exp_le_exp; lra).
  split; nra.
Qed.

(** Any (eps,delta) analysis of the ideal transcript carries over: account with
    the ideal mechanisms, and pay Kp + Km and the factor e^Kp once, at the end. *)
Theorem composition_approximate (P1 P2 P1' P2' : strategy) (kp km : list O -> R) (n : nat)
    (Kp Km eps delta : R) :
  nonneg_strategy P1 -> nonneg_strategy P2 ->
  (forall h, close outs (P1 h) (P1' h) (kp h) (km h)) ->
  (forall h, close outs (P2 h) (P2' h) (kp h) (km h)) ->
  (forall t, In t (transcripts n) -> spent kp [] t <= Kp /\ spent km [] t <= Km) ->
  (forall T, Prob (transcripts n) (chain P1 []) T
             <= exp eps * Prob (transcripts n) (chain P2 []) T + delta) ->
  forall T, Prob (transcripts n) (chain P1' []) T
            <= exp (eps + (Kp + Km)) * Prob (transcripts n) (chain P2' []) T + exp Kp * delta.
Proof.
  intros H1 H2 C1 C2 Hs H.
  apply transfer_approximate with (P1 := chain P1 []) (P2 := chain P2 []); trivial;
    apply adaptive_composition with (kp := kp) (km := km); trivial.
Qed.

(** ** The filter *)

Variables (P1 P2 : strategy).
Hypothesis nonneg1 : nonneg_strategy P1.
Hypothesis nonneg2 : nonneg_strategy P2.

(** The pure rule, one transcript: the loss is at most the sum of the losses. *)
Lemma pure_sum (eps : list O -> R) (n : nat) :
  (forall h o, In o outs -> P1 h o <= exp (eps h) * P2 h o) ->
  forall h t, In t (transcripts n) -> chain P1 h t <= exp (spent eps h t) * chain P2 h t.
Proof.
  intros H. induction n as [|n IH]; intros h t Ht.
  - apply transcripts_nil in Ht as ->. simpl. rewrite exp_0. lra.
  - destruct (transcripts_cons n t Ht) as [o [t' ->]].
    apply in_transcripts in Ht as [Ho Ht]. simpl. rewrite exp_plus.
    replace (exp (eps h) * exp (spent eps (o :: h) t') * (P2 h o * chain P2 (o :: h) t'))
      with ((exp (eps h) * P2 h o) * (exp (spent eps (o :: h) t') * chain P2 (o :: h) t')) by ring.
    apply Rmult_le_compat; auto. apply chain_nonneg with (n := n); assumption.
Qed.

Lemma transcripts_inhabited (n : nat) (o : O) : In o outs -> exists t, In t (transcripts n).
Proof.
  intros Ho. induction n as [|n [t Ht]]; [exists []; left; reflexivity|].
  exists (o :: t). simpl. apply in_flat_map. exists o. split; [exact Ho|]. apply in_map, Ht.
Qed.

Lemma spent_nonneg (k : list O -> R) :
  (forall h, 0 <= k h) -> forall t h, 0 <= spent k h t.
Proof.
  intros Hk. induction t as [|o t IH]; intros h; simpl; [lra|].
  assert (A := Hk h). assert (B := IH (o :: h)). lra.
Qed.

(** The rule of sums with (eps h, delta h)-private releases: if along every
    transcript the eps add up to at most E and the delta to at most D, then the
    transcripts are (E,D)-private, although both are chosen on the way. *)
Lemma sums_from_prefix (eps_of delta_of : list O -> R) (n : nat) :
  (forall h, is_law outs (P1 h)) ->
  (forall h, 0 <= delta_of h) ->
  (forall h T, Prob outs (P1 h) T <= exp (eps_of h) * Prob outs (P2 h) T + delta_of h) ->
  forall h E D (phi : list O -> R),
  (forall t, In t (transcripts n) -> spent eps_of h t <= E /\ spent delta_of h t <= D) ->
  (forall t, In t (transcripts n) -> 0 <= phi t <= 1) ->
  Sum (transcripts n) (fun t => phi t * chain P1 h t)
  <= exp E * Sum (transcripts n) (fun t => phi t * chain P2 h t) + D.
Proof.
  intros Hlaw Hd Hstep. induction n as [|n IH]; intros h E D phi Hs Hphi.
  - destruct (Hs [] (or_introl eq_refl)) as [HE HD]. simpl in HE, HD.
    assert (Hp := Hphi [] (or_introl eq_refl)). simpl.
    assert (1 <= exp E) by (apply one_le_exp, HE). nra.
  - rewrite !Sum_transcripts. simpl.
    set (E' := E - eps_of h). set (D' := D - delta_of h).
    set (X := fun o => Sum (transcripts n) (fun t => phi (o :: t) * chain P1 (o :: h) t)).
    set (Y := fun o => Sum (transcripts n) (fun t => phi (o :: t) * chain P2 (o :: h) t)).
    assert (Hin : forall o t, In o outs -> In t (transcripts n) -> In (o :: t) (transcripts (S n))).
    { intros o t Ho Ht. simpl. apply in_flat_map. exists o. split; [exact Ho|]. apply in_map, Ht. }
    assert (HX : forall o, In o outs -> X o <= exp E' * Y o + D').
    { intros o Ho. apply IH.
      - intros t Ht. destruct (Hs (o :: t) (Hin o t Ho Ht)) as [A B]. simpl in A, B.
        unfold E', D'. lra.
      - intros t Ht. apply Hphi, Hin; assumption. }
    assert (HX1 : forall o, In o outs -> X o <= 1).
    { intros o Ho. rewrite <- (proj2 (transcript_is_law P1 n (o :: h) Hlaw)).
      apply Sum_le. intros t Ht. assert (A := Hphi (o :: t) (Hin o t Ho Ht)).
      assert (B := chain_nonneg P1 n nonneg1 (o :: h) t Ht). nra. }
    assert (HY0 : forall o, In o outs -> 0 <= Y o).
    { intros o Ho. apply Sum_nonneg. intros t Ht. apply Rmult_le_pos.
      - apply Hphi, Hin; assumption.
      - apply chain_nonneg with (n := n); assumption. }
    assert (HD' : forall o, In o outs -> 0 <= D').
    { intros o Ho. destruct (transcripts_inhabited n o Ho) as [t Ht].
      destruct (Hs (o :: t) (Hin o t Ho Ht)) as [_ B]. simpl in B.
      assert (C := spent_nonneg delta_of Hd t (o :: h)). unfold D'. lra. }
    set (psi := fun o => Rmin 1 (exp E' * Y o)).
    assert (Hpsi : forall o, In o outs -> 0 <= psi o <= 1).
    { intros o Ho. split; [|apply Rmin_l]. apply Rmin_glb; [lra|].
      apply Rmult_le_pos; [left; apply exp_pos|auto]. }
    assert (HXpsi : forall o, In o outs -> X o <= psi o + D').
    { intros o Ho. assert (A := HX o Ho). assert (B := HX1 o Ho). assert (C := HD' o Ho).
      unfold psi. apply Rmin_case; lra. }
    assert (Htest := sets_to_tests outs (P1 h) (P2 h) (eps_of h) (delta_of h) (Hstep h) psi Hpsi).
    apply Rle_trans with (Sum outs (fun o => psi o * P1 h o) + D').
    + apply Rle_trans with (Sum outs (fun o => psi o * P1 h o + D' * P1 h o)).
      * apply Sum_le. intros o Ho.
        rewrite (Sum_ext _ _ (fun t => P1 h o * (phi (o :: t) * chain P1 (o :: h) t)))
          by (intros t _; ring).
        rewrite Sum_scal. fold (X o).
        assert (A := HXpsi o Ho). assert (B := nonneg1 h o Ho). nra.
      * rewrite Sum_plus, Sum_scal, (proj2 (Hlaw h)). lra.
    + apply Rle_trans with (exp (eps_of h) * Sum outs (fun o => psi o * P2 h o) + delta_of h + D');
        [lra|].
      replace (delta_of h) with (D - D') by (unfold D'; ring).
      assert (A : exp (eps_of h) * Sum outs (fun o => psi o * P2 h o)
                  <= exp E * Sum outs (fun o => Sum (transcripts n)
                       (fun t => phi (o :: t) * (P2 h o * chain P2 (o :: h) t)))); [|lra].
      replace (exp E) with (exp (eps_of h) * exp E')
        by (rewrite <- exp_plus; f_equal; unfold E'; ring).
      rewrite Rmult_assoc. apply Rmult_le_compat_l; [left; apply exp_pos|].
      rewrite <- Sum_scal. apply Sum_le. intros o Ho.
      rewrite (Sum_ext _ _ (fun t => P2 h o * (phi (o :: t) * chain P2 (o :: h) t)))
        by (intros t _; ring).
      rewrite Sum_scal. fold (Y o).
      assert (B := nonneg2 h o Ho). assert (C := Rmin_r 1 (exp E' * Y o)). unfold psi. nra.
Qed.

Theorem sums_are_a_filter (eps_of delta_of : list O -> R) (n : nat) (eps delta : R) :
  (forall h, is_law outs (P1 h)) ->
  (forall h, 0 <= delta_of h) ->
  (forall h T, Prob outs (P1 h) T <= exp (eps_of h) * Prob outs (P2 h) T + delta_of h) ->
  (forall t, In t (transcripts n) -> spent eps_of [] t <= eps /\ spent delta_of [] t <= delta) ->
  forall T, Prob (transcripts n) (chain P1 []) T
            <= exp eps * Prob (transcripts n) (chain P2 []) T + delta.
Proof.
  intros Hlaw Hd Hstep Hs T.
  assert (E : forall P, Prob (transcripts n) P T
            = Sum (transcripts n) (fun t => (if T t then 1 else 0) * P t)).
  { intros P. apply Sum_ext. intros t _. destruct (T t); ring. }
  rewrite !E. apply sums_from_prefix with (eps_of := eps_of) (delta_of := delta_of); trivial.
  intros t _. destruct (T t); lra.
Qed.

Variable alpha : R.
Hypothesis alpha_large : 1 < alpha.

(** The term of a product is the product of the terms. *)
Lemma renyi_term_mult (p q p' q' : R) :
  0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' -> (q <= 0 -> p <= 0) -> (q' <= 0 -> p' <= 0) ->
  renyi_term alpha (p * p') (q * q') = renyi_term alpha p q * renyi_term alpha p' q'.
Proof.
  intros Hp Hq Hp' Hq' Ha Ha'. unfold renyi_term.
  destruct (Rle_dec p 0) as [H|H].
  { replace p with 0 by lra. rewrite Rmult_0_l. destruct (Rle_dec 0 0); lra. }
  destruct (Rle_dec p' 0) as [H'|H'].
  { replace p' with 0 by lra. rewrite Rmult_0_r. destruct (Rle_dec 0 0); lra. }
  assert (0 < q) by (destruct (Rle_lt_dec q 0) as [Hz|Hz]; [apply Ha in Hz; lra|exact Hz]).
  assert (0 < q') by (destruct (Rle_lt_dec q' 0) as [Hz|Hz]; [apply Ha' in Hz; lra|exact Hz]).
  destruct (Rle_dec (p * p') 0) as [Hz|_]; [exfalso; nra|].
  unfold Rpower. rewrite !ln_mult by lra. rewrite <- !exp_plus. f_equal. ring.
Qed.

(** Where the second law vanishes, so does the first, for transcripts too. *)
Lemma chain_vanishes (n : nat) :
  (forall h o, In o outs -> P2 h o <= 0 -> P1 h o <= 0) ->
  forall h t, In t (transcripts n) -> chain P2 h t <= 0 -> chain P1 h t <= 0.
Proof.
  intros Hv. induction n as [|n IH]; intros h t Ht.
  - apply transcripts_nil in Ht as ->. simpl. lra.
  - destruct (transcripts_cons n t Ht) as [o [t' ->]].
    apply in_transcripts in Ht as [Ho Ht]. simpl. intros Hz.
    assert (A := nonneg1 h o Ho). assert (B := nonneg2 h o Ho).
    assert (C := chain_nonneg P1 n nonneg1 (o :: h) t' Ht).
    assert (D := chain_nonneg P2 n nonneg2 (o :: h) t' Ht).
    destruct (Rle_lt_dec (P2 h o) 0) as [Hb|Hb].
    + assert (P1 h o <= 0) by auto. replace (P1 h o) with 0 by lra. lra.
    + assert (chain P2 (o :: h) t' <= 0) by nra.
      assert (chain P1 (o :: h) t' <= 0) by auto.
      replace (chain P1 (o :: h) t') with 0 by lra. lra.
Qed.

(** The weighted sum over all transcripts is at most 1, by summing over the last
    output first. *)
Lemma renyi_weighted (r : list O -> R) (n : nat) :
  (forall h, renyi_at_most outs alpha (r h) (P1 h) (P2 h)) ->
  forall h,
  Sum (transcripts n) (fun t => renyi_term alpha (chain P1 h t) (chain P2 h t)
                                * exp (- ((alpha - 1) * spent r h t))) <= 1.
Proof.
  intros Hr.
  assert (Hv : forall h o, In o outs -> P2 h o <= 0 -> P1 h o <= 0)
    by (intros h o Ho; apply (Hr h), Ho).
  induction n as [|n IH]; intros h.
  - simpl. unfold renyi_term, Rpower. destruct (Rle_dec 1 0); [lra|].
    rewrite ln_1, !Rmult_0_r, Ropp_0, exp_0. lra.
  - rewrite Sum_transcripts.
    apply Rle_trans with
      (Sum outs (fun o => exp (- ((alpha - 1) * r h)) * renyi_term alpha (P1 h o) (P2 h o))).
    + apply Sum_le. intros o Ho.
      assert (T0 := renyi_term_nonneg alpha (P1 h o) (P2 h o)).
      assert (E0 := exp_pos (- ((alpha - 1) * r h))).
      rewrite (Sum_ext _ _ (fun t =>
        (exp (- ((alpha - 1) * r h)) * renyi_term alpha (P1 h o) (P2 h o))
        * (renyi_term alpha (chain P1 (o :: h) t) (chain P2 (o :: h) t)
           * exp (- ((alpha - 1) * spent r (o :: h) t))))).
      * rewrite Sum_scal.
        apply Rle_trans with
          ((exp (- ((alpha - 1) * r h)) * renyi_term alpha (P1 h o) (P2 h o)) * 1).
        -- apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|apply IH].
        -- lra.
      * intros t Ht. simpl. rewrite renyi_term_mult; auto.
        -- replace (- ((alpha - 1) * (r h + spent r (o :: h) t)))
             with (- ((alpha - 1) * r h) + - ((alpha - 1) * spent r (o :: h) t)) by ring.
           rewrite exp_plus. ring.
        -- apply chain_nonneg with (n := n); assumption.
        -- apply chain_nonneg with (n := n); assumption.
        -- apply chain_vanishes with (n := n); assumption.
    + rewrite Sum_scal. destruct (Hr h) as [_ H]. unfold renyi_sum in H.
      assert (E := exp_neg_mult ((alpha - 1) * r h)).
      assert (E0 := exp_pos (- ((alpha - 1) * r h))). nra.
Qed.

(** Renyi composition: if along every transcript the divergences sum up to at
    most r_max, the divergence of the transcripts is at most r_max. *)
Theorem renyi_composition (r : list O -> R) (n : nat) (r_max : R) :
  (forall h, renyi_at_most outs alpha (r h) (P1 h) (P2 h)) ->
  (forall t, In t (transcripts n) -> spent r [] t <= r_max) ->
  renyi_at_most (transcripts n) alpha r_max (chain P1 []) (chain P2 []).
Proof.
  intros Hr Hs. split.
  - intros t Ht. apply chain_vanishes with (n := n); trivial. intros h o Ho. apply (Hr h), Ho.
  - assert (H := renyi_weighted r n Hr []). assert (E0 := exp_pos ((alpha - 1) * r_max)).
    apply Rle_trans with (exp ((alpha - 1) * r_max)
      * Sum (transcripts n) (fun t => renyi_term alpha (chain P1 [] t) (chain P2 [] t)
                                      * exp (- ((alpha - 1) * spent r [] t)))); [|nra].
    rewrite <- Sum_scal. apply Sum_le. intros t Ht.
    assert (T0 := renyi_term_nonneg alpha (chain P1 [] t) (chain P2 [] t)).
    assert (E : 1 <= exp ((alpha - 1) * r_max) * exp (- ((alpha - 1) * spent r [] t))).
    { rewrite <- exp_plus. apply one_le_exp. assert (A := Hs t Ht). nra. }
    nra.
Qed.

(** c = (1 - 1/alpha)^(alpha-1) / alpha, by which the step from a Renyi divergence
    to (eps,delta) is better than by 1. *)
Definition conversion : R := exp ((alpha - 1) * ln (1 - / alpha) - ln alpha).

(** e^y <= 1 + c e^(alpha y): convexity of the exponential. *)
Lemma conversion_bound (y : R) : exp y <= 1 + conversion * exp (alpha * y).
Proof.
  assert (Hi : 0 < / alpha < 1).
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_lt_contravar; lra. }
  set (u := - ln (1 - / alpha)). set (v := alpha * y + (alpha - 1) * ln (1 - / alpha)).
  assert (H := exp_convex (v - u) (/ alpha) ltac:(lra)).
  assert (Eu : (1 - / alpha) * exp u = 1).
  { unfold u. rewrite exp_Ropp, exp_ln by lra. field. lra. }
  assert (Ev : / alpha * exp v = conversion * exp (alpha * y)).
  { unfold conversion, v. replace (/ alpha) with (exp (- ln alpha)).
    - rewrite <- !exp_plus. f_equal. ring.
    - rewrite exp_Ropp, exp_ln by lra. reflexivity. }
  assert (Ey : exp y = exp u * exp (/ alpha * (v - u))).
  { rewrite <- exp_plus. f_equal. unfold u, v. field. lra. }
  assert (Euv : exp v = exp u * exp (v - u)).
  { rewrite <- exp_plus. f_equal. ring. }
  rewrite Ey, <- Ev, Euv. rewrite <- Eu at 1.
  apply Rle_trans with (exp u * (1 - / alpha + / alpha * exp (v - u))).
  - apply Rmult_le_compat_l; [left; apply exp_pos|exact H].
  - right. ring.
Qed.

(** One transcript: what exceeds the loss eps is at most its term times
    c e^(-(alpha-1) eps). *)
Lemma excess_of_term (eps p q : R) :
  0 <= p -> 0 <= q -> (q <= 0 -> p <= 0) ->
  p - exp eps * q <= conversion * exp (- ((alpha - 1) * eps)) * renyi_term alpha p q.
Proof.
  intros Hp Hq Hv. assert (E := exp_pos eps).
  unfold renyi_term. destruct (Rle_dec p 0) as [Hz|Hz]; [nra|].
  assert (Hq0 : 0 < q) by (destruct (Rle_lt_dec q 0) as [H|H]; [apply Hv in H; lra|exact H]).
  set (y := ln p - ln q - eps).
  assert (Ep : p = exp eps * q * exp y).
  { rewrite <- (exp_ln q Hq0) at 1. rewrite <- !exp_plus.
    replace (eps + ln q + y) with (ln p) by (unfold y; ring). symmetry. apply exp_ln. lra. }
  assert (Et : exp (- ((alpha - 1) * eps)) * (Rpower p alpha * Rpower q (1 - alpha))
               = exp eps * q * exp (alpha * y)).
  { unfold Rpower. rewrite <- (exp_ln q Hq0) at 2. rewrite <- !exp_plus. f_equal.
    unfold y. ring. }
  rewrite Rmult_assoc, Et.
  assert (H := conversion_bound y).
  replace (p - exp eps * q) with (exp eps * q * (exp y - 1)) by (rewrite Ep at 1; ring).
  replace (conversion * (exp eps * q * exp (alpha * y)))
    with (exp eps * q * (conversion * exp (alpha * y))) by ring.
  apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra].
Qed.

(** The filter of a ledger.  Fix the order alpha, eps, r_max and delta with
    c e^((alpha-1)(r_max - eps)) <= delta, that is,
    r_max + (ln(1/delta) - ln alpha)/(alpha-1) + ln(1-1/alpha) <= eps ([filter_delta]).
    If on every transcript the pure losses
    sum up to at most eps, or the Renyi divergences of order alpha to at most
    r_max, then the transcripts are (eps,delta)-private. *)
Theorem either_rule_is_a_filter (eps_of r_of : list O -> R) (n : nat) (eps r_max delta : R) :
  (forall h o, In o outs -> P1 h o <= exp (eps_of h) * P2 h o) ->
  (forall h, renyi_at_most outs alpha (r_of h) (P1 h) (P2 h)) ->
  (forall t, In t (transcripts n) -> spent eps_of [] t <= eps \/ spent r_of [] t <= r_max) ->
  conversion * exp ((alpha - 1) * (r_max - eps)) <= delta ->
  forall T, Prob (transcripts n) (chain P1 []) T
            <= exp eps * Prob (transcripts n) (chain P2 []) T + delta.
Proof.
  intros He Hr Hs Hd T.
  set (E := conversion * exp ((alpha - 1) * (r_max - eps))) in *.
  set (weight := fun t => renyi_term alpha (chain P1 [] t) (chain P2 [] t)
                          * exp (- ((alpha - 1) * spent r_of [] t))).
  assert (Hw : Sum (transcripts n) weight <= 1) by (apply renyi_weighted, Hr).
  assert (Hc : 0 < conversion) by apply exp_pos.
  assert (HE : 0 < E) by (apply Rmult_lt_0_compat; [exact Hc|apply exp_pos]).
  apply Rle_trans with (exp eps * Prob (transcripts n) (chain P2 []) T
                        + E * Sum (transcripts n) weight); [|nra].
  unfold Prob. rewrite <- !Sum_scal, <- Sum_plus. apply Sum_le. intros t Ht.
  assert (T0 := renyi_term_nonneg alpha (chain P1 [] t) (chain P2 [] t)).
  assert (W0 : 0 <= weight t)
    by (apply Rmult_le_pos; [exact T0|left; apply exp_pos]).
  assert (EW : 0 <= E * weight t) by (apply Rmult_le_pos; lra).
  destruct (T t); [|lra].
  assert (C1 := chain_nonneg P1 n nonneg1 [] t Ht).
  assert (C2 := chain_nonneg P2 n nonneg2 [] t Ht).
  destruct (Hs t Ht) as [A|B].
  - (* the pure rule *)
    assert (H := pure_sum eps_of n He [] t Ht).
    assert (exp (spent eps_of [] t) <= exp eps) by (apply exp_le_exp, A). nra.
  - (* the Renyi rule *)
    assert (H := excess_of_term eps (chain P1 [] t) (chain P2 [] t) C1 C2
                   (chain_vanishes n (fun h o Ho => proj1 (Hr h) o Ho) [] t Ht)).
    assert (G : conversion * exp (- ((alpha - 1) * eps))
                <= E * exp (- ((alpha - 1) * spent r_of [] t))).
    { unfold E. rewrite Rmult_assoc, <- exp_plus. apply Rmult_le_compat_l; [lra|].
      apply exp_le_exp. nra. }
    unfold weight. nra.
Qed.

(** The condition on delta, solved for eps. *)
Definition filter_eps (r_max delta : R) : R :=
  r_max + (ln (/ delta) - ln alpha) / (alpha - 1) + ln (1 - / alpha).

Lemma filter_delta (r_max delta : R) :
  0 < delta -> conversion * exp ((alpha - 1) * (r_max - filter_eps r_max delta)) = delta.
Proof.
  intros Hd. unfold conversion, filter_eps. rewrite <- exp_plus.
  rewrite ln_Rinv by exact Hd.
  replace ((alpha - 1) * ln (1 - / alpha) - ln alpha +
           (alpha - 1) * (r_max - (r_max + (- ln delta - ln alpha) / (alpha - 1) + ln (1 - / alpha))))
    with (ln delta) by (field; lra).
  apply exp_ln, Hd.
Qed.

(** c <= 1: the simpler condition r_max + ln(1/delta)/(alpha-1) <= eps is enough. *)
Lemma conversion_le_1 : conversion <= 1.
Proof.
  assert (Hi : 0 < / alpha < 1).
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_lt_contravar; lra. }
  apply exp_le_one.
  assert (H1 : ln (1 - / alpha) <= 0) by (rewrite <- ln_1; left; apply ln_increasing; lra).
  assert (H2 : 0 <= ln alpha) by (rewrite <- ln_1; left; apply ln_increasing; lra).
  nra.
Qed.

(** The Renyi rule alone. *)
Corollary renyi_rule_is_a_filter (r_of : list O -> R) (n : nat) (r_max delta : R) :
  0 < delta ->
  (forall h, renyi_at_most outs alpha (r_of h) (P1 h) (P2 h)) ->
  (forall t, In t (transcripts n) -> spent r_of [] t <= r_max) ->
  forall T, Prob (transcripts n) (chain P1 []) T
            <= exp (filter_eps r_max delta) * Prob (transcripts n) (chain P2 []) T + delta.
Proof.
  intros Hd Hr Hs T. destruct (renyi_composition r_of n r_max Hr Hs) as [Hv H].
  set (eps := filter_eps r_max delta).
  assert (Hc : 0 < conversion) by apply exp_pos.
  set (k := conversion * exp (- ((alpha - 1) * eps))).
  assert (Hk : 0 < k) by (apply Rmult_lt_0_compat; [exact Hc|apply exp_pos]).
  assert (Ed : k * exp ((alpha - 1) * r_max) = delta).
  { unfold k. rewrite Rmult_assoc, <- exp_plus, <- (filter_delta r_max delta Hd).
    do 2 f_equal. unfold eps. ring. }
  apply Rle_trans with (exp eps * Prob (transcripts n) (chain P2 []) T
     + k * renyi_sum (transcripts n) alpha (chain P1 []) (chain P2 [])).
  - unfold Prob, renyi_sum. rewrite <- !Sum_scal, <- Sum_plus. apply Sum_le. intros t Ht.
    assert (E := excess_of_term eps (chain P1 [] t) (chain P2 [] t)
                   (chain_nonneg P1 n nonneg1 [] t Ht) (chain_nonneg P2 n nonneg2 [] t Ht)
                   (Hv t Ht)). fold k in E.
    assert (T0 := renyi_term_nonneg alpha (chain P1 [] t) (chain P2 [] t)).
    destruct (T t); [lra|].
    assert (0 <= k * renyi_term alpha (chain P1 [] t) (chain P2 [] t))
      by (apply Rmult_le_pos; lra). lra.
  - apply Rplus_le_compat_l. rewrite <- Ed. apply Rmult_le_compat_l; [lra|exact H].
Qed.

End Transcripts.
