// SPDX-License-Identifier: MIT
#include "app/learning/seeker.h"

#include "core/base/number_text.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/document/telling/step.h"
#include "core/io/text/limits_text.h"
#include "core/io/text/number_word.h"

#include <algorithm>
#include <functional>
#include <new>
#include <utility>

namespace app {

using namespace attn;

std::vector<SheetId> InputChoice::chosen() const {
    std::vector<SheetId> list;
    for (std::size_t which = 0; which < inputs.size(); ++which)
        if (is_chosen[which])
            list.push_back(inputs[which]);
    return list;
}

InputChoice input_choice(std::vector<SheetId> inputs, const std::vector<SheetId>& chosen) {
    InputChoice choice{std::move(inputs), {}, 0};
    for (const SheetId& sheet : choice.inputs)
        choice.is_chosen.push_back(std::find(chosen.begin(), chosen.end(), sheet) != chosen.end());
    return choice;
}

bool press_in_choice(InputChoice& choice, const KeyPress& key) {
    const std::size_t last = choice.inputs.empty() ? 0 : choice.inputs.size() - 1;
    switch (key.key) {
    case Key::Up:
        choice.at = choice.at == 0 ? 0 : choice.at - 1;
        return true;
    case Key::Down:
        choice.at = std::min(choice.at + 1, last);
        return true;
    case Key::Home:
        choice.at = 0;
        return true;
    case Key::End:
        choice.at = last;
        return true;
    default:
        return false;
    }
}

void type_in_choice(InputChoice& choice, const std::string& text) {
    if (text == " " && choice.at < choice.inputs.size())
        choice.turn(choice.at);
}

std::string listed(std::vector<std::string> names) {
    constexpr std::size_t most = 4;
    if (const std::size_t count = names.size(); count > most) {
        names.resize(most - 1);
        names.push_back(std::to_string(count - names.size()) + " more");
    }
    return in_a_sentence(names);
}

std::string listed(const std::vector<SheetId>& inputs) {
    std::vector<std::string> names;
    for (const SheetId& sheet : inputs)
        names.push_back(to_text(sheet));
    return listed(std::move(names));
}

namespace {

/// Reads "[cat], [mouse]" or "cat" as cells of the input.
Result<std::vector<CellRange>> cells_of(const Document& document, const FreeInput& input) {
    const std::string name = to_text(input.sheet);
    const std::string_view typed = io::trimmed(input.cells.text);
    if (typed.empty())
        return std::vector{all_cells(document, input.sheet)};
    std::vector<std::string> parts;
    if (typed.find('[') == std::string_view::npos)
        parts.push_back(name + "[" + std::string(typed) + "]");
    else
        for (const std::string_view part : list_parts(typed))
            parts.push_back(part.starts_with('[') ? name + std::string(part) : std::string(part));
    std::vector<CellRange> list;
    for (const std::string& part : parts) {
        const auto cells = parse_written_cells(document, part);
        if (!cells)
            return cells.error();
        if (!(cells->sheet == input.sheet))
            return Error{"the cells of " + name + " are no part of " + to_text(cells->sheet)};
        list.push_back(*cells);
    }
    return list;
}

LineEdit* field_of(FreeInput& input, FreedomColumn column) {
    switch (column) {
    case FreedomColumn::Input:
        return nullptr;
    case FreedomColumn::Cells:
        return &input.cells;
    case FreedomColumn::Range:
        return &input.range;
    }
    return nullptr;
}

} // namespace

FreedomChoice freedom_choice(const Document& document, const FreedomChoice& before) {
    FreedomChoice choice{{}, before.moves_least, 0};
    bool is_any_chosen = false;
    for (const SheetId& sheet : movable_inputs(document)) {
        FreeInput input{sheet, false, {}, {}};
        const auto known = std::find_if(before.inputs.begin(), before.inputs.end(),
                                        [&](const FreeInput& one) { return one.sheet == sheet; });
        if (known != before.inputs.end())
            input = *known;
        if (!cells_of(document, input))
            input.cells = {}; // The input has other words or another shape now.
        is_any_chosen = is_any_chosen || input.is_chosen;
        choice.inputs.push_back(std::move(input));
    }
    if (!is_any_chosen)
        for (FreeInput& input : choice.inputs)
            input.is_chosen = true;
    return choice;
}

Result<Freedom> freedom_of(const Document& document, const FreedomChoice& choice) {
    Freedom freedom;
    freedom.moves_least = choice.moves_least;
    for (const FreeInput& input : choice.inputs) {
        if (!input.is_chosen)
            continue;
        const auto cells = cells_of(document, input);
        if (!cells)
            return cells.error();
        const auto limits = io::read_limits(document, *cells, io::trimmed(input.range.text));
        if (!limits)
            return Error{to_text(input.sheet) + ": " + limits.error().message};
        freedom.cells.insert(freedom.cells.end(), cells->begin(), cells->end());
        freedom.limits.insert(freedom.limits.end(), limits->begin(), limits->end());
    }
    if (freedom.cells.empty())
        return Error{"No input may move. Choose one, such as X"};
    return freedom;
}

bool press_in_freedom(FreedomChoice& choice, FreedomColumn column, const KeyPress& key,
                      const Clipboard& clipboard) {
    if (choice.inputs.empty())
        return false;
    const std::size_t last = choice.inputs.size() - 1;
    LineEdit* const field = field_of(choice.inputs[choice.at], column);
    switch (key.key) {
    case Key::Up:
        choice.at -= choice.at == 0 ? 0 : 1;
        return true;
    case Key::Down:
        choice.at = std::min(choice.at + 1, last);
        return true;
    default:
        break;
    }
    if (!field) {
        if (key.key == Key::Home)
            choice.at = 0;
        else if (key.key == Key::End)
            choice.at = last;
        return key.key == Key::Home || key.key == Key::End;
    }
    const std::string before = field->text;
    if (!field->press(key, clipboard))
        return false;
    if (field->text != before)
        choice.inputs[choice.at].is_chosen = true;
    return true;
}

void type_in_freedom(FreedomChoice& choice, FreedomColumn column, const std::string& text) {
    if (choice.inputs.empty())
        return;
    FreeInput& input = choice.inputs[choice.at];
    if (LineEdit* const field = field_of(input, column)) {
        field->insert(text);
        input.is_chosen = true;
    } else if (text == " ") {
        input.is_chosen = !input.is_chosen;
    }
}

namespace {
constexpr Index most_pattern_lines = 24; // the most lines of a pattern that fits in the form
}

GoalPattern goal_pattern(const Document& document, const std::vector<Place>& places) {
    if (places.size() < 2 || places.front().sheet.stage != Stage::Weights ||
        document.switches.normaliser != Normaliser::Softmax)
        return {};
    const bool by_rows = document.convention == Convention::TokensAsRows;
    const Place &first = places.front(), &last = places.back();
    const Index across = last.column - first.column + 1, down = last.row - first.row + 1;
    GoalPattern pattern;
    pattern.rows = by_rows ? down : across;
    pattern.columns = by_rows ? across : down;
    if (pattern.rows > most_pattern_lines || pattern.columns > most_pattern_lines)
        return {};
    pattern.is_painted.resize(places.size(), false);
    return pattern;
}

std::string target_text(const Document& document, const GoalPattern& pattern) {
    // If words are columns, the matrix and its lines are shown transposed.
    const bool by_rows =
        (document.switches.axis == Axis::Rows) == (document.convention == Convention::TokensAsRows);
    const auto painted_in_line = [&](Index row, Index column) {
        Index count = 0;
        for (Index at = 0; at < (by_rows ? pattern.columns : pattern.rows); ++at)
            count += pattern.is_painted[by_rows ? pattern.at(row, at) : pattern.at(at, column)];
        return count;
    };
    std::string text;
    for (Index row = 0; row < pattern.rows; ++row)
        for (Index column = 0; column < pattern.columns; ++column) {
            const Index count = painted_in_line(row, column);
            text += text.empty() ? "" : " ";
            if (count == 0)
                text += "–";
            else if (!pattern.is_painted[pattern.at(row, column)])
                text += "0";
            else
                text += count == 1 ? "1" : "1/" + std::to_string(count);
        }
    return text;
}

bool press_in_pattern(GoalPattern& pattern, const KeyPress& key) {
    switch (key.key) {
    case Key::Up:
        pattern.row = std::max<Index>(pattern.row - 1, 0);
        return true;
    case Key::Down:
        pattern.row = std::min(pattern.row + 1, pattern.rows - 1);
        return true;
    case Key::Left:
        pattern.column = std::max<Index>(pattern.column - 1, 0);
        return true;
    case Key::Right:
        pattern.column = std::min(pattern.column + 1, pattern.columns - 1);
        return true;
    default:
        return false;
    }
}

Seeker::Seeker(Document document, std::vector<Goal> goals, Freedom freedom,
               std::function<void()> wake)
    : document_(std::move(document)), goals_(std::move(goals)), freedom_(std::move(freedom)),
      wake_(std::move(wake)), thread_([this] { work(); }) {}

Seeker::~Seeker() {
    end();
    thread_.join();
}

void Seeker::stop() {
    progress_.is_cancelled = true;
}

void Seeker::end() {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    progress_.is_cancelled = true;
}

bool Seeker::has_ended() const {
    const std::lock_guard lock(mutex_);
    return has_ended_;
}

std::optional<Result<Sought>> Seeker::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(found_, std::nullopt);
}

std::optional<Document> Seeker::take_nearer() {
    const std::lock_guard lock(mutex_);
    return std::exchange(nearer_, std::nullopt);
}

void Seeker::show(const std::function<Document()>& document) {
    constexpr std::chrono::milliseconds frame(16);
    if (Clock::now() - shown_ < frame)
        return;
    Document nearer = document();
    const std::lock_guard lock(mutex_);
    nearer_ = std::move(nearer);
    shown_ = Clock::now();
    if (wake_ && !is_ending_)
        wake_();
}

void Seeker::work() {
    std::optional<Result<Sought>> found;
    shown_ = Clock::now();
    try {
        found =
            seek(document_, goals_, freedom_,
                 {&progress_, [this](const std::function<Document()>& nearer) { show(nearer); }});
    } catch (const std::bad_alloc&) {
        found = Error{"there is not enough memory to find inputs for this number; close other "
                      "programs or use fewer words"};
    }
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    found_ = std::move(found);
    nearer_.reset();
    if (wake_ && !is_ending_)
        wake_();
}

} // namespace app
