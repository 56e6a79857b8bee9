//! What one replica does each time it looks.

use std::{
    collections::HashMap,
    time::{Duration, SystemTime},
};

use k8s_openapi::api::core::v1::Secret;
use kube_client::{
    Api, Client,
    core::{ObjectMeta, params::PostParams},
};
use rustls::pki_types::CertificateDer;

use super::{
    decide::{Policy, Step, decide},
    registration::{Ours, Patched, Registration},
    request,
    state::{Anchor, Held, State, load},
    step,
};
use crate::tls::{CertificateError, ManagedNames, Publisher};

/// How many writes one look leads to, those that another replica was ahead of included.
const WRITES: u32 = 8;

/// How soon one looks again after something went wrong, at first; each time twice as long, up to the interval.
const RETRY: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    pub(super) interval: Duration,
    pub(super) settle: Duration,
}

pub(super) struct Replica {
    secrets: Api<Secret>,
    name: String,
    /// As errors call it.
    called: String,
    registrations: Vec<Registration>,
    ours: Ours,
    policy: Policy,
    timing: Timing,
    /// Since when all registrations trust an authority, as far as this replica saw.
    trusted: HashMap<CertificateDer<'static>, SystemTime>,
    served: Option<Served>,
    /// What went wrong last time, so that it is said once.
    trouble: Vec<CertificateError>,
    retry: Duration,
}

struct Served {
    certificate: String,
    signer: CertificateDer<'static>,
    bundle: String,
    not_after: SystemTime,
}

impl Replica {
    pub(super) fn new(
        client: &Client,
        names: &ManagedNames,
        policy: Policy,
        timing: Timing,
    ) -> Self {
        Self {
            secrets: Api::namespaced(client.clone(), &names.namespace),
            name: names.secret.clone(),
            called: format!("the Secret `{}/{}`", names.namespace, names.secret),
            registrations: Registration::all(client, names),
            ours: Ours::new(names),
            policy,
            timing,
            trusted: HashMap::new(),
            served: None,
            trouble: Vec::new(),
            retry: RETRY,
        }
    }

    /// Looks at the Secret and at what trusts it, does what is due, and says when to look again. What goes wrong is said to the
    /// publisher; an error is what cannot go right by itself, before anything was served.
    pub(super) async fn pass(
        &mut self,
        now: SystemTime,
        publisher: &Publisher,
    ) -> Result<Duration, CertificateError> {
        let mut trouble = Vec::new();
        let state = match self.settle_secret(now, &mut trouble).await {
            Ok(state) => Some(state),
            Err(Stop::Foreign(error)) if self.served.is_none() => return Err(error),
            Err(Stop::Foreign(error) | Stop::Failed(error)) => {
                trouble.push(error);
                None
            }
            Err(Stop::Busy) => None,
        };
        let mut again = state.is_none();
        if let Some(state) = state {
            again |= self.spread(&state, now, &mut trouble).await;
            self.publish(&state, now, publisher, &mut trouble);
        }
        again |= !trouble.is_empty();
        for error in &trouble {
            if !self.trouble.contains(error) {
                publisher.failed(error);
            }
        }
        self.trouble = trouble;
        if !again {
            self.retry = RETRY;
            return Ok(self.timing.interval);
        }
        let pause = self.retry.min(self.timing.interval);
        self.retry = (self.retry * 2).min(self.timing.interval);
        Ok(pause)
    }

    /// Takes steps until none is due. The registrations are read before the Secret: a bundle is never older than what it is
    /// written over.
    async fn settle_secret(
        &mut self,
        now: SystemTime,
        trouble: &mut Vec<CertificateError>,
    ) -> Result<State, Stop> {
        for _ in 0..WRITES {
            let unread = self.read_registrations().await;
            let secret = request(self.secrets.get_opt(&self.name))
                .await
                .map_err(|error| self.failed("read", &error))?;
            let held = Held::read(secret.as_ref(), &self.called, now);
            self.remember(&held, unread.is_empty(), now);
            let settled = |anchor: &Anchor| self.settled(&anchor.der, now);
            let step = decide(&held, settled, &self.policy, now);
            match (&step, held) {
                (Step::Keep, Held::Whole(state)) => {
                    trouble.extend(unread);
                    return Ok(*state);
                }
                (Step::Refuse, _) => {
                    return Err(Stop::Foreign(CertificateError::new(format!(
                        "{} is not ours, and it is not empty: choose another name, delete it, or serve it as files",
                        self.called
                    ))));
                }
                (step, held) => self.take(step, held, secret, now).await?,
            }
        }
        Err(Stop::Busy)
    }

    async fn read_registrations(&mut self) -> Vec<CertificateError> {
        let mut unread = Vec::new();
        for registration in &mut self.registrations {
            if let Err(error) = registration.read(&self.ours).await {
                unread.push(error);
            }
        }
        unread
    }

