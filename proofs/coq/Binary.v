(* The binary formats of IEEE 754, and rounding to them: to nearest, ties to even, with subnormals.

   A format is known by the number of bits of its exponent and of its fraction: f64 is `binary64`, f32 is `binary32`. What
   is proved here holds for every format. There is no largest number: `rnd` does not overflow, and nothing in this
   directory comes near 2^128. Rests on Flocq. *)
From Coq Require Import Reals ZArith Bool Lia Lra.
From Flocq Require Import Core Relative.

Local Open Scope R_scope.

Class Format := {
  width : Z;
  fraction : Z;
  width_large : (4 <= width)%Z;
  fraction_large : (3 <= fraction)%Z }.

Definition binary64 : Format := Build_Format 11 52 ltac:(lia) ltac:(lia).
Definition binary32 : Format := Build_Format 8 23 ltac:(lia) ltac:(lia).

Notation precision := (fraction + 1)%Z.
Notation bias := (2 ^ (width - 1) - 1)%Z.
(* The least positive number is 2^least. *)
Notation least := (1 - bias - fraction)%Z.
Notation exponents := (FLT_exp least precision).

Lemma power_is_bpow n : (0 <= n)%Z -> IZR (2 ^ n) = bpow radix2 n.
Proof. intros H. change 2%Z with (radix_val radix2). now apply IZR_Zpower. Qed.

Lemma bpow_inv n : bpow radix2 (- Z.of_nat n) = / 2 ^ n.
Proof. now rewrite bpow_opp, bpow_powerRZ, <- pow_powerRZ. Qed.

Lemma bpow_twice e : bpow radix2 (e + 1) = 2 * bpow radix2 e.
Proof. rewrite bpow_plus. change (bpow radix2 1) with 2. ring. Qed.

Lemma Rabs_bpow x e : Rabs (x * bpow radix2 e) = Rabs x * bpow radix2 e.
Proof. rewrite Rabs_mult, (Rabs_pos_eq (bpow _ _)); [reflexivity | apply bpow_ge_0]. Qed.

Section Format.

Context {f : Format}.

Definition in_format := generic_format radix2 exponents.
Definition rnd := round radix2 exponents ZnearestE.
(* Rounding moves x by at most half_ulp |x|, or by less than tiny. *)
Definition half_ulp : R := bpow radix2 (- precision).
Definition tiny : R := bpow radix2 least.

Global Instance precision_positive : Prec_gt_0 precision.
Proof. unfold Prec_gt_0. pose proof fraction_large. lia. Qed.
Global Instance valid : Valid_exp exponents := FLT_exp_valid least precision.
Global Instance monotone : Monotone_exp exponents := FLT_exp_monotone least precision.

Lemma bias_large : (7 <= bias)%Z.
Proof. pose proof width_large. pose proof (Z.pow_le_mono_r 2 3 (width - 1)). lia. Qed.

Lemma least_small : (least + precision <= -5)%Z.
Proof. pose proof bias_large. lia. Qed.

Lemma format_dyadic x (n e : Z) : x = IZR n * bpow radix2 e -> (Z.abs n < 2 ^ precision)%Z -> (least <= e)%Z -> in_format x.
Proof.
  intros E Hn He. apply generic_format_FLT. exists (Float radix2 n e); [exact E | exact Hn | exact He].
Qed.

(* A number of the format is an integer of so many bits times a power of two. *)
Lemma format_parts x : in_format x -> exists n e : Z, x = IZR n * bpow radix2 e /\ (Z.abs n < 2 ^ precision)%Z /\ (least <= e)%Z.
Proof. intros H. apply FLT_format_generic in H; [| apply precision_positive]. destruct H as [[n e] E1 E2 E3]. now exists n, e. Qed.

Lemma format_opp x : in_format x -> in_format (- x).
Proof. apply generic_format_opp. Qed.

Lemma format_bpow e : (least <= e)%Z -> in_format (bpow radix2 e).
Proof. intros H. pose proof fraction_large. apply generic_format_bpow. unfold FLT_exp. lia. Qed.

Lemma rnd_exact x : in_format x -> rnd x = x.
Proof. intros H. apply round_generic; [apply valid_rnd_N | exact H]. Qed.

Lemma rnd_format x : in_format (rnd x).
Proof. apply generic_format_round; [apply valid | apply valid_rnd_N]. Qed.

Lemma rnd_le x y : x <= y -> rnd x <= rnd y.
Proof. intros H. apply round_le; [apply valid | apply valid_rnd_N | exact H]. Qed.

Lemma rnd_error x : Rabs (rnd x - x) <= half_ulp * Rabs x + tiny.
Proof.
  destruct (error_N_FLT radix2 least precision precision_positive (fun n => negb (Z.even n)) x) as (eps & eta & Heps & Heta & _ & E).
  change (rnd x = x * (1 + eps) + eta) in E. rewrite E. replace (x * (1 + eps) + eta - x) with (eps * x + eta) by ring.
  rewrite bpow_twice in Heps. fold half_ulp in Heps. change (bpow radix2 least) with tiny in Heta.
  apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_mult. apply Rplus_le_compat.
  - apply Rmult_le_compat_r; [apply Rabs_pos | lra].
  - assert (0 <= tiny) by apply bpow_ge_0. lra.
