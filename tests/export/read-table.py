"""Reads a table that Warpstage wrote with readers that know nothing of it, and says what is in it: read-table.py FILE

One line for each member of the head, "# KEY HEX", one for each column, "| HEX", one for each row, "row", and one for each cell
that follows: "t HEX" a text of JSON, "n BITS" a number of JSON (big-endian double), "-" null, "c HEX" a cell of CSV.
"""
import csv
import json
import struct
import sys


def hexed(text):
    return text.encode().hex()


def cell(value):
    if value is None:
        return "-"
    if isinstance(value, str):
        return "t " + hexed(value)
    assert not isinstance(value, bool)
    return "n " + struct.pack(">d", value).hex()


def read_json(path):
    with open(path, encoding="utf-8") as file:
        table = json.load(file, parse_constant=lambda name: sys.exit("JSON has no " + name))
    for key, value in table.items():
        if key not in ("columns", "rows"):
            print("#", key, cell(value))
    for name in table["columns"]:
        print("|", hexed(name))
    for row in table["rows"]:
        print("row")
        assert list(row) == table["columns"]
        for name in table["columns"]:
            print(cell(row[name]))


def read_csv(path):
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    head = []
    while text.startswith("# "):
        line, text = text.split("\r\n", 1)
        head.append(line)
    for line in head:
        key, value = line[2:].split(": ", 1)
        print("#", key, "c " + hexed(value))
    rows = list(csv.reader(text.splitlines(keepends=True), strict=True))
    for name in rows[0]:
        print("|", hexed(name))
    for row in rows[1:]:
        print("row")
        assert len(row) == len(rows[0]), row
        for value in row:
            print("c " + hexed(value))


(read_json if sys.argv[1].endswith(".json") else read_csv)(sys.argv[1])
