//! What a figure shows, apart from how it is drawn.

use super::axis::Axis;

/// A figure.
#[derive(Debug, Clone)]
pub(crate) struct Figure {
    pub(crate) title: String,
    /// What is seen, and what it does and does not prove.
    pub(crate) caption: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    /// In the order of the legend; drawn from the last to the first.
    pub(crate) series: Vec<Series>,
    /// Vertical lines with a name.
    pub(crate) rules: Vec<(f64, String)>,
}

/// Numbers of one kind.
#[derive(Debug, Clone)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) shape: Shape,
}

/// How they are drawn.
#[derive(Debug, Clone)]
pub(crate) enum Shape {
    /// A curve, with a mark at some of its points.
    Line(Vec<(f64, f64)>),
    /// A thin curve without marks.
    Thin(Vec<(f64, f64)>),
    /// Points.
    Points(Vec<(f64, f64)>),
    /// Points, so many that each is a dot.
    Dots(Vec<(f64, f64)>),
    /// A line from 0 to each point.
    Stems(Vec<(f64, f64)>),
    /// Left, right, height: the outline of a histogram.
    Steps(Vec<(f64, f64, f64)>),
    /// x, low, high: what lies between is filled.
    Band(Vec<(f64, f64, f64)>),
}
