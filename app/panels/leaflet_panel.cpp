// SPDX-License-Identifier: MIT
// A text to read (the guide, or the news of this version) as a card over everything else.
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/panels/question.h"

#include <algorithm>
#include <utility>

namespace app {
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
