(* minus_ln_f64 as it is generated from the source stands for the logarithm of TableLogarithms.v, for every bit pattern of
   its domain.

   Rests on TableFloats.v, on MachineFloats.v, and on SourceTable.v, which crates/translate writes. *)
From Coq Require Import Reals ZArith List Bool Lia Lra.
From Flocq Require Import Core.
From Kdelta Require Import Binary Machine MachineIntegers Represents MachineFloats TableConstants TableKernel TableReduction TableLogarithms TableFloats.
From Kdelta Require SourceCast SourceTableData SourceTable.

Local Open Scope R_scope.

Definition coefficient_f64 (i : Z) : f64 := nth (Z.to_nat (i - 2)) SourceTable.COEFFICIENTS_64 zero_f64.

(* The straight-line part is the one of TableFloats.v, operation for operation. *)
Lemma polynomial_f64_is k m inverse high low :
  SourceTable.polynomial_f64 k m (SourceTableData.Build_Cell inverse high low)
  = @float_evaluate table64 f64 add_f64 sub_f64 mul_f64 coefficient_f64 (Bits.b64_of_bits 0x3ff0000000000000)
      m (Bits.b64_of_bits (Z.land (Bits.bits_of_b64 m) (u64 (Z.lnot 0x3ffffff)))) k inverse high low
      SourceTableData.LN_2_HIGH_64 SourceTableData.LN_2_LOW_64.
Proof.
  unfold SourceTable.polynomial_f64, SourceTable.head_and_residual_f64, SourceTable.difference_f64, float_evaluate.
  cbv beta iota zeta. cbn [float_q pairs table64].
  change (coefficient_f64 2) with (nth 0 SourceTable.COEFFICIENTS_64 zero_f64).
  change (coefficient_f64 (2 + 1)) with (nth 1 SourceTable.COEFFICIENTS_64 zero_f64).
  change (coefficient_f64 (2 + 2)) with (nth 2 SourceTable.COEFFICIENTS_64 zero_f64).
  change (coefficient_f64 (2 + 2 + 1)) with (nth 3 SourceTable.COEFFICIENTS_64 zero_f64).
  change (coefficient_f64 (2 + 2 + 2)) with (nth 4 SourceTable.COEFFICIENTS_64 zero_f64).
  change (coefficient_f64 (2 + 2 + 2 + 1)) with (nth 5 SourceTable.COEFFICIENTS_64 zero_f64).
  reflexivity.
Qed.

(* The tables of both sides are one. *)
Lemma cell_64_is i : (0 <= i)%Z -> SourceTable.cell_64 i
  = let '(inverse, high, low) := nth (Z.to_nat i) (@cells table64) (@nowhere table64) in SourceTableData.wide inverse high low.
