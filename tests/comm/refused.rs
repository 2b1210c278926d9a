//! Arguments that cannot be: refused before any call.

use ascend_npu::{Error, ErrorKind, Parts, Reduction, Result, World, bf16};

#[test]
fn arguments_that_do_not_fit_are_refused() {
    World::run(2, |rank| -> Result<()> {
        let comm = &rank.communicator;
        let (three, mut four) = (rank.device().alloc::<f32>(3)?, rank.device().alloc::<f32>(4)?);
        let mut five = rank.device().alloc::<f32>(5)?;
        let text = |error: Error| error.to_string();
        let number = rank.rank();
        assert_eq!(
            text(comm.all_reduce(&three, &mut four, Reduction::Sum).unwrap_err()),
            format!("all_reduce on device {number}: the source has 3 elements, the destination 4")
        );
        assert_eq!(
            text(comm.all_gather(&three, &mut four).unwrap_err()),
            format!("all_gather on device {number}: 4 elements are not 2 parts of 3; pad to a multiple of the ranks")
        );
        assert!(
            text(comm.reduce_scatter_in_place(&mut five, Reduction::Sum).unwrap_err())
                .contains("5 elements are not 2 parts of 2")
        );
        assert!(text(comm.broadcast(&mut five, 2).unwrap_err()).contains("root 2 is not one of 2 ranks"));
        let mut brain = rank.device().alloc::<bf16>(4)?;
        let error = comm.all_reduce_in_place(&mut brain, Reduction::Product).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotSupported);
        Ok(())
    })
    .unwrap();
}

#[test]
fn arguments_of_unequal_collectives_that_do_not_fit_are_refused() {
    World::run(2, |rank| -> Result<()> {
        let (comm, me) = (&rank.communicator, rank.rank());
        let (three, mut four) = (rank.device().alloc::<f32>(3)?, rank.device().alloc::<f32>(4)?);
        let refused = |outcome: Result<()>| outcome.unwrap_err().to_string();
        let text = |operation: &str, found: &str| format!("{operation} on device {me}: {found}");
        let packed = |counts: &[usize]| Parts::packed(counts);
        assert_eq!(
            refused(comm.all_gather_v(&three, &mut four, &packed(&[3]))),
            text("all_gather_v", "destination: 1 parts were given, but there are 2 ranks")
        );
        assert_eq!(
            refused(comm.all_gather_v(&three, &mut four, &packed(&[3, 3]))),
            text("all_gather_v", "destination: the part of rank 1, 3 elements at 3, is not inside 4 elements")
        );
        assert_eq!(
            refused(comm.all_gather_v(&three, &mut four, &Parts::at(&[3, 3], &[0, 1])?)),
            text("all_gather_v", "destination: the parts of ranks 0 and 1 overlap")
        );
        assert_eq!(
            refused(comm.all_gather_v(&three, &mut four, &packed(&[2, 2]))),
            text("all_gather_v", &format!("the part of rank {me} has 2 elements, the source 3"))
        );
        assert_eq!(
            refused(comm.reduce_scatter_v(&three, &packed(&[1, 2]), &mut four, Reduction::Sum)),
            text("reduce_scatter_v", &format!("the part of rank {me} has {} elements, the destination 4", me + 1))
        );
        let product = comm.reduce_scatter_v(&three, &packed(&[1, 2]), &mut four, Reduction::Product);
        assert_eq!(product.unwrap_err().kind(), ErrorKind::NotSupported);
        let wide = rank.device().alloc::<i64>(2)?;
        let mut one = rank.device().alloc::<i64>(1)?;
        let wide = comm.reduce_scatter_v(&wide, &packed(&[1, 1]), &mut one, Reduction::Sum);
        assert_eq!(wide.unwrap_err().kind(), ErrorKind::NotSupported, "as this is a 910B");
        assert_eq!(
            refused(comm.all_to_all(&three, &mut four)),
            text("all_to_all", "the source has 3 elements, the destination 4")
        );
        assert_eq!(
            refused(comm.all_to_all_v(&three, &packed(&[3, 1]), &mut four, &packed(&[2, 2]))),
            text("all_to_all_v", "source: the part of rank 1, 1 elements at 3, is not inside 3 elements")
        );
        assert_eq!(
            refused(comm.all_to_all_vc(&three, &[1, 2, 3], &mut four)),
            text("all_to_all_vc", "3 counts were given, 2 ranks have 4")
        );
        assert_eq!(
            refused(comm.all_to_all_vc(&three, &[1, 1, 1, 1], &mut four)),
            text("all_to_all_vc", &format!("rank {me} sends 2 elements by the matrix, the source has 3"))
        );
        Ok(())
    })
    .unwrap();
}

#[test]
fn roots_and_peers_that_cannot_be_are_refused() {
    World::run(2, |rank| -> Result<()> {
        let (comm, me) = (&rank.communicator, rank.rank());
        let mut four = rank.device().alloc::<f32>(4)?;
        let mut two = rank.device().alloc::<f32>(2)?;
        let refused = |outcome: Result<()>| outcome.unwrap_err().to_string();
        assert!(refused(comm.reduce_in_place(&mut four, Reduction::Sum, 2)).contains("root 2 is not one of 2 ranks"));
        assert!(refused(comm.scatter(None, &mut two, 9)).contains("root 9 is not one of 2 ranks"));
        assert!(refused(comm.scatter(None, &mut two, me)).contains("the root gave no source"));
        assert!(
            refused(comm.scatter(Some(four.as_slice()), &mut rank.device().alloc(3)?, me))
                .contains("4 elements are not 2 parts of 3")
        );
        assert!(refused(comm.send(&four, 2)).contains("rank 2 is not one of 2 ranks"));
        assert!(refused(comm.receive(&mut four, me)).contains(&format!("rank {me} is this rank")));
        assert!(refused(comm.batch().send(&four, 7).map(drop)).contains("rank 7 is not one of 2 ranks"));
        let alone = comm.batch().send(&four, me)?.queue();
        assert!(refused(alone).contains("sends 1 times to itself and receives 0 times"));
        // A buffer of another device.
        let elsewhere = ascend_npu::Driver::open()?.device(7)?.alloc::<f32>(4)?;
        assert!(
            refused(comm.all_reduce(&elsewhere, &mut four, Reduction::Sum)).contains("a buffer of device 7 was given")
        );
        Ok(())
    })
    .unwrap();
}
