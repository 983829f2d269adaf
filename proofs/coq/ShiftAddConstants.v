(* Generated from crates/finite/src/ln/shift_add.rs and the certificates by
   cargo run -p kdelta-certificate --example coq_constants; a test compares. Do not edit. *)
From Coq Require Import Reals ZArith List.
From Kdelta Require Import PureInterval.
Import ListNotations.
Open Scope R_scope.

(* LN_FACTORS: ln(1 + 2^-k)·2^64 rounded to nearest, k = 1 to 21 *)
Definition ln_factors : list Z :=
  [0x67cc8fb2fe612fcb;
   0x391fef8f35344358;
   0x1e27076e2af2e5ea;
   0xf85186008b15331;
   0x7e0a6c39e0cc013;
   0x3f815161f807c7a;
   0x1fe02a6b1067890;
   0xff805515885e02;
   0x7fe00aa6ac439a;
   0x3ff8015515621f;
   0x1ffe002aa6ab11;
   0xfff8005551559;
   0x7ffe000aaa6ab;
   0x3fff800155515;
   0x1fffe0002aaa7;
   0xffff80005555;
   0x7fffe0000aab;
   0x3ffff8000155;
   0x1ffffe00002b;
   0xfffff800005;
   0x7ffffe00001]%Z.

(* LN_2: ln 2·2^80 rounded to nearest *)
Definition ln_2 : Z := 0xb17217f7d1cf79abc9e4%Z.

(* How far each is off: floor and ceiling of constant − ln(1 + 2^-k)·2^64, in 1/1024 of a unit. *)
Definition ln_factor_errors : list (Z * Z) :=
  [(151, 152);
   (-303, -302);
   (85, 86);
   (262, 263);
   (-249, -248);
   (48, 49);
   (242, 243);
   (-322, -321);
   (117, 118);
   (-481, -480);
   (-26, -25);
   (478, 479);
   (238, 239);
   (-345, -344);
   (341, 342);
   (-86, -85);
   (357, 358);
   (-341, -340);
   (341, 342);
   (-342, -341);
   (341, 342)]%Z.

Lemma ln_2_off : IZR (305) / 1024 <= IZR ln_2 - 2^80 * ln 2 <= IZR (306) / 1024.
Proof. unfold ln_2. constant. Qed.

Lemma ln_factors_off : off_by 1 ln_factors ln_factor_errors.
Proof. cbn [off_by ln_factors ln_factor_errors]. repeat (split; [constant |]). exact I. Qed.

(* bound.absolute of certificates/kernel-shift-add-16.json *)
Definition certified_shift_add_16 : R := 35276714441729 / 2^74.

(* bound.absolute of certificates/kernel-shift-add-32.json *)
Definition certified_shift_add_32 : R := 33950849 / 2^74.

(* bound.absolute of certificates/kernel-shift-add-64.json *)
Definition certified_shift_add_64 : R := 15 / 2^62.
