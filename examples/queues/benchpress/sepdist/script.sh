#!/bin/bash
# usage: script.sh TRUTH GUESS OUT METRICS
# Compares two adjacency matrices of Benchpress: 1 in row i and column j is i --> j, and both ways an
# undirected edge. An algorithm that ran out of time has an empty estimate, and so an empty result.
set -eu
if [ -s "$2" ]; then
  sepdist compare --csv --metrics "$4" --orientation row-to-col --opposite-arcs undirected "$1" "$2" >"$3.temp"
else
  : >"$3.temp"
fi
mv "$3.temp" "$3"
