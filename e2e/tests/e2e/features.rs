//! One kind that uses what a derive can say, through `kube::Api`.

use e2e::{Cluster, Result, TABLE};
use kube::api::{Api, DeleteParams, ListParams, Patch, PatchParams, PostParams};
use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema};

const GROUP: &str = "gears.e2e.example.com";

/// A gear.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "gears.e2e.example.com", version = "v1", kind = "Gear", namespaced, storage, shortname = "gr", category = "e2egears",
    also(version = "v1beta1", deprecated = "v1beta1 Gear goes away; use v1"),
    also(version = "v1alpha1", deprecated),
    also(version = "v1alpha0", served = false),
    status = GearStatus,
    scale(spec = ".spec.replicas", status = ".status.replicas", selector = ".status.selector"),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp"),
    selectable = ".spec.colour",
    derive(PartialEq),
    annotation("example.com/note" = "kept"),
)]
#[serde(rename_all = "camelCase")]
struct GearSpec {
    /// How many teeth.
    #[schema(minimum = 3, column(name = "Teeth"))]
    teeth: u32,
    /// How many gears.
    #[schema(default = 1, minimum = 0)]
    #[serde(default = "one")]
    replicas: u32,
    /// The colour.
    #[schema(default = "grey")]
    #[serde(default)]
    colour: Colour,
    /// What it drives; keyed by name.
    #[schema(list_map_keys("name"))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    drives: Vec<Drive>,
    /// Never changes once it is set.
    #[schema(immutable, max_length = 63)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    serial: Option<String>,
    /// Anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    extra: Option<serde_json::Value>,
}

/// Colours.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Colour {
    /// Grey.
    #[default]
    Grey,
    /// Red.
    Red,
}

/// What a gear drives.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Drive {
    /// Its name.
    name: String,
    /// How fast.
    #[schema(default = 1)]
    #[serde(default = "one")]
    ratio: u32,
}

/// What is seen of the gears.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
struct GearStatus {
    /// How many turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    replicas: Option<i32>,
    /// Which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    selector: Option<String>,
}

fn one() -> u32 {
    1
}

wheelwright::wheel!(
    /// All versions of `Gear`.
    Gears = Gear
);

fn spec(teeth: u32) -> GearSpec {
    GearSpec {
        teeth,
        replicas: 2,
        colour: Colour::Red,
        drives: vec![Drive {
            name: "belt".into(),
            ratio: 3,
        }],
        serial: Some("a-1".into()),
        extra: Some(json!({"any": [1, {"thing": null}]})),
    }
}

