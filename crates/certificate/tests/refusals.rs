//! What the audit must refuse: every change of a single field of every committed certificate, consistent lies, stale
//! sources, wrong constants, and text that is no certificate at all.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of tests"
)]
#![allow(clippy::print_stdout, clippy::disallowed_types, reason = "counts, and a black box that is a float")]

use kdelta_certificate::{
    Area, Asked, BlackBox, Certificate, Closeness, Directory, Format, Gaussian, GeneratorName, Kernel,
    KernelCertificate, KernelResult, Law, MechanismCertificate, MechanismDescription, Method, Options,
    Outputs, Places, Point, Projection, Refusal, Report, Sampler, Sources, Subject, Unit, Vector, audit,
};
use kdelta_finite::sources::CERTIFIED;
use kdelta_oracle::enclosure::ln;
use kdelta_oracle::number::{Rational, dyadic, parse};
use num_traits::Signed;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Mechanism certificates.
const MECHANISMS: [&str; 13] = [
    "binary64",
    "binary64-deep",
    "binary64-midpoint",
    "binary64-count",
    "binary32",
    "binary32-count",
    "fixed-64-40",
    "fixed-64-40-count",
    "fixed-32-24",
    "gaussian-binary64",
    "gaussian-binary64-count",
    "gaussian-binary32",
    "gaussian-fixed-64-40",
];

/// Planar certificates.
const PLANAR: [&str; 4] = ["binary64", "binary64-globe", "binary64-inverse", "fixed-64-32-disc"];

/// Certificates and sources, in memory.
static FILES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let root = Directory::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut files = BTreeMap::new();
    let mut add = |path: String| files.insert(path.clone(), root.read(&path).unwrap());
    for kernel in Kernel::ALL.into_iter().chain(Kernel::BLACK_BOXES) {
        add(kernel.certificate());
    }
    for name in MECHANISMS {
        add(format!("certificates/mechanism-{name}.json"));
    }
    for name in PLANAR {
        add(format!("certificates/planar-{name}.json"));
    }
    add("certificates/vector-binary64.json".into());
    add("certificates/vector-gaussian-binary64.json".into());
    for (path, _) in CERTIFIED {
        add((*path).into());
    }
    files
});

fn judge(text: &str, sources: &dyn Sources) -> Result<Report, Refusal> {
    audit(&Certificate::read(text)?, sources, &Options::default())
}

/// Every other way to write a leaf: other types, then other numbers or other words.
fn leaves(leaf: &Value) -> Vec<Value> {
    let text = leaf.as_str().expect("all leaves are strings");
    let mut all = vec![Value::Null, json!(1.5)];
    let mut strings = vec![String::new(), format!("{text}x")];
    if let Ok(x) = parse(text) {
        let (one, tiny) = (dyadic(1, 0), dyadic(1, -30));
        let near = [&x * (&one + &tiny), &x * (&one - &tiny), &x + dyadic(1, -80), -&x];
        strings.extend(near.map(|near| kdelta_certificate::Number(near).to_string()));
        // The same number, written differently.
        strings.push(format!("{}/{}", x.numer() * 2, x.denom() * 2));
        strings.push(format!("{}/{}", x.numer(), x.denom()));
        strings.push(format!("+{text}"));
    } else {
        all.extend([json!([text]), json!({ "value": text })]);
        strings.extend([format!(" {text}"), text.chars().skip(1).collect(), text.to_uppercase()]);
        strings.extend(["1", "|ln v|", "exhaustive", "cellwise"].map(String::from));
    }
    all.extend(strings.into_iter().map(Value::String));
    all
}

/// Every place in a value, as a JSON pointer.
fn places(value: &Value, at: String) -> Vec<String> {
    let inner: Vec<_> = match value {
        Value::Object(fields) => {
            fields.iter().flat_map(|(key, value)| places(value, format!("{at}/{key}"))).collect()
        }
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(i, value)| places(value, format!("{at}/{i}"))).collect()
        }
        _ => Vec::new(),
    };
    [vec![at], inner].concat()
}

/// Every change of a value itself; its parts are other places.
fn mutations(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::Object(fields) => {
            let pairs: Vec<_> = fields.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
            let object =
                |pairs: Vec<(String, Value)>| Value::Object(pairs.into_iter().collect::<Map<_, _>>());
            for i in 0..pairs.len() {
                let mut removed = pairs.clone();
                removed.remove(i);
                all.push(object(removed));
                let mut renamed = pairs.clone();
                renamed[i].0.push('_');
                all.push(object(renamed));
                if i > 0 {
                    let mut swapped = pairs.clone();
                    swapped.swap(i - 1, i);
                    all.push(object(swapped));
                }
            }
            let mut extended = pairs.clone();
            extended.push(("remark".into(), json!("harmless")));
            all.push(object(extended));
        }
        Value::Array(items) => {
            all.push(json!([]));
            for i in 0..items.len() {
                let mut removed = items.clone();
                removed.remove(i);
                all.push(Value::Array(removed));
                let mut doubled = items.clone();
                doubled.insert(i, items[i].clone());
                all.push(Value::Array(doubled));
                if i > 0 {
                    let mut swapped = items.clone();
                    swapped.swap(i - 1, i);
                    all.push(Value::Array(swapped));
                }
            }
        }
        leaf => all = leaves(leaf),
    }
    // As text: two objects that differ in the order of their fields are equal as values.
    let original = value.to_string();
    all.retain(|changed| serde_json::to_string(changed).unwrap() != original);
    all
}

/// Lines doubled: the same field twice.
fn doubled_fields(text: &str) -> Vec<String> {
    let lines: Vec<_> = text.lines().collect();
    let single = |line: &str| line.contains("\": \"");
    let double = |i: usize| {
        let mut with: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        with.insert(i, format!("{},", lines[i].trim_end_matches(',')));
        with.join("\n") + "\n"
    };
    (0..lines.len()).filter(|&i| single(lines[i])).map(double).collect()
}

