//! What is said about each function that a release runs through: the list from which `coverage.rs` makes the table of
//! `proofs/README.md`.
//!
//! To name one more statement, theorem or test in a row is one more line in it. The list holds names only. What a statement of
//! the harnesses, a contract or a certificate covers is read where it is declared. A theorem of Coq and a test do not declare it
//! in a form that a test could read: [`THEOREMS`] and [`TESTS`] say it in words, once for each.
//!
//! `KDELTA_WRITE=1 cargo test -p kdelta-harnesses --test map` writes the table again.

/// Functions of one file that the same items speak about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Below `crates/finite/src`, without `.rs`.
    pub(crate) file: &'static str,
    /// As `functions.rs` names them.
    pub(crate) functions: &'static [&'static str],
    /// The formats whose releases run through them.
    pub(crate) formats: &'static [&'static str],
    /// Statements of the harnesses, `family::name`: for Kani, and for the domain that `cargo test` exhausts.
    pub(crate) statements: &'static [&'static str],
    /// Lemmas for Creusot, which no program runs. The contracts of the functions themselves need not be named.
    pub(crate) lemmas: &'static [&'static str],
    /// Theorems of Coq, each in [`THEOREMS`].
    pub(crate) theorems: &'static [&'static str],
    /// Tests of `crates/finite`, each in [`TESTS`].
    pub(crate) tests: &'static [&'static str],
    /// Files of `certificates`, without `.json`.
    pub(crate) certificates: &'static [&'static str],
}

/// A row in which nothing is named yet.
const fn row(
    file: &'static str,
    functions: &'static [&'static str],
    formats: &'static [&'static str],
) -> Row {
    Row {
        file,
        functions,
        formats,
        statements: &[],
        lemmas: &[],
        theorems: &[],
        tests: &[],
        certificates: &[],
    }
}

pub(crate) const FORMATS: &[&str] = &["f64", "f32", "fixed"];
const LINE: &[&str] = FORMATS;
const FLOAT: &[&str] = &["f64", "f32"];
const PLANE: &[&str] = &["f64", "fixed"];
const F64: &[&str] = &["f64"];
const F32: &[&str] = &["f32"];
const FIXED: &[&str] = &["fixed"];

/// A part of a release, and its functions.
pub(crate) struct Group {
    pub(crate) title: &'static str,
    pub(crate) rows: &'static [Row],
}

/// In the order in which one release runs.
pub(crate) const PATH: &[Group] = &[
    Group { title: "The answer", rows: ANSWER },
    Group { title: "Entropy and generators", rows: GENERATORS },
    Group { title: "Logarithms", rows: LOGARITHMS },
    Group { title: "Inverse of the normal tail", rows: INVERSE_TAIL },
    Group { title: "Scale, product and noise", rows: NOISE },
    Group { title: "Clamp, add, round, test", rows: RELEASE },
    Group { title: "The plane", rows: PLANAR },
    Group { title: "Conversions", rows: CONVERSIONS },
];

const ANSWER: &[Row] = &[
    Row {
        tests: &["tests/whole_settings.rs::elements_have_bounds_in_order_within_two_to_the_sixty_one"],
        ..row("query", &["BoundedSum::new"], LINE)
    },
    Row { statements: &["query::quantised_exactly"], ..row("query", &["BoundedSum::quantise"], LINE) },
    Row {
        statements: &["query::sum_is_exact_in_every_order", "query::sensitivity_is_exact"],
        tests: &[
            "tests/whole_settings.rs::queries_know_their_range_and_their_sensitivity",
            "tests/query.rs::neighbours_stay_within_the_sensitivity",
        ],
        ..row("query", &["BoundedSum::sum", "BoundedSum::sum_steps"], LINE)
    },
    Row {
        statements: &["query::mean_is_near_and_stable"],
        tests: &["tests/whole_settings.rs::queries_know_their_range_and_their_sensitivity"],
        ..row("query", &["BoundedSum::mean", "BoundedSum::sensitivity_mean"], LINE)
    },
    Row {
        statements: &["query::sensitivity_is_exact"],
        tests: &["tests/whole_settings.rs::queries_know_their_range_and_their_sensitivity"],
        ..row("query", &["BoundedSum::sensitivity_add_remove", "BoundedSum::sensitivity_replace"], LINE)
    },
    Row {
        tests: &["tests/whole_settings.rs::queries_know_their_range_and_their_sensitivity"],
        ..row(
            "query",
            &[
                "BoundedSum::sum_query",
                "BoundedSum::mean_query",
                "Query::neighbours",
                "Query::sensitivity",
                "Query::low",
                "Query::high",
                "Query::end",
                "Query::answer",
            ],
            LINE,
        )
    },
    Row { statements: &["query::answer_is_exact"], ..row("query", &["Steps::answer"], LINE) },
];

const GENERATORS: &[Row] = &[
    Row {
        tests: &["tests/whole_draws.rs::any_length_takes_the_next_bytes_of_the_stream"],
        ..row("entropy", &["Cryptographic::fill", "&mut E::fill"], LINE)
    },
    Row {
        statements: &["generators::lazy_is_relative"],
        tests: &["tests/whole_draws.rs::bytes_are_read_in_order_and_missing_ones_are_zero"],
        ..row("uniform", &["word"], LINE)
    },
    Row {
        statements: &["generators::entropy_use_of_midpoint", "cos_sin::entropy_use_of_angle"],
        tests: &["tests/whole_draws.rs::every_width_takes_the_least_power_of_two_of_bytes"],
        ..row("uniform", &["bytes_of", "draw_word"], LINE)
    },
    Row {
        tests: &["tests/whole_draws.rs::every_small_draw_is_the_same_alone_and_side_by_side"],
        ..row("uniform", &["Uniform::is_open", "Uniform::complete"], LINE)
    },
    Row {
        statements: &[
            "reduction::tail_is_exact_53",
            "reduction::tail_is_exact_64",
            "generators::midpoint_bias_53",
            "generators::midpoints_are_distinct_64",
        ],
        theorems: &["tail_odd", "tail_is_reduction"],
        tests: &["tests/generators.rs::midpoints_of_whole_small_grids"],
        ..row(
            "uniform/midpoint",
            &["Midpoint::from_bits", "Midpoint::tail", "Midpoint::is_below_half", "Midpoint::negative"],
            LINE,
        )
    },
    Row {
        statements: &["reduction::tail_is_exact_64"],
        tests: &["src/uniform/midpoint.rs::the_low_bits_are_the_remainder"],
        ..row("uniform/midpoint", &["last", "low_bits"], LINE)
    },
    Row {
        statements: &["generators::entropy_use_of_midpoint"],
        tests: &[
            "tests/whole_draws.rs::bytes_are_read_in_order_and_missing_ones_are_zero",
            "tests/whole_draws.rs::every_width_takes_the_least_power_of_two_of_bytes",
        ],
        ..row("uniform/midpoint", &["Midpoint::from_bytes", "Midpoint::draw"], LINE)
    },
    Row {
        theorems: &["from_fraction_exact", "reduction_exact"],
        tests: &["tests/whole_draws.rs::midpoints_reach_the_logarithm_of_each_format"],
        ..row("uniform/midpoint", &["Midpoint::unit", "<Midpoint as Tail<f64>>::minus_ln"], F64)
    },
    Row {
        tests: &["tests/whole_draws.rs::every_small_draw_is_the_same_alone_and_side_by_side"],
        ..row("uniform/midpoint", &["<Midpoint as Tail<f64>>::minus_ln_each"], F64)
    },
    Row {
        theorems: &["from_fraction_exact", "reduction_exact"],
        tests: &["tests/whole_draws.rs::midpoints_reach_the_logarithm_of_each_format"],
        ..row("uniform/midpoint", &["<Midpoint as Tail<f32>>::minus_ln"], F32)
    },
    Row {
        tests: &["tests/whole_draws.rs::every_small_draw_is_the_same_alone_and_side_by_side"],
        ..row("uniform", &["of_each", "Tail::minus_ln_each"], LINE)
    },
    Row {
        statements: &["closeness::uniformly_close", "closeness::uniformly_close_16"],
        tests: &["tests/whole_draws.rs::midpoints_reach_the_logarithm_of_each_format"],
        ..row("uniform/midpoint", &["Midpoint::aligned", "<Midpoint as Tail<Fixed>>::minus_ln"], FIXED)
    },
    Row {
        tests: &["tests/whole_draws.rs::every_small_draw_is_the_same_alone_and_side_by_side"],
        ..row("uniform/midpoint", &["<Midpoint as Tail<Fixed>>::minus_ln_each"], FIXED)
    },
    Row {
        statements: &[
            "generators::relative_is_geometric_52",
            "generators::relative_is_geometric_23",
            "generators::relative_bias_52",
        ],
        theorems: &["zeros_law", "em_cover", "em_unique", "em_bias_bound"],
        tests: &["tests/generators.rs::exponent_is_geometric_with_a_total_cut_off"],
        ..row("uniform/floating", &["Floating::of_words", "Floating::from_bits"], LINE)
    },
    Row {
        statements: &["generators::relative_is_geometric_52", "generators::relative_is_geometric_23"],
        tests: &["src/uniform/bits.rs::the_zeros_of_a_word_are_counted_until_a_one_was_seen"],
        ..row("uniform/bits", &["ended", "zeros_below", "counted"], LINE)
    },
    Row {
        statements: &["generators::relative_is_geometric_52", "generators::relative_is_geometric_23"],
        tests: &["src/uniform/bits.rs::sign_and_mantissa_are_the_top_bits"],
        ..row("uniform/bits", &["sign_and_mantissa", "is_odd", "next_odd"], LINE)
    },
    Row {
        statements: &["generators::deep_is_relative"],
        tests: &["tests/generators.rs::deep_generator_extends_the_relative_one"],
        ..row("uniform/floating", &["Deep::from_words"], LINE)
    },
    Row {
        statements: &["generators::entropy_use_of_relative", "generators::lazy_is_relative"],
        tests: &["tests/whole_draws.rs::bytes_are_read_in_order_and_missing_ones_are_zero"],
        ..row("uniform/floating", &["Floating::from_bytes", "Floating::draw"], LINE)
    },
    Row {
        statements: &["generators::lazy_is_relative", "generators::lazy_counts_on"],
        theorems: &["lazy_is_one_long_draw", "unread_words_change_nothing", "further_words_are_rare"],
        ..row("uniform/floating", &["Floating::is_open", "Floating::complete"], LINE)
    },
    Row {
        tests: &[
            "tests/whole_draws.rs::far_draws_take_the_wide_logarithm",
            "tests/whole_draws.rs::one_far_draw_among_sixteen_changes_no_other",
        ],
        ..row("uniform/floating", &["Floating::is_far"], LINE)
    },
    Row {
        theorems: &["minus_ln_far_certified", "far_fixed", "far_float"],
        tests: &[
            "tests/whole_draws.rs::far_draws_take_the_wide_logarithm",
            "tests/far_draws.rs::noise_of_far_draws_is_within_its_ledger",
        ],
        ..row("uniform/floating", &["Floating::far_log"], LINE)
    },
    Row {
        theorems: &["from_parts_exact", "far_float"],
        tests: &[
            "tests/whole_draws.rs::relative_draws_reach_the_logarithm_of_each_format",
            "tests/whole_draws.rs::far_draws_take_the_wide_logarithm",
        ],
        ..row("uniform/floating", &["Floating::unit", "<Floating as Tail<f64>>::minus_ln"], F64)
    },
    Row {
        tests: &[
            "tests/whole_draws.rs::every_small_draw_is_the_same_alone_and_side_by_side",
            "tests/whole_draws.rs::one_far_draw_among_sixteen_changes_no_other",
        ],
        ..row("uniform/floating", &["<Floating as Tail<f64>>::minus_ln_each"], F64)
    },
    Row {
        theorems: &["from_parts_exact", "far_float"],
        tests: &[
            "tests/whole_draws.rs::relative_draws_reach_the_logarithm_of_each_format",
            "tests/whole_draws.rs::far_draws_take_the_wide_logarithm",
        ],
        ..row("uniform/floating", &["<Floating as Tail<f32>>::minus_ln"], F32)
    },
    Row {
        theorems: &["far_fixed"],
        tests: &[
            "tests/whole_draws.rs::relative_draws_reach_the_logarithm_of_each_format",
            "tests/whole_draws.rs::far_draws_take_the_wide_logarithm",
        ],
        ..row("uniform/floating", &["Floating::aligned", "<Floating as Tail<Fixed>>::minus_ln"], FIXED)
    },
    Row {
        tests: &[
            "tests/whole_draws.rs::every_small_draw_is_the_same_alone_and_side_by_side",
            "tests/whole_draws.rs::one_far_draw_among_sixteen_changes_no_other",
        ],
        ..row("uniform/floating", &["<Floating as Tail<Fixed>>::minus_ln_each"], FIXED)
    },
];

