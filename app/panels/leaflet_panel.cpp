// SPDX-License-Identifier: MIT
// What is new in this version, as a card over everything else.
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/panels/question.h"
#include "app/starting/news.h"

#include <algorithm>
#include <string>
#include <utility>

namespace app {

using attn::figure::Font;
using attn::figure::Rect;

void draw_news(const Frame& frame, const Look& look) {
    if (!frame.ui.cards.news)
        return;
    NewsCard& news = *frame.ui.cards.news;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float size = look.text, pad = size * 1.2F, indent = size * 1.2F;
    const Rect card =
        begin_question("news", "What is new in Attention Lab " + std::string(program_version()),
                       {size * 52, std::min(screen.y * 0.84F, size * 50)}, look);
    const Rect inside{card.x + pad, card.y + size * 3, card.width - 2 * pad,
                      card.height - size * 6.6F};
    ImGui::SetCursorScreenPos({inside.x, inside.y});
    ImGui::BeginChild("news.lines", {inside.width, inside.height});
    if (const auto tenths = static_cast<float>(std::exchange(news.scrolls, 0)); tenths != 0)
        ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + tenths * inside.height / 10, 0.0F,
                                     ImGui::GetScrollMaxY()));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float y = inside.y - ImGui::GetScrollY();
    const float top = y;
    for (const std::string_view one : news_of_version()) {
        std::string text(one);
        text.erase(std::remove(text.begin(), text.end(), '`'), text.end());
        list.AddCircleFilled({inside.x + size * 0.4F, y + size * 0.7F}, size * 0.18F,
                             packed(look.theme.accent));
        y += draw_wrapped(&list, {inside.x + indent, y}, inside.width - indent - size, text,
                          Font::Sans, size, packed(look.theme.text), look) +
             size * 0.5F;
    }
    ImGui::Dummy({1, y - top});
    ImGui::EndChild();
    const float width = button_width("Close", look), high = size * 2.2F;
    const Rect button{card.right() - pad - width, card.bottom() - high - size, width, high};
    const bool closes = draw_button(button, "Close", true, look);
    look.note("news.close", {button.x, button.y}, {button.right(), button.bottom()});
    if (end_question(card) || closes)
        frame.ui.cards.news.reset();
}

} // namespace app
