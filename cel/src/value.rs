//! Values of an evaluation: scalars, lists and maps that borrow from the object, and what functions make of them.

use std::fmt;
use std::sync::Arc;

use serde_json::Value as Json;

pub use crate::library::{
    cidr::Cidr, duration::Duration, named_format::NamedFormat, quantity::Quantity, semver::Semver,
    timestamp::Timestamp, url::ParsedUrl,
};

mod add;
mod compare;
mod equality;
mod held;
mod key;
mod list;
mod map;
mod print;
mod scalar;
mod text;

pub(crate) use add::added;
pub(crate) use compare::compare;
pub(crate) use equality::{Comparison, equal};
pub(crate) use held::{Held, Unfit};
pub(crate) use key::Key;
pub(crate) use list::{Element, ListItems};
pub use list::{Iter, List};
pub use map::Map;
pub(crate) use map::OwnedMap;
pub use text::Text;

use std::net::IpAddr;

/// A value of CEL, borrowing from the object that is evaluated and from the program where it can.
#[derive(Clone)]
#[non_exhaustive]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `bool`
    Bool(bool),
    /// `int`
    Int(i64),
    /// `uint`
    Uint(u64),
    /// `double`
    Double(f64),
    /// `string`
    String(Text<'a>),
    /// `bytes`
    Bytes(Arc<[u8]>),
    /// `google.protobuf.Duration`
    Duration(Duration),
    /// `google.protobuf.Timestamp`
    Timestamp(Timestamp),
    /// `list`
    List(List<'a>),
    /// `map`, which objects are at run time
    Map(Map<'a>),
    /// `type`, by its name
    Type(Text<'a>),
    /// `optional_type`
    Optional(Option<Arc<Value<'a>>>),
    /// `kubernetes.Quantity`
    Quantity(Arc<Quantity>),
    /// `kubernetes.URL`
    Url(Arc<ParsedUrl>),
    /// `net.IP`
    Ip(IpAddr),
    /// `net.CIDR`
    Cidr(Cidr),
    /// `kubernetes.NamedFormat`
    Format(NamedFormat),
    /// `kubernetes.Semver`
    Semver(Arc<Semver>),
    /// `google.protobuf.Empty`, the one message that stays one
    Empty,
    /// What `x-kubernetes-preserve-unknown-fields` keeps in a place without a type: it can only be compared.
    Preserved(&'a Json),
}

impl<'a> Value<'a> {
    /// The name of the type at run time, as `type(…)` prints it.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null_type",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Uint(_) => "uint",
            Self::Double(_) => "double",
            Self::String(_) => "string",
            Self::Bytes(_) => "bytes",
            Self::Duration(_) => "google.protobuf.Duration",
            Self::Timestamp(_) => "google.protobuf.Timestamp",
            Self::List(_) => "list",
            Self::Map(_) => "map",
            Self::Type(_) => "type",
            Self::Optional(_) => "optional_type",
            Self::Quantity(_) => "kubernetes.Quantity",
            Self::Url(_) => "kubernetes.URL",
            Self::Ip(_) => "net.IP",
            Self::Cidr(_) => "net.CIDR",
            Self::Format(_) => "kubernetes.NamedFormat",
            Self::Semver(_) => "kubernetes.Semver",
            Self::Empty => "google.protobuf.Empty",
            Self::Preserved(_) => "unknown",
        }
    }

    pub(crate) fn text(text: impl Into<Arc<str>>) -> Self {
        Self::String(Text::Shared(text.into()))
    }

    pub(crate) fn list(items: Vec<Value<'a>>) -> Self {
        Self::List(List::owned(items))
    }

    pub(crate) fn some(value: Value<'a>) -> Self {
        Self::Optional(Some(Arc::new(value)))
    }

    /// An integer from a count.
    pub(crate) fn count(count: u64) -> Self {
        Self::Int(i64::try_from(count).unwrap_or(i64::MAX))
    }

    /// What the cost of functions goes by: code points, bytes, entries, or 1.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Self::String(text) => text.code_points(),
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::List(list) => list.len(),
            Self::Map(map) => map.len(),
            Self::Ip(IpAddr::V4(_)) => 4,
            Self::Ip(IpAddr::V6(_)) => 16,
            Self::Cidr(cidr) => u64::from(cidr.prefix_length().div_ceil(8)),
            _ => 1,
        }
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe())
    }
}
