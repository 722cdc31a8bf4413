#!/bin/bash
# Every command of warpstage-cli, its errors for bad input, and its exit status: test-cli.sh FOLDER-OF-PROGRAMS
set -u
cli=$1/warpstage-cli
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
failed=0

# expect STATUS TEXT COMMAND...: the command ends with STATUS and says TEXT (on stdout, or for errors on stderr)
expect () {
  local status=$1 text=$2 got; shift 2
  "$@" >"$work/out" 2>"$work/err"; got=$?
  if [ $got -ne "$status" ] || { [ -n "$text" ] && ! cat "$work/out" "$work/err" | grep -qF -- "$text"; }; then
    echo "not ok: $* gave $got, expected $status and “$text”:"; cat "$work/out" "$work/err"; failed=1
  else echo "ok: $*"; fi
  # an error is one sentence, on stderr
  if [ "$status" -eq 1 ] && [ "$(wc -l <"$work/err")" -ne 1 ]; then echo "not ok: not one line"; cat "$work/err"; failed=1; fi
}

# found TEXT COMMAND...: the command exits with 1, as it found something, and prints TEXT on stdout only
found () {
  local text=$1; shift
  if "$@" >"$work/out" 2>"$work/err" || [ $? -ne 1 ] || [ -s "$work/err" ] || ! grep -qF -- "$text" "$work/out"; then
    echo "not ok: $* does not find “$text”:"; cat "$work/out" "$work/err"; failed=1
  else echo "ok: $*"; fi
}

expect 0 "vm:h200" "$cli" devices
expect 0 "vm:g80" "$cli" devices
expect 0 "cuda:0" "$cli" devices
expect 0 '"times" : "modelled"' "$cli" devices --json
expect 2 "frobnicate" "$cli" devices --frobnicate
# a twin: a spec file is a device, named by its path or from the user's folder; what is wrong with one is said
expect 2 "Where to: -o F.ini." "$cli" calibrate --device vm:k40c
expect 2 "Where to: -o F.ini." "$cli" calibrate --device vm:k40c -o "$work/twin.txt"
expect 1 "Unknown virtual GPU “vm:voodoo”" "$cli" calibrate --device vm:voodoo -o "$work/twin.ini"
expect 0 "is a twin of the NVIDIA Tesla K40c" "$cli" calibrate --device vm:k40c --no-check -o "$work/twin.ini"
expect 0 "on Virtual NVIDIA Tesla K40c" "$cli" run reduce3 --n 1000 --device "vm:$work/twin.ini"
expect 0 "modelled" "$cli" time reduce1 "--device=vm:$work/twin.ini" -n 1000 --repeat 3
expect 1 "Spec “$work/absent.ini”" "$cli" run reduce3 --device "vm:$work/absent.ini"
sed 's/^arithmetic=.*/arithmetic=0/' "$work/twin.ini" > "$work/wrong.ini"
expect 1 "[timing] arithmetic: “0” is not an integer from 1 to 1000" "$cli" run reduce3 --device "vm:$work/wrong.ini"
mkdir -p "$work/data/warpstage/specs"; cp "$work/twin.ini" "$work/wrong.ini" "$work/data/warpstage/specs"
expect 0 "Virtual NVIDIA Tesla K40c (twin)" env XDG_DATA_HOME="$work/data" "$cli" devices
expect 0 "Spec “wrong”: [timing] arithmetic" env XDG_DATA_HOME="$work/data" "$cli" devices
expect 0 "on Virtual NVIDIA Tesla K40c" env XDG_DATA_HOME="$work/data" "$cli" run reduce3 --n 1000 --device vm:twin
expect 0 "24 cycles × 8 operations per cycle = 192 operations" "$cli" latency
expect 0 '"operations_per_sm" : 192' "$cli" latency --json
expect 2 "takes no arguments" "$cli" latency h200
expect 0 "Remedy: Transpose 3: a padded tile (transpose_padded)" "$cli" why transpose_shared --n 1024 --device vm:k40c
expect 0 "32.0 passes per access" "$cli" why transpose_shared --n 1024 --device vm:k40c
expect 0 '"cause" : "divergence"' "$cli" why reduce1 --device vm:g80 --json
expect 0 '"cause" : "divergence"' "$cli" run reduce1 --device vm:g80 --json
expect 0 "No bottleneck" "$cli" why reduce10 --n 2^24 --block 512 --device vm:h200 --max-grid 1024
expect 1 "no launch 9" "$cli" why reduce1 --launch 9 --device vm:g80
expect 2 "from 1" "$cli" why reduce1 --launch 0
expect 2 "No kernel given" "$cli" why
expect 0 "reduce7" "$cli" kernels
expect 2 "--json is for a source" "$cli" kernels reduce1 --json
expect 2 "do not go together" "$cli" run reduce1 --both --buffers "$work/buffers"
expect 0 "reduce1" "$cli" run reduce1 -n 100 --buffers "$work/of-catalogue"
expect 1 "/dev/null/x" "$cli" run reduce1 -n 100 --buffers /dev/null/x
# an error of a source is said once; skipped where NVIDIA's compiler is not there
if "$cli" compiler 2>&1 | grep -q '^NVRTC'; then
  printf '__global__ void k (int *p)\n{\n  p[0] = 1\n}\n' > "$work/wrong.cu"
  # the line, and a caret under the column
  "$cli" run "$work/wrong.cu" 2>"$work/err" && { echo "not ok: what does not compile runs"; failed=1; }
  if [ "$(cat "$work/err")" != "$(printf 'warpstage-cli: wrong.cu:4:1: error: expected a ";"\n}\n^')" ]; then
    echo "not ok: no caret below an error of the compiler:"; cat "$work/err"; failed=1
  fi
  # tabs stay; of several errors each has its own
  printf '__global__ void k (int *p)\n{\n\tp[0] = none;\n\tp[1] = other;\n}\n' > "$work/wrong.cu"
  "$cli" run "$work/wrong.cu" 2>"$work/err"
  if [ "$(tail -n 3 "$work/err")" != "$(printf '%s\n\tp[0] = none;\n\t       ^' \
         'warpstage-cli: wrong.cu:3:9: error: identifier "none" is undefined (and 1 more error)')" ] \
     || [ "$(grep -c '^	       ^$' "$work/err")" != 3 ]; then
    echo "not ok: no caret below each of two errors, and below the first again:"; cat "$work/err"; failed=1
  fi
  # what host code hands on and nothing here knows is said, unless it is given
  printf 'struct P { int a; float b; };\n__global__ void k (float *o, P p) { o[0] = p.a + p.b; }
