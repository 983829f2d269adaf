(* The whole planar mechanism in fixed point with the sampler Gamma, from words of entropy to the released cell: one theorem for every
   setting.

   PlanarCounts.v with the computed noise and its ledger (PlanarFixed.v); the sums are exact, so the cells are those of the grid
   (Window.v). *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals ZArith Lra Lia.
From Flocq Require Import Core.
From Kdelta Require Import Sinh Words Window GridRounding FixedMechanism ShiftAddConstants CosSinConstants.
From Kdelta Require Import PlanarScaling PlanarTheoremA PlanarLaplace PlanarNoise PlanarSamplers PlanarLedger PlanarFloat PlanarFixed PlanarCounts.
From Kdelta Require CosSinKernel.

Local Open Scope R_scope.

(* PlanarLaplace::of with the sampler Gamma, for two tails and a turn; b = mantissa 2^exponent, `frac` bits after the point. *)
Definition computed_fixed (mantissa exponent frac : Z) (v : R * R) (turn : Z) : plane :=
  polar_fixed mantissa exponent frac (log_fixed (fst v) + log_fixed (snd v)) (fst (CosSinKernel.cos_sin turn)) (snd (CosSinKernel.cos_sin turn)).

Definition release_plane_fixed (mantissa exponent frac : Z) (K P A : nat) (log2 lowx lowy : Z) (Nx Ny : nat) (chosen : nat -> nat -> bool)
    : R * R -> nat -> option nat :=
  release_plane (computed_fixed mantissa exponent frac) K P A (in_window log2 lowx Nx) (in_window log2 lowy Ny) Ny chosen.

(* The error of a planar noise in fixed point whose radius is 0, and how it grows with the radius. *)
Definition fixed_absolute (b : R) (frac : Z) : R :=
  plane_absolute (2 * certified_shift_add_64) certified_cos_sin 0 * b + plane_rounding (bpow radix2 (- frac) / 2) certified_cos_sin 0.
Definition fixed_relative : R := plane_relative 0 certified_cos_sin 0.

(* Of all words of entropy, those that lead from one answer into a set of outputs are at most e^verdict times as many as those
   that lead there from another. Nothing is assumed of the noise: its density is that of PlanarLaw.v. *)
Theorem planar_fixed_mechanism (mantissa exponent frac : Z) (T delta_n Dx Dy xl xh yl yh distance verdict : R) (K P A : nat)
    (log2 lowx lowy : Z) (Nx Ny : nat) (chosen : nat -> nat -> bool) :
  (1 <= 58 - frac - exponent)%Z -> (0 < mantissa)%Z -> (1 <= P <= 63)%nat -> (1 <= K <= 90)%nat -> (1 <= A <= 63)%nat ->
  (0 < Nx)%nat /\ (0 < Ny)%nat ->
  let b := scale mantissa exponent in
  let delta := planar_shift T (2 / / b * ln (1 + / 2 ^ P)) (/ 2 ^ S A) delta_n in
  let L := step log2 in
  0 < T -> 0 <= fixed_relative <= 1 -> 0 <= delta_n -> fixed_absolute b frac + fixed_relative * T <= delta_n ->
  T <= INR K * ln 2 / / b -> euclid Dx Dy + delta < T -> 2 * delta < L ->
  xh - Dx <= corner log2 lowx 0 -> corner log2 lowx Nx <= xl + Dx ->
  yh - Dy <= corner log2 lowy 0 -> corner log2 lowy Ny <= yl + Dy ->
  / b * distance + kappa_plane (/ b) L delta <= verdict ->
  forall r1 r2 S,
  xl <= fst r1 <= xh /\ yl <= snd r1 <= yh -> xl <= fst r2 <= xh /\ yl <= snd r2 <= yh ->
  euclid (fst r1 - fst r2) (snd r1 - snd r2) <= distance ->
  count (2 ^ ((K + P) + ((K + P) + A))) (fun z => S (release_plane_fixed mantissa exponent frac K P A log2 lowx lowy Nx Ny chosen r1 z))
  <= exp verdict
     * count (2 ^ ((K + P) + ((K + P) + A))) (fun z => S (release_plane_fixed mantissa exponent frac K P A log2 lowx lowy Nx Ny chosen r2 z)).
Proof.
  intros Hshift Hm HP HK HA Hsome b delta L HT Hg Hdn Herr Hcut Hlarge HL X1 X2 Y1 Y2 Hv.
  apply (planar_counts b (fixed_absolute b frac) fixed_relative T delta_n Dx Dy xl xh yl yh distance verdict L
    K P A (computed_fixed mantissa exponent frac) _ _ (corner log2 lowx) (corner log2 lowy) Nx Ny chosen); try assumption; try lia; try lra.
  - apply scale_positive, Hm.
  - intros e1 j1 e2 j2 turn He1 He2 Hj1 Hj2 Ht.
    pose proof (gamma_fixed_ledger mantissa exponent frac Hshift Hm P e1 j1 e2 j2 turn HP ltac:(lia) ltac:(lia) Hj1 Hj2 Ht) as G. cbv zeta in G |- *.
    fold b in G. unfold fixed_absolute, fixed_relative. apply Rle_trans with (1 := G). right. ring.
  - apply window_cells.
  - apply window_cells.
  - intros i _. apply corner_long.
  - intros i _. apply corner_long.
Qed.
