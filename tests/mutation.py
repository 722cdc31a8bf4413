#!/usr/bin/env python3
"""Puts small faults into the code, one at a time, and says which of them no test sees.

    tests/mutation.py --folder gpu/vm --count 20 --seed 1 [--jobs 2] [--tests REGEX] [--keep DIR]

A fault is a changed sign, < for <=, one more or less, two arguments swapped, another constant, a
statement left out, or two rows of a table swapped. Each is put into a copy of the tree; the tests of
the folder are built and run there, the quickest first, until one fails. A fault that
does not compile counts for nothing; one that no test sees survives, and its line is printed. So is
a fault that changes nothing of what the code does: the reader of the list tells the two apart.

Exit status 1 where more than one in twenty survive.
"""
import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Tests that cover a folder, beside those of its own name.
COVERED = {
    "gpu/vm": ["check", "check-catalogue", "isa", "isa-special", "isa-matrix", "vm.*", "simt-stack", "programs", "types", "clock", "access", "record-run"],
    "gpu/clock": ["min-tree", "block-sampling", "clock", "scenario-published", "access", "programs"],
    "gpu/derive": ["derive-.*", "record-(?!live|sweep|timing|spec|damage).*", "work", "access", "patterns", "data"],
    "gpu/record": ["record-.*", "kept", "access", "check", "protocol", "data"],
    "gpu/ptx": ["ptx-(flow|hostile|parse|refuse|whole)", "probe", "isa-special", "vm", "vm-calls", "vm-hostile", "user-ptx", "check", "types", "parity-cases", "programs"],
    "gpu/virtual": ["check", "vm.*", "clock", "programs", "access"],
    "gpu/catalog": ["catalog", "plan.*", "expression", "shape"],
    "gpu/job": ["job.*", "protocol", "worker"],
    "gpu/probe": ["probe", "parity-cases"],
}

SIGNS = [(" + ", " - "), (" - ", " + "), (" * ", " + "), (" & ", " | "), (" | ", " & "), (" << ", " >> "), (" >> ", " << ")]
# A variable's own line: its size is no place.
DECLARED = r"^\s*(const |static |unsigned )*\w+ \**\w+\[\w+\](;| =)"
RELATIONS = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "), (" && ", " || "),
             (" || ", " && ")]


def is_code(line):
    """Whether a fault in the line could be one: no comment, directive, declaration or assertion."""
    text = line.strip()
    return text and not text.startswith(("/*", "*", "//", "#", "g_return", "g_assert", "G_STATIC", "{", "}"))


def replaced(pairs):
    def candidates(lines, at):
        return [(line[:m.start()] + new + line[m.end():], f"{old.strip()} becomes {new.strip()}")
                for line in [lines[at]] for old, new in pairs for m in re.finditer(re.escape(old), line)]
    return candidates


def one_more(lines, at):
    line = lines[at]
    return [(line[:m.end()] + " + 1" + line[m.end():], "one more") for m in re.finditer(r"\[\w+(?=\])|(?<=[<=] )(?!TRUE|FALSE|NULL)\w+(?=[;)])", line) if not re.match(DECLARED, line)]


def constants(lines, at):
    line = lines[at]
    return [(line[:m.start()] + str(int(m.group()) + 1) + line[m.end():], f"{m.group()} becomes {int(m.group()) + 1}")
            for m in re.finditer(r"(?<![\w.\"%])\d+(?![\w.\"])", line)]


def arguments(lines, at):
    line = lines[at]
    return [(line[:m.start(1)] + m.group(2) + ", " + m.group(1) + line[m.end(2):], "two arguments swapped")
            for m in re.finditer(r"(?<=[(,] )?\b([\w>.&-]+), ([\w>.&-]+)(?=[,)])", line) if m.group(1) != m.group(2)]


def dropped(lines, at):
    text = lines[at].strip()
    whole = text.endswith(";") and not re.match(r"(return|break|continue|const|static|g?u?int|case|default|typedef)\b", text)
    starts = at > 0 and lines[at - 1].strip().endswith((";", "{", "}"))
    is_statement = re.match(r"[\w>.\[\]-]+ (\(|[-+|&^*]?= )|[\w>.\[\]-]+(\+\+|--);", text)
    return [(re.match(r"\s*", lines[at]).group() + ";\n", f"left out: {text}")] if whole and starts and is_statement else []


def rows(lines, at):
    """Two rows of a table: their places, so that each says what the other should."""
    row = r"^\s*(\{ .* \},|WS_\w+ \(.*\))$"
    if at + 1 >= len(lines) or not re.match(row, lines[at]) or not re.match(row, lines[at + 1]) or lines[at] == lines[at + 1]:
        return []
    return [(lines[at + 1] + lines[at], "two rows swapped")]


KINDS = {"sign": replaced(SIGNS), "relation": replaced(RELATIONS), "one more": one_more, "constant": constants,
         "arguments": arguments, "dropped": dropped, "rows": rows}


def find_faults(folder):
    faults = {kind: [] for kind in KINDS}
    for path in sorted((ROOT / folder).iterdir()):
        if path.suffix not in (".c", ".h", ".def"):
            continue
        lines = path.read_text().splitlines(keepends=True)
        in_comment = False
        for at, line in enumerate(lines):
            in_comment = in_comment or line.lstrip().startswith("/*")
            if not in_comment and is_code(line):
                for kind, candidates in KINDS.items():
                    faults[kind] += [(path.relative_to(ROOT), at, text, what) for text, what in candidates(lines, at)]
            in_comment = in_comment and "*/" not in line
    return faults


