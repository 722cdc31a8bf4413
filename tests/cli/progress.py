#!/usr/bin/env python3
"""progress.py BIN: what takes its time says on a terminal how far it is, and takes that away at the end; elsewhere it says nothing."""
import os, pty, re, subprocess, sys, tempfile, threading

cli = os.path.join(sys.argv[1], "warpstage-cli")
os.environ["LC_ALL"] = "C.UTF-8"


def read_all(descriptor, into):
    try:
        while data := os.read(descriptor, 4096):
            into.append(data)
    except OSError:  # so ends a terminal whose other end is closed
        pass


def watch(arguments):
    """What stands on stderr, a terminal."""
    ours, theirs = pty.openpty()
    parts = []
    reader = threading.Thread(target=read_all, args=(ours, parts))
    reader.start()
    done = subprocess.run([cli, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs, timeout=120)
    os.close(theirs)
    reader.join()
    os.close(ours)
    said = b"".join(parts).decode()
    assert done.returncode == 0, (arguments, said)
    return said


def is_taken_away(said):
    """Whether what was shown last is nothing: the line was cleared, or blanks stand over it."""
    return said.endswith("\r\x1b[K") or re.search(r"\r +\r$", said) is not None


with tempfile.TemporaryDirectory() as top:
    file = os.path.join(top, "file.")
    CASES = [
        (["export", "page", "--lesson", "bank-conflicts", "--device", "vm:h200", "-o", file + "html"], ["Bank conflicts, step 1 of 14", "Bank conflicts, step 12 of 14", "50 %"]),
        (["export", "tree", "--kernel", "reduce1", "--beside", "reduce2", "--device", "vm:h200", "-o", file + "png"], ["  0 %  Launch 1 of.*  0 %  Launch 1 of"]),
        (["export", "scenario", "--scenario", "utilisation", "--device", "vm:k40c", "-o", file + "svg"], ["1 of ([0-9]+) cells.*[^0-9]\\1 of \\1 cells"]),
        (["handout", "bank-conflicts", "--device", "vm:h200", "-o", file + "pdf"], ["Bank conflicts, step 1 of 14", "3 of 13 pages"]),
        (["bundle", "bank-conflicts", "--device", "vm:h200", "-o", file + "lecture"], ["Bank conflicts, step 12 of 14"]),
        (["lesson", "check", "bank-conflicts", "--run"], ["Bank conflicts, step 12 of 14"]),
    ]
    for arguments, wanted in CASES:
        said = watch(arguments)
        for words in wanted:
            assert re.search(words, said), (arguments, words, said)
        assert is_taken_away(said), (arguments, said[-80:])
        quiet = subprocess.run([cli, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        assert quiet.returncode == 0 and quiet.stderr == b"", (arguments, quiet.stderr)
        print(*arguments[:3], "ok")
