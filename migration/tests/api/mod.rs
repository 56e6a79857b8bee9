//! An API server in memory, with one CRD and its objects, others who write them, and a death at a request of one's choice.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use kube_client::{Client, client::Body};
use serde_json::{Value, json};
use tokio::sync::Notify;

const GROUP: &str = "example.com";
const CRD_PATH: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/pizzas.example.com";
const MIGRATIONS: &str = "/apis/storagemigration.k8s.io/v1/storageversionmigrations";

/// Numbers that follow from a seed.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn below(&mut self, count: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ (self.0 >> 29)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        (mixed ^ (mixed >> 32)) % count
    }

    fn happens(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// When a client dies: nothing that it asks afterwards is heard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Death {
    pub(crate) after: u64,
    /// Whether one more is carried out, unanswered.
    pub(crate) loses_answer: bool,
}

/// How the server's own migrator does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    Succeeding,
    Failing,
    Running,
    Silent,
}

#[derive(Clone, Debug)]
pub(crate) struct Pizza {
    content: u64,
    revision: u64,
    /// The version at which it is stored.
    pub(crate) stored: String,
    /// Managers, and the version of each.
    pub(crate) entries: Vec<(String, String)>,
    has_defaults: bool,
}

#[derive(Debug)]
struct Version {
    name: String,
    is_served: bool,
}

struct Migration {
    steps: u32,
    conditions: Vec<Value>,
}

pub(crate) struct World {
    pub(crate) random: Random,
    pub(crate) death: Option<Death>,
    /// Of a hundred requests so many fail, half of them after they were carried out.
    pub(crate) failing: u64,
    /// Of a hundred requests so many come with a write of others.
    pub(crate) writing: u64,
    /// Of a hundred pages so many are too old.
    pub(crate) expiring: u64,
    /// Of a hundred requests so many come with another specification.
    pub(crate) respecifying: u64,
    /// Whether the stored version has defaults that the one before has not.
    pub(crate) defaults: bool,
    pub(crate) migrator: Option<Ends>,
    pub(crate) metrics: Option<String>,
    /// Writes of the client.
    pub(crate) writes: u64,
    /// Writes of the client that came too late.
    pub(crate) conflicts: u64,
    served: u64,
    revision: u64,
    generation: u64,
    versions: Vec<Version>,
    storage: String,
    stored: Vec<String>,
    conditions: Vec<Value>,
    pizzas: BTreeMap<String, Pizza>,
    /// What others wrote last, by name.
    written: BTreeMap<String, u64>,
    refused: BTreeMap<String, (u16, String)>,
    lacking: Option<(String, String, bool)>,
    snapshots: Vec<Vec<Value>>,
    migrations: BTreeMap<String, Migration>,
}

#[derive(Clone)]
pub(crate) struct Api(Arc<Mutex<World>>, Arc<Notify>);

impl Api {
    pub(crate) fn new(seed: u64) -> Self {
        let world = World {
            random: Random(seed),
            death: None,
            failing: 0,
            writing: 0,
            expiring: 0,
            respecifying: 0,
            defaults: false,
            migrator: None,
            metrics: None,
            writes: 0,
            conflicts: 0,
            served: 0,
            revision: 0,
            generation: 1,
            versions: Vec::new(),
            storage: String::new(),
            stored: Vec::new(),
            conditions: vec![json!({"type": "Established", "status": "True"})],
            pizzas: BTreeMap::new(),
            written: BTreeMap::new(),
            refused: BTreeMap::new(),
            lacking: None,
            snapshots: Vec::new(),
            migrations: BTreeMap::new(),
        };
        Self(Arc::new(Mutex::new(world)), Arc::new(Notify::new()))
    }

    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Until the client is dead.
    pub(crate) async fn dead(&self) {
        self.1.notified().await;
    }

    pub(crate) fn client(&self) -> Client {
        let api = self.clone();
        let service = tower::service_fn(move |request: Request<Body>| {
            let api = api.clone();
            async move {
                let (parts, body) = request.into_parts();
                let body = body.collect().await.unwrap().to_bytes();
                let asked = Asked {
                    method: parts.method,
                    path: parts.uri.path().to_owned(),
                    query: parts.uri.query().unwrap_or_default().to_owned(),
                    body: serde_json::from_slice(&body).unwrap_or_default(),
                };
                let answer = api.world().answer(&asked);
                let Some(answer) = answer else {
                    api.1.notify_one();
                    return std::future::pending().await;
                };
                let (code, text) = match answer {
                    Answer::Lost => return Err("connection reset"),
                    Answer::Text(text) => (200, text),
                    Answer::Json(code, value) => (code, value.to_string()),
                };
                let mut response = Response::new(Full::new(bytes::Bytes::from(text)));
                *response.status_mut() = StatusCode::from_u16(code).unwrap();
                Ok(response)
            }
        });
        Client::new(service, "default")
    }
}

