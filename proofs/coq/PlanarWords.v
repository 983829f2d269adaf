(* The words of planar noise: two tail probabilities and an angle, as numbers of words and as cells of the unit cube.

   A word of K + P bits gives an exponent, a sign that is not used, and a mantissa (Words.v). A uniform number falls into one of
   2^(K+P) equal cells; `cell_exponent` and `cell_mantissa` are the exponent and the mantissa of its cell, and its tail
   probability is within ln(1 + 2^-P) of the number in the log metric, unless both are below 2^-K ([cell_is_near]). The words
   and the cells have the same exponents and mantissas equally often ([sum_over_words]): so a probability of the cube is a
   number of words ([count_is_probability]). *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals ZArith Lra Lia List Bool Arith.
From Flocq Require Import Core.Raux.
From Kdelta Require Import Discretised TheoremACoupling LogMetric Words UnitCube PlanarSamplers PlanarFloat.

Local Open Scope R_scope.

(* ** Sums *)

Lemma sum_exchange a b (f : nat -> nat -> R) : sum a (fun i => sum b (fun j => f i j)) = sum b (fun j => sum a (fun i => f i j)).
Proof. induction a as [| a IH]; cbn [sum]; [now rewrite sum_const, Rmult_0_r |]. now rewrite IH, sum_plus. Qed.

Lemma sum_reverse n f : sum n (fun t => f (n - 1 - t)%nat) = sum n f.
Proof.
  revert f. induction n as [| n IH]; intros f; [reflexivity |]. rewrite sum_first. cbn [sum].
  replace (S n - 1 - 0)%nat with n by lia.
  rewrite (sum_ext n _ (fun i => f (n - 1 - i)%nat)) by (intros i Hi; f_equal; lia). rewrite IH. lra.
Qed.

Lemma sum_of_powers n P f : sum (2 ^ (n + P)) f = sum (2 ^ P) f + sum n (fun t => sum (2 ^ (P + t)) (fun k => f (2 ^ (P + t) + k)%nat)).
Proof.
  induction n as [| n IH]; [cbn [sum]; rewrite Nat.add_0_l; lra |].
  replace (2 ^ (S n + P))%nat with (2 ^ (n + P) + 2 ^ (n + P))%nat by (cbn [Nat.add]; rewrite Nat.pow_succ_r'; lia).
  rewrite sum_append, IH. cbn [sum]. replace (P + n)%nat with (n + P)%nat by lia. lra.
Qed.

(* ** Exponent and mantissa *)

Definition word_exponent (K z : nat) : nat := zeros K (z mod 2 ^ K).
Definition word_mantissa (K z : nat) : nat := Nat.div2 (z / 2 ^ K).

Definition cell_exponent (K P i : nat) : nat := if (i <? 2 ^ P)%nat then K else (K + P - 1 - Nat.log2 i)%nat.
Definition cell_mantissa (P i : nat) : nat :=
  if (i <? 2 ^ P)%nat then Nat.div2 i else ((i - 2 ^ Nat.log2 i) / 2 ^ (Nat.log2 i + 1 - P))%nat.

Lemma power_of_two_positive n : (0 < 2 ^ n)%nat.
Proof. pose proof (Nat.pow_nonzero 2 n). lia. Qed.

Section Generator.

Variables K P : nat.
Hypothesis P_positive : (1 <= P)%nat.

Lemma double_half : (2 ^ P = 2 * 2 ^ (P - 1))%nat.
Proof. rewrite <- Nat.pow_succ_r'. f_equal. lia. Qed.

Lemma sum_over_cells (g : nat -> nat -> R) :
  sum (2 ^ (K + P)) (fun i => g (cell_exponent K P i) (cell_mantissa P i))
  = sum (2 ^ (P - 1)) (fun j => sum K (fun e => 2 ^ (K - e) * g e j) + 2 * g K j).
Proof.
  rewrite sum_of_powers, sum_plus, Rplus_comm. f_equal.
  - rewrite (sum_ext K _ (fun t => (fun e => 2 ^ (K - e) * sum (2 ^ (P - 1)) (fun j => g e j)) (K - 1 - t)%nat)).
    + rewrite (sum_reverse K (fun e => 2 ^ (K - e) * sum (2 ^ (P - 1)) (fun j => g e j))), sum_exchange.
      apply sum_ext. intros e _. now rewrite sum_scal.
    + intros t Ht. cbv beta. set (q := (2 ^ (t + 1))%nat). set (h := (2 ^ (P - 1))%nat).
      assert (Q : (0 < q)%nat) by apply power_of_two_positive.
      assert (E : (2 ^ (P + t) = q * h)%nat).
      { unfold q, h. rewrite <- Nat.pow_add_r. f_equal. lia. }
      rewrite E at 1. rewrite sum_blocks.
      rewrite (sum_ext h _ (fun j => 2 ^ (K - (K - 1 - t)) * g (K - 1 - t)%nat j)); [apply sum_scal |].
      intros j Hj. rewrite (sum_ext q _ (fun _ => g (K - 1 - t)%nat j)).
      * rewrite sum_const. unfold q. rewrite INR_pow2. f_equal. f_equal. lia.
      * intros i Hi. assert (B : (i + q * j < 2 ^ (P + t))%nat) by (rewrite E; nia).
        assert (L : Nat.log2 (2 ^ (P + t) + (i + q * j)) = (P + t)%nat).
        { apply Nat.log2_unique; [lia |]. rewrite Nat.pow_succ_r'. lia. }
        assert (G : (2 ^ (P + t) + (i + q * j) <? 2 ^ P)%nat = false).
        { apply Nat.ltb_ge. assert (2 ^ P <= 2 ^ (P + t))%nat by (apply Nat.pow_le_mono_r; lia). lia. }
        unfold cell_exponent, cell_mantissa. rewrite G, L. f_equal; [lia |].
        replace (P + t + 1 - P)%nat with (t + 1)%nat by lia. fold q.
        replace (2 ^ (P + t) + (i + q * j) - 2 ^ (P + t))%nat with (i + j * q)%nat by lia.
        rewrite Nat.div_add by lia. rewrite Nat.div_small by exact Hi. lia.
  - rewrite double_half at 1. rewrite sum_double. apply sum_ext. intros j Hj.
    assert (L : forall i, (i < 2 ^ P)%nat -> (i <? 2 ^ P)%nat = true) by (intros i Hi; now apply Nat.ltb_lt).
    pose proof double_half. unfold cell_exponent, cell_mantissa. rewrite 2!L by lia.
    rewrite Nat.div2_double. replace (2 * j + 1)%nat with (S (2 * j)) by lia. rewrite Nat.div2_succ_double. lra.
Qed.

Lemma sum_over_words (g : nat -> nat -> R) :
  sum (2 ^ (K + P)) (fun z => g (word_exponent K z) (word_mantissa K z))
  = sum (2 ^ (K + P)) (fun i => g (cell_exponent K P i) (cell_mantissa P i)).
Proof.
  rewrite sum_over_cells, Nat.pow_add_r, sum_blocks, double_half, sum_double. apply sum_ext. intros j _.
  pose proof (power_of_two_positive K) as Z.
  assert (W : forall t i, (i < 2 ^ K)%nat ->
            g (word_exponent K (i + 2 ^ K * t)) (word_mantissa K (i + 2 ^ K * t)) = g (zeros K i) (Nat.div2 t)).
  { intros t i Hi. unfold word_exponent, word_mantissa.
    rewrite (Nat.mul_comm (2 ^ K) t), Nat.mod_add, Nat.div_add, Nat.mod_small, Nat.div_small by lia. reflexivity. }
  assert (V : forall t, Nat.div2 t = j ->
            sum (2 ^ K) (fun i => g (word_exponent K (i + 2 ^ K * t)) (word_mantissa K (i + 2 ^ K * t))) = sum (2 ^ K) (fun i => g (zeros K i) j)).
  { intros t Ht. apply sum_ext. intros i Hi. rewrite W by exact Hi. now rewrite Ht. }
  rewrite (V (2 * j)%nat (Nat.div2_double j)).
  rewrite (V (2 * j + 1)%nat) by (rewrite Nat.add_1_r; apply Nat.div2_succ_double).
  rewrite (sum_zeros K (fun e => g e j)).
  rewrite (sum_ext K (fun e => 2 ^ (K - e) * g e j) (fun e => 2 * (2 ^ (K - 1 - e) * g e j))).
  - rewrite sum_scal. ring.
  - intros e He. replace (K - e)%nat with (S (K - 1 - e)) by lia. cbn [pow]. ring.
Qed.

(* ** The tail probability of a cell *)

Lemma mantissa_range i : (i < 2 ^ (K + P))%nat -> (cell_mantissa P i < 2 ^ (P - 1))%nat.
Proof.
  intros Hi. unfold cell_mantissa. pose proof double_half as D. destruct (Nat.ltb_spec i (2 ^ P)) as [H | H].
  - rewrite Nat.div2_div. apply Nat.div_lt_upper_bound; lia.
  - pose proof (power_of_two_positive P). destruct (Nat.log2_spec i ltac:(lia)) as [L1 L2].
    assert (LP : (P <= Nat.log2 i)%nat) by (apply Nat.log2_le_pow2; lia).
    apply Nat.div_lt_upper_bound; [apply Nat.pow_nonzero; lia |]. rewrite <- Nat.pow_add_r.
    replace (Nat.log2 i + 1 - P + (P - 1))%nat with (Nat.log2 i) by lia. rewrite Nat.pow_succ_r' in L2. lia.
Qed.

Lemma exponent_range i : (cell_exponent K P i <= K)%nat.
Proof.
  unfold cell_exponent. destruct (Nat.ltb_spec i (2 ^ P)) as [H | H]; [lia |].
  pose proof (power_of_two_positive P). assert (LP : (P <= Nat.log2 i)%nat) by (apply Nat.log2_le_pow2; lia). lia.
Qed.

Lemma tail_value_point p e j : (1 <= p)%nat -> tail_value p e j = em_value p (1 / 2) e j.
Proof.
  intros Hp. unfold tail_value, em_value, em_point. f_equal. f_equal.
  replace (2 ^ p) with (2 * 2 ^ (p - 1)) by (replace p with (S (p - 1)) at 2 by lia; reflexivity).
  field. apply pow_nonzero. lra.
Qed.

Definition cell_tail (i : nat) : R := tail_value P (cell_exponent K P i) (cell_mantissa P i).

Lemma cell_is_near i u : (i < 2 ^ (K + P))%nat -> INR i <= u * 2 ^ (K + P) <= INR i + 1 ->
  ((i < 2 ^ P)%nat -> u * 2 ^ (K + P) < INR i + 1) ->
  relative_uniform (ln (1 + / 2 ^ P)) K u (cell_tail i).
Proof.
  intros Hi Hu Hs. unfold relative_uniform, cell_tail. rewrite tail_value_point by exact P_positive.
  pose proof (mantissa_range i Hi) as Hj. unfold cell_exponent, cell_mantissa in *.
  assert (PK : 0 < 2 ^ K) by (apply pow_lt; lra). assert (PP : 0 < 2 ^ P) by (apply pow_lt; lra).
  assert (Pn : 2 ^ (K + P) = 2 ^ K * 2 ^ P) by apply pow_add.
  destruct (Nat.ltb_spec i (2 ^ P)) as [H | H].
  - right. split.
    + specialize (Hs H). apply lt_le_S, le_INR in H. rewrite S_INR, INR_pow2 in H. rewrite Pn in Hs.
      apply (Rmult_lt_reg_r (2 ^ K)); [exact PK |]. rewrite Rinv_l by lra.
      apply (Rmult_lt_reg_r (2 ^ P)); [exact PP |]. lra.
    + unfold em_value. apply Rle_trans with (em_point P K (2 ^ (P - 1))).
      * left. apply em_point_increasing. pose proof (mantissa_bound P _ Hj). lra.
      * rewrite em_point_end. lra.
  - left. pose proof (power_of_two_positive P). destruct (Nat.log2_spec i ltac:(lia)) as [L1 L2].
    assert (LP : (P <= Nat.log2 i)%nat) by (apply Nat.log2_le_pow2; lia).
    assert (LK : (Nat.log2 i < K + P)%nat) by (apply Nat.log2_lt_pow2; lia).
    set (l := Nat.log2 i) in *. set (q := (l + 1 - P)%nat) in *. set (j := ((i - 2 ^ l) / 2 ^ q)%nat) in *.
    assert (Q0 : (2 ^ q <> 0)%nat) by (apply Nat.pow_nonzero; lia).
    pose proof (Nat.div_mod (i - 2 ^ l) (2 ^ q) Q0) as D. pose proof (Nat.mod_upper_bound (i - 2 ^ l) (2 ^ q) Q0) as M. fold j in D.
    assert (B1 : (2 ^ l + 2 ^ q * j <= i)%nat) by lia. assert (B2 : (i + 1 <= 2 ^ l + 2 ^ q * j + 2 ^ q)%nat) by lia.
    apply le_INR in B1, B2. rewrite !plus_INR, !mult_INR, !INR_pow2 in B1. rewrite !plus_INR, !mult_INR, !INR_pow2 in B2.
    change (INR 1) with 1 in B2. assert (Pq : 0 < 2 ^ q) by (apply pow_lt; lra). assert (Pl : 0 < 2 ^ l) by (apply pow_lt; lra).
    set (V := (u * 2 ^ (K + P) - 2 ^ l) / 2 ^ q - INR j).
    assert (HV : 0 <= V <= 1).
    { unfold V. assert (E : (u * 2 ^ (K + P) - 2 ^ l) / 2 ^ q - INR j = (u * 2 ^ (K + P) - 2 ^ l - 2 ^ q * INR j) / 2 ^ q) by (field; lra).
      rewrite E. split; [apply Rle_div_r | apply Rle_div_l]; lra. }
    assert (E : u = em_point P (K + P - 1 - l) (INR j + V)).
    { unfold V, em_point. replace (S (K + P - 1 - l)) with (K + P - l)%nat by lia.
      replace (2 ^ (K + P)) with (2 ^ (K + P - l) * 2 ^ l) by (rewrite <- pow_add; f_equal; lia).
      replace (2 ^ l) with (2 ^ q * 2 ^ (P - 1)) by (rewrite <- pow_add; f_equal; unfold q; lia).
      field. repeat split; apply pow_nonzero; lra. }
    pose proof (em_bias_bound P (K + P - 1 - l) j (1 / 2) V ltac:(lra) HV) as H2.
    rewrite <- E, em_bias_midpoint in H2 by exact P_positive. unfold log_distance in H2. rewrite Rabs_minus_sym. exact H2.
Qed.

End Generator.

(* ** Words of two tails and an angle *)

(* The word z of 2 m + k bits: the radius' two words, then the angle's. *)
Definition first_word (m z : nat) : nat := (z mod 2 ^ m)%nat.
Definition second_word (m z : nat) : nat := (z / 2 ^ m mod 2 ^ m)%nat.
Definition angle_word (m z : nat) : nat := (z / 2 ^ m / 2 ^ m)%nat.

Lemma sum_of_three m k (g : nat -> nat -> nat -> R) :
  sum (2 ^ (m + (m + k))) (fun z => g (first_word m z) (second_word m z) (angle_word m z)) = sum_words m k g.
Proof.
  pose proof (Nat.pow_nonzero 2 m ltac:(lia)) as Z.
  assert (D : forall i t, (i < 2 ^ m)%nat -> ((i + 2 ^ m * t) mod 2 ^ m = i)%nat /\ ((i + 2 ^ m * t) / 2 ^ m = t)%nat).
  { intros i t Hi. rewrite (Nat.mul_comm (2 ^ m) t), Nat.mod_add, Nat.div_add, Nat.mod_small, Nat.div_small by assumption. split; reflexivity. }
  rewrite Nat.pow_add_r, sum_blocks.
  rewrite (sum_ext (2 ^ (m + k)) _ (fun t => (fun s => sum (2 ^ m) (fun x => g x (s mod 2 ^ m) (s / 2 ^ m))%nat) t)).
  2: { intros t _. apply sum_ext. intros i Hi. unfold first_word, second_word, angle_word. destruct (D i t Hi) as [-> ->]. reflexivity. }
  rewrite Nat.pow_add_r, sum_blocks. unfold sum_words.
  rewrite (sum_ext (2 ^ k) _ (fun t => sum (2 ^ m) (fun y => sum (2 ^ m) (fun x => g x y t)))).
  2: { intros t _. apply sum_ext. intros y Hy. destruct (D y t Hy) as [-> ->]. reflexivity. }
  rewrite sum_exchange.
  rewrite (sum_ext (2 ^ m) _ (fun y => sum (2 ^ m) (fun x => sum (2 ^ k) (fun t => g x y t)))) by (intros y _; apply sum_exchange).
  apply sum_exchange.
Qed.

(* The draws of a word, and those of a point of the cube. *)
Definition draws_of_word (K m z : nat) : (nat * nat) * (nat * nat) * nat :=
  ((word_exponent K (first_word m z), word_mantissa K (first_word m z)),
   (word_exponent K (second_word m z), word_mantissa K (second_word m z)), angle_word m z).
Definition draws_of_point (K P A : nat) (w : point) : (nat * nat) * (nat * nat) * nat :=
  match words_of_point (K + P) A w with
  | (x, y, t) => ((cell_exponent K P x, cell_mantissa P x), (cell_exponent K P y, cell_mantissa P y), t)
  end.

Theorem count_is_probability K P A (f : (nat * nat) * (nat * nat) * nat -> bool) : (1 <= P)%nat ->
  event unit_cube (fun w => f (draws_of_point K P A w)) /\
  Pr unit_cube (fun w => f (draws_of_point K P A w))
  = count (2 ^ ((K + P) + ((K + P) + A))) (fun z => f (draws_of_word K (K + P) z)) / (2 ^ (K + P) * 2 ^ (K + P) * 2 ^ A).
Proof.
  intros HP. set (m := (K + P)%nat).
  set (h := fun w : nat * nat * nat => match w with
    (x, y, t) => f ((cell_exponent K P x, cell_mantissa P x), (cell_exponent K P y, cell_mantissa P y), t) end).
  destruct (words_in_the_cube m A h) as [E H].
  assert (Same : forall w, h (words_of_point m A w) = f (draws_of_point K P A w)).
  { intros w. unfold h, draws_of_point. fold m. destruct (words_of_point m A w) as [[x y] t]. reflexivity. }
  split; [exact (event_ext unit_cube _ _ Same E) |].
  refine (eq_trans (eq_sym (Pr_ext unit_cube _ _ Same)) (eq_trans H _)). f_equal. rewrite count_is_sum.
  refine (eq_trans _ (eq_sym (sum_of_three m A (fun x y t =>
    indicator (f ((word_exponent K x, word_mantissa K x), (word_exponent K y, word_mantissa K y), t)))))).
  unfold sum_words, h. symmetry.
  refine (eq_trans (sum_over_words K P HP (fun e j => sum (2 ^ m) (fun y => sum (2 ^ A) (fun t =>
    indicator (f ((e, j), (word_exponent K y, word_mantissa K y), t)))))) _).
  apply sum_ext. intros x _.
  exact (sum_over_words K P HP (fun e j => sum (2 ^ A) (fun t => indicator (f ((cell_exponent K P x, cell_mantissa P x), (e, j), t))))).
Qed.
