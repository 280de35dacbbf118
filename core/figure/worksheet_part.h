// SPDX-License-Identifier: MIT
// Reduces the worksheet of a document with several attentions to the open one.
#pragma once

#include "core/document/open_part.h"
#include "core/figure/worksheet.h"

#include <string>

namespace attn::figure {

/// The open attention as a document of its own, with the covers that apply to it, and the options
/// with its names of the stages.
struct WorksheetPart {
    Document document;
    WorksheetOptions options;
};
/// Fails if this attention lacks a stage; the error names it.
Result<WorksheetPart> worksheet_part(const OpenPart& open, const View& view,
                                     WorksheetOptions options);

/// " Everything is of layer 1 of 3, head 1 of 2. The first layer is 0."; empty for one attention
/// with one head.
std::string everything_is_of(const std::string& part, Index head, Index heads);

} // namespace attn::figure
