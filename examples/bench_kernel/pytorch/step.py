#!/usr/bin/env python3
"""Times PyTorch's CPU for one mixed-precision step and prints the median in seconds.

    python3 examples/bench_kernel/pytorch/step.py PARAMETERS [SETS [SECONDS]]

The step is what a trainer does after the backward pass: gradients in bf16 are widened, unscaled and looked at for what is not
finite in one call, a fused AdamW updates weights in fp32, and these are rounded to bf16 for the next forward pass. Buffers are
laid out SETS times and taken in turn, as bench_kernel does it, so that a step does not find its data in the cache.
"""

import os
import statistics
import sys
import time

import torch

SCALE = 1024.0


class Set:
    """The weights of a model, as one tensor."""

    def __init__(self, count):
        self.gradient = (torch.rand(count, dtype=torch.float32) - 0.5).to(torch.bfloat16)
        self.master = torch.nn.Parameter(torch.rand(count, dtype=torch.float32) - 0.5)
        self.master.grad = torch.zeros(count, dtype=torch.float32)
        self.copy = torch.zeros(count, dtype=torch.bfloat16)
        self.found = torch.zeros(1)
        self.inverse = torch.full((1,), 1.0 / SCALE)
        self.optimizer = torch.optim.AdamW(
            [self.master], lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01, fused=True
        )

    def step(self):
        self.master.grad.copy_(self.gradient)
        self.found.zero_()
        torch._amp_foreach_non_finite_check_and_unscale_([self.master.grad], self.found, self.inverse)
        if self.found.item() == 0.0:
            self.optimizer.step()
            with torch.no_grad():
                self.copy.copy_(self.master)


def main():
    count = int(float(sys.argv[1]))
    sets = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 5.0
    torch.set_num_threads(len(os.sched_getaffinity(0)))
    torch.manual_seed(1)
    all_sets = [Set(count) for _ in range(sets)]
    for one in all_sets:
        one.step()  # makes the moments, and touches everything
        one.step()
    before = all_sets[0].master.detach()[:8].clone()
    times, started = [], time.perf_counter()
    while not times or time.perf_counter() - started < seconds:
        for one in all_sets:
            start = time.perf_counter()
            one.step()
            times.append(time.perf_counter() - start)
    # A step that was skipped would be fast.
    assert all(one.found.item() == 0.0 for one in all_sets) and not torch.equal(before, all_sets[0].master.detach()[:8])
    print(statistics.median(times))


main()
