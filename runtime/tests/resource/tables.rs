//! What `#[crd(…)]` says is in the tables.

use wheelwright::CustomResource;
use wheelwright::table::{
    ClientConfig, Conversion, Deprecation, Key, Presence, Root, Scope, SpecPlace, Tree,
};

use crate::pizza::{Pizza, Pizzas, v1alpha1};
use crate::variants::{Bulb, Choice, CronTab, Shade};

const HUB: &Root = Pizza::ROOT;
const SPOKE: &Root = v1alpha1::Pizza::ROOT;

#[test]
fn names_are_made_from_the_kind() {
    let names = |root: &Root| [root.kind, root.plural, root.singular, root.list_kind];
    assert_eq!(names(HUB), ["Pizza", "pizzas", "pizza", "PizzaList"]);
    assert_eq!(
        names(Choice::ROOT),
        ["Choice", "choices", "choice", "ChoiceList"]
    );
    assert_eq!(
        names(Shade::ROOT),
        ["lamp-shade", "lamp-shades", "lamp-shade", "lamp-shadeList"]
    );
}

#[test]
fn a_spoke_has_what_its_hub_says_once_for_all_versions() {
    for said in [
        |root: &Root| format!("{} {} {}", root.group, root.kind, root.plural),
        |root: &Root| format!("{} {} {:?}", root.singular, root.list_kind, root.scope),
        |root: &Root| format!("{:?} {:?}", root.short_names, root.categories),
        |root: &Root| {
            format!(
                "{:?} {:?} {:?}",
                root.annotations, root.labels, root.conversion
            )
        },
    ] {
        assert_eq!(said(SPOKE), said(HUB));
    }
    assert_eq!(HUB.short_names, ["pz", "pie"]);
    assert_eq!(HUB.annotations, [("example.com/owner", "kitchen")]);
    assert_eq!(HUB.labels, [("team", "kitchen")]);
}

#[test]
fn each_version_says_its_own() {
    assert_eq!(
        (HUB.version, HUB.served, HUB.storage, HUB.deprecation),
        ("v1beta1", true, true, Deprecation::No)
    );
    let spoke = (
        SPOKE.version,
        SPOKE.served,
        SPOKE.storage,
        SPOKE.deprecation,
    );
    assert_eq!(
        spoke,
        ("v1alpha1", false, false, Deprecation::Text("use v1beta1"))
    );
    assert_eq!((HUB.columns.len(), SPOKE.columns.len()), (2, 0));
    assert!(SPOKE.scale.is_none() && SPOKE.selectable.is_empty());
    assert_eq!(HUB.selectable, [".spec.name"]);
    let cost = HUB.columns[0];
    assert_eq!(
        (cost.name, cost.ty, cost.path, cost.format, cost.priority),
        ("Cost", "number", ".status.cost", "double", 1)
    );
    let scale = HUB.scale.unwrap();
    assert_eq!(
        (scale.spec, scale.status, scale.selector),
        (".spec.slices", ".status.slices", Some(".status.selector"))
    );
    assert_eq!(SPOKE.status.map(|ty| ty.name), Some("PizzaStatus"));
}

#[test]
fn further_versions_stand_beside_their_struct() {
    let root = CronTab::ROOT;
    let also: Vec<_> = root
        .also
        .iter()
        .map(|also| (also.version, also.served, also.storage, also.deprecation))
        .collect();
    assert_eq!(
        also,
        [
            ("v1", false, false, Deprecation::No),
            ("v1beta1", true, true, Deprecation::Standard)
        ],
    );
    assert_eq!((root.version, root.storage), ("v2", false));
}

#[test]
fn the_spec_stands_where_it_is_said() {
    assert!(
        matches!(HUB.spec, SpecPlace::Spec(ty) if ty.name == "PizzaSpec" && ty.doc == "A pizza to bake.")
    );
    assert!(matches!(CronTab::ROOT.spec, SpecPlace::Root(ty) if ty.name == "CronTabFields"));
    assert_eq!(CronTab::ROOT.scope, Scope::Cluster);
    assert_eq!(HUB.scope, Scope::Namespaced);
}

#[test]
fn the_root_has_its_own_schema() {
    assert!(matches!(HUB.schema.spec, Presence::Required));
    assert!(!HUB.schema.metadata_required && HUB.schema.type_meta.is_empty());
    assert!(matches!(Shade::ROOT.schema.spec, Presence::Optional));
    assert!(Shade::ROOT.schema.metadata_required);
    let bulb = Bulb::ROOT.schema;
    assert!(matches!(
        bulb.spec,
        Presence::Default(Tree::Object(&[("watts", Tree::Int(5))]))
    ));
    assert_eq!(bulb.type_meta, ["apiVersion", "kind", "metadata"]);
    assert!(bulb.type_meta_required);
    assert!(matches!(bulb.name, [Key::MaxLength(20)]));
    assert!(matches!(bulb.generate_name, [Key::MaxLength(14)]));
    assert!(matches!(bulb.keys, [Key::Rule(rule)] if rule.message == Some("choose a name")));
    assert!(Bulb::ROOT.never_storage && !Bulb::ROOT.storage);
}

#[test]
fn webhooks_are_asked_in_both_review_versions_unless_said() {
    let Some(Conversion::Webhook {
        client: ClientConfig::Service(service),
        review_versions,
    }) = HUB.conversion
    else {
        panic!("{:?}", HUB.conversion);
    };
    assert_eq!(
        (service.namespace, service.name, service.path, service.port),
        ("kitchen", "webhook", "/convert", 8443)
    );
    assert_eq!(review_versions, ["v1", "v1beta1"]);
    assert!(matches!(Bulb::ROOT.conversion, Some(Conversion::None)));
    assert!(CronTab::ROOT.conversion.is_none());
}

#[test]
fn places_lead_to_the_attribute() {
    assert!(HUB.place.file.ends_with("pizza.rs"), "{}", HUB.place.file);
    assert!(
        HUB.place.module.ends_with("::pizza"),
        "{}",
        HUB.place.module
    );
    // The line of `#[crd(` above the struct.
    let source = include_str!("pizza.rs");
    let line = source.lines().position(|line| line == "#[crd(").unwrap() + 1;
    assert_eq!(HUB.place.line as usize, line);
}

#[test]
fn a_wheel_holds_the_hub_and_then_the_spokes() {
    let versions: Vec<_> = Pizzas::roots().iter().map(|root| root.version).collect();
    assert_eq!(versions, ["v1beta1", "v1alpha1"]);
    let _: fn(Pizzas) -> wheelwright::Wheel<Pizza, (v1alpha1::Pizza, ())> = |wheel| wheel;
}
