//! Lists whose items follow from each other one by one, and lists of what is one value at the other version.

use std::{collections::BTreeMap, fmt, num::ParseIntError, str::FromStr};

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

/// Items of lists and values of maps in every way of a step.
pub(crate) mod listed_items {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Runner",
            namespaced,
            storage
        )]
        #[serde(rename_all = "camelCase")]
        pub struct RunnerSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub pull_secrets: Option<Vec<Reference>>,
            pub names: Vec<String>,
            pub timeouts: Vec<i64>,
            pub limits: BTreeMap<String, i64>,
            pub states: Vec<State>,
            pub numbers: Vec<i32>,
            pub seconds: Vec<i64>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[serde(rename_all = "camelCase")]
        pub struct Reference {
            #[serde(rename = "secretName")]
            pub name: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub optional: Option<bool>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub enum State {
            On,
            Off,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Runner, version = "v1")]
        #[spoke(hub = v2::RunnerSpec, fallible(up))]
        #[serde(rename_all = "camelCase")]
        pub struct RunnerSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(each(wrap = "name"))]
            pub pull_secrets: Option<Vec<String>>,
            #[spoke(each(unwrap = "name"))]
            pub names: Vec<Named>,
            #[spoke(each(duration = "s"))]
            pub timeouts: Vec<String>,
            #[spoke(each(quantity = "Mi"))]
            pub limits: BTreeMap<String, String>,
            #[spoke(each(values(true = "On", false = "Off")))]
            pub states: Vec<bool>,
            #[spoke(each(coerced))]
            pub numbers: Vec<String>,
            #[spoke(each(factor = 60), rename = "seconds")]
            pub minutes: Vec<i64>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Named {
            pub name: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub note: Option<String>,
        }
    }

    mapping!(Runners = v2::Runner, [v1::Runner], values(v1 v2 RunnerSpec));
}

/// Items of a list and values of a map that are texts in one version.
pub(crate) mod parsed_items {
    use super::*;

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Port {
        pub name: String,
        pub number: u16,
    }

    impl fmt::Display for Port {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}:{}", self.name, self.number)
        }
    }

    impl FromStr for Port {
        type Err = ParseIntError;

        fn from_str(text: &str) -> Result<Self, Self::Err> {
            let (name, number) = text.split_once(':').unwrap_or(("", text));
            let (name, number) = (name.to_owned(), number.parse()?);
            Ok(Self { name, number })
        }
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Gate",
            namespaced,
            storage
        )]
        pub struct GateSpec {
            pub ports: Vec<Port>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub by_name: Option<BTreeMap<String, Port>>,
            pub numbers: Vec<String>,
            pub inner: Inner,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Inner {
            pub ports: Vec<Port>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Gate, version = "v1")]
        #[spoke(
        hub = v2::GateSpec,
        fallible(up, down),
        part("inner" = v2::Inner),
        part_back("outer" = Outer),
        step(from("outer.texts"), to = "inner.ports", each(parsed)),
    )]
        pub struct GateSpec {
            #[spoke(each(parsed), or = Vec::new())]
            pub ports: Vec<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(each(parsed))]
            pub by_name: Option<BTreeMap<String, String>>,
            #[spoke(each(parsed, reversed))]
            pub numbers: Vec<i64>,
            pub outer: Outer,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Outer {
            pub texts: Vec<String>,
        }
    }

    mapping!(Gates = v2::Gate, [v1::Gate], values(v1 v2 GateSpec));
}

/// Lists and maps that must be there at one version, or are made of nothing.
pub(crate) mod required_lists {
    use super::*;

    fn three() -> i64 {
        3
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Queue",
            namespaced,
            storage
        )]
        pub struct QueueSpec {
            pub names: Vec<String>,
            pub sizes: Vec<Size>,
            pub waits: Option<Vec<String>>,
            #[serde(default)]
            pub slots: Vec<Slot>,
            pub counts: Vec<Count>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub limits: Option<BTreeMap<String, i64>>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Count {
            pub name: String,
            #[schema(maximum = 10)]
            pub times: u32,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Size {
            pub size: i64,
            #[schema(default)]
            #[serde(default = "three")]
            pub weight: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Slot {
            pub minutes: u8,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Queue, version = "v1")]
        #[spoke(hub = v2::QueueSpec, fallible(down))]
        pub struct QueueSpec {
            #[spoke(each(unwrap = "name"))]
            pub names: Vec<Named>,
            #[spoke(each(wrap = "size"))]
            pub sizes: Vec<i64>,
            #[spoke(each(duration = "s"))]
            pub waits: Vec<u32>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(or = Vec::new())]
            pub slots: Option<Vec<Slot>>,
            #[spoke(counted(item = "name", count = "times"))]
            pub counts: Option<Vec<String>>,
            #[spoke(each(quantity = "Mi"), or = None)]
            pub limits: BTreeMap<String, String>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Named {
            pub name: String,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Slot, fallible(up))]
        pub struct Slot {
            #[spoke(coerced)]
            pub minutes: String,
        }
    }

    mapping!(Queues = v2::Queue, [v1::Queue], values(v1 v2 QueueSpec));
}