def choose(faults, count, chance):
    """As many of each kind as there may be, so that the common ones do not crowd out the others."""
    pools = {kind: chance.sample(list_, len(list_)) for kind, list_ in faults.items() if list_}
    chosen = []
    while len(chosen) < count and any(pools.values()):
        for kind in sorted(pools):
            if pools[kind] and len(chosen) < count:
                chosen.append((kind, *pools[kind].pop()))
    return chosen


class Tree:
    """A copy of the sources, with a build folder of its own."""

    def __init__(self, folder, jobs):
        self.folder = folder
        self.build = folder / "build"
        self.jobs = str(jobs)
        self.limits = {}

    def prepare(self):
        names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
        for name in names.stdout.splitlines():
            target = self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).is_file() and not (target.exists() and target.read_bytes() == (ROOT / name).read_bytes()):
                shutil.copy2(ROOT / name, target)
        launcher = ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        self.run(["cmake", "-S", str(self.folder), "-B", str(self.build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", *launcher], check=True)

    def run(self, command, check=False, seconds=1800):
        try:
            return subprocess.run(["nice", "-n", "19", *command], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, check=check, timeout=seconds)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, 124, "")

    def find_tests(self, names):
        """Those that there are: their names, and what has to be built for them."""
        listed = self.run(["ctest", "--test-dir", str(self.build), "-N"], check=True).stdout
        known = re.findall(r"Test +#\d+: (\S+)", listed)
        targets = self.run(["ninja", "-C", str(self.build), "-t", "targets", "all"], check=True).stdout
        pattern = re.compile("(" + "|".join(names) + r")\Z")
        tests = [name for name in known if pattern.match(name) and re.search(rf"^test-{re.escape(name)}:", targets, re.M)]
        return tests

    def build_test(self, test):
        return self.run(["ninja", "-j" + self.jobs, "-C", str(self.build), f"test-{test}"]).returncode == 0

    def passes(self, test):
        answer = self.run(["ctest", "--test-dir", str(self.build), "--timeout", str(self.limits.get(test, 600)), "-R", rf"^{re.escape(test)}$"], seconds=900)
        return answer.returncode == 0

    def measure(self, tests):
        """The tests that pass, the quickest first: how long each takes is its limit from now on, times ten."""
        took = {}
        for test in tests:
            if not self.build_test(test):
                sys.exit(f"Without a fault, too, {test} is not built.")
            begin = time.monotonic()
            if not self.passes(test):
                sys.exit(f"Without a fault, too, something is wrong: {test}.")
            took[test] = time.monotonic() - begin
        self.limits = {test: int(seconds * 10) + 10 for test, seconds in took.items()}
        return sorted(tests, key=took.get)

    def see(self, tests):
        """The first test that fails, or ""; None where something is not built. Each is linked only when it is its turn."""
        for test in tests:
            if not self.build_test(test):
                return None
            if not self.passes(test):
                return test
        return ""


def try_fault(tree, tests, fault):
    kind, path, at, text, what = fault
    target = tree.folder / path
    before = target.read_text()
    lines = before.splitlines(keepends=True)
    lines[at:at + (2 if kind == "rows" else 1)] = [text]
    target.write_text("".join(lines))
    try:
        return tree.see(tests)
    finally:
        target.write_text(before)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", default="gpu/vm")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tests", help="names of tests, as a regular expression")
    parser.add_argument("--keep", help="a folder for the copy, which stays there")
    parser.add_argument("--list", action="store_true", help="say which faults, and put none in")
    options = parser.parse_args()
    chosen = choose(find_faults(options.folder), options.count, random.Random(options.seed))
    if options.list:
        for kind, path, at, text, what in chosen:
            print(f"{path}:{at + 1}: {what}: {text.strip()}")
        return 0
    folder = pathlib.Path(options.keep) if options.keep else pathlib.Path(tempfile.mkdtemp(prefix="mutation-"))
    folder.mkdir(parents=True, exist_ok=True)
    tree = Tree(folder, options.jobs)
    tree.prepare()
    names = [options.tests] if options.tests else COVERED.get(options.folder, []) + [pathlib.Path(options.folder).name + ".*"]
    tests = tree.find_tests(names)
    if not tests:
        sys.exit("There is no test.")
    tests = tree.measure(tests)
    print(f"{len(chosen)} faults, seen by {', '.join(tests)}:", flush=True)
    n_tried = n_survived = 0
    for fault in chosen:
        kind, path, at, text, what = fault
        seen_by = try_fault(tree, tests, fault)
        n_tried += seen_by is not None
        n_survived += seen_by == ""
        verdict = "does not compile" if seen_by is None else f"seen by {seen_by}" if seen_by else "SURVIVES"
        print(f"{verdict:20} {path}:{at + 1}: {what}: {text.splitlines()[0].strip()}", flush=True)
    print(f"{n_survived} of {n_tried} survive.")
    if not options.keep:
        shutil.rmtree(folder)
    return 1 if n_survived * 20 > n_tried else 0


if __name__ == "__main__":
    sys.exit(main())
