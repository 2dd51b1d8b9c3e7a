# Everything that CI runs can be run at home with one of these.

GO     ?= go
FUZZ   ?= 20s
PYTHON ?= python3
TOOLS  := .venv/tools
BUILD  := .venv/build
PAGE   := build/page
DOCS   := .venv/docs
RELEASE_TOOLS := .venv/release
ENGINES := .venv/engines
LINT   := .venv/lint
METHODS := .venv/methods
PYTEST := -W ignore -m pytest -q -o tmp_path_retention_policy=failed

.PHONY: help page test test-race bench bench-peers bench-builds bench-growth lint lint-python vulnerabilities fuzz crossings test-kill test-python test-browser release test-release docs test-docs test-r test-arm64

# This list.
help:
	@awk '/^# / { said = said (said ? " " : "") substr($$0, 3); next } \
	  /^[a-z][a-z0-9-]*:/ { sub(":.*", ""); sub("[.] .*", "", said); sub("[.]$$", "", said); if (said) printf "make %-14s %s\n", $$0, said } \
	  !/^\.PHONY/ { said = "" }' $(MAKEFILE_LIST)

# All tests that need only Go (make lint vets).
test:
	$(GO) test -vet=off -timeout 30m ./...

# The same under the race detector, with fewer random graphs where it makes them too slow, and without packages that
# start no goroutines. It would wait a second at the end of each process.
test-race:
	GORACE=atexit_sleep_ms=20 $(GO) test -race -timeout 30m $$($(GO) list ./... | grep -v -E '/(docs|internal/(gen|naive|simulate|picture/layout))$$')

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

# A build of the commit BEFORE and one of the working tree on the same graphs. Speed, memory, and whether the
# numbers are the same.
bench-builds:
	@test -n "$(BEFORE)" || { echo "name a commit: make bench-builds BEFORE=COMMIT"; exit 1; }
	mkdir -p build/before
	git archive $(BEFORE) | tar -x -C build/before
	cd build/before && $(GO) build -buildvcs=false -o ../sepdist-before ./cmd/sepdist
	rm -r build/before
	$(GO) build -o build/sepdist ./cmd/sepdist
	$(PYTHON) bench/builds/builds.py build/sepdist-before build/sepdist
	$(PYTHON) bench/builds/builds.py build/sepdist-before build/sepdist --same 300

# How time grows with the number of nodes, for every class: docs/performance/ and a section of docs/performance.md. Can be
# stopped and continued.
bench-growth:
	$(GO) build -o build/sepdist ./cmd/sepdist
	$(PYTHON) bench/growth/growth.py build/sepdist

# Form and vet, and that go.mod says what is used.
lint:
	@test -z "$$(gofmt -l .)" || { echo "gofmt would change:"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) mod tidy -diff

# Known vulnerabilities in the code that is used, by Go's database. Skipped with a note if that cannot be reached.
vulnerabilities:
	@if curl -fsS -m 20 -o /dev/null https://vuln.go.dev/index/db.json 2>/dev/null; \
	then $(GO) run golang.org/x/vuln/cmd/govulncheck@v1.8.0 ./...; \
	else echo "skipped: https://vuln.go.dev cannot be reached"; fi

# The same for Python: form, types, a script that uses every public function, and thirteen misspelled keywords that must be refused.
lint-python: $(LINT)/installed
	cd python && $(CURDIR)/$(LINT)/bin/ruff check sepdist
	cd python && $(CURDIR)/$(LINT)/bin/mypy --python-executable $(CURDIR)/$(LINT)/bin/python
	$(LINT)/bin/pyright -p python/tests/typing --pythonpath $(LINT)/bin/python
	$(LINT)/bin/pyright -p python/tests/typing/misspelled.json --pythonpath $(LINT)/bin/python | grep -c 'No parameter named' | grep -x 13

$(LINT)/installed: python/requirements-lint.txt
	rm -rf $(LINT)
	$(PYTHON) -m venv $(LINT)
	$(LINT)/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r $<
	touch $@

# Every fuzz target for a while: make fuzz FUZZ=5m
fuzz:
	@$(GO) list ./... | while read -r pkg; do \
	  for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    echo "$$pkg $$target"; \
	    $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZ) -fuzzminimizetime 10x $$pkg || exit 1; \
	  done; \
	done

# Reports and the page, with both engines, in a headless Chromium; the HTML before a validator. Installs Debian's chromium
# where it is missing, as root.
test-browser:
	GO="$(GO)" test/browser/run.sh

