#!/usr/bin/env python3
"""Writes a C file with text files as strings: embed.py OUT HEADER NAME=FILE…"""
import sys


def escape(line):
    return line.replace("\\", "\\\\").replace('"', '\\"')


def main():
    out, header, *pairs = sys.argv[1:]
    with open(out, "w", encoding="utf-8") as c:
        c.write(f'#include "{header}"\n')
        for name, path in (pair.split("=", 1) for pair in pairs):
            c.write(f"\nconst char {name}[] =\n")
            for line in open(path, encoding="utf-8"):
                c.write(f'  "{escape(line.rstrip())}\\n"\n')
            c.write("  ;\n")


main()
