//! Reviews of one object while others of 100 MB are under way.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    process::Stdio,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use webhook_bench::Listening;

use crate::{
    Failed, Result,
    client::{Connection, Protocol, Target, runtime},
    figures::{Goal, Latencies, Row, head},
    reviews::{self, Review},
    side::{Kind, Programs, Side},
};

/// Of the large reviews.
const OBJECTS: usize = 9000;
const ALONE: Duration = Duration::from_secs(2);
const BESIDE: Duration = Duration::from_secs(8);
/// Between two reviews of one object.
const PAUSE: Duration = Duration::from_millis(2);
/// What the issue calls a few milliseconds.
const FEW: f64 = 5.0;

/// What one server did.
struct Measured {
    kind: Kind,
    alone: Latencies,
    beside: Latencies,
    large: usize,
}

pub(crate) fn run(programs: &Programs) -> Result {
    head(&format!(
        "One object beside reviews of {OBJECTS} objects, which a client of less priority sends one after the other"
    ));
    let mut all = Vec::new();
    for kind in programs.kinds() {
        all.push(measure(programs, kind)?);
    }
    let of = |kind: Kind| all.iter().find(|one| one.kind == kind);
    let row = |what: &str, unit, goal, figure: &dyn Fn(&Measured) -> f64| {
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
    for percent in [50, 99] {
        let (alone, beside) = (format!("p{percent} alone"), format!("p{percent} beside"));
        let more = format!("p{percent}, what it is more");
        row(&alone, "ms", Goal::None, &|one| {
            one.alone.percentile(percent)
        });
        row(&beside, "ms", Goal::None, &|one| {
            one.beside.percentile(percent)
        });
        row(&more, "ms", Goal::AtMost(FEW), &|one| {
            one.beside.percentile(percent) - one.alone.percentile(percent)
        });
    }
    #[expect(clippy::cast_precision_loss, reason = "a figure to read")]
    let large = |one: &Measured| one.large as f64;
    row("large reviews answered meanwhile", "", Goal::None, &large);
    Ok(())
}

fn measure(programs: &Programs, kind: Kind) -> Result<Measured> {
    let side = programs.start(kind)?;
    let target = Target::of(&side)?;
    let review = Review::down(1)?;
    let runtime = runtime()?;
    let length = runtime.block_on(review.check(kind, &target))?;
    let ask = async |connection: &mut Connection, time: Duration| {
        let mut latencies = Latencies::default();
        let start = Instant::now();
        while start.elapsed() < time {
            latencies.add(vec![connection.time(&review.body, length).await?]);
            tokio::time::sleep(PAUSE).await;
        }
        Ok::<_, String>(latencies)
    };
    let mut connection = runtime.block_on(target.connect(Protocol::Http1))?;
    let alone = runtime.block_on(ask(&mut connection, ALONE))?;
    let (beside, large) = while_large(programs, &side, || {
        runtime.block_on(ask(&mut connection, BESIDE))
    })?;
    Ok(Measured {
        kind,
        alone,
        beside,
        large,
    })
}

/// Does this while another process sends large reviews, and says how many were answered.
fn while_large<T>(
    programs: &Programs,
    side: &Side,
    work: impl FnOnce() -> Result<T>,
) -> Result<(T, usize)> {
    let mut process = programs
        .in_background(&["large"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .failed("nice")?;
    let listening = Listening {
        address: side.address,
        ca: side.ca.clone(),
    };
    let line = serde_json::to_string(&listening).failed("the address")?;
    let mut stdin = process.stdin.take().ok_or("no stdin")?;
    writeln!(stdin, "{line}").failed("the client of large reviews")?;
    let mut stdout = BufReader::new(process.stdout.take().ok_or("no stdout")?);
    let mut said = String::new();
    stdout
        .read_line(&mut said)
        .failed("the client of large reviews")?;
    let done = work()?;
    drop(stdin);
    said.clear();
    stdout
        .read_line(&mut said)
        .failed("the client of large reviews")?;
    process.wait().failed("the client of large reviews")?;
    let answered = said
        .trim()
        .parse()
        .map_err(|_| format!("the client of large reviews said {said:?}"))?;
    Ok((done, answered))
}

/// The client of large reviews: reads where to send them, says that it begins, and when stdin closes, how many were answered.
pub(crate) fn large() -> Result {
    static ENDED: AtomicBool = AtomicBool::new(false);
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).failed("stdin")?;
    let Listening { address, ca } = serde_json::from_str(&line).failed("the address")?;
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        ENDED.store(true, Ordering::Relaxed);
    });
    let body = reviews::large(OBJECTS);
    let target = Target::new(address, &ca)?;
    runtime()?.block_on(async {
        let mut connection = target.connect(Protocol::Http1).await?;
        let length = connection.ask(&body).await?.len();
        println!("begins");
        let mut answered = 0_usize;
        while !ENDED.load(Ordering::Relaxed) {
            connection.time(&body, length).await?;
            answered += 1;
        }
        println!("{answered}");
        Ok(())
    })
}
