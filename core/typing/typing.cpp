// SPDX-License-Identifier: MIT
#include "core/typing/typing.h"

#include "core/base/utf8.h"
#include "core/document/model/table.h"
#include "core/document/telling/next_word.h"
#include "core/tokenizer/tokenizer.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace attn::typing {

/// A document's tokenizer, and which word of the vocabulary each of its tokens is.
struct Reader {
    tokenizer::Tokenizer tokenizer;
    std::vector<std::string> words; // by id
};

namespace {

constexpr std::string_view continued = "##"; // begins tokens of WordPiece inside a word

Result<Reader> read_reader(const Document& document) {
    auto tokenizer = tokenizer::read_tokenizer(document.tokenizer, "tokenizer");
    if (!tokenizer)
        return tokenizer.error();
    auto words = tokenizer::token_texts(*tokenizer, static_cast<Index>(document.vocabulary.size()));
    return Reader{*std::move(tokenizer), std::move(words)};
}

/// Returns the reader of the document's tokenizer, never null.
std::shared_ptr<const Result<Reader>> reader_of(const Document& document, KeptTokenizer* kept) {
    if (kept && kept->reader && kept->source == document.tokenizer &&
        (!*kept->reader || (*kept->reader)->words.size() == document.vocabulary.size()))
        return kept->reader;
    auto reader = std::make_shared<const Result<Reader>>(read_reader(document));
    if (kept)
        *kept = {document.tokenizer, reader};
    return reader;
}

/// The words of the vocabulary that the text's tokens are.
Result<std::vector<std::string>> words_by(const Reader& reader, const Document& document,
                                          std::string_view text) {
    const auto tokens = tokenizer::tokenize(reader.tokenizer, text);
    if (!tokens)
        return tokens.error();
    std::vector<std::string> words;
    for (const tokenizer::Token& token : *tokens) {
        const auto at = static_cast<std::size_t>(token.id);
        const std::string& word = at < reader.words.size() ? reader.words[at] : token.text;
        if (at >= document.vocabulary.size() ||
            (document.vocabulary[at] != word && !row_in_table(document, word)))
            return Error{"the tokenizer makes the token " + cite(word) +
                         ", which is not in the vocabulary of " +
                         std::to_string(document.vocabulary.size()) + " words"};
        words.push_back(word);
    }
    return words;
}

std::string_view without_blanks(std::string_view word) {
    while (word.starts_with(' '))
        word.remove_prefix(1);
    while (word.ends_with(' '))
        word.remove_suffix(1);
    return word;
}

char in_lower_case(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// The place of the word from `begin` on, whatever the case of its ASCII letters; npos if the
/// tokenizer wrote it otherwise.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t begin) {
    const auto found = std::search(
        text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(), word.begin(), word.end(),
        [](char a, char b) { return in_lower_case(a) == in_lower_case(b); });
    return found == text.end() ? std::string_view::npos
                               : static_cast<std::size_t>(found - text.begin());
}

/// The words with their places in the text. A word that is not there as it is read, such as one
/// that the tokenizer puts around every text, has an empty place.
std::vector<TypedWord> placed(const std::vector<std::string>& words, std::string_view text) {
    std::vector<TypedWord> typed;
    std::size_t begin = 0;
    for (const std::string& word : words) {
        std::string_view letters = without_blanks(word);
        if (letters.starts_with(continued) && letters.size() > continued.size())
            letters.remove_prefix(continued.size());
        const std::size_t at =
            letters.empty() ? std::string_view::npos : find_word(text, letters, begin);
        const bool is_there = at != std::string_view::npos;
        typed.push_back({is_there ? at : begin, is_there ? at + letters.size() : begin, word});
        begin = typed.back().to;
    }
    return typed;
}

/// Texts that may give these words, likelier ones first.
std::vector<std::string> texts_like(const std::vector<std::string>& words) {
    std::string joined, spaced;
    for (const std::string& word : words) {
        joined += word;
        const bool continues = word.starts_with(continued) && word.size() > continued.size();
        spaced += continues ? word.substr(continued.size()) : (spaced.empty() ? "" : " ") + word;
    }
    return {joined, std::string(without_blanks(joined)), spaced};
}

TypedText read_by_tokenizer(const Document& document, std::string_view text, std::size_t caret,
                            const Trace* trace, KeptTokenizer* kept) {
    TypedText typed;
    typed.are_joined = true;
    const auto words = words_of_text(document, text, kept);
    if (!words) {
        typed.fault = words.error().text();
        return typed;
    }
    typed.words = placed(*words, text);
    if (const auto after = with_words(document, *words); !after)
        typed.fault = after.error().message;
    constexpr Index most_offered = 5;
    if (trace && caret == text.size() && *words == document.tokens.list())
        if (const auto likely =
                likely_after(document, *trace, static_cast<Index>(document.tokens.size())))
            for (const Likely& one : likeliest(*likely, most_offered))
                typed.offered.push_back(document.vocabulary[static_cast<std::size_t>(one.word)]);
    return typed;
}

} // namespace

Result<std::vector<std::string>> words_of_text(const Document& document, std::string_view text,
                                               KeptTokenizer* kept) {
    if (document.tokenizer.empty())
        return attn::words_of_text(document, text);
    const auto reader = reader_of(document, kept);
    if (!*reader)
        return reader->error();
    return words_by(**reader, document, text);
}

std::string text_of_words(const Document& document, KeptTokenizer* kept) {
    if (document.tokenizer.empty())
        return attn::text_of_words(document);
    const std::vector<std::string>& all = document.tokens;
    if (const auto reader = reader_of(document, kept); *reader)
        if (auto text = text_giving(
                all, [&](const std::string& of) { return words_by(**reader, document, of); }))
            return *std::move(text);
    return texts_like(all)[1];
}

std::optional<std::string> text_giving(const std::vector<std::string>& all, const Split& split) {
    // The tokenizer may put words before and after every text.
    for (std::size_t before = 0; before <= 1; ++before)
        for (std::size_t after = 0; after <= 1 && before + after < all.size(); ++after)
            for (std::string& text : texts_like({all.begin() + static_cast<std::ptrdiff_t>(before),
                                                 all.end() - static_cast<std::ptrdiff_t>(after)}))
                if (const auto words = split(text); words && *words == all)
                    return std::move(text);
    return std::nullopt;
}

std::string why_no_text(const Document& document) {
    return document.tokenizer.empty() ? attn::why_no_text(document) : "";
}

TypedText read_typed(const Document& document, std::string_view text, std::size_t caret,
                     KeptTokenizer* kept) {
    return document.tokenizer.empty() ? attn::read_typed(document, text, caret)
                                      : read_by_tokenizer(document, text, caret, nullptr, kept);
}

TypedText read_typed(const Document& document, const Trace& trace, std::string_view text,
                     std::size_t caret, KeptTokenizer* kept) {
    return document.tokenizer.empty() ? attn::read_typed(document, trace, text, caret)
                                      : read_by_tokenizer(document, text, caret, &trace, kept);
}

} // namespace attn::typing
