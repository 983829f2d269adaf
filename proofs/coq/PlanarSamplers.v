(** * The planar shift of each sampler of the radius

    proofs/theory.md, F6: with theta = 2 pi v + phase, v off by delta_v,

    - C^{-1}(u), u off by delta_0: Omega = omega(delta_0) of Lemma R;
    - -(ln u1 + ln u2)/beta, each u off by delta_0: (1 + e^{beta T}) delta_0/beta;
    - the same, (u1,u2) off by delta_0 in the Euclidean metric:
      sqrt(1 + e^{2 beta T}) delta_0/beta;
    - the same, each ln u off by delta_0': 2 delta_0'/beta, whatever T, with the
      cut-off of the relative generator (F11);

    (A) and (B) hold with delta = sqrt(Omega^2 + (2 pi T delta_v)^2) + delta_n.

    In Rust: PlanarLaplace::of with Inverse or Gamma.  Rests on PlanarRadius.v and
    PlanarNoise.v. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import Closeness Crossing PrintedRadius PrintedPolar PlanarRadius PlanarNoise.

Local Open Scope R_scope.

Definition planar_shift (T Omega delta_v delta_n : R) : R :=
  sqrt (Omega ^ 2 + (2 * PI * T * delta_v) ^ 2) + delta_n.

(** ** Two uniforms: the paths *)

Definition unit_pair (a : R * R) : Prop := 0 < fst a <= 1 /\ 0 < snd a <= 1.

Definition pair_segment (a b : R * R) (t : R) : R * R :=
  (fst a + t * (fst b - fst a), snd a + t * (snd b - snd a)).

Definition gamma_of_pair (beta : R) (a : R * R) : R := gamma_radius beta (fst a) (snd a).

Lemma segment_between : forall x y t, 0 <= t <= 1 ->
  (x <= x + t * (y - x) <= y \/ y <= x + t * (y - x) <= x).
Proof. intros x y t Ht. destruct (Rle_dec x y); [left | right]; nra. Qed.

Lemma unit_segment : forall x y t, 0 < x <= 1 -> 0 < y <= 1 -> 0 <= t <= 1 ->
  0 < x + t * (y - x) <= 1.
Proof. intros x y t Hx Hy Ht. destruct (segment_between x y t Ht); lra. Qed.

Lemma gamma_nonnegative : forall beta a, 0 < beta -> unit_pair a -> 0 <= gamma_of_pair beta a.
Proof.
  intros beta [u1 u2] Hb [H1 H2]. simpl in *. unfold gamma_of_pair, gamma_radius; simpl.
  assert (L : forall u, 0 < u <= 1 -> ln u <= 0)
    by (intros u Hu; rewrite <- ln_1; apply ln_le; lra).
  apply Rmult_le_pos; [| left; apply Rinv_0_lt_compat, Hb].
  pose proof (L u1 H1). pose proof (L u2 H2). lra.
Qed.

(** Any distance that does not grow along segments will do. *)
Lemma crossing_space_gamma : forall beta (d : R * R -> R * R -> R) delta_0,
  (forall a b, d a b = d b a) ->
  (forall a b t, unit_pair a -> unit_pair b -> 0 <= t <= 1 -> d a b <= delta_0 ->
     d a (pair_segment a b t) <= delta_0 /\ d b (pair_segment a b t) <= delta_0) ->
  crossing_space (E := R_NormedModule) unit_pair d (gamma_of_pair beta) delta_0.
Proof.
  intros beta d delta_0 Hsym Hseg. split; [intros a b _ _; apply Hsym |].
  intros a b Va Vb Hd. exists (pair_segment a b).
  destruct a as [a1 a2], b as [b1 b2]. destruct Va as [A1 A2], Vb as [B1 B2]. simpl in *.
  split; [unfold pair_segment; simpl; f_equal; ring |].
  split; [unfold pair_segment; simpl; f_equal; ring |].
  split.
  - intros t Ht. split; [split; apply unit_segment; assumption |].
    apply Hseg; trivial; split; assumption.
  - intros t Ht e He.
    set (g := fun s => gamma_of_pair beta (pair_segment (a1, a2) (b1, b2) s)).
    assert (Hc : continuity_pt g t).
    { unfold g, gamma_of_pair, gamma_radius, pair_segment; simpl.
      apply continuity_pt_filterlim. change (continuous (fun s =>
        - (ln (a1 + s * (b1 - a1)) + ln (a2 + s * (b2 - a2))) / beta) t).
      assert (P1 := unit_segment a1 b1 t A1 B1 Ht). assert (P2 := unit_segment a2 b2 t A2 B2 Ht).
      apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)).
      auto_derive. split; lra. }
    destruct (Hc e He) as (h & Hh & Hnear). exists h. split; [exact Hh |].
    intros s Hs Hst. destruct (Req_dec s t) as [-> | Hne].
    + unfold minus. rewrite plus_opp_r, (@norm_zero R_AbsRing R_NormedModule). exact He.
    + apply (Hnear s). split; [split; [exact I |] | exact Hst].
      intros Heq. apply Hne. symmetry. exact Heq.
