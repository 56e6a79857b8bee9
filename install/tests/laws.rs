//! Installations on an API server in memory: killed at each request, beside others who strip and rewrite the stanza, on a server that
//! fails now and then. What holds at each write: versions that differ are converted, what is armed answers, what is stored was served.

mod api;
mod connection;

use std::time::Duration;

use api::{Api, BUNDLE, CRD, Death, definition, none, schema, stanza};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};
use wheelwright_install::{InstallError, Outcome, Restored};

/// Both versions, the new one stored.
fn wanted() -> Value {
    definition(
        &["v1beta1", "v1alpha1"],
        "v1beta1",
        &stanza("webhook", None),
    )
}

/// What may be there before: nothing, a CRD of one version, two versions of which the old one is stored, and two between which nothing
/// converts.
fn before() -> Vec<Option<Value>> {
    vec![
        None,
        Some(definition(&["v1alpha1"], "v1alpha1", &none())),
        Some(definition(
            &["v1beta1", "v1alpha1"],
            "v1alpha1",
            &stanza("webhook", Some(BUNDLE)),
        )),
        Some(definition(
            &["v1beta1", "v1alpha1"],
            "v1alpha1",
            &stanza("webhook", Some("T0xE")),
        )),
        Some(definition(&["v1beta1", "v1alpha1"], "v1alpha1", &none())),
    ]
}

fn api(seed: u64, before: Option<Value>) -> Api {
    before.map_or_else(|| Api::new(seed), |before| Api::with(seed, before))
}

#[tokio::test(start_paused = true)]
async fn a_crd_is_brought_to_what_it_is_to_be_from_whatever_is_there() {
    for before in before() {
        let is_new = before.is_none();
        let api = api(1, before);
        {
            let mut world = api.world();
            (world.is_up, world.is_rolled_out, world.comes_up) = (false, false, true);
        }
        let install = api.install(wanted()).release("1.0.0");
        let report = install.run(&api.client()).await.unwrap();
        let outcome = if is_new {
            Outcome::Created
        } else {
            Outcome::Updated
        };
        assert_eq!(report.crds[0].outcome, outcome);
        assert_eq!(report.crds[0].storage, "v1beta1");
        api.world().assert_whole(&wanted(), "a run");
        let writes = api.world().writes;
        let again = install.run(&api.client()).await.unwrap();
        assert_eq!(again.crds[0].outcome, Outcome::Unchanged);
        assert_eq!(api.world().writes, writes);
    }
}

/// For each state before and each number of requests: the run that dies after so many, and a whole one after it.
#[tokio::test(start_paused = true)]
async fn a_run_that_dies_at_any_request_is_finished_by_the_next() {
    let mut deaths = 0;
    for (state, before) in before().into_iter().enumerate() {
        for loses_answer in [false, true] {
            for served in 0.. {
                let api = api(served, before.clone());
                api.world().death = Some(Death {
                    after: served,
                    loses_answer,
                });
                let client = api.client();
                let install = api.install(wanted());
                let died = tokio::select! {
                    report = install.run(&client) => { report.unwrap(); false }
                    () = api.dead() => true,
                };
                if !died {
                    break;
                }
                deaths += 1;
                api.world().death = None;
                let what = format!(
                    "state {state}, died after {served} requests, the last one carried out: {loses_answer}"
                );
                let report = install.run(&api.client()).await;
                report.unwrap_or_else(|error| panic!("{what}: {error}"));
                api.world().assert_whole(&wanted(), &what);
            }
        }
    }
    assert!(deaths > 80, "{deaths}");
}

