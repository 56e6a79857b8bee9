//! What is tried before the stanza is armed, over real connections: who is trusted, for which name, and what has to be answered.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use rcgen::generate_simple_self_signed;
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::PrivateKeyDer;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use wheelwright_install::Install;

use crate::api::{Api, definition, stanza};

const HOST: &str = "webhook.pizza.svc";
const VERSIONS: [&str; 2] = ["v1beta1", "v1alpha1"];

/// What a webhook answers to a review that came to a path and was for a host.
type Answer = fn(&str, &Value) -> (StatusCode, Value);

/// Serves until the runtime ends: where, and whom to trust.
async fn serve(host: &str, answer: Answer) -> (SocketAddr, String) {
    listen(host, answer, true).await
}

/// Serves, and ends each connection after one answer unless it is to be kept.
async fn listen(host: &str, answer: Answer, keep_alive: bool) -> (SocketAddr, String) {
    let made = generate_simple_self_signed([host.to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(stream) = acceptor.accept(stream).await else {
                    return;
                };
                let service = service_fn(move |request: Request<Incoming>| async move {
                    let path = request.uri().to_string();
                    let host = request.headers()["host"].to_str().unwrap().to_owned();
                    let body = request.into_body().collect().await.unwrap().to_bytes();
                    let review = serde_json::from_slice(&body).unwrap();
                    let (status, answer) = answer(&format!("{host}{path}"), &review);
                    let mut response = Response::new(Full::new(Bytes::from(answer.to_string())));
                    *response.status_mut() = status;
                    Ok::<_, Infallible>(response)
                });
                let _ = http1::Builder::new()
                    .keep_alive(keep_alive)
                    .serve_connection(TokioIo::new(stream), service)
                    .await;
            });
        }
    });
    (address, made.cert.pem())
}

fn converts(place: &str, review: &Value) -> (StatusCode, Value) {
    assert_eq!(place, "webhook.pizza.svc:443/convert?timeout=30s");
    let mut object = review["request"]["objects"][0].clone();
    object["apiVersion"] = review["request"]["desiredAPIVersion"].clone();
    let answer = json!({
        "apiVersion": review["apiVersion"], "kind": "ConversionReview",
        "response": {"uid": review["request"]["uid"], "result": {"status": "Success"}, "convertedObjects": [object]},
    });
    (StatusCode::OK, answer)
}

/// An older release, which does not know the new version.
fn knows_no_beta(place: &str, review: &Value) -> (StatusCode, Value) {
    if !review.to_string().contains("v1beta1") {
        return converts(place, review);
    }
    let answer = json!({
        "apiVersion": review["apiVersion"], "kind": "ConversionReview",
        "response": {"uid": review["request"]["uid"], "result": {"status": "Failure", "message": "no version v1beta1"}},
    });
    (StatusCode::OK, answer)
}

fn is_missing(_: &str, _: &Value) -> (StatusCode, Value) {
    (StatusCode::NOT_FOUND, json!("404 page not found"))
}

async fn outcome(
    api: &Api,
    versions: &[&str],
    address: SocketAddr,
    pem: &str,
) -> Result<(), String> {
    let wanted = definition(versions, "v1beta1", &stanza("webhook", None));
    let install = Install::new([wanted])
        .ca_bundle(pem)
        .reach_at(address)
        .patience(Duration::ZERO);
    let ended = install.run(&api.client()).await;
    ended.map(drop).map_err(|error| error.to_string())
}

#[tokio::test]
async fn what_is_armed_answers_by_its_ca_bundle_for_its_host() {
    let (right, pem) = serve(HOST, converts).await;
    let (_, foreign) = serve(HOST, converts).await;
    let (other_host, other) = serve("webhook.pasta.svc", converts).await;
    let (older, older_pem) = serve(HOST, knows_no_beta).await;
    let (missing, missing_pem) = serve(HOST, is_missing).await;
    let nobody: SocketAddr = "127.0.0.1:1".parse().unwrap();
    for (address, pem, words) in [
        (right, foreign.as_str(), "invalid peer certificate"),
        (
            other_host,
            &other,
            "invalid peer certificate: certificate not valid for name \"webhook.pizza.svc\"",
        ),
        (
            older,
            &older_pem,
            "from example.com/v1beta1 to example.com/v1alpha1: no version v1beta1",
        ),
        (missing, &missing_pem, "it answers 404 Not Found"),
        (nobody, &pem, "refused"),
        (right, "no certificate", "the caBundle has no certificate"),
    ] {
        let api = Api::new(1);
        let error = outcome(&api, &VERSIONS, address, pem).await.unwrap_err();
        assert!(error.contains(words), "{error}");
        assert!(api.world().crd.is_none());
    }
    let api = Api::new(1);
    api.world().bundle = wheelwright_grammar::base64::encode(pem.as_bytes());
    outcome(&api, &VERSIONS, right, &pem).await.unwrap();
    assert!(api.world().crd.is_some());
}

/// Who has read an answer may be ahead of the connection, which takes no request by then, or none any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_reviews_are_sent_whether_or_not_their_connection_is_kept() {
    let names: Vec<String> = (1..=12).map(|number| format!("v{number}")).collect();
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.push("v1beta1");
    for keep_alive in [true, false] {
        let (address, pem) = listen(HOST, converts, keep_alive).await;
        let api = Api::new(1);
        api.world().bundle = wheelwright_grammar::base64::encode(pem.as_bytes());
        let outcome = outcome(&api, &names, address, &pem).await;
        assert_eq!(outcome, Ok(()), "kept: {keep_alive}");
    }
}
