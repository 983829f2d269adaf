//! Files in which every cell holds a canary, a text of its own that occurs nowhere else: whoever finds one in
//! an output or a message knows which cell got there. The unit tests of the program read thousands of such
//! files; other tests run the program on some.

use crate::Seeded;

/// Canaries: twelve digits that no release has, as they are more than a grid point needs.
struct Canaries {
    count: usize,
    all: Vec<String>,
}

impl Canaries {
    fn next(&mut self) -> String {
        self.count += 1;
        let canary = format!("98{:010}", 7_919 * self.count);
        self.all.push(canary.clone());
        canary
    }
}

/// A CSV file and how it is released.
#[derive(Debug)]
pub struct Table {
    /// The bytes of the file.
    pub input: Vec<u8>,
    /// What separates its fields.
    pub delimiter: u8,
    /// The columns to release, by name or number.
    pub released: Vec<String>,
    /// The columns to keep as they are.
    pub kept: Vec<String>,
    /// Whether the flags say that there is a header, or that there is none.
    pub stated: Option<bool>,
    /// Whether bad rows are to be left out.
    pub skip_bad: bool,
    /// In cells of columns that are not kept: in no output.
    pub secret: Vec<String>,
    /// In all cells: in no message.
    pub all: Vec<String>,
}

impl Table {
    /// The flags of `kdelta release` or `kdelta release planar`, but for the file.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        let flag = if self.released.len() == 1 { "--column" } else { "--columns" };
        let mut all = vec![flag.to_owned(), self.released.join(","), "--delimiter".into()];
        all.push(char::from(self.delimiter).into());
        if !self.kept.is_empty() {
            all.extend(["--keep".into(), self.kept.join(",")]);
        }
        all.extend(self.stated.map(|header| if header { "--header" } else { "--no-header" }.into()));
        all.extend(self.skip_bad.then(|| "--skip-bad".into()));
        all
    }

    /// A file of which the columns "x", or "x" and "y", are to be released; `number` makes the good cells.
    pub fn random(
        random: &mut Seeded,
        axes: usize,
        number: impl Fn(&mut Seeded, usize, &str) -> String,
    ) -> Self {
        let mut canaries = Canaries { count: 0, all: Vec::new() };
        let delimiter = random.pick(&[",", ";", "\t", "|"]);
        let columns = axes + random.below(4);
        // The places of x and y.
        let x = random.below(columns);
        let released: Vec<_> =
            if axes == 1 { vec![x] } else { vec![x, (x + 1 + random.below(columns - 1)) % columns] };
        let kept: Vec<_> =
            (0..columns).filter(|column| !released.contains(column) && random.one_in(2)).collect();
        let (has_header, by_name) = (!random.one_in(5), random.one_in(2));
        // Most files have one fault at most, so that many are released.
        let fault = random.below(18);
        let line_end = if fault == 1 { "\r" } else { random.pick(&["\n", "\r\n"]) };
        let mut text = if random.one_in(4) { "\u{feff}".to_owned() } else { String::new() };
        let mut secret = Vec::new();
        let (rows, mut begun) = (1 + random.below(5), false);
        for row in 0..=rows {
            let is_header = row == 0 && has_header;
            if row == 0 && !has_header && random.one_in(2) {
                continue;
            }
            let mut cells = Vec::new();
            for column in 0..columns {
                let canary = canaries.next();
                let axis = released.iter().position(|released| *released == column);
                let cell = match axis {
                    Some(axis) if is_header && by_name => ["x", "\"y\""][axis].to_owned(),
                    _ if is_header && kept.contains(&column) && by_name => format!("k{column}"),
                    _ if is_header && kept.contains(&column) => {
                        random.pick(&["h", "\"h", "h "]).to_owned() + &canary
                    }
                    _ if is_header => random.pick(&["h", "\"h", "h ", "\"h\"\"h\n"]).to_owned() + &canary,
                    Some(axis) if fault != 2 => number(random, axis, &canary),
                    // What is no plain number.
                    Some(_) => match random.below(9) {
                        0 => format!("1e{canary}"),
                        1 => format!("NaN{canary}"),
                        2 => format!("41,{canary}"),
                        3 => format!("-inf{canary}"),
                        4 => format!("0x{canary}"),
                        5 => format!("{canary}/0"),
                        6 => format!("1_{canary}"),
                        7 => format!("€{canary}"),
                        _ => format!("{canary}{canary}").repeat(60),
                    },
                    // Only fields that are left out may have line ends.
                    None => {
                        match random.below(6) + usize::from(kept.contains(&column) && !random.one_in(8)) * 6 {
                            0 => format!("t{canary}"),
                            1 => format!("\"t{canary}{delimiter}\n\"\"{canary}\""),
                            2 => format!("\"\r\n{canary}\""),
                            3 => format!("it\"s{canary}"),
                            4 | 7 => canary.clone(),
                            6 | 8 => format!("\"t{canary}{delimiter}\"\"{canary}\""),
                            _ => format!(" {canary} "),
                        }
                    }
                };
                // Header cells that open a quote close it.
                let cell = if is_header && cell.starts_with("\"h") { cell + "\"" } else { cell };
                let cell = match (fault, random.below(4)) {
                    (3, 0) => format!("\"{cell}"),
                    (4, 0) => format!("\"a\"{cell}"),
                    (5, 0) => format!("{cell}\r{canary}"),
                    (6, 0) => format!("\"{cell}\r{canary}\""),
                    _ => cell,
                };
                if !kept.contains(&column) {
                    secret.push(canary);
                }
                cells.push(cell);
            }
            if fault == 7 && random.one_in(3) {
                cells.pop();
            }
            // A row that is longer than the first: were the first one longer, all columns would have another
            // place.
            if fault == 8 && begun && random.one_in(3) {
                let canary = canaries.next();
                secret.push(canary.clone());
                cells.insert(random.below(cells.len() + 1), canary);
            }
            if cells == [""] || cells.is_empty() {
                continue;
            }
            begun = true;
            text += &cells.join(delimiter);
            text += if fault == 9 { random.pick(&["\n", "\r", "\r\n"]) } else { line_end };
        }
        text += random.pick(&["", "", "\n", "\r\n\r\n"]);
        let name = |column: &usize, name: String| if by_name { name } else { (column + 1).to_string() };
        let stated = match (by_name, random.below(8)) {
            (_, 0) => None,
            (true, _) => Some(true).filter(|_| random.one_in(2)),
            (false, 1) => Some(!has_header),
            (false, _) => Some(has_header),
        };
        let mut input = text.into_bytes();
        if random.one_in(20) {
            let at = random.below(input.len() + 1);
            input.insert(at, [0, 0xff, b'"', b'\r'][random.below(4)]);
        }
        Self {
            input,
            delimiter: delimiter.as_bytes()[0],
            released: released
                .iter()
                .zip(["x", "y"])
                .map(|(column, text)| name(column, text.into()))
                .collect(),
            kept: kept.iter().map(|column| name(column, format!("k{column}"))).collect(),
            stated,
            skip_bad: random.one_in(3),
            secret,
            all: canaries.all,
        }
    }
}

