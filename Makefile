# What a clone can do, each with what it needs installed by name. `make help` lists it.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run test262 samples macro-engine macro-engine-demo stored-procedures clipper plugin-console slow-day \
  test test-core test-js test-swift test-samples test-release test-client ci soak soak-hostile soak-reloads stress asan tsan sanitize test-wifi \
  test-memory lint fuzz bench peers instructions clean packages test-packages sample-packages web-packages swift

# libjavascriptcoregtk-4.1-dev brings GLib's development files with it.
packages := libjavascriptcoregtk-4.1-dev pkg-config
test_packages := node-typescript esbuild iproute2 dbus-daemon libjs-highlight.js libjs-handlebars
# The durable queue and the plugin that stores, which only tests and samples build.
queue_packages := libsqlite3-dev
test_packages += $(queue_packages)
# What the samples stand on beside that: an HTML parser.
sample_packages := $(queue_packages) libgumbo-dev zlib1g-dev
# Programs of the world's that the tests run unmodified.
test_packages += libjs-markdown-it node-js-beautify node-js-yaml
# The web view, and a display for its tests.
web_packages := libwebkit2gtk-4.1-dev xvfb xauth

# The first Node with every built-in that the tests use: Debian 12's own.
node_major := 18
has_node := $(shell node -p 'process.versions.node.split(".")[0] >= $(node_major) || ""' 2>/dev/null)
test_packages += $(if $(has_node),,nodejs)
# A test has five minutes, where Node can be told so: from 20.11 on.
node_test = Tools/run-tests node --test $(shell node --test-timeout=1 -e 0 2>/dev/null && echo --test-timeout=300000)

help: ## List the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 28

# What these start needs the network alone, and is not to wait for the macros of the other plugins.
run slow-day test262 test-wifi soak stress tsan: export CAUSEWAY_PLUGINS := 0

run: packages swift ## Run the first sample: JavaScript awaits this machine's network
	@swift build --product causeway
	@swift run --skip-build causeway run Samples/WifiInfo/app.js

slow-day: packages swift ## Run the second sample: an application on a bad day, without waiting
	@swift build --product causeway
	@swift run --skip-build causeway run --clock virtual --simulate Samples/SlowDay/slow.plan \
		--mock Samples/SlowDay/native.json Samples/SlowDay/app.js

samples: run slow-day macro-engine-demo stored-procedures clipper ## Run every sample's short demonstration to its end

# The samples written in Swift are one package of their own. They are built where the library is: what both need, once.
# SwiftPM would take the plan that it kept of the library's build for theirs, and build nothing.
samples := --package-path Samples --scratch-path $(CURDIR)/.build --disable-build-manifest-caching
sample = CAUSEWAY_WEB_VIEW=0 swift build $(samples) --product

macro-engine: sample-packages swift ## Run a sample: four buttons, whose macros are edited on a page while the program runs
	@$(sample) macro-engine
	@.build/debug/macro-engine

macro-engine-demo: sample-packages swift
	@$(sample) macro-engine
	@.build/debug/macro-engine --demo

stored-procedures: sample-packages swift ## Run a sample: procedures from a server over a real database, changed meanwhile
	@$(sample) stored-procedures
	@cd Samples && ../.build/debug/stored-procedures

clipper: sample-packages swift ## Run a sample: hostile pages, a durable queue, a vault of notes
	@$(sample) clip
	@$(sample) clipper-app
	@Samples/Clipper/demonstration .build/debug

plugin-console: packages web-packages swift ## Show the sample whose page calls plugins in two ways
	@swift build $(samples) --product plugin-console
	@.build/debug/plugin-console

test-samples: test-packages sample-packages web-packages swift ## Build and test the samples that are programs: some minutes
	@Tools/install-packages chromium
	tsc -p Samples/MacroEngine
	swift build $(samples) --build-tests
	Tools/run-tests swift test $(samples) --skip-build --no-parallel --skip PluginConsoleTests
	xvfb-run -a Tools/run-tests swift test $(samples) --skip-build --filter PluginConsoleTests
	$(node_test) Samples/MacroEngine/Tests/Browser/
	swift package $(samples) causeway-types --product plugin-console --check PluginConsole/Page/plugins.d.ts

