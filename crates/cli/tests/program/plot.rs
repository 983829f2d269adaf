//! `kdelta plot`: every kind is well-formed SVG with a name, axes and a dark side; what the user writes stays text.

use crate::kdelta;
use roxmltree::Document;
use std::fs;

const KINDS: [&[&str]; 9] = [
    &["plot", "figure-1"],
    &["plot", "figure-2"],
    &["plot", "error"],
    &["plot", "bounds", "--format", "f32", "--window", "-2..2", "--grid", "1/8"],
    &["plot", "law"],
    &["plot", "gaussian", "curve"],
    &["plot", "gaussian", "bounds", "--sigma", "1", "--format", "f32"],
    &["plot", "gaussian", "error", "--sigma", "1", "--format", "f32"],
    &["plot", "gaussian", "law", "--generator", "relative-6"],
];

fn texts(svg: &Document<'_>, tag: &str) -> Vec<String> {
    let named = svg.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", tag)));
    named.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

/// Title and description for those who listen, axes with names, a legend, colours for light and dark; the same bytes
/// each time.
#[test]
fn every_kind_is_readable() {
    for arguments in KINDS {
        let out = kdelta(arguments).yes();
        let svg = Document::parse(&out).unwrap();
        let root = svg.root_element();
        let (titles, descriptions) = (texts(&svg, "title"), texts(&svg, "desc"));
        assert_eq!((titles.len(), descriptions.len(), root.attribute("role")), (1, 1, Some("img")));
        assert!(titles[0].len() > 20 && descriptions[0].len() > 80, "{titles:?} {descriptions:?}");
        for id in root.attribute("aria-labelledby").unwrap().split(' ') {
            assert!(svg.descendants().any(|node| node.attribute("id") == Some(id)), "{id}");
        }
        assert!(texts(&svg, "style")[0].contains("@media screen and (prefers-color-scheme:dark)"));
        let words = texts(&svg, "text");
        assert!(words.len() > 15, "{words:?}");
        assert!(
            words.iter().any(|word| word.contains("units of the answer)") || word.contains("(nats)")),
            "{words:?}"
        );
        assert!(!out.contains("NaN") && !out.contains("inf"), "{arguments:?}");
        assert_eq!(kdelta(arguments).yes(), out);
    }
}

/// Series differ without colour: no two have the same dashes and marks.
#[test]
fn series_differ_without_colour() {
    let out = kdelta(KINDS[3]).yes();
    let svg = Document::parse(&out).unwrap();
    let lines = svg.descendants().filter(|n| n.attribute("class").is_some_and(|c| c.ends_with(" line")));
    let dashes: std::collections::BTreeSet<_> = lines.map(|n| n.attribute("stroke-dasharray")).collect();
    assert!(dashes.len() >= 5, "{dashes:?}");
    let marks = svg.descendants().filter(|n| n.attribute("class").is_some_and(|c| c.ends_with(" mark")));
    let marks: std::collections::BTreeSet<_> =
        marks.map(|n| n.attribute("d").unwrap().split('m').nth(1)).collect();
    assert!(marks.len() >= 7, "{marks:?}");
}

#[test]
fn what_the_user_writes_stays_text() {
    let title = "<script>alert(1)</script>&\"'\u{202e} ]]> é";
    let out = kdelta(&["plot", "figure-2", "--title", title]).yes();
    let svg = Document::parse(&out).unwrap();
    assert_eq!(texts(&svg, "title"), ["<script>alert(1)</script>&\"'\u{fffd} ]]> é"]);
    assert!(!out.contains("<script") && texts(&svg, "script").is_empty());
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("figure.svg");
    let name = path.to_str().unwrap();
    assert_eq!(kdelta(&["plot", "figure-1", "--out", name]).yes(), "");
    assert_eq!(fs::read_to_string(&path).unwrap(), kdelta(&["plot", "figure-1"]).yes());
    let absent = directory.path().join("absent/figure.svg");
    let why = kdelta(&["plot", "figure-1", "--out", absent.to_str().unwrap()]).no(1);
    assert!(why.contains("cannot be written"), "{why}");
    // A setting without a certificate leaves the old figure alone.
    kdelta(&["plot", "error", "--grid", "2^-60", "--out", name]).no(1);
    assert!(fs::read_to_string(&path).unwrap().contains("Figure 1"));
}

#[test]
fn flags_that_are_wrong() {
    for (code, arguments, word) in [
        (2, &["plot"][..], "Usage"),
        (2, &["plot", "pie"], "pie"),
        (2, &["plot", "figure-1", "--epsilon", "1"], "--epsilon"),
        (2, &["plot", "bounds", "--epsilon", "0"], "> 0"),
        (2, &["plot", "bounds", "--format", "f16"], "f16"),
        (2, &["plot", "law", "--generator", "midpoint-40"], "midpoint-26"),
        (2, &["plot", "law", "--pair", "0..5"], "--pair"),
        (1, &["plot", "error", "--format", "f32", "--grid", "2^-20"], "cell length"),
        (1, &["plot", "bounds", "--generator", "midpoint-2"], "--"),
        (2, &["plot", "gaussian"], "Usage"),
        (2, &["plot", "gaussian", "curve", "--delta", "1"], "below 1"),
        (2, &["plot", "gaussian", "bounds", "--epsilon", "1", "--sigma", "1"], "--sigma"),
        (2, &["plot", "gaussian", "law", "--generator", "midpoint-8"], "relative-2"),
        (1, &["plot", "gaussian", "curve", "--generator", "midpoint-53"], "generator"),
        (1, &["plot", "gaussian", "error", "--sigma", "1e30"], "--sigma"),
    ] {
        let run = kdelta(arguments);
        assert!(run.err.contains(word) || code == 1, "{arguments:?}: {}", run.err);
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{arguments:?}: {}", run.err);
    }
}

/// An infinite loss is said, not drawn as a number.
#[test]
fn an_infinite_loss_is_said() {
    let out = kdelta(&["plot", "law", "--generator", "midpoint-8", "--grid", "2^-4"]).yes();
    let svg = Document::parse(&out).unwrap();
    assert!(texts(&svg, "desc")[0].contains("infinite: "), "{:?}", texts(&svg, "desc"));
    assert!(texts(&svg, "text").contains(&"outside".to_owned()));
}
