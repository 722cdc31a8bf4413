# shellcheck shell=bash
# prepare.sh: what app/run.sh and tests/run.sh share: installs what is missing, configures and builds. To be sourced.
#
# A need is "KIND|WHAT|PACKAGE". It is met where
#   command   WHAT is a program on the path
#   module    pkg-config has WHAT
#   file      WHAT exists
#   package   Debian's WHAT is installed (on a system without dpkg it counts as met)
# PACKAGE is what brings it, on Debian 12 and Ubuntu 24.04 alike. Nothing here needs the CUDA Toolkit.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# To build the programs and to run them: icons, the fonts of window and drawings, settings that last.
# shellcheck disable=SC2034 # read by who sources this
build_needs=(
  'command|gcc|gcc'
  'file|/usr/include/stdio.h|libc6-dev'
  'command|pkg-config|pkg-config'
  'command|cmake|cmake'
  'command|ninja|ninja-build'
  'command|glib-compile-resources|libglib2.0-dev-bin'
  'command|xmllint|libxml2-utils'
  'command|msgfmt|gettext'
  'module|glib-2.0 >= 2.74|libglib2.0-dev'
  'module|pangocairo|libpango1.0-dev'
  'module|cairo-svg|libcairo2-dev'
  'module|json-glib-1.0|libjson-glib-dev'
  'file|/usr/include/gif_lib.h|libgif-dev'
  'module|libwebpmux|libwebp-dev'
  'module|libseccomp >= 2.5|libseccomp-dev'
  'module|libzstd|libzstd-dev'
  'module|libcurl >= 7.85|libcurl4-openssl-dev'
  'module|libarchive >= 3.4|libarchive-dev'
  'module|gtk4 >= 4.8|libgtk-4-dev'
  'module|libadwaita-1 >= 1.2|libadwaita-1-dev'
  'module|gtksourceview-5|libgtksourceview-5-dev'
  'module|x11|libx11-dev'
  'module|libcmark|libcmark-dev'
  'command|cmark|cmark'
  'package|adwaita-icon-theme|adwaita-icon-theme'
  'package|librsvg2-common|librsvg2-common'
  'package|dconf-gsettings-backend|dconf-gsettings-backend'
  'package|fonts-cantarell|fonts-cantarell'
  'package|fonts-dejavu-core|fonts-dejavu-core'
)

say () {
  printf '%s\n' "$*"
}

die () {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

is_met () {
  local kind what
  IFS='|' read -r kind what _ <<< "$1"
  case $kind in
    command) command -v "$what" > /dev/null ;;
    module) pkg-config --exists "$what" 2> /dev/null ;;
    file) [ -e "$what" ] ;;
    package)
      ! command -v dpkg-query > /dev/null \
        || [ "$(dpkg-query -W -f '${db:Status-Status}' "$what" 2> /dev/null)" = installed ]
      ;;
    *) die "There is no kind of need named $kind." ;;
  esac
}

# list_unmet NEED…: those that are not met, a line each.
list_unmet () {
  local need
  for need in "$@"; do
    is_met "$need" || printf '%s\n' "$need"
  done
}

as_root () {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

# apt_get ARGS…: without questions; waits for another apt that is running, as there is on a machine that has just started.
apt_get () {
  local name settings=(DEBIAN_FRONTEND=noninteractive)
  for name in http_proxy https_proxy no_proxy; do
    [ -z "${!name:-}" ] || settings+=("$name=${!name}")
  done
  as_root env "${settings[@]}" apt-get -q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" < /dev/null
}

# install_packages PACKAGE…: the package lists are fetched only where they are missing or too old to install from.
install_packages () {
  local log
  log=$(mktemp)
  if { apt-get -s install --no-install-recommends "$@" && apt_get install --no-install-recommends "$@"; } > "$log" 2>&1; then
    rm -f "$log"
    return
  fi
  say "Fetching the package lists first."
  apt_get update > "$log" 2>&1 || say "Some package lists could not be fetched; going on with the others."
  if ! apt_get install --no-install-recommends "$@" >> "$log" 2>&1; then
    tail -n 30 "$log" >&2
    rm -f "$log"
    die "The packages could not be installed; apt-get says why above."
  fi
  rm -f "$log"
}

# prepare_needs NEED…: installs what brings the needs that are not met; says and does nothing where all are.
prepare_needs () {
  local unmet packages
  mapfile -t unmet < <(list_unmet "$@")
  [ ${#unmet[@]} -gt 0 ] || return 0
  mapfile -t packages < <(printf '%s\n' "${unmet[@]##*|}" | sort -u)
  if ! command -v apt-get > /dev/null; then
    die "This system has no apt-get. Please install what corresponds to these packages of Debian: ${packages[*]}"
  fi
  if [ "$(id -u)" != 0 ] && ! command -v sudo > /dev/null; then
    die "Please install these packages as root, then start this again: ${packages[*]}"
  fi
  say "Installing ${packages[*]} and what they need (one to three minutes)."
  install_packages "${packages[@]}"
  mapfile -t unmet < <(list_unmet "$@")
  if [ ${#unmet[@]} -gt 0 ]; then
    say "Still missing, or too old:" >&2
    printf '  %s\n' "${unmet[@]}" >&2
    die "Warpstage needs Debian 12, Ubuntu 24.04 or newer."
  fi
}

# prepare_folder FOLDER CMAKE-ARGUMENTS…: configures FOLDER of the tree.
prepare_folder () {
  local folder=$1 log fresh=()
  shift
  # A cache of another place (the tree was moved) or of another generator is no cache.
  if [ -e "$root/$folder/CMakeCache.txt" ] \
     && ! { grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$root/$folder/CMakeCache.txt" \
            && grep -qxF 'CMAKE_GENERATOR:INTERNAL=Ninja' "$root/$folder/CMakeCache.txt"; }; then
    fresh=(--fresh)
  fi
  log=$(mktemp)
  if ! cmake "${fresh[@]}" -S "$root" -B "$root/$folder" -G Ninja "$@" > "$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    die "Configuring $folder failed; CMake says why above."
  fi
  rm -f "$log"
}

# prepare_targets FOLDER [TARGET…]: builds these, or all there are, in a folder that is configured.
prepare_targets () {
  local folder=$1 targets=()
  shift
  [ $# -eq 0 ] || targets=(--target "$@")
  # On a terminal ninja counts in one line; elsewhere only what goes wrong is worth lines.
  if [ -t 1 ]; then
    cmake --build "$root/$folder" "${targets[@]}"
  else
    cmake --build "$root/$folder" "${targets[@]}" -- --quiet | sed '/^ninja: no work to do\.$/d'
  fi || die "Building $folder failed; the compiler says why above."
}
