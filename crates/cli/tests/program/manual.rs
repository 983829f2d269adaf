//! Help, manual pages and completions: there for every command.

use crate::kdelta;

const COMMANDS: [&[&str]; 11] = [
    &[],
    &["certify", "laplace"],
    &["certify", "vector"],
    &["certify", "gaussian"],
    &["certify", "kernel"],
    &["solve", "gaussian"],
    &["enumerate", "gaussian"],
    &["plot", "gaussian"],
    &["audit"],
    &["completions"],
    &["man"],
];

#[test]
fn every_command_has_help_with_examples() {
    for command in COMMANDS {
        let help = kdelta(&[command, &["--help"]].concat()).yes();
        assert!(help.contains("Usage: kdelta"), "{help}");
        let built_without = !cfg!(feature = "reference") && command.contains(&"kernel");
        assert!(built_without || help.contains("Examples:\n  kdelta"), "{help}");
    }
}

#[test]
fn the_help_of_certify_laplace() {
    insta::assert_snapshot!(kdelta(&["certify", "laplace", "--help"]).yes());
}

#[test]
fn every_command_has_a_manual_page() {
    for command in COMMANDS {
        let page = kdelta(&[&["man"], command].concat()).yes();
        assert!(page.contains(".TH kdelta") && page.contains(".SH SYNOPSIS"), "{page}");
    }
    assert!(kdelta(&["man", "gauss"]).no(2).contains("it has certify"));
    kdelta(&["man", "audit", "deeper"]).no(2);
}

#[test]
fn completions_of_every_shell_know_the_flags() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(kdelta(&["completions", shell]).yes().contains("query-error"), "{shell}");
    }
    kdelta(&["completions", "tcsh"]).no(2);
    kdelta(&["completions"]).no(2);
}

#[test]
fn the_version_is_the_workspace_s() {
    assert_eq!(kdelta(&["--version"]).yes(), format!("kdelta {}\n", env!("CARGO_PKG_VERSION")));
}
