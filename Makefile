# Two commands do all their own set-up: make play, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# One process of tests more than there are cores: many of them wait; those of the server do most.
JOBS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
WAITING_JOBS = $$(($(JOBS) + 1))
CORE := $(shell find src/cambio/core -name '*.py' -o -name '*.pxd')
WEB := $(shell find web building -type f -not -path '*/node_modules/*' -not -path '*/dist/*' -not -name '*.pyc' 2> /dev/null)
# Python says what it is too old for before it meets anything that it can't read.
SET_UP = $(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and "Cambio needs Python 3.11 or newer, this is {}.{}".format(*v))' \
	&& $(PYTHON) building/set_up.py

# With a compiler the core must compile: a mistake in it should not pass as a machine without one.
export CAMBIO_BUILD ?= $(if $(shell command -v $${CC:-cc}),compiled,)

# Bytecode is kept, whatever the shell says: else each process of tests and each server that they start compiles all its modules anew.
unexport PYTHONDONTWRITEBYTECODE

# The table on the web is what most people come for.
export CAMBIO_WEB ?= required

.DEFAULT_GOAL := help
.PHONY: help play cluster test quick test-compiled test-meanwhile test-interpreted test-web check check-python check-web docs site icons answers tune bench soak sanitize release-check install-matrix clean

help: ## what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 15

# Brought up to date when the build, its requirements, the core or the web client change.
$(VENV)/ready: pyproject.toml setup.py $(CORE) $(WEB)
	@$(SET_UP) play
	@touch $@

# The same, with all that tests, checks and the laboratory need.
$(VENV)/made: $(VENV)/ready
	@$(SET_UP) tests
	@touch $@

# The same, with what several workers on this machine need.
$(VENV)/clustered: $(VENV)/ready
	@$(SET_UP) cluster
	@touch $@

play: $(VENV)/ready ## play the game, in your browser
	@$(BIN)/cambio serve --open

cluster: $(VENV)/clustered ## several workers on PostgreSQL behind a proxy, on this machine (ARGS="--workers 3 --port 9000")
	@$(BIN)/python -m cluster $(ARGS)

# What only counts, hosts, checks or shows rounds does so whichever way the engine runs, and what is but text does not even run
# it; the oracle has met both ways at once; and an installation without a compiler has been played in by its commands.
WHICHEVER := $(addprefix --ignore=tests/,cluster faults lab server load browser other_browsers oracle deploy replay shuffles bots/test_levels.py \
	bots/test_external.py examples $(addsuffix .py,$(addprefix test_,cli cli_mistakes engine_choice install languages layers library match_notation notation package_contents pages public_names rule_codes rule_sheet rulebook \
	run_tests set_up site training_set_up))) --ignore=docs/how-to
PYTEST := $(BIN)/python -m pytest -q --dist worksteal -n $(JOBS)
# What fails beside others is run once more alone, and named at the end if it passes there.
RUN_TESTS := $(BIN)/python building/run_tests.py -q --dist worksteal -n
PASSED_ALONE := build/passed_alone.txt

test: $(VENV)/made ## everything that shows that Cambio works, in a quarter of an hour
	@rm -f $(PASSED_ALONE)
	@$(MAKE) --no-print-directory --jobs 2 check-python check-web test-web
	@$(MAKE) --no-print-directory --jobs 2 test-compiled test-meanwhile
	@! test -f $(PASSED_ALONE) || cat $(PASSED_ALONE)

# Rules, secrecy, tables and recorded rounds: what most mistakes break first.
QUICK := $(addprefix tests/,rulebook playthroughs properties/test_secrecy.py environments/test_env_step.py \
	server/test_table_state.py server/test_snap_verdict.py) \
	$(filter-out tests/test_install.py tests/test_library.py tests/test_cli.py tests/test_site.py,$(wildcard tests/test_*.py))

quick: $(VENV)/made ## lint, types and the tests that matter most, in a minute and a half
	@$(MAKE) --no-print-directory --jobs 2 check-python check-web test-web
	$(PYTEST) $(QUICK)

test-compiled:
	$(BIN)/python building/proxies.py
	$(RUN_TESTS) $(WAITING_JOBS) --ignore=tests/browser --ignore=tests/other_browsers
	@# A process that drives a browser has an event loop of its own, so these go by themselves.
	$(BIN)/python building/browsers.py
	$(RUN_TESTS) $(JOBS) tests/other_browsers tests/browser -m "not other_device"

