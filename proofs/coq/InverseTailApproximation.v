(* From a polynomial that nearly solves g′ = M(g) to its distance from g, on one cell; g is `inverse_tail`.

   The cell is u in [−1, 1], ℓ = c + w u, and the polynomial is P = x + s h(u). Nothing is said of g itself but that it
   inverts ℓ(x) = −ln 2Φ̄(x): D(u) = ℓ(P(u)) − (c + w u) has the derivative (P′ − w M(P))/M(P). If y stands for s M(P),
   Ψ = h − h(0) − (w/s²)∫y is a polynomial whose values, unlike its coefficients, are small, and D moves by no more than
   s Ψ/M(P) does, up to the error of y. So P is off by δ M(P) + s Ψ, where δ is what D is at u0: `joint` bounds both together,
   as they may cancel. *)
From Coq Require Import Reals ZArith List Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Binary LaplaceLaw NormalMills NormalInverse InverseTailMoments InverseTailModel.

Local Open Scope R_scope.

Definition hazard_slope (v : R) : R := moment 1 v / (mills v * mills v).

Lemma hazard_derive v : is_derive hazard v (hazard_slope v).
Proof.
  apply (is_derive_ext (fun v => / mills v)); [intros t; real_eq; symmetry; apply hazard_is_inverse |].
  pose proof (mills_pos v). replace (hazard_slope v) with (- (v * mills v - 1) / mills v ^ 2).
  - apply (is_derive_inv mills v _ (mills_derive v)). apply Rgt_not_eq. exact H.
  - unfold hazard_slope. cbn [moment pow]. field. lra.
Qed.

Lemma hazard_slope_positive v : 0 < hazard_slope v.
Proof. pose proof (mills_pos v). apply Rdiv_lt_0_compat; [apply moment_positive | nra]. Qed.

(* M moves by no more than its argument. *)
Lemma mills_lipschitz a b : 0 <= a -> a <= b -> mills a <= mills b + (b - a).
Proof.
  intros Ha Hab.
  assert (H := moves_less mills (fun t => t * mills t - 1) (fun t => t) (fun _ => 1) a b Hab mills_derive (fun t => is_derive_id t)).
  assert (Rabs (mills b - mills a) <= b - a).
  { apply H. intros t Ht. pose proof (moment_positive 1 t) as P. cbn [moment] in P. pose proof (mills_pos t).
    assert (0 <= t * mills t) by (apply Rmult_le_pos; lra). apply Rabs_le. lra. }
  apply Rabs_le_inv in H0. lra.
Qed.

Section Cell.

Variables (q : Z) (s x c w : R) (h dh : R -> R) (y : list Z) (ey psi psi0 joint ymin ymax : Z) (u0 delta d0 : R).
Let B := bpow radix2 q.
Let kappa := w / (s * s).
Let P (u : R) : R := x + s * h u.
Let Psi (u : R) : R := h u - h 0 - kappa * integral y u / B.

Hypothesis s_positive : 0 < s.
Hypothesis w_positive : 0 < w.
Hypothesis h_derive : forall u, is_derive h u (dh u).
Hypothesis increasing : forall u, Rabs u <= 1 -> 0 <= dh u.
Hypothesis y_near : forall u, Rabs u <= 1 -> near q u (s * mills (P u)) y ey.
Hypothesis y_range : forall u, Rabs u <= 1 -> IZR ymin <= s * mills (P u) * B <= IZR ymax.
Hypothesis ymin_positive : (0 < ymin)%Z.
Hypothesis psi_bound : forall u, Rabs u <= 1 -> Rabs (Psi u) * B <= IZR psi.
Hypothesis u0_inside : Rabs u0 <= 1.
Hypothesis psi0_bound : Rabs (Psi u0) * B <= IZR psi0.
Hypothesis joint_bound : forall u, Rabs u <= 1 -> Rabs (Psi u * B + delta / (s * s) * ev y u) <= IZR joint.
Hypothesis anchored : Rabs (minus_ln_tail (P u0) - (c + w * u0) - delta) <= d0.

(* The distance, in units of s/2^q and before the factor that accounts for M between P and g. *)
Definition distance : R :=
  IZR joint + Rabs delta / (s * s) * IZR ey
  + (IZR psi * (IZR ymax - IZR ymin) + (IZR psi0 + 2 * kappa * IZR ey) * IZR ymax) / IZR ymin + d0 * IZR ymax / (s * s).

