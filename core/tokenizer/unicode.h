// SPDX-License-Identifier: MIT
// Unicode properties, text functions and regular expressions. Only unicode.cpp includes ICU. All
// text is UTF-8, all offsets are in bytes.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn::tokenizer {

/// White_Space: the spaces and line ends of Unicode.
bool is_space(char32_t code);
/// The general categories N…: digits, letters and others that represent numbers.
bool is_numeric(char32_t code);
/// The general categories P…, and every printable ASCII character except letters, digits and space.
bool is_punctuation(char32_t code);
/// The general categories Cc, Cf and Co, except tab and line ends.
bool is_control(char32_t code);
/// The general category Mn.
bool is_accent(char32_t code);
/// The general categories M….
bool is_mark(char32_t code);
/// What \w matches: letters, marks, digits and connectors.
bool is_word(char32_t code);
/// Whether the character is in one of the blocks that BERT lists as Chinese.
bool is_chinese(char32_t code);

/// Returns the text without the characters for which `is_left_out` is true. The text must be UTF-8.
std::string without(std::string_view text, const std::function<bool(char32_t)>& is_left_out);

/// Lower-cases each character by itself, whatever its neighbours.
std::string lower_case(std::string_view text);

enum class Form { Nfc, Nfd, Nfkc, Nfkd };
std::string normalised(std::string_view text, Form form);

/// A found place, in bytes.
struct Match {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// A compiled regular expression. Copies share it.
struct Pattern {
    struct Compiled;
    std::shared_ptr<const Compiled> compiled;
    std::string source;
};
/// Compiles the expression; the error says what is wrong with it.
Result<Pattern> compile(const std::string& source);

/// Finds all matches from left to right. Fails if the expression takes too long on this text.
Result<std::vector<Match>> find_all(const Pattern& pattern, std::string_view text);

} // namespace attn::tokenizer
