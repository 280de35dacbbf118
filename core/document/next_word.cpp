// SPDX-License-Identifier: MIT
#include "core/document/next_word.h"

#include "core/base/number_text.h"
#include "core/document/model.h"
#include "core/document/option_inputs.h"
#include "core/document/sheet.h"
#include "core/engine/random.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace attn {
namespace {

/// numpy.random.choice(len(logits), p=softmax(logits / temperature)).
Index drawn(const Vector& logits, const Choosing& how) {
    const Vector powers = ((logits.array() - logits.maxCoeff()) / how.temperature).exp().matrix();
    const Real total = powers.sum();
    const Real at = NumpyLegacy(*how.seed).rand(1, 1)(0, 0);
    Real sum = 0;
    for (Index word = 0; word < powers.size(); ++word) {
        sum += powers(word) / total;
        if (at < sum)
            return word;
    }
    return powers.size() - 1;
}

/// What stands for the word in X.
Matrix embedding_of(const Document& document, Index word) {
    const std::vector<std::string>& words = document.tokens.list();
    const std::string& name = document.words_out[static_cast<std::size_t>(word)];
    const auto there = std::find(words.begin(), words.end(), name);
    return there == words.end() ? Matrix((*input(document, {Stage("E")}))->row(word))
                                : Matrix(document.embeddings->row(there - words.begin()));
}

} // namespace

std::string why_not_generated(const Document& document) {
    if (!has_stage(document, Stage("probabilities")))
        return "The document says no next word. Choose Next word first";
    if (is_both_ways(document))
        return "Words see the words after them, so that one more word changes all. Choose a causal "
               "mask first";
    if (document.switches.axis == Axis::Columns)
        return "The weights of a key sum to 1, so that one more word changes all. Normalise over "
               "rows first";
    return "";
}

Result<NextWord> next_word(const Document& document, const Trace& trace, const Choosing& how) {
    if (const std::string why = why_not_generated(document); !why.empty())
        return Error{why};
    if (!(how.temperature > 0 && std::isfinite(how.temperature)))
        return Error{"words cannot be drawn at the temperature " + shortest(how.temperature) +
                     "; expected a number above 0"};
    const Index last = token_count(document) - 1;
    const Vector logits = matrix_of(document, trace, {Stage("logits")}).row(last);
    if (!logits.allFinite())
        return Error{"the logits of the last word are no finite numbers, so that none of them is "
                     "the largest"};
    Index word = 0;
    logits.maxCoeff(&word);
    if (how.seed)
        word = drawn(logits, how);
    const std::string& name = document.words_out[static_cast<std::size_t>(word)];
    return NextWord{name, matrix_of(document, trace, {Stage("probabilities")})(last, word),
                    InsertToken{last + 1, name, embedding_of(document, word)}};
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