struct Asked {
    method: Method,
    path: String,
    query: String,
    body: Value,
}

impl Asked {
    fn parameter(&self, name: &str) -> Option<String> {
        let pairs = self
            .query
            .split('&')
            .filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.into_iter().find(|(key, _)| *key == name)?;
        let value = percent_encoding::percent_decode_str(value);
        Some(value.decode_utf8().unwrap().into_owned())
    }
}

enum Answer {
    Json(u16, Value),
    Text(String),
    Lost,
}

impl World {
    /// The CRD, with all versions served and one stored.
    pub(crate) fn install(&mut self, storage: &str, versions: &[&str]) {
        self.versions = versions
            .iter()
            .map(|name| Version {
                name: (*name).to_owned(),
                is_served: true,
            })
            .collect();
        self.store(storage);
    }

    pub(crate) fn store(&mut self, version: &str) {
        version.clone_into(&mut self.storage);
        if !self.stored.iter().any(|stored| stored == version) {
            self.stored.push(version.to_owned());
        }
        self.respecified();
    }

    pub(crate) fn serve(&mut self, version: &str, is_served: bool) {
        let found = self.versions.iter_mut().find(|known| known.name == version);
        found.unwrap().is_served = is_served;
        self.respecified();
    }

    pub(crate) fn remove(&mut self, version: &str) {
        assert!(!self.stored.iter().any(|stored| stored == version));
        self.versions.retain(|known| known.name != version);
        self.respecified();
    }

    fn respecified(&mut self) {
        self.generation += 1;
        self.revision += 1;
    }

    fn is_served(&self, version: &str) -> bool {
        let mut versions = self.versions.iter();
        versions.any(|known| known.name == version && known.is_served)
    }

    /// A new object, written by others at a version.
    pub(crate) fn create(&mut self, name: &str, manager: &str, version: &str) {
        self.revision += 1;
        let pizza = Pizza {
            content: self.revision,
            revision: self.revision,
            stored: self.storage.clone(),
            entries: vec![(manager.to_owned(), version.to_owned())],
            has_defaults: false,
        };
        self.written.insert(name.to_owned(), pizza.content);
        self.pizzas.insert(name.to_owned(), pizza);
    }

    /// A write of others, which stores an object anew.
    pub(crate) fn write(&mut self, name: &str, manager: &str, version: &str) {
        self.revision += 1;
        let pizza = self.pizzas.get_mut(name).unwrap();
        pizza.content = self.revision;
        pizza.revision = self.revision;
        pizza.stored.clone_from(&self.storage);
        pizza.entries.retain(|(by, _)| by != manager);
        pizza.entries.push((manager.to_owned(), version.to_owned()));
        self.written.insert(name.to_owned(), pizza.content);
    }

    pub(crate) fn refuse(&mut self, name: &str, code: u16, words: &str) {
        self.refused
            .insert(name.to_owned(), (code, words.to_owned()));
    }

    /// What the user may not do, and whether the server says so before.
    pub(crate) fn lacks(&mut self, verb: &str, resource: &str, is_said: bool) {
        self.lacking = Some((verb.to_owned(), resource.to_owned(), is_said));
    }

    pub(crate) fn pizzas(&self) -> &BTreeMap<String, Pizza> {
        &self.pizzas
    }

    pub(crate) fn stored_versions(&self) -> &[String] {
        &self.stored
    }

    pub(crate) fn migrations(&self) -> Vec<&String> {
        self.migrations.keys().collect()
    }

    pub(crate) fn assert_nothing_lost(&self, what: &str) {
        let now: BTreeMap<String, u64> = self
            .pizzas
            .iter()
            .map(|(name, pizza)| (name.clone(), pizza.content))
            .collect();
        assert_eq!(now, self.written, "{what}");
        // What the server's migrator does is not ours.
        if self.migrator == Some(Ends::Failing) {
            return;
        }
        let stored: BTreeSet<&String> = self.pizzas.values().map(|pizza| &pizza.stored).collect();
        for version in stored {
            assert!(
                self.stored.contains(version),
                "{what}: objects are stored at {version}, which status.storedVersions lacks: {:?}",
                self.stored
            );
        }
    }

