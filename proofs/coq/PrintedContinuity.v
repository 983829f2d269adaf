(** * Conditions 2 and 3, and the main theorem, without continuity (F8, CE5)

    The statements with [ln] use the axiom of excluded middle, because the
    standard library's definition of ln does.

    In Rust: crates/oracle/tests/counterexamples.rs computes the same example
    exactly.  Rests on Crossing.v, Exponential.v and PrintedRatio.v. *)

From Coq Require Import Reals Lra Lia List ZArith Bool.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import Closeness LaplaceMechanism Crossing Exponential PrintedRatio.
Import ListNotations.
Local Open Scope R_scope.

(** ** F8, CE5: Conditions 2 and 3 without continuity (l.659, l.669, l.682)

    Equation (extr), "f'(D) + n'(n_0(u)) is not in M_r for u outside U_r", and
    with it condition (A), does not follow from Conditions 2 and 3 and the bound
    delta_0 on the bias.  Here X = n(U) has the law of q(U) for any increasing
    q with q(U) unbounded enough (for the Laplace law q is its quantile
    function): n is q after an exchange of two neighbouring intervals, so that the
    far tail of X is drawn next to a safe value.  n' = n exactly. *)
Section CE5.

Variables (q : R -> R) (k tau s T rho delta_0 : R).

Definition unit_interval (u : R) : Prop := 0 < u < 1.

Hypothesis q_increasing : forall x y, 0 < x -> x <= y -> y < 1 -> q x <= q y.
(** q is k-Lipschitz where |q| <= T *)
Hypothesis q_lipschitz : forall x y, unit_interval x -> unit_interval y ->
  Rabs (q x) <= T -> Rabs (q y) <= T -> Rabs (q x - q y) <= k * Rabs (x - y).
Hypothesis k_nonnegative : 0 <= k.
Hypothesis delta_0_positive : 0 < delta_0.
Hypothesis slivers : delta_0 <= tau /\ delta_0 <= s /\ s + tau < 1.
(** ]0,tau] is the far tail; s + tau is drawn safely *)
Hypothesis far_tail : q tau < - T.
Hypothesis safe_draw : Rabs (q (s + tau)) <= rho.
(** (v) with delta_n = 0 *)
Hypothesis T_large : rho + (k * delta_0 + 0) < T.

(** ]0,s] goes to ]tau,tau+s], ]s,s+tau] to ]0,tau], the rest stays: a
    measure-preserving bijection of ]0,1[ (translations of three intervals). *)
Definition exchange (u : R) : R :=
  if Rle_dec u s then u + tau else if Rle_dec u (s + tau) then u - s else u.

Definition exchange_back (w : R) : R :=
  if Rle_dec w tau then w + s else if Rle_dec w (s + tau) then w - tau else w.

Lemma exchange_bijective : forall u, unit_interval u ->
  unit_interval (exchange u) /\ exchange_back (exchange u) = u /\
  unit_interval (exchange_back u) /\ exchange (exchange_back u) = u.
Proof.
  intros u Hu. unfold unit_interval in *. unfold exchange, exchange_back.
  repeat split; repeat destruct (Rle_dec _ _); lra.
Qed.

Definition exchanged_noise (u : R) : R := q (exchange u).

(** The generator moves the draws just above s down by delta_0. *)
Definition biased_generator (u : R) : R :=
  if Rle_dec u s then u else if Rle_dec u (s + delta_0) then u - delta_0 else u.

Lemma far_draws : forall u, s < u <= s + tau -> unit_interval u -> exchanged_noise u < - T.
Proof.
  intros u Hu Vu. unfold exchanged_noise, exchange, unit_interval in *.
  destruct (Rle_dec u s); [lra |]. destruct (Rle_dec u (s + tau)); [| lra].
  assert (q (u - s) <= q tau) by (apply q_increasing; lra). lra.
Qed.

Lemma exchanged_noise_lipschitz_ordered : forall u v, unit_interval u -> unit_interval v -> u <= v ->
  Rabs (exchanged_noise u) <= T -> Rabs (exchanged_noise v) <= T ->
  Rabs (exchanged_noise u - exchanged_noise v) <= k * Rabs (u - v).
Proof.
  intros u v Vu Vv Huv Hu Hv.
  assert (Hsafe : forall w, unit_interval w -> Rabs (exchanged_noise w) <= T ->
            w <= s \/ s + tau < w).
  { intros w Vw Hw. destruct (Rle_lt_dec w s) as [H1 | H1]; [left; exact H1 |].
    destruct (Rle_lt_dec w (s + tau)) as [H2 | H2]; [| right; exact H2].
    exfalso. pose proof (far_draws w (conj H1 H2) Vw) as Hfar.
    pose proof (Rle_abs (- exchanged_noise w)) as Habs. rewrite Rabs_Ropp in Habs. lra. }
  destruct (exchange_bijective u Vu) as [Eu _]. destruct (exchange_bijective v Vv) as [Ev _].
  eapply Rle_trans; [exact (q_lipschitz _ _ Eu Ev Hu Hv) |].
  apply Rmult_le_compat_l; [exact k_nonnegative |].
  rewrite (Rabs_left1 (u - v)) by lra.
  unfold exchange.
  destruct (Hsafe u Vu Hu) as [Su | Su]; destruct (Hsafe v Vv Hv) as [Sv | Sv];
    repeat destruct (Rle_dec _ _); try lra; apply Rabs_le; lra.
Qed.

(** Everything Theorem B asks for except continuity holds, and so do the
    printed Conditions 2 and 3 and (n0); and yet (extr) fails, and (A). *)
