//! Quantities, versions and named formats.

use crate::overload::Overload as O;

use super::signature::{
    BOOL, DOUBLE, FORMAT, Function, INT, OPTIONAL_FORMAT, OPTIONAL_LIST_STRING, QUANTITY, SEMVER,
    STRING, global, member,
};

/// Quantities.
pub(super) static QUANTITIES: &[Function] = &[
    Function {
        name: "quantity",
        overloads: &[global(O::StringToQuantity, &[STRING], QUANTITY)],
    },
    Function {
        name: "isQuantity",
        overloads: &[global(O::IsQuantityString, &[STRING], BOOL)],
    },
    Function {
        name: "sign",
        overloads: &[global(O::QuantitySign, &[QUANTITY], INT)],
    },
    Function {
        name: "isGreaterThan",
        overloads: &[member(
            O::QuantityIsGreaterThan,
            &[QUANTITY, QUANTITY],
            BOOL,
        )],
    },
    Function {
        name: "isLessThan",
        overloads: &[member(O::QuantityIsLessThan, &[QUANTITY, QUANTITY], BOOL)],
    },
    Function {
        name: "compareTo",
        overloads: &[member(O::QuantityCompareTo, &[QUANTITY, QUANTITY], INT)],
    },
    Function {
        name: "asApproximateFloat",
        overloads: &[member(O::QuantityGetFloat, &[QUANTITY], DOUBLE)],
    },
    Function {
        name: "asInteger",
        overloads: &[member(O::QuantityGetInt, &[QUANTITY], INT)],
    },
    Function {
        name: "isInteger",
        overloads: &[member(O::QuantityIsInteger, &[QUANTITY], BOOL)],
    },
    Function {
        name: "add",
        overloads: &[
            member(O::QuantityAdd, &[QUANTITY, QUANTITY], QUANTITY),
            member(O::QuantityAddInt, &[QUANTITY, INT], QUANTITY),
        ],
    },
    Function {
        name: "sub",
        overloads: &[
            member(O::QuantitySub, &[QUANTITY, QUANTITY], QUANTITY),
            member(O::QuantitySubInt, &[QUANTITY, INT], QUANTITY),
        ],
    },
];

/// Semantic versions.
pub(super) static VERSIONS: &[Function] = &[
    Function {
        name: "semver",
        overloads: &[
            global(O::StringToSemver, &[STRING], SEMVER),
            global(O::StringBoolToSemver, &[STRING, BOOL], SEMVER),
        ],
    },
    Function {
        name: "isSemver",
        overloads: &[
            global(O::IsSemverString, &[STRING], BOOL),
            global(O::IsSemverStringBool, &[STRING, BOOL], BOOL),
        ],
    },
    Function {
        name: "isGreaterThan",
        overloads: &[member(O::SemverIsGreaterThan, &[SEMVER, SEMVER], BOOL)],
    },
    Function {
        name: "isLessThan",
        overloads: &[member(O::SemverIsLessThan, &[SEMVER, SEMVER], BOOL)],
    },
    Function {
        name: "compareTo",
        overloads: &[member(O::SemverCompareTo, &[SEMVER, SEMVER], INT)],
    },
    Function {
        name: "major",
        overloads: &[member(O::SemverMajor, &[SEMVER], INT)],
    },
    Function {
        name: "minor",
        overloads: &[member(O::SemverMinor, &[SEMVER], INT)],
    },
    Function {
        name: "patch",
        overloads: &[member(O::SemverPatch, &[SEMVER], INT)],
    },
];

/// Named formats.
pub(super) static FORMATS: &[Function] = &[
    Function {
        name: "format.dns1123Label",
        overloads: &[global(O::FormatDns1123Label, &[], FORMAT)],
    },
    Function {
        name: "format.dns1123Subdomain",
        overloads: &[global(O::FormatDns1123Subdomain, &[], FORMAT)],
    },
    Function {
        name: "format.dns1035Label",
        overloads: &[global(O::FormatDns1035Label, &[], FORMAT)],
    },
    Function {
        name: "format.qualifiedName",
        overloads: &[global(O::FormatQualifiedName, &[], FORMAT)],
    },
    Function {
        name: "format.dns1123LabelPrefix",
        overloads: &[global(O::FormatDns1123LabelPrefix, &[], FORMAT)],
    },
    Function {
        name: "format.dns1123SubdomainPrefix",
        overloads: &[global(O::FormatDns1123SubdomainPrefix, &[], FORMAT)],
    },
    Function {
        name: "format.dns1035LabelPrefix",
        overloads: &[global(O::FormatDns1035LabelPrefix, &[], FORMAT)],
    },
    Function {
        name: "format.labelValue",
        overloads: &[global(O::FormatLabelValue, &[], FORMAT)],
    },
    Function {
        name: "format.uri",
        overloads: &[global(O::FormatUri, &[], FORMAT)],
    },
    Function {
        name: "format.uuid",
        overloads: &[global(O::FormatUuid, &[], FORMAT)],
    },
    Function {
        name: "format.byte",
        overloads: &[global(O::FormatByte, &[], FORMAT)],
    },
    Function {
        name: "format.date",
        overloads: &[global(O::FormatDate, &[], FORMAT)],
    },
    Function {
        name: "format.datetime",
        overloads: &[global(O::FormatDatetime, &[], FORMAT)],
    },
    Function {
        name: "validate",
        overloads: &[member(
            O::FormatValidate,
            &[FORMAT, STRING],
            OPTIONAL_LIST_STRING,
        )],
    },
    Function {
        name: "format.named",
        overloads: &[global(O::FormatNamed, &[STRING], OPTIONAL_FORMAT)],
    },
];
