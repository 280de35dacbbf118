// SPDX-License-Identifier: MIT
// The editor of a lesson, in the place where a lesson is told: its steps, the fields of the open
// one, and how its text reads now.
#include "app/actions/actions.h"
#include "app/authoring/authoring.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/presenting/presenting.h"
#include "app/session/frame.h"
#include "app/ui/compat.h"
#include "app/ui/line_field.h"
#include "app/ui/look.h"
#include "app/ui/text_field.h"
#include "core/base/utf8.h"
#include "core/figure/base/text.h"
#include "core/io/journal/machine.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Rect;
using FieldKind = LessonField::Kind;

/// The name of a field for tests: "writing.text", "writing.choice.1".
std::string field_name(const LessonField& field) {
    const std::string number = "." + std::to_string(field.at + 1);
    switch (field.kind) {
    case FieldKind::Steps:
        return "writing.steps";
    case FieldKind::Lesson:
        return "writing.lesson";
    case FieldKind::Title:
        return "writing.title";
    case FieldKind::Text:
        return "writing.text";
    case FieldKind::Shown:
        return "writing.shown";
    case FieldKind::Asks:
        return "writing.asks";
    case FieldKind::Ask:
        return "writing.ask";
    case FieldKind::Choice:
        return "writing.choice" + number;
    case FieldKind::Answer:
        return "writing.answer";
    case FieldKind::Place:
        return "writing.place";
    case FieldKind::Within:
        return "writing.within";
    case FieldKind::Hint:
        return "writing.hint" + number;
    case FieldKind::Notes:
        return "writing.notes";
    }
    return "";
}

std::string field_label(const Writing& writing, std::size_t step, const LessonField& field) {
    switch (field.kind) {
    case FieldKind::Steps:
        return "Steps";
    case FieldKind::Lesson: {
        const std::string name =
            writing.path.empty() ? "not saved yet" : printable(io::name_of(writing.path), 30);
        return "Lesson · " + name + " · about " + std::to_string(reading_minutes(writing.lesson)) +
               " min";
    }
    case FieldKind::Title:
        return "Title of step " + std::to_string(step + 1);
    case FieldKind::Text:
        return "Text";
    case FieldKind::Shown:
        return "Presented beside the text";
    case FieldKind::Asks:
        return "Ask for";
    case FieldKind::Ask:
        return "The question";
    case FieldKind::Choice:
        return field.at == 0 ? "Answers to choose from" : "";
    case FieldKind::Answer:
        return "The right one, as it reads";
    case FieldKind::Place: {
        const auto& question = writing.lesson.steps[step].question;
        return question && question->kind == LessonQuestion::Kind::Word
                   ? "The word of the largest number in the line that you click"
               : question && question->kind == LessonQuestion::Kind::Cell
                   ? "The number that is made of it: click it"
                   : "The number: click it";
    }
    case FieldKind::Within:
        return "How far off an answer may be; empty: as shown";
    case FieldKind::Hint:
        return field.at == 0 ? "Hints" : "";
    case FieldKind::Notes:
        return "Notes for the speaker";
    }
    return "";
}

std::string field_hint(const LessonField& field) {
    switch (field.kind) {
    case FieldKind::Text:
        return "Click numbers to write them; Alt+click points at them";
    case FieldKind::Choice:
        return "another answer";
    case FieldKind::Hint:
        return "a hint";
    case FieldKind::Notes:
        return "What only you see";
    case FieldKind::Within:
        return "0.005";
    default:
        return "";
    }
}

/// Draws the parts of the editor one below the other.
struct LessonEditor {
    const Frame& frame;
    const Look& look;
    const std::vector<Action>& actions;
    /// What changes steps and fields is done once all are drawn.
    std::vector<std::function<void()>>& after;
    Writing& writing = *frame.ui.teaching.writing;
    LessonState& lesson = *frame.ui.teaching.lesson;
    std::size_t step = lesson.step;
    float size = look.text;

    float width() const { return ImGui::GetContentRegionAvail().x; }
    bool has_keys(const LessonField& field) const {
        return writes_with_keys(frame.ui) && writing.field == field;
    }
    Rect room(float height) const { return app::room(width(), height); }
    void gap(float height) const { ImGui::Dummy({1, height}); }

