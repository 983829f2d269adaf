//! What `--out`, `--state` and standard output do to the files they meet, and what is left of them when a run is ended.
#![cfg(target_os = "linux")]

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

/// Answers 0 to 100 whose range is also their sensitivity.
const CERTIFY: [&str; 13] = [
    "certify",
    "laplace",
    "--epsilon",
    "1",
    "--sensitivity",
    "100",
    "--answers",
    "0..100",
    "--window",
    "-500..600",
    "--grid",
    "2^-3",
    "--out",
];

/// The program in a directory.
fn program(place: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("kdelta"));
    command.current_dir(place).args(arguments).env("RUST_BACKTRACE", "0").stdin(Stdio::null());
    command
}

/// An empty directory that anybody may enter.
fn place() -> TempDir {
    let place = tempfile::tempdir().unwrap();
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    place
}

/// A directory with an answer and a certificate for answers of 0 to 100.
fn certified() -> TempDir {
    let place = place();
    fs::write(place.path().join("answer"), "50\n").unwrap();
    let output = program(place.path(), &[&CERTIFY[..], &["c.json"]].concat()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    place
}

fn names(place: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(place).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Why a run failed, in one line, without a panic.
fn reason(output: &Output) -> String {
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(output.status.code().is_some_and(|code| code == 1 || code == 2), "{output:?}");
    assert!(said.starts_with("kdelta: ") && said.lines().count() == 1, "{said}");
    said
}

/// Every command that writes a file, with the flag of that file last.
fn writers() -> Vec<Vec<&'static str>> {
    let certificate = concat!(env!("CARGO_MANIFEST_DIR"), "/../../certificates/kernel-cos-sin.json");
    let mut writers = vec![
        CERTIFY.to_vec(),
        vec!["plot", "figure-1", "--out"],
        vec!["report", certificate, "--out"],
        vec!["release", "--certificate", "c.json", "--in", "answer", "--out"],
    ];
    if cfg!(feature = "reference") {
        writers.push(vec!["certify", "kernel", "shift-add", "--format", "u16", "--out"]);
        writers.push(vec!["certify", "kernel", "libm", "--domain", "2^-8", "--state"]);
    }
    writers
}

#[test]
fn every_writer_follows_links_and_keeps_the_mode_of_what_it_replaces() {
    let place = certified();
    let at = |name: &str| place.path().join(name);
    for writer in writers() {
        let run = |out: &str| {
            let output = program(place.path(), &[&writer[..], &[out]].concat()).output().unwrap();
            assert!(output.status.success(), "{writer:?} {output:?}");
        };
        // A link to nothing: what it leads to is made, with the mode of any new file.
        fs::create_dir(at("elsewhere")).unwrap();
        symlink("elsewhere/made", at("second")).unwrap();
        symlink("second", at("link")).unwrap();
        run("link");
        for link in ["link", "second"] {
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{writer:?}");
        }
        let made = at("elsewhere/made");
        assert!(fs::symlink_metadata(&made).unwrap().is_file(), "{writer:?}");
        File::create(at("ordinary")).unwrap();
        assert_eq!(mode(&made), mode(&at("ordinary")), "{writer:?}");
        // A link to a file: that is replaced, with the mode it had.
        fs::set_permissions(&made, fs::Permissions::from_mode(0o640)).unwrap();
        // Kept open, so that its number is not given to another.
        let before = File::open(&made).unwrap();
        run("link");
        assert_eq!(mode(&made), 0o640, "{writer:?}");
        let inode = |found: fs::Metadata| found.ino();
        assert_ne!(
            inode(fs::metadata(&made).unwrap()),
            inode(before.metadata().unwrap()),
            "{writer:?}: replaced, not overwritten"
        );
        assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink(), "{writer:?}");
        assert_eq!(names(&at("elsewhere")), ["made"], "{writer:?}");
        assert_eq!(
            names(place.path()),
            ["answer", "c.json", "elsewhere", "link", "ordinary", "second"],
            "{writer:?}"
        );
        fs::remove_dir_all(at("elsewhere")).unwrap();
        for name in ["link", "ordinary", "second"] {
            fs::remove_file(at(name)).unwrap();
        }
    }
}

