//! What a value looks like, in a few letters: to find it again in a list that was edited meanwhile.

use std::{fmt::Write as _, hash::Hasher};

use super::{
    Json, Kind,
    equal::{by_name, hash, hash_text},
};

/// What an item of a list looked like. Six hexadecimal digits for each member of an object, in the order of the members'
/// names; for any other value six in all.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Look(pub String);

/// Hexadecimal digits of a member.
const DIGITS: usize = 6;

impl Look {
    /// Whether it is a look at all; looks are read from annotations.
    #[must_use]
    pub fn is_well_formed(text: &str) -> bool {
        text.len().is_multiple_of(DIGITS) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
    }

    /// The digits of each member.
    pub(super) fn parts(&self) -> impl Iterator<Item = &[u8]> {
        self.0.as_bytes().chunks(DIGITS)
    }
}

/// What a value looks like.
#[must_use]
pub fn look(json: &Json) -> Look {
    let mut text = String::new();
    if json.kind() == Kind::Object {
        for (name, value) in &by_name(json) {
            let mut state = Fnv::new();
            hash_text(name, &mut state);
            hash(value, &mut state);
            state.write_to(&mut text);
        }
    } else {
        let mut state = Fnv::new();
        hash(json, &mut state);
        state.write_to(&mut text);
    }
    Look(text)
}

/// FNV-1a, which gives the same on every machine and in every release.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Fnv {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn write_to(&self, text: &mut String) {
        let folded = (self.0 ^ (self.0 >> 24) ^ (self.0 >> 48)) & 0x00ff_ffff;
        // Writing to a string cannot fail.
        let _ = write!(text, "{folded:06x}");
    }
}
