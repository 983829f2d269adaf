(* The machine that the release path runs on: what an operation of Rust means.

   The functions of the files Source*.v are generated from crates/finite/src by crates/translate and speak in these terms;
   proofs/TRANSLATION.md says how. An integer of Rust is a number of Z, and every operation that could leave its type is
   wrapped to it. A float is one of Flocq's, with infinities and NaNs, and its operations round to nearest, ties to even.
   Nothing here assumes that an operation stays in range: that is for proofs to show. *)
From Coq Require Import ZArith List.
From Flocq Require Import IEEE754.BinarySingleNaN IEEE754.Binary IEEE754.Bits.

Local Open Scope Z_scope.

(* ** Integers: the number of the type that is congruent to x *)

Definition unsigned (bits x : Z) : Z := x mod 2 ^ bits.
Definition signed (bits x : Z) : Z := (x + 2 ^ (bits - 1)) mod 2 ^ bits - 2 ^ (bits - 1).

Definition u8 (x : Z) : Z := unsigned 8 x.
Definition u16 (x : Z) : Z := unsigned 16 x.
Definition u32 (x : Z) : Z := unsigned 32 x.
Definition u64 (x : Z) : Z := unsigned 64 x.
Definition u128 (x : Z) : Z := unsigned 128 x.
Definition usize (x : Z) : Z := unsigned 64 x.
Definition i32 (x : Z) : Z := signed 32 x.
Definition i64 (x : Z) : Z := signed 64 x.
Definition i128 (x : Z) : Z := signed 128 x.

(* x if wrapping leaves it as it is: try_from *)
Definition checked (wrap : Z -> Z) (x : Z) : option Z := if wrap x =? x then Some x else None.
(* x, or the end of low ≤ high on its side: saturating sums, conversions of floats *)
Definition saturated (low high x : Z) : Z := Z.max low (Z.min high x).

(* The zeros below the lowest one and above the highest one of 0 <= x < 2^bits; `bits` for 0. *)
Fixpoint zeros_of (x : positive) : Z := match x with xO x => zeros_of x + 1 | _ => 0 end.
Definition trailing_zeros (bits x : Z) : Z := match x with Zpos x => zeros_of x | _ => bits end.
Definition leading_zeros (bits x : Z) : Z := match x with Zpos _ => bits - 1 - Z.log2 x | _ => bits end.

(* ** Floats *)

Definition f64 := binary64.
Definition f32 := binary32.

Definition zero_f64 : f64 := B754_zero 53 1024 false.
Definition add_f64 : f64 -> f64 -> f64 := b64_plus mode_NE.
Definition sub_f64 : f64 -> f64 -> f64 := b64_minus mode_NE.
Definition mul_f64 : f64 -> f64 -> f64 := b64_mult mode_NE.
Definition div_f64 : f64 -> f64 -> f64 := b64_div mode_NE.
Definition neg_f64 : f64 -> f64 := b64_opp.
Definition lt_f64 (x y : f64) : bool := match b64_compare x y with Some Lt => true | _ => false end.
Definition le_f64 (x y : f64) : bool := match b64_compare x y with Some Lt | Some Eq => true | _ => false end.
Definition eq_f64 (x y : f64) : bool := match b64_compare x y with Some Eq => true | _ => false end.
Definition f64_of_integer (x : Z) : f64 := binary_normalize 53 1024 eq_refl eq_refl mode_NE x 0 false.

Definition zero_f32 : f32 := B754_zero 24 128 false.
Definition add_f32 : f32 -> f32 -> f32 := b32_plus mode_NE.
Definition sub_f32 : f32 -> f32 -> f32 := b32_minus mode_NE.
Definition mul_f32 : f32 -> f32 -> f32 := b32_mult mode_NE.
Definition div_f32 : f32 -> f32 -> f32 := b32_div mode_NE.
Definition neg_f32 : f32 -> f32 := b32_opp.
Definition lt_f32 (x y : f32) : bool := match b32_compare x y with Some Lt => true | _ => false end.
Definition le_f32 (x y : f32) : bool := match b32_compare x y with Some Lt | Some Eq => true | _ => false end.
Definition eq_f32 (x y : f32) : bool := match b32_compare x y with Some Eq => true | _ => false end.
Definition f32_of_integer (x : Z) : f32 := binary_normalize 24 128 eq_refl eq_refl mode_NE x 0 false.

