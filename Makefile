# The targets of a clone; each installs the Debian packages that it needs. `make help` lists them.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help nightly test-debian test-engine engine-globals test-fresh run fleet test262 test-capnweb test-typescript test-erasure test-jsx test-decorators test-references test-programs test-node-modules conformance conformance-renew samples guestbook macro-engine macro-engine-demo stored-procedures clipper plugin-console slow-day \
  test test-core test-js test-swift api api-check test-samples test-release test-client ci soak soak-hostile soak-reloads soak-debugger engine-check stress asan tsan sanitize test-wifi test-routes test-network-services soak-fleet test-nats test-mcp test-dap \
  deb test-deb licences release docs recording \
  test-memory lint fuzz growth texts bench bench-inspector bench-modules bench-nats bench-web peers instructions clean packages test-packages sample-packages web-packages swift

# libjavascriptcoregtk-4.1-dev brings GLib's development files with it.
packages := libjavascriptcoregtk-4.1-dev pkg-config
test_packages := node-typescript node-ms esbuild iproute2 dbus-daemon libjs-highlight.js libjs-handlebars
# For the trait Plugins: the durable queue, the storage plugin, compression streams and encoded answers of servers.
queue_packages := libsqlite3-dev libbrotli-dev libzstd-dev zlib1g-dev
test_packages += $(queue_packages)
# The samples also need an HTML parser.
sample_packages := $(queue_packages) libgumbo-dev
# Third-party programs that the tests run unmodified.
test_packages += libjs-markdown-it node-js-beautify node-js-yaml
# The web view, and a display for its tests.
web_packages := libwebkit2gtk-4.1-dev xvfb xauth
# Handlers on other machines: the client library, and a server for the tests.
nats_packages := libnats-dev nats-server openssl

# The first Node with every built-in that the tests use: Debian 12's own.
node_major := 18
has_node := $(shell node -p 'process.versions.node.split(".")[0] >= $(node_major) || ""' 2>/dev/null)
test_packages += $(if $(has_node),,nodejs)
# Each test has five minutes, if Node has the option: from 20.11 on.
node_test = Tools/run-tests node --test $(shell node --test-timeout=1 -e 0 2>/dev/null && echo --test-timeout=300000)

help: ## List the targets
	@sed -nE 's|^([a-z0-9-]+):.*## (.*)|  make \1\t\2|p' $(MAKEFILE_LIST) | expand -t 30

# The package's options are traits. A target that names none builds the runtime, the bridge and the network. NATS is not among
# these: Debian's releases have libraries of different names, and what is built here is also tested in others and packaged.
every_trait := --traits Plugins,WebView

run: packages swift ## Run the first sample: JavaScript awaits this machine's network
	@swift build --product causeway
	@swift run --skip-build causeway run Samples/WifiInfo/app.js

slow-day: packages swift ## Run a sample: an application on a bad day, on a virtual clock
	@swift build --product causeway
	@swift run --skip-build causeway run --clock virtual --simulate Samples/SlowDay/slow.plan \
		--mock Samples/SlowDay/native.json Samples/SlowDay/app.js

samples: run slow-day guestbook macro-engine-demo stored-procedures clipper ## Run the short demonstration of each sample that needs no window

# The samples in Swift are one package. It shares the scratch path of the library, so that common modules are built once.
# Without the last option SwiftPM would reuse the plan of the library's build, and build nothing.
samples := --package-path Samples --scratch-path $(CURDIR)/.build --disable-build-manifest-caching
sample = swift build $(samples) --product

guestbook: sample-packages swift ## Run the program of the tutorial: a guestbook in Swift, signed by TypeScript
	@$(sample) guestbook
	@cd Samples/Guestbook && ../../.build/debug/guestbook

macro-engine: sample-packages swift ## Run a sample: four buttons, whose macros are edited on a page while the program runs
	@$(sample) macro-engine
	@.build/debug/macro-engine

macro-engine-demo: sample-packages swift
	@$(sample) macro-engine
	@.build/debug/macro-engine --demo

stored-procedures: sample-packages swift ## Run a sample: procedures from a server over a real database, which change while it runs
	@$(sample) stored-procedures
	@cd Samples && ../.build/debug/stored-procedures

clipper: sample-packages swift ## Run a sample: hostile pages, a durable queue, a vault of notes
	@$(sample) clip
	@$(sample) clipper-app
	@Samples/Clipper/demonstration .build/debug

