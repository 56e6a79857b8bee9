//! A handler for the hub, at each version, however it is registered.

use serde_json::json;
use wheelwright::webhook::admission::{Denial, KeepAnnotation, Request};

use super::booking::v1::Booking;
use super::{Desk, booking};

/// A family needs more seats. What it was asked in is noted, where the older version has no room for it.
async fn seat(mut booking: Booking, request: Request<Booking>) -> Result<Booking, Denial> {
    if booking.spec.guest == "nobody" {
        return Err(Denial::new("there is nobody"));
    }
    assert_ne!(booking.spec.guest, "panic", "a handler that panics");
    let (asked, came) = (&request.request_kind.version, &request.kind.version);
    booking
        .spec
        .note
        .get_or_insert(format!("{asked} as {came}"));
    if booking.spec.guest == "family" {
        booking.spec.seats = booking.spec.seats.max(5);
    }
    Ok(booking)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handler_for_the_hub_answers_for_every_version() -> e2e::Result {
    let mut desk = Desk::open(|server| {
        server
            .mutate::<Booking>(KeepAnnotation)
            .mutate::<Booking>(seat)
    })
    .await?;
    let settings = [
        (
            "Exact",
            json!(["v1", "v1alpha1"]),
            "v1",
            "v1alpha1 as v1alpha1",
        ),
        (
            "Exact",
            json!(["v1", "v1alpha1"]),
            "v1beta1",
            "v1alpha1 as v1alpha1",
        ),
        (
            "Equivalent",
            json!(["v1", "v1alpha1"]),
            "v1",
            "v1alpha1 as v1alpha1",
        ),
        ("Equivalent", json!(["v1"]), "v1", "v1alpha1 as v1"),
        (
            "Equivalent",
            json!(["v1alpha1"]),
            "v1beta1",
            "v1alpha1 as v1alpha1",
        ),
        ("Exact", json!(["v1"]), "v1beta1", ""),
    ];
    for (index, (policy, versions, review, noted)) in settings.into_iter().enumerate() {
        let what = format!("{policy} {versions}, reviews of {review}");
        desk.register(|webhook| {
            webhook["matchPolicy"] = json!(policy);
            webhook["admissionReviewVersions"] = json!([review]);
            // By which a denial tells the settings from those before them.
            webhook["name"] = json!(format!("settings-{index}.booking.e2e.example.com"));
            for rule in webhook["rules"].as_array_mut().into_iter().flatten() {
                rule["apiVersions"] = versions.clone();
            }
        })
        .await?;
        desk.until(&what, "v1", "nobody", |answer| {
            let message = answer.at("/message").as_str().unwrap_or_default();
            message.contains(&format!("settings-{index}."))
        })
        .await?;

        let name = format!("family-{index}");
        let made = desk
            .book(&booking("v1alpha1", &name, "family"))
            .await?
            .ok()?;
        let seats = if noted.is_empty() { 1 } else { 5 };
        assert_eq!(
            made.at("/spec"),
            &json!({"name": "family", "seats": seats}),
            "{what}"
        );
        let read = desk.cluster.get(desk.at("v1", &name)).send().await?.ok()?;
        let mut expected = json!({"guest": "family", "seats": seats});
        if !noted.is_empty() {
            expected["note"] = json!(noted);
        }
        assert_eq!(read.at("/spec"), &expected, "{what}");

        // A converted object has the defaults of the handler's version.
        let name = format!("couple-{index}");
        let made = desk.book(&booking("v1", &name, "couple")).await?.ok()?;
        let note = if versions == json!(["v1alpha1"]) {
            "v1 as v1alpha1"
        } else {
            "v1 as v1"
        };
        let expected = json!({"guest": "couple", "seats": 2, "note": note});
        assert_eq!(made.at("/spec"), &expected, "{what}");

        // The template of a client that knows nothing of the note. Only who is sent the older version can put it back.
        let read = desk
            .cluster
            .get(desk.at("v1alpha1", &name))
            .send()
            .await?
            .ok()?;
        let mut template = booking("v1alpha1", &name, "three");
        template["metadata"]["resourceVersion"] = read.at("/metadata/resourceVersion").clone();
        template["spec"]["seats"] = json!(3);
        let request = desk.cluster.replace(desk.at("v1alpha1", &name), &template);
        request.send().await?.ok()?;
        let read = desk.cluster.get(desk.at("v1", &name)).send().await?.ok()?;
        let mut expected = json!({"guest": "three", "seats": 3});
        match noted {
            "" => {}
            "v1alpha1 as v1" => expected["note"] = json!(noted),
            _ => expected["note"] = json!(note),
        }
        assert_eq!(read.at("/spec"), &expected, "{what}");
    }
    let refused = desk.book(&booking("v1", "refused", "panic")).await?;
    let message = refused.at("/message").as_str().unwrap_or_default();
    assert_eq!(refused.code, 500, "{refused:?}");
    assert!(
        message.ends_with("denied the request: the handler panicked"),
        "{message}"
    );
    desk.close().await
}
