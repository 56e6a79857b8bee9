//! Modules as text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::Value;

use crate::attribute::{self, Doc, Words, attribute};
use crate::default;
use crate::model::{Field, Function, Key, Place, Presence, Says, Shape, Ty, Type};
use crate::share::{dependencies, each_place};
use crate::text;
use crate::{k8s, name};

/// A module's types and functions.
pub(crate) fn module(head: &str, module: usize, modules: &[String], words: &Words<'_>) -> String {
    let mut body = String::new();
    let types = || words.types.iter().filter(|ty| ty.module == module);
    for ty in types() {
        body.push('\n');
        one(ty, words, &mut body);
    }
    for id in calls(module, words) {
        if let Some(function) = words.functions.get(id) {
            body.push('\n');
            self::function(
                function,
                file(modules, module, function).as_deref(),
                words,
                &mut body,
            );
        }
    }
    let newer: Vec<k8s::Newer> = words
        .newer
        .iter()
        .filter(|(of, _)| *of == module)
        .map(|(_, field)| *field)
        .collect();
    if !newer.is_empty() {
        body.push_str(
            "\n/// An older release of Kubernetes, as a feature of k8s-openapi, would lose these fields.\nconst _: () = {\n",
        );
        for (path, field) in newer {
            let _ = writeln!(
                body,
                "    let _ = |of: &k8s_openapi::{path}| {{\n        let _ = &of.{field};\n    }};"
            );
        }
        body.push_str("};\n");
    }
    let mut text: String = text::doc(head, "//!")
        .into_iter()
        .map(|line| line + "\n")
        .collect();
    text.push('\n');
    uses(module, modules, &body, words, &mut text);
    text + &body
}

/// Schemas that are too long for a module: the names of their files beside it, and what is in them.
pub(crate) fn schemas(
    module: usize,
    modules: &[String],
    words: &Words<'_>,
) -> Vec<(String, String)> {
    let called = calls(module, words);
    let functions = called.iter().filter_map(|id| words.functions.get(*id));
    functions
        .filter_map(|function| {
            let name = file(modules, module, function)?;
            let schema = Value::Object(function.members.clone());
            let text = serde_json::to_string_pretty(&schema).unwrap_or_default();
            Some((name, text + "\n"))
        })
        .collect()
}

/// The file of a long schema.
fn file(modules: &[String], module: usize, function: &Function) -> Option<String> {
    const LONG: usize = 1500;
    let is_long =
        function.of.is_none() && Value::Object(function.members.clone()).to_string().len() > LONG;
    let module = modules.get(module).filter(|_| is_long)?;
    Some(format!("{module}_{}.json", function.name))
}

/// The functions that keys of a module name; what a function says of a whole list, no other need say of its items.
fn calls(module: usize, words: &Words<'_>) -> BTreeSet<usize> {
    let mut called = BTreeSet::new();
    let mut add = |keys: &[Key]| {
        called.extend(keys.iter().filter_map(|key| match key.says {
            Says::Function(id) => Some(id),
            _ => None,
        }));
    };
    for ty in words.types.iter().filter(|ty| ty.module == module) {
        add(&ty.keys);
        each_place(ty, &mut |place| add(&place.keys));
    }
    called
}

fn uses(module: usize, modules: &[String], body: &str, words: &Words<'_>, text: &mut String) {
    let has = |ty: &Ty| {
        let mut found = false;
        for each in words.types.iter().filter(|each| each.module == module) {
            each_place(each, &mut |place| found |= holds(&place.ty, ty));
        }
        found
    };
    let is_kept = words.types.iter().any(|ty| {
        ty.module == module
            && matches!(
                &ty.shape,
                Shape::Struct {
                    others: Some(_),
                    ..
                }
            )
    });
    if body.contains("BTreeMap<") || body.contains("BTreeMap::") {
        text.push_str("use std::collections::BTreeMap;\n\n");
    }
    let mut foreign = BTreeSet::new();
    if has(&Ty::IntOrString) {
        foreign.insert("apimachinery::pkg::util::intstr::IntOrString");
    }
    for ty in words.types.iter().filter(|ty| ty.module == module) {
        each_place(ty, &mut |place| {
            if let Ty::K8s(path) = place.ty.innermost() {
                foreign.insert(path);
            }
        });
    }
    for path in foreign {
        let _ = writeln!(text, "use k8s_openapi::{path};");
    }
    text.push_str("use serde::{Deserialize, Serialize};\n");
    let mut json = Vec::new();
    if has(&Ty::Object) || is_kept {
        json.push("Map");
    }
    let has_functions = !calls(module, words).is_empty();
    if !json.is_empty() || has_functions || has(&Ty::Value) {
        json.push("Value");
    }
    if body.contains("json!(") {
        json.push("json");
    }
    match json.as_slice() {
        [] => {}
        [one] => drop(writeln!(text, "use serde_json::{one};")),
        several => drop(writeln!(
            text,
            "use serde_json::{{{}}};",
            several.join(", ")
        )),
    }
    let mut derives = vec!["CustomResource"];
    if body.contains("Schema, ") || body.contains("Schema>") {
        derives.push("Schema");
    }
    if body.contains(" Spoke,") {
        derives.push("Spoke");
    }
    let _ = match derives.as_slice() {
        [one] => writeln!(text, "use wheelwright::{one};"),
        several => writeln!(text, "use wheelwright::{{{}}};", several.join(", ")),
    };
    let used = dependencies(words.types, module);
    let mut first = true;
    for (other, name) in modules.iter().enumerate() {
        let mut names: Vec<&str> = used
            .iter()
            .filter_map(|id| words.types.get(*id))
            .filter(|ty| ty.module == other)
            .map(|ty| ty.name.as_str())
            .collect();
        names.sort_unstable();
        if names.is_empty() {
            continue;
        }
        if std::mem::take(&mut first) {
            text.push('\n');
        }
        match names.as_slice() {
            [one] => drop(writeln!(text, "use super::{name}::{one};")),
            several => {
                let joined = several.join(", ");
                if joined.len() + name.len() < 80 {
                    let _ = writeln!(text, "use super::{name}::{{{joined}}};");
                } else {
                    let _ = writeln!(text, "use super::{name}::{{");
                    let mut line = String::new();
                    for name in several {
                        if line.len() + name.len() > 92 {
                            let _ = writeln!(text, "    {}", line.trim_end());
                            line.clear();
                        }
                        let _ = write!(line, "{name}, ");
                    }
                    let _ = writeln!(text, "    {}\n}};", line.trim_end());
                }
            }
        }
    }
}

