//! Readers, writers, appliers and watchers at a version, which try again where clients of Kubernetes do.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use e2e::{Answer, Cluster, Request, Result};
use futures_util::StreamExt as _;
use kube::api::{Api, ApiResource, DynamicObject, WatchEvent, WatchParams};
use kube::core::GroupVersionKind;
use serde_json::{Value, json};
use tokio::sync::RwLock;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use super::site::objects;

/// Longer than anything takes that is only on its way.
const PATIENCE: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(50);

/// What nobody changes: name, base, toppings.
const FIXED: [(&str, &str, &[&str]); 3] = [
    ("plain", "thin", &["mozzarella", "tomato"]),
    // Repeats that are not neighbours travel in the annotation.
    ("double", "thin", &["salami", "tomato", "salami"]),
    ("bare", "thick", &[]),
];

/// What each of the three is at a version, by what a person would say it is.
fn fixed(version: &str) -> Vec<(&'static str, Value)> {
    let all = FIXED.into_iter();
    all.map(|(name, base, toppings)| {
        let spec = if version == "v1alpha1" {
            json!({"base": base, "toppings": toppings})
        } else {
            let mut counted: Vec<(&str, u64)> = Vec::new();
            for topping in toppings {
                match counted.iter_mut().find(|(name, _)| name == topping) {
                    Some((_, count)) => *count += 1,
                    None => counted.push((topping, 1)),
                }
            }
            let counted: Vec<Value> = counted
                .into_iter()
                .map(|(name, quantity)| json!({"name": name, "quantity": quantity}))
                .collect();
            json!({"crust": base, "toppings": counted})
        };
        (name, spec)
    })
    .collect()
}

/// The member that a version has for what the pizza lies on.
fn member(version: &str) -> &'static str {
    if version == "v1alpha1" {
        "base"
    } else {
        "crust"
    }
}

fn pizza(version: &str, name: &str, spec: &Value) -> Value {
    json!({
        "apiVersion": format!("life.e2e.example.com/{version}"), "kind": "Pizza",
        "metadata": {"name": name}, "spec": spec,
    })
}

/// Makes what the clients read and write.
pub(crate) async fn bake(cluster: &Cluster) -> Result {
    for (name, spec) in fixed("v1alpha1") {
        let mut object = pizza("v1alpha1", name, &spec);
        object["metadata"]["labels"] = json!({"life": "fixed"});
        let request = || cluster.create(objects("v1alpha1"), &object);
        insist(request).await?.ok()?;
    }
    for name in ["written-v1alpha1", "written-v1beta1", "shared"] {
        let spec = json!({"base": "b0", "toppings": ["olives"]});
        let object = pizza("v1alpha1", name, &spec);
        let request = || cluster.create(objects("v1alpha1"), &object);
        insist(request).await?.ok()?;
    }
    Ok(())
}

/// At a version every object is what it was made, and what was written last.
pub(crate) async fn assert_whole(cluster: &Cluster, version: &str, written: &[Ended]) -> Result {
    for (name, spec) in fixed(version) {
        let path = format!("{}/{name}", objects(version));
        let read = insist(|| cluster.get(&path)).await?.ok()?;
        assert_eq!(read.at("/spec"), &spec, "{name} at {version}");
    }
    for ended in written {
        let path = format!("{}/written-{}", objects(version), ended.version);
        let read = insist(|| cluster.get(&path)).await?.ok()?;
        let expected = json!(format!("b{}", ended.last));
        let at = &read.at("/spec")[member(version)];
        assert_eq!(at, &expected, "{path} after {ended:?}");
    }
    Ok(())
}

/// Sends until it is done, or refused for good. client-go tries 429 and 503 again by itself, controllers and reflectors the rest.
pub(crate) async fn insist<'r>(request: impl Fn() -> Request<'r>) -> Result<Answer> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let answer = request().send().await?;
        if !matches!(answer.code, 429 | 500 | 503 | 504) || Instant::now() > deadline {
            return Ok(answer);
        }
        sleep(PAUSE).await;
    }
}

/// Clients at a version, until they are ended.
pub(crate) struct Clients {
    version: &'static str,
    state: Arc<State>,
    tasks: JoinSet<Result>,
}

