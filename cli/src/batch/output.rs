//! Writing answers: numbers as the server writes them, so that a float with an integral value reads as an integer.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter};

/// Writes a value as compact JSON.
pub(super) fn write(output: impl Write, value: &impl Serialize) -> io::Result<()> {
    value
        .serialize(&mut Serializer::with_formatter(output, GoNumbers))
        .map_err(io::Error::from)
}

struct GoNumbers;

impl Formatter for GoNumbers {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        const PLAIN: f64 = 1e21;
        if value.fract() == 0.0 && value.abs() < PLAIN {
            write!(writer, "{value}")
        } else {
            CompactFormatter.write_f64(writer, value)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn integral_floats_have_no_fraction() {
        let mut out = Vec::new();
        write(&mut out, &json!([1.0, -0.0, 1.5, 1e20, 1e21, {"a": "x"}]))
            .expect("memory can be written");
        assert_eq!(
            String::from_utf8(out).as_deref(),
            Ok("[1,-0,1.5,100000000000000000000,1e+21,{\"a\":\"x\"}]")
        );
    }
}
