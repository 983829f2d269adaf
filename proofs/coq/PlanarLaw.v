(* Planar Laplace noise on the unit cube has its density: `planar_has_density`.

   The four quarters of PlanarSlope.v together: closed and open boxes have the mass of the density, and nothing is lost at
   infinity. So `has_density` of PlanarTheoremA.v has an instance, and Theorem A in the plane speaks about something. *)
From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals ZArith Lra Lia List Bool Arith Psatz.
From Kdelta Require Import LaplaceLaw TheoremACoupling Words UnitCube.
From Kdelta Require Import PlanarScaling PlanarTheoremA PlanarLaplace PlanarNoise PlanarRadius PlanarSamplers Exponential PrintedRadius PlanarDensity PlanarSlope.

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

(* ** The four quarters together *)

Lemma even_integral (f : R -> R) l r : (forall x, f (- x) = f x) -> (forall x y, ex_RInt f x y) ->
  RInt f l r = RInt f (plus_part l) (plus_part r) + RInt f (plus_part (- r)) (plus_part (- l)).
Proof.
  intros Hf Hi. set (Phi := fun x => RInt f 0 x).
  assert (Ch : forall x y, RInt f x y = Phi y - Phi x).
  { intros x y. assert (H : RInt f 0 x + RInt f x y = RInt f 0 y) by (apply (RInt_Chasles (V := R_CompleteNormedModule)); apply Hi).
    unfold Phi. lra. }
  assert (Odd : forall x, Phi (- x) = - Phi x).
  { intros x. unfold Phi.
    assert (H : is_RInt (fun y => opp (f (- y))) 0 x (RInt f 0 (- x))).
    { apply (is_RInt_comp_opp (V := R_NormedModule)). rewrite Ropp_0. apply (RInt_correct (V := R_CompleteNormedModule)), Hi. }
    apply (is_RInt_ext _ (fun y => opp (f y))) in H; [| intros y _; now rewrite Hf].
    rewrite <- (is_RInt_unique (V := R_CompleteNormedModule) _ _ _ _ H). rewrite (RInt_opp (V := R_CompleteNormedModule)) by apply Hi. reflexivity. }
  assert (Zero : Phi 0 = 0) by (unfold Phi; rewrite RInt_point; reflexivity).
  assert (Part : forall x, Phi x = Phi (plus_part x) - Phi (plus_part (- x))).
  { intros x. destruct (Rle_lt_dec 0 x) as [H | H].
    - assert (E1 : plus_part x = x) by (destruct (plus_part_case x) as [[_ ->] | [? ->]]; lra).
      assert (E2 : plus_part (- x) = 0) by (destruct (plus_part_case (- x)) as [[? ->] | [_ ->]]; lra). rewrite E1, E2, Zero. lra.
    - assert (E1 : plus_part x = 0) by (destruct (plus_part_case x) as [[? ->] | [_ ->]]; lra).
      assert (E2 : plus_part (- x) = - x) by (destruct (plus_part_case (- x)) as [[_ ->] | [? ->]]; lra). rewrite E1, E2, Zero, Odd. lra. }
  rewrite !Ch, (Part l), (Part r). apply Rminus_diag_uniq. ring.
Qed.

Lemma density_even x y : p (- x) y = p x y /\ p x (- y) = p x y.
Proof.
  unfold density, planar_density, euclid. split; do 5 f_equal; ring.
Qed.

Lemma mass_of_quarters l r bt tp :
  box_mass p l r bt tp
  = box_mass p (plus_part l) (plus_part r) (plus_part bt) (plus_part tp)
    + box_mass p (plus_part (- r)) (plus_part (- l)) (plus_part bt) (plus_part tp)
    + (box_mass p (plus_part (- r)) (plus_part (- l)) (plus_part (- tp)) (plus_part (- bt))
       + box_mass p (plus_part l) (plus_part r) (plus_part (- tp)) (plus_part (- bt))).
Proof.
  assert (In : forall x1 x2, box_mass p x1 x2 bt tp = box_mass p x1 x2 (plus_part bt) (plus_part tp) + box_mass p x1 x2 (plus_part (- tp)) (plus_part (- bt))).
  { intros x1 x2. unfold box_mass. rewrite <- (RInt_plus (V := R_CompleteNormedModule)) by apply inner.
    apply RInt_ext. intros x _. apply even_integral; [intros y; apply density_even | intros; apply density_integrable]. }
  assert (Out : forall y1 y2, box_mass p l r y1 y2 = box_mass p (plus_part l) (plus_part r) y1 y2 + box_mass p (plus_part (- r)) (plus_part (- l)) y1 y2).
  { intros y1 y2. unfold box_mass. apply (even_integral (fun x => RInt (p x) y1 y2)); [| intros; apply inner].
    intros x. apply RInt_ext. intros y _. apply density_even. }
  rewrite In, 2!Out. ring.
