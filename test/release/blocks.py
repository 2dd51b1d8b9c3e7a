"""Runs the shell blocks of pages that install sepdist, as they stand, with the files of a release in place of what is on
the network: curl and docker are stand-ins, git and go are told where to look.

usage: blocks.py DIST CLONE WORK VERSION"""

import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import zipfile

DIST, CLONE, WORK = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
VERSION = sys.argv[4]
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GO = shutil.which(os.environ.get("GO", "go"))
MODULE = "github.com/sepdist/sepdist"
ARCH = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / page).read_text(), re.S | re.M)


def stand_ins():
    """Make a folder of commands, and return the environment in which the pages are right."""
    bin = WORK / "bin"
    bin.mkdir(parents=True)
    # curl gives the files of this release for its address.
    (bin / "curl").write_text(f"""#!/bin/sh
set -eu
[ "$1" = -fsSL ] || [ "$1" = -fsSLO ]
case $2 in https://{MODULE}/releases/download/v{VERSION}/*) ;; *) echo "curl: no such release: $2" >&2; exit 22 ;; esac
if [ "$1" = -fsSLO ]; then cp "{DIST}/${{2##*/}}" .; else cat "{DIST}/${{2##*/}}"; fi
""")
    shutil.copy(HERE / "docker.py", bin / "docker")
    for name in ("curl", "docker"):
        (bin / name).chmod(0o755)
    images = WORK / "images"
    images.mkdir()
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("GO", "GIT_"))}
    cache = subprocess.run([GO, "env", "GOMODCACHE", "GOCACHE"], capture_output=True, text=True, check=True).stdout.split()
    return {
        **clean, "IMAGES": str(images), "HOME": str(WORK / "home"), "PATH": f"{bin}:{pathlib.Path(GO).parent}:/usr/bin:/bin",
        "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": f"url.{CLONE}.insteadOf", "GIT_CONFIG_VALUE_0": f"https://{MODULE}",
        # The module comes from a folder, what it imports from the cache. The flags are those of the release, so that
        # nothing is compiled twice.
        "GOPROXY": f"file://{proxy()},file://{cache[0]}/cache/download", "GONOSUMDB": "*", "GOSUMDB": "off", "GOFLAGS": "-modcacherw -trimpath", "CGO_ENABLED": "0",
        "GOMODCACHE": str(WORK / "modules"), "GOCACHE": cache[1], "GOBIN": str(WORK / "gobin"), "GOTOOLCHAIN": "local",
    }


def proxy():
    """Lay out the module as a proxy has it."""
    root = WORK / "proxy"
    folder = root / MODULE / "@v"
    folder.mkdir(parents=True)
    files = subprocess.run(["git", "ls-files", "-z"], cwd=CLONE, capture_output=True, text=True, check=True).stdout.strip("\0").split("\0")
    nested = [os.path.dirname(f) + "/" for f in files if f.endswith("/go.mod")]
    with zipfile.ZipFile(folder / f"v{VERSION}.zip", "w", zipfile.ZIP_DEFLATED) as z:
        for f in files:
            if not any(f.startswith(n) for n in nested):
                z.write(CLONE / f, f"{MODULE}@v{VERSION}/{f}")
    (folder / "list").write_text(f"v{VERSION}\n")
    (folder / f"v{VERSION}.info").write_text(f'{{"Version": "v{VERSION}", "Time": "2026-01-01T00:00:00Z"}}')
    shutil.copy(CLONE / "go.mod", folder / f"v{VERSION}.mod")
    return root


def run(env, folder, text, *expected):
    text = text.replace("linux_amd64", f"linux_{ARCH}")
    p = subprocess.run(["bash", "-euo", "pipefail", "-c", text], cwd=folder, env=env, capture_output=True, text=True)
    if p.returncode or not all(e in p.stdout for e in expected):
        sys.exit(f"blocks.py: {text}\nended with {p.returncode}, expected {expected} in\n{p.stdout}{p.stderr}")
    return p.stdout


def folder(name):
    path = WORK / name
    path.mkdir()
    return path


env = stand_ins()
bare = {**env, "PATH": f"{WORK / 'bin'}:/usr/bin:/bin"}  # a stranger has no Go

# README: the first command in a clone prints all distances. make test and make wheel are run by other targets.
first, wheel = blocks("README.md", "sh")
compare, test = first.splitlines()
run(env, CLONE, compare, "zl-sd         0.5357")
for command in (test, wheel.split(" && ")[0]):
    run(env, CLONE, f"make -n {command.removeprefix('make ')}")

# Start: the same.
if blocks("docs/index.md", "sh") != [first]:
    sys.exit("blocks.py: docs/index.md does not begin as README.md does")

# Install: the archive, its sum, the image, the module.
archive, verify, image, module = blocks("docs/install.md", "sh")
run(bare, folder("archive"), archive, "zl-sd: 30 of 44 claims")
run(bare, folder("verify"), verify, f"sepdist_{VERSION}_linux_{ARCH}.tar.gz: OK")
here = folder("image")
shutil.copytree(CLONE / "packaging", here / "packaging")
(here / "dist").symlink_to(DIST)
(here / "truth.txt").write_text("a --> b\nb --> c\n")
(here / "guess.txt").write_text("a --> b\nc --> b\n")
run(bare, here, image, "2 of 6")
if "</svg>" not in (here / "difference.svg").read_text():
    sys.exit("blocks.py: the image draws nothing")
run(env, folder("module"), module)
made = subprocess.run([WORK / "gobin" / "sepdist", "version"], capture_output=True, text=True, check=True).stdout
if f"v{VERSION}" not in made:
    sys.exit(f"blocks.py: go install made {made}")

# Go: a program that begins with the page's commands, and has the page's lines.
here = folder("go")
(get,) = blocks("docs/go.md", "sh")
shutil.copytree(CLONE / "examples", here / "examples")
run(env, here, "go mod init example.org/program\n" + get)
for code in blocks("docs/go.md", "go"):
    (here / "main.go").write_text(f'package main\n\nimport (\n\t"context"\n\t"log"\n\t"os"\n\n\t"{MODULE}"\n\t"{MODULE}/format"\n)\n\nfunc main() {{\n{code}}}\n')
    run({**env, "GOFLAGS": "-modcacherw -trimpath -mod=mod"}, here, "go run .", "zl-sd,0.5357142857142857,30,56")
print("README.md, docs/index.md, docs/install.md, docs/go.md: every block runs")
