//! Webhook servers in this process, and what has the API server call them.

use std::sync::LazyLock;
use std::time::Duration;

use e2e::{Cluster, Crd, Error, Result, webhook_host};
use kube::client::Body;
use kube::{Client, Config};
use serde_json::Value;
use tokio::runtime::Runtime;
use tokio::time::{Instant, sleep};
use tokio_rustls::rustls::pki_types::{CertificateDer, pem::PemObject as _};
use wheelwright::webhook::deploy::{Certificates, Installation};
use wheelwright::webhook::tls::Memory;
use wheelwright::webhook::{Running, Server};

/// Servers are not in the runtime of a test: a test that failed leaves objects that somebody has to convert.
pub(crate) static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Runtime::new().expect("threads for servers"));

/// A server that the API server of the tests reaches, with a certificate of its own.
pub(crate) struct Hosted {
    pub(crate) cluster: Cluster,
    pub(crate) url: String,
    tls: Memory,
    running: Running,
    crds: Vec<Crd>,
    others: Vec<String>,
}

impl Hosted {
    /// Makes the server with a client that lives as long as it, and starts it.
    pub(crate) async fn start(
        make: impl FnOnce(Client) -> Server + Send + 'static,
    ) -> Result<Self> {
        let (bind, host) = webhook_host();
        let tls = Memory::for_hosts([host.clone()]).expect("a certificate");
        let served = tls.clone();
        let running = RUNTIME.spawn(async move {
            let client = Cluster::shared().await?.client();
            let server = make(client)
                .listen(format!("{bind}:0"))
                .drain(Duration::ZERO);
            let running = server.bind(served).await;
            running.map_err(|error| Error::Webhook(error.to_string()))
        });
        let running = running.await.expect("the server starts")?;
        Ok(Self {
            cluster: Cluster::shared().await?,
            url: format!("https://{host}:{}", running.local_addr().port()),
            tls,
            running,
            crds: Vec::new(),
            others: Vec::new(),
        })
    }

    /// The objects of an installation at this server.
    pub(crate) fn objects_of(&self, installation: Installation) -> Vec<Value> {
        let installation = installation.certificates(Certificates::from(&self.tls));
        installation
            .objects()
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// Installs the objects; CRDs are served when this returns.
    pub(crate) async fn install<'o>(
        &mut self,
        objects: impl IntoIterator<Item = &'o Value>,
    ) -> Result {
        for object in objects {
            if object["kind"] == "CustomResourceDefinition" {
                self.crds.push(self.cluster.install(object).await?);
                continue;
            }
            let path = path(object);
            let request = self.cluster.apply(&path, "e2e", object);
            request.query("force", "true").send().await?.ok()?;
            if !self.others.contains(&path) {
                self.others.push(path);
            }
        }
        Ok(())
    }

    /// The installed CRD of that plural.
    pub(crate) fn crd(&self, plural: &str) -> Crd {
        let mut crds = self.crds.iter();
        let found = crds.find(|crd| crd.name().split('.').next() == Some(plural));
        found.expect("it is installed").clone()
    }

    /// What the server answers to a GET.
    pub(crate) async fn ask(&self, path: &str) -> Result<(u16, String)> {
        let mut config = Config::new(self.url.parse().expect("a URL"));
        let trusted = CertificateDer::from_pem_slice(self.tls.ca_bundle().as_bytes());
        config.root_cert = Some(vec![trusted.expect("a certificate").to_vec()]);
        config.default_retry = false;
        let request = http::Request::get(path)
            .body(Body::empty())
            .expect("a path");
        let response = Client::try_from(config)?.send(request).await?;
        let status = response.status().as_u16();
        let body = response.into_body().collect_bytes().await?;
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }

    /// Takes away all that was installed, and ends the server.
    pub(crate) async fn uninstall(self) -> Result {
        for path in &self.others {
            self.cluster.delete(path).send().await?.ok()?;
        }
        for crd in &self.crds {
            self.cluster.uninstall(crd).await?;
        }
        self.running.shutdown().now();
        Ok(())
    }
}

/// Where an object is to be found.
pub(crate) fn path(object: &Value) -> String {
    let text = |pointer: &str| object.pointer(pointer).and_then(Value::as_str);
    let version = text("/apiVersion").unwrap_or_default();
    let api = if version.contains('/') { "apis" } else { "api" };
    let within =
        text("/metadata/namespace").map_or(String::new(), |name| format!("namespaces/{name}/"));
    let plural = format!("{}s", text("/kind").unwrap_or_default().to_lowercase());
    format!(
        "/{api}/{version}/{within}{plural}/{}",
        text("/metadata/name").unwrap_or_default()
    )
}

/// Asks again until the answer is yes: webhook configurations take effect when the API server's watch brings them.
pub(crate) async fn until(what: &str, mut asks: impl AsyncFnMut() -> Result<bool>) -> Result {
    let deadline = Instant::now() + Duration::from_secs(90);
    while !asks().await? {
        assert!(Instant::now() < deadline, "waited in vain until {what}");
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}
