// SPDX-License-Identifier: MIT
#include "app/cli/missing.h"

#include "core/base/nearest.h"
#include "core/base/utf8.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"

#include <algorithm>
#include <charconv>

namespace app::cli {
namespace {

using namespace attn;

/// Lists the document's stages: "X, W_Q, …, output".
std::string stage_list(const Document& document) {
    std::string names;
    for (const SheetId& sheet : sheets(document))
        if (sheet.head == 0)
            names += (names.empty() ? "" : ", ") + to_text(sheet);
    return names;
}

/// Returns for example "rows are 0 to 3" or "there is one row, 0".
std::string range(const std::string& one, const std::string& many, Index count) {
    return count == 1 ? "there is one " + one + ", 0"
                      : many + " are 0 to " + std::to_string(count - 1);
}

/// The error for a sheet that does not exist in the document.
Error missing(const Document& document, const SheetId& sheet) {
    if (!exists(document, SheetId{sheet.stage})) {
        const ModelInfo& model = model_of(document);
        const std::string why = belongs(sheet.stage, document.model)
                                    ? model.lack(document, sheet.stage)
                                    : "it is " + std::string(model.document);
        return Error{"this document has no stage " + std::string(sheet.stage.name()) + " because " +
                     why + "; its stages are " + stage_list(document)};
    }
    if (!is_of_a_layer(document, sheet)) {
        const bool lacks_cross = sheet.is_cross && !has_cross(document);
        return Error{"there is no " + to_text(sheet) + ": " +
                     (lacks_cross ? "the document has no cross-attention" : layer_list(document))};
    }
    const Index groups = group_count(document);
    const bool are_shared = info(sheet.stage).is_per_group && groups < head_count(document);
    return Error{"there is no " + to_text(sheet) + ": " +
                 (are_shared
                      ? range("group of keys and values", "the groups of keys and values", groups)
                      : head_list(document))};
}

/// The error for a place that does not exist in the document.
Error missing(const Document& document, const Place& place) {
    SheetId first = place.sheet;
    first.query = 0;
    if (!exists(document, first))
        return missing(document, first);
    const Shape shape = written_form(document, first).shape;
    const std::string query = place.sheet.stage == Stage::WeightedValues
                                  ? range("query", "queries", token_count(document)) + ", "
                                  : "";
    return Error{"there is no " + place_text(document, place) + ": " + query +
                 range("row", "rows", shape.rows) + ", " +
                 range("column", "columns", shape.columns)};
}

std::vector<std::string> stage_names(const Document& document) {
    std::vector<std::string> names;
    for (const SheetId& sheet : sheets(document))
        names.push_back(to_text(sheet));
    return names;
}

/// Adds the stage that was probably meant to the error, if the name is not a stage.
Error with_meant(const Document& document, const Error& error, const std::string& name) {
    if (stage_named(name.substr(0, name.find_first_of("/@"))))
        return error;
    return Error{"there is no stage " + cite(name) + "; the stages are " + stage_list(document) +
                     did_you_mean(name, stage_names(document)),
                 error.where};
}

/// Returns for example "the words are 0 to 3 or cat, dog, …".
std::string query_list(const Document& document) {
    constexpr Index most = 12;
    const Index count = token_count(document);
    std::string list = "the " + std::string(model_of(document).rows) + " are 0";
    if (count > 1)
        list += " to " + std::to_string(count - 1);
    if (count > most)
        return list;
    for (Index at = 0; at < count; ++at)
        list += (at == 0 ? " or " : ", ") +
                printable(document.tokens[static_cast<std::size_t>(at)], 40);
    return list;
}

} // namespace

std::string head_list(const Document& document) {
    const Index heads = head_count(document);
    return heads == 1 ? "the document has one head, 0"
                      : "the heads are 0 to " + std::to_string(heads - 1);
}

Result<SheetId> sheet_named(const Document& document, const std::string& name) {
    const auto sheet = parse_sheet(name);
    if (!sheet)
        return with_meant(document, sheet.error(), name.substr(0, name.find('/')));
    if (!exists(document, *sheet))
        return missing(document, *sheet);
    return sheet;
}

Result<Place> place_named(const Document& document, const std::string& name) {
    // A stage with a single number is a place: "loss".
    if (const auto sheet = parse_sheet(name);
        sheet && exists(document, *sheet) && shape_of(document, *sheet) == Shape{1, 1})
        return Place{*sheet, 0, 0};
    const auto place = parse_written_place(document, name);
    if (!place)
        return with_meant(document, place.error(), name.substr(0, name.find_first_of("/[")));
    if (!exists(document, *place))
        return missing(document, *place);
    return place;
}

Result<std::vector<SheetId>> inputs_named(const Document& document, const std::string& list) {
    std::vector<SheetId> found;
    for (std::size_t at = 0; at < list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        const auto sheet = sheet_named(document, list.substr(at, end - at));
        if (!sheet)
            return sheet.error();
        found.push_back(*sheet);
        at = end + 1;
    }
    return found;
}

Result<std::vector<CellRange>> cells_named(const Document& document, const std::string& list) {
    std::vector<CellRange> found;
    for (const std::string_view part : list_parts(list)) {
        if (const auto sheet = sheet_named(document, std::string(part.substr(0, part.find('['))));
            !sheet)
            return sheet.error();
        const auto cells = parse_written_cells(document, part);
        if (!cells)
            return cells.error();
        found.push_back(*cells);
    }
    return found;
}

Result<Index> query_named(const Document& document, const std::string& name) {
    const std::vector<std::string>& words = document.tokens.list();
    Index number = 0;
    const auto [end, fault] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (fault == std::errc{} && end == name.data() + name.size() && number >= 0 &&
        number < token_count(document))
        return number;
    const auto first = std::find(words.begin(), words.end(), name);
    if (first == words.end())
        return Error{"there is no query " + (end == name.data() ? cite(name) : printable(name)) +
                     "; " + query_list(document) + did_you_mean(name, words)};
    const auto second = std::find(first + 1, words.end(), name);
    if (second != words.end())
        return Error{"the word " + cite(name) + " is at " + std::to_string(first - words.begin()) +
                     " and at " + std::to_string(second - words.begin()) + "; give its number"};
    return first - words.begin();
}

} // namespace app::cli
