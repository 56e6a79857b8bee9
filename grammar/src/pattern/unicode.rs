//! Classes of Unicode, by the names that Go knows them by.

use super::fold_tables::{NEAR_LL, NEAR_LT, NEAR_LU, SCRIPTS, Stride};

/// `\p{…}`, or `\P{…}` when negated.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnicodeSet {
    pub(super) name: Name,
    pub(super) negated: bool,
    pub(super) fold: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Name {
    Any,
    Assigned,
    Ascii,
    /// The short name of a general category.
    Category(&'static str),
    Script(&'static str),
}

const CATEGORIES: &[&str] = &[
    "C", "Cc", "Cf", "Cn", "Co", "Cs", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn",
    "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm",
    "So", "Z", "Zl", "Zp", "Zs",
];

/// Long names of categories, as Go compares them, and short ones.
const ALIASES: &[(&str, &str)] = &[
    ("Casedletter", "LC"),
    ("Closepunctuation", "Pe"),
    ("Cntrl", "Cc"),
    ("Combiningmark", "M"),
    ("Connectorpunctuation", "Pc"),
    ("Control", "Cc"),
    ("Currencysymbol", "Sc"),
    ("Dashpunctuation", "Pd"),
    ("Decimalnumber", "Nd"),
    ("Digit", "Nd"),
    ("Enclosingmark", "Me"),
    ("Finalpunctuation", "Pf"),
    ("Format", "Cf"),
    ("Initialpunctuation", "Pi"),
    ("Lc", "LC"),
    ("Letter", "L"),
    ("Letternumber", "Nl"),
    ("Lineseparator", "Zl"),
    ("Lowercaseletter", "Ll"),
    ("Mark", "M"),
    ("Mathsymbol", "Sm"),
    ("Modifierletter", "Lm"),
    ("Modifiersymbol", "Sk"),
    ("Nonspacingmark", "Mn"),
    ("Number", "N"),
    ("Openpunctuation", "Ps"),
    ("Other", "C"),
    ("Otherletter", "Lo"),
    ("Othernumber", "No"),
    ("Otherpunctuation", "Po"),
    ("Othersymbol", "So"),
    ("Paragraphseparator", "Zp"),
    ("Privateuse", "Co"),
    ("Punct", "P"),
    ("Punctuation", "P"),
    ("Separator", "Z"),
    ("Spaceseparator", "Zs"),
    ("Spacingmark", "Mc"),
    ("Surrogate", "Cs"),
    ("Symbol", "S"),
    ("Titlecaseletter", "Lt"),
    ("Unassigned", "Cn"),
    ("Uppercaseletter", "Lu"),
];

/// The class of that name. Letter case, spaces, dashes and underscores do not matter.
pub(super) fn find(name: &str) -> Option<Name> {
    // Go changes ASCII letters only, the first to upper case.
    let mut plain = String::with_capacity(name.len());
    for c in name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')) {
        plain.push(if plain.is_empty() {
            c.to_ascii_uppercase()
        } else {
            c.to_ascii_lowercase()
        });
    }
    let plain = plain.as_str();
    Some(match plain {
        "Any" => Name::Any,
        "Assigned" => Name::Assigned,
        "Ascii" => Name::Ascii,
        _ => {
            if let Some(found) = CATEGORIES.iter().find(|&&known| known == plain) {
                Name::Category(found)
            } else if let Some(found) = SCRIPTS.iter().find(|&&known| known == plain) {
                Name::Script(found)
            } else {
                Name::Category(ALIASES.iter().find(|(long, _)| *long == plain)?.1)
            }
        }
    })
}

/// What a class has in addition when letter case is free.
pub(super) fn counterparts(name: Name) -> &'static [Stride] {
    const IOTA: &[Stride] = &[(0x399, 0x399, 1), (0x3b9, 0x3b9, 1), (0x1fbe, 0x1fbe, 1)];
    match name {
        Name::Ascii => &[(0x17f, 0x17f, 1), (0x212a, 0x212a, 1)],
        Name::Category("Ll") => NEAR_LL,
        Name::Category("Lu") => NEAR_LU,
        Name::Category("Lt") => NEAR_LT,
        Name::Category("L") => &[(0x345, 0x345, 1)],
        Name::Category("M" | "Mn") | Name::Script("Inherited") => IOTA,
        Name::Script("Common") => &[(0x39c, 0x39c, 1), (0x3bc, 0x3bc, 1)],
        Name::Script("Greek") => &[(0xb5, 0xb5, 1), (0x345, 0x345, 1)],
        _ => &[],
    }
}
