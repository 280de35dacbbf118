// SPDX-License-Identifier: MIT
#include "app/actions/palette_rows.h"
#include "app/panels/above/bar.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/ui/line_field.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <utility>

namespace app {
namespace {

using attn::figure::Font;

constexpr std::size_t most_palette_lines = 12;

} // namespace

void draw_palette(const Frame& frame, const Look& look, const std::vector<Action>& actions) {
    if (!frame.ui.cards.palette)
        return;
    Palette& palette = *frame.ui.cards.palette;
    const auto list = palette_rows(frame, actions);
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

// A text to read (the guide, or the news of this version) as a card over everything else.

namespace {

using attn::figure::Font;
using attn::figure::Rect;

/// Draws one passage with its top at `at`. Returns its height.
float draw_passage(ImDrawList& list, const Passage& passage, ImVec2 at, float width,
                   const Look& look) {
    const float size = look.text, indent = size * 1.2F;
    if (passage.is_heading)
        return size * 0.6F + draw_wrapped(&list, {at.x, at.y + size * 0.6F}, width, passage.text,
                                          Font::Bold, size * 1.25F, packed(look.theme.accent_text),
                                          look);
    float y = at.y;
    if (passage.is_item)
        list.AddCircleFilled({at.x + size * 0.4F, y + size * 0.7F}, size * 0.18F,
                             packed(look.theme.accent));
    const float left = at.x + (passage.is_item ? indent : 0);
    const float room = width - (left - at.x) - size;
    if (!passage.lead.empty())
        y += draw_wrapped(&list, {left, y}, room, passage.lead, Font::Bold, size,
                          packed(look.theme.text), look);
    y += draw_wrapped(&list, {left, y}, room, passage.text, Font::Sans, size,
                      packed(look.theme.text), look);
    return y - at.y + size * 0.5F;
}

} // namespace

void draw_leaflet(const Frame& frame, const Look& look) {
    if (!frame.ui.cards.leaflet)
        return;
    Leaflet& leaflet = *frame.ui.cards.leaflet;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float size = look.text, pad = size * 1.2F;
    const Rect card = begin_question("leaflet", leaflet.title,
                                     {size * 52, std::min(screen.y * 0.84F, size * 50)}, look);
    const Rect inside{card.x + pad, card.y + size * 3, card.width - 2 * pad,
                      card.height - size * 6.6F};
    ImGui::SetCursorScreenPos({inside.x, inside.y});
    ImGui::BeginChild("leaflet.lines", {inside.width, inside.height});
    if (const auto tenths = static_cast<float>(std::exchange(leaflet.scrolls, 0)); tenths != 0)
        ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + tenths * inside.height / 10, 0.0F,
                                     ImGui::GetScrollMaxY()));
    const float top = inside.y - ImGui::GetScrollY();
    float y = top;
    for (const Passage& passage : leaflet.passages)
        y += draw_passage(*ImGui::GetWindowDrawList(), passage, {inside.x, y}, inside.width, look);
    ImGui::Dummy({1, y - top});
    ImGui::EndChild();
    const float width = button_width("Close", look), high = size * 2.2F;
    const Rect button{card.right() - pad - width, card.bottom() - high - size, width, high};
    const bool closes = draw_button(button, "Close", true, look);
    look.note("leaflet.close", {button.x, button.y}, {button.right(), button.bottom()});
    if (end_question(card) || closes)
        frame.ui.cards.leaflet.reset();
}

} // namespace app
