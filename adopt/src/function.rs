//! Functions of `#[schemars(schema_with = "…")]`: they give a JSON value here.

use quote::ToTokens;
use syn::{Expr, FnArg, Pat, ReturnType, Stmt};
use wheelwright_spelling::text_of;

use crate::item::Rewrite;
use crate::meta::Piece;
use crate::source::idents;

/// Makes the function that a piece names one of ours, where that can be seen to be right.
///
/// # Errors
///
/// What to write, if it cannot.
pub(crate) fn rewrite(rewrite: &mut Rewrite<'_, '_>, piece: &Piece) -> Result<(), String> {
    let Some(path) = text_of(&piece.argument) else {
        return Err(
            "write `with = path::to::function`, of a `fn() -> serde_json::Value`".to_owned(),
        );
    };
    let hand = |why: &str| {
        Err(format!(
            "{why}; write `with = {path}`, and make it a `fn() -> serde_json::Value` that gives a structural schema"
        ))
    };
    let name = path.rsplit("::").next().unwrap_or(&path).trim().to_owned();
    if rewrite.functions.contains(&name) {
        return Ok(());
    }
    let found = rewrite.inventory.functions.get(&name);
    let Some([function]) = found.map(Vec::as_slice) else {
        return hand(&format!(
            "there is no one function `{name}` in these sources"
        ));
    };
    if rewrite.inventory.called.contains(&name) {
        return hand(&format!("`{name}` is called elsewhere, too"));
    }
    let source = &rewrite.sources[function.file];
    let mut inputs = function.signature.inputs.iter();
    let (Some(FnArg::Typed(input)), None) = (inputs.next(), inputs.next()) else {
        return hand(&format!("`{name}` takes other arguments than a generator"));
    };
    let mut uses = false;
    if let Pat::Ident(pattern) = &*input.pat {
        idents(function.block.to_token_stream(), &mut |ident| {
            uses |= *ident == pattern.ident;
        });
    }
    if uses {
        return hand(&format!("`{name}` uses the generator"));
    }
    let ReturnType::Type(_, output) = &function.signature.output else {
        return hand(&format!("`{name}` gives no schema"));
    };
    let [Stmt::Expr(tail, None)] = function.block.stmts.as_slice() else {
        return hand(&format!("`{name}` is more than one expression"));
    };
    let Some(json) = literal(tail) else {
        return hand(&format!("`{name}` is no literal"));
    };
    let edits = &mut rewrite.edits[function.file];
    let parentheses = function.signature.paren_token.span;
    edits.remove(source.range(parentheses.open()).end..source.range(parentheses.close()).start);
    edits.replace(
        source.range_of(&output.to_token_stream()),
        "serde_json::Value",
    );
    // `serde_json::json!(…)` around what stood in the macro.
    let whole = source.range_of(&tail.to_token_stream());
    let held = source.range_of(&json.to_token_stream());
    let path = source.range_of(&json.path.to_token_stream());
    edits.replace(whole.start..path.end, "serde_json::json");
    edits.remove(held.end..whole.end);
    rewrite.json.insert(function.file);
    rewrite.functions.insert(name);
    Ok(())
}

/// The `json!(…)` or `json_schema!(…)` that an expression is, but for turning it into a schema.
fn literal(expr: &Expr) -> Option<&syn::Macro> {
    match expr {
        Expr::Macro(found) => {
            let last = found.mac.path.segments.last()?;
            (last.ident == "json" || last.ident == "json_schema").then_some(&found.mac)
        }
        Expr::MethodCall(call)
            if ["unwrap", "expect", "try_into", "into"]
                .iter()
                .any(|name| call.method == name) =>
        {
            literal(&call.receiver)
        }
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else {
                return None;
            };
            let last = &path.path.segments.last()?.ident;
            let turns = ["from_value", "try_from", "from"]
                .iter()
                .any(|name| last == name);
            let mut arguments = call.args.iter();
            match (arguments.next(), arguments.next()) {
                (Some(only), None) if turns => literal(only),
                _ => None,
            }
        }
        Expr::Paren(inner) => literal(&inner.expr),
        _ => None,
    }
}
