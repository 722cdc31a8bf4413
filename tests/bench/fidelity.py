#!/usr/bin/env python3
"""How far modelled times are from measured ones.

    tests/bench/fidelity.py [--cli build-fast/bin/warpstage-cli] [--spec h200] [--plot F.svg]

Times each line of tests/measured/SPEC-catalogue.csv, which was measured on that GPU, on the virtual GPU with that spec. Prints each point, the
geometric mean of the ratios of each kernel and of all, and how many pairs of kernels are in the right order: of those that were timed with
the same sizes, and of which one took at least a tenth longer.
"""
import argparse
import collections
import concurrent.futures
import itertools
import math
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def read_measured(path):
    points = {}
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            what, nanoseconds, _ = line.split(";")
            points[what] = float(nanoseconds)
    return points


def time_modelled(cli, spec, what):
    command = [cli, "time", *what.split(), "--repeat", "1", "--device", f"vm:{spec}", "--csv"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return float(lines[1].split(",")[lines[0].split(",").index("median_ns")])


def distance(points):
    """The geometric mean of how many times too long or too short."""
    return math.exp(sum(abs(math.log(modelled / measured)) for _, modelled, measured in points) / len(points))


def count_pairs(points):
    right = total = 0
    groups = collections.defaultdict(list)
    for what, modelled, measured in points:
        groups[" ".join(what.split()[1:])].append((modelled, measured))
    for group in groups.values():
        for (x, u), (y, v) in itertools.combinations(group, 2):
            if max(u, v) > 1.1 * min(u, v):
                total += 1
                right += (x < y) == (u < v)
    return right, total


def plot(points, spec, path):
    low = min(min(m, t) for _, m, t in points) / 1.2
    high = max(max(m, t) for _, m, t in points) * 1.2

    def at(value):
        return 40 + 540 * math.log(value / low) / math.log(high / low)

    lines = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 620" font-family="sans-serif" font-size="14">',
             '<rect width="620" height="620" fill="white"/>']
    for factor, colour in ((1, "#333"), (1.25, "#bbb"), (0.8, "#bbb")):
        ends = [(low, low * factor), (high, high * factor)]
        lines.append('<polyline fill="none" stroke="{}" points="{}"/>'.format(
            colour, " ".join(f"{at(x):.1f},{620 - at(y):.1f}" for x, y in ends)))
    for what, modelled, measured in points:
        lines.append(f'<circle cx="{at(measured):.1f}" cy="{620 - at(modelled):.1f}" r="3.5" fill="#1a5fb4" fill-opacity="0.6">'
                     f"<title>{what}: {modelled / 1e3:.1f} us modelled, {measured / 1e3:.1f} us measured</title></circle>")
    lines.append(f'<text x="310" y="612" text-anchor="middle">measured on the {spec}, {low / 1e3:.1f} to {high / 1e3:.0f} µs</text>')
    lines.append('<text x="16" y="310" text-anchor="middle" transform="rotate(-90 16 310)">modelled</text></svg>')
    path.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", default=str(ROOT / "build-fast/bin/warpstage-cli"))
    parser.add_argument("--spec", default="h200")
    parser.add_argument("--plot", type=pathlib.Path)
    arguments = parser.parse_args()
    measured = read_measured(ROOT / "tests/measured" / f"{arguments.spec}-catalogue.csv")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        modelled = pool.map(lambda what: time_modelled(arguments.cli, arguments.spec, what), measured)
    points = [(what, time, measured[what]) for what, time in zip(measured, modelled)]
    kernels = collections.defaultdict(list)
    for point in points:
        kernels[point[0].split()[0]].append(point)
        print(f"{point[0]:60s} {point[1] / 1e3:9.1f} us modelled {point[2] / 1e3:9.1f} us measured {point[1] / point[2]:6.2f}")
    print()
    for kernel, of_kernel in sorted(kernels.items(), key=lambda each: -distance(each[1])):
        print(f"{kernel:32s} {distance(of_kernel):5.2f} of {len(of_kernel)}")
    right, total = count_pairs(points)
    far = sum(1 for _, x, y in points if max(x, y) > 1.4 * min(x, y))
    print(f"\nAll {len(points)}: {distance(points):.3f} times too long or too short; {far} beyond 1.40; "
          f"{right} of {total} pairs in the right order ({100 * right / max(total, 1):.1f} %).")
    if arguments.plot is not None:
        plot(points, arguments.spec, arguments.plot)


if __name__ == "__main__":
    main()
