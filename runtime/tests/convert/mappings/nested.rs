//! Mapped structs into which steps of the types around them reach.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

/// A field moves into a mapped struct within an optional one.
pub(crate) mod template_of_fleet {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Fleet",
            namespaced,
            storage
        )]
        pub struct FleetSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub template: Option<Template>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Template {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub spec: Option<Machine>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[serde(rename_all = "camelCase")]
        pub struct Machine {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub version: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub min_ready_seconds: Option<i32>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub deletion: Option<Deletion>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Deletion {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub seconds: Option<i32>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Fleet, version = "v1")]
        #[spoke(hub = v2::FleetSpec)]
        #[serde(rename_all = "camelCase")]
        pub struct FleetSpec {
            #[spoke(to = "template.spec.min_ready_seconds")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub min_ready_seconds: Option<i32>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub template: Option<Template>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Template)]
        pub struct Template {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub spec: Option<Machine>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[serde(rename_all = "camelCase")]
        #[spoke(hub = v2::Machine, part("deletion" = Option<v2::Deletion>), elsewhere(min_ready_seconds))]
        pub struct Machine {
            #[spoke(to = "deletion.seconds")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub deletion_seconds: Option<i32>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub version: Option<String>,
        }
    }

    mapping!(Fleets = v2::Fleet, [v1::Fleet]);
}

/// A field that may be absent moves into an optional struct, here and further within.
pub(crate) mod retry_of_task {
    use super::*;

    const fn three() -> i64 {
        3
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Task",
            namespaced,
            storage
        )]
        #[serde(default, rename_all = "camelCase")]
        pub struct TaskSpec {
            pub retry: Option<Retry>,
            pub plan: Option<Plan>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        #[serde(default)]
        pub struct Plan {
            pub note: Option<String>,
            pub retry: Option<Retry>,
            pub window: Option<Window>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        pub struct Window {
            pub from: Option<i64>,
            #[schema(default)]
            #[serde(default = "three")]
            pub hours: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        pub struct Retry {
            pub times: Option<i64>,
            #[schema(default)]
            #[serde(default = "three")]
            pub seconds: i64,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
        #[crd(hub = v2::Task, version = "v1")]
        #[spoke(hub = v2::TaskSpec)]
        #[serde(default, rename_all = "camelCase")]
        pub struct TaskSpec {
            pub retry: Option<Retry>,
            #[spoke(to = "retry.seconds", unwrap = "seconds", or = 3)]
            pub delay: Option<Delay>,
            pub plan: Option<Plan>,
            #[spoke(to = "plan.retry.seconds", unwrap = "seconds", or = 3)]
            pub plan_delay: Option<Delay>,
            #[spoke(to = "plan.window.hours", unwrap = "seconds", or = 3)]
            pub length: Option<Delay>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
        #[spoke(
        hub = v2::Plan,
        elsewhere("window.hours" = 3),
        part("window" = Option<v2::Window>),
    )]
        #[serde(default)]
        pub struct Plan {
            pub note: Option<String>,
            pub retry: Option<Retry>,
            #[spoke(to = "window.from")]
            pub from: Option<i64>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
        #[spoke(hub = v2::Retry, elsewhere(seconds = 3))]
        pub struct Retry {
            pub times: Option<i64>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        pub struct Delay {
            pub seconds: i64,
        }
    }

    mapping!(Tasks = v2::Task, [v1::Task]);
}

/// A struct that steps around it complete, and one that nothing moves into.
pub(crate) mod disruption_of_pool {
    use super::*;

    fn now() -> String {
        "0s".to_owned()
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Pool",
            namespaced,
            storage
        )]
        pub struct PoolSpec {
            pub expires: i32,
            pub disruption: Disruption,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub limited: Option<Limited>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Disruption {
            #[schema(default = "0s")]
            #[serde(default = "now")]
            pub after: String,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Limited {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub shares: Option<i32>,
            #[schema(default = 0)]
            #[serde(default)]
            pub percent: i32,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Pool, version = "v1")]
        #[spoke(
        hub = v2::PoolSpec,
        step(from("disruption.expires"), to = "expires"),
        step(from("limited.shares"), to = "limited.shares", with = |shares| shares, back = or_thirty),
    )]
        pub struct PoolSpec {
            pub disruption: Disruption,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub limited: Option<Limited>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Disruption)]
        pub struct Disruption {
            #[spoke(or = now())]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub after: Option<String>,
            #[spoke(elsewhere)]
            pub expires: i32,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Limited, elsewhere(shares))]
        pub struct Limited {
            #[spoke(elsewhere)]
            #[serde(default)]
            pub shares: i32,
            #[schema(default = 0)]
            #[serde(default)]
            pub percent: i32,
        }

        fn or_thirty(shares: Option<i32>) -> i32 {
            shares.unwrap_or(30)
        }
    }

    mapping!(Pools = v2::Pool, [v1::Pool]);
}

