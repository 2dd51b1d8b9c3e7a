#!/usr/bin/env bash
# The R package: R CMD check without errors and warnings, with the library and with the command; interrupts;
# the blocks of docs/r.md; the vignette's numbers. Installs Debian's R where it is missing, as root.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=build/r
mkdir -p "$out"
out=$(cd "$out" && pwd)
GO=${GO:-go}
root=$PWD

packages="r-base-core r-cran-jsonlite r-cran-igraph r-cran-knitr r-cran-rmarkdown gcc make"
if ! Rscript -e 'for (p in c("jsonlite", "igraph", "knitr", "rmarkdown")) stopifnot(requireNamespace(p, quietly = TRUE))' >/dev/null 2>&1; then
  echo "installing $packages"
  # shellcheck disable=SC2086
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages; } >"$out/apt.log" 2>&1 ||
    { tail -5 "$out/apt.log" >&2; echo "test/r: cannot install R: see $out/apt.log" >&2; exit 1; }
fi

$GO build -o "$out/sepdist" ./cmd/sepdist
CGO_ENABLED=1 $GO build -buildmode=c-shared -o "$out/libsepdist.so" ./cmd/libsepdist
export SEPDIST=$out/sepdist SEPDIST_LIBRARY=$out/libsepdist.so
export _R_CHECK_FORCE_SUGGESTS_=false _R_CHECK_CRAN_INCOMING_=false

cd "$out"
rm -rf sepdist_*.tar.gz sepdist.Rcheck library
R CMD build --no-resave-data "$root/r" >build.log 2>&1 || { cat build.log; exit 1; }
R CMD check --no-manual sepdist_*.tar.gz >check.log 2>&1 || { cat check.log sepdist.Rcheck/tests/*.fail 2>/dev/null; exit 1; }
if grep -qE 'WARNING|ERROR' check.log; then cat check.log; exit 1; fi
tail -1 check.log | grep . || tail -2 check.log
mkdir library
R CMD INSTALL --library=library sepdist_*.tar.gz >install.log 2>&1 || { cat install.log; exit 1; }
R_LIBS=$out/library Rscript "$root/test/r/more.R" "$root"
# Without the library, by the command alone.
R_LIBS=$out/library SEPDIST_LIBRARY='' Rscript "$root/r/tests/numbers.R" >/dev/null
echo "by the command alone: the same numbers"

# The commands of docs/r.md, in a clone: the package that they install finds the library that they build.
rm -rf clone page-library && mkdir page-library
git clone -q "$root" clone
commands=$(awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' "$root/docs/r.md")
grep -q 'R CMD INSTALL' <<<"$commands"
(cd clone && env -u SEPDIST_LIBRARY R_LIBS="$out/page-library" bash -euc "$commands
  Rscript -e 'library(sepdist); stopifnot(engine()\$kind == \"library\", compare(\"a --> b\", \"b --> a\", \"shd\")\$wrong == 1)'") >page.log 2>&1 || { cat page.log; exit 1; }
echo "docs/r.md: its commands install the package and the library"