plugin-console: packages web-packages swift ## Run a sample with a window: a page calls plugins in two styles
	@swift build $(samples) --traits WebView --product plugin-console
	@.build/debug/plugin-console

test-samples: test-packages sample-packages web-packages swift ## Build and test the samples: some minutes
	@Tools/install-packages chromium
	tsc -p Samples/MacroEngine
	tsc -p Samples/MacroEngine/macros
	swift build $(samples) --traits WebView --build-tests
	Tools/run-tests swift test $(samples) --traits WebView --skip-build --no-parallel --skip PluginConsoleTests
	xvfb-run -a Tools/run-tests swift test $(samples) --traits WebView --skip-build --filter PluginConsoleTests
	$(node_test) Samples/MacroEngine/Tests/Browser/
	swift package $(samples) --traits WebView causeway-types --product plugin-console --check PluginConsole/Page/plugins.d.ts

test: test-packages web-packages swift ## Run every test, JavaScript and Swift
	@mkdir -p .build && rm -f .build/test-counts && began=$$SECONDS; \
	for part in lint test-js test-swift test-samples; do \
		echo "make test: $$part, after $$(((SECONDS - began) / 60)) min"; \
		TEST_COUNTS=$(CURDIR)/.build/test-counts $(MAKE) --no-print-directory $$part; \
	done; \
	awk -v minutes=$$(((SECONDS - began) / 60)) '{ count[$$1] += $$2 } END { printf "make test: all passed: %d tests in Swift, %d in JavaScript, in %d min\n", \
		count["Swift"], count["JavaScript"], minutes }' .build/test-counts

# The public API before the samples: these are built with other traits, after which everything would be built again.
ci: ERASURE_PROGRAMS = 2000
ci: JSX_PROGRAMS = 1000
ci: DECORATOR_PROGRAMS = 1000
ci: lint test-js test-swift test-erasure test-jsx test-decorators test-engine api-check test-samples test-nats test-release ## What runs on every change: every test, the public API

api-check: packages web-packages swift ## Compare the public API with the dump in api/: docs/api-policy.md
	@Tools/install-packages jq $(queue_packages) $(nats_packages)
	swift build $(every_trait)
	$(nats_build)
	Tools/public-api check

api: packages web-packages swift ## Renew the dump of the public API; a break has to be named in CHANGELOG.md
	@Tools/install-packages jq $(queue_packages) $(nats_packages)
	swift build $(every_trait)
	$(nats_build)
	Tools/public-api renew

test-core: test-packages swift lint test-js ## Run every test that needs no GTK
	swift build --traits Plugins --build-tests
	Tools/run-tests swift test --traits Plugins --skip-build --no-parallel
	@echo "make test-core: all passed. The web view was left out: make test has it."

