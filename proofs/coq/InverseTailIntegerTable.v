(* Every cell of the table of inverse_tail_64 passes its check: arithmetic on integers. *)
From Coq Require Import ZArith List Bool.
From Kdelta Require Import InverseTailIntegerCells InverseTailIntegerConstants.
Import ListNotations.

Fixpoint rows_pass (i : Z) (rows : list Row) : bool :=
  match rows with nil => true | row :: rows => row_passes i row && rows_pass (i + 1) rows end.

(* The check of the table, by computation, which the kernel of Coq does once, at Qed. *)
Lemma rows_hold : rows_pass 0 inverse_tail_rows = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* A control: with its value 2^-58 off, or with another first coefficient, a cell does not pass. *)
Lemma altered_rows_fail : forallb (fun i => let '(value, slopes) := nth i inverse_tail_rows (0, nil)%Z in
  negb (row_passes (Z.of_nat i) (value + 1, slopes)%Z) && negb (row_passes (Z.of_nat i) (value, hd 0 slopes + 16 :: tl slopes)%Z))
  [0; 1; 68; 97; 127] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