    void say(const std::string& text, figure::Colour colour) const {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float wide = width();
        const float high = draw_wrapped(ImGui::GetWindowDrawList(), at, wide, text, Font::Sans,
                                        0.86F * size, packed(colour), look);
        ImGui::Dummy({wide, high});
    }
    void label(const LessonField& field) const {
        const std::string text = field_label(writing, step, field);
        if (text.empty())
            return;
        const bool has_bar =
            field.kind == FieldKind::Text || (is_lesson_text(field) && has_keys(field));
        const Rect at = room((has_bar ? 1.7F : 1.5F) * size);
        look.fonts.draw(*ImGui::GetWindowDrawList(), {at.x, at.y + at.height / 2}, text, Font::Sans,
                        0.86F * size, packed(look.theme.dim_text));
        if (has_bar)
            formatting_bar(field, at);
    }
    bool button(const Rect& rect, const std::string& name, const std::string& text,
                bool is_marked = false, bool is_enabled = true) const {
        look.note(name, {rect.x, rect.y}, {rect.right(), rect.bottom()});
        return draw_button(rect, text, is_marked, look, is_enabled);
    }
    void run(const char* id) const {
        const Action& chosen = action(actions, id);
        if (chosen.is_enabled(frame))
            after.emplace_back([this, &chosen] { chosen.run(frame); });
    }

    void fault(const LessonField& field) const {
        if (const std::string why = lesson_field_fault(writing, step, field); !why.empty())
            say(why,
                is_still_to_write(writing, step, field) ? look.theme.dim_text : look.theme.error);
    }

    void line(const LessonField& field) const {
        const Rect rect = room(2 * size);
        const bool is_typed = has_keys(field);
        const LineEdit shown{lesson_field_text(writing, step, field)};
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const FieldStyle style{Font::Sans, size, false, field_hint(field), ""};
        if (is_typed)
            draw_line_field(list, rect, writing.edit.line, style, look);
        else
            draw_resting_field(list, rect, shown, style, look);
        look.note(field_name(field), {rect.x, rect.y}, {rect.right(), rect.bottom()});
        if (!is_over(rect))
            return;
        ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
        if (!ImGui::IsMouseClicked(0))
            return;
        if (!is_typed)
            enter_lesson_field(frame, field);
        writing.edit.line.caret = writing.edit.line.anchor =
            caret_at(ImGui::GetIO().MousePos.x, rect, writing.edit.line, style, look);
    }
    bool is_over(const Rect& rect) const {
        return ImGui::IsWindowHovered() && !frame.ui.cards.palette && !frame.ui.cards.help_open &&
               ImGui::IsMouseHoveringRect({rect.x, rect.y}, {rect.right(), rect.bottom()});
    }

    void text(const LessonField& field, std::size_t least) const {
        const bool is_typed = has_keys(field);
        TextEdit resting = text_edit(lesson_field_text(writing, step, field));
        resting.line.caret = resting.line.anchor = 0;
        TextEdit& edit = is_typed ? writing.edit : resting;
        std::size_t first = is_typed ? writing.first_row : 0;
        const float high = text_field_height(look, width(), edit, least, 9);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        // What is wrong stands in braces, as it is written.
        const std::string why = lesson_field_fault(writing, step, field);
        const std::string wrong = why.starts_with('{') ? why.substr(0, why.find('}') + 1) : "";
        const bool is_held =
            draw_text_field(look, {at.x, at.y, width(), high}, field_name(field), edit, first,
                            {is_typed, field_hint(field), wrong, true});
        if (is_typed) {
            writing.first_row = first;
        } else if (is_held) {
            enter_lesson_field(frame, field);
            writing.edit.line.caret = resting.line.caret;
            writing.edit.line.anchor = resting.line.anchor;
        }
    }

