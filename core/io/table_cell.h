// SPDX-License-Identifier: MIT
// What one cell of a table of text says. Only for core/io/table_text.cpp.
#pragma once

#include "core/base/matrix.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn::io {

/// Fractions may fill a table. Other arithmetic takes time; more cells of it are not read.
constexpr int max_arithmetic_cells = 1024;

/// Reads the numbers of cells and counts how many had to be calculated.
class CellReader {
public:
    /// What number_word() reads, a fraction ("1/2"), or arithmetic as in a cell of the window
    /// ("sqrt(2)/2", "2^-3"). Nothing for what may be meant otherwise: a name of a constant ("e"),
    /// a range ("1-2"), a date ("1/2/2024").
    std::optional<Real> number(std::string_view cell, bool decimal_comma);

    /// The first cell whose marks of thousands were taken out; empty: none.
    const std::string& thousands() const { return thousands_; }

    /// Whether cells were left unread because there was too much arithmetic.
    bool is_exhausted() const { return left_ == 0; }

private:
    int left_ = max_arithmetic_cells;
    std::string thousands_;
};

/// Whether the cell stands for a number that is missing or broken, and names nothing: "", "N/A",
/// "#REF!", "1e400", "3d2".
bool is_broken_number(std::string_view cell);

/// Whether it begins and goes on as a number does: "1e400", "3d2", "1.2.3".
bool has_form_of_number(std::string_view cell);

/// Whether it stands for what a program has left out: "...", "…".
bool is_left_out(std::string_view cell);

/// What to say of a cell that is no number: what was found and what is accepted.
std::string no_number(std::string_view cell, bool decimal_comma);

} // namespace attn::io
