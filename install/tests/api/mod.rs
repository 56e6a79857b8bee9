//! An API server in memory with one CRD, a webhook that is up or not, replicas that are new or not, and others who strip the stanza. It
//! holds every write to what an installation promises.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use kube_client::{Client, client::Body};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};
use wheelwright_install::Install;

pub(crate) const CRD: &str = "pizzas.example.com";
const CRDS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
/// As base64 of what is trusted.
pub(crate) const BUNDLE: &str = "T1VSUw==";
pub(crate) const PEM: &str = "OURS";
pub(crate) const SETTLE: Duration = Duration::from_secs(5);

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

    pub(crate) fn happens(&mut self, percent: u64) -> bool {
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

pub(crate) struct World {
    pub(crate) random: Random,
    pub(crate) death: Option<Death>,
    /// Of a hundred requests so many fail, half of them after they were carried out.
    pub(crate) failing: u64,
    /// Of a hundred requests so many come with a write of others.
    pub(crate) writing: u64,
    /// Whether the webhook answers.
    pub(crate) is_up: bool,
    /// By which caBundle it is certified.
    pub(crate) bundle: String,
    /// Whether every replica is new.
    pub(crate) is_rolled_out: bool,
    /// Whether a webhook that is down, or replicas that are old, are so for a while only.
    pub(crate) comes_up: bool,
    /// What the user may not do.
    pub(crate) lacking: Option<&'static str>,
    pub(crate) crd: Option<Value>,
    /// The version at which each object is stored.
    pub(crate) objects: BTreeMap<String, String>,
    /// An object that the server refuses to write.
    pub(crate) refused: Option<String>,
    /// Writes of the client that changed something.
    pub(crate) writes: u64,
    /// The longest time for which nothing converted between versions that differ.
    pub(crate) exposed: Duration,
    exposed_since: Option<Instant>,
    /// Since when the versions are served that are.
    served_since: Instant,
    /// Stanzas that stood there, and were right.
    right: Vec<Value>,
    /// What others wrote last into a label.
    label: Option<String>,
    served: u64,
    revision: u64,
}

#[derive(Clone)]
pub(crate) struct Api {
    world: Arc<Mutex<World>>,
    dead: Arc<Notify>,
    changed: Arc<Notify>,
}

/// `v1alpha1` has toppings by name, `v1beta1` by name and quantity.
pub(crate) fn schema(version: &str) -> Value {
    let topping = if version == "v1alpha1" {
        json!({"type": "string"})
    } else {
        json!({"type": "object", "properties": {"name": {"type": "string"}}})
    };
    json!({"openAPIV3Schema": {"type": "object", "properties": {"spec": {
        "type": "object", "properties": {"toppings": {"type": "array", "items": topping}},
    }}}})
}

pub(crate) fn stanza(service: &str, bundle: Option<&str>) -> Value {
    let mut config = json!({"service": {"namespace": "pizza", "name": service, "path": "/convert", "port": 443}});
    if let Some(bundle) = bundle {
        config["caBundle"] = bundle.into();
    }
    json!({"strategy": "Webhook", "webhook": {"clientConfig": config, "conversionReviewVersions": ["v1"]}})
}

pub(crate) fn none() -> Value {
    json!({"strategy": "None"})
}

/// A CRD whose versions are all served.
pub(crate) fn definition(versions: &[&str], storage: &str, conversion: &Value) -> Value {
    let versions: Vec<Value> = versions
        .iter()
        .map(|name| json!({"name": name, "served": true, "storage": *name == storage, "schema": schema(name)}))
        .collect();
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": CRD},
        "spec": {
            "group": "example.com", "scope": "Namespaced",
            "names": {"plural": "pizzas", "kind": "Pizza"},
            "conversion": conversion, "versions": versions,
        },
    })
}

fn storage(crd: &Value) -> String {
    let mut versions = crd["spec"]["versions"].as_array().unwrap().iter();
    let stored = versions.find(|version| version["storage"] == true).unwrap();
    stored["name"].as_str().unwrap().to_owned()
}

