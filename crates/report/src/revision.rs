//! The commit that the program was built from: where every link of a report into the repository leads.

use crate::html::{Safe, code, text};
use kdelta_certificate::{Embedded, Source, Sources, sha256};
use kdelta_figures::escape;

/// A commit of the repository, if it is known.
#[derive(Debug, Clone, Copy)]
pub struct Revision {
    /// Its name.
    pub commit: Option<&'static str>,
    /// Whether the files differed from the commit when the program was built.
    pub changed: bool,
}

/// Headings of `proofs/theory.md`, by the words with which the page cites them.
const THEORY: [(&str, &str); 7] = [
    ("Lemma 2", "lemma-2-scaling"),
    ("Lemma 3", "lemma-3-sinh-bound-for-log-concave-densities"),
    ("Lemma 4", "lemma-4-rational-bounds-monotonicity"),
    ("Theorem A", "12-theorem-a"),
    ("Theorem B", "13-theorem-b"),
    ("Theorem L", "f11"),
    ("Theorem U", "15-theorem-u"),
];

impl Revision {
    /// No commit: nothing is linked, and the page says so.
    pub const UNKNOWN: Self = Self { commit: None, changed: false };

    /// Where a path of the repository is to be seen, as it was at the commit.
    pub(crate) fn address(self, path: &str) -> Option<String> {
        self.commit.map(|commit| format!("{}/blob/{commit}/{path}", env!("CARGO_PKG_REPOSITORY")))
    }

    /// Something that leads to a path of the repository, as far as the commit is known.
    fn link(self, path: &str, shown: &Safe) -> Safe {
        match self.address(path) {
            Some(address) => Safe(format!("<a href=\"{}\">{}</a>", escape(&address), shown.0)),
            None => shown.clone(),
        }
    }

    /// A file that a certificate names. It is linked only if its text at the commit, which is inside this
    /// program, is the certified one.
    pub(crate) fn file(self, Source { path, sha256: digest }: &Source) -> Safe {
        match Embedded.read(path) {
            Ok(text) if sha256(&text) == *digest => self.link(path, &code(path)),
            _ => code(path),
        }
    }

    /// A function of the certified code, linked to the line that defines it: the last part of
    /// `krate::module::name`, in one of the files that the certificate names.
    pub(crate) fn function(self, function: &str, sources: &[Source]) -> Safe {
        let name = function.rsplit("::").next().unwrap_or_default();
        // `{minus_ln_64, minus_ln_scaled}`: the first of them.
        let name = name.trim_start_matches('{').split(',').next().unwrap_or_default();
        let wanted = [format!("fn {name}("), format!("fn {name}<")];
        let line = sources.iter().find_map(|source| {
            let text = Embedded.read(&source.path).ok().filter(|text| sha256(text) == source.sha256)?;
            let defines = |line: &str| {
                wanted.iter().any(|start| {
                    line.trim_start_matches("pub ").trim_start_matches("const ").starts_with(start)
                })
            };
            let index = text.lines().position(defines)?;
            Some(format!("{}#L{}", source.path, index + 1))
        });
        line.map_or_else(|| code(function), |line| self.link(&line, &code(function)))
    }

    /// Text in which a finding such as `F11`, a lemma or a theorem leads to it.
    pub(crate) fn cited(self, plain: &str) -> Safe {
        let mut out = String::new();
        let (mut rest, mut within_word) = (plain, false);
        while let Some(next) = rest.chars().next() {
            let citation = (!within_word).then(|| citation(rest)).flatten();
            let taken = citation.as_ref().map_or(next.len_utf8(), |(length, _)| *length);
            let (shown, after) = rest.split_at(taken);
            match citation {
                Some((_, anchor)) => {
                    out.push_str(&self.link(&format!("proofs/theory.md#{anchor}"), &text(shown)).0);
                }
                None => out.push_str(&escape(shown)),
            }
            within_word = next.is_alphanumeric();
            rest = after;
        }
        Safe(out)
    }

    /// Which commit this is, in a sentence.
    pub(crate) fn sentence(self) -> Safe {
        let Some(commit) = self.commit else {
            return text(
                "This program was built without git and does not know its commit, so nothing on this page links into the \
                 repository. The certified files are named by their SHA-256.",
            );
        };
        let address = format!("{}/commit/{commit}", env!("CARGO_PKG_REPOSITORY"));
        let changes = if self.changed {
            ", with changes that were not committed: lines may have moved. The certified files are named by their SHA-256"
        } else {
            ""
        };
        Safe(format!("Built from <a href=\"{}\">commit {}</a>{changes}.", escape(&address), code(commit).0))
    }
}

