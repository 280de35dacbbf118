// SPDX-License-Identifier: MIT
// A user's guess of a row of weights before it is revealed: a bar for each key, dragged until all
// sum to 1. Also a typed guess of one number.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"

#include <string>
#include <vector>

namespace attn {

struct ExpectedRow {
    SheetId sheet; // a head's weights
    Index row = 0;
    std::vector<Real> values; // one for each key

    friend bool operator==(const ExpectedRow&, const ExpectedRow&) = default;
};

struct ExpectedNumber {
    Place place;
    Real value = 0;

    friend bool operator==(const ExpectedNumber&, const ExpectedNumber&) = default;
};

/// Whether the row has a covered number, so that it can be guessed.
bool can_expect(const Document& document, const SheetId& sheet, Index row);
/// Makes the initial guess: revealed weights as they are, the rest shared evenly by the covered
/// ones. `trace` belongs to the document.
ExpectedRow evenly_expected(const Document& document, const Trace& trace, const SheetId& sheet,
                            Index row);
/// Whether the document has the row.
bool exists(const Document& document, const ExpectedRow& expected);

Real sum(const ExpectedRow& expected);
/// Compares the guess with the revealed row: "Furthest off is “mouse”: you expected 0.10, it is
/// 0.28. Yours sum to 0.93."
std::string expected_text(const Document& document, const Trace& trace, const ExpectedRow& expected,
                          const NumberFormat& numbers);

} // namespace attn
