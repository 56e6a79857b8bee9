//! From an argument as another tool takes it to keys of ours, as one would write them.

use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};
use syn::{Lit, LitStr};

use crate::argument::{Argument, read, split, ungroup};
use crate::held::Held;
use crate::schema::SCHEMA;
use crate::{Spelling, Subject};

/// Tokens as they are written, where that can be told.
#[must_use]
pub fn source(tokens: &TokenStream) -> String {
    let alike = tokens.to_string();
    let mut trees = tokens.clone().into_iter();
    let (Some(first), Some(last)) = (trees.next(), trees.last()) else {
        return alike;
    };
    let written = first.span().join(last.span());
    let written = written.and_then(|span| span.source_text());
    // What was made of a text in a macro stands where the macro is called.
    let is_theirs = |text: &String| {
        let read = text.parse().map(|read: TokenStream| read.to_string());
        read.is_ok_and(|read| read == alike)
    };
    written.filter(is_theirs).unwrap_or(alike)
}

/// The members of `{ "name": value }`.
pub(crate) fn members(object: TokenStream) -> Option<Vec<(String, TokenStream)>> {
    let Some(TokenTree::Group(group)) = ungroup(object).into_iter().next() else {
        return None;
    };
    if group.delimiter() != Delimiter::Brace {
        return None;
    }
    let member = |member: TokenStream| {
        let mut tokens = member.into_iter();
        let name = match tokens.next()? {
            TokenTree::Ident(name) => name.to_string(),
            name => literal(name.into())?,
        };
        match tokens.next()? {
            TokenTree::Punct(colon) if colon.as_char() == ':' => Some((name, tokens.collect())),
            _ => None,
        }
    };
    split(group.stream()).into_iter().map(member).collect()
}

/// `name = value` pieces, other pieces as values without a name.
#[must_use]
pub fn pieces(argument: &Argument) -> Option<Vec<(String, TokenStream)>> {
    let Argument::List(group) = argument else {
        return None;
    };
    let piece = |piece: TokenStream| {
        let mut tokens = piece.clone().into_iter();
        match (tokens.next(), tokens.next()) {
            (Some(TokenTree::Ident(name)), Some(TokenTree::Punct(equals)))
                if equals.as_char() == '=' =>
            {
                (name.to_string(), tokens.collect())
            }
            (Some(TokenTree::Literal(name)), Some(TokenTree::Punct(equals)))
                if equals.as_char() == '=' =>
            {
                let name = TokenStream::from(TokenTree::Literal(name));
                (literal(name).unwrap_or_default(), tokens.collect())
            }
            _ => (String::new(), piece),
        }
    };
    Some(split(group.stream()).into_iter().map(piece).collect())
}

/// The text that `key = "…"` gives.
#[must_use]
pub fn text_of(argument: &Argument) -> Option<String> {
    let Argument::Value(value) = argument else {
        return None;
    };
    literal(value.clone())
}

/// The text that a string literal is.
pub(crate) fn literal(tokens: TokenStream) -> Option<String> {
    let literal: LitStr = syn::parse2(ungroup(tokens)).ok()?;
    Some(literal.value())
}

/// The texts of `key("…", "…")`.
pub(crate) fn texts(argument: &Argument) -> Option<Vec<String>> {
    let Argument::List(group) = argument else {
        return None;
    };
    split(group.stream()).into_iter().map(literal).collect()
}

/// The one text of `key = "…"`, `key("…")` or `key(pattern = "…")`, as a literal.
fn one_text(argument: &Argument) -> Option<LitStr> {
    let value = match argument {
        Argument::Value(value) => value.clone(),
        Argument::List(_) => {
            let mut found = pieces(argument)?
                .into_iter()
                .filter(|(name, _)| matches!(name.as_str(), "" | "pattern"));
            let (_, value) = found.next()?;
            if found.next().is_some() {
                return None;
            }
            value
        }
        Argument::Bare => return None,
    };
    syn::parse2(ungroup(value)).ok()
}

/// Its text.
fn text(argument: &Argument) -> Option<String> {
    one_text(argument).map(|text| text.value())
}

/// A text as a literal.
#[must_use]
pub fn quoted(text: &str) -> String {
    Literal::string(text).to_string()
}

/// What other tools take in quotes, without them.
fn unquoted(value: &TokenStream) -> Option<String> {
    match literal(value.clone()) {
        Some(text) => {
            let tokens: TokenStream = text.parse().ok()?;
            (!tokens.is_empty()).then(|| text.trim().to_owned())
        }
        None => Some(source(value)),
    }
}