#[test]
fn every_writer_refuses_what_cannot_be_written_and_leaves_nothing() {
    let place = certified();
    symlink("loop", place.path().join("loop")).unwrap();
    for writer in writers() {
        for (out, word) in [
            (".", "directory"),
            ("new/", "directory"),
            ("absent/file", "No such file"),
            ("c.json/file", "Not a directory"),
            ("loop", "symbolic links"),
            ("/dev/full", "No space left"),
            ("/proc/file", "No such file"),
        ] {
            // A state is no stream of bytes: any device is refused.
            let word = match (writer.last(), out) {
                (Some(&"--state"), "." | "/dev/full") => "regular file",
                _ => word,
            };
            let output = program(place.path(), &[&writer[..], &[out]].concat()).output().unwrap();
            let said = reason(&output);
            assert!(said.contains(word) && said.contains(out), "{writer:?} {out}: {said}");
            assert_eq!(output.stdout, b"", "{writer:?} {out}: nothing is printed about what was not kept");
        }
        assert_eq!(names(place.path()), ["answer", "c.json", "loop"], "{writer:?}");
    }
    assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
}

/// As an ordinary user: for root nothing is read-only.
#[test]
fn a_directory_or_a_file_that_is_read_only_is_refused() {
    let place = certified();
    let at = |name: &str| place.path().join(name);
    let sealed = at("sealed");
    fs::create_dir(&sealed).unwrap();
    fs::create_dir(at("open")).unwrap();
    fs::set_permissions(at("open"), fs::Permissions::from_mode(0o777)).unwrap();
    fs::write(at("open/kept"), "kept").unwrap();
    fs::set_permissions(at("open/kept"), fs::Permissions::from_mode(0o444)).unwrap();
    fs::set_permissions(&sealed, fs::Permissions::from_mode(0o555)).unwrap();
    // The program, where an ordinary user can run it.
    let copy = at("kdelta");
    fs::copy(assert_cmd::cargo::cargo_bin!("kdelta"), &copy).unwrap();
    fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)).unwrap();
    let ordinary = |arguments: &[&str]| {
        let mut command = if fs::metadata("/proc/self").unwrap().uid() == 0 {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&copy);
            command
        } else {
            Command::new(&copy)
        };
        command.current_dir(place.path()).args(arguments).stdin(Stdio::null()).output()
    };
    match ordinary(&["--version"]) {
        Ok(output) if output.status.success() => {}
        other => return println!("skipped: no ordinary user can run the program here: {other:?}"),
    }
    for writer in writers() {
        for out in ["sealed/file", "open/kept"] {
            let said = reason(&ordinary(&[&writer[..], &[out]].concat()).unwrap());
            // A state that is there is read first.
            assert!(
                said.contains("Permission denied") || writer.last() == Some(&"--state"),
                "{writer:?}: {said}"
            );
        }
        assert!(ordinary(&[&writer[..], &["open/new"]].concat()).unwrap().status.success(), "{writer:?}");
        fs::remove_file(at("open/new")).unwrap();
        assert_eq!(fs::read(at("open/kept")).unwrap(), b"kept", "{writer:?}");
        assert!(names(&sealed).is_empty() && names(&at("open")) == ["kept"], "{writer:?}");
    }
}

