// SPDX-License-Identifier: MIT
#include "core/document/slips.h"

#include "core/document/derivation.h"
#include "core/document/mistake.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/document/step.h"

#include <algorithm>
#include <utility>

namespace attn {
namespace {

/// Each what-if is an evaluation; for a larger document they would take too long.
constexpr Real most_cost = 2e7;

/// Adds the what-ifs of this very document at the place. Returns false if none was tried.
bool add_mistakes(std::vector<std::string>& list, const Document& document, const Place& place,
                  const std::string& said, const NumberFormat& numbers) {
    if (!has_stage(document, Stage::Weights) || evaluation_cost(document) > most_cost)
        return false;
    for (const MistakeInfo& mistake : mistakes()) {
        const auto made = make_mistake(document, mistake.mistake, place.sheet.head,
                                       std::min(place.row, token_count(document) - 1));
        if (!made || made->is_prepared || !exists(made->wrong.document, place))
            continue;
        const Cells cells = cells_of(made->wrong.document, made->wrong.trace, place.sheet);
        if (place.row < cells.rows() && place.column < cells.cols() &&
            spoken(cells(place.row, place.column), numbers) == said)
            list.push_back(said + " comes out of a usual mistake: " + std::string(mistake.title) +
                           ".");
    }
    return true;
}

} // namespace

std::vector<std::string> slips(const Document& document, const Trace& trace, const Place& place,
                               Real expected, const NumberFormat& numbers) {
    const std::string said = spoken(expected, numbers);
    const auto reads_so = [&](const Place& at) {
        return exists(document, at) && spoken(value_at(document, trace, at), numbers) == said;
    };
    std::vector<std::string> list;
    if (reads_so(place) || is_by_query(place.sheet.stage))
        return list;
    const bool has_tried = add_mistakes(list, document, place, said, numbers);
    if (expected != 0 && spoken(-value_at(document, trace, place), numbers) == said)
        list.push_back("Only the sign is different.");
    const Place exchanged{place.sheet, place.column, place.row};
    if (!(exchanged == place) && reads_so(exchanged))
        list.push_back(said + " is the number with row and column exchanged.");
    for (const auto& [rows, columns] : {std::pair(-1, 0), {1, 0}, {0, -1}, {0, 1}}) {
        const Place beside{place.sheet, place.row + rows, place.column + columns};
        if (!(beside == exchanged) && reads_so(beside))
            list.push_back(said + " stands beside it: " + title(document, beside) + ".");
    }
    if (list.empty() && has_tried)
        list.push_back("No usual mistake gives " + said + ".");
    return list;
}

} // namespace attn
