(** * Outside with its side, and the ends of the window

    Paper, the remark of Section 5 that -oo and +oo may be reported instead of
    oo; proofs/theory.md, F7.  If the computed noise lies on the side of the
    ideal noise wherever the two are not near, then Theorem A holds with Below
    and Above as separate outputs, with the same kappa; replacing them by the
    ends of the window is post-processing.

    Applied to the exponent-and-mantissa generator that clamps its exponent.

    In Rust: Mechanism::release_to_ends, with the generator Relative.  Rests on
    LogMetric.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised TheoremA
  Lipschitz LogMetric.

Local Open Scope R_scope.

(** The outputs: below the window, a cell, above the window. *)
Inductive signed_output := Below | Cell (i : nat) | Above.

(** A rounding to N cells, to Below and to Above; ties are free. *)
Definition rounds_to_signed_cells (rs : R -> signed_output) (a : nat -> R) (N : nat) : Prop :=
  (forall y, rs y = Below -> y <= a 0%nat) /\ (forall y, y < a 0%nat -> rs y = Below) /\
  (forall y, rs y = Above -> a N <= y) /\ (forall y, a N < y -> rs y = Above) /\
  (forall y i, rs y = Cell i -> (i < N)%nat /\ a i <= y <= a (S i)) /\
  (forall y i, (i < N)%nat -> a i < y < a (S i) -> rs y = Cell i).

(** The reported output.  Every draw must be a number (see [hypothesis_H_signed]);
    what stands for -oo or +oo is a number beyond the window. *)
Definition signed_report (rs : R -> signed_output) (r : R) (x : option R) : signed_output :=
  match x with
  | Some v => rs (r + v)
  | None => Below
  end.

(** (H) with sides: value and quantile are near, or r + value and r + quantile
    are on the same side of the window. *)
Definition hypothesis_H_signed (beta delta : R) (a : nat -> R) (N : nat) (g : generator)
    (r : R) : Prop :=
  pieces (fun lo hi x =>
    forall y, lo < F beta y < hi ->
      exists v, x = Some v /\
        (Rabs (v - y) <= delta \/
         (r + v < a 0%nat /\ r + y < a 0%nat) \/ (a N < r + v /\ a N < r + y))) 0 g.

(** It follows from [near_or_same_side] if the window is within rho_M of r. *)
Theorem hypothesis_H_signed_from_near_or_same_side
    (beta delta rho_M : R) (a : nat -> R) (N : nat) (g : generator) (r : R) :
  r - rho_M <= a 0%nat -> a N <= r + rho_M ->
  near_or_same_side beta delta rho_M g ->
  hypothesis_H_signed beta delta a N g r.
Proof.
  intros H0 HN. apply pieces_impl. intros lo hi x H y Hy.
  destruct (H y Hy) as [v [E [Hv|[Hv|Hv]]]]; exists v; (split; [exact E|]).
  - left; exact Hv.
  - right; right. lra.
  - right; left. lra.
Qed.

(** Outputs numbered 0 (Below), 1..N (cells), N+1 (Above). *)
Definition code (N : nat) (o : signed_output) : option nat :=
  match o with
  | Below => Some 0%nat
  | Cell i => Some (S i)
  | Above => Some (S N)
  end.

Definition decode (N : nat) (o : option nat) : signed_output :=
  match o with
  | Some (S i) => if Nat.ltb i N then Cell i else Above
  | _ => Below
  end.

Section SignedOutside.

Variables (beta L delta : R).
Hypothesis beta_pos : 0 < beta.
Hypothesis delta_nonneg : 0 <= delta.
Hypothesis L_large : 2 * delta < L.
Variables (rs : R -> signed_output) (a : nat -> R) (N : nat).
Hypothesis cells : rounds_to_signed_cells rs a N.
Hypothesis cells_long : forall i, (i < N)%nat -> a i + L <= a (S i).

Notation F := (F beta).

Lemma signed_edges_increase : forall i, (i < N)%nat -> a i <= a (S i).
Proof. intros i Hi. assert (H := cells_long i Hi). lra. Qed.

Lemma signed_edges_le (i j : nat) : (i <= j)%nat -> (j <= N)%nat -> a i <= a j.
Proof. apply edges_le. exact signed_edges_increase. Qed.

Section OneAnswer.

Variables (g : generator) (r : R).
Hypothesis gen : is_generator g.
Hypothesis gen_H : hypothesis_H_signed beta delta a N g r.

(** A set of reports whose quantiles all lie in [x1,x2], [x1,oo) or (-oo,x2]
    has at most the mass of that interval; here the three cases at once, by
    bounds A, B on the piece. *)
Lemma signed_upper (S : signed_output -> bool) (A B : R) :
  A <= B -> 0 <= A ->
  (forall lo hi, 0 <= lo -> hi <= 1 -> lo < hi ->
     (forall y, lo < F y < hi -> exists v, S (rs (r + v)) = true /\
        (Rabs (v - y) <= delta \/
         (r + v < a 0%nat /\ r + y < a 0%nat) \/ (a N < r + v /\ a N < r + y))) ->
     A <= lo /\ hi <= B) ->
  prob (fun x => S (signed_report rs r x)) g <= B - A.
Proof.
  intros HAB HA H. destruct gen as [Hw Ht].
  assert (HP : prob (fun x => S (signed_report rs r x)) g <= Rmax 0 (B - Rmax A 0)).
  { apply prob_inside; [exact HAB|exact Hw|].
    apply (pieces_impl (fun lo hi x => _ /\ _) _ g 0)
      with (2 := pieces_and _ _ _ _ gen_H (pieces_range g Hw 0)).
    intros lo hi x [Hx [Hlo [_ Hhi]]] HS Hlt. rewrite Ht in Hhi.
    apply H; [lra|lra|exact Hlt|].
    intros y Hy. destruct (Hx y Hy) as [v [-> Hv]]. exists v. auto. }
  rewrite (Rmax_left A 0) in HP by lra. rewrite Rmax_right in HP by lra. exact HP.
Qed.

(** A set of reports that contains those of all quantiles of ]x1,x2[ has at
    least its mass. *)
Lemma signed_lower (S : signed_output -> bool) (A B : R) :
  0 <= A -> B <= 1 ->
  (forall y v, A < F y < B ->
     (Rabs (v - y) <= delta \/
      (r + v < a 0%nat /\ r + y < a 0%nat) \/ (a N < r + v /\ a N < r + y)) ->
     S (rs (r + v)) = true) ->
  B - A <= prob (fun x => S (signed_report rs r x)) g.
Proof.
  intros HA HB H. destruct gen as [Hw Ht].
  assert (HP : Rmin B (0 + total g) - Rmax A 0 <= prob (fun x => S (signed_report rs r x)) g).
  { apply prob_cover; [exact Hw|].
    apply (pieces_impl (fun lo hi x => _ /\ _) _ g 0)
      with (2 := pieces_and _ _ _ _ gen_H (pieces_range g Hw 0)).
    intros lo hi x [Hx [Hlo [_ Hhi]]] Hmeet. rewrite Ht in Hhi.
    assert (M1 := Rmax_l lo A). assert (M2 := Rmax_r lo A).
    assert (M3 := Rmin_l hi B). assert (M4 := Rmin_r hi B).
    set (u := (Rmax lo A + Rmin hi B) / 2).
    destruct (F_onto beta beta_pos u) as [y Hy]; [unfold u; lra|].
    destruct (Hx y) as [v [-> Hv]]; [rewrite Hy; unfold u; lra|].
    simpl. apply (H y v); [rewrite Hy; unfold u; lra|exact Hv]. }
  rewrite Ht, Rplus_0_l, Rmin_left, Rmax_left in HP by lra. exact HP.
Qed.

Let is_code (n : nat) (o : signed_output) : bool := option_nat_eqb (code N o) (Some n).

Lemma below_code (o : signed_output) : is_code 0 o = true <-> o = Below.
Proof. unfold is_code. destruct o; simpl; split; intros H; try discriminate; reflexivity. Qed.

Lemma cell_code (i : nat) (y : R) :
  (i < N)%nat -> is_code (S i) (rs y) = true <-> rs y = Cell i.
Proof.
  intros Hi. unfold is_code. destruct (rs y) as [|k|] eqn:E; simpl.
  - split; discriminate.
  - rewrite Nat.eqb_eq. split; [intros ->; reflexivity|intros H; injection H as ->; reflexivity].
  - rewrite Nat.eqb_eq. split; [lia|discriminate].
Qed.

Lemma above_code (y : R) : is_code (S N) (rs y) = true <-> rs y = Above.
Proof.
  destruct cells as [_ [_ [_ [_ [Hin _]]]]].
  unfold is_code. destruct (rs y) as [|k|] eqn:E; simpl.
  - split; discriminate.
  - rewrite Nat.eqb_eq. split; [|discriminate]. intros ->. destruct (Hin _ _ E). lia.
  - rewrite Nat.eqb_refl. split; reflexivity.
Qed.

Lemma edge_order : a 0%nat <= a N.
Proof. apply signed_edges_le; lia. Qed.

Lemma below_upper :
  prob (fun x => is_code 0 (signed_report rs r x)) g <= F (a 0%nat + delta - r).
Proof.
  assert (HF := F_range beta beta_pos (a 0%nat + delta - r)). assert (Ho := edge_order).
  rewrite <- (Rminus_0_r (F (a 0%nat + delta - r))).
  apply (signed_upper (is_code 0)); [lra|lra|].
  intros lo hi H0 H1 Hlt Hy. split; [exact H0|].
  apply (piece_below beta beta_pos lo hi); trivial.
  intros y Hy'. destruct (Hy y Hy') as [v [Hv Hor]]. apply below_code in Hv.
  apply (proj1 cells) in Hv.
  destruct Hor as [Hd|[Hd|Hd]]; [apply Rabs_le_between in Hd; lra|lra|lra].
