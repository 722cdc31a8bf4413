#!/bin/bash
# Many runs through one worker, as the window makes them: what it and the program that asks keep of the computer's memory, and what
# they do when the worker is killed. In a release build, in build-soak, of the real worker and of the one with a GPU that is none.
#
#   tests/soak.sh [RUNS [SEED [KILLS]]]      10000 runs, seed 1 and 50 kills, if they are not said
set -euo pipefail
# shellcheck source=app/prepare.sh
. "$(dirname "${BASH_SOURCE[0]}")/../app/prepare.sh"
runs=${1:-10000} seed=${2:-1} kills=${3:-50}

prepare_needs "${build_needs[@]}"
say "Building into build-soak."
prepare_folder build-soak -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=ON
prepare_targets build-soak
for worker in warpstage-worker fake-gpu-worker; do
  say "$worker: recordings alone, then everything"
  export WARPSTAGE_WORKER=$root/build-soak/bin/$worker
  "$root/build-soak/bin/soak" --runs "$runs" --seed "$seed"
  "$root/build-soak/bin/soak" --runs "$runs" --seed "$seed" --mixed --kills "$kills"
done
