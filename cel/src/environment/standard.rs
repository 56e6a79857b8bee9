//! The standard functions: conversions, strings, times.

use crate::overload::Overload as O;

use super::signature::{
    A, BOOL, BYTES, DOUBLE, DURATION, DYN, Function, INT, LIST_A, MAP_AB, STRING, TIMESTAMP,
    TYPE_A, UINT, global, member,
};

/// Always there.
pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "size",
        overloads: &[
            global(O::SizeBytes, &[BYTES], INT),
            member(O::BytesSize, &[BYTES], INT),
            global(O::SizeList, &[LIST_A], INT),
            member(O::ListSize, &[LIST_A], INT),
            global(O::SizeMap, &[MAP_AB], INT),
            member(O::MapSize, &[MAP_AB], INT),
            global(O::SizeString, &[STRING], INT),
            member(O::StringSize, &[STRING], INT),
        ],
    },
    Function {
        name: "type",
        overloads: &[global(O::TypeOf, &[A], TYPE_A)],
    },
    Function {
        name: "bool",
        overloads: &[
            global(O::BoolToBool, &[BOOL], BOOL),
            global(O::StringToBool, &[STRING], BOOL),
        ],
    },
    Function {
        name: "bytes",
        overloads: &[
            global(O::BytesToBytes, &[BYTES], BYTES),
            global(O::StringToBytes, &[STRING], BYTES),
        ],
    },
    Function {
        name: "double",
        overloads: &[
            global(O::DoubleToDouble, &[DOUBLE], DOUBLE),
            global(O::IntToDouble, &[INT], DOUBLE),
            global(O::StringToDouble, &[STRING], DOUBLE),
            global(O::UintToDouble, &[UINT], DOUBLE),
        ],
    },
    Function {
        name: "duration",
        overloads: &[
            global(O::DurationToDuration, &[DURATION], DURATION),
            global(O::IntToDuration, &[INT], DURATION).until(36),
            global(O::StringToDuration, &[STRING], DURATION),
        ],
    },
    Function {
        name: "dyn",
        overloads: &[global(O::ToDyn, &[A], DYN)],
    },
    Function {
        name: "int",
        overloads: &[
            global(O::IntToInt, &[INT], INT),
            global(O::DoubleToInt, &[DOUBLE], INT),
            global(O::DurationToInt, &[DURATION], INT),
            global(O::StringToInt, &[STRING], INT),
            global(O::TimestampToInt, &[TIMESTAMP], INT),
            global(O::UintToInt, &[UINT], INT),
        ],
    },
    Function {
        name: "string",
        overloads: &[
            global(O::StringToString, &[STRING], STRING),
            global(O::BoolToString, &[BOOL], STRING),
            global(O::BytesToString, &[BYTES], STRING),
            global(O::DoubleToString, &[DOUBLE], STRING),
            global(O::DurationToString, &[DURATION], STRING),
            global(O::IntToString, &[INT], STRING),
            global(O::TimestampToString, &[TIMESTAMP], STRING),
            global(O::UintToString, &[UINT], STRING),
        ],
    },
    Function {
        name: "timestamp",
        overloads: &[
            global(O::TimestampToTimestamp, &[TIMESTAMP], TIMESTAMP),
            global(O::IntToTimestamp, &[INT], TIMESTAMP),
            global(O::StringToTimestamp, &[STRING], TIMESTAMP),
        ],
    },
    Function {
        name: "uint",
        overloads: &[
            global(O::UintToUint, &[UINT], UINT),
            global(O::DoubleToUint, &[DOUBLE], UINT),
            global(O::IntToUint, &[INT], UINT),
            global(O::StringToUint, &[STRING], UINT),
        ],
    },
    Function {
        name: "contains",
        overloads: &[member(O::ContainsString, &[STRING, STRING], BOOL)],
    },
    Function {
        name: "endsWith",
        overloads: &[member(O::EndsWithString, &[STRING, STRING], BOOL)],
    },
    Function {
        name: "startsWith",
        overloads: &[member(O::StartsWithString, &[STRING, STRING], BOOL)],
    },
    Function {
        name: "matches",
        overloads: &[
            global(O::Matches, &[STRING, STRING], BOOL),
            member(O::MatchesString, &[STRING, STRING], BOOL),
        ],
    },
    Function {
        name: "getFullYear",
        overloads: &[
            member(O::TimestampToYear, &[TIMESTAMP], INT),
            member(O::TimestampToYearWithTz, &[TIMESTAMP, STRING], INT),
        ],
    },
    Function {
        name: "getMonth",
        overloads: &[
            member(O::TimestampToMonth, &[TIMESTAMP], INT),
            member(O::TimestampToMonthWithTz, &[TIMESTAMP, STRING], INT),
        ],
    },
    Function {
        name: "getDayOfYear",
        overloads: &[
            member(O::TimestampToDayOfYear, &[TIMESTAMP], INT),
            member(O::TimestampToDayOfYearWithTz, &[TIMESTAMP, STRING], INT),
        ],
    },
    Function {
        name: "getDayOfMonth",
        overloads: &[
            member(O::TimestampToDayOfMonthZeroBased, &[TIMESTAMP], INT),
            member(
                O::TimestampToDayOfMonthZeroBasedWithTz,
                &[TIMESTAMP, STRING],
                INT,
            ),
        ],
    },
    Function {
        name: "getDate",
        overloads: &[
            member(O::TimestampToDayOfMonthOneBased, &[TIMESTAMP], INT),
            member(
                O::TimestampToDayOfMonthOneBasedWithTz,
                &[TIMESTAMP, STRING],
                INT,
            ),
        ],
    },
    Function {
        name: "getDayOfWeek",
        overloads: &[
            member(O::TimestampToDayOfWeek, &[TIMESTAMP], INT),
            member(O::TimestampToDayOfWeekWithTz, &[TIMESTAMP, STRING], INT),
        ],
    },
    Function {
        name: "getHours",
        overloads: &[
            member(O::TimestampToHours, &[TIMESTAMP], INT),
            member(O::TimestampToHoursWithTz, &[TIMESTAMP, STRING], INT),
            member(O::DurationToHours, &[DURATION], INT),
        ],
    },
    Function {
        name: "getMinutes",
        overloads: &[
            member(O::TimestampToMinutes, &[TIMESTAMP], INT),
            member(O::TimestampToMinutesWithTz, &[TIMESTAMP, STRING], INT),
            member(O::DurationToMinutes, &[DURATION], INT),
        ],
    },
    Function {
        name: "getSeconds",
        overloads: &[
            member(O::TimestampToSeconds, &[TIMESTAMP], INT),
            member(O::TimestampToSecondsWithTz, &[TIMESTAMP, STRING], INT),
            member(O::DurationToSeconds, &[DURATION], INT),
        ],
    },
    Function {
        name: "getMilliseconds",
        overloads: &[
            member(O::TimestampToMilliseconds, &[TIMESTAMP], INT),
            member(O::TimestampToMillisecondsWithTz, &[TIMESTAMP, STRING], INT),
            member(O::DurationToMilliseconds, &[DURATION], INT),
        ],
    },
];