/// `key = X`, where X is what stands in quotes or without.
pub(crate) fn renamed(key: &str, argument: &Argument) -> Option<String> {
    let Argument::Value(value) = argument else {
        return None;
    };
    Some(format!("{key} = {}", unquoted(value)?))
}

/// `key = …` as it is.
pub(crate) fn kept(key: &str, argument: &Argument) -> Option<String> {
    let Argument::Value(value) = argument else {
        return None;
    };
    // schemars wants some texts borrowed.
    let value = source(value);
    Some(format!("{key} = {}", value.trim_start_matches('&').trim()))
}

/// `key(X)`, of `key = "X"`.
pub(crate) fn listed(key: &str, argument: &Argument) -> Option<String> {
    let Argument::Value(value) = argument else {
        return None;
    };
    Some(format!("{key}({})", unquoted(value)?))
}

/// `key("a" = "b")`, of `key("a", "b")`.
pub(crate) fn paired(key: &str, argument: &Argument) -> Option<String> {
    match &texts(argument)?[..] {
        [name, value] => Some(format!("{key}({} = {})", quoted(name), quoted(value))),
        _ => None,
    }
}

/// `range(min = …, max = …)`.
pub(crate) fn range(argument: &Argument, _: Subject<'_>) -> Option<String> {
    bounds(argument, |name| {
        Some(match name {
            "min" => &["minimum"],
            "max" => &["maximum"],
            "equal" => &["minimum", "maximum"],
            "exclusive_min" => &["exclusive_minimum"],
            "exclusive_max" => &["exclusive_maximum"],
            _ => return None,
        })
    })
}

/// `length(min = …, max = …)`, of what the type holds.
pub(crate) fn length(argument: &Argument, subject: Subject<'_>) -> Option<String> {
    let [least, most] = match subject.held()? {
        Held::Text => [&["min_length"], &["max_length"]],
        Held::Items(_) => [&["min_items"], &["max_items"]],
        Held::Values(_) => [&["min_properties"], &["max_properties"]],
    };
    bounds(argument, |name| {
        Some(match (name, least[0]) {
            ("min", _) => least,
            ("max", _) => most,
            ("equal", "min_length") => &["min_length", "max_length"],
            ("equal", "min_items") => &["min_items", "max_items"],
            ("equal", _) => &["min_properties", "max_properties"],
            _ => return None,
        })
    })
}

fn bounds(
    argument: &Argument,
    keys: impl Fn(&str) -> Option<&'static [&'static str]>,
) -> Option<String> {
    let mut written = Vec::new();
    for (name, value) in pieces(argument)? {
        // What is said of a value that is refused.
        if matches!(name.as_str(), "message" | "code") {
            continue;
        }
        let value = unquoted(&value)?;
        written.extend(keys(&name)?.iter().map(|key| format!("{key} = {value}")));
    }
    (!written.is_empty()).then(|| written.join(", "))
}

/// `regex(pattern = "…")`. `regex = "…"` names a constant.
pub(crate) fn regex(argument: &Argument, subject: Subject<'_>) -> Option<String> {
    match argument {
        Argument::Value(_) => None,
        _ => pattern(argument, subject),
    }
}

/// `pattern("…")`.
pub(crate) fn pattern(argument: &Argument, _: Subject<'_>) -> Option<String> {
    Some(format!("pattern = {}", one_text(argument)?.token()))
}

pub(crate) fn contains(argument: &Argument, _: Subject<'_>) -> Option<String> {
    let escaped = escaped(&text(argument)?);
    Some(format!("pattern = {}", quoted(&escaped)))
}

pub(crate) fn does_not_contain(argument: &Argument, _: Subject<'_>) -> Option<String> {
    let escaped = escaped(&text(argument)?);
    Some(format!("not = {{ pattern: {} }}", quoted(&escaped)))
}

pub(crate) fn prefix(argument: &Argument, _: Subject<'_>) -> Option<String> {
    let escaped = escaped(&text(argument)?);
    Some(format!("pattern = {}", quoted(&format!("^{escaped}"))))
}

pub(crate) fn suffix(argument: &Argument, _: Subject<'_>) -> Option<String> {
    let escaped = escaped(&text(argument)?);
    Some(format!("pattern = {}", quoted(&format!("{escaped}$"))))
}

/// A pattern that matches this text.
fn escaped(text: &str) -> String {
    let mut pattern = String::new();
    for char in text.chars() {
        if r"\.+*?()|[]{}^$".contains(char) {
            pattern.push('\\');
        }
        pattern.push(char);
    }
    pattern
}

