(* Generated from crates/finite/src/ln/table.rs by
   cargo run -p kdelta-translate; a test compares. Do not edit. proofs/TRANSLATION.md says how to read it. *)
From Coq Require Import ZArith List.
From Flocq Require Import IEEE754.Bits.
From Kdelta Require Import Machine.
From Kdelta Require SourceCast.
From Kdelta Require SourceTableData.
Import ListNotations.

Local Open Scope Z_scope.

Definition LARGEST_K_64 : Z :=
  1000.

Definition START_64 : Z :=
  0x3fe6000000000000.

Definition reduce_f64 (v : f64) : (Z * Z * f64)%type :=
  let bits := bits_of_b64 v in
  let position := u64 ((u64 (bits + (u64 (Z.shiftl LARGEST_K_64 52)))) - START_64) in
  let k := u64 (LARGEST_K_64 - (Z.shiftr position 52)) in
  (SourceCast.low_u32 k, Z.land (Z.shiftr position 45) 127, b64_of_bits (u64 (bits + (u64 (Z.shiftl k 52))))).

Definition cell_64 (index : Z) : SourceTableData.Cell f64 :=
  unwrap_or (get SourceTableData.CELLS_64 index) (SourceTableData.Build_Cell (b64_of_bits 0x3ff0000000000000) (b64_of_bits 0x0) (b64_of_bits 0x0)).

Definition head_and_residual_f64 (k : f64) (m : f64) (argument_1 : SourceTableData.Cell f64) : (f64 * f64)%type :=
  let '(SourceTableData.Build_Cell inverse high _) := argument_1 in
  let m1 := b64_of_bits (Z.land (bits_of_b64 m) (u64 (Z.lnot 0x3ffffff))) in
  let r := add_f64 (sub_f64 (mul_f64 m1 inverse) (b64_of_bits 0x3ff0000000000000)) (mul_f64 (sub_f64 m m1) inverse) in
  let w := add_f64 (mul_f64 k SourceTableData.LN_2_HIGH_64) high in
  (w, r).

Definition difference_f64 (w : f64) (r : f64) : (f64 * f64)%type :=
  let s := sub_f64 w r in
  let t := sub_f64 (sub_f64 w s) r in
  (s, t).

Definition COEFFICIENTS_64 : list f64 :=
  [(b64_of_bits 0x3fe0000000000000); div_f64 (b64_of_bits 0x3ff0000000000000) (b64_of_bits 0x4008000000000000); (b64_of_bits 0x3fd0000000000000); (b64_of_bits 0x3fc999999999999a); div_f64 (b64_of_bits 0x3ff0000000000000) (b64_of_bits 0x4018000000000000); div_f64 (b64_of_bits 0x3ff0000000000000) (b64_of_bits 0x401c000000000000)].

Definition polynomial_f64 (k : f64) (m : f64) (cell : SourceTableData.Cell f64) : f64 :=
  let '(w, r) := head_and_residual_f64 k m cell in
  let '(s, t) := difference_f64 w r in
  let '(SourceTableData.Build_Cell _ _ low) := cell in
  let low := add_f64 (mul_f64 k SourceTableData.LN_2_LOW_64) low in
  let z := mul_f64 r r in
  let array_1 := COEFFICIENTS_64 in
  let c2 := nth 0 array_1 zero_f64 in
  let c3 := nth 1 array_1 zero_f64 in
  let c4 := nth 2 array_1 zero_f64 in
  let c5 := nth 3 array_1 zero_f64 in
  let c6 := nth 4 array_1 zero_f64 in
  let c7 := nth 5 array_1 zero_f64 in
  let q := add_f64 (sub_f64 c2 (mul_f64 r c3)) (mul_f64 z (add_f64 (sub_f64 c4 (mul_f64 r c5)) (mul_f64 z (sub_f64 c6 (mul_f64 r c7))))) in
  let p := mul_f64 z q in
  add_f64 s (add_f64 (add_f64 p low) t).

