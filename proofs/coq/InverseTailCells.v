(* The check of each cell of the table of inverse_tail_f64, and what its polynomial is worth if it passes. *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Binary PureInterval LaplaceLaw NormalTail NormalMills NormalInverse.
From Kdelta Require Import InverseTailMoments InverseTailModel InverseTailApproximation InverseTailMills InverseTailCheck.
Import ListNotations.

Local Open Scope R_scope.

(* ** The check *)

(* c_k w^k/s in units of 2^-q, where w = 65537·2^(e−21) *)
Fixpoint scaled (q sigma e k power : Z) (slopes : list (Z * Z)) : list Z :=
  match slopes with
  | nil => nil
  | (n, m) :: slopes => Z.shiftl (n * power) (m + k * (e - 21) + q - sigma) :: scaled q sigma e (k + 1) (power * 65537) slopes
  end%Z.

(* The errors together are within the ledger: `reached` bounds c₁ w, and g is at least `least_g`, all in units of s/2^q. *)
Definition affordable (q sigma u reached least_g : Z) : bool :=
  (let e := u + Z.shiftr u 15 + 1 + (16 * reached / (5 * 2 ^ 53) + 1) in
   (0 <=? q - sigma - 59) &&
   (e + Z.shiftr e 52 + 2 <=? Z.shiftl 5 (q - sigma - 59) + Z.shiftr (7 * Z.max 0 (least_g - e)) 59))%Z%bool.

(* −ln 2Φ̄(x) is within 257·2^-t of c: M(x)/M(0) against e^(x²/2 − c). *)
Definition anchor_holds (q sigma nx ex nc ec t : Z) (m : Z * Z) : bool :=
  (let k := 1 - 2 * ex in
   let power := exponential (nx * nx - Z.shiftl nc (ec + k)) k in
   (0 <=? k) && (0 <=? ec + k) && (0 <=? t) &&
   times_below (Z.shiftl (root_180 + 1) (q + sigma + t)) power (Z.shiftl (fst m * (2 ^ t + 257)) 180) &&
   below_times (Z.shiftl (snd m) (180 + t)) (Z.shiftl (root_180 * (2 ^ t + 257)) (q + sigma)) power)%Z%bool.

Definition decoded (bits : Z) : Z * Z := @decode binary64 bits.

Definition scale_of (nx ex : Z) : Z := Z.max 0 (Z.log2 nx + ex).

(* m_0 to m_n at nx·2^ex *)
Definition moments_of (q sigma nx ex : Z) (n : nat) : list (Z * Z) :=
  if (Z.log2 nx + ex <? 1)%Z then series_moments nx (- ex) q (S n)
  else let whole := Z.shiftr nx (- ex) in
    fraction_moments q sigma (Z.shiftl nx (ex + q - sigma)) (Z.to_nat (14 + 600 / (whole * whole))) n.

(* Cell 16(e + 2) + …, but not the first. *)
Definition cell_passes (q e : Z) (cell : Z * Z * list Z) : bool :=
  (let '(centre, value, slopes) := cell in
   let '(nc, ec) := decoded centre in
   let '(nx, ex) := decoded value in
   let sigma := scale_of nx ex in
   let hp := 0 :: scaled q sigma e 1 65537 (map decoded slopes) in
   let xq := Z.shiftl nx (ex + q - sigma) in
   let moments := moments_of q sigma nx ex 11 in
   let '(_, f) := find q 65537 (21 - e + 2 * sigma) hp moments in
   let u := units 65537 (21 - e + 2 * sigma) 0 0 257 (14 - ec + 2 * sigma) 0 (psi f) f in
   (0 <? nx) && (0 <=? 21 - e + 2 * sigma) && (ex <=? 0) && (0 <=? ex + q - sigma) && (Z.of_nat (length slopes) =? 8) && (Z.of_nat (length moments) =? 12) &&
   anchor_holds q sigma nx ex nc ec (14 - ec) (hd (0, 0) moments) &&
   passes sigma hp f u &&
   (0 <? xq - reach hp) && ((sigma =? 0) && (Z.log2 nx + ex <? 1) || (2 ^ (13 * q) <=? 2 * (xq - reach hp) ^ 13)) &&
   affordable q sigma u (hd 0 (tl hp) + 1) (xq - reach hp))%Z%bool.

Fixpoint exact_scaled (q k : Z) (slopes : list (Z * Z)) : list Z :=
  match slopes with nil => nil | (n, m) :: slopes => Z.shiftl n (m - 7 * k + q) :: exact_scaled q (k + 1) slopes end%Z.
Fixpoint exact_scales (q k : Z) (slopes : list (Z * Z)) : bool :=
  match slopes with nil => true | (_, m) :: slopes => (0 <=? m - 7 * k + q) && exact_scales q (k + 1) slopes end%Z%bool.

(* The first cell: ℓ = 2^-7 (1 + u), with the moments at 0. *)
Definition first_passes (q : Z) (moments : list (Z * Z)) (cell : Z * Z * list Z) : bool :=
  (let '(centre, value, slopes) := cell in
   let s := map decoded slopes in
   let p := 0 :: exact_scaled q 1 s in
   let hp := moved p in
   let '(_, f) := find q 1 7 hp moments in
   let u := units 1 7 0 0 0 0 (psi f) (psi f) f in
   (centre =? 0) && (value =? 0) && (Z.of_nat (length slopes) =? 8) && (Z.of_nat (length moments) =? 12) && exact_scales q 1 s &&
   passes 0 hp f u && affordable q 0 u (2 * hd 0 (tl p)) 0)%Z%bool.

(* ** What it means to pass *)

Lemma shiftl_real v k : (0 <= k)%Z -> IZR (Z.shiftl v k) = IZR v * bpow radix2 k.
Proof. intros Hk. rewrite Z.shiftl_mul_pow2, mult_IZR, power_is_bpow by exact Hk. reflexivity. Qed.

Lemma shiftl_close v k : Rabs (IZR v * bpow radix2 k - IZR (Z.shiftl v k)) <= 1.
Proof.
  destruct (Z.le_gt_cases 0 k) as [H | H].
  - rewrite shiftl_real, Rminus_diag_eq, Rabs_R0 by trivial. lra.
  - rewrite Z.shiftl_div_pow2, <- Z.shiftr_div_pow2 by lia. pose proof (shiftr_real v (- k) ltac:(lia)) as S.
    pose proof (bpow_gt_0 radix2 (- k)) as P. set (d := Z.shiftr v (- k)) in *.
    assert (E : bpow radix2 k * bpow radix2 (- k) = 1) by (rewrite <- bpow_plus; replace (k + - k)%Z with 0%Z by ring; reflexivity).
    assert (IZR d <= IZR v * bpow radix2 k <= IZR d + 1).
    { split; apply Rmult_le_reg_r with (bpow radix2 (- k)); trivial; rewrite (Rmult_assoc (IZR v)), E; lra. }
    apply Rabs_le. lra.
Qed.

Fixpoint scaled_real (power w : R) (c : list R) : list R :=
  match c with nil => nil | a :: c => a * power :: scaled_real (power * w) w c end.

Lemma scaled_real_horner power w c u : horner (scaled_real power w c) u = power * horner c (w * u).
Proof. revert power. induction c as [| a c IH]; intros power; cbn [scaled_real horner]; [ring |]. rewrite IH. ring. Qed.

Lemma scaled_close q sigma e k power slopes :
  Forall2 (fun rho a => Rabs (rho * bpow radix2 q - IZR a) <= 1)
    (scaled_real (IZR power * bpow radix2 (k * (e - 21) - sigma)) (IZR 65537 * bpow radix2 (e - 21)) (map dyadic slopes))
    (scaled q sigma e k power slopes).
Proof.
  revert k power. induction slopes as [| [n m] slopes IH]; intros k power; cbn [map scaled scaled_real]; [constructor |]. constructor.
  - unfold dyadic. cbn [fst snd]. pose proof (shiftl_close (n * power) (m + k * (e - 21) + q - sigma)) as S.
    replace (m + k * (e - 21) + q - sigma)%Z with (m + (k * (e - 21) - sigma) + q)%Z in S at 1 by ring.
    rewrite !bpow_plus, mult_IZR in S.
    replace (IZR n * bpow radix2 m * (IZR power * bpow radix2 (k * (e - 21) - sigma)) * bpow radix2 q)
      with (IZR n * IZR power * (bpow radix2 m * bpow radix2 (k * (e - 21) - sigma) * bpow radix2 q)) by ring.
    unfold Zminus in *. rewrite !bpow_plus in *. exact S.
  - specialize (IH (k + 1)%Z (power * 65537)%Z). rewrite mult_IZR in IH.
    replace (IZR power * bpow radix2 (k * (e - 21) - sigma) * (IZR 65537 * bpow radix2 (e - 21)))
      with (IZR power * IZR 65537 * bpow radix2 ((k + 1) * (e - 21) - sigma)); [exact IH |].
    replace ((k + 1) * (e - 21) - sigma)%Z with (k * (e - 21) - sigma + (e - 21))%Z by ring. rewrite (bpow_plus radix2 _ (e - 21)). ring.
Qed.

Lemma affordable_sound q sigma u reached least_g P g v a : (0 <= q <= 1000)%Z -> (0 <= sigma)%Z ->
  affordable q sigma u reached least_g = true ->
  let unit := bpow radix2 sigma / bpow radix2 q in
  Rabs (P - g) <= IZR u * (1 + / 2 ^ 15) * unit -> Rabs (v - P) <= 16 / 5 * / 2 ^ 53 * a -> a <= IZR reached * unit ->
  0 <= g -> IZR least_g * unit <= P ->
  (1 + / 2 ^ 53) * Rabs (v - g) + bpow radix2 (-1074) <= 5 / 2 ^ 59 + 7 / 2 ^ 59 * g.
Proof.
  intros Hq Hs H unit H1 H2 H3 Hg Hl. unfold affordable in H. apply andb_prop in H as [H0 H]. apply Z.leb_le in H0, H.
  set (e := (u + Z.shiftr u 15 + 1 + (16 * reached / (5 * 2 ^ 53) + 1))%Z) in *.
  assert (PU : 0 < unit) by (apply Rdiv_lt_0_compat; apply bpow_gt_0).
  assert (EU : bpow radix2 (q - sigma) * unit = 1).
  { unfold unit, Zminus. rewrite bpow_plus, bpow_opp. pose proof (bpow_gt_0 radix2 q). pose proof (bpow_gt_0 radix2 sigma). field. lra. }
  pose proof (shiftr_real u 15 ltac:(lia)) as S1. change (bpow radix2 15) with 32768 in S1.
  assert (U1 : IZR u * (1 + / 2 ^ 15) <= IZR u + (IZR (Z.shiftr u 15) + 1)) by lra.
  assert (U2 : 16 / 5 * / 2 ^ 53 * IZR reached <= IZR (16 * reached / (5 * 2 ^ 53) + 1)).
  { pose proof (Z.mul_succ_div_gt (16 * reached) (5 * 2 ^ 53) ltac:(lia)) as M. apply IZR_lt in M. rewrite !mult_IZR, <- Z.add_1_r in M.
    set (d := IZR (16 * reached / (5 * 2 ^ 53) + 1)) in *. change (IZR (2 ^ 53)) with 9007199254740992 in M. lra. }
  set (K := (16 * reached / (5 * 2 ^ 53) + 1)%Z) in *. set (h := 16 / 5 * / 2 ^ 53) in *. assert (Ph : 0 < h) by (unfold h; lra).
  assert (Ie : IZR e = IZR u + IZR (Z.shiftr u 15) + 1 + IZR K) by (unfold e; now rewrite (plus_IZR (_ + _)), !plus_IZR).
  assert (F1 : IZR u * (1 + / 2 ^ 15) * unit <= (IZR u + (IZR (Z.shiftr u 15) + 1)) * unit) by (apply Rmult_le_compat_r; lra).
  assert (F2 : h * a <= h * (IZR reached * unit)) by (apply Rmult_le_compat_l; lra).
  assert (F3 : h * IZR reached * unit <= IZR K * unit) by (apply Rmult_le_compat_r; lra).
  assert (F0 : 0 <= h * a) by (apply Rle_trans with (2 := H2), Rabs_pos).
  assert (E : Rabs (v - g) <= IZR e * unit).
  { replace (v - g) with ((v - P) + (P - g)) by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite Ie. lra. }
  assert (G : (IZR least_g - IZR e) * unit <= g).
  { assert (H4 : Rabs (P - g) <= IZR e * unit) by (apply Rle_trans with (1 := H1); rewrite Ie; lra).
    apply Rabs_le_inv in H4. lra. }
  pose proof (shiftr_real e 52 ltac:(lia)) as S2. change (bpow radix2 52) with 4503599627370496 in S2.
  pose proof (shiftr_real (7 * Z.max 0 (least_g - e)) 59 ltac:(lia)) as S3. change (bpow radix2 59) with 576460752303423488 in S3.
  rewrite mult_IZR in S3.
  assert (G' : IZR (Z.max 0 (least_g - e)) * unit <= g).
  { destruct (Z.max_spec 0 (least_g - e)) as [[_ ->] | [_ ->]]; [rewrite minus_IZR; exact G | lra]. }
  apply IZR_le in H. rewrite !plus_IZR, shiftl_real in H by exact H0.
  replace (q - sigma - 59)%Z with (q - sigma + - 59)%Z in H by ring. rewrite bpow_plus in H. change (bpow radix2 (- 59)) with (/ 576460752303423488) in H.
  apply (Rmult_le_compat_r unit) in H; [| lra].
  assert (T : bpow radix2 (-1074) <= unit).
  { apply Rmult_le_reg_l with (bpow radix2 (q - sigma)); [apply bpow_gt_0 |]. rewrite EU, <- bpow_plus.
    change 1 with (bpow radix2 0). apply bpow_le. lia. }
  assert (L : (1 + / 2 ^ 53) * Rabs (v - g) <= (IZR e + (IZR (Z.shiftr e 52) + 1)) * unit).
  { apply Rle_trans with ((1 + / 2 ^ 53) * (IZR e * unit)); [apply Rmult_le_compat_l; lra |].
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [lra |].
    assert (0 <= IZR e) by (apply Rmult_le_reg_r with unit; [exact PU |]; rewrite Rmult_0_l; apply Rle_trans with (2 := E), Rabs_pos). lra. }
  replace ((5 * (bpow radix2 (q - sigma) * / 576460752303423488) + IZR (Z.shiftr (7 * Z.max 0 (least_g - e)) 59)) * unit)
    with (5 / 576460752303423488 * (bpow radix2 (q - sigma) * unit) + IZR (Z.shiftr (7 * Z.max 0 (least_g - e)) 59) * unit) in H by (unfold Rdiv; ring).
  rewrite EU in H. set (k := IZR (Z.shiftr (7 * Z.max 0 (least_g - e)) 59)) in *. set (m := IZR (Z.max 0 (least_g - e))) in *.
  assert (k * unit <= 7 / 2 ^ 59 * g).
  { apply Rle_trans with (7 / 2 ^ 59 * (m * unit)); [| apply Rmult_le_compat_l; lra]. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
  lra.
Qed.

Lemma tail_by_mills x : 2 * normal_tail x * mills 0 = mills x * exp (- (x * x / 2)).
Proof.
  unfold mills. rewrite normal_tail_zero. pose proof (phi_pos x). pose proof (phi_pos 0).
  assert (E : phi x = phi 0 * exp (- (x * x / 2))).
  { unfold phi, bell. replace (- (0 * 0 / 2)) with 0 by field. rewrite exp_0. unfold Rdiv. ring. }
  replace (exp (- (x * x / 2))) with (phi x / phi 0) by (rewrite E; field; lra). field. lra.
Qed.

Lemma anchor_sound q sigma nx ex nc ec t m : (0 <= q)%Z -> (0 <= sigma)%Z -> anchor_holds q sigma nx ex nc ec t m = true ->
  let x := dyadic (nx, ex) in
  between q (bpow radix2 sigma * mills x) m ->
  Rabs (minus_ln_tail x - dyadic (nc, ec)) <= 257 * bpow radix2 (- t).
Proof.
  intros Hq Hs H x Hm. unfold anchor_holds in H.
  set (k := (1 - 2 * ex)%Z) in *.
  apply andb_prop in H as [H A5]. apply andb_prop in H as [H A4]. apply andb_prop in H as [H A3]. apply andb_prop in H as [A1 A2].
  apply Z.leb_le in A1, A2, A3. set (c := dyadic (nc, ec)).
  pose proof (exponential_contains (nx * nx - Z.shiftl nc (ec + k)) k A1) as C.
  assert (E : IZR (nx * nx - Z.shiftl nc (ec + k)) * bpow radix2 (- k) = x * x / 2 - c).
  { rewrite minus_IZR, mult_IZR, shiftl_real by exact A2. unfold x, c, dyadic. cbn [fst snd].
    assert (K : bpow radix2 (- k) = bpow radix2 ex * bpow radix2 ex * / 2).
    { change (/ 2) with (bpow radix2 (-1)). rewrite <- !bpow_plus. f_equal. unfold k. ring. }
    rewrite Rmult_minus_distr_r, (Rmult_assoc (IZR nc)), <- bpow_plus. replace (ec + k + - k)%Z with ec by ring.
    rewrite K. field. }
  rewrite E in C. apply (times_below_correct _ _ _ _ C) in A4. apply (below_times_correct _ _ _ _ C) in A5.
  set (X := exp (x * x / 2 - c)) in *. assert (PX : 0 < X) by apply exp_pos.
  set (d := 257 * bpow radix2 (- t)). pose proof (bpow_gt_0 radix2 t) as Pt.
  assert (Ed : d = 257 / bpow radix2 t) by (unfold d, Rdiv; now rewrite bpow_opp).
  assert (E2 : IZR (2 ^ t + 257) = bpow radix2 t * (1 + d)) by (rewrite plus_IZR, power_is_bpow, Ed by exact A3; field; lra).
  rewrite !shiftl_real, ?mult_IZR in A4, A5 by lia. rewrite E2 in A4, A5.
  replace (q + sigma + t)%Z with (q + (sigma + t))%Z in A4 by ring. rewrite !bpow_plus in A4, A5.
  pose proof root_180_near as R. rewrite <- mills_zero in R. unfold between in R, Hm. cbn [fst snd] in R.
  set (b := bpow radix2 180) in *. set (T := bpow radix2 t) in *. set (S := bpow radix2 sigma) in *. set (B := bpow radix2 q) in *.
  assert (Pb : 0 < b) by apply bpow_gt_0. assert (PS : 0 < S) by apply bpow_gt_0. assert (PB : 0 < B) by apply bpow_gt_0.
  clearbody b T S B. pose proof (mills_pos x) as PM. pose proof (mills_pos 0) as P0. set (M := mills x) in *. set (M0 := mills 0) in *.
  assert (Pd : 0 < d) by (rewrite Ed; apply Rdiv_lt_0_compat; lra).
  assert (Lower : M0 * X <= M * (1 + d)).
  { apply Rmult_le_reg_r with (b * (B * (S * T))); [repeat apply Rmult_lt_0_compat; assumption |].
    apply Rle_trans with (IZR (root_180 + 1) * (B * (S * T)) * X).
    - replace (M0 * X * (b * (B * (S * T)))) with (M0 * b * (B * (S * T)) * X) by ring.
      apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_r; [| apply R]. apply Rlt_le. repeat apply Rmult_lt_0_compat; assumption.
    - apply Rle_trans with (1 := A4). replace (M * (1 + d) * (b * (B * (S * T)))) with (S * M * B * (T * (1 + d)) * b) by ring.
      apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_r; [apply Rmult_le_pos; lra |]. apply Hm. }
  assert (Upper : M <= M0 * X * (1 + d)).
  { apply Rmult_le_reg_r with (b * (B * (S * T))); [repeat apply Rmult_lt_0_compat; assumption |].
    apply Rle_trans with (IZR (snd m) * (b * T)).
    - replace (M * (b * (B * (S * T)))) with (S * M * B * (b * T)) by ring. apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | apply Hm].
    - apply Rle_trans with (1 := A5). replace (M0 * X * (1 + d) * (b * (B * (S * T)))) with (M0 * b * (T * (1 + d)) * (B * S) * X) by ring.
      apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_r; [apply Rmult_le_pos; lra |].
      apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | apply R]. }
  assert (Ex : 1 + d <= exp d) by (left; apply exp_ineq1; lra).
  pose proof (tail_by_mills x) as TM. fold M M0 in TM. pose proof (minus_ln_tail_exp x) as L. set (l := minus_ln_tail x) in *.
  rewrite <- L in TM.
  assert (Px : 0 < exp (- (x * x / 2))) by apply exp_pos.
  assert (X1 : X * exp (- (x * x / 2)) = exp (- c)) by (unfold X; rewrite <- exp_plus; f_equal; ring).
  assert (D1 : exp (- c - d) <= exp (- l)).
  { apply Rmult_le_reg_r with (M0 * exp d); [apply Rmult_lt_0_compat; [exact P0 | apply exp_pos] |].
    replace (exp (- c - d) * (M0 * exp d)) with (M0 * exp (- c)) by (rewrite (Rmult_comm M0 (exp d)), <- Rmult_assoc, <- exp_plus;
      replace (- c - d + d) with (- c) by ring; ring).
    replace (exp (- l) * (M0 * exp d)) with (exp (- l) * M0 * exp d) by ring. rewrite TM, <- X1.
    replace (M0 * (X * exp (- (x * x / 2)))) with (M0 * X * exp (- (x * x / 2))) by ring.
    replace (M * exp (- (x * x / 2)) * exp d) with (M * exp d * exp (- (x * x / 2))) by ring.
    apply Rmult_le_compat_r; [lra |]. apply Rle_trans with (1 := Lower). apply Rmult_le_compat_l; lra. }
  assert (D2 : exp (- l) <= exp (- c + d)).
  { apply Rmult_le_reg_r with M0; [exact P0 |]. rewrite TM, exp_plus, <- X1.
    replace (X * exp (- (x * x / 2)) * exp d * M0) with (M0 * X * exp d * exp (- (x * x / 2))) by ring.
    apply Rmult_le_compat_r; [lra |]. apply Rle_trans with (1 := Upper). apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]. }
  assert (Mono : forall a b, exp a <= exp b -> a <= b).
  { intros a a' Ha. destruct (Rle_lt_dec a a') as [G | G]; [exact G |]. apply exp_increasing in G. lra. }
  apply Mono in D1, D2. apply Rabs_le. lra.
