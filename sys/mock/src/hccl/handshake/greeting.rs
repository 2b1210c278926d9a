//! What is said on a connection: one hello, one answer.

use std::io::{self, Read, Write};
use std::os::fd::RawFd;

use ascend_npu_sys::HcclResult;

use crate::hccl::across::Process;
use crate::process::Identity;
use crate::report::Failure;

/// Says that this is the hello of a rank, in this form. Another form has another number.
const MAGIC: u64 = u64::from_le_bytes(*b"asc-hi 1");
/// The longest message.
const MOST: usize = 64 << 10;

/// What a rank says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::hccl) struct Hello {
    /// The listening process: a root information may be older than it.
    pub(in crate::hccl) token: u64,
    /// The handshake.
    pub(in crate::hccl) id: u64,
    pub(in crate::hccl) size: u32,
    pub(in crate::hccl) rank: u32,
    pub(in crate::hccl) device: i32,
    pub(in crate::hccl) process: Process,
    /// How long it waits, in milliseconds.
    pub(in crate::hccl) limit: u64,
    pub(in crate::hccl) name: Option<String>,
}

/// Where the communicator is: the process that made it, its descriptor there, and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::hccl) struct Answer {
    pub(in crate::hccl) number: u64,
    pub(in crate::hccl) maker: Identity,
    pub(in crate::hccl) descriptor: RawFd,
    pub(in crate::hccl) name: String,
}

impl Hello {
    pub(super) fn send(&self, to: impl Write) -> io::Result<()> {
        let Self { token, id, size, rank, device, process, limit, name } = self;
        let Process { identity: Identity { pid, start }, memory } = process;
        let named = u64::from(name.is_some());
        let numbers = [
            MAGIC,
            *token,
            *id,
            u64::from(*size),
            u64::from(*rank),
            u64::from(device.unsigned_abs()),
            u64::from(*pid),
            *start,
            u64::from(memory.unsigned_abs()),
            *limit,
            named,
        ];
        send(to, &numbers, name.as_deref().unwrap_or_default())
    }

    pub(super) fn receive(from: impl Read) -> io::Result<Self> {
        let (numbers, text) = receive(from)?;
        let [magic, token, id, size, rank, device, pid, start, memory, limit, named] = numbers[..] else {
            return Err(wrong());
        };
        if magic != MAGIC {
            return Err(wrong());
        }
        let identity = Identity { pid: number(pid)?, start };
        Ok(Self {
            token,
            id,
            size: number(size)?,
            rank: number(rank)?,
            device: number(device)?,
            process: Process { identity, memory: number(memory)? },
            limit,
            name: (named != 0).then_some(text),
        })
    }
}

pub(super) fn send_answer(to: impl Write, answer: &Result<Answer, Failure>) -> io::Result<()> {
    match answer {
        Ok(Answer { number, maker, descriptor, name }) => {
            let numbers = [0, *number, u64::from(maker.pid), maker.start, u64::from(descriptor.unsigned_abs())];
            send(to, &numbers, name)
        }
        Err(failure) => send(to, &[1, u64::from(failure.code.unsigned_abs())], &failure.text),
    }
}

pub(super) fn receive_answer(from: impl Read) -> io::Result<Result<Answer, Failure>> {
    let (numbers, text) = receive(from)?;
    Ok(match numbers[..] {
        [0, of, pid, start, descriptor] => Ok(Answer {
            number: of,
            maker: Identity { pid: number(pid)?, start },
            descriptor: number(descriptor)?,
            name: text,
        }),
        [1, code] => Err(Failure::hccl(HcclResult(number(code)?), text)),
        _ => return Err(wrong()),
    })
}

/// A message: how many numbers and how many bytes of text, the numbers, the text.
fn send(mut to: impl Write, numbers: &[u64], text: &str) -> io::Result<()> {
    let head = [numbers.len() as u64, text.len() as u64];
    let words = head.iter().chain(numbers).flat_map(|number| number.to_le_bytes());
    to.write_all(&words.chain(text.bytes()).collect::<Vec<u8>>())
}

fn receive(mut from: impl Read) -> io::Result<(Vec<u64>, String)> {
    let mut word = || {
        let mut bytes = [0; 8];
        from.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes))
    };
    let (numbers, length) = (word()?, word()?);
    let fits = |count: u64| usize::try_from(count).ok().filter(|count| *count <= MOST).ok_or_else(wrong);
    let numbers = (0..fits(numbers)?.min(MOST / 8)).map(|_| word()).collect::<io::Result<Vec<u64>>>()?;
    let mut text = vec![0; fits(length)?];
    from.read_exact(&mut text)?;
    Ok((numbers, String::from_utf8_lossy(&text).into_owned()))
}

fn number<T: TryFrom<u64>>(number: u64) -> io::Result<T> {
    T::try_from(number).map_err(|_| wrong())
}

fn wrong() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "no message of a software device of this version")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hello_and_its_answer_cross_whole_or_not_at_all() {
        let process = Process { identity: Identity { pid: 7, start: 1 << 40 }, memory: 5 };
        let hello = Hello {
            token: u64::MAX,
            id: 3,
            size: 8,
            rank: 2,
            device: 1,
            process,
            limit: 10_000,
            name: Some("n".to_owned()),
        };
        let mut bytes = Vec::new();
        assert!(hello.send(&mut bytes).is_ok());
        assert_eq!(Hello::receive(&bytes[..]).ok(), Some(hello));
        assert!((0..bytes.len()).all(|length| Hello::receive(bytes.get(..length).unwrap_or_default()).is_err()));
        assert!(Hello::receive(&[0xff; 64][..]).is_err());
        let failure = Failure::hccl(HcclResult::HCCL_E_TIMEOUT, "EI0015: late");
        let identity = process.identity;
        let found = Answer { number: 3, maker: identity, descriptor: 9, name: "comm".to_owned() };
        for answer in [Ok(found), Err(failure)] {
            let mut bytes = Vec::new();
            assert!(send_answer(&mut bytes, &answer).is_ok());
            assert_eq!(receive_answer(&bytes[..]).ok(), Some(answer));
        }
    }
}
