//! Values that may be absent.

use crate::overload::Overload as O;

use super::signature::{
    A, BOOL, DYN, Function, INT, LIST_A, LIST_OPTIONAL_A, MAP_AB, OPTIONAL_A, OPTIONAL_B,
    OPTIONAL_LIST_A, OPTIONAL_MAP_AB, STRING, global, member,
};

use crate::syntax::operator;

/// Since 1.28.
pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "optional.of",
        overloads: &[global(O::OptionalOf, &[A], OPTIONAL_A)],
    },
    Function {
        name: "optional.ofNonZeroValue",
        overloads: &[global(O::OptionalOfNonZeroValue, &[A], OPTIONAL_A)],
    },
    Function {
        name: "optional.none",
        overloads: &[global(O::OptionalNone, &[], OPTIONAL_A)],
    },
    Function {
        name: "value",
        overloads: &[member(O::OptionalValue, &[OPTIONAL_A], A)],
    },
    Function {
        name: "hasValue",
        overloads: &[member(O::OptionalHasValue, &[OPTIONAL_A], BOOL)],
    },
    Function {
        name: "or",
        overloads: &[member(
            O::OptionalOrOptional,
            &[OPTIONAL_A, OPTIONAL_A],
            OPTIONAL_A,
        )],
    },
    Function {
        name: "orValue",
        overloads: &[member(O::OptionalOrValueValue, &[OPTIONAL_A, A], A)],
    },
    Function {
        name: operator::OPTIONAL_SELECT,
        overloads: &[global(O::SelectOptionalField, &[DYN, STRING], OPTIONAL_A)],
    },
    Function {
        name: operator::OPTIONAL_INDEX,
        overloads: &[
            global(O::ListOptindexOptionalInt, &[LIST_A, INT], OPTIONAL_A),
            global(
                O::OptionalListOptindexOptionalInt,
                &[OPTIONAL_LIST_A, INT],
                OPTIONAL_A,
            ),
            global(O::MapOptindexOptionalValue, &[MAP_AB, A], OPTIONAL_B),
            global(
                O::OptionalMapOptindexOptionalValue,
                &[OPTIONAL_MAP_AB, A],
                OPTIONAL_B,
            ),
        ],
    },
    Function {
        name: operator::INDEX,
        overloads: &[
            global(O::OptionalListIndexInt, &[OPTIONAL_LIST_A, INT], OPTIONAL_A),
            global(O::OptionalMapIndexValue, &[OPTIONAL_MAP_AB, A], OPTIONAL_B),
        ],
    },
];

/// With cel-go 0.23.
pub(super) static UNWRAPPING: &[Function] = &[
    Function {
        name: "last",
        overloads: &[member(O::ListLast, &[LIST_A], OPTIONAL_A)],
    },
    Function {
        name: "first",
        overloads: &[member(O::ListFirst, &[LIST_A], OPTIONAL_A)],
    },
    Function {
        name: "optional.unwrap",
        overloads: &[global(O::OptionalUnwrap, &[LIST_OPTIONAL_A], LIST_A)],
    },
    Function {
        name: "unwrapOpt",
        overloads: &[member(O::OptionalUnwrapOpt, &[LIST_OPTIONAL_A], LIST_A)],
    },
];
