#!/usr/bin/python3
"""Whether a function takes at most six parameters: arguments.py FOLDER [LIST]

Those that had more when the rule came are in LIST, many-arguments.txt beside this script, as PLACE NAME; a function goes from the list once
it takes fewer, so that the list only becomes shorter. What GTK calls has the parameters that GTK gives it, and CUDA's calls
those that CUDA does.

Prints what breaks the rule, and fails where something does.
"""
import os
import re
import sys

sys.dont_write_bytecode = True
import docs

MOST = 6
# what a library calls: GtkWidgetClass.measure and GtkLayoutManagerClass.measure; GdkContentProviderClass.write_mime_type_async
GIVEN = (["for_size", "minimum", "natural", "minimum_baseline", "natural_baseline"],
         ["mime_type", "stream", "io_priority", "cancellable", "callback", "user_data"])
GIVEN_NAMES = re.compile(r"(__)?cuda|cu[A-Z]|cublas|curand")  # what programs call: gpu/runtime/api.h, gpu/driver/api.h, gpu/libraries


def find_long(top):
    """(place, name): the line and the number of parameters of each function that takes too many."""
    found = {}
    for path in docs.find_files(top, ".c"):
        text = docs.read(path)
        for match in docs.DEFINITION.finditer(text):
            parameters = docs.split_parameters(match[2])
            given = any(parameters[-len(end):] == end for end in GIVEN)
            if len(parameters) > MOST and not given and not GIVEN_NAMES.match(match[1]):
                place = os.path.relpath(path, top)
                found[place, match[1]] = (text.count("\n", 0, match.start()) + 1, len(parameters))
    return found


def main():
    top = sys.argv[1]
    path = sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.path.dirname(__file__), "many-arguments.txt")
    known = {tuple(line.split()) for line in docs.read(path).splitlines()}
    found = find_long(top)
    for (place, name), (line, n) in found.items():
        if (place, name) not in known:
            print(f"{place}:{line}: {name} takes {n} parameters: {MOST} at most, as with a struct for what belongs together")
    for place, name in sorted(known - found.keys()):
        print(f"{place}: {name} takes few enough parameters, or is gone: take it from the list")
    if known != found.keys():
        return 1
    print(f"All but {len(known)} functions take at most {MOST} parameters.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
