//! A folder as a Secret is mounted.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use wheelwright::webhook::tls::Files;

use crate::made::Made;

/// `tls.crt` and the others are symlinks into `..data`, itself a symlink to a folder of one version.
pub(crate) struct Folder {
    path: PathBuf,
    version: AtomicU32,
}

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("tls")
            .join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        for file in ["tls.crt", "tls.key", "ca.crt"] {
            symlink(Path::new("..data").join(file), path.join(file)).unwrap();
        }
        Self {
            path,
            version: AtomicU32::new(0),
        }
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.path.join(file)
    }

    /// As the kubelet does: a new folder, and a rename of the symlink to it.
    pub(crate) fn write(&self, certificate: &str, key: &str, ca: &str) -> Files {
        let version = self.version.fetch_add(1, Ordering::Relaxed);
        let folder = format!("..version_{version}");
        fs::create_dir(self.path(&folder)).unwrap();
        for (file, text) in [("tls.crt", certificate), ("tls.key", key), ("ca.crt", ca)] {
            fs::write(self.path(&folder).join(file), text).unwrap();
        }
        let _ = fs::remove_file(self.path("..data_tmp"));
        symlink(&folder, self.path("..data_tmp")).unwrap();
        fs::rename(self.path("..data_tmp"), self.path("..data")).unwrap();
        self.files()
    }

    pub(crate) fn put(&self, made: &Made) -> Files {
        self.write(&made.certificate, &made.key, &made.ca)
    }

    pub(crate) fn files(&self) -> Files {
        Files::new(self.path("tls.crt"), self.path("tls.key"))
            .ca(self.path("ca.crt"))
            .every(Duration::from_millis(5))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}