Qed.

Lemma below_lower :
  F (a 0%nat - delta - r) <= prob (fun x => is_code 0 (signed_report rs r x)) g.
Proof.
  assert (HF := F_range beta beta_pos (a 0%nat - delta - r)). assert (Ho := edge_order).
  rewrite <- (Rminus_0_r (F (a 0%nat - delta - r))).
  apply (signed_lower (is_code 0)); [lra|lra|].
  intros y v [_ Hy] Hor. apply (F_lt_inv beta beta_pos) in Hy.
  apply below_code. apply (proj1 (proj2 cells)).
  destruct Hor as [Hd|[Hd|Hd]]; [apply Rabs_le_between in Hd; lra|lra|lra].
Qed.

Lemma above_upper :
  prob (fun x => is_code (S N) (signed_report rs r x)) g <= 1 - F (a N - delta - r).
Proof.
  assert (HF := F_range beta beta_pos (a N - delta - r)). assert (Ho := edge_order).
  apply (signed_upper (is_code (S N))); [lra|lra|].
  intros lo hi H0 H1 Hlt Hy. split; [|exact H1].
  apply (piece_above beta beta_pos lo hi); trivial.
  intros y Hy'. destruct (Hy y Hy') as [v [Hv Hor]]. apply above_code in Hv.
  apply (proj1 (proj2 (proj2 cells))) in Hv.
  destruct Hor as [Hd|[Hd|Hd]]; [apply Rabs_le_between in Hd; lra|lra|lra].