const LOGARITHMS: &[Row] = &[
    Row {
        statements: &["table::reduction_is_exact_64"],
        theorems: &["unit64_bits"],
        tests: &["tests/whole_settings.rs::domains_of_the_table_kernels_are_exact"],
        ..row("ln/table", &["Unit64::new"], F64)
    },
    Row {
        theorems: &["from_parts_exact"],
        tests: &["tests/whole_draws.rs::relative_draws_reach_the_logarithm_of_each_format"],
        ..row("ln/table", &["Unit64::from_parts"], F64)
    },
    Row {
        theorems: &["from_fraction_exact"],
        tests: &["tests/whole_draws.rs::midpoints_reach_the_logarithm_of_each_format"],
        ..row("ln/table", &["Unit64::from_fraction"], F64)
    },
    Row {
        statements: &["table::reduction_is_exact_64"],
        theorems: &["minus_ln_off", "minus_ln_f64_certified"],
        tests: &["tests/kernels.rs::cells_are_what_the_ledger_assumes"],
        ..row("ln/table", &["reduce_f64"], F64)
    },
    Row {
        tests: &[
            "tests/constants.rs::f64_table_is_the_logarithm_of_its_inverses",
            "tests/kernels.rs::cells_are_what_the_ledger_assumes",
        ],
        ..row("ln/table", &["cell_64"], F64)
    },
    Row {
        tests: &["tests/constants.rs::f64_table_is_the_logarithm_of_its_inverses"],
        ..row("ln/table_data", &["wide"], F64)
    },
    Row {
        statements: &["table::head_is_exact_64", "table::residual_is_rounded_once_64"],
        theorems: &["evaluate_off"],
        ..row("ln/table", &["head_and_residual_f64"], F64)
    },
    Row {
        statements: &["table::difference_is_exact_64", "table::head_is_far_from_the_residual_64"],
        theorems: &["evaluate_off"],
        ..row("ln/table", &["difference_f64"], F64)
    },
    Row {
        statements: &["table::kernel_is_close_at_products_64"],
        theorems: &["evaluate_off", "minus_ln_f64_certified"],
        tests: &[
            "tests/table_ledger.rs::ledgers_cover_every_cell_and_are_not_loose",
            "tests/table_ledger.rs::f64_kernel_runs_the_operations_that_are_bounded",
            "tests/kernels.rs::f64_kernel_near_the_platform_ln",
        ],
        certificates: &["kernel-table-f64"],
        ..row("ln/table", &["polynomial_f64", "minus_ln_f64"], F64)
    },
    Row {
        statements: &["table::lanes_are_the_kernel_64"],
        tests: &[
            "tests/whole_draws.rs::logarithms_side_by_side_are_those_alone",
            "tests/kernels.rs::side_by_side_is_alone",
        ],
        ..row("ln/table", &["minus_ln_f64_each"], F64)
    },
    Row {
        statements: &["table::reduction_is_exact_32"],
        theorems: &["unit32_bits"],
        tests: &["tests/whole_settings.rs::domains_of_the_table_kernels_are_exact"],
        ..row("ln/table", &["Unit32::new"], F32)
    },
    Row {
        theorems: &["from_parts_exact", "from_fraction_exact"],
        tests: &[
            "tests/whole_draws.rs::relative_draws_reach_the_logarithm_of_each_format",
            "tests/whole_draws.rs::midpoints_reach_the_logarithm_of_each_format",
        ],
        ..row("ln/table", &["Unit32::from_parts", "Unit32::from_fraction"], F32)
    },
    Row {
        statements: &["table::reduction_is_exact_32"],
        theorems: &["minus_ln_off", "minus_ln_f32_certified"],
        tests: &["tests/kernels.rs::cells_are_what_the_ledger_assumes"],
        ..row("ln/table", &["reduce_f32"], F32)
    },
    Row {
        tests: &["tests/constants.rs::f32_table_is_the_logarithm_of_its_inverses"],
        ..row("ln/table_data", &["narrow"], F32)
    },
    Row {
        statements: &["table::head_is_exact_32", "table::residual_is_rounded_once_32"],
        theorems: &["evaluate_off"],
        ..row("ln/table", &["head_and_residual_f32"], F32)
    },
    Row {
        statements: &["table::difference_is_exact_32", "table::head_is_far_from_the_residual_32"],
        theorems: &["evaluate_off"],
        ..row("ln/table", &["difference_f32"], F32)
    },
    Row {
        statements: &["table::kernel_is_close_at_12_bits_32"],
        theorems: &["evaluate_off", "minus_ln_f32_certified"],
        tests: &[
            "tests/kernels.rs::f32_kernel_stays_within_the_ledger_everywhere_and_comes_close_to_it",
            "tests/table_ledger.rs::ledgers_cover_every_cell_and_are_not_loose",
            "tests/table_ledger.rs::f32_kernel_runs_the_operations_that_are_bounded",
        ],
        certificates: &["kernel-table-f32"],
        ..row("ln/table", &["minus_ln_f32"], F32)
    },
    Row {
        statements: &["shift_add::step_keeps_the_invariant"],
        theorems: &["step_of_words"],
        ..row("ln/shift_add", &["part", "at_most_one", "step"], FIXED)
    },
    Row { statements: &["shift_add::scaled_kernel_is_total"], ..row("ln/shift_add", &["part_128"], FIXED) },
    Row {
        statements: &["shift_add::sums_are_enclosed", "shift_add::all_constants_fit"],
        lemmas: &[
            "constant_is_small",
            "constant_is_stated",
            "no_constant",
            "ln_constant_1_is_nearest",
            "ln_constant_2_is_nearest",
            "ln_constant_3_is_nearest",
            "ln_constant_4_is_nearest",
            "ln_constant_5_is_nearest",
            "ln_constant_6_is_nearest",
            "ln_constant_7_is_nearest",
            "ln_constant_8_is_nearest",
            "ln_constant_9_is_nearest",
            "ln_constant_10_is_nearest",
            "ln_constant_11_is_nearest",
            "ln_constant_12_is_nearest",
            "ln_constant_13_is_nearest",
            "ln_constant_14_is_nearest",
            "ln_constant_15_is_nearest",
            "ln_constant_16_is_nearest",
            "ln_constant_17_is_nearest",
            "ln_constant_18_is_nearest",
            "ln_constant_19_is_nearest",
            "ln_constant_20_is_nearest",
            "ln_constant_21_is_nearest",
        ],
        tests: &["tests/constants.rs::shift_add_constants_are_rounded_to_nearest"],
        ..row("ln/shift_add", &["ln_factor"], FIXED)
    },
    Row {
        statements: &[
            "shift_add::residual_16",
            "shift_add::residual_32",
            "shift_add::residual_64",
            "shift_add::product_is_exact",
            "shift_add::product_after_ten_steps",
            "shift_add::normalise_is_its_steps",
        ],
        lemmas: &["residual", "exact_product", "monotone_up_to_slack"],
        theorems: &["nothing_overflows"],
        tests: &["tests/shift_add_ledger.rs::residual_and_product_invariant_for_every_sixteen_bit_word"],
        ..row("ln/shift_add", &["normalise"], FIXED)
    },
    Row {
        statements: &[
            "shift_add::series_is_its_terms",
            "shift_add::series_is_linear_in_small_residuals",
            "shift_add::square_16",
            "shift_add::square_64",
            "shift_add::exponent_is_enclosed",
        ],
        lemmas: &["ln_2_is_nearest", "series_is_decreasing"],
        theorems: &["minus_ln_scaled_certified", "nothing_overflows"],
        tests: &["tests/shift_add_ledger.rs::ledgers_cover_what_the_operations_lose_and_are_not_loose"],
        ..row("ln/shift_add", &["series"], FIXED)
    },
    Row {
        statements: &["shift_add::kernel_16_is_total", "shift_add::kernel_is_close_12"],
        lemmas: &["a_larger_word_has_no_larger_logarithm_16"],
        theorems: &["minus_ln_16_certified"],
        tests: &["tests/shift_add_ledger.rs::sixteen_bit_kernel_at_every_input"],
        certificates: &["kernel-shift-add-16"],
        ..row("ln/shift_add", &["minus_ln_16", "minus_ln_of_16", "leading_zeros_16"], FIXED)
    },
    Row {
        statements: &["shift_add::kernel_32_is_total"],
        lemmas: &["a_larger_word_has_no_larger_logarithm_32"],
        theorems: &["minus_ln_32_certified"],
        tests: &["tests/kernels.rs::thirty_two_bits_agree_with_sixty_four_and_decrease"],
        certificates: &["kernel-shift-add-32"],
        ..row("ln/shift_add", &["minus_ln_32", "minus_ln_of_32", "leading_zeros_32"], FIXED)
    },
    Row {
        statements: &["shift_add::kernel_64_is_total"],
        lemmas: &["a_larger_word_has_no_larger_logarithm_64"],
        theorems: &["minus_ln_64_certified"],
        certificates: &["kernel-shift-add-64"],
        ..row(
            "ln/shift_add",
            &["aligned", "shifted_up", "leading_zeros_64", "minus_ln_64", "minus_ln_of_64"],
            FIXED,
        )
    },
    Row {
        statements: &["shift_add::scaled_kernel_is_total"],
        lemmas: &["a_larger_draw_has_no_larger_logarithm"],
        theorems: &["minus_ln_scaled_certified", "nothing_overflows"],
        certificates: &["kernel-shift-add-64"],
        ..row("ln/shift_add", &["minus_ln_scaled"], FIXED)
    },
    Row {
        theorems: &["minus_ln_far_certified", "far_fixed", "far_float"],
        tests: &["tests/kernels.rs::far_logarithm_continues_the_kernel"],
        ..row("ln/shift_add", &["minus_ln_far"], LINE)
    },
    Row {
        statements: &["shift_add::lane_step_is_the_step"],
        ..row("ln/shift_add", &["lane_step", "wrapping_sum"], FIXED)
    },
    Row {
        statements: &["shift_add::lane_end_is_the_end"],
        ..row("ln/shift_add", &["lane_end", "wrapping_product"], FIXED)
    },
    Row {
        statements: &["shift_add::lanes_are_the_kernel"],
        tests: &[
            "tests/whole_draws.rs::logarithms_side_by_side_are_those_alone",
            "tests/kernels.rs::side_by_side_is_alone",
        ],
        ..row("ln/shift_add", &["minus_ln_scaled_each"], FIXED)
    },
];

