//! One expression: what the server makes of it, in its words.

use wheelwright_cel::cost::Cardinality;
use wheelwright_cel::rule::{OldSelf, check_expression, instantiate};
use wheelwright_cel::schema::Declared;
use wheelwright_cel::{Checked, Environment, Errors, Type, estimate};

use super::name::in_its_own_name;

/// What an expression is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// `rule`
    Rule,
    /// `messageExpression`
    Message,
}

/// What became of an expression.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// The expression with its types, if it has any.
    pub(crate) checked: Option<Checked>,
    /// Whether it uses the old value; the server does not get to know of an expression that has no types.
    pub(crate) uses_old_self: bool,
    /// Why it is refused.
    pub(crate) refusal: Option<Refusal>,
}

/// Why an expression is refused.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// In the server's words.
    pub(crate) detail: String,
    /// Each error for itself, of an expression that does not compile.
    pub(crate) errors: Option<Errors>,
}

impl Use {
    const fn prefix(self) -> &'static str {
        match self {
            Self::Rule => "",
            Self::Message => "messageExpression ",
        }
    }

    /// What the server calls its cost.
    pub(crate) const fn cost_name(self) -> &'static str {
        match self {
            Self::Rule => "estimated rule cost",
            Self::Message => "estimated messageExpression cost",
        }
    }

    /// How often it counts on a node of this cardinality. Message expressions count once.
    pub(crate) const fn cardinality(self, node: Cardinality) -> Cardinality {
        match self {
            Self::Rule => node,
            Self::Message => Cardinality::ROOT,
        }
    }

    const fn expected(self) -> Type {
        match self {
            Self::Rule => Type::Bool,
            Self::Message => Type::String,
        }
    }
}

/// Compiles an expression for the values of a node. Source: `compileRule` of apiextensions' `schema/cel`.
pub(crate) fn compile(
    text: &str,
    usage: Use,
    node: &Declared,
    old_self: OldSelf,
    environment: Environment,
) -> Compiled {
    let prefix = usage.prefix();
    let refused = |checked, uses_old_self, detail, errors| Compiled {
        checked,
        uses_old_self,
        refusal: Some(Refusal { detail, errors }),
    };
    let checked = match check_expression(text, node, old_self, environment) {
        Ok(checked) => checked,
        Err(errors) => {
            let errors = in_its_own_name(node)
                .and_then(|node| check_expression(text, &node, old_self, environment).err())
                .unwrap_or(errors);
            let detail = format!("{prefix}compilation failed: {errors}");
            return refused(None, false, detail, Some(errors));
        }
    };
    if *checked.result_type() != usage.expected() {
        let detail = match usage {
            Use::Rule => "cel expression must evaluate to a bool",
            Use::Message => "messageExpression must evaluate to a string",
        };
        return refused(Some(checked), false, detail.to_owned(), None);
    }
    let uses_old_self = checked.uses_old_self();
    if let Err(reason) = instantiate(&checked) {
        let subject = match usage {
            Use::Rule => "program",
            Use::Message => "messageExpression",
        };
        let detail = format!("{subject} instantiation failed: {reason}");
        return refused(Some(checked), uses_old_self, detail, None);
    }
    Compiled {
        checked: Some(checked),
        uses_old_self,
        refusal: None,
    }
}

impl Compiled {
    /// What it costs at most; nothing if it is refused.
    pub(crate) fn cost(&self, environment: Environment, node: &Declared) -> u64 {
        match &self.checked {
            Some(checked) if self.refusal.is_none() => estimate(checked, environment, node).max,
            _ => 0,
        }
    }
}
