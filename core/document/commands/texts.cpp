// SPDX-License-Identifier: MIT
#include "core/document/commands/texts.h"

#include "core/document/commands/command_options.h"
#include "core/document/commands/new_documents.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

namespace attn {
namespace {

using Vocabulary = std::unordered_set<std::string_view>;

bool is_punctuation(char letter) {
    return std::string_view(".,;:!?\"'()[]").find(letter) != std::string_view::npos;
}

/// Appends the words of a piece without blanks.
Result<> add_piece(const Document& document, const Vocabulary& vocabulary, std::string_view piece,
                   std::vector<std::string>& words) {
    const auto has = [&](std::string_view word) { return vocabulary.contains(word); };
    if (has(piece)) {
        words.emplace_back(piece);
        return Nothing{};
    }
    std::size_t first = 0, end = piece.size();
    while (first < end && is_punctuation(piece[first]) && has(piece.substr(first, 1)))
        ++first;
    while (end > first && is_punctuation(piece[end - 1]) && has(piece.substr(end - 1, 1)))
        --end;
    const std::string_view word = piece.substr(first, end - first);
    if (!word.empty() && !has(word))
        return Error{not_in_vocabulary(document, word)};
    for (std::size_t at = 0; at < first; ++at)
        words.emplace_back(piece.substr(at, 1));
    if (!word.empty())
        words.emplace_back(word);
    for (std::size_t at = end; at < piece.size(); ++at)
        words.emplace_back(piece.substr(at, 1));
    return Nothing{};
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

} // namespace

Result<std::vector<std::string>> words_of_text(const Document& document, std::string_view text) {
    if (auto fault = needs_table(document); !fault)
        return fault.error();
    const Vocabulary vocabulary(document.vocabulary.begin(), document.vocabulary.end());
    std::vector<std::string> words;
    for (const std::string& piece : words_of(text))
        if (auto fault = add_piece(document, vocabulary, piece, words); !fault)
            return fault.error();
    return words;
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
    const SharedMatrix* const positions = input(document, {Stage::P});
    if (positions && count > positions->rows())
        return Error{counted + ", but the model has learned positions for " +
                     std::to_string(positions->rows()) + "; give a shorter text"};
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

} // namespace attn
