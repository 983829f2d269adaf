(** * Theorem L for Gaussian noise, and the relative generator through g

    proofs/theory.md, F11 and the paragraph on Gaussian noise.  From the tail
    probability v of a relative generator and an exact sign, the magnitude is
    n(v) = sigma g(-ln v); in the log metric it is k-Lipschitz everywhere with
    k = sigma sqrt(PI/2).  So Theorem L holds with k for b,
      delta = k delta0' + delta_n,  T > rho_M + delta,
    and the cut-off asks for e_max ln 2 >= -ln(2 tail(T/sigma)).  With Theorem T:
    what runs is close to the ideal Gaussian mechanism, and that from the errors
    of logarithm, kernel and product alone.

    [Classical_Prop.classic] enters through the standard library's [ln].

    In Rust: Gaussian::of with the generator Relative, and through
    LazyGenerator.v with Lazy and Deep.  Rests on LogMetric.v, NormalInverse.v and
    GaussianTheoremT.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List.
From Kdelta Require Import LaplaceLaw Sinh RationalBounds Discretised SignedOutside LogMetric Transfer
  TheoremT TheoremTCoupling NormalTail NormalMills NormalInverse GaussianLaw GaussianDiscretised
  GaussianTheoremT.

Local Open Scope R_scope.

(** n(v) = sigma g(-ln v), and k = sigma sqrt(PI/2). *)
Definition gaussian_noise (sigma v : R) : R := sigma * inverse_tail (- ln v).
Definition gaussian_lipschitz (sigma : R) : R := sigma * sqrt (PI / 2).

Lemma gaussian_lipschitz_pos (sigma : R) : 0 < sigma -> 0 < gaussian_lipschitz sigma.
Proof.
  intros H. apply Rmult_lt_0_compat; [exact H|]. rewrite <- mills_zero. apply mills_pos.
Qed.

(** |n(u) - n(v)| <= k d(u,v), d the log distance. *)
Theorem gaussian_noise_log_lipschitz (sigma u v : R) :
  0 < sigma ->
  Rabs (gaussian_noise sigma u - gaussian_noise sigma v) <= gaussian_lipschitz sigma * log_distance u v.
Proof.
  intros Hs. unfold gaussian_noise, gaussian_lipschitz, log_distance.
  rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_pos_eq sigma), Rmult_assoc by lra.
  apply Rmult_le_compat_l; [lra|].
  replace (Rabs (ln u - ln v)) with (Rabs (- ln u - - ln v)).
  - apply inverse_tail_lipschitz.
  - rewrite <- Rabs_Ropp. f_equal. ring.
Qed.

(** Theorem L, for one draw and any magnitude that is k-Lipschitz in the log
    metric; [theorem_L] is the case of -b ln. *)
