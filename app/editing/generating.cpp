// SPDX-License-Identifier: MIT
#include "app/editing/generating.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/evaluate.h"
#include "core/document/next_word.h"

#include <string>

namespace app {
namespace {

using namespace attn;

/// "Its keys and values of 5 words stayed: only those of “mouse” were made."
std::string kept_sentence(const Calculation& before, const Document& document,
                          const std::string& name) {
    constexpr Real most_cost = 2e7; // else it would be waited for
    if (evaluation_cost(document) > most_cost)
        return "";
    const Index count = token_count(before.document);
    const Index kept = kept_words(before, {document, evaluate(document)});
    if (kept == count)
        return " Kept: keys and values of the " + std::to_string(count) +
               (count == 1 ? " word" : " words") + " before. Made: those of " + cite(name) + ".";
    return " Kept: keys and values of " + std::to_string(kept) + " of the " +
           std::to_string(count) + " words before.";
}

void append(const Frame& frame, const Choosing& how) {
    frame.settle();
    const Calculation& shown = frame.shown();
    const auto next = next_word(shown.document, shown.trace, how);
    auto after = next ? attn::apply(frame.document, next->command) : next.error();
    if (!after) {
        frame.ui.message = Message{after.error().text(), true};
        return;
    }
    frame.outbox.edit(next->command);
    frame.view.query = next->command.row;
    frame.ui.message = Message{cite(next->name) + " comes next, with a probability of " +
                                   significant(next->probability, 3) + "." +
                                   kept_sentence(shown, *after, next->name),
                               false};
}

} // namespace

void append_likeliest_word(const Frame& frame) {
    append(frame, {});
}

void append_drawn_word(const Frame& frame) {
    Generating& how = frame.ui.generating;
    append(frame, {how.seed, how.temperature});
    ++how.seed;
}

} // namespace app
