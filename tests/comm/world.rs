//! Worlds of ranks in one process.

use ascend_npu::{Communicator, ErrorKind, Result, RootInfo, World};

use crate::common::device;

#[test]
fn worlds_that_cannot_be_are_refused() {
    let run = |size| World::run(size, |_| -> Result<()> { Ok(()) }).unwrap_err();
    assert_eq!(run(0).to_string(), "World::run: 0 ranks were asked for; ask for 1 or more");
    assert_eq!(run(99).kind(), ErrorKind::NoDevice);
    assert!(run(99).to_string().contains("99 ranks were asked for, but this process sees 8 devices"));
}

#[test]
fn a_rank_that_panics_is_an_error_that_names_it() {
    let error = World::run(2, |rank| -> Result<()> {
        if rank.rank() == 1 {
            panic!("as the test wants");
        }
        Ok(())
    });
    assert_eq!(error.unwrap_err().to_string(), "World::run: rank 1 panicked: as the test wants");
}

#[test]
fn an_error_of_a_rank_is_the_worlds() {
    let error =
        World::run(3, |rank| if rank.rank() == 2 { rank.device().alloc::<u8>(1 << 50).map(drop) } else { Ok(()) });
    let error = error.unwrap_err();
    assert_eq!((error.kind(), error.device()), (ErrorKind::OutOfMemory, Some(2)));
}

#[test]
fn root_information_travels_as_bytes() {
    let root = RootInfo::create(&device(0)).unwrap();
    let bytes = root.to_bytes();
    assert_eq!(bytes.len(), 4108);
    let comm = Communicator::new(&device(0), &RootInfo::from_bytes(&bytes).unwrap(), 1, 0).unwrap();
    assert_eq!((comm.rank(), comm.size()), (0, 1));
    assert!(comm.check().is_ok());
    assert!(
        RootInfo::from_bytes(&bytes[1..]).unwrap_err().to_string().contains("4107 bytes were given, 4108 are needed")
    );
    let error = Communicator::new(&device(0), &root, 2, 2).unwrap_err();
    assert!(error.to_string().contains("rank 2 of 2 ranks was asked for"));
}
