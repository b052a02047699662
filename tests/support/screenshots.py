#!/usr/bin/env python3
"""Makes the pictures of the README from the running program. Usage: screenshots.py BUILD_FOLDER OUTPUT_FOLDER

Run it through `./dev screenshots`, which gives it a display and a home of its own."""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "end-to-end"))

from driver import App  # noqa: E402

EXAMPLES = ROOT / "data" / "examples"


def write_toolkit_settings(dark):
    folder = pathlib.Path(os.environ["XDG_CONFIG_HOME"]) / "gtk-4.0"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.ini").write_text("[Settings]\ngtk-font-name=Cantarell 11\ngtk-enable-animations=0\n")
    if dark:
        os.environ["ADW_DEBUG_COLOR_SCHEME"] = "prefer-dark"
    else:
        os.environ.pop("ADW_DEBUG_COLOR_SCHEME", None)


def shoot(app, path):
    """A picture of the main window without its border."""
    time.sleep(1)  # the last frame
    x, y, width, height = app.extents(app.window)
    subprocess.run(["import", "-window", "root", "-crop", f"{width}x{height}+{x}+{y}", "+repage", str(path)], check=True)


def start(program, example, dark=False):
    write_toolkit_settings(dark)
    app = App(program, EXAMPLES / example)
    app.find("list", "Network")
    return app


def set_run(text, mode, batch, device):
    """The text of an example with other settings, for a device."""
    settings = f'  <settings mode="{mode}" batch="{batch}"/>\n  <device id="{device}"/>\n'
    return text.replace("  <layers>", settings + "  <layers>", 1)


def take_window(program, output):
    """Training with a batch of 64 on a card of 8 GiB, with the working of the layer of an early step."""
    with tempfile.TemporaryDirectory() as folder:
        example = pathlib.Path(folder) / "resnet18.headroom"
        text = (EXAMPLES / example.name).read_text(encoding="utf-8")
        example.write_text(set_run(text, "training", 64, "geforce-rtx-3070"), encoding="utf-8")
        with start(program, example) as app:
            time.sleep(1)  # until the timeline is there
            x, y, width, height = app.extents(app.find(name="Memory timeline"))
            app.click((x + width // 8, y + height * 2 // 3))
            shoot(app, output / "window.png")


def take_dark(program, output):
    with start(program, "unet.headroom", dark=True) as app:
        app.click(app.find("label", "Training"))
        app.click(app.find("label", "By Tensor"))
        shoot(app, output / "dark.png")


def take_layers(program, output):
    with start(program, "mobilenet-v2.headroom") as app:
        app.click(app.find("label", "Layers"))
        shoot(app, output / "layers.png")


def take_validation(program, output):
    with start(program, "lenet.headroom") as app:
        app.click(app.find("label", "Validate on GPU"))
        app.find("label", "Fits, and every value is right")
        shoot(app, output / "validation.png")


def main(build, output):
    program = pathlib.Path(build).resolve() / "src" / "app" / "headroom"
    output = pathlib.Path(output)
    output.mkdir(parents=True, exist_ok=True)
    for take in (take_window, take_dark, take_layers, take_validation):
        take(program, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
