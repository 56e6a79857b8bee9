//! Fields that both versions call alike, through the containers around them.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use wheelwright::table::{How, Mapping, Through};
use wheelwright::{ConversionError, Schema, Spoke, SpokeOf};

mod hub {
    use super::*;

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Spec {
        pub plain: String,
        pub count: Option<u32>,
        pub listed: Vec<String>,
        pub one: Part,
        pub maybe: Option<Part>,
        pub many: Vec<Part>,
        pub boxed: Box<Part>,
        pub named: BTreeMap<String, Vec<Part>>,
        pub hashed: HashMap<String, Option<Part>>,
        pub fixed: [Part; 2],
        pub both: Shared,
        pub maybe_both: Option<Vec<Shared>>,
        pub r#type: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Part {
        pub size: i64,
    }
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Shared {
    on: bool,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Spec)]
struct Spec {
    plain: String,
    count: Option<u32>,
    listed: Vec<String>,
    one: Part,
    maybe: Option<Part>,
    many: Vec<Part>,
    boxed: Box<Part>,
    named: BTreeMap<String, Vec<Part>>,
    hashed: HashMap<String, Option<Part>>,
    fixed: [Part; 2],
    both: Shared,
    maybe_both: Option<Vec<Shared>>,
    r#type: String,
    #[serde(skip)]
    cache: u8,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Part)]
struct Part {
    #[spoke(rename = "size")]
    length: i64,
}

fn part(length: i64) -> Part {
    Part { length }
}

fn hub_part(size: i64) -> hub::Part {
    hub::Part { size }
}

#[test]
fn nested_spokes_map_through_every_container() {
    let shared = Shared { on: true };
    let spoke = Spec {
        plain: "p".to_owned(),
        count: Some(3),
        listed: vec!["l".to_owned()],
        one: part(1),
        maybe: Some(part(2)),
        many: vec![part(3), part(4)],
        boxed: Box::new(part(5)),
        named: BTreeMap::from([("n".to_owned(), vec![part(7)])]),
        hashed: HashMap::from([("h".to_owned(), Some(part(8))), ("none".to_owned(), None)]),
        fixed: [part(9), part(10)],
        both: shared.clone(),
        maybe_both: Some(vec![shared.clone()]),
        r#type: "t".to_owned(),
        cache: 0,
    };
    let hub = hub::Spec {
        plain: "p".to_owned(),
        count: Some(3),
        listed: vec!["l".to_owned()],
        one: hub_part(1),
        maybe: Some(hub_part(2)),
        many: vec![hub_part(3), hub_part(4)],
        boxed: Box::new(hub_part(5)),
        named: BTreeMap::from([("n".to_owned(), vec![hub_part(7)])]),
        hashed: HashMap::from([
            ("h".to_owned(), Some(hub_part(8))),
            ("none".to_owned(), None),
        ]),
        fixed: [hub_part(9), hub_part(10)],
        both: shared.clone(),
        maybe_both: Some(vec![shared]),
        r#type: "t".to_owned(),
    };
    assert_eq!(hub::Spec::from(spoke.clone()), hub);
    assert_eq!(Spec::from(hub), spoke);
}

#[test]
fn the_table_says_through_what() {
    let Mapping::Fields(fields) = <Spec as SpokeOf<hub::Spec>>::MAPPING else {
        panic!("a struct maps by fields");
    };
    let through = |name: &str| {
        let step = fields.steps.iter().find(|step| {
            step.spoke == step.hub
                && matches!(step.hub, [wheelwright::table::Spot::Field([only])] if *only == name)
        });
        let Some(How::Nest(nest)) = step.map(|step| step.how) else {
            panic!("`{name}` has no step");
        };
        let kind = match nest.mapping {
            Mapping::Same => "same",
            Mapping::Fields(_) => "fields",
            _ => "other",
        };
        (nest.through, kind)
    };
    assert_eq!(through("plain"), (&[] as &[Through], "same"));
    assert_eq!(through("listed"), (&[] as &[Through], "same"));
    assert_eq!(through("one"), (&[] as &[Through], "fields"));
    assert_eq!(through("boxed"), (&[] as &[Through], "fields"));
    assert_eq!(through("maybe"), (&[] as &[Through], "fields"));
    assert_eq!(through("many"), (&[Through::List] as &[Through], "fields"));
    assert_eq!(
        through("named"),
        (&[Through::Map, Through::List] as &[Through], "fields")
    );
    assert_eq!(through("hashed"), (&[Through::Map] as &[Through], "fields"));
    assert_eq!(through("fixed"), (&[Through::List] as &[Through], "fields"));
    assert_eq!(
        through("maybe_both"),
        (&[Through::List] as &[Through], "same")
    );
    assert_eq!(through("type").1, "same");
    assert_eq!(fields.steps.len(), 13, "what serde skips is in no version");
}

mod fallible {
    use super::*;

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Outer {
        #[serde(rename = "innerOnes")]
        pub inner: Vec<Inner>,
        pub by_name: BTreeMap<String, Inner>,
        pub only: Option<Inner>,
        pub plain: bool,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Inner {
        pub number: i32,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = Outer, fallible(up))]
    pub struct OldOuter {
        #[serde(rename = "innerOnes")]
        pub inner: Vec<OldInner>,
        pub by_name: BTreeMap<String, OldInner>,
        pub only: Option<OldInner>,
        pub plain: bool,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = Inner, fallible(up))]
    pub struct OldInner {
        #[serde(rename = "theNumber")]
        #[spoke(rename = "number", try_with = number, back = text)]
        pub text: String,
    }

    fn number(text: String) -> Result<i32, std::num::ParseIntError> {
        text.parse()
    }

    fn text(number: i32) -> String {
        number.to_string()
    }
}

#[test]
fn an_error_names_its_place() {
    use fallible::*;
    let old = |text: &str| OldInner {
        text: text.to_owned(),
    };
    let good = OldOuter {
        inner: vec![old("1"), old("2")],
        by_name: BTreeMap::from([("a".to_owned(), old("3"))]),
        only: Some(old("4")),
        plain: true,
    };
    let hub = Outer::try_from(good.clone()).expect("all are numbers");
    assert_eq!(hub.inner, [Inner { number: 1 }, Inner { number: 2 }]);
    assert_eq!(hub.by_name["a"], Inner { number: 3 });
    assert_eq!(hub.only, Some(Inner { number: 4 }));
    assert_eq!(OldOuter::from(hub), good);

    let message = |outer: OldOuter| {
        let error: ConversionError = Outer::try_from(outer).expect_err("not a number");
        error.to_string()
    };
    let mut bad = good.clone();
    bad.inner[1] = old("x");
    assert_eq!(
        message(bad),
        ".innerOnes[1].theNumber: invalid digit found in string"
    );
    let mut bad = good.clone();
    bad.by_name.insert("b".to_owned(), old("x"));
    assert_eq!(
        message(bad),
        ".by_name.b.theNumber: invalid digit found in string"
    );
    let mut bad = good;
    bad.only = Some(old(""));
    assert_eq!(
        message(bad),
        ".only.theNumber: cannot parse integer from empty string"
    );
    let directions = [
        <OldOuter as SpokeOf<Outer>>::FALLIBLE_UP,
        <OldOuter as SpokeOf<Outer>>::FALLIBLE_DOWN,
    ];
    assert_eq!(directions, [true, false]);
}
