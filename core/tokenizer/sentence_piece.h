// SPDX-License-Identifier: MIT
// A tokenizer.model, read and used by the SentencePiece library. Only sentence_piece.cpp includes
// that library.
#pragma once

#include "core/tokenizer/word_models.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace attn::tokenizer {

struct SentencePiece {
    struct Loaded;
    std::shared_ptr<const Loaded> loaded;
    std::optional<Index> beginning; // <s>
    std::optional<Index> end;       // </s>
};

/// Reads a model and its vocabulary from bytes. Fails if they are damaged, even where the library
/// itself would read past their end.
Result<SentencePiece> load_sentence_piece(std::string_view bytes, Vocabulary& vocabulary);

Result<> append_ids(const SentencePiece& model, const Vocabulary& vocabulary, std::string_view text,
                    std::vector<Index>& ids);

} // namespace attn::tokenizer
