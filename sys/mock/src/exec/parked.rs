//! What waits, and for what: the scene that the search for deadlocks looks at.
//!
//! It is taken under the scheduler's lock, so it is one moment, and looked at without.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::begin::{address, address_of};
use super::blocked::{Absent, Awaited, Blocked};
use super::brought::{Brings, Brought};
use super::condition::Sees;
use super::scheduler::Scheduler;
use super::seat::{Arrival, Changed};
use super::state::{Line, Queued, State};
use super::task::{Body, Kind, Task};
use crate::check::Site;

/// Somebody who can wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Node {
    /// A line, and how many operations it has completed: at another operation it is another node.
    Line(u64, u64),
    /// A wait of a host thread for the device or for ranks, by the number of the wait.
    Host(u64),
    /// A host thread that sleeps elsewhere, and how often it has slept.
    Asleep(u32, u64),
}

/// An operation of a line.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) node: Node,
    pub(crate) number: u64,
    pub(crate) device: i32,
    pub(crate) stream: i32,
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) site: Option<Arc<Site>>,
}

/// Host threads that could end a wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Hosts {
    None,
    /// Those that call for some devices.
    OfDevices(Vec<i32>),
    /// This one.
    Thread(u32),
    Any,
}

/// Something that a node cannot do without. Any operation of `by`, or any thread of `hosts`, brings it.
#[derive(Clone, Debug)]
pub(crate) struct Need {
    pub(crate) by: Vec<Place>,
    pub(crate) hosts: Hosts,
    /// What it is, where no operation brings it.
    pub(crate) what: What,
}

/// What a need is for.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// An operation that is queued.
    Operation,
    Event,
    Change,
    /// The end of a host function.
    Function,
    /// A rank's call of something.
    Call(u32, Arc<str>),
    /// A call by a rank of another process.
    Arrival(Arrival, Arc<str>),
    /// What other processes can bring too.
    Brought(Brought),
    /// Another thread that wakes a thread.
    Wake,
}

/// All that somebody needs. The streams of a collective need the same.
pub(crate) type Needs = Arc<[Need]>;

/// All that waits at a moment.
#[derive(Default)]
pub(crate) struct Scene {
    /// Lines whose head waits, with that head. A line goes on once all its needs are met.
    pub(crate) lines: HashMap<Node, (Place, Needs)>,
    pub(crate) hosts: HashMap<Node, (Blocked, Needs)>,
    /// What is queued here that others may wait for: ranks' parts of operations, and records of events.
    pub(crate) arrivals: HashMap<Arrival, Place>,
    /// How this process could change what others wait for.
    pub(crate) brings: Vec<Brings>,
}

/// Bytes from a start on; `None` for any.
type Ranges = Option<Vec<(u64, u64)>>;

/// What somebody waits for: queued operations that bring other things are not looked at closer.
struct Wanted {
    /// Of records, keys and meetings.
    addresses: HashSet<usize>,
    /// Whether that is a value in memory for one.
    values: bool,
}

/// Queued operations by what they bring.
#[derive(Default)]
pub(super) struct Bringing {
    records: HashMap<usize, Vec<Place>>,
    pub(super) keys: HashMap<usize, Vec<Place>>,
    meetings: HashMap<usize, Vec<Place>>,
    pub(super) arrivals: HashMap<Arrival, Place>,
    /// What may write values in memory, with the range where it is known.
    writers: Vec<(Ranges, Place)>,
}

impl Scheduler {
    /// The scene of now; `None` when nothing waits, unless others wait for this process: for ranks that have not called, or for
    /// some changes.
    pub(crate) fn scene(&self, is_awaited: bool, changes: &HashSet<Changed>) -> Option<Scene> {
        let state = self.lock();
        let is_awaited = is_awaited || !changes.is_empty();
        (is_awaited || !state.blocked.is_empty() || state.waits_somewhere()).then(|| state.scene(changes))
    }
}

impl State {
    fn waits_somewhere(&self) -> bool {
        let waits = !(self.waiting.is_empty() && self.meetings.is_empty() && self.conditions.has_none());
        waits || self.handed.values().any(|(_, seat)| seat.is_some())
    }

