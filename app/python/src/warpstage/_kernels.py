"""Kernels of Numba, CuPy and Triton: compiled by what compiles them, without a GPU, and run on the virtual one.

    warpstage.numba (kernel)[grid, block] (x, y)
    warpstage.cupy (kernel) (grid, block, (x, y, n))
    warpstage.triton (kernel)[grid] (x, y, n, BLOCK=1024)

Each returns a :class:`Run`. Arrays are NumPy's and are not changed: :attr:`Run.outputs` has what they hold afterwards.
"""
from __future__ import annotations

import importlib.util
import inspect
import linecache
import os
import re
from types import ModuleType
from typing import Any, Callable, Mapping, Sequence, Union

import numpy

from ._programs import get_modules
from ._run import Run
from ._source import Extent, launch

_Grid = Union[Extent, Callable[[Mapping[str, Any]], Extent]]


def _find_module(name: str) -> ModuleType:
    """One of those that ``warpstage-cli python`` loads."""
    spec = importlib.util.spec_from_file_location(f"warpstage._{name}", get_modules() / f"{name}.py")
    if spec is None or spec.loader is None:
        raise ImportError(f"There is no {name} in {get_modules()}.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _find_entry(ptx: str) -> str:
    """The name of the only kernel of some PTX."""
    found = re.findall(r"\.entry\s+([\w$]+)", ptx)
    if len(found) != 1:
        raise ValueError(f"One kernel was expected in the PTX, not {len(found)}.")
    return str(found[0])


def _get_sources(function: Any) -> dict[str, str]:
    """The file of a Python function, as a notebook's cell has one, too: its base name and text."""
    path = inspect.getsourcefile(function)
    lines = linecache.getlines(path) if path is not None else []
    return {os.path.basename(path): "".join(lines)} if path is not None and lines else {}


class _NumbaKernel:
    def __init__(self, kernel: Any, device: str) -> None:
        self._function = getattr(kernel, "py_func", kernel)
        self._device = device

    def __getitem__(self, where: tuple[Extent, Extent]) -> Callable[..., Run]:
        if not isinstance(where, tuple) or not 2 <= len(where) <= 4:
            raise TypeError("Give grid and block, as in warpstage.numba (kernel)[4, 256] (x, y).")
        return lambda *args: self._launch(where, args)

    def _launch(self, where: Sequence[Any], args: Sequence[Any]) -> Run:
        from numba import cuda, typeof

        shared = where[3] if len(where) > 3 else 0
        args = [numpy.ascontiguousarray(value) if isinstance(value, numpy.ndarray) else value for value in args]
        kinds = tuple(typeof(value) for value in args)
        ptx, _ = cuda.compile(self._function, kinds, device=False, abi="numba", lineinfo=True, cc=(7, 5), output="ptx")
        helper = _find_module("warpstage_numba")
        name = re.sub(r"\W", "_", self._function.__name__)
        ptx = re.sub(rf"(?<![\w$]){re.escape(_find_entry(ptx))}(?![\w$])", name, ptx)  # Numba's own name is as long as the types are many
        names = list(inspect.signature(self._function).parameters)
        values: list[Any] = []
        parts: list[str] = []
        for parameter, kind, value in zip(names, kinds, args):
            of_this = helper.list_parts(parameter, kind)
            if of_this is None:
                raise TypeError(f"{parameter}: an argument of Numba's type {kind} is not supported on the virtual GPU")
            parts += of_this
            values += helper.take_apart(value) if isinstance(value, numpy.ndarray) else [value]
        return launch(ptx + helper.make_remark(name, parts), name, values, grid=where[0], block=where[1], shared=shared, device=self._device,
                      beside=_get_sources(self._function))


def numba(kernel: Any, *, device: str = "vm:h200") -> _NumbaKernel:
    """A kernel of ``numba.cuda.jit``, or the function of one: ``warpstage.numba (kernel)[grid, block] (x, y)``.

    Numba needs ``pip install numba-cuda nvidia-nvvm``, and no GPU.
    """
    return _NumbaKernel(kernel, device)


class _CupyKernel:
    def __init__(self, kernel: Any, device: str) -> None:
        self._text = "".join(_read_option(option) for option in getattr(kernel, "options", ()) or ()) + "#line 1\n" + kernel.code
        self._name = kernel.name
        self._device = device

    def __call__(self, grid: Extent, block: Extent, args: Sequence[Any], *, shared_mem: int = 0) -> Run:
        return launch(self._text, self._name, args, grid=grid, block=block, shared=shared_mem, device=self._device)


_DEFINE = re.compile(r"-D\s*([A-Za-z_]\w*)(?:=([^\r\n]*))?$")
_STANDARD = re.compile(r"--?std=(c\+\+(11|14|17)|gnu\+\+(11|14|17))$")


def _read_option(option: str) -> str:
    """What an option of NVRTC's is in a source; those that only C++17 would need are nothing."""
    define = _DEFINE.match(option)
    if define is not None:
        return f"#define {define.group(1)} {define.group(2) if define.group(2) is not None else 1}\n"
    if _STANDARD.match(option) is not None or option in ("--device-as-default-execution-space", "-default-device"):
        return ""
    raise ValueError(f"The option {option!r} is not supported: only -D and --std are.")


def cupy(kernel: Any, *, device: str = "vm:h200") -> _CupyKernel:
    """A ``cupy.RawKernel``, or anything with its ``code``, ``name`` and ``options``: ``warpstage.cupy (kernel) (grid, block, (x, y))``."""
    return _CupyKernel(kernel, device)


class _Tensor:
    """What Triton takes for memory of a device."""

    def __init__(self, array: numpy.ndarray) -> None:
        self.dtype = array.dtype
        self.shape = array.shape

    def data_ptr(self) -> int:
        return 256


class _TritonDriver:
    """What Triton asks a driver when it compiles."""

    def get_current_device(self) -> str:
        return "warpstage"  # Triton keeps what it has compiled by this: kernels for a real GPU are others

    def get_current_stream(self, device: Any) -> int:
        return 0

    def get_current_target(self) -> Any:
        from triton.backends.compiler import GPUTarget

        return GPUTarget("cuda", 80, 32)  # later ones have instructions for matrices that the virtual GPU lacks


class _TritonKernel:
    def __init__(self, kernel: Any, device: str) -> None:
        self._kernel = kernel
        self._device = device

    def __getitem__(self, grid: _Grid) -> Callable[..., Run]:
        return lambda *args, **named: self._launch(grid, args, named)

    def _compile(self, bound: Mapping[str, Any], named: Mapping[str, Any]) -> Any:
        from triton.runtime.driver import driver

        before = driver._active
        given = {name: _Tensor(value) if isinstance(value, numpy.ndarray) else value for name, value in bound.items()}
        driver.set_active(_TritonDriver())
        try:
            return self._kernel.warmup(grid=(1,), **given, **named)
        finally:
            driver._active = before

    def _launch(self, grid: _Grid, args: Sequence[Any], named: dict[str, Any]) -> Run:
        if not inspect.isfunction(self._kernel.fn):
            raise NotImplementedError("triton.autotune times kernels on a GPU: give its kernel and the options of one configuration.")
        signature = inspect.signature(self._kernel.fn)
        own = {name: named.pop(name) for name in list(named) if name in signature.parameters}
        bound = signature.bind(*args, **own)
        bound.apply_defaults()
        compiled = self._compile(bound.arguments, named)
        kinds = compiled.src.signature
        if any(not isinstance(kind, str) or kind.startswith("tensordesc") for kind in kinds.values()):
            raise NotImplementedError("Tuples and tensor descriptors are not supported on the virtual GPU.")
        names = [name for name, kind in kinds.items() if kind != "constexpr"]
        metadata = compiled.metadata
        ptx = compiled.asm["ptx"]
        ptx += f"\n// parameters of {metadata.name}: {' '.join([*names, 'global_scratch', 'profile_scratch'])}\n"
        where = grid(bound.arguments) if callable(grid) else grid
        return launch(ptx, metadata.name, [*(bound.arguments[name] for name in names), None, None], grid=where, block=32 * metadata.num_warps,
                      shared=metadata.shared, device=self._device, beside=_get_sources(self._kernel.fn))


def triton(kernel: Any, *, device: str = "vm:h200") -> _TritonKernel:
    """A kernel of ``triton.jit``: ``warpstage.triton (kernel)[grid] (x, y, n, BLOCK=1024)``.

    Triton needs neither PyTorch nor a GPU. Kernels are compiled for compute capability 8.0.
    """
    return _TritonKernel(kernel, device)