fn every_mutation_is_refused(path: &str, text: &str) {
    judge(text, &*FILES).unwrap();
    let mut value: Value = serde_json::from_str(text).unwrap();
    let mut refused = 0;
    let mut refuse = |mutant: &str| {
        assert_ne!(mutant, text);
        if let Ok(report) = judge(mutant, &*FILES) {
            let line = mutant.lines().zip(text.lines()).find(|(a, b)| a != b);
            panic!("{path}: accepted with {line:?}: {report:?}");
        }
        refused += 1;
    };
    let all = places(&value, String::new());
    // Of a table of thousands of constants about 150 are tried.
    let constants = all.iter().filter(|place| place.contains("/values/")).count();
    let stride = if constants > 1000 { constants / 150 } else { 1 };
    for (ordinal, place) in all.into_iter().enumerate() {
        if place.contains("/values/") && ordinal % stride != 0 {
            continue;
        }
        let original = value.pointer(&place).unwrap().clone();
        for (kind, changed) in mutations(&original).into_iter().enumerate() {
            if place.ends_with("/values") && kind % stride != 0 {
                continue;
            }
            // A table has hundreds of alike constants: each is nudged both ways (4 and 5), the other kinds take turns.
            if place.contains("/values/") && !(kind == 4 || kind == 5 || (kind + ordinal) % 4 == 0) {
                continue;
            }
            *value.pointer_mut(&place).unwrap() = changed;
            refuse(&(serde_json::to_string_pretty(&value).unwrap() + "\n"));
        }
        *value.pointer_mut(&place).unwrap() = original;
    }
    doubled_fields(text).iter().for_each(|mutant| refuse(mutant));
    assert!(refused > 150, "only {refused} mutations");
    println!("{path}: {refused} mutations refused");
}

macro_rules! refused {
    ($($name:ident: $path:literal,)*) => {$(
        #[test]
        fn $name() {
            let path = concat!("certificates/", $path, ".json");
            every_mutation_is_refused(path, &FILES[path]);
        }
    )*};
}

mod every_single_field_mutation_of {
    use super::{FILES, every_mutation_is_refused};
    refused! {
        shift_add_16: "kernel-shift-add-16",
        shift_add_32: "kernel-shift-add-32",
        shift_add_64: "kernel-shift-add-64",
        table_f32: "kernel-table-f32",
        table_f64: "kernel-table-f64",
        inverse_tail_64: "kernel-inverse-tail-64",
        inverse_tail_f32: "kernel-inverse-tail-f32",
        inverse_tail_f64: "kernel-inverse-tail-f64",
        cos_sin: "kernel-cos-sin",
        std_f64: "kernel-std-f64",
        std_f32: "kernel-std-f32",
        libm_log: "kernel-libm-log",
        libm_logf: "kernel-libm-logf",
        core_math_log: "kernel-core-math-log",
        core_math_logf: "kernel-core-math-logf",
        binary64: "mechanism-binary64",
        binary64_deep: "mechanism-binary64-deep",
        binary64_midpoint: "mechanism-binary64-midpoint",
        binary32: "mechanism-binary32",
        fixed_64: "mechanism-fixed-64-40",
        fixed_32: "mechanism-fixed-32-24",
        binary64_count: "mechanism-binary64-count",
        binary32_count: "mechanism-binary32-count",
        fixed_64_count: "mechanism-fixed-64-40-count",
        gaussian_64: "mechanism-gaussian-binary64",
        gaussian_64_count: "mechanism-gaussian-binary64-count",
        gaussian_32: "mechanism-gaussian-binary32",
        gaussian_fixed: "mechanism-gaussian-fixed-64-40",
        vector: "vector-binary64",
        vector_gaussian: "vector-gaussian-binary64",
        planar: "planar-binary64",
        planar_globe: "planar-binary64-globe",
        planar_inverse: "planar-binary64-inverse",
        planar_disc: "planar-fixed-64-32-disc",
    }
}

fn kernel_result(kernel: Kernel) -> KernelResult {
    match Certificate::read(&FILES[&kernel.certificate()]).unwrap().certifies {
        Subject::Kernel(certificate) => certificate.result().unwrap(),
        Subject::Mechanism(_) => panic!("no kernel"),
    }
}

fn kernel_text(result: &KernelResult, sources: &dyn Sources) -> String {
    let certificate = KernelCertificate::derive(result, sources).unwrap();
    Certificate::new(Subject::Kernel(Box::new(certificate))).text().unwrap()
}

/// std's ln on a grid of 2^10 points, exhausted here with the oracle.
fn black_box() -> KernelResult {
    let at = |x: i64| {
        let v = dyadic(x, -10);
        let computed = Rational::from_float(-(f64::from(i32::try_from(x).unwrap()) / 1024.0).ln()).unwrap();
        let exact = ln(&v, 128).unwrap().negated();
        ((exact.hi() - &computed).abs().max((exact.lo() - &computed).abs()), v, computed)
    };
    let (error, witness, computed) = (1..1024).map(at).max().unwrap();
    KernelResult {
        kernel: Kernel::StdF64,
        terms: vec![("every point".into(), Unit::One, error, Method::Exhaustive)],
        witness,
        black_box: Some(BlackBox {
            bits: 10,
            computed,
            fingerprint: "0123456789abcdef".repeat(4),
            depends_on: vec!["platform x86_64 linux".into()],
        }),
    }
}

#[test]
fn a_black_box_is_accepted_with_its_gap_and_refused_with_any_mutation() {
    let text = kernel_text(&black_box(), &*FILES);
    let report = judge(&text, &*FILES).unwrap();
    assert!(report.trusted.iter().any(|line| line.contains("re-executes nothing")));
    assert!(report.checked.iter().any(|line| line.contains("factor 1")));
    every_mutation_is_refused("black box", &text);
}

/// A bound below the witness's error, a claim to have exhausted what nobody can, another shape of terms.
#[test]
fn a_black_box_that_cannot_be_is_refused() {
    let honest = black_box();
    let mut low = honest.clone();
    low.terms[0].2 /= Rational::from_integer(2.into());
    let mut named = honest.clone();
    named.terms[0].0 = "some points".into();
    let mut forward = honest.clone();
    forward.terms[0].3 = Method::ForwardAnalysis;
    let exhausted =
        KernelResult { kernel: Kernel::TableF64, witness: dyadic(1, -1), black_box: None, ..honest.clone() };
    for lie in [low, named, forward, exhausted] {
        assert!(judge(&kernel_text(&lie, &*FILES), &*FILES).is_err(), "{lie:?}");
    }
    let off_grid = KernelResult { witness: dyadic(1, -11), ..honest.clone() };
    let both = KernelResult { kernel: Kernel::TableF64, ..honest.clone() };
    let neither = KernelResult { black_box: None, ..honest };
    for lie in [off_grid, both, neither] {
        assert!(KernelCertificate::derive(&lie, &*FILES).is_err(), "{lie:?}");
    }
    let unknown = FILES[&Kernel::StdF64.certificate()].replace("\"std_f64\"", "\"std_f128\"");
    let why = judge(&unknown, &*FILES).unwrap_err();
    assert!(why.why.contains("no kernel is called \"std_f128\""), "{why}");
}

