//! Whether `/convert` answers as the API server will ask it: through the Service, certified by the caBundle that is to be armed, for
//! every pair of versions.

use std::fmt;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use http::header::{CONTENT_TYPE, HOST};
use http::{Method, Request};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use serde_json::{Value, json};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use wheelwright_migration::request::{Answer, Ask, Cluster, segment, why};

use crate::crd;
use crate::stanza::{Place, Service, Stanza};
use crate::tls;

/// How long a connection may take to come about, and all answers together.
const CONNECT: Duration = Duration::from_secs(3);
const PATIENCE: Duration = Duration::from_secs(30);
/// What is read of an answer at most.
const MAX_ANSWER: usize = 1 << 20;
/// How many endpoints of a Service are tried.
const ENDPOINTS: usize = 5;

pub(crate) type Answers = Pin<Box<dyn Future<Output = Result<Vec<Value>, String>> + Send>>;
/// Sends reviews to the webhook of a stanza, in place of a connection.
pub(crate) type Call = Arc<dyn Fn(Value, Vec<Value>) -> Answers + Send + Sync>;

/// How the webhook is reached.
#[derive(Clone, Default)]
pub(crate) struct Probe {
    /// In place of the addresses of its host or Service.
    pub(crate) address: Option<SocketAddr>,
    pub(crate) call: Option<Call>,
}

impl fmt::Debug for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Probe")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl Probe {
    /// Whether the webhook of the stanza, whose caBundle is looked at, converts between the versions of the CRD; else why not.
    pub(crate) async fn ask(
        &self,
        cluster: &Cluster<'_>,
        crd: &Value,
        stanza: &Stanza,
    ) -> Result<(), String> {
        let reviews = reviews(crd);
        let answers = if let Some(call) = &self.call {
            call(stanza.json().clone(), reviews.clone()).await?
        } else {
            let asked = self.connect(cluster, stanza, &reviews);
            let late = |_| Err(format!("no answer in {} s", PATIENCE.as_secs()));
            timeout(PATIENCE, asked).await.unwrap_or_else(late)?
        };
        if answers.len() != reviews.len() {
            return Err("not every review was answered".to_owned());
        }
        let mut pairs = reviews.iter().zip(&answers);
        pairs.try_for_each(|(review, answer)| check(review, answer))
    }

    async fn connect(
        &self,
        cluster: &Cluster<'_>,
        stanza: &Stanza,
        reviews: &[Value],
    ) -> Result<Vec<Value>, String> {
        let place = stanza.place();
        let bundle = stanza.bundle().ok_or("there is no caBundle")?;
        let connector = TlsConnector::from(tls::trust(bundle)?);
        if let Some(address) = self.address {
            return converse(&connector, place, address, reviews).await;
        }
        let mut failed = Vec::new();
        match lookup_host((place.host.as_str(), place.port)).await {
            Ok(addresses) => {
                for address in addresses.take(ENDPOINTS) {
                    match converse(&connector, place, address, reviews).await {
                        Ok(answers) => return Ok(answers),
                        Err(error) => failed.push(format!("{address}: {error}")),
                    }
                }
            }
            Err(error) => failed.push(format!("its address is not known: {error}")),
        }
        // Where no name server knows Services, or nothing carries their addresses: what the API says.
        if let Some(service) = &place.service {
            match addresses(cluster, service, place.port).await {
                Ok(addresses) => {
                    for address in addresses {
                        match converse(&connector, place, address, reviews).await {
                            Ok(answers) => return Ok(answers),
                            Err(error) => failed.push(format!("{address}: {error}")),
                        }
                    }
                }
                Err(error) => failed.push(error),
            }
        }
        Err(failed.join("; "))
    }
}

/// The reviews of all pairs of versions, each of an object that has nothing but its metadata: the API server sends such when who
/// applies changes version.
fn reviews(crd: &Value) -> Vec<Value> {
    let group = crd::group(crd);
    let names: Vec<&str> = crd::live(crd).into_iter().map(crd::name).collect();
    let mut metadata = json!({
        "name": "wheelwright-probe",
        "uid": "00000000-0000-4000-8000-000000000000",
        "creationTimestamp": "2020-01-01T00:00:00Z",
    });
    if crd["spec"]["scope"] == "Namespaced" {
        metadata["namespace"] = "default".into();
    }
    let pairs = names.iter().flat_map(|from| {
        let others = names.iter().filter(move |to| *to != from);
        others.map(move |to| (from, to))
    });
    pairs
        .map(|(from, to)| {
            json!({
                "apiVersion": "apiextensions.k8s.io/v1",
                "kind": "ConversionReview",
                "request": {
                    "uid": format!("wheelwright-{from}-{to}"),
                    "desiredAPIVersion": format!("{group}/{to}"),
                    "objects": [{
                        "apiVersion": format!("{group}/{from}"),
                        "kind": crd["spec"]["names"]["kind"],
                        "metadata": metadata,
                    }],
                },
            })
        })
        .collect()
}