Theorem extr_fails_without_continuity :
  (* the window M = [-rho,rho], the only answer 0, n' = n, delta_n = 0 *)
  let n := exchanged_noise in
  let n_0 := biased_generator in
  let M := fun y => Rabs y <= rho in
  let M_f := fun r : R => r = 0 in
  let V := unit_interval in
  (* (n0) *)
  (forall u, V u -> V (n_0 u) /\ Rabs (n_0 u - u) <= delta_0) /\
  (* (ii), and Condition 3's closeness, on U_r = {|n| <= T} *)
  (forall u v, V u -> V v -> Rabs (n u) <= T -> Rabs (n v) <= T ->
     Rabs (n u - n v) <= k * Rabs (u - v) + 0) /\
  (* Condition 3's separation: outside U_r, f'(D)+n(u) is not in M^{+k delta_0+delta_n} *)
  (forall u r y, V u -> M_f r -> T < Rabs (n u) -> M y -> k * delta_0 + 0 < Rabs (r + n u - y)) /\
  (* Condition 2 for n' = n, and (iv) *)
  (forall u v, Rabs (n u) <= Rabs (n v) -> Rabs (n u) <= Rabs (n v)) /\
  (forall u, V u -> T < Rabs (n (n_0 u)) -> T - 0 <= Rabs (n (n_0 u))) /\
  (* (v), with rho = sup |y - r| *)
  (forall y r, M y -> M_f r -> Rabs (y - r) <= rho) /\ rho + (k * delta_0 + 0) < T /\
  (* but (extr) fails *)
  (exists u r, V u /\ M_f r /\ T < Rabs (n u) /\ M (r + n (n_0 u))) /\
  (* and so does (A) *)
  ~ condition_A_line V n n n_0 M M_f (k * delta_0 + 0).
Proof.
  intros n n_0 M M_f V.
  assert (Hextr : exists u r, V u /\ M_f r /\ T < Rabs (n u) /\ M (r + n (n_0 u))).
  { exists (s + delta_0), 0.
    assert (Vu : V (s + delta_0)) by (unfold V, unit_interval; lra).
    split; [exact Vu |]. split; [reflexivity |]. split.
    - assert (Hfar : n (s + delta_0) < - T) by (apply far_draws; [lra | exact Vu]).
      pose proof (Rle_abs (- n (s + delta_0))) as Habs. rewrite Rabs_Ropp in Habs. lra.
    - unfold M, n, n_0, biased_generator, exchanged_noise, exchange.
      destruct (Rle_dec (s + delta_0) s); [lra |].
      destruct (Rle_dec (s + delta_0) (s + delta_0)); [| lra].
      replace (s + delta_0 - delta_0) with s by ring.
      destruct (Rle_dec s s); [| lra].
      rewrite Rplus_0_l. exact safe_draw. }
  assert (Hk0 : 0 <= k * delta_0) by (apply Rmult_le_pos; lra).
  split; [| split; [| split; [| split; [| split; [| split; [| split; [| split]]]]]]].
  - intros u Vu. unfold V, unit_interval, n_0, biased_generator in *.
    repeat destruct (Rle_dec _ _); (split; [lra |]); apply Rabs_le; lra.
  - intros u v Vu Vv Hu Hv. rewrite Rplus_0_r.
    destruct (Rle_lt_dec u v) as [H | H].
    + apply exchanged_noise_lipschitz_ordered; assumption.
    + rewrite (Rabs_minus_sym (n u)), (Rabs_minus_sym u).
      apply exchanged_noise_lipschitz_ordered; try assumption. lra.
  - intros u r y _ -> Hu Hy. unfold M in Hy. rewrite Rplus_0_l.
    pose proof (Rabs_triang_inv (n u) y). lra.
  - intros u v H. exact H.
  - intros u _ H. lra.
  - intros y r Hy ->. rewrite Rminus_0_r. exact Hy.
  - exact T_large.
  - exact Hextr.
  - intros HA. destruct Hextr as (u & r & Vu & Hr & Hu & HM).
    pose proof (HA u r Vu Hr HM) as H.
    unfold M_f in Hr. subst r. unfold M in HM. rewrite Rplus_0_l in HM.
    pose proof (Rabs_triang_inv (n u) (n (n_0 u))) as tri.
    rewrite (Rabs_minus_sym (n u)) in tri. lra.
Qed.

End CE5.

(** The hypotheses are satisfiable, with a bias as small as one likes: noise
    uniform on ]-1,1[ (q(u) = 2u - 1, k = 2), T = 3/5, rho = 1/2. *)
Theorem extr_fails_example : forall delta_0, 0 < delta_0 <= 1 / 25 ->
  let q := fun u => 2 * u - 1 in
  let n := exchanged_noise q (19 / 100) (1 / 4) in
  let n_0 := biased_generator (1 / 4) delta_0 in
  let M := fun y => Rabs y <= 1 / 2 in
  (forall u, unit_interval u -> Rabs (n_0 u - u) <= delta_0) /\
  ~ condition_A_line unit_interval n n n_0 M (fun r => r = 0) (2 * delta_0 + 0).
Proof.
  intros delta_0 Hd q n n_0 M.
  assert (Hincreasing : forall x y, 0 < x -> x <= y -> y < 1 -> q x <= q y)
    by (intros x y _ Hxy _; unfold q; lra).
  assert (Hlipschitz : forall x y, unit_interval x -> unit_interval y ->
            Rabs (q x) <= 3 / 5 -> Rabs (q y) <= 3 / 5 -> Rabs (q x - q y) <= 2 * Rabs (x - y)).
  { intros x y _ _ _ _. unfold q.
    replace (2 * x - 1 - (2 * y - 1)) with (2 * (x - y)) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq 2); lra. }
  assert (Hsafe : Rabs (q (1 / 4 + 19 / 100)) <= 1 / 2) by (apply Rabs_le; unfold q; lra).
  destruct (extr_fails_without_continuity q 2 (19 / 100) (1 / 4) (3 / 5) (1 / 2) delta_0
              Hincreasing Hlipschitz ltac:(lra) ltac:(lra) ltac:(lra) ltac:(unfold q; lra)
              Hsafe ltac:(lra)) as (Hbias & _ & _ & _ & _ & _ & _ & _ & HA).
  split; [| exact HA]. intros u Hu. apply Hbias, Hu.
Qed.

(** CE5 for the Laplace law itself: q is the quantile function of Laplace(1),
    Lipschitz with k = 2 e^T where |q| <= T (l.813).  X = n(U) is exactly
    Laplacian, n' = n, the bias delta_0 may be as small as one likes, and (extr)
    and (A) fail. *)
Definition unit_laplace_quantile (u : R) : R :=
  if Rle_dec u (1 / 2) then ln (2 * u) else - ln (2 * (1 - u)).

Lemma laplace_quantile_one_sided : forall c x y,
  0 < c -> c <= x -> x <= y -> y <= 1 - c ->
  0 <= unit_laplace_quantile y - unit_laplace_quantile x <= / c * (y - x).
Proof.
  assert (Hlow : forall c x y, 0 < c -> c <= x -> x <= y -> 0 <= ln (2 * y) - ln (2 * x) <= / c * (y - x)).
  { intros c x y Hc Hcx Hxy. split.
    - assert (ln (2 * x) <= ln (2 * y)) by (apply ln_le; lra). lra.
    - eapply Rle_trans; [apply ln_difference; lra |].
      replace ((2 * y - 2 * x) / (2 * x)) with (/ x * (y - x)) by (field; lra).
      apply Rmult_le_compat_r; [lra |]. apply Rinv_le_contravar; lra. }
  intros c x y Hc Hcx Hxy Hyc. unfold unit_laplace_quantile.
  destruct (Rle_dec y (1 / 2)) as [Hy | Hy]; destruct (Rle_dec x (1 / 2)) as [Hx | Hx].
  - apply Hlow; assumption.
  - lra.
  - pose proof (Hlow c x (1 / 2) Hc Hcx Hx) as H1.
    assert (H2 : 0 <= ln (2 * (1 / 2)) - ln (2 * (1 - y)) <= / c * (1 / 2 - (1 - y)))
      by (apply Hlow; lra).
    replace (2 * (1 / 2)) with 1 in H1, H2 by field. rewrite ln_1 in H1, H2.
    lra.
  - assert (H : 0 <= ln (2 * (1 - x)) - ln (2 * (1 - y)) <= / c * ((1 - x) - (1 - y)))
      by (apply Hlow; lra).
    replace (1 - x - (1 - y)) with (y - x) in H by ring. lra.
Qed.

Lemma laplace_quantile_increasing : forall x y, 0 < x -> x <= y -> y < 1 ->
  unit_laplace_quantile x <= unit_laplace_quantile y.
Proof.
  intros x y Hx Hxy Hy.
  assert (Hmin : 0 < Rmin x (1 - y)) by (apply Rmin_pos; lra).
  pose proof (Rmin_l x (1 - y)). pose proof (Rmin_r x (1 - y)).
  pose proof (laplace_quantile_one_sided (Rmin x (1 - y)) x y Hmin). lra.
Qed.

(** |q(u)| <= T means e^{-T}/2 <= u <= 1 - e^{-T}/2. *)
Lemma laplace_quantile_window : forall T u, 0 < u < 1 -> Rabs (unit_laplace_quantile u) <= T ->
  exp (- T) / 2 <= u <= 1 - exp (- T) / 2.
Proof.
  intros T u Hu HT.
  assert (Htail : forall v, 0 < v -> - T <= ln (2 * v) -> exp (- T) / 2 <= v).
  { intros v Hv H. pose proof (exp_le _ _ H) as He. rewrite exp_ln in He by lra. lra. }
  assert (HT' : - T <= unit_laplace_quantile u <= T) by (apply Rabs_le_between; exact HT).
  unfold unit_laplace_quantile in HT'. destruct (Rle_dec u (1 / 2)) as [H | H].
  - pose proof (Htail u (proj1 Hu) (proj1 HT')). lra.
  - assert (exp (- T) / 2 <= 1 - u) by (apply Htail; lra). lra.
Qed.

Lemma laplace_quantile_lipschitz : forall T x y, unit_interval x -> unit_interval y ->
  Rabs (unit_laplace_quantile x) <= T -> Rabs (unit_laplace_quantile y) <= T ->
  Rabs (unit_laplace_quantile x - unit_laplace_quantile y) <= 2 * exp T * Rabs (x - y).
Proof.
  assert (Hordered : forall T x y, unit_interval x -> unit_interval y -> x <= y ->
    Rabs (unit_laplace_quantile x) <= T -> Rabs (unit_laplace_quantile y) <= T ->
    Rabs (unit_laplace_quantile x - unit_laplace_quantile y) <= 2 * exp T * Rabs (x - y)).
  { intros T x y Hx Hy Hxy HTx HTy.
    pose proof (laplace_quantile_window T x Hx HTx) as Wx.
    pose proof (laplace_quantile_window T y Hy HTy) as Wy.
    pose proof (exp_pos (- T)) as Hpos.
    assert (Hinv : / (exp (- T) / 2) = 2 * exp T).
    { rewrite exp_Ropp. pose proof (exp_pos T). field. lra. }
    assert (H := laplace_quantile_one_sided (exp (- T) / 2) x y).
    rewrite Hinv in H.
    rewrite (Rabs_left1 (unit_laplace_quantile x - unit_laplace_quantile y)) by lra.
    rewrite (Rabs_left1 (x - y)) by lra. lra. }
  intros T x y Hx Hy HTx HTy. destruct (Rle_lt_dec x y) as [H | H].
  - apply Hordered; assumption.
  - rewrite (Rabs_minus_sym (unit_laplace_quantile x)), (Rabs_minus_sym x).
    apply Hordered; try assumption. lra.
Qed.

Theorem CE5_laplace : forall T rho delta_0,
  0 <= rho -> 0 < delta_0 <= exp (- T) / 4 -> rho + (2 * exp T * delta_0 + 0) < T ->
  let tau := exp (- T) / 4 in
  let s := 1 / 2 - tau in
  let n := exchanged_noise unit_laplace_quantile tau s in
  let n_0 := biased_generator s delta_0 in
  let M := fun y => Rabs y <= rho in
  let V := unit_interval in
  (forall u, V u -> V (n_0 u) /\ Rabs (n_0 u - u) <= delta_0) /\
  (forall u v, V u -> V v -> Rabs (n u) <= T -> Rabs (n v) <= T ->
     Rabs (n u - n v) <= 2 * exp T * Rabs (u - v) + 0) /\
  (exists u, V u /\ T < Rabs (n u) /\ M (0 + n (n_0 u))) /\
  ~ condition_A_line V n n n_0 M (fun r => r = 0) (2 * exp T * delta_0 + 0).
Proof.
  intros T rho delta_0 Hrho Hd HT tau s n n_0 M V.
  pose proof (exp_pos T) as HposT. pose proof (exp_pos (- T)) as Hpos.
  assert (HT0 : 0 < T).
  { assert (0 <= 2 * exp T * delta_0) by (apply Rmult_le_pos; lra). lra. }
  assert (Htau : tau < 1 / 4).
  { unfold tau. assert (exp (- T) < exp 0) by (apply exp_lt; lra). rewrite exp_0 in *. lra. }
  assert (Hslivers : delta_0 <= tau /\ delta_0 <= s /\ s + tau < 1) by (unfold s; fold tau in Hd; lra).
  assert (Hfar : unit_laplace_quantile tau < - T).
  { unfold unit_laplace_quantile. destruct (Rle_dec tau (1 / 2)); [| lra].
    rewrite <- (ln_exp (- T)). unfold tau. apply ln_increasing; lra. }
  assert (Hsafe : Rabs (unit_laplace_quantile (s + tau)) <= rho).
  { replace (s + tau) with (1 / 2) by (unfold s; ring).
    unfold unit_laplace_quantile. destruct (Rle_dec (1 / 2) (1 / 2)); [| lra].
    replace (2 * (1 / 2)) with 1 by field. rewrite ln_1, Rabs_R0. exact Hrho. }
  destruct (extr_fails_without_continuity unit_laplace_quantile (2 * exp T) tau s T rho delta_0
              laplace_quantile_increasing (laplace_quantile_lipschitz T) ltac:(lra) ltac:(lra)
              Hslivers Hfar Hsafe HT)
    as (Hbias & Hlip & _ & _ & _ & _ & _ & (u & r & Vu & -> & Hu & HM) & HA).
  split; [exact Hbias |]. split; [exact Hlip |]. split; [| exact HA].
  exists u. split; [exact Vu |]. split; [exact Hu | exact HM].
Qed.

(** *** CE5 in full: the printed main theorem (l.776) fails without continuity

    The far tail, of mass A, is cut into J pieces that are interleaved with the J
    pieces of the interval ]a, a+S]; the generator moves each far piece onto the
    end of its neighbour, a bias of A/J only.  The reported noise then falls into
    ]q(a), q(a+S)] for all draws of an interval of length A + S, instead of S. *)
Section Interleaved.

Variables (q : R -> R) (A a S T k : R) (J : Z).

Hypothesis q_increases : forall x y, 0 < x -> x < y -> y < 1 -> q x < q y.
Hypothesis q_lipschitz_on_window : forall x y, unit_interval x -> unit_interval y ->
  Rabs (q x) <= T -> Rabs (q y) <= T -> Rabs (q x - q y) <= k * Rabs (x - y).
Hypothesis k_is_nonnegative : 0 <= k.
Hypothesis layout : 0 < A /\ A < a /\ 0 < S /\ a + S < 1.
Hypothesis J_positive : (1 <= J)%Z.
Hypothesis far_beyond_T : q A < - T.

(** Period p of the slivers, which fill ]a-A, a+S]; near part S/J, far part A/J. *)
Definition near : R := S / IZR J.
Definition far : R := A / IZR J.
Definition period : R := near + far.
Definition start : R := a - A.

