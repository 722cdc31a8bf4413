#!/usr/bin/env python3
"""Chooses the inputs of a corpus: those that reach the most for their size, as long as there is room.

  choose.py CONTROL-FILE BUDGET FOLDER      copies them into FOLDER

CONTROL-FILE is what libFuzzer's -set_cover_merge=1 -merge_control_file=CONTROL-FILE leaves: the files, and what each reaches."""

import os
import shutil
import sys


def read(path):
    """The files, and by their number what each reaches: features as FT lists them, edges as COV does."""
    with open(path, encoding='utf-8') as lines:
        n = int(next(lines))
        next(lines)
        files = [next(lines).rstrip('\n') for _ in range(n)]
        reached = {}
        for line in lines:
            kind, number, *places = line.split()
            if kind in ('FT', 'COV'):
                reached.setdefault(int(number), set()).update((kind, place) for place in places)
    return files, reached


def choose(files, reached, budget):
    sizes = {i: os.path.getsize(files[i]) for i in reached}
    have, chosen = set(), []
    while True:
        fits = [i for i in reached if i not in chosen and sizes[i] <= budget]
        # the minimum cost of a file is that of running it; large ones cost less than their bytes
        best = max(fits, key=lambda i: len(reached[i] - have) / (sizes[i] + 500) ** 0.7, default=None)
        if best is None or not reached[best] - have:
            return chosen, have
        chosen.append(best)
        have |= reached[best]
        budget -= sizes[best]


def main():
    control, budget, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    files, reached = read(control)
    chosen, have = choose(files, reached, budget)
    for i in chosen:
        shutil.copy(files[i], folder)
    everything = set().union(*reached.values())
    print(f'{len(chosen)} of {len(files)} inputs, which reach {len(have)} of {len(everything)} features')


main()
