//! GeoJSON (RFC 7946): the points of a FeatureCollection are released, everything else that may pass is copied as it was written.
//!
//! What may pass: `type`, `name` and `crs` of the collection, `type`, `id` and `properties` of its features, byte for byte. All other
//! members are left out: `bbox`, `center` and the like, which geocoders write, tell where the true points are, and so may any that
//! is not known; a third coordinate and further members of a geometry are covered by no noise. A feature whose geometry is not a
//! point is bad.

use super::super::answer::Bad;
use super::super::stream::Tally;
use super::mechanism::Batch;
use super::table::bad_row;
use crate::failure::Failure;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// The members of an object, in order, as they were written.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members: Vec<(String, &'de RawValue)> = Vec::new();
                while let Some((name, value)) = map.next_entry()? {
                    members.push((name, value));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

impl<'a> Members<'a> {
    fn read(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The member of that name; none if there are several, as readers differ about which one counts.
    fn get(&self, name: &str) -> Option<&'a RawValue> {
        let mut found = self.0.iter().filter(|(known, _)| known == name);
        match (found.next(), found.next()) {
            (Some((_, value)), None) => Some(value),
            _ => None,
        }
    }

    /// The members that have one of these names.
    fn passing(&self, names: &[&str]) -> impl Iterator<Item = &(String, &'a RawValue)> {
        self.0.iter().filter(move |(name, _)| names.contains(&name.as_str()))
    }

    fn text(&self, name: &str) -> Option<String> {
        serde_json::from_str(self.get(name)?.get()).ok()
    }
}

/// Members that are written: of the collection, with new features, and of a feature, with a new geometry.
const PASSING: [&str; 4] = ["type", "name", "crs", "features"];
const PASSING_OF_FEATURE: [&str; 4] = ["type", "id", "properties", "geometry"];

/// A collection whose points are in the batch.
pub(super) struct Collection<'a> {
    members: Members<'a>,
    /// Without those that were left out.
    features: Vec<Members<'a>>,
    pub(super) tally: Tally,
}

impl<'a> Collection<'a> {
    pub(super) fn read(text: &'a str, skip_bad: bool, batch: &mut dyn Batch) -> Result<Self, Failure> {
        let no = |why: &str| Failure::refused(format!("--geojson: {why}. Nothing was released"));
        let members = serde_json::from_str::<Members<'a>>(text)
            // The place alone: the text is private.
            .map_err(|why| {
                no(&format!("is not JSON with an object at line {}, column {}", why.line(), why.column()))
            })?;
        if members.text("type").as_deref() != Some("FeatureCollection") {
            return Err(no("is not a FeatureCollection; wrap a single feature in one"));
        }
        if members.0.iter().any(|(name, value)| name == "crs" && !value.get().contains("CRS84")) {
            return Err(no("has a \"crs\" other than CRS84; convert it to longitude and latitude on WGS 84"));
        }
        let features = members
            .get("features")
            .and_then(|value| serde_json::from_str::<Vec<&'a RawValue>>(value.get()).ok());
        let features = features.ok_or_else(|| no("has no list \"features\""))?;
        let (mut kept, mut tally) = (Vec::new(), Tally::default());
        for (number, feature) in features.into_iter().enumerate() {
            match point(feature, batch) {
                Ok(feature) => {
                    tally.released += 1;
                    kept.push(feature);
                }
                Err(_) if skip_bad => tally.skipped += 1,
                Err(bad) => return Err(bad_row(&format!("feature {}", number + 1), bad, "")),
            }
        }
        Ok(Self { members, features: kept, tally })
    }

    /// The collection with a geometry for each feature: two coordinates, or null for outside.
    pub(super) fn write(&self, released: &[Option<[String; 2]>]) -> String {
        let mut text = String::from("{");
        let mut first = true;
        for (name, value) in self.members.passing(&PASSING) {
            comma(&mut text, &mut first);
            name_of(&mut text, name);
            if name == "features" {
                text.push('[');
                for (i, (feature, release)) in self.features.iter().zip(released).enumerate() {
                    text.push_str(if i == 0 { "\n" } else { ",\n" });
                    write_feature(&mut text, feature, release.as_ref());
                }
                text.push_str("\n]");
            } else {
                text.push_str(value.get());
            }
        }
        text.push_str("}\n");
        text
    }
}

fn comma(text: &mut String, first: &mut bool) {
    if !std::mem::take(first) {
        text.push_str(", ");
    }
}

fn name_of(text: &mut String, name: &str) {
    // A string is always JSON.
    text.push_str(&serde_json::Value::from(name).to_string());
    text.push_str(": ");
}

fn write_feature(text: &mut String, feature: &Members<'_>, release: Option<&[String; 2]>) {
    text.push('{');
    let mut first = true;
    for (name, value) in feature.passing(&PASSING_OF_FEATURE) {
        comma(text, &mut first);
        name_of(text, name);
        match (name.as_str(), release) {
            ("geometry", Some([longitude, latitude])) => {
                text.push_str(&format!(
                    "{{\"type\": \"Point\", \"coordinates\": [{longitude}, {latitude}]}}"
                ));
            }
            ("geometry", None) => text.push_str("null"),
            _ => text.push_str(value.get()),
        }
    }
    text.push('}');
}

/// Puts the point of a feature into the batch.
fn point<'a>(feature: &'a RawValue, batch: &mut dyn Batch) -> Result<Members<'a>, Bad> {
    let members = Members::read(feature.get()).ok_or(Bad::NotAPoint)?;
    if members.text("type").as_deref() != Some("Feature") {
        return Err(Bad::NotAPoint);
    }
    let geometry =
        members.get("geometry").and_then(|value| Members::read(value.get())).ok_or(Bad::NotAPoint)?;
    if geometry.text("type").as_deref() != Some("Point") {
        return Err(Bad::NotAPoint);
    }
    let coordinates = geometry
        .get("coordinates")
        .and_then(|value| serde_json::from_str::<Vec<&RawValue>>(value.get()).ok());
    match coordinates.as_deref() {
        Some([longitude, latitude]) | Some([longitude, latitude, _]) => {
            batch.push([longitude.get().as_bytes(), latitude.get().as_bytes()]).map_err(|(_, bad)| bad)?;
        }
        _ => return Err(Bad::NotAPoint),
    }
    Ok(members)
}