Qed.

Definition polar_noise (w : point) : R * R :=
  planar_noise (gamma_of_pair beta) 0 ((value (fst (fst w)), value (snd (fst w))), value (snd w)).

Lemma inside_quarter q w : inside q w = true <-> 0 < quarter q (snd w) < / 4.
Proof.
  unfold inside. rewrite Rltb_true. unfold slope. pose proof PI_RGT_0.
  destruct (Rlt_dec 0 (quarter q (snd w))) as [H0 | H0]; [destruct (Rlt_dec (quarter q (snd w)) (/ 4)) as [H1 | H1] |]; split; intros; try lra.
  apply tan_gt_0; nra.
Qed.

Lemma polar_coordinates q w : inside q w = true ->
  radius beta w * cos (2 * PI * quarter q (snd w)) = a q w /\ radius beta w * sin (2 * PI * quarter q (snd w)) = b q w.
Proof.
  intros H. apply inside_quarter in H. pose proof PI_RGT_0. unfold ordinate, abscissa.
  set (theta := 2 * PI * quarter q (snd w)). assert (T : 0 < theta < PI / 2) by (unfold theta; nra).
  assert (S : slope (quarter q) (snd w) = tan theta).
  { unfold slope, theta. destruct (Rlt_dec 0 (quarter q (snd w))); [| lra]. destruct (Rlt_dec (quarter q (snd w)) (/ 4)); [reflexivity | lra]. }
  rewrite S. assert (A : atan (tan theta) = theta) by (apply atan_tan; lra).
  assert (Hh : hypot (tan theta) = sqrt (1 + Rsqr (tan theta))) by (unfold hypot, Rsqr; f_equal; ring).
  pose proof (hypot_positive (tan theta)) as Hp.
  rewrite <- A at 1 3. rewrite cos_atan, sin_atan, <- Hh. split; field; lra.
Qed.

Lemma noise_in_quarter q w : (q < 4)%nat -> inside q w = true ->
  fst (polar_noise w) = (match q with O | 3%nat => a q w | _ => - a q w end) /\
  snd (polar_noise w) = (match q with O | 1%nat => b q w | _ => - b q w end).
Proof.
  intros Hq H. destruct (polar_coordinates q w H) as [C S].
  assert (N : polar_noise w = (radius beta w * cos (2 * PI * value (snd w)), radius beta w * sin (2 * PI * value (snd w)))).
  { unfold polar_noise, planar_noise, at_polar, angle. cbn [fst snd]. rewrite Rplus_0_r. reflexivity. }
  rewrite N. cbn [fst snd]. destruct q as [| [| [| [| q]]]]; [| | | | lia]; cbn [quarter] in C, S.
  - now rewrite C, S.
  - replace (2 * PI * value (snd w)) with (PI - 2 * PI * (/ 2 - value (snd w))) by field.
    rewrite Rtrigo_facts.cos_pi_minus, Rtrigo_facts.sin_pi_minus, <- C, <- S. split; ring.
  - replace (2 * PI * value (snd w)) with (2 * PI * (value (snd w) - / 2) + PI) by field.
    rewrite neg_cos, neg_sin, <- C, <- S. split; ring.
  - replace (2 * PI * value (snd w)) with (- (2 * PI * (1 - value (snd w))) + 2 * INR 1 * PI) by (cbn [INR]; ring).
    rewrite cos_period, sin_period, cos_neg, sin_neg, <- C, <- S. split; ring.
Qed.

Lemma one_number c : 0 <= c <= 1 -> line_is (fun v => Rleb c (value v) && Rleb (value v) c) 0.
Proof.
  intros Hc. destruct (below_content c Hc) as [M1 C1]. destruct (up_to_content c Hc) as [M2 C2].
  set (Z := fun v : unit_number => Rleb c (value v) && Rleb (value v) c).
  assert (E : event unit_line Z).
  { apply (event_ext unit_line (fun u => negb (below c u) && up_to c u)); [| apply event_and; [apply event_not, M1 | exact M2]].
    intros u. unfold Z, below, up_to. now rewrite (Rleb_negb c). }
  split; [exact E |].
  assert (D : Pr unit_line (fun u : unit_number => below c u || Z u) = Pr unit_line (below c) + Pr unit_line Z).
  { apply Pr_add; trivial. intros u H1 H2. apply Rltb_true in H1. apply andb_prop in H2 as [H2 _]. apply Rleb_true in H2. lra. }
  assert (U : Pr unit_line (fun u : unit_number => below c u || Z u) = Pr unit_line (up_to c)).
  { apply Pr_ext. intros u. unfold Z, below, up_to, Rleb, Rltb.
    destruct (Rlt_dec (value u) c), (Rle_dec (value u) c), (Rle_dec c (value u)); cbn; trivial; exfalso; lra. }
  assert (P1 : Pr unit_line (below c) = c) by exact C1. assert (P2 : Pr unit_line (up_to c) = c) by exact C2.
  change (Pr unit_line Z = 0). lra.