    /// The text as it reads now.
    void preview(const LessonText& written) const {
        if (written.source.empty() || !written.fault.empty() || !frame.is_shown())
            return;
        const Calculation& shown = frame.shown();
        const auto prose =
            filled(*lesson.opened, step, written, shown.document, shown.trace, frame.view);
        if (!prose)
            return; // Its fault is told.
        const ImVec2 from = ImGui::GetCursorScreenPos();
        const float inside = width() - size;
        ImGui::SetCursorScreenPos({from.x + 0.8F * size, from.y + 0.3F * size});
        const float high = draw_prose(look, *prose, Font::Sans, size, inside, true).height;
        ImGui::SetCursorScreenPos(from);
        const Rect at = room(high + 0.6F * size);
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y}, {at.x + 0.2F * size, at.bottom()},
                                                  packed(look.theme.accent));
        look.note("writing.preview", {at.x, at.y}, {at.right(), at.bottom()});
    }

    void link(const LessonField& field) const {
        if (!has_keys(field) || !writing.link)
            return;
        const std::string says = writing.link->says + "; link it?  Enter";
        const Rect at = room(1.9F * size);
        if (button(at, "writing.link", says, true))
            after.emplace_back([this] { take_number_link(frame); });
    }

    /// A list to choose from. It opens by a click or by Space.
    void choice(const LessonField& field) const {
        const LessonChoices choices = lesson_choices(frame, field);
        const Rect rect = room(1.9F * size);
        const std::string name = field_name(field), id = "##" + name;
        std::optional<LessonList>& list = writing.list;
        const auto is_its = [&] { return list && list->field == field; };
        if (is_its() && !list->is_drawn)
            compat::open_combo(id.c_str());
        look.note(name, {rect.x, rect.y}, {rect.right(), rect.bottom()});
        const ImVec2 below = ImGui::GetCursorScreenPos();
        ImGui::SetCursorScreenPos({rect.x, rect.y});
        ImGui::SetNextItemWidth(rect.width);
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                            {0.6F * size, (rect.height - ImGui::GetFontSize()) / 2});
        const std::string now = figure::shortened(choices.now, rect.width - 3 * size, Font::Sans,
                                                  size, measure(look.fonts));
        const bool is_open =
            ImGui::BeginCombo(id.c_str(), now.c_str(), ImGuiComboFlags_HeightLargest);
        ImGui::PopStyleVar();
        if (is_open)
            entries(field, choices);
        else if (is_its())
            list.reset();
        if (has_keys(field))
            ImGui::GetWindowDrawList()->AddRect({rect.x, rect.y}, {rect.right(), rect.bottom()},
                                                packed(look.theme.accent), 0.3F * size, 0,
                                                std::max(1.5F, 0.14F * size));
        ImGui::SetCursorScreenPos(below);
    }
    /// The entries of the open list. The keyboard marks one, the pointer chooses one.
    void entries(const LessonField& field, const LessonChoices& choices) const {
        std::optional<LessonList>& list = writing.list;
        if (!list || list->field != field) { // a click opened it
            enter_lesson_field(frame, field);
            open_lesson_list(frame, field);
        }
        const bool was_marked = list->is_drawn;
        list->is_drawn = true;
        for (std::size_t at = 0; at < choices.names.size(); ++at) {
            const bool is_marked = at == list->marked;
            if (ImGui::Selectable(choices.names[at].c_str(), is_marked))
                after.emplace_back([this, field, at] { choose_in_lesson(frame, field, at); });
            if (ImGui::IsItemVisible())
                look.note_item(field_name(field) + "." + std::to_string(at + 1));
            if (is_marked && (!was_marked || !ImGui::IsItemVisible()))
                ImGui::SetScrollHereY();
        }
        if (list->is_closing || look.escape) {
            ImGui::CloseCurrentPopup();
            list.reset();
        }
        ImGui::EndCombo();
    }

    /// The buttons that format a text, at the right of its label.
    void formatting_bar(const LessonField& field, const Rect& row) const {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float wide = 2 * size, letters = 0.93F * size;
        const float middle = row.y + row.height / 2;
        float x = row.right() - static_cast<float>(formattings().size()) * wide;
        for (const FormattingInfo& one : formattings()) {
            const Rect rect{x, row.y, wide, row.height};
            x += wide;
            const ImVec2 from(rect.x, rect.y), to(rect.right(), rect.bottom());
            look.note(field_name(field) + "." + one.id, from, to);
            const bool is_pointed = is_over(rect);
            if (is_pointed) {
                list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_ButtonHovered),
                                   0.3F * size);
                ImGui::SetTooltip("%s  %s", one.name, to_text(one.key).c_str());
            }
            const ImU32 colour = packed(look.theme.text);
            const auto write = [&](std::string_view text, Font font, float right, float down,
                                   float em) {
                look.fonts.draw(list, {rect.x + right, middle + down}, text, font, em, colour);
            };
            const auto in_the_middle = [&](std::string_view text, Font font) {
                write(text, font, (wide - look.fonts.width(text, font, letters)) / 2, 0, letters);
            };
            switch (one.formatting) {
            case Formatting::Bold:
                in_the_middle("B", Font::Bold);
                break;
            case Formatting::List:
                for (const float down : {-0.36F, 0.0F, 0.36F}) {
                    const float y = middle + down * size, left = rect.x + 0.55F * size;
                    list.AddCircleFilled({left, y}, 0.09F * size, colour);
                    list.AddLine({left + 0.3F * size, y}, {rect.right() - 0.45F * size, y}, colour,
                                 std::max(1.0F, 0.09F * size));
                }
                break;
            case Formatting::Code:
                in_the_middle("<>", Font::Mono);
                break;
            case Formatting::Lowered: {
                const float small = 0.72F * letters;
                const float first = look.fonts.width("W", Font::Sans, letters);
                const float left = (wide - first - look.fonts.width("Q", Font::Sans, small)) / 2;
                write("W", Font::Sans, left, 0, letters);
                write("Q", Font::Sans, left + first, 0.22F * letters, small);
                break;
            }
            }
            if (is_pointed && ImGui::IsMouseClicked(0))
                after.emplace_back([this, field, formatting = one.formatting] {
                    format_lesson_text(frame, field, formatting);
                });
        }
    }

    void steps() const {
        const LessonField field{FieldKind::Steps};
        constexpr std::size_t most_rows = 6;
        const std::size_t count = writing.lesson.steps.size();
        const std::size_t shown = std::min(count, most_rows);
        const std::size_t first = std::min(
            writing.drag ? writing.drag->first : (step > most_rows / 2 ? step - most_rows / 2 : 0),
            count - shown);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float high = 1.9F * size, side = 1.9F * size;
        std::vector<Rect> rows;
        for (std::size_t at = first; at < first + shown; ++at) {
            const Rect row = room(high);
            rows.push_back(row);
            const ImVec2 from(row.x, row.y), to(row.right(), row.bottom());
            const bool is_open = at == step;
            if (is_open)
                list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_Header), 0.3F * size);
            list.AddRect(from, to,
                         packed(is_open && has_keys(field) ? look.theme.accent : look.theme.line),
                         0.3F * size, 0, is_open && has_keys(field) ? 2.0F : 1.0F);
            const float middle = row.y + high / 2;
            const float buttons = is_open ? 4 * side : 0;
            const bool is_faulty = !lesson_step_faults(writing, at).empty();
            look.fonts.draw(list, {row.x + 0.6F * size, middle}, std::to_string(at + 1), Font::Sans,
                            0.86F * size, packed(look.theme.dim_text));
            if (is_faulty)
                list.AddCircleFilled({row.x + 1.9F * size, middle}, 0.25F * size,
                                     packed(is_step_still_to_write(writing, at)
                                                ? look.theme.dim_text
                                                : look.theme.error));
            const std::string title = figure::shortened(
                figure::plain_text(writing.lesson.steps[at].title), row.width - buttons - 3 * size,
                Font::Sans, size, measure(look.fonts));
            look.fonts.draw(list, {row.x + 2.4F * size, middle}, title,
                            is_open ? Font::Bold : Font::Sans, size, packed(look.theme.text));
            const std::string name = "writing.step." + std::to_string(at + 1);
            look.note(name, from, {row.right() - buttons, row.bottom()});
            if (is_open)
                step_buttons({row.right() - buttons, row.y, buttons, high}, count);
            const Rect pressed{row.x, row.y, row.width - buttons, high};
            if (!is_over(pressed) || !ImGui::IsMouseClicked(0))
                continue;
            if (at != step)
                frame.outbox.post(ShowLessonStep{at});
            enter_lesson_field(frame, field);
            writing.drag = StepDrag{at, first};
        }
        if (writing.drag)
            drag_step(rows, first);
    }
    /// Moves the held step to the row below the pointer once the button is let go. Above the first
    /// row and below the last the list scrolls as the pointer moves.
    void drag_step(const std::vector<Rect>& rows, std::size_t first) const {
        StepDrag& drag = *writing.drag;
        const ImGuiIO& io = ImGui::GetIO();
        const std::size_t count = writing.lesson.steps.size();
        if (drag.step >= count || rows.empty()) {
            writing.drag.reset();
            return;
        }
        drag.is_moving = drag.is_moving || ImGui::IsMouseDragging(0, 0.3F * size);
        const float y = io.MousePos.y;
        const auto below = std::find_if(rows.begin(), rows.end(),
                                        [&](const Rect& row) { return y < row.bottom(); });
        const auto row =
            below == rows.end() ? rows.size() - 1 : static_cast<std::size_t>(below - rows.begin());
        const std::size_t to = first + row;
        if (!ImGui::IsMouseDown(0)) {
            const StepDrag held = *std::exchange(writing.drag, std::nullopt);
            if (held.is_moving)
                after.emplace_back([this, held, to] { move_lesson_step_to(frame, held.step, to); });
            return;
        }
        if (!drag.is_moving)
            return;
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
        if (io.MouseDelta.y < 0 && y < rows.front().y && first > 0)
            drag.first = first - 1;
        else if (io.MouseDelta.y > 0 && below == rows.end() && first + rows.size() < count)
            drag.first = first + 1;
        if (to == drag.step)
            return;
        const float edge = to < drag.step ? rows[row].y : rows[row].bottom();
        ImGui::GetWindowDrawList()->AddRectFilled({rows[row].x, edge - 0.12F * size},
                                                  {rows[row].right(), edge + 0.12F * size},
                                                  packed(look.theme.accent));
    }
    void step_buttons(const Rect& rect, std::size_t count) const {
        struct StepButton {
            const char* id;
            const char* label;
            bool is_enabled;
        };
        const std::array<StepButton, 4> list = {{{"write.up", "↑", step > 0},
                                                 {"write.down", "↓", step + 1 < count},
                                                 {"write.copy", "+", true},
                                                 {"write.remove", "×", count > 1}}};
        const float wide = rect.width / static_cast<float>(list.size());
        for (std::size_t at = 0; at < list.size(); ++at)
            if (button({rect.x + static_cast<float>(at) * wide, rect.y, wide, rect.height},
                       list[at].id, list[at].label, false, list[at].is_enabled))
                run(list[at].id);
    }

    void taking() const {
        const Rect row = room(1.9F * size);
        const std::string update = "Update step";
        const float wide = button_width(update, look);
        const float left = row.width - wide - 0.4F * size;
        const std::string add = "Add what is shown as a step";
        const bool has_room = button_width(add, look) <= left;
        if (button({row.x, row.y, left, row.height}, "write.add", has_room ? add : "Add step"))
            run("write.add");
        if (button({row.right() - wide, row.y, wide, row.height}, "write.update", update,
                   is_lesson_step_changed(frame)))
            run("write.update");
        if (const std::string kept = kept_by_lesson_step(frame); !kept.empty())
            say("Keeps: " + kept, look.theme.dim_text);
    }

    /// What the answer is now.
    void answer() const {
        if (!frame.is_shown())
            return;
        const Calculation& exact = frame.exact();
        const auto found = asked(*lesson.opened, step, exact.document, exact.trace, frame.view);
        if (!found)
            return;
        const Rect at = room(1.5F * size);
        look.fonts.draw(*ImGui::GetWindowDrawList(), {at.x, at.y + 0.75F * size},
                        "Now: " + figure::plain_text(to_text(found->answer)), Font::Sans, size,
                        packed(look.theme.text));
        look.note("writing.answer_now", {at.x, at.y}, {at.right(), at.bottom()});
        const auto answer = lesson_answer(frame);
        if (!answer)
            return;
        say(answer->is_covered ? "It is covered until it is answered."
                               : "The class can read it from this step.",
            look.theme.dim_text);
        const Rect row = room(1.9F * size);
        const std::string cover =
            answer->is_covered ? "Uncover it" : "Cover it until it is answered";
        if (button({row.x, row.y, std::min(row.width, button_width(cover, look)), row.height},
                   "write.cover", cover))
            run("write.cover");
    }

    void part(const LessonField& field) const {
        label(field);
        if (field.kind == FieldKind::Steps)
            steps();
        else if (is_lesson_list(field))
            choice(field);
        else if (is_lesson_text(field))
            text(field, field.kind == FieldKind::Text ? 4 : field.kind == FieldKind::Notes ? 2 : 1);
        else
            line(field);
        link(field);
        fault(field);
        const LessonStep& open = writing.lesson.steps[step];
        if (field.kind == FieldKind::Text)
            preview(open.text);
        else if (field.kind == FieldKind::Ask && open.question)
            preview(open.question->ask);
        else if (field.kind == FieldKind::Notes && has_keys(field))
            preview(open.notes);
        if (field.kind == FieldKind::Steps)
            taking();
        const bool ends_question =
            field.kind == FieldKind::Answer || field.kind == FieldKind::Place;
        if (ends_question && open.question)
            answer();
        // A field that was clicked is in view, and what is below a held button stays there.
        if (has_keys(field) && is_new_field() && ImGui::GetScrollMaxY() > 0 &&
            !ImGui::IsMouseDown(0))
            ImGui::SetScrollHereY(0.5F);
        gap(0.35F * size);
    }
    /// Whether the keyboard came to another field since the last frame.
    bool is_new_field() const {
        ImGuiStorage& memory = *ImGui::GetStateStorage();
        const ImGuiID key = ImGui::GetID("field");
        const int now =
            static_cast<int>(writing.field.kind) * 100 + static_cast<int>(writing.field.at) + 1;
        return std::exchange(*memory.GetIntRef(key, 0), now) != now;
    }

    void foot() const {
        const Rect row = room(2 * size);
        const float gap_between = 0.5F * size;
        float x = row.x;
        const auto next = [&](const char* id, const std::string& text, bool is_marked) {
            const float wide = button_width(text, look);
            if (button({x, row.y, wide, row.height}, id, text, is_marked))
                run(id);
            x += wide + gap_between;
        };
        next("present.start", "Present", false);
        next("lesson.close", "Close", false);
        x = row.right() - button_width("Save", look);
        next("write.save", "Save", writing.is_unsaved);
    }
};

} // namespace

