//! Figures, and the goals beside them.

use std::time::Duration;

/// The latencies of one server, in any order.
#[derive(Default)]
pub(crate) struct Latencies(Vec<Duration>);

impl Latencies {
    pub(crate) fn add(&mut self, mut more: Vec<Duration>) {
        self.0.append(&mut more);
    }

    /// The latency in milliseconds that so many of a hundred requests do not exceed.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let rank = (sorted.len() * percent).div_ceil(100).max(1);
        sorted
            .get(rank - 1)
            .map_or(f64::NAN, |at| at.as_secs_f64() * 1e3)
    }
}

/// What ours is to be.
#[derive(Clone, Copy)]
pub(crate) enum Goal {
    /// At most so many times the floor.
    OfFloor(f64),
    /// At most this part of the peer, as its denominator: 3 is a third.
    PartOfPeer(f64),
    /// At most this, in the unit of the figure.
    AtMost(f64),
    /// Only to be read.
    None,
}

/// One measure of all servers.
pub(crate) struct Row<'a> {
    pub(crate) what: String,
    pub(crate) unit: &'a str,
    pub(crate) floor: Option<f64>,
    pub(crate) ours: f64,
    pub(crate) peer: Option<f64>,
    pub(crate) goal: Goal,
}

/// A title, and the head of the table below it.
pub(crate) fn head(title: &str) {
    println!("\n{title}\n");
    println!("| what | unit | floor | ours | peer | ours/floor | ours/peer | goal | met |");
    println!("|---|---|---|---|---|---|---|---|---|");
}

impl Row<'_> {
    pub(crate) fn print(&self) {
        let figure = |figure: Option<f64>| figure.map_or_else(|| "-".to_owned(), digits);
        let ratio = |to: Option<f64>| to.map(|to| self.ours / to);
        let (of_floor, of_peer) = (ratio(self.floor), ratio(self.peer));
        let (goal, met) = match self.goal {
            Goal::OfFloor(most) => (format!("≤ {most} × floor"), of_floor.map(|of| of <= most)),
            Goal::PartOfPeer(part) => (
                format!("≤ peer / {part}"),
                of_peer.map(|of| of * part <= 1.0),
            ),
            Goal::AtMost(most) => (format!("≤ {most}"), Some(self.ours <= most)),
            Goal::None => ("-".to_owned(), None),
        };
        println!(
            "| {} | {} | {} | {} | {} | {} | {} | {goal} | {} |",
            self.what,
            self.unit,
            figure(self.floor),
            digits(self.ours),
            figure(self.peer),
            figure(of_floor),
            figure(of_peer),
            met.map_or("-", |met| if met { "yes" } else { "NO" }),
        );
    }
}

/// Three digits that say something.
fn digits(figure: f64) -> String {
    let places = match figure.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        _ => 3,
    };
    format!("{figure:.places$}")
}

/// A quotient of counts or sizes.
#[expect(clippy::cast_precision_loss, reason = "a figure to read")]
pub(crate) fn quotient(of: u64, by: u64) -> f64 {
    of as f64 / by as f64
}

/// Microseconds for each of so many.
#[expect(clippy::cast_precision_loss, reason = "a figure to read")]
pub(crate) fn micros_each(time: Duration, count: usize) -> f64 {
    time.as_secs_f64() * 1e6 / count as f64
}
