// SPDX-License-Identifier: MIT
// Two calculations side by side: one stage of A, the same of B, and what changed.
#pragma once

#include "core/document/evaluate.h"

#include <string>
#include <vector>

namespace attn {

/// A document with what came out of it; a mistake's trace may not follow from its document.
struct Calculation {
    Document document;
    Trace trace;
};

struct ChangedCell {
    Place place;
    Real a = 0;
    Real b = 0;
};

struct Comparison {
    Matrix difference;                // B − A; 0 where both are the same infinity or both NaN
    Index changed = 0;                // cells that are not 0
    std::vector<ChangedCell> largest; // of the changed cells, the largest magnitude first
};

/// Compares one sheet; at most `most` changes are listed. The error says which of both has no such
/// sheet, or both shapes where they differ.
Result<Comparison> compare(const Calculation& a, const Calculation& b, const SheetId& sheet,
                           std::size_t most = 8);

} // namespace attn
