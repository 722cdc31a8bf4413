#!/bin/bash
# header.sh FOLDER: where cuda_occupancy.h is. Of the CUDA Toolkit, where there is one; else NVIDIA's own package on PyPI, of which that
# one file is put into FOLDER. Prints the folder that has it, or nothing: then the test that needs it reports that.
set -u
for folder in "${CUDA_PATH:-/usr/local/cuda}/include" /usr/local/cuda/include "$1"; do
  [ -e "$folder/cuda_occupancy.h" ] && { echo "$folder"; exit 0; }
done
wheel=nvidia_cuda_runtime-13.0.96-py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.whl
sum=7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
python3 -m pip download --quiet --no-deps --disable-pip-version-check --only-binary :all: --platform manylinux_2_17_x86_64 \
  --dest "$work" nvidia-cuda-runtime==13.0.96 > /dev/null 2>&1 || exit 0
(cd "$work" && echo "$sum  $wheel" | sha256sum --quiet --check) > /dev/null 2>&1 || exit 0
mkdir -p "$1" && python3 - "$work/$wheel" "$1" << 'PYTHON' && echo "$1"
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    name = next(n for n in wheel.namelist() if n.endswith("/cuda_occupancy.h"))
    open(sys.argv[2] + "/cuda_occupancy.h", "wb").write(wheel.read(name))
PYTHON
