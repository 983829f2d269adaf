//! The types of Rust that the translator knows, and their names in Coq.

use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Bool,
    /// An integer, by its name in Rust, which is also the name of its wrapping in Machine.v.
    Integer(&'static str),
    /// `f64` or `f32`.
    Float(&'static str),
    Tuple(Vec<Type>),
    Array(Box<Type>),
    /// `Option`, and `Result` without its error.
    Option(Box<Type>),
    /// A struct or an enum of the sources, with its arguments.
    Named(usize, String, Vec<Type>),
    Function(Vec<Type>, Box<Type>),
    /// A source of entropy: the bytes that it will deliver.
    Entropy,
    /// A type parameter.
    Parameter(String),
    /// The value of a constant parameter, as Coq writes it.
    Value(String),
    /// A `PhantomData`: nothing.
    Phantom,
}

/// Name, bits, whether signed.
const INTEGERS: [(&str, u32, bool); 9] = [
    ("u8", 8, false),
    ("u16", 16, false),
    ("u32", 32, false),
    ("u64", 64, false),
    ("u128", 128, false),
    ("usize", 64, false),
    ("i32", 32, true),
    ("i64", 64, true),
    ("i128", 128, true),
];

impl Type {
    pub(crate) fn primitive(name: &str) -> Option<Self> {
        match name {
            "bool" => Some(Self::Bool),
            "f64" => Some(Self::Float("f64")),
            "f32" => Some(Self::Float("f32")),
            _ => INTEGERS.iter().find(|integer| integer.0 == name).map(|integer| Self::Integer(integer.0)),
        }
    }

    /// The name that members of the type are found under.
    pub(crate) fn owner(&self) -> Option<&str> {
        match self {
            Self::Integer(name) | Self::Float(name) => Some(name),
            Self::Named(_, name, _) => Some(name),
            _ => None,
        }
    }

    /// Every type that `self` shows as a parameter, from the same place of `actual`.
    pub(crate) fn unify(&self, actual: &Self, found: &mut BTreeMap<String, Type>) {
        match (self, actual) {
            (Self::Parameter(name) | Self::Value(name), _) => {
                found.entry(name.clone()).or_insert_with(|| actual.clone());
            }
            (Self::Tuple(a), Self::Tuple(b)) | (Self::Named(_, _, a), Self::Named(_, _, b)) => {
                a.iter().zip(b).for_each(|(a, b)| a.unify(b, found));
            }
            (Self::Array(a), Self::Array(b)) | (Self::Option(a), Self::Option(b)) => a.unify(b, found),
            _ => {}
        }
    }

    pub(crate) fn substituted(&self, found: &BTreeMap<String, Type>) -> Self {
        let all = |types: &[Self]| types.iter().map(|ty| ty.substituted(found)).collect();
        match self {
            Self::Parameter(name) | Self::Value(name) => found.get(name).unwrap_or(self).clone(),
            Self::Tuple(types) => Self::Tuple(all(types)),
            Self::Array(of) => Self::Array(Box::new(of.substituted(found))),
            Self::Option(of) => Self::Option(Box::new(of.substituted(found))),
            Self::Named(file, name, arguments) => Self::Named(*file, name.clone(), all(arguments)),
            Self::Function(from, to) => Self::Function(all(from), Box::new(to.substituted(found))),
            other => other.clone(),
        }
    }

    /// Whether the type speaks of a parameter of this name.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        match self {
            Self::Parameter(own) => own == name,
            Self::Tuple(types) | Self::Named(_, _, types) => types.iter().any(|ty| ty.mentions(name)),
            Self::Array(of) | Self::Option(of) => of.mentions(name),
            Self::Function(from, to) => from.iter().any(|ty| ty.mentions(name)) || to.mentions(name),
            _ => false,
        }
    }
}

pub(crate) fn bits(integer: &str) -> u32 {
    INTEGERS.iter().find(|known| known.0 == integer).map_or(0, |known| known.1)
}

pub(crate) fn is_signed(integer: &str) -> bool {
    integer.starts_with('i')
}

/// The least and the greatest number of an integer, as Coq writes them.
pub(crate) fn ends(integer: &str) -> (String, String) {
    let bits = bits(integer);
    if is_signed(integer) {
        (format!("(- 2 ^ {})", bits - 1), format!("(2 ^ {} - 1)", bits - 1))
    } else {
        ("0".into(), format!("(2 ^ {bits} - 1)"))
    }
}

/// Whether every number of `from` is one of `to`.
pub(crate) fn widens(from: &str, to: &str) -> bool {
    match (is_signed(from), is_signed(to)) {
        (false, true) => bits(from) < bits(to),
        (true, false) => false,
        _ => bits(from) <= bits(to),
    }
}
