(** * Theorem T by Theorem U: no Lipschitz constant

    proofs/theory.md, paragraph 1.7, "Theorem T by Theorem U", for a finite
    generator with absolute bias delta0: the bias is compared with the masses of
    cells.  For every output that is a cell,
      (1/G- - 2 delta0/mu) P[K_r = o] <= P[K'_r = o] <= (G+ + 2 delta0/mu) P[K_r = o],
    mu the least mass of a cell; for Outside the same with e^(beta delta_n) for G+
    and G- and the least mass t of the outside for mu.  If the nearer end of the
    window is reported for Outside, the factors of the cells serve alone.

    [Classical_Prop.classic] enters through the standard library's [ln].

    In Rust: TheoremU::closeness of crates/oracle.  Rests on TheoremU.v,
    TheoremUEnds.v and TheoremT.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised TheoremA
  Lipschitz LogMetric TheoremU SignedOutside TheoremUEnds Transfer TheoremT.
Import ListNotations.

Local Open Scope R_scope.

(** From an error of masses to factors: if p <= G s + d and s/G' - d <= p, and
    s >= m > 0, then p <= (G + d/m) s and (1/G' - d/m) s <= p. *)
Lemma factors_at_least_mass (G G' d m s p : R) :
  0 <= d -> 0 < m -> m <= s ->
  p <= G * s + d -> / G' * s - d <= p ->
  p <= (G + d / m) * s /\ (/ G' - d / m) * s <= p.
Proof.
  intros Hd Hm Hs H1 H2.
  assert (H : d <= d / m * s).
  { replace d with (d / m * m) at 1 by (field; lra). apply Rmult_le_compat_l; [|exact Hs].
    apply Rmult_le_pos; [exact Hd|]. left. apply Rinv_0_lt_compat, Hm. }
  split; lra.
Qed.

(** mu = e^(-beta(max(rho_M,L)-L/2)) sinh(beta L/2). *)
Definition cell_mass (b L rho_M : R) : R :=
  exp (- (/ b * (Rmax rho_M L - L / 2))) * sinh (/ b * (L / 2)).

(** t = e^(-beta D/2), D the length of the window. *)
Definition outside_mass (b : R) (a : nat -> R) (N : nat) : R :=
  exp (- (/ b * ((a N - a 0%nat) / 2))).

(** The factors of a cell and of Outside. *)
Definition cell_factor_above (b L rho_M delta0 delta_n : R) : R :=
  Gamma_above (/ b) L delta_n + 2 * delta0 / cell_mass b L rho_M.
Definition cell_factor_below (b L rho_M delta0 delta_n : R) : R :=
  / Gamma_below (/ b) L delta_n - 2 * delta0 / cell_mass b L rho_M.
Definition outside_factor_above (b delta0 delta_n : R) (a : nat -> R) (N : nat) : R :=
  exp (/ b * delta_n) + 2 * delta0 / outside_mass b a N.
Definition outside_factor_below (b delta0 delta_n : R) (a : nat -> R) (N : nat) : R :=
  exp (- (/ b * delta_n)) - 2 * delta0 / outside_mass b a N.

Section Masses.

Variables (b L rho_M : R).
Hypothesis b_pos : 0 < b.
Hypothesis L_pos : 0 < L.

Lemma cell_mass_pos : 0 < cell_mass b L rho_M.
Proof.
  assert (Hb := rate_pos b b_pos). apply Rmult_lt_0_compat; [apply exp_pos|].
  apply sinh_pos. apply Rmult_lt_0_compat; lra.
Qed.

(** A cell of length at least L within rho_M of 0 has at least this mass. *)
Lemma cell_mass_least (x y : R) :
  x + L <= y -> - rho_M <= x -> y <= rho_M -> cell_mass b L rho_M <= mass (/ b) x y.
Proof.
  intros H Hx Hy. assert (Hb := rate_pos b b_pos).
  assert (M1 := Rmax_l rho_M L). assert (M2 := Rmax_r rho_M L).
  set (c := (x + y) / 2).
  apply Rle_trans with (mass (/ b) (c - L / 2) (c + L / 2)).
  - apply least_mass; [exact Hb|lra| |lra]. apply Rabs_le. unfold c. lra.
  - unfold mass.
    assert (F (/ b) (c + L / 2) <= F (/ b) y) by (apply F_monotone; [exact Hb|unfold c; lra]).
    assert (F (/ b) x <= F (/ b) (c - L / 2)) by (apply F_monotone; [exact Hb|unfold c; lra]).
    lra.
Qed.

(** A half-line whose edge is at least L inside, in the worst case: its mass too
    is at least this. *)
Lemma cell_mass_half_line (x : R) : L - rho_M <= x -> cell_mass b L rho_M <= F (/ b) x.
Proof.
  intros Hx. assert (Hb := rate_pos b b_pos).
  assert (M1 := Rmax_l rho_M L). assert (M2 := Rmax_r rho_M L).
  apply Rle_trans with (F (/ b) (- (Rmax rho_M L - L))); [|apply F_monotone; lra].
  rewrite F_nonpos by lra. unfold cell_mass, sinh.
  assert (E : exp (- (/ b * (Rmax rho_M L - L / 2))) * exp (/ b * (L / 2))
              = exp (/ b * - (Rmax rho_M L - L))).
  { rewrite <- exp_plus. f_equal. field. lra. }
  assert (0 < exp (- (/ b * (Rmax rho_M L - L / 2))) * exp (- (/ b * (L / 2))))
    by (apply Rmult_lt_0_compat; apply exp_pos).
  nra.
Qed.

End Masses.

(** mu/G- is the mu_min of Theorem U, so that for equal answers the two bounds
    agree. *)
Theorem cell_mass_shrunk (b L rho_M delta_n : R) :
  0 < b -> 0 <= delta_n -> 2 * delta_n < L ->
  cell_mass b L rho_M / Gamma_below (/ b) L delta_n = mu_min b L rho_M delta_n.
Proof.
  intros Hb Hd HL. assert (Hr := rate_pos b Hb).
  unfold cell_mass, Gamma_below, mu_min.
  assert (0 < sinh (/ b * (L / 2))) by (apply sinh_pos, Rmult_lt_0_compat; lra).
  assert (0 < sinh (/ b * ((L - 2 * delta_n) / 2))) by (apply sinh_half_pos; lra).
  field. split; lra.
Qed.

Section Unsigned.

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
Variable M_f : R -> Prop.
Hypothesis window : forall r, M_f r -> r - rho_M <= a 0%nat /\ a N <= r + rho_M.

Notation beta := (/ b).

Let edges : forall i j, (i <= j)%nat -> (j <= N)%nat -> a i <= a j.
Proof.
  intros i j. apply edges_le. intros k Hk. assert (H := cells_long k Hk). lra.
Qed.

(** A cell. *)
Theorem theorem_T_by_U_cell (r : R) (i : nat) :
  (i < N)%nat -> M_f r ->
  finite rd g r (Some i) <= cell_factor_above b L rho_M delta0 delta_n * ideal beta a N r (Some i) /\
  cell_factor_below b L rho_M delta0 delta_n * ideal beta a N r (Some i) <= finite rd g r (Some i).
Proof.
  intros Hi Hr. assert (Hb := rate_pos b b_pos). assert (Hl := cells_long i Hi).
  destruct (window r Hr) as [H0 HN].
  assert (E0 : a 0%nat <= a i) by (apply edges; lia).
  assert (E1 : a (S i) <= a N) by (apply edges; lia).
  assert (Gm := Gamma_below_pos beta L delta_n Hb delta_n_nonneg L_large).
  apply factors_at_least_mass.
  - lra.
  - apply cell_mass_pos; lra.
  - simpl. apply cell_mass_least; lra.
  - apply Rle_trans with
      (mass beta (a i - delta_n - r) (a (S i) + delta_n - r) + 2 * delta0).
    + apply (U_upper_set b L T rho_M delta0 delta_n) with (N := N) (M_f := M_f)
        (a := a) (S := fun o => option_nat_eqb o (Some i)); trivial; [lra|].
      intros v Hv. apply option_nat_eqb_eq in Hv. split; [congruence|].
      apply (proj1 cells _ _ Hv).
    + apply Rplus_le_compat_r. simpl.
      replace (a i - delta_n - r) with (a i - r - delta_n) by ring.
      replace (a (S i) + delta_n - r) with (a (S i) - r + delta_n) by ring.
      apply cell_grown; trivial. lra.
  - apply Rle_trans with
      (mass beta (a i + delta_n - r) (a (S i) - delta_n - r) - 2 * delta0).
    + apply Rplus_le_compat_r. simpl.
      assert (H := cell_shrunk beta L delta_n Hb delta_n_nonneg L_large
                     (a i - r) (a (S i) - r) ltac:(lra)).
      replace (a i - r + delta_n) with (a i + delta_n - r) in H by ring.
      replace (a (S i) - r - delta_n) with (a (S i) - delta_n - r) in H by ring.
      apply Rmult_le_reg_l with (Gamma_below beta L delta_n); [exact Gm|].
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. exact H.
    + apply (U_lower_set b T rho_M delta0 delta_n) with (N := N) (M_f := M_f)
        (a := a) (S := fun o => option_nat_eqb o (Some i)); trivial.
      intros v Hv. apply option_nat_eqb_eq. apply (proj1 (proj2 cells)); assumption.
Qed.

(** The least mass of the outside, for an answer in the window: the inequality
    of the means. *)
Lemma outside_mass_least (r : R) :
  a 0%nat <= r <= a N -> outside_mass b a N <= ideal beta a N r None.
Proof.
  intros Hr. assert (Hb := rate_pos b b_pos). simpl. unfold outside_mass.
  rewrite <- (F_symmetric beta (a N - r)) by exact Hb. rewrite !F_nonpos by lra.
  set (x := exp (beta * (a 0%nat - r) / 2)). set (y := exp (beta * - (a N - r) / 2)).
  replace (exp (- (beta * ((a N - a 0%nat) / 2)))) with (x * y)
    by (unfold x, y; rewrite <- exp_plus; f_equal; field; lra).
  replace (exp (beta * (a 0%nat - r))) with (x * x)
    by (unfold x; rewrite <- exp_plus; f_equal; field; lra).
  replace (exp (beta * - (a N - r))) with (y * y)
    by (unfold y; rewrite <- exp_plus; f_equal; field; lra).
  assert (0 <= (x - y) * (x - y)) by apply Rle_0_sqr. nra.
Qed.

(** Outside, the answer being in the window. *)
Theorem theorem_T_by_U_outside (r : R) :
  M_f r -> a 0%nat <= r <= a N ->
  finite rd g r None <= outside_factor_above b delta0 delta_n a N * ideal beta a N r None /\
  outside_factor_below b delta0 delta_n a N * ideal beta a N r None <= finite rd g r None.
Proof.
  intros Hr Hin. assert (Hb := rate_pos b b_pos).
  assert (Hcompl : finite rd g r None
            = 1 - prob (fun x => negb (option_nat_eqb (output rd r x) None)) g).
  { unfold finite. destruct gen as [_ Htot]. rewrite prob_negb, Htot. ring. }
  unfold outside_factor_below. rewrite exp_Ropp.
  assert (Ee := exp_pos (beta * delta_n)).
  apply factors_at_least_mass.
  - lra.
  - apply exp_pos.
  - apply outside_mass_least, Hin.
  - rewrite Hcompl.
    assert (H : F beta (a N - delta_n - r) - F beta (a 0%nat + delta_n - r) - 2 * delta0
                <= prob (fun x => negb (option_nat_eqb (output rd r x) None)) g).
    { apply (U_lower_set b T rho_M delta0 delta_n) with (N := N) (M_f := M_f)
        (a := a) (S := fun o => negb (option_nat_eqb o None)); trivial; try lra.
      intros v Hv. apply (proj2 (proj2 cells)) in Hv.
      destruct (rd (r + v)); [reflexivity|congruence]. }
    assert (H1 := lower_grown beta delta_n Hb delta_n_nonneg (a 0%nat - r)).
    assert (H2 := upper_grown beta delta_n Hb delta_n_nonneg (a N - r)).
    replace (a 0%nat - r + delta_n) with (a 0%nat + delta_n - r) in H1 by ring.
    replace (a N - r - delta_n) with (a N - delta_n - r) in H2 by ring.
    simpl. lra.
  - rewrite Hcompl.
    assert (H : prob (fun x => negb (option_nat_eqb (output rd r x) None)) g
                <= F beta (a N + delta_n - r) - F beta (a 0%nat - delta_n - r) + 2 * delta0).
    { apply (U_upper_set b L T rho_M delta0 delta_n) with (N := N) (M_f := M_f)
        (a := a) (S := fun o => negb (option_nat_eqb o None)); trivial; try lra.
      intros v Hv. destruct (rd (r + v)) as [i|] eqn:E; [|discriminate].
      split; [congruence|]. destruct (proj1 cells _ _ E) as [Hi Hv'].
      assert (a 0%nat <= a i) by (apply edges; lia).
      assert (a (S i) <= a N) by (apply edges; lia). lra. }
    assert (H1 := lower_shrunk beta delta_n Hb delta_n_nonneg (a 0%nat - r)).
    assert (H2 := upper_shrunk beta delta_n Hb delta_n_nonneg (a N - r)).
    replace (a 0%nat - r - delta_n) with (a 0%nat - delta_n - r) in H1 by ring.
    replace (a N - r + delta_n) with (a N + delta_n - r) in H2 by ring.
    apply Rle_trans with
      (F beta (a 0%nat - delta_n - r) + (1 - F beta (a N + delta_n - r)) - 2 * delta0); [|lra].
    apply Rplus_le_compat_r. simpl.
    apply Rmult_le_reg_l with (exp (beta * delta_n)); [exact Ee|].
    rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. lra.
Qed.

(** Theorem T by Theorem U: the larger of the two factors above, the smaller of
    the two below, which must be positive. *)
Theorem theorem_T_by_U (r : R) :
  M_f r -> a 0%nat <= r <= a N ->
  0 < cell_factor_below b L rho_M delta0 delta_n ->
  0 < outside_factor_below b delta0 delta_n a N ->
  close (outputs N) (ideal beta a N r) (finite rd g r)
    (ln (Rmax (cell_factor_above b L rho_M delta0 delta_n)
              (outside_factor_above b delta0 delta_n a N)))
    (- ln (Rmin (cell_factor_below b L rho_M delta0 delta_n)
                (outside_factor_below b delta0 delta_n a N))).
Proof.
  intros Hr Hin Hc Ho. assert (Hb := rate_pos b b_pos).
  set (ca := cell_factor_above b L rho_M delta0 delta_n) in *.
  set (cb := cell_factor_below b L rho_M delta0 delta_n) in *.
  set (oa := outside_factor_above b delta0 delta_n a N) in *.
  set (ob := outside_factor_below b delta0 delta_n a N) in *.
  assert (Hm : 0 < Rmin cb ob) by (apply Rmin_glb_lt; assumption).
  assert (Hoa : 0 < oa).
  { unfold oa, outside_factor_above. assert (H1 := exp_pos (beta * delta_n)).
    assert (H2 : 0 <= 2 * delta0 / outside_mass b a N).
    { apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat, exp_pos. }
    lra. }
  assert (Hp : 0 < Rmax ca oa) by (apply Rlt_le_trans with (1 := Hoa), Rmax_r).
  destruct (ideal_is_law beta a N r Hb) as [HI _].
  { intros i Hi. apply edges; lia. }
  destruct (finite_is_law rd a N g r cells gen) as [HF _].
  apply close_from_bounds; trivial.
  intros o Hout. assert (I0 := HI o Hout).
  assert (M1 := Rmax_l ca oa). assert (M2 := Rmax_r ca oa).
  assert (M3 := Rmin_l cb ob). assert (M4 := Rmin_r cb ob).
  destruct o as [i|].
  - apply in_outputs_cell in Hout. destruct (theorem_T_by_U_cell r i Hout Hr) as [H1 H2].
    fold ca in H1. fold cb in H2. split; nra.
  - destruct (theorem_T_by_U_outside r Hr Hin) as [H1 H2].
    fold oa in H1. fold ob in H2. split; nra.
Qed.

End Unsigned.

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

(** The laws of the mechanism that reports the nearer end of the window. *)
Definition ideal_end (r : R) (i : nat) : R :=
  Prob (signed_outputs N) (ideal_signed beta a N r) (fun o => Nat.eqb (to_ends N o) i).
Definition finite_end (r : R) (i : nat) : R :=
  prob (fun x => Nat.eqb (to_ends N (signed_report rs r x)) i) g.

Lemma ideal_end_value (r : R) (i : nat) :
  (i < N)%nat ->
  ideal_end r i
  = (if Nat.eqb 0 i then F beta (a 0%nat - r) else 0)
    + ((if Nat.eqb (N - 1) i then 1 - F beta (a N - r) else 0)
       + mass beta (a i - r) (a (S i) - r)).
Proof.
  intros Hi. unfold ideal_end, Prob, signed_outputs. cbn [Sum to_ends ideal_signed].
  do 2 f_equal. rewrite Sum_map. cbn [to_ends ideal_signed].
  rewrite (Sum_ext _ _ (fun j => if Nat.eqb i j then mass beta (a j - r) (a (S j) - r) else 0)).
  - apply (Sum_at Nat.eqb (seq 0 N) i (fun j => mass beta (a j - r) (a (S j) - r))).
    + apply seq_NoDup.
    + intros j _. apply Nat.eqb_eq.
    + apply in_seq. lia.
  - intros j _. rewrite Nat.eqb_sym. reflexivity.
Qed.

(** Theorem T by Theorem U with the ends: the factors of the cells hold for every
    output of the mechanism that reports Below as the first and Above as the last
    cell. *)
Theorem theorem_T_by_U_ends (r : R) (i : nat) :
  (i < N)%nat -> M_f r ->
  finite_end r i <= cell_factor_above b L rho_M delta0 delta_n * ideal_end r i /\
  cell_factor_below b L rho_M delta0 delta_n * ideal_end r i <= finite_end r i.
Proof.
  intros Hi Hr. assert (Hb := rate_pos b b_pos). destruct (window r Hr) as [H0 HN].
  assert (Gp := exp_le_Gamma_above beta L delta_n Hb delta_n_nonneg L_large).
  assert (Gm := exp_le_Gamma_below beta L delta_n Hb delta_n_nonneg L_large).
  assert (Ee := exp_pos (beta * delta_n)).
  assert (E1 : 1 <= exp (beta * delta_n)).
  { apply one_le_exp. apply Rmult_le_pos; lra. }
  assert (Mpos := cell_mass_pos b L rho_M b_pos ltac:(lra)).
  assert (Hadd : 0 <= 2 * delta0 / cell_mass b L rho_M).
  { apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat, Mpos. }
  assert (Ginv : / Gamma_below beta L delta_n <= / exp (beta * delta_n))
    by (apply Rinv_le_contravar; assumption).
  assert (Ei : / exp (beta * delta_n) <= 1).
  { rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  (* a half-line: one edge, so that delta0 enters once *)
  assert (Hhalf : forall s p, cell_mass b L rho_M <= s ->
            p <= exp (beta * delta_n) * s + delta0 ->
            / exp (beta * delta_n) * s - delta0 <= p ->
            p <= cell_factor_above b L rho_M delta0 delta_n * s /\
            cell_factor_below b L rho_M delta0 delta_n * s <= p).
  { intros s p Hs H1 H2. apply factors_at_least_mass; trivial; try lra.
    - assert (exp (beta * delta_n) * s <= Gamma_above beta L delta_n * s)
        by (apply Rmult_le_compat_r; lra). lra.
    - assert (/ Gamma_below beta L delta_n * s <= / exp (beta * delta_n) * s)
        by (apply Rmult_le_compat_r; lra). lra. }
  rewrite ideal_end_value by exact Hi.
  destruct (Nat.eq_dec N 1) as [EN|N1].
  { (* one cell: everything is reported as it *)
    assert (Ei0 : i = 0%nat) by lia. subst i.
    assert (Hone : finite_end r 0 = 1) by (apply (reported_only rs a) with (N := N); trivial; lia).
    rewrite Hone. replace (N - 1)%nat with 0%nat by lia. simpl. unfold mass. rewrite EN.
    unfold cell_factor_above, cell_factor_below. split; lra. }
  destruct (Nat.eq_dec i 0) as [->|I0]; [|destruct (Nat.eq_dec i (N - 1)) as [->|IN]].
  - (* the lower end: everything below a 1 *)
    assert (L0 := cells_long 0 ltac:(lia)).
    assert (E1N : a 1%nat <= a N) by (apply (edges_le a N); [intros k Hk; specialize (cells_long k Hk); lra | lia ..]).
    replace (Nat.eqb (N - 1) 0) with false by (symmetry; apply Nat.eqb_neq; lia).
    simpl. unfold mass.
    replace (F beta (a 0%nat - r) + (0 + (F beta (a 1%nat - r) - F beta (a 0%nat - r))))
      with (F beta (a 1%nat - r)) by ring.
    destruct (reported_first b L T rho_M delta0 delta_n) with (rs := rs) (a := a) (N := N) (g := g) (M_f := M_f) (r := r)
      as [Hlow Hup]; trivial.
    apply Hhalf.
    + apply cell_mass_half_line; lra.
    + assert (H := lower_grown beta delta_n Hb delta_n_nonneg (a 1%nat - r)).
      replace (a 1%nat - r + delta_n) with (a 1%nat + delta_n - r) in H by ring. unfold finite_end. lra.
    + assert (H := lower_shrunk beta delta_n Hb delta_n_nonneg (a 1%nat - r)).
      replace (a 1%nat - r - delta_n) with (a 1%nat - delta_n - r) in H by ring.
      apply Rle_trans with (F beta (a 1%nat - delta_n - r) - delta0); [|exact Hlow].
      apply Rplus_le_compat_r. apply Rmult_le_reg_l with (exp (beta * delta_n)); [exact Ee|].
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. exact H.
  - (* the upper end: everything above a (N-1) *)
    set (m := (N - 1)%nat) in *. assert (Em : S m = N) by (unfold m; lia).
    assert (LN := cells_long m ltac:(lia)). rewrite Em in LN.
    replace (Nat.eqb 0 m) with false by (symmetry; apply Nat.eqb_neq; lia).
    rewrite Nat.eqb_refl, Em. unfold mass.
    replace (0 + (1 - F beta (a N - r) + (F beta (a N - r) - F beta (a m - r))))
      with (1 - F beta (a m - r)) by ring.
    destruct (reported_last b L T rho_M delta0 delta_n) with (rs := rs) (a := a) (N := N) (g := g) (M_f := M_f) (r := r) (m := m)
      as [Hlow Hup]; trivial.
    apply Hhalf.
    + rewrite <- F_symmetric by exact Hb. apply cell_mass_half_line; lra.
    + assert (H := upper_grown beta delta_n Hb delta_n_nonneg (a m - r)).
      replace (a m - r - delta_n) with (a m - delta_n - r) in H by ring. unfold finite_end. lra.
    + assert (H := upper_shrunk beta delta_n Hb delta_n_nonneg (a m - r)).
      replace (a m - r + delta_n) with (a m + delta_n - r) in H by ring.
      apply Rle_trans with (1 - F beta (a m + delta_n - r) - delta0); [|exact Hlow].
      apply Rplus_le_compat_r. apply Rmult_le_reg_l with (exp (beta * delta_n)); [exact Ee|].
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. exact H.
  - (* another cell *)
    set (rd := fun y => match rs y with Cell k => Some k | _ => None end).
    replace (Nat.eqb 0 i) with false by (symmetry; apply Nat.eqb_neq; lia).
    replace (Nat.eqb (N - 1) i) with false by (symmetry; apply Nat.eqb_neq; lia).
    rewrite !Rplus_0_l.
    assert (Hsame : finite_end r i = finite rd g r (Some i)) by (apply (reported_inside rs); lia).
    rewrite Hsame.
    apply (theorem_T_by_U_cell b L T rho_M delta0 delta_n) with (M_f := M_f) (N := N) (a := a)
      (i := i); trivial.
    + apply (rd_cells rs a N cells).
    + apply (unsigned_draws b T delta0 delta_n g draws).
Qed.

(** The same as closeness of the two laws. *)
Corollary theorem_T_by_U_ends_close (r : R) :
  M_f r -> 0 < cell_factor_below b L rho_M delta0 delta_n ->
  close (seq 0 N) (ideal_end r) (finite_end r)
    (ln (cell_factor_above b L rho_M delta0 delta_n))
    (- ln (cell_factor_below b L rho_M delta0 delta_n)).
Proof.
  intros Hr Hlo. assert (Hb := rate_pos b b_pos).
  assert (Mpos := cell_mass_pos b L rho_M b_pos ltac:(lra)).
  assert (Hadd : 0 <= 2 * delta0 / cell_mass b L rho_M).
  { apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat, Mpos. }
  apply close_from_bounds; trivial.
  - unfold cell_factor_above.
    assert (H := Gamma_above_pos beta L delta_n Hb delta_n_nonneg L_large). lra.
  - intros i _. apply Prob_le_total.
    apply (ideal_signed_is_law beta L delta_n Hb delta_n_nonneg L_large a N cells_long r).
  - intros i _. apply prob_nonneg, gen.
  - intros i Hi. apply theorem_T_by_U_ends; [apply in_seq in Hi; lia|exact Hr].
Qed.

End Ends.
