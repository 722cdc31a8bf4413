#!/bin/bash
# Installs what is missing, builds with gcc and with clang and its sanitizers, and runs every test under CTest, with a display of its own,
# then each fuzzer for a while.
#
#   tests/run.sh [OPTIONS OF ctest]      as in tests/run.sh -R vm; then without the fuzzers
#
# What has passed before, here and with the same programs and files, is not run again; it is where options say which tests are meant, or
# with AGAIN=1.
#
# tests/builds.sh says what the builds are for; tests/quick.sh tests a change in a minute.
set -euo pipefail
# shellcheck source=app/prepare.sh
. "$(dirname "${BASH_SOURCE[0]}")/../app/prepare.sh"
# shellcheck source=tests/display.sh
. "$root/tests/display.sh"
# shellcheck source=tests/builds.sh
. "$root/tests/builds.sh"

FUZZ_SECONDS=20 # of each target, two at a time; with the same seed each time: a change that is red for what it did not touch helps nobody
started=$SECONDS

# step WORDS: what is done now, and when it began.
step () {
  printf '[%d:%02d] %s\n' $(((SECONDS - started) / 60)) $(((SECONDS - started) % 60)) "$*"
}

[ $# = 0 ] || export AGAIN=1
prepare_needs "${build_needs[@]}" "${display_needs[@]}" "${test_needs[@]}"
started=$SECONDS
step "Building into build-fast, optimised."
configure_fast
prepare_targets build-fast
find_compiler
find_python
step "Building into build-asan, by clang, with the sanitizers."
configure_asan
prepare_targets build-asan

# The threads of the worker and of who talks to it, with ThreadSanitizer. It wants its memory where it expects it: no random places.
step "Building the worker and its client into build-tsan, with ThreadSanitizer."
threaded=(client faulty-worker worker vm protocol live-runner)
configure_tsan
prepare_targets build-tsan warpstage-worker fake-gpu-worker "${threaded[@]/#/test-}"
! setarch -R true 2> /dev/null || fixed=(setarch -R)
TESTS_AT_ONCE=2 run_tests build-tsan -R "^($(IFS='|'; echo "${threaded[*]}"))\$"
fixed=()

display_start 1920x1080x24
sanitizers_settings
step "Testing in build-fast."
THOROUGH=1 run_tests build-fast "$@"
step "Testing in build-asan."
run_tests build-asan -L '^(fast|sanitized)$' "$@"
if [ $# = 0 ]; then
  step "Fuzzing."
  SEED=12 "$root/tests/fuzz.sh" "$(awk -v seconds=$FUZZ_SECONDS 'BEGIN { print seconds / 60 }')"
fi
step "All is well."
