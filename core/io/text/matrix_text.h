// SPDX-License-Identifier: MIT
// Writes matrices as text to copy; each form reads back as the same numbers.
#pragma once

#include "core/base/matrix.h"

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

enum class TextForm { Tsv, Csv, NumPy, PyTorch, Markdown, Latex, Matlab, Json };

struct TextFormInfo {
    TextForm form;
    std::string_view name;  // stable: "numpy"
    std::string_view title; // "NumPy"
};
inline constexpr std::array<TextFormInfo, 8> text_forms = {
    {{TextForm::Tsv, "tsv", "cells for a spreadsheet (TSV)"},
     {TextForm::Csv, "csv", "CSV"},
     {TextForm::NumPy, "numpy", "NumPy"},
     {TextForm::PyTorch, "pytorch", "PyTorch"},
     {TextForm::Markdown, "markdown", "a Markdown table"},
     {TextForm::Latex, "latex", "a LaTeX bmatrix"},
     {TextForm::Matlab, "matlab", "MATLAB"},
     {TextForm::Json, "json", "JSON"}}};

/// A matrix with the names of its rows and columns, for the forms that write them (Markdown).
struct NamedMatrix {
    std::string name; // "W_Q"; may be empty
    Matrix matrix;
    std::vector<std::string> row_names, column_names;
};

/// Writes one number; empty: shortest(), which reads back as the same double.
using NumberWriter = std::function<std::string(Real)>;

/// Writes the matrix in a form. NaN and infinities are written as the form's language does: "nan",
/// "inf"; "float('nan')" in Python lists never occurs. Does not end in a line break.
std::string matrix_text(const NamedMatrix& matrix, TextForm form, const NumberWriter& write = {});

/// Writes several matrices below each other, each with its name if the form can say it.
std::string matrices_text(const std::vector<NamedMatrix>& matrices, TextForm form,
                          const NumberWriter& write = {});

} // namespace attn::io
