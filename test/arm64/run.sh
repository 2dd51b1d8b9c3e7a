#!/usr/bin/env bash
# The loops in arm64's instructions against plain Go, and vectors through the whole engine, on an emulated
# processor. Installs Debian's qemu-user where it is missing, as root.
set -euo pipefail
cd "$(dirname "$0")/../.."
GO=${GO:-go}
export CGO_ENABLED=0 GOARCH=arm64

run=()
if [ "$(uname -m)" != aarch64 ] && [ "$(uname -m)" != arm64 ]; then
  run=(-exec qemu-aarch64)
  if ! command -v qemu-aarch64 >/dev/null; then
    echo "installing qemu-user"
    mkdir -p build
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends qemu-user; } >build/qemu.log 2>&1 ||
      { tail -5 build/qemu.log >&2; echo "test/arm64: cannot install qemu-user: see build/qemu.log" >&2; exit 1; }
  fi
fi
"$GO" test -vet=off -count 1 "${run[@]}" ./internal/separation/msep
"$GO" test -vet=off -count 1 "${run[@]}" -run 'Vectors|Peer' ./distance
