#!/usr/bin/python3
"""A pseudo-locale out of a template of translations: pseudo.py TEMPLATE.pot > en_XA.po

Each sentence becomes one that can still be read, but is in no language: every letter has an accent, and there are 35 % more of them,
as in German or French. What a program reads stays as it is: conversions of printf(), markup, entities, options of a command line,
addresses. A text that shows without accents was not marked for translation; one that is cut would be cut in some language.
"""
import ast
import re
import sys

LONGER = 0.35
ACCENTED = dict(zip("abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ",
                    "áƀćďéƒğĥíĵķĺḿńóṕŕšťúṽŵẋýžÁɃĆĎÉƑĞĤÍĴĶĹḾŃÓṔŔŠŤÚṼŴẊÝŽ"))
KEPT = re.compile(
    r"%(?:\d+\$)?[-+ #0']*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:<\w+>|(?:hh|h|ll|l|j|z|t)?[diouxXeEfgGaAcsp%])"  # of printf()
    r"|</?[a-z][^<>]*>|&#?\w+;|\{[^{}]*\}"                                                             # markup, figures of a lesson
    r"|(?<![\w-])--?[a-zA-Z][\w-]*"                                                                   # options
    r"|(?<![.\w])\.[a-z]\w*"                                                                         # endings of files
    r"|\bwarpstage[\w-]*|\bWARPSTAGE_\w+|https?://\S+")                                               # programs, variables, addresses

HEADER = """msgid ""
msgstr ""
"Project-Id-Version: warpstage\\n"
"PO-Revision-Date: 2026-01-01 00:00+0000\\n"
"Last-Translator: pseudo.py\\n"
"Language-Team: none\\n"
"Language: en_XA\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


def lengthen(text, debt):
    """text with accents, and with vowels that sound longer; and the letters that are still owed."""
    out = []
    for i, letter in enumerate(text):
        out.append(ACCENTED.get(letter, letter))
        if letter.isalpha():
            debt += LONGER
            ends = i + 1 == len(text) or not text[i + 1].isalpha()
            if debt >= 1 and (letter.lower() in "aeiouy" or ends):
                out.append(ACCENTED.get(letter.lower(), letter) * int(debt))
                debt -= int(debt)
    return "".join(out), debt


def pretend(text):
    """text as the pseudo-locale has it."""
    out = []
    end = 0
    debt = 0.5  # rounds the last letter up or down
    for match in KEPT.finditer(text):
        piece, debt = lengthen(text[end:match.start()], debt)
        out += [piece, match[0]]
        end = match.end()
    return "".join(out + [lengthen(text[end:], debt)[0]])


def pretend_date(text):
    """A format of strftime(), which it stays, as another language has it."""
    return "ďáá " + text


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def read_entries(lines):
    """Each entry of a .pot: its flags, and its strings by keyword."""
    flags, strings, keyword = [], {}, None
    for line in [*lines, ""]:
        line = line.strip()
        if line == "":
            if strings:
                yield flags, strings
            flags, strings = [], {}
        elif line.startswith("#,"):
            flags.append(line)
        elif not line.startswith("#"):
            if not line.startswith('"'):
                keyword, line = line.split(" ", 1)
                strings[keyword] = ""
            strings[keyword] += ast.literal_eval(line)


def main():
    print(HEADER)
    with open(sys.argv[1], encoding="utf-8") as file:
        for flags, strings in read_entries(file.read().split("\n")):
            if strings["msgid"] == "":
                continue
            for flag in flags:
                print(flag)
            for keyword in ("msgctxt", "msgid", "msgid_plural"):
                if keyword in strings:
                    print(keyword, quote(strings[keyword]))
            if "msgid_plural" in strings:
                print("msgstr[0]", quote(pretend(strings["msgid"])))
                print("msgstr[1]", quote(pretend(strings["msgid_plural"])))
            else:
                is_date = strings.get("msgctxt") == "date"
                print("msgstr", quote((pretend_date if is_date else pretend)(strings["msgid"])))
            print()


if __name__ == "__main__":
    main()
