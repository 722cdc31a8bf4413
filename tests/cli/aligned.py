#!/usr/bin/python3
"""Whether columns stand one below the other, as a terminal shows them: aligned.py PATTERN < TEXT

The lines in which PATTERN is found are those of the table; where its last group ends, a column ends: the same in every line.
"""
import re
import sys
import unicodedata


def measure(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


lines = [(measure(line[:found.end(found.re.groups)]), line)
         for line in sys.stdin.read().split("\n") if (found := re.search(sys.argv[1], line))]
ends = {end for end, _ in lines}
if len(lines) < 2 or len(ends) != 1:
    print(f"columns end at {sorted(ends)}:", *(line for _, line in lines), sep="\n")
    sys.exit(1)
