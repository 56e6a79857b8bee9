//! One load on all servers in turn, for what else the machine does to hit all alike.

use std::time::Duration;

use crate::{
    Result,
    client::{Load, Protocol, Target, runtime},
    figures::{Goal, Latencies, Row, micros_each},
    reviews::Review,
    side::{Kind, Programs},
};

/// A load.
pub(crate) struct Turns<'a> {
    pub(crate) review: &'a Review,
    pub(crate) protocol: Protocol,
    /// Requests that are under way at a time.
    pub(crate) concurrency: usize,
    /// Requests of one turn.
    pub(crate) requests: usize,
    pub(crate) rounds: usize,
}

/// What it did to one server.
pub(crate) struct Measured {
    kind: Kind,
    pub(crate) latencies: Latencies,
    /// Processor time in microseconds for each object.
    pub(crate) cpu: f64,
    /// The most memory that the process had, in bytes.
    pub(crate) peak: u64,
}

impl Turns<'_> {
    /// On fresh processes.
    pub(crate) fn run(&self, programs: &Programs) -> Result<All> {
        let sides = programs.start_all()?;
        let runtime = runtime()?;
        let mut turns = Vec::new();
        for side in &sides {
            let target = Target::of(side)?;
            let load = Load {
                protocol: self.protocol,
                concurrency: self.concurrency,
                requests: self.requests,
                body: &self.review.body,
                length: runtime.block_on(self.review.check(side.kind, &target))?,
            };
            turns.push((side, target, load, Latencies::default(), Duration::ZERO));
        }
        for _ in 0..self.rounds {
            for (side, target, load, latencies, cpu) in &mut turns {
                let before = side.cpu()?;
                latencies.add(runtime.block_on(load.run(target))?);
                *cpu += side.cpu()?.saturating_sub(before);
            }
        }
        let measured = turns.into_iter().map(|(side, _, load, latencies, cpu)| {
            let objects = load.asked() * self.rounds * self.review.objects;
            Ok(Measured {
                kind: side.kind,
                latencies,
                cpu: micros_each(cpu, objects),
                peak: side.peak()?,
            })
        });
        let name = format!(
            "{}, {}, {} at a time",
            self.review.name, self.protocol, self.concurrency
        );
        let servers = measured.collect::<Result<_>>()?;
        Ok(All { name, servers })
    }
}

/// What a load did to all servers.
pub(crate) struct All {
    name: String,
    servers: Vec<Measured>,
}

impl All {
    /// One measure of them.
    pub(crate) fn print(
        &self,
        what: &str,
        unit: &str,
        goal: Goal,
        figure: impl Fn(&Measured) -> f64,
    ) {
        let of = |kind: Kind| {
            let found = self.servers.iter().find(|one| one.kind == kind);
            found.map(&figure)
        };
        Row {
            what: format!("{}: {what}", self.name),
            unit,
            floor: of(Kind::Floor),
            ours: of(Kind::Ours).unwrap_or(f64::NAN),
            peer: of(Kind::Peer),
            goal,
        }
        .print();
    }
}
