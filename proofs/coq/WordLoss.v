(* The loss of a release as numbers of words, for one value and for a vector of values that each take words of their own.

   `loss_within`: among B words, those that lead from the answer x into a set are at most e^(beta |x - y| + kappa) times as many
   as those that lead there from the answer y. For a vector kappa is paid once for each value that differs, whatever the
   number of values (proofs/theory.md, paragraph 1.9); here for words, without laws. Rests on Words.v. *)
From Coq Require Import Reals Lra Lia List Bool Arith.
From Kdelta Require Import LaplaceLaw Words LazyWords Vectors.
Import ListNotations.
Local Open Scope R_scope.

Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof.
  induction n as [| n IH]; intros H; cbn [sum]; [lra |].
  pose proof (H n ltac:(lia)). pose proof (IH ltac:(intros i Hi; apply H; lia)). lra.
Qed.

Lemma count_nonneg n f : 0 <= count n f.
Proof. apply pos_INR. Qed.

Lemma words_positive k : (0 < 2 ^ k)%nat.
Proof. pose proof (power_not_zero k). lia. Qed.

(* The values r are released one after the other, each from the next of the words that z consists of, B numbers for each. *)
Fixpoint release_each {A O : Type} (B : nat) (release : A -> nat -> O) (r : list A) (z : nat) : list O :=
  match r with [] => [] | x :: rest => release x (z mod B) :: release_each B release rest (z / B) end.

Section Loss.

Context {O : Type}.
Variables (B : nat) (release : R -> nat -> O) (M : R -> Prop) (beta kappa : R).

Definition loss_within : Prop := forall x y S, M x -> M y ->
  count B (fun z => S (release x z)) <= exp (beta * Rabs (x - y) + kappa) * count B (fun z => S (release y z)).

Hypothesis loss : loss_within.
Hypothesis beta_nonneg : 0 <= beta.

(* Two answers at most `distance` apart. *)
Theorem pure_of_loss distance verdict r1 r2 S : beta * distance + kappa <= verdict -> M r1 -> M r2 -> Rabs (r1 - r2) <= distance ->
  count B (fun z => S (release r1 z)) <= exp verdict * count B (fun z => S (release r2 z)).
Proof.
  intros H M1 M2 D. apply Rle_trans with (1 := loss r1 r2 S M1 M2). apply Rmult_le_compat_r; [apply count_nonneg |].
  apply exp_le_exp. apply Rle_trans with (2 := H). apply Rplus_le_compat_r, Rmult_le_compat_l; assumption.
Qed.

(* ** Vectors *)

Notation each := (release_each B release).

Lemma sum_release_each x r (f : list O -> R) : (0 < B)%nat ->
  sum (B ^ length (x :: r)) (fun z => f (each (x :: r) z))
  = sum (B ^ length r) (fun t => sum B (fun i => f (release x i :: each r t))).
Proof.
  intros HB. cbn [length]. rewrite Nat.pow_succ_r', sum_blocks. apply sum_ext. intros t _. apply sum_ext. intros i Hi.
  cbn [release_each]. rewrite (Nat.mul_comm B t), Nat.mod_add, Nat.div_add, Nat.mod_small, Nat.div_small by lia. reflexivity.
Qed.

Lemma vector_loss_of_words r s (T : list O -> bool) : (0 < B)%nat -> length r = length s -> Forall M r -> Forall M s ->
  sum (B ^ length r) (fun z => if T (each r z) then 1 else 0)
  <= exp (beta * l1_distance r s + INR (changed r s) * kappa)
     * sum (B ^ length s) (fun z => if T (each s z) then 1 else 0).
Proof.
  intros HB Hlen Hr. revert s T Hlen. induction Hr as [| x r Hx Hr IH]; intros [| y s] T Hlen Hs; try discriminate Hlen.
  { cbn [l1_distance changed INR release_each]. rewrite Rmult_0_r, Rmult_0_l, Rplus_0_r, exp_0. lra. }
  injection Hlen as Hlen. inversion_clear Hs as [| ? ? Hy Hs'].
  rewrite 2!(sum_release_each _ _ (fun o : list O => if T o then 1 else 0)) by exact HB. cbn [l1_distance changed].
  set (rest := beta * l1_distance r s + INR (changed r s) * kappa).
  (* the first value costs `first`, the others cost `rest` *)
  assert (Step : forall first,
    (forall S : O -> bool, sum B (fun i => if S (release x i) then 1 else 0) <= exp first * sum B (fun i => if S (release y i) then 1 else 0)) ->
    sum (B ^ length r) (fun t => sum B (fun i => if T (release x i :: each r t) then 1 else 0))
    <= exp (first + rest) * sum (B ^ length s) (fun t => sum B (fun i => if T (release y i :: each s t) then 1 else 0))).
  { intros first F.
    apply Rle_trans with (exp first * sum (B ^ length r) (fun t => sum B (fun i => if T (release y i :: each r t) then 1 else 0))).
    - rewrite <- sum_scal. apply sum_le. intros t _. apply (F (fun o => T (o :: each r t))).
    - rewrite exp_plus, Rmult_assoc. apply Rmult_le_compat_l; [left; apply exp_pos |].
      rewrite sum_swap, (sum_swap _ (B ^ length s)), <- sum_scal. apply sum_le. intros i _.
      exact (IH s (fun t => T (release y i :: t)) Hlen Hs'). }
  destruct (Req_EM_T x y) as [E | E].
  - subst y. rewrite Rminus_eq_0, Rabs_R0, Rplus_0_l. fold rest.
    replace rest with (0 + rest) at 1 by ring. apply Step. intros S. rewrite exp_0. lra.
  - rewrite S_INR. replace (beta * (Rabs (x - y) + l1_distance r s) + (INR (changed r s) + 1) * kappa)
      with ((beta * Rabs (x - y) + kappa) + rest) by (unfold rest; ring).
    apply Step. intros S. rewrite <- 2!count_is_sum. apply loss; assumption.
Qed.

(* Two vectors whose differences sum to at most `distance`, in at most `values` places. *)
Theorem vector_of_loss distance values verdict r1 r2 T : (0 < B)%nat -> 0 <= kappa -> beta * distance + INR values * kappa <= verdict ->
  length r1 = length r2 -> Forall M r1 -> Forall M r2 -> l1_distance r1 r2 <= distance -> (changed r1 r2 <= values)%nat ->
  count (B ^ length r1) (fun z => T (each r1 z)) <= exp verdict * count (B ^ length r2) (fun z => T (each r2 z)).
Proof.
  intros HB Hk H Hlen M1 M2 D C. rewrite 2!count_is_sum.
  apply Rle_trans with (1 := vector_loss_of_words r1 r2 T HB Hlen M1 M2).
  apply Rmult_le_compat_r; [rewrite <- count_is_sum; apply count_nonneg |].
  apply exp_le_exp. apply Rle_trans with (2 := H). apply le_INR in C. nra.
Qed.

End Loss.
