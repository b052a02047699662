#!/usr/bin/env python3
"""Writes torch-cases.csv: random layers with what PyTorch makes of them (made with Debian's PyTorch 1.13).

The numbers are exact: inputs, weights and biases are small whole numbers, sums are taken in double precision.
A row whose output is "refused" is one that PyTorch raises an error for.
"""
import math
import random
import sys

import torch
import torch.nn as nn

CONVS = {1: nn.Conv1d, 2: nn.Conv2d, 3: nn.Conv3d}
TRANSPOSED = {1: nn.ConvTranspose1d, 2: nn.ConvTranspose2d, 3: nn.ConvTranspose3d}
MAX = {1: nn.MaxPool1d, 2: nn.MaxPool2d, 3: nn.MaxPool3d}
AVERAGE = {1: nn.AvgPool1d, 2: nn.AvgPool2d, 3: nn.AvgPool3d}
ADAPTIVE_MAX = {1: nn.AdaptiveMaxPool1d, 2: nn.AdaptiveMaxPool2d, 3: nn.AdaptiveMaxPool3d}
ADAPTIVE_AVERAGE = {1: nn.AdaptiveAvgPool1d, 2: nn.AdaptiveAvgPool2d, 3: nn.AdaptiveAvgPool3d}


def whole_numbers(count, step, modulus):
    return (torch.arange(count) * step % modulus - modulus // 2).double()


def fill(module):
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(whole_numbers(parameter.numel(), 17, 7).reshape(parameter.shape))


def draw(rng, low, high, n):
    return [rng.randint(low, high) for _ in range(n)]


def text(**params):
    words = []
    for key, value in params.items():
        if isinstance(value, bool):
            value = "true" if value else "false"
        elif isinstance(value, list):
            value = ",".join(map(str, value))
        words.append(f"{key.replace('_', '-')}={value}")
    return " ".join(words)


def conv(rng, n):
    groups = rng.choice([1, 1, 2, 3])
    kernel, stride, dilation = draw(rng, 1, 4, n), draw(rng, 1, 3, n), draw(rng, 1, 2, n)
    padding, bias = draw(rng, 0, 3, n), rng.random() < 0.5
    channels, filters = groups * rng.randint(1, 2), groups * rng.randint(1, 3)
    params = dict(filters=filters, kernel=kernel, stride=stride, dilation=dilation, groups=groups, bias=bias)
    if rng.random() < 0.2:
        params.update(stride=[1] * n, padding="same-upper")
        module = CONVS[n](channels, filters, kernel, 1, "same", dilation, groups, bias)
    else:
        params.update(padding="explicit", pad_begin=padding, pad_end=padding)
        module = CONVS[n](channels, filters, kernel, stride, padding, dilation, groups, bias)
    return "conv", params, module, channels


def depthwise(rng, n):
    channels, multiplier, kernel, stride = rng.randint(1, 4), rng.randint(1, 3), draw(rng, 1, 3, n), draw(rng, 1, 2, n)
    padding = draw(rng, 0, 2, n)
    module = CONVS[n](channels, channels * multiplier, kernel, stride, padding, 1, channels)
    return "depthwise-conv", dict(multiplier=multiplier, kernel=kernel, stride=stride, padding="explicit",
                                  pad_begin=padding, pad_end=padding), module, channels


def transposed(rng, n):
    groups = rng.choice([1, 1, 2])
    kernel, stride, dilation = draw(rng, 1, 4, n), draw(rng, 1, 3, n), draw(rng, 1, 2, n)
    padding, more, bias = draw(rng, 0, 2, n), draw(rng, 0, 2, n), rng.random() < 0.5
    channels, filters = groups * rng.randint(1, 2), groups * rng.randint(1, 3)
    module = TRANSPOSED[n](channels, filters, kernel, stride, padding, more, groups, bias, dilation)
    return "transposed-conv", dict(filters=filters, kernel=kernel, stride=stride, dilation=dilation, pad_begin=padding,
                                   pad_end=padding, output_padding=more, groups=groups, bias=bias), module, channels


def max_pool(rng, n):
    kernel, stride, dilation = draw(rng, 1, 5, n), draw(rng, 1, 4, n), draw(rng, 1, 2, n)
    padding, ceiling = draw(rng, 0, 2, n), rng.random() < 0.5
    return "max-pool", dict(kernel=kernel, stride=stride, dilation=dilation, pad_begin=padding, pad_end=padding,
                            ceiling=ceiling), MAX[n](kernel, stride, padding, dilation, False, ceiling), 2


def average_pool(rng, n):
    kernel, stride, padding = draw(rng, 1, 5, n), draw(rng, 1, 4, n), draw(rng, 0, 2, n)
    ceiling, count = rng.random() < 0.5, rng.random() < 0.5
    return "average-pool", dict(kernel=kernel, stride=stride, pad_begin=padding, pad_end=padding, ceiling=ceiling,
                                count_padding=count), AVERAGE[n](kernel, stride, padding, ceiling, count), 2


def adaptive(rng, n):
    size = draw(rng, 1, 6, n)
    if rng.random() < 0.5:
        return "adaptive-max-pool", dict(size=size), ADAPTIVE_MAX[n](size if n > 1 else size[0]), 2
    return "adaptive-average-pool", dict(size=size), ADAPTIVE_AVERAGE[n](size if n > 1 else size[0]), 2


def run(module, shape):
    data = whole_numbers(math.prod(shape), 31, 11).reshape(shape)
    try:
        output = module.double()(data)
    except RuntimeError:
        return "refused", 0.0
    factors = (torch.arange(output.numel()) % 5 + 1).double()
    return "x".join(map(str, output.shape)), (output.flatten() * factors).sum().item()


def main():
    rng = random.Random(20)
    print("kind;params;input;output;parameters;checksum")
    for make, count in ((conv, 90), (depthwise, 30), (transposed, 60), (max_pool, 60), (average_pool, 60), (adaptive, 30)):
        for i in range(count):
            n = i % 3 + 1
            kind, params, module, channels = make(rng, n)
            fill(module)
            shape = [rng.randint(1, 2), channels] + draw(rng, 3, 11 if n < 3 else 6, n)
            if make is average_pool and n == 3:
                # This pool alone refuses kernels that fit only with the padding.
                shape[2:] = [max(size, kernel) for size, kernel in zip(shape[2:], params["kernel"])]
            with torch.no_grad():
                output, checksum = run(module, shape)
            parameters = sum(parameter.numel() for parameter in module.parameters())
            print(kind, text(**params), "x".join(map(str, shape)), output, parameters, f"{checksum:.17g}", sep=";")


if __name__ == "__main__":
    sys.exit(main())
