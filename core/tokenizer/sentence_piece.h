// SPDX-License-Identifier: MIT
// A tokenizer.model, which the SentencePiece library reads and splits texts by.
// sentence_piece.cpp is the only file that sees it.
#pragma once

#include "core/tokenizer/vocabulary.h"

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

/// Reads the bytes of a model and its vocabulary. Damaged bytes are an error, those too of which
/// the library itself would read beyond the end.
Result<SentencePiece> load_sentence_piece(std::string_view bytes, Vocabulary& vocabulary);

Result<> append_ids(const SentencePiece& model, const Vocabulary& vocabulary, std::string_view text,
                    std::vector<Index>& ids);

} // namespace attn::tokenizer
