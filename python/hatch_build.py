"""Puts the engine and the command into the wheel, and the Go sources that they are built from into the sdist.

SEPDIST_NATIVE names files that are built already and SEPDIST_TAG the platform they are for; without
them both are built here, by the Go that is installed.
"""

import os
import pathlib
import shlex
import subprocess
import sys
import sysconfig

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = pathlib.Path(__file__).resolve().parent
COMMANDS = ("cmd/libsepdist", "cmd/sepdist")
NEEDED = "sepdist is built from source, which needs Go (https://go.dev) and a C compiler: install both, or a wheel for this platform"


def go_root():
    """Return the folder of the Go module: above this one, or in an sdist below it."""
    for folder in (HERE / "go", HERE.parent):
        if (folder / "go.mod").exists():
            return folder
    raise RuntimeError("the Go sources of sepdist are missing")


def library_name():
    return "libsepdist." + {"win32": "dll", "darwin": "dylib"}.get(sys.platform, "so")


def musl():
    return "musl" in (sysconfig.get_config_var("HOST_GNU_TYPE") or "")


def build_here(folder):
    """Build the engine and the command for this machine and return their files. With musl, the command is the engine."""
    root = go_root()
    go = shlex.split(os.environ.get("GO", "go"))
    command = pathlib.Path(folder) / ("sepdist.exe" if sys.platform == "win32" else "sepdist")
    library = pathlib.Path(folder) / library_name()
    command.parent.mkdir(parents=True, exist_ok=True)
    builds = [(command, "0", ["./cmd/sepdist"])]
    if not musl():
        builds.append((library, "1", ["-buildmode=c-shared", "./cmd/libsepdist"]))
    for out, cgo, (*mode, package) in builds:
        args = ["build", "-trimpath", "-ldflags=-s -w -buildid=", *mode, "-o", str(out), package]
        try:
            subprocess.run([*go, *args], cwd=root, check=True, env={**os.environ, "CGO_ENABLED": cgo, "GOFLAGS": "-mod=mod"})
        except FileNotFoundError:
            raise SystemExit(f"Go was not found: {NEEDED}") from None
        except subprocess.CalledProcessError:
            raise SystemExit(f"Go could not build {package}: {NEEDED}") from None
    return [out for out, _, _ in builds]


def go_files(root):
    """Return the source files of all our packages in the engine."""
    template = "{{if .Module}}{{if .Module.Main}}{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}\n{{end}}{{range .CgoFiles}}{{$d}}/{{.}}\n{{end}}{{range .EmbedFiles}}{{$d}}/{{.}}\n{{end}}{{range .SFiles}}{{$d}}/{{.}}\n{{end}}{{end}}{{end}}"
    found = set()
    # What is for one system only must be there for all.
    for goos, goarch in (("linux", "amd64"), ("linux", "arm64"), ("darwin", "arm64"), ("windows", "amd64"), ("windows", "arm64"), ("freebsd", "riscv64")):
        env = {**os.environ, "GOOS": goos, "GOARCH": goarch, "CGO_ENABLED": "1"}
        out = subprocess.run([*shlex.split(os.environ.get("GO", "go")), "list", "-deps", "-f", template, *("./" + c for c in COMMANDS)], cwd=root, env=env, check=True, capture_output=True, text=True).stdout
        found |= {line for line in out.split("\n") if line}
    return sorted(found) + [str(root / "go.mod"), str(root / "go.sum")]


class Engine(BuildHookInterface):
    def initialize(self, version, build_data):
        if self.target_name == "sdist":
            root = go_root()
            files = [p for p in root.rglob("*") if p.is_file()] if root == HERE / "go" else go_files(root)
            for path in files:
                build_data["force_include"][str(path)] = "go/" + os.path.relpath(path, root)
            if not (HERE / "LICENSE").exists():
                build_data["force_include"][str(root / "LICENSE")] = "LICENSE"
            return
        if version == "editable":
            print("sepdist: an editable install has no engine: set SEPDIST_LIBRARY to one from `go build -buildmode=c-shared -o libsepdist.so ./cmd/libsepdist`", file=sys.stderr)
            return
        given = os.environ.get("SEPDIST_NATIVE")
        native = given.split(os.pathsep) if given else build_here(HERE / "build")
        build_data["pure_python"] = False
        tag = os.environ.get("SEPDIST_TAG") or sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{tag}"
        for path in native:
            build_data["force_include"][str(path)] = "sepdist/native/" + pathlib.Path(path).name