Qed.

Lemma everywhere : line_is (fun _ : unit_number => true) 1.
Proof.
  split; [exact (simple_measurable unit_number line_mean line_simple (fun _ => true) (ex_intro _ O (fun _ _ _ => eq_refl))) | apply (Pr_total unit_line)].
Qed.

(* Where one quarter ends and the next begins. *)
Lemma borders : exists Z : point -> bool, cube_is Z (Pr unit_cube Z) /\ Pr unit_cube Z <= 0 /\
  forall w, (forall q, (q < 4)%nat -> inside q w = false) -> Z w = true.
Proof.
  assert (L : forall c, 0 <= c <= 1 -> cube_is (on_axes (fun _ => true) (fun _ => true) (fun v => Rleb c (value v) && Rleb (value v) c)) (1 * (1 * 0)))
    by (intros c Hc; exact (axes_are _ _ _ _ _ _ everywhere everywhere (one_number c Hc))).
  destruct (L (/ 4)) as [E1 P1]; [lra |]. destruct (L (/ 2)) as [E2 P2]; [lra |]. destruct (L (3 / 4)) as [E3 P3]; [lra |].
  set (Z1 := on_axes _ _ _) in E1, P1. set (Z2 := on_axes _ _ _) in E2, P2. set (Z3 := on_axes _ _ _) in E3, P3.
  exists (fun w => Z1 w || (Z2 w || Z3 w)).
  assert (E23 := event_or unit_cube _ _ E2 E3). assert (E := event_or unit_cube _ _ E1 E23).
  split; [split; [exact E | reflexivity] |]. split.
  - refine (Rle_trans _ _ _ (Pr_or unit_cube _ _ E1 E23) _). refine (Rle_trans _ _ _ (Rplus_le_compat_l _ _ _ (Pr_or unit_cube _ _ E2 E3)) _).
    refine (Rle_trans _ _ _ (Rplus_le_compat _ _ _ _ (Req_le _ _ P1) (Rplus_le_compat _ _ _ _ (Req_le _ _ P2) (Req_le _ _ P3))) _). lra.
  - intros w Hw. pose proof (value_range (snd w)) as V.
    assert (Not : forall q, (q < 4)%nat -> ~ (0 < quarter q (snd w) < / 4)).
    { intros q Hq H. apply inside_quarter in H. rewrite (Hw q Hq) in H. discriminate. }
    pose proof (Not 0%nat ltac:(lia)) as N0. pose proof (Not 1%nat ltac:(lia)) as N1. pose proof (Not 2%nat ltac:(lia)) as N2. pose proof (Not 3%nat ltac:(lia)) as N3.
    cbn [quarter] in *.
    assert (T : forall c, value (snd w) = c -> on_axes (fun _ => true) (fun _ => true) (fun v => Rleb c (value v) && Rleb (value v) c) w = true).
    { intros c Hc. apply on_axes_true. split; [reflexivity | split; [reflexivity |]]. apply andb_true_iff. rewrite 2!Rleb_true. lra. }
    destruct (Req_dec (value (snd w)) (/ 4)) as [D | D]; [unfold Z1; now rewrite (T _ D) |].
    destruct (Req_dec (value (snd w)) (/ 2)) as [D2 | D2]; [unfold Z2; rewrite (T _ D2); now rewrite orb_true_r |].
    destruct (Req_dec (value (snd w)) (3 / 4)) as [D3 | D3]; [unfold Z3; rewrite (T _ D3); now rewrite !orb_true_r |]. lra.
Qed.

Lemma box_law l r bt tp (E : point -> bool) : l <= r -> bt <= tp ->
  (forall w, E w = true -> l <= fst (polar_noise w) <= r /\ bt <= snd (polar_noise w) <= tp) ->
  (forall w, l < fst (polar_noise w) < r -> bt < snd (polar_noise w) < tp -> E w = true) ->
  cube_is E (box_mass p l r bt tp).
