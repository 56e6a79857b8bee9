//! Writing JSON: numbers as the server writes them, so that a float with an integral value reads as an integer.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

/// Writes a value as compact JSON.
pub(crate) fn write(output: impl Write, value: &impl Serialize) -> io::Result<()> {
    value
        .serialize(&mut Serializer::with_formatter(output, GoNumbers))
        .map_err(io::Error::from)
}

/// Writes a value as JSON on indented lines.
pub(crate) fn write_pretty(output: impl Write, value: &impl Serialize) -> io::Result<()> {
    value
        .serialize(&mut Serializer::with_formatter(output, Indented::default()))
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

/// Numbers as above, and everything else as `serde_json` indents it.
#[derive(Default)]
struct Indented(PrettyFormatter<'static>);

impl Formatter for Indented {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        GoNumbers.write_f64(writer, value)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
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
