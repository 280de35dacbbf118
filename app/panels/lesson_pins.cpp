// SPDX-License-Identifier: MIT
#include "app/panels/lesson_pins.h"

#include "core/figure/pins.h"

#include <string>
#include <vector>

namespace app {

using namespace attn;

void draw_lesson_pins(const Frame& frame, const Look& look, const figure::Figure& canvas,
                      ImVec2 origin, figure::Rect visible) {
    if (!frame.ui.teaching.lesson || !frame.is_shown())
        return;
    const LessonState& lesson = *frame.ui.teaching.lesson;
    const Document& document = frame.shown().document;
    const std::vector<Region>& places = lesson.current().text.pinned;
    using Veil = figure::PinOptions::Veil;
    const Veil veil = frame.view.selected            ? Veil::None
                      : frame.ui.teaching.presenting ? Veil::Cells
                                                     : Veil::All;
    const figure::Figure over = figure::pins_over(
        canvas, document, places,
        {look.theme, look.text, measure(look.fonts), visible, veil, lesson.ringed_pin()});
    paint(over, *ImGui::GetWindowDrawList(), origin, visible, look.fonts, look.textures);
    for (std::size_t at = 0; at < places.size(); ++at)
        if (const auto rect = figure::place_rect(canvas, document, places[at]))
            look.note("lesson.place." + std::to_string(at + 1),
                      {origin.x + rect->x, origin.y + rect->y},
                      {origin.x + rect->right(), origin.y + rect->bottom()});
}

} // namespace app
