//! The servers of this process: ours, and the floor on the same TLS and HTTP.

use std::{
    collections::HashMap,
    convert::Infallible,
    io::{Read as _, Write as _},
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use conversion_bench::Services;
use http::{Request, Response, header::CONTENT_TYPE};
use http_body_util::{BodyExt as _, Collected, Full};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioExecutor, TokioIo},
    server::conn::auto,
};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use wheelwright::webhook::tls::{Certificates, Identity};

use crate::{Failed, Result, side::Listening};

/// Serves until stdin closes.
pub(crate) fn run(name: &str) -> Result {
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .failed("the runtime")?;
    match name {
        "floor" => runtime.block_on(floor(canned)),
        "ours" => runtime.block_on(floor(ours)),
        other => Err(format!("there is no server {other:?}")),
    }
}

fn say(address: SocketAddr, ca: &str) -> Result {
    let listening = Listening {
        address,
        ca: ca.to_owned(),
    };
    let line = serde_json::to_string(&listening).failed("the address")?;
    println!("{line}");
    std::io::stdout().flush().failed("stdout")
}

/// A certificate for 127.0.0.1.
fn identity() -> Result<Identity> {
    let made =
        rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).failed("a certificate")?;
    let pem = made.cert.pem();
    Identity::from_pem(&pem, &made.signing_key.serialize_pem(), &pem).failed("a certificate")
}

type Answers = Arc<Mutex<HashMap<usize, Bytes>>>;
type Convert = fn(&Bytes, &Answers) -> Result<Bytes>;

fn ours(body: &Bytes, _: &Answers) -> Result<Bytes> {
    Services::convert(body).map(Bytes::from).failed("a review")
}

/// What a body of that length was answered the first time.
fn canned(body: &Bytes, answers: &Answers) -> Result<Bytes> {
    let lock = || answers.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(answer) = lock().get(&body.len()) {
        return Ok(answer.clone());
    }
    let answer = Bytes::from(Services::convert(body).failed("a review")?);
    lock().insert(body.len(), answer.clone());
    Ok(answer)
}

async fn floor(convert: Convert) -> Result {
    let (publisher, certificates) = Certificates::channel();
    let identity = identity()?;
    let ca = identity.ca_bundle().to_owned();
    publisher.publish(identity);
    let tls = TlsAcceptor::from(Arc::new(certificates.server_config().failed("TLS")?));
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.failed("a port")?;
    say(listener.local_addr().failed("a port")?, &ca)?;
    let answers = Answers::default();
    loop {
        let (stream, _) = listener.accept().await.failed("a connection")?;
        let (tls, answers) = (tls.clone(), Arc::clone(&answers));
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            let Ok(stream) = tls.accept(stream).await else {
                return;
            };
            let service = service_fn(|request| answer(request, convert, Arc::clone(&answers)));
            let _ = auto::Builder::new(TokioExecutor::new())
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

async fn answer(
    request: Request<Incoming>,
    convert: Convert,
    answers: Answers,
) -> std::result::Result<Response<Full<Bytes>>, Infallible> {
    let body = request.into_body().collect().await.map(Collected::to_bytes);
    let answer = body
        .failed("a body")
        .and_then(|body| convert(&body, &answers));
    let mut response = Response::new(Full::new(answer.unwrap_or_else(Bytes::from)));
    let json = http::HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    Ok(response)
}
