#!/bin/bash
# python.sh BIN: runs each script of numba/ and triton/ by "warpstage-cli python", for real: the script holds its results against NumPy, and
# the history that comes back, the launch that is recorded and the sanitizer are held against what the script does. Skipped (77) where
# tests/run.sh has fetched no Numba and Triton: see find_python in tests/builds.sh.
set -u
bin=$1
here=$(cd "$(dirname "$0")" && pwd)
python=${WARPSTAGE_TEST_PYTHON:-}
[ -n "$python" ] || { echo "skipped: there is no Numba and no Triton; tests/run.sh fetches them"; exit 77; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
export VIRTUAL_ENV=$python WARPSTAGE_WORKER=$bin/warpstage-worker TRITON_CACHE_DIR=$work/triton PYTHONDONTWRITEBYTECODE=1
unset PYTHONPATH LD_LIBRARY_PATH
status=0
fail () { echo "$1: $2"; status=1; }

# says NAME FILE PATTERN…: whether FILE has a line that matches each.
says () {
  local name=$1 file=$2 pattern
  shift 2
  for pattern in "$@"; do
    grep -qE -e "$pattern" "$file" || { fail "$name" "does not say “$pattern”:"; head -n 40 "$file"; }
  done
}

# run SCRIPT LAUNCH LINE BUFFER PATTERN…: runs it, records one of its launches, and looks at that again from its file, where LINE is of the
# source and BUFFER is what its kernel reaches.
run () {
  local name=$1 launch=$2 line=$3 buffer=$4 saved
  saved=$work/$(basename "$name" .py).wsrun
  shift 4
  timeout 300 "$bin/warpstage-cli" python --launch "$launch" --save "$saved" "$here/$name" > "$work/out" 2>&1 \
    || { fail "$name" "ends with status $?:"; tail -n 40 "$work/out"; return; }
  says "$name" "$work/out" ': right$' '^The program ended with status 0' "$@"
  timeout 300 "$bin/warpstage-cli" why "$saved" > "$work/out" 2>&1 || { fail "$name" "is not explained:"; cat "$work/out"; }
  says "$name" "$work/out" "^$(basename "$name"): .*, launch"
  timeout 300 "$bin/warpstage-cli" export code --run "$saved" -o "$work/code.json" || fail "$name" "cannot be opened"
  grep -F -e "$line" "$work/code.json" | grep -q '"warp_instructions": [1-9]' || fail "$name" "has executed nothing of “$line”"
  timeout 300 "$bin/warpstage-cli" export memory --run "$saved" -o "$work/memory.json"
  grep -qF "\"first\": \"$buffer[" "$work/memory.json" || fail "$name" "does not reach $buffer"
  echo "$name: done"
}

run numba/vector_add.py 1 'out[i] = x[i] + y[i]' y 'launch 1: add<<<24, 128>>>' 'cuMemcpyDtoH: 11.7.*KiB, device to host'
run numba/matmul.py 1 'total += tile_a[ty, i] * tile_b[i, tx]' b 'launch 1: matmul<<<\(3, 5\), \(16, 16\)>>>'
run numba/histogram.py 2 'cuda.atomic.max(found, 0, values[i])' values 'launch 2: extremes<<<4, 128>>>'
run numba/reduction.py 1 'value += cuda.shfl_down_sync(0xffffffff, value, offset)' values 'sum_of_blocks<<<6, 128>>>'
run numba/streams.py 4 'values[i] *= factor' values 'launch 4: scale<<<8, 128>>>' 'cuEventRecord' 'cuMemHostAlloc: 400 bytes'
run triton/vector_add.py 1 'tl.store(out_ptr + offsets, x + y, mask=mask)' out_ptr 'launch 1: add_kernel<<<10, 128>>>'
run triton/softmax.py 1 'numerator = tl.exp(values - tl.max(values, axis=0))' in_ptr 'softmax_kernel<<<24, 128>>>'
run triton/matmul.py 5 'acc = tl.dot(a, b, acc)' b_ptr 'launch 1: matmul_kernel<<<6, 128>>>' 'launch 3: matmul_kernel<<<24, 64>>>' 'launch 5: matmul_kernel'

timeout 300 "$bin/warpstage-cli" check -- "$python/bin/python" "$here/numba/matmul.py" > "$work/out" 2>&1 || fail check "ends with status $?"
says check "$work/out" '^matmul.py: matmul, launch 1: no race, no uninitialised read, no out-of-bounds access'
timeout 300 "$bin/warpstage-cli" python "$here/race.py" > "$work/out" 2>&1 || fail race.py "does not run"
timeout 300 "$bin/warpstage-cli" check -- "$python/bin/python" "$here/race.py" > "$work/out" 2>&1
[ $? = 1 ] || fail race.py "has no race"
says race.py "$work/out" 'race' 'race.py:9'

# the user's own sitecustomize is loaded, too
mkdir "$work/own"
echo 'print ("own sitecustomize")' > "$work/own/sitecustomize.py"
PYTHONPATH=$work/own "$bin/warpstage-cli" python "$here/refused.py" fail > "$work/out" 2>&1
says sitecustomize "$work/out" '^own sitecustomize$'

# what is refused is named, and a failing script is reported
"$bin/warpstage-cli" python "$here/refused.py" > "$work/out" 2>&1
says refused.py "$work/out" '^CUDA_ERROR_NOT_SUPPORTED$' 'cuIpcGetMemHandle: the virtual GPU is of this process alone'
"$bin/warpstage-cli" python "$here/refused.py" fail > "$work/out" 2>&1
[ $? = 1 ] || fail refused.py "does not fail"
says refused.py "$work/out" '^The program ended with status 3' 'launched no kernel'
exit $status
