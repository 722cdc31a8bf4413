"""Warpstage: shows what a CUDA kernel does, warp by warp, on a virtual GPU.

    run = warpstage.run (source, None, x, y, n, grid=4, block=256)
    run.outputs["y"], run.metrics, run.findings, run.causes, run.stages
    run.picture ("tree", stage=2)
    run.page ().save ("run.html")

In a notebook, ``%load_ext warpstage`` brings ``%%warpstage``, for a cell of CUDA C++, and ``%warpstage lesson bank-conflicts``.
Kernels of Numba, CuPy and Triton: :func:`numba`, :func:`cupy`, :func:`triton`.
"""
from ._kernels import cupy, numba, triton
from ._lesson import lesson
from ._magic import load_ipython_extension
from ._programs import Error
from ._run import Page, Picture, Run
from ._source import Extent, run

__all__ = ["Error", "Extent", "Page", "Picture", "Run", "cupy", "lesson", "load_ipython_extension", "numba", "run", "triton"]
