//! Text inside SVG and HTML. Names, titles and everything read from a file come from somebody else.

/// The text as character data or as a quoted attribute: nothing in it is taken for markup, and characters
/// that XML does not have, or that reverse the reading order of what follows, are shown as the replacement
/// character.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                out.push('\u{fffd}')
            }
            _ if character.is_control() => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_taken_for_markup() {
        assert_eq!(escape("<script>&\"'</script>"), "&lt;script&gt;&amp;&quot;&#39;&lt;/script&gt;");
        assert_eq!(escape("a\0b\u{1b}[1mc\u{202e}d\u{ffff}\ne"), "a\u{fffd}b\u{fffd}[1mc\u{fffd}d\u{fffd} e");
        assert_eq!(escape("ε′ ≤ 1"), "ε′ ≤ 1");
    }
}