float lesson_editor_width(const Look& look, float window) {
    return std::clamp(0.3F * window, 24 * look.text, 34 * look.text);
}

void draw_lesson_editor(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                        Rect rect) {
    follow_lesson_step(frame);
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::Begin("lesson editor", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::GetWindowDrawList()->AddLine({rect.x, rect.y}, {rect.x, rect.bottom()},
                                        packed(look.theme.line));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.3F * look.text, 0.2F * look.text});
    // F6 comes to the editor as to any part; there Tab goes from field to field.
    const bool is_entered = frame.ui.parts.at == WindowPart::SidePanel;
    (void)stop_at(frame, look, {WindowPart::SidePanel, "writing"}, {rect.x, rect.y},
                  {rect.right(), rect.bottom()});
    // The canvas decides itself what a click on it means for the editor.
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (ImGui::IsMouseClicked(0) && (mouse.y < rect.y || mouse.y > rect.bottom()))
        leave_lesson_fields(frame);
    std::vector<std::function<void()>> after;
    const LessonEditor editor{frame, look, actions, after};
    if (is_entered)
        enter_lesson_field(frame, editor.writing.field);
    const float foot = 2.9F * look.text;
    ImGui::BeginChild("fields", {0, std::max(1.0F, ImGui::GetContentRegionAvail().y - foot)});
    const std::vector<LessonField> fields = lesson_fields(editor.writing, editor.step);
    for (const LessonField& field : fields)
        editor.part(field);
    ImGui::EndChild();
    editor.gap(0.3F * look.text);
    editor.foot();
    ImGui::PopStyleVar();
    ImGui::End();
    for (const auto& change : after)
        change();
}

} // namespace app
