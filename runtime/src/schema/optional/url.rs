use url::Url;

use crate::{
    schema::{Schema, texts},
    table::Type,
};

/// Without host names that have two hyphens in a row or punctuation in `http`, `https`, `ws`, `wss`, `ftp` and `file`.
impl Schema for Url {
    const TYPE: &'static Type = &texts::table("Url", texts::URL);
}
