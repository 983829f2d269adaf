(* One release as a function of the answer and of words of entropy, put together from the generated functions.

   The definitions mirror three bodies of crates/finite/src that are generic in what they call, which the translator does not
   read: `Laplace::of` of noise.rs (the logarithm of the draw, times the scale, with its sign), `Mechanism::with_noise` of
   release.rs, which hands the answer and the noise to `Format::released`, and `Mechanism::release` without its errors,
   which takes the first of the two results. scripts/executed runs these definitions and Mechanism::release side by side.

   The word of number i is `words i`; a draw of Relative or Deep has WORDS of them, and FURTHER is 0. The answer is no NaN. *)
From Coq Require Import ZArith.
From Kdelta Require Import Machine.
From Kdelta Require SourceFloating SourceFormat SourceWindow SourceFixed.

Local Open Scope Z_scope.

(* Laplace::<f64, Floating<P, R>>::of, for the factor that Scale::to_f64 gives *)
Definition noise_f64 (P WORDS FURTHER : Z) (factor : f64) (words : Z -> Z) : f64 :=
  let draw := SourceFloating.Floating_of_words P WORDS FURTHER words in
  let log := SourceFloating.Floating_minus_ln_f64 P WORDS FURTHER draw in
  SourceFormat.f64_scaled log factor (SourceFloating.Floating_get_negative P WORDS FURTHER draw).

(* Mechanism::<f64, Laplace<..>>::release, for answers clamped to low..=high *)
Definition release_f64 (P WORDS FURTHER : Z) (factor low high : f64) (window : SourceWindow.Window) (answer : f64)
    (words : Z -> Z) : SourceWindow.Release f64 :=
  fst (SourceFormat.f64_released answer low high (noise_f64 P WORDS FURTHER factor words) window).

Definition noise_f32 (P WORDS FURTHER : Z) (factor : f32) (words : Z -> Z) : f32 :=
  let draw := SourceFloating.Floating_of_words P WORDS FURTHER words in
  let log := SourceFloating.Floating_minus_ln_f32 P WORDS FURTHER draw in
  SourceFormat.f32_scaled log factor (SourceFloating.Floating_get_negative P WORDS FURTHER draw).

Definition release_f32 (P WORDS FURTHER : Z) (factor low high : f32) (window : SourceWindow.Window) (answer : f32)
    (words : Z -> Z) : SourceWindow.Release f32 :=
  fst (SourceFormat.f32_released answer low high (noise_f32 P WORDS FURTHER factor words) window).

(* Fixed<BITS, FRAC>, by raw numbers *)
Definition noise_fixed (BITS FRAC P WORDS FURTHER : Z) (factor : SourceFixed.FixedFactor) (words : Z -> Z) : Z :=
  let draw := SourceFloating.Floating_of_words P WORDS FURTHER words in
  let log := SourceFloating.Floating_minus_ln_Fixed BITS FRAC P WORDS FURTHER draw in
  SourceFixed.Fixed_scaled BITS FRAC log factor (SourceFloating.Floating_get_negative P WORDS FURTHER draw).

Definition release_fixed (BITS FRAC P WORDS FURTHER : Z) (factor : SourceFixed.FixedFactor) (low high : Z)
    (window : SourceWindow.Window) (answer : Z) (words : Z -> Z) : SourceWindow.Release Z :=
  fst (SourceFixed.Fixed_released BITS FRAC answer low high (noise_fixed BITS FRAC P WORDS FURTHER factor words) window).
