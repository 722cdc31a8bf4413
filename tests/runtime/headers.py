#!/usr/bin/env python3
"""headers.py RUNTIME-FOLDER DRIVER-FOLDER LIBRARY: holds gpu/runtime and gpu/driver against CUDA's own headers: what each type is laid out like, the number of each
error and of each constant, and whether LIBRARY has each call that the headers declare. Skipped (77) where there are no headers."""
import os, re, shutil, subprocess, sys, tempfile

folder, driver, library = sys.argv[1:]


def find_headers():
    named = os.environ.get("WARPSTAGE_COMPILER")
    nvcc = os.path.join(named, "bin", "nvcc") if named else shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    include = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(nvcc))), "include")
    return include if os.path.exists(os.path.join(include, "cuda_runtime_api.h")) else None


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def find_structs(text):
    """Of types.h: the fields of each struct, and of those in it."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    for body, name in re.findall(r"^typedef struct (?:\w+ )?\{\n(.*?)^\} (\w+);", text, re.M | re.S):
        open_fields = [[]]
        for line in map(str.strip, body.splitlines()):
            if line in ("struct {", "union {"):
                open_fields.append([])
            elif match := re.match(r"\}\s*(\w*);", line):
                inner = open_fields.pop()
                open_fields[-1] += [f"{match[1]}.{field}".lstrip(".") for field in inner]
            else:
                one_each = re.sub(r"\[[^]]*\]", "", line.rstrip(";")).split(",")
                open_fields[-1] += [words[-1] for one in one_each if (words := re.findall(r"\w+", one))]
        yield name, open_fields[0]


def find_constants(text):
    for body in re.findall(r"^(?:typedef )?enum (?:\w+ )?\{\n(.*?)^\}", re.sub(r"/\*.*?\*/", "", text, flags=re.S), re.M | re.S):
        yield from re.findall(r"^\s*(cuda\w+|CU_\w+)", body, re.M)


def print_layout(structs, constants, before, options):
    lines = ["#include <stdio.h>", "#include <stddef.h>", before, "int main (void) {"]
    for name, fields in structs:
        lines.append(f'printf ("{name} %zu\\n", sizeof ({name}));')
        lines += [f'printf ("{name}.{field} %zu\\n", offsetof ({name}, {field}));' for field in fields if "reserved" not in field]
    lines += [f'printf ("{one} %d\\n", (int){one});' for one in constants]
    with tempfile.TemporaryDirectory() as work:
        source, program = os.path.join(work, "layout.c"), os.path.join(work, "layout")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n}\n")
        subprocess.run(["cc", "-w", *options, source, "-o", program], check=True)
        return subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()


include = find_headers()
if include is None:
    print("skipped: there are no headers of CUDA's")
    sys.exit(77)
types = read(os.path.join(folder, "types.h"))
structs = [(name, fields) for name, fields in find_structs(types) if name != "cudaLaunchAttribute"]
constants = [*find_constants(types), *re.findall(r"WS_ERROR \(\d+, (\w+)", read(os.path.join(folder, "errors.def")))]
events = {"cudaGraphNodeParams": ["event"]}  # which CUDA has in a struct of its own
structs = [(name, [f for f in fields if f not in events.get(name, [])]) for name, fields in structs]
own = print_layout(structs, constants, '#include "runtime/types.h"', ["-I", os.path.dirname(folder)])
plain = "".join(f"typedef struct {name} {name};\n" for name, _ in structs if name not in ("cudaLaunchConfig_t", "dim3")
                and not re.search(rf"\}} {name};|\b{name}_st\b", read(os.path.join(include, "driver_types.h"))))
theirs = print_layout(structs, constants, f"#include <cuda_runtime_api.h>\n{plain}", ["-I", include])
wrong = [f"{a}, and CUDA: {b}" for a, b in zip(own, theirs) if a != b]

declared = re.sub(r"/\*.*?\*/", "", read(os.path.join(include, "cuda_runtime_api.h")), flags=re.S)
calls = set(re.findall(r"CUDARTAPI\s+(cuda\w+)\s*\(", declared))
per_thread = {f"{call}_{kind.lower()}" for kind, call in re.findall(r"define \w+\s+__CUDART_API_(PTDS|PTSZ)\((\w+)\)", declared)}

# the driver's: it has the names of calls after expanding the macros for their versions
driver_types = read(os.path.join(driver, "types.h"))
results = re.findall(r"WS_RESULT \(\d+, (\w+)", read(os.path.join(driver, "results.def")))
driver_structs = [(name, fields) for name, fields in find_structs(driver_types) if name not in ("CUuuid",)]
driver_constants = [*find_constants(driver_types), *results]
own_driver = print_layout(driver_structs, driver_constants, '#include "driver/types.h"', ["-I", os.path.dirname(folder)])
theirs = print_layout(driver_structs, driver_constants, "#include <cuda.h>", ["-I", include])
wrong += [f"{a}, and CUDA: {b}" for a, b in zip(own_driver, theirs) if a != b]
own += own_driver
plain = subprocess.run(["cc", "-E", "-P", "-I", include, "-x", "c", "-"], input="#include <cuda.h>", check=True, capture_output=True, text=True)
calls |= set(re.findall(r"CUresult\s+(cu[A-Z]\w+)\s*\(", plain.stdout))
per_thread |= {f"{call}_{kind.lower()}" for kind, call
               in re.findall(r"define \w+\s+__CUDA_API_(PTDS|PTSZ)\((\w+)\)", read(os.path.join(include, "cuda.h")))}

listed = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
there = {line.split()[-1].split("@")[0] for line in listed.splitlines()} # behind it, the version
wrong += [f"{call} is not there" for call in sorted((calls | per_thread) - there)]
print(f"{len(own)} sizes, places and numbers, {len(calls | per_thread)} calls")
print("\n".join(wrong))
sys.exit(bool(wrong))
