// SPDX-License-Identifier: MIT
// What Unicode says of characters and texts, and regular expressions. unicode.cpp is the only file
// that sees ICU; all text is UTF-8 and all offsets are in bytes.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn::tokenizer {

/// White_Space, the spaces and line ends of Unicode.
bool is_space(char32_t code);
/// The general categories N…: digits, letters and others that stand for numbers.
bool is_numeric(char32_t code);
/// The general categories P…, and every ASCII character that is printed and no letter or digit.
bool is_punctuation(char32_t code);
/// The general categories Cc, Cf and Co, but for tab and line ends.
bool is_control(char32_t code);
/// The general category Mn.
bool is_accent(char32_t code);
/// The general categories M….
bool is_mark(char32_t code);
/// What \w matches: letters, marks, digits and connectors.
bool is_word(char32_t code);
/// In a block of Chinese characters, as BERT lists them.
bool is_chinese(char32_t code);

/// The text without the characters that `is_left_out` is true of. The text must be UTF-8.
std::string without(std::string_view text, const std::function<bool(char32_t)>& is_left_out);

/// Each character in lower case by itself, whatever stands around it.
std::string lower_case(std::string_view text);

enum class Form { Nfc, Nfd, Nfkc, Nfkd };
std::string normalised(std::string_view text, Form form);

/// Where something was found, in bytes.
struct Match {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// A regular expression that is compiled once. Copies share it.
struct Pattern {
    struct Compiled;
    std::shared_ptr<const Compiled> compiled;
    std::string source;
};
/// The error says what is wrong with the expression.
Result<Pattern> compile(const std::string& source);

/// All matches from left to right. An expression that takes too long on this text is an error.
Result<std::vector<Match>> find_all(const Pattern& pattern, std::string_view text);

} // namespace attn::tokenizer
