(* The check of each cell of the table of inverse_tail_64, and what its polynomial is worth if it passes.

   The polynomial is value·2^-58 + (d₁ u + … + d₉ u⁹)·2^-62 for ℓ = c + w u. As `value` is rounded to a multiple of 2^-58, it is
   g at c + δ rather than at c; `guess` finds δ, and what it finds is verified. Rests on InverseTailCheck.v and InverseTailCells.v. *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Interval Require Import Float.Specific_ops.
From Kdelta Require Import Binary LaplaceLaw NormalTail NormalMills NormalInverse.
From Kdelta Require Import InverseTailMoments InverseTailModel InverseTailApproximation InverseTailMills InverseTailCheck InverseTailCells.
Import ListNotations.

Local Open Scope R_scope.

(* value, d₁ to d₉ *)
Definition Row : Type := Z * list Z.

(* −ln 2Φ̄(x) − c in units of 2^-72, where both are close: M(0) e^(x²/2 − c)/M(x) − 1. Nothing is claimed of it. *)
Definition guess (q sigma nx ex nc ec : Z) (m : Z * Z) : Z :=
  (let k := 1 - 2 * ex in
   match Intervals.upper (exponential (nx * nx - Z.shiftl nc (ec + k)) k) with
   | Float p e => Z.shiftl (root_180 * p) (e + 72 + q + sigma - 180) / fst m - 2 ^ 72
   | _ => 0
   end)%Z.

(* Cell i. *)
Definition row_passes (i : Z) (row : Row) : bool :=
  (let '(value, slopes) := row in
   let q := 76 in
   let e := i / 16 - 2 in
   let sigma := scale_of value (-58) in
   let hp := 0 :: map (fun d => Z.shiftl d (q - 62 - sigma)) slopes in
   let xq := Z.shiftl value (-58 + q - sigma) in
   let moments := moments_of q sigma value (-58) 13 in
   let m := hd (0, 0) moments in
   let nc := (33 + 2 * (i mod 16)) * 2 ^ (e + 67) - 2 ^ 70 in
   let deltan := guess q sigma value (-58) nc (-72) m in
   let '(y, f) := find q 1 (5 - e + 2 * sigma) hp moments in
   let joint := joint_of 1 (5 - e + 2 * sigma) deltan (72 + 2 * sigma) hp y in
   let u := units 1 (5 - e + 2 * sigma) deltan (72 + 2 * sigma) 257 (76 + 2 * sigma) 0 joint f in
   (0 <=? 5 - e + 2 * sigma) && (0 <=? e + 67) && (0 <? value) && (0 <=? q - 62 - sigma) &&
   (Z.of_nat (length slopes) =? 9) && (Z.of_nat (length moments) =? 14) &&
   anchor_holds q sigma value (-58) (nc + deltan) (-72) 76 m &&
   passes sigma hp f u &&
   ((sigma =? 0) && (- 2 ^ q <=? 16 * (xq - reach hp)) || (0 <? xq - reach hp) && (2 ^ (q * 15) <=? 2 * (xq - reach hp) ^ 15)) &&
   (u + Z.shiftr u 15 + 1 <=? Z.shiftl 9 (q - 62 - sigma)))%Z%bool.

Lemma ev_shiftl k p u : (0 <= k)%Z -> ev (map (fun d => Z.shiftl d k) p) u = bpow radix2 k * horner (map IZR p) u.
Proof. intros Hk. induction p as [| a p IH]; cbn [map ev horner]; [ring |]. rewrite IH, shiftl_real by exact Hk. ring. Qed.

Theorem row_sound i value slopes u : row_passes i (value, slopes) = true -> Rabs u <= 1 ->
  let l := (IZR (33 + 2 * (i mod 16)) + u) * bpow radix2 (i / 16 - 7) - / 4 in 0 <= l ->
  Rabs (IZR value * bpow radix2 (-58) + u * horner (map IZR slopes) u * bpow radix2 (-62) - inverse_tail l) <= 9 * bpow radix2 (-62).
Proof.
  intros H Hu l Hl. unfold row_passes in H.
  set (e := (i / 16 - 2)%Z) in *. set (sigma := scale_of value (-58)) in *.
  set (hp := (0 :: map (fun d => Z.shiftl d (76 - 62 - sigma)) slopes)%Z) in *.
  set (xq := Z.shiftl value (-58 + 76 - sigma)) in *. set (moments := moments_of 76 sigma value (-58) 13) in *.
  set (nc := ((33 + 2 * (i mod 16)) * 2 ^ (e + 67) - 2 ^ 70)%Z) in *.
  set (deltan := guess 76 sigma value (-58) nc (-72) (hd (0, 0)%Z moments)) in *.
  destruct (find 76 1 (5 - e + 2 * sigma) hp moments) as [y f] eqn:Ef. destruct (passed_psi _ _ _ _ _ _ _ Ef) as [Ey Ef'].
  set (joint := joint_of 1 (5 - e + 2 * sigma) deltan (72 + 2 * sigma) hp y) in *.
  set (v := units 1 (5 - e + 2 * sigma) deltan (72 + 2 * sigma) 257 (76 + 2 * sigma) 0 joint f) in *.
  apply andb_prop in H as [H A10]. apply andb_prop in H as [H A9]. apply andb_prop in H as [H A8]. apply andb_prop in H as [H A7].
  apply andb_prop in H as [H A6]. apply andb_prop in H as [H A5]. apply andb_prop in H as [H A4]. apply andb_prop in H as [H A3].
  apply andb_prop in H as [A1 A2].
  apply Z.ltb_lt in A3. apply Z.leb_le in A1, A2, A4, A10. apply Z.eqb_eq in A5, A6.
  assert (Cases : (sigma = 0 /\ - 2 ^ 76 <= 16 * (xq - reach hp)
    \/ 0 < xq - reach hp /\ 2 ^ (76 * Z.of_nat 15) <= 2 * (xq - reach hp) ^ Z.of_nat 15)%Z).
  { apply orb_prop in A9 as [A | A]; apply andb_prop in A as [A A'].
    - apply Z.eqb_eq in A. apply Z.leb_le in A'. now left.
    - apply Z.ltb_lt in A. apply Z.leb_le in A'. now right. }
  clear A9 Ef.
  assert (S0 : (0 <= sigma)%Z) by (unfold sigma, scale_of; lia).
  set (s := bpow radix2 sigma) in *. set (B := bpow radix2 76) in *.
  assert (Ps : 0 < s) by apply bpow_gt_0. assert (PB : 0 < B) by apply bpow_gt_0.
  set (w := bpow radix2 (e - 5)). assert (Pw : 0 < w) by apply bpow_gt_0.
  set (x := dyadic (value, (-58)%Z)). set (c := IZR (33 + 2 * (i mod 16)) * w - / 4).
  set (delta := IZR deltan * bpow radix2 (-72)). set (rp := map (fun a => IZR a / B) hp).
  assert (Close : Forall2 (fun rho a => Rabs (rho * B - IZR a) <= 1) rp hp).
  { unfold rp. clear - PB. induction hp as [| a hp' IH]; cbn [map]; [constructor |]. constructor; [| exact IH].
    replace (IZR a / B * B - IZR a) with 0 by (field; lra). rewrite Rabs_R0. lra. }
  assert (Poly : forall t, x + s * horner rp t = x + t * horner (map IZR slopes) t * bpow radix2 (-62)).
  { intros t. unfold rp. rewrite horner_ev. unfold hp. cbn [ev]. rewrite ev_shiftl by exact A4.
    replace (76 - 62 - sigma)%Z with (76 + -62 + - sigma)%Z by ring. rewrite !bpow_plus, bpow_opp. fold B s. field. lra. }
  assert (Xx : x = IZR xq / B * s).
  { unfold xq. rewrite shiftl_real by lia. unfold x, dyadic, B, s. cbn [fst snd]. unfold Rdiv.
    rewrite <- bpow_opp, !Rmult_assoc, <- !bpow_plus. do 2 f_equal. ring. }
  pose proof (moments_sound 76 value (-58) 13 ltac:(lia) A3 ltac:(lia) ltac:(fold sigma; lia)) as Mom. cbv zeta in Mom. fold sigma s x moments in Mom.
  assert (L14 : length moments = 14%nat) by lia.
  assert (Reach : forall t, Rabs t <= 1 -> IZR (xq - reach hp) * s / B <= x + s * horner rp t).
  { intros t Ht. pose proof (h_reach 76 rp hp) as R. cbv zeta in R. specialize (R Close t Ht). fold B in R.
    rewrite Xx, minus_IZR. assert (Ha : Rabs (horner rp t) <= IZR (reach hp) / B).
    { apply Rmult_le_reg_r with B; [exact PB |]. replace (IZR (reach hp) / B * B) with (IZR (reach hp)) by (field; lra). exact R. }
    apply Rabs_le_inv in Ha. replace ((IZR xq - IZR (reach hp)) * s / B) with (IZR xq / B * s + s * - (IZR (reach hp) / B)) by (field; lra).
    apply Rplus_le_compat_l, Rmult_le_compat_l; lra. }
  assert (R0 : IZR (xq - reach hp) * s / B <= x).
  { rewrite Xx. replace (IZR xq / B * s) with (IZR xq * s / B) by (field; lra). apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |].
    apply Rmult_le_compat_r; [lra |]. apply IZR_le. unfold reach. pose proof (norm_nonneg hp). lia. }
  assert (Bounded : forall t z, Rabs t <= 1 -> Rmin x (x + s * horner rp t) <= z -> s ^ 15 * moment 14 z <= 2).
  { intros t z Ht Hz. apply (moment_bounded 14 s sigma B 76 x z xq (reach hp)); trivial; try lia.
    apply Rle_trans with (2 := Hz). apply Rmin_glb; [exact R0 | now apply Reach]. }
  assert (Anchor : Rabs (minus_ln_tail (x + s * horner rp 0) - (c + w * 0) - delta) <= 257 * bpow radix2 (- (76))).
  { rewrite Poly, Rmult_0_r, !Rmult_0_l, !Rplus_0_r.
    replace (minus_ln_tail x - c - delta) with (minus_ln_tail x - dyadic ((nc + deltan)%Z, (-72)%Z)).
    - apply (anchor_sound 76 sigma value (-58) (nc + deltan) (-72) 76 (hd (0, 0)%Z moments)); trivial; try lia.
      destruct moments as [| b m]; [discriminate L14 |]. destruct Mom as [Mom _]. cbn [hd]. rewrite pow_1 in Mom. exact Mom.
    - unfold dyadic, nc, delta, c. cbn [fst snd]. rewrite plus_IZR, minus_IZR, mult_IZR, power_is_bpow by exact A2.
      replace (IZR (2 ^ 70)) with (bpow radix2 70) by (now rewrite <- power_is_bpow by lia).
      replace (/ 4) with (bpow radix2 70 * bpow radix2 (-72)) by (rewrite <- bpow_plus; reflexivity).
      replace w with (bpow radix2 (e + 67) * bpow radix2 (-72)) by (unfold w; rewrite <- bpow_plus; f_equal; ring). ring. }
  assert (Kappa : w / (s * s) = IZR 1 * bpow radix2 (- (5 - e + 2 * sigma))).
  { unfold w, s, Rdiv. rewrite <- bpow_plus, <- bpow_opp, Rmult_1_l, <- bpow_plus. f_equal. ring. }
  assert (Delta : delta / (s * s) = IZR deltan * bpow radix2 (- (72 + 2 * sigma))).
  { unfold delta, s, Rdiv. rewrite <- bpow_plus, <- bpow_opp, Rmult_assoc, <- bpow_plus. do 2 f_equal. ring. }
  assert (D0 : 257 * bpow radix2 (- (76)) / (s * s) = IZR 257 * bpow radix2 (- (76 + 2 * sigma))).
  { unfold s, Rdiv. rewrite <- bpow_plus, <- bpow_opp, Rmult_assoc, <- bpow_plus. do 2 f_equal. ring. }
  assert (El : c + w * u = l).
  { unfold c, l, w. replace (i / 16 - 7)%Z with (e - 5)%Z by (unfold e; ring). ring. }
  pose proof (cell_sound 76 sigma 1 (5 - e + 2 * sigma) deltan (72 + 2 * sigma) 257 (76 + 2 * sigma) joint 13 x c w delta
    (257 * bpow radix2 (- (76))) rp hp moments false) as Sound.
  cbv zeta in Sound. rewrite Ey, Ef' in Sound.
  assert (Len : (2 <= length hp)%nat) by (unfold hp; cbn [length]; rewrite map_length; lia).
  specialize (Sound ltac:(lia) S0 A1 ltac:(lia) ltac:(lia) Pw Kappa Delta D0 Close Len L14 Mom Bounded Anchor
    (or_introl eq_refl) A8 u Hu). fold s B v in Sound.
  rewrite El, Poly in Sound. specialize (Sound Hl). unfold x, dyadic in Sound. cbn [fst snd] in Sound.
  apply Rle_trans with (1 := Sound).
  pose proof (shiftr_real v 15 ltac:(lia)) as S1. change (bpow radix2 15) with 32768 in S1.
  apply IZR_le in A10. rewrite !plus_IZR, shiftl_real in A10 by exact A4.
  assert (U1 : IZR v * (1 + / 2 ^ 15) <= 9 * bpow radix2 (76 - 62 - sigma)) by lra.
  replace (9 * bpow radix2 (-62)) with (9 * bpow radix2 (76 - 62 - sigma) * (s / B)).
  - apply Rmult_le_compat_r; [left; now apply Rdiv_lt_0_compat | exact U1].
  - unfold s, B, Rdiv. rewrite <- bpow_opp, Rmult_assoc, <- !bpow_plus. do 2 f_equal. ring.
Qed.
