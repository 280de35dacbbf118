// SPDX-License-Identifier: MIT
// Figures of a document of several layers, or with cross-attention: each shows one part of it, the
// open one, or the one that its name says as matrices say it: "canvas@1", "cross.lines@2".
#pragma once

#include "core/figure/figures.h"

#include <optional>
#include <string>

namespace attn::figure {

/// The figure, which knows documents without parts, of the open part.
NamedFigure of_open_part(NamedFigure one);

struct PartName {
    std::string figure; // "canvas"
    Index part = 0;     // see open_part()
};
/// What a name such as "cross.canvas@1" says; nothing where it names no part of the document.
std::optional<PartName> part_name(const Document& document, const std::string& name);

/// The figure with that part open.
NamedFigure with_part(NamedFigure one, Index part);

} // namespace attn::figure
