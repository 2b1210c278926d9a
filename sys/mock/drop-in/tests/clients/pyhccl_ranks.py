"""Collectives over processes through pyhccl, which binds HCCL only: device memory and streams are ctypes' business.

Every element depends on rank and place. A rank prints that it agrees, or what differs."""

import array
import ctypes
import multiprocessing
import os
import sys

import pyhccl

COUNT = 4099
H2D, D2H = 1, 2


def check(acl, code, what):
    if code != 0:
        acl.aclGetRecentErrMsg.restype = ctypes.c_char_p
        text = acl.aclGetRecentErrMsg() or b""
        raise RuntimeError(f"{what}: {code} {text.decode(errors='replace')}")


class Rank:
    def __init__(self, rank, ranks):
        self.acl = ctypes.CDLL("libascendcl.so")
        self.rank, self.ranks = rank, ranks
        self.stream = ctypes.c_void_p()
        self.call("aclInit", None)
        self.call("aclrtSetDevice", rank)
        self.call("aclrtCreateStream", ctypes.byref(self.stream))

    def call(self, name, *arguments):
        check(self.acl, getattr(self.acl, name)(*arguments), name)

    def hccl(self, name, *arguments):
        got = getattr(pyhccl, name)(*arguments)
        code, *rest = got if isinstance(got, tuple) else (got,)
        check(self.acl, int(code), name)
        return rest[0] if rest else None

    def memory(self, values):
        """Device memory with int32 values."""
        host = array.array("i", values)
        size = ctypes.c_size_t(len(host) * 4)
        memory = ctypes.c_void_p()
        self.call("aclrtMalloc", ctypes.byref(memory), size, 0)
        self.call("aclrtMemcpy", memory, size, ctypes.c_void_p(host.buffer_info()[0]), size, H2D)
        return memory

    def read(self, memory, count):
        self.call("aclrtSynchronizeStream", self.stream)
        host = array.array("i", bytes(count * 4))
        size = ctypes.c_size_t(count * 4)
        self.call("aclrtMemcpy", ctypes.c_void_p(host.buffer_info()[0]), size, memory, size, D2H)
        return list(host)


def value(rank, place):
    return (rank + 1) * 1009 + place * (rank + 3)


def collectives(me, comm):
    ranks, rank, stream = me.ranks, me.rank, me.stream.value
    int32, total = pyhccl.HCCL_DATA_TYPE_INT32, pyhccl.HCCL_REDUCE_SUM
    mine = me.memory(value(rank, i) for i in range(COUNT))
    summed = me.memory([0] * COUNT)
    me.hccl("HcclAllReduce", mine.value, summed.value, COUNT, int32, total, comm, stream)
    assert me.read(summed, COUNT) == [sum(value(r, i) for r in range(ranks)) for i in range(COUNT)], "all-reduce"
    gathered = me.memory([0] * COUNT * ranks)
    me.hccl("HcclAllGather", mine.value, gathered.value, COUNT, int32, comm, stream)
    assert me.read(gathered, COUNT * ranks) == [value(r, i) for r in range(ranks) for i in range(COUNT)], "all-gather"
    share = COUNT // ranks
    me.hccl("HcclReduceScatter", mine.value, summed.value, share, int32, total, comm, stream)
    expected = [sum(value(r, rank * share + i) for r in range(ranks)) for i in range(share)]
    assert me.read(summed, share) == expected, "reduce-scatter"
    me.hccl("HcclBroadcast", mine.value, COUNT, int32, ranks - 1, comm, stream)
    assert me.read(mine, COUNT) == [value(ranks - 1, i) for i in range(COUNT)], "broadcast"


def run(rank, ranks, roots, failures):
    try:
        me = Rank(rank, ranks)
        if rank == 0:
            root = me.hccl("HcclGetRootInfo")
            for to in roots:
                to.send_bytes(bytes(root.internal))
        else:
            assert roots.poll(60), "no root information came"
            root = pyhccl.HcclRootInfo()
            root.internal = roots.recv_bytes()
        comm = me.hccl("HcclCommInitRootInfo", ranks, root, rank)
        assert me.hccl("HcclGetRankSize", comm) == ranks
        assert me.hccl("HcclGetRankId", comm) == rank
        collectives(me, comm)
        me.hccl("HcclCommDestroy", comm)
        me.call("aclrtResetDevice", rank)
        me.call("aclFinalize")
        # In one piece: the ranks share the pipe.
        os.write(1, f"rank {rank} agrees\n".encode())
    except BaseException as error:
        failures.put(f"rank {rank}: {error!r}")
        raise


if __name__ == "__main__":
    ranks = int(sys.argv[1])
    context = multiprocessing.get_context("spawn")
    # Pipes and no queue: pyhccl holds the interpreter's lock while ranks wait for each other, and a queue sends from a thread that
    # needs it.
    pipes = [context.Pipe(duplex=False) for _ in range(ranks - 1)]
    failures = context.Queue()
    ends = [[to for _, to in pipes]] + [end for end, _ in pipes]
    processes = [context.Process(target=run, args=(rank, ranks, ends[rank], failures)) for rank in range(ranks)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    while not failures.empty():
        print(failures.get())
    sys.exit(any(process.exitcode for process in processes))
