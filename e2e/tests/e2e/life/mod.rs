//! The life of an API: a version comes, is stored, and the old one goes, beside clients that read, write, apply and watch. Each step is
//! done wrong, which is refused or healed by name, and each is rolled back.

mod clients;
mod pages;
mod releases;
mod site;

use std::time::Duration;

use e2e::Result;
use wheelwright::install::{InstallError, Outcome};
use wheelwright::migration::Migrator;

use crate::hosted::until;
use clients::{Clients, assert_whole, bake};
use pages::Seen;
use releases::{RENAMED, REQUIRED, Release, V1_0, V1_1, V2_0, V3_0, V4_0, V4_1, V4_2};
use site::{Site, State, objects};

const BOTH: [&str; 2] = ["v1beta1", "v1alpha1"];

impl Site {
    /// What comes of a release's program that installs with the rights of the pods, and waits for nothing.
    async fn install(
        &self,
        release: &Release,
        over: Option<&Release>,
    ) -> std::result::Result<Outcome, InstallError> {
        let client = self.account().await.expect("a client");
        let mut program = self.program(release).patience(Duration::ZERO);
        if let Some(newer) = over {
            program = program.rolls_back(newer.version);
        }
        let report = program.run(&client).await?;
        Ok(report.crds[0].outcome.clone())
    }

    /// Takes the webhook away, as an administrator.
    async fn uninstall(&self, release: &Release) {
        let (program, client) = (self.program(release), self.cluster.client());
        let uninstalled = program.uninstall(&client, |_| ()).await;
        uninstalled.unwrap_or_else(|error| panic!("{error}"));
    }

    async fn is(&self, state: &State) -> Result<bool> {
        Ok(State::of(&self.definition().await?) == *state)
    }
}

