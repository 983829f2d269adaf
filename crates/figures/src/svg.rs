//! A figure as SVG.
//!
//! Written by hand: the SVG backend of `plotters` writes each colour into each element, so that a dark page
//! cannot have other ones, and has no title for those who listen. Here colours are classes with a second set
//! for dark screens (paper stays white), every series differs from the others also by its dashes and marks,
//! and `title` and `desc` say what is seen. Colours are those of Okabe and Ito, darkened or lightened until
//! they have a contrast of at least 3 with the background.

use crate::escape;
use crate::figure::{Figure, Series, Shape};
use std::fmt::Write;

/// Stroke and fill of series 0, 1, …: on light ground, and on dark.
const COLOURS: [(&str, &str); 6] = [
    ("#0072b2", "#56b4e9"),
    ("#c24f00", "#ff9a5c"),
    ("#00785a", "#2fcb9b"),
    ("#a3427f", "#f0a3cf"),
    ("#4d4d4d", "#d0d0d0"),
    ("#8a6400", "#e8b84a"),
];
/// Of different number, so that colour and dashes together come back late.
const DASHES: [&str; 5] = ["", "8 4", "2 3", "10 3 2 3", "5 2"];
/// Paths from where the pen is.
const MARKS: [&str; 7] = [
    "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",
    "m-3.2-3.2h6.4v6.4h-6.4z",
    "m0-4.4l4 7.4h-8z",
    "m0-4.6l4.6 4.6l-4.6 4.6l-4.6-4.6z",
    "m-3.5-3.5l7 7m-7 0l7-7",
    "m0 4.4l4-7.4h-8z",
    "m-4.5 0h9m-4.5-4.5v9",
];
/// A dot: a line without length, round at its ends.
const DOT: &str = "h0";

const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 74.0;
const RIGHT: f64 = 18.0;
const LINE: f64 = 19.0;

/// Where the SVG is going to stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In a file of its own: with its style and caption.
    Alone,
    /// In a page, which has [`style`] and the caption.
    Page,
}

/// The style of all figures.
pub fn style() -> String {
    let mut css = String::from(
        "svg.kdelta{font:14px system-ui,'Segoe UI','DejaVu Sans',Arial,sans-serif}\
         svg.kdelta .title{font-weight:600;font-size:16px}svg.kdelta .small{font-size:13px}\
         svg.kdelta .line{fill:none;stroke-width:2}svg.kdelta .thin{fill:none;stroke-width:1}\
         svg.kdelta .band{fill-opacity:.16;stroke-width:1}svg.kdelta .area{fill-opacity:.12;stroke-width:2}\
         svg.kdelta .mark{stroke-width:1.6;fill-opacity:.35}svg.kdelta .dot{stroke-width:3.4;stroke-linecap:round}",
    );
    let ground = |paper, ink, net| {
        format!(
            "svg.kdelta .paper{{fill:{paper}}}svg.kdelta text{{fill:{ink}}}svg.kdelta .frame{{fill:none;stroke:{ink}}}\
             svg.kdelta .net{{stroke:{net}}}svg.kdelta .rule{{stroke:{ink};stroke-dasharray:3 3}}"
        )
    };
    let colours = |choose: fn(&(&'static str, &'static str)) -> &'static str| {
        let class = |(i, pair)| format!("svg.kdelta .c{i}{{stroke:{0};fill:{0}}}", choose(pair));
        COLOURS.iter().enumerate().map(class).collect::<String>()
    };
    css.push_str(&ground("#ffffff", "#1a1a1a", "#dcdcdc"));
    css.push_str(&colours(|pair| pair.0));
    css.push_str("@media screen and (prefers-color-scheme:dark){");
    css.push_str(&ground("#15181d", "#e8e8e8", "#363b43"));
    css.push_str(&colours(|pair| pair.1));
    css.push('}');
    // The rule above is more general than these.
    css.push_str("svg.kdelta .line,svg.kdelta .thin{fill:none}");
    css
}

/// The figure; `id` tells it from others in the same page.
pub fn svg(figure: &Figure, id: &str, place: Place) -> String {
    let title = wrap(&figure.title, 72);
    let top = 14.0 + LINE * count(title.len()) + 6.0;
    let frame = Frame { top, figure };
    let legend = Legend::of(&figure.series);
    let legend_top = top + HEIGHT + 58.0;
    let caption = if place == Place::Alone { wrap(&figure.caption, 98) } else { Vec::new() };
    let caption_top = legend_top + LINE * count(legend.rows) + 6.0;
    let bottom = caption_top + if caption.is_empty() { 2.0 } else { LINE * count(caption.len()) + 8.0 };
    let id = escape(id);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kdelta\" viewBox=\"0 0 {WIDTH} {bottom:.0}\" width=\"{WIDTH}\" \
         height=\"{bottom:.0}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">\n\
         <title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-desc\">{}</desc>\n",
        escape(&figure.title),
        escape(&figure.caption)
    );
    // Writing to a string does not fail, here and below.
    if place == Place::Alone {
        let _ = writeln!(out, "<style>{}</style>", style());
    }
    let _ = writeln!(out, "<rect class=\"paper\" width=\"{WIDTH}\" height=\"{bottom:.0}\"/>");
    lines(&mut out, &title, "title", 14.0 + 12.0);
    frame.draw(&mut out);
    legend.draw(&mut out, legend_top);
    lines(&mut out, &caption, "small", caption_top + 8.0);
    out.push_str("</svg>\n");
    out
}

