(* inverse_tail_f64 of crates/finite/src/inverse_tail.rs: what the source computes, and the error of its roundings.

   Every operation is rounded as IEEE 754 rounds it. As in the source, the bit pattern of t = ℓ + 1/4 chooses the cell; that
   there is one is `position_exists`. Rests on Binary.v and ErrorTerms.v. *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Flocq Require Import Core Sterbenz.
From Kdelta Require Import Binary PureInterval ErrorTerms InverseTailModel InverseTailCells.
Import ListNotations.

Local Open Scope R_scope.

Definition Cell : Type := Z * Z * list Z.

Local Existing Instance binary64.

(* ** The source *)

(* (c₁ + r c₂) + z((c₃ + r c₄) + z(…)) *)
Fixpoint nested (c : list R) (r z : R) : R :=
  match c with
  | a :: b :: rest =>
      let pair := rnd (a + rnd (r * b)) in
      match rest with nil => pair | _ => rnd (pair + rnd (z * nested rest r z)) end
  | _ => 0
  end.

Definition evaluate (cell : Cell) (l : R) : R :=
  let '(centre, value, slopes) := cell in
  let r := rnd (l - real64 centre) in
  let z := rnd (r * r) in
  rnd (real64 value + rnd (r * nested (slope_reals slopes) r z)).

(* t = ℓ + 1/4, given by its bits *)
Definition position (l : R) (bits : Z) : Prop := (2 ^ 52 <= bits < 2047 * 2 ^ 52)%Z /\ real64 bits = rnd (l + / 4).
Definition cell_index (bits : Z) : Z := (bits / 2 ^ 48 - 1021 * 2 ^ 4)%Z.

(* The fallback of the look-up, of which nothing is claimed. *)
Definition nowhere : Cell := (0, 0, [0x3ff4000000000000; 0; 0; 0; 0; 0; 0; 0])%Z.

Definition inverse_tail_of (cells : list Cell) (l : R) (bits : Z) : R :=
  evaluate (nth (Z.to_nat (cell_index bits)) cells nowhere) l.

(* ** The roundings before the last *)

Definition grown (b : bound) : bound := Bound (size b) (error b * (1 + / 2 ^ 53) + / 2 ^ 53 * size b + / 2 ^ 800).

Lemma half_ulp_is : half_ulp = / 2 ^ 53.
Proof. unfold half_ulp. change (- (fraction + 1))%Z with (- Z.of_nat 53)%Z. apply bpow_inv. Qed.

Lemma off_grown scale x y b : bpow radix2 (-274) <= scale -> off (x / scale) (y / scale) b -> off (rnd x / scale) (y / scale) (grown b).
Proof.
  intros Hs [H1 H2]. assert (P : 0 < scale) by (pose proof (bpow_gt_0 radix2 (-274)); lra).
  split; cbn [grown size error]; [exact H1 |]. pose proof (rnd_error x) as E. rewrite half_ulp_is in E.
  assert (T : tiny <= / 2 ^ 800 * scale).
  { unfold tiny. change (1 - (2 ^ (width - 1) - 1) - fraction)%Z with (-1074)%Z. rewrite <- (bpow_inv 800).
    apply Rle_trans with (bpow radix2 (- Z.of_nat 800) * bpow radix2 (-274)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Hs]. }
  assert (X : Rabs (x / scale) <= size b + error b).
  { replace (x / scale) with (y / scale + (x / scale - y / scale)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  assert (N : Rabs ((rnd x - x) / scale) <= / 2 ^ 53 * Rabs (x / scale) + / 2 ^ 800).
  { unfold Rdiv. rewrite !Rabs_mult, Rabs_inv, (Rabs_pos_eq scale) by lra. apply Rmult_le_reg_r with scale; [exact P |].
    rewrite Rmult_plus_distr_r, !Rmult_assoc, Rinv_l, !Rmult_1_r by lra. lra. }
  replace (rnd x / scale - y / scale) with ((rnd x - x) / scale + (x / scale - y / scale)) by (field; lra).
  apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.

Definition exactly (d : R) : bound := Bound d 0.
Definition square_bound : bound := grown (product (exactly 1) (exactly 1)).
Fixpoint nested_bound (d : list R) : bound :=
  match d with
  | a :: b :: rest =>
      let pair := grown (sum (exactly a) (grown (product (exactly 1) (exactly b)))) in
      match rest with nil => pair | _ => grown (sum pair (grown (product square_bound (nested_bound rest)))) end
  | _ => exactly 0
  end.

(* |c₁| ≤ scale d₁, |c₂| w ≤ scale d₂, |c₃| w² ≤ scale d₃, …, and no scale so small that a subnormal matters *)
Fixpoint sized (scale w : R) (c d : list R) : Prop :=
  match c, d with
  | a :: c, b :: d => bpow radix2 (-274) <= scale /\ Rabs a <= scale * b /\ sized (scale / w) w c d
  | nil, nil => True
  | _, _ => False
  end.

Section Roundings.

Variables (w r : R).
Hypothesis w_large : bpow radix2 (-100) <= w.
Hypothesis r_small : Rabs r <= w.
Let z := rnd (r * r).

Let Pw : 0 < w := Rlt_le_trans _ _ _ (bpow_gt_0 radix2 (-100)) w_large.

Lemma r_off : off (r / w) (r / w) (exactly 1).
Proof.
  apply off_exact. unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq w) by lra.
  apply Rmult_le_reg_r with w; [exact Pw |]. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma z_off : off (z / (w * w)) (r * r / (w * w)) square_bound.
Proof.
  apply off_grown.
  - apply Rle_trans with (bpow radix2 (-100) * bpow radix2 (-100)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat; try apply bpow_ge_0; exact w_large.
  - replace (r * r / (w * w)) with (r / w * (r / w)) by (field; lra). apply off_product; exact r_off.
Qed.

Lemma coefficient_off scale a d : 0 < scale -> Rabs a <= scale * d -> off (a / scale) (a / scale) (exactly d).
Proof.
  intros P H. apply off_exact. unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq scale) by lra.
  apply Rmult_le_reg_r with scale; [exact P |]. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma nested_off n c d scale : (length c <= n)%nat -> Nat.Even (length c) -> sized scale w c d -> c <> nil ->
  off (nested c r z / scale) (horner c r / scale) (nested_bound d).
Proof.
  revert c d scale. induction n as [| n IH]; intros c d scale L Ev S N; [destruct c; [now elim N | cbn in L; lia] |].
  destruct c as [| a [| b rest]]; [now elim N | destruct Ev as [k Ev]; cbn in Ev; lia |].
  destruct d as [| da [| db drest]]; cbn [sized] in S; try tauto. destruct S as (P1 & A & P2 & Bb & S).
  assert (Q1 : 0 < scale) by (pose proof (bpow_gt_0 radix2 (-274)); lra).
  assert (Q2 : 0 < scale / w) by (pose proof (bpow_gt_0 radix2 (-274)); lra).
  assert (Pair : off (rnd (a + rnd (r * b)) / scale) ((a + r * b) / scale) (grown (sum (exactly da) (grown (product (exactly 1) (exactly db)))))).
  { apply off_grown; [exact P1 |]. replace ((a + rnd (r * b)) / scale) with (a / scale + rnd (r * b) / scale) by (field; lra).
    replace ((a + r * b) / scale) with (a / scale + r * b / scale) by (field; lra).
    apply off_sum; [now apply coefficient_off |]. apply off_grown; [exact P1 |].
    replace (r * b / scale) with (r / w * (b / (scale / w))) by (field; lra).
    apply off_product; [exact r_off | now apply coefficient_off]. }
  destruct rest as [| c0 rest].
  - destruct drest as [| d0 drest]; [| now elim S]. cbn [nested nested_bound horner]. rewrite Rmult_0_r, Rplus_0_r. exact Pair.
  - destruct drest as [| d0 drest]; [now elim S |].
    change (nested (a :: b :: c0 :: rest) r z) with (rnd (rnd (a + rnd (r * b)) + rnd (z * nested (c0 :: rest) r z))).
    change (nested_bound (da :: db :: d0 :: drest)) with (grown (sum (grown (sum (exactly da) (grown (product (exactly 1) (exactly db)))))
      (grown (product square_bound (nested_bound (d0 :: drest)))))).
    change (horner (a :: b :: c0 :: rest) r) with (a + r * (b + r * horner (c0 :: rest) r)).
    set (inner := nested (c0 :: rest) r z). set (exact := horner (c0 :: rest) r).
    assert (I : off (inner / (scale / w / w)) (exact / (scale / w / w)) (nested_bound (d0 :: drest))).
    { apply IH; trivial; [cbn in L |- *; lia | | discriminate]. destruct Ev as [k Ev]. exists (k - 1)%nat. cbn in Ev |- *. lia. }
    apply off_grown; [exact P1 |].
    replace ((rnd (a + rnd (r * b)) + rnd (z * inner)) / scale) with (rnd (a + rnd (r * b)) / scale + rnd (z * inner) / scale) by (field; lra).
    replace ((a + r * (b + r * exact)) / scale) with ((a + r * b) / scale + r * r * exact / scale) by (field; lra).
    apply off_sum; [exact Pair |]. apply off_grown; [exact P1 |].
    replace (z * inner / scale) with (z / (w * w) * (inner / (scale / w / w))) by (field; lra).
    replace (r * r * exact / scale) with (r * r / (w * w) * (exact / (scale / w / w))) by (field; lra).
    apply off_product; [exact z_off | exact I].
Qed.

Lemma product_off c d scale : (length c = 8)%nat -> sized scale w c d -> bpow radix2 (-274) <= scale * w ->
  Rabs (rnd (r * nested c r z) - r * horner c r) <= error (grown (product (exactly 1) (nested_bound d))) * (scale * w).
Proof.
  intros L S P. assert (N : c <> nil) by (intros ->; discriminate). assert (Ev : Nat.Even (length c)) by (rewrite L; exists 4%nat; reflexivity).
  assert (Q : 0 < scale * w) by (pose proof (bpow_gt_0 radix2 (-274)); lra).
  assert (Qs : 0 < scale) by (apply Rmult_lt_reg_r with w; lra).
  assert (O : off (rnd (r * nested c r z) / (scale * w)) (r * horner c r / (scale * w)) (grown (product (exactly 1) (nested_bound d)))).
  { apply off_grown; [exact P |].
    replace (r * nested c r z / (scale * w)) with (r / w * (nested c r z / scale)) by (field; lra).
    replace (r * horner c r / (scale * w)) with (r / w * (horner c r / scale)) by (field; lra).
    apply off_product; [exact r_off |]. now apply (nested_off 8); [lia | | |]. }
  destruct O as [_ O]. apply Rmult_le_reg_r with (/ (scale * w)); [now apply Rinv_0_lt_compat |].
  rewrite (Rmult_assoc (error _)), Rinv_r, Rmult_1_r by lra. apply Rle_trans with (2 := O). right.
  rewrite <- (Rabs_pos_eq (/ (scale * w))) by (left; now apply Rinv_0_lt_compat). rewrite <- Rabs_mult. f_equal. field. lra.
Qed.

End Roundings.

(* ** What the numbers of a cell must satisfy *)

(* Each coefficient is small beside the first: |c_k| w^(k−1) ≤ c₁/2^(5(k−1)+1). *)
Fixpoint ratios_from (k n : nat) : list R := match n with O => nil | S n => / 2 ^ (5 * k + 1) :: ratios_from (S k) n end.
Definition ratios : list R := 1 :: ratios_from 1 7.

Lemma product_error : error (grown (product (exactly 1) (nested_bound ratios))) <= 16 / 5 * / 2 ^ 53.
Proof. cbn -[pow]. interval with (i_prec 120). Qed.

(* c₁ = n1·2^m1, w = nw·2^ew, power = nw^k, and c_(k+1), c_(k+2), … *)
Fixpoint dominated (n1 m1 nw ew k power : Z) (slopes : list (Z * Z)) : bool :=
  match slopes with
  | nil => true
  | (n, m) :: slopes =>
      let sh := (m1 - m - k * (ew + 5) - 1)%Z in
      ((Z.shiftl (Z.abs n * power) (Z.max 0 (- sh)) <=? Z.shiftl n1 (Z.max 0 sh)) && dominated n1 m1 nw ew (k + 1) (power * nw) slopes)%Z%bool
  end.

Definition steep (nw ew : Z) (slopes : list (Z * Z)) : bool :=
  match slopes with
  | nil => false
  | (n1, m1) :: rest =>
      ((1 <=? n1) && (-80 <=? m1) && (Z.of_nat (length rest) =? 7) && (1 <=? nw) && (nw <=? 2 ^ 17) && (-100 <=? ew) && (ew <=? 9) &&
       dominated n1 m1 nw ew 1 nw rest)%Z%bool
  end.

Lemma shifted_le a b sh : (Z.shiftl a (Z.max 0 (- sh)) <= Z.shiftl b (Z.max 0 sh))%Z -> IZR a <= IZR b * bpow radix2 sh.
Proof.
  intros H. apply IZR_le in H. rewrite !shiftl_real in H by lia. destruct (Z.le_gt_cases 0 sh) as [G | G].
  - rewrite Z.max_l, Z.max_r in H by lia. cbn [bpow] in H. lra.
  - rewrite Z.max_r, (Z.max_l 0 sh) in H by lia. cbn [bpow] in H. apply Rmult_le_reg_r with (bpow radix2 (- sh)); [apply bpow_gt_0 |].
    rewrite Rmult_assoc, <- bpow_plus. replace (sh + - sh)%Z with 0%Z by ring. exact H.
Qed.

Lemma dominated_sound n1 m1 nw ew k slopes : (1 <= n1)%Z -> (-80 <= m1)%Z -> (1 <= nw <= 2 ^ 17)%Z -> (-100 <= ew <= 9)%Z ->
  (k + length slopes <= 8)%nat -> dominated n1 m1 nw ew (Z.of_nat k) (nw ^ Z.of_nat k) slopes = true ->
  let w := dyadic (nw, ew) in
  sized (dyadic (n1, m1) / w ^ k) w (map dyadic slopes) (ratios_from k (length slopes)).
Proof.
  intros Hn Hm Hnw Hew. revert k. induction slopes as [| [n m] slopes IH]; intros k L D w; cbn [map length ratios_from sized]; [exact I |].
  cbn [dominated] in D. apply andb_prop in D as [D1 D2]. apply Z.leb_le in D1. apply shifted_le in D1. cbn [length] in L.
  assert (N1 : 1 <= IZR nw <= bpow radix2 17) by (rewrite <- power_is_bpow by lia; split; apply IZR_le; lia).
  assert (Ew : bpow radix2 (-100) <= bpow radix2 ew <= bpow radix2 9) by (split; apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 ew) as Pew.
  assert (Pw : 0 < w) by (unfold w, dyadic; cbn [fst snd]; apply Rmult_lt_0_compat; lra).
  assert (W1 : w <= bpow radix2 26).
  { unfold w, dyadic. cbn [fst snd]. change 26%Z with (17 + 9)%Z. rewrite bpow_plus. apply Rmult_le_compat; lra. }
  assert (C1 : bpow radix2 (-80) <= dyadic (n1, m1)).
  { unfold dyadic. cbn [fst snd]. apply Rle_trans with (1 * bpow radix2 m1); [rewrite Rmult_1_l; apply bpow_le; lia |].
    apply Rmult_le_compat_r; [apply bpow_ge_0 | apply IZR_le; lia]. }
  assert (Wk : w ^ k <= bpow radix2 182).
  { apply Rle_trans with (bpow radix2 26 ^ k); [apply pow_incr; lra |]. rewrite <- InverseTailCheck.bpow_pow. apply bpow_le. lia. }
  assert (Pk : 0 < w ^ k) by now apply pow_lt. set (c1 := dyadic (n1, m1)) in *.
  pose proof (bpow_gt_0 radix2 (-80)) as P80.
  split; [| split].
  - apply Rmult_le_reg_r with (w ^ k); [exact Pk |]. replace (c1 / w ^ k * w ^ k) with c1 by (field; lra).
    apply Rle_trans with (2 := C1). apply Rle_trans with (bpow radix2 (-274) * bpow radix2 182).
    + apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Wk].
    + rewrite <- bpow_plus. apply bpow_le. lia.
  - assert (A : Rabs (dyadic (n, m)) = IZR (Z.abs n) * bpow radix2 m) by (unfold dyadic; cbn [fst snd]; rewrite Rabs_bpow, <- abs_IZR; reflexivity).
    rewrite A. apply Rmult_le_reg_r with (w ^ k); [exact Pk |].
    replace (c1 / w ^ k * / 2 ^ (5 * k + 1) * w ^ k) with (c1 * / 2 ^ (5 * k + 1)) by (field; split; [apply pow_nonzero; lra | lra]).
    rewrite <- bpow_inv. unfold w, dyadic. cbn [fst snd]. rewrite Rpow_mult_distr, pow_IZR, <- InverseTailCheck.bpow_pow.
    rewrite mult_IZR in D1. unfold c1, dyadic. cbn [fst snd].
    replace (IZR (Z.abs n) * bpow radix2 m * (IZR (nw ^ Z.of_nat k) * bpow radix2 (ew * Z.of_nat k)))
      with (IZR (Z.abs n) * IZR (nw ^ Z.of_nat k) * (bpow radix2 m * bpow radix2 (ew * Z.of_nat k))) by ring.
    apply Rle_trans with (IZR n1 * bpow radix2 (m1 - m - Z.of_nat k * (ew + 5) - 1) * (bpow radix2 m * bpow radix2 (ew * Z.of_nat k))).
    + apply Rmult_le_compat_r; [apply Rmult_le_pos; apply bpow_ge_0 | exact D1].
    + right. rewrite !Rmult_assoc, <- !bpow_plus. do 2 f_equal. lia.
  - replace (c1 / w ^ k / w) with (c1 / w ^ S k) by (cbn [pow]; field; lra). apply IH; [lia |].
    replace (Z.of_nat (S k)) with (Z.of_nat k + 1)%Z by lia. rewrite Z.pow_add_r, Z.pow_1_r by lia. exact D2.
Qed.

Lemma steep_sound nw ew slopes : steep nw ew slopes = true ->
  let w := dyadic (nw, ew) in let c := map dyadic slopes in
  length c = 8%nat /\ sized (hd 0 c) w c ratios /\ bpow radix2 (-80) <= hd 0 c /\ bpow radix2 (-100) <= w.
Proof.
  intros H w c. unfold c. destruct slopes as [| [n1 m1] rest]; [discriminate |]. cbn [steep] in H.
  apply andb_prop in H as [H A8]. apply andb_prop in H as [H A7]. apply andb_prop in H as [H A6]. apply andb_prop in H as [H A5].
  apply andb_prop in H as [H A4]. apply andb_prop in H as [H A3]. apply andb_prop in H as [A1 A2].
  apply Z.leb_le in A1, A2, A4, A5, A6, A7. apply Z.eqb_eq in A3. assert (L : length rest = 7%nat) by lia.
  cbn [map hd length].
  assert (C1 : bpow radix2 (-80) <= dyadic (n1, m1)).
  { unfold dyadic. cbn [fst snd]. apply Rle_trans with (1 * bpow radix2 m1); [rewrite Rmult_1_l; apply bpow_le; lia |].
    apply Rmult_le_compat_r; [apply bpow_ge_0 | apply IZR_le; lia]. }
  assert (W1 : bpow radix2 (-100) <= w).
  { unfold w, dyadic. cbn [fst snd]. apply Rle_trans with (1 * bpow radix2 ew); [rewrite Rmult_1_l; apply bpow_le; lia |].
    apply Rmult_le_compat_r; [apply bpow_ge_0 | apply IZR_le; lia]. }
  pose proof (bpow_gt_0 radix2 (-80)). pose proof (bpow_gt_0 radix2 (-100)).
  split; [rewrite map_length, L; reflexivity |]. split; [| split; assumption].
  unfold ratios. cbn [sized]. split; [apply Rle_trans with (2 := C1), bpow_le; lia |]. split; [rewrite Rabs_pos_eq; lra |].
  pose proof (dominated_sound n1 m1 nw ew 1 rest A1 A2 ltac:(lia) ltac:(lia) ltac:(lia)) as D. rewrite L in D.
  change (Z.of_nat 1) with 1%Z in D. rewrite Z.pow_1_r in D. specialize (D A8). cbv zeta in D. rewrite pow_1 in D. exact D.
Qed.

(* The cell reaches from its centre as far as w = 65537·2^(e−21), and no nearer to 0 than half its centre. *)
Definition covers (i nc ec : Z) : bool :=
  (let e := i / 16 - 2 in
   let centre := Z.shiftl nc (ec + 80) in
   let w := 65537 * 2 ^ (e + 59) in
   (0 <=? ec + 80) && (-2 <=? e) && ((17 + i mod 16) * 2 ^ (e + 76) <=? centre + 2 ^ 78 + w) &&
   (centre + 2 ^ 78 - w <=? (16 + i mod 16) * (2 ^ 51 - 1) * 2 ^ (e + 25)) && (2 * w <=? centre))%Z%bool.

(* ** The cell of ℓ *)

Lemma position_cell l bits : position l bits ->
  let i := cell_index bits in let e := (i / 16 - 2)%Z in
  IZR (16 + i mod 16) * bpow radix2 (e - 4) <= rnd (l + / 4) < IZR (17 + i mod 16) * bpow radix2 (e - 4).
Proof.
  intros [Hb E] i e. rewrite <- E. pose proof (@real_normal binary64 bits) as N. cbn [width fraction binary64] in N.
  change (2 ^ 11)%Z with 2048%Z in N. rewrite N by lia. clear N E.
  assert (D : (bits / 2 ^ 52 = e + 1023)%Z).
  { unfold e, i, cell_index. change (2 ^ 52)%Z with (2 ^ 48 * 16)%Z. rewrite <- Z.div_div by lia.
    replace (bits / 2 ^ 48 - 1021 * 2 ^ 4)%Z with (bits / 2 ^ 48 + (-1021) * 16)%Z by ring. rewrite Z.div_add by lia. lia. }
  assert (M : exists rest, (bits mod 2 ^ 52 = (i mod 16) * 2 ^ 48 + rest)%Z /\ (0 <= rest < 2 ^ 48)%Z).
  { exists (bits mod 2 ^ 48)%Z. split; [| apply Z.mod_pos_bound; lia].
    unfold i, cell_index. replace (bits / 2 ^ 48 - 1021 * 2 ^ 4)%Z with (bits / 2 ^ 48 + (-1021) * 16)%Z by ring. rewrite Z.mod_add by lia.
    change (2 ^ 52)%Z with (2 ^ 48 * 16)%Z. rewrite Z.rem_mul_r by lia. ring. }
  destruct M as (rest & -> & Hr). rewrite D. change (2 ^ (11 - 1) - 1)%Z with 1023%Z.
  replace (e + 1023 - 1023 - 52)%Z with (e - 4 + -48)%Z by ring. rewrite bpow_plus.
  pose proof (bpow_gt_0 radix2 (e - 4)) as P. set (b := bpow radix2 (e - 4)) in *.
  assert (E48 : IZR (2 ^ 48) * bpow radix2 (-48) = 1) by (rewrite power_is_bpow by lia; rewrite <- bpow_plus; reflexivity).
  pose proof (bpow_gt_0 radix2 (-48)) as P48. set (f := bpow radix2 (-48)) in *. set (s := (i mod 16)%Z) in *.
  replace (IZR (2 ^ 52 + (s * 2 ^ 48 + rest)) * (b * f)) with ((IZR (16 + s) * (IZR (2 ^ 48) * f) + IZR rest * f) * b).
  - rewrite E48. assert (0 <= IZR rest * f < 1).
    { split; [apply Rmult_le_pos; [apply (IZR_le 0); lia | lra] |]. rewrite <- E48. apply Rmult_lt_compat_r; [exact P48 | apply IZR_lt; lia]. }
    replace (17 + s)%Z with (16 + s + 1)%Z by ring. rewrite (plus_IZR (16 + s)). split; [apply Rmult_le_compat_r | apply Rmult_lt_compat_r]; lra.
  - rewrite !plus_IZR, !mult_IZR. change (2 ^ 52)%Z with (16 * 2 ^ 48)%Z. rewrite mult_IZR. ring.
Qed.

(* Before it is rounded, ℓ + 1/4 is below the upper end, and hardly below the lower one. *)
Lemma position_range l bits : 0 <= l -> position l bits ->
  let i := cell_index bits in let e := (i / 16 - 2)%Z in (-2 <= e <= 1000)%Z ->
  IZR (16 + i mod 16) * (1 - / 2 ^ 51) * bpow radix2 (e - 4) <= l + / 4 < IZR (17 + i mod 16) * bpow radix2 (e - 4).
Proof.
  intros Hl H i e He. pose proof (position_cell l bits H) as C. cbv zeta in C. fold i e in C. set (s := (i mod 16)%Z) in *.
  assert (S : (0 <= s < 16)%Z) by (apply Z.mod_pos_bound; lia). pose proof (bpow_gt_0 radix2 (e - 4)) as P. set (b := bpow radix2 (e - 4)) in *.
  split.
  - pose proof (rnd_error (l + / 4)) as E. rewrite half_ulp_is in E. rewrite (Rabs_pos_eq (l + / 4)) in E by lra.
    assert (T : tiny <= / 2 ^ 54 * (l + / 4)).
    { apply Rle_trans with (/ 2 ^ 54 * / 4); [| lra]. unfold tiny. change (1 - (2 ^ (width - 1) - 1) - fraction)%Z with (-1074)%Z.
      change (/ 4) with (bpow radix2 (-2)). rewrite <- (bpow_inv 54), <- bpow_plus. apply bpow_le. lia. }
    apply Rabs_le_inv in E. set (v := l + / 4) in *. set (a := IZR (16 + s) * b) in *.
    replace (IZR (16 + s) * (1 - / 2 ^ 51) * b) with (a * (1 - / 2 ^ 51)) by (unfold a; ring).
    assert (a <= v * (1 + / 2 ^ 53 + / 2 ^ 54)) by lra. assert (0 <= v) by (unfold v; lra).
    apply Rle_trans with (v * (1 + / 2 ^ 53 + / 2 ^ 54) * (1 - / 2 ^ 51)); [apply Rmult_le_compat_r; lra |].
    rewrite Rmult_assoc. rewrite <- (Rmult_1_r v) at 2. apply Rmult_le_compat_l; lra.
  - destruct (Rlt_le_dec (l + / 4) (IZR (17 + s) * b)) as [G | G]; [exact G | exfalso].
    apply rnd_le in G. rewrite (rnd_exact (IZR (17 + s) * b)) in G; [lra |].
    apply (format_dyadic _ (17 + s) (e - 4)); [reflexivity | | ]; cbn [width fraction binary64]; lia.
Qed.

Lemma real64_format b : in_format (real64 b).
Proof.
  unfold real. destruct (@decode binary64 b) as [n e] eqn:D. apply (format_dyadic _ n e); [reflexivity | |];
    unfold decode in D; injection D as En Ee; cbn [width fraction binary64] in *.
  - pose proof (Z.mod_pos_bound b (2 ^ 52) ltac:(lia)). change (Z.pow_pos 2 52) with (2 ^ 52)%Z in *.
    destruct (_ =? 0)%Z; match goal with E : (if ?t then _ else _) = n |- _ => destruct t end; lia.
  - lia.
Qed.

Lemma covers_sound l bits nc ec : 0 <= l -> position l bits -> (cell_index bits < 528)%Z -> covers (cell_index bits) nc ec = true ->
  let c := dyadic (nc, ec) in let w := 65537 * bpow radix2 (cell_index bits / 16 - 2 - 21) in
  Rabs (l - c) <= w /\ c / 2 <= l <= 2 * c.
Proof.
  intros Hl H Hi Hc c w. unfold covers in Hc. set (i := cell_index bits) in *. set (e := (i / 16 - 2)%Z) in *.
  apply andb_prop in Hc as [Hc C5]. apply andb_prop in Hc as [Hc C4]. apply andb_prop in Hc as [Hc C3]. apply andb_prop in Hc as [C1 C2].
  apply Z.leb_le in C1, C2, C3, C4, C5.
  assert (He : (-2 <= e <= 1000)%Z) by (split; [exact C2 |]; unfold e; assert (i / 16 <= 528 / 16)%Z by (apply Z.div_le_mono; lia); cbn in *; lia).
  pose proof (position_range l bits Hl H He) as [R1 R2]. fold i e in R1, R2. set (s := (i mod 16)%Z) in *.
  assert (B80 : 0 < bpow radix2 80) by apply bpow_gt_0.
  assert (Ec : IZR (Z.shiftl nc (ec + 80)) = c * bpow radix2 80).
  { rewrite shiftl_real by exact C1. unfold c, dyadic. cbn [fst snd]. rewrite bpow_plus. ring. }
  assert (Ew : IZR (65537 * 2 ^ (e + 59)) = w * bpow radix2 80).
  { rewrite mult_IZR, power_is_bpow by lia. unfold w. replace (e + 59)%Z with (e - 21 + 80)%Z by ring. rewrite bpow_plus. ring. }
  assert (E78 : IZR (2 ^ 78) = / 4 * bpow radix2 80) by (rewrite power_is_bpow by lia; change (/ 4) with (bpow radix2 (-2)); now rewrite <- bpow_plus).
  apply IZR_le in C3, C4, C5. rewrite !plus_IZR, Ec, Ew, E78, mult_IZR, power_is_bpow in C3 by lia.
  rewrite minus_IZR, plus_IZR, Ec, Ew, E78, mult_IZR, power_is_bpow in C4 by lia. rewrite mult_IZR, Ew, Ec in C5.
  replace (e + 76)%Z with (e - 4 + 80)%Z in C3 by ring. replace (e + 25)%Z with (e - 4 + 80 + -51)%Z in C4 by ring.
  rewrite (bpow_plus radix2 (e - 4)) in C3. rewrite (bpow_plus radix2 (e - 4 + 80)), (bpow_plus radix2 (e - 4)) in C4. rewrite mult_IZR in C4. change (bpow radix2 (-51)) with (/ 2251799813685248) in C4.
  change (IZR (2 ^ 51 - 1)) with 2251799813685247 in C4.
  set (b := bpow radix2 (e - 4)) in *. set (g := bpow radix2 80) in *. clearbody b g.
  assert (K1 : IZR (17 + s) * b <= c + / 4 + w) by (apply Rmult_le_reg_r with g; lra).
  assert (K2 : c + / 4 - w <= IZR (16 + s) * (1 - / 2 ^ 51) * b).
  { apply Rmult_le_reg_r with g; [exact B80 |]. replace (2 ^ 51) with 2251799813685248 by ring. lra. }
  assert (K3 : 2 * w <= c) by (apply Rmult_le_reg_r with g; lra).
  split; [apply Rabs_le; lra | lra].
Qed.

(* Next to the end of the domain ℓ + 1/4 is not rounded. *)
Lemma below_the_end l : in_format l -> 0 <= l < 2 ^ 31 - / 4 -> / 4 <= rnd (l + / 4) < 2 ^ 31.
Proof.
  intros F Hl. split.
  - apply Rle_trans with (rnd (/ 4)); [| apply rnd_le; lra]. right. symmetry. apply rnd_exact, (format_bpow (-2)). cbn. lia.
  - destruct (Rle_dec l (2 ^ 31 - / 2)) as [H | H].
    + apply Rle_lt_trans with (2 ^ 31 - / 4); [| lra].
      rewrite <- (rnd_exact (2 ^ 31 - / 4)); [apply rnd_le; lra |].
      apply (format_dyadic _ 8589934591 (-2)); [change (bpow radix2 (-2)) with (/ 4); lra | cbn; lia | cbn; lia].
    + destruct (format_parts l F) as (n & e & E & Bn & Be). cbn [width fraction binary64] in Bn, Be.
      assert (e22 : (-22 <= e)%Z).
      { destruct (Z.le_gt_cases (-22) e) as [G | G]; [exact G | exfalso].
        assert (l <= IZR (2 ^ 53) * bpow radix2 (-23)).
        { rewrite E. apply Rle_trans with (IZR (2 ^ 53) * bpow radix2 e).
          - apply Rmult_le_compat_r; [apply bpow_ge_0 | apply IZR_le; lia].
          - apply Rmult_le_compat_l; [apply (IZR_le 0); lia | apply bpow_le; lia]. }
        rewrite power_is_bpow, <- bpow_plus in H0 by lia. change (bpow radix2 (53 + -23)) with 1073741824 in H0. lra. }
      assert (X : l + / 4 = IZR (n * 2 ^ (e + 22) + 2 ^ 20) * bpow radix2 (-22)).
      { rewrite plus_IZR, mult_IZR, (power_is_bpow (e + 22)), Rmult_plus_distr_r, Rmult_assoc, <- bpow_plus by lia.
        replace (e + 22 + -22)%Z with e by ring. rewrite <- E. change (IZR (2 ^ 20) * bpow radix2 (-22)) with (1048576 * / 4194304). lra. }
      set (m := (n * 2 ^ (e + 22) + 2 ^ 20)%Z) in *.
      assert (Bm : (0 <= m < 2 ^ 53)%Z).
      { assert (P22 : 0 < bpow radix2 (-22)) by apply bpow_gt_0. split; [apply le_IZR | apply lt_IZR].
        - apply Rmult_le_reg_r with (1 := P22). rewrite <- X. lra.
        - apply Rmult_lt_reg_r with (1 := P22). rewrite <- X, power_is_bpow, <- bpow_plus by lia. change (bpow radix2 (53 + -22)) with 2147483648. lra. }
      rewrite rnd_exact; [lra |]. apply (format_dyadic _ m (-22)); [exact X | cbn; lia | cbn; lia].
Qed.

Lemma index_range l bits : in_format l -> 0 <= l < 2 ^ 31 - / 4 -> position l bits -> (0 <= cell_index bits < 528)%Z.
Proof.
  intros F Hl H. pose proof (below_the_end l F Hl) as R. pose proof (position_cell l bits H) as C. cbv zeta in C.
  set (i := cell_index bits) in *. set (s := (i mod 16)%Z) in *. assert (S : (0 <= s < 16)%Z) by (apply Z.mod_pos_bound; lia).
  pose proof (Z.div_mod i 16 ltac:(lia)) as Ei. fold s in Ei. set (j := (i / 16)%Z) in *.
  assert (J1 : (-1 < j)%Z).
  { destruct (Z.lt_ge_cases (-1) j) as [G | G]; [exact G | exfalso].
    assert (IZR (17 + s) * bpow radix2 (j - 2 - 4) <= IZR 32 * bpow radix2 (-7)).
    { apply Rmult_le_compat; [apply (IZR_le 0); lia | apply bpow_ge_0 | apply IZR_le; lia | apply bpow_le; lia]. }
    change (bpow radix2 (-7)) with (/ 128) in H0. lra. }
  assert (J2 : (j < 33)%Z).
  { destruct (Z.lt_ge_cases j 33) as [G | G]; [exact G | exfalso].
    assert (IZR 16 * bpow radix2 27 <= IZR (16 + s) * bpow radix2 (j - 2 - 4)).
    { apply Rmult_le_compat; [lra | apply bpow_ge_0 | apply IZR_le; lia | apply bpow_le; lia]. }
    change (bpow radix2 27) with 134217728 in H0. lra. }
  lia.
Qed.

(* Every ℓ of the domain has a position. *)
Theorem position_exists l : in_format l -> 0 <= l < 2 ^ 31 - / 4 -> exists bits, position l bits.
Proof.
  intros F Hl. pose proof (below_the_end l F Hl) as R. pose proof (rnd_format (l + / 4)) as Fv. unfold position. set (v := rnd (l + / 4)) in *.
  destruct (mag radix2 v) as [e Hmag] eqn:Ee. pose proof (Hmag ltac:(lra)) as He. rewrite Rabs_pos_eq in He by lra.
  assert (E1 : (-2 < e)%Z) by (apply (lt_bpow radix2); change (bpow radix2 (-2)) with (/ 4); lra).
  assert (E2 : (e - 1 < 31)%Z) by (apply (lt_bpow radix2); change (bpow radix2 31) with 2147483648; lra).
  assert (Ec : cexp radix2 exponents v = (e - 53)%Z) by (unfold cexp; rewrite Ee; cbn [mag_val]; unfold FLT_exp; cbn [width fraction binary64]; lia).
  set (n := Ztrunc (scaled_mantissa radix2 exponents v)).
  assert (En : v = IZR n * bpow radix2 (e - 53)) by (unfold in_format, generic_format in Fv; rewrite Ec in Fv; exact Fv).
  assert (Bn : (2 ^ 52 <= n < 2 * 2 ^ 52)%Z).
  { assert (Pe : 0 < bpow radix2 (e - 53)) by apply bpow_gt_0. split.
    - apply le_IZR. apply Rmult_le_reg_r with (1 := Pe). rewrite power_is_bpow, <- bpow_plus, <- En by lia.
      replace (52 + (e - 53))%Z with (e - 1)%Z by ring. lra.
    - apply lt_IZR. apply Rmult_lt_reg_r with (1 := Pe). rewrite mult_IZR, power_is_bpow, <- bpow_twice, <- bpow_plus, <- En by lia.
      replace (52 + 1 + (e - 53))%Z with e by ring. lra. }
  exists ((e + 1022) * 2 ^ 52 + (n - 2 ^ 52))%Z.
  assert (D : (((e + 1022) * 2 ^ 52 + (n - 2 ^ 52)) / 2 ^ 52 = e + 1022)%Z) by (symmetry; apply Z.div_unique with (n - 2 ^ 52)%Z; lia).
  assert (M : (((e + 1022) * 2 ^ 52 + (n - 2 ^ 52)) mod 2 ^ 52 = n - 2 ^ 52)%Z) by (symmetry; apply Z.mod_unique with (e + 1022)%Z; lia).
  split; [lia |]. pose proof (@real_normal binary64 ((e + 1022) * 2 ^ 52 + (n - 2 ^ 52))) as N. cbn [width fraction binary64] in N.
  change (2 ^ 11)%Z with 2048%Z in N. rewrite N, D, M by lia. rewrite En. change (2 ^ (11 - 1) - 1)%Z with 1023%Z. f_equal; f_equal; lia.
Qed.
