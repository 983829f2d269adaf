(* Generated from crates/finite/src/fixed.rs by
   cargo run -p kdelta-translate; a test compares. Do not edit. proofs/TRANSLATION.md says how to read it. *)
From Coq Require Import ZArith List.
From Flocq Require Import IEEE754.Bits.
From Kdelta Require Import Machine.
From Kdelta Require SourceCast.
From Kdelta Require SourceGrid.
From Kdelta Require SourceWindow.
Import ListNotations.

Local Open Scope Z_scope.

Record FixedFactor := Build_FixedFactor { FixedFactor_mantissa : Z; FixedFactor_shift : Z }.

Definition LOG_LIMIT : Z :=
  u128 ((u128 (Z.shiftl 1 90)) - 1).

Definition two_to_the (s : Z) : Z :=
  i128 (Z.shiftl 1 (s mod 128)).

Definition floor_shift (x : Z) (s : Z) : Z :=
  Z.shiftr x (s mod 128).

Definition round_shift (x : Z) (s : Z) : Z :=
  if s =? 0 then x else (floor_shift (i128 (x + (two_to_the (u32 (s - 1))))) s).

Definition with_sign (x : Z) (negative : bool) : Z :=
  let flip := i128 (- (Z.b2z negative)) in
  i128 ((Z.lxor x flip) - flip).

Definition product (log : Z) (mantissa : Z) (shift : Z) (negative : bool) : Z :=
  with_sign (round_shift (i128 (mantissa * log)) shift) negative.

Definition FixedFactor_times (self : FixedFactor) (x : Z) : Z :=
  round_shift (i128 ((FixedFactor_mantissa self) * (SourceCast.signed_wide x))) (FixedFactor_shift self).

Definition FixedFactor_noise (self : FixedFactor) (log : Z) (negative : bool) : Z :=
  match checked u64 log with
    | Some log => product log (FixedFactor_mantissa self) (FixedFactor_shift self) negative
    | None => with_sign (FixedFactor_times self log) negative
    end.

Definition Fixed_scaled (BITS : Z) (FRAC : Z) (log : Z) (factor : FixedFactor) (negative : bool) : Z :=
  FixedFactor_noise factor (Z.min log LOG_LIMIT) negative.

Definition step_bits (log2 : Z) (frac : Z) : option Z :=
  match checked u32 (i32 (log2 + (SourceCast.signed frac))) with
    | Some step => Some step
    | None => None
    end.

Definition NOISE_LIMIT : Z :=
  i128 (Z.shiftl 1 115).

Definition Fixed_MAX (BITS : Z) (FRAC : Z) : Z :=
  Z.shiftr (2 ^ 63 - 1) ((u32 (64 - BITS)) mod 64).

Definition index_of (sum : Z) (shift : Z) : Z :=
  SourceCast.saturate (round_shift sum shift).

Definition noisy_index (raw : Z) (noise : Z) (step : Z) : Z :=
  index_of (i128 (raw + noise)) (Z.min step 120).

Definition steps_to (max : Z) (step : Z) : Z :=
  let shift := if step <? 63 then step else 63 in
  Z.shiftr max (shift mod 64).

Definition point (index : Z) (limit : Z) (step : Z) : Z :=
  let inside := SourceCast.between index (i64 (- limit)) limit in
  let shift := Z.min step 63 in
  i64 (Z.shiftl inside (shift mod 64)).

Definition released (answer : Z) (low : Z) (high : Z) (noise : Z) (max : Z) (step : Z) (window : SourceWindow.Window) : (SourceWindow.Release Z * Z)%type :=
  let index := noisy_index (SourceCast.between answer low high) noise step in
  let point := point (SourceWindow.Window_nearest window index) (steps_to max step) step in
  (SourceWindow.Window_classify window index point, point).

Definition Fixed_released (BITS : Z) (FRAC : Z) (self : Z) (low : Z) (high : Z) (noise : Z) (window : SourceWindow.Window) : (SourceWindow.Release Z * Z)%type :=
  match step_bits (SourceGrid.Grid_get_log2 (SourceWindow.Window_get_grid window)) FRAC with
    | Some step => let noise := Z.min (Z.max noise (i128 (- NOISE_LIMIT))) NOISE_LIMIT in
      let '(release, point) := released self low high noise (Fixed_MAX BITS FRAC) step window in
      match release with
        | SourceWindow.Release_Value raw => (SourceWindow.Release_Value raw, point)
        | SourceWindow.Release_Outside => (SourceWindow.Release_Outside, point)
        end
    | None => (SourceWindow.Release_Outside, 0)
    end.
