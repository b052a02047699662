#!/usr/bin/env python3
"""Checks that each layer includes only what it may. Usage: includes.py SOURCE_ROOT

The layers are those of src/DESIGN.md: whoever needs another header moves the code to the layer that has it."""

import pathlib
import re
import sys

STANDARD = {
    "assert.h", "ctype.h", "errno.h", "fcntl.h", "float.h", "inttypes.h", "limits.h", "locale.h", "math.h", "signal.h", "stdarg.h",
    "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "sys/stat.h", "sys/types.h", "time.h", "unistd.h",
}
GLIB = {"glib.h", "glib/gi18n-lib.h", "glib/gprintf.h"}
FILES = {"gio/gio.h", "glib/gstdio.h"}
CHART = {"cairo.h", "cairo-pdf.h", "cairo-svg.h", "pango/pango.h", "pango/pangocairo.h"}

# Layer: the layers whose headers it may include, the headers of libraries that it may include.
RULES = {
    "core": ((), GLIB),
    "io": (("core",), GLIB | FILES | {"libxml/", "json-glib/", "protobuf-c/"}),
    "chart": (("core",), GLIB | FILES | CHART),
    "gpu": (("core",), GLIB | {"vulkan/"}),
    "cli": (("core", "io", "chart", "gpu"), GLIB | FILES | {"json-glib/"}),
    "app": (("core", "io", "chart"), GLIB | FILES | CHART | {"glib/gi18n.h", "gtk/gtk.h", "adwaita.h", "igraph/igraph.h", "json-glib/"}),
}
INCLUDE = re.compile(r'^\s*#\s*include\s+(?:<([^>]+)>|"([^"]+)")')


def is_allowed_library(header, allowed):
    return header in STANDARD or header in allowed or any(name.endswith("/") and header.startswith(name) for name in allowed)


def check_include(source, path, layer, system, own):
    """Returns what is wrong with one include of the file, or None."""
    layers, libraries = RULES[layer]
    if system:
        return None if is_allowed_library(system, libraries) else f"<{system}> is not for {layer}"
    target = (path.parent / own).resolve()
    if not target.exists():
        return None if "/" not in own else f'"{own}" does not exist'  # without a path: made by the build
    if source not in target.parents:
        return f'"{own}" is outside src'
    other = target.relative_to(source).parts[0]
    return None if other == layer or other in layers else f'"{own}" is not for {layer}'


def main(root):
    source = (pathlib.Path(root) / "src").resolve()
    wrong = 0
    for path in sorted(source.rglob("*.[ch]")):
        layer = path.relative_to(source).parts[0]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            problem = match and check_include(source, path, layer, *match.groups())
            if problem:
                wrong += 1
                print(f"{path.relative_to(root)}:{number}: {problem}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