int main () { float *o; cudaMalloc (&o, 4); P p = read (); k<<<1, 1>>> (o, p); }\n' > "$work/held.cu"
  expect 0 'Line 3: the value of “p” in “k” was not understood (its fields are not known), and 64, 1 is used' "$cli" run "$work/held.cu" --no-main
  expect 0 'correct' "$cli" run "$work/held.cu" --arg p=3,0.5 --expect o="constant 3.5"
  # what goes in as bytes and comes out as bytes: of a structure, too, its fields as memory has them
  printf '__global__ void turn (const int2 *in, int2 *out, int n)\n{\n  out[threadIdx.x] = in[n - 1 - threadIdx.x];\n}\n' > "$work/turn.cu"
  printf '\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0' > "$work/in.bin"
  expect 0 "turn" "$cli" run "$work/turn.cu" --arg n=2 --arg in.length=2 --arg out.length=2 --arg in.contents="file $work/in.bin" --grid 1 --block 2 \
    --buffers "$work/buffers"
  printf '\3\0\0\0\4\0\0\0\1\0\0\0\2\0\0\0' | cmp - "$work/buffers/out.bin" || { echo "not ok: --buffers writes something else"; failed=1; }
  [ "$(ls "$work/buffers")" = out.bin ] || { echo "not ok: --buffers writes what is only read"; failed=1; }
  expect 0 '"buffer" : "out"' "$cli" kernels "$work/turn.cu:turn" --json
  # it is compiled for the GPU that runs it: one of 8.0 and later copies asynchronously, and a wait is missing
  printf '#include <cuda_pipeline.h>\n__global__ void twice (const int *in, int *out)\n{\n  __shared__ int tile[32];
  __pipeline_memcpy_async (&tile[threadIdx.x], &in[threadIdx.x], 4);\n  __pipeline_commit ();\n  __syncthreads ();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];\n}\n' > "$work/async.cu"
  for device in "" --device=vm:a100 --device=vm:h200; do
    found "reads tile[1] at async.cu:8" "$cli" check "$work/async.cu" --grid 1 --block 32 --arg in.length=32 --arg out.length=32 $device
  done
  expect 0 "no uninitialised read" "$cli" check "$work/async.cu" --grid 1 --block 32 --arg in.length=32 --arg out.length=32 --device vm:rtx2080ti
  # a source is timed as a kernel of the catalogue is; a result that nothing is known of is not wrong
  expect 0 "turn" "$cli" time "$work/turn.cu" --sizes 2 --grid 1 --block 2
  if grep -q WRONG "$work/out"; then echo "not ok: a result that is not checked is wrong"; failed=1; fi
  expect 0 ",unchecked" "$cli" time "$work/turn.cu" --sizes 2 --grid 1 --block 2 --csv
  expect 1 "WRONG" "$cli" time "$work/held.cu" --arg p=3,0.5 --expect o="constant 9"
  if grep -q understood "$work/err"; then echo "not ok: said of what is given"; failed=1; fi
  # of several kernels that nothing launches, the first
  printf '__global__ void one (int *p) { p[0] = 1; }\n__global__ void two (int *p) { p[0] = 2; }\n' > "$work/two.cu"
  expect 0 "Launch 1: one" "$cli" kernels "$work/two.cu"
  expect 0 "Launch 1: two" "$cli" kernels "$work/two.cu:two"
  expect 1 "choose one of" "$cli" check "$work/two.cu"
fi
# a program is run as it is: its text alone does not say that the buffer has four numbers, and what they are
if "$cli" compiler 2>&1 | grep -q 'nvcc [0-9]' && "$(dirname "$cli")/warpstage-host" --check 2> /dev/null; then
  mkdir "$work/whole"
  printf '#include <cstdio>\n#include <map>\n__global__ void pick (const int *at, int *out) { out[threadIdx.x] = at[at[threadIdx.x]]; }
int main (int argc, char **argv)
{
  std::map<int, int> next = { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 0 } };
  int *at, *out, h[4];
  if (argc > 1)
    return 0;
  for (auto &pair : next)
    h[pair.first] = pair.second;
  cudaMalloc (&at, sizeof h);
  cudaMalloc (&out, sizeof h);
  cudaMemcpy (at, h, sizeof h, cudaMemcpyHostToDevice);
  pick<<<1, 4>>> (at, out);
  cudaMemcpy (h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf ("%%d %%d %%d %%d\\n", h[0], h[1], h[2], h[3]);
}\n' > "$work/whole/pick.cu"
  expect 0 "launch 1: pick<<<1, 4>>>" "$cli" run "$work/whole/pick.cu"
  grep -qx '2 3 0 1' "$work/err" || { echo "not ok: main() did not run:"; cat "$work/err"; failed=1; }
  expect 0 "pick" "$cli" why "$work/whole/pick.cu" --main-launch 1
  expect 0 "pick" "$cli" time "$work/whole/pick.cu"
  sed 's/argc > 1/argc < 2/' "$work/whole/pick.cu" > "$work/whole/none.cu"
  "$cli" run "$work/whole/none.cu" > "$work/out" 2> "$work/err"
  grep -q 'launched no kernel. With --no-main, its launches are read from the source.' "$work/err" \
    || { echo "not ok: nothing is said of a main() without launches:"; cat "$work/err"; failed=1; }
  expect 0 "pick<<<1, 4>>>" "$cli" run "$work/whole/none.cu" --main-args one
  # what the virtual GPU has not of a newer architecture, it has of an older one
  printf '#include <cstdio>\n__global__ void which (int *p)\n{\n#if __CUDA_ARCH__ >= 900
  asm volatile ("cp.async.bulk.prefetch.L2.global [%%0], 16;" :: "l" (p));\n#endif\n#ifdef __CUDA_ARCH__\n  *p = __CUDA_ARCH__;\n#endif\n}