Qed.

(* |x| ≤ 2^e: at most half a unit in the last place of the binade below 2^e. *)
Lemma rnd_near x (e : Z) : (least + precision <= e)%Z -> Rabs x <= bpow radix2 e -> Rabs (rnd x - x) <= bpow radix2 (e - precision - 1).
Proof.
  intros He Hx. pose proof fraction_large. destruct (Req_dec x 0) as [-> | N0].
  { unfold rnd. rewrite round_0 by apply valid_rnd_N. rewrite Rminus_0_r, Rabs_R0. apply bpow_ge_0. }
  destruct Hx as [Hx | Hx].
  - apply Rle_trans with (1 := error_le_half_ulp radix2 exponents (fun n => negb (Z.even n)) x).
    rewrite ulp_neq_0 by easy. unfold cexp.
    replace (bpow radix2 (e - precision - 1)) with (/ 2 * bpow radix2 (e - precision))
      by (replace (e - precision)%Z with (e - precision - 1 + 1)%Z at 1 by ring; rewrite bpow_twice; field).
    apply Rmult_le_compat_l; [lra |]. apply bpow_le.
    pose proof (mag_le_bpow radix2 x e N0 Hx). unfold FLT_exp. lia.
  - (* a power of two is not moved *)
    rewrite rnd_exact, Rminus_diag_eq, Rabs_R0 by (try reflexivity; apply generic_format_abs_inv; rewrite Hx; apply format_bpow; lia).
    apply bpow_ge_0.
Qed.

End Format.

Lemma binary32_in_binary64 x : @in_format binary32 x -> @in_format binary64 x.
Proof.
  intros H. destruct (format_parts x H) as (n & e & E & Bn & Be). apply (format_dyadic x n e E); cbn in Bn, Be |- *; lia.
Qed.

(* ** The numbers that bit patterns encode *)

(* As an integer and a power of two; NaN and infinities, which no table holds, are not told apart. *)
Definition decode {f : Format} (bits : Z) : Z * Z :=
  let field := ((bits / 2 ^ fraction) mod 2 ^ width)%Z in
  let magnitude := (bits mod 2 ^ fraction + if field =? 0 then 0 else 2 ^ fraction)%Z in
  ((if Z.testbit bits (width + fraction) then - magnitude else magnitude)%Z, (Z.max field 1 - bias - fraction)%Z).

Definition dyadic (number : Z * Z) : R := IZR (fst number) * bpow radix2 (snd number).
Definition real {f : Format} (bits : Z) : R := dyadic (decode bits).
Notation real64 := (@real binary64).
Notation real32 := (@real binary32).

Lemma real_normal {f : Format} b : (2 ^ fraction <= b < (2 ^ width - 1) * 2 ^ fraction)%Z ->
  real b = IZR (2 ^ fraction + b mod 2 ^ fraction) * bpow radix2 (b / 2 ^ fraction - bias - fraction).
Proof.
  intros Hb. pose proof fraction_large. pose proof width_large. unfold real, dyadic, decode.
  assert (P : (0 < 2 ^ fraction)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (F : (1 <= b / 2 ^ fraction < 2 ^ width - 1)%Z) by (split; [apply Z.div_le_lower_bound | apply Z.div_lt_upper_bound]; lia).
  rewrite (Z.mod_small (b / 2 ^ fraction)) by lia.
  replace (b / 2 ^ fraction =? 0)%Z with false by (symmetry; apply Z.eqb_neq; lia).
  replace (Z.testbit b (width + fraction)) with false.
  - cbn [fst snd]. rewrite Z.max_l by lia. now rewrite (Z.add_comm (b mod 2 ^ fraction)).
  - symmetry. apply Z.bits_above_log2; [lia |]. apply Z.log2_lt_pow2; [lia |]. rewrite Z.pow_add_r by lia. lia.
Qed.

(* A decoded number as a multiple of 2^-p. *)
Definition multiple (p : Z) (number : Z * Z) : Z := fst number / 2 ^ (- (snd number + p)).
Definition short (p : Z) (number : Z * Z) : bool :=
  ((snd number + p <=? 0) && (fst number =? multiple p number * 2 ^ (- (snd number + p))))%Z%bool.

Lemma short_dyadic p number : short p number = true -> dyadic number = IZR (multiple p number) * bpow radix2 (- p).
Proof.
  destruct number as [n e]. unfold short, dyadic. cbn [fst snd]. intros H. apply andb_prop in H as [H1 H2].
  apply Z.leb_le in H1. apply Z.eqb_eq in H2. set (q := multiple p (n, e)) in *. rewrite H2, mult_IZR.
  rewrite power_is_bpow, Rmult_assoc, <- bpow_plus by lia. do 2 f_equal. lia.
Qed.
