"""The package for Python: arrays in and out of CUDA text, PTX, files, Numba, CuPy and Triton; what is asked of a run; notebooks; what is refused.

    package.py      with PYTHONPATH of the package, WARPSTAGE_PROGRAMS of the programs; cases whose library is not there are skipped
"""
import html
import importlib.util
import os
import pathlib
import stat
import tempfile
import types
import unittest

import numpy as np

import warpstage
from warpstage import _magic

SCALE = """
__global__ void scale (const float *in, float *out, float factor, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = factor * in[i];
}
"""
RACE = "__global__ void race (int *sums)\n{\n  __shared__ int s[64];\n  s[threadIdx.x] = 1;\n  sums[threadIdx.x] = s[63 - threadIdx.x];\n}\n"
TWO = "__global__ void one (int *a) { a[0] = 1; }\n__global__ void two (int *a) { a[0] = 2; }\n"
MAIN = """
#include <cstdio>
__global__ void fill (int *a) { a[threadIdx.x] = 7; }
int main ()
{
  int *a, b[32];
  cudaMalloc (&a, sizeof b);
  fill<<<1, 32>>> (a);
  cudaMemcpy (b, a, sizeof b, cudaMemcpyDeviceToHost);
  printf ("main saw %d\\n", b[31]);
}
"""
PTX = """.version 7.0
.target sm_75
.address_size 64
.visible .entry twice (.param .u64 p, .param .u32 n)
{
  .reg .pred %q;
  .reg .b32 %r<4>;
  .reg .f32 %f<3>;
  .reg .b64 %d<4>;
  ld.param.u64 %d1, [p];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  setp.ge.u32 %q, %r2, %r1;
  @%q bra done;
  cvta.to.global.u64 %d2, %d1;
  mul.wide.u32 %d3, %r2, 4;
  add.s64 %d2, %d2, %d3;
  ld.global.f32 %f1, [%d2];
  add.f32 %f2, %f1, %f1;
  st.global.f32 [%d2], %f2;
done:
  ret;
}
"""
has = {name: importlib.util.find_spec(name) is not None for name in ("numba", "triton", "IPython")}


class Arrays(unittest.TestCase):
    def test_text(self):
        x = np.linspace(-3, 3, 200, dtype="f4")
        y = np.full(256, 7, "f4")
        run = warpstage.run(SCALE, "scale", x, y, 1 / 3, 200, grid=(2, 1), block=128)
        self.assertTrue(np.array_equal(run.outputs["out"], np.concatenate([np.float32(1 / 3) * x, y[200:]])))
        self.assertTrue((y == 7).all(), "an argument is changed")
        self.assertEqual(list(run.outputs), ["out"])
        self.assertEqual(run.device, "vm:h200")
        self.assertEqual(run.findings, [])
        self.assertEqual(run.launches[0]["blocks"], 2)
        self.assertGreater(run.metrics["warp-execution-efficiency"], 50)
        self.assertTrue(all({"cause", "share", "factor"} <= set(cause) for cause in run.causes))
        self.assertEqual([stage["stage"] for stage in run.stages], list(range(len(run.stages))))
        self.assertEqual(run.stages[0]["title"], "store")

    def test_types(self):
        kinds = {"unsigned char": "u1", "short": "i2", "int": "i4", "unsigned long long": "u8", "double": "f8", "float": "f4"}
        for kind, dtype in kinds.items():
            with self.subTest(kind=kind):
                value = np.array([np.iinfo(dtype).max if dtype[0] in "iu" else np.pi, 3], dtype)
                source = f"__global__ void swap ({kind} *a)\n{{\n  {kind} b = a[0];\n  a[0] = a[1];\n  a[1] = b;\n}}\n"
                run = warpstage.run(source, None, value, grid=1, block=1)
                self.assertTrue(np.array_equal(run.outputs["a"], value[::-1]))
                self.assertEqual(run.outputs["a"].dtype, value.dtype)

    def test_shapes(self):
        source = "__global__ void turn (const float4 *in, float4 *out, int n)\n{\n  out[threadIdx.x] = in[n - 1 - threadIdx.x];\n}\n"
        x = np.arange(32, dtype="f4").reshape(8, 4)
        run = warpstage.run(source, None, x, np.zeros_like(x), 8, grid=1, block=8)
        self.assertTrue(np.array_equal(run.outputs["out"], x[::-1]))
        strided = np.arange(64, dtype="f4")[::2]
        run = warpstage.run(SCALE, None, strided, np.zeros(32, "f4"), 1.0, 32, grid=1, block=32)
        self.assertTrue(np.array_equal(run.outputs["out"], strided))

    def test_ptx_and_files(self):
        x = np.arange(20, dtype="f4")
        run = warpstage.run(PTX, "twice", x, 20, grid=1, block=32)
        self.assertTrue(np.array_equal(next(iter(run.outputs.values())), 2 * x))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "own kernel.cu")
            path.write_text(SCALE)
            run = warpstage.run(path, None, x, np.zeros(20, "f4"), 2.0, 20, grid=1, block=32)
            self.assertTrue(np.array_equal(run.outputs["out"], 2 * x))
            self.assertEqual(os.listdir(folder), ["own kernel.cu"])

    def test_catalogue(self):
        run = warpstage.run("reduce2", device="vm:k40c")
        self.assertEqual(run.device, "vm:k40c")
        self.assertTrue(run.json["correct"])

    def test_main(self):
        run = warpstage.run(MAIN)
        self.assertIn("main saw 7", run.printed)


