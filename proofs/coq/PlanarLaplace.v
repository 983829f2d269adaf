(** * The planar Laplace mechanism: the tiling of a region, and the loss

    proofs/theory.md, paragraphs 1.1 and 1.2, F10.  Any set of cells of a
    rectangular grid has a complement that is tiled ([grid_tiled]); the planar
    Laplace density has (C1) and (LC) for the Euclidean norm; so the mechanism
    that satisfies (A) and (B) loses at most beta |r1 - r2| + kappa,
    kappa = min(2 ln Gamma, 2 ln rho + 2 sqrt(2) beta delta) ([planar_laplace_loss]),
    whatever the set of outputs.  [planar_mechanism] joins this to Theorem B.

    In Rust: PlanarMechanism::release over a rectangle, a disc or a mask of cells.
    That the noise which runs satisfies (A) and (B), and that its law has this
    density, are premises here; PlanarLaw.v and PlanarCounts.v prove them for
    the noise that runs.  Rests on PlanarTheoremA.v and PlanarNoise.v. *)

From Coquelicot Require Import Coquelicot.
From Coq Require Import Reals Lra Lia List Bool.
From Kdelta Require Import LaplaceLaw Scaling Sinh TheoremACoupling PlanarScaling PlanarTheoremA.
From Kdelta Require PlanarNoise.
Import ListNotations.

Local Open Scope R_scope.

(** ** A region: some cells of a grid *)

Definition grid_cell (a b : nat -> R) (i j : nat) : box := ((a i, a (S i)), (b j, b (S j))).

(** rd reports only chosen cells of the grid a_0 < ... < a_N1, b_0 < ... < b_N2,
    and nothing only for points outside the grid or in a cell that is not
    chosen (closed: any rule for the border). *)
Definition rounds_to_region (rd : R * R -> option nat) (a b : nat -> R) (N1 N2 : nat)
    (chosen : nat -> nat -> bool) : Prop :=
  (forall z k, rd z = Some k -> exists i j, (i < N1)%nat /\ (j < N2)%nat /\
     chosen i j = true /\ in_closed (grid_cell a b i j) z) /\
  (forall z, rd z = None ->
     fst z <= a 0%nat \/ a N1 <= fst z \/ snd z <= b 0%nat \/ b N2 <= snd z \/
     exists i j, (i < N1)%nat /\ (j < N2)%nat /\ chosen i j = false /\
       in_closed (grid_cell a b i j) z).

Lemma edges_apart (a : nat -> R) (N : nat) (L : R) :
  0 < L -> (forall i, (i < N)%nat -> a i + L <= a (S i)) ->
  forall i j, (i <= j)%nat -> (j <= N)%nat -> a i <= a j /\ ((i < j)%nat -> a i + L <= a j).
Proof.
  intros HL Ha i j Hij. induction Hij as [| j Hij IH]; intros Hj; [split; [lra | lia] |].
  destruct (IH ltac:(lia)) as [H1 _]. assert (H2 := Ha j ltac:(lia)). split; intros; lra.
Qed.

