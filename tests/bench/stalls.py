#!/usr/bin/env python3
"""How far the reasons for which warps wait are from those that Nsight Compute counts.

    tests/bench/stalls.py [--cli build-fast/bin/warpstage-cli] [--spec h100] [--all]

Compares each launch of tests/measured/SPEC-stalls.csv, counted on that GPU, with the same launch on the virtual GPU with that spec: the first
reason for which warps do not issue, and how far the largest three shares are off, in points of all cycles of warps.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ISSUE = ("selected", "not_selected")


def read_measured(path):
    """Of each launch, the shares by reason, in percent."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    names = lines[0].split(";")
    for line in lines[1:]:
        row = dict(zip(names, line.split(";")))
        reasons = {name: float(row[name]) for name in names[names.index("issue_active_percent") + 1:]}
        total = sum(reasons.values())
        yield row["launch"], float(row["issue_active_percent"]), {name: 100 * cycles / total for name, cycles in reasons.items()}


def find_modelled(cli, spec, launch):
    command = [cli, "why", *launch.split(), "--device", f"vm:{spec}", "--json"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return 100 * found["scheduler_cycles"]["selected"], {name: 100 * share for name, share in found["warp_cycles"].items()}


def sort_stalls(shares):
    return sorted((name for name in shares if name not in ISSUE), key=lambda name: -shares[name])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", default=ROOT / "build-fast/bin/warpstage-cli")
    parser.add_argument("--spec", default="h100")
    parser.add_argument("--all", action="store_true", help="print every reason")
    options = parser.parse_args()
    measured = list(read_measured(ROOT / f"tests/measured/{options.spec}-stalls.csv"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        modelled = list(pool.map(lambda row: find_modelled(options.cli, options.spec, row[0]), measured))
    right = near = 0
    for (launch, issue, real), (issue_modelled, model) in zip(measured, modelled):
        first = sort_stalls(real)[:3]
        off = max(abs(real[name] - model.get(name, 0)) for name in first)
        is_right = sort_stalls(model)[0] == first[0]
        right += is_right
        near += off <= 10
        names = first if not options.all else sorted(set(real) | set(model), key=lambda name: -real.get(name, 0) - model.get(name, 0))
        print(f"{launch:42} {'same ' if is_right else 'other'} {off:5.1f} off; issue {issue:.0f} {issue_modelled:.0f}; " + ", ".join(
            f"{name} {real.get(name, 0):.0f} {model.get(name, 0):.0f}" for name in names
            if max(real.get(name, 0), model.get(name, 0)) >= 1))
    print(f"{len(measured)} launches: the first reason is the same in {right}, the first three are within 10 points in {near}")


if __name__ == "__main__":
    main()
