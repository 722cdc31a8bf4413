#!/bin/bash
# papers.py finds each thing that it looks for: a small tree that keeps every rule passes, and one fault at a time fails with its place.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

plant () {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree"/{docs/manual,screenshots,gpu/vm,resources/data,resources/deb,build/bin}
  printf 'project (warpstage VERSION 1.2.3 LANGUAGES C)\n' > "$tree/CMakeLists.txt"
  printf '<release version="1.2.3" date="2026-01-01"/>\n' > "$tree/resources/data/org.warpstage.Warpstage.metainfo.xml"
  printf 'warpstage (1.2.3) unstable\n' > "$tree/resources/deb/changelog"
  printf '# News\n\n## 1.2.3 (2026-01-01)\n' > "$tree/NEWS.md"
  printf 'pixels\n' > "$tree/screenshots/a.png"
  cat > "$tree/README.md" << 'END'
# It

See [the keys](docs/manual/window.md#the-keys), the colour of `gpu/vm`, and

    warpstage-cli run reduce1 --json

![A picture](screenshots/a.png)
END
  cat > "$tree/docs/manual/window.md" << 'END'
# The window

## The *keys*

<!-- man warpstage -->

Start it with `warpstage --paused`. `<b>` is bold.

<!-- end -->
END
  cat > "$tree/build/bin/warpstage-cli" << 'END'
#!/bin/sh
case $1 in
  run) echo '  --json   as JSON' ;;
  *) echo '  warpstage-cli run KERNEL' ;;
esac
END
  printf '#!/bin/sh\necho "  --paused   stands still"\n' > "$tree/build/bin/warpstage"
  chmod +x "$tree"/build/bin/*
}

# expect PLACE COMMAND: after COMMAND, in the tree, papers.py fails and names PLACE.
expect () {
  plant
  (cd "$tree" && eval "$2")
  if output=$("$here/papers.py" "$tree" "$tree/build"); then
    echo "papers.py did not find what is wrong after: $2"
    exit 1
  fi
  grep -qE "^$1: " <<< "$output" || { printf 'papers.py does not name %s:\n%s\n' "$1" "$output"; exit 1; }
}

plant
"$here/papers.py" "$tree" "$tree/build"
expect 'README.md:3' "sed -i 's/window.md#/door.md#/' README.md"
expect 'README.md:3' "sed -i 's/#the-keys/#a-key/' README.md"
expect 'README.md:3' "sed -i 's|gpu/vm|gpu/wm|' README.md"
expect 'README.md:3' "sed -i 's/colour/color/' README.md"
expect 'README.md:5' "sed -i 's/--json/--yaml/' README.md"
expect 'README.md:5' "sed -i 's/cli run/cli walk/' README.md"
expect 'README.md:7' "sed -i 's/a.png/b.png/' README.md"
expect 'README.md' "seq 120 >> README.md"
expect 'screenshots' "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do cp screenshots/a.png screenshots/\$i.png; done"
expect 'screenshots/b.png' "cp screenshots/a.png screenshots/b.png"
expect 'screenshots/a.png' "head -c 200000 /dev/zero > screenshots/a.png"
expect 'docs/manual/window.md:7' "sed -i 's/--paused/--asleep/' docs/manual/window.md"
expect 'docs/manual/window.md:10' "echo '| a | table |' >> docs/manual/window.md"
expect 'docs/manual/window.md:10' "echo '<b>bold</b>' >> docs/manual/window.md"
expect 'resources/lessons/a.lesson' "mkdir resources/lessons && echo '# A lesson' > resources/lessons/a.lesson"
expect 'version' "sed -i 's/1.2.3/1.2.4/' NEWS.md"
expect 'version' "sed -i 's/1.2.3/1.2.4/' resources/deb/changelog"
echo "Every fault was found."
