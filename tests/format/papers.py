#!/usr/bin/env python3
"""Whether the papers are true: papers.py FOLDER [BUILD]

README.md, CONTRIBUTING.md, NEWS.md and what is below docs/:

- a link leads to a file of the tree and, behind "#", to a heading of it; so does a picture;
- README.md has at most 120 lines;
- a screenshot is shown by a paper or named by the metainfo, and has at most 120 KB; there are at most twelve;
- the manual (docs/manual, docs/formats.md) has no table and no HTML but its marks: the program's Help and the manual pages know neither;
- a file or folder of the tree that is named in code, as in `gpu/vm`, is there;
- NEWS.md, CMakeLists.txt, the metainfo and the Debian changelog have the same version;
- docs/manual/lessons.md names every lesson of resources/lessons;
- spelling is British.

With BUILD, where the programs are: an option in code is one that the program's own help names, for warpstage-cli that of its command.
Prints what breaks a rule, with its place, and fails where something does.
"""
import os
import re
import subprocess
import sys

LINES = 120
BYTES = 120000
PICTURES = 12
FILM_BYTES = 2000000  # of the animation, beside the pictures
MARKS = re.compile(r"<!-- (man [a-z-]+|end|options [a-z -]+) -->")
AMERICAN = re.compile(r"(?<![/\w])(\w*[Cc]olor\w*|[Cc]enter\w*|[Gg]ray\w*|[Bb]ehavior\w*|\w+yze[sd]?|[Cc]atalog\b|[Ll]icense[sd]?\b|"
                      r"(?:[Oo]ptim|[Ii]nitial|[Rr]ecogn|[Oo]rgan|[Mm]inim|[Mm]axim|[Uu]til|[Ss]ynchron)iz\w+)")
OTHER_PROGRAMS = re.compile(r"^(\s*\$ )?(cd \S+ && )?(LC_ALL=\S+ .*)?(cmake|cpack|ctest|git|msginit|tests/|nvcc|srun|kubectl)")

problems = []


def complain(place, text):
    problems.append(f"{place}: {text}")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def find_papers(top):
    papers = [name for name in ("README.md", "CONTRIBUTING.md", "NEWS.md") if os.path.exists(os.path.join(top, name))]
    for folder, _, names in sorted(os.walk(os.path.join(top, "docs"))):
        papers += [os.path.relpath(os.path.join(folder, name), top) for name in sorted(names) if name.endswith(".md")]
    return papers


def is_manual(paper):
    return paper.startswith("docs/manual/") or paper == "docs/formats.md"


