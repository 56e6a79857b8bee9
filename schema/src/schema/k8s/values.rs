use k8s_openapi::{
    ByteString,
    apiextensions_apiserver::pkg::apis::apiextensions::v1::JSON,
    apimachinery::pkg::{
        api::resource::Quantity,
        apis::meta::v1::{MicroTime, Time},
        runtime::RawExtension,
        util::intstr::IntOrString,
    },
};

use super::definitions;
use crate::{schema::Schema, table::Type};

macro_rules! values {
    ($($ty:ident: $table:ident;)*) => {$(
        impl Schema for $ty {
            const TYPE: &'static Type = &definitions::$table;
        }
    )*};
}

values! {
    ByteString: BYTES;
    IntOrString: INT_OR_STRING;
    JSON: ANYTHING;
    MicroTime: TIME;
    Quantity: QUANTITY;
    RawExtension: OBJECT;
    Time: TIME;
}
