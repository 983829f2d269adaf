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

Definition Unit64_from_parts (e : Z) (mantissa : Z) : f64 :=
  b64_of_bits (u64 ((u64 (Z.shiftl (u64 (1022 - e)) 52)) + mantissa)).
