//! The page about trouble: the API server says what stands there, and the commands there do what they should.
//!
//! Below `text,said=NAME` stands what the server says when what is here under that name is done to it; the blocks of
//! `console,cluster` up to the next name are run while it is so. `WHEELWRIGHT_UPDATE=1` prints all that was said.

#[path = "../../../book/rust/blocks.rs"]
pub(crate) mod blocks;

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use blocks::{blocks, is_said};
use e2e::{Cluster, Result, Webhook};
use serde_json::Value;
use tokio::time::{Instant, sleep};

use crate::program::{Folder, command};

const PAGE: &str = include_str!("../../../book/src/troubleshooting.md");

/// How long the server may take to say what stands there.
const PATIENCE: Duration = Duration::from_mins(1);

/// What is done for each name: what goes before, what the server refuses, and what goes after.
const PROVOKED: &[(&str, &str, &str, &str)] = &[
    (
        "type",
        "",
        "sed '0,/size: {type: integer,/s//size: {/' crd.yaml > bad.yaml; kubectl replace -f bad.yaml",
        "",
    ),
    (
        "cost",
        "",
        "sed 's/items: {type: string}/items: {type: string, x-kubernetes-validations: [{rule: \"self.contains(\\x27ham\\x27)\"}]}/' crd.yaml > dear.yaml; \
         kubectl replace -f dear.yaml",
        "",
    ),
    (
        "scope",
        "",
        "sed 's/scope: Namespaced/scope: Cluster/' crd.yaml > cluster.yaml; kubectl replace -f cluster.yaml",
        "",
    ),
    (
        "large",
        "",
        "{ cat crd.yaml; printf '        description: '; head -c 300000 /dev/zero | tr '\\0' x; echo; } > large.yaml; \
         kubectl apply -f large.yaml",
        "kubectl replace -f crd.yaml",
    ),
    (
        "stored",
        "kubectl create -f pizza.yaml; kubectl replace -f flipped.yaml",
        "kubectl replace -f later.yaml",
        "kubectl replace -f crd.yaml",
    ),
    (
        "field",
        "",
        "sed 's/size: 30/oven: stone/' pizza.yaml > unknown.yaml; kubectl create -f unknown.yaml",
        "",
    ),
    (
        "bound",
        "",
        "sed 's/size: 30/size: 99/' pizza.yaml > huge.yaml; kubectl create -f huge.yaml",
        "",
    ),
    (
        "key",
        "",
        "sed 's/size: 30/toppings: [ham]/' pizza.yaml > plain.yaml; kubectl create -f plain.yaml",
        "",
    ),
    (
        "match",
        "",
        "sed 's|example.com/v1|example.com/v2|' pizza.yaml > newer.yaml; kubectl create -f newer.yaml",
        "",
    ),
    (
        "service",
        "to '\"service\": {\"namespace\": \"pizzeria\", \"name\": \"webhook\", \"path\": \"/convert\"}'",
        "kubectl get pizzas.v1beta1.example.com margherita",
        "",
    ),
    (
        "refused",
        "to '\"service\": null, \"url\": \"https://127.0.0.1:1/convert\"'",
        "kubectl get pizzas.v1beta1.example.com margherita",
        "",
    ),
    ("list", "", "kubectl get pizzas.v1beta1.example.com", ""),
    (
        "endpoints",
        "kubectl create namespace pizzeria; kubectl create service clusterip webhook --tcp=443:8443 --namespace pizzeria; \
         to '\"url\": null, \"service\": {\"namespace\": \"pizzeria\", \"name\": \"webhook\", \"path\": \"/convert\"}'",
        "kubectl get pizzas.v1beta1.example.com margherita",
        "kubectl delete namespace pizzeria --wait=false",
    ),
    (
        "authority",
        "to \"\\\"service\\\": null, \\\"url\\\": \\\"$URL\\\"\"",
        "kubectl get pizzas.v1beta1.example.com margherita",
        "",
    ),
    (
        "host",
        "to \"\\\"service\\\": null, \\\"url\\\": \\\"$(echo \"$URL\" | sed 's|//[^:/]*|//localhost|')\\\"\"",
        "kubectl get pizzas.v1beta1.example.com margherita",
        "to",
    ),
    (
        "gone",
        "kubectl replace -f flipped.yaml; \
         kubectl patch crd pizzas.example.com --subresource=status --type=merge -p '{\"status\": {\"storedVersions\": [\"v1beta1\"]}}'; \
         kubectl replace -f later.yaml",
        "kubectl get pizzas.example.com margherita",
        "kubectl replace -f crd.yaml",
    ),
    (
        "calling",
        "kubectl create -f webhooks.yaml",
        "sed 's/margherita/salami/' pizza.yaml > salami.yaml; kubectl create --dry-run=server -f salami.yaml",
        "kubectl delete -f webhooks.yaml",
    ),
    (
        "namespace",
        "kubectl create namespace kitchen; kubectl replace -f flipped.yaml; \
         sed 's/v1/v1beta1/; s/size/diameter/' pizza.yaml | kubectl create -n kitchen -f -; \
         to '\"service\": null, \"url\": \"https://127.0.0.1:1/convert\"'; kubectl delete namespace kitchen --wait=false",
        "kubectl get namespace kitchen -o jsonpath='{.status.conditions[?(@.type==\"NamespaceDeletionContentFailure\")].message}'; echo",
        "to",
    ),
];

