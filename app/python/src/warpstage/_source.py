"""Running a source: what is given to its parameters, and what comes back."""
from __future__ import annotations

import json
import os
import pathlib
import re
from typing import Any, Mapping, Sequence, Union

import numpy

from ._folder import Folder
from ._programs import call as call_cli
from ._run import Run

#: One, two or three numbers: along x, y and z.
Extent = Union[int, Sequence[int]]

MOST_BYTES = 1 << 30  # of all arrays: warpstage-cli reads no more

# C's types and NumPy's; what is not here is taken as it is, element by element
_TYPES = {
    "char": "i1", "signed char": "i1", "unsigned char": "u1", "bool": "?", "short": "i2", "unsigned short": "u2", "int": "i4",
    "unsigned": "u4", "unsigned int": "u4", "long": "i8", "unsigned long": "u8", "long long": "i8", "unsigned long long": "u8",
    "size_t": "u8", "int8_t": "i1", "uint8_t": "u1", "int16_t": "i2", "uint16_t": "u2", "int32_t": "i4", "uint32_t": "u4",
    "int64_t": "i8", "uint64_t": "u8", "float": "f4", "double": "f8", "__half": "f2", "half": "f2",
}
_VECTOR = re.compile(r"(u?)(char|short|int|long|longlong|float|double)([1-4])$")
_VECTOR_BYTES = {"char": 1, "short": 2, "int": 4, "long": 8, "longlong": 8, "float": 4, "double": 8}
# what PTX can be told that a buffer has: it knows only widths
_NAMES = {"f4": "float", "f8": "double", "i4": "int", "u4": "unsigned", "i8": "long long", "u8": "size_t", "f2": "__half", "i1": "char",
          "u1": "char", "b1": "char", "i2": "short", "u2": "short"}
_CATALOGUE = re.compile(r"[A-Za-z][A-Za-z0-9_]*$")


def write_extent(what: str, extent: Extent) -> str:
    """``64, 2, 1`` of ``(64, 2)``, as the command line reads it."""
    numbers = [extent] if isinstance(extent, (int, numpy.integer)) else list(extent)
    if not 1 <= len(numbers) <= 3 or not all(isinstance(n, (int, numpy.integer)) and n > 0 for n in numbers):
        raise ValueError(f"{what} is a number or up to three, each at least 1, not {extent!r}")
    return ",".join(str(int(n)) for n in numbers)


def is_text(source: str) -> bool:
    """Whether this is a source and not the name of a file."""
    return "\n" in source or "{" in source or ";" in source


def is_ptx(text: str) -> bool:
    """Whether a source is PTX."""
    return re.search(r"^\s*\.version\s+\d", text, re.MULTILINE) is not None


def open_source(source: str | os.PathLike[str], folder: str) -> pathlib.Path:
    """The file of a source; text is written to one."""
    text = os.fspath(source)
    if not isinstance(source, os.PathLike) and is_text(text):
        path = pathlib.Path(folder, "kernel.ptx" if is_ptx(text) else "kernel.cu")
        path.write_text(text, encoding="utf-8")
    else:
        path = pathlib.Path(text).absolute()
        if not path.is_file():
            raise FileNotFoundError(f"There is no file {text!r}.")
        if path.suffix not in (".cu", ".cuh", ".ptx"):
            raise ValueError(f"A source is CUDA text, PTX, or a file .cu or .ptx, not {path.name!r}.")
    return path


def _count(name: str, kind: str, array: numpy.ndarray, is_known: bool) -> tuple[int, str | None]:
    """How many elements of a buffer an array fills, and of which type where the source does not say."""
    plain = kind.replace("const", "").replace("volatile", "").strip()
    vector = _VECTOR.match(plain)
    if not is_known:
        if array.dtype.str[1:] not in _NAMES:
            raise TypeError(f"{name}: an array of {array.dtype} cannot be given to PTX")
        return array.size, _NAMES[array.dtype.str[1:]]
    if vector is not None:
        width = _VECTOR_BYTES[vector.group(2)] * int(vector.group(3))
        if array.nbytes % width != 0:
            raise TypeError(f"{name}: an array of {array.nbytes} bytes is no number of {plain}")
        return array.nbytes // width, None
    if plain in _TYPES and numpy.dtype(_TYPES[plain]) != array.dtype:
        raise TypeError(f"{name}: the kernel has {plain} *, the array is of {array.dtype}")
    return array.size, None


def write_number(name: str, value: Any) -> str:
    """A number as the command line reads it."""
    if isinstance(value, (bool, numpy.bool_)):
        return str(int(value))
    if isinstance(value, (int, numpy.integer)):
        return str(int(value))
    if isinstance(value, (float, numpy.floating)) and numpy.isfinite(value):
        return repr(float(value))
    raise TypeError(f"{name}: a number or a NumPy array is wanted, not {value!r}")


