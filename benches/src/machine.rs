//! Where and when a run took place.

use std::process::Command;

fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().unwrap_or("unknown").to_owned()
}

/// Date, processor, cores and compiler, in one sentence each.
pub fn describe() -> String {
    let processors = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    format!(
        "- date: {}\n- processor: {}, {cores} cores\n- compiler: {}\n- commit: {}\n",
        first_line("date", &["-u", "+%Y-%m-%d %H:%M UTC"]),
        model.map_or("unknown", |(_, name)| name),
        first_line("rustc", &["--version"]),
        first_line("git", &["describe", "--always", "--dirty"]),
    )
}
