//! A function with a constant parameter, called with a number that is known at run time only.

/// `chosen!(bits, [2 3 4], midpoints<_>(visitor))` is `Some(midpoints::<3>(visitor))` if `bits` is 3, and
/// `None` if it is none of the constants. A second parameter may follow the `_`.
#[doc(hidden)]
#[macro_export]
macro_rules! chosen {
    ($number:expr, [$($constant:literal)*], $function:ident<_> $arguments:tt) => {
        match $number { $($constant => Some($function::<$constant> $arguments),)* _ => None }
    };
    ($number:expr, [$($constant:literal)*], $function:ident<_, $second:ident> $arguments:tt) => {
        match $number { $($constant => Some($function::<$constant, $second> $arguments),)* _ => None }
    };
}
