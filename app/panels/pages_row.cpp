// SPDX-License-Identifier: MIT
#include "app/panels/pages_row.h"

#include "core/figure/pages.h"

#include <string>
#include <vector>

namespace app {
namespace {

using attn::figure::Font;
using attn::figure::Rect;

/// The actions of the pages that the document has, as tabs from left to right.
std::vector<const Action*> page_tabs(const Bar& bar) {
    std::vector<const Action*> list;
    for (const attn::figure::PageInfo& page : attn::figure::canvas_pages())
        if (!page.tab.empty())
            if (const Action& one = action(bar.actions, "page." + std::string(page.id));
                one.is_offered(bar.frame.document))
                list.push_back(&one);
    return list;
}

float tab_width_of(const Bar& bar, const Action& page) {
    return bar.look.fonts.width(page.name, Font::Bold, bar.look.text) + 1.6F * bar.look.text;
}

std::string list_label(const Bar& bar) {
    for (const Action* const page : page_tabs(bar))
        if (page->is_checked(bar.frame))
            return page->name + " ▾";
    return "Pages ▾";
}

void draw_page_tab(const Bar& bar, const Action& page, const Rect& rect) {
    const Look& look = bar.look;
    const bool is_shown = page.is_checked(bar.frame), can_turn = page.is_enabled(bar.frame);
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    const bool is_clicked = ImGui::InvisibleButton(page.id.c_str(), {rect.width, rect.height});
    if (can_turn && (bar.is_entered(page.id, is_shown) || is_clicked))
        page.run(bar.frame);
    look.note_item(page.id);
    const bool is_lit = ImGui::IsItemHovered() && can_turn && !is_shown;
    bar.tooltip(page.sentence);
    const Font font = is_shown ? Font::Bold : Font::Sans;
    const float wide = look.fonts.width(page.name, font, look.text);
    look.fonts.draw(*ImGui::GetWindowDrawList(),
                    {rect.x + (rect.width - wide) / 2, rect.y + rect.height / 2}, page.name, font,
                    look.text,
                    packed(is_lit     ? look.theme.accent_text
                           : is_shown ? look.theme.text
                                      : look.theme.dim_text));
    if (is_shown)
        ImGui::GetWindowDrawList()->AddRectFilled({rect.x + 0.4F * look.text, rect.bottom() - 2},
                                                  {rect.right() - 0.4F * look.text, rect.bottom()},
                                                  packed(look.theme.text));
}

} // namespace

float pages_width(const Bar& bar, bool as_tabs) {
    if (!as_tabs)
        return bar.width(list_label(bar)) + bar.look.text;
    float width = bar.look.text;
    for (const Action* const page : page_tabs(bar))
        width += tab_width_of(bar, *page);
    return width;
}

void draw_pages(const Bar& above, const Rect& row, bool as_tabs) {
    Bar bar = above;
    bar.part = WindowPart::Pages;
    if (!as_tabs) {
        ImGui::SetCursorScreenPos({row.right() - bar.width(list_label(bar)),
                                   row.y + (row.height - ImGui::GetFrameHeight()) / 2});
        const bool is_clicked = ImGui::Button((list_label(bar) + "###pages").c_str());
        const bool is_pressed = bar.is_entered("Pages") || is_clicked;
        bar.look.note_item("pages");
        if (bar.begin_popup("Pages", is_pressed)) {
            bar.parts("Pages", {{"Pages"}});
            bar.end_popup();
        }
        return;
    }
    float x = row.right() - pages_width(bar, true) + bar.look.text;
    for (const Action* const page : page_tabs(bar)) {
        const float width = tab_width_of(bar, *page);
        draw_page_tab(bar, *page, {x, row.y, width, row.height + 1});
        x += width;
    }
}

} // namespace app
