//! A CRD is brought from what it is to what it is to be, one whole write after the other.

use std::fmt;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use kube_client::Client;
use serde_json::Value;
use tokio::time::{Instant, sleep};
use wheelwright_migration::request::{Answer, Ask, Cluster, read, segment};

use crate::crd::{self, Crd, Wanted};
use crate::error::InstallError;
use crate::order::{Need, Step};
use crate::probe::{Answers, Probe};
use crate::release::Release;
use crate::report::{Installed, Outcome, Report};
use crate::rollout::{Rolled, Rollout};
use crate::stanza::{self, Stanza};

/// Who writes here, as `managedFields` name it.
const MANAGER: &str = "wheelwright-install";
const CRDS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const RESOURCE: &str = "customresourcedefinitions.apiextensions.k8s.io";
/// How often a CRD is looked at again because others wrote it, or because a step was taken.
const ROUNDS: u32 = 100;
/// How often what is waited for is looked at.
const POLL: Duration = Duration::from_secs(1);

type Bundle = Arc<dyn Fn() -> Option<String> + Send + Sync>;

/// Installs CRDs, as [`Install`] does with its defaults.
///
/// ```no_run
/// # use serde::{Deserialize, Serialize};
/// # use wheelwright::{CustomResource, Schema};
/// # /// A pizza.
/// # #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// # #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
/// # pub struct PizzaSpec {}
/// # wheelwright::wheel!(pub Pizzas = Pizza);
/// # async fn start(client: wheelwright::install::Client) -> Result<(), wheelwright::install::InstallError> {
/// let report = wheelwright::install(&client, [Pizzas::manifest()]).await?;
/// print!("{report}");
/// # Ok(())
/// # }
/// # fn main() {}
/// ```
///
/// # Errors
///
/// As [`Install::run`].
pub async fn install<C: Into<Crd>>(
    client: &Client,
    crds: impl IntoIterator<Item = C>,
) -> Result<Report, InstallError> {
    Install::new(crds).run(client).await
}

/// CRDs that are to be installed, and how.
///
/// An installation may be ended at any moment, and run again: it does what is left.
#[derive(Clone)]
#[must_use = "nothing is done before `run`, `keep` or `uninstall`"]
pub struct Install {
    crds: Vec<Crd>,
    release: Option<String>,
    rolls_back: Option<String>,
    ca_bundle: Option<String>,
    bundle: Option<Bundle>,
    rollout: Rollout,
    pub(crate) probe: Probe,
    patience: Duration,
    pub(crate) settle: Duration,
}

impl fmt::Debug for Install {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Install")
            .field("crds", &self.crds)
            .field("release", &self.release)
            .field("rolls_back", &self.rolls_back)
            .field("rollout", &self.rollout)
            .field("probe", &self.probe)
            .finish_non_exhaustive()
    }
}

impl Install {
    /// The installation of CRDs: `[Pizzas::manifest(), Toppings::manifest()]`, or JSON.
    pub fn new<C: Into<Crd>>(crds: impl IntoIterator<Item = C>) -> Self {
        Self {
            crds: crds.into_iter().map(Into::into).collect(),
            release: None,
            rolls_back: None,
            ca_bundle: None,
            bundle: None,
            rollout: Rollout::default(),
            probe: Probe::default(),
            patience: Duration::from_mins(5),
            settle: Duration::from_secs(5),
        }
    }

    /// The version of the release, `env!("CARGO_PKG_VERSION")`: it is noted in an annotation of the CRD, and an older release leaves to a
    /// newer one what that has installed. A release that says none is older than all that do.
    pub fn release(mut self, version: impl Into<String>) -> Self {
        self.release = Some(version.into());
        self
    }

    /// Takes the place of this newer release, and of those between: for one run that rolls it back, since a release that is older leaves
    /// the CRD as it is otherwise. Every step is as always: what may be stored is in the CRD, what is served stays served, and the stored
    /// version changes when every replica is of this release. What this one would prune of objects that the newer one stored says
    /// `assert_release!(…, rollback)`. [`keep`](Self::keep) leaves the stanza of a newer release all the same.
    pub fn rolls_back(mut self, newer: impl Into<String>) -> Self {
        self.rolls_back = Some(newer.into());
        self
    }

