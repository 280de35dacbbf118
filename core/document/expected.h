// SPDX-License-Identifier: MIT
// What somebody expects of a row of weights before it is revealed: a bar for each key, which they
// drag until all sum to 1. And what they expected of one number, which they typed.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"

#include <string>
#include <vector>

namespace attn {

struct ExpectedRow {
    SheetId sheet; // the weights of a head
    Index row = 0;
    std::vector<Real> values; // for each key

    friend bool operator==(const ExpectedRow&, const ExpectedRow&) = default;
};

struct ExpectedNumber {
    Place place;
    Real value = 0;

    friend bool operator==(const ExpectedNumber&, const ExpectedNumber&) = default;
};

/// Whether anything of the row is covered, so that something can be expected of it.
bool can_expect(const Document& document, const SheetId& sheet, Index row);
/// What one begins with: revealed weights as they are, the covered ones share evenly what is left.
/// `trace` is that of the document.
ExpectedRow evenly_expected(const Document& document, const Trace& trace, const SheetId& sheet,
                            Index row);
/// Whether the document has the row.
bool exists(const Document& document, const ExpectedRow& expected);

Real sum(const ExpectedRow& expected);
/// What is said once all of it is revealed: "Furthest off is “mouse”: you expected 0.10, it is
/// 0.28. Yours sum to 0.93."
std::string expected_text(const Document& document, const Trace& trace, const ExpectedRow& expected,
                          const NumberFormat& numbers);

} // namespace attn
