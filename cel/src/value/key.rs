//! Keys of the maps that expressions make.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

use super::{Text, Value};
use crate::failure::{EvalError, Outcome};
use crate::library::cidr::Cidr;
use crate::library::duration::Duration;
use crate::library::timestamp::Timestamp;

/// A key. `1` and `1u` are two keys, and each finds the other where that is not there itself.
#[derive(Clone, Debug)]
pub(crate) enum Key<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(Text<'a>),
    Duration(Duration),
    Timestamp(Timestamp),
    Type(Text<'a>),
    Ip(IpAddr),
    Cidr(Cidr),
    /// The optional without a value, of which Go has only one.
    Nothing,
    /// A list, a map or the like, which Go tells apart by where it is: no other value finds it.
    Apart(Arc<Value<'a>>),
}

/// So many keys are looked through one by one.
const FEW: usize = 8;

impl<'a> Key<'a> {
    /// The key that finds a value; lists, maps and the like have none.
    fn of(value: &Value<'a>) -> Option<Self> {
        Some(match value {
            Value::Null => Self::Null,
            Value::Bool(flag) => Self::Bool(*flag),
            Value::Int(number) => Self::Int(*number),
            Value::Uint(number) => Self::Uint(*number),
            Value::Double(number) => Self::Double(*number),
            Value::String(text) => Self::String(text.clone()),
            Value::Duration(duration) => Self::Duration(*duration),
            Value::Timestamp(timestamp) => Self::Timestamp(*timestamp),
            Value::Type(name) => Self::Type(name.clone()),
            Value::Ip(address) => Self::Ip(*address),
            Value::Cidr(cidr) => Self::Cidr(*cidr),
            Value::Optional(None) => Self::Nothing,
            _ => return None,
        })
    }

    /// The key that a value becomes.
    pub(crate) fn from_value(value: &Value<'a>) -> Outcome<Self> {
        Self::hashable(value)?;
        Ok(Self::of(value).unwrap_or_else(|| Self::Apart(Arc::new(value.clone()))))
    }

    /// Go has no keys of these, and crashes where it is to make or find one.
    pub(crate) fn hashable(value: &Value<'_>) -> Outcome<()> {
        match value {
            Value::Bytes(_) | Value::Semver(_) | Value::Format(_) => {
                Err(EvalError::unhashable(value.cel_go_type()))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn to_value(&self) -> Value<'a> {
        match self {
            Self::Null => Value::Null,
            Self::Bool(flag) => Value::Bool(*flag),
            Self::Int(number) => Value::Int(*number),
            Self::Uint(number) => Value::Uint(*number),
            Self::Double(number) => Value::Double(*number),
            Self::String(text) => Value::String(text.clone()),
            Self::Duration(duration) => Value::Duration(*duration),
            Self::Timestamp(timestamp) => Value::Timestamp(*timestamp),
            Self::Type(name) => Value::Type(name.clone()),
            Self::Ip(address) => Value::Ip(*address),
            Self::Cidr(cidr) => Value::Cidr(*cidr),
            Self::Nothing => Value::Optional(None),
            Self::Apart(value) => (**value).clone(),
        }
    }

    /// The value of a key: of the key itself, or of the same number in another type.
    pub(crate) fn lookup<'m>(
        entries: &'m BTreeMap<Key<'a>, Value<'a>>,
        key: &Value<'_>,
    ) -> Option<&'m Value<'a>> {
        // A map's type says how long its keys live, so one that lives shorter is looked for as a copy, or by hand.
        let find = |key: Key<'_>| {
            if entries.len() > FEW {
                return entries.get(&key.to_owned_key()?);
            }
            entries
                .iter()
                .find(|(known, _)| known.order(&key) == Ordering::Equal)
                .map(|(_, value)| value)
        };
        let int = |number: i64| find(Key::Int(number));
        let uint = |number: u64| find(Key::Uint(number));
        match key {
            Value::Int(number) => int(*number).or_else(|| uint(u64::try_from(*number).ok()?)),
            Value::Uint(number) => uint(*number).or_else(|| int(i64::try_from(*number).ok()?)),
            Value::Double(number) => find(Key::Double(*number))
                .or_else(|| int(whole(*number)?))
                .or_else(|| uint(whole_unsigned(*number)?)),
            _ => find(Key::of(key)?),
        }
    }

    /// A copy that borrows nothing, of a key that can be found.
    fn to_owned_key<'k>(&self) -> Option<Key<'k>> {
        Some(match self {
            Self::String(text) => Key::String(Text::Shared((&**text).into())),
            Self::Type(text) => Key::Type(Text::Shared((&**text).into())),
            Self::Null => Key::Null,
            Self::Bool(flag) => Key::Bool(*flag),
            Self::Int(number) => Key::Int(*number),
            Self::Uint(number) => Key::Uint(*number),
            Self::Double(number) => Key::Double(*number),
            Self::Duration(duration) => Key::Duration(*duration),
            Self::Timestamp(timestamp) => Key::Timestamp(*timestamp),
            Self::Ip(address) => Key::Ip(*address),
            Self::Cidr(cidr) => Key::Cidr(*cidr),
            Self::Nothing => Key::Nothing,
            Self::Apart(_) => return None,
        })
    }

    fn order(&self, other: &Key<'_>) -> Ordering {
        match (self, other) {
            (Self::Bool(a), Key::Bool(b)) => a.cmp(b),
            (Self::Int(a), Key::Int(b)) => a.cmp(b),
            (Self::Uint(a), Key::Uint(b)) => a.cmp(b),
            (Self::Double(a), Key::Double(b)) => {
                let plain = |number: f64| if number == 0.0 { 0.0 } else { number };
                plain(*a).total_cmp(&plain(*b))
            }
            (Self::String(a), Key::String(b)) | (Self::Type(a), Key::Type(b)) => (**a).cmp(&**b),
            (Self::Duration(a), Key::Duration(b)) => a.cmp(b),
            (Self::Timestamp(a), Key::Timestamp(b)) => a.cmp(b),
            (Self::Ip(a), Key::Ip(b)) => a.cmp(b),
            (Self::Cidr(a), Key::Cidr(b)) => a.cmp(b),
            (Self::Apart(a), Key::Apart(b)) => {
                Arc::as_ptr(a).cast::<()>().cmp(&Arc::as_ptr(b).cast())
            }
            _ => self.rank().cmp(&other.rank()),
        }
    }

    const fn rank(&self) -> u8 {
        match self {
            Self::Null => 0,
            Self::Bool(_) => 1,
            Self::Int(_) => 2,
            Self::Uint(_) => 3,
            Self::Double(_) => 4,
            Self::String(_) => 5,
            Self::Duration(_) => 6,
            Self::Timestamp(_) => 7,
            Self::Type(_) => 8,
            Self::Ip(_) => 9,
            Self::Cidr(_) => 10,
            Self::Nothing => 11,
            Self::Apart(_) => 12,
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
fn whole(number: f64) -> Option<i64> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    (number.fract() == 0.0 && number > -LIMIT && number < LIMIT).then_some(number as i64)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked"
)]
fn whole_unsigned(number: f64) -> Option<u64> {
    const LIMIT: f64 = 18_446_744_073_709_551_616.0;
    (number.fract() == 0.0 && (0.0..LIMIT).contains(&number)).then_some(number as u64)
}

impl PartialEq for Key<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.order(other) == Ordering::Equal
    }
}

impl Eq for Key<'_> {}

impl PartialOrd for Key<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order(other)
    }
}
