//! Keys within a type that functions map as a whole: nothing would read them.

use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Hub {
    width: u32,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Hub, with = wider, back = narrower)]
struct Old {
    #[spoke(rename = "width")]
    breadth: u32,
    #[spoke(removd)]
    depth: u32,
}

fn wider(old: Old) -> Hub {
    Hub { width: old.breadth }
}

fn narrower(hub: Hub) -> Old {
    Old { breadth: hub.width, depth: 0 }
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
enum Mode {
    On,
    Off,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
#[spoke(hub = Mode, with = newer, back = older)]
enum OldMode {
    #[spoke(rename = "On")]
    Running,
    Off,
}

fn newer(old: OldMode) -> Mode {
    match old {
        OldMode::Running => Mode::On,
        OldMode::Off => Mode::Off,
    }
}

fn older(mode: Mode) -> OldMode {
    match mode {
        Mode::On => OldMode::Running,
        Mode::Off => OldMode::Off,
    }
}

fn main() {}
