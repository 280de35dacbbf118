// SPDX-License-Identifier: MIT
#include "app/actions/actions.h"
#include "app/editing/editing.h"
#include "app/explaining/lighting.h"
#include "app/panels/above/bar.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/presenting/presenting.h"
#include "app/session/frame.h"
#include "app/ui/line_field.h"
#include "app/ui/look.h"
#include "core/figure/base/prose_layout.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace app {

// The question of a lesson's step, below its text: choices or a number field, feedback on answers,
// and buttons for a hint and for the solution.

/// Draws at the cursor of the lesson's window, `width` wide. Feedback goes into `said`, or below.
/// Draws nothing if the step has no question.
void draw_lesson_question(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                          float width, const std::optional<attn::figure::Rect>& said);

namespace {

using namespace attn;
using figure::Font;

void button(const Frame& frame, const Look& look, const std::vector<Action>& actions,
            const char* id, const char* label) {
    const Action& chosen = action(actions, id);
    const bool is_clicked = ImGui::Button(label), is_enabled = chosen.is_enabled(frame);
    if (is_enabled && (stop_here(frame, look, WindowPart::SidePanel, id) || is_clicked))
        chosen.run(frame);
    look.note_item(id);
}

struct LessonButton {
    const char* id;
    const char* label;
};
constexpr std::array<LessonButton, 4> lesson_buttons = {{{"lesson.previous", "Back"},
                                                         {"lesson.next", "Next"},
                                                         {"present.start", "Present"},
                                                         {"lesson.close", "Close"}}};

/// Next, or Finish in the last step.
const char* lesson_label(const LessonButton& one, const LessonState& lesson) {
    const bool is_last = lesson.step + 1 == lesson.opened->lesson.steps.size();
    return is_last && one.id == std::string_view("lesson.next") ? "Finish" : one.label;
}

constexpr float lesson_text = 1.15F; // the size of a step's letters: 16 at 100 %

float buttons_width(const Look& look, const LessonState& lesson) {
    const ImGuiStyle& style = ImGui::GetStyle();
    float width = -style.ItemSpacing.x;
    for (const LessonButton& one : lesson_buttons)
        width += look.fonts.width(lesson_label(one, lesson), Font::Sans, look.text) +
                 2 * style.FramePadding.x + style.ItemSpacing.x;
    return width;
}

void draw_lesson_buttons(const Frame& frame, const Look& look, const std::vector<Action>& actions) {
    for (const LessonButton& one : lesson_buttons) {
        if (one.id != lesson_buttons.front().id)
            ImGui::SameLine();
        button(frame, look, actions, one.id, lesson_label(one, *frame.ui.teaching.lesson));
    }
}

/// Draws the lesson's name, a button to leave it, and the progress.
void draw_head(const Frame& frame, const Look& look, const std::vector<Action>& actions,
               float width) {
    const LessonState& lesson = *frame.ui.teaching.lesson;
    const float size = look.text, high = ImGui::GetFrameHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    look.fonts.draw(list, {at.x, at.y + high / 2},
                    figure::shortened(figure::plain_text(lesson.opened->lesson.title),
                                      width - 2 * high, Font::Sans, 0.86F * size,
                                      measure(look.fonts)),
                    Font::Sans, 0.86F * size, packed(look.theme.dim_text));
    ImGui::SetCursorScreenPos({at.x + width - high, at.y});
    flatten();
    button(frame, look, actions, "lesson.close", "×");
    unflatten();
    const std::size_t count = lesson.opened->lesson.steps.size();
    const float gap = 0.35F * size, y = at.y + high + 0.3F * size;
    const float long_one = (width + gap) / static_cast<float>(count) - gap;
    float x = at.x;
    for (std::size_t step = 0; step < count; ++step, x += long_one + gap)
        list.AddRectFilled({x, y}, {x + std::max(1.0F, long_one), y + 0.24F * size},
                           packed(step <= lesson.step ? look.theme.accent : look.theme.line),
                           0.12F * size);
    ImGui::SetCursorScreenPos({at.x, y + size});
}

/// Draws Back, the step's number, Present and Next.
void draw_foot(const Frame& frame, const Look& look, const std::vector<Action>& actions,
               float width) {
    const LessonState& lesson = *frame.ui.teaching.lesson;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float padding = 2 * ImGui::GetStyle().FramePadding.x;
    const auto wide = [&](const std::string& label) {
        return look.fonts.width(label, Font::Sans, look.text) + padding;
    };
    const std::string next = lesson_label(lesson_buttons[1], lesson);
    button(frame, look, actions, "lesson.previous", "Back");
    const std::string where = std::to_string(lesson.step + 1) + " of " +
                              std::to_string(lesson.opened->lesson.steps.size());
    const float middle = at.x + (wide("Back") + width - wide(next) - wide("Present")) / 2;
    look.fonts.draw(*ImGui::GetWindowDrawList(),
                    {middle - (wide(where) - padding) / 2, at.y + ImGui::GetFrameHeight() / 2},
                    where, Font::Sans, 0.93F * look.text, packed(look.theme.dim_text));
    ImGui::SetCursorScreenPos(
        {at.x + width - wide(next) - wide("Present") - ImGui::GetStyle().ItemSpacing.x, at.y});
    button(frame, look, actions, "present.start", "Present");
    ImGui::SetCursorScreenPos({at.x + width - wide(next), at.y});
    for (const ImGuiCol part : {ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive})
        ImGui::PushStyleColor(part, vec4(look.theme.accent));
    ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.on_accent));
    button(frame, look, actions, "lesson.next", next.c_str());
    ImGui::PopStyleColor(4);
}

