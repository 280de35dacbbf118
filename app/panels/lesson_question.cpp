// SPDX-License-Identifier: MIT
#include "app/panels/lesson_question.h"

#include "app/editing/editing.h"
#include "app/panels/over.h"
#include "app/panels/part_stop.h"
#include "app/presenting/asking.h"
#include "app/ui/line_field.h"
#include "core/figure/prose_layout.h"
#include "core/figure/word.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

/// Reserves room in the window, so that what follows is below.
Rect room(float width, float height) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, height});
    return {at.x, at.y, width, height};
}

void draw_text(const Look& look, const Prose& prose, Font font, float size, float width) {
    const figure::Measure measure_text = measure(look.fonts);
    figure::Figure text;
    text.background = look.theme.panel_background;
    figure::Drawing drawing{text, look.theme, measure_text};
    const float height =
        figure::draw_prose(drawing, {0, 0}, width, prose, {font, size, look.theme.text, 1.45F});
    text.size = {width, height};
    const Rect place = room(width, height);
    paint(text, *ImGui::GetWindowDrawList(), {place.x, place.y}, {0, 0, width, height}, look.fonts,
          look.textures);
}

/// Draws "1  cat" at the left of its button. The right answer has a thick frame once it is known.
void draw_choice(const Frame& frame, const Look& look, const figure::PageChoice& choice,
                 std::size_t at, Rect rect) {
    const float size = look.text;
    const bool is_asked = asks_for_choice(frame);
    const bool is_clicked = draw_button(rect, "", choice.is_right, look, is_asked);
    const std::string name = "question.choice." + std::to_string(at + 1);
    const bool is_entered = is_asked && stop_at(frame, look, {WindowPart::SidePanel, name},
                                                {rect.x, rect.y}, {rect.right(), rect.bottom()});
    if (is_clicked || is_entered)
        answer_by_choice(frame, at);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = rect.y + rect.height / 2;
    look.fonts.draw(list, {rect.x + 0.6F * size, middle}, std::to_string(at + 1), Font::Sans,
                    0.86F * size, packed(look.theme.dim_text));
    const std::string text = figure::shortened(choice.text, rect.width - 2.4F * size, Font::Sans,
                                               size, measure(look.fonts));
    look.fonts.draw(list, {rect.x + 1.7F * size, middle}, text,
                    choice.is_right ? Font::Bold : Font::Sans, size, packed(look.theme.text));
    look.note(name, {rect.x, rect.y}, {rect.right(), rect.bottom()});
}

/// Draws the choices side by side as far as they fit, then below.
void draw_choices(const Frame& frame, const Look& look,
                  const std::vector<figure::PageChoice>& choices, float width) {
    const float size = look.text, height = 1.9F * size, gap = 0.4F * size;
    std::vector<Rect> places;
    float x = 0, y = 0;
    for (const figure::PageChoice& choice : choices) {
        const float wide =
            std::min(width, look.fonts.width(choice.text, Font::Bold, size) + 2.6F * size);
        if (x > 0 && x + wide > width) {
            x = 0;
            y += height + gap;
        }
        places.push_back({x, y, wide, height});
        x += wide + gap;
    }
    if (choices.empty())
        return;
    const Rect all = room(width, y + height);
    for (std::size_t at = 0; at < choices.size(); ++at)
        draw_choice(frame, look, choices[at], at,
                    {all.x + places[at].x, all.y + places[at].y, places[at].width, height});
}

void draw_field(const Frame& frame, const Look& look, float width) {
    const float size = look.text;
    const Rect rect = room(std::min(width, 14 * size), 2 * size);
    const auto& editing = frame.ui.editing;
    const bool is_typed = editing && std::holds_alternative<AnswerTarget>(editing->target);
    const bool is_over =
        ImGui::IsWindowHovered() &&
        ImGui::IsMouseHoveringRect({rect.x, rect.y}, {rect.right(), rect.bottom()});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (is_typed)
        draw_line_field(list, rect, editing->line, {Font::Mono, size, false, "", editing->fault},
                        look);
    else
        draw_resting_field(list, rect, LineEdit{}, {Font::Mono, size, false, "a number", ""}, look);
    if (is_over)
        ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    const bool is_entered = stop_at(frame, look, {WindowPart::SidePanel, "question.field"},
                                    {rect.x, rect.y}, {rect.right(), rect.bottom()});
    if (!is_typed && (is_entered || (is_over && ImGui::IsMouseClicked(0))))
        begin_editing(frame, AnswerTarget{});
    look.note("question.field", {rect.x, rect.y}, {rect.right(), rect.bottom()});
    if (is_typed && !editing->fault.empty())
        room(width, 1.5F * size); // the fault is below the field
    if (is_typed)
        ImGui::SetScrollHereY(1);
}

} // namespace

void draw_lesson_question(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                          float width, const std::optional<Rect>& said) {
    const auto page = page_question(frame);
    if (!page)
        return;
    const float size = look.text;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.5F * size, 0.3F * size});
    ImGui::BeginGroup();
    draw_text(look, page->ask, Font::Bold, 1.05F * size, width);
    draw_choices(frame, look, page->choices, width);
    if (asks_for_number(frame))
        draw_field(frame, look, width);
    bool is_first = true;
    for (const auto& [id, label] :
         {std::pair{"lesson.hint", "Hint"}, {"lesson.answer", "Answer"}}) {
        const Action& offered = action(actions, id);
        if (!offered.is_enabled(frame))
            continue;
        if (!std::exchange(is_first, false))
            ImGui::SameLine();
        const bool is_clicked = ImGui::Button(label);
        if (stop_here(frame, look, WindowPart::SidePanel, id) || is_clicked)
            offered.run(frame);
        look.note_item(id);
    }
    if (!page->said.empty() && !said)
        draw_text(look, page->said, Font::Sans, size, width);
    ImGui::EndGroup();
    if (!page->said.empty() && said) {
        ImGui::SetCursorScreenPos({said->x, said->y});
        draw_text(look, page->said, Font::Sans, size, said->width);
    }
    ImGui::PopStyleVar();
}

} // namespace app
