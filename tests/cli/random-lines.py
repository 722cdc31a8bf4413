#!/usr/bin/python3
"""Random command lines for warpstage-cli: odd values, missing ones, files that are none.

    random-lines.py FOLDER-OF-PROGRAMS [COUNT [SEED]]

However odd a line is, the program ends by itself, with status 0, 1 or 2 and without a word of GLib's or a sanitizer's; where the
status is not 0, a sentence says why; and where the line was wrong, the status is not 0. Prints the lines that broke a rule, with the
seed that makes them again.
"""
import os
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile

PROGRAM = os.path.join(sys.argv[1], "warpstage-cli")
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 150 if os.environ.get("THOROUGH", "0") != "0" else 40
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 12
SECONDS = 120  # of a line; none takes two on a machine that is not busy
MEGABYTES = 3000

# Values of which a command line with one of them must fail, and those of which it need not.
NO_NUMBERS = ["", " ", "-", "--", "nan", "inf", "-inf", "abc", "5x", "x5", "1,5", "0x", "2^", "%s%s%n", "１２", "💥", "\n",
              "9" * 30, "-" + "9" * 30, "7" * 5000, "a" * 5000, b"\xff\xfe", b"5\xff", "null", "$(true)", "*", "5 5"]
NO_INTEGERS = NO_NUMBERS + ["1.5", "1e9x", "2147483648", "-2147483649", "4294967296", "9223372036854775808"]
BELOW_0 = ["-1", "-7", "-2147483647"]
NO_NAMES = ["", " ", "nonsuch", "REDUCE1", "reduce", "reduce1,", "💥", b"\xff\xfe", "-", "--", "..", "/", "%n%n", "a" * 5000, "\n", "vm:", "cuda:"]


class Option:
    def __init__(self, name, good, bad, either=()):
        self.name, self.good, self.bad, self.either = name, good, bad, list(either)


def number(name, good, bad, integer=True):
    return Option(name, good, (NO_INTEGERS if integer else NO_NUMBERS) + bad)


KERNELS = ["reduce1", "reduce2", "reduce3", "reduce6", "reduce7", "vector_add", "work4"]
DEVICES = ["vm:k40c", "vm:g80", "vm:h200"]
device = Option("--device", DEVICES, NO_NAMES + ["vm:nonsuch", "cuda:99", "cuda:-1"])
n = Option("--n", ["1", "33", "1000", "2^10"],
           NO_NUMBERS + BELOW_0 + ["0", "1.5", "2^63", "2^64", "2^-1", "2^2^2", "9223372036854775807", "18446744073709551615", "18446744073709551616"])
block = Option("--block", ["32", "64", "128"], NO_NUMBERS + BELOW_0 + ["0", "33", "100", "2048", "2^31", "4294967296", "18446744073709551617"])
operator = Option("--op", ["sum", "max"], NO_NAMES + ["SUM", "median"], ["map", "min", "product"])
kind = Option("--type", ["int", "float"], NO_NAMES + ["double", "INT"])
seed = number("--seed", ["0", "7", "9223372036854775807"], BELOW_0)
seed.bad = NO_NUMBERS + BELOW_0 + ["1.5", "9223372036854775808"]
repeats = Option("--repeats", [], NO_NUMBERS + BELOW_0 + ["0", "1000001", "4294967297"], ["2"])
blocks = Option("--blocks", ["0", "0,mid,last", "last"], [],
                NO_NAMES + BELOW_0 + ["0,0,0", "99999999", "mid,mid", ",", "0,", "18446744073709551617"])
grid = number("--max-grid", ["1", "64", "2147483647"], BELOW_0 + ["0"])
SET = Option("--set", [], NO_NAMES + ["stride", "=4", "stride=", "stride=0", "stride=33", "x=1", "stride=4;x", "a=b=c", b"stride=\xff"],
             ["stride=4", "stride=4,stride=8"])
RUN = [device, n, block, operator, kind, seed, repeats, blocks, grid, SET]

theme = Option("--theme", ["light", "dark", "projector"], NO_NAMES + ["Light", "system"])
size = Option("--size", ["320x200", "64x64"],
              NO_NUMBERS + ["x", "320", "320x", "x200", "-320x200", "320x-200", "63x64", "0x0", "16385x100", "320x200x5", "1e3x200", "320X200",
                            "4294967616x200", "99999999999x99999999999", "320 x 200"])
scale = number("--scale", ["1", "2"], ["0", "0.5", "-1", "5", "1e308"], integer=False)
bare = Option("--bare", None, None)
launch = number("--launch", ["1"], BELOW_0 + ["0", "99", "2147483647"])
stage = number("--stage", ["0", "1"], BELOW_0 + ["2147483647"])
show_block = number("--show-block", ["0"], BELOW_0 + ["2147483647"])
warp = number("--warp", ["0"], BELOW_0 + ["2147483647"])
first = number("--first", ["0", "5", "2147483647"], BELOW_0)
time = number("--time", ["0", "0.5", "1", "100", "1e300"], [], integer=False)
LOOK = [launch, show_block, warp, first, Option("--ptx", None, None)]
PICTURE = [theme, size, scale, bare]