/// What the commands above are short for: what converts, nothing if no address is said.
const SHORT: &str = r#"
to() {
  stanza='"strategy": "None", "webhook": null'
  if [ "$1" ]; then
    stanza='"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"], "clientConfig": {'"$1"'}}'
  fi
  kubectl patch crd pizzas.example.com --type=merge -p '{"spec": {"conversion": {'"$stanza"'}}}'
}
"#;

/// Registers a webhook for pizzas whose service is not there.
const WEBHOOKS: &str = r#"{
  "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration",
  "metadata": {"name": "pizzas.example.com"},
  "webhooks": [{
    "name": "pizzas.example.com", "sideEffects": "None", "admissionReviewVersions": ["v1"], "timeoutSeconds": 5,
    "clientConfig": {"service": {"namespace": "pizzeria", "name": "pizza-webhook", "path": "/validate/v1/pizza"}},
    "rules": [{"apiGroups": ["example.com"], "apiVersions": ["*"], "operations": ["CREATE"], "resources": ["pizzas"]}]
  }]
}"#;

struct Shell<'c> {
    cluster: &'c Cluster,
    folder: &'c Path,
    wheelwright: &'c Path,
    /// Of a webhook whose authority nobody trusts.
    url: String,
}

impl Shell<'_> {
    fn run(&self, text: &str) -> Result<String> {
        let mut shell = self.cluster.shell(self.folder)?;
        let path = format!("export PATH=\"$PATH:{}\"", self.wheelwright.display());
        let text = format!("{path}\n{SHORT}\n{{ {text}\n}} 2>&1");
        let run = shell.arg("-c").arg(text).env("URL", &self.url);
        let output: Output = run.output().expect("a shell");
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

#[tokio::test]
async fn the_server_says_what_the_page_about_trouble_says() -> Result {
    let wheelwright = command();
    let folder = std::env::temp_dir().join(format!("wheelwright-trouble-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let folder = Folder(folder);
    let cluster = Cluster::shared().await?;
    let webhook = Webhook::start(|body| pizza::Pizzas::convert(body))?;
    let manifest = webhook.converts(pizza::Pizzas::manifest()).json();
    let manifest = manifest.expect("it is sound");
    let config = &manifest["spec"]["conversion"]["webhook"]["clientConfig"];
    let url = config["url"].as_str().expect("it is at a URL");
    let shell = Shell {
        cluster: &cluster,
        folder: &folder.0,
        wheelwright: &wheelwright,
        url: url.to_string(),
    };
    fs::write(folder.0.join("webhooks.yaml"), WEBHOOKS).expect("a file");
    let page = blocks(PAGE);
    for block in &page {
        if let Some(name) = block.value("file") {
            fs::write(folder.0.join(name), block.code).expect("a file");
        }
    }
    let text = fs::read_to_string(folder.0.join("crd.yaml")).expect("the page has it");
    // With the other version stored, and then without the first.
    let flipped = text.replace("storage: true", "storage: -");
    let flipped = flipped.replace("storage: false", "storage: true");
    let flipped = flipped.replace("storage: -", "storage: false");
    let (head, rest) = flipped.split_once("  - name: v1\n").expect("a version");
    let (_, last) = rest.split_once("  - name: v1beta1\n").expect("a version");
    let later = format!("{head}  - name: v1beta1\n{last}");
    fs::write(folder.0.join("flipped.yaml"), &flipped).expect("a file");
    fs::write(folder.0.join("later.yaml"), later).expect("a file");
    let definition: Value = wheelwright_yaml::documents(&text)
        .remove(0)
        .expect("it is YAML")
        .value;
    let crd = cluster.install(&definition).await?;

    let mut wrong = String::new();
    // A server goes by a change when its watch brings it: what is not said yet is asked for again, for nothing here does more the
    // second time.
    let judge = async |wrong: &mut String, what: &str, command: &str, expected: &str| -> Result {
        let deadline = Instant::now() + PATIENCE;
        let mut said = shell.run(command)?;
        while !is_said(&said, expected) && Instant::now() < deadline && wrong.is_empty() {
            sleep(Duration::from_millis(300)).await;
            said = shell.run(command)?;
        }
        if std::env::var_os("WHEELWRIGHT_UPDATE").is_some() {
            println!("--- {what}\n{said}");
        }
        if !is_said(&said, expected) {
            *wrong += &format!("--- {what}\n{said}\n--- the page:\n{expected}\n");
        }
        Ok(())
    };
    let mut names: Vec<&str> = Vec::new();
    let mut after = "";
    for block in &page {
        if let Some(name) = block.value("said") {
            shell.run(after)?;
            let found = PROVOKED.iter().find(|(known, ..)| *known == name);
            let (_, before, done, then) = found.unwrap_or_else(|| panic!("{name} is unknown"));
            let said = shell.run(before)?;
            if std::env::var_os("WHEELWRIGHT_UPDATE").is_some() {
                println!("--- before {name}\n{said}");
            }
            judge(&mut wrong, name, done, block.code).await?;
            after = then;
            names.push(name);
        } else if block.says("cluster") {
            for (command, expected) in block.commands() {
                judge(&mut wrong, command, command, expected).await?;
            }
        }
    }
    shell.run(after)?;
    cluster.uninstall(&crd).await?;
    assert!(wrong.is_empty(), "{wrong}");
    let all: Vec<&str> = PROVOKED.iter().map(|(name, ..)| *name).collect();
    assert_eq!(names, all, "left: the page, right: what is provoked");
    Ok(())
}
