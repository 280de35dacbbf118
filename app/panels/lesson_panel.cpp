// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/presenting/presenting.h"
#include "core/figure/prose_layout.h"

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

} // namespace

void draw_lesson(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                 figure::Rect rect) {
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::Begin("lesson", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const LessonState& lesson = *frame.ui.teaching.lesson;
    const LessonStep& step = lesson.current();

    button(frame, look, actions, "lesson.previous", "Back");
    ImGui::SameLine();
    button(frame, look, actions, "lesson.next", "Next");
    ImGui::SameLine();
    button(frame, look, actions, "present.start", "Present");
    ImGui::SameLine();
    button(frame, look, actions, "lesson.close", "Close");

    const figure::Measure measure_text = measure(look.fonts);
    figure::Figure text;
    text.background = look.theme.panel_background;
    figure::Drawing drawing{text, look.theme, measure_text};
    const float width = ImGui::GetContentRegionAvail().x, size = look.text;
    float y = 0.4F * size;
    const std::string count = "step " + std::to_string(lesson.step + 1) + " of " +
                              std::to_string(lesson.opened->lesson.steps.size());
    y += figure::draw_prose(drawing, {0, y}, width, {{lesson.opened->lesson.title + " · " + count}},
                            {Font::Sans, 0.86F * size, look.theme.dim_text, 1.4F});
    y += 0.3F * size;
    y += figure::draw_prose(drawing, {0, y}, width, {{step.title, Tone::Strong}},
                            {Font::Bold, 1.2F * size, look.theme.text, 1.3F});
    y += 0.4F * size;
    y += figure::draw_prose(drawing, {0, y}, width, lesson_prose(frame),
                            {Font::Sans, 1.05F * size, look.theme.text, 1.45F});
    text.size = {width, y};
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, y});
    paint(text, list, origin, {0, 0, width, y}, look.fonts, look.textures);
    list.AddLine({rect.x, rect.y}, {rect.x, rect.bottom()}, packed(look.theme.line));
    ImGui::End();
}

} // namespace app