(** An open interval of the grid meets no other closed one. *)
Lemma same_interval (a : nat -> R) (N : nat) (L x : R) (i i' : nat) :
  0 < L -> (forall i, (i < N)%nat -> a i + L <= a (S i)) ->
  (i < N)%nat -> (i' < N)%nat -> a i < x < a (S i) -> a i' <= x <= a (S i') -> i = i'.
Proof.
  intros HL Ha Hi Hi' Hx Hx'. destruct (Nat.lt_trichotomy i i') as [H | [H | H]]; trivial; exfalso.
  - destruct (edges_apart a N L HL Ha (S i) i' ltac:(lia) ltac:(lia)). lra.
  - destruct (edges_apart a N L HL Ha (S i') i ltac:(lia) ltac:(lia)). lra.
Qed.

Lemma pairs_of_distinct {A B : Type} (rel : B -> B -> Prop) (f : A -> B) (l : list A) :
  NoDup l -> (forall x y, In x l -> In y l -> x <> y -> rel (f x) (f y)) ->
  ForallOrdPairs rel (map f l).
Proof.
  induction 1 as [| x l Hx Hl IH]; intros H; simpl; constructor.
  - apply Forall_forall. intros y Hy. apply in_map_iff in Hy. destruct Hy as [z [<- Hz]].
    apply H; [left; reflexivity | right; exact Hz | intros ->; contradiction].
  - apply IH. intros y z Hy Hz. apply H; right; assumption.
Qed.

Lemma pairs_app {A : Type} (rel : A -> A -> Prop) (l m : list A) :
  ForallOrdPairs rel l -> ForallOrdPairs rel m ->
  (forall x y, In x l -> In y m -> rel x y) -> ForallOrdPairs rel (l ++ m).
Proof.
  induction 1 as [| x l Hx Hl IH]; intros Hm H; simpl; [exact Hm |]. constructor.
  - apply Forall_app. split; [exact Hx |]. apply Forall_forall. intros y Hy.
    apply H; [left; reflexivity | exact Hy].
  - apply IH; [exact Hm |]. intros y z Hy Hz. apply H; [right; exact Hy | exact Hz].
Qed.

Section Tiling.

Variables (a b : nat -> R) (N1 N2 : nat) (chosen : nat -> nat -> bool) (L far : R).
Hypothesis L_pos : 0 < L.
Hypothesis a_apart : forall i, (i < N1)%nat -> a i + L <= a (S i).
Hypothesis b_apart : forall j, (j < N2)%nat -> b j + L <= b (S j).
Hypothesis far_left : - far + L <= a 0%nat.
Hypothesis far_right : a N1 + L <= far.
Hypothesis far_below : - far + L <= b 0%nat.
Hypothesis far_above : b N2 + L <= far.
Hypothesis wide : a 0%nat + L <= a N1.
Hypothesis high : b 0%nat + L <= b N2.

(** Four strips around the grid, up to a far square. *)
Let strips : list box :=
  [((- far, a 0%nat), (- far, far)); ((a N1, far), (- far, far));
   ((a 0%nat, a N1), (- far, b 0%nat)); ((a 0%nat, a N1), (b N2, far))].

(** The cells that are not chosen, by their numbers. *)
Let others : list nat :=
  filter (fun k => negb (chosen (k / N2) (k mod N2))%nat) (seq 0 (N1 * N2)).
Let at_index (k : nat) : box := grid_cell a b (k / N2) (k mod N2).

Lemma others_spec (k : nat) : In k others ->
  (k / N2 < N1)%nat /\ (k mod N2 < N2)%nat /\ chosen (k / N2)%nat (k mod N2)%nat = false.
Proof.
  intros Hk. apply filter_In in Hk. destruct Hk as [Hs Hc]. apply in_seq in Hs.
  split; [apply Nat.div_lt_upper_bound; lia |].
  split; [apply Nat.mod_upper_bound; lia | apply negb_true_iff, Hc].
Qed.

(** A cell is within the grid. *)
Lemma cell_within (i j : nat) : (i < N1)%nat -> (j < N2)%nat ->
  (a 0%nat <= a i /\ a (S i) <= a N1) /\ (b 0%nat <= b j /\ b (S j) <= b N2).
Proof.
  intros Hi Hj. split; split.
  1, 2: apply (edges_apart a N1 L L_pos a_apart); lia.
  1, 2: apply (edges_apart b N2 L L_pos b_apart); lia.
Qed.

Lemma tiles_long : Forall (sides_at_least L) (strips ++ map at_index others).
Proof.
  apply Forall_app. split.
  - unfold strips.
    repeat (apply Forall_cons;
      [split; unfold left_of, right_of, bottom_of, top_of; simpl; lra |]).
    apply Forall_nil.
  - apply Forall_forall. intros t Ht. apply in_map_iff in Ht. destruct Ht as [k [<- Hk]].
    destruct (others_spec k Hk) as [Hi [Hj _]].
    split; unfold left_of, right_of, bottom_of, top_of; simpl; [apply a_apart, Hi | apply b_apart, Hj].
Qed.

Lemma tiles_disjoint : ForallOrdPairs disjoint_boxes (strips ++ map at_index others).
Proof.
  apply pairs_app.
  - unfold strips.
    repeat (apply FOP_cons; [repeat (apply Forall_cons;
      [intros z [Z1 Z2] [Z3 Z4]; unfold left_of, right_of, bottom_of, top_of in *; simpl in *; lra |]);
      apply Forall_nil |]).
    apply FOP_nil.
  - apply pairs_of_distinct; [apply NoDup_filter, seq_NoDup |].
    intros k k' Hk Hk' Hne z [Z1 Z2] [Z3 Z4].
    destruct (others_spec k Hk) as [Hi [Hj _]]. destruct (others_spec k' Hk') as [Hi' [Hj' _]].
    unfold left_of, right_of, bottom_of, top_of in *; simpl in *.
    assert (E1 : (k / N2 = k' / N2)%nat)
      by (apply (same_interval a N1 L (fst z)); trivial; lra).
    assert (E2 : (k mod N2 = k' mod N2)%nat)
      by (apply (same_interval b N2 L (snd z)); trivial; lra).
    apply Hne. rewrite (Nat.div_mod k N2), (Nat.div_mod k' N2) by lia. congruence.
  - intros s t Hs Ht z [Z1 Z2] [Z3 Z4]. apply in_map_iff in Ht. destruct Ht as [k [<- Hk]].
    destruct (others_spec k Hk) as [Hi [Hj _]]. destruct (cell_within _ _ Hi Hj).
    unfold left_of, right_of, bottom_of, top_of in *; simpl in Z3, Z4.
    simpl in Hs. destruct Hs as [<- | [<- | [<- | [<- | []]]]]; simpl in *; lra.
Qed.

(** The tiles meet no cell that is chosen. *)
Lemma tiles_miss (t : box) (z : R * R) (i j : nat) :
  In t (strips ++ map at_index others) -> in_open t z -> (i < N1)%nat -> (j < N2)%nat ->
  in_closed (grid_cell a b i j) z -> chosen i j = false.
Proof.
  intros Ht [Z1 Z2] Hi Hj [C1 C2].
  unfold left_of, right_of, bottom_of, top_of in *; simpl in C1, C2.
  apply in_app_iff in Ht. destruct Ht as [Ht | Ht].
  - exfalso. destruct (cell_within i j Hi Hj).
    simpl in Ht. destruct Ht as [<- | [<- | [<- | [<- | []]]]]; simpl in *; lra.
  - apply in_map_iff in Ht. destruct Ht as [k [<- Hk]].
    destruct (others_spec k Hk) as [Hi' [Hj' Hc']]. simpl in Z1, Z2.
    assert (E1 : (k / N2 = i)%nat) by (apply (same_interval a N1 L (fst z)); trivial).
    assert (E2 : (k mod N2 = j)%nat) by (apply (same_interval b N2 L (snd z)); trivial).
    now rewrite <- E1, <- E2.
Qed.

(** They cover what is beyond the grid, and the cells that are not chosen. *)
Lemma tiles_cover (z : R * R) :
  - far <= fst z <= far -> - far <= snd z <= far ->
  fst z <= a 0%nat \/ a N1 <= fst z \/ snd z <= b 0%nat \/ b N2 <= snd z \/
    (exists i j, (i < N1)%nat /\ (j < N2)%nat /\ chosen i j = false /\ in_closed (grid_cell a b i j) z) ->
  exists t, In t (strips ++ map at_index others) /\ in_closed t z.
Proof.
  intros B1 B2 Hout.
  destruct (Rle_lt_dec (fst z) (a 0%nat)) as [L1 | L1].
  { exists ((- far, a 0%nat), (- far, far)). split; [simpl; tauto |].
    unfold in_closed, left_of, right_of, bottom_of, top_of; simpl. lra. }
  destruct (Rle_lt_dec (a N1) (fst z)) as [L2 | L2].
  { exists ((a N1, far), (- far, far)). split; [simpl; tauto |].
    unfold in_closed, left_of, right_of, bottom_of, top_of; simpl. lra. }
  destruct (Rle_lt_dec (snd z) (b 0%nat)) as [L3 | L3].
  { exists ((a 0%nat, a N1), (- far, b 0%nat)). split; [simpl; tauto |].
    unfold in_closed, left_of, right_of, bottom_of, top_of; simpl. lra. }
  destruct (Rle_lt_dec (b N2) (snd z)) as [L4 | L4].
  { exists ((a 0%nat, a N1), (b N2, far)). split; [simpl; tauto |].
    unfold in_closed, left_of, right_of, bottom_of, top_of; simpl. lra. }
  destruct Hout as [H | [H | [H | [H | H]]]]; try (exfalso; lra).
  destruct H as (i & j & Hi & Hj & Hc & Hz).
  assert (Ei : ((i * N2 + j) / N2 = i)%nat).
  { rewrite Nat.div_add_l by lia. rewrite Nat.div_small by lia. lia. }
  assert (Ej : ((i * N2 + j) mod N2 = j)%nat).
  { rewrite Nat.add_comm, Nat.mod_add by lia. apply Nat.mod_small, Hj. }
  exists (grid_cell a b i j). split; [| exact Hz].
  apply in_app_iff. right. apply in_map_iff. exists (i * N2 + j)%nat. split.
  - unfold at_index. rewrite Ei, Ej. reflexivity.
  - apply filter_In. split; [apply in_seq; nia |]. rewrite Ei, Ej, Hc. reflexivity.
Qed.

Lemma region_tiled (rd : R * R -> option nat) : rounds_to_region rd a b N1 N2 chosen ->
  exists tiles : list box,
    Forall (sides_at_least L) tiles /\ ForallOrdPairs disjoint_boxes tiles /\
    (forall t z, In t tiles -> in_open t z -> rd z = None) /\
    (forall z, rd z = None -> - far <= fst z <= far -> - far <= snd z <= far ->
       exists t, In t tiles /\ in_closed t z).
Proof.
  intros [Hin Hout]. exists (strips ++ map at_index others).
  split; [exact tiles_long | split; [exact tiles_disjoint | split]].
  - intros t z Ht Hz. destruct (rd z) as [m |] eqn:Hrd; [| reflexivity]. exfalso.
    destruct (Hin z m Hrd) as (i & j & Hi & Hj & Hc & Hcell).
    rewrite (tiles_miss t z i j Ht Hz Hi Hj Hcell) in Hc. discriminate.
  - intros z Hrd B1 B2. exact (tiles_cover z B1 B2 (Hout z Hrd)).
Qed.

End Tiling.

(** The complement of a region is tiled: by the other cells of the grid, and by
    four strips outside it. *)
Theorem grid_tiled (rd : R * R -> option nat) (a b : nat -> R) (N1 N2 : nat)
    (chosen : nat -> nat -> bool) (L : R) :
  0 < L -> (0 < N1)%nat -> (0 < N2)%nat ->
  (forall i, (i < N1)%nat -> a i + L <= a (S i)) ->
  (forall j, (j < N2)%nat -> b j + L <= b (S j)) ->
  rounds_to_region rd a b N1 N2 chosen -> tiled rd L.
Proof.
  intros HL HN1 HN2 Ha Hb Hrd S.
  destruct (edges_apart a N1 L HL Ha 0 N1 ltac:(lia) ltac:(lia)) as [_ A].
  destruct (edges_apart b N2 L HL Hb 0 N2 ltac:(lia) ltac:(lia)) as [_ B].
  specialize (A HN1). specialize (B HN2).
  set (far := Rabs (a 0%nat) + Rabs (a N1) + Rabs (b 0%nat) + Rabs (b N2) + Rabs S + L).
  assert (Pa := Rabs_pos (a 0%nat)). assert (PA := Rabs_pos (a N1)).
  assert (Pb := Rabs_pos (b 0%nat)). assert (PB := Rabs_pos (b N2)). assert (PS := Rabs_pos S).
  assert (Fa : - far + L <= a 0%nat)
    by (pose proof (Rle_abs (- a 0%nat)) as H; rewrite Rabs_Ropp in H; unfold far; lra).
  assert (FA : a N1 + L <= far) by (pose proof (Rle_abs (a N1)); unfold far; lra).
  assert (Fb : - far + L <= b 0%nat)
    by (pose proof (Rle_abs (- b 0%nat)) as H; rewrite Rabs_Ropp in H; unfold far; lra).
  assert (FB : b N2 + L <= far) by (pose proof (Rle_abs (b N2)); unfold far; lra).
  assert (FS : S <= far) by (pose proof (Rle_abs S); unfold far; lra).
  destruct (region_tiled a b N1 N2 chosen L far HL Ha Hb Fa FA Fb FB A B rd Hrd)
    as (tiles & H1 & H2 & H3 & H4).
  exists tiles. split; [exact H1 | split; [exact H2 | split; [exact H3 |]]].
  intros z Hz S1 S2. apply H4; [exact Hz | apply Rabs_le_between; lra ..].
Qed.

(** ** The planar Laplace density *)

Definition planar_density (K beta x y : R) : R := K * exp (- (beta * euclid x y)).

Lemma euclid_scaled (c x y : R) : 0 <= c -> euclid (c * x) (c * y) = c * euclid x y.
Proof.
  intros Hc. unfold euclid.
  replace ((c * x) ^ 2 + (c * y) ^ 2) with (c ^ 2 * (x ^ 2 + y ^ 2)) by ring.
  rewrite sqrt_mult_alt by apply pow2_ge_0. rewrite sqrt_pow2 by exact Hc. reflexivity.
Qed.

(** (C1), by the triangle inequality. *)
Theorem planar_density_C1 (K beta x y x' y' : R) : 0 < K -> 0 < beta ->
  planar_density K beta x y <= exp (beta * euclid (x - x') (y - y')) * planar_density K beta x' y'.
Proof.
  intros HK Hb. unfold planar_density.
  replace (exp (beta * euclid (x - x') (y - y')) * (K * exp (- (beta * euclid x' y'))))
    with (K * exp (beta * euclid (x - x') (y - y') + - (beta * euclid x' y')))
    by (rewrite exp_plus; ring).
  apply Rmult_le_compat_l; [lra |]. apply exp_le_exp.
  destruct euclid_absolute as [Hmono [Htri _]].
  assert (H := Htri x y (x' - x) (y' - y)).
  replace (x + (x' - x)) with x' in H by ring. replace (y + (y' - y)) with y' in H by ring.
  assert (Hs : euclid (x' - x) (y' - y) <= euclid (x - x') (y - y'))
    by (apply Hmono; rewrite Rabs_minus_sym; lra).
  nra.
Qed.

(** (LC): a norm is convex. *)
Lemma euclid_convex (x y x' y' t : R) : 0 <= t <= 1 ->
  euclid ((1 - t) * x + t * x') ((1 - t) * y + t * y') <= (1 - t) * euclid x y + t * euclid x' y'.
Proof.
  intros Ht. destruct euclid_absolute as [_ [Htri _]].
  apply Rle_trans with (1 := Htri _ _ _ _). rewrite !euclid_scaled by lra. lra.
Qed.

Definition kappa_plane (beta L delta : R) : R :=
  Rmin (2 * ln (Gamma beta L delta)) (2 * ln (rho L delta) + 2 * sqrt 2 * beta * delta).

Lemma exp_twice_ln (x : R) : 0 < x -> exp (2 * ln x) = x ^ 2.
Proof.
  intros Hx. replace (2 * ln x) with (ln x + ln x) by ring. rewrite exp_plus, exp_ln by exact Hx. ring.
Qed.

(** Theorem A for planar Laplace noise and any region: the loss is at most
    beta |r1 - r2| + kappa for every set of outputs, "outside" included. *)
Theorem planar_laplace_loss (W : probability_space) (X : W -> R * R) (K beta delta L : R)
    (rd : R * R -> option nat) (cell : nat -> box) (N : nat)
    (M_f : R * R -> Prop) (X' : R * R -> W -> option (R * R)) (r1 r2 : R * R) (T : option nat -> bool) :
  0 < K -> 0 < beta -> 0 <= delta -> 2 * delta < L ->
  has_density W X (planar_density K beta) ->
  rounds_to_boxes rd cell N ->
  (forall k, (k < N)%nat -> sides_at_least L (cell k)) ->
  tiled rd L ->
  (forall r, M_f r -> forall S : option nat -> bool, event W (fun w => S (released rd r (X' r w)))) ->
  (forall r w, M_f r -> released rd r (X' r w) <> None ->
     exists v, X' r w = Some v /\ near delta v (X w)) ->
  (forall r w, M_f r -> (forall s, near delta s (moved r (X w)) -> rd s <> None) ->
     exists v, X' r w = Some v /\ near delta v (X w)) ->
  M_f r1 -> M_f r2 ->
  PK W rd X' r1 T
  <= exp (beta * euclid (fst r1 - fst r2) (snd r1 - snd r2) + kappa_plane beta L delta)
     * PK W rd X' r2 T.
Proof.
  intros HK Hb Hd HL Hlaw Hcells Hlarge Htiled Hmeas HA HB H1 H2.
  set (D := euclid (fst r1 - fst r2) (snd r1 - snd r2)).
  assert (Hp : forall x y, 0 <= planar_density K beta x y).
  { intros x y. unfold planar_density. apply Rmult_le_pos; [lra | left; apply exp_pos]. }
  assert (HC1 : forall x y x' y', planar_density K beta x y
            <= exp (beta * euclid (x - x') (y - y')) * planar_density K beta x' y')
    by (intros; apply planar_density_C1; assumption).
  unfold kappa_plane. apply Rmin_case.
  - (* sinh *)
    assert (HG : 1 <= Gamma beta L delta) by (apply Gamma_ge_1; assumption).
    rewrite exp_plus, exp_twice_ln by lra.
    apply (theorem_A_plane_sinh W X (planar_density K beta) delta L rd cell N M_f X' Hlaw Hd HL Hcells
             Hlarge Htiled Hmeas HA HB beta euclid Hb euclid_absolute Hp HC1
             (fun x y => beta * euclid x y - ln K)); trivial.
    + intros x y. unfold planar_density. rewrite <- (exp_ln K) at 1 by exact HK.
      rewrite <- exp_plus. f_equal. ring.
    + intros x y y' t Ht. assert (H := euclid_convex x y x y' t Ht).
      replace ((1 - t) * x + t * x) with x in H by ring. nra.
    + intros y x x' t Ht. assert (H := euclid_convex x y x' y t Ht).
      replace ((1 - t) * y + t * y) with y in H by ring. nra.
  - (* scaling *)
    assert (HR : 1 <= rho L delta) by (apply rho_ge_1; assumption).
    replace (exp (beta * D + (2 * ln (rho L delta) + 2 * sqrt 2 * beta * delta)))
      with (rho L delta ^ 2 * exp (beta * (euclid (2 * delta) (2 * delta) + D))).
    + apply (theorem_A_plane_scaling W X (planar_density K beta) delta L rd cell N M_f X' Hlaw Hd HL Hcells
               Hlarge Htiled Hmeas HA HB beta euclid Hb euclid_absolute Hp HC1); trivial.
    + rewrite <- exp_twice_ln, <- exp_plus by lra. f_equal.
      replace (euclid (2 * delta) (2 * delta)) with (2 * delta * sqrt 2); [ring |].
      replace (2 * delta) with (2 * delta * 1) at 2 3 by ring.
      rewrite euclid_scaled by lra. unfold euclid.
      replace (1 ^ 2 + 1 ^ 2) with 2 by ring. reflexivity.
Qed.

(** ** Theorem B and Theorem A together *)

(** Draws x(w) of radius and angle; the noise of PlanarNoise.v; its (A) and (B)
    with delta, for the window M = {rd <> None}.  Then the released output loses
    at most beta |r1 - r2| + kappa. *)
Theorem planar_mechanism {Radial : Type}
    (V : Radial -> Prop) (radius : Radial -> R) (I : R -> Prop) (phase : R)
    (n' : Radial * R -> PlanarNoise.plane) (n_0 : Radial * R -> Radial * R)
    (W : probability_space) (draw : W -> Radial * R) (K beta delta L : R)
    (rd : R * R -> option nat) (cell : nat -> box) (N : nat)
    (M_f : R * R -> Prop) (r1 r2 : R * R) (T : option nat -> bool) :
  let X := fun w => PlanarNoise.planar_noise radius phase (draw w) in
  let X' := fun (r : R * R) w => Some (n' (n_0 (draw w))) in
  let M := fun z => rd z <> None in
  (forall w, PlanarNoise.planar_draw V I (draw w)) ->
  PlanarNoise.condition_A_plane V radius I phase n' n_0 M M_f delta ->
  PlanarNoise.condition_B_plane V radius I phase n' n_0 M M_f delta ->
  0 < K -> 0 < beta -> 0 <= delta -> 2 * delta < L ->
  has_density W X (planar_density K beta) ->
  rounds_to_boxes rd cell N ->
  (forall k, (k < N)%nat -> sides_at_least L (cell k)) ->
  tiled rd L ->
  (forall r, M_f r -> forall S : option nat -> bool, event W (fun w => S (released rd r (X' r w)))) ->
  M_f r1 -> M_f r2 ->
  PK W rd X' r1 T
  <= exp (beta * euclid (fst r1 - fst r2) (snd r1 - snd r2) + kappa_plane beta L delta)
     * PK W rd X' r2 T.
Proof.
  intros X X' M Hdraw HA HB HK Hb Hd HL Hlaw Hcells Hlarge Htiled Hmeas H1 H2.
  assert (Hnear : forall v x : R * R,
            PlanarNoise.sup_norm (minus (G := PlanarNoise.plane) v x) <= delta <-> near delta v x).
  { intros v x. unfold PlanarNoise.sup_norm, near. split.
    - intros H. split; [exact (Rle_trans _ _ _ (Rmax_l _ _) H) | exact (Rle_trans _ _ _ (Rmax_r _ _) H)].
    - intros [N1 N2]. apply Rmax_lub; assumption. }
  apply (planar_laplace_loss W X K beta delta L rd cell N M_f X'); trivial.
  - intros r w Hr Hrel. exists (n' (n_0 (draw w))). split; [reflexivity |]. apply Hnear.
    apply (HA (draw w) r (Hdraw w) Hr). exact Hrel.
  - intros r w Hr Hball. exists (n' (n_0 (draw w))). split; [reflexivity |]. apply Hnear.
    apply (HB (draw w) r (Hdraw w) Hr). intros s Hs. apply Hball. apply Hnear. exact Hs.
Qed.
