// SPDX-License-Identifier: MIT
#include "core/figure/worksheet_mistake.h"

#include "core/document/fair_draw.h"
#include "core/document/mistake.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/figure/gradient_look.h"

#include <memory>
#include <optional>
#include <random>
#include <utility>

namespace attn::figure {
namespace {

/// The mistaken calculation's matrix for a look; nothing if it has another shape.
std::optional<Matrix> mistaken_matrix(const Calculation& wrong, const SheetLook& look) {
    if (!exists(wrong.document, look.id))
        return std::nullopt;
    const SheetId sheet = shown_place(wrong.document, {look.id, 0, 0}).sheet;
    Matrix matrix = matrix_of(wrong.document, wrong.trace, sheet);
    if (matrix.rows() != look.values.rows() || matrix.cols() != look.values.cols())
        return std::nullopt;
    return matrix;
}

/// The looks with the numbers of the mistaken calculation; nothing if they do not fit.
std::optional<std::vector<SheetLook>> mistaken_looks(const Document& document,
                                                     const Calculation& wrong, Contents& contents,
                                                     const std::vector<SheetLook>& looks) {
    std::vector<SheetLook> list;
    for (const SheetLook& right : looks) {
        list.push_back(right);
        if (is_given(document, right.id.stage))
            continue; // Inputs keep their numbers.
        auto matrix = mistaken_matrix(wrong, right);
        if (!matrix)
            return std::nullopt;
        contents.made.push_back(std::make_unique<const Matrix>(*std::move(matrix)));
        list.back().values = *contents.made.back();
        list.back().kept = nullptr;
        reserve_for_gradient(list.back()); // as wide as these numbers
    }
    return list;
}

std::vector<Place> different_places(const std::vector<SheetLook>& right,
                                    const std::vector<SheetLook>& wrong) {
    std::vector<Place> places;
    for (std::size_t at = 0; at < right.size(); ++at)
        for (Index row = 0; row < right[at].row_count(); ++row)
            for (Index column = 0; column < right[at].column_count(); ++column)
                if (cell_text(right[at], row, column) != cell_text(wrong[at], row, column))
                    places.push_back(right[at].place(row, column));
    return places;
}

} // namespace

Result<WorksheetMistake> make_worksheet_mistake(const Document& document, const View& view,
                                                std::uint32_t seed, bool is_key, Contents& contents,
                                                std::vector<SheetLook>& looks) {
    std::vector<Mistake> left;
    for (const MistakeInfo& about : mistakes())
        left.push_back(about.mistake);
    std::mt19937 words(seed);
    while (!left.empty()) {
        const std::size_t at = drawn_below(words, left.size());
        const Mistake mistake = left[at];
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
        const auto made = make_mistake(document, mistake, view.head, view.query);
        if (!made || made->right.document != document)
            continue; // It changes nothing, or goes wrong only in another document.
        auto wrong = mistaken_looks(document, made->wrong, contents, looks);
        if (!wrong)
            continue;
        std::vector<Place> places = different_places(looks, *wrong);
        if (places.empty())
            continue;
        if (!is_key)
            looks = *std::move(wrong);
        return WorksheetMistake{std::string(info(mistake).title), made->sentence,
                                std::move(places)};
    }
    return Error{"no usual mistake changes a number of this worksheet; choose a document with a "
                 "scale or a mask, or another level"};
}

} // namespace attn::figure
