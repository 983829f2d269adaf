(* The certificate vector_gaussian_binary64 as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   A vector of 1000 values with independent Gaussian noise of standard deviation 0x1.9591b6p3 for ε = 1 and δ = 1/1000000 in binary64 from lazily drawn exponent and 52 bits; a query of which one individual changes at most 9 of the values as computed, the exact ones by at most 3 in the ℓ₂-norm; each of error 0, read with error 0, clamped from 0 to 10000; each released as a multiple of 0x1p-7 from -112 to 10112, or as outside: for all answers that differ in at most 9 values and by at most 3 in the ℓ₂-norm and every set T of outputs, P₁(T) ≤ e^ε′·P₂(T) + δ with δ = 1/1000000 and ε′ ≤ 0.9999999903751776; the values in which two answers agree have the same law for both and cancel; every output of the at most 9 others together is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 8.2262575e-9 and κ₋ ≤ 8.2262575e-9; with exact noise it is μ-Gaussian private and ρ-zero-concentrated private with μ ≤ 0.23670438 and ρ ≤ 0.028014481. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh TheoremA Words Window Binary GridRounding PureInterval NormalTail NormalMills GaussianLaw GaussianMechanism GaussianPrivacy NormalSeries TheoremT Vectors LazyWords WordLoss TableConstants TableMechanisms InverseTailConstants GaussianWords.

Local Open Scope R_scope.

Definition reach : R := (11118265875038209 / 2 ^ 40).
Definition radius : R := (3422515475792319915282871339528832580968512831771250112176232125228057826977594272232628233297927159369219500863950835526485472561 / 2 ^ 417).
Definition verdict : R := (6739986601916484845466301548604482767376313826776801488433853740463 / 2 ^ 222).
Definition cells : nat := Z.to_nat 1308673.

Lemma grid : step (-7) = (1 / 2 ^ 7).
Proof. change (step (-7)) with (bpow radix2 (-7)). change (bpow radix2 (-7)) with (bpow radix2 (- Z.of_nat 7)). rewrite bpow_inv. lra. Qed.

Lemma first_corner : corner (-7) (-14336) 0 = ((-28673) / 2 ^ 8).
Proof. unfold corner, grid_point. rewrite grid. change (-14336 + Z.of_nat 0)%Z with (-14336)%Z. lra. Qed.

Lemma last_corner : corner (-7) (-14336) cells = (2588673 / 2 ^ 8).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-14336 + Z.of_nat cells)%Z with (1294337)%Z by (unfold cells; lia). lra.
Qed.

Definition error : R := (10974348352391627309578623479963833593621689891 / 2 ^ 191).

Lemma farthest : bpow radix2 (14) = 16384.
Proof. reflexivity. Qed.

Lemma shift : bpow radix2 (14 - 53 - 1) = (1 / 2 ^ 40).
Proof. change (bpow radix2 (14 - 53 - 1)) with (bpow radix2 (- Z.of_nat 40)). rewrite bpow_inv. lra. Qed.

(* δ, what finite precision adds above and below for one value, and the ε of exact noise that is left. *)
Definition target : R := (1 / 1000000).
Definition above : R := (5737450563202818481182154850039247773510268194623 / 2 ^ 192).
Definition below : R := (717181321017782256999873815287940560717778698597 / 2 ^ 189).
Definition epsilon : R := (6739986491026753406555167058532101112799926876979400869908661122479 / 2 ^ 222).

(* A draw reads 76 + 52 bits, and while all bits of the exponent are zero further words of 64: LazyWords.v. *)
Definition further : nat := Z.to_nat 33554432.
Definition bits : nat := 76 + 52 + 64 * further.
Definition release (r : R) (z : nat) : option nat :=
  release_gaussian_f64 76 (13289691 / 2 ^ 20) 52 (-7) (-14336) cells r (entropy 64 76 52 further z).
Definition answers (r : R) : Prop := 0 <= r <= 10000.
(* Two vectors of equally many answers, 9 of which differ at most, by 3 in the Euclidean norm; every value has bits of its own.
   Of all fillings of these bits, those that lead from one vector into a set of outputs are at most e^verdict times as many as
   those that lead there from the other, and the part `target` of all more. *)
Theorem vector_gaussian_binary64_certified (r s : list R) (S : list (option nat) -> bool) :
  length r = length s -> List.Forall answers r -> List.Forall answers s ->
  square_distance r s <= 3 * 3 -> (changed r s <= 9)%nat ->
  count ((2 ^ bits) ^ length r) (fun z => S (release_each (2 ^ bits) release r z))
  <= exp verdict * count ((2 ^ bits) ^ length s) (fun z => S (release_each (2 ^ bits) release s z))
     + target * INR ((2 ^ bits) ^ length r).
Proof.
  unfold bits, release, answers. intros Hlen Hr Hs Dist Changed.
  apply (f64_gaussian (13289691 / 2 ^ 20) (reach + (13289691 / 2 ^ 20)) reach 0 10000 3 epsilon target above below verdict 52 76 further (-7) (-14336) (14) cells 9).
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
  - rewrite INR_IZR_INZ. change (IZR (Z.of_nat 9)) with 9.
    gaussian_delta_in_steps 300%Z 141%nat 34348335493073373706749979149599538293569145455861817697855653003691840402609115186989141914%Z 38422407339501396880470626081288407495482925253393367378792898272017356210191514826576007067%Z.
    + interval with (i_prec 60).
    + unfold epsilon. interval with (i_prec 60).
    + unfold epsilon. lra.
    + unfold epsilon. lra.
    + unfold epsilon, above, target. interval with (i_prec 280).
  - rewrite INR_IZR_INZ. change (IZR (Z.of_nat 9)) with 9. unfold epsilon, above, below, verdict. lra.
  - exact Hlen.
  - exact Hr.
  - exact Hs.
  - exact Dist.
  - exact Changed.
Qed.
