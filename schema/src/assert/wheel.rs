//! The versions of one wheel fit together.

use super::message::{Message, same};
use crate::table::Root;

/// One storage version, no version twice, one group, kind, plural and scope. The hub comes first.
#[track_caller]
pub const fn wheel(roots: &[&Root]) {
    let Some((hub, spokes)) = roots.split_first() else {
        Message::new("a wheel has a hub: `wheel!(pub Pizzas = v1::Pizza)`").fail()
    };
    let mut i = 0;
    while i < roots.len() {
        if roots[i].is_stand_in() {
            return;
        }
        i += 1;
    }
    i = 0;
    while i < spokes.len() {
        one_resource(hub, spokes[i]);
        i += 1;
    }
    distinct(roots);
    one_storage(roots);
}

#[track_caller]
const fn one_resource(hub: &Root, spoke: &Root) {
    one_text("group", hub, hub.group, spoke, spoke.group);
    one_text("kind", hub, hub.kind, spoke, spoke.kind);
    one_text("plural", hub, hub.plural, spoke, spoke.plural);
    one_text("singular", hub, hub.singular, spoke, spoke.singular);
    one_text("list_kind", hub, hub.list_kind, spoke, spoke.list_kind);
    one_text("scope", hub, scope(hub), spoke, scope(spoke));
}

#[track_caller]
const fn one_text(key: &str, hub: &Root, of_hub: &str, spoke: &Root, of_spoke: &str) {
    if !same(of_hub, of_spoke) {
        Message::new("the versions of a wheel share one ")
            .text(key)
            .text(": ")
            .quote(hub.version)
            .text(" has ")
            .quote(of_hub)
            .text(", ")
            .quote(spoke.version)
            .text(" has ")
            .quote(of_spoke)
            .text("; write `#[crd(hub = …)]` on the spokes, and it comes from the hub")
            .fail();
    }
}

const fn scope(root: &Root) -> &'static str {
    if root.scope.is_namespaced() {
        "namespaced"
    } else {
        "cluster"
    }
}

#[track_caller]
const fn distinct(roots: &[&Root]) {
    let mut i = 0;
    while let Some(version) = nth(roots, i) {
        let mut earlier = 0;
        while earlier < i {
            if let Some(other) = nth(roots, earlier)
                && same(version.name, other.name)
            {
                Message::new("the version ")
                    .quote(version.name)
                    .text(" is in the wheel twice; keep one (the API server: `must contain unique version names`)")
                    .fail();
            }
            earlier += 1;
        }
        i += 1;
    }
}

#[track_caller]
const fn one_storage(roots: &[&Root]) {
    let (mut all, mut found) = (0, 0);
    let mut names = Message::new("");
    let mut stored = Message::new("");
    while let Some(version) = nth(roots, all) {
        names
            .text(if all == 0 { "" } else { ", " })
            .quote(version.name);
        if version.storage {
            stored
                .text(if found == 0 { "" } else { ", " })
                .quote(version.name);
            found += 1;
        }
        all += 1;
    }
    let mut message = match found {
        1 => return,
        // The only version is the storage version unless that is denied.
        0 if all == 1 && !roots[0].never_storage => return,
        0 if all == 1 => Message::new("the only version has `storage = false`; remove that"),
        0 => {
            let mut message =
                Message::new("no version is stored; write `storage` in the `#[crd(…)]` of one of ");
            message.text(names.as_str());
            message
        }
        _ => {
            let mut message = Message::new("more than one version is stored, ");
            message
                .text(stored.as_str())
                .text("; keep `storage` at one of them");
            message
        }
    };
    message
        .text(" (the API server: `must have exactly one version marked as storage version`)")
        .fail();
}

struct Version {
    name: &'static str,
    storage: bool,
}

/// The versions of all roots, those of `also(…)` behind their own.
const fn nth(roots: &[&Root], mut n: usize) -> Option<Version> {
    let mut i = 0;
    while i < roots.len() {
        let root = roots[i];
        if n == 0 {
            return Some(Version {
                name: root.version,
                storage: root.storage,
            });
        }
        if n <= root.also.len() {
            let also = &root.also[n - 1];
            return Some(Version {
                name: also.version,
                storage: also.storage,
            });
        }
        n -= 1 + root.also.len();
        i += 1;
    }
    None
}
