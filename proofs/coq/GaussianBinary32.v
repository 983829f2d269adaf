(* The certificate mechanism_gaussian_binary32 as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   Gaussian noise of standard deviation 1 for ρ = 0x1p-1 in binary32 from lazily drawn exponent and 23 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 100; released as a multiple of 0x1p-4 from -8 to 108, or as outside: for all answers within 1 and every set T of outputs, P₁(T) ≤ e^ε′·P₂(T) + δ with δ = 1/1000000 and ε′ ≤ 4.891256545083468; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 0.0021276299 and κ₋ ≤ 0.002127651; with exact noise it is μ-Gaussian private and ρ-zero-concentrated private with μ ≤ 1 and ρ ≤ 0.5. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh TheoremA Words Window Binary GridRounding PureInterval NormalTail NormalMills GaussianLaw GaussianMechanism GaussianPrivacy NormalSeries TheoremT Vectors LazyWords WordLoss TableConstants TableMechanisms InverseTailConstants GaussianWords.

Local Open Scope R_scope.

Definition reach : R := (28319745 / 2 ^ 18).
Definition radius : R := (139481871363045093484367399471963537683378326379087470325367166875672823266902752991404025383904027811908526249419367830879 / 2 ^ 399).
Definition verdict : R := (131868015590801784783092395811587440517827725240780146482078138570051 / 2 ^ 224).
Definition cells : nat := Z.to_nat 1857.

Lemma grid : step (-4) = (1 / 2 ^ 4).
Proof. change (step (-4)) with (bpow radix2 (-4)). change (bpow radix2 (-4)) with (bpow radix2 (- Z.of_nat 4)). rewrite bpow_inv. lra. Qed.

Lemma first_corner : corner (-4) (-128) 0 = ((-257) / 2 ^ 5).
Proof. unfold corner, grid_point. rewrite grid. change (-128 + Z.of_nat 0)%Z with (-128)%Z. lra. Qed.

Lemma last_corner : corner (-4) (-128) cells = (3457 / 2 ^ 5).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-128 + Z.of_nat cells)%Z with (1729)%Z by (unfold cells; lia). lra.
Qed.

Definition error : R := (61194247918285889022520749651944421622212391451179451 / 2 ^ 191).

Lemma farthest : bpow radix2 (7) = 128.
Proof. reflexivity. Qed.

Lemma shift : bpow radix2 (7 - 24 - 1) = (1 / 2 ^ 18).
Proof. change (bpow radix2 (7 - 24 - 1)) with (bpow radix2 (- Z.of_nat 18)). rewrite bpow_inv. lra. Qed.

(* δ, what finite precision adds above and below for one value, and the ε of exact noise that is left. *)
Definition target : R := (1 / 1000000).
Definition above : R := (13355349023888409027583066813617075793434052610336368245 / 2 ^ 192).
Definition below : R := (13355481516950643694396265648728608406710667312758290373 / 2 ^ 192).
Definition epsilon : R := (131753293447179883059251874798273754652741359750243375288201544013123 / 2 ^ 224).

(* A draw reads 41 + 23 bits, and while all bits of the exponent are zero further words of 64: LazyWords.v. *)
Definition further : nat := Z.to_nat 33554432.
Definition bits : nat := 41 + 23 + 64 * further.
Definition release (r : R) (z : nat) : option nat :=
  release_gaussian_f32 41 1 23 (-4) (-128) cells r (entropy 64 41 23 further z).
Definition answers (r : R) : Prop := 0 <= r <= 100.
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
  apply (f32_gaussian 1 (reach + 1) reach 0 100 1 epsilon target above below verdict 23 41 further (-4) (-128) (7) cells 1).
  - lra.
  - lia.
  - lia.
  - unfold further; lia.
  - lia.
  - lia.
  - unfold cells; lia.
  - lia.
  - rewrite first_corner, farthest. apply Rabs_lt. lra.
  - rewrite last_corner, farthest. apply Rabs_lt. lra.
  - unfold reach. lra.
  - unfold gaussian_noise_absolute, gaussian_noise_relative, certified_table_f32, certified_inverse_tail_f32, certified_inverse_tail_f32_relative, gaussian_slope, birnbaum, reach. interval with (i_prec 100).
  - rewrite INR_IZR_INZ. replace (Z.of_nat (41 + 64 * further)) with 2147483689%Z by (unfold further; lia). unfold birnbaum, reach. interval with (i_prec 60).
  - rewrite grid, shift. unfold gaussian_noise_absolute, gaussian_noise_relative, certified_table_f32, certified_inverse_tail_f32, certified_inverse_tail_f32_relative, gaussian_slope, birnbaum, reach. interval with (i_prec 100).
  - rewrite first_corner, shift. unfold reach. lra.
  - rewrite last_corner. unfold reach. lra.
  - rewrite grid, shift. unfold Gamma_above, sinh, above. unfold gaussian_noise_absolute, gaussian_noise_relative, certified_table_f32, certified_inverse_tail_f32, certified_inverse_tail_f32_relative, gaussian_slope, birnbaum, reach. interval with (i_prec 260).
  - rewrite grid, shift. unfold Gamma_below, sinh, below. unfold gaussian_noise_absolute, gaussian_noise_relative, certified_table_f32, certified_inverse_tail_f32, certified_inverse_tail_f32_relative, gaussian_slope, birnbaum, reach. interval with (i_prec 260).
  - lra.
  - unfold target. lra.
  - rewrite INR_IZR_INZ. change (IZR (Z.of_nat 1)) with 1.
    gaussian_delta_in_steps 300%Z 165%nat 39204346441573376963107586518219005750133056229625881500651348527213591756280716885500488706%Z 59114341225018213386106473540127609824412440644235313208675926920773149537851772909927132163%Z.
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
Theorem mechanism_gaussian_binary32_certified r1 r2 S :
  0 <= r1 <= 100 -> 0 <= r2 <= 100 -> Rabs (r1 - r2) <= 1 ->
  count (2 ^ bits) (fun z => S (release r1 z))
  <= exp verdict * count (2 ^ bits) (fun z => S (release r2 z)) + target * INR (2 ^ bits).
Proof. apply (gaussian_one (2 ^ bits) release answers verdict target 1 (words_positive bits) vectors). Qed.
