(* inverse_tail_f64 and inverse_tail_f32 of crates/finite/src/inverse_tail.rs: the certified error of each, for every argument.

   The table is that of InverseTailConstants.v, which is generated from the source. Each of its 528 cells passes the check
   of InverseTailTable.v; InverseTailCells.v proves what that is worth, and InverseTailKernel.v has the roundings. g is
   `inverse_tail` of NormalInverse.v: 2Φ̄(g(ℓ)) = e^−ℓ. *)
From Coq Require Import Reals ZArith List Bool Lia Lra.
From Flocq Require Import Core Sterbenz.
From Kdelta Require Import Binary ErrorTerms NormalInverse InverseTailModel InverseTailMills InverseTailCells InverseTailKernel.
From Kdelta Require Import InverseTailConstants InverseTailTable.
Import ListNotations.

Local Open Scope R_scope.

Local Existing Instance binary64.

(* All but the last rounding, then that one. *)
Lemma last_rounding v g : 0 <= g -> (1 + / 2 ^ 53) * Rabs (v - g) + bpow radix2 (-1074) <= 5 / 2 ^ 59 + 7 / 2 ^ 59 * g ->
  Rabs (rnd v - g) <= 5 / 2 ^ 59 + 71 / 2 ^ 59 * g.
Proof.
  intros Hg H. pose proof (rnd_error v) as E. rewrite half_ulp_is in E. change tiny with (bpow radix2 (-1074)) in E.
  assert (V : Rabs v <= g + Rabs (v - g)).
  { replace v with (g + (v - g)) at 1 by ring. apply Rle_trans with (1 := Rabs_triang _ _). rewrite (Rabs_pos_eq g) by exact Hg. lra. }
  replace (rnd v - g) with ((rnd v - v) + (v - g)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.

Lemma roundings slopes nw ew r : steep nw ew (map decoded slopes) = true -> let w := dyadic (nw, ew) in let c := slope_reals slopes in
  Rabs r <= w -> Rabs (rnd (r * nested c r (rnd (r * r))) - r * horner c r) <= 16 / 5 * / 2 ^ 53 * (hd 0 c * w).
Proof.
  intros S w c Hr. apply steep_sound in S. cbv zeta in S. rewrite map_map in S. change (map (fun x => dyadic (decoded x)) slopes) with c in S. fold w in S.
  destruct S as (L & Sz & C1 & W). pose proof (bpow_gt_0 radix2 (-80)). pose proof (bpow_gt_0 radix2 (-100)).
  assert (P : bpow radix2 (-274) <= hd 0 c * w).
  { apply Rle_trans with (bpow radix2 (-80) * bpow radix2 (-100)); [rewrite <- bpow_plus; apply bpow_le; lia |]. apply Rmult_le_compat; lra. }
  pose proof (product_off w r W Hr c _ (hd 0 c) L Sz P) as O. apply Rle_trans with (1 := O).
  apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | exact product_error].
Qed.

Theorem cell_certified cell l bits : in_format l -> 0 <= l < 2 ^ 31 - / 4 -> position l bits -> cell_holds (cell_index bits) cell = true ->
  Rabs (evaluate cell l - inverse_tail l) <= 5 / 2 ^ 59 + 71 / 2 ^ 59 * inverse_tail l.
Proof.
  intros F Hl H C. pose proof (index_range l bits F Hl H) as I. destruct cell as [[centre value] slopes]. cbn [evaluate].
  apply last_rounding; [apply inverse_tail_nonneg |]. unfold cell_holds in C. destruct (Z.eqb_spec (cell_index bits) 0) as [E | E].
  - apply andb_prop in C as [C1 C2].
    assert (R : l <= / 64).
    { pose proof (position_range l bits (proj1 Hl) H) as R. cbv zeta in R. rewrite E in R. specialize (R ltac:(cbn; lia)).
      change (0 / 16 - 2 - 4)%Z with (-6)%Z in R. change (bpow radix2 (-6)) with (/ 64) in R. change (17 + 0 mod 16)%Z with 17%Z in R. lra. }
    destruct (first_passes_sound 112 (series_moments 0 0 112 12) centre value slopes 0 0 ltac:(lia) (moments_at_0 112 ltac:(lia)) C1 ltac:(lra)) as (E1 & E2 & _).
    { rewrite Rmult_0_l, Rminus_0_r, Rabs_R0. apply steep_sound in C2. cbv zeta in C2. rewrite map_map in C2. destruct C2 as (_ & _ & C2 & _).
      change (map (fun x => dyadic (decoded x)) slopes) with (slope_reals slopes) in C2. pose proof (bpow_gt_0 radix2 (-80)).
      apply Rmult_le_pos; lra. }
    assert (Z0 : real64 0 = 0) by (unfold real, dyadic; cbn; lra).
    rewrite E1, E2, Z0, Rminus_0_r, Rplus_0_l, (rnd_exact l F).
    apply (first_passes_sound 112 (series_moments 0 0 112 12) centre value slopes l); trivial; [lia | apply moments_at_0; lia | lra |].
    pose proof (roundings slopes 1 (-6) l C2) as O. cbv zeta in O. assert (W : dyadic (1, -6)%Z = / 64) by (unfold dyadic; cbn; lra).
    rewrite W in O. apply O. rewrite Rabs_pos_eq; lra.
  - apply andb_prop in C as [C C3]. apply andb_prop in C as [C1 C2].
    destruct (covers_sound l bits _ _ (proj1 Hl) H (proj2 I) C3) as [R S]. rewrite <- surjective_pairing in R, S.
    change (dyadic (decoded centre)) with (real64 centre) in R, S.
    assert (X : rnd (l - real64 centre) = l - real64 centre).
    { apply rnd_exact. apply sterbenz; [apply valid | apply monotone | exact F | apply real64_format | lra]. }
    rewrite X. apply (cell_passes_sound 76 (cell_index bits / 16 - 2) centre value slopes l _ ltac:(lia) C1 R (proj1 Hl)).
    replace (real64 value + rnd ((l - real64 centre) * nested (slope_reals slopes) (l - real64 centre) (rnd ((l - real64 centre) * (l - real64 centre))))
      - (real64 value + (l - real64 centre) * horner (slope_reals slopes) (l - real64 centre)))
      with (rnd ((l - real64 centre) * nested (slope_reals slopes) (l - real64 centre) (rnd ((l - real64 centre) * (l - real64 centre))))
        - (l - real64 centre) * horner (slope_reals slopes) (l - real64 centre)) by ring.
    pose proof (roundings slopes 65537 (cell_index bits / 16 - 2 - 21) (l - real64 centre) C2) as O. cbv zeta in O. now apply O.
