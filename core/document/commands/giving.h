// SPDX-License-Identifier: MIT
// Numbers for a stage that is given: what a person compares the model with.
#pragma once

#include "core/document/model/evaluate.h"

#include <span>
#include <string>
#include <string_view>

namespace attn {

enum class GivenAs {
    Present,  // the numbers that the stage has now
    Uniform,  // weights alone: every open key has the same share
    Identity, // 1 on the diagonal: each word has only itself
    Zeros,
    Mean // each row is the mean of all rows, which ablates what tells them apart
};

/// A way, by the word that the command line takes.
struct GivenAsInfo {
    GivenAs as;
    std::string_view word; // "uniform"
};
std::span<const GivenAsInfo> ways_to_give();

/// Returns the numbers; the error says why the stage has none such. `trace`: the document's. The
/// document must have the stage.
Result<Matrix> numbers_to_give(const Document& document, const Trace& trace, const SheetId& sheet,
                               GivenAs as);

/// Divides each line by its sum, so that it sums to 1; a line that sums to 0 stays.
Matrix shares_of(Matrix numbers, Axis axis);

/// Says that rows of given weights do not sum to 1, or are negative, and how to change that; empty
/// if they are shares, or if the stage has other numbers. `remedy`: what divides each row by its
/// sum, as in "--normalise".
std::string unlike_shares(const Document& document, const SheetId& sheet,
                          const std::string& remedy);

} // namespace attn
