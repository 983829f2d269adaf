//! What is on record about a statement, and the form in which the files of this crate write one.

/// One statement of the paper or of THEORY, as both engines know it.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// The file, which is the family: `rounding` for `harnesses/src/rounding.rs`.
    pub family: &'static str,
    /// The name of the body, of the module with the Kani proof (`name::proof`) and the test (`name::twin`).
    pub name: &'static str,
    /// The statement in words.
    pub says: &'static str,
    /// Where it is stated.
    pub cites: &'static str,
    /// The domain that `cargo test` exhausts.
    pub domain: &'static str,
    /// The number of points of that domain; the test counts them and fails if it is another.
    pub points: u64,
    /// The domain of Kani, where it is another than the exhausted one, mostly a wider one; `cargo test` then draws from it as well.
    pub wide: Option<&'static str>,
    /// Whether Kani proves it too. Not where the exact side needs more of the oracle than dyadics.
    pub kani: bool,
    /// A negative control: it must be refuted.
    pub control: bool,
}

impl Statement {
    /// `rounding::half_step`, the name by which the map and the scripts know it.
    #[must_use]
    pub fn path(&self) -> String {
        format!("{}::{}", self.family, self.name)
    }
}

/// The statements of one file:
///
/// ```text
/// holds name                     // or `refuted name`: a control; or `exhausts name`, `exhausts_control name`: the same without Kani
///     cites "THEORY …; paper …"
///     unwind 4                   // for Kani
///     wide "words", |given| call;            // optional: the domain of Kani, if another; also drawn from by bolero
///     every "words" of points, |given| call; // exhausted by `cargo test`; the domain of Kani if there is no wide one
/// ```
///
/// `given` answers questions ([`crate::Given`]); `call` is the body, with what `given` answered. It asserts the statement and returns
/// whether its premises were met. Each statement becomes a module `name` with `proof` (under Kani) or `twin` (under test),
/// and a line of `STATEMENTS`.
macro_rules! statements {
    (
        $family:literal:
        $(
            $(#[doc = $says:literal])+
            $kind:ident $name:ident
                cites $cites:literal
                unwind $unwind:literal
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
            domain: $domain,
            points: $points,
            wide: statements!(@words $($wide)?),
            kani: statements!(@kani $kind),
            control: statements!(@control $kind),
        }),+];

        $(
            #[allow(unused_imports, reason = "not every domain uses all that the file imports")]
            mod $name {
                use super::*;

                #[cfg(not(kani))]
                #[allow(dead_code, reason = "only tests run it")]
                fn every<G: $crate::Given>($g: &mut G) -> bool {
                    $body
                }

                statements!(@whole $kind [$($w $whole)?] $g $body);
                statements!(@proof $kind $unwind);

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

    (@words) => { None };
    (@words $words:literal) => { Some($words) };
    (@kani exhausts) => { false };
    (@kani exhausts_control) => { false };
    (@kani $kind:ident) => { true };
    (@control refuted) => { true };
    (@control exhausts_control) => { true };
    (@control $kind:ident) => { false };

    (@whole exhausts [] $g:ident $body:expr) => {
        #[cfg(all(test, not(kani)))]
        use every as whole;
    };
    (@whole exhausts_control [] $g:ident $body:expr) => {
        statements!(@whole exhausts [] $g $body);
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

    (@proof exhausts $unwind:literal) => {};
    (@proof exhausts_control $unwind:literal) => {};
    (@proof holds $unwind:literal) => {
        #[cfg(kani)]
        #[kani::proof]
        #[kani::unwind($unwind)]
        #[kani::solver(cadical)]
        fn proof() {
            let met = whole(&mut $crate::given::Symbolic);
            kani::cover!(met, "the premises can be met");
        }
    };
    (@proof refuted $unwind:literal) => {
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
