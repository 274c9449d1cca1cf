//! Content negotiation by `Accept-Encoding` (RFC 9110, section 12.5.3).

/// An encoding files are stored in, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Encoding {
    const ALL: [Encoding; 3] = [Encoding::Brotli, Encoding::Gzip, Encoding::Identity];

    /// The name in HTTP headers.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Encoding::Brotli => "br",
            Encoding::Gzip => "gzip",
            Encoding::Identity => "identity",
        }
    }

    /// The suffix of file names in this encoding.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Encoding::Brotli => ".br",
            Encoding::Gzip => ".gz",
            Encoding::Identity => "",
        }
    }
}

/// Returns the encodings a browser accepts, preferred ones first. The identity is always included: it is better than no response.
pub(crate) fn accepted(header: &str) -> Vec<Encoding> {
    let mut accepted: Vec<(f32, Encoding)> =
        Encoding::ALL.into_iter().map(|encoding| (quality(header, encoding), encoding)).collect();
    accepted.retain(|(quality, encoding)| *quality > 0.0 || *encoding == Encoding::Identity);
    // The sort is stable, so the better of two equally wanted encodings stays first.
    accepted.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    accepted.into_iter().map(|(_, encoding)| encoding).collect()
}

/// Returns the quality value of an encoding, from 0 to 1. Encodings that are not mentioned get 0, the identity slightly more.
fn quality(header: &str, encoding: Encoding) -> f32 {
    let mentioned = |wanted: &str| {
        header.split(',').find_map(|item| {
            let (name, parameter) = item.split_once(';').unwrap_or((item, "q=1"));
            let value = parameter.trim().strip_prefix("q=").unwrap_or("1");
            let quality = value.trim().parse::<f32>().ok().filter(|value| value.is_finite()).unwrap_or(0.0);
            name.trim().eq_ignore_ascii_case(wanted).then_some(quality.clamp(0.0, 1.0))
        })
    };
    let unmentioned = if encoding == Encoding::Identity { 0.0001 } else { 0.0 };
    mentioned(encoding.as_str()).or_else(|| mentioned("*")).unwrap_or(unmentioned)
}

#[cfg(test)]
mod tests {
    use super::Encoding::{Brotli, Gzip, Identity};
    use super::*;

    #[test]
    fn the_best_accepted_encoding_comes_first() {
        for (header, expected) in [
            ("gzip, deflate, br, zstd", &[Brotli, Gzip, Identity][..]),
            ("gzip, deflate", &[Gzip, Identity]),
            ("br;q=0.5, gzip;q=0.8", &[Gzip, Brotli, Identity]),
            ("br;q=0, *", &[Gzip, Identity]),
            ("identity, gzip;q=0.5", &[Identity, Gzip]),
            ("BR ; q=1.0", &[Brotli, Identity]),
            ("", &[Identity]),
            ("*;q=0", &[Identity]),
            ("br;q=NaN, gzip;q=, ;;;,", &[Identity]),
        ] {
            assert_eq!(accepted(header), expected, "{header}");
        }
    }
}
