//! The page, the Markdown and the pictures of CRDs, of those whose texts mean harm among them.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use wheelwright_docs::{Documents, Form, MAX_FIELDS, Mapping, Mappings, NotDocumented, Row};

const HARM: &str = "</script><script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) \
                    <a href='javascript:alert(1)'> javascript:alert(1) | `a` \u{202e}\u{1} https://example.com/\"onclick=alert(1) &lt;";

fn crd(versions: &Value) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "pizzas.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Pizza", "plural": "pizzas", "shortNames": ["pz"], "categories": ["food"]},
            "scope": "Namespaced",
            "versions": versions,
        },
    })
}

fn of(spec: &Value) -> Documents {
    let schema = json!({"type": "object", "description": HARM, "properties": {"spec": spec}});
    let versions = json!([{
        "name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema},
    }]);
    Documents::of(&crd(&versions)).expect("a server takes it")
}

/// The tags of a page with their attributes, but those of the style and the script, as a browser finds them.
fn tags(html: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some((_, found)) = rest.split_once('<') {
        let (tag, after) = found.split_once('>').expect("a tag ends");
        rest = after;
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut all = Vec::new();
        while let Some((attribute, value)) = attributes.trim_start().split_once("=\"") {
            let (value, more) = value.split_once('"').expect("a value ends");
            all.push((attribute.to_owned(), value.to_owned()));
            attributes = more;
        }
        if name == "style" || name == "script" {
            rest = after.split_once(&format!("</{name}>")).expect("it ends").1;
        }
        tags.push((name.to_owned(), all));
    }
    tags
}

/// Fails unless the page is well-formed, its links lead somewhere, and nothing in it is loaded or run but its own script.
fn check(html: &str) -> BTreeSet<String> {
    let tags = tags(html);
    let mut open: Vec<&str> = Vec::new();
    let (mut ids, mut links) = (BTreeSet::new(), Vec::new());
    for (name, attributes) in &tags {
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if ["!DOCTYPE", "meta", "input", "br", "style", "script"]
                .contains(&name.as_str()) => {}
            None => open.push(name),
        }
        for (attribute, value) in attributes {
            assert!(
                !attribute.starts_with("on") && attribute != "src" && attribute != "style",
                "{name} {attribute}"
            );
            if attribute == "id" {
                assert!(ids.insert(value.clone()), "{value} twice");
                assert!(!value.contains(char::is_whitespace), "{value}");
            }
            if attribute == "href" {
                links.push(value.clone());
            }
        }
    }
    assert_eq!(open, Vec::<&str>::new());
    assert_eq!(tags.iter().filter(|(name, _)| name == "script").count(), 1);
    assert!(
        !tags
            .iter()
            .any(|(name, _)| ["img", "link", "iframe", "object", "embed"].contains(&name.as_str()))
    );
    for link in links {
        match link.strip_prefix('#') {
            Some(id) => assert!(ids.contains(id), "{id} is nowhere"),
            None => assert!(
                link.starts_with("https://") || link.starts_with("http://"),
                "{link}"
            ),
        }
    }
    ids
}

/// A line of Markdown without its code: between two runs of as many backticks.
fn outside_of_code(line: &str) -> String {
    let mut outside = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('`') {
        let (before, found) = rest.split_at(at);
        outside.push_str(before);
        let run = found.len() - found.trim_start_matches('`').len();
        let (fence, inside) = found.split_at(run);
        let is_end =
            |at: usize| !inside[..at].ends_with('`') && !inside[at + run..].starts_with('`');
        let mut ends = inside
            .match_indices(fence)
            .map(|(at, _)| at)
            .filter(|at| is_end(*at));
        rest = match ends.next() {
            Some(end) => &inside[end + run..],
            None => inside,
        };
    }
    outside + rest
}

