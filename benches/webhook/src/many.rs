//! Many objects per review, one after the other and ten reviews at once: latencies, processor time and memory.

use std::time::Instant;

use tokio::task::JoinSet;

use crate::{
    Failed, Result,
    client::{Protocol, Target, runtime},
    figures::{Goal, Row, head, quotient},
    reviews::Review,
    side::{Kind, Programs},
    turns::Turns,
};

/// Of one review at a time.
const MEMORY: Goal = Goal::AtMost(3.0);

pub(crate) fn run(programs: &Programs) -> Result {
    head("Many objects per review (KEP-95 allows 1 s for 1500 of 10 kB and 6 s for 10,000)");
    for (review, rounds, requests, most) in [
        (Review::down(1500)?, 4, 10, 100.0),
        (Review::up(1500)?, 4, 10, 100.0),
        (Review::down(10_000)?, 4, 2, 600.0),
    ] {
        let turns = Turns {
            review: &review,
            protocol: Protocol::Http1,
            concurrency: 1,
            requests,
            rounds,
        };
        let all = turns.run(programs)?;
        all.print("p50", "ms", Goal::None, |one| one.latencies.percentile(50));
        let p99 = Goal::AtMost(most);
        all.print("p99", "ms", p99, |one| one.latencies.percentile(99));
        let cpu = Goal::PartOfPeer(15.0);
        all.print("CPU per object", "µs", cpu, |one| one.cpu);
        let body = review.body.len() as u64;
        let what = format!(
            "peak memory by the body of {:.1} MB",
            quotient(body, 1_000_000)
        );
        all.print(&what, "×", MEMORY, |one| quotient(one.peak, body));
    }
    at_once(programs)
}

/// Ten reviews of 1500 objects, each on a connection of its own.
fn at_once(programs: &Programs) -> Result {
    const AT_ONCE: usize = 10;
    let review = Review::down(1500)?;
    let runtime = runtime()?;
    let mut figures = Vec::new();
    for kind in programs.kinds() {
        let side = programs.start(kind)?;
        let target = Target::of(&side)?;
        let seconds = runtime.block_on(async {
            let mut clients = JoinSet::new();
            let start = Instant::now();
            for _ in 0..AT_ONCE {
                let (target, body) = (target.clone(), review.body.clone());
                clients.spawn(async move {
                    let mut connection = target.connect(Protocol::Http1).await?;
                    connection.ask(&body).await
                });
            }
            while let Some(client) = clients.join_next().await {
                client.failed("a client")??;
            }
            Ok::<_, String>(start.elapsed().as_secs_f64())
        })?;
        figures.push((kind, seconds, quotient(side.peak()?, 1_000_000)));
    }
    let of = |kind: Kind| figures.iter().find(|one| one.0 == kind);
    let name = format!(
        "{AT_ONCE} reviews of {:.0} MB at once",
        quotient(review.body.len() as u64, 1_000_000)
    );
    for (what, unit, figure) in [
        (
            "all answered",
            "s",
            &(|one: &(Kind, f64, f64)| one.1) as &dyn Fn(&_) -> f64,
        ),
        ("peak memory", "MB", &|one: &(Kind, f64, f64)| one.2),
    ] {
        Row {
            what: format!("{name}: {what}"),
            unit,
            floor: of(Kind::Floor).map(figure),
            ours: of(Kind::Ours).map_or(f64::NAN, figure),
            peer: of(Kind::Peer).map(figure),
            goal: Goal::None,
        }
        .print();
    }
    Ok(())
}
