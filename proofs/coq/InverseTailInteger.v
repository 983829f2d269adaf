(* inverse_tail_64 of crates/finite/src/inverse_tail_integer.rs: what the source computes, and its certified error for every argument.

   The table is that of InverseTailIntegerConstants.v, which is generated from the source; each of its 128 cells passes the check of
   InverseTailIntegerTable.v. Where the source takes words modulo 2^64 and the place of a leading one, so does `place`; that no later
   step leaves 64 bits is a check of the audit (`check_size`). g is `inverse_tail` of NormalInverse.v: 2Φ̄(g(ℓ)) = e^−ℓ. *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Flocq Require Import Core.
From Kdelta Require Import Binary NormalInverse InverseTailModel InverseTailIntegerCells InverseTailIntegerConstants InverseTailIntegerTable.
Import ListNotations.

Local Open Scope R_scope.

(* ** The source *)

Section Source.

Local Open Scope Z_scope.

Definition offset : Z := 2 ^ 56.

(* The cell of ℓ, and y: where in the cell it is, in units of 2^-62. *)
Definition place (log : Z) : Z * Z :=
  let t := (log + offset) mod 2 ^ 64 in
  let zeros := 63 - Z.log2 (Z.lor t offset) in
  let rest := t * 2 ^ zeros mod 2 ^ 64 * 2 mod 2 ^ 64 in
  ((7 - zeros) * 16 + rest / 2 ^ 60, rest * 2 ^ 4 mod 2 ^ 64 / 2 - 2 ^ 62).

(* d₁ + ⌊y(d₂ + ⌊y(…)⌋)⌋ *)
Fixpoint nested (slopes : list Z) (y : Z) : Z :=
  match slopes with nil => 0 | d :: slopes => d + nested slopes y * y / 2 ^ 62 end.

(* The fallback of the look-up, of which nothing is claimed. *)
Definition nowhere : Row := (2 ^ 63 - 1, [0; 0; 0; 0; 0; 0; 0; 0; 0]).

Definition rows : list Row := inverse_tail_rows.

Definition inverse_tail_64 (log : Z) : Z :=
  let '(i, y) := place log in
  let '(value, slopes) := nth (Z.to_nat i) rows nowhere in
  Z.max 0 (value + (nested slopes y * y + 2 ^ 65) / 2 ^ 66).

End Source.

(* ** The place *)

Theorem place_found log : (0 <= log < 2 ^ 64 - 2 ^ 56)%Z -> let '(i, y) := place log in
  (0 <= i < 128)%Z /\ Rabs (IZR y * bpow radix2 (-62)) <= 1 /\
  IZR log * bpow radix2 (-58) = (IZR (33 + 2 * (i mod 16)) + IZR y * bpow radix2 (-62)) * bpow radix2 (i / 16 - 7) - / 4.
Proof.
  intros H. unfold place, offset. set (t := ((log + 2 ^ 56) mod 2 ^ 64)%Z).
  assert (Et : t = (log + 2 ^ 56)%Z) by (apply Z.mod_small; lia). assert (Bt : (2 ^ 56 <= t < 2 ^ 64)%Z) by lia. clearbody t.
  set (k := Z.log2 t). assert (Lk : (56 <= k <= 63)%Z).
  { unfold k. split; [change 56%Z with (Z.log2 (2 ^ 56)); apply Z.log2_le_mono; lia |].
    assert (Z.log2 t < 64)%Z by (apply Z.log2_lt_pow2; lia). lia. }
  assert (Elor : Z.log2 (Z.lor t (2 ^ 56)) = k) by (rewrite Z.log2_lor by lia; change (Z.log2 (2 ^ 56)) with 56%Z; fold k; lia).
  rewrite Elor. set (zeros := (63 - k)%Z). pose proof (Z.log2_spec t ltac:(lia)) as Spec. fold k in Spec.
  assert (P : (0 < 2 ^ zeros)%Z) by (apply Z.pow_pos_nonneg; lia).
  set (a := (t * 2 ^ zeros)%Z).
  assert (Ba : (2 ^ 63 <= a < 2 ^ 64)%Z).
  { unfold a. replace (2 ^ 63)%Z with (2 ^ k * 2 ^ zeros)%Z by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    replace (2 ^ 64)%Z with (2 ^ Z.succ k * 2 ^ zeros)%Z by (rewrite <- Z.pow_add_r by lia; f_equal; lia). nia. }
  rewrite (Z.mod_small a) by lia.
  set (rest := (a * 2 mod 2 ^ 64)%Z).
  assert (Er : rest = (2 * a - 2 ^ 64)%Z) by (symmetry; apply Z.mod_unique with 1%Z; lia).
  set (s := (rest / 2 ^ 60)%Z). set (f := (rest mod 2 ^ 60)%Z).
  assert (Ds : rest = (2 ^ 60 * s + f)%Z) by (apply Z.div_mod; lia). assert (Bf : (0 <= f < 2 ^ 60)%Z) by (apply Z.mod_pos_bound; lia).
  assert (Bs : (0 <= s < 16)%Z) by (split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia).
  assert (Ey : (rest * 2 ^ 4 mod 2 ^ 64 / 2 - 2 ^ 62 = 8 * f - 2 ^ 62)%Z).
  { replace (rest * 2 ^ 4 mod 2 ^ 64)%Z with (16 * f)%Z by (apply Z.mod_unique with s; lia).
    replace (16 * f)%Z with (8 * f * 2)%Z by ring. now rewrite Z.div_mul by lia. }
  rewrite Ey. set (i := ((7 - zeros) * 16 + s)%Z).
  assert (Ei : (i / 16 = 7 - zeros)%Z) by (symmetry; apply Z.div_unique with s; unfold i; lia).
  assert (Es : (i mod 16 = s)%Z) by (symmetry; apply Z.mod_unique with (7 - zeros)%Z; unfold i; lia).
  assert (B62 : bpow radix2 (-62) = / 2 ^ 62) by exact (bpow_inv 62).
  split; [unfold i, zeros; lia |]. split.
  - rewrite B62. assert (F1 : 0 <= IZR f) by (apply (IZR_le 0); lia). assert (F2 : IZR f <= 2 ^ 60) by (rewrite pow_IZR; apply IZR_le; lia).
    rewrite minus_IZR, mult_IZR. change (IZR (2 ^ 62)) with 4611686018427387904. apply Rabs_le. lra.
  - rewrite Ei, Es. replace log with (t - 2 ^ 56)%Z by lia. rewrite minus_IZR, (power_is_bpow 56), Rmult_minus_distr_r, <- bpow_plus by lia.
    change (bpow radix2 (56 + -58)) with (/ 4). f_equal.
    assert (A : (2 * a = 2 ^ 64 + 2 ^ 60 * s + f)%Z) by lia.
    apply (f_equal IZR) in A. unfold a in A. rewrite !plus_IZR, !mult_IZR, power_is_bpow in A by lia.
    replace (7 - zeros - 7)%Z with (- zeros)%Z by ring. rewrite bpow_opp, plus_IZR, mult_IZR, minus_IZR, mult_IZR, B62.
    assert (B58 : bpow radix2 (-58) = / 2 ^ 58) by exact (bpow_inv 58). rewrite B58.
    change (IZR (2 ^ 62)) with 4611686018427387904. change (IZR (2 ^ 64)) with 18446744073709551616 in A.
    change (IZR (2 ^ 60)) with 1152921504606846976 in A.
    pose proof (bpow_gt_0 radix2 zeros) as Pz. set (z := bpow radix2 zeros) in *.
    apply Rmult_eq_reg_r with z; [| lra]. match goal with |- _ = ?v * / z * z => replace (v * / z * z) with v by (field; lra) end. lra.
Qed.

(* ** The floors *)

Lemma floor_near a k : (0 <= k)%Z -> IZR a * bpow radix2 (- k) - 1 <= IZR (a / 2 ^ k) <= IZR a * bpow radix2 (- k).
Proof.
  intros Hk. rewrite <- Z.shiftr_div_pow2 by exact Hk. pose proof (shiftr_real a k Hk) as S. pose proof (bpow_gt_0 radix2 k) as P.
  rewrite bpow_opp. set (b := bpow radix2 k) in *. set (d := IZR (Z.shiftr a k)) in *.
  assert (E : IZR a * / b * b = IZR a) by (field; lra). split; apply Rmult_le_reg_r with (1 := P); lra.
Qed.

(* All but the last slope may lose a unit. *)
Lemma nested_near slopes y : Rabs (IZR y * bpow radix2 (-62)) <= 1 -> slopes <> nil ->
  Rabs (IZR (nested slopes y) - horner (map IZR slopes) (IZR y * bpow radix2 (-62))) <= INR (length slopes) - 1.
Proof.
  intros Hy. set (u := IZR y * bpow radix2 (-62)) in *. induction slopes as [| d slopes IH]; intros N; [now elim N |].
  cbn [nested map horner length]. rewrite S_INR, plus_IZR. destruct slopes as [| d' slopes].
  - cbn [nested map horner length INR]. change (0 * y / 2 ^ 62)%Z with 0%Z. replace (_ - _) with 0 by ring. rewrite Rabs_R0. lra.
  - specialize (IH ltac:(discriminate)). set (n := nested (d' :: slopes) y) in *. set (h := horner (map IZR (d' :: slopes)) u) in *.
    pose proof (floor_near (n * y) 62 ltac:(lia)) as F. rewrite mult_IZR in F. change (- (62))%Z with (-62)%Z in F.
    replace (IZR n * IZR y * bpow radix2 (-62)) with (IZR n * u) in F by (unfold u; ring).
    set (q := IZR (n * y / 2 ^ 62)) in *.
    replace (IZR d + q - (IZR d + u * h)) with ((q - IZR n * u) + u * (IZR n - h)) by ring.
    apply Rle_trans with (1 := step_bound u _ _ Hy). assert (Rabs (q - IZR n * u) <= 1) by (apply Rabs_le; lra). lra.
Qed.

Lemma rows_nth l i n : rows_pass i l = true -> (n < length l)%nat -> row_passes (i + Z.of_nat n) (nth n l nowhere) = true.
Proof.
  revert i n. induction l as [| r l IH]; intros i n H L; cbn [length] in L; [lia |]. cbn [rows_pass] in H. apply andb_prop in H as [H1 H2].
  destruct n as [| n]; cbn [nth]; [now rewrite Z.add_0_r |]. replace (i + Z.of_nat (S n))%Z with (i + 1 + Z.of_nat n)%Z by lia. apply IH; [exact H2 | lia].
Qed.

Lemma row_length i value slopes : row_passes i (value, slopes) = true -> length slopes = 9%nat.
Proof.
  unfold row_passes. cbv zeta. destruct (InverseTailCheck.find _ _ _ _ _) as [y f]. intros H. repeat (apply andb_prop in H as [H ?]).
  match goal with E : (Z.of_nat (length slopes) =? 9)%Z = true |- _ => apply Z.eqb_eq in E; lia end.
Qed.

(* THE CERTIFICATE kernel-inverse-tail-64.json: every multiple of 2^-58 in [0, 64 − 1/4[. *)
Theorem inverse_tail_64_certified log : (0 <= log < 2 ^ 64 - 2 ^ 56)%Z ->
  Rabs (IZR (inverse_tail_64 log) / 2 ^ 58 - inverse_tail (IZR log / 2 ^ 58)) <= certified_inverse_tail_64.
Proof.
  intros H. pose proof (place_found log H) as P. unfold inverse_tail_64. destruct (place log) as [i y]. destruct P as (Hi & Hy & El).
  assert (L : length rows = 128%nat) by (vm_compute; reflexivity).
  pose proof (rows_nth rows 0 (Z.to_nat i) rows_hold ltac:(rewrite L; lia)) as Row. rewrite Z2Nat.id, Z.add_0_l in Row by lia.
  destruct (nth (Z.to_nat i) rows nowhere) as [value slopes]. set (u := IZR y * bpow radix2 (-62)) in *.
  assert (B58 : bpow radix2 (-58) = / 2 ^ 58) by exact (bpow_inv 58). assert (B62 : bpow radix2 (-62) = / 2 ^ 62) by exact (bpow_inv 62).
  pose proof (row_sound i value slopes u Row Hy) as T. cbv zeta in T. rewrite <- El in T.
  specialize (T ltac:(rewrite B58; apply Rmult_le_pos; [apply (IZR_le 0); lia | lra])).
  rewrite B58 in T. fold (IZR log / 2 ^ 58) in T. set (g := inverse_tail (IZR log / 2 ^ 58)) in *.
  assert (G : 0 <= g) by apply inverse_tail_nonneg.
  pose proof (row_length i value slopes Row) as Len.
  pose proof (nested_near slopes y Hy ltac:(intros ->; discriminate)) as N. fold u in N. rewrite Len in N.
  replace (INR 9 - 1) with 8 in N by (cbn; ring).
  set (n := nested slopes y) in *. set (h := horner (map IZR slopes) u) in *.
  pose proof (floor_near (n * y + 2 ^ 65) 66 ltac:(lia)) as F. rewrite plus_IZR, mult_IZR, Rmult_plus_distr_r in F.
  replace (IZR (2 ^ 65) * bpow radix2 (- (66))) with (/ 2) in F by (rewrite power_is_bpow, <- bpow_plus by lia; reflexivity).
  replace (IZR n * IZR y * bpow radix2 (- (66))) with (IZR n * u / 16) in F
    by (unfold u; change (- (66))%Z with (-62 + -4)%Z; rewrite bpow_plus; change (bpow radix2 (-4)) with (/ 16); field).
  set (tail := ((n * y + 2 ^ 65) / 2 ^ 66)%Z) in *. set (b := IZR tail) in *.
  assert (U : Rabs ((IZR n - h) * u) <= 8) by (rewrite Rabs_mult; pose proof (Rabs_pos (IZR n - h)); pose proof (Rabs_pos u); nra).
  apply Rabs_le_inv in U.
  assert (V : Rabs ((IZR value + b) / 2 ^ 58 - g) <= certified_inverse_tail_64).
  { unfold certified_inverse_tail_64. rewrite B62 in T. apply Rabs_le_inv in T. apply Rabs_le.
    set (v := IZR value) in *. set (nu := IZR n * u) in *. assert (D : (IZR n - h) * u = nu - u * h) by (unfold nu; ring). rewrite D in U.
    set (uh := u * h) in *. lra. }
  destruct (Z.max_spec 0 (value + tail)) as [[M ->] | [M ->]].
  - now rewrite plus_IZR.
  - apply IZR_le in M. rewrite plus_IZR in M. fold b in M. apply Rle_trans with (2 := V). apply Rabs_le_inv in V.
    rewrite (Rabs_left1 (0 / 2 ^ 58 - g)), (Rabs_left1 ((IZR value + b) / 2 ^ 58 - g)) by lra. lra.
Qed.
