//! Lists and maps whose elements are of one type.

use crate::checked::Checked;
use crate::syntax::{NodeId, NodeKind};
use crate::types::Type;

use super::Validator;

impl Validator<'_> {
    pub(super) fn aggregates(&mut self) {
        let checked = self.checked;
        let mut exempt = None;
        for node in checked.ast().nodes() {
            let mut mismatches = Vec::new();
            let mut crashes = None;
            match checked.ast().kind(node) {
                NodeKind::List { elements, optional } => {
                    let mut first: Option<&Type> = None;
                    for (index, element) in elements.iter().enumerate() {
                        let optional = optional.iter().any(|optional| *optional as usize == index);
                        if optional && checked.type_of(*element) == &Type::Dyn {
                            crashes = Some(*element);
                            break;
                        }
                        let ty = element_type(checked, *element, optional);
                        match first {
                            None => first = Some(ty),
                            Some(first) if same(first, ty) => {}
                            Some(first) => {
                                mismatches.push((*element, first, ty));
                                break;
                            }
                        }
                    }
                }
                NodeKind::Map(entries) => {
                    let mut first: Option<(&Type, &Type)> = None;
                    for entry in entries {
                        if entry.optional && checked.type_of(entry.value) == &Type::Dyn {
                            crashes = Some(entry.value);
                            break;
                        }
                        let key = element_type(checked, entry.key, false);
                        let value = element_type(checked, entry.value, entry.optional);
                        let Some((first_key, first_value)) = first else {
                            first = Some((key, value));
                            continue;
                        };
                        if !same(first_key, key) {
                            mismatches.push((entry.key, first_key, key));
                        }
                        if !same(first_value, value) {
                            mismatches.push((entry.value, first_value, value));
                        }
                    }
                }
                _ => {}
            }
            if (mismatches.is_empty() && crashes.is_none())
                || exempt.get_or_insert_with(|| self.within_format())[node.index()]
            {
                continue;
            }
            if let Some(node) = crashes {
                let message =
                    "expected an optional value but found 'dyn', on which the server crashes";
                let hint = "`optional.of(…)` makes an optional value";
                self.report(node, message.to_owned(), Some(hint.to_owned()));
            }
            for (node, expected, found) in mismatches {
                let message = format!("expected type '{expected}' but found '{found}'");
                let hint = match (expected, found) {
                    (Type::Int, Type::Double) | (Type::Double, Type::Int) => {
                        "the elements of a list or map are of one type: write `1.0`, not `1`, beside doubles"
                    }
                    _ => "the elements of a list or map are of one type",
                };
                self.report(node, message, Some(hint.to_owned()));
            }
        }
    }

    /// By node, whether it is within the arguments of `format`, whose list may be mixed.
    fn within_format(&self) -> Vec<bool> {
        let ast = self.checked.ast();
        let mut within = vec![false; ast.len()];
        // Parents come after their children.
        for node in ast.nodes().rev() {
            let kind = ast.kind(node);
            let here = within[node.index()]
                || matches!(kind, NodeKind::Call { function, .. } if function == "format");
            if here {
                kind.each_child(|child| within[child.index()] = true);
            }
        }
        within
    }
}

fn element_type(checked: &Checked, node: NodeId, optional: bool) -> &Type {
    match checked.type_of(node) {
        Type::Optional(inner) if optional => inner,
        ty => ty,
    }
}

/// Whether two types are the same, or one of them cannot be seen.
fn same(first: &Type, second: &Type) -> bool {
    match (first, second) {
        (Type::Unknown, _) | (_, Type::Unknown) => true,
        (Type::List(a), Type::List(b)) | (Type::Optional(a), Type::Optional(b)) => same(a, b),
        (Type::Map(a), Type::Map(b)) => same(&a.0, &b.0) && same(&a.1, &b.1),
        (Type::Type(Some(a)), Type::Type(Some(b))) => same(a, b),
        _ => first.unwrapped() == second.unwrapped(),
    }
}
