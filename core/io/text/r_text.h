// SPDX-License-Identifier: MIT
// Reads matrices in the language R, as programs and dput() write them: matrix(c(1, 2, 3, 4), nrow =
// 2). Only for core/io/text/paste.cpp.
#pragma once

#include "core/base/result.h"
#include "core/io/text/bracket_text.h"

#include <string_view>
#include <vector>

namespace attn::io {

/// Whether the text makes numbers by calls of R: matrix(), c(), rbind(), cbind(), array(),
/// structure(), data.frame(). What stands in comments or in quotes is no call. With brackets of
/// numbers outside of the calls the text is no R if the calls hold no numbers, else it is an error
/// that names both places.
Result<bool> is_r(std::string_view text);

/// Returns each matrix in the text, and each list of numbers as a row. matrix() and array() fill
/// column by column, as R does, unless byrow says otherwise; if R would repeat or drop numbers to
/// fill a size, that is an error. Text beside a matrix is handled by matrix_beside.h. The error
/// names line and column, what was found and what was expected.
Result<std::vector<BracketGroup>> r_groups(std::string_view text);

} // namespace attn::io
