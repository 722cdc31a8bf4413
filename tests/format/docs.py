#!/usr/bin/python3
"""Whether public functions say what their callers cannot see: docs.py FOLDER

A function is public where a header under gpu, ui or app declares it; one that the header itself defines is not looked at, nor is one
that a macro makes. What CUDA documents (cuda..., gpu/runtime/api.h, and cu..., gpu/driver/api.h) needs no other words. Its comment stands above its definition, or above one of those where an #if has several. What its name, types and
parameters say needs no comment; these things do:

- ownership: "Returns: (transfer ...)" of a pointer that is not const. The name says it of constructors and the like (_new, _copy, _dup,
  _ref, _format, _load: full) and of getters (_get, _find: none).
- errors: "(nullable)" or %NULL of a pointer that an error takes the place of.
- shapes: a "@name:" line for each parameter that is written to or is an array, but for the GError.

Where parameters need lines, the comment is one of gtk-doc; else it may be any:

    /**
     * ws_run_get_kernel:
     * @launch: index of a launch; the last where there are fewer
     * @first: (out): the line that it begins at, from 1
     *
     * Returns: (transfer none) (nullable): its kernel
     */

The first line names the function, no "@name:" line is of a parameter that there is not, and each has its words.

Prints what breaks one, and fails where something does. With --counts prints how many functions of each folder keep the rules, and how
many there are.
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
# Comment: the text directly above, or empty. Result: the return type.
Function = collections.namedtuple("Function", "name line comment result parameters types")
FULL = re.compile(r"_(new|copy|dup|ref|format|load|steal)(_|$)")
NONE = re.compile(r"_(get|find|peek|lookup)(_|$)")


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


def split_types(text):
    """A definition's parameters, each with its type, in their order."""
    depth = 0
    parts = [""]
    for letter in COMMENT.sub(" ", text):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [" ".join(part.split()) for part in parts]


def split_parameters(text):
    """The names of a definition's parameters, in their order."""
    names = []
    for part in split_types(text):
        if part == "...":
            names.append("...")
            continue
        part = re.sub(r"\[[^\]]*\]|G_GNUC_\w+", "", part).strip()
        pointer = re.search(r"\(\*(\w+)\)", part)
        name = pointer or re.search(r"(\w+)$", part)
        if name and part != "void":
            names.append(name[1])
    return names


def is_shaped(part):
    """Whether a parameter is written to, or is an array: what its type does not tell apart."""
    if part.startswith("GError **") or "(*" in part:
        return False
    number = re.match(r"(guint\d*|gint\d*|int|gsize|gssize|double|float|gboolean) \*", part)
    return number is not None or "[" in part or re.search(r"\*(const )?\*", part) is not None


def complain_of_form(function):
    """What is wrong with the form of a comment of gtk-doc, in words; an empty string where nothing is."""
    lines = function.comment.split("\n")
    if len(lines) < 2 or lines[1] != f" * {function.name}:":
        return "the comment's first line does not name it"
    unknown = [name for name in NAMED.findall(function.comment) if name not in function.parameters]
    if unknown:
        return "the comment names @" + ", @".join(unknown) + ", which it does not take"
    silent = re.findall(r"^ \* @([\w.]+):\s*$", function.comment, re.M)
    if silent:
        return "the comment says nothing of @" + ", @".join(silent)
    return "" if len(lines) > 3 else "the comment says nothing"


def complain_of(function):
    """What is wrong with a function's comment, in words; an empty string where nothing is."""
    name, comment = function.name, function.comment
    if re.match(r"(__)?cuda|cu[A-Z]", name):
        return ""
    if comment.startswith("/**\n"):
        wrong = complain_of_form(function)
        if wrong:
            return wrong
    named = NAMED.findall(comment)
    missing = [p for p, part in zip(function.parameters, function.types) if is_shaped(part) and p not in named]
    if missing:
        return "no comment on @" + ", @".join(missing) + ", which is written to, or an array"
    owned = re.search(r"\*$", function.result) and not re.match(r"const\b|gconst", function.result)
    if owned and "(transfer " not in comment.partition("Returns:")[2] and not FULL.search(name) and not NONE.search(name):
        return "no comment on whose the result is: Returns: (transfer ...)"
    if owned and any(part.startswith("GError **") for part in function.types) and not re.search(r"nullable|%NULL", comment):
        return "no comment on what an error leaves: (nullable)"
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
        yield Function(match[1], line, "\n".join(comment), " ".join(result).strip(), split_parameters(match[2]),
                       split_types(match[2]))


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
    print(f"All {sum(total.values())} public functions say what their callers cannot see.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