Definition minus_ln_f64 (v : f64) : f64 :=
  let '(k, index, m) := reduce_f64 v in
  polynomial_f64 (f64_of_integer k) m (cell_64 index).

Definition LARGEST_K_32 : Z :=
  64.

Definition START_32 : Z :=
  0x3f300000.

Definition reduce_f32 (v : f32) : (Z * Z * f32)%type :=
  let bits := bits_of_b32 v in
  let position := u32 ((u32 (bits + (u32 (Z.shiftl LARGEST_K_32 23)))) - START_32) in
  let k := u32 (LARGEST_K_32 - (Z.shiftr position 23)) in
  (k, Z.land (Z.shiftr position 18) 31, b32_of_bits (u32 (bits + (u32 (Z.shiftl k 23))))).

Definition head_and_residual_f32 (k : f32) (m : f32) (argument_1 : SourceTableData.Cell f32) : (f32 * f32)%type :=
  let '(SourceTableData.Build_Cell inverse high _) := argument_1 in
  let m1 := b32_of_bits (Z.land (bits_of_b32 m) (u32 (Z.lnot 0xfff))) in
  let r := add_f32 (sub_f32 (mul_f32 m1 inverse) (b32_of_bits 0x3f800000)) (mul_f32 (sub_f32 m m1) inverse) in
  let w := add_f32 (mul_f32 k SourceTableData.LN_2_HIGH_32) high in
  (w, r).

Definition difference_f32 (w : f32) (r : f32) : (f32 * f32)%type :=
  let s := sub_f32 w r in
  let t := sub_f32 (sub_f32 w s) r in
  (s, t).

Definition COEFFICIENTS_32 : list f32 :=
  [(b32_of_bits 0x3f000000); div_f32 (b32_of_bits 0x3f800000) (b32_of_bits 0x40400000); (b32_of_bits 0x3e800000); (b32_of_bits 0x3e4ccccd)].

Definition minus_ln_f32 (v : f32) : f32 :=
  let '(k, index, m) := reduce_f32 v in
  let k := f32_of_integer (unwrap_or (checked u8 k) 64) in
  let cell := unwrap_or (get SourceTableData.CELLS_32 index) (SourceTableData.Build_Cell (b32_of_bits 0x3f800000) (b32_of_bits 0x0) (b32_of_bits 0x0)) in
  let '(w, r) := head_and_residual_f32 k m cell in
  let '(s, t) := difference_f32 w r in
  let '(SourceTableData.Build_Cell _ _ low) := cell in
  let low := add_f32 (mul_f32 k SourceTableData.LN_2_LOW_32) low in
  let z := mul_f32 r r in
  let array_1 := COEFFICIENTS_32 in
  let c2 := nth 0 array_1 zero_f32 in
  let c3 := nth 1 array_1 zero_f32 in
  let c4 := nth 2 array_1 zero_f32 in
  let c5 := nth 3 array_1 zero_f32 in
  let q := add_f32 (sub_f32 c2 (mul_f32 r c3)) (mul_f32 z (sub_f32 c4 (mul_f32 r c5))) in
  let p := mul_f32 z q in
  add_f32 s (add_f32 (add_f32 p low) t).

Definition Unit64_from_parts (e : Z) (mantissa : Z) : f64 :=
  b64_of_bits (u64 ((u64 (Z.shiftl (u64 (1022 - e)) 52)) + mantissa)).

Definition Unit32_from_parts (e : Z) (mantissa : Z) : f32 :=
  b32_of_bits (u32 ((u32 (Z.shiftl (u32 (126 - e)) 23)) + mantissa)).

Definition Unit64_from_fraction (a : Z) (bits : Z) : f64 :=
  mul_f64 (SourceCast.unsigned_to_f64 a) (SourceCast.power_of_two (i32 (- (SourceCast.signed bits)))).

Definition Unit32_from_fraction (a : Z) (bits : Z) : f32 :=
  SourceCast.to_f32 (Unit64_from_fraction a bits).