Qed.

Lemma above_lower :
  1 - F (a N + delta - r) <= prob (fun x => is_code (S N) (signed_report rs r x)) g.
Proof.
  assert (HF := F_range beta beta_pos (a N + delta - r)). assert (Ho := edge_order).
  apply (signed_lower (is_code (S N))); [lra|lra|].
  intros y v [Hy _] Hor. apply (F_lt_inv beta beta_pos) in Hy.
  apply above_code. apply (proj1 (proj2 (proj2 (proj2 cells)))).
  destruct Hor as [Hd|[Hd|Hd]]; [apply Rabs_le_between in Hd; lra|lra|lra].
Qed.

Lemma cell_upper (i : nat) :
  (i < N)%nat ->
  prob (fun x => is_code (S i) (signed_report rs r x)) g
  <= mass beta (a i - delta - r) (a (S i) + delta - r).
Proof.
  intros Hi. assert (Hlong := cells_long i Hi).
  assert (H0i : a 0%nat <= a i) by (apply signed_edges_le; lia).
  assert (HiN : a (S i) <= a N) by (apply signed_edges_le; lia).
  assert (HF := F_range beta beta_pos (a i - delta - r)).
  apply (signed_upper (is_code (S i))).
  - apply F_monotone; [exact beta_pos|lra].
  - lra.
  - intros lo hi H0 H1 Hlt Hy. apply (piece_inside beta beta_pos lo hi); trivial.
    intros y Hy'. destruct (Hy y Hy') as [v [Hv Hor]]. apply cell_code in Hv; [|exact Hi].
    apply (proj1 (proj2 (proj2 (proj2 (proj2 cells))))) in Hv. destruct Hv as [_ Hv].
    destruct Hor as [Hd|[Hd|Hd]]; [apply Rabs_le_between in Hd; lra|lra|lra].