const INVERSE_TAIL: &[Row] = &[
    Row {
        statements: &["inverse_tail::cell_is_that_of_t"],
        theorems: &["position_exists"],
        ..row("inverse_tail", &["cell_index"], FLOAT)
    },
    Row {
        statements: &["inverse_tail::cell_is_that_of_t", "inverse_tail::centre_is_near_its_cell"],
        tests: &["tests/inverse_tail_constants.rs::the_table_of_floats_is_what_the_oracle_says"],
        ..row("inverse_tail", &["cell"], FLOAT)
    },
    Row {
        tests: &["tests/inverse_tail_constants.rs::the_table_of_floats_is_what_the_oracle_says"],
        ..row("inverse_tail_data", &["cell"], FLOAT)
    },
    Row {
        statements: &["inverse_tail::near_differences_are_exact", "inverse_tail::float_is_close_10"],
        theorems: &["cell_certified", "inverse_tail_f64_certified"],
        certificates: &["kernel-inverse-tail-f64"],
        ..row("inverse_tail", &["polynomial", "inverse_tail_f64"], FLOAT)
    },
    Row {
        tests: &["tests/whole_draws.rs::inverse_tails_side_by_side_are_those_alone"],
        theorems: &["inverse_tail_f32_certified"],
        certificates: &["kernel-inverse-tail-f32"],
        ..row("inverse_tail", &["inverse_tail_f32"], F32)
    },
    Row {
        tests: &["tests/whole_draws.rs::inverse_tails_side_by_side_are_those_alone"],
        ..row("inverse_tail", &["inverse_tail_f64_each", "f64::inverse_tail", "f64::inverse_tail_each"], F64)
    },
    Row {
        tests: &["tests/whole_draws.rs::inverse_tails_side_by_side_are_those_alone"],
        ..row("inverse_tail", &["f32::inverse_tail", "f32::inverse_tail_each"], F32)
    },
    Row {
        statements: &["inverse_tail::place_is_exact"],
        theorems: &["place_found"],
        ..row("inverse_tail_integer", &["place"], FIXED)
    },
    Row {
        lemmas: &["product_of_units_fits"],
        ..row("inverse_tail_integer", &["product", "last_product"], FIXED)
    },
    Row {
        statements: &["inverse_tail::integer_is_close_10"],
        theorems: &["inverse_tail_64_certified"],
        tests: &["tests/inverse_tail_constants.rs::the_table_of_integers_is_what_the_oracle_says"],
        certificates: &["kernel-inverse-tail-64"],
        ..row("inverse_tail_integer", &["inverse_tail_64"], FIXED)
    },
    Row {
        tests: &["tests/whole_draws.rs::inverse_tails_side_by_side_are_those_alone"],
        ..row("inverse_tail_integer", &["Fixed::inverse_tail", "Fixed::inverse_tail_each"], FIXED)
    },
];

const NOISE: &[Row] = &[
    Row {
        statements: &[
            "scale::scale_is_the_least",
            "scale::scale_is_the_least_64",
            "scale::scale_is_hardly_more",
        ],
        lemmas: &["scale_is_right"],
        tests: &[
            "tests/whole_settings.rs::every_small_scale_is_the_least_not_below_its_quotient",
            "tests/release.rs::scale_is_the_least_not_below_the_quotient",
        ],
        ..row("scale", &["Scale::at_least"], LINE)
    },
    Row {
        statements: &["scale::scale_is_the_least"],
        ..row("scale", &["normalised", "zeros_above", "rounded", "shifted", "quotient_up", "carried"], LINE)
    },
    Row {
        statements: &["scale::times_power_of_two_is_exact"],
        tests: &["tests/whole_settings.rs::scales_are_exact_in_every_binade_and_format"],
        ..row("scale", &["Scale::times_power_of_two", "Scale::checked"], LINE)
    },
    Row {
        statements: &["scale::floats_hold_the_scale"],
        tests: &["tests/whole_settings.rs::scales_are_exact_in_every_binade_and_format"],
        ..row("scale", &["Scale::to_f64"], LINE)
    },
    Row {
        statements: &["scale::floats_hold_the_scale"],
        tests: &["tests/whole_settings.rs::scales_are_exact_in_every_binade_and_format"],
        ..row("format", &["f64::factor"], F64)
    },
    Row {
        statements: &["scale::floats_hold_the_scale"],
        tests: &["tests/whole_settings.rs::scales_are_exact_in_every_binade_and_format"],
        ..row("format", &["f32::factor"], F32)
    },
    Row {
        statements: &["scale::fixed_point_takes_the_scale"],
        tests: &["tests/whole_settings.rs::scales_are_exact_in_every_binade_and_format"],
        ..row("fixed", &["Fixed::factor", "FixedFactor::new"], FIXED)
    },
    Row {
        tests: &[
            "tests/whole_settings.rs::products_of_floats_are_rounded_once",
            "tests/small_formats.rs::relative_generators_of_few_bits",
        ],
        ..row("format", &["f64::scaled"], F64)
    },
    Row {
        tests: &[
            "tests/whole_settings.rs::products_of_floats_are_rounded_once",
            "tests/small_formats.rs::relative_generators_of_few_bits",
        ],
        ..row("format", &["f32::scaled"], F32)
    },
    Row {
        statements: &["rounding::shift_rounds_to_nearest", "rounding::shift_is_monotone"],
        lemmas: &["half_up_is_near", "half_up_is_monotone", "half_up_is_idempotent"],
        ..row("fixed", &["round_shift", "floor_shift", "two_to_the"], FIXED)
    },
    Row {
        statements: &["monotone::magnitude_is_monotone", "monotone::magnitude_is_monotone_when_coarse"],
        lemmas: &["product_fits", "half_up_of_positive", "scaled_is_monotone", "noise_is_decreasing"],
        ..row("fixed", &["product", "with_sign"], FIXED)
    },
    Row {
        statements: &[
            "closeness::uniformly_close",
            "closeness::uniformly_close_when_scaled",
            "closeness::uniformly_close_16",
        ],
        lemmas: &["noise_is_monotone"],
        tests: &[
            "tests/small_formats.rs::eight_and_twelve_bits",
            "tests/small_formats.rs::sixteen_bits",
            "tests/whole_settings.rs::scales_are_exact_in_every_binade_and_format",
        ],
        ..row("fixed", &["Fixed::scaled", "FixedFactor::noise"], FIXED)
    },
    Row {
        tests: &[
            "tests/whole_releases.rs::polar_lengths_of_words_are_rounded_once",
            "tests/far_draws.rs::noise_of_far_draws_is_within_its_ledger",
        ],
        ..row("fixed", &["FixedFactor::times"], FIXED)
    },
    Row {
        tests: &["src/hardware.rs::another_arithmetic_is_recognised"],
        ..row("hardware", &["check", "f64_is_exact", "f32_is_exact"], FLOAT)
    },
    Row {
        statements: &[
            "closeness::uniformly_close",
            "closeness::uniformly_close_when_scaled",
            "closeness::uniformly_close_16",
            "closeness::k_delta_close",
            "closeness::k_delta_close_16",
            "closeness::lipschitz_with_slack",
            "monotone::magnitude_is_monotone",
            "monotone::magnitude_is_monotone_when_coarse",
            "monotone::never_comes_back",
            "monotone::never_comes_back_when_coarse",
            "monotone::monotone_and_never_back_16",
        ],
        tests: &[
            "tests/small_formats.rs::eight_and_twelve_bits",
            "tests/small_formats.rs::sixteen_bits",
            "tests/small_formats.rs::relative_generators_of_few_bits",
            "tests/release.rs::small_fixed_formats_over_their_whole_domain",
        ],
        ..row("noise", &["Laplace::new", "Laplace::of"], LINE)
    },
    Row {
        tests: &[
            "tests/whole_draws.rs::every_small_draw_is_the_same_alone_and_side_by_side",
            "tests/whole_draws.rs::one_far_draw_among_sixteen_changes_no_other",
        ],
        ..row("noise", &["Laplace::of_bytes", "Laplace::of_each", "Laplace::draw"], LINE)
    },
    Row {
        tests: &["tests/whole_draws.rs::noise_that_says_nothing_else_goes_place_by_place"],
        ..row("noise", &["Noise::of_each", "chunks", "one_by_one"], LINE)
    },
    Row {
        statements: &[
            "gaussian::noise_is_symmetric_f64",
            "gaussian::noise_is_symmetric_fixed",
            "gaussian::noise_is_between_its_bounds_f64",
            "gaussian::noise_is_between_its_bounds_fixed",
        ],
        theorems: &["gaussian_noise_error", "gaussian_noise_conditions"],
        tests: &["tests/small_formats.rs::gaussian_noise_of_few_bits"],
        ..row("gaussian", &["Gaussian::new", "Gaussian::of"], LINE)
    },
    Row {
        tests: &["tests/whole_draws.rs::every_small_draw_is_the_same_alone_and_side_by_side"],
        ..row("gaussian", &["Gaussian::of_bytes", "Gaussian::of_each", "Gaussian::draw"], LINE)
    },
];

