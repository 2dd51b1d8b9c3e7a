#!/usr/bin/env python3
"""Stands in for docker where there is no engine: builds images FROM scratch as folders, and runs their entry point with
nothing but the image as its root. It knows what our Dockerfile uses, and refuses everything else.

usage: docker build -f DOCKERFILE [--build-arg K=V]... -t TAG CONTEXT
       docker run --rm [--user UID:GID] -v FOLDER:TARGET TAG ARGS..."""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

IMAGES = pathlib.Path(os.environ["IMAGES"])


def build(argv):
    p = argparse.ArgumentParser()
    p.add_argument("-f", required=True)
    p.add_argument("-t", required=True)
    p.add_argument("--build-arg", action="append", default=[])
    p.add_argument("context", type=pathlib.Path)
    a = p.parse_args(argv)
    given = dict(pair.split("=", 1) for pair in a.build_arg)
    stages, image = {}, None
    lines = re.sub(r"\\\n", " ", pathlib.Path(a.f).read_text()).splitlines()
    for number, line in enumerate(line for line in lines if line.strip() and not line.startswith("#")):
        word, rest = line.split(None, 1)
        if word == "FROM":
            words = rest.split()
            if words[0] != "scratch" or len(words) == 3 and words[1] != "AS" or len(words) not in (1, 3):
                sys.exit(f"docker: {line}: expected FROM scratch")
            root = IMAGES / a.t / str(number)
            shutil.rmtree(root, ignore_errors=True)
            root.mkdir(parents=True)
            image = {"root": str(root), "folder": "/", "user": "0:0", "entry": [], "args": {}}
            if len(words) == 3:
                stages[words[2]] = root
            continue
        if word == "ARG":
            name, _, value = rest.partition("=")
            image["args"][name] = given.get(name, value)
            continue
        rest = re.sub(r"\$\{(\w+)\}", lambda m: image["args"][m[1]], rest)
        root = pathlib.Path(image["root"])
        inside = lambda path: root / path.lstrip("/")
        if word == "ADD":
            source, to = rest.split()
            subprocess.run(["tar", "-xf", str(a.context / source), "-C", str(inside(to)), "--no-same-owner"], check=True)
        elif word == "COPY":
            stage, source, to = re.fullmatch(r"--from=(\w+) (\S+) (\S+)", rest).groups()
            shutil.copytree(stages[stage] / source.lstrip("/"), inside(to), dirs_exist_ok=True)
        elif word == "WORKDIR":
            inside(rest).mkdir(parents=True, exist_ok=True)
            image["folder"] = rest
        elif word == "USER":
            image["user"] = rest
        elif word == "ENTRYPOINT":
            image["entry"] = json.loads(rest)
        else:
            sys.exit(f"docker: {line}: this stand-in does not know {word}")
    (IMAGES / a.t / "image.json").write_text(json.dumps(image))


def run(argv):
    p = argparse.ArgumentParser()
    p.add_argument("--rm", action="store_true", required=True)
    p.add_argument("--user")
    p.add_argument("-v")
    p.add_argument("tag")
    p.add_argument("args", nargs=argparse.REMAINDER)
    a = p.parse_args(argv)
    image = json.loads((IMAGES / a.tag / "image.json").read_text())
    folder, target = a.v.split(":")
    mounted = pathlib.Path(image["root"], target.lstrip("/"))
    shutil.rmtree(mounted)
    shutil.copytree(folder, mounted, symlinks=True)  # since mounting is not allowed everywhere
    uid, gid = (int(i) for i in (a.user or image["user"]).split(":"))
    if a.user:
        for path in (mounted, *mounted.rglob("*")):
            os.chown(path, uid, gid, follow_symlinks=False)

    def enter():
        os.chroot(image["root"])
        os.chdir(image["folder"])
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)

    before = set(mounted.rglob("*"))
    done = subprocess.run([*image["entry"], *a.args], preexec_fn=enter, env={}).returncode
    for path in set(mounted.rglob("*")) - before:
        shutil.copy(path, folder)
    sys.exit(done)


{"build": build, "run": run}[sys.argv[1]](sys.argv[2:])
