"""Puts into a wheel the libraries that its programs need, with their licences.

    repair.py FIRST WHEEL FOLDER    writes FOLDER/warpstage-…-manylinux_2_36_x86_64.whl; libraries are looked for in the folder FIRST before
                                    the system's

auditwheel does it, but for its list of what every system has: a bare one has neither GLib nor zlib nor X.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import auditwheel.policy
from auditwheel.main import main as run_auditwheel

PLATFORM = "manylinux_2_36_x86_64"
GLIBC = {"ld-linux-x86-64.so.2", "libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libresolv.so.2", "libutil.so.1"}
SYSTEM = "/usr/lib/x86_64-linux-gnu:/lib/x86_64-linux-gnu"
MOST_BYTES = 25_000_000


def keep_glibc():
    """Of what policies take for granted only glibc is left."""
    read = auditwheel.policy._fixup_musl_libc_soname
    auditwheel.policy._fixup_musl_libc_soname = lambda libc, arch, names: frozenset(read(libc, arch, names)) & GLIBC


def find_copyright(name):
    """Of the library that was taken in as NAME-0123abcd.so.0: the file of Debian's that has its licence."""
    plain = re.sub(r"-[0-9a-f]{8}(?=\.)", "", name)
    found = subprocess.run(["dpkg-query", "-S", f"*/{plain}"], capture_output=True, text=True, check=False).stdout
    for package in re.findall(r"^([^:\s]+)", found, re.MULTILINE):
        path = pathlib.Path("/usr/share/doc", package, "copyright")
        if path.exists():
            return package, path
    raise SystemExit(f"repair.py: whose {plain} is, and under which licence, is not known")


def add_licences(wheel, folder):
    """Takes the wheel apart, adds the licences of its libraries, and writes it again."""
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([sys.executable, "-m", "wheel", "unpack", "-d", work, wheel], check=True, stdout=subprocess.DEVNULL)
        tree, = pathlib.Path(work).iterdir()
        licences = tree / "warpstage" / "licences"
        licences.mkdir(exist_ok=True)
        for library in sorted((tree / "warpstage.libs").iterdir()):
            package, path = find_copyright(library.name)
            (licences / package).write_bytes(path.read_bytes())
        subprocess.run([sys.executable, "-m", "wheel", "pack", "-d", folder, tree], check=True, stdout=subprocess.DEVNULL)


def main():
    first, wheel, folder = sys.argv[1:]
    keep_glibc()
    with tempfile.TemporaryDirectory() as work:
        sys.argv = ["auditwheel", "repair", "--plat", PLATFORM, "--only-plat", "--ldpaths", f"{first}:{SYSTEM}", "-w", work, wheel]
        if run_auditwheel():
            raise SystemExit(1)
        repaired, = pathlib.Path(work).glob("*.whl")
        add_licences(repaired, folder)
        size = (pathlib.Path(folder) / repaired.name).stat().st_size
    print(f"{repaired.name}: {size / 1e6:.1f} MB")
    if size > MOST_BYTES:
        raise SystemExit(f"repair.py: a wheel has at most {MOST_BYTES / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
