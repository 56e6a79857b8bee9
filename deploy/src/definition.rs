//! The CRDs, and who converts between their versions.

use super::{
    CONVERT, Installation, Place, Problem,
    document::{Document, Part},
    trust,
};
use crate::manifest::{Conversion, Manifest};

/// Whether a webhook converts, which is this server then.
pub(super) fn converts(manifest: &Manifest) -> bool {
    match manifest.said_conversion() {
        Some(Conversion::None) => false,
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

const CONVERTED: &str = "\
The API server asks the webhook only for objects that are stored at another version than the one it needs: a kind that is
new has none, so that the CRD may be there before the webhook is.";
