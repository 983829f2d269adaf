//! What a figure shows, apart from how it is drawn.

use crate::axis::Axis;

/// A figure.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Above it.
    pub title: String,
    /// What is seen, and what it does and does not prove.
    pub caption: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// In the order of the legend; drawn from the last to the first.
    pub series: Vec<Series>,
    /// Vertical lines with a name.
    pub rules: Vec<(f64, String)>,
}

/// Numbers of one kind.
#[derive(Debug, Clone)]
pub struct Series {
    /// What it is called.
    pub name: String,
    /// What is drawn.
    pub shape: Shape,
}

/// How they are drawn.
#[derive(Debug, Clone)]
pub enum Shape {
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
