#!/bin/bash
# host-files.sh PROGRAM: what PROGRAM, which prints how many bytes are free, makes of the files in which the computer and the control
# group say so. In a private namespace the test mounts its files over the real ones; it is skipped if that is not allowed.
set -u
if [ "${2:-}" != inside ]; then
  unshare -rm true 2> /dev/null || { echo "skipped: a namespace of one's own is not allowed here"; exit 77; }
  exec unshare -rm "$0" "$1" inside
fi
program=$1
group=$(sed -n 's/^0:://p' /proc/self/cgroup)
case $group in
  '' | *..*) echo "skipped: there is no control group of version 2 here"; exit 77 ;;
esac
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
folder=$work/cgroup$group
mkdir -p "$folder"; touch "$work/meminfo"
if ! mount --bind "$work/meminfo" /proc/meminfo || ! mount --bind "$work/cgroup" /sys/fs/cgroup; then
  echo "skipped: nothing can be laid over the computer's files here"; exit 77
fi
failed=0

# says NAME BYTES KIB MAX CURRENT CACHE: so many bytes are free where KIB are of the computer, and the group may take MAX bytes, has
# taken CURRENT and would give back CACHE. Of all of them a sixteenth is left to others.
says () {
  local found
  printf 'MemTotal: 99999999 kB\nMemFree: 1 kB\nMemAvailable: %s kB\n' "$3" > "$work/meminfo"
  echo "$4" > "$folder/memory.max"
  echo "$5" > "$folder/memory.current"
  printf 'anon 5\nfile 7\ninactive_file %s\n' "$6" > "$folder/memory.stat"
  found=$("$program")
  [ "$found" = "$2" ] || { echo "not ok: $1: $found bytes are free, not $2"; failed=1; }
}
says computer             1536000 1600 max        900000     0
says computer-before-group 1536000 1600 99999999999 900000   0
says group                 900000 999999 1000000   40000      0
says group-with-cache      937500 999999 1600000   1000000    400000
says group-of-caches      1500000 999999 1600000   1000000    2000000
says group-over-its-limit       0 999999 1000000   1000001    0
says group-full                 0 999999 1000000   1000000    0
exit "$failed"