capability = Option("--cc", ["8.6", "1.0", "9.0"], NO_NAMES + NO_NUMBERS + ["8", "8.", ".6", "0.0", "99.9", "8.6.1", "4294967304.6", "-8.6", "8.6x"])
OCCUPANCY = [number("--regs", ["0", "32", "255", "1000"], BELOW_0 + ["2147483647"]),
             number("--smem", ["0", "12288", "1000000"], BELOW_0 + ["2147483647"]),
             number("--dynamic-smem", ["0", "1024"], BELOW_0 + ["2147483647"]),
             number("--carveout", ["-1", "0", "100"], ["-2", "101", "2147483647"]),
             number("--barriers", ["0", "1", "16"], BELOW_0 + ["17", "2147483647"])]
THREADS = number("--block", ["1", "256", "5000"], BELOW_0 + ["0", "2147483647"])
COMPARE = Option("--compare", ["cc=9.0,block=128", "regs=64", "carveout=50"],
                 ["x", "cc", "cc=", "block=", "block=abc", "wide=3", "block=0", "cc=4.0", "=,=", ",,", b"cc=\xff", "block=99999999999999999999", "block=-5"])
BEFORE = Option("--before", ["8.0", "1.0"], NO_NAMES + ["0.1", "99.9"])

RUN_FILES = Option("--run", ["run.wsrun"],
                   ["nonsuch.wsrun", "folder", "", "text.wsrun", "short.wsrun", "noise.wsrun", "empty.wsrun", "fifo.wsrun", "loop.png",
                    "/dev/null", "/dev/zero", "/dev/full", b"\xff.wsrun", "x" * 300, "folder/nonsuch.wsrun", "text.wsrun/x"])
SCENARIOS = ["utilisation"]


def outputs(*suffixes):
    good = ["out." + suffix for suffix in suffixes] + ["sub folder/ö 💥." + suffixes[0], "OUT." + suffixes[0].upper()]
    last = suffixes[-1]
    return Option("-o", good, ["", ".", "out", "out.xyz", "folder", f"nowhere/out.{last}", f"folder.{last}", f"/dev/null/out.{last}", f"/proc/out.{last}",
                               f"loop.{last}", "x" * 300 + "." + last, "-", "out.wsrun", f"text.wsrun/out.{last}"])


PICTURES = outputs("png", "svg", "pdf", "csv", "json")
FILMS = outputs("gif", "webp")
FILMS.good += ["f-%d.png"]
FILMS.bad = [value for value in FILMS.bad if value not in (".", "folder")]  # there numbered pictures go
FILMS.bad += ["f-%s.png", "f-%n%n.png", "f-%99999d.png", "f-%d-%d.png", "%d"]
SAVE = Option("--save", ["saved.wsrun", "saved", "/dev/null"], ["folder", "", "nowhere/saved.wsrun", "/dev/full", "loop.png", "x" * 300, "/proc/saved.wsrun"])
JSON, CSV = Option("--json", None, None), Option("--csv", None, None)


class Command:
    """What is always said, what may be, and the words that are no options."""

    def __init__(self, name, words, always, sometimes):
        self.name, self.words, self.always, self.sometimes = name, words, always, sometimes


