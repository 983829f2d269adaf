(** * Theorem U when -oo and +oo are reported as the ends of the window

    proofs/theory.md, paragraph 1.5, last part (and F7): the bound of Theorem U
    for cells also covers the two end outputs, each of which is reported for a
    whole half-line.  Also Theorem A with sides for the inverse CDF, with the
    closed form of paragraph 1.4.

    [Classical_Prop.classic] enters through the standard library's [ln].

    In Rust: Mechanism::release_to_ends with the generator Midpoint.  Rests on
    TheoremU.v and SignedOutside.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised TheoremA
  Lipschitz LogMetric TheoremU SignedOutside.

Local Open Scope R_scope.

(** Paragraph 1.4 with sides: Theorem A for the inverse CDF, any function h of
    the output, delta = b y0. *)
Theorem inverse_cdf_signed
    (b L rho_M delta0 delta_n : R)
    (rs : R -> signed_output) (a : nat -> R) (N : nat) (M_f : R -> Prop) (g : generator)
    (Out : Type) (h : signed_output -> Out) :
  0 < b -> 0 < delta0 -> 0 <= delta_n -> 0 <= rho_M ->
  let c := 2 * delta0 * exp (rho_M / b) in
  let y0 := (c + delta_n / b) / (1 - 2 * c) in
  let delta := b * y0 in
  2 * c < 1 -> y0 <= 1 -> 2 * delta < L ->
  rounds_to_signed_cells rs a N ->
  (forall i, (i < N)%nat -> a i + L <= a (S i)) ->
  (forall r, M_f r -> r - rho_M <= a 0%nat /\ a N <= r + rho_M) ->
  is_generator g ->
  signed_absolute_bias_draws b (rho_M + b * y0) delta0 delta_n g ->
  forall (r1 r2 : R) (S : Out -> bool), M_f r1 -> M_f r2 ->
  prob (fun x => S (h (signed_report rs r1 x))) g
  <= exp (/ b * Rabs (r1 - r2)) * Gamma (/ b) L delta
     * prob (fun x => S (h (signed_report rs r2 x))) g.
Proof.
  intros Hb Hd0 Hdn HrM c y0 delta Hc Hy HL Hcells Hlong Hwin Hgen Hdraws r1 r2 S H1 H2.
  assert (Hr := rate_pos b Hb).
  assert (Hv := closed_form b Hb 2 rho_M delta0 delta_n ltac:(lra) Hd0 Hdn Hc Hy).
  fold c in Hv. fold y0 in Hv.
  assert (Hk : 0 <= 2 * b * exp ((rho_M + b * y0) / b) * delta0).
  { assert (0 < exp ((rho_M + b * y0) / b)) by apply exp_pos.
    apply Rmult_le_pos; [nra|lra]. }
  assert (Hd : 0 <= delta) by (unfold delta; lra).
  apply (theorem_A_signed_post_processing (/ b) L delta Hr Hd HL rs a N Hcells Hlong Out h
           M_f (fun _ => g)); trivial.
  intros r Hr'. destruct (Hwin r Hr') as [Hw0 HwN].
  apply hypothesis_H_signed_from_near_or_same_side with (rho_M := rho_M); trivial.
  apply (pieces_impl (fun lo hi x => forall y, lo < F (/ b) y < hi ->
           exists v, x = Some v /\
             (Rabs (v - y) <= 2 * b * exp ((rho_M + b * y0) / b) * delta0 + delta_n \/
              (rho_M < v /\ rho_M < y) \/ (v < - rho_M /\ y < - rho_M)))).
  { intros lo hi x H y Hy'. destruct (H y Hy') as [v [E [Hv'|Hv']]]; exists v; (split; [exact E|]).
    - left. unfold delta. lra.
    - right. exact Hv'. }
  apply inverse_cdf_near_or_same_side; trivial; lra.
Qed.

Section Ends.

Variables (b L T rho_M delta0 delta_n : R).
Hypothesis b_pos : 0 < b.
Hypothesis delta0_nonneg : 0 <= delta0.
Hypothesis delta_n_nonneg : 0 <= delta_n.
Hypothesis T_large : rho_M + delta_n < T.
Hypothesis L_large : 2 * delta_n < L.
Hypothesis rho_M_nonneg : 0 <= rho_M.

