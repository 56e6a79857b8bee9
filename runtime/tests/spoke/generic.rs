//! Types with parameters, bounded by nothing but what they need themselves.

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke, SpokeOf};

mod hub {
    use super::*;

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Page<T> {
        pub first: T,
        pub rest: Vec<Item<T>>,
        pub size: u8,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Item<T> {
        pub value: T,
        pub weight: u8,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub enum Choice<T> {
        This(T),
        None {},
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Padded<const N: usize> {
        pub text: String,
        pub fill: bool,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct Limit {
        pub times: u8,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Guarded<T> {
        #[serde(default)]
        #[schema(default)]
        pub limit: T,
        pub strict: bool,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Spec {
        pub page: Page<String>,
        pub choice: Choice<u8>,
        pub padded: Padded<4>,
        pub guarded: Guarded<Limit>,
    }
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Page<T>, added(size = 1))]
struct Page<T> {
    first: T,
    rest: Vec<Item<T>>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Item<T>, added(weight = 1))]
struct Item<T> {
    value: T,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Choice<T>)]
enum Choice<T> {
    #[spoke(rename = "This")]
    That(T),
    None {},
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Padded<N>, added(fill = true))]
struct Padded<const N: usize> {
    text: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[spoke(hub = hub::Limit)]
struct Limit {
    #[spoke(rename = "times")]
    count: u8,
}

// What the parameter stands for is itself mapped.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Guarded<hub::Limit>, added(strict = false))]
struct Guarded<T>
where
    T: SpokeOf<hub::Limit> + Into<hub::Limit>,
    hub::Limit: Into<T>,
{
    #[serde(default)]
    #[schema(default)]
    limit: T,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Spec)]
struct Spec {
    page: Page<String>,
    choice: Choice<u8>,
    padded: Padded<4>,
    guarded: Guarded<Limit>,
}

#[test]
fn parameters_need_no_bounds_for_the_mapping() {
    let old = Spec {
        page: Page {
            first: "a".to_owned(),
            rest: vec![Item {
                value: "b".to_owned(),
            }],
        },
        choice: Choice::That(2),
        padded: Padded {
            text: "x".to_owned(),
        },
        guarded: Guarded {
            limit: Limit { count: 3 },
        },
    };
    let new = hub::Spec::from(old.clone());
    assert_eq!(new.page.rest[0].weight, 1);
    assert_eq!(new.choice, hub::Choice::This(2));
    assert_eq!(new.guarded.limit.times, 3);
    assert_eq!(Spec::from(new), old);
}
