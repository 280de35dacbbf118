// SPDX-License-Identifier: MIT
#include "app/learning/seeking.h"

#include "app/editing/editing.h"
#include "app/learning/learning.h"
#include "core/base/number_text.h"
#include "core/document/learning/slopes.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/document/telling/step.h"
#include "core/io/text/cell_text.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;

/// Above this number, the form takes one target for all.
constexpr std::size_t most_typed = 64;

/// Returns the selected cells of the place's matrix in the order of the screen; only the place if
/// it is not among them.
std::vector<Place> sought_places(const Frame& frame, const Place& place) {
    const std::optional<CellRange> range = selection(frame.view);
    if (!range || range->sheet != place.sheet || place.row < range->row ||
        place.row >= range->row + range->rows || place.column < range->column ||
        place.column >= range->column + range->columns)
        return {place};
    std::vector<Place> places;
    const bool by_rows = frame.document.convention == Convention::TokensAsRows;
    for (Index line = 0; line < (by_rows ? range->rows : range->columns); ++line)
        for (Index at = 0; at < (by_rows ? range->columns : range->rows); ++at)
            places.push_back({place.sheet, range->row + (by_rows ? line : at),
                              range->column + (by_rows ? at : line)});
    return places;
}

std::string joined(const std::vector<Real>& numbers) {
    std::string text;
    for (const Real number : numbers)
        text += (text.empty() ? "" : " ") + significant(number, 4);
    return text;
}

/// Reads a number for each word of the text; nothing for a dash.
Result<std::vector<std::optional<Real>>> numbers_of(const std::string& text) {
    std::vector<std::optional<Real>> numbers;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (word == "-" || word == "–") {
            numbers.emplace_back();
            continue;
        }
        const auto number = io::parse_cell(word);
        if (!number)
            return number.error();
        numbers.emplace_back(*number);
    }
    return numbers;
}

Result<std::vector<Goal>> goals_of(const Seeking& seeking) {
    auto numbers = numbers_of(seeking.target.text);
    if (!numbers)
        return numbers.error();
    const std::size_t count = seeking.places.size();
    if (numbers->size() == 1)
        numbers->resize(count, numbers->front());
    if (numbers->size() != count && !numbers->empty())
        return Error{std::to_string(count) + (count == 1 ? " number is" : " numbers are") +
                     " sought and " + std::to_string(numbers->size()) +
                     " were typed. Type one for all, or one for each"};
    std::vector<Goal> goals;
    for (std::size_t at = 0; at < numbers->size(); ++at)
        if ((*numbers)[at])
            goals.push_back({seeking.places[at], *(*numbers)[at]});
    if (goals.empty())
        return Error{"Type the number that the selected number should become"};
    return goals;
}

/// Returns for example "weights[0,1] 0.31 by moving X".
std::string described(const Document& document, const Seeking& seeking) {
    const std::string what = seeking.goals.size() == 1
                                 ? place_text(document, seeking.goals.front().place) + " " +
                                       with_minus(significant(seeking.found->values.front(), 6))
                                 : std::to_string(seeking.goals.size()) + " numbers of " +
                                       to_text(seeking.goals.front().place.sheet) +
                                       " what was asked for";
    std::vector<std::string> moved;
    const auto freedom = freedom_of(document, seeking.freedom);
    for (const CellRange& cells : freedom->cells)
        moved.push_back(cells_text(document, cells));
    return "Make " + what + " by moving " + listed(moved);
}

void begin(Session& session, Seeking& seeking) {
    auto goals = goals_of(seeking);
    const auto freedom = freedom_of(session.document(), seeking.freedom);
    if (!goals || !freedom) {
        seeking.fault = goals ? freedom.error().message : goals.error().message;
        return;
    }
    seeking.fault.clear();
    seeking.goals = *std::move(goals);
    session.ui.learning.freedom = seeking.freedom;
    seeking.seeker =
        std::make_shared<Seeker>(session.document(), seeking.goals, *freedom, session.wake);
}

SeekingField next_field(const Seeking& seeking, bool is_back) {
    constexpr int count = 6;
    static_assert(static_cast<int>(SeekingField::Least) == count - 1);
    int at = static_cast<int>(seeking.field);
    do
        at = (at + (is_back ? count - 1 : 1)) % count;
    while (static_cast<SeekingField>(at) == SeekingField::Pattern && !seeking.pattern.is_offered());
    return static_cast<SeekingField>(at);
}

