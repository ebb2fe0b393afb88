# A thin front for Meson. `make play` and `make test` are all a newcomer needs.
BUILD := build
TESTS := build-test
PAGE  := web/dist/index.html
PORT  := 8080

.PHONY: all play play-text test soak coverage bench fuzz setup clean
all: $(BUILD)/build.ninja $(PAGE)
	@ninja -C $(BUILD) --quiet

play: all
	@scripts/play $(BUILD)/holm $(PORT)

play-text: $(BUILD)/build.ninja
	@ninja -C $(BUILD) --quiet
	@$(BUILD)/holm play

test: $(TESTS)/build.ninja $(PAGE)
	@ninja -C $(TESTS) --quiet
	@scripts/test $(TESTS)

soak: $(TESTS)/build.ninja
	@ninja -C $(TESTS) --quiet
	@scripts/soak $(TESTS)

coverage: $(PAGE)
	@scripts/coverage

bench: all
	@$(BUILD)/holm bench

fuzz:
	@scripts/fuzz

$(BUILD)/build.ninja: | setup
	@meson setup $(BUILD) >/dev/null
	@echo "Building Holm; the first time takes a minute or two ..." >&2

$(TESTS)/build.ninja: | setup
	@meson setup $(TESTS) -Dbuildtype=debugoptimized -Db_lto=false -Db_sanitize=address,undefined -Dc_args=-fno-sanitize-recover=all >/dev/null
	@echo "Building Holm with its tests; the first time takes a minute or two ..." >&2

$(PAGE): $(shell find web/src web/public -type f) web/index.html web/package-lock.json web/vite.config.ts | setup
	@scripts/build-page

setup:
	@scripts/setup

clean:
	rm -rf $(BUILD) $(TESTS) build-fuzz build-coverage web/dist web/node_modules
