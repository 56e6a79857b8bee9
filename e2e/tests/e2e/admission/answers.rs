//! Denials, warnings, handlers that fail, and what is allowed without them.

use std::time::{Duration, Instant};

use e2e::Error;
use serde_json::{Value, json};
use wheelwright::webhook::Server;
use wheelwright::webhook::admission::{Allowed, Denial, Operation, Request, on};

use super::booking::v1::Booking;
use super::{Desk, booking, denied};

/// What is done to a booking is asked of its guest.
async fn judge(request: Request<Booking>) -> Result<Allowed, Denial> {
    let guest = |booking: Option<&Booking>| booking.map(|booking| booking.spec.guest.clone());
    let guest = guest(request.object.as_ref().or(request.old.as_ref())).unwrap_or_default();
    let who = request.user.username.clone().unwrap_or_default();
    match guest.as_str() {
        "warned" => Ok(Allowed::new()
            .warn(format!(
                "{} by {who}, dry run: {}",
                request.operation.as_str(),
                request.dry_run
            ))
            .warn("a line\nand \"another\"")
            .audit("who said so", "the judge")),
        "long" => Ok((0..40).fold(Allowed::new(), |allowed, _| allowed.warn("x".repeat(300)))),
        "invalid" => Err(Denial::invalid("a guest has a name").cause(
            "spec.guest",
            "FieldValueInvalid",
            "this is none",
        )),
        "forbidden" => Err(Denial::forbidden("not this one")),
        "conflict" => Err(Denial::conflict("two at once")),
        "warned and refused" => Err(Denial::new("no").warn("and think of it")),
        "panic" => panic!("a handler that panics"),
        "slow" => {
            tokio::time::sleep(Duration::from_secs(20)).await;
            Ok(Allowed::new())
        }
        "loyal" if request.operation == Operation::Delete => Err(Denial::forbidden(format!(
            "{} stays",
            request.name.unwrap_or_default()
        ))),
        "stuck" if request.operation == Operation::Update => Err(Denial::new("nothing changes")),
        _ => Ok(Allowed::new()),
    }
}

fn server(server: Server) -> Server {
    let operations = [Operation::Create, Operation::Update, Operation::Delete];
    server.validate::<Booking, _>(on(operations, judge))
}

async fn open() -> e2e::Result<Desk> {
    let mut desk = Desk::open(server).await?;
    desk.register(|webhook| {
        webhook["timeoutSeconds"] = json!(2);
        // So that the server itself is asked of those who lose finalizers.
        webhook["matchConditions"] = json!([]);
    })
    .await?;
    desk.until("bookings are judged", "v1", "forbidden", |answer| {
        answer.code == 403
    })
    .await?;
    Ok(desk)
}

