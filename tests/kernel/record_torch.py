#!/usr/bin/env python3
"""Records what PyTorch's AdamW and Adam make of the same parameters and gradients: prints the data of torch.rs.

    python3 tests/kernel/record_torch.py > tests/kernel/torch.txt

Needs PyTorch, on a CPU. Everything is fp32. Gradients and first weights come from a counter, which torch.rs has too
(`values` of tests/common), so only results are recorded: the bits of w, m, v and the largest v after some of the steps.
"""

import struct
import sys

import torch

COUNT = 16
STEPS = (1, 2, 10, 100, 1000)
MASK = (1 << 64) - 1

CASES = {
    "adamw": (torch.optim.AdamW, dict(lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01)),
    "adamw_large_eps": (torch.optim.AdamW, dict(lr=1e-2, betas=(0.8, 0.95), eps=1e-3, weight_decay=0.1)),
    "adamw_amsgrad": (torch.optim.AdamW, dict(lr=1e-3, betas=(0.9, 0.99), eps=1e-8, weight_decay=0.01, amsgrad=True)),
    "adamw_maximize": (torch.optim.AdamW, dict(lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01, maximize=True)),
    "adam": (torch.optim.Adam, dict(lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.1)),
    "adam_all": (torch.optim.Adam, dict(lr=1e-3, betas=(0.7, 0.99), eps=1e-6, weight_decay=0.1, amsgrad=True, maximize=True)),
}


def unit(bits):
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB & MASK
    bits ^= bits >> 31
    return (bits >> 40) / 2**23 - 1.0


def values(salt):
    return [unit(place * 0x9E3779B97F4A7C15 & MASK ^ salt * 0xD1B54A32D192ED03 & MASK) for place in range(COUNT)]


def gradient(step):
    """From one element to the next a quarter of the size; the last half of the steps is smaller still."""
    shrink = 0.125 if step > 500 else 1.0
    return [value * shrink * 0.25 ** (place % 8) for place, value in enumerate(values(step))]


def words(tensor):
    return " ".join(struct.pack(">f", value).hex() for value in tensor.tolist())


def main():
    print(f"# torch {torch.__version__}, by record_torch.py: case, step, array, the bits of {COUNT} fp32 numbers")
    torch.set_num_threads(1)
    for name, (optimizer, settings) in CASES.items():
        parameter = torch.nn.Parameter(torch.tensor(values(0), dtype=torch.float32))
        stepper = optimizer([parameter], foreach=False, **settings)
        for step in range(1, max(STEPS) + 1):
            parameter.grad = torch.tensor(gradient(step), dtype=torch.float32)
            stepper.step()
            if step not in STEPS:
                continue
            state = stepper.state[parameter]
            arrays = {"w": parameter.data, "m": state["exp_avg"], "v": state["exp_avg_sq"]}
            if "max_exp_avg_sq" in state:
                arrays["u"] = state["max_exp_avg_sq"]
            for array, tensor in arrays.items():
                print(name, step, array, words(tensor))


if __name__ == "__main__":
    sys.exit(main())
