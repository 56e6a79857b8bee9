//! The names that a certificate is for.

use std::net::IpAddr;

use rcgen::SanType;

use super::CertificateError;

/// Host names and addresses, each once, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hosts(Vec<String>);

impl Hosts {
    /// Names are lower-cased, a last dot and the brackets around an IPv6 address left out.
    pub(super) fn parse(
        hosts: impl IntoIterator<Item = impl Into<String>>,
    ) -> Result<Self, CertificateError> {
        let mut all = Vec::new();
        for host in hosts {
            let host = parse(&host.into())?;
            if !all.contains(&host) {
                all.push(host);
            }
        }
        if all.is_empty() {
            return Err(CertificateError::new(
                "a certificate is for at least one host: give `<service>.<namespace>.svc`, or the host of the URL",
            ));
        }
        Ok(Self(all))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    pub(super) fn first(&self) -> &str {
        &self.0[0]
    }

    /// As they stand in `subjectAltName`.
    pub(super) fn sans(&self) -> Vec<SanType> {
        self.iter()
            .filter_map(|host| match host.parse::<IpAddr>() {
                Ok(address) => Some(SanType::IpAddress(address)),
                // Of a name that was parsed, every character is ASCII.
                Err(_) => host.try_into().ok().map(SanType::DnsName),
            })
            .collect()
    }
}

/// What Go's client takes for a name: labels of letters, digits, `-` and `_`, and `*` for a whole first one.
pub(super) fn parse(host: &str) -> Result<String, CertificateError> {
    let bare = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'))
        .unwrap_or(host);
    if let Ok(address) = bare.parse::<IpAddr>() {
        return Ok(address.to_string());
    }
    let name = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    let below = name.strip_prefix("*.").unwrap_or(&name);
    if name.len() <= 253 && below.split('.').all(label) {
        Ok(name)
    } else {
        Err(CertificateError::new(format!(
            "`{}` is no host name and no IP address: write it as in a URL, without scheme, port and path",
            host.chars().take(300).collect::<String>()
        )))
    }
}