    /// `None` once the client is dead.
    fn answer(&mut self, asked: &Asked) -> Option<Answer> {
        self.others();
        if let Some(death) = self.death
            && self.served >= death.after
        {
            if death.loses_answer && self.served == death.after {
                self.served += 1;
                self.carry_out(asked);
                self.assert_nothing_lost("dead");
            }
            return None;
        }
        self.served += 1;
        if self.random.happens(self.failing) {
            if self.random.below(2) == 0 {
                self.carry_out(asked);
                self.assert_nothing_lost("unanswered");
            }
            return Some(match self.random.below(4) {
                0 => Answer::Lost,
                1 => failure(429, "storage is (re)initializing"),
                2 => failure(500, "etcdserver: leader changed"),
                _ => failure(504, "timeout"),
            });
        }
        let answer = self.carry_out(asked);
        self.assert_nothing_lost("meanwhile");
        Some(answer)
    }

    /// What others do at the time of a request.
    fn others(&mut self) {
        if self.random.happens(self.respecifying) {
            if self.random.below(2) == 0 {
                // There and back, with writes in between.
                self.store("v1alpha1");
                for _ in 0..3 {
                    self.other();
                }
                self.store("v1beta1");
            } else {
                self.respecified();
            }
        }
        if self.random.happens(self.writing) {
            self.other();
        }
    }

    fn other(&mut self) {
        let number = self.random.below(16);
        let name = format!("pizza-{number}");
        match self.random.below(6) {
            0 => {
                self.pizzas.remove(&name);
                self.written.remove(&name);
            }
            _ if self.pizzas.contains_key(&name) => self.write(&name, "chef", "v1beta1"),
            _ => self.create(&name, "chef", "v1beta1"),
        }
    }

    fn carry_out(&mut self, asked: &Asked) -> Answer {
        let path = asked.path.as_str();
        let method = asked.method.as_str();
        match (method, path) {
            ("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews") => {
                self.review(&asked.body)
            }
            ("GET", "/metrics") => match &self.metrics {
                Some(metrics) => Answer::Text(metrics.clone()),
                None => failure(403, "forbidden: User \"u\" cannot get path \"/metrics\""),
            },
            ("GET", "/apis/storagemigration.k8s.io") => match self.migrator {
                Some(_) => Answer::Json(
                    200,
                    json!({"versions": [{"version": "v1beta1"}, {"version": "v1"}]}),
                ),
                None => failure(404, "the server could not find the requested resource"),
            },
            ("GET", CRD_PATH) => Answer::Json(200, self.crd()),
            ("PATCH", _) if path == format!("{CRD_PATH}/status") => self.patch_crd(&asked.body),
            _ if path.starts_with(MIGRATIONS) => self.migration(method, path, &asked.body),
            _ => match path.strip_prefix("/apis/example.com/") {
                Some(rest) => self.objects(method, rest, asked),
                None => failure(404, "not found"),
            },
        }
    }

    fn lack(&self, verb: &str, resource: &str) -> bool {
        let lacking = self.lacking.as_ref();
        lacking.is_some_and(|(lacking, of, _)| lacking == verb && of == resource)
    }

    fn review(&self, review: &Value) -> Answer {
        let asked = &review["spec"]["resourceAttributes"];
        let text = |key: &str| asked[key].as_str().unwrap();
        let slash = if text("subresource").is_empty() {
            ""
        } else {
            "/"
        };
        let resource = format!(
            "{}.{}{slash}{}",
            text("resource"),
            text("group"),
            text("subresource")
        );
        let is_said = self.lacking.as_ref().is_some_and(|lacking| lacking.2);
        let allowed = !(is_said && self.lack(text("verb"), &resource));
        Answer::Json(201, json!({"status": {"allowed": allowed}}))
    }

    fn crd(&self) -> Value {
        let versions: Vec<Value> = self
            .versions
            .iter()
            .map(|version| {
                json!({
                    "name": version.name, "served": version.is_served, "storage": version.name == self.storage,
                    "deprecated": version.name == "v1alpha1", "schema": {"openAPIV3Schema": {"type": "object"}},
                })
            })
            .collect();
        json!({
            "metadata": {
                "name": "pizzas.example.com", "uid": "1", "resourceVersion": self.revision.to_string(), "generation": self.generation,
            },
            "spec": {"group": GROUP, "names": {"plural": "pizzas"}, "versions": versions},
            "status": {"storedVersions": self.stored, "conditions": self.conditions},
        })
    }

