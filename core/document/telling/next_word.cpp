// SPDX-License-Identifier: MIT
#include "core/document/telling/next_word.h"

#include "core/base/covered.h"
#include "core/base/number_text.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/engine/numbers/random.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace attn {
namespace {

/// softmax(logits / temperature)
Vector shares(const Vector& logits, Real temperature) {
    const Vector powers = ((logits.array() - logits.maxCoeff()) / temperature).exp().matrix();
    return powers / powers.sum();
}

/// numpy.random.choice(len(shares), p=shares).
Index drawn(const Vector& shares, std::uint32_t seed) {
    const Real at = NumpyLegacy(seed).rand(1, 1)(0, 0);
    Real sum = 0;
    for (Index word = 0; word < shares.size(); ++word) {
        sum += shares(word);
        if (at < sum)
            return word;
    }
    return shares.size() - 1;
}

/// The output words after the last word, and the chosen one.
struct DrawnWord {
    Vector probabilities, at_temperature;
    Index word = 0;
};

Result<DrawnWord> choice(const Document& document, const Trace& trace, const Choosing& how) {
    if (const std::string why = why_not_generated(document); !why.empty())
        return Error{why};
    if (!(how.temperature > 0 && std::isfinite(how.temperature)))
        return Error{"words cannot be drawn at the temperature " + shortest(how.temperature) +
                     "; expected a number above 0"};
    const Index last = token_count(document) - 1;
    const Vector logits = matrix_of(document, trace, {Stage("logits")}).row(last);
    const Vector probabilities = matrix_of(document, trace, {Stage("probabilities")}).row(last);
    if (has_covered(logits) || has_covered(probabilities))
        return Error{"the next word is covered. Reveal the logits and the probabilities of the "
                     "last word first"};
    if (!logits.allFinite())
        return Error{
            "the logits of the last word are not finite, so no word is the likeliest; make the "
            "numbers of X, of the weights or of " +
            std::string(table_of_logits(document).name()) + " smaller"};
    DrawnWord made{probabilities, shares(logits, how.temperature), 0};
    if (how.seed)
        made.word = drawn(made.at_temperature, *how.seed);
    else
        logits.maxCoeff(&made.word);
    return made;
}

const std::string& word_out(const Document& document, Index word) {
    return output_words(document)[static_cast<std::size_t>(word)];
}

/// Returns the row of X for the word; empty if the word is looked up.
Matrix embedding_of(const Document& document, Index word) {
    if (document.options.has_table)
        return {};
    const std::vector<std::string>& words = document.tokens.list();
    const std::string& name = word_out(document, word);
    const auto there = std::find(words.begin(), words.end(), name);
    return there == words.end() ? Matrix((*input(document, {table_of_logits(document)}))->row(word))
                                : Matrix(document.embeddings->row(there - words.begin()));
}

} // namespace

bool is_layer_of_folder(const Document& document) {
    return document.origin && !has_stage(document, Stage("probabilities"));
}

std::string why_no_next_word(const Document& document) {
    if (!has_stage(document, Stage("probabilities")))
        return "";
    const Stage stage = table_of_logits(document);
    const SharedMatrix* const table = input(document, {stage});
    if (!table || (*table)->size() == 0 || !((*table)->array() == 0).all())
        return "";
    return std::string(stage.name()) +
           ", the table of the words that may come next, is all zeros, as it begins: every word "
           "would be as likely as any other. An imported block comes without the table of its "
           "model. Put numbers into " +
           std::string(stage.name()) + " first: type them, fill it at random, or train it";
}

std::string why_not_generated(const Document& document) {
    if (!has_stage(document, Stage("probabilities")))
        return "The document says no next word. Choose Next word first";
    if (std::string why = why_no_next_word(document); !why.empty())
        return why;
    if (is_both_ways(document))
        return "Words see the words after them, so that one more word changes all. Choose a causal "
               "mask first";
    if (document.switches.axis == Axis::Columns)
        return "The weights of a key sum to 1, so that one more word changes all. Normalise over "
               "rows first";
    return "";
}

Result<NextWord> next_word(const Document& document, const Trace& trace, const Choosing& how) {
    const auto made = choice(document, trace, how);
    if (!made)
        return made.error();
    const std::string& name = word_out(document, made->word);
    return NextWord{name, made->probabilities(made->word), made->at_temperature(made->word),
                    InsertToken{token_count(document), name, embedding_of(document, made->word)}};
}

std::vector<Likely> likeliest(const Vector& probabilities, Index most) {
    std::vector<Likely> list;
    for (Index word = 0; word < probabilities.size(); ++word)
        list.push_back({word, probabilities(word)});
    const auto end = list.begin() + std::min(most, probabilities.size());
    std::partial_sort(list.begin(), end, list.end(), [](const Likely& a, const Likely& b) {
        return a.probability != b.probability ? a.probability > b.probability : a.word < b.word;
    });
    list.erase(end, list.end());
    return list;
}

