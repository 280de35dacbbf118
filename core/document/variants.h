// SPDX-License-Identifier: MIT
// The same exercise with other numbers for everyone: small whole ones that can be computed by hand.
#pragma once

#include "core/document/evaluate.h"

#include <cstdint>
#include <vector>

namespace attn {

constexpr std::size_t max_variants = 500;

/// Whether everything can be computed by hand with a table of e^x: scores are whole, those that
/// one line compares lie within six, and no two of up to five are equal.
bool is_bearable(const Document& document, const Trace& trace);

/// So many documents with the shapes, switches and words of this one: of every input each has a
/// matrix of small whole numbers that no other has, with one other than 0 in every row and column,
/// and each is_bearable(). A document is the same whatever the count, on every machine. The error
/// says why there are none.
Result<std::vector<Document>> variants(const Document& document, std::size_t count,
                                       std::uint32_t seed);

} // namespace attn