Qed.

(** ** The sup metric of a monotone coordinate: the plain and the log metric *)

Definition pair_distance (phi : R -> R) (a b : R * R) : R :=
  Rmax (Rabs (phi (fst a) - phi (fst b))) (Rabs (phi (snd a) - phi (snd b))).

Lemma crossing_space_gamma_coordinate : forall beta phi delta_0,
  (forall x y, 0 < x -> x <= y -> phi x <= phi y) ->
  crossing_space (E := R_NormedModule) unit_pair (pair_distance phi) (gamma_of_pair beta) delta_0.
Proof.
  intros beta phi delta_0 Hphi. apply crossing_space_gamma.
  - intros a b. unfold pair_distance. f_equal; apply Rabs_minus_sym.
  - intros [a1 a2] [b1 b2] t [A1 A2] [B1 B2] Ht Hd. unfold pair_distance in *; simpl in *.
    assert (H1 := Rle_trans _ _ _ (Rmax_l _ _) Hd). assert (H2 := Rle_trans _ _ _ (Rmax_r _ _) Hd).
    assert (Hone : forall x y, 0 < x <= 1 -> 0 < y <= 1 -> Rabs (phi x - phi y) <= delta_0 ->
              Rabs (phi x - phi (x + t * (y - x))) <= delta_0 /\
              Rabs (phi y - phi (x + t * (y - x))) <= delta_0).
    { intros x y Hx Hy Hxy. apply between_values; [| exact Hxy].
      assert (P := unit_segment x y t Hx Hy Ht).
      destruct (segment_between x y t Ht) as [[S1 S2] | [S1 S2]]; [left | right];
        split; apply Hphi; lra. }
    destruct (Hone a1 b1 A1 B1 H1). destruct (Hone a2 b2 A2 B2 H2).
    split; apply Rmax_lub; assumption.
Qed.

(** The Euclidean metric. *)
Definition euclidean_distance (a b : R * R) : R :=
  sqrt ((fst a - fst b) ^ 2 + (snd a - snd b) ^ 2).

Lemma crossing_space_gamma_euclidean : forall beta delta_0,
  crossing_space (E := R_NormedModule) unit_pair euclidean_distance (gamma_of_pair beta) delta_0.
Proof.
  intros beta delta_0. apply crossing_space_gamma.
  - intros a b. unfold euclidean_distance. f_equal. ring.
  - intros [a1 a2] [b1 b2] t _ _ Ht Hd. unfold euclidean_distance, pair_segment in *; simpl fst in *; simpl snd in *.
    assert (Hscale : forall s, 0 <= s <= 1 ->
              (s * (a1 - b1)) ^ 2 + (s * (a2 - b2)) ^ 2 <= (a1 - b1) ^ 2 + (a2 - b2) ^ 2).
    { intros s Hs. rewrite !Rpow_mult_distr.
      assert (s ^ 2 <= 1) by (rewrite <- (pow1 2); apply pow_incr; exact Hs).
      pose proof (pow2_ge_0 (a1 - b1)). pose proof (pow2_ge_0 (a2 - b2)). nra. }
    split; apply Rle_trans with (2 := Hd); apply sqrt_le_1_alt.
    + replace (a1 - (a1 + t * (b1 - a1))) with (t * (a1 - b1)) by ring.
      replace (a2 - (a2 + t * (b2 - a2))) with (t * (a2 - b2)) by ring. apply Hscale; lra.
    + replace ((b1 - (a1 + t * (b1 - a1))) ^ 2) with (((1 - t) * (a1 - b1)) ^ 2) by ring.
      replace ((b2 - (a2 + t * (b2 - a2))) ^ 2) with (((1 - t) * (a2 - b2)) ^ 2) by ring.
      apply Hscale; lra.
Qed.

(** ** The shifts *)

