(* 1 − 2|u − ½| on the generator's grid, without any rounding (Midpoint::tail; Unit64 and Unit32 of ln/table.rs).

   The code computes it in integers: for u = (z + ½)/2^bits it is tail/2^bits with an odd tail, and both the conversion
   of tail to a number of the format and the product with 2^-bits are exact up to `precision` bits (53 in f64, 24 in f32).
   Computed in the format as the paper writes it, it is exact as well, up to one bit less, where u itself is a number of the
   format. Unit32 goes through f64, where nothing is rounded either, and is rounded to f32, which changes nothing.
   Rests on Binary.v. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
From Kdelta Require Import Binary.

Local Open Scope R_scope.

(* Midpoint::tail *)
Definition tail (bits z : Z) : Z := (2 * Z.min z (2 ^ bits - 1 - z) + 1)%Z.
Definition midpoint (bits z : Z) : R := (IZR z + / 2) / IZR (2 ^ bits).

Theorem tail_odd bits z : (1 <= bits)%Z -> (0 <= z < 2 ^ bits)%Z -> (1 <= tail bits z < 2 ^ bits)%Z /\ Z.odd (tail bits z) = true.
Proof.
  intros Hb Hz. unfold tail. split.
  - assert (2 ^ bits = 2 * 2 ^ (bits - 1))%Z by (rewrite <- Z.pow_succ_r by lia; f_equal; lia). lia.
  - rewrite Z.add_comm. now rewrite Z.odd_add_mul_2.
Qed.

(* The integer path is 1 − 2|u − ½|. *)
Theorem tail_is_reduction bits z : (1 <= bits)%Z -> (0 <= z < 2 ^ bits)%Z ->
  1 - 2 * Rabs (midpoint bits z - / 2) = IZR (tail bits z) / IZR (2 ^ bits).
Proof.
  intros Hb Hz. set (N := (2 ^ bits)%Z) in *. assert (PN : 0 < IZR N) by (apply (IZR_lt 0); lia).
  assert (E : midpoint bits z - / 2 = (2 * IZR z + 1 - IZR N) / (2 * IZR N)) by (unfold midpoint; fold N; field; lra).
  rewrite E. unfold tail. fold N. rewrite plus_IZR, mult_IZR.
  destruct (Z.le_gt_cases z (N - 1 - z)) as [H | H].
  - rewrite Z.min_l by lia. assert (IZR z <= IZR (N - 1 - z)) as G by now apply IZR_le. rewrite 2!minus_IZR in G.
    rewrite Rabs_left1; [field; lra |]. apply Rmult_le_reg_r with (2 * IZR N); [lra |]. field_simplify; lra.
  - rewrite Z.min_r by lia. assert (IZR (N - 1 - z) <= IZR z) as G by (apply IZR_le; lia). rewrite 2!minus_IZR in *.
    rewrite Rabs_pos_eq; [field; lra |]. apply Rmult_le_reg_r with (2 * IZR N); [lra |]. field_simplify; [| lra].
    assert (IZR N - 1 - IZR z < IZR z + / 2) by lra. 
    assert (2 * z + 1 - N >= 0)%Z as K by lia. apply Z.ge_le, IZR_le in K. rewrite minus_IZR, plus_IZR, mult_IZR in K. lra.
Qed.

Section Format.

Context {f : Format}.

(* Unit64::from_fraction, Unit32::from_fraction: the conversion and the product are exact. *)
Theorem from_fraction_exact bits a : (1 <= bits <= precision)%Z -> (0 <= a < 2 ^ bits)%Z ->
  rnd (IZR a) = IZR a /\ rnd (IZR a * bpow radix2 (- bits)) = IZR a / IZR (2 ^ bits).
Proof.
  intros Hb Ha. pose proof least_small. assert (2 ^ bits <= 2 ^ precision)%Z by (apply Z.pow_le_mono_r; lia). split.
  - apply rnd_exact, (format_dyadic _ a 0); [cbn [bpow]; ring | lia | lia].
  - rewrite power_is_bpow by lia. unfold Rdiv. rewrite <- bpow_opp.
    apply rnd_exact, (format_dyadic _ a (- bits)); [reflexivity | lia | lia].
Qed.

(* The whole path of the code, on every point of the generator's grid. *)
Theorem reduction_exact bits z : (1 <= bits <= precision)%Z -> (0 <= z < 2 ^ bits)%Z ->
  rnd (rnd (IZR (tail bits z)) * bpow radix2 (- bits)) = 1 - 2 * Rabs (midpoint bits z - / 2).
Proof.
  intros Hb Hz. destruct (tail_odd bits z) as [Ha _]; try lia.
  destruct (from_fraction_exact bits (tail bits z) Hb ltac:(lia)) as [E1 E2].
  rewrite E1, E2. symmetry. apply tail_is_reduction; lia.
Qed.

(* The paper's formula, operation by operation in the format. *)
Theorem float_reduction_exact bits z : (1 <= bits <= fraction)%Z -> (0 <= z < 2 ^ bits)%Z ->
  let u := midpoint bits z in
  rnd u = u /\ rnd (1 - rnd (2 * Rabs (rnd (u - / 2)))) = 1 - 2 * Rabs (u - / 2).
Proof.
  intros Hb Hz u. pose proof least_small.
  assert (W : (2 * 2 ^ bits <= 2 ^ precision)%Z) by (rewrite <- Z.pow_succ_r by lia; apply Z.pow_le_mono_r; lia).
  assert (B : bpow radix2 (- bits - 1) = / (2 * IZR (2 ^ bits))).
  { replace (- bits - 1)%Z with (- (bits + 1))%Z by ring. rewrite bpow_opp, bpow_plus, power_is_bpow by lia.
    change (bpow radix2 1) with 2. f_equal. ring. }
  assert (PN : 0 < IZR (2 ^ bits)) by (apply (IZR_lt 0); lia).
  assert (Eu : u = IZR (2 * z + 1) * bpow radix2 (- bits - 1)).
  { unfold u, midpoint. rewrite B, plus_IZR, mult_IZR. field. lra. }
  assert (Ed : u - / 2 = IZR (2 * z + 1 - 2 ^ bits) * bpow radix2 (- bits - 1)).
  { rewrite Eu, B, minus_IZR. field. lra. }
  split; [apply rnd_exact, (format_dyadic _ _ _ Eu); lia |].
  rewrite (rnd_exact (u - / 2)) by (apply (format_dyadic _ _ _ Ed); lia).
  assert (E2 : 2 * Rabs (u - / 2) = IZR (Z.abs (2 * z + 1 - 2 ^ bits)) * bpow radix2 (- bits)).
  { rewrite Ed, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0. rewrite abs_IZR.
    replace (bpow radix2 (- bits)) with (2 * bpow radix2 (- bits - 1)); [ring |].
    change 2 with (bpow radix2 1). rewrite <- bpow_plus. f_equal. ring. }
  rewrite (rnd_exact (2 * Rabs (u - / 2))) by (apply (format_dyadic _ _ _ E2); lia).
  apply rnd_exact, (format_dyadic _ (tail bits z) (- bits)).
  - unfold u. rewrite tail_is_reduction by lia. rewrite bpow_opp, power_is_bpow by lia. reflexivity.
  - destruct (tail_odd bits z); lia.
  - lia.
Qed.

(* Unit64::from_parts, Unit32::from_parts: v = 2^(−E−1)·(1 + mantissa·2^-P) is a number of the format. *)
Theorem from_parts_exact P E mantissa : (1 <= P <= fraction)%Z -> (0 <= E < - least - fraction)%Z -> (0 <= mantissa < 2 ^ P)%Z ->
  in_format (bpow radix2 (- E - 1) * (1 + IZR mantissa * bpow radix2 (- P))).
Proof.
  intros HP HE Hm. assert (2 * 2 ^ P <= 2 ^ precision)%Z by (rewrite <- Z.pow_succ_r by lia; apply Z.pow_le_mono_r; lia).
  apply (format_dyadic _ (2 ^ P + mantissa) (- E - 1 - P)); [| lia | lia].
  rewrite plus_IZR, power_is_bpow by lia. replace (- E - 1 - P)%Z with (- E - 1 + - P)%Z by ring. rewrite bpow_plus.
  rewrite Rmult_plus_distr_r. replace (bpow radix2 P * (bpow radix2 (- E - 1) * bpow radix2 (- P)))
    with (bpow radix2 (- E - 1) * (bpow radix2 P * bpow radix2 (- P))) by ring.
  rewrite <- (bpow_plus radix2 P), Z.add_opp_diag_r. cbn [bpow]. ring.
Qed.

End Format.
