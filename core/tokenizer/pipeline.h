// SPDX-License-Identifier: MIT
// A tokenizer as a list of parts, in the order in which text passes through them: added tokens,
// normalizer, pre-tokenizer, model, and the tokens put before and after the result.
#pragma once

#include "core/tokenizer/added_tokens.h"
#include "core/tokenizer/bpe.h"
#include "core/tokenizer/normalizer.h"
#include "core/tokenizer/pre_tokenizer.h"
#include "core/tokenizer/sentence_piece.h"
#include "core/tokenizer/unigram.h"
#include "core/tokenizer/vocabulary.h"
#include "core/tokenizer/word_level.h"
#include "core/tokenizer/word_piece.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn::tokenizer {

/// How the vocabulary spells tokens; people see the plain text instead.
enum class Spelling {
    Plain,
    ByteLetters, // bytes as letters: "Ġcat"
    Metaspace    // "▁" for a space, and bytes as "<0xE2>"
};

/// Ids put before and after the ids of the text.
struct Frame {
    std::vector<Index> before;
    std::vector<Index> after;
};

using Model = std::variant<Bpe, WordPiece, WordLevel, Unigram, SentencePiece>;

struct Pipeline {
    Vocabulary vocabulary;
    AddedTokens added;
    std::vector<NormalizerStep> normalizer;
    std::vector<PreTokenizerStep> pre_tokenizer;
    Model model;
    std::vector<Frame> frames; // put around the text, one after another
    Spelling spelling = Spelling::Plain;
};

/// Returns the ids of a UTF-8 text.
Result<std::vector<Index>> ids_of(const Pipeline& pipeline, std::string_view text);

/// Returns a token as people read it.
std::string text_of(const Pipeline& pipeline, Index id);

/// As text_of(), for the spelling of a token that is not an added one.
std::string readable(Spelling spelling, const std::string& token);

/// The number of ids with a token, added tokens included.
Index count_tokens(const Pipeline& pipeline);

/// "byte-level BPE", "WordPiece".
std::string model_name(const Pipeline& pipeline);

} // namespace attn::tokenizer
