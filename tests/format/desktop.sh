#!/bin/bash
# The desktop's files are valid by the desktop's own tools, lie where they belong, and the icon can be drawn.
#
#   desktop.sh SOURCES BUILD
set -euo pipefail

id=org.warpstage.Warpstage
data=$1/resources/data
for program in desktop-file-validate appstreamcli glib-compile-schemas rsvg-convert xmllint; do
  command -v "$program" > /dev/null || { echo "skipped: $program is not installed"; exit 77; }
done
# check LAUNCHER METAINFO
check () {
  desktop-file-validate "$1"
  # Newer versions fail on warnings too, as for want of a homepage; errors alone count.
  if ! report=$(appstreamcli validate --no-net "$2") && grep '^E:' <<< "$report"; then
    exit 1
  fi
}
check "$2/share/applications/$id.desktop" "$2/share/metainfo/$id.metainfo.xml"
# in the pseudo-locale, where there is one, nothing that people read is left out
if [ -d "$2/po/share" ]; then
  check "$2/po/share/$id.desktop" "$2/po/share/$id.metainfo.xml"
  for key in GenericName Comment Keywords; do
    grep -q "^$key\[en_XA\]=.*[áéíóú]" "$2/po/share/$id.desktop" || { echo "$key is not translated."; exit 1; }
  done
  for element in summary p li; do
    grep -q "<$element xml:lang=\"en_XA\">" "$2/po/share/$id.metainfo.xml" || { echo "<$element> is not translated."; exit 1; }
  done
fi
xmllint --noout "$data"/*.xml
glib-compile-schemas --strict --dry-run "$data"
[ -s "$2/share/glib-2.0/schemas/gschemas.compiled" ]
for icon in "$2/share/icons/hicolor/scalable/apps/$id.svg" "$2/share/icons/hicolor/symbolic/apps/$id-symbolic.svg"; do
  rsvg-convert --width 32 --height 32 "$icon" > /dev/null
done
echo "Launcher, metainfo, schema, file type and icons are valid."
