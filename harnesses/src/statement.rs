//! What this crate records about each statement, and the macro with which the other files write theirs.
//!
//! The macro is the only place where a harness is declared. The Kani proof, the exhaustive test, the table in
//! `proofs/INDEX.md` and the list `harnesses/kani.tsv`, from which `scripts/kani` works, all come from it.

/// One statement of the paper or of THEORY, as both engines know it.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// The file, which is the family: `rounding` for `harnesses/src/rounding.rs`.
    pub family: &'static str,
    /// The name of the module that holds the Kani proof (`name::proof`) and the exhaustive test
    /// (`name::twin`).
    pub name: &'static str,
    /// The statement in words.
    pub says: &'static str,
    /// Where it is stated.
    pub cites: &'static str,
    /// What both engines must find.
    pub expected: Expected,
    /// The domain that `cargo test` exhausts.
    pub domain: &'static str,
    /// The number of points of that domain; the test counts them and fails if it is another.
    pub points: u64,
    /// The domain of Kani's symbolic inputs. Where it is not the exhausted one, it is mostly wider, and `cargo test` also draws
    /// from it. `None` where the exact side needs more of the oracle than its dyadics: then only `cargo test` runs it.
    pub kani: Option<&'static str>,
}

/// What an engine must find for a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// It holds at every point, and some point meets its premises.
    Proved,
    /// It is a control, wrong on purpose: its assertion fails at some point.
    Refuted,
}

impl Expected {
    /// The word for it in the map and in `harnesses/kani.tsv`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Refuted => "refuted",
        }
    }
}

impl Statement {
    /// After so many seconds of the processor `scripts/kani` gives up on a statement and reports a failure.
    pub const SECONDS: u32 = 120;

    /// `rounding::half_step`, the name by which the map and the scripts know it.
    #[must_use]
    pub fn path(&self) -> String {
        format!("{}::{}", self.family, self.name)
    }

    /// Whether it is a control, which must be refuted.
    #[must_use]
    pub fn is_control(&self) -> bool {
        self.expected == Expected::Refuted
    }

    /// The domain of Kani where it is not the exhausted one.
    #[must_use]
    pub fn wide(&self) -> Option<&'static str> {
        self.kani.filter(|domain| *domain != self.domain)
    }
}

/// The statements of one file:
///
/// ```text
/// holds name                     // or `refuted name`: a control
///     cites "THEORY …; paper …"
///     unwind 4                   // for Kani: the number of turns of a loop that it unrolls
///     wide "words", |given| call;            // optional: the domain of Kani, if another; also drawn from by bolero
///     every "words" of points, |given| call; // exhausted by `cargo test`; the domain of Kani if there is no wide one
/// ```
///
/// `holds_without_kani` and `refuted_without_kani` declare what only `cargo test` runs; they take neither
/// `unwind` nor what follows it but `every`.
///
/// `given` answers questions ([`crate::Given`]); `call` is the body, with what `given` answered. It asserts
/// the statement and returns whether its premises were met. Each statement becomes a module `name` with
/// `proof` (under Kani) or `twin` (under test), and an element of `STATEMENTS`.
macro_rules! statements {
    (
        $family:literal:
        $(
            $(#[doc = $says:literal])+
            $kind:ident $name:ident
                cites $cites:literal
                $(unwind $unwind:literal)?
                $(wide $wide:literal, |$w:ident| $whole:expr;)?
                every $domain:literal of $points:expr, |$g:ident| $body:expr;
        )+
    ) => {
        /// What this file states.
        pub const STATEMENTS: &[$crate::Statement] = &[$($crate::Statement {
            family: $family,
            name: stringify!($name),
            says: concat!($($says),+),
            cites: $cites,
            expected: statements!(@expected $kind),
            domain: $domain,
            points: $points,
            kani: statements!(@kani $kind [$($wide,)? $domain]),
        }),+];

        $(
            #[allow(unused_imports, reason = "not every domain uses all that the file imports")]
            mod $name {
                use super::*;

                statements!(@every $kind $g $body);
                statements!(@whole $kind [$($w $whole)?] $g $body);
                statements!(@proof $kind [$($unwind)?]);

                #[cfg(all(test, not(kani)))]
                #[test]
                fn twin() {
                    let statement = super::STATEMENTS.iter().find(|s| s.name == stringify!($name)).unwrap();
                    $crate::twin::exhaust(statement, every);
                    $crate::twin::draw(statement, whole);
                }
            }
        )+
    };

    (@expected holds) => { $crate::Expected::Proved };
    (@expected holds_without_kani) => { $crate::Expected::Proved };
    (@expected refuted) => { $crate::Expected::Refuted };
    (@expected refuted_without_kani) => { $crate::Expected::Refuted };

    // The first counts: the wide domain, if the statement declares one, or else the exhausted one.
    (@kani holds_without_kani $domain:tt) => { None };
    (@kani refuted_without_kani $domain:tt) => { None };
    (@kani $kind:ident [$domain:literal $(, $exhausted:literal)?]) => { Some($domain) };

    (@every holds_without_kani $g:ident $body:expr) => {
        #[cfg(not(kani))]
        statements!(@every holds $g $body);
    };
    (@every refuted_without_kani $g:ident $body:expr) => {
        #[cfg(not(kani))]
        statements!(@every holds $g $body);
    };
    // Kani does not run it, but checks its types, so that the helpers of domains are in use there too.
    (@every $kind:ident $g:ident $body:expr) => {
        #[allow(dead_code, reason = "only tests run it")]
        fn every<G: $crate::Given>($g: &mut G) -> bool {
            $body
        }
    };

    (@whole holds_without_kani [] $g:ident $body:expr) => {
        #[cfg(all(test, not(kani)))]
        use every as whole;
    };
    (@whole refuted_without_kani [] $g:ident $body:expr) => {
        statements!(@whole holds_without_kani [] $g $body);
    };
    (@whole $kind:ident [] $g:ident $body:expr) => {
        statements!(@whole $kind [$g $body] $g $body);
    };
    (@whole $kind:ident [$w:ident $whole:expr] $g:ident $body:expr) => {
        #[allow(dead_code, reason = "only tests and Kani run it")]
        fn whole<G: $crate::Given>($w: &mut G) -> bool {
            $whole
        }
    };

    (@proof holds_without_kani []) => {};
    (@proof refuted_without_kani []) => {};
    (@proof holds [$unwind:literal]) => {
        #[cfg(kani)]
        #[kani::proof]
        #[kani::unwind($unwind)]
        #[kani::solver(cadical)]
        fn proof() {
            let met = whole(&mut $crate::given::Symbolic);
            kani::cover!(met, "the premises can be met");
        }
    };
    (@proof refuted [$unwind:literal]) => {
        #[cfg(kani)]
        #[kani::proof]
        #[kani::should_panic]
        #[kani::unwind($unwind)]
        #[kani::solver(cadical)]
        fn proof() {
            let met = whole(&mut $crate::given::Symbolic);
            kani::cover!(met, "the premises can be met");
        }
    };
}
