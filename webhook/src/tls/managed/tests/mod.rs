mod api;
mod cluster;
mod decisions;
mod law;
mod outcomes;
