//! All tests against a real API server, in one program: it starts one server for all of them.

mod admission;
mod book;
mod cargo;
mod certificates;
mod convert;
mod deploy;
mod deprecated;
mod examples;
mod features;
mod hosted;
mod install;
mod installed;
mod laws;
mod life;
mod mutants;
mod openapi;
mod program;
mod project;
mod release;
mod restaurant;
mod rules;
mod server;
mod soak;
mod validations;