/// A GeoJSON file and how it is released.
#[derive(Debug)]
pub struct Collection {
    /// The bytes of the file.
    pub input: Vec<u8>,
    /// The members to keep as they are.
    pub kept: Vec<String>,
    /// Whether bad features are to be left out.
    pub skip_bad: bool,
    /// In members that are not kept: in no output.
    pub secret: Vec<String>,
    /// In all members: in no message.
    pub all: Vec<String>,
}

impl Collection {
    /// The flags of `kdelta release planar`, but for the file.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        let mut all = Vec::new();
        if !self.kept.is_empty() {
            all.extend(["--keep".into(), self.kept.join(",")]);
        }
        all.extend(self.skip_bad.then(|| "--skip-bad".into()));
        all
    }

    /// Places of Paris, about 2.3 and 48.8.
    pub fn random(random: &mut Seeded) -> Self {
        let mut canaries = Canaries { count: 0, all: Vec::new() };
        let fault = random.below(10);
        let kept: Vec<String> = if random.one_in(2) { vec!["open".into(), "id".into()] } else { Vec::new() };
        let mut passing = Vec::new();
        let mut features = Vec::new();
        for _ in 0..1 + random.below(4) {
            let coordinate = |whole: &str, canaries: &mut Canaries| format!("{whole}{}", canaries.next());
            let (longitude, latitude) = (coordinate("2.3", &mut canaries), coordinate("48.8", &mut canaries));
            let coordinates = match (fault, random.below(3)) {
                (1, 0) => format!("{latitude}, {longitude}"),
                (2, 0) => format!("\"{longitude}\", {latitude}"),
                (3, 0) => longitude,
                (4, 0) => format!("{longitude}e5, {latitude}"),
                (5, 0) => format!("{longitude}, {latitude}], \"coordinates\": [1, 2"),
                _ => format!("{longitude}, {latitude}, {}", canaries.next()),
            };
            let open = canaries.next();
            let id = canaries.next();
            if !kept.is_empty() {
                passing.extend([open.clone(), id.clone()]);
            }
            let twice =
                if fault == 6 { format!(", \"open\": \"{}\"", canaries.next()) } else { String::new() };
            features.push(format!(
                "{{\"type\": \"Feature\", \"id\": \"{id}\", \"bbox\": [{}], \"{}\": 1, \"geometry\": {{\"type\": \"Point\", \
                 \"coordinates\": [{coordinates}], \"{}\": {}}}, \"properties\": {{\"open\": [\"{open}\"], \"{}\": \"\\\"{}\"{twice}}}}}",
                canaries.next(),
                canaries.next(),
                canaries.next(),
                canaries.next(),
                canaries.next(),
                canaries.next(),
            ));
        }
        let crs = if fault == 7 { "EPSG" } else { "CRS84" };
        let mut text = format!(
            "{{\"type\": \"FeatureCollection\", \"name\": \"{}\", \"crs\": \"{} {crs}\", \"{}\": {{}},\n\"features\": [{}]}}",
            canaries.next(),
            canaries.next(),
            canaries.next(),
            features.join(",\n")
        );
        if fault == 8 {
            text.truncate(random.below(text.len()));
        }
        if random.one_in(12) {
            text.insert(0, '\u{feff}');
        }
        let mut input = text.into_bytes();
        if fault == 9 && !input.is_empty() {
            let at = random.below(input.len());
            input[at] = [0, 0xff, b'"', b'}', b'\r', b','][random.below(6)];
        }
        let secret = canaries.all.iter().filter(|canary| !passing.contains(canary)).cloned().collect();
        Self { input, kept, skip_bad: random.one_in(3), secret, all: canaries.all }
    }
}

/// Those of the canaries that a text contains.
#[must_use]
pub fn found<'a>(text: &[u8], canaries: &'a [String]) -> Vec<&'a String> {
    let text = String::from_utf8_lossy(text);
    canaries.iter().filter(|canary| text.contains(canary.as_str())).collect()
}
