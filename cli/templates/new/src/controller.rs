//! Keeps a `ConfigMap` for each `{{kind}}`, and says in its status how that went.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures_util::StreamExt as _;
use k8s_openapi::{
    api::core::v1::ConfigMap,
    apimachinery::pkg::apis::meta::v1::{Condition, Time},
    jiff::Timestamp,
};
use kube::{
    Api, Client, Resource as _, ResourceExt as _,
    api::{ObjectMeta, Patch, PatchParams},
    runtime::{Controller, controller::Action, watcher},
};
use serde_json::json;

use crate::v1::{self, {{kind}}Status};

/// Who wrote a field, and the label of what belongs to this program.
const MANAGER: &str = "{{app}}";
const MANAGED_BY: &str = "app.kubernetes.io/managed-by";

/// Works until `stop`, and ends what it has begun.
pub async fn control(client: Client, stop: impl Future<Output = ()> + Send + Sync + 'static) {
    let all = Api::<v1::{{kind}}>::all(client.clone());
    let own = watcher::Config::default().labels(&format!("{MANAGED_BY}={MANAGER}"));
    Controller::new(all, watcher::Config::default())
        .owns(Api::<ConfigMap>::all(client.clone()), own)
        .graceful_shutdown_on(stop)
        .run(reconcile, try_again, Arc::new(client))
        .for_each(|done| async move {
            match done {
                Ok((object, _)) => tracing::info!(%object, "is as it should be"),
                Err(error) => tracing::warn!(%error, "is tried again"),
            }
        })
        .await;
}

async fn reconcile(object: Arc<v1::{{kind}}>, client: Arc<Client>) -> Result<Action, kube::Error> {
    // What it owns goes with it, and would come back if it were written now.
    if object.metadata.deletion_timestamp.is_some() {
        return Ok(Action::await_change());
    }
    let client = Client::clone(&client);
    let (name, namespace) = (object.name_any(), object.namespace().unwrap_or_default());
    let maps = Api::<ConfigMap>::namespaced(client.clone(), &namespace);
    let params = PatchParams::apply(MANAGER).force();
    let map = config_map(&object);
    let there = maps.get_opt(&map.name_any()).await?;
    let ready = match there {
        Some(there) if !is_owned(&there, &object) => {
            let message = format!(
                "the ConfigMap {} belongs to somebody else",
                there.name_any()
            );
            condition(&object, false, "NameTaken", &message)
        }
        _ => {
            maps.patch(&map.name_any(), &params, &Patch::Apply(&map))
                .await?;
            condition(&object, true, "Applied", "the ConfigMap says it")
        }
    };
    let status = {{kind}}Status {
        observed_generation: object.metadata.generation,
        conditions: vec![ready],
    };
    if object.status.as_ref() != Some(&status) {
        let status = json!({
            "apiVersion": v1::{{kind}}::api_version(&()),
            "kind": v1::{{kind}}::kind(&()),
            "status": status,
        });
        Api::<v1::{{kind}}>::namespaced(client, &namespace)
            .patch_status(&name, &params, &Patch::Apply(status))
            .await?;
    }
    Ok(Action::requeue(Duration::from_hours(1)))
}

fn try_again(_: Arc<v1::{{kind}}>, _: &kube::Error, _: Arc<Client>) -> Action {
    Action::requeue(Duration::from_secs(10))
}

/// What an object asks for; it goes when the object goes.
#[must_use]
pub fn config_map(object: &v1::{{kind}}) -> ConfigMap {
    let spec = &object.spec;
    let text = if spec.loud {
        spec.text.to_uppercase()
    } else {
        spec.text.clone()
    };
    let lines = format!("{text}\n").repeat(spec.copies as usize);
    ConfigMap {
        metadata: ObjectMeta {
            name: Some(format!("{}-{{singular}}", object.name_any())),
            namespace: object.namespace(),
            labels: Some(BTreeMap::from([(MANAGED_BY.into(), MANAGER.into())])),
            owner_references: object.controller_owner_ref(&()).map(|owner| vec![owner]),
            ..ObjectMeta::default()
        },
        data: Some(BTreeMap::from([("text".into(), lines)])),
        ..ConfigMap::default()
    }
}

fn is_owned(map: &ConfigMap, object: &v1::{{kind}}) -> bool {
    let mut owners = map.owner_references().iter();
    owners.any(|owner| Some(&owner.uid) == object.metadata.uid.as_ref())
}

/// The condition `Ready`, with the time of its last change.
fn condition(object: &v1::{{kind}}, is_ready: bool, reason: &str, message: &str) -> Condition {
    let status = if is_ready { "True" } else { "False" };
    let before = object.status.iter().flat_map(|status| &status.conditions);
    let since = before
        .filter(|known| known.type_ == "Ready" && known.status == status)
        .map(|known| known.last_transition_time.clone())
        .next();
    Condition {
        type_: "Ready".into(),
        status: status.into(),
        reason: reason.into(),
        message: message.into(),
        observed_generation: object.metadata.generation,
        last_transition_time: since.unwrap_or_else(|| Time(Timestamp::now())),
    }
}
