(** * The Gaussian mechanism as it is shipped, close to the ideal one

    proofs/theory.md, the paragraph on Gaussian noise: the relative generator
    with midpoints and clamped exponent, as [relative_generator_theorem_T] for
    Laplace noise, with delta = sigma sqrt(PI/2) ln(1+2^(-p)) + delta_n.  The
    conditions on the noise follow from the errors of logarithm, kernel and
    product ([gaussian_noise_conditions]).

    In Rust: kdelta::Gaussian with the generator Relative; the rounding and the
    addition are hypotheses, as in TheoremT.v, and FloatAddition.v speaks about
    them.  Rests on GaussianGenerator.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List.
From Kdelta Require Import LaplaceLaw Sinh RationalBounds Discretised SignedOutside LogMetric Transfer
  TheoremT TheoremTCoupling NormalTail NormalMills NormalInverse GaussianLaw GaussianDiscretised
  GaussianTheoremT GaussianGenerator.

Local Open Scope R_scope.

(** ** The noise *)

(** n' = sigma (x) g~(l'): l' the computed logarithm of v, x what the kernel gives
    for it, n' the rounded product.  Their errors are (al,rl), (ag,rg), (ap,rp),
    absolute and relative; that of n' is a + r n with
      a = (1+rp) sigma ((1+rg) sqrt(PI/2) al + ag) + ap,
      r = (1+rl)(1+rg)(1+rp) - 1. *)
Definition gaussian_noise_absolute (sigma al ag rg ap rp : R) : R :=
  (1 + rp) * (sigma * ((1 + rg) * (sqrt (PI / 2) * al) + ag)) + ap.

Definition gaussian_noise_relative (rl rg rp : R) : R := (1 + rl) * (1 + rg) * (1 + rp) - 1.

