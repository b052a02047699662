#!/usr/bin/env python3
"""Writes the example projects into the folder that this script lies in, in the form that the program saves them in;
with --check, fails when one of them differs.

The large networks follow the structure of torchvision 0.14's models, with its names for layers; LeNet-5 is Caffe's."""

import pathlib
import sys
from xml.sax.saxutils import escape, quoteattr

COLUMN = 224  # of the canvas: a box and the gap beside it

# Parameters of each kind, in file order, with their defaults.
WINDOW = {"stride": "1", "padding": "same-upper", "pad-begin": "0", "pad-end": "0"}
POOL = {"kernel": "2", "stride": "2", "padding": "explicit", "pad-begin": "0", "pad-end": "0", "ceiling": "false"}
KINDS = {
    "input": {"shape": "3 224 224"},
    "output": {},
    "conv": {"filters": "64", "kernel": "3", **WINDOW, "groups": "1", "bias": "true", "weights": "default"},
    "depthwise-conv": {"kernel": "3", **WINDOW, "bias": "true", "weights": "default"},
    "transposed-conv": {"filters": "64", "kernel": "2", "stride": "2"},
    "linear": {"outputs": "10"},
    "max-pool": POOL,
    "global-average-pool": {},
    "adaptive-average-pool": {"size": "1"},
    "batch-norm": {},
    "dropout": {"rate": "0.5"},
    "relu": {},
    "relu6": {},
    "softmax": {},
    "add": {"in-place": "false"},
    "concatenate": {},
    "flatten": {},
}


class Network:
    """A project that grows layer by layer; each method returns the id of the layer that it adds."""

    def __init__(self, title, description, **settings):
        self.title, self.description, self.settings = title, description, settings
        self.layers, self.positions, self.last = [], [], None

    def add(self, kind, name, inputs=None, block=None, **params):
        """Adds a layer after the last one, or after those named by inputs."""
        if inputs is None:
            inputs = [self.last] if self.last else []
        elif isinstance(inputs, str):
            inputs = [inputs]
        defaults = KINDS[kind]
        values = {key.replace("_", "-"): text(value) for key, value in params.items()}
        assert set(values) <= set(defaults), f"{name}: {values}"
        shown = {key: values[key] for key, default in defaults.items() if values.get(key, default) != default}
        self.layers.append((name, kind, {"block": block} if block else {}, shown, inputs))
        self.last = name
        return name

    def place_in_a_row(self):
        """Gives every layer a position, left to right."""
        self.positions = [(layer[0], column * COLUMN, 0) for column, layer in enumerate(self.layers)]

    def conv(self, name, filters, kernel=3, stride=1, pad=None, **more):
        """A convolution whose padding is that of PyTorch; as `same` where both are one."""
        pad = kernel // 2 if pad is None else pad
        if stride == 1 and 2 * pad == kernel - 1:
            return self.add("conv", name, filters=filters, kernel=kernel, **more)
        if pad == 0:
            return self.add("conv", name, filters=filters, kernel=kernel, stride=stride, padding="valid", **more)
        return self.add("conv", name, filters=filters, kernel=kernel, stride=stride, padding="explicit", pad_begin=pad,
                        pad_end=pad, **more)

    def max_pool(self, name, kernel=2, stride=2, pad=0, **more):
        return self.add("max-pool", name, kernel=kernel, stride=stride, pad_begin=pad, pad_end=pad, **more)

    def to_xml(self):
        lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<headroom version="1">', f"  <title>{escape(self.title)}</title>",
                 f"  <description>{escape(self.description)}</description>"]
        if self.settings:
            lines.append(f"  <settings{attributes(self.settings)}/>")
        lines.append("  <layers>")
        for name, kind, common, params, inputs in self.layers:
            start = "    <layer" + attributes({"id": name, "kind": kind, **common, **params})
            lines.append(start + (">" if inputs else "/>"))
            lines += [f'      <input from="{source}"/>' for source in inputs]
            lines += ["    </layer>"] if inputs else []
        lines.append("  </layers>")
        if self.positions:
            lines.append("  <positions>")
            lines += [f'    <position layer="{name}" x="{x}" y="{y}"/>' for name, x, y in self.positions]
            lines.append("  </positions>")
        return "\n".join(lines) + "\n</headroom>\n"


def text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def attributes(values):
    return "".join(f" {key}={quoteattr(text(value))}" for key, value in values.items())


