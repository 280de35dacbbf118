// SPDX-License-Identifier: MIT
#include "app/learning/goal_pattern.h"

#include "core/base/number_text.h"

#include <algorithm>

namespace app {

using namespace attn;

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

} // namespace app
