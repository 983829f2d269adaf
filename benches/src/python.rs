//! diffprivlib, timed by Python itself: `laplace.py` prints a name and the nanoseconds of one call, line by line.

use std::error::Error;
use std::path::PathBuf;
use std::process::Command;

/// The interpreter of an environment that has diffprivlib, if it could be made.
pub struct Python(pub Option<PathBuf>);

/// A name, and the nanoseconds of one call; none where diffprivlib is not installed.
type Timed = (String, Option<f64>);

/// What `laplace.py` times, in its order.
const MECHANISMS: [&str; 2] = ["Laplace", "Snapping"];

impl Python {
    /// One `randomise` of each mechanism.
    pub fn laplace(&self) -> Result<Vec<Timed>, Box<dyn Error>> {
        let name = |mechanism: &str| format!("diffprivlib `{mechanism}.randomise` (Python)");
        let Some(interpreter) = &self.0 else {
            return Ok(MECHANISMS.map(|mechanism| (name(mechanism), None)).to_vec());
        };
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/laplace.py");
        let output = Command::new(interpreter).arg(script).output()?;
        let text = String::from_utf8(output.stdout)?;
        let found: Vec<_> = text
            .lines()
            .filter_map(|line| line.split_once(' '))
            .map(|(mechanism, time)| Ok((name(mechanism), Some(time.parse()?))))
            .collect::<Result<_, std::num::ParseFloatError>>()?;
        if !output.status.success() || found.len() != MECHANISMS.len() {
            return Err(format!("laplace.py: {}", String::from_utf8_lossy(&output.stderr)).into());
        }
        Ok(found)
    }
}
