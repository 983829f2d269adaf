(* The floats of Machine.v, f64 and f32, against real numbers: each operation of Represents.v under the name that the
   functions generated from the source use.
   Rests on Machine.v and Represents.v. *)
From Coq Require Import Reals ZArith Bool Lia Lra.
From Flocq Require Import Core.
From Flocq Require IEEE754.BinarySingleNaN.
From Kdelta Require Import Binary Machine Represents.

Local Open Scope R_scope.

Definition holds64 : f64 -> R -> Z -> Prop := @holds binary64.
Definition holds32 : f32 -> R -> Z -> Prop := @holds binary32.
Notation rnd64 := (@rnd binary64).
Notation rnd32 := (@rnd binary32).

Lemma add_f64_holds x y r s d e : holds64 x r d -> holds64 y s e -> (-1074 <= Z.max d e + 1 < 1024)%Z ->
  holds64 (add_f64 x y) (rnd64 (r + s)) (Z.max d e + 1).
Proof. exact (@holds_plus binary64 eq_refl eq_refl Bits.binop_nan_pl64 x y r s d e). Qed.

Lemma sub_f64_holds x y r s d e : holds64 x r d -> holds64 y s e -> (-1074 <= Z.max d e + 1 < 1024)%Z ->
  holds64 (sub_f64 x y) (rnd64 (r - s)) (Z.max d e + 1).
Proof. exact (@holds_minus binary64 eq_refl eq_refl Bits.binop_nan_pl64 x y r s d e). Qed.

Lemma mul_f64_holds x y r s d e : holds64 x r d -> holds64 y s e -> (-1074 <= d + e < 1024)%Z ->
  holds64 (mul_f64 x y) (rnd64 (r * s)) (d + e).
Proof. exact (@holds_mult binary64 eq_refl eq_refl Bits.binop_nan_pl64 x y r s d e). Qed.

Lemma div_f64_holds x y r s d e g : holds64 x r d -> holds64 y s e -> s <> 0 -> (-1074 <= g < 1024)%Z -> Rabs (r / s) <= bpow radix2 g ->
  holds64 (div_f64 x y) (rnd64 (r / s)) g.
Proof. exact (@holds_div binary64 eq_refl eq_refl Bits.binop_nan_pl64 x y r s d e g). Qed.

Lemma neg_f64_holds x r e : holds64 x r e -> holds64 (neg_f64 x) (- r) e.
Proof. exact (@holds_opp binary64 Bits.unop_nan_pl64 x r e). Qed.

Lemma add_f32_holds x y r s d e : holds32 x r d -> holds32 y s e -> (-149 <= Z.max d e + 1 < 128)%Z ->
  holds32 (add_f32 x y) (rnd32 (r + s)) (Z.max d e + 1).
Proof. exact (@holds_plus binary32 eq_refl eq_refl Bits.binop_nan_pl32 x y r s d e). Qed.

Lemma sub_f32_holds x y r s d e : holds32 x r d -> holds32 y s e -> (-149 <= Z.max d e + 1 < 128)%Z ->
  holds32 (sub_f32 x y) (rnd32 (r - s)) (Z.max d e + 1).
Proof. exact (@holds_minus binary32 eq_refl eq_refl Bits.binop_nan_pl32 x y r s d e). Qed.

Lemma mul_f32_holds x y r s d e : holds32 x r d -> holds32 y s e -> (-149 <= d + e < 128)%Z ->
  holds32 (mul_f32 x y) (rnd32 (r * s)) (d + e).
Proof. exact (@holds_mult binary32 eq_refl eq_refl Bits.binop_nan_pl32 x y r s d e). Qed.

Lemma div_f32_holds x y r s d e g : holds32 x r d -> holds32 y s e -> s <> 0 -> (-149 <= g < 128)%Z -> Rabs (r / s) <= bpow radix2 g ->
  holds32 (div_f32 x y) (rnd32 (r / s)) g.
Proof. exact (@holds_div binary32 eq_refl eq_refl Bits.binop_nan_pl32 x y r s d e g). Qed.

Lemma neg_f32_holds x r e : holds32 x r e -> holds32 (neg_f32 x) (- r) e.
Proof. exact (@holds_opp binary32 Bits.unop_nan_pl32 x r e). Qed.

(* ** Integers *)

Lemma f64_of_integer_holds n e : (Z.abs n < 2 ^ 53)%Z -> (0 <= e < 1024)%Z -> (Z.abs n <= 2 ^ e)%Z -> holds64 (f64_of_integer n) (IZR n) e.
Proof.
  intros Hn He Hb. assert (B : Rabs (IZR n * bpow radix2 0) <= bpow radix2 e).
  { cbn [bpow]. rewrite Rmult_1_r, <- abs_IZR, <- power_is_bpow by lia. now apply IZR_le. }
  pose proof (@holds_normalize binary64 eq_refl eq_refl n 0 false e ltac:(cbn; lia) B) as H.
  apply (holds_same _ _ _ _ H). cbn [bpow]. rewrite Rmult_1_r. apply rnd_exact, (format_dyadic _ n 0); [cbn [bpow]; ring | exact Hn | cbn; lia].