test-js: test-packages
	node bridge-js/build.mjs --check
	tsc -p bridge-js
	tsc -p bridge-js/web
	tsc -p bridge-js/page-console
	tsc -p bridge-js/node
	tsc -p Tests/Fixtures/plugins
	tsc -p Tests/Fixtures/plugins/tsconfig.js.json
	tsc -p Tests/Fixtures/shipped
	for plugin in storage http web-view; do tsc -p Tests/Fixtures/shipped/$$plugin; done
	tsc -p Samples/Clipper/Sources/Clipper/JavaScript
	$(node_test) bridge-js/test/*.test.js bridge-js/test/*/*.test.js
	@Tools/install-packages jq
	$(node_test) Packaging/test/*.test.mjs

tests := CausewayPackageTests.xctest --testing-library swift-testing --no-parallel

# The web view is tested in a process without other runtimes, as in a program.
window_tests := ^(CausewayWebKitTests|CausewayViewTests)\.

test-swift: test-packages web-packages swift
	swift build $(every_trait) --build-tests
	xvfb-run -a Tools/run-tests swift test $(every_trait) --skip-build --no-parallel --skip '$(window_tests)'
	xvfb-run -a Tools/run-tests swift test $(every_trait) --skip-build --no-parallel --filter '$(window_tests)'

# Finds code that works only without optimisation. No macros: swift-syntax alone takes ten minutes to optimise.
release_targets := JavaScriptEngineTests JavaScriptCoreAppleTests JavaScriptCoreTests JavaScriptRuntimeTests \
  CausewayConcurrencyTests CausewayTests \
  BridgeValuesTests BridgeSchemaTests JavaScriptSyntaxTests JavaScriptModulesTests \
  CausewayTestingTests CausewayJavaScriptTests CausewayProcessTests CausewayLeakChecksTests CausewayWebKitTests
release_build = CAUSEWAY_TESTS="$(release_targets)" \
  swift build --traits WebView -c release -Xswiftc -enable-testing --scratch-path .build-release --product

test-release: test-packages web-packages swift ## Run the tests of runtime, pool, process, bus and web view with optimisation
	$(release_build) CausewayPackageTests
	xvfb-run -a Tools/run-tests .build-release/release/$(tests) --skip '$(window_tests)'
	xvfb-run -a Tools/run-tests .build-release/release/$(tests) --filter '$(window_tests)'

test-client: packages swift ## Build and run a client package with optimisation
	swift run -c release --package-path Tests/ClientPackage client

# The duration of `make soak`.
SOAK_SECONDS ?= 600

soak: test-packages web-packages swift ## Run random schedules against the model of a call for SOAK_SECONDS=600
	swift build --traits WebView --build-tests
	SOAK_SECONDS=$(SOAK_SECONDS) TEST_MINUTES=$$(($(SOAK_SECONDS) / 60 + 40)) \
		Tools/run-tests swift test --traits WebView --skip-build --filter 'random days for as long as asked'

soak-hostile: packages web-packages swift ## Run hostile programs against an optimised host with 256 descriptors for SOAK_SECONDS=600
	$(release_build) hostile-host
	ulimit -n 256 && .build-release/release/hostile-host $(SOAK_SECONDS) $(SEED)

# The number of pages that `make soak-reloads` loads.
RELOADS ?= 10000

soak-reloads: test-packages web-packages swift ## Load a page RELOADS=10000 times and check the memory of both processes: some minutes
	swift build --traits WebView --build-tests
	RELOADS=$(RELOADS) TEST_MINUTES=$$(($(RELOADS) / 100 + 40)) xvfb-run -a \
		Tools/run-tests swift test --traits WebView --skip-build --filter 'reloads leave nothing in either process'

# The number of pauses in `make soak-debugger`.
DEBUGGER_ROUNDS ?= 10000

soak-debugger: test-packages swift ## Hit a breakpoint DEBUGGER_ROUNDS=10000 times, and attach a tenth as often: some minutes
	swift build --build-tests
	DEBUGGER_ROUNDS=$(DEBUGGER_ROUNDS) Tools/run-tests swift test --skip-build --no-parallel --filter DebugFaultTests

# Suites that depend on what the engine does not declare: symbols, the bits of values, stopping, collecting, its inspector.
engine_suites := ^(JavaScriptEngineTests|JavaScriptInspectorTests|JavaScriptCoreTests)\.|StoppedScriptTests|ReloadTests|LeakTests

engine-check: test-packages swift ## Say what another version of the engine changes, and run the tests that depend on it most
	Tools/check-engine
	swift build --build-tests
	Tools/run-tests swift test --skip-build --no-parallel --filter '$(engine_suites)'

stress: test-packages swift ## Run the engine's tests with a permanent collector: four minutes
	swift build --build-tests
	JSC_slowPathAllocsBetweenGCs=10 JSC_useZombieMode=1 Tools/run-tests swift test --skip-build --no-parallel \
		--filter 'CausewayJavaScriptTests|JavaScriptRuntimeTests'

space := $(subst ,, )
# Either of these words, as a regular expression.
either = $(subst $(space),|,$(strip $(1)))

# A run with a sanitizer is slow: it has two hours.
asan tsan sanitize: export TEST_MINUTES ?= 120

# The engine's collector scans the stack, but not the copy of it that the address sanitizer makes. Used suppressions are not
# printed, because tests compare the output of children.
export ASAN_OPTIONS := detect_stack_use_after_return=0
export LSAN_OPTIONS := suppressions=$(CURDIR)/Tests/lsan.supp:print_suppressions=0
# Tests have traits for it, `.unsanitized` and `.slowWhenSanitized`.
asan: test-packages swift ## Run the tests with the address sanitizer, leaks included (its own build)
	swift build --traits Plugins --build-tests --sanitize=address --scratch-path .build-asan
	SANITIZER=address Tools/run-tests .build-asan/debug/$(tests)

# Tests that start programs run with the address sanitizer only; tests without threads need no thread sanitizer.
tsan_targets := CausewayConcurrencyTests CausewayTestingTests CausewayTests CausewayJavaScriptTests CausewayLeakChecksTests \
  JavaScriptEngineTests JavaScriptCoreTests JavaScriptCoreExportTests JavaScriptRuntimeTests
SANITIZER ?= thread
# The engine stops its threads by signals, which the sanitizer holds back, and which end it where they come while one of its
# own locks is waited for (google/sanitizers#1541): the engine polls instead, and collects garbage on the thread that made it.
tsan_environment = LD_PRELOAD=$(CURDIR)/.build-tsan/locks.so JSC_usePollingTraps=1 JSC_useConcurrentGC=0 \
  TSAN_OPTIONS="halt_on_error=1 suppressions=$(CURDIR)/Tests/ThreadSanitizer/suppressions.txt"

tsan: test-packages swift ## Run the tests with threads under the thread sanitizer (its own build)
	CAUSEWAY_TESTS="$(tsan_targets)" \
	swift build --traits Macros --product CausewayPackageTests --sanitize=thread --scratch-path .build-tsan
	"$$(dirname "$$(realpath "$$(command -v swift)")")/clang" -shared -fPIC -O1 -o .build-tsan/locks.so Tests/ThreadSanitizer/*.c -ldl
	Tools/run-tests env SANITIZER=$(SANITIZER) $(tsan_environment) .build-tsan/debug/$(tests) \
		--filter '^($(call either,$(tsan_targets)))\.'

# In minutes: without macros, and without the tests that take most of the time.
sanitize: ## Run the part of tsan that takes a quarter of an hour
	$(MAKE) tsan SANITIZER=brief tsan_targets="$(filter-out JavaScriptCoreExportTests CausewayLeakChecksTests,$(tsan_targets))"

# Newer commits have tests of newer proposals.
test262_commit := be13516fb6441b950ba8a3df97eb34062c186972

test262: packages swift ## Run the module tests of ECMA-262's conformance suite; TEST262=DIR names a copy of it
	swift build --product module-conformance
	@if [ -z "$(TEST262)" ] && [ ! -d .build/test262 ]; then \
		git clone --filter=blob:none --no-checkout https://github.com/tc39/test262 .build/test262; \
		git -C .build/test262 checkout --quiet $(test262_commit); fi
	.build/debug/module-conformance $(or $(TEST262),.build/test262) Tests/Programs/module-conformance/expected-failures.txt

test-typescript: packages swift ## Compare the removal of types with TypeScript's own, over its conformance tests
	@Tools/install-packages nodejs node-typescript xz-utils
	swift build --product syntax-check
	Tests/JavaScript/JavaScriptSyntaxTests/Conformance/fetch-typescript .build/typescript
	node Tests/JavaScript/JavaScriptSyntaxTests/Conformance/typescript.cjs .build/typescript .build/debug/syntax-check $(if $(RENEW),--renew)

# The generator's programs are the same for a seed.
ERASURE_PROGRAMS ?= 100000
# A build of one product makes the next one compile everything again: these build all.
test-erasure: packages swift ## Compare the removal of types with TypeScript's own, over ERASURE_PROGRAMS=100000 generated programs
	@Tools/install-packages nodejs node-typescript
	swift build $(every_trait)
	node Tests/JavaScript/JavaScriptSyntaxTests/Conformance/erasure.cjs .build/debug/syntax-check $(ERASURE_PROGRAMS) $(SEED)

REFERENCES ?= 100000
test-references: packages web-packages swift ## Pass REFERENCES=100000 functions and objects over each link, and look for what is left
	REFERENCES=$(REFERENCES) xvfb-run -a swift test $(every_trait) --no-parallel --filter 'ReferenceSoak'

DECORATOR_PROGRAMS ?= 20000
test-decorators: packages swift ## Compare older decorators and assigned fields with TypeScript's own, over DECORATOR_PROGRAMS=20000 generated programs
	@Tools/install-packages nodejs node-typescript
	swift build $(every_trait)
	node Tests/JavaScript/JavaScriptSyntaxTests/Conformance/decorators.mjs .build/debug/syntax-check $(DECORATOR_PROGRAMS) $(SEED)

JSX_PROGRAMS ?= 20000
test-jsx: packages swift ## Compare the calls that JSX becomes with TypeScript's own, over JSX_PROGRAMS=20000 generated programs
	@Tools/install-packages nodejs node-typescript
	swift build $(every_trait)
	node Tests/JavaScript/JavaScriptSyntaxTests/Conformance/jsx.cjs .build/debug/syntax-check $(JSX_PROGRAMS) $(SEED)

wpt := $(CURDIR)/.build/wpt
conformance_run = node Tests/WebConformance/run.mjs $(wpt) .build/debug/causeway

conformance: test-packages swift ## Run the Web Platform Tests beside Node; fails where a test of the baseline no longer passes
	@Tools/install-packages xz-utils git python3
	swift build --traits Plugins --product causeway
	Tests/WebConformance/fetch-suite $(wpt)
	$(conformance_run) $(if $(ONLY),--only $(ONLY))

conformance-renew: test-packages swift ## Renew the baseline of the Web Platform Tests and docs/conformance.md
	@Tools/install-packages xz-utils git python3
	swift build --traits Plugins --product causeway
	Tests/WebConformance/fetch-suite $(wpt)
	$(conformance_run) --renew $(if $(ONLY),--only $(ONLY))

capnweb_commit := 32e381c

test-capnweb: test-packages swift ## Run the tests of capnweb, an RPC library over the web's APIs, beside Node; CAPNWEB=DIR names a copy of it
	@Tools/install-packages git esbuild node-ws
	swift build --traits Plugins --product causeway
	@if [ -z "$(CAPNWEB)" ] && [ ! -d .build/capnweb ]; then \
		git clone --quiet --filter=blob:none https://github.com/cloudflare/capnweb .build/capnweb; \
		git -C .build/capnweb checkout --quiet $(capnweb_commit); fi
	node Tests/CapnWeb/run.mjs $(or $(CAPNWEB),.build/capnweb) .build/debug/causeway

# CASE is part of a program's name. The programs agree with Node 20; older releases print some messages differently.
test-programs: packages swift ## Compare 200 programs, 60 of them large, over Debian's npm packages with Node; CASE names some of them
	@Tools/install-packages $(queue_packages) $(if $(has_node),,nodejs)
	Tests/NodePackages/fetch .build/node-packages
	swift build --traits Plugins --product causeway
	node Tests/NodePackages/compare.mjs .build/debug/causeway .build/node-packages $(CASE)

# The release whose tests Debian 12 has as well.
node_release := v18.20.4

test-node-modules: packages swift ## Run Node's own tests of events, path, util, buffer, ...; NODE_SOURCE=DIR names its sources
	swift build --product causeway
	@if [ -z "$(NODE_SOURCE)" ] && [ ! -d .build/node-source ]; then \
		git clone --filter=blob:none --no-checkout --depth 1 --branch $(node_release) https://github.com/nodejs/node .build/node-source; \
		git -C .build/node-source sparse-checkout set --no-cone /test/parallel /test/fixtures/url-tests.js; \
		git -C .build/node-source checkout --quiet; fi
	node Tests/NodeModules/run.mjs .build/debug/causeway $(or $(NODE_SOURCE),.build/node-source) $(CASE)

fleet: packages swift ## Run stored procedures on a fleet of workers over NATS, and kill some: FLEET_SECONDS, 12
	@Tools/install-packages $(nats_packages)
	swift build --traits NATS --scratch-path .build/nats --product causeway
	CAUSEWAY=$(CURDIR)/.build/nats/debug/causeway Samples/Fleet/run $(or $(FLEET_SECONDS),12)

# The suites of CausewayTests are those that run over each link.
nats_suites := ^CausewayNATSTests\.|^CausewayTests\.(CallTests|ErrorTests|ErrorPrivacyTests|StreamTests|NATSChaosTests)/
nats_options := --traits NATS --scratch-path .build/nats
nats_build = CAUSEWAY_TESTS="CausewayNATSTests CausewayTests" swift build $(nats_options) --product CausewayPackageTests
nats_test = CAUSEWAY_TESTS="CausewayNATSTests CausewayTests" Tools/run-tests swift test $(nats_options) --skip-build --no-parallel

test-nats: packages swift ## Run the tests of handlers on other machines, over real NATS servers
	@Tools/install-packages $(nats_packages)
	$(nats_build)
	$(nats_test) --filter '$(nats_suites)'

# The number of calls that `make soak-fleet` makes.
FLEET_CALLS ?= 1000000

soak-fleet: packages swift ## Make FLEET_CALLS=1000000 calls to a fleet of which servers and workers die at random: an hour
	@Tools/install-packages $(nats_packages)
	$(nats_build)
	FLEET_CALLS=$(FLEET_CALLS) TEST_MINUTES=180 $(nats_test) --filter FleetTests

# The official client in Python, of a fixed version: its interface changes with each.
test-mcp: packages swift ## Run the official client of the Model Context Protocol against causeway mcp
	@Tools/install-packages python3-venv $(queue_packages)
	test -x .build/mcp/bin/python || python3 -m venv .build/mcp
	.build/mcp/bin/pip install --quiet --disable-pip-version-check mcp==2.3.0
	swift build $(every_trait) --product causeway
	timeout 900 .build/mcp/bin/python Tests/Peers/CausewayMCPTests/Client/test_mcp.py .build/debug/causeway

# Of a fixed version, for Debian's Python.
test-dap: packages swift ## Debug a program by a client of the Debug Adapter Protocol that others wrote, dap-python
	@Tools/install-packages python3-venv
	test -x .build/dap/bin/python || python3 -m venv .build/dap
	.build/dap/bin/pip install --quiet --disable-pip-version-check dap-python==0.5.0
	swift build --product causeway
	timeout 300 .build/dap/bin/python Tests/DebugAdapter/client.py .build/debug/causeway

# CASE is part of a case's name. Packages that only the guest runs are not listed: they are unpacked without being installed.
test-wifi: packages swift ## Run the WiFi tests in an emulated machine with simulated radios: minutes
	@Tools/install-packages qemu-system-x86 busybox-static cpio iproute2 jq
	swift build --product causeway
	Tests/WiFiGuest/run "$(CASE)"

test-routes: packages swift ## Run the tests of routes and tunnels in an emulated machine: half an hour
	@Tools/install-packages qemu-system-x86 busybox-static cpio iproute2 jq
	swift build --product causeway
	for cases in routes tunnels; do \
	  GUEST_CASES=$(CURDIR)/Tests/NetworkGuest/$$cases WIFI_GUEST_SECONDS=1500 Tests/WiFiGuest/run "$(CASE)" || exit 1; \
	done

# What systemd-resolved, NetworkManager and systemd-networkd say in the same emulated machine.
test-network-services: packages swift ## Compare with Debian's network services in an emulated machine: a quarter of an hour
	@Tools/install-packages qemu-system-x86 busybox-static cpio iproute2 jq dbus-daemon $(queue_packages)
	swift build --traits Plugins --product causeway
	GUEST_CASES=$(CURDIR)/Tests/NetworkGuest/services WIFI_GUEST_SECONDS=1500 Tests/WiFiGuest/run "$(CASE)"

test-memory: test-packages swift ## Run the tests of a child's memory limit in an emulated machine with cgroup v2: minutes
	@Tools/install-packages qemu-system-x86 busybox-static cpio
	swift build --build-tests
	GUEST_CASES=$(CURDIR)/Tests/ControlGroupGuest/cases Tests/WiFiGuest/run

# FUZZ names some of the targets: netlink, json, message, syntax.
FUZZ ?= netlink json message slots syntax
FUZZ_SECONDS ?= 60
fuzz: packages swift ## Fuzz the parsers with libFuzzer: FUZZ_SECONDS=60 each
	@Tools/install-packages jq
	@Tests/Fuzzing/run $(FUZZ_SECONDS) $(FUZZ)

texts: ## Print every text that a user can see, one a line with its place: COMMENTS=--comments for the documentation of public declarations
	@node Tools/texts.mjs $(COMMENTS)

growth: packages swift ## Count the instructions of each parser for inputs of two sizes: fails where they grow faster than the text
	@Tools/install-packages valgrind
	@Tests/Growth/run

# A path at which the site will stand, such as /causeway.
DOCS_BASE ?=

docs: packages web-packages swift ## Build the documentation of all modules and the guides as a static site, .build/documentation
	@Tools/install-packages jq nodejs $(queue_packages) $(nats_packages)
	swift build $(every_trait)
	swift build $(nats_options) --target CausewayNATS
	Tools/docs/build .build/documentation "$(DOCS_BASE)"

recording: packages swift ## Renew the picture of a terminal in the README, from a real run
	@Tools/install-packages nodejs iproute2 bsdutils util-linux
	swift build --product causeway
	node Tools/recording/record.mjs .build/debug/causeway docs/recording.svg

lint: test-packages swift ## Check the format of all Swift sources, the arrows between modules and between scripts, waits of tests, and prints
	Tools/check-tests
	Tools/check-arrows
	node Tools/check-imports.mjs
	Tools/check-prints
	swift format lint --strict --parallel --recursive Package.swift Plugins Sources Tests \
		Benchmarks/Package.swift Benchmarks/Sources Samples/Package.swift $(wildcard Samples/*/Sources Samples/*/Tests)

measured := $(CURDIR)/Benchmarks/.build/measured

bench: packages swift ## Measure the bridge and its peers beside plain C, and write the table of BENCHMARKS.md: half an hour
	rm -rf $(measured) && mkdir -p $(measured)
	for product in causeway plain-start; do \
		swift build --traits $$(Benchmarks/traits) -c release --package-path Benchmarks --product $$product; done
	swift run --traits $$(Benchmarks/traits) -c release --package-path Benchmarks causeway-bench --peers Benchmarks/peers --json $(measured)/bench.json
	@Tools/install-packages iproute2 jq
	BENCH_JSON=$(measured)/network.json Benchmarks/network
	Benchmarks/web-view --json $(measured)/web-view.json
	$(MAKE) bench-modules
	Benchmarks/report $(measured)/{bench,network,web-view,modules}.json
	Benchmarks/stored-procedures

bench-modules: packages swift ## Measure modules beside acorn, esbuild and a bundle of them: minutes
	@Tools/install-packages nodejs node-acorn node-typescript esbuild
	swift build -c release --scratch-path .build-release --product module-bench
	mkdir -p $(measured)
	.build-release/release/module-bench --json $(measured)/modules.json

bench-web: packages swift ## Measure streams, fetch, digests, clones and texts beside Node, curl and openssl: swift-syntax takes ten minutes
	@Tools/install-packages $(queue_packages) curl openssl
	swift build -c release --traits Plugins --scratch-path .build-release --product causeway
	node Benchmarks/web/run.mjs .build-release/release/causeway $(ROWS)

bench-inspector: packages swift ## Measure what an attached debugger and --cpu-prof cost, in pairs of runs: minutes
	swift build -c release --scratch-path .build-release --product causeway
	node Benchmarks/inspector/run.mjs .build-release/release/causeway

bench-nats: packages swift ## Measure calls over NATS beside libnats by itself: minutes
	@Tools/install-packages $(nats_packages)
	swift build -c release --traits NATS --scratch-path .build-release/nats --product nats-bench
	Benchmarks/nats .build-release/nats/release/nats-bench

peers: ## Install the peers that make bench measures: Node, Deno, gjs, pywebview, PythonMonkey, QtWebEngine
	Benchmarks/peers/install

instructions: packages swift ## Count the instructions of the hot paths by callgrind; fails above 5 % more than the baseline
	@Tools/install-packages valgrind
	swift build -c release --package-path Benchmarks --product hot-paths
	Benchmarks/instructions

# What the tests need in another release of Debian, where some packages have other names.
debian_packages := $(packages) $(filter-out libjs-markdown-it nodejs,$(test_packages)) libjs-markdown-it|node-markdown-it nodejs \
  $(web_packages) libcurl4t64|libcurl4 libxml2|libxml2-16 libncurses6 libedit2 tzdata ca-certificates gcc g++ libc6-dev git make procps \
  python3 util-linux
in_debian = PACKAGES="$(debian_packages)" UPDATES="$(or $(UPDATES),yes)"
# The targets that depend on the engine, the web view and the child process: as many as CI has time for.
engine_targets := JavaScriptEngineTests JavaScriptRuntimeTests JavaScriptInspectorTests CausewayJavaScriptTests \
  CausewayProcessTests CausewayWebKitTests CausewayViewTests \
  CommandLineTests:CoverageRunTests,ProfileRunTests,HeapRunTests,WebInspectorRunTests,DebugExceptionTests,DebugStepTests,DoctorTests

# The release in which the tests run: trixie, sid or bookworm.
SUITE ?= trixie

test-debian: test-packages web-packages swift ## Run the tests in another Debian release, SUITE=trixie; UPDATES=no without its updates; TARGETS names some
	@Tools/install-packages debootstrap
	swift build $(every_trait) --build-tests
	$(in_debian) Tools/test-debian $(SUITE) $(TARGETS)

# The engine's series decides which list is written: look at what is new before.
engine-globals: test-packages web-packages swift ## Renew the list of what the engine of SUITE=trixie offers scripts: Tests/Fixtures/engine-globals
	@Tools/install-packages debootstrap
	swift build $(every_trait) --build-tests
	$(in_debian) RENEW_ENGINE_GLOBALS=1 Tools/in-debian $(SUITE) .build/debug/$(tests) --filter EngineGlobalsTests

# After test-swift, whose build it uses.
test-engine:
	$(MAKE) test-debian SUITE=trixie TARGETS="$(engine_targets)"

test-fresh: ## Run make run and make test in a fresh system of SUITE=trixie, with nothing but the Swift toolchain: an hour
	@Tools/install-packages debootstrap git
	Tools/test-fresh $(SUITE) $(TARGETS)

# Programs are compared with Node over every input, and not only over some.
nightly: export COMPARISONS := all
# A newer engine than any release has is an early warning: what fails there stops nothing.
nightly: ci asan tsan instructions ## What runs every night: make ci, both sanitizers whole, hot paths, each engine, other programs, hours of hostile ones
	$(MAKE) test-debian SUITE=trixie
	$(MAKE) test-debian SUITE=trixie UPDATES=no
	$(in_debian) TESTS=.build-release/release/CausewayPackageTests.xctest Tools/test-debian trixie
	$(MAKE) test-debian SUITE=sid || echo "WARNING: tests fail on the engine of Debian unstable: see above." >&2
	$(MAKE) soak-hostile SOAK_SECONDS=1800
	$(MAKE) growth
	$(in_debian) Tools/in-debian trixie bash -c 'ulimit -n 256 && .build-release/release/hostile-host 1800'
	$(MAKE) test-programs test-capnweb test-node-modules test-typescript test262 test-mcp test-dap test-client conformance
	$(MAKE) test-erasure ERASURE_PROGRAMS=100000
	$(MAKE) test-jsx JSX_PROGRAMS=20000
	$(MAKE) test-decorators DECORATOR_PROGRAMS=20000
	$(MAKE) test-wifi test-memory
	$(MAKE) test-references
	# The only release build of everything: test-release leaves out what needs swift-syntax.
	$(MAKE) deb test-deb

# Programs that need no Swift.
deb_build := swift build $(every_trait) -c release --static-swift-stdlib --scratch-path .build-deb

deb: packages web-packages swift ## Build the Debian packages, with Swift's runtime inside, in .build-deb/packages: half an hour the first time
	@Tools/install-packages $(queue_packages) $(if $(has_node),,nodejs) dpkg-dev binutils patchelf xz-utils
	for product in causeway causeway-view; do $(deb_build) --product $$product; done
	CHECKOUTS=$(CURDIR)/.build-deb/checkouts Packaging/build-deb .build-deb/packages .build-deb/release

# SUITES names some of the systems. Not part of ci: it fetches systems and libraries, a gigabyte the first time.
test-deb: ## Install, use and remove the packages of `make deb` in fresh systems: SUITES, bookworm trixie noble; needs root
	@Tools/install-packages debootstrap $(if $(has_node),,nodejs)
	Packaging/test-deb .build-deb/packages $(SUITES)

licences: packages swift ## Write docs/licences.md, from the packages that a build with every trait fetches
	@Tools/install-packages $(if $(has_node),,nodejs)
	swift package $(every_trait) resolve
	node Packaging/licences.mjs --renew

release: packages swift ## Check and pack VERSION=x.y.z into .build-deb/VERSION, without publishing anything: most of an hour
	@Tools/install-packages jq $(if $(has_node),,nodejs npm)
	Tools/release check "$(VERSION)"
	$(MAKE) api-check deb
	Tools/release pack "$(VERSION)" ".build-deb/$(VERSION)"

clean: ## Remove everything that was built
	rm -rf .build .build-asan .build-tsan .build-release .build-deb Benchmarks/.build Samples/.build Tests/ClientPackage/.build

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