Qed.

Lemma cell_lower (i : nat) :
  (i < N)%nat ->
  mass beta (a i + delta - r) (a (S i) - delta - r)
  <= prob (fun x => is_code (S i) (signed_report rs r x)) g.
Proof.
  intros Hi.
  assert (H0i : a 0%nat <= a i) by (apply signed_edges_le; lia).
  assert (HiN : a (S i) <= a N) by (apply signed_edges_le; lia).
  assert (HF1 := F_range beta beta_pos (a i + delta - r)).
  assert (HF2 := F_range beta beta_pos (a (S i) - delta - r)).
  apply (signed_lower (is_code (S i))); [lra|lra|].
  intros y v [Hy1 Hy2] Hor.
  apply (F_lt_inv beta beta_pos) in Hy1. apply (F_lt_inv beta beta_pos) in Hy2.
  apply cell_code; [exact Hi|]. apply (proj2 (proj2 (proj2 (proj2 (proj2 cells))))); [exact Hi|].
  destruct Hor as [Hd|[Hd|Hd]]; [apply Rabs_le_between in Hd; lra|lra|lra].
Qed.

End OneAnswer.

(** Theorem A with sides (F7): for all possible answers r1, r2 and every set T
    of outputs, with Below and Above told apart,
    P[K_r1 in T] <= e^(beta|r1-r2|) Gamma_beta(L,delta) P[K_r2 in T]. *)
Theorem theorem_A_signed (M_f : R -> Prop) (g : R -> generator) (r1 r2 : R)
    (T : signed_output -> bool) :
  (forall r, M_f r -> is_generator (g r)) ->
  (forall r, M_f r -> hypothesis_H_signed beta delta a N (g r) r) ->
  M_f r1 -> M_f r2 ->
  prob (fun x => T (signed_report rs r1 x)) (g r1)
  <= exp (beta * Rabs (r1 - r2)) * Gamma beta L delta
     * prob (fun x => T (signed_report rs r2 x)) (g r2).
