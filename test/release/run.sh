#!/usr/bin/env bash
# A release is the same from two clones; its command runs where there is nothing else; its SBOM, sums and recipes hold; the
# pages that say how to install it are right. Wheels and the page have tests of their own.
set -euo pipefail
cd "$(dirname "$0")/../.."
GO=${GO:-go}
PYTHON=${PYTHON:-python3}
arch=$($GO env GOARCH)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

command -v ruby >/dev/null || {
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ruby; } >"$work/apt.log" 2>&1 ||
    { tail -5 "$work/apt.log" >&2; echo "test/release: cannot install ruby" >&2; exit 1; }
}

# The version that comes next, as if it were tagged.
commit=$(git rev-parse HEAD)
version=$(sed -n 's/^version: //p' CITATION.cff)
for clone in one two-elsewhere three; do
  git clone -q . "$work/$clone"
  git -C "$work/$clone" -c advice.detachedHead=false checkout -q "$commit"
  git -C "$work/$clone" tag -f "v$version" >/dev/null
done
# Two clones for all platforms, with what was compiled before; a third compiles everything again, for this platform.
for clone in one two-elsewhere; do
  (cd "$work/$clone" && GO="$GO" $GO run ./internal/release -o "$work/dist-$clone" >/dev/null &&
    test/release/sums.sh "$work/dist-$clone")
done
diff "$work/dist-one/SHA256SUMS" "$work/dist-two-elsewhere/SHA256SUMS"
(cd "$work/dist-one" && sha256sum --quiet -c SHA256SUMS)
(cd "$work/three" && export GOCACHE="$work/cache" && GO="$GO" $GO run ./internal/release -only "linux/$arch" -o "$work/dist-three" >/dev/null)
for file in "$work/dist-three/"*; do cmp "$file" "$work/dist-one/${file##*/}"; done
echo "two clones: the same $(wc -l <"$work/dist-one/SHA256SUMS") files; compiled again: the same $(ls "$work/dist-three" | wc -l)"
# What was only compared goes now: the disk may be small.
rm -rf "$work/cache" "$work/three" "$work/dist-three" "$work/two-elsewhere" "$work/dist-two-elsewhere"

# The archive is all that the root has: no libc, no /tmp, no /etc.
mkdir "$work/root"
tar -xzf "$work/dist-one/"sepdist_*_linux_"$arch".tar.gz -C "$work/root" --strip-components 1
inside() (
  if [ "$(id -u)" = 0 ]; then exec chroot "$work/root" "$@"; else exec unshare --user --map-root-user chroot "$work/root" "$@"; fi
)
# has COMMAND... PATTERN: the command prints a line like this.
has() {
  inside /sepdist "${@:1:$#-1}" >"$work/out" || { cat "$work/out"; echo "sepdist ${*:1:$#-1} failed"; exit 1; }
  grep -qE "${@: -1}" "$work/out" || { cat "$work/out"; echo "sepdist ${*:1:$#-1} does not print ${*: -1}"; exit 1; }
}
has version "^sepdist v$version.*commit $commit, go1"
has compare examples/asia.txt examples/asia-pc.txt '^zl-sd +0.5357 .* 30 of 56 '
has explain --limit 1 examples/asia.txt examples/asia-pc.txt '^zl-sd: 30 of '
for to in svg png pdf; do
  inside /sepdist draw examples/asia.txt examples/asia-pc.txt -o "/asia.$to"
  test -s "$work/root/asia.$to"
done
inside /sepdist report examples/asia.txt examples/asia-pc.txt -o /asia.html
grep -q '</html>' "$work/root/asia.html"

# The page opens.
inside /sepdist serve --no-browser examples/asia.txt examples/asia-pc.txt >"$work/link" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true; chmod -R u+w "$work"; rm -rf "$work"' EXIT
for _ in $(seq 1200); do grep -qs 'http://' "$work/link" && break; sleep 0.1; done
link=$(grep -oE 'http://[^ ]+' "$work/link" | head -1)
python3 - "$link" <<'PYTHON'
import sys, urllib.request
with urllib.request.urlopen(sys.argv[1].split("#")[0], timeout=20) as r:
    assert r.status == 200 and b"</html>" in r.read(), "the page does not open"
PYTHON
kill "$server"

for file in LICENSE THIRD-PARTY.md man/man1/sepdist-compare.1 completions/sepdist.bash completions/_sepdist; do
  test -s "$work/root/$file"
done
echo "an empty root: compared, explained, drawn, reported, the page opened"

"$PYTHON" test/release/files.py "$work/dist-one" "$work/files"
ruby -wc "$work/dist-one/recipes/sepdist.rb" >/dev/null
ruby test/release/formula.rb "$work/dist-one" "$work/homebrew"
python3 test/release/blocks.py "$work/dist-one" "$work/one" "$work/blocks" "$version"
