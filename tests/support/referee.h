// SPDX-License-Identifier: MIT
// A second opinion on every number of a document: each stage is computed again from the stage
// before it, as the program shows that, in extended precision and by plain loops. The referee knows
// nothing of the engine but what the stages mean, and allows only the rounding that their formulas
// must have.
#pragma once

#include "core/document/evaluate.h"

#include <string>

namespace attn::testing {

/// Where the referee disagrees, as a sentence that names the place, both numbers and what was
/// allowed; empty where every number of every stage is right. `slack` widens what weights and
/// output may be off by, as a share of the largest number they are made of: for traces that
/// followed changes instead of being computed from nothing.
std::string fault(const Document& document, const Trace& trace, Real slack = 0);

/// A document by seed for the referee: every combination of the switches and every kind of mask,
/// sizes on both sides of every border between ways of computing, magnitudes from 1e-300 to 1e300,
/// zeros of both signs, the smallest numbers there are, and sometimes numbers that are not finite.
/// The heads of every third are joined.
Document hostile_document(std::uint32_t seed);

/// random_document_with_options, every twelfth with 63 to 66 words and as many in its memory, and
/// half of them with some matrices a thousand or a million times larger or smaller.
Document hostile_document_with_options(std::uint32_t seed);

} // namespace attn::testing
