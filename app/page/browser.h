// SPDX-License-Identifier: MIT
// What the page's script answers the core, and how functions of the core are seen by the script.
#pragma once

#include <cstddef>

/// A function of ours that the script calls by its name.
#define SEEN_BY_SCRIPT(name) __attribute__((export_name(#name))) extern "C"
/// A function of the script that we call (`imports` in lab.js).
#define OF_SCRIPT(name) __attribute__((import_module("page"), import_name(#name))) extern "C"

/// The width of a plain text at a size of 100, in the face of the number (figure::Font).
OF_SCRIPT(width) float script_width(const char* text, std::size_t length, int font);
/// How many bytes the first grapheme of the text takes.
OF_SCRIPT(grapheme) std::size_t script_grapheme(const char* text, std::size_t length);
/// Which way a letter runs: 0 none, 1 from the left, 2 from the right.
OF_SCRIPT(way) int script_way(char32_t code);
