//! A certificate that the replicas make themselves and share in a Secret.

mod decide;
mod registration;
mod replica;
mod state;
mod step;
#[cfg(test)]
mod tests;

use std::{
    fmt,
    hash::{BuildHasher as _, RandomState},
    time::{Duration, SystemTime},
};

use kube_client::Client;

use super::{
    CertificateError, CertificateSource, Keeping, ManagedNames, Publisher, hosts::Hosts,
    issue::LONGEST,
};
use decide::Policy;
use replica::{Replica, Timing};

/// The defaults: a quarter of a year for a leaf and a year for an authority, so that the overlap of two authorities is months.
const LEAF: Duration = Duration::from_hours(24 * 90);
const CA: Duration = Duration::from_hours(24 * 365);
const DAY: Duration = Duration::from_hours(24);
/// Two small requests and one for each object that trusts us.
const INTERVAL: Duration = Duration::from_mins(1);
/// A changed caBundle takes effect within 40 ms at the API server that took it, and at its peers when their watches bring it.
const SETTLE: Duration = Duration::from_mins(1);
/// Replicas that serve under an authority that is gone read the Secret many times within it.
const HANDOVER: Duration = Duration::from_hours(1);
/// How long a request may take.
const REQUEST: Duration = Duration::from_secs(10);

/// A certificate that the replicas make themselves and share in a Secret, with all that trusts it kept up to date.
///
/// Whichever replica comes first makes an authority and a leaf; each looks at the Secret every minute, and does what is due. See
/// [the module](super) for the rotation and for what comes of a Secret that is not as it should be.
///
/// ```no_run
/// use wheelwright::webhook::tls::{Managed, ManagedNames};
///
/// fn tls(client: kube_client::Client) -> Managed {
///     let names = ManagedNames::new("pizza-crd", "pizza-tls")
///         .service("pizza-crd")
///         .crd("pizzas.restaurant.programming-kubernetes.info");
///     Managed::new(client, names)
/// }
/// # fn main() {}
/// ```
pub struct Managed {
    client: Client,
    names: ManagedNames,
    leaf_lifetime: Duration,
    ca_lifetime: Duration,
    timing: Timing,
}

impl Managed {
    /// By a client that is allowed what [`ManagedNames::role`] and [`ManagedNames::cluster_role`] say.
    #[must_use]
    pub fn new(client: Client, names: ManagedNames) -> Self {
        Self {
            client,
            names,
            leaf_lifetime: LEAF,
            ca_lifetime: CA,
            timing: Timing {
                interval: INTERVAL,
                settle: SETTLE,
            },
        }
    }

    /// How long a leaf lives; default 90 days. It is renewed at two thirds of that. At least twelve intervals.
    #[must_use]
    pub fn leaf_lifetime(mut self, lifetime: Duration) -> Self {
        self.leaf_lifetime = lifetime.min(LONGEST);
        self
    }

    /// How long an authority lives; default 365 days. The next is announced at two thirds of that. At least the life of a leaf.
    #[must_use]
    pub fn ca_lifetime(mut self, lifetime: Duration) -> Self {
        self.ca_lifetime = lifetime.min(LONGEST);
        self
    }

    /// How often the Secret and what trusts it are looked at; default one minute, at most a day.
    #[must_use]
    pub fn every(mut self, interval: Duration) -> Self {
        self.timing.interval = interval.clamp(Duration::from_millis(1), DAY);
        self
    }

    /// How long all have to trust a new authority before it signs what is served; default one minute, at most a day.
    #[must_use]
    pub fn settle(mut self, settle: Duration) -> Self {
        self.timing.settle = settle.min(DAY);
        self
    }

    fn policy(&self) -> Result<Policy, CertificateError> {
        let names = &self.names;
        if names.crds.is_empty() && names.mutating.is_empty() && names.validating.is_empty() {
            return Err(CertificateError::new(
                "nothing trusts the managed certificate: name the CRDs and webhook configurations whose caBundle is to be kept",
            ));
        }
        if self.leaf_lifetime < (self.timing.interval * 12) {
            return Err(CertificateError::new(format!(
                "a certificate that lives {:?} cannot be renewed by who looks every {:?}: look twelve times in its life",
                self.leaf_lifetime, self.timing.interval
            )));
        }
        if self.ca_lifetime < self.leaf_lifetime {
            return Err(CertificateError::new(format!(
                "a CA that lives {:?} cannot sign what lives {:?}: let it live longer",
                self.ca_lifetime, self.leaf_lifetime
            )));
        }
        Ok(Policy {
            hosts: Hosts::parse(names.hosts())?,
            leaf_lifetime: self.leaf_lifetime,
            ca_lifetime: self.ca_lifetime,
            handover: (self.timing.interval * 12).max(HANDOVER),
            jitter: random(),
        })
    }
}

impl CertificateSource for Managed {
    fn keep(self: Box<Self>, publisher: Publisher) -> Keeping {
        Box::pin(async move {
            let policy = self.policy()?;
            let mut replica = Replica::new(&self.client, &self.names, policy, self.timing);
            loop {
                let pause = replica.pass(SystemTime::now(), &publisher).await?;
                // Replicas that started together are not to go on in step.
                tokio::time::sleep(pause.mul_f64(0.9 + random() / 5.0)).await;
            }
        })
    }
}

impl fmt::Debug for Managed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Managed")
            .field("names", &self.names)
            .finish_non_exhaustive()
    }
}

/// From 0 to 1, another one each time.
fn random() -> f64 {
    let bits = u32::try_from(RandomState::new().hash_one(()) >> 32).unwrap_or(0);
    f64::from(bits) / f64::from(u32::MAX)
}

/// Why a request failed.
#[derive(Debug)]
enum RequestError {
    Client(Box<kube_client::Error>),
    Late,
}

impl RequestError {
    /// Whether the API server answered with this status code.
    fn is(&self, code: u16) -> bool {
        matches!(self, Self::Client(error) if matches!(&**error, kube_client::Error::Api(status) if status.code == code))
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Client(error) => match &**error {
                kube_client::Error::Api(status) => f.write_str(&status.message),
                error => error.fmt(f),
            },
            Self::Late => write!(f, "no answer within {REQUEST:?}"),
        }
    }
}

/// With a deadline.
async fn request<T>(
    request: impl Future<Output = Result<T, kube_client::Error>>,
) -> Result<T, RequestError> {
    match tokio::time::timeout(REQUEST, request).await {
        Ok(answer) => answer.map_err(|error| RequestError::Client(Box::new(error))),
        Err(_) => Err(RequestError::Late),
    }
}
