//! Layouts: what holds for all of them, and the cases that went wrong elsewhere.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail")]

use std::ops::Range;

use ascend_npu::zero::layout::{Bucket, Owner, Tensor};
use ascend_npu::zero::{Dtype, Group, Layout, LayoutOptions, Parameter, Setup, Slots, Stage};
use proptest::prelude::*;

fn options(bucket: u64, alignment: u64) -> LayoutOptions {
    LayoutOptions { bucket, alignment, ..LayoutOptions::default() }
}

fn parameters(shapes: &[&[u64]]) -> Vec<Parameter> {
    let numbered = shapes.iter().enumerate();
    numbered.map(|(number, shape)| Parameter::new(format!("t{number}"), *shape, Dtype::F32)).collect()
}

fn layout(shapes: &[&[u64]], world: u32, bucket: u64, alignment: u64) -> Layout {
    Layout::new(parameters(shapes), world, options(bucket, alignment)).unwrap()
}

fn lengths(layout: &Layout) -> Vec<u64> {
    layout.buckets().iter().map(|bucket| bucket.len).collect()
}

fn place(layout: &Layout, tensor: &Tensor) -> Range<u64> {
    let place = tensor.place.unwrap();
    let start = layout.buckets()[place.bucket].offset + place.start;
    start..start + tensor.len
}

/// A model of up to 40 parameters in up to 5 layers: mixed types, frozen, empty, tied, of 3 groups, some longer than a bucket.
fn models() -> impl Strategy<Value = Vec<Parameter>> {
    let parameter =
        (0..3_usize, any::<bool>(), 0..3_usize, 0..5_usize, prop::collection::vec(0..12_u64, 0..4), 0..8_usize);
    prop::collection::vec(parameter, 0..40).prop_map(|drawn| {
        let mut model: Vec<Parameter> = Vec::new();
        for (number, (dtype, trained, group, layer, shape, tie)) in drawn.into_iter().enumerate() {
            let name = format!("t{number}");
            let parameter = match model.get(number / 2) {
                Some(first) if tie == 0 => Parameter::tied(name, first.name()),
                _ => Parameter::new(name, shape, [Dtype::F32, Dtype::F16, Dtype::Bf16][dtype]).in_group(group),
            };
            let parameter = if trained { parameter } else { parameter.frozen() };
            model.push(parameter.in_layer(format!("layer {layer}")));
        }
        model
    })
}

fn layouts() -> impl Strategy<Value = Layout> {
    let world = prop_oneof![Just(1_u32), 2..9_u32, Just(1000)];
    let alignment = prop_oneof![Just(1_u64), Just(2), Just(7), Just(16), Just(256)];
    (models(), world, 1..2000_u64, alignment, any::<bool>()).prop_map(|(model, world, bucket, alignment, by_layer)| {
        let groups = vec![Group::default(), Group { lr_scale: 0.5, weight_decay: Some(0.0) }, Group::default()];
        Layout::new(model, world, LayoutOptions { bucket, alignment, by_layer, groups }).unwrap()
    })
}

fn elements(layout: &Layout, bucket: &Bucket) -> u64 {
    bucket.tensors.iter().map(|&tensor| layout.tensors()[tensor].len).sum()
}

