(** The generator Lazy of crates/finite/src/uniform/floating.rs, and the logarithm of its far draws (THEORY F11).

    [lazy_is_one_long_draw] and [zeros_law]: drawing further words only while all exponent bits are zero gives the law of one
    long draw, P[E = e] = 2^(-e-1) up to the cut-off; so the theorems of LogMetric.v, which hold for every e_max, speak about it.
    [minus_ln_far_certified], [far_fixed] and [far_float]: the errors that the ledgers of the same file state for
    draws beyond the exponents of the first words.
    Rests on ShiftAddKernel.v, whose series the far draws use. *)
From Coq Require Import Reals ZArith List Lia Lra Psatz Arith.
From Coquelicot Require Import Coquelicot.
From Kdelta Require Import PureInterval ShiftAddConstants ShiftAddKernel.
Import ListNotations.

(** ** The exponent *)

Local Open Scope nat_scope.

(** How many zeros stand before the first one; all bits if there is none. *)
Fixpoint zeros (bits : list bool) : nat :=
  match bits with
  | nil => 0
  | true :: _ => 0
  | false :: rest => S (zeros rest)
  end.

(** The source: words are read one after the other; the first that is not zero is the last. *)
Fixpoint lazy (words : list (list bool)) : nat :=
  match words with
  | nil => 0
  | word :: rest => if existsb (fun bit => bit) word then zeros word else length word + lazy rest
  end.

Lemma zeros_app (word rest : list bool) :
  zeros (word ++ rest) = if existsb (fun bit => bit) word then zeros word else length word + zeros rest.
Proof.
  induction word as [|[|] word IH]; cbn; [reflexivity | reflexivity |].
  rewrite IH. destruct (existsb (fun bit => bit) word); reflexivity.
Qed.

Theorem lazy_is_one_long_draw (words : list (list bool)) : lazy words = zeros (concat words).
Proof.
  induction words as [|word rest IH]; cbn [lazy concat]; [reflexivity |].
  rewrite zeros_app, IH. reflexivity.
Qed.

