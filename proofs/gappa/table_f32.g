# Generated from crates/finite/src/ln/table_data.rs and certificates/kernel-table-f32.json by
# cargo run -p kdelta-certificate --example coq_constants; a test compares. Do not edit.
# The rounding errors of minus_ln_f32 (crates/finite/src/ln/table.rs), one name for each line of its ledger.
# Run by scripts/prove. Each error must be within its term of the certificate; Gappa prints how large it can be.

@rnd = float<ieee_32, ne>;

# The reduction: c has 9 bits, m1 the top 12 bits of m, m2 the rest; w is a multiple of 2^-16.
exact_m1c = rnd(m1 * c) - m1 * c;
exact_m1c_minus_1 = rnd(m1c - 1) - (m1c - 1);
exact_m2c = rnd(m2 * c) - m2 * c;
exact_kh = rnd(k * 0x1.62e4p-1) - k * 0x1.62e4p-1;
exact_w = rnd(kh + high) - (kh + high);

# r: rho = m c - 1 is rounded once, and ln(1 + .) stretches by at most 1/(1 - R).
error_r = (rnd(rho) - rho) / (1 - 17665b-20);

# p = z q(r), the coefficients rounded to the format.
r = rnd(r_);
z rnd= r * r;
q rnd= (0x1p-1 - r * 0x1.555556p-2)
       + z * (0x1p-2 - r * 0x1.99999ap-3);
p rnd= z * q;
Q = (1/2 - r * (1/3)) + (r * r) * (1/4 - r * (1/5));
error_p = p - (r * r) * Q;

# k ln2_low + low: ln2_tail and tail are what the two parts leave of ln 2 and of ln c (Coq bounds both).
lowest rnd= k * 0x1.7f7d1cp-20 + low;
error_low = (lowest - (k * 0x1.7f7d1cp-20 + low)) - k * ln2_tail - tail;

# t is what the rounding of s = w - r leaves.
t_ = rnd(w_r) - w_r;

# (p + low) + t, for any p, low and t of the magnitudes proved above.
sum rnd= (p_ + low_) + t;
error_sum = sum - ((p_ + low_) + t);

# The last rounding, relative.
error_last = (rnd(x) - x) / x;

{ @FIX(m1, -12) /\ m1 in [0.6875, 1.375] /\ @FIX(m2, -24) /\ m2 in [0, 1b-11] /\ @FIX(c, -8) /\ c in [0.5, 1.99609375]
  /\ @FIX(m1c, -20) /\ m1c in [0.5, 2]
  /\ @FIX(k, 0) /\ k in [0, 64] /\ @FIX(kh, -16) /\ kh in [0, 45] /\ @FIX(high, -16) /\ |high| <= 0x1.739cp-2
  /\ |rho| <= 0x1.14p-6
  /\ |r| <= 17665b-20
  /\ |low| <= 0x1.ec199ep-18 /\ |ln2_tail| <= 1b-44 /\ |tail| <= 1b-42
  /\ |p_| <= 0x0.98p-12 /\ |low_| <= 1b-13 /\ |t| <= 1b-19
  /\ |w_r| <= 45
  /\ |x| in [1b-100, 64]
  ->
  exact_m1c in [0, 0] /\ exact_m1c_minus_1 in [0, 0] /\ exact_m2c in [0, 0] /\ exact_kh in [0, 0] /\ exact_w in [0, 0]
  /\ |p| <= 0x0.98p-12 /\ |lowest| <= 1b-13 /\ |t_| <= 1b-19
  /\ |error_r| <= 0x1.06p-30 /\ |error_r| in ?
  /\ |error_p| <= 0x1.4p-35 /\ |error_p| in ?
  /\ |error_low| <= 0x1p-36 /\ |error_low| in ?
  /\ |error_sum| <= 0x1p-35 /\ |error_sum| in ?
  /\ |error_last| <= 0x1p-24 /\ |error_last| in ? }
