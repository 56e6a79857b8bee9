//! What is deprecated says so in its description.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wheelwright::Schema;

#[derive(Schema, Serialize, Deserialize, Default, Clone)]
#[serde(default)]
#[schema(serde_defaults)]
struct Pizza {
    /// What is under it.
    #[deprecated(since = "2.0.0", note = "use\n crust")]
    dough: String,
    #[deprecated = "use crust"]
    size: u32,
    /// For whoever reads the code.
    #[schema(description = "For users.", deprecated = "none")]
    hidden: bool,
    /// What is under it.
    crust: Crust,
    kind: Kind,
}

#[derive(Schema, Serialize, Deserialize, Default, Clone)]
enum Crust {
    /// As in Rome.
    #[default]
    Thin,
    #[deprecated(note = "use Thin")]
    Thick,
    /// As in Siena.
    #[deprecated(note = "use Thin")]
    Square,
}

#[derive(Schema, Serialize, Deserialize, Clone)]
#[serde(rename_all = "camelCase")]
enum Kind {
    #[deprecated(note = "use folded")]
    Open {
        base: String,
    },
    Folded {
        base: String,
    },
}

impl Default for Kind {
    fn default() -> Self {
        Self::Folded {
            base: String::new(),
        }
    }
}

fn description(path: &str) -> String {
    let schema = wheelwright::schema::of(Pizza::TYPE).unwrap().schema;
    let text = schema
        .pointer(path)
        .and_then(|schema| schema.get("description"));
    text.and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[test]
fn fields_say_it() {
    assert_eq!(
        description("/properties/dough"),
        "What is under it.\n\nDeprecated: use crust"
    );
    assert_eq!(description("/properties/size"), "Deprecated: use crust");
    assert_eq!(
        description("/properties/hidden"),
        "For users.\n\nDeprecated: none"
    );
    assert_eq!(
        description("/properties/kind/properties/open"),
        "Deprecated: use folded"
    );
}

/// Values are listed behind the description of a field.
#[test]
fn values_say_it_where_their_type_is_described() {
    assert_eq!(
        description("/properties/crust"),
        "What is under it.\n\n- `Thin`: As in Rome.\n- `Thick`: Deprecated: use Thin\n- `Square`: As in Siena.\n  \n  Deprecated: use Thin"
    );
}
