#!/usr/bin/env python3
"""Fails where the model of time, or a spec, names a kernel of the catalogue."""
import configparser
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
catalog = configparser.RawConfigParser(strict=False, interpolation=None)
catalog.read_string((root / "gpu/kernels/catalog.ini").read_text())
# words of the language that kernels are called, too
names = {name for name in catalog.sections() if re.search(r"[0-9_]|[a-z][A-Z]", name)}
assert len(names) > 50, "no kernels were found"
bad = 0
for path in sorted([*root.glob("gpu/model/*.[ch]"), *root.glob("gpu/clock/*.[ch]"), *root.glob("resources/specs/*.ini")]):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        for word in set(re.findall(r"\w+", line)) & names:
            print(f"{path.relative_to(root)}:{number}: names {word}")
            bad += 1
sys.exit(bad > 0)
