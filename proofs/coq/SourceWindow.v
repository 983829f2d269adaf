(* Generated from crates/finite/src/window.rs by
   cargo run -p kdelta-translate; a test compares. Do not edit. proofs/TRANSLATION.md says how to read it. *)
From Coq Require Import ZArith List.
From Flocq Require Import IEEE754.Bits.
From Kdelta Require Import Machine.
From Kdelta Require SourceCast.
From Kdelta Require SourceGrid.
Import ListNotations.

Local Open Scope Z_scope.

Record Window := Build_Window { Window_grid : SourceGrid.Grid; Window_low : Z; Window_high : Z }.

Definition Window_get_grid (self : Window) : SourceGrid.Grid :=
  Window_grid self.

Definition Window_nearest (self : Window) (index : Z) : Z :=
  SourceCast.between index (Window_low self) (Window_high self).

Definition Window_contains (self : Window) (index : Z) : bool :=
  andb ((Window_low self) <=? index) (index <=? (Window_high self)).

Inductive Release (V : Type) := | Release_Value (x0 : V) | Release_Outside.
Arguments Release_Value {V}.
Arguments Release_Outside {V}.

Definition Window_classify {V : Type} (self : Window) (index : Z) (point : V) : Release V :=
  if Window_contains self index then (Release_Value point) else Release_Outside.
