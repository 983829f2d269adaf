(* Every cell of the table of inverse_tail_f64 passes its check: half a minute of arithmetic on integers. *)
From Coq Require Import ZArith List Bool.
From Kdelta Require Import InverseTailMills InverseTailCells InverseTailKernel InverseTailConstants.
Import ListNotations.

Definition cell_holds (i : Z) (cell : Cell) : bool :=
  (let '(centre, _, slopes) := cell in
   if i =? 0 then first_passes 112 (series_moments 0 0 112 12) cell && steep 1 (-6) (map decoded slopes)
   else let e := i / 16 - 2 in
     cell_passes 76 e cell && steep 65537 (e - 21) (map decoded slopes) && covers i (fst (decoded centre)) (snd (decoded centre)))%Z%bool.

Fixpoint cells_hold (i : Z) (cells : list Cell) : bool :=
  match cells with nil => true | cell :: cells => cell_holds i cell && cells_hold (i + 1) cells end.

(* The check of the table, by computation, which the kernel of Coq does once, at Qed. *)
Lemma table_holds : cells_hold 0 inverse_tail_cells = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* A control: with its centre one last place off, a cell does not pass. *)
Lemma altered_cells_fail : forallb (fun i => let '(centre, value, slopes) := nth i inverse_tail_cells nowhere in
  negb (cell_holds (Z.of_nat i) (centre + 1, value, slopes)%Z)) [0; 1; 100; 300; 527] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