    fn patch_crd(&mut self, patch: &Value) -> Answer {
        if self.lack(
            "patch",
            "customresourcedefinitions.apiextensions.k8s.io/status",
        ) {
            return failure(
                403,
                "User \"u\" cannot patch resource \"customresourcedefinitions/status\" in API group \"apiextensions.k8s.io\"",
            );
        }
        if patch["metadata"]["resourceVersion"].as_str() != Some(&self.revision.to_string()) {
            return failure(409, "the object has been modified");
        }
        let stored: Vec<String> =
            serde_json::from_value(patch["status"]["storedVersions"].clone()).unwrap();
        assert!(stored.contains(&self.storage), "{stored:?}");
        assert!(
            stored
                .iter()
                .all(|stored| self.versions.iter().any(|known| known.name == *stored)),
            "{stored:?}"
        );
        self.stored = stored;
        if let Some(conditions) = patch["status"]["conditions"].as_array() {
            self.conditions.clone_from(conditions);
        }
        self.revision += 1;
        self.writes += 1;
        Answer::Json(200, self.crd())
    }

    fn objects(&mut self, method: &str, rest: &str, asked: &Asked) -> Answer {
        let (version, rest) = rest.split_once('/').unwrap();
        if !self.is_served(version) {
            return Answer::Json(404, json!("404 page not found"));
        }
        if rest == "pizzas" {
            return self.list(asked);
        }
        let name = rest.strip_prefix("namespaces/default/pizzas/").unwrap();
        if !self.pizzas.contains_key(name) {
            let words = format!("pizzas.example.com \"{name}\" not found");
            return Answer::Json(
                404,
                json!({"code": 404, "message": words, "reason": "NotFound", "details": {"name": name}}),
            );
        }
        if method == "PATCH" {
            return self.patch(name, version, asked);
        }
        Answer::Json(200, self.partial(name))
    }

    fn list(&mut self, asked: &Asked) -> Answer {
        if self.lack("list", "pizzas.example.com") {
            return failure(
                403,
                "User \"u\" cannot list resource \"pizzas\" in API group \"example.com\" at the cluster scope",
            );
        }
        let limit: usize = asked.parameter("limit").unwrap().parse().unwrap();
        let (snapshot, from) = match asked.parameter("continue") {
            None => (self.snapshot(""), 0),
            Some(token) => {
                // Servers give base64, with characters that a query takes otherwise.
                let token = token.strip_suffix("+/=").unwrap();
                let (snapshot, from) = token.split_once(':').unwrap();
                if let Ok(from) = from.parse() {
                    (snapshot.parse().unwrap(), from)
                } else {
                    (self.snapshot(from), 0)
                }
            }
        };
        if from > 0 && self.random.happens(self.expiring) {
            let last = self.snapshots[snapshot][from - 1]["metadata"]["name"]
                .as_str()
                .unwrap();
            let token = match self.random.below(3) {
                0 => String::new(),
                _ => format!("now:{last}+/="),
            };
            let words = "The provided continue parameter is too old";
            return Answer::Json(
                410,
                json!({"code": 410, "message": words, "reason": "Expired", "metadata": {"continue": token}}),
            );
        }
        let all = &self.snapshots[snapshot];
        let to = (from + limit).min(all.len());
        let token = if to < all.len() {
            format!("{snapshot}:{to}+/=")
        } else {
            String::new()
        };
        let metadata = json!({"continue": token, "remainingItemCount": all.len() - to});
        Answer::Json(200, json!({"metadata": metadata, "items": all[from..to]}))
    }

    /// The objects of now, after a name.
    fn snapshot(&mut self, after: &str) -> usize {
        let names = self.pizzas.keys().filter(|name| name.as_str() > after);
        let items = names.map(|name| self.partial(name)).collect();
        self.snapshots.push(items);
        self.snapshots.len() - 1
    }

    fn partial(&self, name: &str) -> Value {
        let pizza = &self.pizzas[name];
        let entries: Vec<Value> = pizza
            .entries
            .iter()
            .map(|(manager, version)| {
                json!({
                    "manager": manager, "operation": "Apply", "apiVersion": format!("{GROUP}/{version}"),
                    "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {}},
                })
            })
            .collect();
        json!({
            "kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1",
            "metadata": {
                "name": name, "namespace": "default", "resourceVersion": pizza.revision.to_string(), "managedFields": entries,
            },
        })
    }

