// SPDX-License-Identifier: MIT
#include "app/editing/about.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/ui/line_field.h"
#include "app/ui/text_field.h"

namespace app {
using namespace attn;
using figure::Font;
using figure::Rect;

void draw_about(const Frame& frame, const Look& look) {
    if (!frame.ui.about)
        return;
    AboutDocument& about = *frame.ui.about;
    const float size = look.text;
    const Rect card = begin_question("about", "About this document", {size * 46, size * 29}, look);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = card.x + size * 1.2F, fields = left + size * 5;
    const float width = card.right() - size * 1.2F - fields;
    const auto label = [&](float y, const char* text) {
        look.fonts.draw(list, {left, y + size * 0.95F}, text, Font::Sans, size,
                        packed(look.theme.dim_text));
    };
    float y = card.y + size * 3;
    label(y, "Title");
    const Rect title{fields, y, width, size * 1.9F};
    ImGui::SetCursorScreenPos({title.x, title.y});
    if (ImGui::InvisibleButton("title", {title.width, title.height}))
        about.is_in_notes = false;
    look.note_item("about.title");
    (about.is_in_notes ? draw_resting_field : draw_line_field)(
        list, title, about.title, {Font::Sans, size, false, "Untitled", ""}, look);
    y += size * 2.6F;
    label(y, "Notes");
    if (draw_text_field(look, {fields, y, width, card.bottom() - size * 5.6F - y}, "about.notes",
                        about.notes, about.first_row,
                        {about.is_in_notes, "What to say about it, in several lines", ""}))
        about.is_in_notes = true;
    look.fonts.draw(list, {fields, card.bottom() - size * 4.6F},
                    "The speaker's window shows the notes. Ctrl+Enter ends them.", Font::Sans,
                    0.86F * size, packed(look.theme.dim_text));
    const Answer answer = question_buttons("about", "Done", true, card, look);
    const bool is_beside = end_question(card);
    if (answer == Answer::Confirm)
        confirm_about(frame);
    else if (answer == Answer::Leave)
        frame.ui.about.reset();
    (void)is_beside; // A click beside the card does not throw typed notes away.
}

} // namespace app
