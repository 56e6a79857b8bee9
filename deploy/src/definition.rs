//! The CRDs, and who converts between their versions.

use serde_json::Value;

use super::{
    CONVERT, Installation, Place, Problem,
    document::{Document, Part},
    trust,
};
use crate::manifest::{Conversion, Manifest};

/// Whether a webhook converts, which is this server then.
pub(super) fn converts(manifest: &Manifest) -> bool {
    match manifest.said_conversion() {
        Some(Conversion::None | Conversion::Unchecked) => false,
        Some(_) => true,
        None => manifest.versions().len() > 1,
    }
}

/// The manifest as it is installed.
pub(super) fn placed(installation: &Installation, manifest: &Manifest) -> Manifest {
    let manifest = manifest.clone();
    if !converts(&manifest) {
        return manifest;
    }
    let manifest = match &installation.place {
        Place::Cluster {
            namespace, service, ..
        } => manifest.conversion(Conversion::webhook_service(namespace, service).path(CONVERT)),
        Place::Url(url) => manifest.conversion(Conversion::webhook_url(format!("{url}{CONVERT}"))),
    };
    // Not what the types' author may have said of another place.
    manifest.ca_bundle(installation.certificates.ca_bundle().unwrap_or_default())
}

pub(super) fn crds(
    installation: &Installation,
    documents: &mut Vec<Document>,
) -> Result<(), Problem> {
    let mut manifests: Vec<&Manifest> = installation.crds.iter().collect();
    manifests.sort_by_key(|manifest| manifest.name());
    for manifest in manifests {
        let converts = converts(manifest);
        let mut crd = placed(installation, manifest)
            .json()
            .map_err(Problem::Crd)?;
        if converts {
            trust::inject(installation, &mut crd);
        }
        documents.push(Document::new(
            Part::Server,
            format!("10-crd-{}.yaml", manifest.name()),
            if converts { CONVERTED } else { "" },
            crd,
        ));
    }
    Ok(())
}

/// The policies that warn of deprecated fields.
pub(super) fn policies(
    installation: &Installation,
    documents: &mut Vec<Document>,
) -> Result<(), Problem> {
    if !installation.warns_of_deprecated {
        return Ok(());
    }
    for manifest in &installation.crds {
        let objects = manifest.deprecation_policies().map_err(Problem::Crd)?;
        for mut object in objects {
            let name = object.pointer("/metadata/name").and_then(Value::as_str);
            let name = name.unwrap_or_default().to_owned();
            let is_binding = object
                .get("kind")
                .is_some_and(|kind| kind != "ValidatingAdmissionPolicy");
            let (file, comment) = if is_binding {
                (
                    format!("63-binding-{name}.yaml"),
                    "Warn and Audit: nobody is refused.",
                )
            } else {
                (format!("62-policy-{name}.yaml"), WARNED)
            };
            object["metadata"] = installation.metadata(&name, None);
            documents.push(Document::new(Part::Registration, file, comment, object));
        }
    }
    Ok(())
}

const WARNED: &str = "\
matchPolicy Exact: a client is told of the fields of the version that it uses.
matchConditions: an update is told of what it keeps, unless nothing but metadata and status changes.";

const CONVERTED: &str = "\
The API server asks the webhook only for objects that are stored at another version than the one it needs: a kind that is
new has none, so that the CRD may be there before the webhook is.";
