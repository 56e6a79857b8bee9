//! Certificates that an earlier run wrote, and that still do.

use std::{fs, time::Duration};

use wheelwright::webhook::{
    deploy::{Certificates, Installation},
    tls::Memory,
};

use super::kite::{given, installation};

const DAY: Duration = Duration::from_hours(24);

fn living(days: u32) -> Certificates {
    let hosts = installation(Certificates::Managed).names().hosts;
    Certificates::from(&Memory::with_lifetime(hosts, DAY * days).unwrap())
}

fn text(certificates: Certificates) -> String {
    installation(certificates).yaml().unwrap()
}

#[test]
fn a_certificate_is_kept_while_it_fits_and_lives() {
    let folder = std::env::temp_dir().join(format!("wheelwright-kept-{}", std::process::id()));
    drop(fs::remove_dir_all(&folder));
    let asked = installation(Certificates::cert_manager());
    let kept = |asked: &Installation| asked.written_certificates(&folder);
    assert!(kept(&asked).is_none(), "no folder");

    for certificates in [living(40), given()] {
        installation(certificates.clone())
            .write_to(&folder)
            .unwrap();
        let found = kept(&asked).expect("one that was written");
        assert_eq!(text(found), text(certificates));
    }
    let elsewhere = installation(Certificates::cert_manager()).service("other");
    assert!(kept(&elsewhere).is_none(), "for another host");

    installation(living(29)).write_to(&folder).unwrap();
    assert!(kept(&asked).is_none(), "less than a month");

    // Two that do not fit together, and one that is cut off.
    let secret = folder.join("1-server/30-secret.yaml");
    let key_of = |text: &str| {
        let key = text.lines().find(|line| line.starts_with("  tls.key: "));
        key.unwrap().to_owned()
    };
    installation(living(50)).write_to(&folder).unwrap();
    let written = fs::read_to_string(&secret).unwrap();
    let other = key_of(&text(living(50)));
    fs::write(&secret, written.replace(&key_of(&written), &other)).unwrap();
    assert!(kept(&asked).is_none(), "another key");
    fs::write(&secret, &written[..written.len() / 2]).unwrap();
    assert!(kept(&asked).is_none(), "half a file");
    fs::write(&secret, written).unwrap();
    assert!(kept(&asked).is_some());
    fs::remove_dir_all(&folder).unwrap();
}
