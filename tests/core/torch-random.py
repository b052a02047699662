#!/usr/bin/env python3
"""Draws random networks and measures a training step of each with PyTorch on the CPU (made with Debian's PyTorch 1.13).

usage: torch-random.py FIRST-SEED COUNT > torch-random.csv
       torch-random.py FIRST-SEED COUNT TEST-PROGRAM    holds the program against them at once

The networks run as Python code that holds every value as long as a person's would: a name that is used once goes when the
call that it was passed to returns, one that is used twice stays until its function ends. Peaks are taken from the allocator's
own events. What is allocated and released inside one operator, and what the recorder has in memory, is left out."""
import gc
import os
import random
import subprocess
import sys
import tempfile
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.profiler import ProfilerActivity, profile, record_function

warnings.filterwarnings("ignore")
torch.set_num_threads(2)

# By kind: what is kept for the backward pass, whether it may run in place, and whether it then copies its input first.
ACTIVATIONS = {
    "relu": ("output", True, nn.ReLU),
    "relu6": ("copy", True, nn.ReLU6),
    "leaky-relu": ("input", True, nn.LeakyReLU),
    "elu": ("input", True, nn.ELU),
    "selu": ("input", True, nn.SELU),
    "silu": ("copy", True, nn.SiLU),
    "mish": ("copy", True, nn.Mish),
    "hard-swish": ("copy", True, nn.Hardswish),
    "hard-sigmoid": ("copy", True, nn.Hardsigmoid),
    "gelu": ("input", False, nn.GELU),
    "sigmoid": ("output", False, nn.Sigmoid),
    "tanh": ("output", False, nn.Tanh),
    "softplus": ("input", False, nn.Softplus),
}

KEEPS = {"softmax": "output", "log-softmax": "output", "multiply": "others"}
KEEPS.update((kind, "input") for kind in (
    "conv", "depthwise-conv", "transposed-conv", "linear", "batch-norm", "max-pool", "average-pool",
    "adaptive-average-pool", "adaptive-max-pool", "global-average-pool", "global-max-pool"))


class Value:
    """A tensor while the network is drawn."""

    def __init__(self, name, shape, memory=None, view=False, wanted=True):
        self.name, self.shape, self.view, self.wanted = name, shape, view, wanted
        self.memory = self if memory is None else memory
        self.saved, self.readers, self.shares = False, [], False


class Layer:
    def __init__(self, name, kind, params, inputs, output):
        self.name, self.kind, self.params, self.inputs, self.output = name, kind, params, inputs, output
        self.block, self.in_place, self.weights_of, self.allowed = "", False, None, False