(** The sliver of u: the integer j with j < (u-start)/p <= j+1. *)
Definition sliver (u : R) : Z := (- up (- ((u - start) / period)))%Z.

Definition sliver_start (u : R) : R := start + IZR (sliver u) * period.

(** ]0,a-A] goes to ]A,a]; the near slivers, in order, to ]a,a+S]; the far
    slivers to ]0,A]; the rest stays. *)
Definition interleave (u : R) : R :=
  if Rle_dec u start then u + A
  else if Rle_dec u (a + S) then
    if Rle_dec u (sliver_start u + near)
    then u + A - IZR (sliver u) * far
    else IZR (sliver u) * far + (u - sliver_start u - near)
  else u.

Definition interleaved_noise (u : R) : R := q (interleave u).

(** Draws of a far sliver are moved to the end of the near sliver below. *)
Definition interleaved_generator (u : R) : R :=
  if Rle_dec u start then u
  else if Rle_dec u (a + S) then
    if Rle_dec u (sliver_start u + near) then u else sliver_start u + near
  else u.

Lemma J_real : 1 <= IZR J.
Proof. apply (IZR_le 1), J_positive. Qed.

Lemma near_positive : 0 < near.
Proof. unfold near. pose proof J_real. apply Rdiv_lt_0_compat; lra. Qed.