#[test]
fn everything_in_a_crd_is_text() {
    let documents = of(&json!({
        "type": "object", "description": HARM,
        "properties": {
            HARM: {"type": "string", "description": HARM, "enum": [HARM, "", "`", "a|b"], "default": HARM},
            "a b": {"type": "string", "pattern": "<b>|`\"'"},
            "list": {
                "type": "array",
                "description": format!("{HARM}\n\n- {HARM}\n```\n{HARM}\n```"),
                "items": {"type": "object", "properties": {"x": {"type": "string"}}},
                "x-kubernetes-validations": [{"rule": "self.all(x, x.x != '<script>')", "message": HARM.replace('\u{1}', "")}],
                "maxItems": 5,
            },
            "[]": {"type": "string"}, "*": {"type": "string"}, "%20": {"type": "string"}, "__proto__": {"type": "string"},
        },
    }));
    let html = documents.html();
    let ids = check(&html);
    for id in [
        "v1",
        "v1.spec.a%20b",
        "v1.spec.list[].x",
        "v1.spec.%5B%5D",
        "v1.spec.%2A",
        "v1.spec.%2520",
        "v1.spec.__proto__",
    ] {
        assert!(ids.contains(id), "{id}");
    }
    assert!(!html.contains(['\u{1}', '\u{202e}']));
    let markdown = documents.markdown();
    assert!(!markdown.contains(['\u{1}', '\u{202e}']));
    // Outside of code, which is between backticks or fences, nothing of it is HTML or a link.
    for line in markdown.lines().filter(|line| line.contains("alert")) {
        let outside = outside_of_code(line)
            .replace("<br>", "")
            .replace("<https://example.com/>", "");
        assert!(
            !outside.replace("\\<", "").contains('<') || line.starts_with("</script>"),
            "{line}"
        );
        assert!(
            !outside.replace("\\]", "").replace("](#", "").contains("]("),
            "{line}"
        );
    }
    for (number, line) in markdown
        .lines()
        .enumerate()
        .filter(|(_, line)| line.starts_with('|'))
    {
        let cells = line.replace("\\|", "").matches('|').count();
        assert!((3..=5).contains(&cells), "{number}: {line}");
    }
}

#[test]
fn a_field_is_said_once_and_whole() {
    let documents = of(&json!({
        "type": "object", "required": ["size", "name"],
        "x-kubernetes-validations": [{"rule": "self.name == oldSelf.name"}],
        "properties": {
            "size": {"type": "integer", "minimum": 10, "maximum": 60, "exclusiveMaximum": true, "default": 30},
            "name": {"type": "string", "maxLength": 20, "description": "Its name.\n\nDeprecated: use the metadata.\nReally."},
            "dough": {"type": "string", "enum": ["thin", "thick"], "x-kubernetes-validations": [{"rule": "self == oldSelf"}]},
            "toppings": {
                "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
                "items": {"type": "object", "required": ["name"], "properties": {
                    "name": {"type": "string", "description": "See https://example.com/toppings."},
                }},
            },
            "notes": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string", "minLength": 1}}},
        },
    }));
    let html = documents.html();
    let ids = check(&html);
    assert!(ids.contains("v1.spec.toppings[].name"));
    for (id, texts) in [
        (
            "v1.spec.size",
            vec![
                "integer",
                "<dt>default</dt><dd><code>30</code>",
                "at least</dt><dd><code>10<",
                "less than</dt><dd><code>60<",
                " optional</p>",
            ],
        ),
        (
            "v1.spec.name",
            vec![
                "<strong>required</strong>",
                "<em>deprecated</em>",
                "<p>Its name.</p>",
                "cannot be changed",
            ],
        ),
        (
            "v1.spec.dough",
            vec![
                "one of</dt><dd><code>thin</code>, <code>thick</code>",
                "cannot be changed",
            ],
        ),
        (
            "v1.spec.toppings",
            vec![
                "list of objects",
                "one item for each</dt><dd><code>name<",
                "merges items by name",
            ],
        ),
        (
            "v1.spec.toppings[].name",
            vec![
                "<a href=\"https://example.com/toppings\" rel=\"noopener noreferrer nofollow\">https://example.com/toppings</a>.",
            ],
        ),
        (
            "v1.spec.notes",
            vec![
                "map of lists of strings",
                "each item: characters, at least</dt><dd><code>1<",
                "each value: server-side apply</dt><dd>replaces the whole list",
            ],
        ),
    ] {
        let begin = html.find(&format!("id=\"{id}\"")).expect(id);
        let own = &html[begin..];
        let end = own[1..]
            .find("class=\"field\"")
            .map_or(own.len(), |end| end + 1);
        for text in texts {
            assert!(
                own[..end].contains(text),
                "{id} lacks {text}:\n{}",
                &own[..end]
            );
        }
    }
    let schema = documents.json_schema("v1").expect("the version");
    let name = &schema["properties"]["spec"]["properties"]["name"];
    assert_eq!(name["deprecated"], true);
    assert_eq!(name["deprecationMessage"], "use the metadata. Really.");
    assert_eq!(schema["properties"]["spec"]["required"], json!(["name"]));
    let markdown = documents.markdown();
    assert!(
        markdown.contains("| `size` | integer | default `30` | at least `10`<br>less than `60` |"),
        "{markdown}"
    );
    assert!(
        markdown.contains("See <https://example.com/toppings>."),
        "{markdown}"
    );
}

