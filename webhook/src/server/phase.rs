//! From the first request to the last.

use std::{fmt, sync::Arc};

use tokio::sync::watch;

/// Where a server is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// It takes requests.
    Serving,
    /// It still does, but says that it is not ready, so that clients go elsewhere.
    Draining,
    /// It takes no connections; requests that were begun finish.
    Closing,
    /// Whatever is left ends now.
    Over,
}

/// Ends a server.
#[derive(Clone, Debug)]
pub struct Shutdown(Arc<watch::Sender<Phase>>);

impl Shutdown {
    pub(super) fn new() -> (Self, watch::Receiver<Phase>) {
        let (sender, receiver) = watch::channel(Phase::Serving);
        (Self(Arc::new(sender)), receiver)
    }

    /// Begins the end: `/readyz` says no, and after the drain delay no new connections are taken and requests that were
    /// begun finish.
    pub fn begin(&self) {
        self.advance(Phase::Draining);
    }

    /// Ends at once: what is not answered yet never is.
    pub fn now(&self) {
        self.advance(Phase::Over);
    }

    pub(super) fn advance(&self, to: Phase) {
        self.0.send_if_modified(|phase| {
            let later = to > *phase;
            if later {
                *phase = to;
            }
            later
        });
    }
}

type Test = Arc<dyn Fn() -> bool + Send + Sync>;

/// Something that must be there before the server is ready.
#[derive(Clone)]
pub(super) struct Gate {
    pub(super) name: String,
    pub(super) is_open: Test,
}

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Gate").field(&self.name).finish()
    }
}

/// Why the server is not ready; nothing if it is.
pub(super) fn obstacles(phase: Phase, has_certificate: bool, gates: &[Gate]) -> Vec<&str> {
    let mut obstacles = Vec::new();
    if phase > Phase::Serving {
        obstacles.push("shutting down");
    }
    if !has_certificate {
        obstacles.push("certificate");
    }
    obstacles.extend(
        gates
            .iter()
            .filter(|gate| !(gate.is_open)())
            .map(|gate| gate.name.as_str()),
    );
    obstacles
}
