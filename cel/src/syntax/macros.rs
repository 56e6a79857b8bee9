//! Which macros there are.

use crate::environment::{Environment, KubeVersion};

use super::ast::NodeId;
use super::build::Place;

/// A macro's expansion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Macro {
    Has,
    All,
    Exists,
    ExistsOne,
    Map,
    Filter,
    OptMap,
    OptFlatMap,
    SortBy,
    TransformList,
    TransformMap,
    TransformMapEntry,
}

/// What is wrong with a macro's argument.
pub(super) struct MacroError {
    pub(super) at: NodeId,
    pub(super) message: String,
}

/// A macro call's parts.
pub(super) struct Arguments<'a> {
    pub(super) place: Place,
    pub(super) target: Option<NodeId>,
    pub(super) arguments: &'a [NodeId],
}

/// The macro that a call of this form is, in this environment.
pub(super) fn find(
    function: &str,
    arguments: usize,
    member: bool,
    environment: Environment,
) -> Option<Macro> {
    let two_variables = environment.compatibility().at_least(32);
    if !member {
        return (function == "has" && arguments == 1).then_some(Macro::Has);
    }
    let found = match (function, arguments) {
        ("all", 2) => Macro::All,
        ("exists", 2) => Macro::Exists,
        ("exists_one", 2) => Macro::ExistsOne,
        ("map", 2 | 3) => Macro::Map,
        ("filter", 2) => Macro::Filter,
        ("optMap", 2) => Macro::OptMap,
        ("optFlatMap", 2) => Macro::OptFlatMap,
        ("sortBy", 2) if environment.compatibility().at_least(34) => Macro::SortBy,
        ("all", 3) if two_variables => Macro::All,
        ("exists", 3) if two_variables => Macro::Exists,
        ("exists_one" | "existsOne", 3) if two_variables => Macro::ExistsOne,
        ("transformList", 3 | 4) if two_variables => Macro::TransformList,
        ("transformMap", 3 | 4) if two_variables => Macro::TransformMap,
        ("transformMapEntry", 3 | 4) if two_variables => Macro::TransformMapEntry,
        _ => return None,
    };
    Some(found)
}

/// The first version whose new expressions may use a macro of this form on something.
pub(crate) fn first_with(function: &str, arguments: usize) -> Option<KubeVersion> {
    KubeVersion::all().find(|version| {
        let environment = Environment::new(*version);
        find(function, arguments, true, environment).is_some()
    })
}

/// The names of the macros that are called on something, for "did you mean".
pub(crate) const MEMBER_MACROS: [&str; 13] = [
    "all",
    "exists",
    "exists_one",
    "existsOne",
    "map",
    "filter",
    "optMap",
    "optFlatMap",
    "sortBy",
    "transformList",
    "transformMap",
    "transformMapEntry",
    "has",
];
