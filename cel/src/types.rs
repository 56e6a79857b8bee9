//! The types of CEL.

use std::fmt;
use std::sync::Arc;

/// A type.
#[derive(Debug, Clone)]
pub enum Type {
    /// What an expression has that is wrong; it fits everywhere, so that one mistake gives one error.
    Error,
    /// A type that the caller cannot see (a field of another struct, in a macro); it fits everywhere.
    Unknown,
    /// Decided at run time.
    Dyn,
    /// `null`
    Null,
    /// `bool`
    Bool,
    /// `int`, 64 bits signed
    Int,
    /// `uint`, 64 bits
    Uint,
    /// `double`, 64 bits
    Double,
    /// `string`
    String,
    /// `bytes`
    Bytes,
    /// `google.protobuf.Duration`
    Duration,
    /// `google.protobuf.Timestamp`
    Timestamp,
    /// `list(T)`
    List(Arc<Type>),
    /// `map(K, V)`
    Map(Arc<(Type, Type)>),
    /// `optional_type(T)`
    Optional(Arc<Type>),
    /// `wrapper(T)`: what a message such as `google.protobuf.Int64Value` becomes. It is `T` in all but that it can be
    /// compared with `null`.
    Wrapper(Arc<Type>),
    /// The type of a type: of `string`, or of `type(x)`.
    Type(Option<Arc<Type>>),
    /// A type with functions of its own.
    Opaque(Opaque),
    /// An object with declared fields.
    Object(Arc<ObjectType>),
    /// A type not yet decided, while checking.
    Param(u32),
}

/// The types with functions of their own that Kubernetes adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Opaque {
    /// `net.IP`
    Ip,
    /// `net.CIDR`
    Cidr,
    /// `kubernetes.URL`
    Url,
    /// `kubernetes.Quantity`
    Quantity,
    /// `kubernetes.Semver`
    Semver,
    /// `kubernetes.NamedFormat`
    NamedFormat,
    /// `kubernetes.authorization.Authorizer`; of this and the next four, a custom resource's rules have no values.
    Authorizer,
    /// `kubernetes.authorization.PathCheck`
    PathCheck,
    /// `kubernetes.authorization.GroupCheck`
    GroupCheck,
    /// `kubernetes.authorization.ResourceCheck`
    ResourceCheck,
    /// `kubernetes.authorization.Decision`
    Decision,
}

/// An object's declared fields.
///
/// Two object types are the same if they have the same name, and the name says where in the schema the object is
/// declared: two objects of equal fields at two places cannot be compared with `==`.
#[derive(Debug)]
pub struct ObjectType {
    /// Where it is declared, such as `selfType.spec`.
    pub name: String,
    /// The fields, by escaped name, ascending.
    pub fields: Vec<Field>,
}

/// A declared field.
#[derive(Debug, Clone)]
pub struct Field {
    /// The name as an expression writes it: `a__dash__b`.
    pub name: String,
    /// The property in the schema: `a-b`.
    pub property: String,
    /// Its type.
    pub ty: Type,
}

impl Opaque {
    /// Whether it is of authorizers.
    pub(crate) const fn is_of_authorizers(self) -> bool {
        matches!(
            self,
            Self::Authorizer
                | Self::PathCheck
                | Self::GroupCheck
                | Self::ResourceCheck
                | Self::Decision
        )
    }

    /// The type's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ip => "net.IP",
            Self::Cidr => "net.CIDR",
            Self::Url => "kubernetes.URL",
            Self::Quantity => "kubernetes.Quantity",
            Self::Semver => "kubernetes.Semver",
            Self::NamedFormat => "kubernetes.NamedFormat",
            Self::Authorizer => "kubernetes.authorization.Authorizer",
            Self::PathCheck => "kubernetes.authorization.PathCheck",
            Self::GroupCheck => "kubernetes.authorization.GroupCheck",
            Self::ResourceCheck => "kubernetes.authorization.ResourceCheck",
            Self::Decision => "kubernetes.authorization.Decision",
        }
    }
}

