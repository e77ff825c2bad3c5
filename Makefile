# make build   print every document of every edition, English and Spanish, into build/
# make test    run the tests
# make check   lint, types, and the consistency of the database
# make bench   measure how fast it is: PARTS="deck tokens" CARDS=54,540 RUNS=3

SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: build test check bench pictures clean

build: $(VENV)/ready
	$(BIN)/kensei-docs build

test: $(VENV)/ready-dev
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto

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
bench: $(VENV)/ready-dev
	$(BIN)/python -m benchmarks $(PARTS) --cards $(CARDS) --runs $(RUNS)

# The pictures that README.md and docs/gallery.md show, drawn from what the tool prints.
pictures: $(VENV)/ready
	$(BIN)/kensei-docs build --paper a4
	$(BIN)/kensei-docs build calibration --paper a4
	rm -f docs/pictures/*.png
	$(BIN)/python docs/pictures/collect.py build docs/pictures

clean:
	find build -mindepth 1 ! -name .gitkeep -delete
	rm -rf $(VENV)
