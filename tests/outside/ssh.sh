#!/bin/bash
# Devices of another computer over ssh, for real: an sshd on a port of this computer with keys made for the test, and a line that is slow,
# breaks, and is silent. Changes nothing outside a temporary folder.
#
#   ssh.sh FOLDER-OF-PROGRAMS
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/outside/remote.sh
. "$here/remote.sh"
begin_remote "$1"
sshd=$(PATH=$PATH:/usr/sbin command -v sshd) || skip "no sshd"

port=$(find_port)
line_port=$(find_port)
worker=$work/home/.local/bin/warpstage-worker
mkdir -p "$work/home" "$work/line"
ssh-keygen -q -t ed25519 -N '' -f "$work/host" && ssh-keygen -q -t ed25519 -N '' -f "$work/key"
cp "$work/key.pub" "$work/authorized_keys"
cat > "$work/sshd_config" << END
Port $port
ListenAddress 127.0.0.1
HostKey $work/host
AuthorizedKeysFile $work/authorized_keys
PidFile none
UsePAM no
StrictModes no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin yes
SetEnv HOME=$work/home
END
for name in "$port" "$line_port"; do
  echo "[127.0.0.1]:$name $(cut -d ' ' -f 1,2 "$work/host.pub")"
done > "$work/known_hosts"
cat > "$work/config" << END
Host near line
  HostName 127.0.0.1
  User $(id -un)
  IdentityFile $work/key
  IdentitiesOnly yes
  IdentityAgent none
  UserKnownHostsFile $work/known_hosts
  GlobalKnownHostsFile none
  BatchMode yes
Host near
  Port $port
Host line
  Port $line_port
END
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd
"$sshd" -D -f "$work/sshd_config" -E "$work/sshd.log" &
pids+=($!)
"$here/line.py" "$line_port" "$port" "$work/line" &
pids+=($!)
wait_for "sshd answers" ssh -F "$work/config" line true

way=(ssh -F "$work/config")

# ---- a worker is brought there ----
says 1 'There is no warpstage-worker on near' devices --add near "${way[@]}" near warpstage-worker
says 0 'near/vm:h200' devices --install near "${way[@]}" near
[ -x "$worker" ] || fail "it is not there"
says 0 "near: Warpstage" devices near
says 0 "near/  *ssh -F $work/config near " devices
says 0 'correct' run reduce1 -n 1000 --device near/vm:h200
says 0 'on Virtual NVIDIA H200 (near)' run reduce1 -n 1000 --device near/
same_as_here near/vm:h200

# ---- what stands in the way ----
says 1 'cannot be reached: .*Connection refused' devices --add shut "${way[@]}" -p "$(find_port)" near warpstage-worker
says 1 'ssh does not know stranger yet' devices --add stranger "${way[@]}" -o UserKnownHostsFile=/dev/null near warpstage-worker
says 1 'does not let this user in' devices --add locked "${way[@]}" -o PubkeyAuthentication=no near warpstage-worker
says 1 'Could not resolve hostname' devices --add nowhere "${way[@]}" nowhere.invalid warpstage-worker
says 0 'greeter/vm:h200' devices --add greeter "${way[@]}" near "echo Welcome; date; exec $worker"

# ---- a line that is slow, breaks, and is silent ----
says 0 'line: Warpstage' devices --add line "${way[@]}" line "$worker"
echo 100e6 > "$work/line/rate"
measure_recording line/vm:h200 100
rm "$work/line/rate"

begin_long line/vm:h200 "$worker"
touch "$work/line/cut"
ends_with 'The line to line broke: .*What was finished is kept'
says 0 'correct' run reduce1 -n 1000 --device line/vm:h200

export WARPSTAGE_PATIENCE=0.1
begin_long line/vm:h200 "$worker"
touch "$work/line/silent"
ends_with 'Nothing has come from line for 3 s'
rm "$work/line/silent"
unset WARPSTAGE_PATIENCE
says 0 'correct' run reduce1 -n 1000 --device line/vm:h200

# ---- a run that is given up ----
begin_long near/vm:h200 "$worker"
leaves_nothing "$worker"

end_remote "ssh"