Lemma far_positive : 0 < far.
Proof. unfold far. pose proof J_real. apply Rdiv_lt_0_compat; lra. Qed.

Lemma near_total : IZR J * near = S.
Proof. unfold near. pose proof J_real. field. lra. Qed.

Lemma far_total : IZR J * far = A.
Proof. unfold far. pose proof J_real. field. lra. Qed.

Lemma period_positive : 0 < period.
Proof. unfold period. pose proof near_positive. pose proof far_positive. lra. Qed.

Lemma sliver_spec : forall u, sliver_start u < u <= sliver_start u + period.
Proof.
  intros u. unfold sliver_start, sliver. pose proof period_positive as Hp.
  destruct (archimed (- ((u - start) / period))) as [H1 H2].
  rewrite opp_IZR. set (z := IZR (up (- ((u - start) / period)))) in *.
  assert (E : u - start = (u - start) / period * period) by (field; lra).
  set (t := (u - start) / period) in *. nra.
Qed.

Lemma sliver_unique : forall u i, start + IZR i * period < u <= start + IZR i * period + period ->
  sliver u = i.
Proof.
  intros u i Hi. pose proof (sliver_spec u) as Hs. unfold sliver_start in Hs.
  pose proof period_positive as Hp.
  assert (H1 : IZR i < IZR (sliver u) + 1) by nra.
  assert (H2 : IZR (sliver u) < IZR i + 1) by nra.
  rewrite <- plus_IZR in H1, H2. apply lt_IZR in H1, H2. lia.
Qed.

Lemma sliver_range : forall u, start < u <= a + S -> 0 <= IZR (sliver u) <= IZR J - 1.
Proof.
  intros u Hu. pose proof (sliver_spec u) as Hs. unfold sliver_start in Hs.
  pose proof period_positive as Hp.
  assert (Htotal : start + IZR J * period = a + S).
  { unfold period. rewrite Rmult_plus_distr_l, near_total, far_total. unfold start. ring. }
  assert (H1 : -1 < IZR (sliver u)) by nra.
  assert (H2 : IZR (sliver u) < IZR J) by nra.
  apply lt_IZR in H1, H2.
  split.
  - apply (IZR_le 0). lia.
  - rewrite <- minus_IZR. apply IZR_le. lia.
Qed.

(** A near draw and a far draw of the block. *)
Lemma near_image : forall u, start < u <= a + S -> u <= sliver_start u + near ->
  a + IZR (sliver u) * near < u + A - IZR (sliver u) * far
  <= a + IZR (sliver u) * near + near.
Proof.
  intros u Hu Hnear. pose proof (sliver_spec u) as Hs. unfold sliver_start, period, start in *. lra.
Qed.

Lemma near_image_in_cell : forall u, start < u <= a + S -> u <= sliver_start u + near ->
  a < u + A - IZR (sliver u) * far <= a + S.
Proof.
  intros u Hu Hnear. pose proof (near_image u Hu Hnear) as Hi.
  pose proof (sliver_range u Hu) as Hr. pose proof near_positive as Hn.
  pose proof near_total as Ht. nra.
Qed.

Lemma far_image : forall u, start < u <= a + S -> sliver_start u + near < u ->
  0 < IZR (sliver u) * far + (u - sliver_start u - near) <= A.
Proof.
  intros u Hu Hfar. pose proof (sliver_spec u) as Hs.
  pose proof (sliver_range u Hu) as Hr. pose proof far_positive as Hf.
  pose proof far_total as Ht. unfold period in Hs. nra.
Qed.

(** A draw that is not sent to the far tail ]0,A]. *)
Lemma safe_draw_cases : forall v, 0 < v < 1 -> A < interleave v ->
  (v <= start /\ interleave v = v + A) \/
  (start < v <= a + S /\ v <= sliver_start v + near /\
   interleave v = v + A - IZR (sliver v) * far) \/
  (a + S < v /\ interleave v = v).