/// The column of the table that has the keyboard.
std::optional<FreedomColumn> column_of(SeekingField field) {
    switch (field) {
    case SeekingField::Inputs:
        return FreedomColumn::Input;
    case SeekingField::Cells:
        return FreedomColumn::Cells;
    case SeekingField::Range:
        return FreedomColumn::Range;
    case SeekingField::Target:
    case SeekingField::Pattern:
    case SeekingField::Least:
        break;
    }
    return std::nullopt;
}

/// Changes the target by typing. If its text changes, the pattern is no longer used.
template <class Change>
void type_target(Seeking& seeking, Change change) {
    const std::string before = seeking.target.text;
    change();
    if (seeking.target.text != before)
        seeking.pattern.is_painted.assign(seeking.pattern.is_painted.size(), false);
}

bool press_in_field(Seeking& seeking, const KeyPress& key, const Clipboard& clipboard) {
    if (const auto column = column_of(seeking.field))
        return press_in_freedom(seeking.freedom, *column, key, clipboard);
    if (seeking.field == SeekingField::Pattern)
        return press_in_pattern(seeking.pattern, key);
    bool is_meant = false;
    if (seeking.field == SeekingField::Target)
        type_target(seeking, [&] { is_meant = seeking.target.press(key, clipboard); });
    return is_meant;
}

void accept(Session& session, Seeking& seeking) {
    const Document& document = session.work.document();
    Document found = seeking.found->document;
    take_remarks(found, document); // They may have changed meanwhile.
    const Edit made{Replace{std::move(found), described(document, seeking)}};
    session.ui.seeking.reset();
    session.outbox.post(made);
}

} // namespace

std::string cannot_seek(const Document& document, const Place& place) {
    if (is_given(document, place.sheet))
        return to_text(place) + " is given and not computed, so you can type over it";
    if (info(place.sheet.stage).is_by_query)
        return "No target can be given to weighted values. Choose the output, which is their sum, "
               "or a weight";
    if (!graph(document).find(place.sheet))
        return "No target can be given to " + to_text(place.sheet) +
               " in this document. Choose a computed number";
    const auto stages = gradient_graph(document, place.sheet);
    return stages ? "" : stages.error().message;
}

void begin_seeking(const Frame& frame, const Place& place, const std::string& typed) {
    if (const std::string why = cannot_seek(frame.document, place); !why.empty()) {
        frame.ui.message =
            Message{is_given(frame.document, place.sheet)
                        ? why
                        : computed_sentence(frame.document, place.sheet) + ". " + why,
                    false};
        return;
    }
    // Only the beginning of a number is a target; other keys have no meaning here.
    if (!may_be_number(typed)) {
        frame.ui.message = Message{computed_sentence(frame.document, place.sheet) +
                                       ". Or type the number that it should become",
                                   false};
        return;
    }
    if (!frame.settle())
        return;
    Seeking seeking;
    seeking.places = sought_places(frame, place);
    for (const Place& one : seeking.places)
        seeking.now.push_back(value_at(frame.document, frame.exact().trace, one));
    const bool has_room = seeking.places.size() <= most_typed;
    seeking.target = typed.empty() ? line_edit(has_room ? joined(seeking.now) : "", true)
                                   : line_edit(typed, false);
    seeking.pattern = goal_pattern(frame.document, seeking.places);
    seeking.freedom = freedom_choice(frame.document, frame.ui.learning.freedom);
    frame.view.selected = place;
    frame.ui.message.reset();
    frame.ui.seeking = std::move(seeking);
}

void seek_goal(Session& session, SeekGoal wanted) {
    if (!session.ui.seeking)
        return;
    Seeking& seeking = *session.ui.seeking;
    switch (wanted) {
    case SeekGoal::Begin:
        if (!seeking.seeker && !seeking.found)
            begin(session, seeking);
        return;
    case SeekGoal::Accept:
        if (seeking.found)
            accept(session, seeking);
        return;
    case SeekGoal::Stop:
        if (seeking.seeker)
            seeking.seeker->stop();
        return;
    case SeekGoal::Leave:
        leave_seeking(session.ui);
        return;
    }
}

