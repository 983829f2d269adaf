(** * Theorem L: the log metric and the exponent-and-mantissa generator

    proofs/theory.md, F11.  V = ]0,1] with d(u,v) = |ln u - ln v|, the
    magnitude n(u) = -b ln u, and an exact, independent sign bit.  The
    generator (E geometric, j uniform) is its own coupling; its bias in the
    log metric is ln(1+2^(1-p)) for truncation and ln(1+2^(-p)) for midpoints;
    draws with E >= e_max are cut off.  Result: delta = b delta0' + delta_n,
    without e^(rho_M/b), and Theorem A for the finite generator as a whole.

    [Classical_Prop.classic] enters through the standard library's [ln].

    In Rust: Laplace::of with the generator Relative, and through
    LazyGenerator.v with Lazy and Deep.  Rests on Discretised.v and TheoremA.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List.
From Kdelta Require Import LaplaceLaw Scaling Sinh RationalBounds Discretised TheoremA Lipschitz.
Import ListNotations.

Local Open Scope R_scope.

(** ** The log metric *)

(** d(u,v) = |ln u - ln v|. *)
Definition log_distance (u v : R) : R := Rabs (ln u - ln v).

(** It is a metric on ]0,1]. *)
Theorem log_distance_is_metric (u v w : R) :
  0 < u -> 0 < v -> 0 < w ->
  0 <= log_distance u v /\
  (log_distance u v = 0 <-> u = v) /\
  log_distance u v = log_distance v u /\
  log_distance u w <= log_distance u v + log_distance v w.
Proof.
  intros Hu Hv Hw. unfold log_distance. repeat split.
  - apply Rabs_pos.
  - intros H. apply ln_inv; try assumption.
    destruct (Req_dec (ln u - ln v) 0) as [E|E]; [lra|].
    apply Rabs_no_R0 in E. contradiction.
  - intros ->. rewrite Rminus_eq_0. apply Rabs_R0.
  - apply Rabs_minus_sym.
  - replace (ln u - ln w) with ((ln u - ln v) + (ln v - ln w)) by ring.
    apply Rabs_triang.
Qed.

(** n(u) = -b ln u multiplies log distances by exactly b: k = b everywhere. *)
Theorem magnitude_log_lipschitz (b u v : R) :
  0 < b -> Rabs (magnitude b u - magnitude b v) = b * log_distance u v.
Proof.
  intros Hb. unfold magnitude, log_distance.
  replace (- b * ln u - - b * ln v) with (- (b * (ln u - ln v))) by ring.
  rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq b) by lra. reflexivity.
Qed.

(** ** Bias *)

(** Two points whose quotient is at most 1 + h in both directions are at most
    ln(1+h) apart. *)
Lemma log_distance_le (u v h : R) :
  0 < u -> 0 < v -> 0 <= h -> u <= v * (1 + h) -> v <= u * (1 + h) ->
  log_distance u v <= ln (1 + h).
Proof.
  intros Hu Hv Hh H1 H2. unfold log_distance.
  assert (L1 : ln u <= ln v + ln (1 + h)).
  { rewrite <- ln_mult by lra. apply ln_le; assumption. }
  assert (L2 : ln v <= ln u + ln (1 + h)).
  { rewrite <- ln_mult by lra. apply ln_le; assumption. }
  apply Rabs_le. lra.
Qed.

(** Round to nearest with p significant bits, |U'-U| <= 2^(-p) U/(1+2^(-p)):
    the log distance is at most ln(1+2^(-p)). *)
