// SPDX-License-Identifier: MIT
// Other words for a document that looks them up in a table: a model is given a text to read. The
// text is split into words here alone, also while it is typed, when the words that may be meant are
// offered.
#pragma once

#include "core/document/model/document.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A word of a text, at its place.
struct TypedWord {
    std::size_t from = 0, to = 0; // bytes of the text
    std::string word;
    bool is_known = true; // whether the vocabulary has it
};

/// Splits a text at its blanks. Punctuation before or after a word is taken off if the vocabulary
/// has it as a word. The document must have a table.
std::vector<TypedWord> typed_words(const Document& document, std::string_view text);

/// The same, as words of the vocabulary. The error names a word that it does not have, with the
/// nearest ones.
Result<std::vector<std::string>> words_of_text(const Document& document, std::string_view text);
/// The words of the document with a blank between them.
std::string text_of_words(const Document& document);
/// Why the words of the document cannot be typed as a text; empty if they can.
std::string why_no_text(const Document& document);

/// Returns the document with these words instead of its own: nothing else changes, and nothing is
/// covered. Refuses more words than learned positions, and another number of words where a painted
/// mask or given stages have a row for each.
Result<Document> with_words(Document document, const std::vector<std::string>& words);

/// A text while it is typed.
struct TypedText {
    std::vector<TypedWord> words;
    std::optional<std::size_t> at; // the word that the caret is in or behind
    bool is_begun = false; // the word at the caret is unknown, but words of the vocabulary begin so
    /// The words that may be meant at the caret, best first: words that begin so, else the nearest
    /// to an unknown word, else, where no word is begun, words that are likely to come next.
    std::vector<std::string> offered;
    bool are_joined = false; // offered words are put at the caret without blanks around them
    std::string fault;       // why the document cannot have this text; empty if it can
};

/// Reads a text with the caret before this byte. `likely` has the probability of each word of the
/// vocabulary at the caret, if it is known.
TypedText read_typed(const Document& document, std::string_view text, std::size_t caret,
                     const Vector* likely = nullptr);

/// The words of the text.
std::vector<std::string> words_of(const TypedText& typed);

/// The word that the caret is in or before; the last one if it is behind all. There must be a word.
Index word_at(const TypedText& typed, std::size_t caret);

/// The letters that an offered word adds to the begun one; empty if the word begins otherwise.
std::string_view rest_of_word(const TypedText& typed, std::string_view offered);

struct TextAndCaret {
    std::string text;
    std::size_t caret = 0;
};
/// Puts an offered word in the place of the word at the caret, and the caret behind it. Adds a
/// blank at the end of the text, so that the next word can be typed, if words are not joined.
TextAndCaret with_offered(std::string_view text, std::size_t caret, const TypedText& typed,
                          std::string_view offered);

} // namespace attn