/// `with = "Type"`: the schema of that type, which says whether it may be null, too. Where the name is that of a function,
/// one of ours is meant.
pub(crate) fn with(argument: &Argument, subject: Subject<'_>) -> Option<String> {
    let Argument::Value(value) = argument else {
        return None;
    };
    let ty = unquoted(value)?;
    let is_lower = |path: &syn::Path| {
        let last = path.segments.last().map(|last| last.ident.to_string());
        last.is_some_and(|name| {
            name.starts_with(char::is_lowercase) && !PRIMITIVE.contains(&name.as_str())
        })
    };
    if syn::parse_str(&ty).is_ok_and(|path| is_lower(&path)) {
        return Some(format!("with = {ty}"));
    }
    if subject.is_option() && !ty.starts_with("Option") {
        return Some(format!("as = Option<{ty}>"));
    }
    Some(format!("as = {ty}"))
}

const PRIMITIVE: &[&str] = &[
    "bool", "char", "str", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64",
    "u128", "usize", "f32", "f64",
];

pub(crate) fn schema_with(argument: &Argument, _: Subject<'_>) -> Option<String> {
    renamed("with", argument)
}

pub(crate) fn krate(argument: &Argument, _: Subject<'_>) -> Option<String> {
    renamed("crate", argument)
}

pub(crate) fn title(argument: &Argument, _: Subject<'_>) -> Option<String> {
    kept("title", argument)
}

pub(crate) fn description(argument: &Argument, _: Subject<'_>) -> Option<String> {
    kept("description", argument)
}

pub(crate) fn example(argument: &Argument, _: Subject<'_>) -> Option<String> {
    match argument {
        Argument::Value(_) => kept("example", argument),
        Argument::List(group) => {
            let first = split(group.stream()).into_iter().next()?;
            Some(format!("example = {}", source(&first)))
        }
        Argument::Bare => None,
    }
}

/// `merge_strategy = ListMerge::Set`.
pub(crate) fn merge_strategy(argument: &Argument, _: Subject<'_>) -> Option<String> {
    let Argument::Value(value) = argument else {
        return None;
    };
    let mut words = Vec::new();
    let mut keys = Vec::new();
    for token in value.clone() {
        gather(token, &mut words, &mut keys);
    }
    let place = words.iter().position(|word| word.ends_with("Merge"))?;
    let (strategy, merge) = (words.get(place)?.as_str(), words.get(place + 1)?.as_str());
    Some(match (strategy, merge) {
        ("ListMerge", "Atomic") => "list_type = \"atomic\"".to_owned(),
        ("ListMerge", "Set") => "list_type = \"set\"".to_owned(),
        ("ListMerge", "Map") if !keys.is_empty() => {
            let keys: Vec<String> = keys.iter().map(|key| quoted(key)).collect();
            format!("list_map_keys({})", keys.join(", "))
        }
        ("MapMerge", "Atomic") => "map_type = \"atomic\"".to_owned(),
        ("MapMerge", "Granular") => "map_type = \"granular\"".to_owned(),
        ("StructMerge", "Atomic") => "struct_type = \"atomic\"".to_owned(),
        ("StructMerge", "Granular") => "struct_type = \"granular\"".to_owned(),
        _ => return None,
    })
}

/// The names and texts in a token.
fn gather(token: TokenTree, words: &mut Vec<String>, texts: &mut Vec<String>) {
    match token {
        TokenTree::Ident(ident) => words.push(ident.to_string()),
        TokenTree::Literal(literal) => {
            if let Lit::Str(text) = Lit::new(literal) {
                texts.push(text.value());
            }
        }
        TokenTree::Group(group) => {
            for token in group.stream() {
                gather(token, words, texts);
            }
        }
        TokenTree::Punct(_) => {}
    }
}

/// `inner(…)`: the keys on what a list or map holds.
pub(crate) fn inner(argument: &Argument, subject: Subject<'_>) -> Option<String> {
    let (key, held) = match subject.held()? {
        Held::Items(held) => ("items", held),
        Held::Values(held) => ("values", held),
        Held::Text => return None,
    };
    let Argument::List(group) = argument else {
        return None;
    };
    let keys: Option<Vec<String>> = split(group.stream())
        .into_iter()
        .map(|piece| {
            let (name, argument) = read(piece)?;
            let is = |spelling: &&Spelling| spelling.is(&name.to_string(), &argument, false);
            let spelling = SCHEMA.iter().find(is)?;
            spelling.keys(&argument, Subject(held))
        })
        .collect();
    keys.map(|keys| format!("{key}({})", keys.join(", ")))
}