test: test-packages web-packages swift lint test-js test-swift test-samples ## Run every test, JavaScript and Swift
	@echo "make test: all passed"

ci: test test-release sanitize instructions ## What runs on every change: all tests, those of threads optimised, sanitizers, hot paths

test-core: test-packages swift lint test-js ## Run every test but those of the web view, which needs GTK
	CAUSEWAY_WEB_VIEW=0 swift build --build-tests
	CAUSEWAY_WEB_VIEW=0 Tools/run-tests swift test --skip-build --no-parallel
	@echo "make test-core: all passed. The web view was left out: make test has it."

test-js: test-packages
	node bridge-js/build.mjs --check
	tsc -p bridge-js
	tsc -p Sources/JavaScriptRuntime/JavaScript
	tsc -p Tests/Fixtures/plugins
	tsc -p Tests/Fixtures/plugins/tsconfig.js.json
	tsc -p Tests/Fixtures/shipped
	for plugin in storage http crypto web-view; do tsc -p Tests/Fixtures/shipped/$$plugin; done
	tsc -p Samples/Clipper/Sources/Clipper/JavaScript
	$(node_test) bridge-js/test/
	$(node_test) Tests/JavaScriptRuntimeTests/JavaScript/

tests := CausewayPackageTests.xctest --testing-library swift-testing --no-parallel

# A web view has a process to itself, as in a program: hundreds of other runtimes have come and gone in the tests' own.
window_tests := ^(CausewayWebKitTests|CausewayViewTests)\.

test-swift: test-packages web-packages swift
	swift build --build-tests
	xvfb-run -a Tools/run-tests swift test --skip-build --no-parallel --skip '$(window_tests)'
	xvfb-run -a Tools/run-tests swift test --skip-build --no-parallel --filter '$(window_tests)'

# What only holds without optimisation is found here. No macros: swift-syntax alone takes ten minutes to optimise.
release_targets := JavaScriptEngineTests JavaScriptCoreTests JavaScriptRuntimeTests CausewayClockTests CausewayTests \
  CausewayTestingTests CausewayJavaScriptTests CausewayProcessTests CausewayLeakChecksTests CausewayWebKitTests
release_build = CAUSEWAY_PLUGINS=0 CAUSEWAY_TESTS="$(release_targets)" \
  swift build -c release -Xswiftc -enable-testing --scratch-path .build-release --product

test-release: test-packages web-packages swift ## Run the suites of runtime, pool, process, bus and web view with optimisation
	$(release_build) CausewayPackageTests
	xvfb-run -a Tools/run-tests .build-release/release/$(tests) --skip '$(window_tests)'
	xvfb-run -a Tools/run-tests .build-release/release/$(tests) --filter '$(window_tests)'

# Apart from `make ci`: the macros of the library take minutes.
test-client: packages swift ## Build and run a client package with optimisation, macros included
	swift run -c release --package-path Tests/ClientPackage client

# How long `make soak` runs.
SOAK_SECONDS ?= 600

soak: test-packages web-packages swift ## Random schedules against the model, SOAK_SECONDS=600 long; prints seeds a second
	swift build --build-tests
	SOAK_SECONDS=$(SOAK_SECONDS) TEST_MINUTES=$$(($(SOAK_SECONDS) / 60 + 40)) \
		Tools/run-tests swift test --skip-build --filter 'random days for as long as asked'

soak-hostile: packages web-packages swift ## Hostile programs against an optimised host with 256 descriptors, SOAK_SECONDS=600 long
	$(release_build) hostile-host
	ulimit -n 256 && .build-release/release/hostile-host $(SOAK_SECONDS) $(SEED)

