//! Where a value that is valid at one version may be refused at the other, the plan and `check()` say so.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke, check::Problem, convert::Plan};

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Peer",
        namespaced,
        storage,
        conversion(webhook(service = "a/b"))
    )]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct PeerSpec {
        #[schema(minimum = 1)]
        pub(crate) filled: u16,
        #[schema(minimum = 1)]
        pub(crate) bare: u16,
        /// Wider here than there.
        pub(crate) wide: u16,
        pub(crate) same: u16,
        #[schema(items(max_length = 3))]
        pub(crate) names: Vec<String>,
        pub(crate) parts: Vec<Part>,
        pub(crate) kind: Kind,
        #[schema(minimum = 10)]
        pub(crate) doubled: u32,
        pub(crate) only_here: Limited,
        pub(crate) choice: Choice,
        #[schema(pattern = "^[a-z]+$")]
        pub(crate) called: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) struct Part {
        #[schema(min_length = 1)]
        pub(crate) name: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub(crate) struct Limited {
        #[schema(maximum = 3)]
        pub(crate) size: u8,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) enum Kind {
        A,
        B,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) enum Choice {
        Text(#[schema(max_length = 5)] String),
        Part(Part),
    }
}

mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v1::Peer, version = "v1beta1")]
    #[spoke(hub = v1::PeerSpec, added(only_here = v1::Limited::default()))]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct PeerSpec {
        #[spoke(or = 179)]
        pub(crate) filled: u16,
        pub(crate) bare: u16,
        #[schema(maximum = 100)]
        pub(crate) wide: u16,
        pub(crate) same: u16,
        pub(crate) names: Vec<String>,
        pub(crate) parts: Vec<Part>,
        #[spoke(values("A" = "A", "B" = "B"))]
        #[schema(enum_values("A", "B"))]
        pub(crate) kind: String,
        #[spoke(factor = 2)]
        pub(crate) doubled: u32,
        pub(crate) choice: Choice,
        #[spoke(with = called, back = back)]
        pub(crate) called: String,
    }

    fn called(name: String) -> String {
        name.to_lowercase()
    }

    fn back(name: String) -> String {
        name
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v1::Part)]
    pub(crate) struct Part {
        pub(crate) name: String,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v1::Choice)]
    pub(crate) enum Choice {
        Text(String),
        Part(Part),
    }
}

wheelwright::wheel!(pub(crate) Peers = v1::Peer, [v1beta1::Peer]);

/// What may be refused at a place, up and down, and whether there is a stand-in.
fn narrowing(plan: &Plan, path: &str) -> [Option<(String, bool)>; 2] {
    let rows = &plan.spoke("v1beta1").unwrap().rows;
    let row = rows
        .iter()
        .find(|row| row.hub.iter().any(|hub| hub == path))
        .unwrap_or_else(|| panic!("{path}: {plan}"));
    [&row.up, &row.down].map(|way| {
        let narrowing = way.narrowing.as_ref()?;
        Some((narrowing.what.clone(), narrowing.stand_in))
    })
}

#[test]
fn the_plan_says_it_row_by_row() {
    let plan = Peers::plan().unwrap();
    let up = |what: &str| [Some((what.to_owned(), false)), None];
    for (path, expected) in [
        (
            ".spec.filled",
            [Some(("numbers below 1".to_owned(), true)), None],
        ),
        (".spec.bare", up("numbers below 1")),
        (
            ".spec.wide",
            [None, Some(("numbers above 100".to_owned(), false))],
        ),
        (".spec.same", [None, None]),
        (".spec.names", up("what has more than 3 letters at [*]")),
        (".spec.parts", [None, None]),
        (".spec.parts[*].name", up("what has fewer than 1 letters")),
        (".spec.kind", [None, None]),
        (".spec.doubled", up("numbers below 10")),
        // Nothing valid becomes something else: it is what the attribute says.
        (".spec.onlyHere", [None, None]),
        (".spec.choice", up("what has more than 5 letters at .Text")),
        (
            ".spec.choice.Part.name",
            up("what has fewer than 1 letters"),
        ),
        (".spec.called", up("texts that do not match `^[a-z]+$`")),
    ] {
        assert_eq!(narrowing(&plan, path), expected, "{path}");
    }
    let text = plan.to_string();
    assert!(
        text.contains("up: the schema may refuse numbers below 1; a stand-in goes in its place"),
        "{text}"
    );
    assert!(
        text.contains("up: the schema may refuse numbers below 1; it is delivered as it is"),
        "{text}"
    );
    assert_eq!(plan.narrowing().count(), 9);
}

#[test]
fn check_says_it_once() {
    let report = Peers::check();
    assert!(report.is_ok(), "{report}");
    let problems: Vec<&Problem> = report.findings().iter().map(|of| &of.problem).collect();
    let [Problem::Narrowed(places)] = &problems[..] else {
        panic!("{report}");
    };
    assert_eq!(places.len(), 9);
    assert_eq!(
        places[0],
        "v1beta1 → v1 .spec.filled: numbers below 1 (has a stand-in)"
    );
    assert_eq!(places[2], "v1 → v1beta1 .spec.wide: numbers above 100");
}