/// A liar recomputes sums, claim and witness after lowering one term: only the derivation can tell.
#[test]
fn a_term_lowered_consistently_is_refused() {
    for kernel in Kernel::ALL {
        let honest = kernel_result(kernel);
        for i in 0..honest.terms.len() {
            for factor in ["0", "1/4"] {
                let mut lie = honest.clone();
                lie.terms[i].2 *= parse(factor).unwrap();
                // This one claims a whole unit, of which the side that decides needs little: a true statement.
                let true_anyway =
                    kernel == Kernel::ShiftAdd64 && lie.terms[i].0 == "e ln 2" && factor == "1/4";
                let verdict = judge(&kernel_text(&lie, &*FILES), &*FILES);
                assert_eq!(verdict.is_ok(), true_anyway, "{} {:?}", kernel.name(), lie.terms[i]);
            }
        }
    }
}

/// Leaving a term out, or giving it another unit, consistently.
#[test]
fn a_ledger_with_other_terms_is_refused() {
    for kernel in Kernel::ALL {
        let honest = kernel_result(kernel);
        let mut short = honest.clone();
        short.terms.pop();
        let mut swapped = honest.clone();
        swapped.terms.swap(0, 1);
        let mut relative = honest.clone();
        relative.terms[1].1 = if relative.terms[1].1 == Unit::One { Unit::Logarithm } else { Unit::One };
        let mut best = honest.clone();
        best.terms = vec![("worst case".into(), Unit::One, Rational::default(), Method::Exhaustive)];
        for lie in [short, swapped, relative, best] {
            assert!(
                judge(&kernel_text(&lie, &*FILES), &*FILES).is_err(),
                "{}: {:?}",
                kernel.name(),
                lie.terms
            );
        }
    }
}

/// One unit in the last digit of a constant of the source, and a certificate made for that source.
#[test]
fn a_wrong_constant_in_the_source_is_refused() {
    for (kernel, path, stride) in [
        (Kernel::ShiftAdd32, "crates/finite/src/ln/shift_add.rs", 1),
        (Kernel::TableF32, "crates/finite/src/ln/table_data.rs", 5),
        (Kernel::TableF64, "crates/finite/src/ln/table_data.rs", 13),
        (Kernel::CosSin, "crates/finite/src/cos_sin.rs", 1),
        // Some of the values: ten numbers make a cell, and the first is its value.
        (Kernel::InverseTail64, "crates/finite/src/inverse_tail_integer_data.rs", 50),
    ] {
        let honest = kernel_result(kernel);
        let source = &FILES[path];
        let constants = KernelCertificate::derive(&honest, &*FILES).unwrap().constants;
        // The items that the kernel's constants come from, each up to its end.
        let items: &[&str] = match kernel {
            Kernel::TableF64 => &["LN_2_HIGH_64: f64", "LN_2_LOW_64: f64", "CELLS_64: ["],
            Kernel::TableF32 => &["LN_2_HIGH_32: f32", "LN_2_LOW_32: f32", "CELLS_32: ["],
            Kernel::CosSin => &["PI: u64", "SIN: [u64", "COS: [u64"],
            Kernel::InverseTail64 => &["CELLS: [Cell; 128]"],
            _ => &["LN_FACTORS: [", "LN_2: u128"],
        };
        let mut tried = 0;
        for item in items {
            let start = source.find(item).unwrap();
            let end = start + source[start..].match_indices(";\n").next().unwrap().0;
            let literals: Vec<_> = source[start..end].match_indices("0x").map(|(at, _)| start + at).collect();
            for &at in literals.iter().step_by(stride) {
                let last =
                    at + 2 + source[at + 2..].find(|c: char| !c.is_ascii_hexdigit() && c != '_').unwrap() - 1;
                let digit = u8::from_str_radix(&source[last..=last], 16).unwrap();
                let mut wrong = source.clone();
                wrong.replace_range(last..=last, &format!("{:x}", digit ^ 1));
                let mut files = FILES.clone();
                files.insert(path.into(), wrong);
                let Ok(certificate) = KernelCertificate::derive(&honest, &files) else { continue };
                assert_ne!(certificate.constants, constants);
                let text = Certificate::new(Subject::Kernel(Box::new(certificate))).text().unwrap();
                assert!(judge(&text, &files).is_err(), "{} with a wrong literal at byte {at}", kernel.name());
                tried += 1;
            }
        }
        assert!(tried >= 18, "{}: {tried}", kernel.name());
    }
}

/// One unit in the last digit of the centre or of the value of a cell, and half or twice a coefficient, the last one included: each is
/// seen, though the certificate is made for that table.
#[test]
fn a_wrong_cell_of_the_inverse_tail_is_refused() {
    let path = "crates/finite/src/inverse_tail_data.rs";
    let source = &FILES[path];
    let honest = kernel_result(Kernel::InverseTailF64);
    for cell in [1, 200, 527] {
        let (row, _) = source.match_indices("\n    cell(0x").nth(cell).unwrap();
        let literals: Vec<_> = source[row..].match_indices("0x").take(10).map(|(at, _)| row + at).collect();
        for (column, at) in literals.into_iter().enumerate() {
            // 0x____xxxx_xxxx_xxxX, or the last digit of the exponent, 0xxxX_….
            let digit = at + if column < 2 { 2 + 18 } else { 4 };
            let wrong = u8::from_str_radix(&source[digit..=digit], 16).unwrap() ^ 1;
            let mut table = source.clone();
            table.replace_range(digit..=digit, &format!("{wrong:x}"));
            let mut files = FILES.clone();
            files.insert(path.into(), table);
            let Ok(certificate) = KernelCertificate::derive(&honest, &files) else { continue };
            let text = Certificate::new(Subject::Kernel(Box::new(certificate))).text().unwrap();
            let why = judge(&text, &files).expect_err("a wrong cell").to_string();
            assert!(
                why.contains("terms") || why.contains("constants"),
                "cell {cell}, column {column}: {why}"
            );
        }
    }
}

#[test]
fn a_changed_source_makes_the_certificate_stale() {
    for path in FILES.keys().filter(|path| path.ends_with(".rs") || path.ends_with("Cargo.toml")) {
        let mut files = FILES.clone();
        files.get_mut(path).unwrap().push_str(if path.ends_with(".rs") {
            "// a comment\n"
        } else {
            "# a comment\n"
        });
        let names_it = |name: &&String| name.ends_with(".json") && FILES[*name].contains(path.as_str());
        let stale: Vec<_> = FILES.keys().filter(names_it).collect();
        let refused = stale.iter().filter_map(|name| judge(&FILES[*name], &files).err());
        let named = refused.filter(|why| why.field.contains("sources") && why.field.contains("sha256"));
        // One kernel, one certificate; most other files are those of several.
        let least = if path.contains("cos_sin") || path.contains("inverse_tail_integer") { 1 } else { 2 };
        assert!(named.count() >= least, "{path}");
    }
}

