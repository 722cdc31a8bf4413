"""Triton: matrix multiplication by blocks on tensor cores, tuned and in the order of its third tutorial, held against NumPy."""
import numpy as np
import triton
import triton.language as tl
import warpstage_triton as ws


@triton.autotune(configs=[triton.Config({"BM": 32, "BN": 64, "BK": 32, "GROUP": 2}, num_warps=4, num_stages=3),
                          triton.Config({"BM": 16, "BN": 32, "BK": 32, "GROUP": 2}, num_warps=2, num_stages=2)], key=["M", "N", "K"])
@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
                  BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(axis=0)
    n_m, n_n = tl.cdiv(M, BM), tl.cdiv(N, BN)
    in_group = GROUP * n_n
    first = (pid // in_group) * GROUP
    rows = min(n_m - first, GROUP)
    pid_m = first + ((pid % in_group) % rows)
    pid_n = (pid % in_group) // rows
    offs_m = (pid_m * BM + tl.arange(0, BM)) % M
    offs_n = (pid_n * BN + tl.arange(0, BN)) % N
    offs_k = tl.arange(0, BK)
    a_ptrs = a_ptr + offs_m[:, None] * stride_am + offs_k[None, :] * stride_ak
    b_ptrs = b_ptr + offs_k[:, None] * stride_bk + offs_n[None, :] * stride_bn
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        a = tl.load(a_ptrs, mask=offs_k[None, :] < K - k * BK, other=0.0)
        b = tl.load(b_ptrs, mask=offs_k[:, None] < K - k * BK, other=0.0)
        acc = tl.dot(a, b, acc)
        a_ptrs += BK * stride_ak
        b_ptrs += BK * stride_bk
    c = acc.to(tl.float16)
    cm = pid_m * BM + tl.arange(0, BM)
    cn = pid_n * BN + tl.arange(0, BN)
    tl.store(c_ptr + cm[:, None] * stride_cm + cn[None, :] * stride_cn, c, mask=(cm[:, None] < M) & (cn[None, :] < N))


rng = np.random.default_rng(3)
M, N, K = 96, 112, 80
a = rng.standard_normal((M, K)).astype(np.float16)
b = rng.standard_normal((K, N)).astype(np.float16)
x, y = ws.tensor(a), ws.tensor(b)
out = ws.empty((M, N), np.float16)


def grid(meta):
    return (triton.cdiv(M, meta["BM"]) * triton.cdiv(N, meta["BN"]),)


matmul_kernel[grid](x, y, out, M, N, K, *x.stride(), *y.stride(), *out.stride())
np.testing.assert_allclose(out.numpy().astype(np.float32), a.astype(np.float32) @ b.astype(np.float32), rtol=2e-3, atol=2e-2)
print("matmul: right")
