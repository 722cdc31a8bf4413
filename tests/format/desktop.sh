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
# each file type that the launcher opens is declared, with its own icon
for type in $(sed -n 's/^MimeType=//p' "$data/$id.desktop" | tr ';' ' '); do
  grep -q "<mime-type type=\"$type\">" "$data/$id.mime.xml" || { echo "$type is not declared."; exit 1; }
  grep -q "<mediatype>$type</mediatype>" "$data/$id.metainfo.xml" || { echo "The metainfo does not have $type."; exit 1; }
  rsvg-convert --width 32 --height 32 "$2/share/icons/hicolor/scalable/mimetypes/${type/\//-}.svg" > /dev/null
done
# nothing says where the program is published: then nothing is said of it; where it is said, with screenshots, it is valid too
published=$(mktemp -d)
trap 'rm -rf "$published"' EXIT
sed 's#@WARPSTAGE_HOMEPAGE@#https://example.org/warpstage#' "$data/$id.metainfo.xml" > "$published/$id.metainfo.xml"
check "$data/$id.desktop" "$published/$id.metainfo.xml"
! grep -r '@' "$2/share/metainfo" || exit 1
# each screenshot of the metainfo is one of ours, as large as it says
pictures=$(sed -n 's#.*width="\([0-9]*\)" height="\([0-9]*\)">https.*/screenshots/\(.*\)</image>.*#\3 \1 \2#p' "$published/$id.metainfo.xml")
[ -n "$pictures" ] || { echo "The metainfo has no screenshot."; exit 1; }
while read -r name width height; do
  # of a PNG: width and height, four bytes each, after the first sixteen
  found=$(od -A n -t u1 -j 16 -N 8 "$1/screenshots/$name" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')
  [ "$found" = "$width $height" ] || { echo "$name is $found, not $width $height."; exit 1; }
done <<< "$pictures"
echo "Launcher, metainfo, schema, file type and icons are valid."
