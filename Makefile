# Two commands do all their own set-up: make play, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto

.DEFAULT_GOAL := help
.PHONY: help play test check docs bench soak sanitize clean

help: ## what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# The environment is made anew when the build or its requirements change.
$(VENV)/made: pyproject.toml setup.py $(wildcard src/cambio/core/*.py) $(filter-out %/act.pxd %/choice.pxd %/event.pxd %/mark.pxd %/phase.pxd %/why.pxd,$(wildcard src/cambio/core/*.pxd))
	@$(PYTHON) -c 'import sys; sys.exit("Cambio needs Python 3.11 or newer, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else 0'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "setting up Cambio in $(VENV) (compiling the core takes about a minute)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,check]'
	@touch $@

play: $(VENV)/made ## play the game (for now: a round that plays itself)
	@$(BIN)/cambio demo

test: $(VENV)/made ## everything that shows that Cambio works
	$(MAKE) --no-print-directory check
	$(BIN)/python -m pytest -q -n $(JOBS)
	CAMBIO_ENGINE=interpreted $(BIN)/python -m pytest -q -n $(JOBS)
	$(MAKE) --no-print-directory sanitize

check: $(VENV)/made ## lint, format, types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(VENV)/made ## write the pages that are made from the code
	$(BIN)/python -m docs.pages
	$(BIN)/python -m tests.playthroughs.write

bench: ## measure speed, next to what PyPI offers
	@test -x .venv-bench/bin/python || $(PYTHON) -m venv .venv-bench
	@.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check '.[bench]'
	.venv-bench/bin/python -m bench.run $(ARGS)

soak: $(VENV)/made ## a million random rounds side by side with the oracle
	$(BIN)/python -m tests.oracle.agreement --rounds 1000000

sanitize: $(VENV)/made ## random play in a build that watches every memory access
	$(BIN)/python -m tests.sanitized

clean:
	rm -rf $(VENV) .venv-bench build dist .hypothesis .mypy_cache .ruff_cache src/*.egg-info
	find src -name '*.so' -delete
