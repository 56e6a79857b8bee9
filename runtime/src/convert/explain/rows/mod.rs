//! Walks through a compiled plan.

mod variants;

use super::{Loss, Narrowing, Refusal, Row, Way, loss, narrowing, path::At, refusal, words::words};
use crate::{
    convert::plan::{Both, Direction, FieldsPlan, HowPlan, ListPlan, Node, Place, StepPlan},
    table::Side,
};

/// The rows of a spoke and its hub.
pub(super) fn rows(plan: &FieldsPlan, spoke: &str, hub: &str) -> Vec<Row> {
    let mut walk = Walk {
        owners: Both { spoke, hub },
        rows: Vec::new(),
    };
    let root = Both {
        spoke: At::ROOT,
        hub: At::ROOT,
    };
    walk.fields(plan, &root, Cover::NONE);
    walk.rows
}

/// Whether a step around has a stand-in for what is refused here.
#[derive(Clone, Copy)]
struct Cover {
    up: bool,
    down: bool,
}

impl Cover {
    const NONE: Self = Self {
        up: false,
        down: false,
    };

    const fn and(self, step: &StepPlan) -> Self {
        Self {
            up: self.up || step.or.hub.is_some(),
            down: self.down || step.or.spoke.is_some(),
        }
    }

    const fn of(self, direction: Direction) -> bool {
        match direction {
            Direction::Up => self.up,
            Direction::Down => self.down,
        }
    }
}

const WAYS: [Direction; 2] = [Direction::Up, Direction::Down];

struct Walk<'p> {
    owners: Both<&'p str>,
    rows: Vec<Row>,
}

