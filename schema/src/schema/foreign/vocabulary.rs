//! What becomes of each keyword that a schema may have, so that none is passed over unseen.

use serde_json::{Map, Value};
use wheelwright_grammar::suggest::closest;

use super::problem::Cause;

/// Keywords that the import reads.
const READ: &[&str] = &[
    "$defs",
    "$ref",
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contentEncoding",
    "default",
    "definitions",
    "description",
    "enum",
    "example",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "externalDocs",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "nullable",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "required",
    "title",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-validations",
];

/// Keywords that constrain values and that structural schemas lack.
const UNSAYABLE: &[&str] = &[
    "$dynamicRef",
    "$recursiveRef",
    "contains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "then",
];

/// Keywords that no value is judged by: they name schemas (a reference to such a name is refused), document, or count for
/// `contains`, which is refused. The last ones are Kubernetes' own for built-in types, and mean nothing in a CRD.
const SILENT: &[&str] = &[
    "$anchor",
    "$comment",
    "$dynamicAnchor",
    "$recursiveAnchor",
    "$schema",
    "$vocabulary",
    "contentMediaType",
    "contentSchema",
    "deprecated",
    "discriminator",
    "maxContains",
    "minContains",
    "readOnly",
    "writeOnly",
    "xml",
    "x-kubernetes-action",
    "x-kubernetes-group-version-kind",
    "x-kubernetes-patch-merge-key",
    "x-kubernetes-patch-strategy",
    "x-kubernetes-unions",
];

/// A word is taken for a misspelt keyword only if both are longer than this.
const SHORT: usize = 4;

/// What is wrong with the keywords as such, whatever they hold. At the root, `$id` is the name of the whole.
pub(super) fn faults(keywords: &Map<String, Value>, is_root: bool) -> Vec<Cause> {
    keywords
        .keys()
        .filter_map(|keyword| match keyword.as_str() {
            // References below it would start there.
            "$id" => (!is_root).then(|| Cause::Keyword(keyword.clone())),
            known if READ.contains(&known) || SILENT.contains(&known) => None,
            known if UNSAYABLE.contains(&known) => Some(Cause::Keyword(keyword.clone())),
            unknown => misspelt(unknown),
        })
        .collect()
}

/// JSON Schema takes words that it does not know for notes; a misspelt constraint is none.
fn misspelt(word: &str) -> Option<Cause> {
    let all = || [READ, UNSAYABLE, SILENT].into_iter().flatten().copied();
    if word.starts_with("x-kubernetes-") {
        let extensions = READ.iter().copied();
        let near = closest(
            word,
            extensions.filter(|of| of.starts_with("x-kubernetes-")),
        );
        return Some(Cause::Unknown {
            keyword: word.to_owned(),
            near,
        });
    }
    let near = closest(word, all().filter(|keyword| keyword.len() > SHORT))?;
    let meant = word.len() > SHORT && !word.starts_with("x-") && !SILENT.contains(&near);
    meant.then(|| Cause::Unknown {
        keyword: word.to_owned(),
        near: Some(near),
    })
}
