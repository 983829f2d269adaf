(* One release as a function of the answer and of words of entropy, put together from the generated functions.

   Each definition mirrors the trait glue of crates/finite/src, which the translator does not read: `Laplace::of` of noise.rs
   (the logarithm of the draw times the scale, with its sign) and then the steps of `Mechanism::release` of release.rs (clamp,
   add and round, the point of the window, the test). scripts/executed runs these definitions and Mechanism::release side by
   side. For Relative and Deep the draw has WORDS words; FURTHER is 0 for them. The word of number i is `words i`. *)
From Coq Require Import ZArith.
From Kdelta Require Import Machine.
From Kdelta Require SourceCast SourceFloating SourceFormat SourceGrid SourceWindow SourceFixed.

Local Open Scope Z_scope.

(* Laplace::<f64, Floating<P, R>>::of, for the factor Scale::to_f64 *)
Definition noise_f64 (P WORDS FURTHER : Z) (factor : f64) (words : Z -> Z) : f64 :=
  let draw := SourceFloating.Floating_of_words P WORDS FURTHER words in
  let log := SourceFloating.Floating_minus_ln_f64 P WORDS FURTHER draw in
  SourceFormat.f64_scaled log factor (SourceFloating.Floating_get_negative P WORDS FURTHER draw).

(* Mechanism::<f64, Laplace<..>>::release, for answers clamped to low..=high; the answer is no NaN. *)
Definition release_f64 (P WORDS FURTHER : Z) (factor low high : f64) (window : SourceWindow.Window) (answer : f64)
    (words : Z -> Z) : SourceWindow.Release f64 :=
  let noise := noise_f64 P WORDS FURTHER factor words in
  let grid := SourceWindow.Window_grid window in
  let index := SourceFormat.f64_add_and_round (SourceFormat.f64_clamped answer low high) noise grid in
  let point := SourceFormat.f64_grid_point (SourceWindow.Window_nearest window index) grid in
  SourceWindow.Window_classify window index point.

Definition noise_f32 (P WORDS FURTHER : Z) (factor : f32) (words : Z -> Z) : f32 :=
  let draw := SourceFloating.Floating_of_words P WORDS FURTHER words in
  let log := SourceFloating.Floating_minus_ln_f32 P WORDS FURTHER draw in
  SourceFormat.f32_scaled log factor (SourceFloating.Floating_get_negative P WORDS FURTHER draw).

Definition release_f32 (P WORDS FURTHER : Z) (factor low high : f32) (window : SourceWindow.Window) (answer : f32)
    (words : Z -> Z) : SourceWindow.Release f32 :=
  let noise := noise_f32 P WORDS FURTHER factor words in
  let grid := SourceWindow.Window_grid window in
  let index := SourceFormat.f32_add_and_round (SourceFormat.f32_clamped answer low high) noise grid in
  let point := SourceFormat.f32_grid_point (SourceWindow.Window_nearest window index) grid in
  SourceWindow.Window_classify window index point.

(* Fixed<BITS, FRAC>, by raw numbers; the grid is not finer than the format. *)
Definition noise_fixed (P WORDS FURTHER : Z) (factor : SourceFixed.FixedFactor) (words : Z -> Z) : Z :=
  let draw := SourceFloating.Floating_of_words P WORDS FURTHER words in
  let log := SourceFloating.Floating_minus_ln_Fixed 0 0 P WORDS FURTHER draw in
  SourceFixed.FixedFactor_noise factor log (SourceFloating.Floating_get_negative P WORDS FURTHER draw).

Definition release_fixed (BITS FRAC P WORDS FURTHER : Z) (factor : SourceFixed.FixedFactor) (low high : Z)
    (window : SourceWindow.Window) (answer : Z) (words : Z -> Z) : SourceWindow.Release Z :=
  let noise := noise_fixed P WORDS FURTHER factor words in
  let step := u32 (i32 (SourceGrid.Grid_log2 (SourceWindow.Window_grid window) + FRAC)) in
  let index := SourceFixed.noisy_index (SourceCast.nearest answer low high) noise step in
  let max := Z.shiftr (2 ^ 63 - 1) (64 - BITS) in
  let point := SourceFixed.point (SourceWindow.Window_nearest window index) (SourceFixed.steps_to max step) step in
  SourceWindow.Window_classify window index point.
