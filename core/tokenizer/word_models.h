// SPDX-License-Identifier: MIT
// The tokens of a model and their ids, found in both directions.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace attn::tokenizer {

/// Ids are below this. The largest vocabularies have 256,000 tokens.
constexpr Index max_tokens = Index{1} << 21;

/// Lets a map of strings be searched with a string_view, without a copy.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
        return std::hash<std::string_view>{}(text);
    }
};
using TextIds = std::unordered_map<std::string, Index, TextHash, std::equal_to<>>;

struct Vocabulary {
    TextIds ids;
    std::vector<std::optional<std::string>> texts; // by id; ids may have holes
};

/// Adds a token. Fails if its id or text is already there, or if the id is below 0 or too large.
Result<> add_token(Vocabulary& vocabulary, std::string text, Index id);

std::optional<Index> id_of(const Vocabulary& vocabulary, std::string_view text);

/// The name of a byte in SentencePiece vocabularies: "<0xE2>".
std::string byte_name(unsigned char byte);

/// Returns the ids of bytes by these names; nothing if one is missing.
std::optional<std::vector<Index>> byte_ids(const Vocabulary& vocabulary, std::string_view bytes);

/// The error for text without a token.
Error unknown_text(std::string_view text);

// Byte-level vocabularies write every byte as one visible letter, a scheme from GPT-2: "Ġ" for a
// space, "Ċ" for a line end. Printable ASCII stands for itself.

/// Writes each byte as its letter.
std::string to_byte_letters(std::string_view bytes);

/// Returns the bytes of the letters; nothing if a letter stands for no byte.
std::optional<std::string> from_byte_letters(std::string_view letters);

// Byte pair encoding (Sennrich, Haddow and Birch, 2016): a word starts as its characters; then the
// pair with the lowest rank is merged, until no known pair is left.

struct Merge {
    Index rank = 0; // the lowest rank is merged first
    Index id = 0;   // the id of the result
};

struct Bpe {
    std::unordered_map<std::uint64_t, Merge> merges; // keyed by both ids, the first in the upper
                                                     // half
    std::optional<Index> unknown;                    // stands for characters without a token
    std::string prefix;                              // begins parts that continue a word
    std::string suffix;                              // ends parts that end a word
    bool fuses_unknown = false;                      // adjacent unknown characters become one token
    bool has_bytes = false;   // unknown characters become tokens of their bytes, "<0xE2>"
    bool tries_whole = false; // a word that is itself a token is not merged
};

/// Adds the next merge. Fails if a part or the result is not in the vocabulary.
Result<> add_merge(Bpe& bpe, const Vocabulary& vocabulary, const std::string& left,
                   const std::string& right);

/// Appends the ids of a word, in n log n time. Fails if a character has no token; the error names
/// it.
Result<> append_ids(const Bpe& bpe, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids);

// The unigram language model (Kudo, 2018): of all ways to build a word from tokens, takes the one
// with the highest sum of scores, which are logarithms of probabilities.

struct Unigram {
    std::vector<Real> scores; // by id
    /// Sorted texts, so that the tokens that begin a text are found byte by byte.
    std::vector<std::pair<std::string, Index>> sorted;
    std::optional<Index> unknown;
    Real unknown_score = 0;
    bool has_bytes = false; // unknown characters become tokens of their bytes, "<0xE2>"
};

/// `scores`: one per id of the vocabulary, which has no holes.
Unigram make_unigram(const Vocabulary& vocabulary, std::vector<Real> scores,
                     std::optional<Index> unknown, bool has_bytes);

Result<> append_ids(const Unigram& model, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids);

// WordPiece as in BERT: takes the longest token that begins the word, then repeatedly the longest
// that continues it; if that fails, the whole word is unknown.

/// The longest word that a file may allow; time grows with its square.
constexpr Index max_word_piece_characters = 1000;

struct WordPiece {
    std::optional<Index> unknown;
    std::string prefix = "##";  // begins parts that continue a word
    Index max_characters = 100; // longer words are unknown
};

Result<> append_ids(const WordPiece& model, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids);

// WordLevel: every word of the vocabulary is one token; any other word is unknown.

struct WordLevel {
    std::optional<Index> unknown;
};

Result<> append_ids(const WordLevel& model, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids);

} // namespace attn::tokenizer
