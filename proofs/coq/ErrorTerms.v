(* How errors add up, operation by operation and whatever the format.

   A `bound` says what is known of a computed number x and of the number y that it stands for: |y| ≤ size and |x − y| ≤ error.
   The bound of a result follows from those of the operands, so an expression of bounds can mirror the code line by line.
   Rests on Binary.v, and on PureInterval.v for the constants. *)
From Coq Require Import Reals ZArith List Lra.
From Kdelta Require Import Binary PureInterval.

Local Open Scope R_scope.

Record bound := Bound { size : R; error : R }.
Definition off (x y : R) (b : bound) : Prop := Rabs y <= size b /\ Rabs (x - y) <= error b.

Definition sum (a b : bound) : bound := Bound (size a + size b) (error a + error b).
Definition product (a b : bound) : bound := Bound (size a * size b) (error a * size b + (error a + size a) * error b).
(* y itself may be wrong by d. *)
Definition moved (d : R) (b : bound) : bound := Bound (size b + d) (error b + d).
Definition rounded {f : Format} (b : bound) : bound := Bound (size b) (error b * (1 + half_ulp) + half_ulp * size b + tiny).

Lemma off_exact x s : Rabs x <= s -> off x x (Bound s 0).
Proof. intros H. split; [exact H |]. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. apply Rle_refl. Qed.

Lemma off_sum x y a x' y' b : off x y a -> off x' y' b -> off (x + x') (y + y') (sum a b).
Proof.
  intros [H1 H2] [H3 H4]. split; cbn [sum size error]; [apply Rle_trans with (1 := Rabs_triang _ _); lra |].
  replace (x + x' - (y + y')) with ((x - y) + (x' - y')) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.

Lemma off_difference x y a x' y' b : off x y a -> off x' y' b -> off (x - x') (y - y') (sum a b).
Proof.
  intros H [H3 H4]. apply off_sum; [exact H |]. split; [now rewrite Rabs_Ropp |].
  replace (- x' - - y') with (- (x' - y')) by ring. now rewrite Rabs_Ropp.
Qed.

Lemma off_product x y a x' y' b : off x y a -> off x' y' b -> off (x * x') (y * y') (product a b).
Proof.
  intros [H1 H2] [H3 H4]. split; cbn [product size error].
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  replace (x * x' - y * y') with ((x - y) * x' + y * (x' - y')) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). rewrite 2!Rabs_mult.
  replace (error a * size b + (error a + size a) * error b) with (error a * (size b + error b) + size a * error b) by ring.
  assert (Rabs x' <= size b + error b).
  { replace x' with (y' + (x' - y')) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  apply Rplus_le_compat; apply Rmult_le_compat; try apply Rabs_pos; assumption.
Qed.

Lemma off_moved x y y' d b : off x y b -> Rabs (y - y') <= d -> off x y' (moved d b).
Proof.
  intros [H1 H2] H. split; cbn [moved size error].
  - replace y' with (y - (y - y')) by ring. unfold Rminus at 1. apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra.
  - replace (x - y') with ((x - y) + (y - y')) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.

Lemma off_rounded {f : Format} x y b : off x y b -> off (rnd x) y (rounded b).
Proof.
  intros [H1 H2]. split; cbn [rounded size error]; [exact H1 |]. pose proof (rnd_error x) as E.
  assert (X : Rabs x <= size b + error b).
  { replace x with (y + (x - y)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  apply (Rmult_le_compat_l half_ulp) in X; [| apply Raux.bpow_ge_0].
  replace (rnd x - y) with ((rnd x - x) + (x - y)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.

(* ** The generated constants: what they are measured with *)

(* high + low of a cell (inverse, high, low) is ln(inverse), but for `bound`. *)
Definition cell_off {f : Format} (bound : R) (cell : Z * Z * Z) : Prop :=
  let '(inverse, high, low) := cell in Rabs (real high + real low - ln (real inverse)) <= bound.

Ltac decoded :=
  unfold cell_off, real, dyadic;
  repeat match goal with
    | |- context [@decode ?f ?b] => let d := eval vm_compute in (@decode f b) in change (@decode f b) with d
    end;
  cbv [fst snd].
Ltac cell := decoded; interval with (i_prec 120).
