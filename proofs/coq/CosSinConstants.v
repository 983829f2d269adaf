(* Generated from crates/finite/src/cos_sin.rs and the certificates by
   cargo run -p kdelta-certificate --example coq_constants; a test compares. Do not edit. *)
From Coq Require Import Reals ZArith List.
Import ListNotations.
Open Scope R_scope.

(* PI: π·2^62 rounded to nearest *)
Definition pi_62 : Z := 0xc90fdaa22168c235%Z.

(* SIN and SHIFTS_SIN: 1/(2k+1)! times 2^(64+s), and s *)
Definition sin_coefficients : list (Z * Z) :=
  [(0xaaaaaaaaaaaaaaab, 2);
   (0x8888888888888889, 6);
   (0xd00d00d00d00d00d, 12);
   (0xb8ef1d2ab6399c7d, 18);
   (0xd7322b3faa271c7f, 25);
   (0xb092309d43684be5, 32);
   (0xd73f9f399dc0f88f, 40);
   (0xca963b81856a5359, 48);
   (0x97a4da340a0ab926, 56)]%Z.

(* COS and SHIFTS_COS: 2/(2k+2)! times 2^(64+s), and s *)
Definition cos_coefficients : list (Z * Z) :=
  [(0xaaaaaaaaaaaaaaab, 3);
   (0xb60b60b60b60b60b, 8);
   (0xd00d00d00d00d00d, 14);
   (0x93f27dbbc4fae397, 20);
   (0x8f76c77fc6c4bdaa, 27);
   (0xc9cba54603e4e906, 35);
   (0xd73f9f399dc0f88f, 43);
   (0xb413c31dcbecbbde, 51)]%Z.

(* bound.absolute of certificates/kernel-cos-sin.json *)
Definition certified_cos_sin : R := 111 / 2^69.
