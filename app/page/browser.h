// SPDX-License-Identifier: MIT
// Functions of the page's script that the core calls, and how the script sees functions of the
// core.
#pragma once

#include <cstddef>

/// A function of the core that the script calls by name.
#define SEEN_BY_SCRIPT(name) __attribute__((export_name(#name))) extern "C"
/// A function of the script that the core calls (`imports` in lab.js).
#define OF_SCRIPT(name) __attribute__((import_module("page"), import_name(#name))) extern "C"

/// The width of a plain text at size 100, in the face with this number (figure::Font).
OF_SCRIPT(width) float script_width(const char* text, std::size_t length, int font);
/// The number of bytes of the text's first grapheme.
OF_SCRIPT(grapheme) std::size_t script_grapheme(const char* text, std::size_t length);
/// The direction of a letter: 0 none, 1 left to right, 2 right to left.
OF_SCRIPT(way) int script_way(char32_t code);
