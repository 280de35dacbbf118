// SPDX-License-Identifier: MIT
#include "core/publish/latex.h"

#include "core/document/covers.h"
#include "core/document/derivation_latex.h"
#include "core/document/model.h"
#include "core/engine/head_name.h"
#include "core/figure/sheet_look.h"
#include "core/publish/latex_parts.h"
#include "core/publish/latex_text.h"

#include <cassert>

namespace attn::publish {
namespace {

constexpr Index most_cells = 10'000; // the most coloured cells that a TeX engine has memory for

/// Commands that shrink what is wider than the line and that print the steps of one number.
std::string shared_commands() {
    return std::string(latex_fitted) + R"(\providecommand\derivation[1]{\par\smallskip\noindent
  \fitted{\(\displaystyle\begin{aligned}#1\end{aligned}\)}\par\smallskip}
)";
}

std::string packages(LatexKind kind) {
    std::string list = "amsmath, array, graphicx";
    if (kind == LatexKind::Table)
        list += ", xcolor with its option table";
    if (kind == LatexKind::Heatmap)
        list += ", tikz";
    return list;
}

/// The stage that a picture shows if the request names none.
SheetId shown_stage(const Document& document, const LatexRequest& request, const View& view) {
    const Stage shown = model_of(document).shown;
    return request.stage.value_or(sheet_of_head(document, shown, view.head));
}

std::string body(const LatexSource& source) {
    const LatexRequest& request = source.request;
    const SheetId stage = shown_stage(source.document, request, source.view);
    switch (request.kind) {
    case LatexKind::Steps:
        if (has_stage(source.document, Stage::Weights))
            return steps_text(source);
        [[fallthrough]]; // Other models are explained by their matrices.
    case LatexKind::Matrix: {
        if (request.stage)
            return matrix_block(source, *request.stage);
        std::string text;
        for (const SheetId& sheet : sheets(source.document))
            if (!repeats_previous(source.document, sheet.stage))
                text += matrix_block(source, sheet);
        return text;
    }
    case LatexKind::Table:
        return table_text(source, stage);
    case LatexKind::Heatmap:
        return heatmap_text(source, stage);
    }
    assert(false && "every kind of LaTeX is written");
    return "";
}

/// The heading of a picture.
std::string heading(const Document& document, const SheetId& sheet) {
    std::string text =
        "\\begin{center}\\textbf{" + latex_sentence({{std::string(info(sheet.stage).title)}}) + "}";
    if (info(sheet.stage).is_per_head && head_count(document) > 1)
        text += ", " + head_name(sheet.head);
    const std::string said = latex_formula(formula(document, sheet.stage));
    return text + (said.empty() ? "" : "\\quad \\(" + said + "\\)") + "\\end{center}\n";
}

std::string fragment(const LatexRequest& request, const std::string& text) {
    std::string head =
        "% From Attention Lab. Needs \\usepackage of " + packages(request.kind) + ".\n";
    if (!is_latin(text))
        head += "% Holds letters beyond Latin: typeset with lualatex and a typeface that has "
                "them.\n";
    return head + shared_commands() + text;
}

std::string whole(const LatexRequest& request, const std::string& text) {
    std::string head = "% From Attention Lab. Typeset with pdflatex, lualatex or xelatex.\n"
                       "\\documentclass[a4paper]{article}\n\\usepackage[margin=20mm]{geometry}\n"
                       "\\usepackage{iftex}\n\\ifPDFTeX\n  \\usepackage[T1]{fontenc}\n"
                       "  \\usepackage{lmodern}\n\\else\n  \\usepackage{fontspec}\n\\fi\n"
                       "\\usepackage{amsmath,array,graphicx}\n";
    head += request.kind == LatexKind::Table     ? "\\usepackage[table]{xcolor}\n"
            : request.kind == LatexKind::Heatmap ? "\\usepackage{tikz}\n"
                                                 : "";
    return head + latex_letters(text) + shared_commands() + "\\begin{document}\n" + text +
           "\\end{document}\n";
}

} // namespace

Result<std::string> latex(const Document& document, const LatexRequest& request) {
    const bool is_picture = request.kind == LatexKind::Table || request.kind == LatexKind::Heatmap;
    const View view = figure::within(document, request.view);
    const SheetId shown = shown_stage(document, request, view);
    const attn::Shape shape = shape_of(document, shown);
    if (is_picture && shape.rows * shape.columns > most_cells)
        return Error{"a picture in LaTeX holds at most " + std::to_string(most_cells) +
                     " cells, but this matrix has " + std::to_string(shape.rows * shape.columns) +
                     "; export it as .pdf and include that file"};
    const Trace trace = evaluate(document);
    const Seen seen(document, trace);
    const LatexSource source{seen.document(), seen.trace(), request, view};
    std::string text;
    // A fragment, which goes into another text, has a heading only if asked for.
    const std::string title = request.title.value_or(request.is_fragment ? "" : document.title);
    if (!title.empty())
        text += "\\section*{" + latex_plain(title) + "}\n";
    if (is_picture && request.title != "")
        text += heading(document, shown);
    text += body(source);
    if (!request.caption.empty())
        text += "\\begin{center}" + latex_plain(request.caption) + "\\end{center}\n";
    return request.is_fragment ? fragment(request, text) : whole(request, text);
}

} // namespace attn::publish
