// SPDX-License-Identifier: MIT
#include "core/engine/graph/place.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <array>
#include <vector>

namespace attn {
namespace {

constexpr std::array models = {Model::Attention, Model::Concepts}; // in the order of the enum
constexpr std::array<std::string_view, models.size()> model_names = {"attention", "concepts"};
constexpr std::string_view cross = "cross.";

std::string stage_names(Model model) {
    std::string names;
    for (const StageInfo& stage : stages(model))
        names += (names.empty() ? "" : ", ") + std::string(stage.name());
    return names;
}

} // namespace

std::string_view name(Model model) {
    return model_names[static_cast<std::size_t>(model)];
}

std::span<const Model> all_models() {
    return models;
}

std::string to_text(const SheetId& sheet) {
    std::string text(sheet.stage.name());
    if (sheet.is_cross) // A gradient names its stage: "d.cross.W_Q".
        text.insert(text.starts_with("d.") ? 2 : 0, cross);
    if (sheet.head != 0)
        text += "/" + std::to_string(sheet.head);
    if (sheet.layer != 0)
        text += "@" + std::to_string(sheet.layer);
    return text;
}

std::string to_text(const Place& place) {
    std::string text = to_text(place.sheet) + "[";
    if (is_by_query(place.sheet.stage))
        text += std::to_string(place.sheet.query) + ",";
    return text + std::to_string(place.row) + "," + std::to_string(place.column) + "]";
}

Result<SheetId> parse_sheet(std::string_view whole) {
    const auto at = whole.find('@');
    const std::string_view text = whole.substr(0, at);
    const auto slash = text.find('/');
    const std::string_view given = text.substr(0, slash);
    auto stage = stage_named(given);
    bool is_cross = false;
    if (!stage && given.starts_with(cross)) {
        stage = stage_named(given.substr(cross.size()));
        is_cross = stage && may_be_cross(*stage);
        if (!is_cross)
            stage.reset();
    }
    if (!stage) {
        std::string list;
        for (const Model model : all_models())
            list += (list.empty() ? "the stages are "
                                  : "; those of a " + std::string(name(model)) + " document are ") +
                    stage_names(model);
        return Error{"there is no stage \"" + std::string(text.substr(0, slash)) + "\"; " + list};
    }
    SheetId sheet{*stage};
    sheet.is_cross = is_cross;
    if (slash != std::string_view::npos) {
        const auto head = whole_number(text.substr(slash + 1));
        if (!head)
            return Error{"\"" + std::string(text) +
                         "\" does not name a head; after the slash write its number, counted "
                         "from 0, as in \"" +
                         std::string(stage->name()) + "/1\""};
        if (!info(*stage).is_per_head && *head != 0)
            return Error{std::string(stage->name()) + " does not belong to a head; write \"" +
                         std::string(stage->name()) + "\" without a slash"};
        sheet.head = *head;
    }
    if (at != std::string_view::npos) {
        const auto layer = whole_number(whole.substr(at + 1));
        if (!layer)
            return Error{"\"" + std::string(whole) +
                         "\" does not name a layer; after the @ write its number, counted from 0, "
                         "as in \"" +
                         std::string(text) + "@1\""};
        if (is_of_all_layers(*stage) && *layer != 0)
            return Error{std::string(stage->name()) + " does not belong to a layer; write \"" +
                         std::string(text) + "\" without an @"};
        sheet.layer = *layer;
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
    const bool by_query = info(sheet->stage).is_by_query;
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
