// SPDX-License-Identifier: MIT
// The parts that LaTeX documents are put together from; only for the latex_….cpp files.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/sheet.h"
#include "core/figure/sheet_look.h"
#include "core/publish/latex.h"

#include <string>
#include <vector>

namespace attn::publish {

/// What every part is made from. Matrices come from the same value as in the window, so that
/// orientation, names, colours and blocked cells are the same.
struct LatexSource {
    const Document& document;
    const Trace& trace;
    const LatexRequest& request;
    View view; // within the document
};
/// The matrix of a stage as it is drawn; of the head and the query of the sheet.
figure::Contents latex_contents(const LatexSource& source, const SheetId& sheet);
/// The names of its rows or columns as LaTeX: words, or numbers from 0.
std::vector<std::string> row_labels(const figure::Contents& contents);
std::vector<std::string> column_labels(const figure::Contents& contents);

/// "W_{Q}", "\mathrm{scores}", "Q^{(1)}".
std::string latex_symbol(const SheetId& sheet);
/// A number of a cell as a formula without its dollars: "-0.5", "-\infty", "\text{--}".
std::string latex_cell(const figure::SheetLook& look, Index row, Index column);
/// How wide a formula of numbers, words or fractions is printed, in em; a little too wide.
double latex_width(std::string_view latex);

/// What fits on a page.
constexpr Shape whole_page{40, 16};

/// Whether the number that is drawn there is marked; all kinds of LaTeX frame it.
bool is_marked(const LatexSource& source, const figure::SheetLook& look, Index row, Index column);

/// Numbers in brackets, the names of rows to their left and of columns above. Of more than `most`
/// rows or columns the first and last are shown.
std::string latex_matrix(const LatexSource& source, const figure::Contents& contents, Shape most);
/// The symbol, its formula and the matrix as a displayed formula; the shape is said below it where
/// not all is shown.
std::string matrix_block(const LatexSource& source, const SheetId& sheet, Shape most = whole_page);

/// Everything about one query word, section by section.
std::string steps_text(const LatexSource& source);
std::string table_text(const LatexSource& source, const SheetId& sheet);
std::string heatmap_text(const LatexSource& source, const SheetId& sheet);

} // namespace attn::publish
