(** * Absolute bias with an exact sign bit

    proofs/theory.md, paragraph 1.4 (the variant with a sign bit, 2 delta0
    replaced by delta0) and F11, integer variant: N equiprobable midpoints
    v = (Z+1/2)/N of ]0,1[ for the magnitude -b ln v, and an exact sign.
    Theorem B with k = b e^(T/b); the closed form; the additional rounding of
    v to p bits.

    [Classical_Prop.classic] enters through the standard library's [ln].

    In Rust: the choice sign_bit of crates/oracle; no generator of crates/finite
    draws this way.  Rests on LogMetric.v and SignedOutside.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised TheoremA
  Lipschitz LogMetric SignedOutside.

Local Open Scope R_scope.

(** ** Theorem B for the magnitude *)

Lemma magnitude_decreasing (b u v : R) :
  0 < b -> 0 < u -> u <= v -> magnitude b v <= magnitude b u.
Proof.
  intros Hb Hu Huv. unfold magnitude. assert (H := ln_le u v Hu Huv). nra.
Qed.

(** Crossing: if -b ln u <= T < -b ln v and |u-v| <= delta0, then
    -b ln u >= T - k delta0, k = b e^(T/b). *)
Lemma magnitude_crossing (b T delta0 u v : R) :
  0 < b -> 0 < u -> 0 < v -> Rabs (u - v) <= delta0 ->
  magnitude b u <= T -> T < magnitude b v ->
  T - b * exp (T / b) * delta0 <= magnitude b u.
Proof.
  intros Hb Hu Hv Hd HTu HTv.
  set (w := exp (- (T / b))).
  assert (Hw : 0 < w) by apply exp_pos.
  assert (Hmw : magnitude b w = T) by (apply magnitude_exp; exact Hb).
  assert (Hvw : v <= w).
  { apply Rnot_lt_le. intros H. assert (H' := magnitude_decreasing b w v Hb Hw ltac:(lra)). lra. }
  assert (Hwu : w <= u).
  { apply Rnot_lt_le. intros H.
    assert (H' : ln u < ln w) by (apply ln_increasing; assumption).
    unfold magnitude in *. nra. }
  apply Rabs_le_between in Hd.
  assert (HL := magnitude_lipschitz b Hb T u w Hu Hw HTu ltac:(lra)).
  rewrite Hmw in HL. apply Rabs_le_between in HL.
  assert (0 < b * exp (T / b)) by (apply Rmult_lt_0_compat; [exact Hb|apply exp_pos]).
  assert (b * exp (T / b) * Rabs (u - w) <= b * exp (T / b) * delta0).
  { apply Rmult_le_compat_l; [lra|]. apply Rabs_le. lra. }
  lra.
Qed.

(** Theorem B for one draw with a sign bit: U ideal, v generated,
    |U - v| <= delta0, x the computed magnitude. *)
Theorem sign_bit_draw (b T rho_M delta0 delta_n U v x : R) :
  0 < b -> 0 < U -> 0 < v -> Rabs (U - v) <= delta0 -> 0 <= delta0 -> 0 <= delta_n ->
  (magnitude b v <= T -> Rabs (x - magnitude b v) <= delta_n) ->
  (T < magnitude b v -> T - delta_n <= x) ->
  rho_M + b * exp (T / b) * delta0 + delta_n < T ->
  Rabs (x - magnitude b U) <= b * exp (T / b) * delta0 + delta_n \/
  (rho_M < x /\ rho_M < magnitude b U).
Proof.
  intros Hb HU Hv Hd Hd0 Hdn Hin Hout HT.
  assert (Hk : 0 < b * exp (T / b)) by (apply Rmult_lt_0_compat; [exact Hb|apply exp_pos]).
  assert (Hkd : 0 <= b * exp (T / b) * delta0) by (apply Rmult_le_pos; lra).
  destruct (Rle_lt_dec (magnitude b v) T) as [HTv|HTv].
  - specialize (Hin HTv). apply Rabs_le_between in Hin as Hin'.
    destruct (Rle_lt_dec (magnitude b U) T) as [HTU|HTU].
    + left. assert (HL := magnitude_lipschitz b Hb T v U Hv HU HTv HTU).
      replace (x - magnitude b U)
        with ((x - magnitude b v) + (magnitude b v - magnitude b U)) by ring.
      apply Rle_trans with (1 := Rabs_triang _ _).
      assert (b * exp (T / b) * Rabs (v - U) <= b * exp (T / b) * delta0)
        by (rewrite Rabs_minus_sym; apply Rmult_le_compat_l; lra).
      lra.
    + right. rewrite Rabs_minus_sym in Hd.
      assert (HC := magnitude_crossing b T delta0 v U Hb Hv HU Hd HTv HTU). lra.
  - right. specialize (Hout HTv). split; [lra|].
    destruct (Rle_lt_dec (magnitude b U) T) as [HTU|HTU]; [|lra].
    assert (HC := magnitude_crossing b T delta0 U v Hb HU Hv Hd HTU HTv). lra.
Qed.

(** ** The generator *)

(** N equiprobable midpoints of ]0,1[ for the magnitude, and a sign. *)
Definition sign_bit_grid (N : nat) (n' : R -> R) : generator :=
  equal_draws (/ INR N / 2) (fun z => Some (- n' ((INR z + 1 / 2) / INR N))) N
  ++ rev (equal_draws (/ INR N / 2) (fun z => Some (n' ((INR z + 1 / 2) / INR N))) N).

Theorem sign_bit_grid_is_generator (N : nat) (n' : R -> R) :
  (0 < N)%nat -> is_generator (sign_bit_grid N n').
Proof.
  intros HN. apply lt_0_INR in HN. assert (Hi := Rinv_0_lt_compat _ HN).
  unfold sign_bit_grid. split.
  - apply nonneg_weights_app; [|apply Forall_rev]; apply nonneg_weights_equal_draws; lra.
  - rewrite total_app, total_rev, !total_equal_draws. field. lra.
Qed.

(** With n' within delta_n of -b ln v up to T and never coming back, and
    T > rho_M + k delta0 + delta_n, k = b e^(T/b), delta0 = 1/(2N): each value is
    within delta = k delta0 + delta_n of the quantile, or both are beyond rho_M
    on the same side. *)
Theorem sign_bit_near_or_same_side (b T rho_M delta_n : R) (N : nat) (n' : R -> R) :
  (0 < N)%nat -> 0 < b -> 0 <= delta_n ->
  (forall z, (z < N)%nat ->
     let v := (INR z + 1 / 2) / INR N in
     (magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n) /\
     (T < magnitude b v -> T - delta_n <= n' v)) ->
  rho_M + b * exp (T / b) * (/ (2 * INR N)) + delta_n < T ->
  near_or_same_side (/ b) (b * exp (T / b) * (/ (2 * INR N)) + delta_n) rho_M
    (sign_bit_grid N n').
Proof.
  intros HN Hb Hdn Hn' HT. apply lt_0_INR in HN as HN'.
  assert (Hi := Rinv_0_lt_compat _ HN').
  assert (HD : / (2 * INR N) = / INR N / 2) by (field; lra).
  set (k := b * exp (T / b) * (/ (2 * INR N)) + delta_n) in *.
  assert (Hone : forall z y, (z < N)%nat ->
            0 + INR z * (/ INR N / 2) < F (/ b) y < 0 + (INR z + 1) * (/ INR N / 2) ->
            let v := (INR z + 1 / 2) / INR N in
            Rabs (n' v - - y) <= k \/ (rho_M < n' v /\ y < - rho_M)).
  { intros z y Hz Hy v.
    assert (Hz0 := pos_INR z).
    assert (Hz1 : INR z + 1 <= INR N) by (rewrite <- S_INR; apply le_INR; lia).
    assert (HE : / INR N * INR N = 1) by (field; lra).
    assert (Hhalf : F (/ b) y < 1 / 2) by nra.
    destruct (lower_half_quantile b Hb y Hhalf) as [_ Ey].
    assert (HU := F_range (/ b) (rate_pos b Hb) y).
    set (U := 2 * F (/ b) y) in *.
    assert (Hv : 0 < v) by (unfold v, Rdiv; apply Rmult_lt_0_compat; lra).
    assert (Hd : Rabs (U - v) <= / (2 * INR N)).
    { rewrite HD. unfold v, U, Rdiv in *. apply Rabs_le. lra. }
    destruct (Hn' z Hz) as [Hin Hout].
    destruct (sign_bit_draw b T rho_M (/ (2 * INR N)) delta_n U v (n' v) Hb) as [H|[H1 H2]];
      trivial.
    - unfold U; lra.
    - rewrite HD. lra.
    - left. replace (- y) with (magnitude b U) by lra. exact H.
    - right. lra. }
  unfold sign_bit_grid. apply pieces_app.
  - apply pieces_equal_draws. intros z Hz y Hy.
    exists (- n' ((INR z + 1 / 2) / INR N)). split; [reflexivity|].
    destruct (Hone z y Hz Hy) as [H|[H1 H2]].
    + left. rewrite <- Rabs_Ropp.
      replace (- (- n' ((INR z + 1 / 2) / INR N) - y))
        with (n' ((INR z + 1 / 2) / INR N) - - y) by ring. exact H.
    + right; right. lra.
  - set (g := equal_draws (/ INR N / 2) (fun z => Some (n' ((INR z + 1 / 2) / INR N))) N).
    rewrite total_equal_draws.
    replace (0 + INR N * (/ INR N / 2)) with (1 - 0 - total g)
      by (unfold g; rewrite total_equal_draws; field; lra).
    apply pieces_rev. unfold g. apply pieces_equal_draws. intros z Hz y Hy.
    exists (n' ((INR z + 1 / 2) / INR N)). split; [reflexivity|].
    destruct (Hone z (- y) Hz) as [H|[H1 H2]].
    + rewrite F_symmetric. lra.
    + left. rewrite Ropp_involutive in H. exact H.
    + right; left. lra.
Qed.

(** Paragraph 1.4 with a sign bit, in full: c = delta0 e^(rho_M/b),
    y0 = (c + delta_n/b)/(1-2c), delta = b y0, delta0 = 1/(2N); Outside may be
    reported with its side, and any function h of the output be applied. *)
Theorem sign_bit_theorem_A
    (b L rho_M delta_n : R) (N : nat) (n' : R -> R)
    (rs : R -> signed_output) (a : nat -> R) (cells : nat) (M_f : R -> Prop)
    (Out : Type) (h : signed_output -> Out) :
  (0 < N)%nat -> 0 < b -> 0 <= delta_n ->
  let delta0 := / (2 * INR N) in
  let c := delta0 * exp (rho_M / b) in
  let y0 := (c + delta_n / b) / (1 - 2 * c) in
  let delta := b * y0 in
  let T := rho_M + delta in
  2 * c < 1 -> y0 <= 1 -> 2 * delta < L ->
  (forall z, (z < N)%nat ->
     let v := (INR z + 1 / 2) / INR N in
     (magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n) /\
     (T < magnitude b v -> T - delta_n <= n' v)) ->
  rounds_to_signed_cells rs a cells ->
  (forall i, (i < cells)%nat -> a i + L <= a (S i)) ->
  (forall r, M_f r -> r - rho_M <= a 0%nat /\ a cells <= r + rho_M) ->
  forall (r1 r2 : R) (S : Out -> bool), M_f r1 -> M_f r2 ->
  prob (fun x => S (h (signed_report rs r1 x))) (sign_bit_grid N n')
  <= exp (/ b * Rabs (r1 - r2)) * Gamma (/ b) L delta
     * prob (fun x => S (h (signed_report rs r2 x))) (sign_bit_grid N n').
Proof.
  intros HN Hb Hdn delta0 c y0 delta T Hc Hy HL Hn' Hcells Hlong Hwin r1 r2 S H1 H2.
  assert (HN' : 0 < INR N) by (apply lt_0_INR, HN).
  assert (Hd0 : 0 < delta0) by (apply Rinv_0_lt_compat; lra).
  assert (Hr := rate_pos b Hb).
  assert (Hcf := closed_form b Hb 1 rho_M delta0 delta_n ltac:(lra) Hd0 Hdn).
  rewrite !Rmult_1_l in Hcf. specialize (Hcf Hc Hy).
  fold c in Hcf. fold y0 in Hcf. fold delta in Hcf. fold T in Hcf.
  assert (Hk : 0 <= b * exp (T / b) * delta0).
  { assert (0 < exp (T / b)) by apply exp_pos. apply Rmult_le_pos; [nra|lra]. }
  assert (HTd : T = rho_M + delta) by reflexivity. clearbody T.
  assert (Hd : 0 <= delta) by lra.
  apply (theorem_A_signed_post_processing (/ b) L delta Hr Hd HL rs a cells Hcells Hlong Out h
           M_f (fun _ => sign_bit_grid N n')); trivial.
  { intros r _. apply sign_bit_grid_is_generator, HN. }
  intros r Hr'. destruct (Hwin r Hr') as [Hw0 HwN].
  apply hypothesis_H_signed_from_near_or_same_side with (rho_M := rho_M); trivial.
  apply (pieces_impl (fun lo hi x => forall y, lo < F (/ b) y < hi ->
           exists v, x = Some v /\
             (Rabs (v - y) <= b * exp (T / b) * (/ (2 * INR N)) + delta_n \/
              (rho_M < v /\ rho_M < y) \/ (v < - rho_M /\ y < - rho_M)))).
  { intros lo hi x H y Hy'. destruct (H y Hy') as [v [E [Hv|Hv]]]; exists v; (split; [exact E|]).
    - left. fold delta0 in Hv. lra.
    - right. exact Hv. }
  apply (sign_bit_near_or_same_side b T rho_M delta_n N n'); trivial.
Qed.

(** ** The integer variant of F11 *)

(** Rounding the generated v to v', log distance at most ln(1+h), before the
    computed magnitude m is evaluated with error delta_n up to T + b ln(1+h):
    as a function of v, m(v') has the error delta_n + b ln(1+h) up to T, and
    never comes back.  With h = 2^(-p), N = 2^w and [sign_bit_near_or_same_side]
    this gives delta = b (ln(1+2^(-p)) + e^(T/b) 2^(-w-1)) + delta_n. *)
Theorem integer_variant (b T delta_n h v v' m : R) :
  0 < b -> 0 <= h -> log_distance v v' <= ln (1 + h) ->
  (magnitude b v' <= T + b * ln (1 + h) -> Rabs (m - magnitude b v') <= delta_n) ->
  (T + b * ln (1 + h) < magnitude b v' -> T - delta_n <= m) ->
  (magnitude b v <= T -> Rabs (m - magnitude b v) <= delta_n + b * ln (1 + h)) /\
  (T < magnitude b v -> T - (delta_n + b * ln (1 + h)) <= m).
Proof.
  intros Hb Hh Hd Hin Hout.
  assert (HL : Rabs (magnitude b v - magnitude b v') <= b * ln (1 + h)).
  { rewrite magnitude_log_lipschitz by exact Hb. apply Rmult_le_compat_l; lra. }
  assert (Hl0 : 0 <= b * ln (1 + h)).
  { apply Rle_trans with (2 := HL). apply Rabs_pos. }
  apply Rabs_le_between in HL as HL'. split.
  - intros HT. specialize (Hin ltac:(lra)).
    replace (m - magnitude b v)
      with ((m - magnitude b v') + - (magnitude b v - magnitude b v')) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra.
  - intros HT. destruct (Rle_lt_dec (magnitude b v') (T + b * ln (1 + h))) as [H|H].
    + specialize (Hin H). apply Rabs_le_between in Hin. lra.
    + specialize (Hout H). lra.
Qed.