# Code of the engine in browsers that runs once for a file or an answer, whose inner loops are in other
# packages, or that is fast enough for the graphs of a page. It is not inlined: 340 kB less to load.
SMALL := -gcflags=github.com/sepdist/sepdist=-l $(foreach p,class distance graph internal/measure internal/measure/task internal/measure/separation internal/measure/statements internal/measure/adjustment internal/measure/structure format report internal/claim internal/pipeline internal/input internal/equiv internal/model internal/npy internal/option internal/picture/chart internal/picture/draw internal/request internal/series internal/simulate internal/advice internal/op internal/table internal/tspag internal/kind internal/numeral internal/plain internal/pool internal/jsonscan internal/try internal/picture/layout internal/picture/canvas internal/study/stats internal/limit internal/separation/frontier internal/separation/separator cmd/sepdist-wasm,-gcflags=github.com/sepdist/sepdist/$(p)=-l) \
  $(foreach p,archive/zip bufio bytes compress/flate compress/gzip encoding/base64 encoding/binary encoding/csv encoding/json encoding/xml fmt math/big io/fs os path/filepath reflect sort strconv strings syscall time,-gcflags=$(p)=-l)

# The page as a folder for any static host, with the engine as WebAssembly. It is stored compressed
# and unpacked by the page, so that no host has to be told.
page:
	rm -rf $(PAGE) && mkdir -p $(PAGE)
	cp web/*.html web/*.css web/*.js web/*.svg $(PAGE)
	cp "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" $(PAGE)
	GOOS=js GOARCH=wasm $(GO) build -tags lean -trimpath -ldflags='-s -w' $(SMALL) -o $(PAGE)/engine.wasm ./cmd/sepdist-wasm
	GOOS=js GOARCH=wasm $(GO) build -trimpath -ldflags='-s -w' -o $(PAGE)/report.wasm ./cmd/sepdist-wasm
	for m in engine report; do gzip -9 -n < $(PAGE)/$$m.wasm > $(PAGE)/$$m.bin && rm $(PAGE)/$$m.wasm; done
	echo '{"engine": "wasm", "files": {"engine": "engine.bin", "report": "report.bin"}}' > $(PAGE)/start.json
	ls -l $(PAGE)

# The crossings of our layouts beside those of an installed dot (Graphviz).
crossings:
	$(GO) test -tags dot -run Dot -v ./internal/picture/layout

.PHONY: bench-real study-series study-methods wheel wheels test-engines notebooks

# Graphs that tigramite's PC learns, with their ambiguous triples; makes its own Python environment.
bench-real:
	python3 bench/real/real.py

# What PCMCI, PCMCI+ and Granger's tests learn from simulated time series: every number and plot of
# docs/time-series-study.md. Takes some minutes.
study-series: $(TOOLS)/installed
	$(GO) build -o $(TOOLS)/bin/sepdist ./cmd/sepdist
	OMP_NUM_THREADS=1 $(TOOLS)/bin/python -W ignore bench/series/study.py --sepdist $(TOOLS)/bin/sepdist \
	  --out build/series --page docs/time-series-study.md

# Methods of causal discovery by many metrics: a copy of docs/methods-study.md with the tables and figures of this run, in
# build/methods. GRID=medium or full runs more; a run that was stopped resumes. STUDY passes more flags, such as
# --method my_method.py. Installs Debian's Maven if it is missing, as root.
GRID ?= small
study-methods: $(METHODS)/installed
	$(GO) build -o $(METHODS)/bin/sepdist ./cmd/sepdist
	TETRAD_JAR=$(METHODS)/tetrad.jar $(METHODS)/bin/python -W ignore bench/methods/study.py --sepdist $(METHODS)/bin/sepdist \
	  --out build/methods --grid $(GRID) --workers 2 --page docs/methods-study.md $(STUDY)

TETRAD := io.github.cmu-phil:tetrad-lib:7.6.3:jar:shaded
$(METHODS)/installed: bench/methods/requirements.txt bench/methods/requirements-nodeps.txt
	rm -rf $(METHODS)
	$(PYTHON) -m venv $(METHODS)
	$(METHODS)/bin/python -m pip install -q --disable-pip-version-check -r $<
	$(METHODS)/bin/python -m pip install -q --disable-pip-version-check --no-deps -r bench/methods/requirements-nodeps.txt
	command -v mvn >/dev/null || apt-get install -y -q maven
	mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy -Dartifact=$(TETRAD) -DoutputDirectory=$(METHODS)/tetrad -Dmdep.stripVersion=true
	mv $(METHODS)/tetrad/tetrad-lib-shaded.jar $(METHODS)/tetrad.jar
	echo "7dc7a7ee94874da532ab4d2cb3897403012488719868620c53c5b54f0fc3d967  $(METHODS)/tetrad.jar" | sha256sum -c --quiet
	touch $@

# The wheel for this platform, in dist/.
wheel: $(BUILD)/installed
	GO="$(GO)" $(BUILD)/bin/python python/build_wheels.py

# The wheels for all platforms and the sdist, in dist/. Checked by the tools that PyPI and its users have.
wheels: $(BUILD)/installed
	rm -rf dist
	GO="$(GO)" $(BUILD)/bin/python python/build_wheels.py --all
	$(BUILD)/bin/python -m twine check --strict dist/*
	for w in dist/*manylinux*.whl; do $(BUILD)/bin/python -m auditwheel show $$w || exit 1; done

$(BUILD)/installed: python/requirements-build.txt
	rm -rf $(BUILD)
	$(PYTHON) -m venv $(BUILD)
	$(BUILD)/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r $<
	touch $@

# The tools of others read the files we write, and we those they write; then the Python package,
# from its wheel: conversions, vectors, peers, processes, bad input, speed. They are installed
# once, pinned.
test-python: $(TOOLS)/installed $(BUILD)/installed
	$(GO) build -o $(TOOLS)/command/sepdist ./cmd/sepdist
	cd test/python && SEPDIST=$(CURDIR)/$(TOOLS)/command/sepdist $(CURDIR)/$(TOOLS)/bin/python -W ignore -m unittest -b
	rm -rf .venv/dist && GO="$(GO)" $(BUILD)/bin/python python/build_wheels.py --out .venv/dist
	$(TOOLS)/bin/python -m pip install -q --disable-pip-version-check --force-reinstall --no-deps .venv/dist/*.whl
	SEPDIST=$(CURDIR)/$(TOOLS)/command/sepdist SEPDIST_WORKER=$(CURDIR)/$(TOOLS)/command/sepdist $(TOOLS)/bin/python $(PYTEST) python/tests
	test/python/fresh.sh .venv/dist/*.whl .venv

# Studies on Ray, Dask and Spark, each with two workers on this machine, and in queues. Installs the
# engines once, pinned, and Debian's Java where it is missing, as root.
test-engines: $(ENGINES)/installed $(BUILD)/installed
	$(GO) build -o $(ENGINES)/command/sepdist ./cmd/sepdist
	rm -rf .venv/engines-dist && GO="$(GO)" $(BUILD)/bin/python python/build_wheels.py --out .venv/engines-dist
	$(ENGINES)/bin/python -m pip install -q --disable-pip-version-check --force-reinstall --no-deps .venv/engines-dist/*.whl
	command -v java >/dev/null || apt-get install -y -q default-jre-headless
	cd test/engines && SEPDIST=$(CURDIR)/$(ENGINES)/command/sepdist $(CURDIR)/$(ENGINES)/bin/python $(PYTEST) -p no:cacheprovider .

$(ENGINES)/installed: test/engines/requirements.txt
	rm -rf $(ENGINES)
	$(PYTHON) -m venv $(ENGINES)
	$(ENGINES)/bin/python -m pip install -q --disable-pip-version-check -r $<
	touch $@

# Runs the notebooks of the docs again and stores what they print.
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

# The files of a release in dist/: archives, source, SBOM, recipes, page, wheels, SHA256SUMS.
# Page and wheels have targets of their own, which are called where they exist.
release: export GOFLAGS = -buildvcs=false
release: export SOURCE_DATE_EPOCH = $(shell git show -s --format=%ct HEAD)
release:
	rm -rf dist $(PAGE)
	@for target in wheels page; do \
	  if $(MAKE) -n $$target >/dev/null 2>&1; then $(MAKE) $$target || exit 1; \
	  else echo "there is no target $$target: nothing of it goes into dist/"; fi; \
	done
	GO="$(GO)" $(GO) run ./internal/release -o dist -page $(PAGE) $(RELEASE)
	test/release/sums.sh dist

# Two clones give the same files, the command runs in an empty root, recipes and image work, and what the pages say
# on installing is true. Without wheels. Installs Debian's ruby where it is missing, as root.
test-release: $(RELEASE_TOOLS)/installed
	GO="$(GO)" PYTHON="$(CURDIR)/$(RELEASE_TOOLS)/bin/python" test/release/run.sh

$(RELEASE_TOOLS)/installed: test/release/requirements.txt
	rm -rf $(RELEASE_TOOLS)
	$(PYTHON) -m venv $(RELEASE_TOOLS)
	$(RELEASE_TOOLS)/bin/python -m pip install -q --disable-pip-version-check --no-deps -r $<
	touch $@

# The documentation as a site, in build/site.
docs: $(DOCS)/installed
	NO_MKDOCS_2_WARNING=1 PYTHONPATH=docs/site $(DOCS)/bin/python -m mkdocs -q build

# The site, with every link checked, no page that is not linked, and nothing from another host.
test-docs: docs
	$(DOCS)/bin/python test/site/check.py build/site

$(DOCS)/installed: docs/requirements.txt
	rm -rf $(DOCS)
	$(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/python -m pip install -q --disable-pip-version-check -r $<
	touch $@

# The R package: R CMD check, with the library and with the command. Installs Debian's R where it
# is missing, as root.
test-r:
	GO="$(GO)" test/r/run.sh

# The loops in arm64's instructions against plain Go, and vectors through the engine, on an emulated processor. Installs
# Debian's qemu-user where it is missing, as root.
test-arm64:
	GO="$(GO)" test/arm64/run.sh
