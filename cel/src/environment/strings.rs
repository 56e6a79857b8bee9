//! Strings and what matches them.

use crate::overload::Overload as O;

use super::signature::{Function, INT, LIST_DYN, LIST_STRING, STRING, global, member};

/// Version 2 of the library of strings.
pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "charAt",
        overloads: &[member(O::StringCharAtInt, &[STRING, INT], STRING)],
    },
    Function {
        name: "indexOf",
        overloads: &[
            member(O::StringIndexOfString, &[STRING, STRING], INT),
            member(O::StringIndexOfStringInt, &[STRING, STRING, INT], INT),
        ],
    },
    Function {
        name: "lastIndexOf",
        overloads: &[
            member(O::StringLastIndexOfString, &[STRING, STRING], INT),
            member(O::StringLastIndexOfStringInt, &[STRING, STRING, INT], INT),
        ],
    },
    Function {
        name: "lowerAscii",
        overloads: &[member(O::StringLowerAscii, &[STRING], STRING)],
    },
    Function {
        name: "replace",
        overloads: &[
            member(
                O::StringReplaceStringString,
                &[STRING, STRING, STRING],
                STRING,
            ),
            member(
                O::StringReplaceStringStringInt,
                &[STRING, STRING, STRING, INT],
                STRING,
            ),
        ],
    },
    Function {
        name: "split",
        overloads: &[
            member(O::StringSplitString, &[STRING, STRING], LIST_STRING),
            member(O::StringSplitStringInt, &[STRING, STRING, INT], LIST_STRING),
        ],
    },
    Function {
        name: "substring",
        overloads: &[
            member(O::StringSubstringInt, &[STRING, INT], STRING),
            member(O::StringSubstringIntInt, &[STRING, INT, INT], STRING),
        ],
    },
    Function {
        name: "trim",
        overloads: &[member(O::StringTrim, &[STRING], STRING)],
    },
    Function {
        name: "upperAscii",
        overloads: &[member(O::StringUpperAscii, &[STRING], STRING)],
    },
    Function {
        name: "format",
        overloads: &[member(O::StringFormat, &[STRING, LIST_DYN], STRING)],
    },
    Function {
        name: "strings.quote",
        overloads: &[global(O::StringsQuote, &[STRING], STRING)],
    },
    Function {
        name: "join",
        overloads: &[
            member(O::ListJoin, &[LIST_STRING], STRING),
            member(O::ListJoinString, &[LIST_STRING, STRING], STRING),
        ],
    },
];

/// Kubernetes' library of regular expressions.
pub(super) static REGEX: &[Function] = &[
    Function {
        name: "find",
        overloads: &[member(O::StringFindString, &[STRING, STRING], STRING)],
    },
    Function {
        name: "findAll",
        overloads: &[
            member(O::StringFindAllString, &[STRING, STRING], LIST_STRING),
            member(
                O::StringFindAllStringInt,
                &[STRING, STRING, INT],
                LIST_STRING,
            ),
        ],
    },
];
