(* Polynomials with integer coefficients as stand-ins for functions on [−1, 1], for the proofs of inverse_tail_f64 and inverse_tail_64.

   `near q u f p e` says that 2^q·f is within e of the polynomial p at u. Products are cut and rounded, with the loss
   added to e. The largest value of a polynomial is found in the Chebyshev basis: with u = cos θ it is a sum of cosines of
   multiples of θ, and each power of u costs only additions. *)
From Coq Require Import Reals ZArith List Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Binary LaplaceLaw.
Import ListNotations.

Local Open Scope R_scope.

Fixpoint ev (p : list Z) (u : R) : R := match p with nil => 0 | a :: p => IZR a + u * ev p u end.
Fixpoint norm (p : list Z) : Z := match p with nil => 0 | a :: p => Z.abs a + norm p end.
Fixpoint padd (p q : list Z) : list Z :=
  match p, q with nil, _ => q | _, nil => p | a :: p, b :: q => (a + b)%Z :: padd p q end.
Fixpoint pmul (p q : list Z) : list Z := match p with nil => nil | a :: p => padd (map (Z.mul a) q) (0%Z :: pmul p q) end.

Lemma ev_padd p q u : ev (padd p q) u = ev p u + ev q u.
Proof.
  revert q. induction p as [| a p IH]; intros [| b q]; cbn [padd ev]; try ring. rewrite IH, plus_IZR. ring.
Qed.

Lemma ev_scale a p u : ev (map (Z.mul a) p) u = IZR a * ev p u.
Proof. induction p as [| b p IH]; cbn [map ev]; [ring |]. rewrite IH, mult_IZR. ring. Qed.

Lemma ev_opp p u : ev (map Z.opp p) u = - ev p u.
Proof. induction p as [| b p IH]; cbn [map ev]; [ring |]. rewrite IH, opp_IZR. ring. Qed.

Lemma ev_pmul p q u : ev (pmul p q) u = ev p u * ev q u.
Proof. induction p as [| a p IH]; cbn [pmul ev]; [ring |]. rewrite ev_padd, ev_scale. cbn [ev]. rewrite IH. ring. Qed.

Lemma ev_at_0 a p : ev (a :: p) 0 = IZR a.
Proof. cbn [ev]. ring. Qed.

Lemma norm_nonneg p : (0 <= norm p)%Z.
Proof. induction p as [| a p IH]; cbn [norm]; lia. Qed.

Lemma step_bound u a b : Rabs u <= 1 -> Rabs (a + u * b) <= Rabs a + Rabs b.
Proof.
  intros Hu. apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_mult. pose proof (Rabs_pos b). nra.
Qed.

Lemma ev_norm p u : Rabs u <= 1 -> Rabs (ev p u) <= IZR (norm p).
Proof.
  intros Hu. induction p as [| a p IH]; cbn [ev norm]; [rewrite Rabs_R0; lra |].
  apply Rle_trans with (1 := step_bound u _ _ Hu). rewrite plus_IZR, abs_IZR. lra.
Qed.

Lemma ev_cut n p u : Rabs u <= 1 -> Rabs (ev p u - ev (firstn n p) u) <= IZR (norm (skipn n p)).
Proof.
  intros Hu. revert p. induction n as [| n IH]; intros p.
  - cbn [firstn skipn ev]. rewrite Rminus_0_r. now apply ev_norm.
  - destruct p as [| a p]; cbn [firstn skipn ev norm]; [rewrite Rminus_0_r, Rabs_R0; lra |].
    replace (IZR a + u * ev p u - (IZR a + u * ev (firstn n p) u)) with (0 + u * (ev p u - ev (firstn n p) u)) by ring.
    apply Rle_trans with (1 := step_bound u _ _ Hu). rewrite Rabs_R0. specialize (IH p). lra.
Qed.

(* ** Rounding *)

