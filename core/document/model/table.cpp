// SPDX-License-Identifier: MIT
#include "core/document/model/table.h"

#include "core/base/nearest.h"
#include "core/base/utf8.h"
#include "core/document/model/given.h"
#include "core/document/telling/step.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <unordered_map>
#include <utility>

namespace attn {
namespace {

using RowOfWord = std::unordered_map<std::string_view, Index>;

/// The first row of each word.
RowOfWord rows_of(const std::vector<std::string>& words) {
    RowOfWord rows;
    rows.reserve(words.size());
    for (std::size_t at = 0; at < words.size(); ++at)
        rows.emplace(words[at], static_cast<Index>(at));
    return rows;
}

const SharedMatrix* stored(const Document& document, Stage stage) {
    const auto found = document.of_options.find(key_of({stage}));
    return found == document.of_options.end() ? nullptr : &found->second;
}

} // namespace

const Words& output_words(const Document& document) {
    return document.options.has_table ? document.vocabulary : document.words_out;
}

Stage table_of_logits(const Document& document) {
    return document.options.block && document.options.block->has_own_words_out ? Stage::U
                                                                               : Stage("E");
}

std::optional<Index> row_in_table(const Document& document, std::string_view word) {
    const std::vector<std::string>& words = document.vocabulary;
    const auto found = std::find(words.begin(), words.end(), word);
    return found == words.end() ? std::nullopt : std::optional<Index>(found - words.begin());
}

std::vector<Index> rows_in_table(const Document& document) {
    const RowOfWord rows = rows_of(document.vocabulary);
    std::vector<Index> list;
    for (const std::string& word : document.tokens) {
        const auto row = rows.find(word);
        assert(row != rows.end() && "every word is in the vocabulary");
        list.push_back(row->second);
    }
    return list;
}

std::vector<std::string> nearest_in_vocabulary(const Document& document, std::string_view word,
                                               std::size_t most) {
    constexpr std::size_t longest = 100;
    if (word.size() > longest)
        return {};
    std::vector<std::pair<std::size_t, std::size_t>> near; // the distance, and which word
    for (std::size_t at = 0; at < document.vocabulary.size(); ++at)
        near.emplace_back(edit_distance(word, document.vocabulary[at]), at);
    std::sort(near.begin(), near.end());
    if (near.size() > most)
        near.resize(most);
    std::vector<std::string> words;
    for (const auto& [distance, at] : near)
        words.push_back(document.vocabulary[at]);
    return words;
}

std::string not_in_vocabulary(const Document& document, std::string_view word) {
    constexpr std::size_t most = 3;
    const std::string begin = "the word " + cite(word) + " is not in the vocabulary";
    std::vector<std::string> words;
    for (const std::string& one : nearest_in_vocabulary(document, word, most))
        words.push_back(cite(one));
    if (words.empty())
        return begin + " of " + std::to_string(document.vocabulary.size()) + " words";
    return begin + ", whose nearest word" + (words.size() == 1 ? " is " : "s are ") +
           in_a_sentence(words);
}

Result<> validate_words(const Document& document) {
    if (!document.tokenizer.empty() && !document.options.has_table)
        return Error{"a tokenizer makes words of a vocabulary, which only a document with a table "
                     "has (\"embedding\": \"table\"); remove it",
                     "tokenizer"};
    if (document.tokenizer.size() > max_tokenizer_bytes)
        return Error{"the tokenizer has " + std::to_string(document.tokenizer.size()) +
                         " bytes; a document carries at most " +
                         std::to_string(max_tokenizer_bytes) + ". Remove it, and choose words",
                     "tokenizer"};
    if (!document.options.has_table)
        return Nothing{};
    const std::vector<std::string>& words = document.vocabulary;
    if (words.empty())
        return Error{"the vocabulary is empty; at least one word is needed", "lists.vocabulary"};
    if (words.size() > static_cast<std::size_t>(max_vocabulary))
        return Error{std::to_string(words.size()) + " words are more than the limit of " +
                         std::to_string(max_vocabulary) + " for a vocabulary",
                     "lists.vocabulary"};
    const RowOfWord rows = rows_of(words);
    for (std::size_t at = 0; at < words.size(); ++at)
        if (const Index first = rows.at(words[at]); first != static_cast<Index>(at))
            return Error{"the word " + cite(words[at]) + " is in the vocabulary already, as word " +
                             std::to_string(first) + "; remove one",
                         "lists.vocabulary[" + std::to_string(at) + "]"};
    for (std::size_t at = 0; at < document.tokens.size(); ++at)
        if (!rows.contains(document.tokens[at]))
            return Error{not_in_vocabulary(document, document.tokens[at]),
                         "lists.words[" + std::to_string(at) + "]"};
    return Nothing{};
}

Matrix embeddings_of(const Document& document) {
    assert(has_x(document) && "only a document with X has embeddings");
    if (!document.options.has_table)
        return *document.embeddings;
    if (const SharedMatrix* const x = stored(document, Stage::X)) // a given stage
        return **x;
    const Matrix& table = **stored(document, Stage("E"));
    const std::vector<Index> rows = rows_in_table(document);
    Matrix x(static_cast<Index>(rows.size()), table.cols());
    for (std::size_t at = 0; at < rows.size(); ++at)
        x.row(static_cast<Index>(at)) = table.row(rows[at]);
    return x;
}

bool may_have_further_positions(const Document& document) {
    return document.options.has_table &&
           document.options.positions.kind == Positions::Kind::Learned;
}

std::optional<Index> most_positions(const Document& document) {
    const SharedMatrix* const p = stored(document, Stage::P);
    if (!p || document.options.positions.kind != Positions::Kind::Learned)
        return std::nullopt;
    return p->rows() + document.further_positions.rows();
}

Matrix all_positions(const Document& document) {
    const Matrix& p = **stored(document, Stage::P);
    const Matrix& further = *document.further_positions;
    Matrix all(p.rows() + further.rows(), p.cols());
    all.topRows(p.rows()) = p;
    if (further.rows() > 0)
        all.bottomRows(further.rows()) = further;
    return all;
}

void share_positions(Document& document, const Matrix& all, Index words) {
    const Index used = std::min(words, all.rows());
    Matrix p = Matrix::Zero(words, all.cols());
    p.topRows(used) = all.topRows(used);
    document.of_options[key_of({Stage::P})] = std::move(p);
    // A position that is missing begins with zeros, so those at the end need not wait.
    Index kept = all.rows();
    while (kept > used && all.row(kept - 1).isZero(0))
        --kept;
    document.further_positions = used < kept ? Matrix(all.middleRows(used, kept - used)) : Matrix();
}

Result<> validate_positions_of_table(const Document& document) {
    const SharedMatrix& further = document.further_positions;
    if (further.rows() == 0)
        return Nothing{};
    if (!may_have_further_positions(document))
        return Error{"there are positions for more words than the document has, which only learned "
                     "positions of a document with a table may have",
                     "P"};
    if (further.rows() > max_positions)
        return Error{"there are " + std::to_string(further.rows()) +
                         " positions after the last word's, more than the limit of " +
                         std::to_string(max_positions),
                     "P"};
    if (further.cols() != d_model(document))
        return Error{"the positions after the last word's are " + std::to_string(further.cols()) +
                         " wide, expected " + std::to_string(d_model(document)),
                     "P"};
    return Nothing{};
}

void take_width_of_table(Document& document) {
    if (const SharedMatrix* const table = stored(document, Stage("E")))
        document.embeddings = Matrix(0, table->cols());
}

void begin_table(Document& document) {
    const Matrix x = *document.embeddings;
    std::vector<std::string> words = document.tokens;
    words.insert(words.end(), document.words_out.begin(), document.words_out.end());
    const RowOfWord of_tokens = rows_of(document.tokens),
                    of_words_out = rows_of(document.words_out);
    const SharedMatrix* const before = stored(document, Stage("E"));
    std::vector<std::string> vocabulary;
    Matrix table = Matrix::Zero(static_cast<Index>(words.size()), x.cols());
    RowOfWord known;
    for (const std::string& word : words) {
        const auto row = static_cast<Index>(vocabulary.size());
        if (!known.emplace(word, row).second)
            continue;
        vocabulary.push_back(word);
        if (const auto token = of_tokens.find(word); token != of_tokens.end())
            table.row(row) = x.row(token->second);
        else if (before && before->cols() == x.cols())
            table.row(row) = (*before)->row(of_words_out.at(word));
    }
    table.conservativeResize(static_cast<Index>(vocabulary.size()), Eigen::NoChange);
    if (const SharedMatrix* const out = stored(document, Stage::U)) { // its rows follow their words
        Matrix moved = table;
        for (std::size_t row = 0; row < vocabulary.size() && moved.cols() == out->cols(); ++row)
            if (const auto found = of_words_out.find(vocabulary[row]); found != of_words_out.end())
                moved.row(static_cast<Index>(row)) = (*out)->row(found->second);
        document.of_options[key_of({Stage::U})] = std::move(moved);
    }
    document.of_options[key_of({Stage("E")})] = std::move(table);
    document.embeddings = Matrix(0, x.cols());
    document.vocabulary = std::move(vocabulary);
    document.words_out = {};
}

void end_table(Document& document) {
    document.further_positions = SharedMatrix();
    document.tokenizer.clear();
    document.embeddings = embeddings_of(document);
    document.of_options.erase(key_of({Stage::X}));
    document.words_out = std::exchange(document.vocabulary, {});
}

} // namespace attn
