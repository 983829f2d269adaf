//! `kdelta report`: the verdict first, everything behind it, and nothing of a certificate that does not hold.

use crate::{ROOT, kdelta, line};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeSet;
use std::fs;

const DEFAULT: &str = "certificates/mechanism-binary64.json";
/// As the page names it: no path of this machine.
const NAME: &str = "mechanism-binary64.json";

/// The page is XML as well, so that its structure can be checked.
fn parse(page: &str) -> Document<'_> {
    Document::parse_with_options(page, ParsingOptions { allow_dtd: true, ..Default::default() }).unwrap()
}

fn all<'a>(page: &'a Document<'_>, tag: &'a str) -> Vec<Node<'a, 'a>> {
    page.descendants().filter(|node| node.tag_name().name() == tag).collect()
}

fn words(node: Node<'_, '_>) -> String {
    let text: String = node.descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first words of the body.
fn first_line(page: &Document<'_>) -> String {
    let body = all(page, "body")[0];
    let first =
        body.descendants().find(|node| node.is_text() && !node.text().unwrap_or_default().trim().is_empty());
    words(
        first
            .unwrap()
            .ancestors()
            .find(|node| node.tag_name().name() == "h1")
            .expect("the verdict is the heading"),
    )
}

/// What a reader without eyes, or on a phone, or without a network needs.
fn check_structure(page: &Document<'_>) {
    let count = |tag| all(page, tag).len();
    assert_eq!(all(page, "html")[0].attribute("lang"), Some("en"));
    assert_eq!([count("h1"), count("main"), count("header"), count("footer"), count("nav")], [1; 5]);
    assert_eq!([count("script"), count("link"), count("img"), count("iframe"), count("object")], [0; 5]);
    assert!(page.descendants().all(|node| node.attribute("src").is_none()));
    let events = page.descendants().flat_map(|node| node.attributes()).filter(|a| a.name().starts_with("on"));
    assert_eq!(events.count(), 0);
    for link in all(page, "a") {
        let target = link.attribute("href").unwrap();
        let known =
            ["https://github.com/kdelta/kdelta/", "https://doi.org/10.", "https://arxiv.org/abs/", "#"];
        assert!(known.iter().any(|start| target.starts_with(start)), "{target}");
    }
    let ids: Vec<_> = page.descendants().filter_map(|node| node.attribute("id")).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{ids:?}");
    for header in all(page, "th") {
        assert!(header.attribute("scope").is_some() && !words(header).is_empty(), "{header:?}");
    }
    for table in all(page, "table") {
        let around = table.parent_element().unwrap();
        assert_eq!(around.attribute("tabindex"), Some("0"), "a table can be scrolled from the keyboard");
    }
    let labels: Vec<_> = page.descendants().filter_map(|node| node.attribute("aria-label")).collect();
    assert_eq!(labels.iter().collect::<BTreeSet<_>>().len(), labels.len());
    for svg in all(page, "svg") {
        assert_eq!(svg.attribute("role"), Some("img"));
    }
    assert!(all(page, "style")[0].text().unwrap().contains("@media print"));
}

#[test]
fn the_verdict_and_everything_behind_it() {
    let out = kdelta(&["report", DEFAULT]).yes();
    let page = parse(&out);
    check_structure(&page);
    assert_eq!(first_line(&page), format!("Accepted: ε′ ≤ 1.000000000017283, for {NAME}"));
    let text = words(page.root_element());
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(format!("{ROOT}/{DEFAULT}")).unwrap()).unwrap();
    let certificate = &json["certifies"]["mechanism"];
    for list in ["conditions", "bounds", "assumptions", "gaps"] {
        for entry in certificate[list].as_array().unwrap() {
            let wanted = entry["name"].as_str().or(entry["form"].as_str()).or(entry.as_str()).unwrap();
            assert!(text.contains(wanted), "{list}: {wanted}");
        }
    }
    for condition in certificate["conditions"].as_array().unwrap() {
        assert!(text.contains(condition["discharged"].as_str().unwrap()), "{condition}");
    }
    for source in certificate["subject"]["sources"].as_array().unwrap() {
        assert!(text.contains(source["sha256"].as_str().unwrap()));
    }
    assert!(text.contains(certificate["reproduce"].as_str().unwrap()) && text.contains("scripts/prove"));
    assert!(text.contains("Theorem 4.1 (kdelta)") && text.contains(&format!("kdelta audit {NAME}")));
    assert_eq!(all(&page, "svg").len(), 2);
    assert_eq!(kdelta(&["report", DEFAULT]).yes(), out);
}

