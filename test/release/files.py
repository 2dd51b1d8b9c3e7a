"""Checks the files of a release by the tools of those who take them: the SBOM by the schema of CycloneDX, CITATION.cff by
its schema, the sums, and the conda recipe by rattler-build. Then builds as the recipe says.

usage: files.py DIST WORK"""

import json
import os
import pathlib
import re
import subprocess
import sys

import cffconvert
import rattler_build
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

DIST, WORK = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
ROOT = pathlib.Path(__file__).resolve().parents[2]
SUMS = {name: digest for digest, name in (line.split("  ") for line in (DIST / "SHA256SUMS").read_text().splitlines())}


def check(truth, words):
    if not truth:
        sys.exit(f"files.py: {words}")


def bill_of_materials():
    (path,) = DIST.glob("*.cdx.json")
    text = path.read_text()
    validator = JsonStrictValidator(SchemaVersion.V1_6)
    wrong = validator.validate_str(text)
    check(wrong is None, f"{path.name}: {wrong}")
    # The schema is looked at: it refuses what is not of it.
    bad = json.loads(text)
    bad["components"][0]["type"] = "thing"
    check(validator.validate_str(json.dumps(bad)) is not None, "the schema of CycloneDX takes everything")
    print(f"{path.name}: CycloneDX 1.6, {len(bad['components'])} components")


def citation():
    text = (ROOT / "CITATION.cff").read_text()
    cffconvert.Citation(text).validate()
    check("@misc" in cffconvert.Citation(text).as_bibtex(), "CITATION.cff gives no BibTeX")
    try:
        cffconvert.Citation(text.replace("authors:", "people:", 1)).validate()
    except Exception:
        print("CITATION.cff: valid")
    else:
        check(False, "the schema of CITATION.cff takes everything")


def sums():
    """Every sum in a recipe is that of the file it names, and every file has a sum."""
    files = {p.relative_to(DIST).as_posix() for p in DIST.rglob("*") if p.is_file()} - {"SHA256SUMS"}
    check(files == set(SUMS), f"SHA256SUMS and the files differ: {files ^ set(SUMS)}")
    named = 0
    for recipe in (DIST / "recipes").iterdir():
        for url, digest in re.findall(r'url:? "?(https\S+?)"?\n\s+sha256:? "?([0-9a-f]{64})"?', recipe.read_text()):
            named += 1
            check(SUMS.get(url.rsplit("/", 1)[1]) == digest, f"{recipe.name}: the sum of {url} is not that of SHA256SUMS")
    check(named == 5, f"the recipes name {named} files")
    print(f"recipes: {named} files with the sums of SHA256SUMS")


def conda():
    recipe = rattler_build.Stage0Recipe.from_file(DIST / "recipes" / "recipe.yaml")
    for platform in ("linux-64", "linux-aarch64", "osx-64", "osx-arm64", "win-64"):
        config = rattler_build.RenderConfig(rattler_build.PlatformConfig(target_platform=platform, build_platform=platform))
        (variant,) = recipe.render(rattler_build.VariantConfig(), config)
        made = variant.recipe.to_dict()
        if platform == "linux-64":
            build(made)
        check(platform.startswith("win") == ("sepdist.exe" in " ".join(made["build"]["script"])), f"{platform}: {made['build']['script']}")
    print("recipe.yaml: rendered for 5 platforms, built and tested for this one")


def build(made):
    """Build from the source archive as the recipe says, but for the licences, which another program collects."""
    (source,) = made["source"]
    archive = DIST / source["url"].rsplit("/", 1)[1] if isinstance(source["url"], str) else DIST / source["url"][0].rsplit("/", 1)[1]
    work, prefix = WORK / "conda", WORK / "conda-prefix"
    work.mkdir(parents=True)
    subprocess.run(["tar", "-xf", str(archive), "-C", str(work)], check=True)
    (top,) = work.iterdir()  # rattler-build removes it, too
    lines = [line for line in made["build"]["script"] if not line.startswith("go-licenses ")]
    check(len(lines) == len(made["build"]["script"]) - 1, f"the recipe has another script: {made['build']['script']}")
    go = os.environ.get("GO", "go")
    env = {**os.environ, "PREFIX": str(prefix), "PATH": f"{prefix}/bin{os.pathsep}{os.environ['PATH']}", "CGO_ENABLED": "0"}
    run = lambda line, where: subprocess.run(["bash", "-euc", f'go() {{ command {go} "$@"; }}\n{line}'], cwd=where, env=env, check=True, stdout=subprocess.DEVNULL)
    for line in lines:
        run(line, top)
    for path in ("bin/sepdist", "share/man/man1/sepdist-compare.1", "share/bash-completion/completions/sepdist", "share/zsh/site-functions/_sepdist", "share/fish/vendor_completions.d/sepdist.fish"):
        check((prefix / path).stat().st_size > 0, f"the recipe installs no {path}")
    (test,) = made["tests"]
    for line in test["script"]:
        run(line, top)
    for path in made["about"]["license_file"]:
        check(path == "library_licenses/" or (top / path).is_file(), f"there is no {path}")


bill_of_materials()
citation()
sums()
conda()
