#!/usr/bin/env bash
# Writes SHA256SUMS over all files of a folder, sorted by path.
set -euo pipefail
cd "$1"
find . -type f ! -name SHA256SUMS | cut -c 3- | LC_ALL=C sort | xargs sha256sum >SHA256SUMS