const RELEASE: &[Row] = &[
    Row {
        statements: &["query::float_clamping_is_to_the_nearest", "query::clamping_is_lipschitz"],
        tests: &[
            "tests/whole_settings.rs::every_word_goes_to_the_nearest_of_every_small_range",
            "tests/whole_settings.rs::floats_go_to_the_nearest_of_every_range_and_nan_is_refused",
        ],
        ..row("query", &["Range::new"], LINE)
    },
    Row {
        statements: &[
            "query::float_clamping_is_to_the_nearest",
            "query::clamping_is_lipschitz",
            "truncation::release_is_total",
        ],
        tests: &[
            "tests/whole_settings.rs::every_word_goes_to_the_nearest_of_every_small_range",
            "tests/whole_settings.rs::floats_go_to_the_nearest_of_every_range_and_nan_is_refused",
        ],
        ..row("query", &["Range::clamp"], LINE)
    },
    Row {
        statements: &["query::float_clamping_is_to_the_nearest"],
        tests: &["tests/whole_settings.rs::floats_go_to_the_nearest_of_every_range_and_nan_is_refused"],
        ..row("format", &["Format::clamped"], FLOAT)
    },
    Row {
        statements: &["query::clamping_is_lipschitz"],
        lemmas: &["clamping_is_lipschitz"],
        tests: &["tests/whole_settings.rs::every_word_goes_to_the_nearest_of_every_small_range"],
        ..row("fixed", &["Fixed::clamped"], FIXED)
    },
    Row {
        statements: &["truncation::release_is_total"],
        tests: &[
            "tests/whole_settings.rs::floats_go_to_the_nearest_of_every_range_and_nan_is_refused",
            "tests/whole_releases.rs::every_small_release_is_the_cell_of_its_sum",
        ],
        ..row("format", &["f64::is_finite", "f64::is_nan"], F64)
    },
    Row {
        tests: &[
            "tests/whole_settings.rs::floats_go_to_the_nearest_of_every_range_and_nan_is_refused",
            "tests/whole_releases.rs::every_small_release_is_the_cell_of_its_sum",
        ],
        ..row("format", &["f32::is_finite", "f32::is_nan"], F32)
    },
    Row {
        statements: &["truncation::fixed_release_is_total"],
        tests: &["tests/whole_settings.rs::words_hold_exactly_their_numbers"],
        ..row("fixed", &["Fixed::from_raw", "Fixed::is_finite", "Fixed::is_nan"], FIXED)
    },
    Row {
        statements: &["window::grid_is_its_exponent"],
        tests: &["tests/whole_settings.rs::grids_exist_exactly_within_a_hundred_binades"],
        ..row("grid", &["Grid::new"], LINE)
    },
    Row {
        statements: &[
            "rounding::index_is_the_exact_one",
            "rounding::within_half_a_step",
            "rounding::monotone",
            "rounding::ties_go_up",
            "rounding::cell_is_the_stated_interval",
        ],
        theorems: &[
            "index_of_shifted_exact",
            "index_near_exact",
            "cell_of_index",
            "round_to_grid_near",
            "round_to_grid_monotone",
            "round_to_grid_halves_up",
        ],
        tests: &["tests/release.rs::both_roundings_agree"],
        ..row("grid", &["Grid::index_near"], FLOAT)
    },
    Row {
        statements: &["rounding::roundings_agree", "query::quantised_exactly"],
        tests: &[
            "tests/release.rs::rounding_is_exact_for_every_bit_pattern",
            "tests/release.rs::rounding_is_exact_near_ties",
        ],
        ..row("grid", &["Grid::index_of"], LINE)
    },
    Row {
        statements: &[
            "addition::wide_sum_is_a_function_of_the_exact_sum",
            "addition::cells_lose_at_most_the_shift_64",
            "truncation::release_is_the_point_of_the_cell",
        ],
        theorems: &["float_sum_monotone", "released_is_computed"],
        tests: &["tests/whole_releases.rs::every_small_release_is_the_cell_of_its_sum"],
        ..row("format", &["f64::add_and_round"], F64)
    },
    Row {
        statements: &[
            "addition::sum_is_a_function_of_the_exact_sum",
            "addition::cells_lose_at_most_the_shift_32",
        ],
        theorems: &["float_sum_monotone", "released_is_computed_32"],
        tests: &["tests/whole_releases.rs::every_small_release_is_the_cell_of_its_sum"],
        ..row("format", &["f32::add_and_round"], F32)
    },
    Row {
        statements: &["addition::fixed_sum_is_exact"],
        lemmas: &["half_up_is_near", "half_up_is_monotone", "release_is_monotone"],
        tests: &[
            "src/fixed.rs::every_step_of_a_grid_is_exact_or_refused",
            "tests/release.rs::fixed_point_release_is_the_exact_sum",
        ],
        ..row("fixed", &["index_of", "step_bits", "noisy_index", "Fixed::add_and_round"], FIXED)
    },
    Row {
        statements: &["addition::cells_lose_at_most_the_shift_32"],
        theorems: &["preimage_within", "preimage_length"],
        tests: &["tests/release.rs::rounded_sum_moves_edges_by_at_most_the_stated_shift"],
        ..row("format", &["half_gap", "f32::edge_shift"], F32)
    },
    Row {
        statements: &["addition::cells_lose_at_most_the_shift_64"],
        theorems: &["preimage_within", "preimage_length"],
        ..row("format", &["f64::edge_shift"], F64)
    },
    Row { statements: &["addition::fixed_sum_is_exact"], ..row("fixed", &["Fixed::edge_shift"], FIXED) },
    Row {
        statements: &[
            "rounding::points_are_exact_64",
            "rounding::points_are_exact_32",
            "rounding::points_are_fixed",
            "window::points_of_f32_are_exact",
        ],
        theorems: &["grid_point_exact"],
        tests: &["tests/whole_settings.rs::grids_exist_exactly_within_a_hundred_binades"],
        ..row("format", &["f64::grid_point", "f32::grid_point"], FLOAT)
    },
    Row {
        statements: &["slices::laplace_f64", "slices::laplace_f32"],
        tests: &["src/grid.rs::a_point_near_is_the_index_times_the_step"],
        ..row("grid", &["Grid::point_near"], FLOAT)
    },
    Row {
        statements: &["slices::laplace_f64", "slices::laplace_f32", "slices::laplace_fixed"],
        tests: &["tests/golden.rs::every_release_on_the_line_is_what_it_was"],
        ..row("format", &["f64::grid_points", "f32::grid_points"], FLOAT)
    },
    Row {
        statements: &["slices::laplace_f64", "slices::laplace_f32", "slices::laplace_fixed"],
        tests: &["tests/golden.rs::every_release_on_the_line_is_what_it_was"],
        ..row("format", &["Format::scaled_each", "Format::add_and_round_each", "Format::grid_points"], LINE)
    },
    Row {
        statements: &["slices::laplace_f64", "slices::laplace_f32", "slices::laplace_fixed"],
        tests: &["tests/golden.rs::every_release_on_the_line_is_what_it_was"],
        ..row("fixed", &["Fixed::scaled_each", "Fixed::add_and_round_each", "Fixed::grid_points"], FIXED)
    },
    Row {
        statements: &["rounding::words_are_exact_and_fixed", "window::points_of_fixed_are_exact"],
        lemmas: &["half_up_is_idempotent"],
        tests: &[
            "src/fixed.rs::every_step_of_a_grid_is_exact_or_refused",
            "tests/release.rs::grid_points_are_numbers_of_the_word",
        ],
        ..row("fixed", &["Fixed::grid_point", "point"], FIXED)
    },
    Row {
        statements: &["window::window_fits_f64", "window::window_fits_f32"],
        tests: &["tests/whole_settings.rs::windows_fit_exactly_the_formats_that_hold_them"],
        ..row("format", &["f64::limit", "f32::limit"], FLOAT)
    },
    Row {
        statements: &["window::window_fits_fixed_32_16", "window::window_fits_fixed_64_63"],
        tests: &[
            "src/fixed.rs::every_step_of_a_grid_is_exact_or_refused",
            "tests/whole_settings.rs::windows_fit_exactly_the_formats_that_hold_them",
        ],
        ..row("fixed", &["Fixed::limit", "steps_to"], FIXED)
    },
    Row {
        statements: &["truncation::window_is_its_set", "window::window_is_what_was_asked"],
        ..row("window", &["Window::new", "Window::contains"], LINE)
    },
    Row {
        statements: &["truncation::window_is_its_set", "window::nearest_is_the_end_on_its_side"],
        ..row("window", &["Window::nearest"], LINE)
    },
    Row {
        statements: &["slices::laplace_f64", "slices::laplace_f32", "slices::laplace_fixed"],
        tests: &["src/cast.rs::between_is_the_end_on_its_side"],
        ..row("window", &["Window::nearest_each"], LINE)
    },
    Row {
        statements: &[
            "window::window_fits_f64",
            "window::window_fits_f32",
            "window::window_fits_fixed_32_16",
            "window::window_fits_fixed_64_63",
        ],
        tests: &[
            "src/window.rs::a_window_fits_exactly_up_to_the_limit",
            "tests/whole_settings.rs::windows_fit_exactly_the_formats_that_hold_them",
        ],
        ..row("window", &["Window::fitting", "Window::within"], LINE)
    },
    Row {
        statements: &["truncation::release_is_total", "truncation::fixed_release_is_total"],
        tests: &["src/window.rs::classify_is_exactly_the_window"],
        ..row("window", &["Window::classify"], LINE)
    },
    Row {
        statements: &["window::window_fits_f64", "window::window_fits_f32"],
        tests: &["tests/whole_settings.rs::windows_fit_exactly_the_formats_that_hold_them"],
        ..row("release", &["Mechanism::new"], LINE)
    },
    Row {
        statements: &[
            "truncation::release_is_total",
            "truncation::release_is_the_point_of_the_cell",
            "truncation::release_is_of_the_clamped_answer",
            "truncation::release_is_idempotent",
            "truncation::fixed_release_is_total",
            "release::output_is_allowed",
            "release::output_is_allowed_12",
            "release::release_is_the_oracles_k",
            "release::loss_is_within_epsilon_prime",
        ],
        tests: &[
            "tests/whole_releases.rs::every_small_release_is_the_cell_of_its_sum",
            "tests/release.rs::small_words_release_exactly_the_window",
            "tests/release.rs::every_release_is_total",
        ],
        ..row(
            "release",
            &["Mechanism::release", "Mechanism::released", "Mechanism::index", "Mechanism::point"],
            LINE,
        )
    },
    Row {
        statements: &[
            "truncation::release_is_total",
            "truncation::release_is_the_point_of_the_cell",
            "truncation::release_is_of_the_clamped_answer",
        ],
        tests: &["tests/whole_releases.rs::every_small_release_is_the_cell_of_its_sum"],
        ..row("format", &["Format::released"], FLOAT)
    },
    Row {
        statements: &["truncation::fixed_release_is_total", "release::output_is_allowed_12"],
        lemmas: &["release_is_monotone"],
        tests: &[
            "src/fixed.rs::a_release_is_the_formula_of_its_contract",
            "tests/release.rs::small_words_release_exactly_the_window",
        ],
        ..row("fixed", &["Fixed::released", "released"], FIXED)
    },
    Row {
        statements: &["window::nearest_is_the_end_on_its_side", "slices::slice_is_one_by_one"],
        tests: &["tests/whole_releases.rs::every_small_release_is_the_cell_of_its_sum"],
        ..row("release", &["Mechanism::release_to_ends"], LINE)
    },
    Row {
        statements: &[
            "slices::slice_is_one_by_one",
            "slices::slice_of_small_words",
            "slices::laplace_f64",
            "slices::laplace_f32",
            "slices::laplace_fixed",
            "slices::gaussian_of_each_format",
            "slices::error_empties_both_places",
            "slices::error_empties_every_place",
        ],
        tests: &[
            "tests/whole_releases.rs::every_small_release_is_the_cell_of_its_sum",
            "tests/whole_releases.rs::every_length_of_a_slice_takes_one_draw_for_each_place",
            "tests/slices.rs::slices_release_what_singles_do",
            "tests/slices.rs::slices_complete_their_open_draws",
        ],
        ..row(
            "release",
            &[
                "Mechanism::release_slice",
                "Mechanism::release_slice_to_ends",
                "Mechanism::release_blocks",
                "Mechanism::release_lanes",
                "Mechanism::group",
                "in_blocks",
                "wide",
            ],
            LINE,
        )
    },
];

