(* The whole planar mechanism in f64 with the sampler Gamma, from words of entropy to the released cell: one theorem for every setting.

   PlanarCounts.v with the computed noise and its ledger (PlanarFloat.v) and the float additions and windows of both axes
   (FloatMechanism.v). *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals ZArith Lra Lia.
From Flocq Require Import Core.
From Kdelta Require Import Sinh Words Window Binary GridRounding FloatMechanism.
From Kdelta Require Import PlanarScaling PlanarTheoremA PlanarLaplace PlanarNoise PlanarSamplers PlanarLedger PlanarFloat.
From Kdelta Require Import TableConstants CosSinConstants PlanarCounts.
From Kdelta Require CosSinKernel.

Local Open Scope R_scope.
Local Existing Instance binary64.

(* PlanarLaplace::of with the sampler Gamma, for two tails and a turn. *)
Definition computed_f64 (b : R) (v : R * R) (turn : Z) : plane :=
  polar_f64 b (log_f64 (fst v)) (log_f64 (snd v)) (fst (CosSinKernel.cos_sin turn)) (snd (CosSinKernel.cos_sin turn)).

Definition release_plane_f64 (b : R) (K P A : nat) (log2 lowx lowy : Z) (Nx Ny : nat) (chosen : nat -> nat -> bool) : R * R -> nat -> option nat :=
  release_plane (computed_f64 b) K P A (float_window log2 lowx Nx) (float_window log2 lowy Ny) Ny chosen.

Lemma corners_near log2 low N E : Rabs (corner log2 low 0) < bpow radix2 E /\ Rabs (corner log2 low N) < bpow radix2 E ->
  forall k, (k <= N)%nat -> Rabs (corner log2 low k) < bpow radix2 E.
Proof.
  intros [H0 HN] k Hk. pose proof (corner_monotone log2 low 0 k ltac:(lia)). pose proof (corner_monotone log2 low k N Hk).
  apply Rabs_lt_inv in H0, HN. apply Rabs_lt. lra.
Qed.

(* F24 on one axis, whose corners are below 2^e: its cells, their length, and where its outermost edges are. On no axis they are beyond 2^E. *)
Lemma float_axis log2 low e E N : (-1074 < log2)%Z -> (- 2 ^ 51 < low)%Z -> (low + Z.of_nat N <= 2 ^ 51)%Z -> (-1021 <= e <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 e /\ Rabs (corner log2 low N) < bpow radix2 e ->
  let edge := float_edge log2 low in
  Discretised.rounds_to_cells (float_window log2 low N) edge N /\
  (forall i, (i < N)%nat -> edge i + (step log2 - bpow radix2 (E - 53 - 1)) <= edge (S i)) /\
  corner log2 low 0 - bpow radix2 (e - 53 - 1) <= edge 0%nat /\ edge N <= corner log2 low N.
Proof.
  intros Hlog Hlow Hhigh HE Far edge. pose proof (corners_near _ _ _ _ Far) as Near.
  split; [| split; [| split]].
  - apply float_cells; cbn; lia.
  - intros i Hi. assert (M : bpow radix2 (e - 53 - 1) <= bpow radix2 (E - 53 - 1)) by (apply bpow_le; lia).
    pose proof (@float_cell_long binary64 log2 low e N ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia) Near i Hi) as Long.
    change precision with 53%Z in Long. fold edge in Long. lra.
  - exact (proj1 (@float_edge_near binary64 log2 low e N ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia) Near 0 ltac:(lia))).
  - exact (proj2 (@float_edge_near binary64 log2 low e N ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia) ltac:(cbn; lia) Near N ltac:(lia))).
Qed.

(* Of all words of entropy, those that lead from one answer into a set of outputs are at most e^verdict times as many as those
   that lead there from another. Nothing is assumed of the noise: its density is that of PlanarLaw.v. *)
