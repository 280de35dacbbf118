// SPDX-License-Identifier: MIT
// Turns text into the tokens of a trained model. The tokenizer comes from a folder in Hugging
// Face's layout with tokenizer.json, tokenizer.model, vocab.json and merges.txt, or vocab.txt,
// tried in this order. An unsupported feature in a file is refused by name, never ignored.
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
    /// As people read it: "cat", " cat" for "▁cat" and "Ġcat", "##ing" unchanged. Bytes that are
    /// not whole characters are written <0xE2>.
    std::string text;

    friend bool operator==(const Token&, const Token&) = default;
};

struct Parts;

/// Never changes after it is read; copies share it.
struct Tokenizer {
    std::shared_ptr<const Parts> parts;
};

/// Reads the tokenizer of a folder. Fails if it has no suitable file (the error names them), if
/// files are damaged or contradict themselves, or if they need an unsupported part.
Result<Tokenizer> open_tokenizer(const std::string& folder);

/// Reads the text of a tokenizer.json; `name` begins the place in an error.
Result<Tokenizer> read_tokenizer(std::string_view json, const std::string& name);

/// Returns the folder's tokenizer.json in the fewest bytes, or one that splits texts as vocab.json
/// and merges.txt do; read_tokenizer() reads it. The error says that there is none, or that it has
/// more bytes than `most`.
Result<std::string> tokenizer_text(const std::string& folder, std::size_t most);

/// Returns a text for each of the tokens 0 to `count` − 1, all different: a text that an earlier
/// token has is followed by the id, as in "cat [17]", and an id without a token is "[17]".
std::vector<std::string> token_texts(const Tokenizer& tokenizer, Index count);

/// Returns the tokens of a text, with those that the tokenizer adds ([CLS] … [SEP], <s>).
/// Truncation and padding in a file are for batches and not applied. Fails if the text is not UTF-8
/// or too long, or if a character is not in the vocabulary and there is no unknown token.
Result<std::vector<Token>> tokenize(const Tokenizer& tokenizer, std::string_view text);

/// Describes the tokenizer: "byte-level BPE from vocab.json and merges.txt, 50257 tokens".
std::string described(const Tokenizer& tokenizer);

} // namespace attn::tokenizer
