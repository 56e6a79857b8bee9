use super::Kept;
use crate::convert::json::Json;

impl Kept {
    /// The JSON form, as documented for the annotation.
    pub(crate) fn json(&self) -> Json<'_> {
        match self {
            Self::Value(value) => Json::Array(vec![value.borrowed()]),
            Self::Absent => Json::Array(Vec::new()),
            Self::Members(members) => {
                let own = members.iter().filter(|(_, kept)| !kept.is_itself());
                let own = own.map(|(name, kept)| (name.as_str().into(), kept.json()));
                let own = Json::Object(own.collect());
                match self.itself() {
                    Some(value) => Json::Array(vec![Json::string("object"), value.borrowed(), own]),
                    None => own,
                }
            }
            // It is written with the members that it stands among.
            Self::Itself(value) => value.borrowed(),
            Self::Keyed(items) => Json::Array(vec![
                Json::string("keyed"),
                Json::Array(
                    items
                        .iter()
                        .map(|(keys, kept)| {
                            let keys = keys.iter().map(Json::borrowed).collect();
                            Json::Array(vec![Json::Array(keys), kept.json()])
                        })
                        .collect(),
                ),
            ]),
            Self::Aligned { looks, items } => Json::Array(vec![
                Json::string("aligned"),
                Json::Array(looks.iter().map(|look| Json::string(&look.0)).collect()),
                Json::Object(
                    items
                        .iter()
                        .map(|(index, kept)| (index.to_string().into(), kept.json()))
                        .collect(),
                ),
            ]),
        }
    }
}
