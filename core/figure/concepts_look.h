// SPDX-License-Identifier: MIT
// The parts of a look that only matrices of concepts have: names, kept part and scale.
#pragma once

#include "core/figure/sheet_look.h"

namespace attn::figure {

/// Sets roles, names of films and new vectors, the family, and what is dropped.
void set_concepts(SheetLook& look, const Document& document, const View& view);

/// The range of all numbers of the family's matrices, shown or not.
NumberRange family_range(const Document& document, const Trace& trace, Family family);

} // namespace attn::figure
