(** * The Gaussian release, from its errors to its privacy

    proofs/theory.md, the paragraph on Gaussian noise.  One theorem with all
    hypotheses of a certificate: a vector of numbers, each with noise from the
    relative generator through logarithm, kernel and product of certified errors,
    rounded to the window.  For answers at Euclidean distance at most Delta2, of
    which at most Delta0 values differ, every eps with
    delta(eps) <= e^(-Delta0 kp) target gives (eps + Delta0(kp+km), target)-privacy.

    In Rust: the guarantee of kdelta::Gaussian.  Rests on GaussianMechanism.v and
    GaussianPrivacy.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List.
From Kdelta Require Import LaplaceLaw Sinh RationalBounds Discretised LogMetric Transfer Composition
  TheoremT TheoremTCoupling Vectors NormalTail NormalMills NormalInverse GaussianLaw GaussianCurve
  GaussianGenerator GaussianMechanism GaussianPrivacy.

Local Open Scope R_scope.

(** The values of the generator. *)
Definition midpoint (p e j : nat) : R := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p).

Lemma midpoint_range (p e j : nat) : (1 <= p)%nat -> (j < 2 ^ (p - 1))%nat -> 0 < midpoint p e j <= 1.
Proof.
  intros Hp Hj. apply mantissa_bound in Hj. assert (J0 := pos_INR j).
  assert (Q1 := half_pow_pos (S e)). assert (Q2 := half_pow_pos p).
  assert (E : 2 ^ (p - 1) * / 2 ^ p = / 2).
  { destruct p as [|q]; [lia|]. replace (S q - 1)%nat with q by lia. simpl.
    assert (2 ^ q <> 0) by (apply pow_nonzero; lra). field. assumption. }
  assert (M : 0 <= (2 * INR j + 1) * / 2 ^ p <= 1).
  { split; [apply Rmult_le_pos; lra|]. replace 1 with (2 * (2 ^ (p - 1) * / 2 ^ p)) at 2 by lra.
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
  assert (H : / 2 ^ S e <= / 2).
  { apply Rinv_le_contravar; [lra|]. simpl. assert (1 <= 2 ^ e) by (apply pow_R1_Rle; lra). lra. }
  unfold midpoint. split; nra.
Qed.

Theorem gaussian_release_private
    (sigma L T rho_M al rl ag rg ap rp Delta2 eps target : R) (p e_max N Delta0 : nat)
    (logarithm kernel n' : R -> R) (rd : R -> option nat) (a : nat -> R) (M_f : R -> Prop)
    (r s : list R) (S_out : list (option nat) -> bool) :
  (1 <= p)%nat -> 0 < sigma -> 0 <= rho_M ->
  0 <= al -> 0 <= rl -> 0 <= ag -> 0 <= rg -> 0 <= ap -> 0 <= rp ->
  gaussian_noise_relative rl rg rp <= 1 ->
  (* the errors of logarithm, kernel and product, at every value of the generator *)
  (forall e j, (e <= e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
     let v := midpoint p e j in
     Rabs (logarithm v - - ln v) <= al + rl * - ln v /\
     Rabs (kernel (logarithm v) - inverse_tail (logarithm v)) <= ag + rg * inverse_tail (logarithm v) /\
     Rabs (n' v - sigma * kernel (logarithm v)) <= ap + rp * (sigma * Rabs (kernel (logarithm v)))) ->
  let delta_n := gaussian_noise_absolute sigma al ag rg ap rp + gaussian_noise_relative rl rg rp * T in
  let delta := sigma * sqrt (PI / 2) * ln (1 + / 2 ^ p) + delta_n in
  let beta := gaussian_slope sigma (rho_M + delta) in
  let kp := ln (Gamma_above beta L delta) in
  let km := ln (Gamma_below beta L delta) in
  rho_M + delta < T -> minus_ln_tail (T / sigma) <= INR e_max * ln 2 -> 2 * delta < L ->
  rounds_to_cells rd a N -> (forall i, (i < N)%nat -> a i + L <= a (S i)) ->
  (forall x, M_f x -> x - rho_M <= a 0%nat /\ a N <= x + rho_M) ->
  length r = length s -> Forall M_f r -> Forall M_f s ->
  0 < Delta2 -> square_distance r s <= Delta2 * Delta2 -> (changed r s <= Delta0)%nat ->
  0 <= target -> gaussian_delta (Delta2 / sigma) eps <= target * exp (- (INR Delta0 * kp)) ->
  let g := relative_generator p e_max n' in
  Prob (transcripts (outputs N) (length r)) (vector_law (finite rd g) r) S_out
  <= exp (eps + INR Delta0 * (kp + km))
     * Prob (transcripts (outputs N) (length r)) (vector_law (finite rd g) s) S_out + target.
Proof.
  intros Hp Hs HrM Hal Hrl Hag Hrg Hap Hrp Hrel Herr delta_n delta beta kp km HT Hem HL Hc Hlong Hwin
    Hlen Hr Hs' HD Hd H0 Ht Hdelta g.
  assert (R0 : 0 < sqrt (PI / 2)) by (rewrite <- mills_zero; apply mills_pos).
  assert (B0 : 0 <= ln (1 + / 2 ^ p)).
  { rewrite <- ln_1. assert (Q := half_pow_pos p). apply ln_le; lra. }
  assert (Rel0 : 0 <= gaussian_noise_relative rl rg rp).
  { unfold gaussian_noise_relative. assert (1 <= (1 + rl) * (1 + rg)) by nra. nra. }
  assert (Abs0 : 0 <= gaussian_noise_absolute sigma al ag rg ap rp).
  { unfold gaussian_noise_absolute. apply Rplus_le_le_0_compat; [|exact Hap].
    repeat (apply Rmult_le_pos || apply Rplus_le_le_0_compat); lra. }
  assert (K0 : 0 <= sigma * sqrt (PI / 2) * ln (1 + / 2 ^ p))
    by (repeat apply Rmult_le_pos; lra).
  assert (T0 : 0 <= T).
  { apply Rnot_lt_le. intros Hneg. unfold delta, delta_n in HT. nra. }
  assert (Dn : 0 <= delta_n) by (unfold delta_n; nra).
  assert (D0 : 0 <= delta) by (unfold delta; lra).
  assert (Hn : forall e j, (e <= e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
            let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
            (gaussian_noise sigma v <= T -> Rabs (n' v - gaussian_noise sigma v) <= delta_n) /\
            (T < gaussian_noise sigma v -> T - delta_n <= n' v)).
  { intros e j He Hj. destruct (Herr e j He Hj) as [E1 [E2 E3]].
    apply (gaussian_noise_conditions sigma al rl ag rg ap rp T (midpoint p e j)
             (logarithm (midpoint p e j)) (kernel (logarithm (midpoint p e j)))); trivial.
    apply midpoint_range; assumption. }
  assert (Bp : 0 < beta) by (apply gaussian_slope_pos, Hs).
  assert (Pos : forall G, exp (beta * delta) <= G -> 0 <= ln G).
  { intros G HG. assert (1 <= exp (beta * delta)) by (apply one_le_exp; nra).
    rewrite <- ln_1. apply ln_le; lra. }
  apply (gaussian_vector_target sigma a N Hs) with (M_f := M_f) (Delta2 := Delta2); trivial.
  - intros i Hi. assert (H := Hlong i Hi). lra.
  - apply (gaussian_relative_facts sigma L T rho_M delta_n p e_max n' Hp Hs Dn Hn HT Hem HL HrM).
  - intros x Hx.
    apply (gaussian_relative_generator_theorem_T sigma L T rho_M delta_n p e_max n' a N M_f); trivial.
  - apply Pos, exp_le_Gamma_above; trivial.
  - apply Pos, exp_le_Gamma_below; trivial.
Qed.
