//! What is due when, with no API server.

use std::time::{Duration, SystemTime};

use k8s_openapi::api::core::v1::Secret;

use super::cluster::{DAY, policy};
use crate::tls::managed::{
    decide::{Step, decide},
    state::{Held, State},
    step,
};

fn start() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_hours(500_000)
}

/// As another replica reads what one wrote.
fn read(state: &State, now: SystemTime) -> Held {
    let mut secret = Secret::default();
    state.write(&mut secret);
    Held::read(Some(&secret), "the Secret", now)
}

fn begun() -> State {
    let begin = Step::Begin(String::new());
    let state = step::take(&begin, Held::Missing, Vec::new(), &policy(0.0), start());
    state.unwrap().unwrap()
}

/// The step at a time, and what follows from it.
fn next(state: &mut State, settled: bool, jitter: f64, now: SystemTime) -> Step {
    let policy = policy(jitter);
    let held = read(state, now);
    let step = decide(&held, |_| settled, &policy, now);
    if let Some(after) = step::take(&step, held, Vec::new(), &policy, now).unwrap() {
        *state = after;
    }
    step
}

fn renew() -> Step {
    Step::Renew("two thirds of the last one's life were over".to_owned())
}

#[test]
fn a_life_of_authorities_goes_by_the_calendar() {
    let mut state = begun();
    let mut days = Vec::new();
    let mut cas = Vec::new();
    for day in 0..1000 {
        let now = start() + day * DAY;
        // Everyone trusts an authority two days after it is announced.
        let settled = state
            .next
            .as_ref()
            .is_some_and(|next| next.anchor.not_before + 2 * DAY <= now);
        match next(&mut state, settled, 0.0, now) {
            Step::Keep => {}
            step => days.push((day, step)),
        }
        cas.push(state.anchors().count());
    }
    let first = [
        (60, renew()),
        (120, renew()),
        (180, renew()),
        (240, renew()),
        // Two thirds of 365 days.
        (244, Step::Announce),
        (246, Step::Switch),
        (306, renew()),
        // The leaf of day 240 is over.
        (330, Step::Retire),
        (366, renew()),
        (426, renew()),
        (486, renew()),
        (488, Step::Announce),
        (490, Step::Switch),
    ];
    assert_eq!(days[..first.len()], first);
    assert_eq!(cas.iter().max(), Some(&2));
}

#[test]
fn replicas_differ_by_a_twelfth_of_a_life_at_most() {
    for (jitter, first) in [(0.0, 60), (0.5, 64), (1.0, 68)] {
        let mut state = begun();
        let day = (0..90).find(|day| {
            let now = start() + *day * DAY;
            next(&mut state, false, jitter, now) != Step::Keep
        });
        assert_eq!(day, Some(first), "{jitter}");
    }
}

#[test]
fn a_leaf_that_ends_with_its_authority_is_not_renewed_for_ever() {
    let mut state = begun();
    let mut renewed = 0;
    for half in 0..365 * 2 {
        let now = start() + half * Duration::from_hours(12);
        // Nobody ever trusts the next authority.
        if next(&mut state, false, 0.0, now) == renew() {
            renewed += 1;
        }
    }
    assert_eq!(renewed, 5);
    // When it is over, the next one takes its place, for nothing that is trusted is left.
    let now = start() + 366 * DAY;
    assert_eq!(next(&mut state, false, 0.0, now), Step::Switch);
    assert_eq!(next(&mut state, false, 0.0, now), Step::Retire);
    assert_eq!(next(&mut state, false, 0.0, now), Step::Keep);
    assert_eq!(state.anchors().count(), 1);
}

#[test]
fn what_is_written_is_read_again() {
    let mut state = begun();
    let day = start() + 250 * DAY;
    next(&mut state, false, 0.0, start() + 240 * DAY);
    assert_eq!(next(&mut state, false, 0.0, day), Step::Announce);
    assert_eq!(next(&mut state, true, 0.0, day), Step::Switch);
    let Held::Whole(again) = read(&state, day) else {
        panic!("not read");
    };
    assert_eq!(again.bundle(), state.bundle());
    assert_eq!(again.old_until, state.old_until);
    assert_eq!(again.old, state.old);
    assert_eq!(again.signer.key, state.signer.key);
    assert!(again.next.is_none());
    assert!(again.leaf.is_ok());
}
