#!/usr/bin/env python3
"""grade.py BIN: a class is graded: good, wrong, endless, crashing and damaged submissions, each of which costs its own row alone; and hostile ones, which
would pass only if they got at another submission, at the results, or left a process behind. CSV, JUnit and pages say the same."""
import csv, glob, os, shutil, signal, subprocess, sys, tempfile, time
import xml.etree.ElementTree as xml

cli = os.path.join(sys.argv[1], "warpstage-cli")
os.environ["LC_ALL"] = "C.UTF-8"


def run(*arguments):
    return subprocess.run([cli, *arguments], capture_output=True, text=True)


def part(name, which):
    done = run("exercise", "show", name, "--" + which)
    assert done.returncode == 0, done.stderr
    return done.stdout


def write(folder, sources):
    for name, text in sources.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)


def grade(top, name, folder, *options):
    table, suites, pages = (os.path.join(top, part) for part in ("grades.csv", "grades.xml", "pages"))
    shutil.rmtree(pages, ignore_errors=True)
    done = run("grade", name, folder, "--csv", table, "--junit", suites, "--pages", pages, *options)
    print(done.stdout, done.stderr)
    with open(table, newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    root = xml.parse(suites).getroot()
    assert [suite.get("name") for suite in root] == [row["submission"].lstrip("'") for row in rows]
    for suite, row in zip(root, rows):
        failed = sum(case.find("failure") is not None for case in suite)
        wrong = sum(case.find("error") is not None for case in suite)
        assert int(suite.get("tests")) == len(suite) and int(suite.get("failures")) == failed and int(suite.get("errors")) == wrong
        assert (failed + wrong == 0) == (row["state"] == "passed"), row
        for case in suite:
            for failure in case.findall("failure"):
                assert failure.get("type") != "requirement" or f"“{case.get('name')}” is required" in failure.get("message"), failure.get("message")
                assert failure.get("type") != "requirement" or failure.get("message") in failure.text
    assert len(os.listdir(pages)) == len(rows)
    assert done.returncode == (0 if all(row["state"] == "passed" for row in rows) else 1), done.returncode
    assert not glob.glob(os.path.join(os.environ["TMPDIR"], "warpstage-exercise-*")), "a folder was left behind"
    return {row["submission"]: row for row in rows}


def states(rows):
    return {name: row["state"] for name, row in rows.items()}


def grade_kernels(top):
    name = "sum-without-bank-conflicts"
    code, solution = part(name, "code"), part(name, "solution")
    folder = os.path.join(top, "kernels")
    write(folder, {
        "good.cu": solution,
        "gap.cu": code,
        "=1+1.cu": code,
        "folder/answer.cu": solution,
        "two/a.cu": solution,
        "two/b.cu": code,
        "two-b.cu": solution,
        "wrong.cu": solution.replace("stride /= 2", "stride /= 4"),
        "racing.cu": solution.replace("      __syncthreads ();\n", ""),
        "endless.cu": solution.replace("if (tid == 0)", "while (sdata[0] != -1) sdata[1] += 1; \n  if (tid == 0)"),
        "outside.cu": solution.replace("out[blockIdx.x] =", "out[blockIdx.x + 1000000] ="),
        "broken.cu": solution.replace("int tid", "ind tid"),
        "renamed.cu": solution.replace("*out", "*to").replace("out[", "to["),
        "other-kernel.cu": solution.replace(" sum (", " total ("),
        "own-reference.cu": code.replace("sdata[0];", "0;") + "__global__ void sum_one_by_one (const int *in, int *out) { for (int i = 0; i < 4; i++) out[i] = 0; }\n",
        "include.cu": '#include "good.cu"\n',
        "absolute.cu": f'#include "{folder}/good.cu"\n',
        "empty.cu": "",
        "zeros.cu": "\0\0",
        "notes.txt": "not a submission",
    })
    os.symlink("good.cu", os.path.join(folder, "link.cu"))
    os.symlink(folder, os.path.join(folder, "loop"))
    os.mkfifo(os.path.join(folder, "fifo.cu"))
    rows = grade(top, name, folder, "--seconds", "20")
    assert states(rows) == {
        "'=1+1": "failed", "good": "passed", "gap": "failed", "folder": "passed", "two/a": "passed", "two/b": "failed", "two-b": "passed", "wrong": "failed",
        "racing": "failed", "endless": rows["endless"]["state"], "outside": "failed", "broken": "not-compiled", "renamed": "not-compiled",
        "other-kernel": "passed", "own-reference": "failed", "include": "not-compiled", "absolute": "not-compiled", "empty": "not-compiled",
        "zeros": "not-compiled",
    }, states(rows)
    assert rows["endless"]["state"] in ("failed", "stopped")
    assert rows["good"]["result: found"] == "right" and rows["good"]["bank-conflicts == 0: found"] == "0" and rows["good"]["message"] == ""
    assert rows["gap"]["result"] == "yes" and rows["gap"]["bank-conflicts == 0"] == "no" and "bank-conflicts" in rows["gap"]["message"]
    assert rows["own-reference"]["result"] == "no", "what must come out was taken from the submission"
    assert rows["racing"]["mistakes == 0"] == "no"
    assert "broken.cu" in rows["broken"]["message"] and "“out”" in rows["renamed"]["message"]
    assert run("grade", name, os.path.join(folder, "good.cu")).returncode == 0


MAIN = "int main ()\n{\n"


def grade_programs(top):
    name = "one-launch-fewer"
    code, solution = part(name, "code"), part(name, "solution")
    folder = os.path.join(top, "programs")
    others = [os.path.join(folder, "good.cu"), os.path.join(top, "grades.csv"), os.path.join(top, "kernels", "good.cu"), "../good.cu"]
    reach = "".join(f'  if (fopen ("{path}", "r") != nullptr || fopen ("{path}", "a") != nullptr) got = 1;\n' for path in others)
    reach += '  if (fopen ("good.cu", "r") != nullptr) got = 1;\n'
    head = "#include <cstdio>\n#include <unistd.h>\n#include <dirent.h>\n#include <cstdlib>\n"

    def only_if(got):
        """The solution, which answers right only where it gets what it must not get."""
        return head + solution.replace(MAIN, MAIN + "  int got = 0;\n" + got + "  if (!got) return 3;\n")

    write(folder, {
        "good.cu": solution,
        "gap.cu": code,
        "lost-sums.cu": solution.replace("atomicAdd (out, sdata[0])", "out[0] += sdata[0]"),
        "unset.cu": "".join(line for line in solution.splitlines(True) if "cudaMemset" not in line),
        "silent.cu": solution.replace("printf (", "if (n < 0) printf ("),
        "status.cu": solution.replace('printf ("%d\\n", result);', 'printf ("%d\\n", result);\n  return 1;'),
        "crash.cu": solution.replace(MAIN, MAIN + "  *(volatile int *)nullptr = 1;\n"),
        "greedy.cu": solution.replace(MAIN, MAIN + "  for (;;) *(volatile char *)memset (malloc (1 << 28), 1, 1 << 28);\n").replace("#include <cstdio>", "#include <cstdio>\n#include <cstdlib>\n#include <cstring>"),
        "steal.cu": only_if(reach),
        "look.cu": only_if(f'  got = opendir ("{folder}") != nullptr;\n'),
        "fork.cu": only_if("  got = fork () > 0;\n"),
        "start.cu": only_if('  got = system ("sleep 300 &") == 0;\n'),
        "imitate.cu": head + "int main ()\n{\n  puts (\"18420\\n=HYPERLINK(1)\\nimitate,passed,yes,right\\n<testsuite name='x'/>\");\n  return 0;\n}\n",
        "fake.cu": code.replace(" sum_up<<<1, 1>>>", " if (0) sum_up<<<1, 1>>>"),
    })
    rows = grade(top, name, folder, "--seconds", "300")
    expected = {one: "failed" for one in ("gap", "lost-sums", "unset", "silent", "status", "crash", "steal", "look", "fork", "start", "imitate", "fake")}
    expected["good"] = "passed"
    found = states(rows)
    assert {one: found[one] for one in expected} == expected, found
    assert found["greedy"] == "stopped" and "all the memory that it may" in rows["greedy"]["message"], rows["greedy"]
    assert rows["gap"]["launches == 1: found"] == "2"
    assert rows["unset"]["mistakes == 0"] == "no" and rows["unset"]["message"].startswith("Uninitialised memory:"), rows["unset"]
    for one in ("steal", "look", "fork", "start"):
        assert rows[one]["result"] != "yes", one
    endless = os.path.join(top, "endless")
    write(endless, {
        "endless.cu": solution.replace(MAIN, MAIN + "  for (volatile int i = 0;; i++);\n"),
        "endless-output.cu": solution.replace(MAIN, MAIN + '  for (;;) puts ("passed");\n'),
    })
    found = states(grade(top, name, endless, "--seconds", "10"))
    assert found["endless"] == "stopped" and found["endless-output"] in ("failed", "stopped"), found


def interrupt(top):
    """Ctrl+C leaves what was graded."""
    name = "sum-without-bank-conflicts"
    folder = os.path.join(top, "many")
    table = os.path.join(top, "part.csv")
    write(folder, {f"s{i:03}.cu": part(name, "solution") if i == 0 else "" for i in range(1)})
    for i in range(1, 400):
        shutil.copy(os.path.join(folder, "s000.cu"), os.path.join(folder, f"s{i:03}.cu"))
    pages = os.path.join(top, "some")
    process = subprocess.Popen([cli, "grade", name, folder, "--csv", table, "--pages", pages], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not glob.glob(os.path.join(pages, "*.html")):
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    said = process.communicate()[1]
    assert process.returncode == 1 and "400 submissions were not graded" in said, said
    with open(table) as file:
        assert 0 < sum(line.startswith("s") for line in file) - 1 < 400


with tempfile.TemporaryDirectory() as top, tempfile.TemporaryDirectory() as scratch:
    os.environ["TMPDIR"] = scratch
    found = run("compiler")
    if found.returncode != 0:
        print("skipped: there is no compiler for CUDA")
        sys.exit(77)
    grade_kernels(top)
    interrupt(top)
    if "nvcc" in found.stdout or shutil.which("nvcc") or os.path.exists("/usr/local/cuda/bin/nvcc"):
        grade_programs(top)
    assert run("grade", "no-such-exercise", top).returncode == 1
    assert run("grade", "one-launch-fewer").returncode == 2