#[tokio::test]
async fn a_derived_kind_is_used_through_kube() -> Result {
    let cluster = Cluster::shared().await?;
    let definition = serde_json::to_value(Gears::crd()).map_err(kube::Error::SerdeError)?;
    let crd = cluster.install(&definition).await?;
    assert_eq!(crd.served(), ["v1", "v1beta1", "v1alpha1"]);

    // Typed: what is written is read, at the typed version and through every other.
    let gears: Api<Gear> = Api::namespaced(cluster.client(), "default");
    let gear = Gear::new("first", spec(12));
    let created = gears.create(&PostParams::default(), &gear).await?;
    assert_eq!(created.spec, gear.spec);
    assert_eq!(gears.get("first").await?.spec, gear.spec);
    for (version, warning) in [
        ("v1", None),
        ("v1beta1", Some("v1beta1 Gear goes away; use v1".to_owned())),
        (
            "v1alpha1",
            Some(format!(
                "{GROUP}/v1alpha1 Gear is deprecated; use {GROUP}/v1 Gear"
            )),
        ),
    ] {
        let read = cluster
            .get(crd.object(version, "first"))
            .send()
            .await?
            .ok()?;
        assert_eq!(read.warnings, warning.into_iter().collect::<Vec<_>>());
        let read: Gear = serde_json::from_value(read.body).map_err(kube::Error::SerdeError)?;
        assert_eq!(read.spec, gear.spec, "{version}");
    }
    let gone = cluster.get(crd.object("v1alpha0", "first")).send().await?;
    assert_eq!(gone.code, 404);

    // Defaults and pruning.
    let bare = json!({
        "apiVersion": format!("{GROUP}/v1"), "kind": "Gear", "metadata": {"name": "bare"},
        "spec": {"teeth": 3, "drives": [{"name": "chain", "slack": 1}], "unknown": true},
    });
    let bare = cluster
        .create(crd.objects("v1"), &bare)
        .send()
        .await?
        .ok()?;
    assert_eq!(
        bare.at("/spec"),
        &json!({"teeth": 3, "replicas": 1, "colour": "grey", "drives": [{"name": "chain", "ratio": 1}]})
    );

    // Apply by two managers: the list map merges by its key.
    let apply = |manager: &str, name: &str| {
        let object = json!({
            "apiVersion": format!("{GROUP}/v1"), "kind": "Gear", "metadata": {"name": "applied"},
            "spec": {"teeth": 7, "drives": [{"name": name}]},
        });
        (PatchParams::apply(manager).force(), Patch::Apply(object))
    };
    for name in ["left", "right"] {
        let (parameters, patch) = apply(name, name);
        gears.patch("applied", &parameters, &patch).await?;
    }
    let names: Vec<String> = gears
        .get("applied")
        .await?
        .spec
        .drives
        .into_iter()
        .map(|drive| drive.name)
        .collect();
    assert_eq!(names, ["left", "right"]);

    // Status and scale.
    let status = json!({"status": {"replicas": 2, "selector": "app=gear"}, "spec": {"teeth": 99}});
    let patched = gears
        .patch_status("first", &PatchParams::default(), &Patch::Merge(status))
        .await?;
    assert_eq!(patched.spec.teeth, 12);
    assert_eq!(patched.status.and_then(|status| status.replicas), Some(2));
    let scale = gears.get_scale("first").await?;
    assert_eq!(scale.spec.and_then(|spec| spec.replicas), Some(2));
    assert_eq!(
        scale.status.and_then(|status| status.selector),
        Some("app=gear".into())
    );
    gears
        .patch_scale(
            "first",
            &PatchParams::default(),
            &Patch::Merge(json!({"spec": {"replicas": 4}})),
        )
        .await?;
    assert_eq!(gears.get("first").await?.spec.replicas, 4);

    // Selectable fields, columns, names.
    let red = gears
        .list(&ListParams::default().fields("spec.colour=red"))
        .await?;
    assert_eq!(red.items.len(), 1);
    let table = cluster
        .get(crd.objects("v1"))
        .accept(TABLE)
        .send()
        .await?
        .ok()?;
    let headings: Vec<_> = (0..4)
        .map(|n| table.at(&format!("/columnDefinitions/{n}/name")).clone())
        .collect();
    assert_eq!(json!(headings), json!(["Name", "Age", "Teeth", null]));
    for name in ["gr", "gear", "e2egears"] {
        let shown = cluster.kubectl(&["get", name, "-n", "default", "-o", "name"])?;
        assert!(shown.contains("/first"), "kubectl get {name}: {shown}");
    }

    // Immutable: neither changed nor unset.
    for serial in [json!("b-2"), json!(null)] {
        let refused = cluster
            .merge_patch(
                crd.object("v1", "first"),
                &json!({"spec": {"serial": serial}}),
            )
            .send()
            .await?;
        assert_eq!(refused.code, 422, "{refused:?}");
    }
    let unset = gears.get("bare").await?.spec.serial;
    assert_eq!(unset, None);

    gears.delete("first", &DeleteParams::default()).await?;
    cluster.uninstall(&crd).await
}

/// An error of the server is the client's, and names the field.
#[tokio::test]
async fn a_derived_schema_refuses_by_field() -> Result {
    let cluster = Cluster::shared().await?;
    let mut definition = serde_json::to_value(Gears::crd()).map_err(kube::Error::SerdeError)?;
    // Names of its own too: the other test asks kubectl for `gear`, without a group.
    let group = "refused.e2e.example.com";
    definition["metadata"]["name"] = json!(format!("sprockets.{group}"));
    definition["spec"]["group"] = json!(group);
    definition["spec"]["names"] = json!({"plural": "sprockets", "kind": "Sprocket"});
    let crd = cluster.install(&definition).await?;
    for (spec, field) in [
        (json!({}), "spec.teeth"),
        (json!({"teeth": 2}), "spec.teeth"),
        (json!({"teeth": 3, "colour": "blue"}), "spec.colour"),
        (
            json!({"teeth": 3, "replicas": 4_294_967_296_u64}),
            "spec.replicas",
        ),
        (
            json!({"teeth": 3, "drives": [{"name": "a"}, {"name": "a"}]}),
            "spec.drives[1]",
        ),
        (json!({"teeth": 3, "drives": [{}]}), "spec.drives[0].name"),
    ] {
        let object = json!({
            "apiVersion": format!("{group}/v1"), "kind": "Sprocket", "metadata": {"name": "bad"}, "spec": spec,
        });
        let refused = cluster.create(crd.objects("v1"), &object).send().await?;
        assert_eq!(refused.code, 422, "{refused:?}");
        assert_eq!(
            refused.at("/details/causes/0/field"),
            &json!(field),
            "{refused:?}"
        );
    }
    cluster.uninstall(&crd).await
}
