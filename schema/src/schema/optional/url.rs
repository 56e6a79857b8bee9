use url::Url;

use crate::{
    schema::{Schema, texts},
    table::Type,
};

/// Host names have letters, digits, underscores, and single hyphens and dots between them; so internationalised ones
/// are refused, which nothing but the parser could check. A `file` has no address of IPv6 for its host.
impl Schema for Url {
    const TYPE: &'static Type = &texts::table("Url", texts::URL);
}
