(* The certificate mechanism_gaussian_binary64_count as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   Gaussian noise of standard deviation 0x1.91adb6p5 for ε = 1/10 and δ = 1/1000000000 in binary64 from lazily drawn exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1000000; released as a multiple of 0x1p-5 from -512 to 1000512, or as outside: for all answers within 1 and every set T of outputs, P₁(T) ≤ e^ε′·P₂(T) + δ with δ = 1/1000000000 and ε′ ≤ 0.1000002716215136; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 1.3714015e-7 and κ₋ ≤ 1.3714015e-7; with exact noise it is μ-Gaussian private and ρ-zero-concentrated private with μ ≤ 0.019916423 and ρ ≤ 0.00019833195. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh TheoremA Words Window Binary GridRounding PureInterval NormalTail NormalMills GaussianLaw GaussianMechanism GaussianPrivacy NormalSeries TheoremT Vectors LazyWords WordLoss TableConstants TableMechanisms InverseTailConstants GaussianWords.

Local Open Scope R_scope.

Definition reach : R := (17188665545457665 / 2 ^ 34).
Definition radius : R := (84658488291234430142890799283451345191770864284327064123709705364675123868132517440039913471661477573387108233862099889057136729905 / 2 ^ 415).
Definition verdict : R := (345088254670922608321901401322914213506492812760254855914707056364927 / 2 ^ 231).
Definition cells : nat := Z.to_nat 32032769.

Lemma grid : step (-5) = (1 / 2 ^ 5).
Proof. change (step (-5)) with (bpow radix2 (-5)). change (bpow radix2 (-5)) with (bpow radix2 (- Z.of_nat 5)). rewrite bpow_inv. lra. Qed.

Lemma first_corner : corner (-5) (-16384) 0 = ((-32769) / 2 ^ 6).
Proof. unfold corner, grid_point. rewrite grid. change (-16384 + Z.of_nat 0)%Z with (-16384)%Z. lra. Qed.

Lemma last_corner : corner (-5) (-16384) cells = (64032769 / 2 ^ 6).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-16384 + Z.of_nat cells)%Z with (32016385)%Z by (unfold cells; lia). lra.
Qed.

Definition error : R := (542247626820654058235494733218467970201912232009 / 2 ^ 190).

Lemma farthest : bpow radix2 (20) = 1048576.
Proof. reflexivity. Qed.

Lemma shift : bpow radix2 (20 - 53 - 1) = (1 / 2 ^ 34).
Proof. change (bpow radix2 (20 - 53 - 1)) with (bpow radix2 (- Z.of_nat 34)). rewrite bpow_inv. lra. Qed.

(* δ, what finite precision adds above and below for one value, and the ε of exact noise that is left. *)
Definition target : R := (1 / 1000000000).
Definition above : R := (860842633188673523518647325874903337575767270363671 / 2 ^ 192).
Definition below : R := (860842633190614337743554063651572740383074158204197 / 2 ^ 192).
Definition epsilon : R := (345087308164437730998420327282562343814117649935247528053820471414143 / 2 ^ 231).

(* A draw reads 76 + 52 bits, and while all bits of the exponent are zero further words of 64: LazyWords.v. *)
Definition further : nat := Z.to_nat 33554432.
Definition bits : nat := 76 + 52 + 64 * further.
Definition release (r : R) (z : nat) : option nat :=
  release_gaussian_f64 76 (13162203 / 2 ^ 18) 52 (-5) (-16384) cells r (entropy 64 76 52 further z).
Definition answers (r : R) : Prop := 0 <= r <= 1000000.
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
  apply (f64_gaussian (13162203 / 2 ^ 18) (reach + (13162203 / 2 ^ 18)) reach 0 1000000 1 epsilon target above below verdict 52 76 further (-5) (-16384) (20) cells 1).
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
    gaussian_delta_in_steps 300%Z 165%nat 51150702350097196678380450335790774853261467888578561436106041980483777233402527544182994450%Z 51558109534532058981154328436937887144376773742808434777164627016320929359104302006320920083%Z.
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
Theorem mechanism_gaussian_binary64_count_certified r1 r2 S :
  0 <= r1 <= 1000000 -> 0 <= r2 <= 1000000 -> Rabs (r1 - r2) <= 1 ->
  count (2 ^ bits) (fun z => S (release r1 z))
  <= exp verdict * count (2 ^ bits) (fun z => S (release r2 z)) + target * INR (2 ^ bits).
Proof. apply (gaussian_one (2 ^ bits) release answers verdict target 1 (words_positive bits) vectors). Qed.