# How many pages `make soak-reloads` loads.
RELOADS ?= 10000

soak-reloads: test-packages web-packages swift ## Load a page RELOADS=10000 times and weigh both processes: some minutes
	swift build --build-tests
	RELOADS=$(RELOADS) TEST_MINUTES=$$(($(RELOADS) / 100 + 40)) xvfb-run -a \
		Tools/run-tests swift test --skip-build --filter 'reloads leave nothing in either process'

stress: test-packages web-packages swift ## The engine's tests while its collector runs all the time (four minutes)
	swift build --build-tests
	JSC_slowPathAllocsBetweenGCs=10 JSC_useZombieMode=1 Tools/run-tests swift test --skip-build --no-parallel \
		--filter 'CausewayJavaScriptTests|JavaScriptRuntimeTests'

space := $(subst ,, )
# Either of these words, as a regular expression.
either = $(subst $(space),|,$(strip $(1)))

# Slow as these are, a whole run has two hours.
asan tsan sanitize: export TEST_MINUTES ?= 120

# What the engine's collector cannot see is collected, and it looks for values on the stack: not in a copy that the
# address sanitizer makes of it. Suppressions that were used are not printed: children's output is compared.
export ASAN_OPTIONS := detect_stack_use_after_return=0
export LSAN_OPTIONS := suppressions=$(CURDIR)/Tests/lsan.supp:print_suppressions=0
# Resident memory says nothing here: freed memory is kept for a while, to see who still uses it. Nor does address space.
asan_skips := LeakTests|leave nothing behind|memory that is freed below|too little address space|thousands of runtimes come and go without a trace|a thousand random days

asan: test-packages swift ## Run the tests with the address sanitizer, leaks included (its own build)
	CAUSEWAY_WEB_VIEW=0 swift build --build-tests --sanitize=address --scratch-path .build-asan
	Tools/run-tests .build-asan/debug/$(tests) --skip '$(asan_skips)'

asan_targets := CausewayTests JavaScriptEngineTests JavaScriptCoreTests JavaScriptRuntimeTests CausewayJavaScriptTests

# What starts other programs is left to the address sanitizer, and what starts none of its own threads needs neither.
tsan_targets := CausewayClockTests CausewayTestingTests CausewayTests CausewayJavaScriptTests CausewayLeakChecksTests \
  JavaScriptEngineTests JavaScriptCoreTests JavaScriptCoreExportTests JavaScriptRuntimeTests
tsan_skips := $(asan_skips)
# The engine stops its threads by signals, which the sanitizer holds back: it is to look for itself.
tsan_environment = LD_PRELOAD=$(CURDIR)/.build-tsan/locks.so JSC_usePollingTraps=1 \
  TSAN_OPTIONS="halt_on_error=1 suppressions=$(CURDIR)/Tests/ThreadSanitizer/suppressions.txt"

