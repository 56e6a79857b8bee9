//! Random edits of bytes and lines.

use crate::LARGEST;

/// Numbers that a seed makes again (`SplitMix64`).
#[derive(Debug)]
pub struct Random(u64);

/// What readers of JSON, YAML, patterns and paths look out for.
const WORDS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "'",
    "- ",
    "? ",
    "&a ",
    "*a",
    "<<: ",
    "---\n",
    "|\n",
    ">-\n",
    "!!int ",
    "#",
    "\t",
    "\\",
    "\\u0000",
    "\u{e9}",
    "\u{1f355}",
    "\u{feff}",
    "\u{2028}",
    "null",
    "true",
    "y",
    "on",
    "1e999",
    "-0",
    "1.0",
    "1.5",
    "9223372036854775808",
    "-9223372036854775809",
    "0x1f",
    ".inf",
    "type",
    "object",
    "array",
    "string",
    "integer",
    "number",
    "properties",
    "additionalProperties",
    "items",
    "default",
    "nullable",
    "enum",
    "required",
    "pattern",
    "format",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "maximum",
    "minLength",
    "multipleOf",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "metadata",
    "apiVersion",
    "kind",
    "spec",
    "status",
    "map",
    "set",
    "date-time",
    "(",
    ")",
    "*",
    "+",
    "{2,}",
    "[^",
    "(?i)",
    "\\pL",
];

impl Random {
    /// Starts with a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below the end, or 0.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % (end.max(1) as u64)).unwrap_or(0)
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        let index = self.below(of.len());
        of.get(index)
    }

    /// A seed with a few edits.
    pub fn mutated(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let mut input = self.one(seeds).cloned().unwrap_or_default();
        for _ in 0..=self.below(5) {
            self.edit(&mut input, seeds);
        }
        input.truncate(LARGEST);
        input
    }

    fn edit(&mut self, input: &mut Vec<u8>, seeds: &[Vec<u8>]) {
        let (a, b) = (self.below(input.len() + 1), self.below(input.len() + 1));
        let (from, to) = (a.min(b), a.max(b));
        // Short stretches are more often of one piece.
        let to = to.min(from + 1 + self.below(40));
        match self.below(6) {
            0 => drop(input.drain(from..to.min(input.len()))),
            1 => {
                let word = self.one(WORDS).copied().unwrap_or_default();
                input.splice(from..from, word.bytes());
            }
            2 => {
                let word = self.one(WORDS).copied().unwrap_or_default();
                input.splice(from..to.min(input.len()), word.bytes());
            }
            3 => {
                let piece = input
                    .get(from..to.min(input.len()))
                    .unwrap_or_default()
                    .to_vec();
                let times = 1 + self.below(4);
                let at = self.below(input.len() + 1);
                input.splice(at..at, piece.repeat(times));
            }
            4 => {
                let byte = u8::try_from(self.below(256)).unwrap_or(b'?');
                if let Some(place) = input.get_mut(from) {
                    *place = byte;
                }
            }
            _ => {
                let other = self.one(seeds).cloned().unwrap_or_default();
                let start = self.below(other.len() + 1);
                let end = (start + self.below(200)).min(other.len());
                let piece = other.get(start..end).unwrap_or_default().to_vec();
                input.splice(from..from, piece);
            }
        }
    }
}
