(* The mechanism of FloatMechanism.v in f64 and in f32, with the table logarithms that ship: what the generated files
   Mechanism*.v of certificates apply. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh TheoremA Words WordLoss Window Binary GridRounding PureInterval TableConstants TableKernel TableLogarithms.
From Kdelta Require Import FloatMechanism.

Local Open Scope R_scope.

Definition release_f64 := @release table64.
Definition release_f32 := @release table32.

(* The error of the computed noise x is at most constant + slope |x|, where h is one rounding's relative error. *)
Definition constant (absolute h tiny b : R) : R := absolute * b * (1 + h / (1 + h)) + tiny.
Definition slope (h : R) : R := h * (1 + h / (1 + h)) + h / (1 + h).

Lemma half_ulp_64 : @half_ulp binary64 = / 2 ^ 53. Proof. exact (bpow_inv 53). Qed.
Lemma tiny_64 : @tiny binary64 = / 2 ^ 1074. Proof. exact (bpow_inv 1074). Qed.
Lemma half_ulp_32 : @half_ulp binary32 = / 2 ^ 24. Proof. exact (bpow_inv 24). Qed.
Lemma tiny_32 : @tiny binary32 = / 2 ^ 149. Proof. exact (bpow_inv 149). Qed.

Theorem f64_loss (b T rho_M delta_n answer_low answer_high : R) (p K : nat) (log2 low E : Z) (N : nat) :
  0 < b -> (1 <= p <= 52)%nat -> (K < 1000)%nat ->
  (-1074 < log2)%Z -> (- 2 ^ 51 < low)%Z -> (low + Z.of_nat N <= 2 ^ 51)%Z -> (-1021 <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let delta := b * ln (1 + / 2 ^ p) + delta_n in
  let L := step log2 - bpow radix2 (E - 53 - 1) in
  0 <= delta_n -> constant certified_table_f64 (/ 2 ^ 53) (/ 2 ^ 1074) b + slope (/ 2 ^ 53) * T <= delta_n ->
  rho_M + delta < T -> T <= b * INR K * ln 2 -> 2 * delta < L ->
  answer_high - rho_M <= corner log2 low 0 - bpow radix2 (E - 53 - 1) -> corner log2 low N <= answer_low + rho_M ->
  loss_within (2 ^ (K + p)) (release_f64 b p K log2 low N) (fun r => answer_low <= r <= answer_high)
    (/ b) (ln (Gamma (/ b) L delta)).
Proof.
  intros Hb Hp HK Hlog Hlow Hhigh HE H0 HN delta L Hdn Herr.
  apply (@float_loss table64 sound64 ltac:(cbn; lia) certified_table_f64 total64 ltac:(unfold certified_table_f64; lra)
    b T rho_M delta_n answer_low answer_high p K log2 low E N); try assumption; try (cbn; lia).
  unfold error_constant, error_slope, product_rounding.
  change (@half_ulp (@format table64)) with (@half_ulp binary64). change (@tiny (@format table64)) with (@tiny binary64).
  rewrite half_ulp_64, tiny_64. exact Herr.
Qed.

Theorem f64_mechanism (b T rho_M delta_n answer_low answer_high epsilon verdict : R) (p K : nat) (log2 low E : Z) (N : nat) :
  0 < b -> (1 <= p <= 52)%nat -> (K < 1000)%nat ->
  (-1074 < log2)%Z -> (- 2 ^ 51 < low)%Z -> (low + Z.of_nat N <= 2 ^ 51)%Z -> (-1021 <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let delta := b * ln (1 + / 2 ^ p) + delta_n in
  let L := step log2 - bpow radix2 (E - 53 - 1) in
  0 <= delta_n -> constant certified_table_f64 (/ 2 ^ 53) (/ 2 ^ 1074) b + slope (/ 2 ^ 53) * T <= delta_n ->
  rho_M + delta < T -> T <= b * INR K * ln 2 -> 2 * delta < L ->
  answer_high - rho_M <= corner log2 low 0 - bpow radix2 (E - 53 - 1) -> corner log2 low N <= answer_low + rho_M ->
  epsilon + ln (Gamma (/ b) L delta) <= verdict ->
  forall r1 r2 S, answer_low <= r1 <= answer_high -> answer_low <= r2 <= answer_high -> Rabs (r1 - r2) <= b * epsilon ->
  count (2 ^ (K + p)) (fun z => S (release_f64 b p K log2 low N r1 z))
  <= exp verdict * count (2 ^ (K + p)) (fun z => S (release_f64 b p K log2 low N r2 z)).
Proof.
  intros Hb Hp HK Hlog Hlow Hhigh HE H0 HN delta L Hdn Herr HT HK2 HL Hr1 Hr2 Hv r1 r2 S.
  apply (pure_of_loss _ _ _ _ _
    (f64_loss b T rho_M delta_n answer_low answer_high p K log2 low E N Hb Hp HK Hlog Hlow Hhigh HE H0 HN Hdn Herr HT HK2 HL Hr1 Hr2)
    ltac:(left; now apply Rinv_0_lt_compat)).
  rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. exact Hv.
Qed.

Theorem f32_loss (b T rho_M delta_n answer_low answer_high : R) (p K : nat) (log2 low E : Z) (N : nat) :
  0 < b -> (1 <= p <= 23)%nat -> (K < 64)%nat ->
  (-149 < log2)%Z -> (- 2 ^ 22 < low)%Z -> (low + Z.of_nat N <= 2 ^ 22)%Z -> (-125 <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let delta := b * ln (1 + / 2 ^ p) + delta_n in
  let L := step log2 - bpow radix2 (E - 24 - 1) in
  0 <= delta_n -> constant certified_table_f32 (/ 2 ^ 24) (/ 2 ^ 149) b + slope (/ 2 ^ 24) * T <= delta_n ->
  rho_M + delta < T -> T <= b * INR K * ln 2 -> 2 * delta < L ->
  answer_high - rho_M <= corner log2 low 0 - bpow radix2 (E - 24 - 1) -> corner log2 low N <= answer_low + rho_M ->
  loss_within (2 ^ (K + p)) (release_f32 b p K log2 low N) (fun r => answer_low <= r <= answer_high)
    (/ b) (ln (Gamma (/ b) L delta)).
Proof.
  intros Hb Hp HK Hlog Hlow Hhigh HE H0 HN delta L Hdn Herr.
  apply (@float_loss table32 sound32 ltac:(cbn; lia) certified_table_f32 total32 ltac:(unfold certified_table_f32; lra)
    b T rho_M delta_n answer_low answer_high p K log2 low E N); try assumption; try (cbn; lia).
  unfold error_constant, error_slope, product_rounding.
  change (@half_ulp (@format table32)) with (@half_ulp binary32). change (@tiny (@format table32)) with (@tiny binary32).
  rewrite half_ulp_32, tiny_32. exact Herr.
Qed.

Theorem f32_mechanism (b T rho_M delta_n answer_low answer_high epsilon verdict : R) (p K : nat) (log2 low E : Z) (N : nat) :
  0 < b -> (1 <= p <= 23)%nat -> (K < 64)%nat ->
  (-149 < log2)%Z -> (- 2 ^ 22 < low)%Z -> (low + Z.of_nat N <= 2 ^ 22)%Z -> (-125 <= E)%Z ->
  Rabs (corner log2 low 0) < bpow radix2 E -> Rabs (corner log2 low N) < bpow radix2 E ->
  let delta := b * ln (1 + / 2 ^ p) + delta_n in
  let L := step log2 - bpow radix2 (E - 24 - 1) in
  0 <= delta_n -> constant certified_table_f32 (/ 2 ^ 24) (/ 2 ^ 149) b + slope (/ 2 ^ 24) * T <= delta_n ->
  rho_M + delta < T -> T <= b * INR K * ln 2 -> 2 * delta < L ->
  answer_high - rho_M <= corner log2 low 0 - bpow radix2 (E - 24 - 1) -> corner log2 low N <= answer_low + rho_M ->
  epsilon + ln (Gamma (/ b) L delta) <= verdict ->
  forall r1 r2 S, answer_low <= r1 <= answer_high -> answer_low <= r2 <= answer_high -> Rabs (r1 - r2) <= b * epsilon ->
  count (2 ^ (K + p)) (fun z => S (release_f32 b p K log2 low N r1 z))
  <= exp verdict * count (2 ^ (K + p)) (fun z => S (release_f32 b p K log2 low N r2 z)).
Proof.
  intros Hb Hp HK Hlog Hlow Hhigh HE H0 HN delta L Hdn Herr HT HK2 HL Hr1 Hr2 Hv r1 r2 S.
  apply (pure_of_loss _ _ _ _ _
    (f32_loss b T rho_M delta_n answer_low answer_high p K log2 low E N Hb Hp HK Hlog Hlow Hhigh HE H0 HN Hdn Herr HT HK2 HL Hr1 Hr2)
    ltac:(left; now apply Rinv_0_lt_compat)).
  rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. exact Hv.
Qed.
