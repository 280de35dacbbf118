// SPDX-License-Identifier: MIT
#include "core/io/text/matrix_text.h"

#include "core/base/number_text.h"
#include "core/document/explaining/derivation_latex.h"
#include "core/io/text/markup_text.h"

#include <cassert>
#include <cctype>
#include <cmath>

namespace attn::io {
namespace {

/// Returns what the form writes for a non-finite number.
std::string non_finite(Real value, TextForm form) {
    const bool is_nan = std::isnan(value);
    const std::string sign = !is_nan && value < 0 ? "-" : "";
    switch (form) {
    case TextForm::NumPy:
        return sign + (is_nan ? "np.nan" : "np.inf");
    case TextForm::PyTorch:
        return sign + (is_nan ? "torch.nan" : "torch.inf");
    case TextForm::Latex:
        return is_nan ? "\\text{NaN}" : sign + "\\infty";
    case TextForm::Matlab:
        return is_nan ? "NaN" : sign + "Inf";
    case TextForm::Json:
        return is_nan ? "\"NaN\"" : "\"" + sign + "Infinity\"";
    default:
        return is_nan ? "NaN" : sign + "Infinity";
    }
}

/// Turns "W_Q" and "weights/1" into names of variables.
std::string variable(const std::string& name) {
    std::string text;
    for (const char letter : name)
        text += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
    if (!text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0)
        text = "_" + text;
    return text;
}

struct Frame {
    std::string open, row_open, between, row_close, row_between, close;
};

std::string framed(const NamedMatrix& named, TextForm form, const NumberWriter& write,
                   const Frame& frame) {
    std::string text = frame.open;
    for (Index row = 0; row < named.matrix.rows(); ++row) {
        text += (row == 0 ? "" : frame.row_between) + frame.row_open;
        for (Index column = 0; column < named.matrix.cols(); ++column) {
            const Real value = named.matrix(row, column);
            text += column == 0 ? "" : frame.between;
            const std::string digits = write ? write(value) : shortest(value);
            text += !std::isfinite(value)     ? non_finite(value, form)
                    : form == TextForm::Latex ? latex_digits(digits)
                                              : digits;
        }
        text += frame.row_close;
    }
    return text + frame.close;
}

std::string markdown(const NamedMatrix& named, const NumberWriter& write) {
    const bool has_rows = !named.row_names.empty();
    std::string head = "|", rule = "|";
    if (has_rows) {
        head += "  |";
        rule += " :-- |";
    }
    for (Index column = 0; column < named.matrix.cols(); ++column) {
        head += " " +
                (named.column_names.empty()
                     ? std::to_string(column)
                     : markdown_literal(named.column_names[static_cast<std::size_t>(column)])) +
                " |";
        rule += " --: |";
    }
    std::string text = head + "\n" + rule;
    for (Index row = 0; row < named.matrix.rows(); ++row) {
        text += "\n|";
        if (has_rows)
            text +=
                " **" + markdown_literal(named.row_names[static_cast<std::size_t>(row)]) + "** |";
        for (const Real value : named.matrix.row(row))
            text += " " +
                    (!std::isfinite(value) ? non_finite(value, TextForm::Markdown)
                     : write               ? write(value)
                                           : shortest(value)) +
                    " |";
    }
    return text;
}

} // namespace

std::string matrix_text(const NamedMatrix& matrix, TextForm form, const NumberWriter& write) {
    switch (form) {
    case TextForm::Tsv:
        return framed(matrix, form, write, {"", "", "\t", "", "\n", ""});
    case TextForm::Csv:
        return framed(matrix, form, write, {"", "", ",", "", "\n", ""});
    case TextForm::NumPy:
        return framed(matrix, form, write, {"np.array([", "[", ", ", "]", ",\n          ", "])"});
    case TextForm::PyTorch:
        return framed(
            matrix, form, write,
            {"torch.tensor([", "[", ", ", "]", ",\n              ", "], dtype=torch.float64)"});
    case TextForm::Markdown:
        return markdown(matrix, write);
    case TextForm::Latex:
        return framed(matrix, form, write,
                      {"\\begin{bmatrix}\n", "", " & ", "", " \\\\\n", "\n\\end{bmatrix}"});
    case TextForm::Matlab:
        return framed(matrix, form, write, {"[", "", " ", "", "; ", "]"});
    case TextForm::Json:
        return framed(matrix, form, write, {"[", "[", ", ", "]", ",\n ", "]"});
    }
    assert(false && "every form is handled");
    return {};
}

std::string matrices_text(const std::vector<NamedMatrix>& matrices, TextForm form,
                          const NumberWriter& write) {
    if (matrices.size() == 1 && form != TextForm::NumPy && form != TextForm::PyTorch)
        return matrix_text(matrices.front(), form, write);
    std::string text;
    for (const NamedMatrix& named : matrices) {
        const std::string body = matrix_text(named, form, write);
        const bool is_program =
            form == TextForm::NumPy || form == TextForm::PyTorch || form == TextForm::Matlab;
        if (form == TextForm::Json)
            text += (text.empty() ? "[" : ",\n") + body;
        else if (is_program && !named.name.empty() && matrices.size() > 1)
            text += (text.empty() ? "" : "\n") + variable(named.name) + " = " + body +
                    (form == TextForm::Matlab ? ";" : "");
        else
            text += (text.empty() ? "" : "\n\n") + body;
    }
    return form == TextForm::Json ? text + "]" : text;
}

} // namespace attn::io
