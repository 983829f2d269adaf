(* The argument reduction of minus_ln_f64 on bit patterns, the 128 cells, and the certified error of the whole kernel. *)
From Coq Require Import Reals ZArith List Lia Lra Psatz Bool.
From Coquelicot Require Import Rcomplements.
From Flocq Require Import Core.
From Kdelta Require Import Binary64 PureInterval ErrorTerms TableConstants TableKernel.
Import ListNotations.

Local Open Scope R_scope.

(* The domain [2^-1000, 1[ as bit patterns. *)
Definition in_domain (bits : Z) : Prop := (23 * 2 ^ 52 <= bits < 1023 * 2 ^ 52)%Z.

Lemma real64_normal b : (2 ^ 52 <= b < 2047 * 2 ^ 52)%Z -> real64 b = IZR (2 ^ 52 + b mod 2 ^ 52) * bpow radix2 (b / 2 ^ 52 - 1075).
Proof.
  intros Hb. unfold real64, dyadic, decode.
  assert (F : (1 <= b / 2 ^ 52 < 2047)%Z) by (split; [apply Z.div_le_lower_bound | apply Z.div_lt_upper_bound]; lia).
  assert (E : ((b / 2 ^ 52) mod 2 ^ 11 = b / 2 ^ 52)%Z) by (apply Z.mod_small; lia).
  rewrite E. replace (b / 2 ^ 52 =? 0)%Z with false by (symmetry; apply Z.eqb_neq; lia).
  replace (Z.testbit b (11 + 52)) with false by (symmetry; apply (Z.bits_above_log2 b); [lia | apply Z.log2_lt_pow2; lia]).
  cbn [fst snd]. rewrite Z.max_l by lia. change 2 with (IZR radix2) at 1. rewrite <- bpow_powerRZ.
  rewrite (Z.add_comm (b mod 2 ^ 52)). do 2 f_equal. change (2 ^ (11 - 1))%Z with 1024%Z. lia.
Qed.

(* m in units of 2^-53, from the place y of m in its binade counted from 11/16. *)
Definition mantissa (y : Z) : Z := if (y <? 5 * 2 ^ 49)%Z then (11 * 2 ^ 49 + y)%Z else (2 * (3 * 2 ^ 49 + y))%Z.

Lemma real64_mantissa y : (0 <= y < 2 ^ 52)%Z -> real64 (START + y) = IZR (mantissa y) * bpow radix2 (-53).
Proof.
  intros Hy. unfold START. change 0x3fe6000000000000%Z with (1022 * 2 ^ 52 + 3 * 2 ^ 49)%Z.
  rewrite real64_normal by lia. unfold mantissa. destruct (Z.ltb_spec y (5 * 2 ^ 49)) as [H | H].
  - assert (D : ((1022 * 2 ^ 52 + 3 * 2 ^ 49 + y) / 2 ^ 52 = 1022)%Z) by (symmetry; apply Z.div_unique with (3 * 2 ^ 49 + y)%Z; lia).
    assert (M : ((1022 * 2 ^ 52 + 3 * 2 ^ 49 + y) mod 2 ^ 52 = 3 * 2 ^ 49 + y)%Z) by (symmetry; apply Z.mod_unique with 1022%Z; lia).
    rewrite D, M. do 2 f_equal. lia.
  - assert (D : ((1022 * 2 ^ 52 + 3 * 2 ^ 49 + y) / 2 ^ 52 = 1023)%Z) by (symmetry; apply Z.div_unique with (y - 5 * 2 ^ 49)%Z; lia).
    assert (M : ((1022 * 2 ^ 52 + 3 * 2 ^ 49 + y) mod 2 ^ 52 = y - 5 * 2 ^ 49)%Z) by (symmetry; apply Z.mod_unique with 1023%Z; lia).
    rewrite D, M. change (1023 - 1075)%Z with (1 + -53)%Z. rewrite bpow_plus, mult_IZR. change (bpow radix2 1) with 2.
    replace (2 ^ 52 + (y - 5 * 2 ^ 49))%Z with (3 * 2 ^ 49 + y)%Z by lia. ring.
Qed.

Lemma mantissa_monotone y y' : (0 <= y <= y')%Z -> (mantissa y <= mantissa y')%Z.
Proof.
  intros H. unfold mantissa. destruct (Z.ltb_spec y (5 * 2 ^ 49)), (Z.ltb_spec y' (5 * 2 ^ 49)); lia.
Qed.

(* What each cell must satisfy, as a computation. *)
Definition cell_fits (i : nat) (cell : Z * Z * Z) : bool :=
  let '(inverse, high, low) := cell in
  let c := multiple 10 (decode 11 52 inverse) in
  let h := multiple 42 (decode 11 52 high) in
  let first := Z.abs (mantissa (Z.of_nat i * 2 ^ 45) * c - 2 ^ 63) in
  let last := Z.abs (mantissa ((Z.of_nat i + 1) * 2 ^ 45) * c - 2 ^ 63) in
  let low := decode 11 52 low in
  (short 10 (decode 11 52 inverse) && (0 <? c) && (c <? 2 ^ 11)
   && short 42 (decode 11 52 high) && (Z.abs h <? 2 ^ 41)
   && (first <=? 4424 * 2 ^ 43) && (last <=? 4424 * 2 ^ 43)
   && ((80 <=? Z.of_nat i) || (h =? 0) || (2 * Z.max first last + 8 <=? Z.abs h * 2 ^ 21))
   && (snd low <=? -43) && (Z.abs (fst low) <=? 2 ^ (- 43 - snd low)))%Z.

Definition nowhere : Z * Z * Z := (0x3ff0000000000000, 0, 0)%Z.

Lemma cells_fit : forallb (fun i => cell_fits i (nth i cells_64 nowhere)) (seq 0 128) = true.
Proof. vm_compute. reflexivity. Qed.

Lemma reduction bits : in_domain bits ->
  let y := (position bits mod 2 ^ 52)%Z in
  (0 <= y < 2 ^ 52)%Z /\ (0 <= k_of bits <= 1000)%Z /\ (k_of bits = 0 -> y < 5 * 2 ^ 49)%Z /\
  m_bits bits = (START + y)%Z /\ index_of bits = (y / 2 ^ 45)%Z.
Proof.
  intros Hb y. unfold in_domain in Hb. unfold k_of, m_bits, index_of, k_of.
  assert (P : (5 * 2 ^ 49 <= position bits < 1001 * 2 ^ 52 - 3 * 2 ^ 49)%Z).
  { unfold position, START. change 0x3fe6000000000000%Z with (1022 * 2 ^ 52 + 3 * 2 ^ 49)%Z. lia. }
  assert (Ep : bits = (position bits - 1000 * 2 ^ 52 + START)%Z) by (unfold position; lia).
  pose proof (Z_div_mod_eq_full (position bits) (2 ^ 52)) as D. fold y in D.
  pose proof (Z.mod_pos_bound (position bits) (2 ^ 52) ltac:(lia)) as Y. fold y in Y.
  set (a := (position bits / 2 ^ 52)%Z) in *.
  repeat split; try lia.
  replace (position bits) with (y + (a * 128) * 2 ^ 45)%Z by lia. rewrite Z.div_add, Z.mod_add by lia.
  apply Z.mod_small. split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia.
Qed.

Lemma mantissa_split y : (0 <= y < 2 ^ 52)%Z ->
  (exists n, mantissa (y - y mod 2 ^ 26) = n * 2 ^ 26 /\ 0 < n < 2 ^ 28)%Z /\
  (0 <= mantissa y - mantissa (y - y mod 2 ^ 26) < 2 ^ 27)%Z.
Proof.
  intros Hy. pose proof (Z.mod_pos_bound y (2 ^ 26) ltac:(lia)) as B. pose proof (Z_div_mod_eq_full y (2 ^ 26)) as D.
  set (a := (y / 2 ^ 26)%Z) in *. set (b := (y mod 2 ^ 26)%Z) in *.
  assert (E : (y - b = 2 ^ 26 * a)%Z) by lia. rewrite E. unfold mantissa.
  destruct (Z.ltb_spec y (5 * 2 ^ 49)), (Z.ltb_spec (2 ^ 26 * a) (5 * 2 ^ 49)); try lia; (split; [| lia]).
  - exists (11 * 2 ^ 23 + a)%Z. lia.
  - exists (2 * (3 * 2 ^ 23 + a))%Z. lia.
Qed.

Lemma between_ends M M0 M1 c t : (0 < c)%Z -> (M0 <= M <= M1)%Z ->
  (Z.abs (M * c - t) <= Z.max (Z.abs (M0 * c - t)) (Z.abs (M1 * c - t)))%Z.
Proof.
  intros Hc HM. pose proof (Z.mul_le_mono_nonneg_r M0 M c). pose proof (Z.mul_le_mono_nonneg_r M M1 c). lia.
Qed.

Local Opaque short.

Lemma reduced bits : in_domain bits ->
  let '(inverse, high, low) := nth (Z.to_nat (index_of bits)) cells_64 nowhere in
  let mb := m_bits bits in
  Reduced (real64 mb) (real64 (mb - mb mod 2 ^ 26)) (IZR (k_of bits)) (real64 inverse) (real64 high) (real64 low).
Proof.
  intros Hb. destruct (reduction bits Hb) as (Hy & Hk & Hk0 & Em & Ei).
  set (y := (position bits mod 2 ^ 52)%Z) in *. set (i := Z.to_nat (index_of bits)).
  assert (Bi : (0 <= y / 2 ^ 45 < 128)%Z) by (split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia).
  assert (Hi : (i < 128)%nat) by lia.
  assert (Zi : Z.of_nat i = (y / 2 ^ 45)%Z) by lia.
  pose proof (Z_div_mod_eq_full y (2 ^ 45)) as Dy. pose proof (Z.mod_pos_bound y (2 ^ 45) ltac:(lia)) as By.
  assert (Fit : cell_fits i (nth i cells_64 nowhere) = true).
  { apply (proj1 (forallb_forall _ _) cells_fit). apply in_seq. lia. }
  assert (Off : cell_off real64 (/ 2 ^ 97) (nth i cells_64 nowhere)).
  { apply (proj1 (Forall_forall _ _) cells_64_off). apply nth_In. exact Hi. }
  destruct (nth i cells_64 nowhere) as [[inverse high] low]. unfold cell_off in Off. cbv zeta.
  unfold cell_fits in Fit. cbv zeta in Fit.
  repeat (apply andb_prop in Fit as [Fit ?]).
  repeat match goal with
    | H : (_ <=? _)%Z = true |- _ => apply Z.leb_le in H
    | H : (_ <? _)%Z = true |- _ => apply Z.ltb_lt in H
    end.
  rename Fit into Fc.
  match goal with H : short 42 _ = true |- _ => rename H into Fh end.
  apply short_dyadic in Fc, Fh. change (- (10))%Z with (-10)%Z in Fc. change (- (42))%Z with (-42)%Z in Fh.
  fold (real64 inverse) in Fc. fold (real64 high) in Fh.
  set (c := multiple 10 (decode 11 52 inverse)) in *. set (h := multiple 42 (decode 11 52 high)) in *.
  assert (Emod : ((START + y) mod 2 ^ 26 = y mod 2 ^ 26)%Z).
  { replace (START + y)%Z with (y + (1022 * 2 ^ 26 + 3 * 2 ^ 23) * 2 ^ 26)%Z by (unfold START; lia). apply Z.mod_add. lia. }
  rewrite Em, Emod. replace (START + y - y mod 2 ^ 26)%Z with (START + (y - y mod 2 ^ 26))%Z by lia.
  pose proof (Z.mod_pos_bound y (2 ^ 26) ltac:(lia)) as B26. pose proof (Z.mod_le y (2 ^ 26) ltac:(lia) ltac:(lia)) as L26.
  rewrite 2!real64_mantissa by lia.
  destruct (mantissa_split y Hy) as [(n1 & E1 & B1) B2].
  (* r at y lies between r at the ends of the cell *)
  set (M := mantissa y) in *. set (M0 := mantissa (Z.of_nat i * 2 ^ 45)) in *. set (M1 := mantissa ((Z.of_nat i + 1) * 2 ^ 45)) in *.
  assert (HM : (M0 <= M <= M1)%Z) by (clear - Zi Dy By Hy; unfold M0, M1, M; split; apply mantissa_monotone; rewrite Zi; lia).
  assert (PM : (0 < M)%Z) by (clear - Hy; unfold M, mantissa; destruct (Z.ltb_spec y (5 * 2 ^ 49)); lia).
  set (D := Z.max (Z.abs (M0 * c - 2 ^ 63)) (Z.abs (M1 * c - 2 ^ 63))) in *.
  assert (HD : (Z.abs (M * c - 2 ^ 63) <= D)%Z) by (apply between_ends; easy).
  assert (Er : IZR M * bpow radix2 (-53) * real64 inverse - 1 = IZR (M * c - 2 ^ 63) * bpow radix2 (-63)).
  { rewrite Fc, minus_IZR, mult_IZR. change (IZR (2 ^ 63)) with (bpow radix2 63).
    rewrite Rmult_minus_distr_r, <- bpow_plus. change (bpow radix2 (63 + -63)) with 1.
    change (-63)%Z with (-53 + -10)%Z. rewrite bpow_plus. ring. }
  assert (Hr : Rabs (IZR M * bpow radix2 (-53) * real64 inverse - 1) <= IZR D * bpow radix2 (-63)).
  { rewrite Er, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0. rewrite <- abs_IZR.
    apply Rmult_le_compat_r; [apply bpow_ge_0 | now apply IZR_le]. }
  constructor.
  - exists c. split; [exact Fc | lia].
  - exists n1. split; [| lia]. rewrite E1, mult_IZR. change (IZR (2 ^ 26)) with (bpow radix2 26).
    rewrite Rmult_assoc, <- bpow_plus. reflexivity.
  - exists (M - mantissa (y - y mod 2 ^ 26))%Z. split; [rewrite minus_IZR; ring | lia].
  - exists h. split; [exact Fh | lia].
  - exists (k_of bits). split; [reflexivity | lia].
  - apply Rmult_lt_0_compat; [now apply (IZR_lt 0) | apply bpow_gt_0].
  - apply Rle_trans with (1 := Hr). apply Rle_trans with (IZR (4424 * 2 ^ 43) * bpow radix2 (-63)).
    + apply Rmult_le_compat_r; [apply bpow_ge_0 | apply IZR_le; unfold D; lia].
    + rewrite mult_IZR. change (IZR (2 ^ 43)) with (bpow radix2 43). rewrite Rmult_assoc, <- bpow_plus.
      change (43 + -63)%Z with (- Z.of_nat 20)%Z. rewrite bpow_inv. lra.
  - cbv zeta. set (rr := Rabs (IZR M * bpow radix2 (-53) * real64 inverse - 1)) in *.
    assert (H63 : bpow radix2 (-63) = / 2 ^ 63) by apply (bpow_inv 63).
    assert (H42 : bpow radix2 (-42) = / 2 ^ 42) by apply (bpow_inv 42).
    destruct (Z.eq_dec (k_of bits) 0) as [K0 | K1].
    + rewrite K0, Rmult_0_l, Rplus_0_l.
      assert (I80 : (Z.of_nat i < 80)%Z) by (rewrite Zi; apply Z.div_lt_upper_bound; lia).
      match goal with H : (_ || _ || _)%bool = true |- _ => apply orb_prop in H as [H | W]; [apply orb_prop in H as [W | W] |] end.
      * apply Z.leb_le in W. lia.
      * left. apply Z.eqb_eq in W. rewrite Fh, W. ring.
      * right. apply Z.leb_le in W. fold D in W. rewrite Fh, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0.
        rewrite <- abs_IZR, H42. rewrite H63 in Hr. apply IZR_le in W. rewrite plus_IZR, 2!mult_IZR in W.
        change (IZR (2 ^ 21)) with 2097152 in W. lra.
    + right. assert (K : 1 <= IZR (k_of bits)) by (apply (IZR_le 1); lia).
      assert (Hh : Rabs (real64 high) <= / 2).
      { rewrite Fh, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0. rewrite <- abs_IZR, H42.
        assert (IZR (Z.abs h) <= IZR (2 ^ 41)) by (apply IZR_le; lia). change (IZR (2 ^ 41)) with 2199023255552 in *. lra. }
      assert (Hl2 : 69 / 100 <= real64 ln_2_high_64) by (unfold ln_2_high_64; decoded; num).
      assert (Hrr : rr <= 4424 / 2 ^ 20).
      { rewrite H63 in Hr. assert (IZR D <= IZR (4424 * 2 ^ 43)) by (apply IZR_le; unfold D; lia).
        rewrite mult_IZR in *. change (IZR (2 ^ 43)) with 8796093022208 in *. lra. }
      apply Rabs_le_inv in Hh. rewrite Rabs_pos_eq by nra. nra.
  - unfold real64, dyadic. destruct (decode 11 52 low) as [n e]. cbn [fst snd] in *.
    change 2 with (IZR radix2) at 1. rewrite <- bpow_powerRZ, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0.
    rewrite <- abs_IZR, <- bpow_inv. apply Rle_trans with (IZR (2 ^ (-43 - e)) * bpow radix2 e).
    + apply Rmult_le_compat_r; [apply bpow_ge_0 | apply IZR_le; lia].
    + change 2%Z with (radix_val radix2). rewrite IZR_Zpower, <- bpow_plus by lia. apply bpow_le. lia.
  - exact Off.
Qed.

(* v = m·2^-k *)
Lemma value_split bits : in_domain bits -> 0 < real64 (m_bits bits) /\
  - ln (real64 bits) = IZR (k_of bits) * ln 2 - ln (real64 (m_bits bits)).
Proof.
  intros Hb. destruct (reduction bits Hb) as (Hy & Hk & Hk0 & Em & _). unfold in_domain in Hb.
  set (y := (position bits mod 2 ^ 52)%Z) in *.
  assert (P : 0 < real64 (m_bits bits)).
  { rewrite Em, real64_mantissa by easy. apply Rmult_lt_0_compat; [apply (IZR_lt 0) | apply bpow_gt_0].
    unfold mantissa. destruct (Z.ltb_spec y (5 * 2 ^ 49)); lia. }
  split; [exact P |].
  assert (B : (2 ^ 52 <= m_bits bits < 2047 * 2 ^ 52)%Z).
  { rewrite Em. unfold START. change 0x3fe6000000000000%Z with (1022 * 2 ^ 52 + 3 * 2 ^ 49)%Z. lia. }
  assert (E : real64 (m_bits bits) = real64 bits * bpow radix2 (k_of bits)).
  { rewrite 2!real64_normal by lia. unfold m_bits. rewrite Z.div_add, Z.mod_add by lia.
    rewrite Rmult_assoc, <- bpow_plus. do 2 f_equal. lia. }
  assert (P' : 0 < real64 bits).
  { apply Rmult_lt_reg_r with (bpow radix2 (k_of bits)); [apply bpow_gt_0 | lra]. }
  rewrite E, (ln_mult _ _ P' (bpow_gt_0 radix2 (k_of bits))).
  replace (ln (bpow radix2 (k_of bits))) with (IZR (k_of bits) * ln 2); [lra |].
  rewrite bpow_exp. rewrite ln_exp. reflexivity.
Qed.

(* THE CERTIFICATE kernel-table-f64.json: every binary64 number of [2^-1000, 1[. *)
Theorem minus_ln_f64_certified bits : in_domain bits ->
  Rabs (minus_ln_f64 bits - - ln (real64 bits))
  <= certified_table_f64 + certified_table_f64_relative * Rabs (ln (real64 bits)).
Proof.
  intros Hb. pose proof (reduced bits Hb) as H. destruct (value_split bits Hb) as [_ E].
  unfold minus_ln_f64. fold nowhere.
  destruct (nth (Z.to_nat (index_of bits)) cells_64 nowhere) as [[inverse high] low]. cbv zeta in H |- *.
  rewrite <- (Rabs_Ropp (ln (real64 bits))), E. now apply evaluate_off.
Qed.

(* Every binary64 number of [2^-1000, 1[ has such a bit pattern, and every such bit pattern is such a number. *)
Theorem unit64_bits v : format64 v -> bpow radix2 (-1000) <= v < 1 -> exists bits, in_domain bits /\ real64 bits = v.
Proof.
  intros Fv Hv. assert (P : 0 < v) by (pose proof (bpow_gt_0 radix2 (-1000)); lra).
  destruct (mag radix2 v) as [e Hmag] eqn:Ee. pose proof (Hmag ltac:(lra)) as He. rewrite Rabs_pos_eq in He by lra.
  assert (E1 : (-1000 < e)%Z) by (apply (lt_bpow radix2); lra).
  assert (E2 : (e <= 0)%Z).
  { apply Z.lt_succ_r. replace (Z.succ 0) with 1%Z by reflexivity. enough (e - 1 < 0)%Z by lia. apply (lt_bpow radix2). cbn [bpow]. lra. }
  assert (Ec : cexp radix2 (FLT_exp (-1074) 53) v = (e - 53)%Z) by (unfold cexp; rewrite Ee; cbn [mag_val]; unfold FLT_exp; lia).
  set (n := Ztrunc (scaled_mantissa radix2 (FLT_exp (-1074) 53) v)).
  assert (En : v = IZR n * bpow radix2 (e - 53)).
  { unfold format64, generic_format in Fv. rewrite Ec in Fv. exact Fv. }
  assert (Bn : (2 ^ 52 <= n < 2 ^ 53)%Z).
  { assert (Pe : 0 < bpow radix2 (e - 53)) by apply bpow_gt_0. split.
    - apply le_IZR. change (IZR (2 ^ 52)) with (bpow radix2 52). apply Rmult_le_reg_r with (1 := Pe).
      rewrite <- bpow_plus, <- En. replace (52 + (e - 53))%Z with (e - 1)%Z by ring. lra.
    - apply lt_IZR. change (IZR (2 ^ 53)) with (bpow radix2 53). apply Rmult_lt_reg_r with (1 := Pe).
      rewrite <- bpow_plus, <- En. replace (53 + (e - 53))%Z with e by ring. lra. }
  exists ((e + 1022) * 2 ^ 52 + (n - 2 ^ 52))%Z. unfold in_domain. split; [lia |].
  assert (D : (((e + 1022) * 2 ^ 52 + (n - 2 ^ 52)) / 2 ^ 52 = e + 1022)%Z)
    by (symmetry; apply Z.div_unique with (n - 2 ^ 52)%Z; lia).
  assert (M : (((e + 1022) * 2 ^ 52 + (n - 2 ^ 52)) mod 2 ^ 52 = n - 2 ^ 52)%Z)
    by (symmetry; apply Z.mod_unique with (e + 1022)%Z; lia).
  rewrite real64_normal, D, M, En by lia. f_equal; f_equal; lia.
Qed.