#[derive(Default)]
struct State {
    is_over: AtomicBool,
    /// Who holds it back lets no write begin, and waits for those that have.
    writing: RwLock<()>,
    reads: AtomicU64,
    /// The number that the writer wrote last.
    last: AtomicU64,
    applied: AtomicU64,
    events: AtomicU64,
}

/// What clients did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended {
    pub(crate) version: &'static str,
    last: u64,
}

impl Clients {
    /// `since` is what clients of this version wrote before.
    pub(crate) async fn start(version: &'static str, since: Option<Ended>) -> Result<Self> {
        let state = Arc::<State>::default();
        let last = since.map_or(0, |ended| ended.last);
        state.last.store(last, Ordering::Relaxed);
        let mut tasks = JoinSet::new();
        for kind in [Kind::Read, Kind::Write, Kind::Apply, Kind::Watch] {
            let client = Client {
                cluster: Cluster::shared().await?,
                version,
                state: state.clone(),
            };
            tasks.spawn(async move {
                match kind {
                    Kind::Read => client.read().await,
                    Kind::Write => client.write().await,
                    Kind::Apply => client.apply().await,
                    Kind::Watch => client.watch().await,
                }
            });
        }
        Ok(Self {
            version,
            state,
            tasks,
        })
    }

    /// Goes on in the background while all four get somewhere, each from now on; a client that failed fails here.
    pub(crate) async fn progress(&mut self) -> Result {
        let counts = |state: &State| {
            [&state.reads, &state.last, &state.applied, &state.events]
                .map(|count| count.load(Ordering::Relaxed))
        };
        let before = counts(&self.state);
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(ended) = self.tasks.try_join_next() {
                ended.expect("a client does not panic")?;
                panic!("a client at {} ended", self.version);
            }
            let after = counts(&self.state);
            if after
                .iter()
                .zip(before)
                .all(|(after, before)| *after > before)
            {
                return Ok(());
            }
            let version = self.version;
            assert!(
                Instant::now() < deadline,
                "at {version} nothing goes on: {before:?} and {after:?} reads, writes, applies and events"
            );
            sleep(PAUSE).await;
        }
    }

    /// Lets no write begin as long as this is held.
    pub(crate) async fn hold_writes(&self) -> impl Drop + '_ {
        self.state.writing.write().await
    }

    pub(crate) async fn end(mut self) -> Result<Ended> {
        self.progress().await?;
        self.state.is_over.store(true, Ordering::Relaxed);
        while let Some(ended) = self.tasks.join_next().await {
            ended.expect("a client does not panic")?;
        }
        Ok(Ended {
            version: self.version,
            last: self.state.last.load(Ordering::Relaxed),
        })
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Read,
    Write,
    Apply,
    Watch,
}

struct Client {
    cluster: Cluster,
    version: &'static str,
    state: Arc<State>,
}

impl Client {
    fn goes_on(&self) -> bool {
        !self.state.is_over.load(Ordering::Relaxed)
    }

    async fn read(self) -> Result {
        let version = self.version;
        let all = objects(version);
        while self.goes_on() {
            assert_whole(&self.cluster, version, &[]).await?;
            let ask = || self.cluster.get(&all).query("labelSelector", "life=fixed");
            let list = insist(ask).await?.ok()?;
            let items = list.at("/items").as_array().cloned().unwrap_or_default();
            let read = items
                .iter()
                .map(|item| (&item["metadata"]["name"], &item["spec"]));
            let mut expected = fixed(version);
            expected.sort_by_key(|(name, _)| *name);
            assert_eq!(items.len(), expected.len(), "listed at {version}");
            for ((name, spec), (wanted, wanted_spec)) in read.zip(&expected) {
                assert_eq!((name, spec), (&json!(wanted), wanted_spec), "at {version}");
            }
            self.state.reads.fetch_add(1, Ordering::Relaxed);
            sleep(PAUSE).await;
        }
        Ok(())
    }

