//! What may be absent on one side and must be there on the other, where it lies further within or is called otherwise.

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    part: Option<Part>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Part {
    size: i64,
    edge: Edge,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Edge {
    width: i64,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Sized {
    size: i64,
    most: Option<i64>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, part("part" = Option<Part>))]
struct InPart {
    #[spoke(to = "part.size")]
    length: i64,
    #[spoke(to = "part.edge")]
    rim: Rim,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Edge)]
struct Rim {
    width: i64,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Part, part("edge" = Edge))]
struct OfTypes {
    size: i64,
    #[spoke(to = "edge.width")]
    width: String,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Sized, added(most), part_back("inner" = Option<Inner>), step(from("inner.length"), to = "size"))]
struct FromPart {
    inner: Option<Inner>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Sized, part_back("inner" = Inner), added(size = 1), step(from("inner.length"), to = "most"))]
struct IntoPart {
    inner: Inner,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Inner {
    length: i64,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Sized)]
struct Otherwise {
    #[spoke(rename = "size")]
    length: Option<i64>,
    #[spoke(rename = "most")]
    limit: i64,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Sized, part_back("label" = Label), added(size = 1), step(from("label.most"), to = "most", coerced, or = None))]
struct MadeOfIt {
    label: Label,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Label {
    most: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Framed {
    edge: Option<Edge>,
    most: Option<i64>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Framed, step(from("edge.most"), to = "most", coerced, or = None))]
struct OfEdge {
    edge: Option<EdgeOfMost>,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Edge)]
struct EdgeOfMost {
    width: i64,
    #[spoke(elsewhere)]
    most: String,
}

fn main() {}
