#!/bin/bash
# Whatever warpstage-cli writes stays as it was where the disk is full: test "limit" lets no file grow beyond 4 kB, which needs no
# rights; test "disk" mounts a disk of 64 kB, and is skipped where that is not allowed.
#
#   full.sh limit|disk FOLDER-OF-PROGRAMS
set -u
how=$1 cli=$2/warpstage-cli
if [ "$how" = disk ] && [ "${3:-}" != inside ]; then
  unshare -rm true 2> /dev/null || { echo "skipped: a namespace of one's own, for the small disk, is not allowed here"; exit 77; }
  exec unshare -rm "$0" disk "$2" inside
fi
work=$(mktemp -d); trap 'umount "$work/disk" 2> /dev/null; rm -rf "$work"' EXIT
disk=$work/disk; mkdir "$disk"
failed=0
fail () { echo "not ok: $*"; failed=1; }

"$cli" run reduce1 --n 5000 --device vm:k40c --save "$work/run.wsrun" > /dev/null || fail "no run"
if [ "$how" = disk ]; then
  mount -t tmpfs -o size=64k none "$disk" || { echo "skipped: the small disk cannot be mounted here"; exit 77; }
  fill () { cat /dev/zero > "$disk/filling" 2> /dev/null; [ "$(df --output=avail "$disk" | tail -n 1)" -eq 0 ] || fail "not full"; }
  limited () { "$@"; }
else
  fill () { :; }
  limited () (trap '' XFSZ; ulimit -f 4; exec "$@")
fi

# keeps NAME COMMAND…: on the full disk, COMMAND, which writes NAME, fails with one sentence and leaves all as it was: a file, one
# behind a link, one with a second name. (First word of each name: which of them.)
keeps () {
  local name=$1 listing; shift
  rm -rf "${disk:?}"/*
  mkdir "$disk/far"
  case $name in
    link-*) echo "what was there" > "$disk/far/target"; ln -s far/target "$disk/$name" ;;
    hard-*) echo "what was there" > "$disk/far/target"; ln "$disk/far/target" "$disk/$name" ;;
    new-*) ;;
    *) echo "what was there" > "$disk/$name" ;;
  esac
  fill
  listing=$(cd "$disk" && find . -printf '%p %y %n %i\n' | sort)
  if limited "$@" > "$work/out" 2> "$work/err"; then fail "$name: exit status 0: $*"; fi
  [ "$(grep -c . "$work/err")" = 1 ] || { fail "$name: not one sentence:"; cat "$work/err"; }
  grep -q "$how: \|space left\|too large" "$work/err" || { fail "$name: not what is wrong:"; cat "$work/err"; }
  [ "$listing" = "$(cd "$disk" && find . -printf '%p %y %n %i\n' | sort)" ] || { fail "$name: not as it was:"; find "$disk"; }
  case $name in new-*) ;; *) [ "$(cat "$disk/$name")" = "what was there" ] || fail "$name has other contents" ;; esac
  [ "$name" = "${name#hard-}" ] || [ "$(cat "$disk/far/target")" = "what was there" ] || fail "$name: its other name has other contents"
  echo "ok: $name"
}

export XDG_DATA_HOME=$work/data
run=(--run "$work/run.wsrun" --size 800x450)
for suffix in png svg pdf csv json; do
  keeps tree.$suffix "$cli" export tree "${run[@]}" -o "$disk/tree.$suffix"
done
for link in link hard; do
  keeps $link-lanes.png "$cli" export lanes "${run[@]}" -o "$disk/$link-lanes.png"
  keeps $link-lanes.csv "$cli" export lanes "${run[@]}" -o "$disk/$link-lanes.csv"
  keeps $link-film.gif "$cli" animate tree "${run[@]}" --fps 5 --seconds 1 -o "$disk/$link-film.gif"
  keeps $link-run.wsrun "$cli" run reduce1 --n 5000 --device vm:k40c --save "$disk/$link-run.wsrun"
done
keeps new-tree.png "$cli" export tree "${run[@]}" -o "$disk/new-tree.png"
keeps new-film.webp "$cli" animate tree "${run[@]}" --fps 5 --seconds 1 -o "$disk/new-film.webp"
keeps film.webp "$cli" animate tree "${run[@]}" --fps 5 --seconds 1 -o "$disk/film.webp"
keeps film-1.png "$cli" animate tree "${run[@]}" --fps 5 --seconds 1 -o "$disk/film-%d.png"
keeps run.wsrun "$cli" run reduce1 --n 5000 --device vm:k40c --save "$disk/run.wsrun"
keeps new-figures "$cli" figures "$disk/new-figures" "${run[@]}"
keeps handout.pdf "$cli" handout bank-conflicts --device vm:h200 -o "$disk/handout.pdf"
# wherever in a document the room ends
if [ "$how" = limit ]; then
  for kb in 16 64 128 256 400; do
    (trap '' XFSZ; ulimit -c 0 -f $kb; exec "$cli" handout bank-conflicts --device vm:h200 -o "$disk/part.pdf") > "$work/out" 2> "$work/err"
    code=$?
    [ $code = 1 ] || fail "a handout, of which $kb kB can be written: exit status $code"
    [ "$(grep -c . "$work/err")" = 1 ] || { fail "a handout, of which $kb kB can be written: not one sentence:"; cat "$work/err"; }
    [ ! -e "$disk/part.pdf" ] || fail "half a handout"
  done
fi
keeps chart.svg "$cli" chart ladder --device vm:h200 -n 4096 --size 800x450 -o "$disk/chart.svg"
# a timing that finds no room to be kept is left out, not half kept
if [ "$how" = disk ]; then
  rm -rf "${disk:?}"/*
  fill
  XDG_DATA_HOME=$disk/data "$cli" chart ladder --device vm:h200 -n 4096 --size 800x450 -o "$work/chart.png" 2> /dev/null || fail "no chart"
  [ -z "$(find "$disk/data" -type f)" ] || fail "half a timing is kept"
fi
exit $failed
