(** * Theorem U: no Lipschitz constant

    proofs/theory.md, paragraph 1.5 (and F25), for a finite generator: the bias
    delta0 is compared with masses instead of being carried through the
    quantile, so that neither k nor a fixpoint is needed.

    [Classical_Prop.classic] enters through the standard library's [ln] in the
    definition of the quantile [noise].

    In Rust: Mechanism::release with the generator Midpoint, for which it is
    one of the bounds of crates/oracle.  Rests on TheoremA.v and Lipschitz.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised TheoremA Lipschitz.

Local Open Scope R_scope.

(** The quotient (C mu + 2 delta0)/(mu - 2 delta0) decreases in mu: a bound at
    the least mass is a bound at every mass. *)
Lemma ratio_at_least_mass (C d m mu P1 P2 : R) :
  0 <= C -> 0 <= d -> d < m -> m <= mu -> 
  P1 <= C * mu + d -> mu - d <= P2 ->
  P1 <= (C * m + d) / (m - d) * P2.
Proof.
  intros HC Hd Hm Hmu H1 H2.
  assert (Hc : 0 <= (C * m + d) / (m - d)).
  { apply Rmult_le_pos; [nra|]. left; apply Rinv_0_lt_compat; lra. }
  apply Rle_trans with (1 := H1).
  apply Rle_trans with ((C * m + d) / (m - d) * (mu - d)).
  - apply Rmult_le_reg_r with (m - d); [lra|].
    replace ((C * m + d) / (m - d) * (mu - d) * (m - d)) with ((C * m + d) * (mu - d))
      by (field; lra).
    assert (0 <= d * (C + 1) * (mu - m)).
    { apply Rmult_le_pos; [apply Rmult_le_pos|]; lra. }
    nra.
  - apply Rmult_le_compat_l; assumption.
Qed.

(** The mass of an interval of half-width A with centre c, |c| <= z, A <= z, is
    at least e^(-beta z) sinh(beta A). *)
Theorem least_mass (beta A c z : R) :
  0 < beta -> 0 < A -> Rabs c <= z -> A <= z ->
  exp (- (beta * z)) * sinh (beta * A) <= mass beta (c - A) (c + A).
Proof.
  intros Hb HA Hc Hz.
  assert (W : forall c, 0 <= c <= z ->
            exp (- (beta * z)) * sinh (beta * A) <= mass beta (c - A) (c + A)).
  { clear c Hc. intros c Hc.
    assert (Hs : 0 < sinh (beta * A)) by (apply sinh_pos; nra).
    unfold mass. rewrite !(F_rescale beta) by assumption.
    rewrite Rmult_plus_distr_l, Rmult_minus_distr_l.
    change (exp (- (beta * z)) * sinh (beta * A)
            <= mass 1 (beta * c - beta * A) (beta * c + beta * A)).
    assert (E : forall w, w <= z -> exp (- (beta * z)) <= exp (- (beta * w))).
    { intros w Hw. apply exp_le_exp. nra. }
    destruct (Rle_dec A c) as [H|H].
    - rewrite mass_beside by nra. apply Rmult_le_compat_r; [lra|]. apply E; lra.
    - rewrite mass_straddling by nra.
      apply Rle_trans with (exp (- (beta * A)) * sinh (beta * A)).
      + apply Rmult_le_compat_r; [lra|]. apply E; lra.
      + assert (H1 : mass 1 (beta * A - beta * A) (beta * A + beta * A)
                     = exp (- (beta * A)) * sinh (beta * A)) by (apply mass_beside; nra).
        rewrite <- H1, mass_straddling by nra.
        assert (cosh (beta * c) <= cosh (beta * A)) by (apply cosh_le; nra).
        assert (0 < exp (- (beta * A))) by apply exp_pos. nra. }
  destruct (Rle_dec 0 c) as [H|H].
  - apply W. rewrite Rabs_pos_eq in Hc by assumption. lra.
  - rewrite Rabs_left in Hc by lra.
    assert (S : mass beta (c - A) (c + A) = mass beta (- c - A) (- c + A)).
    { unfold mass. replace (- c - A) with (- (c + A)) by ring.
      replace (- c + A) with (- (c - A)) by ring.
      rewrite !F_symmetric by assumption. ring. }
    rewrite S. apply W. lra.
Qed.

Section TheoremU.

Variables (b L T rho_M delta0 delta_n : R).
Hypothesis b_pos : 0 < b.
Hypothesis delta0_nonneg : 0 <= delta0.
Hypothesis delta_n_nonneg : 0 <= delta_n.
Hypothesis T_large : rho_M + delta_n < T.
Hypothesis L_large : 2 * delta_n < L.

Variables (rd : R -> option nat) (a : nat -> R) (N : nat) (g : generator).
Hypothesis cells : rounds_to_cells rd a N.
Hypothesis cells_long : forall i, (i < N)%nat -> a i + L <= a (S i).
Hypothesis gen : is_generator g.
Hypothesis draws : absolute_bias_draws b T delta0 delta_n g.

(** The possible answers: the window lies within rho_M of each. *)
Variable M_f : R -> Prop.
Hypothesis window : forall r, M_f r -> r - rho_M <= a 0%nat /\ a N <= r + rho_M.

Notation beta := (/ b).
Notation F := (F (/ b)).

Lemma U_edges_increase : forall i, (i < N)%nat -> a i <= a (S i).
Proof. intros i Hi. assert (H := cells_long i Hi). lra. Qed.

(** Upper bound for a set S of outputs contained in [l,e]. *)
Lemma U_upper_set (S : option nat -> bool) (l e r : R) :
  M_f r -> l <= e ->
  (forall v, S (rd (r + v)) = true -> rd (r + v) <> None /\ l <= r + v <= e) ->
  S None = false ->
  prob (fun x => S (output rd r x)) g
  <= F (e + delta_n - r) - F (l - delta_n - r) + 2 * delta0.
Proof.
  intros Hr Hle HS HN. destruct gen as [Hw Ht]. assert (Hb := rate_pos b b_pos).
  destruct (window r Hr) as [Hw0 HwN]. destruct cells as [Hin _].
  set (A := F (l - delta_n - r) - delta0). set (B := F (e + delta_n - r) + delta0).
  assert (HAB : F (l - delta_n - r) <= F (e + delta_n - r)) by (apply F_monotone; lra).
  assert (H : prob (fun x => S (output rd r x)) g <= Rmax 0 (B - Rmax A 0)).
  { apply prob_inside; [unfold A, B; lra|assumption|].
    apply (pieces_impl _ _ g 0) with (2 := draws).
    intros lo hi x Hx HSx Hlt. destruct (Hx Hlt) as [v [Hv [Hi [Hiii Hiv]]]].
    destruct x as [x'|]; simpl in HSx; [|congruence].
    destruct (HS x' HSx) as [Hn Hx'].
    assert (Hsmall : Rabs x' <= rho_M).
    { destruct (rd (r + x')) as [i|] eqn:E; [|congruence].
      destruct (Hin _ _ E) as [Hi' Hv'].
      assert (a 0%nat <= a i) by (apply (edges_le a N U_edges_increase); lia).
      assert (a (Datatypes.S i) <= a N) by (apply (edges_le a N U_edges_increase); lia).
      apply Rabs_le. lra. }
    assert (HTv : Rabs (noise b v) <= T).
    { destruct (Rle_lt_dec (Rabs (noise b v)) T) as [H|H]; [exact H|].
      assert (H' := Hiv H x' eq_refl). lra. }
    destruct (Hiii HTv) as [x'' [E Hd]]. injection E as <-.
    apply Rabs_le_between in Hd.
    assert (Fv := noise_is_quantile b b_pos v Hv).
    assert (V1 : F (l - delta_n - r) <= v) by (rewrite <- Fv; apply F_monotone; lra).
    assert (V2 : v <= F (e + delta_n - r)) by (rewrite <- Fv; apply F_monotone; lra).
    split.
    - destruct (Rle_lt_dec A lo) as [H|H]; [exact H|exfalso].
      assert (Hm : lo < Rmin A hi) by (apply Rmin_glb_lt; assumption).
      assert (M1 := Rmin_l A hi). assert (M2 := Rmin_r A hi).
      assert (Hu := Hi ((lo + Rmin A hi) / 2) ltac:(lra)).
      apply Rabs_le_between in Hu. unfold A in *. lra.
    - destruct (Rle_lt_dec hi B) as [H|H]; [exact H|exfalso].
      assert (Hm : Rmax B lo < hi) by (apply Rmax_lub_lt; assumption).
      assert (M1 := Rmax_l B lo). assert (M2 := Rmax_r B lo).
      assert (Hu := Hi ((hi + Rmax B lo) / 2) ltac:(lra)).
      apply Rabs_le_between in Hu. unfold B in *. lra. }
  apply Rle_trans with (1 := H). apply Rmax_lub; unfold A, B.
  - lra.
  - assert (M := Rmax_l (F (l - delta_n - r) - delta0) 0). lra.
Qed.

(** Lower bound for a set S of outputs that contains all numbers of ]l,e[. *)
Lemma U_lower_set (S : option nat -> bool) (l e r : R) :
  M_f r -> a 0%nat <= l -> e <= a N ->
  (forall v, l < r + v < e -> S (rd (r + v)) = true) ->
  F (e - delta_n - r) - F (l + delta_n - r) - 2 * delta0
  <= prob (fun x => S (output rd r x)) g.
Proof.
  intros Hr Hl He HS. destruct gen as [Hw Ht]. assert (Hb := rate_pos b b_pos).
  destruct (window r Hr) as [Hw0 HwN].
  assert (R1 := F_range beta Hb (l + delta_n - r)).
  assert (R2 := F_range beta Hb (e - delta_n - r)).
  set (A := F (l + delta_n - r) + delta0). set (B := F (e - delta_n - r) - delta0).
  assert (H : Rmin B (0 + total g) - Rmax A 0 <= prob (fun x => S (output rd r x)) g).
  { apply prob_cover; [assumption|].
    apply (pieces_impl _ _ g 0) with (2 := draws).
    intros lo hi x Hx Hmeet.
    assert (M1 := Rmax_l lo A). assert (M2 := Rmax_r lo A).
    assert (M3 := Rmin_l hi B). assert (M4 := Rmin_r hi B).
    destruct (Hx ltac:(lra)) as [v [Hv [Hi [Hiii _]]]].
    assert (Hu := Hi ((Rmax lo A + Rmin hi B) / 2) ltac:(lra)).
    apply Rabs_le_between in Hu.
    assert (Fv := noise_is_quantile b b_pos v Hv).
    assert (V1 : l + delta_n - r < noise b v).
    { apply (F_lt_inv beta Hb). rewrite Fv. unfold A in *. lra. }
    assert (V2 : noise b v < e - delta_n - r).
    { apply (F_lt_inv beta Hb). rewrite Fv. unfold B in *. lra. }
    destruct Hiii as [x' [-> Hd]].
    { apply Rabs_le. lra. }
    simpl. apply HS. apply Rabs_le_between in Hd. lra. }
  rewrite Ht, Rplus_0_l, Rmin_left, Rmax_left in H by (unfold A, B; lra).
  unfold A, B in H. lra.
Qed.

(** The probability that the output for the answer r lies in S. *)
Notation PU r S := (prob (fun x => S (output rd r x)) g).

(** mu_min = e^(-beta(max(rho_M,L)-L/2)) sinh(beta(L-2delta_n)/2). *)
Definition mu_min : R :=
  exp (- (beta * (Rmax rho_M L - L / 2))) * sinh (beta * ((L - 2 * delta_n) / 2)).

(** t = e^(-beta(D/2+delta_n)), D the length of the window. *)
Definition outside_min : R := exp (- (beta * ((a N - a 0%nat) / 2 + delta_n))).

(** Theorem U for a cell: if mu_min > 2 delta0 and beta|r1-r2| <= eps, then
    P1 <= (e^eps G mu_min + 2 delta0)/(mu_min - 2 delta0) P2,
    G = Gamma_beta(L,delta_n). *)
Theorem theorem_U_cell (eps r1 r2 : R) (i : nat) :
  (i < N)%nat -> M_f r1 -> M_f r2 -> beta * Rabs (r1 - r2) <= eps ->
  2 * delta0 < mu_min ->
  PU r1 (fun o => option_nat_eqb o (Some i))
  <= (exp eps * Gamma beta L delta_n * mu_min + 2 * delta0) / (mu_min - 2 * delta0)
     * PU r2 (fun o => option_nat_eqb o (Some i)).
Proof.
  intros Hi H1 H2 Heps Hmu. assert (Hb := rate_pos b b_pos).
  assert (Hl := cells_long i Hi). destruct (window r2 H2) as [Hw0 HwN].
  assert (E0 : a 0%nat <= a i) by (apply (edges_le a N U_edges_increase); lia).
  assert (E1 : a (S i) <= a N) by (apply (edges_le a N U_edges_increase); lia).
  assert (HG : 1 <= Gamma beta L delta_n) by (apply Gamma_ge_1; lra).
  set (mu := mass beta (a i + delta_n - r2) (a (S i) - delta_n - r2)).
  assert (Hmu0 : 0 <= mu) by (apply mass_nonneg; [exact Hb|lra]).
  apply ratio_at_least_mass with (mu := mu).
  - apply Rmult_le_pos; [left; apply exp_pos|lra].
  - lra.
  - exact Hmu.
  - (* mu_min <= mu *)
    set (c := (a i + a (S i)) / 2 - r2). set (A := (L - 2 * delta_n) / 2).
    assert (M1 := Rmax_l rho_M L). assert (M2 := Rmax_r rho_M L).
    apply Rle_trans with (mass beta (c - A) (c + A)).
    + apply least_mass; [exact Hb|unfold A; lra| |unfold A; lra].
      apply Rabs_le. unfold c. lra.
    + unfold mu, mass.
      assert (F (c + A) <= F (a (S i) - delta_n - r2))
        by (apply F_monotone; [exact Hb|unfold c, A; lra]).
      assert (F (a i + delta_n - r2) <= F (c - A))
        by (apply F_monotone; [exact Hb|unfold c, A; lra]).
      lra.
  - (* upper *)
    apply Rle_trans with (mass beta (a i - delta_n - r1) (a (S i) + delta_n - r1) + 2 * delta0).
    + apply (U_upper_set (fun o => option_nat_eqb o (Some i)));
        [exact H1|apply U_edges_increase, Hi| |reflexivity].
      intros v Hv. apply option_nat_eqb_eq in Hv. split; [congruence|].
      apply (proj1 cells _ _ Hv).
    + apply Rplus_le_compat_r.
      set (c := (a i + a (S i)) / 2 - r1). set (l := a (S i) - a i).
      apply Rle_trans with
        (Gamma beta L delta_n * mass beta (a i + delta_n - r1) (a (S i) - delta_n - r1)).
      * replace (a i - delta_n - r1) with (c - (l + 2 * delta_n) / 2) by (unfold c, l; field).
        replace (a (S i) + delta_n - r1) with (c + (l + 2 * delta_n) / 2) by (unfold c, l; field).
        replace (a i + delta_n - r1) with (c - (l - 2 * delta_n) / 2) by (unfold c, l; field).
        replace (a (S i) - delta_n - r1) with (c + (l - 2 * delta_n) / 2) by (unfold c, l; field).
        apply sinh_bound_cell; unfold l; lra.
      * rewrite (Rmult_comm (exp eps)), Rmult_assoc.
        apply Rmult_le_compat_l; [lra|].
        apply Rle_trans with (exp (beta * Rabs (r2 - r1)) * mu).
        -- unfold mu.
           replace (a i + delta_n - r1) with ((a i + delta_n - r2) + (r2 - r1)) by ring.
           replace (a (S i) - delta_n - r1) with ((a (S i) - delta_n - r2) + (r2 - r1)) by ring.
           apply interval_translation; lra.
        -- apply Rmult_le_compat_r; [exact Hmu0|]. apply exp_le_exp.
           rewrite Rabs_minus_sym. exact Heps.
  - (* lower *)
    apply (U_lower_set (fun o => option_nat_eqb o (Some i))); trivial.
    intros v Hv. apply option_nat_eqb_eq. apply (proj1 (proj2 cells)); assumption.
Qed.

(** Theorem U for Outside, the answers being in the window: if
    t = e^(-beta(D/2+delta_n)) > 2 delta0 and beta|r1-r2| <= eps, then
    P1 <= (e^(eps+2 beta delta_n) t + 2 delta0)/(t - 2 delta0) P2. *)
Theorem theorem_U_outside (eps r1 r2 : R) :
  M_f r1 -> M_f r2 -> a 0%nat <= r2 <= a N -> beta * Rabs (r1 - r2) <= eps ->
  2 * delta0 < outside_min ->
  PU r1 (fun o => option_nat_eqb o None)
  <= (exp (eps + 2 * beta * delta_n) * outside_min + 2 * delta0)
     / (outside_min - 2 * delta0)
     * PU r2 (fun o => option_nat_eqb o None).
Proof.
  intros H1 H2 Hr2 Heps Ht. assert (Hb := rate_pos b b_pos).
  assert (E : a 0%nat <= a N) by (apply (edges_le a N U_edges_increase); lia).
  assert (Hcompl : forall r, PU r (fun o => option_nat_eqb o None)
            = 1 - PU r (fun o => negb (option_nat_eqb o None))).
  { intros r. destruct gen as [_ Htot]. rewrite prob_negb, Htot. ring. }
  set (mu := F (a 0%nat - delta_n - r2) + (1 - F (a N + delta_n - r2))).
  assert (R1 := F_range beta Hb (a 0%nat - delta_n - r2)).
  assert (R2 := F_range beta Hb (a N + delta_n - r2)).
  apply ratio_at_least_mass with (mu := mu).
  - left; apply exp_pos.
  - lra.
  - exact Ht.
  - (* the inequality of the means *)
    unfold mu, outside_min. rewrite <- (F_symmetric beta (a N + delta_n - r2)).
    rewrite !F_nonpos by lra.
    set (x := exp (beta * (a 0%nat - delta_n - r2) / 2)).
    set (y := exp (beta * - (a N + delta_n - r2) / 2)).
    replace (exp (- (beta * ((a N - a 0%nat) / 2 + delta_n)))) with (x * y)
      by (unfold x, y; rewrite <- exp_plus; f_equal; field; lra).
    replace (exp (beta * (a 0%nat - delta_n - r2))) with (x * x)
      by (unfold x; rewrite <- exp_plus; f_equal; field; lra).
    replace (exp (beta * - (a N + delta_n - r2))) with (y * y)
      by (unfold y; rewrite <- exp_plus; f_equal; field; lra).
    assert (0 <= (x - y) * (x - y)) by apply Rle_0_sqr. nra.
  - (* upper *)
    rewrite Hcompl.
    assert (Hlow := U_lower_set (fun o => negb (option_nat_eqb o None))
                      (a 0%nat) (a N) r1 H1 (Rle_refl _) (Rle_refl _)).
    simpl in Hlow. assert (Hlow' := Hlow ltac:(intros v Hv;
      apply (proj2 (proj2 cells)) in Hv; destruct (rd (r1 + v)); [reflexivity|congruence])).
    clear Hlow.
    apply Rle_trans with
      (F (a 0%nat + delta_n - r1) + (1 - F (a N - delta_n - r1)) + 2 * delta0); [lra|].
    apply Rplus_le_compat_r.
    assert (Htr : forall s, Rabs s <= Rabs (r1 - r2) + 2 * delta_n ->
              exp (beta * Rabs s) <= exp (eps + 2 * beta * delta_n)).
    { intros s Hs. apply exp_le_exp. nra. }
    assert (Hd : Rabs (2 * delta_n) = 2 * delta_n) by (apply Rabs_pos_eq; lra).
    assert (Ho : Rabs (- (2 * delta_n)) = 2 * delta_n) by (rewrite Rabs_Ropp; exact Hd).
    unfold mu. rewrite Rmult_plus_distr_l. apply Rplus_le_compat.
    + set (s := r2 - r1 + 2 * delta_n).
      replace (a 0%nat + delta_n - r1) with ((a 0%nat - delta_n - r2) + s) by (unfold s; ring).
      apply Rle_trans with (1 := lower_half_line_translation beta Hb _ s).
      apply Rmult_le_compat_r; [lra|]. apply Htr.
      apply Rle_trans with (1 := Rabs_triang _ _).
      rewrite Hd, (Rabs_minus_sym r2 r1). lra.
    + set (s := r2 - r1 + - (2 * delta_n)).
      replace (a N - delta_n - r1) with ((a N + delta_n - r2) + s) by (unfold s; ring).
      apply Rle_trans with (1 := upper_half_line_translation beta Hb _ s).
      apply Rmult_le_compat_r; [lra|]. apply Htr.
      apply Rle_trans with (1 := Rabs_triang _ _).
      rewrite Ho, (Rabs_minus_sym r2 r1). lra.
  - (* lower *)
    rewrite Hcompl.
    assert (Hup : PU r2 (fun o => negb (option_nat_eqb o None))
                  <= F (a N + delta_n - r2) - F (a 0%nat - delta_n - r2) + 2 * delta0).
    { apply (U_upper_set (fun o => negb (option_nat_eqb o None)));
        [exact H2|exact E| |reflexivity].
      intros v Hv. destruct (rd (r2 + v)) as [i|] eqn:Ei; [|discriminate].
      split; [congruence|]. destruct (proj1 cells _ _ Ei) as [Hi Hv'].
      assert (a 0%nat <= a i) by (apply (edges_le a N U_edges_increase); lia).
      assert (a (S i) <= a N) by (apply (edges_le a N U_edges_increase); lia). lra. }
    unfold mu. lra.
Qed.

(** Theorem U for every set of outputs: the loss is at most the logarithm of
    the larger of the two quotients. *)
Theorem theorem_U (eps r1 r2 : R) (S : option nat -> bool) :
  M_f r1 -> M_f r2 -> a 0%nat <= r2 <= a N -> beta * Rabs (r1 - r2) <= eps ->
  2 * delta0 < mu_min -> 2 * delta0 < outside_min ->
  PU r1 S
  <= Rmax ((exp eps * Gamma beta L delta_n * mu_min + 2 * delta0) / (mu_min - 2 * delta0))
          ((exp (eps + 2 * beta * delta_n) * outside_min + 2 * delta0)
           / (outside_min - 2 * delta0))
     * PU r2 S.
Proof.
  intros H1 H2 Hr2 Heps Hmu Ht.
  assert (Hw := proj1 gen).
  assert (HK : forall r x i, output rd r x = Some i -> (i < N)%nat).
  { intros r [v|] i; simpl; [|discriminate]. intros H. apply (proj1 cells _ _ H). }
  apply (sum_over_outputs (output rd r1) (output rd r2) g g N).
  - intros x i; apply HK.
  - intros x i; apply HK.
  - intros i Hi. apply Rle_trans with (1 := theorem_U_cell eps r1 r2 i Hi H1 H2 Heps Hmu).
    apply Rmult_le_compat_r; [apply prob_nonneg, Hw|apply Rmax_l].
  - apply Rle_trans with (1 := theorem_U_outside eps r1 r2 H1 H2 Hr2 Heps Ht).
    apply Rmult_le_compat_r; [apply prob_nonneg, Hw|apply Rmax_r].
Qed.

End TheoremU.
