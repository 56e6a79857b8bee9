use serde_json::{Map as JsonMap, Number, Value};

use crate::{
    schema::Schema,
    table::{Map, Scalar, Shape, Type},
};

impl Schema for Value {
    const TYPE: &'static Type = &Type::of("Value", Shape::Any);
}

impl Schema for JsonMap<String, Value> {
    const TYPE: &'static Type = &Type::of(
        "Map",
        Shape::Map(Map {
            key: String::TYPE,
            value: Value::TYPE,
        }),
    );
}

impl Schema for Number {
    const TYPE: &'static Type = &Type::of("Number", Shape::Scalar(Scalar::Float("")));
}

#[cfg(feature = "raw_value")]
impl Schema for serde_json::value::RawValue {
    const TYPE: &'static Type = &Type::of("RawValue", Shape::Any);
}