def anchors_of(text):
    """The anchors of a paper's headings, as GitHub makes them."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        heading = re.sub(r"[`*]", "", heading)
        found.add("".join("-" if c == " " else c.lower() for c in heading if c.isalnum() or c in " -_"))
    return found


def split(text):
    """Its lines as (number, line, whether it is a block of code)."""
    fenced = False
    before_blank = True
    in_code = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            fenced = not fenced
            continue
        in_code = fenced or (line.startswith("    ") and (in_code or before_blank))
        before_blank = not line.strip() or (in_code and before_blank)
        yield number, line, in_code


def check_links(top, paper, text):
    for number, line, is_code in split(text):
        if is_code:
            continue
        for target in re.findall(r"\]\(([^)]*)\)", re.sub(r"`[^`]*`", "", line)):
            if "://" in target:
                continue
            path, _, anchor = target.partition("#")
            path = os.path.normpath(os.path.join(os.path.dirname(paper), path)) if path else paper
            if not os.path.exists(os.path.join(top, path)):
                complain(f"{paper}:{number}", f"there is no {path}")
            elif anchor and anchor not in anchors_of(read(os.path.join(top, path))):
                complain(f"{paper}:{number}", f"{path} has no heading #{anchor}")


def check_paths(top, paper, text):
    for number, line, is_code in split(text):
        if is_code:
            continue
        for path in re.findall(r"`((?:app|gpu|ui|tests|resources|docs|po|cmake)/[\w./-]+)`", line):
            if not re.search(r"NAME|VERSION", path) and not os.path.exists(os.path.join(top, path)):
                complain(f"{paper}:{number}", f"there is no {path}")


def check_manual(paper, text):
    for number, line, is_code in split(text):
        if is_code:
            continue
        if line.startswith("|"):
            complain(f"{paper}:{number}", "a table, which the Help does not know")
        plain = re.sub(r"`[^`]*`", "", line)
        if re.search(r"<[a-z/!]", MARKS.sub("", plain)):
            complain(f"{paper}:{number}", "HTML, which the Help does not know")


def check_spelling(paper, text):
    for number, line, is_code in split(text):
        for word in [] if is_code else AMERICAN.findall(re.sub(r"`[^`]*`|\([^)]*\)|LICENSE", "", line)):
            complain(f"{paper}:{number}", f"{word} is not British")


def check_pictures(top, texts):
    folder = os.path.join(top, "screenshots")
    shown = "\n".join(texts.values())
    metainfo = os.path.join(top, "resources/data/org.warpstage.Warpstage.metainfo.xml")
    if os.path.exists(metainfo):
        shown += read(metainfo)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    n_pictures = sum(not name.endswith(".gif") for name in names)
    if n_pictures > PICTURES or len(names) > PICTURES + 1:
        complain("screenshots", f"{len(names)} pictures, and at most {PICTURES} are kept")
    for name in names:
        if f"screenshots/{name}" not in shown:
            complain(f"screenshots/{name}", "no paper shows it")
        size = os.path.getsize(os.path.join(folder, name))
        most = FILM_BYTES if name.endswith(".gif") else BYTES
        if size > most:
            complain(f"screenshots/{name}", f"{size} bytes, and at most {most} are kept")


def check_lessons(top, texts):
    folder = os.path.join(top, "resources/lessons")
    manual = " ".join(texts.get("docs/manual/lessons.md", "").split())
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        title = read(os.path.join(folder, name)).split("\n", 1)[0].removeprefix("# ")
        if f"*{title}*" not in manual:
            complain(f"resources/lessons/{name}", f"docs/manual/lessons.md does not name {title}")


def check_version(top):
    places = [("CMakeLists.txt", r"project \(warpstage VERSION ([\d.]+)"), ("NEWS.md", r"^## ([\d.]+)"),
              ("resources/data/org.warpstage.Warpstage.metainfo.xml", r'<release version="([\d.]+)"'),
              ("resources/deb/changelog", r"\(([\d.]+)\)")]
    versions = {}
    for path, pattern in places:
        match = re.search(pattern, read(os.path.join(top, path)), re.M)
        versions[path] = match[1] if match else "none"
    if len(set(versions.values())) > 1:
        complain("version", ", ".join(f"{path}: {version}" for path, version in versions.items()))


class Programs:
    """What the help of the programs names."""

    def __init__(self, build):
        self.bin = os.path.join(build, "bin")
        self.known = {}

    def options_of(self, *command):
        if command not in self.known:
            environment = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "", "ASAN_OPTIONS": "detect_leaks=0"}
            environment.pop("DISPLAY", None)
            done = subprocess.run([os.path.join(self.bin, command[0]), *command[1:], "--help" if command == ("warpstage-cli",) else "--help-all"], env=environment,
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
            self.known[command] = set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", done.stdout))
        return self.known[command]

    def commands(self):
        done = subprocess.run([os.path.join(self.bin, "warpstage-cli"), "--help"], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, check=False)
        return sorted(set(re.findall(r"^  warpstage-cli ([a-z]+)", done.stdout, re.M)))

    def all_options(self):
        found = self.options_of("warpstage") | self.options_of("warpstage-cli")
        for command in self.commands():
            found |= self.options_of("warpstage-cli", command)
        return found


def check_options(programs, paper, text):
    everything = programs.all_options()
    for number, line, is_code in split(text):
        for code in [line] if is_code else re.findall(r"`([^`]*)`", line):
            if OTHER_PROGRAMS.match(code.strip()):
                continue
            # after the name for "devices --add" comes another program
            bare = re.sub(r"(devices --add [\w-]+) .*", r"\1", re.sub(r'"[^"]*"', "", code))
            options = [option for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", bare) if option not in ("--help", "--doors")]
            command = re.search(r"warpstage-cli ([a-z]+)(?: (calculator|scenario)\b)?", bare)
            window = re.search(r"(?:warpstage|app/run\.sh) ", bare)
            known = everything
            if command:
                known = programs.options_of("warpstage-cli", command[1])
                if command[2]: # "export calculator" takes what calculator takes, and what the general help says
                    known = known | programs.options_of("warpstage-cli", command[2]) | programs.options_of("warpstage-cli")
                if command[1] not in programs.commands():
                    complain(f"{paper}:{number}", f"warpstage-cli has no command {command[1]}")
            elif window:
                known = programs.options_of("warpstage")
            for option in options:
                if option not in known:
                    complain(f"{paper}:{number}", f"there is no option {option}: {code.strip()}")


def main():
    top = sys.argv[1]
    build = sys.argv[2] if len(sys.argv) > 2 else None
    texts = {paper: read(os.path.join(top, paper)) for paper in find_papers(top)}
    programs = Programs(build) if build and os.path.exists(os.path.join(build, "bin/warpstage-cli")) else None
    for paper, text in texts.items():
        check_links(top, paper, text)
        check_paths(top, paper, text)
        check_spelling(paper, text)
        if is_manual(paper):
            check_manual(paper, text)
        if programs:
            check_options(programs, paper, text)
    lines = texts["README.md"].count("\n")
    if lines > LINES:
        complain("README.md", f"{lines} lines, and at most {LINES} are read")
    check_pictures(top, texts)
    check_lessons(top, texts)
    check_version(top)
    print("\n".join(problems) if problems else f"{len(texts)} papers are true.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
