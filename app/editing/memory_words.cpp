// SPDX-License-Identifier: MIT
#include "app/editing/memory_words.h"

#include "app/editing/editing.h"
#include "core/document/model.h"
#include "core/document/sheet.h"

namespace app {
namespace {

using namespace attn;

Index word_or_last(const Frame& frame) {
    return chosen_memory_word(frame).value_or(std::ssize(frame.document.memory) - 1);
}

} // namespace

std::optional<Index> chosen_memory_word(const Frame& frame) {
    const std::optional<Place>& cell = frame.view.selected;
    if (!cell || !has_memory_list(frame.document) || !exists(frame.document, *cell))
        return std::nullopt;
    const Role rows = roles_of(frame.document, cell->sheet).rows;
    if (rows == Role::Memory || (rows == Role::Key && frame.document.options.has_memory))
        return cell->row;
    return std::nullopt;
}

void add_memory_word(const Frame& frame) {
    const Document& now = frame.document;
    const Index at = word_or_last(frame) + 1;
    const std::vector<std::string>& words = now.memory.list();
    frame.outbox.edit(
        InsertToken{at,
                    fresh_name(name_begin(now.model, Names::Memory), words.size() + 1, words),
                    {},
                    Names::Memory});
    if (frame.view.selected && chosen_memory_word(frame))
        frame.view.selected->row = at;
}

void rename_memory_word(const Frame& frame) {
    begin_editing(frame, WordTarget{word_or_last(frame), Names::Memory});
}

void remove_memory_word(const Frame& frame) {
    frame.outbox.edit(RemoveToken{word_or_last(frame), Names::Memory});
}

} // namespace app
