//! What is installed, and what stands in it over time.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use e2e::{Cluster, Crd, Result};
use k8s_openapi::ByteString;
use serde_json::{Value, json};
use tokio::time::sleep;
use wheelwright::webhook::deploy::Installation;
use wheelwright::webhook::tls::ManagedNames;

use super::seal::{Seals, server};

pub(super) const NAMESPACE: &str = "certificates-e2e";
pub(super) const SECRET: &str = "/api/v1/namespaces/certificates-e2e/secrets/seal-tls";
pub(super) const USER: &str = "system:serviceaccount:certificates-e2e:seal";
const NAME: &str = "seal-e2e";
const POLL: Duration = Duration::from_millis(100);

/// A webhook that somebody else added to our configurations.
const OTHER: &str = "other.certificates.e2e.example.com";

pub(super) fn names(host: &str) -> ManagedNames {
    ManagedNames::new(NAMESPACE, "seal-tls")
        .url_host(host)
        .crd(Seals::manifest().name())
        .mutating(NAME)
        .validating(NAME)
}

/// The Secret's and the registrations' state at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// The certificate that is served.
    pub(super) leaf: String,
    /// The authorities that the Secret names.
    pub(super) held: Vec<String>,
    /// Those that the CRD and the two configurations trust.
    pub(super) trusted: [Vec<String>; 3],
}

impl Seen {
    /// Whether the registrations trust what the Secret says.
    pub(super) fn agrees(&self) -> bool {
        let sorted = |bundle: &[String]| {
            let mut bundle = bundle.to_vec();
            bundle.sort();
            bundle
        };
        let held = sorted(&self.held);
        self.trusted.iter().all(|bundle| sorted(bundle) == held)
    }
}

pub(super) struct Site {
    pub(super) cluster: Cluster,
    pub(super) crd: Crd,
    /// The CRD and the configurations, as they were installed.
    installed: [(String, Value); 3],
    history: Arc<Mutex<Vec<Seen>>>,
}

impl Site {
    /// The CRD and the configurations, with no CA bundle of ours, and who may change them.
    pub(super) async fn install(cluster: Cluster, host: &str, port: u16) -> Result<Self> {
        allow(&cluster, &names(host)).await?;
        let registrations = server().registrations().expect("handlers that fit");
        let objects = Installation::at_url(NAME, format!("https://{host}:{port}"))
            .crd(Seals::manifest())
            .registrations(registrations)
            .objects()
            .expect("nothing is refused");
        let [definition, configurations @ ..] = objects.as_slice() else {
            panic!("nothing to install");
        };
        let crd = cluster.install(definition).await?;
        let mut paths = vec![crd.definition()];
        for configuration in configurations {
            let mut configuration = configuration.clone();
            let mut other = configuration["webhooks"][0].clone();
            other["name"] = json!(OTHER);
            other["rules"][0]["apiGroups"] = json!(["none.e2e.example.com"]);
            other["clientConfig"] =
                json!({"url": "https://other.example.com/x", "caBundle": "b3RoZXI="});
            if let Some(webhooks) = configuration["webhooks"].as_array_mut() {
                webhooks.insert(0, other);
            }
            let kind = configuration["kind"].as_str().unwrap_or_default();
            let path = format!(
                "/apis/admissionregistration.k8s.io/v1/{}s/{NAME}",
                kind.to_lowercase()
            );
            // One that an earlier test left, with its CA bundle.
            cluster.delete(&path).send().await?;
            let applied = cluster.apply(&path, "e2e", &configuration).send();
            applied.await?.ok()?;
            paths.push(path);
        }
        let [a, b, c] = paths.try_into().expect("a CRD and two configurations");
        let installed = [
            (a.clone(), stripped(&cluster, &a).await?),
            (b.clone(), stripped(&cluster, &b).await?),
            (c.clone(), stripped(&cluster, &c).await?),
        ];
        let history = Arc::default();
        Ok(Self {
            cluster,
            crd,
            installed,
            history,
        })
    }

    /// Looks again and again, until the runtime ends.
    pub(super) fn watch(self: &Arc<Self>) {
        let site = Arc::clone(self);
        tokio::spawn(async move {
            loop {
                if let Ok(Some(seen)) = site.see().await {
                    let mut history = site.history();
                    if history.last() != Some(&seen) {
                        history.push(seen);
                    }
                }
                sleep(POLL).await;
            }
        });
    }

    pub(super) fn history(&self) -> MutexGuard<'_, Vec<Seen>> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// None while there is no Secret, or one that nobody can serve.
    pub(super) async fn see(&self) -> Result<Option<Seen>> {
        let mut trusted = Vec::new();
        for (path, _) in &self.installed {
            let object = self.cluster.get(path).send().await?.ok()?.body;
            let config = object.pointer("/spec/conversion/webhook/clientConfig");
            let config = config.unwrap_or_else(|| &object["webhooks"][1]["clientConfig"]);
            trusted.push(blocks(&config["caBundle"]));
        }
        let secret = self.cluster.get(SECRET).send().await?;
        let seen = Seen {
            leaf: blocks(secret.at("/data/tls.crt")).concat(),
            held: blocks(secret.at("/data/ca.crt")),
            trusted: trusted.try_into().expect("three registrations"),
        };
        Ok((!seen.leaf.is_empty() && !seen.held.is_empty()).then_some(seen))
    }

