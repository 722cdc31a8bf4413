"""Lessons."""
from __future__ import annotations

import pathlib

from ._folder import Folder
from ._programs import call
from ._run import Page


def lesson(name: str, *, device: str = "vm:h200") -> Page:
    """A lesson as a web page that asks, shows and answers.

    name: as in ``bank-conflicts``, or a file ``.lesson``; ``warpstage-cli lesson list`` lists those that come with Warpstage
    """
    folder = Folder()
    path = pathlib.Path(folder.name, "lesson.html")
    call(["export", "page", f"--lesson={name}", f"--device={device}", "-o", path])
    return Page(path.read_text(encoding="utf-8"))
