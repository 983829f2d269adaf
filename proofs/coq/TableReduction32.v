(* The argument reduction of minus_ln_f32 on bit patterns, the 32 cells, and the certified error of the whole kernel. *)
From Coq Require Import Reals ZArith List Lia Lra Psatz Bool.
From Coquelicot Require Import Rcomplements.
From Flocq Require Import Core.
From Kdelta Require Import Binary32 PureInterval ErrorTerms TableConstants TableKernel32.
Import ListNotations.

Local Open Scope R_scope.

(* The domain [2^-64, 1[ as bit patterns. *)
Definition in_domain (bits : Z) : Prop := (63 * 2 ^ 23 <= bits < 127 * 2 ^ 23)%Z.

Lemma real32_normal b : (2 ^ 23 <= b < 255 * 2 ^ 23)%Z -> real32 b = IZR (2 ^ 23 + b mod 2 ^ 23) * bpow radix2 (b / 2 ^ 23 - 150).
Proof.
  intros Hb. unfold real32, dyadic, decode.
  assert (F : (1 <= b / 2 ^ 23 < 255)%Z) by (split; [apply Z.div_le_lower_bound | apply Z.div_lt_upper_bound]; lia).
  assert (E : ((b / 2 ^ 23) mod 2 ^ 8 = b / 2 ^ 23)%Z) by (apply Z.mod_small; lia).
  rewrite E. replace (b / 2 ^ 23 =? 0)%Z with false by (symmetry; apply Z.eqb_neq; lia).
  replace (Z.testbit b (8 + 23)) with false by (symmetry; apply (Z.bits_above_log2 b); [lia | apply Z.log2_lt_pow2; lia]).
  cbn [fst snd]. rewrite Z.max_l by lia. change 2 with (IZR radix2) at 1. rewrite <- bpow_powerRZ.
  rewrite (Z.add_comm (b mod 2 ^ 23)). do 2 f_equal. change (2 ^ (8 - 1))%Z with 128%Z. lia.
Qed.

(* m in units of 2^-24, from the place y of m in its binade counted from 11/16. *)
Definition mantissa (y : Z) : Z := if (y <? 5 * 2 ^ 20)%Z then (11 * 2 ^ 20 + y)%Z else (2 * (3 * 2 ^ 20 + y))%Z.

Lemma real32_mantissa y : (0 <= y < 2 ^ 23)%Z -> real32 (START + y) = IZR (mantissa y) * bpow radix2 (-24).
Proof.
  intros Hy. unfold START. change 0x3f300000%Z with (126 * 2 ^ 23 + 3 * 2 ^ 20)%Z.
  rewrite real32_normal by lia. unfold mantissa. destruct (Z.ltb_spec y (5 * 2 ^ 20)) as [H | H].
  - assert (D : ((126 * 2 ^ 23 + 3 * 2 ^ 20 + y) / 2 ^ 23 = 126)%Z) by (symmetry; apply Z.div_unique with (3 * 2 ^ 20 + y)%Z; lia).
    assert (M : ((126 * 2 ^ 23 + 3 * 2 ^ 20 + y) mod 2 ^ 23 = 3 * 2 ^ 20 + y)%Z) by (symmetry; apply Z.mod_unique with 126%Z; lia).
    rewrite D, M. do 2 f_equal. lia.
  - assert (D : ((126 * 2 ^ 23 + 3 * 2 ^ 20 + y) / 2 ^ 23 = 127)%Z) by (symmetry; apply Z.div_unique with (y - 5 * 2 ^ 20)%Z; lia).
    assert (M : ((126 * 2 ^ 23 + 3 * 2 ^ 20 + y) mod 2 ^ 23 = y - 5 * 2 ^ 20)%Z) by (symmetry; apply Z.mod_unique with 127%Z; lia).
    rewrite D, M. change (127 - 150)%Z with (1 + -24)%Z. rewrite bpow_plus, mult_IZR. change (bpow radix2 1) with 2.
    replace (2 ^ 23 + (y - 5 * 2 ^ 20))%Z with (3 * 2 ^ 20 + y)%Z by lia. ring.
Qed.

Lemma mantissa_monotone y y' : (0 <= y <= y')%Z -> (mantissa y <= mantissa y')%Z.
Proof.
  intros H. unfold mantissa. destruct (Z.ltb_spec y (5 * 2 ^ 20)), (Z.ltb_spec y' (5 * 2 ^ 20)); lia.
Qed.

(* What each cell must satisfy, as a computation. *)
Definition cell_fits (i : nat) (cell : Z * Z * Z) : bool :=
  let '(inverse, high, low) := cell in
  let c := multiple 8 (decode 8 23 inverse) in
  let h := multiple 16 (decode 8 23 high) in
  let first := Z.abs (mantissa (Z.of_nat i * 2 ^ 18) * c - 2 ^ 32) in
  let last := Z.abs (mantissa ((Z.of_nat i + 1) * 2 ^ 18) * c - 2 ^ 32) in
  let low := decode 8 23 low in
  (short 8 (decode 8 23 inverse) && (0 <? c) && (c <? 2 ^ 9)
   && short 16 (decode 8 23 high) && (Z.abs h <? 2 ^ 15)
   && (first <=? 17664 * 2 ^ 12) && (last <=? 17664 * 2 ^ 12)
   && ((20 <=? Z.of_nat i) || (h =? 0) || (2 * Z.max first last + 8 <=? Z.abs h * 2 ^ 16))
   && (snd low <=? -17) && (Z.abs (fst low) <=? 2 ^ (- 17 - snd low)))%Z.

Definition nowhere : Z * Z * Z := (0x3f800000, 0, 0)%Z.

Lemma cells_fit : forallb (fun i => cell_fits i (nth i cells_32 nowhere)) (seq 0 32) = true.
Proof. vm_compute. reflexivity. Qed.

Lemma reduction bits : in_domain bits ->
  let y := (position bits mod 2 ^ 23)%Z in
  (0 <= y < 2 ^ 23)%Z /\ (0 <= k_of bits <= 64)%Z /\ (k_of bits = 0 -> y < 5 * 2 ^ 20)%Z /\
  m_bits bits = (START + y)%Z /\ index_of bits = (y / 2 ^ 18)%Z.
Proof.
  intros Hb y. unfold in_domain in Hb. unfold k_of, m_bits, index_of, k_of.
  assert (P : (5 * 2 ^ 20 <= position bits < 65 * 2 ^ 23 - 3 * 2 ^ 20)%Z).
  { unfold position, START. change 0x3f300000%Z with (126 * 2 ^ 23 + 3 * 2 ^ 20)%Z. lia. }
  assert (Ep : bits = (position bits - 64 * 2 ^ 23 + START)%Z) by (unfold position; lia).
  pose proof (Z_div_mod_eq_full (position bits) (2 ^ 23)) as D. fold y in D.
  pose proof (Z.mod_pos_bound (position bits) (2 ^ 23) ltac:(lia)) as Y. fold y in Y.
  set (a := (position bits / 2 ^ 23)%Z) in *.
  repeat split; try lia.
  replace (position bits) with (y + (a * 32) * 2 ^ 18)%Z by lia. rewrite Z.div_add, Z.mod_add by lia.
  apply Z.mod_small. split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia.
Qed.

Lemma mantissa_split y : (0 <= y < 2 ^ 23)%Z ->
  (exists n, mantissa (y - y mod 2 ^ 12) = n * 2 ^ 12 /\ 0 < n < 2 ^ 13)%Z /\
  (0 <= mantissa y - mantissa (y - y mod 2 ^ 12) < 2 ^ 13)%Z.
Proof.
  intros Hy. pose proof (Z.mod_pos_bound y (2 ^ 12) ltac:(lia)) as B. pose proof (Z_div_mod_eq_full y (2 ^ 12)) as D.
  set (a := (y / 2 ^ 12)%Z) in *. set (b := (y mod 2 ^ 12)%Z) in *.
  assert (E : (y - b = 2 ^ 12 * a)%Z) by lia. rewrite E. unfold mantissa.
  destruct (Z.ltb_spec y (5 * 2 ^ 20)), (Z.ltb_spec (2 ^ 12 * a) (5 * 2 ^ 20)); try lia; (split; [| lia]).
  - exists (11 * 2 ^ 8 + a)%Z. lia.
  - exists (2 * (3 * 2 ^ 8 + a))%Z. lia.
Qed.

Lemma between_ends M M0 M1 c t : (0 < c)%Z -> (M0 <= M <= M1)%Z ->
  (Z.abs (M * c - t) <= Z.max (Z.abs (M0 * c - t)) (Z.abs (M1 * c - t)))%Z.
Proof.
  intros Hc HM. pose proof (Z.mul_le_mono_nonneg_r M0 M c). pose proof (Z.mul_le_mono_nonneg_r M M1 c). lia.
Qed.

Local Opaque short.

Lemma reduced bits : in_domain bits ->
  let '(inverse, high, low) := nth (Z.to_nat (index_of bits)) cells_32 nowhere in
  let mb := m_bits bits in
  Reduced (real32 mb) (real32 (mb - mb mod 2 ^ 12)) (IZR (k_of bits)) (real32 inverse) (real32 high) (real32 low).
Proof.
  intros Hb. destruct (reduction bits Hb) as (Hy & Hk & Hk0 & Em & Ei).
  set (y := (position bits mod 2 ^ 23)%Z) in *. set (i := Z.to_nat (index_of bits)).
  assert (Bi : (0 <= y / 2 ^ 18 < 32)%Z) by (split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia).
  assert (Hi : (i < 32)%nat) by lia.
  assert (Zi : Z.of_nat i = (y / 2 ^ 18)%Z) by lia.
  pose proof (Z_div_mod_eq_full y (2 ^ 18)) as Dy. pose proof (Z.mod_pos_bound y (2 ^ 18) ltac:(lia)) as By.
  assert (Fit : cell_fits i (nth i cells_32 nowhere) = true).
  { apply (proj1 (forallb_forall _ _) cells_fit). apply in_seq. lia. }
  assert (Off : cell_off real32 (/ 2 ^ 42) (nth i cells_32 nowhere)).
  { apply (proj1 (Forall_forall _ _) cells_32_off). apply nth_In. exact Hi. }
  destruct (nth i cells_32 nowhere) as [[inverse high] low]. unfold cell_off in Off. cbv zeta.
  unfold cell_fits in Fit. cbv zeta in Fit.
  repeat (apply andb_prop in Fit as [Fit ?]).
  repeat match goal with
    | H : (_ <=? _)%Z = true |- _ => apply Z.leb_le in H
    | H : (_ <? _)%Z = true |- _ => apply Z.ltb_lt in H
    end.
  rename Fit into Fc.
  match goal with H : short 16 _ = true |- _ => rename H into Fh end.
  apply short_dyadic in Fc, Fh. change (- (8))%Z with (-8)%Z in Fc. change (- (16))%Z with (-16)%Z in Fh.
  fold (real32 inverse) in Fc. fold (real32 high) in Fh.
  set (c := multiple 8 (decode 8 23 inverse)) in *. set (h := multiple 16 (decode 8 23 high)) in *.
  assert (Emod : ((START + y) mod 2 ^ 12 = y mod 2 ^ 12)%Z).
  { replace (START + y)%Z with (y + (126 * 2 ^ 11 + 3 * 2 ^ 8) * 2 ^ 12)%Z by (unfold START; lia). apply Z.mod_add. lia. }
  rewrite Em, Emod. replace (START + y - y mod 2 ^ 12)%Z with (START + (y - y mod 2 ^ 12))%Z by lia.
  pose proof (Z.mod_pos_bound y (2 ^ 12) ltac:(lia)) as B26. pose proof (Z.mod_le y (2 ^ 12) ltac:(lia) ltac:(lia)) as L26.
  rewrite 2!real32_mantissa by lia.
  destruct (mantissa_split y Hy) as [(n1 & E1 & B1) B2].
  (* r at y lies between r at the ends of the cell *)
  set (M := mantissa y) in *. set (M0 := mantissa (Z.of_nat i * 2 ^ 18)) in *. set (M1 := mantissa ((Z.of_nat i + 1) * 2 ^ 18)) in *.
  assert (HM : (M0 <= M <= M1)%Z) by (clear - Zi Dy By Hy; unfold M0, M1, M; split; apply mantissa_monotone; rewrite Zi; lia).
  assert (PM : (0 < M)%Z) by (clear - Hy; unfold M, mantissa; destruct (Z.ltb_spec y (5 * 2 ^ 20)); lia).
  set (D := Z.max (Z.abs (M0 * c - 2 ^ 32)) (Z.abs (M1 * c - 2 ^ 32))) in *.
  assert (HD : (Z.abs (M * c - 2 ^ 32) <= D)%Z) by (apply between_ends; easy).
  assert (Er : IZR M * bpow radix2 (-24) * real32 inverse - 1 = IZR (M * c - 2 ^ 32) * bpow radix2 (-32)).
  { rewrite Fc, minus_IZR, mult_IZR. change (IZR (2 ^ 32)) with (bpow radix2 32).
    rewrite Rmult_minus_distr_r, <- bpow_plus. change (bpow radix2 (32 + -32)) with 1.
    change (-32)%Z with (-24 + -8)%Z. rewrite bpow_plus. ring. }
  assert (Hr : Rabs (IZR M * bpow radix2 (-24) * real32 inverse - 1) <= IZR D * bpow radix2 (-32)).
  { rewrite Er, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0. rewrite <- abs_IZR.
    apply Rmult_le_compat_r; [apply bpow_ge_0 | now apply IZR_le]. }
  constructor.
  - exists c. split; [exact Fc | lia].
  - exists n1. split; [| lia]. rewrite E1, mult_IZR. change (IZR (2 ^ 12)) with (bpow radix2 12).
    rewrite Rmult_assoc, <- bpow_plus. reflexivity.
  - exists (M - mantissa (y - y mod 2 ^ 12))%Z. split; [rewrite minus_IZR; ring | lia].
  - exists h. split; [exact Fh | lia].
  - exists (k_of bits). split; [reflexivity | lia].
  - apply Rmult_lt_0_compat; [now apply (IZR_lt 0) | apply bpow_gt_0].
  - apply Rle_trans with (1 := Hr). apply Rle_trans with (IZR (17664 * 2 ^ 12) * bpow radix2 (-32)).
    + apply Rmult_le_compat_r; [apply bpow_ge_0 | apply IZR_le; unfold D; lia].
    + rewrite mult_IZR. change (IZR (2 ^ 12)) with (bpow radix2 12). rewrite Rmult_assoc, <- bpow_plus.
      change (12 + -32)%Z with (- Z.of_nat 20)%Z. rewrite bpow_inv. lra.
  - cbv zeta. set (rr := Rabs (IZR M * bpow radix2 (-24) * real32 inverse - 1)) in *.
    assert (H63 : bpow radix2 (-32) = / 2 ^ 32) by apply (bpow_inv 32).
    assert (H42 : bpow radix2 (-16) = / 2 ^ 16) by apply (bpow_inv 16).
    destruct (Z.eq_dec (k_of bits) 0) as [K0 | K1].
    + rewrite K0, Rmult_0_l, Rplus_0_l.
      assert (I80 : (Z.of_nat i < 20)%Z) by (rewrite Zi; apply Z.div_lt_upper_bound; lia).
      match goal with H : (_ || _ || _)%bool = true |- _ => apply orb_prop in H as [H | W]; [apply orb_prop in H as [W | W] |] end.
      * apply Z.leb_le in W. lia.
      * left. apply Z.eqb_eq in W. rewrite Fh, W. ring.
      * right. apply Z.leb_le in W. fold D in W. rewrite Fh, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0.
        rewrite <- abs_IZR, H42. rewrite H63 in Hr. apply IZR_le in W. rewrite plus_IZR, 2!mult_IZR in W.
        change (IZR (2 ^ 16)) with 65536 in W. lra.
    + right. assert (K : 1 <= IZR (k_of bits)) by (apply (IZR_le 1); lia).
      assert (Hh : Rabs (real32 high) <= / 2).
      { rewrite Fh, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0. rewrite <- abs_IZR, H42.
        assert (IZR (Z.abs h) <= IZR (2 ^ 15)) by (apply IZR_le; lia). change (IZR (2 ^ 15)) with 32768 in *. lra. }
      assert (Hl2 : 69 / 100 <= real32 ln_2_high_32) by (unfold ln_2_high_32; decoded; num).
      assert (Hrr : rr <= 17664 / 2 ^ 20).
      { rewrite H63 in Hr. assert (IZR D <= IZR (17664 * 2 ^ 12)) by (apply IZR_le; unfold D; lia).
        rewrite mult_IZR in *. change (IZR (2 ^ 12)) with 4096 in *. lra. }
      apply Rabs_le_inv in Hh. rewrite Rabs_pos_eq by nra. nra.
  - unfold real32, dyadic. destruct (decode 8 23 low) as [n e]. cbn [fst snd] in *.
    change 2 with (IZR radix2) at 1. rewrite <- bpow_powerRZ, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0.
    rewrite <- abs_IZR, <- bpow_inv. apply Rle_trans with (IZR (2 ^ (-17 - e)) * bpow radix2 e).
    + apply Rmult_le_compat_r; [apply bpow_ge_0 | apply IZR_le; lia].
    + change 2%Z with (radix_val radix2). rewrite IZR_Zpower, <- bpow_plus by lia. apply bpow_le. lia.
  - exact Off.
Qed.

(* v = m·2^-k *)
Lemma value_split bits : in_domain bits -> 0 < real32 (m_bits bits) /\
  - ln (real32 bits) = IZR (k_of bits) * ln 2 - ln (real32 (m_bits bits)).
Proof.
  intros Hb. destruct (reduction bits Hb) as (Hy & Hk & Hk0 & Em & _). unfold in_domain in Hb.
  set (y := (position bits mod 2 ^ 23)%Z) in *.
  assert (P : 0 < real32 (m_bits bits)).
  { rewrite Em, real32_mantissa by easy. apply Rmult_lt_0_compat; [apply (IZR_lt 0) | apply bpow_gt_0].
    unfold mantissa. destruct (Z.ltb_spec y (5 * 2 ^ 20)); lia. }
  split; [exact P |].
  assert (B : (2 ^ 23 <= m_bits bits < 255 * 2 ^ 23)%Z).
  { rewrite Em. unfold START. change 0x3f300000%Z with (126 * 2 ^ 23 + 3 * 2 ^ 20)%Z. lia. }
  assert (E : real32 (m_bits bits) = real32 bits * bpow radix2 (k_of bits)).
  { rewrite 2!real32_normal by lia. unfold m_bits. rewrite Z.div_add, Z.mod_add by lia.
    rewrite Rmult_assoc, <- bpow_plus. do 2 f_equal. lia. }
  assert (P' : 0 < real32 bits).
  { apply Rmult_lt_reg_r with (bpow radix2 (k_of bits)); [apply bpow_gt_0 | lra]. }
  rewrite E, (ln_mult _ _ P' (bpow_gt_0 radix2 (k_of bits))).
  replace (ln (bpow radix2 (k_of bits))) with (IZR (k_of bits) * ln 2); [lra |].
  rewrite bpow_exp. rewrite ln_exp. reflexivity.
Qed.

(* THE CERTIFICATE kernel-table-f32.json: every binary32 number of [2^-64, 1[. *)
Theorem minus_ln_f32_certified bits : in_domain bits ->
  Rabs (minus_ln_f32 bits - - ln (real32 bits))
  <= certified_table_f32 + certified_table_f32_relative * Rabs (ln (real32 bits)).
Proof.
  intros Hb. pose proof (reduced bits Hb) as H. destruct (value_split bits Hb) as [_ E].
  unfold minus_ln_f32. fold nowhere.
  destruct (nth (Z.to_nat (index_of bits)) cells_32 nowhere) as [[inverse high] low]. cbv zeta in H |- *.
  rewrite <- (Rabs_Ropp (ln (real32 bits))), E. now apply evaluate_off.
Qed.

(* Every binary32 number of [2^-64, 1[ has such a bit pattern, and every such bit pattern is such a number. *)
Theorem unit32_bits v : format32 v -> bpow radix2 (-64) <= v < 1 -> exists bits, in_domain bits /\ real32 bits = v.
Proof.
  intros Fv Hv. assert (P : 0 < v) by (pose proof (bpow_gt_0 radix2 (-64)); lra).
  destruct (mag radix2 v) as [e Hmag] eqn:Ee. pose proof (Hmag ltac:(lra)) as He. rewrite Rabs_pos_eq in He by lra.
  assert (E1 : (-64 < e)%Z) by (apply (lt_bpow radix2); lra).
  assert (E2 : (e <= 0)%Z).
  { apply Z.lt_succ_r. replace (Z.succ 0) with 1%Z by reflexivity. enough (e - 1 < 0)%Z by lia. apply (lt_bpow radix2). cbn [bpow]. lra. }
  assert (Ec : cexp radix2 (FLT_exp (-149) 24) v = (e - 24)%Z) by (unfold cexp; rewrite Ee; cbn [mag_val]; unfold FLT_exp; lia).
  set (n := Ztrunc (scaled_mantissa radix2 (FLT_exp (-149) 24) v)).
  assert (En : v = IZR n * bpow radix2 (e - 24)).
  { unfold format32, generic_format in Fv. rewrite Ec in Fv. exact Fv. }
  assert (Bn : (2 ^ 23 <= n < 2 ^ 24)%Z).
  { assert (Pe : 0 < bpow radix2 (e - 24)) by apply bpow_gt_0. split.
    - apply le_IZR. change (IZR (2 ^ 23)) with (bpow radix2 23). apply Rmult_le_reg_r with (1 := Pe).
      rewrite <- bpow_plus, <- En. replace (23 + (e - 24))%Z with (e - 1)%Z by ring. lra.
    - apply lt_IZR. change (IZR (2 ^ 24)) with (bpow radix2 24). apply Rmult_lt_reg_r with (1 := Pe).
      rewrite <- bpow_plus, <- En. replace (24 + (e - 24))%Z with e by ring. lra. }
  exists ((e + 126) * 2 ^ 23 + (n - 2 ^ 23))%Z. unfold in_domain. split; [lia |].
  assert (D : (((e + 126) * 2 ^ 23 + (n - 2 ^ 23)) / 2 ^ 23 = e + 126)%Z)
    by (symmetry; apply Z.div_unique with (n - 2 ^ 23)%Z; lia).
  assert (M : (((e + 126) * 2 ^ 23 + (n - 2 ^ 23)) mod 2 ^ 23 = n - 2 ^ 23)%Z)
    by (symmetry; apply Z.mod_unique with (e + 126)%Z; lia).
  rewrite real32_normal, D, M, En by lia. f_equal; f_equal; lia.
Qed.