const PLANAR: &[Row] = &[
    Row {
        statements: &["projection::projection_is_refused_by_name"],
        tests: &["tests/whole_settings.rs::projections_round_each_step_once"],
        ..row("projection", &["Projection::new"], F64)
    },
    Row {
        statements: &[
            "projection::metres_have_the_sign_of_the_difference",
            "projection::metres_are_exact_for_powers_of_two",
            "projection::metres_are_within_their_table",
        ],
        tests: &[
            "tests/whole_settings.rs::projections_round_each_step_once",
            "tests/projection.rs::the_computed_image_is_within_the_error",
        ],
        ..row("projection", &["Projection::metres"], F64)
    },
    Row {
        statements: &["projection::origin_comes_back"],
        tests: &["tests/whole_settings.rs::projections_round_each_step_once"],
        ..row("projection", &["Projection::degrees"], F64)
    },
    Row {
        statements: &["cos_sin::angle_is_the_middle_63", "cos_sin::angle_is_the_middle_9"],
        theorems: &["angle_midpoint_bias"],
        ..row("planar/angle", &["Angle::from_bits", "Angle::turn"], PLANE)
    },
    Row {
        statements: &["cos_sin::entropy_use_of_angle"],
        tests: &[
            "tests/whole_draws.rs::bytes_are_read_in_order_and_missing_ones_are_zero",
            "tests/whole_draws.rs::every_width_takes_the_least_power_of_two_of_bytes",
        ],
        ..row("planar/angle", &["Angle::from_bytes", "Angle::draw"], PLANE)
    },
    Row {
        statements: &["cos_sin::step_does_not_underflow"],
        theorems: &["octant_sin_certified", "octant_cos_certified"],
        tests: &["tests/constants.rs::cos_sin_constants_are_rounded_to_nearest"],
        ..row("cos_sin", &["part", "step"], PLANE)
    },
    Row {
        statements: &["cos_sin::direction_is_close_10", "cos_sin::direction_is_near_a_unit"],
        theorems: &["octant_sin_certified", "octant_cos_certified"],
        tests: &["tests/cos_sin.rs::platform_agrees_on_a_grid"],
        ..row("cos_sin", &["nearest", "last_place", "octant"], PLANE)
    },
    Row {
        statements: &["cos_sin::fold_is_exact", "cos_sin::reflections_share_the_octant"],
        ..row("cos_sin", &["fold"], PLANE)
    },
    Row {
        statements: &[
            "cos_sin::reflections_are_exact",
            "cos_sin::direction_is_close_10",
            "cos_sin::direction_is_near_a_unit",
        ],
        theorems: &["cos_sin_certified"],
        tests: &["tests/whole_releases.rs::every_octant_has_its_signs"],
        certificates: &["kernel-cos-sin"],
        ..row("cos_sin", &["with_sign", "cos_sin"], PLANE)
    },
    Row {
        theorems: &["cos_sin_certified"],
        tests: &["tests/whole_releases.rs::every_small_planar_draw_has_its_own_bytes"],
        ..row("planar/angle", &["Angle::cos_sin"], PLANE)
    },
    Row {
        statements: &["plane::sign_is_not_used", "plane::noise_is_close"],
        tests: &["tests/whole_releases.rs::every_small_planar_draw_has_its_own_bytes"],
        ..row("planar/gamma", &["Gamma::from_bytes", "Gamma::draw", "Gamma::over_scale"], PLANE)
    },
    Row {
        statements: &["slices::on_the_plane"],
        tests: &["tests/golden.rs::every_release_on_the_plane_is_what_it_was"],
        ..row("planar/gamma", &["Gamma::over_scale_each"], PLANE)
    },
    Row {
        statements: &["inverse::complement_is_the_middle"],
        tests: &["tests/planar.rs::inverse_radius_is_the_root_for_every_draw"],
        ..row("planar/inverse", &["Inverse::from_bits", "Inverse::complement"], PLANE)
    },
    Row {
        statements: &["inverse::root_is_the_last_accepted"],
        tests: &[
            "tests/inverse.rs::inverse_radius_is_within_its_ledger",
            "tests/planar.rs::inverse_radius_is_the_root_for_every_draw",
        ],
        ..row("planar/inverse", &["Inverse::root"], PLANE)
    },
    Row {
        statements: &["inverse::draw_is_the_cell_of_its_bytes"],
        tests: &[
            "tests/whole_draws.rs::bytes_are_read_in_order_and_missing_ones_are_zero",
            "tests/whole_releases.rs::every_small_planar_draw_has_its_own_bytes",
        ],
        ..row("planar/inverse", &["Inverse::from_bytes", "Inverse::draw"], PLANE)
    },
    Row {
        statements: &["inverse::radius_is_the_root"],
        tests: &["tests/whole_releases.rs::every_small_planar_draw_has_its_own_bytes"],
        ..row("planar/inverse", &["Inverse::over_scale"], PLANE)
    },
    Row {
        tests: &["tests/whole_releases.rs::polar_coordinates_of_floats_are_rounded_once"],
        ..row("planar/polar", &["f64::sum", "f64::units", "f64::length", "f64::coordinate"], F64)
    },
    Row {
        tests: &["tests/whole_releases.rs::polar_lengths_of_words_are_rounded_once"],
        ..row("planar/polar", &["Fixed::sum", "Fixed::units", "Fixed::length"], FIXED)
    },
    Row {
        statements: &["plane::coordinate_is_rounded_once"],
        tests: &["tests/planar.rs::coordinates_are_exact_products_rounded_once"],
        ..row("planar/polar", &["Fixed::coordinate"], FIXED)
    },
    Row {
        statements: &["plane::noise_is_close", "plane::planar_never_comes_back"],
        theorems: &["affine_error_never_comes_back"],
        tests: &[
            "tests/planar.rs::small_planar_formats_over_their_whole_domain",
            "tests/planar.rs::two_formats_agree_on_every_draw",
        ],
        ..row("planar/noise", &["PlanarLaplace::new", "PlanarLaplace::of"], PLANE)
    },
    Row {
        tests: &["tests/whole_releases.rs::every_small_planar_draw_has_its_own_bytes"],
        ..row("planar/noise", &["PlanarLaplace::of_bytes", "PlanarLaplace::draw"], PLANE)
    },
    Row {
        statements: &["slices::on_the_plane"],
        tests: &["tests/golden.rs::every_release_on_the_plane_is_what_it_was"],
        ..row(
            "planar/noise",
            &["Radius::over_scale_each", "PlanarNoise::of_each", "PlanarLaplace::of_each"],
            PLANE,
        )
    },
    Row {
        statements: &["slices::on_the_plane"],
        tests: &["tests/golden.rs::every_release_on_the_plane_is_what_it_was"],
        ..row("planar/region", &["Region::contains_each", "Rectangle::contains_each"], PLANE)
    },
    Row {
        statements: &["plane::rectangle_is_its_set"],
        tests: &["tests/whole_settings.rs::rectangles_have_one_grid"],
        ..row(
            "planar/region",
            &[
                "Rectangle::new",
                "Rectangle::grid",
                "Rectangle::cells",
                "length",
                "Rectangle::nearest",
                "Rectangle::contains",
            ],
            PLANE,
        )
    },
    Row {
        tests: &["tests/whole_settings.rs::windows_fit_exactly_the_formats_that_hold_them"],
        ..row("planar/region", &["Rectangle::fitting"], PLANE)
    },
    Row {
        statements: &["plane::disc_is_inscribed"],
        tests: &["tests/planar.rs::discs_hold_exactly_the_inscribed_cells"],
        ..row("planar/region", &["Disc::new", "Disc::contains"], PLANE)
    },
    Row {
        statements: &["plane::disc_counts_its_cells"],
        ..row("planar/region", &["Disc::inscribed", "Disc::circumscribed", "odd_room", "symmetric"], PLANE)
    },
    Row {
        statements: &["plane::mask_is_its_bits"],
        tests: &["tests/planar.rs::masks_hold_exactly_their_bits"],
        ..row("planar/region", &["Mask::new", "Mask::cells", "Mask::contains"], PLANE)
    },
    Row {
        tests: &["tests/whole_settings.rs::windows_fit_exactly_the_formats_that_hold_them"],
        ..row("planar/release", &["PlanarMechanism::new"], PLANE)
    },
    Row {
        statements: &[
            "plane::release_is_the_cell_of_the_sum",
            "plane::planar_output_is_allowed",
            "plane::planar_loss_is_within_epsilon_prime",
        ],
        tests: &[
            "tests/planar.rs::small_words_release_exactly_the_region",
            "tests/planar.rs::every_planar_release_is_total",
        ],
        ..row("planar/release", &["PlanarMechanism::release", "PlanarMechanism::noisy"], PLANE)
    },
    Row {
        statements: &["slices::on_the_plane"],
        tests: &["tests/whole_releases.rs::every_length_of_a_planar_slice_is_its_releases_one_by_one"],
        ..row(
            "planar/release",
            &[
                "PlanarMechanism::release_slice",
                "PlanarMechanism::release_blocks",
                "PlanarMechanism::release_lanes",
            ],
            PLANE,
        )
    },
];

