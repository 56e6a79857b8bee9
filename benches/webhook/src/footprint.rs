//! What the server costs before anyone asks: the time until it is ready, and its memory.

use crate::{
    Result,
    client::{Load, Protocol, Target, runtime},
    figures::{Goal, Latencies, Row, head, quotient},
    reviews::Review,
    side::{Kind, Programs},
};

const STARTS: usize = 10;

/// Of one server.
struct Footprint {
    kind: Kind,
    ready: Latencies,
    idle: u64,
    after: u64,
}

pub(crate) fn run(programs: &Programs) -> Result {
    head(&format!("Start and memory, {STARTS} starts each"));
    let mut all = Vec::new();
    for kind in programs.kinds() {
        all.push(measure(programs, kind)?);
    }
    let of = |kind: Kind| all.iter().find(|one| one.kind == kind);
    let row = |what: &str, unit, goal, figure: &dyn Fn(&Footprint) -> f64| {
        Row {
            what: what.to_owned(),
            unit,
            floor: of(Kind::Floor).map(figure),
            ours: of(Kind::Ours).map_or(f64::NAN, figure),
            peer: of(Kind::Peer).map(figure),
            goal,
        }
        .print();
    };
    let ready = Goal::AtMost(100.0);
    row("start to ready, p50", "ms", ready, &|one| {
        one.ready.percentile(50)
    });
    let idle = Goal::AtMost(15.0);
    row("idle memory", "MB", idle, &|one| {
        quotient(one.idle, 1_000_000)
    });
    let what = "idle memory after 10,000 reviews of one object";
    row(what, "MB", idle, &|one| quotient(one.after, 1_000_000));
    Ok(())
}

fn measure(programs: &Programs, kind: Kind) -> Result<Footprint> {
    let runtime = runtime()?;
    let mut ready = Latencies::default();
    let mut last = None;
    for _ in 0..STARTS {
        let side = programs.start(kind)?;
        let target = Target::of(&side)?;
        runtime.block_on(async {
            let mut connection = target.connect(Protocol::Http1).await?;
            // The floor and the peer know no readiness: that they answer is enough.
            while !connection.get("/readyz").await?.is_success() && kind == Kind::Ours {}
            Ok::<_, String>(())
        })?;
        ready.add(vec![side.since.elapsed()]);
        last = Some((side, target));
    }
    let (side, target) = last.ok_or("nothing was started")?;
    let idle = side.resident()?;
    let review = Review::down(1)?;
    let length = runtime.block_on(review.check(kind, &target))?;
    let load = Load {
        protocol: Protocol::Http1,
        concurrency: 10,
        requests: 10_000,
        body: &review.body,
        length,
    };
    runtime.block_on(load.run(&target))?;
    let after = side.resident()?;
    Ok(Footprint {
        kind,
        ready,
        idle,
        after,
    })
}