Qed.

Lemma all_between_ext q f g k l : (forall n, f n = g n) -> all_between q f k l -> all_between q g k l.
Proof. intros E. revert k. induction l as [| b l IH]; intros k; cbn [all_between]; [trivial |]. rewrite E. intros []. auto. Qed.

Lemma log2_real nx ex : (0 < nx)%Z ->
  bpow radix2 (Z.log2 nx + ex) <= dyadic (nx, ex) < bpow radix2 (Z.log2 nx + ex + 1).
Proof.
  intros H. unfold dyadic. cbn [fst snd]. pose proof (Z.log2_spec nx H) as [L1 L2]. pose proof (Z.log2_nonneg nx).
  replace (Z.log2 nx + ex + 1)%Z with (Z.succ (Z.log2 nx) + ex)%Z by ring. rewrite !bpow_plus.
  pose proof (bpow_gt_0 radix2 ex). apply IZR_le in L1. apply IZR_lt in L2. rewrite power_is_bpow in L1, L2 by lia.
  split; [apply Rmult_le_compat_r | apply Rmult_lt_compat_r]; lra.
Qed.

Lemma moments_sound q nx ex count : let sigma := scale_of nx ex in let x := dyadic (nx, ex) in
  (0 <= q <= 180)%Z -> (0 < nx)%Z -> (ex <= 0)%Z -> (0 <= ex + q - sigma)%Z ->
  all_between q (fun n => bpow radix2 sigma ^ S n * moment n x) 0 (moments_of q sigma nx ex count).
