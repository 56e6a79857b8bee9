use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Scaler", namespaced,
      root(rule("self.metadata.labels['a'] == 'b' || self.metadata.nmae != ''")),
      name(rule("self.size < 10")))]
#[serde(rename_all = "camelCase")]
#[schema(rule("self.minReplica <= self.maxReplicas", message = "min is over max"),
         rule("lenght(self.name) > 1 && self.name.startWith('a')"),
         rule("self.name != \"é\u{e9}\" && \
               self.nam == ''"),
         rule("self.minReplicas"),
         rule("self.maxReplicas > '1'", message_expression = "self.maxReplicas"))]
pub struct ScalerSpec {
    pub min_replicas: u32,
    pub max_replicas: Option<u32>,
    pub name: String,
    #[schema(rule(r#"self.all(key, self[key] != """#), values(rule("self.find('(') == ''")))]
    pub labels: BTreeMap<String, String>,
    #[schema(rule(
        r#"
        self.all(item,
            item.startsWith("a") && item > 1)
        "#,
        message = "in several lines",
        message_expression = "'too ' + 'many: ' + size(self)",
    ))]
    pub items: Vec<String>,
    #[schema(rule("!oldSelf || self >= oldSelf.value()", optional_old_self))]
    pub weight: f64,
    /// What is not seen here can be anything, in an expression that can be read.
    #[schema(rule("self.door > 1 && self.doors.size"), values(rule("self ||")))]
    pub ovens: BTreeMap<String, Oven>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Oven {
    pub doors: u8,
}

fn main() {}
