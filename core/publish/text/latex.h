// SPDX-License-Identifier: MIT
// Writes a document as LaTeX: matrices, the calculation of one word, tables and heatmaps.
#pragma once

#include "core/document/model/sheet.h"
#include "core/document/model/view.h"

#include <optional>
#include <string>

namespace attn::publish {

enum class LatexKind {
    Steps,  // the query word's calculation, formula by formula with its numbers
    Matrix, // brackets with row and column names beside them
    Table,  // a tabular with coloured cells
    Heatmap // a TikZ picture
};

struct LatexRequest {
    LatexKind kind = LatexKind::Steps;
    std::optional<SheetId> stage; // nothing: matrices of all, table and heatmap of the weights
    View view;                    // query, head, numbers, colour maps and their range, theme
    bool shows_query = false;     // tables and heatmaps frame the query word
    /// Nothing: the document's own title, or none in a fragment. Empty: none.
    std::optional<std::string> title;
    std::string caption;
    bool has_labels = true, has_numbers = true, has_colour_bar = true;
    bool is_blank_where_blocked = false;
    bool is_fragment = false; // to be \input into another document, without preamble
};

/// Makes a document that pdflatex, lualatex and xelatex can typeset (words beyond Latin letters
/// need one of the latter two), or a fragment whose first lines say which packages it needs. The
/// stage must exist. A matrix too large for a page shows its first and last rows and columns with
/// dots between. Fails if the size is too large; the error says which size.
Result<std::string> latex(const Document& document, const LatexRequest& request);

} // namespace attn::publish
