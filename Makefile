# make build   print every document of every edition, English and Spanish, into build/: PAPER=letter on that paper alone,
#              LANGUAGE=es in that language alone
# make test    run the tests: COVERAGE=97 prints the share of lines that they run by package; less than 97 % in all fails
# make check   lint, types, and the consistency of the database
# make bench   measure how fast it is: PARTS="deck tokens" CARDS=54,540 RUNS=3
# make mutants break the core in small ways and see whether a test fails: AREAS="dice grid" EACH=12 SEED=1
# make pins    write requirements*.txt anew from pyproject.toml, with the digests of all files: UPGRADE=1 takes the newest
# make runtime fetch Python for the browser and esbuild, with npm and pip, into build/runtime, each file with its digest
# make site    make the site of the shipped editions, with the engine in the browser, in build/site
# make map     draw docs/map.svg, the map of the packages, from their imports

SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: build test check bench mutants pins runtime site map pictures clean

build: $(VENV)/ready
	$(BIN)/kensei-docs build $(if $(PAPER),--paper $(PAPER)) $(if $(LANGUAGE),--language $(LANGUAGE))

test: $(VENV)/ready-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(if $(COVERAGE),$(BIN)/python -m slipcover --json --out build/coverage.json -m,$(BIN)/python -m) pytest -n auto --dist worksteal
	$(if $(COVERAGE),$(BIN)/python tools/coverage_by_package.py build/coverage.json $(COVERAGE))

check: $(VENV)/ready
	$(BIN)/kensei-docs check

$(VENV)/ready: requirements.txt pyproject.toml .ci/environment
	.ci/environment $(PYTHON) $(VENV) requirements.txt
	touch $@

$(VENV)/ready-dev: $(VENV)/ready requirements-dev.txt
	.ci/environment $(PYTHON) $(VENV) requirements-dev.txt
	touch $@

PARTS ?=
CARDS ?= 54,540
RUNS ?= 3
bench: $(VENV)/ready
	$(BIN)/python -m benchmarks $(PARTS) --cards $(CARDS) --runs $(RUNS)

AREAS ?=
EACH ?= 12
SEED ?= 1
mutants: $(VENV)/ready-dev
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-mutants.txt
	$(BIN)/python tools/mutants.py $(AREAS) --each $(EACH) --seed $(SEED)

UPGRADE ?=
pins: $(VENV)/ready
	$(BIN)/pip install --quiet --disable-pip-version-check 'uv>=0.13,<0.14'
	PATH=$(CURDIR)/$(BIN):$$PATH $(BIN)/python tools/pin.py $(if $(UPGRADE),--upgrade)

RUNTIME ?= build/runtime
runtime: $(VENV)/ready
	$(BIN)/python tools/fetch_runtime.py $(RUNTIME)

SITE ?= build/site
site: runtime
	$(BIN)/kensei-docs site $(SITE) --runtime $(RUNTIME)

map: $(VENV)/ready
	$(BIN)/python tools/draw_map.py

# The pictures that README.md and docs/gallery.md show, drawn from what the tool prints.
pictures: $(VENV)/ready
	$(BIN)/kensei-docs build --paper a4
	$(BIN)/kensei-docs build calibration --paper a4
	rm -f docs/pictures/*.png
	$(BIN)/python tools/collect_pictures.py build docs/pictures

clean:
	find build -mindepth 1 ! -name .gitkeep -delete
	rm -rf $(VENV)
