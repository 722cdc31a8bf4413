#!/bin/bash
# Tries the package as a user installs it: in a bare system, made by tests/bare.sh (debootstrap), with nothing of what builds it.
# It is installed with what it depends on and no more; then the programs run: a kernel, a picture, the manual, the window on a display of
# its own. Needs root and lintian; nothing of it runs under CTest.
#
#   tests/package.sh F.deb FOLDER [SUITE]      as in  tests/package.sh build/warpstage_0.3.0_amd64.deb /var/tmp/bare noble
set -euo pipefail

[ $# -ge 2 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
package=$(realpath "$1")
folder=$(realpath -m "$2")
suite=${3:-bookworm}
run=$folder/$suite-run

lintian --fail-on error,warning "$package"
"$root/tests/bare.sh" "$folder" "$suite" true > /dev/null # the system, and a copy of it
cp "$package" "$run/root/warpstage.deb"
# A bare system of debootstrap keeps no manual.
rm -f "$run/etc/dpkg/dpkg.cfg.d/"*
settings=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8)
for name in http_proxy https_proxy no_proxy; do
  [ -z "${!name:-}" ] || settings+=("$name=${!name}")
done
# shellcheck disable=SC2016 # the inner shells expand them
unshare --mount --pid --fork bash -euc '
  run=$1; shift
  mount --make-rprivate /
  mount --rbind /dev "$run/dev"
  mount -t proc proc "$run/proc"
  exec chroot "$run" env -i "$@"
' bash "$run" "${settings[@]}" bash -euc '
  apt-get -q update > /dev/null
  apt-get -q -y install --no-install-recommends /root/warpstage.deb > /root/log 2>&1 || { tail -20 /root/log; exit 1; }
  echo "Installed: $(dpkg-query -W -f "\${Package} \${Version}" warpstage)"
  ! ldd /usr/bin/warpstage /usr/bin/warpstage-cli /usr/bin/warpstage-worker | grep "not found"
  cd /root
  warpstage-cli run reduce1 --n 2^16 --device vm:h200 | tail -3
  warpstage-cli export tree --kernel reduce3 --n 16 --block 16 --device vm:h200 -o tree.png
  [ -s tree.png ]
  [ -s /usr/share/man/man1/warpstage-cli.1.gz ]
  grep -q x-warpstage-run /usr/share/mime/types
  [ -s /usr/share/glib-2.0/schemas/gschemas.compiled ]
  apt-get -q -y install --no-install-recommends xvfb xauth x11-utils > /root/log 2>&1 || { tail -20 /root/log; exit 1; }
  xvfb-run -s "-screen 0 1600x1000x24" bash -euc "
    GSK_RENDERER=cairo warpstage --kernel reduce3 --paused > window.log 2>&1 & window=\$!
    for ((i = 0; i < 60; i++)); do
      ! xwininfo -root -tree | grep -q \"Warpstage\" || break
      sleep 1
    done
    xwininfo -root -tree | grep \"Warpstage\"
    kill \$window
    ! grep CRITICAL window.log"
  apt-get -q -y purge warpstage > /dev/null
  ! find /usr -name "*warpstage*" | grep .
' < /dev/null
echo "$suite: the package installs, runs, and goes again."
