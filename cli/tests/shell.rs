//! What a shell and `man` know of the command.

mod command;

use std::fs;
use std::process::Command;

use command::{Folder, run};

const COMMANDS: [&str; 5] = ["check", "diff", "import", "new", "completions"];

#[test]
fn bash_completes_commands_and_options() {
    let folder = Folder::new(&[]);
    let (exit, script, errors) = run(&folder, &["completions", "bash"], "");
    assert_eq!((exit, errors.as_str()), (0, ""));
    fs::write(folder.path().join("completions"), script).expect("a file");
    let complete = |words: &str| {
        let last = words.split(' ').count() - 1;
        let script = format!(
            "source ./completions; COMP_WORDS=({words}); COMP_CWORD={last}; \
             _wheelwright wheelwright \"${{COMP_WORDS[{last}]}}\" \"${{COMP_WORDS[{}]}}\"; echo \"${{COMPREPLY[*]}}\"",
            last - 1
        );
        let output = Command::new("bash")
            .args(["-c", &script])
            .current_dir(folder.path())
            .output()
            .expect("bash");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    assert_eq!(complete("wheelwright di"), "diff\n");
    assert_eq!(complete("wheelwright new --ki"), "--kind\n");
    assert_eq!(complete("wheelwright check --output gi"), "github\n");
}

#[test]
fn every_shell_gets_all_commands() {
    let folder = Folder::new(&[]);
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (exit, script, errors) = run(&folder, &["completions", shell], "");
        assert_eq!((exit, errors.as_str()), (0, ""), "{shell}");
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    let (exit, _, errors) = run(&folder, &["completions", "cmd"], "");
    assert_eq!(exit, 2);
    assert!(errors.contains("possible values: bash"), "{errors}");
}

#[test]
fn every_command_has_a_page() {
    let folder = Folder::new(&[]);
    let (exit, page, _) = run(&folder, &["man"], "");
    assert_eq!(exit, 0);
    assert!(page.contains(".TH wheelwright 1"), "{page}");
    let (exit, output, errors) = run(&folder, &["man", "--out", "man1"], "");
    assert_eq!((exit, errors.as_str()), (0, ""));
    for command in COMMANDS {
        let file = format!("man1/wheelwright-{command}.1");
        assert!(output.lines().any(|line| line == file), "{output}");
        let (exit, said, _) = run(&folder, &["man", command], "");
        assert_eq!(exit, 0);
        let written = fs::read_to_string(folder.path().join(file)).expect("a page");
        assert_eq!(said, written);
        let title = format!(".TH wheelwright-{command} 1");
        assert!(
            said.contains(&title) && said.contains(".SH OPTIONS"),
            "{said}"
        );
        let listed = format!("wheelwright\\-{command}(1)");
        assert!(page.contains(&listed), "{page}");
    }
    let (exit, output, errors) = run(&folder, &["man", "bake"], "");
    assert_eq!((exit, output.as_str()), (2, ""));
    assert!(errors.contains("write one of check, diff"), "{errors}");
}
