// SPDX-License-Identifier: MIT
// Numbers for a stage that is given: what a person compares the model with.
#pragma once

#include "core/document/commands/command.h"
#include "core/document/model/evaluate.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

enum class GivenAs {
    Present,  // the numbers that the stage has now
    Uniform,  // weights alone: every open key has the same share
    Identity, // 1 on the diagonal: each word has only itself
    Zeros,
    Mean,    // each row is the mean of all rows, which ablates what tells them apart
    Diagonal // 1 beside the diagonal: each word has only the word `diagonal` places after it
};

/// A way, by the word that the command line takes, and as the window shows it.
struct GivenAsInfo {
    GivenAs as;
    std::string_view word;     // "uniform"; diagonals have a number: "diagonal-1"
    std::string_view title;    // "The same weight for all"
    std::string_view sentence; // what it does
};
std::span<const GivenAsInfo> ways_to_give();

/// A way with its diagonal.
struct GivenWay {
    GivenAs as = GivenAs::Present;
    Index diagonal = 0; // below the main one if negative
};
/// Returns the way of this name: "uniform", "diagonal", "diagonal-1", "diagonal+2"; nothing if none
/// has it.
std::optional<GivenWay> way_named(std::string_view name);

/// Returns the numbers; the error says why the stage has none such. `trace`: the document's. The
/// document must have the stage. A word with no other word so far away has the first or last one,
/// if the numbers are weights; else zeros.
Result<Matrix> numbers_to_give(const Document& document, const Trace& trace, const SheetId& sheet,
                               GivenWay way);

/// Weights count as shares if no line's sum is further from 1: they may be in single precision.
constexpr Real most_off_shares = 1e-3;

/// Divides each line by its sum, so that it sums to 1; a line that sums to 0 stays.
Matrix shares_of(Matrix numbers, Axis axis);

/// The command that does so with weights that are an input.
Result<SetMatrix> shares_command(const Document& document, const SheetId& sheet);

/// Returns the first line that shares_of() changes by more than rounding; none if a number of it is
/// covered or infinite.
std::optional<Index> line_off_shares(const Matrix& numbers, Axis axis);

/// Says that rows of given weights do not sum to 1, or are negative, and how to change that; empty
/// if they are shares, or if the stage has other numbers. `remedy`: what divides each row by its
/// sum, as in "--normalise".
std::string unlike_shares(const Document& document, const SheetId& sheet,
                          const std::string& remedy);

} // namespace attn
