//! Stand-ins whichever side may lack the value, and where neither does.

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
struct New {
    plain: u8,
    both: Option<u8>,
    hub: Option<u8>,
    own: u8,
    item: Item,
    items: Option<Vec<Item>>,
    boxed: Option<Box<Item>>,
    maybe: Option<Item>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Item {
    size: u8,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = New)]
struct Old {
    #[spoke(or = 1, or_back = 2)]
    plain: u8,
    #[spoke(or = Some(1), or_back = Some(2))]
    both: Option<u8>,
    #[spoke(or = Some(3), or_back = 4)]
    hub: u8,
    #[spoke(or = 5, or_back = Some(6))]
    own: Option<u8>,
    #[spoke(or = Item { size: 7 }, or_back = OldItem { size: "8".to_owned() })]
    item: OldItem,
    #[spoke(or = None, or_back = Vec::new())]
    items: Vec<OldItem>,
    #[spoke(or = None, or_back = Box::new(OldItem { size: "9".to_owned() }))]
    boxed: Box<OldItem>,
    #[spoke(or = None)]
    maybe: Option<OldItem>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = Item, fallible(up))]
struct OldItem {
    #[spoke(coerced)]
    size: String,
}

fn item(size: &str) -> OldItem {
    OldItem {
        size: size.to_owned(),
    }
}

#[test]
fn stand_ins_stand_where_a_value_is_absent_or_refused() {
    let old = Old {
        plain: 10,
        both: None,
        hub: 11,
        own: None,
        item: item("large"),
        items: vec![item("large")],
        boxed: Box::new(item("12")),
        maybe: Some(item("large")),
    };
    let new = New {
        plain: 10,
        both: None,
        hub: Some(11),
        own: 5,
        item: Item { size: 7 },
        items: None,
        boxed: Some(Box::new(Item { size: 12 })),
        maybe: None,
    };
    assert_eq!(New::from(old), new);
    let new = New {
        hub: None,
        own: 13,
        ..new
    };
    let old = Old {
        plain: 10,
        both: None,
        hub: 4,
        own: Some(13),
        item: item("7"),
        items: Vec::new(),
        boxed: Box::new(item("12")),
        maybe: None,
    };
    assert_eq!(Old::from(new), old);
}

#[derive(Schema, Serialize, Deserialize, Debug, PartialEq)]
enum NewLamp {
    On {
        watts: Option<u32>,
        hours: u32,
    },
    Dimmed {
        plain: u8,
        both: Option<u8>,
        hub: Option<u8>,
        own: u8,
    },
}

#[derive(Schema, Spoke, Serialize, Deserialize, Debug, PartialEq)]
#[spoke(hub = NewLamp)]
enum OldLamp {
    On {
        #[spoke(or_back = 5)]
        watts: u32,
        #[spoke(or = 8)]
        hours: Option<u32>,
    },
    Dimmed {
        #[spoke(or = 1, or_back = 2)]
        plain: u8,
        #[spoke(or = Some(1), or_back = Some(2))]
        both: Option<u8>,
        #[spoke(or = Some(3), or_back = 4)]
        hub: u8,
        #[spoke(or = 5, or_back = Some(6))]
        own: Option<u8>,
    },
}

#[test]
fn of_fields_of_a_variant_too() {
    let old = OldLamp::On {
        watts: 7,
        hours: None,
    };
    let new = NewLamp::On {
        watts: Some(7),
        hours: 8,
    };
    assert_eq!(NewLamp::from(old), new);
    let new = NewLamp::On {
        watts: None,
        hours: 2,
    };
    let old = OldLamp::On {
        watts: 5,
        hours: Some(2),
    };
    assert_eq!(OldLamp::from(new), old);
    let old = |hub, own| OldLamp::Dimmed {
        plain: 10,
        both: None,
        hub,
        own,
    };
    let new = |hub, own| NewLamp::Dimmed {
        plain: 10,
        both: None,
        hub,
        own,
    };
    assert_eq!(NewLamp::from(old(11, None)), new(Some(11), 5));
    assert_eq!(OldLamp::from(new(None, 13)), old(4, Some(13)));
}