fn serves(crd: &Value, name: &str) -> bool {
    let mut versions = crd["spec"]["versions"].as_array().unwrap().iter();
    versions.any(|version| version["name"] == name && version["served"] == true)
}

/// By another way than the crate's own.
fn is_exposed(crd: &Value) -> bool {
    let stored = crd["status"]["storedVersions"].as_array().unwrap();
    let versions = crd["spec"]["versions"].as_array().unwrap().iter();
    let live =
        versions.filter(|version| version["served"] == true || stored.contains(&version["name"]));
    let mut texts: Vec<String> = live.map(|version| version["schema"].to_string()).collect();
    texts.dedup();
    texts.len() > 1 && crd["spec"]["conversion"]["strategy"] == "None"
}

impl Api {
    pub(crate) fn new(seed: u64) -> Self {
        let world = World {
            random: Random(seed),
            death: None,
            failing: 0,
            writing: 0,
            is_up: true,
            bundle: BUNDLE.to_owned(),
            is_rolled_out: true,
            comes_up: false,
            lacking: None,
            crd: None,
            objects: BTreeMap::new(),
            refused: None,
            writes: 0,
            exposed: Duration::ZERO,
            exposed_since: None,
            served_since: Instant::now(),
            right: Vec::new(),
            label: None,
            served: 0,
            revision: 1,
        };
        Self {
            world: Arc::new(Mutex::new(world)),
            dead: Arc::default(),
            changed: Arc::default(),
        }
    }

    /// With a CRD that is there.
    pub(crate) fn with(seed: u64, crd: Value) -> Self {
        let api = Self::new(seed);
        let mut world = api.world();
        let stored = storage(&crd);
        world.crd = Some(crd);
        let crd = world.crd.as_mut().unwrap();
        crd["metadata"]["resourceVersion"] = "1".into();
        crd["metadata"]["uid"] = "1".into();
        crd["spec"]["names"]["singular"] = "pizza".into();
        crd["status"] = json!({"storedVersions": [stored]});
        let conversion = crd["spec"]["conversion"].clone();
        if conversion["strategy"] == "Webhook" {
            world.right.push(conversion);
        }
        world.note();
        drop(world);
        api
    }

    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Until the client is dead.
    pub(crate) async fn dead(&self) {
        self.dead.notified().await;
    }

    /// What others do now.
    pub(crate) fn other(&self) {
        self.world().other();
        self.changed.notify_waiters();
    }

    pub(crate) fn rewrite(&self, conversion: Value) {
        let mut world = self.world();
        world.change(|crd| crd["spec"]["conversion"] = conversion);
        drop(world);
        self.changed.notify_waiters();
    }

    pub(crate) fn answers(&self, stanza: &Value, reviews: &[Value]) -> Result<Vec<Value>, String> {
        self.world().convert(stanza, reviews)
    }

    /// The installation of a CRD by way of this server and its webhook.
    pub(crate) fn install(&self, crd: Value) -> Install {
        let (webhook, replicas) = (self.clone(), self.clone());
        Install::new([crd])
            .ca_bundle(PEM)
            .settle(SETTLE)
            .patience(Duration::from_mins(1))
            .call_by(move |stanza, reviews| {
                let answers = webhook.answers(&stanza, &reviews);
                Box::pin(async move { answers })
            })
            .rolled_out_when(move || {
                let mut world = replicas.world();
                let is_rolled_out = world.is_rolled_out;
                world.is_rolled_out |= world.comes_up;
                async move { is_rolled_out }
            })
    }

    pub(crate) fn client(&self) -> Client {
        let api = self.clone();
        let service = tower::service_fn(move |request: Request<Body>| {
            let api = api.clone();
            async move {
                let (parts, body) = request.into_parts();
                let body = body.collect().await.unwrap().to_bytes();
                let body: Value = serde_json::from_slice(&body).unwrap_or_default();
                let query = parts.uri.query().unwrap_or_default().to_owned();
                if query.contains("watch=true") {
                    return Ok(api.watch(&query).await);
                }
                let answer =
                    api.world()
                        .answer(parts.method.as_str(), parts.uri.path(), &query, &body);
                api.changed.notify_waiters();
                match answer {
                    None => {
                        api.dead.notify_one();
                        std::future::pending().await
                    }
                    Some(Err(())) => Err("connection reset"),
                    Some(Ok((code, value))) => Ok(response(code, value.to_string())),
                }
            }
        });
        Client::new(service, "default")
    }

