#!/bin/bash
# dies.sh COMMAND…: starts it, and is killed itself soon after, as a window that crashes.
"$@" &
sleep 0.5
kill -KILL $$
