#!/bin/sh
# Compiles the catalogue's kernels to PTX, by the types, operators and architecture that catalog.ini gives:
#
#   ptx.sh KERNEL TYPE OP OUTPUT   one of them, as in ptx.sh reduce1 int sum out.ptx
#   ptx.sh list                    KERNEL TYPE OP of all, a line each
#   ptx.sh variants                KERNEL TYPE OP ARCH FILE LINKED of all
#   ptx.sh all FOLDER              all of them, as FOLDER/KERNEL.TYPE.OP.ptx
#   ptx.sh inputs                  NAME SHA-256 of all, a line each: what NAME is made of (source, headers, options, this script)
#   ptx.sh pack FOLDER RESOURCES   RESOURCES/ptx.tar.xz of the PTX in FOLDER, and its list, RESOURCES/ptx.sums
#   ptx.sh renew RESOURCES [all]   compiles those whose inputs have changed, or all, and packs them; the target kernels-ptx
#
# The .file lines keep base names alone, and the library's objects that no kernel uses are left out: the names of some hold the compiler's
# process number, and the tables of others are a megabyte. So the text is the same on every machine, and short.
#
# The archive has no dates and no owner, and its files are sorted: the same PTX gives the same bytes.
set -eu
export LC_ALL=C

# list_variants: KERNEL TYPE OP ARCH FILE LINKED of all, a line each; what a kernel's section leaves out stands in its group's.
list_variants () {
  awk '
    function get(id, key) { return (id, key) in value ? value[id, key] : value[group[id], key] }
    /^\[/ { section = substr ($0, 2, length ($0) - 2); next }
    /^[^#].*=/ {
      key = substr ($0, 1, index ($0, "=") - 1); value[section, key] = substr ($0, index ($0, "=") + 1)
      if (key == "kernels") {
        n = split (value[section, key], found, ";")
        for (i = 1; i <= n; i++) if (found[i] != "") { ids[++n_ids] = found[i]; group[found[i]] = section }
      }
    }
    END {
      for (i = 1; i <= n_ids; i++) {
        n_types = split (get(ids[i], "types"), types, ";"); n_ops = split (get(ids[i], "ops"), ops, ";")
        linked = get(ids[i], "linked")
        for (t = 1; t <= n_types; t++) for (o = 1; o <= n_ops; o++)
          if (types[t] != "" && ops[o] != "")
            print ids[i], types[t], ops[o], get(ids[i], "arch"), get(ids[i], "file"), linked == "" ? "false" : linked
      }
    }' catalog.ini
}

# list_inputs: NAME SHA-256 of all; what is hashed are the options, the source, the headers beside it, and how this script compiles.
list_inputs () {
  list_variants | while read -r id type op arch file linked; do
    headers=$(sed -n 's/^#include "\(.*\)"$/\1/p' "$file" | sort)
    # shellcheck disable=SC2086 # names without blanks
    sum=$({ echo "$type $op $arch $linked"; cat "$file" $headers; sed -n '/^"${NVCC/,$p' ptx.sh; } | sha256sum)
    echo "$id.$type.$op.ptx ${sum%% *}"
  done
}

# Lines that differ each time: comments, and the strings of the debug section, which name the compiler's own process.
ignored='^(//|\.b8)'

# pack FOLDER RESOURCES
pack () {
  (cd "$1" && tar --format=ustar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=0644 -cf - -- *.ptx) \
    | xz -6e --threads=1 > "$2/ptx.tar.xz"
  {
    echo '# ptx.tar.xz: NAME, SHA-256 of what it is made of, SHA-256 of the PTX. Made by gpu/kernels/ptx.sh, never by hand.'
    (cd "$1" && sha256sum -- *.ptx) | sed 's/\([^ ]*\)  \(.*\)/\2 \1/' | sort > "$2/ptx.sums.new"
    list_inputs | sort | join - "$2/ptx.sums.new"
  } > "$2/ptx.sums"
  rm "$2/ptx.sums.new"
}

# list_stale RESOURCES WHICH: KERNEL TYPE OP of those whose inputs are not those in RESOURCES/ptx.sums; of all if WHICH is "all"
list_stale () {
  list_inputs | awk -v which="$2" -v sums="$1/ptx.sums" '
    BEGIN { while ((getline line < sums) > 0) { split (line, part, " "); known[part[1]] = part[2] } }
    which == "all" || known[$1] != $2 { n = split ($1, part, "."); print part[1], part[2], part[3] }'
}

# compile_to FOLDER: those that come in, a line each, as KERNEL TYPE OP
compile_to () {
  awk -v folder="$1" '{ print $0, folder "/" $1 "." $2 "." $3 ".ptx" }' | xargs -r -P "$(nproc)" -L 1 ./ptx.sh
}

# merge_registers OLD NEW FOLDER: registers.ini of the PTX in FOLDER: a section of the file NEW, or else of the file OLD
merge_registers () {
  awk -v new="$2" '
    function keep (line, from) { if (line ~ /^\[/) name = line; if (line != "") text[from, name] = text[from, name] line "\n" }
    BEGIN { name = "head"; while ((getline line < new) > 0) keep(line, "new"); name = "head" }
    FILENAME != "-" { keep($0, "old"); next }
    !begun++ { printf "%s\n%s", text["new", "head"], text["new", "[architectures]"] }
    { name = "[" $0 "]"; printf "\n%s", ("new", name) in text ? text["new", name] : text["old", name] }' "$1" - << END
$(cd "$3" && printf '%s\n' *.ptx)
END
}

# renew RESOURCES WHICH: what has changed in no line that counts keeps its bytes.
renew () {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/old" "$work/made" "$work/new"
  tar -xf "$1/ptx.tar.xz" -C "$work/old"
  list_stale "$1" "$2" | compile_to "$work/made"
  list_variants | while read -r id type op _; do
    name=$id.$type.$op.ptx
    if [ ! -f "$work/made/$name" ]; then
      cp "$work/old/$name" "$work/new"
    elif [ -f "$work/old/$name" ] && [ "$(grep -vE "$ignored" "$work/old/$name")" = "$(grep -vE "$ignored" "$work/made/$name")" ]; then
      cp "$work/old/$name" "$work/new"
      rm "$work/made/$name"
    else
      cp "$work/made/$name" "$work/new"
    fi
  done
  [ "$2" != all ] || cp "$work"/new/*.ptx "$work/made"
  echo "$(ls "$work/made" | wc -l) of $(ls "$work/new" | wc -l) are new."
  pack "$work/new" "$1"
  ./registers.sh "$work/made" > "$work/registers"
  merge_registers "$1/registers.ini" "$work/registers" "$work/new" > "$work/registers.ini"
  cp "$work/registers.ini" "$1/registers.ini"
}

command=$1
case $command in
  all | renew) set -- "$command" "$(cd "$2" && pwd)" "${3:-}" ;;
  pack) set -- "$command" "$(cd "$2" && pwd)" "$(cd "$3" && pwd)" ;;
esac
case ${4:-} in '' | /*) output=${4:-} ;; *) output=$PWD/$4 ;; esac
cd "$(dirname "$0")"
case $command in
  variants) list_variants; exit ;;
  list) list_variants | cut -d ' ' -f 1-3; exit ;;
  inputs) list_inputs; exit ;;
  all) list_variants | cut -d ' ' -f 1-3 | compile_to "$2"; exit ;;
  pack) pack "$2" "$3"; exit ;;
  renew) renew "$2" "$3"; exit ;;
esac
kernel=$1 type=$2 op=$3
read -r _ _ _ arch file linked << END
$(list_variants | awk -v id="$kernel" '$1 == id { print; exit }')
END
[ -n "$file" ] || { echo "catalog.ini knows no kernel $kernel" >&2; exit 1; }
option=
[ "$linked" = false ] || option=-rdc=true
"${NVCC:-nvcc}" -ptx -lineinfo $option -arch="$arch" -I . -DWS_TYPE="$type" -DWS_OP="$op" "$file" -o "$output"
sed -i -E -e 's#^([[:space:]]*\.file[[:space:]]+[0-9]+ ").*/#\1#' -e '/^\.global .*_INTERNAL_[0-9a-f]+_.*_cu_/d' "$output"
awk '
  { line[NR] = $0 }
  /^\.(global|const) .*= *\{/ { name[NR] = $0; sub (/\[.*/, "", name[NR]); sub (/.* /, "", name[NR]) }
  END {
    for (i = 1; i <= NR; i++) {
      used = !(i in name)
      for (k = 1; k <= NR && !used; k++) used = k != i && line[k] ~ ("(^|[^A-Za-z0-9_$])" name[i] "([^A-Za-z0-9_$]|$)")
      if (used) print line[i]
    }
  }' "$output" > "$output.short"
mv "$output.short" "$output"
