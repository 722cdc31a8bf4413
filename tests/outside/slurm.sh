#!/bin/bash
# Devices of another computer by srun, for real: a Slurm of one node with one GPU that is none, of this user's, in a temporary folder.
#
#   slurm.sh FOLDER-OF-PROGRAMS
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/outside/remote.sh
. "$here/remote.sh"
begin_remote "$1"
PATH=$PATH:/usr/sbin
for program in munged slurmctld slurmd srun; do
  command -v "$program" > /dev/null || skip "no $program"
done

host=$(hostname -s)
mkdir "$work/state" "$work/spool"
dd if=/dev/urandom of="$work/munge.key" bs=1024 count=1 status=none
chmod 600 "$work/munge.key"
chmod 755 "$work"
cat > "$work/slurm.conf" << END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
SlurmctldPort=$(find_port)
SlurmdPort=$(find_port)
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
GresTypes=gpu
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) Gres=gpu:1 State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
echo "Name=gpu Count=1 File=/dev/null" > "$work/gres.conf"
export SLURM_CONF=$work/slurm.conf
munged --foreground --force --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
  --log-file="$work/munged.log" --seed-file="$work/munged.seed" 2> "$work/munged.out" &
pids+=($!)
wait_for "munge answers" test -S "$work/munge.socket"
slurmctld -D &> "$work/slurmctld.out" &
pids+=($!)
slurmd -D &> "$work/slurmd.out" &
pids+=($!)
wait_for "Slurm runs a job" timeout 10 srun --gres=gpu:1 true

says 0 'slurm/vm:h200' devices --add slurm srun --gres=gpu:1 "$bin/warpstage-worker"
says 0 'correct' run reduce1 -n 1000 --device slurm/vm:h200
same_as_here slurm/vm:h200
says 1 'There is no warpstage-worker on absent' devices --add absent srun --gres=gpu:1 warpstage-worker
says 1 'Requested node configuration is not available' devices --add many srun --gres=gpu:4 "$bin/warpstage-worker"
says 1 'Invalid partition name specified' devices --add part srun -p nowhere "$bin/warpstage-worker"

# The GPU is taken: it waits, says so for as long as it does, and runs when it is free.
srun --gres=gpu:1 sleep 600 2> /dev/null &
holder=$!
pids+=("$holder")
wait_for "the GPU is taken" holds_gpu
"$cli" run reduce1 -n 1000 --device slurm/vm:h200 > "$work/out" 2> "$work/err" < /dev/null &
waiting=$!
wait_for "it says that it waits" grep -q 'Waiting for slurm (.* s): srun: job [0-9]* queued and waiting for resources' "$work/err"
kill -0 "$waiting" 2> /dev/null || fail "it does not wait"
scancel --state=RUNNING --user="$(id -un)"
wait "$waiting" || fail "it does not run once the GPU is free: $(cat "$work/err")"
grep -q correct "$work/out" || fail "it does not run right: $(cat "$work/out")"

# A run that is given up leaves the queue, and the GPU.
srun --gres=gpu:1 sleep 600 2> /dev/null &
pids+=($!)
wait_for "the GPU is taken" holds_gpu
"$cli" run reduce1 -n 1000 --device slurm/vm:h200 > "$work/out" 2> "$work/err" < /dev/null &
waiting=$!
wait_for "it waits" waits_for_gpu
kill "$waiting"
wait_for "it has left the queue" queue_is_empty
scancel --state=RUNNING --user="$(id -un)"
wait_for "the GPU is free" gpu_is_free

begin_long slurm/vm:h200 "$bin/warpstage-worker"
leaves_nothing "$bin/warpstage-worker"
wait_for "the GPU is free" gpu_is_free

end_remote "Slurm"