impl Walk<'_> {
    fn fields(&mut self, plan: &FieldsPlan, at: &Both<At>, cover: Cover) {
        for step in &plan.steps {
            let is_type_or_metadata = plan.sides.hub.is_root
                && step.places.hub.iter().any(
                    |place| matches!(&*place.path, [name] if name == "kind" || name == "metadata"),
                );
            if !is_type_or_metadata {
                self.step(step, at, cover, plan.sides.hub.is_root);
            }
        }
        for side in [Side::Spoke, Side::Hub] {
            for parent in &plan.sides.of(side).parents {
                let path = &parent.path;
                if !plan.sides.of(side).is_root || path.first().is_some_and(|n| n != "metadata") {
                    let lists = plan.lists.of(side);
                    let is_list = lists.iter().any(|list| list.path == *path);
                    self.parent(side, &at.of(side).below(path), is_list);
                }
            }
        }
        self.others(plan, at);
    }

    /// An object, or a list, that exists because steps reach into it.
    fn parent(&mut self, side: Side, at: &At, is_list: bool) {
        let mut row = row("parent", String::new(), None);
        let (paths, direction) = match side {
            Side::Spoke => (&mut row.spoke, Direction::Up),
            Side::Hub => (&mut row.hub, Direction::Down),
        };
        paths.push(at.path.clone());
        let loss = self.loss(
            if is_list {
                "the items that no step names, and a list without those that are named"
            } else {
                "an object in which none of the fields is"
            },
            side,
            std::slice::from_ref(at),
        );
        Way::of(&mut row, direction).loss = Some(loss);
        self.rows.push(row);
    }

    /// Fields that no schema names.
    fn others(&mut self, plan: &FieldsPlan, at: &Both<At>) {
        let preserves = Both {
            spoke: plan.sides.spoke.preserves,
            hub: plan.sides.hub.preserves,
        };
        if plan.sides.hub.is_root || !(preserves.spoke || preserves.hub) {
            return;
        }
        let at = at.map(|at| at.suffixed(".<others>"));
        let mut row = row("others", String::new(), None);
        for side in [Side::Spoke, Side::Hub] {
            if *preserves.of(side) {
                paths_of(&mut row, side).push(at.of(side).path.clone());
            }
        }
        for direction in WAYS {
            if *preserves.of(direction.from()) && !preserves.of(direction.to()) {
                let from = direction.from();
                let loss = self.loss("all of them", from, std::slice::from_ref(at.of(from)));
                Way::of(&mut row, direction).loss = Some(loss);
            }
        }
        self.rows.push(row);
    }

    fn step(&mut self, step: &StepPlan, at: &Both<At>, cover: Cover, is_root: bool) {
        let cover = cover.and(step);
        let places = Both {
            spoke: places(&step.places.spoke, &at.spoke),
            hub: places(&step.places.hub, &at.hub),
        };
        let (key, detail) = words(step);
        let mut row = row(key, detail, step.table.map(|table| table.line));
        for side in [Side::Spoke, Side::Hub] {
            let paths = places.of(side).iter().map(|at| at.path.clone());
            paths_of(&mut row, side).extend(paths);
        }
        for direction in WAYS {
            let from = direction.from();
            if let Some(what) = loss::of(step, direction) {
                let loss = self.loss(&what, from, places.of(from));
                Way::of(&mut row, direction).loss = Some(loss);
            }
            if let Some(what) = refusal::of(step, direction) {
                let refusal = Refusal {
                    what,
                    stand_in: cover.of(direction),
                };
                Way::of(&mut row, direction).refusal = Some(refusal);
            }
            Way::of(&mut row, direction).narrowing =
                narrowing::of(step, direction).map(|what| Narrowing {
                    what,
                    stand_in: cover.of(direction),
                });
        }
        let inner = match (&*places.spoke, &*places.hub) {
            ([spoke], [hub]) => Both {
                spoke: spoke.clone(),
                hub: hub.clone(),
            },
            _ => Both {
                spoke: At::ROOT,
                hub: At::ROOT,
            },
        };
        // Spec and status are where fields are, unless they are one themselves.
        let says_nothing = is_root
            && matches!(&step.how, HowPlan::Nest(Node::Fields(_)))
            && row.up == Way::default()
            && row.down == Way::default();
        if !says_nothing {
            self.rows.push(row);
        }
        match &step.how {
            HowPlan::Nest(node) if step.nest().is_some() => self.node(node, &inner, cover),
            HowPlan::Nest(node) => self.node(node, &inner.map(At::kept_whole), cover),
            HowPlan::WrapList { list, node } => {
                let at = inner.map(At::kept_whole);
                self.node(node, &deeper(at, *list, |at| at.suffixed("[0]")), cover);
            }
            HowPlan::WrapObject {
                object,
                member,
                node,
                ..
            } => {
                let at = inner.map(At::kept_whole);
                let name = std::slice::from_ref(member);
                self.node(node, &deeper(at, *object, |at| at.below(name)), cover);
            }
            HowPlan::Counted(counted) => {
                let at = inner.map(|at| at.kept_whole().items(&[]));
                let name = std::slice::from_ref(&counted.item);
                self.node(
                    &counted.node,
                    &deeper(at, counted.counts, |at| at.below(name)),
                    cover,
                );
            }
            HowPlan::Flattened { flat, node } => {
                let around = |side: Side| {
                    let taken = places.of(side);
                    let at = match step.places.of(side).first() {
                        Some(place) if *flat.of(side) => {
                            let parent = place.path.split_last().map(|(_, parent)| parent);
                            at.of(side).below(parent.unwrap_or_default())
                        }
                        Some(place) => at.of(side).below(&place.path),
                        None => at.of(side).clone(),
                    };
                    at.kept_with(taken)
                };
                let at = Both {
                    spoke: around(Side::Spoke),
                    hub: around(Side::Hub),
                };
                self.node(node, &at, cover);
            }
            HowPlan::Keys { node, .. } => {
                let at = inner.map(|at| at.kept_whole().suffixed(".*"));
                self.node(node, &at, cover);
            }
            HowPlan::Keyed {
                map,
                key,
                value,
                node,
                ..
            } => {
                let at = inner.map(At::kept_whole);
                let list = map.other();
                let at = deeper(at, *map, |at| at.suffixed(".*"));
                let at = deeper(at, list, |at| {
                    let at = at.items(std::slice::from_ref(key));
                    at.below(value.as_slice())
                });
                self.node(node, &at, cover);
            }
            _ => {}
        }
    }

    fn node(&mut self, node: &Node, at: &Both<At>, cover: Cover) {
        match node {
            Node::Copy => {}
            Node::Fields(plan) => self.fields(plan, at, cover),
            Node::List(list) => {
                let ListPlan { item, keys } = &**list;
                let at = Both {
                    spoke: at.spoke.items(&keys.spoke),
                    hub: at.hub.items(&keys.hub),
                };
                self.node(item, &at, cover);
            }
            Node::Map(value) => self.node(value, &at.map(|at| at.suffixed(".*")), cover),
            Node::Variants(plan) => self.variants(plan, &at.map(At::kept_whole), cover),
            Node::Value(step) => {
                let (key, detail) = words(step);
                let mut row = row(key, detail, None);
                for side in [Side::Spoke, Side::Hub] {
                    paths_of(&mut row, side).push(at.of(side).path.clone());
                }
                for direction in WAYS {
                    let from = direction.from();
                    let loss = loss::of(step, direction);
                    let loss = loss.map(|what| self.loss(&what, from, &[at.of(from).clone()]));
                    let way = Way::of(&mut row, direction);
                    way.loss = loss;
                    way.refusal = refusal::of(step, direction).map(|what| Refusal {
                        what,
                        stand_in: cover.of(direction),
                    });
                    way.narrowing = narrowing::of(step, direction).map(|what| Narrowing {
                        what,
                        stand_in: cover.of(direction),
                    });
                }
                self.rows.push(row);
            }
            Node::Calls(plan) => {
                let mut row = row("with", BY_FUNCTIONS.to_owned(), None);
                for side in [Side::Spoke, Side::Hub] {
                    paths_of(&mut row, side).push(at.of(side).path.clone());
                }
                for direction in WAYS {
                    let from = direction.from();
                    let loss = self.loss(loss::BY_FUNCTION, from, &[at.of(from).clone()]);
                    let way = Way::of(&mut row, direction);
                    way.loss = Some(loss);
                    way.refusal = refusal::of_calls(&plan.calls, direction).map(|what| Refusal {
                        what,
                        stand_in: cover.of(direction),
                    });
                }
                self.rows.push(row);
            }
        }
    }

    fn loss(&self, what: &str, side: Side, places: &[At]) -> Loss {
        Loss {
            what: what.to_owned(),
            owner: (*self.owners.of(side)).to_owned(),
            paths: places.iter().flat_map(At::kept).collect(),
        }
    }
}

/// What is said of functions for a whole type.
pub(super) const BY_FUNCTIONS: &str = "functions for the whole value";

fn row(step: &'static str, detail: String, line: Option<u32>) -> Row {
    Row {
        spoke: Vec::new(),
        hub: Vec::new(),
        step,
        detail,
        up: Way::default(),
        down: Way::default(),
        line,
    }
}

const fn paths_of(row: &mut Row, side: Side) -> &mut Vec<String> {
    match side {
        Side::Spoke => &mut row.spoke,
        Side::Hub => &mut row.hub,
    }
}

fn places(places: &[Place], at: &At) -> Vec<At> {
    places.iter().map(|place| at.below(&place.path)).collect()
}

fn deeper(mut at: Both<At>, side: Side, change: impl FnOnce(&At) -> At) -> Both<At> {
    let place = at.of_mut(side);
    *place = change(place);
    at
}
