//! What asks the servers, the same for all.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::{Bytes, BytesMut};
use http::{Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt as _, Full};
use hyper::{
    body::Incoming,
    client::conn::{http1, http2},
};
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, ServerName, pem::PemObject as _},
};
use tokio::{net::TcpStream, runtime, task::JoinSet};
use tokio_rustls::TlsConnector;

use crate::{Failed, Result, side::Side};

/// Of so many requests one comes before the latencies count.
const WARM_UP: usize = 20;

/// The version of HTTP, with keep-alive in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// HTTP/1.1, a connection for each request that is under way.
    Http1,
    /// HTTP/2, one connection.
    Http2,
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Http1 => "HTTP/1.1",
            Self::Http2 => "HTTP/2",
        })
    }
}

/// One thread, for the other is the server's.
pub(crate) fn runtime() -> Result<runtime::Runtime> {
    runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .failed("the runtime")
}

/// Where to ask.
#[derive(Clone)]
pub(crate) struct Target {
    address: std::net::SocketAddr,
    tls: Arc<ClientConfig>,
}

impl Target {
    pub(crate) fn of(side: &Side) -> Result<Self> {
        Self::new(side.address, &side.ca)
    }

    pub(crate) fn new(address: std::net::SocketAddr, ca: &str) -> Result<Self> {
        let mut roots = RootCertStore::empty();
        let certificate = CertificateDer::from_pem_slice(ca.as_bytes()).failed("the caBundle")?;
        roots.add(certificate).failed("the caBundle")?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .failed("TLS")?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self {
            address,
            tls: Arc::new(tls),
        })
    }

    /// A connection that is kept.
    pub(crate) async fn connect(&self, protocol: Protocol) -> Result<Connection> {
        let stream = TcpStream::connect(self.address).await.failed("connect")?;
        stream.set_nodelay(true).failed("connect")?;
        let mut tls = ClientConfig::clone(&self.tls);
        tls.alpn_protocols = match protocol {
            Protocol::Http1 => vec![b"http/1.1".to_vec()],
            Protocol::Http2 => vec![b"h2".to_vec()],
        };
        let name = ServerName::IpAddress(self.address.ip().into());
        let stream = TlsConnector::from(Arc::new(tls))
            .connect(name, stream)
            .await
            .failed("the handshake")?;
        let stream = TokioIo::new(stream);
        let sender = match protocol {
            Protocol::Http1 => {
                let (sender, connection) = http1::handshake(stream).await.failed("HTTP/1.1")?;
                tokio::spawn(connection);
                Sender::Http1(sender)
            }
            Protocol::Http2 => {
                let (sender, connection) = http2::handshake(TokioExecutor::new(), stream)
                    .await
                    .failed("HTTP/2")?;
                tokio::spawn(connection);
                Sender::Http2(sender)
            }
        };
        Ok(Connection {
            authority: self.address.to_string(),
            sender,
        })
    }
}

enum Sender {
    Http1(http1::SendRequest<Full<Bytes>>),
    Http2(http2::SendRequest<Full<Bytes>>),
}

/// One connection, or one more user of it.
pub(crate) struct Connection {
    authority: String,
    sender: Sender,
}

impl Connection {
    /// Another user of the same connection; with HTTP/1.1 there is none.
    fn share(&self) -> Option<Self> {
        match &self.sender {
            Sender::Http1(_) => None,
            Sender::Http2(sender) => Some(Self {
                authority: self.authority.clone(),
                sender: Sender::Http2(sender.clone()),
            }),
        }
    }

    async fn send(
        &mut self,
        method: Method,
        path: &str,
        body: Bytes,
    ) -> Result<Response<Incoming>> {
        let request = Request::builder()
            .method(method)
            .header(header::CONTENT_TYPE, "application/json");
        let request = match self.sender {
            Sender::Http1(_) => request.uri(path).header(header::HOST, &self.authority),
            Sender::Http2(_) => request.uri(format!("https://{}{path}", self.authority)),
        };
        let request = request.body(Full::new(body)).failed("the request")?;
        match &mut self.sender {
            Sender::Http1(sender) => {
                sender.ready().await.failed("the connection")?;
                sender.send_request(request).await
            }
            Sender::Http2(sender) => {
                sender.ready().await.failed("the connection")?;
                sender.send_request(request).await
            }
        }
        .failed("the answer")
    }

