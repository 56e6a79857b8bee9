//! Migrations on an API server in memory: killed at each request, beside others who write, on a server that fails now and then. What
//! holds always: `status.storedVersions` names every version at which an object is stored.

mod api;

use std::time::Duration;

use api::{Api, Death, World};
use serde_json::json;
use wheelwright_migration::{Migration, MigrationError, Migrator, Progress, Report, Standing, Way};

const CRD: &str = "pizzas.example.com";

/// A migration that takes nothing but requests.
fn migration() -> Migration {
    Migration::new(CRD)
        .by(Migrator::Client)
        .page(3)
        .rate(0)
        .drop_version("v1alpha1")
}

async fn run(api: &Api, migration: &Migration) -> Result<Report, MigrationError> {
    migration.run(&api.client(), |_| ()).await
}

/// Ten pizzas, some stored as `v1alpha1` and some with entries of it, of which no client knows any more.
fn stored_before(seed: u64) -> Api {
    let api = Api::new(seed);
    let mut world = api.world();
    world.install("v1alpha1", &["v1alpha1", "v1beta1"]);
    for number in 0..10 {
        let manager = ["kubectl", "argocd"][number % 2];
        world.create(&format!("pizza-{number}"), manager, "v1alpha1");
    }
    world.store("v1beta1");
    world.serve("v1alpha1", false);
    for number in 0..3 {
        world.write(&format!("pizza-{number}"), "chef", "v1beta1");
    }
    drop(world);
    api
}

fn assert_migrated(world: &World, what: &str) {
    assert_eq!(world.stored_versions(), ["v1beta1"], "{what}");
    for (name, pizza) in world.pizzas() {
        assert_eq!(pizza.stored, "v1beta1", "{what}: {name}");
        assert!(
            pizza
                .entries
                .iter()
                .all(|(_, version)| version == "v1beta1"),
            "{what}: {name}: {:?}",
            pizza.entries
        );
        assert!(
            pizza
                .entries
                .iter()
                .all(|(manager, _)| manager != "wheelwright-migration"),
            "{what}: {name}: {:?}",
            pizza.entries
        );
    }
    world.assert_nothing_lost(what);
}

#[tokio::test(start_paused = true)]
async fn all_is_stored_anew_and_the_version_may_go() {
    let api = stored_before(1);
    let report = run(&api, &migration()).await.unwrap();
    assert_migrated(&api.world(), "a run");
    assert!(report.is_done(), "{report}");
    assert_eq!(report.way, Way::Client);
    assert_eq!(report.objects.seen, 10);
    assert_eq!(report.objects.rewritten, 10);
    assert_eq!(report.objects.cleaned, 10);
    let again = run(&api, &migration()).await.unwrap();
    assert!(again.is_done(), "{again}");
    assert_eq!(again.objects.rewritten, 0);
}

/// For each number of requests: the run that dies after so many, and a whole one after it.
#[tokio::test(start_paused = true)]
async fn a_run_that_dies_at_any_request_is_finished_by_the_next() {
    let mut deaths = 0;
    for loses_answer in [false, true] {
        for served in 0.. {
            let api = stored_before(served);
            api.world().death = Some(Death {
                after: served,
                loses_answer,
            });
            let client = api.client();
            let migration = migration();
            let died = tokio::select! {
                report = migration.run(&client, |_| ()) => { report.unwrap(); false }
                () = api.dead() => true,
            };
            let what =
                format!("died after {served} requests, the last one carried out: {loses_answer}");
            api.world().assert_nothing_lost(&what);
            if !died {
                assert!(served > 15, "{served} requests");
                break;
            }
            deaths += 1;
            api.world().death = None;
            let report = run(&api, &migration).await.unwrap();
            assert!(report.is_done(), "{what}: {report}");
            assert_migrated(&api.world(), &what);
        }
    }
    assert!(deaths > 30, "{deaths}");
}

