"""What "warpstage-cli python" has Python load before the script: what libraries for CUDA have to do differently on the virtual GPU.

It changes nothing of them but what is asked for below, when they are imported, and then loads the sitecustomize that Python would have
loaded without this one.
"""
import functools
import importlib.machinery
import importlib.util
import inspect
import os
import sys
import warnings

FOLDER = os.path.dirname(os.path.abspath(__file__))


def keep_ptx(pathfinder):
    """nvJitLink makes machine code. Where there is none, PTX is linked by the driver: Warpstage's takes it as it is."""
    load = pathfinder.load_nvidia_dynamic_lib

    @functools.wraps(load)
    def load_others(libname):
        if libname == "nvJitLink":
            raise pathfinder.DynamicLibNotFoundError("warpstage-cli python runs PTX, which nvJitLink would turn into machine code.")
        return load(libname)

    pathfinder.load_nvidia_dynamic_lib = load_others


def keep_lines(decorators):
    """Kernels of Numba's have the lines of their source, unless it is said otherwise."""
    jit = decorators.jit

    @functools.wraps(jit)
    def jit_with_lines(*arguments, **options):
        if not options.get("debug"):
            options.setdefault("lineinfo", True)
        return jit(*arguments, **options)

    decorators.jit = jit_with_lines


def name_parameters(dispatcher):
    """Of numba.cuda.dispatcher: the PTX of a kernel says how its parameters are called."""
    from numba.cuda.codegen import CUDACodeLibrary
    from warpstage_numba import list_parts, make_remark

    begin, get = dispatcher._Kernel.__init__, CUDACodeLibrary.get_asm_strs

    @functools.wraps(begin)
    def begin_with_names(self, py_func, argtypes, *arguments, **options):
        begin(self, py_func, argtypes, *arguments, **options)
        parts = [list_parts(name, kind) for name, kind in zip(inspect.signature(py_func).parameters, argtypes)]
        if None not in parts:
            self._codelibrary._warpstage_remark = make_remark(self.entry_name, [part for each in parts for part in each])

    @functools.wraps(get)
    def get_with_names(self, *arguments, **options):
        texts = get(self, *arguments, **options)
        remark = getattr(self, "_warpstage_remark", None)
        return texts if remark is None else [texts[0] + remark, *texts[1:]]

    dispatcher._Kernel.__init__ = begin_with_names
    CUDACodeLibrary.get_asm_strs = get_with_names


def use_triton_driver(driver):
    """Triton has no driver for a GPU that is not PyTorch's: warpstage_triton is one."""
    import warpstage_triton

    warpstage_triton.use_driver(driver)


def keep_triton_ptx(compiler):
    import warpstage_triton

    warpstage_triton.keep_ptx(compiler)


CHANGES = {
    "cuda.pathfinder": keep_ptx,
    "numba.cuda.decorators": keep_lines,
    "numba.cuda.dispatcher": name_parameters,
    "triton.runtime.driver": use_triton_driver,
    "triton.backends.nvidia.compiler": keep_triton_ptx,
}


class Finder:
    """Finds modules as others do, and sees to it that they are changed once they are loaded."""

    def __init__(self):
        self.is_busy = False

    def find_spec(self, name, path=None, target=None):
        if name not in CHANGES or self.is_busy:
            return None
        self.is_busy = True
        try:
            spec = next((spec for finder in sys.meta_path if finder is not self and hasattr(finder, "find_spec")
                         and (spec := finder.find_spec(name, path, target))), None)
        finally:
            self.is_busy = False
        if spec is not None and hasattr(spec.loader, "exec_module"):
            run = spec.loader.exec_module

            def exec_module(module):
                run(module)
                try:
                    CHANGES[name](module)
                except (AttributeError, ImportError) as problem:
                    warnings.warn(f"Warpstage does not know this version of {name}: {problem}")

            spec.loader.exec_module = exec_module
        return spec


def load_next():
    """The sitecustomize of somebody else, where there is one."""
    path = [folder for folder in sys.path if os.path.abspath(folder or ".") != FOLDER]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", path)
    if spec is not None and spec.loader is not None:
        module = importlib.util.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


# What is compiled for the virtual GPU is not for a real one: it has a cache of its own.
os.environ.setdefault("TRITON_CACHE_DIR", os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "warpstage", "triton"))
warnings.filterwarnings("ignore", message="cuda.bindings.nvjitlink is not available")
sys.meta_path.insert(0, Finder())
load_next()
