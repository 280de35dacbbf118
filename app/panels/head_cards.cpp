// SPDX-License-Identifier: MIT
#include "app/panels/head_cards.h"

#include "app/editing/head_switch.h"
#include "app/panels/part_stop.h"
#include "app/ui/compat.h"

#include <string>

namespace app {
namespace {

using attn::figure::CardRegion;
using attn::figure::Rect;

bool has_all(const Rect& visible, const Rect& rect) {
    return visible.contains({rect.x, rect.y}) && visible.contains({rect.right(), rect.bottom()});
}

/// Whether it was pressed by pointer or keyboard.
bool press(const Frame& frame, const Look& look, const std::string& name, const Rect& rect,
           ImVec2 origin) {
    ImGui::SetCursorScreenPos({origin.x + rect.x, origin.y + rect.y});
    const bool is_clicked = ImGui::InvisibleButton(name.c_str(), {rect.width, rect.height});
    look.note_item(name);
    if (ImGui::IsItemHovered())
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    return stop_here(frame, look, WindowPart::Cards, name) || is_clicked;
}

void open_head(const Frame& frame, attn::Index head) {
    frame.view.head = head;
    frame.ui.window.page = page_id::forward;
    compat::forget_click(); // a second click would hit what is then below the pointer
}

/// Draws the switch. It leaves the shown head as it is, because a selected number belongs to that
/// head.
void draw_switch(const Frame& frame, const Look& look, const CardRegion& card, ImVec2 origin) {
    const std::string name = "head." + std::to_string(card.head) + ".switch";
    if (press(frame, look, name, *card.control, origin))
        switch_head(frame, card.head, card.is_off);
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", card.is_off ? "Its rows of W_O are 0: this head adds nothing to "
                                              "the output. A click brings back\nthe rows as they "
                                              "were, or rows of the identity if they began as 0."
                                            : "Sets the head's rows of W_O to 0, so that it adds "
                                              "nothing to the output.\nA second click brings them "
                                              "back, as Undo does.");
}

} // namespace

void draw_head_cards(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                     const attn::figure::CardRegions& regions, ImVec2 origin, const Rect& visible) {
    for (const CardRegion& card : regions.cards) {
        const std::string name = "head." + std::to_string(card.head) + ".title";
        if (has_all(visible, card.title)) {
            if (press(frame, look, name, card.title, origin))
                open_head(frame, card.head);
            if (ImGui::IsItemHovered())
                ImGui::SetTooltip("Opens head %d on Forward", static_cast<int>(card.head));
        }
        if (card.control && has_all(visible, *card.control))
            draw_switch(frame, look, card, origin);
    }
    if (regions.add && has_all(visible, *regions.add)) {
        const Action& add = action(actions, "head.add");
        const std::string why_not = add.why_not ? add.why_not(frame.document) : "";
        if (press(frame, look, "heads.add", *regions.add, origin)) {
            if (why_not.empty())
                add.run(frame);
            else
                frame.ui.message = Message{why_not + ".", true};
        }
        if (ImGui::IsItemHovered())
            ImGui::SetTooltip("%s", why_not.empty() ? add.sentence.c_str() : why_not.c_str());
    }
}

} // namespace app