/// Others strip, rewrite and label; the server fails now and then; the webhook comes late, and the replicas; the run dies.
#[tokio::test(start_paused = true)]
async fn whatever_happens_meanwhile_no_write_exposes_an_object() {
    let seeds = std::env::var("SEED")
        .ok()
        .and_then(|seed| seed.parse().ok());
    let seeds = seeds.map_or(0..300, |seed: u64| seed..seed + 1);
    for seed in seeds {
        let what = format!("SEED={seed}");
        // What a write broke is said by the server, which knows no seed.
        println!("{what}");
        let mut states = before();
        let before = states.swap_remove(usize::try_from(seed).unwrap() % states.len());
        let api = api(seed, before);
        {
            let mut world = api.world();
            world.failing = world.random.below(12);
            world.writing = world.random.below(30);
            world.is_up = world.random.below(2) == 0;
            world.is_rolled_out = world.random.below(2) == 0;
            world.comes_up = true;
            let after = world.random.below(60);
            let loses_answer = world.random.below(2) == 0;
            world.death = Some(Death {
                after,
                loses_answer,
            });
        }
        let install = api.install(wanted()).release("2.0.0");
        for _ in 0..5 {
            let client = api.client();
            tokio::select! {
                _ = install.run(&client) => {}
                () = api.dead() => {}
            }
            api.world().death = None;
        }
        {
            let mut world = api.world();
            (world.failing, world.writing) = (0, 0);
        }
        let report = install.run(&api.client()).await;
        report.unwrap_or_else(|error| panic!("{what}: {error}"));
        api.world().assert_whole(&wanted(), &what);
    }
}

#[tokio::test(start_paused = true)]
async fn what_does_not_answer_is_not_armed_and_old_replicas_keep_the_crd() {
    for before in before() {
        let is_new = before.is_none();
        let api = api(2, before.clone());
        api.world().is_up = false;
        let error = api.install(wanted()).run(&api.client()).await.unwrap_err();
        assert!(
            matches!(error, InstallError::NotAnswering { .. }),
            "{error}"
        );
        let words = "pizzas.example.com: https://webhook.pizza.svc:443/convert does not answer as the API server needs it";
        assert!(error.to_string().starts_with(words), "{error}");
        assert_eq!(api.world().writes, 0);
        if is_new {
            continue;
        }
        // What heals waits for nobody else.
        let heals = before.is_some_and(|before| {
            before["spec"]["versions"][1].is_object() && before["spec"]["conversion"] == none()
        });
        api.world().is_up = true;
        api.world().is_rolled_out = false;
        let error = api.install(wanted()).run(&api.client()).await.unwrap_err();
        assert!(
            matches!(error, InstallError::NotRolledOut { .. }),
            "{error}"
        );
        assert_eq!(api.world().writes, u64::from(heals));
    }
}

#[tokio::test(start_paused = true)]
async fn a_version_is_not_stored_where_nobody_knows_whether_the_replicas_are_new() {
    let before = definition(&["v1alpha1"], "v1alpha1", &none());
    let api = Api::with(3, before);
    let mut crd = wanted();
    crd["spec"]["conversion"]["webhook"]["clientConfig"] =
        json!({"url": "https://127.0.0.1:9443/convert"});
    let webhook = api.clone();
    let install = wheelwright_install::Install::new([crd])
        .ca_bundle(api::PEM)
        .call_by(move |stanza, reviews| {
            let answers = webhook.answers(&stanza, &reviews);
            Box::pin(async move { answers })
        });
    let error = install.run(&api.client()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "pizzas.example.com goes on storing v1alpha1: v1beta1 is stored when every replica is new, and whether that is so cannot be \
         known, for the webhook is at a URL, behind which there may be anything; name the `deployment`, or give a condition by \
         `rolled_out_when`"
    );
    // It is served, and converted.
    let world = api.world();
    assert_eq!(world.writes, 1);
    assert_eq!(world.conversion()["strategy"], "Webhook");
}

