//! The words that a CRD may use where the API server allows only some.
//!
//! Lists are in the order in which the server's own messages name them.

/// Values of `type` in a schema (`openapiV3Types`).
pub const TYPES: &[&str] = &["array", "boolean", "integer", "number", "object", "string"];
/// Values of `x-kubernetes-list-type`.
pub const LIST_TYPES: &[&str] = &["atomic", "set", "map"];
/// Values of `x-kubernetes-map-type`.
pub const MAP_TYPES: &[&str] = &["atomic", "granular"];
/// Values of `reason` in `x-kubernetes-validations`.
pub const RULE_REASONS: &[&str] = &[
    "FieldValueDuplicate",
    "FieldValueForbidden",
    "FieldValueInvalid",
    "FieldValueRequired",
];
/// Values of `spec.scope`.
pub const SCOPES: &[&str] = &["Cluster", "Namespaced"];
/// Values of `spec.conversion.strategy`.
pub const CONVERSION_STRATEGIES: &[&str] = &["None", "Webhook"];
/// `ConversionReview` versions that a server understands; one of them must be offered.
pub const REVIEW_VERSIONS: &[&str] = &["v1", "v1beta1"];
/// How many different selectable fields a version may have.
pub const MAX_SELECTABLE_FIELDS: usize = 8;
/// Formats that the server enforces on strings. It compares names without their dashes.
pub const STRING_FORMATS: &[&str] = &[
    "bsonobjectid",
    "byte",
    "cidr",
    "creditcard",
    "date",
    "date-time",
    "datetime",
    "duration",
    "email",
    "hexcolor",
    "hostname",
    "ipv4",
    "ipv6",
    "isbn",
    "isbn10",
    "isbn13",
    "k8s-long-name",
    "k8s-short-name",
    "mac",
    "password",
    "rgbcolor",
    "ssn",
    "uri",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
];
/// Formats that the server enforces on integers.
pub const INTEGER_FORMATS: &[&str] = &["int32", "int64"];
/// Formats that the server enforces on numbers.
pub const NUMBER_FORMATS: &[&str] = &["float", "double"];

/// Whether values of a type may have the format: it is one that the server enforces on them, or on none.
///
/// ```
/// use wheelwright_grammar::vocabulary::is_format_of;
///
/// assert!(is_format_of("string", "uuid"));
/// assert!(is_format_of("string", "semver"));
/// assert!(!is_format_of("number", "int32"));
/// ```
#[must_use]
pub const fn is_format_of(type_name: &str, format: &str) -> bool {
    let is_known = is_among(format, STRING_FORMATS)
        || is_among(format, INTEGER_FORMATS)
        || is_among(format, NUMBER_FORMATS);
    let own: &[&str] = match type_name.as_bytes() {
        b"string" => STRING_FORMATS,
        b"integer" => INTEGER_FORMATS,
        b"number" => NUMBER_FORMATS,
        _ => &[],
    };
    !is_known || is_among(format, own)
}

/// Whether a word is among these; also in a `const`.
#[must_use]
pub const fn is_among(word: &str, words: &[&str]) -> bool {
    let mut i = 0;
    while i < words.len() {
        if is_word(word, words[i]) {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether two words are one; also in a `const`. Names that differ mostly do at their end.
#[must_use]
pub const fn is_word(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut i = left.len();
    while i > 0 {
        i -= 1;
        if left[i] != right[i] {
            return false;
        }
    }
    true
}
