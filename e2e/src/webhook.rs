//! A conversion webhook of our own, for the API server to call.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::fmt;
use std::net::TcpListener as Listener;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use http::header::CONTENT_TYPE;
use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use wheelwright::convert::NotReview;
use wheelwright::manifest::{Conversion, Manifest};

use crate::error::Error;

/// Names the host under which the cluster reaches this machine, if not 127.0.0.1.
pub const HOST_VARIABLE: &str = "WHEELWRIGHT_E2E_WEBHOOK_HOST";

/// What answers a review: `Pizzas::convert`.
pub type Convert = fn(&[u8]) -> Result<Vec<u8>, NotReview>;

const LOCAL: &str = "127.0.0.1";
const PATH: &str = "/convert";

/// So many of the last calls are remembered.
const REMEMBERED: usize = 2000;

/// An HTTPS server that answers reviews. It runs until this process ends: after a failed test the CRD is still there, and
/// who deletes it may need conversions.
pub struct Webhook {
    url: String,
    certificate: String,
    calls: Arc<Mutex<Calls>>,
}

#[derive(Default)]
struct Calls {
    count: usize,
    last: VecDeque<Call>,
}

/// One review, and what it was answered.
#[derive(Clone)]
pub struct Call {
    request: Bytes,
    status: StatusCode,
    answer: Bytes,
}

/// The address that webhooks listen on, and the host under which the cluster reaches it.
#[must_use]
pub fn webhook_host() -> (&'static str, String) {
    match std::env::var(HOST_VARIABLE) {
        Ok(host) if !host.is_empty() => ("0.0.0.0", host),
        _ => (LOCAL, LOCAL.to_owned()),
    }
}

impl Webhook {
    /// Starts to listen, with a certificate made for this one server.
    pub fn start(convert: Convert) -> Result<Self, Error> {
        let (bind, host) = webhook_host();
        let refused = |error: &dyn fmt::Display| Error::Webhook(error.to_string());
        let made =
            rcgen::generate_simple_self_signed([host.clone()]).map_err(|error| refused(&error))?;
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der())
            .map_err(|error| refused(&error))?;
        let tls = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| refused(&error))?
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .map_err(|error| refused(&error))?;
        let listener = Listener::bind((bind, 0)).map_err(|error| refused(&error))?;
        listener
            .set_nonblocking(true)
            .map_err(|error| refused(&error))?;
        let port = listener
            .local_addr()
            .map_err(|error| refused(&error))?
            .port();
        let calls = Arc::<Mutex<Calls>>::default();
        let server = Server {
            convert,
            calls: Arc::clone(&calls),
            tls: TlsAcceptor::from(Arc::new(tls)),
        };
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| refused(&error))?;
        // A thread of its own: the runtime of a test ends with the test.
        thread::spawn(move || runtime.block_on(server.run(listener)));
        Ok(Self {
            url: format!("https://{host}:{port}{PATH}"),
            certificate: made.cert.pem(),
            calls,
        })
    }

    /// The definition, its conversion by this webhook.
    #[must_use]
    pub fn converts(&self, manifest: Manifest) -> Manifest {
        let webhook = Conversion::webhook_url(&self.url).ca_bundle(self.certificate.as_str());
        manifest.conversion(webhook)
    }

    /// How many reviews came so far.
    #[must_use]
    pub fn count(&self) -> usize {
        lock(&self.calls).count
    }

    /// The last calls, oldest first.
    #[must_use]
    pub fn calls(&self) -> Vec<Call> {
        lock(&self.calls).last.iter().cloned().collect()
    }

    /// The calls whose answer was no success. The API server hides some of them, and loses `managedFields` then.
    #[must_use]
    pub fn failures(&self) -> Vec<Call> {
        let mut calls = self.calls();
        calls.retain(|call| !call.succeeded());
        calls
    }
}

impl Call {
    /// The review as it came; `null` if it was no JSON.
    #[must_use]
    pub fn request(&self) -> Value {
        serde_json::from_slice(&self.request).unwrap_or_default()
    }

    /// The review as it was answered; `null` if that was no JSON.
    #[must_use]
    pub fn answer(&self) -> Value {
        serde_json::from_slice(&self.answer).unwrap_or_default()
    }

    /// Whether all objects were converted.
    #[must_use]
    pub fn succeeded(&self) -> bool {
        self.status == StatusCode::OK && self.answer()["response"]["result"]["status"] == "Success"
    }
}

/// The request, and on the next line its answer.
impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |bytes| String::from_utf8_lossy(bytes);
        write!(
            f,
            "{}\n{} {}",
            text(&self.request),
            self.status,
            text(&self.answer)
        )
    }
}

#[derive(Clone)]
struct Server {
    convert: Convert,
    calls: Arc<Mutex<Calls>>,
    tls: TlsAcceptor,
}

impl Server {
    async fn run(self, listener: Listener) {
        let Ok(listener) = TcpListener::from_std(listener) else {
            return;
        };
        loop {
            // A connection that was gone before it could be accepted is no reason to end.
            if let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(self.clone().serve(stream));
            }
        }
    }

    /// Whatever breaks a connection, the API server tells the client of it.
    async fn serve(self, stream: TcpStream) {
        // Else an answer in two segments costs 40 ms.
        let _ = stream.set_nodelay(true);
        let Ok(stream) = self.tls.accept(stream).await else {
            return;
        };
        let service = service_fn(|request| async {
            let (status, answer) = self.answer(request).await;
            let mut response = Response::new(Full::new(answer));
            *response.status_mut() = status;
            if status == StatusCode::OK {
                let json = http::HeaderValue::from_static("application/json");
                response.headers_mut().insert(CONTENT_TYPE, json);
            }
            Ok::<_, Infallible>(response)
        });
        let _ = http1::Builder::new()
            .serve_connection(TokioIo::new(stream), service)
            .await;
    }

    async fn answer(&self, request: Request<Incoming>) -> (StatusCode, Bytes) {
        if (request.method(), request.uri().path()) != (&Method::POST, PATH) {
            return (StatusCode::NOT_FOUND, Bytes::new());
        }
        let body = match request.into_body().collect().await {
            Ok(body) => body.to_bytes(),
            Err(error) => return (StatusCode::BAD_REQUEST, error.to_string().into()),
        };
        let (status, answer) = match (self.convert)(&body) {
            Ok(answer) => (StatusCode::OK, Bytes::from(answer)),
            Err(error) => (
                StatusCode::from_u16(error.http_status())
                    .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
                error.to_string().into(),
            ),
        };
        let mut calls = lock(&self.calls);
        calls.count += 1;
        if calls.last.len() == REMEMBERED {
            calls.last.pop_front();
        }
        calls.last.push_back(Call {
            request: body,
            status,
            answer: answer.clone(),
        });
        (status, answer)
    }
}

fn lock(calls: &Mutex<Calls>) -> MutexGuard<'_, Calls> {
    calls.lock().unwrap_or_else(PoisonError::into_inner)
}