const CONVERSIONS: &[Row] = &[
    Row {
        statements: &[
            "truncation::window_is_its_set",
            "query::clamping_is_lipschitz",
            "addition::fixed_sum_is_exact",
        ],
        tests: &["src/cast.rs::between_is_the_end_on_its_side"],
        ..row("cast", &["between", "saturate"], LINE)
    },
    Row {
        statements: &["slices::laplace_f64", "slices::laplace_f32", "slices::laplace_fixed"],
        tests: &["src/cast.rs::between_is_the_end_on_its_side"],
        ..row("cast", &["between_each"], LINE)
    },
    Row {
        tests: &["src/cast.rs::a_cast_keeps_every_number_that_fits"],
        ..row("cast", &["low_u32", "low_u64", "low_i64", "signed", "signed_wide"], LINE)
    },
    Row {
        statements: &["shift_add::kernel_16_is_total", "closeness::uniformly_close_16"],
        ..row("cast", &["low_u16"], FIXED)
    },
    Row {
        statements: &["generators::relative_is_geometric_52", "generators::relative_is_geometric_23"],
        ..row("cast", &["mask", "under"], LINE)
    },
    Row { statements: &["rounding::roundings_agree"], ..row("cast", &["truncate"], LINE) },
    Row {
        statements: &["rounding::points_are_exact_64", "rounding::points_are_exact_32"],
        theorems: &["grid_point_exact"],
        tests: &["tests/whole_settings.rs::grids_exist_exactly_within_a_hundred_binades"],
        ..row("cast", &["to_f64", "to_f32", "power_of_two"], FLOAT)
    },
    Row {
        theorems: &["from_fraction_exact"],
        tests: &[
            "tests/whole_draws.rs::midpoints_reach_the_logarithm_of_each_format",
            "tests/whole_releases.rs::polar_coordinates_of_floats_are_rounded_once",
        ],
        ..row("cast", &["unsigned_to_f64"], FLOAT)
    },
    Row {
        theorems: &["far_float"],
        tests: &["tests/whole_draws.rs::far_draws_take_the_wide_logarithm"],
        ..row("cast", &["wide_to_f64", "wide_to_f32"], FLOAT)
    },
    Row {
        tests: &["tests/whole_draws.rs::inverse_tails_side_by_side_are_those_alone"],
        certificates: &["kernel-inverse-tail-f32"],
        ..row("cast", &["rounded_to_f32"], F32)
    },
];

/// Functions of these files that are in no row, and why. What only returns a field is left out without being named.
pub(crate) const LEFT_OUT: &[(&str, &[&str], &str)] = &[
    (
        "entropy",
        &["Os::fill", "chacha", "stream", "Stream::fill"],
        "calls of the operating system: that its bits are uniform is an assumption of every certificate",
    ),
    (
        "entropy/aes",
        &[
            "in_hardware",
            "Counter::new",
            "Counter::encrypted",
            "Counter::generate",
            "Words::default",
            "<Words as AsMut<[u64]>>::as_mut",
            "Aes::from_seed",
            "Aes::next_u32",
            "Aes::next_u64",
            "Aes::fill_bytes",
        ],
        "a generator of random bits: that its bits cannot be told from uniform ones is an assumption of every certificate; tests compare \
         its stream with the cipher",
    ),
    ("entropy/aes", &["Counter::fmt"], "prints without the key"),
    ("entropy", &["EntropyError::fmt"], "prints an error"),
    ("query", &["Steps::fmt"], "prints a sum"),
    ("query", &["Steps::new", "BoundedSum::steps"], "puts its arguments together and decides nothing"),
    ("planar/gamma", &["Gamma::new"], "puts its arguments together and decides nothing"),
    (
        "window",
        &["Release::value", "<Option as From<Release>>::from", "Release::fmt"],
        "unpacks or prints what was released",
    ),
    (
        "terms",
        &["Terms::and", "Terms::and_term", "Terms::ledger"],
        "puts ledgers together while the program is compiled; no release runs it",
    ),
];

/// Families of statements, and single ones, that speak about no function of this path, and why.
pub(crate) const ABOUT_OTHERS: &[(&str, &str)] = &[
    ("theorems::", "theorems of the paper on small spaces"),
    ("transfer::", "what follows from closeness of laws"),
    ("dyadic::", "the numbers of the oracle"),
    ("allowance::", "the refusal of a ledger of releases"),
    ("closeness::lipschitz", "the exact noise n"),
    ("reduction::formula_is_exact_in_f64", "the paper's formula, in the place of which integers run"),
];

/// Statements whose bodies repeat lines of the function instead of calling it: a bug in the function itself escapes them. The table
/// says so, and they count for no row.
pub(crate) const OF_A_COPY: &[&str] = &["shift_add::exponent_is_enclosed"];

/// Settings that a statement, or each of a family, fixes and that the words of its domain leave out, where a program may choose others.
/// The first entry that fits counts.
pub(crate) const FIXES: &[(&str, &str)] = &[
    ("query::answer_is_exact", "f64"),
    ("query::sensitivity_is_exact", "two elements"),
    ("query::clamping_is_lipschitz", "words of 64 bits"),
    ("generators::deep_is_relative", "P = 52, two words"),
    ("generators::lazy_is_relative", "P = 52"),
    ("generators::lazy_counts_on", "P = 52"),
    ("closeness::uniformly_close_when_scaled", "fixed point, 24 fraction bits"),
    ("closeness::", "fixed point, 24 fraction bits, b = 1"),
    ("monotone::magnitude_is_monotone", "fixed point, 24 fraction bits, b = 1"),
    ("monotone::magnitude_is_monotone_when_coarse", "fixed point, 6 fraction bits, b = 1"),
    ("monotone::never_comes_back", "fixed point, 24 fraction bits, b = 1"),
    ("monotone::never_comes_back_when_coarse", "fixed point, 6 fraction bits, b = 1"),
    ("monotone::monotone_and_never_back_16", "fixed point, 24 fraction bits, b = 1"),
    ("addition::fixed_sum_is_exact", "words of 64 bits, 32 fraction bits"),
    ("rounding::words_are_exact_and_fixed", "words of 64 bits, 32 fraction bits"),
    ("truncation::fixed_release_is_total", "words of 64 bits, 32 fraction bits"),
    ("gaussian::noise_is_symmetric_f64", "Relative<52>, σ = 1"),
    ("gaussian::noise_is_between_its_bounds_f64", "Relative<52>, σ = 1"),
    ("gaussian::", "Fixed<48, 30>, Relative<52>, σ = 1"),
    ("slices::slice_is_one_by_one", "one place, noise that is its bytes"),
    ("slices::slice_of_small_words", "8-bit words, b = 1, one window, one place"),
    ("slices::laplace_f64", "Relative<52> and Midpoint<53>, b = 1/4, one window"),
    ("slices::laplace_f32", "Relative<23> and Midpoint<24>, b = 1/4, one window"),
    (
        "slices::laplace_fixed",
        "Fixed<40, 20>; Relative<52>, Midpoint<16>, <32> and <64>; b = 1/4, one window",
    ),
    ("slices::gaussian_of_each_format", "Relative<52> and <23>, σ = 1/4, one window"),
    ("slices::on_the_plane", "f64, b = 1, one rectangle"),
    ("slices::error_empties_both_places", "f64, noise that is its bytes, one window"),
    ("slices::error_empties_every_place", "f64, noise that is its bytes, one window"),
    ("inverse::root_is_the_last_accepted", "63 bits"),
    ("inverse::radius_is_the_root", "63 bits, Fixed<32, 24>"),
    ("release::output_is_allowed_12", "words of 32 bits, 24 fraction bits, b = 1"),
    ("release::", "8-bit words, b = 1, one window"),
    ("plane::noise_is_close", "fixed point, 32 bits, b = 1"),
    ("plane::planar_never_comes_back", "fixed point, 32 bits, b = 1"),
    ("plane::release_is_the_cell_of_the_sum", "8-bit words, one rectangle"),
    ("plane::planar_output_is_allowed", "8-bit words, 8 bits for each draw, b = 1, one rectangle"),
    ("plane::planar_loss_is_within_epsilon_prime", "8-bit words, 8 bits for each draw, b = 1, one rectangle"),
    ("plane::disc_is_inscribed", "one centre"),
];

