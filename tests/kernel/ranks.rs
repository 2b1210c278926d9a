//! What ranks decide together: the blocks of `stats` travel, and all decide alike.

use ascend_npu::kernel::adam::AdamW;
use ascend_npu::kernel::control::{LossScale, Scaler, Settings};
use ascend_npu::kernel::stats::{Pass, Stats, StatsBlock, Workspace};
use ascend_npu::{DeviceBuffer, ErrorKind, Result, World};

use crate::common::{device, values};

const WORLD: u32 = 3;
const LEN: usize = 1003;

#[test]
fn all_ranks_decide_alike_from_the_blocks_of_all_and_one_overflow_skips_everywhere() {
    let rounds = World::run(WORLD, |rank| -> Result<_> {
        let (device, stream) = (rank.device(), rank.device().stream()?);
        let (stats, mut workspace) = (Stats::load(device)?, Workspace::new(device, 0)?);
        let mut own: DeviceBuffer<StatsBlock> = device.alloc(1)?;
        let mut all: DeviceBuffer<StatsBlock> = device.alloc(WORLD as usize)?;
        let scale = LossScale { initial: 4.0, ..LossScale::default() };
        let mut scaler = Scaler::new_blocking(&stream, scale, scale.first_state())?;
        let mut decided = Vec::new();
        for overflows_at in [None, Some(1)] {
            let mut gradient = values(LEN, rank.rank().into());
            if overflows_at == Some(rank.rank()) {
                gradient[LEN - 1] = f32::INFINITY;
            }
            let gradient = stream.upload_blocking(&gradient)?;
            let gradient = gradient.as_slice();
            let pass = Pass { kernel: &stats, workspace: &mut workspace, gradient, largest: None, overflow: None };
            pass.launch(&stream, own.as_mut_slice())?;
            rank.communicator.all_gather(own.as_slice().cast::<u64>()?, all.as_mut_slice().cast::<u64>()?)?;
            let decision = scaler.decide(&stream, &AdamW::default(), Settings::default(), all.as_slice())?;
            let block = stream.download_blocking(decision.block())?[0];
            decided.push((block, stream.download_blocking(scaler.state())?[0]));
        }
        Ok(decided)
    })
    .unwrap();
    let [good, skipped] = &rounds[0][..] else { panic!("two steps") };
    assert!(rounds.iter().all(|rank| *rank == rounds[0]), "{rounds:?}");
    let squares: f32 = (0..WORLD).flat_map(|rank| values(LEN, rank.into())).map(|value| value * value).sum();
    assert!((good.0.norm * 4.0 / squares.sqrt() - 1.0).abs() < 1e-5, "{good:?}");
    assert_eq!((good.0.skip, good.1.step), (0, 1));
    assert_eq!((skipped.0.skip, skipped.1.step, skipped.1.scale), (1, 1, 2.0));
}

#[test]
fn bytes_are_seen_as_another_type_only_where_they_are_whole_elements_of_it() {
    let device = device(0);
    let stream = device.stream().unwrap();
    let mut words = stream.upload_blocking(&[1.0_f32, 2.0, 3.0, 4.0]).unwrap();
    let bits = stream.download_blocking(words.as_slice().cast::<u32>().unwrap()).unwrap();
    assert_eq!(bits, [1.0_f32, 2.0, 3.0, 4.0].map(f32::to_bits));
    stream.fill_zero(words.slice_mut(2..4).unwrap().cast::<u64>().unwrap()).unwrap();
    assert_eq!(stream.download_blocking(&words).unwrap(), [1.0, 2.0, 0.0, 0.0]);

    let odd = words.slice(0..3).unwrap().cast::<u64>().unwrap_err();
    assert_eq!(odd.kind(), ErrorKind::InvalidArgument);
    assert_eq!(odd.to_string(), "cast: 12 bytes are not whole elements of 8 bytes");
    let shifted = words.slice(1..3).unwrap().cast::<u64>().unwrap_err();
    assert!(shifted.to_string().ends_with("is not aligned to 8 bytes"), "{shifted}");
    assert!(words.as_slice().cast::<[u8; 0]>().is_err());
}