/// All that is compiled of the crate that does the arithmetic has a digest, the contracts apart, which only a verifier compiles.
#[test]
fn every_file_of_the_arithmetic_is_certified() {
    fn below(folder: &std::path::Path, files: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { below(&path, files) } else { files.push(path.to_str().unwrap().to_owned()) }
        }
    }
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    let mut files = Vec::new();
    below(std::path::Path::new(&format!("{root}crates/finite/src")), &mut files);
    let missing: Vec<_> = files
        .iter()
        .map(|path| path.strip_prefix(root).unwrap())
        .filter(|path| !path.starts_with("crates/finite/src/contract"))
        .filter(|path| !CERTIFIED.iter().any(|(listed, _)| listed == path))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
    assert!(files.len() > 40, "{files:?}");
}

/// A source that takes its text from a file without a digest: refused whatever its own digest is.
#[test]
fn code_from_elsewhere_is_refused() {
    let root = "crates/finite/src/lib.rs";
    let release = "crates/finite/src/release.rs";
    let cases = [
        (root, "pub mod release;", "#[path = \"other.rs\"]\npub mod release;"),
        (root, "pub mod release;", "#[cfg_attr(all(), path\n=\"other.rs\")]\npub mod release;"),
        (root, "pub mod release;", "#[/* hidden */path = \"other.rs\"]\npub mod release;"),
        (root, "pub mod release;", "pub mod release;\n#[cfg(all())]mod other;"),
        (root, "#[cfg(creusot)]\nmod contract;", "mod contract;"),
        (release, "//! ", "include! (\"other.rs\");\n//! "),
        (release, "//! ", "mod other;\n//! "),
        ("crates/finite/src/ln/mod.rs", "pub mod shift_add;", "pub mod shift_add;\npub(crate) mod other ;"),
        ("crates/kdelta/src/line.rs", "//! ", "#[path=\"other.rs\"] mod other;\n//! "),
    ];
    let old = mechanism("mechanism-binary64");
    let description = MechanismDescription::of(&old);
    assert!(MechanismCertificate::derive(&description, &*FILES).is_ok());
    for (path, from, to) in cases {
        let mut files = FILES.clone();
        assert!(FILES[path].contains(from), "{path}: {from}");
        files.insert(path.into(), FILES[path].replacen(from, to, 1));
        let refusal = MechanismCertificate::derive(&description, &files).unwrap_err();
        assert!(
            refusal.field == path
                && (refusal.why.contains("another file") || refusal.why.contains("not certified")),
            "{refusal}"
        );
    }
}

/// Of the lock file the packages that make random bits are certified: another release of one of them makes certificates stale, or its
/// source from elsewhere; other packages do not.
#[test]
fn other_random_bits_make_the_certificate_stale() {
    let text = &FILES["certificates/mechanism-binary64.json"];
    let lock = &FILES["Cargo.lock"];
    let with = |from: &str, to: &str| {
        let (before, after) = lock.split_once(from).unwrap();
        let mut files = FILES.clone();
        files.insert("Cargo.lock".into(), format!("{before}{}", after.replacen("checksum = \"", to, 1)));
        files.get_mut("Cargo.lock").unwrap().insert_str(before.len(), from);
        judge(text, &files)
    };
    for package in ["getrandom", "ppv-lite86", "rand_chacha", "rand_core"] {
        let name = format!("name = \"{package}\"\n");
        let refusal = with(&name, "checksum = \"0").unwrap_err();
        assert!(refusal.field.contains("sha256"), "{refusal}");
        let refusal = with(&name, "replaced = \"").unwrap_err();
        assert!(refusal.why.contains(package), "{refusal}");
    }
    with("name = \"clap\"\n", "checksum = \"0").unwrap();
}

#[test]
fn a_missing_source_is_named() {
    let mut files = FILES.clone();
    files.remove("crates/finite/src/grid.rs");
    let refusal = judge(&FILES["certificates/mechanism-binary64.json"], &files).unwrap_err();
    assert_eq!(refusal.field, "crates/finite/src/grid.rs");
}

/// A mechanism certificate that follows from a kernel certificate which does not: refused for the kernel's sake.
#[test]
fn a_mechanism_on_a_false_kernel_certificate_is_refused() {
    let mut lie = kernel_result(Kernel::TableF64);
    lie.terms[1].2 = dyadic(1, -80);
    let mut files = FILES.clone();
    files.insert(Kernel::TableF64.certificate(), kernel_text(&lie, &*FILES));
    let old = mechanism("mechanism-binary64");
    let description = MechanismDescription::of(&old);
    let certificate = MechanismCertificate::derive(&description, &files).unwrap();
    assert!(certificate.verdict < old.verdict);
    let text = Certificate::new(Subject::Mechanism(Box::new(certificate))).text().unwrap();
    let refusal = judge(&text, &files).unwrap_err();
    assert!(refusal.to_string().contains("kernel.terms \"r\".value"), "{refusal}");
}

fn mechanism(name: &str) -> MechanismCertificate {
    match Certificate::read(&FILES[&format!("certificates/{name}.json")]).unwrap().certifies {
        Subject::Mechanism(certificate) => *certificate,
        Subject::Kernel(_) => panic!("{name} is a kernel"),
    }
}

/// Any other closeness is refused, in either direction and in any place: κ₊ and κ₋ exchanged, half, twice, 0, or that of another certificate.
#[test]
fn any_other_closeness_is_refused() {
    for name in ["mechanism-binary64-midpoint", "planar-binary64-globe", "vector-binary64"] {
        let honest = mechanism(name);
        let stated = &honest.closeness;
        assert!(stated.above != stated.below, "{name}: exchanging them would change nothing");
        let scaled = |number: &kdelta_certificate::Number, factor: &str| {
            (&(&number.0 * parse(factor).unwrap())).into()
        };
        let mut lies =
            vec![Closeness { above: stated.below.clone(), below: stated.above.clone(), ..stated.clone() }];
        for factor in ["0", "1/2", "2"] {
            lies.push(Closeness { above: scaled(&stated.above, factor), ..stated.clone() });
            lies.push(Closeness { below: scaled(&stated.below, factor), ..stated.clone() });
            lies.push(Closeness {
                total_variation: scaled(&stated.total_variation, factor),
                ..stated.clone()
            });
            lies.push(Closeness { leaked_bits: scaled(&stated.leaked_bits, factor), ..stated.clone() });
        }
        lies.push(mechanism("mechanism-binary64").closeness);
        for lie in lies {
            let forged = MechanismCertificate { closeness: lie, ..honest.clone() };
            let text = Certificate::new(Subject::Mechanism(Box::new(forged))).text().unwrap();
            let refusal = judge(&text, &*FILES).unwrap_err();
            assert!(refusal.field.starts_with("mechanism.closeness."), "{name}: {refusal}");
        }
    }
}

