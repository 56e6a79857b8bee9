//! What to do about a difference.

use wheelwright_rules::crd::compare::{Direction, Kind};

/// Advice in one sentence.
pub(crate) fn of(kind: Kind, direction: Direction) -> &'static str {
    match (kind, direction) {
        (Kind::Field, Direction::Pruned | Direction::Tightened) => {
            "keep the field in this version, marked as deprecated in its description, and leave it out of a new version"
        }
        (Kind::Required, Direction::Tightened) => {
            "give the field a default, or leave it optional here and require it in a new version"
        }
        (Kind::Enum, Direction::Tightened | Direction::Changed) => {
            "keep the values that are gone in this version, and let the controller treat them as what replaces them"
        }
        (Kind::Default, _) => "keep the default of this version, and give another to a new version",
        (Kind::Rule, Direction::Tightened | Direction::Changed) => {
            "keep what was taken: add `oldSelf` with `optionalOldSelf: true` so that only new values are held to it, or move the \
             rule to a new version"
        }
        (Kind::Type, _) => {
            "keep the type, and add a field of the other type beside it or in a new version"
        }
        (Kind::ListType | Kind::MapType, _) => {
            "keep the list type of this version, and give another to a new version"
        }
        (Kind::Nullable, Direction::Tightened | Direction::Reread) => {
            "go on taking null in this version"
        }
        (Kind::UnknownFields | Kind::EmbeddedResource, _) => {
            "keep what was kept in this version: x-kubernetes-preserve-unknown-fields"
        }
        (Kind::Version | Kind::Served, _) => {
            "serve the version, deprecated, until clients have moved to another and stored objects are migrated"
        }
        (Kind::Storage, _) => {
            "migrate what is stored (StorageVersionMigration) before the old version is removed"
        }
        (Kind::Subresource, _) => "keep the subresource in this version",
        (Kind::SelectableField, _) => "keep the selectable field in this version",
        (Kind::Conversion, _) => {
            "test the conversion between the versions on objects of the old release"
        }
        (_, Direction::Loosened) => "tell readers of this version what they may meet from now on",
        (_, Direction::Tightened | Direction::Changed) => {
            "keep the old bound in this version, and tighten it in a new one"
        }
        _ => "say it in the notes of the release",
    }
}

/// Advice about what the way back does, by the id of its finding.
pub(crate) fn back(id: &str) -> &'static str {
    match id {
        "update-refused" => {
            "serve a version one release before it is stored; or, before rolling back, migrate what is stored to a version that \
             the old release has, and take the other out of status.storedVersions"
        }
        "field-pruned" => {
            "let one release know the field before another writes it, or accept that it is lost"
        }
        "conversion-refused" | "conversion-changed" | "kept-lost" | "kept-unread" => {
            "let one release read what another is to write; `wheelwright rehearse` says which objects there are"
        }
        "conversion-unseen" => {
            "give the program of the old release: `--convert-old`, or its recorded objects"
        }
        _ if id.starts_with("default-") => {
            "set the value in the objects before rolling back, or accept that it is read otherwise"
        }
        _ => {
            "let one release take the value before another writes it; or, before rolling back, change the objects that have it"
        }
    }
}
