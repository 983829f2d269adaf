(* The cosine and sine of crates/finite/src/cos_sin.rs on integers, and their certified error.

   The functions below are the source's, operation by operation; `x >> k` is written x / 2^k, which it is for x ≥ 0. The
   masks of `fold` and `cos_sin` are written as cases of the octant: the harnesses show for every word that `fold` is the
   distance to the nearest quarter turn.
   Unit: 2^-64, in which x and z are kept.
   Rests on the constants of CosSinConstants.v, which are generated from the source. *)
From Coq Require Import Reals ZArith List Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import PureInterval CosSinConstants.
From Kdelta Require ShiftAddKernel.
Import ListNotations.

Section Source.
Local Open Scope Z_scope.

Definition nearest (a b k : Z) : Z := (a * b / 2 ^ (k - 1) + 1) / 2.

Definition step (coefficient z inner s : Z) : Z := coefficient - z * inner / 2 ^ (64 + s).

(* The nested polynomial: the last coefficient, then one step for each before it. *)
Fixpoint nested (coefficients : list (Z * Z)) (z : Z) : Z :=
  match coefficients with
  | nil => 0
  | (c, s) :: rest =>
      match rest with
      | nil => c
      | (_, s') :: _ => step c z (nested rest z) (s' - s)
      end
  end.

Definition last_place (sum : Z) : Z := (sum + 2 ^ 63) / 2 ^ 64.

Definition octant_x (y : Z) : Z := nearest (4 * y) pi_62 63.
Definition octant_z (y : Z) : Z := nearest (octant_x y) (octant_x y) 64.

Definition octant_sin (y : Z) : Z :=
  let x := octant_x y in
  let z := octant_z y in
  let d := z * nested sin_coefficients z / 2 ^ 64 in
  last_place (x * 2 ^ 62 - x * d / 2 ^ 4).

Definition octant_cos (y : Z) : Z :=
  let z := octant_z y in
  let d := z * nested cos_coefficients z / 2 ^ 64 in
  last_place (2 ^ 126 - z * 2 ^ 61 + z * d / 2 ^ 6).

Definition fold (turn : Z) : Z :=
  if Z.even (turn / 2 ^ 61) then turn mod 2 ^ 61 else 2 ^ 61 - turn mod 2 ^ 61.

Definition cos_sin (turn : Z) : Z * Z :=
  let c := octant_cos (fold turn) in
  let s := octant_sin (fold turn) in
  match turn / 2 ^ 61 with
  | 0 => (c, s)
  | 1 => (s, c)
  | 2 => (- s, c)
  | 3 => (- c, s)
  | 4 => (- c, - s)
  | 5 => (- s, - c)
  | 6 => (s, - c)
  | _ => (c, - s)
  end.

End Source.

Local Open Scope R_scope.

Lemma nearest_close (a b k : Z) : (1 <= k)%Z ->
  Rabs (IZR (nearest a b k) - IZR (a * b) / IZR (2 ^ k)) <= / 2.
