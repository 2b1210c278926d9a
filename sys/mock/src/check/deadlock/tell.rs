//! A circle in words.

use std::collections::HashSet;

use super::find::{Look, Member, Never};
use crate::check::finding::{self, Finding, FindingKind, Operation};
use crate::exec::{Awaited, Blocked, Brought, Need, Node, Place, What};

/// Tells of a circle; the text.
pub(super) fn tell(look: &Look<'_>, circle: &[Member]) -> String {
    let text = text(look, circle);
    let operations = circle.iter().filter_map(|member| operation(look, member)).collect();
    finding::enter(Finding { kind: FindingKind::Deadlock, warning: false, text: text.clone(), operations });
    text
}

/// The text of a circle.
pub(super) fn text(look: &Look<'_>, circle: &[Member]) -> String {
    let lines: String = circle.iter().map(|member| format!("\n  {}", line(look, member))).collect();
    if circle.iter().any(|member| !member.need.what.ways().is_empty()) {
        format!("deadlock: several processes wait for each other, and nothing else can end that:{lines}")
    } else if circle.iter().all(|member| member.next.is_some()) {
        format!("deadlock: these wait for each other, and nothing else can end that:{lines}")
    } else {
        format!("deadlock: nobody is left to end this wait:{lines}")
    }
}

/// What keeps the threads from calling that could bring something.
pub(super) fn need_text(look: &Look<'_>, need: &Need, of: Node, stuck: &HashSet<Node>) -> String {
    let waiting = look.next(of, need, stuck).and_then(|node| look.member(node, stuck));
    waiting.map_or_else(|| "nobody is left to call it".to_owned(), |member| line(look, &member))
}

/// Whose waits are to end so that all go on: those of streams and for ranks; where there are none, those of host threads.
pub(super) fn to_give_up(look: &Look<'_>, circle: &[Member]) -> Vec<Node> {
    let nodes = || circle.iter().map(|member| member.node);
    let waits_for_ranks =
        |node: &Node| look.scene.hosts.get(node).is_some_and(|(host, _)| matches!(host.awaited, Awaited::Ranks(_)));
    let is_parked = |node: &Node| matches!(node, Node::Line(..)) && !look.scene.runs_function(node);
    let first: Vec<Node> = nodes().filter(|node| is_parked(node) || waits_for_ranks(node)).collect();
    if first.is_empty() { nodes().filter(|node| matches!(node, Node::Host(_))).collect() } else { first }
}

/// Who waits, and for what.
pub(super) fn line(look: &Look<'_>, member: &Member) -> String {
    let (who, need) = (who(look, member.node), &member.need);
    if let Some(place) = need.by.iter().find(|place| Some(place.node) == member.next) {
        return format!("{who} waits for {}", operation_text(place));
    }
    let what = match &need.what {
        // Nobody is left to bring it.
        What::Operation | What::Event => "an event whose record no stream has queued".to_owned(),
        What::Change => "a change of what it looks at, which no stream that goes on has queued".to_owned(),
        What::Function => "the end of its function".to_owned(),
        What::Call(rank, what) => format!("rank {rank}, which has not called {what}"),
        What::Arrival(arrival, what) => match look.never.get(arrival) {
            Some(Never { process, why }) if !why.is_empty() => {
                format!("rank {}, of process {process}, which does not come to {what}, as there {why}", arrival.rank)
            }
            _ => format!("rank {}, of another process, which has not come to {what}", arrival.rank),
        },
        What::Brought(Brought { what, .. }) => what.to_string(),
        What::Wake => "another thread to wake it".to_owned(),
    };
    let from = match member.next {
        Some(Node::Host(serial)) => look.scene.hosts.get(&Node::Host(serial)).map(|(host, _)| host.thread),
        Some(Node::Asleep(thread, _)) => Some(thread),
        _ => None,
    };
    let from = from.map(|thread| format!("; it would have to come from host thread {thread}")).unwrap_or_default();
    format!("{who} waits for {what}{from}{}", kept(look, &need.what))
}

/// What keeps other processes from bringing something.
fn kept(look: &Look<'_>, what: &What) -> String {
    let What::Brought(Brought { ways, .. }) = what else { return String::new() };
    let known = ways.iter().filter_map(|way| look.never.get(way)).filter(|never| !never.why.is_empty());
    known.map(|Never { process, why }| format!("; process {process} does not bring it, as there {why}")).collect()
}

fn who(look: &Look<'_>, node: Node) -> String {
    let known = match node {
        Node::Line(..) => look.scene.lines.get(&node).map(|(place, _)| operation_text(place)),
        Node::Host(_) => look.scene.hosts.get(&node).map(|(host, _)| host_text(host)),
        Node::Asleep(thread, _) => Some(format!("host thread {thread}, which sleeps outside of the device,")),
    };
    known.unwrap_or_default()
}

fn host_text(host: &Blocked) -> String {
    format!("host thread {}, which called at {},", host.thread, host.site)
}

fn operation_text(place: &Place) -> String {
    let Place { name, number, stream, device, .. } = place;
    let text = format!("{name}, operation {number} of stream {stream} of device {device}");
    match &place.site {
        Some(site) => format!("{text}, asked for at {site}"),
        None => text,
    }
}

fn operation(look: &Look<'_>, member: &Member) -> Option<Operation> {
    if let Some((host, needs)) = look.scene.hosts.get(&member.node) {
        // A call of the host, on the device that it waits for.
        let device = needs.iter().flat_map(|need| &need.by).map(|place| place.device).next();
        let device = device.or_else(|| member.need.hosts.devices().first().copied()).unwrap_or(-1);
        let (name, site) = (format!("host thread {}", host.thread), host.site.to_string());
        return Some(Operation {
            process: None,
            kind: None,
            name,
            device,
            stream: None,
            number: 0,
            writes: false,
            bytes: (0, 0),
            site,
            callers: host.site.callers(),
        });
    }
    let (place, _) = look.scene.lines.get(&member.node)?;
    Some(Operation {
        process: None,
        kind: Some(place.kind),
        name: place.name.clone(),
        device: place.device,
        stream: Some(place.stream),
        number: place.number,
        writes: false,
        bytes: (0, 0),
        site: place.site.as_ref().map(ToString::to_string).unwrap_or_default(),
        callers: place.site.as_ref().map(|site| site.callers()).unwrap_or_default(),
    })
}