    /// The certificates in PEM form that the API server is to trust, for all CRDs whose manifest says none. By default those that the CRD
    /// has, or those of the [server](https://docs.rs/wheelwright/latest/wheelwright/webhook/struct.Server.html#method.installs) that
    /// installs.
    pub fn ca_bundle(mut self, pem: impl Into<String>) -> Self {
        self.ca_bundle = Some(pem.into());
        self
    }

    /// The certificates that are trusted where nothing else is said; asked for again whenever they are needed.
    #[doc(hidden)]
    pub fn bundle_from(mut self, pem: impl Fn() -> Option<String> + Send + Sync + 'static) -> Self {
        self.bundle = Some(Arc::new(pem));
        self
    }

    /// The Deployment whose pods are the replicas. By default all whose pods the webhook's Service selects.
    pub fn deployment(mut self, namespace: impl Into<String>, name: impl Into<String>) -> Self {
        self.rollout = Rollout::Deployment {
            namespace: namespace.into(),
            name: name.into(),
        };
        self
    }

    /// Says whether every replica is of this release, where no Deployment does. It is asked every second while it says no.
    pub fn rolled_out_when<F>(mut self, condition: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = bool> + Send + 'static,
    {
        self.rollout = Rollout::when(condition);
        self
    }

    /// How long the webhook may take to answer, and the replicas to be new; five minutes by default, for each CRD.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// How long a version is served before it is stored, so that every API server of the cluster knows it by then; 5 seconds by default.
    pub fn settle(mut self, wait: Duration) -> Self {
        self.settle = wait;
        self
    }

    /// Where the webhook is reached when it is tried, in place of the addresses of its Service or URL: its certificate has to be for that
    /// host all the same. For tests, and for who installs from outside of the cluster through a port that is forwarded.
    pub const fn reach_at(mut self, address: SocketAddr) -> Self {
        self.probe.address = Some(address);
        self
    }

    /// Answers reviews in place of a connection: the stanza, and the reviews.
    #[doc(hidden)]
    pub fn call_by(
        mut self,
        call: impl Fn(Value, Vec<Value>) -> Answers + Send + Sync + 'static,
    ) -> Self {
        self.probe.call = Some(Arc::new(call));
        self
    }

    /// Installs the CRDs, one after the other. All are put to the server by a dry run before the first is written.
    ///
    /// # Errors
    ///
    /// [`InstallError`] has them all. What was written by then is whole and converted; the next run does the rest.
    pub async fn run(&self, client: &Client) -> Result<Report, InstallError> {
        let wanted = self.wanted()?;
        let cluster = Cluster(client);
        for (position, wanted) in wanted.iter().enumerate() {
            self.examine(&cluster, wanted, position == 0).await?;
        }
        let mut report = Report::default();
        for wanted in &wanted {
            report.crds.push(self.bring(&cluster, wanted).await?);
        }
        Ok(report)
    }

    /// What is wrong with the CRDs and the release as they were given. Nothing is asked.
    ///
    /// # Errors
    ///
    /// [`InstallError::Crd`], [`NoCrd`](InstallError::NoCrd), [`NeedsConversion`](InstallError::NeedsConversion) and
    /// [`Release`](InstallError::Release).
    pub fn check(&self) -> Result<(), InstallError> {
        self.wanted().map(drop)
    }

    pub(crate) fn wanted(&self) -> Result<Vec<Wanted>, InstallError> {
        for release in [&self.release, &self.rolls_back].into_iter().flatten() {
            Release::parse(release)?;
        }
        self.crds.iter().map(Crd::read).collect()
    }

    /// The release that has installed the CRD, if that is newer than this one.
    pub(crate) fn newer(&self, now: &Value) -> Option<String> {
        newer_than(self.release.as_deref(), now)
    }

    /// As [`newer`](Self::newer), but for one that is rolled back.
    pub(crate) fn yields_to(&self, now: &Value) -> Option<String> {
        let theirs = self.newer(now)?;
        match &self.rolls_back {
            Some(rolled_back) => newer_than(Some(rolled_back), now),
            None => Some(theirs),
        }
    }

    /// Whether the server would take it, by a dry run of what is to be in the end; nothing is changed.
    async fn examine(
        &self,
        cluster: &Cluster<'_>,
        wanted: &Wanted,
        is_first: bool,
    ) -> Result<(), InstallError> {
        for _ in 0..ROUNDS {
            let now = get(cluster, &wanted.name, is_first).await?;
            let target = self.target(now.as_ref(), wanted);
            let tried = match &now {
                None => write(cluster, &creation(&target, true), "create").await?,
                Some(now) if self.yields_to(now).is_some() => return Ok(()),
                Some(now) => {
                    permit(now, wanted)?;
                    write(cluster, &update(&target, true), "update").await?
                }
            };
            if tried.is_some() {
                return Ok(());
            }
        }
        Err(changing(wanted))
    }

    /// Takes steps until none is left.
    async fn bring(
        &self,
        cluster: &Cluster<'_>,
        wanted: &Wanted,
    ) -> Result<Installed, InstallError> {
        let deadline = Instant::now() + self.patience;
        let mut outcome = Outcome::Unchanged;
        let mut proven = None;
        for _ in 0..ROUNDS {
            let Some(now) = get(cluster, &wanted.name, false).await? else {
                // No object is there to be converted, and from the first one on the webhook is.
                let mut target = self.target(None, wanted);
                if wanted.stanza.is_some() {
                    let candidates = self.candidates(None, wanted)?;
                    let armed = self.prove(cluster, &target, &candidates, deadline).await?;
                    armed.write(&mut target);
                    proven = Some(armed);
                }
                if write(cluster, &creation(&target, false), "create")
                    .await?
                    .is_some()
                {
                    tracing::info!(crd = wanted.name, "created");
                    outcome = Outcome::Created;
                }
                continue;
            };
            if let Some(to) = self.yields_to(&now) {
                tracing::info!(crd = wanted.name, release = to, "left to a newer release");
                return Ok(installed(&now, wanted, Outcome::Yielded { to }));
            }
            permit(&now, wanted)?;
            let mut target = self.target(Some(&now), wanted);
            if wanted.stanza.is_some() {
                if proven.is_none() {
                    let candidates = self.candidates(Some(&now), wanted)?;
                    if candidates.len() > 1 || crd::is_exposed(&now) {
                        let of = if crd::is_exposed(&now) { &now } else { &target };
                        proven = self.try_all(cluster, of, &candidates).await.ok();
                    }
                    if let Some(armed) = &proven
                        && crd::is_exposed(&now)
                    {
                        // Objects are corrupted at this moment: what converts comes before anything else.
                        let mut healed = now.clone();
                        armed.write(&mut healed);
                        if write(cluster, &update(&healed, false), "update")
                            .await?
                            .is_some()
                        {
                            tracing::warn!(
                                crd = wanted.name,
                                "versions differed and nothing converted: the webhook is armed"
                            );
                            outcome = update_of(&outcome);
                        }
                        continue;
                    }
                    if proven.is_none() && candidates.len() > 1 {
                        let armed = self.prove(cluster, &target, &candidates, deadline).await?;
                        proven = Some(armed);
                    }
                }
                let stanza = match &proven {
                    Some(proven) => proven.clone(),
                    None => self.candidates(Some(&now), wanted)?.swap_remove(0),
                };
                stanza.write(&mut target);
            }
            let Some(step) = Step::next(cluster, &now, target).await? else {
                continue;
            };
            let (mut body, need, settles) = match step {
                Step::Done => return Ok(installed(&now, wanted, outcome)),
                Step::Note(body) => (body, Need::Nothing, false),
                Step::Serve(body) => (body, self.need(wanted, false), false),
                Step::Store(body) => (body, self.need(wanted, true), true),
            };
            self.wait_for_replicas(cluster, &now, wanted, &need, deadline)
                .await?;
            if settles {
                sleep(self.settle).await;
                // A rollback may have begun meanwhile.
                self.wait_for_replicas(cluster, &now, wanted, &need, deadline)
                    .await?;
            }
            if wanted.stanza.is_some() && need != Need::Nothing {
                let candidates = match &proven {
                    Some(proven) => vec![proven.clone()],
                    None => self.candidates(Some(&now), wanted)?,
                };
                let armed = self.prove(cluster, &body, &candidates, deadline).await?;
                armed.write(&mut body);
                proven = Some(armed);
            }
            if write(cluster, &update(&body, false), "update")
                .await?
                .is_some()
            {
                let (before, after) = (crd::storage(&now), crd::storage(&body));
                if before == after {
                    tracing::info!(crd = wanted.name, "updated");
                } else {
                    tracing::info!(
                        crd = wanted.name,
                        before,
                        after,
                        "another version is stored"
                    );
                }
                outcome = update_of(&outcome);
            }
        }
        Err(changing(wanted))
    }

    /// What is to be in the end, over what is there: what others wrote into the metadata stays.
    fn target(&self, now: Option<&Value>, wanted: &Wanted) -> Value {
        let mut target = match now {
            None => wanted.json.clone(),
            Some(now) => {
                let mut target = now.clone();
                target["spec"] = wanted.json["spec"].clone();
                for member in ["labels", "annotations"] {
                    let pairs = wanted.json["metadata"][member].as_object();
                    for (key, value) in pairs.into_iter().flatten() {
                        crd::set(&mut target, member, key, value.as_str());
                    }
                }
                target
            }
        };
        if let Some(release) = &self.release {
            let name = crd::release_annotation(&target);
            crd::set(&mut target, "annotations", &name, Some(release));
        }
        let disarmed = crd::disarmed_annotation(&target);
        crd::set(&mut target, "annotations", &disarmed, None);
        target
    }

    /// The stanza with each caBundle that may be the right one, the likeliest first: what was said, else what is there, for others (a
    /// certificate that is renewed, cert-manager) may keep that.
    pub(crate) fn candidates(
        &self,
        now: Option<&Value>,
        wanted: &Wanted,
    ) -> Result<Vec<Stanza>, InstallError> {
        let Some(ours) = &wanted.stanza else {
            return Ok(Vec::new());
        };
        let there = now.and_then(|now| Stanza::of(now).ok().flatten());
        let there = there.filter(|there| there.is_same(ours));
        let there = there.and_then(|there| there.bundle().map(str::to_owned));
        let said = ours.bundle().map(str::to_owned);
        let said = said.or_else(|| self.ca_bundle.as_deref().map(stanza::field));
        let kept = self.bundle.as_ref().and_then(|bundle| bundle());
        let kept = kept.filter(|pem| !pem.trim().is_empty());
        let kept = kept.as_deref().map(stanza::field);
        let mut bundles: Vec<String> = Vec::new();
        for bundle in [said, there, kept].into_iter().flatten() {
            if !bundles.contains(&bundle) {
                bundles.push(bundle);
            }
        }
        if bundles.is_empty() {
            return Err(InstallError::NoBundle {
                crd: wanted.name.clone(),
            });
        }
        let stanzas = bundles.iter().map(|bundle| ours.with_bundle(bundle));
        Ok(stanzas.collect())
    }

    /// The first candidate whose webhook answers, at once.
    pub(crate) async fn try_all(
        &self,
        cluster: &Cluster<'_>,
        crd: &Value,
        candidates: &[Stanza],
    ) -> Result<Stanza, String> {
        let mut failed = String::new();
        for candidate in candidates {
            match self.probe.ask(cluster, crd, candidate).await {
                Ok(()) => return Ok(candidate.clone()),
                Err(error) if failed.is_empty() => failed = error,
                Err(_) => {}
            }
        }
        Err(failed)
    }

    /// As [`try_all`](Self::try_all), as soon as one answers.
    async fn prove(
        &self,
        cluster: &Cluster<'_>,
        crd: &Value,
        candidates: &[Stanza],
        deadline: Instant,
    ) -> Result<Stanza, InstallError> {
        loop {
            match self.try_all(cluster, crd, candidates).await {
                Ok(armed) => return Ok(armed),
                Err(error) if Instant::now() >= deadline => {
                    let first = candidates.first();
                    return Err(InstallError::NotAnswering {
                        crd: name(crd),
                        url: first.map(|first| first.place().url()).unwrap_or_default(),
                        error,
                    });
                }
                Err(error) => tracing::debug!(crd = name(crd), error, "waiting for the webhook"),
            }
            sleep(POLL).await;
        }
    }

    /// Whether a step waits for the replicas. Where a webhook converts, an old one would lose what it does not know.
    fn need(&self, wanted: &Wanted, stores: bool) -> Need {
        match (&wanted.stanza, stores) {
            (Some(_), true) => Need::NewReplicas,
            (Some(_), false) => Need::NewReplicasIfKnown,
            (None, true) if self.rollout.is_said() => Need::NewReplicas,
            (None, _) => Need::NothingOfReplicas,
        }
    }

    async fn wait_for_replicas(
        &self,
        cluster: &Cluster<'_>,
        now: &Value,
        wanted: &Wanted,
        need: &Need,
        deadline: Instant,
    ) -> Result<(), InstallError> {
        if matches!(need, Need::Nothing | Need::NothingOfReplicas) {
            return Ok(());
        }
        let service = wanted
            .stanza
            .as_ref()
            .and_then(|stanza| stanza.place().service.as_ref());
        loop {
            let waits = match self.rollout.state(cluster, service).await? {
                Rolled::Out => return Ok(()),
                Rolled::Unknown(_) if *need == Need::NewReplicasIfKnown => return Ok(()),
                Rolled::Unknown(why) => {
                    return Err(InstallError::UnknownRollout {
                        crd: wanted.name.clone(),
                        stored: crd::storage(now).to_owned(),
                        wanted: crd::storage(&wanted.json).to_owned(),
                        why,
                    });
                }
                Rolled::Waiting(waits) => waits,
            };
            if Instant::now() >= deadline {
                return Err(InstallError::NotRolledOut {
                    crd: wanted.name.clone(),
                    waits,
                });
            }
            tracing::debug!(crd = wanted.name, waits, "waiting for the replicas");
            sleep(POLL).await;
        }
    }
}

/// The release that has installed the CRD, if that is newer than the given one.
fn newer_than(release: Option<&str>, now: &Value) -> Option<String> {
    let theirs = crd::annotation(now, &crd::release_annotation(now))?;
    let theirs = Release::parse(theirs).ok()?;
    let ours = release.and_then(|ours| Release::parse(ours).ok());
    let is_newer = ours.is_none_or(|ours| theirs.precedence(&ours).is_gt());
    is_newer.then(|| theirs.text().to_owned())
}

/// Refuses what no order of steps makes right.
fn permit(now: &Value, wanted: &Wanted) -> Result<(), InstallError> {
    let stored = crd::stored(now);
    let is_kept =
        |version: &&str| crd::versions(&wanted.json).any(|kept| crd::name(kept) == *version);
    if let Some(version) = stored.iter().find(|version| !is_kept(version)) {
        return Err(InstallError::DropsStored {
            crd: wanted.name.clone(),
            version: (*version).to_owned(),
        });
    }
    let served = crd::versions(now).filter(|version| version["served"] == true);
    if let Some(version) = served.map(crd::name).find(|version| !is_kept(version)) {
        return Err(InstallError::DropsServed {
            crd: wanted.name.clone(),
            version: version.to_owned(),
        });
    }
    if wanted.stanza.is_some() {
        return Ok(());
    }
    let kept = crd::versions(&wanted.json)
        .filter(|version| version["served"] == true || stored.contains(&crd::name(version)));
    if let Some((first, second, property)) = crd::difference_between(kept.collect()) {
        return Err(InstallError::NeedsConversion {
            crd: wanted.name.clone(),
            first,
            second,
            property,
        });
    }
    if now["spec"]["conversion"]["strategy"] == "Webhook" {
        // What is stored was stored by the schemas that are there now, and would only change its apiVersion.
        let storage = crd::storage(&wanted.json);
        let kept = crd::versions(now).filter(|version| {
            let name = crd::name(version);
            stored.contains(&name) || name == storage
        });
        if crd::difference_between(kept.collect()).is_some() {
            return Err(InstallError::NotMigrated {
                crd: wanted.name.clone(),
                stored: stored.into_iter().map(str::to_owned).collect(),
                why: String::new(),
            });
        }
    }
    Ok(())
}

fn installed(now: &Value, wanted: &Wanted, outcome: Outcome) -> Installed {
    let mut notes = Vec::new();
    if wanted.stanza.is_some() && crd::difference(&wanted.json).is_none() {
        notes.push(
            "its versions no longer differ: strategy None would do, once all objects are migrated"
                .to_owned(),
        );
    }
    Installed {
        crd: wanted.name.clone(),
        outcome,
        storage: crd::storage(now).to_owned(),
        notes,
    }
}

fn update_of(outcome: &Outcome) -> Outcome {
    match outcome {
        Outcome::Created => Outcome::Created,
        _ => Outcome::Updated,
    }
}

fn changing(wanted: &Wanted) -> InstallError {
    InstallError::Changing {
        crd: wanted.name.clone(),
    }
}

fn name(crd: &Value) -> String {
    crd["metadata"]["name"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

pub(crate) fn path(crd: &str) -> String {
    format!("{CRDS}/{}", segment(crd))
}

/// The CRD as it is; `is_first` if nothing was asked before.
pub(crate) async fn get(
    cluster: &Cluster<'_>,
    crd: &str,
    is_first: bool,
) -> Result<Option<Value>, InstallError> {
    let ask = Ask::get(path(crd));
    let answer = if is_first {
        cluster.ask_first(&ask).await?
    } else {
        cluster.ask(&ask).await?
    };
    match answer {
        Answer::Failure(failure) if failure.code == 404 => Ok(None),
        Answer::Failure(failure) if failure.is_missing_right("get") => Err(InstallError::NoRight {
            verb: "get".to_owned(),
            resource: RESOURCE.to_owned(),
            message: failure.message,
        }),
        answer => Ok(Some(read(&ask, answer)?)),
    }
}

fn parameters(is_tried: bool) -> String {
    let dry_run = if is_tried { "&dryRun=All" } else { "" };
    format!("?fieldManager={MANAGER}{dry_run}")
}

pub(crate) fn creation(body: &Value, is_tried: bool) -> Ask {
    Ask::post(format!("{CRDS}{}", parameters(is_tried)), body.to_string())
}

/// The body has the `resourceVersion` that it was made for.
pub(crate) fn update(body: &Value, is_tried: bool) -> Ask {
    let path = path(&name(body));
    Ask::put(format!("{path}{}", parameters(is_tried)), body.to_string())
}

/// What the server made of it; none if somebody else wrote first.
pub(crate) async fn write(
    cluster: &Cluster<'_>,
    ask: &Ask,
    verb: &str,
) -> Result<Option<Value>, InstallError> {
    match cluster.ask(ask).await? {
        Answer::Failure(failure) if matches!(failure.code, 404 | 409) => Ok(None),
        Answer::Failure(failure) if failure.is_missing_right(verb) => Err(InstallError::NoRight {
            verb: verb.to_owned(),
            resource: RESOURCE.to_owned(),
            message: failure.message,
        }),
        answer => Ok(Some(read(ask, answer)?)),
    }
}
