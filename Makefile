# Everything that CI runs can be run at home with one of these.

GO     ?= go
FUZZ   ?= 20s

.PHONY: test bench lint fuzz crossings

# All tests, with the race detector.
test:
	$(GO) test -race ./...

# Every benchmark.
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# Form and vet, and that go.mod says what is used.
lint:
	@test -z "$$(gofmt -l .)" || { echo "gofmt would change:"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) mod tidy -diff

# Every fuzz target for a while: make fuzz FUZZ=5m
fuzz:
	@$(GO) list ./... | while read -r pkg; do \
	  for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    echo "$$pkg $$target"; \
	    $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZ) -fuzzminimizetime 10x $$pkg || exit 1; \
	  done; \
	done

# The crossings of our layouts beside those of an installed dot (Graphviz).
crossings:
	$(GO) test -tags dot -run Dot -v ./layout

# Graphs that tigramite's PC learns, with their ambiguous triples; makes its own Python environment.
.PHONY: bench-real
bench-real:
	python3 bench/real/real.py
