//! Fields, and the two forms in which tables hold them.

use super::{Key, Run, Type};

/// The fields of a struct or struct variant, in source order.
#[derive(Clone, Copy, Debug)]
pub enum Members {
    /// One by one, as people write them.
    Rows(&'static [Field]),
    /// Name by name, type by type, as the derive writes them.
    Columns(Columns),
}

impl Members {
    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::Rows(rows) => rows.len(),
            Self::Columns(columns) => columns.types.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The field at a place.
    ///
    /// # Panics
    ///
    /// Where there are not as many.
    #[must_use]
    pub const fn at(&self, place: usize) -> Field {
        match self {
            Self::Rows(rows) => rows[place],
            Self::Columns(columns) => columns.at(place),
        }
    }

    /// The identifier of the field at a place, for less than the whole field.
    ///
    /// # Panics
    ///
    /// Where there are not as many.
    #[must_use]
    pub const fn ident(&self, place: usize) -> &'static str {
        match self {
            Self::Rows(rows) => rows[place].ident,
            Self::Columns(columns) => columns.names[2 * place],
        }
    }

    /// The wire name of the field at a place, for less than the whole field.
    ///
    /// # Panics
    ///
    /// Where there are not as many.
    #[must_use]
    pub const fn wire(&self, place: usize) -> &'static str {
        match self {
            Self::Rows(rows) => rows[place].wire,
            Self::Columns(columns) => columns.names[2 * place + 1],
        }
    }

    /// How many there are of which more is said than names, type and doc comment.
    #[must_use]
    pub const fn given_len(&self) -> usize {
        match self {
            Self::Rows(rows) => rows.len(),
            Self::Columns(columns) => columns.given.len(),
        }
    }

    /// Of those the one at a place among them: flattened fields and fields with keys are all there.
    #[must_use]
    pub const fn given(&self, nth: usize) -> Field {
        match self {
            Self::Rows(rows) => rows[nth],
            Self::Columns(columns) => columns.at(columns.given[nth].field),
        }
    }

    /// All of them.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Field> + use<> {
        let members = *self;
        (0..self.len()).map(move |place| members.at(place))
    }
}

/// Fields in columns: half of rustc's work on a literal for each field, and no field is put together before it is
/// looked at.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// Two for each field, its identifier and its name on the wire.
    names: &'static [&'static str],
    docs: &'static str,
    lines: &'static str,
    types: &'static [&'static Type],
    given: &'static [Given],
}

impl Columns {
    /// `names` has two for each field, its identifier and its name on the wire; `docs` are those of [`Doc`], `lines`
    /// those of [`Line`]; `given` is
    /// in the order of the fields.
    #[must_use]
    pub const fn new(
        names: &'static [&'static str],
        docs: &'static str,
        lines: &'static str,
        types: &'static [&'static Type],
        given: &'static [Given],
    ) -> Self {
        Self {
            names,
            docs,
            lines,
            types,
            given,
        }
    }

    const fn at(&self, place: usize) -> Field {
        let said = self.said(place);
        Field {
            ident: self.names[2 * place],
            wire: self.names[2 * place + 1],
            ty: self.types[place],
            line: Line::nth(self.lines, place),
            doc: Doc::nth(self.docs, place),
            keys: said.keys,
            flags: Flags::from_bits(said.flags),
            default: said.default,
            skips: said.skips,
        }
    }

    /// What is said of the field at a place: assertions look at all fields of a struct, so not one by one.
    const fn said(&self, place: usize) -> Given {
        let (mut from, mut to) = (0, self.given.len());
        while from < to {
            let middle = usize::midpoint(from, to);
            let given = self.given[middle];
            if given.field == place {
                return given;
            }
            if given.field < place {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        Given::new(place, &[], 0, None)
    }
}

/// What is said of one field besides its type.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    field: usize,
    keys: &'static [Key],
    flags: u8,
    default: Option<Run>,
    skips: Option<Run>,
}