Proof.
  intros Hlr Hbt Hout Hin.
  set (Q := fun q (w : point) => E w && inside q w).
  assert (QT : forall q w, Q q w = true <-> E w = true /\ inside q w = true) by (intros q w; unfold Q; apply andb_true_iff).
  assert (Q0 : cube_is (Q 0%nat) (box_mass p (plus_part l) (plus_part r) (plus_part bt) (plus_part tp))).
  { apply (quarter_box 0); trivial; intros w; rewrite QT.
    - intros [H1 H2]. split; [exact H2 |]. destruct (noise_in_quarter 0 w ltac:(lia) H2) as [<- <-]. now apply Hout.
    - intros H1 H2 H3. split; [| exact H1]. destruct (noise_in_quarter 0 w ltac:(lia) H1) as [E1 E2]. apply Hin; rewrite ?E1, ?E2; assumption. }
  assert (Q1 : cube_is (Q 1%nat) (box_mass p (plus_part (- r)) (plus_part (- l)) (plus_part bt) (plus_part tp))).
  { apply (quarter_box 1); trivial; [lra | |]; intros w; rewrite QT.
    - intros [H1 H2]. split; [exact H2 |]. destruct (noise_in_quarter 1 w ltac:(lia) H2) as [E1 E2]. destruct (Hout w H1) as [H3 H4]. rewrite E1 in H3. rewrite E2 in H4. lra.
    - intros H1 H2 H3. split; [| exact H1]. destruct (noise_in_quarter 1 w ltac:(lia) H1) as [E1 E2]. apply Hin; rewrite ?E1, ?E2; lra. }
  assert (Q2 : cube_is (Q 2%nat) (box_mass p (plus_part (- r)) (plus_part (- l)) (plus_part (- tp)) (plus_part (- bt)))).
  { apply (quarter_box 2); [lra | lra | |]; intros w; rewrite QT.
    - intros [H1 H2]. split; [exact H2 |]. destruct (noise_in_quarter 2 w ltac:(lia) H2) as [E1 E2]. destruct (Hout w H1) as [H3 H4]. rewrite E1 in H3. rewrite E2 in H4. lra.
    - intros H1 H2 H3. split; [| exact H1]. destruct (noise_in_quarter 2 w ltac:(lia) H1) as [E1 E2]. apply Hin; rewrite ?E1, ?E2; lra. }
  assert (Q3 : cube_is (Q 3%nat) (box_mass p (plus_part l) (plus_part r) (plus_part (- tp)) (plus_part (- bt)))).
  { apply (quarter_box 3); [lra | lra | |]; intros w; rewrite QT.
    - intros [H1 H2]. split; [exact H2 |]. destruct (noise_in_quarter 3 w ltac:(lia) H2) as [E1 E2]. destruct (Hout w H1) as [H3 H4]. rewrite E1 in H3. rewrite E2 in H4. lra.
    - intros H1 H2 H3. split; [| exact H1]. destruct (noise_in_quarter 3 w ltac:(lia) H1) as [E1 E2]. apply Hin; rewrite ?E1, ?E2; lra. }
  destruct Q0 as [E0 P0], Q1 as [E1 P1], Q2 as [E2 P2], Q3 as [E3 P3]. rewrite mass_of_quarters, <- P0, <- P1, <- P2, <- P3.
  assert (Apart : forall i j w, (i < j)%nat -> (j < 4)%nat -> Q i w = true -> Q j w = true -> False).
  { intros i j w Hij Hj Hi' Hj'. apply QT in Hi' as [_ Hi']. apply QT in Hj' as [_ Hj']. apply inside_quarter in Hi', Hj'.
    destruct i as [| [| [| i]]], j as [| [| [| [| j]]]]; try lia; cbn [quarter] in *; lra. }
  assert (E01 := event_or unit_cube _ _ E0 E1). assert (E23 := event_or unit_cube _ _ E2 E3). assert (EA := event_or unit_cube _ _ E01 E23).
  assert (D01 : Pr unit_cube (fun w : point => Q 0%nat w || Q 1%nat w) = Pr unit_cube (Q 0%nat) + Pr unit_cube (Q 1%nat))
    by (apply Pr_add; trivial; intros w; apply Apart; lia).
  assert (D23 : Pr unit_cube (fun w : point => Q 2%nat w || Q 3%nat w) = Pr unit_cube (Q 2%nat) + Pr unit_cube (Q 3%nat))
    by (apply Pr_add; trivial; intros w; apply Apart; lia).
  set (U := fun w : point => (Q 0%nat w || Q 1%nat w) || (Q 2%nat w || Q 3%nat w)).
  assert (DA : Pr unit_cube U = Pr unit_cube (fun w : point => Q 0%nat w || Q 1%nat w) + Pr unit_cube (fun w : point => Q 2%nat w || Q 3%nat w)).
  { apply Pr_add; trivial. intros w H1 H2. apply orb_prop in H1 as [H1 | H1]; apply orb_prop in H2 as [H2 | H2];
      revert H1 H2; apply Apart; lia. }
  rewrite <- D01, <- D23, <- DA. destruct borders as (Z & [EZ _] & PZ & HZ).
  apply cube_between. intros gap Hg. exists U, (fun w => U w || Z w). split; [exact EA |]. split; [exact (event_or unit_cube _ _ EA EZ) |].
  split; [| split; [| split]].
  - intros w Hw. unfold U, Q in Hw. destruct (E w); [reflexivity | discriminate].
  - intros w Hw. destruct (U w) eqn:HU; [reflexivity |]. cbn. apply HZ. intros q Hq. unfold U, Q in HU. rewrite Hw in HU. cbn in HU.
    destruct q as [| [| [| [| q]]]]; [| | | | lia]; repeat (apply orb_false_elim in HU as [? HU] || idtac);
      repeat match goal with H : _ || _ = false |- _ => apply orb_false_elim in H as [? ?] end; assumption.
  - lra.
  - refine (Rle_trans _ _ _ (Pr_or unit_cube _ _ EA EZ) _). change (Pr unit_cube U + Pr unit_cube Z <= Pr unit_cube U + gap). lra.
