"""Numba: a histogram by atomic additions, first in shared memory, held against NumPy."""
import numpy as np
from numba import cuda, int32

BINS = 32


@cuda.jit
def histogram(values, bins):
    own = cuda.shared.array(BINS, dtype=int32)
    if cuda.threadIdx.x < BINS:
        own[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        cuda.atomic.add(own, values[i], 1)
    cuda.syncthreads()
    if cuda.threadIdx.x < BINS:
        cuda.atomic.add(bins, cuda.threadIdx.x, own[cuda.threadIdx.x])


@cuda.jit
def extremes(values, found):
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.max(found, 0, values[i])
        cuda.atomic.min(found, 1, values[i])


rng = np.random.default_rng(3)
values = rng.integers(0, BINS, 5000).astype(np.int32)
bins = cuda.to_device(np.zeros(BINS, dtype=np.int32))
histogram[8, 128](values, bins)
np.testing.assert_array_equal(bins.copy_to_host(), np.bincount(values, minlength=BINS))
floats = rng.standard_normal(500)
found = np.array([-np.inf, np.inf])
extremes[4, 128](floats, found)
np.testing.assert_array_equal(found, [floats.max(), floats.min()])
print("histogram: right")