class Asking(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = warpstage.run(SCALE, None, np.ones(64, "f4"), np.zeros(64, "f4"), 2.0, 64, grid=1, block=64)

    def test_pictures(self):
        self.assertTrue(self.result.picture("tree", stage=0).data.startswith(b"\x89PNG"))
        self.assertIn(b"<svg", self.result.picture("lanes", format="svg", theme="dark").data)
        with self.assertRaises(ValueError):
            self.result.picture(format="exe")
        with self.assertRaises(warpstage.Error):
            self.result.picture("no-such-view")

    def test_page(self):
        shown = self.result._repr_html_()
        self.assertTrue(shown.startswith('<iframe srcdoc="'))
        self.assertEqual(shown.count("<"), 2, "something of the page is outside of its frame")
        self.assertIn('sandbox="allow-scripts"', shown)
        self.assertIn("<!doctype html", html.unescape(shown).lower())

    def test_save(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "kept.wsrun")
            self.result.save(path)
            self.assertTrue(path.read_bytes().startswith(b"WSRUN"))

    def test_findings(self):
        run = warpstage.run(RACE, None, np.zeros(64, "i4"), grid=1, block=64)
        self.assertIn("race", {finding["kind"] for finding in run.findings})
        self.assertEqual(run.findings[0]["line"], 5)

    def test_folder(self):
        folder = self.result._folder.name
        self.assertEqual(stat.S_IMODE(os.stat(folder).st_mode), 0o700)

    def test_lesson(self):
        self.assertIn("<html", warpstage.lesson("bank-conflicts").text)
        with self.assertRaises(warpstage.Error):
            warpstage.lesson("no-such-lesson")


class Refusing(unittest.TestCase):
    def expect(self, error, words, *arguments, **named):
        with self.assertRaisesRegex(error, words):
            warpstage.run(*arguments, **named)

    def test_arguments(self):
        x, y = np.ones(4, "f4"), np.zeros(4, "f4")
        self.expect(TypeError, "in: the kernel has float \\*, the array is of float64", SCALE, None, x.astype("f8"), y, 1.0, 4)
        self.expect(TypeError, "has 4 parameters \\(in, out, factor, n\\), and 2", SCALE, None, x, y)
        self.expect(TypeError, "n: the kernel wants a number", SCALE, None, x, y, 1.0, x)
        self.expect(TypeError, "in: a NumPy array is wanted", SCALE, None, 1, y, 1.0, 4)
        self.expect(TypeError, "n: a number or a NumPy array", SCALE, None, x, y, 1.0, "4; rm -rf /")
        self.expect(TypeError, "of one element at least", SCALE, None, x[:0], y, 1.0, 4)
        self.expect(TypeError, "of numbers", SCALE, None, x.astype(object), y, 1.0, 4)
        self.expect(ValueError, "grid is a number or up to three", SCALE, None, x, y, 1.0, 4, grid=(1, 2, 3, 4))
        self.expect(ValueError, "block is a number", SCALE, None, x, y, 1.0, 4, block="32 --save x")
        self.expect(ValueError, "more than", SCALE, None, np.broadcast_to(np.float32(0), 1 << 29), y, 1.0, 4)

    def test_sources(self):
        self.expect(warpstage.Error, 'identifier "b" is undefined', "__global__ void f (int *a) { a[0] = b; }")
        self.expect(warpstage.Error, "no kernel", SCALE, "other; --save", 1)
        self.expect((ValueError, warpstage.Error), "several|which|none of them|kernel", TWO, None, np.zeros(1, "i4"))
        self.expect(FileNotFoundError, "no file", "absent.cu")
        self.expect(ValueError, "A source is", pathlib.Path(__file__))
        self.expect(TypeError, "takes no arguments", "reduce1", None, 1)
        self.expect(warpstage.Error, "voodoo", "reduce1", device="vm:voodoo")

    def test_no_compiler(self):
        before = os.environ.get("WARPSTAGE_COMPILER")
        os.environ["WARPSTAGE_COMPILER"] = "/nowhere"
        try:
            self.expect(warpstage.Error, r"pip install 'warpstage\[compiler\]'", SCALE)
        finally:
            os.environ.pop("WARPSTAGE_COMPILER")
            if before is not None:
                os.environ["WARPSTAGE_COMPILER"] = before


class Libraries(unittest.TestCase):
    def test_cupy(self):
        kernel = types.SimpleNamespace(code='extern "C" __global__ void add (const float *x, float *y) { y[threadIdx.x] = x[threadIdx.x] + BY; }',
                                       name="add", options=("-DBY=3", "--std=c++14"))
        x = np.arange(32, dtype="f4")
        run = warpstage.cupy(kernel)((1,), (32,), (x, np.zeros(32, "f4")))
        self.assertTrue(np.array_equal(run.outputs["y"], x + 3))
        kernel.options = ("--use_fast_math",)
        with self.assertRaisesRegex(ValueError, "--use_fast_math"):
            warpstage.cupy(kernel)

    @unittest.skipUnless(has["numba"], "there is no Numba")
    def test_numba(self):
        from numba import cuda

        @cuda.jit
        def add(x, y, out, factor):
            i, j = cuda.grid(2)
            if i < out.shape[0] and j < out.shape[1]:
                out[i, j] = x[i, j] + factor * y[j]

        x, y = np.arange(35, dtype="f4").reshape(5, 7), np.arange(7, dtype="f8")
        run = warpstage.numba(add)[(1, 1), (8, 8)](x, y, np.zeros((5, 7)), 3)
        self.assertTrue(np.array_equal(run.outputs["out"], x + 3 * y))
        self.assertIn("out[i, j] = x[i, j] + factor * y[j]", {row["source"].strip() for row in run._export("code")})
        with self.assertRaisesRegex(TypeError, "Give grid and block"):
            warpstage.numba(add)[1]

    @unittest.skipUnless(has["triton"], "there is no Triton")
    def test_triton(self):
        import triton
        import triton_kernels_of_test as kernels

        x, y = np.arange(300, dtype="f4"), np.ones(300, "f4")
        run = warpstage.triton(kernels.add)[lambda meta: triton.cdiv(300, meta["BLOCK"])](x, y, np.zeros(300, "f4"), 300, BLOCK=128)
        self.assertTrue(np.array_equal(run.outputs["out"], x + y))
        self.assertEqual(run.launches[0]["blocks"], 3)
        self.assertIn("triton_kernels_of_test.py", {cause.get("file") for cause in run.causes})
        self.assertIsNone(triton.runtime.driver._active, "Triton's own driver is not put back")


class Notebooks(unittest.TestCase):
    def test_magic(self):
        names = {"x": np.ones(40, "f4"), "y": np.zeros(40, "f4")}
        run = _magic.run_magic("--grid 2 --block 32 x y -2.5 40", SCALE, names)
        self.assertTrue((run.outputs["out"] == -2.5).all())
        self.assertIn("main saw 7", _magic.run_magic("", MAIN, {}).printed)
        self.assertIn("<html", _magic.run_magic("lesson bank-conflicts", None, {}).text)
        for line in ("x y __import__('os') 4", "--frobnicate", "--grid a"):
            with self.assertRaises((ValueError, NameError)):
                _magic.run_magic(line, SCALE, names)
        with self.assertRaises(ValueError):
            _magic.run_magic("", None, {})


if __name__ == "__main__":
    unittest.main(verbosity=2)
