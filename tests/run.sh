#!/bin/bash
# Installs what is missing, builds with AddressSanitizer and UndefinedBehaviorSanitizer, and runs every test under CTest, with a
# display of its own. The tree is also compiled with clang, so that both compilers stay without a warning.
#
#   tests/run.sh [OPTIONS OF ctest]      as in tests/run.sh -R vm
set -euo pipefail
# shellcheck source=app/prepare.sh
. "$(dirname "${BASH_SOURCE[0]}")/../app/prepare.sh"
# shellcheck source=tests/display.sh
. "$root/tests/display.sh"

test_needs=(
  'command|git|git'
  'module|xtst|libxtst-dev'
  'command|pip3|python3-pip'
  'command|clang|clang'
  'command|clang-format-14|clang-format-14'
  'command|rsvg-convert|librsvg2-bin'
  'command|pdftotext|poppler-utils'
  'package|python3-cairosvg|python3-cairosvg'
  'package|python3-pil|python3-pil'
  'file|/usr/share/i18n/locales/de_DE|locales'
  'command|desktop-file-validate|desktop-file-utils'
  'command|appstreamcli|appstream'
  'command|groff|groff-base'
)

prepare_needs "${build_needs[@]}" "${display_needs[@]}" "${test_needs[@]}"
say "Building with the sanitizers into build-asan."
occupancy=$("$root/tests/occupancy/header.sh" "$root/build-asan/cuda-occupancy")
prepare_build build-asan ${occupancy:+"-DCUDA_OCCUPANCY_INCLUDE=$occupancy"} -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSANITIZE=ON -DBUILD_TESTING=ON
say "Compiling with clang into build-clang."
prepare_build build-clang -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug -DBUILD_TESTING=ON

# The threads of the worker and of who talks to it, with ThreadSanitizer. It wants its memory where it expects it: no random places.
say "Building the worker and its client with ThreadSanitizer into build-tsan."
threaded=(client odd worker vm protocol live-runner)
prepare_build build-tsan -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSANITIZE=THREAD -DBUILD_TESTING=ON -DCUB=OFF \
  -- warpstage-worker fake-gpu-worker "${threaded[@]/#/test-}"
fixed=()
! setarch -R true 2> /dev/null || fixed=(setarch -R)
"${fixed[@]}" ctest --test-dir "$root/build-tsan" --output-on-failure -j2 -R "^($(IFS='|'; echo "${threaded[*]}"))\$" < /dev/null

display_start 1920x1080x24
# What ws_test () in cmake/ says for the test programs, and more, holds for programs that a script starts too.
export LSAN_OPTIONS="suppressions=$root/tests/leaks.supp:print_suppressions=0" UBSAN_OPTIONS=print_stacktrace=1
export ASAN_OPTIONS=detect_stack_use_after_return=1:check_initialization_order=1
export G_DEBUG=fatal-warnings GSETTINGS_BACKEND=memory GTK_A11Y=none
dbus-run-session -- ctest --test-dir "$root/build-asan" --output-on-failure -j2 "$@" < /dev/null