impl Given {
    /// What is said of the field at this place; `flags` are [`Flag`]s in one number.
    #[must_use]
    pub const fn new(field: usize, keys: &'static [Key], flags: u8, default: Option<Run>) -> Self {
        Self {
            field,
            keys,
            flags,
            default,
            skips: None,
        }
    }

    /// With what says whether the default is written.
    #[must_use]
    pub const fn skipping(self, skips: Run) -> Self {
        Self {
            skips: Some(skips),
            ..self
        }
    }
}

/// One field of a struct or struct variant.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The Rust identifier, without `r#`.
    pub ident: &'static str,
    /// The name on the wire; the identifier where the field is flattened.
    pub wire: &'static str,
    /// The field's type.
    pub ty: &'static Type,
    /// The source line, in the file of the containing type.
    pub line: Line,
    /// The doc comment.
    pub doc: Doc,
    /// `#[schema(…)]` on the field.
    pub keys: &'static [Key],
    /// What serde does with the field.
    pub flags: Flags,
    /// Writes serde's default for this field, where `#[serde(default)]` or `default = "…"` is on the field.
    pub default: Option<Run>,
    /// Says whether `skip_serializing_if` leaves that default out, where it is said and not sure.
    pub skips: Option<Run>,
}

impl Field {
    /// A field with neither docs, keys nor serde attributes; the derive overrides what is there.
    #[must_use]
    pub const fn new(ident: &'static str, ty: &'static Type, line: &'static str) -> Self {
        Self {
            ident,
            wire: ident,
            ty,
            line: Line::nth(line, 0),
            doc: Doc::NONE,
            keys: &[],
            flags: Flags::NONE,
            default: None,
            skips: None,
        }
    }
}

/// The doc comment of a field. Those of all fields are one text: a constant for each would cost rustc as much as the
/// fields' types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doc {
    all: &'static str,
    nth: usize,
}

impl Doc {
    /// No doc comment.
    pub const NONE: Self = Self::nth("", 0);

    /// The `nth` of the texts that stand in `all`, with a NUL between each two.
    const fn nth(all: &'static str, nth: usize) -> Self {
        Self { all, nth }
    }

    /// The comment, Markdown kept; empty when there is none.
    #[must_use]
    pub fn text(self) -> &'static str {
        self.all.split('\0').nth(self.nth).unwrap_or_default()
    }
}

/// The source line of a field. Those of all fields are one text, as their docs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    all: &'static str,
    nth: usize,
}

impl Line {
    /// The `nth` of the numbers that stand in `all`, with a space between each two.
    const fn nth(all: &'static str, nth: usize) -> Self {
        Self { all, nth }
    }

    /// The number, from 1; 0 where there is none.
    #[must_use]
    pub fn number(self) -> u32 {
        let text = self.all.split(' ').nth(self.nth);
        text.and_then(|text| text.parse().ok()).unwrap_or(0)
    }
}

/// One thing that serde does with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Flag {
    /// Absent is accepted when reading: `default` on the field or its container.
    Default = 1,
    /// May be left out when writing: `skip_serializing_if`.
    SkipIf = 2,
    /// `flatten`.
    Flatten = 4,
    /// `skip_serializing`: read, never written.
    NeverWritten = 8,
    /// `skip_deserializing`: written, ignored when read.
    NeverRead = 16,
    /// `with` or `deserialize_with`: a missing `Option` is an error unless there is a default.
    ReadWith = 32,
    /// The default that [`Field::default`] writes is not `Default` of the field's type: `default = "…"`, or the container's.
    DefaultCalled = 64,
}

/// A set of [`Flag`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags(u8);

impl Flags {
    /// No flag.
    pub const NONE: Self = Self(0);

    /// The set of these flags.
    #[must_use]
    pub const fn of(flags: &[Flag]) -> Self {
        let (mut bits, mut i) = (0, 0);
        while i < flags.len() {
            bits |= flags[i] as u8;
            i += 1;
        }
        Self(bits)
    }

    /// The set of the flags whose values this number adds up to.
    const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Whether the flag is in the set.
    #[must_use]
    pub const fn has(self, flag: Flag) -> bool {
        self.0 & flag as u8 != 0
    }
}
