//! The requests of the documentation get its responses.

use std::{fs, path::Path};

use host_port::CronTabs;
use serde_json::{Value, json};

fn documented(file: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("documented")
        .join(file);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn answer(request: &Value) -> Value {
    let answer = CronTabs::convert(request.to_string()).expect("it is a review");
    serde_json::from_slice(&answer).expect("an answer is JSON")
}

/// A request for the other way: the documented answer's objects, to the version they came from.
fn way_back(request: &Value, response: &Value) -> Value {
    let mut request = request.clone();
    request["request"]["desiredAPIVersion"] = json!("example.com/v1beta1");
    request["request"]["objects"] = response["response"]["convertedObjects"].clone();
    request
}

#[test]
fn responses() {
    for version in ["v1", "v1beta1"] {
        let request = documented(&format!("request.{version}.json"));
        let mut response = documented(&format!("response.{version}.json"));
        // The documentation prints `Failed` here, above objects that were converted.
        response["response"]["result"]["status"] = json!("Success");
        assert_eq!(answer(&request), response);
        let back = answer(&way_back(&request, &response));
        assert_eq!(
            back["response"]["convertedObjects"],
            request["request"]["objects"]
        );
    }
}

#[test]
fn failures() {
    for version in ["v1", "v1beta1"] {
        let failure = documented(&format!("failure.{version}.json"));
        let documented_message = failure["response"]["result"]["message"]
            .as_str()
            .expect("the documentation has a message");
        let mut request = documented(&format!("request.{version}.json"));
        for unlike in ["localhost", ""] {
            request["request"]["objects"][1]["hostPort"] = json!(unlike);
            let answer = answer(&request);
            assert_eq!(answer["apiVersion"], request["apiVersion"]);
            assert_eq!(answer["response"]["uid"], request["request"]["uid"]);
            // Nothing converted, not even the first object, which could be.
            assert_eq!(answer["response"].get("convertedObjects"), None);
            let result = &answer["response"]["result"];
            // The word of Go's constant; the documentation prints `Failed`.
            assert_eq!(result["status"], "Failure");
            let message = result["message"].as_str().unwrap_or_default();
            assert!(message.contains(documented_message), "{message}");
            assert!(
                message.contains("objects[1] CronTab remote-crontab at example.com/v1beta1"),
                "{message}"
            );
        }
    }
}
