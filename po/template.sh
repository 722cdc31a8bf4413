#!/bin/bash
# Gathers what is marked for translation: template.sh ROOT TEMPLATE.pot VERSION
#
# Marks: _ () and C_ () where a sentence is shown; N_ () in a table whose sentences are translated where they are shown; ngettext () where
# something is counted; WS_PLURAL () for both forms in a table; translatable="yes" in .ui files. Of key files, lessons and exercises data.awk knows what they say.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$1"
options=(--from-code=UTF-8 --output="$2" --package-name=warpstage --package-version="$3" --add-comments=Translators --no-wrap
  --keyword=_ --keyword=N_ --keyword=C_:1c,2 --keyword=NC_:1c,2 --keyword=ngettext:1,2 --keyword=WS_PLURAL:1,2 --keyword=WS_COUNTER:3)
LC_ALL=C awk -f "$here/data.awk" gpu/kernels/catalog.ini resources/scenarios/*.ini resources/published/*.ini resources/lessons/*.lesson resources/exercises/*.exercise > "$2"
# tables are C, whatever their ending
xgettext "${options[@]}" --join-existing --language=C gpu/record/counters.def
"$here/sources.sh" . | xgettext "${options[@]}" --join-existing --files-from=-
# gettext knows what of launcher and metainfo is read by people
xgettext "${options[@]}" --join-existing resources/data/*.desktop
xgettext "${options[@]}" --join-existing resources/data/*.metainfo.xml