    fn scene(&self, changes: &HashSet<Changed>) -> Scene {
        let bringing = self.bringing(changes);
        let mut scene = Scene::default();
        let mut park = |id: &u64, needs: Needs| {
            if let Some(place) = self.lines.get(id).and_then(|line| line.head(*id)) {
                scene.lines.insert(place.node, (place, needs));
            }
        };
        for (record, lines) in &self.waiting {
            lines.iter().for_each(|line| park(line, Arc::new([bringing.record(*record)])));
        }
        for (line, key, sees) in self.conditions.unlimited() {
            let device = self.lines.get(&line).map(|line| line.device);
            park(&line, bringing.condition(key, sees, device).into_iter().collect());
        }
        for (key, gathering) in &self.meetings {
            let queued = bringing.meetings.get(key).into_iter().flatten();
            let needs = queued.map(|place| Need::of(vec![place.clone()]));
            let needs: Needs = needs.chain(gathering.meeting.absent().into_iter().map(Need::rank)).collect();
            gathering.lines.iter().for_each(|line| park(line, needs.clone()));
        }
        let seats = || self.handed.iter().filter_map(|(line, (_, seat))| Some((line, seat.as_ref()?)));
        let come: HashSet<Arrival> = seats().map(|(_, seat)| seat.arrival).collect();
        for (line, seat) in seats() {
            let needs = seat.others.iter().filter_map(|other| {
                let arrival = Arrival { rank: other.rank, ..seat.arrival };
                match bringing.arrivals.get(&arrival) {
                    Some(place) => Some(Need::of(vec![place.clone()])),
                    None => (!come.contains(&arrival)).then(|| Need::rank(other.clone())),
                }
            });
            park(line, needs.collect());
        }
        for (line, &thread) in &self.functions {
            park(line, Arc::new([Need { by: Vec::new(), hosts: Hosts::Thread(thread), what: What::Function }]));
        }
        let hosts = self.blocked.iter().map(|(serial, blocked)| {
            (Node::Host(*serial), (blocked.clone(), self.needs_of(&blocked.awaited, &bringing)))
        });
        scene.hosts = hosts.collect();
        scene.brings = changes.iter().map(|changed| bringing.brings(self, *changed)).collect();
        scene.arrivals = bringing.arrivals;
        scene
    }

    fn needs_of(&self, awaited: &Awaited, bringing: &Bringing) -> Needs {
        match awaited {
            Awaited::Lines(lines) => {
                let open = lines.iter().filter_map(|&(id, target)| {
                    let line = self.lines.get(&id)?;
                    let target = target.min(line.submitted);
                    (line.completed < target).then(|| line.head(id)).flatten()
                });
                open.map(|place| Need::of(vec![place])).collect()
            }
            Awaited::Record(record) => Arc::new([bringing.record(*record)]),
            Awaited::Passed(words, number) => Arc::new([bringing.passed(words, *number)]),
            Awaited::Ranks(absent) => absent().into_iter().map(Need::rank).collect(),
        }
    }

    fn wanted(&self, changes: &HashSet<Changed>) -> Wanted {
        let conditions = || self.conditions.unlimited();
        let seen = conditions().filter_map(|(_, key, sees)| match sees {
            Sees::Record(record) => Some(address_of(&**record)),
            _ => key,
        });
        let by_hosts = self.blocked.values().filter_map(|blocked| match blocked.awaited {
            Awaited::Record(record) => Some(record),
            _ => None,
        });
        let notifies = changes.iter().flat_map(|changed| self.conditions.shared(changed.words));
        let here = self.waiting.keys().chain(self.meetings.keys()).copied().chain(seen).chain(by_hosts);
        let values = conditions().any(|(_, key, _)| key.is_none()) || changes.iter().any(|changed| changed.words == 0);
        Wanted { addresses: here.chain(notifies).collect(), values }
    }

    fn bringing(&self, changes: &HashSet<Changed>) -> Bringing {
        let wanted = self.wanted(changes);
        let mut bringing = Bringing::default();
        for (&id, line) in &self.lines {
            let first = line.completed + u64::from(line.busy);
            for (number, queued) in (first..).zip(&line.tasks) {
                bringing.note(&queued.task, &wanted, || line.place(id, number, queued));
            }
        }
        bringing
    }
}

impl Bringing {
    fn note(&mut self, task: &Task, wanted: &Wanted, place: impl Fn() -> Place) {
        let (of_kind, address) = match &task.body {
            Body::Record(record) => (&mut self.records, address(record)),
            Body::Change { key, .. } => (&mut self.keys, *key),
            Body::Meet(meeting) => (&mut self.meetings, address(meeting)),
            Body::Tell(arrival, _) => {
                self.arrivals.insert(*arrival, place());
                return;
            }
            Body::Hand(Some(seat), _) => {
                self.arrivals.insert(seat.arrival, place());
                if wanted.values && !task.touches.is_empty() {
                    self.note_writer(task, place);
                }
                return;
            }
            _ if wanted.values => return self.note_writer(task, place),
            _ => return,
        };
        if wanted.addresses.contains(&address) {
            of_kind.entry(address).or_default().push(place());
        }
        // A collective tells all memory that it touches.
        if wanted.values && matches!(task.body, Body::Meet(_)) && !task.touches.is_empty() {
            self.note_writer(task, place);
        }
    }