/// First a link of our own, so that a mistake harms only that.
#[test]
fn standard_output_as_a_file_is_written_through_and_its_link_stays() {
    let place = certified();
    let own = place.path().join("stdout");
    symlink("/proc/self/fd/1", &own).unwrap();
    let before = fs::read_link("/dev/stdout").unwrap();
    for out in ["stdout", "/proc/self/fd/1", "/dev/stdout"] {
        for writer in writers().iter().filter(|writer| writer.last() == Some(&"--out")) {
            // A pipe.
            let arguments = [&writer[..], &[out]].concat();
            let output = program(place.path(), &arguments).output().unwrap();
            assert!(output.status.success(), "{writer:?} {output:?}");
            let piped = output.stdout;
            assert!(piped.len() > 1, "{writer:?}");
            assert!(fs::symlink_metadata(&own).unwrap().is_symlink(), "{writer:?}");
            // A file that the shell has opened, with something in it: what is written comes behind that, and what is printed
            // comes behind both.
            let file = place.path().join("file");
            let mut opened = File::create(&file).unwrap();
            opened.write_all(b"before\n").unwrap();
            let inode = opened.metadata().unwrap().ino();
            let status =
                program(place.path(), &arguments).stdout(opened).stderr(Stdio::null()).status().unwrap();
            assert!(status.success(), "{writer:?}");
            assert_eq!(fs::metadata(&file).unwrap().ino(), inode, "{writer:?}: the same file");
            let written = fs::read(&file).unwrap();
            let behind = written.strip_prefix(b"before\n").unwrap();
            // Releases are never the same.
            if writer.first() != Some(&"release") {
                assert!(behind == piped, "{writer:?}");
            }
        }
    }
    assert_eq!(fs::read_link("/dev/stdout").unwrap(), before, "the system's link is as it was");
    assert_eq!(names(place.path()), ["answer", "c.json", "file", "stdout"]);
}

#[test]
fn pipes_and_devices_are_written_through() {
    let place = certified();
    let pipe = place.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    symlink("pipe", place.path().join("link")).unwrap();
    for writer in writers().iter().filter(|writer| writer.last() == Some(&"--out")) {
        for out in ["pipe", "link"] {
            let child = program(place.path(), &[&writer[..], &[out]].concat()).stdout(Stdio::null()).spawn();
            let mut received = Vec::new();
            File::open(&pipe).unwrap().read_to_end(&mut received).unwrap();
            assert!(child.unwrap().wait().unwrap().success(), "{writer:?}");
            assert!(received.len() > 1, "{writer:?}");
            assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo(), "{writer:?}");
        }
        let output = program(place.path(), &[&writer[..], &["/dev/null"]].concat()).output().unwrap();
        assert!(output.status.success(), "{writer:?} {output:?}");
    }
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert_eq!(names(place.path()), ["answer", "c.json", "link", "pipe"]);
}

/// As a container has it whose user mounted one file.
#[test]
fn a_file_that_is_mounted_by_itself_is_refused_with_the_remedy() {
    let place = place();
    fs::write(place.path().join("outer"), "old").unwrap();
    fs::write(place.path().join("inner"), "").unwrap();
    let script = |rest: &str| {
        let script = format!("mount --bind outer inner || exit 77; {rest}");
        let program = assert_cmd::cargo::cargo_bin!("kdelta");
        let unshared = ["--user", "--map-root-user", "--mount", "sh", "-c", &script];
        Command::new("unshare").args(unshared).arg(program).current_dir(place.path()).output()
    };
    match script("true") {
        Ok(output) if output.status.success() => {}
        other => return println!("skipped: nothing can be mounted here: {other:?}"),
    }
    let output = script("\"$0\" plot figure-1 --out inner").unwrap();
    assert!(
        reason(&output).contains("--out inner: cannot be written: it is mounted by itself"),
        "{output:?}"
    );
    assert_eq!(fs::read(place.path().join("outer")).unwrap(), b"old");
    assert_eq!(names(place.path()), ["inner", "outer"]);
}

#[test]
fn without_room_for_temporary_files_short_outputs_pass_and_long_ones_are_refused() {
    let place = certified();
    let release = |input: &str| {
        let arguments = ["release", "--certificate", "c.json", "--in", input];
        program(place.path(), &arguments).env("TMPDIR", "/nonexistent").output().unwrap()
    };
    let short = release("answer");
    assert!(short.status.success() && short.stdout.ends_with(b"\n"), "{short:?}");
    fs::write(place.path().join("long"), "50\n".repeat(500_000)).unwrap();
    let long = release("long");
    let said = reason(&long);
    assert!(
        said.contains("/nonexistent") && said.contains("TMPDIR") && said.contains("nothing was released"),
        "{said}"
    );
    assert!(long.stdout.is_empty());
}

