//! The buffers of collectives: filled before, used after, and used again.

use crate::program::Program;
use crate::ranks::{Rank, ranks};
use crate::things::*;

programs! {
    reported: [
        a_bucket_is_filled_from_three_streams_and_reduced_after_one,
        a_double_buffer_is_used_again_while_its_reduction_runs,
        a_flag_is_read_back_before_its_reduction,
        what_is_gathered_is_read_without_a_wait,
        what_is_sent_is_overwritten_without_a_wait,
        a_gradient_is_written_while_it_is_scattered,
        the_root_changes_what_it_broadcasts,
        what_is_received_is_read_without_a_wait,
        a_shard_that_is_reduced_is_freed,
    ],
    silent: [
        a_bucket_is_filled_from_three_streams_and_reduced_after_all,
        a_double_buffer_is_used_again_after_its_reduction,
        a_flag_is_read_back_after_its_reduction,
        what_is_gathered_is_read_after_a_wait,
        what_is_sent_is_overwritten_after_a_wait,
        the_root_changes_what_it_broadcast,
        what_is_received_is_read_after_a_wait,
        collectives_in_place,
        parameters_are_gathered_into_views_of_one_buffer,
    ],
}

/// A bucket of which each of three streams fills a third.
struct Bucket {
    bytes: Bytes,
    shard: Bytes,
    fillers: [Stream; 3],
}

const THIRD: usize = 1024;

fn bucket() -> Bucket {
    Bucket { bytes: memory_of(4 * THIRD), shard: memory_of(2 * THIRD), fillers: [stream(), stream(), stream()] }
}

impl Bucket {
    fn third(&self, which: usize) -> Bytes {
        self.bytes.part(which * THIRD, THIRD)
    }
}

fn a_bucket_is_filled_from_three_streams_and_reduced_after_one(p: &Program) {
    ranks(p, 2, |rank| {
        let bucket = bucket();
        let one = fill!(bucket.fillers[0], bucket.third(0));
        let two = fill!(bucket.fillers[1], bucket.third(1));
        let three = fill!(bucket.fillers[2], bucket.third(2));
        rank.stream.follow(bucket.fillers[0]);
        let reduce = reduce_scatter!(rank, rank.stream, bucket.shard, bucket.bytes);
        let _ = one;
        p.race(two.writes(bucket.third(1)), reduce.reads(bucket.third(1)));
        p.race(three.writes(bucket.third(2)), reduce.reads(bucket.third(2)));
    });
}

fn a_bucket_is_filled_from_three_streams_and_reduced_after_all(p: &Program) {
    ranks(p, 2, |rank| {
        let bucket = bucket();
        for (which, stream) in bucket.fillers.into_iter().enumerate() {
            fill!(stream, bucket.third(which));
            rank.stream.follow(stream);
        }
        reduce_scatter!(rank, rank.stream, bucket.shard, bucket.bytes);
        rank.stream.finish();
        let seen = pageable();
        copy_now!(seen.part(0, 2 * THIRD), bucket.shard);
        // What one writes of each rank, twice.
        let sums = unsafe { std::slice::from_raw_parts(seen.pointer().cast::<u8>(), 2 * THIRD) };
        let filled = if rank.is_first() { 2 * THIRD } else { THIRD };
        assert!(sums[..filled].iter().all(|&sum| sum == 2) && sums[filled..].iter().all(|&sum| sum == 0));
    });
}

fn a_double_buffer_is_used_again_while_its_reduction_runs(p: &Program) {
    ranks(p, 2, |rank| {
        let (compute, buffers) = (stream(), [memory(), memory()]);
        fill!(compute, buffers[0]);
        rank.stream.follow(compute);
        let reduce = all_reduce!(rank, rank.stream, buffers[0], buffers[0]);
        fill!(compute, buffers[1]);
        rank.stream.follow(compute);
        all_reduce!(rank, rank.stream, buffers[1], buffers[1]);
        // The first one again: its reduction may still run.
        let again = fill!(compute, buffers[0]);
        p.race(reduce.writes(buffers[0]), again.writes(buffers[0]));
    });
}

fn a_double_buffer_is_used_again_after_its_reduction(p: &Program) {
    ranks(p, 2, |rank| {
        let (compute, buffers, done) = (stream(), [memory(), memory()], [event(), event()]);
        for round in 0..6 {
            let which = round % 2;
            if round > 1 {
                compute.wait(done[which]);
            }
            fill!(compute, buffers[which]);
            rank.stream.follow(compute);
            all_reduce!(rank, rank.stream, buffers[which], buffers[which]);
            rank.stream.record(done[which]);
        }
    });
}

/// Of the ranks one has found an overflow: all must know before any of them goes on.
fn a_flag_is_read_back_before_its_reduction(p: &Program) {
    ranks(p, 4, |rank| {
        let (flag, sum, copies, host) = (memory_of(4), memory_of(4), stream(), pinned());
        if rank.number == 2 {
            fill!(rank.stream, flag);
        }
        copies.follow(rank.stream);
        let reduce = all_reduce!(rank, rank.stream, sum, flag);
        let read = copy!(copies, host.part(0, 4), sum);
        copies.finish();
        p.race(reduce.writes(sum), read.reads(sum));
    });
}

