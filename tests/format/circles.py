#!/usr/bin/python3
"""Whether folders, or files of a folder, include each other in a circle: circles.py FOLDER

A folder is a room: what it includes of others, by "room/file.h", are its doors. Inside a room, name.c, name.h and name-private.h are
one file; a private header of no such name, as private.h, counts as what it includes. Prints the circles, each with the files that make
it, and fails where there is one that is not in KNOWN. With --doors prints which rooms each one sees.
"""
import collections
import os
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*"([\w-]+)/([\w-]+\.h)"')
ROOTS = ("gpu", "ui", "app")
# circles of files that stay: room, and its files
KNOWN = {
    ("runtime", frozenset(("graph", "work"))),  # a node of a graph is work, and work may be a graph
}


def find_rooms(top):
    """The folder of each name that an #include may begin with."""
    rooms = {}
    for root in ROOTS:
        for folder, _, files in os.walk(os.path.join(top, root)):
            if any(name.endswith(".h") for name in files):
                rooms[os.path.basename(folder)] = folder
    return rooms


def find_doors(rooms):
    """room -> room -> files that lead there."""
    doors = collections.defaultdict(lambda: collections.defaultdict(list))
    for room, folder in rooms.items():
        for name in sorted(os.listdir(folder)):
            if not name.endswith((".c", ".h")):
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                for line in file:
                    match = INCLUDE.match(line)
                    if match and match[1] in rooms and match[1] != room:
                        doors[room][match[1]].append(f"{room}/{name} includes {match[1]}/{match[2]}")
    return doors


def get_stem(name, names):
    """The file that a source or header belongs to; None of a private header that belongs to none of them."""
    stem = name.rsplit(".", 1)[0]
    if not re.search(r"(^|-)private$", stem):
        return stem
    stem = re.sub(r"-?private$", "", stem)
    return stem if {stem + ".c", stem + ".h"} & names else None


def find_links(room, folder):
    """file -> file -> includes that lead there, in one room."""
    names = {name for name in os.listdir(folder) if name.endswith((".c", ".h"))}
    included = {}
    for name in names:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            matches = [INCLUDE.match(line) for line in file]
        included[name] = [match[2] for match in matches if match and match[1] == room and match[2] in names]
    links = collections.defaultdict(lambda: collections.defaultdict(list))
    for name in sorted(names):
        here = get_stem(name, names)
        reached = included[name] if here else []
        for header in reached:
            there = get_stem(header, names)
            if there is None:
                reached.extend(each for each in included[header] if each not in reached)
            elif there != here:
                links[here][there].append(f"{room}/{name} includes {room}/{header}")
    return links


def find_way(doors, start, goal):
    """The rooms from start to goal, both included; None where there is no way."""
    ways = [[start]]
    seen = {start}
    for way in ways:
        for room in sorted(doors[way[-1]]):
            if room == goal:
                return way + [room]
            if room not in seen:
                seen.add(room)
                ways.append(way + [room])
    return None


def print_circles(doors, room):
    """How many there are: of the files of a room, or of all rooms."""
    told = set()
    for start in sorted(doors):
        way = find_way(doors, start, start)
        if way is None or frozenset(way) in told or (room, frozenset(way)) in KNOWN:
            continue
        told.add(frozenset(way))
        print(f"A circle{' in ' + room if room else ''}: " + " -> ".join(way))
        for here, there in zip(way, way[1:]):
            print("  " + doors[here][there][0])
    return len(told)


def main():
    rooms = find_rooms(sys.argv[1])
    doors = find_doors(rooms)
    if "--doors" in sys.argv:
        for room in sorted(rooms):
            print(f"{room}: {', '.join(sorted(doors[room])) or 'none'}")
        return 0
    n_circles = print_circles(doors, "")
    for room, folder in sorted(rooms.items()):
        n_circles += print_circles(find_links(room, folder), room)
    if n_circles == 0:
        print(f"{len(rooms)} folders, and no circle; of files in a folder {len(KNOWN)}.")
    return 1 if n_circles > 0 else 0


if __name__ == "__main__":
    sys.exit(main())
