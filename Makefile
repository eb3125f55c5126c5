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

.PHONY: build test bench lab check mcp site shogihome npm gate release

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
	go test ./cmd/internal/app/internal/mcp -update
	go test -run '^TestMCP$$' ./tests/programs

# A folder to be put on any web server: the page, the engine as WebAssembly, its networks beside it, and a
# service worker that knows the files and the version, so that the page works without a network. Where
# the go command can have the toolchain VECTORS, there is a second program, for browsers with
# vectors; both are then made by it, since they share a runtime.
DIR     ?= site
VECTORS ?= go1.27.0
apart    = $(build) -tags 'apart $(TAGS)' -ldflags '-s -w'
site:
	mkdir -p '$(DIR)'
	tar -C web --exclude '*.go' --exclude tests --exclude testdata --exclude node_modules -cf - . | tar -C '$(DIR)' -xf -
	cp games/nets/chess-small.net '$(DIR)/chess.net'
	cp games/nets/shogi.net '$(DIR)'
	export GOOS=js GOARCH=wasm && if GOTOOLCHAIN=$(VECTORS) go version; then \
		export GOTOOLCHAIN=$(VECTORS) GOEXPERIMENT=nojsonv2 && \
		GOEXPERIMENT=simd,nojsonv2 $(apart) -o '$(DIR)/nitoryu-simd.wasm' ./cmd/engine/page || exit; \
	else rm -f '$(DIR)/nitoryu-simd.wasm'; fi && \
	cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" '$(DIR)' && \
	$(apart) -o '$(DIR)/nitoryu.wasm' ./cmd/engine/page
	cd '$(DIR)' && sizes=$$(for file in nitoryu.wasm nitoryu-simd.wasm; do test ! -f $$file || wc -c < $$file; done | xargs) && \
	sed -e "s|<meta name=\"nitoryu-bytes\" content=\"|&$$sizes|" '$(CURDIR)/web/index.html' > index.html
	cd '$(DIR)' && files=$$(find . -type f ! -name service-worker.js ! -name '.*' | LC_ALL=C sort) && \
	version=$$(cat $$files service-worker.js | cksum | cut -d ' ' -f 1) && \
	list=$$(printf '"%s", ' ./ $$files) && \
	sed -e "s|^const version = .*|const version = \"$$version\";|" -e "s|^const files = .*|const files = [$${list%, }];|" \
		'$(CURDIR)/web/service-worker.js' > service-worker.js

# The engine of one game alone as WebAssembly: $(call alone,GAME,FILE,FOLDER,simd), with vectors where the
# go command can have the toolchain VECTORS; $(call alone,GAME,FILE,FOLDER) without. Node asks the engine what it is.
define alone
	export GOOS=js GOARCH=wasm && if GOTOOLCHAIN=$(VECTORS) go version; then \
		export GOTOOLCHAIN=$(VECTORS) GOEXPERIMENT=nojsonv2,$(or $(4),nosimd); fi && \
	cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" '$(3)' && chmod u+w '$(3)/wasm_exec.js' && \
	$(build) -ldflags '-s -w' -o '$(3)/$(2)' ./cmd/engine/$(1) && chmod a-x '$(3)/$(2)'
endef

# A folder for ShogiHome's page, public/engines/nitoryu, see docs/use/browsers.md.
SHOGIHOME ?= dist/shogihome/nitoryu
shogihome:
	mkdir -p '$(SHOGIHOME)'
	cp cmd/engine/npm/engine.js cmd/engine/npm/shogihome/* web/js/vectors.js '$(SHOGIHOME)'
	cp LICENSE '$(SHOGIHOME)/LICENSE.txt' && cp THIRD_PARTY.md '$(SHOGIHOME)/THIRD_PARTY.txt'
	$(call alone,shogi,nitoryu.wasm,$(SHOGIHOME),simd)
	node cmd/engine/npm/make/stamp.mjs '$(SHOGIHOME)'

# The package nitoryu for npm, packed but not published, see docs/use/browsers.md.
NPM ?= dist/npm
npm:
	mkdir -p '$(NPM)'
	cp cmd/engine/npm/*.* web/js/vectors.js LICENSE THIRD_PARTY.md '$(NPM)'
	go run ./cmd/nitoryu net > '$(NPM)/NETWORKS.txt'
	$(call alone,chess,chess.wasm,$(NPM))
	$(call alone,chess,chess-simd.wasm,$(NPM),simd)
	$(call alone,shogi,shogi.wasm,$(NPM))
	$(call alone,shogi,shogi-simd.wasm,$(NPM),simd)
	node cmd/engine/npm/make/stamp.mjs '$(NPM)'
	cd '$(NPM)' && npm pack

# All that a change has to pass; takes a while.
gate:
	.ci/run

# What the workflow of releases publishes, see docs/use/releases.md.
release:
	.ci/release