Hypothesis small : distance * (s * s) * 2 ^ 16 <= IZR ymin.

Let D (u : R) : R := minus_ln_tail (P u) - (c + w * u).

Let PB : 0 < B := bpow_gt_0 radix2 q.

Lemma ymin_real : 0 < IZR ymin.
Proof. now apply (IZR_lt 0). Qed.

Lemma ymax_real : IZR ymin <= IZR ymax.
Proof. assert (Z : Rabs 0 <= 1) by (rewrite Rabs_R0; lra). pose proof (y_range 0 Z). lra. Qed.

Lemma hazard_range u : Rabs u <= 1 -> s * B / IZR ymax <= hazard (P u) <= s * B / IZR ymin.
Proof.
  intros Hu. pose proof (y_range u Hu) as R. pose proof ymin_real. pose proof ymax_real. rewrite hazard_is_inverse.
  pose proof (mills_pos (P u)) as M. set (m := mills (P u)) in *.
  split; apply Rmult_le_reg_r with m; try exact M; rewrite Rinv_l by lra.
  - apply Rmult_le_reg_r with (IZR ymax); [lra |]. replace (s * B / IZR ymax * m * IZR ymax) with (s * m * B) by (field; lra). lra.
  - apply Rmult_le_reg_r with (IZR ymin); [lra |]. replace (s * B / IZR ymin * m * IZR ymin) with (s * m * B) by (field; lra). lra.
Qed.

Lemma P_derive u : is_derive P u (s * dh u).
Proof.
  unfold P. replace (s * dh u) with (0 + s * dh u) by ring.
  apply (is_derive_plus (fun _ => x) (fun u => s * h u)); [apply @is_derive_const | apply (is_derive_scal h), h_derive].
Qed.

Lemma Psi_derive u : is_derive Psi u (dh u - kappa * ev y u / B).
Proof.
  unfold Psi. apply (is_derive_ext (fun u => h u - (h 0 + kappa / B * integral y u))).
  { intros t. real_eq. field. lra. }
  replace (dh u - kappa * ev y u / B) with (dh u - (0 + kappa / B * ev y u)) by (field; lra).
  apply (is_derive_minus h (fun u => h 0 + kappa / B * integral y u)); [apply h_derive |].
  apply (is_derive_plus (fun _ => h 0) (fun u => kappa / B * integral y u)); [apply @is_derive_const |].
  apply (is_derive_scal (integral y)), integral_derive.
Qed.

Let H := s * B / IZR ymin.

Definition drift u := D u - s * Psi u * hazard (P u).
Definition drift' u := s * kappa * hazard (P u) * (ev y u / B - s * mills (P u)) - s * Psi u * (hazard_slope (P u) * (s * dh u)).