/// Others write, create, delete; lists expire; the server fails now and then; the run dies and is run again.
#[tokio::test(start_paused = true)]
async fn no_write_of_others_is_lost_whatever_happens_meanwhile() {
    let seeds = std::env::var("SEED")
        .ok()
        .and_then(|seed| seed.parse().ok());
    let seeds = seeds.map_or(0..200, |seed: u64| seed..seed + 1);
    for seed in seeds {
        let what = format!("SEED={seed}");
        let api = stored_before(seed);
        {
            let mut world = api.world();
            world.failing = world.random.below(12);
            world.writing = world.random.below(40);
            world.expiring = world.random.below(40);
            // Specifications that change meanwhile, the stored version there and back included.
            world.respecifying = world.random.below(4);
            let after = world.random.below(60);
            let loses_answer = world.random.below(2) == 0;
            world.death = Some(Death {
                after,
                loses_answer,
            });
        }
        let migration = migration();
        for _ in 0..30 {
            let client = api.client();
            let ended = tokio::select! {
                report = migration.run(&client, |_| ()) => Some(report),
                () = api.dead() => None,
            };
            let mut world = api.world();
            world.assert_nothing_lost(&what);
            world.death = None;
            if let Some(Ok(report)) = ended
                && report.is_done()
            {
                break;
            }
        }
        {
            let mut world = api.world();
            (
                world.failing,
                world.writing,
                world.expiring,
                world.respecifying,
            ) = (0, 0, 0, 0);
        }
        let report = run(&api, &migration).await;
        let report = report.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(report.is_done(), "{what}: {report}");
        assert_migrated(&api.world(), &what);
    }
}

#[tokio::test(start_paused = true)]
async fn a_refused_object_keeps_its_version_in_the_list() {
    let api = stored_before(2);
    api.world()
        .refuse("pizza-7", 422, "spec.size: Invalid value: 99");
    let report = run(&api, &migration()).await.unwrap();
    assert!(!report.is_done());
    assert_eq!(report.objects.refused, 1);
    assert_eq!(report.refused[0].name, "pizza-7");
    assert_eq!(report.refused[0].message, "spec.size: Invalid value: 99");
    assert_eq!(api.world().stored_versions(), ["v1alpha1", "v1beta1"]);
    assert!(
        report.to_string().contains("v1alpha1: cannot go yet"),
        "{report}"
    );
    api.world().assert_nothing_lost("refused");
}

/// A webhook may deny with the code of a conflict, and a version that is not served is no object that is gone.
#[tokio::test(start_paused = true)]
async fn codes_that_say_something_else_are_no_migrations() {
    for code in [404, 409, 403] {
        for migration in [migration(), Migration::new(CRD).by(Migrator::Client)] {
            let api = stored_before(3);
            api.world().refuse("pizza-7", code, "denied");
            let report = run(&api, &migration).await.unwrap();
            assert_eq!(report.objects.refused, 1, "{code}: {report}");
            assert_eq!(api.world().stored_versions(), ["v1alpha1", "v1beta1"]);
        }
    }
}

/// Who writes an object stores it anew, but leaves the entries of others in it.
#[tokio::test(start_paused = true)]
async fn what_others_write_meanwhile_is_cleaned_as_well() {
    let mut conflicts = 0;
    for seed in 0..20 {
        let api = stored_before(seed);
        api.world().writing = 60;
        let report = run(&api, &migration().page(500)).await.unwrap();
        assert!(report.is_done(), "seed {seed}: {report}");
        assert_migrated(&api.world(), &format!("seed {seed}"));
        conflicts += api.world().conflicts;
    }
    assert!(conflicts > 20, "{conflicts}");
}

#[tokio::test(start_paused = true)]
async fn a_webhook_that_is_down_stops_it() {
    let api = stored_before(4);
    for number in 0..10 {
        let words =
            "conversion webhook for example.com/v1alpha1, Kind=Pizza failed: connection refused";
        api.world().refuse(&format!("pizza-{number}"), 500, words);
    }
    let report = run(&api, &migration()).await.unwrap();
    assert!(report.is_stopped && !report.is_done());
    assert_eq!(report.objects.refused, 3);
    assert_eq!(api.world().stored_versions(), ["v1alpha1", "v1beta1"]);
}

