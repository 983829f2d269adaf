(* The radius of planar noise by the inverse of its distribution function: the root that is found bit by bit, and its error.

   With w = 1 - u and y = - ln w the radius C^-1(u) is b x, where x >= 0 and x - ln(1+x) = y (theory.md, F5 (a)). `root` is
   Inverse::root of crates/finite/src/planar/inverse.rs, in units of 2^-58: at the end x was accepted, or is 0, and x + 1 was refused
   ([root_near]). `inverse_f64_ledger` is the ledger of the planar noise made of it. Rests on ShiftAddKernel.v and PlanarLedger.v. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Closeness Binary PlanarScaling PlanarNoise PlanarLedger PlanarFloat TableMechanisms FloatMechanism.
From Kdelta Require Import ShiftAddConstants CosSinConstants PureInterval.
From Kdelta Require ShiftAddKernel CosSinKernel.

Local Open Scope R_scope.
Local Existing Instance binary64.

(* ** The function *)

(* 6 ln 2 in units. *)
Definition ln_64 : Z := ((6 * ln_2 + 2 ^ 21) / 2 ^ 22)%Z.

Definition accepted (target c : Z) : bool := (c + ShiftAddKernel.minus_ln_64 (c + 2 ^ 58) <=? target)%Z.

Fixpoint root_bits (target : Z) (k : nat) (x : Z) : Z :=
  match k with
  | O => x
  | S k => let c := (x + 2 ^ Z.of_nat k)%Z in root_bits target k (if accepted target c then c else x)
  end.

Definition root (w : Z) : Z := root_bits (ShiftAddKernel.minus_ln_64 w + ln_64)%Z 64 0.

(* ** x - ln(1+x) *)

Definition excess (x : R) : R := x - ln (1 + x).

Lemma excess_nonneg x : 0 <= x -> 0 <= excess x.
Proof. intros H. unfold excess. pose proof (ShiftAddKernel.ln_one_plus_le x H). lra. Qed.

Lemma excess_grows a h : 0 <= a -> 0 <= h -> excess a + excess h <= excess (a + h).
Proof.
  intros Ha Hh. unfold excess. rewrite <- (Rplus_0_r (_ + h - _)).
  assert (ln (1 + (a + h)) <= ln (1 + a) + ln (1 + h)); [| lra].
  rewrite <- ln_mult by lra. apply ln_le; [lra | nra].
Qed.

Lemma excess_at_least h : 0 <= h -> h ^ 2 <= 2 * (1 + h) * excess h.
Proof.
  intros Hh. unfold excess.
  (* ln(1+h) <= h (2+h) / (2 (1+h)), from the derivative of the difference *)
  pose (f := fun t => t * (2 + t) / (2 * (1 + t)) - ln (1 + t)). pose (f' := fun t => t ^ 2 / (2 * (1 + t) ^ 2)).
  assert (F : 0 <= f h).
  { destruct (Req_dec h 0) as [-> | N]; [unfold f; replace (1 + 0) with 1 by ring; rewrite ln_1; lra |].
    destruct (MVT_gen f 0 h f') as [c [Hc E]].
    - intros t Ht. rewrite Rmin_left, Rmax_right in Ht by lra. unfold f, f'. auto_derive; [repeat split; lra | field; lra].
    - intros t Ht. rewrite Rmin_left, Rmax_right in Ht by lra. apply derivable_continuous_pt. exists (f' t). apply is_derive_Reals.
      unfold f, f'. auto_derive; [repeat split; lra | field; lra].
    - rewrite Rmin_left, Rmax_right in Hc by lra. replace (f 0) with 0 in E by (unfold f; replace (1 + 0) with 1 by ring; rewrite ln_1; field).
      assert (0 <= f' c) by (unfold f'; apply Rmult_le_pos; [apply pow2_ge_0 | left; apply Rinv_0_lt_compat; nra]). nra. }
  unfold f in F. apply (Rmult_le_compat_l (2 * (1 + h))) in F; [| lra]. rewrite Rmult_0_r in F.
  replace (2 * (1 + h) * (h * (2 + h) / (2 * (1 + h)) - ln (1 + h))) with (h * (2 + h) - 2 * (1 + h) * ln (1 + h)) in F by (field; lra). nra.
Qed.

(* An excess of at most eta is one of a number of at most this. *)
Lemma excess_small h eta : 0 <= h -> excess h <= eta -> h <= eta + sqrt (eta ^ 2 + 2 * eta).
Proof.
  intros Hh He. pose proof (excess_at_least h Hh) as H. pose proof (excess_nonneg h Hh).
  assert (Q : (h - eta) ^ 2 <= eta ^ 2 + 2 * eta) by nra.
  destruct (Rle_lt_dec h eta) as [L | L]; [pose proof (sqrt_pos (eta ^ 2 + 2 * eta)); lra |].
  assert (h - eta <= sqrt (eta ^ 2 + 2 * eta)); [| lra].
  rewrite <- (sqrt_pow2 (h - eta)) by lra. apply sqrt_le_1_alt, Q.
Qed.

(* ** One comparison *)

(* It is decided as if y were off by at most this. *)
Definition comparison_error : R := 2 * certified_shift_add_64 + (/ 2 ^ 59 + 6 / 2 ^ 81).

Lemma ln_64_near : Rabs (IZR ln_64 / 2 ^ 58 - 6 * ln 2) <= / 2 ^ 59 + 6 / 2 ^ 81.
Proof.
  replace ln_64 with 1198716435487748968%Z by (vm_compute; reflexivity). interval with (i_prec 120).
Qed.

Notation real c := (IZR c / 2 ^ 58).

Section Search.

Variable w : Z.
Hypothesis w_word : (1 <= w < 2 ^ 64)%Z.
Notation target := (ShiftAddKernel.minus_ln_64 w + ln_64)%Z.
Notation y := (- ln (IZR w / IZR (2 ^ 64))).

Lemma y_range : 0 <= y <= 45.
Proof.
  assert (W : 1 <= IZR w <= IZR (2 ^ 64)) by (split; apply IZR_le; lia).
  assert (P : 0 < IZR (2 ^ 64)) by (apply (IZR_lt 0); lia).
  split.
  - assert (ln (IZR w / IZR (2 ^ 64)) <= ln 1) by (apply ln_le; [apply Rdiv_lt_0_compat; lra | apply Rle_div_l; lra]). rewrite ln_1 in H. lra.
  - assert (ln (/ IZR (2 ^ 64)) <= ln (IZR w / IZR (2 ^ 64))).
    { apply ln_le; [apply Rinv_0_lt_compat, P |]. unfold Rdiv. rewrite <- (Rmult_1_l (/ _)) at 1. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, P | lra]. }
    assert (-45 <= ln (/ IZR (2 ^ 64))) by (change (IZR (2 ^ 64)) with 18446744073709551616; interval with (i_prec 60)). lra.
Qed.

Lemma compared c : (0 <= c)%Z -> (c + 2 ^ 58 < 2 ^ 64)%Z ->
  if accepted target c then excess (real c) <= y + comparison_error else y - comparison_error <= excess (real c).
Proof.
  intros H0 H1. pose proof (ShiftAddKernel.minus_ln_64_certified w w_word) as Kw.
  pose proof (ShiftAddKernel.minus_ln_64_certified (c + 2 ^ 58) ltac:(lia)) as Kc. pose proof ln_64_near as K6.
  assert (C0 : 0 <= IZR c) by (apply (IZR_le 0); lia).
  assert (P : 0 < 2 ^ 58) by (apply pow_lt; lra).
  assert (E : ln (IZR (c + 2 ^ 58) / IZR (2 ^ 64)) = ln (1 + real c) - 6 * ln 2).
  { replace (IZR (c + 2 ^ 58) / IZR (2 ^ 64)) with ((1 + real c) / 2 ^ 6).
    - unfold Rdiv. rewrite ln_mult, ln_Rinv, ln_pow; [cbn [INR]; ring | lra | apply pow_lt; lra | | apply Rinv_0_lt_compat, pow_lt; lra].
      assert (0 <= IZR c * / 2 ^ 58) by (apply Rmult_le_pos; [exact C0 | left; apply Rinv_0_lt_compat, P]). lra.
    - rewrite plus_IZR. change (IZR (2 ^ 58)) with 288230376151711744. change (IZR (2 ^ 64)) with 18446744073709551616. lra. }
  rewrite E in Kc. apply Rabs_le_inv in Kw. apply Rabs_le_inv in Kc. apply Rabs_le_inv in K6.
  unfold accepted, comparison_error, excess. set (mc := ShiftAddKernel.minus_ln_64 (c + 2 ^ 58)) in *. set (mw := ShiftAddKernel.minus_ln_64 w) in *.
  assert (D : forall a b, (a <= b)%Z -> real a <= real b).
  { intros a b Hab. unfold Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, P | now apply IZR_le]. }
  assert (S : forall a b, real (a + b) = real a + real b) by (intros; rewrite plus_IZR; field; lra).
  destruct (Z.leb_spec (c + mc) (mw + ln_64)) as [H | H]; [| apply Z.lt_le_incl in H]; apply D in H; rewrite 2!S in H; lra.
Qed.

Definition low (x : Z) : Prop := x = 0%Z \/ excess (real x) <= y + comparison_error.
Definition high (x : Z) : Prop := x = (2 ^ 64)%Z \/ y - comparison_error <= excess (real x).

Lemma below_49 x : (0 <= x)%Z -> excess (real x) <= y + comparison_error -> (x < 49 * 2 ^ 58)%Z.
Proof.
  intros H0 H. destruct (Z.lt_ge_cases x (49 * 2 ^ 58)) as [L | L]; [exact L | exfalso].
  assert (P : 0 < 2 ^ 58) by (apply pow_lt; lra).
  assert (X : 49 <= real x).
  { apply Rle_div_r; [exact P |]. apply IZR_le in L. rewrite mult_IZR in L. change (IZR (2 ^ 58)) with 288230376151711744 in L. lra. }
  pose proof (excess_grows 49 (real x - 49) ltac:(lra) ltac:(lra)) as G. replace (49 + (real x - 49)) with (real x) in G by ring.
  pose proof (excess_nonneg (real x - 49) ltac:(lra)). pose proof y_range.
  assert (45 + / 2 ^ 10 < excess 49) by (unfold excess; interval with (i_prec 60)).
  assert (comparison_error <= / 2 ^ 20) by (unfold comparison_error, certified_shift_add_64; lra). lra.
Qed.

Lemma search k : forall x, (k <= 64)%nat -> (0 <= x)%Z -> (x < 49 * 2 ^ 58)%Z -> (x + 2 ^ Z.of_nat k <= 2 ^ 64)%Z -> low x -> high (x + 2 ^ Z.of_nat k) ->
  let z := root_bits target k x in (0 <= z)%Z /\ (z < 49 * 2 ^ 58)%Z /\ low z /\ high (z + 1).
Proof.
  induction k as [| k IH]; intros x Hk H0 H49 Hsum Hlow Hhigh; cbn [root_bits].
  - change (2 ^ Z.of_nat 0)%Z with 1%Z in Hhigh. tauto.
  - set (c := (x + 2 ^ Z.of_nat k)%Z).
    assert (D : (2 ^ Z.of_nat (S k) = 2 ^ Z.of_nat k + 2 ^ Z.of_nat k)%Z) by (rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia; lia).
    assert (Pk : (0 < 2 ^ Z.of_nat k)%Z) by (apply Z.pow_pos_nonneg; lia).
    assert (Hc : (c + 2 ^ 58 < 2 ^ 64)%Z).
    { destruct (Nat.le_gt_cases k 61) as [L | L].
      - assert (2 ^ Z.of_nat k <= 2 ^ 61)%Z by (apply Z.pow_le_mono_r; lia). unfold c. lia.
      - assert (K : (k = 62 \/ k = 63)%nat) by lia. unfold c. destruct K as [-> | ->];
          [change (2 ^ Z.of_nat 62)%Z with (2 ^ 62)%Z in * | change (2 ^ Z.of_nat 63)%Z with (2 ^ 63)%Z in *]; lia. }
    pose proof (compared c ltac:(unfold c; lia) Hc) as C. destruct (accepted target c) eqn:A.
    + apply IH; [lia | unfold c; lia | apply below_49; [unfold c; lia | exact C] | unfold c; lia | right; exact C |].
      unfold c. replace (x + 2 ^ Z.of_nat k + 2 ^ Z.of_nat k)%Z with (x + 2 ^ Z.of_nat (S k))%Z by lia. exact Hhigh.
    + apply IH; [lia | exact H0 | exact H49 | lia | exact Hlow |]. right. exact C.
Qed.

Lemma root_found : (0 <= root w)%Z /\ (root w < 49 * 2 ^ 58)%Z /\ low (root w) /\ high (root w + 1).
Proof.
  assert (All : forall k, k = 64%nat -> let z := root_bits target k 0 in (0 <= z)%Z /\ (z < 49 * 2 ^ 58)%Z /\ low z /\ high (z + 1)).
  { intros k Hk. apply search; [lia | lia | lia | rewrite Hk; cbn; lia | now left | left; now rewrite Hk]. }
  unfold root. exact (All 64%nat eq_refl).
Qed.

(* How far the root is from the exact one. *)
Definition root_error : R := comparison_error + sqrt (comparison_error ^ 2 + 2 * comparison_error) + / 2 ^ 58.

Theorem root_near x : 0 <= x -> excess x = y -> Rabs (real (root w) - x) <= root_error.
Proof.
  intros Hx E. pose proof root_found as F. revert F. generalize (root w) as z. intros z (Z0 & Z49 & Low & High).
  assert (P : 0 < / 2 ^ 58) by (apply Rinv_0_lt_compat, pow_lt; lra).
  assert (X0 : 0 <= real z) by (apply Rmult_le_pos; [apply (IZR_le 0); lia | lra]).
  assert (Next : real (z + 1) = real z + / 2 ^ 58) by (rewrite plus_IZR; field; apply pow_nonzero; lra).
  assert (Small : forall h, 0 <= h -> excess h <= comparison_error -> h <= comparison_error + sqrt (comparison_error ^ 2 + 2 * comparison_error))
    by (intros h; apply excess_small).
  assert (E0 : 0 <= comparison_error) by (unfold comparison_error, certified_shift_add_64; lra).
  pose proof (sqrt_pos (comparison_error ^ 2 + 2 * comparison_error)) as S0. unfold root_error.
  destruct (Rle_lt_dec x (real z)) as [L | L].
  - rewrite Rabs_pos_eq by lra. destruct Low as [-> | Low]; [unfold Rdiv in *; lra |].
    pose proof (excess_grows x (real z - x) Hx ltac:(lra)) as G. replace (x + (real z - x)) with (real z) in G by ring.
    pose proof (Small (real z - x) ltac:(lra) ltac:(lra)). lra.
  - rewrite Rabs_left by lra. destruct High as [High | High]; [exfalso; lia |]. rewrite Next in High.
    destruct (Rle_lt_dec x (real z + / 2 ^ 58)) as [M | M]; [lra |].
    pose proof (excess_grows (real z + / 2 ^ 58) (x - (real z + / 2 ^ 58)) ltac:(lra) ltac:(lra)) as G.
    replace (real z + / 2 ^ 58 + (x - (real z + / 2 ^ 58))) with x in G by ring.
    pose proof (Small (x - (real z + / 2 ^ 58)) ltac:(lra) ltac:(lra)). lra.
Qed.

Lemma root_nonneg : (0 <= root w)%Z.
Proof. exact (proj1 root_found). Qed.

End Search.

(* ** The noise in f64 *)

(* PlanarLaplace::of with the sampler Inverse: the root becomes a float, times b, times cosine and sine. *)
Definition inverse_f64 (b : R) (w turn : Z) : plane :=
  let length := rnd (rnd (IZR (root w)) * bpow radix2 (-58) * b) in
  (rnd (length * direction (fst (CosSinKernel.cos_sin turn))), rnd (length * direction (snd (CosSinKernel.cos_sin turn)))).

Theorem inverse_f64_ledger b w turn x :
  bpow radix2 (-200) <= b -> (1 <= w < 2 ^ 64)%Z -> (0 <= turn < 2 ^ 64)%Z -> 0 <= x -> excess x = - ln (IZR w / IZR (2 ^ 64)) ->
  norm (minus (inverse_f64 b w turn) (at_polar (b * x) (2 * PI * IZR turn / 2 ^ 64)))
  <= plane_absolute root_error certified_cos_sin once * b + plane_relative 0 certified_cos_sin once * (b * x).
Proof.
  intros Hb Hw Ht Hx E. assert (Pb : 0 < b) by (pose proof (bpow_gt_0 radix2 (-200)); lra).
  pose proof once_range as (D0 & _). pose proof (root_near w Hw x Hx E) as N. pose proof (root_nonneg w Hw) as R0.
  destruct (CosSinKernel.cos_sin_certified turn Ht) as [C S]. unfold inverse_f64. revert N R0 C S.
  (* What they are is not needed any more, and would be computed. *)
  generalize (root w) as z. generalize (CosSinKernel.cos_sin turn) as cs. intros cs z N R0 C S.
  assert (RE : 0 <= root_error).
  { unfold root_error, comparison_error, certified_shift_add_64.
    match goal with |- context [sqrt ?a] => pose proof (sqrt_pos a) end. lra. }
  assert (M : forall a c i j, a = 0 \/ bpow radix2 i <= Rabs a -> c = 0 \/ bpow radix2 j <= Rabs c -> a * c = 0 \/ bpow radix2 (i + j) <= Rabs (a * c)).
  { intros a c i j [-> | Ha] [-> | Hc]; [left; ring | left; ring | left; ring | right].
    rewrite bpow_plus, Rabs_mult. apply Rmult_le_compat; trivial; apply bpow_ge_0. }
  assert (Rnd : forall a k, (-1000 <= k)%Z -> a = 0 \/ bpow radix2 k <= Rabs a -> rnd a = 0 \/ bpow radix2 k <= Rabs (rnd a)).
  { intros a k Hk [-> | Ha]; [left; unfold rnd; now rewrite round_0 by apply valid_rnd_N | right; now apply rnd_large]. }
  assert (Weak : forall a k, (-1000 <= k)%Z -> a = 0 \/ bpow radix2 k <= Rabs a -> a = 0 \/ bpow radix2 (-1000) <= Rabs a).
  { intros a k Hk [Ha | Ha]; [now left | right]. apply Rle_trans with (2 := Ha). now apply bpow_le. }
  assert (S0 : IZR z = 0 \/ bpow radix2 0 <= Rabs (IZR z)).
  { destruct (Z.eq_dec z 0) as [-> | Hn]; [now left | right]. rewrite <- abs_IZR. apply (IZR_le 1). lia. }
  pose proof (Rnd _ 0%Z ltac:(lia) S0) as S1.
  assert (S2 : rnd (IZR z) * bpow radix2 (-58) = 0 \/ bpow radix2 (0 + -58) <= Rabs (rnd (IZR z) * bpow radix2 (-58))).
  { apply M; [exact S1 | right]. rewrite Rabs_pos_eq by apply bpow_ge_0. lra. }
  set (rounded := rnd (IZR z) * bpow radix2 (-58)) in *.
  assert (S3 : rounded * b = 0 \/ bpow radix2 (-58 + -200) <= Rabs (rounded * b)).
  { apply M; [exact S2 | right]. rewrite Rabs_pos_eq by lra. exact Hb. }
  set (length := rnd (rounded * b)). pose proof (Rnd _ (-258)%Z ltac:(lia) S3) as S4. fold length in S4.
  assert (P : forall n, Rabs (rnd (length * direction n) - length * direction n) <= once * Rabs (length * direction n) + 0).
  { intros n. rewrite Rplus_0_r. apply rnd_relative. apply (Weak _ (-320)%Z ltac:(lia)). exact (M _ _ (-258)%Z (-62)%Z S4 (direction_size n)). }
  fold rounded. fold length. rewrite <- (Rplus_0_r (_ + _)).
  replace 0 with (plane_rounding 0 certified_cos_sin once) at 2 by (unfold plane_rounding; ring).
  apply (planar_ledger b x (IZR z / 2 ^ 58) rounded length (2 * PI * IZR turn / 2 ^ 64)
    (IZR (fst cs) / 2 ^ 62) (IZR (snd cs) / 2 ^ 62)
    (direction (fst cs)) (direction (snd cs))); trivial; try lra.
  - unfold certified_cos_sin. lra.
  - unfold rounded, Rdiv. rewrite <- (bpow_inv 58). change (- Z.of_nat 58)%Z with (-58)%Z.
    rewrite <- Rmult_minus_distr_r, 2!Rabs_bpow, <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
    apply rnd_relative. exact (Weak _ 0%Z ltac:(lia) S0).
  - rewrite Rplus_0_r, (Rmult_comm b). unfold length. apply rnd_relative. exact (Weak _ (-258)%Z ltac:(lia) S3).
  - apply direction_error_f64.
  - apply direction_error_f64.
Qed.