/// The pages of noise in the plane, of Gaussian noise and of vectors: the same parts, for places, for points, for a stated δ and for values
/// that are released together.
#[test]
fn other_mechanisms_have_their_verdict_and_everything_behind_it() {
    for name in [
        "planar-binary64",
        "planar-binary64-globe",
        "planar-binary64-inverse",
        "planar-fixed-64-32-disc",
        "vector-binary64",
        "mechanism-gaussian-binary32",
        "mechanism-gaussian-binary64",
        "mechanism-gaussian-fixed-64-40",
        "vector-gaussian-binary64",
    ] {
        let path = format!("certificates/{name}.json");
        let out = kdelta(&["report", "--points", "4", &path]).yes();
        let page = parse(&out);
        check_structure(&page);
        let json: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(format!("{ROOT}/{path}")).unwrap()).unwrap();
        let certificate = &json["certifies"]["mechanism"];
        let verdict = kdelta_oracle::number::parse(certificate["verdict"].as_str().unwrap()).unwrap();
        let verdict = kdelta_oracle::number::decimal::epsilon_prime(&verdict);
        let text = words(page.root_element());
        let law = &certificate["setting"]["law"]["gaussian"];
        let at = law["delta"].as_str().map_or_else(String::new, |delta| {
            let delta = kdelta_oracle::number::parse(delta).unwrap();
            // Gaussian noise has no pure ε, and every term of its own is shown.
            let pure = page
                .descendants()
                .any(|cell| ["td", "th"].contains(&cell.tag_name().name()) && words(cell) == "pure");
            assert!(!pure && all(&page, "svg").len() == 3, "{name}");
            for (term, value) in [("μ", "mu"), ("ρ", "rho"), ("β", "slope")] {
                let value = certificate["gaussian"][value].as_str().unwrap();
                let value =
                    kdelta_oracle::number::decimal::term(&kdelta_oracle::number::parse(value).unwrap());
                let shown = all(&page, "tr")
                    .into_iter()
                    .any(|row| words(row).starts_with(&format!("{term}≤ {value}")));
                assert!(shown, "{name}: {term} {value}");
            }
            format!(" at δ = {}", kdelta_oracle::number::decimal::short(&delta))
        });
        assert_eq!(first_line(&page), format!("Accepted: ε′ ≤ {verdict}{at}, for {name}.json"));
        for list in ["conditions", "bounds", "assumptions", "gaps"] {
            let entries = certificate[list].as_array().unwrap();
            assert!(!entries.is_empty(), "{name} {list}");
            for entry in entries {
                let wanted = entry["name"].as_str().or(entry["form"].as_str()).or(entry.as_str()).unwrap();
                assert!(text.contains(wanted), "{name} {list}: {wanted}");
            }
        }
        for condition in certificate["conditions"].as_array().unwrap() {
            assert!(text.contains(condition["discharged"].as_str().unwrap()), "{name} {condition}");
        }
        for source in certificate["subject"]["sources"].as_array().unwrap() {
            assert!(text.contains(source["sha256"].as_str().unwrap()), "{name} {source}");
        }
        assert!(text.contains(certificate["reproduce"].as_str().unwrap()), "{name}");
        for field in ["above", "below", "total_variation", "leaked_bits"] {
            let value =
                kdelta_oracle::number::parse(certificate["closeness"][field].as_str().unwrap()).unwrap();
            let value = kdelta_oracle::number::decimal::term(&value);
            assert!(text.contains(&format!("≤ {value}")), "{name} {field}: {value}");
        }
    }
}

/// The errors of the inverse tail are relative to g(ℓ), not to a logarithm.
#[test]
fn the_inverse_tail_is_told_by_its_own_input_and_unit() {
    for name in ["kernel-inverse-tail-f64", "kernel-inverse-tail-f32", "kernel-inverse-tail-64"] {
        let out = kdelta(&["report", "--points", "4", &format!("certificates/{name}.json")]).yes();
        let page = parse(&out);
        check_structure(&page);
        let first = first_line(&page);
        assert!(!first.contains("ln v"), "{first}");
        assert_eq!(first.contains("·g(ℓ)"), !name.ends_with("-64"), "{first}");
        let text = words(page.root_element());
        assert!(text.contains("input ℓ") && !text.contains("input v"), "{name}");
        assert_eq!(all(&page, "svg").len(), 1);
    }
}

#[test]
fn every_committed_certificate_has_a_page() {
    let names = fs::read_dir(format!("{ROOT}/certificates")).unwrap();
    let names = names.map(|name| name.unwrap().path().to_str().unwrap().to_owned());
    let names: Vec<_> = names.filter(|name| name.ends_with(".json")).collect();
    let mut arguments = vec!["report", "--points", "4"];
    arguments.extend(names.iter().map(String::as_str));
    let out = kdelta(&arguments).yes();
    let page = parse(&out);
    check_structure(&page);
    assert_eq!(first_line(&page), format!("Accepted: all {} certificates", names.len()));
}