    pub(super) async fn wait(&self, what: &str, wished: impl Fn(&Seen) -> bool) -> Result<Seen> {
        let look = async || Ok(self.see().await?.filter(|seen| wished(seen)));
        until(what, look).await
    }

    /// All that is not a CA bundle of ours is as it was installed.
    pub(super) async fn assert_others_untouched(&self) -> Result {
        for (path, installed) in &self.installed {
            assert_eq!(stripped(&self.cluster, path).await?, *installed, "{path}");
        }
        Ok(())
    }

    pub(super) async fn uninstall(&self) -> Result {
        for (path, _) in &self.installed[1..] {
            self.cluster.delete(path).send().await?.ok()?;
        }
        self.cluster.uninstall(&self.crd).await?;
        let rbac = "/apis/rbac.authorization.k8s.io/v1";
        for path in [
            format!("{rbac}/clusterroles/{NAME}"),
            format!("{rbac}/clusterrolebindings/{NAME}"),
            format!("/api/v1/namespaces/{NAMESPACE}"),
        ] {
            self.cluster.delete(path).send().await?.ok()?;
        }
        Ok(())
    }
}

/// What a service account may do, and nothing else.
async fn allow(cluster: &Cluster, names: &ManagedNames) -> Result {
    let rbac = "rbac.authorization.k8s.io";
    let subjects = json!([{"kind": "ServiceAccount", "name": "seal", "namespace": NAMESPACE}]);
    let namespace =
        json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAMESPACE}});
    let path = format!("/api/v1/namespaces/{NAMESPACE}");
    let applied = cluster.apply(path, "e2e", &namespace).send();
    applied.await?.ok()?;
    for (kind, within, rules) in [
        (
            "Role",
            format!("namespaces/{NAMESPACE}/"),
            json!(names.role()),
        ),
        ("ClusterRole", String::new(), json!(names.cluster_role())),
    ] {
        let role = json!({
            "apiVersion": format!("{rbac}/v1"), "kind": kind, "metadata": {"name": NAME}, "rules": rules,
        });
        let binding = json!({
            "apiVersion": format!("{rbac}/v1"), "kind": format!("{kind}Binding"), "metadata": {"name": NAME},
            "roleRef": {"apiGroup": rbac, "kind": kind, "name": NAME}, "subjects": subjects,
        });
        let plural = kind.to_lowercase();
        for (plural, object) in [
            (format!("{plural}s"), role),
            (format!("{plural}bindings"), binding),
        ] {
            let path = format!("/apis/{rbac}/v1/{within}{plural}/{NAME}");
            let applied = cluster.apply(path, "e2e", &object).send();
            applied.await?.ok()?;
        }
    }
    Ok(())
}

/// What people wrote into an object, but for the CA bundle of ours.
async fn stripped(cluster: &Cluster, path: &str) -> Result<Value> {
    let mut object = cluster.get(path).send().await?.ok()?.body;
    let strip = |config: &mut Value| {
        if let Some(config) = config.as_object_mut() {
            config.remove("caBundle");
        }
    };
    if let Some(config) = object.pointer_mut("/spec/conversion/webhook/clientConfig") {
        strip(config);
    }
    let webhooks = object["webhooks"].as_array_mut();
    for webhook in webhooks.into_iter().flatten() {
        if webhook["name"] != OTHER {
            strip(&mut webhook["clientConfig"]);
        }
    }
    Ok(json!([
        object["metadata"]["labels"],
        object["spec"],
        object["webhooks"]
    ]))
}

/// The certificates of a bundle.
fn blocks(field: &Value) -> Vec<String> {
    let bytes = serde_json::from_value::<ByteString>(field.clone()).unwrap_or_default();
    let text = String::from_utf8(bytes.0).unwrap_or_default();
    let blocks = text.split_inclusive("-----END CERTIFICATE-----\n");
    blocks
        .filter(|block| block.contains("-----BEGIN CERTIFICATE-----"))
        .map(str::to_owned)
        .collect()
}

/// Looks until there is something.
pub(super) async fn until<T, F: Future<Output = Result<Option<T>>>>(
    what: &str,
    look: impl Fn() -> F,
) -> Result<T> {
    let deadline = Instant::now() + Duration::from_secs(90);
    loop {
        if let Some(found) = look().await? {
            return Ok(found);
        }
        assert!(Instant::now() < deadline, "waited in vain until {what}");
        sleep(POLL).await;
    }
}
