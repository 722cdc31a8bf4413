#!/usr/bin/python3
"""Whether a function takes at most six parameters: arguments.py FOLDER

What GTK calls has the parameters that GTK gives it, and CUDA's calls those that CUDA does.

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
VARIANT = re.compile(r"^WS_OWN \((\w+)\)", re.M)  # a function that is compiled for several instruction sets: gpu/vm
GIVEN_NAMES = re.compile(r"(__)?cuda|cu[A-Z]|cublas|curand")  # what programs call: gpu/runtime/api.h, gpu/driver/api.h, gpu/libraries


def find_long(top):
    """(place, line, name, n): each function that takes too many parameters, and how many."""
    for path in docs.find_files(top, ".c"):
        text = VARIANT.sub(r"\1", docs.read(path))
        for match in docs.DEFINITION.finditer(text):
            parameters = docs.split_parameters(match[2])
            given = any(parameters[-len(end):] == end for end in GIVEN)
            if len(parameters) > MOST and not given and not GIVEN_NAMES.match(match[1]):
                yield os.path.relpath(path, top), text.count("\n", 0, match.start()) + 1, match[1], len(parameters)


def main():
    found = list(find_long(sys.argv[1]))
    for place, line, name, n in found:
        print(f"{place}:{line}: {name} takes {n} parameters: {MOST} at most, as with a struct for what belongs together")
    if found:
        return 1
    print(f"All functions take at most {MOST} parameters.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
