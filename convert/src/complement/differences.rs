//! Where two values differ.

use crate::{
    json::{ByName, Json, Kind, same},
    memoryless::Segment,
};

/// The places where a value differs from its base; a list of another length as a whole.
pub(crate) fn differences(base: &Json, value: &Json) -> Vec<Vec<Segment>> {
    let mut places = Vec::new();
    find(base, value, &mut Vec::new(), &mut places);
    places
}

fn find(base: &Json, value: &Json, at: &mut Vec<Segment>, places: &mut Vec<Vec<Segment>>) {
    match (base.kind(), value.kind()) {
        (Kind::Object, Kind::Object) => {
            // What is the same is looked at once, not once for each object around it.
            if base.is_written_as(value) {
                return;
            }
            let [of_base, of_value] = [base, value].map(|of| of.members().unwrap_or_default());
            let (in_base, in_value) = (ByName::new(&of_base), ByName::new(&of_value));
            let others = of_base.iter();
            let others = others.filter(|(name, _)| in_value.get(name).is_none());
            for (name, _) in of_value.iter().chain(others) {
                let both = in_base.get(name).zip(in_value.get(name));
                if both.is_some_and(|(base, value)| base.is_written_as(value)) {
                    continue;
                }
                at.push(Segment::Member(name.to_string()));
                match both {
                    Some((base, value)) => find(base, value, at, places),
                    None => places.push(at.clone()),
                }
                at.pop();
            }
        }
        _ if same(base, value) => {}
        (Kind::Array, Kind::Array) if base.each_item().count() == value.each_item().count() => {
            for (index, (base, value)) in base.each_item().zip(value.each_item()).enumerate() {
                at.push(Segment::Item(index));
                find(&base, &value, at, places);
                at.pop();
            }
        }
        _ => places.push(at.clone()),
    }
}
