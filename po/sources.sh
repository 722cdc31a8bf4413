#!/bin/bash
# What has sentences for people: the files that mark any for gettext, a line each, relative to the repository's root.
#
#   sources.sh ROOT
set -euo pipefail
cd "$1"
{
  grep -rlE --include='*.[ch]' '\b(_|N_|C_|NC_|ngettext|WS_PLURAL) ?\(' app gpu ui
  grep -rl --include='*.ui' 'translatable="yes"' resources
} | LC_ALL=C sort