/// A tampered certificate beside a good one: the first line says which and why, and none of its numbers are shown.
#[test]
fn a_tampered_certificate_is_refused_in_the_first_line() {
    let directory = tempfile::tempdir().unwrap();
    let good = fs::read_to_string(format!("{ROOT}/{DEFAULT}")).unwrap();
    let (tampered, out) = (directory.path().join("tampered.json"), directory.path().join("report.html"));
    fs::write(&tampered, good.replace("\"verdict\": \"0x1.0", "\"verdict\": \"0x0.8")).unwrap();
    let (tampered_name, out_name) = (tampered.to_str().unwrap(), out.to_str().unwrap());
    let why = kdelta(&["report", tampered_name, "--out", out_name]).no(1);
    assert!(why.contains("1 of 1 refused"), "{why}");
    let text = fs::read_to_string(&out).unwrap();
    assert!(first_line(&parse(&text)).starts_with("Refused: tampered.json does not hold: "), "{text}");

    fs::write(&tampered, good.replace("\"verdict\": \"0x1.0", "\"verdict\": \"0x1.1")).unwrap();
    let why = kdelta(&["report", DEFAULT, tampered_name, "--out", out_name]).no(1);
    assert!(why.contains("1 of 2 refused"), "{why}");
    let text = fs::read_to_string(&out).unwrap();
    let page = parse(&text);
    check_structure(&page);
    let first = first_line(&page);
    assert!(
        first.starts_with("Refused 1 of 2 certificates: ") && first.contains("mechanism.verdict: is"),
        "{first}"
    );
    assert!(words(all(&page, "title")[0]).starts_with("Refused"));
    // The good one is still there, once.
    assert_eq!(words(page.root_element()).matches("Accepted: ε′ ≤ 1.000000000017283.").count(), 1);
}

/// The page names the commit that the program was built from, and every link into the repository leads to that commit; a program
/// built without git says so and links nothing. Links to items of the source end in the line that defines them.
#[test]
fn links_lead_to_lines_of_the_commit_that_made_the_page() {
    let out = kdelta(&["report", "--points", "4", DEFAULT, "certificates/kernel-table-f64.json"]).yes();
    let page = parse(&out);
    let links: Vec<_> = all(&page, "a").into_iter().filter_map(|link| link.attribute("href")).collect();
    assert!(links.contains(&"https://doi.org/10.4204/EPTCS.117.1"), "the paper is cited");
    let inside: Vec<_> = links.iter().filter(|link| link.contains("github.com")).collect();
    let Some(commit) = inside.iter().find_map(|link| link.split_once("/commit/")).map(|(_, commit)| commit)
    else {
        assert!(out.contains("built without git") && inside.is_empty());
        return;
    };
    assert!(commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()), "{commit}");
    let blob = format!("/blob/{commit}/");
    assert!(inside.iter().all(|link| link.contains(&blob) || link.ends_with(commit)), "{inside:?}");
    let items = inside.iter().filter(|link| link.contains(".rs#L") || link.contains(".v#L"));
    assert!(items.count() > 300);
    // The function of the kernel, where the file that was compiled defines it.
    let line = inside.iter().find_map(|link| link.split_once("/crates/finite/src/ln/table.rs#L")).unwrap().1;
    let source = fs::read_to_string(format!("{ROOT}/crates/finite/src/ln/table.rs")).unwrap();
    let line = source.lines().nth(line.parse::<usize>().unwrap() - 1).unwrap();
    assert!(line.contains("fn "), "{line}");
}

/// The commit is no part of a certificate: two programs of the same sources print the same one.
#[test]
fn a_certificate_does_not_know_the_commit() {
    let page = kdelta(&["report", "--points", "4", DEFAULT]).yes();
    let Some(commit) = page.split_once("/commit/").and_then(|(_, rest)| rest.get(..40)) else { return };
    let certificate = fs::read_to_string(format!("{ROOT}/{DEFAULT}")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&certificate).unwrap();
    let printed = line(json["certifies"]["mechanism"]["reproduce"].as_str().unwrap()).yes();
    assert!(!printed.contains(commit) && !printed.contains(&commit[..7]));
}

