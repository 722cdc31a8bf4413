#!/bin/bash
# wheel.sh [FOLDER]: makes the wheel of app/python and tries it as a newcomer would: from the file, in an empty virtual environment of a bare
# Debian 12, made by debootstrap, that has Python and neither GLib nor X nor fonts. There it draws, runs arrays through a kernel and runs
# app/python/example.ipynb. FOLDER (the tests' cache) keeps the bare system, cairo and NVIDIA's and NumPy's wheels. Needs root, debootstrap
# and mounts of its own; skipped (77) without. After nowindow.sh, which compiles the same for ccache, it takes two minutes, and with FOLDER
# filled one.
set -euo pipefail
# shellcheck source=app/prepare.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../app/prepare.sh"
# shellcheck source=tests/builds.sh
. "$root/tests/builds.sh"

cache=$(realpath -m "${1:-$tests_cache}")
base=$cache/wheel-bare
others=$cache/wheel-others
if [ "$(id -u)" != 0 ] || ! command -v debootstrap > /dev/null || ! unshare --mount --pid --net --fork true 2> /dev/null; then
  say "skipped: the wheel: there is no debootstrap, or no right to use it"
  exit 77
fi
mirror=http://deb.debian.org/debian
if [ ! -d "$base" ] && ! is_reachable "$mirror/dists/bookworm/Release"; then
  say "skipped: the wheel: $mirror does not answer"
  exit 77
fi
work=$(mktemp -d -p "$(mkdir -p "$cache" && echo "$cache")"); trap 'wait; rm -rf --one-file-system "$work"' EXIT

make_base () {
  [ ! -d "$base" ] || return 0
  rm -rf "$base.part"
  debootstrap --variant=minbase --include=python3,python3-venv bookworm "$base.part" "$mirror" > "$work/base-log" 2>&1 \
    && mv "$base.part" "$base"
}

# it waits for the network and the disk while the wheel is compiled
make_base & making=$!
"$root/app/python/wheel.sh" "$work/wheel" 2> "$work/log" || { tail -n 40 "$work/log"; exit 1; }
mkdir -p "$others"
python3 -m pip download --quiet --disable-pip-version-check --only-binary :all: --python-version 3.11 -d "$others" --find-links "$others" \
  "$(echo "$work"/wheel/*.whl)[compiler]" nbconvert ipykernel
rm -f "$others"/warpstage-*.whl
wait "$making" || { tail "$work/base-log"; exit 1; }

cp -a "$base" "$work/run"
mkdir "$work/run/root/files"
cp "$work"/wheel/*.whl "$root/app/python/example.ipynb" "$work/run/root/files"
mkdir "$work/run/root/others"
cp -l "$others"/*.whl "$work/run/root/others"
cat > "$work/run/root/try.sh" << 'TRY'
set -eu
! ls /usr/lib/x86_64-linux-gnu | grep -E 'lib(glib|gio|X11|xcb|cairo|pango|fontconfig)' || { echo "this system is not bare"; exit 1; }
[ ! -e /usr/share/fonts ]
cd /root/files
python3 -m venv /root/own
pip="/root/own/bin/pip install --quiet --disable-pip-version-check --no-index --find-links /root/others"
$pip ./warpstage-*.whl
PATH=/root/own/bin:$PATH
programs=$(python -c 'import warpstage, os; print (os.path.dirname (warpstage.__file__))')
# every library of the wheel's is found, in the wheel or in glibc
find "$programs" "$programs/../warpstage.libs" -type f \( -path '*/bin/*' -o -name '*.so*' \) | while read -r file; do
  ! ldd "$file" 2> /dev/null | grep 'not found' || { echo "$file"; exit 1; }
  ldd "$file" 2> /dev/null | grep -E '=> /(usr/)?lib' | grep -vE 'lib(c|m|dl|rt|pthread|resolv)\.so' && { echo "$file: of the system's"; exit 1; } || true
done
warpstage-cli export tree --kernel reduce3 --theme light -o /root/tree.png
python - << 'PYTHON'
import warpstage
picture = warpstage.run ("reduce1").picture ("lanes", format="svg").data
assert b"<svg" in picture and picture.count (b'id="glyph') > 20, "no font was found"
try:
    warpstage.run ("__global__ void f (int *a) { a[0] = 1; }")
    raise SystemExit ("it compiles without a compiler")
except warpstage.Error as error:
    assert "pip install 'warpstage[compiler]'" in str (error), error
PYTHON
$pip 'warpstage[compiler]' nbconvert ipykernel --find-links .
python - << 'PYTHON'
import numpy, warpstage
x = numpy.arange (100, dtype="f4")
run = warpstage.run ("__global__ void twice (float *a, int n)\n{\n  if (threadIdx.x < n)\n    a[threadIdx.x] *= 2;\n}\n", None, x, 100, grid=1, block=128)
assert (run.outputs["a"] == 2 * x).all () and not run.findings
half = warpstage.run ("#include <cuda_fp16.h>\n__global__ void half_of (__half *a)\n{\n  a[threadIdx.x] = __hmul (a[threadIdx.x], __float2half (.5f));\n}\n",
                      None, numpy.full (32, 3, "f2"), grid=1, block=32)
assert (half.outputs["a"] == 1.5).all ()
PYTHON
# the driver's two names are one library
cat > /root/two.py << 'PYTHON'
import ctypes
driver, runtime = ctypes.CDLL ("libcuda.so.1"), ctypes.CDLL ("libcudart.so.13")
device, pointer = ctypes.c_int (), ctypes.c_void_p ()
assert driver.cuInit (0) == 0 and driver.cuDeviceGet (ctypes.byref (device), 0) == 0
assert ctypes.cast (driver.cudaMalloc, ctypes.c_void_p).value == ctypes.cast (runtime.cudaMalloc, ctypes.c_void_p).value
print ("one library")
PYTHON
warpstage-cli python /root/two.py 2>&1 | grep -q 'one library' || { echo "libcuda.so.1 is another library"; exit 1; }
jupyter nbconvert --log-level WARN --to html --execute example.ipynb --output-dir /root 2> /root/log || { tail -n 30 /root/log; exit 1; }
grep -q 'srcdoc=' /root/example.html
TRY
settings=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8)
# A separate mount namespace: mounts disappear with it. Without a network: everything comes from files.
# shellcheck disable=SC2016 # the inner shell expands it
unshare --mount --pid --net --fork bash -euc '
  run=$1; shift
  mount --make-rprivate /
  mount --rbind /dev "$run/dev"
  mount -t proc proc "$run/proc"
  ip link set lo up 2> /dev/null || true
  exec chroot "$run" env -i "$@"
' bash "$work/run" "${settings[@]}" bash /root/try.sh < /dev/null
cp "$work/run/root/tree.png" "$cache/wheel-tree.png"
say "the wheel draws and runs in a bare system; $cache/wheel-tree.png is its picture"
