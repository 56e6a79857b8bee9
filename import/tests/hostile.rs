//! What nobody writes: the importer answers, and what it writes is Rust of the form that it always has.

use serde_json::{Map, Value, json};
use wheelwright_import::{Fate, import, modules};

fn crd(spec: &Value) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "pizzas.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Pizza", "plural": "pizzas"},
            "scope": "Namespaced",
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}},
            }],
        },
    })
}

/// The items of the version's module, as Rust reads it.
fn items(spec: &Value) -> Vec<syn::Item> {
    let done = import(&crd(spec), "pizzas", "").unwrap_or_else(|all| panic!("{all:?}"));
    let file = done
        .files
        .iter()
        .find(|file| file.path == "pizzas/v1.rs")
        .unwrap();
    let file = syn::parse_file(&file.text).unwrap_or_else(|error| panic!("{error}\n{}", file.text));
    file.items
}

fn object(properties: &Map<String, Value>) -> Value {
    json!({"type": "object", "properties": properties})
}

#[test]
fn no_text_gets_out_of_its_place() {
    const TEXTS: &[&str] = &[
        "*/ struct Injected; /*",
        "\"]\nstruct Injected;\n#[doc = \"",
        "\"#)] struct Injected;",
        "\\",
        "\"",
        "\0",
        "\r",
        "\r\n",
        "/// a\nstruct Injected;",
        "\u{2028}struct Injected;",
        "\u{202e}",
        "\u{feff}",
        "${x}",
        "{}",
        "r#\"",
        "'",
        "#![x]",
        "\u{85}",
        "\u{1b}[31m",
        "a\u{301}",
        "\u{10ffff}",
    ];
    let property = |text: &&str| {
        json!({
            "type": "string", "description": text, "default": text, "enum": [text, "other"], "title": text,
        })
    };
    let names = TEXTS
        .iter()
        .map(|text| ((*text).to_owned(), property(text)))
        .collect();
    let items = items(&object(&names));
    let is_expected = |item: &syn::Item| match item {
        syn::Item::Struct(item) => item.ident == "PizzaSpec",
        syn::Item::Enum(_) | syn::Item::Use(_) | syn::Item::Impl(_) => true,
        _ => false,
    };
    assert!(items.iter().all(is_expected));
    let fields = items.iter().find_map(|item| match item {
        syn::Item::Struct(item) => {
            Some(item.fields.iter().filter_map(|field| field.ident.as_ref()))
        }
        _ => None,
    });
    let mut fields: Vec<String> = fields.unwrap().map(ToString::to_string).collect();
    fields.sort();
    fields.dedup();
    assert_eq!(fields.len(), TEXTS.len(), "each has a name of its own");
}

#[test]
fn every_keyword_and_name_of_the_prelude_is_a_name() {
    const NAMES: &[&str] = &[
        "abstract",
        "as",
        "async",
        "await",
        "become",
        "box",
        "break",
        "const",
        "continue",
        "crate",
        "do",
        "dyn",
        "else",
        "enum",
        "extern",
        "false",
        "final",
        "fn",
        "for",
        "gen",
        "if",
        "impl",
        "in",
        "let",
        "loop",
        "macro",
        "match",
        "mod",
        "move",
        "mut",
        "override",
        "priv",
        "pub",
        "ref",
        "return",
        "self",
        "Self",
        "static",
        "struct",
        "super",
        "trait",
        "true",
        "try",
        "type",
        "typeof",
        "unsafe",
        "unsized",
        "use",
        "virtual",
        "where",
        "while",
        "yield",
        "union",
        "raw",
        "safe",
        "option",
        "vec",
        "string",
        "box",
        "result",
        "some",
        "none",
        "ok",
        "err",
        "value",
        "map",
        "bTreeMap",
        "intOrString",
        "schema",
        "spoke",
        "serialize",
        "customResource",
        "pizza",
        "pizzaSpec",
        "_",
        "__",
        "-",
        "1",
        "_1",
        "clone",
        "default",
    ];
    let inner = |name: &&str| json!({"type": "object", "properties": {*name: {"type": "string"}}});
    let names = NAMES
        .iter()
        .map(|name| ((*name).to_owned(), inner(name)))
        .collect();
    let items = items(&object(&names));
    let mut structs: Vec<String> = items
        .iter()
        .filter_map(|item| match item {
            syn::Item::Struct(item) => Some(item.ident.to_string()),
            _ => None,
        })
        .collect();
    structs.sort();
    let count = structs.len();
    structs.dedup();
    assert_eq!(structs.len(), count, "no type is there twice");
    for used in [
        "Option",
        "String",
        "Vec",
        "Value",
        "Map",
        "BTreeMap",
        "IntOrString",
        "Schema",
        "Spoke",
        "Pizza",
    ] {
        assert!(
            !structs.iter().any(|name| name == used),
            "{used} means another type"
        );
    }
}

