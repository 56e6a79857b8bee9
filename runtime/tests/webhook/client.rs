//! A client that sends what it is told, byte by byte.

use std::{sync::Arc, time::Duration};

use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, pem::PemObject as _},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::{TlsConnector, client::TlsStream};
use wheelwright::webhook::Running;

/// Nothing in these tests takes longer.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A connection.
pub struct Client {
    pub stream: TlsStream<TcpStream>,
    read: Vec<u8>,
}

/// An answer as it came.
#[derive(Clone, Debug, Default)]
pub struct Answered {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answered {
    pub fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.iter().find(|(own, _)| own == name);
        header.map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// What a client of this server trusts.
pub fn trust(server: &Running, protocols: &[&str]) -> TlsConnector {
    let identity = server.certificates().current().unwrap();
    trusting(identity.ca_bundle(), protocols)
}

/// A client that trusts these.
pub fn trusting(bundle: &str, protocols: &[&str]) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(bundle.as_bytes()) {
        roots.add(certificate.unwrap()).unwrap();
    }
    let mut config =
        ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
    config.alpn_protocols = protocols
        .iter()
        .map(|name| name.as_bytes().to_vec())
        .collect();
    TlsConnector::from(Arc::new(config))
}

pub async fn connect(server: &Running, protocols: &[&str]) -> TlsStream<TcpStream> {
    let stream = TcpStream::connect(server.local_addr()).await.unwrap();
    secure(server, stream, protocols).await
}

/// TLS on a connection.
pub async fn secure(
    server: &Running,
    stream: TcpStream,
    protocols: &[&str],
) -> TlsStream<TcpStream> {
    let name = "localhost".try_into().unwrap();
    trust(server, protocols)
        .connect(name, stream)
        .await
        .unwrap()
}

impl Client {
    pub async fn new(server: &Running) -> Self {
        let stream = TcpStream::connect(server.local_addr()).await.unwrap();
        Self::over(server, stream).await
    }

    pub async fn over(server: &Running, stream: TcpStream) -> Self {
        Self {
            stream: secure(server, stream, &["http/1.1"]).await,
            read: Vec::new(),
        }
    }

    pub async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).await.unwrap();
        self.stream.flush().await.unwrap();
    }

    /// Reads one answer; `None` at the end of the connection.
    pub async fn answer(&mut self) -> Option<Answered> {
        timeout(PATIENCE, self.read_answer(true))
            .await
            .expect("no answer in time")
    }

    /// The same for an answer without a body.
    pub async fn head(&mut self) -> Option<Answered> {
        timeout(PATIENCE, self.read_answer(false))
            .await
            .expect("no answer in time")
    }

    async fn read_answer(&mut self, with_body: bool) -> Option<Answered> {
        let end = loop {
            if let Some(end) = self.read.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            if !self.more().await {
                assert_eq!(String::from_utf8_lossy(&self.read), "", "half an answer");
                return None;
            }
        };
        let head = String::from_utf8(self.read.drain(..end).collect()).unwrap();
        let mut lines = head.trim_end().split("\r\n");
        let status = lines
            .next()
            .unwrap()
            .split(' ')
            .nth(1)
            .unwrap()
            .parse()
            .unwrap();
        let headers: Vec<(String, String)> = lines
            .map(|line| line.split_once(": ").unwrap())
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let mut answered = Answered {
            status,
            headers,
            body: Vec::new(),
        };
        if with_body {
            let length: usize = answered
                .header("content-length")
                .unwrap_or("0")
                .parse()
                .unwrap();
            while self.read.len() < length {
                assert!(self.more().await, "half a body");
            }
            answered.body = self.read.drain(..length).collect();
        }
        Some(answered)
    }

    async fn more(&mut self) -> bool {
        let mut buffer = vec![0; 16384];
        match self.stream.read(&mut buffer).await {
            Ok(0) | Err(_) => false,
            Ok(count) => {
                self.read.extend_from_slice(&buffer[..count]);
                true
            }
        }
    }

    pub async fn post(&mut self, path: &str, body: impl AsRef<[u8]>) -> Answered {
        let body = body.as_ref();
        let mut request = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        )
        .into_bytes();
        request.extend_from_slice(body);
        self.send(request).await;
        self.answer().await.expect("the connection ended")
    }

    pub async fn get(&mut self, path: &str) -> Answered {
        self.send(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n"))
            .await;
        self.answer().await.expect("the connection ended")
    }
}

/// One request on a connection of its own.
pub async fn post(server: &Running, path: &str, body: impl AsRef<[u8]>) -> Answered {
    Client::new(server).await.post(path, body).await
}

/// The same for what is read.
pub async fn get(server: &Running, path: &str) -> Answered {
    Client::new(server).await.get(path).await
}
