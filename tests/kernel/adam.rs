//! The fused AdamW kernel against f64.

use ascend_npu::kernel::adam::{Adam, AdamW, ControlBlock, CopyOut, Gradient, NoCopy, Shard};
use ascend_npu::zero::Working;
use ascend_npu::{Device, DeviceBuffer, Stream, bf16, f16};

use crate::common::{device, values};

const EPSILON: f64 = f32::EPSILON as f64;

/// State of one element before a step.
#[derive(Clone, Copy)]
struct Element {
    g: f64,
    w: f64,
    m: f64,
    v: f64,
}

/// One step of AdamW in f64, and for each result the size of the largest term in its sums: what its rounding is measured by.
fn reference(before: Element, optimizer: &AdamW, lr: f64, step: i32, scale: f64) -> [(f64, f64); 3] {
    let AdamW { beta1, beta2, eps, weight_decay } = *optimizer;
    let g = before.g * scale;
    let m = beta1 * before.m + (1.0 - beta1) * g;
    let v = beta2 * before.v + (1.0 - beta2) * g * g;
    let (bc1, bc2) = (1.0 - beta1.powi(step), 1.0 - beta2.powi(step));
    let update = lr / bc1 * m / (v.sqrt() / bc2.sqrt() + eps);
    let decayed = before.w * (1.0 - lr * weight_decay);
    // An update is a quotient of rounded moments; its own error is that of m, so it counts with the largest term of m.
    let m_size = (beta1 * before.m).abs().max(((1.0 - beta1) * g).abs());
    let update_size = if m == 0.0 { 0.0 } else { update.abs() * m_size / m.abs() };
    [(decayed - update, decayed.abs().max(update_size)), (m, m_size), (v, v)]
}

/// Buffers of one step, with `guard` elements on both sides that must not change.
struct Setup<G: Gradient, C: bytemuck::Pod> {
    gradient: DeviceBuffer<G>,
    state: [DeviceBuffer<f32>; 3],
    copy: DeviceBuffer<C>,
    control: DeviceBuffer<ControlBlock>,
    stream: Stream,
}

const GUARD: usize = 16;

/// Second moments: not below 0.
fn initial_state(len: usize) -> [Vec<f32>; 3] {
    let v = values(len, 23).iter().map(|value| value * value).collect();
    [values(len, 21), values(len, 22).iter().map(|value| value * 0.1).collect(), v]
}

impl<G: Gradient + Working, C: Working> Setup<G, C> {
    fn new(device: &Device, len: usize, control: ControlBlock) -> Self {
        let stream = device.stream().unwrap();
        let gradient: Vec<G> = values(len, 20).iter().map(|&value| G::of_f32(value)).collect();
        let state = initial_state(len).map(|values| stream.upload_blocking(&values).unwrap());
        let copy = stream.upload_blocking(&vec![C::of_f32(7.0); len]).unwrap();
        let control = stream.upload_blocking(&[control]).unwrap();
        Self { gradient: stream.upload_blocking(&gradient).unwrap(), state, copy, control, stream }
    }

    fn elements(&self) -> Vec<Element> {
        let gradient = self.stream.download_blocking(&self.gradient).unwrap();
        let [w, m, v] = self.state.each_ref().map(|buffer| self.stream.download_blocking(buffer).unwrap());
        let wide = |place: usize| Element {
            g: f64::from(gradient[place].to_f32()),
            w: w[place].into(),
            m: m[place].into(),
            v: v[place].into(),
        };
        (0..gradient.len()).map(wide).collect()
    }
}

/// One step over `len` elements that start at `offset`; all results are checked, and everything beside them.
fn check<G: Gradient + Working, C: Working>(adam: &Adam, len: usize, offset: usize, with_copy: bool)
where
    for<'a> ascend_npu::DeviceSliceMut<'a, C>: CopyOut,
{
    let (optimizer, lr, step, scale) = (AdamW { beta2: 0.95, ..AdamW::default() }, 3e-3, 5, 0.5);
    let device = device(0);
    let whole = len + offset + GUARD;
    let mut setup = Setup::<G, C>::new(&device, whole, ControlBlock::new(&optimizer, step, scale));
    let before = setup.elements();
    let range = offset..offset + len;
    let [master, moment1, moment2] = &mut setup.state;
    let gradient = setup.gradient.slice(range.clone()).unwrap();
    let master = master.slice_mut(range.clone()).unwrap();
    let moment1 = moment1.slice_mut(range.clone()).unwrap();
    let moment2 = moment2.slice_mut(range.clone()).unwrap();
    let control = setup.control.as_slice();
    if with_copy {
        let copy = setup.copy.slice_mut(range.clone()).unwrap();
        adam.step(&setup.stream, &optimizer, lr, control, Shard { gradient, master, moment1, moment2, copy }).unwrap();
    } else {
        let shard = Shard { gradient, master, moment1, moment2, copy: NoCopy };
        adam.step(&setup.stream, &optimizer, lr, control, shard).unwrap();
    }
    let after = setup.elements();
    let copy = setup.stream.download_blocking(&setup.copy).unwrap();
    for place in 0..whole {
        let (old, new) = (before[place], after[place]);
        if !range.contains(&place) {
            assert_eq!((old.w, old.m, old.v), (new.w, new.m, new.v), "element {place} beside {range:?} changed");
            assert_eq!(copy[place].to_f32(), 7.0, "copy {place} beside {range:?} changed");
            continue;
        }
        let expected = reference(old, &optimizer, lr, i32::try_from(step).unwrap(), scale);
        for ((name, is), (should, size)) in [("w", new.w), ("m", new.m), ("v", new.v)].into_iter().zip(expected) {
            // 4 ulp of the largest term: about six operations of half an ulp each, and rounded coefficients.
            assert!(
                (is - should).abs() <= 4.0 * EPSILON * size,
                "{name} of {place} of {range:?}: {is:e}, not {should:e}"
            );
        }
        let rounded = if with_copy { C::of_f32(new.w as f32) } else { C::of_f32(7.0) };
        assert_eq!(copy[place].to_f32(), rounded.to_f32(), "copy {place} of {range:?}");
    }
}

