//! Counts of a histogram, with a bound on what one person adds to them.

use crate::builder::Stated;
use crate::error::Error;
use crate::number::Number;
use kdelta_finite::{Grid, Neighbours, Steps};
use std::collections::HashMap;
use std::hash::Hash;

/// Counts of rows by key, where each person is counted for a limited number of rows, for Laplace or Gaussian noise.
///
/// The keys are a public list, chosen without looking at the data: which keys occur in the data is private. Rows with
/// another key are not counted.
///
/// ```
/// use kdelta::{Histogram, Laplace, Neighbours, Release, entropy};
///
/// // Visits to three shops. A person counts for 2 visits at most, and no shop for more than 1000.
/// let shops = Histogram::new(["bakery", "florist", "grocer"], 2, Neighbours::AddOrRemove, 1000)?;
/// let laplace = Laplace::<f64>::builder().epsilon(1).histogram(&shops).window(-100, 1100).build()?;
///
/// let visits = [("ann", "bakery"), ("bob", "grocer"), ("ann", "grocer"), ("ann", "florist")];
/// let counts = shops.count(visits)?; // the third visit of ann is not counted
/// assert_eq!(counts, [1.0, 0.0, 2.0]);
///
/// let mut noisy = [Release::Outside; 3];
/// laplace.release_vector(&counts, &mut noisy, &mut entropy::Os)?; // costs ε′ once
/// # Ok::<(), kdelta::Error>(())
/// ```
///
/// # Guarantee
/// Which rows of a person are counted depends on the rows of that person alone: the first `contributions` of them
/// that have one of the keys. So a person who joins or leaves changes the counts by at most `contributions` in all,
/// and no more of them than that; one whose rows are replaced, by at most twice as much. Cutting each count at the
/// largest one that is public does not increase the difference.
#[derive(Debug, Clone)]
pub struct Histogram<K> {
    places: HashMap<K, usize>,
    contributions: u32,
    neighbours: Neighbours,
    most: u64,
}

impl<K> Histogram<K> {
    /// A histogram of these keys, which counts at most `contributions` rows of each person. Counts are clamped to
    /// 0..=`most`, a public number like the keys.
    ///
    /// # Errors
    /// [`Error::Keys`] if there are none, or one is there twice; [`Error::Changed`] if `contributions` is 0.
    pub fn new(
        keys: impl IntoIterator<Item = K>,
        contributions: u32,
        neighbours: Neighbours,
        most: u64,
    ) -> Result<Self, Error>
    where
        K: Eq + Hash,
    {
        let mut places = HashMap::new();
        for (place, key) in keys.into_iter().enumerate() {
            if places.insert(key, place).is_some() {
                return Err(Error::Keys { repeated: Some(place) });
            }
        }
        if places.is_empty() {
            return Err(Error::Keys { repeated: None });
        }
        if contributions == 0 {
            return Err(Error::Changed { changed: 0, dimension: places.len() as u64 });
        }
        Ok(Self { places, contributions, neighbours, most })
    }

    /// m: how many keys there are.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.places.len()
    }

    /// Δ₁: by how much neighbours can differ in all counts together.
    #[must_use]
    pub fn sensitivity(&self) -> u64 {
        let contributions = u64::from(self.contributions);
        match self.neighbours {
            Neighbours::AddOrRemove => contributions,
            Neighbours::Replace => 2 * contributions,
        }
    }

    /// Δ₀: in how many counts neighbours can differ.
    #[must_use]
    pub fn changed(&self) -> u64 {
        self.sensitivity().min(self.places.len() as u64)
    }

    /// Δ₂²: what the squares of the differences between the counts of neighbours add up to, at most.
    ///
    /// What a person contributes to a count is between 0 and `contributions`, and a count is cut at the largest one
    /// that is public, so that no count changes by more than the smaller of the two, c. The squares of at most Δ₀
    /// differences of at most c, which are Δ₁ in sum, are at most c·min(Δ₁, c·Δ₀) in sum. Where counts are not cut,
    /// no smaller number would do: somebody who leaves may have had all rows with one key, and somebody whose rows
    /// are replaced may have moved all of them from one key to another, 2·c².
    #[must_use]
    pub fn squared_sensitivity(&self) -> u128 {
        let most = u128::from(self.contributions).min(self.most.into());
        most * u128::from(self.sensitivity()).min(most * u128::from(self.changed()))
    }

    pub(crate) fn stated(&self) -> Stated {
        let steps = |count: u64| Steps::new(count.into(), Grid::UNIT);
        Stated {
            sensitivity: steps(self.sensitivity()),
            squared: Some(self.squared_sensitivity()),
            vector: (self.places.len() as u64, self.changed()),
            answers: (steps(0), steps(self.most)),
            grid: Grid::UNIT,
            neighbours: self.neighbours,
        }
    }

    /// The counts, in the order of the keys, of rows that are a person and a key each. If every row is another
    /// person, `rows.enumerate()` says so.
    ///
    /// It remembers how many rows of each person were counted, so it takes memory for every person.
    ///
    /// # Errors
    /// [`Error::Arithmetic`] if F does not hold whole numbers.
    pub fn count<P: Eq + Hash, F: Number>(
        &self,
        rows: impl IntoIterator<Item = (P, K)>,
    ) -> Result<Vec<F>, Error>
    where
        K: Eq + Hash,
    {
        let mut counts = vec![0_u64; self.places.len()];
        let mut counted: HashMap<P, u32> = HashMap::new();
        for (person, key) in rows {
            let Some(count) = self.places.get(&key).and_then(|place| counts.get_mut(*place)) else {
                continue;
            };
            let rows = counted.entry(person).or_default();
            if *rows < self.contributions {
                *rows += 1;
                *count = (*count + 1).min(self.most);
            }
        }
        counts.into_iter().map(|count| Ok(Steps::new(count.into(), Grid::UNIT).answer()?)).collect()
    }
}
