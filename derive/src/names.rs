//! The names that serde gives to fields and variants, as `serde_derive` 1.0.229 makes them.

/// A value of `rename_all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RenameRule {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

/// The rules as they are written.
pub(crate) const RULES: &[(&str, RenameRule)] = &[
    ("lowercase", RenameRule::Lower),
    ("UPPERCASE", RenameRule::Upper),
    ("PascalCase", RenameRule::Pascal),
    ("camelCase", RenameRule::Camel),
    ("snake_case", RenameRule::Snake),
    ("SCREAMING_SNAKE_CASE", RenameRule::ScreamingSnake),
    ("kebab-case", RenameRule::Kebab),
    ("SCREAMING-KEBAB-CASE", RenameRule::ScreamingKebab),
];

impl RenameRule {
    pub(crate) fn parse(name: &str) -> Option<Self> {
        RULES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, rule)| *rule)
    }

    /// How the rule is written.
    pub(crate) fn name(self) -> &'static str {
        RULES
            .iter()
            .find(|(_, rule)| *rule == self)
            .map_or("", |(name, _)| name)
    }

    /// The wire name of a variant, which is taken to be in `PascalCase`.
    pub(crate) fn variant(self, ident: &str) -> String {
        match self {
            Self::Pascal => ident.to_owned(),
            Self::Lower => ident.to_ascii_lowercase(),
            Self::Upper => ident.to_ascii_uppercase(),
            Self::Camel => lower_first(ident),
            Self::Snake => separated(ident),
            Self::ScreamingSnake => separated(ident).to_ascii_uppercase(),
            Self::Kebab => separated(ident).replace('_', "-"),
            Self::ScreamingKebab => separated(ident).to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// The wire name of a field, which is taken to be in `snake_case`.
    pub(crate) fn field(self, ident: &str) -> String {
        match self {
            Self::Lower | Self::Snake => ident.to_owned(),
            Self::Upper | Self::ScreamingSnake => ident.to_ascii_uppercase(),
            Self::Pascal => joined(ident),
            Self::Camel => lower_first(&joined(ident)),
            Self::Kebab => ident.replace('_', "-"),
            Self::ScreamingKebab => ident.to_ascii_uppercase().replace('_', "-"),
        }
    }
}

fn lower_first(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_ascii_lowercase().to_string() + chars.as_str()
    })
}

fn separated(name: &str) -> String {
    let mut snake = String::new();
    for (i, c) in name.char_indices() {
        if i > 0 && c.is_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

fn joined(name: &str) -> String {
    let mut pascal = String::new();
    let mut capitalize = true;
    for c in name.chars() {
        if c == '_' {
            capitalize = true;
        } else {
            pascal.push(if capitalize {
                c.to_ascii_uppercase()
            } else {
                c
            });
            capitalize = false;
        }
    }
    pascal
}