tsan: test-packages swift ## Run what has threads with the thread sanitizer (its own build)
	CAUSEWAY_WEB_VIEW=0 CAUSEWAY_TESTS="$(tsan_targets)" \
	swift build --product CausewayPackageTests --sanitize=thread --scratch-path .build-tsan
	"$$(dirname "$$(realpath "$$(command -v swift)")")/clang" -shared -fPIC -O1 -o .build-tsan/locks.so Tests/ThreadSanitizer/*.c -ldl
	Tools/run-tests env $(tsan_environment) .build-tsan/debug/$(tests) --filter '^($(call either,$(tsan_targets)))\.' --skip '$(tsan_skips)'

# The same where it matters most, in minutes: what macros and their compiler are needed for is left out.
sanitize: test-packages swift ## The parts of asan and tsan that CI has time for
	$(MAKE) tsan tsan_targets="$(filter-out JavaScriptCoreExportTests CausewayLeakChecksTests,$(tsan_targets))" \
	  tsan_skips='$(tsan_skips)|teardown at any suspension|ten thousand calls|items keep their order while'
	CAUSEWAY_WEB_VIEW=0 CAUSEWAY_TESTS="$(asan_targets)" \
	swift build --product CausewayPackageTests --sanitize=address --scratch-path .build-asan
	Tools/run-tests .build-asan/debug/$(tests) --filter '^($(call either,$(asan_targets)))\.' --skip '$(asan_skips)'

# CASE is part of a case's name. What the guest alone runs is not in this list: it is unpacked without being installed.
# Newer commits have tests of newer proposals.
test262_commit := be13516fb6441b950ba8a3df97eb34062c186972

test262: packages swift ## Run the tests of ECMA-262's own suite that are about modules; TEST262=DIR names a copy of it
	swift build --product module-conformance
	@if [ -z "$(TEST262)" ] && [ ! -d .build/test262 ]; then \
		git clone --filter=blob:none --no-checkout https://github.com/tc39/test262 .build/test262; \
		git -C .build/test262 checkout --quiet $(test262_commit); fi
	.build/debug/module-conformance $(or $(TEST262),.build/test262) Tests/ModuleConformance/expected-failures.txt

test-wifi: packages swift ## Run the WiFi cases in an emulated machine with simulated radios: minutes
	@Tools/install-packages qemu-system-x86 busybox-static cpio iproute2 jq
	swift build --product causeway
	Tests/WiFiGuest/run "$(CASE)"

test-memory: test-packages web-packages swift ## Run the cap on a child's memory in an emulated machine with cgroup v2: minutes
	@Tools/install-packages qemu-system-x86 busybox-static cpio
	swift build --build-tests
	GUEST_CASES=$(CURDIR)/Tests/ControlGroupGuest/cases Tests/WiFiGuest/run

# FUZZ names some of the targets: netlink, json, message.
FUZZ ?= netlink json message
FUZZ_SECONDS ?= 60
fuzz: packages swift ## Feed the parsers inputs that libFuzzer makes up: FUZZ_SECONDS=60 each
	@Tools/install-packages jq
	@Tests/Fuzzing/run $(FUZZ_SECONDS) $(FUZZ)

lint: swift ## Check the form of all Swift sources, and that no test may wait for ever
	Tools/check-tests
	swift format lint --strict --parallel --recursive Package.swift Plugins Sources Tests \
		Benchmarks/Package.swift Benchmarks/Sources Samples/Package.swift $(wildcard Samples/*/Sources Samples/*/Tests)

bench: packages swift ## Measure the bridge and its peers beside plain C, the web view and the procedures where they build
	for product in causeway plain-start; do swift build -c release --package-path Benchmarks --product $$product; done
	swift run -c release --package-path Benchmarks causeway-bench --peers Benchmarks/peers --json Benchmarks/.build/bench.json
	@Tools/install-packages iproute2
	Benchmarks/network
	Benchmarks/web-view
	Benchmarks/stored-procedures

peers: ## Install the peers that make bench measures: Deno, gjs, pywebview, PythonMonkey, QtWebEngine, and Node where it is missing
	Benchmarks/peers/install

instructions: packages swift ## Count the instructions of the hottest paths by callgrind: no more than 5 % above the last
	@Tools/install-packages valgrind
	CAUSEWAY_WEB_VIEW=0 CAUSEWAY_PLUGINS=0 swift build -c release --package-path Benchmarks --product hot-paths
	Benchmarks/instructions

clean: ## Remove everything that was built
	rm -rf .build .build-asan .build-tsan .build-release Benchmarks/.build Samples/.build Tests/ClientPackage/.build

packages:
	@Tools/install-packages $(packages)

test-packages:
	@Tools/install-packages $(packages) $(test_packages)

sample-packages:
	@Tools/install-packages $(packages) $(sample_packages)

web-packages:
	@Tools/install-packages $(web_packages)

swift:
	@command -v swift >/dev/null || { echo "Swift 6.3 is needed: https://www.swift.org/install/linux/" >&2; exit 1; }
