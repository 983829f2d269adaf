# Generated from crates/finite/src/ln/table_data.rs and certificates/kernel-table-f64.json by
# cargo run -p kdelta-certificate --example coq_constants; a test compares. Do not edit.
# The rounding errors of minus_ln_f64 (crates/finite/src/ln/table.rs), one name for each line of its ledger.
# Run by scripts/prove. Each error must be within its term of the certificate; Gappa prints how large it can be.

@rnd = float<ieee_64, ne>;

# The reduction: c has 11 bits, m1 the top 27 bits of m, m2 the rest; w is a multiple of 2^-42.
exact_m1c = rnd(m1 * c) - m1 * c;
exact_m1c_minus_1 = rnd(m1c - 1) - (m1c - 1);
exact_m2c = rnd(m2 * c) - m2 * c;
exact_kh = rnd(k * 0x1.62e42fefa38p-1) - k * 0x1.62e42fefa38p-1;
exact_w = rnd(kh + high) - (kh + high);

# r: rho = m c - 1 is rounded once, and ln(1 + .) stretches by at most 1/(1 - R).
error_r = (rnd(rho) - rho) / (1 - 4425b-20);

# p = z q(r), the coefficients rounded to the format.
r = rnd(r_);
z rnd= r * r;
q rnd= (0x1p-1 - r * 0x1.5555555555555p-2)
       + z * ((0x1p-2 - r * 0x1.999999999999ap-3) + z * (0x1.5555555555555p-3 - r * 0x1.2492492492492p-3));
p rnd= z * q;
Q = (1/2 - r * (1/3)) + (r * r) * ((1/4 - r * (1/5)) + (r * r) * (1/6 - r * (1/7)));
error_p = p - (r * r) * Q;

# k ln2_low + low: ln2_tail and tail are what the two parts leave of ln 2 and of ln c (Coq bounds both).
lowest rnd= k * 0x1.ef35793c7673p-45 + low;
error_low = (lowest - (k * 0x1.ef35793c7673p-45 + low)) - k * ln2_tail - tail;

# t is what the rounding of s = w - r leaves.
t_ = rnd(w_r) - w_r;

# (p + low) + t, for any p, low and t of the magnitudes proved above.
sum rnd= (p_ + low_) + t;
error_sum = sum - ((p_ + low_) + t);

# The last rounding, relative.
error_last = (rnd(x) - x) / x;

{ @FIX(m1, -27) /\ m1 in [0.6875, 1.375] /\ @FIX(m2, -53) /\ m2 in [0, 1b-26] /\ @FIX(c, -10) /\ c in [0.5, 1.9990234375]
  /\ @FIX(m1c, -37) /\ m1c in [0.5, 2]
  /\ @FIX(k, 0) /\ k in [0, 1000] /\ @FIX(kh, -42) /\ kh in [0, 700] /\ @FIX(high, -42) /\ |high| <= 0x1.7c9e7703f9p-2
  /\ |rho| <= 0x1.148p-8
  /\ |r| <= 4425b-20
  /\ |low| <= 0x1.fad46e8d26ab7p-44 /\ |ln2_tail| <= 1b-98 /\ |tail| <= 1b-97
  /\ |p_| <= 0x0.ff8p-16 /\ |low_| <= 1b-33 /\ |t| <= 1b-44
  /\ |w_r| <= 700
  /\ |x| in [1b-100, 1000]
  ->
  exact_m1c in [0, 0] /\ exact_m1c_minus_1 in [0, 0] /\ exact_m2c in [0, 0] /\ exact_kh in [0, 0] /\ exact_w in [0, 0]
  /\ |p| <= 0x0.ff8p-16 /\ |lowest| <= 1b-33 /\ |t_| <= 1b-44
  /\ |error_r| <= 0x1.02p-61 /\ |error_r| in ?
  /\ |error_p| <= 0x1.4p-68 /\ |error_p| in ?
  /\ |error_low| <= 0x1p-85 /\ |error_low| in ?
  /\ |error_sum| <= 0x1p-69 /\ |error_sum| in ?
  /\ |error_last| <= 0x1p-53 /\ |error_last| in ? }
