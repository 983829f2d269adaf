(* Generated from crates/finite/src/format.rs by
   cargo run -p kdelta-translate; a test compares. Do not edit. proofs/TRANSLATION.md says how to read it. *)
From Coq Require Import ZArith List.
From Flocq Require Import IEEE754.Bits.
From Kdelta Require Import Machine.
From Kdelta Require SourceCast.
From Kdelta Require SourceGrid.
From Kdelta Require SourceWindow.
Import ListNotations.

Local Open Scope Z_scope.

Definition f64_scaled (log : f64) (factor : f64) (negative : bool) : f64 :=
  b64_of_bits (Z.lor (bits_of_b64 (mul_f64 log factor)) (u64 (Z.shiftl (Z.b2z negative) 63))).

Definition f64_clamped (self : f64) (low : f64) (high : f64) : f64 :=
  let raised := if lt_f64 self low then low else self in
  if lt_f64 high raised then high else raised.

Definition f64_add_and_round (self : f64) (noise : f64) (grid : SourceGrid.Grid) : Z :=
  SourceGrid.Grid_index_near grid (add_f64 self noise).

Definition f64_grid_point (index : Z) (grid : SourceGrid.Grid) : f64 :=
  mul_f64 (SourceCast.to_f64 index) (SourceCast.power_of_two (SourceGrid.Grid_get_log2 grid)).

Definition f64_released (self : f64) (low : f64) (high : f64) (noise : f64) (window : SourceWindow.Window) : (SourceWindow.Release f64 * f64)%type :=
  let index := f64_add_and_round (f64_clamped self low high) noise (SourceWindow.Window_get_grid window) in
  let point := f64_grid_point (SourceWindow.Window_nearest window index) (SourceWindow.Window_get_grid window) in
  (SourceWindow.Window_classify window index point, point).

Definition f32_scaled (log : f32) (factor : f32) (negative : bool) : f32 :=
  b32_of_bits (Z.lor (bits_of_b32 (mul_f32 log factor)) (u32 (Z.shiftl (Z.b2z negative) 31))).

Definition f32_clamped (self : f32) (low : f32) (high : f32) : f32 :=
  let raised := if lt_f32 self low then low else self in
  if lt_f32 high raised then high else raised.

Definition f32_add_and_round (self : f32) (noise : f32) (grid : SourceGrid.Grid) : Z :=
  SourceGrid.Grid_index_near grid (f64_of_f32 (add_f32 self noise)).

Definition f32_grid_point (index : Z) (grid : SourceGrid.Grid) : f32 :=
  SourceCast.to_f32 (f64_grid_point index grid).

Definition f32_released (self : f32) (low : f32) (high : f32) (noise : f32) (window : SourceWindow.Window) : (SourceWindow.Release f32 * f32)%type :=
  let index := f32_add_and_round (f32_clamped self low high) noise (SourceWindow.Window_get_grid window) in
  let point := f32_grid_point (SourceWindow.Window_nearest window index) (SourceWindow.Window_get_grid window) in
  (SourceWindow.Window_classify window index point, point).
