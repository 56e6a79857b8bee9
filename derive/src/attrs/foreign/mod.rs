//! What other derives write for something that has a key here.
//!
//! One table of spellings serves three readers: keys that someone wrote in `#[crd(…)]` or `#[schema(…)]` as he knew them,
//! known keys in another tool's form, and the attributes of other derives that stand beside ours ([`beside`]).

mod code;
mod conflicts;
mod crd;
mod held;
mod keywords;
mod rule;
mod schema;

use proc_macro2::{TokenStream, TokenTree};
use syn::Type;

pub(crate) use self::conflicts::{resource_conflicts, schema_conflicts};
pub(crate) use self::schema::Tool;

use super::Argument;

/// One key as another tool spells it.
pub(crate) struct Spelling {
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

/// What it is here.
enum Here {
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
}

/// The lists whose keys other tools spell in their own way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Crd,
    Schema,
    Spoke,
    Column,
    Scale,
}

/// The written type that a key is about, where it is known.
#[derive(Clone, Copy, Default)]
struct Subject<'t>(Option<&'t Type>);

/// What is to be said of a key that is spelt as another tool does it.
pub(crate) struct Instead {
    /// What to write, as the end of a sentence.
    pub(crate) words: String,
    /// The tool, where the key is one of ours in another form.
    pub(crate) tool: Option<&'static str>,
    /// The keys that are meant, where that can be told.
    pub(crate) keys: Option<TokenStream>,
}

/// Looks up a key that stands in the list that messages call `place`. `is_ours`: there is such a key, if perhaps not in
/// this form.
pub(crate) fn instead(
    place: &str,
    name: &str,
    argument: &Argument,
    is_ours: bool,
) -> Option<Instead> {
    let within = Within::named(place)?;
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

impl Within {
    fn named(place: &str) -> Option<Self> {
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
    fn spellings(self) -> impl Iterator<Item = &'static Spelling> {
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

impl Spelling {
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
    fn keys(&self, argument: &Argument, subject: Subject<'_>) -> Option<String> {
        match &self.here {
            Here::Keys(keys) => Some((*keys).to_owned()),
            Here::Made(make, _) => make(argument, subject),
            Here::Words(_) | Here::Serde | Here::Nothing(_) => None,
        }
    }

    /// The end of a sentence.
    fn words(&self, keys: Option<&str>) -> String {
        match (keys, &self.here) {
            (Some(keys), _) => format!("write `{keys}`"),
            (None, Here::Keys(words) | Here::Made(_, words) | Here::Words(words)) => {
                (*words).to_owned()
            }
            (None, Here::Serde) => "this is serde's: write it in `#[serde(…)]`".to_owned(),
            (None, Here::Nothing(why)) => format!("leave it out: {why}"),
        }
    }
}

/// A spelling of one line.
const fn spelling(name: &'static str, of: &'static [Tool], form: Form, here: Here) -> Spelling {
    Spelling {
        name,
        of,
        form,
        here,
    }
}

/// Tokens at another place, so that what is said of them is said there.
pub(crate) fn at(tokens: TokenStream, span: proc_macro2::Span) -> TokenStream {
    let moved = |token| match token {
        TokenTree::Group(group) => {
            let mut moved = proc_macro2::Group::new(group.delimiter(), at(group.stream(), span));
            moved.set_span(span);
            TokenTree::Group(moved)
        }
        mut token => {
            token.set_span(span);
            token
        }
    };
    tokens.into_iter().map(moved).collect()
}