/// What follows from κ₊ and κ₋ is what the oracle says, and is tight: half of it is less than the terms that it is made of.
#[test]
fn what_follows_from_closeness_is_stated_for_all_values() {
    for name in ["mechanism-binary64", "planar-binary64", "vector-binary64"] {
        let certificate = mechanism(name);
        let (stated, vector) = (&certificate.closeness, certificate.setting.vector());
        let share = Rational::new(vector.dimension.into(), vector.changed.into());
        let (above, below) = (&stated.above.0 * &share, &stated.below.0 * &share);
        // For small x: x ≤ e^x − 1 ≤ x + x², x − x² ≤ 1 − e^−x ≤ x, and 1 < 1/ln 2 < 1.4427.
        let least = above.clone().min(&below - &below * &below);
        let most = (&above + &above * &above).min(below);
        assert!(
            least <= stated.total_variation.0 && stated.total_variation.0 <= most + dyadic(1, -250),
            "{name}"
        );
        assert!(
            stated.leaked_bits.0 > above && stated.leaked_bits.0 < above * parse("1.4427").unwrap(),
            "{name}"
        );
    }
}

fn with_vector(name: &str, dimension: u64, changed: u64) -> MechanismDescription {
    let mut description = MechanismDescription::of(&mechanism(name));
    description.setting.line_mut().unwrap().vector = Vector { dimension, changed };
    description
}

/// ε′ = Δ₁/b + Δ₀·κ, whatever the dimension is; a single value is a vector of one.
#[test]
fn a_vector_costs_what_its_changed_values_cost() {
    let of = |description: &MechanismDescription| MechanismCertificate::derive(description, &*FILES).unwrap();
    let one = of(&with_vector("vector-binary64", 1, 1));
    let excess = |certificate: &MechanismCertificate| &certificate.verdict.0 - &certificate.chain.epsilon.0;
    for (dimension, changed) in [(3, 3), (1000, 3), (1_000_000, 3), (1000, 1), (1000, 1000)] {
        let vector = of(&with_vector("vector-binary64", dimension, changed));
        let times = Rational::from_integer(changed.into());
        assert_eq!(vector.chain, one.chain);
        assert_eq!(excess(&vector), excess(&one) * &times);
        assert_eq!(vector.closeness.above.0, &one.closeness.above.0 * &times);
        assert_eq!(vector.closeness.below.0, &one.closeness.below.0 * &times);
        assert!(vector.closeness.leaked_bits > one.closeness.leaked_bits);
    }
    // Of midpoints too, where the ε′ of a single value comes from Theorem U, and that of a vector from κ₊ and κ₋.
    let one = of(&with_vector("mechanism-binary64-midpoint", 1, 1));
    let two = of(&with_vector("mechanism-binary64-midpoint", 2, 2));
    assert!(excess(&two) >= excess(&one) * Rational::from_integer(2.into()));
    assert_eq!(two.verdict.0, &two.chain.epsilon.0 + &two.closeness.above.0 + &two.closeness.below.0);
    // A vector so long that e^κ₊ cannot be enclosed has the total variation of any two laws.
    let long = of(&with_vector("mechanism-binary32", u64::MAX, 1));
    assert_eq!(long.closeness.total_variation, 1.into());
}

/// The errors of the values that neighbours share cancel; those of the others are paid.
#[test]
fn errors_of_a_vector_are_paid_for_the_values_that_differ() {
    let number = |text: &str| kdelta_certificate::Number(parse(text).unwrap());
    let mut description = with_vector("vector-binary64", 1000, 3);
    (description.setting.query_error, description.setting.reading_error) = (number("1/8"), number("1/16"));
    let certificate = MechanismCertificate::derive(&description, &*FILES).unwrap();
    assert_eq!(
        certificate.chain.sensitivity.0,
        parse("3").unwrap() + parse("2").unwrap() * parse("9/16").unwrap()
    );
}

#[test]
fn a_vector_of_other_numbers_is_refused() {
    let text = &FILES["certificates/vector-binary64.json"];
    for (field, honest, others) in [
        ("changed", "3", &["0", "1", "2", "4", "1000", "1001", "18446744073709551616", "-1", "3/1"][..]),
        ("dimension", "1000", &["0", "1", "2", "3", "999", "1001", "18446744073709551616"]),
    ] {
        let from = format!("\"{field}\": \"{honest}\"");
        assert!(text.contains(&from), "{from}");
        for other in others {
            judge(&text.replacen(&from, &format!("\"{field}\": \"{other}\""), 1), &*FILES).unwrap_err();
        }
    }
    // Nor are they derived.
    for (dimension, changed, field) in [
        (0, 0, "setting.dimension"),
        (0, 1, "setting.dimension"),
        (5, 0, "setting.changed"),
        (5, 6, "setting.changed"),
    ] {
        let description = with_vector("vector-binary64", dimension, changed);
        let refusal = MechanismCertificate::derive(&description, &*FILES).unwrap_err();
        assert_eq!(refusal.field, field, "{refusal}");
    }
    // A single value that claims to be a vector, and the other way round.
    let single = &FILES["certificates/mechanism-binary64.json"];
    let vector = single.replacen("\"dimension\": \"1\"", "\"dimension\": \"2\"", 1);
    assert!(vector != *single && judge(&vector, &*FILES).is_err());
}

/// The same for the plane, for the logarithm and for cos and sin.
#[test]
fn planar_noise_on_a_false_kernel_certificate_is_refused() {
    for kernel in [Kernel::TableF64, Kernel::CosSin] {
        let mut lie = kernel_result(kernel);
        for term in &mut lie.terms {
            term.2 *= parse("2^-20").unwrap();
        }
        let mut files = FILES.clone();
        files.insert(kernel.certificate(), kernel_text(&lie, &*FILES));
        let old = mechanism("planar-binary64");
        let description = MechanismDescription::of(&old);
        let certificate = MechanismCertificate::derive(&description, &files).unwrap();
        assert!(certificate.verdict < old.verdict);
        let text = Certificate::new(Subject::Mechanism(Box::new(certificate))).text().unwrap();
        let refusal = judge(&text, &files).unwrap_err();
        assert!(refusal.to_string().contains("kernel.terms"), "{refusal}");
        // Against the honest kernel it is not the certificate that is named.
        let refusal = judge(&text, &*FILES).unwrap_err();
        assert!(refusal.field.starts_with("mechanism."), "{refusal}");
    }
}