Theorem planar_f64_mechanism (b T delta_n Dx Dy xl xh yl yh distance verdict : R) (K P A : nat) (log2 lowx lowy Ex Ey E : Z) (Nx Ny : nat)
    (chosen : nat -> nat -> bool) :
  bpow radix2 (-200) <= b -> (1 <= P <= 52)%nat -> (1 <= K < 1000)%nat -> (1 <= A <= 63)%nat ->
  (-1074 < log2)%Z -> (- 2 ^ 51 < lowx)%Z /\ (- 2 ^ 51 < lowy)%Z ->
  (lowx + Z.of_nat Nx <= 2 ^ 51)%Z /\ (lowy + Z.of_nat Ny <= 2 ^ 51)%Z -> (-1021 <= Ex <= E)%Z /\ (-1021 <= Ey <= E)%Z ->
  Rabs (corner log2 lowx 0) < bpow radix2 Ex /\ Rabs (corner log2 lowx Nx) < bpow radix2 Ex ->
  Rabs (corner log2 lowy 0) < bpow radix2 Ey /\ Rabs (corner log2 lowy Ny) < bpow radix2 Ey ->
  (0 < Nx)%nat /\ (0 < Ny)%nat ->
  let g := plane_relative (/ 2 ^ 53) certified_cos_sin once in
  let delta := planar_shift T (2 / / b * ln (1 + / 2 ^ P)) (/ 2 ^ S A) delta_n in
  let L := step log2 - bpow radix2 (E - 53 - 1) in
  0 < T -> 0 <= g <= 1 -> 0 <= delta_n -> plane_absolute (2 * certified_table_f64) certified_cos_sin once * b + g * T <= delta_n ->
  T <= INR K * ln 2 / / b -> euclid Dx Dy + delta < T -> 2 * delta < L ->
  xh - Dx <= corner log2 lowx 0 - bpow radix2 (Ex - 53 - 1) -> corner log2 lowx Nx <= xl + Dx ->
  yh - Dy <= corner log2 lowy 0 - bpow radix2 (Ey - 53 - 1) -> corner log2 lowy Ny <= yl + Dy ->
  / b * distance + kappa_plane (/ b) L delta <= verdict ->
  forall r1 r2 S,
  xl <= fst r1 <= xh /\ yl <= snd r1 <= yh -> xl <= fst r2 <= xh /\ yl <= snd r2 <= yh ->
  euclid (fst r1 - fst r2) (snd r1 - snd r2) <= distance ->
  count (2 ^ ((K + P) + ((K + P) + A))) (fun z => S (release_plane_f64 b K P A log2 lowx lowy Nx Ny chosen r1 z))
  <= exp verdict * count (2 ^ ((K + P) + ((K + P) + A))) (fun z => S (release_plane_f64 b K P A log2 lowx lowy Nx Ny chosen r2 z)).
Proof.
  intros Hb HP HK HA Hlog Hlow Hhigh HE Fx Fy Hsome g delta L HT Hg Hdn Herr Hcut Hlarge HL X1 X2 Y1 Y2 Hv.
  assert (Pb : 0 < b) by (pose proof (bpow_gt_0 radix2 (-200)); lra).
  destruct (float_axis log2 lowx Ex E Nx Hlog (proj1 Hlow) (proj1 Hhigh) (proj1 HE) Fx) as (Cx & Lx & Ex0 & ExN).
  destruct (float_axis log2 lowy Ey E Ny Hlog (proj2 Hlow) (proj2 Hhigh) (proj2 HE) Fy) as (Cy & Ly & Ey0 & EyN).
  apply (planar_counts b (plane_absolute (2 * certified_table_f64) certified_cos_sin once * b) g T delta_n Dx Dy xl xh yl yh distance verdict L
    K P A (computed_f64 b) _ _ (float_edge log2 lowx) (float_edge log2 lowy) Nx Ny chosen); try assumption; try lia; try lra.
  intros e1 j1 e2 j2 turn He1 He2 Hj1 Hj2 Ht. exact (gamma_f64_ledger b P e1 j1 e2 j2 turn Hb ltac:(lia) ltac:(lia) ltac:(lia) Hj1 Hj2 Ht).
Qed.
