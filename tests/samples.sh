#!/bin/bash
# samples.sh FOLDER [BIN [SECONDS]]: what becomes of CUDA's own samples, or of other projects with a Makefile, below FOLDER, a copy of your own:
# each is built by its Makefile with the folder that stands for a CUDA Toolkit, and run by warpstage-cli run --. Prints a line for each: right,
# which call is refused, or what went wrong; then how many there are of each. Sources without a Makefile beside them (*.cu with a main) are built
# by warpstage-nvcc. A program that takes more than SECONDS (60) is ended. BIN is where the programs are (build-fast/bin).
#
# The samples are not part of the tree: Debian has them (contrib: nvidia-cuda-samples; apt-get download, dpkg-deb -x), GitHub does, too.
set -u
folder=$(cd "$1" && pwd)
bin=$(cd "${2:-$(dirname "$0")/../build-fast/bin}" && pwd)
seconds=${3:-60}
cli=$bin/warpstage-cli
home=$("$cli" build --cuda-home) || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What the compiler, the linker or make says first.
say_why () {
  grep -m1 -hE 'fatal error|error:|nvlink error|undefined reference|cannot find|WARNING - |Error [0-9]' "$work/log" | sed 's,^.*\(fatal error\|error\): ,,; s,^>>> ,,' \
    | cut -c1-110
}

# The program that was made of $1, a folder
find_program () {
  if [ -x "$1/$(basename "$1")" ] && [ -f "$1/$(basename "$1")" ]; then echo "$1/$(basename "$1")"; return; fi
  find "$1" -maxdepth 1 -type f -executable -newer "$work/began" ! -name '*.so*' ! -name '*.sh' | head -1
}

# Of its history: the first call that is not there
find_refusal () {
  grep -hE '^ +.*: .*\.$' "$work/err" | sed -E 's,^ +,,' | grep -m1 -E '^([^ ]+): \1[: ]|: .*(not (there|supported)|exceeds|unknown form)|: .*error: ' | sed -E 's,^([^ ]+): \1,\1,' \
    | cut -c1-150
}

# Of its history: the first thing that a kernel did wrong
find_fault () {
  grep -m1 -hE '^ +.*: .*\.$' "$work/err" | sed -E 's,^ +(launch(es)? [0-9to ]+: )?,,' | cut -c1-150
}

judge () {
  local status refusal
  status=$(sed -n 's,.*The program ended with status \([0-9]*\).*,\1,p' "$work/err" | head -1)
  refusal=$(find_refusal)
  if [ "$1" = 124 ] || grep -q 'have taken all the time' "$work/err"; then echo 'too long'
  elif [ -n "$refusal" ]; then echo "refused: $refusal"
  elif grep -q 'was ended by signal' "$work/err"; then echo "wrong: $(grep -m1 -o 'was ended by signal.*' "$work/err")"
  elif [ "$status" = 2 ]; then echo "waived: $(grep -m1 -hiE 'waiv|require|support' "$work/out" "$work/err" | cut -c1-110)"
  elif [ -z "$status" ]; then echo "wrong: $(tail -1 "$work/err" | cut -c1-110)"
  elif [ "$status" != 0 ]; then echo "wrong: status $status: $(find_fault) $(grep . "$work/program" | tail -1 | cut -c1-110)"
  elif grep -v 'as expected' "$work/program" | grep -qiE 'test (has )?failed|result = fail|FAILED'; then echo "wrong: $(grep -m1 -iE 'failed|result = fail' "$work/program" | cut -c1-110)"
  else echo 'right'
  fi
}

run_one () {
  (cd "$(dirname "$1")" && timeout "$seconds" "$cli" run --main-launch 1 -- "$1" > "$work/out" 2> "$work/err" < /dev/null)
  local code=$?
  sed '/^  launch 1 /,$d' "$work/out" > "$work/program"
  judge "$code"
}

try () {
  local name=$1 program=$2
  if [ -z "$program" ]; then printf '%s: does not build: %s\n' "$name" "$(say_why)"
  else printf '%s: %s\n' "$name" "$(run_one "$program")"
  fi
}

while IFS= read -r makefile; do
  sample=$(dirname "$makefile")
  touch "$work/began"
  timeout 300 make -C "$sample" CUDA_PATH="$home" CUDA_HOME="$home" CUDA_SEARCH_PATH="$home/lib64" NVCC="$home/bin/nvcc -ccbin g++" SMS=80 > "$work/log" 2>&1 < /dev/null
  try "${sample#"$folder"/}" "$(find_program "$sample")"
done < <(find "$folder" -mindepth 2 -name Makefile | sort) | tee "$work/list"
while IFS= read -r source; do
  [ ! -e "$(dirname "$source")/Makefile" ] && grep -qE 'main *\(' "$source" || continue
  "$bin/warpstage-nvcc" -std=c++17 --extended-lambda --expt-relaxed-constexpr -I"$(dirname "$source")" -o "$work/program.bin" "$source" -lcublas -lcurand > "$work/log" 2>&1 \
    || rm -f "$work/program.bin"
  try "${source#"$folder"/}" "$([ -e "$work/program.bin" ] && echo "$work/program.bin")"
  rm -f "$work/program.bin"
done < <(find "$folder" -name '*.cu' | sort) | tee -a "$work/list"
echo
sed -E 's,^[^:]*: ([a-z ]+).*,\1,' "$work/list" | sort | uniq -c | sort -rn
