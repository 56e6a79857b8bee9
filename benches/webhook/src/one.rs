//! One object per review, as the API server asks: latencies and processor time.

use crate::{
    Result,
    client::Protocol,
    figures::{Goal, head},
    reviews::Review,
    side::Programs,
    turns::Turns,
};

const ROUNDS: usize = 5;
const REQUESTS: usize = 2000;

pub(crate) fn run(programs: &Programs) -> Result {
    head(&format!(
        "One object per review, {} requests each, in {ROUNDS} turns",
        ROUNDS * REQUESTS
    ));
    let reviews = [Review::down(1)?, Review::up(1)?];
    for protocol in [Protocol::Http1, Protocol::Http2] {
        for concurrency in [1, 10] {
            for review in &reviews {
                let turns = Turns {
                    review,
                    protocol,
                    concurrency,
                    requests: REQUESTS,
                    rounds: ROUNDS,
                };
                let all = turns.run(programs)?;
                let p50 = Goal::OfFloor(2.0);
                all.print("p50", "ms", p50, |one| one.latencies.percentile(50));
                let p99 = Goal::PartOfPeer(5.0);
                all.print("p99", "ms", p99, |one| one.latencies.percentile(99));
                if concurrency == 1 {
                    // KEP-95 allows 50.
                    let p99 = Goal::AtMost(5.0);
                    all.print("p99", "ms", p99, |one| one.latencies.percentile(99));
                }
                let cpu = Goal::OfFloor(2.0);
                all.print("CPU per object", "µs", cpu, |one| one.cpu);
            }
        }
    }
    Ok(())
}