    async fn watch(&self, query: &str) -> Response<Full<bytes::Bytes>> {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let (_, known) = pairs.find(|(key, _)| *key == "resourceVersion").unwrap();
        let known: u64 = known.parse().unwrap();
        let changed = async {
            loop {
                let change = self.changed.notified();
                if self.world().lacking == Some("watch") || self.world().revision > known {
                    return;
                }
                change.await;
            }
        };
        let is_changed = timeout(Duration::from_secs(55), changed).await.is_ok();
        if self.world().lacking == Some("watch") {
            return response(403, String::new());
        }
        response(
            200,
            if is_changed {
                "{\"type\":\"MODIFIED\"}\n".to_owned()
            } else {
                String::new()
            },
        )
    }
}

fn response(code: u16, text: String) -> Response<Full<bytes::Bytes>> {
    let mut response = Response::new(Full::new(bytes::Bytes::from(text)));
    *response.status_mut() = StatusCode::from_u16(code).unwrap();
    response
}

type Answer = (u16, Value);

impl World {
    pub(crate) fn conversion(&self) -> &Value {
        &self.crd.as_ref().unwrap()["spec"]["conversion"]
    }

    pub(crate) fn assert_whole(&self, wanted: &Value, what: &str) {
        let crd = self
            .crd
            .as_ref()
            .unwrap_or_else(|| panic!("{what}: there is no CRD"));
        assert_eq!(
            crd["spec"]["versions"], wanted["spec"]["versions"],
            "{what}"
        );
        assert_eq!(
            crd["spec"]["conversion"]["strategy"], wanted["spec"]["conversion"]["strategy"],
            "{what}"
        );
        if wanted["spec"]["conversion"]["strategy"] == "Webhook" {
            assert_eq!(
                crd["spec"]["conversion"],
                stanza("webhook", Some(&self.bundle)),
                "{what}"
            );
        }
        let label = self.label.as_deref();
        assert_eq!(
            crd["metadata"]["labels"]["others"].as_str(),
            label,
            "{what}: a write of others was lost"
        );
    }

    /// What the webhook answers.
    fn convert(&mut self, stanza: &Value, reviews: &[Value]) -> Result<Vec<Value>, String> {
        let is_up = self.is_up;
        self.is_up |= self.comes_up;
        let bundle = &stanza["webhook"]["clientConfig"]["caBundle"];
        if !is_up {
            return Err("connection refused".to_owned());
        }
        if *bundle != self.bundle.as_str() {
            return Err("invalid peer certificate: UnknownIssuer".to_owned());
        }
        let answers = reviews.iter().map(|review| {
            let mut object = review["request"]["objects"][0].clone();
            object["apiVersion"] = review["request"]["desiredAPIVersion"].clone();
            json!({
                "apiVersion": review["apiVersion"], "kind": "ConversionReview",
                "response": {"uid": review["request"]["uid"], "result": {"status": "Success"}, "convertedObjects": [object]},
            })
        });
        Ok(answers.collect())
    }

    /// `None` once the client is dead.
    fn answer(
        &mut self,
        method: &str,
        path: &str,
        query: &str,
        body: &Value,
    ) -> Option<Result<Answer, ()>> {
        if self.random.happens(self.writing) {
            self.other();
        }
        if let Some(death) = self.death
            && self.served >= death.after
        {
            if death.loses_answer && self.served == death.after {
                self.served += 1;
                self.carry_out(method, path, query, body);
            }
            return None;
        }
        self.served += 1;
        if self.random.happens(self.failing) {
            if self.random.below(2) == 0 {
                self.carry_out(method, path, query, body);
            }
            return Some(match self.random.below(3) {
                0 => Err(()),
                1 => Ok(failure(500, "etcdserver: leader changed")),
                _ => Ok(failure(504, "timeout")),
            });
        }
        Some(Ok(self.carry_out(method, path, query, body)))
    }