/// Whether buckets that are there at once have each a slot that fits.
fn distinct(layout: &Layout, slots: &Slots, buckets: impl Iterator<Item = usize>) -> Result<(), String> {
    let mut taken = std::collections::HashMap::new();
    for number in buckets {
        let bucket = &layout.buckets()[number];
        let place = slots.of_bucket(number).ok_or("a bucket without a slot")?;
        let slot = slots.slots()[place];
        if slot.dtype != bucket.dtype || slot.len < bucket.len {
            return Err(format!("bucket {number} does not fit {slot:?}"));
        }
        if taken.insert(place, number).is_some_and(|other| other != number) {
            return Err(format!("bucket {number} is not alone in slot {place}"));
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn every_element_is_owned_once(layout in layouts()) {
        let mut seen: Vec<Vec<Range<u64>>> = vec![Vec::new(); layout.tensors().len()];
        let mut owned = 0;
        for rank in 0..layout.world() {
            owned += layout.owned_len(rank);
            for (number, bucket) in layout.buckets().iter().enumerate() {
                let shard = layout.shard(bucket, rank);
                for piece in layout.pieces(bucket, rank) {
                    let len = piece.elements.end - piece.elements.start;
                    prop_assert!(len > 0 && piece.at + len <= shard.end - shard.start);
                    for element in [piece.elements.start, piece.elements.end - 1] {
                        let at = piece.at + (element - piece.elements.start);
                        prop_assert_eq!(layout.owner(piece.tensor, element), Some(Owner { rank, bucket: number, at }));
                    }
                    seen[piece.tensor].push(piece.elements);
                }
            }
        }
        prop_assert_eq!(owned, layout.len());
        for (pieces, tensor) in seen.iter_mut().zip(layout.tensors()) {
            pieces.sort_by_key(|piece| piece.start);
            let mut end = 0;
            for piece in pieces.iter() {
                prop_assert_eq!(piece.start, end);
                end = piece.end;
            }
            prop_assert_eq!(end, tensor.len);
        }
        prop_assert_eq!(layout.owner(0, u64::MAX), None);
    }

    #[test]
    fn buckets_shards_tensors_and_padding_tile_the_sequence(layout in layouts()) {
        let unit = u64::from(layout.world()) * layout.alignment();
        let mut end = 0;
        for bucket in layout.buckets() {
            prop_assert!(bucket.offset == end && bucket.len > 0 && bucket.len.is_multiple_of(unit));
            end += bucket.len;
            let mut start = 0;
            for rank in 0..layout.world() {
                let shard = layout.shard(bucket, rank);
                prop_assert!(shard.start == start && (shard.end - start).is_multiple_of(layout.alignment()));
                start = shard.end;
            }
            prop_assert_eq!(start, bucket.len);
            // Without padding nothing is left, and nothing is there twice.
            let mut parts: Vec<Range<u64>> = layout.padding(bucket);
            parts.extend(bucket.tensors.iter().map(|&tensor| {
                let place = place(&layout, &layout.tensors()[tensor]);
                place.start - bucket.offset..place.end - bucket.offset
            }));
            parts.sort_by_key(|part| part.start);
            prop_assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start) && parts.iter().all(|part| !part.is_empty()));
            prop_assert_eq!((parts[0].start, parts[parts.len() - 1].end), (0, bucket.len));
        }
        prop_assert_eq!(end, layout.padded_len());
        let mut offset = 0;
        for tensor in layout.tensors() {
            prop_assert_eq!(tensor.offset, offset);
            prop_assert_eq!(tensor.place.is_none(), tensor.len == 0);
            offset += tensor.len;
        }
        prop_assert_eq!(offset, layout.len());
    }

    #[test]
    fn runs_cover_the_pieces_of_their_group_and_no_other(layout in layouts()) {
        for (bucket, rank) in layout.buckets().iter().flat_map(|bucket| (0..layout.world()).map(move |rank| (bucket, rank))) {
            let runs = layout.runs(bucket, rank);
            prop_assert!(runs.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start && pair[0].group != pair[1].group));
            for run in &runs {
                let bounds = [run.range.start, run.range.end];
                prop_assert!(!run.range.is_empty() && bounds.iter().all(|bound| bound.is_multiple_of(layout.alignment())));
                prop_assert!(run.range.end <= layout.shard_len(bucket));
            }
            for piece in layout.pieces(bucket, rank) {
                let end = piece.at + (piece.elements.end - piece.elements.start);
                let touched: Vec<_> = runs.iter().filter(|run| run.range.start < end && piece.at < run.range.end).collect();
                prop_assert_eq!(touched.len(), 1);
                prop_assert!(touched[0].range.start <= piece.at && end <= touched[0].range.end);
                prop_assert_eq!(touched[0].group, layout.tensors()[piece.tensor].group);
            }
        }
    }

    #[test]
    fn a_bucket_has_tensors_that_can_travel_together(layout in layouts(), model in models(), bucket in 1..2000_u64) {
        for bucket in layout.buckets() {
            let tensors: Vec<_> = bucket.tensors.iter().map(|&tensor| &layout.tensors()[tensor]).collect();
            prop_assert!(tensors.iter().all(|tensor| (tensor.dtype, tensor.trainable) == (bucket.dtype, bucket.trainable)));
            prop_assert!(tensors.iter().all(|tensor| tensor.place.unwrap().start.is_multiple_of(layout.alignment())));
            prop_assert!(tensors.windows(2).all(|pair| pair[0].group <= pair[1].group));
        }
        let firsts: Vec<_> = layout.buckets().iter().map(|bucket| *bucket.tensors.iter().min().unwrap()).collect();
        prop_assert!(firsts.is_sorted());
        let groups = vec![Group::default(); 3];
        let layout = Layout::new(model, 3, LayoutOptions { groups, ..options(bucket, 1) }).unwrap();
        for with_many in layout.buckets().iter().filter(|bucket| bucket.tensors.len() > 1) {
            prop_assert!(elements(&layout, with_many) <= bucket);
        }
    }

    #[test]
    fn layers_have_their_tensors_and_no_bucket_reaches_over_one(model in models(), world in 1..9_u32) {
        let groups = vec![Group::default(); 3];
        let layout = Layout::new(model, world, LayoutOptions { by_layer: true, groups, ..options(300, 4) }).unwrap();
        let mut uses = vec![0; layout.tensors().len()];
        for layer in layout.layers() {
            let mut buckets: Vec<_> =
                layer.tensors.iter().filter_map(|&tensor| Some(layout.tensors()[tensor].place?.bucket)).collect();
            buckets.sort_unstable();
            buckets.dedup();
            prop_assert_eq!(&layer.buckets, &buckets);
            // All that is gathered for a layer is used by it.
            for &bucket in &layer.buckets {
                prop_assert!(layout.buckets()[bucket].tensors.iter().all(|tensor| layer.tensors.contains(tensor)));
            }
            layer.tensors.iter().for_each(|&tensor| uses[tensor] += 1);
        }
        for (uses, tensor) in uses.into_iter().zip(layout.tensors()) {
            prop_assert!(uses >= 1 && uses <= 1 + tensor.aliases.len());
            if uses > 1 && let Some(place) = tensor.place {
                prop_assert_eq!(layout.buckets()[place.bucket].tensors.len(), 1);
            }
        }
    }

    #[test]
    fn what_is_there_at_once_has_slots_of_its_own(layout in layouts(), prefetch in 0..4_u32) {
        let setup = Setup { prefetch, ..Setup::new(Stage::Three) };
        let (gathers, gradients) = (Slots::of_gathers(&layout, &setup), Slots::of_gradients(&layout, &setup));
        let (layers, apart) = (layout.layers(), prefetch as usize);
        for current in 0..layers.len() {
            // While the forward pass uses a layer, those behind it are gathered; the backward pass gathers those before it.
            for window in [current..(current + apart + 1).min(layers.len()), current.saturating_sub(apart)..current + 1] {
                let there = layers[window].iter().flat_map(|layer| layer.buckets.iter().copied());
                prop_assert_eq!(distinct(&layout, &gathers, there), Ok(()));
            }
            // Gradients are there from the last layer that uses a bucket to the first, and while the layer before that is computed.
            let uses = |bucket: usize| {
                let users = || layers.iter().enumerate().filter(move |(_, layer)| layer.buckets.contains(&bucket));
                users().next().zip(users().next_back()).map(|((first, _), (last, _))| first.saturating_sub(1)..=last)
            };
            let trained = (0..layout.buckets().len()).filter(|&bucket| layout.buckets()[bucket].trainable);
            let there = trained.filter(|&bucket| uses(bucket).unwrap().contains(&current));
            prop_assert_eq!(distinct(&layout, &gradients, there), Ok(()));
        }
        for (slots, trained_only) in [(&gathers, false), (&gradients, true)] {
            for (number, bucket) in layout.buckets().iter().enumerate() {
                prop_assert_eq!(slots.of_bucket(number).is_some(), bucket.trainable || !trained_only);
            }
            // No slot is longer than a bucket needs it, and none is without a bucket.
            for (place, slot) in slots.slots().iter().enumerate() {
                let longest = (0..layout.buckets().len()).filter(|&bucket| slots.of_bucket(bucket) == Some(place));
                prop_assert_eq!(longest.map(|bucket| layout.buckets()[bucket].len).max(), Some(slot.len));
            }
        }
        prop_assert!(Slots::of_gathers(&layout, &Setup::new(Stage::Two)).slots().is_empty());
        prop_assert!(Slots::of_gradients(&layout, &Setup::new(Stage::One)).slots().is_empty());
    }

    #[test]
    fn the_model_s_own_sequence_is_that_of_any_world_and_cut(model in models(), worlds in (1..9_u32, 1..999_u32), bucket in 1..999_u64) {
        let make = |world, bucket, by_layer| {
            let groups = vec![Group::default(); 3];
            Layout::new(model.clone(), world, LayoutOptions { by_layer, groups, ..options(bucket, 8) }).unwrap()
        };
        let (one, other) = (make(worlds.0, bucket, false), make(worlds.1, 5000, true));
        let sequence = |layout: &Layout| -> Vec<_> {
            layout.tensors().iter().map(|tensor| (tensor.name.clone(), tensor.aliases.clone(), tensor.elements())).collect()
        };
        prop_assert_eq!(sequence(&one), sequence(&other));
        prop_assert_eq!(one.trainable_len(), other.trainable_len());
    }
}

