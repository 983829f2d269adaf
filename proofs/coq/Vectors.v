(** * Vectors: many numbers in one release, each with its own noise

    proofs/theory.md, paragraph 1.9, "Vectors".  The law of a vector is the product
    of the laws of its coordinates.  Where two answers agree in a coordinate, its
    law is the same for both and costs nothing; so the price is
    Delta1/b + Delta0 kappa, where Delta1 bounds the sum of the differences and
    Delta0 the number of coordinates that differ, whatever the dimension.  Likewise
    any (eps,delta) analysis of the ideal vector carries over at the price of
    Delta0 closenesses.

    In Rust: a guarantee with changed = Delta0 in crates/oracle/src/derivation.
    Rests on Composition.v and TheoremT.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Discretised Transfer Composition TheoremT.
Import ListNotations.

Local Open Scope R_scope.

(** The sum of the differences of two answers, and in how many coordinates they
    differ. *)
Fixpoint l1_distance (r s : list R) : R :=
  match r, s with
  | x :: r', y :: s' => Rabs (x - y) + l1_distance r' s'
  | _, _ => 0
  end.

Fixpoint changed (r s : list R) : nat :=
  match r, s with
  | x :: r', y :: s' => if Req_EM_T x y then changed r' s' else S (changed r' s')
  | _, _ => 0%nat
  end.

Lemma Sum_list_prod {A B : Type} (l : list A) (m : list B) (f : A * B -> R) :
  Sum (list_prod l m) f = Sum l (fun a => Sum m (fun b => f (a, b))).
Proof.
  induction l as [|a l IH]; simpl; [reflexivity|].
  rewrite Sum_app, Sum_map, IH. reflexivity.
Qed.

Section Vectors.

Context {O : Type}.
(** The outputs of one coordinate, and the law of its output for each answer. *)
Variable outs : list O.

(** The law of the vector: independent noise. *)
Fixpoint vector_law (Q : R -> O -> R) (r : list R) (t : list O) : R :=
  match r, t with
  | x :: r', o :: t' => Q x o * vector_law Q r' t'
  | _, _ => 1
  end.

(** All outputs of m coordinates. *)
Notation vectors := (transcripts outs).

(** The possible answers of one coordinate. *)
Variable M_f : R -> Prop.

Lemma vector_nonneg (Q : R -> O -> R) (r : list R) (t : list O) :
  (forall x o, M_f x -> In o outs -> 0 <= Q x o) ->
  Forall M_f r -> In t (vectors (length r)) -> 0 <= vector_law Q r t.
Proof.
  intros HQ Hr. revert t. induction Hr as [|x r Hx Hr IH]; intros t Ht; simpl length in Ht.
  - simpl. lra.
  - destruct (transcripts_cons outs _ t Ht) as [o [t' ->]].
    apply in_transcripts in Ht as [Ho Ht]. simpl. apply Rmult_le_pos; auto.
Qed.

(** The law of a vector is a law. *)
Theorem vector_is_law (Q : R -> O -> R) (r : list R) :
  (forall x, M_f x -> is_law outs (Q x)) -> Forall M_f r ->
  is_law (vectors (length r)) (vector_law Q r).
Proof.
  intros HQ Hr. split.
  - intros t. apply vector_nonneg; [|exact Hr]. intros x o Hx. apply (HQ x Hx).
  - induction Hr as [|x r Hx Hr IH]; simpl length; [simpl; ring|].
    rewrite Sum_transcripts. simpl.
    rewrite (Sum_ext outs _ (Q x)); [apply (HQ x Hx)|].
    intros o _. rewrite Sum_scal, IH. ring.
Qed.

(** ** The pure bound *)

(** The loss of a vector, exactly: beta times the l1 distance, and kappa for each
    coordinate that differs. *)
Theorem vector_loss (Q : R -> O -> R) (beta kappa : R) (r s : list R) (t : list O) :
  (forall x o, M_f x -> In o outs -> 0 <= Q x o) ->
  (forall x y o, M_f x -> M_f y -> In o outs ->
     Q x o <= exp (beta * Rabs (x - y) + kappa) * Q y o) ->
  length r = length s -> Forall M_f r -> Forall M_f s -> In t (vectors (length r)) ->
  vector_law Q r t
  <= exp (beta * l1_distance r s + INR (changed r s) * kappa) * vector_law Q s t.
Proof.
  intros HQ H Hlen Hr. revert s t Hlen.
  induction Hr as [|x r Hx Hr IH]; intros [|y s] t Hlen Hs Ht; try discriminate Hlen.
  - simpl. rewrite Rmult_0_r, Rmult_0_l, Rplus_0_r, exp_0. lra.
  - simpl length in Ht. destruct (transcripts_cons outs _ t Ht) as [o [t' ->]].
    apply in_transcripts in Ht as [Ho Ht]. injection Hlen as Hlen.
    inversion_clear Hs as [|? ? Hy Hs'].
    assert (IH' := IH s t' Hlen Hs' Ht).
    assert (V0 := vector_nonneg Q r t' HQ Hr Ht).
    assert (Qx := HQ x o Hx Ho).
    cbn [l1_distance changed vector_law]. destruct (Req_EM_T x y) as [E|E].
    + subst y. rewrite Rminus_eq_0, Rabs_R0, Rplus_0_l.
      apply Rle_trans with (Q x o
        * (exp (beta * l1_distance r s + INR (changed r s) * kappa) * vector_law Q s t')).
      * apply Rmult_le_compat_l; assumption.
      * right. ring.
    + rewrite S_INR.
      replace (beta * (Rabs (x - y) + l1_distance r s) + (INR (changed r s) + 1) * kappa)
        with ((beta * Rabs (x - y) + kappa)
              + (beta * l1_distance r s + INR (changed r s) * kappa)) by ring.
      rewrite exp_plus.
      set (e := exp (beta * l1_distance r s + INR (changed r s) * kappa)) in *.
      replace (exp (beta * Rabs (x - y) + kappa) * e * (Q y o * vector_law Q s t'))
        with ((exp (beta * Rabs (x - y) + kappa) * Q y o) * (e * vector_law Q s t')) by ring.
      apply Rmult_le_compat; auto.
Qed.

(** The vector theorem: loss at most beta Delta1 + Delta0 kappa, for every set of
    outputs. *)
Theorem vector_theorem (Q : R -> O -> R) (beta kappa Delta1 : R) (Delta0 : nat)
    (r s : list R) (T : list O -> bool) :
  0 <= beta -> 0 <= kappa ->
  (forall x o, M_f x -> In o outs -> 0 <= Q x o) ->
  (forall x y o, M_f x -> M_f y -> In o outs ->
     Q x o <= exp (beta * Rabs (x - y) + kappa) * Q y o) ->
  length r = length s -> Forall M_f r -> Forall M_f s ->
  l1_distance r s <= Delta1 -> (changed r s <= Delta0)%nat ->
  Prob (vectors (length r)) (vector_law Q r) T
  <= exp (beta * Delta1 + INR Delta0 * kappa) * Prob (vectors (length r)) (vector_law Q s) T.
Proof.
  intros Hb Hk HQ H Hlen Hr Hs H1 H0. unfold Prob. rewrite <- Sum_scal. apply Sum_le.
  intros t Ht. destruct (T t); [|lra].
  apply Rle_trans with (1 := vector_loss Q beta kappa r s t HQ H Hlen Hr Hs Ht).
  apply Rmult_le_compat_r.
  - apply vector_nonneg; trivial. rewrite <- Hlen. exact Ht.
  - apply exp_le_exp. apply le_INR in H0. nra.
Qed.

(** ** Any analysis of the ideal vector *)

Variables (Q Q' : R -> O -> R) (kp km : R).
Hypothesis laws : forall x, M_f x -> is_law outs (Q x).
Hypothesis laws' : forall x, M_f x -> is_law outs (Q' x).
Hypothesis closeness : forall x, M_f x -> close outs (Q x) (Q' x) kp km.

(** (eps,delta) for the law A1 x vector_law q r against A2 x vector_law q s, where A1
    and A2 are the laws of a part of the output that is treated already; phi is a
    test with values in [0,1]. *)
Definition approximate {C : Type} (lc : list C) (A1 A2 : C -> R) (q : R -> O -> R)
    (r s : list R) (eps delta : R) : Prop :=
  forall phi : C -> list O -> R,
    (forall c t, In c lc -> In t (vectors (length r)) -> 0 <= phi c t <= 1) ->
    Sum lc (fun c => A1 c * Sum (vectors (length r)) (fun t => phi c t * vector_law q r t))
    <= exp eps
       * Sum lc (fun c => A2 c * Sum (vectors (length r)) (fun t => phi c t * vector_law q s t))
       + delta.

(** One coordinate is taken from the vector into the part that is treated. *)
Lemma peel {C : Type} (lc : list C) (A : C -> R) (q : R -> O -> R) (x : R) (r : list R)
    (n : nat) (phi : C -> list O -> R) :
  Sum lc (fun c => A c * Sum (vectors (S n)) (fun t => phi c t * vector_law q (x :: r) t))
  = Sum (list_prod lc outs) (fun co => A (fst co) * q x (snd co)
      * Sum (vectors n) (fun t => phi (fst co) (snd co :: t) * vector_law q r t)).
Proof.
  rewrite Sum_list_prod. apply Sum_ext. intros c _.
  rewrite Sum_transcripts, <- Sum_scal. apply Sum_ext. intros o _. simpl.
  rewrite (Sum_ext _ _ (fun t => q x o * (phi c (o :: t) * vector_law q r t)))
    by (intros t _; ring).
  rewrite Sum_scal. ring.
Qed.

(** One more coordinate, treated: its weight belongs to the part before. *)
Definition treated {C : Type} (A : C -> R) (x : R) (co : C * O) : R := A (fst co) * Q' x (snd co).

Lemma treated_nonneg {C : Type} (lc : list C) (A : C -> R) (x : R) :
  M_f x -> (forall c, In c lc -> 0 <= A c) ->
  forall co, In co (list_prod lc outs) -> 0 <= treated A x co.
Proof.
  intros Hx HA [c o] Hco. apply in_prod_iff in Hco. destruct Hco as [Hc Ho].
  apply Rmult_le_pos; [apply HA, Hc | apply (laws' x Hx), Ho].
Qed.

(** It has not changed: its law is the same on both sides. *)
Lemma same_coordinate {C : Type} (lc : list C) (A1 A2 : C -> R) (x : R) (r s : list R) (eps delta : R) :
  M_f x -> approximate lc A1 A2 Q (x :: r) (x :: s) eps delta ->
  approximate (list_prod lc outs) (treated A1 x) (treated A2 x) Q r s eps delta.
Proof.
  intros Hx H phi Hphi.
  set (psi := fun (c : C) (t : list O) => Sum outs (fun o => Q' x o * phi (c, o) t)).
  assert (Hpsi : forall c t, In c lc -> In t (vectors (length r)) -> 0 <= psi c t <= 1).
  { intros c t Hc Ht. split.
    - apply Sum_nonneg. intros o Ho. apply Rmult_le_pos; [apply (laws' x Hx), Ho|].
      apply Hphi; [apply in_prod; assumption|exact Ht].
    - rewrite <- (proj2 (laws' x Hx)). apply Sum_le. intros o Ho.
      assert (A := proj1 (laws' x Hx) o Ho).
      assert (B := Hphi (c, o) t ltac:(apply in_prod; assumption) Ht). nra. }
  assert (Eq : forall (A : C -> R) (v : list R),
            Sum (list_prod lc outs) (fun co => treated A x co
              * Sum (vectors (length r)) (fun t => phi co t * vector_law Q v t))
            = Sum lc (fun c => A c * Sum (vectors (length r))
                (fun t => psi c t * vector_law Q v t))).
  { intros A v. rewrite Sum_list_prod. apply Sum_ext. intros c _. unfold treated. simpl.
    unfold psi.
    rewrite (Sum_ext outs _ (fun o => A c * Sum (vectors (length r))
               (fun t => Q' x o * phi (c, o) t * vector_law Q v t))).
    - rewrite Sum_scal. f_equal. rewrite Sum_swap. apply Sum_ext. intros t _.
      rewrite (Rmult_comm (Sum outs _)), <- Sum_scal. apply Sum_ext. intros o _. ring.
    - intros o _. rewrite Rmult_assoc, <- Sum_scal. f_equal. apply Sum_ext. intros t _. ring. }
  rewrite !Eq.
  (* a test that does not look at the coordinate *)
  assert (HH := H (fun c t => match t with [] => 0 | _ :: t' => psi c t' end)).
  simpl length in HH. rewrite !peel in HH.
  assert (Sm : forall (A : C -> R) (v : list R),
            Sum (list_prod lc outs) (fun co => A (fst co) * Q x (snd co)
              * Sum (vectors (length r)) (fun t => psi (fst co) t * vector_law Q v t))
            = Sum lc (fun c => A c * Sum (vectors (length r))
                (fun t => psi c t * vector_law Q v t))).
  { intros A v. rewrite Sum_list_prod. apply Sum_ext. intros c _. simpl.
    set (w := Sum (vectors (length r)) (fun t => psi c t * vector_law Q v t)).
    rewrite (Sum_ext outs _ (fun o => (A c * w) * Q x o)) by (intros o _; ring).
    rewrite Sum_scal, (proj2 (laws x Hx)). ring. }
  rewrite !Sm in HH. apply HH.
  intros c t Hc Ht. destruct (transcripts_cons outs _ t Ht) as [o [t' ->]].
  apply in_transcripts in Ht as [_ Ht]. apply Hpsi; assumption.
Qed.

(** It has changed: that costs one closeness. *)
Lemma changed_coordinate {C : Type} (lc : list C) (A1 A2 : C -> R) (x y : R) (r s : list R) (eps delta : R) :
  M_f x -> M_f y -> Forall M_f r -> Forall M_f s -> length r = length s ->
  (forall c, In c lc -> 0 <= A1 c) -> (forall c, In c lc -> 0 <= A2 c) ->
  approximate lc A1 A2 Q (x :: r) (y :: s) eps delta ->
  approximate (list_prod lc outs) (treated A1 x) (treated A2 y) Q r s (eps + (kp + km)) (exp kp * delta).
Proof.
  intros Hx Hy Hr Hs Hlen HA1 HA2 H phi Hphi. set (lc' := list_prod lc outs) in *.
  set (w := fun (v : list R) (co : C * O) =>
              Sum (vectors (length r)) (fun t => phi co t * vector_law Q v t)).
  assert (Hw : forall v, Forall M_f v -> length r = length v ->
            forall co, In co lc' -> 0 <= w v co).
  { intros v Hv Hl co Hco. apply Sum_nonneg. intros t Ht. apply Rmult_le_pos.
    - apply Hphi; assumption.
    - apply vector_nonneg; [intros z o Hz; apply (laws z Hz) | exact Hv | rewrite <- Hl; exact Ht]. }
  assert (HH : Sum lc' (fun co => A1 (fst co) * Q x (snd co) * w r co)
               <= exp eps * Sum lc' (fun co => A2 (fst co) * Q y (snd co) * w s co) + delta).
  { assert (HH := H (fun c t => match t with [] => 0 | o :: t' => phi (c, o) t' end)).
    simpl length in HH. rewrite !peel in HH.
    assert (E : forall (A : C -> R) z v, Sum lc' (fun co => A (fst co) * Q z (snd co) * w v co)
              = Sum lc' (fun co => A (fst co) * Q z (snd co) * Sum (vectors (length r))
                  (fun t => phi (fst co, snd co) t * vector_law Q v t)))
      by (intros A z v; apply Sum_ext; intros [c o] _; reflexivity).
    rewrite !E. apply HH. intros c t Hc Ht. destruct (transcripts_cons outs _ t Ht) as [o [t' ->]].
    apply in_transcripts in Ht as [Ho Ht]. apply Hphi; [apply in_prod; assumption|exact Ht]. }
  assert (U1 : Sum lc' (fun co => treated A1 x co * w r co)
               <= exp kp * Sum lc' (fun co => A1 (fst co) * Q x (snd co) * w r co)).
  { rewrite <- Sum_scal. apply Sum_le. intros [c o] Hco. assert (W0 := Hw r Hr eq_refl _ Hco).
    apply in_prod_iff in Hco. destruct Hco as [Hc Ho].
    destruct (closeness x Hx o Ho) as [_ K]. unfold treated. simpl. assert (A0 := HA1 c Hc).
    replace (A1 c * Q' x o * w r (c, o)) with (A1 c * w r (c, o) * Q' x o) by ring.
    replace (exp kp * (A1 c * Q x o * w r (c, o))) with (A1 c * w r (c, o) * (exp kp * Q x o)) by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; assumption|exact K]. }
  assert (U2 : Sum lc' (fun co => A2 (fst co) * Q y (snd co) * w s co)
               <= exp km * Sum lc' (fun co => treated A2 y co * w s co)).
  { rewrite <- Sum_scal. apply Sum_le. intros [c o] Hco. assert (W0 := Hw s Hs Hlen _ Hco).
    apply in_prod_iff in Hco. destruct Hco as [Hc Ho].
    destruct (closeness y Hy o Ho) as [K _]. apply exp_move in K. unfold treated. simpl. assert (A0 := HA2 c Hc).
    replace (A2 c * Q y o * w s (c, o)) with (A2 c * w s (c, o) * Q y o) by ring.
    replace (exp km * (A2 c * Q' y o * w s (c, o))) with (A2 c * w s (c, o) * (exp km * Q' y o)) by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; assumption|exact K]. }
  change (Sum lc' (fun co => treated A1 x co * w r co)
          <= exp (eps + (kp + km)) * Sum lc' (fun co => treated A2 y co * w s co) + exp kp * delta).
  assert (Ek := exp_pos kp). assert (Ee := exp_pos eps).
  apply Rle_trans with (1 := U1).
  apply Rle_trans with
    (exp kp * (exp eps * (exp km * Sum lc' (fun co => treated A2 y co * w s co)) + delta)).
  - apply Rmult_le_compat_l; [lra|]. apply Rle_trans with (1 := HH).
    apply Rplus_le_compat_r. apply Rmult_le_compat_l; lra.
  - right. rewrite !exp_plus. ring.
Qed.

Lemma vector_transfer_step (r : list R) :
  Forall M_f r ->
  forall s, length r = length s -> Forall M_f s ->
  forall (C : Type) (lc : list C) (A1 A2 : C -> R) (eps delta : R),
  (forall c, In c lc -> 0 <= A1 c) -> (forall c, In c lc -> 0 <= A2 c) ->
  approximate lc A1 A2 Q r s eps delta ->
  approximate lc A1 A2 Q' r s (eps + INR (changed r s) * (kp + km))
    (exp (INR (changed r s) * kp) * delta).
Proof.
  induction 1 as [|x r Hx Hr IH]; intros [|y s] Hlen Hs C lc A1 A2 eps delta HA1 HA2 H;
    try discriminate Hlen.
  { intros phi Hphi. simpl changed. simpl INR. rewrite !Rmult_0_l, Rplus_0_r, exp_0, Rmult_1_l.
    apply H, Hphi. }
  injection Hlen as Hlen. inversion_clear Hs as [|? ? Hy Hs'].
  (* it is enough to treat the first coordinate *)
  assert (Hstep : forall e d,
            approximate (list_prod lc outs) (treated A1 x) (treated A2 y) Q r s e d ->
            approximate lc A1 A2 Q' (x :: r) (y :: s) (e + INR (changed r s) * (kp + km))
              (exp (INR (changed r s) * kp) * d)).
  { intros e d He phi Hphi. simpl length. rewrite !peel.
    apply (IH s Hlen Hs' _ (list_prod lc outs) (treated A1 x) (treated A2 y) e d
             (treated_nonneg lc A1 x Hx HA1) (treated_nonneg lc A2 y Hy HA2) He
             (fun co t => phi (fst co) (snd co :: t))).
    intros [c o] t Hco Ht. apply in_prod_iff in Hco. destruct Hco as [Hc Ho]. apply Hphi; [exact Hc|].
    simpl. apply in_flat_map. exists o. split; [exact Ho|]. apply in_map, Ht. }
  simpl changed. destruct (Req_EM_T x y) as [E|E].
  - subst y. apply Hstep, same_coordinate; assumption.
  - rewrite S_INR.
    replace (eps + (INR (changed r s) + 1) * (kp + km))
      with (eps + (kp + km) + INR (changed r s) * (kp + km)) by ring.
    replace (exp ((INR (changed r s) + 1) * kp) * delta)
      with (exp (INR (changed r s) * kp) * (exp kp * delta))
      by (rewrite <- Rmult_assoc, <- exp_plus; do 2 f_equal; ring).
    apply Hstep, changed_coordinate; assumption.
Qed.

(** Any (eps,delta) analysis of the ideal vector carries over:
    (eps + Delta0 (kp+km), e^(Delta0 kp) delta), where Delta0 coordinates differ. *)
Theorem vector_approximate (r s : list R) (eps delta : R) :
  length r = length s -> Forall M_f r -> Forall M_f s ->
  (forall T, Prob (vectors (length r)) (vector_law Q r) T
             <= exp eps * Prob (vectors (length r)) (vector_law Q s) T + delta) ->
  forall T, Prob (vectors (length r)) (vector_law Q' r) T
            <= exp (eps + INR (changed r s) * (kp + km))
               * Prob (vectors (length r)) (vector_law Q' s) T
               + exp (INR (changed r s) * kp) * delta.
Proof.
  intros Hlen Hr Hs H T.
  assert (E : forall q v, Prob (vectors (length r)) (vector_law q v) T
            = Sum [tt] (fun c => 1 * Sum (vectors (length r))
                (fun t => (if T t then 1 else 0) * vector_law q v t))).
  { intros q v. simpl. rewrite Rplus_0_r, Rmult_1_l. apply Sum_ext. intros t _.
    destruct (T t); ring. }
  rewrite !E.
  apply (vector_transfer_step r Hr s Hlen Hs unit [tt] (fun _ => 1) (fun _ => 1) eps delta).
  - intros; lra.
  - intros; lra.
  - intros phi Hphi. simpl. rewrite !Rplus_0_r, !Rmult_1_l.
    apply sets_to_tests; [exact H|]. intros t Ht. apply Hphi; [left; reflexivity|exact Ht].
  - intros c t _ _. destruct (T t); lra.
Qed.

End Vectors.

(** ** Vectors of Laplace noise on the line *)

Section Line.

Variables (beta : R) (a : nat -> R) (N : nat) (rd : R -> option nat) (g : generator)
  (M_f : R -> Prop) (kp km : R).
Hypothesis beta_pos : 0 < beta.
Hypothesis edges : forall i, (i < N)%nat -> a i <= a (S i).
Hypothesis cells : rounds_to_cells rd a N.
Hypothesis gen : is_generator g.
(** What every form of Theorem T provides. *)
Hypothesis closeness : forall r, M_f r -> close (outputs N) (ideal beta a N r) (finite rd g r) kp km.

(** One number: Theorem A from Theorem T. *)
Theorem line_loss (x y : R) (o : option nat) :
  M_f x -> M_f y -> In o (outputs N) ->
  finite rd g x o <= exp (beta * Rabs (x - y) + (kp + km)) * finite rd g y o.
Proof.
  intros Hx Hy Ho.
  apply transfer_pure with (l := outputs N) (P1 := ideal beta a N x) (P2 := ideal beta a N y); auto.
  apply ideal_private; assumption.
Qed.

(** A vector: Delta1/b + Delta0 (kp+km), whatever the dimension. *)
Theorem line_vector (Delta1 : R) (Delta0 : nat) (r s : list R) (T : list (option nat) -> bool) :
  0 <= kp + km ->
  length r = length s -> Forall M_f r -> Forall M_f s ->
  l1_distance r s <= Delta1 -> (changed r s <= Delta0)%nat ->
  Prob (transcripts (outputs N) (length r)) (vector_law (finite rd g) r) T
  <= exp (beta * Delta1 + INR Delta0 * (kp + km))
     * Prob (transcripts (outputs N) (length r)) (vector_law (finite rd g) s) T.
Proof.
  intros Hk Hlen Hr Hs H1 H0.
  apply vector_theorem with (M_f := M_f); trivial; [lra| |].
  - intros x o _ _. apply prob_nonneg, gen.
  - intros x y o. apply line_loss.
Qed.

(** And any analysis of the ideal vector. *)
Theorem line_vector_approximate (r s : list R) (eps delta : R) :
  length r = length s -> Forall M_f r -> Forall M_f s ->
  (forall T, Prob (transcripts (outputs N) (length r)) (vector_law (ideal beta a N) r) T
             <= exp eps * Prob (transcripts (outputs N) (length r))
                            (vector_law (ideal beta a N) s) T + delta) ->
  forall T, Prob (transcripts (outputs N) (length r)) (vector_law (finite rd g) r) T
            <= exp (eps + INR (changed r s) * (kp + km))
               * Prob (transcripts (outputs N) (length r)) (vector_law (finite rd g) s) T
               + exp (INR (changed r s) * kp) * delta.
Proof.
  intros Hlen Hr Hs H. apply vector_approximate with (M_f := M_f) (Q := ideal beta a N); trivial.
  - intros x _. apply ideal_is_law; assumption.
  - intros x _. apply finite_is_law with (a := a); assumption.
Qed.

End Line.
