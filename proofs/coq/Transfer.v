(** * What follows from closeness of laws

    proofs/theory.md, paragraph 1.8.  The outputs are finitely many; a law is a
    function that gives each output its probability.  If the law that runs is
    (kp,km)-close to the ideal one, output by output, then it inherits what the
    ideal one has: pure and approximate privacy, Renyi divergence, trade-off
    function, vulnerability and mutual information, each at a stated price.

    Theorem T (TheoremT.v) provides the closeness; Composition.v extends it to
    many releases, so that every statement here holds for whole transcripts.

    [Classical_Prop.classic] enters through the standard library's [ln].

    In Rust: crates/oracle/src/transfer.  Rests on LaplaceLaw.v, for facts about
    [exp] only. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra List Bool.
From Kdelta Require Import LaplaceLaw.
Import ListNotations.

Local Open Scope R_scope.

(** ** Finite sums *)

Fixpoint Sum {O : Type} (l : list O) (f : O -> R) : R :=
  match l with
  | [] => 0
  | o :: l' => f o + Sum l' f
  end.

Section Sums.

Context {O : Type}.
Implicit Types (l : list O) (f g : O -> R).

Lemma Sum_ext l f g : (forall o, In o l -> f o = g o) -> Sum l f = Sum l g.
Proof.
  induction l as [|o l IH]; intros H; simpl; [reflexivity|].
  rewrite (H o), IH; [reflexivity| |left; reflexivity]. intros x Hx. apply H. right. exact Hx.
Qed.

Lemma Sum_le l f g : (forall o, In o l -> f o <= g o) -> Sum l f <= Sum l g.
Proof.
  induction l as [|o l IH]; intros H; simpl; [lra|].
  apply Rplus_le_compat.
  - apply H. left. reflexivity.
  - apply IH. intros x Hx. apply H. right. exact Hx.
Qed.

Lemma Sum_zero l : Sum l (fun _ => 0) = 0.
Proof. induction l as [|o l IH]; simpl; [reflexivity|]. rewrite IH. ring. Qed.

Lemma Sum_nonneg l f : (forall o, In o l -> 0 <= f o) -> 0 <= Sum l f.
Proof. intros H. rewrite <- (Sum_zero l). apply Sum_le, H. Qed.

Lemma Sum_scal l f (c : R) : Sum l (fun o => c * f o) = c * Sum l f.
Proof. induction l as [|o l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma Sum_plus l f g : Sum l (fun o => f o + g o) = Sum l f + Sum l g.
Proof. induction l as [|o l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma Sum_app l l' f : Sum (l ++ l') f = Sum l f + Sum l' f.
Proof. induction l as [|o l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma Sum_one_inhabited l f : Sum l f = 1 -> exists o, In o l.
Proof. destruct l as [|o l]; simpl; intros H; [lra|]. exists o. left. reflexivity. Qed.

End Sums.

Lemma Sum_map {O O2 : Type} (h : O -> O2) (l : list O) (f : O2 -> R) :
  Sum (map h l) f = Sum l (fun o => f (h o)).
Proof. induction l as [|o l IH]; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.

Lemma Sum_flat_map {O O2 : Type} (h : O -> list O2) (l : list O) (f : O2 -> R) :
  Sum (flat_map h l) f = Sum l (fun o => Sum (h o) f).
Proof. induction l as [|o l IH]; simpl; [reflexivity|]. rewrite Sum_app, IH. reflexivity. Qed.

Lemma Sum_swap {O O2 : Type} (l : list O) (m : list O2) (f : O -> O2 -> R) :
  Sum l (fun a => Sum m (f a)) = Sum m (fun b => Sum l (fun a => f a b)).
Proof.
  induction l as [|o l IH]; simpl.
  - symmetry. apply Sum_zero.
  - rewrite IH, <- Sum_plus. reflexivity.
Qed.

(** ** Laws and closeness *)

Section Laws.

Context {O : Type}.

(** The probability of a set of outputs. *)
Definition Prob (l : list O) (P : O -> R) (T : O -> bool) : R :=
  Sum l (fun o => if T o then P o else 0).

(** A law on the outputs l. *)
Definition is_law (l : list O) (P : O -> R) : Prop :=
  (forall o, In o l -> 0 <= P o) /\ Sum l P = 1.

(** P' is (kp,km)-close to P: e^(-km) P(o) <= P'(o) <= e^kp P(o) for every o. *)
Definition close (l : list O) (P P' : O -> R) (kp km : R) : Prop :=
  forall o, In o l -> exp (- km) * P o <= P' o /\ P' o <= exp kp * P o.

Lemma Prob_complement (l : list O) (P : O -> R) (T : O -> bool) :
  Prob l P (fun o => negb (T o)) = Sum l P - Prob l P T.
Proof.
  unfold Prob. induction l as [|o l IH]; simpl; [ring|].
  rewrite IH. destruct (T o); simpl; ring.
Qed.

Lemma Prob_le_total (l : list O) (P : O -> R) (T : O -> bool) :
  (forall o, In o l -> 0 <= P o) -> 0 <= Prob l P T <= Sum l P.
Proof.
  intros H. split.
  - apply Sum_nonneg. intros o Ho. destruct (T o); [auto|lra].
  - apply Sum_le. intros o Ho. destruct (T o); [lra|auto].
Qed.

Lemma exp_neg_mult (x : R) : exp x * exp (- x) = 1.
Proof. rewrite <- exp_plus, Rplus_opp_r. apply exp_0. Qed.

(** e^(-k) p <= p' says p <= e^k p'. *)
Lemma exp_move (k p p' : R) : exp (- k) * p <= p' -> p <= exp k * p'.
Proof.
  intros H. assert (E := exp_neg_mult k). assert (Hk := exp_pos k).
  apply Rle_trans with (exp k * (exp (- k) * p)).
  - rewrite <- Rmult_assoc, E. lra.
  - apply Rmult_le_compat_l; lra.
Qed.

(** Closeness of the sums with nonnegative weights, in particular of the
    probabilities of sets. *)
Lemma close_weighted (l : list O) (P P' : O -> R) (kp km : R) (phi : O -> R) :
  close l P P' kp km -> (forall o, In o l -> 0 <= phi o) ->
  exp (- km) * Sum l (fun o => phi o * P o) <= Sum l (fun o => phi o * P' o) /\
  Sum l (fun o => phi o * P' o) <= exp kp * Sum l (fun o => phi o * P o).
Proof.
  intros H Hphi. rewrite <- !Sum_scal. split; apply Sum_le; intros o Ho;
    destruct (H o Ho) as [H1 H2]; assert (H0 := Hphi o Ho); nra.
Qed.

Theorem close_sets (l : list O) (P P' : O -> R) (kp km : R) (T : O -> bool) :
  close l P P' kp km ->
  exp (- km) * Prob l P T <= Prob l P' T /\ Prob l P' T <= exp kp * Prob l P T.
Proof.
  intros H.
  assert (E : forall Q, Prob l Q T = Sum l (fun o => (if T o then 1 else 0) * Q o)).
  { intros Q. apply Sum_ext. intros o _. destruct (T o); ring. }
  rewrite !E. apply close_weighted; [exact H|]. intros o _. destruct (T o); lra.
Qed.

(** A larger pair may be used. *)
Lemma close_weaken (l : list O) (P P' : O -> R) (kp km kp' km' : R) :
  (forall o, In o l -> 0 <= P o) -> kp <= kp' -> km <= km' ->
  close l P P' kp km -> close l P P' kp' km'.
Proof.
  intros HP Hp Hm H o Ho. destruct (H o Ho) as [H1 H2]. assert (H0 := HP o Ho).
  assert (exp kp <= exp kp') by (apply exp_le_exp; exact Hp).
  assert (exp (- km') <= exp (- km)) by (apply exp_le_exp; lra). split; nra.
Qed.

(** For laws of total one, e^(-km) <= 1 <= e^kp. *)
Lemma close_signs (l : list O) (P P' : O -> R) (kp km : R) :
  Sum l P = 1 -> Sum l P' = 1 -> close l P P' kp km -> exp (- km) <= 1 <= exp kp.
Proof.
  intros H1 H1' H.
  destruct (close_weighted l P P' kp km (fun _ => 1) H) as [Ha Hb]; [intros; lra|].
  rewrite !Sum_scal, H1, H1' in *. lra.
Qed.

End Laws.

(** Post-processing: any function h of the output keeps the pair. *)
Theorem close_post_processing {O O2 : Type} (l : list O) (P P' : O -> R) (kp km : R)
    (eqb : O2 -> O2 -> bool) (h : O -> O2) (l2 : list O2) :
  close l P P' kp km ->
  close l2 (fun o2 => Prob l P (fun o => eqb (h o) o2))
           (fun o2 => Prob l P' (fun o => eqb (h o) o2)) kp km.
Proof. intros H o2 _. apply close_sets, H. Qed.

(** A bound for all sets is one for all tests with values in [0,1]. *)
Lemma sets_to_tests {O : Type} (l : list O) (P1 P2 : O -> R) (eps delta : R) :
  (forall T, Prob l P1 T <= exp eps * Prob l P2 T + delta) ->
  forall phi, (forall x, In x l -> 0 <= phi x <= 1) ->
  Sum l (fun x => phi x * P1 x) <= exp eps * Sum l (fun x => phi x * P2 x) + delta.
Proof.
  intros H phi Hphi.
  set (T := fun x => if Rlt_dec (exp eps * P2 x) (P1 x) then true else false).
  assert (HT := H T).
  assert (A : Sum l (fun x => phi x * P1 x)
              <= Sum l (fun x => exp eps * (phi x * P2 x)
                   + (if T x then P1 x - exp eps * P2 x else 0))).
  { apply Sum_le. intros x Hx. assert (B := Hphi x Hx). unfold T.
    destruct (Rlt_dec (exp eps * P2 x) (P1 x)); nra. }
  rewrite Sum_plus, Sum_scal in A.
  assert (B : Sum l (fun x => if T x then P1 x - exp eps * P2 x else 0)
              = Prob l P1 T - exp eps * Prob l P2 T).
  { unfold Prob. unfold Rminus. rewrite Ropp_mult_distr_l, <- Sum_scal, <- Sum_plus.
    apply Sum_ext. intros x _. destruct (T x); ring. }
  lra.
Qed.

(** ** Two inputs: pure, approximate, Renyi, trade-off *)

(** The term of one output in the sum of the Renyi divergence of order alpha:
    p^alpha q^(1-alpha), and 0 where p = 0. *)
Definition renyi_term (alpha p q : R) : R :=
  if Rle_dec p 0 then 0 else Rpower p alpha * Rpower q (1 - alpha).

Definition renyi_sum {O : Type} (l : list O) (alpha : R) (P Q : O -> R) : R :=
  Sum l (fun o => renyi_term alpha (P o) (Q o)).

(** The Renyi divergence of order alpha of P from Q. *)
Definition renyi_divergence {O : Type} (l : list O) (alpha : R) (P Q : O -> R) : R :=
  ln (renyi_sum l alpha P Q) / (alpha - 1).

(** "It is at most r": where Q vanishes, so does P, and the sum is at most
    e^((alpha-1) r). *)
Definition renyi_at_most {O : Type} (l : list O) (alpha r : R) (P Q : O -> R) : Prop :=
  (forall o, In o l -> Q o <= 0 -> P o <= 0) /\
  renyi_sum l alpha P Q <= exp ((alpha - 1) * r).

Lemma renyi_term_nonneg (alpha p q : R) : 0 <= renyi_term alpha p q.
Proof.
  unfold renyi_term, Rpower. destruct (Rle_dec p 0); [lra|].
  left. apply Rmult_lt_0_compat; apply exp_pos.
Qed.

(** Where P is a law that vanishes where Q does, "at most" says what it should
    of the divergence. *)
Lemma renyi_at_most_iff {O : Type} (l : list O) (alpha r : R) (P Q : O -> R) :
  1 < alpha -> is_law l P -> (forall o, In o l -> Q o <= 0 -> P o <= 0) ->
  renyi_at_most l alpha r P Q <-> renyi_divergence l alpha P Q <= r.
Proof.
  intros Ha [HP H1] Hac.
  assert (Hpos : 0 < renyi_sum l alpha P Q).
  { assert (H : exists o, In o l /\ 0 < P o).
    { clear Hac. revert HP H1. induction l as [|o l' IH]; simpl; intros HP H1; [lra|].
      destruct (Rlt_le_dec 0 (P o)) as [Ho|Ho]; [exists o; auto|].
      destruct (Rle_lt_dec (Sum l' P) 0) as [Hs|Hs].
      - assert (0 <= P o) by auto. exfalso. lra.
      - assert (E : P o = 0) by (assert (0 <= P o) by auto; lra).
        destruct IH as [x [Hx Hx0]]; auto; [lra|]. exists x. auto. }
    destruct H as [o [Ho Hp]]. unfold renyi_sum.
    clear Hac HP H1. induction l as [|x l' IH]; simpl in *; [tauto|].
    assert (H0 := renyi_term_nonneg alpha (P x) (Q x)).
    assert (Hs : 0 <= Sum l' (fun o => renyi_term alpha (P o) (Q o)))
      by (apply Sum_nonneg; intros; apply renyi_term_nonneg).
    destruct Ho as [->|Ho]; [|specialize (IH Ho); lra].
    enough (0 < renyi_term alpha (P o) (Q o)) by lra.
    unfold renyi_term, Rpower. destruct (Rle_dec (P o) 0); [lra|].
    apply Rmult_lt_0_compat; apply exp_pos. }
  unfold renyi_at_most, renyi_divergence. split.
  - intros [_ H]. apply Rmult_le_reg_r with (alpha - 1); [lra|].
    replace (ln (renyi_sum l alpha P Q) / (alpha - 1) * (alpha - 1))
      with (ln (renyi_sum l alpha P Q)) by (field; lra).
    rewrite <- (ln_exp (r * (alpha - 1))). rewrite (Rmult_comm r).
    destruct H as [H|H]; [left; apply ln_increasing; assumption|rewrite H; apply Rle_refl].
  - intros H. split; [exact Hac|].
    rewrite <- (exp_ln (renyi_sum l alpha P Q)) by exact Hpos. apply exp_le_exp.
    apply Rmult_le_reg_r with (/ (alpha - 1)); [apply Rinv_0_lt_compat; lra|].
    replace ((alpha - 1) * r * / (alpha - 1)) with r by (field; lra). exact H.
Qed.

(** f is below the trade-off function of (P,Q): a test of level at most a has
    power at most 1 - f(a). *)
Definition trade_off_above {O : Type} (l : list O) (f : R -> R) (P Q : O -> R) : Prop :=
  forall (phi : O -> R) (a : R),
    (forall o, In o l -> 0 <= phi o <= 1) -> 0 <= a <= 1 ->
    Sum l (fun o => phi o * P o) <= a -> Sum l (fun o => phi o * Q o) <= 1 - f a.

Section TwoInputs.

Context {O : Type}.
Variables (l : list O) (P1 P2 P1' P2' : O -> R) (kp km : R).
Hypothesis close1 : close l P1 P1' kp km.
Hypothesis close2 : close l P2 P2' kp km.
Hypothesis nonneg1 : forall o, In o l -> 0 <= P1 o.
Hypothesis nonneg2 : forall o, In o l -> 0 <= P2 o.

Lemma finite_nonneg2 (o : O) : In o l -> 0 <= P2' o.
Proof.
  intros Ho. destruct (close2 o Ho) as [H _]. apply Rle_trans with (2 := H).
  apply Rmult_le_pos; [left; apply exp_pos|auto].
Qed.

(** Pure: the loss grows by kp + km. *)
Theorem transfer_pure (eps : R) (o : O) :
  In o l -> P1 o <= exp eps * P2 o -> P1' o <= exp (eps + (kp + km)) * P2' o.
Proof.
  intros Ho H. destruct (close1 o Ho) as [_ H1]. destruct (close2 o Ho) as [H2 _].
  apply exp_move in H2. assert (E1 := exp_pos kp). assert (E2 := exp_pos eps).
  apply Rle_trans with (1 := H1).
  apply Rle_trans with (exp kp * (exp eps * (exp km * P2' o))).
  - apply Rmult_le_compat_l; [lra|]. apply Rle_trans with (1 := H).
    apply Rmult_le_compat_l; lra.
  - right. rewrite !exp_plus. ring.
Qed.

(** Approximate: (eps, delta) becomes (eps + kp + km, e^kp delta). *)
Theorem transfer_approximate (eps delta : R) :
  (forall T, Prob l P1 T <= exp eps * Prob l P2 T + delta) ->
  forall T, Prob l P1' T <= exp (eps + (kp + km)) * Prob l P2' T + exp kp * delta.
Proof.
  intros H T. destruct (close_sets l P1 P1' kp km T close1) as [_ H1].
  destruct (close_sets l P2 P2' kp km T close2) as [H2 _].
  apply exp_move in H2. assert (E1 := exp_pos kp). assert (E2 := exp_pos eps).
  apply Rle_trans with (1 := H1).
  apply Rle_trans with (exp kp * (exp eps * (exp km * Prob l P2' T) + delta)).
  - apply Rmult_le_compat_l; [lra|]. apply Rle_trans with (1 := H T).
    apply Rplus_le_compat_r. apply Rmult_le_compat_l; lra.
  - right. rewrite !exp_plus. ring.
Qed.

(** Pure privacy of every set of outputs. *)
Corollary transfer_pure_sets (eps : R) :
  (forall T, Prob l P1 T <= exp eps * Prob l P2 T) ->
  forall T, Prob l P1' T <= exp (eps + (kp + km)) * Prob l P2' T.
Proof.
  intros H T.
  assert (H' := transfer_approximate eps 0 ltac:(intros T'; rewrite Rplus_0_r; apply H) T).
  rewrite Rmult_0_r, Rplus_0_r in H'. exact H'.
Qed.

(** Renyi, one output. *)
Lemma renyi_term_close (alpha p q p' q' : R) :
  1 < alpha -> 0 <= p -> 0 <= q -> (q <= 0 -> p <= 0) ->
  exp (- km) * p <= p' -> p' <= exp kp * p -> exp (- km) * q <= q' ->
  renyi_term alpha p' q' <= exp (alpha * kp + (alpha - 1) * km) * renyi_term alpha p q.
Proof.
  intros Ha Hp Hq Hac H1 H2 H3. unfold renyi_term.
  destruct (Rle_dec p 0) as [Hp0|Hp0].
  - destruct (Rle_dec p' 0) as [Hp'|Hp']; [rewrite Rmult_0_r; lra|].
    replace p with 0 in H2 by lra. rewrite Rmult_0_r in H2. lra.
  - assert (Hq0 : 0 < q). { destruct (Rle_lt_dec q 0) as [H|H]; [|exact H]. apply Hac in H. lra. }
    assert (E : 0 < exp (- km)) by apply exp_pos.
    assert (Hp' : 0 < p') by nra. assert (Hq' : 0 < q') by nra.
    destruct (Rle_dec p' 0) as [H|_]; [lra|].
    unfold Rpower. rewrite <- !exp_plus. apply exp_le_exp.
    assert (Lp : ln p' <= kp + ln p).
    { rewrite <- (ln_exp kp) at 1. rewrite <- ln_mult by (try apply exp_pos; lra).
      destruct H2 as [H2|H2]; [left; apply ln_increasing; lra|rewrite H2; apply Rle_refl]. }
    assert (Lq : - km + ln q <= ln q').
    { rewrite <- (ln_exp (- km)) at 1. rewrite <- ln_mult by (try apply exp_pos; lra).
      destruct H3 as [H3|H3]; [left; apply ln_increasing; nra|rewrite H3; apply Rle_refl]. }
    nra.
Qed.

(** Renyi: D_alpha <= r becomes D_alpha <= r + km + kp alpha/(alpha-1). *)
Theorem transfer_renyi (alpha r : R) :
  1 < alpha -> renyi_at_most l alpha r P1 P2 ->
  renyi_at_most l alpha (r + (alpha * kp + (alpha - 1) * km) / (alpha - 1)) P1' P2'.
Proof.
  intros Ha [Hac H]. split.
  - intros o Ho Hq. destruct (close1 o Ho) as [_ H1]. destruct (close2 o Ho) as [H2 _].
    assert (E : 0 < exp (- km)) by apply exp_pos. assert (Hq0 := nonneg2 o Ho).
    assert (Hp0 : P1 o <= 0) by (apply Hac; [exact Ho|nra]).
    assert (P1 o = 0) by (assert (H0 := nonneg1 o Ho); lra).
    rewrite H0, Rmult_0_r in H1. exact H1.
  - replace ((alpha - 1) * (r + (alpha * kp + (alpha - 1) * km) / (alpha - 1)))
      with ((alpha * kp + (alpha - 1) * km) + (alpha - 1) * r) by (field; lra).
    rewrite exp_plus.
    apply Rle_trans with (exp (alpha * kp + (alpha - 1) * km) * renyi_sum l alpha P1 P2).
    + unfold renyi_sum. rewrite <- Sum_scal. apply Sum_le. intros o Ho.
      destruct (close1 o Ho) as [H1 H2]. destruct (close2 o Ho) as [H3 _].
      apply renyi_term_close; auto.
    + apply Rmult_le_compat_l; [left; apply exp_pos|exact H].
Qed.

(** The same price in the words of the page. *)
Lemma renyi_price (alpha : R) :
  1 < alpha ->
  (alpha * kp + (alpha - 1) * km) / (alpha - 1) = km + kp * (alpha / (alpha - 1)).
Proof. intros Ha. field. lra. Qed.

(** The trade-off function that remains. *)
Definition transferred_trade_off (f : R -> R) (a : R) : R :=
  Rmax 0 (1 - exp kp * (1 - f (Rmin 1 (exp km * a)))).

(** Trade-off functions (f-DP). *)
Theorem transfer_trade_off (f : R -> R) :
  Sum l P1 = 1 -> Sum l P2' = 1 ->
  trade_off_above l f P1 P2 -> trade_off_above l (transferred_trade_off f) P1' P2'.
Proof.
  intros T1 T2 H phi a Hphi Ha Hlevel.
  assert (Hphi0 : forall o, In o l -> 0 <= phi o) by (intros o Ho; apply Hphi, Ho).
  destruct (close_weighted l P1 P1' kp km phi close1 Hphi0) as [C1 _].
  destruct (close_weighted l P2 P2' kp km phi close2 Hphi0) as [_ C2].
  apply exp_move in C1. assert (Ek := exp_pos km). assert (Ep := exp_pos kp).
  assert (L1 : Sum l (fun o => phi o * P1 o) <= 1).
  { rewrite <- T1. apply Sum_le. intros o Ho. assert (A := Hphi o Ho). assert (B := nonneg1 o Ho).
    nra. }
  assert (L2 : Sum l (fun o => phi o * P2' o) <= 1).
  { rewrite <- T2. apply Sum_le. intros o Ho. assert (A := Hphi o Ho).
    assert (B := finite_nonneg2 o Ho). nra. }
  assert (Hpow : Sum l (fun o => phi o * P2 o) <= 1 - f (Rmin 1 (exp km * a))).
  { apply H; [exact Hphi| |].
    - split; [apply Rmin_glb; [lra|apply Rmult_le_pos; lra]|apply Rmin_l].
    - apply Rmin_glb; [exact L1|]. apply Rle_trans with (1 := C1). nra. }
  unfold transferred_trade_off.
  assert (Hb : Sum l (fun o => phi o * P2' o) <= exp kp * (1 - f (Rmin 1 (exp km * a))))
    by (apply Rle_trans with (1 := C2); apply Rmult_le_compat_l; lra).
  destruct (Rle_dec 0 (1 - exp kp * (1 - f (Rmin 1 (exp km * a))))) as [Hs|Hs].
  - rewrite Rmax_right by exact Hs. lra.
  - rewrite Rmax_left by lra. lra.
Qed.

End TwoInputs.

(** ** One input: total variation *)

(** The total variation distance of the finite law from the ideal one is at most
    e^kp - 1 and at most 1 - e^(-km). *)
Theorem transfer_total_variation {O : Type} (l : list O) (P P' : O -> R) (kp km : R)
    (T : O -> bool) :
  is_law l P -> is_law l P' -> close l P P' kp km ->
  Rabs (Prob l P' T - Prob l P T) <= Rmin (exp kp - 1) (1 - exp (- km)).
Proof.
  intros [HP T1] [HP' T1'] H. destruct (close_signs l P P' kp km T1 T1' H) as [Sm Sp].
  assert (D : forall S, - (1 - exp (- km)) <= Prob l P' S - Prob l P S <= exp kp - 1).
  { intros S. destruct (close_sets l P P' kp km S H) as [H1 H2].
    destruct (Prob_le_total l P S HP) as [A B]. rewrite T1 in B. nra. }
  assert (D1 := D T). assert (D2 := D (fun o => negb (T o))).
  rewrite !Prob_complement, T1, T1' in D2.
  apply Rabs_le. apply Rmin_case; lra.
Qed.

(** ** Channels: vulnerability and mutual information *)

(** The largest of the values of f on l, and 0 if there is none above 0. *)
Definition best {W : Type} (l : list W) (f : W -> R) : R :=
  fold_right (fun w m => Rmax (f w) m) 0 l.

Lemma best_le {W : Type} (l : list W) (f g : W -> R) (c : R) :
  0 <= c -> (forall w, In w l -> f w <= c * g w) -> best l f <= c * best l g.
Proof.
  intros Hc. induction l as [|w l IH]; intros H; simpl; [lra|].
  apply Rmax_lub.
  - apply Rle_trans with (1 := H w (or_introl eq_refl)).
    apply Rmult_le_compat_l; [exact Hc|apply Rmax_l].
  - apply Rle_trans with (1 := IH (fun x Hx => H x (or_intror Hx))).
    apply Rmult_le_compat_l; [exact Hc|apply Rmax_r].
Qed.

Section Channels.

Context {O W X : Type}.
(** Outputs l, actions of an adversary lw, secrets ls; P s is the law of the
    output for the secret s, and P' s the one that runs. *)
Variables (l : list O) (lw : list W) (ls : list X) (P P' : X -> O -> R) (kp km : R).
Hypothesis closeness : forall s, In s ls -> close l (P s) (P' s) kp km.
(** The prior. *)
Variable prior : X -> R.
Hypothesis prior_nonneg : forall s, In s ls -> 0 <= prior s.

(** The posterior vulnerability for a gain function: the expected gain of an
    adversary who sees the output and chooses the best action. *)
Definition vulnerability (gain : W -> X -> R) (Q : X -> O -> R) : R :=
  Sum l (fun o => best lw (fun w => Sum ls (fun s => prior s * gain w s * Q s o))).

(** The vulnerability grows by the factor e^kp at most, and shrinks by e^(-km)
    at most, for every prior and every nonnegative gain. *)
Theorem transfer_vulnerability (gain : W -> X -> R) :
  (forall w s, In w lw -> In s ls -> 0 <= gain w s) ->
  vulnerability gain P' <= exp kp * vulnerability gain P /\
  vulnerability gain P <= exp km * vulnerability gain P'.
Proof.
  intros Hg.
  assert (H0 : forall w s, In w lw -> In s ls -> 0 <= prior s * gain w s)
    by (intros w s Hw Hs; apply Rmult_le_pos; auto).
  unfold vulnerability. rewrite <- !Sum_scal.
  split; apply Sum_le; intros o Ho; (apply best_le; [left; apply exp_pos|]); intros w Hw;
    rewrite <- Sum_scal; apply Sum_le; intros s Hs; specialize (H0 w s Hw Hs);
    destruct (closeness s Hs o Ho) as [H1 H2].
  - nra.
  - apply exp_move in H1. nra.
Qed.

(** The law of the output under the prior. *)
Definition marginal (Q : X -> O -> R) (o : O) : R := Sum ls (fun s => prior s * Q s o).

(** The mutual information of secret and output, in nats.  Where the
    probability of a pair is 0, so is its term. *)
Definition mutual_information (Q : X -> O -> R) : R :=
  Sum ls (fun s => Sum l (fun o => prior s * Q s o * ln (Q s o / marginal Q o))).

Hypothesis prior_total : Sum ls prior = 1.
Hypothesis laws : forall s, In s ls -> is_law l (P s).
Hypothesis laws' : forall s, In s ls -> is_law l (P' s).

Lemma marginal_close (o : O) :
  In o l -> exp (- km) * marginal P o <= marginal P' o.
Proof.
  intros Ho. unfold marginal. rewrite <- Sum_scal. apply Sum_le. intros s Hs.
  destruct (closeness s Hs o Ho) as [H _]. assert (H0 := prior_nonneg s Hs). nra.
Qed.

Lemma marginal_at_least (Q : X -> O -> R) (s : X) (o : O) :
  (forall s, In s ls -> 0 <= Q s o) -> In s ls -> prior s * Q s o <= marginal Q o.
Proof.
  unfold marginal. intros HQ. revert prior_nonneg HQ. clear.
  induction ls as [|x l' IH]; simpl; intros Hp HQ; [tauto|]. intros [->|Hs].
  - assert (0 <= Sum l' (fun s => prior s * Q s o))
      by (apply Sum_nonneg; intros t Ht; apply Rmult_le_pos; auto).
    lra.
  - assert (H := IH ltac:(auto) ltac:(auto) Hs).
    assert (0 <= prior x * Q x o) by (apply Rmult_le_pos; auto). lra.
Qed.

(** ln x <= x/e. *)
Lemma ln_le_over_e (x : R) : 0 < x -> ln x <= x * exp (-1).
Proof.
  intros Hx. assert (H := one_plus_le_exp (ln x - 1)).
  replace (exp (ln x - 1)) with (x * exp (-1)) in H; [lra|].
  replace (ln x - 1) with (ln x + -1) by ring. rewrite exp_plus, exp_ln by exact Hx. reflexivity.
Qed.

(** One pair of a secret and an output. *)
Lemma information_term (s : X) (o : O) :
  In s ls -> In o l -> exp (- km) <= exp kp ->
  prior s * P' s o * ln (P' s o / marginal P' o)
  <= (kp + km) * (prior s * P' s o)
     + exp kp * (prior s * P s o * ln (P s o / marginal P o))
     + (exp kp - exp (- km)) * exp (-1) * (prior s * marginal P o).
Proof.
  intros Hs Ho Hk.
  assert (Hpi := prior_nonneg s Hs).
  assert (HP : forall s, In s ls -> 0 <= P s o) by (intros t Ht; apply (laws t Ht); exact Ho).
  assert (HP' : forall s, In s ls -> 0 <= P' s o) by (intros t Ht; apply (laws' t Ht); exact Ho).
  assert (Hm : 0 <= marginal P o)
    by (apply Sum_nonneg; intros t Ht; apply Rmult_le_pos; auto).
  assert (Hx := HP s Hs). assert (Hx' := HP' s Hs).
  destruct (closeness s Hs o Ho) as [C1 C2].
  assert (Ek := exp_pos (- km)). assert (Ep := exp_pos kp). assert (E1 := exp_pos (- 1)).
  assert (Hlast : 0 <= (exp kp - exp (- km)) * exp (-1) * (prior s * marginal P o)).
  { apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply Rmult_le_pos; lra]. }
  destruct (Rle_lt_dec (prior s * P s o) 0) as [Hz|Hz].
  - (* probability zero, in both laws *)
    assert (Hz0 : prior s * P s o = 0) by (assert (0 <= prior s * P s o) by nra; lra).
    assert (Hz' : prior s * P' s o = 0).
    { assert (prior s * P' s o <= exp kp * (prior s * P s o)) by nra.
      assert (0 <= prior s * P' s o) by nra. nra. }
    rewrite Hz0, Hz', !Rmult_0_l. lra.
  - assert (Hp : 0 < prior s) by nra. assert (Hx0 : 0 < P s o) by nra.
    assert (Hx0' : 0 < P' s o) by nra.
    assert (M := marginal_at_least P s o HP Hs).
    assert (M' := marginal_close o Ho).
    set (x := P s o) in *. set (x' := P' s o) in *.
    set (m := marginal P o) in *. set (m' := marginal P' o) in *.
    assert (Hm0 : 0 < m) by lra. assert (Hm0' : 0 < m') by nra.
    assert (Lx : ln x' <= kp + ln x).
    { rewrite <- (ln_exp kp) at 1. rewrite <- ln_mult by lra.
      destruct C2 as [C2|C2]; [left; apply ln_increasing; lra|rewrite C2; apply Rle_refl]. }
    assert (Lm : - km + ln m <= ln m').
    { rewrite <- (ln_exp (- km)) at 1. rewrite <- ln_mult by lra.
      destruct M' as [M'|M']; [left; apply ln_increasing; nra|rewrite M'; apply Rle_refl]. }
    unfold Rdiv. rewrite !ln_mult, !ln_Rinv by (try apply Rinv_0_lt_compat; lra).
    set (t := ln x + - ln m).
    assert (Hl : ln x' + - ln m' <= (kp + km) + t) by (unfold t; lra).
    apply Rle_trans with (prior s * x' * ((kp + km) + t)).
    { apply Rmult_le_compat_l; [nra|exact Hl]. }
    destruct (Rle_lt_dec 0 t) as [Ht|Ht].
    + (* the positive part grows by e^kp at most *)
      assert (prior s * x' * t <= exp kp * (prior s * x * t)).
      { replace (exp kp * (prior s * x * t)) with (prior s * t * (exp kp * x)) by ring.
        replace (prior s * x' * t) with (prior s * t * x') by ring.
        apply Rmult_le_compat_l; [nra|exact C2]. }
      lra.
    + (* the negative part shrinks by e^(-km) at most, and is at most m/e *)
      assert (A : prior s * x' * t <= exp (- km) * (prior s * x * t)).
      { replace (exp (- km) * (prior s * x * t)) with (- (prior s * - t * (exp (- km) * x))) by ring.
        replace (prior s * x' * t) with (- (prior s * - t * x')) by ring.
        apply Ropp_le_contravar. apply Rmult_le_compat_l; [nra|exact C1]. }
      assert (B : x * - t <= m * exp (-1)).
      { assert (H := ln_le_over_e (m / x) ltac:(apply Rdiv_lt_0_compat; lra)).
        unfold Rdiv in H. rewrite ln_mult, ln_Rinv in H by (try apply Rinv_0_lt_compat; lra).
        replace (- t) with (ln m + - ln x) by (unfold t; ring).
        replace (m * exp (-1)) with (x * (m * / x * exp (-1))) by (field; lra).
        apply Rmult_le_compat_l; lra. }
      assert (B' : (exp kp - exp (- km)) * (prior s * (x * - t))
                   <= (exp kp - exp (- km)) * (prior s * (m * exp (-1)))).
      { apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
      lra.
Qed.

Lemma channel_signs : exp (- km) <= exp kp.
Proof.
  destruct (Sum_one_inhabited ls prior prior_total) as [s Hs].
  destruct (laws s Hs) as [_ L1]. destruct (laws' s Hs) as [_ L2].
  assert (H := close_signs l (P s) (P' s) kp km L1 L2 (closeness s Hs)). lra.
Qed.

(** Mutual information: I becomes at most
    kp + km + e^kp I + (e^kp - e^(-km))/e, for every prior. *)
Theorem transfer_mutual_information :
  mutual_information P'
  <= (kp + km) + exp kp * mutual_information P + (exp kp - exp (- km)) * exp (-1).
Proof.
  assert (Hk := channel_signs).
  assert (T : forall Q, (forall s, In s ls -> is_law l (Q s)) ->
            Sum ls (fun s => Sum l (fun o => prior s * Q s o)) = 1).
  { intros Q HQ. rewrite <- prior_total. apply Sum_ext. intros s Hs.
    rewrite Sum_scal, (proj2 (HQ s Hs)). ring. }
  assert (TM : Sum ls (fun s => Sum l (fun o => prior s * marginal P o)) = 1).
  { assert (M : Sum l (marginal P) = 1).
    { unfold marginal. rewrite <- (Sum_swap ls l (fun s o => prior s * P s o)). apply T, laws. }
    rewrite <- prior_total. apply Sum_ext. intros s _. rewrite Sum_scal, M. ring. }
  apply Rle_trans with
    (Sum ls (fun s => Sum l (fun o =>
       (kp + km) * (prior s * P' s o)
       + exp kp * (prior s * P s o * ln (P s o / marginal P o))
       + (exp kp - exp (- km)) * exp (-1) * (prior s * marginal P o)))).
  { apply Sum_le. intros s Hs. apply Sum_le. intros o Ho. apply information_term; assumption. }
  right.
  rewrite (Sum_ext ls _ (fun s =>
      (kp + km) * Sum l (fun o => prior s * P' s o)
      + exp kp * Sum l (fun o => prior s * P s o * ln (P s o / marginal P o))
      + (exp kp - exp (- km)) * exp (-1) * Sum l (fun o => prior s * marginal P o))).
  - rewrite !Sum_plus, !Sum_scal, TM, (T P' laws'). unfold mutual_information. ring.
  - intros s _. rewrite !Sum_plus, !Sum_scal. reflexivity.
Qed.

(** The same with 1 for 1/e. *)
Corollary transfer_mutual_information_simple :
  mutual_information P'
  <= (kp + km) + exp kp * mutual_information P + (exp kp - exp (- km)).
Proof.
  apply Rle_trans with (1 := transfer_mutual_information).
  assert (Hk := channel_signs).
  assert (H : exp (-1) <= 1) by (apply exp_le_one; lra). nra.
Qed.

End Channels.