/// What the user chooses may be anything; what cannot be certified says so, with the condition.
#[test]
fn planar_settings_that_cannot_be_are_refused() {
    let number = |text: &str| kdelta_certificate::Number(parse(text).unwrap());
    let refused = |change: &dyn Fn(&mut MechanismDescription), name: &str, word: &str| {
        let mut description = MechanismDescription::of(&mechanism(&format!("planar-{name}")));
        change(&mut description);
        let why = MechanismCertificate::derive(&description, &*FILES).expect_err(word).to_string();
        assert!(why.contains(word), "{why}");
    };
    refused(&|d| d.setting.epsilon = Some(number("0")), "binary64", "setting.epsilon");
    refused(&|d| d.setting.sensitivity = number("-1"), "binary64", "setting.sensitivity");
    refused(&|d| d.setting.epsilon = Some(number("2^70")), "binary64", "setting.epsilon");
    refused(&|d| d.setting.grid = number("3"), "binary64", "power of two");
    refused(&|d| d.setting.grid = number("2^-36"), "binary64", "L > 2δ");
    refused(&|d| d.setting.grid = number("2^-60"), "binary64", "setting.window");
    refused(&|d| d.setting.grid = number("2^13"), "binary64", "no multiple");
    refused(&|d| d.generator = GeneratorName::Relative(52), "binary64", "e_max");
    refused(&|d| d.generator = GeneratorName::Deep { bits: 52, words: 17 }, "binary64", "17 words");
    refused(&|d| d.generator = GeneratorName::Deep { bits: 53, words: 4 }, "binary64", "53 bits");
    refused(&|d| d.generator = GeneratorName::Midpoint(53), "binary64", "mechanism.chain");
    refused(&|d| d.generator = GeneratorName::Midpoint(64), "binary64-inverse", "midpoint-2 to midpoint-63");
    refused(&|d| d.generator = GeneratorName::Relative(52), "binary64-inverse", "midpoint-2 to midpoint-63");
    refused(&|d| d.generator = GeneratorName::Lazy(52), "binary64", "is lazy");
    refused(
        &|d| d.generator = GeneratorName::Deep { bits: 52, words: 3 },
        "fixed-64-32-disc",
        "certified from",
    );
    refused(
        &|d| d.generator = GeneratorName::Deep { bits: 23, words: 2 },
        "fixed-64-32-disc",
        "certified from",
    );
    refused(&|d| d.setting.plane_mut().unwrap().sampler = Sampler::Inverse, "binary64", "the inverse takes");
    refused(&|d| d.setting.query_error = number("1"), "binary64-globe", "the projection's");
    refused(&|d| d.setting.reading_error = number("1"), "binary64-globe", "the projection's");
    refused(&|d| d.format = Format::Binary32, "binary64", "subject.format");
    let fixed = mechanism("planar-fixed-64-32-disc").subject.format;
    refused(
        &|d| (d.format, d.generator) = (fixed, GeneratorName::Relative(52)),
        "binary64-globe",
        "longitude and latitude",
    );
    refused(&|d| d.format = fixed, "binary64-globe", "longitude and latitude");
    let globe = |d: &mut MechanismDescription, change: &dyn Fn(&mut Area, &mut Point)| match &mut d
        .setting
        .plane_mut()
        .unwrap()
        .places
    {
        Places::Globe { answers, reference } => change(answers, reference),
        Places::Plane { .. } => panic!("not on the globe"),
    };
    refused(&|d| globe(d, &|_, reference| reference.x = number("1/3")), "binary64-globe", "2^-20");
    refused(&|d| globe(d, &|_, reference| reference.y = number("90")), "binary64-globe", "pole");
    refused(&|d| globe(d, &|answers, _| answers.x.high = number("181")), "binary64-globe", "antimeridian");
    refused(&|d| globe(d, &|answers, _| answers.y.high = number("89")), "binary64-globe", "pole");
    refused(&|d| globe(d, &|answers, _| answers.y.low = number("49")), "binary64-globe", "latitudes");
    let plane = |d: &mut MechanismDescription, change: &dyn Fn(&mut Area)| match &mut d
        .setting
        .plane_mut()
        .unwrap()
        .places
    {
        Places::Plane { answers } => change(answers),
        Places::Globe { .. } => panic!("not on the plane"),
    };
    refused(&|d| plane(d, &|answers| answers.x.high = number("-6000")), "binary64", "swap");
    refused(&|d| plane(d, &|answers| answers.y.high = number("1/3")), "binary64", "does not hold");
    refused(
        &|d| d.setting.plane_mut().unwrap().outputs = Outputs::Disc { radius: number("1/2") },
        "binary64",
        "no multiple",
    );
    refused(
        &|d| d.setting.plane_mut().unwrap().outputs = Outputs::Disc { radius: number("0") },
        "binary64",
        "setting.radius",
    );
    refused(
        &|d| d.setting.plane_mut().unwrap().outputs = Outputs::Disc { radius: number("2^25") },
        "binary64",
        "setting.radius",
    );
}

/// The same for Gaussian noise.
#[test]
fn gaussian_settings_that_cannot_be_are_refused() {
    let number = |text: &str| kdelta_certificate::Number(parse(text).unwrap());
    let refused = |change: &dyn Fn(&mut MechanismDescription), word: &str| {
        let mut description = MechanismDescription::of(&mechanism("mechanism-gaussian-binary64"));
        change(&mut description);
        let why = MechanismCertificate::derive(&description, &*FILES).expect_err(word).to_string();
        assert!(why.contains(word), "{why}");
    };
    let law = |d: &mut MechanismDescription, change: &dyn Fn(&mut Gaussian)| match &mut d.setting.law {
        Law::Gaussian(law) => change(law),
        other => panic!("{other:?}"),
    };
    for delta in ["0", "-1", "1", "2"] {
        refused(&|d| law(d, &|law| law.delta = number(delta)), "setting.law.delta: needs 0 < δ < 1");
    }
    for (asked, field) in [
        (Asked::Epsilon(number("0")), "asked.epsilon"),
        (Asked::Epsilon(number("-1")), "asked.epsilon"),
        (Asked::Sigma(number("-1")), "asked.sigma"),
        (Asked::Sigma(number("2^61")), "asked.sigma"),
        (Asked::Rho(number("0")), "asked.rho"),
        (Asked::Rho(number("2^-200")), "asked.rho"),
    ] {
        refused(&|d| law(d, &|law| law.asked = asked.clone()), field);
    }
    refused(&|d| d.setting.epsilon = Some(number("1")), "setting.epsilon: is there beside");
    refused(&|d| d.setting.sensitivity = number("0"), "setting.sensitivity");
    refused(&|d| d.setting.grid = number("2^-49"), "setting.window");
    refused(&|d| d.generator = GeneratorName::Midpoint(53), "exponent and mantissa");
    refused(&|d| d.generator = GeneratorName::Lazy(53), "53 bits");
    let fixed = Format::Fixed { bits: 64, fraction: 40 };
    refused(&|d| (d.format, d.generator) = (fixed, GeneratorName::Lazy(52)), "relative-52 or relative-23");
    refused(&|d| law(d, &|law| law.asked = Asked::Sigma(number("2^-16"))), "e_max");
    refused(&|d| law(d, &|law| law.line.vector = Vector { dimension: 2, changed: 3 }), "setting.changed");
}