/// What each theorem of Coq named above quantifies over. It speaks about the model of the function.
pub(crate) const THEOREMS: &[(&str, &str)] = &[
    ("tail_odd", "every BITS, every cell"),
    ("tail_is_reduction", "every BITS, every cell"),
    ("from_fraction_exact", "every BITS up to 53 (f64) and 24 (f32), every fraction"),
    ("reduction_exact", "every BITS up to 53 (f64) and 24 (f32), every cell"),
    (
        "from_parts_exact",
        "every P up to 52 (f64) and 23 (f32), every mantissa, every exponent of a normal number",
    ),
    ("zeros_law", "every number of bits, every exponent"),
    ("em_cover", "every P, every u of ]0, 1["),
    ("em_unique", "every P, exponent, mantissa and place in the cell"),
    ("em_bias_bound", "every P, exponent, mantissa and place in the cell"),
    ("lazy_is_one_long_draw", "every list of words"),
    ("unread_words_change_nothing", "every list of words"),
    ("further_words_are_rare", "every number of bits"),
    ("minus_ln_far_certified", "every n from 2^63 below 2^64, every e"),
    ("far_fixed", "every n from 2^63 below 2^64, every e"),
    ("far_float", "every n from 2^63 below 2^64, every e from 42 on, every rounding to 24 bits or more"),
    ("unit64_bits", "every f64 from 2^-1000 below 1"),
    ("unit32_bits", "every f32 from 2^-64 below 1"),
    ("minus_ln_off", "every number of the domain, both formats"),
    ("evaluate_off", "every reduced argument of every cell, both formats"),
    ("minus_ln_f64_certified", "every f64 from 2^-1000 below 1"),
    ("minus_ln_f32_certified", "every f32 from 2^-64 below 1"),
    ("step_of_words", "every m from 1 to 2^63, every k, every constant of 64 bits"),
    ("nothing_overflows", "every n from 2^63 below 2^64, every e up to 90"),
    ("minus_ln_scaled_certified", "every n from 2^63 below 2^64, every e up to 90"),
    ("minus_ln_64_certified", "every u64 but 0"),
    ("minus_ln_32_certified", "every u32 but 0"),
    ("minus_ln_16_certified", "every u16 but 0"),
    ("position_exists", "every f64 from 0 below 2^31 − 1/4"),
    ("cell_certified", "every cell, every f64 from 0 below 2^31 − 1/4"),
    ("inverse_tail_f64_certified", "every f64 from 0 below 2^31 − 1/4"),
    ("inverse_tail_f32_certified", "every f32 from 0 below 2^31 − 1/4"),
    ("place_found", "every multiple of 2^-58 from 0 below 64 − 1/4"),
    ("inverse_tail_64_certified", "every multiple of 2^-58 from 0 below 64 − 1/4"),
    ("gaussian_noise_error", "every v of ]0, 1], every σ, any errors of logarithm, g and product"),
    ("gaussian_noise_conditions", "every v of ]0, 1], every σ and T, any errors of logarithm, g and product"),
    ("index_of_shifted_exact", "every f64 up to 2^51"),
    ("index_near_exact", "every f64 with |y/L| ≤ 2^51, every L"),
    ("cell_of_index", "every real y, every L"),
    ("round_to_grid_near", "every real y, every L"),
    ("round_to_grid_monotone", "every pair of reals, every L"),
    ("round_to_grid_halves_up", "every index, every L"),
    ("float_sum_monotone", "every pair of sums, both formats"),
    ("released_is_computed", "every sum with |r ⊕ x|/L ≤ 2^51, every L"),
    ("released_is_computed_32", "every sum in f32 with |r ⊕ x|/L ≤ 2^51, every L"),
    ("preimage_within", "every index below 2^51 (f64) and 2^22 (f32), every L"),
    ("preimage_length", "every index below 2^51 (f64) and 2^22 (f32), every L"),
    (
        "grid_point_exact",
        "every index up to 2^52 (f64) and 2^23 (f32), every L that is a number of the format",
    ),
    ("angle_midpoint_bias", "every number of cells, every cell"),
    ("octant_sin_certified", "every y up to 2^61"),
    ("octant_cos_certified", "every y up to 2^61"),
    ("cos_sin_certified", "every turn of 64 bits"),
    ("affine_error_never_comes_back", "every point, every T, any errors"),
];

