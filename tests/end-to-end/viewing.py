"""Networks are opened, looked at and exported, by pointer and keys alone. Usage: viewing.py PROGRAM EXAMPLES"""

import pathlib
import subprocess
import sys
import xml.etree.ElementTree as xml

import pyatspi
from driver import App, run, wait_for

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
EXAMPLES = pathlib.Path(sys.argv[2])


def find_frame(app, title):
    return app.find("frame", lambda text: text.startswith(title))


def find_selected(app):
    """The names of the selected layers' boxes."""
    boxes = app.list("list item", within=app.find("list", "Network"))
    return [box.name for box in boxes if box.getState().contains(pyatspi.STATE_SELECTED)]


def find_chart(app):
    return app.find(name=lambda text: text.startswith("Memory timeline"))


def export(app, path):
    app.key("ctrl+shift+e")
    app.find("text", "Name:")
    app.key("ctrl+a")
    app.type(path)
    app.key("Return")
    wait_for(lambda: path.exists() and path.stat().st_size > 0, f"{path}")


def test_open_two():
    """A file named on the command line, and another one given to the program that already runs."""
    with App(PROGRAM, EXAMPLES / "lenet.headroom") as app:
        find_frame(app, "lenet.headroom")
        second = subprocess.run([PROGRAM, EXAMPLES / "resnet18.headroom"], timeout=30)
        assert second.returncode == 0
        find_frame(app, "resnet18.headroom")
        find_frame(app, "lenet.headroom")


def test_open_several():
    """Several files at once, one of them twice: each in a window of its own."""
    with App(PROGRAM, EXAMPLES / "lenet.headroom", EXAMPLES / "resnet18.headroom", EXAMPLES / "lenet.headroom") as app:
        find_frame(app, "lenet.headroom")
        find_frame(app, "resnet18.headroom")
        assert len(app.list("frame")) == 2, [frame.name for frame in app.list("frame")]


def test_open_by_dialog():
    with App(PROGRAM) as app:
        app.find("list", "Network")
        app.key("ctrl+o")
        app.find("label", "Open")
        app.type(EXAMPLES / "lenet.headroom")
        app.key("Return")
        find_frame(app, "lenet.headroom")


def test_bad_file():
    with App(PROGRAM) as app:
        bad = app.folder / "bad.headroom"
        bad.write_text('<?xml version="1.0"?>\n<headroom version="1">\n<nonsense/>\n</headroom>\n')
        subprocess.run([PROGRAM, bad], timeout=30, check=True)
        app.find("label", lambda text: "bad.headroom:3:" in text)


def test_timeline_selects():
    """A click into the timeline selects the layer of that step; half way, it is not the first or the last one."""
    with App(PROGRAM, EXAMPLES / "lenet.headroom") as app:
        chart = find_chart(app)
        x, y, width, height = app.extents(chart)
        app.click((x + width // 2, y + height // 2))
        selected = wait_for(lambda: find_selected(app), "a selected layer")
        assert len(selected) == 1, selected
        app.click((x + width - 40, y + height // 2))
        wait_for(lambda: find_selected(app) not in ([], selected), "another selected layer")


def test_training():
    """LeNet-5 in training needs more than in inference: gradients of 431,080 parameters alone are 1,724,320 bytes."""
    with App(PROGRAM, EXAMPLES / "lenet.headroom") as app:
        peak = app.find("label", lambda text: text.startswith("Peak ") and text.endswith("iB"))
        before = int(peak.description.split()[0].replace(",", ""))
        app.click(app.find("label", "Training"))
        wait_for(lambda: int(peak.description.split()[0].replace(",", "")) > before + 1_724_320, "a larger peak")


def test_validate():
    """Runs on the first Vulkan device; where tests run, that is a processor that acts as one."""
    with App(PROGRAM, EXAMPLES / "lenet.headroom") as app:
        app.click(app.find("label", "Validate on GPU"))
        app.find("label", "Fits, and every value is right")
        app.find("label", lambda text: text.endswith("as predicted"))


def test_export():
    with App(PROGRAM, EXAMPLES / "lenet.headroom") as app:
        find_chart(app)
        svg = app.folder / "chart.svg"
        export(app, svg)
        text = wait_for(lambda: "".join(xml.parse(svg).getroot().itertext()), "text in the picture")
        assert "LeNet-5" in text and "Forward" in text, text
        png = app.folder / "chart.png"
        export(app, png)
        assert png.read_bytes().startswith(b"\x89PNG")
        pdf = app.folder / "chart.pdf"
        export(app, pdf)
        assert pdf.read_bytes().startswith(b"%PDF")


def write_long_network(path, n_blocks):
    """A file without places: n_blocks of convolution, batch norm, ReLU and addition, with a skip around each."""
    layers, last = ['<layer id="input" kind="input" shape="16 32 32"/>'], "input"
    for block in range(n_blocks):
        names = [f"{kind}{block}" for kind in ("conv", "bn", "relu", "add")]
        for kind, name, source in zip(("conv", "batch-norm", "relu"), names, (last, names[0], names[1])):
            extra = ' filters="16" kernel="3"' if kind == "conv" else ""
            layers.append(f'<layer id="{name}" kind="{kind}"{extra}><input from="{source}"/></layer>')
        layers.append(f'<layer id="{names[3]}" kind="add"><input from="{names[2]}"/><input from="{last}"/></layer>')
        last = names[3]
    body = "\n".join(layers)
    path.write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n<headroom version="1">\n<title>Long</title>\n<layers>\n{body}\n</layers>\n</headroom>\n')


def overlap(a, b):
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def test_two_hundred_layers():
    """A file of 201 layers without places opens with each in a place of its own."""
    with App(PROGRAM) as app:
        path = app.folder / "long.headroom"
        write_long_network(path, 50)
        subprocess.run([PROGRAM, path], timeout=30, check=True)
        find_frame(app, "long.headroom")
        app.key("ctrl+0")  # 100 %: boxes are widgets again
        boxes = wait_for(lambda: app.list("list item", within=app.find("list", "Network")), "boxes in view")
        places = [app.extents(box) for box in boxes]
        assert len(places) > 4, places
        assert not [(a, b) for a in places for b in places if a is not b and overlap(a, b)], places


if __name__ == "__main__":
    run([value for name, value in list(globals().items()) if name.startswith("test_")])
