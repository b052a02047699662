#!/usr/bin/env python3
"""Checks that po/POTFILES names every file with text to translate, and no other, and that xgettext can read what it finds there.

Usage: potfiles.py SOURCE_ROOT [--write]"""

import pathlib
import re
import sys

IN_C = re.compile(r'(?<![A-Za-z0-9_"])(?:_|N_|C_|NC_|Q_|ngettext|g_dngettext|dngettext)\s*\(\s*"')
IN_XML = re.compile(r'translatable="yes"|gettext-domain=')
# A string joined from literals and macros; of macros xgettext knows only those of inttypes.h.
PIECES = re.compile(r'"(?:[^"\\]|\\.)*"|([A-Za-z_][A-Za-z0-9_]*)|\s+')
KNOWN_MACRO = re.compile(r"PRI[dioux](?:8|16|32|64|MAX|PTR)$")
HEADER = "# Every file with text to translate, sorted; `python3 tests/lint/potfiles.py . --write` makes this list.\n"


def has_text(path):
    if path.suffix in (".c", ".h"):
        return bool(IN_C.search(path.read_text(encoding="utf-8")))
    if path.suffix == ".ui" or path.name.endswith(".gschema.xml"):
        return bool(IN_XML.search(path.read_text(encoding="utf-8")))
    return path.name.endswith((".desktop.in", ".metainfo.xml.in"))


def find_macros(path):
    """The macros inside of translatable strings that xgettext cannot read."""
    if path.suffix not in (".c", ".h"):
        return
    text = path.read_text(encoding="utf-8")
    for start in IN_C.finditer(text):
        at = start.end() - 1
        while piece := PIECES.match(text, at):
            if piece[1] and not KNOWN_MACRO.match(piece[1]):
                yield f"{path}:{text.count(chr(10), 0, at) + 1}: {piece[1]} inside of a string to translate"
            at = piece.end()


def main(root, options):
    files = [path for folder in ("data", "src", "ui") for path in (root / folder).rglob("*") if path.is_file()]
    expected = sorted(str(path.relative_to(root)) for path in files if has_text(path))
    potfiles = root / "po" / "POTFILES"
    if "--write" in options:
        potfiles.write_text(HEADER + "".join(name + "\n" for name in expected), encoding="utf-8")
    listed = [line for line in potfiles.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    wrong = [f"po/POTFILES: {name} is missing" for name in expected if name not in listed]
    wrong += [f"po/POTFILES: {name} has no text to translate" for name in listed if name not in expected]
    wrong += [problem for path in files for problem in find_macros(path)]
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2:]))