#[tokio::test(start_paused = true)]
async fn a_dry_run_and_a_look_write_nothing() {
    let api = stored_before(5);
    api.world()
        .refuse("pizza-7", 422, "spec.size: Invalid value: 99");
    let before = format!("{:?}", api.world().pizzas());
    let report = run(&api, &migration().dry_run(true)).await.unwrap();
    assert_eq!((report.objects.seen, report.objects.refused), (10, 1));
    assert!(!report.is_done());
    let looked = migration().inspect(&api.client()).await.unwrap();
    assert_eq!(looked.objects.seen, 10);
    assert!(looked.to_string().contains("\n10 objects\n"), "{looked}");
    assert_eq!(looked.stored, ["v1alpha1", "v1beta1"]);
    let [dropped] = looked.dropped.as_slice() else {
        panic!("{looked}")
    };
    assert_eq!(dropped.standing, Standing::Retired);
    assert!(dropped.is_stored && !dropped.may_go());
    assert_eq!(dropped.managed_fields.objects, 10);
    let managers: Vec<&String> = dropped.managed_fields.managers.iter().collect();
    assert_eq!(managers, ["argocd", "kubectl"]);
    let world = api.world();
    assert_eq!(format!("{:?}", world.pizzas()), before);
    assert_eq!(world.stored_versions(), ["v1alpha1", "v1beta1"]);
    assert_eq!(world.writes, 0);
}

#[tokio::test(start_paused = true)]
async fn a_served_version_keeps_its_entries_and_is_told() {
    let api = stored_before(6);
    api.world().serve("v1alpha1", true);
    let report = run(&api, &migration()).await.unwrap();
    assert!(report.is_migrated() && !report.is_done());
    assert_eq!(report.dropped[0].managed_fields.objects, 10);
    assert_eq!(api.world().stored_versions(), ["v1beta1"]);
    let text = report.to_string();
    assert!(text.contains("it is served: set `served: false`"), "{text}");
    assert!(
        text.contains("managedFields of 10 objects are at it, of argocd, kubectl"),
        "{text}"
    );
}

#[tokio::test(start_paused = true)]
async fn entries_of_a_version_that_is_gone_are_cleaned_unasked() {
    let api = stored_before(7);
    run(&api, &Migration::new(CRD).by(Migrator::Client))
        .await
        .unwrap();
    assert!(
        api.world()
            .pizzas()
            .values()
            .any(|pizza| pizza.entries.len() > 1)
    );
    api.world().remove("v1alpha1");
    let report = run(&api, &Migration::new(CRD)).await.unwrap();
    assert_eq!(report.objects.cleaned, 10);
    assert_migrated(&api.world(), "gone");
}