def one_convolution():
    net = Network("one-convolution", "One convolution of 200 filters 5 × 5 over an RGB image 100 high and 150 wide: where its "
                  "15,200 parameters and its output of 12,000,000 bytes come from.")
    net.add("input", "input", shape="3 100 150")
    net.add("conv", "conv1", filters=200, kernel=5)
    net.add("output", "output")
    net.place_in_a_row()
    return net


def three_convolutions():
    net = Network("three-convolutions", "Three 3 × 3 convolutions with stride 2 over an RGB image 200 high and 300 wide: the peak "
                  "is two neighbouring outputs and the parameters, 12,613,600 bytes, not everything added up.")
    net.add("input", "input", shape="3 200 300")
    for i, filters in enumerate((100, 200, 400), 1):
        net.add("conv", f"conv{i}", filters=filters, stride=2)
    net.add("output", "output")
    net.place_in_a_row()
    return net


def small_classifier():
    net = Network("small-classifier", "A small classifier in training, batch of 64, with momentum: how much more than the "
                  "outputs of its layers training really needs.",
                  mode="training", batch=64, optimizer="sgd-momentum")
    net.add("input", "input", shape="3 50 50")
    net.add("conv", "C1", filters=32)
    net.add("max-pool", "P1")
    net.add("conv", "C2", filters=64)
    net.add("max-pool", "P2")
    net.add("flatten", "flatten")
    net.add("linear", "F1", outputs=500)
    net.add("linear", "F2", outputs=10)
    net.add("output", "output")
    return net


def low_bit_weights():
    net = Network("low-bit-weights", "A depthwise convolution with weights of 1 bit before a convolution with weights of 8 bit, "
                  "without biases: 392 and 73,728 bytes.")
    net.add("input", "input", shape="64 56 56")
    net.add("depthwise-conv", "depthwise", kernel=7, bias=False, weights="int1")
    net.add("conv", "conv", filters=128, bias=False, weights="int8")
    net.add("output", "output")
    net.place_in_a_row()
    return net


def lenet():
    net = Network("LeNet-5", "The classic reader of handwritten digits, as Caffe has it: two convolutions, two pools, two fully "
                  "connected layers, 431,080 parameters. Small enough to follow every figure by hand.")
    net.add("input", "data", shape="1 28 28")
    net.conv("conv1", 20, 5, pad=0)
    net.max_pool("pool1")
    net.conv("conv2", 50, 5, pad=0)
    net.max_pool("pool2")
    net.add("flatten", "flatten")
    net.add("linear", "ip1", outputs=500)
    net.add("relu", "relu1")
    net.add("linear", "ip2", outputs=10)
    net.add("softmax", "prob")
    net.add("output", "output")
    return net


def classifier_of_three(net, outputs, start, order):
    """torchvision's classifier of three fully connected layers."""
    for index, kind in enumerate(order, start):
        more = {"outputs": outputs.pop(0)} if kind == "linear" else {}
        net.add(kind, f"classifier.{index}", block="classifier", **more)
    net.add("output", "output")
    return net


def alexnet():
    net = Network("AlexNet", "The network that began it in 2012, as torchvision has it: five convolutions, but 96 % of its "
                  "61 million parameters are in three fully connected layers.")
    net.add("input", "input")
    for index, layer in enumerate(((64, 11, 4, 2), "relu", "pool", (192, 5, 1, 2), "relu", "pool", (384, 3, 1, 1), "relu",
                                   (256, 3, 1, 1), "relu", (256, 3, 1, 1), "relu", "pool")):
        name, block = f"features.{index}", "features"
        if layer == "relu":
            net.add("relu", name, block=block)
        elif layer == "pool":
            net.max_pool(name, 3, 2, block=block)
        else:
            net.conv(name, *layer, block=block)
    net.add("adaptive-average-pool", "avgpool", size=6)
    net.add("flatten", "flatten")
    return classifier_of_three(net, [4096, 4096, 1000], 0, ("dropout", "linear", "relu", "dropout", "linear", "relu", "linear"))


def vgg16():
    net = Network("VGG-16", "Thirteen 3 × 3 convolutions and three fully connected layers, 138 million parameters: in training, "
                  "the first two layers hold most of the memory and the classifier most of the weights.")
    net.add("input", "input")
    index = 0
    for filters in (64, 64, 0, 128, 128, 0, 256, 256, 256, 0, 512, 512, 512, 0, 512, 512, 512, 0):
        if filters:
            net.conv(f"features.{index}", filters, block="features")
            net.add("relu", f"features.{index + 1}", block="features")
            index += 2
        else:
            net.max_pool(f"features.{index}", block="features")
            index += 1
    net.add("adaptive-average-pool", "avgpool", size=7)
    net.add("flatten", "flatten")
    return classifier_of_three(net, [4096, 4096, 1000], 0, ("linear", "relu", "dropout", "linear", "relu", "dropout", "linear"))


