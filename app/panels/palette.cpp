// SPDX-License-Identifier: MIT
#include "app/panels/bar.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/ui/line_field.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

using attn::figure::Font;

constexpr std::size_t most_palette_lines = 12;

} // namespace

void draw_palette(const Frame& frame, const Look& look, const std::vector<Action>& actions) {
    if (!frame.ui.cards.palette)
        return;
    Palette& palette = *frame.ui.cards.palette;
    const auto list = found(actions, palette.line.text, frame.document);
    const std::size_t shown = std::min(list.size(), most_palette_lines);
    const std::size_t first = palette.chosen >= shown ? palette.chosen - shown + 1 : 0;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float size = look.text, line = size * 2.9F;
    const float width = std::min(size * 48, screen.x - size * 2);
    const float height =
        size * 3.4F + static_cast<float>(std::max<std::size_t>(shown, 1)) * line + size;
    const attn::figure::Rect card{(screen.x - width) / 2, std::min(screen.y * 0.12F, size * 6),
                                  width, std::min(height, screen.y * 0.84F)};

    begin_over("palette");
    dim_everything();
    draw_card(card, look);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw_line_field(draw, {card.x + size, card.y + size, width - 2 * size, size * 2.2F},
                    palette.line, {Font::Sans, size * 1.1F, false, "Type what you want to do", ""},
                    look);
    if (list.empty())
        look.fonts.draw(draw, {card.x + size * 1.5F, card.y + size * 4.7F},
                        "No command matches this text", Font::Sans, size,
                        packed(look.theme.dim_text));
    draw.PushClipRect({card.x, card.y}, {card.right(), card.bottom() - size * 0.4F}, true);
    for (std::size_t at = first; at < first + shown; ++at) {
        const Action& action = *list[at];
        const bool is_enabled = action.is_enabled(frame);
        const float top = card.y + size * 3.8F + static_cast<float>(at - first) * line;
        const ImVec2 from(card.x + size * 0.6F, top), to(card.right() - size * 0.6F, top + line);
        if (at == palette.chosen)
            draw.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_Header), size * 0.3F);
        const auto colour = packed(is_enabled ? look.theme.text : look.theme.dim_text);
        const float x = from.x + size * 0.8F, upper = top + line * 0.33F, lower = top + line * 0.7F;
        const float name =
            action.has_rich_name
                ? draw_rich(look, {x, upper}, action.name, Font::Bold, size, colour)
                : look.fonts.draw(draw, {x, upper}, action.name, Font::Bold, size, colour);
        look.fonts.draw(draw, {x + name + size, upper},
                        action.menu + (action.is_checked(frame) ? " · now" : ""), Font::Sans,
                        size * 0.86F, packed(look.theme.dim_text));
        const float room = to.x - x - size;
        const std::string reason = why_grey(frame, action);
        look.fonts.draw(draw, {x, lower},
                        attn::figure::shortened(reason.empty() ? action.sentence : reason, room,
                                                Font::Sans, size * 0.86F, measure(look.fonts)),
                        Font::Sans, size * 0.86F, packed(look.theme.dim_text));
        if (!action.shortcuts.empty()) {
            const std::string keys = to_text(action.shortcuts.front());
            look.fonts.draw(draw,
                            {to.x - size * 0.8F - look.fonts.width(keys, Font::Sans, size), upper},
                            keys, Font::Sans, size, packed(look.theme.dim_text));
        }
        look.note("palette/" + action.id, from, to);
        if (ImGui::IsMouseHoveringRect(from, to, false)) {
            if (ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0)
                palette.chosen = at;
            if (ImGui::IsMouseClicked(0) && is_enabled) {
                frame.ui.cards.palette.reset();
                action.run(frame);
                break;
            }
        }
    }
    draw.PopClipRect();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (ImGui::IsMouseClicked(0) && !card.contains({mouse.x, mouse.y}))
        frame.ui.cards.palette.reset();
    ImGui::End();
}

