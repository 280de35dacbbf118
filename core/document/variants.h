// SPDX-License-Identifier: MIT
// Variants of an exercise, one per student: small whole numbers that can be computed by hand.
#pragma once

#include "core/document/evaluate.h"

#include <cstdint>
#include <vector>

namespace attn {

constexpr std::size_t max_variants = 500;

/// Whether everything can be computed by hand with a table of e^x: scores are whole, those compared
/// in one line differ by at most six, and in lines of up to five no two are equal.
bool is_bearable(const Document& document, const Trace& trace);

/// Makes `count` documents with the shapes, switches and words of this one. Each has, for every
/// input, a matrix of small whole numbers that no other variant has, with a nonzero number in every
/// row and column, and each is_bearable(). A variant does not depend on `count` or the machine. The
/// error says why there are none.
Result<std::vector<Document>> variants(const Document& document, std::size_t count,
                                       std::uint32_t seed);

} // namespace attn
