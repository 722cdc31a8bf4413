#!/bin/bash
# passed.py has a test run again when its program, a program that it starts, or a file that it reads has changed, and else not.
set -euo pipefail
unset THOROUGH # of the run that this is part of
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree"/{tests/data,build/bin,build/lib}
cp "$here/../passed.py" "$tree/tests/"
printf 'build\nlog\nkeys\nstore\n' > "$tree/.gitignore"
git -C "$tree" init -q
printf 'one' > "$tree/tests/data/one.txt"
printf 'int main;' > "$tree/tests/data/one.c"
printf '\0%s/tests/data\0/bin/warpstage-worker\0warpstage-cli \0' "$tree" > "$tree/build/bin/test-reads"
printf '\0warpstage\0' > "$tree/build/bin/test-alone"
printf '#!/bin/sh\n' > "$tree/tests/script.sh"
printf 'libcudart.so.13\0' > "$tree/build/bin/warpstage-worker"
printf 'cli' > "$tree/build/bin/warpstage-cli"
printf 'rt' > "$tree/build/lib/libcudart.so.13"
cat > "$tree/build/CTestTestfile.cmake" << CMAKE
add_test(reads "$tree/build/bin/test-reads")
add_test(alone "$tree/build/bin/test-alone")
add_test(script "$tree/tests/script.sh")
CMAKE

# left OPTION…: the numbers of the tests that are to run
left () {
  "$tree/tests/passed.py" plan "$tree/build" "$tree/store" "$tree/keys" "$@" 2> /dev/null
}

# pass: all of them do
pass () {
  left > /dev/null
  printf '1/3 Test #1: reads ......   Passed    0.01 sec\n2/3 Test  #2: alone ...   Passed    0.01 sec\n3/3 Test #3: script ..   Passed    1.20 sec\n' > "$tree/log"
  "$tree/tests/passed.py" keep "$tree/store" "$tree/keys" "$tree/log"
}

# expect NUMBERS WHAT: these are to run after WHAT
expect () {
  local got
  got=$(left)
  [ "$got" = "${1:+0,0,0,$1}" ] || { echo "after $2, “$got” would run, not “$1”"; exit 1; }
  pass
}

expect 1,2,3 nothing
expect '' "all have passed"
[ "$(THOROUGH=1 left)" = 0,0,0,1,2,3 ] || { echo "what passed in part is not run whole"; exit 1; }
printf '+' >> "$tree/build/bin/test-alone"
expect 2 "a change of its program"
printf '+' >> "$tree/build/lib/libcudart.so.13"
expect 1,3 "a change of a library that a program opens, which the test starts"
printf '+' >> "$tree/build/bin/warpstage-cli"
expect 3 "a change of a program that scripts alone start"
printf '+' >> "$tree/tests/data/one.txt"
expect 1,3 "a change of a file that it reads"
printf '+' >> "$tree/tests/data/one.c"
expect 3 "a change of a source"
printf 'two' > "$tree/tests/data/two.txt"
expect 1,3 "a new file"
# a test that failed, or was skipped, is not kept
printf '+' >> "$tree/build/bin/test-alone"
left > /dev/null
printf '1/1 Test #2: alone ......***Failed    0.01 sec\n1/1 Test #2: alone ......***Skipped   0.01 sec\n' > "$tree/log"
"$tree/tests/passed.py" keep "$tree/store" "$tree/keys" "$tree/log"
[ "$(left)" = 0,0,0,2 ] || { echo "a test that failed is not run again"; exit 1; }
# ctest counts those that its other options leave
[ "$(left -R alone)" = 0,0,0,1 ] || { echo "the number is not that of ctest"; exit 1; }
