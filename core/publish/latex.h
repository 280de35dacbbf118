// SPDX-License-Identifier: MIT
// A document as LaTeX: matrices, the calculation of one word, tables and heatmaps.
#pragma once

#include "core/document/sheet.h"
#include "core/document/view.h"

#include <optional>
#include <string>

namespace attn::publish {

enum class LatexKind {
    Steps,  // the query word's calculation, formula by formula with the live numbers
    Matrix, // brackets with the names of rows and columns beside them
    Table,  // a tabular with coloured cells
    Heatmap // a TikZ picture
};

struct LatexRequest {
    LatexKind kind = LatexKind::Steps;
    std::optional<SheetId> stage; // nothing: matrices of all, table and heatmap of the weights
    View view;                    // query, head, numbers, colour maps and their range, theme
    bool shows_query = false;     // tables and heatmaps frame the query word
    /// Nothing: the document's own, and none of a fragment; empty: none.
    std::optional<std::string> title;
    std::string caption;
    bool has_labels = true, has_numbers = true, has_colour_bar = true;
    bool is_blank_where_blocked = false;
    bool is_fragment = false; // to be \input in a document of one's own, without preamble
};

/// A document that pdflatex, lualatex and xelatex typeset (the latter two needed for words beyond
/// Latin letters), or a fragment whose first lines say which packages it needs. The stage must
/// exist. Matrices too large for a page are shown by their first and last rows and columns with
/// dots between. The error says which size was refused.
Result<std::string> latex(const Document& document, const LatexRequest& request);

} // namespace attn::publish
