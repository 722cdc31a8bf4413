#!/usr/bin/env python3
"""Fails where a figure of a spec has no source: sources.py FOLDER

Above each figure, or above the figures in a row that share it, is a comment. Its first line names what they are from: an abbreviation that the
file explains, with a year or at its head; a document or a measurement by its author; "estimate: " and a reason; or that there is no such thing.
"""
import pathlib
import re
import sys

ABBREVIATION = re.compile(r"\b[A-Z][A-Z0-9]{2,}\b")
OTHERS = re.compile(r"(estimate: .|none\b|no cache\b|NVIDIA, |JEDEC, |cudaDeviceProp\b|RRZE-HPC, |xytpai, )")


def find_explained(lines):
    """The abbreviations that a file explains: all of its head, and a paper with its year anywhere."""
    head = [line for line in lines[:lines.index("")] if line.startswith("#")]
    papers = [line for line in lines if re.match(r"# [A-Z0-9]{3,}: .*\b(19|20)\d\d\b", line)]
    return {name for line in head + papers for name in re.findall(r"\b([A-Z][A-Z0-9]{2,}): ", line)}


def find_faults(text):
    """The lines whose figure has no source: numbers and keys."""
    lines = text.splitlines()
    explained = find_explained(lines)
    source = None
    above = ""
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            source = source if above.startswith("#") else line[2:]
        elif not line or line.startswith("["):
            source = None
        elif not line.startswith("name="):
            if source is None or not (OTHERS.match(source) or explained & set(ABBREVIATION.findall(source))):
                yield number, line.partition("=")[0]
        above = line


def main():
    paths = sorted(pathlib.Path(sys.argv[1], "resources/specs").glob("*.ini"))
    faults = [(path.name, *fault) for path in paths for fault in find_faults(path.read_text())]
    for name, number, key in faults:
        print(f"{name}:{number}: {key} has no source")
    # what it must find: b, whose comment names nothing; c, without one; f, whose abbreviation is not explained
    sample = "# CPG: a guide\n\n[sm]\n# CPG, cc 1.0\na=1\n# a guess\nb=2\n\n[grid]\nc=3\n# estimate: as a\nd=4\ne=5\n# XYZ: a rumour\nf=6\n"
    found = [key for _, key in find_faults(sample)]
    if found != ["b", "c", "f"]:
        print(f"Of a to f, {found} were found to have no source.")
    return 1 if faults or not paths or found != ["b", "c", "f"] else 0


if __name__ == "__main__":
    sys.exit(main())