const SIZES: [usize; 13] = [0, 1, 7, 8, 15, 16, 17, 31, 63, 64, 65, 255, 257];

#[test]
fn adam_equals_the_reference_at_every_tail_and_offset() {
    let adam = Adam::load(&device(0)).unwrap();
    for len in SIZES {
        for offset in [0, 1, 3, 16] {
            check::<f32, bf16>(&adam, len, offset, true);
            check::<f32, f16>(&adam, len, offset, false);
            check::<f16, f16>(&adam, len, offset, true);
            check::<bf16, bf16>(&adam, len, offset, true);
        }
    }
}

#[test]
fn adam_equals_the_reference_over_many_tiles() {
    let adam = Adam::load(&device(0)).unwrap();
    check::<f32, f16>(&adam, 1_000_003, 0, false);
    check::<bf16, bf16>(&adam, 1_000_003, 3, true);
    check::<f16, f16>(&adam, 1_000_003, 1, true);
}

#[test]
fn the_number_of_blocks_changes_no_bit() {
    let run = |blocks| {
        let optimizer = AdamW::default();
        let adam = Adam::load(&device(0)).unwrap().with_blocks(blocks);
        let mut setup = Setup::<f16, f16>::new(&device(0), 100_003, ControlBlock::new(&optimizer, 1, 1.0));
        let [master, moment1, moment2] = &mut setup.state;
        let shard = Shard {
            gradient: setup.gradient.as_slice(),
            master: master.as_mut_slice(),
            moment1: moment1.as_mut_slice(),
            moment2: moment2.as_mut_slice(),
            copy: setup.copy.as_mut_slice(),
        };
        adam.step(&setup.stream, &optimizer, 0.1, setup.control.as_slice(), shard).unwrap();
        setup.state.map(|buffer| setup.stream.download_blocking(&buffer).unwrap())
    };
    let one = run(1);
    for blocks in [3, 40, 1000] {
        assert_eq!(run(blocks), one, "{blocks} blocks");
    }
}

/// One element through one step, from all zero but what is given.
fn single(optimizer: AdamW, lr: f64, control: ControlBlock, g: f32, w: f32) -> [f32; 4] {
    let device = device(1);
    let stream = device.stream().unwrap();
    let adam = Adam::load(&device).unwrap();
    let mut state = [w, 0.0, 0.0].map(|value| stream.upload_blocking(&[value]).unwrap());
    let gradient = stream.upload_blocking(&[g]).unwrap();
    let mut copy = stream.upload_blocking(&[bf16::from_f32(-3.0)]).unwrap();
    let control = stream.upload_blocking(&[control]).unwrap();
    let [master, moment1, moment2] = &mut state;
    let shard = Shard {
        gradient: gradient.as_slice(),
        master: master.as_mut_slice(),
        moment1: moment1.as_mut_slice(),
        moment2: moment2.as_mut_slice(),
        copy: copy.as_mut_slice(),
    };
    adam.step(&stream, &optimizer, lr, control.as_slice(), shard).unwrap();
    let [w, m, v] = state.map(|buffer| stream.download_blocking(&buffer).unwrap()[0]);
    [w, m, v, stream.download_blocking(&copy).unwrap()[0].to_f32()]
}

#[track_caller]
fn assert_near(is: f32, should: f64) {
    assert!((f64::from(is) - should).abs() <= 4.0 * EPSILON * should.abs(), "{is:e}, not {should:e}");
}