int main ()\n{\n  int *p, h;\n  cudaMalloc (&p, 64);\n  which<<<1, 1>>> (p);\n  cudaMemcpy (&h, p, 4, cudaMemcpyDeviceToHost);
  printf ("compiled for %%d\\n", h);\n}\n' > "$work/whole/which.cu"
  "$cli" run "$work/whole/which.cu" > "$work/out" 2> "$work/err"
  grep -qx 'compiled for 800' "$work/err" || { echo "not ok: no older architecture is tried:"; cat "$work/err"; failed=1; }
  # before a real GPU records a launch, main() runs on a virtual one that is no newer
  WARPSTAGE_WORKER=$(dirname "$cli")/fake-gpu-worker FAKE_GPU_SPEC=rtx3060 "$cli" run "$work/whole/which.cu" > "$work/out" 2> "$work/err"
  grep -qx 'compiled for 860' "$work/err" && grep -q 'measured' "$work/out" || { echo "not ok: it runs for another GPU:"; cat "$work/out" "$work/err"; failed=1; }
  # not where it is said how a kernel runs, or that main() must not
  for option in --no-main --grid=1 --arg=at.contents=zeros; do
    "$cli" run "$work/whole/pick.cu" $option > "$work/out" 2> "$work/err"
    if grep -q 'What it did' "$work/err"; then echo "not ok: main() runs with $option"; failed=1; fi
  done
  "$cli" run "$work/whole/pick.cu:pick" --arg at.contents=zeros --keep > "$work/out" 2> "$work/err"
  "$cli" run "$work/whole/pick.cu" > "$work/out" 2> "$work/err"
  if grep -q 'What it did' "$work/err"; then echo "not ok: main() runs in place of what was kept"; failed=1; fi
  expect 1 '--no-main does not go together with' "$cli" run "$work/whole/pick.cu" --no-main --main-launch 2
  "$cli" check "$work/whole/pick.cu" > "$work/out" 2> "$work/err"
  grep -q -- '--run-main checks a launch of main() itself' "$work/err" || { echo "not ok: check does not say that it reads the source"; failed=1; }
