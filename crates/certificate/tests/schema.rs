//! The schema of certificates: every committed certificate is valid, what is not a certificate is not, and one of a schema before is
//! refused with the command that renews it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests")]

use jsonschema::Validator;
use kdelta_certificate::{Certificate, Kernel, MechanismCertificate, Schema};
use serde_json::{Value, json};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn schema() -> Value {
    let text = std::fs::read_to_string(format!("{ROOT}/certificates/schema/kdelta-certificate-3.json"));
    serde_json::from_str(&text.unwrap()).unwrap()
}

fn validator() -> Validator {
    jsonschema::draft202012::new(&schema()).unwrap()
}

/// Every file in certificates/, by its name.
fn committed() -> Vec<(String, Value)> {
    let names = std::fs::read_dir(format!("{ROOT}/certificates")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names
        .filter(|name| name.ends_with(".json"))
        .map(|name| {
            let text = std::fs::read_to_string(format!("{ROOT}/certificates/{name}")).unwrap();
            (name, serde_json::from_str(&text).unwrap())
        })
        .collect()
}

#[test]
fn every_committed_certificate_is_valid() {
    let validator = validator();
    let all = committed();
    assert!(all.len() >= 25, "{}", all.len());
    for (name, certificate) in all {
        let wrong: Vec<_> = validator
            .iter_errors(&certificate)
            .map(|why| format!("{}: {why}", why.instance_path()))
            .collect();
        assert!(wrong.is_empty(), "{name}: {wrong:#?}");
    }
}

/// Every place of a value that is an object, as a JSON pointer.
fn objects(value: &Value, at: String) -> Vec<String> {
    match value {
        Value::Object(fields) => {
            let inner = fields.iter().flat_map(|(key, value)| objects(value, format!("{at}/{key}")));
            inner.chain([at.clone()]).collect()
        }
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(i, value)| objects(value, format!("{at}/{i}"))).collect()
        }
        _ => Vec::new(),
    }
}

/// Tight: no object takes a field more or a field less, no text that is a number another spelling of it.
#[test]
fn a_field_more_a_field_less_and_another_spelling_are_invalid() {
    let validator = validator();
    let mut tried = 0;
    for (name, certificate) in committed() {
        // One of each kind: the others have the same fields.
        if ![
            "kernel-shift-add-16.json",
            "mechanism-binary64-count.json",
            "planar-binary64-globe.json",
            "vector-binary64.json",
            "mechanism-gaussian-binary64.json",
        ]
        .contains(&name.as_str())
        {
            continue;
        }
        for at in objects(&certificate, String::new()) {
            let fields = certificate.pointer(&at).unwrap().as_object().unwrap().clone();
            let mut refuse = |changed: Value| {
                let mut mutant = certificate.clone();
                *mutant.pointer_mut(&at).unwrap() = changed;
                assert!(!validator.is_valid(&mutant), "{name}: {at}");
                tried += 1;
            };
            let mut more = fields.clone();
            more.insert("remark".into(), json!("harmless"));
            refuse(Value::Object(more));
            for (key, value) in &fields {
                let mut less = fields.clone();
                less.remove(key);
                refuse(Value::Object(less));
                let Some(text) = value.as_str().filter(|text| kdelta_oracle::number::parse(text).is_ok())
                else {
                    continue;
                };
                for other in [json!(1), json!(format!("+{text}")), json!(format!("{text} ")), json!("1.5")] {
                    let mut respelled = fields.clone();
                    respelled.insert(key.clone(), other);
                    refuse(Value::Object(respelled));
                }
            }
        }
    }
    assert!(tried > 500, "{tried}");
}

