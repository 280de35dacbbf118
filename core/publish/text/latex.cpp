// SPDX-License-Identifier: MIT
#include "core/publish/text/latex.h"

#include "core/document/explaining/derivation_latex.h"
#include "core/document/model/covers.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/document/telling/step.h"
#include "core/engine/graph/place.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/publish/text/latex_parts.h"
#include "core/publish/text/latex_text.h"

#include <algorithm>
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

namespace {

constexpr Index most_derivations = 12;    // for one stage; if it has more, only
constexpr Index few_derivations = 4;      // are shown and the others counted
constexpr attn::Shape most_shown{12, 12}; // the largest matrix between formulas
constexpr double line_width = 44;         // em of a page
constexpr double room_for_words = 8;      // em of "n other terms"

/// The largest width of a part of an expression, without its signs.
double width_of(const Expression& part, const NumberFormat& numbers) {
    double width = part.kind == Expression::Kind::Number
                       ? latex_width(latex_number(part.factor.value, numbers)) + 1
                       : 1;
    for (const Expression& inside : part.parts)
        width += width_of(inside, numbers);
    return width;
}

/// The width of the widest parts of all series in an expression, side by side.
double width_of_series(const Expression& expression, const NumberFormat& numbers) {
    double widest = 0, side_by_side = 0;
    for (const Expression& part : expression.parts) {
        widest = std::max(widest, width_of(part, numbers));
        side_by_side += width_of_series(part, numbers);
    }
    return expression.kind == Expression::Kind::Series ? widest + 1 : side_by_side;
}

/// The number of terms that fit into a line.
std::size_t terms_that_fit(const Derivation& derivation, const NumberFormat& numbers) {
    double widest = 1;
    if (derivation.expression)
        widest = std::max(widest, width_of_series(*derivation.expression, numbers));
    for (const Term& term : derivation.terms) {
        double width = 2;
        for (const Factor& factor : term.factors)
            width += latex_width(latex_number(factor.value, numbers)) + 1;
        widest = std::max(widest, width);
    }
    constexpr double least = 2, most = 6;
    return static_cast<std::size_t>(
        std::clamp((line_width - room_for_words) / widest, least, most));
}

/// Writes the derivation in as few lines as possible; what is still too wide is printed smaller.
/// The name of a marked number is framed.
std::string derivation_block(Derivation derivation, const Document& document, const View& view) {
    const NumberFormat& numbers = view.numbers;
    for (Term& term : derivation.terms) // in place of stages that change nothing
        for (Factor& factor : term.factors)
            factor.place = shown_place(document, factor.place);
    if (derivation.expression)
        for_each_number(*derivation.expression, [&](Factor& factor) {
            factor.place = shown_place(document, factor.place);
        });
    const DerivationStyle style{numbers, terms_that_fit(derivation, numbers)};
    const std::vector<std::string> lines = latex_lines(derivation, style);
    std::string text = latex_symbol(derivation);
    if (std::find(view.marked.begin(), view.marked.end(), derivation.place) != view.marked.end())
        text = "\\boxed{" + text + "}";
    double width = latex_width(text);
    bool is_aligned = false; // only the first equals sign of a line is
    for (std::size_t at = 0; at < lines.size(); ++at) {
        const double added = latex_width(lines[at]) + 1.5;
        const bool begins_line = at > 0 && width + added > line_width;
        if (begins_line) {
            text += " \\\\\n";
            width = 4;
            is_aligned = false;
        }
        text += (is_aligned ? " = " : " &= ") + lines[at];
        is_aligned = true;
        width += added;
    }
    return "\\derivation{" + text + "}\n";
}

/// The heading of a step or part; in a fragment, which goes into another text, only a bold line.
std::string heading(const LatexSource& source, const std::string& level, const std::string& text) {
    return source.request.is_fragment ? "\\medskip\\noindent\\textbf{" + text + "}\n"
                                      : "\\" + level + "*{" + text + "}\n";
}

/// Explains the steps of a document, or of one part of it.
class Teller {
public:
    explicit Teller(const LatexSource& source)
        : source_(source), document_(source.document), query_(source.view.query),
          head_(source.view.head) {}

