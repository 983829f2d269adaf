(* Rounding to the grid L·Z, L = 2^log2: halves up, exact (crates/finite/src/grid.rs).

   `index_near` is Grid::index_near, the function of every release, without its clamp to ±2^51, and with the floor that its
   difference of bit patterns is (argued below). The code runs it in f64, for f32 as well; what is proved holds in any format:
   the result is ⌊y/L + ½⌋ whenever |y/L| ≤ 2^(precision − 2), which is 2^51 in f64. The cell of the index i is
   [(i − ½)L, (i + ½)L[.
   Rests on Binary.v. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
From Kdelta Require Import Binary.

Local Open Scope R_scope.

Definition step (log2 : Z) : R := bpow radix2 log2.

(* The index of the cell of y: what the code computes. *)
Definition nearest_up (t : R) : Z := Zfloor (t + / 2).

Lemma nearest_up_unique t n : IZR n - / 2 <= t < IZR n + / 2 -> nearest_up t = n.
Proof. intros H. apply Zfloor_imp. rewrite plus_IZR. lra. Qed.

(* The grid point of an index, and of y. *)
Definition grid_point (log2 i : Z) : R := IZR i * step log2.
Definition round_to_grid (log2 : Z) (y : R) : R := grid_point log2 (nearest_up (y / step log2)).

Lemma step_pos log2 : 0 < step log2.
Proof. apply bpow_gt_0. Qed.

Section Format.

Context {f : Format}.

(* 1.5·2^52 in f64 *)
Definition SHIFT : R := IZR (3 * 2 ^ (fraction - 1)).

(* The bit pattern of an integer of [2^fraction, 2^precision] counts the integers, so the difference of the patterns of
   `shifted` and SHIFT is the difference of the integers. *)
Definition index_of_shifted (t : R) : Z :=
  let shifted := rnd (t + SHIFT) in
  let n := rnd (shifted - SHIFT) in
  (Zfloor (shifted - SHIFT) + if Req_bool (rnd (t - n)) (/ 2) then 1 else 0)%Z.

Definition index_near (log2 : Z) (y : R) : Z := index_of_shifted (rnd (y * bpow radix2 (- log2))).

(* From 2^fraction to 2^precision rounding is rounding to an integer. *)
Lemma rnd_integer x : bpow radix2 fraction <= x <= bpow radix2 precision -> exists n : Z, rnd x = IZR n /\ Rabs (x - IZR n) <= / 2.
Proof.
  pose proof fraction_large as FL. pose proof least_small as LS. intros [H1 [H2 | ->]].
  - exists (ZnearestE x). assert (P : 0 < x) by (pose proof (bpow_gt_0 radix2 fraction); lra).
    assert (M : mag radix2 x = precision :> Z).
    { apply mag_unique. rewrite Rabs_pos_eq by lra. replace (precision - 1)%Z with fraction by ring. now split. }
    unfold rnd, round, scaled_mantissa, cexp, F2R. rewrite M.
    replace (exponents precision) with 0%Z by (unfold FLT_exp; lia). cbn [Fnum Fexp bpow Z.opp].
    rewrite 2!Rmult_1_r. split; [reflexivity | apply Znearest_half].
  - exists (2 ^ precision)%Z. rewrite power_is_bpow by lia. split.
    + apply rnd_exact, format_bpow. lia.
    + rewrite Rminus_diag_eq, Rabs_R0 by easy. lra.
Qed.

(* t − n is exact for the integer n nearest to t. *)
Lemma fraction_exact t n : in_format t -> Rabs (t - IZR n) <= / 2 -> rnd (t - IZR n) = t - IZR n.
Proof.
  intros Ft Hn. apply rnd_exact. destruct (format_parts t Ft) as (a & e & Et & Ba & Be).
  destruct (Rlt_dec (Rabs t) (/ 2)) as [S | S].
  - (* n = 0 *)
    assert (n = 0)%Z as ->; [| now rewrite Rminus_0_r].
    apply Rabs_lt_inv in S. apply Rabs_le_inv in Hn.
    assert (-1 < n < 1)%Z by (split; apply lt_IZR; lra). lia.
  - destruct (Z.le_gt_cases 0 e) as [E | E].
    + (* t is an integer, so n = t *)
      assert (It : t = IZR (a * 2 ^ e)) by (rewrite mult_IZR, Et; f_equal; change 2%Z with (radix_val radix2); now rewrite IZR_Zpower).
      assert (n = a * 2 ^ e)%Z as ->.
      { rewrite It, <- minus_IZR, <- abs_IZR in Hn. assert (Z.abs (a * 2 ^ e - n) < 1)%Z by (apply lt_IZR; lra). lia. }
      rewrite It, Rminus_diag_eq by easy. apply generic_format_0.
    + assert (Ed : t - IZR n = IZR (a - n * 2 ^ (- e)) * bpow radix2 e).
      { rewrite minus_IZR, mult_IZR, Rmult_minus_distr_r, <- Et. f_equal.
        change 2%Z with (radix_val radix2). rewrite IZR_Zpower, Rmult_assoc, <- bpow_plus, Z.add_opp_diag_l by lia. cbn [bpow]. ring. }
      apply (format_dyadic _ _ _ Ed); [| easy]. apply lt_IZR.
      apply Rle_lt_trans with (IZR (Z.abs a)); [| now apply IZR_lt].
      rewrite 2!abs_IZR. apply Rmult_le_reg_r with (bpow radix2 e); [apply bpow_gt_0 |].
      rewrite <- (Rabs_pos_eq (bpow radix2 e)) by apply bpow_ge_0. rewrite <- 2!Rabs_mult, <- Ed, <- Et. lra.
Qed.

Theorem index_of_shifted_exact t : in_format t -> Rabs t <= bpow radix2 (fraction - 1) -> index_of_shifted t = nearest_up t.
Proof.
  intros Ft Ht. apply Rabs_le_inv in Ht. pose proof fraction_large as FL. pose proof least_small as LS.
  unfold index_of_shifted. cbv zeta. set (P := bpow radix2 (fraction - 1)) in *.
  assert (P4 : 4 <= P) by (change 4 with (bpow radix2 2); apply bpow_le; lia).
  assert (P2 : bpow radix2 fraction = 2 * P) by (unfold P; rewrite <- bpow_twice; f_equal; ring).
  assert (Es : SHIFT = 3 * P) by (unfold SHIFT, P; rewrite mult_IZR, power_is_bpow by lia; reflexivity).
  destruct (rnd_integer (t + SHIFT)) as (N & EN & HN); [rewrite bpow_twice, P2, Es; lra |].
  rewrite EN. set (n := (N - 3 * 2 ^ (fraction - 1))%Z).
  assert (En : IZR N - SHIFT = IZR n) by (unfold n, SHIFT; now rewrite minus_IZR).
  assert (Hn : Rabs (t - IZR n) <= / 2) by (rewrite <- En; replace (t - (IZR N - SHIFT)) with (t + SHIFT - IZR N) by ring; exact HN).
  rewrite En, Zfloor_IZR.
  assert (Fn : rnd (IZR n) = IZR n).
  { apply rnd_exact, (format_dyadic _ n 0); [cbn [bpow]; ring | | lia]. apply Rabs_le_inv in Hn.
    apply lt_IZR. rewrite abs_IZR, power_is_bpow, bpow_twice, P2 by lia. apply Rabs_lt. lra. }
  rewrite Fn, (fraction_exact t n Ft Hn). apply Rabs_le_inv in Hn.
  destruct (Req_bool_spec (t - IZR n) (/ 2)) as [H | H]; symmetry; apply nearest_up_unique.
  - rewrite plus_IZR. lra.
  - rewrite Z.add_0_r. assert (t - IZR n < / 2) by (destruct Hn as [_ [Hn | Hn]]; [exact Hn | contradiction]). lra.
Qed.

(* Scaling by a power of two is exact, or everything is far below ½. *)
Theorem index_near_exact log2 y : in_format y -> Rabs (y / step log2) <= bpow radix2 (fraction - 1) ->
  index_near log2 y = nearest_up (y / step log2).
Proof.
  intros Fy Hy. unfold index_near, step in *. unfold Rdiv in *. rewrite <- bpow_opp in *.
  pose proof fraction_large as FL. pose proof least_small as LS.
  destruct (format_parts y Fy) as (a & e & Ey & Ba & Be).
  destruct (Z.le_gt_cases least (e - log2)) as [H1 | H1].
  - assert (Ft : in_format (y * bpow radix2 (- log2))).
    { apply (format_dyadic _ a (e - log2)); [| easy | easy]. rewrite Ey, Rmult_assoc, <- bpow_plus. reflexivity. }
    rewrite rnd_exact by exact Ft. now apply index_of_shifted_exact.
  - set (t := y * bpow radix2 (- log2)) in *. set (B := bpow radix2 (least + precision)).
    assert (Bt : - B <= t <= B).
    { apply Rabs_le_inv. unfold t. rewrite Ey, Rmult_assoc, <- bpow_plus, Rabs_bpow, <- abs_IZR.
      apply Rle_trans with (bpow radix2 precision * bpow radix2 (e + - log2)).
      - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. rewrite <- power_is_bpow by lia. apply IZR_le. lia.
      - rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (Fb : in_format B) by (apply format_bpow; lia).
    assert (Br : - B <= rnd t <= B).
    { split; [rewrite <- (rnd_exact (- B)) by now apply format_opp | rewrite <- (rnd_exact B) by easy]; apply rnd_le; lra. }
    assert (Small : B <= / 4) by (change (/ 4) with (bpow radix2 (-2)); apply bpow_le; lia).
    rewrite index_of_shifted_exact; [| apply rnd_format |].
    + rewrite 2!(nearest_up_unique _ 0) by lra. reflexivity.
    + apply Rabs_le. assert (bpow radix2 2 <= bpow radix2 (fraction - 1)) by (apply bpow_le; lia). change (bpow radix2 2) with 4 in *. lra.
Qed.

(* F::grid_point: the conversion of the index and the product are exact. *)
Theorem grid_point_exact log2 i : (least <= log2)%Z -> (Z.abs i <= 2 ^ fraction)%Z ->
  rnd (IZR i) = IZR i /\ rnd (IZR i * bpow radix2 log2) = grid_point log2 i /\ in_format (grid_point log2 i).
Proof.
  intros Hl Hi. pose proof fraction_large as FL. pose proof least_small as LS.
  assert (Bi : (Z.abs i < 2 ^ precision)%Z) by (apply Z.le_lt_trans with (1 := Hi); apply Z.pow_lt_mono_r; lia).
  assert (F : in_format (grid_point log2 i)) by (apply (format_dyadic _ i log2); [reflexivity | exact Bi | exact Hl]).
  repeat split; [| now apply rnd_exact | exact F].
  apply rnd_exact, (format_dyadic _ i 0); [cbn [bpow]; ring | exact Bi | lia].
Qed.

End Format.

(* The cell of i is [(i − ½)L, (i + ½)L[. *)
Theorem cell_of_index log2 y i :
  nearest_up (y / step log2) = i <-> grid_point log2 i - step log2 / 2 <= y < grid_point log2 i + step log2 / 2.
Proof.
  pose proof (step_pos log2) as P. set (L := step log2) in *. unfold grid_point. fold L.
  assert (E : y / L * L = y) by (field; lra). split.
  - intros <-. unfold nearest_up. pose proof (Zfloor_lb (y / L + / 2)). pose proof (Zfloor_ub (y / L + / 2)). nra.
  - intros H. apply nearest_up_unique. split; [apply Rmult_le_reg_r with L | apply Rmult_lt_reg_r with L]; lra.
Qed.

Theorem round_to_grid_near log2 y : Rabs (round_to_grid log2 y - y) <= step log2 / 2.
Proof.
  destruct (cell_of_index log2 y (nearest_up (y / step log2))) as [H _]. specialize (H eq_refl).
  apply Rabs_le. unfold round_to_grid. lra.
Qed.

Theorem round_to_grid_monotone log2 y y' : y <= y' -> round_to_grid log2 y <= round_to_grid log2 y'.
Proof.
  intros H. pose proof (step_pos log2) as P. apply Rmult_le_compat_r; [lra |]. apply IZR_le, Zfloor_le.
  apply Rplus_le_compat_r, Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | exact H].
Qed.

Theorem round_to_grid_fixes log2 i : round_to_grid log2 (grid_point log2 i) = grid_point log2 i.
Proof.
  unfold round_to_grid. f_equal. apply cell_of_index. pose proof (step_pos log2). lra.
Qed.

Theorem round_to_grid_idempotent log2 y : round_to_grid log2 (round_to_grid log2 y) = round_to_grid log2 y.
Proof. apply round_to_grid_fixes. Qed.

(* Halves go up. *)
Theorem round_to_grid_halves_up log2 i : round_to_grid log2 (grid_point log2 i + step log2 / 2) = grid_point log2 (i + 1).
Proof.
  unfold round_to_grid. f_equal. apply cell_of_index. pose proof (step_pos log2). unfold grid_point. rewrite plus_IZR. lra.
Qed.
