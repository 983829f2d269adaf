//! Where and when a run took place.

use std::process::Command;

fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().unwrap_or("unknown").to_owned()
}

/// Date, processor, cores, load, compiler and commit, a line each.
pub fn describe() -> String {
    let processors = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    // Other work shows here: figures of a busy machine are worth little.
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("unknown");
    format!(
        "- date: {}\n- processor: {}, {cores} cores, load {load} at the start\n- compiler: {}\n- commit: {}\n",
        first_line("date", &["-u", "+%Y-%m-%d %H:%M UTC"]),
        model.map_or("unknown", |(_, name)| name),
        first_line("rustc", &["--version"]),
        first_line("git", &["describe", "--always", "--dirty"]),
    )
}
