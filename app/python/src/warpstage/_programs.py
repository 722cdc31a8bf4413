"""Where the programs are, and how they are called: without a shell, with what they need of the environment."""
from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from typing import NoReturn, Sequence

_FOLDER = pathlib.Path(__file__).resolve().parent


class Error(RuntimeError):
    """A program of Warpstage's has failed: what it said."""


def get_folder() -> pathlib.Path:
    """The folder of the programs: of the wheel, or the one that WARPSTAGE_PROGRAMS names."""
    named = os.environ.get("WARPSTAGE_PROGRAMS")
    return pathlib.Path(named) if named else _FOLDER / "bin"


def get_modules() -> pathlib.Path:
    """The folder of the modules that ``warpstage-cli python`` loads."""
    return get_folder().parent / "lib" / "warpstage" / "python"


def find_compiler() -> str | None:
    """The folder of NVIDIA's compiler among Python's packages, if it is there: as NVIDIA's packages for CUDA 13 have it, or for CUDA 12."""
    for path in sys.path:
        for name in ("cu13", "cuda_nvrtc"):
            folder = pathlib.Path(path or ".", "nvidia", name)
            if any((folder / "lib").glob("libnvrtc.so.*")):
                return str(folder)
    return None


def make_environment() -> dict[str, str]:
    """That of this process, with the fonts of the wheel and the compiler that pip has installed."""
    environment = dict(os.environ)
    fonts = _FOLDER / "fonts" / "fonts.conf"
    environment["WARPSTAGE_PYTHON"] = "1"
    if fonts.exists():
        environment.setdefault("FONTCONFIG_FILE", str(fonts))
    compiler = find_compiler()
    if compiler is not None:
        environment.setdefault("CUDA_PATH", compiler)
    return environment


def call(arguments: Sequence[str | os.PathLike[str]], *, may_fail: bool = False) -> tuple[str, str]:
    """Calls warpstage-cli; returns what it prints, and what it says beside: its remarks, and what a program of the user's prints.

    may_fail: status 1 is an answer, too, where something was printed: a check has found something.
    """
    command = [str(get_folder() / "warpstage-cli"), *(os.fspath(argument) for argument in arguments)]
    try:
        done = subprocess.run(command, env=make_environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              encoding="utf-8", errors="replace", check=False)
    except OSError as problem:
        raise Error(f"{command[0]} cannot be started: {problem.strerror}") from None
    if done.returncode != 0 and not (may_fail and done.returncode == 1 and done.stdout):
        raise Error(done.stderr.strip() or f"warpstage-cli ended with status {done.returncode}.")
    return done.stdout, done.stderr


def main() -> NoReturn:
    """warpstage-cli, as a command of the virtual environment."""
    program = str(get_folder() / "warpstage-cli")
    os.execve(program, [program, *sys.argv[1:]], make_environment())
