#!/bin/bash
# Tries the two commands of README.md as a newcomer would: in a bare system, made by debootstrap, in which nothing is installed.
# What is committed is tried (a clone of HEAD). Needs root and debootstrap; nothing of it runs under CTest.
#
#   tests/bare.sh FOLDER [SUITE [COMMAND…]]      as in  tests/bare.sh /var/tmp/bare noble
#
# FOLDER keeps the bare system for the next time; SUITE is bookworm (Debian 12) or noble (Ubuntu 24.04); COMMANDs are app/run.sh
# and tests/run.sh if none is given.
set -euo pipefail

[ $# -ge 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$(realpath -m "$1")
suite=${2:-bookworm}
commands=("${@:3}")
[ ${#commands[@]} -gt 0 ] || commands=(app/run.sh tests/run.sh)
base=$folder/$suite
run=$folder/$suite-run

make_base () {
  local arguments=(--variant=minbase) mirror=http://deb.debian.org/debian script=()
  if [ "$suite" = noble ]; then
    mirror=http://archive.ubuntu.com/ubuntu
    arguments+=('--components=main,universe')
    # An older debootstrap has no script for noble, and Debian need not have Ubuntu's keys.
    [ -e "/usr/share/debootstrap/scripts/$suite" ] || script=(gutsy)
    [ -e /usr/share/keyrings/ubuntu-archive-keyring.gpg ] || arguments+=(--no-check-gpg)
  fi
  rm -rf "$base.part"
  mkdir -p "$folder"
  debootstrap "${arguments[@]}" "$suite" "$base.part" "$mirror" "${script[@]}"
  mv "$base.part" "$base"
}

[ -d "$base" ] || make_base
rm -rf "$run"
cp -a "$base" "$run"
cp -L /etc/resolv.conf "$run/etc/resolv.conf"
git clone -q --no-hardlinks "$root" "$run/root/warpstage"

settings=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root)
for name in http_proxy https_proxy no_proxy; do
  [ -z "${!name:-}" ] || settings+=("$name=${!name}")
done
# A separate mount namespace: mounts disappear with it.
for command in "${commands[@]}"; do
  printf '== %s: %s\n' "$suite" "$command"
  SECONDS=0
  # shellcheck disable=SC2016 # the inner shell expands it
  unshare --mount --pid --fork bash -euc '
    run=$1; shift
    mount --make-rprivate /
    mount --rbind /dev "$run/dev"
    mount -t proc proc "$run/proc"
    exec chroot "$run" env -i "$@"
  ' bash "$run" "${settings[@]}" bash -c 'cd /root/warpstage && exec $0' "$command" < /dev/null
  printf '== %s: %s: done in %d s\n' "$suite" "$command" "$SECONDS"
done
