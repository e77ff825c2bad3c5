#!/bin/sh
# Write what changed in a project's data since a revision: changes.html with pictures of the changed cards, before and
# after, and changes.md with the same in words. Usage: show-changes.sh REVISION FOLDER
set -eu
revision=$1
folder=$2
mkdir -p "$folder"
for form in html md; do
    # Exit status 1 says that something differs; 2 that the data can't be read.
    kensei-docs diff "$revision" --format "$form" --out "$folder/changes.$form" || [ $? -eq 1 ]
done
