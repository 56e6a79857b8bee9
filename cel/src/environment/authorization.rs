//! Authorizers, which only admission has: a rule can call these on a `dyn` value, and always fails where it does.

use crate::overload::Overload as O;

use super::signature::{
    AUTHORIZER, BOOL, DECISION, Function, GROUP_CHECK, PATH_CHECK, RESOURCE_CHECK, STRING, member,
};

/// What may be asked, and what was answered.
pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "path",
        overloads: &[member(O::AuthorizerPath, &[AUTHORIZER, STRING], PATH_CHECK)],
    },
    Function {
        name: "group",
        overloads: &[member(
            O::AuthorizerGroup,
            &[AUTHORIZER, STRING],
            GROUP_CHECK,
        )],
    },
    Function {
        name: "serviceAccount",
        overloads: &[member(
            O::AuthorizerServiceAccount,
            &[AUTHORIZER, STRING, STRING],
            AUTHORIZER,
        )],
    },
    Function {
        name: "resource",
        overloads: &[member(
            O::GroupCheckResource,
            &[GROUP_CHECK, STRING],
            RESOURCE_CHECK,
        )],
    },
    Function {
        name: "subresource",
        overloads: &[member(
            O::ResourceCheckSubresource,
            &[RESOURCE_CHECK, STRING],
            RESOURCE_CHECK,
        )],
    },
    Function {
        name: "namespace",
        overloads: &[member(
            O::ResourceCheckNamespace,
            &[RESOURCE_CHECK, STRING],
            RESOURCE_CHECK,
        )],
    },
    Function {
        name: "name",
        overloads: &[member(
            O::ResourceCheckName,
            &[RESOURCE_CHECK, STRING],
            RESOURCE_CHECK,
        )],
    },
    Function {
        name: "check",
        overloads: &[
            member(O::PathCheckCheck, &[PATH_CHECK, STRING], DECISION),
            member(O::ResourceCheckCheck, &[RESOURCE_CHECK, STRING], DECISION),
        ],
    },
    Function {
        name: "errored",
        overloads: &[member(O::DecisionErrored, &[DECISION], BOOL)],
    },
    Function {
        name: "error",
        overloads: &[member(O::DecisionError, &[DECISION], STRING)],
    },
    Function {
        name: "allowed",
        overloads: &[member(O::DecisionAllowed, &[DECISION], BOOL)],
    },
    Function {
        name: "reason",
        overloads: &[member(O::DecisionReason, &[DECISION], STRING)],
    },
];

/// Which objects are asked about.
pub(super) static SELECTORS: &[Function] = &[
    Function {
        name: "fieldSelector",
        overloads: &[member(
            O::AuthorizerFieldSelector,
            &[RESOURCE_CHECK, STRING],
            RESOURCE_CHECK,
        )],
    },
    Function {
        name: "labelSelector",
        overloads: &[member(
            O::AuthorizerLabelSelector,
            &[RESOURCE_CHECK, STRING],
            RESOURCE_CHECK,
        )],
    },
];