#[test]
fn padding_may_span_several_ranks() {
    // 266240 elements over 768 ranks in units of 2: 348 a rank, the last two ranks own none.
    let layout = layout(&[&[266_240]], 768, 1 << 24, 2);
    let bucket = &layout.buckets()[0];
    assert_eq!((layout.padded_len(), layout.shard_len(bucket)), (267_264, 348));
    let owned: Vec<_> = [0, 764, 765, 766, 767].map(|rank| layout.owned_len(rank)).to_vec();
    assert_eq!(owned, [348, 348, 20, 0, 0]);
    assert_eq!(layout.padding(bucket), vec![266_240..267_264]);
}

#[test]
fn tensors_start_at_the_alignment_and_the_gap_before_them_is_padding() {
    let layout = layout(&[&[5], &[6]], 4, 100, 8);
    let starts: Vec<_> = layout.tensors().iter().map(|tensor| tensor.place.unwrap().start).collect();
    assert_eq!((starts, lengths(&layout)), (vec![0, 8], vec![32]));
    assert_eq!(layout.padding(&layout.buckets()[0]), [5..8, 14..32]);
    // The second tensor is all of the second rank's; two ranks own nothing.
    assert_eq!([0, 1, 2, 3].map(|rank| layout.owned_len(rank)), [5, 6, 0, 0]);
}

