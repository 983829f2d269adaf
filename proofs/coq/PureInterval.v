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

(* The number that a bit pattern of `width` exponent bits and `fraction` fraction bits encodes, as an integer and a power
   of two; NaN and infinities, which no table holds, are not told apart. *)
Definition decode (width fraction bits : Z) : Z * Z :=
  let field := ((bits / 2 ^ fraction) mod 2 ^ width)%Z in
  let magnitude := (bits mod 2 ^ fraction + if field =? 0 then 0 else 2 ^ fraction)%Z in
  ((if Z.testbit bits (width + fraction) then - magnitude else magnitude)%Z,
   (Z.max field 1 - (2 ^ (width - 1) - 1) - fraction)%Z).

Definition dyadic (number : Z * Z) : R := IZR (fst number) * powerRZ 2 (snd number).
Definition real64 (bits : Z) : R := dyadic (decode 11 52 bits).
Definition real32 (bits : Z) : R := dyadic (decode 8 23 bits).

(* high + low of a cell (inverse, high, low) is ln(inverse), but for `bound`. *)
Definition cell_off (real : Z -> R) (bound : R) (cell : Z * Z * Z) : Prop :=
  let '(inverse, high, low) := cell in Rabs (real high + real low - ln (real inverse)) <= bound.

Ltac decoded :=
  unfold cell_off, real64, real32, dyadic;
  repeat match goal with
    | |- context [decode ?w ?f ?b] => let d := eval vm_compute in (decode w f b) in change (decode w f b) with d
    end;
  cbv [fst snd].
Ltac cell := decoded; interval with (i_prec 120).