#[test]
fn what_is_huge_is_answered() {
    let values: Vec<String> = (0..5000).map(|number| format!("value-{number}")).collect();
    assert!(
        items(&object(&Map::from_iter([(
            "a".to_owned(),
            json!({"type": "string", "enum": values})
        )])))
        .len()
            > 1
    );

    let many = (0..5000)
        .map(|number| (format!("field{number}"), json!({"type": "string"})))
        .collect();
    assert!(items(&object(&many)).len() > 1);

    // Files nest no deeper than 127 levels where they are read.
    for depth in [40, 60, 100, 200] {
        let mut schema = json!({"type": "string"});
        for _ in 0..depth {
            schema = json!({"type": "object", "properties": {"inner": schema}});
        }
        match import(&crd(&schema), "pizzas", "") {
            Ok(_) => assert!(depth < 45, "no Rust type of {depth} levels has a schema"),
            Err(all) => {
                assert!(depth > 45, "{}", all[0]);
                // A server has a limit of its own.
                let said = all[0].to_string();
                assert!(
                    said.contains("nests deeper than 45 levels")
                        || said.contains("exceeded max depth of 128"),
                    "{said}"
                );
            }
        }
    }
}

#[test]
fn what_is_no_crd_is_refused() {
    for crd in [
        json!(null),
        json!([]),
        json!({}),
        json!({"kind": "CustomResourceDefinition"}),
        json!({"spec": []}),
    ] {
        assert!(import(&crd, "pizzas", "").is_err(), "{crd}");
    }
    let untyped = crd(&json!({"properties": {"a": {"type": "string"}}}));
    let refusals = import(&untyped, "pizzas", "").unwrap_err();
    assert!(
        refusals[0]
            .to_string()
            .starts_with("spec.versions[0].schema.openAPIV3Schema.properties[spec].type: "),
        "{}",
        refusals[0]
    );
}

#[test]
fn each_kind_has_a_module_of_its_own() {
    let kinds = [
        ("pizzas", "a.b"),
        ("pizzas", "a-b"),
        ("types", "c"),
        ("type", "c"),
    ];
    let kinds = kinds.map(|(plural, group)| (plural.to_owned(), group.to_owned()));
    assert_eq!(
        modules(&kinds),
        ["pizzas_a_b", "pizzas_a_b_2", "types", "type_"]
    );
}

/// A server decodes a CRD into its own types, and what they do not have is gone: `optional` beside `required` in a real one.
#[test]
fn what_a_server_does_not_know_is_left_out_and_said() {
    let known = json!({
        "type": "object",
        "properties": {
            "a": {"type": "string"},
            "b": {"type": "array", "maxItems": 9, "items": {"type": "string"}, "x-kubernetes-validations": [{"rule": "size(self) < 3"}]},
        },
        "oneOf": [{"required": ["a"]}, {"required": ["b"], "properties": {"b": {"minItems": 1}}}],
    });
    let mut given = known.clone();
    given["properties"]["a"]["x-order"] = json!({"type": "integer"});
    given["properties"]["b"]["items"]["minLenght"] = json!(1);
    given["properties"]["b"]["x-kubernetes-validations"][0]["msg"] = json!("few");
    given["oneOf"][0]["optional"] = json!(["b"]);
    given["oneOf"][1]["properties"]["b"]["const"] = json!([]);
    let [known, mut given] = [known, given].map(|spec| crd(&spec));
    // Of a version that has the types of another, too.
    given["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["optional"] = json!(true);
    let mut more = known["spec"]["versions"][0].clone();
    (more["name"], more["storage"]) = (json!("v2"), json!(false));
    let mut all = [known, given];
    for crd in &mut all {
        let versions = crd["spec"]["versions"].as_array_mut().unwrap();
        versions.insert(0, more.clone());
        more["schema"]["openAPIV3Schema"]["readOnly"] = json!(true);
    }
    let [known, given] = all.map(|crd| import(&crd, "pizzas", "").unwrap());
    assert_eq!(given.files, known.files);
    assert_eq!(known.notes, []);
    let mut said: Vec<_> = given
        .notes
        .iter()
        .map(|note| (note.fate, note.place.as_str(), note.text.as_str()))
        .collect();
    said.sort_unstable();
    let of = |place, name| {
        let text = format!("a server knows no `{name}` there and drops it; the types leave it out");
        (Fate::Differs, place, text)
    };
    let wanted = [
        of("v1 ., v1 .spec", "optional"),
        of("v1 .spec.a", "x-order"),
        of("v1 .spec.b", "const"),
        of("v1 .spec.b", "msg"),
        of("v1 .spec.b[*]", "minLenght"),
        of("v2 .", "readOnly"),
    ];
    let wanted: Vec<_> = wanted
        .iter()
        .map(|(fate, place, text)| (*fate, *place, text.as_str()))
        .collect();
    assert_eq!(said, wanted);
}

/// The derive would refuse what a server refuses.
#[test]
fn a_protected_group_without_approval_is_refused() {
    let mut crd = crd(&json!({"type": "object"}));
    crd["spec"]["group"] = json!("gateway.networking.k8s.io");
    crd["metadata"] =
        json!({"name": "pizzas.gateway.networking.k8s.io", "annotations": {"no name": "a"}});
    let refused = import(&crd, "pizzas", "").unwrap_err();
    let refused: Vec<String> = refused.iter().map(ToString::to_string).collect();
    assert_eq!(
        refused,
        [
            "metadata.annotations[api-approved.kubernetes.io]: a server refuses it: protected groups must have approval annotation \
          \"api-approved.kubernetes.io\", see https://github.com/kubernetes/enhancements/pull/1111"
        ]
    );
    crd["metadata"]["annotations"]["api-approved.kubernetes.io"] = json!("https://example.com");
    assert!(import(&crd, "pizzas", "").is_ok());
}
