#!/usr/bin/env python3
"""How far modelled times are from measured ones.

    tests/bench/fidelity.py [--cli build-fast/bin/warpstage-cli] [--spec h200] [--model SPEC|F.ini] [--plot F.svg]

Times each line of tests/measured/SPEC-catalogue.csv, which was measured on that GPU, on the virtual GPU with that spec. Prints each point, the
geometric mean of the ratios of each kernel and of all, and how many pairs of kernels are in the right order: of those that were timed with
the same sizes, and of which one took at least a tenth longer.

With --published, does the like with tests/measured/published.csv: what others have published of other GPUs. Of each spec it prints the geometric
mean, and that of the ratios of each kernel to the one before it, which the card's clock and its memory's rate have less to do with.

With --data, does both for every GPU of which there are times, and writes what the program says beside modelled times: of each spec, and of each
group of kernels of gpu/kernels/catalog.ini with it, how many launches were compared and the geometric mean.
"""
import argparse
import collections
import concurrent.futures
import configparser
import itertools
import json
import math
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HEAD = """\
# How far modelled times are from those of the real GPU. Written by tests/bench/fidelity.py --data, never by hand.
# [group G]: kernels of a group of catalog.ini. [SPEC]: of all launches that were compared, [SPEC G]: of those of a group.
# times: whether those of the real GPU were measured, or published by others. factor: how many times too long or too short, the geometric mean.
"""


def read_measured(path):
    points = {}
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            what, nanoseconds, _ = line.split(";")
            points[what] = float(nanoseconds)
    return points


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def time_modelled(cli, spec, what):
    command = [cli, "time", *what.split(), "--repeat", "1", "--device", f"vm:{spec}", "--csv"]
    lines = run(*command).splitlines()
    return float(lines[1].split(",")[lines[0].split(",").index("median_ns")])


def read_published(path):
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            spec, kernel, elements, block, grid, what, microseconds, _ = line.split(";")
            options = ["--block", block] + (["--max-grid", grid] if grid else [])
            yield spec, kernel, elements, options, what, float(microseconds)


def model_published(cli, row):
    """Microseconds of what a row of the published times has timed."""
    spec, kernel, elements, options, what, _ = row
    if what == "first":
        number = str(2 ** int(elements[2:])) if elements.startswith("2^") else elements
        return json.loads(run(cli, "run", kernel, "--n", number, *options, "--device", f"vm:{spec}", "--json"))["launches"][0]["duration_ns"] / 1e3
    times = [time_modelled(cli, spec, " ".join([kernel, "--sizes", size, *options])) / 1e3 for size in elements.split("..")]
    return times[-1] - (times[0] if what == "growth" else 0)


