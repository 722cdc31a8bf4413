"""Triton on Warpstage's virtual GPU: its driver, and tensors over NumPy, for there is no PyTorch here.

    import triton, warpstage_triton as ws

    x = ws.tensor(array)      # to the device
    y = ws.empty_like(x)
    kernel[grid](x, y, x.numel(), BLOCK=1024)
    result = y.numpy()        # and back

"warpstage-cli python" has it on Python's path, and sees to it that Triton uses this driver.
"""
import ctypes
import struct

import numpy

# Kernels are made for this compute capability, or for that of the device where it is lower: later ones have instructions of their own
# for matrices (wgmma, tcgen05), which the virtual GPU does not have.
MOST_CAPABILITY = 80

_cuda = ctypes.CDLL("libcuda.so.1")
_pointer = ctypes.c_uint64

# CUdevice_attribute
_MAX_THREADS, _SHARED_OPT_IN, _WARP, _N_SMS, _CLOCK, _MEMORY_CLOCK, _BUS, _REGISTERS, _MAJOR, _MINOR = 1, 97, 10, 16, 13, 36, 37, 12, 75, 76
_FUNC_MAX_THREADS, _FUNC_REGISTERS, _FUNC_MAX_SHARED = 0, 4, 8  # CUfunction_attribute
_PLAIN_SHARED = 48 << 10  # bytes that a kernel has without asking


class Error(RuntimeError):
    """A call of the driver has failed."""


def _call(name, *arguments):
    result = getattr(_cuda, name)(*arguments)
    if result != 0:
        words, title = ctypes.c_char_p(), ctypes.c_char_p()
        _cuda.cuGetErrorName(result, ctypes.byref(title))
        _cuda.cuGetErrorString(result, ctypes.byref(words))
        raise Error(f"{name}: {(title.value or b'?').decode()}, {(words.value or b'?').decode()}")


def _open():
    context = ctypes.c_void_p()
    _call("cuInit", 0)
    _call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
    _call("cuCtxSetCurrent", context)


_open()


def _ask(attribute):
    value = ctypes.c_int()
    _call("cuDeviceGetAttribute", ctypes.byref(value), attribute, 0)
    return value.value


# ---- tensors ----


class Tensor:
    """Memory of the device with a shape: what kernels take for a pointer."""

    def __init__(self, shape, dtype):
        self.shape = tuple(int(n) for n in shape)
        self.dtype = numpy.dtype(dtype)
        self.device = "cuda"
        self._strides = tuple(int(numpy.prod(self.shape[i + 1:], dtype=numpy.int64)) for i in range(len(self.shape)))
        self._address = _pointer(0)
        if self.nbytes > 0:
            _call("cuMemAlloc_v2", ctypes.byref(self._address), ctypes.c_size_t(self.nbytes))

    def __del__(self):
        if getattr(self, "_address", None) is not None and self._address.value != 0:
            _cuda.cuMemFree_v2(self._address)

    @property
    def nbytes(self):
        return self.numel() * self.dtype.itemsize

    @property
    def ndim(self):
        return len(self.shape)

    def data_ptr(self):
        return self._address.value

    def numel(self):
        return int(numpy.prod(self.shape, dtype=numpy.int64))

    def element_size(self):
        return self.dtype.itemsize

    def size(self, axis=None):
        return self.shape if axis is None else self.shape[axis]

    def stride(self, axis=None):
        return self._strides if axis is None else self._strides[axis]

    def is_contiguous(self):
        return True

    def copy_(self, array):
        """From a NumPy array of the same shape."""
        array = numpy.ascontiguousarray(array, dtype=self.dtype)
        if array.shape != self.shape:
            raise ValueError(f"an array of {self.shape} is wanted, not of {array.shape}")
        if self.nbytes > 0:
            _call("cuMemcpyHtoD_v2", self._address, ctypes.c_void_p(array.ctypes.data), ctypes.c_size_t(self.nbytes))
        return self

    def numpy(self):
        array = numpy.empty(self.shape, self.dtype)
        if self.nbytes > 0:
            _call("cuMemcpyDtoH_v2", ctypes.c_void_p(array.ctypes.data), self._address, ctypes.c_size_t(self.nbytes))
        return array

    def __array__(self, dtype=None, copy=None):
        return self.numpy() if dtype is None else self.numpy().astype(dtype)

    def __len__(self):
        return self.shape[0]

    def __repr__(self):
        return f"tensor({self.numpy()!r})"