fn lines(out: &mut String, lines: &[String], class: &str, mut y: f64) {
    for line in lines {
        let _ = writeln!(out, "<text class=\"{class}\" x=\"14\" y=\"{y:.1}\">{}</text>", escape(line));
        y += LINE;
    }
}

/// The axes and what is drawn between them.
struct Frame<'a> {
    top: f64,
    figure: &'a Figure,
}

impl Frame<'_> {
    fn across(place: f64) -> f64 {
        LEFT + place * (WIDTH - LEFT - RIGHT)
    }

    fn down(&self, place: f64) -> f64 {
        self.top + (1.0 - place) * HEIGHT
    }

    /// A point of the drawing; none outside the axes.
    fn point(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        let (x_place, y_place) = (self.figure.x.place(x)?, self.figure.y.place(y)?);
        Some((Self::across(x_place), self.down(y_place)))
    }

    fn draw(&self, out: &mut String) {
        let (x, y) = (&self.figure.x, &self.figure.y);
        let (right, bottom) = (WIDTH - RIGHT, self.top + HEIGHT);
        for (place, text) in y.ticks() {
            let at = self.down(place);
            let _ = writeln!(
                out,
                "<path class=\"net\" d=\"M{LEFT} {at:.1}H{right}\"/><text class=\"small\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 7.0,
                at + 4.5,
                escape(&text)
            );
        }
        for (place, text) in x.ticks() {
            let at = Self::across(place);
            let _ = writeln!(
                out,
                "<path class=\"net\" d=\"M{at:.1} {:.1}V{bottom:.1}\"/><text class=\"small\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                self.top,
                bottom + 18.0,
                escape(&text)
            );
        }
        // The first series is drawn last, over the others.
        for (number, series) in self.figure.series.iter().enumerate().rev() {
            self.series(out, number, &series.shape);
        }
        for (at, name) in &self.figure.rules {
            let Some(place) = x.place(*at) else { continue };
            let (at, anchor, aside) = match Self::across(place) {
                at if place > 0.6 => (at, "end", -6.0),
                at => (at, "start", 6.0),
            };
            let _ = writeln!(
                out,
                "<path class=\"rule\" d=\"M{at:.1} {:.1}V{bottom:.1}\"/><text class=\"small\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
                self.top,
                at + aside,
                self.top + 16.0,
                escape(name)
            );
        }
        let _ = writeln!(
            out,
            "<rect class=\"frame\" x=\"{LEFT}\" y=\"{:.1}\" width=\"{}\" height=\"{HEIGHT}\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(18 {:.1})rotate(-90)\" text-anchor=\"middle\">{}</text>",
            self.top,
            right - LEFT,
            (LEFT + right) / 2.0,
            bottom + 40.0,
            escape(&x.title()),
            self.top + HEIGHT / 2.0,
            escape(&y.title())
        );
    }

    fn series(&self, out: &mut String, number: usize, shape: &Shape) {
        let (x, y) = (&self.figure.x, &self.figure.y);
        match shape {
            Shape::Line(points) => {
                path(out, number, "line", &self.polyline(points));
                // Curves that lie on each other have their marks at different points.
                let every = if points.len() < 16 { 2 } else { 4 };
                let some = points.iter().skip(number % every).step_by(every);
                marks(out, number, some.filter_map(|point| self.point(*point)));
            }
            Shape::Thin(points) => path(out, number, "thin", &self.polyline(points)),
            Shape::Points(points) => marks(out, number, points.iter().filter_map(|p| self.point(*p))),
            Shape::Dots(points) => {
                stamp(out, number, "dot", DOT, points.iter().filter_map(|p| self.point(*p)));
            }
            Shape::Stems(points) => {
                let foot = self.down(y.place_or_end(0.0));
                let tops: Vec<_> = points.iter().filter_map(|p| self.point(*p)).collect();
                let stems: String = tops.iter().map(|(x, y)| format!("M{x:.1} {foot:.1}V{y:.1}")).collect();
                path(out, number, "thin", &stems);
                marks(out, number, tops.into_iter());
            }
            Shape::Steps(steps) => {
                let foot = self.down(y.place_or_end(0.0));
                let mut outline = String::new();
                let mut last = None;
                for (left, right, height) in steps {
                    let (Some(left), Some(right)) = (x.place(*left), x.place(*right)) else { continue };
                    let (left, right) = (Self::across(left), Self::across(right));
                    let height = self.down(y.place_or_end(*height));
                    let _ = match last {
                        Some(end) if same(end, left) => write!(outline, "V{height:.1}"),
                        Some(_) => write!(outline, "V{foot:.1}H{left:.1}V{height:.1}"),
                        None => write!(outline, "M{left:.1} {foot:.1}V{height:.1}"),
                    };
                    let _ = write!(outline, "H{right:.1}");
                    last = Some(right);
                }
                if last.is_some() {
                    let _ = write!(outline, "V{foot:.1}");
                    path(out, number, "area", &outline);
                }
            }
            Shape::Band(band) => {
                let place = |at: f64, value: f64| {
                    x.place(at).map(|at| (Self::across(at), self.down(y.place_or_end(value))))
                };
                let upper = band.iter().filter_map(|(at, _, high)| place(*at, *high));
                let lower = band.iter().rev().filter_map(|(at, low, _)| place(*at, *low));
                let outline = upper.chain(lower).map(|(x, y)| format!("{x:.1} {y:.1}"));
                let outline: Vec<_> = outline.collect();
                if !outline.is_empty() {
                    path(out, number, "band", &format!("M{}z", outline.join("L")));
                }
            }
        }
    }

    /// A curve, broken where it leaves the axes.
    fn polyline(&self, points: &[(f64, f64)]) -> String {
        let mut text = String::new();
        let mut pen = 'M';
        for point in points {
            match self.point(*point) {
                Some((x, y)) => {
                    let _ = write!(text, "{pen}{x:.1} {y:.1}");
                    pen = 'L';
                }
                None => pen = 'M',
            }
        }
        text
    }
}