(** What is not read does not matter. *)
Theorem unread_words_change_nothing (word : list bool) (rest rest' : list (list bool)) :
  existsb (fun bit => bit) word = true -> lazy (word :: rest) = lazy (word :: rest').
Proof. intros H. cbn [lazy]. rewrite H. reflexivity. Qed.

(** Further words are read if and only if all bits of the first are zero: one string of 2^N in which it happens. *)
Fixpoint strings (n : nat) : list (list bool) :=
  match n with
  | O => [nil]
  | S n => map (cons false) (strings n) ++ map (cons true) (strings n)
  end.

Definition how_many (P : list bool -> bool) (n : nat) : nat := length (filter P (strings n)).

Lemma filter_map_length {A B : Type} (f : A -> B) (P : B -> bool) (l : list A) :
  length (filter P (map f l)) = length (filter (fun x => P (f x)) l).
Proof. induction l as [|x l IH]; cbn; [reflexivity |]. destruct (P (f x)); cbn; rewrite IH; reflexivity. Qed.

Lemma how_many_S (P : list bool -> bool) (n : nat) :
  how_many P (S n) = how_many (fun s => P (false :: s)) n + how_many (fun s => P (true :: s)) n.
Proof.
  unfold how_many. cbn [strings]. rewrite filter_app, app_length, !filter_map_length. reflexivity.
Qed.

Lemma how_many_ext (P Q : list bool -> bool) (n : nat) :
  (forall s, P s = Q s) -> how_many P n = how_many Q n.
Proof. intros H. unfold how_many. f_equal. apply filter_ext, H. Qed.

Lemma how_many_all (n : nat) : how_many (fun _ => true) n = 2 ^ n.
Proof.
  induction n as [|n IH]; [reflexivity |]. rewrite how_many_S, IH. cbn [Nat.pow]. lia.
Qed.

Lemma how_many_none (n : nat) : how_many (fun _ => false) n = 0.
Proof. induction n as [|n IH]; [reflexivity |]. rewrite how_many_S, IH. reflexivity. Qed.

Theorem further_words_are_rare (n : nat) :
  how_many (fun s => negb (existsb (fun bit => bit) s)) n = 1.
Proof.
  induction n as [|n IH]; [reflexivity |]. rewrite how_many_S. cbn [existsb negb orb].
  rewrite IH, how_many_none. reflexivity.
Qed.

(** P[E = e] = 2^(-e-1) for e below the number of bits, exactly: 2^(N-1-e) of 2^N strings. *)
Theorem zeros_law (n e : nat) : e < n -> how_many (fun s => zeros s =? e) n = 2 ^ (n - 1 - e).
Proof.
  revert e. induction n as [|n IH]; intros e He; [lia |].
  rewrite how_many_S. cbn [zeros]. destruct e as [|e].
  - rewrite (how_many_ext _ (fun _ => false)), how_many_none, (how_many_ext _ (fun _ => true)), how_many_all;
      [rewrite Nat.add_0_l; f_equal; lia | reflexivity | reflexivity].
  - rewrite (how_many_ext (fun s => 0 =? S e) (fun _ => false)), how_many_none by reflexivity.
    rewrite (how_many_ext _ (fun s => zeros s =? e)) by reflexivity.
    rewrite IH by lia. rewrite Nat.add_0_r. f_equal. lia.
Qed.

(** ** The logarithm of far draws *)

Local Open Scope R_scope.

(** The source, operation by operation. *)
Definition minus_ln_far (n e : Z) : Z := ((e * ln_2 / 2 ^ 16 + series 21 n 0 + 10) / 2 ^ 6)%Z.

(** The logarithm that a far draw stands for. *)
Definition far_logarithm (n e : Z) : R := - ln (IZR n / IZR (2 ^ (64 + e))).

Lemma minus_ln_far_is_the_series (n e : Z) : minus_ln_far n e = ((series 21 n e + 10) / 2 ^ 6)%Z.
Proof.
  unfold minus_ln_far, series. destruct (normalise 1 (firstn 21 ln_factors) (n / 2) 0) as [m sum].
  replace (0 * ln_2 / 2 ^ 16)%Z with 0%Z by reflexivity. f_equal. lia.
Qed.

Theorem minus_ln_far_certified (n e : Z) : (2 ^ 63 <= n < 2 ^ 64)%Z -> (0 <= e)%Z ->
  Rabs (IZR (minus_ln_far n e) / 2 ^ 58 - far_logarithm n e) <= certified_shift_add_64 + IZR e / 2 ^ 81.
Proof.
  intros Hn He. rewrite minus_ln_far_is_the_series. apply (kernel_off_any 21 n e 6 10); try lia; try assumption; ledger.
Qed.

(** The logarithm is at least e ln 2. *)
Lemma far_logarithm_large (n e : Z) : (2 ^ 63 <= n < 2 ^ 64)%Z -> (0 <= e)%Z -> IZR e * ln 2 <= far_logarithm n e.
Proof.
  intros Hn He. unfold far_logarithm.
  assert (P : 0 < IZR n) by (apply (IZR_lt 0); lia).
  assert (N : IZR n <= 2 ^ 64).
  { change (2 ^ 64) with (2 ^ Z.to_nat 64). rewrite <- IZR_pow2 by lia. apply IZR_le. lia. }
  rewrite IZR_pow2, Z2Nat.inj_add, pow_add by lia. change (Z.to_nat 64) with 64%nat.
  assert (Q : 0 < 2 ^ Z.to_nat e) by (apply pow_lt; lra).
  assert (E : ln (2 ^ Z.to_nat e) = IZR e * ln 2).
  { rewrite <- Rpower_pow, INR_IZR_INZ, Z2Nat.id by (lra || lia). unfold Rpower. now rewrite ln_exp. }
  assert (0 < 2 ^ 64 * 2 ^ Z.to_nat e) by (apply Rmult_lt_0_compat; lra).
  assert (R : ln (/ 2 ^ Z.to_nat e) = - (IZR e * ln 2)) by (rewrite ln_Rinv, E by exact Q; reflexivity).
  enough (ln (IZR n / (2 ^ 64 * 2 ^ Z.to_nat e)) <= ln (/ 2 ^ Z.to_nat e)) by lra.
  apply ln_le; [apply Rdiv_lt_0_compat; assumption |].
  apply Rmult_le_reg_r with (2 ^ 64 * 2 ^ Z.to_nat e); [assumption |].
  replace (IZR n / (2 ^ 64 * 2 ^ Z.to_nat e) * (2 ^ 64 * 2 ^ Z.to_nat e)) with (IZR n) by (field; lra).
  replace (/ 2 ^ Z.to_nat e * (2 ^ 64 * 2 ^ Z.to_nat e)) with (2 ^ 64) by (field; lra). exact N.
Qed.

(** In fixed point: the kernel's certified error and 2^-80 of the logarithm. *)
Theorem far_fixed (n e : Z) : (2 ^ 63 <= n < 2 ^ 64)%Z -> (0 <= e)%Z ->
  Rabs (IZR (minus_ln_far n e) / 2 ^ 58 - far_logarithm n e) <= certified_shift_add_64 + far_logarithm n e / 2 ^ 80.
Proof.
  intros Hn He. eapply Rle_trans; [apply (minus_ln_far_certified n e Hn He) |].
  pose proof (far_logarithm_large n e Hn He) as L.
  assert (E : 0 <= IZR e) by (apply (IZR_le 0); lia).
  assert (H : / 2 <= ln 2) by interval with (i_prec 60).
  assert (IZR e / 2 <= far_logarithm n e) by nra. lra.
Qed.

(** In floating point: any rounding with the relative error u <= 2^-24 of what fixed point gives, for exponents from 42 on, adds
    5/2^65 to u. *)
Theorem far_float (n e : Z) (u rounded : R) : (2 ^ 63 <= n < 2 ^ 64)%Z -> (42 <= e)%Z -> 0 <= u <= / 2 ^ 24 ->
  Rabs (rounded - IZR (minus_ln_far n e) / 2 ^ 58) <= u * Rabs (IZR (minus_ln_far n e) / 2 ^ 58) ->
  Rabs (rounded - far_logarithm n e) <= (u + 5 / 2 ^ 65) * far_logarithm n e.
Proof.
  intros Hn He Hu Hr. pose proof (far_fixed n e Hn ltac:(lia)) as F.
  pose proof (far_logarithm_large n e Hn ltac:(lia)) as L.
  set (x := IZR (minus_ln_far n e) / 2 ^ 58) in *. set (l := far_logarithm n e) in *.
  assert (E : 42 <= IZR e) by (apply (IZR_le 42); lia).
  assert (H : 693 / 1000 <= ln 2) by interval with (i_prec 60).
  assert (l0 : 2910 / 100 <= l) by nra.
  unfold certified_shift_add_64 in F.
  assert (G : 15 / 2 ^ 62 + l / 2 ^ 80 <= l * (4124 / 1000 / 2 ^ 65 + / 2 ^ 80)) by nra.
  set (c := 4124 / 1000 / 2 ^ 65 + / 2 ^ 80) in *.
  assert (c1 : 0 < c /\ c * (1 + / 2 ^ 24) <= 5 / 2 ^ 65) by (unfold c; split; lra).
  assert (D : Rabs (x - l) <= l * c) by lra.
  assert (X : Rabs x <= l + l * c).
  { replace x with (l + (x - l)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    rewrite (Rabs_right l) by lra. lra. }
  replace (rounded - l) with ((rounded - x) + (x - l)) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  assert (u * Rabs x <= u * (l + l * c)) by (apply Rmult_le_compat_l; lra).
  assert (u * (l * c) <= / 2 ^ 24 * (l * c)) by (apply Rmult_le_compat_r; nra).
  nra.
Qed.