#[test]
fn buckets_have_whole_tensors_whatever_their_length_is_to_a_bucket_s() {
    assert_eq!(lengths(&layout(&[&[1023], &[1024], &[1025], &[4096]], 1, 1024, 1)), [1023, 1024, 1025, 4096]);
    assert_eq!(lengths(&layout(&[&[100_u64][..]; 10], 1, 250, 1)), [200; 5]);
    assert_eq!(lengths(&layout(&[&[100], &[5000], &[100], &[100]], 1, 250, 1)), [100, 5000, 200]);
}

#[test]
fn types_do_not_mix_in_a_bucket_and_each_fills_its_own() {
    let types = [(17, Dtype::Bf16), (5, Dtype::F32), (9, Dtype::F16), (3, Dtype::Bf16), (2, Dtype::F32)];
    let model =
        types.iter().enumerate().map(|(number, &(len, dtype))| Parameter::new(number.to_string(), [len], dtype));
    let layout = Layout::new(model, 4, options(100, 4)).unwrap();
    let buckets: Vec<_> = layout.buckets().iter().map(|bucket| (bucket.dtype, bucket.tensors.clone())).collect();
    assert_eq!(buckets, [(Dtype::Bf16, vec![0, 3]), (Dtype::F32, vec![1, 4]), (Dtype::F16, vec![2])]);
}

