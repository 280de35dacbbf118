// SPDX-License-Identifier: MIT
#include "app/explaining/next_words.h"

#include "app/editing/editing.h"
#include "app/explaining/comparing.h"
#include "app/explaining/folder_words.h"
#include "core/checkpoint/origin.h"
#include "core/document/model/covers.h"
#include "core/document/model/model.h"
#include "core/document/model/table.h"
#include "core/document/telling/next_word.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace app {
namespace {

using namespace attn;

constexpr Index words_beside = 5;
constexpr Real quickly_computed = 5e6; // multiplications that take a few milliseconds

/// The state that is marked on the canvas, else the one before the last change.
Before state_before(const Frame& frame) {
    if (Before marked = before(frame); marked.calculation)
        return marked;
    const Document* const last = before_last_change(frame);
    if (!last)
        return {};
    const Document& then = *last;
    NextWords& next = frame.ui.next_words;
    if (!next.before_of || !(*next.before_of == then)) {
        next.before_of = then;
        next.before.reset();
        if (evaluation_cost(then) <= quickly_computed) {
            const Trace trace = evaluate(then);
            const Seen seen(then, trace);
            next.before =
                std::make_shared<const Calculation>(Calculation{seen.document(), seen.trace()});
        }
    }
    if (!next.before)
        return {};
    return {next.before, "before the last change", false};
}

} // namespace

const NextWords& next_words_now(const Frame& frame) {
    NextWords& next = frame.ui.next_words;
    if (is_layer_of_folder(frame.document)) {
        list_folder_words(frame, next);
        return next;
    }
    if (!frame.is_shown())
        return next;
    const Calculation& shown = frame.shown();
    next.words.clear();
    next.why = has_stage(shown.document, Stage("probabilities")) ? "" : "no next word";
    next.compared_with.clear();
    if (!next.why.empty())
        return next;
    const Before then = state_before(frame);
    auto found = compared_words(shown.document, shown.trace, then.calculation.get(), words_beside);
    if (!found) {
        next.why = found.error().message;
        return next;
    }
    const bool is_compared = has_changed(*found);
    for (const ComparedWord& one : *found)
        next.words.push_back({output_words(shown.document)[static_cast<std::size_t>(one.word)],
                              one.now, is_compared ? one.before : std::nullopt});
    if (is_compared)
        next.compared_with = then.name;
    return next;
}

void append_next_word(const Frame& frame, const std::string& word) {
    leave_editing(frame);
    const Index count = token_count(frame.document);
    if (const std::string why = why_not_generated(frame.document); !why.empty()) {
        frame.ui.message = Message{why, true};
        return;
    }
    frame.outbox.edit(InsertToken{count, word, {}});
    frame.view.query = count;
}

} // namespace app
