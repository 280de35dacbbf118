// SPDX-License-Identifier: MIT
// The form of a goal: the target and which inputs may move; then the progress of the search, and
// its result, which the canvas shows until it is accepted or left.
#include "app/learning/seeking.h"
#include "app/panels/freedom_table.h"
#include "app/panels/goal_pattern_grid.h"
#include "app/panels/input_list.h"
#include "app/panels/over.h"
#include "app/panels/question.h"
#include "app/panels/training_panel.h"
#include "app/ui/line_field.h"
#include "core/base/number_text.h"
#include "core/document/sheet.h"
#include "core/document/step.h"
#include "core/figure/word.h"

#include <algorithm>
#include <string>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

/// The text below the form: why the search cannot begin, its progress, or the result.
std::string said_of(const Seeking& seeking) {
    if (!seeking.fault.empty())
        return seeking.fault;
    if (seeking.seeker)
        return "Searching: the number was computed " +
               std::to_string(seeking.seeker->evaluations()) +
               " times so far. The canvas shows the nearest.";
    if (seeking.found)
        return outcome(seeking) +
               ". The canvas shows the result. The document does not change until you accept it.";
    return "Which cells: a word, or rows and columns as in 0:2,1. Between: the least and greatest "
           "number, as in -1:1. Tab goes from part to part; the space bar chooses.";
}

/// Draws the choice that the inputs move as little as possible.
void draw_least(const Look& look, Seeking& seeking, Rect rect) {
    const float size = look.text, middle = rect.y + rect.height / 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    const bool can_change = !seeking.seeker && !seeking.found;
    if (ImGui::InvisibleButton("least", {rect.width, rect.height}) && can_change) {
        seeking.field = SeekingField::Least;
        seeking.freedom.moves_least = !seeking.freedom.moves_least;
    }
    look.note_item("seeking.least");
    if (can_change && (ImGui::IsItemHovered() || seeking.field == SeekingField::Least))
        list.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()},
                           ImGui::GetColorU32(ImGuiCol_HeaderHovered), 0.3F * size);
    draw_box(list, {rect.x + 0.5F * size, middle}, seeking.freedom.moves_least, look);
    look.fonts.draw(list, {rect.x + 2 * size, middle}, "changes as little as possible", Font::Sans,
                    size, packed(look.theme.text));
}

void draw_target(const Frame& frame, const Look& look, Seeking& seeking, Rect rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = look.text;
    const auto line = [&](float y, const std::string& text, figure::Colour colour) {
        look.fonts.draw(list, {rect.x, y}, text, Font::Sans, 0.93F * size, packed(colour));
    };
    const std::size_t count = seeking.places.size();
    line(rect.y + 0.9F * size,
         count == 1 ? "should be"
                    : "should be (one number for all, or " + std::to_string(count) + ")",
         look.theme.dim_text);
    const Rect field{rect.x, rect.y + 1.8F * size, rect.width, 2 * size};
    ImGui::SetCursorScreenPos({field.x, field.y});
    if (ImGui::InvisibleButton("target", {field.width, field.height}))
        seeking.field = SeekingField::Target;
    look.note("seeking.target", {field.x, field.y}, {field.right(), field.bottom()});
    const bool can_change = !seeking.seeker && !seeking.found;
    const bool can_type = seeking.field == SeekingField::Target && can_change;
    (can_type ? draw_line_field : draw_resting_field)(list, field, seeking.target,
                                                      {Font::Mono, size, false, "0.8", ""}, look);
    std::string now = "now";
    for (const Real number : seeking.now)
        now += " " + with_minus(significant(number, count == 1 ? 6 : 3));
    line(field.bottom() + 1.1F * size,
         figure::shortened(now, rect.width, Font::Sans, 0.93F * size, measure(look.fonts)),
         look.theme.dim_text);
    float y = field.bottom() + 2.4F * size;
    if (const float high = goal_pattern_height(seeking.pattern, rect.width, look); high > 0) {
        draw_goal_pattern(frame, seeking, {rect.x, y, rect.width, high}, look);
        y += high + 0.6F * size;
    }
    draw_least(look, seeking, {rect.x, y, rect.width, 1.8F * size});
}

} // namespace

void draw_seeking(const Frame& frame, const Look& look) {
    if (!frame.ui.seeking)
        return;
    Seeking& seeking = *frame.ui.seeking;
    const float size = look.text;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float half = 19 * size,
                pattern = goal_pattern_height(seeking.pattern, half - 2 * size, look);
    const float list_height = std::max(8.2F * size + pattern + (pattern > 0 ? 0.6F * size : 0),
                                       freedom_table_height(seeking.freedom, look) + 1.8F * size);
    const float wide = std::min(54 * size, screen.x - 2 * size), high = list_height + 9.8F * size;
    // At the bottom, so that the canvas is visible.
    const Rect card{(screen.x - wide) / 2, std::max(size, screen.y - high - 2.5F * size), wide,
                    high};
    begin_over("seeking");
    draw_card(card, look);
    look.note("seeking", {card.x, card.y}, {card.right(), card.bottom()});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = card.x + 1.2F * size, top = card.y + 3 * size;
    const Place& first = seeking.places.front();
    const std::size_t count = seeking.places.size();
    const std::string title =
        "Make " +
        (count == 1 ? describe(frame.document, first)
                    : std::to_string(count) + " numbers of " + to_text(first.sheet)) +
        " …";
    look.fonts.draw(
        list, {left, card.y + 1.6F * size},
        figure::shortened(title, wide - 2.4F * size, Font::Bold, 1.1F * size, measure(look.fonts)),
        Font::Bold, 1.1F * size, packed(look.theme.text));
    draw_target(frame, look, seeking, {left, top, half - 2 * size, list_height});
    draw_freedom_table(seeking, {left + half, top, wide - half - 2.4F * size, list_height}, look);
    const bool is_bad =
        !seeking.fault.empty() || (seeking.found && !seeking.found->are_all_reached());
    (void)draw_wrapped(&list, {left, top + list_height + 0.6F * size}, wide - 2.4F * size,
                       said_of(seeking), Font::Sans, size,
                       packed(is_bad ? look.theme.error : look.theme.text), look);
    const Answer answer = question_buttons("seeking",
                                           seeking.seeker  ? "Stop here"
                                           : seeking.found ? "Accept"
                                                           : "Seek",
                                           true, card, look);
    (void)end_question(card); // a click beside it must not discard a result
    if (answer == Answer::Confirm)
        frame.outbox.post(confirmed(seeking));
    else if (answer == Answer::Leave)
        frame.outbox.post(SeekGoal::Leave);
}

} // namespace app