Theorem round_to_nearest_bias (h U U' : R) :
  0 <= h -> 0 < U -> Rabs (U' - U) <= h * U / (1 + h) -> log_distance U U' <= ln (1 + h).
Proof.
  intros Hh HU H. apply Rabs_le_between in H.
  set (q := h * U / (1 + h)) in *.
  assert (Hq : q * (1 + h) = h * U) by (unfold q; field; lra).
  assert (Hq0 : 0 <= q) by (unfold q; apply Rmult_le_pos; [nra|]; left; apply Rinv_0_lt_compat; lra).
  assert (HqU : q < U) by nra.
  apply log_distance_le; nra.
Qed.

(** ** The exponent-and-mantissa values *)

(** The point 2^(-e-1) (1 + t 2^(1-p)). *)
Definition em_point (p e : nat) (t : R) : R := / 2 ^ S e * (1 + t * / 2 ^ (p - 1)).

Lemma half_pow_pos (n : nat) : 0 < / 2 ^ n.
Proof. apply Rinv_0_lt_compat, pow_lt; lra. Qed.

Lemma em_point_pos (p e : nat) (t : R) : 0 <= t -> 0 < em_point p e t.
Proof.
  intros Ht. unfold em_point. assert (H1 := half_pow_pos (S e)).
  assert (H2 := half_pow_pos (p - 1)). apply Rmult_lt_0_compat; nra.
Qed.

Lemma em_point_increasing (p e : nat) (s t : R) : s < t -> em_point p e s < em_point p e t.
Proof.
  intros H. unfold em_point. assert (H1 := half_pow_pos (S e)).
  assert (H2 := half_pow_pos (p - 1)). apply Rmult_lt_compat_l; nra.
Qed.

Lemma em_point_0 (p e : nat) : em_point p e 0 = / 2 ^ S e.
Proof. unfold em_point. ring. Qed.

Lemma em_point_end (p e : nat) : em_point p e (2 ^ (p - 1)) = / 2 ^ e.
Proof.
  unfold em_point. simpl. assert (2 ^ e <> 0) by (apply pow_nonzero; lra).
  assert (2 ^ (p - 1) <> 0) by (apply pow_nonzero; lra). field. auto.
Qed.

Lemma INR_pow2 (n : nat) : INR (2 ^ n) = 2 ^ n.
Proof. rewrite pow_INR. reflexivity. Qed.

Lemma mantissa_bound (p j : nat) : (j < 2 ^ (p - 1))%nat -> INR j + 1 <= 2 ^ (p - 1).
Proof. intros H. rewrite <- INR_pow2, <- S_INR. apply le_INR. lia. Qed.

(** The probability of (e,j): P[E = e] = 2^(-e-1), and j is uniform on 2^(p-1)
    values. *)
Definition em_probability (p e : nat) : R := / 2 ^ S e * / 2 ^ (p - 1).

(** The generator is its own coupling, 1: the interval of U for the value (e,j)
    has the probability of (e,j) as its length. *)
Theorem em_interval_length (p e : nat) (t : R) :
  em_point p e (t + 1) - em_point p e t = em_probability p e.
Proof. unfold em_point, em_probability. ring. Qed.

Lemma dyadic_bracket (u : R) : 0 < u < 1 -> exists e, / 2 ^ S e <= u < / 2 ^ e.
Proof.
  intros Hu.
  assert (Hn : forall n, u < / 2 ^ n \/ exists e, / 2 ^ S e <= u < / 2 ^ e).
  { induction n as [|n [IH|IH]]; [left; simpl; lra| |right; exact IH].
    destruct (Rlt_le_dec u (/ 2 ^ S n)) as [H|H]; [left; exact H|].
    right. exists n. split; assumption. }
  destruct (nfloor_ex (/ u)) as [n Hn'].
  { left; apply Rinv_0_lt_compat; lra. }
  destruct (Hn (S n)) as [H|H]; [exfalso|exact H].
  assert (Hpow : INR (S n) < 2 ^ S n).
  { rewrite <- INR_pow2. apply lt_INR, Nat.pow_gt_lin_r. lia. }
  rewrite S_INR in Hpow.
  assert (H2 : / / 2 ^ S n < / u).
  { apply Rinv_lt_contravar; [|exact H]. apply Rmult_lt_0_compat; [lra|apply half_pow_pos]. }
  rewrite Rinv_inv in H2. lra.
Qed.

(** The generator is its own coupling, 2: every u in ]0,1[ is
    2^(-E-1) (1 + (j+V) 2^(1-p)) for some E, j < 2^(p-1), V in [0,1[ ... *)
Theorem em_cover (p : nat) (u : R) :
  0 < u < 1 ->
  exists (e j : nat) (V : R),
    (j < 2 ^ (p - 1))%nat /\ 0 <= V < 1 /\ u = em_point p e (INR j + V).
Proof.
  intros Hu. destruct (dyadic_bracket u Hu) as [e He].
  assert (P1 : 0 < 2 ^ S e) by (apply pow_lt; lra).
  assert (P2 : 0 < 2 ^ (p - 1)) by (apply pow_lt; lra).
  assert (Q1 := half_pow_pos (S e)).
  set (t := (u * 2 ^ S e - 1) * 2 ^ (p - 1)).
  assert (Eu : u = em_point p e t) by (unfold em_point, t; field; lra).
  assert (Ht : 0 <= t < 2 ^ (p - 1)).
  { split.
    - destruct (Rle_lt_dec 0 t) as [H|H]; [exact H|].
      apply (em_point_increasing p e) in H. rewrite em_point_0 in H. lra.
    - destruct (Rlt_le_dec t (2 ^ (p - 1))) as [H|[H|H]]; [exact H| |].
      + apply (em_point_increasing p e) in H. rewrite em_point_end in H. lra.
      + rewrite <- H, em_point_end in Eu. lra. }
  destruct (nfloor_ex t (proj1 Ht)) as [j Hj].
  exists e, j, (t - INR j). split; [|split].
  - apply INR_lt. rewrite INR_pow2. lra.
  - lra.
  - rewrite Eu at 1. f_equal. ring.
Qed.

(** ... and in one way only: the intervals of different (e,j) are disjoint. *)
Theorem em_unique (p e e' j j' : nat) (V V' : R) :
  (j < 2 ^ (p - 1))%nat -> (j' < 2 ^ (p - 1))%nat -> 0 <= V < 1 -> 0 <= V' < 1 ->
  em_point p e (INR j + V) = em_point p e' (INR j' + V') ->
  e = e' /\ j = j' /\ V = V'.
Proof.
  intros Hj Hj' HV HV' E.
  assert (Hb : forall e j V, (j < 2 ^ (p - 1))%nat -> 0 <= V < 1 ->
            / 2 ^ S e <= em_point p e (INR j + V) < / 2 ^ e).
  { clear. intros e j V Hj HV. apply mantissa_bound in Hj.
    assert (Hj0 := pos_INR j). split.
    - rewrite <- (em_point_0 p e).
      destruct (Req_dec (INR j + V) 0) as [->|H]; [apply Rle_refl|].
      left; apply em_point_increasing; lra.
    - rewrite <- (em_point_end p e). apply em_point_increasing; lra. }
  assert (Hle : forall n m, (n < m)%nat -> / 2 ^ m <= / 2 ^ S n).
  { intros n m H. apply Rinv_le_contravar; [apply pow_lt; lra|].
    apply Rle_pow; [lra|lia]. }
  assert (Ee : e = e').
  { assert (B1 := Hb e j V Hj HV). assert (B2 := Hb e' j' V' Hj' HV').
    destruct (lt_eq_lt_dec e e') as [[H|H]|H]; [|exact H|].
    - apply Hle in H. lra.
    - apply Hle in H. lra. }
  subst e'. split; [reflexivity|].
  assert (Et : INR j + V = INR j' + V').
  { destruct (Rtotal_order (INR j + V) (INR j' + V')) as [H|[H|H]]; [|exact H|];
      apply (em_point_increasing p e) in H; lra. }
  assert (Ej : j = j').
  { destruct (lt_eq_lt_dec j j') as [[H|H]|H]; [|exact H|];
      apply le_INR in H; rewrite S_INR in H; lra. }
  subst j'. split; [reflexivity|]. lra.
Qed.

(** The value reported for (e,j) with offset theta: theta = 0 is truncation,
    theta = 1/2 the midpoint. *)
Definition em_value (p : nat) (theta : R) (e j : nat) : R := em_point p e (INR j + theta).

(** Its bias: the log distance to U = 2^(-e-1) (1 + (j+V) 2^(1-p)) is at most
    ln(1 + max(theta,1-theta) 2^(1-p)). *)
Definition em_bias (p : nat) (theta : R) : R :=
  ln (1 + Rmax theta (1 - theta) * / 2 ^ (p - 1)).

Theorem em_bias_bound (p e j : nat) (theta V : R) :
  0 <= theta <= 1 -> 0 <= V <= 1 ->
  log_distance (em_point p e (INR j + V)) (em_value p theta e j) <= em_bias p theta.
Proof.
  intros Ht HV. unfold em_value, em_bias.
  assert (Hj := pos_INR j). assert (Hh := half_pow_pos (p - 1)).
  assert (He := half_pow_pos (S e)).
  assert (M1 := Rmax_l theta (1 - theta)). assert (M2 := Rmax_r theta (1 - theta)).
  set (h := / 2 ^ (p - 1)) in *. set (m := Rmax theta (1 - theta)) in *.
  (* the quotient of two points of one interval *)
  assert (Q : forall s t, 0 <= s -> 0 <= t -> s - t <= m ->
            em_point p e s <= em_point p e t * (1 + m * h)).
  { intros s t Hs Ht0 Hst. unfold em_point. fold h. rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [lra|].
    apply Rle_trans with (1 + t * h + m * h); [nra|].
    assert (0 <= t * h * (m * h)) by (apply Rmult_le_pos; apply Rmult_le_pos; lra).
    nra. }
  apply log_distance_le.
  - apply em_point_pos; lra.
  - apply em_point_pos; lra.
  - apply Rmult_le_pos; lra.
  - apply Q; lra.
  - apply Q; lra.
Qed.

(** Truncation: 0 <= ln U - ln U' < ln(1+2^(1-p)). *)
Theorem truncation_bias (p e j : nat) (V : R) :
  0 <= V < 1 ->
  0 <= ln (em_point p e (INR j + V)) - ln (em_point p e (INR j)) < ln (1 + / 2 ^ (p - 1)).
Proof.
  intros HV. assert (Hj := pos_INR j). assert (Hh := half_pow_pos (p - 1)).
  assert (He := half_pow_pos (S e)).
  assert (P0 : 0 < em_point p e (INR j)) by (apply em_point_pos; lra).
  split.
  - assert (ln (em_point p e (INR j)) <= ln (em_point p e (INR j + V))); [|lra].
    apply ln_le; [exact P0|].
    destruct (Req_dec V 0) as [->|H]; [rewrite Rplus_0_r; apply Rle_refl|].
    left; apply em_point_increasing; lra.
  - assert (H : ln (em_point p e (INR j + V))
                < ln (em_point p e (INR j) * (1 + / 2 ^ (p - 1)))).
    { apply ln_increasing; [apply em_point_pos; lra|].
      unfold em_point. set (h := / 2 ^ (p - 1)) in *. rewrite Rmult_assoc.
      apply Rmult_lt_compat_l; [exact He|].
      assert (0 <= INR j * h * h) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra).
      nra. }
    rewrite ln_mult in H by lra. lra.
Qed.

(** The bias of truncation is ln(1+2^(1-p)), that of midpoints ln(1+2^(-p)). *)
Theorem em_bias_truncation (p : nat) : em_bias p 0 = ln (1 + / 2 ^ (p - 1)).
Proof. unfold em_bias. rewrite Rmax_right by lra. f_equal. ring. Qed.

Theorem em_bias_midpoint (p : nat) : (1 <= p)%nat -> em_bias p (1 / 2) = ln (1 + / 2 ^ p).
Proof.
  intros Hp. unfold em_bias. rewrite Rmax_left by lra. f_equal. f_equal.
  destruct p as [|p]; [lia|]. replace (S p - 1)%nat with p by lia. simpl.
  assert (2 ^ p <> 0) by (apply pow_nonzero; lra). field. assumption.
Qed.

Lemma em_bias_nonneg (p : nat) (theta : R) : 0 <= theta <= 1 -> 0 <= em_bias p theta.
Proof.
  intros Ht. unfold em_bias. rewrite <- ln_1.
  assert (M1 := Rmax_l theta (1 - theta)). assert (Hh := half_pow_pos (p - 1)).
  apply ln_le; [lra|]. assert (0 <= Rmax theta (1 - theta) * / 2 ^ (p - 1)); [|lra].
  apply Rmult_le_pos; lra.
Qed.

(** ** Theorem L *)

(** Theorem L, for one draw.  U is the ideal and v the generated number, x' the
    computed magnitude n'(v).  If d(U,v) <= delta0', |n'(v)-n(v)| <= delta_n
    for -b ln v <= T, n'(v) >= T - delta_n otherwise, and
    T > rho_M + b delta0' + delta_n, then x' is within
    delta = b delta0' + delta_n of -b ln U, or both exceed rho_M. *)
Theorem theorem_L (b T rho_M delta0 delta_n U v x' : R) :
  0 < b ->
  log_distance U v <= delta0 ->
  (magnitude b v <= T -> Rabs (x' - magnitude b v) <= delta_n) ->
  (T < magnitude b v -> T - delta_n <= x') ->
  rho_M + b * delta0 + delta_n < T ->
  0 <= delta0 -> 0 <= delta_n ->
  Rabs (x' - magnitude b U) <= b * delta0 + delta_n \/
  (rho_M < x' /\ rho_M < magnitude b U).
Proof.
  intros Hb Hd Hin Hout HT H0 Hn.
  assert (HL : Rabs (magnitude b U - magnitude b v) <= b * delta0).
  { rewrite magnitude_log_lipschitz by assumption. apply Rmult_le_compat_l; lra. }
  destruct (Rle_lt_dec (magnitude b v) T) as [HTv|HTv].
  - left. specialize (Hin HTv).
    replace (x' - magnitude b U)
      with ((x' - magnitude b v) + - (magnitude b U - magnitude b v)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra.
  - right. specialize (Hout HTv). apply Rabs_le_between in HL.
    assert (0 <= b * delta0) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Theorem L, conclusions (A) and (B): let s = 1 or -1 be the sign bit, M the
    window, r a possible answer with all of M within rho_M of r.  Then
    (A) r + s x' in M implies |s x' - s n(U)| <= delta, and
    (B) r + s n(U) in M, in particular in M^(-delta), implies the same. *)
Theorem theorem_L_A_B (b T rho_M delta0 delta_n U v x' s r : R) (M : R -> Prop) :
  0 < b ->
  log_distance U v <= delta0 ->
  (magnitude b v <= T -> Rabs (x' - magnitude b v) <= delta_n) ->
  (T < magnitude b v -> T - delta_n <= x') ->
  rho_M + b * delta0 + delta_n < T ->
  0 <= delta0 -> 0 <= delta_n ->
  s = 1 \/ s = -1 ->
  (forall y, M y -> Rabs (y - r) <= rho_M) ->
  (M (r + s * x') -> Rabs (s * x' - s * magnitude b U) <= b * delta0 + delta_n) /\
  (M (r + s * magnitude b U) -> Rabs (s * x' - s * magnitude b U) <= b * delta0 + delta_n).
Proof.
  intros Hb Hd Hin Hout HT H0 Hn Hs HM.
  assert (Habs : forall z, Rabs (s * z) = Rabs z).
  { intros z. rewrite Rabs_mult. destruct Hs as [-> | ->];
      [rewrite Rabs_R1 | rewrite Rabs_left by lra]; ring. }
  assert (HM' : forall z, M (r + s * z) -> rho_M < z -> False).
  { intros z Hz Hlt. apply HM in Hz. replace (r + s * z - r) with (s * z) in Hz by ring.
    rewrite Habs in Hz. assert (Hz' := Rle_abs z). lra. }
  assert (HL := theorem_L b T rho_M delta0 delta_n U v x' Hb Hd Hin Hout HT H0 Hn).
  replace (s * x' - s * magnitude b U) with (s * (x' - magnitude b U)) by ring.
  rewrite Habs.
  destruct HL as [HL|[HL1 HL2]]; split; intros HMz; try exact HL; exfalso; eauto.
Qed.

(** The cut-off: on U < 2^(-e_max), with b e_max ln 2 >= rho_M (in particular
    >= T), the ideal magnitude exceeds rho_M, so that any value whose magnitude
    exceeds rho_M, or no number, may be returned. *)
Theorem cut_off (b rho_M U : R) (e_max : nat) :
  0 < b -> 0 < U -> rho_M <= b * INR e_max * ln 2 -> U < / 2 ^ e_max ->
  rho_M < magnitude b U.
Proof.
  intros Hb HU Hr H. apply Rle_lt_trans with (1 := Hr). unfold magnitude.
  assert (L : ln U < - (INR e_max * ln 2)).
  { rewrite <- ln_pow, <- ln_Rinv by (try apply pow_lt; lra).
    apply ln_increasing; assumption. }
  nra.
Qed.

(** ** The finite generator *)

(** The draws with a given sign and exponent e_max - 1, ..., 0, in the order of
    increasing U; the weight of (e,j) is half its probability, the other half
    being that of the other sign. *)
Fixpoint exponents (p : nat) (val : nat -> nat -> option R) (e_max : nat) : generator :=
  match e_max with
  | O => []
  | S e => equal_draws (em_probability p e / 2) (val e) (2 ^ (p - 1)) ++ exponents p val e
  end.

Lemma total_exponents (p : nat) (val : nat -> nat -> option R) (e_max : nat) :
  total (exponents p val e_max) = (1 - / 2 ^ e_max) / 2.
Proof.
  induction e_max as [|e IH]; [simpl; lra|].
  simpl exponents. rewrite total_app, IH, total_equal_draws, INR_pow2.
  unfold em_probability. simpl.
  assert (2 ^ e <> 0) by (apply pow_nonzero; lra).
  assert (2 ^ (p - 1) <> 0) by (apply pow_nonzero; lra). field. auto.
Qed.

Lemma pieces_exponents (P : R -> R -> option R -> Prop) (p : nat)
    (val : nat -> nat -> option R) (e_max : nat) :
  (forall e j, (e < e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
     P (em_point p e (INR j) / 2) (em_point p e (INR j + 1) / 2) (val e j)) ->
  pieces P (/ 2 ^ e_max / 2) (exponents p val e_max).
Proof.
  induction e_max as [|e IH]; intros H; [exact I|].
  simpl exponents. apply pieces_app.
  - apply pieces_equal_draws. intros j Hj.
    replace (/ 2 ^ S e / 2 + INR j * (em_probability p e / 2))
      with (em_point p e (INR j) / 2) by (unfold em_point, em_probability; field;
        split; apply pow_nonzero; lra).
    replace (/ 2 ^ S e / 2 + (INR j + 1) * (em_probability p e / 2))
      with (em_point p e (INR j + 1) / 2) by (unfold em_point, em_probability; field;
        split; apply pow_nonzero; lra).
    apply H; [lia|exact Hj].
  - rewrite total_equal_draws, INR_pow2.
    replace (/ 2 ^ S e / 2 + 2 ^ (p - 1) * (em_probability p e / 2)) with (/ 2 ^ e / 2).
    + apply IH. intros e' j He Hj. apply H; [lia|exact Hj].
    + unfold em_probability. simpl. assert (2 ^ e <> 0) by (apply pow_nonzero; lra).
      assert (2 ^ (p - 1) <> 0) by (apply pow_nonzero; lra). field. auto.
Qed.

(** The exponent-and-mantissa generator with p significant bits, offset theta,
    computed magnitude n', and the draws [cut_minus], [cut_plus] used when
    E >= e_max, for the two signs.  The list is in the order of the quantiles:
    negative noise first. *)
Definition em_generator (p e_max : nat) (theta : R) (n' : R -> R)
    (cut_minus cut_plus : generator) : generator :=
  (cut_minus ++ exponents p (fun e j => Some (- n' (em_value p theta e j))) e_max)
  ++ rev (cut_plus ++ exponents p (fun e j => Some (n' (em_value p theta e j))) e_max).

(** Draws admitted for E >= e_max: together they have half the probability of
    E >= e_max, and none of their values lies within rho_M of 0. *)
Definition cut_off_draws (rho_M : R) (e_max : nat) (cut : generator) : Prop :=
  nonneg_weights cut /\ total cut = / 2 ^ e_max / 2 /\
  Forall (fun d => forall v, snd d = Some v -> rho_M < Rabs v) cut.

Lemma nonneg_weights_exponents (p : nat) (val : nat -> nat -> option R) (e_max : nat) :
  nonneg_weights (exponents p val e_max).
Proof.
  induction e_max as [|e IH]; [constructor|].
  simpl exponents. apply nonneg_weights_app; [|exact IH].
  assert (Hw : 0 <= em_probability p e / 2).
  { unfold em_probability. assert (H1 := half_pow_pos (S e)).
    assert (H2 := half_pow_pos (p - 1)).
    assert (0 < / 2 ^ S e * / 2 ^ (p - 1)) by (apply Rmult_lt_0_compat; assumption). lra. }
  apply nonneg_weights_equal_draws, Hw.
Qed.

(** It is a generator: its weights are nonnegative and have sum one. *)
Theorem em_generator_is_generator (p e_max : nat) (theta rho_M : R) (n' : R -> R)
    (cut_minus cut_plus : generator) :
  cut_off_draws rho_M e_max cut_minus -> cut_off_draws rho_M e_max cut_plus ->
  is_generator (em_generator p e_max theta n' cut_minus cut_plus).
Proof.
  intros [W1 [T1 _]] [W2 [T2 _]]. unfold em_generator. split.
  - apply nonneg_weights_app.
    + apply nonneg_weights_app; [exact W1|apply nonneg_weights_exponents].
    + apply Forall_rev, nonneg_weights_app; [exact W2|apply nonneg_weights_exponents].
  - rewrite total_app, total_rev, !total_app, !total_exponents, T1, T2. lra.
Qed.

(** The implementation that clamps E to e_max and evaluates n' as usual returns,
    for E >= e_max, the values s n'(v) with v = em_value p theta e_max j, s the
    sign.  As v <= 2^(-e_max), their magnitude is at least T - delta_n if
    b e_max ln 2 >= T, so they are admitted cut-off draws. *)
Definition clamped_draws (p e_max : nat) (theta s : R) (n' : R -> R) : generator :=
  equal_draws (/ 2 ^ e_max * / 2 ^ (p - 1) / 2)
    (fun j => Some (s * n' (em_value p theta e_max j))) (2 ^ (p - 1)).

Lemma clamped_value_large (b T rho_M delta_n theta : R) (p e_max : nat) (n' : R -> R) :
  0 < b -> 0 <= theta <= 1 -> T <= b * INR e_max * ln 2 -> rho_M + delta_n < T ->
  (forall j, (j < 2 ^ (p - 1))%nat ->
     let v := em_value p theta e_max j in
     (magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n) /\
     (T < magnitude b v -> T - delta_n <= n' v)) ->
  forall j, (j < 2 ^ (p - 1))%nat -> rho_M < n' (em_value p theta e_max j).
Proof.
  intros Hb Hth Hem HT Hn' j Hj. destruct (Hn' j Hj) as [Hin Hout].
  assert (Hj0 := pos_INR j). assert (Hj1 := mantissa_bound p j Hj).
  set (v := em_value p theta e_max j) in *.
  assert (Hv0 : 0 < v) by (apply em_point_pos; lra).
  assert (Hv1 : v <= / 2 ^ e_max).
  { rewrite <- (em_point_end p e_max). unfold v, em_value.
    destruct (Req_dec (INR j + theta) (2 ^ (p - 1))) as [->|H]; [apply Rle_refl|].
    left; apply em_point_increasing; lra. }
  assert (Hm : T <= magnitude b v).
  { apply Rle_trans with (1 := Hem). unfold magnitude.
    assert (Hl : ln v <= - (INR e_max * ln 2)).
    { rewrite <- ln_pow, <- ln_Rinv by (try apply pow_lt; lra).
      apply ln_le; assumption. }
    nra. }
  destruct Hm as [Hm|Hm].
  - assert (H := Hout Hm). lra.
  - assert (H := Hin ltac:(lra)). apply Rabs_le_between in H. lra.
Qed.

Theorem clamped_draws_are_cut_off
    (b T rho_M delta_n theta s : R) (p e_max : nat) (n' : R -> R) :
  0 < b -> 0 <= theta <= 1 -> s = 1 \/ s = -1 ->
  T <= b * INR e_max * ln 2 -> rho_M + delta_n < T ->
  (forall j, (j < 2 ^ (p - 1))%nat ->
     let v := em_value p theta e_max j in
     (magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n) /\
     (T < magnitude b v -> T - delta_n <= n' v)) ->
  cut_off_draws rho_M e_max (clamped_draws p e_max theta s n').
Proof.
  intros Hb Hth Hs Hem HT Hn'. unfold clamped_draws.
  assert (Q1 := half_pow_pos e_max). assert (Q2 := half_pow_pos (p - 1)).
  split; [|split].
  - apply nonneg_weights_equal_draws.
    assert (0 < / 2 ^ e_max * / 2 ^ (p - 1)) by (apply Rmult_lt_0_compat; assumption). lra.
  - rewrite total_equal_draws, INR_pow2. field. split; apply pow_nonzero; lra.
  - apply Forall_equal_draws. simpl. intros j Hj v Ev. injection Ev as <-.
    assert (H := clamped_value_large b T rho_M delta_n theta p e_max n' Hb Hth Hem HT Hn' j Hj).
    assert (Hab : Rabs (s * n' (em_value p theta e_max j)) = Rabs (n' (em_value p theta e_max j))).
    { rewrite Rabs_mult. destruct Hs as [-> | ->];
        [rewrite Rabs_R1 | rewrite Rabs_left by lra]; ring. }
    rewrite Hab. apply Rlt_le_trans with (1 := H). apply Rle_abs.
Qed.

Section Generator.

Variables (b T rho_M delta_n theta : R) (p e_max : nat) (n' : R -> R).
Variables (cut_minus cut_plus : generator).
Hypothesis b_pos : 0 < b.
Hypothesis delta_n_nonneg : 0 <= delta_n.
Hypothesis theta_range : 0 <= theta <= 1.
(** The computed magnitude at the values of the generator: within delta_n of
    n(v) = -b ln v up to T, and never coming back beyond T. *)
Hypothesis n'_inside : forall e j, (e < e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
  let v := em_value p theta e j in
  magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n.
Hypothesis n'_outside : forall e j, (e < e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
  let v := em_value p theta e j in
  T < magnitude b v -> T - delta_n <= n' v.
Hypothesis T_large : rho_M + b * em_bias p theta + delta_n < T.
Hypothesis e_max_large : rho_M <= b * INR e_max * ln 2.
(** What is asked for where value and quantile are not near: it holds when both
    are beyond rho_M on the same side, and for the draws that are cut off. *)
Variable far : option R -> R -> Prop.
Hypothesis far_minus : forall v y, v < - rho_M -> y < - rho_M -> far (Some v) y.
Hypothesis far_plus : forall v y, rho_M < v -> rho_M < y -> far (Some v) y.
Hypothesis cut_minus_weights : nonneg_weights cut_minus /\ total cut_minus = / 2 ^ e_max / 2.
Hypothesis cut_plus_weights : nonneg_weights cut_plus /\ total cut_plus = / 2 ^ e_max / 2.
Hypothesis cut_minus_far : Forall (fun d => forall y, y < - rho_M -> far (snd d) y) cut_minus.
Hypothesis cut_plus_far : Forall (fun d => forall y, rho_M < y -> far (snd d) y) cut_plus.

Let delta := b * em_bias p theta + delta_n.

(** The property asked for one piece. *)
Let near_or_far_piece (lo hi : R) (x : option R) : Prop :=
  forall y, lo < F (/ b) y < hi ->
    (exists v, x = Some v /\ Rabs (v - y) <= delta) \/ far x y.

(** For F(y) < 1/2: y = -n(U) with U = 2 F(y). *)
Lemma lower_half_quantile (y : R) :
  F (/ b) y < 1 / 2 -> y < 0 /\ y = - magnitude b (2 * F (/ b) y).
Proof.
  intros H. assert (Hr := rate_pos b b_pos).
  assert (Hy : y < 0).
  { apply (F_lt_inv (/ b) Hr). rewrite (F_nonpos _ 0) by lra.
    rewrite Rmult_0_r, exp_0. exact H. }
  split; [exact Hy|]. rewrite F_nonpos by lra. unfold magnitude.
  replace (2 * (exp (/ b * y) / 2)) with (exp (/ b * y)) by field.
  rewrite ln_exp. field. lra.
Qed.

(** Theorem L at a point U = 2 F(y) of the interval of (e,j), F(y) < 1/2. *)
Lemma near_or_far_value (e j : nat) (y : R) :
  (e < e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
  em_point p e (INR j) / 2 < F (/ b) y < em_point p e (INR j + 1) / 2 ->
  Rabs (n' (em_value p theta e j) - - y) <= delta \/
  (rho_M < n' (em_value p theta e j) /\ y < - rho_M).
Proof.
  intros He Hj Hy.
  assert (Hj0 := pos_INR j). assert (Hj1 := mantissa_bound p j Hj).
  assert (Htop : em_point p e (INR j + 1) <= 1).
  { apply Rle_trans with (em_point p e (2 ^ (p - 1))).
    - destruct Hj1 as [Hj1|Hj1]; [left; apply em_point_increasing, Hj1|].
      rewrite Hj1. apply Rle_refl.
    - rewrite em_point_end, <- Rinv_1. apply Rinv_le_contravar; [lra|].
      apply pow_R1_Rle. lra. }
  destruct (lower_half_quantile y ltac:(lra)) as [Hneg Ey].
  set (U := 2 * F (/ b) y) in *.
  (* U lies in the interval of (e,j) *)
  assert (HU : em_point p e (INR j) < U < em_point p e (INR j + 1)) by (unfold U; lra).
  assert (HV : exists V, 0 <= V <= 1 /\ U = em_point p e (INR j + V)).
  { set (V := ((U * 2 ^ S e - 1) * 2 ^ (p - 1)) - INR j).
    assert (P1 : 0 < 2 ^ S e) by (apply pow_lt; lra).
    assert (P2 : 0 < 2 ^ (p - 1)) by (apply pow_lt; lra).
    assert (EU : U = em_point p e (INR j + V)) by (unfold em_point, V; field; lra).
    exists V. split; [|exact EU]. split.
    - destruct (Rle_lt_dec 0 V) as [H|H]; [exact H|].
      assert (em_point p e (INR j + V) < em_point p e (INR j))
        by (apply em_point_increasing; lra). lra.
    - destruct (Rle_lt_dec V 1) as [H|H]; [exact H|].
      assert (em_point p e (INR j + 1) < em_point p e (INR j + V))
        by (apply em_point_increasing; lra). lra. }
  destruct HV as [V [HV EU]].
  assert (Hb := em_bias_bound p e j theta V theta_range HV). rewrite <- EU in Hb.
  replace (- y) with (magnitude b U) by lra.
  destruct (theorem_L b T rho_M (em_bias p theta) delta_n U (em_value p theta e j)
              (n' (em_value p theta e j)) b_pos Hb (n'_inside e j He Hj)
              (n'_outside e j He Hj) T_large (em_bias_nonneg p theta theta_range)
              delta_n_nonneg) as [H|[H1 H2]].
  - left. exact H.
  - right. lra.
Qed.

Lemma near_or_far_minus (e j : nat) :
  (e < e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
  near_or_far_piece (em_point p e (INR j) / 2) (em_point p e (INR j + 1) / 2)
    (Some (- n' (em_value p theta e j))).
Proof.
  intros He Hj y Hy. destruct (near_or_far_value e j y He Hj Hy) as [H|[H1 H2]].
  - left. eexists. split; [reflexivity|]. rewrite <- Rabs_Ropp.
    replace (- (- n' (em_value p theta e j) - y))
      with (n' (em_value p theta e j) - - y) by ring. exact H.
  - right. apply far_minus; lra.
Qed.

Lemma near_or_far_plus (e j : nat) :
  (e < e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
  near_or_far_piece (1 - em_point p e (INR j + 1) / 2) (1 - em_point p e (INR j) / 2)
    (Some (n' (em_value p theta e j))).
Proof.
  intros He Hj y Hy. destruct (near_or_far_value e j (- y) He Hj) as [H|[H1 H2]].
  - rewrite F_symmetric. lra.
  - left. eexists. split; [reflexivity|]. rewrite Ropp_involutive in H. exact H.
  - right. apply far_plus; lra.
Qed.

(** Draws that are cut off stand for quantiles beyond rho_M. *)
Lemma cut_off_quantile (y : R) : F (/ b) y < / 2 ^ e_max / 2 -> y < - rho_M.
Proof.
  intros Hy. assert (Hr := rate_pos b b_pos).
  assert (Htop : / 2 ^ e_max <= 1).
  { rewrite <- Rinv_1. apply Rinv_le_contravar; [lra|]. apply pow_R1_Rle. lra. }
  destruct (lower_half_quantile y ltac:(lra)) as [_ Ey].
  assert (H0 := F_range (/ b) Hr y).
  assert (H : rho_M < magnitude b (2 * F (/ b) y)) by (apply (cut_off b rho_M _ e_max); lra).
  lra.
Qed.

Lemma pieces_of_Forall (Q : option R -> Prop) (cut : generator) :
  Forall (fun d => Q (snd d)) cut -> forall s, pieces (fun _ _ x => Q x) s cut.
Proof.
  induction 1 as [|[w x] g Hv _ IH]; intros s; simpl; [exact I|]. split; auto.
Qed.

Lemma near_or_far_cut_minus : pieces near_or_far_piece 0 cut_minus.
Proof.
  destruct cut_minus_weights as [Hw Ht].
  apply (pieces_impl (fun lo hi x => _ /\ _) _ cut_minus 0)
    with (2 := pieces_and _ _ _ _
                 (pieces_of_Forall (fun x => forall y, y < - rho_M -> far x y)
                    cut_minus cut_minus_far 0)
                 (pieces_range cut_minus Hw 0)).
  rewrite Ht. intros lo hi x [Hv [_ [_ Hhi]]] y Hy. right. apply Hv, cut_off_quantile. lra.
Qed.

Lemma near_or_far_cut_plus :
  pieces (fun lo hi x => near_or_far_piece (1 - hi) (1 - lo) x) 0 cut_plus.
Proof.
  destruct cut_plus_weights as [Hw Ht].
  apply (pieces_impl (fun lo hi x => _ /\ _) _ cut_plus 0)
    with (2 := pieces_and _ _ _ _
                 (pieces_of_Forall (fun x => forall y, rho_M < y -> far x y)
                    cut_plus cut_plus_far 0)
                 (pieces_range cut_plus Hw 0)).
  rewrite Ht. intros lo hi x [Hv [_ [_ Hhi]]] y Hy. right. apply Hv.
  assert (H : - y < - rho_M) by (apply cut_off_quantile; rewrite F_symmetric; lra). lra.
Qed.

(** Theorem L for the finite generator: each value is within
    delta = b delta0' + delta_n of the Laplace quantile, or far. *)
Lemma em_near_or_far_generic :
  pieces (fun lo hi x => forall y, lo < F (/ b) y < hi ->
            (exists v, x = Some v /\ Rabs (v - y) <= b * em_bias p theta + delta_n) \/ far x y)
    0 (em_generator p e_max theta n' cut_minus cut_plus).
Proof.
  change (pieces near_or_far_piece 0 (em_generator p e_max theta n' cut_minus cut_plus)).
  destruct cut_minus_weights as [_ T1]. destruct cut_plus_weights as [_ T2].
  unfold em_generator. apply pieces_app.
  - apply pieces_app; [exact near_or_far_cut_minus|].
    rewrite T1, Rplus_0_l. apply pieces_exponents. exact near_or_far_minus.
  - set (g := cut_plus ++ exponents p (fun e j => Some (n' (em_value p theta e j))) e_max).
    replace (0 + total (cut_minus ++ exponents p
               (fun e j => Some (- n' (em_value p theta e j))) e_max))
      with (1 - 0 - total g)
      by (unfold g; rewrite !total_app, !total_exponents, T1, T2; lra).
    apply pieces_rev. unfold g. apply pieces_app; [exact near_or_far_cut_plus|].
    rewrite T2, Rplus_0_l. apply pieces_exponents. exact near_or_far_plus.
Qed.

End Generator.

(** Theorem L for the finite generator, (A) and (B): each value is within
    delta = b delta0' + delta_n of the Laplace quantile, or both are farther
    than rho_M from 0. *)
Theorem em_near_or_far (b T rho_M delta_n theta : R) (p e_max : nat) (n' : R -> R)
    (cut_minus cut_plus : generator) :
  0 < b -> 0 <= delta_n -> 0 <= theta <= 1 ->
  (forall e j, (e < e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
     let v := em_value p theta e j in
     magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n) ->
  (forall e j, (e < e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
     let v := em_value p theta e j in
     T < magnitude b v -> T - delta_n <= n' v) ->
  rho_M + b * em_bias p theta + delta_n < T ->
  rho_M <= b * INR e_max * ln 2 ->
  cut_off_draws rho_M e_max cut_minus -> cut_off_draws rho_M e_max cut_plus ->
  near_or_far (/ b) (b * em_bias p theta + delta_n) rho_M
    (em_generator p e_max theta n' cut_minus cut_plus).
Proof.
  intros Hb Hdn Hth Hin Hout HT Hem [W1 [T1 F1]] [W2 [T2 F2]].
  assert (Hab : forall v, rho_M < v -> rho_M < Rabs v).
  { intros v Hv. apply Rlt_le_trans with (1 := Hv). apply Rle_abs. }
  assert (Hab' : forall v, v < - rho_M -> rho_M < Rabs v).
  { intros v Hv. rewrite <- Rabs_Ropp. apply Hab. lra. }
  apply em_near_or_far_generic with (T := T) (rho_M := rho_M)
    (far := fun x y => (forall v, x = Some v -> rho_M < Rabs v) /\ rho_M < Rabs y); auto.
  - intros v y Hv Hy. split; [|auto]. intros v' E. injection E as <-. auto.
  - intros v y Hv Hy. split; [|auto]. intros v' E. injection E as <-. auto.
  - revert F1. apply Forall_impl. intros d Hd y Hy. split; auto.
  - revert F2. apply Forall_impl. intros d Hd y Hy. split; auto.
Qed.

(** The same for the generator that clamps E to e_max: value and quantile are
    near, or beyond rho_M on the same side (F7). *)
Theorem em_near_or_same_side (b T rho_M delta_n theta : R) (p e_max : nat) (n' : R -> R) :
  0 < b -> 0 <= delta_n -> 0 <= theta <= 1 -> 0 <= rho_M ->
  (forall e j, (e <= e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
     let v := em_value p theta e j in
     (magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n) /\
     (T < magnitude b v -> T - delta_n <= n' v)) ->
  rho_M + b * em_bias p theta + delta_n < T ->
  T <= b * INR e_max * ln 2 ->
  near_or_same_side (/ b) (b * em_bias p theta + delta_n) rho_M
    (em_generator p e_max theta n' (clamped_draws p e_max theta (-1) n')
       (clamped_draws p e_max theta 1 n')).
Proof.
  intros Hb Hdn Hth HrM Hn' HT Hem.
  assert (Hbias := em_bias_nonneg p theta Hth).
  assert (Hbb : 0 <= b * em_bias p theta) by (apply Rmult_le_pos; lra).
  assert (Hcl : forall s, s = 1 \/ s = -1 ->
            cut_off_draws rho_M e_max (clamped_draws p e_max theta s n')).
  { intros s Hs. apply clamped_draws_are_cut_off with (b := b) (T := T) (delta_n := delta_n);
      trivial; [lra|]. intros j Hj. apply Hn'; [lia|exact Hj]. }
  destruct (Hcl (-1) (or_intror eq_refl)) as [W1 [T1 _]].
  destruct (Hcl 1 (or_introl eq_refl)) as [W2 [T2 _]].
  assert (Hbig : forall j, (j < 2 ^ (p - 1))%nat -> rho_M < n' (em_value p theta e_max j)).
  { apply (clamped_value_large b T rho_M delta_n theta p e_max n'); trivial; [lra|].
    intros j Hj. apply Hn'; [lia|exact Hj]. }
  assert (Hall : forall (s : R) (Q : option R -> Prop),
            (forall v, rho_M < v -> Q (Some (s * v))) ->
            Forall (fun d => Q (snd d)) (clamped_draws p e_max theta s n')).
  { intros s Q HQ. unfold clamped_draws. apply Forall_equal_draws.
    intros j Hj. apply HQ, Hbig, Hj. }
  apply (pieces_impl (fun lo hi x => forall y, lo < F (/ b) y < hi ->
           (exists v, x = Some v /\ Rabs (v - y) <= b * em_bias p theta + delta_n) \/
           (exists v, x = Some v /\ ((rho_M < v /\ rho_M < y) \/ (v < - rho_M /\ y < - rho_M))))).
  { intros lo hi x H y Hy. destruct (H y Hy) as [[v [E Hv]]|[v [E Hv]]]; exists v; auto. }
  apply em_near_or_far_generic with (T := T) (rho_M := rho_M)
    (far := fun x y => exists v, x = Some v /\
              ((rho_M < v /\ rho_M < y) \/ (v < - rho_M /\ y < - rho_M))); auto.
  - intros e j He Hj. apply Hn'; [lia|exact Hj].
  - intros e j He Hj. apply Hn'; [lia|exact Hj].
  - lra.
  - intros v y Hv Hy. exists v. auto.
  - intros v y Hv Hy. exists v. auto.
  - apply (Hall (-1) (fun x => forall y, y < - rho_M -> exists v, x = Some v /\
             ((rho_M < v /\ rho_M < y) \/ (v < - rho_M /\ y < - rho_M)))).
    intros v Hv y Hy. exists (-1 * v). split; [reflexivity|]. right. lra.
  - apply (Hall 1 (fun x => forall y, rho_M < y -> exists v, x = Some v /\
             ((rho_M < v /\ rho_M < y) \/ (v < - rho_M /\ y < - rho_M)))).
    intros v Hv y Hy. exists (1 * v). split; [reflexivity|]. left. lra.
Qed.

(** Theorem L and Theorem A together.  The exponent-and-mantissa generator with
    p significant bits, offset theta (0: truncation, 1/2: midpoint), cut off at
    e_max with b e_max ln 2 >= rho_M, and a computed magnitude n' with error
    delta_n up to T > rho_M + delta, where delta = b delta0' + delta_n,
    delta0' = [em_bias p theta].  All of the window is within rho_M of each
    possible answer, its cells have length >= L > 2 delta.  Then for all possible answers
    and every set S of outputs, Outside included,
    P[K_r1 in S] <= e^(|r1-r2|/b + ln Gamma_(1/b)(L,delta)) P[K_r2 in S]. *)
Theorem exponent_mantissa_theorem_A
    (b L T rho_M delta_n theta : R) (p e_max : nat) (n' : R -> R)
    (cut_minus cut_plus : generator)
    (rd : R -> option nat) (a : nat -> R) (N : nat) (M_f : R -> Prop) :
  0 < b -> 0 <= delta_n -> 0 <= theta <= 1 ->
  let delta := b * em_bias p theta + delta_n in
  (forall e j, (e < e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
     let v := em_value p theta e j in
     magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n) ->
  (forall e j, (e < e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
     let v := em_value p theta e j in
     T < magnitude b v -> T - delta_n <= n' v) ->
  rho_M + delta < T ->
  rho_M <= b * INR e_max * ln 2 ->
  cut_off_draws rho_M e_max cut_minus -> cut_off_draws rho_M e_max cut_plus ->
  2 * delta < L ->
  rounds_to_cells rd a N ->
  (forall i, (i < N)%nat -> a i + L <= a (S i)) ->
  (forall r, M_f r -> r - rho_M <= a 0%nat /\ a N <= r + rho_M) ->
  let g := em_generator p e_max theta n' cut_minus cut_plus in
  forall (r1 r2 : R) (S : option nat -> bool), M_f r1 -> M_f r2 ->
  prob (fun x => S (output rd r1 x)) g
  <= exp (/ b * Rabs (r1 - r2) + ln (Gamma (/ b) L delta))
     * prob (fun x => S (output rd r2 x)) g.
Proof.
  intros Hb Hdn Hth delta Hin Hout HT Hem Hc1 Hc2 HL Hcells Hlong Hwin g r1 r2 S H1 H2.
  assert (Hr := rate_pos b Hb).
  assert (Hd : 0 <= delta).
  { assert (H := em_bias_nonneg p theta Hth). unfold delta. nra. }
  assert (Hinc : forall i, (i < N)%nat -> a i <= a (Datatypes.S i)).
  { intros i Hi. assert (H := Hlong i Hi). lra. }
  assert (Hgen : is_generator g).
  { apply em_generator_is_generator with (rho_M := rho_M); assumption. }
  apply (theorem_A_sinh (/ b) L delta Hr Hd HL rd a N Hcells Hlong M_f (fun _ => g));
    [intros r _; exact Hgen| |exact H1|exact H2].
  intros r Hr'. destruct (Hwin r Hr') as [Hw0 HwN].
  apply hypothesis_H_from_near_or_far with (rho_M := rho_M); trivial.
  apply em_near_or_far with (T := T); trivial. unfold delta in HT. lra.
Qed.

(** The shipped form of the generator (the noise n' and the rounding rd are
    hypotheses; the certificates and FloatAddition.v speak about them): midpoints (the value 2^(-E-1) (1 + (2j+1) 2^(-p))), the
    exponent clamped to e_max with b e_max ln 2 >= T,
    delta = b ln(1+2^(-p)) + delta_n. *)
Theorem relative_generator_theorem_A
    (b L T rho_M delta_n : R) (p e_max : nat) (n' : R -> R)
    (rd : R -> option nat) (a : nat -> R) (N : nat) (M_f : R -> Prop) :
  (1 <= p)%nat -> 0 < b -> 0 <= delta_n ->
  let delta := b * ln (1 + / 2 ^ p) + delta_n in
  (forall e j, (e <= e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
     let v := / 2 ^ S e * (1 + (2 * INR j + 1) * / 2 ^ p) in
     (magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n) /\
     (T < magnitude b v -> T - delta_n <= n' v)) ->
  rho_M + delta < T ->
  T <= b * INR e_max * ln 2 ->
  2 * delta < L ->
  rounds_to_cells rd a N ->
  (forall i, (i < N)%nat -> a i + L <= a (S i)) ->
  (forall r, M_f r -> r - rho_M <= a 0%nat /\ a N <= r + rho_M) ->
  let g := em_generator p e_max (1 / 2) n' (clamped_draws p e_max (1 / 2) (-1) n')
             (clamped_draws p e_max (1 / 2) 1 n') in
  forall (r1 r2 : R) (S : option nat -> bool), M_f r1 -> M_f r2 ->
  prob (fun x => S (output rd r1 x)) g
  <= exp (/ b * Rabs (r1 - r2) + ln (Gamma (/ b) L delta))
     * prob (fun x => S (output rd r2 x)) g.
Proof.
  intros Hp Hb Hdn delta Hn' HT Hem HL Hcells Hlong Hwin g r1 r2 S H1 H2.
  assert (Hv : forall e j, em_value p (1 / 2) e j
                           = / 2 ^ Datatypes.S e * (1 + (2 * INR j + 1) * / 2 ^ p)).
  { intros e j. unfold em_value, em_point. f_equal. f_equal.
    destruct p as [|q]; [lia|]. replace (Datatypes.S q - 1)%nat with q by lia. simpl.
    assert (2 ^ q <> 0) by (apply pow_nonzero; lra). field. assumption. }
  assert (Hn'' : forall e j, (e <= e_max)%nat -> (j < 2 ^ (p - 1))%nat ->
            let v := em_value p (1 / 2) e j in
            (magnitude b v <= T -> Rabs (n' v - magnitude b v) <= delta_n) /\
            (T < magnitude b v -> T - delta_n <= n' v)).
  { intros e j He Hj. rewrite Hv. apply Hn'; assumption. }
  assert (Hth : 0 <= 1 / 2 <= 1) by lra.
  assert (Hbias := em_bias_nonneg p (1 / 2) Hth).
  assert (Hbb : 0 <= b * em_bias p (1 / 2)) by (apply Rmult_le_pos; lra).
  unfold delta in *. rewrite <- em_bias_midpoint in * by exact Hp.
  assert (Hcl : forall s, s = 1 \/ s = -1 ->
            cut_off_draws rho_M e_max (clamped_draws p e_max (1 / 2) s n')).
  { intros s Hs. apply clamped_draws_are_cut_off with (b := b) (T := T) (delta_n := delta_n);
      trivial; [lra|]. intros j Hj. apply Hn''; [lia|exact Hj]. }
  apply (exponent_mantissa_theorem_A b L T rho_M delta_n (1 / 2) p e_max n'
           (clamped_draws p e_max (1 / 2) (-1) n') (clamped_draws p e_max (1 / 2) 1 n')
           rd a N M_f); trivial; try (apply Hcl; auto; fail).
  - intros e j He Hj. apply Hn''; [lia|exact Hj].
  - intros e j He Hj. apply Hn''; [lia|exact Hj].
  - lra.
Qed.