/// A release that has written some of its output and waits for more input, and what it has open in the directory.
fn in_the_middle(place: &Path) -> (Child, Vec<PathBuf>) {
    let mut child = program(place, &["release", "--certificate", "c.json", "-", "--out", "out"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // More than the blocks that all threads read ahead.
    child.stdin.as_mut().unwrap().write_all("50\n".repeat(3_000_000).as_bytes()).unwrap();
    let real = place.canonicalize().unwrap();
    let open: Vec<_> = fs::read_dir(format!("/proc/{}/fd", child.id()))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| fs::read_link(path).is_ok_and(|to| to.starts_with(&real)))
        .collect();
    (child, open)
}

#[test]
fn a_signal_in_the_middle_of_writing_ends_the_run_and_leaves_nothing() {
    let place = certified();
    fs::write(place.path().join("out"), "old").unwrap();
    for (name, number) in [("HUP", 1), ("INT", 2), ("QUIT", 3), ("KILL", 9), ("TERM", 15)] {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap().trim();
        if u64::from_str_radix(ignored, 16).unwrap() & (1 << (number - 1)) != 0 {
            println!("skipped: {name} is ignored here, and so it is in a program that is started from here");
            continue;
        }
        let (mut child, open) = in_the_middle(place.path());
        let sizes: Vec<_> = open.iter().map(|path| fs::metadata(path).unwrap().len()).collect();
        assert!(sizes.iter().any(|size| *size > 1 << 20), "releases were being written: {open:?} {sizes:?}");
        for path in &open {
            assert_eq!(mode(path), 0o600, "nobody else reads it before it is published");
        }
        let kill = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        // Held open, as its end would be the end of the answers.
        let stdin = child.stdin.take();
        let status = child.wait().unwrap();
        drop(stdin);
        // What a shell calls 128 + number.
        assert_eq!(status.signal(), Some(number), "{name}: {status}");
        assert_eq!(names(place.path()), ["answer", "c.json", "out"], "{name}");
        assert_eq!(fs::read(place.path().join("out")).unwrap(), b"old", "{name}");
    }
}

/// `nohup` promises that a run outlives its terminal.
#[test]
fn a_signal_that_was_ignored_at_the_start_stays_ignored() {
    let place = certified();
    let program = assert_cmd::cargo::cargo_bin!("kdelta").display().to_string();
    let mut child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$0\" release --certificate c.json - --out out", &program])
        .current_dir(place.path())
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all("50\n".repeat(1_000_000).as_bytes()).unwrap();
    assert!(Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap().success());
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    assert!(fs::read(place.path().join("out")).unwrap().ends_with(b"\n"));
}

/// One command line of each kind that prints.
fn printers() -> Vec<Vec<&'static str>> {
    let certificate = concat!(env!("CARGO_MANIFEST_DIR"), "/../../certificates/kernel-cos-sin.json");
    let mut printers: Vec<_> = writers()
        .into_iter()
        .filter(|writer| writer.last() == Some(&"--out"))
        .map(|mut writer| {
            writer.pop();
            writer
        })
        .collect();
    printers.extend([
        vec!["audit", certificate],
        vec!["audit", certificate, "--json"],
        vec!["attack", "--list"],
        vec!["enumerate", "--pair", "0..1"],
        vec!["completions", "bash"],
        vec!["man"],
        vec!["--help"],
        vec!["help"],
        vec!["certify", "laplace", "--help"],
        vec!["--version"],
    ]);
    printers
}

#[test]
fn a_full_disk_behind_standard_output_is_told_by_every_command() {
    let place = certified();
    for printer in printers() {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = program(place.path(), &printer).stdout(full).output().unwrap();
        let said = reason(&output);
        assert!(said.contains("standard output cannot be written: No space left"), "{printer:?}: {said}");
    }
}

/// A closed standard output becomes `/dev/null` before the program begins: a release would be paid for and lost without a word. To
/// throw releases away, `> /dev/null` says so.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_released_to_a_standard_output_that_is_closed() {
    let place = certified();
    let release = |redirection: &str| {
        let command = format!("exec \"$0\" release --certificate c.json --in answer {redirection}");
        let kdelta = assert_cmd::cargo::cargo_bin!("kdelta");
        let mut shell = Command::new("sh");
        shell
            .current_dir(place.path())
            .arg("-c")
            .arg(command)
            .arg(kdelta)
            .stdin(Stdio::null())
            .output()
            .unwrap()
    };
    let said = reason(&release(">&-"));
    assert!(said.contains("it is closed") && said.contains("nothing was released"), "{said}");
    assert!(release("> /dev/null").status.success());
}