Proof.
  intros Hk. unfold nearest. set (p := (a * b)%Z). set (h := (2 ^ (k - 1))%Z).
  assert (Hh : (0 < h)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (E2 : (2 ^ k = 2 * h)%Z).
  { unfold h. replace k with (1 + (k - 1))%Z at 1 by lia. rewrite Z.pow_add_r by lia. reflexivity. }
  set (m := (p / h)%Z). set (n := ((m + 1) / 2)%Z).
  assert (Hm : (m * h <= p < (m + 1) * h)%Z).
  { pose proof (Z_div_mod_eq_full p h). pose proof (Z.mod_pos_bound p h Hh). fold m in H. nia. }
  assert (Hn : (2 * n - 1 <= m <= 2 * n)%Z).
  { pose proof (Z_div_mod_eq_full (m + 1) 2). pose proof (Z.mod_pos_bound (m + 1) 2 ltac:(lia)). fold n in H. lia. }
  assert (HZ : ((2 * n - 1) * h <= p <= (2 * n + 1) * h)%Z) by nia.
  rewrite E2. destruct HZ as [H1 H2]. apply IZR_le in H1. apply IZR_le in H2.
  rewrite mult_IZR, minus_IZR, mult_IZR in H1. rewrite mult_IZR, plus_IZR, mult_IZR in H2.
  apply (IZR_lt 0) in Hh. rewrite mult_IZR. set (P := IZR p) in *. set (N := IZR n) in *. set (H := IZR h) in *.
  replace (N - P / (2 * H)) with ((2 * N * H - P) / (2 * H)) by (field; lra).
  apply Rabs_le. split.
  - apply Rmult_le_reg_r with (2 * H); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - apply Rmult_le_reg_r with (2 * H); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(* ** The polynomials *)

Fixpoint polynomial (coefficients : list R) (t : R) : R :=
  match coefficients with
  | nil => 0
  | c :: rest => c - t * polynomial rest t
  end.

(* Each integer is its coefficient times 2^(64+s), to half a unit, and the shifts grow by 4 or more. *)
Fixpoint rounded (integers : list (Z * Z)) (coefficients : list R) : Prop :=
  match integers, coefficients with
  | (c, s) :: rest, alpha :: others =>
      (0 <= s)%Z /\ Rabs (IZR c - IZR (2 ^ (64 + s)) * alpha) <= / 2 /\
      match rest with
      | nil => others = nil
      | (_, s') :: _ => (s + 4 <= s')%Z /\ rounded rest others
      end
  | _, _ => False
  end.

Definition first_shift (integers : list (Z * Z)) : Z := match integers with nil => 0%Z | (_, s) :: _ => s end.

Lemma nested_close (integers : list (Z * Z)) (coefficients : list R) (z : Z) :
  rounded integers coefficients -> (0 <= z)%Z -> IZR z / 2 ^ 64 <= 5 / 8 ->
  Rabs (IZR (nested integers z)
        - IZR (2 ^ (64 + first_shift integers)) * polynomial coefficients (IZR z / 2 ^ 64)) <= 8 / 5.
Proof.
  intros H Hz Hle. revert coefficients H.
  induction integers as [| [c s] rest IH]; intros [| alpha others] H; cbn [rounded] in H; try contradiction.
  destruct H as (Hs & Hc & Hrest). cbn [first_shift]. destruct rest as [| [c' s'] rest].
  - subst others. cbn [nested polynomial].
    replace (alpha - IZR z / 2 ^ 64 * 0) with alpha by ring. lra.
  - destruct Hrest as (Hs' & Hr). specialize (IH others Hr). cbn [first_shift] in IH.
    change (nested ((c, s) :: (c', s') :: rest) z) with (step c z (nested ((c', s') :: rest) z) (s' - s)).
    change (polynomial (alpha :: others) (IZR z / 2 ^ 64))
      with (alpha - IZR z / 2 ^ 64 * polynomial others (IZR z / 2 ^ 64)).
    set (inner := nested ((c', s') :: rest) z) in *.
    set (q := polynomial others (IZR z / 2 ^ 64)) in *.
    set (t := IZR z / 2 ^ 64) in *. unfold step.
    assert (Hden : (0 < 2 ^ (64 + (s' - s)))%Z) by (apply Z.pow_pos_nonneg; lia).
    pose proof (ShiftAddKernel.floor_between (z * inner) (2 ^ (64 + (s' - s))) Hden) as Hf.
    rewrite minus_IZR. set (f := IZR (z * inner / 2 ^ (64 + (s' - s)))) in *.
    (* z inner / 2^(64+ds) = t inner / 2^ds *)
    set (D := IZR (2 ^ (s' - s))).
    assert (HD : 16 <= D).
    { unfold D. apply (IZR_le 16). change 16%Z with (2 ^ 4)%Z. apply Z.pow_le_mono_r; lia. }
    assert (E64 : IZR (2 ^ 64) = 2 ^ 64) by (rewrite ShiftAddKernel.IZR_pow2 by lia; reflexivity).
    assert (Ev : IZR (z * inner) / IZR (2 ^ (64 + (s' - s))) = t * IZR inner / D).
    { rewrite Z.pow_add_r by lia. rewrite !mult_IZR, E64. unfold t. fold D. field. lra. }
    assert (Es : IZR (2 ^ (64 + s')) = IZR (2 ^ (64 + s)) * D).
    { unfold D. rewrite <- mult_IZR, <- Z.pow_add_r by lia. do 2 f_equal. lia. }
    rewrite Ev in Hf. rewrite Es in IH. set (W := IZR (2 ^ (64 + s))) in *.
    assert (Ht : 0 <= t) by (unfold t; apply Rdiv_le_0_compat; [apply (IZR_le 0); exact Hz | lra]).
    assert (HI : Rabs (t * IZR inner / D - W * (t * q)) <= / 16).
    { replace (t * IZR inner / D - W * (t * q)) with (t / D * (IZR inner - W * D * q)) by (field; lra).
      assert (HtD : 0 <= t / D <= 5 / 128).
      { split; [apply Rdiv_le_0_compat; lra |]. apply Rmult_le_reg_r with D; [lra |].
        unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      rewrite Rabs_mult, (Rabs_pos_eq (t / D)) by lra.
      apply Rle_trans with (5 / 128 * (8 / 5)); [| lra].
      apply Rmult_le_compat; [lra | apply Rabs_pos | lra | exact IH]. }
    apply Rabs_le_between in HI. apply Rabs_le_between in Hc.
    apply Rabs_le. replace (W * (alpha - t * q)) with (W * alpha - W * (t * q)) by ring. lra.
Qed.

Definition sines : list R :=
  [/ 6; / 120; / 5040; / 362880; / 39916800; / 6227020800; / 1307674368000; / 355687428096000; / 121645100408832000].

Definition cosines : list R :=
  [2 / 24; 2 / 720; 2 / 40320; 2 / 3628800; 2 / 479001600; 2 / 87178291200; 2 / 20922789888000; 2 / 6402373705728000].

Ltac rounding :=
  match goal with
  | |- Rabs (IZR ?c - IZR (2 ^ ?e) * _) <= _ =>
      let p := eval vm_compute in (2 ^ e)%Z in change (2 ^ e)%Z with p; apply Rabs_le; lra
  end.

Lemma sin_rounded : rounded sin_coefficients sines.
Proof. unfold sin_coefficients, sines. cbn [rounded]. repeat split; try lia; rounding. Qed.

Lemma cos_rounded : rounded cos_coefficients cosines.
Proof. unfold cos_coefficients, cosines. cbn [rounded]. repeat split; try lia; rounding. Qed.

(* What is cut off the series. *)
Lemma sin_series x : 0 <= x <= 785398164 / 1000000000 ->
  Rabs (x - x * (x * x * polynomial sines (x * x)) - sin x) <= / 400 / 2 ^ 64.
Proof.
  intros Hx. unfold sines, polynomial.
  interval with (i_taylor x, i_degree 24, i_prec 120, i_bisect x).
Qed.

Lemma cos_series x : 0 <= x <= 785398164 / 1000000000 ->
  Rabs (1 - x * x / 2 + x * x * (x * x * polynomial cosines (x * x)) / 2 - cos x) <= / 16 / 2 ^ 64.
Proof.
  intros Hx. unfold cosines, polynomial.
  interval with (i_taylor x, i_degree 24, i_prec 120, i_bisect x).
Qed.

(* ** Moving the argument *)

Lemma lipschitz_between (f : R -> R) (K lo hi a b : R) :
  (forall t, lo <= t <= hi -> exists l, is_derive f t l /\ Rabs l <= K) ->
  lo <= a <= hi -> lo <= b <= hi -> Rabs (f a - f b) <= K * Rabs (a - b).
Proof.
  intros Hd Ha Hb.
  assert (Hin : forall t, Rmin b a <= t <= Rmax b a -> lo <= t <= hi).
  { intros t [H1 H2]. assert (lo <= Rmin b a) by (apply Rmin_glb; lra).
    assert (Rmax b a <= hi) by (apply Rmax_lub; lra). lra. }
  destruct (MVT_gen f b a (Derive f)) as [c [Hc E]].
  - intros t Ht. destruct (Hd t (Hin t ltac:(lra))) as [l [Hl _]].
    rewrite (is_derive_unique _ _ _ Hl). exact Hl.
  - intros t Ht. destruct (Hd t (Hin t Ht)) as [l [Hl _]].
    apply derivable_continuous_pt. exists l. apply is_derive_Reals, Hl.
  - destruct (Hd c (Hin c Hc)) as [l [Hl Hle]]. rewrite (is_derive_unique _ _ _ Hl) in E.
    rewrite E, Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos | exact Hle].
Qed.

Lemma sin_lipschitz a b : Rabs (sin a - sin b) <= Rabs (a - b).
Proof.
  rewrite <- (Rmult_1_l (Rabs (a - b))).
  apply lipschitz_between with (lo := Rmin a b) (hi := Rmax a b).
  - intros t _. exists (cos t). split; [apply is_derive_Reals, derivable_pt_lim_sin |].
    pose proof (COS_bound t). apply Rabs_le. lra.
  - split; [apply Rmin_l | apply Rmax_l].
  - split; [apply Rmin_r | apply Rmax_r].
Qed.

Lemma cos_lipschitz a b : Rabs (cos a - cos b) <= Rabs (a - b).
Proof.
  rewrite <- (Rmult_1_l (Rabs (a - b))).
  apply lipschitz_between with (lo := Rmin a b) (hi := Rmax a b).
  - intros t _. exists (- sin t). split; [apply is_derive_Reals, derivable_pt_lim_cos |].
    pose proof (SIN_bound t). apply Rabs_le. lra.
  - split; [apply Rmin_l | apply Rmax_l].
  - split; [apply Rmin_r | apply Rmax_r].
Qed.

Definition sin_part (t : R) : R := t * polynomial sines t.
Definition cos_part (t : R) : R := - t / 2 + t * (t * polynomial cosines t) / 2.

Lemma sin_part_lipschitz a b : 0 <= a <= 5 / 8 -> 0 <= b <= 5 / 8 ->
  Rabs (sin_part a - sin_part b) <= / 5 * Rabs (a - b).
Proof.
  apply lipschitz_between. intros t Ht. unfold sin_part, sines, polynomial.
  eexists. split; [auto_derive; [exact I | reflexivity] | interval with (i_prec 60)].
Qed.

Lemma cos_part_lipschitz a b : 0 <= a <= 5 / 8 -> 0 <= b <= 5 / 8 ->
  Rabs (cos_part a - cos_part b) <= 3 / 5 * Rabs (a - b).
Proof.
  apply lipschitz_between. intros t Ht. unfold cos_part, cosines, polynomial.
  eexists. split; [auto_derive; [exact I | reflexivity] | interval with (i_prec 60)].
Qed.

(* ** The octant *)

Section Octant.

Variable y : Z.
Hypothesis y_range : (0 <= y <= 2 ^ 61)%Z.

Definition theta : R := 2 * PI * IZR y / 2 ^ 64.
Definition X : R := IZR (octant_x y) / 2 ^ 64.
Definition T : R := IZR (octant_z y) / 2 ^ 64.

Lemma power_64 : IZR (2 ^ 64) = 2 ^ 64.
Proof. rewrite ShiftAddKernel.IZR_pow2 by lia. reflexivity. Qed.

Lemma y_real : 0 <= IZR y <= 2 ^ 61.
Proof.
  split; [apply (IZR_le 0); lia |].
  replace (2 ^ 61) with (IZR (2 ^ 61)) by (rewrite ShiftAddKernel.IZR_pow2 by lia; reflexivity).
  apply IZR_le. lia.
Qed.

Lemma pi_close : Rabs (IZR pi_62 - PI * 2 ^ 62) <= / 4.
Proof. unfold pi_62. interval with (i_prec 120). Qed.

Lemma X_close : Rabs (X - theta) <= 3 / 4 / 2 ^ 64.
Proof.
  assert (H := nearest_close (4 * y) pi_62 63 ltac:(lia)).
  assert (E63 : IZR (2 ^ 63) = 2 ^ 63) by (rewrite ShiftAddKernel.IZR_pow2 by lia; reflexivity).
  rewrite E63, !mult_IZR in H. fold (octant_x y) in H.
  assert (Hpi := pi_close). pose proof y_real as Hy.
  set (w := IZR y / 2 ^ 61). assert (Hw : 0 <= w <= 1) by (unfold w; lra).
  assert (Ew : IZR y = w * 2 ^ 61) by (unfold w; field).
  (* 4 y pi/2^63 - 2 PI y = w (pi - PI 2^62) *)
  assert (Hs : Rabs (4 * IZR y * IZR pi_62 / 2 ^ 63 - 2 * PI * IZR y) <= / 4).
  { replace (4 * IZR y * IZR pi_62 / 2 ^ 63 - 2 * PI * IZR y) with (w * (IZR pi_62 - PI * 2 ^ 62))
      by (rewrite Ew; field).
    rewrite Rabs_mult, (Rabs_pos_eq w) by lra.
    pose proof (Rabs_pos (IZR pi_62 - PI * 2 ^ 62)). nra. }
  unfold X, theta.
  replace (IZR (octant_x y) / 2 ^ 64 - 2 * PI * IZR y / 2 ^ 64)
    with ((IZR (octant_x y) - 2 * PI * IZR y) / 2 ^ 64) by (field).
  unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ 2 ^ 64)) by lra.
  apply Rmult_le_compat_r; [lra |].
  apply Rabs_le_between in H. apply Rabs_le_between in Hs. apply Rabs_le. lra.
Qed.

Lemma x_nonnegative : (0 <= octant_x y)%Z.
Proof.
  unfold octant_x, nearest. apply Z.div_pos; [| lia].
  assert (0 <= 4 * y * pi_62 / 2 ^ (63 - 1))%Z; [| lia].
  apply Z.div_pos; [unfold pi_62; lia | apply Z.pow_pos_nonneg; lia].
Qed.

Lemma X_range : 0 <= X <= 785398164 / 1000000000.
Proof.
  split.
  - unfold X. apply Rdiv_le_0_compat; [apply (IZR_le 0), x_nonnegative | lra].
  - assert (H := X_close). apply Rabs_le_between in H. pose proof y_real as Hy.
    assert (Ht : theta <= PI / 4).
    { unfold theta. pose proof PI_RGT_0. apply Rle_trans with (2 * PI * 2 ^ 61 / 2 ^ 64); [| lra].
      unfold Rdiv. apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_l; lra. }
    assert (PI / 4 + 3 / 4 / 2 ^ 64 <= 785398164 / 1000000000) by (interval with (i_prec 100)).
    lra.
Qed.

Lemma T_close : Rabs (T - X * X) <= / 2 / 2 ^ 64.
Proof.
  assert (H := nearest_close (octant_x y) (octant_x y) 64 ltac:(lia)).
  fold (octant_z y) in H. rewrite power_64, mult_IZR in H.
  unfold T, X.
  replace (IZR (octant_z y) / 2 ^ 64 - IZR (octant_x y) / 2 ^ 64 * (IZR (octant_x y) / 2 ^ 64))
    with ((IZR (octant_z y) - IZR (octant_x y) * IZR (octant_x y) / 2 ^ 64) / 2 ^ 64) by field.
  unfold Rdiv at 1. rewrite Rabs_mult, (Rabs_pos_eq (/ 2 ^ 64)) by lra.
  unfold Rdiv. apply Rmult_le_compat_r; [lra |]. exact H.
Qed.

Lemma z_nonnegative : (0 <= octant_z y)%Z.
Proof.
  unfold octant_z, nearest. pose proof x_nonnegative. apply Z.div_pos; [| lia].
  assert (0 <= octant_x y * octant_x y / 2 ^ (64 - 1))%Z; [| lia].
  apply Z.div_pos; [nia | apply Z.pow_pos_nonneg; lia].
Qed.

Lemma T_range : 0 <= T <= 5 / 8.
Proof.
  split.
  - unfold T. apply Rdiv_le_0_compat; [apply (IZR_le 0), z_nonnegative | lra].
  - assert (H := T_close). apply Rabs_le_between in H. pose proof X_range as HX. nra.
Qed.

Lemma square_range : 0 <= X * X <= 5 / 8.
Proof. pose proof X_range. nra. Qed.

(* d = floor(z inner/2^64) is 2^(64+s) T p(T), within 2. *)
Lemma d_close (integers : list (Z * Z)) (coefficients : list R) :
  rounded integers coefficients ->
  Rabs (IZR (octant_z y * nested integers (octant_z y) / 2 ^ 64)
        - IZR (2 ^ (64 + first_shift integers)) * (T * polynomial coefficients T)) <= 2.
Proof.
  intros Hr. pose proof T_range as HT.
  assert (Hn := nested_close integers coefficients (octant_z y) Hr z_nonnegative (proj2 HT)).
  fold T in Hn. set (inner := nested integers (octant_z y)) in *.
  set (W := IZR (2 ^ (64 + first_shift integers))) in *. set (q := polynomial coefficients T) in *.
  pose proof (ShiftAddKernel.floor_between (octant_z y * inner) (2 ^ 64) ltac:(lia)) as Hf.
  rewrite power_64, mult_IZR in Hf.
  replace (IZR (octant_z y) * IZR inner / 2 ^ 64) with (T * IZR inner) in Hf by (unfold T; field).
  set (d := IZR (octant_z y * inner / 2 ^ 64)) in *.
  assert (Hm : Rabs (T * IZR inner - W * (T * q)) <= 1).
  { replace (T * IZR inner - W * (T * q)) with (T * (IZR inner - W * q)) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq T) by lra.
    pose proof (Rabs_pos (IZR inner - W * q)). nra. }
  apply Rabs_le_between in Hm. apply Rabs_le. lra.
Qed.

(* The last rounding, in units of 2^-126. *)
Lemma last_place_close (sum : Z) : Rabs (IZR (last_place sum) / 2 ^ 62 - IZR sum / 2 ^ 126) <= / 2 ^ 63.
Proof.
  unfold last_place. pose proof (ShiftAddKernel.floor_between (sum + 2 ^ 63) (2 ^ 64) ltac:(lia)) as H.
  rewrite power_64, plus_IZR in H.
  replace (IZR (2 ^ 63)) with (2 ^ 63) in H by (rewrite ShiftAddKernel.IZR_pow2 by lia; reflexivity).
  set (r := IZR ((sum + 2 ^ 63) / 2 ^ 64)) in *. apply Rabs_le. lra.
Qed.

Theorem octant_sin_certified : Rabs (IZR (octant_sin y) / 2 ^ 62 - sin theta) <= certified_cos_sin.
Proof.
  pose proof X_range as HX. pose proof X_close as HXc. pose proof T_range as HT. pose proof square_range as HS.
  assert (Hd := d_close sin_coefficients sines sin_rounded).
  change (first_shift sin_coefficients) with 2%Z in Hd.
  replace (IZR (2 ^ (64 + 2))) with (2 ^ 66) in Hd by (rewrite ShiftAddKernel.IZR_pow2 by lia; reflexivity).
  fold (sin_part T) in Hd.
  unfold octant_sin. set (d := (octant_z y * nested sin_coefficients (octant_z y) / 2 ^ 64)%Z) in *.
  set (sum := (octant_x y * 2 ^ 62 - octant_x y * d / 2 ^ 4)%Z).
  assert (Hl := last_place_close sum).
  (* the sum *)
  assert (Hsum : Rabs (IZR sum / 2 ^ 126 - (X - X * sin_part T)) <= / 2 ^ 126 + X / 2 / 2 ^ 64).
  { unfold sum. rewrite minus_IZR, mult_IZR.
    replace (IZR (2 ^ 62)) with (2 ^ 62) by (rewrite ShiftAddKernel.IZR_pow2 by lia; reflexivity).
    pose proof (ShiftAddKernel.floor_between (octant_x y * d) (2 ^ 4) ltac:(lia)) as Hf.
    rewrite mult_IZR in Hf. replace (IZR (2 ^ 4)) with 16 in Hf by (simpl; lra).
    assert (Ex : IZR (octant_x y) = X * 2 ^ 64) by (unfold X; field). rewrite Ex in *.
    set (f := IZR (octant_x y * d / 2 ^ 4)) in *.
    assert (Hxd : Rabs (X * (IZR d - 2 ^ 66 * sin_part T)) <= X * 2).
    { rewrite Rabs_mult, (Rabs_pos_eq X) by lra. apply Rmult_le_compat_l; lra. }
    apply Rabs_le_between in Hxd. apply Rabs_le. lra. }
  assert (Hp := sin_part_lipschitz T (X * X) HT HS). assert (HTc := T_close).
  assert (Hmove : Rabs (X * (sin_part T - sin_part (X * X))) <= X / 10 / 2 ^ 64).
  { rewrite Rabs_mult, (Rabs_pos_eq X) by lra.
    replace (X / 10 / 2 ^ 64) with (X * (/ 5 * (/ 2 / 2 ^ 64))) by field.
    apply Rmult_le_compat_l; lra. }
  assert (Hc := sin_series X HX).
  replace (X * (X * X * polynomial sines (X * X))) with (X * sin_part (X * X)) in Hc by (unfold sin_part; ring).
  assert (Ht := Rle_trans _ _ _ (sin_lipschitz X theta) HXc).
  unfold certified_cos_sin.
  apply Rabs_le_between in Hl. apply Rabs_le_between in Hsum. apply Rabs_le_between in Hmove.
  apply Rabs_le_between in Hc. apply Rabs_le_between in Ht.
  apply Rabs_le. lra.
Qed.

Theorem octant_cos_certified : Rabs (IZR (octant_cos y) / 2 ^ 62 - cos theta) <= certified_cos_sin.
Proof.
  pose proof X_range as HX. pose proof X_close as HXc. pose proof T_range as HT. pose proof square_range as HS.
  assert (Hd := d_close cos_coefficients cosines cos_rounded).
  change (first_shift cos_coefficients) with 3%Z in Hd.
  replace (IZR (2 ^ (64 + 3))) with (2 ^ 67) in Hd by (rewrite ShiftAddKernel.IZR_pow2 by lia; reflexivity).
  unfold octant_cos. set (d := (octant_z y * nested cos_coefficients (octant_z y) / 2 ^ 64)%Z) in *.
  set (sum := (2 ^ 126 - octant_z y * 2 ^ 61 + octant_z y * d / 2 ^ 6)%Z).
  assert (Hl := last_place_close sum).
  set (q := polynomial cosines T) in *.
  assert (Ec : cos_part T = - T / 2 + T * (T * q) / 2) by reflexivity.
  assert (Hsum : Rabs (IZR sum / 2 ^ 126 - (1 + cos_part T)) <= / 2 ^ 126 + T / 8 / 2 ^ 64).
  { rewrite Ec. unfold sum. rewrite plus_IZR, minus_IZR, mult_IZR.
    replace (IZR (2 ^ 126)) with (2 ^ 126) by (rewrite ShiftAddKernel.IZR_pow2 by lia; reflexivity).
    replace (IZR (2 ^ 61)) with (2 ^ 61) by (rewrite ShiftAddKernel.IZR_pow2 by lia; reflexivity).
    pose proof (ShiftAddKernel.floor_between (octant_z y * d) (2 ^ 6) ltac:(lia)) as Hf.
    rewrite mult_IZR in Hf. replace (IZR (2 ^ 6)) with 64 in Hf by (simpl; lra).
    assert (Ez : IZR (octant_z y) = T * 2 ^ 64) by (unfold T; field). rewrite Ez in *.
    set (f := IZR (octant_z y * d / 2 ^ 6)) in *.
    assert (Hzd : Rabs (T * (IZR d - 2 ^ 67 * (T * q))) <= T * 2).
    { rewrite Rabs_mult, (Rabs_pos_eq T) by lra. apply Rmult_le_compat_l; lra. }
    apply Rabs_le_between in Hzd. apply Rabs_le. lra. }
  assert (Hp := cos_part_lipschitz T (X * X) HT HS). assert (HTc := T_close).
  assert (Hmove : Rabs (cos_part T - cos_part (X * X)) <= 3 / 10 / 2 ^ 64) by lra.
  assert (Hc := cos_series X HX).
  replace (1 - X * X / 2 + X * X * (X * X * polynomial cosines (X * X)) / 2) with (1 + cos_part (X * X)) in Hc
    by (unfold cos_part; field).
  assert (Ht := Rle_trans _ _ _ (cos_lipschitz X theta) HXc).
  unfold certified_cos_sin.
  apply Rabs_le_between in Hl. apply Rabs_le_between in Hsum. apply Rabs_le_between in Hmove.
  apply Rabs_le_between in Hc. apply Rabs_le_between in Ht.
  apply Rabs_le. lra.
Qed.

End Octant.

(* ** Every turn *)

(* cos and sin of 2π·turn/2^64 in units of 2^-62, for every word. *)
Theorem cos_sin_certified (turn : Z) : (0 <= turn < 2 ^ 64)%Z ->
  Rabs (IZR (fst (cos_sin turn)) / 2 ^ 62 - cos (2 * PI * IZR turn / 2 ^ 64)) <= certified_cos_sin /\
  Rabs (IZR (snd (cos_sin turn)) / 2 ^ 62 - sin (2 * PI * IZR turn / 2 ^ 64)) <= certified_cos_sin.
Proof.
  intros Hturn.
  pose proof (Z_div_mod_eq_full turn (2 ^ 61)) as E.
  pose proof (Z.mod_pos_bound turn (2 ^ 61) ltac:(lia)) as B.
  assert (Ho : (0 <= turn / 2 ^ 61 < 8)%Z).
  { split; [apply Z.div_pos; lia |]. apply Z.div_lt_upper_bound; lia. }
  assert (Hfold : (0 <= fold turn <= 2 ^ 61)%Z) by (unfold fold; destruct (Z.even _); lia).
  assert (HC := octant_cos_certified (fold turn) Hfold).
  assert (HS := octant_sin_certified (fold turn) Hfold).
  unfold cos_sin, theta in *. set (y := fold turn) in *. set (rest := (turn mod 2 ^ 61)%Z) in *.
  set (c := octant_cos y) in *. set (s := octant_sin y) in *. set (phi := 2 * PI * IZR y / 2 ^ 64) in *.
  assert (Hneg : forall a : Z, forall v, Rabs (IZR a / 2 ^ 62 - v) <= certified_cos_sin ->
            Rabs (IZR (- a) / 2 ^ 62 - - v) <= certified_cos_sin).
  { intros a v H. rewrite opp_IZR, <- Rabs_Ropp.
    replace (- (- IZR a / 2 ^ 62 - - v)) with (IZR a / 2 ^ 62 - v) by field. exact H. }
  apply (f_equal IZR) in E. rewrite plus_IZR, mult_IZR in E.
  replace (IZR (2 ^ 61)) with (2 ^ 61) in E by (rewrite ShiftAddKernel.IZR_pow2 by lia; reflexivity).
  assert (Hy : IZR y = if Z.even (turn / 2 ^ 61) then IZR rest else 2 ^ 61 - IZR rest).
  { unfold y, fold. fold rest. destruct (Z.even _); [reflexivity |].
    rewrite minus_IZR, ShiftAddKernel.IZR_pow2 by lia. reflexivity. }
  (* the angle from the nearest quarter *)
  assert (Hangle : forall q, (if Z.even (turn / 2 ^ 61)
                              then IZR (turn / 2 ^ 61) = 2 * q else IZR (turn / 2 ^ 61) + 1 = 2 * q) ->
            2 * PI * IZR turn / 2 ^ 64
            = q * (PI / 2) + (if Z.even (turn / 2 ^ 61) then phi else - phi)).
  { intros q Hq. unfold phi. rewrite Hy, E. destruct (Z.even _).
    - rewrite Hq. field.
    - replace (IZR (turn / 2 ^ 61)) with (2 * q - 1) by lra. field. }
  set (o := (turn / 2 ^ 61)%Z) in *.
  assert (Cases : (o = 0 \/ o = 1 \/ o = 2 \/ o = 3 \/ o = 4 \/ o = 5 \/ o = 6 \/ o = 7)%Z) by lia.
  destruct Cases as [-> | [-> | [-> | [-> | [-> | [-> | [-> | ->]]]]]]]; cbn [Z.even fst snd] in *.
  - rewrite (Hangle 0) by lra. replace (0 * (PI / 2) + phi) with phi by ring. split; assumption.
  - rewrite (Hangle 1) by lra. replace (1 * (PI / 2) + - phi) with (PI / 2 - phi) by ring.
    rewrite cos_shift, sin_shift. split; assumption.
  - rewrite (Hangle 1) by lra. replace (1 * (PI / 2) + phi) with (PI / 2 + phi) by ring.
    rewrite cos_plus, sin_plus, cos_PI2, sin_PI2.
    replace (0 * cos phi - 1 * sin phi) with (- sin phi) by ring.
    replace (1 * cos phi + 0 * sin phi) with (cos phi) by ring. split; [apply Hneg |]; assumption.
  - rewrite (Hangle 2) by lra. replace (2 * (PI / 2) + - phi) with (PI - phi) by field.
    rewrite cos_minus, sin_minus, cos_PI, sin_PI.
    replace (-1 * cos phi + 0 * sin phi) with (- cos phi) by ring.
    replace (0 * cos phi - -1 * sin phi) with (sin phi) by ring. split; [apply Hneg |]; assumption.
  - rewrite (Hangle 2) by lra. replace (2 * (PI / 2) + phi) with (PI + phi) by field.
    rewrite cos_plus, sin_plus, cos_PI, sin_PI.
    replace (-1 * cos phi - 0 * sin phi) with (- cos phi) by ring.
    replace (0 * cos phi + -1 * sin phi) with (- sin phi) by ring. split; apply Hneg; assumption.
  - rewrite (Hangle 3) by lra. replace (3 * (PI / 2) + - phi) with (3 * (PI / 2) - phi) by ring.
    rewrite cos_minus, sin_minus, cos_3PI2, sin_3PI2.
    replace (0 * cos phi + -1 * sin phi) with (- sin phi) by ring.
    replace (-1 * cos phi - 0 * sin phi) with (- cos phi) by ring. split; apply Hneg; assumption.
  - rewrite (Hangle 3) by lra.
    rewrite cos_plus, sin_plus, cos_3PI2, sin_3PI2.
    replace (0 * cos phi - -1 * sin phi) with (sin phi) by ring.
    replace (-1 * cos phi + 0 * sin phi) with (- cos phi) by ring. split; [| apply Hneg]; assumption.
  - rewrite (Hangle 4) by lra. replace (4 * (PI / 2) + - phi) with (2 * PI - phi) by field.
    rewrite cos_minus, sin_minus, cos_2PI, sin_2PI.
    replace (1 * cos phi + 0 * sin phi) with (cos phi) by ring.
    replace (0 * cos phi - 1 * sin phi) with (- sin phi) by ring. split; [| apply Hneg]; assumption.
Qed.