    std::string told(const std::vector<NumberedStep>& steps) {
        for (const NumberedStep& one : steps) {
            if (!one.skipped.empty())
                text_ += "\\noindent\\emph{" + latex_sentence({{one.skipped}}) + ".}\n\n";
            tell(one.number, in_its_part(one.step));
        }
        return text_;
    }
    std::string begun() {
        text_ += "\\noindent The query word is \\textbf{" +
                 latex_word(document_.tokens[static_cast<std::size_t>(query_)]) + "}, " +
                 indexed("word", query_, token_count(document_)) +
                 "; words, rows and columns count from 0";
        if (head_count(document_) > 1)
            text_ += "; " + head_name(head_, head_count(document_));
        text_ += ". \\(d_{\\mathrm{model}} = " + std::to_string(d_model(document_)) +
                 "\\), \\(d_k = " + std::to_string(d_k(document_, head_)) +
                 "\\), \\(d_v = " + std::to_string(d_v(document_, head_)) + "\\).\n\n";
        return text_;
    }

private:
    void tell(int number, const Step& step) {
        text_ += heading(source_, "subsection",
                         std::to_string(number) + "\\quad " +
                             latex_sentence(title(document_, source_.trace, source_.view, step))) +
                 "\\[ " + latex_formula(formula(document_, step)) + " \\]\n" +
                 latex_sentence(sentence(document_, source_.trace, source_.view, step)) + "\n\n";
        switch (step.kind) {
        case StepKind::Embed:
            return matrix(Stage::X);
        case StepKind::Project:
            for (const Stage stage : {Stage::W_Q, Stage::W_K, Stage::W_V})
                matrix(stage);
            for (const Stage stage : made_by(document_, step.kind))
                derivations(stage);
            text_ += "\\noindent In the same way every other word gets its query, key and "
                     "value:\n";
            for (const Stage stage : made_by(document_, step.kind))
                matrix(stage);
            return;
        case StepKind::Score:
            return derivations(Stage::Scores);
        case StepKind::Scale:
            return derivations(Stage::Scaled);
        case StepKind::Mask:
            return derivations(Stage::Masked);
        case StepKind::Softmax:
            derivations(Stage::Weights);
            return sum_of_weights();
        case StepKind::Mix:
            matrix(Stage::WeightedValues);
            return derivations(Stage::Output);
        case StepKind::Join:
            if (has_stage(document_, Stage("mean_weights")))
                derivations(Stage("mean_weights"));
            derivations(Stage::Joined);
            if (document_.join != Join::WO)
                return;
            matrix(Stage::WO);
            return derivations(Stage::Attention);
        default: // Steps of concepts are explained by their matrices.
            assert(document_.model == Model::Attention && "every step is told");
            return made(step.kind);
        }
    }

    /// Writes what the step computes, stage by stage, each after the inputs it introduces.
    void made(StepKind kind) {
        const Graph stages = graph(document_, 2);
        for (const Stage stage : made_by(document_, kind)) {
            for (const SheetId& read : read_by(stages, stage))
                if (is_given(document_, read))
                    matrix(read.stage);
            derivations(stage);
        }
    }

    /// The row that is explained: that of the query word, or of the inspected key.
    Index row_of(const SheetId& sheet) const {
        const Role rows = roles_of(document_, sheet).rows;
        if (rows == Role::Memory || (rows == Role::Key && document_.options.has_memory))
            return source_.view.key.value_or(0);
        return rows == Role::One ? 0 : query_;
    }

    void matrix(Stage stage) {
        const Index query = stage == Stage::WeightedValues ? query_ : 0;
        SheetId sheet = sheet_of_head(document_, stage, head_);
        sheet.query = query;
        text_ += matrix_block(source_, sheet, most_shown);
    }

    /// Derives every number of one line of a stage.
    void derivations(Stage stage) {
        const SheetId sheet = sheet_of_head(document_, stage, head_);
        const Index count = shape_of(document_, sheet).columns, row = row_of(sheet);
        const Index told = count > most_derivations ? few_derivations : count;
        const bool by_rows = document_.convention == Convention::TokensAsRows;
        text_ +=
            "% " + to_text(sheet) + (by_rows ? ", row " : ", column ") + std::to_string(row) + "\n";
        for (Index column = 0; column < told; ++column)
            text_ += derivation_block(derive(document_, source_.trace, {sheet, row, column}),
                                      document_, source_.view);
        if (told < count)
            text_ +=
                "\\noindent and " + std::to_string(count - told) + " more in the same way.\n\n";
    }

    void sum_of_weights() {
        if (document_.switches.axis != Axis::Rows)
            return;
        const Cells weights =
            cells_of(document_, source_.trace, sheet_of_head(document_, Stage::Weights, head_));
        if (weights.cols() > most_derivations)
            return;
        const NumberFormat numbers = format_of(weights, source_.view.numbers);
        std::string sum;
        for (Index key = 0; key < weights.cols(); ++key) {
            const std::string number = latex_number(weights(query_, key), numbers);
            sum += (key == 0 ? "" : number.front() == '-' ? " " : " + ") + number;
        }
        const Real total = weights.row(query_).sum();
        const std::string query = std::to_string(query_);
        const bool by_rows = document_.convention == Convention::TokensAsRows;
        text_ += std::string("\\derivation{\\textstyle\\sum_") + (by_rows ? "j " : "i ") +
                 latex_symbol({Stage::Weights, head_, 0}) + "_{" +
                 (by_rows ? query + ",j" : "i," + query) + "} &\\approx " + sum + " \\approx " +
                 latex_number(total, numbers) + "}\n";
    }

    const LatexSource& source_;
    const Document& document_;
    Index query_, head_;
    std::string text_;
};

} // namespace

std::string steps_text(const LatexSource& source) {
    std::string text = "\\begingroup\\raggedright\n" + Teller(source).begun();
    const std::vector<NumberedStep> steps = numbered_steps(source.document);
    for (Index at = 0; at < part_count(source.document); ++at) {
        std::vector<NumberedStep> told;
        for (const NumberedStep& one : steps)
            if (!one.step.is_for_all && one.step.part == at)
                told.push_back(one);
        View view = source.view;
        open_part(source.document, at, view);
        if (has_parts(source.document))
            text +=
                heading(source, "section", latex_sentence({{part_text(source.document, view)}}));
        const OpenPart part(source.document, source.trace, view);
        const LatexSource of_part{part.document(), part.trace(), source.request, part.view(view)};
        text += Teller(of_part).told(told);
    }
    return text + "\\par\\endgroup\n";
}

} // namespace attn::publish
