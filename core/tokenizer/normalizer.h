// SPDX-License-Identifier: MIT
// What is done to the text before it is split: a list of steps, one after another. Each kind of
// normalizer in tokenizer.json is one step or several of these.
#pragma once

#include "core/base/result.h"
#include "core/tokenizer/unicode.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn::tokenizer {

struct LowerCase {};
struct WithoutMarks {};
struct WithoutAccents {}; // in NFD
/// Controls go, every space becomes " ".
struct CleanText {};
struct SpacesAroundChinese {};
struct Strip {
    bool left = true;
    bool right = true;
};
/// Puts a text before one that is not empty.
struct Prepend {
    std::string text;
};
struct ReplaceText {
    std::string wanted;
    std::string by;
};
struct ReplacePattern {
    Pattern wanted;
    std::string by;
};
struct ByteLetters {};

using NormalizerStep =
    std::variant<Form, LowerCase, WithoutMarks, WithoutAccents, CleanText, SpacesAroundChinese,
                 Strip, Prepend, ReplaceText, ReplacePattern, ByteLetters>;

/// A text may grow to so many bytes; a file could ask for a long one in place of each letter.
constexpr std::size_t max_normalised_bytes = std::size_t{256} << 20;

Result<std::string> normalise(const std::vector<NormalizerStep>& steps, std::string text);

/// What BERT does, by its four switches.
std::vector<NormalizerStep> bert_normalizer(bool cleans, bool spaces_chinese, bool strips_accents,
                                            bool lowers);

} // namespace attn::tokenizer
