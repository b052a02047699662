#!/usr/bin/env python3
"""Checks that every layer kind has an icon, in the folder and in the resource, and that no icon is left over.
Usage: kind-icons.py SOURCE_ROOT"""

import pathlib
import re
import sys


def main(root):
    icons = root / "data" / "icons"
    kinds = re.findall(r"^\s*HR_OP \((\w+)\)", (root / "src/core/ops/ops.h").read_text(encoding="utf-8"), re.MULTILINE)
    expected = {f"headroom-kind-{kind.replace('_', '-')}-symbolic.svg" for kind in kinds}
    drawn = {path.name for path in (icons / "kinds").iterdir()}
    listed = set(re.findall(r">kinds/([^<]+)</file>", (icons / "kinds.gresource.xml").read_text(encoding="utf-8")))
    if not expected:
        sys.exit("kind-icons.py: no kinds in src/core/ops/ops.h")
    wrong = [f"data/icons/kinds/{name}: missing" for name in sorted(expected - drawn)]
    wrong += [f"data/icons/kinds.gresource.xml: {name} is missing" for name in sorted(expected - listed)]
    wrong += [f"data/icons/kinds/{name}: there is no such kind" for name in sorted((drawn | listed) - expected)]
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
