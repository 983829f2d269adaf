(* The straight-line part of the table logarithm on floats, in any format: it stands for what TableKernel.v says in real numbers.

   `float_evaluate` has the operations of `evaluate`, each one of Flocq's. That it is what the source computes is shown in
   TableSource64.v and TableSource32.v, where the functions generated from the source are unfolded to it.
   Rests on Represents.v and TableReduction.v. *)
From Coq Require Import Reals ZArith List Bool Lia Lra.
From Flocq Require Import Core.
From Flocq Require IEEE754.BinarySingleNaN.
From Kdelta Require Import Binary Represents ErrorTerms TableKernel TableReduction.

Local Open Scope R_scope.

Section Patterns.

Context {kernel : Kernel}.
Variables (float : Type) (holds : float -> R -> Z -> Prop) (of_bits : Z -> float).
Hypothesis bits_hold : forall b e, finite_bits b -> ((b / 2 ^ fraction) mod 2 ^ width - bias + 1 <= e)%Z -> (least + fraction <= e)%Z ->
  holds (of_bits b) (real b) e.

(* ** The numbers that the patterns of the source are *)

Lemma pattern_holds b e : finite_bits b -> ((b / 2 ^ fraction) mod 2 ^ width - bias + 1 <= e)%Z -> (0 <= e)%Z -> holds (of_bits b) (real b) e.
Proof. intros F B E. apply bits_hold; [exact F | exact B | pose proof least_small; lia]. Qed.

(* A float of at most 2^e, as a computation. *)
Definition pattern_below (e b : Z) : bool :=
  ((0 <=? b) && (b <? 2 ^ (width + fraction + 1)) && ((b / 2 ^ fraction) mod 2 ^ width <=? bias - 1 + e))%Z.

Lemma pattern_below_holds e b : (0 <= e <= 1)%Z -> pattern_below e b = true -> holds (of_bits b) (real b) e.
Proof.
  intros He H. unfold pattern_below in H. apply andb_prop in H as [H Hf]. apply andb_prop in H as [Hl Hh].
  apply Z.leb_le in Hl, Hf. apply Z.ltb_lt in Hh. pose proof width_large.
  assert (W : (2 ^ width = 2 * bias + 2)%Z).
  { replace width with (1 + (width - 1))%Z at 1 by ring. rewrite Z.pow_add_r by lia. lia. }
  pose proof bias_large. apply pattern_holds; [split; [lia |] | |]; lia.
Qed.

Definition cell_below (cell : Z * Z * Z) : bool :=
  let '(inverse, high, low) := cell in pattern_below 1 inverse && pattern_below 0 high && pattern_below 0 low.

Hypothesis sound : Sound.
Hypothesis cells_below : forallb cell_below cells = true.
Hypothesis nowhere_below : cell_below nowhere = true.

Lemma width_split : (2 ^ width = 2 * bias + 2)%Z.
Proof. pose proof width_large. replace width with (1 + (width - 1))%Z at 1 by ring. rewrite Z.pow_add_r by lia. lia. Qed.

