use uuid::{
    NonNilUuid, Uuid,
    fmt::{Braced, Hyphenated, Simple, Urn},
};

use crate::{
    schema::{Schema, texts},
    table::{Key, Tree, Type},
};

impl Schema for Uuid {
    const TYPE: &'static Type = &texts::table("Uuid", texts::UUID);
}

impl Schema for NonNilUuid {
    const TYPE: &'static Type = &Type {
        keys: &[Key::Not(Tree::Object(&[(
            "enum",
            Tree::Array(&[Tree::Str("00000000-0000-0000-0000-000000000000")]),
        )]))],
        ..texts::table("NonNilUuid", texts::UUID)
    };
}

impl Schema for Hyphenated {
    const TYPE: &'static Type = &texts::table("Hyphenated", texts::UUID);
}

impl Schema for Simple {
    const TYPE: &'static Type = &texts::table("Simple", texts::UUID_SIMPLE);
}

impl Schema for Braced {
    const TYPE: &'static Type = &texts::table("Braced", texts::UUID_BRACED);
}

impl Schema for Urn {
    const TYPE: &'static Type = &texts::table("Urn", texts::UUID_URN);
}
