//! Several threads for large reviews: one reads, the others convert, and what they make is put together in order.

use std::{
    collections::VecDeque,
    sync::{
        LazyLock,
        mpsc::{Receiver, SyncSender, TryRecvError, sync_channel},
    },
    thread::{Builder, Scope, ScopedJoinHandle, scope},
};

use super::{
    batch::{Batch, Failed, LEAST, Objects},
    text::Text,
};
use crate::{
    Converter, Report,
    json::{Malformed, Out as _},
};

/// What follows in a body must have this many bytes for another thread to be worth starting.
const PARALLEL_FROM: usize = 4 * LEAST;

/// Batches that wait at a lane, so that it never waits itself.
const WAITING: usize = 4;

/// How many threads there may be; to ask the system takes longer than to convert an object.
static THREADS: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));

/// Reads objects and appends what becomes of them, separated by commas; or says what is wrong with the first that cannot be
/// converted.
pub(super) fn convert<'a>(
    job: Job,
    objects: &mut Objects<'_, 'a>,
    out: &mut Text<'a>,
    report: Option<&mut Report>,
) -> Result<Result<(), Failed>, Malformed> {
    let lanes = (*THREADS - 1).min(objects.rest() / PARALLEL_FROM);
    if lanes == 0 {
        return job.alone(objects, out, report);
    }
    let job = Job {
        reporting: report.is_some(),
        ..job
    };
    scope(|scope| {
        let (mut lanes, threads): (Vec<_>, Vec<_>) =
            (0..lanes).filter_map(|_| Lane::start(scope, job)).unzip();
        let result = job.with(&mut lanes, objects, out, report);
        // They end when nothing is sent to them any more.
        drop(lanes);
        for thread in threads {
            // If it panicked, what it owes was missed.
            let _ = thread.join();
        }
        result
    })
}

/// What is to be done with each batch.
#[derive(Clone, Copy)]
pub(super) struct Job<'j> {
    pub(super) converters: &'j [&'j Converter],
    pub(super) desired: &'j str,
    /// What was done is asked for.
    pub(super) reporting: bool,
}

/// A batch, and what becomes of it.
struct Work<'a> {
    batch: Batch<'a>,
    text: Text<'a>,
    report: Report,
    outcome: Result<(), Failed>,
}

impl<'a> Work<'a> {
    fn new(text: Text<'a>) -> Self {
        Self {
            batch: Batch::default(),
            text,
            report: Report::default(),
            outcome: Ok(()),
        }
    }

    fn run(&mut self, job: Job) {
        self.text.clear();
        let report = job.reporting.then_some(&mut self.report);
        self.outcome = self
            .batch
            .convert(job.converters, job.desired, &mut self.text, report);
    }
}

/// A thread that converts, and gives back in the order in which it got.
struct Lane<'a> {
    to: SyncSender<Work<'a>>,
    from: Receiver<Work<'a>>,
    /// What it has not given back.
    owes: usize,
}

impl<'a> Lane<'a> {
    fn start<'s, 'e>(
        scope: &'s Scope<'s, 'e>,
        job: Job<'e>,
    ) -> Option<(Self, ScopedJoinHandle<'s, ()>)>
    where
        'a: 's,
    {
        let (to, batches) = sync_channel::<Work<'a>>(WAITING);
        let (results, from) = sync_channel::<Work<'a>>(WAITING);
        let run = move || {
            for mut work in batches {
                work.run(job);
                if results.send(work).is_err() {
                    break;
                }
            }
        };
        // Without it the others do more.
        let thread = Builder::new().spawn_scoped(scope, run).ok()?;
        Some((Self { to, from, owes: 0 }, thread))
    }
}

/// Who has the next part of the answer.
enum Turn<'a> {
    Lane(usize),
    Done(Work<'a>),
}

impl Job<'_> {
    fn alone<'a>(
        self,
        objects: &mut Objects<'_, 'a>,
        out: &mut Text<'a>,
        mut report: Option<&mut Report>,
    ) -> Result<Result<(), Failed>, Malformed> {
        let (mut batch, mut outcome) = (Batch::default(), Ok(()));
        while objects.read(&mut batch)? {
            // What follows a failure must still be JSON.
            if outcome.is_ok() {
                if !batch.is_first() {
                    out.made().push(',');
                }
                outcome = batch.convert(self.converters, self.desired, out, report.as_deref_mut());
            }
        }
        Ok(outcome)
    }

    fn with<'a>(
        self,
        lanes: &mut [Lane<'a>],
        objects: &mut Objects<'_, 'a>,
        out: &mut Text<'a>,
        report: Option<&mut Report>,
    ) -> Result<Result<(), Failed>, Malformed> {
        let mut out = Out { text: out, report };
        let mut joined = Joined {
            turns: VecDeque::new(),
            spare: Vec::new(),
            outcome: Ok(()),
        };
        loop {
            let mut work = joined
                .spare
                .pop()
                .unwrap_or_else(|| Work::new(out.text.another()));
            if !objects.read(&mut work.batch)? {
                break;
            }
            if joined.outcome.is_err() {
                joined.spare.push(work);
                continue;
            }
            let free = lanes.iter().position(|lane| lane.owes < WAITING);
            if let Some((index, lane)) = free.and_then(|index| Some((index, lanes.get_mut(index)?)))
            {
                lane.owes += 1;
                // If it is gone, that is seen when its turn comes.
                let _ = lane.to.send(work);
                joined.turns.push_back(Turn::Lane(index));
            } else {
                work.run(self);
                joined.turns.push_back(Turn::Done(work));
            }
            joined.take(lanes, 4 * WAITING * lanes.len(), &mut out);
        }
        joined.take(lanes, 0, &mut out);
        Ok(joined.outcome)
    }
}

/// Where everything goes in the end.
struct Out<'o, 'a> {
    text: &'o mut Text<'a>,
    report: Option<&'o mut Report>,
}

/// What the lanes have made, put together.
struct Joined<'a> {
    turns: VecDeque<Turn<'a>>,
    /// Used before, with room in them.
    spare: Vec<Work<'a>>,
    outcome: Result<(), Failed>,
}

impl<'a> Joined<'a> {
    /// Appends what is ready; and waits for what is not, until no more than `most` turns are left.
    fn take(&mut self, lanes: &mut [Lane<'a>], most: usize, out: &mut Out<'_, 'a>) {
        while let Some(turn) = self.turns.pop_front() {
            let work = match turn {
                Turn::Done(work) => Some(work),
                Turn::Lane(index) => {
                    let Some(lane) = lanes.get_mut(index) else {
                        continue;
                    };
                    let must = self.turns.len() >= most;
                    let work = if must {
                        lane.from.recv().ok()
                    } else {
                        match lane.from.try_recv() {
                            Ok(work) => Some(work),
                            Err(TryRecvError::Empty) => {
                                self.turns.push_front(turn);
                                return;
                            }
                            Err(TryRecvError::Disconnected) => None,
                        }
                    };
                    lane.owes -= 1;
                    work
                }
            };
            let Some(mut work) = work else {
                if self.outcome.is_ok() {
                    self.outcome = Err("a thread of the conversion panicked".into());
                }
                continue;
            };
            if self.outcome.is_ok() {
                if !work.batch.is_first() {
                    out.text.made().push(',');
                }
                out.text.append(&work.text);
                if let Some(report) = out.report.as_deref_mut() {
                    report.add(std::mem::take(&mut work.report));
                }
                self.outcome.clone_from(&work.outcome);
            }
            self.spare.push(work);
        }
    }
}
