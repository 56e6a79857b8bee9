//! What other derives write for something that has a key in `#[crd(…)]` or `#[schema(…)]`.
//!
//! One table of spellings serves four readers: keys that someone wrote in our attributes as he knew them, known keys in another
//! tool's form, the attributes of other derives that stand beside ours, and the rewriting of a crate that has only those.
//!
//! ```
//! use wheelwright_spelling::{Argument, Subject, Tool, spelling};
//!
//! // #[schemars(range(min = 1))]
//! let piece = syn::parse_str("range(min = 1)").unwrap();
//! let (name, argument) = wheelwright_spelling::read(piece).unwrap();
//! let range = spelling(Tool::Schemars, &name.to_string(), &argument).unwrap();
//! assert_eq!(range.keys(&argument, Subject::default()).unwrap(), "minimum = 1");
//! ```

mod argument;
mod code;
mod crd;
mod held;
mod keywords;
mod rule;
mod schema;

use proc_macro2::TokenStream;
use syn::Type;

pub use self::argument::{Argument, DEEPEST, nests_too_deeply, read, split, ungroup};
pub use self::code::{pieces, quoted, source, text_of};
pub use self::crd::SAME_IN_KUBE;
pub use self::held::{Held, arguments, ungrouped};
pub use self::schema::{READ_BY_SCHEMARS, Tool};

/// One key as another tool spells it.
pub struct Spelling {
    name: &'static str,
    of: &'static [Tool],
    form: Form,
    here: Here,
}

/// The form in which a spelling is another tool's.
#[derive(Clone, Copy)]
enum Form {
    /// All; where a key of ours has the name, it is ours.
    Any,
    /// `key = …`.
    Value,
    /// `key = "…"`.
    Text,
    /// `key(…)`.
    List,
    /// `key("…", "…")`.
    Pair,
}

/// What a spelling is here.
pub enum Here {
    /// These keys.
    Keys(&'static str),
    /// Keys that follow from the argument; where they do not, what stands behind says in words what to write.
    Made(fn(&Argument, Subject<'_>) -> Option<String>, &'static str),
    /// Said in words.
    Words(&'static str),
    /// A key of serde's, which the schema follows.
    Serde,
    /// Nothing of what is on the wire or what is valid; said where it is written as a key of ours.
    Nothing(&'static str),
    /// Nothing that is lost without it; said wherever it is written.
    Unneeded(&'static str),
}

/// The lists whose keys other tools spell in their own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// `#[crd(…)]`.
    Crd,
    /// `#[schema(…)]`, and the lists of its keys within others.
    Schema,
    /// `#[spoke(…)]`.
    Spoke,
    /// `printcolumn(…)`.
    Column,
    /// `scale(…)`.
    Scale,
}

/// The written type that a key is about, where it is known.
#[derive(Clone, Copy, Default)]
pub struct Subject<'t>(pub Option<&'t Type>);

/// What is to be said of a key that is spelt as another tool does it.
pub struct Instead {
    /// What to write, as the end of a sentence.
    pub words: String,
    /// The tool, where the key is one of ours in another form.
    pub tool: Option<&'static str>,
    /// The keys that are meant, where that can be told.
    pub keys: Option<TokenStream>,
}

/// Looks up a key in a list of ours. `is_ours`: there is such a key, if perhaps not in this form.
#[must_use]
pub fn instead(within: Within, name: &str, argument: &Argument, is_ours: bool) -> Option<Instead> {
    let spelling = within
        .spellings()
        .find(|spelling| spelling.is(name, argument, is_ours))?;
    let keys = spelling.keys(argument, Subject::default());
    Some(Instead {
        words: spelling.words(keys.as_deref()),
        tool: spelling
            .of
            .first()
            .filter(|_| is_ours)
            .map(|of| of.called()),
        keys: keys.and_then(|keys| keys.parse().ok()),
    })
}

/// Looks up a key in the attribute of another tool. What says nothing of what is valid goes first.
#[must_use]
pub fn spelling(tool: Tool, name: &str, argument: &Argument) -> Option<&'static Spelling> {
    let is =
        |spelling: &&Spelling| spelling.of.contains(&tool) && spelling.is(name, argument, false);
    let says_nothing = |spelling: &&Spelling| matches!(spelling.here, Here::Nothing(_));
    let mut all = tool.spellings().iter().filter(is);
    let first = all.clone().next();
    all.find(says_nothing).or(first)
}

/// What to write for a key of serde's in `#[schemars(…)]`, where schemars describes what serde does not do.
#[must_use]
pub fn of_serde(name: &str) -> &'static str {
    match name {
        "skip" => {
            "the API server prunes a field that the schema lacks: write `#[serde(skip)]`, or leave it out"
        }
        "default" => {
            "write `#[serde(default)]`, which says that the field may be absent, and `#[schema(default = …)]`, which fills it in"
        }
        _ => "the schema follows serde: write it in `#[serde(…)]`, or leave it out",
    }
}

impl Within {
    /// The list that messages call so: `scale(…)`.
    #[must_use]
    pub fn named(place: &str) -> Option<Self> {
        Some(match place {
            "#[crd(…)]" => Self::Crd,
            "#[schema(…)]" | "items(…)" | "values(…)" | "root(…)" | "name(…)"
            | "generate_name(…)" => Self::Schema,
            "#[spoke(…)]" => Self::Spoke,
            "printcolumn(…)" | "column(…)" => Self::Column,
            "scale(…)" => Self::Scale,
            _ => return None,
        })
    }

