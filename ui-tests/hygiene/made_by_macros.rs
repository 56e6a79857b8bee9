//! Items that a macro of the user's makes: fragments arrive in invisible groups.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

macro_rules! resource {
    ($vis:vis $spec:ident $kind:literal, $status:ty, $hub:ident: $($field:ident: $ty:ty = $default:expr, $min:literal;)*) => {
        /// Made.
        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v1", kind = $kind, namespaced, status = $status, struct = $hub)]
        $vis struct $spec {
            $(
                #[schema(default = $default, minimum = $min)]
                $vis $field: $ty,
            )*
        }
    };
}

macro_rules! wheel {
    ($name:ident: $hub:path, [$($spoke:path),*]) => {
        wheelwright::wheel!(pub $name = $hub, [$($spoke),*]);
    };
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Status {}

resource!(pub PizzaSpec "Pizza", Status, Pizza: replicas: i32 = 1, 1; grams: Option<i64> = -5, -10;);
wheel!(Pizzas: Pizza, []);

fn main() {
    let yaml = Pizzas::crd_yaml();
    assert!(yaml.contains("default: -5"), "{yaml}");
}