#[test]
fn frozen_parameters_stand_apart_and_a_group_may_have_nothing_but_them() {
    let model =
        [Parameter::new("base", [990], Dtype::Bf16).frozen().in_group(1), Parameter::new("adapter", [10], Dtype::Bf16)];
    let groups = vec![Group::default(), Group { lr_scale: 0.0, weight_decay: Some(0.0) }];
    let layout = Layout::new(model, 1, LayoutOptions { groups, ..options(1 << 20, 1) }).unwrap();
    assert_eq!((layout.len(), layout.trainable_len()), (1000, 10));
    assert_eq!(
        layout.buckets().iter().map(|bucket| (bucket.trainable, bucket.len)).collect::<Vec<_>>(),
        [(false, 990), (true, 10)]
    );
}

#[test]
fn a_tied_table_is_one_tensor_of_two_layers() {
    let model = [
        Parameter::new("position", [16, 4], Dtype::Bf16).in_layer("embed"),
        Parameter::new("embed", [100, 4], Dtype::Bf16).in_layer("embed"),
        Parameter::new("norm", [4], Dtype::Bf16).in_layer("head"),
        Parameter::tied("head", "embed").in_layer("head"),
    ];
    let layout = Layout::new(model, 2, LayoutOptions { by_layer: true, ..options(1000, 1) }).unwrap();
    assert_eq!((layout.len(), layout.tensors().len()), (64 + 400 + 4, 3));
    assert_eq!(layout.find("head"), Some(&layout.tensors()[1]));
    assert_eq!(layout.tensors()[1].aliases, ["head"]);
    let layers: Vec<_> = layout.layers().iter().map(|layer| (layer.name.as_str(), layer.tensors.clone())).collect();
    assert_eq!(layers, [("embed", vec![0, 1]), ("head", vec![1, 2])]);
    // The head gathers the table, and not the positions.
    assert_eq!(layout.layers()[1].buckets, [1, 2]);
    assert_eq!(layout.buckets()[1].tensors, [1]);
}

#[test]
fn a_layer_may_have_nothing_but_an_empty_tensor() {
    let model = [
        Parameter::new("first", [8, 4], Dtype::F32).in_layer("a"),
        Parameter::new("empty", [0, 8], Dtype::F32).in_layer("b"),
        Parameter::new("last", [3], Dtype::F32).in_layer("c"),
    ];
    let layout = Layout::new(model, 2, LayoutOptions { by_layer: true, ..options(100, 1) }).unwrap();
    let empty = layout.find("empty").unwrap();
    assert_eq!((empty.shape.as_slice(), empty.len, empty.place), (&[0, 8][..], 0, None));
    assert_eq!((layout.layers()[1].tensors.as_slice(), layout.layers()[1].buckets.len()), (&[1][..], 0));
    let without = self::layout(&[&[8, 4], &[3]], 2, 32, 1);
    assert_eq!(lengths(&layout), lengths(&without));
    let nothing = Layout::new([Parameter::new("empty", [0], Dtype::F32)], 8, LayoutOptions::default()).unwrap();
    assert!(nothing.is_empty() && nothing.buckets().is_empty() && nothing.padded_len() == 0);
}

