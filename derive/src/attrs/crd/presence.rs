//! `spec(…)`, `status`, `metadata(…)`, `type_meta(…)`: what the root object has and must have.

use syn::Type;

use super::forms::{REQUIRED, SPEC, STATUS, TYPE_META};
use crate::attrs::tree::{Node, Tree};
use crate::attrs::{Argument, Key, Slot, report_duplicate};
use crate::diag::Spanned;

/// Whether `spec` must be there.
pub(crate) enum Spec {
    Required,
    Optional,
    Default(Tree),
}

/// The subresource `status`.
pub(crate) enum Status {
    /// Without a property in the schema.
    Bare,
    /// With a property of this type, which may be `null` or not.
    Of { ty: Spanned<Type>, nullable: bool },
}

/// What is said of the status beside its type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum StatusForm {
    /// Nothing, or there is none.
    Standard,
    Nullable,
    Bare,
}

/// `apiVersion`, `kind` and `metadata` in `properties`.
pub(crate) struct TypeMeta {
    /// Those that are there.
    pub(crate) listed: Vec<&'static str>,
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

impl Status {
    pub(super) fn read(key: &Key<'_>) -> Option<Self> {
        let typed = |key: &Key<'_>| {
            let ty = key.syntax("a type")?;
            Some(Spanned::new(ty, key.value_span()))
        };
        match key.argument {
            Argument::Bare => Some(Self::Bare),
            Argument::Value(_) => typed(key).map(|ty| Self::Of {
                ty,
                nullable: false,
            }),
            Argument::List(_) => {
                let (mut ty, mut nullable) = (Slot::default(), Slot::default());
                for part in key.nested(STATUS)? {
                    match part.form.name {
                        "type" => ty.set(&part, typed(&part)),
                        _ => nullable.set(&part, part.bare()),
                    }
                }
                if ty.key_span().is_none() {
                    key.wrong("a type");
                }
                Some(Self::Of {
                    ty: ty.take()?.value,
                    nullable: nullable.key_span().is_some(),
                })
            }
        }
    }

    /// What it says beside the type.
    pub(crate) fn form(&self) -> StatusForm {
        match self {
            Self::Bare => StatusForm::Bare,
            Self::Of { nullable: true, .. } => StatusForm::Nullable,
            Self::Of {
                nullable: false, ..
            } => StatusForm::Standard,
        }
    }

    /// The type of the property, where there is one.
    pub(crate) fn ty(self) -> Option<Spanned<Type>> {
        match self {
            Self::Bare => None,
            Self::Of { ty, .. } => Some(ty),
        }
    }
}

impl TypeMeta {
    const ALL: [(&'static str, &'static str); 3] = [
        ("api_version", "apiVersion"),
        ("kind", "kind"),
        ("metadata", "metadata"),
    ];

    pub(super) fn read(key: &Key<'_>) -> Option<Self> {
        let all = || Self::ALL.iter().map(|(_, wire)| *wire).collect();
        if matches!(key.argument, Argument::Bare) {
            return Some(Self {
                listed: all(),
                required: false,
            });
        }
        let (mut listed, mut required) = (Vec::new(), Slot::default());
        let parts = key.nested(TYPE_META)?;
        if parts.is_empty() {
            key.wrong("`required`, or the members that are listed");
            return None;
        }
        for part in &parts {
            part.bare()?;
            let wire = Self::ALL
                .iter()
                .find(|(name, _)| *name == part.form.name)
                .map(|(_, wire)| *wire);
            match wire {
                Some(wire) if listed.contains(&wire) => report_duplicate(part),
                Some(wire) => listed.push(wire),
                None => required.set(part, Some(())),
            }
        }
        if listed.is_empty() {
            listed = all();
        }
        Some(Self {
            listed,
            required: required.key_span().is_some(),
        })
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
