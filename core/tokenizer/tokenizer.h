// SPDX-License-Identifier: MIT
// Text to the tokens of a trained model. A folder as Hugging Face writes it says how: by
// tokenizer.json, tokenizer.model, vocab.json with merges.txt, or vocab.txt, looked for in this
// order. What a file asks for and is not known here is refused by its name, never left out.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn::tokenizer {

/// Longer texts are refused.
constexpr std::size_t max_text_bytes = std::size_t{16} << 20;

struct Token {
    Index id = 0;
    /// What people read: "cat", " cat" for "▁cat" and "Ġcat", "##ing" as it is. Bytes that are not
    /// whole characters are written <0xE2>.
    std::string text;

    friend bool operator==(const Token&, const Token&) = default;
};

struct Parts;

/// A value that is read once and never changes; copies share what was read.
struct Tokenizer {
    std::shared_ptr<const Parts> parts;
};

/// Reads the tokenizer of a folder. Errors: no file that would do (they are named), files that are
/// damaged or contradict themselves, parts that are not known here.
Result<Tokenizer> open_tokenizer(const std::string& folder);

/// The tokens of a text, with those that the tokenizer itself adds ([CLS] … [SEP], <s>). What a
/// file says of truncation and padding is for batches and not applied. Errors: text that is not
/// UTF-8 or too long, a character that is not in the vocabulary where no token stands for those.
Result<std::vector<Token>> tokenize(const Tokenizer& tokenizer, std::string_view text);

/// "byte-level BPE from vocab.json and merges.txt, 50257 tokens".
std::string described(const Tokenizer& tokenizer);

} // namespace attn::tokenizer
