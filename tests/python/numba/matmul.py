"""Numba: matrix multiplication by tiles in shared memory, held against NumPy."""
import numpy as np
from numba import cuda, float32

TILE = 16


@cuda.jit
def matmul(a, b, c):
    tile_a = cuda.shared.array((TILE, TILE), dtype=float32)
    tile_b = cuda.shared.array((TILE, TILE), dtype=float32)
    row, col = cuda.grid(2)
    ty, tx = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0)
    for k in range((a.shape[1] + TILE - 1) // TILE):
        tile_a[ty, tx] = a[row, k * TILE + tx] if row < a.shape[0] and k * TILE + tx < a.shape[1] else 0
        tile_b[ty, tx] = b[k * TILE + ty, col] if col < b.shape[1] and k * TILE + ty < b.shape[0] else 0
        cuda.syncthreads()
        for i in range(TILE):
            total += tile_a[ty, i] * tile_b[i, tx]
        cuda.syncthreads()
    if row < c.shape[0] and col < c.shape[1]:
        c[row, col] = total


rng = np.random.default_rng(2)
a, b = rng.random((40, 50), dtype=np.float32), rng.random((50, 70), dtype=np.float32)
c = cuda.device_array((40, 70), dtype=np.float32)
matmul[(3, 5), (TILE, TILE)](cuda.to_device(a), cuda.to_device(b), c)
np.testing.assert_allclose(c.copy_to_host(), a @ b, rtol=1e-5)
print("matmul: right")