Lemma shiftr_real a k : (0 <= k)%Z -> IZR (Z.shiftr a k) * bpow radix2 k <= IZR a < (IZR (Z.shiftr a k) + 1) * bpow radix2 k.
Proof.
  intros Hk. rewrite Z.shiftr_div_pow2 by exact Hk. rewrite <- power_is_bpow by exact Hk.
  assert (P : (0 < 2 ^ k)%Z) by (apply Z.pow_pos_nonneg; lia).
  pose proof (Z.div_mod a (2 ^ k) ltac:(lia)). pose proof (Z.mod_pos_bound a (2 ^ k) P).
  set (d := (a / 2 ^ k)%Z) in *. set (w := (2 ^ k)%Z) in *.
  rewrite <- plus_IZR with (m := 1%Z), <- !mult_IZR. split; [apply IZR_le | apply IZR_lt]; nia.
Qed.

Definition shifted (k : Z) (p : list Z) : list Z := map (fun a => Z.shiftr a k) p.

Lemma ev_shifted k p u : (0 <= k)%Z -> Rabs u <= 1 ->
  Rabs (ev p u - bpow radix2 k * ev (shifted k p) u) <= bpow radix2 k * INR (length p).
Proof.
  intros Hk Hu. assert (B := bpow_gt_0 radix2 k).
  induction p as [| a p IH]; cbn [shifted map ev length]; [rewrite Rmult_0_r, Rminus_0_r, Rabs_R0, Rmult_0_r; lra |].
  fold (shifted k p). rewrite S_INR. pose proof (shiftr_real a k Hk) as E.
  replace (IZR a + u * ev p u - bpow radix2 k * (IZR (Z.shiftr a k) + u * ev (shifted k p) u))
    with ((IZR a - IZR (Z.shiftr a k) * bpow radix2 k) + u * (ev p u - bpow radix2 k * ev (shifted k p) u)) by ring.
  apply Rle_trans with (1 := step_bound u _ _ Hu). rewrite Rabs_pos_eq by lra. lra.
Qed.

(* ** Models *)

Definition near (q : Z) (u f : R) (p : list Z) (e : Z) : Prop := Rabs (f * bpow radix2 q - ev p u) <= IZR e.

Definition model : Type := list Z * Z.

