// SPDX-License-Identifier: MIT
#include "app/editing/pasting.h"
#include "app/panels/grid_preview.h"
#include "app/panels/panels.h"
#include "app/panels/question.h"
#include "core/figure/word.h"

#include <algorithm>

namespace app {

using namespace attn;
using figure::Font;
using figure::Rect;

namespace {

constexpr float way_height = 3.5F; // height of a way and its sentence, in text sizes

} // namespace

void draw_pasting(const Frame& frame, const Look& look) {
    if (!frame.ui.pasting)
        return;
    Pasting& pasting = *frame.ui.pasting;
    const float size = look.text;
    const std::size_t grids = pasting.pasted.grids.size();
    const io::PastedGrid& grid = pasting.pasted.grids[pasting.grid];
    const auto ways = static_cast<float>(std::max<std::size_t>(pasting.placings.ways.size(), 1));
    // As high as needed; several matrices all get the same room.
    const float numbers = grids > 1 ? 15 : 1.5F * static_cast<float>(grid.matrix.rows()) + 2;
    const Rect card = begin_question(
        "pasting", "Paste into " + to_text(pasting.range.sheet),
        {size * 46, size * std::min(8.5F + numbers + ways * way_height, 34.0F)}, look);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = card.x + size * 1.2F;
    const std::string applied = applied_text(grid);
    look.fonts.draw(
        list, {left, card.y + size * 3.3F},
        figure::shortened(pasting.pasted.form + ", " + std::to_string(grid.matrix.rows()) + " × " +
                              std::to_string(grid.matrix.cols()) +
                              (grid.name.empty() ? "" : ": " + figure::visible_word(grid.name)) +
                              (applied.empty() ? "" : "; " + applied),
                          card.width - 2.4F * size, Font::Sans, size, measure(look.fonts)),
        Font::Sans, size, packed(look.theme.dim_text));
    float y = card.y + size * 4.4F;
    if (grids > 1) {
        float x = left;
        for (std::size_t at = 0; at < grids; ++at) {
            const io::PastedGrid& other = pasting.pasted.grids[at];
            const std::string name =
                figure::shortened(other.name.empty() ? "matrix " + std::to_string(at)
                                                     : figure::visible_word(other.name),
                                  size * 9, Font::Sans, size, measure(look.fonts));
            const float wide = look.fonts.width(name, Font::Sans, size) + size * 1.4F;
            if (x + wide > card.right() - size) {
                x = left;
                y += size * 2.1F;
            }
            if (y > card.y + size * 9)
                break;
            ImGui::SetCursorScreenPos({x, y});
            if (choice_button("pasting.grid." + std::to_string(at), name, at == pasting.grid, look))
                choose_grid(frame, at);
            x += wide;
        }
        y += size * 2.4F;
    }
    const float ways_height = ways * size * way_height;
    const float bottom = card.bottom() - size * 3.4F - ways_height;
    draw_grid_preview(list, {left, y, card.width - 2.4F * size, std::max(bottom - y, size * 3)},
                      grid.matrix, grid.row_names, frame.view.numbers, look);
    y = bottom;
    if (pasting.placings.ways.empty())
        look.fonts.draw(
            list, {left, y + size},
            "These numbers do not fit there in any way. Select another place and paste again.",
            Font::Sans, size, packed(look.theme.text));
    for (std::size_t at = 0; at < pasting.placings.ways.size(); ++at) {
        const Placing& way = pasting.placings.ways[at];
        ImGui::SetCursorScreenPos({left, y});
        if (choice_button("pasting.way." + std::to_string(at), way.title, at == pasting.way, look))
            pasting.way = at;
        if (!way.sentence.empty())
            look.fonts.draw(list, {left + size * 0.6F, y + size * 2.55F},
                            figure::shortened(way.sentence, card.width - 3 * size, Font::Sans,
                                              size * 0.86F, measure(look.fonts)),
                            Font::Sans, size * 0.86F, packed(look.theme.dim_text));
        y += size * way_height;
    }
    const Answer answer =
        question_buttons("pasting", "Paste", !pasting.placings.ways.empty(), card, look);
    const bool is_beside = end_question(card);
    if (answer == Answer::Confirm)
        confirm_pasting(frame);
    else if (answer == Answer::Leave || is_beside)
        frame.ui.pasting.reset();
}

} // namespace app
