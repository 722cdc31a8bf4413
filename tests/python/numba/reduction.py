"""Numba: sums, by shared memory and shuffles, and by cuda.reduce, held against NumPy."""
import numpy as np
from numba import cuda, float64

BLOCK = 128
WARPS = BLOCK // 32


@cuda.jit(device=True)
def sum_of_warp(value):
    offset = 16
    while offset > 0:
        value += cuda.shfl_down_sync(0xffffffff, value, offset)
        offset //= 2
    return value


@cuda.jit
def sum_of_blocks(values, sums):
    warps = cuda.shared.array(WARPS, dtype=float64)
    total = 0.0
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        total += values[i]
    total = sum_of_warp(total)
    if cuda.laneid == 0:
        warps[cuda.threadIdx.x // 32] = total
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        total = 0.0
        for k in range(WARPS):
            total += warps[k]
        sums[cuda.blockIdx.x] = total


rng = np.random.default_rng(4)
values = rng.random(4321)
sums = cuda.device_array(6)
sum_of_blocks[6, BLOCK](cuda.to_device(values), sums)
np.testing.assert_allclose(sums.copy_to_host().sum(), values.sum(), rtol=1e-12)
add = cuda.reduce(lambda a, b: a + b)
whole = np.arange(1000)
assert add(whole) == whole.sum()
print("reduction: right")