/// Fields move into structs here and within another that is mapped.
pub(crate) mod nails_of_boards {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Crate",
            namespaced,
            storage
        )]
        pub struct CrateSpec {
            pub group: Group,
            pub lid: Option<Board>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Group {
            pub floor: Board,
            pub wall: Option<Board>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Board {
            pub wood: String,
            pub nails: Option<i64>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default,
        )]
        #[crd(hub = v2::Crate, version = "v1")]
        #[spoke(hub = v2::CrateSpec)]
        pub struct CrateSpec {
            pub group: Group,
            #[spoke(to = "group.floor.nails")]
            pub floor_nails: Option<i64>,
            #[spoke(to = "group.wall.nails")]
            pub wall_nails: Option<i64>,
            pub lid: Option<Board>,
            #[spoke(to = "lid.nails")]
            pub lid_nails: Option<i64>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        #[spoke(hub = v2::Group)]
        pub struct Group {
            pub floor: Board,
            pub wall: Option<Board>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        #[spoke(hub = v2::Board, elsewhere(nails))]
        pub struct Board {
            pub wood: String,
        }
    }

    mapping!(Crates = v2::Crate, [v1::Crate], values(v1 v2 CrateSpec));
}

/// A mapping leaves structs to the steps around it as a whole, and those only reach into them.
pub(crate) mod window_of_retry {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Job",
            namespaced,
            storage
        )]
        #[serde(default)]
        pub struct JobSpec {
            pub retry: Option<Retry>,
            pub plan: Option<Plan>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        #[serde(default)]
        pub struct Plan {
            pub note: Option<String>,
            pub retry: Option<Retry>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        #[serde(default)]
        pub struct Retry {
            pub times: Option<i64>,
            pub window: Option<Window>,
            pub marks: BTreeMap<String, String>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        #[schema(preserve_unknown_fields)]
        #[serde(default)]
        pub struct Window {
            pub from: Option<i64>,
            pub hours: Option<i64>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
        #[crd(hub = v2::Job, version = "v1")]
        #[spoke(hub = v2::JobSpec)]
        #[serde(default)]
        pub struct JobSpec {
            pub retry: Option<Retry>,
            #[spoke(to = "retry.window.from")]
            pub from: Option<i64>,
            #[spoke(to = "retry.window.hours")]
            pub hours: Option<i64>,
            #[spoke(to = "retry.marks[color]")]
            pub color: Option<String>,
            pub plan: Option<Plan>,
            #[spoke(to = "plan.retry.window.from")]
            pub plan_from: Option<i64>,
            #[spoke(to = "plan.retry.window.hours")]
            pub plan_hours: Option<i64>,
            #[spoke(to = "plan.retry.marks[color]")]
            pub plan_color: Option<String>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
        #[spoke(hub = v2::Plan)]
        #[serde(default)]
        pub struct Plan {
            pub note: Option<String>,
            pub retry: Option<Retry>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
        #[spoke(hub = v2::Retry, elsewhere(window, marks))]
        #[serde(default)]
        pub struct Retry {
            pub times: Option<i64>,
        }
    }

    mapping!(Jobs = v2::Job, [v1::Job]);
}

/// Fields of both structs around a mapped one move into it.
pub(crate) mod lock_of_safe {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Safe",
            namespaced,
            storage
        )]
        pub struct SafeSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub door: Option<Door>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Door {
            pub lock: Option<Lock>,
            pub bolts: Option<i64>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Lock {
            #[schema(default = false)]
            #[serde(default)]
            pub shut: bool,
            #[serde(default)]
            pub seconds: u32,
            #[serde(default)]
            pub code: Option<String>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Safe, version = "v1")]
        #[spoke(hub = v2::SafeSpec)]
        pub struct SafeSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub door: Option<Door>,
            #[serde(default)]
            #[spoke(to = "door.lock.shut", or = false)]
            pub shut: Option<bool>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Door)]
        pub struct Door {
            pub lock: Option<Lock>,
            #[serde(default)]
            #[spoke(to = "lock.seconds", factor = 60, or = 0, or_back = None)]
            pub minutes: Option<u32>,
            pub bolts: Option<i64>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Lock, elsewhere(shut, seconds))]
        pub struct Lock {
            #[serde(default)]
            pub code: Option<String>,
        }
    }

    mapping!(Safes = v2::Safe, [v1::Safe]);
}

