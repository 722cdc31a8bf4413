"""A block whose threads read what their neighbours write, with nothing between."""
import numpy as np
from numba import cuda


@cuda.jit
def shift(values):
    i = cuda.threadIdx.x
    values[i] = values[(i + 32) % 128]


values = cuda.to_device(np.arange(128, dtype=np.int32))
shift[1, 128](values)
