//! The server's own migrator: an object of `storagemigration.k8s.io` asks for it.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::access::Right;
use crate::definition::Definition;
use crate::error::MigrationError;
use crate::progress::Progress;
use crate::request::{Answer, Ask, Cluster, read};

const GROUP: &str = "storagemigration.k8s.io";
/// The newest first: `v1` since Kubernetes 1.37, `v1beta1` since 1.35. `v1alpha1` is another API.
const VERSIONS: [&str; 2] = ["v1", "v1beta1"];
const POLL: Duration = Duration::from_secs(1);
/// How long the server may take, once it has ended, to say so in the CRD.
const ENDING: Duration = Duration::from_secs(30);

/// What the server's migrator came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Succeeded,
    /// It failed, and `status.storedVersions` says too little.
    Failed(String),
    /// Nothing came of it in time.
    Silent(String),
}

/// A `StorageVersionMigration`.
#[derive(Deserialize)]
struct Migration {
    #[serde(default)]
    status: Status,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Status {
    conditions: Vec<Condition>,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Condition {
    #[serde(rename = "type")]
    kind: String,
    status: String,
    message: String,
}

impl Migration {
    fn condition(&self, kind: &str) -> Option<&Condition> {
        let mut conditions = self.status.conditions.iter();
        conditions.find(|condition| condition.kind == kind && condition.status == "True")
    }

    fn has_ended(&self) -> bool {
        self.condition("Succeeded").is_some() || self.condition("Failed").is_some()
    }

    /// Whether the server has said in the CRD how it ended.
    fn is_over(&self) -> bool {
        self.has_ended() && self.condition("Running").is_none()
    }

    /// All that the server says, to see whether something happens.
    fn words(&self) -> String {
        let conditions = self.status.conditions.iter();
        let said: Vec<String> = conditions
            .map(|condition| {
                format!(
                    "{} {}: {}",
                    condition.kind, condition.status, condition.message
                )
            })
            .collect();
        said.join("; ")
    }
}

impl Cluster<'_> {
    /// The version at which the server takes migrations, if it has a migrator and the user may ask it.
    pub(crate) async fn migrator(&self) -> Result<Option<&'static str>, MigrationError> {
        let answer = self.ask(&Ask::get(format!("/apis/{GROUP}"))).await?;
        let Answer::Success(body) = answer else {
            return Ok(None);
        };
        let group: Value = serde_json::from_slice(&body).unwrap_or_default();
        let served = |version: &str| {
            let versions = group["versions"].as_array();
            versions
                .is_some_and(|versions| versions.iter().any(|entry| entry["version"] == version))
        };
        Ok(VERSIONS.into_iter().find(|version| served(version)))
    }

    /// What asking the server's migrator takes.
    pub(crate) fn migrator_rights() -> [Right<'static>; 3] {
        ["create", "get", "delete"].map(|verb| Right {
            verb,
            group: GROUP,
            resource: "storageversionmigrations",
            subresource: "",
        })
    }

    /// Has the server store all objects anew, and waits for it. It is given up when it says nothing new for that long.
    pub(crate) async fn migrate(
        &self,
        definition: &Definition,
        version: &str,
        patience: Duration,
        progress: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Ended, MigrationError> {
        let path = format!("/apis/{GROUP}/{version}/storageversionmigrations");
        // One for each CRD, found again by a run after this one.
        let name = format!("wheelwright.{}", definition.metadata.name);
        let own = format!("{path}/{name}");
        let migration = json!({
            "apiVersion": format!("{GROUP}/{version}"),
            "kind": "StorageVersionMigration",
            "metadata": {"name": name},
            "spec": {"resource": {"group": definition.spec.group, "resource": definition.spec.names.plural}},
        });
        // What an earlier run left began under another state of the CRD, and is not begun again by itself.
        self.remove(&own).await?;
        let create = Ask::post(&path, migration.to_string());
        match self.ask(&create).await? {
            // A request that was asked again after its answer was lost.
            Answer::Failure(failure) if failure.code == 409 => {}
            answer => {
                read::<Value>(&create, answer)?;
            }
        }
        let get = Ask::get(&own);
        let (mut words, mut since) = (String::new(), Instant::now());
        let mut ended_at = None;
        let ended = loop {
            let now = match self.ask(&get).await? {
                Answer::Failure(failure) if failure.code == 404 => {
                    break Ended::Silent("the StorageVersionMigration was deleted".to_owned());
                }
                answer => read::<Migration>(&get, answer)?,
            };
            let said = now.words();
            if said != words {
                progress(&Progress::Server {
                    message: said.clone(),
                });
                tracing::info!(crd = definition.metadata.name, said, "the server migrates");
                (words, since) = (said, Instant::now());
            }
            if now.has_ended() {
                let ended = *ended_at.get_or_insert_with(Instant::now);
                if now.is_over() || ended.elapsed() > ENDING {
                    break match now.condition("Failed") {
                        Some(failed) => Ended::Failed(failed.message.clone()),
                        None => Ended::Succeeded,
                    };
                }
            } else if since.elapsed() > patience {
                break Ended::Silent(format!(
                    "the server's migrator has said nothing new for {} s ({})",
                    patience.as_secs(),
                    if words.is_empty() {
                        "nothing at all"
                    } else {
                        &words
                    },
                ));
            }
            sleep(POLL).await;
        };
        // Of one that failed the trace stays until the CRD says again what may be stored.
        if matches!(ended, Ended::Succeeded | Ended::Silent(_)) {
            self.remove(&own).await?;
        }
        Ok(ended)
    }

    /// Removes the migration of an earlier run, and of this one once it is over.
    pub(crate) async fn forget_migration(
        &self,
        definition: &Definition,
        version: &str,
    ) -> Result<(), MigrationError> {
        let name = &definition.metadata.name;
        let path = format!("/apis/{GROUP}/{version}/storageversionmigrations/wheelwright.{name}");
        self.remove(&path).await
    }

    async fn remove(&self, path: &str) -> Result<(), MigrationError> {
        let ask = Ask::delete(path);
        match self.ask(&ask).await? {
            Answer::Failure(failure) if failure.code == 404 => Ok(()),
            answer => read::<Value>(&ask, answer).map(drop),
        }
    }
}
