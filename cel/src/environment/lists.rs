//! Lists, sets and maps.

use crate::overload::Overload as O;

use super::signature::{
    A, B, BOOL, BYTES, DOUBLE, DURATION, DYN, Function, INT, LIST_A, LIST_BOOL, LIST_BYTES,
    LIST_DOUBLE, LIST_DURATION, LIST_DYN, LIST_INT, LIST_LIST_A, LIST_STRING, LIST_TIMESTAMP,
    LIST_UINT, MAP_AB, STRING, TIMESTAMP, UINT, global, member,
};

use crate::syntax::operator;

/// Kubernetes' library of lists, version 0.
pub(super) static KUBERNETES: &[Function] = &[
    Function {
        name: "isSorted",
        overloads: &[
            member(O::ListIntIsSorted, &[LIST_INT], BOOL),
            member(O::ListUintIsSorted, &[LIST_UINT], BOOL),
            member(O::ListDoubleIsSorted, &[LIST_DOUBLE], BOOL),
            member(O::ListBoolIsSorted, &[LIST_BOOL], BOOL),
            member(O::ListDurationIsSorted, &[LIST_DURATION], BOOL),
            member(O::ListTimestampIsSorted, &[LIST_TIMESTAMP], BOOL),
            member(O::ListStringIsSorted, &[LIST_STRING], BOOL),
            member(O::ListBytesIsSorted, &[LIST_BYTES], BOOL),
        ],
    },
    Function {
        name: "sum",
        overloads: &[
            member(O::ListIntSum, &[LIST_INT], INT),
            member(O::ListUintSum, &[LIST_UINT], UINT),
            member(O::ListDoubleSum, &[LIST_DOUBLE], DOUBLE),
            member(O::ListDurationSum, &[LIST_DURATION], DURATION),
        ],
    },
    Function {
        name: "max",
        overloads: &[
            member(O::ListIntMax, &[LIST_INT], INT),
            member(O::ListUintMax, &[LIST_UINT], UINT),
            member(O::ListDoubleMax, &[LIST_DOUBLE], DOUBLE),
            member(O::ListBoolMax, &[LIST_BOOL], BOOL),
            member(O::ListDurationMax, &[LIST_DURATION], DURATION),
            member(O::ListTimestampMax, &[LIST_TIMESTAMP], TIMESTAMP),
            member(O::ListStringMax, &[LIST_STRING], STRING),
            member(O::ListBytesMax, &[LIST_BYTES], BYTES),
        ],
    },
    Function {
        name: "min",
        overloads: &[
            member(O::ListIntMin, &[LIST_INT], INT),
            member(O::ListUintMin, &[LIST_UINT], UINT),
            member(O::ListDoubleMin, &[LIST_DOUBLE], DOUBLE),
            member(O::ListBoolMin, &[LIST_BOOL], BOOL),
            member(O::ListDurationMin, &[LIST_DURATION], DURATION),
            member(O::ListTimestampMin, &[LIST_TIMESTAMP], TIMESTAMP),
            member(O::ListStringMin, &[LIST_STRING], STRING),
            member(O::ListBytesMin, &[LIST_BYTES], BYTES),
        ],
    },
    Function {
        name: "indexOf",
        overloads: &[member(O::ListAIndexOfInt, &[LIST_A, A], INT)],
    },
    Function {
        name: "lastIndexOf",
        overloads: &[member(O::ListALastIndexOfInt, &[LIST_A, A], INT)],
    },
];

/// What version 1 of Kubernetes' library adds.
pub(super) static INCLUDES: &[Function] = &[Function {
    name: "includes",
    overloads: &[member(O::ListIncludesDynDyn, &[DYN, DYN], BOOL)],
}];

/// Version 3 of cel-go's library of lists.
pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "slice",
        overloads: &[member(O::ListSlice, &[LIST_A, INT, INT], LIST_A)],
    },
    Function {
        name: "flatten",
        overloads: &[
            member(O::ListFlatten, &[LIST_LIST_A], LIST_A),
            member(O::ListFlattenInt, &[LIST_DYN, INT], LIST_DYN),
        ],
    },
    Function {
        name: "sort",
        overloads: &[
            member(O::ListIntSort, &[LIST_INT], LIST_INT),
            member(O::ListUintSort, &[LIST_UINT], LIST_UINT),
            member(O::ListDoubleSort, &[LIST_DOUBLE], LIST_DOUBLE),
            member(O::ListBoolSort, &[LIST_BOOL], LIST_BOOL),
            member(O::ListDurationSort, &[LIST_DURATION], LIST_DURATION),
            member(O::ListTimestampSort, &[LIST_TIMESTAMP], LIST_TIMESTAMP),
            member(O::ListStringSort, &[LIST_STRING], LIST_STRING),
            member(O::ListBytesSort, &[LIST_BYTES], LIST_BYTES),
        ],
    },
    Function {
        name: operator::SORT_BY_KEYS,
        overloads: &[
            member(O::ListIntSortByAssociatedKeys, &[LIST_A, LIST_INT], LIST_A),
            member(
                O::ListUintSortByAssociatedKeys,
                &[LIST_A, LIST_UINT],
                LIST_A,
            ),
            member(
                O::ListDoubleSortByAssociatedKeys,
                &[LIST_A, LIST_DOUBLE],
                LIST_A,
            ),
            member(
                O::ListBoolSortByAssociatedKeys,
                &[LIST_A, LIST_BOOL],
                LIST_A,
            ),
            member(
                O::ListDurationSortByAssociatedKeys,
                &[LIST_A, LIST_DURATION],
                LIST_A,
            ),
            member(
                O::ListTimestampSortByAssociatedKeys,
                &[LIST_A, LIST_TIMESTAMP],
                LIST_A,
            ),
            member(
                O::ListStringSortByAssociatedKeys,
                &[LIST_A, LIST_STRING],
                LIST_A,
            ),
            member(
                O::ListBytesSortByAssociatedKeys,
                &[LIST_A, LIST_BYTES],
                LIST_A,
            ),
        ],
    },
    Function {
        name: "lists.range",
        overloads: &[global(O::ListsRange, &[INT], LIST_INT)],
    },
    Function {
        name: "reverse",
        overloads: &[member(O::ListReverse, &[LIST_A], LIST_A)],
    },
    Function {
        name: "distinct",
        overloads: &[member(O::ListDistinct, &[LIST_A], LIST_A)],
    },
];

/// Lists as sets.
pub(super) static SETS: &[Function] = &[
    Function {
        name: "sets.contains",
        overloads: &[global(O::ListSetsContainsList, &[LIST_A, LIST_A], BOOL)],
    },
    Function {
        name: "sets.equivalent",
        overloads: &[global(O::ListSetsEquivalentList, &[LIST_A, LIST_A], BOOL)],
    },
    Function {
        name: "sets.intersects",
        overloads: &[global(O::ListSetsIntersectsList, &[LIST_A, LIST_A], BOOL)],
    },
];

/// What the macros with two variables call.
pub(super) static TWO_VARIABLES: &[Function] = &[Function {
    name: operator::MAP_INSERT,
    overloads: &[
        global(O::MapInsertMapKeyValue, &[MAP_AB, A, B], MAP_AB),
        global(O::MapInsertMapMap, &[MAP_AB, MAP_AB], MAP_AB),
    ],
}];
