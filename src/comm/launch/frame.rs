//! What the processes of a job say to each other: a length, a kind, and what belongs to it, all numbers little-endian.

use std::io::{self, Read, Write};

/// The first bytes of a process that belongs here.
const MAGIC: u32 = 0x5550_4E41;

/// No frame is longer: a stranger at the port must not make us take memory.
const LONGEST: usize = 1 << 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// A rank has come, of a job of so many.
    Hello { rank: u32, size: u32 },
    /// All have come: the root information.
    Root(Vec<u8>),
    /// A rank has failed, and why. To a process: the first that did.
    Failed { rank: u32, why: String },
    /// A rank has ended well. To a process: all have.
    Ended,
}

impl Frame {
    pub(super) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let (kind, body) = match self {
            Self::Hello { rank, size } => {
                (1, [MAGIC, *rank, *size].iter().flat_map(|word| word.to_le_bytes()).collect())
            }
            Self::Root(bytes) => (2, bytes.clone()),
            Self::Failed { rank, why } => {
                let why = why.as_bytes().iter().take(LONGEST / 2).copied();
                (3, rank.to_le_bytes().into_iter().chain(why).collect())
            }
            Self::Ended => (4, Vec::new()),
        };
        let length = u32::try_from(body.len()).map_err(|_| wrong())?.to_le_bytes();
        // In one piece, so that frames of two threads do not mix.
        let frame: Vec<u8> = length.into_iter().chain([kind]).chain(body).collect();
        to.write_all(&frame)
    }

    pub(super) fn read(from: &mut impl Read) -> io::Result<Self> {
        let word = |bytes: &[u8]| bytes.try_into().map(u32::from_le_bytes).map_err(|_| wrong());
        let mut head = [0; 5];
        from.read_exact(&mut head)?;
        let [length @ .., kind] = head;
        let length = u32::from_le_bytes(length) as usize;
        if length > LONGEST {
            return Err(wrong());
        }
        let mut body = vec![0; length];
        from.read_exact(&mut body)?;
        match (kind, body.as_slice()) {
            (1, body) => {
                let words = body.chunks(4).map(word).collect::<io::Result<Vec<_>>>()?;
                match words.as_slice() {
                    [MAGIC, rank, size] => Ok(Self::Hello { rank: *rank, size: *size }),
                    _ => Err(wrong()),
                }
            }
            (2, _) => Ok(Self::Root(body)),
            (3, body) => {
                let (rank, why) = body.split_at_checked(4).ok_or_else(wrong)?;
                Ok(Self::Failed { rank: word(rank)?, why: String::from_utf8_lossy(why).into_owned() })
            }
            (4, []) => Ok(Self::Ended),
            _ => Err(wrong()),
        }
    }
}

fn wrong() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the other end is no process of this job")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

    use super::*;

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let frames = [
            Frame::Hello { rank: 3, size: 8 },
            Frame::Root(vec![7; 4108]),
            Frame::Failed { rank: 2, why: "no memory".to_owned() },
            Frame::Ended,
        ];
        let mut bytes = Vec::new();
        frames.iter().for_each(|frame| frame.write(&mut bytes).unwrap());
        let mut rest = bytes.as_slice();
        for frame in frames {
            assert_eq!(Frame::read(&mut rest).unwrap(), frame);
        }
        assert!(rest.is_empty());
        for wrong in [b"GET / HTTP/1.1\r\n".as_slice(), &[4, 0, 0, 0, 1, 1, 2, 3, 4], &[0, 0, 0, 0, 9], &bytes[..9]] {
            assert!(Frame::read(&mut &wrong[..]).is_err());
        }
    }
}