    /// Those of the list, then serde's keys, which people write everywhere.
    pub fn spellings(self) -> impl Iterator<Item = &'static Spelling> {
        let of_list: &[Spelling] = match self {
            Self::Crd => crd::CRD,
            Self::Schema => schema::SCHEMA,
            Self::Spoke => &[],
            Self::Column => crd::COLUMN,
            Self::Scale => crd::SCALE,
        };
        let of_serde = schema::SCHEMA.iter().filter(move |spelling| {
            matches!(self, Self::Crd | Self::Spoke) && matches!(spelling.here, Here::Serde)
        });
        of_list.iter().chain(of_serde)
    }
}

impl Tool {
    /// What it spells in its own way; [`Within::Column`] and [`Within::Scale`] are in `#[kube(…)]`, too.
    #[must_use]
    pub fn spellings(self) -> &'static [Spelling] {
        match self {
            Self::Kube => crd::CRD,
            _ => schema::SCHEMA,
        }
    }
}

impl Spelling {
    /// As it is written.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Whose it is; of none if it is what people write and no tool takes.
    #[must_use]
    pub const fn tools(&self) -> &'static [Tool] {
        self.of
    }

    /// What it is here.
    #[must_use]
    pub const fn here(&self) -> &Here {
        &self.here
    }

    fn is(&self, name: &str, argument: &Argument, is_ours: bool) -> bool {
        self.name == name
            && match (self.form, argument) {
                (Form::Any, _) => !is_ours,
                (Form::Value, Argument::Value(_)) | (Form::List, Argument::List(_)) => true,
                (Form::Text, Argument::Value(value)) => code::literal(value.clone()).is_some(),
                (Form::Pair, Argument::List(_)) => {
                    code::texts(argument).is_some_and(|texts| texts.len() == 2)
                }
                _ => false,
            }
    }

    /// The keys that say the same here.
    #[must_use]
    pub fn keys(&self, argument: &Argument, subject: Subject<'_>) -> Option<String> {
        match &self.here {
            Here::Keys(keys) => Some((*keys).to_owned()),
            Here::Made(make, _) => make(argument, subject),
            Here::Words(_) | Here::Serde | Here::Nothing(_) | Here::Unneeded(_) => None,
        }
    }

    /// What to write, as the end of a sentence.
    #[must_use]
    pub fn words(&self, keys: Option<&str>) -> String {
        match (keys, &self.here) {
            (Some(keys), _) => format!("write `{keys}`"),
            (None, Here::Keys(words) | Here::Made(_, words) | Here::Words(words)) => {
                (*words).to_owned()
            }
            (None, Here::Serde) => "this is serde's: write it in `#[serde(…)]`".to_owned(),
            (None, Here::Nothing(why) | Here::Unneeded(why)) => format!("leave it out: {why}"),
        }
    }
}

/// A spelling of one line.
const fn of_line(name: &'static str, of: &'static [Tool], form: Form, here: Here) -> Spelling {
    Spelling {
        name,
        of,
        form,
        here,
    }
}

#[cfg(test)]
mod tests {
    use super::{Argument, SAME_IN_KUBE, Tool, spelling};

    /// What the table spells otherwise has another form there.
    #[test]
    fn keys_of_one_form_are_not_spelt_otherwise() {
        for key in SAME_IN_KUBE {
            assert!(
                spelling(Tool::Kube, key, &Argument::Bare).is_none(),
                "{key}"
            );
        }
    }
}
