// SPDX-License-Identifier: MIT
// Compares two calculations side by side: a stage of A, the same stage of B, and what
// changed.
#pragma once

#include "core/document/evaluate.h"

#include <string>
#include <vector>

namespace attn {

/// A document with its results. For a mistake, the trace need not follow from the document.
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
    Matrix difference; // B − A; 0 if both are the same infinity or both NaN
    Index changed = 0; // number of cells that are not 0
    std::vector<ChangedCell>
        largest; // the changed cells with the largest magnitudes, largest first
};

/// Compares one sheet; lists at most `most` changes. Fails if either side lacks the sheet or the
/// shapes differ; the error says which.
Result<Comparison> compare(const Calculation& a, const Calculation& b, const SheetId& sheet,
                           std::size_t most = 8);

} // namespace attn