class _Call:
    """The options of a launch, and the arrays that come back."""

    def __init__(self, folder: str, plan: Mapping[str, Any], is_ptx: bool) -> None:
        self.folder = folder
        self.is_ptx = is_ptx
        self.buffers = {buffer["name"]: buffer for buffer in plan["buffers"]}
        self.options: list[str] = []
        self.arrays: dict[str, numpy.ndarray] = {}
        self.n_bytes = 0

    def say(self, name: str, value: str) -> None:
        self.options += ["--arg", f"{name}={value}"]

    def add(self, parameter: Mapping[str, Any], value: Any) -> None:
        name = parameter["name"]
        if value is None:
            return
        if not isinstance(value, numpy.ndarray):
            if parameter["buffer"] is not None:
                raise TypeError(f"{name}: a NumPy array is wanted, not {value!r}")
            self.say(name, write_number(name, value))
            return
        if parameter["buffer"] is None:
            raise TypeError(f"{name}: the kernel wants a number here, not an array")
        if value.dtype.hasobject or value.size == 0:
            raise TypeError(f"{name}: an array of numbers is wanted, of one element at least")
        self.n_bytes += value.nbytes
        if self.n_bytes > MOST_BYTES:
            raise ValueError(f"The arrays have more than {MOST_BYTES} bytes together.")
        buffer = self.buffers[parameter["buffer"]]
        array = numpy.ascontiguousarray(value, dtype=value.dtype.newbyteorder("="))
        length, kind = _count(name, buffer["type"], array, not self.is_ptx)
        path = pathlib.Path(self.folder, f"{len(self.options)}.bin")
        path.write_bytes(array.tobytes())
        self.say(f"{name}.length", str(length))
        self.say(f"{name}.contents", f"file {path}")
        if kind is not None:
            self.say(f"{name}.type", kind)
        if buffer["use"] != "in":
            self.say(f"{name}.use", "inout")
            self.arrays[buffer["name"]] = array

    def read(self, folder: pathlib.Path) -> dict[str, numpy.ndarray]:
        return {name: numpy.frombuffer(bytearray((folder / f"{name}.bin").read_bytes()), array.dtype, array.size).reshape(array.shape)
                for name, array in self.arrays.items()}


def _choose_launch(plan: Mapping[str, Any], n_given: int) -> Mapping[str, Any]:
    launches = plan["launches"]
    if len({launch["kernel"] for launch in launches}) != 1:
        raise ValueError("The source launches several kernels: say which one is meant, as in kernel=\"scale\".")
    parameters = launches[0]["arguments"]
    if len(parameters) != n_given:
        names = ", ".join(parameter["name"] for parameter in parameters)
        raise TypeError(f"{launches[0]['kernel']} has {len(parameters)} parameters ({names}), and {n_given} arguments were given")
    launch: Mapping[str, Any] = launches[0]
    return launch


def record(what: str, options: list[str], folder: Folder, device: str | None, call: _Call | None = None) -> Run:
    """Records a run of a source or of a kernel of the catalogue."""
    place = pathlib.Path(folder.name)
    command = [what, *options]
    where = ["--device", device] if device is not None else []
    written = ["--buffers", str(place / "buffers")] if call is not None else []
    said, printed = call_cli(["run", *command, *where, "--save", str(place / "run.wsrun"), *written, "--json"])
    outputs = call.read(place / "buffers") if call is not None else {}
    return Run(folder, json.loads(said), outputs, command + (where if device is not None and device.startswith("vm:") else []), printed)


def _record_with(what: str, options: list[str], folder: Folder, device: str | None, plan: Mapping[str, Any],
                 args: Sequence[Any]) -> Run:
    """With an argument for each parameter."""
    call = _Call(folder.name, plan, ".ptx" in os.path.basename(what))
    for parameter, value in zip(_choose_launch(plan, len(args))["arguments"], args):
        call.add(parameter, value)
    return record(what, options + call.options, folder, device, call)


def run(source: str | os.PathLike[str], kernel: str | None = None, *args: Any, grid: Extent | None = None, block: Extent | None = None,
        shared: int | None = None, device: str = "vm:h200") -> Run:
    """Runs a kernel on a virtual GPU (or, with ``device="cuda:0"``, on a real one) and records what it does.

    source: CUDA C++ or PTX as text, a file ``.cu`` or ``.ptx``, or the name of a kernel of the catalogue, as in ``reduce1``
    kernel: the one that is meant, where the source has several, as in ``scale<float>``
    args: for each parameter of the kernel a number or a NumPy array, which is not changed: see :attr:`Run.outputs`. Where none is given,
    they are what the host code of the source, or the kernel itself, suggests.
    grid, block: blocks, and threads of a block: a number, or up to three
    shared: bytes of dynamic shared memory

    A source with a ``main ()`` runs as a program, in a sandbox, where neither kernel nor arguments are given.
    """
    folder = Folder()
    options: list[str] = []
    if shared is not None:
        options += ["--shared", str(int(shared))]
    if grid is not None:
        options += ["--grid", write_extent("grid", grid)]
    if block is not None:
        options += ["--block", write_extent("block", block)]
    text = os.fspath(source)
    if not isinstance(source, os.PathLike) and _CATALOGUE.match(text) is not None and not os.path.exists(text):
        if args or kernel is not None:
            raise TypeError("A kernel of the catalogue takes no arguments.")
        return record(text, options, folder, device)
    path = open_source(source, folder.name)
    what = str(path) if kernel is None else f"{path}:{kernel}"
    plan = json.loads(call_cli(["kernels", what, "--json"])[0])
    if plan["main"] and kernel is None and not args:
        return record(what, ["--run-main"], folder, device)
    if not args:
        return record(what, options, folder, device)
    return _record_with(what, options, folder, device, plan, args)


def launch(text: str, kernel: str, args: Sequence[Any], *, grid: Extent, block: Extent, shared: int = 0, device: str = "vm:h200",
           beside: Mapping[str, str] | None = None) -> Run:
    """As :func:`run`, of what a library has compiled; beside: texts of the files that the PTX says it comes from, by their names."""
    folder = Folder()
    for name, contents in (beside or {}).items():
        pathlib.Path(folder.name, os.path.basename(name)).write_text(contents, encoding="utf-8")
    what = f"{open_source(text, folder.name)}:{kernel}"
    plan = json.loads(call_cli(["kernels", what, "--json"])[0])
    options = ["--grid", write_extent("grid", grid), "--block", write_extent("block", block), "--shared", str(int(shared))]
    return _record_with(what, options, folder, device, plan, args)
