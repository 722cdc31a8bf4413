"""A call that the driver does not have, and, where it is asked for, an end of its own."""
import sys

from cuda.bindings import driver

if sys.argv[1:] == ["fail"]:
    sys.exit(3)
driver.cuInit(0)
driver.cuCtxSetCurrent(driver.cuDevicePrimaryCtxRetain(0)[1])
error, address = driver.cuMemAlloc(64)
assert error == driver.CUresult.CUDA_SUCCESS
print(driver.cuIpcGetMemHandle(address)[0].name)