def residual_block(net, block, convs, downsample):
    """convs: (filters, kernel, stride) of each convolution; the last one's result is added to the block's input."""
    name = block.replace("/", ".")
    source = net.last
    for i, (filters, kernel, stride) in enumerate(convs, 1):
        net.conv(f"{name}.conv{i}", filters, kernel, stride, bias=False, block=block)
        net.add("batch-norm", f"{name}.bn{i}", block=block)
        if i < len(convs):
            net.add("relu", f"{name}.relu" + (f"_{i - 1}" if i > 1 else ""), block=block)
    main = net.last
    if downsample:
        net.conv(f"{name}.downsample.0", convs[-1][0], 1, downsample, pad=0, bias=False, inputs=source, block=block)
        source = net.add("batch-norm", f"{name}.downsample.1", block=block)
    net.add("add", f"{name}.add", inputs=[main, source], block=block, in_place=True)
    net.add("relu", f"{name}.relu_{len(convs) - 1}", block=block)


def resnet(title, description, blocks, bottleneck):
    net = Network(title, description)
    net.add("input", "input")
    net.conv("conv1", 64, 7, 2, bias=False)
    net.add("batch-norm", "bn1")
    net.add("relu", "relu")
    net.max_pool("maxpool", 3, 2, 1)
    for stage, n in enumerate(blocks, 1):
        width = 64 << (stage - 1)
        for i in range(n):
            stride = 2 if stage > 1 and i == 0 else 1
            if bottleneck:
                convs = ((width, 1, 1), (width, 3, stride), (4 * width, 1, 1))
            else:
                convs = ((width, 3, stride), (width, 3, 1))
            changes = i == 0 and (stage > 1 or bottleneck)
            residual_block(net, f"layer{stage}/{i}", convs, stride if changes else 0)
    net.add("adaptive-average-pool", "avgpool")
    net.add("flatten", "flatten")
    net.add("linear", "fc", outputs=1000)
    net.add("output", "output")
    return net


def resnet18():
    return resnet("ResNet-18", "The small residual network, as torchvision has it: eight blocks of two 3 × 3 convolutions, each "
                  "added to its input, which therefore stays in memory until then.", (2, 2, 2, 2), False)


def resnet50():
    return resnet("ResNet-50", "The residual network that others are measured by, as torchvision has it: sixteen bottleneck "
                  "blocks, 25.6 million parameters, 4.09 billion multiply-adds.", (3, 4, 6, 3), True)


def conv_bn_relu6(net, name, block, filters, kernel=1, stride=1, depthwise=False):
    if depthwise and stride == 1:
        net.add("depthwise-conv", f"{name}.0", kernel=kernel, bias=False, block=block)
    elif depthwise:
        net.add("depthwise-conv", f"{name}.0", kernel=kernel, stride=stride, padding="explicit", pad_begin=kernel // 2,
                pad_end=kernel // 2, bias=False, block=block)
    else:
        net.conv(f"{name}.0", filters, kernel, stride, bias=False, block=block)
    net.add("batch-norm", f"{name}.1", block=block)
    net.add("relu6", f"{name}.2", block=block)


def inverted_residual(net, index, inputs, filters, stride, expand):
    name, block, source, step = f"features.{index}", f"features/{index}", net.last, 0
    if expand > 1:
        conv_bn_relu6(net, f"{name}.conv.{step}", block, inputs * expand)
        step += 1
    conv_bn_relu6(net, f"{name}.conv.{step}", block, inputs * expand, 3, stride, depthwise=True)
    net.conv(f"{name}.conv.{step + 1}", filters, 1, bias=False, block=block)
    net.add("batch-norm", f"{name}.conv.{step + 2}", block=block)
    if stride == 1 and inputs == filters:
        net.add("add", f"{name}.add", inputs=[source, net.last], block=block)


def mobilenet_v2():
    net = Network("MobileNet v2", "Made for telephones: depthwise convolutions between narrow layers keep it at 3.5 million "
                  "parameters and 301 million multiply-adds, while the expanded layers in between decide its memory.")
    net.add("input", "input")
    conv_bn_relu6(net, "features.0", "features/0", 32, 3, 2)
    index, inputs = 1, 32
    for expand, filters, n, first_stride in ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
                                             (6, 160, 3, 2), (6, 320, 1, 1)):
        for i in range(n):
            inverted_residual(net, index, inputs, filters, first_stride if i == 0 else 1, expand)
            index, inputs = index + 1, filters
    conv_bn_relu6(net, f"features.{index}", f"features/{index}", 1280)
    net.add("adaptive-average-pool", "adaptive_avg_pool2d")
    net.add("flatten", "flatten")
    net.add("dropout", "classifier.0", block="classifier", rate="0.2")
    net.add("linear", "classifier.1", block="classifier", outputs=1000)
    net.add("output", "output")
    return net


