(* One release as a function of the answer and of words of entropy, put together from the generated functions.

   The definitions mirror bodies of crates/finite/src that are generic in what they call, which the translator does not
   read: `Floating::draw` of uniform/floating.rs (the first words, then `complete` with what the source delivers behind them),
   `Laplace::of` of noise.rs (the logarithm of the draw, times the scale, with its sign), `Mechanism::with_noise` of
   release.rs, which hands the answer and the noise to `Format::released`, and `Mechanism::release` without its errors,
   which takes the first of the two results. scripts/executed runs these definitions and Mechanism::release side by side.

   The word of number i is `words i`. Every draw reads WORDS of them; FURTHER more at most, one after the other, if it is lazy, and
   FURTHER is 0 for Relative and Deep. The answer is no NaN. *)
From Coq Require Import ZArith.
From Kdelta Require Import Machine.
From Kdelta Require SourceFloating SourceMidpoint SourceFormat SourceWindow SourceFixed.

Local Open Scope Z_scope.

(* The bytes of the words from number `first` on, those of a word from its lowest. *)
Definition bytes_from (first : Z) (words : Z -> Z) : entropy_source :=
  fun i => (words (first + i / 8) / 2 ^ (8 * (i mod 8))) mod 2 ^ 8.

(* Floating::<P, R>::draw *)
Definition draw (P WORDS FURTHER : Z) (words : Z -> Z) : SourceFloating.Floating :=
  let first := SourceFloating.Floating_of_words P WORDS FURTHER words in
  unwrap_or (SourceFloating.Floating_complete P WORDS FURTHER first (bytes_from WORDS words)) first.

(* Laplace::<f64, Floating<P, R>>::of, for the factor that Scale::to_f64 gives *)
Definition noise_f64 (P WORDS FURTHER : Z) (factor : f64) (words : Z -> Z) : f64 :=
  let draw := draw P WORDS FURTHER words in
  let log := SourceFloating.Floating_minus_ln_f64 P WORDS FURTHER draw in
  SourceFormat.f64_scaled log factor (SourceFloating.Floating_get_negative P WORDS FURTHER draw).

(* Mechanism::<f64, Laplace<..>>::release, for answers clamped to low..=high *)
Definition release_f64 (P WORDS FURTHER : Z) (factor low high : f64) (window : SourceWindow.Window) (answer : f64)
    (words : Z -> Z) : SourceWindow.Release f64 :=
  fst (SourceFormat.f64_released answer low high (noise_f64 P WORDS FURTHER factor words) window).

Definition noise_f32 (P WORDS FURTHER : Z) (factor : f32) (words : Z -> Z) : f32 :=
  let draw := draw P WORDS FURTHER words in
  let log := SourceFloating.Floating_minus_ln_f32 P WORDS FURTHER draw in
  SourceFormat.f32_scaled log factor (SourceFloating.Floating_get_negative P WORDS FURTHER draw).

Definition release_f32 (P WORDS FURTHER : Z) (factor low high : f32) (window : SourceWindow.Window) (answer : f32)
    (words : Z -> Z) : SourceWindow.Release f32 :=
  fst (SourceFormat.f32_released answer low high (noise_f32 P WORDS FURTHER factor words) window).

(* With Midpoint<BITS>, whose draw is one word: Laplace::of, and Mechanism::release *)
Definition midpoint_noise_f64 (BITS : Z) (factor : f64) (word : Z) : f64 :=
  let draw := SourceMidpoint.Midpoint_from_bits BITS word in
  SourceFormat.f64_scaled (SourceMidpoint.Midpoint_minus_ln_f64 BITS draw) factor (SourceMidpoint.Midpoint_negative BITS draw).

Definition midpoint_release_f64 (BITS : Z) (factor low high : f64) (window : SourceWindow.Window) (answer : f64) (word : Z) :
    SourceWindow.Release f64 :=
  fst (SourceFormat.f64_released answer low high (midpoint_noise_f64 BITS factor word) window).

Definition midpoint_noise_f32 (BITS : Z) (factor : f32) (word : Z) : f32 :=
  let draw := SourceMidpoint.Midpoint_from_bits BITS word in
  SourceFormat.f32_scaled (SourceMidpoint.Midpoint_minus_ln_f32 BITS draw) factor (SourceMidpoint.Midpoint_negative BITS draw).

Definition midpoint_release_f32 (BITS : Z) (factor low high : f32) (window : SourceWindow.Window) (answer : f32) (word : Z) :
    SourceWindow.Release f32 :=
  fst (SourceFormat.f32_released answer low high (midpoint_noise_f32 BITS factor word) window).

(* Fixed<BITS, FRAC>, by raw numbers *)
Definition noise_fixed (BITS FRAC P WORDS FURTHER : Z) (factor : SourceFixed.FixedFactor) (words : Z -> Z) : Z :=
  let draw := draw P WORDS FURTHER words in
  let log := SourceFloating.Floating_minus_ln_Fixed BITS FRAC P WORDS FURTHER draw in
  SourceFixed.Fixed_scaled BITS FRAC log factor (SourceFloating.Floating_get_negative P WORDS FURTHER draw).

Definition release_fixed (BITS FRAC P WORDS FURTHER : Z) (factor : SourceFixed.FixedFactor) (low high : Z)
    (window : SourceWindow.Window) (answer : Z) (words : Z -> Z) : SourceWindow.Release Z :=
  fst (SourceFixed.Fixed_released BITS FRAC answer low high (noise_fixed BITS FRAC P WORDS FURTHER factor words) window).