/// What the audit would refuse of a law, the schema refuses as well: formats, generators and forms of the bound that it does not have.
#[test]
fn what_a_law_does_not_have_is_invalid() {
    let validator = validator();
    let all: std::collections::BTreeMap<_, _> = committed().into_iter().collect();
    let generator = |name: &str| all[name]["certifies"]["mechanism"]["generator"].clone();
    for (name, at, other) in [
        ("planar-binary64.json", "subject/format", json!("binary32")),
        ("planar-binary64.json", "generator", generator("mechanism-binary64-count.json")), // lazy
        ("planar-binary64-inverse.json", "generator", generator("planar-binary64.json")),  // deep
        ("planar-binary64.json", "bounds/5/form", json!("rational sinh")),
        ("planar-binary64.json", "bounds/5/form", json!("rational factor")),
        ("planar-binary64.json", "bounds/5/form", json!("u-space")),
        ("mechanism-binary64.json", "setting/law/laplace/vector/dimension", json!("0")),
        ("vector-binary64.json", "setting/law/laplace/vector/changed", json!("0")),
        ("vector-binary64.json", "closeness/above", json!("-1")),
        ("mechanism-gaussian-binary64.json", "bounds/0/form", json!("sinh")),
        ("mechanism-gaussian-binary64.json", "generator", generator("mechanism-binary64-midpoint.json")),
        ("mechanism-gaussian-binary64.json", "setting/law/gaussian/delta", json!("0")),
        ("mechanism-gaussian-binary64.json", "setting/law/gaussian/asked", json!({ "mu": "1" })),
        ("mechanism-binary64.json", "bounds/0/form", json!("analytic")),
    ] {
        let mut mutant = all[name].clone();
        let field = mutant.pointer_mut(&format!("/certifies/mechanism/{at}")).unwrap();
        assert_ne!(*field, other);
        *field = other;
        assert!(!validator.is_valid(&mutant), "{name}: {at}");
    }
}

/// The names in the schema are those of the types.
#[test]
fn enumerations_are_those_of_the_types() {
    let schema = schema();
    let words = |pointer: &str| -> Vec<String> {
        let words = schema.pointer(pointer).unwrap().as_array().unwrap().iter();
        words.map(|word| word.as_str().unwrap().to_owned()).collect()
    };
    let kernels = Kernel::ALL.into_iter().chain(Kernel::BLACK_BOXES).map(|kernel| kernel.name().to_owned());
    assert_eq!(words("/$defs/kernelName/enum"), kernels.collect::<Vec<_>>());
    for form in words("/$defs/bound/properties/form/enum") {
        assert!(kdelta_oracle::bound::Form::named(&form).is_some(), "{form}");
    }
    assert_eq!(schema.pointer("/properties/schema/const").unwrap(), Schema::NAME);
    assert_eq!(serde_json::to_value(Schema::V3).unwrap(), Schema::NAME);
}

/// The command that renews the first of them.
const COUNT: &str = "kdelta certify laplace --epsilon 1/10 --sensitivity 1 --query-error 0 --reading-error 0 --answers 0..1000000 \
                     --window -320..1000320 --grid 2^-7 --format f64 --generator lazy-52 --out FILE";
const GLOBE: &str = "kdelta certify planar --epsilon ";

/// Certificates of kdelta-certificate/1 and /2, as they were committed: number of the schema, text, command, law.
const OLD: [(u32, &str, &str, &str); 4] = [
    (1, include_str!("schema_1/mechanism-binary64-count.json"), COUNT, "laplace"),
    (1, include_str!("schema_1/planar-binary64-globe.json"), GLOBE, "planar_laplace"),
    (2, include_str!("schema_2/mechanism-binary64-count.json"), COUNT, "laplace"),
    (2, include_str!("schema_2/planar-binary64-globe.json"), GLOBE, "planar_laplace"),
];

#[test]
fn a_certificate_of_a_schema_before_is_refused_with_the_command_that_renews_it() {
    for (schema, text, command, _) in OLD {
        let refusal = Certificate::read(text).unwrap_err();
        assert_eq!(refusal.field, "schema");
        let why = format!("is \"kdelta-certificate/{schema}\", this program reads \"kdelta-certificate/3\"");
        assert_eq!(refusal.why, why);
        assert!(refusal.remedy.contains(&format!("renew it with \"{command}")), "{refusal}");
        assert!(refusal.remedy.contains("scripts/certificates"), "{refusal}");
        assert!(!validator().is_valid(&serde_json::from_str(text).unwrap()));
    }
}

