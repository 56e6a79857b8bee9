//! Certificates that an earlier run wrote.

use std::{
    fs,
    path::Path,
    time::{Duration, SystemTime},
};

use k8s_openapi::ByteString;

use super::{Certificates, Installation, certificates, document::Part};
use crate::tls::Identity;

/// The file of the Secret, in the folder of its part.
pub(super) const SECRET: &str = "30-secret.yaml";

/// A certificate that ends sooner is made anew.
const LEAST: Duration = Duration::from_hours(24 * 30);

/// More is no Secret of ours.
const MOST: u64 = 1 << 20;

impl Installation {
    /// The certificates that [`write_to`](Self::write_to) wrote to this folder before, if they still do: they are for the host
    /// that the API server calls, fit together, and live for another month. A new certificate comes with a new CA bundle,
    /// and the API server, which goes by that at once, reaches no pod until the new Secret is mounted.
    #[must_use]
    pub fn written_certificates(&self, folder: impl AsRef<Path>) -> Option<Certificates> {
        let path = folder.as_ref().join(Part::Server.folder()).join(SECRET);
        if fs::metadata(&path).ok()?.len() > MOST {
            return None;
        }
        let text = fs::read_to_string(path).ok()?;
        let pem = |name| entry(&text, name);
        let (chain, key, ca_bundle) = (pem("tls.crt")?, pem("tls.key")?, pem("ca.crt")?);
        let identity = Identity::from_pem(&chain, &key, &ca_bundle).ok()?;
        if identity.not_after() < SystemTime::now() + LEAST {
            return None;
        }
        let written = Certificates::given(chain, key, ca_bundle);
        let mut problems = Vec::new();
        certificates::check(&self.clone().certificates(written.clone()), &mut problems);
        problems.is_empty().then_some(written)
    }
}

/// An entry of a Secret as it is written here; what is written otherwise is none.
fn entry(secret: &str, name: &str) -> Option<String> {
    let mut lines = secret.lines();
    let value = lines.find_map(|line| {
        line.strip_prefix("  ")?
            .strip_prefix(name)?
            .strip_prefix(": ")
    })?;
    let ByteString(bytes) = serde_json::from_value(value.into()).ok()?;
    String::from_utf8(bytes).ok()
}