Lemma drift_derive u : is_derive drift u (drift' u).
Proof.
  replace (drift' u) with ((hazard (P u) * (s * dh u) - (0 + w * 1)) -
    (s * (dh u - kappa * ev y u / B) * hazard (P u) + s * Psi u * (hazard_slope (P u) * (s * dh u)))).
  - apply (is_derive_minus D (fun u => s * Psi u * hazard (P u))).
    + apply (is_derive_minus (fun u => minus_ln_tail (P u)) (fun u => c + w * u)).
      * rewrite (Rmult_comm (hazard _)). apply (is_derive_comp minus_ln_tail P); [apply minus_ln_tail_derive | apply P_derive].
      * apply (is_derive_plus (fun _ => c) (fun u => w * u)); [apply @is_derive_const |].
        apply (is_derive_scal (fun u => u)), @is_derive_id.
    + apply (is_derive_mult (fun u => s * Psi u) (fun u => hazard (P u))); [| | intros; apply Rmult_comm].
      * apply (is_derive_scal Psi), Psi_derive.
      * rewrite (Rmult_comm (hazard_slope _)). apply (is_derive_comp hazard P); [apply hazard_derive | apply P_derive].
  - unfold drift', kappa. rewrite hazard_is_inverse. pose proof (mills_pos (P u)). field. lra.
Qed.

Definition room u := s * (IZR psi / B) * hazard (P u) + s * kappa * H * (IZR ey / B) * u.

Lemma room_derive u : is_derive room u (s * (IZR psi / B) * (hazard_slope (P u) * (s * dh u)) + s * kappa * H * (IZR ey / B)).
Proof.
  unfold room.
  apply (is_derive_plus (fun u => s * (IZR psi / B) * hazard (P u)) (fun u => s * kappa * H * (IZR ey / B) * u)).
  - apply (is_derive_scal (fun u => hazard (P u))). rewrite (Rmult_comm (hazard_slope _)).
    apply (is_derive_comp hazard P); [apply hazard_derive | apply P_derive].
  - pose proof (is_derive_scal (fun u => u) u (s * kappa * H * (IZR ey / B)) 1 (is_derive_id u)) as K.
    rewrite Rmult_1_r in K. exact K.
Qed.

Lemma kappa_positive : 0 < kappa.
Proof. apply Rdiv_lt_0_compat; [exact w_positive | nra]. Qed.

Lemma H_positive : 0 < H.
Proof. apply Rdiv_lt_0_compat; [nra | exact ymin_real]. Qed.

Lemma drift_slow u : Rabs u <= 1 ->
  Rabs (drift' u) <= s * (IZR psi / B) * (hazard_slope (P u) * (s * dh u)) + s * kappa * H * (IZR ey / B).
Proof.
  intros Hu. unfold drift', Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, Rplus_comm.
  pose proof kappa_positive. pose proof H_positive. apply Rplus_le_compat.
  - rewrite !Rabs_mult, (Rabs_pos_eq s) by lra. pose proof (hazard_slope_positive (P u)). pose proof (increasing u Hu).
    rewrite (Rabs_pos_eq (hazard_slope _)), (Rabs_pos_eq (dh u)) by lra.
    assert (Rabs (Psi u) <= IZR psi / B) by (apply Rmult_le_reg_r with B; [exact PB |]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra; now apply psi_bound).
    apply Rmult_le_compat_r; [apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra] |]. apply Rmult_le_compat_l; lra.
  - assert (E : Rabs (ev y u / B - s * mills (P u)) <= IZR ey / B).
    { rewrite Rabs_minus_sym. apply Rmult_le_reg_r with B; [exact PB |]. rewrite <- (Rabs_pos_eq B) at 2 by lra. rewrite <- Rabs_mult.
      replace ((s * mills (P u) - ev y u / B) * B) with (s * mills (P u) * B - ev y u) by (field; lra).
      replace (IZR ey / B * B) with (IZR ey) by (field; lra). now apply y_near. }
    rewrite Rabs_mult. pose proof (hazard_range u Hu) as R. fold H in R. pose proof (hazard_pos (P u)).
    rewrite (Rabs_pos_eq (s * kappa * hazard (P u))) by (apply Rmult_le_pos; [apply Rmult_le_pos |]; lra).
    apply Rmult_le_compat; [apply Rmult_le_pos; [apply Rmult_le_pos |]; lra | apply Rabs_pos | | exact E].
    apply Rmult_le_compat_l; [apply Rmult_le_pos |]; lra.
Qed.

Lemma nonneg_bounds : 0 <= IZR psi /\ 0 <= IZR psi0 /\ 0 <= IZR ey /\ 0 <= d0.
Proof.
  assert (Z : Rabs 0 <= 1) by (rewrite Rabs_R0; lra). repeat split.
  - apply Rle_trans with (2 := psi_bound 0 Z). apply Rmult_le_pos; [apply Rabs_pos | lra].
  - apply Rle_trans with (2 := psi0_bound). apply Rmult_le_pos; [apply Rabs_pos | lra].
  - apply Rle_trans with (2 := y_near 0 Z). apply Rabs_pos.
  - apply Rle_trans with (2 := anchored). apply Rabs_pos.
Qed.

(* By how much D(u) is off δ + s Ψ(u)/M(P(u)). *)
Definition rest : R :=
  d0 + s * (IZR psi / B) * (H - s * B / IZR ymax) + s * (IZR psi0 / B) * H + 2 * (s * kappa * H * (IZR ey / B)).

Lemma D_near u : Rabs u <= 1 -> Rabs (D u - delta - s * Psi u * hazard (P u)) <= rest.
Proof.
  intros Hu. pose proof (hazard_range u Hu) as R. pose proof (hazard_range u0 u0_inside) as R0. fold H in R, R0.
  pose proof (hazard_pos (P u)). pose proof (hazard_pos (P u0)). pose proof kappa_positive. pose proof H_positive.
  destruct nonneg_bounds as (N1 & N2 & N3 & N4).
  assert (J1 : 0 <= IZR psi / B) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
  assert (J3 : 0 <= s * kappa * H * (IZR ey / B))
    by (apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rmult_le_pos |]; lra | apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]]).
  assert (Move : Rabs (drift u - drift u0) <= s * (IZR psi / B) * (H - s * B / IZR ymax) + 2 * (s * kappa * H * (IZR ey / B))).
  { assert (G : forall a b, Rabs a <= 1 -> Rabs b <= 1 -> a <= b -> Rabs (drift b - drift a) <= room b - room a).
    { intros a b Ha Hb Hab. apply (moves_less drift drift' room _ a b Hab drift_derive room_derive).
      intros t Ht. apply drift_slow. apply Rabs_le_inv in Ha, Hb. apply Rabs_le. lra. }
    assert (U : Rabs (drift u - drift u0) <= Rabs (room u - room u0)).
    { destruct (Rle_dec u0 u) as [L | L].
      - eapply Rle_trans; [now apply G | apply Rle_abs].
      - rewrite Rabs_minus_sym, (Rabs_minus_sym (room u)). eapply Rle_trans; [apply G; trivial; lra | apply Rle_abs]. }
    apply Rle_trans with (1 := U). unfold room.
    replace (s * (IZR psi / B) * hazard (P u) + s * kappa * H * (IZR ey / B) * u
       - (s * (IZR psi / B) * hazard (P u0) + s * kappa * H * (IZR ey / B) * u0))
      with (s * (IZR psi / B) * (hazard (P u) - hazard (P u0)) + (s * kappa * H * (IZR ey / B)) * (u - u0)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_mult (s * (IZR psi / B))), (Rabs_mult (s * kappa * H * (IZR ey / B))).
    rewrite (Rabs_pos_eq (s * (IZR psi / B))) by (apply Rmult_le_pos; lra).
    rewrite (Rabs_pos_eq (s * kappa * H * (IZR ey / B))) by exact J3.
    apply Rabs_le_inv in Hu. pose proof u0_inside as Hu0. apply Rabs_le_inv in Hu0. apply Rplus_le_compat.
    - apply Rmult_le_compat_l; [apply Rmult_le_pos; lra |]. apply Rabs_le. lra.
    - rewrite Rmult_comm. apply Rmult_le_compat_r; [exact J3 |]. apply Rabs_le. lra. }
  assert (T0 : Rabs (s * Psi u0 * hazard (P u0)) <= s * (IZR psi0 / B) * H).
  { rewrite !Rabs_mult, (Rabs_pos_eq s), (Rabs_pos_eq (hazard _)) by lra.
    assert (Rabs (Psi u0) <= IZR psi0 / B) by (apply Rmult_le_reg_r with B; [exact PB |]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra; exact psi0_bound).
    pose proof (Rabs_pos (Psi u0)).
    apply Rmult_le_compat; [apply Rmult_le_pos; lra | lra | apply Rmult_le_compat_l; lra | lra]. }
  pose proof anchored as A. fold (D u0) in A. unfold drift in Move.
  replace (D u - delta - s * Psi u * hazard (P u)) with ((D u0 - delta)
    + (D u - s * Psi u * hazard (P u) - (D u0 - s * Psi u0 * hazard (P u0))) + - (s * Psi u0 * hazard (P u0))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
  eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |]. unfold rest. lra.
Qed.

Lemma D_scaled u : Rabs u <= 1 -> Rabs (D u * mills (P u)) <= distance * (s / B).
Proof.
  intros Hu. pose proof (D_near u Hu) as N. pose proof ymin_real. pose proof ymax_real. pose proof (y_range u Hu) as R.
  pose proof (mills_pos (P u)) as M0. pose proof (joint_bound u Hu) as J. pose proof (y_near u Hu) as Y. unfold near in Y. fold B in Y.
  rewrite hazard_is_inverse in N. set (M := mills (P u)) in *. set (m := IZR ymax / (s * B)).
  assert (Hm : M <= m).
  { apply Rmult_le_reg_r with (s * B); [nra |]. unfold m. replace (IZR ymax / (s * B) * (s * B)) with (IZR ymax) by (field; lra). lra. }
  assert (Psb : 0 < s / B) by now apply Rdiv_lt_0_compat.
  assert (X : (IZR joint + Rabs delta / (s * s) * IZR ey) * (s / B) + rest * m = distance * (s / B))
    by (unfold rest, distance, m, H; fold kappa; field; repeat split; lra).
  rewrite <- X.
  replace (D u * M) with ((s / B) * (Psi u * B + delta / (s * s) * ev y u + delta / (s * s) * (s * M * B - ev y u))
    + (D u - delta - s * Psi u * / M) * M) by (field; lra).
  eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat.
  - rewrite Rabs_mult, (Rabs_pos_eq (s / B)), Rmult_comm by lra. apply Rmult_le_compat_r; [lra |].
    eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat; [exact J |]. rewrite Rabs_mult. unfold Rdiv at 1.
    rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (s * s)) by nra. fold (Rabs delta / (s * s)).
    apply Rmult_le_compat_l; [| exact Y]. apply Rmult_le_pos; [apply Rabs_pos | left; apply Rinv_0_lt_compat; nra].
  - rewrite Rabs_mult, (Rabs_pos_eq M) by lra. apply Rmult_le_compat; [apply Rabs_pos | lra | exact N | exact Hm].
