#!/bin/bash
# What warpstage-cli prints and draws, some 300 files in a folder: made before and after a change that should alter none of it, two folders
# are compared by diff -r.
#
#   tests/outputs.sh FOLDER [WARPSTAGE-CLI]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=${1:?which folder?}
cli=$(realpath "${2:-$root/build-fast/bin/warpstage-cli}")
mkdir -p "$folder"
cd "$folder"
export XDG_CONFIG_HOME=$PWD/none XDG_CACHE_HOME=$PWD/none XDG_DATA_HOME=$PWD/none LC_ALL=C.UTF-8

# list: one command per line, NAME OPTION…; its output goes to NAME.txt, and what it writes to separate files.
list () {
  local kernel view n=0
  for kernel in $("$cli" kernels | sed -nE 's/^([^ ]+) .*/\1/p'); do
    echo "run-$kernel run $kernel --device vm:h200 --n 4096 --json"
    echo "why-$kernel why $kernel --device vm:h200 --n 4096 --json"
    for view in tree lanes code memory sms; do
      # each kernel in one view, and every fifth in all
      [ $((n % 5)) = 0 ] || [ "$(echo tree lanes code memory sms | cut -d ' ' -f $((n % 5 + 1)))" = $view ] || continue
      echo "$view-$kernel export $view --kernel $kernel --device vm:h200 --n 4096 --stage 1 -o $view-$kernel.svg"
      echo "$view-$kernel-data export $view --kernel $kernel --device vm:h200 --n 4096 --stage 1 -o $view-$kernel.json"
    done
    n=$((n + 1))
  done
  for kernel in $("$cli" scenario | sed -nE 's/^([a-z0-9-]+) .*/\1/p'); do
    echo "scenario-$kernel scenario $kernel --csv"
    echo "scenario-$kernel-drawn export scenario --scenario $kernel -o scenario-$kernel.svg"
  done
  for kernel in $("$cli" lesson list | cut -d ' ' -f 1); do
    echo "lesson-$kernel lesson check $kernel"
  done
  echo "calculator calculator --cc 8.6 --block 256 --json"
  echo "calculator-drawn export calculator --cc 9.0 --block 128 --regs 40 -o calculator.svg"
  echo "latency latency --json"
  echo "beside export lanes --kernel reduce1 --beside reduce2 --n 4096 --device vm:h200 -o beside.svg"
  echo "help --help"
}

list | xargs -P 2 -d '\n' -n 1 bash -c 'read -r name options <<< "$1"; "$0" $options > "$name.txt" 2>&1 || echo "status $?" >> "$name.txt"' "$cli"
# but for when it was made
find . -type f -exec sed -i -E 's/20[0-9]{2}-[0-9]{2}-[0-9]{2}(T[0-9:]{8}Z)?/DATE/g' {} +
find . -type f | wc -l
