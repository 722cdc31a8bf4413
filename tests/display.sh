# shellcheck shell=bash
# display.sh: a private display for tests and screenshots, with private folders for settings and caches. To be sourced after
# app/prepare.sh. What is drawn there is the same everywhere: cairo draws it, no GPU and no desktop has a say.

# shellcheck disable=SC2034 # read by who sources this
display_needs=(
  'command|Xvfb|xvfb'
  'command|xdotool|xdotool'
  'command|xwd|x11-apps'
  'command|xprop|x11-utils'
  'command|dbus-run-session|dbus-daemon'
)

# display_start WIDTHxHEIGHTxDEPTH: starts Xvfb on a number that is free and exports DISPLAY; it ends with the script.
display_start () {
  local waited=0
  display_folder=$(mktemp -d)
  trap display_stop EXIT
  Xvfb -displayfd 5 -screen 0 "$1" -dpi 96 -nolisten tcp 5> "$display_folder/number" > "$display_folder/log" 2>&1 &
  display_server=$!
  until [ -s "$display_folder/number" ]; do
    if ! kill -0 "$display_server" 2> /dev/null || [ $((waited += 1)) -gt 200 ]; then
      cat "$display_folder/log" >&2
      die "Xvfb did not start; it says why above."
    fi
    sleep 0.05
  done
  DISPLAY=:$(cat "$display_folder/number")
  export DISPLAY
  unset WAYLAND_DISPLAY GTK_THEME
  mkdir -m 700 "$display_folder/runtime"
  export XDG_RUNTIME_DIR=$display_folder/runtime XDG_CONFIG_HOME=$display_folder/config XDG_DATA_HOME=$display_folder/data \
         XDG_CACHE_HOME=$display_folder/cache
  # The fonts of a GNOME desktop, which no desktop is here to name.
  mkdir -p "$XDG_CONFIG_HOME/gtk-4.0"
  printf '[Settings]\ngtk-font-name=Cantarell 11\n' > "$XDG_CONFIG_HOME/gtk-4.0/settings.ini"
  export GDK_BACKEND=x11 GSK_RENDERER=cairo ADW_DISABLE_PORTAL=1 GTK_USE_PORTAL=0 LANG=C.UTF-8 LC_ALL=C.UTF-8
}

display_stop () {
  local status=$?
  trap - EXIT
  kill "$display_server" 2> /dev/null || true
  wait "$display_server" 2> /dev/null || true
  rm -rf "$display_folder"
  exit "$status"
}
