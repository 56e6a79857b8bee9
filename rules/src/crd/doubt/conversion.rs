//! What the conversion strategy `None` drops between the versions of a CRD.

use super::{Doubt, DoubtKind};
use crate::crd::compare::{Direction, Kind, schemas};
use crate::crd::model::Spec;
use crate::path::FieldPath;

/// Says of each served version, and of the stored one, what the other does not have.
pub(super) fn check(spec: &Spec, list: &FieldPath, found: &mut Vec<Doubt>) {
    let strategy = spec.conversion.as_ref();
    let converts = strategy.is_some_and(|conversion| conversion.strategy != "None");
    let stored = spec.versions.iter().position(|version| version.storage);
    let (Some(stored), false, None) = (stored, converts, &spec.common.schema) else {
        return;
    };
    let served = spec.versions.iter().enumerate();
    let served = served.filter(|(index, version)| version.served && *index != stored);
    for (other, _) in served {
        for (from, to) in [(other, stored), (stored, other)] {
            found.extend(dropped(spec, from, to, list));
        }
    }
}

fn dropped(spec: &Spec, from: usize, to: usize, list: &FieldPath) -> Option<Doubt> {
    let (from, target) = (spec.versions.get(from)?, spec.versions.get(to)?);
    let path = list.index(to).child("schema").child("openAPIV3Schema");
    let comparison = schemas(spec.schema_of(from)?, spec.schema_of(target)?, path);
    let mut fields = comparison
        .of(Direction::Pruned)
        .filter(|difference| difference.kind == Kind::Field);
    let first = fields.next()?;
    Some(Doubt::new(
        first.path.clone(),
        DoubtKind::Dropped {
            from: from.name.clone(),
            to: target.name.clone(),
            field: first.field.clone(),
            more: fields.count(),
        },
    ))
}
