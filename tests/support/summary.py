#!/usr/bin/env python3
"""Counts the test cases in the logs of `meson test` and prints `N passed, N failed, N skipped`.

A test program that speaks TAP counts once per case, any other once. Exits 1 when something failed or nothing ran."""

import json
import re
import sys

CASE = re.compile(r"^(not )?ok\b(?:[^#]*#\s*(SKIP|TODO)\b)?", re.IGNORECASE)


def count_cases(test):
    """Returns (passed, failed, skipped) for one line of a log."""
    passed = failed = skipped = 0
    for line in (test.get("stdout") or "").splitlines():
        case = CASE.match(line)
        if not case:
            continue
        if case.group(2):
            skipped += 1
        elif case.group(1):
            failed += 1
        else:
            passed += 1
    result = test["result"]
    if result not in ("OK", "SKIP", "EXPECTEDFAIL"):
        failed = max(failed, 1)
    elif not (passed or failed or skipped):
        passed, skipped = int(result != "SKIP"), int(result == "SKIP")
    return passed, failed, skipped


def read_log(path):
    """The counts of each test of a log; a log that is not there, because its build failed, is one failure."""
    try:
        with open(path, encoding="utf-8") as log:
            return [count_cases(json.loads(line)) for line in log]
    except FileNotFoundError:
        return [(0, 1, 0)]


def main(paths):
    totals = [0, 0, 0]
    for path in paths:
        for counts in read_log(path):
            totals = [a + b for a, b in zip(totals, counts)]
    print("{} passed, {} failed, {} skipped".format(*totals))
    return 1 if totals[1] or not totals[0] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
