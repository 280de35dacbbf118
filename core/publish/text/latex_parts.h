// SPDX-License-Identifier: MIT
// The building blocks of LaTeX documents. Only for the latex_….cpp files.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/publish/text/latex.h"

#include <string>
#include <vector>

namespace attn::publish {

/// What every part is made from. Matrices come from the same value as in the window, so
/// orientation, names, colours and blocked cells agree with it.
struct LatexSource {
    const Document& document;
    const Trace& trace;
    const LatexRequest& request;
    View view; // within the document
};
/// The matrix of a stage as it is drawn, for the head and the query of the sheet.
figure::Contents latex_contents(const LatexSource& source, const SheetId& sheet);
/// The names of rows or columns as LaTeX: words, or numbers from 0.
std::vector<std::string> row_labels(const figure::Contents& contents);
std::vector<std::string> column_labels(const figure::Contents& contents);

/// "W_{Q}", "\mathrm{scores}", "Q^{(1)}".
std::string latex_symbol(const SheetId& sheet);
/// Writes the number of a cell as a formula without dollar signs: "-0.5", "-\infty", "\text{--}".
std::string latex_cell(const figure::SheetLook& look, Index row, Index column);
/// Estimates the printed width of a formula of numbers, words or fractions, in em; a little too
/// wide.
double latex_width(std::string_view latex);

/// The largest matrix that fits on a page.
constexpr attn::Shape whole_page{40, 16};

/// Whether the number drawn there is marked; all kinds of LaTeX frame it.
bool is_marked(const LatexSource& source, const figure::SheetLook& look, Index row, Index column);

/// Writes numbers in brackets, with row names to the left and column names above. If there are more
/// than `most` rows or columns, only the first and last are shown.
std::string latex_matrix(const LatexSource& source, const figure::Contents& contents,
                         attn::Shape most);
/// Writes the symbol, its formula and the matrix as a displayed formula. If not all of it is shown,
/// the shape stands below.
std::string matrix_block(const LatexSource& source, const SheetId& sheet,
                         attn::Shape most = whole_page);

/// Explains one query word's calculation, section by section.
std::string steps_text(const LatexSource& source);
std::string table_text(const LatexSource& source, const SheetId& sheet);
std::string heatmap_text(const LatexSource& source, const SheetId& sheet);

} // namespace attn::publish