# Whoever asks a server or drives a browser waits now and then: these have what that leaves of the machine, one after the
# other, and are told of when they are done.
test-meanwhile:
	@$(MAKE) --no-print-directory --output-sync test-interpreted sanitize

test-interpreted:
	@# No more processes than there are cores: nothing here waits, and each one collects all tests.
	CAMBIO_ENGINE=interpreted nice -n 19 $(RUN_TESTS) $$(($(JOBS) - 1)) $(WHICHEVER)

check: $(VENV)/made ## lint, format, types
	@$(MAKE) --no-print-directory --jobs 2 check-python check-web

check-python:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check-web:
	$(BIN)/python building/web.py check

test-web:
	$(BIN)/python building/web.py test

docs: $(VENV)/made ## write the pages and playthroughs that are made from the code
	$(BIN)/python -m docs.pages
	$(BIN)/python -m tests.playthroughs.write
	$(BIN)/python -m tests.environments.write

site: $(VENV)/made ## build the documentation site and check its links; cambio docs opens it
	$(BIN)/python -m docs.site.build

icons: $(VENV)/made ## draw the icons of the web table anew, and the picture of its links
	$(BIN)/python building/icons.py

answers: $(VENV)/made ## measure what docs/LAB.md says about rules and levels (half an hour)
	$(BIN)/python -m docs.answers

# The first one starts from the default traits; the others from where that one ended.
TUNE := $(BIN)/cambio lab tune --seed 5 --save
tune: $(VENV)/made ## tune the experts of all rule books anew (half an hour)
	$(TUNE) --rules cambia --seats 2 --generations 40 --games 3200
	for rules in classic flip stick camp cabo cabo1 golf tamalou kabul; do $(TUNE) --rules $$rules --seats 2 --generations 40 --games 3200 --start cambia; done
	for rules in cambia flip stick camp classic cabo cabo1 golf tamalou kabul; do $(TUNE) --rules $$rules --seats 4 --generations 24 --games 1600 --start cambia; done

# In an environment of its own, with the core as quick as it can be compiled.
.venv-bench/made: pyproject.toml setup.py $(WEB) $(shell find src/cambio -name '*.py' -o -name '*.pxd')
	@$(SET_UP) bench
	@touch $@

bench: .venv-bench/made ## measure speed next to what PyPI offers (ARGS="--json" and others)
	@.venv-bench/bin/python -m bench.run $(ARGS)

soak: $(VENV)/made ## a thousand kills of a server, a thousand faults of workers and PostgreSQL, thousands of reconnects, half an hour at fifty tables, every moment at every size of screen, a million rounds beside the oracle, and 200,000 shuffles
	$(BIN)/python -m tests.server.kills --kills 1000
	$(BIN)/python -m tests.faults --faults 1000
	$(BIN)/python -m tests.server.reconnects --connections 5000
	$(BIN)/python -m tests.server.long_evening --tables 50 --minutes 30
	@# Each takes three minutes, most of them waiting; it wants a machine that has little else to do.
	for way in direct nginx haproxy; do $(BIN)/python -m tests.server.real_races $$way || exit 1; done
	@# More of what make test tries at random, and screens that it leaves out.
	CAMBIO_SOAK=yes $(PYTEST) tests/replay tests/properties tests/oracle/test_oracle.py tests/test_library.py tests/training/test_policy_player.py
	CAMBIO_SOAK=yes $(BIN)/python -m tests.sanitized
	CAMBIO_SOAK=yes $(PYTEST) tests/browser/test_screen_sizes.py
	$(PYTEST) tests/browser -m other_device
	$(BIN)/python -m tests.oracle.agreement --rounds 1000000
	$(BIN)/python -m tests.shuffles.uniformity

sanitize: $(VENV)/made ## random play in a build that watches every memory access
	nice -n 19 $(BIN)/python -m tests.sanitized

# It builds and installs what is committed, elsewhere, and leaves this environment alone.
release-check: ## build what would be published, install it elsewhere, and try it
	@$(PYTHON) building/release_check.py

install-matrix: ## install that with every Python here, and without a compiler, Node.js or git (after release-check)
	@$(PYTHON) building/install_matrix.py

clean: ## remove everything that was made
	rm -rf $(VENV) .venv-bench build dist .hypothesis .mypy_cache .ruff_cache src/*.egg-info src/cambio/site
	find src -name '*.so' -delete -o -name '*.pyd' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
