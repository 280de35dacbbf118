// SPDX-License-Identifier: MIT
#include "app/editing/sentence.h"

#include "app/editing/editing.h"
#include "core/document/model/model.h"
#include "core/document/telling/next_word.h"
#include "core/typing/typing.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace app {
namespace {

using namespace attn;

SentenceTarget& target_of(Editing& editing) {
    return std::get<SentenceTarget>(editing.target);
}

} // namespace

bool is_typing_sentence(const UiState& ui) {
    return ui.editing && std::holds_alternative<SentenceTarget>(ui.editing->target);
}

const Document& before_sentence(const Frame& frame) {
    return frame.history.before(target_of(*frame.ui.editing).gesture);
}

void begin_sentence(const Frame& frame) {
    const LeftSentence* const left = left_sentence(frame);
    const std::string text = left ? left->text : "";
    begin_editing(frame, SentenceTarget{++frame.ui.dragging.last_gesture, frame.view.query});
    if (!text.empty())
        frame.ui.editing->line = line_edit(text, false);
}

TypedText typed_sentence(const Frame& frame) {
    const LineEdit& line = frame.ui.editing->line;
    TypedText typed =
        typing::read_typed(before_sentence(frame), line.text, line.caret, &frame.ui.tokenizer);
    if (line.has_selection()) {
        typed.offered.clear(); // nothing is offered in its place
    } else if (frame.is_shown()) {
        const Calculation& shown = frame.shown();
        typed.offered = typing::read_typed(shown.document, shown.trace, line.text, line.caret,
                                           &frame.ui.tokenizer)
                            .offered;
    }
    return typed;
}

std::string shown_fault(const Frame& frame, const TypedText& typed) {
    if (!frame.ui.editing->fault.empty())
        return frame.ui.editing->fault;
    return typed.is_begun ? "" : typed.fault;
}

void follow_sentence(const Frame& frame) {
    Editing& editing = *frame.ui.editing;
    editing.fault.clear();
    target_of(editing).chosen = 0;
    const TypedText typed = typing::read_typed(before_sentence(frame), editing.line.text,
                                               editing.line.caret, &frame.ui.tokenizer);
    if (!typed.fault.empty())
        return;
    std::vector<std::string> words = words_of(typed);
    frame.view.query = word_at(typed, editing.line.caret);
    if (words == frame.document.tokens.list())
        return;
    // Each state is made from the one before all of them: fewer words cut learned positions.
    frame.outbox.post(CancelGesture{target_of(editing).gesture});
    frame.outbox.edit(SetWords{std::move(words)}, target_of(editing).gesture);
}

void take_offered(const Frame& frame, std::size_t which) {
    Editing& editing = *frame.ui.editing;
    const TypedText typed = typed_sentence(frame);
    if (which >= typed.offered.size())
        return;
    TextAndCaret made =
        with_offered(editing.line.text, editing.line.caret, typed, typed.offered[which]);
    editing.line.text = std::move(made.text);
    editing.line.caret = editing.line.anchor = made.caret;
    follow_sentence(frame);
}

bool press_in_sentence(const Frame& frame, const KeyPress& key) {
    if (key.control || key.alt)
        return false;
    std::size_t& chosen = target_of(*frame.ui.editing).chosen;
    const auto count = [&] {
        return std::max<std::size_t>(1, typed_sentence(frame).offered.size());
    };
    switch (key.key) {
    case Key::Tab:
        take_offered(frame, std::min(chosen, count() - 1));
        return true;
    case Key::Up:
        chosen = (std::min(chosen, count() - 1) + count() - 1) % count();
        return true;
    case Key::Down:
        chosen = (chosen + 1) % count();
        return true;
    default:
        return false;
    }
}

void type_text(const Frame& frame, const std::string& text) {
    begin_sentence(frame);
    frame.ui.editing->line = line_edit(text, false);
    follow_sentence(frame);
    finish_editing(frame);
}

void insert_text(const Frame& frame, const std::string& text) {
    std::string before, after;
    for (std::size_t at = 0; at < frame.document.tokens.size(); ++at)
        (static_cast<Index>(at) <= frame.view.query ? before : after) +=
            frame.document.tokens[at] + " ";
    begin_sentence(frame);
    Editing& editing = *frame.ui.editing;
    editing.line = line_edit(before, false);
    editing.line.insert(text);
    const std::size_t caret = editing.line.caret;
    if (!after.empty())
        editing.line.text += " " + after.substr(0, after.size() - 1);
    editing.line.caret = editing.line.anchor = caret;
    follow_sentence(frame);
    finish_editing(frame);
}

void cancel_sentence(const Frame& frame) {
    const SentenceTarget target = target_of(*frame.ui.editing);
    frame.outbox.post(CancelGesture{target.gesture});
    frame.view.query = target.query;
    frame.ui.left_sentence.reset();
}

const LeftSentence* left_sentence(const Frame& frame) {
    const std::optional<LeftSentence>& left = frame.ui.left_sentence;
    return left && frame.document.options.has_table && left->vocabulary == frame.document.vocabulary
               ? &*left
               : nullptr;
}

} // namespace app
