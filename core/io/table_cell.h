// SPDX-License-Identifier: MIT
// Interprets one cell of a text table. Only for core/io/table_text.cpp.
#pragma once

#include "core/base/matrix.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn::io {

/// The most cells with arithmetic that are read, because arithmetic takes time; fractions do not
/// count.
constexpr int max_arithmetic_cells = 1024;

/// Reads the numbers of cells and counts how many needed arithmetic.
class CellReader {
public:
    /// Reads what number_word() reads, a fraction ("1/2"), or arithmetic as in the window's cells
    /// ("sqrt(2)/2", "2^-3"). Empty for ambiguous text: the name of a constant ("e"), a range
    /// ("1-2"), a date ("1/2/2024").
    std::optional<Real> number(std::string_view cell, bool decimal_comma);

    /// Returns the first cell with thousands separators; empty: none.
    const std::string& thousands() const { return thousands_; }

    /// Whether cells were left unread because there was too much arithmetic.
    bool is_exhausted() const { return left_ == 0; }

private:
    int left_ = max_arithmetic_cells;
    std::string thousands_;
};

/// Whether the cell is a missing or broken number and not a name: "", "N/A", "#REF!", "1e400",
/// "3d2".
bool is_broken_number(std::string_view cell);

/// Whether it has the form of a number: "1e400", "3d2", "1.2.3".
bool has_form_of_number(std::string_view cell);

/// Whether it marks something that a program left out: "...", "…".
bool is_left_out(std::string_view cell);

/// Returns the message for a cell that is not a number: what was found and what is accepted.
std::string no_number(std::string_view cell, bool decimal_comma);

} // namespace attn::io