#[test]
fn a_reader_that_has_gone_is_told_by_every_command() {
    let place = certified();
    for printer in printers() {
        // The reader has gone before the program begins, so that it cannot be faster.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let child = program(place.path(), &printer).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let said = reason(&child.wait_with_output().unwrap());
        assert!(said.contains("standard output cannot be written: Broken pipe"), "{printer:?}: {said}");
    }
}

#[cfg(feature = "reference")]
#[test]
fn a_state_without_end_is_refused_after_its_limit() {
    let place = place();
    let run = ["certify", "kernel", "libm", "--domain", "2^-8"];
    let merged = program(place.path(), &[&run[..], &["--merge", "/dev/zero"]].concat()).output().unwrap();
    let said = reason(&merged);
    assert!(said.contains("/dev/zero: it has more than 4194304 bytes, the limit"), "{said}");
    for device in ["/dev/zero", "/dev/null", "/dev/stdin"] {
        let kept = program(place.path(), &[&run[..], &["--state", device]].concat()).output().unwrap();
        let said = reason(&kept);
        assert!(said.contains(&format!("{device}: a state is kept in a regular file")), "{said}");
    }
    assert!(fs::metadata("/dev/zero").unwrap().file_type().is_char_device());
}

/// A stack that no machine has makes the system refuse every thread but the first.
#[test]
fn without_threads_every_command_does_its_work_in_one() {
    let place = certified();
    let alone = |arguments: &[&str]| {
        let mut command = program(place.path(), arguments);
        command.env("RUST_MIN_STACK", (1_u64 << 62).to_string());
        command
    };
    let mut commands = printers();
    commands.push(vec!["solve", "--budget", "1", "--table"]);
    commands.push(vec!["enumerate", "--pair", "0..1", "--bits", "14"]);
    if cfg!(feature = "reference") {
        commands.push(vec!["certify", "kernel", "libm", "--domain", "2^-18", "--json"]);
    }
    for arguments in commands {
        let (alone, usual) =
            (alone(&arguments).output().unwrap(), program(place.path(), &arguments).output().unwrap());
        let said = String::from_utf8_lossy(&alone.stderr).into_owned();
        assert_eq!(alone.status.code(), usual.status.code(), "{arguments:?}: {said}");
        assert_eq!(said, String::from_utf8_lossy(&usual.stderr), "{arguments:?}");
        // Releases are never the same.
        if arguments[0] != "release" {
            assert!(alone.stdout == usual.stdout, "{arguments:?}");
        }
    }
    // A stream of releases, of more blocks than one, flushed on the way.
    let mut child = alone(&["release", "--certificate", "c.json", "-", "--out", "out"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all("50\n".repeat(3_000_000).as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    let out = fs::read(place.path().join("out")).unwrap();
    assert_eq!(out.iter().filter(|byte| **byte == b'\n').count(), 3_000_000);
}

/// The setting of `certificates/mechanism-binary64.json`.
const BINARY64: [&str; 13] = [
    "certify",
    "laplace",
    "--epsilon",
    "1",
    "--sensitivity",
    "1",
    "--answers",
    "0..1",
    "--window",
    "-16..16",
    "--grid",
    "2^-10",
    "--generator",
];

fn theorem(place: &Path, generator: &str, file: &str) -> Output {
    program(place, &BINARY64).args(generator.split(' ')).args(["--coq", file]).output().unwrap()
}

/// What Coq proves of a committed certificate is what the program writes for its setting: of one value, of a vector, of Gaussian
/// noise in each format, of points in a rectangle and in a disc, of places on the globe, and with the other sampler.
#[test]
fn the_theorem_of_a_setting_is_that_of_its_certificate() {
    let place = place();
    assert_eq!(theorem(place.path(), "relative-52", "mechanism_binary64.v").status.code(), Some(0));
    for command in [
        "certify vector --dimension 1000 --changed 3 --sensitivity 3 --answers 0..1000000 --coq vector_binary64.v",
        "certify gaussian --sigma 1 --delta 1/1000000 --sensitivity 1 --answers 0..1 --window -8..9 --grid 2^-10 --coq mechanism_gaussian_binary64.v",
        "certify planar --epsilon ln(4) --distance 200 --coq planar_binary64.v",
        "certify planar --answers -500..500,-500..500 --distance 100 --disc 1000 --format fixed-64-32 --coq planar_fixed_64_32_disc.v",
        "certify gaussian --rho 1/2 --delta 1/1000000 --sensitivity 1 --answers 0..100 --window -8..108 --grid 2^-4 --format f32 --generator lazy-23 --coq mechanism_gaussian_binary32.v",
        "certify gaussian --sigma 1 --delta 1/1000000 --sensitivity 1 --answers 0..1 --window -8..9 --grid 2^-10 --format fixed-64-40 --generator relative-52 --coq mechanism_gaussian_fixed_64_40.v",
        "certify planar --epsilon ln(4) --distance 200 --box 2.28..2.42,48.81..48.90 --coq planar_binary64_globe.v",
        "certify planar --sampler inverse --answers -200..200,-200..200 --window -400..400,-400..400 --distance 100 --coq planar_binary64_inverse.v",
    ] {
        let output = program(place.path(), &command.split(' ').collect::<Vec<_>>()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", reason(&output));
    }
    for (written, committed) in [
        ("mechanism_binary64.v", "MechanismBinary64.v"),
        ("vector_binary64.v", "VectorBinary64.v"),
        ("mechanism_gaussian_binary64.v", "GaussianBinary64.v"),
        ("planar_binary64.v", "PlanarBinary64.v"),
        ("planar_fixed_64_32_disc.v", "PlanarFixed6432Disc.v"),
        ("mechanism_gaussian_binary32.v", "GaussianBinary32.v"),
        ("mechanism_gaussian_fixed_64_40.v", "GaussianFixed6440.v"),
        ("planar_binary64_globe.v", "PlanarBinary64Globe.v"),
        ("planar_binary64_inverse.v", "PlanarBinary64Inverse.v"),
    ] {
        let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs/coq").join(committed);
        let written = std::fs::read_to_string(place.path().join(written)).unwrap();
        assert_eq!(written, std::fs::read_to_string(committed).unwrap());
    }
}

#[test]
fn a_setting_without_a_theorem_leaves_no_file() {
    let place = place();
    for (generator, file, code, says) in [
        (
            "midpoint-53 --format fixed-64-40",
            "count.v",
            1,
            "no theorem of Coq for the generator midpoint-BITS in fixed point yet",
        ),
        ("relative-52", "1.v", 2, "as count.v does"),
        ("relative-52", "count", 2, "as count.v does"),
        ("relative-52", "none/count.v", 1, "--coq none/count.v: cannot be written"),
    ] {
        let output = theorem(place.path(), generator, file);
        assert_eq!(output.status.code(), Some(code), "{generator} {file}");
        let reason = reason(&output);
        assert!(reason.contains(says), "{reason}");
        assert!(names(place.path()).is_empty(), "{:?}", names(place.path()));
    }
    for (command, says) in [
        (
            "certify gaussian --sigma 1 --delta 1e-6 --sensitivity 1 --answers 0..1 --format f32 --generator relative-23 --coq g.v",
            "no theorem of Coq for Gaussian noise in f64 or f32 with another generator than lazy-BITS yet",
        ),
        (
            "certify planar --answers -100..100,-100..100 --distance 100 --sampler inverse --format fixed-64-32 --coq p.v",
            "no theorem of Coq for planar noise in fixed point whose radius is by the inverse distribution function yet",
        ),
    ] {
        let output = program(place.path(), &command.split(' ').collect::<Vec<_>>()).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(reason(&output).contains(says), "{}", reason(&output));
        assert!(names(place.path()).is_empty(), "{:?}", names(place.path()));
    }
}
