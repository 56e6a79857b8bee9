//! Certificate sources, by the handshakes of a client.

mod files;
mod folder;
mod handshake;
mod identity;
mod made;
mod memory;