Result<std::vector<Likely>> words_after(const Document& document, const Trace& trace, Index most) {
    const Stage stage("probabilities");
    if (!has_stage(document, stage))
        return Error{
            "the document says no next word; it needs a block with \"words_out\": true, or "
            "one that reads a table of words"};
    if (std::string why = why_no_next_word(document); !why.empty())
        return Error{why};
    const Vector last = matrix_of(document, trace, {stage}).row(token_count(document) - 1);
    if (has_covered(last))
        return Error{"the next word is covered"};
    if (!last.allFinite())
        return Error{"the probabilities after the last word are not finite, so no word is the "
                     "likeliest"};
    return likeliest(last, most);
}

std::optional<Vector> likely_after(const Document& document, const Trace& trace, Index count) {
    const Stage stage("probabilities");
    if (count < 1 || count > token_count(document) || !has_stage(document, stage) ||
        is_both_ways(document) || !why_no_next_word(document).empty())
        return std::nullopt;
    Vector row = matrix_of(document, trace, {stage}).row(count - 1);
    if (!row.allFinite()) // covered, or too large
        return std::nullopt;
    return row;
}

TypedText read_typed(const Document& document, const Trace& trace, std::string_view text,
                     std::size_t caret) {
    TypedText typed = read_typed(document, text, caret);
    const auto is_before = [&](const TypedWord& word) { return word.to <= caret; };
    const auto count = typed.at ? *typed.at
                                : static_cast<std::size_t>(std::count_if(
                                      typed.words.begin(), typed.words.end(), is_before));
    const std::vector<std::string>& words = document.tokens.list();
    if (count > words.size())
        return typed;
    for (std::size_t at = 0; at < count; ++at)
        if (words[at] != typed.words[at].word)
            return typed;
    const auto likely = likely_after(document, trace, static_cast<Index>(count));
    return likely ? read_typed(document, text, caret, &*likely) : typed;
}

std::vector<ComparedWord> compared_likely(const Vector& now, const Vector* before, Index most) {
    std::vector<ComparedWord> words;
    for (const Likely& one : likeliest(now, most))
        words.push_back({one.word, one.probability});
    if (!before)
        return words;
    const Index first = likeliest(*before, 1).front().word;
    if (std::none_of(words.begin(), words.end(),
                     [&](const ComparedWord& one) { return one.word == first; }))
        words.back() = {first, now(first)};
    for (ComparedWord& one : words)
        one.before = (*before)(one.word);
    return words;
}

Result<std::vector<ComparedWord>> compared_words(const Document& document, const Trace& trace,
                                                 const Calculation* before, Index most) {
    if (const auto likely = words_after(document, trace, 1); !likely)
        return likely.error();
    const auto shares = [](const Document& of, const Trace& results) -> Vector {
        return matrix_of(of, results, {Stage("probabilities")}).row(token_count(of) - 1);
    };
    const Vector now = shares(document, trace);
    if (!before || token_count(before->document) != token_count(document) ||
        output_words(before->document) != output_words(document) ||
        !words_after(before->document, before->trace, 1))
        return compared_likely(now, nullptr, most);
    const Vector then = shares(before->document, before->trace);
    return compared_likely(now, &then, most);
}

bool has_changed(const std::vector<ComparedWord>& words) {
    return std::any_of(words.begin(), words.end(), [](const ComparedWord& one) {
        return one.before && *one.before != one.now;
    });
}

Result<std::vector<Candidate>> next_words(const Document& document, const Trace& trace,
                                          const Choosing& how, Index most) {
    const auto made = choice(document, trace, how);
    if (!made)
        return made.error();
    const Vector& likely = made->probabilities;
    std::vector<Index> words;
    for (const Likely& one : likeliest(likely, most))
        words.push_back(one.word);
    if (std::find(words.begin(), words.end(), made->word) == words.end())
        words.push_back(made->word);
    std::vector<Candidate> candidates;
    for (const Index word : words)
        candidates.push_back({word_out(document, word), likely(word), made->at_temperature(word),
                              word == made->word});
    return candidates;
}

Index kept_words(const Calculation& before, const Calculation& after) {
    Index kept = std::min(token_count(before.document), token_count(after.document));
    for (const SheetId& sheet : sheets(before.document)) {
        const bool is_of_words = roles_of(before.document, sheet).rows == Role::Key;
        if (!is_of_words || (sheet.stage != Stage::K && sheet.stage != Stage::V))
            continue;
        const Matrix a = matrix_of(before.document, before.trace, sheet);
        const Matrix b = matrix_of(after.document, after.trace, sheet);
        Index alike = 0;
        while (alike < kept && a.row(alike) == b.row(alike))
            ++alike;
        kept = alike;
    }
    return kept;
}

} // namespace attn
