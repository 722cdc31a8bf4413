#!/bin/bash
# Makes a cairo that needs no X, of Debian 12's source with Debian's corrections: Debian's own library asks for those of X, which a bare system
# lacks and drawings do not use. Done once a folder.
#
#   cairo.sh FOLDER      makes FOLDER/lib/libcairo.so.2
set -euo pipefail
folder=$(realpath -m "$1")
pool=${DEBIAN_MIRROR:-http://deb.debian.org/debian}/pool/main/c/cairo
version=1.16.0

[ ! -e "$folder/lib/libcairo.so.2" ] || exit 0
mkdir -p "$folder/lib"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
cd "$work"
while read -r sum file; do
  curl -sfO "$pool/$file" || { echo "cairo.sh: $pool/$file cannot be fetched" >&2; exit 1; }
  sha256sum --quiet -c <<< "$sum  $file"
done << 'FILES'
5e7b29b3f113ef870d1e3ecf8adf21f923396401604bda16d44be45e66052331 cairo_1.16.0.orig.tar.xz
af666a040fd54df96885907d0e9a74883396218a620ae03d173f1a3fee4980ea cairo_1.16.0-7.debian.tar.xz
FILES
tar xf "cairo_$version.orig.tar.xz"
tar xf cairo_$version-7.debian.tar.xz
cd "cairo-$version"
for patch in git-pdf-add-missing-flush ft-Use-FT_Done_MM_Var-instead-of-free-when-available-in-c Fix-mask-usage-in-image-compositor; do
  patch -s -p1 < "../debian/patches/$patch.patch"
done
CFLAGS="-O2 -fPIC -fstack-protector-strong -D_FORTIFY_SOURCE=2 -w" LDFLAGS="-Wl,-z,relro -Wl,-z,now" \
  ./configure --quiet --disable-static --disable-dependency-tracking --disable-xlib --disable-xcb --disable-gl --disable-ps --disable-script \
  --disable-gobject --disable-interpreter --disable-trace --enable-pdf --enable-svg --enable-png --enable-ft --enable-fc > "$work/log" 2>&1 \
  || { tail -n 30 "$work/log" >&2; exit 1; }
make -s -C src -j "$(nproc)" libcairo.la > "$work/log" 2>&1 || { tail -n 30 "$work/log" >&2; exit 1; }
cp -L src/.libs/libcairo.so.2 "$folder/lib/libcairo.so.2"
