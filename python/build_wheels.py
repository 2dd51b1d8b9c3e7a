#!/usr/bin/env python3
"""Builds wheels of sepdist into a folder: the one for this machine, or with --all those for all platforms and the sdist.

It takes Go, and the packages of requirements-build.txt: zig is the C compiler for other systems, and for an old glibc.
"""

import argparse
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import uuid

import macho
import pe

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
LIMIT = 20_000_000  # bytes of a wheel

# Platform tag, GOOS, GOARCH, target of zig; without a target the command alone is built, which needs no C and can answer requests.
TARGETS = (
    ("manylinux_2_17_x86_64", "linux", "amd64", "x86_64-linux-gnu.2.17"),
    ("manylinux_2_17_aarch64", "linux", "arm64", "aarch64-linux-gnu.2.17"),
    ("musllinux_1_1_x86_64", "linux", "amd64", ""),
    ("musllinux_1_1_aarch64", "linux", "arm64", ""),
    ("macosx_12_0_x86_64", "darwin", "amd64", "x86_64-macos.12.0"),
    ("macosx_12_0_arm64", "darwin", "arm64", "aarch64-macos.12.0"),
    ("win_amd64", "windows", "amd64", "x86_64-windows-gnu"),
    ("win_arm64", "windows", "arm64", "aarch64-windows-gnu"),
)


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--all", action="store_true", help="wheels for all platforms, and the sdist")
    p.add_argument("--only", default="", help="tags to build, separated by commas")
    p.add_argument("--out", default=str(ROOT / "dist"), help="folder to write")
    args = p.parse_args()
    out = pathlib.Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    here = {"AMD64": "amd64", "x86_64": "amd64", "aarch64": "arm64", "arm64": "arm64"}.get(platform.machine(), "")
    built = []
    with tempfile.TemporaryDirectory() as folder:
        for tag, goos, goarch, target in TARGETS:
            mine = goos == sys.platform.replace("win32", "windows") and goarch == here and bool(target)
            if tag in args.only.split(",") or not args.only and (args.all or mine):
                native = engine(pathlib.Path(folder) / tag, goos, goarch, target)
                built.append(wheel(out, tag, native))
        if args.all:
            subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(out)], cwd=HERE, check=True)
    if not built and not args.all:
        sys.exit(f"there is no target for {sys.platform} on {platform.machine()}: build it with `pip wheel python`")
    for path in built:
        size = path.stat().st_size
        print(f"{path.name}  {size / 1e6:.1f} MB")
        if size > LIMIT:
            sys.exit(f"{path.name} is larger than {LIMIT / 1e6:.0f} MB")


def engine(folder, goos, goarch, target):
    """Build the command and the engine for a platform and return their files."""
    folder.mkdir(parents=True)
    go = [os.environ.get("GO", "go"), "build", "-trimpath", "-buildvcs=false"]
    env = {**os.environ, "GOOS": goos, "GOARCH": goarch}
    flags = "-s -w -buildid="
    command = folder / ("sepdist.exe" if goos == "windows" else "sepdist")
    subprocess.run([*go, f"-ldflags={flags}", "-o", str(command), "./cmd/sepdist"], cwd=ROOT, env={**env, "CGO_ENABLED": "0"}, check=True)
    if not target:
        return [command]
    path = folder / ("libsepdist." + {"windows": "dll", "darwin": "dylib"}.get(goos, "so"))
    env["CGO_ENABLED"] = "1"
    env["CGO_CFLAGS"] = "-O2 -g0"  # what debuggers read would name folders of this machine
    env["CC"] = f"{sys.executable} -m ziglang cc -target {target}"
    if goos == "darwin":
        # What Go links with on macOS, as far as zig does not bring it.
        stubs = stub_folder()
        env["CGO_LDFLAGS"] = f"-F{stubs} -L{stubs}"
        env["CC"] += f" -F{stubs} -L{stubs}"
        # The linker makes the UUID of the library from more than what is in it, so that it would depend on where it was built.
        flags += f" -B 0x{uuid.uuid5(uuid.NAMESPACE_URL, f'sepdist {version()} {goos}/{goarch}').hex}"
    subprocess.run([*go, "-buildmode=c-shared", f"-ldflags={flags}", "-o", str(path), "./cmd/libsepdist"], cwd=ROOT, env=env, check=True)
    if goos == "darwin":
        macho.settle(path)
    elif goos == "windows":
        pe.settle(path)
    return [command, path]


TBD = """--- !tapi-tbd
tbd-version: 4
targets: [ x86_64-macos, arm64-macos ]
install-name: '{install}'
exports:
  - targets: [ x86_64-macos, arm64-macos ]
    symbols: [ {symbols} ]
...
"""

# The functions of the system that Go's runtime and its net and crypto packages call.
RESOLV = "_res_9_nclose _res_9_ninit _res_9_nsearch _res_9_close _res_9_init _res_9_search".split()
CORE = """_CFArrayAppendValue _CFArrayCreateMutable _CFArrayGetCount _CFArrayGetValueAtIndex _CFDataCreate _CFDataGetBytePtr _CFDataGetLength _CFDateCreate
_CFErrorCopyDescription _CFErrorGetCode _CFNumberGetValue _CFRelease _CFStringCreateExternalRepresentation _CFStringCreateWithBytes _CFStringCreateWithCString
_kCFAllocatorDefault _kCFTypeArrayCallBacks _CFBundleGetMainBundle _CFBundleCopyResourceURL _CFURLCreateStringByReplacingPercentEscapesUsingEncoding
_CFURLCopyFileSystemPath _CFStringGetCString _CFURLCreateCopyDeletingLastPathComponent _CFBundleGetInfoDictionary _CFBundleCopyInfoDictionaryForURL
_CFBundleCopyResourceURL _CFURLGetFileSystemRepresentation""".split()


def version():
    return re.search(r'"(.+)"', (HERE / "sepdist" / "version.py").read_text())[1]


def stub_folder():
    # In one place every time: Go's cache knows what it has compiled by the flags of the compiler too.
    stubs = ROOT / "build" / "stubs"
    framework = stubs / "CoreFoundation.framework"
    framework.mkdir(parents=True, exist_ok=True)
    (stubs / "libresolv.tbd").write_text(TBD.format(install="/usr/lib/libresolv.9.dylib", symbols=", ".join(RESOLV)))
    (framework / "CoreFoundation.tbd").write_text(
        TBD.format(install="/System/Library/Frameworks/CoreFoundation.framework/Versions/A/CoreFoundation", symbols=", ".join(sorted(set(CORE)))))
    return stubs


def wheel(out, tag, native):
    """Put the engine into a wheel and return its file."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "SEPDIST_NATIVE": os.pathsep.join(map(str, native)), "SEPDIST_TAG": tag}
        subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=HERE, env=env, check=True, stdout=subprocess.DEVNULL)
        (made,) = pathlib.Path(folder).glob("*.whl")
        path = out / made.name
        shutil.move(made, path)
    return path


if __name__ == "__main__":
    main()