    /// Writes a number into an object of its own, and stores what nobody changes anew without changing it.
    async fn write(self) -> Result {
        let version = self.version;
        let path = format!("{}/written-{version}", objects(version));
        let mut last = self.state.last.load(Ordering::Relaxed);
        while self.goes_on() {
            let _held = self.state.writing.read().await;
            last += 1;
            let text = format!("b{last}");
            let change = json!({"spec": {member(version): text}});
            insist(|| self.cluster.merge_patch(&path, &change))
                .await?
                .ok()?;
            let read = insist(|| self.cluster.get(&path)).await?.ok()?;
            assert_eq!(read.at("/spec")[member(version)], text, "at {version}");
            self.state.last.store(last, Ordering::Relaxed);
            let names = fixed(version);
            let (name, _) = names[usize::try_from(last).unwrap_or_default() % names.len()];
            let fixed = format!("{}/{name}", objects(version));
            let nothing = json!({});
            insist(|| self.cluster.merge_patch(&fixed, &nothing))
                .await?
                .ok()?;
            sleep(PAUSE).await;
        }
        Ok(())
    }

    /// Applies a field of an object whose other fields others apply, at the other version too.
    async fn apply(self) -> Result {
        let version = self.version;
        let path = format!("{}/shared", objects(version));
        let manager = format!("waiter-{version}");
        let mut count = 0;
        while self.goes_on() {
            let _held = self.state.writing.read().await;
            count += 1;
            let (field, text) = if version == "v1alpha1" {
                ("base", format!("base {count}"))
            } else {
                ("note", format!("note {count}"))
            };
            let object = pizza(version, "shared", &json!({field: text}));
            let request = || {
                let request = self.cluster.apply(&path, &manager, &object);
                request.query("force", "true")
            };
            let applied = insist(request).await?.ok()?;
            assert_eq!(applied.at("/spec")[field], text, "{:#}", applied.body);
            let entries = applied.at("/metadata/managedFields").as_array();
            let is_ours =
                |entry: &Value| entry["manager"] == *manager && entry["operation"] == "Apply";
            let is_kept = entries.into_iter().flatten().any(is_ours);
            assert!(is_kept, "managedFields were erased: {:#}", applied.body);
            self.state.applied.store(count, Ordering::Relaxed);
            sleep(PAUSE).await;
        }
        Ok(())
    }

    /// Sees what nobody changes as it is, and what is written in the order in which it is written. A watch that ends, as the server ends
    /// those of a CRD that is changed, begins again by a list, as a reflector's does.
    async fn watch(self) -> Result {
        let version = self.version;
        let kind = GroupVersionKind::gvk("life.e2e.example.com", version, "Pizza");
        let resource = ApiResource::from_gvk_with_plural(&kind, "pizzas");
        let api: Api<DynamicObject> =
            Api::namespaced_with(self.cluster.client(), "default", &resource);
        let mut seen = 0;
        while self.goes_on() {
            let list = insist(|| self.cluster.get(objects(version))).await?.ok()?;
            let from = list.at("/metadata/resourceVersion").as_str().unwrap_or("0");
            let params = WatchParams::default().timeout(60).disable_bookmarks();
            let Ok(stream) = api.watch(&params, from).await else {
                sleep(PAUSE).await;
                continue;
            };
            let mut stream = std::pin::pin!(stream);
            while self.goes_on() {
                let Ok(event) = timeout(PAUSE, stream.next()).await else {
                    continue;
                };
                let Some(Ok(WatchEvent::Added(object) | WatchEvent::Modified(object))) = event
                else {
                    break;
                };
                let object = serde_json::to_value(object).unwrap_or_default();
                let name = object["metadata"]["name"].as_str().unwrap_or_default();
                let wanted = fixed(version).into_iter().find(|(known, _)| *known == name);
                if let Some((_, spec)) = wanted {
                    assert_eq!(object["spec"], spec, "{name} watched at {version}");
                } else if name.strip_prefix("written-") == Some(version) {
                    let text = object["spec"][member(version)].as_str();
                    let number = text.and_then(|text| text.strip_prefix('b')?.parse::<u64>().ok());
                    let number = number.expect("a number");
                    assert!(number >= seen, "{number} watched after {seen} at {version}");
                    seen = number;
                }
                self.state.events.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}