Variables (rs : R -> signed_output) (a : nat -> R) (N : nat) (g : generator).
Hypothesis N_pos : (1 <= N)%nat.
Hypothesis cells : rounds_to_signed_cells rs a N.
Hypothesis cells_long : forall i, (i < N)%nat -> a i + L <= a (S i).
Hypothesis gen : is_generator g.
Hypothesis draws : signed_absolute_bias_draws b T delta0 delta_n g.

Variable M_f : R -> Prop.
Hypothesis window : forall r, M_f r -> r - rho_M <= a 0%nat /\ a N <= r + rho_M.

Notation beta := (/ b).
Notation F := (F (/ b)).

(** Below is reported as the first cell, Above as the last. *)
Definition to_ends (o : signed_output) : nat :=
  match o with
  | Below => 0
  | Cell i => i
  | Above => N - 1
  end.

(** The same rounding with Below and Above both Outside. *)
Let rd (y : R) : option nat :=
  match rs y with Cell i => Some i | _ => None end.

Lemma rd_cells : rounds_to_cells rd a N.
Proof.
  destruct cells as [H1 [H2 [H3 [H4 [H5 H6]]]]]. unfold rd. split; [|split].
  - intros y i H. destruct (rs y) as [|k|] eqn:E; try discriminate. injection H as <-. auto.
  - intros y i Hi Hy. rewrite (H6 y i Hi Hy). reflexivity.
  - intros y Hy. destruct (rs y) as [|k|] eqn:E; [| discriminate |].
    + apply H1 in E. lra.
    + apply H3 in E. lra.
Qed.