fn a_flag_is_read_back_after_its_reduction(p: &Program) {
    ranks(p, 8, |rank| {
        let (flag, sum, copies, host) = (memory_of(4), memory_of(4), stream(), pinned());
        if rank.number == 5 {
            fill!(rank.stream, flag);
        }
        all_reduce!(rank, rank.stream, sum, flag);
        copies.follow(rank.stream);
        copy!(copies, host.part(0, 4), sum);
        copies.finish();
        // All eight skip the step, and not the one alone that saw it.
        assert_eq!(load!(host).0, 1);
    });
}

/// What rank `rank` gathers from.
fn shard(rank: &Rank, all: Bytes) -> Bytes {
    all.part(rank.number * all.length / rank.size, all.length / rank.size)
}

fn what_is_gathered_is_read_without_a_wait(p: &Program) {
    ranks(p, 2, |rank| {
        let (compute, own, all) = (stream(), memory(), memory_of(2 * LENGTH));
        let gather = all_gather!(rank, rank.stream, all, own);
        let read = copy!(compute, memory(), all.half(1));
        p.race(gather.writes(all.half(1)), read.reads(all.half(1)));
    });
}

fn what_is_gathered_is_read_after_a_wait(p: &Program) {
    ranks(p, 2, |rank| {
        let (compute, own, all) = (stream(), memory(), memory_of(2 * LENGTH));
        all_gather!(rank, rank.stream, all, own);
        compute.follow(rank.stream);
        copy!(compute, memory(), all.half(1));
    });
}

fn what_is_sent_is_overwritten_without_a_wait(p: &Program) {
    ranks(p, 2, |rank| {
        let (compute, from, to) = (stream(), memory(), memory());
        let reduce = all_reduce!(rank, rank.stream, to, from);
        let write = fill!(compute, from);
        p.race(reduce.reads(from), write.writes(from));
    });
}

fn what_is_sent_is_overwritten_after_a_wait(p: &Program) {
    ranks(p, 2, |rank| {
        let (compute, from, to) = (stream(), memory(), memory());
        all_reduce!(rank, rank.stream, to, from);
        compute.follow(rank.stream);
        fill!(compute, from);
    });
}

fn a_gradient_is_written_while_it_is_scattered(p: &Program) {
    ranks(p, 2, |rank| {
        let (backward, gradients, own) = (stream(), memory(), memory_of(LENGTH / 2));
        let write = fill!(backward, gradients.part(100, 8));
        let reduce = reduce_scatter!(rank, rank.stream, own, gradients);
        p.race(write.writes(gradients.part(100, 8)), reduce.reads(gradients.part(100, 8)));
    });
}

fn the_root_changes_what_it_broadcasts(p: &Program) {
    ranks(p, 2, |rank| {
        let (other, weights) = (stream(), memory());
        let cast = broadcast!(rank, rank.stream, weights, 0);
        if rank.is_first() {
            let write = fill!(other, weights);
            p.race(cast.reads(weights), write.writes(weights));
        }
    });
}

fn the_root_changes_what_it_broadcast(p: &Program) {
    ranks(p, 2, |rank| {
        let (other, weights) = (stream(), memory());
        broadcast!(rank, rank.stream, weights, 0);
        other.follow(rank.stream);
        fill!(other, weights);
    });
}

fn what_is_received_is_read_without_a_wait(p: &Program) {
    ranks(p, 2, |rank| {
        let (other, bytes) = (stream(), memory());
        if rank.is_first() {
            send!(rank, rank.stream, bytes, 1);
        } else {
            let receive = receive!(rank, rank.stream, bytes, 0);
            let read = copy!(other, memory(), bytes);
            p.race(receive.writes(bytes), read.reads(bytes));
        }
    });
}

fn what_is_received_is_read_after_a_wait(p: &Program) {
    ranks(p, 2, |rank| {
        let (other, bytes) = (stream(), memory());
        if rank.is_first() {
            fill!(rank.stream, bytes);
            send!(rank, rank.stream, bytes, 1);
        } else {
            receive!(rank, rank.stream, bytes, 0);
            other.follow(rank.stream);
            copy!(other, memory(), bytes);
        }
    });
}

fn a_shard_that_is_reduced_is_freed(p: &Program) {
    ranks(p, 2, |rank| {
        let (from, to) = (memory(), memory());
        let reduce = all_reduce!(rank, rank.stream, to, from);
        rank.stream.finish_unseen();
        // No rank goes on before all are done.
        rank.meet_threads();
        let free = free!(to);
        p.race(reduce.writes(to), free.writes(to));
    });
}

fn collectives_in_place(p: &Program) {
    ranks(p, 4, |rank| {
        let all = memory();
        all_reduce!(rank, rank.stream, all, all);
        all_gather!(rank, rank.stream, all, shard(rank, all));
        reduce_scatter!(rank, rank.stream, shard(rank, all), all);
        broadcast!(rank, rank.stream, all, 3);
        copy!(rank.stream, memory(), all);
    });
}

/// One buffer for all parameters; those of one layer are used while those of the next are gathered.
fn parameters_are_gathered_into_views_of_one_buffer(p: &Program) {
    ranks(p, 2, |rank| {
        let (compute, all, own) = (stream(), memory(), memory_of(LENGTH / 4));
        for half in [0, 1] {
            all_gather!(rank, rank.stream, all.half(half), own);
            compute.follow(rank.stream);
            copy!(compute, memory(), all.half(half));
        }
    });
}
