//! Enums, newtypes, and functions for whole types.

use serde::{Deserialize, Serialize};
use wheelwright::table::{Mapping, VariantContent};
use wheelwright::{Schema, Spoke, SpokeOf};

mod hub {
    use super::*;

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub enum Policy {
        Always,
        OnFailure,
        Limited(Limit),
        Scheduled {
            at: String,
            limit: Limit,
            zone: Option<String>,
        },
        Paused,
        Manual {
            by: String,
        },
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Limit {
        pub times: u32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Size(pub Limit);

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Pair {
        pub low: u32,
        pub high: u32,
    }
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Policy, added(Paused = Policy::Never, Manual = Policy::Never))]
enum Policy {
    #[spoke(rename = "Always")]
    Ever,
    OnFailure,
    Limited(Limit),
    #[spoke(added(zone = Some("UTC".to_owned())))]
    Scheduled {
        #[spoke(rename = "at")]
        time: String,
        limit: Limit,
        #[spoke(removed)]
        note: Option<String>,
    },
    #[spoke(removed = hub::Policy::Paused)]
    Never,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Limit)]
struct Limit {
    #[spoke(rename = "times")]
    count: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Size)]
struct Size(Limit);

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = hub::Pair, fallible(up), try_with = pair, back = range)]
struct Range(String);

fn pair(range: Range) -> Result<hub::Pair, String> {
    let (low, high) = range.0.split_once("..").ok_or("a range has two dots")?;
    let number = |text: &str| text.parse().map_err(|_| format!("{text:?} is no number"));
    Ok(hub::Pair {
        low: number(low)?,
        high: number(high)?,
    })
}

fn range(pair: hub::Pair) -> Range {
    Range(format!("{}..{}", pair.low, pair.high))
}

#[test]
fn variants_map_to_variants() {
    let scheduled = |note: Option<&str>| Policy::Scheduled {
        time: "noon".to_owned(),
        limit: Limit { count: 2 },
        note: note.map(str::to_owned),
    };
    for (spoke, hub) in [
        (Policy::Ever, hub::Policy::Always),
        (Policy::OnFailure, hub::Policy::OnFailure),
        (
            Policy::Limited(Limit { count: 1 }),
            hub::Policy::Limited(hub::Limit { times: 1 }),
        ),
        (
            scheduled(None),
            hub::Policy::Scheduled {
                at: "noon".to_owned(),
                limit: hub::Limit { times: 2 },
                zone: Some("UTC".to_owned()),
            },
        ),
        (Policy::Never, hub::Policy::Paused),
    ] {
        assert_eq!(hub::Policy::from(spoke.clone()), hub);
        assert_eq!(Policy::from(hub), spoke);
    }
    let hub = hub::Policy::Manual {
        by: "me".to_owned(),
    };
    assert_eq!(Policy::from(hub), Policy::Never);
    let hub = hub::Policy::from(scheduled(Some("lost")));
    assert_eq!(Policy::from(hub), scheduled(None));
}

#[test]
fn the_table_has_the_variants_of_both_sides() {
    let Mapping::Variants(variants) = <Policy as SpokeOf<hub::Policy>>::MAPPING else {
        panic!("an enum maps by variants");
    };
    let read: Vec<_> = variants
        .variants
        .iter()
        .map(|step| {
            let content = match step.content {
                VariantContent::Unit => "unit",
                VariantContent::Newtype(_) => "newtype",
                VariantContent::Fields(_) => "fields",
            };
            let stand_in = step
                .stand_in
                .map(|run| (run.0)().map(|json| json.to_string()));
            (step.spoke, step.hub, content, stand_in)
        })
        .collect();
    let never = Some(Ok("\"Never\"".to_owned()));
    assert_eq!(
        read,
        [
            ("Ever", "Always", "unit", None),
            ("OnFailure", "OnFailure", "unit", None),
            ("Limited", "Limited", "newtype", None),
            ("Scheduled", "Scheduled", "fields", None),
            ("Never", "", "unit", Some(Ok("\"Paused\"".to_owned()))),
            ("", "Paused", "unit", never.clone()),
            ("", "Manual", "unit", never),
        ]
    );
}

#[test]
fn newtypes_map_what_they_hold() {
    let (spoke, hub) = (Size(Limit { count: 3 }), hub::Size(hub::Limit { times: 3 }));
    assert_eq!(hub::Size::from(spoke.clone()), hub);
    assert_eq!(Size::from(hub), spoke);
}

#[test]
fn functions_map_whole_types() {
    let (spoke, hub) = (Range("1..2".to_owned()), hub::Pair { low: 1, high: 2 });
    assert_eq!(hub::Pair::try_from(spoke.clone()), Ok(hub.clone()));
    assert_eq!(Range::from(hub), spoke);
    let error = hub::Pair::try_from(Range("1".to_owned())).expect_err("no range");
    assert_eq!(error.to_string(), "a range has two dots");
}

mod fallible {
    use super::*;

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub enum New {
        A,
        Gone,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = New, fallible(up, down), added(Gone))]
    pub enum Old {
        A,
        #[spoke(removed)]
        B {
            what: String,
        },
    }
}

#[test]
fn a_variant_without_counterpart_is_refused() {
    use fallible::{New, Old};
    assert_eq!(New::try_from(Old::A), Ok(New::A));
    assert_eq!(Old::try_from(New::A), Ok(Old::A));
    let error = New::try_from(Old::B {
        what: String::new(),
    });
    let error = error.expect_err("no counterpart").to_string();
    assert!(error.contains("`B` has no counterpart"), "{error}");
    let error = Old::try_from(New::Gone).expect_err("no counterpart");
    assert!(error.to_string().contains("`Gone` has no"), "{error}");
}
