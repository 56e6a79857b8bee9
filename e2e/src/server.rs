//! A control plane of our own as a child process.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, UNIX_EPOCH};

use crate::binary;
use crate::error::StartError;

/// More than the server's own deadline, which reports better.
const START_TIMEOUT: Duration = Duration::from_mins(3);
const POLL: Duration = Duration::from_millis(20);

/// A running API server with its etcd and controllers. It ends when its stdin closes: by [`Server::stop`], and however else
/// this process ends.
pub struct Server {
    process: Child,
    program: PathBuf,
    folder: PathBuf,
}

impl Server {
    /// Builds the server if it has to be, starts it and waits until it is ready.
    pub fn start() -> Result<Self, StartError> {
        let program = binary::built()?;
        // In a container the process ids come again.
        let now = UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
        let name = format!("wheelwright-e2e-{}-{now:x}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let process = Command::new(&program)
            .arg("serve")
            .arg(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .map_err(StartError::io(&program))?;
        let mut server = Self {
            process,
            program,
            folder,
        };
        server.wait_until_ready()?;
        Ok(server)
    }

    fn wait_until_ready(&mut self) -> Result<(), StartError> {
        let deadline = Instant::now() + START_TIMEOUT;
        while !self.kubeconfig().exists() {
            if let Some(status) = self
                .process
                .try_wait()
                .map_err(StartError::io(&self.program))?
            {
                return Err(StartError::Ended(status));
            }
            if Instant::now() > deadline {
                // Closing stdin is the way to end it, and dropping the child does that; this is for one that hangs.
                let _ = self.process.kill();
                return Err(StartError::Late);
            }
            sleep(POLL);
        }
        Ok(())
    }

    /// The kubeconfig of the cluster's administrator.
    #[must_use]
    pub fn kubeconfig(&self) -> PathBuf {
        self.folder.join("kubeconfig")
    }

    /// The only folder that the server writes to. It removes it when it ends.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A command of the `kubectl` that belongs to the server.
    pub(crate) fn kubectl(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("kubectl");
        command
    }

    /// Ends the server by what also ends it when this process dies.
    pub fn stop(mut self) -> Result<ExitStatus, StartError> {
        drop(self.process.stdin.take());
        self.process.wait().map_err(StartError::io(&self.program))
    }
}
