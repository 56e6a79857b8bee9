//! What the Secret holds after a step.

use std::time::SystemTime;

use super::{
    decide::{Policy, Step, keeps},
    state::{Anchor, Authority, Held, Leaf, MOST, State},
};
use crate::tls::{
    CertificateError,
    hosts::Hosts,
    issue::{self, Validity},
};

/// The most names that a leaf takes over from the one before it.
const MOST_HOSTS: usize = 64;

/// `None` where the step writes nothing. `trusted` is what clients trust by now, whoever told them.
pub(super) fn take(
    step: &Step,
    held: Held,
    trusted: Vec<Anchor>,
    policy: &Policy,
    now: SystemTime,
) -> Result<Option<State>, CertificateError> {
    let state = match (step, held) {
        (Step::Keep | Step::Refuse, _) => return Ok(None),
        (Step::Begin(_), _) => return begin(trusted, policy, now).map(Some),
        (_, Held::Whole(state)) => *state,
        _ => return Ok(None),
    };
    Ok(Some(match step {
        Step::Announce => State {
            next: Some(authority(policy, now)?),
            ..state
        },
        Step::Switch => switch(state, policy, now)?,
        Step::Renew(_) => renew(state, policy, now)?,
        _ => {
            let old = state.old.iter().filter(|anchor| keeps(&state, anchor, now));
            State {
                old: old.cloned().collect(),
                ..state
            }
        }
    }))
}

fn begin(
    trusted: Vec<Anchor>,
    policy: &Policy,
    now: SystemTime,
) -> Result<State, CertificateError> {
    let signer = authority(policy, now)?;
    let mut old = Vec::new();
    for anchor in trusted {
        if now < anchor.not_after && !old.contains(&anchor) && old.len() < MOST - 2 {
            old.push(anchor);
        }
    }
    Ok(State {
        leaf: Ok(leaf(&policy.hosts, &signer, policy, now)?),
        signer,
        next: None,
        old,
        old_until: now + policy.handover,
    })
}

fn switch(state: State, policy: &Policy, now: SystemTime) -> Result<State, CertificateError> {
    let Some(next) = state.next else {
        return Err(CertificateError::new("there is no second authority"));
    };
    let leaf = leaf(&policy.hosts, &next, policy, now)?;
    // If the leaf cannot be read, one as long-lived as possible may be served.
    let last = state.signer.anchor.not_after;
    let until = state.leaf.map_or(last, |leaf| leaf.not_after);
    let before = (!state.old.is_empty()).then_some(state.old_until);
    let mut old = state.old;
    old.insert(0, state.signer.anchor);
    Ok(State {
        leaf: Ok(leaf),
        signer: next,
        next: None,
        old,
        old_until: before.map_or(until, |before| before.max(until)),
    })
}

/// A replica of another release may want other hosts: a leaf that lacked some keeps those that it had, so that each is content
/// with it.
fn renew(state: State, policy: &Policy, now: SystemTime) -> Result<State, CertificateError> {
    let wanted = &policy.hosts;
    let had = state.leaf.as_ref().map_or(&[][..], |leaf| &leaf.hosts);
    let lacks = wanted.iter().any(|host| !had.iter().any(|has| has == host));
    let both = wanted.iter().chain(had.iter().map(String::as_str));
    let hosts = if lacks && had.len() < MOST_HOSTS {
        Hosts::parse(both)?
    } else {
        wanted.clone()
    };
    Ok(State {
        leaf: Ok(leaf(&hosts, &state.signer, policy, now)?),
        ..state
    })
}

fn authority(policy: &Policy, now: SystemTime) -> Result<Authority, CertificateError> {
    let validity = Validity {
        now,
        lifetime: policy.ca_lifetime,
        no_later: None,
    };
    Authority::parse(&issue::authority(&policy.hosts, validity)?)
}

fn leaf(
    hosts: &Hosts,
    signer: &Authority,
    policy: &Policy,
    now: SystemTime,
) -> Result<Leaf, CertificateError> {
    let validity = Validity {
        now,
        lifetime: policy.leaf_lifetime,
        no_later: Some(signer.anchor.not_after),
    };
    let issued = issue::leaf(hosts, &signer.issued(), validity)?;
    Leaf::parse(issued, &signer.anchor, "the new Secret", now)
}