/// Nothing on the page tells about the machine that made it: no folder of a certificate, of the checkout, of the output or of the user.
#[test]
fn the_page_shows_no_path_of_this_machine() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret-folder");
    fs::create_dir(&secret).unwrap();
    let root = fs::canonicalize(ROOT).unwrap();
    let absolute = root.join(DEFAULT);
    let (copy, broken) = (secret.join(NAME), secret.join("broken.json"));
    fs::copy(&absolute, &copy).unwrap();
    fs::write(&broken, "{}").unwrap();
    let missing = secret.join("missing.json");
    let home = std::env::var("HOME").unwrap_or_default();
    let text = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    let (root, absolute, secret) = (text(&root), text(&absolute), text(&secret));
    let (copy, broken, missing) = (text(&copy), text(&broken), text(&missing));
    let out = format!("{secret}/page.html");
    for (sources, code) in [(&root, 1), (&secret, 1), (&format!("{secret}/none"), 1)] {
        let run = kdelta(&[
            "report",
            "--points",
            "4",
            &absolute,
            &copy,
            &broken,
            &missing,
            "--sources",
            sources,
            "--out",
            &out,
        ]);
        assert_eq!(run.code, code, "{run:?}");
        let page = fs::read_to_string(&out).unwrap();
        for path in [root.as_str(), "secret-folder", "/tmp", &home, "/target/"] {
            assert!(path.len() < 2 || !page.contains(path), "{path} is on the page with --sources {sources}");
        }
        assert!(page.contains("broken.json") && page.contains("missing.json"));
        // Two files of one name are told apart.
        assert!(
            page.contains("mechanism-binary64.json (1 of 2)")
                && page.contains("mechanism-binary64.json (2 of 2)")
        );
    }
}

/// A bound has one name and one spelling: what `certify` prints, the certificate claims, the audit says, a release costs and the
/// report shows is the same text.
#[test]
fn a_bound_is_spelled_the_same_everywhere() {
    let spelled = "ε′ ≤ 1.000000000017283";
    let json = fs::read_to_string(format!("{ROOT}/{DEFAULT}")).unwrap();
    let certificate: serde_json::Value = serde_json::from_str(&json).unwrap();
    let certificate = &certificate["certifies"]["mechanism"];
    assert!(
        certificate["claim"].as_str().unwrap().contains(&format!("{spelled};")),
        "{}",
        certificate["claim"]
    );
    let reproduce = certificate["reproduce"].as_str().unwrap();
    let table = line(reproduce.strip_suffix(" --json").unwrap()).yes();
    let views = [
        kdelta(&["audit", "--points", "4", DEFAULT]).yes(),
        table,
        kdelta(&["report", "--points", "4", DEFAULT]).yes(),
    ];
    for view in views {
        assert!(view.contains(spelled), "{view}");
        // No other spelling of the same number.
        for (at, _) in view.match_indices("ε′ ≤ 1.0000000000") {
            assert!(view[at..].starts_with(spelled), "{:.60}", &view[at..]);
        }
    }
    for entry in certificate["bounds"].as_array().unwrap() {
        assert!(kdelta_oracle::bound::Form::named(entry["form"].as_str().unwrap()).is_some(), "{entry}");
    }
}

/// Names come from outside: of files, and of everything inside a file.
#[test]
fn names_stay_text() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("<script>alert(1)<\\script>&\"'\u{202e}.json");
    fs::write(&path, "{\"<img src=x onerror=alert(1)>\": 1}").unwrap();
    let run = kdelta(&["report", path.to_str().unwrap()]);
    assert_eq!(run.code, 1);
    let page = parse(&run.out);
    check_structure(&page);
    let first = first_line(&page);
    assert!(
        first.starts_with("Refused: ") && first.contains("<script>alert(1)<\\script>&\"'\u{fffd}.json"),
        "{first}"
    );
    assert!(first.contains("<img src=x onerror=alert(1)>"), "{first}");
    assert!(!run.out.contains("<script") && !run.out.contains("<img"));
}

#[test]
fn files_and_flags_that_are_wrong() {
    for arguments in [&["report"][..], &["report", DEFAULT, "--points", "-1"], &["report", DEFAULT, "--json"]]
    {
        kdelta(arguments).no(2);
    }
    let why = kdelta(&["report", DEFAULT, "--points", "1", "--out", "/nonexistent/report.html"]).no(1);
    assert!(why.contains("cannot be written"), "{why}");
    for (file, name) in
        [("/nonexistent.json", "nonexistent.json"), ("/", "a certificate"), ("/dev/zero", "zero")]
    {
        let run = kdelta(&["report", file]);
        assert_eq!(run.code, 1);
        let first = first_line(&parse(&run.out));
        assert!(first.starts_with(&format!("Refused: {name} does not hold: file: ")), "{first}");
    }
}
