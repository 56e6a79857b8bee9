//! What a review's conversions did, for metrics and logs.

/// What was converted in answer to a review, by versions.
///
/// It holds no contents of objects: paths have `*` for keys of maps and items of lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// One for each kind and pair of versions. Empty where the review failed, for then nothing was converted.
    pub conversions: Vec<Conversions>,
}

/// What became of objects of one kind on the way from one version to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conversions {
    /// The group of the API.
    pub group: String,
    /// The kind of the objects.
    pub kind: String,
    /// The version they came in, without group: `v1alpha1`.
    pub from: &'static str,
    /// The version they were converted to.
    pub to: &'static str,
    /// How many objects; those that were in the version already are not among them.
    pub objects: u64,
    /// How many of them carry what a version cannot hold.
    pub keeping: u64,
    /// How many of them lost what does not fit into their annotations: their way back fails.
    pub marked: u64,
    /// How many of them are not as the schema of their new version wants them, and were delivered nevertheless.
    pub unfit: u64,
    /// Where the schema refuses something, by path.
    pub refused: Vec<RefusedField>,
}

/// A field whose values the schema refuses that they were delivered at.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefusedField {
    /// Where, as a JSON path: `.spec.toppings[*].name`. The path of a member that has to be there and is not is named too.
    pub path: String,
    /// How many values.
    pub values: u64,
}

impl Report {
    /// The conversions of a kind from one version to another.
    pub(super) fn of(
        &mut self,
        [group, kind]: [&str; 2],
        from: &'static str,
        to: &'static str,
    ) -> &mut Conversions {
        let known = self.conversions.iter().position(|known| {
            known.kind == kind && known.group == group && known.from == from && known.to == to
        });
        let index = known.unwrap_or_else(|| {
            self.conversions.push(Conversions {
                group: group.to_owned(),
                kind: kind.to_owned(),
                from,
                to,
                ..Conversions::default()
            });
            self.conversions.len() - 1
        });
        &mut self.conversions[index]
    }

    /// Adds what another part of the review did.
    pub(super) fn add(&mut self, other: Self) {
        for more in other.conversions {
            let known = self.of([&more.group, &more.kind], more.from, more.to);
            known.objects += more.objects;
            known.keeping += more.keeping;
            known.marked += more.marked;
            known.unfit += more.unfit;
            for field in more.refused {
                known.refuse(&field.path, field.values);
            }
        }
    }
}

impl Conversions {
    pub(super) fn refuse(&mut self, path: &str, values: u64) {
        match self.refused.iter_mut().find(|field| field.path == path) {
            Some(field) => field.values += values,
            None => self.refused.push(RefusedField {
                path: path.to_owned(),
                values,
            }),
        }
    }
}
