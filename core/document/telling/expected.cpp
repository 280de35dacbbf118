// SPDX-License-Identifier: MIT
#include "core/document/telling/expected.h"

#include "core/document/model/covers.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/document/telling/step.h"

#include <cmath>
#include <numeric>

namespace attn {

bool can_expect(const Document& document, const SheetId& sheet, Index row) {
    return sheet.stage == Stage::Weights && exists(document, Place{sheet, row, 0}) &&
           has_covered(document, CellRange{sheet, row, 0, 1, key_count(document)});
}

ExpectedRow evenly_expected(const Document& document, const Trace& trace, const SheetId& sheet,
                            Index row) {
    ExpectedRow expected{sheet, row, {}};
    std::vector<std::size_t> covered;
    for (Index key = 0; key < key_count(document); ++key) {
        const Place place{sheet, row, key};
        if (is_covered(document, place))
            covered.push_back(expected.values.size());
        expected.values.push_back(is_covered(document, place) ? 0
                                                              : value_at(document, trace, place));
    }
    const Real left = 1 - sum(expected);
    for (const std::size_t key : covered)
        expected.values[key] =
            std::isfinite(left) && left > 0 ? left / static_cast<Real>(covered.size()) : 0;
    return expected;
}

bool exists(const Document& document, const ExpectedRow& expected) {
    return exists(document, Place{expected.sheet, expected.row, 0}) &&
           static_cast<Index>(expected.values.size()) == key_count(document);
}

Real sum(const ExpectedRow& expected) {
    return std::accumulate(expected.values.begin(), expected.values.end(), Real{0});
}

std::string expected_text(const Document& document, const Trace& trace, const ExpectedRow& expected,
                          const NumberFormat& asked) {
    const NumberFormat numbers = compared_format(asked);
    std::size_t furthest = 0;
    Real most = -1;
    for (std::size_t key = 0; key < expected.values.size(); ++key) {
        const Real value =
            value_at(document, trace, {expected.sheet, expected.row, static_cast<Index>(key)});
        const Real off = std::abs(value - expected.values[key]);
        if (off > most) {
            most = off;
            furthest = key;
        }
    }
    const Real value =
        value_at(document, trace, {expected.sheet, expected.row, static_cast<Index>(furthest)});
    const std::string yours = " Yours sum to " + spoken(sum(expected), numbers) + ".";
    const std::string said = spoken(expected.values[furthest], numbers);
    const std::string is = spoken(value, numbers);
    if (said == is)
        return "Every weight is as you expected." + yours;
    return "Furthest off is " + quoted_word(key_words(document), static_cast<Index>(furthest)) +
           ": you expected " + said + ", it is " + is + "." + yours;
}

} // namespace attn
