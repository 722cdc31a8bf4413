"""The driver, called from Python without any package: y[i] = 2 * x[i]; what comes of it is printed."""
import ctypes
import sys

PTX = b"""
.version 8.0
.target sm_75
.address_size 64
.visible .entry twice (.param .u64 x, .param .u64 y)
{
  .reg .b32 %r<4>;
  .reg .f32 %f<3>;
  .reg .b64 %rd<6>;
  mov.u32 %r1, %tid.x;
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [y];
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f1, [%rd4];
  add.f32 %f2, %f1, %f1;
  st.global.f32 [%rd5], %f2;
  ret;
}
// parameters of twice: numbers doubled
"""
N = 64
cuda = ctypes.CDLL("libcuda.so.1")


def call(name, *arguments):
    result = getattr(cuda, name)(*arguments)
    if result != 0:
        sys.exit(f"{name}: {result}")


context, module, function = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
x, y = ctypes.c_uint64(), ctypes.c_uint64()
host = (ctypes.c_float * N)(*range(N))
size = ctypes.c_size_t(ctypes.sizeof(host))
call("cuInit", 0)
call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
call("cuCtxSetCurrent", context)
call("cuModuleLoadData", ctypes.byref(module), PTX)
call("cuModuleGetFunction", ctypes.byref(function), module, b"twice")
for address in (x, y):
    call("cuMemAlloc_v2", ctypes.byref(address), size)
call("cuMemcpyHtoD_v2", x, host, size)
arguments = (ctypes.c_void_p * 2)(ctypes.addressof(x), ctypes.addressof(y))
call("cuLaunchKernel", function, 1, 1, 1, N, 1, 1, 0, None, arguments, None)
call("cuMemcpyDtoH_v2", host, y, size)
print("right" if list(host) == [2 * i for i in range(N)] else "wrong", *sys.argv[1:])
