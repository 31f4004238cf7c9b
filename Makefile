# `make demo` and `make test` set up their own virtual environment; nothing needs to be installed before but Python 3.11+.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test lint types layers clean

$(VENV)/.app: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; try: make PYTHON=python3.12 ...") if sys.version_info < (3, 11) else None'
	$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.app
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

demo: $(VENV)/.app
	$(BIN)/tower-referee check samples/photos/develop/develop_17.jpg --hands 10012:30001 --annotate demo.jpg

# The tests run side by side; threads for their small matrices would wait for each other.
test: $(VENV)/.dev lint types layers
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist worksteal

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
