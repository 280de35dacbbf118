// SPDX-License-Identifier: MIT
#include "app/panels/canvas/canvas_words.h"

#include "core/document/commands/command.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/next_word.h"

#include <algorithm>

namespace app {

using namespace attn;
using figure::Font;
using figure::Rect;

bool is_of_memory(const Document& document, Role role) {
    return role == Role::Memory || (document.options.has_memory && role == Role::Key);
}

Role role_of(const figure::LabelRegion& label) {
    const StageInfo& stage = info(label.sheet.stage);
    return label.is_row ? stage.rows : stage.columns;
}

std::optional<Index> word_of(const Document& document, const figure::LabelRegion& label) {
    const Role role = role_of(label);
    const bool is_word = role == Role::Query || role == Role::Token ||
                         (role == Role::Key && !is_of_memory(document, role));
    return is_word ? std::optional(label.at) : std::nullopt;
}

void continue_word_drag(const Frame& frame, const figure::Hit& hit) {
    std::optional<Index>& dragged = frame.ui.dragging.word;
    if (ImGui::IsMouseDown(0))
        return;
    const auto to = hit.label ? word_of(frame.document, *hit.label) : std::nullopt;
    if (to && to != dragged && *dragged < token_count(frame.document)) {
        frame.outbox.edit(MoveToken{*dragged, *to});
        frame.view.query = *to;
    }
    dragged.reset();
}

void draw_word_drag(const Frame& frame, const Look& look, const figure::Figure& figure,
                    const figure::Hit& hit, ImVec2 origin) {
    const std::optional<Index>& dragged = frame.ui.dragging.word;
    const auto to = hit.label ? word_of(frame.document, *hit.label) : std::nullopt;
    if (!dragged || !to || to == dragged)
        return;
    // A line between two names, continued between the rows or columns of their matrix.
    Rect line = hit.label->rect;
    const bool is_after = *to > *dragged;
    for (const figure::GridRegion& grid : figure.grids)
        if (grid.sheet == hit.label->sheet && hit.label->is_down)
            line.width = std::max(line.width, grid.cells.right() - line.x);
        else if (grid.sheet == hit.label->sheet)
            line.height = std::max(line.height, grid.cells.bottom() - line.y);
    const ImVec2 from(origin.x + (is_after && !hit.label->is_down ? line.right() : line.x),
                      origin.y + (is_after && hit.label->is_down ? line.bottom() : line.y));
    const ImVec2 end = hit.label->is_down ? ImVec2(origin.x + line.right(), from.y)
                                          : ImVec2(from.x, origin.y + line.bottom());
    ImGui::GetWindowDrawList()->AddLine(from, end, packed(look.theme.accent),
                                        std::max(2.0F, 0.16F * look.text));
}

const Action& appending(const Frame& frame, const std::vector<Action>& actions) {
    const bool goes_on =
        frame.document.options.has_table && why_not_generated(frame.document).empty();
    return action(actions, goes_on ? "generate.likeliest" : "word.add");
}

void append_word(const Frame& frame, const std::vector<Action>& actions) {
    const Action& add = appending(frame, actions);
    if (!add.is_enabled(frame))
        return;
    frame.view.selected.reset();
    frame.view.query = token_count(frame.document) - 1;
    add.run(frame);
}

void draw_add_word(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                   const figure::Figure& figure, ImVec2 origin, const Rect& visible) {
    const Index count = token_count(frame.document);
    const auto names = std::find_if(
        figure.labels.begin(), figure.labels.end(), [&](const figure::LabelRegion& label) {
            return label.sheet.stage == Stage::X && label.is_down && label.count == count &&
                   word_of(frame.document, label);
        });
    if (names == figure.labels.end())
        return;
    const float size = look.text;
    const Rect rect{names->rect.right() - 1.2F * size, names->rect.bottom() + 1, 1.4F * size, size};
    if (!visible.contains({rect.x, rect.y}) || !visible.contains({rect.right(), rect.bottom()}))
        return;
    ImGui::SetCursorScreenPos({origin.x + rect.x, origin.y + rect.y});
    if (ImGui::InvisibleButton("add_word", {rect.width, rect.height}))
        append_word(frame, actions);
    look.note_item("words.add");
    const bool is_lit = ImGui::IsItemHovered();
    if (is_lit) {
        const Action& add = appending(frame, actions);
        ImGui::SetTooltip("%s", named_with_key(add, frame.document.model).c_str());
    }
    const float wide = look.fonts.width("+", Font::Bold, size);
    look.fonts.draw(*ImGui::GetWindowDrawList(),
                    {origin.x + rect.x + (rect.width - wide) / 2, origin.y + rect.y + size / 2},
                    "+", Font::Bold, size,
                    packed(is_lit ? look.theme.accent_text : look.theme.dim_text));
}

} // namespace app
