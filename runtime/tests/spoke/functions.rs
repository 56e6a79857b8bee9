//! Functions of the author's, stand-ins, and absence.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::table::{Call, How, Mapping, Unmapped};
use wheelwright::{Schema, Spoke, SpokeOf};

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Hub {
    host: String,
    port: u16,
    area: u64,
    shout: String,
    level: u8,
    name: String,
    nick: Option<String>,
    size: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = Hub)]
struct Old {
    #[spoke(to("host", "port"), try_with = split, back = join, or = ("unknown".to_owned(), 0))]
    host_port: String,
    #[spoke(to = "area", and("height"), with = |w, h| u64::from(w) * u64::from(h), back = sides)]
    width: u32,
    height: u32,
    #[spoke(with = |text: String| text.to_uppercase(), back = |text| text.to_lowercase())]
    shout: String,
    #[spoke(try_with = |n: i32| u8::try_from(n), back = i32::from, or = 255)]
    level: i32,
    #[spoke(or = "anonymous".to_owned())]
    name: Option<String>,
    #[spoke(or_back = "none".to_owned())]
    nick: String,
    #[spoke(parsed, or = 1)]
    size: String,
}

fn split(text: String) -> Result<(String, u16), String> {
    let refused = || "hostPort could not be parsed into a separate host and port".to_owned();
    let (host, port) = text.split_once(':').ok_or_else(refused)?;
    Ok((host.to_owned(), port.parse().map_err(|_| refused())?))
}

fn join(host: String, port: u16) -> String {
    format!("{host}:{port}")
}

fn sides(area: u64) -> (u32, u32) {
    (u32::try_from(area).unwrap_or(u32::MAX), 1)
}

fn old() -> Old {
    Old {
        host_port: "h:80".to_owned(),
        width: 6,
        height: 1,
        shout: "hey".to_owned(),
        level: 3,
        name: Some("n".to_owned()),
        nick: "k".to_owned(),
        size: "12".to_owned(),
    }
}

fn hub() -> Hub {
    Hub {
        host: "h".to_owned(),
        port: 80,
        area: 6,
        shout: "HEY".to_owned(),
        level: 3,
        name: "n".to_owned(),
        nick: Some("k".to_owned()),
        size: 12,
    }
}

#[test]
fn functions_map_both_ways() {
    assert_eq!(Hub::from(old()), hub());
    assert_eq!(Old::from(hub()), old());
}

#[test]
fn a_stand_in_takes_the_place_of_what_is_refused_or_absent() {
    let up = Hub::from(Old {
        host_port: "nothing".to_owned(),
        level: 1000,
        name: None,
        size: "big".to_owned(),
        ..old()
    });
    assert_eq!((up.host.as_str(), up.port), ("unknown", 0));
    assert_eq!(up.level, 255);
    assert_eq!(up.name, "anonymous");
    assert_eq!(up.size, 1);
    let down = Old::from(Hub {
        nick: None,
        ..hub()
    });
    assert_eq!(down.nick, "none");
}

fn calls(field: &str) -> (Call, Call) {
    let Mapping::Fields(fields) = <Old as SpokeOf<Hub>>::MAPPING else {
        panic!("a struct maps by fields");
    };
    let step = fields
        .steps
        .iter()
        .find(|step| format!("{:?}", step.spoke).contains(&format!("{field:?}")));
    let Some(How::Calls(calls)) = step.map(|step| step.how) else {
        panic!("`{field}` has functions");
    };
    (calls.up, calls.down)
}

fn run(call: Call, values: &[Value]) -> Result<Vec<Option<Value>>, Unmapped> {
    let values: Vec<_> = values
        .iter()
        .map(|value| (!value.is_null()).then_some(value))
        .collect();
    (call.0)(&values)
}

#[test]
fn functions_run_on_json() {
    let (up, down) = calls("host_port");
    assert_eq!(
        run(up, &[json!("h:80")]),
        Ok(vec![Some(json!("h")), Some(json!(80))])
    );
    assert_eq!(
        run(up, &[json!("nothing")]),
        Err(Unmapped::Refused(
            "hostPort could not be parsed into a separate host and port".to_owned()
        ))
    );
    assert!(matches!(run(up, &[json!(null)]), Err(Unmapped::Partial(_))));
    assert_eq!(
        run(down, &[json!("h"), json!(80)]),
        Ok(vec![Some(json!("h:80"))])
    );
    let (up, down) = calls("width");
    assert_eq!(run(up, &[json!(2), json!(3)]), Ok(vec![Some(json!(6))]));
    assert_eq!(
        run(down, &[json!(6)]),
        Ok(vec![Some(json!(6)), Some(json!(1))])
    );
    let (up, down) = calls("shout");
    assert_eq!(run(up, &[json!("a")]), Ok(vec![Some(json!("A"))]));
    assert_eq!(run(down, &[json!("A")]), Ok(vec![Some(json!("a"))]));
    let (up, _) = calls("size");
    assert_eq!(run(up, &[json!("7")]), Ok(vec![Some(json!(7))]));
}

#[test]
fn stand_ins_are_in_the_table() {
    let Mapping::Fields(fields) = <Old as SpokeOf<Hub>>::MAPPING else {
        panic!("a struct maps by fields");
    };
    let stand_ins: Vec<_> = fields
        .steps
        .iter()
        .filter_map(|step| step.up_or.map(|run| (run.0)()))
        .collect();
    assert_eq!(
        stand_ins,
        [
            Ok(json!(["unknown", 0])),
            Ok(json!([255])),
            Ok(json!(["anonymous"])),
            Ok(json!([1]))
        ]
    );
}
