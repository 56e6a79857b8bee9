//! What the server does to metadata before it looks at it.

use crate::error::FieldError;
use crate::object_meta::ObjectMeta;
use crate::path::FieldPath;
use crate::rules::Rules;

/// The end of a generated name: the server makes it of five random characters.
const GENERATED: &str = "xxxxx";
const MAX_GENERATED_PREFIX: usize = 58;

/// Sets the namespace of the request, which is by default the object's own. A stored object always has one.
pub(super) fn set_namespace(
    meta: &mut ObjectMeta,
    stored: Option<&mut ObjectMeta>,
    rules: &Rules,
    requested: Option<&str>,
) -> Result<(), String> {
    if !rules.is_namespaced() {
        meta.namespace.clear();
        if let Some(stored) = stored {
            stored.namespace.clear();
        }
        return Ok(());
    }
    let own = [Some(&*meta), stored.as_deref()]
        .into_iter()
        .flatten()
        .map(|meta| meta.namespace.as_str());
    let namespace = requested.or_else(|| own.into_iter().find(|namespace| !namespace.is_empty()));
    let namespace = namespace.unwrap_or("default").to_owned();
    if let Some(stored) = stored.filter(|stored| stored.namespace.is_empty()) {
        stored.namespace.clone_from(&namespace);
    }
    if meta.namespace.is_empty() {
        meta.namespace = namespace;
    } else if meta.namespace != namespace {
        return Err(
            "the namespace of the provided object does not match the namespace sent on the request"
                .to_owned(),
        );
    }
    Ok(())
}

/// What is sent to a subresource must bear the name of the stored object, which is in the URL. Source: `checkName` of
/// apiserver's `endpoints/handlers`.
pub(super) fn check_name(sent: &ObjectMeta, stored: &ObjectMeta) -> Result<(), String> {
    let (name, expected) = (&sent.name, &stored.name);
    if expected.is_empty() || name == expected {
        return Ok(());
    }
    Err(if name.is_empty() {
        format!(
            "the name of the object ({expected} based on URL) was undeterminable: name must be provided"
        )
    } else {
        format!("the name of the object ({name}) does not match the name on the URL ({expected})")
    })
}

/// Empties what only the server gives a new object.
pub(super) fn wipe_system_fields(meta: &mut ObjectMeta) {
    meta.creation_timestamp = None;
    meta.uid.clear();
    meta.deletion_timestamp = None;
    meta.deletion_grace_period_seconds = None;
    meta.self_link.clear();
}

/// Keeps what a client cannot change. A stored object always has a UID and a creation time: what is not known of it
/// here is taken to be as the client says.
pub(super) fn keep_system_fields(meta: &mut ObjectMeta, old: &mut ObjectMeta) {
    if old.uid.is_empty() {
        old.uid.clone_from(&meta.uid);
    } else if meta.uid.is_empty() {
        meta.uid.clone_from(&old.uid);
    }
    old.creation_timestamp = old.creation_timestamp.or(meta.creation_timestamp);
    meta.creation_timestamp = old.creation_timestamp;
    meta.deletion_timestamp = old.deletion_timestamp.or(meta.deletion_timestamp);
    meta.deletion_grace_period_seconds = meta
        .deletion_grace_period_seconds
        .or(old.deletion_grace_period_seconds);
}

/// Makes a name of `generateName` if there is none.
pub(super) fn generate_name(meta: &mut ObjectMeta) {
    let prefix = &meta.generate_name;
    if !meta.name.is_empty() || prefix.is_empty() {
        return;
    }
    let mut end = prefix.len().min(MAX_GENERATED_PREFIX);
    while !prefix.is_char_boundary(end) {
        end -= 1;
    }
    let (kept, _) = prefix.split_at(end);
    meta.name = format!("{kept}{GENERATED}");
}

/// The error of an update that does not say which version of the object it is of. The server looks at nothing else then.
/// Source: `Update` of apiserver's `registry/generic/registry`.
pub(super) fn unversioned(meta: &ObjectMeta) -> Option<FieldError> {
    meta.names_no_version().then(|| {
        let path = FieldPath::root().child("metadata").child("resourceVersion");
        FieldError::invalid(path, 0, "must be specified for an update")
    })
}
