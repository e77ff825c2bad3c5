# make build   print every document of every edition, English and Spanish, into build/
# make test    run the tests
# make check   lint, types, and the consistency of the database

SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: build test check pictures clean

build: $(VENV)/ready
	$(BIN)/kensei-docs build

test: $(VENV)/ready-dev
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest

check: $(VENV)/ready
	$(BIN)/kensei-docs check

$(VENV)/ready: requirements.txt pyproject.toml .ci/environment
	.ci/environment $(PYTHON) $(VENV) requirements.txt
	touch $@

$(VENV)/ready-dev: $(VENV)/ready requirements-dev.txt
	.ci/environment $(PYTHON) $(VENV) requirements-dev.txt
	touch $@

# The pictures that README.md and docs/ show, drawn from what the tool prints.
pictures: $(VENV)/ready
	$(BIN)/kensei-docs build -e kensei-2e --paper a4 --format png
	cp build/kensei-2e/en/ability-cards-a4-1.png docs/pictures/ability-cards.png
	cp build/kensei-2e/es/quick-reference-a4-1.png docs/pictures/quick-reference.png
	cp build/kensei-2e/en/markers-a4-1.png docs/pictures/markers.png
	cp build/kensei-2e/es/command-deck-a4-5.png docs/pictures/command-deck.png

clean:
	find build -mindepth 1 ! -name .gitkeep -delete
	rm -rf $(VENV)
