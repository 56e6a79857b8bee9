//! Places that one version has elsewhere, or not at all.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wheelwright::table::{How, Mapping, Spot};
use wheelwright::{Schema, Spoke, SpokeOf};

mod hub {
    use super::*;

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct Spec {
        pub endpoint: Endpoint,
        pub limits: Option<Limits>,
        pub retry: Retry,
        pub labels: BTreeMap<String, String>,
        pub extra: Option<BTreeMap<String, u8>>,
        pub paused: bool,
        pub note: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct Endpoint {
        pub host: String,
        pub port: u16,
        pub tls: Tls,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct Tls {
        pub on: bool,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct Limits {
        pub cpu: u32,
        pub memory: Option<u32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct Retry {
        pub times: u32,
        pub seconds: Option<u32>,
    }
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[spoke(
    hub = hub::Spec,
    part("endpoint" = hub::Endpoint, "endpoint.tls" = hub::Tls, "limits" = Option<hub::Limits>),
    added(paused = true, note),
)]
struct Spec {
    #[spoke(to = "endpoint.host")]
    host: String,
    #[spoke(to = "endpoint.port")]
    port: u16,
    #[spoke(to = "endpoint.tls.on")]
    tls: bool,
    #[spoke(to = "limits.cpu")]
    cpu: Option<u32>,
    #[spoke(to = "limits.memory")]
    memory: Option<u32>,
    retry: Retry,
    #[spoke(to = "retry.seconds")]
    retry_seconds: Option<u32>,
    #[spoke(to = "labels[example.com/team]")]
    team: Option<String>,
    #[spoke(to = "extra[level]")]
    level: Option<u8>,
    #[spoke(removed = 7)]
    legacy: u8,
    #[spoke(removed)]
    old: Option<String>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[spoke(hub = hub::Retry, elsewhere(seconds))]
struct Retry {
    times: u32,
}

#[test]
fn places_move_inwards_and_back() {
    let spoke = Spec {
        host: "h".to_owned(),
        port: 80,
        tls: true,
        cpu: Some(2),
        memory: None,
        retry: Retry { times: 3 },
        retry_seconds: Some(10),
        team: Some("a".to_owned()),
        level: Some(1),
        legacy: 7,
        old: None,
    };
    let hub = hub::Spec {
        endpoint: hub::Endpoint {
            host: "h".to_owned(),
            port: 80,
            tls: hub::Tls { on: true },
        },
        limits: Some(hub::Limits {
            cpu: 2,
            memory: None,
        }),
        retry: hub::Retry {
            times: 3,
            seconds: Some(10),
        },
        labels: BTreeMap::from([("example.com/team".to_owned(), "a".to_owned())]),
        extra: Some(BTreeMap::from([("level".to_owned(), 1)])),
        paused: true,
        note: None,
    };
    assert_eq!(hub::Spec::from(spoke.clone()), hub);
    assert_eq!(Spec::from(hub), spoke);
}

#[test]
fn what_only_one_side_has_gets_its_value() {
    let spoke = Spec {
        legacy: 1,
        old: Some("gone".to_owned()),
        ..Spec::default()
    };
    let hub = hub::Spec::from(spoke);
    assert!(hub.paused);
    assert_eq!(hub.note, None);
    let back = Spec::from(hub);
    assert_eq!((back.legacy, back.old), (7, None));
}

#[test]
fn an_optional_parent_is_absent_with_all_it_holds() {
    let hub = hub::Spec::from(Spec::default());
    assert_eq!(hub.limits, None);
    assert!(hub.labels.is_empty());
    assert_eq!(hub.extra, None);
    let back = Spec::from(hub::Spec {
        limits: Some(hub::Limits {
            cpu: 0,
            memory: Some(5),
        }),
        ..hub
    });
    assert_eq!((back.cpu, back.memory), (Some(0), Some(5)));
}

#[test]
fn the_table_has_the_places() {
    let Mapping::Fields(fields) = <Spec as SpokeOf<hub::Spec>>::MAPPING else {
        panic!("a struct maps by fields");
    };
    let step = |name: &str| {
        fields
            .steps
            .iter()
            .find(|step| is_field(step.spoke, name))
            .expect("a step")
    };
    assert_eq!(step("tls").hub, [Spot::Field(&["endpoint", "tls", "on"])]);
    assert_eq!(
        step("team").hub,
        [Spot::Field(&["labels", "example.com/team"])]
    );
    let How::Only(Some(run)) = step("legacy").how else {
        panic!("`legacy` is of the spoke alone");
    };
    assert_eq!((run.0)(), Ok(serde_json::json!([7])));
    let added = |name: &str| {
        let step = fields
            .steps
            .iter()
            .find(|step| is_field(step.hub, name) && step.spoke.is_empty());
        step.map(|step| step.how)
    };
    let Some(How::Default(run)) = added("note") else {
        panic!("`note` is of the hub alone");
    };
    assert_eq!((run.0)(), Ok(serde_json::json!([null])));
    let Some(How::Only(Some(run))) = added("paused") else {
        panic!("`paused` is of the hub alone");
    };
    assert_eq!((run.0)(), Ok(serde_json::json!([true])));
}

fn is_field(spots: &[Spot], name: &str) -> bool {
    matches!(spots, [Spot::Field([only])] if *only == name)
}

mod optional_parent {
    use super::*;

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct Hub {
        pub checks: Option<Checks>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct Checks {
        pub after_seconds: Option<i32>,
        pub retries: Option<Vec<Retry>>,
        pub by_name: Option<BTreeMap<String, Retry>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct Retry {
        pub times: u32,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    #[spoke(hub = Hub, part("checks" = Option<Checks>))]
    pub struct Old {
        #[spoke(to = "checks.after_seconds", duration = "s", or = None)]
        pub after: Option<String>,
        #[spoke(to = "checks.retries")]
        pub retries: Option<Vec<OldRetry>>,
        #[spoke(to = "checks.by_name")]
        pub by_name: Option<BTreeMap<String, OldRetry>>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    #[spoke(hub = Retry)]
    pub struct OldRetry {
        #[spoke(rename = "times")]
        pub attempts: u32,
    }
}

#[test]
fn lists_and_texts_go_into_an_optional_parent() {
    use optional_parent::{Checks, Hub, Old, OldRetry, Retry};
    let old = Old {
        after: Some("1m0s".to_owned()),
        retries: Some(vec![OldRetry { attempts: 2 }]),
        by_name: Some(BTreeMap::from([("a".to_owned(), OldRetry { attempts: 3 })])),
    };
    let hub = Hub {
        checks: Some(Checks {
            after_seconds: Some(60),
            retries: Some(vec![Retry { times: 2 }]),
            by_name: Some(BTreeMap::from([("a".to_owned(), Retry { times: 3 })])),
        }),
    };
    assert_eq!(Hub::from(old.clone()), hub);
    assert_eq!(Old::from(hub), old);
}
