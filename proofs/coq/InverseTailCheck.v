(* What the checks of the tables of inverse_tail_f64 and inverse_tail_64 have in common, by integers alone, and what follows from
   it: the distance of a cell's polynomial from g. *)
From Coq Require Import Reals ZArith List Bool Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Binary LaplaceLaw NormalTail NormalMills NormalInverse.
From Kdelta Require Import InverseTailMoments InverseTailModel InverseTailApproximation InverseTailMills.
Import ListNotations.

Local Open Scope R_scope.

Lemma bpow_pow q n : bpow radix2 (q * Z.of_nat n) = bpow radix2 q ^ n.
Proof.
  induction n as [| n IH]; [rewrite Z.mul_0_r; reflexivity |].
  rewrite Nat2Z.inj_succ, Z.mul_succ_r, bpow_plus, IH. cbn [pow]. ring.
Qed.

(* ** Real polynomials *)

Lemma horner_near q rp hp u : Rabs u <= 1 -> Forall2 (fun rho a => Rabs (rho * bpow radix2 q - IZR a) <= 1) rp hp ->
  near q u (horner rp u) hp (Z.of_nat (length hp)).
Proof.
  intros Hu F. unfold near. induction F as [| rho a rp hp H F IH]; cbn [horner ev length].
  - rewrite Rmult_0_l, Rminus_0_r, Rabs_R0. apply Rle_refl.
  - rewrite Nat2Z.inj_succ, succ_IZR.
    replace ((rho + u * horner rp u) * bpow radix2 q - (IZR a + u * ev hp u))
      with ((rho * bpow radix2 q - IZR a) + u * (horner rp u * bpow radix2 q - ev hp u)) by ring.
    eapply Rle_trans; [apply step_bound, Hu |]. lra.
Qed.

Fixpoint slope (k : R) (rp : list R) (u : R) : R := match rp with nil => 0 | a :: rp => k * a + u * slope (k + 1) rp u end.

Lemma slope_derive rp k u : is_derive (fun u => u ^ S k * horner rp u) u (u ^ k * slope (INR (S k)) rp u).
Proof.
  revert k. induction rp as [| a rp IH]; intros k; cbn [horner slope].
  - apply (is_derive_ext (fun _ => 0)); [intros t; real_eq; ring |]. rewrite Rmult_0_r. apply @is_derive_const.
  - apply (is_derive_ext (fun u => a * u ^ S k + u ^ S (S k) * horner rp u)).
    { intros t. real_eq. cbn [pow]. ring. }
    replace (u ^ k * (INR (S k) * a + u * slope (INR (S k) + 1) rp u))
      with (a * (INR (S k) * 1 * u ^ Nat.pred (S k)) + u ^ S k * slope (INR (S (S k))) rp u)
      by (rewrite (S_INR (S k)); cbn [Nat.pred pow]; ring).
    apply (is_derive_plus (fun u => a * u ^ S k) (fun u => u ^ S (S k) * horner rp u)); [| apply IH].
    apply (is_derive_scal (fun u => u ^ S k)), (is_derive_pow (fun u => u)), @is_derive_id.
Qed.

Lemma horner_derive a rp u : is_derive (horner (a :: rp)) u (slope 1 rp u).
Proof.
  apply (is_derive_ext (fun u => a + u ^ 1 * horner rp u)); [intros t; real_eq; cbn [horner pow]; ring |].
  replace (slope 1 rp u) with (0 + u ^ 0 * slope (INR 1) rp u) by (cbn [INR pow]; ring).
  apply (is_derive_plus (fun _ => a) (fun u => u ^ 1 * horner rp u)); [apply @is_derive_const | apply slope_derive].
Qed.

(* k(|a_k| + 1) + (k+1)(|a_(k+1)| + 1) + … *)
Fixpoint slope_norm (k : Z) (hp : list Z) : Z := match hp with nil => 0 | a :: hp => k * (Z.abs a + 1) + slope_norm (k + 1) hp end%Z.

Lemma slope_below q rp hp k u : (0 <= k)%Z -> Rabs u <= 1 -> Forall2 (fun rho a => Rabs (rho * bpow radix2 q - IZR a) <= 1) rp hp ->
  Rabs (slope (IZR k) rp u) * bpow radix2 q <= IZR (slope_norm k hp).
Proof.
  intros Hk Hu F. pose proof (bpow_gt_0 radix2 q) as B. revert k Hk.
  induction F as [| rho a rp hp H F IH]; intros k Hk; cbn [slope slope_norm]; [rewrite Rabs_R0; lra |].
  specialize (IH (k + 1)%Z ltac:(lia)). rewrite plus_IZR in IH.
  apply Rle_trans with ((Rabs (IZR k * rho) + Rabs (slope (IZR k + 1) rp u)) * bpow radix2 q).
  { apply Rmult_le_compat_r; [lra |]. apply step_bound, Hu. }
  rewrite plus_IZR, mult_IZR, plus_IZR, abs_IZR. apply (IZR_le 0) in Hk. rewrite Rabs_mult, (Rabs_pos_eq (IZR k)) by exact Hk.
  assert (Rabs rho * bpow radix2 q <= Rabs (IZR a) + 1).
  { rewrite <- (Rabs_pos_eq (bpow radix2 q)), <- Rabs_mult by lra.
    replace (rho * bpow radix2 q) with (IZR a + (rho * bpow radix2 q - IZR a)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  rewrite Rmult_plus_distr_r. apply Rplus_le_compat; [| exact IH]. rewrite Rmult_assoc. now apply Rmult_le_compat_l.
Qed.

(* The linear term outweighs the others. *)
Lemma polynomial_increases q rp hp : Forall2 (fun rho a => Rabs (rho * bpow radix2 q - IZR a) <= 1) rp hp ->
  (2 <= length hp)%nat -> (slope_norm 2 (tl (tl hp)) + 1 <= hd 0 (tl hp))%Z ->
  exists dh, (forall u, is_derive (horner rp) u (dh u)) /\ forall u, Rabs u <= 1 -> 0 <= dh u.
Proof.
  intros [| rho0 a0 rp' hp' _ [| rho1 a1 rp'' hp'' C0 C2]] L H; cbn in L; try lia.
  cbn [tl hd] in H. exists (slope 1 (rho1 :: rp'')). split; [intros u; apply horner_derive |]. intros u Hu. cbn [slope].
  set (B := bpow radix2 q) in *. assert (PB : 0 < B) by apply bpow_gt_0.
  pose proof (slope_below q rp'' hp'' 2 u ltac:(lia) Hu C2) as S. fold B in S. apply Rabs_le_inv in C0.
  apply IZR_le in H. rewrite plus_IZR in H. replace (1 + 1) with 2 by ring.
  apply Rmult_le_reg_r with B; [exact PB |].
  assert (V : Rabs (u * slope 2 rp'' u) * B <= IZR (slope_norm 2 hp'')).
  { apply Rle_trans with (2 := S). apply Rmult_le_compat_r; [lra |]. rewrite Rabs_mult. pose proof (Rabs_pos (slope 2 rp'' u)). nra. }
  rewrite <- (Rabs_pos_eq B) in V at 1 by lra. rewrite <- Rabs_mult in V. apply Rabs_le_inv in V. lra.
Qed.

Lemma taylor_horner n x s h : s * taylor n x (s * h) = horner (map (fun k => s ^ S k * moment k x) (seq 0 n)) (- h).
Proof.
  assert (G : forall m j, horner (map (fun k => s ^ S k * moment k x) (seq j (S m))) (- h) =
    horner (map (fun k => s ^ S k * moment k x) (seq j m)) (- h) + (- h) ^ m * (s ^ S (j + m) * moment (j + m) x)).
  { intros m. induction m as [| m IH]; intros j.
    - cbn [seq map horner pow]. rewrite Nat.add_0_r. ring.
    - change (seq j (S (S m))) with (j :: seq (S j) (S m)). change (seq j (S m)) with (j :: seq (S j) m).
      cbn [map horner]. rewrite IH. replace (S j + m)%nat with (j + S m)%nat by lia. cbn [pow]. ring. }
  induction n as [| n IH]; [cbn; ring |]. rewrite G, <- IH. cbn [taylor]. rewrite Nat.add_0_l, Rmult_plus_distr_l, Rpow_mult_distr. f_equal.
  replace (- h) with (- 1 * h) by ring. rewrite Rpow_mult_distr. cbn [pow]. ring.
Qed.

(* ** One cell, whatever the scale *)

Definition widths (moments : list (Z * Z)) : list (Z * Z) := map (fun b => (fst b, snd b - fst b)%Z) moments.

Lemma widths_within q f k moments : all_between q f k moments ->
  Forall2 (within q) (map f (seq k (length moments))) (widths moments).
Proof.
  revert k. induction moments as [| b l IH]; intros k A; cbn [length seq map widths]; [constructor |].
  destruct A as [A1 A2]. constructor; [| now apply IH]. unfold within, between in *. cbn [fst snd].
  replace (fst b + (snd b - fst b))%Z with (snd b) by ring. exact A1.
Qed.

(* The bound of |h|; the error of y that the cut of the Taylor series after so many terms adds *)
Definition reach (hp : list Z) : Z := (norm hp + Z.of_nat (length hp))%Z.
Definition cut (q terms : Z) (hp : list Z) : Z := (Z.shiftr (2 * reach hp ^ terms) (q * (terms - 1)) + 1)%Z.

(* Ψ, whose coefficients may be large though its values are small *)
Definition change (kn ksh : Z) (hp y : list Z) : list Z := padd (0%Z :: tl hp) (0%Z :: map Z.opp (integrated kn ksh 1 y)).

Record findings := Findings { y_error : Z; psi : Z; y_least : Z; y_most : Z }.

Definition find (q kn ksh : Z) (hp : list Z) (moments : list (Z * Z)) : list Z * findings :=
  let count := Z.of_nat (length hp) in
  let '(y, e) := composed q 13 (widths moments) (map Z.opp hp, count) in
  let ey := (e + cut q (Z.of_nat (length moments)) hp)%Z in
  let spread := (norm (tl y) + ey)%Z in
  (y, Findings ey (largest (change kn ksh hp y) + 2 * count + 2 * Z.of_nat (length y)) (hd 0%Z y - spread) (hd 0%Z y + spread)).

(* δ M(P) and s Ψ together, in pieces, where δ/s² = deltan/2^deltash *)
Definition joint_of (kn ksh deltan deltash : Z) (hp y : list Z) : Z :=
  (largest_in 3 (padd (change kn ksh hp y) (map (fun a => Z.shiftr (deltan * a) deltash) y))
   + 2 * Z.of_nat (length hp) + 3 * Z.of_nat (length y))%Z.

(* The distance in units of s/2^q, where d0/s² = dn/2^dsh; without δ, `joint` is ψ. *)
Definition units (kn ksh deltan deltash dn dsh psi0 joint : Z) (f : findings) : Z :=
  (joint + (Z.shiftr (Z.abs deltan * y_error f) deltash + 1)
   + ((psi f * (y_most f - y_least f) + psi0 * y_most f + (Z.shiftr (2 * kn * y_error f * y_most f) ksh + 1)) / y_least f + 1)
   + (Z.shiftr (dn * y_most f) dsh + 1))%Z.

Definition passes (sigma : Z) (hp : list Z) (f : findings) (u : Z) : bool :=
  ((0 <? y_least f) && (slope_norm 2 (tl (tl hp)) + 1 <=? hd 0 (tl hp)) && (u * 2 ^ (2 * sigma + 16) <=? y_least f))%Z%bool.

Section Sound.

Variables (q sigma kn ksh deltan deltash dn dsh joint : Z) (n : nat) (x c w delta d0 : R) (rp : list R) (hp : list Z).
Variables (moments : list (Z * Z)) (first : bool).
Let s := bpow radix2 sigma.
Let B := bpow radix2 q.
Let P (u : R) : R := x + s * horner rp u.
Let y := fst (find q kn ksh hp moments).
Let f := snd (find q kn ksh hp moments).
Let psi0 := if first then psi f else 0%Z.
Let u0 := if first then -1 else 0.
Let u_all := units kn ksh deltan deltash dn dsh psi0 joint f.

Hypothesis q_nonneg : (0 <= q)%Z.
Hypothesis sigma_nonneg : (0 <= sigma)%Z.
Hypothesis ksh_nonneg : (0 <= ksh)%Z.
Hypothesis deltash_nonneg : (0 <= deltash)%Z.
Hypothesis dsh_nonneg : (0 <= dsh)%Z.
Hypothesis w_positive : 0 < w.
Hypothesis kappa_is : w / (s * s) = IZR kn * bpow radix2 (- ksh).
Hypothesis delta_is : delta / (s * s) = IZR deltan * bpow radix2 (- deltash).
Hypothesis d0_is : d0 / (s * s) = IZR dn * bpow radix2 (- dsh).
Hypothesis close : Forall2 (fun rho a => Rabs (rho * B - IZR a) <= 1) rp hp.
Hypothesis long : (2 <= length hp)%nat.
Hypothesis terms : length moments = S n.
Hypothesis enclosed : all_between q (fun n => s ^ S n * moment n x) 0 moments.
Hypothesis bounded : forall u t, Rabs u <= 1 -> Rmin x (P u) <= t -> s ^ S (S n) * moment (S n) t <= 2.
Hypothesis anchored : Rabs (minus_ln_tail (P u0) - (c + w * u0) - delta) <= d0.
Hypothesis joint_is : joint = joint_of kn ksh deltan deltash hp y \/ deltan = 0%Z /\ joint = psi f.
Hypothesis passed : passes sigma hp f u_all = true.

Let PB : 0 < B := bpow_gt_0 radix2 q.
Let Ps : 0 < s := bpow_gt_0 radix2 sigma.

Lemma h_near u : Rabs u <= 1 -> near q u (horner rp u) hp (Z.of_nat (length hp)).
Proof. intros Hu. now apply horner_near. Qed.

Lemma h_reach u : Rabs u <= 1 -> Rabs (horner rp u) * B <= IZR (reach hp).
Proof.
  intros Hu. pose proof (h_near u Hu) as N. unfold near in N. fold B in N. pose proof (ev_norm hp u Hu) as E.
  rewrite <- (Rabs_pos_eq B), <- Rabs_mult by lra. unfold reach. rewrite plus_IZR.
  replace (horner rp u * B) with (ev hp u + (horner rp u * B - ev hp u)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

Lemma cut_covers u : Rabs u <= 1 ->
  Rabs (s * mills (P u) - s * taylor (S n) x (s * horner rp u)) * B <= IZR (cut q (Z.of_nat (length moments)) hp).
Proof.
  intros Hu. set (h := horner rp u). pose proof (h_reach u Hu) as R. fold h in R.
  assert (T := taylor_near n x (s * h) (2 / s ^ S (S n))).
  assert (P2 : 0 < s ^ S (S n)) by now apply pow_lt.
  assert (T' : Rabs (mills (P u) - taylor (S n) x (s * h)) <= 2 / s ^ S (S n) * Rabs (s * h) ^ S n).
  { apply T. intros t Ht. apply Rmult_le_reg_l with (1 := P2). replace (s ^ S (S n) * (2 / s ^ S (S n))) with 2 by (field; apply Rgt_not_eq, P2).
    now apply (bounded u). }
  rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_pos_eq s) by lra.
  apply Rle_trans with (2 * Rabs h ^ S n * B).
  { apply Rmult_le_compat_r; [lra |].
    apply Rle_trans with (s * (2 / s ^ S (S n) * Rabs (s * h) ^ S n)); [now apply Rmult_le_compat_l; [lra |] |].
    rewrite Rabs_mult, (Rabs_pos_eq s), Rpow_mult_distr by lra. change (s ^ S (S n)) with (s * s ^ S n).
    assert (0 < s ^ S n) by now apply pow_lt. set (p := s ^ S n) in *. right. field. lra. }
  rewrite terms. unfold cut. rewrite plus_IZR. replace (Z.of_nat (S n) - 1)%Z with (Z.of_nat n) by lia.
  pose proof (shiftr_real (2 * reach hp ^ Z.of_nat (S n)) (q * Z.of_nat n) ltac:(lia)) as S.
  rewrite bpow_pow in S. fold B in S. assert (Pn : 0 < B ^ n) by now apply pow_lt. apply Rmult_le_reg_r with (1 := Pn). left.
  apply Rle_lt_trans with (2 := proj2 S). rewrite mult_IZR, <- pow_IZR.
  replace (2 * Rabs h ^ Datatypes.S n * B * B ^ n) with (2 * (Rabs h * B) ^ Datatypes.S n) by (rewrite Rpow_mult_distr; cbn [pow]; ring).
  apply Rmult_le_compat_l; [lra |]. apply pow_incr. split; [| exact R]. apply Rmult_le_pos; [apply Rabs_pos | lra].
Qed.

Lemma found : exists e, composed q 13 (widths moments) (map Z.opp hp, Z.of_nat (length hp)) = (y, e) /\
  let ey := (e + cut q (Z.of_nat (length moments)) hp)%Z in
  f = Findings ey (largest (change kn ksh hp y) + 2 * Z.of_nat (length hp) + 2 * Z.of_nat (length y))
    (hd 0%Z y - (norm (tl y) + ey)) (hd 0%Z y + (norm (tl y) + ey)).
Proof.
  unfold y, f, find. destruct (composed q 13 (widths moments) (map Z.opp hp, Z.of_nat (length hp))) as [p e]. now exists e.
Qed.

Lemma y_near u : Rabs u <= 1 -> near q u (s * mills (P u)) y (y_error f).
Proof.
  intros Hu. destruct found as (e & E & F). rewrite F. cbn [y_error].
  assert (N : near q u (- horner rp u) (map Z.opp hp) (Z.of_nat (length hp))).
  { pose proof (h_near u Hu) as N. unfold near in *. rewrite ev_opp.
    replace (- horner rp u * bpow radix2 q - - ev hp u) with (- (horner rp u * bpow radix2 q - ev hp u)) by ring. now rewrite Rabs_Ropp. }
  pose proof (composed_near q 13 u _ _ _ _ _ q_nonneg Hu N (widths_within _ _ _ _ enclosed)) as C. rewrite E, terms, <- taylor_horner in C.
  unfold near in *. fold B in C |- *. pose proof (cut_covers u Hu) as T. rewrite <- (Rabs_pos_eq B), <- Rabs_mult in T by lra.
  rewrite plus_IZR. replace (s * mills (P u) * B - ev y u)
    with ((s * taylor (S n) x (s * horner rp u) * B - ev y u) + (s * mills (P u) - s * taylor (S n) x (s * horner rp u)) * B) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

Lemma y_range u : Rabs u <= 1 -> IZR (y_least f) <= s * mills (P u) * B <= IZR (y_most f).
Proof.
  intros Hu. pose proof (y_near u Hu) as N. destruct found as (e & _ & F). rewrite F in N |- *. cbn [y_error y_least y_most] in *.
  unfold near in N. fold B in N. set (ey := (e + cut q (Z.of_nat (length moments)) hp)%Z) in *. rewrite minus_IZR, !plus_IZR.
  assert (T : Rabs (ev y u - IZR (hd 0%Z y)) <= IZR (norm (tl y))).
  { destruct y as [| a p]; cbn [ev hd tl norm]; [rewrite Rminus_0_r, Rabs_R0; lra |].
    replace (IZR a + u * ev p u - IZR a) with (0 + u * ev p u) by ring. eapply Rle_trans; [apply step_bound, Hu |].
    rewrite Rabs_R0. pose proof (ev_norm p u Hu). lra. }
  apply Rabs_le_inv in N, T. lra.
Qed.

(* Ψ is near its polynomial. *)
Lemma change_near u : Rabs u <= 1 ->
  Rabs ((horner rp u - horner rp 0 - w / (s * s) * integral y u / B) * B - ev (change kn ksh hp y) u)
  <= 2 * IZR (Z.of_nat (length hp)) + 2 * IZR (Z.of_nat (length y)).
Proof.
  intros Hu. unfold change. rewrite ev_padd. cbn [ev]. rewrite ev_opp.
  pose proof (integrated_near kn ksh 1 y u ksh_nonneg ltac:(lia) Hu) as I1.
  pose proof (h_near u Hu) as N. assert (Z0 : Rabs 0 <= 1) by (rewrite Rabs_R0; lra). pose proof (h_near 0 Z0) as N0. unfold near in N, N0. fold B in N, N0.
  destruct hp as [| a hp']; [cbn in long; lia |]. rewrite ev_at_0 in N0. cbn [tl] in *. cbn [ev] in N.
  set (m := IZR (Z.of_nat (length (a :: hp')))) in *.
  rewrite <- INR_IZR_INZ. rewrite kappa_is. unfold integral.
  set (G := IZR kn * bpow radix2 (- ksh) * integral_from 1 y u) in *. set (J := ev (integrated kn ksh 1 y) u) in *.
  replace ((horner rp u - horner rp 0 - IZR kn * bpow radix2 (- ksh) * (u * integral_from 1 y u) / B) * B - (0 + u * ev hp' u + (0 + u * - J)))
    with ((horner rp u * B - (IZR a + u * ev hp' u)) + - (horner rp 0 * B - IZR a) + - (u * (G - J)))
    by (unfold G; field; lra).
  assert (U : Rabs (u * (G - J)) <= 2 * INR (length y)) by (rewrite Rabs_mult; pose proof (Rabs_pos (G - J)); nra).
  eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
  eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |]. rewrite Rabs_Ropp. lra.
Qed.

Lemma psi_bound u : Rabs u <= 1 -> Rabs (horner rp u - horner rp 0 - w / (s * s) * integral y u / B) * B <= IZR (psi f).
Proof.
  intros Hu. destruct found as (e & _ & F). rewrite F. cbn [psi]. rewrite !plus_IZR, !mult_IZR.
  pose proof (ev_largest (change kn ksh hp y) u Hu) as L. pose proof (change_near u Hu) as N.
  rewrite <- (Rabs_pos_eq B) at 2 by lra. rewrite <- Rabs_mult. set (v := _ * B) in *. set (a := ev (change kn ksh hp y) u) in *.
  replace v with (a + (v - a)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

Lemma ev_shiftr m k p u : (0 <= k)%Z -> Rabs u <= 1 ->
  Rabs (IZR m * bpow radix2 (- k) * ev p u - ev (map (fun a => Z.shiftr (m * a) k) p) u) <= INR (length p).
Proof.
  intros Hk Hu. induction p as [| a p IH]; cbn [map ev length]; [rewrite Rmult_0_r, Rminus_0_r, Rabs_R0; cbn; lra |].
  rewrite S_INR. pose proof (shiftr_real (m * a) k Hk) as S. rewrite mult_IZR in S. pose proof (bpow_gt_0 radix2 k) as Pk.
  set (b := IZR (Z.shiftr (m * a) k)) in *.
  assert (E : IZR m * bpow radix2 (- k) * IZR a * bpow radix2 k = IZR m * IZR a) by (rewrite bpow_opp; field; lra).
  assert (C : Rabs (IZR m * bpow radix2 (- k) * IZR a - b) <= 1).
  { rewrite <- E in S. set (v := IZR m * bpow radix2 (- k) * IZR a) in *.
    assert (b <= v <= b + 1) by (split; apply Rmult_le_reg_r with (1 := Pk); lra). apply Rabs_le. lra. }
  replace (IZR m * bpow radix2 (- k) * (IZR a + u * ev p u) - (b + u * ev (map (fun a => Z.shiftr (m * a) k) p) u))
    with ((IZR m * bpow radix2 (- k) * IZR a - b) + u * (IZR m * bpow radix2 (- k) * ev p u - ev (map (fun a => Z.shiftr (m * a) k) p) u)) by ring.
  eapply Rle_trans; [apply step_bound, Hu |]. lra.
Qed.

Lemma joint_bound u : Rabs u <= 1 ->
  Rabs ((horner rp u - horner rp 0 - w / (s * s) * integral y u / B) * B + delta / (s * s) * ev y u) <= IZR joint.
Proof.
  intros Hu. rewrite delta_is. destruct joint_is as [E | [Z0 E]]; rewrite E; clear E.
  - unfold joint_of. rewrite !plus_IZR, !mult_IZR. pose proof (change_near u Hu) as N.
    pose proof (ev_shiftr deltan deltash y u deltash_nonneg Hu) as S. rewrite INR_IZR_INZ in S.
    set (poly := padd (change kn ksh hp y) (map (fun a => Z.shiftr (deltan * a) deltash) y)).
    pose proof (ev_largest_in 3 poly u Hu) as L. unfold poly in L at 1. rewrite ev_padd in L.
    set (a := ev (change kn ksh hp y) u) in *. set (b := ev (map _ y) u) in *. set (b' := IZR deltan * bpow radix2 (- deltash) * ev y u) in *.
    set (v := (horner rp u - horner rp 0 - w / (s * s) * integral y u / B) * B) in *.
    replace (v + b') with ((a + b) + (v - a) + (b' - b)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |]. lra.
  - rewrite Z0, !Rmult_0_l, Rplus_0_r, Rabs_mult, (Rabs_pos_eq B) by lra. now apply psi_bound.
Qed.

Lemma passed_parts : (0 < y_least f)%Z /\ (slope_norm 2 (tl (tl hp)) + 1 <= hd 0 (tl hp))%Z /\
  (u_all * 2 ^ (2 * sigma + 16) <= y_least f)%Z.
Proof.
  pose proof passed as H. unfold passes in H. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
  apply Z.ltb_lt in H1. apply Z.leb_le in H2, H3. auto.
Qed.

Lemma h_increases : exists dh, (forall u, is_derive (horner rp) u (dh u)) /\ forall u, Rabs u <= 1 -> 0 <= dh u.
Proof. destruct passed_parts as (_ & H & _). now apply (polynomial_increases q rp hp). Qed.

Lemma psi0_bound : Rabs (horner rp u0 - horner rp 0 - w / (s * s) * integral y u0 / B) * B <= IZR psi0.
Proof.
  unfold psi0, u0. case first; [apply psi_bound; rewrite Rabs_left; lra |].
  unfold integral. replace (horner rp 0 - horner rp 0 - w / (s * s) * (0 * integral_from 1 y 0) / B) with 0 by (field; lra).
  rewrite Rabs_R0. lra.
Qed.

Lemma distance_units : distance s w (y_error f) (psi f) psi0 joint (y_least f) (y_most f) delta d0 <= IZR u_all.
Proof.
  destruct passed_parts as (Y & _ & _). unfold distance, u_all, units. rewrite kappa_is.
  assert (YR : 0 < IZR (y_least f)) by now apply (IZR_lt 0).
  replace (d0 * IZR (y_most f) / (s * s)) with (d0 / (s * s) * IZR (y_most f)) by (field; lra). rewrite d0_is.
  assert (S : forall v sh, (0 <= sh)%Z -> IZR v * bpow radix2 (- sh) <= IZR (Z.shiftr v sh + 1)).
  { intros v sh Hs. pose proof (shiftr_real v sh Hs) as S. rewrite plus_IZR. pose proof (bpow_gt_0 radix2 sh). apply Rmult_le_reg_r with (bpow radix2 sh); trivial.
    rewrite Rmult_assoc, <- bpow_plus. replace (- sh + sh)%Z with 0%Z by ring. change (bpow radix2 0) with 1. lra. }
  assert (Delta : Rabs delta / (s * s) = IZR (Z.abs deltan) * bpow radix2 (- deltash)).
  { replace (Rabs delta / (s * s)) with (Rabs (delta / (s * s))) by (unfold Rdiv; rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (s * s)) by nra; reflexivity).
    now rewrite delta_is, Rabs_mult, <- abs_IZR, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0. }
  rewrite Delta, (plus_IZR (_ + _)), (plus_IZR (_ + _)), (plus_IZR joint). repeat apply Rplus_le_compat.
  - apply Rle_refl.
  - pose proof (S (Z.abs deltan * y_error f)%Z deltash deltash_nonneg) as K. rewrite mult_IZR in K. lra.
  - set (T := (psi f * (y_most f - y_least f) + psi0 * y_most f + (Z.shiftr (2 * kn * y_error f * y_most f) ksh + 1))%Z).
    assert (A : IZR (psi f) * (IZR (y_most f) - IZR (y_least f)) +
      (IZR psi0 + 2 * (IZR kn * bpow radix2 (- ksh)) * IZR (y_error f)) * IZR (y_most f) <= IZR T).
    { unfold T. rewrite (plus_IZR (_ + _)), plus_IZR, (mult_IZR (psi f)), minus_IZR, !mult_IZR.
      pose proof (S (2 * kn * y_error f * y_most f)%Z ksh ksh_nonneg) as K. rewrite !mult_IZR in K. lra. }
    apply Rmult_le_reg_r with (1 := YR). unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rle_trans with (1 := A). rewrite <- mult_IZR. apply IZR_le. pose proof (Z.mul_succ_div_gt T (y_least f) Y). lia.
  - pose proof (S (dn * y_most f)%Z dsh dsh_nonneg) as K. rewrite mult_IZR in K. lra.
Qed.

Theorem cell_sound u : Rabs u <= 1 -> 0 <= c + w * u ->
  Rabs (P u - inverse_tail (c + w * u)) <= IZR u_all * (1 + / 2 ^ 15) * (s / B).
Proof.
  intros Hu Hl. destruct passed_parts as (Y & _ & Small). destruct h_increases as (dh & D1 & D2).
  assert (YR : 0 < IZR (y_least f)) by now apply (IZR_lt 0).
  pose proof distance_units as DU.
  assert (U0 : Rabs u0 <= 1) by (unfold u0; case first; [rewrite Rabs_left | rewrite Rabs_R0]; lra).
  assert (SR : distance s w (y_error f) (psi f) psi0 joint (y_least f) (y_most f) delta d0 * (s * s) * 2 ^ 16 <= IZR (y_least f)).
  { apply IZR_le in Small. rewrite mult_IZR, power_is_bpow, bpow_plus in Small by lia. change (bpow radix2 16) with 65536 in Small.
    replace (bpow radix2 (2 * sigma)) with (s * s) in Small by (unfold s; rewrite <- bpow_plus; f_equal; lia).
    replace (2 ^ 16) with 65536 by ring. apply Rle_trans with (2 := Small). rewrite Rmult_assoc. apply Rmult_le_compat_r; [nra | exact DU]. }
  pose proof (cell_distance q s x c w (horner rp) dh y (y_error f) (psi f) psi0 joint (y_least f) (y_most f) u0 delta d0
    Ps w_positive D1 D2 y_near y_range Y psi_bound U0 psi0_bound joint_bound anchored SR u Hu Hl) as R.
  apply Rle_trans with (1 := R). apply Rmult_le_compat_r; [apply Rlt_le, Rdiv_lt_0_compat; assumption |].
  apply Rmult_le_compat_r; [lra | exact DU].
Qed.

End Sound.
