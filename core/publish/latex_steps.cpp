// SPDX-License-Identifier: MIT
#include "core/document/derivation_latex.h"
#include "core/document/open_part.h"
#include "core/document/sheet.h"
#include "core/document/step.h"
#include "core/engine/head_name.h"
#include "core/publish/latex_parts.h"
#include "core/publish/latex_text.h"

#include <algorithm>
#include <cassert>

namespace attn::publish {
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
                if (is_given(document_, read.stage))
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
        std::string sum;
        for (Index key = 0; key < weights.cols(); ++key) {
            const std::string number = latex_number(weights(query_, key), source_.view.numbers);
            sum += (key == 0 ? "" : number.front() == '-' ? " " : " + ") + number;
        }
        const Real total = weights.row(query_).sum();
        const std::string query = std::to_string(query_);
        const bool by_rows = document_.convention == Convention::TokensAsRows;
        text_ += std::string("\\derivation{\\textstyle\\sum_") + (by_rows ? "j " : "i ") +
                 latex_symbol({Stage::Weights, head_, 0}) + "_{" +
                 (by_rows ? query + ",j" : "i," + query) + "} &\\approx " + sum + " \\approx " +
                 latex_number(total, source_.view.numbers) + "}\n";
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
