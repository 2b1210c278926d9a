//! How long one level of links takes for its part of a collective, by each algorithm.

use super::group::Stage;
use super::profile::Fabric;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    /// All peers in one step.
    Direct,
    Ring,
    /// A ring with jumps, which halve the distance at each step.
    Tree,
    /// Recursive halving and doubling.
    Halving,
}

/// What a level does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    AllReduce,
    Broadcast,
    Reduce,
    /// All-gather, reduce-scatter, scatter and gather.
    Spread,
}

/// Microseconds a byte.
pub(super) fn beta(stage: &Stage<'_>) -> f64 {
    1.0 / (stage.level.gb_per_s * 1e3)
}

/// Microseconds for a part of a collective of so many bytes.
pub(super) fn time(stage: &Stage<'_>, algorithm: Algorithm, part: Part, bytes: f64) -> f64 {
    stepped(stage, algorithm, part, bytes, stage.level.alpha_us)
}

/// What the library chooses, by its own time of a step. Of equals the first.
pub(super) fn cheapest(stage: &Stage<'_>, part: Part, bytes: f64) -> Algorithm {
    let cost = |&algorithm: &Algorithm| stepped(stage, algorithm, part, bytes, stage.level.selection_alpha_us);
    let choices = [Algorithm::Ring, Algorithm::Tree, Algorithm::Halving];
    let least = choices.into_iter().min_by(|a, b| cost(a).total_cmp(&cost(b)));
    least.unwrap_or(Algorithm::Ring)
}

fn stepped(stage: &Stage<'_>, algorithm: Algorithm, part: Part, bytes: f64, alpha: f64) -> f64 {
    let members = stage.members;
    let p = f64::from(members);
    let log = f64::from(members.next_power_of_two().ilog2());
    let whole = bytes * beta(stage);
    // What a rank sends when all others get their piece.
    let most = whole * (p - 1.0) / p;
    match (algorithm, part) {
        (Algorithm::Direct, Part::Spread) => alpha + direct(stage, bytes),
        (Algorithm::Direct, _) => 2.0 * (alpha + direct(stage, bytes)),
        (Algorithm::Ring, Part::Spread) => (p - 1.0) * alpha + most,
        (Algorithm::Ring, Part::AllReduce) => 2.0 * ((p - 1.0) * alpha + most),
        (Algorithm::Ring, Part::Broadcast | Part::Reduce) => (p - 1.0) * (alpha + whole),
        (Algorithm::Tree, Part::Spread) => log * alpha + most,
        // The library reduces to one rank by halving only.
        (Algorithm::Tree, Part::Reduce) => halving(members, part, alpha, whole),
        (Algorithm::Tree, Part::AllReduce | Part::Broadcast) => 2.0 * (log * alpha + most),
        (Algorithm::Halving, Part::Broadcast) => log * (alpha + whole),
        (Algorithm::Halving, _) => halving(members, part, alpha, whole),
    }
}

/// All peers at once: over a link to each, or one after the other through the one link.
fn direct(stage: &Stage<'_>, bytes: f64) -> f64 {
    let piece = bytes / f64::from(stage.members) * beta(stage);
    match stage.level.fabric {
        Fabric::Mesh => piece,
        Fabric::Switch | Fabric::Chosen => piece * f64::from(stage.members - 1),
    }
}

/// Halving and doubling; ranks beyond a power of two give their data to others first, and get the result from them.
fn halving(members: u32, part: Part, alpha: f64, whole: f64) -> f64 {
    let steps = members.ilog2();
    let q = f64::from(1_u32 << steps);
    let steps = f64::from(steps);
    let even = steps * alpha + whole * (q - 1.0) / q;
    match (part, members.is_power_of_two()) {
        (Part::Spread, true) => even,
        (_, true) => 2.0 * even,
        (Part::Spread, false) => even + alpha + whole + alpha + whole / f64::from(members),
        (Part::Reduce, false) => 2.0 * even + alpha + whole,
        (_, false) => 2.0 * (even + alpha + whole),
    }
}

/// Every rank gives every other a piece of its own, in pairs.
pub(super) fn all_to_all(stage: &Stage<'_>, bytes: f64) -> f64 {
    let steps = if stage.level.fabric == Fabric::Chosen { f64::from(stage.members - 1) } else { 1.0 };
    steps * stage.level.alpha_us + direct(stage, bytes)
}