Lemma unsigned_draws : absolute_bias_draws b T delta0 delta_n g.
Proof.
  apply (pieces_impl _ _ g 0) with (2 := draws).
  intros lo hi x Hx Hlt. destruct (Hx Hlt) as [v [x' [Hv [-> [Hi [Hiii [Hup Hdown]]]]]]].
  exists v. split; [exact Hv|]. split; [exact Hi|]. split.
  - intros H. exists x'. auto.
  - intros H x'' E. injection E as <-.
    destruct (Rle_dec 0 (noise b v)) as [Hn|Hn].
    + rewrite Rabs_pos_eq in H by exact Hn.
      apply Rle_trans with (1 := Hup H). apply Rle_abs.
    + rewrite Rabs_left in H by lra. rewrite <- Rabs_Ropp.
      assert (H' := Hdown ltac:(lra)). apply Rle_trans with (- x'); [lra|apply Rle_abs].
Qed.

Lemma ends_edges_le (i j : nat) : (i <= j)%nat -> (j <= N)%nat -> a i <= a j.
Proof.
  apply edges_le. intros k Hk. assert (H := cells_long k Hk). lra.
Qed.

(** A half-line below e, a 0 <= e <= a N: if S holds exactly below e (up to e
    itself), its probability is F(e -+ delta_n - r) up to delta0. *)
Lemma ends_lower_half (S : signed_output -> bool) (e r : R) :
  M_f r -> a 0%nat <= e <= a N ->
  (forall v, S (rs (r + v)) = true -> r + v <= e) ->
  (forall v, r + v < e -> S (rs (r + v)) = true) ->
  F (e - delta_n - r) - delta0 <= prob (fun x => S (signed_report rs r x)) g
  /\ prob (fun x => S (signed_report rs r x)) g <= F (e + delta_n - r) + delta0.
Proof.
  intros Hr He HS1 HS2. destruct gen as [Hw Ht]. assert (Hb := rate_pos b b_pos).
  destruct (window r Hr) as [Hw0 HwN].
  assert (R1 := F_range beta Hb (e - delta_n - r)).
  assert (R2 := F_range beta Hb (e + delta_n - r)). split.
  - assert (H : Rmin (F (e - delta_n - r) - delta0) (0 + total g) - Rmax 0 0
                <= prob (fun x => S (signed_report rs r x)) g).
    { apply prob_cover; [exact Hw|].
      apply (pieces_impl _ _ g 0) with (2 := draws).
      intros lo hi x Hx Hmeet. set (B := F (e - delta_n - r) - delta0) in *.
      assert (M1 := Rmax_l lo 0). assert (M2 := Rmax_r lo 0).
      assert (M3 := Rmin_l hi B). assert (M4 := Rmin_r hi B).
      destruct (Hx ltac:(lra)) as [v [x' [Hv [-> [Hi [Hiii [Hup Hdown]]]]]]].
      assert (Hu := Hi ((Rmax lo 0 + Rmin hi B) / 2) ltac:(lra)).
      apply Rabs_le_between in Hu.
      assert (Fv := noise_is_quantile b b_pos v Hv).
      assert (V : noise b v < e - delta_n - r).
      { apply (F_lt_inv beta Hb). rewrite Fv. unfold B in *. lra. }
      simpl. apply HS2.
      destruct (Rlt_le_dec (noise b v) (- T)) as [HT|HT].
      - assert (H := Hdown HT). lra.
      - assert (H : Rabs (x' - noise b v) <= delta_n) by (apply Hiii, Rabs_le; lra).
        apply Rabs_le_between in H. lra. }
    rewrite Ht, Rplus_0_l, Rmin_left, Rmax_left in H by lra. lra.
  - assert (H : prob (fun x => S (signed_report rs r x)) g
                <= Rmax 0 (F (e + delta_n - r) + delta0 - Rmax 0 0)).
    { apply prob_inside; [lra|exact Hw|].
      apply (pieces_impl (fun lo hi x => _ /\ _) _ g 0)
        with (2 := pieces_and _ _ _ _ draws (pieces_range g Hw 0)).
      intros lo hi x [Hx [Hlo _]] HSx Hlt. set (B := F (e + delta_n - r) + delta0) in *.
      destruct (Hx Hlt) as [v [x' [Hv [-> [Hi [Hiii [Hup Hdown]]]]]]].
      simpl in HSx. apply HS1 in HSx. split; [exact Hlo|].
      assert (Fv := noise_is_quantile b b_pos v Hv).
      assert (V : noise b v <= e + delta_n - r).
      { destruct (Rlt_le_dec T (noise b v)) as [HT|HT]; [assert (H := Hup HT); lra|].
        destruct (Rlt_le_dec (noise b v) (- T)) as [HT'|HT']; [lra|].
        assert (H : Rabs (x' - noise b v) <= delta_n) by (apply Hiii, Rabs_le; lra).
        apply Rabs_le_between in H. lra. }
      assert (Vv : v <= F (e + delta_n - r)) by (rewrite <- Fv; apply F_monotone; lra).
      destruct (Rle_lt_dec hi B) as [H|H]; [exact H|exfalso].
      assert (Hm : Rmax B lo < hi) by (apply Rmax_lub_lt; assumption).
      assert (M1 := Rmax_l B lo). assert (M2 := Rmax_r B lo).
      assert (Hu := Hi ((hi + Rmax B lo) / 2) ltac:(lra)).
      apply Rabs_le_between in Hu. unfold B in *. lra. }
    rewrite (Rmax_left 0 0), Rmax_right in H by lra. lra.
Qed.

(** The half-line above e. *)
Lemma ends_upper_half (S : signed_output -> bool) (e r : R) :
  M_f r -> a 0%nat <= e <= a N ->
  (forall v, S (rs (r + v)) = true -> e <= r + v) ->
  (forall v, e < r + v -> S (rs (r + v)) = true) ->
  1 - F (e + delta_n - r) - delta0 <= prob (fun x => S (signed_report rs r x)) g
  /\ prob (fun x => S (signed_report rs r x)) g <= 1 - F (e - delta_n - r) + delta0.
Proof.
  intros Hr He HS1 HS2.
  assert (Hneg : prob (fun x => negb (S (signed_report rs r x))) g
                 = 1 - prob (fun x => S (signed_report rs r x)) g).
  { rewrite prob_negb, (proj2 gen). reflexivity. }
  destruct (ends_lower_half (fun o => negb (S o)) e r Hr He) as [H1 H2].
  - intros v Hv. destruct (Rle_lt_dec (r + v) e) as [H|H]; [exact H|].
    rewrite (HS2 v H) in Hv. discriminate.
  - intros v Hv. destruct (S (rs (r + v))) eqn:E; [|reflexivity].
    apply HS1 in E. lra.
  - rewrite Hneg in H1, H2. lra.
Qed.

(** How often the output i is reported. *)
Notation reported r i := (prob (fun x => Nat.eqb (to_ends (signed_report rs r x)) i) g).

Lemma reported_in_range (r : R) (x : option R) : (to_ends (signed_report rs r x) < N)%nat.
Proof.
  destruct cells as [_ [_ [_ [_ [C1 _]]]]].
  destruct (signed_report rs r x) as [|i|] eqn:E; simpl; try lia.
  destruct x as [v|]; simpl in E; [|discriminate]. apply C1 in E. lia.
Qed.

(** If there is one cell, everything is reported as it. *)
Lemma reported_only (r : R) (i : nat) : N = 1%nat -> (i < N)%nat -> reported r i = 1.
Proof.
  intros EN Hi. rewrite (prob_ext _ (fun _ => negb false)).
  - rewrite prob_negb, prob_empty, (proj2 gen) by reflexivity. ring.
  - intros x. assert (H := reported_in_range r x). apply Nat.eqb_eq. lia.
Qed.

(** The lower end is everything below a 1. *)
Lemma reported_first (r : R) :
  M_f r -> N <> 1%nat ->
  F (a 1%nat - delta_n - r) - delta0 <= reported r 0%nat
  /\ reported r 0%nat <= F (a 1%nat + delta_n - r) + delta0.
Proof.
  intros Hr N1. assert (L0 := cells_long 0 ltac:(lia)).
  assert (E1N : a 1%nat <= a N) by (apply ends_edges_le; lia).
  destruct cells as [B1 [B2 [A1 [A2 [C1 C2]]]]].
  apply (ends_lower_half (fun o => Nat.eqb (to_ends o) 0)); [exact Hr|lra| |].
  - intros v Hv. apply Nat.eqb_eq in Hv. destruct (rs (r + v)) as [|k|] eqn:E; simpl in Hv.
    + apply B1 in E. lra.
    + subst k. apply C1 in E. lra.
    + lia.
  - intros v Hv. apply Nat.eqb_eq. destruct (rs (r + v)) as [|k|] eqn:E; simpl; trivial.
    + apply C1 in E. destruct E as [Hk Hkv]. destruct k as [|k]; [reflexivity|exfalso].
      assert (a 1%nat <= a (Datatypes.S k)) by (apply ends_edges_le; lia). lra.
    + apply A1 in E. lra.
Qed.

(** The upper end is everything above a (N-1). *)
Lemma reported_last (r : R) (m : nat) :
  M_f r -> N <> 1%nat -> Datatypes.S m = N ->
  1 - F (a m + delta_n - r) - delta0 <= reported r m
  /\ reported r m <= 1 - F (a m - delta_n - r) + delta0.
Proof.
  intros Hr N1 Em. assert (LN := cells_long m ltac:(lia)). rewrite Em in LN.
  assert (E0m : a 0%nat <= a m) by (apply ends_edges_le; lia).
  destruct cells as [B1 [B2 [A1 [A2 [C1 C2]]]]].
  apply (ends_upper_half (fun o => Nat.eqb (to_ends o) m)); [exact Hr|lra| |].
  - intros v Hv. apply Nat.eqb_eq in Hv. destruct (rs (r + v)) as [|k|] eqn:E; simpl in Hv.
    + lia.
    + subst k. apply C1 in E. lra.
    + apply A1 in E. lra.
  - intros v Hv. apply Nat.eqb_eq. destruct (rs (r + v)) as [|k|] eqn:E; simpl; [|  |lia].
    + apply B1 in E. lra.
    + apply C1 in E. destruct E as [Hk Hkv].
      destruct (Nat.eq_dec k m) as [Ek|Ek]; [exact Ek|exfalso].
      assert (a (Datatypes.S k) <= a m) by (apply ends_edges_le; lia). lra.
Qed.

(** Another cell is reported as without the ends. *)
Lemma reported_inside (r : R) (i : nat) :
  (0 < i)%nat -> (i < N - 1)%nat ->
  reported r i = prob (fun x => option_nat_eqb (output rd r x) (Some i)) g.
Proof.
  intros I0 IN. apply prob_ext. intros [v|]; unfold rd; simpl.
  - destruct (rs (r + v)) as [|k|]; simpl.
    + destruct i; [lia|reflexivity].
    + reflexivity.
    + apply Nat.eqb_neq. lia.
  - destruct i; [lia|reflexivity].
Qed.

Notation mu := (mu_min b L rho_M delta_n).

Lemma half_mu_min (x : R) :
  - (Rmax rho_M L - L + delta_n) <= x -> mu / 2 <= F x.
Proof.
  intros Hx. assert (Hb := rate_pos b b_pos).
  set (z := Rmax rho_M L - L + delta_n) in *.
  assert (M1 := Rmax_l rho_M L). assert (M2 := Rmax_r rho_M L).
  apply Rle_trans with (F (- z)); [|apply F_monotone; lra].
  rewrite F_nonpos by (unfold z; lra).
  unfold mu_min, sinh.
  assert (E : exp (- (beta * (Rmax rho_M L - L / 2))) * exp (beta * ((L - 2 * delta_n) / 2))
              = exp (beta * - z)).
  { rewrite <- exp_plus. f_equal. unfold z. field. lra. }
  assert (0 < exp (- (beta * (Rmax rho_M L - L / 2)))
              * exp (- (beta * ((L - 2 * delta_n) / 2))))
    by (apply Rmult_lt_0_compat; apply exp_pos).
  assert (0 < exp (beta * - z)) by apply exp_pos.
  replace (exp (- (beta * (Rmax rho_M L - L / 2)))
           * ((exp (beta * ((L - 2 * delta_n) / 2))
               - exp (- (beta * ((L - 2 * delta_n) / 2)))) / 2) / 2)
    with ((exp (- (beta * (Rmax rho_M L - L / 2))) * exp (beta * ((L - 2 * delta_n) / 2))
           - exp (- (beta * (Rmax rho_M L - L / 2)))
             * exp (- (beta * ((L - 2 * delta_n) / 2)))) / 4) by field.
  rewrite E. lra.
Qed.

(** Theorem U with the ends: if mu_min > 2 delta0 and beta|r1-r2| <= eps, then
    for every set of outputs of the mechanism that reports Below as the first
    and Above as the last cell,
    P1 <= (e^eps G mu_min + 2 delta0)/(mu_min - 2 delta0) P2. *)
Theorem theorem_U_ends (eps r1 r2 : R) (S : nat -> bool) :
  M_f r1 -> M_f r2 -> beta * Rabs (r1 - r2) <= eps -> 2 * delta0 < mu ->
  prob (fun x => S (to_ends (signed_report rs r1 x))) g
  <= (exp eps * Gamma beta L delta_n * mu + 2 * delta0) / (mu - 2 * delta0)
     * prob (fun x => S (to_ends (signed_report rs r2 x))) g.
Proof.
  intros H1 H2 Heps Hmu. assert (Hb := rate_pos b b_pos).
  assert (Heps0 : 0 <= eps).
  { assert (H := Rabs_pos (r1 - r2)). nra. }
  assert (HG := exp_le_Gamma beta L delta_n Hb delta_n_nonneg L_large).
  assert (HGp := Gamma_pos beta L delta_n Hb delta_n_nonneg L_large).
  assert (HG1 := Gamma_ge_1 beta L delta_n Hb delta_n_nonneg L_large).
  assert (HE : 1 <= exp eps) by (apply one_le_exp; exact Heps0).
  set (C := exp eps * Gamma beta L delta_n).
  assert (HC : 1 <= C) by (unfold C; nra).
  set (Q := (C * mu + 2 * delta0) / (mu - 2 * delta0)).
  assert (HQ : 1 <= Q).
  { unfold Q. apply Rmult_le_reg_r with (mu - 2 * delta0); [lra|].
    replace ((C * mu + 2 * delta0) / (mu - 2 * delta0) * (mu - 2 * delta0))
      with (C * mu + 2 * delta0) by (field; lra). nra. }
  assert (HQ2 : Q = (C * (mu / 2) + delta0) / (mu / 2 - delta0)) by (unfold Q; field; lra).
  assert (Htr : forall t, Rabs t <= Rabs (r1 - r2) + 2 * delta_n -> exp (beta * Rabs t) <= C).
  { intros t Ht. apply Rle_trans with (exp (eps + beta * (2 * delta_n))).
    - apply exp_le_exp. nra.
    - rewrite exp_plus. apply Rmult_le_compat_l; lra. }
  assert (Hdd : Rabs (2 * delta_n) = 2 * delta_n) by (apply Rabs_pos_eq; lra).
  assert (Hdo : Rabs (- (2 * delta_n)) = 2 * delta_n) by (rewrite Rabs_Ropp; exact Hdd).
  apply (sum_over_outputs (fun x => Some (to_ends (signed_report rs r1 x)))
           (fun x => Some (to_ends (signed_report rs r2 x))) g g N Q
           (fun o => match o with Some i => S i | None => false end)).
  - intros x i E. injection E as <-. apply reported_in_range.
  - intros x i E. injection E as <-. apply reported_in_range.
  - intros i Hi. cbn [option_nat_eqb].
    destruct (Nat.eq_dec N 1) as [E1|N1]; [rewrite !reported_only by assumption; lra|].
    destruct (window r2 H2) as [Hw0 HwN]. assert (M1 := Rmax_l rho_M L).
    destruct (Nat.eq_dec i 0) as [->|I0]; [|destruct (Nat.eq_dec i (N - 1)) as [->|IN]].
    + assert (L0 := cells_long 0 ltac:(lia)).
      destruct (reported_first r1 H1 N1) as [_ Hup]. destruct (reported_first r2 H2 N1) as [Hlow _].
      rewrite HQ2. apply ratio_at_least_mass with (mu := F (a 1%nat - delta_n - r2));
        [lra|lra|lra| | |exact Hlow].
      * apply half_mu_min. lra.
      * apply Rle_trans with (1 := Hup). apply Rplus_le_compat_r.
        set (t := r2 - r1 + 2 * delta_n).
        replace (a 1%nat + delta_n - r1) with ((a 1%nat - delta_n - r2) + t) by (unfold t; ring).
        apply Rle_trans with (1 := lower_half_line_translation beta Hb _ t).
        apply Rmult_le_compat_r; [left; apply F_range, Hb|]. apply Htr.
        apply Rle_trans with (1 := Rabs_triang _ _). rewrite Hdd, (Rabs_minus_sym r2 r1). lra.
    + set (m := (N - 1)%nat) in *. assert (Em : Datatypes.S m = N) by (unfold m; lia).
      assert (LN := cells_long m ltac:(lia)). rewrite Em in LN.
      destruct (reported_last r1 m H1 N1 Em) as [_ Hup]. destruct (reported_last r2 m H2 N1 Em) as [Hlow _].
      rewrite HQ2. apply ratio_at_least_mass with (mu := 1 - F (a m + delta_n - r2));
        [lra|lra|lra| | |exact Hlow].
      * rewrite <- F_symmetric. apply half_mu_min. lra.
      * apply Rle_trans with (1 := Hup). apply Rplus_le_compat_r.
        set (t := r2 - r1 + - (2 * delta_n)).
        replace (a m - delta_n - r1) with ((a m + delta_n - r2) + t) by (unfold t; ring).
        apply Rle_trans with (1 := upper_half_line_translation beta Hb _ t).
        assert (HF := F_range beta Hb (a m + delta_n - r2)).
        apply Rmult_le_compat_r; [lra|]. apply Htr.
        apply Rle_trans with (1 := Rabs_triang _ _). rewrite Hdo, (Rabs_minus_sym r2 r1). lra.
    + rewrite !reported_inside by lia.
      apply (theorem_U_cell b L T rho_M delta0 delta_n b_pos delta0_nonneg delta_n_nonneg
               T_large L_large rd a N g rd_cells cells_long gen unsigned_draws M_f window
               eps r1 r2 i Hi H1 H2 Heps Hmu).
  - rewrite !prob_empty by reflexivity. lra.
Qed.

End Ends.