#[tokio::test(flavor = "multi_thread")]
async fn warnings_and_refusals_reach_the_client_at_either_version() -> e2e::Result {
    let desk = open().await?;
    for version in ["v1", "v1alpha1"] {
        let name = format!("warned-{version}");
        let warned = booking(version, &name, "warned");
        let request = desk.cluster.create(desk.bookings(version), &warned);
        let tried = request.dry_run().send().await?.ok()?;
        let first = &tried.warnings[0];
        assert!(first.starts_with("CREATE by "), "{first}");
        assert!(first.ends_with(", dry run: true"), "{first}");
        let made = desk.book(&warned).await?.ok()?;
        assert!(made.warnings[0].ends_with("dry run: false"), "{made:?}");
        assert_eq!(made.warnings[1], "a line and \"another\"");
        assert_eq!(made.warnings.len(), 2);
        let removed = desk
            .cluster
            .delete(desk.at(version, &name))
            .send()
            .await?
            .ok()?;
        assert!(removed.warnings[0].starts_with("DELETE by "), "{removed:?}");

        // The server takes 4096 characters of warnings in all, and 256 of each beyond that.
        let long = desk
            .book(&booking(version, &format!("long-{version}"), "long"))
            .await?
            .ok()?;
        assert!(
            !long.warnings.is_empty(),
            "the server drops what is too long"
        );
        for warning in &long.warnings {
            assert!(
                warning.starts_with("xxx") && warning.len() <= 300,
                "{warning}"
            );
        }

        for (guest, code, reason, message) in [
            ("invalid", 422, json!("Invalid"), "a guest has a name"),
            ("forbidden", 403, json!("Forbidden"), "not this one"),
            ("conflict", 409, json!("Conflict"), "two at once"),
            ("warned and refused", 400, Value::Null, "no"),
        ] {
            let refused = desk.book(&booking(version, "refused", guest)).await?;
            assert_eq!(refused.code, code, "{refused:?}");
            assert_eq!(refused.at("/reason"), &reason, "{refused:?}");
            assert_eq!(refused.at("/message"), &json!(denied(message)));
            if guest == "invalid" {
                assert_eq!(
                    refused.at("/details/causes"),
                    &json!([{"reason": "FieldValueInvalid", "message": "this is none", "field": "spec.guest"}])
                );
            }
            if guest == "warned and refused" {
                assert_eq!(refused.warnings, ["and think of it"]);
            }
        }
    }
    desk.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handler_that_panics_or_is_late_refuses_and_the_next_is_answered() -> e2e::Result {
    let desk = open().await?;
    for version in ["v1", "v1alpha1"] {
        let refused = desk.book(&booking(version, "refused", "panic")).await?;
        assert_eq!(refused.code, 500, "{refused:?}");
        assert_eq!(
            refused.at("/message"),
            &json!(denied("the handler panicked"))
        );

        let began = Instant::now();
        let refused = desk.book(&booking(version, "refused", "slow")).await?;
        assert_eq!(refused.code, 504, "{refused:?}");
        let what = denied("the handler did not answer in time");
        assert_eq!(refused.at("/message"), &json!(what));
        assert!(
            began.elapsed() < Duration::from_secs(10),
            "{:?}",
            began.elapsed()
        );

        desk.book(&booking(version, &format!("next-{version}"), "next"))
            .await?
            .ok()?;
    }
    let (_, metrics) = desk.hosted.ask("/metrics").await?;
    assert!(metrics.contains("wheelwright_panics_total 2"), "{metrics}");
    desk.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn deletes_are_judged_by_what_was_there_and_the_deleted_may_lose_finalizers() -> e2e::Result {
    let desk = open().await?;
    for version in ["v1", "v1alpha1"] {
        for name in ["loyal", "leaving"] {
            let name = format!("{name}-{version}");
            let guest = name.split('-').next().unwrap_or_default();
            desk.book(&booking(version, &name, guest)).await?.ok()?;
        }
        let name = format!("loyal-{version}");
        let refused = desk.cluster.delete(desk.at(version, &name)).send().await?;
        assert_eq!(refused.code, 403, "{refused:?}");
        assert_eq!(
            refused.at("/message"),
            &json!(denied(&format!("{name} stays")))
        );
        let path = desk.at(version, &format!("leaving-{version}"));
        desk.cluster.delete(&path).send().await?.ok()?;
        assert_eq!(desk.cluster.get(&path).send().await?.code, 404);

        // Nothing of it may change. It goes all the same.
        let name = format!("stuck-{version}");
        let mut stuck = booking(version, &name, "stuck");
        stuck["metadata"]["finalizers"] = json!(["example.com/bill"]);
        desk.book(&stuck).await?.ok()?;
        let path = desk.at(version, &name);
        let paid = json!({"metadata": {"finalizers": null}});
        let refused = desk.cluster.merge_patch(&path, &paid).send().await?;
        assert_eq!(refused.code, 400, "it is not being deleted: {refused:?}");
        desk.cluster.delete(&path).send().await?.ok()?;
        let seats = json!({"metadata": {"finalizers": null}, "spec": {"seats": 9}});
        let refused = desk.cluster.merge_patch(&path, &seats).send().await?;
        assert_eq!(refused.at("/message"), &json!(denied("nothing changes")));
        desk.cluster.merge_patch(&path, &paid).send().await?.ok()?;
        assert_eq!(desk.cluster.get(&path).send().await?.code, 404);
    }
    // A collection is deleted object by object, and the first that is refused ends it.
    let refused = desk.cluster.delete(desk.bookings("v1")).send().await?;
    assert_eq!(refused.code, 403, "{refused:?}");
    let patch = r#"{"spec":{"guest":"panic"}}"#;
    let arguments = ["patch", "booking", "loyal-v1", "--type=merge", "-p", patch];
    let Err(Error::Kubectl(said)) = desk.cluster.kubectl(&arguments) else {
        panic!("kubectl patched it");
    };
    assert!(said.contains(&denied("the handler panicked")), "{said}");
    desk.close().await
}