(* At most n coefficients. *)
Definition cut_product (q : Z) (n : nat) (a b : model) : model :=
  let '(p, e) := a in
  let '(p', e') := b in
  let c := pmul p p' in
  (shifted q (firstn n c), Z.shiftr (norm p * e' + norm p' * e + e * e' + norm (skipn n c)) q + 1 + Z.of_nat n)%Z.

Lemma cut_product_near q n u f f' p e p' e' : (0 <= q)%Z -> Rabs u <= 1 -> near q u f p e -> near q u f' p' e' ->
  let '(c, d) := cut_product q n (p, e) (p', e') in near q u (f * f') c d.
Proof.
  intros Hq Hu H H'. unfold near in *. cbn [cut_product]. set (c := pmul p p'). set (B := bpow radix2 q) in *.
  assert (PB : 0 < B) by apply bpow_gt_0.
  assert (F1 : Rabs (f * f' * (B * B) - ev c u) <= IZR (norm p * e' + norm p' * e + e * e')).
  { unfold c. rewrite ev_pmul, !plus_IZR, !mult_IZR.
    replace (f * f' * (B * B) - ev p u * ev p' u)
      with (ev p u * (f' * B - ev p' u) + ev p' u * (f * B - ev p u) + (f * B - ev p u) * (f' * B - ev p' u)) by ring.
    pose proof (ev_norm p u Hu). pose proof (ev_norm p' u Hu).
    eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat;
      [eapply Rle_trans; [apply Rabs_triang |]; apply Rplus_le_compat |];
      rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  pose proof (ev_cut n c u Hu) as F2. pose proof (ev_shifted q (firstn n c) u Hq Hu) as F3. fold B in F3.
  set (E := (norm p * e' + norm p' * e + e * e' + norm (skipn n c))%Z).
  pose proof (shiftr_real E q Hq) as F4. fold B in F4.
  assert (L : INR (length (firstn n c)) <= IZR (Z.of_nat n)).
  { rewrite INR_IZR_INZ. apply IZR_le. pose proof (firstn_le_length n c). lia. }
  apply Rmult_le_reg_r with B; [exact PB |]. rewrite <- (Rabs_pos_eq B) at 2 by lra. rewrite <- Rabs_mult.
  replace ((f * f' * B - ev (shifted q (firstn n c)) u) * B)
    with ((f * f' * (B * B) - ev c u) + (ev c u - ev (firstn n c) u) + (ev (firstn n c) u - B * ev (shifted q (firstn n c)) u)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite !plus_IZR, !Rmult_plus_distr_r.
  assert (B * INR (length (firstn n c)) <= IZR (Z.of_nat n) * B) by nra.
  assert (IZR E = IZR (norm p * e' + norm p' * e + e * e') + IZR (norm (skipn n c))) by apply plus_IZR.
  pose proof (Rabs_triang (f * f' * (B * B) - ev c u) (ev c u - ev (firstn n c) u)). lra.
Qed.

(* ** m₀ + t(m₁ + t(m₂ + …)) *)

Fixpoint horner (m : list R) (t : R) : R := match m with nil => 0 | a :: m => a + t * horner m t end.

(* Each number lies between lo and lo + width. *)
Fixpoint composed (q : Z) (n : nat) (m : list (Z * Z)) (t : model) : model :=
  match m with
  | nil => (nil, 0%Z)
  | (lo, width) :: m => let '(y, e) := cut_product q n (composed q n m t) t in (padd [lo] y, (e + width)%Z)
  end.

Definition within (q : Z) (a : R) (b : Z * Z) : Prop := IZR (fst b) <= a * bpow radix2 q <= IZR (fst b + snd b).

Lemma composed_near q n u t p e m b : (0 <= q)%Z -> Rabs u <= 1 -> near q u t p e -> Forall2 (within q) m b ->
  let '(y, d) := composed q n b (p, e) in near q u (horner m t) y d.
Proof.
  intros Hq Hu Ht F. induction F as [| a [lo width] m b H F IH]; cbn [composed horner].
  - unfold near. cbn [ev]. rewrite Rmult_0_l, Rminus_0_r, Rabs_R0. lra.
  - destruct (composed q n b (p, e)) as [y d].
    pose proof (cut_product_near q n u _ _ _ _ _ _ Hq Hu IH Ht) as P.
    destruct (cut_product q n (y, d) (p, e)) as [z d']. unfold near, within in *. cbn [fst snd] in H.
    rewrite ev_padd. cbn [ev]. rewrite plus_IZR in *.
    replace ((a + t * horner m t) * bpow radix2 q - (IZR lo + u * 0 + ev z u))
      with ((horner m t * t * bpow radix2 q - ev z u) + (a * bpow radix2 q - IZR lo)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_pos_eq (a * bpow radix2 q - IZR lo)) by lra. lra.
Qed.

(* ** The largest value *)

Fixpoint cosines (l : list Z) (start theta : R) : R :=
  match l with nil => 0 | a :: l => IZR a * cos start + cosines l (start + theta) theta end.

Fixpoint add_at (i : nat) (c : Z) (l : list Z) : list Z :=
  match i, l with
  | O, nil => [c]
  | O, a :: l => (a + c)%Z :: l
  | S i, nil => 0%Z :: add_at i c nil
  | S i, a :: l => a :: add_at i c l
  end.

(* 2^n·p(cos θ) as cosines of −nθ, …, nθ, where n is the number of coefficients *)
Fixpoint chebyshev (p : list Z) : list Z :=
  match p with
  | nil => [0%Z]
  | a :: p => let l := chebyshev p in let n := S (length p) in
      add_at n (Z.shiftl a (Z.of_nat n)) (padd l (0%Z :: 0%Z :: l))
  end.

Definition largest (p : list Z) : Z := (Z.shiftr (norm (chebyshev p)) (Z.of_nat (length p)) + 1)%Z.

Lemma cosines_padd l l' start theta : cosines (padd l l') start theta = cosines l start theta + cosines l' start theta.
Proof.
  revert l' start. induction l as [| a l IH]; intros [| b l'] start; cbn [padd cosines]; try ring. rewrite IH, plus_IZR. ring.
Qed.

Lemma cosines_add_at i c l start theta : cosines (add_at i c l) start theta = cosines l start theta + IZR c * cos (start + INR i * theta).
Proof.
  revert l start. induction i as [| i IH]; intros [| a l] start; cbn [add_at cosines].
  - cbn [INR]. replace (start + 0 * theta) with start by ring. ring.
  - cbn [INR]. replace (start + 0 * theta) with start by ring. rewrite plus_IZR. ring.
  - rewrite IH, S_INR. cbn [cosines]. replace (start + theta + INR i * theta) with (start + (INR i + 1) * theta) by ring. ring.
  - rewrite IH, S_INR. replace (start + theta + INR i * theta) with (start + (INR i + 1) * theta) by ring. ring.
Qed.

Lemma cosines_twice l start theta :
  cosines l (start - theta) theta + cosines l (start + theta) theta = 2 * cos theta * cosines l start theta.
Proof.
  revert start. induction l as [| a l IH]; intros start; cbn [cosines]; [ring |].
  specialize (IH (start + theta)). replace (start + theta - theta) with (start - theta + theta) in IH by ring.
  assert (C : cos (start - theta) + cos (start + theta) = 2 * cos theta * cos start) by (rewrite cos_minus, cos_plus; ring).
  replace (IZR a * cos (start - theta) + cosines l (start - theta + theta) theta +
    (IZR a * cos (start + theta) + cosines l (start + theta + theta) theta))
    with (IZR a * (cos (start - theta) + cos (start + theta)) +
      (cosines l (start - theta + theta) theta + cosines l (start + theta + theta) theta)) by ring.
  rewrite C, IH. ring.
Qed.

Lemma chebyshev_ev p theta : cosines (chebyshev p) (- (INR (length p) * theta)) theta = 2 ^ length p * ev p (cos theta).
Proof.
  induction p as [| a p IH]; [cbn; ring |]. cbn [chebyshev ev]. rewrite cosines_add_at, cosines_padd.
  change (length (a :: p)) with (S (length p)). set (n := length p) in *. cbn [cosines].
  replace (- (INR (S n) * theta) + INR (S n) * theta) with 0 by ring. rewrite cos_0.
  replace (- (INR (S n) * theta)) with (- (INR n * theta) - theta) by (rewrite S_INR; ring).
  replace (- (INR n * theta) - theta + theta + theta) with (- (INR n * theta) + theta) by ring.
  assert (E : IZR (Z.shiftl a (Z.of_nat (S n))) = IZR a * 2 ^ S n).
  { rewrite Z.shiftl_mul_pow2, mult_IZR, <- pow_IZR by lia. reflexivity. }
  rewrite E. pose proof (cosines_twice (chebyshev p) (- (INR n * theta)) theta) as T. rewrite IH in T. cbn [pow]. lra.
Qed.

Lemma cosines_norm l start theta : Rabs (cosines l start theta) <= IZR (norm l).
Proof.
  revert start. induction l as [| a l IH]; intros start; cbn [cosines norm]; [rewrite Rabs_R0; lra |].
  eapply Rle_trans; [apply Rabs_triang |]. rewrite plus_IZR, abs_IZR, Rabs_mult.
  specialize (IH (start + theta)). pose proof (COS_bound start). pose proof (Rabs_pos (IZR a)).
  assert (Rabs (cos start) <= 1) by (apply Rabs_le; lra). nra.
Qed.

Lemma ev_largest p u : Rabs u <= 1 -> Rabs (ev p u) <= IZR (largest p).
Proof.
  intros Hu. apply Rabs_le_inv in Hu. pose proof (chebyshev_ev p (acos u)) as E. rewrite cos_acos in E by lra.
  pose proof (cosines_norm (chebyshev p) (- (INR (length p) * acos u)) (acos u)) as N. rewrite E in N.
  unfold largest. rewrite plus_IZR. pose proof (shiftr_real (norm (chebyshev p)) (Z.of_nat (length p)) ltac:(lia)) as S.
  assert (P : 0 < 2 ^ length p) by (apply pow_lt; lra).
  replace (bpow radix2 (Z.of_nat (length p))) with (2 ^ length p) in S
    by (rewrite bpow_powerRZ, <- pow_powerRZ; reflexivity).
  rewrite Rabs_mult, (Rabs_pos_eq (2 ^ _)) in N by lra.
  apply Rmult_le_reg_l with (1 := P). lra.
Qed.

(* The same in 2^depth pieces, which is sharper: u = ±(1 + v)/2 with v in [−1, 1]. *)
Fixpoint moved (p : list Z) : list Z := match p with nil => nil | a :: p => let r := moved p in padd [a] (padd r (0%Z :: r)) end.
Fixpoint halved (p : list Z) : list Z := match p with nil => nil | a :: p => Z.shiftl a (Z.of_nat (S (length p))) :: halved p end.
Fixpoint reflected (p : list Z) : list Z := match p with nil => nil | a :: p => a :: map Z.opp (reflected p) end.

Fixpoint largest_in (depth : nat) (p : list Z) : Z :=
  match depth with
  | O => largest p
  | S depth =>
      let half p := (Z.shiftr (largest_in depth (moved (halved p))) (Z.of_nat (length p)) + 1)%Z in
      Z.max (half p) (half (reflected p))
  end.

Lemma ev_moved p u : ev (moved p) u = ev p (1 + u).
Proof. induction p as [| a p IH]; cbn [moved ev]; [ring |]. rewrite !ev_padd. cbn [ev]. rewrite !IH. ring. Qed.

Lemma ev_halved p u : ev (halved p) (2 * u) = 2 ^ length p * ev p u.
Proof.
  induction p as [| a p IH]; cbn [halved ev]; [ring |]. rewrite IH, Z.shiftl_mul_pow2, mult_IZR, <- pow_IZR by lia.
  cbn [length pow]. ring.
Qed.

Lemma ev_reflected p u : ev (reflected p) u = ev p (- u).
Proof. induction p as [| a p IH]; cbn [reflected ev]; [ring |]. rewrite ev_opp, IH. ring. Qed.

Lemma ev_largest_in depth p u : Rabs u <= 1 -> Rabs (ev p u) <= IZR (largest_in depth p).
Proof.
  revert p u. induction depth as [| depth IH]; intros p u Hu; [now apply ev_largest |]. cbn [largest_in].
  assert (Half : forall p v, 0 <= v <= 1 -> Rabs (ev p v) <= IZR (Z.shiftr (largest_in depth (moved (halved p))) (Z.of_nat (length p)) + 1)).
  { intros r v Hv. specialize (IH (moved (halved r)) (2 * v - 1) ltac:(apply Rabs_le; lra)).
    rewrite ev_moved in IH. replace (1 + (2 * v - 1)) with (2 * v) in IH by ring. rewrite ev_halved in IH.
    pose proof (shiftr_real (largest_in depth (moved (halved r))) (Z.of_nat (length r)) ltac:(lia)) as S.
    assert (P : 0 < 2 ^ length r) by (apply pow_lt; lra).
    replace (bpow radix2 (Z.of_nat (length r))) with (2 ^ length r) in S by (rewrite bpow_powerRZ, <- pow_powerRZ; reflexivity).
    rewrite Rabs_mult, (Rabs_pos_eq (2 ^ _)) in IH by lra. rewrite plus_IZR. apply Rmult_le_reg_l with (1 := P). lra. }
  apply Rabs_le_inv in Hu. set (a := (_ + 1)%Z). set (b := (_ + 1)%Z). destruct (Rle_dec 0 u) as [G | G].
  - apply Rle_trans with (IZR a); [apply Half; lra | apply IZR_le, Z.le_max_l].
  - apply Rle_trans with (IZR b); [| apply IZR_le, Z.le_max_r]. replace u with (- - u) by ring. rewrite <- ev_reflected.
    apply Half. lra.
Qed.

(* ** The integral from 0 *)

Fixpoint integral_from (k : Z) (p : list Z) (u : R) : R :=
  match p with nil => 0 | a :: p => IZR a / IZR k + u * integral_from (k + 1) p u end.
Definition integral (p : list Z) (u : R) : R := u * integral_from 1 p u.

Lemma integral_from_derive p k u : is_derive (fun u => u ^ S k * integral_from (Z.of_nat (S k)) p u) u (u ^ k * ev p u).
Proof.
  revert k. induction p as [| a p IH]; intros k; cbn [integral_from ev].
  - apply (is_derive_ext (fun _ => 0)); [intros t; real_eq; ring |]. rewrite Rmult_0_r. apply @is_derive_const.
  - apply (is_derive_ext (fun u => IZR a / IZR (Z.of_nat (S k)) * u ^ S k + u ^ S (S k) * integral_from (Z.of_nat (S (S k))) p u)).
    { intros t. replace (Z.of_nat (S k) + 1)%Z with (Z.of_nat (S (S k))) by lia. real_eq. cbn [pow]. ring. }
    replace (u ^ k * (IZR a + u * ev p u)) with (IZR a / IZR (Z.of_nat (S k)) * (INR (S k) * 1 * u ^ Nat.pred (S k)) + u ^ S k * ev p u).
    + apply (is_derive_plus (fun u => IZR a / IZR (Z.of_nat (S k)) * u ^ S k) (fun u => u ^ S (S k) * integral_from (Z.of_nat (S (S k))) p u)); [| apply IH].
      apply (is_derive_scal (fun u => u ^ S k)), (is_derive_pow (fun u => u)), @is_derive_id.
    + rewrite INR_IZR_INZ. cbn [Nat.pred pow]. field. apply (IZR_neq _ 0). lia.
Qed.

Lemma integral_derive p u : is_derive (integral p) u (ev p u).
Proof.
  apply (is_derive_ext (fun u => u ^ 1 * integral_from (Z.of_nat 1) p u)).
  { intros t. real_eq. unfold integral. rewrite pow_1. reflexivity. }
  replace (ev p u) with (u ^ 0 * ev p u) by (cbn; ring). apply integral_from_derive.
Qed.

(* (a·num/2^sh)/k, rounded, for the coefficients of the integral times num/2^sh *)
Fixpoint integrated (num sh k : Z) (p : list Z) : list Z :=
  match p with nil => nil | a :: p => (Z.shiftr (a * num) sh / k)%Z :: integrated num sh (k + 1) p end.

Lemma integrated_near num sh k p u : (0 <= sh)%Z -> (0 < k)%Z -> Rabs u <= 1 ->
  Rabs (IZR num * bpow radix2 (- sh) * integral_from k p u - ev (integrated num sh k p) u) <= 2 * INR (length p).
Proof.
  intros Hs. revert k. induction p as [| a p IH]; intros k Hk Hu; cbn [integral_from integrated ev length].
  { rewrite Rmult_0_r, Rminus_0_r, Rabs_R0. cbn; lra. }
  rewrite S_INR. set (x := Z.shiftr (a * num) sh).
  replace (IZR num * bpow radix2 (- sh) * (IZR a / IZR k + u * integral_from (k + 1) p u) - (IZR (x / k) + u * ev (integrated num sh (k + 1) p) u))
    with ((IZR (a * num) * bpow radix2 (- sh) / IZR k - IZR (x / k)) +
      u * (IZR num * bpow radix2 (- sh) * integral_from (k + 1) p u - ev (integrated num sh (k + 1) p) u))
    by (rewrite mult_IZR; unfold Rdiv; ring).
  eapply Rle_trans; [apply step_bound, Hu |]. specialize (IH (k + 1)%Z ltac:(lia) Hu).
  enough (Rabs (IZR (a * num) * bpow radix2 (- sh) / IZR k - IZR (x / k)) <= 2) by lra.
  pose proof (shiftr_real (a * num) sh Hs) as S. fold x in S. pose proof (bpow_gt_0 radix2 sh) as P.
  assert (E : IZR (a * num) * bpow radix2 (- sh) * bpow radix2 sh = IZR (a * num)).
  { rewrite Rmult_assoc, <- bpow_plus. replace (- sh + sh)%Z with 0%Z by ring. apply Rmult_1_r. }
  set (y := IZR (a * num) * bpow radix2 (- sh)) in *.
  assert (Y : IZR x <= y < IZR x + 1) by (rewrite <- E in S; split; [apply Rmult_le_reg_r with (1 := P) | apply Rmult_lt_reg_r with (1 := P)]; lra).
  assert (K : 1 <= IZR k) by (apply IZR_le; lia).
  pose proof (Z.div_mod x k ltac:(lia)) as D. pose proof (Z.mod_pos_bound x k Hk) as Mod. set (d := (x / k)%Z) in *.
  assert (D1 : IZR k * IZR d <= IZR x) by (rewrite <- mult_IZR; apply IZR_le; lia).
  assert (D2 : IZR x <= IZR k * IZR d + IZR k - 1) by (rewrite <- mult_IZR, <- plus_IZR, <- minus_IZR; apply IZR_le; lia).
  apply Rabs_le. assert (Q : IZR d <= y / IZR k <= IZR d + 1); [| lra].
  split; apply Rmult_le_reg_r with (IZR k); try lra; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.
