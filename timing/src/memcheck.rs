//! One run under memcheck, and what it reported.

use kdelta_timing::kind::Kind;
use kdelta_timing::paths::{Failure, OPERATIONS};
use std::path::Path;
use std::process::Command;

/// A line that uses a secret. Compilers spread a look-up over the lines that use what was looked up, and leave some instructions
/// without a line; those count for the line that their function was called from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub kind: Kind,
    /// From the root of the repository.
    pub file: String,
    pub line: usize,
}

/// One report: the place, and the function of ours that valgrind was told to look at.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Report {
    pub place: Place,
    pub operation: &'static str,
}

/// Runs one path under memcheck.
///
/// # Errors
/// If it cannot be run or fails, or if memcheck reports anything else than a branch or an address: each report must be understood.
pub fn reports(root: &Path, name: &str) -> Result<Vec<Report>, Failure> {
    let log = tempfile::NamedTempFile::new()?;
    let program = std::env::current_exe()?;
    let output = Command::new("valgrind")
        .args(["--tool=memcheck", "--error-limit=no", "--leak-check=no", "--num-callers=40", "--xml=yes"])
        .args(["--expensive-definedness-checks=yes", "--read-inline-info=yes"])
        .arg(format!("--xml-file={}", log.path().display()))
        .arg(program)
        .args(["release", name, "--rounds", "2", "--seed", "1", "--hidden"])
        .output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{name} does not run under memcheck, {}: {said}", output.status).into());
    }
    read(root, &std::fs::read_to_string(log.path())?).map_err(|error| format!("{name}: {error}").into())
}

fn read(root: &Path, xml: &str) -> Result<Vec<Report>, Failure> {
    let document = roxmltree::Document::parse(xml)?;
    let mut reports = Vec::new();
    for error in document.descendants().filter(|node| node.has_tag_name("error")) {
        let text = |name: &str| error.children().find(|node| node.has_tag_name(name))?.text();
        let kind = match text("kind") {
            Some("UninitCondition") => Kind::Branch,
            Some("UninitValue") => Kind::Address,
            other => {
                return Err(format!("memcheck reports {other:?}, which is neither branch nor address").into());
            }
        };
        let stack =
            error.children().find(|node| node.has_tag_name("stack")).ok_or("a report without a stack")?;
        let frames: Vec<Frame<'_>> =
            stack.children().filter(|node| node.has_tag_name("frame")).map(Frame::of).collect();
        let (file, line) = frames
            .iter()
            .find_map(|frame| frame.place(root))
            .ok_or_else(|| format!("a report without a line of the source: {frames:?}"))?;
        let operation = frames.iter().find_map(|frame| OPERATIONS.into_iter().find(|name| frame.is(name)));
        reports.push(Report { place: Place { kind, file, line }, operation: operation.unwrap_or("–") });
    }
    Ok(reports)
}

/// A function that was running, an inlined one included.
#[derive(Debug)]
struct Frame<'a> {
    function: &'a str,
    directory: &'a str,
    file: &'a str,
    line: usize,
}

impl<'a> Frame<'a> {
    fn of(frame: roxmltree::Node<'a, 'a>) -> Self {
        let text = |name| frame.children().find(|node| node.has_tag_name(name)).and_then(|node| node.text());
        Self {
            function: text("fn").unwrap_or_default(),
            directory: text("dir").unwrap_or_default(),
            file: text("file").unwrap_or_default(),
            line: text("line").and_then(|line| line.parse().ok()).unwrap_or(0),
        }
    }

    /// The line, unless it is one of Rust's own library or there is none: a report then counts for the line that called it.
    fn place(&self, root: &Path) -> Option<(String, usize)> {
        let path = Path::new(self.directory).join(self.file);
        if self.line == 0 || self.directory.starts_with("/rustc/") || self.file.starts_with("library/") {
            return None;
        }
        Some((path.strip_prefix(root).unwrap_or(&path).display().to_string(), self.line))
    }

    fn is(&self, operation: &str) -> bool {
        let name = self.function.split('<').next().unwrap_or_default();
        name.rsplit("::").next() == Some(operation) && self.file.ends_with("paths.rs")
    }
}
