#!/usr/bin/env python3
"""Checks what lies in the project's folders and that no file names a place on somebody's machine. Usage: tree.py SOURCE_ROOT"""

import pathlib
import re
import subprocess
import sys

TOP = {
    "CONTRIBUTING.md", "COPYING", "README.md", "data", "dev", "flatpak", "meson.build", "meson_options.txt", "po", "shaders", "src",
    "tests", "ui",
}
PLACE = re.compile(r"(?<![A-Za-z0-9_.~-])/(?:home|root|work|Users|mnt)/[A-Za-z]")
TEXT = {".c", ".h", ".comp", ".glsl", ".md", ".py", ".sh", ".ui", ".xml", ".in", ".build", ".txt", ".headroom", ".yml", ".svg", ".css", ".po", ""}


def list_files(root):
    """The files under version control, or all but hidden ones and builds where the sources came as an archive."""
    if (root / ".git").exists():
        names = subprocess.run(["git", "-C", root, "ls-files"], check=True, capture_output=True, text=True).stdout.splitlines()
        return [root / name for name in names if (root / name).is_file()]
    return [path for path in root.rglob("*") if path.is_file() and not path.relative_to(root).parts[0].startswith((".", "build"))]


def find_problems(root):
    for path in list_files(root):
        name = path.relative_to(root)
        if name.parts[0] not in TOP and not name.parts[0].startswith("."):
            yield f"{name}: does not belong at the top of the project"
        if path.suffix not in TEXT or path.name == "COPYING":
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if PLACE.search(line):
                yield f"{name}:{number}: names a place on somebody's machine"
            if line != line.rstrip() and path.suffix not in (".md", ".po"):
                yield f"{name}:{number}: ends in white space"


def main(root):
    wrong = list(find_problems(root))
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
