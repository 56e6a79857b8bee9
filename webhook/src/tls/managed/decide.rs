//! What is to be done with the Secret, from what it holds, who trusts it, and the time.

use std::time::{Duration, SystemTime};

use super::state::{Anchor, Held, State};
use crate::tls::hosts::Hosts;

/// What does not change while the process runs.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    pub(super) hosts: Hosts,
    pub(super) leaf_lifetime: Duration,
    pub(super) ca_lifetime: Duration,
    /// How long clients go on trusting what they trusted before a new authority was made with no time to announce it.
    pub(super) handover: Duration,
    /// From 0 to 1: how late this replica renews within a twelfth of a life. The first one does it for all.
    pub(super) jitter: f64,
}

/// One write of the Secret, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Nothing is due.
    Keep,
    /// A Secret that must not be written.
    Refuse,
    /// A new authority and a leaf, and why.
    Begin(String),
    /// A second authority, which signs nothing yet.
    Announce,
    /// A leaf by the second authority, which is trusted by now.
    Switch,
    /// A leaf by the same authority, and why.
    Renew(String),
    /// Old authorities go, for no leaf of theirs is valid any more.
    Retire,
}

/// Every replica comes to the same step from the same Secret, but for a jitter; each step changes the Secret so that it is not due
/// again. `settled` says of an authority that every client has trusted it for long enough.
pub(super) fn decide(
    held: &Held,
    settled: impl Fn(&Anchor) -> bool,
    policy: &Policy,
    now: SystemTime,
) -> Step {
    let state = match held {
        Held::Missing => return Step::Begin("there was none".to_owned()),
        Held::Empty => return Step::Begin("the Secret was empty".to_owned()),
        Held::Foreign => return Step::Refuse,
        Held::Damaged(error) => return Step::Begin(error.to_string()),
        Held::Whole(state) => state,
    };
    if state.signer.anchor.not_after <= now {
        return match &state.next {
            Some(next) if now < next.anchor.not_after => Step::Switch,
            _ => Step::Begin("the CA had expired".to_owned()),
        };
    }
    let leaf = match &state.leaf {
        Ok(leaf) => leaf,
        Err(error) => return Step::Renew(error.to_string()),
    };
    if let Some(host) = policy
        .hosts
        .iter()
        .find(|host| !leaf.hosts.iter().any(|has| has == host))
    {
        return Step::Renew(format!("the last was not for `{host}`"));
    }
    if let Some(next) = &state.next
        && settled(&next.anchor)
    {
        return Step::Switch;
    }
    if state.old.iter().any(|anchor| !keeps(state, anchor, now)) {
        return Step::Retire;
    }
    let signer = &state.signer.anchor;
    if state.next.is_none() && policy.due(signer.not_before, signer.not_after, now) {
        return Step::Announce;
    }
    // One that ends with its authority would be renewed for ever shorter.
    let gains = (now + policy.leaf_lifetime).min(signer.not_after) > leaf.not_after;
    if gains && policy.due(leaf.not_before, leaf.not_after, now) {
        return Step::Renew("two thirds of the last one's life were over".to_owned());
    }
    Step::Keep
}

/// Whether an old authority still has to be trusted.
pub(super) fn keeps(state: &State, anchor: &Anchor, now: SystemTime) -> bool {
    now < state.old_until && now < anchor.not_after
}

impl Policy {
    /// At two thirds of a life, or up to a twelfth of it later.
    fn due(&self, not_before: SystemTime, not_after: SystemTime, now: SystemTime) -> bool {
        let life = not_after.duration_since(not_before).unwrap_or_default();
        let at = life.mul_f64(2.0 / 3.0 + self.jitter.clamp(0.0, 1.0) / 12.0);
        not_before + at <= now
    }
}
