#!/usr/bin/python3
"""Whether every public function has a gtk-doc comment: docs.py FOLDER

A function is public where a header under gpu, ui or app declares it; one that the header itself defines is not looked at, nor is one
that a macro makes. Its comment stands above its definition, or above one of those where an #if has several:

    /**
     * ws_run_get_kernel:
     * @self: a run
     * @launch: index of a launch
     *
     * Returns: (transfer none): its kernel
     */

The rules: the first line names the function; every parameter has its "@name:" line, and no other name has; what is not void has a
"Returns:" line, but for a predicate, which returns a gboolean, sets no error, and whose text begins with "Whether"; and each parameter has
its words, a function without any has some itself.

Prints what breaks one, and fails where something does. With --counts prints how many functions of each folder have a comment that keeps
the rules, and how many there are.
"""
import collections
import os
import re
import sys

ROOTS = ("gpu", "ui", "app")

COMMENT = re.compile(r"/\*.*?\*/", re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*$", re.M)
MACRO = re.compile(r"^[A-Z][A-Z0-9_]*(?: \([^;{}]*?\))?;?$", re.M)
DECLARATION = re.compile(r"^(.*?)\b([a-z]\w*)\s*\((.*)\)[^()]*(?:\(.*\))?$", re.S)
DEFINITION = re.compile(r"^([a-z]\w*) \(([^;{}]*?)\)\n\{", re.M | re.S)
NAMED = re.compile(r"^ \* @([\w.]+):", re.M)
# Comment: what stands right above, or empty. Result: the type of what is returned.
Function = collections.namedtuple("Function", "name line comment result parameters sets_error")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def find_files(top, ending):
    for root in ROOTS:
        for folder, _, names in sorted(os.walk(os.path.join(top, root))):
            for name in sorted(names):
                if name.endswith(ending):
                    yield os.path.join(folder, name)


def drop_bodies(text):
    """Text without what stands in braces, each of which ends a statement."""
    depth = 0
    kept = []
    for part in re.split(r"([{}])", text):
        if part == "{":
            depth += 1
        elif part == "}":
            depth -= 1
            kept.append(" ; " if depth == 0 else "")
        elif depth == 0:
            kept.append(part)
    return "".join(kept)


def find_declared(top):
    """The names of the functions that headers declare."""
    names = set()
    for path in find_files(top, ".h"):
        text = DIRECTIVE.sub("", COMMENT.sub(" ", read(path)))
        text = MACRO.sub("", drop_bodies(re.sub(r'extern "C" \{', "", text)))
        for statement in text.split(";"):
            statement = " ".join(statement.split())
            match = DECLARATION.match(statement)
            if match and not re.match(r"(typedef|static|struct \w+$|enum\b)", statement) and match[1].strip():
                names.add(match[2])
    return names


def split_parameters(text):
    """The names of a definition's parameters, in their order."""
    text = COMMENT.sub(" ", text)
    depth = 0
    parts = [""]
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    names = []
    for part in parts:
        part = part.strip()
        if part == "...":
            names.append("...")
            continue
        part = re.sub(r"\[[^\]]*\]|G_GNUC_\w+", "", part).strip()
        pointer = re.search(r"\(\*(\w+)\)", part)
        name = pointer or re.search(r"(\w+)$", part)
        if name and part != "void":
            names.append(name[1])
    return names


def complain_of(function):
    """What is wrong with a function's comment, in words; an empty string where nothing is."""
    name, comment, parameters = function.name, function.comment, function.parameters
    if not comment.startswith("/**\n"):
        return "no gtk-doc comment"
    lines = comment.split("\n")
    if len(lines) < 2 or lines[1] != f" * {name}:":
        return "the comment's first line does not name it"
    named = NAMED.findall(comment)
    missing = [parameter for parameter in parameters if parameter not in named]
    unknown = [parameter for parameter in named if parameter not in parameters]
    if missing:
        return "the comment leaves out @" + ", @".join(missing)
    if unknown:
        return "the comment names @" + ", @".join(unknown) + ", which it does not take"
    silent = re.findall(r"^ \* @([\w.]+):\s*$", comment, re.M)
    if silent:
        return "the comment says nothing of @" + ", @".join(silent)
    text = re.search(r"^ \*\n((?: \*.*\n)*)", comment, re.M)
    text = text[1] if text else ""
    if not named and not text:
        return "the comment says nothing"
    predicate = function.result == "gboolean" and not function.sets_error and text.startswith(" * Whether")
    if function.result != "void" and "\n * Returns:" not in comment and not predicate:
        return "the comment does not say what it returns"
    return ""


def find_definitions(path):
    """The functions that a file defines and does not keep to itself."""
    text = read(path)
    for match in DEFINITION.finditer(text):
        above = text[:match.start()].split("\n")[:-1]
        result = []
        while above and above[-1].strip() and not above[-1].endswith("*/") and not re.match(r"[#}]", above[-1]):
            result.insert(0, above.pop())
        if not result or any(re.match(r"static\b", line) for line in result):
            continue
        comment = []
        if above and above[-1].endswith("*/"):
            while above and not (comment and comment[0].lstrip().startswith("/*")):
                comment.insert(0, above.pop())
        line = text.count("\n", 0, match.start()) + 1
        yield Function(match[1], line, "\n".join(comment), " ".join(result).strip(), split_parameters(match[2]), "GError **" in match[2])


def main():
    top = sys.argv[1]
    declared = find_declared(top)
    total = collections.Counter()
    kept = collections.Counter()
    for path in find_files(top, ".c"):
        place = os.path.relpath(path, top)
        folder = os.path.dirname(place)
        complaints = {}
        for function in find_definitions(path):
            if function.name in declared and (function.name not in complaints or complaints[function.name][1]):
                complaints[function.name] = (function.line, complain_of(function))
        for name, (line, complaint) in complaints.items():
            total[folder] += 1
            kept[folder] += not complaint
            if complaint:
                print(f"{place}:{line}: {name}: {complaint}")
    if "--counts" in sys.argv:
        for folder in sorted(total):
            print(f"{folder}: {kept[folder]} of {total[folder]}")
    if kept != total:
        return 1
    print(f"All {sum(total.values())} public functions are documented.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
