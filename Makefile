# Everything that CI runs can be run at home with one of these.

GO     ?= go
FUZZ   ?= 20s
PYTHON ?= python3
TOOLS  := .venv/tools

.PHONY: test bench bench-peers lint fuzz crossings release test-kill test-python test-browser

# All tests, with the race detector; and without it those that it makes too slow.
test:
	$(GO) test -race ./...
	$(GO) test ./distance

# A hundred runs of batch that are killed, with their files damaged in between.
test-kill:
	$(GO) test -run Kills -count 1 ./cmd/sepdist -kills 100

# Every benchmark.
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# This program and its peers on the same graphs, in one run. Needs python3 and, at first,
# the network.
bench-peers:
	$(GO) run ./bench/peers

# Form and vet, and that go.mod says what is used.
lint:
	@test -z "$$(gofmt -l .)" || { echo "gofmt would change:"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) mod tidy -diff

# The command as it is released: without cgo, so that it runs on every system of its kind. What
# it is linked with is in THIRD-PARTY.md, which go generate writes.
release:
	CGO_ENABLED=0 $(GO) build -trimpath -o sepdist ./cmd/sepdist

# Every fuzz target for a while: make fuzz FUZZ=5m
fuzz:
	@$(GO) list ./... | while read -r pkg; do \
	  for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    echo "$$pkg $$target"; \
	    $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZ) -fuzzminimizetime 10x $$pkg || exit 1; \
	  done; \
	done

# Reports in a headless Chromium and before an HTML validator. Installs Debian's chromium
# where it is missing, as root.
test-browser:
	GO="$(GO)" test/browser/run.sh

# The crossings of our layouts beside those of an installed dot (Graphviz).
crossings:
	$(GO) test -tags dot -run Dot -v ./internal/picture/layout

# Graphs that tigramite's PC learns, with their ambiguous triples; makes its own Python environment.
.PHONY: bench-real
bench-real:
	python3 bench/real/real.py

# The wheel for this platform, and those for all with the sdist, in dist/. Checked by the tools
# that PyPI and its users have.
BUILD := .venv/build

.PHONY: wheel wheels
wheel: $(BUILD)/installed
	GO="$(GO)" $(BUILD)/bin/python python/build_wheels.py

wheels: $(BUILD)/installed
	rm -rf dist
	GO="$(GO)" $(BUILD)/bin/python python/build_wheels.py --all
	$(BUILD)/bin/python -m twine check --strict dist/*
	for w in dist/*manylinux*.whl; do $(BUILD)/bin/python -m auditwheel show $$w || exit 1; done

$(BUILD)/installed: python/requirements-build.txt
	rm -rf $(BUILD)
	$(PYTHON) -m venv $(BUILD)
	$(BUILD)/bin/python -m pip install -q --disable-pip-version-check -r $<
	touch $@

# The tools of others read the files we write, and we those they write; then the Python package,
# from its wheel: conversions, vectors, peers, processes, bad input, speed. They are installed
# once, pinned.
test-python: $(TOOLS)/installed $(BUILD)/installed
	$(GO) build -o $(TOOLS)/bin/sepdist ./cmd/sepdist
	cd test/python && SEPDIST=$(CURDIR)/$(TOOLS)/bin/sepdist $(CURDIR)/$(TOOLS)/bin/python -W ignore -m unittest -b
	rm -rf .venv/dist && GO="$(GO)" $(BUILD)/bin/python python/build_wheels.py --out .venv/dist
	$(TOOLS)/bin/python -m pip install -q --disable-pip-version-check --force-reinstall --no-deps .venv/dist/*.whl
	CGO_ENABLED=0 $(GO) build -o $(TOOLS)/bin/sepdist-worker ./cmd/sepdist-worker
	SEPDIST_WORKER=$(CURDIR)/$(TOOLS)/bin/sepdist-worker $(TOOLS)/bin/python -W ignore -m pytest -q python/tests
	test/python/fresh.sh .venv/dist/*.whl .venv

# Runs the notebooks of the docs again and stores what they print.
.PHONY: notebooks
notebooks: $(TOOLS)/installed $(BUILD)/installed
	rm -rf .venv/dist && GO="$(GO)" $(BUILD)/bin/python python/build_wheels.py --out .venv/dist
	$(TOOLS)/bin/python -m pip install -q --disable-pip-version-check --force-reinstall --no-deps .venv/dist/*.whl
	$(TOOLS)/bin/python -W ignore docs/notebooks/run.py

$(TOOLS)/installed: test/python/requirements.txt test/python/requirements-nodeps.txt
	rm -rf $(TOOLS)
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/python -m pip install -q --disable-pip-version-check -r $<
	$(TOOLS)/bin/python -m pip install -q --disable-pip-version-check --no-deps -r test/python/requirements-nodeps.txt
	touch $@
