//! Keys against the type they stand on.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use super::{Checks, Subject};
use crate::attrs::schema_keys::{Given, ListType, Rule, SchemaKeys, What};
use crate::attrs::tree::Node;
use crate::attrs::value::{Amount, Number};
use crate::expand::keys::{bound, size};
use crate::expand::tree::{tree, trees};
use crate::expand::written::plain;
use crate::lower::arguments;
use wheelwright_grammar::field_path;
use wheelwright_grammar::vocabulary::{INTEGER_FORMATS, NUMBER_FORMATS};

impl Checks<'_> {
    pub(super) fn keys(&mut self, keys: &SchemaKeys, subject: &Subject<'_>) {
        for given in &keys.given {
            self.key(given, subject);
        }
        self.correlated(keys, subject);
    }

    /// What compares an item with the old one needs items that can be told apart.
    fn correlated(&mut self, keys: &SchemaKeys, subject: &Subject<'_>) {
        if keys.find("list_map_keys").is_some() {
            return;
        }
        for given in &keys.given {
            let What::Items(held) = &given.what else {
                continue;
            };
            for given in held.given.iter().filter(|given| is_transition(&given.what)) {
                let (span, table, name) = (given.key, &subject.table, given.name);
                self.add(
                    span,
                    quote_spanned!(span=> __w::assert::correlated(#table, #name)),
                );
            }
        }
    }

    fn key(&mut self, given: &Given, subject: &Subject<'_>) {
        let (span, table) = (given.key, &subject.table);
        match &given.what {
            What::Pattern(_) | What::MinLength(_) | What::MaxLength(_) => {
                self.fits("text", given, subject, &["String", "str", "char"]);
            }
            What::Minimum(value)
            | What::Maximum(value)
            | What::ExclusiveMinimum(value)
            | What::ExclusiveMaximum(value)
            | What::MultipleOf(value) => {
                self.fits("number", given, subject, NUMBERS);
                self.bound(given, value, subject);
            }
            What::NoBounds => self.fits("integer", given, subject, &[]),
            What::Format(format) => self.format(given, format, subject),
            What::Enum(values) => {
                let values = trees(values);
                let span = given.value;
                self.fits("scalar", given, subject, &["String"]);
                self.add(
                    span,
                    quote_spanned!(span=> __w::assert::enum_values(#table, #values)),
                );
            }
            What::MinItems(size) | What::MaxItems(size) => self.count(given, size, subject),
            What::ListType(list_type) => {
                self.fits("list", given, subject, LISTS);
                if *list_type == ListType::Set {
                    self.add(span, quote_spanned!(span=> __w::assert::set(#table)));
                }
            }
            What::ListMapKeys(names) => {
                for name in names {
                    let (span, name) = (name.span, &name.value);
                    self.add(
                        span,
                        quote_spanned!(span=> __w::assert::list_map_key(#table, #name)),
                    );
                }
            }
            What::MinProperties(_) | What::MaxProperties(_) => {
                self.fits("object", given, subject, MAPS);
            }
            What::EmbeddedResource => {
                self.add(span, quote_spanned!(span=> __w::assert::embedded(#table)));
            }
            What::PreserveUnknownFields => {
                self.fits("object", given, subject, MAPS);
                self.add(
                    span,
                    quote_spanned!(span=> __w::assert::reads_unknown(#table)),
                );
            }
            What::Rule(rule) => {
                self.seen(given, subject);
                self.rule(rule, subject);
            }
            What::Immutable => self.seen(given, subject),
            What::MapType(_) => self.fits("map", given, subject, MAPS),
            What::StructType(_) => self.fits("structure", given, subject, &[]),
            What::IntOrString(_) => {
                self.add(
                    span,
                    quote_spanned!(span=> __w::assert::int_or_string(#table)),
                );
            }
            What::Nullable(true) => {
                self.add(span, quote_spanned!(span=> __w::assert::nullable(#table)));
            }
            What::Default(value) if !matches!(value.node, Node::Run(_)) => {
                let (span, value) = (value.span, tree(value));
                self.add(
                    span,
                    quote_spanned!(span=> __w::assert::default(#table, #value)),
                );
            }
            What::DefaultFromMembers => {
                self.add(
                    span,
                    quote_spanned!(span=> __w::assert::nested_default(#table)),
                );
            }
            What::Column(column) if !column.ty.is_empty() => {
                let ty = &column.ty;
                self.add(
                    given.value,
                    quote_spanned!(given.value=> __w::assert::column(#table, #ty)),
                );
            }
            What::Items(held) => {
                self.fits("list", given, subject, LISTS);
                let table = quote_spanned!(span=> __w::assert::items(#table));
                self.held(held, table, subject, 0);
            }
            What::Values(held) => {
                self.fits("map", given, subject, MAPS);
                let table = quote_spanned!(span=> __w::assert::values(#table));
                self.held(held, table, subject, 1);
            }
            _ => {}
        }
    }

    /// What an integer is compared with; asserted unless the type's name shows that it is one of its values.
    fn bound(&mut self, given: &Given, value: &Amount<Number>, subject: &Subject<'_>) {
        // Without the ends, where an exclusive bound leaves nothing.
        const RANGES: &[(&str, i128, i128)] = &[
            ("i32", i32::MIN as i128 + 1, i32::MAX as i128 - 1),
            ("i64", i64::MIN as i128 + 1, i64::MAX as i128 - 1),
            ("u8", 1, u8::MAX as i128 - 1),
            ("u16", 1, u16::MAX as i128 - 1),
            ("u32", 1, u32::MAX as i128 - 1),
            ("u64", 1, u64::MAX as i128 - 1),
        ];
        let shows = |(name, least, most): &(&str, i128, i128)| {
            subject.is_called(&[name])
                && matches!(value, Amount::Known(Number::Int(value)) if value >= least && value <= most)
        };
        if subject.is_called(&["f32", "f64"]) || RANGES.iter().any(shows) {
            return;
        }
        let (span, table, name) = (given.value, &subject.table, given.name);
        let value = bound(value);
        self.add(
            span,
            quote_spanned!(span=> __w::assert::bound(#table, #name, #value)),
        );
    }

    fn count(&mut self, given: &Given, size: &Amount<u64>, subject: &Subject<'_>) {
        self.fits("list", given, subject, LISTS);
        if !subject.is_called(LISTS) {
            let (span, table, name) = (given.value, &subject.table, given.name);
            let size = self::size(size);
            self.add(
                span,
                quote_spanned!(span=> __w::assert::array_len(#table, #name, #size)),
            );
        }
    }

    /// Asserted unless a function gives the schema, or the type's name shows that it has a form for CEL.
    fn seen(&mut self, given: &Given, subject: &Subject<'_>) {
        let has_form = subject.is_called(NUMBERS) || subject.is_called(&["String", "bool"]);
        if subject.written.is_some() && !has_form {
            let (span, table, name) = (given.key, &subject.table, given.name);
            self.add(
                span,
                quote_spanned!(span=> __w::assert::seen(#table, #name)),
            );
        }
    }

    fn rule(&mut self, rule: &Rule, subject: &Subject<'_>) {
        if let Some(path) = &rule.field_path {
            let names = field_path::steps(&path.value, true)
                .filter_map(Result::ok)
                .map(|step| step.0.into_owned());
            let (span, table) = (path.span, &subject.table);
            self.add(
                span,
                quote_spanned!(span=> __w::assert::rule_path(#table, &[#(#names),*])),
            );
        }
    }

    fn format(&mut self, given: &Given, format: &str, subject: &Subject<'_>) {
        let of_number = INTEGER_FORMATS.contains(&format) || NUMBER_FORMATS.contains(&format);
        if format.is_empty() || (subject.is_called(&["String"]) && !of_number) {
            return;
        }
        let (span, table) = (given.value, &subject.table);
        self.add(
            span,
            quote_spanned!(span=> __w::assert::format(#table, #format)),
        );
    }

    /// The keys of what the subject holds, which is its type argument at that place.
    fn held(&mut self, keys: &SchemaKeys, table: TokenStream, holder: &Subject<'_>, place: usize) {
        if keys.replacement().is_none() {
            let written = holder
                .written
                .and_then(plain)
                .and_then(|path| arguments(path).nth(place));
            self.keys(keys, &Subject { table, written });
        }
    }

    /// Asserts that a key fits the type, unless the type is written by one of these names.
    fn fits(&mut self, kind: &str, given: &Given, subject: &Subject<'_>, known: &[&str]) {
        if subject.is_called(known) {
            return;
        }
        let (span, table, name) = (given.key, &subject.table, given.name);
        let assertion = Ident::new(kind, span);
        self.add(
            span,
            quote_spanned!(span=> __w::assert::#assertion(#table, #name)),
        );
    }
}

const NUMBERS: &[&str] = &[
    "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize", "f32", "f64",
];
const LISTS: &[&str] = &["Vec", "VecDeque", "BTreeSet", "HashSet"];
const MAPS: &[&str] = &["BTreeMap", "HashMap"];

/// Whether a key compares a value with the old one.
fn is_transition(key: &What) -> bool {
    match key {
        What::Immutable => true,
        What::Rule(rule) => rule.rule.text.contains("oldSelf"),
        _ => false,
    }
}
