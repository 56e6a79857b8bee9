//! Files that change while they are served.

use std::{fs, time::Duration};

use tokio::time::{sleep, timeout};
use wheelwright::webhook::tls::{Certificates, Files, Identity};

use crate::{
    folder::Folder,
    handshake::{shake, start},
    made::{self, HOST, Made, self_signed, signed},
};

/// The next identity, in good time.
async fn next(certificates: &mut Certificates) -> Identity {
    timeout(Duration::from_secs(20), certificates.changed())
        .await
        .expect("nothing is published")
        .unwrap()
}

async fn failures(certificates: &Certificates, count: u64) {
    let reached = async {
        while certificates.failures() < count {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(20), reached)
        .await
        .expect("nothing failed");
    // Long enough for many more looks.
    sleep(Duration::from_millis(300)).await;
    assert_eq!(certificates.failures(), count);
}

async fn serves(certificates: &Certificates, made: &Made) -> bool {
    shake(certificates, &made.ca, HOST).await.is_ok()
}

#[tokio::test]
async fn a_swapped_symlink_is_seen_and_old_clients_are_no_longer_served() {
    let (one, two) = (signed(|_| {}), signed(|_| {}));
    let folder = Folder::new("swap");
    let (mut certificates, _task) = start(folder.put(&one));
    assert_eq!(next(&mut certificates).await.ca_bundle(), one.ca);
    assert!(serves(&certificates, &one).await);
    folder.put(&two);
    assert_eq!(next(&mut certificates).await.ca_bundle(), two.ca);
    assert!(serves(&certificates, &two).await);
    assert!(!serves(&certificates, &one).await);
    assert_eq!(certificates.failures(), 0);
}

#[tokio::test]
async fn files_that_are_renamed_or_written_in_place_are_seen() {
    let (one, two, three) = (signed(|_| {}), signed(|_| {}), signed(|_| {}));
    let folder = Folder::new("place");
    let (mut certificates, _task) = start(folder.put(&one));
    next(&mut certificates).await;
    for made in [two, three] {
        for (file, text) in [
            ("tls.crt", &made.certificate),
            ("tls.key", &made.key),
            ("ca.crt", &made.ca),
        ] {
            // The first round takes the symlinks' place.
            fs::write(folder.path("new"), text).unwrap();
            fs::rename(folder.path("new"), folder.path(file)).unwrap();
        }
        assert_eq!(next(&mut certificates).await.ca_bundle(), made.ca);
        assert!(serves(&certificates, &made).await);
    }
    assert_eq!(certificates.failures(), 0);
}

#[tokio::test]
async fn a_bad_reload_keeps_the_old_and_is_said_once() {
    let (one, two) = (signed(|_| {}), signed(|_| {}));
    let folder = Folder::new("bad");
    let (mut certificates, _task) = start(folder.put(&one));
    next(&mut certificates).await;
    let late = signed(made::expired);
    let bad = [
        (two.certificate.as_str(), one.key.as_str(), two.ca.as_str()),
        ("", two.key.as_str(), two.ca.as_str()),
        (two.certificate.as_str(), two.key.as_str(), one.ca.as_str()),
        (
            late.certificate.as_str(),
            late.key.as_str(),
            late.ca.as_str(),
        ),
    ];
    for (count, (certificate, key, ca)) in (1..).zip(bad) {
        folder.write(certificate, key, ca);
        failures(&certificates, count).await;
        assert!(serves(&certificates, &one).await);
    }
    fs::remove_file(folder.path("tls.key")).unwrap();
    failures(&certificates, 5).await;
    assert!(serves(&certificates, &one).await);
    fs::write(folder.path("tls.key"), &two.key).unwrap();
    folder.put(&two);
    next(&mut certificates).await;
    assert!(serves(&certificates, &two).await);
    assert_eq!(certificates.failures(), 5);
}

#[tokio::test]
async fn a_pair_caught_halfway_is_no_failure() {
    let (one, two) = (signed(|_| {}), signed(|_| {}));
    let folder = Folder::new("halfway");
    let (mut certificates, _task) = start(folder.put(&one));
    next(&mut certificates).await;
    // The key comes a while, and many looks, after the certificate.
    folder.write(&two.certificate, &one.key, &two.ca);
    sleep(Duration::from_millis(150)).await;
    folder.put(&two);
    next(&mut certificates).await;
    assert!(serves(&certificates, &two).await);
    assert_eq!(certificates.failures(), 0);
}

#[tokio::test]
async fn one_that_expires_while_it_is_served_is_said_and_stays() {
    let one = signed(made::until(Duration::from_secs(2)));
    let folder = Folder::new("expires");
    let (mut certificates, _task) = start(folder.put(&one));
    next(&mut certificates).await;
    assert!(serves(&certificates, &one).await);
    failures(&certificates, 1).await;
    assert!(certificates.current().is_some());
    let two = signed(|_| {});
    folder.put(&two);
    next(&mut certificates).await;
    assert!(serves(&certificates, &two).await);
}

#[tokio::test]
async fn what_is_missing_at_the_start_is_an_error_that_names_the_path() {
    let folder = Folder::new("missing");
    let (_, task) = start(folder.files());
    let words = task.await.unwrap().unwrap_err();
    let path = folder.path("tls.crt");
    assert!(
        words.starts_with(&format!("`{}` cannot be read: ", path.display())),
        "{words}"
    );
}

#[tokio::test]
async fn what_comes_just_after_the_start_is_served() {
    let folder = Folder::new("late");
    let (mut certificates, _task) = start(folder.files());
    sleep(Duration::from_millis(100)).await;
    let one = signed(|_| {});
    folder.put(&one);
    next(&mut certificates).await;
    assert!(serves(&certificates, &one).await);
}

#[test]
fn files_that_no_certificate_is_in_are_refused_by_path() {
    let one = signed(|_| {});
    let folder = Folder::new("unfit");
    let files = folder.put(&one);
    let key = folder.path("tls.key");
    let refused = |files: &Files| files.load().unwrap_err().to_string();
    fs::remove_file(&key).unwrap();
    fs::create_dir(&key).unwrap();
    assert!(refused(&files).ends_with("tls.key` is no file"));
    fs::remove_dir(&key).unwrap();
    fs::write(&key, vec![b'a'; (1 << 20) + 1]).unwrap();
    assert!(refused(&files).contains("tls.key` is larger than 1 MiB"));
    fs::write(&key, [0xff, 0xfe]).unwrap();
    assert!(refused(&files).contains("tls.key` is no PEM"));
    fs::write(&key, signed(|_| {}).key).unwrap();
    assert!(refused(&files).contains("tls.key` is not the key of the first certificate of `"));
    let device = Files::new("/dev/zero", &key);
    assert_eq!(refused(&device), "`/dev/zero` is no file");
}

#[test]
fn a_certificate_that_signed_itself_is_its_own_bundle() {
    let folder = Folder::new("own");
    let bare = |made: &Made| {
        folder.put(made);
        Files::new(folder.path("tls.crt"), folder.path("tls.key"))
            .load()
            .unwrap()
    };
    let own = self_signed(|_| {});
    let lines = |text: &str| text.split_whitespace().collect::<String>();
    assert_eq!(lines(bare(&own).ca_bundle()), lines(&own.certificate));
    assert_eq!(bare(&signed(|_| {})).ca_bundle(), "");
}
