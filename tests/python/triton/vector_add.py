"""Triton: vector add, as in its first tutorial, held against NumPy."""
import numpy as np
import triton
import triton.language as tl
import warpstage_triton as ws


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)


rng = np.random.default_rng(1)
n = 9843
a, b = rng.random(n, dtype=np.float32), rng.random(n, dtype=np.float32)
x, y = ws.tensor(a), ws.tensor(b)
out = ws.empty_like(x)
add_kernel[(triton.cdiv(n, 1024),)](x, y, out, n, BLOCK=1024)
np.testing.assert_array_equal(out.numpy(), a + b)
print("vector add: right")