Proof.
  intros v Hv Hsafe. unfold interleave in *.
  destruct (Rle_dec v start) as [H1 | H1]; [left; split; [exact H1 | reflexivity] |].
  destruct (Rle_dec v (a + S)) as [H2 | H2].
  - destruct (Rle_dec v (sliver_start v + near)) as [H3 | H3].
    + right. left. repeat split; try lra.
    + exfalso. pose proof (far_image v). lra.
  - right. right. split; [lra | reflexivity].
Qed.

Lemma interleave_inside : forall u, unit_interval u -> unit_interval (interleave u).
Proof.
  intros u Hu. unfold unit_interval, interleave in *.
  destruct (Rle_dec u start); [unfold start in *; lra |].
  destruct (Rle_dec u (a + S)); [| lra].
  destruct (Rle_dec u (sliver_start u + near)).
  - pose proof (near_image_in_cell u). lra.
  - pose proof (far_image u). lra.
Qed.

(** Among safe draws the order is kept and distances do not grow. *)
Lemma interleave_contracts : forall u v, unit_interval u -> unit_interval v -> u <= v ->
  A < interleave u -> A < interleave v ->
  0 <= interleave v - interleave u <= v - u.
Proof.
  intros u v Hu Hv Huv Su Sv. pose proof far_positive as Hf. pose proof near_positive as Hn.
  pose proof far_total as Hft. pose proof near_total as Hnt.
  assert (Hstart : start < a /\ start + A = a) by (unfold start; lra).
  destruct (safe_draw_cases u Hu Su) as [[Cu ->] | [(Cu & Nu & ->) | [Cu ->]]];
  destruct (safe_draw_cases v Hv Sv) as [[Cv ->] | [(Cv & Nv & ->) | [Cv ->]]]; try lra.
  - pose proof (near_image_in_cell v Cv Nv). pose proof (sliver_range v Cv). nra.
  - pose proof (near_image u Cu Nu) as Iu. pose proof (near_image v Cv Nv) as Iv.
    assert (Hj : IZR (sliver u) <= IZR (sliver v)).
    { apply IZR_le.
      pose proof (sliver_spec u) as Xu. pose proof (sliver_spec v) as Xv.
      unfold sliver_start in Xu, Xv. pose proof period_positive as Hp.
      assert (Hlt : IZR (sliver u) < IZR (sliver v) + 1) by nra.
      rewrite <- plus_IZR in Hlt. apply lt_IZR in Hlt. lia. }
    split; [| nra].
    destruct (Z.eq_dec (sliver u) (sliver v)) as [E | E]; [rewrite E; lra |].
    assert (Hj' : IZR (sliver u) + 1 <= IZR (sliver v)).
    { apply le_IZR in Hj. rewrite <- plus_IZR. apply IZR_le. lia. }
    nra.
  - pose proof (near_image_in_cell u Cu Nu). pose proof (sliver_range u Cu). nra.
Qed.

(** The rearrangement is injective; being a translation on finitely many
    intervals it preserves length: n(U) has the law of q(U). *)
Lemma sliver_order : forall u v, u <= v -> (sliver u <= sliver v)%Z.
Proof.
  intros u v Huv.
  pose proof (sliver_spec u) as Xu. pose proof (sliver_spec v) as Xv.
  unfold sliver_start in Xu, Xv. pose proof period_positive as Hp.
  assert (Hlt : IZR (sliver u) < IZR (sliver v) + 1) by nra.
  rewrite <- plus_IZR in Hlt. apply lt_IZR in Hlt. lia.
Qed.

Lemma far_draw_cases : forall v, 0 < v < 1 -> interleave v <= A ->
  start < v <= a + S /\ sliver_start v + near < v /\
  interleave v = IZR (sliver v) * far + (v - sliver_start v - near).
Proof.
  intros v Hv Hfar. unfold interleave in *.
  destruct (Rle_dec v start) as [H1 | H1]; [lra |].
  destruct (Rle_dec v (a + S)) as [H2 | H2]; [| lra].
  destruct (Rle_dec v (sliver_start v + near)) as [H3 | H3].
  - exfalso. pose proof (near_image_in_cell v). lra.
  - repeat split; lra.
Qed.

Theorem interleave_injective : forall u v, unit_interval u -> unit_interval v -> u < v ->
  interleave u <> interleave v.
Proof.
  intros u v Hu Hv Huv E. pose proof far_positive as Hf. pose proof near_positive as Hn.
  pose proof (sliver_order u v (Rlt_le _ _ Huv)) as Hj.
  assert (Hcases : sliver u = sliver v \/ IZR (sliver u) + 1 <= IZR (sliver v)).
  { destruct (Z.eq_dec (sliver u) (sliver v)) as [Eq | Ne]; [left; exact Eq |].
    right. rewrite <- plus_IZR. apply IZR_le. lia. }
  destruct (Rle_lt_dec (interleave u) A) as [Fu | Su].
  - assert (Fv : interleave v <= A) by lra.
    destruct (far_draw_cases u Hu Fu) as (Bu & Nu & Iu).
    destruct (far_draw_cases v Hv Fv) as (Bv & Nv & Iv).
    pose proof (sliver_spec u) as Xu. pose proof (sliver_spec v) as Xv.
    rewrite Iu, Iv in E. unfold sliver_start, period in *.
    destruct Hcases as [Eq | Hlt]; [rewrite Eq in *; lra |]. nra.
  - assert (Sv : A < interleave v) by lra.
    assert (Hstart : start < a /\ start + A = a) by (unfold start; lra).
    destruct (safe_draw_cases u Hu Su) as [[Cu Eu] | [(Cu & Nu & Eu) | [Cu Eu]]];
    destruct (safe_draw_cases v Hv Sv) as [[Cv Ev] | [(Cv & Nv & Ev) | [Cv Ev]]];
      rewrite Eu, Ev in E; try lra.
    + pose proof (near_image_in_cell v Cv Nv). lra.
    + pose proof (near_image u Cu Nu). pose proof (near_image v Cv Nv).
      destruct Hcases as [Eq | Hlt]; [rewrite Eq in *; lra |]. nra.
    + pose proof (near_image_in_cell u Cu Nu). lra.
Qed.

(** The noise keeps the Lipschitz constant of q where |n| <= T. *)
Theorem interleaved_noise_lipschitz : forall u v, unit_interval u -> unit_interval v ->
  Rabs (interleaved_noise u) <= T -> Rabs (interleaved_noise v) <= T ->
  Rabs (interleaved_noise u - interleaved_noise v) <= k * Rabs (u - v).
Proof.
  assert (Hsafe : forall x, unit_interval x -> Rabs (interleaved_noise x) <= T -> A < interleave x).
  { intros x Hx HTx. pose proof (interleave_inside x Hx) as Ix.
    destruct (Rle_lt_dec (interleave x) A) as [H | H]; [| exact H].
    exfalso. pose proof (Rle_abs (- interleaved_noise x)) as Habs. rewrite Rabs_Ropp in Habs.
    unfold interleaved_noise, unit_interval in *.
    destruct H as [H | H].
    - assert (q (interleave x) < q A) by (apply q_increases; lra). lra.
    - rewrite H in *. lra. }
  assert (Hordered : forall u v, unit_interval u -> unit_interval v -> u <= v ->
    Rabs (interleaved_noise u) <= T -> Rabs (interleaved_noise v) <= T ->
    Rabs (interleaved_noise u - interleaved_noise v) <= k * Rabs (u - v)).
  { intros u v Hu Hv Huv HTu HTv.
    pose proof (interleave_contracts u v Hu Hv Huv (Hsafe u Hu HTu) (Hsafe v Hv HTv)) as Hc.
    eapply Rle_trans;
      [apply q_lipschitz_on_window; try assumption; apply interleave_inside; assumption |].
    apply Rmult_le_compat_l; [exact k_is_nonnegative |].
    rewrite !Rabs_left1 by lra. lra. }
  intros u v Hu Hv HTu HTv. destruct (Rle_lt_dec u v) as [H | H].
  - apply Hordered; assumption.
  - rewrite (Rabs_minus_sym (interleaved_noise u)), (Rabs_minus_sym u).
    apply Hordered; try assumption. lra.
Qed.

(** The bias is at most A/J. *)
Theorem interleaved_generator_bias : forall u, unit_interval u ->
  unit_interval (interleaved_generator u) /\ Rabs (interleaved_generator u - u) <= far.
Proof.
  intros u Hu. pose proof far_positive as Hf. pose proof near_positive as Hn.
  unfold unit_interval, interleaved_generator in *.
  destruct (Rle_dec u start); [split; [lra |]; rewrite Rminus_diag_eq, Rabs_R0; lra |].
  destruct (Rle_dec u (a + S)); [| split; [lra |]; rewrite Rminus_diag_eq, Rabs_R0; lra].
  destruct (Rle_dec u (sliver_start u + near));
    [split; [lra |]; rewrite Rminus_diag_eq, Rabs_R0; lra |].
  pose proof (sliver_spec u) as Hs. unfold period in Hs.
  assert (Hr : 0 <= IZR (sliver u)) by (apply sliver_range; lra).
  pose proof period_positive as Hp.
  assert (0 < start) by (unfold start; lra).
  assert (start <= sliver_start u) by (unfold sliver_start; nra).
  split; [lra |]. apply Rabs_le. lra.
Qed.

(** What is reported: everything drawn in ]a-A,a+S] falls into ]q(a),q(a+S)],
    everything above stays, everything below stays below q(a). *)
