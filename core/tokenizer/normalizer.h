// SPDX-License-Identifier: MIT
// How text is changed before it is split: a list of steps, applied in order. Each kind of
// normalizer in tokenizer.json is one or several of these.
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
struct WithoutAccents {}; // expects NFD
/// Removes control characters and turns every kind of space into " ".
struct CleanText {};
struct SpacesAroundChinese {};
struct Strip {
    bool left = true;
    bool right = true;
};
/// Puts `text` before any text that is not empty.
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

/// The largest size a text may grow to; a file could ask for a long replacement of each letter.
constexpr std::size_t max_normalised_bytes = std::size_t{256} << 20;

Result<std::string> normalise(const std::vector<NormalizerStep>& steps, std::string text);

/// BERT's normalizer, with its four switches.
std::vector<NormalizerStep> bert_normalizer(bool cleans, bool spaces_chinese, bool strips_accents,
                                            bool lowers);

} // namespace attn::tokenizer