/// A mapped struct moves into an optional one which must have more.
pub(crate) mod lock_of_porch {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Porch",
            namespaced,
            storage
        )]
        pub struct PorchSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub door: Option<Door>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Door {
            pub hinge: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub lock: Option<Lock>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Lock {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub code: Option<String>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Porch, version = "v1")]
        #[spoke(hub = v2::PorchSpec)]
        pub struct PorchSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub door: Option<Door>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(to = "door.lock")]
            pub lock: Option<Lock>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(to = "door.lock.code")]
            pub code: Option<String>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Door, elsewhere(lock))]
        pub struct Door {
            pub hinge: String,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Lock, elsewhere(code))]
        pub struct Lock {
            #[spoke(removed)]
            pub note: String,
        }
    }

    mapping!(Porches = v2::Porch, [v1::Porch]);
}

/// Groups of fields that steps from several places make, within the items of a list.
pub(crate) mod members_of_pool {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Pool",
            namespaced,
            storage
        )]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct PoolSpec {
            #[schema(list_map_keys("name"))]
            #[serde(default)]
            pub(crate) members: Vec<Member>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) limits: Option<Limits>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub(crate) struct Member {
            pub(crate) name: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) health: Option<Health>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
        #[schema(min_properties = 1)]
        pub(crate) struct Health {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) enabled: Option<bool>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) repair: Option<Repair>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
        #[schema(min_properties = 1)]
        pub(crate) struct Repair {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) range: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) most: Option<i32>,
        }

        /// `extra` is only here, and nobody says what it is for others.
        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
        pub(crate) struct Limits {
            #[schema(opaque)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) both: Option<Value>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) extra: Option<String>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Pool, version = "v1")]
        #[spoke(
        hub = v2::PoolSpec,
        part("limits" = Option<v2::Limits>),
        part_back("limit" = Option<Limit>),
        step(from("limit.least", "limit.most"), to = "limits.both", with = both, back = each),
        added("limits.extra"),
    )]
        pub(crate) struct PoolSpec {
            #[schema(list_map_keys("name"))]
            #[serde(default)]
            pub(crate) members: Vec<Member>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) limit: Option<Limit>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(
        hub = v2::Member,
        part_back("strategy" = Option<Strategy>),
        step(from("strategy.most"), to = "health.repair.most"),
    )]
        pub(crate) struct Member {
            pub(crate) name: String,
            #[spoke(rename = "health")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) check: Option<Check>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) strategy: Option<Strategy>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
        #[spoke(hub = v2::Health, part("repair" = Option<v2::Repair>), elsewhere("repair.most"))]
        pub(crate) struct Check {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) enabled: Option<bool>,
            #[spoke(to = "repair.range")]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) range: Option<String>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub(crate) struct Strategy {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) most: Option<i32>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub(crate) struct Limit {
            #[schema(opaque)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) least: Option<Value>,
            #[schema(opaque)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) most: Option<Value>,
        }

        fn both(least: Option<Value>, most: Option<Value>) -> Option<Value> {
            (least.is_some() || most.is_some()).then(|| json!([least, most]))
        }

        fn each(both: Option<Value>) -> (Option<Value>, Option<Value>) {
            let at = |index: usize| {
                both.as_ref()?
                    .get(index)
                    .filter(|value| !value.is_null())
                    .cloned()
            };
            (at(0), at(1))
        }
    }

    mapping!(Pools = v2::Pool, [v1::Pool], rounds = 500);
}

