#!/bin/bash
# The worker of the release build, which has no sanitizers that its sandbox would leave more to: it is locked before its first word, and
# records and times kernels without a word on stderr.
#
#   release.sh FOLDER      of a release build
set -euo pipefail

build=$1
unset WARPSTAGE_WORKER WARPSTAGE_SANDBOX

coproc WORKER { exec "$build/bin/warpstage-worker"; }
# shellcheck disable=SC2153 # coproc sets it
pid=$WORKER_PID
read -r -n 9 -u "${WORKER[0]}" _ # of its first word
state=$(cat "/proc/$pid/status")
eval "exec ${WORKER[1]}>&-"
wait "$pid"
grep -q '^NoNewPrivs:[[:space:]]*1$' <<< "$state" || { echo "The worker can gain privileges."; exit 1; }
if ! grep -q '^Seccomp:[[:space:]]*2$' <<< "$state"; then
  grep -q '^Seccomp:' /proc/self/status || { echo "skipped: this kernel has no seccomp"; exit 77; }
  echo "The worker is not locked."
  exit 1
fi

said=$(mktemp)
trap 'rm -f "$said"' EXIT
for command in 'run reduce1 --n 2^16 --device vm:k40c' 'run reduce10 --n 2^20 --device vm:h200' 'run vector_add --n 8192 --device vm:k40c' \
               'time reduce7 --n 2^16 --repeat 3 --device vm:h200'; do
  # shellcheck disable=SC2086 # words of a command
  "$build/bin/warpstage-cli" $command > /dev/null 2> "$said" || { echo "warpstage-cli $command gave $?:"; cat "$said"; exit 1; }
  [ ! -s "$said" ] || { echo "warpstage-cli $command said:"; cat "$said"; exit 1; }
done
echo "The release build's worker is locked, and works."
