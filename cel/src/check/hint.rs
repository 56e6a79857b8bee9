//! What to write instead where no signature of a function fits.

use crate::environment::{Declaration, Environment, Known, Sig};
use crate::syntax::operator;
use crate::types::Type;

pub(super) fn no_overload(
    function: &Known,
    environment: Environment,
    member: bool,
    given: &[Type],
) -> Option<String> {
    let named = function
        .name()
        .starts_with(|c: char| c.is_ascii_alphabetic());
    if !named
        && let [left, right] = given
        && let Some(hint) = operands(function.name(), left, right)
    {
        return Some(hint);
    }
    if function.name() == operator::NOT
        && let [Type::Optional(_)] = given
    {
        return Some("take the value of the optional: `!x.orValue(false)`".to_owned());
    }
    if function
        .declarations(environment)
        .all(Declaration::is_of_authorizers)
    {
        return Some(
            "only admission policies have an `authorizer` that this can be called on".to_owned(),
        );
    }
    // The other way of calling it.
    let arguments = given.len();
    let mut declarations = function.declarations(environment);
    let other = declarations.find(|declaration| {
        declaration.member != member && declaration.parameters.len() == arguments
    });
    if other.is_some() && named {
        let name = function.name();
        return Some(if member {
            format!("it is not called on a value: `{name}(…)`")
        } else {
            format!("it is called on a value: `x.{name}(…)`")
        });
    }
    if let Some(Type::Optional(inner)) = given.first() {
        return Some(format!(
            "take the value of the optional first: `.orValue(…)` of type {inner}, or `.value()`"
        ));
    }
    named.then(|| signatures(function, environment))
}

/// How a function can be called.
fn signatures(function: &Known, environment: Environment) -> String {
    /// How many ways are shown.
    const SHOWN: usize = 4;
    let mut ways: Vec<String> = function
        .declarations(environment)
        .map(|declaration| {
            let mut parameters = declaration.parameters.iter().map(shown);
            let target = if declaration.member {
                parameters.next()
            } else {
                None
            };
            let target = target
                .map(|target| format!("{target}."))
                .unwrap_or_default();
            let parameters: Vec<String> = parameters.collect();
            format!("{target}{}({})", function.name(), parameters.join(", "))
        })
        .collect();
    if ways.len() > SHOWN {
        ways.truncate(SHOWN);
        ways.push("…".to_owned());
    }
    format!("it is called as {}", ways.join(", "))
}

fn shown(sig: &Sig) -> String {
    let name = match sig {
        Sig::Dyn => "dyn",
        Sig::Bool => "bool",
        Sig::Int => "int",
        Sig::Uint => "uint",
        Sig::Double => "double",
        Sig::String => "string",
        Sig::Bytes => "bytes",
        Sig::Duration => "duration",
        Sig::Timestamp => "timestamp",
        Sig::Param(0) => "A",
        Sig::Param(_) => "B",
        Sig::List(element) => return format!("list({})", shown(element)),
        Sig::Map(key, value) => return format!("map({}, {})", shown(key), shown(value)),
        Sig::Optional(value) => return format!("optional({})", shown(value)),
        Sig::TypeOf(of) => return format!("type({})", shown(of)),
        Sig::Opaque(opaque) => opaque.name(),
    };
    name.to_owned()
}

/// What to do about two operands whose types do not go together.
fn operands(function: &str, left: &Type, right: &Type) -> Option<String> {
    let arithmetic = matches!(
        function,
        operator::ADD
            | operator::SUBTRACT
            | operator::MULTIPLY
            | operator::DIVIDE
            | operator::MODULO
    );
    let equality = matches!(function, operator::EQUALS | operator::NOT_EQUALS);
    let (first, second) = if rank(left) <= rank(right) {
        (left, right)
    } else {
        (right, left)
    };
    match (first, second) {
        (Type::Int, Type::Double) | (Type::Int | Type::Double, Type::Uint) if arithmetic || equality => Some(format!(
            "convert one of them: `{left}(…)` or `{right}(…)`; `1` is an int, `1.0` a double, `1u` a uint"
        )),
        (Type::Int | Type::Double | Type::Bool, Type::String) => {
            Some("write the literal without quotes, or convert: `string(…)`, `int(…)`".to_owned())
        }
        (Type::String, Type::Duration) => Some("write `duration('1h')`".to_owned()),
        (Type::String, Type::Timestamp) => Some("write `timestamp('2024-01-01T00:00:00Z')`".to_owned()),
        (Type::String, Type::Bytes) => Some("write bytes as b'…', or convert: `bytes(…)`".to_owned()),
        (Type::Opaque(opaque), Type::String) | (Type::String, Type::Opaque(opaque)) => {
            use crate::types::Opaque;
            let make = match opaque {
                Opaque::Quantity => "quantity('1Gi')",
                Opaque::Ip => "ip('10.0.0.1')",
                Opaque::Cidr => "cidr('10.0.0.0/8')",
                Opaque::Url => "url('https://…')",
                Opaque::Semver => "semver('1.2.3')",
                Opaque::NamedFormat
                | Opaque::Authorizer
                | Opaque::PathCheck
                | Opaque::GroupCheck
                | Opaque::ResourceCheck
                | Opaque::Decision => return None,
            };
            Some(format!("make both of them one: `{make}`"))
        }
        (Type::Opaque(_), Type::Opaque(_)) if left == right && !equality => {
            Some("compare with `.isLessThan(…)`, `.isGreaterThan(…)` or `.compareTo(…)`".to_owned())
        }
        (other, Type::Null) | (Type::Null, other) if !matches!(other, Type::Null) => {
            Some("only objects can be null here: test with has(…) whether a field is set".to_owned())
        }
        (Type::Optional(_), _) | (_, Type::Optional(_)) => {
            Some("take the value of the optional first: `.orValue(…)`, or `.value()` after `.hasValue()`".to_owned())
        }
        (Type::Object(_), Type::Object(_)) if equality => {
            Some("objects of two places in the schema have two types: compare their fields".to_owned())
        }
        _ => None,
    }
}

const fn rank(ty: &Type) -> u8 {
    match ty {
        Type::Bool => 0,
        Type::Int => 1,
        Type::Double => 2,
        Type::Uint => 3,
        Type::String => 4,
        Type::Null => 6,
        _ => 5,
    }
}
