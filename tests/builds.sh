# shellcheck shell=bash
# builds.sh: the builds that tests run in, and how they run. To be sourced after app/prepare.sh and tests/display.sh.
#
#   build-fast   by gcc, optimised as a release is: there every test does all it has to
#   build-asan   by clang, with AddressSanitizer, UndefinedBehaviorSanitizer and what the fuzzers see by: there the fast tests run, and of
#                the others those with the label "sanitized": one of each kind that takes no longer than half a minute there. All of them
#                take 17 minutes of two cores
#   build-tsan   by gcc, with ThreadSanitizer: programs with threads, and who talks to them; without precompiled headers, so that a file
#                that does not include what it needs is seen

# shellcheck disable=SC2034 # read by who sources this
test_needs=(
  'command|ccache|ccache'
  'command|git|git'
  'module|xtst|libxtst-dev'
  'command|pip3|python3-pip'
  'package|python3-venv|python3-venv'
  'command|clang|clang'
  'command|llvm-symbolizer|llvm'
  'package|libclang-rt-dev|libclang-rt-dev'
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

configure_fast () {
  local occupancy
  occupancy=$("$root/tests/occupancy/header.sh" "$root/build-fast/cuda-occupancy")
  prepare_folder build-fast -DCMAKE_BUILD_TYPE=Release -DSANITIZE=OFF -DBUILD_TESTING=ON -DCUB=OFF \
    ${occupancy:+"-DCUDA_OCCUPANCY_INCLUDE=$occupancy"}
}

configure_asan () {
  prepare_folder build-asan -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo -DFUZZ=ON -DBUILD_TESTING=ON -DCUB=OFF
}

configure_tsan () {
  prepare_folder build-tsan -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSANITIZE=THREAD -DPRECOMPILE=OFF -DBUILD_TESTING=ON -DCUB=OFF
}

# What ws_test () in cmake/ says for the test programs, and more, holds for programs that a script starts too.
sanitizers_settings () {
  export LSAN_OPTIONS="suppressions=$root/tests/leaks.supp:print_suppressions=0" UBSAN_OPTIONS=print_stacktrace=1
  export ASAN_OPTIONS=detect_stack_use_after_return=1:check_initialization_order=1
}

# The folder outside the tree where what tests fetch is kept; and what they compile, for as long as neither that nor the compiler changes.
tests_cache=${WARPSTAGE_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/warpstage-tests}
fixed=() # what a command is started by, so that its memory is where it expects it
TESTS_AT_ONCE=3 # on two cores: those of the window wait for the display, for frames and for each other half of their time

# run_tests FOLDER OPTION-OF-CTEST…: on the display that there is; prints what each test took, the longest ones again, and the sum. What has
# passed before with the same programs and files is left out: see tests/passed.py; AGAIN=1 runs it, too.
run_tests () {
  local folder=$1 log keys left status=0
  shift
  log=$(mktemp)
  keys=$(mktemp)
  # a tree that is no clone does not say which files it has: there all run
  if git -C "$root" rev-parse > /dev/null 2>&1 && left=$("$root/tests/passed.py" plan "$root/$folder" "$tests_cache/passed" "$keys" "$@"); then
    if [ "${AGAIN:-0}" != 0 ]; then
      left=
    elif [ -z "$left" ]; then
      rm -f "$log" "$keys"
      return
    fi
  else
    left=
    : > "$keys"
  fi
  G_DEBUG=fatal-warnings GSETTINGS_BACKEND=memory GTK_A11Y=none WARPSTAGE_PROGRAM_CACHE=$tests_cache/programs WARPSTAGE_COMPARED=$tests_cache/compared \
    dbus-run-session -- "${fixed[@]}" ctest --test-dir "$root/$folder" --output-on-failure -j"$TESTS_AT_ONCE" ${left:+-I "$left"} "$@" < /dev/null 2>&1 | tee "$log" || status=$?
  sed -nE 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([^ ]+) .* ([0-9.]+) sec.*$/\2 \1/p' "$log" | sort -rn \
    | awk -v folder="$folder" '{ sum += $1 } NR <= 10 { longest = longest sprintf ("\n  %7.1f s  %s", $1, $2) }
                               END { printf "%d tests in %s took %.0f s, one after another; the longest:%s\n", NR, folder, sum, longest }'
  [ ! -s "$keys" ] || "$root/tests/passed.py" keep "$tests_cache/passed" "$keys" "$log"
  rm -f "$log" "$keys"
  return "$status"
}

# is_reachable URL: whether anything answers there, even with an error.
is_reachable () {
  python3 - "$1" << 'PYTHON'
import sys, urllib.error, urllib.request
try:
    urllib.request.urlopen(urllib.request.Request(sys.argv[1], method="HEAD"), timeout=20)
except urllib.error.HTTPError:
    pass
except OSError:
    sys.exit(1)
PYTHON
}

# has_compilers: whether there are NVRTC, for kernels, and nvcc, for whole programs.
has_compilers () {
  local said
  said=$("$root/build-fast/bin/warpstage-cli" compiler 2> /dev/null) || return 1
  grep -q '^NVRTC' <<< "$said" && grep -q 'nvcc [0-9]' <<< "$said"
}

# find_compiler: sees to it that there are compilers for CUDA, which tests of sources need. Where the computer has none, the program itself
# fetches NVIDIA's, into a cache outside the tree; to fail at that is a failure. Only without a network the tests are skipped.
find_compiler () {
  local cli=$root/build-fast/bin/warpstage-cli cache base
  cache=$tests_cache
  ! has_compilers || return 0
  base=${WARPSTAGE_WHEELS:-$(sed -n 's/^base=//p' "$root/resources/wheels.ini")}
  if ! [ -x "$cache/warpstage/compiler/nvvm/bin/cicc" ]; then
    is_reachable "$base" || { say "There is no compiler for CUDA, and no network: its tests are skipped."; return 0; }
    mkdir -p "$cache"
    XDG_DATA_HOME=$cache XDG_CACHE_HOME=$cache "$cli" compiler --get --accept-licence --with-curand \
      || die "The compiler for CUDA could not be fetched, although $base answers."
  fi
  export WARPSTAGE_COMPILER=$cache/warpstage/compiler
  has_compilers || die "The compiler that was fetched into $cache is not found, or there is no g++."
}

# find_python: sees to it that there is a Python with Numba and Triton, of the versions that tests/python/requirements.txt names. To fail at
# that is a failure; only without a network the tests are skipped.
find_python () {
  local folder wanted=$root/tests/python/requirements.txt index
  folder=$tests_cache/python
  if cmp -s "$wanted" "$folder/requirements.txt"; then
    export WARPSTAGE_TEST_PYTHON=$folder
    return
  fi
  index=$(pip3 config get global.index-url 2> /dev/null || echo https://pypi.org/simple)
  is_reachable "$index" || { say "There is no Numba, and no network: the tests of Python are skipped."; return 0; }
  rm -rf "$folder"
  python3 -m venv "$folder" || die "There is no virtual environment for Python in $folder."
  "$folder/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: -r "$wanted" \
    || die "Numba and Triton could not be fetched, although $index answers."
  cp "$wanted" "$folder/requirements.txt"
  export WARPSTAGE_TEST_PYTHON=$folder
}