Proof.
  intros sigma x Hq Hn He Hx. unfold moments_of. pose proof (log2_real nx ex Hn) as L. fold x in L.
  destruct (Z.ltb_spec (Z.log2 nx + ex) 1) as [S | S].
  - assert (E : sigma = 0%Z) by (unfold sigma, scale_of; lia).
    apply (all_between_ext q (fun n => moment n x)).
    + intros n. rewrite E. change (bpow radix2 0) with 1. rewrite pow1. ring.
    + apply series_moments_between; try lia.
      * unfold x, dyadic. cbn [fst snd]. rewrite Rmult_assoc, <- bpow_plus. replace (ex + - ex)%Z with 0%Z by ring. apply Rmult_1_r.
      * apply Rlt_le, Rlt_le_trans with (1 := proj2 L). change 2 with (bpow radix2 1). apply bpow_le. lia.
  - assert (E : sigma = (Z.log2 nx + ex)%Z) by (unfold sigma, scale_of; lia).
    apply fraction_moments_between; try lia.
    + rewrite shiftl_real by exact Hx. unfold x, dyadic. cbn [fst snd]. unfold Rdiv. rewrite <- bpow_opp, !Rmult_assoc, <- !bpow_plus.
      do 2 f_equal. ring.
    + rewrite E. apply L.
