//! Libraries that Python users call, timed by Python itself: `python.py` prints a name and the nanoseconds of one value, line by line.

use std::error::Error;
use std::path::PathBuf;
use std::process::Command;

/// The interpreter of an environment that has the libraries, if it could be made.
pub struct Python(pub Option<PathBuf>);

/// A name, and the nanoseconds of one value; none where the libraries are not installed.
type Timed = (String, Option<f64>);

impl Python {
    /// One release by each mechanism.
    pub fn releases(&self) -> Result<Vec<Timed>, Box<dyn Error>> {
        let Some(interpreter) = &self.0 else {
            let all = "diffprivlib, Google's library and OpenDP's discrete samplers (Python)";
            return Ok(vec![(all.to_owned(), None)]);
        };
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/python.py");
        let output = Command::new(interpreter).arg(script).output()?;
        if !output.status.success() {
            return Err(format!("python.py: {}", String::from_utf8_lossy(&output.stderr)).into());
        }
        let text = String::from_utf8(output.stdout)?;
        let timed = |line: &str| -> Result<Timed, Box<dyn Error>> {
            let (name, time) = line.split_once('\t').ok_or_else(|| format!("python.py printed {line:?}"))?;
            Ok((name.to_owned(), Some(time.parse()?)))
        };
        text.lines().map(timed).collect()
    }
}