#[test]
fn versions_are_a_wheel() {
    let version = |name: &str, is_served: bool, is_storage: bool| {
        json!({
            "name": name, "served": is_served, "storage": is_storage, "deprecated": name == "v1alpha1",
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "object", "properties": {
                "size": {"type": "integer"},
            }}}}},
            "subresources": {"status": {}},
        })
    };
    let versions = json!([
        version("v1alpha1", true, false),
        version("v1", true, true),
        version("v1beta1", false, false)
    ]);
    let documents = Documents::of(&crd(&versions)).expect("a server takes it");
    assert_eq!(
        documents.versions().collect::<Vec<_>>(),
        ["v1", "v1beta1", "v1alpha1"]
    );
    let alone = documents.mermaid();
    for line in [
        "  v1_((\"v1<br>storage, served\"))",
        "  v1beta1_(\"v1beta1<br>not served\")",
        "  v1alpha1_ <-- \"only the version changes\" --> v1_",
        "  class v1alpha1_ deprecated",
        "  class v1beta1_ unserved",
    ] {
        assert!(alone.lines().any(|found| found == line), "{line}\n{alone}");
    }
    let row = Row {
        spoke: vec![".spec.size".to_owned()],
        hub: vec![".spec.gone[x]".to_owned(), ".spec.size".to_owned()],
        step: "split <b>".to_owned(),
        notes: vec!["up: loses <i>".to_owned()],
    };
    let mapping = Mapping {
        spoke: "v1alpha1".to_owned(),
        hub: "v1".to_owned(),
        rows: vec![row],
        picture: "flowchart LR\n".to_owned(),
    };
    let documents = documents.mappings(Mappings {
        hub: "v1".to_owned(),
        mappings: vec![mapping],
        remarks: vec!["<u>".to_owned()],
    });
    let html = documents.html();
    assert!(check(&html).contains("_between"));
    assert!(html.contains("<dt>at v1alpha1</dt><dd><a href=\"#v1alpha1.spec.size\"><code>.spec.size</code></a> (split &lt;b&gt;)"));
    assert!(documents.mermaid().contains("  v1alpha1_ <--> v1_\n"));
    let names: Vec<String> = documents
        .files(&Form::ALL)
        .into_iter()
        .map(|file| file.path)
        .collect();
    assert_eq!(
        names,
        [
            "pizzas.example.com.html",
            "pizzas.example.com.md",
            "pizzas.example.com.mmd",
            "pizzas.example.com.v1alpha1.mmd",
            "example.com/pizza_v1.json",
            "example.com/pizza_v1beta1.json",
            "example.com/pizza_v1alpha1.json",
        ]
    );
    let deprecated = documents.json_schema("v1alpha1").expect("the version");
    assert_eq!(deprecated["deprecated"], true);
    assert!(
        deprecated["deprecationMessage"]
            .as_str()
            .is_some_and(|text| text.contains("v1alpha1 Pizza is deprecated"))
    );
}

#[test]
fn what_a_server_refuses_has_no_documents() {
    let none = json!([]);
    let refused = Documents::of(&crd(&none)).expect_err("no version");
    assert!(matches!(refused, NotDocumented::Refused(_)), "{refused}");
    let loose = json!([{
        "name": "v1", "served": true, "storage": true,
        "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"properties": {}}}}},
    }]);
    let refused = Documents::of(&crd(&loose)).expect_err("not structural");
    assert!(
        refused
            .to_string()
            .contains("properties[spec].type: Required value"),
        "{refused}"
    );
    assert!(Documents::of(&json!({"kind": "Pizza"})).is_err());
    assert!(Documents::of(&Value::Null).is_err());
}

/// As many fields as there may be make a page; one more makes none. Deep schemas do as well.
#[test]
fn large_and_deep_schemas_have_an_end() {
    let wide = |count: usize| {
        let fields: serde_json::Map<String, Value> = (0..count)
            .map(|number| (format!("field{number}"), json!({"type": "string"})))
            .collect();
        let versions = json!([{
            "name": "v1", "served": true, "storage": true,
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "object", "properties": fields}}}},
        }]);
        Documents::of(&crd(&versions))
    };
    assert_eq!(
        wide(MAX_FIELDS).expect_err("too many"),
        NotDocumented::TooLarge
    );
    let documents = wide(MAX_FIELDS / 10).expect("enough");
    assert!(documents.html().contains("id=\"v1.spec.field9999\""));
    let mut deep = json!({"type": "string"});
    for level in 0..58 {
        deep = if level % 3 == 0 {
            json!({"type": "array", "items": deep})
        } else {
            json!({"type": "object", "properties": {"a": deep}})
        };
    }
    let documents = of(&deep);
    check(&documents.html());
    assert!(documents.markdown().len() > 1000);
    assert!(documents.json_schema("v1").is_some());
}