/// What the API server asks of an answer.
fn check(review: &Value, answer: &Value) -> Result<(), String> {
    let (request, response) = (&review["request"], &answer["response"]);
    let object = &request["objects"][0];
    let to = request["desiredAPIVersion"].as_str().unwrap_or_default();
    let from = object["apiVersion"].as_str().unwrap_or_default();
    let refused = |why: String| Err(format!("from {from} to {to}: {why}"));
    if answer["kind"] != "ConversionReview" || answer["apiVersion"] != review["apiVersion"] {
        return refused("the answer is no ConversionReview of apiextensions.k8s.io/v1".to_owned());
    }
    if response["uid"] != request["uid"] {
        return refused("the answer has another uid".to_owned());
    }
    if response["result"]["status"] != "Success" {
        let words = response["result"]["message"].as_str().unwrap_or_default();
        return refused(words.chars().take(1000).collect());
    }
    let converted = response["convertedObjects"].as_array();
    let [converted] = converted.map_or(&[][..], Vec::as_slice) else {
        return refused("one object was sent, and not one came back".to_owned());
    };
    if converted["apiVersion"] != to || converted["kind"] != object["kind"] {
        return refused("what came back is of another version or kind".to_owned());
    }
    for key in ["name", "namespace", "uid"] {
        if converted["metadata"].get(key) != object["metadata"].get(key) {
            return refused(format!("what came back has another metadata.{key}"));
        }
    }
    Ok(())
}

/// All reviews one after the other, over one connection unless the webhook ends it.
async fn converse(
    connector: &TlsConnector,
    place: &Place,
    address: SocketAddr,
    reviews: &[Value],
) -> Result<Vec<Value>, String> {
    let mut sender = open(connector, place, address).await?;
    let mut answers = Vec::new();
    let slash = if place.path.contains('?') { '&' } else { '?' };
    for review in reviews {
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("{}{slash}timeout=30s", place.path))
            .header(HOST, format!("{}:{}", place.host, place.port))
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(review.to_string())))
            .map_err(|error| error.to_string())?;
        // Who has read an answer may be ahead of the connection, which takes no request yet.
        if sender.ready().await.is_err() {
            sender = open(connector, place, address).await?;
        }
        let response = sender.send_request(request).await;
        let response = response.map_err(|error| why(&error))?;
        let status = response.status();
        let body = Limited::new(response.into_body(), MAX_ANSWER)
            .collect()
            .await;
        let body = body.map_err(|error| why(&*error))?.to_bytes();
        if !status.is_success() {
            let words: String = String::from_utf8_lossy(&body).chars().take(300).collect();
            return Err(format!("it answers {status}: {words}"));
        }
        let answer = serde_json::from_slice(&body);
        answers.push(answer.map_err(|error| format!("the answer is no JSON: {error}"))?);
    }
    Ok(answers)
}