/// σ for (ε, δ) and for ρ is the least with 24 bits: the ideal ε and ρ are within what was asked, and with the next smaller σ they are not.
#[test]
fn the_least_scale_is_the_least() {
    let base = MechanismDescription::of(&mechanism("mechanism-gaussian-binary64"));
    let with = |asked: Asked| {
        let mut description = base.clone();
        if let Law::Gaussian(law) = &mut description.setting.law {
            law.asked = asked;
        }
        MechanismCertificate::derive(&description, &*FILES).unwrap()
    };
    for (asked, most) in [
        (Asked::Epsilon(kdelta_certificate::Number(parse("1/3").unwrap())), parse("1/3").unwrap()),
        (Asked::Rho(kdelta_certificate::Number(parse("1/7").unwrap())), parse("1/7").unwrap()),
    ] {
        let value = |certificate: &MechanismCertificate| match &asked {
            Asked::Rho(_) => certificate.gaussian.as_ref().unwrap().rho.0.clone(),
            _ => certificate.chain.epsilon.0.clone(),
        };
        let found = with(asked.clone());
        assert!(value(&found) <= most);
        let scale = &found.chain.scale.0;
        let place = dyadic(1, kdelta_oracle::number::floor_log2(scale).unwrap() - 23);
        assert!((scale / &place).is_integer());
        let smaller = with(Asked::Sigma((&(scale - place)).into()));
        assert!(value(&smaller) > most);
    }
}

/// A wider box, a nearer pole, a longer distance: what they cost is in the certificate.
#[test]
fn the_projection_is_paid_for() {
    let old = mechanism("planar-binary64-globe");
    let verdict = |change: &dyn Fn(&mut Area)| {
        let mut description = MechanismDescription::of(&old);
        if let Places::Globe { answers, .. } = &mut description.setting.plane_mut().unwrap().places {
            change(answers);
        }
        MechanismCertificate::derive(&description, &*FILES).unwrap()
    };
    let wider = verdict(&|answers| answers.y.high = kdelta_certificate::Number(parse("48.92").unwrap()));
    let stretch = |certificate: &MechanismCertificate| match &certificate.plane.as_ref().unwrap().projection {
        Projection::Local { stretch, .. } => stretch.0.clone(),
        Projection::Identity => panic!("no projection"),
    };
    assert!(stretch(&wider) > stretch(&old) && stretch(&old) > parse("1").unwrap());
    assert!(wider.chain.scale > old.chain.scale);
    assert!(wider.chain.sensitivity.0 > stretch(&wider) * &wider.setting.sensitivity.0);
}

/// Each refusal says which field, what is wrong, and what to do.
#[test]
fn refusals_name_the_field() {
    let text = &FILES["certificates/mechanism-binary64.json"];
    let field = |from: &str, to: &str| judge(&text.replacen(from, to, 1), &*FILES).unwrap_err();
    let other = field("\"package\": \"kdelta-finite\"", "\"package\": \"none of kdelta\"");
    assert_eq!(other.field, "mechanism.subject.package");
    assert!(field("\"package\": \"kdelta-finite\"", "\"package\": \"other\"").why.contains("other"));
    assert_eq!(field("kdelta-certificate/3", "kdelta-certificate/4").field, "schema");
    assert!(field("\"verdict\"", "\"verdikt\"").why.contains("verdikt"));
    assert!(
        field("\"grid\": \"0x1p-10\"", "\"grid\": \"0x2p-11\"").why.contains("must be written \"0x1p-10\"")
    );
    assert!(field("\"grid\": \"0x1p-10\"", "\"grid\": 0.0009765625").why.contains("expected a string"));
    assert!(field("  \"schema\"", "   \"schema\"").field.starts_with("line 2"));
    // A grid too fine for the error of the noise: the condition that fails is named with its values.
    let midpoint = FILES["certificates/mechanism-binary64-midpoint.json"].replacen("0x1p-10", "0x1p-40", 2);
    let fine = judge(&midpoint, &*FILES).unwrap_err();
    assert!(fine.why.contains("L > 2δ"), "{fine}");
}

#[test]
fn absurd_text_is_refused_at_once() {
    let text = &FILES["certificates/mechanism-binary64.json"];
    let nested = "[".repeat(100_000);
    let long = "9".repeat(2_000_000);
    let number = format!("\"epsilon\": \"{}\"", "9".repeat(8_000));
    for absurd in [
        String::new(),
        nested.clone(),
        format!("{{\"schema\": {nested}"),
        long,
        text.replacen("\"epsilon\": \"1\"", &number, 1),
        text.replacen("\"epsilon\": \"1\"", "\"epsilon\": \"2^-1000000000\"", 1),
        text.replacen("\"epsilon\": \"1\"", "\"epsilon\": \"0x1p-16000\"", 1),
        text.replacen("\"low\": \"-16\"", "\"low\": \"-1000000000000000000000\"", 1),
        text.replacen("\"relative-52\"", "\"relative-4294967296\"", 1),
        text.replacen("\"relative-52\"", "\"relative--1\"", 1),
        text.replacen("\"relative-52\"", "\"relative-052\"", 1),
        text.replacen("\"relative-52\"", "\"deep-52-4294967295\"", 1),
        format!("\u{feff}{text}"),
        text.replace('\n', "\r\n"),
        text.trim_end().to_owned(),
        format!("{text}{text}"),
    ] {
        assert!(judge(&absurd, &*FILES).is_err());
    }
}

