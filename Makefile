# What a clone can do, each with what it needs installed by name. `make help` lists it.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run test test-core test-js test-swift test-release soak stress asan tsan slow-day test-wifi lint fuzz \
  bench clean packages test-packages web-packages swift

# libjavascriptcoregtk-4.1-dev brings GLib's development files with it.
packages := libjavascriptcoregtk-4.1-dev pkg-config
test_packages := node-typescript esbuild iproute2 dbus-daemon libjs-highlight.js libjs-handlebars
# For the plugin that stores.
test_packages += libsqlite3-dev
# Programs of the world's that the tests run unmodified.
test_packages += libjs-markdown-it node-js-beautify node-js-yaml
# The web view, and a display for its tests.
web_packages := libwebkit2gtk-4.1-dev xvfb xauth

# The first Node with every built-in that the tests use: Debian 12's own.
node_major := 18
has_node := $(shell node -p 'process.versions.node.split(".")[0] >= $(node_major) || ""' 2>/dev/null)
test_packages += $(if $(has_node),,nodejs)

help: ## List the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

# What these start needs the network alone, and is not to wait for the macros of the other plugins.
run slow-day test-wifi soak stress tsan: export CAUSEWAY_PLUGINS := 0

run: packages swift ## Run the first sample: JavaScript awaits this machine's network
	@swift build --product causeway
	@swift run --skip-build causeway run Samples/WifiInfo/app.js

slow-day: packages swift ## Run the second sample: an application on a bad day, without waiting
	@swift build --product causeway
	@swift run --skip-build causeway run --clock virtual --simulate Samples/SlowDay/slow.plan \
		--mock Samples/SlowDay/native.json Samples/SlowDay/app.js

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
	tsc -p Tests/Fixtures/shipped
	for plugin in storage http crypto; do tsc -p Tests/Fixtures/shipped/$$plugin; done
	node --test bridge-js/test/
	node --test Tests/JavaScriptRuntimeTests/JavaScript/

test-swift: test-packages web-packages swift
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

# Resident memory says nothing here: freed memory is kept for a while, to see who still uses it.
asan_skips := a hundred thousand calls each way leave nothing behind|thousands of runtimes come and go without a trace

asan: test-packages swift ## Run the tests with the address sanitizer, leaks included (its own build)
	CAUSEWAY_WEB_VIEW=0 swift build --build-tests --sanitize=address --scratch-path .build-asan
	CAUSEWAY_WEB_VIEW=0 LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/lsan.supp swift test --skip-build --no-parallel --sanitize=address \
		--scratch-path .build-asan --skip '$(asan_skips)'

# The engine's own threads are not instrumented, so the tests are those that need none.
tsan_tests := ^(CausewayClockTests|CausewayTestingTests|CausewayTests)\.

tsan: packages swift ## Run the bus and the clocks with the thread sanitizer (its own build)
	CAUSEWAY_WEB_VIEW=0 swift build --build-tests --sanitize=thread --scratch-path .build-tsan
	"$$(dirname "$$(realpath "$$(command -v swift)")")/clang" -shared -fPIC -O1 -o .build-tsan/mutex.so \
		Tests/ThreadSanitizer/mutex.c -ldl
	LD_PRELOAD=$(CURDIR)/.build-tsan/mutex.so \
		TSAN_OPTIONS="halt_on_error=1 suppressions=$(CURDIR)/Tests/ThreadSanitizer/suppressions.txt" \
		.build-tsan/debug/CausewayPackageTests.xctest --testing-library swift-testing --no-parallel \
		--filter '$(tsan_tests)' --skip 'a thousand random days'

# CASE is part of a case's name. What the guest alone runs is not in this list: it is unpacked without being installed.
test-wifi: packages swift ## Run the WiFi cases in an emulated machine with simulated radios: minutes
	@Tools/install-packages qemu-system-x86 busybox-static cpio iproute2 jq
	swift build --product causeway
	Tests/WiFiGuest/run "$(CASE)"

# FUZZ names some of the targets: netlink, json, message.
FUZZ ?= netlink json message
FUZZ_SECONDS ?= 60
fuzz: packages swift ## Feed the parsers inputs that libFuzzer makes up: FUZZ_SECONDS=60 each
	@Tools/install-packages jq
	@Tests/Fuzzing/run $(FUZZ_SECONDS) $(FUZZ)

lint: swift ## Check the form of all Swift sources
	swift format lint --strict --parallel --recursive Package.swift Sources Tests

bench: packages swift ## Measure the bridge beside plain C
	swift run -c release --package-path Benchmarks causeway-bench
	@Tools/install-packages iproute2
	Benchmarks/network

clean: ## Remove everything that was built
	rm -rf .build .build-asan .build-tsan Benchmarks/.build Tests/ClientPackage/.build

packages:
	@Tools/install-packages $(packages)

test-packages:
	@Tools/install-packages $(packages) $(test_packages)

web-packages:
	@Tools/install-packages $(web_packages)

swift:
	@command -v swift >/dev/null || { echo "Swift 6.3 is needed: https://www.swift.org/install/linux/" >&2; exit 1; }
