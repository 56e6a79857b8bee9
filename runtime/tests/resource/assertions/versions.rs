//! Hub, spokes and wheel.

use wheelwright::CustomResource;
use wheelwright::private::assert;
use wheelwright::table::{Also, Conversion, Root, Scope};

use super::{Bare, Field, words};
use crate::pizza::{Pizza, v1alpha1};

#[test]
fn a_spoke_that_disagrees_with_its_hub_is_told_what_the_hub_says() {
    let hub = Pizza::ROOT;
    let group = words(|| assert::hub_text("group", "example.com", hub.group, hub));
    assert_eq!(
        group.unwrap(),
        "group is `example.com` here, but `restaurant.example.com` in the hub; leave it out: it comes from the hub"
    );
    let names = words(|| assert::hub_texts("shortname", &["pie", "pz"], hub.short_names, hub));
    assert_eq!(
        names.unwrap(),
        "shortname is `pie`, `pz` here, but `pz`, `pie` in the hub; leave it out: it comes from the hub"
    );
    assert!(words(|| assert::hub_pairs("label", &[("team", "bar")], hub.labels, hub)).is_some());
    assert!(words(|| assert::hub_scope(Scope::Cluster, hub)).is_some());
    assert!(words(|| assert::hub_conversion(Conversion::None, hub)).is_some());
    assert!(words(|| assert::hub_conversion(Conversion::None, Field::ROOT)).is_some());
    assert!(
        words(|| assert::hub_kind("Pie", hub))
            .unwrap()
            .contains("write `struct = Pizza`")
    );
    assert!(
        words(|| assert::hub_without_status(hub))
            .unwrap()
            .contains("`PizzaStatus`")
    );
    assert!(words(|| assert::hub_with_status(Bare::ROOT)).is_some());
    assert_eq!(words(|| assert::hub_with_status(hub)), None);
    assert_eq!(words(|| assert::hub_without_status(Bare::ROOT)), None);
}

#[test]
fn versions_of_a_wheel_fit_together() {
    let (hub, spoke) = (*Pizza::ROOT, *v1alpha1::Pizza::ROOT);
    let wheel = |roots: &[Root]| {
        let roots: Vec<&Root> = roots.iter().collect();
        words(|| assert::wheel(&roots))
    };
    assert_eq!(wheel(&[hub, spoke]), None);
    assert_eq!(wheel(&[spoke]), None, "the only version is stored");
    let never = Root {
        never_storage: true,
        ..spoke
    };
    assert!(wheel(&[never]).unwrap().contains("storage = false"));
    assert!(wheel(&[hub, never]).is_none());

    let unstored = Root {
        storage: false,
        ..hub
    };
    let none = wheel(&[unstored, spoke]).unwrap();
    assert!(
        none.contains("one of `v1beta1`, `v1alpha1`")
            && none.contains("exactly one version marked as storage"),
        "{none}"
    );
    let two = wheel(&[
        hub,
        Root {
            storage: true,
            ..spoke
        },
    ])
    .unwrap();
    assert!(
        two.starts_with("more than one version is stored, `v1beta1`, `v1alpha1`"),
        "{two}"
    );

    const ALSO: &[Also] = &[
        Also::new("v1alpha1"),
        Also {
            storage: true,
            ..Also::new("v1")
        },
    ];
    let with_also = Root {
        also: ALSO,
        ..unstored
    };
    assert_eq!(
        wheel(&[with_also]),
        None,
        "a further version may be the stored one"
    );
    assert!(
        wheel(&[with_also, spoke])
            .unwrap()
            .contains("`v1alpha1` is in the wheel twice")
    );
    assert!(
        wheel(&[Root { also: ALSO, ..hub }])
            .unwrap()
            .starts_with("more than one version is stored, `v1beta1`, `v1`")
    );

    for (key, other) in [
        (
            "group",
            Root {
                group: "x.io",
                ..spoke
            },
        ),
        (
            "kind",
            Root {
                kind: "Pie",
                ..spoke
            },
        ),
        (
            "plural",
            Root {
                plural: "pies",
                ..spoke
            },
        ),
        (
            "singular",
            Root {
                singular: "pie",
                ..spoke
            },
        ),
        (
            "list_kind",
            Root {
                list_kind: "Pies",
                ..spoke
            },
        ),
        (
            "scope",
            Root {
                scope: Scope::Cluster,
                ..spoke
            },
        ),
    ] {
        let words = wheel(&[hub, other]).unwrap();
        assert!(
            words.starts_with(&format!(
                "the versions of a wheel share one {key}: `v1beta1` has "
            )),
            "{words}"
        );
    }
}
