//! The constants of a kernel, read from its source text: what is certified is what the source holds.

use crate::refusal::{REGENERATE, Refusal};

/// The hexadecimal literals of the item that starts with `item`, up to the next `;` after its `=`.
///
/// # Errors
/// Refused unless the item occurs exactly once and holds `count` literals of at most 128 bits.
pub(crate) fn literals(source: &str, item: &str, count: usize) -> Result<Vec<u128>, Refusal> {
    let values = written(source, item, count)?;
    let refuse = || Refusal::new(format!("constants \"{item}\""), "must have no sign", REGENERATE);
    values.into_iter().map(|(minus, value)| (!minus).then_some(value).ok_or_else(refuse)).collect()
}

/// The same, each with whether a minus stands before it.
///
/// # Errors
/// As [`literals`].
pub(crate) fn written(source: &str, item: &str, count: usize) -> Result<Vec<(bool, u128)>, Refusal> {
    let refuse = |why: String| Refusal::new(format!("constants \"{item}\""), why, REGENERATE);
    let mut places = source.split(item).skip(1);
    let (Some(rest), None) = (places.next(), places.next()) else {
        return Err(refuse("the source must define it exactly once".into()));
    };
    let body = rest.split_once('=').and_then(|(_, body)| body.split_once(';'));
    let (body, _) = body.ok_or_else(|| refuse("the source must define it as \"= ...;\"".into()))?;
    let before = body.split("0x").map(|text| text.ends_with('-'));
    let values: Option<Vec<(bool, u128)>> = before
        .zip(body.split("0x").skip(1))
        .map(|(minus, text)| {
            let digits: String = text
                .chars()
                .take_while(|c| c.is_ascii_hexdigit() || *c == '_')
                .filter(|c| *c != '_')
                .collect();
            Some((minus, u128::from_str_radix(&digits, 16).ok()?))
        })
        .collect();
    match values {
        Some(values) if values.len() == count => Ok(values),
        _ => Err(refuse(format!("the source does not hold {count} hexadecimal literals there"))),
    }
}

/// The one hexadecimal literal of an item.
///
/// # Errors
/// As [`literals`].
pub(crate) fn literal(source: &str, item: &str) -> Result<u128, Refusal> {
    match literals(source, item, 1)?.as_slice() {
        [value] => Ok(*value),
        _ => Err(Refusal::new(format!("constants \"{item}\""), "must be one literal", REGENERATE)),
    }
}

#[cfg(test)]
mod tests {
    use super::{literals, written};

    #[test]
    fn literals_of_one_item_only() {
        let source = "const A: u8 = 0x1;\nstatic B: [u16; 2] = [\n f(0x0a_0b), 0xff ];\nconst C: u8 = 0x2;";
        assert_eq!(literals(source, "B: [u16; 2]", 2), Ok(vec![0xa0b, 0xff]));
        assert_eq!(literals(source, "A: u8", 1), Ok(vec![1]));
        let signed = "const S: [i8; 3] = [-0x1, 0x2, - 0x3];";
        assert_eq!(written(signed, "S: [i8; 3]", 3), Ok(vec![(true, 1), (false, 2), (false, 3)]));
        assert!(literals(signed, "S: [i8; 3]", 3).is_err());
        for (item, count) in [("B: [u16; 2]", 3), ("D: u8", 1), ("const", 1)] {
            assert!(literals(source, item, count).is_err(), "{item}");
        }
    }
}
