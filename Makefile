# What a clone can do, each with what it needs installed by name. `make help` lists it.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run test test-core test-js test-swift test-release soak stress lint bench clean packages test-packages web-packages swift

# libjavascriptcoregtk-4.1-dev brings GLib's development files with it.
packages := libjavascriptcoregtk-4.1-dev pkg-config
test_packages := node-typescript esbuild iproute2 libjs-highlight.js libjs-handlebars
# Programs of the world's that the tests run unmodified.
test_packages += libjs-markdown-it node-js-beautify node-js-yaml
# The web view, and a display for its tests.
web_packages := libwebkit2gtk-4.1-dev xvfb xauth

# The first Node with every built-in that the tests use: Debian 12's own.
node_major := 18
has_node := $(shell node -p 'process.versions.node.split(".")[0] >= $(node_major) || ""' 2>/dev/null)
test_packages += $(if $(has_node),,nodejs)

help: ## List the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

run: packages swift ## Run the first sample: JavaScript awaits this machine's network
	@swift build --product causeway
	@swift run --skip-build causeway run Samples/WifiInfo/app.js

test: test-packages web-packages swift lint test-js test-swift ## Run every test, JavaScript and Swift
	@echo "make test: all passed"

test-core: test-packages swift lint test-js ## Run every test but those of the web view, which needs GTK
	CAUSEWAY_WEB_VIEW=0 swift build --build-tests
	CAUSEWAY_WEB_VIEW=0 swift test --skip-build --no-parallel
	@echo "make test-core: all passed. The web view was left out: make test has it."

test-js: test-packages
	node bridge-js/build.mjs --check
	tsc -p bridge-js
	tsc -p Sources/JavaScriptRuntime/JavaScript
	tsc -p Tests/Fixtures/plugins
	tsc -p Tests/Fixtures/plugins/tsconfig.js.json
	node --test bridge-js/test/
	node --test Tests/JavaScriptRuntimeTests/JavaScript/

test-swift: packages web-packages swift
	swift build --build-tests
	xvfb-run -a swift test --skip-build --no-parallel

# Apart from `make test`: optimising the library takes minutes.
test-release: packages swift ## Build and run a client package with optimisation
	swift run -c release --package-path Tests/ClientPackage client

# How long `make soak` runs.
SOAK_SECONDS ?= 600

soak: packages web-packages swift ## Random schedules against the model, SOAK_SECONDS=600 long; prints seeds a second
	swift build --build-tests
	SOAK_SECONDS=$(SOAK_SECONDS) swift test --skip-build --filter 'random days for as long as asked'

stress: packages web-packages swift ## The engine's tests while its collector runs all the time (90 seconds)
	swift build --build-tests
	JSC_slowPathAllocsBetweenGCs=10 JSC_useZombieMode=1 swift test --skip-build --no-parallel \
		--filter 'CausewayJavaScriptTests|JavaScriptRuntimeTests'

lint: swift ## Check the form of all Swift sources
	swift format lint --strict --parallel --recursive Package.swift Sources Tests

bench: packages swift ## Measure the bridge beside plain C
	swift run -c release --package-path Benchmarks

clean: ## Remove everything that was built
	rm -rf .build Benchmarks/.build Tests/ClientPackage/.build

packages:
	@Tools/install-packages $(packages)

test-packages:
	@Tools/install-packages $(packages) $(test_packages)

web-packages:
	@Tools/install-packages $(web_packages)

swift:
	@command -v swift >/dev/null || { echo "Swift 6.3 is needed: https://www.swift.org/install/linux/" >&2; exit 1; }
