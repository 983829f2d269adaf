(* The certificate mechanism_gaussian_binary64 as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   Gaussian noise of standard deviation 1 for σ = 1 in binary64 from lazily drawn exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -8 to 9, or as outside: for all answers within 1 and every set T of outputs, P₁(T) ≤ e^ε′·P₂(T) + δ with δ = 1/1000000 and ε′ ≤ 4.886554117479147; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 7.6619484e-12 and κ₋ ≤ 7.6619484e-12; with exact noise it is μ-Gaussian private and ρ-zero-concentrated private with μ ≤ 1 and ρ ≤ 0.5. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh TheoremA Words Window Binary GridRounding PureInterval NormalTail NormalMills GaussianLaw GaussianMechanism GaussianPrivacy NormalSeries TheoremT Vectors LazyWords WordLoss TableConstants TableMechanisms InverseTailConstants GaussianWords.

Local Open Scope R_scope.

Definition reach : R := (10133648917397505 / 2 ^ 50).
Definition radius : R := (2905188720872559235561168619844031280827117753908452412021309378901123559105216766805351669739571163529706024430664155619 / 2 ^ 397).
Definition verdict : R := (526964953573532575684198811935768733564801893500980343010348468517617 / 2 ^ 226).
Definition cells : nat := Z.to_nat 17409.

Lemma grid : step (-10) = (1 / 2 ^ 10).
Proof. change (step (-10)) with (bpow radix2 (-10)). change (bpow radix2 (-10)) with (bpow radix2 (- Z.of_nat 10)). rewrite bpow_inv. lra. Qed.

Lemma first_corner : corner (-10) (-8192) 0 = ((-16385) / 2 ^ 11).
Proof. unfold corner, grid_point. rewrite grid. change (-8192 + Z.of_nat 0)%Z with (-8192)%Z. lra. Qed.

Lemma last_corner : corner (-10) (-8192) cells = (18433 / 2 ^ 11).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-8192 + Z.of_nat cells)%Z with (9217)%Z by (unfold cells; lia). lra.
Qed.

Definition error : R := (21736783611632417422140758643023785689258425 / 2 ^ 192).

Lemma farthest : bpow radix2 (4) = 16.
Proof. reflexivity. Qed.

Lemma shift : bpow radix2 (4 - 53 - 1) = (1 / 2 ^ 50).
Proof. change (bpow radix2 (4 - 53 - 1)) with (bpow radix2 (- Z.of_nat 50)). rewrite bpow_inv. lra. Qed.

(* δ, what finite precision adds above and below for one value, and the ε of exact noise that is left. *)
Definition target : R := (1 / 1000000).
Definition above : R := (48094829488344119507215986613148668229845965415 / 2 ^ 192).
Definition below : R := (12023707372178153079113396972564299307731070239 / 2 ^ 190).
Definition epsilon : R := (526964953571880049926119406025691520519992438969906006293815237786353 / 2 ^ 226).

(* A draw reads 76 + 52 bits, and while all bits of the exponent are zero further words of 64: LazyWords.v. *)
Definition further : nat := Z.to_nat 33554432.
Definition bits : nat := 76 + 52 + 64 * further.
Definition release (r : R) (z : nat) : option nat :=
  release_gaussian_f64 76 1 52 (-10) (-8192) cells r (entropy 64 76 52 further z).
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
  apply (f64_gaussian 1 (reach + 1) reach 0 1 1 epsilon target above below verdict 52 76 further (-10) (-8192) (4) cells 1).
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
  - unfold gaussian_noise_absolute, gaussian_noise_relative, certified_table_f64, certified_inverse_tail_f64, certified_inverse_tail_f64_relative, gaussian_slope, birnbaum, reach. interval with (i_prec 100).
  - rewrite INR_IZR_INZ. replace (Z.of_nat (76 + 64 * further)) with 2147483724%Z by (unfold further; lia). unfold birnbaum, reach. interval with (i_prec 60).
  - rewrite grid, shift. unfold gaussian_noise_absolute, gaussian_noise_relative, certified_table_f64, certified_inverse_tail_f64, certified_inverse_tail_f64_relative, gaussian_slope, birnbaum, reach. interval with (i_prec 100).
  - rewrite first_corner, shift. unfold reach. lra.
  - rewrite last_corner. unfold reach. lra.
  - rewrite grid, shift. unfold Gamma_above, sinh, above. unfold gaussian_noise_absolute, gaussian_noise_relative, certified_table_f64, certified_inverse_tail_f64, certified_inverse_tail_f64_relative, gaussian_slope, birnbaum, reach. interval with (i_prec 260).
  - rewrite grid, shift. unfold Gamma_below, sinh, below. unfold gaussian_noise_absolute, gaussian_noise_relative, certified_table_f64, certified_inverse_tail_f64, certified_inverse_tail_f64_relative, gaussian_slope, birnbaum, reach. interval with (i_prec 260).
  - lra.
  - unfold target. lra.
  - rewrite INR_IZR_INZ. change (IZR (Z.of_nat 1)) with 1.
    gaussian_delta_in_steps 300%Z 165%nat 39196355012303342877679236189306894589544102362301454179878791954329156566532405269485602715%Z 59104528087461783478918541820186524407467723139211043975404250112565573827716405338905528220%Z.
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
Theorem mechanism_gaussian_binary64_certified r1 r2 S :
  0 <= r1 <= 1 -> 0 <= r2 <= 1 -> Rabs (r1 - r2) <= 1 ->
  count (2 ^ bits) (fun z => S (release r1 z))
  <= exp verdict * count (2 ^ bits) (fun z => S (release r2 z)) + target * INR (2 ^ bits).
Proof. apply (gaussian_one (2 ^ bits) release answers verdict target 1 (words_positive bits) vectors). Qed.