class Drawing:
    """A random network: layers in the order in which they run."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.layers, self.values = [], []
        self.batch = self.random.randint(1, 3)
        self.in_place = self.random.random() < 0.7
        size = self.random.choice((6, 7, 8))
        self.input = Value("input", (self.random.choice((2, 3, 4)), size, size), wanted=False)
        self.values.append(self.input)
        for _ in range(self.random.randint(3, 16)):
            self.draw_layer()
        self.finish()
        self.draw_blocks()
        self.decide_in_place()

    def add(self, kind, params, inputs, shape):
        output = Value(f"v{len(self.layers)}", shape)
        layer = Layer(f"layer{len(self.layers)}", kind, params, inputs, output)
        output.wanted = kind in ("conv", "depthwise-conv", "transposed-conv", "linear") or any(i.wanted for i in inputs)
        output.wanted = output.wanted or (kind == "batch-norm" and params.get("affine", True))
        output.shares = kind == "flatten" or (kind == "dropout" and params["rate"] == 0)
        self.layers.append(layer)
        self.values.append(output)
        for i in inputs:
            i.readers.append(layer)
        return output

    def pick(self):
        """A value to go on from: mostly the last one."""
        return self.values[-1] if self.random.random() < 0.65 else self.random.choice(self.values[-5:])

    def draw_layer(self):
        r, x = self.random, self.pick()
        if len(x.shape) == 1:
            kind = r.choice(("linear", "linear", "activation", "dropout", "add", "flatten", "batch-norm"))
        else:
            kind = r.choice(("conv", "conv", "conv", "batch-norm", "batch-norm", "activation", "activation", "activation",
                             "depthwise-conv", "transposed-conv", "max-pool", "average-pool", "adaptive", "global", "dropout",
                             "add", "add", "concatenate", "concatenate", "multiply", "scale", "flatten", "shared", "softmax", "padded"))
        getattr(self, "draw_" + kind.replace("-", "_"))(r, x)

    def draw_conv(self, r, x):
        k, s = r.choice((1, 3)), r.choice((1, 1, 2))
        groups = r.choice((1, 1, 2)) if x.shape[0] % 2 == 0 else 1
        filters, pad = r.choice((2, 4, 6)), r.choice((0, k // 2))
        if x.shape[1] + 2 * pad < k:
            pad = k // 2
        out = (x.shape[1] + 2 * pad - k) // s + 1
        self.add("conv", {"filters": filters, "kernel": k, "stride": s, "pad": pad, "groups": groups,
                          "bias": r.random() < 0.5}, [x], (filters, out, out))

    def draw_padded(self, r, x):
        """A convolution whose padding differs before and behind: for PyTorch a padded copy, then the convolution."""
        out = (x.shape[1] + 1 - 3) // 2 + 1
        if out > 0:
            self.add("conv", {"filters": 4, "kernel": 3, "stride": 2, "pad": 0, "pad-end": 1, "groups": 1, "bias": True}, [x],
                     (4, out, out))

    def draw_depthwise_conv(self, r, x):
        self.add("depthwise-conv", {"kernel": 3, "stride": 1, "pad": 1, "bias": r.random() < 0.5}, [x], x.shape)

    def draw_transposed_conv(self, r, x):
        if x.shape[1] > 8:
            return
        filters = r.choice((2, 4))
        self.add("transposed-conv", {"filters": filters, "kernel": 2, "stride": 2, "bias": r.random() < 0.5}, [x],
                 (filters, 2 * x.shape[1], 2 * x.shape[1]))

    def draw_shared(self, r, x):
        convs = [l for l in self.layers if l.kind == "conv" and l.inputs[0].shape == x.shape and not l.weights_of]
        if not convs:
            return
        owner = r.choice(convs)
        self.add("conv", owner.params, [x], owner.output.shape)
        self.layers[-1].weights_of = owner.name

    def draw_batch_norm(self, r, x):
        affine = r.random() < 0.85
        if self.batch * (x.shape[1] ** 2 if len(x.shape) > 1 else 1) > 1:
            self.add("batch-norm", {"affine": affine, "statistics": r.random() < 0.9}, [x], x.shape)

    def draw_activation(self, r, x):
        self.add(r.choice(list(ACTIVATIONS)), {}, [x], x.shape)

    def draw_softmax(self, r, x):
        self.add(r.choice(("softmax", "log-softmax")), {}, [x], x.shape)

    def draw_max_pool(self, r, x):
        if x.shape[1] >= 2:
            self.add("max-pool", {"kernel": 2, "stride": 2}, [x], (x.shape[0], x.shape[1] // 2, x.shape[1] // 2))

    def draw_average_pool(self, r, x):
        if x.shape[1] >= 2:
            self.add("average-pool", {"kernel": 2, "stride": 2}, [x], (x.shape[0], x.shape[1] // 2, x.shape[1] // 2))

    def draw_adaptive(self, r, x):
        size = r.choice((1, 2, 3))
        self.add(r.choice(("adaptive-average-pool", "adaptive-max-pool")), {"size": size}, [x], (x.shape[0], size, size))

    def draw_global(self, r, x):
        self.add(r.choice(("global-average-pool", "global-max-pool")), {}, [x], (x.shape[0], 1, 1))

    def draw_dropout(self, r, x):
        self.add("dropout", {"rate": r.choice((0.5, 0.5, 0.5, 0.2, 0, 1))}, [x], x.shape)

    def like(self, x):
        return [v for v in self.values if v.shape == x.shape]

    def draw_add(self, r, x):
        others = self.like(x)
        inputs = [x] + [r.choice(others) for _ in range(r.choice((1, 1, 1, 2, 3)))]
        r.shuffle(inputs)
        self.add("add", {}, inputs, x.shape)
        self.layers[-1].allowed = r.random() < 0.5

    def draw_multiply(self, r, x):
        self.add("multiply", {}, [x] + [r.choice(self.like(x)) for _ in range(r.choice((1, 1, 2, 3)))], x.shape)

    def draw_scale(self, r, x):
        """A gate as in squeeze and excitation, or a summand of one value per channel."""
        gates = [v for v in self.values if len(v.shape) == 3 and v.shape[0] == x.shape[0] and v.shape[1] == 1]
        if gates:
            inputs = [x, r.choice(gates)]
            r.shuffle(inputs)
            self.add(r.choice(("multiply", "add")), {}, inputs, x.shape)

    def draw_concatenate(self, r, x):
        others = [v for v in self.values if v.shape[1:] == x.shape[1:] and len(v.shape) == len(x.shape)]
        inputs = [x] + [r.choice(others) for _ in range(r.choice((1, 1, 2)))]
        total = sum(i.shape[0] for i in inputs)
        if total <= 24:
            self.add("concatenate", {}, inputs, (total,) + x.shape[1:])

    def draw_flatten(self, r, x):
        n = 1
        for d in x.shape:
            n *= d
        self.add("flatten", {}, [x], (n,))

    def draw_linear(self, r, x):
        outputs = r.choice((3, 5, 8))
        self.add("linear", {"outputs": outputs, "bias": r.random() < 0.7}, [x], (outputs,))

    def finish(self):
        """Everything that nobody reads goes into a last sum of class scores, or into several results."""
        self.n_results = self.random.choice((1, 1, 1, 2, 3))
        loose = [v for v in self.values[1:] if not v.readers] or [self.input]
        ends = []
        for v in loose:
            if len(v.shape) == 3:
                v = self.add("global-average-pool", {}, [v], (v.shape[0], 1, 1))
                n = v.shape[0]
                v = self.add("flatten", {}, [v], (n,))
            ends.append(self.add("linear", {"outputs": 4, "bias": True}, [v], (4,)))
        while len(ends) > self.n_results:
            ends = [self.add("add", {}, ends[:2], (4,))] + ends[2:]
        self.results = ends

    def draw_blocks(self):
        """Some stretches of layers become modules, some of them inside others."""
        r, n = self.random, len(self.layers)
        for depth, chance in ((0, 0.7), (1, 0.6)):
            at = 0
            while at < n:
                length = r.randint(1, 5)
                part = self.layers[at:at + length]
                if r.random() < chance and (depth == 0 or all(l.block == part[0].block != "" for l in part)):
                    for l in part:
                        l.block += ("/" if l.block else "") + f"m{at}"
                at += length

    def find_last_reads(self):
        """Per value, the last layer that reads it or what shows the same memory."""
        last = {id(result): len(self.layers) for result in self.results}
        for i in reversed(range(len(self.layers))):
            layer = self.layers[i]
            mine = max(i, last.get(id(layer.output), -1)) if layer.output.shares else i
            for value in layer.inputs:
                last[id(value)] = max(last.get(id(value), -1), mine)
        return last

    def decide_in_place(self):
        """A layer runs in place where PyTorch allows it and where nothing reads what it overwrites."""
        last = self.find_last_reads()
        for i, layer in enumerate(self.layers):
            value, output = layer.inputs[0], layer.output
            memory = value.memory
            may = layer.allowed and len(layer.inputs) == 2
            if layer.kind in ACTIVATIONS:
                may = ACTIVATIONS[layer.kind][1]
            if output.shares:  # what does nothing returns its input, not a view of it
                output.memory, output.view = memory, value.view or (layer.kind == "flatten" and len(value.shape) > 1)
            if (may and self.in_place and memory is not self.input and not value.view and not memory.saved
                    and last[id(memory)] == i and count(memory) == count(output)):
                layer.in_place = True
                output.memory = memory
                last[id(memory)] = last.get(id(output), -1)
            if output.wanted:
                self.note_saved(layer)

    def note_saved(self, layer):
        keeps = ACTIVATIONS[layer.kind][0] if layer.kind in ACTIVATIONS else KEEPS.get(layer.kind)
        if keeps == "output":
            layer.output.memory.saved = True
        if (keeps == "input" and "pad-end" not in layer.params) or (keeps == "copy" and not layer.in_place):
            layer.inputs[0].memory.saved = True
        for i, value in enumerate(layer.inputs):
            if keeps == "others" and any(other.wanted for j, other in enumerate(layer.inputs) if i != j):
                value.memory.saved = True

    def to_text(self):
        lines = ["input input shape=" + ",".join(map(str, self.input.shape))]
        for layer in self.layers:
            params = dict(layer.params)
            pad = params.pop("pad", None)
            if pad is not None:
                params.update({"padding": "explicit", "pad-begin": pad, "pad-end": params.get("pad-end", pad)})
            if layer.allowed:
                params["in-place"] = True
            if layer.weights_of:
                params["weights-of"] = layer.weights_of
            if layer.block:
                params["block"] = layer.block
            text = "".join(f" {k}={str(v).lower() if isinstance(v, bool) else v}" for k, v in params.items())
            names = " ".join("input" if v is self.input else "layer" + v.name[1:] for v in layer.inputs)
            lines.append(f"{layer.name} {layer.kind}{text} : {names}")
        lines += [f"output{i} output : layer{v.name[1:]}" for i, v in enumerate(self.results)]
        return "|".join(lines)


def count(value):
    """Elements of one instance."""
    n = 1
    for d in value.shape:
        n *= d
    return n


def make_module(layer):
    p, x = layer.params, layer.inputs[0].shape
    spatial = len(x) > 1
    k = layer.kind
    if k == "conv":
        return nn.Conv2d(x[0], p["filters"], p["kernel"], p["stride"], p["pad"], groups=p["groups"], bias=p["bias"])
    if k == "depthwise-conv":
        return nn.Conv2d(x[0], x[0], 3, 1, 1, groups=x[0], bias=p["bias"])
    if k == "transposed-conv":
        return nn.ConvTranspose2d(x[0], p["filters"], 2, 2, bias=p["bias"])
    if k == "linear":
        return nn.Linear(x[0], p["outputs"], bias=p["bias"])
    if k == "batch-norm":
        return (nn.BatchNorm2d if spatial else nn.BatchNorm1d)(x[0], affine=p["affine"], track_running_stats=p["statistics"])
    if k in ("max-pool", "average-pool"):
        return (nn.MaxPool2d if k == "max-pool" else nn.AvgPool2d)(2, 2)
    if k in ("adaptive-average-pool", "global-average-pool"):
        return nn.AdaptiveAvgPool2d(p.get("size", 1))
    if k in ("adaptive-max-pool", "global-max-pool"):
        return nn.AdaptiveMaxPool2d(p.get("size", 1))
    if k == "dropout":
        return nn.Dropout(p["rate"])
    if k in ("softmax", "log-softmax"):
        return (nn.Softmax if k == "softmax" else nn.LogSoftmax)(1)
    if ACTIVATIONS[k][1]:
        return ACTIVATIONS[k][2](inplace=layer.in_place)
    return ACTIVATIONS[k][2]()


def call_text(layer, names):
    if layer.kind == "add":
        if layer.in_place:
            return f"{names[0]}.add_({names[1]})"
        return " + ".join(names)
    if layer.kind == "multiply":
        return " * ".join(names)
    if layer.kind == "concatenate":
        return f"torch.cat([{', '.join(names)}], 1)"
    if layer.kind == "flatten":
        return f"torch.flatten({names[0]}, 1)"
    return f"self.{layer.weights_of or layer.name}({names[0]})"


def group(layers, depth):
    """Layers of one frame: (path, layers) of each call made in it, (None, [layer]) of each function."""
    parts = []
    for l in layers:
        names = l.block.split("/") if l.block else []
        key = names[depth] if len(names) > depth else None
        if key is not None and parts and parts[-1][0] == key:
            parts[-1][1].append(l)
        else:
            parts.append((key, [l]))
    return parts


def build(drawing):
    """A module whose code is written like a person's; calls of blocks are modules."""
    modules = {l.name: make_module(l) for l in drawing.layers
               if l.kind not in ("add", "multiply", "concatenate", "flatten") and not l.weights_of}
    n_blocks = 0

    def frame(layers, depth, results):
        nonlocal n_blocks
        parts = group(layers, depth)
        made = {v.name for l in layers for v in [l.output]}
        arguments = []
        for l in layers:
            for v in l.inputs:
                if v.name not in made and v.name not in arguments:
                    arguments.append(v.name)
        uses = {}  # name -> parts that use it
        for at, (key, part) in enumerate(parts):
            inner = {l.output.name for l in part}
            for l in part:
                for v in l.inputs:
                    if v.name not in inner or key is None:
                        uses.setdefault(v.name, set()).add(at)
        lines, children = [], {}
        for at, (key, part) in enumerate(parts):
            if key is None and "pad-end" in part[0].params:
                lines.append(f"padded = torch.nn.functional.pad({part[0].inputs[0].name}, (0, 1, 0, 1))")
            elif key is None:
                l = part[0]
                lines.append(f"{l.output.name} = {call_text(l, [v.name for v in l.inputs])}")
            else:
                names = [l.output.name for l in part]
                after = [l.output.name for l in part
                         if l.output.name in results or any(n == l.output.name for j in range(at + 1, len(parts))
                                                            for m in parts[j][1] for n in [v.name for v in m.inputs])]
                child, inputs = frame(part, depth + 1, after)
                n_blocks += 1
                children[f"block{n_blocks}"] = child
                call = f"self.block{n_blocks}({', '.join(inputs)})"
                lines.append(f"{', '.join(after)}{',' if len(after) == 1 else ''} = {call}")
            for name in sorted(set(v.name for l in part for v in l.inputs)):
                if uses.get(name) == {at} and name not in results and name not in ("input",):
                    lines.append(f"del {name}")
            if key is None and "pad-end" in part[0].params:
                lines += [f"{part[0].output.name} = {call_text(part[0], ['padded'])}", "del padded"]
        code = "def forward(self, " + ", ".join(arguments) + "):\n  " + "\n  ".join(lines)
        code += "\n  return " + ", ".join(results) + ",\n"
        space = {"torch": torch}
        exec(code, space)  # pylint: disable=exec-used
        cls = type("Frame", (nn.Module,), {"forward": space["forward"]})
        module = cls()
        for l in layers:
            owner = l.weights_of or l.name
            if f"self.{owner}(" in code:
                object.__setattr__(module, owner, modules[owner])
        for name, child in children.items():
            object.__setattr__(module, name, child)
        return module, arguments

    module, _ = frame(drawing.layers, 0, [v.name for v in drawing.results])
    return module, modules