/// A number that some field of a certificate could hold.
fn number() -> impl Strategy<Value = String> {
    let integer = (-200_i64..200).prop_map(|n| n.to_string());
    let dyadic = (1_i64..1000, -1200_i32..1200)
        .prop_map(|(m, e)| kdelta_certificate::Number(dyadic(m, e)).to_string());
    let ratio = (-50_i64..50, 1_i64..50)
        .prop_map(|(a, b)| kdelta_certificate::Number(Rational::new(a.into(), b.into())).to_string());
    prop_oneof![integer, dyadic, ratio]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn any_text_is_refused_without_a_panic(text in any::<String>(), json in "[\\[\\]{}\":,a-z0-9 ]{0,200}") {
        prop_assert!(judge(&text, &*FILES).is_err() && judge(&json, &*FILES).is_err());
    }

    /// Any number of any setting replaced by any other: never a panic, and accepted only if nothing changed.
    #[test]
    fn any_setting_is_decided_without_a_panic(which in 0_usize..60, with in number(), file in 0_usize..9) {
        let subject = |path: &String| path.contains("/mechanism-") || path.contains("/planar-");
        let text = FILES.iter().filter(|(path, _)| subject(path)).nth(file).unwrap().1;
        let numbers: Vec<_> = text
            .lines()
            .enumerate()
            .filter(|(_, line)| line.trim().trim_end_matches(',').split_once(": \"")
                .is_some_and(|(_, value)| parse(value.trim_end_matches('"')).is_ok()))
            .map(|(at, _)| at)
            .collect();
        let at = numbers[which % numbers.len()];
        let lines = text.lines().enumerate().map(|(i, line)| if i == at {
            let (key, rest) = line.split_once(": \"").unwrap();
            format!("{key}: \"{with}{}", &rest[rest.find('"').unwrap()..])
        } else {
            line.to_owned()
        });
        let changed = lines.collect::<Vec<_>>().join("\n") + "\n";
        prop_assert_eq!(judge(&changed, &*FILES).is_ok(), &changed == text);
    }
}

/// A run that nobody made: the audit has the ledger of this kernel, and no word for a run replaces it.
#[test]
fn an_exhaustive_claim_about_a_kernel_with_a_ledger_is_refused() {
    for kernel in Kernel::ALL {
        let mut forged = kernel_result(kernel);
        forged.terms = vec![
            ("every point".into(), Unit::One, dyadic(1, -44), Method::Exhaustive),
            ("relative part".into(), Unit::Logarithm, dyadic(1, -24), Method::Exhaustive),
        ];
        forged.witness = dyadic(1, -1);
        let why = judge(&kernel_text(&forged, &*FILES), &*FILES).unwrap_err().to_string();
        assert!(why.contains("terms"), "{}: {why}", kernel.name());
    }
}

#[test]
fn changed_coefficients_in_the_source_are_refused() {
    let mut files = FILES.clone();
    let path = "crates/finite/src/ln/table.rs";
    files.insert(path.into(), FILES[path].replace("1.0 / 3.0", "1.0 / 3.1"));
    let result = kernel_result(Kernel::TableF64);
    let why = KernelCertificate::derive(&result, &files).unwrap_err().to_string();
    assert!(why.contains("coefficients"), "{why}");
}

/// The exponents of the coefficients stand in the source in decimal; the audit's model has the same or none.
#[test]
fn changed_exponents_in_the_source_are_refused() {
    let path = "crates/finite/src/cos_sin.rs";
    let result = kernel_result(Kernel::CosSin);
    for (from, to) in [("[2, 6, 12,", "[2, 6, 11,"), ("[3, 8, 14,", "[3, 9, 14,")] {
        let mut files = FILES.clone();
        assert!(FILES[path].contains(from));
        files.insert(path.into(), FILES[path].replace(from, to));
        let why = KernelCertificate::derive(&result, &files).unwrap_err().to_string();
        assert!(why.contains("shifts"), "{why}");
    }
}

/// Bounds of somebody else's logarithm that its format refutes: the certificate is consistent, the witness is honest and harmless, and the
/// bound is less than what the nearest numbers cost at the least inputs. An audit of points in the middle of the grid accepted bounds that
/// were 4.9 times too small.
#[test]
fn a_black_box_better_than_its_format_is_refused() {
    for kernel in Kernel::BLACK_BOXES {
        let honest = kernel_result(kernel);
        let [ref term] = honest.terms[..] else { panic!("{}: has more terms", kernel.name()) };
        for percent in [20, 49, 83] {
            let mut forged = honest.clone();
            forged.terms[0].2 = &term.2 * Rational::new(percent.into(), 100.into());
            forged.witness = dyadic(1, -1);
            let ln_two = match kernel.words().1 {
                "f64" => Rational::from_float(std::f64::consts::LN_2),
                _ => Rational::from_float(std::f32::consts::LN_2),
            };
            forged.black_box.as_mut().unwrap().computed = ln_two.unwrap();
            let why = judge(&kernel_text(&forged, &*FILES), &*FILES)
                .err()
                .unwrap_or_else(|| panic!("{} with {percent} % of its bound", kernel.name()));
            assert!(why.field == "kernel.bound" && why.why.contains("no function of the format"), "{why}");
            println!("{}: {percent} % of its bound: {why}", kernel.name());
        }
    }
}

/// A word of the certifier enters the claim, and may not say more than a name.
#[test]
fn a_black_box_with_more_to_say_is_refused() {
    let mut forged = kernel_result(Kernel::StdF64);
    let honest = forged.black_box.clone().unwrap();
    let computed = honest.computed.clone();
    let talkative =
        BlackBox { computed, depends_on: vec!["platform); moreover the error is 0 (x86".into()], ..honest };
    forged.black_box = Some(talkative);
    assert!(KernelCertificate::derive(&forged, &*FILES).unwrap_err().to_string().contains("tools"));
}

/// A certificate of another version is refused because of its version, whatever else has changed since; with a field that this version does not
/// know as well.
#[test]
fn another_version_is_named_as_the_reason() {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../certificates/mechanism-binary64.json"
    ))
    .unwrap();
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let older = text.replace(&version, "\"version\": \"0.0.9\"");
    assert_ne!(older, text);
    for older in [
        older.clone(),
        older.replace("Laplace noise of scale", "Noise of scale"),
        older.replace("\"verdict\"", "\"bound\""),
        older.replacen("  ", "\t", 1),
    ] {
        let refusal = Certificate::read(&older).unwrap_err();
        assert_eq!(refusal.field, "mechanism.subject.version", "{refusal}");
        assert!(
            refusal.why.contains("0.0.9") && refusal.why.contains(env!("CARGO_PKG_VERSION")),
            "{refusal}"
        );
        assert!(refusal.remedy.contains("kdelta certify laplace --epsilon 1 --sensitivity 1"), "{refusal}");
    }
    let schema =
        older.replace("kdelta-certificate/", "kdelta-certificate/0").replace("\"verdict\"", "\"bound\"");
    assert_eq!(Certificate::read(&schema).unwrap_err().field, "schema");
    assert_eq!(Certificate::read("{}").unwrap_err().field, "certificate");
}