void draw_help(const Frame& frame, const Look& look, const std::vector<Action>& actions) {
    if (!frame.ui.cards.help_open)
        return;
    struct Row {
        std::string keys, what;
        bool is_heading = false;
    };
    std::vector<Row> rows = {
        {"", "On the canvas", true},
        {"drag a number", "change the number; Shift ×10, Alt ÷10, Esc undoes"},
        {"type, F2, double click", "type over the number: 1/3, sqrt(2)/2, 1e-3, 0,5"},
        {"on a computed number", "type what it should be, and find inputs for it"},
        {"Enter, Tab, arrows", "move as in a spreadsheet"},
        {"Shift+arrows, Ctrl+drag", "select a range of cells"},
        {"click a word, ↑ ↓, 1–9", "choose the query word"},
        {"double click a word", "rename the word"},
        {"Ctrl and wheel", "zoom the canvas"},
        {"Esc", "leave the cell"}};
    std::string menu;
    for (const Action& action : actions) {
        if (action.shortcuts.empty())
            continue;
        const std::string own = action.menu.substr(action.menu.rfind('/') + 1);
        if (own != menu) {
            menu = own;
            rows.push_back({"", menu, true});
        }
        std::string keys;
        for (const KeyPress& shortcut : action.shortcuts)
            keys += (keys.empty() ? "" : ", ") + to_text(shortcut);
        rows.push_back({keys, action.name});
    }

    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float size = look.text;
    float keys_width = 0; // in sizes of their letters
    for (const Row& row : rows)
        keys_width = std::max(keys_width, look.fonts.width(row.keys, Font::Sans, size) / size);
    // Uses the number of columns that allows the largest letters.
    constexpr float what_width = 14, line_of_letters = 1.25F, most_columns = 4;
    float letters = 0, columns = 1;
    for (float count = 1; count <= most_columns; ++count) {
        const float lines = std::ceil(static_cast<float>(rows.size()) / count);
        const float fitting = std::min({size, (screen.y - 7 * size) / lines / line_of_letters,
                                        (screen.x - 4 * size) / count / (keys_width + what_width)});
        if (fitting > letters) {
            letters = fitting;
            columns = count;
        }
    }
    const auto height_in_lines =
        static_cast<std::size_t>(std::ceil(static_cast<float>(rows.size()) / columns));
    const float line =
        std::min(size * 1.65F, (screen.y - 7 * size) / static_cast<float>(height_in_lines));
    const float column = std::min(size * 38, (screen.x - size * 4) / columns);
    const float width = column * columns + size * 2;
    const float height = static_cast<float>(height_in_lines) * line + size * 5;
    const attn::figure::Rect card{(screen.x - width) / 2, std::max(size, (screen.y - height) / 2),
                                  width, std::min(height, screen.y - 2 * size)};
    begin_over("help");
    dim_everything();
    draw_card(card, look);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float keys_room = (keys_width + 1) * letters;
    look.fonts.draw(draw, {card.x + size * 1.5F, card.y + size * 1.8F},
                    "Keys  ·  Ctrl+K lists every command  ·  Esc closes", Font::Bold, size * 1.1F,
                    packed(look.theme.text));
    for (std::size_t at = 0; at < rows.size(); ++at) {
        const float x = card.x + size * 1.5F + static_cast<float>(at / height_in_lines) * column;
        const float y = card.y + size * 4 + static_cast<float>(at % height_in_lines) * line;
        look.note("help." + std::to_string(at), {x, y - line / 2}, {x + column, y + line / 2});
        if (rows[at].is_heading) {
            look.fonts.draw(draw, {x, y}, rows[at].what, Font::Bold, letters,
                            packed(look.theme.accent_text));
            continue;
        }
        look.fonts.draw(draw, {x, y}, rows[at].keys, Font::Sans, letters,
                        packed(look.theme.dim_text));
        look.fonts.draw(draw, {x + keys_room, y},
                        attn::figure::shortened(rows[at].what, column - keys_room - letters,
                                                Font::Sans, letters, measure(look.fonts)),
                        Font::Sans, letters, packed(look.theme.text));
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (ImGui::IsMouseClicked(0) && !card.contains({mouse.x, mouse.y}))
        frame.ui.cards.help_open = false;
    ImGui::End();
}

} // namespace app