#[test]
fn more_elements_than_32_bits_count_are_laid_out_without_memory() {
    let layout = layout(&[&[70_000, 70_000], &[u32::MAX.into(), 3], &[5]], 8, 1 << 28, 256);
    let last = &layout.tensors()[2];
    assert_eq!(last.offset, 4_900_000_000 + 3 * u64::from(u32::MAX));
    assert_eq!(layout.len(), last.offset + 5);
    let owner = layout.owner(1, 3 * u64::from(u32::MAX) - 1).unwrap();
    // 12884901885 elements are padded by 3 to 8 shards of 1610612736.
    assert_eq!((owner.rank, owner.bucket, owner.at), (7, 1, 1_610_612_736 - 4));
    let giant = self::layout(&[&[1 << 57]], 8, 1 << 24, 256);
    assert_eq!(giant.shard_len(&giant.buckets()[0]), 1 << 54);
    assert_eq!(giant.owner(0, (1 << 57) - 1).unwrap().at, (1 << 54) - 1);
}

#[test]
fn an_extent_of_zero_makes_a_tensor_empty_whatever_the_others_are() {
    let layout = layout(&[&[u64::MAX, 2, 0], &[3]], 1, 8, 1);
    assert_eq!((layout.tensors()[0].len, layout.tensors()[1].offset, layout.len()), (0, 0, 3));
}

#[test]
fn layouts_that_cannot_be_are_refused() {
    let message = |model: Vec<Parameter>, world, options| Layout::new(model, world, options).unwrap_err().to_string();
    let shapes =
        |shapes: &[&[u64]], world, bucket, alignment| message(parameters(shapes), world, options(bucket, alignment));
    assert!(shapes(&[&[4]], 0, 1, 1).contains("0 ranks, buckets of 1 and an alignment of 1 were given"));
    assert!(shapes(&[&[4]], 1, 0, 1).contains("buckets of 0"));
    assert!(shapes(&[&[4]], 1, 1, 0).contains("an alignment of 0"));
    for shape in [&[u64::MAX, 2][..], &[u64::MAX], &[1 << 58], &[1 << 33, 1 << 33]] {
        let found = shapes(&[shape], 1, 1, 1);
        assert!(
            found.contains("parameter t0 of shape [") && found.contains("brings the elements to 2^58 or more"),
            "{found}"
        );
    }
    assert!(shapes(&[&[1 << 57], &[1 << 57]], 1, 1, 1).contains("parameter t1"));
    for (world, alignment) in [(u32::MAX, 1 << 27), (u32::MAX, u64::MAX), (2, 1 << 57), (1, u64::MAX)] {
        let found = shapes(&[&[4]], world, 1, alignment);
        assert!(found.ends_with("pads the elements to 2^58 or more; give a smaller alignment"), "{found}");
    }

    let weight = |name: &str| Parameter::new(name, [2], Dtype::F32);
    let found = |model: Vec<Parameter>| message(model, 1, LayoutOptions::default());
    assert_eq!(found(vec![weight("w"), weight("w")]), "Layout::new: two parameters are named w");
    assert_eq!(found(vec![weight("w"), Parameter::tied("w", "w")]), "Layout::new: two parameters are named w");
    let behind = "Layout::new: head is tied to w, and no parameter before it has this name; a tied name stands behind the \
                  parameter it is tied to";
    assert_eq!(found(vec![Parameter::tied("head", "w"), weight("w")]), behind);
    let group = "Layout::new: parameter w is of group 1, there are 1; groups count from 0; give them in the options";
    assert_eq!(found(vec![weight("w").in_group(1)]), group);
    for (value, name) in [(f64::NAN, "NaN"), (-1.0, "-1"), (f64::INFINITY, "inf")] {
        let groups = vec![Group::default(), Group { lr_scale: value, weight_decay: None }];
        let scale = message(vec![], 1, LayoutOptions { groups, ..LayoutOptions::default() });
        assert_eq!(scale, format!("Layout::new: lr_scale of group 1 is {name}; it must be finite and at least 0"));
        let groups = vec![Group { lr_scale: 1.0, weight_decay: Some(value) }];
        let decay = message(vec![], 1, LayoutOptions { groups, ..LayoutOptions::default() });
        assert_eq!(decay, format!("Layout::new: weight_decay of group 0 is {name}; it must be finite and at least 0"));
    }
}
