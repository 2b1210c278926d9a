//! Who is stuck, and in which circle.

use std::collections::{HashMap, HashSet};

use super::threads::{Doing, Threads};
use crate::exec::{Arrival, Hosts, Need, Node, Scene, What};

/// A scene, with the threads of that moment.
pub(super) struct Look<'a> {
    pub(super) scene: &'a Scene,
    threads: Threads,
    /// The threads that work with each device.
    users: HashMap<i32, HashSet<u32>>,
    /// What a thread needs that sleeps elsewhere: any other may wake it.
    wake: [Need; 1],
    /// What is taken never to come from other processes, and why.
    pub(super) never: HashMap<Arrival, Never>,
}

/// Why something never comes from another process.
#[derive(Clone, Debug)]
pub(super) struct Never {
    pub(super) process: u32,
    pub(super) why: String,
}

/// Somebody in a circle.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) node: Node,
    /// What it needs and does not get.
    pub(super) need: Need,
    /// Who would have to bring that, and waits too; nobody where there is no thread left that could.
    pub(super) next: Option<Node>,
}

impl<'a> Look<'a> {
    pub(super) fn new(scene: &'a Scene, threads: Threads, users: HashMap<i32, HashSet<u32>>) -> Self {
        let wake = [Need { by: Vec::new(), hosts: Hosts::Any, what: What::Wake }];
        Self { scene, threads, users, wake, never: HashMap::new() }
    }

    /// All that is needed by somebody who waits.
    pub(super) fn needed(&self) -> impl Iterator<Item = &Need> {
        let needs = self.scene.lines.values().map(|(_, needs)| needs);
        needs.chain(self.scene.hosts.values().map(|(_, needs)| needs)).flat_map(|needs| needs.iter())
    }

    /// What somebody here waits for that other processes can bring.
    pub(super) fn awaited(&self) -> HashSet<Arrival> {
        self.needed().flat_map(|need| need.what.ways()).copied().collect()
    }

    /// Who would have to bring what a node needs, and is stuck.
    pub(super) fn next(&self, node: Node, need: &Need, stuck: &HashSet<Node>) -> Option<Node> {
        let queued = need.by.iter().map(|place| place.node);
        let waiting = self.candidates(node, &need.hosts).filter_map(|doing| match doing {
            Doing::Waits(node) => Some(node),
            Doing::Acts => None,
        });
        // Who waits for the device tells more than who sleeps elsewhere.
        queued.chain(waiting).filter(|next| stuck.contains(next)).min()
    }

    /// A node with what it cannot have.
    pub(super) fn member(&self, node: Node, stuck: &HashSet<Node>) -> Option<Member> {
        let need = self.unmet(node, stuck)?;
        Some(Member { node, need: need.clone(), next: self.next(node, need, stuck) })
    }

    /// All who wait.
    pub(super) fn all(&self) -> HashSet<Node> {
        let asleep = self.threads.all().filter_map(|doing| match doing {
            Doing::Waits(node) => Some(node),
            Doing::Acts => None,
        });
        self.scene.lines.keys().chain(self.scene.hosts.keys()).copied().chain(asleep).collect()
    }

    /// Those of some who wait that cannot go on, if whoever else there is does.
    pub(super) fn stuck(&self, of: HashSet<Node>) -> HashSet<Node> {
        let mut stuck = of;
        loop {
            let (kept, free): (HashSet<Node>, HashSet<Node>) =
                stuck.iter().partition(|node| self.unmet(**node, &stuck).is_some());
            if free.is_empty() {
                return kept;
            }
            stuck = kept;
        }
    }

    /// A need of a node that none but those who are stuck could meet.
    fn unmet(&self, node: Node, stuck: &HashSet<Node>) -> Option<&Need> {
        self.needs(node).iter().find(|need| !self.is_met(node, need, stuck))
    }

    /// Whether somebody who is not stuck could meet a need.
    pub(super) fn is_met(&self, node: Node, need: &Need, stuck: &HashSet<Node>) -> bool {
        let comes = |arrival: &Arrival| !self.never.contains_key(arrival);
        need.what.ways().iter().any(comes)
            || need.by.iter().any(|place| !stuck.contains(&place.node))
            || self.candidates(node, &need.hosts).any(|doing| match doing {
                Doing::Acts => true,
                Doing::Waits(node) => !stuck.contains(&node),
            })
    }

    fn needs(&self, node: Node) -> &[Need] {
        match node {
            Node::Line(..) => self.scene.lines.get(&node).map(|(_, needs)| &**needs).unwrap_or_default(),
            Node::Host(_) => self.scene.hosts.get(&node).map(|(_, needs)| &**needs).unwrap_or_default(),
            Node::Asleep(..) => &self.wake,
        }
    }

    /// What the threads do that could meet a need of a node.
    fn candidates(&self, of: Node, hosts: &Hosts) -> Box<dyn Iterator<Item = Doing> + '_> {
        let other = move |doing: &Doing| *doing != Doing::Waits(of);
        match hosts {
            Hosts::None => Box::new(std::iter::empty()),
            Hosts::Any => Box::new(self.threads.all().filter(other)),
            &Hosts::Thread(thread) => Box::new(std::iter::once(self.threads.doing(thread).unwrap_or(Doing::Acts))),
            Hosts::OfDevices(devices) => {
                let users: HashSet<u32> =
                    devices.iter().filter_map(|device| self.users.get(device)).flatten().copied().collect();
                let alive: Vec<Doing> = users.iter().filter_map(|&thread| self.threads.doing(thread)).collect();
                match alive.is_empty() {
                    true => self.candidates(of, &Hosts::Any),
                    false => Box::new(alive.into_iter().filter(other)),
                }
            }
        }
    }

    /// A circle among those who are stuck; or the last of a chain, who waits for what nobody is there to bring.
    pub(super) fn circle(&self, stuck: &HashSet<Node>) -> Option<Vec<Member>> {
        // Streams first, so that the same circle is told from the same member whenever it is found.
        let mut node = stuck.iter().copied().min()?;
        let mut way: Vec<Member> = Vec::new();
        loop {
            if let Some(start) = way.iter().position(|member| member.node == node) {
                return Some(way.split_off(start));
            }
            let member = self.member(node, stuck)?;
            let next = member.next;
            way.push(member);
            match next {
                Some(next) => node = next,
                None => return Some(way.split_off(way.len() - 1)),
            }
        }
    }
}