    fn note_writer(&mut self, task: &Task, place: impl Fn() -> Place) {
        let ranges = || task.touches.iter().filter(|touch| touch.writes).map(|touch| (touch.start, touch.bytes));
        // What tells no memory may write any, and kernels tell while they run.
        if task.touches.is_empty() || task.kind == Kind::Kernel {
            if !matches!(task.body, Body::Wait(_) | Body::Until(_) | Body::Tell(..)) {
                self.writers.push((None, place()));
            }
        } else if ranges().next().is_some() {
            self.writers.push((Some(ranges().collect()), place()));
        }
    }

    fn record(&self, record: usize) -> Need {
        // A shared record passes by a change.
        let by = self.records.get(&record).or_else(|| self.keys.get(&record)).cloned().unwrap_or_default();
        let hosts = if by.is_empty() { Hosts::Any } else { Hosts::None };
        Need { by, hosts, what: What::Event }
    }

    /// What a condition needs.
    fn condition(&self, key: Option<usize>, sees: &Sees, device: Option<i32>) -> Option<Need> {
        if let Some(need) = self.shared(key, sees, device) {
            return Some(need);
        }
        match (key, sees) {
            (_, Sees::Record(record)) => Some(self.record(address_of(&**record))),
            (Some(key), _) => Some(Self::change(self.keys.get(&key).cloned().unwrap_or_default(), device)),
            (None, Sees::Changes(value)) => Some(Self::change(self.writers_of(*value as u64), device)),
            (None, Sees::Passed(..) | Sees::Told { .. } | Sees::Nothing) => None,
        }
    }

    /// What is queued that may write a value.
    pub(super) fn writers_of(&self, value: u64) -> Vec<Place> {
        let meets = |&(start, bytes): &(u64, u64)| start < value + 8 && value < start.saturating_add(bytes);
        let writes = |ranges: &Ranges| ranges.as_ref().is_none_or(|all| all.iter().any(meets));
        self.writers.iter().filter(|(ranges, _)| writes(ranges)).map(|(_, place)| place.clone()).collect()
    }

    /// A host thread may queue another change at any time, or make one itself: while some are queued already, those threads that
    /// work with the devices are looked at, else all.
    pub(super) fn change(by: Vec<Place>, device: Option<i32>) -> Need {
        let hosts = match by.is_empty() {
            true => Hosts::Any,
            false => Hosts::OfDevices(by.iter().map(|place| place.device).chain(device).collect()),
        };
        Need { by, hosts, what: What::Change }
    }
}

impl Scene {
    /// Whether a line runs a host function, and does not wait itself.
    pub(crate) fn runs_function(&self, node: &Node) -> bool {
        let needs = self.lines.get(node).map(|(_, needs)| needs);
        needs.is_some_and(|needs| needs.iter().any(|need| matches!(need.what, What::Function)))
    }
}

impl Hosts {
    pub(crate) fn devices(&self) -> &[i32] {
        match self {
            Self::OfDevices(devices) => devices,
            _ => &[],
        }
    }
}

impl Need {
    fn of(by: Vec<Place>) -> Self {
        Self { by, hosts: Hosts::None, what: What::Operation }
    }

    pub(crate) fn rank(absent: Absent) -> Self {
        let Absent { rank, device, elsewhere, what } = absent;
        if let Some(arrival) = elsewhere {
            return Self { by: Vec::new(), hosts: Hosts::None, what: What::Arrival(arrival, what) };
        }
        let hosts = device.map_or(Hosts::Any, |device| Hosts::OfDevices(vec![device]));
        Self { by: Vec::new(), hosts, what: What::Call(rank, what) }
    }
}

impl Line {
    /// The operation that runs or waits, or is the next to.
    fn head(&self, id: u64) -> Option<Place> {
        let Some(current) = &self.current else {
            return self.tasks.front().map(|queued| self.place(id, self.completed, queued));
        };
        let site = current.site.clone();
        Some(self.at(id, self.completed, current.kind, current.name.to_string(), site))
    }

    fn place(&self, id: u64, number: u64, queued: &Queued) -> Place {
        let site = queued.origin.as_ref().map(|origin| origin.site());
        self.at(id, number, queued.task.kind, queued.task.name.to_string(), site)
    }

    fn at(&self, id: u64, number: u64, kind: Kind, name: String, site: Option<Arc<Site>>) -> Place {
        let node = Node::Line(id, self.completed);
        Place { node, number, device: self.device, stream: self.number, kind, name, site }
    }
}