fi
# PTX: the place, the line, and a caret under the column
printf '.version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k ()\n{\n  dance.u32 %%r2;\n}\n' > "$work/unknown.ptx"
"$cli" run "$work/unknown.ptx" 2>"$work/err" && { echo "not ok: an unknown instruction runs"; failed=1; }
if [ "$(tail -n 3 "$work/err")" != "warpstage-cli: unknown.ptx:6:3: error: unknown instruction 'dance.u32' in kernel 'k'
  dance.u32 %r2;
  ^" ]; then echo "not ok: no caret below an unknown instruction:"; cat "$work/err"; failed=1; fi
expect 0 "correct" "$cli" run reduce1 -n 1000
expect 0 "correct" "$cli" run reduce6 --n 33 --block 64 --op max --type float --seed 5
expect 0 "the host combined" "$cli" run reduce2 --n 100 --block 1
expect 0 '"correct" : true' "$cli" run reduce3 --n 1000 --json
expect 0 '"origin" : "modelled"' "$cli" run reduce3 --n 1000 --json
expect 0 "\"date\" : \"$(date -u +%Y-)" "$cli" run reduce3 --n 1000 --json
expect 0 "on Virtual NVIDIA H200, $(date -u +%Y-)" "$cli" run reduce3 --n 1000 --device vm:h200
expect 0 "correct" "$cli" run reduce1 --n 1000 --device vm:g80 --save "$work/run.wsrun"
# a run contains its job: run again on another device, with the job's parameters fixed
expect 0 "sum = 852, host 852: correct" "$cli" run "$work/run.wsrun" --device vm:h200
expect 0 "on Virtual NVIDIA Tesla K40c" "$cli" run "$work/run.wsrun" --device vm:k40c
expect 1 "only be run again on another device" "$cli" run "$work/run.wsrun" --n 5
expect 1 "only be run again on another device" "$cli" run "$work/run.wsrun" --seed 0
expect 1 "cannot be opened" "$cli" run "$work/none.wsrun"
expect 1 "No hardware counters" "$cli" counters "$work/run.wsrun" --device vm:h200
expect 0 "modelled" "$cli" time reduce1 --device vm:h200 -n 1000 --repeat 3
# how far modelled times are off: of kernels of the group, of all, of others' times, unknown, as JSON
off='are on average [0-9]* % off'
such="Modelled times of such kernels $off those measured on an NVIDIA H200."
all="Modelled times $off those measured on an NVIDIA H200, of the kernels compared."
said () { if ! "${@:2}" 2>&1 | grep -q -- "$1"; then echo "not ok: ${*:2} does not say “$1”"; failed=1; fi; }
said "^$such\$" "$cli" time reduce1,reduce2 --device vm:h200 -n 1000 --repeat 1
said "^$all\$" "$cli" time reduce1,scan_exclusive --device vm:h200 -n 1000 --repeat 1
said "^$such\$" "$cli" run reduce1 --device vm:h200 -n 1000
said "^$such\$" "$cli" why reduce1 --device vm:h200 -n 1000
said "off those published for an NVIDIA GeForce 8800 GTX\.\$" "$cli" run reduce3 --device vm:g80 -n 1000
said "have not been compared with a real one\.\$" "$cli" run reduce3 --device vm:v100 -n 1000
said "have not been compared with a real one\.\$" "$cli" time reduce3 --device "vm:$work/twin.ini" -n 1000 --repeat 1
said '"off_percent" : [0-9]' "$cli" run reduce3 --device vm:h200 -n 1000 --json
said '"off_percent" : [0-9]' "$cli" time reduce3 --device vm:h200 -n 1000 --repeat 1 --json
if "$cli" run reduce3 --device vm:v100 -n 1000 --json | grep -q off_percent; then echo "not ok: nobody knows"; failed=1; fi
expect 0 "131072" "$cli" time reduce1,reduce5 --device vm:h200 --sizes 2^16..2^17 --repeat 2
expect 0 "reduce1,1000,128,3," "$cli" time reduce1 --device vm:h200 --sizes 1000,2000 --repeat 3 --csv
expect 0 '"median_ns"' "$cli" time reduce1 --device vm:h200 -n 1000 --repeat 2 --json
expect 1 "Give sizes" "$cli" time reduce1 --device vm:h200 --sizes 5..4
expect 1 "abc" "$cli" time reduce1 --device vm:h200 --sizes abc
expect 1 "real GPU" "$cli" time cub --device vm:h200 -n 1000
expect 2 "No kernel given" "$cli" time
expect 2 "No kernel given" "$cli" time ""
expect 2 "“reduce2” is one too many" "$cli" check reduce1 reduce2
expect 2 "Choose one output format" "$cli" time reduce1 --csv --json
expect 1 "No device “reduce1” was added" "$cli" devices reduce1
expect 2 "or those of one name" "$cli" devices here there
expect 2 "Which command leads there" "$cli" devices --add there
expect 2 "Give one of --add, --remove and --install" "$cli" devices --add there --remove there
# another computer's devices, which are kept: a worker by any command is one
export GSETTINGS_BACKEND=keyfile XDG_CONFIG_HOME=$work/settings
expect 1 "“a/b” cannot be the name of a device" "$cli" devices --add a/b warpstage-worker
expect 1 "The command of there cannot be started on this computer" "$cli" devices --add there nosuchprogram
expect 1 "The worker could not be copied to there: no way" "$cli" devices --install there sh -c 'echo no way >&2; exit 1'
expect 0 "there/vm:h200" "$cli" devices --add there env A=1 "$1/warpstage-worker"
expect 0 "there/  env A=1 $1/warpstage-worker" "$cli" devices
expect 0 "Warpstage" "$cli" devices there
expect 1 "write “there/” for its first GPU" "$cli" run reduce3 --n 1000 --device there
expect 0 '"id" : "there/vm:h200"' "$cli" devices --json there
expect 0 "on Virtual NVIDIA H200 (there)" "$cli" run reduce3 --n 1000 --device there/
expect 0 '"device" : "there/vm:k40c"' "$cli" run reduce3 --n 1000 --device there/vm:k40c --json
expect 0 "us" "$cli" time reduce3 --n 1000 --device there/vm:k40c --repeat 2
expect 0 '"device" : "there/vm:k40c"' "$cli" check reduce3 --n 1000 --device there/vm:k40c --json
expect 0 '"device" : "there/vm:h200"' "$cli" check reduce3 --n 1000 --device there/ --json
expect 2 "only be checked on virtual GPUs" "$cli" check reduce3 --n 1000 --device there/cuda:0
expect 0 "" "$cli" scenario block-sizes --device there/vm:k40c --csv
expect 1 "there has no device “vm:/etc/passwd”" "$cli" run reduce3 --n 1000 --device there/vm:/etc/passwd
expect 1 "Unknown virtual GPU “vm:voodoo”" "$cli" run reduce3 --n 1000 --device there/vm:voodoo
expect 1 "No device “here” was added" "$cli" run reduce3 --n 1000 --device here/cuda:0
expect 0 "" "$cli" devices --remove there
expect 1 "No device “there” was added" "$cli" devices --remove there
unset GSETTINGS_BACKEND XDG_CONFIG_HOME
expect 1 "The seed must be at least 0" "$cli" run reduce1 --seed=-1
expect 1 "The largest grid must be at least 1" "$cli" run reduce7 --max-grid=0
expect 2 "Known are" "$cli" calculator --cc 4294967304.6 --block 256
expect 2 "sample" "$cli" time reduce1 --repeat 0
expect 0 "occupancy 100.0 %: 6 blocks, 48 of 48 warps per SM" "$cli" calculator --cc 8.6 --block 256 --regs 37 --smem 12288
expect 0 "* registers: 37 per thread round up to 40; 6 blocks fit" "$cli" calculator --cc 8.6 --block 256 --regs 37 --smem 12288
expect 0 "next: 3 fewer registers give 6 blocks" "$cli" calculator --cc 8.6 --block 256 --regs 43
expect 0 '"blocks_per_sm" : 6' "$cli" calculator --cc 8.6 --block 256 --regs 37 --smem 12288 --json
# Little's law: 24 cycles x 8 operations on a G80, and what 24 warps have
expect 0 "24 cycles × 8 operations per cycle = 192 in flight per SM; these warps have 768" "$cli" calculator --cc 1.0 --block 256 --regs 10
expect 0 "bytes in flight per SM; these warps have 8192, with one load" "$cli" calculator --cc 3.5 --block 1024
# the names that calculator and block-size had before
expect 0 "occupancy 0.0 %" "$cli" occupancy --cc 8.6 --block 2000
expect 0 "name: calculator" sh -c "'$cli' export occupancy --cc 8.6 --block 256 -o '$work/old.csv' && cat '$work/old.csv'"
expect 0 "name: block-size" sh -c "'$cli' chart occupancy --device vm:k40c -n 4096 -o '$work/old.csv' && cat '$work/old.csv'"
expect 0 "occupancy 0.0 %" "$cli" calculator --cc 8.6 --block 2000
expect 2 "Known are 1.0, 1.1" "$cli" calculator --cc 4.0 --block 256
expect 2 "use --cc" "$cli" calculator --block 256
expect 2 "at least one thread" "$cli" calculator --cc 8.6
expect 2 "A thread of compute capability 8.6 can have at most 255 registers, not 300." "$cli" calculator --cc 8.6 --block 32 --regs 300
expect 2 "A thread of compute capability 2.0 can have at most 63 registers, not 64." "$cli" calculator --cc 2.0 --block 32 --regs 64 --json
expect 0 "63 per thread" "$cli" calculator --cc 2.0 --block 32 --regs 63
expect 2 "-1 registers per thread are not possible" "$cli" calculator --cc 8.6 --block 32 --regs=-1
expect 2 "carve-out" "$cli" calculator --cc 8.6 --block 32 --carveout 101
expect 0 "no race" "$cli" check reduce3 -n 1000 --set order=lanes
expect 0 '"findings" : []' "$cli" check reduce5 -n 1000 --json
found "null pointer" "$cli" check null1
found '"kind" : "out-of-bounds"' "$cli" check late1 --json
expect 0 "holds: result (right)" "$cli" check reduce3 -n 1000 --require result --require "mistakes == 0" --require "bank-conflicts<=0"
# one barrier after the load, and one after each stride of a block of 128
expect 0 "holds: barriers <= 8 (8)" "$cli" check reduce3 -n 1000 --block 128 --require "barriers <= 8"
found "does not hold: barriers <= 7 (8)" "$cli" check reduce3 -n 1000 --block 128 --require "barriers <= 7"
found "does not hold: shared-bank-conflicts < 1" "$cli" check reduce2 -n 100000 --require "shared-bank-conflicts < 1"
found "does not hold: instructions-per-warp > 1e9" "$cli" check reduce2 -n 1000 --require "instructions-per-warp > 1e9" --kernels reduce
expect 0 "(0 of 2 launches checked): no race" "$cli" check null1 --skip null
expect 1 "“reduec” matches the kernel of no launch" "$cli" check reduce3 -n 1000 --kernels reduec
expect 2 "is modelled, and cannot be required" "$cli" check reduce3 --require "duration < 5"
expect 2 "is modelled, and cannot be required" "$cli" check reduce3 --require "l2-hit-rate > 5"
expect 2 "neither a kind of finding nor a metric" "$cli" check reduce3 --require "speed > 5"
expect 2 "is no requirement" "$cli" check reduce3 --require "races"
expect 2 "does not end in a number" "$cli" check reduce3 --require "races == none"
expect 2 "Unknown format" "$cli" check reduce3 --format html
expect 2 "" "$cli" check reduce3 --kernels "("
expect 1 "does not hold: divergent-branches == 1e9" "$cli" run reduce3 -n 1000 --require "result" --require "divergent-branches == 1e9"
expect 0 "" "$cli" run reduce3 -n 1000 --require "result" --require "divergent-branches >= 0"
expect 1 "time, warps or lanes" "$cli" check reduce3 --set order=sideways
expect 2 "virtual GPUs" "$cli" check reduce3 --device cuda:0
expect 2 "No kernel given" "$cli" check
checked=$(dirname "$0")/../check
found "with no barrier in between" "$cli" check "$checked/shared.ptx:no_barrier" --grid 2 --block 64
found "\"kind\" : \"race\"" "$cli" check "$checked/shared.ptx:no_barrier_in_the_loop" --grid 2 --block 64 --json
expect 0 "no race" "$cli" check "$checked/right.ptx:bytes" --grid 2 --block 64
expect 0 "differs between threads" "$cli" check "$checked/conditions.ptx:all_below_n" --grid 1 --block 64
expect 0 "\"remark\" : true" "$cli" check "$checked/conditions.ptx:all_below_n" --grid 1 --block 64 --json
expect 1 "For a kernel of your own use" "$cli" check "$checked/right.ptx:bytes" --set order=warps
expect 1 "No hardware counters" "$cli" counters reduce1 --device vm:h200 -n 1000
expect 2 "from 1" "$cli" counters reduce1 --launch 0
expect 1 "1024" "$cli" run reduce1 --block 2048
expect 1 "power of two" "$cli" run reduce1 --block 100
expect 1 "at least 1" "$cli" run reduce1 --n 0
expect 1 "abc" "$cli" run reduce1 --n abc
expect 1 "nonsuch" "$cli" run nonsuch
expect 1 "vm:nonsuch" "$cli" run reduce1 --device vm:nonsuch
expect 1 "median" "$cli" run reduce1 --op median
expect 0 "correct" "$cli" run vector_add --n 1000 --block 64 --repeats 7 --device vm:k40c
expect 0 '"repeats" : 7' "$cli" run work4 --n 1000 --repeats 7 --json
expect 0 "work2,5000,128,2," "$cli" time work2 --device vm:h200 -n 5000 --repeats 3 --repeat 2 --csv
expect 1 "reduce3 does not repeat its work" "$cli" run reduce3 --repeats 2
expect 0 "correct" "$cli" run readStride --n 1000 --set stride=32
expect 0 "<<<(2, 4), (32, 16)>>>" "$cli" run sumMatrixOnGPU2D --n 4096 --set shape=32x16
expect 0 '"stride" : "4"' "$cli" run readStride --n 1000 --set stride=4 --json
expect 0 "Virtual NVIDIA Tesla K40c" "$cli" run readStride --n 1000 --set stride=4 --device vm:k40c --save "$work/stride.wsrun"
expect 0 '"stride" : "4"' "$cli" run "$work/stride.wsrun" --json
expect 0 "readStride,1000,512,2," "$cli" time readStride --device vm:h200 -n 1000 --set stride=8 --repeat 2 --csv
expect 0 "" "$cli" export lanes --kernel readStride --n 1000 --set stride=4 -o "$work/stride.png"
expect 0 "" "$cli" export lanes --kernel semi_coalesced_access --n 4096 --repeats 2 --set segments=2 --beside non_coalesced_access -o "$work/beside.png"
expect 1 "Stride must be 1 to 32, not 33" "$cli" run readStride --set stride=33
expect 1 "Block shape must be one of 32x32, 32x16, 16x32, 16x16, not “8x8”" "$cli" run sumMatrixOnGPU2D --set shape=8x8
expect 1 "readStride has no option “tile”; it has stride" "$cli" run readStride --set tile=4
expect 1 "reduce1 has no option “tile”, nor any other" "$cli" run reduce1 --set tile=4
expect 1 "Set options as in stride=4" "$cli" run readStride --set stride
expect 1 "The matrices are square" "$cli" run sumMatrixOnGPU2D --n 1000
expect 1 "only be run again on another device" "$cli" run "$work/stride.wsrun" --set stride=2
expect 1 "cudaErrorMemoryAllocation" "$cli" run alloc1
expect 1 "cudaErrorInvalidConfiguration" "$cli" run threads1
expect 1 "cudaErrorIllegalAddress" "$cli" run late1
expect 1 "must be at least 1" "$cli" run vector_add --repeats 0
expect 1 "1 to 1000000 times, not 2000000" "$cli" run vector_add --repeats 2000000
expect 1 "has no operator “sum”; it has map" "$cli" run vector_add --op sum
expect 2 "No kernel given" "$cli" run
expect 2 "frobnicate" "$cli" frobnicate
expect 0 "" "$cli" export tree --run "$work/run.wsrun" --stage 2 --size 800x450 -o "$work/tree.png"
expect 0 "" "$cli" export lanes reduce2 --n 1000 --theme dark -o "$work/lanes.svg"
expect 0 "" "$cli" export code reduce1 --n 1000 --theme projector --launch 1 -o "$work/code.pdf"
expect 0 "" "$cli" export memory reduce2 --n 1000 --memory lines --theme dark -o "$work/memory.png"
expect 1 "request, lines or buffer, not “banks”" "$cli" export memory reduce2 --n 1000 --memory banks -o "$work/memory.png"
expect 1 "auto, count, block, time or value, not by “size”" "$cli" export memory reduce2 --n 1000 --memory buffer --memory-color size -o "$work/memory.png"
expect 1 "bytes or time, not by “size”" "$cli" export memory reduce2 --n 1000 --memory lines --memory-rank size -o "$work/memory.png"
for f in tree.png lanes.svg code.pdf memory.png; do [ -s "$work/$f" ] || { echo "not ok: no $f"; failed=1; }; done
for v in tree lanes code memory sms calculator; do
  expect 0 "" "$cli" export $v --run "$work/run.wsrun" -o "$work/$v.csv"
  expect 0 "" "$cli" export $v --run "$work/run.wsrun" -o "$work/$v.json"
  expect 0 "# figures: " cat "$work/$v.csv"
  [ $v = calculator ] || expect 0 "# date: $(date -u +%Y-)" cat "$work/$v.csv"
  if grep -e '^# driver' -e '^ *"driver"' "$work/$v.csv" "$work/$v.json"; then echo "not ok: $v has a driver"; failed=1; fi
  expect 0 '"rows": [' cat "$work/$v.json"
done
expect 0 "" "$cli" export tree --run "$work/run.wsrun" --size 800x450 --scale 2 -o "$work/large.png"
expect 0 "1600        900" od -An -tu4 --endian=big -j16 -N8 "$work/large.png"
expect 1 "must be 1 to 4" "$cli" export tree --run "$work/run.wsrun" --scale 5 -o "$work/t.png"
expect 1 "each side" "$cli" export tree --run "$work/run.wsrun" --size 8000x4500 --scale 4 -o "$work/t.png"
expect 0 "occupancy-k40c" "$cli" scenario
expect 0 "modelled" "$cli" scenario utilisation --device vm:k40c
said "off those published for an NVIDIA Tesla K40c" "$cli" scenario utilisation --device vm:k40c
expect 0 "1,Scenario 1" sh -c "'$cli' scenario occupancy-k40c --device vm:k40c --csv | tr -d '\"' | sed 's/^32,/1,/'"
expect 0 '"published"' "$cli" scenario block-sizes --device vm:k40c --json
expect 1 "known are" "$cli" scenario nonsuch --device vm:k40c
expect 0 'Virtual NVIDIA Tesla K40c, modelled' "$cli" scenario block-sizes
expect 0 '' sh -c "! '$cli' scenario block-sizes | grep '^on '"
expect 0 'on Virtual NVIDIA H200; published: Tesla K40c' "$cli" scenario block-sizes --device vm:h200
expect 0 '"place" : "on Virtual NVIDIA H200; published: Tesla K40c"' "$cli" scenario block-sizes --device vm:h200 --json
expect 1 "vm:nonsuch" "$cli" scenario utilisation --device vm:nonsuch
expect 2 "one output format" "$cli" scenario utilisation --json --csv
expect 0 "" "$cli" export scenario --scenario utilisation --device vm:k40c --row 2 --size 800x450 -o "$work/scenario.png"
expect 0 "" "$cli" export scenario --empty --scenario utilisation -o "$work/scenario.csv"
expect 0 "sm_efficiency_percent_published" cat "$work/scenario.csv"
expect 0 "" "$cli" export scenario --empty --theme projector -o "$work/scenario.svg"
expect 0 "" "$cli" export scenario --empty --scenario low-achieved --theme dark -o "$work/scenario.pdf"
for f in scenario.png scenario.svg scenario.pdf; do [ -s "$work/$f" ] || { echo "not ok: no $f"; failed=1; }; done
expect 2 "takes no device" "$cli" export scenario --empty --device vm:k40c -o "$work/t.png"
expect 1 "no cell 13, 1" "$cli" export scenario --empty --row 13 -o "$work/t.png"
expect 1 "nonsuch" "$cli" export scenario --empty --scenario nonsuch -o "$work/t.png"
expect 1 "gif" "$cli" export scenario --empty -o "$work/t.gif"
expect 1 "WIDTHxHEIGHT" "$cli" export scenario --empty --size 5 -o "$work/t.png"
expect 2 "No output file" "$cli" export scenario --empty
expect 1 "gif" "$cli" export tree --run "$work/run.wsrun" -o "$work/tree.gif"
expect 1 "no stage 99" "$cli" export tree --run "$work/run.wsrun" --stage 99 -o "$work/t.png"
expect 1 "no launch 0" "$cli" export tree --run "$work/run.wsrun" --launch 0 -o "$work/t.png"
expect 1 "no launch 9" "$cli" export tree --run "$work/run.wsrun" --launch 9 -o "$work/t.png"
expect 1 "no warp 99" "$cli" export lanes --run "$work/run.wsrun" --warp 99 -o "$work/t.png"
expect 1 "counted from 0" "$cli" export tree --run "$work/run.wsrun" --stage=-2 -o "$work/t.png"
expect 1 "WIDTHxHEIGHT" "$cli" export tree --run "$work/run.wsrun" --size 4294967616x200 -o "$work/t.png"
expect 1 "not 0" "$cli" export tree --run "$work/run.wsrun" --scale 0 -o "$work/t.png"
expect 1 "not both" "$cli" export tree reduce2 --run "$work/run.wsrun" -o "$work/t.png"
expect 1 "nowhere??/t.png" "$cli" export tree --run "$work/run.wsrun" -o "$(printf '%s/nowhere\n\033/t.png' "$work")"
expect 2 "map" "$cli" export map --run "$work/run.wsrun" -o "$work/t.png"

# two side by side: the same elements, and the differences by value
beside () { expect 0 "$1" sh -c 'cli=$1; out=$2; shift 2; "$cli" export "$@" -o "$out" && cat "$out"' - "$cli" "$work/beside.csv" "${@:2}"; }
beside "bank-conflict-ways,\"\",4,0,1" tree reduce2 --beside reduce3 -n 5000 --stage 2
beside "divergent-warps,\"\",4,0,1" lanes reduce1 --beside reduce3 -n 5000 --stage 1
beside "stage,\"\",3,3,0" code reduce1 --beside reduce1 -n 5000 --stage 2
beside "block-threads,\"\",128,256,1" tree reduce3 --beside-block 256 -n 5000
beside "# right_device_id: vm:k40c" sms reduce3 --beside-device vm:k40c -n 5000
beside "# right_n: 1000" tree reduce3 --beside "$work/run.wsrun" -n 1000 --op sum
beside "# right_n: 1000" tree --run "$work/run.wsrun" --beside reduce3
# a share is one of the shorter launch, reduce3's: with all of it reduce1 is not at its end
expect 0 "a fraction of the shorter launch, or cycles of the left one" sh -c "'$cli' export --help | tr -s ' \n' ' '"
at () { "$cli" export sms "${@:2}" -n 5000 --device vm:k40c --time "$1" -o "$work/at.svg" && cat "$work/at.svg"; }
[ "$(at 1 reduce1)" = "$(at 1e9 reduce1)" ] || { echo "not ok: all of a launch is not up to its end"; failed=1; }
[ "$(at 1 reduce1 --beside reduce3)" != "$(at 1e9 reduce1 --beside reduce3)" ] || { echo "not ok: a share beside another is not one of the shorter"; failed=1; }
for f in png svg pdf json; do
  expect 0 "" "$cli" export tree reduce1 --beside reduce3 -n 1000 --stage 2 --theme projector --size 1024x768 -o "$work/beside.$f"
  [ -s "$work/beside.$f" ] || { echo "not ok: nothing in beside.$f"; failed=1; }
done
expect 0 "" "$cli" animate tree reduce1 --beside reduce3 -n 1000 --fps 5 --seconds 1 --size 640x360 -o "$work/beside.gif"
expect 1 "nonsuch" "$cli" animate tree reduce1 --beside nonsuch -n 1000 -o "$work/t.gif"
expect 1 "nonsuch" "$cli" export tree reduce1 --beside nonsuch -n 1000 -o "$work/t.png"
expect 1 "power of two" "$cli" export tree reduce1 --beside-block 100 -n 1000 -o "$work/t.png"
expect 1 "cannot be changed" "$cli" export tree reduce1 --beside "$work/run.wsrun" --beside-block 64 -n 1000 -o "$work/t.png"
expect 1 "no stage 99" "$cli" export tree reduce1 --beside reduce3 -n 1000 --stage 99 -o "$work/t.png"
expect 2 "tree, lanes, code, memory or sms" "$cli" export calculator --run "$work/run.wsrun" --beside reduce3 -o "$work/t.png"
expect 0 "" "$cli" animate tree --run "$work/run.wsrun" --size 320x200 --fps 5 --seconds 1 -o "$work/tree.gif"
expect 0 "GIF89a" head -c 6 "$work/tree.gif"
expect 0 "" "$cli" animate sms reduce2 --n 1000 --device vm:g80 --size 320x200 --fps 5 --seconds 1 --loop -o "$work/sms.webp"
expect 0 "WEBP" head -c 12 "$work/sms.webp"
expect 0 "" "$cli" animate code --run "$work/run.wsrun" --size 320x200 --fps 2 --seconds 2 -o "$work/code-%02d.png"
expect 0 "" "$cli" animate code --run "$work/run.wsrun" --size 320x200 --fps 2 --seconds 1 -o "$work/CODE-%02d.PNG"
[ -s "$work/CODE-02.PNG" ] || { echo "not ok: no CODE-02.PNG"; failed=1; }
[ -s "$work/code-01.png" ] && [ -s "$work/code-04.png" ] || { echo "not ok: no numbered pictures"; failed=1; }
expect 0 "" "$cli" figures "$work/figures" --run "$work/run.wsrun" --size 480x300
for f in index.html tree-stage-0.png lanes.svg code.pdf memory.png memory-lines.csv sms.csv calculator.json metrics.csv causes.csv; do
  [ -s "$work/figures/$f" ] || { echo "not ok: no $f"; failed=1; }
done
expect 0 "why-kernel-1-diverges" "$cli" lesson list
expect 0 "no problems" "$cli" lesson check why-kernel-1-diverges --run
printf '# T\nkernel: reduce1\nelements: 16\nblock: 16\n## S\n\nOf {block} threads, {value 0}.\n\n? Q\n- a\n* b\n= {result}\n' > "$work/good.lesson"
printf '# T\nkernel: reduce1\n## S\nat: noon\n\nW\n' > "$work/bad.lesson"
printf '# T\nkernel: reduce1\n## S\n\n<b>{bloc}\n' > "$work/two.lesson"
printf '# T\nkernel: reduce1\n## S\nat: stage 99\n\n{stage.threads}\n' > "$work/empty.lesson"
printf '# T\nkernel: reduce1\n## S\n\nOf 128.\n' > "$work/typed.lesson"
expect 0 "1 step, no problems" "$cli" lesson check "$work/good.lesson" --run
expect 0 "typed.lesson:5:4: warning: “128” is a literal number" "$cli" lesson check "$work/typed.lesson"
expect 0 "1 step, 1 warning" "$cli" lesson check "$work/typed.lesson"
expect 1 "bad.lesson:4:5: Unknown instant “noon”" "$cli" lesson check "$work/good.lesson" "$work/bad.lesson"
expect 0 "two.lesson:5:1: <b> is not closed" sh -c "! '$cli' lesson check '$work/two.lesson'"
expect 0 "two.lesson:5:4: Unknown figure “bloc”" sh -c "! '$cli' lesson check '$work/two.lesson'"
expect 0 "no problems" "$cli" lesson check "$work/empty.lesson"
expect 1 "empty.lesson:4:5: The block has 9 stages; there is no stage 99" "$cli" lesson check "$work/empty.lesson" --run
expect 1 "at most 1048576 bytes" "$cli" lesson check /dev/zero
expect 1 "Unknown lesson" "$cli" lesson check nonsuch
expect 1 "No such file" "$cli" lesson check "$work/nonsuch.lesson"
expect 2 "the lessons to check" "$cli" lesson check
expect 2 "the lessons to check" "$cli" lesson frobnicate x
expect 0 "" "$cli" figures "$work/slides" --lesson "$work/good.lesson" --device vm:h200 --size 480x300 --theme projector
for f in 01.png 01.svg 01-revealed.pdf index.html; do [ -s "$work/slides/$f" ] || { echo "not ok: no $f"; failed=1; }; done
expect 0 "Of 16 threads, 41" cat "$work/slides/index.html"
expect 1 "4:5" "$cli" figures "$work/others" --lesson "$work/bad.lesson"
expect 2 "the folder to create" "$cli" figures "$work/others" reduce1 --lesson "$work/good.lesson"
expect 0 "" "$cli" figures "$work/more" reduce2 --n 1000 --device vm:k40c --scenario utilisation --size 480x300
[ -s "$work/more/utilisation.csv" ] || { echo "not ok: no scenario among the figures"; failed=1; }
expect 1 "nonsuch" "$cli" figures "$work/less" --run "$work/run.wsrun" --scenario nonsuch
expect 1 "not an empty folder" "$cli" figures "$work/figures" --run "$work/run.wsrun"
# into an empty folder that is there, it writes; it is still the one that the shell stands in, or that a link leads to
mkdir "$work/here" "$work/there"; ln -s there "$work/link"
expect 0 "" sh -c "cd '$work/here' && '$cli' figures . --run '$work/run.wsrun' --size 480x300 && [ -s index.html ] && [ . -ef '$work/here' ]"
expect 0 "" "$cli" figures "$work/link" --run "$work/run.wsrun" --size 480x300
[ -L "$work/link" ] && [ -s "$work/there/index.html" ] || { echo "not ok: the link does not lead to the figures"; failed=1; }
expect 1 "not an empty folder" sh -c "cd '$work/here' && '$cli' figures .. --run '$work/run.wsrun' --size 480x300"
expect 2 "the folder to create" "$cli" figures
expect 1 "no known animation format" "$cli" animate tree --run "$work/run.wsrun" -o "$work/tree.mov"
expect 1 "1 to 50 frames" "$cli" animate tree --run "$work/run.wsrun" --fps 100 -o "$work/t.gif"
expect 2 "cannot be animated" "$cli" animate calculator --run "$work/run.wsrun" -o "$work/t.gif"
expect 2 "No output file" "$cli" animate tree --run "$work/run.wsrun"
expect 0 "" "$cli" export calculator --cc 8.6 --block 256 --regs 37 --smem 12288 --before 8.0 -o "$work/calculator.svg"
expect 0 "" "$cli" export calculator --cc 8.6 --block 256 --compare cc=9.0,block=128,carveout=50 --theme dark --size 800x450 -o "$work/compare.pdf"
expect 0 "" "$cli" export calculator --run "$work/run.wsrun" --bare --size 800x450 -o "$work/calculator.png"
for f in calculator.svg compare.pdf calculator.png; do [ -s "$work/$f" ] || { echo "not ok: no $f"; failed=1; }; done
expect 1 "Known are 1.0" "$cli" export calculator --cc 4.0 --block 256 -o "$work/t.png"
expect 1 "at least one thread" "$cli" export calculator --cc 8.6 -o "$work/t.png"
expect 1 "at most 255 registers" "$cli" export calculator --cc 8.6 --block 256 --regs 300 -o "$work/t.png"
expect 1 "wide" "$cli" export calculator --cc 8.6 --block 256 --compare wide=3 -o "$work/t.png"
expect 1 "abc" "$cli" export calculator --cc 8.6 --block 256 --compare block=abc -o "$work/t.png"
expect 1 "Known are" "$cli" export calculator --cc 8.6 --block 256 --before 0.1 -o "$work/t.png"
expect 2 "No output file" "$cli" export calculator --cc 8.6 --block 256
# help has the calculator's own options, and not those of a run
for help in --help -h --help-all; do
  for option in --cc --block --compare --before --size --output; do expect 0 "$option=" "$cli" export calculator "$help"; done
  expect 0 "" sh -c "! '$cli' export calculator '$help' | grep -e --show-block"
done
expect 0 "--show-block=" "$cli" export sms --help
expect 0 "--cc=" "$cli" calculator --help
expect 1 "--cc" "$cli" export calculator --compare block=128 -o "$work/t.png"
expect 1 "--cc" "$cli" export calculator --before=8.0 -o "$work/t.png"
expect 2 "No output file" "$cli" export tree --run "$work/run.wsrun"
head -c 3000 "$work/run.wsrun" >"$work/short.wsrun"
expect 1 "amaged" "$cli" export tree --run "$work/short.wsrun" -o "$work/t.png"
echo "no run at all" >"$work/text.wsrun"
expect 1 "" "$cli" export tree --run "$work/text.wsrun" -o "$work/t.png"
# charts; the sweeps are kept where the user's data are
export XDG_DATA_HOME=$work/data
expect 0 "" "$cli" chart ladder --device vm:h200 -n 4096 --size 800x450 -o "$work/ladder.png"
expect 0 "" "$cli" chart scaling --device vm:h200 -n 2^18 --theme dark -o "$work/scaling.svg"
expect 0 "" "$cli" chart heatmap --device vm:h200 -n 65536 --type float --op max -o "$work/heatmap.pdf"
expect 0 "" "$cli" chart block-size --device vm:k40c -n 65536 --kernel reduce7 --theme projector -o "$work/block-size.png"
expect 0 "" "$cli" chart roofline --device vm:h200 -n 65536 -o "$work/roofline.json"
expect 0 "" "$cli" chart live --device vm:h200 -n 4096 --seconds 0.2 -o "$work/live.png"
expect 0 "" "$cli" chart ladder --device vm:h200 -n 8192 --repeat 3 --compare last -o "$work/ladder.csv"
for f in ladder.png scaling.svg heatmap.pdf block-size.png live.png; do [ -s "$work/$f" ] || { echo "not ok: no $f"; failed=1; }; done
expect 0 "modelled,reduce7,Kernel 7: several elements per thread,4096" cat "$work/ladder.csv"
expect 0 "modelled,reduce7,Kernel 7: several elements per thread,8192" cat "$work/ladder.csv"
expect 0 '"operations"' cat "$work/roofline.json"
expect 0 "6" sh -c "ls '$work/data/warpstage/sweeps' | grep -c wssweep"
expect 1 "a grid-stride kernel" "$cli" chart heatmap --device vm:h200 --kernel reduce1 -o "$work/t.png"
expect 1 "Unknown device" "$cli" chart ladder --device vm:nonsuch -o "$work/t.png"
expect 1 "power of two" "$cli" chart ladder --device vm:h200 --block 100 -o "$work/t.png"
expect 1 "abc" "$cli" chart ladder --device vm:h200 -n abc -o "$work/t.png"
expect 0 "" "$cli" chart ladder --device vm:h200 -n 4096 --size 800x450 -o "$work/CAPITALS.PNG"
[ -s "$work/CAPITALS.PNG" ] || { echo "not ok: no CAPITALS.PNG"; failed=1; }
expect 2 "warpstage-cli chart [OPTION" "$cli" chart --nonsuch
expect 2 "warpstage-cli animate [OPTION" "$cli" animate --nonsuch
expect 2 "warpstage-cli animate [OPTION" "$cli" animate
expect 2 "warpstage-cli export [OPTION" "$cli" export
expect 0 "1280x720" "$cli" animate --help
expect 0 "warpstage-cli kernels" "$cli" kernels --help
expect 0 "Look at: " "$cli" kernels readStride
expect 0 "  --set stride=2    Distance between the elements" "$cli" kernels readStride
expect 0 "(32x32, 32x16, 16x32, 16x16)" "$cli" kernels sumMatrixOnGPU2D
expect 1 "Unknown kernel “nosuch”" "$cli" kernels nosuch
expect 2 "lists all kernels" "$cli" kernels reduce1 reduce2
expect 2 "No chart given" "$cli" chart waffle -o "$work/t.png"
expect 2 "No output file" "$cli" chart ladder
expect 2 ".csv or .json" "$cli" chart ladder -o "$work/t.gif"
expect 2 "No such folder" "$cli" chart ladder -o "$work/nowhere/t.png"
expect 2 "published, last or none" "$cli" chart ladder --compare first -o "$work/t.png"
expect 2 "duration" "$cli" chart live --seconds=-1 -o "$work/t.png"
expect 2 "Samples" "$cli" chart ladder --repeat=-1 -o "$work/t.png"
WARPSTAGE_WORKER=/nonexistent expect 1 "could not be started" "$cli" run reduce1
# on a GPU that is none, which is right as a rule, and the virtual one: with blocks of 32 it puts -7 where a sum should be
expect 2 "“vm:h200” is virtual" "$cli" run vector_add --both --device vm:h200
expect 2 "Unknown device “cuda:9”" "$cli" run vector_add --both --device cuda:9
fake=$1/fake-gpu-worker
if [ -x "$fake" ]; then
  export WARPSTAGE_WORKER=$fake
  expect 0 "Same on both devices" "$cli" run vector_add --n 3000 --block 128 --both --device cuda:1
  expect 0 "3000 results are the same" "$cli" run vector_add --n 3000 --block 128 --both
  expect 0 '"same" : true' "$cli" run vector_add --n 3000 --block 128 --both --json
  expect 0 '"values" : 3000' "$cli" run vector_add --n 3000 --block 128 --both --json
  expect 1 "[5] is -7 on the GPU and" "$cli" run vector_add --n 3000 --block 32 --both
  expect 1 '"same" : false' "$cli" run vector_add --n 3000 --block 32 --both --json
  expect 2 "It is busy" "$cli" run vector_add --both --device cuda:0
  expect 1 "nonsuch" "$cli" run nonsuch --both
else echo "ok: # skip --both: there is no fake-gpu-worker"; fi
exit $failed
