//! Lines of bounded length.

use std::io::{self, BufRead, Read};

/// The longest line that is read. An API server takes requests of 3 MiB.
pub(super) const LIMIT: usize = 64 << 20;

/// What was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line that may hold a request.
    Read,
    /// A line with nothing but white space.
    Blank,
    /// A line beyond the limit; it is skipped.
    TooLong,
    /// The input is at its end.
    End,
}

/// Reads one line into `line`, which is cleared first.
pub(super) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let limit = u64::try_from(LIMIT).unwrap_or(u64::MAX);
    if input.by_ref().take(limit + 1).read_until(b'\n', line)? == 0 {
        return Ok(Line::End);
    }
    if line.len() > LIMIT && line.last() != Some(&b'\n') {
        skip_line(input)?;
        return Ok(Line::TooLong);
    }
    Ok(if line.iter().all(u8::is_ascii_whitespace) {
        Line::Blank
    } else {
        Line::Read
    })
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, done) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(position) => (position + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}