fn holds(ty: &Ty, wanted: &Ty) -> bool {
    ty.innermost() == wanted
}

/// The documentation of a type, and what keys say of it.
fn head(ty: &Type, words: &Words<'_>, text: &mut String) -> Vec<Doc> {
    let mut keys: Vec<Doc> = ty
        .keys
        .iter()
        .filter_map(|key| attribute::key(key, words))
        .collect();
    if let Some(description) = &ty.doc {
        if text::is_doc(description) {
            for line in text::doc(description, "///") {
                let _ = writeln!(text, "{line}");
            }
        } else {
            keys.push(Doc::said("description", description));
        }
    }
    keys
}

fn one(ty: &Type, words: &Words<'_>, text: &mut String) {
    let keys = head(ty, words, text);
    let mut derives = Vec::new();
    if ty.crd.is_some() {
        derives.push("CustomResource");
    }
    derives.push("Schema");
    if ty.spoke.is_some() {
        derives.push("Spoke");
    }
    derives.extend(["Serialize", "Deserialize", "Clone"]);
    let is_enum = matches!(ty.shape, Shape::Enum(_));
    if is_enum {
        derives.push("Copy");
    }
    derives.extend(["Debug", "PartialEq"]);
    if is_enum {
        derives.push("Eq");
    }
    let is_derived = default::is_derived(ty);
    if ty.has_default && is_derived {
        derives.push("Default");
    }
    let _ = writeln!(text, "#[derive({})]", derives.join(", "));
    text.push_str(ty.crd.as_deref().unwrap_or_default());
    text.push_str(&attribute("schema", keys, 0));
    text.push_str(ty.spoke.as_deref().unwrap_or_default());
    match &ty.shape {
        Shape::Struct { fields, others } => structure(ty, fields, others.as_deref(), words, text),
        Shape::Enum(variants) => enumeration(ty, variants, text),
        Shape::Newtype(place) => {
            let keys = place
                .keys
                .iter()
                .filter_map(|key| attribute::key(key, words))
                .collect();
            let attribute = attribute("schema", keys, 0);
            let of = words.ty(&place.ty);
            if attribute.is_empty() {
                let _ = writeln!(text, "pub struct {}(pub {of});", ty.name);
            } else {
                let _ = writeln!(
                    text,
                    "pub struct {}(\n    {}\n    pub {of},\n);",
                    ty.name,
                    attribute.trim_end()
                );
            }
        }
    }
    if ty.has_default && !is_derived {
        text.push_str(&default::implementation(ty, words));
    }
}

fn structure(
    ty: &Type,
    fields: &[Field],
    others: Option<&str>,
    words: &Words<'_>,
    text: &mut String,
) {
    let misses = |make: fn(&str) -> String| {
        let wrong = |field: &&Field| make(&field.name) != field.wire;
        fields.iter().filter(wrong).count()
    };
    let is_camel = misses(name::camel) < misses(str::to_owned);
    let made: fn(&str) -> String = if is_camel { name::camel } else { str::to_owned };
    if is_camel {
        text.push_str("#[serde(rename_all = \"camelCase\")]\n");
    }
    if fields.is_empty() && others.is_none() {
        let _ = writeln!(text, "pub struct {} {{}}", ty.name);
        return;
    }
    let _ = writeln!(text, "pub struct {} {{", ty.name);
    for field in fields {
        self::field(field, made, words, text);
    }
    if let Some(others) = others {
        let _ = writeln!(
            text,
            "    #[serde(flatten)]\n    pub {others}: Map<String, Value>,"
        );
    }
    text.push_str("}\n");
}

