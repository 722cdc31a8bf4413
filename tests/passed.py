#!/usr/bin/python3
"""Which tests have passed before, with the very programs and files that they have now: they need not run again.

    passed.py plan BUILD STORE KEYS [OPTION-OF-CTEST…]   writes the keys to KEYS; prints the numbers of the tests to run, as ctest -I takes them
    passed.py keep STORE KEYS LOG                        keeps those that passed, as ctest's LOG has it

A key is a checksum of all that a test can depend on:
- of a test program, itself, and what it starts: the programs and libraries of the build folder whose names it contains, and so on for these;
  and the files of the tree below the paths that it contains;
- of a script, all programs and libraries, and all files of the tree;
- its command and environment, THOROUGH, and the packages of the system.
"""
import functools
import hashlib
import json
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KEPT_DAYS = 30
FOR_PEOPLE = {"warpstage", "warpstage-cli", "warpstage-nvcc"}  # messages name them; of the tests, scripts alone start them


def read(path):
    with open(path, "rb") as file:
        return file.read()


@functools.lru_cache(maxsize=None)
def checksum(path):
    try:
        return hashlib.sha256(read(path)).hexdigest()
    except (FileNotFoundError, IsADirectoryError):
        return "-"


@functools.lru_cache(maxsize=None)
def list_files():
    """The files of the tree: those that git has, and those that it does not ignore."""
    out = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard", "-z"], check=True, capture_output=True).stdout
    return sorted({os.path.join(ROOT, name) for name in os.fsdecode(out).split("\0") if name})


def is_library(name):
    return re.search(r"\.so(\.|$)", name) is not None


@functools.lru_cache(maxsize=None)
def list_products(build):
    """Programs and shared libraries of a build folder, but for the test programs, by name."""
    products = {}
    for folder in ("bin", "lib"):
        for at, _, names in os.walk(os.path.join(build, folder)):
            products.update({name: os.path.join(at, name) for name in names
                             if (folder == "bin" or is_library(name)) and not name.startswith(("test-", "fuzz-", "bench", "soak"))})
    return products


@functools.lru_cache(maxsize=None)
def find_names(build):
    """The products whose names each program and library contains. By grep, which looks for all of them at once."""
    products = list_products(build)
    word = "[-_.A-Za-z0-9]*"
    pattern = f"{word}({'|'.join(sorted({name.split('.')[0] for name in products}))}){word}".replace("+", "[+]")
    files = [os.path.join(build, "bin", name) for name in os.listdir(os.path.join(build, "bin"))] + list(products.values())
    out = subprocess.run(["grep", "-oaEH", "--null", "-e", pattern, "--", *files], check=False, capture_output=True,
                         env={**os.environ, "LC_ALL": "C"}).stdout
    contains = {}
    for line in set(out.split(b"\n")):
        path, _, name = os.fsdecode(line).partition("\0")
        if name in products and name not in FOR_PEOPLE:
            contains.setdefault(path, set()).add(products[name])
    return contains


@functools.lru_cache(maxsize=None)
def find_started(build, path):
    """What a program may start or open: by name, and in turn."""
    found = {path}
    left = [path]
    while left:
        new = find_names(build).get(left.pop(), set()) - found
        found |= new
        left += new
    return frozenset(found)


@functools.lru_cache(maxsize=None)
def find_read(path):
    """The files of the tree below the paths that a program contains; sources are compiled into it."""
    prefixes = {os.fsdecode(match) for match in re.findall(re.escape(os.fsencode(ROOT)) + rb"[-_/.0-9A-Za-z]*", read(path))}
    return frozenset(file for file in list_files()
                     if any(file == prefix or file.startswith(prefix.rstrip("/") + "/") for prefix in prefixes)
                     and not file.endswith((".c", ".h", "CMakeLists.txt")))


@functools.lru_cache(maxsize=None)
def describe_system():
    try:
        packages = os.stat("/var/lib/dpkg/status")
        installed = f"{packages.st_mtime_ns} {packages.st_size}"
    except FileNotFoundError:
        installed = "-"
    return f"{installed} {os.environ.get('THOROUGH', '')} {os.environ.get('WARPSTAGE_COMPILER', '')} {os.environ.get('WARPSTAGE_TEST_PYTHON', '')}"


def make_key(build, test):
    command = test["command"]
    programs = [word for word in command if word.startswith(os.path.join(build, "bin", "test-")) and os.path.isfile(word)]
    paths = {word for word in command if os.path.isfile(word)}
    if programs:
        for program in programs:
            paths |= find_started(build, program) | find_read(program)
    else:
        paths |= set(list_products(build).values()) | set(list_files())
    environment = [value["value"] for value in test["properties"] if value["name"] == "ENVIRONMENT"]
    parts = [describe_system(), repr(command), repr(environment)] + [f"{path} {checksum(path)}" for path in sorted(paths)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def ask_ctest(build, options):
    out = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1", *options], check=True, capture_output=True).stdout
    return [test for test in json.loads(out)["tests"] if "command" in test]


def plan(build, store, keys_file, options):
    build = os.path.abspath(build)
    keys = {test["name"]: make_key(build, test) for test in ask_ctest(build, options)}
    # ctest counts those that its other options leave
    left = [number for number, key in enumerate(keys.values(), 1) if not os.path.exists(os.path.join(store, key))]
    with open(keys_file, "w", encoding="utf-8") as file:
        json.dump(keys, file)
    if len(left) < len(keys):
        print(f"{len(keys) - len(left)} of {len(keys)} tests passed before, with the same programs and files; AGAIN=1 runs them, too.", file=sys.stderr)
    if left:
        print("0,0,0," + ",".join(map(str, left)))


def keep(store, keys_file, log):
    os.makedirs(store, exist_ok=True)
    with open(keys_file, encoding="utf-8") as file:
        keys = json.load(file)
    with open(log, encoding="utf-8", errors="replace") as file:
        passed = re.findall(r"^ *\d+/\d+ Test +#\d+: (\S+) .* Passed ", file.read(), re.MULTILINE)
    for name in passed:
        if name in keys:
            with open(os.path.join(store, keys[name]), "w", encoding="utf-8"):
                pass
    old = time.time() - KEPT_DAYS * 86400
    for entry in os.scandir(store):
        if entry.stat().st_mtime < old:
            os.unlink(entry.path)


def main(arguments):
    if len(arguments) >= 4 and arguments[0] == "plan":
        plan(arguments[1], arguments[2], arguments[3], arguments[4:])
    elif len(arguments) == 4 and arguments[0] == "keep":
        keep(*arguments[1:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
