//! How functions are declared.

use crate::overload::Overload;
use crate::types::Opaque;

/// A type in a declaration.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Sig {
    Dyn,
    Bool,
    Int,
    Uint,
    Double,
    String,
    Bytes,
    Duration,
    Timestamp,
    /// A type that each call decides, by number.
    Param(u8),
    List(&'static Sig),
    Map(&'static Sig, &'static Sig),
    Optional(&'static Sig),
    TypeOf(&'static Sig),
    Opaque(Opaque),
}

/// A function: its name and its signatures in one library.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) overloads: &'static [Declaration],
}

/// A signature.
#[derive(Debug)]
pub(crate) struct Declaration {
    pub(crate) overload: Overload,
    /// Whether it is called on its first parameter.
    pub(crate) member: bool,
    pub(crate) parameters: &'static [Sig],
    pub(crate) result: Sig,
    /// The last server that has it, if it was taken away.
    pub(crate) last: u8,
}

impl Declaration {
    /// Whether it is called on what only admission has.
    pub(crate) fn is_of_authorizers(&self) -> bool {
        matches!(self.parameters.first(), Some(Sig::Opaque(of)) if of.is_of_authorizers())
    }

    /// Taken away after this server.
    pub(super) const fn until(mut self, minor: u8) -> Self {
        self.last = minor;
        self
    }
}

pub(super) const fn global(
    overload: Overload,
    parameters: &'static [Sig],
    result: Sig,
) -> Declaration {
    Declaration {
        overload,
        member: false,
        parameters,
        result,
        last: u8::MAX,
    }
}

pub(super) const fn member(
    overload: Overload,
    parameters: &'static [Sig],
    result: Sig,
) -> Declaration {
    Declaration {
        overload,
        member: true,
        parameters,
        result,
        last: u8::MAX,
    }
}

pub(super) const A: Sig = Sig::Param(0);
pub(super) const B: Sig = Sig::Param(1);
pub(super) const DYN: Sig = Sig::Dyn;
pub(super) const BOOL: Sig = Sig::Bool;
pub(super) const INT: Sig = Sig::Int;
pub(super) const UINT: Sig = Sig::Uint;
pub(super) const DOUBLE: Sig = Sig::Double;
pub(super) const STRING: Sig = Sig::String;
pub(super) const BYTES: Sig = Sig::Bytes;
pub(super) const DURATION: Sig = Sig::Duration;
pub(super) const TIMESTAMP: Sig = Sig::Timestamp;
pub(super) const TYPE_A: Sig = Sig::TypeOf(&A);
pub(super) const LIST_A: Sig = Sig::List(&A);
pub(super) const LIST_LIST_A: Sig = Sig::List(&LIST_A);
pub(super) const LIST_DYN: Sig = Sig::List(&DYN);
pub(super) const LIST_BOOL: Sig = Sig::List(&BOOL);
pub(super) const LIST_INT: Sig = Sig::List(&INT);
pub(super) const LIST_UINT: Sig = Sig::List(&UINT);
pub(super) const LIST_DOUBLE: Sig = Sig::List(&DOUBLE);
pub(super) const LIST_STRING: Sig = Sig::List(&STRING);
pub(super) const LIST_BYTES: Sig = Sig::List(&BYTES);
pub(super) const LIST_DURATION: Sig = Sig::List(&DURATION);
pub(super) const LIST_TIMESTAMP: Sig = Sig::List(&TIMESTAMP);
pub(super) const LIST_OPTIONAL_A: Sig = Sig::List(&OPTIONAL_A);
pub(super) const MAP_AB: Sig = Sig::Map(&A, &B);
pub(super) const MAP_STRING_LIST_STRING: Sig = Sig::Map(&STRING, &LIST_STRING);
pub(super) const OPTIONAL_A: Sig = Sig::Optional(&A);
pub(super) const OPTIONAL_B: Sig = Sig::Optional(&B);
pub(super) const OPTIONAL_LIST_A: Sig = Sig::Optional(&LIST_A);
pub(super) const OPTIONAL_MAP_AB: Sig = Sig::Optional(&MAP_AB);
pub(super) const OPTIONAL_LIST_STRING: Sig = Sig::Optional(&LIST_STRING);
pub(super) const OPTIONAL_FORMAT: Sig = Sig::Optional(&FORMAT);
pub(super) const IP: Sig = Sig::Opaque(Opaque::Ip);
pub(super) const CIDR: Sig = Sig::Opaque(Opaque::Cidr);
pub(super) const URL: Sig = Sig::Opaque(Opaque::Url);
pub(super) const QUANTITY: Sig = Sig::Opaque(Opaque::Quantity);
pub(super) const SEMVER: Sig = Sig::Opaque(Opaque::Semver);
pub(super) const FORMAT: Sig = Sig::Opaque(Opaque::NamedFormat);
pub(super) const AUTHORIZER: Sig = Sig::Opaque(Opaque::Authorizer);
pub(super) const PATH_CHECK: Sig = Sig::Opaque(Opaque::PathCheck);
pub(super) const GROUP_CHECK: Sig = Sig::Opaque(Opaque::GroupCheck);
pub(super) const RESOURCE_CHECK: Sig = Sig::Opaque(Opaque::ResourceCheck);
pub(super) const DECISION: Sig = Sig::Opaque(Opaque::Decision);