    fn other(&mut self) {
        let number = self.random.below(1000).to_string();
        match self.random.below(5) {
            0 | 1 => self.change(|crd| crd["spec"]["conversion"] = none()),
            2 => self.change(|crd| crd["spec"]["conversion"] = stanza("elsewhere", Some(BUNDLE))),
            3 => self.change(|crd| crd["spec"]["conversion"] = stanza("webhook", Some("T1RIRVJT"))),
            _ => {
                if self.crd.is_some() {
                    self.label = Some(number.clone());
                }
                self.change(|crd| crd["metadata"]["labels"]["others"] = number.into());
            }
        }
    }

    /// A write of others; who has one version needs nothing that converts.
    fn change(&mut self, change: impl FnOnce(&mut Value)) {
        let Some(crd) = &mut self.crd else { return };
        self.revision += 1;
        change(crd);
        crd["metadata"]["resourceVersion"] = self.revision.to_string().into();
        self.note();
    }

    fn note(&mut self) {
        let is_exposed = self.crd.as_ref().is_some_and(is_exposed);
        if let Some(since) = self.exposed_since {
            self.exposed = self.exposed.max(since.elapsed());
        }
        self.exposed_since = is_exposed.then(|| self.exposed_since.unwrap_or_else(Instant::now));
    }

    fn carry_out(&mut self, method: &str, path: &str, query: &str, body: &Value) -> Answer {
        let verb = match method {
            "POST" => "create",
            "PUT" => "update",
            _ => "get",
        };
        if self.lacking == Some(verb) {
            return failure(
                403,
                &format!("User \"u\" cannot {verb} resource \"customresourcedefinitions\""),
            );
        }
        let own = format!("{CRDS}/{CRD}");
        match (method, &self.crd) {
            ("GET", Some(crd)) if path == own => (200, crd.clone()),
            ("POST", None) if path == CRDS => self.store(None, body, query),
            ("POST", Some(_)) if path == CRDS => failure(409, "already exists"),
            ("PUT", Some(now)) if path == own => {
                if body["metadata"]["resourceVersion"] != now["metadata"]["resourceVersion"] {
                    return failure(409, "the object has been modified");
                }
                let now = now.clone();
                self.store(Some(&now), body, query)
            }
            ("PATCH", Some(_)) if path == format!("{own}/status") => self.patch_status(body),
            ("POST", _) if path.ends_with("/selfsubjectaccessreviews") => {
                (201, json!({"status": {"allowed": true}}))
            }
            (_, Some(now)) => {
                let now = now.clone();
                self.objects(method, path, &now)
            }
            _ => failure(404, "not found"),
        }
    }

    /// Objects are asked for at the version that is stored.
    fn objects(&mut self, method: &str, path: &str, now: &Value) -> Answer {
        let storage = storage(now);
        let Some(rest) = path.strip_prefix(&format!("/apis/example.com/{storage}/")) else {
            return failure(404, "not found");
        };
        let metadata = |name: &str| json!({"metadata": {"name": name, "namespace": "default", "resourceVersion": "1"}});
        if method == "GET" && rest == "pizzas" {
            let items: Vec<Value> = self.objects.keys().map(|name| metadata(name)).collect();
            return (200, json!({"metadata": {}, "items": items}));
        }
        let name = rest
            .strip_prefix("namespaces/default/pizzas/")
            .unwrap_or_default();
        let Some(stored) = self.objects.get_mut(name) else {
            return failure(404, "not found");
        };
        if method != "PATCH" {
            return (200, metadata(name));
        }
        let is_converted = *stored != storage;
        if is_converted {
            assert_eq!(
                now["spec"]["conversion"]["strategy"], "Webhook",
                "{name} is corrupted"
            );
            if !self.is_up {
                return failure(422, "conversion webhook failed: connection refused");
            }
        }
        if self.refused.as_deref() == Some(name) {
            return failure(422, "spec.size: Invalid value");
        }
        *stored = storage;
        let mut answer = metadata(name);
        if is_converted {
            answer["metadata"]["resourceVersion"] = "2".into();
        }
        (200, answer)
    }

