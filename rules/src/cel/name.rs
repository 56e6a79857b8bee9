//! The names of object types. The server calls the type of `self` by one name wherever the rule is; here, types of a node
//! below another node with rules are named after the way from there. That only shows in the texts of errors.

use std::sync::Arc;

use wheelwright_cel::Type;
use wheelwright_cel::schema::{Declared, Shape};
use wheelwright_cel::types::{Field, ObjectType};

/// What the server calls the type of `self`.
const ROOT: &str = "selfType";

/// The declaration with names that begin at the node itself; none if they do already.
pub(super) fn in_its_own_name(node: &Declared) -> Option<Declared> {
    let (mut innermost, mut way) = (node, String::new());
    loop {
        match &innermost.shape {
            Shape::List(element) => {
                innermost = element;
                way.push_str(".@idx");
            }
            Shape::Map(values) => {
                innermost = values;
                way.push_str(".@elem");
            }
            Shape::Scalar | Shape::Object(_) => break,
        }
    }
    let Type::Object(object) = &innermost.ty else {
        return None;
    };
    let prefix = object.name.strip_suffix(&way)?;
    (prefix != ROOT).then(|| renamed(node, prefix))
}

fn renamed(node: &Declared, prefix: &str) -> Declared {
    let below = |node: &Declared| Box::new(renamed(node, prefix));
    Declared {
        ty: renamed_type(&node.ty, prefix),
        shape: match &node.shape {
            Shape::Scalar => Shape::Scalar,
            Shape::List(element) => Shape::List(below(element)),
            Shape::Map(values) => Shape::Map(below(values)),
            Shape::Object(fields) => {
                let mut fields = fields.clone();
                for field in &mut fields {
                    field.declared = renamed(&field.declared, prefix);
                }
                Shape::Object(fields)
            }
        },
        ..node.clone()
    }
}

fn renamed_type(ty: &Type, prefix: &str) -> Type {
    match ty {
        Type::Object(object) => {
            let rest = object.name.strip_prefix(prefix).unwrap_or_default();
            let fields = object.fields.iter().map(|field| Field {
                ty: renamed_type(&field.ty, prefix),
                ..field.clone()
            });
            Type::Object(Arc::new(ObjectType {
                name: format!("{ROOT}{rest}"),
                fields: fields.collect(),
            }))
        }
        Type::List(element) => Type::list(renamed_type(element, prefix)),
        Type::Map(entry) => Type::map(entry.0.clone(), renamed_type(&entry.1, prefix)),
        other => other.clone(),
    }
}
