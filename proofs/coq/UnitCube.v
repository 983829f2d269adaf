(* A probability space: the unit cube, with the sets that have a Jordan content.

   TheoremACoupling.v asks of a probability space no more than finite additivity on an algebra of events. Here one is built.
   The average of a set is taken over the middles of the 2^n equal cells of each axis; a set that is a union of cells of one
   level is simple; an event is a set that simple sets enclose as closely as one likes, and its probability is the limit of
   its averages. `unit_line` is the space of one uniform number of ]0,1[, `unit_cube` that of three independent ones.

   `laplace_has_law` is the law of Laplace noise on it, so that Theorems A and D by coupling speak about something: for a
   generator of 2^m words they become `coupled_words` and `coupled_words_approximate`, counts of words. *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals ZArith Lra Lia List Bool Arith Classical.
From Flocq Require Import Core.Raux.
From Kdelta Require Import LaplaceLaw Sinh Discretised TheoremACoupling TheoremD LogMetric Words.

Local Open Scope R_scope.

(* ** The space of averages *)

Section Averages.

Variables (W : Type) (mean : nat -> (W -> bool) -> R) (simple : (W -> bool) -> Prop).
Hypothesis mean_mono : forall n E E', (forall w, E w = true -> E' w = true) -> mean n E <= mean n E'.
Hypothesis mean_total : forall n, mean n (fun _ => true) = 1.
Hypothesis mean_add : forall n E E', (forall w, E w = true -> E' w = true -> False) ->
  mean n (fun w => E w || E' w) = mean n E + mean n E'.
Hypothesis simple_not : forall E, simple E -> simple (fun w => negb (E w)).
Hypothesis simple_and : forall E E', simple E -> simple E' -> simple (fun w => E w && E' w).
Hypothesis simple_settles : forall E, simple E -> exists m x, forall n, (m <= n)%nat -> mean n E = x.

Lemma mean_ext n E E' : (forall w, E w = E' w) -> mean n E = mean n E'.
Proof. intros H. apply Rle_antisym; apply mean_mono; intros w; now rewrite H. Qed.

Lemma mean_not n E : mean n (fun w => negb (E w)) = 1 - mean n E.
Proof.
  rewrite <- (mean_total n), (mean_ext n (fun _ => true) (fun w => E w || negb (E w))) by (intros w; now destruct (E w)).
  rewrite mean_add; [ring |]. intros w H1 H2. rewrite H1 in H2. discriminate.
Qed.

Lemma mean_nonneg n E : 0 <= mean n E.
Proof.
  assert (H := mean_not n (fun _ => true)). rewrite mean_total in H. cbn in H.
  replace 0 with (mean n (fun _ => false)) by lra. apply mean_mono. discriminate.
Qed.

Lemma mean_or n E E' : mean n (fun w => E w || E' w) <= mean n E + mean n E'.
Proof.
  rewrite (mean_ext n _ (fun w => E w || (E' w && negb (E w)))) by (intros w; now destruct (E w), (E' w)).
  rewrite mean_add; [| intros w H1 H2; rewrite H1, andb_false_r in H2; discriminate].
  apply Rplus_le_compat_l, mean_mono. intros w H. apply andb_prop in H. tauto.
Qed.

Lemma mean_minus n E E' : (forall w, E w = true -> E' w = true) ->
  mean n (fun w => E' w && negb (E w)) = mean n E' - mean n E.
Proof.
  intros H. rewrite (mean_ext n E' (fun w => E w || (E' w && negb (E w)))).
  - rewrite mean_add; [ring |]. intros w H1 H2. rewrite H1, andb_false_r in H2. discriminate.
  - intros w. specialize (H w). destruct (E w), (E' w); cbn; trivial. now apply H.
Qed.

Definition enclosed (E : W -> bool) (gap : R) (lo hi : W -> bool) : Prop :=
  simple lo /\ simple hi /\ (forall w, lo w = true -> E w = true) /\ (forall w, E w = true -> hi w = true) /\
  exists m, forall n, (m <= n)%nat -> mean n hi - mean n lo <= gap.

Definition measurable (E : W -> bool) : Prop := forall gap, 0 < gap -> exists lo hi, enclosed E gap lo hi.
Definition content (E : W -> bool) : R := real (Lim_seq (fun n => mean n E)).

Lemma content_is_limit E : measurable E -> is_lim_seq (fun n => mean n E) (content E).
Proof.
  intros H. apply Lim_seq_correct', ex_lim_seq_cauchy_corr. intros eps.
  destruct (H (eps / 2)) as (lo & hi & Sl & Sh & Hl & Hh & m & Hm); [destruct eps; cbn; lra |].
  destruct (simple_settles lo Sl) as (m1 & x & Hx). destruct (simple_settles hi Sh) as (m2 & y & Hy).
  exists (max m (max m1 m2)). intros n n' Hn Hn'.
  assert (B : forall k, (max m (max m1 m2) <= k)%nat -> x <= mean k E <= y /\ y - x <= eps / 2).
  { intros k Hk. rewrite <- (Hx k), <- (Hy k) by lia. split; [split; apply mean_mono; assumption | apply Hm; lia]. }
  pose proof (B n Hn). pose proof (B n' Hn'). pose proof (cond_pos eps). apply Rabs_def1; lra.
Qed.

Lemma limit_content E (x : R) : is_lim_seq (fun n => mean n E) x -> content E = x.
Proof. intros H. unfold content. now rewrite (is_lim_seq_unique _ _ H). Qed.

Lemma content_mono E E' : measurable E -> measurable E' -> (forall w, E w = true -> E' w = true) -> content E <= content E'.
Proof.
  intros H H' HE. apply (is_lim_seq_le (fun n => mean n E) (fun n => mean n E') (content E) (content E'));
    [intros n; apply mean_mono, HE | apply content_is_limit, H | apply content_is_limit, H'].
Qed.

Lemma simple_measurable E : simple E -> measurable E.
Proof. intros H gap Hg. exists E, E. split; [exact H | split; [exact H | split; [trivial | split; [trivial |]]]]. exists O. intros. lra. Qed.

Lemma measurable_ext E E' : (forall w, E w = E' w) -> measurable E -> measurable E'.
Proof.
  intros HE H gap Hg. destruct (H gap Hg) as (lo & hi & Sl & Sh & Hl & Hh & Hm). exists lo, hi.
  repeat split; trivial; intros w; rewrite <- HE; auto.
Qed.

Lemma measurable_not E : measurable E -> measurable (fun w => negb (E w)).
Proof.
  intros H gap Hg. destruct (H gap Hg) as (lo & hi & Sl & Sh & Hl & Hh & m & Hm).
  exists (fun w => negb (hi w)), (fun w => negb (lo w)). repeat split; try (apply simple_not; assumption).
  - intros w. specialize (Hh w). destruct (E w), (hi w); cbn; auto.
  - intros w. specialize (Hl w). destruct (E w), (lo w); cbn; auto.
  - exists m. intros n Hn. rewrite !mean_not. specialize (Hm n Hn). lra.
Qed.

Lemma measurable_and E E' : measurable E -> measurable E' -> measurable (fun w => E w && E' w).
Proof.
  intros H H' gap Hg.
  destruct (H (gap / 2)) as (lo & hi & Sl & Sh & Hl & Hh & m & Hm); [lra |].
  destruct (H' (gap / 2)) as (lo' & hi' & Sl' & Sh' & Hl' & Hh' & m' & Hm'); [lra |].
  exists (fun w => lo w && lo' w), (fun w => hi w && hi' w). repeat split; try (apply simple_and; assumption).
  - intros w Hw. apply andb_prop in Hw. rewrite (Hl w), (Hl' w) by tauto. reflexivity.
  - intros w Hw. apply andb_prop in Hw. rewrite (Hh w), (Hh' w) by tauto. reflexivity.
  - exists (max m m'). intros n Hn.
    assert (Il : forall w, lo w = true -> hi w = true) by auto. assert (Il' : forall w, lo' w = true -> hi' w = true) by auto.
    rewrite <- mean_minus by (intros w Hw; apply andb_prop in Hw; rewrite (Il w), (Il' w) by tauto; reflexivity).
    apply Rle_trans with (mean n (fun w => (hi w && negb (lo w)) || (hi' w && negb (lo' w)))).
    + apply mean_mono. intros w. destruct (hi w), (hi' w), (lo w), (lo' w); cbn; auto.
    + apply Rle_trans with (1 := mean_or _ _ _). rewrite 2!mean_minus by assumption.
      specialize (Hm n ltac:(lia)). specialize (Hm' n ltac:(lia)). lra.
Qed.

Lemma content_add E E' : measurable E -> measurable E' -> (forall w, E w = true -> E' w = true -> False) ->
  content (fun w => E w || E' w) = content E + content E'.
Proof.
  intros H H' D. apply limit_content.
  apply (is_lim_seq_ext (fun n => mean n E + mean n E')); [intros n; symmetry; apply mean_add, D |].
  apply is_lim_seq_plus'; apply content_is_limit; assumption.
Qed.

Definition averages : probability_space.
Proof.
  refine (Build_probability_space W measurable content measurable_ext measurable_not measurable_and _ _ _ content_add).
  - intros E E' H. unfold content. f_equal. apply Lim_seq_ext. intros n. apply mean_ext, H.
  - intros E H. apply (is_lim_seq_le (fun _ => 0) (fun n => mean n E) 0 (content E));
      [intros n; apply mean_nonneg | apply is_lim_seq_const | apply content_is_limit, H].
  - apply limit_content. apply (is_lim_seq_ext (fun _ => 1)); [intros n; symmetry; apply mean_total | apply is_lim_seq_const].
Defined.

(* A set between events of almost the probability x is an event of probability x. *)
Lemma content_between E x :
  (forall gap, 0 < gap -> exists lo hi, measurable lo /\ measurable hi /\
     (forall w, lo w = true -> E w = true) /\ (forall w, E w = true -> hi w = true) /\
     x - gap <= content lo /\ content hi <= x + gap) ->
  measurable E /\ content E = x.
Proof.
  intros H.
  assert (ME : measurable E).
  { intros gap Hg. destruct (H (gap / 8)) as (lo & hi & Ml & Mh & Hl & Hh & Bl & Bh); [lra |].
    destruct (Ml (gap / 4)) as (lo0 & lo1 & S0 & _ & I0 & I1 & m & Hm); [lra |].
    destruct (Mh (gap / 4)) as (hi0 & hi1 & _ & S1 & J0 & J1 & m' & Hm'); [lra |].
    exists lo0, hi1. repeat split; trivial; try (intros w Hw; auto).
    pose proof (content_is_limit lo Ml) as Ll. pose proof (content_is_limit hi Mh) as Lh.
    apply is_lim_seq_spec in Ll. apply is_lim_seq_spec in Lh.
    assert (P8 : 0 < gap / 8) by lra.
    destruct (Ll (mkposreal _ P8)) as [n1 N1]. destruct (Lh (mkposreal _ P8)) as [n2 N2]. cbn in N1, N2.
    exists (max (max m m') (max n1 n2)). intros n Hn.
    specialize (N1 n ltac:(lia)). specialize (N2 n ltac:(lia)). specialize (Hm n ltac:(lia)). specialize (Hm' n ltac:(lia)).
    apply Rabs_lt_between in N1. apply Rabs_lt_between in N2.
    pose proof (mean_mono n lo lo1 I1). pose proof (mean_mono n hi0 hi J0). lra. }
  split; [exact ME |]. apply Rle_antisym; apply le_epsilon; intros gap Hg;
    destruct (H gap Hg) as (lo & hi & Ml & Mh & Hl & Hh & Bl & Bh).
  - pose proof (content_mono E hi ME Mh Hh). lra.
  - pose proof (content_mono lo E Ml ME Hl). lra.
Qed.

End Averages.

(* ** One uniform number *)

Definition unit_number : Type := {u : R | 0 < u < 1}.
Definition value (u : unit_number) : R := proj1_sig u.
Lemma value_range u : 0 < value u < 1. Proof. exact (proj2_sig u). Qed.

Lemma middle_range n i : 0 < (2 * INR (i mod 2 ^ n) + 1) / 2 ^ S n < 1.
Proof.
  assert (P : 0 < 2 ^ n) by (apply pow_lt; lra).
  assert (H : (i mod 2 ^ n < 2 ^ n)%nat) by (apply Nat.mod_upper_bound, Nat.pow_nonzero; lia).
  apply le_INR in H. rewrite S_INR, INR_pow2 in H. pose proof (pos_INR (i mod 2 ^ n)). cbn [pow]. split.
  - apply Rdiv_lt_0_compat; lra.
  - apply Rlt_div_l; lra.
Qed.

(* The middle of cell i of 2^n. *)
Definition middle (n i : nat) : unit_number := exist _ _ (middle_range n i).

Lemma middle_value n i : (i < 2 ^ n)%nat -> value (middle n i) = (2 * INR i + 1) / 2 ^ S n.
Proof. intros H. cbn [value middle proj1_sig]. now rewrite Nat.mod_small. Qed.

Definition average (n : nat) (f : unit_number -> R) : R := sum (2 ^ n) (fun i => f (middle n i)) / 2 ^ n.

Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof. induction n as [| n IH]; intros H; cbn [sum]; [lra |]. apply Rplus_le_compat; [apply IH; intros; apply H; lia | apply H; lia]. Qed.

Lemma average_ext n f g : (forall u, f u = g u) -> average n f = average n g.
Proof. intros H. unfold average. f_equal. apply sum_ext. intros i _. apply H. Qed.
Lemma average_le n f g : (forall u, f u <= g u) -> average n f <= average n g.
Proof.
  intros H. unfold average, Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, pow_lt; lra |]. apply sum_le. intros i _. apply H.
Qed.
Lemma average_plus n f g : average n (fun u => f u + g u) = average n f + average n g.
Proof. unfold average. rewrite sum_plus. field. apply pow_nonzero. lra. Qed.
Lemma average_scal n c f : average n (fun u => c * f u) = c * average n f.
Proof. unfold average. rewrite sum_scal. field. apply pow_nonzero. lra. Qed.
Lemma average_const n c : average n (fun _ => c) = c.
Proof. unfold average. rewrite sum_const, INR_pow2. field. apply pow_nonzero. lra. Qed.

(* The same cell of 2^m. *)
Definition same (m : nat) (u u' : unit_number) : Prop := forall k : Z, IZR k / 2 ^ m <= value u <-> IZR k / 2 ^ m <= value u'.

Lemma same_refl m u : same m u u. Proof. split; trivial. Qed.

Lemma same_coarser m n u u' : (m <= n)%nat -> same n u u' -> same m u u'.
Proof.
  intros H S k. replace (IZR k / 2 ^ m) with (IZR (k * 2 ^ Z.of_nat (n - m)) / 2 ^ n); [apply S |].
  rewrite mult_IZR, <- pow_IZR. replace n with (m + (n - m))%nat at 2 by lia. rewrite pow_add. field. split; apply pow_nonzero; lra.
Qed.

(* A function of the cell has the same average on every finer level. *)
Lemma average_settles n f : (forall u u', same n u u' -> f u = f u') -> average (S n) f = average n f.
Proof.
  intros H. unfold average. rewrite Nat.pow_succ_r', sum_double.
  assert (P : 0 < 2 ^ n) by (apply pow_lt; lra).
  assert (Half : forall i j, (i < 2 ^ n)%nat -> (j = 2 * i \/ j = 2 * i + 1)%nat -> f (middle (S n) j) = f (middle n i)).
  { intros i j Hi Hj. apply H. intros k. rewrite (middle_value (S n) j) by (rewrite Nat.pow_succ_r'; lia). rewrite (middle_value n i) by exact Hi.
    assert (E : forall t c, 0 < t < c -> IZR k / 2 ^ n <= (c * INR i + t) / (c * 2 ^ n) <-> (k <= Z.of_nat i)%Z).
    { intros t c Ht. rewrite INR_IZR_INZ.
      replace ((c * IZR (Z.of_nat i) + t) / (c * 2 ^ n)) with ((IZR (Z.of_nat i) + t / c) / 2 ^ n) by (field; lra).
      assert (T : 0 < t / c < 1) by (split; [apply Rdiv_lt_0_compat | apply Rlt_div_l]; lra).
      split; intros HH.
      - apply Rmult_le_compat_r with (r := 2 ^ n) in HH; [| lra]. unfold Rdiv in HH. rewrite !Rmult_assoc, Rinv_l, !Rmult_1_r in HH by lra.
        fold (t / c) in HH. assert (IZR k < IZR (Z.of_nat i + 1)) by (rewrite plus_IZR; lra). apply lt_IZR in H0. lia.
      - unfold Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, P |]. apply IZR_le in HH. fold (t / c). lra. }
    rewrite (Rmult_comm 2 (INR i)). cbn [pow].
    replace ((INR i * 2 + 1) / (2 * 2 ^ n)) with ((2 * INR i + 1) / (2 * 2 ^ n)) by (field; lra).
    rewrite (E 1 2) by lra.
    destruct Hj as [-> | ->].
    - replace ((2 * INR (2 * i) + 1) / (2 * (2 * 2 ^ n))) with ((4 * INR i + 1) / (4 * 2 ^ n)) by (rewrite mult_INR; cbn [INR]; field; lra).
      now apply E; lra.
    - replace ((2 * INR (2 * i + 1) + 1) / (2 * (2 * 2 ^ n))) with ((4 * INR i + 3) / (4 * 2 ^ n)) by (rewrite plus_INR, mult_INR; cbn [INR]; field; lra).
      now apply E; lra. }
  rewrite (sum_ext (2 ^ n) _ (fun i => 2 * f (middle n i))).
  - rewrite sum_scal. cbn [pow]. field. lra.
  - intros i Hi. rewrite !(Half i) by lia. ring.
Qed.

Definition indicator (b : bool) : R := if b then 1 else 0.

Lemma indicator_mono (a b : bool) : (a = true -> b = true) -> indicator a <= indicator b.
Proof. intros H. destruct a, b; cbn; first [lra | discriminate (H eq_refl)]. Qed.
Lemma indicator_or (a b : bool) : (a = true -> b = true -> False) -> indicator (a || b) = indicator a + indicator b.
Proof. intros H. destruct a, b; cbn; first [lra | now exfalso; apply H]. Qed.

(* ** The line *)

Definition line_mean (n : nat) (E : unit_number -> bool) : R := average n (fun u => indicator (E u)).
Definition line_simple (E : unit_number -> bool) : Prop := exists m, forall u u', same m u u' -> E u = E u'.

Lemma line_mean_mono n E E' : (forall w, E w = true -> E' w = true) -> line_mean n E <= line_mean n E'.
Proof. intros H. apply average_le. intros u. apply indicator_mono, H. Qed.
Lemma line_mean_total n : line_mean n (fun _ => true) = 1.
Proof. exact (average_const n 1). Qed.
Lemma line_mean_add n E E' : (forall w, E w = true -> E' w = true -> False) ->
  line_mean n (fun w => E w || E' w) = line_mean n E + line_mean n E'.
Proof. intros H. unfold line_mean. rewrite <- average_plus. apply average_ext. intros u. apply indicator_or, H. Qed.
Lemma line_simple_not E : line_simple E -> line_simple (fun w => negb (E w)).
Proof. intros [m H]. exists m. intros u u' S. now rewrite (H u u' S). Qed.
Lemma line_simple_and E E' : line_simple E -> line_simple E' -> line_simple (fun w => E w && E' w).
Proof.
  intros [m H] [m' H']. exists (max m m'). intros u u' S.
  rewrite (H u u'), (H' u u'); trivial; apply (same_coarser _ (max m m')); trivial; lia.
Qed.
Lemma line_mean_settles m E : (forall u u', same m u u' -> E u = E u') -> forall n, (m <= n)%nat -> line_mean n E = line_mean m E.
Proof.
  intros H n Hn. induction Hn as [| n Hn IH]; [reflexivity |]. rewrite <- IH. apply average_settles.
  intros u u' S. now rewrite (H u u' (same_coarser m n u u' Hn S)).
Qed.
Lemma line_simple_settles E : line_simple E -> exists m x, forall n, (m <= n)%nat -> line_mean n E = x.
Proof. intros [m H]. exists m, (line_mean m E). now apply line_mean_settles. Qed.

Definition unit_line : probability_space :=
  averages unit_number line_mean line_simple line_mean_mono line_mean_total line_mean_add line_simple_not line_simple_and line_simple_settles.

(* ** Half-lines *)

Definition below (x : R) (u : unit_number) : bool := Rltb (value u) x.
Definition up_to (x : R) (u : unit_number) : bool := Rleb (value u) x.

Lemma sum_first_k N k : sum N (fun i => indicator (Nat.ltb i k)) = INR (Nat.min k N).
Proof.
  induction N as [| N IH]; cbn [sum]; [now rewrite Nat.min_0_r |]. rewrite IH.
  destruct (Nat.ltb_spec N k); cbn [indicator].
  - rewrite !Nat.min_r by lia. rewrite S_INR. lra.
  - rewrite !Nat.min_l by lia. lra.
Qed.

Lemma dyadic_simple m k : forall u u', same m u u' -> below (INR k / 2 ^ m) u = below (INR k / 2 ^ m) u'.
Proof.
  intros u u' S. specialize (S (Z.of_nat k)). rewrite <- INR_IZR_INZ in S. unfold below, Rltb.
  destruct (Rlt_dec (value u) _), (Rlt_dec (value u') _); trivial; exfalso; lra.
Qed.

Lemma dyadic_mean m k : line_mean m (below (INR k / 2 ^ m)) = INR (Nat.min k (2 ^ m)) / 2 ^ m.
Proof.
  unfold line_mean, average. f_equal. rewrite <- sum_first_k. apply sum_ext. intros i Hi. unfold below. rewrite middle_value by exact Hi.
  assert (P : 0 < 2 ^ m) by (apply pow_lt; lra).
  replace ((2 * INR i + 1) / 2 ^ S m) with ((INR i + / 2) / 2 ^ m) by (cbn [pow]; field; lra).
  unfold Rltb. destruct (Rlt_dec _ _) as [H | H], (Nat.ltb_spec i k) as [K | K]; trivial; exfalso.
  - apply Rmult_lt_compat_r with (r := 2 ^ m) in H; [| exact P].
    replace ((INR i + / 2) / 2 ^ m * 2 ^ m) with (INR i + / 2) in H by (field; lra).
    replace (INR k / 2 ^ m * 2 ^ m) with (INR k) in H by (field; lra). apply le_INR in K. lra.
  - apply H. apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, P |]. apply lt_le_S, le_INR in K. rewrite S_INR in K. lra.
Qed.

Notation line_event := (measurable unit_number line_mean line_simple).
Notation line_content := (content unit_number line_mean).

Lemma dyadic_content m k : line_event (below (INR k / 2 ^ m)) /\ line_content (below (INR k / 2 ^ m)) = INR (Nat.min k (2 ^ m)) / 2 ^ m.
Proof.
  split.
  - apply simple_measurable. exists m. apply dyadic_simple.
  - apply limit_content. apply is_lim_seq_ext_loc with (fun _ => INR (Nat.min k (2 ^ m)) / 2 ^ m); [| apply is_lim_seq_const].
    exists m. intros n Hn. rewrite (line_mean_settles m _ (dyadic_simple m k) n Hn). symmetry. apply dyadic_mean.
Qed.

(* A half-line of length x, with its end or without. *)
Lemma half_line_content (E : unit_number -> bool) x : 0 <= x <= 1 ->
  (forall u, value u < x -> E u = true) -> (forall u, E u = true -> value u <= x) ->
  line_event E /\ line_content E = x.
Proof.
  intros Hx H1 H2.
  apply (content_between unit_number line_mean line_simple line_mean_mono line_simple_settles).
  intros gap Hg. destruct (archimed (/ gap)) as [A _].
  assert (Pg : 0 < / gap) by (apply Rinv_0_lt_compat, Hg).
  set (m := Z.to_nat (up (/ gap))).
  assert (Hm : / 2 ^ m <= gap).
  { rewrite <- (Rinv_inv gap). apply Rinv_le_contravar; [exact Pg |].
    apply Rle_trans with (INR m).
    - unfold m. rewrite INR_IZR_INZ, Z2Nat.id; [lra |]. apply le_IZR. lra.
    - assert (T : forall n, INR n <= 2 ^ n).
      { induction n as [| n IH]; [cbn; lra |]. rewrite S_INR. cbn [pow]. pose proof (pow_R1_Rle 2 n ltac:(lra)). lra. }
      apply T. }
  assert (P : 0 < 2 ^ m) by (apply pow_lt; lra).
  set (k := Z.to_nat (Zfloor (x * 2 ^ m))).
  assert (Hk : INR k <= x * 2 ^ m < INR k + 1).
  { unfold k. assert (Hf : (0 <= Zfloor (x * 2 ^ m))%Z) by (apply Zfloor_lub; nra).
    rewrite INR_IZR_INZ, Z2Nat.id by exact Hf. split; [apply Zfloor_lb | apply Zfloor_ub]. }
  assert (Ex : x = x * 2 ^ m / 2 ^ m) by (field; lra).
  assert (Hi : 0 < / 2 ^ m) by (apply Rinv_0_lt_compat, P).
  exists (below (INR k / 2 ^ m)), (below (INR (S k) / 2 ^ m)).
  destruct (dyadic_content m k) as [Mk Ck]. destruct (dyadic_content m (S k)) as [Ms Cs]. rewrite Ck, Cs.
  split; [exact Mk |]. split; [exact Ms |]. split; [| split; [| split]].
  - intros u Hu. apply Rltb_true in Hu. apply H1. apply Rlt_le_trans with (1 := Hu). rewrite Ex. apply Rmult_le_compat_r; lra.
  - intros u Hu. apply Rltb_true. apply Rle_lt_trans with (1 := H2 u Hu). rewrite Ex, S_INR. apply Rmult_lt_compat_r; lra.
  - assert (Kle : (k <= 2 ^ m)%nat).
    { apply INR_le. rewrite INR_pow2. nra. }
    rewrite Nat.min_l by exact Kle. unfold Rdiv. rewrite Ex. unfold Rdiv. nra.
  - apply Rle_trans with (INR (S k) / 2 ^ m).
    + apply Rmult_le_compat_r; [lra |]. apply le_INR. lia.
    + rewrite S_INR, Ex. unfold Rdiv. nra.
Qed.

Lemma below_content x : 0 <= x <= 1 -> line_event (below x) /\ line_content (below x) = x.
Proof. intros Hx. apply half_line_content; trivial; intros u Hu; [now apply Rltb_true | apply Rltb_true in Hu; lra]. Qed.
Lemma up_to_content x : 0 <= x <= 1 -> line_event (up_to x) /\ line_content (up_to x) = x.
Proof. intros Hx. apply half_line_content; trivial; intros u Hu; [apply Rleb_true; lra | now apply Rleb_true]. Qed.

(* ** Laws on the line *)

(* The inverse of a distribution function has that function as its law. *)
Theorem quantile_has_law (G : R -> R) (Q : unit_number -> R) :
  (forall x, 0 <= G x <= 1) -> (forall x y, x < y -> G x < G y) -> (forall u, G (Q u) = value u) ->
  has_law unit_line Q G.
Proof.
  intros HG Hinc HQ x.
  assert (Le : forall u, Rleb (Q u) x = up_to (G x) u).
  { intros u. unfold up_to, Rleb. rewrite <- HQ. destruct (Rle_dec (Q u) x) as [H | H], (Rle_dec (G (Q u)) (G x)) as [K | K]; trivial; exfalso.
    - apply K. destruct H as [H | H]; [left; now apply Hinc | rewrite H; lra].
    - apply Rnot_le_lt, Hinc in H. lra. }
  assert (Lt : forall u, Rltb (Q u) x = below (G x) u).
  { intros u. unfold below, Rltb. rewrite <- HQ. destruct (Rlt_dec (Q u) x) as [H | H], (Rlt_dec (G (Q u)) (G x)) as [K | K]; trivial; exfalso.
    - apply K. now apply Hinc.
    - apply Rnot_lt_le in H. destruct H as [H | H]; [apply Hinc in H; lra | rewrite H in K; lra]. }
  destruct (up_to_content (G x) (HG x)) as [M1 C1]. destruct (below_content (G x) (HG x)) as [M2 C2].
  split; [| split; [| split]].
  - apply (event_ext unit_line (up_to (G x))); [intros u; symmetry; apply Le | exact M1].
  - exact (eq_trans (Pr_ext unit_line _ (up_to (G x)) Le) C1).
  - apply (event_ext unit_line (below (G x))); [intros u; symmetry; apply Lt | exact M2].
  - exact (eq_trans (Pr_ext unit_line _ (below (G x)) Lt) C2).
Qed.

Definition laplace_quantile (beta : R) (u : unit_number) : R :=
  if Rle_dec (value u) (/ 2) then ln (2 * value u) / beta else - (ln (2 * (1 - value u)) / beta).

Lemma laplace_quantile_inverse beta u : 0 < beta -> F beta (laplace_quantile beta u) = value u.
Proof.
  intros Hb. pose proof (value_range u) as Hu.
  assert (H : forall v, 0 < v <= / 2 -> F beta (ln (2 * v) / beta) = v).
  { intros v Hv. assert (L : ln (2 * v) <= 0) by (rewrite <- ln_1; apply ln_le; lra).
    rewrite F_nonpos.
    - replace (beta * (ln (2 * v) / beta)) with (ln (2 * v)) by (field; lra). rewrite exp_ln by lra. field.
    - assert (0 < / beta) by (apply Rinv_0_lt_compat, Hb). unfold Rdiv. nra. }
  unfold laplace_quantile. destruct (Rle_dec (value u) (/ 2)) as [Hh | Hh].
  - apply H. lra.
  - rewrite F_symmetric by exact Hb. rewrite H by lra. ring.
Qed.

(* The law of Laplace noise, on a space that exists. *)
Theorem laplace_has_law beta : 0 < beta -> has_law unit_line (laplace_quantile beta) (F beta).
Proof.
  intros Hb. apply quantile_has_law.
  - intros x. pose proof (F_range beta Hb x). lra.
  - intros x y. apply F_increasing, Hb.
  - intros u. apply laplace_quantile_inverse, Hb.
Qed.

(* ** Words as cells of the line *)

(* The word of m bits whose cell u falls into. *)
Definition word_of_number (m : nat) (u : unit_number) : nat := Z.to_nat (Zfloor (value u * 2 ^ m)).

Lemma word_of_number_simple m u u' : same m u u' -> word_of_number m u = word_of_number m u'.
Proof.
  intros S. unfold word_of_number. f_equal. assert (P : 0 < 2 ^ m) by (apply pow_lt; lra).
  assert (H : forall v v' : unit_number, same m v v' -> (Zfloor (value v * 2 ^ m) <= Zfloor (value v' * 2 ^ m))%Z).
  { intros v v' Sv. apply Zfloor_lub. apply (Rmult_le_reg_r (/ 2 ^ m)); [apply Rinv_0_lt_compat, P |].
    replace (value v' * 2 ^ m * / 2 ^ m) with (value v') by (field; lra). apply Sv.
    apply (Rmult_le_reg_r (2 ^ m)); [exact P |]. replace (IZR (Zfloor (value v * 2 ^ m)) / 2 ^ m * 2 ^ m) with (IZR (Zfloor (value v * 2 ^ m))) by (field; lra).
    apply Zfloor_lb. }
  apply Z.le_antisymm; apply H; [exact S | intros k; symmetry; apply S].
Qed.

Lemma word_of_middle m i : (i < 2 ^ m)%nat -> word_of_number m (middle m i) = i.
Proof.
  intros Hi. unfold word_of_number. rewrite middle_value by exact Hi.
  replace ((2 * INR i + 1) / 2 ^ S m * 2 ^ m) with (INR i + / 2) by (cbn [pow]; field; apply pow_nonzero; lra).
  rewrite (Zfloor_imp (Z.of_nat i)); [apply Nat2Z.id |]. rewrite plus_IZR, <- INR_IZR_INZ. lra.
Qed.

Lemma words_mean m (f : nat -> bool) : line_mean m (fun u => f (word_of_number m u)) = count (2 ^ m) f / 2 ^ m.
Proof.
  unfold line_mean, average. rewrite count_is_sum. f_equal. apply sum_ext. intros i Hi. now rewrite word_of_middle.
Qed.

(* The probability of a set of words is their number divided by 2^m. *)
Lemma words_on_the_line m (f : nat -> bool) :
  event unit_line (fun u => f (word_of_number m u)) /\ Pr unit_line (fun u => f (word_of_number m u)) = count (2 ^ m) f / 2 ^ m.
Proof.
  assert (S : forall u u', same m u u' -> f (word_of_number m u) = f (word_of_number m u'))
    by (intros u u' Su; now rewrite (word_of_number_simple m u u' Su)).
  split.
  - apply simple_measurable. exists m. exact S.
  - apply limit_content. apply is_lim_seq_ext_loc with (fun _ => count (2 ^ m) f / 2 ^ m); [| apply is_lim_seq_const].
    exists m. intros n Hn. exact (eq_sym (eq_trans (line_mean_settles m _ S n Hn) (words_mean m f))).
Qed.

(* Theorem A by coupling, for a generator of m bits: every word z gives the noise x z. If it satisfies (A) and (B) with the
   ideal noise of every uniform number of its cell, the words that lead into a set of outputs are counted. *)
Theorem coupled_words (beta delta L : R) (m : nat) (x : nat -> option R) (rd : R -> option nat) (a : nat -> R) (N : nat)
    (M_f : R -> Prop) (r1 r2 : R) (S : option nat -> bool) :
  0 < beta -> 0 <= delta -> 2 * delta < L -> rounds_to_cells rd a N ->
  (forall i, (i < N)%nat -> a i + L <= a (Datatypes.S i)) ->
  (forall r u, M_f r -> output rd r (x (word_of_number m u)) <> None ->
     exists v, x (word_of_number m u) = Some v /\ Rabs (v - laplace_quantile beta u) <= delta) ->
  (forall r u, M_f r -> a 0%nat + delta < r + laplace_quantile beta u < a N - delta ->
     exists v, x (word_of_number m u) = Some v /\ Rabs (v - laplace_quantile beta u) <= delta) ->
  M_f r1 -> M_f r2 ->
  count (2 ^ m) (fun z => S (output rd r1 (x z)))
  <= exp (beta * Rabs (r1 - r2)) * Gamma beta L delta * count (2 ^ m) (fun z => S (output rd r2 (x z))).
Proof.
  intros Hb Hd HL Hcells Hlong HA HB H1 H2.
  pose proof (theorem_A_laplace_coupling unit_line (laplace_quantile beta) beta delta L rd a N M_f (fun _ u => x (word_of_number m u)) r1 r2 S
    Hb Hd HL (laplace_has_law beta Hb) Hcells Hlong
    (fun r _ T => proj1 (words_on_the_line m (fun z => T (output rd r (x z))))) HA HB H1 H2) as H.
  unfold PK in H.
  rewrite (proj2 (words_on_the_line m (fun z => S (output rd r1 (x z))))) in H.
  rewrite (proj2 (words_on_the_line m (fun z => S (output rd r2 (x z))))) in H.
  apply (Rmult_le_reg_r (/ 2 ^ m)); [apply Rinv_0_lt_compat, pow_lt; lra |].
  unfold Rdiv in H. rewrite Rmult_assoc. exact H.
Qed.

(* Theorem D (a), likewise: outside of a set of bad words the noise of a word is within delta of the ideal noise of its cell. *)
Theorem coupled_words_approximate (beta delta L : R) (m : nat) (x : nat -> R) (bad : nat -> bool) (rd : R -> nat) (a : nat -> R) (N : nat)
    (M_f : R -> Prop) (r1 r2 : R) (S : nat -> bool) :
  0 < beta -> 0 <= delta -> 2 * delta < L -> rounds_to_grid rd a N ->
  (forall i, (i < N)%nat -> a i + L <= a (Datatypes.S i)) ->
  (forall r z, M_f r -> a 0%nat <= r + x z <= a N) ->
  (forall u, bad (word_of_number m u) = false -> Rabs (x (word_of_number m u) - laplace_quantile beta u) <= delta) ->
  M_f r1 -> M_f r2 ->
  let C := exp (beta * Rabs (r1 - r2)) * Gamma beta L delta in
  count (2 ^ m) (fun z => S (rd (r1 + x z))) <= C * count (2 ^ m) (fun z => S (rd (r2 + x z))) + (1 + C) * count (2 ^ m) bad.
Proof.
  intros Hb Hd HL Hgrid Hlong Hin Hnear H1 H2 C. destruct (words_on_the_line m bad) as [Eb Pb].
  pose proof (theorem_D_a unit_line (laplace_quantile beta) beta delta L Hb Hd HL (laplace_has_law beta Hb) rd a N Hgrid Hlong
    M_f (fun _ u => x (word_of_number m u)) (fun r _ T => proj1 (words_on_the_line m (fun z => T (rd (r + x z)))))
    (fun r u Hr => Hin r _ Hr) (fun u => bad (word_of_number m u)) (fun u => bad (word_of_number m u)) (count (2 ^ m) bad / 2 ^ m) r1 r2 S
    H1 H2 Eb Eb (Req_le _ _ Pb) (Req_le _ _ Pb) Hnear Hnear) as H.
  cbv zeta in H. fold C in H. unfold PD in H.
  rewrite (proj2 (words_on_the_line m (fun z => S (rd (r1 + x z))))) in H.
  rewrite (proj2 (words_on_the_line m (fun z => S (rd (r2 + x z))))) in H.
  apply (Rmult_le_reg_r (/ 2 ^ m)); [apply Rinv_0_lt_compat, pow_lt; lra |].
  unfold Rdiv in H. lra.
Qed.

(* ** The cube: three independent uniform numbers *)

Definition point : Type := (unit_number * unit_number * unit_number)%type.

Definition cube_average (n : nat) (f : point -> R) : R :=
  average n (fun a => average n (fun b => average n (fun c => f (a, b, c)))).
Definition cube_mean (n : nat) (E : point -> bool) : R := cube_average n (fun w => indicator (E w)).

Definition same_point (m : nat) (w w' : point) : Prop :=
  same m (fst (fst w)) (fst (fst w')) /\ same m (snd (fst w)) (snd (fst w')) /\ same m (snd w) (snd w').
Definition cube_simple (E : point -> bool) : Prop := exists m, forall w w', same_point m w w' -> E w = E w'.

Lemma cube_average_ext n f g : (forall w, f w = g w) -> cube_average n f = cube_average n g.
Proof. intros H. unfold cube_average. do 3 (apply average_ext; intros ?). apply H. Qed.

Lemma cube_mean_mono n E E' : (forall w, E w = true -> E' w = true) -> cube_mean n E <= cube_mean n E'.
Proof. intros H. unfold cube_mean, cube_average. do 3 (apply average_le; intros ?). apply indicator_mono, H. Qed.
Lemma cube_mean_total n : cube_mean n (fun _ => true) = 1.
Proof.
  unfold cube_mean, cube_average. apply eq_trans with (average n (fun _ => 1)); [| apply average_const]. apply average_ext. intros a.
  apply eq_trans with (average n (fun _ => 1)); [| apply average_const]. apply average_ext. intros b. exact (average_const n 1).
Qed.
Lemma cube_mean_add n E E' : (forall w, E w = true -> E' w = true -> False) ->
  cube_mean n (fun w => E w || E' w) = cube_mean n E + cube_mean n E'.
Proof.
  intros H. unfold cube_mean, cube_average. do 2 (rewrite <- average_plus; apply average_ext; intros ?).
  rewrite <- average_plus. apply average_ext. intros c. apply indicator_or, H.
Qed.
Lemma cube_simple_not E : cube_simple E -> cube_simple (fun w => negb (E w)).
Proof. intros [m H]. exists m. intros u u' S. now rewrite (H u u' S). Qed.
Lemma same_point_coarser m n w w' : (m <= n)%nat -> same_point n w w' -> same_point m w w'.
Proof. intros H (A & B & C). split; [| split]; apply (same_coarser m n); assumption. Qed.
Lemma cube_simple_and E E' : cube_simple E -> cube_simple E' -> cube_simple (fun w => E w && E' w).
Proof.
  intros [m H] [m' H']. exists (max m m'). intros u u' S.
  rewrite (H u u'), (H' u u'); trivial; apply (same_point_coarser _ (max m m')); trivial; lia.
Qed.

Lemma cube_average_settles m f : (forall w w', same_point m w w' -> f w = f w') ->
  forall n, (m <= n)%nat -> cube_average n f = cube_average m f.
Proof.
  intros H n Hn. induction Hn as [| n Hn IH]; [reflexivity |]. rewrite <- IH. unfold cube_average.
  assert (H' : forall w w', same_point n w w' -> f w = f w') by (intros w w' S; apply H, (same_point_coarser m n); assumption).
  rewrite average_settles.
  - apply average_ext. intros a. rewrite average_settles.
    + apply average_ext. intros b. apply average_settles. intros c c' S. apply H'. split; [| split]; cbn; first [exact S | apply same_refl].
    + intros b b' S. apply average_ext. intros c. apply H'. split; [| split]; cbn; first [exact S | apply same_refl].
  - intros a a' S. apply average_ext. intros b. apply average_ext. intros c. apply H'. split; [| split]; cbn; first [exact S | apply same_refl].
Qed.

Lemma cube_simple_settles E : cube_simple E -> exists m x, forall n, (m <= n)%nat -> cube_mean n E = x.
Proof.
  intros [m H]. exists m, (cube_mean m E). apply cube_average_settles. intros w w' S. now rewrite (H w w' S).
Qed.

Definition unit_cube : probability_space :=
  averages point cube_mean cube_simple cube_mean_mono cube_mean_total cube_mean_add cube_simple_not cube_simple_and cube_simple_settles.

Notation cube_event := (measurable point cube_mean cube_simple).
Notation cube_content := (content point cube_mean).

(* ** Boxes of the cube *)

Definition on_axes (A B C : unit_number -> bool) (w : point) : bool := A (fst (fst w)) && (B (snd (fst w)) && C (snd w)).

Lemma cube_mean_axes n A B C : cube_mean n (on_axes A B C) = line_mean n A * (line_mean n B * line_mean n C).
Proof.
  unfold cube_mean, cube_average, line_mean, on_axes. cbn [fst snd].
  assert (H : forall a b, indicator (a && b) = indicator a * indicator b) by (intros [|] [|]; cbn; ring).
  rewrite (average_ext n _ (fun a => (average n (fun b => indicator (B b)) * average n (fun c => indicator (C c))) * indicator (A a))).
  - rewrite average_scal. ring.
  - intros a. rewrite (average_ext n _ (fun b => (indicator (A a) * average n (fun c => indicator (C c))) * indicator (B b))).
    + rewrite average_scal. ring.
    + intros b. rewrite (average_ext n _ (fun c => (indicator (A a) * indicator (B b)) * indicator (C c))).
      * rewrite average_scal. ring.
      * intros c. rewrite 2!H. ring.
Qed.

Lemma line_mean_range n E : 0 <= line_mean n E <= 1.
Proof.
  split; [| rewrite <- (line_mean_total n); apply line_mean_mono; trivial].
  rewrite <- (average_const n 0). apply average_le. intros u. destruct (E u); cbn; lra.
Qed.

Lemma products_near x x' y y' z z' : 0 <= x <= x' /\ x' <= 1 -> 0 <= y <= y' /\ y' <= 1 -> 0 <= z <= z' /\ z' <= 1 ->
  x' * (y' * z') - x * (y * z) <= (x' - x) + ((y' - y) + (z' - z)).
Proof.
  intros Hx Hy Hz. assert (H : forall a a' b b', 0 <= a <= a' /\ a' <= 1 -> 0 <= b <= b' /\ b' <= 1 ->
    a' * b' - a * b <= (a' - a) + (b' - b) /\ 0 <= a * b <= a' * b' /\ a' * b' <= 1).
  { intros a a' b b' Ha Hb. replace (a' * b' - a * b) with ((a' - a) * b' + a * (b' - b)) by ring.
    repeat split; nra. }
  destruct (H y y' z z' Hy Hz) as (H1 & H2). destruct (H x x' (y * z) (y' * z') Hx H2) as (H3 & _). lra.
Qed.

(* Axes are independent. *)
Lemma axes_content A B C : line_event A -> line_event B -> line_event C ->
  cube_event (on_axes A B C) /\ cube_content (on_axes A B C) = line_content A * (line_content B * line_content C).
Proof.
  intros MA MB MC. split.
  - intros gap Hg. destruct (MA (gap / 3)) as (a & a' & (ma & Sa) & (ma' & Sa') & Ia & Ja & na & Na); [lra |].
    destruct (MB (gap / 3)) as (b & b' & (mb & Sb) & (mb' & Sb') & Ib & Jb & nb & Nb); [lra |].
    destruct (MC (gap / 3)) as (c & c' & (mc & Sc) & (mc' & Sc') & Ic & Jc & nc & Nc); [lra |].
    exists (on_axes a b c), (on_axes a' b' c').
    assert (Simple : forall f g h i j k, (forall u u', same i u u' -> f u = f u') -> (forall u u', same j u u' -> g u = g u') ->
              (forall u u', same k u u' -> h u = h u') -> cube_simple (on_axes f g h)).
    { intros f g h i j k F G H. exists (max i (max j k)). intros w w' (S1 & S2 & S3). unfold on_axes.
      rewrite (F _ (fst (fst w'))), (G _ (snd (fst w'))), (H _ (snd w')); trivial;
        apply (same_coarser _ (max i (max j k))); trivial; lia. }
    split; [exact (Simple _ _ _ ma mb mc Sa Sb Sc) |]. split; [exact (Simple _ _ _ ma' mb' mc' Sa' Sb' Sc') |].
    unfold on_axes. split; [| split].
    + intros w Hw. apply andb_prop in Hw as [H1 H2]. apply andb_prop in H2 as [H2 H3]. rewrite Ia, Ib, Ic by assumption. reflexivity.
    + intros w Hw. apply andb_prop in Hw as [H1 H2]. apply andb_prop in H2 as [H2 H3]. rewrite Ja, Jb, Jc by assumption. reflexivity.
    + exists (max na (max nb nc)). intros n Hn. fold (on_axes a b c) (on_axes a' b' c'). rewrite 2!cube_mean_axes.
      specialize (Na n ltac:(lia)). specialize (Nb n ltac:(lia)). specialize (Nc n ltac:(lia)).
      pose proof (line_mean_mono n a a' ltac:(auto)). pose proof (line_mean_mono n b b' ltac:(auto)). pose proof (line_mean_mono n c c' ltac:(auto)).
      pose proof (line_mean_range n a). pose proof (line_mean_range n a'). pose proof (line_mean_range n b).
      pose proof (line_mean_range n b'). pose proof (line_mean_range n c). pose proof (line_mean_range n c').
      apply Rle_trans with (1 := products_near (line_mean n a) (line_mean n a') (line_mean n b) (line_mean n b') (line_mean n c) (line_mean n c')
        ltac:(lra) ltac:(lra) ltac:(lra)). lra.
  - apply limit_content. apply is_lim_seq_ext with (fun n => line_mean n A * (line_mean n B * line_mean n C)).
    + intros n. symmetry. apply cube_mean_axes.
    + apply is_lim_seq_mult'; [| apply is_lim_seq_mult'];
        apply (content_is_limit unit_number line_mean line_simple line_mean_mono line_simple_settles); assumption.
Qed.

(* ** Words as cells of the cube *)

Lemma average_words m n (g : nat -> R) : (m <= n)%nat -> average n (fun u => g (word_of_number m u)) = sum (2 ^ m) g / 2 ^ m.
Proof.
  intros H. induction H as [| n H IH].
  - unfold average. f_equal. apply sum_ext. intros i Hi. now rewrite word_of_middle.
  - rewrite <- IH. apply average_settles. intros u u' S. now rewrite (word_of_number_simple m u u' (same_coarser m n u u' H S)).
Qed.

Definition words_of_point (m k : nat) (w : point) : nat * nat * nat :=
  (word_of_number m (fst (fst w)), word_of_number m (snd (fst w)), word_of_number k (snd w)).

(* The sum over all words of both radius draws and of the angle. *)
Definition sum_words (m k : nat) (g : nat -> nat -> nat -> R) : R :=
  sum (2 ^ m) (fun x => sum (2 ^ m) (fun y => sum (2 ^ k) (fun z => g x y z))).

Lemma words_in_the_cube m k (f : nat * nat * nat -> bool) :
  event unit_cube (fun w => f (words_of_point m k w)) /\
  Pr unit_cube (fun w => f (words_of_point m k w)) = sum_words m k (fun x y z => indicator (f (x, y, z))) / (2 ^ m * 2 ^ m * 2 ^ k).
Proof.
  assert (S : forall w w', same_point (max m k) w w' -> f (words_of_point m k w) = f (words_of_point m k w')).
  { intros w w' (S1 & S2 & S3). unfold words_of_point. f_equal. f_equal; [f_equal |];
      apply word_of_number_simple; apply (same_coarser _ (max m k)); trivial; lia. }
  split.
  - apply simple_measurable. exists (max m k). exact S.
  - apply limit_content. apply is_lim_seq_ext_loc with (fun _ => sum_words m k (fun x y z => indicator (f (x, y, z))) / (2 ^ m * 2 ^ m * 2 ^ k));
      [| apply is_lim_seq_const].
    exists (max m k). intros n Hn. unfold cube_mean, cube_average, words_of_point. cbn [fst snd].
    assert (P : 2 ^ m <> 0 /\ 2 ^ k <> 0) by (split; apply pow_nonzero; lra).
    set (g := fun x => sum (2 ^ m) (fun y => sum (2 ^ k) (fun z => indicator (f (x, y, z))) / 2 ^ k) / 2 ^ m).
    rewrite (average_ext n _ (fun a => g (word_of_number m a))).
    + rewrite (average_words m n g) by lia. unfold sum_words, g.
      replace (sum (2 ^ m) (fun x => sum (2 ^ m) (fun y => sum (2 ^ k) (fun z => indicator (f (x, y, z))))) / (2 ^ m * 2 ^ m * 2 ^ k))
        with ((/ (2 ^ m * 2 ^ k) * sum (2 ^ m) (fun x => sum (2 ^ m) (fun y => sum (2 ^ k) (fun z => indicator (f (x, y, z)))))) / 2 ^ m) by (field; tauto).
      f_equal. rewrite <- sum_scal. apply sum_ext. intros x _.
      replace (/ (2 ^ m * 2 ^ k) * sum (2 ^ m) (fun y => sum (2 ^ k) (fun z => indicator (f (x, y, z)))))
        with ((/ 2 ^ k * sum (2 ^ m) (fun y => sum (2 ^ k) (fun z => indicator (f (x, y, z))))) / 2 ^ m) by (field; tauto).
      f_equal. rewrite <- sum_scal. apply sum_ext. intros y _. unfold Rdiv. ring.
    + intros a. set (h := fun y => sum (2 ^ k) (fun z => indicator (f (word_of_number m a, y, z))) / 2 ^ k).
      rewrite (average_ext n _ (fun b => h (word_of_number m b))).
      * apply (average_words m n h). lia.
      * intros b. apply (average_words k n (fun z => indicator (f (word_of_number m a, word_of_number m b, z)))). lia.
Qed.
