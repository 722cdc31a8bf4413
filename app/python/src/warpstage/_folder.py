"""Folders for files that only this process needs."""
from __future__ import annotations

import shutil
import tempfile
import weakref


class Folder:
    """A folder of this user's alone, which is removed with the object, and in any case with the process."""

    def __init__(self) -> None:
        self.name = tempfile.mkdtemp(prefix="warpstage-")
        weakref.finalize(self, shutil.rmtree, self.name, True)
