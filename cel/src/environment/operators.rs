//! The operators.

use crate::overload::Overload as O;

use super::signature::{
    A, B, BOOL, BYTES, DOUBLE, DURATION, Function, INT, LIST_A, MAP_AB, STRING, TIMESTAMP, UINT,
    global,
};

use crate::syntax::operator;

/// Always there.
pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: operator::CONDITIONAL,
        overloads: &[global(O::Conditional, &[BOOL, A, A], A)],
    },
    Function {
        name: operator::AND,
        overloads: &[global(O::LogicalAnd, &[BOOL, BOOL], BOOL)],
    },
    Function {
        name: operator::OR,
        overloads: &[global(O::LogicalOr, &[BOOL, BOOL], BOOL)],
    },
    Function {
        name: operator::NOT,
        overloads: &[global(O::LogicalNot, &[BOOL], BOOL)],
    },
    Function {
        name: operator::NOT_STRICTLY_FALSE,
        overloads: &[global(O::NotStrictlyFalse, &[BOOL], BOOL)],
    },
    Function {
        name: "__not_strictly_false__",
        overloads: &[global(O::OldNotStrictlyFalse, &[BOOL], BOOL)],
    },
    Function {
        name: operator::EQUALS,
        overloads: &[global(O::Equals, &[A, A], BOOL)],
    },
    Function {
        name: operator::NOT_EQUALS,
        overloads: &[global(O::NotEquals, &[A, A], BOOL)],
    },
    Function {
        name: operator::ADD,
        overloads: &[
            global(O::AddBytes, &[BYTES, BYTES], BYTES),
            global(O::AddDouble, &[DOUBLE, DOUBLE], DOUBLE),
            global(O::AddDurationDuration, &[DURATION, DURATION], DURATION),
            global(O::AddDurationTimestamp, &[DURATION, TIMESTAMP], TIMESTAMP),
            global(O::AddTimestampDuration, &[TIMESTAMP, DURATION], TIMESTAMP),
            global(O::AddInt, &[INT, INT], INT),
            global(O::AddList, &[LIST_A, LIST_A], LIST_A),
            global(O::AddString, &[STRING, STRING], STRING),
            global(O::AddUint, &[UINT, UINT], UINT),
        ],
    },
    Function {
        name: operator::DIVIDE,
        overloads: &[
            global(O::DivideDouble, &[DOUBLE, DOUBLE], DOUBLE),
            global(O::DivideInt, &[INT, INT], INT),
            global(O::DivideUint, &[UINT, UINT], UINT),
        ],
    },
    Function {
        name: operator::MODULO,
        overloads: &[
            global(O::ModuloInt, &[INT, INT], INT),
            global(O::ModuloUint, &[UINT, UINT], UINT),
        ],
    },
    Function {
        name: operator::MULTIPLY,
        overloads: &[
            global(O::MultiplyDouble, &[DOUBLE, DOUBLE], DOUBLE),
            global(O::MultiplyInt, &[INT, INT], INT),
            global(O::MultiplyUint, &[UINT, UINT], UINT),
        ],
    },
    Function {
        name: operator::NEGATE,
        overloads: &[
            global(O::NegateDouble, &[DOUBLE], DOUBLE),
            global(O::NegateInt, &[INT], INT),
        ],
    },
    Function {
        name: operator::SUBTRACT,
        overloads: &[
            global(O::SubtractDouble, &[DOUBLE, DOUBLE], DOUBLE),
            global(O::SubtractDurationDuration, &[DURATION, DURATION], DURATION),
            global(O::SubtractInt, &[INT, INT], INT),
            global(
                O::SubtractTimestampDuration,
                &[TIMESTAMP, DURATION],
                TIMESTAMP,
            ),
            global(
                O::SubtractTimestampTimestamp,
                &[TIMESTAMP, TIMESTAMP],
                DURATION,
            ),
            global(O::SubtractUint, &[UINT, UINT], UINT),
        ],
    },
    Function {
        name: operator::LESS,
        overloads: &[
            global(O::LessBool, &[BOOL, BOOL], BOOL),
            global(O::LessInt, &[INT, INT], BOOL),
            global(O::LessIntDouble, &[INT, DOUBLE], BOOL),
            global(O::LessIntUint, &[INT, UINT], BOOL),
            global(O::LessUint, &[UINT, UINT], BOOL),
            global(O::LessUintDouble, &[UINT, DOUBLE], BOOL),
            global(O::LessUintInt, &[UINT, INT], BOOL),
            global(O::LessDouble, &[DOUBLE, DOUBLE], BOOL),
            global(O::LessDoubleInt, &[DOUBLE, INT], BOOL),
            global(O::LessDoubleUint, &[DOUBLE, UINT], BOOL),
            global(O::LessString, &[STRING, STRING], BOOL),
            global(O::LessBytes, &[BYTES, BYTES], BOOL),
            global(O::LessTimestamp, &[TIMESTAMP, TIMESTAMP], BOOL),
            global(O::LessDuration, &[DURATION, DURATION], BOOL),
        ],
    },
    Function {
        name: operator::LESS_EQUALS,
        overloads: &[
            global(O::LessEqualsBool, &[BOOL, BOOL], BOOL),
            global(O::LessEqualsInt, &[INT, INT], BOOL),
            global(O::LessEqualsIntDouble, &[INT, DOUBLE], BOOL),
            global(O::LessEqualsIntUint, &[INT, UINT], BOOL),
            global(O::LessEqualsUint, &[UINT, UINT], BOOL),
            global(O::LessEqualsUintDouble, &[UINT, DOUBLE], BOOL),
            global(O::LessEqualsUintInt, &[UINT, INT], BOOL),
            global(O::LessEqualsDouble, &[DOUBLE, DOUBLE], BOOL),
            global(O::LessEqualsDoubleInt, &[DOUBLE, INT], BOOL),
            global(O::LessEqualsDoubleUint, &[DOUBLE, UINT], BOOL),
            global(O::LessEqualsString, &[STRING, STRING], BOOL),
            global(O::LessEqualsBytes, &[BYTES, BYTES], BOOL),
            global(O::LessEqualsTimestamp, &[TIMESTAMP, TIMESTAMP], BOOL),
            global(O::LessEqualsDuration, &[DURATION, DURATION], BOOL),
        ],
    },
    Function {
        name: operator::GREATER,
        overloads: &[
            global(O::GreaterBool, &[BOOL, BOOL], BOOL),
            global(O::GreaterInt, &[INT, INT], BOOL),
            global(O::GreaterIntDouble, &[INT, DOUBLE], BOOL),
            global(O::GreaterIntUint, &[INT, UINT], BOOL),
            global(O::GreaterUint, &[UINT, UINT], BOOL),
            global(O::GreaterUintDouble, &[UINT, DOUBLE], BOOL),
            global(O::GreaterUintInt, &[UINT, INT], BOOL),
            global(O::GreaterDouble, &[DOUBLE, DOUBLE], BOOL),
            global(O::GreaterDoubleInt, &[DOUBLE, INT], BOOL),
            global(O::GreaterDoubleUint, &[DOUBLE, UINT], BOOL),
            global(O::GreaterString, &[STRING, STRING], BOOL),
            global(O::GreaterBytes, &[BYTES, BYTES], BOOL),
            global(O::GreaterTimestamp, &[TIMESTAMP, TIMESTAMP], BOOL),
            global(O::GreaterDuration, &[DURATION, DURATION], BOOL),
        ],
    },
    Function {
        name: operator::GREATER_EQUALS,
        overloads: &[
            global(O::GreaterEqualsBool, &[BOOL, BOOL], BOOL),
            global(O::GreaterEqualsInt, &[INT, INT], BOOL),
            global(O::GreaterEqualsIntDouble, &[INT, DOUBLE], BOOL),
            global(O::GreaterEqualsIntUint, &[INT, UINT], BOOL),
            global(O::GreaterEqualsUint, &[UINT, UINT], BOOL),
            global(O::GreaterEqualsUintDouble, &[UINT, DOUBLE], BOOL),
            global(O::GreaterEqualsUintInt, &[UINT, INT], BOOL),
            global(O::GreaterEqualsDouble, &[DOUBLE, DOUBLE], BOOL),
            global(O::GreaterEqualsDoubleInt, &[DOUBLE, INT], BOOL),
            global(O::GreaterEqualsDoubleUint, &[DOUBLE, UINT], BOOL),
            global(O::GreaterEqualsString, &[STRING, STRING], BOOL),
            global(O::GreaterEqualsBytes, &[BYTES, BYTES], BOOL),
            global(O::GreaterEqualsTimestamp, &[TIMESTAMP, TIMESTAMP], BOOL),
            global(O::GreaterEqualsDuration, &[DURATION, DURATION], BOOL),
        ],
    },
    Function {
        name: operator::INDEX,
        overloads: &[
            global(O::IndexList, &[LIST_A, INT], A),
            global(O::IndexMap, &[MAP_AB, A], B),
        ],
    },
    Function {
        name: operator::IN,
        overloads: &[
            global(O::InList, &[A, LIST_A], BOOL),
            global(O::InMap, &[A, MAP_AB], BOOL),
        ],
    },
    Function {
        name: "_in_",
        overloads: &[
            global(O::InList, &[A, LIST_A], BOOL),
            global(O::InMap, &[A, MAP_AB], BOOL),
        ],
    },
    Function {
        name: "in",
        overloads: &[
            global(O::InList, &[A, LIST_A], BOOL),
            global(O::InMap, &[A, MAP_AB], BOOL),
        ],
    },
];
