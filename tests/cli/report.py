#!/usr/bin/env python3
"""report.py BIN SOURCE-FOLDER: that the reports of warpstage-cli check say the same: SARIF, JUnit and compute-sanitizer's lines are held against the JSON, and
SARIF against what its standard demands of every log, run, result and location."""
import json, os, re, subprocess, sys
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


def hold_sarif(log, found, failed):
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json") and len(log["runs"]) == 1
    driver = log["runs"][0]["tool"]["driver"]
    rules = [rule["id"] for rule in driver["rules"]]
    assert driver["name"] and len(set(rules)) == len(rules)
    results = log["runs"][0]["results"]
    for result in results:
        assert rules[result["ruleIndex"]] == result["ruleId"] and result["message"]["text"]
        assert result["level"] in ("error", "note") and result.get("occurrenceCount", 1) >= 1
        for place in result.get("locations", []) + result.get("relatedLocations", []):
            physical = place["physicalLocation"]
            assert physical["region"]["startLine"] >= 1 and not re.search(r"[ \\^`{|}<>\"]", physical["artifactLocation"]["uri"])
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