    fn patch_status(&mut self, body: &Value) -> Answer {
        let now = self.crd.as_ref().unwrap();
        if body["metadata"]["resourceVersion"] != now["metadata"]["resourceVersion"] {
            return failure(409, "the object has been modified");
        }
        let stored = body["status"]["storedVersions"].clone();
        let names = stored.as_array().unwrap();
        for version in self.objects.values() {
            assert!(
                names.contains(&version.as_str().into()),
                "an object is stored at {version}"
            );
        }
        self.change(|crd| crd["status"]["storedVersions"] = stored);
        (200, self.crd.clone().unwrap())
    }

    /// The CRD has one version and nothing that converts, and every object is stored at it.
    pub(crate) fn assert_alone(&self, version: &str, what: &str) {
        let crd = self.crd.as_ref().unwrap();
        let versions = crd["spec"]["versions"].as_array().unwrap();
        assert_eq!(versions.len(), 1, "{what}");
        assert_eq!(storage(crd), version, "{what}");
        assert_eq!(crd["spec"]["conversion"], none(), "{what}");
        for (name, stored) in &self.objects {
            assert_eq!(stored, version, "{what}: {name}");
        }
    }

    fn store(&mut self, now: Option<&Value>, body: &Value, query: &str) -> Answer {
        let mut crd = body.clone();
        crd["spec"]["names"]["singular"] = "pizza".into();
        let mut stored = match now {
            Some(now) => now["status"]["storedVersions"].as_array().unwrap().clone(),
            None => Vec::new(),
        };
        let storage_name = Value::from(storage(&crd));
        if !stored.contains(&storage_name) {
            stored.push(storage_name);
        }
        let versions = crd["spec"]["versions"].as_array().unwrap();
        for name in &stored {
            if !versions.iter().any(|version| version["name"] == *name) {
                return failure(
                    422,
                    &format!("status.storedVersions: {name}: missing from spec.versions"),
                );
            }
        }
        crd["status"] = json!({"storedVersions": stored});
        if query.contains("dryRun=All") {
            return (200, crd);
        }
        if now == Some(&crd) {
            return (200, crd);
        }
        self.hold(now, &crd);
        self.writes += 1;
        // Who fights does so without end, and time stands still meanwhile.
        assert!(self.writes < 10_000, "writes without end");
        self.revision += 1;
        crd["metadata"]["resourceVersion"] = self.revision.to_string().into();
        if now.is_none_or(|now| now["spec"]["versions"] != crd["spec"]["versions"]) {
            self.served_since = Instant::now();
        }
        self.crd = Some(crd.clone());
        self.note();
        (200, crd)
    }

    /// The law: what a write of the client may never do.
    fn hold(&mut self, before: Option<&Value>, after: &Value) {
        assert!(
            !is_exposed(after),
            "versions differ and nothing converts: {after:#}"
        );
        let conversion = &after["spec"]["conversion"];
        let is_armed = before.is_none_or(|before| before["spec"]["conversion"] != *conversion);
        if conversion["strategy"] == "Webhook" && is_armed {
            let answers = self.is_up
                && conversion["webhook"]["clientConfig"]["caBundle"] == self.bundle.as_str();
            assert!(
                answers || self.right.contains(conversion),
                "armed while nobody answers: {conversion}"
            );
            self.right.push(conversion.clone());
        }
        let Some(before) = before else { return };
        let is_converted = conversion["strategy"] == "Webhook";
        if is_converted && before["spec"]["versions"] != after["spec"]["versions"] {
            assert!(self.is_rolled_out, "an old replica may answer");
        }
        let (from, to) = (storage(before), storage(after));
        if from != to {
            assert!(serves(before, &to), "{to} is stored before it was served");
            assert!(
                self.served_since.elapsed() >= SETTLE,
                "{to} is stored as soon as it was served"
            );
        }
    }
}

fn failure(code: u16, words: &str) -> Answer {
    (
        code,
        json!({"kind": "Status", "code": code, "message": words}),
    )
}
