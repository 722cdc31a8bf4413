"""Numba: vector add, held against NumPy."""
import numpy as np
from numba import cuda


@cuda.jit
def add(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] + y[i]


rng = np.random.default_rng(1)
n = 3000
x, y = rng.random(n, dtype=np.float32), rng.random(n, dtype=np.float32)
out = cuda.device_array(n, dtype=np.float32)
add[(n + 127) // 128, 128](cuda.to_device(x), cuda.to_device(y), out)
np.testing.assert_array_equal(out.copy_to_host(), x + y)
print("vector add: right")
