(** * The inverse tail g, by which Gaussian noise is drawn

    proofs/theory.md, the paragraph on Gaussian noise.  g(l) is the point above
    which the normal law has the mass e^(-l)/2: 2 tail(g(l)) = e^(-l), l >= 0.
    Its inverse is l(x) = -ln(2 tail(x)), of slope 1/M(x), so that g has the
    slope M(g(l)): g(0) = 0, g increases, is concave, and is
    sqrt(PI/2)-Lipschitz.  Hence a relative error of l becomes at most the same
    relative error of g(l), and an absolute one is multiplied by sqrt(PI/2) at
    most: [inverse_tail_error] composes the errors of logarithm and kernel.

    [Classical_Prop.classic] enters through the standard library's [ln].

    In Rust: inverse_tail of crates/finite and of crates/oracle/src/enclosure.
    Rests on NormalMills.v. *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import LaplaceLaw NormalTail NormalMills.

Local Open Scope R_scope.

(** ** The inverse of g *)

(** -ln(2 tail(x)). *)
Definition minus_ln_tail (x : R) : R := - ln (2 * normal_tail x).

Lemma minus_ln_tail_exp (x : R) : exp (- minus_ln_tail x) = 2 * normal_tail x.
Proof.
  unfold minus_ln_tail. rewrite Ropp_involutive. apply exp_ln.
  assert (H := normal_tail_range x). lra.
Qed.

Lemma hazard_continuous (x : R) : continuous hazard x.
Proof.
  apply (ex_derive_continuous hazard). eexists.
  apply (is_derive_div phi normal_tail); [apply phi_derive|apply normal_tail_derive|].
  assert (H := normal_tail_range x). lra.
Qed.

(** Its slope is the hazard rate. *)
Theorem minus_ln_tail_derive (x : R) : is_derive minus_ln_tail x (hazard x).
Proof.
  assert (H := normal_tail_range x).
  replace (hazard x) with (opp (scal (scal 2 (- phi x)) (/ (2 * normal_tail x)))).
  - apply (is_derive_opp (fun y => ln (2 * normal_tail y))).
    apply (is_derive_comp ln (fun y => 2 * normal_tail y)); [apply is_derive_ln; lra|].
    apply (is_derive_scal normal_tail), normal_tail_derive.
  - unfold hazard, opp, scal; simpl; unfold mult; simpl. field. lra.
Qed.

(** Its chords, between the slopes at their ends. *)
Lemma minus_ln_tail_chord (x y : R) :
  x <= y ->
  hazard x * (y - x) <= minus_ln_tail y - minus_ln_tail x <= hazard y * (y - x).
Proof.
  intros Hxy.
  assert (W : forall a b c, (forall z, x <= z <= y -> 0 <= a * hazard z + b) ->
            a * minus_ln_tail x + b * x + c <= a * minus_ln_tail y + b * y + c).
  { intros a b c Hz.
    apply (nonneg_derivative_le (fun z => a * minus_ln_tail z + b * z + c)
             (fun z => a * hazard z + b)); trivial.
    - intros z _.
      replace (a * hazard z + b) with (plus (plus (a * hazard z) (b * 1)) 0)
        by (unfold plus; simpl; ring).
      apply (is_derive_plus (fun z => a * minus_ln_tail z + b * z) (fun _ => c));
        [|apply @is_derive_const].
      apply (is_derive_plus (fun z => a * minus_ln_tail z) (fun z => b * z)).
      + apply (is_derive_scal minus_ln_tail), minus_ln_tail_derive.
      + apply (is_derive_scal (fun z => z) z b), @is_derive_id.
    - intros z _. apply (continuous_plus (fun z => a * hazard z) (fun _ => b));
        [|apply continuous_const].
      apply (continuous_mult (fun _ => a) hazard); [apply continuous_const|apply hazard_continuous]. }
  assert (H1 : forall z, x <= z <= y -> hazard x <= hazard z <= hazard y).
  { intros z Hz. split; apply hazard_monotone; lra. }
  assert (A := W 1 (- hazard x) 0). assert (B := W (-1) (hazard y) 0).
  split.
  - assert (A' := A (fun z Hz => ltac:(assert (Q := H1 z Hz); lra))). lra.
  - assert (B' := B (fun z Hz => ltac:(assert (Q := H1 z Hz); lra))). lra.
Qed.

Lemma minus_ln_tail_zero : minus_ln_tail 0 = 0.
Proof. unfold minus_ln_tail. rewrite normal_tail_zero. replace (2 * (1 / 2)) with 1 by field. rewrite ln_1. ring. Qed.

Theorem minus_ln_tail_increasing (x y : R) : x < y -> minus_ln_tail x < minus_ln_tail y.
Proof.
  intros H. destruct (minus_ln_tail_chord x y ltac:(lra)) as [H1 _]. assert (P := hazard_pos x). nra.
Qed.

Lemma minus_ln_tail_le_inv (x y : R) : minus_ln_tail x <= minus_ln_tail y -> x <= y.
Proof.
  intros H. destruct (Rle_lt_dec x y) as [H'|H']; [exact H'|].
  apply minus_ln_tail_increasing in H'. lra.
Qed.

(** ** g *)

(** For every l >= 0 there is one x with 2 tail(x) = e^(-l), between -1 and
    l + 1; a negative l is taken for 0. *)
Lemma inverse_tail_exists (l : R) : { x : R | 2 * normal_tail x = exp (- Rmax 0 l) }.
Proof.
  set (m := Rmax 0 l). assert (Hm : 0 <= m) by apply Rmax_l.
  assert (C : continuity (fun x => exp (- m) / 2 - normal_tail x)).
  { intros x. apply continuity_pt_filterlim.
    apply (continuous_minus (fun _ => exp (- m) / 2) normal_tail);
      [apply continuous_const|apply normal_tail_continuous]. }
  destruct (IVT (fun x => exp (- m) / 2 - normal_tail x) (-1) (m + 1) C) as [x [_ Hx]].
  - lra.
  - assert (exp (- m) <= 1) by (apply exp_le_one; lra).
    assert (T := normal_tail_decreasing (-1) 0 ltac:(lra)). rewrite normal_tail_zero in T. lra.
  - assert (H := normal_tail_below_bell (m + 1) ltac:(lra)).
    assert (bell (m + 1) < exp (- m)) by (apply exp_lt_exp; nra). lra.
  - exists x. lra.
Qed.

Definition inverse_tail (l : R) : R := proj1_sig (inverse_tail_exists l).

(** 2 tail(g(l)) = e^(-l). *)
Theorem inverse_tail_spec (l : R) : 0 <= l -> 2 * normal_tail (inverse_tail l) = exp (- l).
Proof.
  intros H. unfold inverse_tail. destruct (inverse_tail_exists l) as [x Hx]. simpl.
  rewrite Rmax_right in Hx by exact H. exact Hx.
Qed.

Lemma minus_ln_tail_of_inverse (l : R) : minus_ln_tail (inverse_tail l) = Rmax 0 l.
Proof.
  unfold inverse_tail, minus_ln_tail. destruct (inverse_tail_exists l) as [x Hx]. simpl.
  rewrite Hx, ln_exp. ring.
Qed.

(** The two are inverse to each other, so that g(l) is the only such point. *)
Theorem inverse_tail_of_minus_ln (x : R) : 0 <= x -> inverse_tail (minus_ln_tail x) = x.
Proof.
  intros H. assert (E := minus_ln_tail_of_inverse (minus_ln_tail x)).
  rewrite Rmax_right in E.
  - apply Rle_antisym; apply minus_ln_tail_le_inv; lra.
  - rewrite <- minus_ln_tail_zero. destruct H as [H| <-]; [|apply Rle_refl].
    left. apply minus_ln_tail_increasing, H.
Qed.

Theorem inverse_tail_unique (l x : R) : 0 <= l -> 2 * normal_tail x = exp (- l) -> x = inverse_tail l.
Proof.
  intros Hl H. assert (E := minus_ln_tail_of_inverse l). rewrite Rmax_right in E by exact Hl.
  assert (Ex : minus_ln_tail x = l) by (unfold minus_ln_tail; rewrite H, ln_exp; ring).
  apply Rle_antisym; apply minus_ln_tail_le_inv; lra.
Qed.

(** g(0) = 0. *)
Theorem inverse_tail_zero : inverse_tail 0 = 0.
Proof. rewrite <- minus_ln_tail_zero at 1. apply inverse_tail_of_minus_ln. lra. Qed.

Lemma inverse_tail_nonneg (l : R) : 0 <= inverse_tail l.
Proof.
  apply minus_ln_tail_le_inv. rewrite minus_ln_tail_of_inverse, minus_ln_tail_zero. apply Rmax_l.
Qed.

Lemma inverse_tail_monotone (l m : R) : l <= m -> inverse_tail l <= inverse_tail m.
Proof.
  intros H. apply minus_ln_tail_le_inv. rewrite !minus_ln_tail_of_inverse.
  apply Rle_max_compat_l, H.
Qed.

(** Its chords, between the slopes at their ends: M(g(m)) below, M(g(l)) above. *)
Lemma inverse_tail_chord (l m : R) :
  0 <= l -> l <= m ->
  mills (inverse_tail m) * (m - l) <= inverse_tail m - inverse_tail l
  <= mills (inverse_tail l) * (m - l).
Proof.
  intros Hl Hm. assert (C := minus_ln_tail_chord _ _ (inverse_tail_monotone l m Hm)).
  rewrite !minus_ln_tail_of_inverse, !Rmax_right in C by lra.
  rewrite !mills_is_inverse.
  assert (P1 := hazard_pos (inverse_tail l)). assert (P2 := hazard_pos (inverse_tail m)).
  set (h1 := hazard (inverse_tail l)) in *. set (h2 := hazard (inverse_tail m)) in *.
  set (d := inverse_tail m - inverse_tail l) in *. split.
  - apply Rmult_le_reg_l with h2; [exact P2|]. rewrite <- Rmult_assoc, Rinv_r; lra.
  - apply Rmult_le_reg_l with h1; [exact P1|]. rewrite <- (Rmult_assoc h1 (/ h1)), Rinv_r; lra.
Qed.

(** g increases. *)
Theorem inverse_tail_increasing (l m : R) : 0 <= l -> l < m -> inverse_tail l < inverse_tail m.
Proof.
  intros Hl Hm. destruct (inverse_tail_chord l m Hl ltac:(lra)) as [H _].
  assert (P := mills_pos (inverse_tail m)). nra.
Qed.

(** g is sqrt(PI/2)-Lipschitz, on the whole line. *)
Theorem inverse_tail_lipschitz (l m : R) :
  Rabs (inverse_tail l - inverse_tail m) <= sqrt (PI / 2) * Rabs (l - m).
Proof.
  assert (R0 : 0 < sqrt (PI / 2)) by (rewrite <- mills_zero; apply mills_pos).
  assert (W : forall a b, a <= b -> Rabs (inverse_tail a - inverse_tail b) <= sqrt (PI / 2) * Rabs (a - b)).
  { intros a b Hab. assert (Hc : forall z, inverse_tail z = inverse_tail (Rmax 0 z)).
    { intros z. apply inverse_tail_unique; [apply Rmax_l|].
      rewrite <- minus_ln_tail_exp, minus_ln_tail_of_inverse. reflexivity. }
    assert (H0 : 0 <= Rmax 0 a) by apply Rmax_l.
    assert (H1 : Rmax 0 a <= Rmax 0 b) by (apply Rle_max_compat_l, Hab).
    assert (H2 : Rmax 0 b - Rmax 0 a <= b - a).
    { unfold Rmax. destruct (Rle_dec 0 a), (Rle_dec 0 b); lra. }
    rewrite (Hc a), (Hc b). destruct (inverse_tail_chord _ _ H0 H1) as [_ H3].
    assert (H4 := mills_below_root _ (inverse_tail_nonneg (Rmax 0 a))).
    assert (H5 := inverse_tail_monotone _ _ H1).
    rewrite !Rabs_left1 by lra. nra. }
  destruct (Rle_lt_dec l m) as [H|H]; [apply W, H|].
  rewrite Rabs_minus_sym, (Rabs_minus_sym l m). apply W. lra.
Qed.

(** A function whose chords lie between the slopes s at their ends has the
    derivative s, where s is continuous. *)
Lemma derive_from_chords (f s : R -> R) (lo l : R) :
  lo < l -> continuous s l ->
  (forall a b, lo < a -> a <= b -> s b * (b - a) <= f b - f a <= s a * (b - a)) ->
  is_derive f l (s l).
Proof.
  intros Hl C H. apply is_derive_Reals. intros eps Heps.
  destruct (proj1 (filterlim_locally s (s l)) C (mkposreal eps Heps)) as [d Hd].
  assert (Hp : 0 < Rmin (l - lo) d) by (apply Rmin_glb_lt; [lra|apply cond_pos]).
  exists (mkposreal _ Hp). intros h Hh Hsmall. simpl in Hsmall.
  assert (S1 := Rlt_le_trans _ _ _ Hsmall (Rmin_l _ _)).
  assert (S2 := Rlt_le_trans _ _ _ Hsmall (Rmin_r _ _)).
  assert (Hlo : lo < l + h) by (apply Rabs_def2 in S1; lra).
  assert (Hs : Rabs (s (l + h) - s l) < eps).
  { apply Hd. change (Rabs (l + h - l) < d). replace (l + h - l) with h by ring. exact S2. }
  apply Rabs_def2 in Hs. set (q := (f (l + h) - f l) / h).
  assert (Eq : f (l + h) - f l = q * h) by (unfold q; field; exact Hh).
  apply Rabs_def1; destruct (Rlt_le_dec 0 h) as [Hpos|Hneg].
  - assert (B := H l (l + h) Hl ltac:(lra)). rewrite Eq in B.
    replace (l + h - l) with h in B by ring.
    assert (q <= s l) by (apply Rmult_le_reg_r with h; lra). lra.
  - assert (B := H (l + h) l Hlo ltac:(lra)). replace (f l - f (l + h)) with (q * - h) in B by lra.
    replace (l - (l + h)) with (- h) in B by ring.
    assert (q <= s (l + h)) by (apply Rmult_le_reg_r with (- h); lra). lra.
  - assert (B := H l (l + h) Hl ltac:(lra)). rewrite Eq in B.
    replace (l + h - l) with h in B by ring.
    assert (s (l + h) <= q) by (apply Rmult_le_reg_r with h; lra). lra.
  - assert (B := H (l + h) l Hlo ltac:(lra)). replace (f l - f (l + h)) with (q * - h) in B by lra.
    replace (l - (l + h)) with (- h) in B by ring.
    assert (s l <= q) by (apply Rmult_le_reg_r with (- h); lra). lra.
Qed.

(** A function that is Lipschitz near l is continuous there. *)
Lemma continuous_from_lipschitz (f : R -> R) (K d l : R) :
  0 < K -> 0 < d -> (forall y, Rabs (y - l) < d -> Rabs (f y - f l) <= K * Rabs (y - l)) ->
  continuous f l.
Proof.
  intros HK Hd H. apply filterlim_locally. intros eps.
  assert (Hp : 0 < Rmin d (eps / K)).
  { apply Rmin_glb_lt; [exact Hd|]. apply Rdiv_lt_0_compat; [apply cond_pos|exact HK]. }
  exists (mkposreal _ Hp). intros y Hy. change (Rabs (y - l) < Rmin d (eps / K)) in Hy.
  assert (Y1 := Rlt_le_trans _ _ _ Hy (Rmin_l _ _)). assert (Y2 := Rlt_le_trans _ _ _ Hy (Rmin_r _ _)).
  change (Rabs (f y - f l) < eps). apply Rle_lt_trans with (1 := H y Y1).
  replace (pos eps) with (K * (eps / K)) by (field; lra). apply Rmult_lt_compat_l; assumption.
Qed.

(** g' = M(g). *)
Theorem inverse_tail_derive (l : R) : 0 < l -> is_derive inverse_tail l (mills (inverse_tail l)).
Proof.
  intros Hl. apply (derive_from_chords inverse_tail (fun l => mills (inverse_tail l)) 0 l Hl).
  - apply (continuous_comp inverse_tail mills); [|apply mills_continuous].
    apply (continuous_from_lipschitz inverse_tail (sqrt (PI / 2)) 1); [|lra|].
    + rewrite <- mills_zero. apply mills_pos.
    + intros y _. apply inverse_tail_lipschitz.
  - intros a b Ha Hab. apply inverse_tail_chord; lra.
Qed.

(** g is concave. *)
Theorem inverse_tail_concave (l m t : R) :
  0 <= l -> l <= m -> 0 <= t <= 1 ->
  (1 - t) * inverse_tail l + t * inverse_tail m <= inverse_tail ((1 - t) * l + t * m).
Proof.
  intros Hl Hm Ht. set (c := (1 - t) * l + t * m).
  assert (H1 : l <= c) by (unfold c; nra). assert (H2 : c <= m) by (unfold c; nra).
  destruct (inverse_tail_chord l c Hl H1) as [C1 _].
  destruct (inverse_tail_chord c m ltac:(lra) H2) as [_ C2].
  set (s := mills (inverse_tail c)) in *.
  assert (E1 : c - l = t * (m - l)) by (unfold c; ring).
  assert (E2 : m - c = (1 - t) * (m - l)) by (unfold c; ring).
  rewrite E1 in C1. rewrite E2 in C2.
  assert (A1 := Rmult_le_compat_l (1 - t) _ _ ltac:(lra) C1).
  assert (A2 := Rmult_le_compat_l t _ _ ltac:(lra) C2). lra.
Qed.

(** So a smaller logarithm loses at most its share of g, ... *)
Theorem inverse_tail_shrunk (c l : R) :
  0 <= c <= 1 -> 0 <= l -> c * inverse_tail l <= inverse_tail (c * l).
Proof.
  intros Hc Hl. assert (H := inverse_tail_concave 0 l c ltac:(lra) Hl Hc).
  rewrite inverse_tail_zero, !Rmult_0_r, !Rplus_0_l in H. exact H.
Qed.

(** ... and a larger one gains at most its share. *)
Theorem inverse_tail_grown (c l : R) :
  1 <= c -> 0 <= l -> inverse_tail (c * l) <= c * inverse_tail l.
Proof.
  intros Hc Hl.
  assert (Hi : 0 <= / c <= 1).
  { split; [left; apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  assert (H := inverse_tail_shrunk (/ c) (c * l) Hi ltac:(nra)).
  rewrite <- (Rmult_assoc (/ c) c l), Rinv_l, Rmult_1_l in H by lra.
  apply Rmult_le_reg_l with (/ c); [apply Rinv_0_lt_compat; lra|].
  rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. exact H.
Qed.

(** g'' = g g'^2 - g'. *)
Theorem inverse_tail_second_derivative (l : R) :
  0 < l ->
  is_derive (fun l => mills (inverse_tail l)) l
    (inverse_tail l * (mills (inverse_tail l) * mills (inverse_tail l)) - mills (inverse_tail l)).
Proof.
  intros Hl.
  replace (inverse_tail l * (mills (inverse_tail l) * mills (inverse_tail l)) - mills (inverse_tail l))
    with (scal (mills (inverse_tail l)) (inverse_tail l * mills (inverse_tail l) - 1))
    by (unfold scal; simpl; unfold mult; simpl; ring).
  apply (is_derive_comp mills inverse_tail); [apply mills_derive|apply inverse_tail_derive, Hl].
Qed.

(** ** Enclosures without an inverse *)

(** -ln(2 tail(x)) = x^2/2 - ln(M(x)/M(0)). *)
Theorem minus_ln_tail_mills (x : R) : minus_ln_tail x = x * x / 2 - ln (mills x / sqrt (PI / 2)).
Proof.
  assert (M := mills_pos x). assert (R0 : 0 < sqrt (PI / 2)) by (rewrite <- mills_zero; apply mills_pos).
  assert (S0 := root_pos). assert (P := phi_pos x).
  assert (E : 2 * normal_tail x = bell x * (mills x / sqrt (PI / 2))).
  { rewrite <- mills_zero. unfold mills. rewrite normal_tail_zero. unfold phi. unfold bell at 3.
    replace (- (0 * 0 / 2)) with 0 by field. rewrite exp_0. assert (B := bell_pos x). field. lra. }
  unfold minus_ln_tail. rewrite E, ln_mult by (try apply bell_pos; apply Rdiv_lt_0_compat; assumption).
  unfold bell. rewrite ln_exp. ring.
Qed.

(** g(l) lies between two points whose tails enclose e^(-l)/2, ... *)
Theorem inverse_tail_enclosed (l x y : R) :
  0 <= l -> minus_ln_tail x <= l -> l <= minus_ln_tail y -> x <= inverse_tail l <= y.
Proof.
  intros Hl Hx Hy. assert (E := minus_ln_tail_of_inverse l). rewrite Rmax_right in E by exact Hl.
  split; apply minus_ln_tail_le_inv; lra.
Qed.

(** ... and is as near to x as l to -ln(2 tail(x)), but for the factor sqrt(PI/2). *)
Theorem inverse_tail_residual (l x : R) :
  0 <= x -> Rabs (x - inverse_tail l) <= sqrt (PI / 2) * Rabs (minus_ln_tail x - l).
Proof.
  intros Hx. rewrite <- (inverse_tail_of_minus_ln x Hx) at 1. apply inverse_tail_lipschitz.
Qed.

(** ** Errors *)

(** An error a + r l of the logarithm becomes at most sqrt(PI/2) a + r g(l). *)
Theorem inverse_tail_of_error (a r l l' : R) :
  0 <= a -> 0 <= r -> 0 <= l -> Rabs (l' - l) <= a + r * l ->
  Rabs (inverse_tail l' - inverse_tail l) <= sqrt (PI / 2) * a + r * inverse_tail l.
Proof.
  intros Ha Hr Hl He. apply Rabs_le_between in He.
  assert (L : forall x, inverse_tail (x + a) <= inverse_tail x + sqrt (PI / 2) * a).
  { intros x. assert (H := inverse_tail_lipschitz (x + a) x).
    replace (x + a - x) with a in H by ring. rewrite (Rabs_pos_eq a) in H by exact Ha.
    apply Rabs_le_between in H. lra. }
  assert (G0 := inverse_tail_nonneg l). assert (G0' := inverse_tail_nonneg l').
  assert (R0 : 0 < sqrt (PI / 2)) by (rewrite <- mills_zero; apply mills_pos).
  apply Rabs_le. split.
  - destruct (Rle_lt_dec r 1) as [H1|H1].
    + assert (H := inverse_tail_shrunk (1 - r) l ltac:(lra) Hl).
      assert (H' := inverse_tail_monotone ((1 - r) * l) (l' + a) ltac:(lra)).
      assert (H'' := L l'). lra.
    + nra.
  - assert (H := inverse_tail_grown (1 + r) l ltac:(lra) Hl).
    assert (H' := inverse_tail_monotone l' ((1 + r) * l + a) ltac:(lra)).
    assert (H'' := L ((1 + r) * l)). lra.
Qed.

(** With a kernel of error ag + rg g(l'): together
    a = (1+rg) sqrt(PI/2) al + ag and r = (1+rl)(1+rg) - 1. *)
Theorem inverse_tail_error (al rl ag rg l l' x : R) :
  0 <= al -> 0 <= rl -> 0 <= rg -> 0 <= l ->
  Rabs (l' - l) <= al + rl * l ->
  Rabs (x - inverse_tail l') <= ag + rg * inverse_tail l' ->
  Rabs (x - inverse_tail l)
  <= ((1 + rg) * (sqrt (PI / 2) * al) + ag) + ((1 + rl) * (1 + rg) - 1) * inverse_tail l.
Proof.
  intros Hal Hrl Hrg Hl Hlog Hker.
  assert (H := inverse_tail_of_error al rl l l' Hal Hrl Hl Hlog).
  assert (H1 := H). apply Rabs_le_between in H1.
  assert (H2 : rg * inverse_tail l' <= rg * ((1 + rl) * inverse_tail l + sqrt (PI / 2) * al))
    by (apply Rmult_le_compat_l; lra).
  replace (x - inverse_tail l) with ((x - inverse_tail l') + (inverse_tail l' - inverse_tail l)) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.

(** The product p of sigma and a computed x, with the error ap + rp |sigma x| of
    its own: the error is affine in the exact noise sigma g again. *)
Theorem scaled_error (sigma a r ap rp g x p : R) :
  0 < sigma -> 0 <= a -> 0 <= r -> 0 <= rp -> 0 <= g ->
  Rabs (x - g) <= a + r * g ->
  Rabs (p - sigma * x) <= ap + rp * (sigma * Rabs x) ->
  Rabs (p - sigma * g) <= ((1 + rp) * (sigma * a) + ap) + ((1 + r) * (1 + rp) - 1) * (sigma * g).
Proof.
  intros Hs Ha Hr Hrp Hg Hx Hp.
  assert (Habs : Rabs x <= a + (1 + r) * g).
  { replace x with ((x - g) + g) by ring. apply Rle_trans with (1 := Rabs_triang _ _).
    rewrite (Rabs_pos_eq g) by exact Hg. lra. }
  assert (H1 : rp * (sigma * Rabs x) <= rp * (sigma * (a + (1 + r) * g)))
    by (apply Rmult_le_compat_l; [lra|apply Rmult_le_compat_l; lra]).
  assert (H2 : Rabs (sigma * x - sigma * g) <= sigma * (a + r * g)).
  { replace (sigma * x - sigma * g) with (sigma * (x - g)) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq sigma) by lra. apply Rmult_le_compat_l; lra. }
  replace (p - sigma * g) with ((p - sigma * x) + (sigma * x - sigma * g)) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.

(** An error a + r n of the noise n >= 0, r <= 1, is the two conditions of
    Theorem L, with delta_n = a + r T: near up to T, and never coming back. *)
Theorem affine_error_on_the_line (a r T n n' : R) :
  0 <= r <= 1 -> Rabs (n' - n) <= a + r * n ->
  (n <= T -> Rabs (n' - n) <= a + r * T) /\ (T < n -> T - (a + r * T) <= n').
Proof.
  intros Hr He. split; intros H.
  - apply Rle_trans with (1 := He). nra.
  - apply Rabs_le_between in He. nra.
Qed.
