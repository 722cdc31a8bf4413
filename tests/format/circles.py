#!/usr/bin/python3
"""Whether folders include each other in a circle: circles.py FOLDER

A folder is a room: what it includes of others, by "room/file.h", are its doors. Prints the circles, each with the files that make
it, and fails where there is one. With --doors prints which rooms each one sees.
"""
import collections
import os
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*"([\w-]+)/([\w-]+\.h)"')
ROOTS = ("gpu", "ui", "app")


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


def main():
    rooms = find_rooms(sys.argv[1])
    doors = find_doors(rooms)
    if "--doors" in sys.argv:
        for room in sorted(rooms):
            print(f"{room}: {', '.join(sorted(doors[room])) or 'none'}")
        return 0
    told = set()
    for room in sorted(rooms):
        way = find_way(doors, room, room)
        if way is None or frozenset(way) in told:
            continue
        told.add(frozenset(way))
        print("A circle: " + " -> ".join(way))
        for here, there in zip(way, way[1:]):
            print("  " + doors[here][there][0])
    if not told:
        print(f"{len(rooms)} folders, and no circle.")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
