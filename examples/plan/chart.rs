//! The picture: a bar for each stage, a colour for each kind, and a line for what the parts have.

use std::fmt::Write;

use ascend_npu::zero::Kind;
use ascend_npu::zero::plan::PARTS;

use crate::cli::Job;
use crate::outcome::Outcome;
use crate::report::gib;

const WIDTH: f64 = 900.0;
const LEFT: f64 = 90.0;
const TOP: f64 = 60.0;
const BAR: f64 = 44.0;
const STEP: f64 = 64.0;
/// Boxes of the legend in a line.
const COLUMNS: usize = 5;

/// A colour of each kind, in the order of [`Kind::ALL`].
const COLOURS: [&str; 13] = [
    "#4e79a7", "#f28e2b", "#ffbe7d", "#59a14f", "#8cd17d", "#b6992d", "#e15759", "#a0cbe8", "#79706e", "#d37295",
    "#9d7660", "#499894", "#bab0ac",
];

/// Draws the plans.
pub fn svg(job: &Job, outcomes: &[Outcome]) -> String {
    let plot = WIDTH - LEFT - 110.0;
    let most = outcomes.iter().map(|outcome| outcome.plan.total()).max().unwrap_or(0);
    let mut sizes = PARTS.map(|part| part.memory).to_vec();
    sizes.sort_unstable();
    sizes.dedup();
    let largest = sizes.last().copied().unwrap_or(0);
    // A model that is far too large makes the lines crowd at the left; a small one leaves the bars at theirs.
    let scale = plot / (most.max(largest) as f64 * 1.02);
    let bottom = TOP + STEP * outcomes.len() as f64;
    let kinds: Vec<(usize, Kind)> =
        Kind::ALL.into_iter().enumerate().filter(|(_, kind)| is_used(outcomes, *kind)).collect();
    let height = bottom + 40.0 + 22.0 * kinds.len().div_ceil(COLUMNS) as f64;
    let mut svg = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13">"#
    );
    let _ = writeln!(svg, r#"<rect width="{WIDTH}" height="{height}" fill="white"/>"#);
    let world = job.options.first().map_or(0, |options| options.world);
    let title = format!("{}: memory of each of {world} devices", escaped(&job.model.name));
    let _ = writeln!(svg, r#"<text x="{LEFT}" y="24" font-size="16">{title}</text>"#);
    for (place, outcome) in outcomes.iter().enumerate() {
        let y = TOP + STEP * place as f64;
        let middle = y + BAR / 2.0 + 5.0;
        let _ = writeln!(svg, r#"<text x="12" y="{middle}">stage {}</text>"#, outcome.stage);
        let mut x = LEFT;
        for row in &outcome.plan.rows {
            let width = row.taken as f64 * scale;
            let told = format!("{}: {}", row.kind.name(), gib(row.taken));
            let _ = writeln!(
                svg,
                r#"<rect x="{x:.2}" y="{y}" width="{width:.2}" height="{BAR}" fill="{}"><title>{told}</title></rect>"#,
                colour(row.kind)
            );
            x += width;
        }
        let _ = writeln!(svg, r#"<text x="{:.2}" y="{middle}">{}</text>"#, x + 6.0, gib(outcome.plan.total()));
    }
    for memory in sizes {
        let (x, end) = (LEFT + memory as f64 * scale, bottom - STEP + BAR + 8.0);
        let _ = writeln!(
            svg,
            r##"<line x1="{x:.2}" y1="{}" x2="{x:.2}" y2="{end}" stroke="#333" stroke-dasharray="4 3"/>"##,
            TOP - 8.0
        );
        let _ = writeln!(svg, r#"<text x="{x:.2}" y="{}" text-anchor="middle">{}</text>"#, TOP - 14.0, gib(memory));
    }
    for (place, (_, kind)) in kinds.iter().enumerate() {
        let x = LEFT + 150.0 * (place % COLUMNS) as f64;
        let y = bottom + 14.0 + 22.0 * (place / COLUMNS) as f64;
        let _ = writeln!(svg, r#"<rect x="{x}" y="{y}" width="13" height="13" fill="{}"/>"#, colour(*kind));
        let _ = writeln!(svg, r#"<text x="{}" y="{}">{}</text>"#, x + 19.0, y + 11.0, kind.name());
    }
    svg.push_str("</svg>\n");
    svg
}

fn is_used(outcomes: &[Outcome], kind: Kind) -> bool {
    outcomes.iter().flat_map(|outcome| &outcome.plan.rows).any(|row| row.kind == kind)
}

fn colour(kind: Kind) -> &'static str {
    let place = Kind::ALL.iter().position(|&other| other == kind);
    place.and_then(|place| COLOURS.get(place)).copied().unwrap_or("#000")
}

/// A name as text of the picture.
fn escaped(name: &str) -> String {
    let clean = name.chars().filter(|char| !char.is_control());
    clean.fold(String::new(), |text, char| match char {
        '&' => text + "&amp;",
        '<' => text + "&lt;",
        '>' => text + "&gt;",
        _ => text + char.encode_utf8(&mut [0; 4]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use crate::command_line::parse_words;
    use crate::outcome;

    #[test]
    fn bars_are_as_long_as_what_they_stand_for_and_lie_within_the_picture() {
        for words in [&["--model", "llama-3.2-1b"][..], &["--model", "llama-3.1-405b", "--world", "4"]] {
            let mut job = parse_words::<Cli>(words).unwrap().job().unwrap();
            job.model.name = "a<b>&c".to_owned();
            let outcomes = outcome::of(&job).unwrap();
            let svg = svg(&job, &outcomes);
            let bars: Vec<(f64, f64)> = svg
                .lines()
                .filter(|line| line.contains("<title>"))
                .map(|line| {
                    let number = |name: &str| {
                        line.split_once(name).unwrap().1.split('"').next().unwrap().parse::<f64>().unwrap()
                    };
                    (number(" x=\""), number(" width=\""))
                })
                .collect();
            let rows: Vec<u64> = outcomes.iter().flat_map(|outcome| &outcome.plan.rows).map(|row| row.taken).collect();
            assert_eq!(bars.len(), rows.len());
            let unit = bars[0].1 / rows[0] as f64;
            for ((x, width), row) in bars.into_iter().zip(rows) {
                // Two decimals are written of each.
                assert!(
                    (width - row as f64 * unit).abs()
                        < 0.02 + 0.01 * row as f64 / outcomes[0].plan.rows[0].taken as f64
                );
                assert!(x >= LEFT && x + width < WIDTH - 100.0);
            }
            assert!(svg.contains("a&lt;b&gt;&amp;c: memory") && !svg.contains("a<b"));
            assert_eq!(svg.matches('<').count(), svg.matches('>').count());
        }
    }
}