impl ObjectType {
    /// The field of this escaped name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field> {
        let index = self
            .fields
            .binary_search_by(|field| field.name.as_str().cmp(name))
            .ok()?;
        Some(&self.fields[index])
    }
}

impl Type {
    /// `list(element)`
    #[must_use]
    pub fn list(element: Self) -> Self {
        Self::List(Arc::new(element))
    }

    /// `map(key, value)`
    #[must_use]
    pub fn map(key: Self, value: Self) -> Self {
        Self::Map(Arc::new((key, value)))
    }

    /// `optional_type(value)`
    #[must_use]
    pub fn optional(value: Self) -> Self {
        Self::Optional(Arc::new(value))
    }

    /// `wrapper(value)`
    pub(crate) fn wrapper(value: Self) -> Self {
        Self::Wrapper(Arc::new(value))
    }

    /// The type without its wrapper.
    #[must_use]
    pub fn unwrapped(&self) -> &Self {
        match self {
            Self::Wrapper(value) => value,
            ty => ty,
        }
    }

    /// `type(of)`
    #[must_use]
    pub fn type_of(of: Self) -> Self {
        Self::Type(Some(Arc::new(of)))
    }

    /// The name as the server's own types print it, which is not as its messages do: `google.protobuf.Duration` for
    /// `duration`, `null_type` for `null`.
    #[must_use]
    pub fn full_name(&self) -> impl fmt::Display + '_ {
        FullName(self)
    }

    /// Whether nothing is known of values of this type before run time.
    #[must_use]
    pub const fn is_dyn(&self) -> bool {
        matches!(self, Self::Dyn | Self::Unknown)
    }
}

impl PartialEq for Type {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::List(a), Self::List(b))
            | (Self::Optional(a), Self::Optional(b))
            | (Self::Wrapper(a), Self::Wrapper(b)) => a == b,
            (Self::Map(a), Self::Map(b)) => a == b,
            (Self::Type(a), Self::Type(b)) => a == b,
            (Self::Opaque(a), Self::Opaque(b)) => a == b,
            (Self::Object(a), Self::Object(b)) => Arc::ptr_eq(a, b) || a.name == b.name,
            (Self::Param(a), Self::Param(b)) => a == b,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

impl Eq for Type {}

/// As the server prints it in messages: `list(string)`, `map(string, int)`, `optional_type(dyn)`, `timestamp`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error => f.write_str("!error!"),
            Self::Unknown | Self::Dyn => f.write_str("dyn"),
            Self::Null => f.write_str("null"),
            Self::Bool => f.write_str("bool"),
            Self::Int => f.write_str("int"),
            Self::Uint => f.write_str("uint"),
            Self::Double => f.write_str("double"),
            Self::String => f.write_str("string"),
            Self::Bytes => f.write_str("bytes"),
            Self::Duration => f.write_str("duration"),
            Self::Timestamp => f.write_str("timestamp"),
            Self::List(element) => write!(f, "list({element})"),
            Self::Map(entry) => write!(f, "map({}, {})", entry.0, entry.1),
            Self::Optional(value) => write!(f, "optional_type({value})"),
            Self::Wrapper(value) => write!(f, "wrapper({value})"),
            Self::Type(None) => f.write_str("type"),
            Self::Type(Some(of)) => write!(f, "type({of})"),
            Self::Opaque(opaque) => f.write_str(opaque.name()),
            Self::Object(object) => f.write_str(&object.name),
            Self::Param(number) => write!(f, "_var{number}"),
        }
    }
}

struct FullName<'t>(&'t Type);

impl fmt::Display for FullName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Type::Duration => f.write_str("google.protobuf.Duration"),
            Type::Timestamp => f.write_str("google.protobuf.Timestamp"),
            Type::Null => f.write_str("null_type"),
            Type::List(element) => write!(f, "list({})", FullName(element)),
            Type::Map(entry) => write!(f, "map({}, {})", FullName(&entry.0), FullName(&entry.1)),
            Type::Optional(value) => write!(f, "optional_type({})", FullName(value)),
            Type::Type(Some(of)) => write!(f, "type({})", FullName(of)),
            other => other.fmt(f),
        }
    }
}
