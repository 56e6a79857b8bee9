//! `spec(…)`, `metadata(…)`, `type_meta(…)`: what the root object must have.

use super::forms::{REQUIRED, SPEC};
use crate::attrs::tree::{Node, Tree};
use crate::attrs::{Argument, Key};

/// Whether `spec` must be there.
pub(crate) enum Spec {
    Required,
    Optional,
    Default(Tree),
}

/// `apiVersion`, `kind` and `metadata` in `properties`.
pub(crate) struct TypeMeta {
    /// The first two also in `required`.
    pub(crate) required: bool,
}

impl Spec {
    pub(super) fn read(key: &Key<'_>) -> Option<Self> {
        let keys = key.nested(SPEC)?;
        let [choice] = keys.as_slice() else {
            key.wrong("one of `required`, `optional` and `default = …`");
            return None;
        };
        match choice.form.name {
            "required" => choice.bare().map(|()| Self::Required),
            "optional" => choice.bare().map(|()| Self::Optional),
            _ => {
                let tree = choice.tree()?;
                if matches!(tree.node, Node::Null) {
                    choice.errors.at(
                        tree.span,
                        "the API server takes `default: null` as no default at all; write `spec(optional)`",
                    );
                    return None;
                }
                Some(Self::Default(tree))
            }
        }
    }
}

impl TypeMeta {
    pub(super) fn read(key: &Key<'_>) -> Option<Self> {
        if matches!(key.argument, Argument::Bare) {
            return Some(Self { required: false });
        }
        required(key).map(|()| Self { required: true })
    }
}

/// `key(required)`.
pub(super) fn required(key: &Key<'_>) -> Option<()> {
    if let [required] = key.nested(REQUIRED)?.as_slice() {
        return required.bare();
    }
    key.wrong("`required`");
    None
}
