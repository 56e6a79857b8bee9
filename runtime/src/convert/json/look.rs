//! What a value looks like, in a few letters: to find it again in a list that was edited meanwhile.

use std::fmt::Write as _;

use super::{Json, Kind, equal::by_name};

/// What an item of a list looked like. Six hexadecimal digits for each member of an object, in the order of the members'
/// names; for any other value six in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Look(pub(crate) String);

/// Hexadecimal digits of a member.
const DIGITS: usize = 6;

impl Look {
    /// Whether it is a look at all; looks are read from annotations.
    pub(crate) fn is_well_formed(text: &str) -> bool {
        text.len().is_multiple_of(DIGITS) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
    }

    /// Whether at least half of the members are the same: likely an edit of the same item.
    pub(crate) fn resembles(&self, other: &Self) -> bool {
        fn parts(look: &Look) -> Vec<&[u8]> {
            look.0.as_bytes().chunks(DIGITS).collect()
        }
        let (a, b) = (parts(self), parts(other));
        let common = a.iter().filter(|part| b.contains(part)).count();
        common > 0 && common * 2 >= a.len().max(b.len())
    }
}

/// What a value looks like.
pub(crate) fn look(json: &Json) -> Look {
    let mut text = String::new();
    if json.kind() == Kind::Object {
        for (name, value) in &by_name(json) {
            let mut hash = Hash::new();
            hash.text(name);
            hash.json(value);
            hash.write(&mut text);
        }
    } else {
        let mut hash = Hash::new();
        hash.json(json);
        hash.write(&mut text);
    }
    Look(text)
}

/// FNV-1a, which gives the same on every machine and in every release.
struct Hash(u64);

impl Hash {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.bytes(&[0xff]);
    }

    /// Values that are the same give the same.
    fn json(&mut self, json: &Json) {
        let kind = json.kind();
        self.bytes(&[kind as u8]);
        match kind {
            Kind::Null => {}
            Kind::Bool => self.bytes(&[u8::from(json.as_bool() == Some(true))]),
            Kind::Number => {
                if let Some(integer) = json.as_i64() {
                    self.bytes(&integer.to_le_bytes());
                } else {
                    let float: Option<f64> = json.number_text().and_then(|text| text.parse().ok());
                    self.bytes(&float.unwrap_or_default().to_le_bytes());
                }
            }
            Kind::String => self.text(&json.as_str().unwrap_or_default()),
            Kind::Array => {
                for item in json.each_item() {
                    self.json(&item);
                }
                self.bytes(b"]");
            }
            Kind::Object => {
                for (name, value) in &by_name(json) {
                    self.text(name);
                    self.json(value);
                }
                self.bytes(b"}");
            }
        }
    }

    fn write(&self, text: &mut String) {
        let folded = (self.0 ^ (self.0 >> 24) ^ (self.0 >> 48)) & 0x00ff_ffff;
        // Writing to a string cannot fail.
        let _ = write!(text, "{folded:06x}");
    }
}