void follow_seeking(Session& session) {
    std::erase_if(session.ui.learning.left, [](const auto& seeker) { return seeker->has_ended(); });
    if (!session.ui.seeking || !session.ui.seeking->seeker)
        return;
    Seeking& seeking = *session.ui.seeking;
    auto found = seeking.seeker->take();
    if (auto nearer = seeking.seeker->take_nearer()) {
        seeking.nearer = std::move(nearer);
        ++session.ui.learning.news;
    }
    if (!found)
        return;
    seeking.seeker.reset();
    seeking.nearer.reset();
    ++session.ui.learning.news; // Makes a frame show it.
    if (*found)
        seeking.found = **std::move(found);
    else
        seeking.fault = found->error().message;
}

void leave_seeking(UiState& ui) {
    if (ui.seeking && ui.seeking->seeker) {
        ui.seeking->seeker->end();
        ui.learning.left.push_back(std::move(ui.seeking->seeker));
    }
    ui.seeking.reset();
}

namespace {

/// The found number with the decimals of the asked one: 0.49999999999999356 for 0.5 is "0.5".
std::string as_asked(Real asked, Real found) {
    const std::string text = shortest(asked);
    const auto point = text.find('.');
    if (text.find('e') != std::string::npos)
        return shortest(found);
    const auto decimals =
        point == std::string::npos ? 0 : static_cast<double>(text.size() - point - 1);
    const Real unit = std::pow(10.0, decimals);
    return shortest(std::round(found * unit) / unit);
}

} // namespace

std::string outcome(const Seeking& seeking) {
    if (!seeking.found)
        return "";
    if (const std::size_t count = seeking.goals.size(); count > 1) {
        const auto& reached = seeking.found->is_reached;
        const auto missed = std::count(reached.begin(), reached.end(), false);
        return missed == 0 ? "Reached: all " + std::to_string(count) + " numbers"
                           : std::to_string(missed) + " of " + std::to_string(count) +
                                 " numbers were not reached; the nearest that were found are shown";
    }
    const std::string value = with_minus(shortest(seeking.found->values.front()));
    if (seeking.found->are_all_reached())
        return "Reached: " +
               with_minus(as_asked(seeking.goals.front().value, seeking.found->values.front()));
    return with_minus(shortest(seeking.goals.front().value)) +
           " was not reached; the nearest found is " + value;
}

void paint(const Document& document, Seeking& seeking, Index row, Index column) {
    GoalPattern& pattern = seeking.pattern;
    const std::size_t at = pattern.at(row, column);
    pattern.is_painted[at] = !pattern.is_painted[at];
    seeking.target = line_edit(target_text(document, pattern), false);
    seeking.fault.clear();
}

SeekGoal confirmed(const Seeking& seeking) {
    return seeking.seeker ? SeekGoal::Stop : seeking.found ? SeekGoal::Accept : SeekGoal::Begin;
}

void press_in_seeking(const Frame& frame, const KeyPress& key) {
    Seeking& seeking = *frame.ui.seeking;
    switch (key.key) {
    case Key::Escape:
        frame.outbox.post(SeekGoal::Leave);
        return;
    case Key::Enter:
        if (!key.is_repeat)
            frame.outbox.post(confirmed(seeking));
        return;
    case Key::Tab:
        seeking.field = next_field(seeking, key.shift);
        return;
    default:
        break;
    }
    if (seeking.seeker || seeking.found)
        return; // The message is about the request.
    if (press_in_field(seeking, key, frame.clipboard))
        seeking.fault.clear();
}

void type_in_seeking(const Frame& frame, const std::string& text) {
    Seeking& seeking = *frame.ui.seeking;
    if (seeking.seeker || seeking.found)
        return;
    seeking.fault.clear();
    if (const auto column = column_of(seeking.field))
        type_in_freedom(seeking.freedom, *column, text);
    else if (seeking.field == SeekingField::Target)
        type_target(seeking, [&] { seeking.target.insert(text); });
    else if (text == " " && seeking.field == SeekingField::Pattern)
        paint(frame.document, seeking, seeking.pattern.row, seeking.pattern.column);
    else if (text == " ")
        seeking.freedom.moves_least = !seeking.freedom.moves_least;
}

} // namespace app
