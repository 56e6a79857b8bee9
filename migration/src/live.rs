//! The CRDs of a cluster and their objects, as clients read them.

use kube_client::Client;
use serde_json::{Map, Value};

use crate::access::Right;
use crate::definition::Definition;
use crate::error::MigrationError;
use crate::list::List;
use crate::migration::Migration;
use crate::request::Cluster;

/// Gives each object of a CRD, `pizzas.example.com`, in all namespaces, and how many follow where the server says it: at the version
/// that is stored, for which the server converts least, or else the served one of the highest priority. A page is held at a time.
///
/// # Errors
///
/// Where the cluster is not reached, has no such CRD or serves no version of it, the right to list is missing, or the server cannot
/// list, as where its own conversion fails for one of the objects.
pub async fn each(
    client: &Client,
    crd: &str,
    mut each: impl FnMut(Value, Option<u64>),
) -> Result<(), MigrationError> {
    let cluster = Cluster(client);
    let definition: Definition = Migration::new(crd).definition(&cluster, true).await?;
    let version = definition.asked_for()?;
    let path = definition.objects(version);
    let mut list = List::new(&cluster, definition.right("list"), path);
    while let Some(page) = list.next::<Value>().await? {
        let mut left = page.objects.len() as u64;
        let remaining = page.remaining.or_else(|| list.is_over().then_some(0));
        for object in page.objects {
            left -= 1;
            each(object, remaining.map(|after| after + left));
        }
    }
    Ok(())
}

/// The CRDs of a cluster, as they are installed: what kubectl shows of them.
///
/// # Errors
///
/// Where the cluster is not reached, or the right to list is missing.
pub async fn definitions(client: &Client) -> Result<Vec<Value>, MigrationError> {
    let cluster = Cluster(client);
    let right = Right {
        verb: "list",
        group: "apiextensions.k8s.io",
        resource: "customresourcedefinitions",
        subresource: "",
    };
    let path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions".to_owned();
    let mut list = List::new(&cluster, right, path).first();
    let mut definitions = Vec::new();
    while let Some(page) = list.next::<Map<String, Value>>().await? {
        definitions.extend(page.objects.into_iter().map(|mut definition| {
            // Items of a list do not say what they are.
            for (member, value) in [
                ("apiVersion", "apiextensions.k8s.io/v1"),
                ("kind", "CustomResourceDefinition"),
            ] {
                definition.entry(member).or_insert_with(|| value.into());
            }
            if let Some(Value::Object(metadata)) = definition.get_mut("metadata") {
                metadata.remove("managedFields");
            }
            Value::Object(definition)
        }));
    }
    Ok(definitions)
}