    /// The status of a path.
    pub(crate) async fn get(&mut self, path: &str) -> Result<StatusCode> {
        let response = self.send(Method::GET, path, Bytes::new()).await?;
        let status = response.status();
        response.into_body().collect().await.failed("the answer")?;
        Ok(status)
    }

    /// A review's answer.
    pub(crate) async fn ask(&mut self, body: &Bytes) -> Result<Bytes> {
        let mut incoming = self.post(body).await?;
        let mut answer = BytesMut::new();
        while let Some(frame) = incoming.frame().await {
            if let Ok(data) = frame.failed("the answer")?.into_data() {
                answer.extend_from_slice(&data);
            }
        }
        Ok(answer.freeze())
    }

    /// The time from the first byte of a review to the last of its answer, which has that length.
    pub(crate) async fn time(&mut self, body: &Bytes, length: usize) -> Result<Duration> {
        let start = Instant::now();
        let mut incoming = self.post(body).await?;
        let mut read = 0;
        while let Some(frame) = incoming.frame().await {
            let frame = frame.failed("the answer")?;
            read += frame.data_ref().map_or(0, Bytes::len);
        }
        let elapsed = start.elapsed();
        if read == length {
            Ok(elapsed)
        } else {
            Err(format!(
                "an answer of {read} bytes, where it had {length} before"
            ))
        }
    }

    async fn post(&mut self, body: &Bytes) -> Result<Incoming> {
        let response = self
            .send(Method::POST, "/convert?timeout=30s", body.clone())
            .await?;
        match response.status() {
            StatusCode::OK => Ok(response.into_body()),
            other => {
                let words = response.into_body().collect().await.failed("the answer")?;
                let words = String::from_utf8_lossy(&words.to_bytes()).into_owned();
                Err(format!("answered {other}: {words}"))
            }
        }
    }
}

/// A load on one server.
#[derive(Clone, Copy)]
pub(crate) struct Load<'a> {
    pub(crate) protocol: Protocol,
    /// Requests that are under way at a time.
    pub(crate) concurrency: usize,
    /// Requests in all.
    pub(crate) requests: usize,
    pub(crate) body: &'a Bytes,
    /// Of the answer.
    pub(crate) length: usize,
}

impl Load<'_> {
    /// How many requests each worker makes, and how many it makes before.
    fn each(&self) -> (usize, usize) {
        let each = self.requests.div_ceil(self.concurrency);
        (each, each / WARM_UP)
    }

    /// How many requests a run makes, those before included.
    pub(crate) fn asked(&self) -> usize {
        let (each, warm_up) = self.each();
        (each + warm_up) * self.concurrency
    }

    /// The latency of each request.
    pub(crate) async fn run(self, target: &Target) -> Result<Vec<Duration>> {
        let mut workers = JoinSet::new();
        let (each, warm_up) = self.each();
        let first = target.connect(self.protocol).await?;
        for _ in 0..self.concurrency {
            let mut connection = match first.share() {
                Some(shared) => shared,
                None => target.connect(self.protocol).await?,
            };
            let (body, length) = (self.body.clone(), self.length);
            workers.spawn(async move {
                for _ in 0..warm_up {
                    connection.time(&body, length).await?;
                }
                let mut latencies = Vec::with_capacity(each);
                for _ in 0..each {
                    latencies.push(connection.time(&body, length).await?);
                }
                Ok::<_, String>(latencies)
            });
        }
        let mut latencies = Vec::with_capacity(self.requests);
        while let Some(worker) = workers.join_next().await {
            latencies.append(&mut worker.failed("a client")??);
        }
        Ok(latencies)
    }
}