Theorem theorem_L_lipschitz (n : R -> R) (k T rho_M delta0 delta_n U v x' : R) :
  0 <= k -> Rabs (n U - n v) <= k * log_distance U v -> log_distance U v <= delta0 ->
  (n v <= T -> Rabs (x' - n v) <= delta_n) -> (T < n v -> T - delta_n <= x') ->
  rho_M + k * delta0 + delta_n < T -> 0 <= delta0 -> 0 <= delta_n ->
  Rabs (x' - n U) <= k * delta0 + delta_n \/ (rho_M < x' /\ rho_M < n U).
Proof.
  intros Hk HL Hd Hin Hout HT H0 Hn.
  assert (HL' : Rabs (n U - n v) <= k * delta0).
  { apply Rle_trans with (1 := HL). apply Rmult_le_compat_l; lra. }
  destruct (Rle_lt_dec (n v) T) as [HTv|HTv].
  - left. specialize (Hin HTv).
    replace (x' - n U) with ((x' - n v) + - (n U - n v)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra.
  - right. specialize (Hout HTv). apply Rabs_le_between in HL'.
    assert (0 <= k * delta0) by (apply Rmult_le_pos; lra). lra.
Qed.

(** The cut-off: n(v) >= T for v <= 2^(-e_max) if e_max ln 2 >= -ln(2 tail(T/sigma)). *)
Theorem gaussian_cut_off (sigma T v : R) (e_max : nat) :
  0 < sigma -> 0 <= T -> minus_ln_tail (T / sigma) <= INR e_max * ln 2 ->
  0 < v <= / 2 ^ e_max -> T <= gaussian_noise sigma v.
Proof.
  intros Hs HT Hem Hv. unfold gaussian_noise.
  assert (Hl : INR e_max * ln 2 <= - ln v).
  { assert (H : ln v <= ln (/ 2 ^ e_max)) by (apply ln_le; lra).
    rewrite ln_Rinv, ln_pow in H by (try apply pow_lt; lra). lra. }
  assert (H := inverse_tail_monotone _ _ (Rle_trans _ _ _ Hem Hl)).
  rewrite inverse_tail_of_minus_ln in H.
  - replace T with (sigma * (T / sigma)) by (field; lra). apply Rmult_le_compat_l; lra.
  - apply Rmult_le_pos; [exact HT|]. left. apply Rinv_0_lt_compat, Hs.
Qed.

(** By Birnbaum's bound x^2/2 + ln(sqrt(PI/2) (x + sqrt(x^2+4))/2) <= e_max ln 2,
    x = T/sigma, suffices. *)
Theorem gaussian_cut_off_birnbaum (sigma T : R) (e_max : nat) :
  let x := T / sigma in
  x * x / 2 + ln (sqrt (PI / 2) * birnbaum x) <= INR e_max * ln 2 ->
  minus_ln_tail (T / sigma) <= INR e_max * ln 2.
Proof. intros x H. apply Rle_trans with (2 := H). apply minus_ln_tail_upper. Qed.

(** ** The generator *)

Section Generator.

Variables (sigma T rho_M delta_n theta : R) (p e_max : nat) (n' : R -> R).
Hypothesis sigma_pos : 0 < sigma.
Hypothesis delta_n_nonneg : 0 <= delta_n.
Hypothesis theta_range : 0 <= theta <= 1.
Hypothesis rho_M_nonneg : 0 <= rho_M.
(** The computed magnitude at the values of the generator: within delta_n of n(v)
    up to T, and never coming back beyond T. *)
Hypothesis noise_close : forall e j, (e <= e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
  let v := em_value p theta e j in
  (gaussian_noise sigma v <= T -> Rabs (n' v - gaussian_noise sigma v) <= delta_n) /\
  (T < gaussian_noise sigma v -> T - delta_n <= n' v).

Let k : R := gaussian_lipschitz sigma.
Let delta : R := k * em_bias p theta + delta_n.
Let G : R -> R := gaussian_cdf sigma.

Hypothesis T_large : rho_M + delta < T.
Hypothesis e_max_large : minus_ln_tail (T / sigma) <= INR e_max * ln 2.

Let k_pos : 0 < k.
Proof. apply gaussian_lipschitz_pos, sigma_pos. Qed.

Let bias_nonneg : 0 <= k * em_bias p theta.
Proof. apply Rmult_le_pos; [lra|apply em_bias_nonneg, theta_range]. Qed.

(** For G(y) <= 1/2: y = -n(U) with U = 2 G(y). *)
Lemma gaussian_half_quantile (y : R) : G y <= 1 / 2 -> y = - gaussian_noise sigma (2 * G y).
Proof.
  intros H. assert (R0 := gaussian_cdf_range sigma y). fold G in R0.
  assert (E := gaussian_lower_quantile sigma sigma_pos (2 * G y) ltac:(lra)).
  replace (2 * G y / 2) with (G y) in E by field.
  change (G (- gaussian_noise sigma (2 * G y)) = G y) in E.
  destruct (Rtotal_order y (- gaussian_noise sigma (2 * G y))) as [Hy|[Hy|Hy]]; [|exact Hy|];
    apply (gaussian_cdf_increasing sigma sigma_pos) in Hy; fold G in Hy; lra.
Qed.

(** A point of the interval of (e,j) is U = 2^(-e-1) (1 + (j+V) 2^(1-p)). *)
Lemma em_interval_point (e j : nat) (U : R) :
  em_point p e (INR j) < U < em_point p e (INR j + 1) ->
  exists V, 0 <= V <= 1 /\ U = em_point p e (INR j + V).
Proof.
  intros HU. set (V := ((U * 2 ^ S e - 1) * 2 ^ (p - 1)) - INR j).
  assert (P1 : 0 < 2 ^ S e) by (apply pow_lt; lra).
  assert (P2 : 0 < 2 ^ (p - 1)) by (apply pow_lt; lra).
  assert (EU : U = em_point p e (INR j + V)) by (unfold em_point, V; field; lra).
  exists V. split; [|exact EU]. split.
  - destruct (Rle_lt_dec 0 V) as [H|H]; [exact H|].
    assert (em_point p e (INR j + V) < em_point p e (INR j)) by (apply em_point_increasing; lra). lra.
  - destruct (Rle_lt_dec V 1) as [H|H]; [exact H|].
    assert (em_point p e (INR j + 1) < em_point p e (INR j + V)) by (apply em_point_increasing; lra). lra.
Qed.

(** Theorem L at a point U = 2 G(y) of the interval of (e,j). *)
Lemma gaussian_near_value (e j : nat) (y : R) :
  (e < e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
  em_point p e (INR j) / 2 < G y < em_point p e (INR j + 1) / 2 ->
  Rabs (n' (em_value p theta e j) - - y) <= delta \/
  (rho_M < n' (em_value p theta e j) /\ y < - rho_M).
Proof.
  intros He Hj Hy. assert (Hj1 := mantissa_bound p j Hj).
  assert (Htop : em_point p e (INR j + 1) <= 1).
  { apply Rle_trans with (em_point p e (2 ^ (p - 1))).
    - destruct Hj1 as [Hj1|Hj1]; [left; apply em_point_increasing, Hj1|].
      rewrite Hj1. apply Rle_refl.
    - rewrite em_point_end, <- Rinv_1. apply Rinv_le_contravar; [lra|]. apply pow_R1_Rle. lra. }
  assert (Ey := gaussian_half_quantile y ltac:(lra)).
  destruct (em_interval_point e j (2 * G y) ltac:(lra)) as [V [HV EU]].
  assert (Hb := em_bias_bound p e j theta V theta_range HV). rewrite <- EU in Hb.
  destruct (noise_close e j ltac:(lia) Hj) as [Hin Hout].
  assert (HL := gaussian_noise_log_lipschitz sigma (2 * G y) (em_value p theta e j) sigma_pos).
  replace (- y) with (gaussian_noise sigma (2 * G y)) by lra.
  destruct (theorem_L_lipschitz (gaussian_noise sigma) k T rho_M (em_bias p theta) delta_n (2 * G y)
              (em_value p theta e j) (n' (em_value p theta e j)) ltac:(lra) HL Hb Hin Hout
              ltac:(unfold delta in T_large; lra) (em_bias_nonneg p theta theta_range)
              delta_n_nonneg) as [H|[H1 H2]].
  - left. exact H.
  - right. lra.
Qed.

(** Draws with E >= e_max, clamped: value and quantile beyond rho_M. *)
Lemma gaussian_clamped_value (j : nat) :
  (j < 2 ^ (p - 1))%nat -> rho_M < n' (em_value p theta e_max j).
Proof.
  intros Hj. destruct (noise_close e_max j ltac:(lia) Hj) as [Hin Hout].
  assert (Hj0 := pos_INR j). assert (Hj1 := mantissa_bound p j Hj).
  set (v := em_value p theta e_max j) in *.
  assert (Hv : 0 < v <= / 2 ^ e_max).
  { split; [apply em_point_pos; lra|]. rewrite <- (em_point_end p e_max). unfold v, em_value.
    destruct (Req_dec (INR j + theta) (2 ^ (p - 1))) as [->|H]; [apply Rle_refl|].
    left; apply em_point_increasing; lra. }
  assert (Hm := gaussian_cut_off sigma T v e_max sigma_pos ltac:(unfold delta in T_large; lra)
                  e_max_large Hv).
  unfold delta in T_large. destruct Hm as [Hm|Hm].
  - specialize (Hout Hm). lra.
  - specialize (Hin ltac:(lra)). apply Rabs_le_between in Hin. lra.
Qed.

Lemma gaussian_clamped_quantile (y : R) : G y < / 2 ^ e_max / 2 -> y < - rho_M.
Proof.
  intros Hy. assert (R0 := gaussian_cdf_range sigma y). fold G in R0.
  assert (Htop : / 2 ^ e_max <= 1).
  { rewrite <- Rinv_1. apply Rinv_le_contravar; [lra|]. apply pow_R1_Rle. lra. }
  assert (Ey := gaussian_half_quantile y ltac:(lra)).
  assert (H := gaussian_cut_off sigma T (2 * G y) e_max sigma_pos
                 ltac:(unfold delta in T_large; lra) e_max_large ltac:(lra)).
  unfold delta in T_large. lra.
Qed.

Lemma gaussian_clamped_draws (s : R) :
  s = 1 \/ s = -1 -> cut_off_draws rho_M e_max (clamped_draws p e_max theta s n').
Proof.
  intros Hs. unfold clamped_draws.
  assert (Q1 := half_pow_pos e_max). assert (Q2 := half_pow_pos (p - 1)).
  split; [|split].
  - apply nonneg_weights_equal_draws.
    assert (0 < / 2 ^ e_max * / 2 ^ (p - 1)) by (apply Rmult_lt_0_compat; assumption). lra.
  - rewrite total_equal_draws, INR_pow2. field. split; apply pow_nonzero; lra.
  - apply Forall_equal_draws. simpl. intros j Hj v Ev. injection Ev as <-.
    assert (H := gaussian_clamped_value j Hj).
    rewrite Rabs_mult. assert (A := Rle_abs (n' (em_value p theta e_max j))).
    destruct Hs as [-> | ->]; [rewrite Rabs_R1|rewrite (Rabs_left (-1)) by lra]; lra.
Qed.

Definition gaussian_em_generator : generator :=
  em_generator p e_max theta n' (clamped_draws p e_max theta (-1) n') (clamped_draws p e_max theta 1 n').

Theorem gaussian_em_generator_is_generator : is_generator gaussian_em_generator.
Proof.
  apply em_generator_is_generator with (rho_M := rho_M); apply gaussian_clamped_draws; auto.
Qed.

(** What is asked for one piece. *)
Let good (lo hi : R) (x : option R) : Prop :=
  forall y, lo < G y < hi ->
    exists v, x = Some v /\
      (Rabs (v - y) <= delta \/ (rho_M < v /\ rho_M < y) \/ (v < - rho_M /\ y < - rho_M)).

Lemma good_minus (e j : nat) :
  (e < e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
  good (em_point p e (INR j) / 2) (em_point p e (INR j + 1) / 2) (Some (- n' (em_value p theta e j))).
Proof.
  intros He Hj y Hy. eexists. split; [reflexivity|].
  destruct (gaussian_near_value e j y He Hj Hy) as [H|[H1 H2]].
  - left. rewrite <- Rabs_Ropp.
    replace (- (- n' (em_value p theta e j) - y)) with (n' (em_value p theta e j) - - y) by ring. exact H.
  - right. right. lra.
Qed.

Lemma good_plus (e j : nat) :
  (e < e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
  good (1 - em_point p e (INR j + 1) / 2) (1 - em_point p e (INR j) / 2)
    (Some (n' (em_value p theta e j))).
Proof.
  intros He Hj y Hy. eexists. split; [reflexivity|].
  destruct (gaussian_near_value e j (- y) He Hj) as [H|[H1 H2]].
  - unfold G. rewrite gaussian_cdf_symmetric by exact sigma_pos. fold G. lra.
  - left. rewrite Ropp_involutive in H. exact H.
  - right. left. lra.
Qed.

(** The clamped draws, of either sign. *)
Lemma good_clamped (s : R) (Q : R -> R -> option R -> Prop) :
  s = 1 \/ s = -1 ->
  (forall lo hi v, hi <= / 2 ^ e_max / 2 -> rho_M < v -> Q lo hi (Some (s * v))) ->
  pieces Q 0 (clamped_draws p e_max theta s n').
Proof.
  intros Hs HQ. destruct (gaussian_clamped_draws s Hs) as [Hw [Ht _]].
  apply (pieces_impl (fun lo hi x => _ /\ _) _ (clamped_draws p e_max theta s n') 0)
    with (2 := pieces_and _ _ _ _
                 (pieces_of_Forall (fun x => exists v, x = Some (s * v) /\ rho_M < v)
                    (clamped_draws p e_max theta s n')
                    (Forall_equal_draws _ _ _ _
                       (fun j Hj => ex_intro _ _ (conj eq_refl (gaussian_clamped_value j Hj)))) 0)
                 (pieces_range (clamped_draws p e_max theta s n') Hw 0)).
  rewrite Ht. intros lo hi x [[v [-> Hv]] [_ [_ Hhi]]]. apply HQ; lra.
Qed.

(** Theorem L for the finite generator: each value is within
    delta = k delta0' + delta_n of the Gaussian quantile, or both are beyond
    rho_M on the same side. *)
Theorem gaussian_em_near_or_same_side : near_or_same_side_of G delta rho_M gaussian_em_generator.
Proof.
  change (pieces good 0 gaussian_em_generator).
  destruct (gaussian_clamped_draws (-1) (or_intror eq_refl)) as [_ [T1 _]].
  destruct (gaussian_clamped_draws 1 (or_introl eq_refl)) as [_ [T2 _]].
  unfold gaussian_em_generator, em_generator. apply pieces_app.
  - apply pieces_app.
    + apply good_clamped; [auto|]. intros lo hi v Hhi Hv y Hy. exists (-1 * v).
      split; [reflexivity|]. right. right. assert (H := gaussian_clamped_quantile y). lra.
    + rewrite T1, Rplus_0_l. apply pieces_exponents. exact good_minus.
  - set (g := clamped_draws p e_max theta 1 n'
              ++ exponents p (fun e j => Some (n' (em_value p theta e j))) e_max).
    replace (0 + total (clamped_draws p e_max theta (-1) n' ++ exponents p
               (fun e j => Some (- n' (em_value p theta e j))) e_max))
      with (1 - 0 - total g)
      by (unfold g; rewrite !total_app, !total_exponents, T1, T2; lra).
    apply pieces_rev. unfold g. apply pieces_app.
    + apply good_clamped; [auto|]. intros lo hi v Hhi Hv y Hy. exists (1 * v).
      split; [reflexivity|]. right. left.
      assert (H := gaussian_clamped_quantile (- y)). unfold G in H, Hy.
      rewrite gaussian_cdf_symmetric in H by exact sigma_pos. lra.
    + rewrite T2, Rplus_0_l. apply pieces_exponents. exact good_plus.
Qed.

End Generator.