/// The words of the command come from a refused file: one that a shell would take for more than a command of kdelta is not shown.
#[test]
fn a_command_that_could_do_harm_is_not_shown() {
    let (_, text, command, _) = OLD[0];
    let written = command.replace("--out FILE", "--json");
    assert!(text.contains(&written));
    for harm in [
        "kdelta certify laplace $(rm -rf x) --json",
        "kdelta certify laplace; rm -rf x --json",
        "kdelta certify laplace > certificates/README.md --json",
        "kdelta certify laplace \\u001b[2J --json",
        "kdelta certify laplace \\n--json",
        "rm -rf x --json",
        "sudo kdelta certify laplace --json",
        "kdelta release --json",
        "kdelta certify laplace --epsilon 1 --out .bashrc --json",
        "kdelta certify laplace --epsilon 1 --sources /tmp --json",
        "kdelta certify laplace --epsilon .bashrc --json",
        "kdelta certify laplace --epsilon --json",
        "kdelta certify laplace --generator .bashrc --json",
        "kdelta certify laplace --format fixed-../x --json",
        "kdelta certify kernel .bashrc --format f64 --json",
        "kdelta certify --out .bashrc --json",
        "kdelta certify laplace",
    ] {
        let refusal = Certificate::read(&text.replace(&written, harm)).unwrap_err();
        assert_eq!(refusal.field, "schema", "{harm}");
        assert!(
            !refusal.to_string().contains("rm -rf")
                && !refusal.to_string().contains(".bashrc")
                && !refusal.remedy.contains("kdelta certify"),
            "{refusal}"
        );
        assert!(!refusal.to_string().contains(['\n', '\u{1b}']), "{refusal:?}");
        assert!(refusal.remedy.contains("certify its setting again"), "{refusal}");
    }
}

/// The command of every certificate that kdelta writes is one that a later version shows.
#[test]
fn every_committed_certificate_of_another_schema_is_refused_with_its_own_command() {
    for (name, certificate) in committed() {
        let certified = certificate["certifies"].as_object().unwrap().values().next().unwrap();
        let command = certified["reproduce"].as_str().unwrap().replace("--json", "--out FILE");
        let old = certificate.to_string().replace(Schema::NAME, "kdelta-certificate/4");
        let refusal = Certificate::read(&old).unwrap_err();
        assert!(refusal.remedy.contains(&format!("\"{command}\"")), "{name}: {refusal}");
    }
}

/// The setting of an old certificate, certified again, gives no larger ε′.
#[test]
fn what_is_renewed_has_no_larger_verdict() {
    let number = |value: &Value| kdelta_oracle::number::parse(value.as_str().unwrap()).unwrap();
    for (_, text, _, law) in OLD {
        let old: Value = serde_json::from_str(text).unwrap();
        let old = old["certifies"].as_object().unwrap().values().next().unwrap();
        let renewed = committed().into_iter().find_map(|(_, new)| {
            let new = new["certifies"]["mechanism"].clone();
            (new["reproduce"] == old["reproduce"]).then_some(new)
        });
        let renewed = renewed.unwrap();
        assert!(renewed["setting"]["law"].get(law).is_some());
        assert!(number(&renewed["verdict"]) <= number(&old["verdict"]));
        let read: MechanismCertificate = serde_json::from_value(renewed).unwrap();
        // Every form of then is one of now, but for the ray bound, which has no proof by machine and is gone.
        let then = old["bounds"].as_array().unwrap().iter().filter(|bound| bound["form"] != "ray");
        assert_eq!(read.bounds.len(), then.count());
    }
}
