"""%warpstage and %%warpstage, for notebooks."""
from __future__ import annotations

import argparse
import shlex
from typing import Any, NoReturn

from ._lesson import lesson
from ._run import Page, Run
from ._source import run


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message}\n{self.format_usage()}")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        raise ValueError(message or self.format_help())


def _read_extent(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def _make_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="%%warpstage", description="Runs a cell of CUDA C++.", add_help=False)
    parser.add_argument("--kernel", help="the kernel that is meant")
    parser.add_argument("--grid", type=_read_extent, help="blocks, as in 4 or 4,2")
    parser.add_argument("--block", type=_read_extent, help="threads of a block")
    parser.add_argument("--device", default="vm:h200")
    parser.add_argument("arguments", nargs="*", help="for each parameter a variable of the notebook, or a number")
    return parser


def _evaluate(word: str, names: dict[str, Any]) -> Any:
    """A variable of the notebook, or a number: no more than that."""
    if word in names:
        return names[word]
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            pass
    raise NameError(f"There is no variable {word!r}, nor is it a number.")


def run_magic(line: str, cell: str | None, names: dict[str, Any]) -> Run | Page:
    """What a line or a cell comes to."""
    words = shlex.split(line)
    if cell is None:
        if len(words) == 2 and words[0] == "lesson":
            return lesson(words[1])
        raise ValueError("%warpstage lesson NAME shows a lesson; %%warpstage runs the cell below it.")
    options = _make_parser().parse_args(words)
    values = [_evaluate(word, names) for word in options.arguments]
    return run(cell + "\n", options.kernel, *values, grid=options.grid, block=options.block, device=options.device)


def load_ipython_extension(ipython: Any) -> None:
    """What ``%load_ext warpstage`` calls."""
    ipython.register_magic_function(lambda line, cell=None: run_magic(line, cell, ipython.user_ns), "line_cell", "warpstage")
