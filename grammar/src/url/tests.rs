use super::*;

fn reason(text: &str) -> String {
    parse(text).map_or_else(|error| error.reason.to_string(), |_| "accepted".to_owned())
}

#[test]
fn a_url_is_taken_apart() {
    let url = parse("HTTPS://u:p%40@Example.com:8443/a%20b/?q=1&r#fr%61g").unwrap();
    assert_eq!(url.scheme, "https");
    assert_eq!(
        url.user.as_ref().map(ToString::to_string).as_deref(),
        Some("u:p%40")
    );
    assert_eq!(url.host, "Example.com:8443");
    assert_eq!(url.path, "/a b/");
    assert_eq!(url.query, "q=1&r");
    assert_eq!(url.fragment, "frag");
}

#[test]
fn what_go_takes_is_taken() {
    // Accepted by a real API server 1.36 as conversion webhook URLs.
    for good in [
        "https://a.b/#",
        "https://a.b/?",
        "https://a.b:99999/",
        "https://a.b:",
        "https://[::1]:443/x",
        "https://[fe80::1%25eth0]/",
        "https://ü.example/",
        "https://a_b/",
        "https://a.b/ü x",
    ] {
        assert!(parse(good).is_ok(), "{good}");
    }
    for (text, host) in [
        ("mailto:x", ""),
        ("//host/path", "host"),
        ("///path", ""),
        ("", ""),
        ("*", ""),
    ] {
        assert_eq!(parse(text).unwrap().host, host, "{text}");
    }
}

#[test]
fn what_go_refuses_is_refused_in_its_words() {
    for (text, words) in [
        ("https://a b/", "invalid character \" \" in host name"),
        ("https://a.b/%zz", "invalid URL escape \"%zz\""),
        ("https://a.b/%zé", "invalid URL escape \"%z\\xc3\""),
        ("https://a.b/%z", "invalid URL escape \"%z\""),
        ("https://a%41.b/", "invalid URL escape \"%41\""),
        ("https://a.b:port/", "invalid port \":port\" after host"),
        ("https://a:1:2/", "invalid port \":1:2\" after host"),
        ("https://[::1/", "missing ']' in host"),
        ("https://[1.2.3.4]/", "invalid IP-literal"),
        ("https://x[::1]/", "invalid IP-literal"),
        ("https://u ser@a.b/", "net/url: invalid userinfo"),
        (
            "https://a.b/\n",
            "net/url: invalid control character in URL",
        ),
        (":x", "missing protocol scheme"),
        ("1a:b", "first path segment in URL cannot contain colon"),
        ("https://a.b/#%", "invalid URL escape \"%\""),
    ] {
        assert_eq!(reason(text), words, "{text}");
    }
    assert_eq!(
        parse("https://a b/#f").unwrap_err().to_string(),
        "parse \"https://a b/\": invalid character \" \" in host name"
    );
}

#[test]
fn a_request_uri_is_absolute() {
    for good in ["/x", "http://a", "a:b", "//x//y", "*", "/x#y"] {
        assert!(parse_request_uri(good).is_ok(), "{good}");
    }
    for bad in ["", "x", "x/y", "#x", "http://a b", "/%"] {
        assert!(parse_request_uri(bad).is_err(), "{bad}");
    }
}