Theorem gaussian_noise_error (sigma al rl ag rg ap rp v l' x n' : R) :
  0 < sigma -> 0 <= al -> 0 <= rl -> 0 <= ag -> 0 <= rg -> 0 <= rp -> 0 < v <= 1 ->
  Rabs (l' - - ln v) <= al + rl * - ln v ->
  Rabs (x - inverse_tail l') <= ag + rg * inverse_tail l' ->
  Rabs (n' - sigma * x) <= ap + rp * (sigma * Rabs x) ->
  Rabs (n' - gaussian_noise sigma v)
  <= gaussian_noise_absolute sigma al ag rg ap rp
     + gaussian_noise_relative rl rg rp * gaussian_noise sigma v.
Proof.
  intros Hs Hal Hrl Hag Hrg Hrp Hv Hlog Hker Hprod.
  assert (Hl : 0 <= - ln v).
  { assert (ln v <= ln 1) by (apply ln_le; lra). rewrite ln_1 in *. lra. }
  assert (R0 : 0 < sqrt (PI / 2)) by (rewrite <- mills_zero; apply mills_pos).
  assert (H := inverse_tail_error al rl ag rg (- ln v) l' x Hal Hrl Hrg Hl Hlog Hker).
  assert (Ha : 0 <= (1 + rg) * (sqrt (PI / 2) * al) + ag).
  { apply Rplus_le_le_0_compat; [|exact Hag]. apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra. }
  assert (Hr : 0 <= (1 + rl) * (1 + rg) - 1) by nra.
  assert (P := scaled_error sigma _ _ ap rp _ x n' Hs Ha Hr Hrp
                 (inverse_tail_nonneg (- ln v)) H Hprod).
  unfold gaussian_noise_absolute, gaussian_noise_relative, gaussian_noise.
  replace ((1 + rl) * (1 + rg) * (1 + rp) - 1) with ((1 + ((1 + rl) * (1 + rg) - 1)) * (1 + rp) - 1) by ring.
  exact P.
Qed.

(** The two conditions of Theorem L, with delta_n = a + r T. *)
Theorem gaussian_noise_conditions (sigma al rl ag rg ap rp T v l' x n' : R) :
  0 < sigma -> 0 <= al -> 0 <= rl -> 0 <= ag -> 0 <= rg -> 0 <= rp -> 0 < v <= 1 ->
  gaussian_noise_relative rl rg rp <= 1 ->
  Rabs (l' - - ln v) <= al + rl * - ln v ->
  Rabs (x - inverse_tail l') <= ag + rg * inverse_tail l' ->
  Rabs (n' - sigma * x) <= ap + rp * (sigma * Rabs x) ->
  let delta_n := gaussian_noise_absolute sigma al ag rg ap rp + gaussian_noise_relative rl rg rp * T in
  (gaussian_noise sigma v <= T -> Rabs (n' - gaussian_noise sigma v) <= delta_n) /\
  (T < gaussian_noise sigma v -> T - delta_n <= n').
Proof.
  intros Hs Hal Hrl Hag Hrg Hrp Hv H1 Hlog Hker Hprod delta_n.
  apply affine_error_on_the_line; [|apply (gaussian_noise_error sigma al rl ag rg ap rp v l' x n'); assumption].
  split; [|exact H1]. unfold gaussian_noise_relative.
  assert (1 <= (1 + rl) * (1 + rg)) by nra. nra.
Qed.

(** ** The mechanism *)

Section Relative.

Variables (sigma L T rho_M delta_n : R) (p e_max : nat) (n' : R -> R) (a : nat -> R) (N : nat)
  (M_f : R -> Prop).
Hypothesis p_pos : (1 <= p)%nat.
Hypothesis sigma_pos : 0 < sigma.
Hypothesis delta_n_nonneg : 0 <= delta_n.
Let delta : R := sigma * sqrt (PI / 2) * ln (1 + / 2 ^ p) + delta_n.
Let beta : R := gaussian_slope sigma (rho_M + delta).
Hypothesis noise_close : forall e j, (e <= e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
  let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
  (gaussian_noise sigma v <= T -> Rabs (n' v - gaussian_noise sigma v) <= delta_n) /\
  (T < gaussian_noise sigma v -> T - delta_n <= n' v).
Hypothesis T_large : rho_M + delta < T.
Hypothesis e_max_large : minus_ln_tail (T / sigma) <= INR e_max * ln 2.
Hypothesis L_large : 2 * delta < L.
Hypothesis cells_long : forall i, (i < N)%nat -> a i + L <= a (S i).
Hypothesis window : forall r, M_f r -> r - rho_M <= a 0%nat /\ a N <= r + rho_M.

Let delta_nonneg : 0 <= delta.
Proof.
  unfold delta. rewrite <- em_bias_midpoint by exact p_pos.
  assert (K := gaussian_lipschitz_pos sigma sigma_pos). unfold gaussian_lipschitz in K.
  assert (B : 0 <= em_bias p (1 / 2)) by (apply em_bias_nonneg; lra). nra.
Qed.

(** An answer with all of the window within rho_M of it. *)
Lemma reach_nonneg (r : R) : M_f r -> 0 <= rho_M.
Proof.
  intros Hr. destruct (window r Hr) as [H0 HN].
  assert (a 0%nat <= a N); [|lra].
  apply (edges_le a N); try lia. intros i Hi. assert (H := cells_long i Hi). lra.
Qed.

Lemma gaussian_relative_facts :
  0 <= rho_M ->
  is_generator (relative_generator p e_max n') /\
  near_or_same_side_of (gaussian_cdf sigma) delta rho_M (relative_generator p e_max n').
Proof.
  intros HrM.
  assert (Hv : forall e j, em_value p (1 / 2) e j = / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p)).
  { intros e j. unfold em_value, em_point. f_equal. f_equal.
    destruct p as [|q]; [lia|]. replace (S q - 1)%nat with q by lia. simpl.
    assert (2 ^ q <> 0) by (apply pow_nonzero; lra). field. assumption. }
  assert (Hn : forall e j, (e <= e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
            let v := em_value p (1 / 2) e j in
            (gaussian_noise sigma v <= T -> Rabs (n' v - gaussian_noise sigma v) <= delta_n) /\
            (T < gaussian_noise sigma v -> T - delta_n <= n' v)).
  { intros e j He Hj. rewrite Hv. apply noise_close; assumption. }
  assert (Ed : delta = gaussian_lipschitz sigma * em_bias p (1 / 2) + delta_n)
    by (unfold delta, gaussian_lipschitz; rewrite em_bias_midpoint by exact p_pos; reflexivity).
  rewrite Ed in *. split.
  - apply (gaussian_em_generator_is_generator sigma T rho_M delta_n (1 / 2) p e_max n'); trivial; lra.
  - apply (gaussian_em_near_or_same_side sigma T rho_M delta_n (1 / 2) p e_max n'); trivial; lra.
Qed.

(** Below and Above told apart; the nearer end of the window is post-processing
    of it, [gaussian_theorem_T_post_processing]. *)
Theorem gaussian_relative_generator_theorem_T_signed (rs : R -> signed_output) (r : R) :
  rounds_to_signed_cells rs a N -> M_f r ->
  close (signed_outputs N) (ideal_signed_of (gaussian_cdf sigma) a N r)
    (finite_signed N rs (relative_generator p e_max n') r)
    (ln (Gamma_above beta L delta)) (ln (Gamma_below beta L delta)).
Proof.
  intros Hc Hr. destruct (gaussian_relative_facts (reach_nonneg r Hr)) as [Hg Hn].
  apply gaussian_theorem_T_signed with (rho_M := rho_M) (delta := delta) (L := L); trivial;
    try apply Rle_refl. apply window, Hr.
Qed.

(** With Outside. *)
Theorem gaussian_relative_generator_theorem_T (rd : R -> option nat) (r : R) :
  rounds_to_cells rd a N -> M_f r ->
  close (outputs N) (ideal_of (gaussian_cdf sigma) a N r)
    (finite rd (relative_generator p e_max n') r)
    (ln (Gamma_above beta L delta)) (ln (Gamma_below beta L delta)).
Proof.
  intros Hc Hr. destruct (gaussian_relative_facts (reach_nonneg r Hr)) as [Hg Hn].
  apply gaussian_theorem_T with (rho_M := rho_M) (delta := delta) (L := L); trivial;
    try apply Rle_refl. apply window, Hr.
Qed.

End Relative.
