// SPDX-License-Identifier: MIT
// Figures of one part of a document with several layers or cross-attention: the open part, or the
// part in the figure's name, written as for matrices: "canvas@1", "cross.lines@2".
#pragma once

#include "core/figure/figures.h"

#include <optional>
#include <string>

namespace attn::figure {

/// Wraps a figure for documents without parts so that it draws the open part.
NamedFigure of_open_part(NamedFigure one);

struct PartName {
    std::string figure; // "canvas"
    Index part = 0;     // see open_part()
};
/// Splits a name such as "cross.canvas@1". Nothing if it names no part of the document.
std::optional<PartName> part_name(const Document& document, const std::string& name);

/// Wraps a figure so that it opens the part first.
NamedFigure with_part(NamedFigure one, Index part);

} // namespace attn::figure