kernel = (KERNELS, NO_NAMES)
COMMANDS = [
    Command("devices", [], [], [JSON]),
    Command("kernels", [], [], []),
    Command("run", [kernel], [n, device], RUN + [SAVE, JSON]),
    Command("time", [(["reduce1", "reduce1,reduce5", "work2"], NO_NAMES + ["reduce1,nonsuch", ",", "reduce1,,reduce2"])], [n, device, number("--repeat", ["1", "3"], BELOW_0 + ["0", "1000001"])],
            [block, operator, kind, seed, JSON, CSV, Option("--cached", None, None),
             Option("--sizes", ["1000", "2^8..2^10", "5,50,500"], NO_NUMBERS + ["5..4", "..", "5..", "..5", "2^63..2^64", "1,,2", "0", "-5..5", "1..2..3x"])]),
    Command("check", [kernel], [n, device], RUN + [JSON]),
    Command("counters", [kernel], [n, device], [block, JSON, CSV, launch]),
    Command("calculator", [], [capability, THREADS], OCCUPANCY + [JSON]),
    Command("export", [(["tree", "lanes", "code", "sms"], NO_NAMES)], [RUN_FILES, PICTURES, size], LOOK + PICTURE + [stage]),
    Command("export", [(["tree", "lanes", "code", "sms"], NO_NAMES), kernel], [n, device, PICTURES, size], LOOK + PICTURE + RUN + [stage]),
    Command("export", [(["sms"], [])], [RUN_FILES, PICTURES, size], [time, number("--sm", ["0", "3"], BELOW_0 + ["2147483647"])]),
    Command("export", [(["calculator", "occupancy"], [])], [capability, THREADS, PICTURES, size], OCCUPANCY + PICTURE + [COMPARE, BEFORE]),
    Command("export", [(["scenario"], [])], [PICTURES, size], PICTURE + [Option("--empty", None, None), Option("--scenario", SCENARIOS, NO_NAMES),
            number("--row", ["1", "2"], BELOW_0 + ["99"]), number("--group", ["1"], BELOW_0 + ["0", "99"]), device]),
    Command("animate", [(["tree", "lanes", "code", "sms"], NO_NAMES + ["calculator"])], [RUN_FILES, FILMS, size, number("--fps", ["1", "2"], ["0", "0.5", "-1", "51", "1e308"], integer=False),
            number("--seconds", ["0.5", "1"], ["-1", "1e9", "1e308"], integer=False)], LOOK + PICTURE + [Option("--loop", None, None)]),
    Command("figures", [(["new figures"], ["folder", "text.wsrun", "", "nowhere/figures", "/proc/figures", "..", "x" * 300, "text.wsrun/figures", "loop.png"])],
            [RUN_FILES, size], LOOK + PICTURE + [Option("--scenario", SCENARIOS, NO_NAMES)]),
    Command("chart", [(["ladder", "live"], NO_NAMES + ["waffle"])], [Option("-n", ["1000", "4096"], n.bad), device, PICTURES, size, number("--seconds", ["0.1"], ["0", "-1", "3601", "1e308"], integer=False)],
            [kind, operator, theme, scale, Option("--compare", ["published", "last", "none"], NO_NAMES + ["first"]), number("--repeat", ["2"], BELOW_0 + ["0", "100001"])]),
    Command("scenario", [(SCENARIOS, NO_NAMES)], [device], [JSON, CSV]),
    Command("", [], [], []),
    Command("frobnicate", [], [], [JSON]),
    Command("\xff", [], [], []),
]


def add(rng, line, option, odd):
    """Appends the option; returns whether the line must fail for it."""
    if option.good is None:
        line.append(option.name)
        return False
    pool, bad = (option.bad, True) if odd and option.bad else (option.either, False) if option.either and rng.random() < 0.3 else (option.good, False)
    value = rng.choice(pool or option.either)
    if rng.random() < 0.04:
        value, bad = None, None  # missing, or the next option instead
    if value is None:
        line.append(option.name)
    elif isinstance(value, bytes):
        line += [option.name.encode() + b"=" + value] if option.name.startswith("--") else [option.name, value]
    elif option.name.startswith("--") and (rng.random() < 0.5 or value.startswith("-")):
        line.append(f"{option.name}={value}")
    else:
        line += [option.name, value]
    return bad


def make_line(rng):
    """A line, whether it must fail, and the file that it writes if it does not."""
    command = rng.choice(COMMANDS)
    line, bad, output = [command.name], False, None  # None: who knows
    options = list(command.always) + rng.sample(command.sometimes, rng.randint(0, min(4, len(command.sometimes))))
    seen, parts = set(), []
    odd = rng.randrange(len(options) + len(command.words)) if options and rng.random() < 0.6 else -1
    for i, option in enumerate(options):
        if option.name in seen and option.good is not None:
            continue
        seen.add(option.name)
        part = []
        fails = add(rng, part, option, i == odd)
        parts.append(part)
        bad = None if fails is None or bad is None else bad or fails
        if option in (PICTURES, FILMS) and len(part) == 2:
            output = part[1]
        if isinstance(part[-1], str) and part[-1].split("=")[-1] in option.either:
            bad = bad or None
    for i, (good, wrong) in enumerate(command.words):
        if len(options) + i == odd and wrong:
            parts.append([rng.choice(wrong)])
            bad = None if isinstance(parts[-1][0], str) and parts[-1][0].startswith("-") else bad or True
        else:
            parts.append([rng.choice(good)])
    if rng.random() < 0.05:
        parts.append([rng.choice(["--nonsuch", "-Z", "--help-all-of-it", "--=", "extra word", "---"])])
        bad = True
    if rng.random() < 0.04 and parts:
        parts.pop(rng.randrange(len(parts)))  # perhaps the very word that was wrong
        bad, output = None, None
    rng.shuffle(parts)
    names = {p[0].split("=")[0] if isinstance(p[0], str) else p[0] for p in parts}
    if {"--csv", "--json"} <= names and command.name != "calculator":
        bad = True
    if command.name == "counters":
        bad = True  # the virtual GPU has none
    if output is not None and output.lower().endswith(("csv", "json")) and names & {"--size", "--scale"}:
        bad = None  # of a table they mean nothing
    if command.name in ("", "frobnicate", "\xff"):
        bad = True
    return line + [word for part in parts for word in part], bad is True, output


