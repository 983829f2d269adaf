(* minus_ln_f32 as it is generated from the source stands for the logarithm of TableLogarithms.v, for every bit pattern of
   its domain.

   Rests on TableFloats.v, on MachineFloats.v, and on SourceTable.v, which crates/translate writes. *)
From Coq Require Import Reals ZArith List Bool Lia Lra.
From Flocq Require Import Core.
From Kdelta Require Import Binary Machine MachineIntegers Represents MachineFloats TableConstants TableKernel TableReduction TableLogarithms TableFloats.
From Kdelta Require SourceCast SourceTableData SourceTable.

Local Open Scope R_scope.

Definition coefficient_f32 (i : Z) : f32 := nth (Z.to_nat (i - 2)) SourceTable.COEFFICIENTS_32 zero_f32.

(* After the reduction and the look-up, the operations are those of TableFloats.v. *)
Definition cell_32 (index : Z) : SourceTableData.Cell f32 :=
  unwrap_or (get SourceTableData.CELLS_32 index) (SourceTableData.Build_Cell (Bits.b32_of_bits 0x3f800000) (Bits.b32_of_bits 0x0) (Bits.b32_of_bits 0x0)).

Lemma minus_ln_f32_is v k index m inverse high low : SourceTable.reduce_f32 v = (k, index, m) ->
  cell_32 index = SourceTableData.Build_Cell inverse high low ->
  SourceTable.minus_ln_f32 v
  = @float_evaluate table32 f32 add_f32 sub_f32 mul_f32 coefficient_f32 (Bits.b32_of_bits 0x3f800000)
      m (Bits.b32_of_bits (Z.land (Bits.bits_of_b32 m) (u32 (Z.lnot 0xfff)))) (f32_of_integer (unwrap_or (checked u8 k) 64%Z)) inverse high low
      SourceTableData.LN_2_HIGH_32 SourceTableData.LN_2_LOW_32.
Proof.
  intros R C. unfold cell_32 in C. unfold SourceTable.minus_ln_f32. rewrite R. cbv beta iota. rewrite C.
  unfold SourceTable.head_and_residual_f32, SourceTable.difference_f32, float_evaluate.
  cbv beta iota zeta. cbn [float_q pairs table32].
  change (coefficient_f32 2) with (nth 0 SourceTable.COEFFICIENTS_32 zero_f32).
  change (coefficient_f32 (2 + 1)) with (nth 1 SourceTable.COEFFICIENTS_32 zero_f32).
  change (coefficient_f32 (2 + 2)) with (nth 2 SourceTable.COEFFICIENTS_32 zero_f32).
  change (coefficient_f32 (2 + 2 + 1)) with (nth 3 SourceTable.COEFFICIENTS_32 zero_f32).
  reflexivity.
Qed.

(* The tables of both sides are one. *)
Lemma cell_32_is i : (0 <= i)%Z -> cell_32 i
  = let '(inverse, high, low) := nth (Z.to_nat i) (@cells table32) (@nowhere table32) in SourceTableData.narrow inverse high low.