/// Structs that the hub takes only with members, and into which steps of the structs around them reach.
pub(crate) mod join_of_node {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Node",
            namespaced,
            storage,
            spec(optional)
        )]
        #[schema(min_properties = 1)]
        pub struct NodeSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub level: Option<u8>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub limit: Option<i32>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub note: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub join: Option<Join>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[schema(min_properties = 1)]
        pub struct Join {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub path: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub found: Option<Found>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub seconds: Option<i32>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[schema(min_properties = 1)]
        pub struct Found {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub token: Option<String>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
        #[crd(hub = v2::Node, version = "v1", spec(optional))]
        #[spoke(hub = v2::NodeSpec, step(from("join.note"), to = "note"))]
        pub struct NodeSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub level: Option<u8>,
            #[spoke(to("join.seconds", "limit"), with = |seconds| (seconds, seconds), back = Option::or)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub seconds: Option<i32>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub join: Option<Join>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Join, elsewhere(seconds))]
        pub struct Join {
            #[spoke(removed)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub kind: Option<String>,
            #[spoke(elsewhere)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub note: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub path: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub found: Option<Found>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Found)]
        pub struct Found {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub token: Option<String>,
        }
    }

    mapping!(Nodes = v2::Node, [v1::Node]);
}

/// A value with a table, a struct that is there by default, and optional ones that lists make.
pub(crate) mod parts_of_kiln {
    use super::*;

    fn three() -> i64 {
        3
    }

    fn medium() -> String {
        "medium".to_owned()
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(
            CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default,
        )]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Kiln",
            namespaced,
            storage
        )]
        #[serde(default)]
        pub struct KilnSpec {
            #[schema(default)]
            #[serde(default = "three")]
            pub level: i64,
            pub door: Door,
            pub fan: Option<Fan>,
            pub vent: Option<Vent>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        #[serde(default)]
        pub struct Door {
            pub hinge: Hinge,
            pub open: Option<bool>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        pub struct Hinge {
            #[schema(default)]
            #[serde(default = "three")]
            pub pins: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        #[serde(default)]
        pub struct Fan {
            #[schema(default)]
            #[serde(default = "medium")]
            pub speed: String,
            pub blades: Option<i64>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        #[serde(default)]
        pub struct Vent {
            #[schema(default)]
            #[serde(default = "three")]
            pub width: i64,
            #[schema(default)]
            #[serde(default = "three")]
            pub height: i64,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default,
        )]
        #[crd(hub = v2::Kiln, version = "v1")]
        #[spoke(
        hub = v2::KilnSpec,
        fallible(down),
        part("fan" = Option<v2::Fan>, "vent" = Option<v2::Vent>),
    )]
        pub struct KilnSpec {
            #[schema(default)]
            #[serde(default = "medium")]
            #[spoke(values("low" = 1, "high" = 2), or = 1)]
            pub level: String,
            pub door: Door,
            #[serde(default)]
            #[spoke(to = "door.open")]
            pub open: Option<bool>,
            #[serde(default)]
            #[spoke(to = "fan.speed", unwrap)]
            pub speeds: Vec<String>,
            #[serde(default)]
            #[spoke(to = "fan.blades")]
            pub blades: Option<i64>,
            #[serde(default)]
            #[spoke(to = "vent.width", unwrap)]
            pub widths: Vec<i64>,
            #[serde(default)]
            #[spoke(to = "vent.height", unwrap)]
            pub heights: Vec<i64>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        #[spoke(hub = v2::Door, elsewhere(open), part("hinge" = v2::Hinge))]
        pub struct Door {
            #[spoke(to = "hinge.pins")]
            pub pins: i64,
        }
    }

    mapping!(Kilns = v2::Kiln, [v1::Kiln]);
}

// A struct that must be there within an optional one, of which one member is made of nothing and the other comes from further
// out.
pair! {
    bell_of_door [spoke(hub = v2::KilnSpec)],
    { pub door: Door, }
    Door {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub frame: Option<Frame>,
    }
    Frame {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub color: Option<String>,
        pub bell: Bell,
    }
    Bell {
        pub tone: i64,
        pub note: String,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "door.frame.bell.note", or = "none".to_owned())]
        pub note: Option<String>,
        pub door: Door,
    }
    Door [spoke(
        hub = v2::Door,
        part("frame" = Option<v2::Frame>, "frame.bell" = v2::Bell),
        elsewhere("frame.bell.note"),
    )] {
        #[serde(default = "three")]
        #[spoke(to = "frame.bell.tone", or_back = 3)]
        pub tone: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "frame.color")]
        pub color: Option<String>,
    }
}

// An optional struct with values by default, within it and of another struct, that a step from further out makes.
pair! {
    chime_of_gate [spoke(hub = v2::KilnSpec)],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub gate: Option<Gate>,
    }
    Gate {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub frame: Option<Frame>,
        #[schema(default = 7)]
        pub width: i64,
    }
    Frame {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub color: Option<String>,
        pub bell: Bell,
        #[schema(default = 5)]
        pub depth: i64,
    }
    Bell {
        pub tone: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
        #[schema(default = 4)]
        pub volume: i64,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "gate.frame.bell.note")]
        pub note: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub gate: Option<Gate>,
    }
    Gate [spoke(
        hub = v2::Gate,
        part("frame" = Option<v2::Frame>, "frame.bell" = v2::Bell),
        elsewhere("frame.bell.note"),
    )] {
        #[serde(default = "three")]
        #[spoke(to = "frame.bell.tone", or_back = 3)]
        pub tone: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "frame.color")]
        pub color: Option<String>,
        #[schema(default = 4)]
        #[spoke(to = "frame.bell.volume", or_back = 4)]
        pub volume: i64,
        #[schema(default = 5)]
        #[spoke(to = "frame.depth", or_back = 5)]
        pub depth: i64,
        #[schema(default = 7)]
        pub width: i64,
    }
}
fn three() -> i64 {
    3
}