/// Lists and maps that move into a group which may be absent: only the spoke must have them.
pub(crate) mod grouped_lists {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Tank",
            namespaced,
            storage,
            derive(PartialEq)
        )]
        pub struct TankSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub group: Option<Group>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Group {
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub same: Vec<Label>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub items: Option<Vec<Item>>,
            #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
            pub entries: BTreeMap<String, Item>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub rows: Option<Vec<Vec<Item>>>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Label {
            pub name: String,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Item {
            pub name: String,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Tank, version = "v1", derive(PartialEq))]
        #[spoke(hub = v2::TankSpec, part("group" = Option<v2::Group>))]
        pub struct TankSpec {
            #[spoke(to = "group.same", or_back = Vec::new())]
            #[serde(default)]
            pub same: Vec<v2::Label>,
            #[spoke(to = "group.items", or_back = vec![])]
            pub items: Vec<Item>,
            #[spoke(to = "group.entries", or_back = BTreeMap::new())]
            pub entries: BTreeMap<String, Item>,
            #[spoke(to = "group.rows", or_back = vec![vec![]])]
            pub rows: Vec<Vec<Item>>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Item)]
        pub struct Item {
            #[spoke(rename = "name")]
            pub title: String,
        }
    }

    mapping!(Tanks = v2::Tank, [v1::Tank], values(v1 v2 TankSpec));
}

/// Two fields of the spoke are one of the hub.
pub(crate) mod two_fields_of_one {
    use super::*;

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Strategy {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        checks: Vec<String>,
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Queue",
            namespaced,
            storage
        )]
        pub struct QueueSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub strategy: Option<Strategy>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Queue, version = "v1")]
        #[spoke(hub = v2::QueueSpec)]
        pub struct QueueSpec {
            #[spoke(and("strategy"), to = "strategy", with = together, back = apart)]
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub checks: Vec<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub strategy: Option<Strategy>,
        }

        fn together(checks: Vec<String>, strategy: Option<Strategy>) -> Option<Strategy> {
            if checks.is_empty() {
                strategy
            } else {
                Some(Strategy { checks })
            }
        }

        fn apart(strategy: Option<Strategy>) -> (Vec<String>, Option<Strategy>) {
            (Vec::new(), strategy)
        }
    }

    mapping!(Queues = v2::Queue, [v1::Queue]);
}

/// Lists that are counted in any order, at one version, at two, and within others: the laws ask for their items only.
pub(crate) mod counted_in_any_order {
    use super::*;

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v1",
            kind = "Order",
            namespaced,
            storage
        )]
        pub struct OrderSpec {
            pub toppings: Vec<String>,
            pub tables: BTreeMap<String, Table>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Table {
            pub sizes: Vec<i32>,
        }
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v1::Order, version = "v2")]
        #[spoke(hub = v1::OrderSpec)]
        pub struct OrderSpec {
            #[spoke(counted(item = "name", count = "quantity", any_order, reversed))]
            pub toppings: Vec<Topping>,
            #[spoke(rename = "tables")]
            pub places: BTreeMap<String, Place>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Topping {
            pub name: String,
            #[schema(minimum = 0, maximum = 9)]
            pub quantity: i32,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v1::Table)]
        pub struct Place {
            #[spoke(
                rename = "sizes",
                counted(item = "size", count = "quantity", any_order, reversed)
            )]
            pub counts: Vec<Count>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Count {
            pub size: i32,
            #[schema(minimum = 0, maximum = 9)]
            pub quantity: i32,
        }
    }

    pub(crate) mod v3 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v1::Order, version = "v3")]
        #[spoke(hub = v1::OrderSpec)]
        pub struct OrderSpec {
            #[spoke(to = "toppings")]
            pub on_top: Vec<String>,
            #[spoke(rename = "tables")]
            pub rooms: BTreeMap<String, v1::Table>,
        }
    }

    mapping!(Orders = v1::Order, [v2::Order, v3::Order], rounds = 200);
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Names {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<String>,
}

// A list is a member of an object at the spoke, and stands by default at the hub.
pair!(wrapped_names [spoke(hub = v2::KilnSpec, part("group" = v2::Group))], {
    pub group: Group,
} Group {
    #[schema(default = ["a"])]
    pub names: Vec<String>,
};
{
    #[spoke(to = "group.names", unwrap = "within")]
    pub names: Names,
});

// Items have an optional struct at the hub, and its fields at the spoke.
pair! {
    minutes_of_items [spoke(hub = v2::KilnSpec)],
    { pub chambers: Vec<Chamber> }
    Chamber { pub fire: Option<Fire> }
    Fire {
        #[serde(default)]
        pub minutes: i64,
        #[schema(default)]
        #[serde(default = "three")]
        pub logs: i64,
    };
    { pub chambers: Vec<Chamber> }
    Chamber [spoke(hub = v2::Chamber, part("fire" = Option<v2::Fire>))] {
        #[spoke(to = "fire.minutes", factor(1, 60), or_back = 1)]
        pub seconds: i64,
        #[spoke(to = "fire.logs", or_back = 3)]
        #[schema(default)]
        #[serde(default = "three")]
        pub logs: i64,
    }
}
const fn three() -> i64 {
    3
}

/// Steps between places further within, whose sides no macro sees, and which are turned.
pub(crate) mod reversed_within {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Leaf {
    pub new: u8,
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "example.com",
    version = "v2",
    kind = "Deep",
    namespaced,
    storage
)]
pub struct DeepSpec {
    pub words: String,
    pub by_name: BTreeMap<String, Leaf>,
    pub timeout: String,
}
    }

    pub(crate) mod v1 {
        use super::*;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Holder {
    pub words: Vec<String>,
    #[schema(list_map_keys("name"))]
    pub named: Vec<Named>,
    pub seconds: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Named {
    pub name: String,
    pub new: u8,
}

#[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[crd(hub = super::v2::Deep, version = "v1")]
#[spoke(
    hub = v2::DeepSpec,
    fallible(up, down),
    part_back("holder" = Holder),
    step(from("holder.named"), to = "by_name", keyed = "name", reversed),
    step(from("holder.words"), to = "words", delimited = ",", reversed),
    step(from("holder.seconds"), to = "timeout", duration = "s", reversed),
)]
pub struct DeepSpec {
    pub holder: Holder,
}
    }

    mapping!(Deeps = v2::Deep, [v1::Deep]);
}
