// SPDX-License-Identifier: MIT
// Every key in five groups, with a field that searches them.
#include "app/actions/help_rows.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/ui/line_field.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace app {
namespace {

using attn::figure::Font;
using attn::figure::Rect;

constexpr float keys_part = 0.42F, row_gap = 0.3F; // of a column; in text sizes

/// A heading, or a row of keys with what they do; both texts are wrapped, never cut.
struct HelpLine {
    std::string keys, what;
    bool is_heading = false;
    float height = 0;
    std::size_t column = 0;
    float y = 0; // in its column
};

float draw_texts(ImDrawList* list, const HelpLine& line, ImVec2 at, float width, const Look& look) {
    const float size = look.text;
    if (line.is_heading)
        return 0.8F * size + draw_wrapped(list, {at.x, at.y + 0.4F * size}, width, line.what,
                                          Font::Bold, 1.1F * size, packed(look.theme.accent_text),
                                          look);
    const float keys = std::floor(keys_part * width), gap = 0.8F * size;
    const float left = draw_wrapped(list, at, keys - gap, line.keys, Font::Sans, size,
                                    packed(look.theme.dim_text), look);
    const float right = draw_wrapped(list, {at.x + keys, at.y}, width - keys - gap, line.what,
                                     Font::Sans, size, packed(look.theme.text), look);
    return std::max(left, right) + row_gap * size;
}

/// Divides the lines among columns of about the same height. Repeats the name of a group that goes
/// on in the next column. Returns the largest height.
float arrange(std::vector<HelpLine>& lines, std::size_t columns) {
    float whole = 0, highest = 0;
    for (const HelpLine& line : lines)
        whole += line.height;
    const float share = whole / static_cast<float>(columns);
    std::size_t column = 0;
    float y = 0;
    HelpLine group;
    for (std::size_t at = 0; at < lines.size(); ++at) {
        // A heading goes with its first row.
        const float with = lines[at].is_heading && at + 1 < lines.size() ? lines[at + 1].height : 0;
        if (y > 0 && y + lines[at].height / 2 + with > share && column + 1 < columns) {
            ++column;
            y = 0;
            if (!lines[at].is_heading)
                lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), group);
        }
        if (lines[at].is_heading)
            group = lines[at];
        lines[at].column = column;
        lines[at].y = y;
        y += lines[at].height;
        highest = std::max(highest, y);
    }
    return highest;
}

} // namespace

void draw_help(const Frame& frame, const Look& look, const std::vector<Action>& actions) {
    if (!frame.ui.cards.help_open)
        return;
    ActionCards& cards = frame.ui.cards;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float size = look.text, pad = 1.5F * size;
    const float width = std::min(screen.x - 2 * size, 104 * size);
    const Rect card{(screen.x - width) / 2, size, width, screen.y - 2 * size};
    const Rect inside{card.x + pad, card.y + 4.4F * size, width - 2 * pad, card.height - 5 * size};
    const auto columns =
        static_cast<std::size_t>(std::clamp(std::floor(inside.width / (27 * size)), 1.0F, 3.0F));
    const float column = std::floor((inside.width - size) / static_cast<float>(columns));

    std::vector<HelpLine> lines;
    for (HelpGroup& group : help_groups(actions, cards.help_search.text)) {
        lines.push_back({"", std::string(group.name), true});
        for (HelpRow& row : group.rows)
            lines.push_back({std::move(row.keys), std::move(row.what)});
    }
    for (HelpLine& line : lines)
        line.height = draw_texts(nullptr, line, {}, column, look);
    const float high = arrange(lines, columns);

    begin_over("help");
    dim_everything();
    draw_card(card, look);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float field = 22 * size;
    draw_line_field(list, {inside.x, card.y + 1.2F * size, field, 2.2F * size}, cards.help_search,
                    {Font::Sans, 1.05F * size, false, "Search the keys", ""}, look);
    look.note("help.search", {inside.x, card.y + 1.2F * size},
              {inside.x + field, card.y + 3.4F * size});
    look.fonts.draw(list, {inside.x + field + size, card.y + 2.3F * size},
                    "Ctrl+K lists every command  ·  Esc closes", Font::Sans, size,
                    packed(look.theme.dim_text));
    ImGui::SetCursorScreenPos({inside.x, inside.y});
    ImGui::BeginChild("keys", {inside.width, inside.height});
    if (const auto tenths = static_cast<float>(std::exchange(cards.help_scrolls, 0)); tenths != 0)
        ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + tenths * inside.height / 10, 0.0F,
                                     ImGui::GetScrollMaxY()));
    const float top = inside.y - ImGui::GetScrollY();
    for (std::size_t at = 0; at < lines.size(); ++at) {
        const HelpLine& line = lines[at];
        const ImVec2 from(inside.x + static_cast<float>(line.column) * column, top + line.y);
        draw_texts(ImGui::GetWindowDrawList(), line, from, column, look);
        if (from.y >= inside.y && from.y + line.height <= inside.bottom())
            look.note("help." + std::to_string(at), from,
                      {from.x + column - size, from.y + line.height});
    }
    if (lines.empty())
        look.fonts.draw(*ImGui::GetWindowDrawList(), {inside.x, inside.y + size},
                        "No key has this text. Ctrl+K searches every command.", Font::Sans, size,
                        packed(look.theme.dim_text));
    ImGui::Dummy({1, high});
    ImGui::EndChild();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (ImGui::IsMouseClicked(0) && !card.contains({mouse.x, mouse.y}))
        cards.help_open = false;
    ImGui::End();
}

} // namespace app
