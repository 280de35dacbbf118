// SPDX-License-Identifier: MIT
// A second opinion on every number of a document: computes each stage again from the stage before
// it, as the program shows that one, in extended precision and by plain loops. The referee knows
// only what the stages mean, nothing of the engine, and allows only the rounding that their
// formulas need.
#pragma once

#include "core/document/model/evaluate.h"

#include <string>

namespace attn::test {

/// Describes where the referee disagrees: the place, both numbers and the allowed difference; empty
/// if every number is right. `slack` allows weights and output a further error, as a share of the
/// largest number they are made of, for traces that were updated after changes instead of computed
/// from scratch.
std::string fault(const Document& document, const Trace& trace, Real slack = 0);

/// A document by seed for the referee: every combination of the switches and every kind of mask,
/// sizes on both sides of every border between ways of computing, magnitudes from 1e-300 to 1e300,
/// zeros of both signs, denormal numbers, and sometimes numbers that are not finite. Every third
/// document joins its heads.
Document hostile_document(std::uint32_t seed);

/// As random_document_with_options(); every twelfth has 63 to 66 words and as many in its memory,
/// and in half of them some matrices are a thousand or a million times larger or smaller.
Document hostile_document_with_options(std::uint32_t seed);

} // namespace attn::test