/// A phrase under the pointer is lit with its place; a click keeps the light, a second click
/// removes it. A phrase has several rectangles if it wraps or is named again. Beside the canvas
/// the keyboard reaches phrases too; on a presented page its keys step.
void point_at_phrases(const Frame& frame, const Look& look,
                      const std::vector<figure::PhraseRect>& phrases, ImVec2 origin,
                      bool may_point) {
    LessonState& lesson = *frame.ui.teaching.lesson;
    lesson.pointed_phrase = 0;
    std::vector<bool> is_noted(phrases.size() + 1, false);
    for (const figure::PhraseRect& phrase : phrases) {
        const ImVec2 from(origin.x + phrase.rect.x, origin.y + phrase.rect.y);
        const ImVec2 to(from.x + phrase.rect.width, from.y + phrase.rect.height);
        const std::string name = "lesson.phrase." + std::to_string(phrase.number);
        bool is_entered = false;
        if (phrase.number >= is_noted.size() || !is_noted[phrase.number]) {
            look.note(name, from, to);
            is_entered = !frame.ui.teaching.presenting &&
                         stop_at(frame, look, {WindowPart::SidePanel, name},
                                 {from.x - 2, from.y - 2}, {to.x + 2, to.y + 2});
            if (phrase.number < is_noted.size())
                is_noted[phrase.number] = true;
        }
        // A presented page is drawn outside of every window that could clip it.
        const bool is_clipped = !frame.ui.teaching.presenting;
        const bool is_pointed = may_point && ImGui::IsMouseHoveringRect(from, to, is_clipped);
        if (is_pointed) {
            lesson.pointed_phrase = phrase.number;
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        }
        if (is_entered || (is_pointed && ImGui::IsMouseClicked(0)))
            lesson.chosen_phrase = lesson.chosen_phrase == phrase.number ? 0 : phrase.number;
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
    ImGui::GetWindowDrawList()->AddLine({rect.x, rect.y}, {rect.x, rect.bottom()},
                                        packed(look.theme.line));
    LessonState& lesson = *frame.ui.teaching.lesson;
    const LessonStep& step = lesson.current();

    const figure::Measure measure_text = measure(look.fonts);
    figure::Figure text;
    text.background = look.theme.panel_background;
    figure::Drawing drawing{text, look.theme, measure_text};
    const float size = look.text, whole = ImGui::GetContentRegionAvail().x;
    const bool is_band = rect.width > 3 * rect.height;
    if (!is_band) { // The text scrolls between head and foot.
        draw_head(frame, look, actions, whole);
        const float foot =
            ImGui::GetFrameHeight() + 0.3F * size + 2 * ImGui::GetStyle().ItemSpacing.y + 1;
        ImGui::BeginChild("step", {whole, std::max(1.0F, ImGui::GetContentRegionAvail().y - foot)});
    }
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const std::string& title = lesson.opened->lesson.title;
    const std::string where = title + " · step " + std::to_string(lesson.step + 1) + " of " +
                              std::to_string(lesson.opened->lesson.steps.size());
    // The row above the spotlight has the step's title, its number and formula.
    const auto light = light_of(frame);
    const bool has_heading = !light || !light->lesson;
    float y = 0;
    if (is_band) { // one row for the heading and the buttons
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + width - buttons_width(look, lesson));
        draw_lesson_buttons(frame, look, actions);
        y += ImGui::GetFrameHeight() + 0.4F * size;
        const float room = width - buttons_width(look, lesson) - size;
        figure::draw_prose(drawing, {0, 0.1F * size}, room,
                           has_heading ? Prose{{step.title, Tone::Strong}, {"  " + where}}
                                       : Prose{{title}},
                           {Font::Sans, size, look.theme.text, 1.4F});
    } else if (has_heading) {
        y += figure::draw_prose(drawing, {0, y}, width, {{step.title, Tone::Strong}},
                                {Font::Bold, 1.3F * size, look.theme.text, 1.3F});
        y += 0.4F * size;
    }
    if (has_heading)
        look.note("lesson.heading", origin, {origin.x + width, origin.y + y});
    // In a band the question is beside the text.
    const bool is_beside = is_band && step.question;
    const float text_width = is_beside ? 0.5F * width : width;
    const float question_top = y;
    std::vector<figure::PhraseRect> phrases;
    y += figure::draw_prose(
        drawing, {0, y}, text_width, lesson_prose(frame),
        {Font::Sans, lesson_text * size, look.theme.text, 1.5F, &phrases, lesson.lit_phrase()});
    text.size = {width, y};
    ImGui::Dummy({width, std::max(0.0F, y - ImGui::GetCursorScreenPos().y + origin.y)});
    paint(text, *ImGui::GetWindowDrawList(), origin, {0, 0, width, y}, look.fonts, look.textures);
    point_at_phrases(frame, look, phrases, origin, ImGui::IsWindowHovered());
    if (is_beside)
        ImGui::SetCursorScreenPos({origin.x + text_width + 1.5F * size, origin.y + question_top});
    else
        ImGui::Dummy({width, 0.5F * size});
    draw_lesson_question(
        frame, look, actions, is_beside ? width - text_width - 1.5F * size : width,
        is_beside ? std::optional(figure::Rect{origin.x, origin.y + y + 0.4F * size, text_width, 0})
                  : std::nullopt);
    if (!is_band) {
        ImGui::EndChild();
        ImGui::Dummy({1, 0.3F * size});
        draw_foot(frame, look, actions, whole);
    }
    ImGui::End();
}

