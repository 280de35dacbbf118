// SPDX-License-Identifier: MIT
#include "core/document/commands/texts.h"

#include "core/base/utf8.h"
#include "core/document/commands/command_options.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <string>
#include <unordered_set>
#include <utility>

namespace attn {
namespace {

using Vocabulary = std::unordered_set<std::string_view>;

bool is_punctuation(char letter) {
    return std::string_view(".,;:!?\"'()[]").find(letter) != std::string_view::npos;
}

/// Appends the words of a piece without blanks, which begins at this byte of the text.
void add_piece(const Vocabulary& vocabulary, std::string_view piece, std::size_t begin,
               std::vector<TypedWord>& words) {
    const auto has = [&](std::string_view word) { return vocabulary.contains(word); };
    const auto add = [&](std::size_t from, std::size_t to, bool is_known) {
        words.push_back(
            {begin + from, begin + to, valid_utf8(piece.substr(from, to - from)), is_known});
    };
    if (has(piece))
        return add(0, piece.size(), true);
    std::size_t first = 0, end = piece.size();
    while (first < end && is_punctuation(piece[first]) && has(piece.substr(first, 1)))
        ++first;
    while (end > first && is_punctuation(piece[end - 1]) && has(piece.substr(end - 1, 1)))
        --end;
    for (std::size_t at = 0; at < first; ++at)
        add(at, at + 1, true);
    if (end > first)
        add(first, end, has(piece.substr(first, end - first)));
    for (std::size_t at = end; at < piece.size(); ++at)
        add(at, at + 1, true);
}

char in_lower_case(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// Whether the word begins so, in any case of its ASCII letters.
bool begins_so(std::string_view word, std::string_view begun) {
    return word.size() >= begun.size() &&
           std::equal(begun.begin(), begun.end(), word.begin(),
                      [](char a, char b) { return in_lower_case(a) == in_lower_case(b); });
}

/// The likeliest words first, if the probabilities are known; else as in the vocabulary.
std::vector<std::size_t> in_order(const Document& document, const Vector* likely) {
    std::vector<std::size_t> order(document.vocabulary.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (likely && static_cast<std::size_t>(likely->size()) == order.size())
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return (*likely)(static_cast<Index>(a)) > (*likely)(static_cast<Index>(b));
        });
    return order;
}

constexpr std::size_t most_offered = 5;

/// The other words that begin so: the same word in another case, then longer ones in the same case.
std::vector<std::string> completions(const Document& document, std::string_view begun,
                                     const Vector* likely) {
    std::vector<std::string> whole, same, other;
    for (const std::size_t at : in_order(document, likely)) {
        const std::string& word = document.vocabulary[at];
        if (word == begun || !begins_so(word, begun))
            continue;
        (word.size() == begun.size() ? whole
         : word.starts_with(begun)   ? same
                                     : other)
            .push_back(word);
    }
    whole.insert(whole.end(), same.begin(), same.end());
    whole.insert(whole.end(), other.begin(), other.end());
    whole.resize(std::min(whole.size(), most_offered));
    return whole;
}

bool is_painted(const Mask& mask) {
    return mask.kind == Mask::Kind::Painted ||
           std::any_of(mask.all.begin(), mask.all.end(), is_painted);
}

Result<> needs_table(const Document& document) {
    if (!document.options.has_table)
        return Error{"its words cannot be replaced by others: X is given, and only a table "
                     "(\"embedding\": \"table\") has rows for other words"};
    return Nothing{};
}

/// Checks that the document splits texts at blanks. If it carries a tokenizer, that splits them.
Result<> needs_blanks(const Document& document) {
    if (auto fault = needs_table(document); !fault)
        return fault;
    if (!document.tokenizer.empty())
        return Error{"its words are made by a tokenizer, which only the program has; choose words "
                     "from the list"};
    return Nothing{};
}

} // namespace

std::vector<TypedWord> typed_words(const Document& document, std::string_view text) {
    assert(document.options.has_table && "only a table has a vocabulary");
    const Vocabulary vocabulary(document.vocabulary.begin(), document.vocabulary.end());
    std::vector<TypedWord> words;
    for (const std::string_view piece : pieces_of(text))
        add_piece(vocabulary, piece, static_cast<std::size_t>(piece.data() - text.data()), words);
    return words;
}

namespace {

/// The words as texts; the error names the first that the vocabulary does not have.
Result<std::vector<std::string>> known_words(const Document& document,
                                             const std::vector<TypedWord>& typed) {
    std::vector<std::string> words;
    for (const TypedWord& one : typed) {
        if (!one.is_known)
            return Error{not_in_vocabulary(document, one.word)};
        words.push_back(one.word);
    }
    return words;
}

} // namespace

Result<std::vector<std::string>> words_of_text(const Document& document, std::string_view text) {
    if (auto fault = needs_blanks(document); !fault)
        return fault.error();
    return known_words(document, typed_words(document, text));
}

std::string text_of_words(const Document& document) {
    std::string text;
    for (const std::string& word : document.tokens)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string why_no_text(const Document& document) {
    if (const auto fault = needs_table(document); !fault)
        return "X is given, so that only words with an embedding can be added. Choose a table of "
               "embeddings first";
    if (const auto fault = needs_blanks(document); !fault)
        return "Its words are made by a tokenizer, which only the program has. Choose words from "
               "the list";
    const auto words = words_of_text(document, text_of_words(document));
    if (words && *words == document.tokens.list())
        return "";
    return "A word of the document has blanks, or is empty, so that its words cannot be typed as "
           "a sentence. Rename that word first";
}

Result<Document> with_words(Document document, const std::vector<std::string>& words) {
    if (auto fault = needs_table(document); !fault)
        return fault.error();
    if (words.empty())
        return Error{"the text has no word; at least one is needed"};
    const auto count = static_cast<Index>(words.size()), before = token_count(document);
    const std::string counted =
        "the text has " + std::to_string(count) + (count == 1 ? " word" : " words");
    if (count > max_tokens)
        return Error{counted + ", more than the limit of " + std::to_string(max_tokens)};
    if (const auto positions = most_positions(document); positions && count > *positions)
        return Error{counted + ", but the model has learned positions for " +
                     std::to_string(*positions) + "; give a shorter text"};
    if (count != before && is_painted(document.switches.mask))
        return Error{counted + ", but the painted mask is for " + std::to_string(before) +
                     "; choose a mask by rule, such as \"causal\""};
    if (count != before)
        for (const SheetId& sheet : given_stages(document))
            return Error{counted + ", but the numbers of " + to_text(sheet) + " are given for " +
                         std::to_string(before) + "; release the stage first"};
    document.tokens = words;
    document.covers.clear();
    if (count != before)
        fit_options(document);
    document.switches.mask = resolved(std::move(document.switches.mask), key_count(document));
    if (const auto fault = validate(document); !fault)
        return fault.error();
    return document;
}

TypedText read_typed(const Document& document, std::string_view text, std::size_t caret,
                     const Vector* likely) {
    TypedText typed;
    typed.words = typed_words(document, text);
    for (std::size_t at = 0; at < typed.words.size(); ++at)
        if (typed.words[at].from < caret && caret <= typed.words[at].to)
            typed.at = at;
    if (typed.at) {
        const TypedWord& word = typed.words[*typed.at];
        if (word.to == caret)
            typed.offered = completions(document, word.word, likely);
        typed.is_begun = !word.is_known && !typed.offered.empty();
        if (!word.is_known && typed.offered.empty())
            typed.offered = nearest_in_vocabulary(document, word.word, most_offered);
    } else if (likely) {
        for (const std::size_t at : in_order(document, likely))
            if (typed.offered.size() < most_offered)
                typed.offered.push_back(document.vocabulary[at]);
    }
    const auto words = known_words(document, typed.words);
    const auto may_be = needs_blanks(document);
    const auto after = !may_be ? Result<Document>(may_be.error())
                       : words ? with_words(document, *words)
                               : Result<Document>(words.error());
    typed.fault = after ? "" : after.error().message;
    return typed;
}

std::vector<std::string> words_of(const TypedText& typed) {
    std::vector<std::string> words;
    for (const TypedWord& one : typed.words)
        words.push_back(one.word);
    return words;
}

Index word_at(const TypedText& typed, std::size_t caret) {
    assert(!typed.words.empty() && "there is a word");
    const auto found = std::find_if(typed.words.begin(), typed.words.end(),
                                    [&](const TypedWord& word) { return caret <= word.to; });
    return std::min(static_cast<Index>(found - typed.words.begin()),
                    static_cast<Index>(typed.words.size()) - 1);
}

std::string_view rest_of_word(const TypedText& typed, std::string_view offered) {
    const std::string_view begun = typed.at ? typed.words[*typed.at].word : std::string_view();
    return begins_so(offered, begun) ? offered.substr(begun.size()) : std::string_view();
}

TextAndCaret with_offered(std::string_view text, std::size_t caret, const TypedText& typed,
                          std::string_view offered) {
    const std::size_t from = typed.at ? typed.words[*typed.at].from : caret;
    const std::size_t to = typed.at ? typed.words[*typed.at].to : caret;
    std::string made(text.substr(0, from));
    if (!typed.are_joined && !typed.at && !made.empty() && made.back() != ' ')
        made += ' ';
    made += offered;
    if (!typed.are_joined && to == text.size())
        made += ' ';
    const std::size_t behind = made.size();
    made += text.substr(to);
    return {std::move(made), behind};
}

} // namespace attn