Theorem interleaved_report : forall u, unit_interval u ->
  let x := interleaved_noise (interleaved_generator u) in
  (u <= start -> x <= q a) /\
  (start < u <= a + S -> q a < x <= q (a + S)) /\
  (a + S < u -> x = q u).
Proof.
  intros u Hu x. unfold x, interleaved_noise, unit_interval in *.
  assert (Hle : forall y z, 0 < y -> y <= z -> z < 1 -> q y <= q z).
  { intros y z Hy [H | H] Hz; [left; apply q_increases; assumption | right; rewrite H; reflexivity]. }
  split; [| split].
  - intros H. unfold interleaved_generator, interleave.
    destruct (Rle_dec u start); [| lra]. destruct (Rle_dec u start); [| lra].
    apply Hle; unfold start in *; lra.
  - intros H.
    assert (Hcell : forall y, a < y <= a + S -> q a < q y <= q (a + S)).
    { intros y Hy. split; [apply q_increases | apply Hle]; lra. }
    unfold interleaved_generator.
    destruct (Rle_dec u start); [lra |]. destruct (Rle_dec u (a + S)); [| lra].
    destruct (Rle_dec u (sliver_start u + near)) as [H3 | H3].
    + unfold interleave.
      destruct (Rle_dec u start); [lra |]. destruct (Rle_dec u (a + S)); [| lra].
      destruct (Rle_dec u (sliver_start u + near)); [| lra].
      apply Hcell, near_image_in_cell; assumption.
    + (* moved to the end of the near sliver *)
      pose proof (sliver_spec u) as Hs. pose proof near_positive as Hn.
      pose proof far_positive as Hf. pose proof period_positive as Hp.
      pose proof (sliver_range u H) as Hr.
      set (v := sliver_start u + near).
      assert (Ev : sliver v = sliver u).
      { apply sliver_unique. unfold v, sliver_start, period. lra. }
      assert (Hv : start < v <= a + S).
      { unfold v. split; [unfold sliver_start; nra | lra]. }
      assert (Hvs : sliver_start v = sliver_start u) by (unfold sliver_start; rewrite Ev; reflexivity).
      unfold interleave.
      destruct (Rle_dec v start); [lra |]. destruct (Rle_dec v (a + S)); [| lra].
      destruct (Rle_dec v (sliver_start v + near)) as [H5 | H5]; [| rewrite Hvs in H5; unfold v in H5; lra].
      apply Hcell, near_image_in_cell; assumption.
  - intros H. unfold interleaved_generator, interleave.
    assert (start < a) by (unfold start; lra).
    destruct (Rle_dec u start); [lra |]. destruct (Rle_dec u (a + S)); [lra |].
    destruct (Rle_dec u start); [lra |]. destruct (Rle_dec u (a + S)); [lra |]. reflexivity.
Qed.

(** Hence the draws that are reported in the cell ]q(a),q(a+S)] are exactly
    those of ]a-A,a+S], an interval of length A+S, and those reported in
    ]q(a+S),q(a+S')] are exactly those of ]a+S,a+S']. *)
