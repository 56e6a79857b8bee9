//! The ways in which values follow from each other.

use proc_macro2::TokenStream;
use syn::LitStr;
use syn::spanned::Spanned as _;

use super::{forms, optional_expression, pairs};
use crate::attrs::tree::{Node, Tree};
use crate::attrs::value::{Number, number};
use crate::attrs::{Argument, Key, Slot};
use crate::diag::Spanned;

/// How a step maps, other than by functions.
#[derive(Clone)]
pub(crate) enum Kind {
    /// Only the spoke has it.
    Removed(Option<TokenStream>),
    /// A step of an enclosing struct maps it.
    Elsewhere(Option<TokenStream>),
    /// A value ↔ a list of it, or an object with it in a member.
    Wrap {
        on_hub: bool,
        member: Option<String>,
    },
    Counted(Counted),
    Format(String),
    Delimited(String),
    /// A list ↔ a map by this member of the items, of the rest of them, or of another member alone.
    Keyed(String, Option<String>),
    Gathered(Vec<String>),
    Keys(Vec<(String, String)>),
    /// The spoke's and the hub's; `None` for absent.
    Values(Vec<(Option<Tree>, Option<Tree>)>),
    Coerced,
    Factor(i64, i64),
    Duration(String),
    Quantity(String),
    Parsed,
    /// Each item of a list, or each value of a map.
    Each(Each),
}

/// How items or values follow from each other.
#[derive(Clone)]
pub(crate) struct Each {
    pub(crate) kind: Box<Kind>,
    pub(crate) reversed: bool,
}

/// Repeats ↔ items with a quantity.
#[derive(Clone)]
pub(crate) struct Counted {
    pub(crate) item: String,
    pub(crate) count: String,
    pub(crate) any_order: bool,
    pub(crate) reversed: bool,
}

impl Kind {
    pub(super) fn read(key: &Key<'_>) -> Option<Self> {
        Some(match key.form.name {
            "removed" => Self::Removed(optional_expression(key)?),
            "elsewhere" => Self::Elsewhere(optional_expression(key)?),
            "wrap" | "unwrap" => Self::Wrap {
                on_hub: key.form.name == "wrap",
                member: match key.argument {
                    Argument::Bare => None,
                    Argument::Value(_) | Argument::List(_) => Some(key.string()?),
                },
            },
            "counted" => Self::Counted(counted(key)?),
            "format" => Self::Format(non_empty(key)?),
            "delimited" => Self::Delimited(non_empty(key)?),
            "keyed" => keyed(key)?,
            "gathered" => Self::Gathered(texts(key.distinct_strings()?)),
            "keys" => Self::Keys(renamed(key)?),
            "values" => Self::Values(values(key)?),
            "coerced" => key.bare().map(|()| Self::Coerced)?,
            "factor" => factor(key)?,
            "duration" => Self::Duration(one_of(key, &["ns", "us", "ms", "s", "m", "h"])?),
            "quantity" => Self::Quantity(one_of(
                key,
                &[
                    "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi",
                    "Ei",
                ],
            )?),
            "each" => Self::Each(each(key)?),
            _ => key.bare().map(|()| Self::Parsed)?,
        })
    }
}

/// `each(wrap = "name")`, `each(duration = "s", reversed)`.
fn each(key: &Key<'_>) -> Option<Each> {
    let (mut kind, mut read, mut reversed) = (None, None, Slot::default());
    let before = key.errors.count();
    for key in &key.nested(forms::EACH)? {
        if key.form.name == "reversed" {
            reversed.set(key, key.bare());
        } else if let Some(first) = kind.replace(key.form.name) {
            key.errors.at(
                key.span,
                format_args!(
                    "a step maps in one way; keep `{first}` or `{}`",
                    key.form.name
                ),
            );
            return None;
        } else {
            read = Some(Kind::read(key)?);
        }
    }
    let Some(kind) = read else {
        if key.errors.count() == before {
            key.wrong("how the items follow from each other");
        }
        return None;
    };
    Some(Each {
        kind: Box::new(kind),
        reversed: reversed.key_span().is_some(),
    })
}

/// `keyed = "name"`, or `keyed("name", "value")`.
fn keyed(key: &Key<'_>) -> Option<Kind> {
    if !matches!(key.argument, Argument::List(_)) {
        return Some(Kind::Keyed(non_empty(key)?, None));
    }
    let names = texts(key.distinct_strings()?);
    if let [name, value] = names.as_slice() {
        return Some(Kind::Keyed(name.clone(), Some(value.clone())));
    }
    key.wrong("the items' field that is the key, and the one that is the value");
    None
}

fn texts(spanned: Vec<Spanned<String>>) -> Vec<String> {
    spanned.into_iter().map(|text| text.value).collect()
}

