// SPDX-License-Identifier: MIT
#include "app/panels/lesson_question.h"
#include "app/panels/panels.h"
#include "app/presenting/presenting.h"
#include "core/figure/prose_layout.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace app {
namespace {

using namespace attn;
using figure::Font;

void button(const Frame& frame, const Look& look, const std::vector<Action>& actions,
            const char* id, const char* label) {
    const Action& chosen = action(actions, id);
    if (ImGui::Button(label) && chosen.is_enabled(frame))
        chosen.run(frame);
    look.note_item(id);
}

struct LessonButton {
    const char* id;
    const char* label;
};
constexpr std::array<LessonButton, 4> buttons = {{{"lesson.previous", "Back"},
                                                  {"lesson.next", "Next"},
                                                  {"present.start", "Present"},
                                                  {"lesson.close", "Close"}}};

float buttons_width(const Look& look) {
    const ImGuiStyle& style = ImGui::GetStyle();
    float width = -style.ItemSpacing.x;
    for (const LessonButton& one : buttons)
        width += look.fonts.width(one.label, Font::Sans, look.text) + 2 * style.FramePadding.x +
                 style.ItemSpacing.x;
    return width;
}

void draw_buttons(const Frame& frame, const Look& look, const std::vector<Action>& actions) {
    for (const LessonButton& one : buttons) {
        if (one.id != buttons.front().id)
            ImGui::SameLine();
        button(frame, look, actions, one.id, one.label);
    }
}

/// A pin under the pointer rings its place; a click keeps the ring, a second one takes it away.
void point_at_pins(LessonState& lesson, const Look& look, const std::vector<figure::PinRect>& pins,
                   ImVec2 origin) {
    lesson.pointed_pin = 0;
    for (const figure::PinRect& pin : pins) {
        const ImVec2 from(origin.x + pin.rect.x, origin.y + pin.rect.y);
        const ImVec2 to(from.x + pin.rect.width, from.y + pin.rect.height);
        look.note("lesson.pin." + std::to_string(pin.number), from, to);
        if (lesson.ringed_pin() == pin.number)
            ImGui::GetWindowDrawList()->AddRect({from.x - 2, from.y - 2}, {to.x + 2, to.y + 2},
                                                packed(look.theme.accent), to.x - from.x, 0, 2);
        if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(from, to))
            continue;
        lesson.pointed_pin = pin.number;
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (ImGui::IsMouseClicked(0))
            lesson.chosen_pin = lesson.chosen_pin == pin.number ? 0 : pin.number;
    }
}

} // namespace

void draw_lesson(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                 figure::Rect rect) {
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::Begin("lesson", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    LessonState& lesson = *frame.ui.teaching.lesson;
    const LessonStep& step = lesson.current();

    const figure::Measure measure_text = measure(look.fonts);
    figure::Figure text;
    text.background = look.theme.panel_background;
    figure::Drawing drawing{text, look.theme, measure_text};
    const float width = ImGui::GetContentRegionAvail().x, size = look.text;
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const std::string where = lesson.opened->lesson.title + " · step " +
                              std::to_string(lesson.step + 1) + " of " +
                              std::to_string(lesson.opened->lesson.steps.size());
    const bool is_band = rect.width > 3 * rect.height;
    if (is_band) // One row for the heading and the buttons.
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + width - buttons_width(look));
    draw_buttons(frame, look, actions);
    float y = ImGui::GetFrameHeight() + 0.4F * size;
    if (is_band) {
        const float room = width - buttons_width(look) - size;
        figure::draw_prose(drawing, {0, 0.1F * size}, room,
                           {{step.title, Tone::Strong}, {"  " + where}},
                           {Font::Sans, size, look.theme.text, 1.4F});
    } else {
        y += 0.2F * size;
        y += figure::draw_prose(drawing, {0, y}, width, {{where}},
                                {Font::Sans, 0.86F * size, look.theme.dim_text, 1.4F});
        y += 0.3F * size;
        y += figure::draw_prose(drawing, {0, y}, width, {{step.title, Tone::Strong}},
                                {Font::Bold, 1.2F * size, look.theme.text, 1.3F});
        y += 0.4F * size;
    }
    // In a band the question stands beside the text.
    const bool is_beside = is_band && step.question;
    const float text_width = is_beside ? 0.5F * width : width;
    const float question_top = y;
    std::vector<figure::PinRect> pins;
    y += figure::draw_prose(
        drawing, {0, y}, text_width, lesson_prose(frame),
        {Font::Sans, (is_band ? 1.0F : 1.05F) * size, look.theme.text, 1.45F, &pins});
    text.size = {width, y};
    ImGui::Dummy({width, std::max(0.0F, y - ImGui::GetCursorScreenPos().y + origin.y)});
    paint(text, list, origin, {0, 0, width, y}, look.fonts, look.textures);
    point_at_pins(lesson, look, pins, origin);
    if (is_beside)
        ImGui::SetCursorScreenPos({origin.x + text_width + 1.5F * size, origin.y + question_top});
    else
        ImGui::Dummy({width, 0.5F * size});
    draw_lesson_question(
        frame, look, actions, is_beside ? width - text_width - 1.5F * size : width,
        is_beside ? std::optional(figure::Rect{origin.x, origin.y + y + 0.4F * size, text_width, 0})
                  : std::nullopt);
    list.AddLine({rect.x, rect.y}, {rect.x, rect.bottom()}, packed(look.theme.line));
    ImGui::End();
}

} // namespace app
