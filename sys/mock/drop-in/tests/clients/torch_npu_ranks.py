"""Tensors and collectives through the vendor's extension of PyTorch, `torch_npu`: one process, then as many as are named.

Every element depends on rank and place, counts are odd, and results are compared on the CPU with what the CPU computes. A part
passes when it does in every process. Prints a row for each part, and ends with code 1 if one failed."""

import multiprocessing
import os
import queue
import socket
import sys
import time
import traceback

COUNT = 4099
LIMIT_S = 180
FAILED = "FAILED"


def require(holds, what):
    if not holds:
        raise AssertionError(what)


def values(torch, rank, dtype, count=COUNT):
    """Whole numbers, so small that their sums are exact in every type."""
    places = torch.arange(count)
    return ((places * (rank + 3) + places // 251 + rank) % 7 + 1).to(dtype)


class Alone:
    """What one process does with its devices."""

    def __init__(self, torch):
        self.torch = torch
        floats = [torch.float32, torch.float16, torch.bfloat16]
        integers = [torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64]
        self.types = floats + integers + [torch.bool]
        self.casts = floats + [torch.int32, torch.int64]

    def same(self, tensor, expected, what):
        here = tensor.cpu()
        require(here.dtype == expected.dtype, f"{what}: {here.dtype} instead of {expected.dtype}")
        require(self.torch.equal(here, expected), what)

    def copies(self):
        torch = self.torch
        for dtype in self.types:
            host = values(torch, 0, dtype)
            device = host.npu()
            self.same(device, host, f"there and back, {dtype}")
            self.same(device.clone(), host, f"clone, {dtype}")
            self.same(device.to("npu:1"), host, f"to another device, {dtype}")
            self.same(device[17:301], host[17:301], f"a part, {dtype}")
        return f"{len(self.types)} types"

    def pinned(self):
        torch = self.torch
        host = values(torch, 5, torch.float32).pin_memory()
        back = torch.empty(COUNT).pin_memory()
        device = host.to("npu", non_blocking=True)
        back.copy_(device, non_blocking=True)
        torch.npu.synchronize()
        require(torch.equal(back, host), "pinned memory, not waited for")
        return "there and back"

    def shapes(self):
        torch = self.torch
        host = values(torch, 1, torch.float32, 7 * 11 * 13).view(7, 11, 13)
        device = host.npu()
        self.same(device.permute(2, 0, 1).contiguous(), host.permute(2, 0, 1).contiguous(), "permuted")
        self.same(device[:, 3::2].contiguous(), host[:, 3::2].contiguous(), "every second row")
        row = values(torch, 2, torch.float32, 13)
        device.copy_(row.npu())
        self.same(device, row.expand(7, 11, 13).contiguous(), "repeated")
        return "permuted, strided, repeated"

    def casting(self):
        torch = self.torch
        for dtype in self.casts:
            for to in self.casts:
                host = values(torch, 3, dtype)
                self.same(host.npu().to(to), host.to(to), f"{dtype} to {to}")
        odd = torch.tensor([1e-9, -2.7, 65519.0, 65520.0, float("inf"), 1 + 2**-11, 1 + 2**-11 + 2**-23, 1 + 2**-8])
        for to in [torch.float16, torch.bfloat16]:
            self.same(odd.npu().to(to), odd.to(to), f"rounded to {to}")
            require(torch.full((3,), float("nan")).npu().to(to).cpu().isnan().all(), f"no number, as {to}")
        return f"{len(self.casts)} types, each to each"

    def fills(self):
        torch = self.torch
        for dtype in self.types:
            self.same(torch.zeros(COUNT, dtype=dtype, device="npu"), torch.zeros(COUNT, dtype=dtype), "zeros")
            self.same(torch.ones(COUNT, dtype=dtype, device="npu"), torch.ones(COUNT, dtype=dtype), "ones")
            filled = torch.empty(COUNT, dtype=dtype, device="npu").fill_(1 if dtype == torch.bool else 3)
            self.same(filled, torch.empty(COUNT, dtype=dtype).fill_(1 if dtype == torch.bool else 3), "fill_")
        return f"zeros, ones, fill_ of {len(self.types)} types"

    def streams(self):
        """A second stream reads what a first one writes last, after much else: without the event it is too early."""
        torch = self.torch
        first, second = torch.npu.Stream(), torch.npu.Stream()
        for turn in range(4):
            earlier, host = [torch.full((4 << 20,), value).pin_memory() for value in (-1.0, float(turn))]
            device = torch.empty(4 << 20, device="npu")
            back = torch.empty(4 << 20).pin_memory()
            written = torch.npu.Event()
            with torch.npu.stream(first):
                for source in [earlier] * 8 + [host]:
                    device.copy_(source, non_blocking=True)
                written.record()
            second.wait_event(written)
            with torch.npu.stream(second):
                back.copy_(device, non_blocking=True)
            second.synchronize()
            require(torch.equal(back, host), f"turn {turn}: read before it was written")
        require(first.query() and second.query(), "streams that were waited for are not idle")
        return "4 turns over 2 streams"

    def events(self):
        torch = self.torch
        start, end = torch.npu.Event(enable_timing=True), torch.npu.Event(enable_timing=True)
        host = torch.ones(8 << 20).pin_memory()
        device = torch.empty(8 << 20, device="npu")
        start.record()
        device.copy_(host, non_blocking=True)
        end.record()
        end.synchronize()
        require(end.query(), "an event that was waited for has not happened")
        require(start.elapsed_time(end) > 0, "copying 32 MiB takes no time")
        self.same(device, host, "what was copied between the events")
        return "record, wait, query, elapsed time"

    def run(self):
        for part in [self.copies, self.pinned, self.shapes, self.casting, self.fills, self.streams, self.events]:
            yield part.__name__, part


class Ranks:
    """What several processes do together. `late` counts those that have come."""

    def __init__(self, torch, rank, ranks, late):
        self.torch, self.dist, self.rank, self.ranks, self.late = torch, torch.distributed, rank, ranks, late
        self.types = [torch.float32, torch.float16, torch.bfloat16, torch.int8, torch.int32, torch.int64]

    def of(self, rank, dtype, count=COUNT):
        return values(self.torch, rank, dtype, count)

    def every(self, dtype, count=COUNT):
        return self.torch.stack([self.of(rank, dtype, count) for rank in range(self.ranks)])

    def same(self, tensor, expected, what):
        require(self.torch.equal(tensor.cpu(), expected), what)

    def all_reduce(self):
        of = self.dist.ReduceOp
        for dtype in self.types:
            every = self.every(dtype)
            results = {of.SUM: every.sum(0, dtype=dtype), of.MAX: every.amax(0), of.MIN: every.amin(0)}
            for kind, expected in results.items():
                tensor = self.of(self.rank, dtype).npu()
                self.dist.all_reduce(tensor, op=kind)
                self.same(tensor, expected, f"{kind} of {dtype}")
        tensor = self.of(self.rank, self.torch.float32).npu()
        self.dist.all_reduce(tensor, op=of.AVG)
        self.same(tensor, self.every(self.torch.float32).sum(0) / self.ranks, "the mean")
        tensor = self.of(self.rank, self.torch.float32).npu()
        self.dist.all_reduce(tensor, async_op=True).wait()
        self.same(tensor, self.every(self.torch.float32).sum(0), "waited for later")
        return f"sum, max, min of {len(self.types)} types; mean; later"

    def all_gather_into_tensor(self):
        for dtype in self.types:
            gathered = self.torch.empty(COUNT * self.ranks, dtype=dtype, device="npu")
            self.dist.all_gather_into_tensor(gathered, self.of(self.rank, dtype).npu())
            self.same(gathered, self.every(dtype).flatten(), f"{dtype}")
        return f"{len(self.types)} types"

    def all_gather(self):
        gathered = [self.torch.empty(COUNT, device="npu") for _ in range(self.ranks)]
        self.dist.all_gather(gathered, self.of(self.rank, self.torch.float32).npu())
        for rank, tensor in enumerate(gathered):
            self.same(tensor, self.of(rank, self.torch.float32), f"of rank {rank}")
        return "a list of tensors"

    def reduce_scatter_tensor(self):
        for dtype in self.types:
            share = self.torch.empty(COUNT, dtype=dtype, device="npu")
            self.dist.reduce_scatter_tensor(share, self.of(self.rank, dtype, COUNT * self.ranks).npu())
            whole = self.every(dtype, COUNT * self.ranks).sum(0, dtype=dtype)
            self.same(share, whole[self.rank * COUNT : (self.rank + 1) * COUNT], f"{dtype}")
        return f"{len(self.types)} types"

    def broadcast(self):
        for root in range(self.ranks):
            for dtype in self.types:
                tensor = self.of(self.rank, dtype).npu()
                self.dist.broadcast(tensor, src=root)
                self.same(tensor, self.of(root, dtype), f"{dtype} from rank {root}")
        return f"{len(self.types)} types from {self.ranks} roots"

    def send_recv(self):
        """Around the ring, the even ranks first, and back."""
        after, before = (self.rank + 1) % self.ranks, (self.rank - 1) % self.ranks
        for to, source in [(after, before), (before, after)]:
            for dtype in self.types:
                mine = self.of(self.rank, dtype).npu()
                got = self.torch.empty(COUNT, dtype=dtype, device="npu")
                if self.rank % 2 == 0:
                    self.dist.send(mine, to)
                    self.dist.recv(got, source)
                else:
                    self.dist.recv(got, source)
                    self.dist.send(mine, to)
                self.same(got, self.of(source, dtype), f"{dtype} from rank {source}")
        return f"{len(self.types)} types, both ways round"

    def reduce(self):
        for root in range(self.ranks):
            tensor = self.of(self.rank, self.torch.float32).npu()
            self.dist.reduce(tensor, dst=root)
            if self.rank == root:
                self.same(tensor, self.every(self.torch.float32).sum(0), f"to rank {root}")
        return f"to {self.ranks} roots"

    def all_to_all_single(self):
        got = self.torch.empty(COUNT * self.ranks, device="npu")
        sent = self.of(self.rank, self.torch.float32, COUNT * self.ranks)
        self.dist.all_to_all_single(got, sent.npu())
        parts = self.every(self.torch.float32, COUNT * self.ranks)[:, self.rank * COUNT : (self.rank + 1) * COUNT]
        self.same(got, parts.flatten(), "the parts of all ranks")
        return "equal parts"

    def new_group(self):
        group = self.dist.new_group([0, self.ranks - 1])
        if self.rank in (0, self.ranks - 1):
            tensor = self.of(self.rank, self.torch.float32).npu()
            self.dist.all_reduce(tensor, group=group)
            expected = self.of(0, self.torch.float32) + self.of(self.ranks - 1, self.torch.float32)
            self.same(tensor, expected, "the sum of two ranks")
        return "all_reduce of 2 ranks"

    def barrier(self):
        for turn in range(1, 4):
            time.sleep(0.1 * ((self.rank + turn) % self.ranks))
            with self.late.get_lock():
                self.late.value += 1
            self.dist.barrier()
            come = self.late.value
            require(come >= turn * self.ranks, f"turn {turn}: went on when {come} of {turn * self.ranks} had come")
        return "3 turns"

    def run(self):
        yield "all_reduce", self.all_reduce
        yield "all_gather_into_tensor", self.all_gather_into_tensor
        yield "reduce_scatter_tensor", self.reduce_scatter_tensor
        yield "broadcast", self.broadcast
        yield "send, recv", self.send_recv
        yield "barrier", self.barrier
        yield "all_gather", self.all_gather
        yield "reduce", self.reduce
        yield "all_to_all_single", self.all_to_all_single
        yield "new_group", self.new_group


def process(rank, ranks, port, late, rows):
    """One process: tells what became of each part, and at last that there is no more."""
    try:
        import torch
        import torch_npu  # noqa: F401: it makes the device known to torch

        torch.npu.set_device(rank)
        if ranks == 1:
            parts = Alone(torch)
        else:
            os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
            torch.distributed.init_process_group("hccl", rank=rank, world_size=ranks)
            parts = Ranks(torch, rank, ranks, late)
        for name, part in parts.run():
            try:
                rows.put((rank, name, "passed", part()))
            except Exception:
                rows.put((rank, name, FAILED, traceback.format_exc()))
                # The others may wait for this one: what follows would only be late.
                return
        if ranks > 1:
            torch.distributed.destroy_process_group()
        rows.put((rank, None, "passed", None))
    except Exception:
        rows.put((rank, "start or end", FAILED, traceback.format_exc()))


def row(name, verdict, what):
    print(f"{name:<60} {verdict:<10} {what}", flush=True)


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def gather(ranks, processes, rows, name_of):
    """Prints a row for each part that all ranks have told of; whether all went well."""
    told, ended, failed = {}, set(), False
    limit = time.monotonic() + LIMIT_S
    while len(ended) < ranks and not failed:
        try:
            rank, name, verdict, what = rows.get(timeout=1)
        except queue.Empty:
            gone = [rank for rank, of in enumerate(processes) if not of.is_alive() and rank not in ended]
            if gone or time.monotonic() > limit:
                why = f"processes {gone} ended without a word" if gone else f"no end after {LIMIT_S} s"
                row(name_of("run"), FAILED, why)
                failed = True
            continue
        if verdict == FAILED:
            row(name_of(name), FAILED, f"rank {rank}: {what}")
            failed = True
        elif name is None:
            ended.add(rank)
        else:
            told[name] = told.get(name, 0) + 1
            if told[name] == ranks:
                row(name_of(name), verdict, what)
    return len([name for name in told if told[name] == ranks]), failed


def together(ranks):
    context = multiprocessing.get_context("spawn")
    rows, late, port = context.Queue(), context.Value("i", 0), free_port()
    processes = [context.Process(target=process, args=(rank, ranks, port, late, rows)) for rank in range(ranks)]
    for one in processes:
        one.start()
    title = "torch_npu" if ranks == 1 else f"torch_npu/{ranks} processes"
    passed, failed = gather(ranks, processes, rows, lambda name: f"{title}/{name}")
    for one in processes:
        one.join(timeout=0 if failed else 60)
        if one.is_alive():
            one.kill()
            one.join()
        if one.exitcode != 0 and not failed:
            row(f"{title}/end", FAILED, f"a process ended with code {one.exitcode}")
            failed = True
    return passed, failed


if __name__ == "__main__":
    outcomes = [together(ranks) for ranks in [1, *map(int, sys.argv[1:])]]
    passed, failed = sum(passed for passed, _ in outcomes), sum(failed for _, failed in outcomes)
    print(f"torch_npu: {passed} passed, {failed} failed")
    sys.exit(failed > 0)
