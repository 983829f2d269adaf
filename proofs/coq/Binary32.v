(* Rounding to binary32: to nearest, ties to even, with subnormals; nothing in this directory comes near overflow. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.

Local Open Scope R_scope.

Definition format32 := generic_format radix2 (FLT_exp (-149) 24).
Definition rnd := round radix2 (FLT_exp (-149) 24) ZnearestE.

(* Rounding: what it leaves alone, and what it moves. *)
Global Instance precision32 : Prec_gt_0 24 := eq_refl.
Global Instance valid32 : Valid_exp (FLT_exp (-149) 24) := FLT_exp_valid (-149) 24.
Global Instance monotone32 : Monotone_exp (FLT_exp (-149) 24) := FLT_exp_monotone (-149) 24.

Lemma format_dyadic x (n e : Z) : x = IZR n * bpow radix2 e -> (Z.abs n < 2 ^ 24)%Z -> (-149 <= e)%Z -> format32 x.
Proof.
  intros E Hn He. apply generic_format_FLT. exists (Float radix2 n e); [exact E | exact Hn | exact He].
Qed.

Lemma rnd_exact x : format32 x -> rnd x = x.
Proof. intros H. apply round_generic; [apply valid_rnd_N | exact H]. Qed.

Lemma rnd_format x : format32 (rnd x).
Proof. apply generic_format_round; [apply valid32 | apply valid_rnd_N]. Qed.

(* |x| ≤ 2^e: at most half a unit in the last place of the binade below 2^e. *)
Lemma rnd_near x (e : Z) : (-100 <= e)%Z -> Rabs x <= bpow radix2 e -> Rabs (rnd x - x) <= bpow radix2 (e - 25).
Proof.
  intros He Hx. destruct (Req_dec x 0) as [-> | N0].
  { unfold rnd. rewrite round_0 by apply valid_rnd_N. rewrite Rminus_0_r, Rabs_R0. apply bpow_ge_0. }
  destruct Hx as [Hx | Hx].
  - apply Rle_trans with (1 := error_le_half_ulp radix2 (FLT_exp (-149) 24) (fun n => negb (Z.even n)) x).
    rewrite ulp_neq_0 by easy. unfold cexp.
    replace (bpow radix2 (e - 25)) with (/ 2 * bpow radix2 (e - 24))
      by (replace (e - 24)%Z with (e - 25 + 1)%Z by ring; rewrite bpow_plus; change (bpow radix2 1) with 2; field).
    apply Rmult_le_compat_l; [lra |]. apply bpow_le.
    pose proof (mag_le_bpow radix2 x e N0 Hx). unfold FLT_exp. lia.
  - (* a power of two is not moved *)
    rewrite rnd_exact, Rminus_diag_eq, Rabs_R0 by
      (try reflexivity; unfold format32; apply generic_format_abs_inv; rewrite Hx; apply generic_format_bpow; unfold FLT_exp; lia).
    apply bpow_ge_0.
Qed.

Lemma format_opp x : format32 x -> format32 (- x).
Proof. apply generic_format_opp. Qed.

Lemma rnd_le x y : x <= y -> rnd x <= rnd y.
Proof. intros H. apply round_le; [apply valid32 | apply valid_rnd_N | exact H]. Qed.

(* A number of the format is an integer of 24 bits times a power of two. *)
Lemma format_parts x : format32 x -> exists n e : Z, x = IZR n * bpow radix2 e /\ (Z.abs n < 2 ^ 24)%Z /\ (-149 <= e)%Z.
Proof. intros H. apply FLT_format_generic in H; [| exact precision32]. destruct H as [[n e] E1 E2 E3]. now exists n, e. Qed.
