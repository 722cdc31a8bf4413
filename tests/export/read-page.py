"""Checks the page of a folder of figures: read-page.py FOLDER

All that it links to is there and beside it, all files are linked to, each picture has words for those who do not see it. Says
"figures N", "files N", "title HEX".
"""
import os
import sys
from html.parser import HTMLParser

VOID = {"meta", "img", "link", "br"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []
        self.files = set()
        self.figures = 0
        self.ids = []
        self.title = ""
        self.words = {"h3": 0, "figcaption": 0}

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "figure":
            self.figures += 1
            self.ids.append(attributes["id"])
        if tag == "img":
            assert len(attributes["alt"].strip()) > 20, attributes
            assert int(attributes["width"]) > 0 and int(attributes["height"]) > 0
        for name in ("src", "href"):
            if name in attributes:
                assert "/" not in attributes[name], attributes[name]
                self.files.add(attributes[name])
        assert tag != "script"

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        if "title" in self.open:
            self.title += data
        for tag in self.words:
            if tag in self.open:
                self.words[tag] += len(data.strip())


page = Page()
with open(os.path.join(sys.argv[1], "index.html"), encoding="utf-8") as file:
    text = file.read()
page.feed(text)
page.close()
assert page.open == []
assert "prefers-color-scheme: dark" in text
assert len(set(page.ids)) == len(page.ids)
there = set(os.listdir(sys.argv[1])) - {"index.html"}
assert page.files == there, page.files ^ there
for name in there:
    assert os.path.getsize(os.path.join(sys.argv[1], name)) > 0, name
assert page.words["h3"] >= page.figures and page.words["figcaption"] > 60 * page.figures
print("figures", page.figures)
print("files", len(there))
print("title", page.title.encode().hex())