/// A connection to whom the connector trusts under the name of the place; it ends with its sender.
async fn open(
    connector: &TlsConnector,
    place: &Place,
    address: SocketAddr,
) -> Result<SendRequest<Full<Bytes>>, String> {
    let name = ServerName::try_from(place.host.clone())
        .map_err(|error| format!("the host {}: {error}", place.host))?;
    let connection = async {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        connector.connect(name, stream).await
    };
    let stream = match timeout(CONNECT, connection).await {
        Ok(stream) => stream.map_err(|error| why(&error))?,
        Err(_) => return Err(format!("no connection in {} s", CONNECT.as_secs())),
    };
    let (sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .map_err(|error| why(&error))?;
    tokio::spawn(connection);
    Ok(sender)
}

/// The addresses of a Service, as the API server's own resolver goes by them: its cluster IP, and its ready endpoints.
async fn addresses(
    cluster: &Cluster<'_>,
    service: &Service,
    port: u16,
) -> Result<Vec<SocketAddr>, String> {
    let Service { namespace, name } = service;
    let (within, named) = (segment(namespace), segment(name));
    let path = format!("/api/v1/namespaces/{within}/services/{named}");
    let found = object(cluster, path).await?;
    let mut addresses = Vec::new();
    if let Some(ip) = found["spec"]["clusterIP"].as_str()
        && let Ok(ip) = ip.parse()
    {
        addresses.push(SocketAddr::new(ip, port));
    }
    let ports = found["spec"]["ports"].as_array().into_iter().flatten();
    let mut ports = ports.filter(|entry| entry["port"] == port);
    let Some(entry) = ports.next() else {
        return Err(format!("the Service {namespace}/{name} has no port {port}"));
    };
    let port_name = entry["name"].as_str().unwrap_or_default();
    let list = object(
        cluster,
        format!(
            "/apis/discovery.k8s.io/v1/namespaces/{within}/endpointslices?labelSelector=kubernetes.io%2Fservice-name%3D{named}"
        ),
    );
    // What may not be listed is not tried.
    let slices = list.await.unwrap_or_default();
    for slice in slices["items"].as_array().into_iter().flatten() {
        let mut ports = slice["ports"].as_array().into_iter().flatten();
        let port = ports.find(|port| port["name"].as_str().unwrap_or_default() == port_name);
        let port = port.and_then(|port| u16::try_from(port["port"].as_u64()?).ok());
        let endpoints = slice["endpoints"].as_array().into_iter().flatten();
        for endpoint in endpoints.filter(|endpoint| endpoint["conditions"]["ready"] != false) {
            let ip = endpoint["addresses"][0]
                .as_str()
                .and_then(|ip| ip.parse().ok());
            addresses.extend(ip.zip(port).map(|(ip, port)| SocketAddr::new(ip, port)));
        }
    }
    addresses.truncate(ENDPOINTS);
    Ok(addresses)
}

async fn object(cluster: &Cluster<'_>, path: String) -> Result<Value, String> {
    let ask = Ask::get(path);
    match cluster.ask(&ask).await {
        Ok(Answer::Success(body)) => {
            serde_json::from_slice(&body).map_err(|error| error.to_string())
        }
        Ok(Answer::Failure(failure)) => Err(failure.message),
        Ok(Answer::TooLarge) => Err(format!("{}: the answer is too large", ask.name())),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition() -> Value {
        let version = |name: &str, served: bool, storage: bool| json!({"name": name, "served": served, "storage": storage});
        json!({"spec": {
            "group": "example.com", "scope": "Namespaced", "names": {"kind": "Pizza"},
            "versions": [version("v1", true, true), version("v1beta1", true, false), version("v1alpha1", false, false)],
        }})
    }

    #[test]
    fn each_pair_of_live_versions_is_asked_for_and_each_answer_is_checked() {
        let reviews = reviews(&definition());
        let pairs: Vec<&Value> = reviews
            .iter()
            .map(|review| &review["request"]["uid"])
            .collect();
        assert_eq!(pairs, ["wheelwright-v1-v1beta1", "wheelwright-v1beta1-v1"]);
        let review = &reviews[0];
        let mut converted = review["request"]["objects"][0].clone();
        converted["apiVersion"] = "example.com/v1beta1".into();
        let answer = json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
            "response": {"uid": review["request"]["uid"], "result": {"status": "Success"}, "convertedObjects": [converted]},
        });
        assert_eq!(check(review, &answer), Ok(()));
        let wrong = [
            ("/apiVersion", json!("apiextensions.k8s.io/v1beta1")),
            ("/kind", json!("Status")),
            ("/response/uid", json!("other")),
            (
                "/response/result",
                json!({"status": "Failure", "message": "no such version"}),
            ),
            ("/response/convertedObjects", json!([])),
            (
                "/response/convertedObjects/0/apiVersion",
                json!("example.com/v1"),
            ),
            ("/response/convertedObjects/0/kind", json!("Pasta")),
            ("/response/convertedObjects/0/metadata/name", json!("other")),
            ("/response/convertedObjects/0/metadata", json!({})),
        ];
        for (pointer, value) in wrong {
            let mut answer = answer.clone();
            *answer.pointer_mut(pointer).unwrap() = value;
            let error = check(review, &answer).unwrap_err();
            assert!(
                error.starts_with("from example.com/v1 to example.com/v1beta1: "),
                "{error}"
            );
        }
        assert!(check(review, &json!("ok")).is_err());
    }
}
