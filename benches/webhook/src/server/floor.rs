//! The floor: the same TLS and HTTP, but nothing is converted.

use std::{
    collections::HashMap,
    convert::Infallible,
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
use webhook_bench::{Failed, Listening, Result};
use wheelwright::webhook::tls::{Certificates, Memory};

type Answers = Arc<Mutex<HashMap<usize, Bytes>>>;

/// What a body of that length was answered the first time.
fn canned(body: &Bytes, answers: &Answers) -> Result<Bytes> {
    // Who asks whether it is ready.
    if body.is_empty() {
        return Ok(Bytes::new());
    }
    let lock = || answers.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(answer) = lock().get(&body.len()) {
        return Ok(answer.clone());
    }
    let answer = Bytes::from(Services::convert(body).failed("a review")?);
    lock().insert(body.len(), answer.clone());
    Ok(answer)
}

/// Serves until the process ends.
pub(crate) async fn run(own: &Memory) -> Result {
    let (publisher, certificates) = Certificates::channel();
    publisher.publish(own.identity().clone());
    let tls = TlsAcceptor::from(Arc::new(certificates.server_config().failed("TLS")?));
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.failed("a port")?;
    let address = listener.local_addr().failed("a port")?;
    let ca = own.ca_bundle().to_owned();
    Listening { address, ca }.say()?;
    let answers = Answers::default();
    loop {
        let (stream, _) = listener.accept().await.failed("a connection")?;
        let (tls, answers) = (tls.clone(), Arc::clone(&answers));
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            let Ok(stream) = tls.accept(stream).await else {
                return;
            };
            let service = service_fn(|request| answer(request, Arc::clone(&answers)));
            let _ = auto::Builder::new(TokioExecutor::new())
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

async fn answer(
    request: Request<Incoming>,
    answers: Answers,
) -> std::result::Result<Response<Full<Bytes>>, Infallible> {
    let body = request.into_body().collect().await.map(Collected::to_bytes);
    let answer = body
        .failed("a body")
        .and_then(|body| canned(&body, &answers));
    let mut response = Response::new(Full::new(answer.unwrap_or_else(Bytes::from)));
    let json = http::HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    Ok(response)
}
