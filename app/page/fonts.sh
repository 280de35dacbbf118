#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes fonts.bin: the typefaces of a page one after another, each reduced to the letters that a page
# needs. fonts.lengths has the length of each. fonts.js gives them to the browser.
# usage: fonts.sh SOURCES REGULAR BOLD MONO SIGNS
set -euo pipefail
export LC_ALL=C.UTF-8 # for grep and printf: letters, not bytes
sources=$1 regular=$2 bold=$3 mono=$4 signs=$5

# The signs beyond ASCII that the core, the page, a preset or a lesson may write, one per line.
written=$(cd "$sources" && grep --recursive --no-filename --only-matching --perl-regexp '[^\x00-\x7F]' \
    core/{base,engine,document,figure,io} app/page assets/{presets,lessons} | sort -u)

# lacking FONT: prints the signs that the font does not have.
lacking() {
    local known
    known=$(fc-query --format='%{charset}' "$1" | sed -E 's/[0-9a-f]+/\\x{&}/g; s/ //g')
    grep --perl-regexp "[^$known]" <<<"$written" || true
}

# codes: converts the signs on standard input to the form that hb-subset reads.
codes() {
    local sign
    while read -r sign; do printf '%x,' "'$sign"; done
}

# subset FONT CODES: adds a part of the font to fonts.bin. Keeps its name, copyright, licence and
# equal-width digits. Drops kerning, which the window does not use either and which would add 8 KB.
subset() {
    hb-subset --font-file="$1" --unicodes="$2" --name-IDs=0,1,2,13,14 --layout-features=tnum \
        --no-hinting --desubroutinize --output-file=font.part
    cat font.part >>fonts.bin
    lengths+=("$(stat --format=%s font.part)")
}

ascii=20-7e latin=a0-17f greek=386-3ce punctuation=2013-2014,2018-201e,2022,20ac
all=$(codes <<<"$written") lengths=()
: >fonts.bin
for font in "$regular" "$bold"; do subset "$font" "$ascii,$latin,$greek,$punctuation,$all"; done
subset "$mono" "$ascii,$all" # numbers and code, no words
subset "$signs" "$({ lacking "$regular" && lacking "$mono"; } | sort -u | codes)"
echo "${lengths[*]}" >fonts.lengths
