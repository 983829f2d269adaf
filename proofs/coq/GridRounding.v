(* Rounding to the grid L·Z, L = 2^log2, |log2| ≤ 100: halves up, exact in binary64 (crates/finite/src/grid.rs).

   `index_near` is Grid::index_near, the function of every release, without its clamp to ±2^51, and with the floor that its
   difference of bit patterns is (argued below). Its result is
   ⌊y/L + ½⌋ whenever |y/L| ≤ 2^51; the cell of the index i is [(i − ½)L, (i + ½)L[. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
From Kdelta Require Import Binary64.

Local Open Scope R_scope.

Definition step (log2 : Z) : R := bpow radix2 log2.

(* The index of the cell of y: what the code computes. *)
Definition nearest_up (t : R) : Z := Zfloor (t + / 2).

Definition SHIFT : R := IZR (3 * 2 ^ 51).

(* The bit pattern of an integer of [2^52, 2^53] counts the integers, so the difference of the patterns of
   `shifted` and SHIFT is the difference of the integers. *)
Definition index_of_shifted (t : R) : Z :=
  let shifted := rnd (t + SHIFT) in
  let n := rnd (shifted - SHIFT) in
  (Zfloor (shifted - SHIFT) + if Req_bool (rnd (t - n)) (/ 2) then 1 else 0)%Z.

Definition index_near (log2 : Z) (y : R) : Z := index_of_shifted (rnd (y * bpow radix2 (- log2))).

(* From 2^52 to 2^53 rounding is rounding to an integer. *)
Lemma rnd_integer x : bpow radix2 52 <= x <= bpow radix2 53 -> exists n : Z, rnd x = IZR n /\ Rabs (x - IZR n) <= / 2.
Proof.
  intros [H1 [H2 | ->]].
  - exists (ZnearestE x). assert (P : 0 < x) by (pose proof (bpow_gt_0 radix2 52); lra).
    assert (M : mag radix2 x = 53%Z :> Z) by (apply mag_unique; rewrite Rabs_pos_eq by lra; split; [exact H1 | exact H2]).
    unfold rnd, round, scaled_mantissa, cexp, F2R. rewrite M. change (FLT_exp (-1074) 53 53) with 0%Z. cbn [Fnum Fexp bpow Z.opp].
    rewrite 2!Rmult_1_r. split; [reflexivity | apply Znearest_half].
  - exists (2 ^ 53)%Z. change (IZR (2 ^ 53)) with (bpow radix2 53). split.
    + apply rnd_exact. apply generic_format_bpow. unfold FLT_exp. lia.
    + rewrite Rminus_diag_eq, Rabs_R0 by easy. lra.
Qed.

(* t − n is exact for the integer n nearest to t. *)
Lemma fraction_exact t n : format64 t -> Rabs (t - IZR n) <= / 2 -> rnd (t - IZR n) = t - IZR n.
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

Lemma nearest_up_unique t n : IZR n - / 2 <= t < IZR n + / 2 -> nearest_up t = n.
Proof. intros H. apply Zfloor_imp. rewrite plus_IZR. lra. Qed.

Theorem index_of_shifted_exact t : format64 t -> Rabs t <= bpow radix2 51 -> index_of_shifted t = nearest_up t.
Proof.
  intros Ft Ht. apply Rabs_le_inv in Ht. change (bpow radix2 51) with 2251799813685248 in Ht.
  unfold index_of_shifted. cbv zeta.
  assert (Es : SHIFT = 6755399441055744) by reflexivity.
  destruct (rnd_integer (t + SHIFT)) as (N & EN & HN).
  { change (bpow radix2 52) with 4503599627370496. change (bpow radix2 53) with 9007199254740992. rewrite Es. lra. }
  rewrite EN. set (n := (N - 3 * 2 ^ 51)%Z).
  assert (En : IZR N - SHIFT = IZR n) by (unfold n, SHIFT; now rewrite minus_IZR).
  assert (Hn : Rabs (t - IZR n) <= / 2) by (rewrite <- En; replace (t - (IZR N - SHIFT)) with (t + SHIFT - IZR N) by ring; exact HN).
  rewrite En, Zfloor_IZR.
  assert (Fn : rnd (IZR n) = IZR n).
  { apply rnd_exact, (format_dyadic _ n 0); [cbn [bpow]; ring | | lia].
    apply Rabs_le_inv in Hn. assert (- (2 ^ 52) < n < 2 ^ 52)%Z; [| lia].
    split; apply lt_IZR; [change (IZR (- 2 ^ 52)) with (-4503599627370496) | change (IZR (2 ^ 52)) with 4503599627370496]; lra. }
  rewrite Fn, (fraction_exact t n Ft Hn). apply Rabs_le_inv in Hn.
  destruct (Req_bool_spec (t - IZR n) (/ 2)) as [H | H]; symmetry; apply nearest_up_unique.
  - rewrite plus_IZR. lra.
  - rewrite Z.add_0_r. assert (t - IZR n < / 2) by (destruct Hn as [_ [Hn | Hn]]; [exact Hn | contradiction]). lra.
Qed.

(* Scaling by a power of two is exact, or everything is far below ½. *)
Theorem index_near_exact log2 y : (-100 <= log2 <= 100)%Z -> format64 y -> Rabs (y / step log2) <= bpow radix2 51 ->
  index_near log2 y = nearest_up (y / step log2).
Proof.
  intros Hl Fy Hy. unfold index_near, step in *. unfold Rdiv in *. rewrite <- bpow_opp in *.
  destruct (format_parts y Fy) as (a & e & Ey & Ba & Be).
  destruct (Z.le_gt_cases (-1074) (e - log2)) as [H | H].
  - assert (Ft : format64 (y * bpow radix2 (- log2))).
    { apply (format_dyadic _ a (e - log2)); [| easy | easy]. rewrite Ey, Rmult_assoc, <- bpow_plus. reflexivity. }
    rewrite rnd_exact by exact Ft. now apply index_of_shifted_exact.
  - set (t := y * bpow radix2 (- log2)) in *.
    assert (Bt : - bpow radix2 (-1000) <= t <= bpow radix2 (-1000)).
    { apply Rabs_le_inv. unfold t. rewrite Ey, Rmult_assoc, <- bpow_plus, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0.
      rewrite <- abs_IZR. apply Rle_trans with (bpow radix2 53 * bpow radix2 (e + - log2)).
      - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (bpow radix2 53) with (IZR (2 ^ 53)). apply IZR_le. lia.
      - rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (Fb : format64 (bpow radix2 (-1000))) by (apply generic_format_bpow; unfold FLT_exp; lia).
    assert (Br : - bpow radix2 (-1000) <= rnd t <= bpow radix2 (-1000)).
    { split; [rewrite <- (rnd_exact (- bpow radix2 (-1000))) by now apply format_opp | rewrite <- (rnd_exact (bpow radix2 (-1000))) by easy];
        apply rnd_le; lra. }
    assert (Small : bpow radix2 (-1000) <= / 4) by (change (/ 4) with (bpow radix2 (-2)); apply bpow_le; lia).
    rewrite index_of_shifted_exact; [| apply rnd_format |].
    + rewrite 2!(nearest_up_unique _ 0) by lra. reflexivity.
    + apply Rabs_le. change (bpow radix2 51) with 2251799813685248. lra.
Qed.

(* The grid point of an index, and of y. *)
Definition grid_point (log2 i : Z) : R := IZR i * step log2.
Definition round_to_grid (log2 : Z) (y : R) : R := grid_point log2 (nearest_up (y / step log2)).

Lemma step_pos log2 : 0 < step log2.
Proof. apply bpow_gt_0. Qed.

(* F::grid_point: the conversion of the index and the product are exact. *)
Theorem grid_point_exact log2 i : (-100 <= log2 <= 100)%Z -> (Z.abs i <= 2 ^ 52)%Z ->
  rnd (IZR i) = IZR i /\ rnd (IZR i * bpow radix2 log2) = grid_point log2 i /\ format64 (grid_point log2 i).
Proof.
  intros Hl Hi. assert (F : format64 (grid_point log2 i)) by (apply (format_dyadic _ i log2); [reflexivity | lia | lia]).
  repeat split; [| now apply rnd_exact | exact F].
  apply rnd_exact, (format_dyadic _ i 0); [cbn [bpow]; ring | lia | lia].
Qed.

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
