#!/bin/bash
# Every command of warpstage-cli says where what it prints does not arrive: on a full disk, without a reader, to a reader that left. And it
# says what went wrong wherever its exit status does.
#
#   output.sh FOLDER-OF-PROGRAMS
set -u
cli=$1/warpstage-cli
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
export XDG_DATA_HOME=$work/data
failed=0
# But for what LeakSanitizer says where a thread of the worker ends while it looks.
said () { sed '/^==[0-9]*==Unable to get registers from thread/d' "$work/err"; }
is_silent () { [ -z "$(said)" ]; }
fail () { echo "not ok: $*"; sed 's/^/    /' "$work/err"; failed=1; }

# a pipe without a reader
mkfifo "$work/pipe"
exec 3<> "$work/pipe" 4> "$work/pipe" 3<&-

# prints COMMAND-LINE: what prints something
printed=()
prints () {
  printed+=("$1")
  "$cli" "$@" > /dev/full 2> "$work/err"
  [ $? = 1 ] && [ "$(said)" = "warpstage-cli: Could not write all output: No space left on device." ] || fail "$* > /dev/full"
  "$cli" "$@" >&- 2> "$work/err"
  [ $? = 1 ] && [ "$(said)" = "warpstage-cli: Could not write all output: Bad file descriptor." ] || fail "$* >&-"
  # as most programs: ended by the signal, without a word
  "$cli" "$@" >&4 2> "$work/err"
  [ $? = 141 ] && is_silent || fail "$* | (nobody)"
  "$cli" "$@" > "$work/out" 2> "$work/err" && [ -s "$work/out" ] && is_silent || fail "$*"
  echo "ok: $*"
}

prints --version
prints --help
prints devices
prints devices --json
prints latency
prints latency --json
prints why reduce1 --n 1000 --device vm:k40c
prints why reduce1 --n 1000 --device vm:k40c --json
prints kernels
prints run reduce1 --n 1000 --device vm:k40c
prints run reduce1 --n 1000 --device vm:k40c --json
prints time reduce1 --n 1000 --repeat 2 --device vm:k40c
prints time reduce1 --n 1000 --repeat 2 --device vm:k40c --csv
prints time reduce1 --n 1000 --repeat 2 --device vm:k40c --json
prints calculator --cc 8.6 --block 256
prints calculator --cc 8.6 --block 256 --json
prints scenario
prints scenario utilisation --device vm:k40c
prints scenario utilisation --device vm:k40c --json
prints scenario utilisation --device vm:k40c --csv
prints calibrate --device vm:k40c --no-check -o "$work/twin.ini"
prints lesson list
prints exercise list
prints lesson check "$(dirname "$0")/../../resources/lessons/seven-reductions.lesson"
for command in calibrate devices compiler build sass kernels latency why run python check time counters calculator export animate figures chart scenario lesson exercise grade handout bundle; do
  prints $command --help
done

# The list above knows every command that help knows.
for command in $("$cli" --help | sed -n 's/^  warpstage-cli \([a-z]*\).*/\1/p' | sort -u); do
  case " ${printed[*]} " in *" $command "*) ;; *) echo "not ok: $command is not tried"; failed=1 ;; esac
done

# writes FILE COMMAND-LINE: what prints nothing needs no place to print to
writes () {
  local file=$1; shift
  "$cli" "$@" >&- 2> "$work/err" && [ -s "$file" ] || fail "$* >&-"
  "$cli" "$@" > /dev/full 2> "$work/err" || fail "$* > /dev/full"
  echo "ok: $*"
}
"$cli" run reduce1 --n 1000 --device vm:k40c --save "$work/run.wsrun" > /dev/null
writes "$work/t.png" export tree --run "$work/run.wsrun" --size 320x200 -o "$work/t.png"
writes "$work/o.csv" export calculator --cc 8.6 --block 256 -o "$work/o.csv"
writes "$work/t.gif" animate tree --run "$work/run.wsrun" --size 320x200 --fps 2 --seconds 1 -o "$work/t.gif"
writes "$work/c.csv" chart ladder --device vm:h200 -n 4096 -o "$work/c.csv"

# A reader that leaves ends what is printed line by line, at once: 40 sizes of a hundred thousand samples would take a while.
(timeout 100 "$cli" time reduce1,reduce2,reduce3,reduce4 --n 1000 --repeat 1000 --device vm:k40c --csv --sizes 2^8..2^12; echo $? > "$work/status") 2> "$work/err" | head -n 1 > /dev/null
[ "$(cat "$work/status")" = 141 ] && is_silent || fail "time | head -n 1"

# says STATUS TEXT COMMAND-LINE: ends with STATUS, and one sentence that has TEXT
says () {
  local status=$1 text=$2; shift 2
  "$cli" "$@" > "$work/out" 2> "$work/err"
  [ $? = "$status" ] && [ "$(said | wc -l)" = 1 ] && grep -q "$text" "$work/err" || fail "$*"
  echo "ok: $*"
}
g80="10 of 24 cells could not be run, first “1024” of Scenario 1: A block of 1024 threads exceeds the limit"
says 1 "$g80" export scenario --device vm:g80 --size 800x450 -o "$work/s.png"
says 1 "$g80" scenario occupancy-k40c --device vm:g80
says 1 "$g80" scenario occupancy-k40c --device vm:g80 --json
[ -s "$work/s.png" ] || fail "no s.png"

# An error in PTX is above its line, with a caret under the place; "^" is a power, not XOR.
printf '.version 7.0\n.target sm_75\n.address_size 64\n.entry k ()\n{\n.reg .b32 %%r<2>;\n\tadd.u32 %%r1 3;\nret;\n}\n' > "$work/wrong.ptx"
"$cli" run "$work/wrong.ptx" > "$work/out" 2> "$work/err"
[ "$(sed -n 2p "$work/err")" = "$(printf '\tadd.u32 %%r1 3;')" ] && [ "$(sed -n 3p "$work/err")" = "$(printf '\t^')" ] || fail "run wrong.ptx"
sed 's/ ()/ (.param .u32 n)/; s/\tadd.*/ld.param.u32 %r1, [n];/' "$work/wrong.ptx" > "$work/right.ptx"
"$cli" run "$work/right.ptx" --grid 2^3 --block 2^5 2> "$work/err" | grep -q '<<<8, 32>>>' || fail "run --grid 2^3"
exit $failed
