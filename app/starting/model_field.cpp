// SPDX-License-Identifier: MIT
#include "app/starting/model_field.h"

#include "core/document/model/table.h"
#include "core/document/telling/next_word.h"
#include "core/typing/typing.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;

constexpr Real read_at_once = 2e7; // multiplications that take a moment on a slow machine
constexpr Index words_on_card = 5;

/// Lets the model read the words, if that takes a moment at most.
void read_words(ModelField& field) {
    const std::vector<std::string> words = words_of(field.typed);
    if (words == field.read->document.tokens.list())
        return;
    auto document = with_words(field.given->document, words);
    if (!document || evaluation_cost(*document) > read_at_once)
        return;
    Trace trace = evaluate(*document);
    field.read =
        std::make_shared<const Calculation>(Calculation{*std::move(document), std::move(trace)});
}

void read_text(ModelField& field) {
    field.typed = typing::read_typed(field.read->document, field.read->trace, field.line.text,
                                     field.line.caret);
    field.typed.fault =
        typing::read_typed(field.given->document, field.line.text, field.line.caret).fault;
    if (field.line.has_selection())
        field.typed.offered.clear();
}

} // namespace

void begin_model_field(ModelField& field, const std::string& preset,
                       std::shared_ptr<const Calculation> given) {
    if (field.preset == preset)
        return;
    field = {};
    field.preset = preset;
    field.given = field.read = std::move(given);
    field.line = line_edit(typing::text_of_words(field.given->document), true);
    follow_model_field(field);
}

void follow_model_field(ModelField& field) {
    if (!field.given)
        return;
    field.chosen = 0;
    field.is_refused = false;
    read_text(field);
    if (field.typed.fault.empty()) {
        read_words(field);
        read_text(field);
    }
    field.next = {};
    const Document& document = field.read->document;
    const auto found = compared_words(document, field.read->trace, nullptr, words_on_card);
    if (!found)
        return;
    for (const ComparedWord& one : *found)
        field.next.words.push_back(
            {output_words(document)[static_cast<std::size_t>(one.word)], one.now});
}

std::string shown_fault(const ModelField& field) {
    return field.typed.is_begun && !field.is_refused ? "" : field.typed.fault;
}

void take_offered(ModelField& field, std::size_t which) {
    if (which >= field.typed.offered.size())
        return;
    TextAndCaret made =
        with_offered(field.line.text, field.line.caret, field.typed, field.typed.offered[which]);
    field.line.text = std::move(made.text);
    field.line.caret = field.line.anchor = made.caret;
    follow_model_field(field);
}

void open_model_field(const Frame& frame) {
    ModelField& field = frame.ui.starting.model;
    if (!field.given)
        return;
    if (!field.typed.fault.empty()) {
        field.is_refused = true;
        return;
    }
    Open open{field.preset};
    open.text = field.line.text;
    frame.outbox.post(std::move(open));
}

bool press_in_model_field(const Frame& frame, const KeyPress& key) {
    ModelField& field = frame.ui.starting.model;
    const std::size_t count = field.typed.offered.size();
    switch (key.key) {
    case Key::Enter:
        if (!key.is_repeat)
            open_model_field(frame);
        return true;
    case Key::Tab:
        if (key.shift || count == 0)
            return false;
        take_offered(field, std::min(field.chosen, count - 1));
        return true;
    case Key::Up:
    case Key::Down:
        if (count > 0)
            field.chosen = (field.chosen + (key.key == Key::Up ? count - 1 : 1)) % count;
        return true;
    default:
        break;
    }
    const std::string before = field.line.text;
    const std::size_t caret = field.line.caret, anchor = field.line.anchor;
    const bool is_taken = field.line.press(key, frame.clipboard);
    if (field.line.text != before || field.line.caret != caret || field.line.anchor != anchor)
        follow_model_field(field);
    return is_taken;
}

} // namespace app