(* m and m₁, in [11/16, 11/8[ *)
Lemma mantissa_pattern y : (0 <= y < 2 ^ fraction)%Z -> pattern_below 1 (start + y) = true.
Proof.
  intros Hy. destruct eighths as [E8 P8]. pose proof bias_large. pose proof width_split as W. pose proof fraction_large. pose proof width_large.
  rewrite (start_fits (shaped sound)). unfold pattern_below. set (e := (2 ^ (fraction - 3))%Z) in *. rewrite E8 in *.
  assert (T : (2 ^ (width + fraction + 1) = 2 * (2 ^ width * (8 * e)))%Z) by (rewrite <- E8, 2!Z.pow_add_r by lia; ring).
  assert (B : (0 <= bias * e)%Z) by (apply Z.mul_nonneg_nonneg; lia).
  set (b := ((bias - 1) * (8 * e) + 3 * e + y)%Z).
  assert (D : (b / (8 * e) = bias - 1 \/ b / (8 * e) = bias)%Z).
  { destruct (Z.lt_ge_cases y (5 * e)); [left; symmetry; apply Z.div_unique with (3 * e + y)%Z | right; symmetry; apply Z.div_unique with (y - 5 * e)%Z]; unfold b; lia. }
  rewrite T. replace (b / (8 * e) mod 2 ^ width)%Z with (b / (8 * e))%Z by (symmetry; apply Z.mod_small; lia).
  rewrite 2!andb_true_iff. repeat split; [apply Z.leb_le | apply Z.ltb_lt | apply Z.leb_le]; try lia; unfold b; rewrite ?W; nia.
Qed.

Theorem mantissa_holds bits : in_domain bits ->
  let mb := m_bits bits in
  holds (of_bits mb) (real mb) 1 /\ holds (of_bits (mb - mb mod 2 ^ cut)) (real (mb - mb mod 2 ^ cut)) 1.
Proof.
  intros Hb mb. destruct (reduction sound bits Hb) as (Hy & Hk & _ & Em & _). set (y := (position bits mod 2 ^ fraction)%Z) in *.
  destruct (ranges sound) as (_ & _ & _ & _ & R & _).
  assert (PC : (0 < 2 ^ cut)%Z) by (apply Z.pow_pos_nonneg; lia).
  pose proof (Z.mod_pos_bound y (2 ^ cut) PC). pose proof (Z.mod_le y (2 ^ cut) (proj1 Hy) PC).
  unfold mb. rewrite Em, (start_cut sound). split; (apply pattern_below_holds; [lia |]).
  - now apply mantissa_pattern.
  - replace (start + y - y mod 2 ^ cut)%Z with (start + (y - y mod 2 ^ cut))%Z by ring. apply mantissa_pattern. lia.
Qed.

Theorem cell_holds i : let '(inverse, high, low) := nth i cells nowhere in
  holds (of_bits inverse) (real inverse) 1 /\ holds (of_bits high) (real high) 0 /\ holds (of_bits low) (real low) 0.
Proof.
  assert (N : cell_below (nth i cells nowhere) = true).
  { destruct (Nat.lt_ge_cases i (length cells)) as [L | L].
    - apply (proj1 (forallb_forall _ _) cells_below), nth_In, L.
    - rewrite nth_overflow by exact L. exact nowhere_below. }
  destruct (nth i cells nowhere) as [[inverse high] low]. cbn in N. apply andb_prop in N as [N N3]. apply andb_prop in N as [N1 N2].
  split; [| split]; (apply pattern_below_holds; [lia | assumption]).
Qed.

End Patterns.

(* ** The operations *)

Section Floats.

Context {kernel : Kernel}.

(* The floats of the format and their operations. *)
Variables (float : Type) (holds : float -> R -> Z -> Prop) (add sub mul : float -> float -> float).

(* 1/2, 1/3, … *)
Variable coefficients : Z -> float.
Variable one : float.

Fixpoint float_q (n : nat) (i : Z) (r z : float) : float :=
  let pair := sub (coefficients i) (mul r (coefficients (i + 1)%Z)) in
  match n with O => pair | S n => add pair (mul z (float_q n (i + 2) r z)) end.

Definition float_evaluate (m m1 k inverse high low ln_2_high ln_2_low : float) : float :=
  let r := add (sub (mul m1 inverse) one) (mul (sub m m1) inverse) in
  let w := add (mul k ln_2_high) high in
  let s := sub w r in
  let t := sub (sub w s) r in
  let low := add (mul k ln_2_low) low in
  let z := mul r r in
  let p := mul z (float_q pairs 2 r z) in
  add s (add (add p low) t).

Hypothesis holds_within : forall x r e d, holds x r e -> (e <= d)%Z -> holds x r d.
Hypothesis add_holds : forall x y r s d e, holds x r d -> holds y s e -> (least <= Z.max d e + 1 < emax)%Z ->
  holds (add x y) (rnd (r + s)) (Z.max d e + 1).
Hypothesis sub_holds : forall x y r s d e, holds x r d -> holds y s e -> (least <= Z.max d e + 1 < emax)%Z ->
  holds (sub x y) (rnd (r - s)) (Z.max d e + 1).
Hypothesis mul_holds : forall x y r s d e, holds x r d -> holds y s e -> (least <= d + e < emax)%Z ->
  holds (mul x y) (rnd (r * s)) (d + e).
Hypothesis wide : (64 < emax)%Z.
Hypothesis few : (pairs <= 2)%nat.
Hypothesis coefficients_hold : forall i, (2 <= i <= 7)%Z -> (i <= 2 * Z.of_nat pairs + 3)%Z -> holds (coefficients i) (coefficient i) 0.
Hypothesis one_holds : holds one 1 0.

(* Gives the result of an operation its exponent as a number. *)
Ltac size H := match type of H with holds _ _ ?e => let e' := eval cbv in e in change e with e' in H end.
Ltac exponents := pose proof least_small; lia.
Tactic Notation "plus" constr(X) constr(Y) "as" ident(Z) :=
  pose proof (add_holds _ _ _ _ _ _ X Y ltac:(exponents)) as Z; size Z.
Tactic Notation "minus" constr(X) constr(Y) "as" ident(Z) :=
  pose proof (sub_holds _ _ _ _ _ _ X Y ltac:(exponents)) as Z; size Z.
Tactic Notation "times" constr(X) constr(Y) "as" ident(Z) :=
  pose proof (mul_holds _ _ _ _ _ _ X Y ltac:(exponents)) as Z; size Z.

Lemma least_negative : (least <= 0)%Z.
Proof. pose proof least_small. pose proof fraction_large. lia. Qed.

Lemma float_q_holds r z x y n i : holds r x 4 -> holds z y 8 -> (2 <= i)%Z -> (i + 2 * Z.of_nat n + 1 <= 2 * Z.of_nat pairs + 3)%Z ->
  exists e, (5 <= e <= 5 + 10 * Z.of_nat n)%Z /\ holds (float_q n i r z) (computed_q n i x y) e.
Proof.
  intros Hr Hz. pose proof least_negative. revert i. induction n as [| n IH]; intros i Hi Hn.
  - cbn [float_q computed_q]. pose proof (coefficients_hold i ltac:(lia) ltac:(lia)) as A.
    pose proof (coefficients_hold (i + 1) ltac:(lia) ltac:(lia)) as B. times Hr B as C. minus A C as D. exists 5%Z. split; [lia | exact D].
  - destruct (IH (i + 2)%Z ltac:(lia) ltac:(lia)) as (e & He & Q). cbn [float_q computed_q].
    pose proof (coefficients_hold i ltac:(lia) ltac:(lia)) as A. pose proof (coefficients_hold (i + 1) ltac:(lia) ltac:(lia)) as B.
    times Hr B as C. minus A C as D.
    pose proof (mul_holds _ _ _ _ _ _ Hz Q ltac:(lia)) as F.
    pose proof (add_holds _ _ _ _ _ _ D F ltac:(lia)) as G.
    exists (Z.max 5 (8 + e) + 1)%Z. split; [lia | exact G].
Qed.

Theorem float_evaluate_holds m m1 k inverse high low lnh lnl xm xm1 xk xi xh xl :
  holds m xm 1 -> holds m1 xm1 1 -> holds k xk 10 -> holds inverse xi 1 -> holds high xh 0 -> holds low xl 0 ->
  holds lnh (real ln_2_high) 0 -> holds lnl (real ln_2_low) 0 ->
  holds (float_evaluate m m1 k inverse high low lnh lnl) (evaluate xm xm1 xk xi xh xl) 50.
Proof.
  intros Hm Hm1 Hk Hi Hh Hl Hlnh Hlnl. pose proof least_negative. unfold float_evaluate, evaluate. cbv zeta.
  times Hm1 Hi as A. minus A one_holds as B. minus Hm Hm1 as C. times C Hi as D. plus B D as R. clear A B C D.
  times Hk Hlnh as A. plus A Hh as W. clear A. minus W R as S. minus W S as A. minus A R as T. clear A.
  times Hk Hlnl as A. plus A Hl as L. clear A. times R R as square.
  assert (N : (2 + 2 * Z.of_nat pairs + 1 <= 2 * Z.of_nat pairs + 3)%Z) by lia.
  destruct (float_q_holds _ _ _ _ pairs 2 R square (Z.le_refl 2) N) as (e & He & Q).
  apply holds_within with (d := 25%Z) in Q; [| lia]. times square Q as P. plus P L as A. plus A T as B. plus S B as V.
  apply holds_within with (1 := V). lia.
Qed.

End Floats.
