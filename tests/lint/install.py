#!/usr/bin/env python3
"""Installs into a folder of its own and checks that everything lies where a desktop looks for it, valid by the desktop's own
tools. Usage: install.py BUILD_FOLDER PREFIX"""

import pathlib
import subprocess
import sys
import tempfile

ID = "io.github.headroom.Headroom"
EXPECTED = (
    "bin/headroom",
    "bin/headroom-cli",
    f"share/applications/{ID}.desktop",
    f"share/dbus-1/services/{ID}.service",
    f"share/glib-2.0/schemas/{ID}.gschema.xml",
    "share/headroom/devices.rng",
    "share/headroom/examples/index",
    "share/headroom/examples/resnet18.headroom",
    "share/headroom/project.rng",
    f"share/icons/hicolor/scalable/apps/{ID}.svg",
    f"share/icons/hicolor/symbolic/apps/{ID}-symbolic.svg",
    "share/locale/de/LC_MESSAGES/headroom.mo",
    "share/man/man1/headroom-cli.1",
    f"share/metainfo/{ID}.metainfo.xml",
    f"share/mime/packages/{ID}.xml",
)
CHECKS = (
    ("desktop-file-validate", f"share/applications/{ID}.desktop"),
    ("appstreamcli", "validate", "--no-net", f"share/metainfo/{ID}.metainfo.xml"),
    ("glib-compile-schemas", "--strict", "--dry-run", "share/glib-2.0/schemas"),
    ("update-mime-database", "-V", "share/mime"),
)


def find_problems(installed):
    for name in EXPECTED:
        if not (installed / name).is_file():
            yield f"{name} was not installed"
    for check in CHECKS:
        done = subprocess.run(check, cwd=installed, capture_output=True, text=True)
        if done.returncode != 0:
            yield f"{' '.join(check)}: {done.stdout}{done.stderr}"
    if "*.headroom" not in (installed / "share/mime/globs2").read_text(encoding="utf-8"):
        yield "the MIME type has no file ending"


def main(build, prefix):
    with tempfile.TemporaryDirectory() as folder:
        command = ["meson", "install", "-C", build, "--destdir", folder, "--no-rebuild", "--quiet"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        wrong = list(find_problems(pathlib.Path(folder) / prefix.lstrip("/")))
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
