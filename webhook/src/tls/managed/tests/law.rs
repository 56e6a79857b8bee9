//! Whatever the order of requests, the failures, the clocks and the restarts: what a replica serves is trusted everywhere.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, SystemTime},
};

use super::{
    api::Api,
    cluster::{
        CRD, DAY, MUTATING, Running, SECRET, TIMING, bundles, count, held, install, policy, trusts,
    },
};

/// What the API server uses is this old.
const LAG: Duration = Duration::from_secs(45);

struct Member {
    running: Running,
    /// How its clock differs.
    skew: Duration,
    started: SystemTime,
    stopped_until: SystemTime,
}

struct Run {
    seed: u64,
    deletes: bool,
    api: Api,
    now: SystemTime,
    members: Vec<Member>,
    seen: BTreeMap<String, Vec<(SystemTime, String)>>,
    /// How many CAs there were in the bundle at most.
    most: usize,
    /// Certificates and bundles that trust them.
    fits: BTreeSet<(Vec<u8>, String)>,
}

impl Run {
    fn start_replica(&mut self) {
        let mut world = self.api.world();
        let jitter = f64::from(u32::try_from(world.random.below(1000)).unwrap()) / 1000.0;
        let skew = Duration::from_secs(world.random.below(240));
        drop(world);
        let running = Running::start(&self.api.client(), policy(jitter));
        self.members.push(Member {
            running,
            skew,
            started: self.now,
            stopped_until: self.now,
        });
    }

    fn below(&self, count: u64) -> u64 {
        self.api.world().random.below(count)
    }

    /// Those that are not stopped, side by side.
    async fn passes(&mut self) {
        let now = self.now;
        let passes = self.members.iter_mut().map(|member| {
            let runs = member.stopped_until <= now;
            let at = now + member.skew - Duration::from_mins(2);
            async move {
                if runs {
                    member.running.pass(at).await.unwrap();
                }
            }
        });
        futures(passes).await;
    }

    fn behind(&self) -> bool {
        let bundle = held(&self.api, "ca.crt").unwrap_or_default();
        self.members.iter().any(|member| {
            let current = member.running.certificates.current();
            current.is_none_or(|identity| identity.ca_bundle() != bundle)
        })
    }

    fn note(&mut self) {
        for (place, bundle) in bundles(&self.api) {
            self.seen.entry(place).or_default().push((self.now, bundle));
        }
        if let Some(bundle) = held(&self.api, "ca.crt") {
            self.most = self.most.max(count(&bundle));
        }
    }

    /// Everything that is served is trusted by everything that was written long enough ago, and now.
    fn check(&mut self) {
        let Self { seed, now, .. } = *self;
        for member in &self.members {
            let Some(served) = member.running.served() else {
                continue;
            };
            let identity = member.running.certificates.current().unwrap();
            // One that just came publishes what there is, and is not asked at once.
            let new = self.deletes && now < member.started + 2 * TIMING.settle;
            if identity.not_after() <= now || new {
                continue;
            }
            for (place, seen) in &self.seen {
                let used = seen.iter().rev().find(|(at, _)| *at + LAG <= now);
                for (at, bundle) in used.into_iter().chain(seen.last()) {
                    let pair = (served.cert[0].to_vec(), bundle.clone());
                    if self.fits.contains(&pair) {
                        continue;
                    }
                    if let Err(error) = trusts(bundle, &served, now) {
                        panic!(
                            "seed {seed}: {place} of {:?} ago does not trust what is served: {error}\n{:#?}",
                            now.duration_since(*at).unwrap(),
                            self.api.world().writes
                        )
                    }
                    self.fits.insert(pair);
                }
            }
        }
    }
}

