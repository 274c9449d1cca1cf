//! QR codes as SVG paths. In a part of its own, which is downloaded when someone asks for a code.

use core::fmt::Write;

use qrcode::{Color, QrCode};

/// Draws a text as a path of dark squares, each one unit wide, and returns it with the width of the code; `None` if the text is too long.
pub(crate) fn drawn(text: &str) -> Option<(String, usize)> {
    let code = QrCode::new(text).ok()?;
    let width = code.width();
    let mut path = String::new();
    for (index, color) in code.to_colors().into_iter().enumerate() {
        if color == Color::Dark {
            // Writing to a string cannot fail.
            let _ = write!(path, "M{} {}h1v1h-1z", index % width, index / width);
        }
    }
    Some((path, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_square_of_squares() {
        let (path, width) = drawn("http://192.168.1.20:8080/t/0123456789abcdef01234567").expect("the link is short");
        assert_eq!(width, 33);
        // The dark ring of the mark in the corner.
        assert!(path.starts_with("M0 0h1v1h-1zM1 0h1v1h-1zM2 0h1v1h-1z"), "{path}");
        assert!(drawn(&"x".repeat(5000)).is_none());
    }
}
