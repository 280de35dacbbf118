// SPDX-License-Identifier: MIT
#include "app/panels/training_changes.h"

#include "app/explaining/comparing.h"
#include "app/explaining/pointing.h"
#include "app/learning/learning.h"
#include "core/document/model.h"
#include "core/document/written_place.h"
#include "core/figure/sheet_look.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

constexpr float list_width = 21, change_height = 1.45F; // in text sizes
constexpr std::size_t most_listed = 5;

struct Moved {
    Place place;
    Real before = 0, now = 0;

    Real by() const { return now - before; }
};

/// The learned numbers that moved furthest, sorted.
std::vector<Moved> furthest(const Document& before, const Document& now,
                            const std::vector<SheetId>& learned) {
    std::vector<Moved> all;
    for (const SheetId& sheet : learned) {
        const SharedMatrix* const from = input(before, sheet);
        const SharedMatrix* const to = input(now, sheet);
        if (!from || !to || (*from)->size() != (*to)->size())
            continue;
        for (Index row = 0; row < (*to)->rows(); ++row)
            for (Index column = 0; column < (*to)->cols(); ++column)
                if ((**from)(row, column) != (**to)(row, column))
                    all.push_back(
                        {{sheet, row, column}, (**from)(row, column), (**to)(row, column)});
    }
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(most_listed, all.size()));
    std::partial_sort(all.begin(), end, all.end(), [](const Moved& a, const Moved& b) {
        return std::abs(a.by()) > std::abs(b.by());
    });
    all.erase(end, all.end());
    return all;
}

} // namespace

float training_changes_width(float panel, const Look& look) {
    return panel >= 84 * look.text ? list_width * look.text : 0;
}

void draw_training_changes(const Frame& frame, const Look& look, Rect rect) {
    const Learning& learning = frame.ui.learning;
    const Before start = before(frame);
    if (rect.width <= 0 || !learning.begun || start.calculation != learning.begun || !learning.run)
        return;
    const float size = look.text, small = 0.93F * size, line = change_height * size;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({rect.x, rect.y}, {rect.x, rect.bottom()}, packed(look.theme.line));
    const float left = rect.x + 0.8F * size, right = rect.right() - 0.8F * size;
    float y = rect.y + 0.9F * size;
    look.fonts.draw(list, {left, y}, "What changed most since step 0", Font::Bold, small,
                    packed(look.theme.dim_text));
    y += 0.75F * size;
    const auto text_left_of = [&](float end, float middle, const std::string& said,
                                  figure::Colour colour) {
        look.fonts.draw(list, {end - look.fonts.width(said, Font::Mono, small), middle}, said,
                        Font::Mono, small, packed(colour));
    };
    const auto number = [&](Real value) { return figure::number_text(value, frame.view.numbers); };
    std::size_t which = 0;
    for (const Moved& moved :
         furthest(learning.begun->document, frame.document, learning.run->settings().learned)) {
        if (y + line > rect.bottom())
            break;
        const float middle = y + line / 2;
        ImGui::SetCursorScreenPos({left - 0.3F * size, y});
        ImGui::PushID(static_cast<int>(which));
        if (ImGui::InvisibleButton("moved", {right - left + 0.6F * size, line}))
            visit(frame, moved.place);
        ImGui::PopID();
        look.note_item("training.moved." + std::to_string(which++));
        if (ImGui::IsItemHovered()) {
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            point_at(frame, moved.place);
        }
        if (ImGui::IsItemHovered() || frame.view.selected == moved.place)
            list.AddRectFilled({left - 0.3F * size, y}, {right + 0.3F * size, y + line},
                               ImGui::GetColorU32(ImGuiCol_HeaderHovered), 0.3F * size);
        look.fonts.draw(list, {left, middle},
                        figure::shortened(place_text(frame.document, moved.place), 6.2F * size,
                                          Font::Sans, small, measure(look.fonts)),
                        Font::Sans, small, packed(look.theme.accent_text));
        text_left_of(left + 9.6F * size, middle, number(moved.before), look.theme.dim_text);
        text_left_of(left + 10.9F * size, middle, "→", look.theme.dim_text);
        text_left_of(left + 14.4F * size, middle, number(moved.now), look.theme.text);
        text_left_of(right, middle, (moved.by() > 0 ? "▲ " : "▼ ") + number(std::abs(moved.by())),
                     look.theme.text);
        y += line;
    }
}

} // namespace app