fn non_empty(key: &Key<'_>) -> Option<String> {
    let text = key.string()?;
    if text.is_empty() {
        key.errors.at(
            key.value_span(),
            format_args!("`{}` is empty; write `{}`", key.form.name, key.form.write),
        );
        return None;
    }
    Some(text)
}

fn one_of(key: &Key<'_>, known: &[&str]) -> Option<String> {
    let text = key.string()?;
    if known.contains(&text.as_str()) {
        Some(text)
    } else {
        key.one_of(&text, known)
    }
}

fn counted(key: &Key<'_>) -> Option<Counted> {
    let (mut item, mut count) = (Slot::default(), Slot::default());
    let (mut any_order, mut reversed) = (Slot::default(), Slot::default());
    for key in &key.nested(forms::COUNTED)? {
        match key.form.name {
            "item" => item.set(key, non_empty(key)),
            "count" => count.set(key, non_empty(key)),
            "any_order" => any_order.set(key, key.bare()),
            _ => reversed.set(key, key.bare()),
        }
    }
    for (name, given) in [("item", item.key_span()), ("count", count.key_span())] {
        if given.is_none() {
            key.errors.at(
                key.span,
                format_args!(
                    "`counted` lacks `{name}`; write the fields of the counting item: `{}`",
                    key.form.write
                ),
            );
        }
    }
    Some(Counted {
        item: item.take()?.value,
        count: count.take()?.value,
        any_order: any_order.key_span().is_some(),
        reversed: reversed.key_span().is_some(),
    })
}

fn renamed(key: &Key<'_>) -> Option<Vec<(String, String)>> {
    let mut read: Vec<(String, String)> = Vec::new();
    let mut good = true;
    for pair in pairs(key, "old and new keys")? {
        let (left, right) = pair.value;
        let (Ok(left), Ok(right)) = (syn::parse2::<LitStr>(left), syn::parse2::<LitStr>(right))
        else {
            key.errors.at(
                pair.span,
                format_args!("`keys` takes texts: `{}`", key.form.write),
            );
            good = false;
            continue;
        };
        let (left, right) = (left.value(), right.value());
        for (taken, name) in [
            (read.iter().any(|(old, _)| *old == left), &left),
            (read.iter().any(|(_, new)| *new == right), &right),
        ] {
            if taken {
                key.errors.at(
                    pair.span,
                    format_args!("`{name}` stands for two keys; keep one"),
                );
                good = false;
            }
        }
        read.push((left, right));
    }
    good.then_some(read)
}

/// A JSON literal on either side, or `absent`.
fn values(key: &Key<'_>) -> Option<Vec<(Option<Tree>, Option<Tree>)>> {
    let mut good = true;
    let mut read = Vec::new();
    for pair in pairs(key, "values of the spoke and of the hub")? {
        let (left, right) = pair.value;
        match (value(left, key), value(right, key)) {
            (Some(left), Some(right)) => read.push((left, right)),
            _ => good = false,
        }
    }
    good.then_some(read)
}

#[expect(
    clippy::option_option,
    reason = "outer: whether it could be read; inner: absent"
)]
fn value(tokens: TokenStream, key: &Key<'_>) -> Option<Option<Tree>> {
    if tokens.to_string() == "absent" {
        return Some(None);
    }
    let span = tokens.span();
    let tree = Tree::parse(tokens, key.errors)?;
    if is_literal(&tree) {
        Some(Some(tree))
    } else {
        key.errors.at(
            span,
            "`values` compares JSON: write a literal, such as `\"text\"`, `1`, `true`, `null`, or `absent`",
        );
        None
    }
}

fn is_literal(tree: &Tree) -> bool {
    match &tree.node {
        Node::Null | Node::Bool(_) | Node::Number(_) | Node::Str(_) => true,
        Node::Array(items) => items.iter().all(is_literal),
        Node::Object(members) => members.iter().all(|(_, value)| is_literal(value)),
        Node::Run(_) => false,
    }
}

fn factor(key: &Key<'_>) -> Option<Kind> {
    let numbers = match &key.argument {
        Argument::List(_) => key.pieces("one or two whole numbers")?,
        Argument::Value(tokens) => vec![tokens.clone()],
        Argument::Bare => Vec::new(),
    };
    let numbers: Vec<_> = numbers
        .into_iter()
        .map(|tokens| match number(tokens) {
            Ok(Number::Int(value)) => i64::try_from(value).ok().filter(|value| *value != 0),
            _ => None,
        })
        .collect();
    match numbers.as_slice() {
        [Some(numerator)] => Some(Kind::Factor(*numerator, 1)),
        [Some(numerator), Some(denominator)] => Some(Kind::Factor(*numerator, *denominator)),
        _ => {
            key.errors.at(
                key.value_span(),
                "`factor` takes one or two whole numbers other than 0: `factor = 60` for 60 times the spoke's value in \
                 the hub, `factor(1, 60)` for the 60th part",
            );
            None
        }
    }
}
