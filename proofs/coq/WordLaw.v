(* The law of a vector of releases as a number of words: what the (ε, δ) statements about laws (Vectors.v, GaussianRelease.v) say
   about counts.

   The law of one value is a number of words divided by B; that of a vector, the product of the laws of its values, is a number of
   words of all its values together divided by B^m. Rests on WordLoss.v and TheoremT.v. *)
From Coq Require Import Reals Lra Lia List Bool Arith.
From Kdelta Require Import LaplaceLaw Discretised TheoremA Transfer Composition TheoremT Vectors Words LazyWords WordLoss.
Import ListNotations.
Local Open Scope R_scope.

Section Law.

Variables (B N : nat) (rd : R -> option nat) (g : generator) (release : R -> nat -> option nat).
Hypothesis words : (0 < B)%nat.
Hypothesis inside : forall x z, In (release x z) (outputs N).
Hypothesis law : forall x S, prob (fun v => S (output rd x v)) g = / INR B * count B (fun z => S (release x z)).

Lemma Sum_sum {O : Type} (l : list O) n (f : O -> nat -> R) : Sum l (fun o => sum n (f o)) = sum n (fun i => Sum l (fun o => f o i)).
Proof.
  induction n as [| n IH]; cbn [sum]; [apply Sum_zero |]. rewrite Sum_plus, IH. reflexivity.
Qed.

(* One value: a sum over outputs is one over words. *)
Lemma finite_sum x (G : option nat -> R) :
  Sum (outputs N) (fun o => finite rd g x o * G o) = / INR B * sum B (fun z => G (release x z)).
Proof.
  rewrite <- sum_scal.
  rewrite (Sum_ext _ _ (fun o => sum B (fun z => / INR B * (if option_nat_eqb (release x z) o then G o else 0)))).
  - rewrite Sum_sum. apply sum_ext. intros z _. rewrite Sum_scal. f_equal.
    apply (Sum_at option_nat_eqb); [apply outputs_NoDup | intros o _; apply option_nat_eqb_eq | apply inside].
  - intros o _. unfold finite. rewrite (law x (fun y => option_nat_eqb y o)), count_is_sum, Rmult_assoc, sum_scal. f_equal.
    rewrite Rmult_comm, <- sum_scal. apply sum_ext. intros z _. destruct (option_nat_eqb (release x z) o); ring.
Qed.

Theorem vector_law_is_count r (T : list (option nat) -> bool) :
  Prob (transcripts (outputs N) (length r)) (vector_law (finite rd g) r) T
  = / INR (B ^ length r) * count (B ^ length r) (fun z => T (release_each B release r z)).
Proof.
  assert (P : INR B <> 0) by (apply not_0_INR; lia). rewrite count_is_sum. unfold Prob.
  enough (H : forall G : list (option nat) -> R, Sum (transcripts (outputs N) (length r)) (fun t => vector_law (finite rd g) r t * G t)
    = / INR (B ^ length r) * sum (B ^ length r) (fun z => G (release_each B release r z))).
  { rewrite <- (H (fun t => if T t then 1 else 0)). apply Sum_ext. intros t _. destruct (T t); ring. }
  induction r as [| x r IH]; intros G.
  - cbn. lra.
  - rewrite (sum_release_each B release x r G words). cbn [length]. rewrite Sum_transcripts.
    rewrite (Sum_ext _ _ (fun o => finite rd g x o * (/ INR (B ^ length r) * sum (B ^ length r) (fun t => G (o :: release_each B release r t))))).
    + rewrite finite_sum, sum_scal, sum_swap, Nat.pow_succ_r', mult_INR, Rinv_mult. ring.
    + intros o _. rewrite <- (IH (fun t => G (o :: t))), <- Sum_scal. apply Sum_ext. intros t _. cbn [vector_law]. ring.
Qed.

End Law.