Section Shifts.

Variables (beta T rho_M delta_v delta_n phase : R) (I : R -> Prop) (M M_f : plane -> Prop).
Hypothesis beta_positive : 0 < beta.
Hypothesis T_positive : 0 < T.
Hypothesis delta_v_nonnegative : 0 <= delta_v.
Hypothesis delta_n_nonnegative : 0 <= delta_n.
Hypothesis angles : interval I.
Hypothesis reach : forall y z, M y -> M_f z -> norm (minus y z) <= rho_M.

(** (i), (iii) and (iv) for one draw of two uniforms and an angle. *)
Definition regular_draw {Radial : Type} (d : Radial -> Radial -> R) (r : Radial -> R)
    (n' : Radial * R -> plane) (n_0 : Radial * R -> Radial * R) (delta_0 : R) (x : Radial * R) : Prop :=
  d (fst (n_0 x)) (fst x) <= delta_0 /\ Rabs (snd (n_0 x) - snd x) <= delta_v /\
  (r (fst (n_0 x)) <= T -> norm (minus (n' (n_0 x)) (planar_noise r phase (n_0 x))) <= delta_n) /\
  (T < r (fst (n_0 x)) -> T - delta_n <= norm (n' (n_0 x))).

(** Sampler (a): the inverse of C, with the modulus of Lemma R. *)
Theorem planar_shift_inverse_cdf : forall (inverse : R -> R) n' n_0 delta_0,
  (forall u, 0 <= u < 1 -> 0 <= inverse u /\ radius_cdf beta (inverse u) = u) ->
  let V := fun u => 0 <= u < 1 in
  (forall x, planar_draw V I x -> planar_draw V I (n_0 x)) ->
  (forall x, planar_draw V I x ->
     regular_draw (fun u v => Rabs (u - v)) inverse n' n_0 delta_0 x) ->
  let delta := planar_shift T (modulus_R beta T delta_0) delta_v delta_n in
  rho_M + delta < T ->
  condition_A_plane V inverse I phase n' n_0 M M_f delta /\
  condition_B_plane V inverse I phase n' n_0 M M_f delta.
Proof.
  intros inverse n' n_0 delta_0 Hinv V Hn0 Hreg delta Hlarge.
  apply (theorem_B_plane V (fun u v => Rabs (u - v)) inverse I phase delta_0 delta_v)
    with (rho_M := rho_M) (T := T); trivial; try lra.
  - apply (crossing_space_line (E := R_NormedModule)).
    + intros x y z Hx Hy Hz. unfold V in *. lra.
    + intros u Hu e He.
      exact (inverse_radius_cdf_continuous beta inverse beta_positive Hinv u Hu e He).
  - intros u Hu. exact (proj1 (Hinv u Hu)).
  - intros u v Hu Hv Tu Tv Hd. destruct (Hinv u Hu) as [Ru Cu]. destruct (Hinv v Hv) as [Rv Cv].
    apply lemma_R_symmetric; try lra. rewrite Cu, Cv. exact Hd.
  - intros x Hx. left. exact (Hreg x Hx).
Qed.

(** Sampler (b), absolute bias, sup metric: k_oo = (1 + e^{beta T})/beta. *)
Theorem planar_shift_gamma : forall n' n_0 delta_0,
  (forall x, planar_draw unit_pair I x -> planar_draw unit_pair I (n_0 x)) ->
  (forall x, planar_draw unit_pair I x ->
     regular_draw (pair_distance (fun u => u)) (gamma_of_pair beta) n' n_0 delta_0 x) ->
  let delta := planar_shift T ((1 + exp (beta * T)) / beta * delta_0) delta_v delta_n in
  rho_M + delta < T ->
  condition_A_plane unit_pair (gamma_of_pair beta) I phase n' n_0 M M_f delta /\
  condition_B_plane unit_pair (gamma_of_pair beta) I phase n' n_0 M M_f delta.
Proof.
  intros n' n_0 delta_0 Hn0 Hreg delta Hlarge.
  apply (theorem_B_plane unit_pair (pair_distance (fun u => u)) (gamma_of_pair beta) I phase
           delta_0 delta_v) with (rho_M := rho_M) (T := T); trivial; try lra.
  - apply crossing_space_gamma_coordinate. trivial.
  - intros a Ha. apply gamma_nonnegative; assumption.
  - intros [a1 a2] [b1 b2] [A1 A2] [B1 B2] Ta Tb Hd. unfold pair_distance in Hd. simpl in *.
    apply gamma_radius_lipschitz; trivial.
    + exact (Rle_trans _ _ _ (Rmax_l _ _) Hd).
    + exact (Rle_trans _ _ _ (Rmax_r _ _) Hd).
  - intros x Hx. left. exact (Hreg x Hx).
Qed.

(** Sampler (b), absolute bias, Euclidean metric: k_2 = sqrt(1 + e^{2 beta T})/beta. *)
Theorem planar_shift_gamma_euclidean : forall n' n_0 delta_0,
  (forall x, planar_draw unit_pair I x -> planar_draw unit_pair I (n_0 x)) ->
  (forall x, planar_draw unit_pair I x ->
     regular_draw euclidean_distance (gamma_of_pair beta) n' n_0 delta_0 x) ->
  let delta := planar_shift T (sqrt (1 + exp (2 * (beta * T))) / beta * delta_0) delta_v delta_n in
  rho_M + delta < T ->
  condition_A_plane unit_pair (gamma_of_pair beta) I phase n' n_0 M M_f delta /\
  condition_B_plane unit_pair (gamma_of_pair beta) I phase n' n_0 M M_f delta.
Proof.
  intros n' n_0 delta_0 Hn0 Hreg delta Hlarge.
  apply (theorem_B_plane unit_pair euclidean_distance (gamma_of_pair beta) I phase
           delta_0 delta_v) with (rho_M := rho_M) (T := T); trivial; try lra.
  - apply crossing_space_gamma_euclidean.
  - intros a Ha. apply gamma_nonnegative; assumption.
  - intros [a1 a2] [b1 b2] [A1 A2] [B1 B2] Ta Tb Hd. unfold euclidean_distance in Hd. simpl fst in *; simpl snd in *.
    eapply Rle_trans; [apply (gamma_radius_lipschitz_euclidean beta T); trivial |].
    apply Rmult_le_compat_l; [| exact Hd].
    apply Rmult_le_pos; [apply sqrt_pos | left; apply Rinv_0_lt_compat, beta_positive].
  - intros x Hx. left. exact (Hreg x Hx).
Qed.

(** ** The relative generator with its cut-off *)

(** One uniform of a relative generator: u' is within delta_0' of u in the log
    metric, or both are at most 2^(-e_max) (the exponent was clamped). *)
Definition relative_uniform (delta_0' : R) (e_max : nat) (u u' : R) : Prop :=
  Rabs (ln u' - ln u) <= delta_0' \/ (u < / 2 ^ e_max /\ u' <= / 2 ^ e_max).

(** A uniform at most 2^(-e_max) puts the radius at T or beyond, whatever the
    other is. *)
Lemma gamma_cut_off : forall (e_max : nat) u1 u2,
  T <= INR e_max * ln 2 / beta -> 0 < u1 <= 1 -> 0 < u2 <= 1 ->
  u1 <= / 2 ^ e_max \/ u2 <= / 2 ^ e_max -> T <= gamma_radius beta u1 u2.
Proof.
  intros e_max u1 u2 HT H1 H2 Hcut. apply Rle_trans with (1 := HT). unfold gamma_radius.
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, beta_positive |].
  assert (L : forall u, 0 < u <= 1 -> ln u <= 0)
    by (intros u Hu; rewrite <- ln_1; apply ln_le; lra).
  assert (C : forall u, 0 < u -> u <= / 2 ^ e_max -> ln u <= - (INR e_max * ln 2)).
  { intros u Hu Hle. rewrite <- ln_pow, <- ln_Rinv by (try apply pow_lt; lra).
    apply ln_le; assumption. }
  pose proof (L u1 H1). pose proof (L u2 H2).
  destruct Hcut as [Hc | Hc]; [pose proof (C u1 (proj1 H1) Hc) | pose proof (C u2 (proj1 H2) Hc)]; lra.
Qed.

(** Sampler (b), log metric: 2/beta, whatever T.  Each uniform is drawn by a
    relative generator with the cut-off e_max, e_max ln 2/beta >= T; n' is
    evaluated as usual on the clamped draws, (iii) and (iv) holding for them as
    for all.  This is the shipped default. *)
Theorem planar_shift_gamma_log : forall n' n_0 delta_0' e_max,
  0 <= delta_0' -> T <= INR e_max * ln 2 / beta ->
  (forall x, planar_draw unit_pair I x -> planar_draw unit_pair I (n_0 x)) ->
  (forall x, planar_draw unit_pair I x ->
     relative_uniform delta_0' e_max (fst (fst x)) (fst (fst (n_0 x))) /\
     relative_uniform delta_0' e_max (snd (fst x)) (snd (fst (n_0 x))) /\
     Rabs (snd (n_0 x) - snd x) <= delta_v /\
     (gamma_of_pair beta (fst (n_0 x)) <= T ->
        norm (minus (n' (n_0 x)) (planar_noise (gamma_of_pair beta) phase (n_0 x))) <= delta_n) /\
     (T < gamma_of_pair beta (fst (n_0 x)) -> T - delta_n <= norm (n' (n_0 x)))) ->
  let delta := planar_shift T (2 / beta * delta_0') delta_v delta_n in
  rho_M + delta < T ->
  condition_A_plane unit_pair (gamma_of_pair beta) I phase n' n_0 M M_f delta /\
  condition_B_plane unit_pair (gamma_of_pair beta) I phase n' n_0 M M_f delta.
Proof.
  intros n' n_0 delta_0' e_max Hd0 Hcut Hn0 Hreg delta Hlarge.
  assert (Hdelta : delta_n <= delta).
  { unfold delta, planar_shift. pose proof (sqrt_pos
      ((2 / beta * delta_0') ^ 2 + (2 * PI * T * delta_v) ^ 2)). lra. }
  apply (theorem_B_plane unit_pair (pair_distance ln) (gamma_of_pair beta) I phase
           delta_0' delta_v) with (rho_M := rho_M) (T := T); trivial; try lra.
  - apply crossing_space_gamma_coordinate. intros x y Hx Hxy. apply ln_le; assumption.
  - intros a Ha. apply gamma_nonnegative; assumption.
  - intros [a1 a2] [b1 b2] _ _ _ _ Hd. unfold pair_distance in Hd. simpl in *.
    apply gamma_radius_lipschitz_log_metric; trivial.
    + exact (Rle_trans _ _ _ (Rmax_l _ _) Hd).
    + exact (Rle_trans _ _ _ (Rmax_r _ _) Hd).
  - intros x Hx. destruct (Hreg x Hx) as (U1 & U2 & Hv & Hiii & Hiv).
    destruct (Hn0 x Hx) as [Dn _]. destruct Hx as [Dx _].
    (* a clamped uniform: both radii are at least T *)
    assert (Hfar : fst (fst x) < / 2 ^ e_max /\ fst (fst (n_0 x)) <= / 2 ^ e_max \/
                   snd (fst x) < / 2 ^ e_max /\ snd (fst (n_0 x)) <= / 2 ^ e_max ->
              rho_M < gamma_of_pair beta (fst x) /\
              forall z, M_f z -> ~ M (plus z (n' (n_0 x)))).
    { intros Hclamped. destruct Dx as [X1 X2]. destruct Dn as [N1 N2].
      assert (Tx : T <= gamma_of_pair beta (fst x)).
      { apply (gamma_cut_off e_max); trivial. destruct Hclamped as [[? _] | [? _]]; [left | right]; lra. }
      assert (Tn : T <= gamma_of_pair beta (fst (n_0 x))).
      { apply (gamma_cut_off e_max); trivial. destruct Hclamped as [[_ ?] | [_ ?]]; [left | right]; lra. }
      split; [lra |]. intros z Hz HM.
      pose proof (reach _ _ HM Hz) as Hsmall. rewrite plus_minus_cancel in Hsmall.
      assert (Hlow : T - delta_n <= norm (n' (n_0 x))).
      { destruct (Rle_lt_dec (gamma_of_pair beta (fst (n_0 x))) T) as [Hle | Hlt]; [| exact (Hiv Hlt)].
        pose proof (Hiii Hle) as H. rewrite norm_minus_swap in H.
        pose proof (norm_le_plus_minus (planar_noise (gamma_of_pair beta) phase (n_0 x)) (n' (n_0 x))) as Hn.
        unfold planar_noise at 1 in Hn.
        rewrite polar_norm in Hn
          by (apply gamma_nonnegative; [exact beta_positive | split; assumption]).
        lra. }
      lra. }
    destruct U1 as [U1 | U1]; [destruct U2 as [U2 | U2] |].
    + left. split; [| split; [exact Hv | split; assumption]].
      unfold pair_distance. apply Rmax_lub; assumption.
    + right. apply Hfar. right. exact U2.
    + right. apply Hfar. left. exact U1.
Qed.

End Shifts.
