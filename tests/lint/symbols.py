#!/usr/bin/env python3
"""Checks what the built core uses and what the command line program links. Usage: symbols.py CORE_LIBRARY CLI_PROGRAM"""

import subprocess
import sys

# The core is plain values: no objects, no files.
NOT_IN_CORE = ("g_object_", "g_file_", "g_type_", "g_signal_")
NOT_IN_CLI = ("libgtk", "libadwaita", "libgdk", "libX11", "libwayland")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def main(core, cli):
    undefined = [line.split()[-1] for line in run("nm", "--undefined-only", core) if " U " in line]
    needed = [line.split("[")[-1].rstrip("]") for line in run("readelf", "--dynamic", cli) if "(NEEDED)" in line]
    if not undefined or not needed:
        sys.exit("symbols.py: nm or readelf said nothing; this check would pass whatever is built")
    wrong = [f"{core}: uses {name}" for name in sorted(set(undefined)) if name.startswith(NOT_IN_CORE)]
    wrong += [f"{cli}: links {name}" for name in needed if name.startswith(NOT_IN_CLI)]
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