def flat(tree):
    stack, out = list(tree), []
    while stack:
        event = stack.pop()
        out.append(event)
        stack.extend(event.children)
    return out


def is_op(event):
    return type(event.extra_fields).__name__ == "_ExtraFields_TorchOp"


def is_part(event):
    return is_op(event) and event.name.startswith(("PART_", "Optimizer."))


def find_operator(event):
    """The outermost operator that an event happens in."""
    found, parent = None, event.parent
    while parent is not None and not is_part(parent):
        if is_op(parent):
            found = parent
        parent = parent.parent
    return found


def is_recorders(event):
    """Whether a block is that which the recorder makes when a part begins."""
    parent = event.parent
    return (event.extra_fields.alloc_size == 288 and parent is not None and parent.name == "aten::empty"
            and parent.parent is not None and is_part(parent.parent))


def find_changes(events):
    """(time, bytes) of what outlives its operator. Before its own block the recorder makes a marker of 4 bytes."""
    blocks, alive, left_out = [], {}, set()
    allocations = [e for e in events if type(e.extra_fields).__name__ == "_ExtraFields_Allocation"]
    for event in sorted(allocations, key=lambda e: e.start_time_ns):
        fields = event.extra_fields
        if fields.alloc_size > 0:
            alive[fields.ptr] = len(blocks)
            blocks.append([fields.alloc_size, event.start_time_ns, None, find_operator(event)])
            if is_recorders(event):
                assert blocks[-2][0] == 4
                left_out |= {len(blocks) - 2, len(blocks) - 1}
        elif fields.ptr in alive:
            blocks[alive.pop(fields.ptr)][2] = event.start_time_ns
    changes = []
    for i, (size, born, died, operator) in enumerate(blocks):
        if i in left_out or (operator is not None and died is not None and died <= operator.end_time_ns):
            continue
        changes += [(born, size)] + ([(died, -size)] if died is not None else [])
    return sorted(changes)