Proof.
  intros Hi. unfold SourceTable.cell_64, get. destruct (Z.ltb_spec i 0); [lia |].
  change SourceTableData.CELLS_64 with (map (fun '(inverse, high, low) => SourceTableData.wide inverse high low) (@cells table64)).
  rewrite nth_error_map. set (n := Z.to_nat i). destruct (nth_error (@cells table64) n) as [[[inverse high] low] |] eqn:E; cbn [option_map unwrap_or].
  - now rewrite (nth_error_nth _ _ _ E).
  - rewrite nth_overflow by now apply nth_error_None. reflexivity.
Qed.

(* What the source does with the pattern is what TableKernel.v says. *)
Lemma reduce_f64_is bits : @in_domain table64 bits ->
  SourceTable.reduce_f64 (Bits.b64_of_bits bits) = (@k_of table64 bits, @index_of table64 bits, Bits.b64_of_bits (@m_bits table64 bits)).
Proof.
  intros Hb. pose proof (reduction sound64 bits Hb) as H. cbv zeta in H. destruct H as (_ & Hk & _ & _ & _).
  set (k := @k_of table64 bits) in *. change (23 * 2 ^ 52 <= bits < 1023 * 2 ^ 52)%Z in Hb. change (0 <= k <= 1000)%Z in Hk.
  unfold SourceTable.reduce_f64. rewrite bits_of_f64_of_bits by lia. cbv zeta.
  change (u64 (Z.shiftl SourceTable.LARGEST_K_64 52)) with (1000 * 2 ^ 52)%Z. change SourceTable.START_64 with 0x3fe6000000000000%Z.
  rewrite (u64_same (bits + 1000 * 2 ^ 52)) by lia. rewrite (u64_same (bits + 1000 * 2 ^ 52 - 0x3fe6000000000000)) by lia.
  change (bits + 1000 * 2 ^ 52 - 4604367669032910848)%Z with (@position table64 bits).
  rewrite 2!Z.shiftr_div_pow2 by lia. change (SourceTable.LARGEST_K_64 - @position table64 bits / 2 ^ 52)%Z with k.
  rewrite (u64_same k) by lia. rewrite Z.shiftl_mul_pow2, (u64_same (k * _)) by lia.
  change (bits + k * 2 ^ 52)%Z with (@m_bits table64 bits).
  rewrite u64_same by (unfold m_bits; fold k; change (@fraction (@format table64)) with 52%Z; lia).
  unfold SourceCast.low_u32. rewrite u32_same by lia. rewrite (land_mask _ 7) by lia. reflexivity.
Qed.

(* 1/2, 1/4 are exact, and 1/5 is written in decimals: the number nearest to it; the others are quotients. *)
Lemma bits_f64_below b : pattern_below (kernel := table64) 0 b = true -> holds64 (Bits.b64_of_bits b) (real64 b) 0.
Proof. exact (@pattern_below_holds table64 f64 holds64 Bits.b64_of_bits finite_f64_holds 0 b ltac:(lia)). Qed.

Lemma bits_f64_short b : pattern_below (kernel := table64) 1 b = true -> holds64 (Bits.b64_of_bits b) (real64 b) 1.
Proof. exact (@pattern_below_holds table64 f64 holds64 Bits.b64_of_bits finite_f64_holds 1 b ltac:(lia)). Qed.

Lemma one_f64_holds : holds64 (Bits.b64_of_bits 0x3ff0000000000000) 1 0.
Proof.
  apply (@holds_within binary64) with 1%Z; [| rewrite Rabs_R1; cbn; lra].
  apply (@holds_same binary64) with (real64 0x3ff0000000000000); [apply bits_f64_short; reflexivity | reals; cbn; lra].
Qed.

Lemma quotient_f64_holds b n : (3 <= n <= 7)%Z -> holds64 (Bits.b64_of_bits b) (IZR n) 3 ->
  holds64 (div_f64 (Bits.b64_of_bits 0x3ff0000000000000) (Bits.b64_of_bits b)) (rnd64 (1 / IZR n)) 0.
Proof.
  intros Hn Hb. pose proof (IZR_le _ _ (proj1 Hn)). pose proof (IZR_le _ _ (proj2 Hn)).
  apply (div_f64_holds _ _ _ _ 0 3 0 one_f64_holds Hb); [lra | lia |].
  cbn [bpow]. rewrite Rabs_pos_eq; [apply Rmult_le_reg_r with (IZR n); [lra |]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra |].
  left. apply Rdiv_lt_0_compat; lra.
Qed.

Lemma integer_f64_holds b n : (Z.abs n < 8)%Z -> real64 b = IZR n -> (0 <= b < 0x7ff0000000000000)%Z -> ((b / 2 ^ 52) mod 2 ^ 11 - 1022 <= 3)%Z ->
  holds64 (Bits.b64_of_bits b) (IZR n) 3.
Proof.
  intros Hn R B F. rewrite <- R. apply bits_f64_holds; lia.
Qed.

Lemma coefficient_f64_holds i : (2 <= i <= 7)%Z -> (i <= 2 * Z.of_nat (@pairs table64) + 3)%Z -> holds64 (coefficient_f64 i) (@coefficient table64 i) 0.
Proof.
  intros Hi _. change (@coefficient table64 i) with (rnd64 (1 / IZR i)).
  assert (i = 2 \/ i = 3 \/ i = 4 \/ i = 5 \/ i = 6 \/ i = 7)%Z as C by lia.
  destruct C as [-> | [-> | [-> | [-> | [-> | ->]]]]].
  - rewrite rnd_exact by (apply (format_dyadic _ 1 (-1)); [cbn; lra | reflexivity | cbn; lia]).
    apply (@holds_same binary64) with (real64 0x3fe0000000000000); [apply bits_f64_below; reflexivity | reals; cbn; lra].
  - apply (quotient_f64_holds _ 3); [lia |]. apply integer_f64_holds; [lia | reals; cbn; lra | lia | reflexivity || (vm_compute; discriminate)].
  - rewrite rnd_exact by (apply (format_dyadic _ 1 (-2)); [cbn; lra | reflexivity | cbn; lia]).
    apply (@holds_same binary64) with (real64 0x3fd0000000000000); [apply bits_f64_below; reflexivity | reals; cbn; lra].
  - change (coefficient_f64 5) with (Bits.b64_of_bits 0x3fc999999999999a).
    replace 0x3fc999999999999a%Z with (Bits.bits_of_b64 (div_f64 (Bits.b64_of_bits 0x3ff0000000000000) (Bits.b64_of_bits 0x4014000000000000)))
      by (vm_compute; reflexivity).
    rewrite f64_of_bits_of_f64. apply (quotient_f64_holds _ 5); [lia |].
    apply integer_f64_holds; [lia | reals; cbn; lra | lia | vm_compute; discriminate].
  - apply (quotient_f64_holds _ 6); [lia |]. apply integer_f64_holds; [lia | reals; cbn; lra | lia | vm_compute; discriminate].
  - apply (quotient_f64_holds _ 7); [lia |]. apply integer_f64_holds; [lia | reals; cbn; lra | lia | vm_compute; discriminate].
Qed.

Theorem minus_ln_f64_holds bits : @in_domain table64 bits -> holds64 (SourceTable.minus_ln_f64 (Bits.b64_of_bits bits)) (minus_ln_f64 bits) 50.
Proof.
  intros Hb. unfold SourceTable.minus_ln_f64, minus_ln_f64, minus_ln. rewrite (reduce_f64_is bits Hb).
  pose proof (reduction sound64 bits Hb) as H. cbv zeta in H. destruct H as (Hy & Hk & _ & Em & Ei).
  change (0 <= @k_of table64 bits <= 1000)%Z in Hk.
  assert (I0 : (0 <= @index_of table64 bits)%Z) by (apply Z.mod_pos_bound; reflexivity).
  rewrite (cell_64_is _ I0).
  pose proof (@cell_holds table64 f64 holds64 Bits.b64_of_bits finite_f64_holds eq_refl eq_refl
    (Z.to_nat (@index_of table64 bits))) as C.
  pose proof (@mantissa_holds table64 f64 holds64 Bits.b64_of_bits finite_f64_holds sound64 bits Hb) as M. cbv zeta in M.
  destruct (nth (Z.to_nat (@index_of table64 bits)) cells nowhere) as [[inverse high] low]. destruct C as (Ci & Ch & Cl). destruct M as [M M1].
  cbv beta iota zeta. unfold SourceTableData.wide. rewrite polynomial_f64_is.
  set (mb := @m_bits table64 bits) in *.
  assert (Bm : (0 <= mb < 2 ^ 64)%Z).
  { rewrite Em. change (@start table64) with 0x3fe6000000000000%Z. set (y := (_ mod _)%Z) in *. change (0 <= y < 2 ^ 52)%Z in Hy. lia. }
  rewrite bits_of_f64_of_bits by exact Bm. change 0x3ffffff%Z with (Z.ones 26). rewrite land_not_ones by lia.
  apply (@float_evaluate_holds table64 f64 holds64 add_f64 sub_f64 mul_f64 coefficient_f64 (Bits.b64_of_bits 0x3ff0000000000000)); try assumption.
  - exact (@holds_wider binary64).
  - exact add_f64_holds.
  - exact sub_f64_holds.
  - exact mul_f64_holds.
  - reflexivity.
  - apply le_n.
  - exact coefficient_f64_holds.
  - exact one_f64_holds.
  - apply f64_of_integer_holds; lia.
  - apply bits_f64_below. reflexivity.
  - apply bits_f64_below. reflexivity.
Qed.