Theorem interleaved_cells : forall S' u, S < S' -> a + S' < 1 -> unit_interval u ->
  let x := interleaved_noise (interleaved_generator u) in
  (q a < x <= q (a + S) <-> a - A < u <= a + S) /\
  (q (a + S) < x <= q (a + S') <-> a + S < u <= a + S').
Proof.
  intros S' u HS HS' Hu x. destruct (interleaved_report u Hu) as (R1 & R2 & R3).
  fold x in R1, R2, R3. fold start. unfold unit_interval in Hu.
  assert (Hmono : forall y z, 0 < y < 1 -> 0 < z < 1 -> q y < q z -> y < z).
  { intros y z Hy Hz H. destruct (Rlt_le_dec y z) as [Hlt | [Hgt | Heq]]; [exact Hlt | |].
    - pose proof (q_increases z y). lra.
    - rewrite Heq in H. lra. }
  assert (HqS : q a < q (a + S)) by (apply q_increases; lra).
  destruct (Rle_lt_dec u start) as [H1 | H1]; [| destruct (Rle_lt_dec u (a + S)) as [H2 | H2]].
  - pose proof (R1 H1). unfold start in *. lra.
  - pose proof (R2 (conj H1 H2)). lra.
  - rewrite (R3 H2). assert (q (a + S) < q u) by (apply q_increases; lra).
    split; [lra |]. split; intros H0.
    + split; [exact H2 |]. destruct (Rle_lt_dec u (a + S')) as [H3 | H3]; [exact H3 |].
      assert (q (a + S') < q u) by (apply q_increases; lra). lra.
    + split; [exact H |]. destruct (proj2 H0) as [H3 | H3].
      * left. apply q_increases; lra.
      * right. rewrite H3. reflexivity.
Qed.

End Interleaved.

(** The numbers of CE5.  Laplace(1), epsilon = Delta = 1, answers in [0,4], the
    window M_r = ]0,4], so that rho_M = 4; cells of length L = 1/10; U_r =
    {|n| <= T}, T = 81/20; the far tail is the part beyond -41/10; n' = n; any
    J >= 1000 slivers.  For the cell ]0,1/10] and the answers 4 and 39/10,
    P1 = A + S and P2 = S' - S are the lengths of the intervals of draws. *)
Lemma laplace_quantile_at : forall x, x <= 0 -> unit_laplace_quantile (exp x / 2) = x.
Proof.
  intros x Hx. unfold unit_laplace_quantile.
  assert (exp x <= 1) by (rewrite <- exp_0; apply exp_le; exact Hx).
  destruct (Rle_dec (exp x / 2) (1 / 2)); [| lra].
  replace (2 * (exp x / 2)) with (exp x) by field. apply ln_exp.
Qed.

Lemma laplace_quantile_increases : forall x y, 0 < x -> x < y -> y < 1 ->
  unit_laplace_quantile x < unit_laplace_quantile y.
Proof.
  intros x y Hx Hxy Hy. unfold unit_laplace_quantile.
  destruct (Rle_dec x (1 / 2)); destruct (Rle_dec y (1 / 2)); try lra.
  - apply ln_increasing; lra.
  - assert (ln (2 * x) <= ln 1) by (apply ln_le; lra).
    assert (ln (2 * (1 - y)) < ln 1) by (apply ln_increasing; lra).
    rewrite ln_1 in *. lra.
  - assert (ln (2 * (1 - y)) < ln (2 * (1 - x))) by (apply ln_increasing; lra). lra.
Qed.

(** The numbers of CE5, by E = e^{-41/10} and g = e^{1/10}. *)
Definition E41 : R := exp (- (41 / 10)).
Definition g10 : R := exp (1 / 10).

Lemma g10_bounds : 1105 / 1000 <= g10 <= 111 / 100.
Proof. pose proof (exp_at_least_quadratic (1 / 10)). pose proof (exp_at_most_quadratic (1 / 10)). unfold g10. lra. Qed.

Lemma E41_bounds : 0 < E41 <= 1 / 5.
Proof.
  assert (HE : 0 < E41) by apply exp_pos. split; [exact HE |].
  assert (H5 : 1 + 41 / 10 <= exp (41 / 10)) by (apply exp_at_least; lra).
  assert (H1 : E41 * exp (41 / 10) = 1).
  { unfold E41. rewrite <- exp_plus, <- exp_0. f_equal. ring. }
  nra.
Qed.

Lemma E41_powers : exp (-4) = E41 * g10 /\ exp (- (39 / 10)) = E41 * (g10 * g10) /\ exp (- (38 / 10)) = E41 * (g10 * g10 * g10).
Proof. unfold E41, g10. rewrite <- !exp_plus. repeat split; f_equal; field. Qed.

(** Where the intervals of draws lie. *)
Lemma CE5_layout : let A := exp (- (41 / 10)) / 2 in let a := exp (-4) / 2 in
  let S := exp (- (39 / 10)) / 2 - a in let S' := exp (- (38 / 10)) / 2 - a in
  (0 < A /\ A < a /\ 0 < S /\ a + S < 1) /\ (S < S' /\ a + S' < 1).
Proof.
  intros A a S S'. unfold S, S', a, A. destruct E41_powers as (-> & -> & ->). fold E41.
  pose proof g10_bounds as Hg. pose proof E41_bounds as HE. set (E := E41) in *. set (g := g10) in *.
  assert (Hg2 : g < g * g <= 2) by nra. assert (Hg3 : g * g < g * g * g <= 2) by nra.
  assert (Hstep : E < E * g) by nra.
  assert (Hstep2 : E * g < E * (g * g)) by (apply Rmult_lt_compat_l; lra).
  assert (Hstep3 : E * (g * g) <= 1 / 5 * 2) by (apply Rmult_le_compat; lra).
  assert (Hstep4 : E * (g * g) < E * (g * g * g)) by (apply Rmult_lt_compat_l; lra).
  assert (Hstep5 : E * (g * g * g) <= 1 / 5 * 2) by (apply Rmult_le_compat; nra).
  lra.
Qed.

(** P1 exceeds what the printed bound allows. *)
Lemma CE5_excess (delta_t : R) : 0 <= delta_t <= 1 / 1000 ->
  let L := 1 / 10 in let A := exp (- (41 / 10)) / 2 in let a := exp (-4) / 2 in
  let S := exp (- (39 / 10)) / 2 - a in let S' := exp (- (38 / 10)) / 2 - a in
  A + S > exp 1 * (1 + printed_R_line L delta_t * exp (1 * (L + delta_t))) * (S' - S).
Proof.
  intros Hdelta L A a S S'. pose proof g10_bounds as Hg. pose proof E41_bounds as HE.
  assert (He : exp 1 <= 3) by (pose proof (exp_at_most_quadratic 1); lra).
  assert (HR : printed_R_line L delta_t <= 105 / 100).
  { unfold printed_R_line, L. apply Rle_div_l; lra. }
  assert (Hexp : exp (1 * (L + delta_t)) <= 1112 / 1000).
  { apply Rle_trans with (exp (101 / 1000)).
    - apply exp_le. unfold L. lra.
    - pose proof (exp_at_most_quadratic (101 / 1000)). lra. }
  pose proof (exp_pos 1) as Hp1. pose proof (exp_pos (1 * (L + delta_t))) as Hp2.
  assert (HR0 : 0 <= printed_R_line L delta_t)
    by (pose proof (printed_R_at_least_one L delta_t); unfold L in *; lra).
  assert (Hprod : printed_R_line L delta_t * exp (1 * (L + delta_t)) <= 105 / 100 * (1112 / 1000))
    by (apply Rmult_le_compat; lra).
  assert (Hfactor : exp 1 * (1 + printed_R_line L delta_t * exp (1 * (L + delta_t)))
                    <= 3 * (1 + 105 / 100 * (1112 / 1000)))
    by (apply Rmult_le_compat; nra).
  assert (HP2 : 0 < S' - S) by (destruct CE5_layout as [_ [H _]]; cbv zeta in H; unfold S', S, a; lra).
  apply Rle_lt_trans with (3 * (1 + 105 / 100 * (1112 / 1000)) * (S' - S)).
  - apply Rmult_le_compat_r; lra.
  - unfold S, S', A, a. destruct E41_powers as (-> & -> & ->). fold E41. set (g := g10) in *.
    (* divide by E/2: a polynomial in g on [1105/1000, 111/100] *)
    assert (Hpoly : 3 * (1 + 105 / 100 * (1112 / 1000)) * (g * g * g - g * g) < 1 + (g * g - g))
      by nra.
    apply (Rmult_lt_compat_l (E41 / 2)) in Hpoly; lra.
Qed.

Theorem CE5 : forall J : Z, (1000 <= J)%Z ->
  let L := 1 / 10 in
  let T := 81 / 20 in
  let k := 2 * exp T in
  let A := exp (- (41 / 10)) / 2 in
  let a := exp (-4) / 2 in
  let S := exp (- (39 / 10)) / 2 - a in
  let S' := exp (- (38 / 10)) / 2 - a in
  let n := interleaved_noise unit_laplace_quantile A a S J in
  let n_0 := interleaved_generator A a S J in
  let delta_0 := A / IZR J in
  let delta_t := k * delta_0 + 0 in
  let V := unit_interval in
  (* n is the quantile function after an injective rearrangement by translations. That such a rearrangement keeps
     lengths, so that X is exactly Laplacian, is said here and not proved *)
  (forall u v, V u -> V v -> u < v -> interleave A a S J u <> interleave A a S J v) /\
  (* (n0); Condition 3's closeness on U_r, with n' = n; rho_M + delta_t < T *)
  (forall u, V u -> V (n_0 u) /\ Rabs (n_0 u - u) <= delta_0) /\
  (forall u v, V u -> V v -> Rabs (n u) <= T -> Rabs (n v) <= T ->
     Rabs (n u - n v) <= k * Rabs (u - v)) /\
  4 + delta_t < T /\ 2 * delta_t < L /\
  (* Condition 3's separation: outside U_r, r + n(u) is not in M_r^{+delta_t} *)
  (forall u r y, V u -> 0 <= r <= 4 -> 0 < y <= 4 -> T < Rabs (n u) -> delta_t < Rabs (r + n u - y)) /\
  (* the draws reported in ]0,L] from the answers r1 = 4 and r2 = 4 - L *)
  (forall u, V u -> (0 < 4 + n (n_0 u) <= L <-> a - A < u <= a + S)) /\
  (forall u, V u -> (0 < 4 - L + n (n_0 u) <= L <-> a + S < u <= a + S')) /\
  (* and P1 exceeds e^{epsilon'} P2 for the printed epsilon' *)
  A + S > exp 1 * (1 + printed_R_line L delta_t * exp (1 * (L + delta_t))) * (S' - S).
Proof.
  intros J HJ L T k A a S S' n n_0 delta_0 delta_t V.
  assert (HJr : 1000 <= IZR J) by (apply (IZR_le 1000); exact HJ).
  destruct CE5_layout as [Hlayout HS']. fold A a S S' in Hlayout, HS'. pose proof E41_bounds as HE.
  assert (Qa : unit_laplace_quantile a = -4) by (apply laplace_quantile_at; lra).
  assert (QS : unit_laplace_quantile (a + S) = - (39 / 10)).
  { replace (a + S) with (exp (- (39 / 10)) / 2) by (unfold S; ring).
    apply laplace_quantile_at. lra. }
  assert (QS' : unit_laplace_quantile (a + S') = - (38 / 10)).
  { replace (a + S') with (exp (- (38 / 10)) / 2) by (unfold S'; ring).
    apply laplace_quantile_at. lra. }
  assert (QA : unit_laplace_quantile A < - T).
  { unfold A. rewrite laplace_quantile_at by lra. unfold T. lra. }
  assert (Hk : 0 <= k) by (unfold k; pose proof (exp_pos T); lra).
  assert (HJ1 : (1 <= J)%Z) by lia.
  (* delta_t = e^{-1/20} / J *)
  assert (Hdelta : 0 <= delta_t <= 1 / 1000).
  { assert (Hprod : exp T * E41 <= 1).
    { unfold E41, T. rewrite <- exp_plus, <- exp_0. apply exp_le. lra. }
    assert (Hd : delta_t = exp T * E41 / IZR J) by (unfold delta_t, k, delta_0, A, E41; field; lra).
    pose proof (exp_pos T) as HT.
    rewrite Hd. split.
    - apply Rmult_le_pos; [nra |]. left. apply Rinv_0_lt_compat. lra.
    - apply Rle_div_l; [lra |]. nra. }
  split; [| split; [| split; [| split; [| split; [| split; [| split; [| split]]]]]]].
  - exact (interleave_injective A a S J Hlayout HJ1).
  - exact (interleaved_generator_bias A a S J Hlayout HJ1).
  - exact (interleaved_noise_lipschitz unit_laplace_quantile A a S T k J laplace_quantile_increases
             (laplace_quantile_lipschitz T) Hk Hlayout HJ1 QA).
  - unfold T. lra.
  - unfold L. lra.
  - intros u r y _ Hr Hy Hu.
    pose proof (Rabs_triang_inv (n u) (y - r)) as tri.
    assert (Rabs (y - r) <= 4) by (apply Rabs_le; lra).
    replace (n u - (y - r)) with (r + n u - y) in tri by ring.
    unfold T in Hu. lra.
  - intros u Hu.
    pose proof (proj1 (interleaved_cells unit_laplace_quantile A a S J laplace_quantile_increases
                         Hlayout HJ1 S' u (proj1 HS') (proj2 HS') Hu)) as H.
    rewrite Qa, QS in H. fold n n_0 in H. rewrite <- H. unfold L. lra.
  - intros u Hu.
    pose proof (proj2 (interleaved_cells unit_laplace_quantile A a S J laplace_quantile_increases
                         Hlayout HJ1 S' u (proj1 HS') (proj2 HS') Hu)) as H.
    rewrite QS, QS' in H. fold n n_0 in H. rewrite <- H. unfold L. lra.
  - exact (CE5_excess delta_t Hdelta).
Qed.
