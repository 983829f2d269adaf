(** * The crossing argument: Conditions 1 to 3, repaired, imply (A) and (B)

    Section 4.2 of the paper, Condition 3 (l.669) and equation extr (l.682):
    "whatever happens outside U_r, the result will be truncated".  As printed
    this does not follow (F8, CE5: see PrintedContinuity.v).  This file proves
    Theorem B of section 1.3 of proofs/theory.md, which replaces it:

    - for any space of draws in which two points at distance <= delta_0 are
      joined by a path that stays within delta_0 of both ends and along which n
      is continuous ([crossing_space]); the spaces that are used are instances:
      subsets of a metric space with such paths, convex sets of any normed
      space, convex sets of the line, an interval of the line with the distance
      |phi(u) - phi(v)| of a monotone coordinate phi (phi = ln is the log metric
      of Theorem L), and the same with an exact sign bit (a disjoint union whose
      two parts are more than delta_0 apart);
    - for noise in any real normed space E, in particular the line;
    - with a modulus Omega instead of k delta_0, and with exceptional draws;
    - with (k, delta_n)-closeness on U_T instead of Lipschitz and within
      ([theorem_B_closeness]);
    - with an addition that is not exact ([theorem_B_addition]);
    - with the sides -oo and +oo told apart ([theorem_B_line_sides]);
    - with T = rho_M + delta_t ([theorem_B_line_equality]).

    Probabilities do not occur: (A) and (B) are statements about every draw u.
    The sets M^{-delta} are those of the norm of E; for another, smaller norm of
    cells (the sup norm on R^m) see [inner_set_of_smaller_norm].

    In Rust: the shift delta_t of every guarantee and certificate is k delta_0 +
    delta_n of Theorem B, from the bias of a generator and the error that the
    noise of crates/finite states.  Rests on Closeness.v and on Coquelicot's
    normed spaces. *)

From Coq Require Import Reals Lra Bool.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import Closeness.
Local Open Scope R_scope.

(** ** Norms: the few facts used *)

Section Norms.

Context {E : NormedModule R_AbsRing}.

Lemma plus_minus_cancel : forall r x : E, minus (plus r x) r = x.
Proof.
  intros r x. unfold minus.
  rewrite plus_comm, plus_assoc, plus_opp_l. apply plus_zero_l.
Qed.

Lemma norm_minus_swap : forall x y : E, norm (minus x y) = norm (minus y x).
Proof. intros x y. rewrite <- (norm_opp (minus x y)), opp_minus. reflexivity. Qed.

Lemma norm_minus_triangle : forall x y z : E,
  norm (minus x z) <= norm (minus x y) + norm (minus y z).
Proof. intros x y z. rewrite (minus_trans y x z). apply (@norm_triangle R_AbsRing E). Qed.

Lemma norm_le_plus_minus : forall x y : E, norm x <= norm y + norm (minus x y).
Proof.
  intros x y.
  pose proof (norm_triangle_inv x y) as H.
  pose proof (Rle_abs (norm x - norm y)). lra.
Qed.

Lemma norm_scal_positive : forall (l : R) (x : E), 0 < l -> norm (scal l x) = l * norm x.
Proof.
  intros l x Hl. apply Rle_antisym.
  - assert (H : norm (scal l x) <= Rabs l * norm x) by exact (@norm_scal R_AbsRing E l x).
    rewrite (Rabs_pos_eq l) in H by lra. exact H.
  - assert (H : norm (scal (/ l) (scal l x)) <= Rabs (/ l) * norm (scal l x))
      by exact (@norm_scal R_AbsRing E (/ l) (scal l x)).
    assert (Hback : scal (/ l) (scal l x) = x).
    { rewrite (@scal_assoc R_AbsRing E).
      transitivity (scal (@one R_AbsRing) x); [| apply scal_one].
      apply (f_equal (fun a : R => scal a x)).
      unfold mult, one; simpl. field. lra. }
    rewrite Hback in H.
    assert (Hinv : 0 < / l) by (apply Rinv_0_lt_compat; exact Hl).
    rewrite (Rabs_pos_eq (/ l)) in H by lra.
    apply (Rmult_le_compat_l l) in H; [| lra].
    rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l in H by lra. exact H.
Qed.

End Norms.

(** ** The intermediate value on a path *)

(** g is continuous on [0,1] (relative to [0,1]). *)
Definition continuous_on_unit {E : NormedModule R_AbsRing} (g : R -> E) : Prop :=
  forall t, 0 <= t <= 1 -> forall e, 0 < e ->
  exists h, 0 < h /\ forall s, 0 <= s <= 1 -> Rabs (s - t) < h -> norm (minus (g s) (g t)) < e.

Definition clamp (t : R) : R := Rmax 0 (Rmin 1 t).

Lemma clamp_unit : forall t, 0 <= clamp t <= 1.
Proof.
  intros t. unfold clamp. split.
  - apply Rmax_l.
  - apply Rmax_lub; [lra | apply Rmin_l].
Qed.

Lemma clamp_inside : forall t, 0 <= t <= 1 -> clamp t = t.
Proof. intros t Ht. unfold clamp. rewrite Rmin_right, Rmax_right; lra. Qed.

Lemma clamp_contracts : forall s t, Rabs (clamp s - clamp t) <= Rabs (s - t).
Proof.
  intros s t. unfold clamp, Rmax, Rmin.
  destruct (Rle_dec 1 s); destruct (Rle_dec 1 t);
  repeat destruct (Rle_dec _ _); unfold Rabs; repeat destruct (Rcase_abs _); lra.
Qed.

(** The norm of a continuous path that starts within T and ends beyond T takes
    the value T. *)
Lemma intermediate_norm : forall {E : NormedModule R_AbsRing} (g : R -> E) T,
  continuous_on_unit g -> norm (g 0) <= T -> T <= norm (g 1) ->
  exists t, 0 <= t <= 1 /\ norm (g t) = T.
Proof.
  intros E g T Hg H0 H1.
  pose (f := fun t => norm (g (clamp t))).
  assert (Hf : Ranalysis1.continuity f).
  { intros t e He.
    destruct (Hg (clamp t) (clamp_unit t) e He) as (h & Hh & Hball).
    exists h. split; [exact Hh |].
    intros s [_ Hs]. simpl in *. unfold R_dist in *. unfold f.
    eapply Rle_lt_trans; [apply norm_triangle_inv |].
    apply Hball; [apply clamp_unit |].
    eapply Rle_lt_trans; [apply clamp_contracts | exact Hs]. }
  assert (F0 : f 0 = norm (g 0)) by (unfold f; rewrite clamp_inside; [reflexivity | lra]).
  assert (F1 : f 1 = norm (g 1)) by (unfold f; rewrite clamp_inside; [reflexivity | lra]).
  destruct (IVT_gen f 0 1 T Hf) as (t & Ht & Hft).
  - rewrite F0, F1. rewrite Rmin_left, Rmax_right; lra.
  - rewrite Rmin_left, Rmax_right in Ht by lra.
    exists t. split; [exact Ht |].
    unfold f in Hft. rewrite clamp_inside in Hft; [exact Hft | exact Ht].
Qed.

(** ** The space of draws *)

Section Draws.

Context {E : NormedModule R_AbsRing} {Draw : Type}.

(** x and y are joined by a path in V within [reach] of both, along which n is
    continuous. *)
Definition joined (V : Draw -> Prop) (d : Draw -> Draw -> R) (n : Draw -> E)
    (reach : R) (x y : Draw) : Prop :=
  exists path : R -> Draw,
    path 0 = x /\ path 1 = y /\
    (forall t, 0 <= t <= 1 -> V (path t) /\ d x (path t) <= reach /\ d y (path t) <= reach) /\
    continuous_on_unit (fun t => n (path t)).

(** The hypothesis of Theorem B on V, d and n. *)
Definition crossing_space (V : Draw -> Prop) (d : Draw -> Draw -> R) (n : Draw -> E)
    (delta_0 : R) : Prop :=
  (forall x y, V x -> V y -> d x y = d y x) /\
  (forall x y, V x -> V y -> d x y <= delta_0 -> joined V d n delta_0 x y).

(** M^{-delta}: the points whose closed delta-ball lies in M (l.301, repaired as
    in F1). *)
Definition inner_set (M : E -> Prop) (delta : R) (y : E) : Prop :=
  forall s, norm (minus s y) <= delta -> M s.

