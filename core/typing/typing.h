// SPDX-License-Identifier: MIT
// Typed texts of any document with a table: split by the tokenizer that it carries, if it carries
// one, else at blanks (document/commands/texts.h). Code that links the tokenizers asks here.
#pragma once

#include "core/document/commands/texts.h"
#include "core/document/model/evaluate.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::typing {

struct Reader;
/// The tokenizer that was read last, so that a window does not read it again for each frame.
struct KeptTokenizer {
    std::string source; // as Document::tokenizer
    std::shared_ptr<const Result<Reader>> reader;
};

// Each function may get the kept tokenizer; without it the document's is read once more.

/// As attn::words_of_text(). Of a tokenizer the error also names its part that cannot be read, or a
/// token that the vocabulary lacks.
Result<std::vector<std::string>> words_of_text(const Document& document, std::string_view text,
                                               KeptTokenizer* kept = nullptr);

/// Returns a text that gives the words of the document; where a tokenizer makes these words of no
/// text, the text that looks like them.
std::string text_of_words(const Document& document, KeptTokenizer* kept = nullptr);

/// Splits a text into words, as a tokenizer does.
using Split = std::function<Result<std::vector<std::string>>(const std::string& text)>;
/// Returns a text that splits into these words, without the ones that a tokenizer puts before and
/// after every text; nothing if none is found.
std::optional<std::string> text_giving(const std::vector<std::string>& words, const Split& split);

/// Why no text can be typed; empty if one can.
std::string why_no_text(const Document& document);

/// As attn::read_typed(). Where a tokenizer splits the text, the likeliest next words are offered
/// at its end, and are joined to it.
TypedText read_typed(const Document& document, std::string_view text, std::size_t caret,
                     KeptTokenizer* kept = nullptr);
TypedText read_typed(const Document& document, const Trace& trace, std::string_view text,
                     std::size_t caret, KeptTokenizer* kept = nullptr);

} // namespace attn::typing
