//! The servers that are measured, each a process of its own that prints where it listens and ends when its stdin closes.

use std::{
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use webhook_bench::Listening;
use wheelwright::webhook::deploy::MALLOC;

use crate::{Failed, Result};

/// Which server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Reads the body and answers what it answered the first time, with the uid of this one.
    Floor,
    /// Ours.
    Ours,
    /// Of controller-runtime.
    Peer,
}

impl Kind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Ours => "ours",
            Self::Peer => "peer",
        }
    }
}

/// What can be started: the peer only where Go is there.
pub(crate) struct Programs {
    this: PathBuf,
    server: PathBuf,
    peer: Option<PathBuf>,
}

impl Programs {
    /// Builds the peer, and says so where it cannot.
    pub(crate) fn build() -> Result<Self> {
        let this = std::env::current_exe().failed("this program's own path")?;
        let peer = match build_peer(&this.with_file_name("webhook-peer")) {
            Ok(program) => Some(program),
            Err(why) => {
                println!("controller-runtime: not measured: {why}\n");
                None
            }
        };
        let server = build("webhook-bench", "webhook-server")?;
        Ok(Self { this, server, peer })
    }

    /// Those that there are, in the order in which they take turns.
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        let mut kinds = vec![Kind::Floor, Kind::Ours];
        if self.peer.is_some() {
            kinds.push(Kind::Peer);
        }
        kinds
    }

    /// All of them, fresh.
    pub(crate) fn start_all(&self) -> Result<Vec<Side>> {
        self.kinds()
            .into_iter()
            .map(|kind| self.start(kind))
            .collect()
    }

    /// A fresh process that listens.
    pub(crate) fn start(&self, kind: Kind) -> Result<Side> {
        let mut command = match (kind, &self.peer) {
            (Kind::Peer, Some(program)) => Command::new(program),
            (Kind::Peer, None) => return Err("there is no peer".to_owned()),
            (Kind::Floor | Kind::Ours, _) => Command::new(&self.server),
        };
        if kind != Kind::Peer {
            // As it is deployed.
            command.arg(kind.name()).env("GLIBC_TUNABLES", MALLOC);
        }
        Side::start(kind, &mut command)
    }

    /// This program with other arguments, behind what else wants the cores: only the servers are to be in each other's way.
    pub(crate) fn in_background(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("nice");
        command.args(["-n", "5"]).arg(&self.this).args(arguments);
        command
    }
}

/// Builds a program of the workspace beside this one, and says where it is.
pub(crate) fn build(package: &str, name: &str) -> Result<PathBuf> {
    let this = std::env::current_exe().failed("this program's own path")?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--release", "-p", package, "--bin", name])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .failed("cargo build")?;
    if status.success() {
        Ok(this.with_file_name(name))
    } else {
        Err(format!("cargo build: {status}"))
    }
}

fn build_peer(program: &Path) -> Result<PathBuf> {
    if Command::new("go").arg("version").output().is_err() {
        return Err("Go is missing".to_owned());
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../peers/conversion");
    let output = Command::new("go")
        .args(["build", "-trimpath", "-o"])
        .arg(program)
        .arg("./webhook")
        .current_dir(folder)
        .env("GOWORK", "off")
        .output()
        .failed("go build")?;
    if output.status.success() {
        Ok(program.to_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }
}

/// A running server.
pub(crate) struct Side {
    pub(crate) kind: Kind,
    pub(crate) address: SocketAddr,
    /// What clients are to trust, in PEM form.
    pub(crate) ca: String,
    /// When the process was started.
    pub(crate) since: Instant,
    process: Child,
}

impl Side {
    fn start(kind: Kind, command: &mut Command) -> Result<Self> {
        let since = Instant::now();
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .failed(kind.name())?;
        let mut line = String::new();
        if let Some(stdout) = process.stdout.take() {
            BufReader::new(stdout)
                .read_line(&mut line)
                .failed(kind.name())?;
        }
        let Listening { address, ca } = serde_json::from_str(&line).map_err(|error| {
            format!(
                "{} did not say where it listens: {line:?}: {error}",
                kind.name()
            )
        })?;
        Ok(Self {
            kind,
            address,
            ca,
            since,
            process,
        })
    }

    /// The processor time that the process has taken so far, in steps of 10 ms.
    pub(crate) fn cpu(&self) -> Result<Duration> {
        let stat = self.proc("stat")?;
        // The name in parentheses may hold anything; user and system time are the 14th and 15th field.
        let fields = stat.rsplit(')').next().unwrap_or_default();
        let ticks = |at: usize| fields.split_whitespace().nth(at)?.parse::<u64>().ok();
        match (ticks(11), ticks(12)) {
            // `USER_HZ`, which is 100 on every Linux that Rust supports.
            (Some(user), Some(system)) => Ok(Duration::from_millis((user + system) * 10)),
            _ => Err(format!("not the stat of a process: {stat}")),
        }
    }

    /// The most memory that the process has had, in bytes.
    pub(crate) fn peak(&self) -> Result<u64> {
        self.memory("VmHWM:")
    }

    /// The memory that the process has now, in bytes.
    pub(crate) fn resident(&self) -> Result<u64> {
        self.memory("VmRSS:")
    }

    fn memory(&self, name: &str) -> Result<u64> {
        let status = self.proc("status")?;
        let line = status.lines().find(|line| line.starts_with(name));
        let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
        kilobytes
            .map(|kilobytes| kilobytes * 1024)
            .ok_or_else(|| format!("no {name} in the status of a process"))
    }

    fn proc(&self, file: &str) -> Result<String> {
        let path = format!("/proc/{}/{file}", self.process.id());
        std::fs::read_to_string(&path).failed(&path)
    }
}

impl Drop for Side {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        // Nothing is to be kept of it, and one that hangs is not waited for.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
