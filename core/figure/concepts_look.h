// SPDX-License-Identifier: MIT
// What is particular about the look of a matrix of concepts: its names, the kept part, its scale.
#pragma once

#include "core/figure/sheet_look.h"

namespace attn::figure {

/// Sets the roles, the names of films and new vectors, the family and what is dropped.
void set_concepts(SheetLook& look, const Document& document, const View& view);

/// The numbers of every matrix of the family, whether it is shown or not.
NumberRange family_range(const Document& document, const Trace& trace, Family family);

} // namespace attn::figure
