//! What a spoke repeats from its hub is what the hub says.

use super::message::{Message, same};
use crate::table::{ClientConfig, Conversion, Root, Scope};

/// A key with one string.
#[track_caller]
pub const fn hub_text(key: &str, here: &str, there: &str, hub: &Root) {
    if !hub.is_stand_in() && !same(here, there) {
        Message::new(key)
            .text(" is ")
            .quote(here)
            .text(" here, but ")
            .quote(there)
            .text(" in the hub; leave it out: it comes from the hub")
            .fail();
    }
}

/// A repeatable key with one string.
#[track_caller]
pub const fn hub_texts(key: &str, here: &[&str], there: &[&str], hub: &Root) {
    if !hub.is_stand_in() && !same_texts(here, there) {
        let mut message = Message::new(key);
        list(message.text(" is "), here);
        list(message.text(" here, but "), there);
        message
            .text(" in the hub; leave it out: it comes from the hub")
            .fail();
    }
}

/// A repeatable key with names and values.
#[track_caller]
pub const fn hub_pairs(key: &str, here: &[(&str, &str)], there: &[(&str, &str)], hub: &Root) {
    let mut equal = here.len() == there.len();
    let mut i = 0;
    while equal && i < here.len() {
        equal = same(here[i].0, there[i].0) && same(here[i].1, there[i].1);
        i += 1;
    }
    if !hub.is_stand_in() && !equal {
        Message::new(key)
            .text(" differs from the hub's; leave it out: it comes from the hub")
            .fail();
    }
}

/// `namespaced` or `cluster`.
#[track_caller]
pub const fn hub_scope(here: Scope, hub: &Root) {
    let message = match (here.is_namespaced(), hub.scope.is_namespaced()) {
        (true, false) => {
            "the hub is `cluster`; leave `namespaced` out: the scope comes from the hub"
        }
        (false, true) => "the hub is namespaced; leave `cluster` out: the scope comes from the hub",
        (true, true) | (false, false) => return,
    };
    if !hub.is_stand_in() {
        Message::new(message).fail();
    }
}

/// `conversion(…)`.
#[track_caller]
pub const fn hub_conversion(here: Conversion, hub: &Root) {
    match hub.conversion {
        _ if hub.is_stand_in() => {}
        None => {
            Message::new("the hub has no `conversion`; write it there: one CRD has one conversion")
                .fail()
        }
        Some(there) if same_conversion(here, there) => {}
        Some(_) => {
            Message::new("conversion differs from the hub's; leave it out: it comes from the hub")
                .fail()
        }
    }
}

/// The root struct is named after the last segment of the hub's path, which is the kind unless the hub says otherwise.
#[track_caller]
pub const fn hub_kind(name: &str, hub: &Root) {
    if !hub.is_stand_in() && !same(name, hub.kind) {
        Message::new("the root struct would be called ")
            .quote(name)
            .text(" after the hub's path, but the hub's kind is ")
            .quote(hub.kind)
            .text("; write `struct = ")
            .text(hub.kind)
            .text("`, or another name")
            .fail();
    }
}

/// A version without status, of a resource whose hub has one.
#[track_caller]
pub const fn hub_without_status(hub: &Root) {
    if let Some(status) = hub.status {
        Message::new("the hub has a status, ")
            .quote(status.name)
            .text(", which a macro cannot read from there; repeat it: `status = …`")
            .fail();
    }
}

/// A version with status, of a resource whose hub has none.
#[track_caller]
pub const fn hub_with_status(hub: &Root) {
    if !hub.is_stand_in() && hub.status.is_none() {
        Message::new("the hub has no status, so this one has nowhere to go; remove it here, or give the hub a `status = …` too").fail();
    }
}

const fn same_conversion(left: Conversion, right: Conversion) -> bool {
    match (left, right) {
        (Conversion::None, Conversion::None) | (Conversion::Unchecked, Conversion::Unchecked) => {
            true
        }
        (
            Conversion::Webhook {
                client: left,
                review_versions: left_versions,
            },
            Conversion::Webhook {
                client: right,
                review_versions: right_versions,
            },
        ) => same_client(left, right) && same_texts(left_versions, right_versions),
        _ => false,
    }
}

const fn same_client(left: ClientConfig, right: ClientConfig) -> bool {
    match (left, right) {
        (ClientConfig::Url(left), ClientConfig::Url(right)) => same(left, right),
        (ClientConfig::Service(left), ClientConfig::Service(right)) => {
            same(left.namespace, right.namespace)
                && same(left.name, right.name)
                && same(left.path, right.path)
                && left.port == right.port
        }
        _ => false,
    }
}

const fn same_texts(left: &[&str], right: &[&str]) -> bool {
    let mut equal = left.len() == right.len();
    let mut i = 0;
    while equal && i < left.len() {
        equal = same(left[i], right[i]);
        i += 1;
    }
    equal
}

const fn list(message: &mut Message, texts: &[&str]) {
    if texts.is_empty() {
        message.text("absent");
    }
    let mut i = 0;
    while i < texts.len() {
        message.text(if i == 0 { "" } else { ", " }).quote(texts[i]);
        i += 1;
    }
}
