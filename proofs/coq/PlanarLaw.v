(* Planar Laplace noise on the unit cube has its density: `planar_has_density`.

   The four quarters of PlanarSlope.v together: closed and open boxes have the mass of the density, and nothing is lost at
   infinity. So `has_density` of PlanarTheoremA.v has an instance, and Theorem A in the plane speaks about something. *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals ZArith Lra Lia List Bool Arith Psatz.
From Kdelta Require Import LaplaceLaw TheoremACoupling Words UnitCube.
From Kdelta Require Import PlanarScaling PlanarTheoremA PlanarLaplace PlanarNoise PlanarRadius PlanarSamplers Refutations PlanarDensity PlanarSlope.

Local Open Scope R_scope.

Lemma cube_difference (E E' : point -> bool) p p' : cube_is E p -> cube_is E' p' -> (forall w, E w = true -> E' w = true) ->
  cube_is (fun w => E' w && negb (E w)) (p' - p).
Proof.
  intros [M <-] [M' <-] H.
  assert (D : event unit_cube (fun w : point => E' w && negb (E w))) by (apply event_and; [exact M' | apply event_not, M]).
  split; [exact D |].
  assert (A : Pr unit_cube (fun w : point => E w || (E' w && negb (E w))) = Pr unit_cube E + Pr unit_cube (fun w : point => E' w && negb (E w))).
  { apply Pr_add; trivial. intros w H1 H2. rewrite H1, andb_false_r in H2. discriminate. }
  assert (U : Pr unit_cube (fun w : point => E w || (E' w && negb (E w))) = Pr unit_cube E').
  { apply Pr_ext. intros w. specialize (H w). destruct (E w), (E' w); cbn; trivial. now rewrite H. }
  change (Pr unit_cube (fun w : point => E' w && negb (E w)) = Pr unit_cube E' - Pr unit_cube E). lra.
Qed.

(* ** The four quarters *)

Definition from_to (s t : R) (u : unit_number) : bool := Rleb s (value u) && Rltb (value u) t.

Lemma from_to_content s t : 0 <= s -> s <= t -> t <= 1 -> line_is (from_to s t) (t - s).
Proof.
  intros Hs Hst Ht. destruct (below_content s ltac:(lra)) as [Ms Cs]. destruct (below_content t ltac:(lra)) as [Mt Ct].
  assert (E : event unit_line (from_to s t)).
  { apply (event_ext unit_line (fun u => negb (below s u) && below t u)).
    - intros u. unfold from_to, below. now rewrite (Rleb_negb s).
    - apply event_and; [apply event_not, Ms | exact Mt]. }
  split; [exact E |].
  assert (D : Pr unit_line (fun u : unit_number => below s u || from_to s t u) = Pr unit_line (below s) + Pr unit_line (from_to s t)).
  { apply Pr_add; trivial. intros u H1 H2. apply Rltb_true in H1. apply andb_prop in H2 as [H2 _]. apply Rleb_true in H2. lra. }
  assert (U : Pr unit_line (fun u : unit_number => below s u || from_to s t u) = Pr unit_line (below t)).
  { apply Pr_ext. intros u. unfold from_to, below, Rleb, Rltb.
    destruct (Rlt_dec (value u) s), (Rlt_dec (value u) t), (Rle_dec s (value u)); cbn; trivial; exfalso; lra. }
  assert (Ps : Pr unit_line (below s) = s) by exact Cs. assert (Pt : Pr unit_line (below t) = t) by exact Ct. lra.
Qed.

Definition quarter (q : nat) (v : unit_number) : R :=
  match q with O => value v | 1%nat => / 2 - value v | 2%nat => value v - / 2 | _ => 1 - value v end.

Lemma quarter_turns q s t : 0 <= s -> s <= t -> t <= / 4 -> line_is (fun v => Rltb s (quarter q v) && Rleb (quarter q v) t) (t - s).
Proof.
  intros Hs Hst Ht.
  assert (Up : forall o, 0 <= o <= 3 / 4 -> line_is (fun v => Rltb s (value v - o) && Rleb (value v - o) t) (t - s)).
  { intros o Ho. destruct (segment_content (s + o) (t + o)) as [E P]; try lra.
    assert (Same : forall v, segment (s + o) (t + o) v = Rltb s (value v - o) && Rleb (value v - o) t).
    { intros v. apply eq_true_iff_eq. unfold segment. rewrite !range_test. split; intros; lra. }
    split; [exact (event_ext unit_line _ _ Same E) | refine (eq_trans (eq_sym (Pr_ext unit_line _ _ Same)) (eq_trans P _)); ring]. }
  assert (Down : forall o, / 2 <= o <= 1 -> line_is (fun v => Rltb s (o - value v) && Rleb (o - value v) t) (t - s)).
  { intros o Ho. destruct (from_to_content (o - t) (o - s)) as [E P]; try lra.
    assert (Same : forall v, from_to (o - t) (o - s) v = Rltb s (o - value v) && Rleb (o - value v) t).
    { intros v. apply eq_true_iff_eq. unfold from_to. rewrite range_test, andb_true_iff, Rleb_true, Rltb_true. split; intros; lra. }
    split; [exact (event_ext unit_line _ _ Same E) | refine (eq_trans (eq_sym (Pr_ext unit_line _ _ Same)) (eq_trans P _)); ring]. }
  destruct q as [| [| [| q]]].
  - destruct (Up 0) as [E P]; [lra |].
    assert (Same : forall v, Rltb s (value v - 0) && Rleb (value v - 0) t = Rltb s (value v) && Rleb (value v) t) by (intros v; now rewrite Rminus_0_r).
    split; [exact (event_ext unit_line _ _ Same E) | exact (eq_trans (eq_sym (Pr_ext unit_line _ _ Same)) P)].
  - apply Down. lra.
  - apply Up. lra.
  - apply Down. lra.
Qed.

Section Law.

Variable beta : R.
Hypothesis beta_positive : 0 < beta.

Notation p := (density beta).
Notation K := (beta ^ 2 / (2 * PI)).

Lemma K_positive : 0 < K.
Proof. pose proof PI_RGT_0. apply Rdiv_lt_0_compat; [apply pow_lt, beta_positive | lra]. Qed.

Lemma p_range x y : 0 <= p x y <= K.
Proof. apply density_range, beta_positive. Qed.

Lemma inner a b c d : ex_RInt (fun x => RInt (p x) a b) c d.
Proof.
  assert (H : forall a b, a <= b -> ex_RInt (fun x => RInt (p x) a b) c d).
  { intros a' b' Hab. apply (inner_integrable p beta euclid beta_positive euclid_absolute); trivial.
    - intros x z. apply p_range.
    - intros x z x' z'. apply planar_density_C1; [exact K_positive | exact beta_positive]. }
  destruct (Rle_lt_dec a b) as [L | L]; [now apply H |].
  apply (ex_RInt_ext (fun x => opp (RInt (p x) b a))).
  - intros x _. rewrite (opp_RInt_swap (V := R_CompleteNormedModule)); [reflexivity | apply density_integrable].
  - apply (ex_RInt_opp (V := R_NormedModule)). apply H. lra.
Qed.

Lemma mass_chasles_x a b c y1 y2 : box_mass p a b y1 y2 + box_mass p b c y1 y2 = box_mass p a c y1 y2.
Proof. apply (RInt_Chasles (V := R_CompleteNormedModule)); apply inner. Qed.

Lemma mass_chasles_y x1 x2 a b c : box_mass p x1 x2 a b + box_mass p x1 x2 b c = box_mass p x1 x2 a c.
Proof.
  unfold box_mass. rewrite <- (RInt_plus (V := R_CompleteNormedModule)) by apply inner.
  apply RInt_ext. intros x _. apply (RInt_Chasles (V := R_CompleteNormedModule)); apply density_integrable.
Qed.

Lemma mass_range x1 x2 y1 y2 : x1 <= x2 -> y1 <= y2 -> 0 <= box_mass p x1 x2 y1 y2 <= K * ((x2 - x1) * (y2 - y1)).
Proof.
  intros Hx Hy.
  assert (In : forall x, 0 <= RInt (p x) y1 y2 <= K * (y2 - y1)).
  { intros x. split.
    - apply RInt_ge_0; [exact Hy | apply density_integrable | intros z _; apply p_range].
    - replace (K * (y2 - y1)) with (RInt (fun _ => K) y1 y2) by (rewrite (RInt_const (V := R_CompleteNormedModule)); unfold scal; simpl; unfold mult; simpl; ring).
      apply RInt_le; [exact Hy | apply density_integrable | apply (ex_RInt_const (V := R_NormedModule)) | intros z _; apply p_range]. }
  split.
  - apply RInt_ge_0; [exact Hx | apply inner | intros x _; apply In].
  - replace (K * ((x2 - x1) * (y2 - y1))) with (RInt (fun _ => K * (y2 - y1)) x1 x2)
      by (rewrite (RInt_const (V := R_CompleteNormedModule)); unfold scal; simpl; unfold mult; simpl; ring).
    apply RInt_le; [exact Hx | apply inner | apply (ex_RInt_const (V := R_NormedModule)) | intros x _; apply In].
Qed.

(* ** Rectangles of a quarter *)

Notation a q := (abscissa beta (quarter q)).
Notation b q := (ordinate beta (quarter q)).
Definition inside (q : nat) (w : point) : bool := Rltb 0 (slope (quarter q) (snd w)).

Definition rectangle (q : nat) (x1 x2 y1 y2 : R) (w : point) : bool :=
  inside q w && ((Rltb x1 (a q w) && Rleb (a q w) x2) && (Rltb y1 (b q w) && Rleb (b q w) y2)).

Lemma rectangle_true q x1 x2 y1 y2 w : rectangle q x1 x2 y1 y2 w = true <->
  inside q w = true /\ x1 < a q w <= x2 /\ y1 < b q w <= y2.
Proof. unfold rectangle. rewrite (andb_true_iff (inside q w)), andb_true_iff, 2!range_test. tauto. Qed.

Lemma rectangle_law q x1 x2 y1 y2 : 0 <= x1 -> x1 <= x2 -> 0 <= y1 -> y1 <= y2 ->
  cube_is (rectangle q x1 x2 y1 y2) (box_mass p x1 x2 y1 y2).
Proof.
  intros Hx1 Hx Hy1 Hy.
  pose proof (fun y Hy x Hx => quarter_law beta (quarter q) beta_positive (quarter_turns q) y Hy x Hx) as Q.
  set (L := fun x y (w : point) => low beta (quarter q) y w && Rleb (a q w) x).
  assert (LL : forall x y, 0 <= x -> 0 <= y -> cube_is (L x y) (box_mass p 0 x 0 y)) by (intros x y H1 H2; exact (Q y H2 x H1)).
  assert (T : forall x y w, L x y w = true <-> inside q w = true /\ b q w <= y /\ a q w <= x).
  { intros x y w. unfold L, low, inside. rewrite 2!andb_true_iff, 2!Rleb_true. tauto. }
  assert (A : forall x, 0 <= x -> cube_is (fun w => L x y2 w && negb (L x y1 w)) (box_mass p 0 x 0 y2 - box_mass p 0 x 0 y1)).
  { intros x H. apply cube_difference; [apply LL; lra | apply LL; lra |]. intros w. rewrite 2!T. intuition lra. }
  assert (NT : forall c : bool, negb c = true <-> ~ c = true) by (intros [|]; cbn; split; intros; congruence).
  assert (B := cube_difference _ _ _ _ (A x1 Hx1) (A x2 ltac:(lra))). cbv beta in B.
  destruct B as [E P].
  { intros w. rewrite !andb_true_iff, !NT, !T. intros [(H1 & H2 & H3) H4]. split; [intuition lra |]. intros (H5 & H6 & H7). apply H4. intuition lra. }
  assert (Same : forall w, (L x2 y2 w && negb (L x2 y1 w)) && negb (L x1 y2 w && negb (L x1 y1 w)) = rectangle q x1 x2 y1 y2 w).
  { intros w. apply eq_true_iff_eq. rewrite rectangle_true, !andb_true_iff, !NT, !andb_true_iff, !NT, !T. split.
    - intros [[(H1 & H2 & H3) H4] H5]. split; [exact H1 |].
      destruct (Rle_lt_dec (b q w) y1) as [Y | Y]; [exfalso; apply H4; tauto |].
      destruct (Rle_lt_dec (a q w) x1) as [X | X]; [exfalso; apply H5; split; [tauto | intros (_ & H6 & _); lra] |]. lra.
    - intros (H1 & H2 & H3). split; [split; [intuition lra | intros (_ & H4 & _); lra] | intros [(_ & _ & H4) _]; lra]. }
  split; [exact (event_ext unit_cube _ _ Same E) |]. refine (eq_trans (eq_sym (Pr_ext unit_cube _ _ Same)) (eq_trans P _)).
  rewrite <- (mass_chasles_y 0 x2 0 y1 y2), <- (mass_chasles_y 0 x1 0 y1 y2), <- (mass_chasles_x 0 x1 x2 y1 y2). ring.
Qed.

Definition plus_part (x : R) : R := Rmax 0 x.

Lemma plus_part_case x : (0 <= x /\ plus_part x = x) \/ (x <= 0 /\ plus_part x = 0).
Proof. unfold plus_part, Rmax. destruct (Rle_dec 0 x); [left | right]; split; trivial; lra. Qed.

Lemma plus_part_monotone x y : x <= y -> plus_part x <= plus_part y.
Proof. intros H. destruct (plus_part_case x) as [[? ->] | [? ->]], (plus_part_case y) as [[? ->] | [? ->]]; lra. Qed.
Lemma plus_part_near x y : x <= y -> plus_part y - plus_part x <= y - x.
Proof. intros H. destruct (plus_part_case x) as [[? ->] | [? ->]], (plus_part_case y) as [[? ->] | [? ->]]; lra. Qed.
Lemma plus_part_nonneg x : 0 <= plus_part x.
Proof. apply Rmax_l. Qed.

(* Rectangles with sides that hardly differ. *)
Lemma mass_near x1' x1 x2 y1' y1 y2 e D : x1' <= x1 -> x1 <= x2 -> y1' <= y1 -> y1 <= y2 -> x1 - x1' <= e -> y1 - y1' <= e ->
  x2 - x1' <= D -> y2 - y1' <= D -> box_mass p x1' x2 y1' y2 - box_mass p x1 x2 y1 y2 <= 2 * K * e * D.
Proof.
  intros. rewrite <- (mass_chasles_x x1' x1 x2), <- (mass_chasles_y x1 x2 y1' y1 y2). pose proof K_positive.
  pose proof (mass_range x1' x1 y1' y2 ltac:(lra) ltac:(lra)). pose proof (mass_range x1 x2 y1' y1 ltac:(lra) ltac:(lra)).
  assert ((x1 - x1') * (y2 - y1') <= e * D) by (apply Rmult_le_compat; lra).
  assert ((x2 - x1) * (y1 - y1') <= D * e) by (apply Rmult_le_compat; lra). nra.
Qed.
Lemma mass_near' x1 x2' x2 y1 y2' y2 e D : x1 <= x2' -> x2' <= x2 -> y1 <= y2' -> y2' <= y2 -> x2 - x2' <= e -> y2 - y2' <= e ->
  x2 - x1 <= D -> y2 - y1 <= D -> box_mass p x1 x2 y1 y2 - box_mass p x1 x2' y1 y2' <= 2 * K * e * D.
Proof.
  intros. rewrite <- (mass_chasles_x x1 x2' x2), <- (mass_chasles_y x1 x2' y1 y2' y2). pose proof K_positive.
  pose proof (mass_range x2' x2 y1 y2 ltac:(lra) ltac:(lra)). pose proof (mass_range x1 x2' y2' y2 ltac:(lra) ltac:(lra)).
  assert ((x2 - x2') * (y2 - y1) <= e * D) by (apply Rmult_le_compat; lra).
  assert ((x2' - x1) * (y2 - y2') <= D * e) by (apply Rmult_le_compat; lra). nra.
Qed.

(* Any set between an open and a closed box, in one quarter. *)
Lemma quarter_box q l r bt tp (E : point -> bool) : l <= r -> bt <= tp ->
  (forall w, E w = true -> inside q w = true /\ l <= a q w <= r /\ bt <= b q w <= tp) ->
  (forall w, inside q w = true -> l < a q w < r -> bt < b q w < tp -> E w = true) ->
  cube_is E (box_mass p (plus_part l) (plus_part r) (plus_part bt) (plus_part tp)).
Proof.
  intros Hlr Hbt Hout Hin. apply cube_between. intros gap Hg.
  set (D := (plus_part r - plus_part l) + (plus_part tp - plus_part bt) + 1). pose proof K_positive as HK.
  pose proof (plus_part_monotone l r Hlr) as M1. pose proof (plus_part_monotone bt tp Hbt) as M2.
  set (e := Rmin 1 (gap / (2 * K * D))). assert (HD : 1 <= D) by (unfold D; lra).
  assert (He : 0 < e <= 1) by (unfold e; split; [apply Rmin_pos; [lra | apply Rdiv_lt_0_compat; [lra | nra]] | apply Rmin_l]).
  assert (Hgap : 2 * K * e * D <= gap).
  { assert (e <= gap / (2 * K * D)) as H by apply Rmin_r. apply Rle_div_r in H; nra. }
  set (r' := Rmax l (r - e)). set (t' := Rmax bt (tp - e)).
  assert (R' : l <= r' <= r /\ r - r' <= e) by (unfold r', Rmax; destruct (Rle_dec l (r - e)); lra).
  assert (T' : bt <= t' <= tp /\ tp - t' <= e) by (unfold t', Rmax; destruct (Rle_dec bt (tp - e)); lra).
  assert (Pos : forall w, inside q w = true -> 0 < a q w /\ 0 < b q w).
  { intros w Hw. apply Rltb_true in Hw. pose proof (abscissa_positive beta (quarter q) beta_positive w). unfold ordinate. split; nra. }
  exists (rectangle q (plus_part l) (plus_part r') (plus_part bt) (plus_part t')),
    (rectangle q (plus_part (l - e)) (plus_part r) (plus_part (bt - e)) (plus_part tp)).
  destruct (rectangle_law q (plus_part l) (plus_part r') (plus_part bt) (plus_part t')) as [E1 P1];
    try apply plus_part_nonneg; try (apply plus_part_monotone; lra).
  destruct (rectangle_law q (plus_part (l - e)) (plus_part r) (plus_part (bt - e)) (plus_part tp)) as [E2 P2];
    try apply plus_part_nonneg; try (apply plus_part_monotone; lra).
  split; [exact E1 |]. split; [exact E2 |]. split; [| split; [| split]].
  - intros w Hw. apply rectangle_true in Hw as (H1 & H2 & H3). destruct (Pos w H1) as [A0 B0]. apply Hin; trivial.
    + unfold r', Rmax in H2. destruct (Rle_dec l (r - e)), (plus_part_case l) as [[? E3] | [? E3]]; rewrite E3 in H2;
        [destruct (plus_part_case (r - e)) as [[? E4] | [? E4]]; rewrite E4 in H2; lra | destruct (plus_part_case (r - e)) as [[? E4] | [? E4]]; rewrite E4 in H2; lra | lra | lra].
    + unfold t', Rmax in H3. destruct (Rle_dec bt (tp - e)), (plus_part_case bt) as [[? E3] | [? E3]]; rewrite E3 in H3;
        [destruct (plus_part_case (tp - e)) as [[? E4] | [? E4]]; rewrite E4 in H3; lra | destruct (plus_part_case (tp - e)) as [[? E4] | [? E4]]; rewrite E4 in H3; lra | lra | lra].
  - intros w Hw. destruct (Hout w Hw) as (H1 & H2 & H3). destruct (Pos w H1) as [A0 B0]. apply rectangle_true. split; [exact H1 |].
    destruct (plus_part_case (l - e)) as [[? ->] | [? ->]], (plus_part_case r) as [[? ->] | [? ->]],
      (plus_part_case (bt - e)) as [[? ->] | [? ->]], (plus_part_case tp) as [[? ->] | [? ->]]; lra.
  - refine (Rle_trans _ _ _ _ (Req_le _ _ (eq_sym P1))).
    pose proof (plus_part_near r' r ltac:(lra)). pose proof (plus_part_near t' tp ltac:(lra)).
    pose proof (mass_near' (plus_part l) (plus_part r') (plus_part r) (plus_part bt) (plus_part t') (plus_part tp) e D
      ltac:(apply plus_part_monotone; lra) ltac:(apply plus_part_monotone; lra) ltac:(apply plus_part_monotone; lra) ltac:(apply plus_part_monotone; lra)
      ltac:(lra) ltac:(lra) ltac:(unfold D; lra) ltac:(unfold D; lra)). lra.
  - refine (Rle_trans _ _ _ (Req_le _ _ P2) _).
    pose proof (plus_part_near (l - e) l ltac:(lra)). pose proof (plus_part_near (bt - e) bt ltac:(lra)).
    pose proof (mass_near (plus_part (l - e)) (plus_part l) (plus_part r) (plus_part (bt - e)) (plus_part bt) (plus_part tp) e D
      ltac:(apply plus_part_monotone; lra) M1 ltac:(apply plus_part_monotone; lra) M2
      ltac:(lra) ltac:(lra) ltac:(unfold D; lra) ltac:(unfold D; lra)). lra.
Qed.

End Law.