#[test]
fn the_first_step_is_corrected_with_the_first_powers() {
    // With powers of the step after, the result would be −0.0744.
    let optimizer = AdamW { weight_decay: 0.0, ..AdamW::default() };
    assert_near(single(optimizer, 0.1, ControlBlock::new(&optimizer, 1, 1.0), 1.0, 0.0)[0], -0.099_999_999);
}

#[test]
fn decay_is_decoupled_from_the_gradient() {
    let optimizer = AdamW { weight_decay: 0.1, ..AdamW::default() };
    assert_near(single(optimizer, 0.01, ControlBlock::new(&optimizer, 1, 1.0), 0.0, 1.0)[0], 0.999);
    let optimizer = AdamW { weight_decay: 0.0, ..AdamW::default() };
    assert_eq!(single(optimizer, 0.01, ControlBlock::new(&optimizer, 1, 1.0), 0.0, 1.0)[0], 1.0);
}

#[test]
fn eps_stands_after_the_root_of_the_corrected_moment() {
    // Inside the root it would give −0.00099995, beside the uncorrected root −0.0759747.
    let optimizer = AdamW { weight_decay: 0.0, ..AdamW::default() };
    assert_near(
        single(optimizer, 0.1, ControlBlock::new(&optimizer, 1, 1.0), 1e-6, 0.0)[0],
        -0.1 * 1e-6 / (1e-6 + 1e-8),
    );
}

#[test]
fn tiny_gradients_give_finite_weights() {
    let optimizer = AdamW::default();
    let control = ControlBlock::new(&optimizer, 1, 1.0);
    assert_eq!(single(optimizer, 0.0, control, 0.0, 0.5), [0.5, 0.0, 0.0, 0.5]);
    // The square underflows: the update is that of eps alone.
    assert!(single(optimizer, 0.1, control, 1e-25, 0.5).iter().all(|value| value.is_finite()));
}

#[test]
fn a_skipped_step_changes_nothing() {
    let optimizer = AdamW::default();
    for skip in [1, -1, i32::MIN] {
        let mut control = ControlBlock::new(&optimizer, 1, 1.0);
        control.skip = skip;
        assert_eq!(single(optimizer, 0.1, control, f32::NAN, 0.5), [0.5, 0.0, 0.0, -3.0]);
    }
}

#[test]
fn bias_corrections_are_right_at_the_first_and_at_late_steps() {
    let optimizer = AdamW::default();
    for step in [1_u64, 2, 1001, 1 << 31] {
        let block = ControlBlock::new(&optimizer, step, 1.0);
        let power = |beta: f64| if step > 1 << 20 { 0.0 } else { beta.powi(i32::try_from(step).unwrap()) };
        assert_near(block.inverse_bias_correction1, 1.0 / (1.0 - power(0.9)));
        assert_near(block.inverse_sqrt_bias_correction2, 1.0 / (1.0 - power(0.999)).sqrt());
    }
}

#[test]
fn parts_of_different_length_are_refused() {
    let device = device(0);
    let (stream, adam) = (device.stream().unwrap(), Adam::load(&device).unwrap());
    let control = stream.upload_blocking(&[ControlBlock::new(&AdamW::default(), 1, 1.0)]).unwrap();
    let gradient = device.alloc::<f32>(8).unwrap();
    let [mut w, mut m] = [(); 2].map(|()| device.alloc::<f32>(8).unwrap());
    let mut v = device.alloc::<f32>(7).unwrap();
    let shard = Shard {
        gradient: gradient.as_slice(),
        master: w.as_mut_slice(),
        moment1: m.as_mut_slice(),
        moment2: v.as_mut_slice(),
        copy: NoCopy,
    };
    let error = adam.step(&stream, &AdamW::default(), 0.1, control.as_slice(), shard).unwrap_err();
    assert_eq!(error.to_string(), "adam::Step: moment2 has 7 elements, the gradient 8; give parts of one length");
}

#[test]
fn a_kernel_outlives_its_module_while_it_is_queued() {
    let optimizer = AdamW::default();
    let device = device(2);
    let mut setup = Setup::<f32, f16>::new(&device, 1000, ControlBlock::new(&optimizer, 1, 1.0));
    let _late = ascend_npu_mock::control::delay_operations(
        ascend_npu_mock::control::Kind::Kernel,
        std::time::Duration::from_millis(30),
    );
    let [master, moment1, moment2] = &mut setup.state;
    let shard = Shard {
        gradient: setup.gradient.as_slice(),
        master: master.as_mut_slice(),
        moment1: moment1.as_mut_slice(),
        moment2: moment2.as_mut_slice(),
        copy: NoCopy,
    };
    let adam = Adam::load(&device).unwrap();
    adam.step(&setup.stream, &optimizer, 0.1, setup.control.as_slice(), shard).unwrap();
    drop(adam);
    let after = setup.stream.download_blocking(&setup.state[0]).unwrap();
    assert_ne!(after, initial_state(1000)[0]);
}
