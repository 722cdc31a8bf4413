#!/bin/sh
# The kernels to PTX, by what catalog.ini says of their types, operators and arch:
#
#   ptx.sh KERNEL TYPE OP OUTPUT   one of them, as in ptx.sh reduce1 int sum out.ptx
#   ptx.sh list                    KERNEL TYPE OP of all, a line each
#   ptx.sh all FOLDER              all of them, as FOLDER/KERNEL.TYPE.OP.ptx
#
# The .file lines keep base names alone, and the library's objects that no kernel uses are left out: the names of some hold the compiler's
# process number, and the tables of others are a megabyte. So the text is the same on every machine, and short.
set -eu

# What awk needs to read catalog.ini: get (id, key), from the kernel's section or its group's.
read_catalog='
  function get(id, key) { return (id, key) in value ? value[id, key] : value[group[id], key] }
  /^\[/ { section = substr ($0, 2, length ($0) - 2); next }
  /^[^#].*=/ {
    key = substr ($0, 1, index ($0, "=") - 1); value[section, key] = substr ($0, index ($0, "=") + 1)
    if (key == "kernels") {
      n = split (value[section, key], found, ";")
      for (i = 1; i <= n; i++) if (found[i] != "") { ids[++n_ids] = found[i]; group[found[i]] = section }
    }
  }'

if [ "$1" = all ]; then
  folder=$(cd "$2" && pwd)
  cd "$(dirname "$0")"
  ./ptx.sh list | sed "s|\(.*\) \(.*\) \(.*\)|\1 \2 \3 $folder/\1.\2.\3.ptx|" | xargs -P "$(nproc)" -L 1 ./ptx.sh
  exit
fi
case ${4:-} in '' | /*) output=${4:-} ;; *) output=$PWD/$4 ;; esac
cd "$(dirname "$0")"
if [ "$1" = list ]; then
  exec awk "$read_catalog"' END {
    for (i = 1; i <= n_ids; i++) {
      n_types = split (get(ids[i], "types"), types, ";"); n_ops = split (get(ids[i], "ops"), ops, ";")
      for (t = 1; t <= n_types; t++) for (o = 1; o <= n_ops; o++)
        if (types[t] != "" && ops[o] != "") print ids[i], types[t], ops[o]
    }
  }' catalog.ini
fi
set -- "$@" $(awk -v id="$1" "$read_catalog"' END { print get(id, "arch"), get(id, "file"), get(id, "linked") }' catalog.ini)
[ $# -ge 6 ] || { echo "catalog.ini knows no kernel $1" >&2; exit 1; }
linked=
[ "${7:-false}" = false ] || linked=-rdc=true
"${NVCC:-nvcc}" -ptx -lineinfo $linked -arch="$5" -I . -DWS_TYPE="$2" -DWS_OP="$3" "$6" -o "$output"
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
