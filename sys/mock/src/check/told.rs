//! A touch of shared memory as one process tells it to others, in words.

use std::sync::Arc;

use super::abroad::Foreign;
use super::clock::{Actor, Clock, Moment};
use super::far::process_of;
use super::finding::Info;
use super::site::Site;
use crate::exec::{Kind, Touch};

/// What is told of a touch.
pub(super) struct Told<'a> {
    pub(super) moment: Moment,
    pub(super) info: &'a Info,
    pub(super) clock: &'a Clock,
    /// In the file of the memory.
    pub(super) touches: &'a [Touch],
}

impl Told<'_> {
    pub(super) fn words(&self) -> Vec<u64> {
        let Self { moment, info, clock, touches } = self;
        let kind = info.kind.and_then(|kind| Kind::ALL.iter().position(|known| *known == kind));
        let number = |number: i32| u64::from(number.cast_unsigned());
        let mut words = vec![
            moment.actor.word(),
            moment.count,
            kind.map_or(0, |kind| kind as u64 + 1),
            number(info.device),
            info.stream.map_or(u64::MAX, number),
            info.number,
            touches.len() as u64,
        ];
        words.extend(touches.iter().flat_map(|touch| [touch.start, touch.bytes, u64::from(touch.writes)]));
        put_text(&info.name, &mut words);
        put_text(&info.site.to_string(), &mut words);
        words.extend(clock.words());
        words
    }
}

/// What such words tell; `None` if they tell nothing.
pub(super) fn of_words(words: &[u64]) -> Option<Foreign> {
    let (&[actor, count, kind, device, stream, number, touches], mut rest) = words.split_first_chunk()?;
    let small = |number: u64| Some(u32::try_from(number).ok()?.cast_signed());
    let kind = match kind.checked_sub(1) {
        None => None,
        Some(kind) => Some(*Kind::ALL.get(usize::try_from(kind).ok()?)?),
    };
    let (list, others) = rest.split_at_checked(usize::try_from(touches).ok()?.checked_mul(3)?)?;
    let touch = |of: &[u64; 3]| Touch { start: of[0], bytes: of[1], writes: of[2] != 0 };
    let touches = list.as_chunks::<3>().0.iter().map(touch).collect();
    rest = others;
    let (name, site) = (take_text(&mut rest)?, take_text(&mut rest)?);
    let info = Info {
        process: Some(process_of(actor)),
        kind,
        name,
        device: small(device)?,
        stream: if stream == u64::MAX { None } else { Some(small(stream)?) },
        number,
        site: Arc::new(Site::told(site)),
    };
    let moment = Moment { actor: Actor::of_word(actor), count };
    Some(Foreign { moment, info: Arc::new(info), clock: Clock::of_words(rest), touches })
}

/// A text: its bytes, and how many they are.
pub(crate) fn put_text(text: &str, words: &mut Vec<u64>) {
    words.push(text.len() as u64);
    words.extend(text.as_bytes().chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word.iter_mut().zip(chunk).for_each(|(to, from)| *to = *from);
        u64::from_le_bytes(word)
    }));
}

/// Takes a text from the front.
pub(crate) fn take_text(words: &mut &[u64]) -> Option<String> {
    let (&length, rest) = words.split_first()?;
    let length = usize::try_from(length).ok()?;
    let (text, rest) = rest.split_at_checked(length.div_ceil(8))?;
    *words = rest;
    let bytes: Vec<u8> = text.iter().flat_map(|word| word.to_le_bytes()).take(length).collect();
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_comes_back_and_what_is_cut_does_not() {
        let info = Info {
            process: None,
            kind: Some(Kind::Fill),
            name: "aclrtMemsetAsync".to_owned(),
            device: -1,
            stream: Some(3),
            number: 9,
            site: Arc::new(Site::told("program.c:7 (main)".to_owned())),
        };
        let mut clock = Clock::default();
        let moment = clock.advance(Actor::Stream(4));
        let touches = [Touch { start: 4096, bytes: 7, writes: true }, Touch { start: 0, bytes: 1, writes: false }];
        let words = Told { moment, info: &info, clock: &clock, touches: &touches }.words();
        let back = of_words(&words).unwrap_or_else(|| unreachable!());
        let own = Info { process: Some(std::process::id()), site: Arc::new(Site::told(info.site.to_string())), ..info };
        assert_eq!(format!("{:?}", back.info), format!("{own:?}"));
        assert_eq!((back.moment, back.clock, back.touches), (moment, clock, touches.to_vec()));
        for length in 0..words.len() - 2 {
            assert!(of_words(words.get(..length).unwrap_or_default()).is_none(), "cut to {length}");
        }
    }
}
