# `make play` and `make test` set everything up on a machine with Python 3.11+ and make: the one what playing needs, the
# other the rest.

PYTHON ?= python3
BIN := .venv/bin
PLAYABLE := .venv/playable
READY := .venv/ready
STATIC := src/teahorse/web/static
# More test workers than cores, because many tests wait for a browser or a server. Six keep two cores busy.
WORKERS = $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) * 2 + 2)')

# Where this is set, Python compiles every file again in each process: a server takes twice as long to start.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: train-small play wheel test run-tests lint format map messages bench mutants faults audit clean

play: $(PLAYABLE)
	@$(BIN)/teahorse web

wheel: $(PLAYABLE)
	@$(BIN)/python tools/build_wheel.py

# Linters run beside the tests, since they use one core. If they complain, this fails when the tests have ended.
test: $(READY)
	@$(MAKE) --no-print-directory --jobs=2 lint run-tests

# Threads of PyTorch and BLAS that wait for one another would take the cores from other workers.
run-tests: export OMP_NUM_THREADS = 1
run-tests: $(READY)
	@$(BIN)/python -m teahorse.precompile
	@$(BIN)/python tests/browser/system_browsers.py
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

lint: $(READY)
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/oxlint $(STATIC)
	@$(BIN)/oxfmt --check $(STATIC)
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo --no-cache

format: $(READY)
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(BIN)/oxlint --fix $(STATIC)
	@$(BIN)/oxfmt $(STATIC)

map: $(READY)
	@cd tools && ../$(BIN)/python -m paint_map

messages: $(READY)
	@$(BIN)/python tools/messages.py

bench: $(READY)
	@$(BIN)/teahorse bench

faults: $(READY)
	@TEAHORSE_FAULTS=full $(BIN)/python -m pytest tests/faults

mutants: $(READY)
	@$(BIN)/python tests/mutants/run.py

# Needs the network: known vulnerabilities of the pinned versions.
audit: $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[audit]'
	@$(BIN)/pip-audit --strict --no-deps --disable-pip -r constraints.txt

$(PLAYABLE): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "teahorse needs Python 3.11 or newer.")'
	@echo "Setting up .venv (once) ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[web]'
	@touch $(PLAYABLE)

$(READY): $(PLAYABLE)
	@echo "Installing what tests need (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(READY)

train-small: $(READY)
	@$(BIN)/teahorse learn train build/small --recipe small --seconds 90
	@$(BIN)/teahorse learn plot build/small build/small.png
	@$(BIN)/teahorse learn export build/small build/small.npz --recipe small
	@$(BIN)/teahorse learn ladder network@build/small.npz --against random --games 24 --folder build/ladder

clean:
	rm -rf .venv build dist .pytest_cache .ruff_cache .mypy_cache .hypothesis