Qed.

Theorem cell_distance u : Rabs u <= 1 -> 0 <= c + w * u ->
  Rabs (P u - inverse_tail (c + w * u)) <= distance * (1 + / 2 ^ 15) * (s / B).
Proof.
  intros Hu Hl. pose proof (D_scaled u Hu) as HD. pose proof ymin_real. pose proof ymax_real.
  pose proof (y_range u Hu) as R. pose proof (mills_pos (P u)) as M0.
  set (g := inverse_tail (c + w * u)). assert (G0 : 0 <= g) by apply inverse_tail_nonneg.
  assert (E : D u = minus_ln_tail (P u) - minus_ln_tail g) by (unfold D, g; now rewrite minus_ln_tail_of_inverse, Rmax_right).
  rewrite Rabs_mult, (Rabs_pos_eq (mills _)) in HD by lra. pose proof (Rabs_pos (D u)) as N.
  assert (Small : Rabs (D u) <= / 2 ^ 16).
  { apply Rmult_le_reg_r with (IZR ymin); [lra |].
    apply Rle_trans with (Rabs (D u) * (s * mills (P u) * B)); [apply Rmult_le_compat_l; lra |].
    apply Rle_trans with (distance * (s / B) * (s * B)).
    - replace (Rabs (D u) * (s * mills (P u) * B)) with (Rabs (D u) * mills (P u) * (s * B)) by ring. apply Rmult_le_compat_r; [nra | exact HD].
    - replace (distance * (s / B) * (s * B)) with (distance * (s * s)) by (field; lra). lra. }
  assert (F : Rabs (P u - g) <= Rabs (D u) * (mills (P u) + Rabs (P u - g))).
  { destruct (Rle_dec (P u) g) as [L | L].
    - pose proof (minus_ln_tail_chord _ _ L) as [C _].
      assert (D0 : D u <= 0) by (rewrite E; pose proof (hazard_pos (P u)); nra).
      rewrite (Rabs_left1 (D u)), (Rabs_left1 (P u - g)) in * by lra. rewrite hazard_is_inverse in C.
      assert (g - P u <= mills (P u) * - D u).
      { apply Rmult_le_reg_l with (/ mills (P u)); [now apply Rinv_0_lt_compat |]. rewrite <- Rmult_assoc, Rinv_l by lra. lra. }
      nra.
    - assert (L' : g <= P u) by lra. pose proof (minus_ln_tail_chord _ _ L') as [C _].
      assert (D0 : 0 <= D u) by (rewrite E; pose proof (hazard_pos g); nra).
      rewrite (Rabs_pos_eq (D u)), (Rabs_pos_eq (P u - g)) in * by lra. rewrite hazard_is_inverse in C. pose proof (mills_pos g).
      assert (P u - g <= mills g * D u).
      { apply Rmult_le_reg_l with (/ mills g); [now apply Rinv_0_lt_compat |]. rewrite <- Rmult_assoc, Rinv_l by lra. lra. }
      pose proof (mills_lipschitz g (P u) G0 L'). nra. }
  set (e := Rabs (P u - g)) in *. set (d := Rabs (D u)) in *. assert (0 <= e) by apply Rabs_pos.
  assert (e * (1 - / 2 ^ 16) <= d * mills (P u)) by (apply Rle_trans with (e * (1 - d)); [apply Rmult_le_compat_l; lra | lra]).
  assert (1 <= (1 - / 2 ^ 16) * (1 + / 2 ^ 15)) by lra.
  replace (distance * (1 + / 2 ^ 15) * (s / B)) with (distance * (s / B) * (1 + / 2 ^ 15)) by ring. nra.
Qed.

End Cell.
