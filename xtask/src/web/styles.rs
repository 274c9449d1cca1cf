//! The style sheet as it is served: without comments and indentation, a fifth smaller when compressed.

/// Leaves out comments, and white space at the ends of lines. Quoted text stays as it is.
pub(crate) fn compact(style: &[u8]) -> Vec<u8> {
    let mut compact = Vec::with_capacity(style.len());
    let mut rest = style;
    while let [first, after @ ..] = rest {
        let end = match first {
            b'/' if after.starts_with(b"*") => {
                rest = rest.windows(2).skip(2).position(|two| two == b"*/").map_or(&[], |end| &rest[end + 4..]);
                continue;
            }
            b'"' | b'\'' => closing_quote(*first, after) + 1,
            b'\n' => {
                compact.truncate(compact.trim_ascii_end().len());
                rest = after.trim_ascii_start();
                // A selector may go on in the next line.
                compact.push(b'\n');
                continue;
            }
            _ => 1,
        };
        let (kept, left) = rest.split_at(end.min(rest.len()));
        compact.extend_from_slice(kept);
        rest = left;
    }
    compact
}

/// How many bytes a quotation takes up to and including its closing quotation mark.
fn closing_quote(quote: u8, text: &[u8]) -> usize {
    let mut escaped = false;
    let end = text.iter().position(|&byte| {
        let closes = byte == quote && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    });
    end.map_or(text.len(), |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_are_left_out() {
        let style = "/* All\n pages */\n\nbody,\n  main {\n  margin: 0 4px; /* none */\n}\n";
        assert_eq!(String::from_utf8_lossy(&compact(style.as_bytes())), "\nbody,\nmain {\nmargin: 0 4px;\n}\n");
    }

    #[test]
    fn quotations_stay_as_they_are() {
        let style = r#"q::before { content: "/* \" */  "; } a { b: url('  /*') }"#;
        assert_eq!(String::from_utf8_lossy(&compact(style.as_bytes())), style);
        assert_eq!(compact(b"a /* open"), b"a ");
        assert_eq!(compact(b"a \"open"), b"a \"open");
    }
}