fn field(field: &Field, made: fn(&str) -> String, words: &Words<'_>, text: &mut String) {
    let place = &field.place;
    let mut keys: Vec<Doc> = place
        .keys
        .iter()
        .filter_map(|key| attribute::key(key, words))
        .collect();
    keys.extend(
        presence(field)
            .iter()
            .filter_map(|key| attribute::key(key, words)),
    );
    match &place.description {
        Some(description) if text::is_doc(description) => {
            for line in text::doc(description, "    ///") {
                let _ = writeln!(text, "{line}");
            }
        }
        Some(description) => keys.push(Doc::said("description", description)),
        None if words.doc_of(&place.ty).is_some() => keys.push(Doc::said("description", "")),
        None => {}
    }
    text.push_str(&attribute("schema", keys, 4));
    for keys in &field.spoke {
        text.push_str(&attribute("spoke", keys.clone(), 4));
    }
    let mut serde = Vec::new();
    if made(&field.name) != field.wire {
        serde.push(Doc::said("rename", &field.wire));
    }
    if is_left_out(field) {
        serde.push(Doc::said("skip_serializing_if", "Option::is_none"));
    }
    text.push_str(&attribute("serde", serde, 4));
    let mut of = words.ty(&place.ty);
    if default::is_option(field) {
        of = format!("Option<{of}>");
    }
    let _ = writeln!(text, "    pub {}: {of},", name::escape(&field.name));
}

/// Whether serde leaves the field out where there is no value.
fn is_left_out(field: &Field) -> bool {
    let place: &Place = &field.place;
    place.default.is_none() && field.presence == Presence::Optional
}

/// What is said of whether the field must be there and may be null.
fn presence(field: &Field) -> Vec<Key> {
    let place = &field.place;
    let mut keys = Vec::new();
    if let Some(default) = &place.default {
        keys.push(Key::tree("default", default.clone()));
    } else if place.nullable && field.presence == Presence::Required {
        keys.push(Key::flag("required"));
    } else if place.nullable {
        keys.push(Key::flag("nullable"));
    }
    keys
}

fn enumeration(ty: &Type, variants: &[(String, String)], text: &mut String) {
    let (rule, made) = name::variant_rule(variants);
    if !rule.is_empty() {
        let _ = writeln!(text, "#[serde(rename_all = {rule:?})]");
    }
    let _ = writeln!(text, "pub enum {} {{", ty.name);
    for (at, (name, wire)) in variants.iter().enumerate() {
        if at == 0 && ty.has_default {
            text.push_str("    #[default]\n");
        }
        for keys in ty.variants.get(wire).into_iter().flatten() {
            text.push_str(&attribute("spoke", keys.clone(), 4));
        }
        if made.get(at) != Some(wire) {
            text.push_str(&attribute("serde", vec![Doc::said("rename", wire)], 4));
        }
        let _ = writeln!(text, "    {name},");
    }
    text.push_str("}\n");
}

fn function(function: &Function, file: Option<&str>, words: &Words<'_>, text: &mut String) {
    let name = &function.name;
    if let Some(file) = file {
        let _ = writeln!(
            text,
            "/// A schema that no key says.\nfn {name}() -> Value {{\n    serde_json::from_str(include_str!({file:?})).expect(\"it is \
             JSON\")\n}}",
        );
        return;
    }
    let Some(ty) = &function.of else {
        let schema = Value::Object(function.members.clone());
        let _ = writeln!(
            text,
            "/// A schema that no key says.\nfn {name}() -> Value {{\n    {}\n}}",
            json(&schema)
        );
        return;
    };
    let of = words.ty(ty);
    let path = match ty {
        Ty::Named(_) => format!("{of}::TYPE"),
        _ => format!("<{of} as Schema>::TYPE"),
    };
    let _ = writeln!(
        text,
        "/// The schema of `{of}`, and what no key says.\nfn {name}() -> Value {{\n    let described = \
         wheelwright::schema::of({path}).expect(\"it has a schema\");\n    let mut schema = described.schema;"
    );
    for (keyword, value) in &function.members {
        let _ = writeln!(
            text,
            "    schema[{}] = {};",
            text::literal(keyword),
            json(value)
        );
    }
    text.push_str("    schema\n}\n");
}

/// A JSON value in Rust.
pub(crate) fn json(value: &Value) -> String {
    let short = format!("json!({})", short(value));
    // The macro recurses for each part.
    if short.len() < 400 {
        return short;
    }
    let pretty = serde_json::to_string_pretty(value).unwrap_or_default();
    format!(
        "serde_json::from_str({}).expect(\"it is JSON\")",
        text::literal(&pretty)
    )
}

fn short(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(short).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(name, value)| format!("{}: {}", text::literal(name), short(value)))
                .collect();
            format!("{{{}}}", members.join(", "))
        }
        // The macro takes a literal without a type for an `i32`.
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) if i32::try_from(whole).is_err() => format!("{whole}_i64"),
            (None, Some(whole)) => format!("{whole}_u64"),
            _ => number.to_string(),
        },
        other => attribute::tree(other),
    }
}