Proof.
  intros Hgen HH H1 H2.
  assert (HG := exp_le_Gamma beta L delta beta_pos delta_nonneg L_large).
  assert (HGp := Gamma_pos beta L delta beta_pos delta_nonneg L_large).
  assert (HE : 0 < exp (beta * Rabs (r1 - r2))) by apply exp_pos.
  set (C := exp (beta * Rabs (r1 - r2)) * Gamma beta L delta).
  assert (HC : 0 < C) by (apply Rmult_lt_0_compat; assumption).
  assert (Htr : forall t, Rabs t <= Rabs (r1 - r2) + 2 * delta -> exp (beta * Rabs t) <= C).
  { intros t Ht. apply Rle_trans with (exp (beta * Rabs (r1 - r2) + beta * (2 * delta))).
    - apply exp_le_exp. nra.
    - rewrite exp_plus. apply Rmult_le_compat_l; lra. }
  assert (Hd : Rabs (2 * delta) = 2 * delta) by (apply Rabs_pos_eq; lra).
  assert (Hdo : Rabs (- (2 * delta)) = 2 * delta) by (rewrite Rabs_Ropp; exact Hd).
  assert (Hdec : forall r x, decode N (code N (signed_report rs r x)) = signed_report rs r x).
  { intros r x. destruct (signed_report rs r x) as [|i|] eqn:E; simpl; trivial.
    - replace (Nat.ltb i N) with true; [reflexivity|]. symmetry. apply Nat.ltb_lt.
      destruct x as [v|]; simpl in E; [|discriminate].
      apply (proj1 (proj2 (proj2 (proj2 (proj2 cells))))) in E. apply E.
    - rewrite Nat.ltb_irrefl. reflexivity. }
  rewrite (prob_ext _ (fun x => T (decode N (code N (signed_report rs r1 x)))))
    by (intros x; rewrite Hdec; reflexivity).
  rewrite (prob_ext (fun x => T (signed_report rs r2 x))
             (fun x => T (decode N (code N (signed_report rs r2 x)))))
    by (intros x; rewrite Hdec; reflexivity).
  apply (sum_over_outputs (fun x => code N (signed_report rs r1 x))
           (fun x => code N (signed_report rs r2 x)) (g r1) (g r2) (S (S N)) C
           (fun o => T (decode N o))).
  - intros x i E. destruct (signed_report rs r1 x) as [|k|] eqn:Ek; simpl in E;
      injection E as <-; try lia.
    destruct x as [v|]; simpl in Ek; [|discriminate].
    apply (proj1 (proj2 (proj2 (proj2 (proj2 cells))))) in Ek. lia.
  - intros x i E. destruct (signed_report rs r2 x) as [|k|] eqn:Ek; simpl in E;
      injection E as <-; try lia.
    destruct x as [v|]; simpl in Ek; [|discriminate].
    apply (proj1 (proj2 (proj2 (proj2 (proj2 cells))))) in Ek. lia.
  - intros [|i] Hi.
    + (* Below *)
      apply Rle_trans with (1 := below_upper (g r1) r1 (Hgen r1 H1) (HH r1 H1)).
      apply Rle_trans with (C * F (a 0%nat - delta - r2)).
      2:{ apply Rmult_le_compat_l; [lra|]. apply below_lower; auto. }
      set (t := r2 - r1 + 2 * delta).
      replace (a 0%nat + delta - r1) with ((a 0%nat - delta - r2) + t) by (unfold t; ring).
      apply Rle_trans with (1 := lower_half_line_translation beta beta_pos _ t).
      apply Rmult_le_compat_r; [left; apply F_range, beta_pos|]. apply Htr.
      apply Rle_trans with (1 := Rabs_triang _ _). rewrite Hd, (Rabs_minus_sym r2 r1). lra.
    + destruct (Nat.eq_dec i N) as [->|Hne].
      * (* Above *)
        apply Rle_trans with (1 := above_upper (g r1) r1 (Hgen r1 H1) (HH r1 H1)).
        apply Rle_trans with (C * (1 - F (a N + delta - r2))).
        2:{ apply Rmult_le_compat_l; [lra|]. apply above_lower; auto. }
        set (t := r2 - r1 + - (2 * delta)).
        replace (a N - delta - r1) with ((a N + delta - r2) + t) by (unfold t; ring).
        apply Rle_trans with (1 := upper_half_line_translation beta beta_pos _ t).
        assert (HF := F_range beta beta_pos (a N + delta - r2)).
        apply Rmult_le_compat_r; [lra|]. apply Htr.
        apply Rle_trans with (1 := Rabs_triang _ _). rewrite Hdo, (Rabs_minus_sym r2 r1). lra.
      * (* a cell *)
        assert (HiN : (i < N)%nat) by lia. assert (Hlong := cells_long i HiN).
        apply Rle_trans with (1 := cell_upper (g r1) r1 (Hgen r1 H1) (HH r1 H1) i HiN).
        apply Rle_trans with (C * mass beta (a i + delta - r2) (a (S i) - delta - r2)).
        2:{ apply Rmult_le_compat_l; [lra|]. apply cell_lower; auto. }
        set (c := (a i + a (S i)) / 2 - r1). set (l := a (S i) - a i).
        apply Rle_trans with
          (Gamma beta L delta * mass beta (a i + delta - r1) (a (S i) - delta - r1)).
        -- replace (a i - delta - r1) with (c - (l + 2 * delta) / 2) by (unfold c, l; field).
           replace (a (S i) + delta - r1) with (c + (l + 2 * delta) / 2) by (unfold c, l; field).
           replace (a i + delta - r1) with (c - (l - 2 * delta) / 2) by (unfold c, l; field).
           replace (a (S i) - delta - r1) with (c + (l - 2 * delta) / 2) by (unfold c, l; field).
           apply sinh_bound_cell; unfold l; lra.
        -- unfold C. rewrite (Rmult_comm (exp _)), Rmult_assoc.
           apply Rmult_le_compat_l; [lra|].
           replace (a i + delta - r1) with ((a i + delta - r2) + (r2 - r1)) by ring.
           replace (a (S i) - delta - r1) with ((a (S i) - delta - r2) + (r2 - r1)) by ring.
           rewrite (Rabs_minus_sym r1 r2). apply interval_translation; lra.
  - rewrite !prob_empty.
    + lra.
    + intros x. destruct (signed_report rs r2 x); reflexivity.
    + intros x. destruct (signed_report rs r1 x); reflexivity.
