# A thin front for Meson. `make play` and `make test` are all a newcomer needs.
BUILD := build
TESTS := build-test
PLAY  := --game base --players 4

.PHONY: all play test soak bench fuzz setup clean
all: $(BUILD)/build.ninja
	@ninja -C $(BUILD) --quiet

play: all
	@$(BUILD)/holm play $(PLAY)

test: $(TESTS)/build.ninja
	@ninja -C $(TESTS) --quiet
	@scripts/test $(TESTS)

soak: $(TESTS)/build.ninja
	@ninja -C $(TESTS) --quiet
	@scripts/soak $(TESTS)

bench: all
	@$(BUILD)/holm bench

fuzz:
	@scripts/fuzz

$(BUILD)/build.ninja: | setup
	@meson setup $(BUILD) >/dev/null

$(TESTS)/build.ninja: | setup
	@meson setup $(TESTS) -Dbuildtype=debugoptimized -Db_lto=false -Db_sanitize=address,undefined -Dc_args=-fno-sanitize-recover=all >/dev/null

setup:
	@scripts/setup

clean:
	rm -rf $(BUILD) $(TESTS) build-fuzz