    /// Writes what the step leads to. If another replica was ahead, nothing is written, and the next look sees what it did.
    async fn take(
        &self,
        step: &Step,
        held: Held,
        secret: Option<Secret>,
        now: SystemTime,
    ) -> Result<(), Stop> {
        let trusted = self.registrations.iter().flat_map(Registration::trusted);
        let state = step::take(step, held, trusted.cloned().collect(), &self.policy, now)
            .map_err(Stop::Failed)?;
        let Some(state) = state else {
            return Ok(());
        };
        let parameters = PostParams {
            field_manager: Some("wheelwright".to_owned()),
            ..PostParams::default()
        };
        let written = if let Some(mut secret) = secret {
            state.write(&mut secret);
            request(self.secrets.replace(&self.name, &parameters, &secret)).await
        } else {
            let mut secret = Secret {
                metadata: ObjectMeta {
                    name: Some(self.name.clone()),
                    ..ObjectMeta::default()
                },
                type_: Some("kubernetes.io/tls".to_owned()),
                ..Secret::default()
            };
            state.write(&mut secret);
            request(self.secrets.create(&parameters, &secret)).await
        };
        match written {
            Ok(_) => {
                self.say(step);
                Ok(())
            }
            // It was made, changed or deleted since it was read.
            Err(error) if error.is(409) || error.is(404) => Ok(()),
            Err(error) => Err(self.failed("written", &error)),
        }
    }

    fn say(&self, step: &Step) {
        let secret = &self.called;
        match step {
            Step::Begin(why) => tracing::warn!(%secret, %why, "new CA and certificate made"),
            Step::Renew(why) => tracing::info!(%secret, %why, "certificate renewed"),
            Step::Announce => tracing::info!(%secret, "next CA announced"),
            Step::Switch => tracing::info!(%secret, "certificate made by the next CA"),
            Step::Retire => tracing::info!(%secret, "old CA left out"),
            Step::Keep | Step::Refuse => {}
        }
    }

    /// Notes since when each authority is trusted everywhere.
    fn remember(&mut self, held: &Held, all_read: bool, now: SystemTime) {
        let Held::Whole(state) = held else {
            self.trusted.clear();
            return;
        };
        let trusted = |anchor: &&Anchor| {
            all_read && self.registrations.iter().all(|each| each.trusts(anchor))
        };
        self.trusted = state
            .anchors()
            .filter(trusted)
            .map(|anchor| {
                let since = self.trusted.get(&anchor.der).copied().unwrap_or(now);
                (anchor.der.clone(), since.min(now))
            })
            .collect();
    }

    fn settled(&self, anchor: &CertificateDer<'_>, now: SystemTime) -> bool {
        let since = self.trusted.get(anchor);
        since.is_some_and(|since| *since + self.timing.settle <= now)
    }

    /// Writes the bundle wherever another stands; true if another look is due soon.
    async fn spread(
        &mut self,
        state: &State,
        now: SystemTime,
        trouble: &mut Vec<CertificateError>,
    ) -> bool {
        let bundle = state.bundle();
        let wanted = state.anchors().cloned().collect::<Vec<_>>();
        let mut again = false;
        for registration in &mut self.registrations {
            match registration.patch(&wanted, &bundle, &self.ours).await {
                Ok(Patched::Agrees) => {}
                Ok(Patched::Conflict) => again = true,
                Err(error) => trouble.push(error),
            }
        }
        let held = Held::Whole(Box::new(state.clone()));
        self.remember(&held, trouble.is_empty() && !again, now);
        again
    }

    /// Serves the leaf, if it is another, and if clients trust who signed it or there is nothing better.
    fn publish(
        &mut self,
        state: &State,
        now: SystemTime,
        publisher: &Publisher,
        trouble: &mut Vec<CertificateError>,
    ) {
        let Ok(leaf) = &state.leaf else {
            return;
        };
        let bundle = state.bundle();
        let signer = &state.signer.anchor.der;
        if let Some(served) = &self.served {
            let same = served.certificate == leaf.issued.certificate;
            if same && served.bundle == bundle {
                return;
            }
            let soon = now + self.timing.interval * 2;
            let trusted = served.signer == *signer || self.settled(signer, now);
            if !same && !trusted && soon < served.not_after {
                return;
            }
        }
        match load(&leaf.issued, &bundle, &self.called, now) {
            Ok(identity) => {
                publisher.publish(identity);
                self.served = Some(Served {
                    certificate: leaf.issued.certificate.clone(),
                    signer: signer.clone(),
                    bundle,
                    not_after: leaf.not_after,
                });
            }
            Err(error) => trouble.push(error),
        }
    }

    fn failed(&self, what: &str, error: &super::RequestError) -> Stop {
        Stop::Failed(CertificateError::new(format!(
            "{} cannot be {what}: {error}",
            self.called
        )))
    }
}

/// Why a look ended with no state.
enum Stop {
    /// The Secret is somebody else's.
    Foreign(CertificateError),
    Failed(CertificateError),
    /// Others wrote again and again.
    Busy,
}