def compare_published(cli):
    """Of each row, what it has and the modelled time."""
    rows = list(read_published(ROOT / "tests/measured/published.csv"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(zip(rows, pool.map(lambda row: model_published(cli, row), rows)))


def compare_measured(cli, spec, model):
    """Of each launch, its words, the modelled time and the measured one."""
    measured = read_measured(ROOT / "tests/measured" / f"{spec}-catalogue.csv")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        modelled = pool.map(lambda what: time_modelled(cli, model, what), measured)
        return [(what, time, measured[what]) for what, time in zip(measured, modelled)]


def print_published(cli):
    specs = collections.defaultdict(list)
    for row, time in compare_published(cli):
        specs[row[0]].append((row[1], time, row[5]))
        print(f"{row[0]:10s} {row[1]:22s} {row[2]:10s} {row[4]:7s} {row[5]:10.1f} us published {time:10.1f} us modelled {time / row[5]:6.2f}")
    print("\n| spec | times | off by | modelled over published | ratios to the kernel before | off by | farthest |\n| --- | --- | --- | --- | --- | --- | --- |")
    for spec, points in specs.items():
        ratios = sorted(modelled / published for _, modelled, published in points)
        steps = [(after[0], after[1] / before[1], after[2] / before[2]) for before, after in zip(points, points[1:])
                 if before[0].rstrip("0123456789") == after[0].rstrip("0123456789") != after[0]]
        farthest = max(steps, key=lambda step: abs(math.log(step[1] / step[2])), default=None)
        of_steps = f"{100 * (distance(steps) - 1):.0f} % | {farthest[0]}: {farthest[1]:.2f}, published {farthest[2]:.2f}" if steps else "|"
        print(f"| {spec} | {len(points)} | {100 * (distance(points) - 1):.0f} % | {ratios[0]:.2f} to {ratios[-1]:.2f} | {len(steps)} | {of_steps} |")


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


def print_table(kernels):
    print("| kernel | launches | off by, on average | modelled over measured |\n| --- | --- | --- | --- |")
    for kernel, points in sorted(kernels.items()):
        ratios = sorted(modelled / measured for _, modelled, measured in points)
        print(f"| {kernel} | {len(points)} | {100 * (distance(points) - 1):.0f} % | {ratios[0]:.2f} to {ratios[-1]:.2f} |")


def plot(points, spec, path):
    low = min(min(m, t) for _, m, t in points) / 1.2
    high = max(max(m, t) for _, m, t in points) * 1.2

    def at(value):
        return 40 + 540 * math.log(value / low) / math.log(high / low)

    lines = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 0 632 620" font-family="sans-serif" font-size="14">',
             '<rect x="-12" width="632" height="620" fill="white"/>']
    for decade in (3, 10, 30, 100, 300, 1000, 3000):
        if low < 1e3 * decade < high:
            x = at(1e3 * decade)
            lines.append(f'<path d="M{x:.1f} 40V580M40 {620 - x:.1f}H580" stroke="#ddd"/>'
                         f'<text x="{x:.1f}" y="597" text-anchor="middle">{decade}</text>'
                         f'<text x="35" y="{625 - x:.1f}" text-anchor="end">{decade}</text>')
    for factor, colour in ((1, "#333"), (1.25, "#999"), (0.8, "#999")):
        ends = [(low * max(1, 1 / factor), low * max(1, factor)), (high * min(1, 1 / factor), high * min(1, factor))]
        lines.append('<polyline fill="none" stroke="{}" points="{}"/>'.format(
            colour, " ".join(f"{at(x):.1f},{620 - at(y):.1f}" for x, y in ends)))
    for what, modelled, measured in points:
        lines.append(f'<circle cx="{at(measured):.1f}" cy="{620 - at(modelled):.1f}" r="3" fill="#1a5fb4" fill-opacity="0.5">'
                     f"<title>{what}: {modelled / 1e3:.1f} us modelled, {measured / 1e3:.1f} us measured</title></circle>")
    lines.append(f'<text x="310" y="615" text-anchor="middle">measured on the {spec.upper()}, µs</text>')
    lines.append('<text x="310" y="25" text-anchor="middle">modelled, µs; the outer lines: 1.25 times too long, too short</text></svg>')
    path.write_text("\n".join(lines) + "\n")


def read_ini(path):
    parser = configparser.RawConfigParser(strict=False, delimiters="=", comment_prefixes="#")
    parser.optionxform = str
    parser.read_string(path.read_text())
    return parser


def read_groups():
    """The groups of the catalogue, and the kernels of each."""
    catalogue = read_ini(ROOT / "gpu/kernels/catalog.ini")
    return {section.removeprefix("group "): [kernel for kernel in catalogue[section].get("kernels", "").split(";") if kernel]
            for section in catalogue.sections() if section.startswith("group ")}


def format_section(title, points, more=""):
    return f"\n[{title}]\n{more}launches={len(points)}\nfactor={distance(points):.3f}\n"


def write_data(cli, path):
    groups = read_groups()
    group_of = {kernel: group for group, kernels in groups.items() for kernel in kernels}
    specs = {(file.name.removesuffix("-catalogue.csv"), "measured"): compare_measured(cli, *[file.name.removesuffix("-catalogue.csv")] * 2)
             for file in sorted((ROOT / "tests/measured").glob("*-catalogue.csv"))}
    for row, time in compare_published(cli):
        specs.setdefault((row[0], "published"), []).append((row[1], time, row[5]))
    text = HEAD
    compared = {group_of[point[0].split()[0]] for points in specs.values() for point in points}
    for group in filter(compared.__contains__, groups):
        text += f"\n[group {group}]\nkernels={';'.join(groups[group])};\n"
    for (spec, times), points in specs.items():
        name = read_ini(ROOT / f"resources/specs/{spec}.ini")["device"]["name"]
        text += format_section(spec, points, f"name={name}\ntimes={times}\n")
        for group in groups:
            of_group = [point for point in points if group_of[point[0].split()[0]] == group]
            if of_group:
                text += format_section(f"{spec} {group}", of_group)
    path.write_text(text)


def print_unseen(cli, spec):
    """Programs that nothing was fitted to: of each, the first launch. What a launch takes with no work in it was measured with them."""
    measured = dict(line.split(";") for line in (ROOT / f"tests/measured/{spec}-unseen.csv").read_text().splitlines()
                    if line[0] != "#" and not line.startswith("kernel;"))
    empty = float(measured.pop("empty"))
    points = []
    for kernel, nanoseconds in measured.items():
        program = str(next((ROOT / "tests/bench").glob(f"*/{kernel}.cu")))
        launches = json.loads(run(cli, "run", program, "--run-main", "--main-launch", "1", "--device", f"vm:{spec}", "--json"))["launches"]
        points.append((kernel, launches[0]["duration_ns"] + empty, float(nanoseconds)))
        print(f"{kernel:20} {points[-1][1] / 1e3:9.1f} us modelled {points[-1][2] / 1e3:9.1f} us measured {points[-1][1] / points[-1][2]:6.2f}")
    print(f"\nAll {len(points)}: {distance(points):.3f} times too long or too short.")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", default=str(ROOT / "build-fast/bin/warpstage-cli"))
    parser.add_argument("--spec", default="h200")
    parser.add_argument("--model", help="the virtual GPU's spec, where it is another one: an id, or a file of warpstage-cli calibrate")
    parser.add_argument("--plot", type=pathlib.Path)
    parser.add_argument("--table", action="store_true", help="print the kernels as a table of Markdown, and nothing else")
    parser.add_argument("--published", action="store_true", help="compare with what others have published, and nothing else")
    parser.add_argument("--unseen", action="store_true", help="compare programs of tests/bench/unseen and tests/bench/fresh, and nothing else")
    parser.add_argument("--data", type=pathlib.Path, help="write how far all are off, for resources/fidelity.ini, and nothing else")
    arguments = parser.parse_args()
    if arguments.published:
        print_published(arguments.cli)
        return
    if arguments.unseen:
        print_unseen(arguments.cli, arguments.spec)
        return
    if arguments.data is not None:
        write_data(arguments.cli, arguments.data)
        return
    points = compare_measured(arguments.cli, arguments.spec, arguments.model or arguments.spec)
    kernels = collections.defaultdict(list)
    for point in points:
        kernels[point[0].split()[0]].append(point)
        if not arguments.table:
            print(f"{point[0]:60s} {point[1] / 1e3:9.1f} us modelled {point[2] / 1e3:9.1f} us measured {point[1] / point[2]:6.2f}")
    if arguments.table:
        print_table(kernels)
    else:
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
