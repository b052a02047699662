"""A network is drawn from nothing, edited, undone, saved and closed, by pointer and keys alone. Usage: editing.py PROGRAM"""

import os
import sys
import time
import xml.etree.ElementTree as xml

from driver import App, run, wait_for

PROGRAM = os.path.abspath(sys.argv[1])


def canvas(app):
    return app.find("list", "Network")


def box(app, kind, name):
    """The box of a layer, by the kind's title and the layer's name; its label goes on with the output's shape."""
    return app.find("list item", lambda text: (text + ",").startswith(f"{kind} {name},"), canvas(app))


def output_of(app, kind, name):
    return box(app, kind, name).name.partition(", output ")[2]


def drop(app, kind, x, y):
    """Drags a kind from the palette to a place on the canvas."""
    left, top, _, _ = app.extents(canvas(app))
    app.drag(app.find("list item", kind, app.find("list", "Layers to add")), (left + x, top + y))


def connect(app, source, target):
    """Drags from the output port of one box, at the middle of its right edge, to the input port of another."""
    x1, y1, width, height = app.extents(source)
    x2, y2, _, height2 = app.extents(target)
    app.drag((x1 + width, y1 + height // 2), (x2, y2 + height2 // 2))


def set_filters(app, text):
    app.click(box(app, "Convolution", "conv1"))
    app.click(app.find("spin button", lambda name: name.startswith("Filters")), count=2)
    app.key("ctrl+a")
    app.type(text)
    app.key("Return")


def draw(app):
    """Input, convolution of 8 filters, ReLU."""
    drop(app, "Input", 120, 100)
    drop(app, "Convolution", 400, 100)
    connect(app, box(app, "Input", "input1"), box(app, "Convolution", "conv1"))
    wait_for(lambda: output_of(app, "Convolution", "conv1") == "64 × 224 × 224", "the shape of 64 filters")
    set_filters(app, "8")
    wait_for(lambda: output_of(app, "Convolution", "conv1") == "8 × 224 × 224", "the shape of 8 filters")
    drop(app, "ReLU", 680, 100)
    connect(app, box(app, "Convolution", "conv1"), box(app, "ReLU", "relu1"))
    wait_for(lambda: output_of(app, "ReLU", "relu1") == "8 × 224 × 224", "the shape behind the ReLU")


def save_as(app, path):
    """Answers the question for a file name."""
    app.find("text", "Name:")
    app.key("ctrl+a")
    app.type(path)
    app.key("Return")
    wait_for(path.exists, f"{path}")


def read_project(path):
    """What a saved project holds: {id: (attributes, what feeds it)} and {id: (x, y)}."""
    root = xml.parse(path).getroot()
    layers = {
        layer.get("id"): (
            {key: value for key, value in layer.items() if key != "id"},
            [(source.get("from"), source.get("port")) for source in layer.iter("input")],
        )
        for layer in root.iter("layer")
    }
    places = {place.get("layer"): (int(place.get("x")), int(place.get("y"))) for place in root.iter("position")}
    return layers, places


def answer_close(app, key):
    """Closes the window and answers the question with a key."""
    app.key("ctrl+w")
    app.find("label", "Save Changes?")
    app.key(key)


def wait_for_end(app):
    wait_for(lambda: app.process.poll() is not None, "the end of the program")
    assert app.process.returncode == 0, f"status {app.process.returncode}: {app.output()}"


def test_draw_and_save():
    with App(PROGRAM) as app:
        draw(app)
        path = app.folder / "drawn.headroom"
        app.key("ctrl+s")
        save_as(app, path)
        layers, places = read_project(path)
        assert layers == {
            "input1": ({"kind": "input"}, []),
            "conv1": ({"kind": "conv", "filters": "8"}, [("input1", None)]),
            "relu1": ({"kind": "relu"}, [("conv1", None)]),
        }, layers
        # Dropped 280 pixels apart in one row; each goes to the nearest point of a grid of 8.
        assert abs(places["conv1"][0] - places["input1"][0] - 280) <= 8, places
        assert abs(places["relu1"][0] - places["conv1"][0] - 280) <= 8, places
        assert places["relu1"][1] == places["input1"][1], places


def test_undo_and_redo():
    with App(PROGRAM) as app:
        draw(app)
        app.key("ctrl+z", "ctrl+z")  # the wire to the ReLU, the ReLU
        wait_for(lambda: not app.list("list item", lambda text: text.startswith("ReLU relu1"), canvas(app)), "no ReLU")
        app.key("ctrl+z")
        wait_for(lambda: output_of(app, "Convolution", "conv1") == "64 × 224 × 224", "64 filters after undo")
        app.key("ctrl+shift+z")
        wait_for(lambda: output_of(app, "Convolution", "conv1") == "8 × 224 × 224", "8 filters after redo")
        app.key("ctrl+shift+z", "ctrl+shift+z")
        wait_for(lambda: output_of(app, "ReLU", "relu1") == "8 × 224 × 224", "the ReLU and its wire after redo")


def test_move_and_delete():
    with App(PROGRAM) as app:
        draw(app)
        conv = box(app, "Convolution", "conv1")
        x, y, width, height = app.extents(conv)
        app.drag((x + width // 2, y + height // 2), (x + width // 2, y + height // 2 + 120))
        wait_for(lambda: abs(app.extents(conv)[1] - y - 120) <= 2, "the box 120 pixels lower")
        app.key("Delete")
        wait_for(lambda: not app.list("list item", lambda text: text.startswith("Convolution conv1"), canvas(app)), "no box")
        # What fed the deleted layer feeds what came after it.
        wait_for(lambda: output_of(app, "ReLU", "relu1") == "3 × 224 × 224", "the ReLU fed by the input")


def test_wrong_network():
    with App(PROGRAM) as app:
        drop(app, "Convolution", 400, 100)
        wait_for(lambda: "not connected" in box(app, "Convolution", "conv1").description, "the sentence on the box")


def test_close_asks():
    with App(PROGRAM) as app:
        drop(app, "Input", 120, 100)
        box(app, "Input", "input1")
        answer_close(app, "Escape")
        box(app, "Input", "input1")
        answer_close(app, "alt+d")
        wait_for_end(app)


def test_quit_asks_once():
    """Every window with changes asks, and asks once, however often the person wants to leave."""
    with App(PROGRAM) as app:
        drop(app, "Input", 120, 100)
        box(app, "Input", "input1")
        answer_close(app, "ctrl+q")
        app.click(app.window)
        time.sleep(0.5)
        assert len(app.list("label", "Save Changes?")) == 1
        app.key("Escape")
        answer_close(app, "alt+d")
        wait_for_end(app)


def test_close_saves():
    with App(PROGRAM) as app:
        drop(app, "Input", 120, 100)
        box(app, "Input", "input1")
        path = app.folder / "closed.headroom"
        answer_close(app, "Return")
        save_as(app, path)
        wait_for_end(app)
        assert read_project(path)[0] == {"input1": ({"kind": "input"}, [])}


if __name__ == "__main__":
    run([value for name, value in list(globals().items()) if name.startswith("test_")])