fn yields(to: &Release) -> Outcome {
    let to = to.version.to_owned();
    Outcome::Yielded { to }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_version_comes_and_another_goes_and_no_client_notices() -> Result {
    let site = Site::new().await?;
    let cluster = &site.cluster;
    let mut seen = Seen::default();
    for step in [V1_0, V1_1, V2_0, V3_0, V4_0, V4_1, V4_2].windows(2) {
        seen.step(&step[0], &step[1]);
    }
    for wrong in [&REQUIRED, &RENAMED] {
        seen.step(&V1_0, wrong);
    }
    seen.step(&V3_0, &V4_2);

    // Release 1 has one version; a field is added.
    let outcome = site.install(&V1_0, None).await.expect("1.0.0");
    assert_eq!(outcome, Outcome::Created);
    let alone = State::new(&["v1alpha1"], "v1alpha1", "None");
    site.installed(&V1_0, &alone).await?;
    bake(cluster).await?;
    let mut old = Clients::start("v1alpha1", None).await?;
    let outcome = site.install(&V1_1, None).await.expect("1.1.0");
    assert_eq!(outcome, Outcome::Updated);
    old.progress().await?;
    // The program of before leaves the field.
    let outcome = site.install(&V1_0, None).await.expect("1.0.0");
    assert_eq!(outcome, yields(&V1_1));

    // Release 2 adds a version. Its webhook is late: nothing is changed.
    site.roll_out(2).await?;
    let error = site.install(&V2_0, None).await.expect_err("late");
    assert!(
        matches!(error, InstallError::NotAnswering { .. }),
        "{error}"
    );
    seen.note(&error);
    assert!(site.is(&alone).await?);
    let pod = site.replace(None, &V2_0).await?;
    let added = State::new(&BOTH, "v1alpha1", "Webhook");
    site.installed(&V2_0, &added).await?;
    let mut new = Clients::start("v1beta1", None).await?;
    old.progress().await?;
    new.progress().await?;
    // Rolled back to a release that does not have it: refused, for clients use it.
    let error = site.install(&V1_1, Some(&V2_0)).await.expect_err("served");
    assert!(matches!(error, InstallError::DropsServed { .. }), "{error}");
    seen.note(&error);
    // The stanza is stripped: restored. What another version reads meanwhile is nobody's to see.
    let new_ended = new.end().await?;
    {
        let _held = old.hold_writes().await;
        site.strip().await?;
        until("the stanza is restored", async || site.is(&added).await).await?;
    }
    assert_eq!(site.restorations(&pod).await?, 1);
    old.progress().await?;
    // Rolled back as it is done: the release that has the version takes it away.
    site.uninstall(&V2_0).await;
    site.end(pod).await?;
    assert!(site.is(&alone).await?);
    old.progress().await?;
    // And forward again.
    let pod = site.replace(None, &V2_0).await?;
    site.installed(&V2_0, &added).await?;
    assert_whole(cluster, "v1beta1", &[new_ended]).await?;
    let mut new = Clients::start("v1beta1", Some(new_ended)).await?;

    // Somebody stores it by hand, ahead of the release that does: the replicas of both read it, and the program puts it back.
    site.store_at("v1beta1").await?;
    old.progress().await?;
    new.progress().await?;
    let outcome = site.install(&V2_0, None).await.expect("2.0.0");
    assert_eq!(outcome, Outcome::Updated);
    assert!(site.is(&added).await?);
    old.progress().await?;
    new.progress().await?;

    // Release 3 stores it, not before every replica is new.
    site.roll_out(1).await?;
    let error = site.install(&V3_0, None).await.expect_err("an old replica");
    assert!(
        matches!(error, InstallError::NotRolledOut { .. }),
        "{error}"
    );
    seen.note(&error);
    assert!(site.is(&added).await?);
    let pod = site.replace(Some(pod), &V3_0).await?;
    let stored = State::new(&BOTH, "v1beta1", "Webhook");
    site.installed(&V3_0, &stored).await?;
    old.progress().await?;
    new.progress().await?;
    // The pods are rolled back: they read and write what is stored now, and the CRD stays; then it is, too.
    let pod = site.replace(Some(pod), &V2_0).await?;
    let outcome = site.install(&V2_0, None).await.expect("2.0.0");
    assert_eq!(outcome, yields(&V3_0));
    old.progress().await?;
    new.progress().await?;
    let outcome = site.install(&V2_0, Some(&V3_0)).await.expect("2.0.0");
    assert_eq!(outcome, Outcome::Updated);
    site.installed(&V2_0, &added).await?;
    old.progress().await?;
    new.progress().await?;
    let pod = site.replace(Some(pod), &V3_0).await?;
    site.installed(&V3_0, &stored).await?;

    // The old version goes too soon: objects are stored at it, then it is served.
    let error = site.install(&V4_2, None).await.expect_err("stored");
    assert!(matches!(error, InstallError::DropsStored { .. }), "{error}");
    seen.note(&error);
    let pod = site.replace(Some(pod), &V4_0).await?;
    site.installed(&V4_0, &stored).await?;
    let answer = cluster.get(objects("v1alpha1")).send().await?.ok()?;
    assert_eq!(answer.warnings, ["use v1beta1"]);
    let migration = || {
        let migration = (V4_2.migration)().by(Migrator::Client).rate(0);
        migration.settle(Duration::ZERO)
    };
    let report = migration().run(&cluster.client(), |_| ()).await;
    let report = report.unwrap_or_else(|error| panic!("{error}"));
    assert!(report.is_migrated() && !report.is_done(), "{report}");
    seen.note(&report);
    let error = site.install(&V4_2, None).await.expect_err("served");
    assert!(matches!(error, InstallError::DropsServed { .. }), "{error}");
    seen.note(&error);

    // Clients have moved; it is not served, served once more, and not.
    old.progress().await?;
    let old_ended = old.end().await?;
    let retired = State::new(&["v1beta1"], "v1beta1", "Webhook");
    let pod = site.replace(Some(pod), &V4_1).await?;
    site.installed(&V4_1, &retired).await?;
    until("it is not served", async || {
        Ok(cluster.get(objects("v1alpha1")).send().await?.code == 404)
    })
    .await?;
    new.progress().await?;
    let pod = site.replace(Some(pod), &V4_0).await?;
    let outcome = site.install(&V4_0, Some(&V4_1)).await.expect("4.0.0");
    assert_eq!(outcome, Outcome::Updated);
    site.installed(&V4_0, &stored).await?;
    assert_whole(cluster, "v1alpha1", &[old_ended]).await?;
    let pod = site.replace(Some(pod), &V4_1).await?;
    site.installed(&V4_1, &retired).await?;

    // What is managed at it is cleaned, and it goes; the webhook is needed no more.
    let report = migration().run(&cluster.client(), |_| ()).await;
    let report = report.unwrap_or_else(|error| panic!("{error}"));
    assert!(report.is_done(), "{report}");
    seen.note(&report);
    let outcome = site.install(&V4_2, None).await.expect("4.2.0");
    assert_eq!(outcome, Outcome::Updated);
    let alone = State::new(&["v1beta1"], "v1beta1", "None");
    site.installed(&V4_2, &alone).await?;
    site.end(pod).await?;
    new.progress().await?;
    // Even that is rolled back.
    let pod = site.replace(None, &V4_0).await?;
    let outcome = site.install(&V4_0, Some(&V4_2)).await.expect("4.0.0");
    assert_eq!(outcome, Outcome::Updated);
    site.installed(&V4_0, &stored).await?;
    new.progress().await?;
    let new_ended = new.end().await?;
    for version in BOTH {
        assert_whole(cluster, version, &[old_ended, new_ended]).await?;
    }

    // Uninstalled, objects need nobody.
    site.uninstall(&V4_0).await;
    assert!(site.is(&alone).await?);
    site.end(pod).await?;
    assert_whole(cluster, "v1beta1", &[old_ended, new_ended]).await?;
    site.clear().await?;
    seen.assert_quoted();
    Ok(())
}
