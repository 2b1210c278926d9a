#!/usr/bin/env python3
"""Records a thousand steps of PyTorch's AdamW with torch.amp.GradScaler and clip_grad_norm_: prints the data of main.rs.

    python3 tests/amp/record_torch.py > tests/amp/torch.txt

Needs PyTorch 2.3 or newer, on a CPU. Weights and gradients come from a counter, which main.rs has too (`values` of tests/common),
so only results are recorded: the norm of every step, the loss scale where it changes, and the weights after some steps.

A step has four micro-batches. Their gradients are multiples of a power of two, few enough that every sum of theirs is exact in fp16
and fp32, whichever ranks form it; what is rounded is the optimizer's. Now and then one is large, which overflows fp16 where the loss
scale is large too, and one is infinite or no number, which overflows always.
"""

import math
import struct
import sys

import torch

# Name, length, factor of the learning rate, decay.
TENSORS = (("up", 40, 1.0, 0.1), ("norm", 11, 0.5, 0.0), ("down", 29, 1.0, 0.1))
COUNT = sum(tensor[1] for tensor in TENSORS)
MICRO_BATCHES = 4
STEPS = 1000
SHOWN = (1, 10, 100, 300, 1000)
MAX_NORM = 0.13
FULL_RATE = 1e-3
WARM_UP = 100
# Type of the gradients, and good steps until the scale grows.
CASES = (("fp32", torch.float32, 40), ("fp16", torch.float16, 35))
MASK = (1 << 64) - 1


def unit(bits):
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB & MASK
    bits ^= bits >> 31
    return (bits >> 40) / 2**23 - 1.0


def values(salt):
    return [unit(place * 0x9E3779B97F4A7C15 & MASK ^ salt * 0xD1B54A32D192ED03 & MASK) for place in range(COUNT)]


def gradient(step, micro_batch):
    """From one element to the next half of the size."""
    drawn = values(1 + MICRO_BATCHES * step + micro_batch)
    result = [math.floor(value * 16) / 128 * 0.5 ** (place % 8) for place, value in enumerate(drawn)]
    if step % 61 == 30:
        result[step % COUNT] = 4.0 if micro_batch == 2 else 0.0
    if step % 97 == 13 and micro_batch == step % MICRO_BATCHES:
        result[7 * step % COUNT] = math.inf if step % 2 == 0 else math.nan
    return result


def words(numbers):
    return " ".join(struct.pack(">f", number).hex() for number in numbers)


def record(name, dtype, interval):
    initial = torch.tensor(values(0)).split([tensor[1] for tensor in TENSORS])
    parameters = [torch.nn.Parameter(part.clone()) for part in initial]
    groups = [dict(params=[part], weight_decay=tensor[3]) for part, tensor in zip(parameters, TENSORS)]
    optimizer = torch.optim.AdamW(groups, lr=FULL_RATE, betas=(0.9, 0.95), eps=1e-8, foreach=False)
    scaler = torch.amp.GradScaler("cpu", init_scale=65536.0, growth_interval=interval)
    done, clipped, skipped, norms, scale = 0, 0, [], [], None
    for step in range(STEPS):
        if scaler.get_scale() != scale:
            scale = scaler.get_scale()
            print(name, "scale", step, words([scale]))
        for group, tensor in zip(optimizer.param_groups, TENSORS):
            group["lr"] = FULL_RATE * min(1.0, (done + 1) / WARM_UP) * tensor[2]
        for parameter in parameters:
            parameter.grad = torch.zeros_like(parameter)
        # What a backward pass of the scaled loss adds to, from weights of the type.
        parts = [(torch.tensor(gradient(step, number)) * scale).to(dtype) for number in range(MICRO_BATCHES)]
        for part in parts:
            for parameter, piece in zip(parameters, part.split([tensor[1] for tensor in TENSORS])):
                parameter.grad += piece.float() / MICRO_BATCHES
        # Ranks that add in the type overflow where the parts do, and lose nothing else.
        exact = sum(part.double() for part in parts)
        assert torch.equal(sum(parts).double().nan_to_num(0, 0, 0), exact.nan_to_num(0, 0, 0)), step
        assert torch.equal(sum(parts).isfinite(), exact.isfinite()), step
        scaler.scale(torch.zeros(()))
        scaler.unscale_(optimizer)
        norm = torch.nn.utils.clip_grad_norm_(parameters, MAX_NORM, foreach=False).item()
        before = [parameter.detach().clone() for parameter in parameters]
        scaler.step(optimizer)
        scaler.update()
        if math.isfinite(norm):
            done += 1
            clipped += norm > MAX_NORM
            norms.append(norm)
        else:
            assert all(torch.equal(old, new) for old, new in zip(before, parameters)), step
            skipped.append(step)
            norms.append(math.inf)
        if step + 1 in SHOWN:
            print(name, "weights", step, words(torch.cat([parameter.detach() for parameter in parameters]).tolist()))
    for first in range(0, STEPS, 100):
        print(name, "norms", first, words(norms[first : first + 100]))
    print(f"{name}: {done} steps, {clipped} clipped, {len(skipped)} skipped {skipped}, scale {scale}", file=sys.stderr)


def main():
    print(f"# torch {torch.__version__}, by record_torch.py: case, what, step, the bits of fp32 numbers")
    torch.set_num_threads(1)
    for case in CASES:
        record(*case)


if __name__ == "__main__":
    sys.exit(main())
