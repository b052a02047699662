"""Drives the running program the way a person does: real pointer and key events, found through the accessibility tree.

Only what is shown is looked up in the tree; everything is done with xdotool. Run under tests/support/with-display."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

import pyatspi
from gi.repository import Atspi, GLib

TIMEOUT_S = 20 * float(os.environ.get("HEADROOM_TEST_PATIENCE", "1"))


class NotShown(AssertionError):
    """Something that should be on the screen is not."""


def wait_for(condition, what):
    """Polls until condition() is true and returns its value; NotShown says what was waited for."""
    end = time.monotonic() + TIMEOUT_S
    while True:
        try:
            value = condition()
        except (LookupError, NotImplementedError, GLib.Error):  # a widget that went away while it was looked at
            value = None
        if value:
            return value
        if time.monotonic() > end:
            raise NotShown(f"waited in vain for {what}")
        time.sleep(0.05)


def xdotool(*arguments):
    return subprocess.run(["xdotool", *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def walk(widget):
    """The widget and all below it, depth first."""
    yield widget
    for child in widget:
        if child is not None:
            yield from walk(child)


def is_shown(widget):
    """Whether the widget has a place on the screen; GTK 4.8 reports no state that says so."""
    if not widget.getState().contains(pyatspi.STATE_VISIBLE):
        return False
    try:
        return widget.queryComponent().getExtents(pyatspi.WINDOW_COORDS).width > 0
    except NotImplementedError:
        return False


class App:
    """One run of the program in a folder of its own."""

    def __init__(self, program, *files):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="headroom-e2e."))
        self.log = open(self.folder / "log", "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [program, *map(str, files)],
            cwd=self.folder,
            env={**os.environ, "G_DEBUG": "fatal-warnings"},
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )
        try:
            self.window = wait_for(self._find_window, "the window")
        except NotShown:
            self.quit()
            raise

    def _find_window(self):
        if self.process.poll() is not None:
            raise NotShown(f"the program ended with status {self.process.returncode}")
        for program in pyatspi.Registry.getDesktop(0):
            if program is not None and program.get_process_id() == self.process.pid:
                program.set_cache_mask(Atspi.Cache.NONE)  # what was looked at once may have changed
                return next((child for child in program if child.getRole() == pyatspi.ROLE_FRAME), None)
        return None

    # --- Finding ------------------------------------------------------------------------------------------------------

    def search(self, role=None, name=None, within=None):
        """Every shown widget of a role (its name in words: "push button") whose name is or, for a function, satisfies name."""
        for widget in walk(within or self.window.parent):
            if role is not None and widget.getRoleName() != role:
                continue
            if name is not None and not (name(widget.name) if callable(name) else widget.name == name):
                continue
            if is_shown(widget):
                yield widget

    def list(self, *what, **where):
        return list(self.search(*what, **where))

    def find(self, *what, **where):
        """The first such widget; waits for it."""
        return wait_for(lambda: next(self.search(*what, **where), None), f"a widget {what} {where}")

    def extents(self, widget):
        """Where the widget is on the screen: x, y, width, height.

        GTK 4.8 gives places in the window without its border, which is as wide on each side."""
        top = widget
        while top.parent.getRole() != pyatspi.ROLE_APPLICATION:
            top = top.parent
        frame = top.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
        box = widget.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
        left, up, width, height = self._place(top.name)
        return left + (width - frame.width) // 2 + box.x, up + (height - frame.height) // 2 + box.y, box.width, box.height

    def _place(self, title):
        windows = xdotool("search", "--onlyvisible", "--pid", self.process.pid, "--name", "").split()
        for window in windows:
            if xdotool("getwindowname", window).strip() == title or len(windows) == 1:
                lines = dict(line.split("=") for line in xdotool("getwindowgeometry", "--shell", window).split())
                return tuple(int(lines[key]) for key in ("X", "Y", "WIDTH", "HEIGHT"))
        raise LookupError(f"no window {title!r}")

    def centre(self, widget):
        x, y, width, height = self.extents(widget)
        return x + width // 2, y + height // 2

    # --- Doing --------------------------------------------------------------------------------------------------------

    def click(self, target, button=1, count=1):
        """Clicks a widget's centre, or a point of the screen."""
        x, y = target if isinstance(target, tuple) else self.centre(target)
        xdotool("mousemove", "--sync", x, y)
        xdotool("click", "--repeat", count, "--delay", 60, button)

    def drag(self, start, end, steps=12):
        """Presses at one point, moves in steps, and lets go at the other; widgets stand for their centres."""
        (x1, y1), (x2, y2) = (point if isinstance(point, tuple) else self.centre(point) for point in (start, end))
        xdotool("mousemove", "--sync", x1, y1)
        xdotool("mousedown", 1)
        for step in range(1, steps + 1):
            xdotool("mousemove", "--sync", x1 + (x2 - x1) * step // steps, y1 + (y2 - y1) * step // steps)
            time.sleep(0.03)
        time.sleep(0.1)
        xdotool("mouseup", 1)

    def key(self, *keys):
        """Presses keys one after the other: "ctrl+z", "Return"."""
        for key in keys:
            xdotool("key", "--delay", 30, key)

    def type(self, text):
        xdotool("type", "--delay", 30, text)

    def picture(self, path):
        subprocess.run(["import", "-window", "root", str(path)], check=True)

    # --- Ending -------------------------------------------------------------------------------------------------------

    def output(self):
        self.log.flush()
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def quit(self):
        """Ends the program however it is, and forgets its folder."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if error is not None:
            sys.stderr.write(self.output())
            pictures = os.environ.get("HEADROOM_TEST_PICTURES")
            if pictures:
                self.picture(pathlib.Path(pictures) / "failed.png")
        self.quit()


def run(tests):
    """Runs the functions as a TAP program: each is a case, named after the function."""
    print(f"1..{len(tests)}", flush=True)
    failed = False
    for number, test in enumerate(tests, 1):
        name = test.__name__.removeprefix("test_").replace("_", "-")
        try:
            test()
            print(f"ok {number} {name}", flush=True)
        except Exception:
            failed = True
            traceback.print_exc()
            print(f"not ok {number} {name}", flush=True)
    sys.exit(1 if failed else 0)
