(* Floating-point numbers of IEEE 754 against the real numbers that they stand for.

   The functions that are generated from the source run on Flocq's binary floats, which overflow, and have infinities, NaN
   and two zeros. The theorems about the kernels speak of real numbers, each operation followed by `rnd`. Here the two are
   joined: `holds x r e` says that the float x is finite, that its value is r, and that |r| ≤ 2^e. Each operation has a
   lemma that gives the result its value and its exponent; as long as the exponents stay below that of the format, nothing
   overflows, and that is proved, not assumed. The zeros are not told apart, as they have one value.
   Rests on Binary.v and on Flocq's IEEE754. *)
From Coq Require SpecFloat.
From Coq Require Import Reals ZArith Bool Lia Lra Psatz.
From Flocq Require Import Core.
From Flocq Require IEEE754.BinarySingleNaN IEEE754.Binary IEEE754.Bits.
From Kdelta Require Import Binary MachineIntegers.

Module Float := Flocq.IEEE754.Binary.
Module Bits := Flocq.IEEE754.Bits.

Local Open Scope R_scope.

(* Every float is below 2^emax. *)
Notation emax := (2 ^ (width - 1))%Z.
Notation nearest := BinarySingleNaN.mode_NE.

Section Format.

Context {f : Format}.

Notation float := (Float.binary_float precision emax).
Notation value := (Float.B2R precision emax).
Notation finite := (Float.is_finite precision emax).

(* Flocq asks for these two of every operation; which proof it gets makes no difference. *)
Variables (positive : Prec_gt_0 precision) (large : BinarySingleNaN.Prec_lt_emax precision emax).

Definition holds (x : float) (r : R) (e : Z) : Prop := finite x = true /\ value x = r /\ Rabs r <= bpow radix2 e.

Lemma flocq_exponents : SpecFloat.fexp precision emax = exponents.
Proof. unfold SpecFloat.fexp, SpecFloat.emin, FLT_exp. replace (3 - emax - precision)%Z with least by ring. reflexivity. Qed.

Lemma holds_finite x r e : holds x r e -> finite x = true.
Proof. now intros [H _]. Qed.

Lemma holds_value x r e : holds x r e -> value x = r.
Proof. now intros (_ & H & _). Qed.

Lemma holds_bound x r e : holds x r e -> Rabs r <= bpow radix2 e.
Proof. now intros (_ & _ & H). Qed.

Lemma holds_same x r s e : holds x r e -> r = s -> holds x s e.
Proof. now intros H <-. Qed.

(* What is known of the size by other means. *)
Lemma holds_within x r e d : holds x r e -> Rabs r <= bpow radix2 d -> holds x r d.
Proof. intros (F & V & _) H. now repeat split. Qed.

Lemma holds_wider x r e d : holds x r e -> (e <= d)%Z -> holds x r d.
Proof. intros H L. apply holds_within with (1 := H). apply Rle_trans with (1 := holds_bound _ _ _ H). now apply bpow_le. Qed.

Lemma holds_format x r e : holds x r e -> in_format r.
Proof. intros (_ & <- & _). unfold in_format. rewrite <- flocq_exponents. apply Float.generic_format_B2R. Qed.

(* Rounding does not leave the powers of two. *)
Lemma rnd_within x e : (least <= e)%Z -> Rabs x <= bpow radix2 e -> Rabs (rnd x) <= bpow radix2 e.
Proof.
  intros He Hx. apply Rabs_le_inv in Hx. pose proof (format_bpow e He) as F.
  apply Rabs_le. split; [rewrite <- (rnd_exact (- bpow radix2 e)) by now apply format_opp | rewrite <- (rnd_exact (bpow radix2 e)) by exact F];
    apply rnd_le; lra.
Qed.

(* What every operation needs: the rounded result is below the largest power. *)
Lemma no_overflow x e : (least <= e < emax)%Z -> Rabs x <= bpow radix2 e ->
  Rabs (rnd x) <= bpow radix2 e /\
  Rlt_bool (Rabs (round radix2 (SpecFloat.fexp precision emax) (BinarySingleNaN.round_mode nearest) x)) (bpow radix2 emax) = true.
Proof.
  intros He Hx. pose proof (rnd_within x e ltac:(lia) Hx) as B. split; [exact B |]. rewrite flocq_exponents.
  apply Rlt_bool_true. apply Rle_lt_trans with (1 := B). apply bpow_lt. lia.
Qed.

(* ** The operations *)

Lemma sum_below r s d e : Rabs r <= bpow radix2 d -> Rabs s <= bpow radix2 e -> Rabs r + Rabs s <= bpow radix2 (Z.max d e + 1).
Proof.
  intros Hr Hs. rewrite bpow_twice. pose proof (bpow_le radix2 d (Z.max d e) ltac:(lia)). pose proof (bpow_le radix2 e (Z.max d e) ltac:(lia)). lra.
Qed.

Theorem holds_plus nan x y r s d e : holds x r d -> holds y s e -> (least <= Z.max d e + 1 < emax)%Z ->
  holds (Float.Bplus precision emax positive large nan nearest x y) (rnd (r + s)) (Z.max d e + 1).
Proof.
  intros (Fx & Vx & Bx) (Fy & Vy & By) He.
  assert (B : Rabs (r + s) <= bpow radix2 (Z.max d e + 1)) by (apply Rle_trans with (1 := Rabs_triang _ _); now apply sum_below).
  destruct (no_overflow _ _ He B) as [B' O]. pose proof (Float.Bplus_correct _ _ positive large nan nearest x y Fx Fy) as C.
  rewrite Vx, Vy, O, flocq_exponents in C. now destruct C as (V & F & _).
Qed.

Theorem holds_minus nan x y r s d e : holds x r d -> holds y s e -> (least <= Z.max d e + 1 < emax)%Z ->
  holds (Float.Bminus precision emax positive large nan nearest x y) (rnd (r - s)) (Z.max d e + 1).
Proof.
  intros (Fx & Vx & Bx) (Fy & Vy & By) He.
  assert (B : Rabs (r - s) <= bpow radix2 (Z.max d e + 1)).
  { apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. now apply sum_below. }
  destruct (no_overflow _ _ He B) as [B' O]. pose proof (Float.Bminus_correct _ _ positive large nan nearest x y Fx Fy) as C.
  rewrite Vx, Vy, O, flocq_exponents in C. now destruct C as (V & F & _).
Qed.

Theorem holds_mult nan x y r s d e : holds x r d -> holds y s e -> (least <= d + e < emax)%Z ->
  holds (Float.Bmult precision emax positive large nan nearest x y) (rnd (r * s)) (d + e).
Proof.
  intros (Fx & Vx & Bx) (Fy & Vy & By) He.
  assert (B : Rabs (r * s) <= bpow radix2 (d + e)).
  { rewrite Rabs_mult, bpow_plus. apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  destruct (no_overflow _ _ He B) as [B' O]. pose proof (Float.Bmult_correct _ _ positive large nan nearest x y) as C.
  rewrite Vx, Vy, O, flocq_exponents in C. destruct C as (V & F & _). rewrite Fx, Fy in F. now repeat split.
Qed.

(* The size of a quotient is not followed: division stands in the source only between small integers. *)
Theorem holds_div nan x y r s d e g : holds x r d -> holds y s e -> s <> 0 -> (least <= g < emax)%Z -> Rabs (r / s) <= bpow radix2 g ->
  holds (Float.Bdiv precision emax positive large nan nearest x y) (rnd (r / s)) g.
Proof.
  intros (Fx & Vx & Bx) (Fy & Vy & By) Ns He B. destruct (no_overflow _ _ He B) as [B' O].
  pose proof (Float.Bdiv_correct _ _ positive large nan nearest x y ltac:(now rewrite Vy)) as C.
  rewrite Vx, Vy, O, flocq_exponents in C. destruct C as (V & F & _). rewrite Fx in F. now repeat split.
Qed.

(* An integer times a power of two, rounded: the conversions. *)
Theorem holds_normalize (m e : Z) zero g : (least <= g < emax)%Z -> Rabs (IZR m * bpow radix2 e) <= bpow radix2 g ->
  holds (Float.binary_normalize precision emax positive large nearest m e zero) (rnd (IZR m * bpow radix2 e)) g.
Proof.
  intros He B. destruct (no_overflow _ _ He B) as [B' O].
  pose proof (Float.binary_normalize_correct precision emax positive large nearest m e zero) as C.
  unfold F2R in C. cbn [Fnum Fexp] in C. rewrite O, flocq_exponents in C. now destruct C as (V & F & _).
Qed.

Theorem holds_opp nan x r e : holds x r e -> holds (Float.Bopp precision emax nan x) (- r) e.
Proof.
  intros (Fx & Vx & Bx). repeat split; [now rewrite Float.is_finite_Bopp | now rewrite Float.B2R_Bopp, Vx | now rewrite Rabs_Ropp].
Qed.

Theorem holds_compare x y r s d e : holds x r d -> holds y s e -> Float.Bcompare precision emax x y = Some (Rcompare r s).
Proof. intros (Fx & Vx & _) (Fy & Vy & _). now rewrite Float.Bcompare_correct, Vx, Vy. Qed.

(* ** Bit patterns *)

(* Every pattern whose exponent field is not full of ones is a finite number. *)
Definition finite_bits (b : Z) : Prop :=
  (0 <= b < 2 ^ (width + fraction + 1))%Z /\ ((b / 2 ^ fraction) mod 2 ^ width <> 2 ^ width - 1)%Z.

(* And so many bits give this much at most. *)
Lemma decoded_size b e : ((b / 2 ^ fraction) mod 2 ^ width - bias + 1 <= e)%Z -> (least + fraction <= e)%Z -> Rabs (real b) <= bpow radix2 e.
Proof.
  intros H1 H2. pose proof fraction_large. pose proof width_large. unfold real, dyadic, decode.
  set (field := ((b / 2 ^ fraction) mod 2 ^ width)%Z) in *. cbn [fst snd].
  assert (P : (0 < 2 ^ fraction)%Z) by (apply Z.pow_pos_nonneg; lia).
  pose proof (Z.mod_pos_bound b (2 ^ fraction) P) as M.
  assert (Fn : (0 <= field)%Z) by (apply Z.mod_pos_bound, Z.pow_pos_nonneg; lia).
  set (m := (b mod 2 ^ fraction + _)%Z).
  assert (B : (0 <= m < 2 ^ (fraction + 1))%Z /\ (field = 0 -> m < 2 ^ fraction)%Z).
  { unfold m. rewrite Z.pow_add_r by lia. destruct (Z.eqb_spec field 0); split; lia. }
  rewrite Rabs_bpow. apply Rle_trans with (IZR m * bpow radix2 (Z.max field 1 - bias - fraction)).
  { apply Rmult_le_compat_r; [apply bpow_ge_0 |]. rewrite <- abs_IZR. apply IZR_le. destruct Z.testbit; lia. }
  destruct (Z.eq_dec field 0) as [Z0 | Z0].
  - apply Rle_trans with (bpow radix2 fraction * bpow radix2 (Z.max field 1 - bias - fraction)).
    + apply Rmult_le_compat_r; [apply bpow_ge_0 |]. rewrite <- power_is_bpow by lia. apply IZR_le. lia.
    + rewrite <- bpow_plus. apply bpow_le. lia.
  - apply Rle_trans with (bpow radix2 (fraction + 1) * bpow radix2 (Z.max field 1 - bias - fraction)).
    + apply Rmult_le_compat_r; [apply bpow_ge_0 |]. rewrite <- power_is_bpow by lia. apply IZR_le. lia.
    + rewrite <- bpow_plus. apply bpow_le. lia.
Qed.

(* The same constants as the pattern functions of Flocq use them. *)
Variables (H1 : (0 < fraction)%Z) (H2 : (0 < width)%Z) (H3 : (precision < emax)%Z).

Lemma sign_bit b : (0 <= b < 2 ^ (width + fraction + 1))%Z -> Zle_bool (2 ^ fraction * 2 ^ width) b = Z.testbit b (width + fraction).
Proof.
  intros Hb. pose proof fraction_large. pose proof width_large.
  rewrite <- Z.pow_add_r, (Z.add_comm fraction) by lia. rewrite Z.pow_add_r in Hb by lia. set (p := (2 ^ (width + fraction))%Z) in *.
  change (2 ^ 1)%Z with 2%Z in Hb.
  assert (P : (0 < p)%Z) by (apply Z.pow_pos_nonneg; lia).
  destruct (Z.leb_spec p b) as [L | L]; symmetry.
  - apply Z.testbit_true; [lia |]. fold p. rewrite <- (Z.div_unique b p 1 (b - p)) by lia. reflexivity.
  - apply Z.testbit_false; [lia |]. fold p. rewrite Z.div_small by lia. reflexivity.
Qed.

Theorem holds_bits b e : finite_bits b -> ((b / 2 ^ fraction) mod 2 ^ width - bias + 1 <= e)%Z -> (least + fraction <= e)%Z ->
  holds (Bits.binary_float_of_bits fraction width H1 H2 H3 b) (real b) e.
Proof.
  intros [Hb Hf] He1 He2. pose proof fraction_large. pose proof width_large.
  assert (P : (0 < 2 ^ fraction)%Z) by (apply Z.pow_pos_nonneg; lia).
  enough (E : finite (Bits.binary_float_of_bits fraction width H1 H2 H3 b) = true /\
    value (Bits.binary_float_of_bits fraction width H1 H2 H3 b) = real b).
  { destruct E. repeat split; [assumption | assumption | now apply decoded_size]. }
  unfold Bits.binary_float_of_bits. rewrite Float.is_finite_FF2B, Float.B2R_FF2B.
  unfold Bits.binary_float_of_bits_aux, Bits.split_bits, real, dyadic, decode. rewrite (sign_bit b Hb).
  set (field := ((b / 2 ^ fraction) mod 2 ^ width)%Z) in *. set (s := Z.testbit b (width + fraction)).
  pose proof (Z.mod_pos_bound b (2 ^ fraction) P) as M. set (m := (b mod 2 ^ fraction)%Z) in *.
  assert (Fn : (0 <= field)%Z) by (apply Z.mod_pos_bound, Z.pow_pos_nonneg; lia).
  assert (L : (2 ^ width - 1 <> 0)%Z) by (pose proof (Z.pow_le_mono_r 2 4 width); lia).
  destruct (Z.eqb_spec field 0) as [Z0 | Z0].
  - rewrite (Zeq_bool_true _ _ Z0). rewrite Z0. change (Z.max 0 1) with 1%Z. rewrite Z.add_0_r. cbn [fst snd].
    destruct m as [| q | q]; [| | lia]; (split; [reflexivity |]).
    + cbn [Float.FF2R]. destruct s; cbn [Z.opp]; ring.
    + cbn [Float.FF2R]. unfold F2R. cbn [Fnum Fexp]. unfold SpecFloat.emin. apply f_equal2; [now destruct s | f_equal; ring].
  - rewrite (Zeq_bool_false _ _ Z0), (Zeq_bool_false _ _ Hf). cbn [fst snd]. set (n := (m + 2 ^ fraction)%Z).
    assert (Pn : (0 < n)%Z) by (unfold n; lia). destruct n as [| q | q]; [lia | | lia]. split; [reflexivity |].
    cbn [Float.FF2R]. unfold F2R. cbn [Fnum Fexp]. unfold SpecFloat.emin. rewrite Z.max_l by lia.
    apply f_equal2; [now destruct s | f_equal; ring].
Qed.

Notation of_bits := (Bits.binary_float_of_bits fraction width H1 H2 H3).
Notation to_bits := (Bits.bits_of_binary_float fraction width).

Lemma to_bits_range x : (0 <= to_bits x < 2 ^ (width + fraction + 1))%Z.
Proof. rewrite (Z.add_comm width). now apply Bits.bits_of_binary_float_range. Qed.

Lemma to_bits_of_bits b : (0 <= b < 2 ^ (width + fraction + 1))%Z -> to_bits (of_bits b) = b.
Proof. rewrite (Z.add_comm width). now apply Bits.bits_of_binary_float_of_bits. Qed.

Lemma of_bits_to_bits x : of_bits (to_bits x) = x.
Proof. apply Bits.binary_float_of_bits_of_binary_float. Qed.

(* A finite float has a pattern of a finite number, the one that decodes to its value. *)
Theorem holds_pattern x r e : holds x r e -> finite_bits (to_bits x) /\ real (to_bits x) = r.
Proof.
  intros (F & V & B). pose proof (to_bits_range x) as R. set (b := to_bits x) in *.
  assert (E : x = of_bits b) by (symmetry; apply of_bits_to_bits). clearbody b. subst x.
  assert (N : finite_bits b).
  { split; [exact R |]. intros N. unfold Bits.binary_float_of_bits in F. rewrite Float.is_finite_FF2B in F.
    unfold Bits.binary_float_of_bits_aux, Bits.split_bits in F. rewrite N in F.
    assert (L : (2 ^ width - 1 <> 0)%Z) by (pose proof width_large; pose proof (Z.pow_le_mono_r 2 4 width); lia).
    rewrite (Zeq_bool_false _ _ L), (Zeq_bool_true _ _ eq_refl) in F. destruct (b mod 2 ^ fraction)%Z; discriminate F. }
  split; [exact N |]. rewrite <- V. set (field := ((b / 2 ^ fraction) mod 2 ^ width)%Z).
  pose proof (holds_bits b (Z.max (field - bias + 1) (least + fraction)) N (Z.le_max_l _ _) (Z.le_max_r _ _)) as (_ & W & _).
  now symmetry.
Qed.

(* The sign bit set in the pattern of a number that is not negative: how the source negates. *)
Theorem holds_signed x r e : holds x r e -> 0 <= r -> (least + fraction <= e)%Z ->
  holds (of_bits (Z.lor (to_bits x) (2 ^ (width + fraction)))) (- r) e.
Proof.
  intros H Hr He. destruct (holds_pattern x r e H) as [N V]. set (b := to_bits x) in *. pose proof fraction_large. pose proof width_large.
  destruct N as [Hb Nf]. set (p := (2 ^ (width + fraction))%Z).
  assert (E2 : (2 ^ (width + fraction + 1) = 2 * p)%Z) by (rewrite Z.pow_add_r by lia; unfold p; lia).
  assert (P : (0 < p)%Z) by (apply Z.pow_pos_nonneg; lia). rewrite E2 in Hb.
  assert (Q : p = (2 ^ width * 2 ^ fraction)%Z) by (unfold p; rewrite Z.pow_add_r by lia; reflexivity).
  assert (Pf : (0 < 2 ^ fraction)%Z) by (apply Z.pow_pos_nonneg; lia). assert (Pw : (0 < 2 ^ width)%Z) by (apply Z.pow_pos_nonneg; lia).
  destruct (Z.testbit b (width + fraction)) eqn:T.
  - (* the bit is set: the number is a zero *)
    assert (Z.lor b p = b)%Z as ->.
    { apply Z.bits_inj'. intros n Hn. rewrite Z.lor_spec. unfold p. rewrite Z.pow2_bits_eqb by lia.
      destruct (Z.eqb_spec (width + fraction) n) as [<- | _]; [rewrite T; reflexivity | apply orb_false_r]. }
    unfold b. rewrite of_bits_to_bits. apply holds_same with (1 := H). enough (r <= 0) by lra. rewrite <- V.
    unfold real, dyadic, decode. rewrite T. cbn [fst snd].
    rewrite <- (Rmult_0_l (bpow radix2 (Z.max ((b / 2 ^ fraction) mod 2 ^ width) 1 - bias - fraction))).
    apply Rmult_le_compat_r; [apply bpow_ge_0 | apply IZR_le].
    pose proof (Z.mod_pos_bound b (2 ^ fraction) Pf). destruct Z.eqb; lia.
  - assert (B : (b < p)%Z).
    { destruct (Z.lt_ge_cases b p) as [L | L]; [exact L |]. exfalso. enough (Z.testbit b (width + fraction) = true) by congruence.
      apply Z.testbit_true; [lia |]. fold p. rewrite <- (Z.div_unique b p 1 (b - p)) by lia. reflexivity. }
    replace p with (1 * 2 ^ (width + fraction))%Z at 1 by (unfold p; ring). rewrite lor_above by (fold p; lia). rewrite Z.mul_1_l. fold p.
    assert (D : ((b + p) / 2 ^ fraction = b / 2 ^ fraction + 1 * 2 ^ width)%Z) by (rewrite Q, <- Z.div_add by lia; f_equal; ring).
    assert (M : ((b + p) mod 2 ^ fraction = b mod 2 ^ fraction)%Z) by (rewrite Q; apply Z.mod_add; lia).
    assert (Fd : (((b + p) / 2 ^ fraction) mod 2 ^ width = (b / 2 ^ fraction) mod 2 ^ width)%Z) by (rewrite D; apply Z.mod_add; lia).
    assert (S : Z.testbit (b + p) (width + fraction) = true).
    { apply Z.testbit_true; [lia |]. fold p. rewrite <- (Z.div_unique (b + p) p 1 b) by lia. reflexivity. }
    assert (V' : real (b + p) = - r).
    { rewrite <- V. unfold real, dyadic, decode. rewrite S, T, M, Fd. cbn [fst snd]. rewrite opp_IZR. ring. }
    apply holds_within with (Z.max (((b + p) / 2 ^ fraction) mod 2 ^ width - bias + 1) (least + fraction)).
    + rewrite <- V'. apply holds_bits; [split; [lia | now rewrite Fd] | apply Z.le_max_l | apply Z.le_max_r].
    + rewrite Rabs_Ropp. exact (holds_bound _ _ _ H).
Qed.

End Format.
