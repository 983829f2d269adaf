(* A count of words for a model is one for the source, if the source releases what the model does of the clamped answer: for two
   answers, and for two vectors whose values are released one after the other.
   Rests on Words.v and Vectors.v. *)
From Coq Require Import Reals ZArith List Lia Lra.
From Kdelta Require Import Words Vectors WordLoss.

Local Open Scope R_scope.

Section Counts.

Context {A O : Type}.

(* The answers of the source with the numbers that they stand for, as they are and clamped; its outputs. *)
Variables (value clamped : A -> R) (low high : R) (release : A -> nat -> O).
Hypothesis clamped_range : forall answer, low <= clamped answer <= high.
Hypothesis clamped_near : forall answer1 answer2, Rabs (clamped answer1 - clamped answer2) <= Rabs (value answer1 - value answer2).

(* The model, for the numbers below B. *)
Variables (B : nat) (model : R -> nat -> option nat) (released : option nat -> O).
Hypothesis is_model : forall answer w, (w < B)%nat -> release answer w = released (model (clamped answer) w).

Lemma same_count answer T : count B (fun w => T (release answer w)) = count B (fun w => T (released (model (clamped answer) w))).
Proof. rewrite 2!count_is_sum. apply sum_ext. intros w Hw. now rewrite is_model by exact Hw. Qed.

Theorem counts epsilon verdict :
  (forall r1 r2 T, low <= r1 <= high -> low <= r2 <= high -> Rabs (r1 - r2) <= epsilon ->
    count B (fun w => T (model r1 w)) <= exp verdict * count B (fun w => T (model r2 w))) ->
  forall answer1 answer2 T, Rabs (value answer1 - value answer2) <= epsilon ->
  count B (fun w => T (release answer1 w)) <= exp verdict * count B (fun w => T (release answer2 w)).
Proof.
  intros H answer1 answer2 T D. rewrite 2!same_count.
  apply (H _ _ (fun o => T (released o))); try apply clamped_range. apply Rle_trans with (1 := clamped_near _ _). exact D.
Qed.

Lemma same_vector answers z : (0 < B)%nat ->
  release_each B release answers z = List.map released (release_each B model (List.map clamped answers) z).
Proof.
  intros HB. revert z. induction answers as [| answer rest IH]; intros z; [reflexivity |].
  cbn [release_each List.map]. rewrite IH, is_model by (apply Nat.mod_upper_bound; lia). reflexivity.
Qed.

Lemma clamped_vectors answers1 answers2 :
  l1_distance (List.map clamped answers1) (List.map clamped answers2) <= l1_distance (List.map value answers1) (List.map value answers2) /\
  (changed (List.map clamped answers1) (List.map clamped answers2) <= changed (List.map value answers1) (List.map value answers2))%nat.
Proof.
  revert answers2. induction answers1 as [| x rest IH]; intros [| y other]; cbn [List.map l1_distance changed]; [split; [lra | lia] .. |].
  destruct (IH other) as [D C]. pose proof (clamped_near x y) as N. split; [lra |].
  destruct (Req_EM_T (value x) (value y)) as [E | E].
  - assert (clamped x = clamped y).
    { rewrite E, (Rminus_diag_eq (value y)), Rabs_R0 in N by reflexivity. pose proof (Rle_abs (clamped x - clamped y)).
      pose proof (Rle_abs (- (clamped x - clamped y))) as M. rewrite Rabs_Ropp in M. lra. }
    destruct (Req_EM_T (clamped x) (clamped y)); [exact C | contradiction].
  - destruct Req_EM_T; lia.
Qed.

Theorem vector_counts distance number verdict : (0 < B)%nat ->
  (forall r1 r2 T, length r1 = length r2 -> List.Forall (fun r => low <= r <= high) r1 -> List.Forall (fun r => low <= r <= high) r2 ->
    l1_distance r1 r2 <= distance -> (changed r1 r2 <= number)%nat ->
    count (B ^ length r1) (fun z => T (release_each B model r1 z)) <= exp verdict * count (B ^ length r2) (fun z => T (release_each B model r2 z))) ->
  forall answers1 answers2 T, length answers1 = length answers2 ->
  l1_distance (List.map value answers1) (List.map value answers2) <= distance -> (changed (List.map value answers1) (List.map value answers2) <= number)%nat ->
  count (B ^ length answers1) (fun z => T (release_each B release answers1 z))
  <= exp verdict * count (B ^ length answers2) (fun z => T (release_each B release answers2 z)).
Proof.
  intros HB H answers1 answers2 T L D C.
  assert (same : forall answers, count (B ^ length answers) (fun z => T (release_each B release answers z))
    = count (B ^ length (List.map clamped answers)) (fun z => T (List.map released (release_each B model (List.map clamped answers) z)))).
  { intros answers. rewrite map_length, 2!count_is_sum. apply sum_ext. intros z _. now rewrite same_vector. }
  rewrite 2!same. destruct (clamped_vectors answers1 answers2) as [D' C'].
  assert (In : forall answers, List.Forall (fun r => low <= r <= high) (List.map clamped answers)).
  { intros answers. apply List.Forall_forall. intros r Hr. apply in_map_iff in Hr as (answer & <- & _). apply clamped_range. }
  apply (H _ _ (fun o => T (List.map released o))); [now rewrite 2!map_length | apply In | apply In | lra | lia].
Qed.

End Counts.
