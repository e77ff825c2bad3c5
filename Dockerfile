# The tool, to print a project of the folder it is started in:
#
#     docker build --target tool --tag kensei-docs .
#     docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD:/game" kensei-docs build
#
# `--target dev` is what .devcontainer builds: the libraries and programs that `make test` needs.
FROM python:3.11-slim-bookworm AS libraries
RUN apt-get update \
    && apt-get install -y --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 \
    && rm -rf /var/lib/apt/lists/*

FROM libraries AS dev
RUN apt-get update \
    && apt-get install -y --no-install-recommends chromium gettext git make \
    && rm -rf /var/lib/apt/lists/*

FROM libraries AS tool
COPY . /src
RUN pip install --no-cache-dir --require-hashes -r /src/requirements.txt \
    && pip install --no-cache-dir --no-deps /src \
    && rm -rf /src
# A folder that every user may write: whoever starts it need not be known in it.
ENV KENSEI_CACHE=/tmp/kensei-docs
WORKDIR /game
ENTRYPOINT ["kensei-docs"]