Proof.
  intros Hi. unfold cell_32, get. destruct (Z.ltb_spec i 0); [lia |].
  change SourceTableData.CELLS_32 with (map (fun '(inverse, high, low) => SourceTableData.narrow inverse high low) (@cells table32)).
  rewrite nth_error_map. set (n := Z.to_nat i). destruct (nth_error (@cells table32) n) as [[[inverse high] low] |] eqn:E; cbn [option_map unwrap_or].
  - now rewrite (nth_error_nth _ _ _ E).
  - rewrite nth_overflow by now apply nth_error_None. reflexivity.
Qed.

(* What the source does with the pattern is what TableKernel.v says. *)
Lemma reduce_f32_is bits : @in_domain table32 bits ->
  SourceTable.reduce_f32 (Bits.b32_of_bits bits) = (@k_of table32 bits, @index_of table32 bits, Bits.b32_of_bits (@m_bits table32 bits)).
Proof.
  intros Hb. pose proof (reduction sound32 bits Hb) as H. cbv zeta in H. destruct H as (_ & Hk & _ & _ & _).
  set (k := @k_of table32 bits) in *. change (63 * 2 ^ 23 <= bits < 127 * 2 ^ 23)%Z in Hb. change (0 <= k <= 64)%Z in Hk.
  unfold SourceTable.reduce_f32. rewrite bits_of_f32_of_bits by lia. cbv zeta.
  change (u32 (Z.shiftl SourceTable.LARGEST_K_32 23)) with (64 * 2 ^ 23)%Z. change SourceTable.START_32 with 0x3f300000%Z.
  rewrite (u32_same (bits + 64 * 2 ^ 23)) by lia. rewrite (u32_same (bits + 64 * 2 ^ 23 - 0x3f300000)) by lia.
  change (bits + 64 * 2 ^ 23 - 0x3f300000)%Z with (@position table32 bits).
  rewrite 2!Z.shiftr_div_pow2 by lia. change (SourceTable.LARGEST_K_32 - @position table32 bits / 2 ^ 23)%Z with k.
  rewrite (u32_same k) by lia. rewrite Z.shiftl_mul_pow2, (u32_same (k * _)) by lia.
  change (bits + k * 2 ^ 23)%Z with (@m_bits table32 bits).
  rewrite u32_same by (unfold m_bits; fold k; change (@fraction (@format table32)) with 23%Z; lia).
  rewrite (land_mask _ 5) by lia. reflexivity.
Qed.

(* 1/2, 1/4 are exact, and 1/5 is written in decimals: the number nearest to it; the others are quotients. *)
Lemma bits_f32_below b : pattern_below (kernel := table32) 0 b = true -> holds32 (Bits.b32_of_bits b) (real32 b) 0.
Proof. exact (@pattern_below_holds table32 f32 holds32 Bits.b32_of_bits finite_f32_holds 0 b ltac:(lia)). Qed.

Lemma bits_f32_short b : pattern_below (kernel := table32) 1 b = true -> holds32 (Bits.b32_of_bits b) (real32 b) 1.
Proof. exact (@pattern_below_holds table32 f32 holds32 Bits.b32_of_bits finite_f32_holds 1 b ltac:(lia)). Qed.

Lemma one_f32_holds : holds32 (Bits.b32_of_bits 0x3f800000) 1 0.
Proof.
  apply (@holds_within binary32) with 1%Z; [| rewrite Rabs_R1; cbn; lra].
  apply (@holds_same binary32) with (real32 0x3f800000); [apply bits_f32_short; reflexivity | reals; cbn; lra].
Qed.

Lemma quotient_f32_holds b n : (3 <= n <= 7)%Z -> holds32 (Bits.b32_of_bits b) (IZR n) 3 ->
  holds32 (div_f32 (Bits.b32_of_bits 0x3f800000) (Bits.b32_of_bits b)) (rnd32 (1 / IZR n)) 0.
Proof.
  intros Hn Hb. pose proof (IZR_le _ _ (proj1 Hn)). pose proof (IZR_le _ _ (proj2 Hn)).
  apply (div_f32_holds _ _ _ _ 0 3 0 one_f32_holds Hb); [lra | lia |].
  cbn [bpow]. rewrite Rabs_pos_eq; [apply Rmult_le_reg_r with (IZR n); [lra |]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra |].
  left. apply Rdiv_lt_0_compat; lra.
Qed.

Lemma integer_f32_holds b n : (Z.abs n < 8)%Z -> real32 b = IZR n -> (0 <= b < 0x7f800000)%Z -> ((b / 2 ^ 23) mod 2 ^ 8 - 126 <= 3)%Z ->
  holds32 (Bits.b32_of_bits b) (IZR n) 3.
Proof.
  intros Hn R B F. rewrite <- R. apply bits_f32_holds; lia.
Qed.

Lemma coefficient_f32_holds i : (2 <= i <= 7)%Z -> (i <= 2 * Z.of_nat (@pairs table32) + 3)%Z -> holds32 (coefficient_f32 i) (@coefficient table32 i) 0.
Proof.
  intros Hi Hs. change (@coefficient table32 i) with (rnd32 (1 / IZR i)).
  change (i <= 2 * 1 + 3)%Z in Hs.
  assert (i = 2 \/ i = 3 \/ i = 4 \/ i = 5)%Z as C by lia.
  destruct C as [-> | [-> | [-> | ->]]].
  - rewrite rnd_exact by (apply (format_dyadic _ 1 (-1)); [cbn; lra | reflexivity | cbn; lia]).
    apply (@holds_same binary32) with (real32 0x3f000000); [apply bits_f32_below; reflexivity | reals; cbn; lra].
  - apply (quotient_f32_holds _ 3); [lia |]. apply integer_f32_holds; [lia | reals; cbn; lra | lia | reflexivity || (vm_compute; discriminate)].
  - rewrite rnd_exact by (apply (format_dyadic _ 1 (-2)); [cbn; lra | reflexivity | cbn; lia]).
    apply (@holds_same binary32) with (real32 0x3e800000); [apply bits_f32_below; reflexivity | reals; cbn; lra].
  - change (coefficient_f32 5) with (Bits.b32_of_bits 0x3e4ccccd).
    replace 0x3e4ccccd%Z with (Bits.bits_of_b32 (div_f32 (Bits.b32_of_bits 0x3f800000) (Bits.b32_of_bits 0x40a00000)))
      by (vm_compute; reflexivity).
    rewrite f32_of_bits_of_f32. apply (quotient_f32_holds _ 5); [lia |].
    apply integer_f32_holds; [lia | reals; cbn; lra | lia | vm_compute; discriminate].
Qed.

Theorem minus_ln_f32_holds bits : @in_domain table32 bits -> holds32 (SourceTable.minus_ln_f32 (Bits.b32_of_bits bits)) (minus_ln_f32 bits) 50.
Proof.
  intros Hb. unfold minus_ln_f32, minus_ln.
  pose proof (reduction sound32 bits Hb) as H. cbv zeta in H. destruct H as (Hy & Hk & _ & Em & Ei).
  change (0 <= @k_of table32 bits <= 64)%Z in Hk.
  assert (I0 : (0 <= @index_of table32 bits)%Z) by (apply Z.mod_pos_bound; reflexivity).
  pose proof (cell_32_is _ I0) as Cell.
  pose proof (@cell_holds table32 f32 holds32 Bits.b32_of_bits finite_f32_holds eq_refl eq_refl (Z.to_nat (@index_of table32 bits))) as C.
  pose proof (@mantissa_holds table32 f32 holds32 Bits.b32_of_bits finite_f32_holds sound32 bits Hb) as M. cbv zeta in M.
  destruct (nth (Z.to_nat (@index_of table32 bits)) cells nowhere) as [[inverse high] low]. destruct C as (Ci & Ch & Cl). destruct M as [M M1].
  rewrite (minus_ln_f32_is _ _ _ _ _ _ _ (reduce_f32_is bits Hb) Cell). cbv zeta.
  set (mb := @m_bits table32 bits) in *.
  assert (Bm : (0 <= mb < 2 ^ 32)%Z).
  { rewrite Em. change (@start table32) with 0x3f300000%Z. set (y := (_ mod _)%Z) in *. change (0 <= y < 2 ^ 23)%Z in Hy. lia. }
  rewrite bits_of_f32_of_bits by exact Bm. change 0xfff%Z with (Z.ones 12). rewrite (land_not_ones_32 mb 12) by lia.
  replace (checked u8 (@k_of table32 bits)) with (Some (@k_of table32 bits))
    by (unfold checked, u8, unsigned; rewrite Z.mod_small, Z.eqb_refl by lia; reflexivity). cbn [unwrap_or].
  apply (@float_evaluate_holds table32 f32 holds32 add_f32 sub_f32 mul_f32 coefficient_f32 (Bits.b32_of_bits 0x3f800000)); try assumption.
  - exact (@holds_wider binary32).
  - exact add_f32_holds.
  - exact sub_f32_holds.
  - exact mul_f32_holds.
  - reflexivity.
  - repeat constructor.
  - exact coefficient_f32_holds.
  - exact one_f32_holds.
  - apply f32_of_integer_holds; lia.
  - apply bits_f32_below. reflexivity.
  - apply bits_f32_below. reflexivity.
Qed.
