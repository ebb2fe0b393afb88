# A thin front for Meson. `make play` and `make test` are all a newcomer needs.
BUILD := build
TESTS := build-test
PAGE  := web/dist/index.html
MODULE := web/engine/holm.wasm
PORT  := 8080
PREFIX := /usr/local

.PHONY: all play play-text page module static parts program test test-programs test-parts soak coverage bench bench-envs bench-python python install fuzz setup setup-page clean
# The page is built beside the program, which takes it in at the end.
all:
	@$(MAKE) --no-print-directory -j2 page parts
	@$(MAKE) --no-print-directory program

play: all
	@scripts/play $(BUILD)/holm $(PORT)

play-text: program
	@$(BUILD)/holm play

page: $(PAGE)

parts: $(BUILD)/build.ninja
	@scripts/ninja $(BUILD) parts

program: $(BUILD)/build.ninja
	@scripts/ninja $(BUILD) holm

test: test-programs
	@scripts/test $(TESTS)

soak: test-programs
	@scripts/soak $(TESTS)

# FOR=tests: npm packages of the tests, too. What builds the module comes first: two installations at once are refused.
test-programs:
	@scripts/setup page wasm
	@$(MAKE) --no-print-directory -j2 page test-parts FOR=tests
	@scripts/ninja $(TESTS)
	@scripts/build-wasm tests

test-parts: $(TESTS)/build.ninja
	@scripts/ninja $(TESTS) parts

coverage: $(PAGE)
	@scripts/coverage

# A page that plays without a server: a folder for any web space (docs/start.md).
static:
	@scripts/setup page wasm
	@scripts/build-wasm
	@scripts/build-page static
	@echo "build-static/ has the page: any web space can host it, over https it can be installed and plays without a network" >&2

# As packages do it, too: make install DESTDIR=folder PREFIX=/usr
install: all
	@meson configure $(BUILD) -Dprefix=$(PREFIX)
	@scripts/ninja $(BUILD) install-parts
	@meson install -C $(BUILD) --no-rebuild $(if $(DESTDIR),--destdir "$(abspath $(DESTDIR))")

bench: all
	@$(BUILD)/holm bench

# Batches of games for programs that learn; docs/learning.md has the figures.
bench-envs: program
	@$(BUILD)/holm bench --envs

# The same from Python.
bench-python: python
	@build-python/venv/bin/python scripts/bench-python

# The Python package: a wheel, and an environment to try it in (docs/learning.md).
python:
	@scripts/python build-python
	@echo "build-python/venv/bin/python has the package holm; build-python/*.whl installs it elsewhere" >&2

fuzz:
	@scripts/fuzz

$(BUILD)/build.ninja: | setup
	@echo "program: preparing its build ..." >&2
	@meson setup $(BUILD) >$(BUILD).log 2>&1 || { cat $(BUILD).log >&2; exit 1; }
	@rm -f $(BUILD).log

$(TESTS)/build.ninja: | setup
	@scripts/setup tests
	@meson setup $(TESTS) -Dtests=enabled -Dbuildtype=debugoptimized -Db_lto=false -Db_sanitize=address,undefined -Dc_args='-fno-sanitize-recover=all -g1' >/dev/null

# The engine for the browser, which plays without a server. What builds it takes longer to install than all the rest, so that
# it is built where that is there, and the page does without it elsewhere.
module: | setup-page
	@scripts/build-wasm if-possible

$(MODULE): module ;

$(PAGE): $(shell find web/src web/public -type f) web/index.html web/package-lock.json web/vite.config.ts $(wildcard $(MODULE)) | setup-page module
	@scripts/build-page $(FOR)

# Packages for the page come first: it is fetched and built while those of the program are installed.
setup: setup-page
	@scripts/setup program

setup-page:
	@scripts/setup page

clean:
	rm -rf $(BUILD) $(TESTS) build-fuzz build-coverage build-soak build-python build-wasm build-static web/engine web/dist web/node_modules web/.npm