/// What a test covers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Width {
    /// Every point of this domain.
    Every(&'static str),
    /// The error of every input of this domain, bounded operation by operation in rationals; nothing is run.
    Derived(&'static str),
    /// Points that were drawn or chosen, which proves nothing beyond them.
    Sample(&'static str),
}
use Width::{Derived, Every, Sample};

/// What each test named above covers.
pub(crate) const TESTS: &[(&str, Width)] = &[
    (
        "src/grid.rs::a_point_near_is_the_index_times_the_step",
        Sample("indices about 0, ±2^23, ±2^50 and ±2^51, every L"),
    ),
    (
        "tests/golden.rs::every_release_on_the_line_is_what_it_was",
        Sample("thousands of releases for each format and generator"),
    ),
    (
        "tests/golden.rs::every_release_on_the_plane_is_what_it_was",
        Sample("thousands of releases for each format and sampler"),
    ),
    (
        "src/hardware.rs::another_arithmetic_is_recognised",
        Every("the arithmetic of the thread, the only input; nine others are refused"),
    ),
    (
        "src/cast.rs::a_cast_keeps_every_number_that_fits",
        Sample("five numbers for each, the ends among them"),
    ),
    (
        "src/cast.rs::between_is_the_end_on_its_side",
        Sample("ten numbers for each argument, the ends of i64 among them"),
    ),
    (
        "src/fixed.rs::a_release_is_the_formula_of_its_contract",
        Sample("five formats and generators, three scales, two windows, eight answers, ten draws"),
    ),
    (
        "src/fixed.rs::every_step_of_a_grid_is_exact_or_refused",
        Sample("every step up to 2^163, seven sums, eight indices for each of four limits"),
    ),
    (
        "src/uniform/bits.rs::sign_and_mantissa_are_the_top_bits",
        Sample("every P, six tops, three lower parts"),
    ),
    (
        "src/uniform/bits.rs::the_zeros_of_a_word_are_counted_until_a_one_was_seen",
        Every("12 bits at three positions, every number of bits"),
    ),
    ("src/uniform/midpoint.rs::the_low_bits_are_the_remainder", Sample("every number of bits, five words")),
    ("src/window.rs::a_window_fits_exactly_up_to_the_limit", Every("ends within ±4, limits up to 5")),
    ("src/window.rs::classify_is_exactly_the_window", Every("ends within ±4, indices within ±7")),
    ("tests/constants.rs::cos_sin_constants_are_rounded_to_nearest", Every("all coefficients")),
    ("tests/constants.rs::f32_table_is_the_logarithm_of_its_inverses", Every("all 32 cells")),
    ("tests/constants.rs::f64_table_is_the_logarithm_of_its_inverses", Every("all 128 cells")),
    ("tests/constants.rs::shift_add_constants_are_rounded_to_nearest", Every("all 21 constants, and ln 2")),
    ("tests/cos_sin.rs::platform_agrees_on_a_grid", Every("every multiple of 2^-16 of a turn, to 2^-50")),
    (
        "tests/far_draws.rs::noise_of_far_draws_is_within_its_ledger",
        Sample("nine exponents up to 2^14 beyond the first words, 40 mantissas each"),
    ),
    (
        "tests/generators.rs::deep_generator_extends_the_relative_one",
        Sample("words of every length, up to 16 words"),
    ),
    (
        "tests/generators.rs::exponent_is_geometric_with_a_total_cut_off",
        Every("every exponent, with no and with all further bits; P = 2, 23, 24, 52"),
    ),
    ("tests/generators.rs::midpoints_of_whole_small_grids", Every("every cell of 8, 12 and 16 bits")),
    (
        "tests/inverse.rs::inverse_radius_is_within_its_ledger",
        Every("every draw of 9 bits, against the oracle"),
    ),
    ("tests/inverse_tail_constants.rs::the_table_of_floats_is_what_the_oracle_says", Every("all 528 cells")),
    (
        "tests/inverse_tail_constants.rs::the_table_of_integers_is_what_the_oracle_says",
        Every("all 128 cells"),
    ),
    (
        "tests/kernels.rs::cells_are_what_the_ledger_assumes",
        Every("the first number of each of the 128 and 32 cells, k = 2"),
    ),
    (
        "tests/kernels.rs::f32_kernel_stays_within_the_ledger_everywhere_and_comes_close_to_it",
        Every("every f32 from 2^-64 below 1"),
    ),
    ("tests/kernels.rs::f64_kernel_near_the_platform_ln", Sample("2000 bit patterns of the domain")),
    (
        "tests/kernels.rs::far_logarithm_continues_the_kernel",
        Sample("four words for every e up to 90, one for six further e"),
    ),
    ("tests/kernels.rs::side_by_side_is_alone", Sample("words of every length, 2^12 groups of eight")),
    (
        "tests/kernels.rs::thirty_two_bits_agree_with_sixty_four_and_decrease",
        Sample("2^20 words of every length"),
    ),
    ("tests/planar.rs::coordinates_are_exact_products_rounded_once", Sample("10 000 lengths and directions")),
    (
        "tests/planar.rs::discs_hold_exactly_the_inscribed_cells",
        Every("radii up to 20, three centres, every cell around them"),
    ),
    ("tests/planar.rs::every_planar_release_is_total", Sample("2000 answers and streams of bytes")),
    ("tests/planar.rs::inverse_radius_is_the_root_for_every_draw", Every("every draw of 12 bits")),
    ("tests/planar.rs::masks_hold_exactly_their_bits", Every("every cell in and around a mask of 130 cells")),
    (
        "tests/planar.rs::small_planar_formats_over_their_whole_domain",
        Every("every draw of 5, 6 and 8 bits for each uniform and 7, 4 and 3 for the angle"),
    ),
    (
        "tests/planar.rs::small_words_release_exactly_the_region",
        Every("every draw of 4, 4 and 3 bits, 602 pairs of 8-bit words, three regions"),
    ),
    ("tests/planar.rs::two_formats_agree_on_every_draw", Sample("20 000 draws")),
    (
        "tests/projection.rs::the_computed_image_is_within_the_error",
        Sample("300 boxes of the globe, a place in each"),
    ),
    ("tests/query.rs::neighbours_stay_within_the_sensitivity", Sample("pairs of neighbours")),
    (
        "tests/release.rs::both_roundings_agree",
        Sample("bit patterns of f64 and neighbours of ties, every L from 2^-100 to 2^100"),
    ),
    (
        "tests/release.rs::every_release_is_total",
        Sample("bit patterns of answers and entropy, L from 2^-40 to 2^4"),
    ),
    (
        "tests/release.rs::fixed_point_release_is_the_exact_sum",
        Sample("64-bit words and draws, L from 2^-32 to 2^100"),
    ),
    ("tests/release.rs::grid_points_are_numbers_of_the_word", Sample("eight indices, every L, 8-bit words")),
    (
        "tests/release.rs::rounded_sum_moves_edges_by_at_most_the_stated_shift",
        Sample("sums next to the edges of three windows"),
    ),
    (
        "tests/release.rs::rounding_is_exact_for_every_bit_pattern",
        Sample("bit patterns of f64, every L from 2^-100 to 2^100"),
    ),
    (
        "tests/release.rs::rounding_is_exact_near_ties",
        Sample("neighbours of ties, every L from 2^-100 to 2^100"),
    ),
    (
        "tests/release.rs::scale_is_the_least_not_below_the_quotient",
        Sample("100 000 quotients of up to 32 bits"),
    ),
    (
        "tests/release.rs::small_fixed_formats_over_their_whole_domain",
        Every("every cell of 8, 12 and 16 bits, five formats"),
    ),
    (
        "tests/release.rs::small_words_release_exactly_the_window",
        Every("every 12-bit answer, every draw of 8 bits, one window"),
    ),
    (
        "tests/shift_add_ledger.rs::ledgers_cover_what_the_operations_lose_and_are_not_loose",
        Derived("every input; K = 12, 18, 21"),
    ),
    (
        "tests/shift_add_ledger.rs::residual_and_product_invariant_for_every_sixteen_bit_word",
        Every("every word of 16 bits"),
    ),
    ("tests/shift_add_ledger.rs::sixteen_bit_kernel_at_every_input", Every("every u16, against the oracle")),
    ("tests/slices.rs::slices_complete_their_open_draws", Sample("71 draws, of which one to four are open")),
    ("tests/slices.rs::slices_release_what_singles_do", Sample("eight lengths, ten generators and formats")),
    ("tests/small_formats.rs::eight_and_twelve_bits", Every("every cell of 8 and 12 bits, six formats")),
    (
        "tests/small_formats.rs::gaussian_noise_of_few_bits",
        Every("every draw of Relative<4> (fixed) and Relative<5> (f64, f32)"),
    ),
    (
        "tests/small_formats.rs::relative_generators_of_few_bits",
        Every("every draw of Relative<6> and, with 50 fraction bits, Relative<4>"),
    ),
    ("tests/small_formats.rs::sixteen_bits", Every("every cell of 16 bits, two formats")),
    (
        "tests/table_ledger.rs::f32_kernel_runs_the_operations_that_are_bounded",
        Sample("6000 numbers of the domain"),
    ),
    (
        "tests/table_ledger.rs::f64_kernel_runs_the_operations_that_are_bounded",
        Sample("6000 numbers of the domain"),
    ),
    (
        "tests/table_ledger.rs::ledgers_cover_every_cell_and_are_not_loose",
        Derived("every input of each of the 128 and 32 cells"),
    ),
    ("tests/whole_draws.rs::any_length_takes_the_next_bytes_of_the_stream", Every("every length up to 100")),
    (
        "tests/whole_draws.rs::bytes_are_read_in_order_and_missing_ones_are_zero",
        Every("every length up to 24, a mark at every place"),
    ),
    (
        "tests/whole_draws.rs::every_small_draw_is_the_same_alone_and_side_by_side",
        Every("every draw of Relative<6>, every cell of 8 and 12 bits, and 2^12 of 40"),
    ),
    (
        "tests/whole_draws.rs::every_width_takes_the_least_power_of_two_of_bytes",
        Every("every admissible number of bits"),
    ),
    (
        "tests/whole_draws.rs::far_draws_take_the_wide_logarithm",
        Every("every far exponent below 2^10, least and largest mantissa; P = 23, 52"),
    ),
    (
        "tests/whole_draws.rs::inverse_tails_side_by_side_are_those_alone",
        Every("five points of each of the 528 cells, and of the 128 in integers"),
    ),
    (
        "tests/whole_draws.rs::logarithms_side_by_side_are_those_alone",
        Every("words of 12 leading bits, every e up to 90 in turn"),
    ),
    (
        "tests/whole_draws.rs::midpoints_reach_the_logarithm_of_each_format",
        Every("every cell of 12, 16 and 20 bits, and 2^14 of 40"),
    ),
    (
        "tests/whole_draws.rs::noise_that_says_nothing_else_goes_place_by_place",
        Every("every number of bytes up to 20"),
    ),
    (
        "tests/whole_draws.rs::one_far_draw_among_sixteen_changes_no_other",
        Every("a far draw in each of sixteen places"),
    ),
    (
        "tests/whole_draws.rs::relative_draws_reach_the_logarithm_of_each_format",
        Every("every draw of Relative<8>"),
    ),
    (
        "tests/whole_releases.rs::every_length_of_a_planar_slice_is_its_releases_one_by_one",
        Every("every length up to 400, f64, two regions"),
    ),
    (
        "tests/whole_releases.rs::every_length_of_a_slice_takes_one_draw_for_each_place",
        Every("every length up to 1100, 8-bit words"),
    ),
    (
        "tests/whole_releases.rs::every_octant_has_its_signs",
        Every("2^13 angles in each of the eight octants"),
    ),
    (
        "tests/whole_releases.rs::every_small_planar_draw_has_its_own_bytes",
        Every("every draw of 6 bits for each uniform and 5 for the angle"),
    ),
    (
        "tests/whole_releases.rs::every_small_release_is_the_cell_of_its_sum",
        Every("every 8-bit word or 259 floats, every draw of 8 bits, one window"),
    ),
    (
        "tests/whole_releases.rs::polar_coordinates_of_floats_are_rounded_once",
        Every("7 bits at every position, three lengths; 128 × 128 sums and products"),
    ),
    (
        "tests/whole_releases.rs::polar_lengths_of_words_are_rounded_once",
        Every("10 bits at every position, 41 scales"),
    ),
    (
        "tests/whole_settings.rs::domains_of_the_table_kernels_are_exact",
        Every("every f32 of 20 leading bits, and all within 2^8 of the ends of both domains"),
    ),
    (
        "tests/whole_settings.rs::elements_have_bounds_in_order_within_two_to_the_sixty_one",
        Every("both bounds within 3 of 0 and of ±2^61"),
    ),
    (
        "tests/whole_settings.rs::every_small_scale_is_the_least_not_below_its_quotient",
        Every("every quotient of numbers up to 1023"),
    ),
    (
        "tests/whole_settings.rs::every_word_goes_to_the_nearest_of_every_small_range",
        Every("every range and every word of 6 bits"),
    ),
    (
        "tests/whole_settings.rs::floats_go_to_the_nearest_of_every_range_and_nan_is_refused",
        Sample("ends and answer from twelve numbers: NaN, infinities, zeros, subnormal, largest"),
    ),
    (
        "tests/whole_settings.rs::grids_exist_exactly_within_a_hundred_binades",
        Every("every exponent up to ±1000"),
    ),
    ("tests/whole_settings.rs::products_of_floats_are_rounded_once", Sample("128 scales, nine logarithms")),
    (
        "tests/whole_settings.rs::projections_round_each_step_once",
        Every("places and origins in eighths within ±4, four factors"),
    ),
    (
        "tests/whole_settings.rs::queries_know_their_range_and_their_sensitivity",
        Every("bounds within ±3, three rows within ±4"),
    ),
    ("tests/whole_settings.rs::rectangles_have_one_grid", Every("every pair of grids")),
    (
        "tests/whole_settings.rs::scales_are_exact_in_every_binade_and_format",
        Every("every binade up to ±200, three mantissas, FRAC = 0, 4, 40, 63"),
    ),
    (
        "tests/whole_settings.rs::windows_fit_exactly_the_formats_that_hold_them",
        Every("every grid, ends within 2 of 0 and of the limits; f64, f32, Fixed<64, 40>, Fixed<8, 4>"),
    ),
    (
        "tests/whole_settings.rs::words_hold_exactly_their_numbers",
        Every("every number of 10 bits, for words of 2 and 8 bits"),
    ),
];