/// Whether two abscissas are the same pixel.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.05
}

fn path(out: &mut String, number: usize, class: &str, outline: &str) {
    if outline.is_empty() {
        return;
    }
    let colour = number % COLOURS.len();
    let dashes = DASHES.get(number % DASHES.len()).copied().unwrap_or_default();
    let dashes = if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") };
    let _ = writeln!(out, "<path class=\"c{colour} {class}\"{dashes} d=\"{outline}\"/>");
}

/// A mark at each point, as one path.
fn marks(out: &mut String, number: usize, points: impl Iterator<Item = (f64, f64)>) {
    let shape = MARKS.get(number % MARKS.len()).copied().unwrap_or_default();
    stamp(out, number, "mark", shape, points);
}

fn stamp(
    out: &mut String,
    number: usize,
    class: &str,
    shape: &str,
    points: impl Iterator<Item = (f64, f64)>,
) {
    let outline: String = points.map(|(x, y)| format!("M{x:.1} {y:.1}{shape}")).collect();
    if !outline.is_empty() {
        let _ = writeln!(out, "<path class=\"c{} {class}\" d=\"{outline}\"/>", number % COLOURS.len());
    }
}

/// The names of the series, in as many rows as they need.
struct Legend<'a> {
    rows: usize,
    items: Vec<(f64, usize, &'a Series)>,
}

impl<'a> Legend<'a> {
    fn of(series: &'a [Series]) -> Self {
        let (mut x, mut row) = (14.0, 0);
        let mut items = Vec::new();
        for series in series {
            let width = 42.0 + 7.4 * count(series.name.chars().count()) + 18.0;
            if x > 14.0 && x + width > WIDTH {
                (x, row) = (14.0, row + 1);
            }
            items.push((x, row, series));
            x += width;
        }
        Self { rows: row + usize::from(!series.is_empty()), items }
    }

    fn draw(&self, out: &mut String, top: f64) {
        for (number, (x, row, series)) in self.items.iter().enumerate() {
            let y = top + LINE * count(*row) + 4.0;
            let (middle, end) = (x + 17.0, x + 34.0);
            match series.shape {
                Shape::Line(_) => path(out, number, "line", &format!("M{x:.1} {y:.1}H{end:.1}")),
                Shape::Thin(_) => path(out, number, "thin", &format!("M{x:.1} {y:.1}H{end:.1}")),
                Shape::Steps(_) => {
                    path(out, number, "area", &format!("M{x:.1} {:.1}v-10H{end:.1}v10", y + 5.0));
                }
                Shape::Band(_) => {
                    path(out, number, "band", &format!("M{x:.1} {:.1}v-10H{end:.1}v10z", y + 5.0));
                }
                Shape::Dots(_) => stamp(out, number, "dot", DOT, std::iter::once((middle, y))),
                Shape::Points(_) | Shape::Stems(_) => {}
            }
            if matches!(series.shape, Shape::Line(_) | Shape::Points(_) | Shape::Stems(_)) {
                marks(out, number, std::iter::once((middle, y)));
            }
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + 42.0,
                y + 5.0,
                escape(&series.name)
            );
        }
    }
}

fn count(n: usize) -> f64 {
    num_traits::ToPrimitive::to_f64(&n).unwrap_or(0.0)
}

/// Lines of at most so many characters, broken between words.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