def tensor(array, dtype=None):
    """A NumPy array, or what makes one, on the device."""
    array = numpy.asarray(array, dtype=dtype)
    return Tensor(array.shape, array.dtype).copy_(array)


def empty(shape, dtype=numpy.float32):
    return Tensor((shape,) if isinstance(shape, int) else shape, dtype)


def zeros(shape, dtype=numpy.float32):
    made = empty(shape, dtype)
    if made.nbytes > 0:
        _call("cuMemsetD8_v2", made._address, ctypes.c_ubyte(0), ctypes.c_size_t(made.nbytes))
    return made


def empty_like(other):
    return empty(other.shape, other.dtype)


def zeros_like(other):
    return zeros(other.shape, other.dtype)


def synchronize():
    _call("cuCtxSynchronize")


# ---- the driver ----

_SCALARS = {
    "i1": ctypes.c_int8, "i8": ctypes.c_int8, "i16": ctypes.c_int16, "i32": ctypes.c_int32, "i64": ctypes.c_int64,
    "u1": ctypes.c_uint8, "u8": ctypes.c_uint8, "u16": ctypes.c_uint16, "u32": ctypes.c_uint32, "u64": ctypes.c_uint64,
    "fp32": ctypes.c_float, "f32": ctypes.c_float, "fp64": ctypes.c_double,
}


def _argument(kind, value):
    """An argument as the kernel has it; of kind "*fp32" whatever has a data_ptr()."""
    if kind.startswith("*"):
        return _pointer(0 if value is None else value if isinstance(value, int) else value.data_ptr())
    if kind == "fp16":
        return ctypes.c_uint16(int(numpy.float16(value).view(numpy.uint16)))
    if kind not in _SCALARS:
        raise NotImplementedError(f"Arguments of type {kind} are not supported on the virtual GPU.")
    return _SCALARS[kind](value)


def _flatten(kinds, values):
    """(kind, value) of each argument that the compiled kernel has; tuples are taken apart, and constants are part of the kernel."""
    for kind, value in zip(kinds, values):
        if isinstance(kind, tuple):
            yield from _flatten(kind, value)
        elif kind != "constexpr":
            yield kind, value


def _make_binary(ptx, cubin):
    """A fat binary: the PTX, which is run, and what ptxas made of it, which says how many registers a thread has. As gpu/registry reads it."""
    capability = 10 * _ask(_MAJOR) + _ask(_MINOR)
    parts = b""
    for kind, code in ((1, ptx), (2, cubin)):
        code += b"\0" * (-len(code) % 8)
        parts += struct.pack("<HHIQIIHHIIIQ", kind, 0x101, 48, len(code), 0, 0, 0, 0, capability, 0, 0, 0) + code
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(parts)) + parts


class Utils:
    names = None  # of the parameters of the kernel that is loaded next: its launcher is made before

    def load_binary(self, name, kernel, shared, device):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        log = ctypes.create_string_buffer(4096)
        options = (ctypes.c_int * 2)(5, 6)  # CU_JIT_ERROR_LOG_BUFFER and its size
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), len(log))
        ptx, _, cubin = kernel.partition(b"\0")
        if Utils.names is not None:
            ptx += f"\n// parameters of {name}: {' '.join(Utils.names)}\n".encode()
        image = _make_binary(ptx + b"\0", cubin)
        try:
            _call("cuModuleLoadDataEx", ctypes.byref(module), ctypes.c_char_p(image), 2, options, values)
            _call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
            if shared > _PLAIN_SHARED:
                _call("cuFuncSetAttribute", function, _FUNC_MAX_SHARED, shared)
        except Error as error:
            raise Error(f"{name}: {log.value.decode(errors='replace') or error}") from None
        return module, function, self._get(function, _FUNC_REGISTERS), 0, self._get(function, _FUNC_MAX_THREADS)

    @staticmethod
    def _get(function, attribute):
        value = ctypes.c_int()
        _call("cuFuncGetAttribute", ctypes.byref(value), attribute, function)
        return value.value

    def unload_module(self, module):
        _cuda.cuModuleUnload(module)

    def get_device_properties(self, device):
        return {
            "max_shared_mem": _ask(_SHARED_OPT_IN), "max_num_regs": _ask(_REGISTERS), "multiprocessor_count": _ask(_N_SMS),
            "warpSize": _ask(_WARP), "sm_clock_rate": _ask(_CLOCK), "mem_clock_rate": _ask(_MEMORY_CLOCK), "mem_bus_width": _ask(_BUS),
        }


