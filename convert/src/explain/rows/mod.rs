//! Walks through a compiled plan.

mod variants;

use super::{Loss, Narrowing, Refusal, Row, Way, loss, narrowing, path::At, refusal};
use crate::{
    plan::{Both, Direction, FieldsPlan, ListPlan, Node, Place, StepPlan},
    table::Side,
};

/// The rows of a spoke and its hub.
pub(super) fn rows(plan: &FieldsPlan, spoke: &str, hub: &str) -> Vec<Row> {
    let mut walk = Walk {
        owners: Both { spoke, hub },
        rows: Vec::new(),
    };
    walk.fields(plan, &Both::by(|_| At::ROOT), Cover::default());
    walk.rows
}

/// For which sides a step around has a stand-in for what is refused here.
type Cover = Both<bool>;

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
        let preserves = Both::by(|side| plan.sides.of(side).preserves);
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
        let cover = Both::by(|side| *cover.of(side) || step.or.of(side).is_some());
        let places = Both::by(|side| places(step.places.of(side), at.of(side)));
        let row = self.row_of(step, &places, cover);
        // Spec and status are where fields are, unless they are one themselves.
        let says_nothing = is_root
            && matches!(step.how.nested(), Some(Node::Fields(_)))
            && row.up == Way::default()
            && row.down == Way::default();
        if !says_nothing {
            self.rows.push(row);
        }
        let Some(node) = step.how.node() else { return };
        let within = |side: Side| {
            let (flat, own) = (step.how.flat(), places.of(side));
            let value = match (flat, &**own, &**places.of(side.other())) {
                (Some(flat), ..) => around(step, side, *flat.of(side), at.of(side), own),
                (None, [own], [_]) => own.clone(),
                _ => At::ROOT,
            };
            // What is lost within a value that the step makes is kept with all of it.
            let is_mapped = flat.is_some() || step.nest().is_some();
            let value = if is_mapped { value } else { value.kept_whole() };
            let inward = step.how.inward(side);
            inward.iter().fold(value, |at, inward| at.inward(inward))
        };
        self.node(node, &Both::by(within), cover);
    }

    /// What becomes of the values of a step.
    fn row_of(&self, step: &StepPlan, places: &Both<Vec<At>>, cover: Cover) -> Row {
        let (key, detail) = step.how.words(step);
        let mut row = row(key, detail, step.table.map(|table| table.line));
        for side in [Side::Spoke, Side::Hub] {
            let paths = places.of(side).iter().map(|at| at.path.clone());
            paths_of(&mut row, side).extend(paths);
        }
        for direction in WAYS {
            let (from, stand_in) = (direction.from(), *cover.of(direction.to()));
            let one = step.one_way(direction);
            let way = Way::of(&mut row, direction);
            way.loss = loss::of(one).map(|what| self.loss(&what, from, places.of(from)));
            way.refusal = refusal::of(one).map(|what| Refusal { what, stand_in });
            way.narrowing = narrowing::of(one).map(|what| Narrowing { what, stand_in });
        }
        row
    }

    fn node(&mut self, node: &Node, at: &Both<At>, cover: Cover) {
        match node {
            Node::Copy => {}
            Node::Fields(plan) => self.fields(plan, at, cover),
            Node::List(list) => {
                let ListPlan { item, keys } = &**list;
                let at = Both::by(|side| at.of(side).items(keys.of(side)));
                self.node(item, &at, cover);
            }
            Node::Map(value) => self.node(value, &at.map(|at| at.suffixed(".*")), cover),
            Node::Variants(plan) => self.variants(plan, &at.map(At::kept_whole), cover),
            Node::Value(step) => {
                let places = Both::by(|side| vec![at.of(side).clone()]);
                self.rows.push(self.row_of(step, &places, cover));
            }
            Node::Calls(plan) => {
                let mut row = row("with", "functions for the whole value".to_owned(), None);
                row.by_functions = true;
                for side in [Side::Spoke, Side::Hub] {
                    paths_of(&mut row, side).push(at.of(side).path.clone());
                }
                for direction in WAYS {
                    let from = direction.from();
                    let loss = self.loss(loss::BY_FUNCTION, from, &[at.of(from).clone()]);
                    let way = Way::of(&mut row, direction);
                    way.loss = Some(loss);
                    way.refusal = plan.calls.refused_by(direction).map(|what| Refusal {
                        what,
                        stand_in: *cover.of(direction.to()),
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

fn row(step: &'static str, detail: String, line: Option<u32>) -> Row {
    Row {
        spoke: Vec::new(),
        hub: Vec::new(),
        step,
        detail,
        up: Way::default(),
        down: Way::default(),
        line,
        by_functions: false,
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

/// What the members of a flattened value, or itself, stand in; what is lost there is kept with all of them.
fn around(step: &StepPlan, side: Side, is_flat: bool, at: &At, places: &[At]) -> At {
    let path = step.places.of(side).first().map(|place| &*place.path);
    let path = match path.and_then(<[String]>::split_last) {
        Some((_, parent)) if is_flat => parent,
        _ => path.unwrap_or_default(),
    };
    at.below(path).kept_with(places)
}
