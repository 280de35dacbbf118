// SPDX-License-Identifier: MIT
#include "core/document/derivation_latex.h"
#include "core/document/sheet.h"
#include "core/publish/latex_parts.h"
#include "core/publish/latex_text.h"

#include <algorithm>
#include <cassert>

namespace attn::publish {
namespace {

constexpr Index last_shown = 3; // after the dots
constexpr Index dots = -1;

/// The rows or columns that are shown; `dots` stands for those left out.
std::vector<Index> shown(Index count, Index most) {
    std::vector<Index> list;
    for (Index at = 0; at < count; ++at) {
        const bool is_left_out =
            count > most && at >= most - last_shown - 1 && at < count - last_shown;
        if (!is_left_out)
            list.push_back(at);
        else if (list.back() != dots)
            list.push_back(dots);
    }
    return list;
}

std::string width_text(double em) {
    const auto tenths = static_cast<long>(em * 10 + 0.5);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + "em";
}

std::string joined(const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t at = 0; at < cells.size(); ++at)
        line += (at == 0 ? "" : " & ") + cells[at];
    return line;
}

} // namespace

figure::Contents latex_contents(const LatexSource& source, const SheetId& sheet) {
    View view = source.view;
    view.head = head_showing(source.document, sheet, view.head);
    return figure::contents(source.document, source.trace, view, sheet);
}

std::vector<std::string> row_labels(const figure::Contents& contents) {
    const figure::SheetLook& look = contents.sheets.front();
    std::vector<std::string> list;
    for (Index row = 0; row < look.row_count(); ++row)
        list.push_back(latex_shown_word(look.row_name(row, contents.words())));
    return list;
}

std::vector<std::string> column_labels(const figure::Contents& contents) {
    const figure::SheetLook& look = contents.sheets.front();
    std::vector<std::string> list;
    for (Index column = 0; column < look.column_count(); ++column)
        list.push_back(latex_shown_word(look.column_name(column, contents.words())));
    return list;
}

bool is_marked(const LatexSource& source, const figure::SheetLook& look, Index row, Index column) {
    const std::vector<Place>& marked = source.view.marked;
    return std::find(marked.begin(), marked.end(), look.place(row, column)) != marked.end();
}

std::string latex_symbol(const SheetId& sheet) {
    const std::string name(sheet.stage.name());
    std::string symbol = name.size() == 1            ? name
                         : name.starts_with("W_")    ? "W_{" + name.substr(2) + "}"
                         : name == "weighted_values" ? "\\mathrm{weighted}"
                         : name == "Vt"              ? "V^{\\top}"
                         : name == "concept_cosine"  ? "\\mathrm{cosine}_{\\mathrm{concepts}}"
                         : name.find_first_of("_.") != std::string::npos
                             ? "{" + std::string(info(sheet.stage).latex) + "}"
                             : "\\mathrm{" + name + "}";
    const std::string above = latex_copy(sheet);
    return above.empty() ? symbol : symbol + "^{" + above + "}";
}

std::string latex_cell(const figure::SheetLook& look, Index row, Index column) {
    if (look.has_no_key(row, column))
        return "\\text{--}";
    return latex_number(look.value(row, column), look.numbers);
}

std::string latex_matrix(const LatexSource& source, const figure::Contents& contents,
                         attn::Shape most) {
    constexpr double longest_level = 3.2; // em; longer names are rotated
    const bool has_labels = source.request.has_labels;
    const figure::SheetLook& look = contents.sheets.front();
    const std::vector<Index> rows = shown(look.row_count(), most.rows);
    const std::vector<Index> columns = shown(look.column_count(), most.columns);
    const std::vector<std::string> left = row_labels(contents), above = column_labels(contents);
    double number_width = 1, name_width = 0;
    std::string body, names, head;
    bool has_turned = false;
    for (const Index column : columns)
        if (column != dots)
            name_width =
                std::max(name_width, 0.8 * latex_width(above[static_cast<std::size_t>(column)]));
    has_turned = name_width > longest_level;
    for (const Index row : rows) {
        std::vector<std::string> cells;
        for (const Index column : columns) {
            const bool is_dots = row == dots || column == dots;
            cells.push_back(!is_dots         ? latex_cell(look, row, column)
                            : row != dots    ? "\\cdots"
                            : column != dots ? "\\vdots"
                                             : "\\ddots");
            if (!is_dots && is_marked(source, look, row, column))
                cells.back() = "\\boxed{" + cells.back() + "}";
            if (!is_dots)
                number_width = std::max(number_width, latex_width(cells.back()));
        }
        body += joined(cells) + " \\\\\n";
        names += (row == dots ? "\\vdots" : "\\text{" + left[static_cast<std::size_t>(row)] + "}") +
                 " \\\\\n";
    }
    const double width =
        has_labels && !has_turned ? std::max(number_width, name_width) : number_width;
    const std::string count = std::to_string(columns.size());
    const auto array = [&](const std::string& side) {
        return "\\begin{array}{@{\\,}*{" + count + "}{w{" + side + "}{" + width_text(width) +
               "}}@{\\,}}\n";
    };
    const std::string brackets = "\\left[" + array("r") + body + "\\end{array}\\right]";
    if (!has_labels)
        return brackets + "\n";
    for (const Index column : columns) {
        const std::string name =
            column == dots ? "\\cdots"
                           : "\\text{\\small " + above[static_cast<std::size_t>(column)] + "}";
        head += (head.empty() ? "" : " & ") +
                (has_turned && column != dots ? "\\rotatebox{90}{\\(" + name + "\\)}" : name);
    }
    return "\\begin{array}{@{}r@{\\;}c@{}}\n& " + array("c") + head +
           "\n\\end{array} \\\\\n\\begin{array}{r@{}}\n" + names + "\\end{array} &\n" + brackets +
           "\n\\end{array}\n";
}

std::string matrix_block(const LatexSource& source, const SheetId& sheet, attn::Shape most) {
    const figure::Contents contents = latex_contents(source, sheet);
    const figure::SheetLook& look = contents.sheets.front();
    std::string relation = latex_symbol(sheet);
    std::string said = formula(source.document, sheet.stage);
    if (sheet.stage == Stage::WeightedValues)
        said = source.document.convention == Convention::TokensAsRows // of one word: the sentence
                   ? "weight · V"                                     // below says which
                   : "V · weight";
    if (!said.empty())
        relation += " = " + latex_formula(said);
    constexpr double brief = 8; // em; a longer relation beside a wide matrix would make both small
    constexpr Index wide = 6;
    std::string text = "% " + to_text(sheet) + "\n\\[\n";
    if (latex_width(relation) > brief && look.column_count() > wide)
        text += relation + "\n\\]\n\\[\n\\fitted{\\(\\displaystyle\n" + latex_symbol(sheet);
    else
        text += "\\fitted{\\(\\displaystyle\n" + relation;
    text += " =\n" + latex_matrix(source, contents, most) + "\\)}\n\\]\n";
    const bool is_cut = look.row_count() > most.rows || look.column_count() > most.columns;
    if (is_cut)
        text += "\\begin{center}\\small " + std::to_string(look.row_count()) + " \\(\\times\\) " +
                std::to_string(look.column_count()) +
                ", the first and last of them shown\\end{center}\n";
    return text;
}

} // namespace attn::publish