class Launcher:
    """Launches one kernel, with arguments of the types that it was compiled for."""

    def __init__(self, src, metadata):
        self.kinds = tuple(src.signature.values())
        names = getattr(getattr(src, "fn", None), "arg_names", None)
        Utils.names = None if names is None or len(names) != len(self.kinds) or any(isinstance(kind, tuple) for kind in self.kinds) else [
            *(name for name, kind in zip(names, self.kinds) if kind != "constexpr"), "global_scratch", "profile_scratch"]
        self.metadata = metadata
        if getattr(metadata, "tensordesc_meta", None) or any(isinstance(k, str) and k.startswith("tensordesc") for k in self.kinds):
            raise NotImplementedError("Tensor descriptors are not supported on the virtual GPU.")
        if getattr(metadata, "num_ctas", 1) > 1:
            raise NotImplementedError("num_ctas: the virtual GPU has no thread block clusters yet.")
        self.scratch = None

    def __call__(self, grid_x, grid_y, grid_z, stream, function, packed, launch_metadata, enter, leave, *values):
        arguments = [_argument(kind, value) for kind, value in _flatten(self.kinds, values)]
        arguments += [_pointer(0), _pointer(0)]  # Triton's own memory: of the whole launch, and of a profile
        size = getattr(self.metadata, "global_scratch_size", 0) * grid_x * grid_y * grid_z
        if size > 0:
            self.scratch = empty(size, numpy.uint8)
            arguments[-2] = _pointer(self.scratch.data_ptr())
        addresses = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(argument) for argument in arguments))
        if enter is not None:
            enter(launch_metadata)
        if grid_x * grid_y * grid_z > 0:
            _call("cuLaunchKernel", function, grid_x, grid_y, grid_z, 32 * self.metadata.num_warps, 1, 1, self.metadata.shared,
                  ctypes.c_void_p(stream), addresses, None)
        if leave is not None:
            leave(launch_metadata)


def _bench(call, quantiles=None, **_):
    """How long a call takes on the virtual GPU, in milliseconds: it takes as long each time."""
    begin, end, time = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_float()
    call()
    for event in (begin, end):
        _call("cuEventCreate", ctypes.byref(event), 0)
    _call("cuEventRecord", begin, None)
    call()
    _call("cuEventRecord", end, None)
    _call("cuEventSynchronize", end)
    _call("cuEventElapsedTime_v2", ctypes.byref(time), begin, end)
    return [time.value] * len(quantiles) if quantiles else time.value


def make_driver():
    """What triton.runtime.driver.set_active() takes."""
    from triton.backends.compiler import GPUTarget
    from triton.backends.driver import DriverBase

    class Driver(DriverBase):
        utils = Utils()
        launcher_cls = Launcher

        @classmethod
        def is_active(cls):
            return True

        def map_python_to_cpp_type(self, ty):
            return ty

        def get_current_target(self):
            return GPUTarget("cuda", min(10 * _ask(_MAJOR) + _ask(_MINOR), MOST_CAPABILITY), _ask(_WARP))

        def get_active_torch_device(self):
            raise NotImplementedError("There is no PyTorch here: warpstage_triton has tensors of its own.")

        def get_device_interface(self):
            raise NotImplementedError("There is no PyTorch here: warpstage_triton has tensors of its own.")

        def get_benchmarker(self):
            return _bench

        def get_empty_cache_for_benchmark(self):
            return None

        def clear_cache(self, cache):
            pass

        def get_current_device(self):
            return 0

        def set_current_device(self, device):
            if device != 0:
                raise ValueError("There is one virtual GPU.")

        def get_current_stream(self, device):
            return 0

        def get_device_capability(self, device=0):
            return _ask(_MAJOR), _ask(_MINOR)

    return Driver()


def use_driver(runtime):
    """Of triton.runtime.driver: what it makes by itself becomes this driver."""
    runtime._create_driver = make_driver


def keep_ptx(compiler):
    """Of triton.backends.nvidia.compiler: what is kept of a kernel is its PTX, and behind it what ptxas makes of it."""
    make = compiler.CUDABackend.make_cubin
    compiler.CUDABackend.make_cubin = lambda self, src, *arguments: src.encode() + b"\0" + make(self, src, *arguments)