/// All, each a little further whenever one waits.
async fn futures(all: impl Iterator<Item = impl Future<Output = ()>>) {
    let mut all = all.map(Box::pin).collect::<Vec<_>>();
    std::future::poll_fn(|context| {
        all.retain_mut(|each| each.as_mut().poll(context).is_pending());
        if all.is_empty() {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
}

async fn run(seed: u64, deletes: bool) -> Run {
    let start = SystemTime::UNIX_EPOCH + Duration::from_hours(500_000);
    let mut run = Run {
        seed,
        deletes,
        api: Api::new(seed),
        now: start,
        members: Vec::new(),
        seen: BTreeMap::new(),
        most: 0,
        fits: BTreeSet::new(),
    };
    install(&run.api);
    let mutating = run.api.world().get(MUTATING).unwrap().clone();
    run.api.world().delete(MUTATING);
    for _ in 0..3 {
        run.start_replica();
    }
    // The first certificate is there before anything is asked of it.
    for _ in 0..4 {
        run.passes().await;
        run.now += TIMING.interval;
    }
    assert!(
        run.members
            .iter()
            .all(|member| member.running.served().is_some())
    );
    run.api.world().failing = 5;
    let longest = if deletes {
        Duration::from_mins(10)
    } else {
        20 * DAY
    };
    let end = start + 3 * 365 * DAY;
    let mut writes = 0;
    let mut busy = 0;
    while run.now < end {
        run.note();
        run.check();
        run.passes().await;
        run.note();
        run.check();
        let written = run.api.world().writes.len();
        busy = if written > writes {
            8
        } else {
            busy - busy.min(1)
        };
        writes = written;
        // Nobody is left behind for longer than the handover, but in the other law.
        let behind = deletes && run.behind();
        run.now += if busy > 0 || behind || run.below(3) == 0 {
            Duration::from_secs(20 + run.below(60))
        } else {
            Duration::from_secs(run.below(10 * DAY.as_secs()))
        };
        match run.below(40) {
            0 => {
                let at = usize::try_from(run.below(run.members.len() as u64)).unwrap();
                run.members[at].stopped_until =
                    run.now + Duration::from_secs(run.below(longest.as_secs()));
            }
            1 if run.members.len() > 1 => {
                run.members.remove(0);
            }
            2 if run.members.len() < 4 => run.start_replica(),
            3 if run.api.world().get(MUTATING).is_none() => {
                run.api.world().put(MUTATING, mutating.clone());
                // Nothing is asked of it before it has its caBundle.
                run.api.world().failing = 0;
                for member in &mut run.members {
                    member.stopped_until = run.now;
                }
                run.passes().await;
                run.api.world().failing = 5;
            }
            4 if deletes && busy == 0 => run.api.world().delete(SECRET),
            _ => {}
        }
    }
    run
}

fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let number = |name| {
        std::env::var(name)
            .ok()
            .map(|text: String| text.parse().unwrap())
    };
    let first = number("WHEELWRIGHT_LAW_SEED").unwrap_or(0);
    first..first + number("WHEELWRIGHT_LAW_ROUNDS").unwrap_or(count)
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap()
}

#[test]
fn what_replicas_serve_is_trusted_everywhere_through_three_years() {
    for seed in seeds(1) {
        let run = runtime().block_on(run(seed, false));
        let world = run.api.world();
        let steps = world.writes.iter().filter(|write| write.ends_with(SECRET));
        let made = world
            .writes
            .iter()
            .filter(|write| write.starts_with("POST"));
        assert_eq!(made.count(), 1, "seed {seed}: made once");
        // A leaf every two months, and three steps for each of four authorities; not one more because there are many replicas.
        let steps = steps.count();
        assert!((20..=36).contains(&steps), "seed {seed}: {steps} steps");
        let written = world.writes.iter().filter(|write| write.ends_with(CRD));
        let written = written.count();
        assert!(
            (7..=14).contains(&written),
            "seed {seed}: {written} bundles"
        );
        assert_eq!(run.most, 2, "seed {seed}: an overlap of two");
    }
}

#[test]
fn that_holds_when_the_secret_is_deleted_now_and_then() {
    for seed in seeds(1) {
        let run = runtime().block_on(run(seed, true));
        let world = run.api.world();
        let made = world
            .writes
            .iter()
            .filter(|write| write.starts_with("POST"));
        let made = made.count();
        assert!(made > 1, "seed {seed}: {made} times");
    }
}
