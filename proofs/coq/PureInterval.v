(* Interval arithmetic on unbounded integers, and what the generated constants are measured with.

   The library's own `interval` computes with the machine's integers, and every lemma it proves then rests on some fifty
   axioms that describe them. Instantiated with Coq's integers, as here, it needs none; it is fast enough. *)
From Coq Require Import Reals ZArith List.
From Interval Require Export Tactic.
From Interval Require Import Float.Specific_ops Float.Specific_stdz.

Module PureFloat := SpecificFloat StdZRadix2.
Module Pure := IntervalTactic PureFloat.
Export Pure.
Open Scope R_scope.

(* Both sides of a lemma about one constant, with 160 bits. *)
Ltac constant := split; interval with (i_prec 160).

(* Constant number j of the list stands for 2^64·ln(1 + 2^-(k+j)) and is off by between low/1024 and high/1024. *)
Fixpoint off_by (k : nat) (constants : list Z) (errors : list (Z * Z)) : Prop :=
  match constants, errors with
  | nil, nil => True
  | c :: constants, (low, high) :: errors =>
      (IZR low / 1024 <= IZR c - 2 ^ 64 * ln (1 + / 2 ^ k) <= IZR high / 1024) /\ off_by (S k) constants errors
  | _, _ => False
  end.