NOISE = re.compile(rb"[a-z]Sanitizer|runtime error|CRITICAL|WARNING|GLib|GObject|Gtk|assert|\*\*", re.I)


# What LeakSanitizer says of a worker's thread that ends while it looks; only programs that are built with it.
ENDING = re.compile(rb"^==\d+==Unable to get registers from thread \d+\.\n", re.M)


def check(line, status, out, err, bad, output):
    """What is wrong with the end of a line, or None."""
    err = ENDING.sub(b"", err)
    if status not in (0, 1, 2):
        return f"it ended with status {status}"
    if NOISE.search(err):
        return "it printed what no user should see"
    if status == 0 and err:
        return "it complained, and ended with 0"
    if status == 0 and bad:
        return "it ended with 0, though the line is wrong"
    if status == 0 and output is not None and not os.path.exists(output) and "%" not in output:
        return "it ended with 0, and wrote nothing"
    if status != 0 and not re.match(rb"warpstage-cli: .{12}", err) and len(line) > 0 and line[0] != "":
        return "it failed without a sentence"
    if status == 1 and not all(each.startswith(b"warpstage-cli: ") for each in err.splitlines()):
        return "it said more than sentences"
    return None


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def set_up(environment):
    os.mkdir("folder")
    open("folder/file", "w").close()
    for suffix in ("png", "svg", "pdf", "csv", "json", "gif", "webp"):
        os.mkdir("folder." + suffix)
        os.symlink("loop." + suffix, "loop." + suffix)
    os.mkdir("sub folder")
    os.mkfifo("fifo.wsrun")
    subprocess.run([PROGRAM, "run", "reduce1", "--n", "300", "--device", "vm:k40c", "--save", "run.wsrun"], env=environment, check=True, stdout=subprocess.DEVNULL)
    whole = open("run.wsrun", "rb").read()
    with open("short.wsrun", "wb") as file:
        file.write(whole[:len(whole) // 2])
    with open("noise.wsrun", "wb") as file:
        file.write(whole[:16] + random.Random(1).randbytes(4000))
    with open("text.wsrun", "w") as file:
        file.write("no run at all\n")
    open("empty.wsrun", "w").close()


def clean():
    for root, folders, files in os.walk(".", topdown=False):
        for name in files:
            if name.lower().startswith(("out.", "f-", "saved", "ö")) or "new figures" in root:
                os.unlink(os.path.join(root, name))
        for name in folders:
            if name == "new figures":
                os.rmdir(os.path.join(root, name))


def main():
    rng = random.Random(SEED)
    failed = 0
    tally = {}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        environment = dict(os.environ, XDG_DATA_HOME=folder + "/data", LC_ALL="C.UTF-8",
                           ASAN_OPTIONS=f"hard_rss_limit_mb={MEGABYTES}:allocator_may_return_null=1:" + os.environ.get("ASAN_OPTIONS", ""))
        environment.pop("G_DEBUG", None)  # a warning is to be read, not to look like a crash
        os.mkdir("work")
        os.chdir("work")
        set_up(environment)
        before = sorted(os.listdir("."))
        for i in range(COUNT):
            line, bad, output = make_line(rng)
            words = [w if isinstance(w, bytes) else w.encode("latin-1" if w == "\xff" else "utf-8") for w in line]
            try:
                ended = subprocess.run([PROGRAM.encode()] + words, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, preexec_fn=limit)
                status, out, err = ended.returncode, ended.stdout, ended.stderr
            except subprocess.TimeoutExpired as late:
                status, out, err = "none: it was still running", late.stdout or b"", late.stderr or b""
            tally[status] = tally.get(status, 0) + 1
            wrong = check(line, status, out, err, bad, output)
            clean()
            if wrong is None and sorted(os.listdir(".")) != before:
                wrong = "it left behind " + ", ".join(set(os.listdir(".")) - set(before))
                before = sorted(os.listdir("."))
            if wrong is not None:
                failed += 1
                print(f"not ok: line {i} of seed {SEED}: {wrong}:")
                print("    warpstage-cli " + " ".join(shlex.quote(w.decode("utf-8", "backslashreplace")[:200]) for w in words))
                print("    " + err.decode("utf-8", "backslashreplace")[:1500].replace("\n", "\n    "), flush=True)
        os.chdir("/")
    print(f"{COUNT} lines of seed {SEED}: " + ", ".join(f"{n} ended with {status}" for status, n in sorted(tally.items(), key=str)) + f"; {failed} broke a rule.")
    sys.exit(1 if failed else 0)


main()
