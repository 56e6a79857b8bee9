//! Who makes room, in which order.

use std::time::Duration;

use tokio::time::timeout;

use super::*;

/// Takes places until all are taken; how far each comes is what it waits for then, or nothing with a request.
async fn filled(waits: &[Option<Wait>]) -> (Arc<Connections>, Vec<Place>) {
    let connections = Connections::new(waits.len());
    let mut places = Vec::new();
    for wait in waits {
        let mut place = connections.enter(|_| panic!("there is room")).await;
        reach(&mut place, *wait);
        places.push(place);
    }
    (connections, places)
}

fn reach(place: &mut Place, wait: Option<Wait>) {
    let steps: &[fn(&mut Place)] = &[
        |place| assert!(place.greeted()),
        |place| assert!(place.secured()),
        |place| place.standing.asked(),
        |place| place.standing.answered(),
    ];
    let count = match wait {
        Some(Wait::Hello) => 0,
        Some(Wait::Handshake) => 1,
        Some(Wait::FirstRequest) => 2,
        None => 3,
        Some(Wait::NextRequest) => 4,
    };
    for step in &steps[..count] {
        step(place);
    }
}

/// Who leaves, by number, when one more comes and another each time that one is gone.
async fn leaving(waits: &[Option<Wait>], more: usize) -> Vec<(usize, Leave)> {
    let (connections, places) = filled(waits).await;
    let mut places: Vec<Option<Place>> = places.into_iter().map(Some).collect();
    let mut left = Vec::new();
    for _ in 0..more {
        let enter = connections.enter(|_| {});
        let Ok(next) = timeout(Duration::from_millis(20), enter).await else {
            break;
        };
        places.push(Some(next));
        for (number, place) in places.iter_mut().enumerate() {
            if let Some(leave) = place.as_mut().and_then(|place| place.leave.try_recv().ok()) {
                left.push((number, leave));
                *place = None;
            }
        }
    }
    left
}

const HELLO: Option<Wait> = Some(Wait::Hello);
const HANDSHAKE: Option<Wait> = Some(Wait::Handshake);
const FIRST: Option<Wait> = Some(Wait::FirstRequest);
const NEXT: Option<Wait> = Some(Wait::NextRequest);

#[tokio::test]
async fn the_oldest_silent_one_makes_room_first() {
    let waits = [NEXT, FIRST, HANDSHAKE, HELLO, None, HELLO, NEXT, FIRST];
    let now = |number| (number, Leave::Now);
    assert_eq!(leaving(&waits, 4).await, [now(3), now(5), now(8), now(9)]);
    let waits = [NEXT, FIRST, HANDSHAKE, None];
    assert_eq!(leaving(&waits, 2).await, [now(2), now(4)]);
    let waits = [NEXT, FIRST, None, NEXT];
    assert_eq!(leaving(&waits, 2).await, [now(1), now(4)]);
}

#[tokio::test]
async fn idle_ones_are_told_in_the_order_in_which_they_became_so() {
    let (connections, mut places) = filled(&[NEXT, NEXT, None]).await;
    places[0].standing.asked();
    places[0].standing.answered();
    let _next = connections
        .enter(|wait| assert_eq!(wait, Wait::NextRequest))
        .await;
    assert_eq!(places[1].leave.try_recv(), Ok(Leave::Graceful));
    assert!(places[0].leave.try_recv().is_err());
}

/// Else each would have to leave when the next comes, long before its handshake is done.
#[tokio::test]
async fn those_that_wait_for_more_leave_new_ones_their_share() {
    for wait in [FIRST, NEXT] {
        let left = leaving(&[wait; 64], 64).await;
        let numbers: Vec<usize> = left.iter().map(|(number, _)| *number).collect();
        // Sixteen of the old ones, and then the oldest of the sixteen new ones, each time.
        let expected: Vec<usize> = (0..16).chain(64..112).collect();
        assert_eq!(numbers, expected, "{wait:?}");
    }
}

#[tokio::test]
async fn who_has_a_request_stays() {
    assert_eq!(leaving(&[None; 8], 1).await, []);
    let (connections, places) = filled(&[None; 2]).await;
    let enter = connections.enter(|wait| assert_eq!(wait, Wait::NextRequest));
    let answered = async {
        tokio::task::yield_now().await;
        places[1].standing.answered();
    };
    let (_next, ()) = tokio::join!(enter, answered);
}

/// Who has been told to leave and takes its time keeps no more than its own place.
#[tokio::test]
async fn who_is_slow_to_leave_keeps_nobody_waiting() {
    let (connections, mut places) = filled(&[NEXT; 4]).await;
    let mut fifth = connections.enter(|_| {}).await;
    reach(&mut fifth, None);
    assert_eq!(places[0].leave.try_recv(), Ok(Leave::Graceful));
    let enter = connections.enter(|_| {});
    assert!(timeout(Duration::from_millis(20), enter).await.is_err());
    assert_eq!(places[1].leave.try_recv(), Ok(Leave::Now));
    assert!(places[2].leave.try_recv().is_err());
    places.remove(1);
    let _sixth = connections.enter(|_| panic!("one has left")).await;
    drop(places);
    assert!(!connections.is_crowded());
}

/// A processor that is taken from the server for ten milliseconds is enough for that.
#[tokio::test]
async fn who_had_spoken_before_it_was_told_to_leave_stays() {
    let (connections, mut places) = filled(&[HELLO; 32]).await;
    let enter = |wait| assert_eq!(wait, Wait::Hello);
    let newer = [
        connections.enter(enter).await,
        connections.enter(enter).await,
    ];
    // The next oldest leave for them, and nobody twice.
    assert!(places[0].greeted());
    assert!(places[1].stay(Wait::Hello));
    let told = |place: &mut Place| place.leave.try_recv().is_ok();
    let leaving: Vec<bool> = places.iter_mut().map(told).collect();
    assert_eq!(leaving[..5], [false, false, true, true, false]);
    assert!(!leaving[5..].contains(&true));
    assert!(places[0].secured());

    // Nobody has more than a place, and who stayed makes room like all others: as the newest that is silent.
    places.drain(2..4);
    places.extend(newer);
    assert_eq!(connections.state().staying(), 32);
    let mut others = Vec::new();
    for _ in 0..31 {
        others.push(connections.enter(enter).await);
        places.retain_mut(|place| !told(place));
    }
    assert_eq!(places.len(), 1);
    drop((places, others));
    let ended = timeout(Duration::from_secs(1), connections.ended());
    ended.await.expect("all have ended");
}

#[tokio::test]
async fn who_had_spoken_leaves_where_all_others_have_requests() {
    let (connections, mut places) = filled(&[HELLO, None]).await;
    let mut next = connections.enter(|_| {}).await;
    reach(&mut next, None);
    assert!(!places[0].greeted());
    assert!(!places[0].stay(Wait::Hello));
    drop((next, places));
    timeout(Duration::from_secs(1), connections.ended())
        .await
        .expect("all have ended");
}
