//! A server that installs its own CRD, called through a Service, on a real API server: the stanza is stripped beside readers and writers,
//! the stored version changes, all is uninstalled, and no object is any different.

mod loaf;

use std::net::{IpAddr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use e2e::{Cluster, Error, Result, webhook_host};
use kube::client::Body;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;
use wheelwright::install::{Install, InstallError, Outcome};
use wheelwright::webhook::tls::Memory;
use wheelwright::webhook::{Running, Server};

use crate::hosted::{RUNTIME, until};
use loaf::{CRD, Loaves, stores_v1alpha1, stores_v1beta1};

const DEFINITION: &str =
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/loaves.install.e2e.example.com";
const SERVICES: &str = "/api/v1/namespaces/default/services";
const SLICES: &str = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
const DEPLOYMENTS: &str = "/apis/apps/v1/namespaces/default/deployments";
const HOST: &str = "loaf.default.svc";

/// The address under which the cluster reaches this machine through a Service; it takes no address of the loopback.
pub(crate) fn address() -> IpAddr {
    if let Ok(given) = webhook_host().1.parse::<IpAddr>()
        && !given.is_loopback()
    {
        return given;
    }
    // Nothing is sent: only the way there is looked up.
    let socket = UdpSocket::bind("0.0.0.0:0").expect("a socket");
    let way = socket.connect("198.51.100.1:9");
    way.expect("a network other than the loopback, for endpoints of a Service are refused there");
    socket.local_addr().expect("an address").ip()
}

/// The Service of the webhook, and a Deployment that has its pods by name alone: no controller makes any.
struct Site {
    cluster: Cluster,
}

impl Site {
    async fn new() -> Result<Self> {
        let site = Self {
            cluster: Cluster::shared().await?,
        };
        site.clear().await?;
        let service = json!({
            "apiVersion": "v1", "kind": "Service", "metadata": {"name": "loaf"},
            "spec": {"selector": {"app": "loaf"}, "ports": [{"name": "https", "port": 443, "targetPort": 9443}]},
        });
        site.cluster.create(SERVICES, &service).send().await?.ok()?;
        let deployment = json!({
            "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "loaf"},
            "spec": {
                // In a cluster of somebody's own nothing is to run.
                "paused": true, "replicas": 2, "selector": {"matchLabels": {"app": "loaf"}},
                "template": {
                    "metadata": {"labels": {"app": "loaf"}},
                    "spec": {"containers": [{"name": "loaf", "image": "example.com/loaf"}]},
                },
            },
        });
        site.cluster
            .create(DEPLOYMENTS, &deployment)
            .send()
            .await?
            .ok()?;
        Ok(site)
    }

    /// What the Deployment says of its replicas, of which so many are new.
    async fn roll_out(&self, new: u64) -> Result {
        let path = format!("{DEPLOYMENTS}/loaf");
        let found = self.cluster.get(&path).send().await?.ok()?;
        let status = json!({"status": {
            "observedGeneration": found.body["metadata"]["generation"],
            "replicas": 2, "readyReplicas": 2, "availableReplicas": 2, "updatedReplicas": new,
        }});
        let request = self.cluster.merge_patch(format!("{path}/status"), &status);
        request.send().await?.ok()?;
        Ok(())
    }

    /// Has the Service lead to that port of this machine.
    async fn lead(&self, port: u16) -> Result {
        let address = address();
        let family = if address.is_ipv4() { "IPv4" } else { "IPv6" };
        let slice = json!({
            "apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSlice",
            "metadata": {"name": "loaf-e2e", "labels": {"kubernetes.io/service-name": "loaf"}},
            "addressType": family, "ports": [{"name": "https", "port": port, "protocol": "TCP"}],
            "endpoints": [{"addresses": [address.to_string()], "conditions": {"ready": true}}],
        });
        let request = self
            .cluster
            .apply(format!("{SLICES}/loaf-e2e"), "e2e", &slice);
        request.send().await?.ok()?;
        Ok(())
    }

    /// A server that installs as the release `2.0.0`, and stores `v1alpha1`.
    async fn serve(&self, tls: &Memory) -> Result<Running> {
        let tls = tls.clone();
        let running = RUNTIME.spawn(async move {
            let client = Cluster::shared().await?.client();
            let install = Install::new([stores_v1alpha1()])
                .release("2.0.0")
                .settle(Duration::ZERO);
            let server = Server::new()
                .wheel::<Loaves>()
                .installs(client, install)
                .listen("0.0.0.0:0")
                .drain(Duration::ZERO);
            let running = server.bind(tls).await;
            running.map_err(|error| Error::Webhook(error.to_string()))
        });
        running.await.expect("the server starts")
    }

    async fn definition(&self) -> Result<Value> {
        Ok(self.cluster.get(DEFINITION).send().await?.ok()?.body)
    }

    async fn strategy(&self) -> Result<Value> {
        Ok(self.definition().await?["spec"]["conversion"]["strategy"].take())
    }

    /// What a package manager does whose CRD has no stanza.
    async fn strip(&self) -> Result {
        let none = json!({"spec": {"conversion": {"strategy": "None", "webhook": null}}});
        self.cluster
            .merge_patch(DEFINITION, &none)
            .send()
            .await?
            .ok()?;
        Ok(())
    }

    async fn create(&self, version: &str, name: &str, field: &str, grams: u64) -> Result {
        let object = json!({
            "apiVersion": format!("install.e2e.example.com/{version}"), "kind": "Loaf",
            "metadata": {"name": name}, "spec": {field: grams},
        });
        self.cluster
            .create(objects(version), &object)
            .send()
            .await?
            .ok()?;
        Ok(())
    }

    /// The object's one field at a version, if it can be read now.
    async fn grams(&self, version: &str, name: &str) -> Result<Option<u64>> {
        let field = if version == "v1alpha1" {
            "weight"
        } else {
            "grams"
        };
        let answer = self
            .cluster
            .get(format!("{}/{name}", objects(version)))
            .send()
            .await?;
        Ok((answer.code == 200)
            .then(|| answer.body["spec"][field].as_u64())
            .flatten())
    }

    /// Every object reads so at both versions.
    async fn assert_whole(&self, expected: &[(&str, u64)]) -> Result {
        for (name, grams) in expected {
            for version in ["v1alpha1", "v1beta1"] {
                assert_eq!(
                    self.grams(version, name).await?,
                    Some(*grams),
                    "{name} at {version}"
                );
            }
        }
        Ok(())
    }

    /// What an earlier run left, or this one.
    async fn clear(&self) -> Result {
        for path in [
            DEFINITION.to_owned(),
            format!("{SERVICES}/loaf"),
            format!("{SLICES}/loaf-e2e"),
            format!("{DEPLOYMENTS}/loaf"),
        ] {
            let answer = self.cluster.delete(&path).send().await?;
            if answer.code != 404 {
                answer.ok()?;
            }
            let what = format!("{path} to be gone");
            self.cluster
                .poll(&what, &path, |answer| answer.code == 404)
                .await?;
        }
        Ok(())
    }
}

fn objects(version: &str) -> String {
    format!("/apis/install.e2e.example.com/{version}/namespaces/default/loaves")
}

/// How often a server restored the stanza, by its `/metrics`.
pub(crate) async fn restorations(
    tls: &Memory,
    running: &Running,
    host: &str,
    crd: &str,
) -> Result<u64> {
    use tokio_rustls::rustls::pki_types::{CertificateDer, pem::PemObject as _};
    let url = format!("https://{host}:{}", running.local_addr().port());
    let mut config = kube::Config::new(url.parse().expect("a URL"));
    let trusted = CertificateDer::from_pem_slice(tls.ca_bundle().as_bytes());
    config.root_cert = Some(vec![trusted.expect("a certificate").to_vec()]);
    config.tls_server_name = Some(host.to_owned());
    config.cluster_url = format!("https://127.0.0.1:{}", running.local_addr().port())
        .parse()
        .expect("a URL");
    let request = http::Request::get("/metrics")
        .body(Body::empty())
        .expect("a path");
    let response = kube::Client::try_from(config)?.send(request).await?;
    let text = response.into_body().collect_bytes().await?;
    let text = String::from_utf8_lossy(&text);
    let name = format!("wheelwright_restored_stanzas_total{{crd=\"{crd}\"}} ");
    let mut lines = text.lines().filter_map(|line| line.strip_prefix(&name));
    Ok(lines
        .next()
        .map_or(0, |count| count.parse().expect("a number")))
}

/// One test, for the CRD, the Service and the Deployment are one each.
#[tokio::test(flavor = "multi_thread")]
async fn a_crd_is_installed_kept_flipped_and_uninstalled_and_no_object_is_lost() -> Result {
    let site = Site::new().await?;
    let client = site.cluster.client();
    let tls = Memory::for_hosts([HOST]).expect("a certificate");
    let release_3 = || {
        Install::new([stores_v1beta1()])
            .release("3.0.0")
            .ca_bundle(tls.ca_bundle())
            .settle(Duration::ZERO)
            .patience(Duration::ZERO)
    };

    // Nobody serves yet: nothing is installed.
    let early = release_3().run(&client).await;
    let error = early.expect_err("the webhook is not there");
    assert!(
        matches!(error, InstallError::NotAnswering { .. }),
        "{error}"
    );
    assert_eq!(site.cluster.get(DEFINITION).send().await?.code, 404);

    // It serves, its Service leads to it, and it installs its CRD.
    let running = site.serve(&tls).await?;
    site.lead(running.local_addr().port()).await?;
    until("the CRD is installed and served", async || {
        Ok(site.cluster.get(objects("v1beta1")).send().await?.code == 200)
    })
    .await?;
    let stanza = site.definition().await?["spec"]["conversion"].take();
    assert_eq!(
        stanza["webhook"]["clientConfig"]["service"],
        json!({"namespace": "default", "name": "loaf", "path": "/convert", "port": 443})
    );
    let loaves = [("rye", 500), ("spelt", 750)];
    site.create("v1alpha1", "rye", "weight", 500).await?;
    site.create("v1beta1", "spelt", "grams", 750).await?;
    site.assert_whole(&loaves).await?;

    strip_beside_traffic(&site).await?;
    assert!(restorations(&tls, &running, HOST, CRD).await? >= 20);
    site.assert_whole(&loaves).await?;

    // The next release stores the other version, not before all its replicas are there.
    site.roll_out(1).await?;
    let error = release_3()
        .run(&client)
        .await
        .expect_err("an old replica is left");
    assert!(
        matches!(error, InstallError::NotRolledOut { .. }),
        "{error}"
    );
    assert_eq!(
        site.definition().await?["status"]["storedVersions"],
        json!(["v1alpha1"])
    );
    site.roll_out(2).await?;
    let report = release_3().run(&client).await;
    let report = report.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        (&report.crds[0].outcome, report.crds[0].storage.as_str()),
        (&Outcome::Updated, "v1beta1")
    );
    assert_eq!(
        site.definition().await?["status"]["storedVersions"],
        json!(["v1alpha1", "v1beta1"])
    );
    site.assert_whole(&loaves).await?;
    site.create("v1alpha1", "barley", "weight", 900).await?;
    let loaves = [("rye", 500), ("spelt", 750), ("barley", 900)];
    site.assert_whole(&loaves).await?;
    let again = release_3().run(&client).await;
    let again = again.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.crds[0].outcome, Outcome::Unchanged);
    // The release before leaves it so, whoever of them starts once more.
    let older = Install::new([stores_v1alpha1()])
        .release("2.0.0")
        .ca_bundle(tls.ca_bundle());
    let report = older.run(&client).await;
    let report = report.unwrap_or_else(|error| panic!("{error}"));
    let yielded = Outcome::Yielded {
        to: "3.0.0".to_owned(),
    };
    assert_eq!(report.crds[0].outcome, yielded);
    // A CRD without a version at which objects are stored is refused, with what to do.
    let mut alone = stores_v1beta1();
    alone["spec"]["versions"]
        .as_array_mut()
        .expect("versions")
        .pop();
    alone["spec"]["conversion"] = json!({"strategy": "None"});
    let error = Install::new([alone]).release("4.0.0").run(&client).await;
    let error = error.expect_err("objects are stored at v1alpha1");
    assert!(error.to_string().contains("wheelwright migrate"), "{error}");

    // Uninstalled: the webhook goes, the objects stay, and can be deleted.
    let uninstalled = release_3().uninstall(&client, |_| ()).await;
    let uninstalled = uninstalled.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(uninstalled[0].version.as_deref(), Some("v1beta1"));
    running.shutdown().now();
    running.join().await;
    assert_eq!(site.strategy().await?, "None");
    assert_eq!(
        site.definition().await?["status"]["storedVersions"],
        json!(["v1beta1"])
    );
    for (name, grams) in loaves {
        until("it is read with no webhook", async || {
            Ok(site.grams("v1beta1", name).await? == Some(grams))
        })
        .await?;
    }
    site.clear().await
}