Qed.

Lemma nth_holds cells i n : cells_hold i cells = true -> (n < length cells)%nat -> cell_holds (i + Z.of_nat n) (nth n cells nowhere) = true.
Proof.
  revert i n. induction cells as [| c cells IH]; intros i n H L; cbn [length] in L; [lia |]. cbn [cells_hold] in H. apply andb_prop in H as [H1 H2].
  destruct n as [| n]; cbn [nth]; [now rewrite Z.add_0_r |]. replace (i + Z.of_nat (S n))%Z with (i + 1 + Z.of_nat n)%Z by lia. apply IH; [exact H2 | lia].
Qed.

Definition inverse_tail_f64 : R -> Z -> R := inverse_tail_of inverse_tail_cells.

(* THE CERTIFICATE kernel-inverse-tail-f64.json: every binary64 number of [0, 2^31 − 1/4[, where `bits` is the pattern of
   ℓ + 1/4 rounded, which `position_exists`. *)
Theorem inverse_tail_f64_certified l bits : in_format l -> 0 <= l < 2 ^ 31 - / 4 -> position l bits ->
  Rabs (inverse_tail_f64 l bits - inverse_tail l) <= certified_inverse_tail_f64 + certified_inverse_tail_f64_relative * inverse_tail l.
Proof.
  intros F Hl H. pose proof (index_range l bits F Hl H) as I. unfold inverse_tail_f64, inverse_tail_of.
  assert (L : @length Cell inverse_tail_cells = 528%nat) by (vm_compute; reflexivity).
  pose proof (nth_holds inverse_tail_cells 0 (Z.to_nat (cell_index bits)) table_holds ltac:(rewrite L; lia)) as C.
  rewrite Z2Nat.id, Z.add_0_l in C by lia.
  apply Rle_trans with (1 := cell_certified _ l bits F Hl H C). pose proof (inverse_tail_nonneg l) as G.
  unfold certified_inverse_tail_f64, certified_inverse_tail_f64_relative. apply Rplus_le_compat; [lra |]. apply Rmult_le_compat_r; [exact G | lra].
Qed.

(* That of f64, rounded once. *)
Definition inverse_tail_f32 (l : R) (bits : Z) : R := @rnd binary32 (inverse_tail_f64 l bits).

(* THE CERTIFICATE kernel-inverse-tail-f32.json: every binary32 number of [0, 2^31 − 1/4[, with the bits as above, in f64. *)
Theorem inverse_tail_f32_certified l bits : @in_format binary32 l -> 0 <= l < 2 ^ 31 - / 4 -> position l bits ->
  Rabs (inverse_tail_f32 l bits - inverse_tail l) <= certified_inverse_tail_f32 + certified_inverse_tail_f32_relative * inverse_tail l.
Proof.
  intros F Hl H. pose proof (inverse_tail_f64_certified l bits (binary32_in_binary64 l F) Hl H) as E. pose proof (inverse_tail_nonneg l) as G.
  unfold inverse_tail_f32. set (v := inverse_tail_f64 l bits) in *. set (g := inverse_tail l) in *.
  pose proof (@rnd_error binary32 v) as R. set (w := @rnd binary32 v) in *.
  assert (U : @half_ulp binary32 = / 2 ^ 24) by exact (bpow_inv 24). assert (T : @tiny binary32 = / 2 ^ 149) by exact (bpow_inv 149). rewrite U, T in R.
  assert (V : Rabs v <= g + Rabs (v - g)).
  { replace v with (g + (v - g)) at 1 by ring. apply Rle_trans with (1 := Rabs_triang _ _). rewrite (Rabs_pos_eq g) by exact G. lra. }
  replace (w - g) with ((w - v) + (v - g)) by ring. apply Rle_trans with (1 := Rabs_triang _ _).
  unfold certified_inverse_tail_f64, certified_inverse_tail_f64_relative in E. unfold certified_inverse_tail_f32, certified_inverse_tail_f32_relative. lra.
Qed.
