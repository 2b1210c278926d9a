//! What a process tells others about memory that they may map: words in a file that they open.

use std::fs::File;
use std::os::unix::fs::FileExt;

use ascend_npu_sys::aclError;

use crate::report::{Failure, Outcome};

/// What a note takes in its file.
pub(super) const BYTES: u64 = 4 << 10;
/// Words of a note.
pub(super) const WORDS: usize = BYTES as usize / size_of::<u64>();
const MAGIC: u64 = 0x6173_6365_6e64_0001;

/// Writes words at a place in a file.
pub(super) fn write(file: &File, at: u64, words: impl IntoIterator<Item = u64>) -> Outcome {
    let bytes: Vec<u8> = std::iter::once(MAGIC).chain(words).take(WORDS).flat_map(u64::to_le_bytes).collect();
    file.write_all_at(&bytes, at).map_err(|error| {
        Failure::acl(aclError::RT_DRV_INTERNAL_ERROR, format!("EE9999: shared memory cannot be described: {error}"))
    })
}

/// The words at a place in a file, if a note is there.
pub(super) fn read(file: &File, at: u64) -> Option<impl Iterator<Item = u64>> {
    let mut bytes = [0; BYTES as usize];
    file.read_exact_at(&mut bytes, at).ok()?;
    let (words, _) = bytes.as_chunks::<8>();
    let mut words = words.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect::<Vec<_>>().into_iter();
    words.next().filter(|&magic| magic == MAGIC)?;
    Some(words)
}

/// Opens a file of a process by its descriptor there.
pub(super) fn open(process: u64, descriptor: u64) -> Option<File> {
    File::options().read(true).write(true).open(format!("/proc/{process}/fd/{descriptor}")).ok()
}