Qed.

(* Slightly below 0, too. *)
Lemma moment_near_0 n t : - / 16 <= t -> moment n t <= 2.
Proof.
  intros Ht. apply Rle_trans with (moment n (- / 16)); [now apply moment_decreasing |].
  enough (H : moment n (- / 16) <= 2 /\ moment (S n) (- / 16) <= 2) by apply H.
  assert (M : moment 0 (- / 16) <= 3 / 2).
  { pose proof (moment_at_0 0) as Z. cbn [moment] in *. rewrite mills_zero in Z.
    assert (Root : sqrt (PI / 2) <= 126 / 100) by interval with (i_prec 60).
    destruct (MVT_gen mills (- / 16) 0 (fun x => x * mills x - 1)) as (c & Hc & E).
    - intros x _. apply mills_derive.
    - intros x _. apply continuity_pt_filterlim, (ex_derive_continuous mills). eexists. apply mills_derive.
    - rewrite Rmin_left, Rmax_right in Hc by lra. rewrite mills_zero in E.
      pose proof (moment_decreasing 0 (- / 16) c (proj1 Hc)) as D. cbn [moment] in D. pose proof (mills_pos c). nra. }
  induction n as [| n [H1 H2]].
  - split; [lra |]. cbn [moment] in *. lra.
  - split; [exact H2 |]. rewrite moment_step.
    assert (N : 2 <= INR (S (S n))) by (rewrite !S_INR; pose proof (pos_INR n); lra).
    pose proof (moment_positive (S n) (- / 16)). apply Rmult_le_reg_r with (INR (S (S n))); [lra |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. nra.
Qed.

Lemma moment_bounded n s sigma B q x t xq r : s = bpow radix2 sigma -> B = bpow radix2 q -> (0 <= q)%Z -> (0 <= sigma)%Z ->
  x = IZR xq / B * s ->
  (sigma = 0 /\ - 2 ^ q <= 16 * (xq - r) \/ 0 < xq - r /\ 2 ^ (q * Z.of_nat (S n)) <= 2 * (xq - r) ^ Z.of_nat (S n))%Z ->
  IZR (xq - r) * s / B <= t -> s ^ S n * moment n t <= 2.
Proof.
  intros Es EB Hq Hs Ex Cases Ht. assert (Ps : 0 < s) by (rewrite Es; apply bpow_gt_0). assert (PB : 0 < B) by (rewrite EB; apply bpow_gt_0).
  destruct Cases as [[E C] | [Pos C]].
  - rewrite Es, E. change (bpow radix2 0) with 1. rewrite pow1, Rmult_1_l. apply moment_near_0.
    apply Rle_trans with (2 := Ht). rewrite Es, E. change (bpow radix2 0) with 1. rewrite Rmult_1_r.
    apply IZR_le in C. rewrite mult_IZR, opp_IZR, power_is_bpow, <- EB in C by exact Hq. apply Rmult_le_reg_r with B; [exact PB |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. lra.
  - apply (IZR_lt 0) in Pos. set (v := IZR (xq - r)) in *.
    assert (P : 0 < v * s / B) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat |]; assumption).
    pose proof (moment_below n (v * s / B) P) as M. pose proof (moment_decreasing n _ _ Ht) as D.
    apply IZR_le in C. rewrite mult_IZR, power_is_bpow, bpow_pow, <- EB, <- pow_IZR in C by lia. fold v in C.
    assert (PBn : 0 < B ^ S n) by now apply pow_lt. assert (Psn : 0 < s ^ S n) by now apply pow_lt.
    apply Rle_trans with (s ^ S n * moment n (v * s / B)); [apply Rmult_le_compat_l; lra |].
    pose proof (moment_positive n (v * s / B)) as PM. set (m := moment n (v * s / B)) in *. clearbody m v.
    apply Rmult_le_reg_r with (B ^ S n); [exact PBn |].
    unfold Rdiv in M. rewrite !Rpow_mult_distr, pow_inv in M.
    assert (M' : m * (v ^ S n * s ^ S n) <= B ^ S n).
    { apply Rmult_le_reg_r with (/ B ^ S n); [now apply Rinv_0_lt_compat |]. rewrite Rinv_r by lra. lra. }
    set (a := B ^ S n) in *. set (b := s ^ S n) in *. set (c := v ^ S n) in *. clearbody a b c.
    apply Rle_trans with (b * m * (2 * c)); [apply Rmult_le_compat_l; [apply Rmult_le_pos |]; lra | lra].
Qed.

Lemma passed_psi q kn ksh hp moments y f : find q kn ksh hp moments = (y, f) ->
  fst (find q kn ksh hp moments) = y /\ snd (find q kn ksh hp moments) = f.
Proof. intros ->. split; reflexivity. Qed.

Definition slope_reals (slopes : list Z) : list R := map (fun b => real64 b) slopes.

Lemma real_decoded b : real64 b = dyadic (decoded b).
Proof. reflexivity. Qed.

Lemma first_reached s w B cs hp : 0 < s -> 0 < B ->
  Forall2 (fun rho a => Rabs (rho * B - IZR a) <= 1) (0 :: scaled_real (w / s) w cs) hp -> hd 0 cs * w <= (IZR (hd 0%Z (tl hp)) + 1) * (s / B).
Proof.
  intros Ps PB C. inversion_clear C as [| ? a0 ? hp' _ C1]. cbn [tl].
  destruct cs as [| c1 cs]; cbn [hd scaled_real] in *; inversion_clear C1 as [| ? a ? ? C0 _]; cbn [hd].
  - rewrite Rmult_0_l. apply Rmult_le_pos; [lra | left; now apply Rdiv_lt_0_compat].
  - apply Rabs_le_inv in C0. apply Rmult_le_reg_r with (B / s); [now apply Rdiv_lt_0_compat |].
    replace (c1 * w * (B / s)) with (c1 * (w / s) * B) by (field; lra).
    replace ((IZR a + 1) * (s / B) * (B / s)) with (IZR a + 1) by (field; lra). lra.
Qed.

(* Every cell but the first. *)
Theorem cell_passes_sound q e centre value slopes l v :
  (0 <= q <= 180)%Z -> cell_passes q e (centre, value, slopes) = true ->
  let c := real64 centre in let w := 65537 * bpow radix2 (e - 21) in let r := l - c in
  Rabs r <= w -> 0 <= l ->
  Rabs (v - (real64 value + r * horner (slope_reals slopes) r)) <= 16 / 5 * / 2 ^ 53 * (hd 0 (slope_reals slopes) * w) ->
  (1 + / 2 ^ 53) * Rabs (v - inverse_tail l) + bpow radix2 (-1074) <= 5 / 2 ^ 59 + 7 / 2 ^ 59 * inverse_tail l.
Proof.
  intros Hq H c w r Hr Hl Hv. unfold cell_passes in H.
  destruct (decoded centre) as [nc ec] eqn:Ec. destruct (decoded value) as [nx ex] eqn:Ex.
  set (sigma := scale_of nx ex) in *. set (hp := 0%Z :: scaled q sigma e 1 65537 (map decoded slopes)) in *.
  set (xq := Z.shiftl nx (ex + q - sigma)) in *. set (moments := moments_of q sigma nx ex 11) in *.
  destruct (find q 65537 (21 - e + 2 * sigma) hp moments) as [y f] eqn:Ef.
  destruct (passed_psi _ _ _ _ _ _ _ Ef) as [_ Ef'].
  set (u := units 65537 (21 - e + 2 * sigma) 0 0 257 (14 - ec + 2 * sigma) 0 (psi f) f) in *.
  apply andb_prop in H as [H A11]. apply andb_prop in H as [H A10]. apply andb_prop in H as [H A9]. apply andb_prop in H as [H A8].
  apply andb_prop in H as [H A7]. apply andb_prop in H as [H A6]. apply andb_prop in H as [H A5]. apply andb_prop in H as [H A4].
  apply andb_prop in H as [H A3]. apply andb_prop in H as [A1 A2].
  apply Z.ltb_lt in A1, A9. apply Z.leb_le in A2, A3, A4. apply Z.eqb_eq in A5, A6.
  assert (Cases : (sigma = 0 /\ - 2 ^ q <= 16 * (xq - reach hp)
    \/ 0 < xq - reach hp /\ 2 ^ (q * Z.of_nat 13) <= 2 * (xq - reach hp) ^ Z.of_nat 13)%Z).
  { apply orb_prop in A10 as [A | A].
    - apply andb_prop in A as [A _]. apply Z.eqb_eq in A. left. pose proof (Z.pow_nonneg 2 q ltac:(lia)). lia.
    - apply Z.leb_le in A. right. now rewrite (Z.mul_comm q). }
  assert (S0 : (0 <= sigma)%Z) by (unfold sigma, scale_of; lia).
  set (s := bpow radix2 sigma) in *. set (B := bpow radix2 q) in *.
  assert (Ps : 0 < s) by apply bpow_gt_0. assert (PB : 0 < B) by apply bpow_gt_0.
  assert (Pw : 0 < w) by (apply Rmult_lt_0_compat; [lra | apply bpow_gt_0]).
  set (x := dyadic (nx, ex)). assert (Vx : real64 value = x) by (rewrite real_decoded, Ex; reflexivity).
  assert (Vc : c = dyadic (nc, ec)) by (unfold c; rewrite real_decoded, Ec; reflexivity).
  set (cs := slope_reals slopes) in *.
  assert (Ecs : cs = map dyadic (map decoded slopes)) by (unfold cs, slope_reals; rewrite map_map; reflexivity).
  set (rp := 0 :: scaled_real (w / s) w cs).
  assert (Close : Forall2 (fun rho a => Rabs (rho * B - IZR a) <= 1) rp hp).
  { constructor; [rewrite Rmult_0_l, Rminus_0_r, Rabs_R0; lra |].
    pose proof (scaled_close q sigma e 1 65537 (map decoded slopes)) as S. rewrite <- Ecs in S.
    replace (IZR 65537 * bpow radix2 (1 * (e - 21) - sigma)) with (w / s) in S; [exact S |].
    unfold w, s, Rdiv. rewrite <- bpow_opp, Rmult_assoc, <- bpow_plus. do 2 f_equal. ring. }
  assert (Poly : forall t, x + s * horner rp t = x + (w * t) * horner cs (w * t)).
  { intros t. unfold rp. cbn [horner]. rewrite scaled_real_horner. field. lra. }
  assert (Xx : x = IZR xq / B * s).
  { unfold xq. rewrite shiftl_real by exact A4. unfold x, dyadic, B, s. cbn [fst snd]. unfold Rdiv.
    rewrite <- bpow_opp, !Rmult_assoc, <- !bpow_plus. do 2 f_equal. ring. }
  pose proof (moments_sound q nx ex 11 Hq A1 A3 A4) as Mom. cbv zeta in Mom. fold sigma s x moments in Mom.
  assert (L12 : length moments = 12%nat) by lia.
  assert (Reach : forall t, Rabs t <= 1 -> IZR (xq - reach hp) * s / B <= x + s * horner rp t).
  { intros t Ht. pose proof (h_reach q rp hp) as R. cbv zeta in R. specialize (R Close t Ht). fold B in R.
    rewrite Xx, minus_IZR. assert (Ha : Rabs (horner rp t) <= IZR (reach hp) / B).
    { apply Rmult_le_reg_r with B; [exact PB |]. replace (IZR (reach hp) / B * B) with (IZR (reach hp)) by (field; lra). exact R. }
    apply Rabs_le_inv in Ha. replace ((IZR xq - IZR (reach hp)) * s / B) with (IZR xq / B * s + s * - (IZR (reach hp) / B)) by (field; lra).
    apply Rplus_le_compat_l, Rmult_le_compat_l; lra. }
  assert (R0 : IZR (xq - reach hp) * s / B <= x).
  { rewrite Xx. replace (IZR xq / B * s) with (IZR xq * s / B) by (field; lra). apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |].
    apply Rmult_le_compat_r; [lra |]. apply IZR_le. unfold reach. pose proof (norm_nonneg hp). lia. }
  assert (Bounded : forall t z, Rabs t <= 1 -> Rmin x (x + s * horner rp t) <= z -> s ^ 13 * moment 12 z <= 2).
  { intros t z Ht Hz. apply (moment_bounded 12 s sigma B q x z xq (reach hp)); trivial; try lia.
    apply Rle_trans with (2 := Hz). apply Rmin_glb; [exact R0 | now apply Reach]. }
  assert (Anchor : Rabs (minus_ln_tail (x + s * horner rp 0) - (c + w * 0) - 0) <= 257 * bpow radix2 (ec - 14)).
  { rewrite Poly, Rmult_0_r, Rmult_0_l, !Rplus_0_r, Rminus_0_r, Vc. replace (ec - 14)%Z with (- (14 - ec))%Z by ring.
    apply (anchor_sound q sigma nx ex nc ec (14 - ec) (hd (0, 0)%Z moments)); trivial; try lia.
    destruct moments as [| b m]; [discriminate L12 |]. destruct Mom as [Mom _]. cbn [hd]. rewrite pow_1 in Mom. exact Mom. }
  assert (Kappa : w / (s * s) = IZR 65537 * bpow radix2 (- (21 - e + 2 * sigma))).
  { unfold w, s, Rdiv. rewrite <- bpow_plus, <- bpow_opp, Rmult_assoc, <- bpow_plus. do 2 f_equal. ring. }
  assert (D0 : 257 * bpow radix2 (ec - 14) / (s * s) = IZR 257 * bpow radix2 (- (14 - ec + 2 * sigma))).
  { unfold s, Rdiv. rewrite <- bpow_plus, <- bpow_opp, Rmult_assoc, <- bpow_plus. do 2 f_equal. ring. }
  assert (T0 : (0 <= 14 - ec)%Z).
  { unfold anchor_holds in A7. apply andb_prop in A7 as [A7 _]. apply andb_prop in A7 as [A7 _]. apply andb_prop in A7 as [_ A7]. now apply Z.leb_le in A7. }
  set (t := r / w).
  assert (Ht : Rabs t <= 1).
  { unfold t, Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq w) by lra. apply Rmult_le_reg_r with w; [exact Pw |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (Et : c + w * t = l) by (unfold t, r; field; lra).
  assert (Er : w * t = r) by (unfold t; field; lra).
  pose proof (cell_sound q sigma 65537 (21 - e + 2 * sigma) 0 0 257 (14 - ec + 2 * sigma) (psi f) 11 x c w 0 (257 * bpow radix2 (ec - 14))
    rp hp moments false) as Sound.
  cbv zeta in Sound. rewrite Ef' in Sound.
  specialize (Sound ltac:(lia) S0 A2 ltac:(lia) ltac:(lia) Pw Kappa ltac:(unfold Rdiv; ring) D0 Close).
  assert (Len : (2 <= length hp)%nat).
  { unfold hp. cbn [length]. destruct slopes as [| b sl]; [discriminate A5 |]. cbn [map]. destruct (decoded b). cbn [scaled length]. lia. }
  specialize (Sound Len L12 Mom Bounded Anchor (or_intror (conj eq_refl eq_refl)) A8 t Ht). fold s B in Sound. fold u in Sound.
  rewrite Et, Poly, Er in Sound. specialize (Sound Hl).
  rewrite Vx in Hv.
  apply (affordable_sound q sigma u (hd 0%Z (tl hp) + 1) (xq - reach hp) (x + r * horner cs r) _ v (hd 0 cs * w)); trivial; try lia.
  - fold s B. rewrite plus_IZR. now apply (first_reached s w B cs hp).
  - apply inverse_tail_nonneg.
  - fold s B. pose proof (Reach t Ht) as R. rewrite Poly, Er in R. unfold Rdiv in *. lra.
Qed.

(* ** The first cell *)

Lemma padd_length p q : length (padd p q) = Nat.max (length p) (length q).
Proof. revert q. induction p as [| a p IH]; intros [| b q]; cbn [padd length]; try reflexivity. now rewrite IH. Qed.

Lemma moved_length p : length (moved p) = length p.
Proof. induction p as [| a p IH]; cbn [moved]; [reflexivity |]. rewrite !padd_length. cbn [length]. rewrite IH. lia. Qed.

Lemma exact_scaled_ev q k slopes t : exact_scales q k slopes = true ->
  ev (exact_scaled q k slopes) t = bpow radix2 (q - 7 * k) * horner (map dyadic slopes) (bpow radix2 (-7) * t).
Proof.
  revert k. induction slopes as [| [n m] slopes IH]; intros k H; cbn [exact_scaled exact_scales map ev horner] in *; [ring |].
  apply andb_prop in H as [H1 H2]. apply Z.leb_le in H1. rewrite IH, shiftl_real by assumption. unfold dyadic. cbn [fst snd].
  replace (m - 7 * k + q)%Z with (m + (q - 7 * k))%Z by ring. replace (q - 7 * (k + 1))%Z with (q - 7 * k + -7)%Z by ring.
  rewrite !bpow_plus. ring.
Qed.

Lemma horner_ev B p u : horner (map (fun a => IZR a / B) p) u = ev p u / B.
Proof. induction p as [| a p IH]; cbn [map horner ev]; [unfold Rdiv; ring |]. rewrite IH. unfold Rdiv. ring. Qed.

Theorem first_passes_sound q moments centre value slopes l v :
  (0 <= q <= 180)%Z -> all_between q (fun n => moment n 0) 0 moments -> first_passes q moments (centre, value, slopes) = true -> 0 <= l <= / 64 ->
  Rabs (v - l * horner (slope_reals slopes) l) <= 16 / 5 * / 2 ^ 53 * (hd 0 (slope_reals slopes) * / 64) ->
  centre = 0%Z /\ value = 0%Z /\
  (1 + / 2 ^ 53) * Rabs (v - inverse_tail l) + bpow radix2 (-1074) <= 5 / 2 ^ 59 + 7 / 2 ^ 59 * inverse_tail l.
Proof.
  intros Hq Hm H Hl Hv. unfold first_passes in H.
  set (p := 0%Z :: exact_scaled q 1 (map decoded slopes)) in *. set (hp := moved p) in *.
  destruct (find q 1 7 hp moments) as [y f] eqn:Ef. destruct (passed_psi _ _ _ _ _ _ _ Ef) as [_ Ef'].
  set (u := units 1 7 0 0 0 0 (psi f) (psi f) f) in *.
  apply andb_prop in H as [H A7]. apply andb_prop in H as [H A6]. apply andb_prop in H as [H A5]. apply andb_prop in H as [H A4].
  apply andb_prop in H as [H A3]. apply andb_prop in H as [A1 A2]. apply Z.eqb_eq in A1, A2, A3, A4. split; [exact A1 |]. split; [exact A2 |].
  set (cs := slope_reals slopes) in *.
  assert (Ecs : cs = map dyadic (map decoded slopes)) by (unfold cs, slope_reals; rewrite map_map; reflexivity).
  set (B := bpow radix2 q) in *. assert (PB : 0 < B) by apply bpow_gt_0.
  set (rp := map (fun a => IZR a / B) hp).
  assert (Close : Forall2 (fun rho a => Rabs (rho * B - IZR a) <= 1) rp hp).
  { unfold rp. clear - PB. induction hp as [| a hp' IH]; cbn [map]; [constructor |]. constructor; [| exact IH].
    replace (IZR a / B * B - IZR a) with 0 by (field; lra). rewrite Rabs_R0. lra. }
  assert (W : bpow radix2 (-7) = / 128) by reflexivity.
  assert (Poly : forall t, 0 + bpow radix2 0 * horner rp t = (/ 128 * (1 + t)) * horner cs (/ 128 * (1 + t))).
  { intros t. change (bpow radix2 0) with 1. unfold rp. rewrite horner_ev. unfold hp. rewrite ev_moved. unfold p. cbn [ev].
    rewrite exact_scaled_ev, <- Ecs by exact A5. unfold Zminus. rewrite bpow_plus. change (- (7 * 1))%Z with (-7)%Z. rewrite W. fold B. field. lra. }
  assert (L12 : length moments = 12%nat) by lia.
  assert (Mom : all_between q (fun n => bpow radix2 0 ^ S n * moment n 0) 0 moments).
  { apply (all_between_ext q (fun n => moment n 0)); [intros n; change (bpow radix2 0) with 1; rewrite pow1; ring | exact Hm]. }
  assert (Len : (2 <= length hp)%nat).
  { destruct slopes as [| b sl]; [discriminate A3 |]. unfold hp, p. rewrite moved_length. cbn [map]. destruct (decoded b) as [n m].
    cbn [exact_scaled length]. lia. }
  assert (Inc := A6). unfold passes in Inc. apply andb_prop in Inc as [Inc _]. apply andb_prop in Inc as [_ Inc]. apply Z.leb_le in Inc.
  destruct (polynomial_increases q rp hp Close Len Inc) as (dh & D1 & D2).
  assert (Pos : forall t, Rabs t <= 1 -> 0 <= 0 + bpow radix2 0 * horner rp t).
  { intros t Ht. apply Rabs_le_inv in Ht. assert (Z : horner rp (-1) = 0).
    { pose proof (Poly (-1)) as E. replace (1 + -1) with 0 in E by ring. rewrite Rmult_0_r, Rmult_0_l in E. change (bpow radix2 0) with 1 in E. lra. }
    destruct (MVT_gen (horner rp) (-1) t dh) as (k & Hk & E).
    - intros z _. apply D1.
    - intros z _. apply continuity_pt_filterlim, (ex_derive_continuous (horner rp)). exists (dh z). apply D1.
    - rewrite Rmin_left, Rmax_right in Hk by lra. assert (0 <= dh k) by (apply D2, Rabs_le; lra).
      change (bpow radix2 0) with 1. assert (0 <= dh k * (t - -1)) by (apply Rmult_le_pos; lra). lra. }
  assert (Bounded : forall t z, Rabs t <= 1 -> Rmin 0 (0 + bpow radix2 0 * horner rp t) <= z -> bpow radix2 0 ^ 13 * moment 12 z <= 2).
  { intros t z Ht Hz. change (bpow radix2 0) with 1 in *. rewrite pow1, Rmult_1_l. apply Rle_trans with (2 := moment_at_0 12), moment_decreasing.
    apply Rle_trans with (2 := Hz). pose proof (Pos t Ht). apply Rmin_glb; lra. }
  assert (Anchor : Rabs (minus_ln_tail (0 + bpow radix2 0 * horner rp (-1)) - (/ 128 + / 128 * -1) - 0) <= 0).
  { rewrite Poly. replace (1 + -1) with 0 by ring. rewrite Rmult_0_r, Rmult_0_l, minus_ln_tail_zero.
    replace (0 - (/ 128 + / 128 * -1) - 0) with 0 by field. rewrite Rabs_R0. lra. }
  set (t := 128 * l - 1). assert (Ht : Rabs t <= 1) by (unfold t; apply Rabs_le; lra).
  assert (Et : / 128 + / 128 * t = l) by (unfold t; field).
  assert (Er : / 128 * (1 + t) = l) by (unfold t; field).
  pose proof (cell_sound q 0 1 7 0 0 0 0 (psi f) 11 0 (/ 128) (/ 128) 0 0 rp hp moments true) as Sound. cbv zeta in Sound. rewrite Ef' in Sound.
  specialize (Sound ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lra)).
  specialize (Sound ltac:(change (bpow radix2 0) with 1; change (bpow radix2 (- (7))) with (/ 128); field)
    ltac:(change (bpow radix2 0) with 1; field) ltac:(change (bpow radix2 0) with 1; field) Close Len L12 Mom Bounded Anchor
    (or_intror (conj eq_refl eq_refl)) A6 t Ht).
  fold B u in Sound. rewrite Et, Poly, Er in Sound. specialize (Sound (proj1 Hl)).
  apply (affordable_sound q 0 u (2 * hd 0%Z (tl p)) 0 (l * horner cs l) _ v (hd 0 cs * / 64)); trivial; try lia.
  - fold B. change (bpow radix2 0) with 1. unfold p. cbn [tl]. clear - A5 Ecs PB. destruct slopes as [| b sl].
    + rewrite Ecs. cbn [map exact_scaled hd]. change (IZR (2 * 0)) with 0. lra.
    + rewrite Ecs. cbn [map] in *. destruct (decoded b) as [n m]. cbn [exact_scaled exact_scales hd] in *.
      apply andb_prop in A5 as [H _]. apply Z.leb_le in H. rewrite mult_IZR, shiftl_real by exact H. unfold dyadic. cbn [fst snd].
      replace (m - 7 * 1 + q)%Z with (m + -7 + q)%Z by ring. rewrite !bpow_plus. change (bpow radix2 (-7)) with (/ 128). fold B. right. field. lra.
  - apply inverse_tail_nonneg.
  - pose proof (Pos t Ht) as R. rewrite Poly, Er in R. lra.
Qed.

Lemma moments_at_0 q : (0 <= q <= 180)%Z -> all_between q (fun n => moment n 0) 0 (series_moments 0 0 q 12).
Proof. intros Hq. apply series_moments_between; try lia; [| lra]. rewrite Rmult_0_l. reflexivity. Qed.