namespace {

using figure::Font;
using figure::Rect;

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
    draw_prose(look, page->ask, Font::Bold, 1.05F * size, width);
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
        draw_prose(look, page->said, Font::Sans, size, width);
    ImGui::EndGroup();
    if (!page->said.empty() && said) {
        ImGui::SetCursorScreenPos({said->x, said->y});
        draw_prose(look, page->said, Font::Sans, size, said->width);
    }
    ImGui::PopStyleVar();
}

using Blank = Presenting::Blank;

namespace {

/// A ring around the pointer, which is small on a large screen.
void draw_ring(const Look& look, ImVec2 screen) {
    const ImVec2 at = ImGui::GetIO().MousePos;
    if (!ImGui::IsMousePosValid(&at))
        return;
    const float radius = 0.03F * screen.y;
    attn::figure::Colour inside = look.theme.query;
    inside.alpha = 70;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.AddCircleFilled(at, radius, packed(inside), 48);
    list.AddCircle(at, radius, packed(look.theme.query), 48, 0.003F * screen.y);
}

/// A click on an answer of a presented question counts a vote, as its number does.
void vote_by_click(const Frame& frame, const Look& look, const std::vector<figure::Rect>& choices,
                   ImVec2 origin, bool may_point) {
    for (std::size_t at = 0; at < choices.size(); ++at) {
        const ImVec2 from(origin.x + choices[at].x, origin.y + choices[at].y);
        const ImVec2 to(from.x + choices[at].width, from.y + choices[at].height);
        look.note("presented.choice." + std::to_string(at + 1), from, to);
        if (!may_point || !ImGui::IsMouseHoveringRect(from, to, false))
            continue;
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (ImGui::IsMouseClicked(0))
            count_guess(frame, at);
    }
}

} // namespace

CanvasPlace draw_presentation(const Frame& frame, const Look& look,
                              const attn::figure::Figure& page,
                              const std::vector<attn::figure::PhraseRect>& phrases,
                              const std::vector<attn::figure::Rect>& choices) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    Presenting& presenting = *frame.ui.teaching.presenting;
    CanvasPlace place;
    if (presenting.blank == Blank::None) {
        place = draw_canvas(frame, look, {}, page, {0, 0, screen.x, screen.y});
        const bool may_point = !presenting.is_pointer_hidden &&
                               !ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId |
                                                                ImGuiPopupFlags_AnyPopupLevel);
        if (frame.ui.teaching.lesson) {
            point_at_phrases(frame, look, phrases, {place.origin.x, place.origin.y}, may_point);
            vote_by_click(frame, look, choices, {place.origin.x, place.origin.y}, may_point);
        }
    } else {
        ImGui::GetBackgroundDrawList()->AddRectFilled({0, 0}, screen,
                                                      presenting.blank == Blank::Black
                                                          ? IM_COL32(0, 0, 0, 255)
                                                          : IM_COL32(255, 255, 255, 255));
        if (ImGui::IsMouseClicked(0))
            presenting.blank = Blank::None;
    }
    if (presenting.is_pointer_hidden || presenting.blank != Blank::None)
        ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    else if (presenting.has_ring)
        draw_ring(look, screen);
    return place;
}

} // namespace app