#[tokio::test(start_paused = true)]
async fn a_right_that_is_missing_is_named_and_nothing_is_changed() {
    for (verb, before) in [
        ("get", None),
        ("create", None),
        ("update", before().swap_remove(1)),
    ] {
        let api = api(4, before);
        api.world().lacking = Some(verb);
        let error = api.install(wanted()).run(&api.client()).await.unwrap_err();
        let words = format!("no right to {verb} customresourcedefinitions.apiextensions.k8s.io: ");
        assert!(error.to_string().starts_with(&words), "{error}");
        assert_eq!(api.world().writes, 0);
    }
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_is_refused_before_anything_is_asked() {
    let api = Api::new(5);
    let install = |crd: Value| api.install(crd);
    let mut unconverted = wanted();
    unconverted["spec"]["conversion"] = none();
    let error = install(unconverted).run(&api.client()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "pizzas.example.com: `v1beta1` and `v1alpha1` differ, first in `spec.toppings`, and with strategy None the API server would \
         only change `apiVersion`, which loses or corrupts what differs; give it a conversion webhook"
    );
    for no_crd in [
        json!(null),
        json!({"kind": "Pizza"}),
        json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition"}),
    ] {
        let error = install(no_crd).run(&api.client()).await.unwrap_err();
        assert!(matches!(error, InstallError::NoCrd { .. }), "{error}");
    }
    let error = install(wanted())
        .release("one")
        .run(&api.client())
        .await
        .unwrap_err();
    assert!(matches!(error, InstallError::Release { .. }), "{error}");
    assert!(api.world().crd.is_none());
}

#[tokio::test(start_paused = true)]
async fn a_version_that_may_be_stored_does_not_go() {
    let before = definition(
        &["v1beta1", "v1alpha1"],
        "v1alpha1",
        &stanza("webhook", Some(BUNDLE)),
    );
    let api = Api::with(6, before);
    let alone = definition(&["v1beta1"], "v1beta1", &none());
    let error = api
        .install(alone.clone())
        .run(&api.client())
        .await
        .unwrap_err();
    assert!(matches!(error, InstallError::DropsStored { .. }), "{error}");
    // Nor does the webhook, whatever the schemas are said to be now.
    let mut same = definition(&["v1beta1", "v1alpha1"], "v1beta1", &none());
    same["spec"]["versions"][1]["schema"] = schema("v1beta1");
    let error = api
        .install(same.clone())
        .run(&api.client())
        .await
        .unwrap_err();
    assert!(matches!(error, InstallError::NotMigrated { .. }), "{error}");
    assert_eq!(api.world().writes, 0);
    // Once all is stored anew, both may be: what goes is not served any more.
    for wanted in [same, alone] {
        let mut migrated = definition(
            &["v1beta1", "v1alpha1"],
            "v1beta1",
            &stanza("webhook", Some(BUNDLE)),
        );
        if wanted["spec"]["versions"][1].is_null() {
            let api = Api::with(6, migrated.clone());
            let error = api.install(wanted.clone()).run(&api.client()).await;
            assert_eq!(
                error.unwrap_err().to_string(),
                "pizzas.example.com: v1alpha1 is served, and this release no longer has it: install one that has it with `served = false`, \
                 see whether a client fails, `wheelwright migrate pizzas.example.com --drop v1alpha1`, then install this one; to go back \
                 to a release from before v1alpha1, uninstall with the one that has it"
            );
            assert_eq!(api.world().writes, 0);
            migrated["spec"]["versions"][1]["served"] = false.into();
        }
        let api = Api::with(6, migrated);
        api.install(wanted.clone())
            .run(&api.client())
            .await
            .unwrap();
        api.world().assert_whole(&wanted, "migrated");
    }
}

#[tokio::test(start_paused = true)]
async fn versions_that_no_longer_differ_are_said_to_need_no_webhook() {
    let mut same = wanted();
    same["spec"]["versions"][1]["schema"] = schema("v1beta1");
    let api = Api::new(7);
    let report = api.install(same).run(&api.client()).await.unwrap();
    assert!(
        report.to_string().contains("strategy None would do"),
        "{report}"
    );
    let report = api.install(wanted()).run(&api.client()).await.unwrap();
    assert!(!report.to_string().contains("strategy None"), "{report}");
}

#[tokio::test(start_paused = true)]
async fn the_older_release_yields() {
    let api = Api::new(8);
    let newer = api.install(wanted()).release("1.10.0");
    newer.run(&api.client()).await.unwrap();
    let writes = api.world().writes;
    let mut crd = wanted();
    crd["spec"]["versions"].as_array_mut().unwrap().remove(0);
    crd["spec"]["versions"][0]["storage"] = true.into();
    for older in [
        api.install(crd.clone()).release("1.9.3"),
        api.install(crd.clone()),
    ] {
        let report = older.run(&api.client()).await.unwrap();
        assert_eq!(
            report.crds[0].outcome,
            Outcome::Yielded {
                to: "1.10.0".to_owned()
            }
        );
        let error = older.uninstall(&api.client(), |_| ()).await.unwrap_err();
        assert!(matches!(error, InstallError::Newer { .. }), "{error}");
    }
    assert_eq!(api.world().writes, writes);
}

#[tokio::test(start_paused = true)]
async fn a_release_takes_the_place_of_one_that_it_rolls_back_and_of_no_other() {
    let retired = || {
        let mut crd = wanted();
        crd["spec"]["versions"][1]["served"] = false.into();
        crd
    };
    let api = Api::new(9);
    let newer = |release: &str| api.install(retired()).release(release);
    newer("1.10.0").run(&api.client()).await.unwrap();
    let back = |newer: &str| {
        let older = api.install(wanted()).release("1.9.3");
        older.rolls_back(newer)
    };
    let yields = |to: &str| Outcome::Yielded { to: to.to_owned() };
    let report = back("1.9.9").run(&api.client()).await.unwrap();
    assert_eq!(report.crds[0].outcome, yields("1.10.0"));
    let report = back("1.10.0").run(&api.client()).await.unwrap();
    assert_eq!(report.crds[0].outcome, Outcome::Updated);
    api.world().assert_whole(&wanted(), "rolled back");
    // It is the installed one now, which yields to one that is newer than both.
    newer("1.11.0").run(&api.client()).await.unwrap();
    let report = back("1.10.0").run(&api.client()).await.unwrap();
    assert_eq!(report.crds[0].outcome, yields("1.11.0"));
    let error = back("one").run(&api.client()).await.unwrap_err();
    assert!(matches!(error, InstallError::Release { .. }), "{error}");
}

/// For an hour others do what they like every few seconds; where watching is not allowed, it is looked every two.
#[tokio::test(start_paused = true)]
async fn a_stanza_that_is_stripped_is_restored_at_once() {
    for (seed, lacking, longest) in [(0, None, 0), (1, None, 0), (2, Some("watch"), 2)] {
        let api = Api::new(seed);
        api.world().lacking = lacking;
        let restored = Restored::default();
        let install = api.install(wanted()).release("1.0.0");
        let client = api.client();
        let keeping = install.keep(&client, &restored);
        let others = async {
            let begun = Instant::now();
            // Until it is installed.
            while api.world().crd.is_none() {
                sleep(Duration::from_secs(1)).await;
            }
            sleep(Duration::from_secs(30)).await;
            while begun.elapsed() < Duration::from_hours(1) {
                // The webhook is away now and then, which keeps nothing from being restored.
                let is_up = api.world().random.below(4) > 0;
                api.world().is_up = is_up;
                api.other();
                let pause = api.world().random.below(20) + 3;
                sleep(Duration::from_secs(pause)).await;
            }
            api.world().is_up = true;
            sleep(Duration::from_secs(10)).await;
        };
        tokio::select! {
            ended = keeping => panic!("{ended:?}"),
            () = others => {}
        }
        let world = api.world();
        world.assert_whole(&wanted(), &format!("seed {seed}"));
        assert!(restored.counts()[CRD] > 50, "{:?}", restored.counts());
        assert!(
            world.exposed <= Duration::from_secs(longest),
            "{:?}",
            world.exposed
        );
    }
}

/// The release before had one version and nothing to convert.
#[tokio::test(start_paused = true)]
async fn what_was_never_armed_is_installed_and_not_restored() {
    let api = Api::with(10, definition(&["v1alpha1"], "v1alpha1", &none()));
    api.world().is_rolled_out = false;
    let (install, client, restored) = (
        api.install(wanted()).patience(Duration::from_hours(1)),
        api.client(),
        Restored::default(),
    );
    let counts = restored.clone();
    let keeper = tokio::spawn(async move { install.keep(&client, &restored).await });
    sleep(Duration::from_mins(1)).await;
    assert_eq!(api.world().writes, 0);
    api.world().is_rolled_out = true;
    sleep(Duration::from_mins(1)).await;
    api.world().assert_whole(&wanted(), "installed");
    assert!(counts.counts().is_empty(), "{:?}", counts.counts());
    keeper.abort();
}

#[tokio::test(start_paused = true)]
async fn two_releases_side_by_side_do_not_fight() {
    let api = Api::new(9);
    let mut other = wanted();
    other["spec"]["conversion"] = stanza("webhook-old", None);
    let (older, newer) = (
        api.install(other).release("1.0.0"),
        api.install(wanted()).release("2.0.0"),
    );
    let (client, restored) = (api.client(), Restored::default());
    let keeping = async {
        tokio::select! {
            ended = older.keep(&client, &restored) => ended,
            ended = newer.keep(&client, &restored) => ended,
        }
    };
    let time = async {
        sleep(Duration::from_mins(5)).await;
        let settled = api.world().writes;
        api.world().assert_whole(&wanted(), "side by side");
        sleep(Duration::from_hours(1)).await;
        assert_eq!(api.world().writes, settled, "they fight");
        api.rewrite(none());
        sleep(Duration::from_secs(1)).await;
        api.world()
            .assert_whole(&wanted(), "restored by the newer one");
        assert_eq!(api.world().writes, settled + 1);
    };
    tokio::select! {
        ended = keeping => panic!("{ended:?}"),
        () = time => {}
    }
}

/// The newer release is gone, and its CRD is stripped: what it last had is put back.
#[tokio::test(start_paused = true)]
async fn an_older_release_restores_what_a_newer_one_had() {
    let api = Api::new(10);
    api.install(wanted())
        .release("2.0.0")
        .run(&api.client())
        .await
        .unwrap();
    let mut other = wanted();
    other["spec"]["conversion"] = stanza("webhook-old", None);
    let older = api.install(other).release("1.0.0");
    let (client, restored) = (api.client(), Restored::default());
    let time = async {
        sleep(Duration::from_mins(1)).await;
        api.rewrite(none());
        sleep(Duration::from_secs(5)).await;
        assert_eq!(*api.world().conversion(), none());
        sleep(Duration::from_secs(10)).await;
        api.world().assert_whole(&wanted(), "restored for it");
    };
    tokio::select! {
        ended = older.keep(&client, &restored) => panic!("{ended:?}"),
        () = time => {}
    }
}

/// Who renews the certificate writes another caBundle: by which the webhook answers, and which stays.
#[tokio::test(start_paused = true)]
async fn a_ca_bundle_that_others_renew_stays() {
    let api = Api::new(11);
    let (client, restored) = (api.client(), Restored::default());
    let install = api.install(wanted());
    let time = async {
        sleep(Duration::from_mins(1)).await;
        api.world().bundle = "UkVORVdFRA==".to_owned();
        api.rewrite(stanza("webhook", Some("UkVORVdFRA==")));
        sleep(Duration::from_mins(1)).await;
        assert_eq!(restored.counts().get(CRD), None);
        api.world().assert_whole(&wanted(), "renewed");
        // And is what is put back.
        api.rewrite(none());
        sleep(Duration::from_secs(1)).await;
        assert_eq!(restored.counts()[CRD], 1);
        api.world().assert_whole(&wanted(), "restored");
    };
    tokio::select! {
        ended = install.keep(&client, &restored) => panic!("{ended:?}"),
        () = time => {}
    }
}

/// Two versions at which objects are stored.
fn installed(seed: u64) -> Api {
    let before = definition(
        &["v1beta1", "v1alpha1"],
        "v1beta1",
        &stanza("webhook", Some(BUNDLE)),
    );
    let api = Api::with(seed, before);
    let mut world = api.world();
    world.crd.as_mut().unwrap()["status"]["storedVersions"] = json!(["v1alpha1", "v1beta1"]);
    for (number, version) in ["v1alpha1", "v1beta1", "v1alpha1"].into_iter().enumerate() {
        world
            .objects
            .insert(format!("pizza-{number}"), version.to_owned());
    }
    drop(world);
    api
}

#[tokio::test(start_paused = true)]
async fn what_is_uninstalled_needs_no_webhook_whenever_the_run_dies() {
    let mut deaths = 0;
    for loses_answer in [false, true] {
        for served in 0.. {
            let api = installed(served);
            api.world().death = Some(Death {
                after: served,
                loses_answer,
            });
            let (install, client) = (api.install(wanted()), api.client());
            let died = tokio::select! {
                ended = install.uninstall(&client, |_| ()) => { ended.unwrap(); false }
                () = api.dead() => true,
            };
            api.world().death = None;
            let what =
                format!("died after {served} requests, the last one carried out: {loses_answer}");
            let ended = install.uninstall(&api.client(), |_| ()).await;
            let ended = ended.unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(ended[0].version.as_deref(), Some("v1beta1"));
            api.world().assert_alone("v1beta1", &what);
            if !died {
                break;
            }
            deaths += 1;
        }
    }
    assert!(deaths > 20, "{deaths}");
}

#[tokio::test(start_paused = true)]
async fn a_webhook_that_is_needed_and_gone_is_not_taken_away() {
    let api = installed(1);
    api.world().is_up = false;
    let before = api.world().crd.clone();
    let install = api.install(wanted());
    let error = install.uninstall(&api.client(), |_| ()).await.unwrap_err();
    let words = "pizzas.example.com: objects may be stored at v1alpha1, v1beta1, and without the webhook nobody converts them: \
                 https://webhook.pizza.svc:443/convert does not answer, so that nothing was taken away; start it";
    assert!(error.to_string().starts_with(words), "{error}");
    assert_eq!(api.world().crd, before);
    // Where it is gone and nobody needs it, it is let go.
    let before = definition(
        &["v1beta1", "v1alpha1"],
        "v1beta1",
        &stanza("webhook", Some(BUNDLE)),
    );
    let api = Api::with(1, before);
    api.world().is_up = false;
    let install = api.install(wanted());
    install.uninstall(&api.client(), |_| ()).await.unwrap();
    api.world().assert_alone("v1beta1", "gone");
    // And nothing is there to be taken.
    let api = Api::new(1);
    let ended = api
        .install(wanted())
        .uninstall(&api.client(), |_| ())
        .await
        .unwrap();
    assert_eq!(ended[0].to_string(), "pizzas.example.com: is not there\n");
}

#[tokio::test(start_paused = true)]
async fn an_object_that_cannot_be_stored_anew_keeps_the_webhook() {
    let api = installed(2);
    api.world().refused = Some("pizza-2".to_owned());
    let before = api.world().crd.clone();
    let error = api
        .install(wanted())
        .uninstall(&api.client(), |_| ())
        .await
        .unwrap_err();
    assert!(matches!(error, InstallError::NotMigrated { .. }), "{error}");
    assert!(error.to_string().contains("pizza-2"), "{error}");
    assert_eq!(api.world().crd, before);
}

/// Replicas that still run do not put the webhook back; the next installation does.
#[tokio::test(start_paused = true)]
async fn what_is_uninstalled_is_not_restored() {
    let api = installed(3);
    let install = api.install(wanted());
    let (client, restored) = (api.client(), Restored::default());
    let time = async {
        sleep(Duration::from_mins(1)).await;
        install.uninstall(&api.client(), |_| ()).await.unwrap();
        sleep(Duration::from_mins(5)).await;
        api.world().assert_alone("v1beta1", "kept away");
        assert!(restored.counts().is_empty());
    };
    tokio::select! {
        ended = install.keep(&client, &restored) => panic!("{ended:?}"),
        () = time => {}
    }
    install.run(&api.client()).await.unwrap();
    api.world().assert_whole(&wanted(), "again");
}
