#!/usr/bin/env python3
"""report.py BIN SOURCE-FOLDER: that the reports of warpstage-cli check say the same: SARIF, JUnit and compute-sanitizer's lines are held against the JSON, and
SARIF against what its standard demands of every log, run, result and location, and, where tests/builds.sh has fetched it, against a model of the standard that
others have written (sarif-pydantic)."""
import json, os, re, subprocess, sys, tempfile
import xml.etree.ElementTree as xml

cli = os.path.join(sys.argv[1], "warpstage-cli")
checks = os.path.join(sys.argv[2], "tests", "check")
CASES = [
    ["reduce3", "-n", "1000"],
    ["null1"],
    ["late1"],
    [f"{checks}/shared.ptx:no_barrier", "--grid", "2", "--block", "64"],
    [f"{checks}/conditions.ptx:all_below_n", "--grid", "1", "--block", "64"],
]
REQUIRED = ["--require", "mistakes == 0", "--require", "warp-instructions > 0", "--require", "races < 0"]


def run(case, form):
    done = subprocess.run([cli, "check", *case, *REQUIRED, "--format", form], capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr == "", (case, form, done.stderr)
    return done.stdout


def hold_model(log):
    python = os.environ.get("WARPSTAGE_TEST_PYTHON")
    if python:
        model = "import json, sys; from sarif_pydantic import Sarif; Sarif.model_validate(json.load(sys.stdin))"
        subprocess.run([os.path.join(python, "bin", "python"), "-c", model], input=json.dumps(log), text=True, check=True)


def hold_log(log):
    hold_model(log)
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json") and len(log["runs"]) == 1
    driver = log["runs"][0]["tool"]["driver"]
    rules = [rule["id"] for rule in driver["rules"]]
    assert driver["name"] and len(set(rules)) == len(rules)
    results = log["runs"][0]["results"]
    for result in results:
        assert rules[result["ruleIndex"]] == result["ruleId"] and result["message"]["text"]
        assert result["level"] in ("error", "warning", "note") and result.get("occurrenceCount", 1) >= 1
        for place in result.get("locations", []) + result.get("relatedLocations", []):
            physical = place["physicalLocation"]
            assert min(physical.get("region", {"startLine": 1}).values()) >= 1 and not re.search(r"[ \\^`{|}<>\"]", physical["artifactLocation"]["uri"])
    return results


def hold_sarif(log, found, failed):
    results = hold_log(log)
    ours = [result for result in results if result["ruleId"] != "requirement"]
    assert [(r["ruleId"], r["message"]["text"], r["level"] == "note") for r in ours] == [(f["kind"], f["message"], f["remark"]) for f in found]
    for result, finding in zip(ours, found):
        lines = [place["physicalLocation"]["region"]["startLine"] for place in result["locations"]]
        assert lines == ([finding["line"]] if "line" in finding else [])
    assert len(results) - len(ours) == failed


def hold_junit(root, found, required):
    suite = root.find("testsuite")
    cases = suite.findall("testcase")
    assert int(suite.get("tests")) == len(cases) and int(suite.get("failures")) == sum(case.find("failure") is not None for case in cases)
    mistakes = [failure.get("message") for case in cases for failure in case.findall("failure") if failure.get("type") != "requirement"]
    assert sorted(mistakes) == sorted(finding["message"] for finding in found if not finding["remark"])
    kernels = {case.get("name").split(": ", 1)[1] for case in cases[:-len(required)]}
    for case in cases:
        for failure in case.findall("failure"):
            message, text = failure.get("message"), failure.text
            assert message in text and any(kernel in text for kernel in kernels), (message, text)
            if failure.get("type") == "requirement":
                one = next(one for one in required if one["text"] == case.get("name"))
                assert re.fullmatch(f"“{re.escape(one['text'])}” is required of (.+); found: {re.escape(one['found'])}", message), message
                counted = [finding["message"] for finding in found if not finding["remark"]] if one["text"] == "mistakes == 0" else text.split("\n")[1:]
                assert text.split("\n")[1:] == counted, text
    assert [(case.get("name"), case.find("failure") is None) for case in cases[-len(required):]] == [(one["text"], one["holds"]) for one in required]


BAD = '''#include "%s"
__global__ void twice (float *a)
{
  int unused = 3;
  /* äöü */ a[threadIdx.x] *= factor + f ();
  ind x;
}
int main () { twice<<<1, 32>>> (nullptr); }
'''


def refuse(case, form):
    done = subprocess.run([cli, "check", *case, "--format", form], capture_output=True, text=True)
    assert done.returncode == 1 and "warpstage-cli: " in done.stderr, (case, done)
    return done.stdout


def hold_refusal(case, wanted):
    """Of what was not checked the reports say why: wanted has, for each result, rule, level, file, line, column and words."""
    log = json.loads(refuse(case, "sarif"))
    found = []
    for result in hold_log(log):
        places = [place["physicalLocation"] for place in result["locations"]] or [{"artifactLocation": {"uri": None}}]
        region = places[0].get("region", {})
        found.append((result["ruleId"], result["level"], places[0]["artifactLocation"]["uri"], region.get("startLine"), region.get("startColumn")))
        assert wanted[len(found) - 1][5] in result["message"]["text"], result
    assert found == [one[:5] for one in wanted], found
    assert log["runs"][0]["invocations"] == [{"executionSuccessful": False}]
    suite = xml.fromstring(refuse(case, "junit").encode()).find("testsuite")
    error, = suite.find("testcase")
    assert [suite.get(name) for name in ("tests", "failures", "errors")] == ["1", "0", "1"] and error.tag == "error"
    assert wanted[0][5] in error.get("message") and all(one[5] in error.text for one in wanted), error.text
    print(*case, "refused")


def hold_refusals(top):
    os.mkdir(os.path.join(top, "a b"))
    with open(os.path.join(top, "a b", "bad.cu"), "w") as file:
        file.write(BAD % "more.h")
    with open(os.path.join(top, "a b", "more.h"), "w") as file:
        file.write("__device__ int f () { return m; }\n")
    path, uri = os.path.join(top, "a b", "bad.cu"), os.path.join(top, "a%20b", "bad.cu")
    with open(os.path.join(top, "wrong.ptx"), "w") as file:
        file.write(".version 7.0\n.target sm_75\n.address_size 64\n.entry k ()\n{\n  nonsense;\n}\n")
    hold_refusal(["null1", "--kernels", "nonsuch"], [("not-run", "error", None, None, None, "matches the kernel of no launch")])
    hold_refusal([os.path.join(top, "none.cu")], [("not-run", "error", os.path.join(top, "none.cu"), None, None, "file not found")])
    hold_refusal([os.path.join(top, "wrong.ptx:k")], [("not-run", "error", os.path.join(top, "wrong.ptx"), None, None, "nonsense")])
    compilers = subprocess.run([cli, "compiler"], capture_output=True, text=True)
    if compilers.returncode != 0:
        print("without a compiler for CUDA: no source that does not compile")
        return
    errors = [
        ("compiler", "error", uri.replace("bad.cu", "more.h"), 1, 30, '"m" is undefined'),
        ("compiler", "error", uri, 5, 31, '"factor" is undefined'),
        ("compiler", "error", uri, 6, 3, '"ind" is undefined'),
        ("compiler", "warning", uri, 4, 7, '"unused" was declared'),
    ]
    hold_refusal([path], errors)
    hold_refusal([path + ":twice"], errors)


with tempfile.TemporaryDirectory() as top:
    hold_refusals(top)
for case in CASES:
    report = json.loads(run(case, "json"))
    found, required = report["findings"], report["requirements"]
    mistakes = sum(not finding["remark"] for finding in found)
    failed = sum(not one["holds"] for one in required)
    assert required[0]["found"] == str(mistakes) and required[0]["holds"] == (mistakes == 0)
    assert [one["holds"] for one in required[1:]] == [True, False]
    hold_sarif(json.loads(run(case, "sarif")), found, failed)
    hold_junit(xml.fromstring(run(case, "junit").encode()), found, required)
    lines = run(case, "sanitizer").splitlines()
    assert all(line.startswith("=========") for line in lines) and lines[0] == "========= COMPUTE-SANITIZER"
    assert lines[-1] == f"========= ERROR SUMMARY: {mistakes + failed} error{'' if mistakes + failed == 1 else 's'}"
    for finding in found:
        assert any(finding["message"] in line for line in lines)
    print(*case, f"{len(found)} findings")
