//! A certificate in files, read again as they change.

use std::{
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use super::{
    CertificateError, CertificateSource, Identity, Keeping, Publisher,
    pem::{self, Origin},
};

/// The largest file that is read; a Secret as a whole is no larger.
const LARGEST: u64 = 1 << 20;

/// How often the files are looked at where nobody says it. A mounted Secret reaches the pod a minute or two after it changed,
/// and whoever renews a certificate does so days before it expires: ten seconds add nothing, and cost six short reads.
const INTERVAL: Duration = Duration::from_secs(10);

/// When files that do not fit together are read again before that counts as a failure: a Secret's swap, or a copy file by
/// file, is over by then.
const AGAIN: [Duration; 3] = [
    Duration::from_millis(50),
    Duration::from_millis(200),
    Duration::from_millis(750),
];

/// How often files that change while they are read are read again; what writes to them without a pause is not waited for.
const SWAPS: usize = 3;

/// A certificate in PEM files, read again as they change.
///
/// The files are read every ten seconds and compared with what was read last, so it does not matter how they are replaced:
/// by the symlink swap of a mounted Secret, by a rename, in place. A new pair is served if it is fit to be; if not, the
/// old one stays, and that is said once for each content that is found.
///
/// ```no_run
/// use wheelwright::webhook::tls::Files;
///
/// let tls = Files::new("/tls/tls.crt", "/tls/tls.key").ca("/tls/ca.crt");
/// ```
#[derive(Clone, Debug)]
pub struct Files {
    certificate: PathBuf,
    key: PathBuf,
    ca: Option<PathBuf>,
    interval: Duration,
}

impl Files {
    /// The chain, leaf first, and the leaf's key.
    pub fn new(certificate: impl Into<PathBuf>, key: impl Into<PathBuf>) -> Self {
        Self {
            certificate: certificate.into(),
            key: key.into(),
            ca: None,
            interval: INTERVAL,
        }
    }

    /// What clients are to trust. Without it a certificate that signed itself is its own CA bundle, and for any other the
    /// bundle is empty.
    #[must_use]
    pub fn ca(mut self, path: impl Into<PathBuf>) -> Self {
        self.ca = Some(path.into());
        self
    }

    /// How often the files are looked at, at least a millisecond; default ten seconds.
    #[must_use]
    pub fn every(mut self, interval: Duration) -> Self {
        self.interval = interval.max(Duration::from_millis(1));
        self
    }

    /// Reads the files now.
    ///
    /// # Errors
    ///
    /// If one is missing, is no file, cannot be read or is larger than 1 MiB; and those of [`Identity::from_pem`]. All name
    /// the path.
    pub fn load(&self) -> Result<Identity, CertificateError> {
        self.parse(&self.read()?)
    }

    /// What stood in the files at one time: a swap between two reads would pair one certificate with another's key, and
    /// such a pair may even fit.
    fn read(&self) -> Result<Texts, CertificateError> {
        let mut texts = self.read_each()?;
        for _ in 0..SWAPS {
            let again = self.read_each()?;
            if again == texts {
                break;
            }
            texts = again;
        }
        Ok(texts)
    }

    fn read_each(&self) -> Result<Texts, CertificateError> {
        Ok(Texts {
            certificate: read(&self.certificate)?,
            key: read(&self.key)?,
            ca: self.ca.as_deref().map(read).transpose()?,
        })
    }

    fn parse(&self, texts: &Texts) -> Result<Identity, CertificateError> {
        let (certificate, key) = (named(&self.certificate), named(&self.key));
        let ca = self.ca.as_deref().map(named);
        let bundle = match &texts.ca {
            Some(ca) => ca,
            None => &pem::own_bundle(&texts.certificate, &certificate)?,
        };
        Identity::load(
            &texts.certificate,
            &texts.key,
            bundle,
            Origin {
                certificate: &certificate,
                key: &key,
                bundle: ca.as_deref().unwrap_or(&certificate),
            },
            SystemTime::now(),
        )
    }

    /// Reads off the threads that serve.
    async fn look(&self) -> Look {
        let files = self.clone();
        tokio::task::spawn_blocking(move || {
            let read = files.read();
            let identity = match &read {
                Ok(texts) => files.parse(texts),
                Err(error) => Err(error.clone()),
            };
            Look { read, identity }
        })
        .await
        .unwrap_or_else(|error| Look::failed(&CertificateError::new(error.to_string())))
    }

    /// As [`Files::look`], and again for a while where that fails.
    async fn settle(&self) -> Look {
        let mut look = self.look().await;
        for delay in AGAIN {
            if look.identity.is_ok() {
                break;
            }
            tokio::time::sleep(delay).await;
            look = self.look().await;
        }
        look
    }
}

impl CertificateSource for Files {
    fn keep(self: Box<Self>, publisher: Publisher) -> Keeping {
        Box::pin(async move {
            let first = self.settle().await;
            let mut not_after = first.identity.as_ref().map(Identity::not_after).ok();
            publisher.publish(first.identity?);
            let mut last = first.read;
            let mut failed = false;
            loop {
                tokio::time::sleep(self.interval).await;
                let mut look = self.look().await;
                let changed = look.read != last;
                if changed && look.identity.is_err() {
                    look = self.settle().await;
                }
                match look.identity {
                    // What was refused may have become valid with time.
                    Ok(identity) if changed || failed => {
                        not_after = Some(identity.not_after());
                        failed = false;
                        publisher.publish(identity);
                    }
                    Ok(_) => {}
                    Err(error) if look.read != last => {
                        failed = true;
                        publisher.failed(&error);
                    }
                    // The files are what they were, and have expired by now.
                    Err(error) if not_after.is_some_and(|end| end <= SystemTime::now()) => {
                        not_after = None;
                        publisher.failed(&error);
                    }
                    Err(_) => {}
                }
                last = look.read;
            }
        })
    }
}

/// What was found at one time.
struct Look {
    read: Result<Texts, CertificateError>,
    identity: Result<Identity, CertificateError>,
}

impl Look {
    fn failed(error: &CertificateError) -> Self {
        Self {
            read: Err(error.clone()),
            identity: Err(error.clone()),
        }
    }
}

#[derive(PartialEq, Eq)]
struct Texts {
    certificate: String,
    key: String,
    ca: Option<String>,
}

fn named(path: &Path) -> String {
    format!("`{}`", path.display())
}

fn read(path: &Path) -> Result<String, CertificateError> {
    let failed = |error: std::io::Error| {
        CertificateError::new(format!("{} cannot be read: {error}", named(path)))
    };
    // A pipe or a device might never end, or never begin.
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(CertificateError::new(format!("{} is no file", named(path))));
    }
    let mut bytes = Vec::new();
    File::open(path)
        .map_err(failed)?
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > LARGEST {
        return Err(CertificateError::new(format!(
            "{} is larger than 1 MiB: no certificate or key is",
            named(path)
        )));
    }
    String::from_utf8(bytes)
        .map_err(|_| CertificateError::new(format!("{} is no PEM: it is no text", named(path))))
}
