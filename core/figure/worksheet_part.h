// SPDX-License-Identifier: MIT
// A worksheet of a document of several attentions asks for the numbers of the open one.
#pragma once

#include "core/document/open_part.h"
#include "core/figure/worksheet.h"

#include <string>

namespace attn::figure {

/// The open attention alone, with what the document covers of it, and the options with the stages
/// as it calls them.
struct WorksheetPart {
    Document document;
    WorksheetOptions options;
};
/// The error names the stage that this attention does not have.
Result<WorksheetPart> worksheet_part(const OpenPart& open, const View& view,
                                     WorksheetOptions options);

/// " Everything is of layer 1 of 3, head 1 of 2. The first layer is 0."; empty where there is one
/// attention with one head.
std::string everything_is_of(const std::string& part, Index head, Index heads);

} // namespace attn::figure