    fn patch(&mut self, name: &str, version: &str, asked: &Asked) -> Answer {
        if self.lack("patch", "pizzas.example.com") {
            return failure(
                403,
                "User \"u\" cannot patch resource \"pizzas\" in API group \"example.com\" in the namespace \"default\"",
            );
        }
        if let Some((code, words)) = self.refused.get(name) {
            return failure(*code, words);
        }
        let patch = &asked.body["metadata"];
        let pizza = self.pizzas.get_mut(name).unwrap();
        if patch["resourceVersion"].as_str() != Some(&pizza.revision.to_string()) {
            self.conflicts += 1;
            return failure(409, "the object has been modified");
        }
        assert!(
            asked
                .body
                .as_object()
                .unwrap()
                .keys()
                .all(|key| key == "metadata")
        );
        let mut now = pizza.clone();
        now.stored.clone_from(&self.storage);
        if let Some(entries) = patch["managedFields"].as_array() {
            // An empty list is a client's that knows of none.
            assert!(!entries.is_empty());
            let text = |entry: &Value, key: &str| entry[key].as_str().map(str::to_owned);
            now.entries = entries
                .iter()
                .filter_map(|entry| {
                    let version = text(entry, "apiVersion")?;
                    let (_, version) = version.split_once('/').unwrap();
                    Some((text(entry, "manager")?, version.to_owned()))
                })
                .collect();
        }
        if self.defaults && !now.has_defaults {
            now.has_defaults = true;
            now.entries
                .push((asked.parameter("fieldManager").unwrap(), version.to_owned()));
        }
        if asked.parameter("dryRun").is_none()
            && (now.stored != pizza.stored || now.entries != pizza.entries)
        {
            self.revision += 1;
            self.writes += 1;
            now.revision = self.revision;
            *pizza = now;
        }
        Answer::Json(200, self.partial(name))
    }

    fn migration(&mut self, method: &str, path: &str, body: &Value) -> Answer {
        let name = path.rsplit('/').next().unwrap();
        match method {
            "POST" => {
                let name = body["metadata"]["name"].as_str().unwrap().to_owned();
                assert_eq!(
                    body["spec"]["resource"],
                    json!({"group": GROUP, "resource": "pizzas"})
                );
                if self.migrations.contains_key(&name) {
                    return failure(409, "already exists");
                }
                let migration = Migration {
                    steps: 0,
                    conditions: Vec::new(),
                };
                self.migrations.insert(name, migration);
                Answer::Json(201, body.clone())
            }
            "DELETE" => match self.migrations.remove(name) {
                Some(_) => Answer::Json(200, json!({"status": "Success"})),
                None => failure(404, "not found"),
            },
            _ => {
                self.migrate();
                match self.migrations.get(name) {
                    Some(migration) => {
                        Answer::Json(200, json!({"status": {"conditions": migration.conditions}}))
                    }
                    None => failure(404, "not found"),
                }
            }
        }
    }

    /// A step of the server's own migrator.
    pub(crate) fn migrate(&mut self) {
        let Some(ends) = self.migrator else { return };
        let condition = |kind: &str, status: &str| json!({"type": kind, "status": status, "message": format!("{kind} it is")});
        for migration in self.migrations.values_mut() {
            migration.steps += 1;
            let ended = match ends {
                Ends::Silent => continue,
                Ends::Running => {
                    migration.conditions = vec![condition("Running", "True")];
                    continue;
                }
                Ends::Succeeding => "Succeeded",
                Ends::Failing => "Failed",
            };
            match migration.steps {
                1 => migration.conditions = vec![condition("Running", "True")],
                2 => {
                    let count = if ends == Ends::Failing {
                        self.pizzas.len() / 2
                    } else {
                        usize::MAX
                    };
                    for pizza in self.pizzas.values_mut().take(count) {
                        if pizza.stored != self.storage {
                            self.revision += 1;
                            pizza.revision = self.revision;
                            pizza.stored.clone_from(&self.storage);
                        }
                    }
                    migration.conditions.push(condition(ended, "True"));
                }
                3 => {
                    self.revision += 1;
                    self.stored = vec![self.storage.clone()];
                    let reason = format!("Migration{ended}");
                    self.conditions = vec![
                        json!({"type": "Established", "status": "True"}),
                        json!({"type": "StorageMigrating", "status": "False", "reason": reason}),
                    ];
                    migration.conditions =
                        vec![condition("Running", "False"), condition(ended, "True")];
                }
                _ => {}
            }
        }
    }
}

fn failure(code: u16, words: &str) -> Answer {
    Answer::Json(
        code,
        json!({"kind": "Status", "code": code, "message": words}),
    )
}