/// The stanza is stripped again and again, while clients read at both versions, and write at the one that is stored: of what another
/// version reads in the moment until the stanza is back, nothing may be left.
async fn strip_beside_traffic(site: &Site) -> Result {
    let is_over = Arc::new(AtomicBool::new(false));
    let (reads, lost) = (Arc::<AtomicU64>::default(), Arc::<AtomicU64>::default());
    let mut clients = JoinSet::new();
    for number in 0..3_u64 {
        let name = format!("loaf-{number}");
        site.create("v1alpha1", &name, "weight", 0).await?;
        let (is_over, reads, lost) = (is_over.clone(), reads.clone(), lost.clone());
        clients.spawn(async move {
            let site = Site {
                cluster: Cluster::shared().await?,
            };
            let mut last = 0;
            while !is_over.load(Ordering::Relaxed) {
                last += 1;
                let change = json!({"spec": {"weight": last}});
                let path = format!("{}/{name}", objects("v1alpha1"));
                site.cluster.merge_patch(path, &change).send().await?.ok()?;
                // What is stored is what was written, whatever the stanza is.
                assert_eq!(site.grams("v1alpha1", &name).await?, Some(last), "{name}");
                reads.fetch_add(1, Ordering::Relaxed);
                if site.grams("v1beta1", &name).await? != Some(last) {
                    lost.fetch_add(1, Ordering::Relaxed);
                }
            }
            Ok::<_, Error>((name, last))
        });
    }
    for _ in 0..20 {
        site.strip().await?;
        until("the stanza is restored", async || {
            Ok(site.strategy().await? == "Webhook")
        })
        .await?;
        sleep(Duration::from_millis(100)).await;
    }
    is_over.store(true, Ordering::Relaxed);
    while let Some(ended) = clients.join_next().await {
        let (name, last) = ended.expect("a client")?;
        until("it reads at the other version", async || {
            Ok(site.grams("v1beta1", &name).await? == Some(last))
        })
        .await?;
    }
    let (reads, lost) = (reads.load(Ordering::Relaxed), lost.load(Ordering::Relaxed));
    println!(
        "20 times stripped: of {reads} reads at the other version {lost} fell into the moment until it was restored"
    );
    assert!(reads > 50, "{reads}");
    Ok(())
}

#[tokio::test]
async fn a_right_that_is_missing_is_named() -> Result {
    let cluster = Cluster::shared().await?;
    let client = cluster.client_of("wheelwright-e2e-installer").await?;
    let mut crd = stores_v1beta1();
    crd["metadata"]["name"] = "crumbs.install.e2e.example.com".into();
    crd["spec"]["names"] = json!({"plural": "crumbs", "singular": "crumb", "kind": "Crumb"});
    let none = Install::new([crd]).ca_bundle("unread").run(&client).await;
    let error = none.expect_err("no right at all").to_string();
    let words = "no right to get customresourcedefinitions.apiextensions.k8s.io: ";
    assert!(error.starts_with(words), "{error}");
    Ok(())
}