#[tokio::test(start_paused = true)]
async fn what_a_migration_may_not_do_is_refused_before_anything_is_done() {
    for (verb, resource) in [
        ("list", "pizzas.example.com"),
        ("patch", "pizzas.example.com"),
        (
            "patch",
            "customresourcedefinitions.apiextensions.k8s.io/status",
        ),
    ] {
        for is_asked in [true, false] {
            let api = stored_before(8);
            api.world().lacks(verb, resource, is_asked);
            let error = run(&api, &migration()).await.unwrap_err().to_string();
            let expected = format!("no right to {verb} {resource} in all namespaces");
            assert!(error.starts_with(&expected), "{error}");
            assert!(!is_asked || api.world().writes == 0);
            assert_eq!(api.world().stored_versions(), ["v1alpha1", "v1beta1"]);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_not_as_the_release_has_it_is_refused() {
    let api = stored_before(9);
    let error = run(&api, &migration().storage("v1")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "pizzas.example.com stores v1beta1, not v1: install the CRD of this release first, then migrate"
    );
    let error = run(&api, &migration().drop_version("v1beta1"))
        .await
        .unwrap_err();
    assert!(matches!(error, MigrationError::DropsStorage { .. }));
    let none = Migration::new("pasta.example.com")
        .run(&api.client(), |_| ())
        .await;
    assert!(matches!(none, Err(MigrationError::NoDefinition { .. })));
    api.world().serve("v1beta1", false);
    let error = run(&api, &migration()).await.unwrap_err();
    assert!(matches!(error, MigrationError::NotServed { .. }));
    assert_eq!(api.world().writes, 0);
}

#[tokio::test(start_paused = true)]
async fn versions_that_a_release_does_not_keep_are_to_go() {
    let api = stored_before(10);
    let migration = Migration::new(CRD)
        .by(Migrator::Client)
        .keep_versions(["v1beta1"]);
    let report = run(&api, &migration).await.unwrap();
    assert_eq!(report.dropped[0].version, "v1alpha1");
    assert!(report.is_done(), "{report}");
    assert_migrated(&api.world(), "kept");
}

/// What defaults the server fills in would be this client's, and the next one who applies them would meet a conflict.
#[tokio::test(start_paused = true)]
async fn it_owns_nothing_of_what_the_server_fills_in() {
    let api = stored_before(11);
    api.world().defaults = true;
    let report = run(&api, &migration()).await.unwrap();
    assert!(report.is_done(), "{report}");
    assert_migrated(&api.world(), "defaults");
}

#[tokio::test(start_paused = true)]
async fn the_server_migrates_where_it_can() {
    let api = stored_before(12);
    api.world().migrator = Some(api::Ends::Succeeding);
    let migration = migration().by(Migrator::Any);
    let report = run(&api, &migration).await.unwrap();
    assert_eq!(report.way, Way::Server);
    assert!(report.is_done(), "{report}");
    assert_migrated(&api.world(), "by the server");
    assert!(api.world().migrations().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_server_that_does_not_migrate_is_given_up() {
    for ends in [api::Ends::Silent, api::Ends::Running, api::Ends::Failing] {
        let api = stored_before(13);
        api.world().migrator = Some(ends);
        let mut instead = 0;
        let migration = migration().by(Migrator::Any);
        let client = api.client();
        let run = migration.run(&client, |progress| {
            instead += u32::from(matches!(progress, Progress::Instead { .. }));
        });
        let report = run.await.unwrap();
        assert_eq!(
            (report.way, instead),
            (Way::Client, 1),
            "{ends:?}: {report}"
        );
        assert!(report.is_done(), "{ends:?}: {report}");
        assert_migrated(&api.world(), &format!("{ends:?}"));
        assert!(api.world().migrations().is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn what_the_server_took_away_when_it_failed_is_put_back() {
    let api = stored_before(17);
    api.world().migrator = Some(api::Ends::Failing);
    api.world().refuse("pizza-7", 422, "denied");
    let report = run(&api, &migration().by(Migrator::Any)).await.unwrap();
    assert!(!report.is_migrated(), "{report}");
    assert_eq!(api.world().stored_versions(), ["v1alpha1", "v1beta1"]);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_to_do_it_alone_does_it_alone() {
    for ends in [None, Some(api::Ends::Silent), Some(api::Ends::Failing)] {
        let api = stored_before(18);
        api.world().migrator = ends;
        let migration = migration().by(Migrator::Server);
        let error = run(&api, &migration).await.unwrap_err();
        assert!(
            matches!(error, MigrationError::ServerFailed { .. }),
            "{error}"
        );
        assert_eq!(api.world().stored_versions(), ["v1alpha1", "v1beta1"]);
        assert!(api.world().migrations().is_empty());
        // What failed before may be asked for again.
        api.world().migrator = Some(api::Ends::Succeeding);
        let report = run(&api, &migration).await.unwrap();
        assert_eq!(report.way, Way::Server);
        assert!(report.is_done(), "{report}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_version_that_the_crd_has_not_is_said_to_be_none() {
    let api = stored_before(19);
    let report = run(&api, &migration().drop_version("v1alhpa1"))
        .await
        .unwrap();
    assert!(report.is_done());
    let text = report.to_string();
    assert!(
        text.contains("v1alhpa1: the CRD has no such version\n"),
        "{text}"
    );
}

/// The server's migrator sets the stored versions also when it fails: a run that died there is not to leave them so.
#[tokio::test(start_paused = true)]
async fn what_a_failed_migration_of_the_server_left_is_done_again() {
    for served in 0..40 {
        let api = stored_before(14);
        {
            let mut world = api.world();
            world.migrator = Some(api::Ends::Failing);
            world.death = Some(Death {
                after: served,
                loses_answer: true,
            });
        }
        let migration = migration().by(Migrator::Any);
        let client = api.client();
        tokio::select! {
            report = migration.run(&client, |_| ()) => { report.unwrap(); }
            () = api.dead() => {}
        }
        // The server goes on.
        for _ in 0..10 {
            api.world().migrate();
        }
        api.world().death = None;
        let looked = migration.inspect(&client).await.unwrap();
        let is_left = api
            .world()
            .pizzas()
            .values()
            .any(|pizza| pizza.stored == "v1alpha1");
        assert!(!is_left || !looked.is_migrated(), "{served}: {looked}");
        let report = run(&api, &migration).await.unwrap();
        assert!(report.is_done(), "{served}: {report}");
        assert_eq!(api.world().stored_versions(), ["v1beta1"]);
        let world = api.world();
        assert!(
            world
                .pizzas()
                .values()
                .all(|pizza| pizza.stored == "v1beta1"),
            "{served}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn clients_that_ask_for_a_version_are_told_of() {
    let api = stored_before(15);
    api.world().metrics = Some(
        "# TYPE apiserver_requested_deprecated_apis gauge\n\
         apiserver_requested_deprecated_apis{group=\"example.com\",removed_release=\"\",resource=\"pasta\",subresource=\"\",version=\"v1\"} 1\n\
         apiserver_requested_deprecated_apis{group=\"example.com\",removed_release=\"\",resource=\"pizzas\",subresource=\"\",version=\"v1alpha1\"} 1\n\
         apiserver_request_total{code=\"200\"} 7\n"
            .to_owned(),
    );
    let report = run(&api, &migration()).await.unwrap();
    assert_eq!(report.dropped[0].is_requested, Some(true));
    assert!(
        report.is_done(),
        "a count since the server started holds nobody back"
    );
    api.world().metrics = None;
    let report = run(&api, &migration()).await.unwrap();
    assert_eq!(report.dropped[0].is_requested, None);
    assert!(
        report.to_string().contains("/metrics cannot be read"),
        "{report}"
    );
    let json: serde_json::Value = serde_json::from_str(&report.json()).unwrap();
    assert_eq!(json["storedBefore"], json!(["v1beta1"]));
}

#[tokio::test(start_paused = true)]
async fn a_cluster_that_is_not_there_is_said_at_once() {
    let service = tower::service_fn(|_: http::Request<kube_client::client::Body>| async {
        Err::<http::Response<http_body_util::Full<bytes::Bytes>>, _>("connection refused")
    });
    let client = kube_client::Client::new(service, "default");
    let begun = tokio::time::Instant::now();
    let error = migration().run(&client, |_| ()).await.unwrap_err();
    assert!(matches!(error, MigrationError::Unreachable { .. }));
    assert!(error.to_string().contains("connection refused"), "{error}");
    assert_eq!(begun.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn it_waits_between_objects_and_before_the_first() {
    let api = stored_before(16);
    let begun = tokio::time::Instant::now();
    let migration = Migration::new(CRD)
        .by(Migrator::Client)
        .rate(10)
        .settle(Duration::from_secs(7));
    run(&api, &migration).await.unwrap();
    // Ten objects with nine waits between them.
    let took = begun.elapsed();
    assert!(
        took >= Duration::from_millis(7900) && took < Duration::from_secs(9),
        "{took:?}"
    );
}