/// What a text begins with, if it cites the theory: the number of bytes, and the anchor.
fn citation(text: &str) -> Option<(usize, String)> {
    if let Some(rest) = text.strip_prefix('F') {
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        let number = rest.get(..digits)?;
        let ends = !rest.get(digits..)?.starts_with(char::is_alphanumeric);
        return (ends && digits > 0).then(|| (digits + 1, format!("f{number}")));
    }
    let (words, anchor) = THEORY.iter().find(|(words, _)| text.starts_with(words))?;
    let ends = !text.get(words.len()..)?.starts_with(char::is_alphanumeric);
    ends.then(|| (words.len(), (*anchor).to_owned()))
}

#[cfg(test)]
impl Revision {
    pub(crate) const KNOWN: Self =
        Self { commit: Some("0123456789abcdef0123456789abcdef01234567"), changed: false };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cites_the_theory_leads_to_its_heading() {
        let theory = include_str!("../../../proofs/theory.md");
        let has = |anchor: &str| {
            theory.lines().filter(|line| line.starts_with('#')).any(|line| {
                let kept = line.trim_start_matches('#').trim().to_lowercase();
                let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'));
                kept.map(|c| if c == ' ' { '-' } else { c }).eq(anchor.chars())
            })
        };
        for (words, anchor) in THEORY {
            assert!(has(anchor), "{words}: {anchor}");
        }
        assert!((1..=31).all(|number| has(&format!("f{number}"))));
        let page = Revision::KNOWN.cited("as Lemma 3 says (F10, THEORY F31); f64, F3x, IF3 & Lemma 30");
        assert_eq!(
            page.0.replace(&Revision::KNOWN.address("proofs/theory.md").unwrap(), "T"),
            "as <a href=\"T#lemma-3-sinh-bound-for-log-concave-densities\">Lemma 3</a> says (<a href=\"T#f10\">F10</a>, THEORY \
             <a href=\"T#f31\">F31</a>); f64, F3x, IF3 &amp; Lemma 30"
        );
        assert_eq!(Revision::UNKNOWN.cited("Lemma 3 & F10").0, "Lemma 3 &amp; F10");
    }

    /// A file whose certified text is another than that of the commit is named, not linked.
    #[test]
    fn only_certified_text_is_linked() {
        let path = "crates/finite/src/cos_sin.rs";
        let same = Source { path: path.into(), sha256: sha256(&Embedded.read(path).unwrap()) };
        let other = Source { path: path.into(), sha256: sha256("another text") };
        assert!(
            Revision::KNOWN
                .file(&same)
                .0
                .contains("/blob/0123456789abcdef0123456789abcdef01234567/crates/finite/src/cos_sin.rs\"")
        );
        let function =
            Revision::KNOWN.function("kdelta_finite::cos_sin::cos_sin", std::slice::from_ref(&same)).0;
        let line = function
            .split_once("cos_sin.rs#L")
            .unwrap()
            .1
            .split_once('"')
            .unwrap()
            .0
            .parse::<usize>()
            .unwrap();
        assert!(Embedded.read(path).unwrap().lines().nth(line - 1).unwrap().contains("fn cos_sin"));
        for plain in [
            Revision::KNOWN.file(&other),
            Revision::UNKNOWN.file(&same),
            Revision::KNOWN.function("kdelta_finite::cos_sin::cos_sin", &[other]),
            Revision::UNKNOWN.function("kdelta_finite::cos_sin::cos_sin", &[same]),
            Revision::KNOWN.function("−f64::ln", &[]),
        ] {
            assert!(plain.0.starts_with("<code>") && !plain.0.contains("href"), "{}", plain.0);
        }
    }

    #[test]
    fn a_build_without_git_says_so_and_links_nothing() {
        assert!(Revision::UNKNOWN.sentence().0.contains("built without git"));
        assert!(Revision::UNKNOWN.address("README.md").is_none());
        let known = Revision::KNOWN.sentence().0;
        assert!(
            known.contains("/commit/0123456789abcdef0123456789abcdef01234567\"")
                && !known.contains("not committed")
        );
        assert!(
            Revision { changed: true, ..Revision::KNOWN }
                .sentence()
                .0
                .contains("changes that were not committed")
        );
    }
}
