(* The certificate mechanism_gaussian_fixed_64_40 as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   Gaussian noise of standard deviation 1 for σ = 1 in fixed-64-40 from exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -8 to 9, or as outside: for all answers within 1 and every set T of outputs, P₁(T) ≤ e^ε′·P₂(T) + δ with δ = 1/1000000 and ε′ ≤ 4.886554119521911; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 9.3191812e-10 and κ₋ ≤ 9.3191812e-10; with exact noise it is μ-Gaussian private and ρ-zero-concentrated private with μ ≤ 1 and ρ ≤ 0.5. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh TheoremA Words Window Binary GridRounding PureInterval NormalTail NormalMills GaussianLaw GaussianMechanism GaussianPrivacy NormalSeries TheoremT Vectors LazyWords WordLoss ShiftAddConstants FixedMechanism InverseTailIntegerConstants GaussianWords GaussianFixed.

Local Open Scope R_scope.

Definition reach : R := (18433 / 2 ^ 11).
Definition radius : R := (2905188720872704618101629996556845682521350398796255220483460594455078818647224920830549770166625593478738280710848643555 / 2 ^ 397).
Definition verdict : R := (263482476896911923518515405466637171099659589119814610413400734465229 / 2 ^ 225).
Definition cells : nat := Z.to_nat 17409.

Lemma grid : step (-10) = (1 / 2 ^ 10).
Proof. change (step (-10)) with (bpow radix2 (-10)). change (bpow radix2 (-10)) with (bpow radix2 (- Z.of_nat 10)). rewrite bpow_inv. lra. Qed.

Lemma first_corner : corner (-10) (-8192) 0 = ((-16385) / 2 ^ 11).
Proof. unfold corner, grid_point. rewrite grid. change (-8192 + Z.of_nat 0)%Z with (-8192)%Z. lra. Qed.

Lemma last_corner : corner (-10) (-8192) cells = (18433 / 2 ^ 11).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-8192 + Z.of_nat cells)%Z with (9217)%Z by (unfold cells; lia). lra.
Qed.

Lemma scale_power : bpow radix2 (-23) = (1 / 2 ^ 23).
Proof. change (bpow radix2 (-23)) with (bpow radix2 (- Z.of_nat 23)). rewrite bpow_inv. lra. Qed.

Lemma scale_value : scale 8388608 (-23) = 1.
Proof. unfold scale. rewrite scale_power. lra. Qed.

Lemma last_place : bpow radix2 (Z.opp 40 - 1) = (1 / 2 ^ 41).
Proof. change (bpow radix2 (Z.opp 40 - 1)) with (bpow radix2 (- Z.of_nat 41)). rewrite bpow_inv. lra. Qed.

(* δ, what finite precision adds above and below for one value, and the ε of exact noise that is left. *)
Definition target : R := (1 / 1000000).
Definition above : R := (5849744806339719967357066481018658214560641503113 / 2 ^ 192).
Definition below : R := (5849744811791095243412143807398925172087700185411 / 2 ^ 192).
Definition epsilon : R := (263482476796414072938988645506490960714659092645799509203712737443021 / 2 ^ 225).

Definition bits : nat := 76 + 52.
Definition release (r : R) (z : nat) : option nat :=
  release_gaussian_fixed 8388608 (-23) 40 52 76 (-10) (-8192) cells r z.
Definition answers (r : R) : Prop := 0 <= r <= 1.
(* Two vectors of equally many answers, 1 of which differ at most, by 1 in the Euclidean norm; every value has bits of its own.
   Of all fillings of these bits, those that lead from one vector into a set of outputs are at most e^verdict times as many as
   those that lead there from the other, and the part `target` of all more. *)
Lemma vectors (r s : list R) (S : list (option nat) -> bool) :
  length r = length s -> List.Forall answers r -> List.Forall answers s ->
  square_distance r s <= 1 * 1 -> (changed r s <= 1)%nat ->
  count ((2 ^ bits) ^ length r) (fun z => S (release_each (2 ^ bits) release r z))
  <= exp verdict * count ((2 ^ bits) ^ length s) (fun z => S (release_each (2 ^ bits) release s z))
     + target * INR ((2 ^ bits) ^ length r).
Proof.
  unfold bits, release, answers. intros Hlen Hr Hs Dist Changed.
  apply (fixed_gaussian 8388608 (-23) 40 ltac:(lia) ltac:(lia) (reach + 1) reach 0 1 1 epsilon target above below verdict 52 76 (-10) (-8192) cells 1).
  - lia.
  - lia.
  - unfold reach. lra.
  - rewrite scale_value, last_place. unfold gaussian_noise_absolute, gaussian_noise_relative, certified_shift_add_64, certified_inverse_tail_64, gaussian_slope, birnbaum, reach. interval with (i_prec 100).
  - rewrite scale_value. rewrite INR_IZR_INZ. change (IZR (Z.of_nat 76)) with 76. unfold birnbaum, reach. interval with (i_prec 60).
  - rewrite scale_value, last_place, grid. unfold gaussian_noise_absolute, gaussian_noise_relative, certified_shift_add_64, certified_inverse_tail_64, gaussian_slope, birnbaum, reach. interval with (i_prec 100).
  - rewrite first_corner. unfold reach. lra.
  - rewrite last_corner. unfold reach. lra.
  - rewrite scale_value, last_place, grid. unfold Gamma_above, sinh, above. unfold gaussian_noise_absolute, gaussian_noise_relative, certified_shift_add_64, certified_inverse_tail_64, gaussian_slope, birnbaum, reach. interval with (i_prec 260).
  - rewrite scale_value, last_place, grid. unfold Gamma_below, sinh, below. unfold gaussian_noise_absolute, gaussian_noise_relative, certified_shift_add_64, certified_inverse_tail_64, gaussian_slope, birnbaum, reach. interval with (i_prec 260).
  - lra.
  - unfold target. lra.
  - rewrite scale_value. rewrite INR_IZR_INZ. change (IZR (Z.of_nat 1)) with 1.
    gaussian_delta_in_steps 300%Z 165%nat 39196355015774847285173180441981824262176720620331230297722017778885911579976148762253333710%Z 59104528091724684576036413857437205665480637209976803863472566858495886581133830972954383567%Z.
    + interval with (i_prec 60).
    + unfold epsilon. interval with (i_prec 60).
    + unfold epsilon. lra.
    + unfold epsilon. lra.
    + unfold epsilon, above, target. interval with (i_prec 280).
  - rewrite INR_IZR_INZ. change (IZR (Z.of_nat 1)) with 1. unfold epsilon, above, below, verdict. lra.
  - exact Hlen.
  - exact Hr.
  - exact Hs.
  - exact Dist.
  - exact Changed.
Qed.

(* Of the 2^bits fillings of all bits that a draw may read, those that lead from one answer into a set of outputs are at most
   e^verdict times as many as those that lead there from another answer, and the part `target` of all more. *)
Theorem mechanism_gaussian_fixed_64_40_certified r1 r2 S :
  0 <= r1 <= 1 -> 0 <= r2 <= 1 -> Rabs (r1 - r2) <= 1 ->
  count (2 ^ bits) (fun z => S (release r1 z))
  <= exp verdict * count (2 ^ bits) (fun z => S (release r2 z)) + target * INR (2 ^ bits).
Proof. apply (gaussian_one (2 ^ bits) release answers verdict target 1 (words_positive bits) vectors). Qed.
