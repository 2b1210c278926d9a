//! Whether the calls of the ranks fit together.
//!
//! Whether a rank works in place is its own affair, as it is in the vendor's library: there it decides only whether the rank could
//! repeat an operation whose link failed. Where other things differ it is told.

use super::check;
use super::key::Lane;
use super::shape::Call;
use crate::exec::Kind;

/// Why the calls of one operation do not fit together, if so. They are in the order of the lane's members.
pub(super) fn disagreement(lane: Lane, members: &[u32], calls: &[&Call]) -> Option<String> {
    let why = match lane {
        Lane::All => among_all(calls),
        Lane::Pair { .. } => of_pair(calls),
        Lane::Own { .. } => None,
    }?;
    let in_place = || members.iter().zip(calls).map(|(rank, call)| check::is_in_place(call, *rank));
    let notes_place = in_place().any(|here| here) && !in_place().all(|here| here);
    let line = |(rank, call): (&u32, &&Call)| {
        let half =
            if why == Why::Buffers { format!(" with buffers of {} MiB", call.buffer_mib) } else { String::new() };
        let place = if notes_place && check::is_in_place(call, *rank) { ", in place" } else { "" };
        format!("rank {rank} asks for {}{half}{place}", call.shape)
    };
    let lines = members.iter().zip(calls).map(line).collect::<Vec<_>>().join("; ");
    Some(match why {
        Why::Pieces { from, to, sent, received } => {
            format!("rank {from} sends {sent} bytes to rank {to}, which expects {received}; {lines}")
        }
        _ => lines,
    })
}

#[derive(PartialEq, Eq)]
enum Why {
    Shapes,
    Buffers,
    Pieces { from: usize, to: usize, sent: usize, received: usize },
}

fn among_all(calls: &[&Call]) -> Option<Why> {
    let all = |equal: fn(&Call, &Call) -> bool| calls.windows(2).all(|pair| matches!(pair, [a, b] if equal(a, b)));
    if !all(|a, b| a.shape == b.shape) {
        return Some(Why::Shapes);
    }
    if !all(|a, b| a.buffer_mib == b.buffer_mib) {
        return Some(Why::Buffers);
    }
    if calls.first()?.shape.kind != Kind::AllToAllV {
        return None;
    }
    let ranks = || calls.iter().enumerate();
    ranks().flat_map(|from| ranks().map(move |to| (from, to))).find_map(|((from, sender), (to, receiver))| {
        let (sent, received) = (sender.send.pieces.of(to).bytes, receiver.recv.pieces.of(from).bytes);
        (sent != received).then_some(Why::Pieces { from, to, sent, received })
    })
}

fn of_pair(calls: &[&Call]) -> Option<Why> {
    match calls {
        [sender, receiver] => {
            let (a, b) = (&sender.shape, &receiver.shape);
            ((a.count, a.dtype) != (b.count, b.dtype)).then_some(Why::Shapes)
        }
        _ => None,
    }
}
