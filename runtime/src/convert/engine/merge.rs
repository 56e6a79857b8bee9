//! Three-way merge: what was edited since, over what was there before.

use std::borrow::Cow;

use serde_json::Value;

use super::merge_items::{Identity, Lists, items};
use crate::convert::json::{ByName, Json, Kind, Members, same, same_option};

/// `theirs` with `mine` where they did not edit `base`. The schema says what tells the items of lists apart.
pub(crate) fn merge<'j>(
    schema: Option<&Value>,
    lists: Lists,
    [base, mine, theirs]: [&Json<'j>; 3],
) -> Json<'j> {
    let merge = Merge {
        is_another: &|_, _| false,
        lists,
    };
    merge.values(schema, [base, mine, theirs])
}

/// The same, of values that may be absent.
pub(super) fn merge_optional<'j>(
    schema: impl FnOnce() -> Option<Value>,
    lists: Lists,
    [base, mine, theirs]: [Option<&Json<'j>>; 3],
) -> Option<Json<'j>> {
    if same_option(theirs, base) {
        return mine.cloned();
    }
    let merge = Merge {
        is_another: &|_, _| false,
        lists,
    };
    merge.optional(schema().as_ref(), [base, mine, theirs])
}

/// The same as `merge`, but an object of which they edited a member that is no object itself, or that was not there or is not
/// any more, is theirs as a whole.
pub(crate) fn merge_wholes<'j>(
    schema: Option<&Value>,
    [base, mine, theirs]: [&Json<'j>; 3],
) -> Json<'j> {
    let is_another = |base: &Members, theirs: &Members| {
        let mut names = base.iter().chain(theirs).map(|(name, _)| name);
        let [of_base, of_theirs] = [base, theirs].map(ByName::new);
        names.any(|name| {
            let (base, theirs) = (of_base.get(name), of_theirs.get(name));
            let is_object =
                |json: Option<&Json>| json.is_some_and(|json| json.kind() == Kind::Object);
            !(same_option(base, theirs) || is_object(base) && is_object(theirs))
        })
    };
    let merge = Merge {
        is_another: &is_another,
        lists: Lists::Paired,
    };
    merge.values(schema, [base, mine, theirs])
}

/// Whether an object is another one, by what it was and is.
type IsAnother<'f> = &'f dyn Fn(&Members, &Members) -> bool;

/// How values go together.
struct Merge<'f> {
    is_another: IsAnother<'f>,
    lists: Lists,
}

impl Merge<'_> {
    fn values<'j>(&self, schema: Option<&Value>, [base, mine, theirs]: [&Json<'j>; 3]) -> Json<'j> {
        if same(theirs, base) {
            return mine.clone();
        }
        if same(mine, base) {
            return theirs.clone();
        }
        match [base, mine, theirs].map(Json::kind) {
            [Kind::Object, Kind::Object, Kind::Object] => {
                let open = |json: &Json<'j>| json.clone().into_members().unwrap_or_default();
                let (base, own) = (open(base), open(theirs));
                if (self.is_another)(&base, &own) {
                    return theirs.clone();
                }
                Json::Object(self.members(schema, [&base, &open(mine), &own]))
            }
            [Kind::Array, Kind::Array, Kind::Array] => {
                let open = |json: &Json<'j>| json.clone().into_items().unwrap_or_default();
                let of_items = schema.and_then(|schema| schema.get("items"));
                let merged = |values: [&Json<'j>; 3]| self.values(of_items, values);
                Json::Array(items(
                    &Identity::of(schema),
                    [&open(base), &open(mine), &open(theirs)],
                    self.lists,
                    &merged,
                ))
            }
            _ => theirs.clone(),
        }
    }

    fn optional<'j>(
        &self,
        schema: Option<&Value>,
        [base, mine, theirs]: [Option<&Json<'j>>; 3],
    ) -> Option<Json<'j>> {
        match (base, mine, theirs) {
            (Some(base), Some(mine), Some(theirs)) => {
                Some(self.values(schema, [base, mine, theirs]))
            }
            // Taken out on one side, and not edited on the other.
            (Some(base), None, Some(theirs)) => (!same(base, theirs)).then(|| theirs.clone()),
            (Some(base), Some(mine), None) => {
                let nothing = self.nothing_of(schema, [base, mine])?;
                let left = self.values(schema, [base, mine, &nothing]);
                (!left.is_empty()).then_some(left)
            }
            (None, Some(mine), Some(theirs)) => {
                Some(match self.nothing_of(schema, [mine, theirs]) {
                    Some(nothing) => self.values(schema, [&nothing, mine, theirs]),
                    None => theirs.clone(),
                })
            }
            (None, None, theirs) => theirs.cloned(),
            (None, mine, None) => mine.cloned(),
            (Some(_), None, None) => None,
        }
    }

    /// The empty list or map that absence stands for beside two that are there.
    fn nothing_of(&self, schema: Option<&Value>, values: [&Json; 2]) -> Option<Json<'static>> {
        let are = |kind| values.iter().all(|value| value.kind() == kind);
        let is_map = || schema.is_some_and(|schema| schema.get("additionalProperties").is_some());
        match self.lists {
            Lists::Apart if are(Kind::Array) => Some(Json::Array(Vec::new())),
            Lists::Apart if are(Kind::Object) && is_map() => Some(Json::Object(Vec::new())),
            _ => None,
        }
    }

    fn members<'j>(
        &self,
        schema: Option<&Value>,
        [base, mine, theirs]: [&Members<'j>; 3],
    ) -> Members<'j> {
        let mut out = Vec::new();
        let mut names: Vec<&Cow<str>> = theirs.iter().map(|(name, _)| name).collect();
        let [of_base, of_mine, of_theirs] = [base, mine, theirs].map(ByName::new);
        names.extend(
            mine.iter()
                .map(|(name, _)| name)
                .filter(|name| of_theirs.get(name).is_none()),
        );
        for name in names {
            let all = [&of_base, &of_mine, &of_theirs].map(|members| members.get(name));
            let merged = self.optional(member_schema(schema, name), all);
            if let Some(merged) = merged {
                out.push((name.clone(), merged));
            }
        }
        out
    }
}

/// The schema of a member, or of a map's entries.
fn member_schema<'s>(schema: Option<&'s Value>, name: &str) -> Option<&'s Value> {
    let schema = schema?;
    let property = schema.get("properties").and_then(|all| all.get(name));
    property.or_else(|| schema.get("additionalProperties"))
}

/// Whether a value has of another at least what a third has of that.
pub(super) fn has_no_less(value: Option<&Json>, than: Option<&Json>, of: Option<&Json>) -> bool {
    if same_option(value, of) || same_option(value, than) {
        return true;
    }
    let [Some(value), Some(than), Some(of)] = [value, than, of] else {
        return false;
    };
    let [Ok(value), Ok(than), Ok(of)] =
        [value, than, of].map(|json| json.borrowed().into_members())
    else {
        return false;
    };
    let members = [&value, &than, &of];
    let by_name = members.map(ByName::new);
    let mut names = members.iter().flat_map(|members| members.iter());
    names.all(|(name, _)| {
        let [value, than, of] = by_name.each_ref().map(|members| members.get(name));
        has_no_less(value, than, of)
    })
}
