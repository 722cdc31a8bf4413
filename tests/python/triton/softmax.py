"""Triton: fused softmax, a row a program, as in its second tutorial, held against NumPy."""
import numpy as np
import triton
import triton.language as tl
import warpstage_triton as ws


@triton.jit
def softmax_kernel(out_ptr, in_ptr, in_stride, out_stride, n_rows, n_cols, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    start = tl.program_id(0)
    step = tl.num_programs(0)
    for row in tl.range(start, n_rows, step, num_stages=STAGES):
        cols = tl.arange(0, BLOCK)
        mask = cols < n_cols
        values = tl.load(in_ptr + row * in_stride + cols, mask=mask, other=-float("inf"))
        numerator = tl.exp(values - tl.max(values, axis=0))
        tl.store(out_ptr + row * out_stride + cols, numerator / tl.sum(numerator, axis=0), mask=mask)


rng = np.random.default_rng(2)
a = rng.standard_normal((61, 389), dtype=np.float32)
x = ws.tensor(a)
out = ws.empty_like(x)
properties = triton.runtime.driver.active.utils.get_device_properties(0)
kernel = softmax_kernel.warmup(out, x, x.stride(0), out.stride(0), a.shape[0], a.shape[1], BLOCK=512, STAGES=2, num_warps=4, grid=(1,))
kernel._init_handles()
of_registers = properties["max_num_regs"] // (kernel.n_regs * properties["warpSize"] * 4)
of_shared = properties["max_shared_mem"] // kernel.metadata.shared
programs = min(properties["multiprocessor_count"] * min(of_registers, of_shared), 24)
kernel[(programs, 1, 1)](out, x, x.stride(0), out.stride(0), a.shape[0], a.shape[1], 512, 2)
e = np.exp(a - a.max(axis=1, keepdims=True))
np.testing.assert_allclose(out.numpy(), e / e.sum(axis=1, keepdims=True), rtol=2e-6)
print("softmax: right")