(* `as` between floats: rounded to nearest; the payload of a NaN is not kept. *)
Definition f32_of_f64 (x : f64) : f32 :=
  match x with
  | B754_zero _ _ s => B754_zero 24 128 s
  | B754_infinity _ _ s => B754_infinity 24 128 s
  | B754_nan _ _ _ _ _ => proj1_sig default_nan_pl32
  | B754_finite _ _ s m e _ => binary_normalize 24 128 eq_refl eq_refl mode_NE (if s then Zneg m else Zpos m) e s
  end.
Definition f64_of_f32 (x : f32) : f64 :=
  match x with
  | B754_zero _ _ s => B754_zero 53 1024 s
  | B754_infinity _ _ s => B754_infinity 53 1024 s
  | B754_nan _ _ _ _ _ => proj1_sig default_nan_pl64
  | B754_finite _ _ s m e _ => binary_normalize 53 1024 eq_refl eq_refl mode_NE (if s then Zneg m else Zpos m) e s
  end.

(* `as i64`: towards zero, the nearest end beyond, 0 for NaN *)
Definition i64_of_f64 (x : f64) : Z :=
  match x with
  | B754_zero _ _ _ | B754_nan _ _ _ _ _ => 0
  | B754_infinity _ _ s => if s then - 2 ^ 63 else 2 ^ 63 - 1
  | B754_finite _ _ s m e _ =>
      let n := if 0 <=? e then Zpos m * 2 ^ e else Zpos m / 2 ^ (- e) in
      saturated (- 2 ^ 63) (2 ^ 63 - 1) (if s then - n else n)
  end.

(* ** Arrays, options, loops *)

(* Element number i of an array, if there is one. *)
Definition get {A} (array : list A) (i : Z) : option A := if i <? 0 then None else nth_error array (Z.to_nat i).
Definition unwrap_or {A} (x : option A) (otherwise : A) : A := match x with Some y => y | None => otherwise end.

(* Rust stops where there is none; here the value is `otherwise`, so a proof must show that there is one. *)
Definition expect {A} (x : option A) (otherwise : A) : A := unwrap_or x otherwise.

(* The body for low, low + 1, … high − 1, the state handed on. *)
Fixpoint loop {S} (n : nat) (i : Z) (body : Z -> S -> S) (state : S) : S :=
  match n with O => state | Datatypes.S n => loop n (i + 1) body (body i state) end.
Definition for_range {S} (low high : Z) (body : Z -> S -> S) (state : S) : S := loop (Z.to_nat (high - low)) low body state.

(* The same until the body says that it was the last time: `break`. *)
Fixpoint loop_until {S} (n : nat) (i : Z) (body : Z -> S -> S * bool) (state : S) : S :=
  match n with
  | O => state
  | Datatypes.S n => let '(state, last) := body i state in if last then state else loop_until n (i + 1) body state
  end.
Definition for_range_until {S} (low high : Z) (body : Z -> S -> S * bool) (state : S) : S :=
  loop_until (Z.to_nat (high - low)) low body state.

(* ** Entropy *)

(* A source of entropy is the bytes that it will deliver, by their number. A source that fails ends the release with an error; what
   is said here is about those that do not fail. *)
Definition entropy_source := Z -> Z.

(* The next n bytes, and the source behind them. *)
Definition fill (n : Z) (source : entropy_source) : list Z * entropy_source :=
  (map (fun i => source (Z.of_nat i)) (seq 0 (Z.to_nat n)), fun i => source (i + n)).

(* The number of these bytes, the lowest first. *)
Definition from_le_bytes (bytes : list Z) : Z := fold_right (fun byte above => byte + 2 ^ 8 * above) 0 bytes.
