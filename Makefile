# A thin front for Meson. `make play` and `make test` are all a newcomer needs.
BUILD := build
TESTS := build-test
PAGE  := web/dist/index.html
PORT  := 8080
PREFIX := /usr/local

.PHONY: all play play-text page parts program test test-programs test-parts soak coverage bench install fuzz setup setup-page clean
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

# FOR=tests: npm packages of the tests, too.
test-programs:
	@$(MAKE) --no-print-directory -j2 page test-parts FOR=tests
	@scripts/ninja $(TESTS)

test-parts: $(TESTS)/build.ninja
	@scripts/ninja $(TESTS) parts

coverage: $(PAGE)
	@scripts/coverage

# As packages do it, too: make install DESTDIR=folder PREFIX=/usr
install: all
	@meson configure $(BUILD) -Dprefix=$(PREFIX)
	@scripts/ninja $(BUILD) install-parts
	@meson install -C $(BUILD) --no-rebuild $(if $(DESTDIR),--destdir "$(abspath $(DESTDIR))")

bench: all
	@$(BUILD)/holm bench

fuzz:
	@scripts/fuzz

$(BUILD)/build.ninja: | setup
	@echo "program: preparing its build ..." >&2
	@meson setup $(BUILD) >$(BUILD).log 2>&1 || { cat $(BUILD).log >&2; exit 1; }
	@rm -f $(BUILD).log

$(TESTS)/build.ninja: | setup
	@scripts/setup tests
	@meson setup $(TESTS) -Dtests=enabled -Dbuildtype=debugoptimized -Db_lto=false -Db_sanitize=address,undefined -Dc_args='-fno-sanitize-recover=all -g1' >/dev/null

$(PAGE): $(shell find web/src web/public -type f) web/index.html web/package-lock.json web/vite.config.ts | setup-page
	@scripts/build-page $(FOR)

# Packages for the page come first: it is fetched and built while those of the program are installed.
setup: setup-page
	@scripts/setup program

setup-page:
	@scripts/setup page

clean:
	rm -rf $(BUILD) $(TESTS) build-fuzz build-coverage build-soak web/dist web/node_modules web/.npm
