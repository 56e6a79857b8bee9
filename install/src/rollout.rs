//! Whether every replica of the webhook is of one release: what the Deployments say.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value;
use wheelwright_migration::request::{Answer, Ask, Cluster, read, segment};

use crate::error::InstallError;
use crate::stanza::Service;

type Condition = Arc<dyn Fn() -> Pin<Box<dyn Future<Output = bool> + Send>> + Send + Sync>;

/// How it is known.
#[derive(Clone, Default)]
pub(crate) enum Rollout {
    /// By the Deployments whose pods the webhook's Service selects.
    #[default]
    Service,
    Deployment {
        namespace: String,
        name: String,
    },
    Condition(Condition),
}

/// What is known now.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Rolled {
    Out,
    Waiting(String),
    /// It cannot be known, and why.
    Unknown(String),
}

impl Rollout {
    pub(crate) fn when<F>(condition: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = bool> + Send + 'static,
    {
        Self::Condition(Arc::new(move || Box::pin(condition())))
    }

    /// Whether the caller has said how it is known.
    pub(crate) const fn is_said(&self) -> bool {
        !matches!(self, Self::Service)
    }

    pub(crate) async fn state(
        &self,
        cluster: &Cluster<'_>,
        service: Option<&Service>,
    ) -> Result<Rolled, InstallError> {
        match (self, service) {
            (Self::Condition(condition), _) => Ok(if condition().await {
                Rolled::Out
            } else {
                Rolled::Waiting("the condition that was given does not hold".to_owned())
            }),
            (Self::Deployment { namespace, name }, _) => {
                let (within, named) = (segment(namespace), segment(name));
                let path = format!("/apis/apps/v1/namespaces/{within}/deployments/{named}");
                let deployment = get(cluster, "deployments.apps", namespace, &path).await?;
                Ok(match deployment {
                    Some(deployment) => all(&[deployment]),
                    None => Rolled::Waiting(format!("there is no Deployment {namespace}/{name}")),
                })
            }
            (Self::Service, Some(service)) => of_service(cluster, service).await,
            (Self::Service, None) => Ok(Rolled::Unknown(
                "the webhook is at a URL, behind which there may be anything".to_owned(),
            )),
        }
    }
}

impl fmt::Debug for Rollout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Service => f.write_str("Service"),
            Self::Deployment { namespace, name } => write!(f, "Deployment({namespace}/{name})"),
            Self::Condition(_) => f.write_str("Condition"),
        }
    }
}

async fn of_service(cluster: &Cluster<'_>, service: &Service) -> Result<Rolled, InstallError> {
    let Service { namespace, name } = service;
    let within = segment(namespace);
    let path = format!("/api/v1/namespaces/{within}/services/{}", segment(name));
    let Some(found) = get(cluster, "services", namespace, &path).await? else {
        return Ok(Rolled::Unknown(format!(
            "there is no Service {namespace}/{name}"
        )));
    };
    let selector = found["spec"]["selector"].as_object();
    let Some(selector) = selector.filter(|selector| !selector.is_empty()) else {
        return Ok(Rolled::Unknown(format!(
            "the Service {namespace}/{name} selects no pods"
        )));
    };
    let path = format!("/apis/apps/v1/namespaces/{within}/deployments");
    let list = request(cluster, "list", "deployments.apps", namespace, &path).await?;
    let deployments = list.unwrap_or_default();
    let deployments = deployments["items"].as_array().into_iter().flatten();
    let selected: Vec<Value> = deployments
        .filter(|deployment| {
            let labels = &deployment["spec"]["template"]["metadata"]["labels"];
            selector
                .iter()
                .all(|(key, value)| labels.get(key) == Some(value))
        })
        .cloned()
        .collect();
    if selected.is_empty() {
        return Ok(Rolled::Unknown(format!(
            "no Deployment has the pods of the Service {namespace}/{name}"
        )));
    }
    Ok(all(&selected))
}

fn all(deployments: &[Value]) -> Rolled {
    let waits = deployments.iter().find_map(lag);
    waits.map_or(Rolled::Out, Rolled::Waiting)
}

/// What a Deployment lacks, by <https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#complete-deployment>. Pods that
/// are about to end answer no more: the Service has left them out.
fn lag(deployment: &Value) -> Option<String> {
    let (spec, status) = (&deployment["spec"], &deployment["status"]);
    let name = deployment["metadata"]["name"].as_str().unwrap_or_default();
    let count = |key: &str| status[key].as_u64().unwrap_or(0);
    let generation = deployment["metadata"]["generation"].as_u64().unwrap_or(0);
    if count("observedGeneration") < generation {
        return Some(format!(
            "the Deployment {name} was changed, and nothing has been done about it yet"
        ));
    }
    let wanted = spec["replicas"].as_u64().unwrap_or(1);
    let (updated, all, available) = (
        count("updatedReplicas"),
        count("replicas"),
        count("availableReplicas"),
    );
    if wanted == 0 {
        return Some(format!(
            "the Deployment {name} is to have no replica, so that nobody answers"
        ));
    }
    let is_whole = updated == wanted && all == wanted && available == wanted;
    (!is_whole).then(|| {
        format!("of {wanted} replicas of the Deployment {name} {updated} are new and {available} available, beside {} old ones", all.saturating_sub(updated))
    })
}

async fn get(
    cluster: &Cluster<'_>,
    resource: &str,
    namespace: &str,
    path: &str,
) -> Result<Option<Value>, InstallError> {
    request(cluster, "get", resource, namespace, path).await
}

async fn request(
    cluster: &Cluster<'_>,
    verb: &str,
    resource: &str,
    namespace: &str,
    path: &str,
) -> Result<Option<Value>, InstallError> {
    let ask = Ask::get(path);
    match cluster.ask(&ask).await? {
        Answer::Failure(failure) if failure.code == 404 => Ok(None),
        Answer::Failure(failure) if failure.is_missing_right(verb) => Err(InstallError::NoRight {
            verb: verb.to_owned(),
            resource: format!("{resource} in the namespace {namespace}"),
            message: failure.message,
        }),
        answer => Ok(Some(read(&ask, answer)?)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn deployment(generation: u64, replicas: u64, status: &Value) -> Value {
        json!({
            "metadata": {"name": "pizza", "generation": generation},
            "spec": {"replicas": replicas},
            "status": status,
        })
    }

    #[test]
    fn a_deployment_is_out_when_all_replicas_are_new_and_no_other_is_left() {
        let status = |observed: u64, updated: u64, all: u64, available: u64| json!({"observedGeneration": observed, "updatedReplicas": updated, "replicas": all, "availableReplicas": available});
        let lag =
            |generation, replicas, status: &Value| lag(&deployment(generation, replicas, status));
        assert_eq!(lag(2, 3, &status(2, 3, 3, 3)), None);
        // Not seen yet, not all new, an old one left, one not available, scaled to nothing.
        for (observed, updated, all, available) in
            [(1, 3, 3, 3), (2, 2, 3, 3), (2, 3, 4, 4), (2, 3, 3, 2)]
        {
            assert!(lag(2, 3, &status(observed, updated, all, available)).is_some());
        }
        assert!(lag(2, 0, &status(2, 0, 0, 0)).is_some());
        assert!(lag(1, 1, &json!({})).is_some());
    }
}
