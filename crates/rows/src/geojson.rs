//! GeoJSON (RFC 7946): the points of a FeatureCollection are released, with the properties that the user
//! names, as they were written.
//!
//! Nothing else passes: `bbox`, `center` and the like, which geocoders write, tell where the true points are,
//! and so may any other member; a third coordinate and further members of a geometry are covered by no noise.
//! A feature whose geometry is not a point is bad, and so is an object with two members of one name, as
//! readers differ about which one counts.

use crate::answer::Bad;
use crate::batch::Batch;
use crate::checked::first_row;
use crate::coordinates::Coordinates;
use crate::stream::{Spell, Tally};
use kdelta::Release;
use kdelta_explore::Error;
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
    /// Of an object that is part of a feature.
    fn read(value: &'a RawValue) -> Result<Self, Bad> {
        let members: Self = serde_json::from_str(value.get()).map_err(|_| Bad::NotAPoint)?;
        if members.has_two_of_one_name() { Err(Bad::TwoMembers) } else { Ok(members) }
    }

    fn has_two_of_one_name(&self) -> bool {
        let mut names: Vec<_> = self.0.iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        names.windows(2).any(|pair| pair.first() == pair.last())
    }

    fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    fn text(&self, name: &str) -> Option<String> {
        serde_json::from_str(self.get(name)?.get()).ok()
    }
}

/// The name for the id of a feature among the properties to keep; a property of that name is kept as well.
const ID: &str = "id";

/// What is written of a feature as it was read.
struct Kept<'a> {
    id: Option<&'a RawValue>,
    properties: Vec<(String, &'a RawValue)>,
}

/// A collection whose points are in the batch.
pub struct Collection<'a> {
    /// Without those that were left out.
    features: Vec<Kept<'a>>,
    /// How many there are, and how many were left out.
    pub tally: Tally,
}

impl<'a> Collection<'a> {
    /// Puts the points of all features into the batch; `keep` names the properties that are written.
    ///
    /// # Errors
    /// If it is no such collection, or has a bad feature and bad ones are not left out.
    pub fn read(
        bytes: &'a [u8],
        keep: &[String],
        skip_bad: bool,
        batch: &mut dyn Batch<2>,
    ) -> Result<Self, Error> {
        let no = |why: &str| Error::refused(format!("--geojson: {why}. Nothing was released"));
        if first_row(bytes)? > 0 {
            return Err(no("begins with a byte order mark, which JSON must not have; save it without one"));
        }
        let text = std::str::from_utf8(bytes).map_err(|_| no("is no UTF-8 text"))?;
        let members = serde_json::from_str::<Members<'a>>(text)
            // The place alone: the text is private.
            .map_err(|why| {
                no(&format!("is not JSON with an object at line {}, column {}", why.line(), why.column()))
            })?;
        if members.has_two_of_one_name() {
            return Err(no("has two members of the same name; readers differ about which one counts"));
        }
        if members.text("type").as_deref() != Some("FeatureCollection") {
            return Err(no("is not a FeatureCollection; wrap a single feature in one"));
        }
        if members.get("crs").is_some_and(|value| !value.get().contains("CRS84")) {
            return Err(no("has a \"crs\" other than CRS84; convert it to longitude and latitude on WGS 84"));
        }
        let features = members
            .get("features")
            .and_then(|value| serde_json::from_str::<Vec<&'a RawValue>>(value.get()).ok());
        let features = features.ok_or_else(|| no("has no list \"features\""))?;
        let (mut kept, mut tally) = (Vec::new(), Tally::default());
        for (number, feature) in features.into_iter().enumerate() {
            match point(feature, keep, batch) {
                Ok(feature) => {
                    tally.released += 1;
                    kept.push(feature);
                }
                Err(_) if skip_bad => tally.skipped += 1,
                Err(bad) => return Err(bad.refusal(&format!("feature {}", number + 1), "")),
            }
        }
        for name in keep {
            let has = |feature: &Kept<'_>| {
                feature.properties.iter().any(|(known, _)| known == name)
                    || (name == ID && feature.id.is_some())
            };
            if tally.released > 0 && !kept.iter().any(has) {
                return Err(Error::question(format!(
                    "--keep {name}: no feature has a property of this name, capitals and blanks as they are. Nothing was released"
                )));
            }
        }
        Ok(Self { features: kept, tally })
    }

    /// The collection with a geometry for each feature: two coordinates, or null for outside.
    ///
    /// # Errors
    /// If there are not as many releases as features.
    pub fn write(&self, released: &[Release<[i64; 2]>], points: &Coordinates) -> Result<String, Error> {
        if released.len() != self.features.len() {
            return Err(Error::refused("a release is missing; nothing was released"));
        }
        let features = self.features.iter().zip(released).map(|(feature, release)| {
            let id = feature.id.map_or_else(String::new, |id| format!(", \"id\": {}", id.get()));
            let properties = feature.properties.iter().map(|(name, value)| {
                // A string is always JSON.
                format!("{}: {}", serde_json::Value::from(name.as_str()), value.get())
            });
            let properties = properties.collect::<Vec<_>>().join(", ");
            let geometry = spelled(*release, points).map_or_else(
                || "null".to_owned(),
                |[longitude, latitude]| {
                    format!("{{\"type\": \"Point\", \"coordinates\": [{longitude}, {latitude}]}}")
                },
            );
            format!(
                "{{\"type\": \"Feature\"{id}, \"properties\": {{{properties}}}, \"geometry\": {geometry}}}"
            )
        });
        let features = features.collect::<Vec<_>>().join(",\n");
        Ok(format!("{{\"type\": \"FeatureCollection\", \"features\": [\n{features}\n]}}\n"))
    }
}

/// A released point in degrees, as GeoJSON writes it; none for outside.
fn spelled(release: Release<[i64; 2]>, points: &Coordinates) -> Option<[String; 2]> {
    let Release::Value(steps) = release else { return None };
    Some([0, 1].map(|axis| {
        let mut text = Vec::new();
        points.coordinate(&mut text, steps, axis);
        String::from_utf8_lossy(&text).into_owned()
    }))
}

/// Puts the point of a feature into the batch.
fn point<'a>(feature: &'a RawValue, keep: &[String], batch: &mut dyn Batch<2>) -> Result<Kept<'a>, Bad> {
    let members = Members::read(feature)?;
    if members.text("type").as_deref() != Some("Feature") {
        return Err(Bad::NotAPoint);
    }
    let geometry = Members::read(members.get("geometry").ok_or(Bad::NotAPoint)?)?;
    if geometry.text("type").as_deref() != Some("Point") {
        return Err(Bad::NotAPoint);
    }
    let mut properties = match members.get("properties") {
        Some(value) if value.get() != "null" => Members::read(value)?.0,
        _ => Vec::new(),
    };
    properties.retain(|(name, _)| keep.contains(name));
    let id = members.get(ID).filter(|_| keep.iter().any(|name| name == ID));
    let coordinates = geometry
        .get("coordinates")
        .and_then(|value| serde_json::from_str::<Vec<&RawValue>>(value.get()).ok());
    match coordinates.as_deref() {
        Some([longitude, latitude]) | Some([longitude, latitude, _]) => {
            batch.push([longitude.get().as_bytes(), latitude.get().as_bytes()]).map_err(|(_, bad)| bad)?;
        }
        _ => return Err(Bad::NotAPoint),
    }
    Ok(Kept { id, properties })
}
