(* The window of a release: which grid point is released for a sum, or Outside (crates/finite/src/window.rs).

   A cell is what rounds to one grid point; `corner k` is the lower end of the cell of point number low + k.
   Rests on GridRounding.v. *)
From Coq Require Import Reals ZArith Bool Lia Lra.
From Flocq Require Import Core.
From Kdelta Require Import GridRounding Discretised.

Local Open Scope R_scope.

Section Window.

Variables (log2 low : Z) (N : nat).

Definition corner (k : nat) : R := grid_point log2 (low + Z.of_nat k) - step log2 / 2.

(* Grid::index and Window::classify: the number of the grid point nearest to s, counted from the low end of the window. *)
Definition in_window (s : R) : option nat :=
  let i := (nearest_up (s / step log2) - low)%Z in
  if ((0 <=? i)%Z && (i <? Z.of_nat N)%Z)%bool then Some (Z.to_nat i) else None.

Lemma corner_next k : corner (S k) = grid_point log2 (low + Z.of_nat k) + step log2 / 2.
Proof.
  unfold corner, grid_point. replace (low + Z.of_nat (S k))%Z with (low + Z.of_nat k + 1)%Z by lia.
  rewrite plus_IZR. field.
Qed.

Lemma corner_long i : corner i + step log2 <= corner (S i).
Proof. rewrite corner_next. unfold corner. lra. Qed.

Lemma corner_monotone i j : (i <= j)%nat -> corner i <= corner j.
Proof.
  intros H. unfold corner, grid_point. pose proof (step_pos log2).
  assert (IZR (low + Z.of_nat i) <= IZR (low + Z.of_nat j)) by (apply IZR_le; lia). nra.
Qed.

Lemma in_window_some s i : in_window s = Some i <-> (i < N)%nat /\ nearest_up (s / step log2) = (low + Z.of_nat i)%Z.
Proof.
  unfold in_window. cbv zeta. set (n := nearest_up (s / step log2)).
  destruct (Z.leb_spec 0 (n - low)), (Z.ltb_spec (n - low) (Z.of_nat N)); cbn [andb]; split; intros H1;
    try discriminate; try (destruct H1; lia).
  - injection H1 as E. lia.
  - f_equal. destruct H1. lia.
Qed.

Lemma in_window_inside s : corner 0 <= s < corner N -> in_window s <> None.
Proof.
  intros [H1 H2]. unfold in_window. cbv zeta. set (t := s / step log2). pose proof (step_pos log2) as P.
  assert (E : s = t * step log2) by (unfold t; field; lra).
  unfold corner, grid_point in H1, H2. rewrite E in H1, H2. replace (low + Z.of_nat 0)%Z with low in H1 by lia.
  assert (B1 : (low <= nearest_up t)%Z) by (apply Zfloor_lub; apply Rmult_le_reg_r with (step log2); [exact P | lra]).
  assert (B2 : (nearest_up t < low + Z.of_nat N)%Z).
  { apply lt_IZR. apply Rle_lt_trans with (t + / 2); [apply Zfloor_lb |]. apply Rmult_lt_reg_r with (step log2); [exact P | lra]. }
  destruct (Z.leb_spec 0 (nearest_up t - low)); [| lia].
  destruct (Z.ltb_spec (nearest_up t - low) (Z.of_nat N)); [| lia]. cbn [andb]. discriminate.
Qed.

(* For an exact sum the cells are those of the grid. *)
Theorem window_cells : rounds_to_cells in_window corner N.
Proof.
  split; [| split].
  - intros y i H. apply in_window_some in H as [Hi E]. split; [exact Hi |].
    apply cell_of_index in E. rewrite corner_next. unfold corner. lra.
  - intros y i Hi H. rewrite corner_next in H. unfold corner in H.
    apply in_window_some. split; [exact Hi |]. apply cell_of_index. lra.
  - intros y H. apply in_window_inside. lra.
Qed.

End Window.
