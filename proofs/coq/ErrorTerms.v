(* How errors add up, whatever the format: sums, products, and short numbers decoded from bit patterns. *)
From Coq Require Import Reals ZArith Bool Lia Lra.
From Flocq Require Import Core.
From Kdelta Require Import PureInterval.

Local Open Scope R_scope.

Lemma bpow_inv n : bpow radix2 (- Z.of_nat n) = / 2 ^ n.
Proof. now rewrite bpow_opp, bpow_powerRZ, <- pow_powerRZ. Qed.

Lemma add_off a a' b b' ea eb : Rabs (a - a') <= ea -> Rabs (b - b') <= eb -> Rabs (a + b - (a' + b')) <= ea + eb.
Proof. intros. replace (a + b - (a' + b')) with ((a - a') + (b - b')) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. Qed.

Lemma sub_off a a' b b' ea eb : Rabs (a - a') <= ea -> Rabs (b - b') <= eb -> Rabs (a - b - (a' - b')) <= ea + eb.
Proof.
  intros. replace (a - b - (a' - b')) with ((a - a') - (b - b')) by ring. unfold Rminus at 1.
  apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra.
Qed.

Lemma mul_off a a' b b' ea eb A B : Rabs (a - a') <= ea -> Rabs (b - b') <= eb -> Rabs a' <= A -> Rabs b' <= B ->
  Rabs (a * b - a' * b') <= ea * (B + eb) + A * eb.
Proof.
  intros. replace (a * b - a' * b') with ((a - a') * b + a' * (b - b')) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). rewrite 2!Rabs_mult.
  assert (Rabs b <= B + eb).
  { replace b with (b' + (b - b')) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  apply Rplus_le_compat; apply Rmult_le_compat; try apply Rabs_pos; easy.
Qed.

(* Weakening to a short number. *)
Ltac num := interval with (i_prec 120).
Ltac weaken H e :=
  match type of H with
  | ?a <= ?b => let S := fresh in assert (S : b <= e) by num; apply (fun h => Rle_trans a b e h S) in H; clear S
  end.

(* A decoded number as a multiple of 2^-p. *)
Definition multiple (p : Z) (number : Z * Z) : Z := fst number / 2 ^ (- (snd number + p)).
Definition short (p : Z) (number : Z * Z) : bool :=
  ((snd number + p <=? 0) && (fst number =? multiple p number * 2 ^ (- (snd number + p))))%Z%bool.

Lemma short_dyadic p number : short p number = true -> dyadic number = IZR (multiple p number) * bpow radix2 (- p).
Proof.
  destruct number as [n e]. unfold short, dyadic. cbn [fst snd]. intros H. apply andb_prop in H as [H1 H2].
  apply Z.leb_le in H1. apply Z.eqb_eq in H2. set (q := multiple p (n, e)) in *. rewrite H2, mult_IZR.
  change 2 with (IZR radix2) at 1. rewrite <- bpow_powerRZ. change 2%Z with (radix_val radix2). rewrite IZR_Zpower by lia.
  rewrite Rmult_assoc, <- bpow_plus. do 2 f_equal. lia.
Qed.
