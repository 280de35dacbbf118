// SPDX-License-Identifier: MIT
// A worksheet as a page for browsers: a form that marks what is typed into it without a network,
// and writes the answers as the file that marking.h reads.
#pragma once

#include "core/document/model/document.h"
#include "core/document/model/view.h"
#include "core/figure/paper/worksheet.h"
#include "core/publish/pictures/pictures.h"

#include <optional>
#include <string>

namespace attn::publish {

/// The most worksheets in one page. The page has the numbers of each.
constexpr std::size_t max_page_sheets = 100;

/// Makes the page. Its document covers the empty boxes; of a class, each student chooses a
/// worksheet by its code or name. Fails for an answer key, a mistake to find and the attentions of
/// a block, which have no boxes to mark, and where worksheet_pdf() fails.
Result<std::string> worksheet_page(const Document& document, const View& view,
                                   const figure::WorksheetOptions& options,
                                   const std::optional<WorksheetClass>& of);

} // namespace attn::publish
