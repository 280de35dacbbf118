// SPDX-License-Identifier: MIT
#include "app/learning/seeking.h"

#include "app/editing/editing.h"
#include "app/learning/learning.h"
#include "core/base/number_text.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/document/slopes.h"
#include "core/document/written_cells.h"
#include "core/document/written_place.h"
#include "core/io/cell_text.h"

#include <algorithm>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;

/// More than a form has room for is typed as one number for all.
constexpr std::size_t most_typed = 64;

/// The selected cells of the place's matrix as they are written, line by line; the place alone
/// where it is not among them.
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

Result<std::vector<Goal>> goals_of(const Seeking& seeking) {
    std::vector<Real> numbers;
    std::istringstream words(seeking.target.text);
    for (std::string word; words >> word;) {
        const auto number = io::parse_cell(word);
        if (!number)
            return number.error();
        numbers.push_back(*number);
    }
    const std::size_t count = seeking.places.size();
    if (numbers.empty())
        return Error{"Type the number that the selected number should become"};
    if (numbers.size() == 1)
        numbers.resize(count, numbers.front());
    if (numbers.size() != count)
        return Error{std::to_string(count) + (count == 1 ? " number is" : " numbers are") +
                     " sought and " + std::to_string(numbers.size()) +
                     " were typed. Type one for all, or one for each"};
    std::vector<Goal> goals;
    for (std::size_t at = 0; at < count; ++at)
        goals.push_back({seeking.places[at], numbers[at]});
    return goals;
}

/// "weights[0,1] 0.31 by moving X".
std::string described(const Document& document, const Seeking& seeking) {
    const std::string what = seeking.places.size() == 1
                                 ? place_text(document, seeking.places.front()) + " " +
                                       significant(seeking.found->values.front(), 6)
                                 : std::to_string(seeking.places.size()) + " numbers of " +
                                       to_text(seeking.places.front().sheet) +
                                       " what was asked for";
    return "Make " + what + " by moving " + listed(seeking.inputs.chosen());
}

void begin(Session& session, Seeking& seeking) {
    const auto goals = goals_of(seeking);
    const std::vector<SheetId> free = seeking.inputs.chosen();
    if (!goals || free.empty()) {
        seeking.fault = goals ? "No input may move. Choose one, such as X" : goals.error().message;
        return;
    }
    seeking.fault.clear();
    session.ui.learning.moving = free;
    seeking.seeker = std::make_shared<Seeker>(
        session.document(), *goals, Freedom{all_cells(session.document(), free)}, session.wake);
}

void accept(Session& session, Seeking& seeking) {
    const Document& document = session.work.document();
    Document found = seeking.found->document;
    found.training = document.training; // It may have been set meanwhile.
    const Edit made{Replace{std::move(found), described(document, seeking)}};
    session.ui.seeking.reset();
    session.outbox.post(made);
}

} // namespace

std::string cannot_seek(const Document& document, const Place& place) {
    if (is_given(document, place.sheet.stage))
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
            Message{is_given(frame.document, place.sheet.stage)
                        ? why
                        : computed_sentence(frame.document, place.sheet) + ". " + why,
                    false};
        return;
    }
    // Only what can begin a number is a target; other keys mean nothing here.
    if (typed.find_first_not_of("0123456789+-−.,eE") != std::string::npos) {
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
    const std::vector<SheetId> inputs = movable_inputs(frame.document);
    seeking.inputs = input_choice(inputs, frame.ui.learning.moving);
    if (seeking.inputs.chosen().empty())
        seeking.inputs = input_choice(inputs, inputs);
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
    case SeekGoal::Leave:
        session.ui.seeking.reset();
        return;
    }
}

void follow_seeking(Session& session) {
    if (!session.ui.seeking || !session.ui.seeking->seeker)
        return;
    Seeking& seeking = *session.ui.seeking;
    auto found = seeking.seeker->take();
    if (!found)
        return;
    seeking.seeker.reset();
    ++session.ui.learning.news; // A frame shows it.
    if (*found)
        seeking.found = **std::move(found);
    else
        seeking.fault = found->error().message;
}

std::string outcome(const Seeking& seeking) {
    if (!seeking.found)
        return "";
    if (const std::size_t count = seeking.places.size(); count > 1) {
        const auto& reached = seeking.found->is_reached;
        const auto missed = std::count(reached.begin(), reached.end(), false);
        return missed == 0 ? "Reached: all " + std::to_string(count) + " numbers"
                           : std::to_string(missed) + " of " + std::to_string(count) +
                                 " numbers were not reached; the nearest that were found are shown";
    }
    const std::string value = shortest(seeking.found->values.front());
    const auto wanted = io::parse_cell(seeking.target.text);
    if (seeking.found->are_all_reached())
        return "Reached: " + value;
    return (wanted ? shortest(*wanted) : seeking.target.text) +
           " was not reached; the nearest found is " + value;
}

void press_in_seeking(const Frame& frame, const KeyPress& key) {
    Seeking& seeking = *frame.ui.seeking;
    switch (key.key) {
    case Key::Escape:
        frame.outbox.post(SeekGoal::Leave);
        return;
    case Key::Enter:
        if (!key.is_repeat)
            frame.outbox.post(seeking.found ? SeekGoal::Accept : SeekGoal::Begin);
        return;
    case Key::Tab:
        seeking.is_in_list = !seeking.is_in_list;
        return;
    default:
        break;
    }
    if (seeking.seeker || seeking.found)
        return; // It is about what was asked for.
    if (seeking.is_in_list ? press_in_choice(seeking.inputs, key)
                           : seeking.target.press(key, frame.clipboard))
        seeking.fault.clear();
}

void type_in_seeking(const Frame& frame, const std::string& text) {
    Seeking& seeking = *frame.ui.seeking;
    if (seeking.seeker || seeking.found)
        return;
    seeking.fault.clear();
    if (seeking.is_in_list)
        type_in_choice(seeking.inputs, text);
    else
        seeking.target.insert(text);
}

} // namespace app
