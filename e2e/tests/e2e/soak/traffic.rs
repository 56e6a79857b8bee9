//! Readers and writers that try again where clients of Kubernetes do.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use e2e::{Answer, Cluster, Crd, Request, Result};
use serde_json::{Value, json};
use tokio::sync::RwLock;
use tokio::time::{Instant, sleep};

/// The versions, newest first.
pub(crate) const VERSIONS: [&str; 3] = ["v1", "v1beta1", "v1alpha1"];

/// Longer than any outage of this test.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(20);

/// How many requests were answered how, by phase, and the last words of a refusal; 200 stands for all that were done.
pub(crate) type Tally = BTreeMap<(&'static str, u16), (usize, String)>;

pub(crate) struct Traffic {
    pub(crate) cluster: Cluster,
    pub(crate) crd: Crd,
    over: AtomicBool,
    /// What happens now, for the tally.
    phase: Mutex<&'static str>,
    tally: Mutex<Tally>,
    /// Writers go one request at a time; who holds them back lets none begin and waits for those that have.
    pub(crate) writing: RwLock<()>,
}

impl Traffic {
    pub(crate) fn new(cluster: Cluster, crd: Crd) -> Self {
        Self {
            cluster,
            crd,
            over: AtomicBool::new(false),
            phase: Mutex::new("before"),
            tally: Mutex::default(),
            writing: RwLock::new(()),
        }
    }

    pub(crate) fn enter(&self, phase: &'static str) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    fn goes_on(&self) -> bool {
        !self.over.load(Ordering::Relaxed)
    }

    pub(crate) fn tally(&self) -> Tally {
        self.tally
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn count(&self, answer: &Answer) {
        let phase = *self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        let code = if answer.code < 300 { 200 } else { answer.code };
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        let (count, words) = tally.entry((phase, code)).or_default();
        *count += 1;
        if code > 200 {
            *words = answer.body.to_string();
        }
    }

    /// Sends until it is done. client-go tries 429 and 503 again by itself, reflectors and controllers the rest.
    pub(crate) async fn insist<'r>(&self, request: impl Fn() -> Request<'r>) -> Result<Answer> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let answer = request().send().await?;
            self.count(&answer);
            if !matches!(answer.code, 429 | 500 | 503 | 504) || Instant::now() > deadline {
                return answer.ok();
            }
            sleep(PAUSE * 5).await;
        }
    }

    pub(crate) async fn get(&self, version: &str, name: &str) -> Result<Value> {
        let path = self.crd.object(version, name);
        Ok(self.insist(|| self.cluster.get(&path)).await?.body)
    }

    /// Reads, from storage and from the cache of the version, what nobody changes.
    pub(crate) async fn read(&self, version: &'static str, expected: &[Value]) -> Result<usize> {
        let path = self.crd.objects(version);
        let mut reads = 0;
        while self.goes_on() {
            for expected in expected {
                let name = expected["metadata"]["name"].as_str().unwrap_or_default();
                let read = content(self.get(version, name).await?);
                assert_eq!(&read, expected, "read at {version}");
            }
            for query in ["0", ""] {
                let ask = || {
                    let request = self.cluster.get(&path).query("labelSelector", "soak=fixed");
                    request.query("resourceVersion", query)
                };
                let list = self.insist(ask).await?;
                let items = list.at("/items").as_array().cloned().unwrap_or_default();
                let items: Vec<Value> = items.into_iter().map(content).collect();
                assert_eq!(items, expected, "listed at {version}");
            }
            reads += expected.len() + 2;
            sleep(PAUSE).await;
        }
        Ok(reads)
    }

    /// As controllers do: what is replaced is read anew each time.
    async fn replace(&self, version: &str, name: &str, member: &str, dock: &str) -> Result {
        let path = self.crd.object(version, name);
        let deadline = Instant::now() + PATIENCE;
        loop {
            let mut object = self.get(version, name).await?;
            object["spec"][member] = json!(dock);
            let answer = self.cluster.replace(&path, &object).send().await?;
            self.count(&answer);
            // It may have been stored although the answer was an error; then the next is a conflict.
            if !matches!(answer.code, 409 | 429 | 500 | 503 | 504) || Instant::now() > deadline {
                return answer.ok().map(drop);
            }
            sleep(PAUSE * 5).await;
        }
    }

    /// Writes an object of its own at each version in turn, in each way, and reads it at all; writes what nobody changes
    /// without changing it.
    pub(crate) async fn write(&self, name: &str, fixed: &[String]) -> Result<usize> {
        let mut rounds = 0_usize;
        while self.goes_on() {
            let version = VERSIONS[rounds % VERSIONS.len()];
            let dock = format!("dock {rounds}");
            let member = if version == "v1alpha1" {
                "pier"
            } else {
                "dock"
            };
            let path = self.crd.object(version, name);
            let change = json!({"spec": {member: dock}});
            {
                let _held = self.writing.read().await;
                match rounds / VERSIONS.len() % 3 {
                    0 => drop(
                        self.insist(|| self.cluster.merge_patch(&path, &change))
                            .await?,
                    ),
                    1 => {
                        let manager = format!("captain-{version}");
                        let mut applied = bare(version, name);
                        applied["spec"] = change["spec"].clone();
                        let apply = || {
                            let request = self.cluster.apply(&path, &manager, &applied);
                            request.query("force", "true")
                        };
                        self.insist(apply).await?;
                    }
                    _ => self.replace(version, name, member, &dock).await?,
                }
                let ship = json!({"status": {"ship": dock}});
                let path = self.crd.subresource(version, name, "status");
                self.insist(|| self.cluster.merge_patch(&path, &ship))
                    .await?;
                let nothing = json!({});
                let path = self.crd.object(version, &fixed[rounds % fixed.len()]);
                self.insist(|| self.cluster.merge_patch(&path, &nothing))
                    .await?;
            }
            for version in VERSIONS {
                let read = self.get(version, name).await?;
                let member = if version == "v1alpha1" {
                    "pier"
                } else {
                    "dock"
                };
                assert_eq!(read["spec"][member], json!(dock), "{name} at {version}");
                assert_eq!(read["status"]["ship"], json!(dock), "{name} at {version}");
                let managers = read["metadata"]["managedFields"].as_array();
                let maker = managers
                    .into_iter()
                    .flatten()
                    .any(|entry| entry["manager"] == "maker");
                assert!(maker, "managedFields were erased: {read:#}");
            }
            rounds += 1;
            sleep(PAUSE).await;
        }
        Ok(rounds)
    }
}

pub(crate) fn bare(version: &str, name: &str) -> Value {
    json!({
        "apiVersion": format!("berth.e2e.example.com/{version}"), "kind": "Berth",
        "metadata": {"name": name, "namespace": "default"},
    })
}

/// An object less what each write may change: its resource version, and the times of its managers.
pub(crate) fn content(mut object: Value) -> Value {
    if let Some(metadata) = object["metadata"].as_object_mut() {
        metadata.remove("resourceVersion");
        let managers = metadata
            .get_mut("managedFields")
            .and_then(Value::as_array_mut);
        for entry in managers.into_iter().flatten() {
            entry.as_object_mut().map(|entry| entry.remove("time"));
        }
    }
    object
}