Qed.

Lemma f32_of_integer_holds n e : (Z.abs n < 2 ^ 24)%Z -> (0 <= e < 128)%Z -> (Z.abs n <= 2 ^ e)%Z -> holds32 (f32_of_integer n) (IZR n) e.
Proof.
  intros Hn He Hb. assert (B : Rabs (IZR n * bpow radix2 0) <= bpow radix2 e).
  { cbn [bpow]. rewrite Rmult_1_r, <- abs_IZR, <- power_is_bpow by lia. now apply IZR_le. }
  pose proof (@holds_normalize binary32 eq_refl eq_refl n 0 false e ltac:(cbn; lia) B) as H.
  apply (holds_same _ _ _ _ H). cbn [bpow]. rewrite Rmult_1_r. apply rnd_exact, (format_dyadic _ n 0); [cbn [bpow]; ring | exact Hn | cbn; lia].
Qed.

(* Larger ones are rounded. *)
Lemma f64_of_integer_rounds n e : (0 <= e < 1024)%Z -> (Z.abs n <= 2 ^ e)%Z -> holds64 (f64_of_integer n) (rnd64 (IZR n)) e.
Proof.
  intros He Hb. assert (B : Rabs (IZR n * bpow radix2 0) <= bpow radix2 e).
  { cbn [bpow]. rewrite Rmult_1_r, <- abs_IZR, <- power_is_bpow by lia. now apply IZR_le. }
  pose proof (@holds_normalize binary64 eq_refl eq_refl n 0 false e ltac:(cbn; lia) B) as H.
  cbn [bpow] in H. rewrite Rmult_1_r in H. exact H.
Qed.

Lemma f32_of_integer_rounds n e : (0 <= e < 128)%Z -> (Z.abs n <= 2 ^ e)%Z -> holds32 (f32_of_integer n) (rnd32 (IZR n)) e.
Proof.
  intros He Hb. assert (B : Rabs (IZR n * bpow radix2 0) <= bpow radix2 e).
  { cbn [bpow]. rewrite Rmult_1_r, <- abs_IZR, <- power_is_bpow by lia. now apply IZR_le. }
  pose proof (@holds_normalize binary32 eq_refl eq_refl n 0 false e ltac:(cbn; lia) B) as H.
  cbn [bpow] in H. rewrite Rmult_1_r in H. exact H.
Qed.

(* ** Comparisons *)

Lemma compare_f64 x y r s d e : holds64 x r d -> holds64 y s e ->
  lt_f64 x y = Rlt_bool r s /\ le_f64 x y = Rle_bool r s /\ eq_f64 x y = Req_bool r s.
Proof.
  intros X Y. pose proof (@holds_compare binary64 x y r s d e X Y) as C. unfold lt_f64, le_f64, eq_f64.
  change (Bits.b64_compare x y) with (Float.Bcompare 53 1024 x y). change (Float.Bcompare 53 1024 x y = Some (Rcompare r s)) in C. rewrite C.
  now unfold Rlt_bool, Rle_bool, Req_bool.
Qed.

Lemma compare_f32 x y r s d e : holds32 x r d -> holds32 y s e ->
  lt_f32 x y = Rlt_bool r s /\ le_f32 x y = Rle_bool r s /\ eq_f32 x y = Req_bool r s.
Proof.
  intros X Y. pose proof (@holds_compare binary32 x y r s d e X Y) as C. unfold lt_f32, le_f32, eq_f32.
  change (Bits.b32_compare x y) with (Float.Bcompare 24 128 x y). change (Float.Bcompare 24 128 x y = Some (Rcompare r s)) in C. rewrite C.
  now unfold Rlt_bool, Rle_bool, Req_bool.
Qed.

(* ** From one format to the other *)