def find_peaks(prof):
    """Peak of each part of each step."""
    events = flat(prof.profiler.kineto_results.experimental_event_tree())
    changes = find_changes(events)
    peaks = []
    for start, end in sorted((e.start_time_ns, e.end_time_ns) for e in events if is_op(e) and e.name.startswith("PART_")):
        live = peak = sum(size for time, size in changes if time < start)
        for time, size in changes:
            if start <= time <= end:
                live += size
                peak = max(peak, live)
        peaks.append(peak)
    return peaks


def measure(drawing, optimizer):
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as prof:
        net, modules = build(drawing)
        x = torch.zeros(drawing.batch, *drawing.input.shape)
        target = torch.zeros(drawing.batch, dtype=torch.long)
        parameters = []
        for l in drawing.layers:
            if l.name in modules:
                parameters += list(modules[l.name].parameters())
        make = {"sgd": lambda: torch.optim.SGD(parameters, lr=1e-6), "adam": lambda: torch.optim.Adam(parameters, lr=1e-6),
                "sgd-momentum": lambda: torch.optim.SGD(parameters, lr=1e-6, momentum=0.9),
                "rmsprop": lambda: torch.optim.RMSprop(parameters, lr=1e-6)}
        opt = make[optimizer]()
        gc.collect()
        for _ in range(2):
            opt.zero_grad(set_to_none=True)
            with record_function("PART_forward"):
                out = net(x)
                loss = F.cross_entropy(out[0], target)
                for i in range(1, len(out)):
                    loss = loss + 0.3 * F.cross_entropy(out[i], target)
            with record_function("PART_backward"):
                loss.backward()
            with record_function("PART_update"):
                opt.step()
            del out, loss
    return find_peaks(prof)


def write(first, number, stream):
    print("seed;settings;forward;backward;update;network", file=stream)
    for seed in range(first, first + number):
        drawing = Drawing(seed)
        optimizer = ("sgd", "sgd-momentum", "adam", "rmsprop")[seed % 4]
        peaks = measure(drawing, optimizer)
        for step, at in (("first", 0), ("steady", 3)):
            if step == "first" and seed % 3:
                continue
            in_place = "yes" if drawing.in_place else "no"
            settings = f"batch={drawing.batch} in-place={in_place} optimizer={optimizer} step={step}"
            print(seed, settings, *peaks[at:at + 3], drawing.to_text(), sep=";", file=stream)


def main(first, number, program=None):
    if program is None:
        write(int(first), int(number), sys.stdout)
        return 0
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as stream:
        write(int(first), int(number), stream)
        stream.flush()
        return subprocess.run([program, "--tap", "-k", "-p", "/training/drawn"], check=False,
                              env={**os.environ, "HEADROOM_TORCH_NETWORKS": stream.name}).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
