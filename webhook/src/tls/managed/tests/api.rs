//! An API server of a few objects, whose answers come in an order and with failures that a seed decides.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use kube_client::{Client, client::Body};
use serde_json::{Map, Value, json};

/// Numbers that follow from a seed.
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn below(&mut self, count: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ (self.0 >> 29)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        (mixed ^ (mixed >> 32)) % count
    }
}

pub(super) struct World {
    /// By path.
    objects: BTreeMap<String, Value>,
    version: u64,
    /// Method and path of each request that changed something.
    pub(super) writes: Vec<String>,
    pub(super) requests: u64,
    pub(super) random: Random,
    /// Of a hundred requests so many fail, half of them after they were carried out.
    pub(super) failing: u64,
    /// What requests to paths with this in them are answered with.
    pub(super) refused: Option<(&'static str, u16)>,
}

#[derive(Clone)]
pub(super) struct Api(Arc<Mutex<World>>);

impl Api {
    pub(super) fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(World {
            objects: BTreeMap::new(),
            version: 0,
            writes: Vec::new(),
            requests: 0,
            random: Random::new(seed),
            failing: 0,
            refused: None,
        })))
    }

    pub(super) fn world(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn client(&self) -> Client {
        let api = self.clone();
        let service = tower::service_fn(move |request: Request<Body>| {
            let api = api.clone();
            async move {
                let (parts, body) = request.into_parts();
                let body = body.collect().await.unwrap().to_bytes();
                let waits = api.world().random.below(8);
                for _ in 0..waits {
                    tokio::task::yield_now().await;
                }
                let kind = parts.headers.get("content-type");
                let kind = kind.map_or("", |kind| kind.to_str().unwrap());
                let (code, answer) =
                    api.world()
                        .answer(&parts.method, parts.uri.path(), kind, &body);
                let mut response = Response::new(Full::new(bytes::Bytes::from(answer.to_string())));
                *response.status_mut() = StatusCode::from_u16(code).unwrap();
                Ok::<_, Infallible>(response)
            }
        });
        Client::new(service, "default")
    }
}

impl World {
    pub(super) fn get(&self, path: &str) -> Option<&Value> {
        self.objects.get(path)
    }

    pub(super) fn put(&mut self, path: &str, mut object: Value) {
        self.version += 1;
        let name = path.rsplit('/').next().unwrap();
        let metadata = object["metadata"].as_object().cloned();
        let mut metadata = metadata.unwrap_or_default();
        metadata.insert("name".into(), name.into());
        metadata.insert("resourceVersion".into(), self.version.to_string().into());
        object["metadata"] = metadata.into();
        self.objects.insert(path.to_owned(), object);
    }

    pub(super) fn delete(&mut self, path: &str) {
        self.objects.remove(path);
    }

    fn answer(&mut self, method: &Method, path: &str, kind: &str, body: &[u8]) -> (u16, Value) {
        self.requests += 1;
        if let Some((part, code)) = self.refused
            && path.contains(part)
        {
            return failure(code, "refused");
        }
        let fails = self.random.below(100) < self.failing;
        if fails && self.random.below(2) == 0 {
            return failure(500, "before");
        }
        let answer = self.carry_out(method, path, kind, body);
        if fails {
            return failure(504, "after");
        }
        answer
    }

    fn carry_out(&mut self, method: &Method, path: &str, kind: &str, body: &[u8]) -> (u16, Value) {
        if *method == Method::GET {
            return match self.objects.get(path) {
                Some(object) => (200, object.clone()),
                None => failure(404, "NotFound"),
            };
        }
        let body: Value = serde_json::from_slice(body).unwrap();
        let path = if *method == Method::POST {
            format!("{path}/{}", body["metadata"]["name"].as_str().unwrap())
        } else {
            path.to_owned()
        };
        let held = self.objects.get(&path);
        let object = match (method.as_str(), held) {
            ("POST", Some(_)) => return failure(409, "AlreadyExists"),
            ("POST", None) => body,
            (_, None) => return failure(404, "NotFound"),
            (_, Some(held)) => {
                let wanted = &body["metadata"]["resourceVersion"];
                // Without a version a write is not conditional.
                if !wanted.is_null() && *wanted != held["metadata"]["resourceVersion"] {
                    return failure(409, "Conflict");
                }
                let mut object = held.clone();
                match kind {
                    "application/merge-patch+json" => merge(&mut object, &body, false),
                    "application/strategic-merge-patch+json" => merge(&mut object, &body, true),
                    _ => object = body,
                }
                if object == *held {
                    return (200, object);
                }
                object
            }
        };
        self.put(&path, object);
        self.writes.push(format!("{method} {path}"));
        (200, self.objects[&path].clone())
    }
}

/// RFC 7386; `strategic` merges lists by `name`, as the API server does those of webhooks.
fn merge(target: &mut Value, patch: &Value, strategic: bool) {
    match patch {
        Value::Object(members) => {
            if !target.is_object() {
                *target = Map::new().into();
            }
            for (key, value) in members {
                merge(&mut target[key], value, strategic);
            }
        }
        Value::Array(items) if strategic => {
            for item in items {
                let held = target.as_array_mut().unwrap().iter_mut();
                let held = held.into_iter().find(|held| held["name"] == item["name"]);
                merge(held.unwrap(), item, strategic);
            }
        }
        other => *target = other.clone(),
    }
}

fn failure(code: u16, reason: &str) -> (u16, Value) {
    let status = json!({
        "kind": "Status", "apiVersion": "v1", "status": "Failure",
        "code": code, "reason": reason, "message": format!("{reason} ({code})"),
    });
    (code, status)
}
