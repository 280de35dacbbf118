// SPDX-License-Identifier: MIT
#include "app/files/file_words.h"
#include "app/files/reading.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/panels/question.h"
#include "core/base/utf8.h"
#include "core/io/descriptor.h"

#include <string>

namespace app {

using namespace attn;
using figure::Font;
using figure::Rect;

void draw_reading(const Frame& frame, const Look& look) {
    const std::shared_ptr<FileReader> reader = frame.ui.files.reader;
    if (!reader)
        return;
    if (!frame.ui.starting.has_document) { // there is no opened document below
        begin_over("reading.ground");
        ImGui::GetWindowDrawList()->AddRectFilled({0, 0}, ImGui::GetIO().DisplaySize,
                                                  packed(look.theme.background));
        ImGui::End();
    }
    const float size = look.text;
    const std::string title = "Reading " + printable(io::name_of(reader->path()), 40) + " …";
    const Rect card = begin_question("reading", title, {size * 34, size * 8.5F}, look);
    std::string text = size_text(reader->bytes());
    if (const auto seconds = reader->time().count(); seconds > 0)
        text += " · " + std::to_string(seconds) + " s";
    look.fonts.draw(*ImGui::GetWindowDrawList(), {card.x + size * 1.2F, card.y + size * 3.8F}, text,
                    Font::Sans, size, packed(look.theme.dim_text));
    const std::string label = "Cancel";
    const float wide = button_width(label, look), high = size * 2.2F;
    const Rect button{card.right() - size * 1.2F - wide, card.bottom() - high - size, wide, high};
    look.note("reading.cancel", {button.x, button.y}, {button.right(), button.bottom()});
    const bool is_pressed = draw_button(button, label, false, look);
    ImGui::End();
    if (is_pressed)
        leave_reading(frame.ui);
}

} // namespace app