def fire(net, index, squeeze, expand):
    name, block = f"features.{index}", f"features/{index}"
    net.conv(f"{name}.squeeze", squeeze, 1, block=block)
    source = net.add("relu", f"{name}.squeeze_activation", block=block)
    results = []
    for kernel in (1, 3):
        net.conv(f"{name}.expand{kernel}x{kernel}", expand, kernel, inputs=source, block=block)
        results.append(net.add("relu", f"{name}.expand{kernel}x{kernel}_activation", block=block))
    net.add("concatenate", f"{name}.cat", inputs=results, block=block)


def squeezenet():
    net = Network("SqueezeNet 1.1", "AlexNet's accuracy with fifty times fewer parameters, 1.2 million: modules that squeeze to a "
                  "few channels, expand along two branches and put them together.")
    net.add("input", "input")
    net.conv("features.0", 64, 3, 2, pad=0, block="features/0")
    net.add("relu", "features.1", block="features/1")
    net.max_pool("features.2", 3, 2, ceiling=True, block="features/2")
    for index, sizes in ((3, (16, 64)), (4, (16, 64)), (5, None), (6, (32, 128)), (7, (32, 128)), (8, None), (9, (48, 192)),
                         (10, (48, 192)), (11, (64, 256)), (12, (64, 256))):
        if sizes:
            fire(net, index, *sizes)
        else:
            net.max_pool(f"features.{index}", 3, 2, ceiling=True, block=f"features/{index}")
    net.add("dropout", "classifier.0", block="classifier")
    net.conv("classifier.1", 1000, 1, block="classifier")
    net.add("relu", "classifier.2", block="classifier")
    net.add("adaptive-average-pool", "classifier.3", block="classifier")
    net.add("flatten", "flatten")
    net.add("output", "output")
    return net


def unet():
    net = Network("U-Net", "Finds a region pixel by pixel: a way down to small maps of many channels and a way up again. What each "
                  "level found on the way down waits in memory for the way up, so the peak is wide.")

    def twice(name, filters):
        for i in (0, 3):
            net.conv(f"{name}.{i}", filters, bias=False, block=name)
            net.add("batch-norm", f"{name}.{i + 1}", block=name)
            net.add("relu", f"{name}.{i + 2}", block=name)
        return net.last

    net.add("input", "input", shape="3 256 256")
    waiting = []
    for level in range(4):
        waiting.append(twice(f"d{level + 1}", 64 << level))
        net.max_pool("pool" + (f"_{level}" if level else ""))
    twice("bot", 1024)
    for level in reversed(range(4)):
        up = net.add("transposed-conv", f"up{level + 1}", filters=64 << level)
        net.add("concatenate", f"cat{level + 1}", inputs=[waiting[level], up])
        twice(f"u{level + 1}", 64 << level)
    net.conv("out", 2, 1)
    net.add("output", "output")
    return net


# In the order in which they are offered.
EXAMPLES = {
    "e1-one-convolution": one_convolution,
    "e2-three-convolutions": three_convolutions,
    "e3-small-classifier": small_classifier,
    "e4-low-bit-weights": low_bit_weights,
    "lenet": lenet,
    "alexnet": alexnet,
    "vgg16": vgg16,
    "resnet18": resnet18,
    "resnet50": resnet50,
    "mobilenet-v2": mobilenet_v2,
    "squeezenet1_1": squeezenet,
    "unet": unet,
}


def make_files():
    """Name and content of each file."""
    files = {f"{name}.headroom": make().to_xml() for name, make in EXAMPLES.items()}
    return {**files, "index": "".join(name + "\n" for name in EXAMPLES)}


def main(options):
    folder = pathlib.Path(__file__).parent
    stale = 0
    for name, content in make_files().items():
        path = folder / name
        if "--check" not in options:
            path.write_text(content, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != content:
            print(f"{path}: differs from what make.py writes", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
