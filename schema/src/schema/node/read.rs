use std::fmt;

use serde_json::{Map, Value, json};

use super::{Constraint, Kinds, Node};
use crate::{schema::source::Source, table::IntOrStringForm};

/// Schemas nest no deeper than this.
const MAX_DEPTH: usize = 100;

/// Why a value is not a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::schema) enum ReadError {
    /// A keyword, or the whole, is of the wrong kind.
    Malformed {
        keyword: &'static str,
        expected: &'static str,
    },
    /// `type` is not one of the types there are.
    Type(String),
    /// Nested too deep.
    Depth,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed {
                keyword: "",
                expected,
            } => write!(f, "a schema must be {expected}"),
            Self::Malformed { keyword, expected } => write!(f, "`{keyword}` must be {expected}"),
            Self::Type(name) => {
                write!(
                    f,
                    "`type: {name}` is none of array, boolean, integer, number, object, string"
                )
            }
            Self::Depth => write!(f, "nested deeper than {MAX_DEPTH} levels"),
        }
    }
}

/// Reads a structural schema.
pub(in crate::schema) fn read(schema: Value, source: Source) -> Result<Node, ReadError> {
    node(schema, source, 0)
}

fn node(schema: Value, source: Source, depth: usize) -> Result<Node, ReadError> {
    if depth > MAX_DEPTH {
        return Err(ReadError::Depth);
    }
    let Value::Object(mut keywords) = schema else {
        return Err(ReadError::Malformed {
            keyword: "",
            expected: "an object",
        });
    };
    let child = |schema: Value| node(schema, source, depth + 1);
    let mut node = Node::new(source, Kinds::ALL);
    let mut type_name = None;
    if let Some(name) = keywords.remove("type") {
        let Value::String(name) = name else {
            return Err(ReadError::Malformed {
                keyword: "type",
                expected: "a string",
            });
        };
        node.kinds = Kinds::of_json_type(&name).ok_or_else(|| ReadError::Type(name.clone()))?;
        type_name = Some(name);
    }
    node.nullable = flag(&mut keywords, "nullable")?;
    node.reads_null = node.nullable;
    node.enum_refuses_null = node.nullable && keywords.contains_key("enum");
    node.preserve = flag(&mut keywords, "x-kubernetes-preserve-unknown-fields")?;
    if flag(&mut keywords, "x-kubernetes-int-or-string")? {
        node.kinds = Kinds::INT_OR_STRING;
        node.idle_type = type_name;
        node.int_or_string = form(&mut keywords);
    }
    if let Some(required) = keywords.remove("required") {
        node.required = serde_json::from_value(required).map_err(|_| ReadError::Malformed {
            keyword: "required",
            expected: "a list of strings",
        })?;
    }
    match keywords.remove("properties") {
        Some(Value::Object(properties)) => {
            for (name, property) in properties {
                node.properties.insert(name, child(property)?);
            }
        }
        Some(_) => {
            return Err(ReadError::Malformed {
                keyword: "properties",
                expected: "an object of schemas",
            });
        }
        None => {}
    }
    if let Some(items) = keywords.remove("items") {
        node.items = Some(Box::new(child(items)?));
    }
    match keywords.remove("additionalProperties") {
        Some(Value::Bool(any)) => {
            drop(keywords.insert("additionalProperties".to_owned(), any.into()));
        }
        Some(schema) => node.additional = Some(Box::new(child(schema)?)),
        None => {}
    }
    for (keyword, constraint) in [
        ("oneOf", Constraint::OneOf as fn(Vec<Value>) -> Constraint),
        ("anyOf", Constraint::AnyOf),
        ("allOf", Constraint::AllOf),
    ] {
        if let Some(schemas) = list(&mut keywords, keyword)? {
            node.constraints.push(constraint(schemas));
        }
    }
    if let Some(schema) = keywords.remove("not") {
        node.constraints.push(Constraint::Not(schema));
    }
    node.rules = list(&mut keywords, "x-kubernetes-validations")?.unwrap_or_default();
    node.keywords = keywords;
    Ok(node)
}

fn flag(keywords: &mut Map<String, Value>, keyword: &'static str) -> Result<bool, ReadError> {
    match keywords.remove(keyword) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(value)) => Ok(value),
        Some(_) => Err(ReadError::Malformed {
            keyword,
            expected: "true or false",
        }),
    }
}

fn list(
    keywords: &mut Map<String, Value>,
    keyword: &'static str,
) -> Result<Option<Vec<Value>>, ReadError> {
    match keywords.remove(keyword) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Array(values)) => Ok(Some(values)),
        Some(_) => Err(ReadError::Malformed {
            keyword,
            expected: "a list",
        }),
    }
}

/// How an int-or-string schema is written; what says so is taken out.
fn form(keywords: &mut Map<String, Value>) -> IntOrStringForm {
    let types = json!([{"type": "integer"}, {"type": "string"}]);
    if keywords.get("anyOf") == Some(&types) {
        keywords.remove("anyOf");
        return IntOrStringForm::AnyOf;
    }
    if let Some(Value::Array(schemas)) = keywords.get_mut("allOf")
        && schemas.first() == Some(&json!({"anyOf": types}))
    {
        schemas.remove(0);
        if schemas.is_empty() {
            keywords.remove("allOf");
        }
        return IntOrStringForm::AllOf;
    }
    IntOrStringForm::Bare
}
