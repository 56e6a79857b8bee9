//! The members of an object that are asked for by many names.

use std::collections::HashMap;

use super::{Json, Member, get};

/// So many members are searched one by one.
const FEW: usize = 32;

/// Members by their names: those of a large object are not searched once for each of another's.
pub struct ByName<'m, 'a> {
    members: &'m [Member<'a>],
    /// Of several of one name the last, as everywhere.
    places: Option<HashMap<&'m str, usize>>,
}

impl<'m, 'a> ByName<'m, 'a> {
    /// Sorts the members once, if they are many.
    #[must_use]
    pub fn new(members: &'m [Member<'a>]) -> Self {
        let names = members.iter().map(|(name, _)| &**name);
        Self {
            places: (members.len() > FEW).then(|| names.zip(0..).collect()),
            members,
        }
    }

    /// The member of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'m Json<'a>> {
        match &self.places {
            None => get(self.members, name),
            Some(places) => Some(&self.members.get(*places.get(name)?)?.1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ByName, FEW, Json};

    #[test]
    fn of_several_members_of_one_name_the_last_is_found_among_few_and_among_many() {
        for count in [2, FEW, FEW + 1, 3 * FEW] {
            let mut members: Vec<_> = (0..count)
                .map(|at| (format!("m{at}").into(), Json::display(at)))
                .collect();
            members[1].0 = "m0".into();
            let by_name = ByName::new(&members);
            let found = |name: &str| by_name.get(name).map(Json::text);
            assert_eq!(found("m0").as_deref(), Some("1"));
            assert_eq!(found("m1"), None);
            let last = count - 1;
            if last > 1 {
                assert_eq!(found(&format!("m{last}")), Some(last.to_string()));
            }
        }
    }
}
