//! Kube's rules.

use syn::{Expr, ExprLit, Lit};

use crate::Subject;
use crate::argument::Argument;
use crate::code::{quoted, source, texts};

/// `validation = "…"`, `= ("…", "…")` and `= Rule::new("…").message("…")` as `rule("…", message = "…")`.
pub(crate) fn rule(argument: &Argument, _: Subject<'_>) -> Option<String> {
    match argument {
        Argument::Value(value) => {
            let said = said(&syn::parse2(value.clone()).ok()?)?;
            Some(format!("rule({})", said.join(", ")))
        }
        Argument::List(group) => {
            texts(argument)?;
            Some(format!("rule({})", source(&group.stream())))
        }
        Argument::Bare => None,
    }
}

/// A rule of ours at the root of the object.
pub(crate) fn root_rule(argument: &Argument, subject: Subject<'_>) -> Option<String> {
    match argument {
        // Ours, at the wrong place.
        Argument::List(group) => Some(format!("root(rule({}))", source(&group.stream()))),
        Argument::Value(_) | Argument::Bare => {
            rule(argument, subject).map(|rule| format!("root({rule})"))
        }
    }
}

/// The rule, then what is said of it.
fn said(expr: &Expr) -> Option<Vec<String>> {
    match expr {
        Expr::Group(group) => said(&group.expr),
        Expr::Lit(_) => Some(vec![quoted(&text(expr)?)]),
        Expr::Tuple(pair) => {
            let mut parts = pair.elems.iter().map(text);
            let (rule, message) = (parts.next()??, parts.next()??);
            Some(vec![
                quoted(&rule),
                format!("message = {}", quoted(&message)),
            ])
        }
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else {
                return None;
            };
            let is_new = path.path.segments.last()?.ident == "new";
            is_new
                .then(|| text(call.args.first()?))
                .flatten()
                .map(|rule| vec![quoted(&rule)])
        }
        Expr::MethodCall(call) => {
            let mut before = said(&call.receiver)?;
            before.push(part(&call.method.to_string(), call.args.first())?);
            before.retain(|part| !part.is_empty());
            Some(before)
        }
        _ => None,
    }
}

fn part(method: &str, value: Option<&Expr>) -> Option<String> {
    Some(match (method, value?) {
        ("into", _) => String::new(),
        ("message", Expr::Call(call)) => {
            let Expr::Path(path) = &*call.func else {
                return None;
            };
            let key = if path.path.segments.last()?.ident == "Expression" {
                "message_expression"
            } else {
                "message"
            };
            format!("{key} = {}", quoted(&text(call.args.first()?)?))
        }
        ("message" | "field_path", value) => format!("{method} = {}", quoted(&text(value)?)),
        ("reason", Expr::Path(path)) => {
            let reason = path.path.segments.last()?.ident.to_string();
            format!("reason = {}", quoted(&reason))
        }
        (
            "optional_old_self",
            Expr::Lit(ExprLit {
                lit: Lit::Bool(on), ..
            }),
        ) => format!("optional_old_self = {}", on.value),
        _ => return None,
    })
}

fn text(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
        // `"…".into()`
        Expr::MethodCall(call) => text(&call.receiver),
        Expr::Group(group) => text(&group.expr),
        _ => None,
    }
}