(** Conditions (A) and (B) of section 1.1 of proofs/theory.md, for every draw in
    V and every true answer r in M_f: X is the ideal noise, X' the computed. *)
Definition condition_A (V : Draw -> Prop) (M M_f : E -> Prop) (X X' : Draw -> E) delta : Prop :=
  forall u r, V u -> M_f r -> M (plus r (X' u)) -> norm (minus (X' u) (X u)) <= delta.

Definition condition_B (V : Draw -> Prop) (M M_f : E -> Prop) (X X' : Draw -> E) delta : Prop :=
  forall u r, V u -> M_f r -> inner_set M delta (plus r (X u)) ->
  norm (minus (X' u) (X u)) <= delta.

Lemma inner_set_inside : forall M delta y, 0 <= delta -> inner_set M delta y -> M y.
Proof.
  intros M delta y Hdelta H. apply H.
  unfold minus. rewrite plus_opp_r, (@norm_zero R_AbsRing E). exact Hdelta.
Qed.

(** (A) and (B) in terms of a smaller norm, such as the sup norm on R^m: they
    follow from (A) and (B) in the norm of E, because the balls of the smaller
    norm are larger. *)
Lemma inner_set_of_smaller_norm : forall (size : E -> R) (M : E -> Prop) delta y,
  (forall x, size x <= norm x) ->
  (forall s, size (minus s y) <= delta -> M s) -> inner_set M delta y.
Proof.
  intros size M delta y Hsize H s Hs. apply H.
  eapply Rle_trans; [apply Hsize | exact Hs].
Qed.

(** (A) and (B) become weaker when delta grows. *)
Lemma condition_A_weaker : forall V M M_f X X' delta delta',
  delta <= delta' -> condition_A V M M_f X X' delta -> condition_A V M M_f X X' delta'.
Proof.
  intros V M M_f X X' delta delta' Hle H u r Vu Hr HM.
  eapply Rle_trans; [exact (H u r Vu Hr HM) | exact Hle].
Qed.

Lemma condition_B_weaker : forall V M M_f X X' delta delta',
  delta <= delta' -> condition_B V M M_f X X' delta -> condition_B V M M_f X X' delta'.
Proof.
  intros V M M_f X X' delta delta' Hle H u r Vu Hr HM.
  eapply Rle_trans; [| exact Hle].
  apply (H u r Vu Hr). intros s Hs. apply HM. lra.
Qed.

End Draws.

(** ** Theorem B (section 1.3; repairs Condition 3, l.669, and extr, l.682) *)

Section Theorem_B.

Context {E : NormedModule R_AbsRing} {Draw : Type}.
Variables (V : Draw -> Prop) (d : Draw -> Draw -> R).
(** the exact noise n, the computed n', the generator n_0 *)
Variables (n n' : Draw -> E) (n_0 : Draw -> Draw).
Variables (delta_0 delta_n T : R).

Hypothesis space : crossing_space V d n delta_0.
Hypothesis n_0_in_V : forall u, V u -> V (n_0 u).
Hypothesis delta_n_nonnegative : 0 <= delta_n.

(** U_T *)
Definition safe (u : Draw) : Prop := V u /\ norm (n u) <= T.

Lemma safe_or_beyond : forall u, V u -> safe u \/ T < norm (n u).
Proof.
  intros u Vu. destruct (Rle_lt_dec (norm (n u)) T) as [H | H].
  - left. split; assumption.
  - right. exact H.
Qed.

(** Crossing: between x in U_T and y outside U_T, at distance <= delta_0, there
    is w with ||n(w)|| = T within delta_0 of both. *)
Lemma crossing : forall x y, safe x -> V y -> T < norm (n y) -> d x y <= delta_0 ->
  exists w, safe w /\ norm (n w) = T /\ d x w <= delta_0 /\ d y w <= delta_0.
Proof.
  intros x y [Vx Hx] Vy Hy Hd.
  destruct (proj2 space x y Vx Vy Hd) as (path & P0 & P1 & Hpath & Hcont).
  destruct (intermediate_norm (fun t => n (path t)) T Hcont) as (t & Ht & Hn).
  - rewrite P0. exact Hx.
  - rewrite P1. lra.
  - destruct (Hpath t Ht) as (Vt & Dx & Dy).
    exists (path t). repeat split; try assumption. lra.
Qed.

(** A draw is regular if (i), (iii) and (iv) hold for it. *)
Definition regular (u : Draw) : Prop :=
  d (n_0 u) u <= delta_0 /\
  (safe (n_0 u) -> norm (minus (n' (n_0 u)) (n (n_0 u))) <= delta_n) /\
  (T < norm (n (n_0 u)) -> T - delta_n <= norm (n' (n_0 u))).

(** *** The four cases, with a modulus Omega for n on U_T *)
Section Modulus.

Variable Omega : R.
Hypothesis Omega_nonnegative : 0 <= Omega.
Hypothesis modulus : forall u w, safe u -> safe w -> d u w <= delta_0 ->
  norm (minus (n u) (n w)) <= Omega.

Lemma crossing_modulus : forall x y, safe x -> V y -> T < norm (n y) -> d x y <= delta_0 ->
  T - Omega <= norm (n x).
Proof.
  intros x y Sx Vy Hy Hd.
  destruct (crossing x y Sx Vy Hy Hd) as (w & Sw & Hw & Dx & _).
  pose proof (modulus x w Sx Sw Dx) as H.
  rewrite norm_minus_swap in H.
  pose proof (norm_le_plus_minus (n w) (n x)). lra.
Qed.

(** Either the computed noise is within Omega + delta_n of the ideal noise, or
    both are large. *)
Lemma four_cases : forall u, V u -> regular u ->
  norm (minus (n' (n_0 u)) (n u)) <= Omega + delta_n \/
  (T - (Omega + delta_n) <= norm (n' (n_0 u)) /\ T - Omega <= norm (n u)).
Proof.
  intros u Vu (Hi & Hiii & Hiv).
  pose proof (n_0_in_V u Vu) as Vv. set (v := n_0 u) in *.
  assert (Hsym : d u v <= delta_0) by (rewrite (proj1 space u v Vu Vv); exact Hi).
  destruct (safe_or_beyond u Vu) as [Su | Bu]; destruct (safe_or_beyond v Vv) as [Sv | Bv].
  - (* both in U_T *)
    left. pose proof (Hiii Sv). pose proof (modulus v u Sv Su Hi).
    pose proof (norm_minus_triangle (n' v) (n v) (n u)). lra.
  - (* u in, v out *)
    right. pose proof (Hiv Bv). pose proof (crossing_modulus u v Su Vv Bv Hsym). lra.
  - (* u out, v in *)
    right. pose proof (Hiii Sv) as H. rewrite norm_minus_swap in H.
    pose proof (crossing_modulus v u Sv Vu Bu Hi).
    pose proof (norm_le_plus_minus (n v) (n' v)). lra.
  - (* both out *)
    right. pose proof (Hiv Bv). lra.
Qed.

End Modulus.

(** *** The four cases under (k, delta_n)-closeness on U_T *)
Section Closeness_on_U_T.

Variable k : R.
Hypothesis k_nonnegative : 0 <= k.
Hypothesis delta_0_nonnegative : 0 <= delta_0.
Hypothesis d_same : forall u, V u -> d u u = 0.
(** n and n' are (k, delta_n)-close on U_T, as in Condition 3 (l.669) *)
Hypothesis closeness : forall u v, safe u -> safe v ->
  norm (minus (n u) (n' v)) <= k * d u v + delta_n.

Lemma four_cases_closeness : forall u, V u -> regular u ->
  norm (minus (n' (n_0 u)) (n u)) <= k * delta_0 + delta_n \/
  (T - (k * delta_0 + delta_n) <= norm (n' (n_0 u))
   /\ T - k * delta_0 - 2 * delta_n <= norm (n u)).
Proof.
  intros u Vu (Hi & _ & Hiv).
  pose proof (n_0_in_V u Vu) as Vv. set (v := n_0 u) in *.
  assert (Hsym : d u v <= delta_0) by (rewrite (proj1 space u v Vu Vv); exact Hi).
  assert (Hk : forall x y, d x y <= delta_0 -> k * d x y <= k * delta_0)
    by (intros x y Hxy; apply Rmult_le_compat_l; assumption).
  assert (Hk0 : 0 <= k * delta_0) by (apply Rmult_le_pos; assumption).
  destruct (safe_or_beyond u Vu) as [Su | Bu]; destruct (safe_or_beyond v Vv) as [Sv | Bv].
  - left. pose proof (closeness u v Su Sv). pose proof (Hk u v Hsym).
    rewrite norm_minus_swap. lra.
  - right. pose proof (Hiv Bv).
    destruct (crossing u v Su Vv Bv Hsym) as (w & Sw & Hw & Dw & _).
    pose proof (closeness u w Su Sw) as Huw. pose proof (Hk u w Dw).
    pose proof (closeness w w Sw Sw) as Hww. rewrite (d_same w (proj1 Sw)), Rmult_0_r in Hww.
    rewrite norm_minus_swap in Huw.
    pose proof (norm_minus_triangle (n w) (n' w) (n u)).
    pose proof (norm_le_plus_minus (n w) (n u)). lra.
  - right. destruct (crossing v u Sv Vu Bu Hi) as (w & Sw & Hw & Dw & _).
    pose proof (closeness w v Sw Sv) as Hwv.
    rewrite (proj1 space w v (proj1 Sw) Vv) in Hwv. pose proof (Hk v w Dw).
    pose proof (norm_le_plus_minus (n w) (n' v)). lra.
  - right. pose proof (Hiv Bv). lra.
Qed.

End Closeness_on_U_T.

(** *** Conclusions (A) and (B) *)

Variables (M M_f : E -> Prop) (rho_M : R).
(** rho_M bounds ||y - r|| for y in M and r in M_f *)
Hypothesis radius : forall y r, M y -> M_f r -> norm (minus y r) <= rho_M.

(** An exceptional draw: both noises leave M for every answer (the cut-off of
    F11 is of this kind). *)
Definition exceptional (u : Draw) : Prop :=
  rho_M < norm (n u) /\ forall r, M_f r -> ~ M (plus r (n' (n_0 u))).

Lemma noise_in_M : forall r x, M_f r -> M (plus r x) -> norm x <= rho_M.
Proof.
  intros r x Hr HM. pose proof (radius _ _ HM Hr) as H.
  rewrite plus_minus_cancel in H. exact H.
Qed.

(** Theorem B, general form: modulus Omega and exceptional draws. *)
Theorem theorem_B_modulus : forall Omega,
  0 <= Omega ->
  (forall u w, safe u -> safe w -> d u w <= delta_0 -> norm (minus (n u) (n w)) <= Omega) ->
  (forall u, V u -> regular u \/ exceptional u) ->
  rho_M + (Omega + delta_n) < T ->
  condition_A V M M_f n (fun u => n' (n_0 u)) (Omega + delta_n) /\
  condition_B V M M_f n (fun u => n' (n_0 u)) (Omega + delta_n).
Proof.
  intros Omega HOmega Hmod Hdraws HT. split.
  - intros u r Vu Hr HM.
    pose proof (noise_in_M r _ Hr HM) as Hsmall.
    destruct (Hdraws u Vu) as [Hreg | [_ Hexc]].
    + destruct (four_cases Omega HOmega Hmod u Vu Hreg) as [H | [H _]]; [exact H | lra].
    + exfalso. exact (Hexc r Hr HM).
  - intros u r Vu Hr HM.
    assert (HM' : M (plus r (n u))) by (apply inner_set_inside with (2 := HM); lra).
    pose proof (noise_in_M r _ Hr HM') as Hsmall.
    destruct (Hdraws u Vu) as [Hreg | [Hexc _]]; [| lra].
    destruct (four_cases Omega HOmega Hmod u Vu Hreg) as [H | [_ H]]; [exact H | lra].
Qed.

(** Theorem B.  In words: let n be continuous along the paths of V,
    (i) d(n_0(u),u) <= delta_0 on V; (ii) ||n(u)-n(v)|| <= k d(u,v) on U_T;
    (iii) ||n'(v)-n(v)|| <= delta_n for v in U_T and in n_0(V);
    (iv) ||n'(v)|| >= T - delta_n for v in n_0(V) outside U_T;
    (v) T > rho_M + delta_t, delta_t = k delta_0 + delta_n (epst, l.688).
    Then (A) and (B) hold with delta = delta_t. *)
Theorem theorem_B : forall k,
  0 <= k -> 0 <= delta_0 ->
  (forall u, V u -> d (n_0 u) u <= delta_0) ->
  (forall u v, safe u -> safe v -> norm (minus (n u) (n v)) <= k * d u v) ->
  (forall u, V u -> safe (n_0 u) -> norm (minus (n' (n_0 u)) (n (n_0 u))) <= delta_n) ->
  (forall u, V u -> T < norm (n (n_0 u)) -> T - delta_n <= norm (n' (n_0 u))) ->
  rho_M + (k * delta_0 + delta_n) < T ->
  condition_A V M M_f n (fun u => n' (n_0 u)) (k * delta_0 + delta_n) /\
  condition_B V M M_f n (fun u => n' (n_0 u)) (k * delta_0 + delta_n).
Proof.
  intros k Hk Hd0 Hi Hii Hiii Hiv Hv.
  apply theorem_B_modulus; [apply Rmult_le_pos; assumption | | | exact Hv].
  - intros u w Su Sw Hd. eapply Rle_trans; [apply (Hii u w Su Sw) |].
    apply Rmult_le_compat_l; assumption.
  - intros u Vu. left. split; [| split].
    + exact (Hi u Vu).
    + exact (Hiii u Vu).
    + exact (Hiv u Vu).
Qed.

(** y in M^{-delta} is at most rho_M - delta away from every true answer:
    extend the segment from r to y by delta. *)
Lemma radius_of_inner_set : forall (e : E) delta y r,
  norm e = 1 -> 0 <= delta -> inner_set M delta y -> M_f r -> norm (minus y r) <= rho_M - delta.
Proof.
  intros e delta y r He Hdelta Hy Hr.
  destruct (Req_dec delta 0) as [Z | NZ].
  { subst delta. rewrite Rminus_0_r. apply radius; [| exact Hr].
    exact (inner_set_inside M 0 y (Rle_refl 0) Hy). }
  pose proof (@norm_ge_0 R_AbsRing E (minus y r)) as Hpos.
  destruct (Req_dec (norm (minus y r)) 0) as [Z | NZ'].
  - assert (Hs : M (plus r (scal delta e))).
    { apply Hy. apply (@norm_eq_zero R_AbsRing E) in Z.
      assert (y = r) as ->.
      { rewrite <- (plus_zero_l r), <- Z. unfold minus.
        rewrite <- plus_assoc, plus_opp_l, plus_zero_r. reflexivity. }
      rewrite plus_minus_cancel, norm_scal_positive, He by lra. lra. }
    pose proof (noise_in_M r _ Hr Hs) as H.
    rewrite norm_scal_positive, He in H by lra. lra.
  - set (l := norm (minus y r)) in *.
    assert (Hl : 0 < l) by lra.
    assert (Hfrac : 0 < delta / l) by (apply Rdiv_lt_0_compat; lra).
    assert (Hs : M (plus r (scal (1 + delta / l) (minus y r)))).
    { apply Hy.
      replace (minus (plus r (scal (1 + delta / l) (minus y r))) y)
        with (scal (delta / l) (minus y r)).
      - rewrite norm_scal_positive by exact Hfrac. fold l.
        right. field. lra.
      - replace (scal (1 + delta / l) (minus y r))
          with (plus (minus y r) (scal (delta / l) (minus y r))).
        2: { change (1 + delta / l) with (plus (@one R_AbsRing) (delta / l)).
             rewrite (@scal_distr_r R_AbsRing E). f_equal.
             symmetry. apply scal_one. }
        rewrite plus_assoc.
        replace (plus r (minus y r)) with y.
        + rewrite plus_minus_cancel. reflexivity.
        + unfold minus. rewrite plus_comm, <- plus_assoc, plus_opp_l, plus_zero_r. reflexivity. }
    pose proof (noise_in_M r _ Hr Hs) as H.
    rewrite norm_scal_positive in H by lra. fold l in H.
    replace ((1 + delta / l) * l) with (l + delta) in H by (field; lra). lra.
Qed.

(** Theorem B with (k, delta_n)-closeness on U_T in place of (ii) and (iii), and
    the same T.  (E has a unit vector e.) *)
Theorem theorem_B_closeness : forall k (e : E),
  norm e = 1 -> 0 <= k -> 0 <= delta_0 -> (forall u, V u -> d u u = 0) ->
  (forall u, V u -> d (n_0 u) u <= delta_0) ->
  (forall u v, safe u -> safe v -> norm (minus (n u) (n' v)) <= k * d u v + delta_n) ->
  (forall u, V u -> T < norm (n (n_0 u)) -> T - delta_n <= norm (n' (n_0 u))) ->
  rho_M + (k * delta_0 + delta_n) < T ->
  condition_A V M M_f n (fun u => n' (n_0 u)) (k * delta_0 + delta_n) /\
  condition_B V M M_f n (fun u => n' (n_0 u)) (k * delta_0 + delta_n).
Proof.
  intros k e He Hk Hd0 Hsame Hi Hclose Hiv Hv.
  assert (Hk0 : 0 <= k * delta_0) by (apply Rmult_le_pos; assumption).
  assert (Hreg : forall u, V u -> regular u).
  { intros u Vu. split; [| split].
    - exact (Hi u Vu).
    - intros Sv. pose proof (Hclose _ _ Sv Sv) as H.
      rewrite (Hsame _ (proj1 Sv)), Rmult_0_r in H. rewrite norm_minus_swap. lra.
    - exact (Hiv u Vu). }
  split.
  - intros u r Vu Hr HM. pose proof (noise_in_M r _ Hr HM) as Hsmall.
    destruct (four_cases_closeness k Hk Hd0 Hsame Hclose u Vu (Hreg u Vu)) as [H | [H _]];
      [exact H | lra].
  - intros u r Vu Hr HM.
    assert (Hdelta : 0 <= k * delta_0 + delta_n) by lra.
    pose proof (radius_of_inner_set e _ _ _ He Hdelta HM Hr) as Hsmall.
    rewrite plus_minus_cancel in Hsmall.
    destruct (four_cases_closeness k Hk Hd0 Hsame Hclose u Vu (Hreg u Vu)) as [H | [_ H]];
      [exact H | lra].
Qed.

(** *** An addition that is not a function of the exact sum *)

(** [add r x] is the computed r (+) x.  Where either sum lies in M it is within
    delta_add of the exact one.  The noise that the mechanism really adds is
    r (+) X' - r; (A) and (B) for it depend on r. *)
Variable add : E -> E -> E.
Variable delta_add : R.
Hypothesis delta_add_nonnegative : 0 <= delta_add.
Hypothesis addition : forall r x, M_f r -> M (add r x) \/ M (plus r x) ->
  norm (minus (add r x) (plus r x)) <= delta_add.

Definition condition_A_addition (delta : R) : Prop :=
  forall u r, V u -> M_f r -> M (add r (n' (n_0 u))) ->
  norm (minus (add r (n' (n_0 u))) (plus r (n u))) <= delta.

Definition condition_B_addition (delta : R) : Prop :=
  forall u r, V u -> M_f r -> inner_set M delta (plus r (n u)) ->
  norm (minus (add r (n' (n_0 u))) (plus r (n u))) <= delta.

Lemma minus_plus_same : forall r x y : E, minus (plus r x) (plus r y) = minus x y.
Proof.
  intros r x y. unfold minus. rewrite opp_plus, (plus_comm r x), <- plus_assoc.
  rewrite (plus_assoc r), plus_opp_r, plus_zero_l. reflexivity.
Qed.

(** Theorem B for a computed addition: with T > rho_M + delta_t + delta_add, (A)
    and (B) hold with delta = delta_t + delta_add, for the reported
    r (+) X' in place of r + X'. *)
Theorem theorem_B_addition_modulus : forall Omega,
  0 <= Omega ->
  (forall u w, safe u -> safe w -> d u w <= delta_0 -> norm (minus (n u) (n w)) <= Omega) ->
  (forall u, V u -> regular u) ->
  rho_M + (Omega + delta_n + delta_add) < T ->
  condition_A_addition (Omega + delta_n + delta_add) /\
  condition_B_addition (Omega + delta_n + delta_add).
Proof.
  intros Omega HOmega Hmod Hreg HT. split.
  - intros u r Vu Hr HM.
    pose proof (addition r _ Hr (or_introl HM)) as Hadd.
    pose proof (radius _ _ HM Hr) as Hrad.
    assert (Hsmall : norm (n' (n_0 u)) <= rho_M + delta_add).
    { pose proof (norm_minus_triangle (plus r (n' (n_0 u))) (add r (n' (n_0 u))) r) as tri.
      rewrite plus_minus_cancel in tri.
      rewrite norm_minus_swap in Hadd. lra. }
    destruct (four_cases Omega HOmega Hmod u Vu (Hreg u Vu)) as [H | [H _]]; [| lra].
    pose proof (norm_minus_triangle (add r (n' (n_0 u))) (plus r (n' (n_0 u))) (plus r (n u))) as tri.
    rewrite minus_plus_same in tri. lra.
  - intros u r Vu Hr HM.
    assert (HM' : M (plus r (n u))) by (apply inner_set_inside with (2 := HM); lra).
    pose proof (noise_in_M r _ Hr HM') as Hsmall.
    destruct (four_cases Omega HOmega Hmod u Vu (Hreg u Vu)) as [H | [_ H]]; [| lra].
    assert (HM'' : M (plus r (n' (n_0 u)))).
    { apply HM. rewrite minus_plus_same. lra. }
    pose proof (addition r _ Hr (or_intror HM'')) as Hadd.
    pose proof (norm_minus_triangle (add r (n' (n_0 u))) (plus r (n' (n_0 u))) (plus r (n u))) as tri.
    rewrite minus_plus_same in tri. lra.
Qed.

Theorem theorem_B_addition : forall k,
  0 <= k -> 0 <= delta_0 ->
  (forall u, V u -> d (n_0 u) u <= delta_0) ->
  (forall u v, safe u -> safe v -> norm (minus (n u) (n v)) <= k * d u v) ->
  (forall u, V u -> safe (n_0 u) -> norm (minus (n' (n_0 u)) (n (n_0 u))) <= delta_n) ->
  (forall u, V u -> T < norm (n (n_0 u)) -> T - delta_n <= norm (n' (n_0 u))) ->
  rho_M + (k * delta_0 + delta_n + delta_add) < T ->
  condition_A_addition (k * delta_0 + delta_n + delta_add) /\
  condition_B_addition (k * delta_0 + delta_n + delta_add).
Proof.
  intros k Hk Hd0 Hi Hii Hiii Hiv Hv.
  apply theorem_B_addition_modulus; [apply Rmult_le_pos; assumption | | | exact Hv].
  - intros u w Su Sw Hd. eapply Rle_trans; [apply (Hii u w Su Sw) |].
    apply Rmult_le_compat_l; assumption.
  - intros u Vu. split; [| split].
    + exact (Hi u Vu).
    + exact (Hiii u Vu).
    + exact (Hiv u Vu).
Qed.

(** The printed Condition 2 (l.659), with one point v* where ||n(v* )|| = T and
    n' within delta_n there, implies (iv). *)
Theorem printed_condition_2_implies_iv : forall v_star,
  (forall x y, V x -> V y -> norm (n x) <= norm (n y) -> norm (n' x) <= norm (n' y)) ->
  V v_star -> norm (n v_star) = T -> norm (minus (n' v_star) (n v_star)) <= delta_n ->
  forall v, V v -> T < norm (n v) -> T - delta_n <= norm (n' v).
Proof.
  intros v_star Hmono Vs Hs Hnear v Vv Hv.
  assert (H1 : norm (n' v_star) <= norm (n' v)) by (apply Hmono; try assumption; lra).
  rewrite norm_minus_swap in Hnear.
  pose proof (norm_le_plus_minus (n v_star) (n' v_star)). lra.
Qed.

End Theorem_B.

(** ** Spaces of draws that qualify *)

Section Instances.

Context {E : NormedModule R_AbsRing}.

(** *** Subsets of a metric space

    n is continuous on V in the metric, and two points of V at distance
    <= delta_0 are joined by a continuous path in V within delta_0 of both. *)
Section Metric.

Variables (A : metric_space) (V : A -> Prop) (n : A -> E) (delta_0 : R).

Definition continuous_on : Prop :=
  forall x, V x -> forall e, 0 < e ->
  exists h, 0 < h /\ forall y, V y -> distance y x < h -> norm (minus (n y) (n x)) < e.

Definition continuous_path (path : R -> A) : Prop :=
  forall t, 0 <= t <= 1 -> forall e, 0 < e ->
  exists h, 0 < h /\ forall s, 0 <= s <= 1 -> Rabs (s - t) < h -> distance (path s) (path t) < e.

Theorem crossing_space_metric :
  continuous_on ->
  (forall x y, V x -> V y -> distance x y <= delta_0 ->
    exists path, path 0 = x /\ path 1 = y /\ continuous_path path /\
    forall t, 0 <= t <= 1 -> V (path t) /\ distance x (path t) <= delta_0
                             /\ distance y (path t) <= delta_0) ->
  crossing_space V distance n delta_0.
Proof.
  intros Hn Hpaths. split.
  - intros x y _ _. apply distance_symmetric.
  - intros x y Vx Vy Hd.
    destruct (Hpaths x y Vx Vy Hd) as (path & P0 & P1 & Hcont & Hball).
    exists path. repeat split; try assumption; try (apply Hball; assumption).
    intros t Ht e He.
    destruct (Hn (path t) (proj1 (Hball t Ht)) e He) as (h & Hh & Hnear).
    destruct (Hcont t Ht h Hh) as (h' & Hh' & Hclose).
    exists h'. split; [exact Hh' |].
    intros s Hs Hst. apply Hnear; [apply Hball; exact Hs | apply Hclose; assumption].
Qed.

End Metric.

(** *** Convex sets of a normed space (R^q with any norm) *)
Section Convex.

Context {W : NormedModule R_AbsRing}.
Variables (V : W -> Prop) (n : W -> E) (delta_0 : R).

Definition segment (x y : W) (t : R) : W := plus x (scal t (minus y x)).

Definition convex : Prop :=
  forall x y t, V x -> V y -> 0 <= t <= 1 -> V (segment x y t).

Definition continuous_on_normed : Prop :=
  forall x, V x -> forall e, 0 < e ->
  exists h, 0 < h /\ forall y, V y -> norm (minus y x) < h -> norm (minus (n y) (n x)) < e.

Lemma norm_scal_nonnegative : forall (l : R) (x : W), 0 <= l -> norm (scal l x) <= l * norm x.
Proof.
  intros l x Hl.
  assert (H : norm (scal l x) <= Rabs l * norm x) by exact (@norm_scal R_AbsRing W l x).
  rewrite Rabs_pos_eq in H; assumption.
Qed.

Lemma segment_start : forall x y, segment x y 0 = x.
Proof.
  intros x y. unfold segment.
  replace (scal 0 (minus y x)) with (@zero W).
  - apply plus_zero_r.
  - symmetry. apply (@scal_zero_l R_AbsRing W).
Qed.

Lemma segment_end : forall x y, segment x y 1 = y.
Proof.
  intros x y. unfold segment.
  replace (scal 1 (minus y x)) with (minus y x).
  - unfold minus. rewrite plus_comm, <- plus_assoc, plus_opp_l, plus_zero_r. reflexivity.
  - symmetry. apply (@scal_one R_AbsRing W).
Qed.

Lemma segment_difference : forall x y s t,
  minus (segment x y s) (segment x y t) = scal (s - t) (minus y x).
Proof.
  intros x y s t. unfold segment.
  rewrite minus_plus_same. symmetry.
  exact (@scal_minus_distr_r R_AbsRing W s t (minus y x)).
Qed.

Theorem crossing_space_convex :
  convex -> continuous_on_normed ->
  crossing_space V (fun u v => norm (minus u v)) n delta_0.
Proof.
  intros Hconvex Hn. split.
  - intros x y _ _. apply norm_minus_swap.
  - intros x y Vx Vy Hd. exists (segment x y).
    assert (Hmove : forall s t, norm (minus (segment x y s) (segment x y t))
                                <= Rabs (s - t) * norm (minus y x)).
    { intros s t. rewrite segment_difference.
      exact (@norm_scal R_AbsRing W (s - t) (minus y x)). }
    pose proof (@norm_ge_0 R_AbsRing W (minus y x)) as Hpos.
    rewrite norm_minus_swap in Hd.
    split; [apply segment_start |]. split; [apply segment_end |]. split.
    + intros t Ht. split; [apply Hconvex; assumption |]. split.
      * pose proof (Hmove 0 t) as H. rewrite segment_start in H.
        assert (Rabs (0 - t) <= 1) by (apply Rabs_le; lra).
        assert (Rabs (0 - t) * norm (minus y x) <= 1 * norm (minus y x))
          by (apply Rmult_le_compat_r; assumption).
        lra.
      * pose proof (Hmove 1 t) as H. rewrite segment_end in H.
        assert (Rabs (1 - t) <= 1) by (apply Rabs_le; lra).
        assert (Rabs (1 - t) * norm (minus y x) <= 1 * norm (minus y x))
          by (apply Rmult_le_compat_r; assumption).
        lra.
    + intros t Ht e He.
      destruct (Hn (segment x y t) (Hconvex x y t Vx Vy Ht) e He) as (h & Hh & Hnear).
      exists (h / (norm (minus y x) + 1)).
      assert (Hden : 0 < norm (minus y x) + 1) by lra.
      split; [apply Rdiv_lt_0_compat; lra |].
      intros s Hs Hst. apply Hnear; [apply Hconvex; assumption |].
      eapply Rle_lt_trans; [apply Hmove |].
      apply (Rmult_lt_compat_r (norm (minus y x) + 1)) in Hst; [| exact Hden].
      replace (h / (norm (minus y x) + 1) * (norm (minus y x) + 1)) with h in Hst
        by (field; lra).
      pose proof (Rabs_pos (s - t)). nra.
Qed.

End Convex.

(** *** Intervals of the line *)

(** An interval: with x and y it contains what lies between. *)
Definition interval (V : R -> Prop) : Prop :=
  forall x y z, V x -> V y -> x <= z <= y -> V z.

(** n is continuous on the set V of reals (relative to V). *)
Definition continuous_on_line (V : R -> Prop) (n : R -> E) : Prop :=
  forall x, V x -> forall e, 0 < e ->
  exists h, 0 < h /\ forall y, V y -> Rabs (y - x) < h -> norm (minus (n y) (n x)) < e.

(** The distance |phi(u) - phi(v)| of a coordinate phi that is monotone on V:
    phi = id is the usual distance, phi = ln the log metric of F11. *)
Definition coordinate_distance (phi : R -> R) (u v : R) : R := Rabs (phi u - phi v).

Definition monotone_on (V : R -> Prop) (phi : R -> R) : Prop :=
  (forall x y, V x -> V y -> x <= y -> phi x <= phi y) \/
  (forall x y, V x -> V y -> x <= y -> phi y <= phi x).

Lemma between_values : forall a b c reach : R, (a <= b <= c \/ c <= b <= a) ->
  Rabs (a - c) <= reach -> Rabs (a - b) <= reach /\ Rabs (c - b) <= reach.
Proof.
  intros a b c reach H Hac. revert Hac. unfold Rabs.
  repeat destruct (Rcase_abs _); lra.
Qed.

(** Points between x and y stay within reach of both in a monotone coordinate. *)
Lemma joined_by_segment : forall V phi (n : R -> E) reach x y,
  interval V -> monotone_on V phi -> continuous_on_line V n ->
  V x -> V y -> coordinate_distance phi x y <= reach ->
  joined V (coordinate_distance phi) n reach x y.
Proof.
  intros V phi n reach x y Hint Hmono Hn Vx Vy Hd.
  exists (fun t => x + t * (y - x)).
  assert (Hbetween : forall t, 0 <= t <= 1 ->
    (x <= x + t * (y - x) <= y \/ y <= x + t * (y - x) <= x)).
  { intros t Ht. destruct (Rle_dec x y); [left | right]; nra. }
  assert (HV : forall t, 0 <= t <= 1 -> V (x + t * (y - x))).
  { intros t Ht. destruct (Hbetween t Ht) as [B | B].
    - exact (Hint x y _ Vx Vy B).
    - exact (Hint y x _ Vy Vx B). }
  split; [ring |]. split; [ring |]. split.
  - intros t Ht. split; [exact (HV t Ht) |].
    apply between_values; [| exact Hd].
    pose proof (HV t Ht) as Vt.
    destruct Hmono as [Hinc | Hdec]; destruct (Hbetween t Ht) as [[B1 B2] | [B1 B2]].
    + left. split; apply Hinc; assumption.
    + right. split; apply Hinc; assumption.
    + right. split; apply Hdec; assumption.
    + left. split; apply Hdec; assumption.
  - intros t Ht e He.
    destruct (Hn _ (HV t Ht) e He) as (h & Hh & Hnear).
    exists (h / (Rabs (y - x) + 1)).
    pose proof (Rabs_pos (y - x)) as Hpos.
    split; [apply Rdiv_lt_0_compat; lra |].
    intros s Hs Hst. apply Hnear; [exact (HV s Hs) |].
    replace (x + s * (y - x) - (x + t * (y - x))) with ((s - t) * (y - x)) by ring.
    rewrite Rabs_mult.
    apply (Rmult_lt_compat_r (Rabs (y - x) + 1)) in Hst; [| lra].
    replace (h / (Rabs (y - x) + 1) * (Rabs (y - x) + 1)) with h in Hst by (field; lra).
    pose proof (Rabs_pos (s - t)). nra.
Qed.

Theorem crossing_space_coordinate : forall V phi (n : R -> E) delta_0,
  interval V -> monotone_on V phi -> continuous_on_line V n ->
  crossing_space V (coordinate_distance phi) n delta_0.
Proof.
  intros V phi n delta_0 Hint Hmono Hn. split.
  - intros x y _ _. apply Rabs_minus_sym.
  - intros x y Vx Vy Hd. apply joined_by_segment; assumption.
Qed.

Theorem crossing_space_line : forall V (n : R -> E) delta_0,
  interval V -> continuous_on_line V n ->
  crossing_space V (fun u v => Rabs (u - v)) n delta_0.
Proof.
  intros V n delta_0 Hint Hn.
  apply (crossing_space_coordinate V (fun u => u)); try assumption.
  left. intros x y _ _ H. exact H.
Qed.

(** *** An exact sign bit: a disjoint union

    Draws are (sign, u).  Points with different signs are more than delta_0
    apart (their distance is delta_0 + 1), so that (i) says that n_0 keeps the
    sign.  With the inherited metric a disjoint union does not qualify
    (proofs/theory.md, section 1.3). *)
Definition sign_bit_distance (phi : R -> R) (delta_0 : R) (a b : bool * R) : R :=
  if eqb (fst a) (fst b) then coordinate_distance phi (snd a) (snd b) else delta_0 + 1.

Theorem crossing_space_sign_bit : forall V phi (n : bool * R -> E) delta_0,
  interval V -> monotone_on V phi ->
  (forall sign, continuous_on_line V (fun u => n (sign, u))) ->
  crossing_space (fun a => V (snd a)) (sign_bit_distance phi delta_0) n delta_0.
Proof.
  intros V phi n delta_0 Hint Hmono Hn. split.
  - intros [a x] [b y] _ _. unfold sign_bit_distance; simpl.
    replace (eqb b a) with (eqb a b) by (destruct a, b; reflexivity).
    destruct (eqb a b); [apply Rabs_minus_sym | reflexivity].
  - intros [a x] [b y] Vx Vy Hd. unfold sign_bit_distance in Hd; simpl in *.
    destruct (eqb a b) eqn:Eab; [| lra].
    apply eqb_prop in Eab. subst b.
    destruct (joined_by_segment V phi (fun u => n (a, u)) delta_0 x y Hint Hmono (Hn a) Vx Vy Hd)
      as (path & P0 & P1 & Hball & Hcont).
    exists (fun t => (a, path t)).
    split; [rewrite P0; reflexivity |]. split; [rewrite P1; reflexivity |].
    split; [| exact Hcont].
    intros t Ht. unfold sign_bit_distance; simpl. rewrite eqb_reflx. exact (Hball t Ht).
Qed.

End Instances.

(** ** Theorem B on the line, in full

    V an interval of R, noise on the line, d(u,v) = |phi(u) - phi(v)| for a
    monotone coordinate phi (phi = id: absolute bias; phi = ln: Theorem L). *)
Section Line.

Variables (V : R -> Prop) (phi n n' n_0 : R -> R).
Variables (M M_f : R -> Prop) (k delta_0 delta_n rho_M T : R).

Hypothesis V_interval : interval V.
Hypothesis phi_monotone : monotone_on V phi.
Hypothesis n_continuous : forall x, V x -> forall e, 0 < e ->
  exists h, 0 < h /\ forall y, V y -> Rabs (y - x) < h -> Rabs (n y - n x) < e.
Hypothesis n_0_in_V : forall u, V u -> V (n_0 u).
Hypothesis nonnegative : 0 <= k /\ 0 <= delta_0 /\ 0 <= delta_n.
Hypothesis radius : forall y r, M y -> M_f r -> Rabs (y - r) <= rho_M.
Hypothesis bias : forall u, V u -> Rabs (phi (n_0 u) - phi u) <= delta_0.
Hypothesis never_comes_back : forall u, V u -> T < Rabs (n (n_0 u)) -> T - delta_n <= Rabs (n' (n_0 u)).

Definition condition_A_line (delta : R) : Prop :=
  forall u r, V u -> M_f r -> M (r + n' (n_0 u)) -> Rabs (n' (n_0 u) - n u) <= delta.

(** M^{-delta} spelled out: the closed delta-ball of r + n(u) lies in M. *)
Definition condition_B_line (delta : R) : Prop :=
  forall u r, V u -> M_f r -> (forall s, Rabs (s - (r + n u)) <= delta -> M s) ->
  Rabs (n' (n_0 u) - n u) <= delta.

Theorem theorem_B_line :
  (forall u v, V u -> V v -> Rabs (n u) <= T -> Rabs (n v) <= T ->
     Rabs (n u - n v) <= k * Rabs (phi u - phi v)) ->
  (forall u, V u -> Rabs (n (n_0 u)) <= T -> Rabs (n' (n_0 u) - n (n_0 u)) <= delta_n) ->
  rho_M + (k * delta_0 + delta_n) < T ->
  condition_A_line (k * delta_0 + delta_n) /\ condition_B_line (k * delta_0 + delta_n).
Proof.
  intros Hii Hiii Hv. destruct nonnegative as (Hk & Hd0 & Hdn).
  exact (theorem_B (E := R_NormedModule) V (coordinate_distance phi) n n' n_0 delta_0 delta_n T
    (crossing_space_coordinate (E := R_NormedModule) V phi n delta_0
       V_interval phi_monotone n_continuous)
    n_0_in_V Hdn M M_f rho_M radius k Hk Hd0 bias
    (fun u v Su Sv => Hii u v (proj1 Su) (proj1 Sv) (proj2 Su) (proj2 Sv))
    (fun u Vu Sv => Hiii u Vu (proj2 Sv)) never_comes_back Hv).
Qed.

(** The closeness variant: (k, delta_n)-closeness of n and n' on all of U_T
    (Condition 3, l.669). *)
Theorem theorem_B_line_closeness :
  (forall u v, V u -> V v -> Rabs (n u) <= T -> Rabs (n v) <= T ->
     Rabs (n u - n' v) <= k * Rabs (phi u - phi v) + delta_n) ->
  rho_M + (k * delta_0 + delta_n) < T ->
  condition_A_line (k * delta_0 + delta_n) /\ condition_B_line (k * delta_0 + delta_n).
Proof.
  intros Hclose Hv. destruct nonnegative as (Hk & Hd0 & Hdn).
  assert (Hsame : forall u, V u -> coordinate_distance phi u u = 0).
  { intros u _. unfold coordinate_distance, Rminus. rewrite Rplus_opp_r. apply Rabs_R0. }
  exact (theorem_B_closeness (E := R_NormedModule) V (coordinate_distance phi) n n' n_0
    delta_0 delta_n T
    (crossing_space_coordinate (E := R_NormedModule) V phi n delta_0
       V_interval phi_monotone n_continuous)
    n_0_in_V Hdn M M_f rho_M radius k 1 Rabs_R1 Hk Hd0 Hsame bias
    (fun u v Su Sv => Hclose u v (proj1 Su) (proj1 Sv) (proj2 Su) (proj2 Sv))
    never_comes_back Hv).
Qed.

(** The variant with a computed addition, delta = delta_t + delta_add. *)
Theorem theorem_B_line_addition : forall (add : R -> R -> R) delta_add,
  (forall u v, V u -> V v -> Rabs (n u) <= T -> Rabs (n v) <= T ->
     Rabs (n u - n v) <= k * Rabs (phi u - phi v)) ->
  (forall u, V u -> Rabs (n (n_0 u)) <= T -> Rabs (n' (n_0 u) - n (n_0 u)) <= delta_n) ->
  0 <= delta_add ->
  (forall r x, M_f r -> M (add r x) \/ M (r + x) -> Rabs (add r x - (r + x)) <= delta_add) ->
  rho_M + (k * delta_0 + delta_n + delta_add) < T ->
  (forall u r, V u -> M_f r -> M (add r (n' (n_0 u))) ->
     Rabs (add r (n' (n_0 u)) - (r + n u)) <= k * delta_0 + delta_n + delta_add) /\
  (forall u r, V u -> M_f r ->
     (forall s, Rabs (s - (r + n u)) <= k * delta_0 + delta_n + delta_add -> M s) ->
     Rabs (add r (n' (n_0 u)) - (r + n u)) <= k * delta_0 + delta_n + delta_add).
Proof.
  intros add delta_add Hii Hiii Hadd0 Hadd Hv. destruct nonnegative as (Hk & Hd0 & Hdn).
  exact (theorem_B_addition (E := R_NormedModule) V (coordinate_distance phi) n n' n_0
    delta_0 delta_n T
    (crossing_space_coordinate (E := R_NormedModule) V phi n delta_0
       V_interval phi_monotone n_continuous)
    n_0_in_V Hdn M M_f rho_M radius add delta_add Hadd0 Hadd k Hk Hd0 bias
    (fun u v Su Sv => Hii u v (proj1 Su) (proj1 Sv) (proj2 Su) (proj2 Sv))
    (fun u Vu Sv => Hiii u Vu (proj2 Sv)) never_comes_back Hv).
Qed.

End Line.

(** Theorem B on the line with exceptional draws: for every draw either (i),
    (iii) and (iv) hold, or the ideal noise exceeds rho_M and the reported value
    is outside M for every answer (the cut-off of F11). *)
Theorem theorem_B_line_exceptional : forall (V : R -> Prop) (phi n n' n_0 : R -> R)
    (M M_f : R -> Prop) (k delta_0 delta_n rho_M T : R),
  interval V -> monotone_on V phi ->
  (forall x, V x -> forall e, 0 < e ->
     exists h, 0 < h /\ forall y, V y -> Rabs (y - x) < h -> Rabs (n y - n x) < e) ->
  (forall u, V u -> V (n_0 u)) ->
  0 <= k -> 0 <= delta_0 -> 0 <= delta_n ->
  (forall y r, M y -> M_f r -> Rabs (y - r) <= rho_M) ->
  (forall u v, V u -> V v -> Rabs (n u) <= T -> Rabs (n v) <= T ->
     Rabs (n u - n v) <= k * Rabs (phi u - phi v)) ->
  (forall u, V u ->
     (Rabs (phi (n_0 u) - phi u) <= delta_0 /\
      (Rabs (n (n_0 u)) <= T -> Rabs (n' (n_0 u) - n (n_0 u)) <= delta_n) /\
      (T < Rabs (n (n_0 u)) -> T - delta_n <= Rabs (n' (n_0 u)))) \/
     (rho_M < Rabs (n u) /\ forall r, M_f r -> ~ M (r + n' (n_0 u)))) ->
  rho_M + (k * delta_0 + delta_n) < T ->
  condition_A_line V n n' n_0 M M_f (k * delta_0 + delta_n) /\
  condition_B_line V n n' n_0 M M_f (k * delta_0 + delta_n).
Proof.
  intros V phi n n' n_0 M M_f k delta_0 delta_n rho_M T
    Hint Hmono Hcont Hn0 Hk Hd0 Hdn Hrad Hii Hdraws Hv.
  assert (Hmodulus : forall u w, safe (E := R_NormedModule) V n T u ->
    safe (E := R_NormedModule) V n T w ->
    coordinate_distance phi u w <= delta_0 -> Rabs (n u - n w) <= k * delta_0).
  { intros u w [Vu Hu] [Vw Hw] Hd. eapply Rle_trans; [exact (Hii u w Vu Vw Hu Hw) |].
    apply Rmult_le_compat_l; assumption. }
  apply (theorem_B_modulus (E := R_NormedModule) V (coordinate_distance phi) n n' n_0
    delta_0 delta_n T
    (crossing_space_coordinate (E := R_NormedModule) V phi n delta_0 Hint Hmono Hcont)
    Hn0 Hdn M M_f rho_M Hrad (k * delta_0) (Rmult_le_pos _ _ Hk Hd0) Hmodulus).
  - intros u Vu. destruct (Hdraws u Vu) as [(Hi & Hiii & Hiv) | Hexc].
    + left. split; [exact Hi |]. split; [| exact Hiv].
      intros [_ Hsafe]. exact (Hiii Hsafe).
    + right. exact Hexc.
  - exact Hv.
Qed.

(** Theorem B with an exact, independent sign bit: n and n' are magnitudes on an
    interval V, and the noise is sign * n.  V x {-,+} is a disjoint union whose
    parts n_0 does not mix. *)
Theorem theorem_B_sign_bit : forall (V : R -> Prop) (phi n n' n_0 : R -> R)
    (M M_f : R -> Prop) (k delta_0 delta_n rho_M T : R),
  interval V -> monotone_on V phi ->
  (forall x, V x -> forall e, 0 < e ->
     exists h, 0 < h /\ forall y, V y -> Rabs (y - x) < h -> Rabs (n y - n x) < e) ->
  (forall u, V u -> V (n_0 u)) ->
  0 <= k -> 0 <= delta_0 -> 0 <= delta_n ->
  (forall y r, M y -> M_f r -> Rabs (y - r) <= rho_M) ->
  (forall u v, V u -> V v -> Rabs (n u) <= T -> Rabs (n v) <= T ->
     Rabs (n u - n v) <= k * Rabs (phi u - phi v)) ->
  (forall u, V u ->
     (Rabs (phi (n_0 u) - phi u) <= delta_0 /\
      (Rabs (n (n_0 u)) <= T -> Rabs (n' (n_0 u) - n (n_0 u)) <= delta_n) /\
      (T < Rabs (n (n_0 u)) -> T - delta_n <= Rabs (n' (n_0 u)))) \/
     (rho_M < Rabs (n u) /\
      forall r sign, M_f r -> sign = 1 \/ sign = -1 -> ~ M (r + sign * n' (n_0 u)))) ->
  rho_M + (k * delta_0 + delta_n) < T ->
  forall sign, sign = 1 \/ sign = -1 ->
  condition_A_line V (fun u => sign * n u) (fun v => sign * n' v) n_0 M M_f (k * delta_0 + delta_n) /\
  condition_B_line V (fun u => sign * n u) (fun v => sign * n' v) n_0 M M_f (k * delta_0 + delta_n).
Proof.
  intros V phi n n' n_0 M M_f k delta_0 delta_n rho_M T
    Hint Hmono Hcont Hn0 Hk Hd0 Hdn Hrad Hii Hdraws Hv sign Hsign.
  assert (Habs : forall x, Rabs (sign * x) = Rabs x).
  { intros x. rewrite Rabs_mult.
    destruct Hsign as [-> | ->]; [rewrite Rabs_R1 | rewrite (Rabs_left (-1)) by lra]; ring. }
  assert (Hdiff : forall x y, Rabs (sign * x - sign * y) = Rabs (x - y)).
  { intros x y. rewrite <- Rmult_minus_distr_l. apply Habs. }
  apply (theorem_B_line_exceptional V phi (fun u => sign * n u) (fun v => sign * n' v) n_0 M M_f
           k delta_0 delta_n rho_M T); try assumption.
  - intros x Vx e He. destruct (Hcont x Vx e He) as (h & Hh & Hnear).
    exists h. split; [exact Hh |]. intros y Vy Hy. rewrite Hdiff. exact (Hnear y Vy Hy).
  - intros u v Vu Vv Hu Hv'. rewrite Habs in Hu, Hv'. rewrite Hdiff. exact (Hii u v Vu Vv Hu Hv').
  - intros u Vu. rewrite !Habs, Hdiff. destruct (Hdraws u Vu) as [Hreg | [Hfar Hout]].
    + left. exact Hreg.
    + right. split; [exact Hfar |]. intros r Hr. exact (Hout r sign Hr Hsign).
Qed.

(** The remark of section 5 (l.829), repaired (F7): -oo and +oo may be reported
    instead of oo, provided that n' has the sign of n wherever either is large.
    In words: under the hypotheses of Theorem B, for every draw u and every
    answer r, either X' is within delta_t of X, or r+X and r+X' both lie above
    every point of M, or both below every point of M. *)
Theorem theorem_B_line_sides : forall (V : R -> Prop) (phi n n' n_0 : R -> R)
    (M M_f : R -> Prop) (k delta_0 delta_n rho_M T : R),
  interval V -> monotone_on V phi ->
  (forall x, V x -> forall e, 0 < e ->
     exists h, 0 < h /\ forall y, V y -> Rabs (y - x) < h -> Rabs (n y - n x) < e) ->
  (forall u, V u -> V (n_0 u)) ->
  0 <= k -> 0 <= delta_0 -> 0 <= delta_n ->
  (forall y r, M y -> M_f r -> Rabs (y - r) <= rho_M) ->
  (forall u, V u -> Rabs (phi (n_0 u) - phi u) <= delta_0) ->
  (forall u v, V u -> V v -> Rabs (n u) <= T -> Rabs (n v) <= T ->
     Rabs (n u - n v) <= k * Rabs (phi u - phi v)) ->
  (forall u, V u -> Rabs (n (n_0 u)) <= T -> Rabs (n' (n_0 u) - n (n_0 u)) <= delta_n) ->
  (forall u, V u -> T < Rabs (n (n_0 u)) -> T - delta_n <= Rabs (n' (n_0 u))) ->
  (forall u, V u -> rho_M < Rabs (n u) -> rho_M < Rabs (n' (n_0 u)) ->
     (0 < n u <-> 0 < n' (n_0 u))) ->
  0 <= rho_M -> rho_M + (k * delta_0 + delta_n) < T ->
  forall u r, V u -> M_f r ->
  Rabs (n' (n_0 u) - n u) <= k * delta_0 + delta_n \/
  (forall y, M y -> y < r + n u /\ y < r + n' (n_0 u)) \/
  (forall y, M y -> r + n u < y /\ r + n' (n_0 u) < y).
Proof.
  intros V phi n n' n_0 M M_f k delta_0 delta_n rho_M T
    Hint Hmono Hcont Hn0 Hk Hd0 Hdn Hrad Hi Hii Hiii Hiv Hsign Hrho Hv u r Vu Hr.
  assert (Hk0 : 0 <= k * delta_0) by (apply Rmult_le_pos; assumption).
  assert (Hmodulus : forall u w, safe (E := R_NormedModule) V n T u ->
    safe (E := R_NormedModule) V n T w ->
    coordinate_distance phi u w <= delta_0 -> Rabs (n u - n w) <= k * delta_0).
  { intros x w [Vx Hx] [Vw Hw] Hd. eapply Rle_trans; [exact (Hii x w Vx Vw Hx Hw) |].
    apply Rmult_le_compat_l; assumption. }
  assert (Hreg : regular (E := R_NormedModule) V (coordinate_distance phi) n n' n_0
                   delta_0 delta_n T u).
  { split; [exact (Hi u Vu) |]. split.
    - intros [_ Hsafe]. exact (Hiii u Vu Hsafe).
    - exact (Hiv u Vu). }
  destruct (four_cases (E := R_NormedModule) V (coordinate_distance phi) n n' n_0
              delta_0 delta_n T
              (crossing_space_coordinate (E := R_NormedModule) V phi n delta_0 Hint Hmono Hcont)
              Hn0 (k * delta_0) Hk0 Hmodulus u Vu Hreg) as [Hnear | [HX' HX]].
  - left. exact Hnear.
  - right.
    change (T - (k * delta_0 + delta_n) <= Rabs (n' (n_0 u))) in HX'.
    change (T - k * delta_0 <= Rabs (n u)) in HX.
    assert (BX : rho_M < Rabs (n u)) by lra.
    assert (BX' : rho_M < Rabs (n' (n_0 u))) by lra.
    assert (Hball : forall y, M y -> - rho_M <= y - r <= rho_M).
    { intros y Hy. pose proof (Hrad y r Hy Hr) as H. apply Rabs_le_between in H. exact H. }
    pose proof (Hsign u Vu BX BX') as Hs.
    destruct (Rlt_le_dec 0 (n u)) as [Hpos | Hneg].
    + left. intros y Hy. pose proof (Hball y Hy). apply Hs in Hpos as Hpos'.
      rewrite Rabs_pos_eq in BX, BX' by lra. lra.
    + right. intros y Hy. pose proof (Hball y Hy).
      assert (Hneg' : n' (n_0 u) <= 0).
      { destruct (Rlt_le_dec 0 (n' (n_0 u))) as [H0 | H0]; [| exact H0].
        apply Hs in H0. lra. }
      rewrite Rabs_left1 in BX, BX' by lra. lra.
Qed.

(** The variant T = rho_M + delta_t of section 1.3: (v) need not be strict if phi
    is injective on V and k delta_0 > 0.  (With n continuous the printed
    Condition 3, l.669, gives only this much; F8.) *)
Theorem theorem_B_line_equality : forall (V : R -> Prop) (phi n n' n_0 : R -> R)
    (M M_f : R -> Prop) (k delta_0 delta_n rho_M T : R),
  interval V -> monotone_on V phi ->
  (forall x y, V x -> V y -> phi x = phi y -> x = y) ->
  (forall x, V x -> forall e, 0 < e ->
     exists h, 0 < h /\ forall y, V y -> Rabs (y - x) < h -> Rabs (n y - n x) < e) ->
  (forall u, V u -> V (n_0 u)) ->
  0 < k -> 0 < delta_0 -> 0 <= delta_n ->
  (forall y r, M y -> M_f r -> Rabs (y - r) <= rho_M) ->
  (forall u, V u -> Rabs (phi (n_0 u) - phi u) <= delta_0) ->
  (forall u v, V u -> V v -> Rabs (n u) <= T -> Rabs (n v) <= T ->
     Rabs (n u - n v) <= k * Rabs (phi u - phi v)) ->
  (forall u, V u -> Rabs (n (n_0 u)) <= T -> Rabs (n' (n_0 u) - n (n_0 u)) <= delta_n) ->
  (forall u, V u -> T < Rabs (n (n_0 u)) -> T - delta_n <= Rabs (n' (n_0 u))) ->
  rho_M + (k * delta_0 + delta_n) <= T ->
  condition_A_line V n n' n_0 M M_f (k * delta_0 + delta_n) /\
  condition_B_line V n n' n_0 M M_f (k * delta_0 + delta_n).
Proof.
  intros V phi n n' n_0 M M_f k delta_0 delta_n rho_M T
    Hint Hmono Hinj Hcont Hn0 Hk Hd0 Hdn Hrad Hi Hii Hiii Hiv Hv.
  assert (Hkd : 0 < k * delta_0) by (apply Rmult_lt_0_compat; assumption).
  (* crossing, strictly: the crossing point is nearer than the far end *)
  assert (Hcross : forall x y, V x -> V y -> Rabs (n x) <= T -> T < Rabs (n y) ->
            Rabs (phi x - phi y) <= delta_0 -> T - k * delta_0 < Rabs (n x)).
  { intros x y Vx Vy Hx Hy Hd.
    destruct (joined_by_segment (E := R_NormedModule) V phi n (coordinate_distance phi x y) x y
                Hint Hmono Hcont Vx Vy (Rle_refl _)) as (path & P0 & P1 & Hball & Hpath).
    destruct (intermediate_norm (E := R_NormedModule) (fun t => n (path t)) T Hpath)
      as (t & Ht & Hw).
    - rewrite P0. exact Hx.
    - rewrite P1. left. exact Hy.
    - change (Rabs (n (path t)) = T) in Hw. set (w := path t) in *.
      destruct (Hball t Ht) as (Vw & Dx & Dy). fold w in Vw, Dx, Dy.
      unfold coordinate_distance in Dx, Dy.
      assert (Hne : phi w <> phi y).
      { intros E. assert (Ewy : w = y) by (apply Hinj; assumption).
        rewrite <- Ewy, Hw in Hy. lra. }
      assert (Hlt : Rabs (phi x - phi w) < Rabs (phi x - phi y)).
      { revert Dx Dy. unfold Rabs.
        destruct (Rtotal_order (phi w) (phi y)) as [H | [H | H]]; [| contradiction |];
          repeat destruct (Rcase_abs _); lra. }
      assert (HL := Hii x w Vx Vw Hx (Req_le _ _ Hw)).
      assert (Hstrict : k * Rabs (phi x - phi w) < k * delta_0)
        by (apply Rmult_lt_compat_l; lra).
      pose proof (Rabs_triang_inv (n w) (n x)) as tri.
      rewrite (Rabs_minus_sym (n w)) in tri. lra. }
  assert (Hsmall : forall r x, M_f r -> M (r + x) -> Rabs x <= rho_M).
  { intros r x Hr HM. pose proof (Hrad _ _ HM Hr) as H.
    replace (r + x - r) with x in H by ring. exact H. }
  (* the four cases *)
  assert (Hcases : forall u, V u ->
    Rabs (n' (n_0 u) - n u) <= k * delta_0 + delta_n \/
    (rho_M < Rabs (n' (n_0 u)) /\ rho_M + delta_n <= Rabs (n u))).
  { intros u Vu. pose proof (Hn0 u Vu) as Vv. pose proof (Hi u Vu) as Hbias.
    set (v := n_0 u) in *.
    destruct (Rle_lt_dec (Rabs (n u)) T) as [Su | Bu];
    destruct (Rle_lt_dec (Rabs (n v)) T) as [Sv | Bv].
    - left. pose proof (Hiii u Vu Sv) as H1. fold v in H1.
      pose proof (Hii v u Vv Vu Sv Su) as H2.
      assert (k * Rabs (phi v - phi u) <= k * delta_0) by (apply Rmult_le_compat_l; lra).
      replace (n' v - n u) with ((n' v - n v) + (n v - n u)) by ring.
      pose proof (Rabs_triang (n' v - n v) (n v - n u)). lra.
    - right. pose proof (Hiv u Vu Bv) as H1. fold v in H1.
      rewrite Rabs_minus_sym in Hbias.
      pose proof (Hcross u v Vu Vv Su Bv Hbias). lra.
    - right. pose proof (Hiii u Vu Sv) as H1. fold v in H1.
      pose proof (Hcross v u Vv Vu Sv Bu Hbias) as H2.
      pose proof (Rabs_triang_inv (n v) (n' v)) as tri.
      rewrite (Rabs_minus_sym (n v)) in tri. lra.
    - right. pose proof (Hiv u Vu Bv) as H1. fold v in H1. lra. }
  split.
  - intros u r Vu Hr HM. pose proof (Hsmall r _ Hr HM) as H.
    destruct (Hcases u Vu) as [Hnear | [Hfar _]]; [exact Hnear | lra].
  - intros u r Vu Hr HM.
    assert (Hdelta : 0 <= k * delta_0 + delta_n) by lra.
    pose proof (radius_of_inner_set (E := R_NormedModule) M M_f rho_M Hrad 1
                  (k * delta_0 + delta_n) (r + n u) r Rabs_R1 Hdelta HM Hr) as H.
    change (Rabs (r + n u - r) <= rho_M - (k * delta_0 + delta_n)) in H.
    replace (r + n u - r) with (n u) in H by ring.
    destruct (Hcases u Vu) as [Hnear | [_ Hfar]]; [exact Hnear | lra].
Qed.
