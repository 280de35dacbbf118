// SPDX-License-Identifier: MIT
#include "core/engine/place.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace attn {
namespace {

std::optional<Index> whole_number(std::string_view text) {
    Index value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size() || value < 0)
        return std::nullopt;
    return value;
}

std::string stage_names(Kind kind) {
    std::string names;
    for (const StageInfo& stage : stages())
        if (belongs(stage.stage, kind))
            names += (names.empty() ? "" : ", ") + std::string(stage.name);
    return names;
}

} // namespace

const std::array<StageInfo, stage_count>& stages() {
    using enum Role;
    static constexpr std::array<StageInfo, stage_count> table = {{
        {Stage::X, "X", "X", Token, Model, true, false},
        {Stage::W_Q, "W_Q", "W_Q", Model, QueryKey, true, true},
        {Stage::W_K, "W_K", "W_K", Model, QueryKey, true, true},
        {Stage::W_V, "W_V", "W_V", Model, Value, true, true},
        {Stage::Q, "Q", "Q", Query, QueryKey, false, true},
        {Stage::K, "K", "K", Key, QueryKey, false, true},
        {Stage::V, "V", "V", Key, Value, false, true},
        {Stage::Scores, "scores", "Scores", Query, Key, false, true},
        {Stage::Scaled, "scaled", "Scaled", Query, Key, false, true},
        {Stage::Masked, "masked", "Masked", Query, Key, false, true},
        {Stage::Weights, "weights", "Weights", Query, Key, false, true},
        {Stage::WeightedValues, "weighted_values", "Weighted values", Key, Value, false, true},
        {Stage::Output, "output", "Output", Query, Value, false, true},
        {Stage::U, "U", "U", Token, Concept, false, false},
        {Stage::S, "s", "s", One, Concept, false, false},
        {Stage::Vt, "Vt", "Vᵀ", Concept, Model, false, false},
        {Stage::Share, "share", "Share", One, Concept, false, false},
        {Stage::Reconstruction, "reconstruction", "Reconstruction", Token, Model, false, false},
        {Stage::Difference, "difference", "Difference", Token, Model, false, false},
        {Stage::Error, "error", "Error", One, One, false, false},
        {Stage::People, "people", "People in concepts", Token, Concept, false, false},
        {Stage::Vectors, "vectors", "New vectors", NewVector, Model, true, false},
        {Stage::Projected, "projected", "New in concepts", NewVector, Concept, false, false},
        {Stage::Cosine, "cosine", "Cosine before", NewVector, NewVector, false, false},
        {Stage::ConceptCosine, "concept_cosine", "Cosine after", NewVector, NewVector, false,
         false},
    }};
    return table;
}

const StageInfo& info(Stage stage) {
    return stages()[static_cast<std::size_t>(stage)];
}

bool belongs(Stage stage, Kind kind) {
    return stage == Stage::X || (stage > Stage::Output) == (kind == Kind::Concepts);
}

std::optional<Stage> stage_named(std::string_view name) {
    for (const StageInfo& stage : stages())
        if (stage.name == name)
            return stage.stage;
    return std::nullopt;
}

std::string to_text(const SheetId& sheet) {
    std::string text(info(sheet.stage).name);
    if (sheet.head != 0)
        text += "/" + std::to_string(sheet.head);
    return text;
}

std::string to_text(const Place& place) {
    std::string text = to_text(place.sheet) + "[";
    if (place.sheet.stage == Stage::WeightedValues)
        text += std::to_string(place.sheet.query) + ",";
    return text + std::to_string(place.row) + "," + std::to_string(place.column) + "]";
}

Result<SheetId> parse_sheet(std::string_view text) {
    const auto slash = text.find('/');
    const auto stage = stage_named(text.substr(0, slash));
    if (!stage)
        return Error{"there is no stage \"" + std::string(text.substr(0, slash)) +
                     "\"; the stages are " + stage_names(Kind::Attention) +
                     "; those of a concepts document are " + stage_names(Kind::Concepts)};
    SheetId sheet{*stage};
    if (slash != std::string_view::npos) {
        const auto head = whole_number(text.substr(slash + 1));
        if (!head)
            return Error{"\"" + std::string(text) +
                         "\" does not name a head; after the slash write its number, counted "
                         "from 0, as in \"" +
                         std::string(info(*stage).name) + "/1\""};
        if (!info(*stage).is_per_head && *head != 0)
            return Error{std::string(info(*stage).name) + " does not belong to a head; write \"" +
                         std::string(info(*stage).name) + "\" without a slash"};
        sheet.head = *head;
    }
    return sheet;
}

Result<Place> parse_place(std::string_view text) {
    const auto open = text.find('[');
    if (open == std::string_view::npos || text.back() != ']')
        return Error{"\"" + std::string(text) +
                     "\" is not a place; a place is written like weights[1,4]"};
    const auto sheet = parse_sheet(text.substr(0, open));
    if (!sheet)
        return sheet.error();

    std::vector<Index> numbers;
    std::string_view inside = text.substr(open + 1, text.size() - open - 2);
    while (true) {
        const auto comma = inside.find(',');
        const auto number = whole_number(inside.substr(0, comma));
        if (!number)
            return Error{"\"" + std::string(text) +
                         "\" has a row or column that is not a number; write whole numbers from 0 "
                         "on, as in weights[1,4]"};
        numbers.push_back(*number);
        if (comma == std::string_view::npos)
            break;
        inside.remove_prefix(comma + 1);
    }
    const bool by_query = sheet->stage == Stage::WeightedValues;
    if (numbers.size() != (by_query ? 3U : 2U))
        return Error{
            "\"" + std::string(text) + "\" needs " +
            (by_query ? "three numbers: query, key and column" : "two numbers: row and column")};
    Place place{*sheet, numbers[numbers.size() - 2], numbers.back()};
    if (by_query)
        place.sheet.query = numbers[0];
    return place;
}

} // namespace attn