Lemma f64_of_f32_holds x r e : holds32 x r e -> (-149 <= e < 128)%Z -> holds64 (f64_of_f32 x) r e.
Proof.
  intros H He. pose proof (@holds_format binary32 x r e H) as Fr. destruct H as (F & V & B). unfold f64_of_f32.
  destruct x as [s | s | s pl Hpl | s m g Hm]; try discriminate F.
  - cbn in V. subst r. repeat split. exact B.
  - assert (Er : IZR (if s then Z.neg m else Z.pos m) * bpow radix2 g = r) by (rewrite <- V; cbn; unfold F2R; now destruct s).
    assert (B' : Rabs (IZR (if s then Z.neg m else Z.pos m) * bpow radix2 g) <= bpow radix2 e) by (rewrite Er; exact B).
    pose proof (@holds_normalize binary64 eq_refl eq_refl _ g s e ltac:(cbn; lia) B') as H.
    apply (holds_same _ _ _ _ H). rewrite Er. apply rnd_exact, binary32_in_binary64, Fr.
Qed.

Lemma f32_of_f64_holds x r d e : holds64 x r d -> Rabs r <= bpow radix2 e -> (-149 <= e < 128)%Z -> holds32 (f32_of_f64 x) (rnd32 r) e.
Proof.
  intros (F & V & B) B2 He. unfold f32_of_f64. destruct x as [s | s | s pl Hpl | s m g Hm]; try discriminate F.
  - cbn in V. subst r. rewrite rnd_exact by apply generic_format_0. repeat split. exact B2.
  - assert (Er : IZR (if s then Z.neg m else Z.pos m) * bpow radix2 g = r) by (rewrite <- V; cbn; unfold F2R; now destruct s).
    assert (B' : Rabs (IZR (if s then Z.neg m else Z.pos m) * bpow radix2 g) <= bpow radix2 e) by (rewrite Er; exact B2).
    pose proof (@holds_normalize binary32 eq_refl eq_refl _ g s e ltac:(cbn; lia) B') as H. rewrite Er in H. exact H.
Qed.

(* ** Bit patterns *)

Lemma bits_f64_holds b e : (0 <= b < 2 ^ 64)%Z -> ((b / 2 ^ 52) mod 2 ^ 11 <> 2047)%Z -> ((b / 2 ^ 52) mod 2 ^ 11 - 1022 <= e)%Z -> (-1022 <= e)%Z ->
  holds64 (Bits.b64_of_bits b) (real64 b) e.
Proof. intros Hb Hf He L. apply (@holds_bits binary64 eq_refl eq_refl eq_refl b e); [split; [exact Hb | exact Hf] | cbn in *; lia | exact L]. Qed.

Lemma bits_f32_holds b e : (0 <= b < 2 ^ 32)%Z -> ((b / 2 ^ 23) mod 2 ^ 8 <> 255)%Z -> ((b / 2 ^ 23) mod 2 ^ 8 - 126 <= e)%Z -> (-126 <= e)%Z ->
  holds32 (Bits.b32_of_bits b) (real32 b) e.
Proof. intros Hb Hf He L. apply (@holds_bits binary32 eq_refl eq_refl eq_refl b e); [split; [exact Hb | exact Hf] | cbn in *; lia | exact L]. Qed.

Lemma bits_of_f64_of_bits b : (0 <= b < 2 ^ 64)%Z -> Bits.bits_of_b64 (Bits.b64_of_bits b) = b.
Proof. exact (@to_bits_of_bits binary64 eq_refl eq_refl eq_refl b). Qed.

Lemma bits_of_f32_of_bits b : (0 <= b < 2 ^ 32)%Z -> Bits.bits_of_b32 (Bits.b32_of_bits b) = b.
Proof. exact (@to_bits_of_bits binary32 eq_refl eq_refl eq_refl b). Qed.

Lemma f64_of_bits_of_f64 x : Bits.b64_of_bits (Bits.bits_of_b64 x) = x.
Proof. exact (@of_bits_to_bits binary64 eq_refl eq_refl eq_refl x). Qed.

Lemma f32_of_bits_of_f32 x : Bits.b32_of_bits (Bits.bits_of_b32 x) = x.
Proof. exact (@of_bits_to_bits binary32 eq_refl eq_refl eq_refl x). Qed.

(* The premises of TableFloats.v, on the patterns. *)
Lemma finite_f64_holds b e : @finite_bits binary64 b -> ((b / 2 ^ 52) mod 2 ^ 11 - 1023 + 1 <= e)%Z -> (-1074 + 52 <= e)%Z ->
  holds64 (Bits.b64_of_bits b) (real64 b) e.
Proof. exact (@holds_bits binary64 eq_refl eq_refl eq_refl b e). Qed.

Lemma finite_f32_holds b e : @finite_bits binary32 b -> ((b / 2 ^ 23) mod 2 ^ 8 - 127 + 1 <= e)%Z -> (-149 + 23 <= e)%Z ->
  holds32 (Bits.b32_of_bits b) (real32 b) e.
Proof. exact (@holds_bits binary32 eq_refl eq_refl eq_refl b e). Qed.

(* The sign set in the pattern of a number that is not negative. *)
Lemma signed_f64_holds x r e : holds64 x r e -> 0 <= r -> (-1022 <= e)%Z -> holds64 (Bits.b64_of_bits (Z.lor (Bits.bits_of_b64 x) (2 ^ 63))) (- r) e.
Proof. exact (@holds_signed binary64 eq_refl eq_refl eq_refl x r e). Qed.

Lemma signed_f32_holds x r e : holds32 x r e -> 0 <= r -> (-126 <= e)%Z -> holds32 (Bits.b32_of_bits (Z.lor (Bits.bits_of_b32 x) (2 ^ 31))) (- r) e.
Proof. exact (@holds_signed binary32 eq_refl eq_refl eq_refl x r e). Qed.
