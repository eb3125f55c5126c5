# For people: make, make test, make bench, make lab, and make site DIR=folder for a page
# with the engine as WebAssembly, see docs/use/web.md.
#
#   make release             all files of a release in dist, from a clean clone
#
# For OpenBench and other managers of tests:
#   make EXE=name            the engine, as this file in this folder
#   make EVALFILE=/path/net  with this network of chess in it instead of our own
#   make TAGS=tune           with the parameters of the search as options
#
# All is Go: a variable CC or CXX makes no difference, and nothing is downloaded but the
# modules of go.mod. The profile cmd/nitoryu/default.pgo is used by default.

EXE  ?= nitoryu$(shell go env GOEXE)
TAGS ?=

# A value of its own for tests: what is compiled without paths is compiled again.
BUILDFLAGS ?= -trimpath

export CGO_ENABLED = 0

# Paths may have blanks, which make takes for separators, and whatever a shell heeds.
first    = $(firstword $(1))
absolute = $(if $(or $(filter /%,$(first)),$(findstring :,$(first))),,$(CURDIR)/)$(1)
quoted   = '$(subst ','\'',$(1))'
program  = $(call quoted,$(call absolute,$(EXE)))

build = go build $(BUILDFLAGS) -tags '$(TAGS)'

# The go command reads the network in place of games/nets/chess.net, which stays as it is.
ifdef EVALFILE
overlay = .overlay.json
build  += -overlay $(overlay)
endif

.PHONY: build test bench lab check mcp site gate release

build: $(overlay)
	$(build) -o $(program) ./cmd/nitoryu

ifdef EVALFILE
	$(program) net
.PHONY: $(overlay)
$(overlay):
	$(file >$@,{"Replace": {"games/nets/chess.net": "$(subst ",\",$(subst \,\\,$(call absolute,$(EVALFILE))))"}})
endif

# The signature of the search and its speed.
bench: build
	$(program) bench

test:
	go test ./...

# The workbench of engine authors.
lab:
	go build -trimpath -o lab$(shell go env GOEXE) ./cmd/lab

# Does the engine keep to its protocols?
check: build lab
	./lab$(shell go env GOEXE) check --strict $(program)

# Each tool of nitoryu mcp, asked by the client of the official SDK, and the dialogue in docs/use/mcp.md.
mcp:
	go test ./cmd/nitoryu/internal/mcp -update
	go test -run '^TestMCP$$' ./tests/programs

# A folder to be put on any web server: the page, the engine as WebAssembly, and a service
# worker that knows the files and the version, so that the page works without a network. Where
# the go command can have the toolchain VECTORS, there is a second program, for browsers with
# vectors; both are then made by it, since they share a runtime.
DIR     ?= site
VECTORS ?= go1.27.0
site:
	mkdir -p '$(DIR)'
	tar -C web --exclude '*.go' --exclude tests --exclude testdata --exclude node_modules -cf - . | tar -C '$(DIR)' -xf -
	export GOOS=js GOARCH=wasm && if GOTOOLCHAIN=$(VECTORS) go version; then \
		export GOTOOLCHAIN=$(VECTORS) GOEXPERIMENT=nojsonv2 && \
		GOEXPERIMENT=simd,nojsonv2 $(build) -ldflags '-s -w' -o '$(DIR)/nitoryu-simd.wasm' ./cmd/nitoryu || exit; \
	else rm -f '$(DIR)/nitoryu-simd.wasm'; fi && \
	cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" '$(DIR)' && \
	$(build) -ldflags '-s -w' -o '$(DIR)/nitoryu.wasm' ./cmd/nitoryu
	cd '$(DIR)' && sizes=$$(for file in nitoryu.wasm nitoryu-simd.wasm; do test ! -f $$file || wc -c < $$file; done | xargs) && \
	sed -e "s|<meta name=\"nitoryu-bytes\" content=\"|&$$sizes|" '$(CURDIR)/web/index.html' > index.html
	cd '$(DIR)' && files=$$(find . -type f ! -name service-worker.js ! -name '.*' | LC_ALL=C sort) && \
	version=$$(cat $$files service-worker.js | cksum | cut -d ' ' -f 1) && \
	list=$$(printf '"%s", ' ./ $$files) && \
	sed -e "s|^const version = .*|const version = \"$$version\";|" -e "s|^const files = .*|const files = [$${list%, }];|" \
		'$(CURDIR)/web/service-worker.js' > service-worker.js

# All that a change has to pass; takes a while.
gate:
	.ci/run

# What the workflow of releases publishes, see docs/use/releases.md.
release:
	.ci/release