Qed.

(** Post-processing: the same bound for any function h of the output, in
    particular the one that replaces Below and Above by the ends of the window. *)
Corollary theorem_A_signed_post_processing (Out : Type) (h : signed_output -> Out)
    (M_f : R -> Prop) (g : R -> generator) (r1 r2 : R) (T : Out -> bool) :
  (forall r, M_f r -> is_generator (g r)) ->
  (forall r, M_f r -> hypothesis_H_signed beta delta a N (g r) r) ->
  M_f r1 -> M_f r2 ->
  prob (fun x => T (h (signed_report rs r1 x))) (g r1)
  <= exp (beta * Rabs (r1 - r2)) * Gamma beta L delta
     * prob (fun x => T (h (signed_report rs r2 x))) (g r2).
Proof. apply (theorem_A_signed M_f g r1 r2 (fun o => T (h o))). Qed.

End SignedOutside.

(** The exponent-and-mantissa generator that clamps its exponent to e_max
    (b e_max ln 2 >= T), with Below and Above told apart and then any function h
    of the output: Theorem A with delta = b delta0' + delta_n. *)
Theorem exponent_mantissa_signed
    (b L T rho_M delta_n theta : R) (p e_max : nat) (n' : R -> R)
    (rs : R -> signed_output) (a : nat -> R) (N : nat) (M_f : R -> Prop)
    (Out : Type) (h : signed_output -> Out) :
  0 < b -> 0 <= delta_n -> 0 <= theta <= 1 -> 0 <= rho_M ->
  let delta := b * em_bias p theta + delta_n in
  (forall e j, (e <= e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
     let v := em_value p theta e j in
     (magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n) /\
     (T < magnitude b v -> T - delta_n <= n' v)) ->
  rho_M + delta < T ->
  T <= b * INR e_max * ln 2 ->
  2 * delta < L ->
  rounds_to_signed_cells rs a N ->
  (forall i, (i < N)%nat -> a i + L <= a (S i)) ->
  (forall r, M_f r -> r - rho_M <= a 0%nat /\ a N <= r + rho_M) ->
  let g := em_generator p e_max theta n' (clamped_draws p e_max theta (-1) n')
             (clamped_draws p e_max theta 1 n') in
  forall (r1 r2 : R) (S : Out -> bool), M_f r1 -> M_f r2 ->
  prob (fun x => S (h (signed_report rs r1 x))) g
  <= exp (/ b * Rabs (r1 - r2)) * Gamma (/ b) L delta
     * prob (fun x => S (h (signed_report rs r2 x))) g.
Proof.
  intros Hb Hdn Hth HrM delta Hn' HT Hem HL Hcells Hlong Hwin g r1 r2 S H1 H2.
  assert (Hbb : 0 <= b * em_bias p theta).
  { assert (H := em_bias_nonneg p theta Hth). apply Rmult_le_pos; lra. }
  assert (Hd : 0 <= delta) by (unfold delta; lra).
  assert (Hcl : forall s, s = 1 \/ s = -1 ->
            cut_off_draws rho_M e_max (clamped_draws p e_max theta s n')).
  { intros s Hs. apply clamped_draws_are_cut_off with (b := b) (T := T) (delta_n := delta_n);
      trivial; [unfold delta in HT; lra|]. intros j Hj. apply Hn'; [lia|exact Hj]. }
  assert (Hgen : is_generator g).
  { apply em_generator_is_generator with (rho_M := rho_M); apply Hcl; auto. }
  apply (theorem_A_signed_post_processing (/ b) L delta (rate_pos b Hb) Hd HL rs a N Hcells
           Hlong Out h M_f (fun _ => g)); trivial.
  intros r Hr. destruct (Hwin r Hr) as [Hw0 HwN].
  apply hypothesis_H_signed_from_near_or_same_side with (rho_M := rho_M); trivial.
  apply em_near_or_same_side with (T := T); trivial. unfold delta in HT. lra.
Qed.
