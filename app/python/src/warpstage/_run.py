"""A run, and what can be asked of it."""
from __future__ import annotations

import html
import json
import pathlib
import shutil
from typing import Any, Mapping

import numpy

from ._folder import Folder
from ._programs import call

_FORMATS = ("png", "svg", "pdf")


class Picture:
    """A picture of a run: shown in a notebook, or written by :meth:`save`."""

    def __init__(self, data: bytes, format: str) -> None:
        self.data = data
        self.format = format

    def save(self, path: str | pathlib.Path) -> None:
        """Writes the picture to a file."""
        pathlib.Path(path).write_bytes(self.data)

    def _repr_png_(self) -> bytes | None:
        return self.data if self.format == "png" else None

    def _repr_svg_(self) -> str | None:
        return self.data.decode() if self.format == "svg" else None

    def __repr__(self) -> str:
        return f"<warpstage.Picture: {self.format}, {len(self.data)} bytes>"


class Page:
    """A web page: shown in a notebook in a frame of its own, which gets at nothing of the notebook."""

    def __init__(self, text: str, height: int = 720) -> None:
        self.text = text
        self.height = height

    def save(self, path: str | pathlib.Path) -> None:
        """Writes the page to a file; it needs no other."""
        pathlib.Path(path).write_text(self.text, encoding="utf-8")

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.text)}" sandbox="allow-scripts" width="100%" height="{self.height}" '
                'style="border: 0" title="Warpstage"></iframe>')

    def __repr__(self) -> str:
        return f"<warpstage.Page: {len(self.text)} characters>"


class Run:
    """A recorded run of a kernel.

    Its files are in a folder that is removed with it; :meth:`save` keeps the recording.
    """

    def __init__(self, folder: Folder, said: Mapping[str, Any], outputs: Mapping[str, numpy.ndarray],
                 check: list[str], printed: str) -> None:
        self._folder = folder
        self._file = pathlib.Path(folder.name, "run.wsrun")
        self._check = check
        self._findings: list[dict[str, Any]] | None = None
        self._causes: list[dict[str, Any]] | None = None
        #: What ``warpstage-cli run --json`` says of it.
        self.json: Mapping[str, Any] = said
        #: What each array that the kernel may write to holds afterwards, by the name of its parameter.
        self.outputs: Mapping[str, numpy.ndarray] = outputs
        #: What a program with a ``main ()`` has printed and done, and remarks.
        self.printed = printed

    @property
    def device(self) -> str:
        """What it ran on, as in ``vm:h200``."""
        return str(self.json["device"])

    @property
    def metrics(self) -> dict[str, float | None]:
        """The metrics of the whole run by their names, as in ``global-load-efficiency``; :attr:`json` has their units and formulas."""
        return {name: metric["value"] for name, metric in self.json["metrics"].items()}

    @property
    def launches(self) -> list[dict[str, Any]]:
        """The launches, with grid, block and modelled duration."""
        return list(self.json["launches"])

    @property
    def findings(self) -> list[dict[str, Any]]:
        """Races, uninitialised reads, accesses out of bounds and such: the kernel runs once more, and is checked, when this is asked for."""
        if self._findings is None:
            self._findings = json.loads(call(["check", *self._check, "--json"], may_fail=True)[0])["findings"]
        return self._findings

    @property
    def causes(self) -> list[dict[str, Any]]:
        """Why it is slow: each cause with its share of the time, its line, and by how much the launch would be faster without it."""
        if self._causes is None:
            self._causes = json.loads(call(["why", self._file, "--json"])[0])["why"]
        return self._causes

    def _export(self, view: str) -> list[dict[str, Any]]:
        """The rows of the table behind a view."""
        path = pathlib.Path(self._folder.name, "table.json")
        call(["export", view, "--run", self._file, "-o", path])
        return list(json.loads(path.read_text(encoding="utf-8"))["rows"])

    @property
    def stages(self) -> list[dict[str, Any]]:
        """What the shown block does between two barriers, stage by stage: ``stage`` (from 0), ``title``, ``begin_cycles``, ``end_cycles``,
        ``warp_instructions``, and ``lanes``: how many of their lanes executed them."""
        titles = {row["stage"]: row["stage_title"] for row in self._export("tree") if row["stage"] is not None}
        stages: dict[int, dict[str, Any]] = {}
        for row in self._export("lanes"):
            number = row["stage"]
            if number is None:
                continue
            stage = stages.setdefault(number, {"stage": number, "title": titles.get(number), "begin_cycles": row["time_cycles"],
                                               "end_cycles": 0, "warp_instructions": 0, "lanes": 0})
            stage["begin_cycles"] = min(stage["begin_cycles"], row["time_cycles"])
            stage["end_cycles"] = max(stage["end_cycles"], row["time_cycles"])
            stage["warp_instructions"] += 1
            stage["lanes"] += row["executing_lanes"]
        return [stages[number] for number in sorted(stages)]

    def picture(self, view: str = "tree", *, stage: int | None = None, launch: int | None = None, theme: str = "light",
                size: tuple[int, int] | None = None, scale: float | None = None, format: str = "png") -> Picture:
        """A picture of a view: tree, lanes, code, memory, sms or stalls.

        stage: counted from 0. launch: counted from 1. theme: light, dark or projector. size: width and height.
        """
        if format not in _FORMATS:
            raise ValueError(f"format is one of {', '.join(_FORMATS)}, not {format!r}")
        path = pathlib.Path(self._folder.name, f"picture.{format}")
        options: dict[str, Any] = {
            "stage": stage, "launch": launch, "theme": theme, "size": "x".join(map(str, size)) if size is not None else None, "scale": scale}
        call(["export", view, "--run", self._file, *(f"--{name}={value}" for name, value in options.items() if value is not None), "-o", path])
        return Picture(path.read_bytes(), format)

    def page(self) -> Page:
        """The run as a web page that steps through it."""
        path = pathlib.Path(self._folder.name, "page.html")
        call(["export", "page", "--run", self._file, "-o", path])
        return Page(path.read_text(encoding="utf-8"))

    def save(self, path: str | pathlib.Path) -> None:
        """Keeps the recording: a .wsrun file, which the window and warpstage-cli open."""
        shutil.copyfile(self._file, path)

    def _repr_html_(self) -> str:
        return self.page()._repr_html_()

    def __repr__(self) -> str:
        return f"<warpstage.Run of {self.json['kernel']} on {self.device}>"