Qed.

(* The planar law, on a space that exists. *)
Theorem planar_has_density : has_density unit_cube polar_noise p.
Proof.
  split; [| split].
  - intros t H1 H2. apply (box_law (left_of t) (right_of t) (bottom_of t) (top_of t) (fun w => closed_test t (polar_noise w)) H1 H2).
    + intros w Hw. now apply closed_test_true in Hw.
    + intros w Hx Hy. apply closed_test_true. split; lra.
  - intros t H1 H2. apply (box_law (left_of t) (right_of t) (bottom_of t) (top_of t) (fun w => open_test t (polar_noise w)) H1 H2).
    + intros w Hw. apply open_test_true in Hw as [Hx Hy]. split; lra.
    + intros w Hx Hy. now apply open_test_true.
  - intros eps He. set (far := 4 / (beta * eps)). assert (Hf : 0 < far) by (apply Rdiv_lt_0_compat; [lra | nra]).
    exists far.
    assert (EB : event unit_cube (fun w : point => closed_test ((- far, far), (- far, far)) (polar_noise w))).
    { apply (box_law (- far) far (- far) far (fun w => closed_test ((- far, far), (- far, far)) (polar_noise w))); try lra.
      - intros w Hw. now apply closed_test_true in Hw.
      - intros w Hx Hy. apply closed_test_true. unfold in_closed, left_of, right_of, bottom_of, top_of; cbn [fst snd]. split; lra. }
    split; [| exact EB].
    destruct (radius_law beta beta_positive (fun _ => true) 1 far (fun w => Rleb (radius beta w) far) ltac:(lra) everywhere) as [E P].
    { intros w H _. apply Rleb_true. lra. }
    { intros w H. apply Rleb_true in H. split; [exact H | reflexivity]. }
    assert (T := radius_cdf_tail beta far beta_positive ltac:(lra)).
    assert (Hlt : 4 / (2 + beta * far) < eps).
    { apply Rlt_div_l; [assert (0 < beta * far) by (apply Rmult_lt_0_compat; lra); lra |].
      replace (beta * far) with (4 / eps) by (unfold far; field; lra). replace (eps * (2 + 4 / eps)) with (2 * eps + 4) by (field; lra). lra. }
    apply Rlt_le_trans with (1 * radius_cdf beta far); [lra |]. refine (Rle_trans _ _ _ (Req_le _ _ (eq_sym P)) _).
    apply Pr_mono; [exact E | exact EB |]. intros w Hw. apply Rleb_true in Hw. apply closed_test_true.
    assert (R0 : 0 <= radius beta w).
    { apply (gamma_nonnegative beta (value (fst (fst w)), value (snd (fst w))) beta_positive).
      pose proof (value_range (fst (fst w))). pose proof (value_range (snd (fst w))). split; cbn [fst snd]; lra. }
    assert (N : polar_noise w = (radius beta w * cos (angle 0 (value (snd w))), radius beta w * sin (angle 0 (value (snd w))))) by reflexivity.
    rewrite N. unfold in_closed, left_of, right_of, bottom_of, top_of; cbn [fst snd].
    pose proof (COS_bound (angle 0 (value (snd w)))). pose proof (SIN_bound (angle 0 (value (snd w)))). split; nra.
Qed.

End Law.
